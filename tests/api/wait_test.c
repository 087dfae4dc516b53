/*
 * wait_test.c - long polls: ended by events, by time and by stopping, and
 * never missing what happens between looking and waiting.
 */
#include "tests/api/fake.h"

#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES = 300, WATCHERS = 3 };

static struct fake *f;
static struct talk t;
static char ada[API_TOKEN_TEXT], bob[API_TOKEN_TEXT], game[STORE_GAME_ID + 1];

static void open_service(void)
{
	fake_time = 1800000000000;
	f = fake_open();
	fake_player(f, "Ada", ada, NULL);
	fake_player(f, "Bob", bob, NULL);
	ck_assert_int_eq(talk(&t, f, ada, "POST", "/v1/games", "{\"ruleset\":\"south-seas\",\"seats\":3}"), 201);
	strcpy(game, talk_get(&t, "id"));
	talk_end(&t);
}

static void close_service(void)
{
	fake_close(f);
}

static const char *events(char out[120], long after, int wait)
{
	snprintf(out, 120, "/v1/games/%s/events?after=%ld&wait=%d", game, after, wait);
	return out;
}

/* Bob sits down and gets up again. */
static void come_and_go(int go)
{
	char target[100];
	struct talk own;

	snprintf(target, sizeof(target), "/v1/games/%s/seats%s", game, go ? "/1" : "");
	ck_assert_int_eq(talk(&own, f, bob, go ? "DELETE" : "POST", target, NULL), go ? 200 : 201);
	talk_end(&own);
}

START_TEST(an_event_that_is_there_is_given_at_once)
{
	char target[120];

	ck_assert_int_eq(talk(&t, f, NULL, "GET", events(target, 0, 60), NULL), 200);
	ck_assert_pstr_eq(talk_get(&t, "events/0/type"), "game-created");
	talk_end(&t);
}
END_TEST

START_TEST(an_event_ends_the_wait)
{
	char target[120];

	talk_begin(&t, f, "GET", events(target, 2, 60), NULL);
	talk_go(&t);
	ck_assert_int_eq(t.later, 1);
	ck_assert_int_eq(t.wakes, 0);
	come_and_go(0);
	ck_assert_int_eq(t.wakes, 1);
	talk_resume(&t);
	ck_assert_int_eq(t.x.reply.status, 200);
	ck_assert_pstr_eq(talk_get(&t, "events/0/type"), "seat-taken");
	ck_assert_pstr_eq(talk_get(&t, "next"), "3");
	talk_end(&t);
}
END_TEST

START_TEST(a_change_that_fails_wakes_nobody)
{
	char target[120];
	struct talk own;

	talk_begin(&t, f, "GET", events(target, 2, 60), NULL);
	talk_go(&t);
	f->fail_commit = 1;
	snprintf(target, sizeof(target), "/v1/games/%s/seats", game);
	ck_assert_int_eq(talk(&own, f, bob, "POST", target, NULL), 503);
	talk_end(&own);
	ck_assert_int_eq(t.wakes, 0);
	come_and_go(0);
	talk_resume(&t);
	ck_assert_pstr_eq(talk_get(&t, "next"), "3");
	talk_end(&t);
}
END_TEST

START_TEST(time_ends_the_wait)
{
	char target[120];

	talk_begin(&t, f, "GET", events(target, 2, 10), NULL);
	talk_go(&t);
	ck_assert_int_eq(t.later, 1);
	fake_time += 9999;
	api_tick(f->api);
	ck_assert_int_eq(t.wakes, 0);
	fake_time += 1;
	api_tick(f->api);
	ck_assert_int_eq(t.wakes, 1);
	talk_resume(&t);
	ck_assert_int_eq(t.later, 0);
	ck_assert_int_eq(t.x.reply.status, 200);
	ck_assert_pstr_eq(talk_get(&t, "events"), "[]");
	talk_end(&t);
}
END_TEST

START_TEST(stopping_ends_every_wait_and_none_begins)
{
	char target[120];
	struct talk many[10];

	for (int i = 0; i < 10; i++) {
		talk_begin(&many[i], f, "GET", events(target, 2, 60), NULL);
		talk_go(&many[i]);
		ck_assert_int_eq(many[i].later, 1);
	}
	api_drain(f->api);
	for (int i = 0; i < 10; i++) {
		talk_resume(&many[i]);
		ck_assert_int_eq(many[i].x.reply.status, 200);
		talk_end(&many[i]);
	}
	ck_assert_int_eq(talk(&t, f, NULL, "GET", events(target, 2, 60), NULL), 200);
	talk_end(&t);
	ck_assert_int_eq(talk(&t, f, NULL, "GET", "/readyz", NULL), 503);
	talk_end(&t);
	ck_assert_int_eq(talk(&t, f, NULL, "GET", "/livez", NULL), 200);
	talk_end(&t);
}
END_TEST

/* --- many threads ------------------------------------------------------------------------ */

static atomic_int moved;

static void *move(void *arg)
{
	for (int i = 0; i < MOVES; i++) {
		come_and_go(i % 2);
		atomic_fetch_add(&moved, 1);
	}
	return arg;
}

/* Follows the game to its last event; would hang if a wake-up were lost. */
static void *watch(void *arg)
{
	long seen = 2;

	while (seen < 2 + MOVES) {
		char target[120];
		struct talk own;

		talk_begin(&own, f, "GET", events(target, seen, 60), NULL);
		talk_go(&own);
		while (own.later)
			talk_resume(&own);
		ck_assert_int_eq(own.x.reply.status, 200);
		ck_assert_ptr_nonnull(talk_get(&own, "events/0/seq"));
		ck_assert_int_eq(atol(talk_get(&own, "events/0/seq")), seen + 1);
		seen = atol(talk_get(&own, "next"));
		talk_end(&own);
	}
	return arg;
}

START_TEST(no_wake_up_is_lost)
{
	pthread_t mover, watchers[WATCHERS];

	for (int i = 0; i < WATCHERS; i++)
		ck_assert_int_eq(pthread_create(&watchers[i], NULL, watch, NULL), 0);
	ck_assert_int_eq(pthread_create(&mover, NULL, move, NULL), 0);
	pthread_join(mover, NULL);
	for (int i = 0; i < WATCHERS; i++)
		pthread_join(watchers[i], NULL);
	ck_assert_int_eq(atomic_load(&moved), MOVES);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("wait");
	TCase *tc = tcase_create("wait");
	SRunner *r;
	int failed;

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_test(tc, an_event_that_is_there_is_given_at_once);
	tcase_add_test(tc, an_event_ends_the_wait);
	tcase_add_test(tc, a_change_that_fails_wakes_nobody);
	tcase_add_test(tc, time_ends_the_wait);
	tcase_add_test(tc, stopping_ends_every_wait_and_none_begins);
	tcase_add_test(tc, no_wake_up_is_lost);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

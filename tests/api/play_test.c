/*
 * play_test.c - whole games by legal lists, and what can be read of them:
 * every view again by its version, the log in pages, long polls, text.
 */
#include "tests/api/table_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VIEWS_MAX = 2000 };

static struct around a;

static void open_service(void)
{
	around_open(&a, (struct api_config){0});
}

static void close_service(void)
{
	around_close(&a);
}

/* --- views by their version ------------------------------------------------------ */

struct seen {
	long version;
	char *view;
};

static struct seen seen[VIEWS_MAX];
static int seen_count;

static void look(void)
{
	ck_assert_int_lt(seen_count, VIEWS_MAX);
	ASK(200, &a, NOBODY, "GET", "", NULL);
	seen[seen_count].version = got_number(&a, "version");
	seen[seen_count++].view = strdup(got_body(&a));
	fake_time += 1234;
}

static void forget(void)
{
	while (seen_count > 0)
		free(seen[--seen_count].view);
}

/* Between two views that were seen, only a call's own steps lie. */
static void look_back(void)
{
	char target[40];
	int at = 0;

	for (long version = 1; version <= seen[seen_count - 1].version; version++) {
		while (at + 1 < seen_count && seen[at + 1].version <= version)
			at++;
		snprintf(target, sizeof(target), "at/%ld", version);
		ASK(200, &a, NOBODY, "GET", target, NULL);
		if (seen[at].version == version || got_number(&a, "version") == seen[at].version)
			ck_assert_str_eq(got_body(&a), seen[at].view);
		else
			ck_assert_int_le(got_number(&a, "version"), version);
	}
	snprintf(target, sizeof(target), "at/%ld", seen[seen_count - 1].version + 1);
	ASK(404, &a, NOBODY, "GET", target, NULL);
	ASK(404, &a, NOBODY, "GET", "at/0", NULL);
	ASK(404, &a, NOBODY, "GET", "at/-1", NULL);
	ASK(404, &a, NOBODY, "GET", "at/1x", NULL);
	ASK(404, &a, NOBODY, "GET", "at/99999999999999999999", NULL);
}

/* Now and then somebody takes a move back. */
static int move_or_undo(void)
{
	if (roll(&a, 8) == 0) {
		int seat;

		ASK(200, &a, NOBODY, "GET", "legal", NULL);
		seat = (int)got_number(&a, "seat");
		if (got(&a, "always/0/type") && strcmp(got(&a, "always/0/type"), "undo") == 0)
			ASK(200, &a, seat, "POST", "undo", NULL);
	}
	return random_move(&a);
}

START_TEST(every_view_can_be_read_again)
{
	static const char *const options[] = {"", ",\"options\":{\"auto_draw\":true,\"first_seat\":1}",
		",\"options\":{\"auto_end_turn\":false}", ",\"options\":{\"retrieve\":\"empty-supply\"}"};

	a.dice = (unsigned)_i + 1;
	around_create(&a, 2 + _i, options[_i]);
	look();
	if (a.seats > 2) {
		ASK(201, &a, STRANGER, "POST", "seats", "{}");
		look();
		ASK(200, &a, STRANGER, "DELETE", "seats/1", NULL);
		look();
	}
	for (int i = 1; i < a.seats; i++) {
		ASK(201, &a, i, "POST", "seats", "{}");
		look();
	}
	while (move_or_undo())
		look();
	GOT(&a, "moves", "[]");
	look_back();
	forget();
}
END_TEST

START_TEST(views_of_games_that_began_early_or_never)
{
	around_create(&a, 5, "");
	look();
	ASK(201, &a, 1, "POST", "seats", "{\"seat\":2}");
	look();
	ASK(201, &a, 2, "POST", "seats", "{\"seat\":4}");
	look();
	ASK(200, &a, 0, "POST", "start", NULL);
	look();
	for (int i = 0; i < 20 && random_move(&a); i++)
		look();
	look_back();
	forget();
	around_create(&a, 2, "");
	look();
	ASK(200, &a, 0, "POST", "abort", NULL);
	look();
	look_back();
	forget();
}
END_TEST

/* --- whole games --------------------------------------------------------------------- */

START_TEST(a_whole_game)
{
	int moves = 0;
	long events;

	a.dice = 100u + (unsigned)_i;
	around_start(&a, 2 + _i % 4, "");
	while (random_move(&a))
		moves++;
	ck_assert_int_gt(moves, 72);
	ASK(200, &a, NOBODY, "GET", "", NULL);
	GOT(&a, "status", "finished");
	GOT(&a, "turn/phase", "over");
	GOT(&a, "waiting_for", "[]");
	ck_assert_ptr_nonnull(got(&a, "result/winners/0"));
	ck_assert_int_eq(got_count(&a, "result/scores"), a.seats);
	for (int i = 0; i < a.seats; i++) {
		char score[40], result[40], text[20];

		snprintf(score, sizeof(score), "seats/%d/score", i);
		snprintf(result, sizeof(result), "result/scores/%d", i);
		snprintf(text, sizeof(text), "%s", got(&a, score));
		GOT(&a, result, text);
	}
	ck_assert_str_ne(got(&a, "finished_at"), "null");
	/* A view of a whole game and the cached table around it. */
	ck_assert_uint_lt(strlen(got_body(&a)) + sizeof(struct game) + 8192, 64 * 1024);
	events = got_number(&a, "version");
	ASK(200, &a, NOBODY, "GET", "events?limit=1000&after=0", NULL);
	ck_assert_int_eq(got_number(&a, "version"), events);
	ASK(200, &a, NOBODY, "GET", "fairness", NULL);
	ck_assert_uint_eq(strlen(got(&a, "server_seed")), 64);
	ck_assert_uint_eq(strlen(got(&a, "game_seed")), 64);
	ASK(200, &a, NOBODY, "GET", "record", NULL);
	ck_assert_ptr_nonnull(got(&a, "result"));
}
END_TEST

/* --- the log ---------------------------------------------------------------------------- */

START_TEST(the_log_has_pages)
{
	static const int limits[] = {1, 3, 7, 200, 1000};
	char target[300], link[300];
	long next = 0, last;

	around_start(&a, 2, "");
	for (int i = 0; i < 60; i++)
		random_move(&a);
	ASK(200, &a, NOBODY, "GET", "", NULL);
	last = got_number(&a, "version");
	for (int page = 0; next < last; page++) {
		int limit = limits[page % 4], count;

		snprintf(target, sizeof(target), "events?after=%ld&limit=%d", next, limit);
		ASK(200, &a, NOBODY, "GET", target, NULL);
		count = got_count(&a, "events");
		ck_assert_int_eq(count, last - next < limit ? last - next : limit);
		for (int i = 0; i < count; i++) {
			snprintf(target, sizeof(target), "events/%d/seq", i);
			ck_assert_int_eq(got_number(&a, target), next + i + 1);
			snprintf(target, sizeof(target), "events/%d/game", i);
			GOT(&a, target, a.game);
		}
		next = got_number(&a, "next");
		ck_assert_int_eq((talk_answer_header(&a.t, "Link") != NULL), next < last);
		if (next < last) {
			snprintf(link, sizeof(link), "</v1/games/%s/events?after=%ld&limit=%d>; rel=\"next\"",
				a.game, next, limit);
			ck_assert_str_eq(talk_answer_header(&a.t, "Link"), link);
		}
	}
	snprintf(target, sizeof(target), "events?after=%ld", last);
	ASK(200, &a, NOBODY, "GET", target, NULL);
	GOT(&a, "events", "[]");
	ck_assert_int_eq(got_number(&a, "next"), last);
	ASK(400, &a, NOBODY, "GET", "events?after=-1", NULL);
	ASK(400, &a, NOBODY, "GET", "events?limit=0", NULL);
	ASK(400, &a, NOBODY, "GET", "events?limit=1001", NULL);
	ASK(400, &a, NOBODY, "GET", "events?wait=61", NULL);
	ASK(400, &a, NOBODY, "GET", "events?since=1", NULL);
}
END_TEST

START_TEST(the_log_as_lines)
{
	const char *at;
	int lines = 0;

	around_start(&a, 2, "");
	a.accept = "application/x-ndjson";
	ASK(200, &a, NOBODY, "GET", "events?after=2", NULL);
	for (at = got_body(&a); *at; at = strchr(at, '\n') + 1) {
		ck_assert_int_eq(*at, '{');
		lines++;
	}
	ck_assert_int_eq(lines, 3);
}
END_TEST

START_TEST(a_long_poll_ends_with_the_next_event)
{
	struct talk t;
	char target[80];

	around_start(&a, 2, ",\"options\":{\"first_seat\":0}");
	snprintf(target, sizeof(target), "/v1/games/%s/events?after=5&wait=30", a.game);
	talk_begin(&t, a.f, "GET", target, NULL);
	talk_go(&t);
	ck_assert_int_eq(t.later, 1);
	a.f->fail_commit = 1;
	ASK(503, &a, 0, "POST", "draw", NULL);
	ck_assert_int_eq(t.wakes, 0);
	ASK(200, &a, 0, "POST", "draw", NULL);
	ck_assert_int_eq(t.wakes, 1);
	talk_resume(&t);
	ck_assert_pstr_eq(talk_get(&t, "events/0/type"), "tile-drawn");
	ck_assert_pstr_eq(talk_get(&t, "version"), "6");
	talk_end(&t);
	/* With something new there already it does not wait. */
	ASK(200, &a, NOBODY, "GET", "events?after=5&wait=30", NULL);
	ck_assert_int_eq(got_count(&a, "events"), 1);
}
END_TEST

/* --- reading ---------------------------------------------------------------------------- */

START_TEST(an_unchanged_view_is_not_sent_again)
{
	static const char *const targets[] = {"", "legal", "fairness", "at/4", "events"};
	char tag[80];

	around_start(&a, 2, "");
	for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
		struct talk t;
		char target[60];

		ASK(200, &a, 0, "GET", targets[i], NULL);
		ck_assert_ptr_nonnull(talk_answer_header(&a.t, "ETag"));
		snprintf(tag, sizeof(tag), "%s", talk_answer_header(&a.t, "ETag"));
		snprintf(target, sizeof(target), "/v1/games/%s%s%s", a.game, *targets[i] ? "/" : "", targets[i]);
		talk_begin(&t, a.f, "GET", target, NULL);
		talk_token(&t, a.token[0]);
		talk_header(&t, "If-None-Match", tag);
		talk_go(&t);
		ck_assert_int_eq(t.x.reply.status, 304);
		talk_end(&t);
	}
}
END_TEST

START_TEST(legal_lists_differ_by_seat_and_so_do_their_tags)
{
	char tag[80];

	around_start(&a, 2, "");
	ASK(200, &a, NOBODY, "GET", "legal?seat=0", NULL);
	snprintf(tag, sizeof(tag), "%s", talk_answer_header(&a.t, "ETag"));
	ASK(200, &a, NOBODY, "GET", "legal?seat=1", NULL);
	ck_assert_str_ne(talk_answer_header(&a.t, "ETag"), tag);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("play");
	TCase *tc = tcase_create("play");
	SRunner *r;
	int failed;

	tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_loop_test(tc, every_view_can_be_read_again, 0, 4);
	tcase_add_test(tc, views_of_games_that_began_early_or_never);
	tcase_add_loop_test(tc, a_whole_game, 0, 8);
	tcase_add_test(tc, the_log_has_pages);
	tcase_add_test(tc, the_log_as_lines);
	tcase_add_test(tc, a_long_poll_ends_with_the_next_event);
	tcase_add_test(tc, an_unchanged_view_is_not_sent_again);
	tcase_add_test(tc, legal_lists_differ_by_seat_and_so_do_their_tags);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

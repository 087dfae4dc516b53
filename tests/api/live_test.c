/*
 * live_test.c - the cache of tables: what it keeps, what it lets go, and that
 * readers see whole committed states only, in order.
 */
/* Before check.h, which has a macro of the name fail. */
#include "api/inside.h"
#include "api/live.h"
#include "storage/store_ops.h"
#include "tests/api/table_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 7, READERS = 3 };

static struct around a;

static void open_service(void)
{
	around_open(&a, (struct api_config){.cached_games = 2, .reader_count = READERS + 1});
}

static void close_service(void)
{
	around_close(&a);
}

static void pick(const char *id)
{
	memcpy(a.game, id, sizeof(a.game));
}

START_TEST(games_that_were_let_go_come_back_as_they_were)
{
	char games[GAMES][STORE_GAME_ID + 1];
	char *views[GAMES];

	for (int i = 0; i < GAMES; i++) {
		around_start(&a, 2 + i % 3, "");
		snprintf(games[i], sizeof(games[i]), "%s", a.game);
	}
	for (int move = 0; move < 30; move++)
		for (int i = 0; i < GAMES; i++) {
			pick(games[i]);
			random_move(&a);
		}
	for (int i = 0; i < GAMES; i++) {
		pick(games[i]);
		ASK(200, &a, NOBODY, "GET", "", NULL);
		views[i] = strdup(got_body(&a));
	}
	for (int i = 0; i < 3 * GAMES; i++) {
		pick(games[i % GAMES]);
		ASK(200, &a, NOBODY, "GET", "", NULL);
		ck_assert_str_eq(got_body(&a), views[i % GAMES]);
	}
	for (int i = 0; i < GAMES; i++)
		free(views[i]);
}
END_TEST

/* A table under another id or version; the cache looks at nothing else. */
static struct table *make_table(const char *id, int64_t version)
{
	struct table *t = table_new();

	snprintf(t->meta.id, sizeof(t->meta.id), "%s", id);
	t->meta.version = version;
	return t;
}

static int64_t cached_version(const char *id)
{
	struct call c = {.api = a.f->api};
	struct table *t;
	int64_t version;

	c.conn = a.f->writer;
	buf_init(&c.out, 1024);
	buf_init(&c.extra, 1024);
	t = live_get(&c, id);
	version = t ? t->meta.version : -1;
	table_unref(t);
	buf_free(&c.out);
	buf_free(&c.extra);
	return version;
}

START_TEST(only_what_is_settled_and_committed_is_shown)
{
	struct live *l = api_live(a.f->api);

	live_put(l, make_table("aaaaaaaa", 1));
	ck_assert_int_eq(cached_version("aaaaaaaa"), -1);
	live_settle(l, 0);
	live_batch_end(l, 1);
	ck_assert_int_eq(cached_version("aaaaaaaa"), -1);
	live_put(l, make_table("aaaaaaaa", 1));
	live_settle(l, 1);
	ck_assert_int_eq(cached_version("aaaaaaaa"), -1);
	live_batch_end(l, 0);
	ck_assert_int_eq(cached_version("aaaaaaaa"), -1);
	live_put(l, make_table("aaaaaaaa", 1));
	live_settle(l, 1);
	live_put(l, make_table("bbbbbbbb", 5));
	live_settle(l, 1);
	live_put(l, make_table("aaaaaaaa", 2));
	live_settle(l, 1);
	live_put(l, make_table("aaaaaaaa", 3));
	live_settle(l, 0);
	live_batch_end(l, 1);
	ck_assert_int_eq(cached_version("aaaaaaaa"), 2);
	ck_assert_int_eq(cached_version("bbbbbbbb"), 5);
}
END_TEST

START_TEST(the_least_recently_used_goes)
{
	struct live *l = api_live(a.f->api);

	for (int i = 0; i < 3; i++) {
		live_put(l, make_table(i == 0 ? "aaaaaaaa" : i == 1 ? "bbbbbbbb" : "cccccccc", 1));
		live_settle(l, 1);
		live_batch_end(l, 1);
		if (i == 1)
			ck_assert_int_eq(cached_version("aaaaaaaa"), 1);
	}
	ck_assert_int_eq(cached_version("aaaaaaaa"), 1);
	ck_assert_int_eq(cached_version("bbbbbbbb"), -1);
	ck_assert_int_eq(cached_version("cccccccc"), 1);
}
END_TEST

START_TEST(a_refused_job_leaves_the_others_of_its_batch_alone)
{
	struct talk t[3];
	char draw[60];

	around_start(&a, 2, ",\"options\":{\"first_seat\":0}");
	snprintf(draw, sizeof(draw), "/v1/games/%s/draw", a.game);
	fake_hold(a.f);
	for (int i = 0; i < 3; i++) {
		talk_begin(&t[i], a.f, "POST", draw, i == 1 ? "{\"x\":1}" : "{}");
		talk_token(&t[i], a.token[0]);
		talk_go(&t[i]);
	}
	fake_run_held(a.f);
	for (int i = 0; i < 3; i++) {
		talk_resume(&t[i]);
		ck_assert_int_eq(t[i].x.reply.status, i == 1 ? 422 : 200);
		talk_end(&t[i]);
	}
	ASK(200, &a, NOBODY, "GET", "", NULL);
	GOT(&a, "version", "6");
}
END_TEST

START_TEST(a_batch_that_fails_takes_everything_with_it)
{
	struct talk t[2];
	char path[60];

	around_start(&a, 2, ",\"options\":{\"first_seat\":0}");
	fake_hold(a.f);
	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "/v1/games/%s/%s", a.game, i ? "resign" : "draw");
		talk_begin(&t[i], a.f, "POST", path, NULL);
		talk_token(&t[i], a.token[0]);
		talk_go(&t[i]);
	}
	a.f->fail_commit = 1;
	fake_run_held(a.f);
	for (int i = 0; i < 2; i++) {
		talk_resume(&t[i]);
		ck_assert_int_eq(t[i].x.reply.status, 503);
		talk_end(&t[i]);
	}
	ASK(200, &a, NOBODY, "GET", "", NULL);
	GOT(&a, "version", "5");
	GOT(&a, "status", "active");
	ASK(200, &a, 0, "POST", "draw", NULL);
	ck_assert_int_eq(got_number(&a, "version"), 6);
}
END_TEST

START_TEST(a_renamed_player_is_seen_anew)
{
	around_create(&a, 2, "");
	ASK(200, &a, NOBODY, "GET", "", NULL);
	GOT(&a, "seats/0/player/bot", "false");
	ASK(200, &a, 0, "PATCH", "/v1/me", "{\"bot\":true}");
	ASK(200, &a, NOBODY, "GET", "", NULL);
	GOT(&a, "seats/0/player/bot", "true");
}
END_TEST

/* Set the version in the store, and make the cache let the game go. */
static void age(long version)
{
	char game[STORE_GAME_ID + 1];
	struct store_conn *w = a.f->writer;
	struct store_game row;
	int64_t before;

	memcpy(game, a.game, sizeof(game));
	ck_assert_int_eq(store_begin(w), STORE_OK);
	ck_assert_int_eq(store_game_get(w, game, &row), STORE_OK);
	before = row.version;
	row.version = version;
	ck_assert_int_eq(store_game_update(w, &row, before), STORE_OK);
	ck_assert_int_eq(store_commit(w), STORE_OK);
	store_game_dispose(&row);
	for (int i = 0; i < 2; i++)
		around_create(&a, 2, "");
	pick(game);
}

START_TEST(coming_going_and_undoing_end_some_day)
{
	char body[80];

	around_create(&a, 3, "");
	age(TABLE_VERSION_MAX + 1);
	ASK(403, &a, 1, "POST", "seats", "{}");
	around_start(&a, 2, ",\"options\":{\"first_seat\":0}");
	ASK(200, &a, 0, "POST", "draw", NULL);
	ASK(200, &a, 0, "GET", "legal", NULL);
	snprintf(body, sizeof(body), "{\"move_id\":\"%s\"}", got(&a, "moves/0/move_id"));
	ASK(200, &a, 0, "POST", "actions", body);
	age(TABLE_VERSION_MAX + 1);
	ASK(409, &a, 0, "POST", "undo", NULL);
	GOT(&a, "code", "nothing-to-undo");
}
END_TEST

/* A row that another process wrote: the guard of the version says no, and the cache learns. */
START_TEST(a_change_from_behind_is_refused_and_noticed)
{
	struct store_conn *w = a.f->writer;
	struct store_game row;

	around_start(&a, 2, ",\"options\":{\"first_seat\":0}");
	ck_assert_int_eq(store_begin(w), STORE_OK);
	ck_assert_int_eq(store_game_get(w, a.game, &row), STORE_OK);
	row.version = 9;
	ck_assert_int_eq(store_game_update(w, &row, 5), STORE_OK);
	ck_assert_int_eq(store_commit(w), STORE_OK);
	store_game_dispose(&row);
	ASK(503, &a, 0, "POST", "draw", NULL);
	ASK(200, &a, NOBODY, "GET", "", NULL);
	GOT(&a, "version", "9");
}
END_TEST

/* --- a reader that is overtaken ----------------------------------------------------- */

static enum store_result (*seats_of_store)(struct store_conn *, const char *, struct store_seat *, int, int *);
static int overtaken;

/* Between reading the row and reading the seats, the game moves on. */
static enum store_result seats_late(struct store_conn *c, const char *game, struct store_seat *out, int max, int *count)
{
	if (!overtaken++)
		ASK(200, &a, 0, "POST", "draw", NULL);
	return seats_of_store(c, game, out, max, count);
}

START_TEST(a_reader_that_was_overtaken_does_not_bring_the_old_state_back)
{
	struct store_error err;
	struct call c = {.api = a.f->api};
	struct store_ops ops;
	struct table *t;
	char game[STORE_GAME_ID + 1];

	around_start(&a, 2, ",\"options\":{\"first_seat\":0}");
	memcpy(game, a.game, sizeof(game));
	for (int i = 0; i < 2; i++)
		around_create(&a, 2, "");
	pick(game);
	c.conn = store_reader(a.f->store, &err);
	ops = *c.conn->ops;
	seats_of_store = ops.seats;
	ops.seats = seats_late;
	c.conn->ops = &ops;
	overtaken = 0;
	t = live_get(&c, a.game);
	ck_assert_int_eq(t->meta.version, 5);
	table_unref(t);
	ck_assert_int_eq(overtaken, 1);
	store_disconnect(c.conn);
	ASK(200, &a, NOBODY, "GET", "", NULL);
	GOT(&a, "version", "6");
}
END_TEST

/* --- readers beside the writer ---------------------------------------------------- */

static atomic_int playing;

/* Versions of one game never go back, and a view is whole. */
static void *read_on(void *arg)
{
	char games[2][40];
	long last[2] = {0, 0};

	memcpy(games, arg, sizeof(games));
	for (int i = 0; atomic_load(&playing); i++) {
		struct talk t;
		long version;

		ck_assert_int_eq(talk(&t, a.f, NULL, "GET", games[i % 2], NULL), 200);
		version = strtol(talk_get(&t, "version"), NULL, 10);
		ck_assert_int_ge(version, last[i % 2]);
		last[i % 2] = version;
		talk_end(&t);
	}
	return NULL;
}

START_TEST(readers_see_versions_in_order)
{
	pthread_t readers[READERS];
	char games[3][STORE_GAME_ID + 1], targets[2][40];

	/* A cache of one game: each is loaded and let go all the time. */
	around_close(&a);
	around_open(&a, (struct api_config){.cached_games = 1, .reader_count = READERS + 1});
	for (int i = 0; i < 3; i++) {
		around_start(&a, 2, "");
		snprintf(games[i], sizeof(games[i]), "%s", a.game);
	}
	for (int i = 0; i < 2; i++)
		snprintf(targets[i], sizeof(targets[i]), "/v1/games/%s", games[i]);
	atomic_store(&playing, 1);
	for (int i = 0; i < READERS; i++)
		ck_assert_int_eq(pthread_create(&readers[i], NULL, read_on, targets), 0);
	for (int i = 0; i < 450; i++) {
		pick(games[i % 3]);
		random_move(&a);
	}
	atomic_store(&playing, 0);
	for (int i = 0; i < READERS; i++)
		pthread_join(readers[i], NULL);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("live");
	TCase *tc = tcase_create("live");
	SRunner *r;
	int failed;

	tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_test(tc, games_that_were_let_go_come_back_as_they_were);
	tcase_add_test(tc, only_what_is_settled_and_committed_is_shown);
	tcase_add_test(tc, the_least_recently_used_goes);
	tcase_add_test(tc, a_refused_job_leaves_the_others_of_its_batch_alone);
	tcase_add_test(tc, a_batch_that_fails_takes_everything_with_it);
	tcase_add_test(tc, a_renamed_player_is_seen_anew);
	tcase_add_test(tc, coming_going_and_undoing_end_some_day);
	tcase_add_test(tc, a_change_from_behind_is_refused_and_noticed);
	tcase_add_test(tc, a_reader_that_was_overtaken_does_not_bring_the_old_state_back);
	tcase_add_test(tc, readers_see_versions_in_order);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

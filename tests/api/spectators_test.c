/*
 * spectators_test.c - which version is so many moves old, held against a slow
 * reckoning that knows what stood after each entry; and what a table keeps for
 * spectators.
 */
/* Before check.h, which has a macro of the name fail. */
#include "api/inside.h"
#include "api/live.h"
#include "api/spectators.h"
#include "tests/api/table_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 300 };

/* A log and, by entry, how many moves stood after it. */
struct log {
	int count;
	struct store_entry at[ENTRIES];
	int stood[ENTRIES];
};

static uint32_t chance(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static void add(struct log *l, enum action_type type, int events)
{
	struct store_entry *e = &l->at[l->count];
	struct action a = {.type = (uint8_t)type};
	int stood = l->count ? l->stood[l->count - 1] : 0;

	memset(e, 0, sizeof(*e));
	e->first = l->count ? e[-1].last + 1 : 1;
	e->last = e->first + events - 1;
	e->has_action = type != ACTION_NONE;
	if (e->has_action)
		action_encode(&a, e->action);
	l->stood[l->count++] = stood + (type == ACTION_UNDO ? -1 : e->has_action);
}

/* Moves, things that are none, and moves taken back, at most as many as were made in a row. */
static void make_random(struct log *l, uint32_t seed)
{
	int open = 0;

	l->count = 0;
	add(l, ACTION_NONE, 3);
	while (l->count < ENTRIES) {
		uint32_t roll = chance(&seed) % 10;

		if (roll < 2) {
			add(l, ACTION_NONE, 1 + (int)(chance(&seed) % 3));
		} else if (roll < 5 && open > 0) {
			add(l, ACTION_UNDO, 1);
			open--;
		} else {
			add(l, ACTION_PLACE, 1 + (int)(chance(&seed) % 5));
			open = roll == 9 ? 0 : open + 1;
		}
	}
}

/* Up to the last entry before the first after which more moves than most - delay (at least none) stood. */
static int64_t slow_shown(const struct log *l, int count, int delay)
{
	int most = 0, shown;

	for (int i = 0; i < count; i++)
		most = l->stood[i] > most ? l->stood[i] : most;
	shown = most > delay ? most - delay : 0;
	for (int i = 0; i < count; i++)
		if (l->stood[i] > shown)
			return l->at[i].first - 1;
	return l->at[count - 1].last;
}

START_TEST(what_is_shown_is_so_many_moves_old)
{
	static const int delays[] = {1, 2, 3, 7, 50, TABLE_DELAY_MAX};
	static struct log log;

	for (uint32_t seed = 1; seed <= 40; seed++) {
		make_random(&log, seed);
		for (size_t d = 0; d < sizeof(delays) / sizeof(delays[0]); d++) {
			struct lag lag;
			int64_t before = 0;

			lag_begin(&lag, delays[d]);
			for (int i = 0; i < log.count; i++) {
				int64_t shown;

				lag_note(&lag, &log.at[i]);
				shown = lag_shown(&lag, log.at[i].last);
				ck_assert_int_eq(shown, slow_shown(&log, i + 1, delays[d]));
				ck_assert_int_ge(shown, before);
				before = shown;
			}
		}
	}
}
END_TEST

/* Whoever goes to and fro shows no more by that. */
START_TEST(going_to_and_fro_shows_nothing)
{
	static struct log log;
	struct lag lag;
	int64_t shown = 0;

	log.count = 0;
	add(&log, ACTION_NONE, 2);
	for (int i = 0; i < 5; i++)
		add(&log, ACTION_PLACE, 1);
	for (int i = 0; i < 40; i++) {
		add(&log, ACTION_UNDO, 1);
		add(&log, ACTION_PLACE, 1);
	}
	lag_begin(&lag, 3);
	for (int i = 0; i < log.count; i++) {
		lag_note(&lag, &log.at[i]);
		if (i == 5)
			shown = lag_shown(&lag, log.at[i].last);
	}
	ck_assert_int_eq(shown, 4);
	ck_assert_int_eq(lag_shown(&lag, log.at[log.count - 1].last), shown);
}
END_TEST

/* --- tables ------------------------------------------------------------------- */

static struct around a;

static void open_service(void)
{
	around_open(&a, (struct api_config){.cached_games = 4, .reader_count = 2});
}

static void close_service(void)
{
	around_close(&a);
}

/* The first move that the seat in turn may make. */
static void move(void)
{
	char body[60];
	int seat;

	ASK(200, &a, 0, "GET", "", NULL);
	seat = (int)got_number(&a, "waiting_for/0");
	ASK(200, &a, seat, "GET", "legal", NULL);
	snprintf(body, sizeof(body), "{\"move_id\":\"%s\"}", got(&a, "moves/0/move_id"));
	ASK(200, &a, seat, "POST", "actions", body);
}

START_TEST(late_tables_are_made_once)
{
	struct flight f;
	struct table *now, *first, *again;
	int64_t version;

	around_start(&a, 2, ",\"spectator_delay\":5");
	for (int i = 0; i < 20; i++)
		move();
	memset(&f, 0, sizeof(f));
	f.c.api = a.f->api;
	f.c.conn = readers_take(a.f->api->readers);
	now = live_peek(&f.c, a.game);
	ck_assert_ptr_nonnull(now);
	ck_assert_ptr_null(atomic_load(&now->late));
	ck_assert_int_eq(spectators_version(&f.c, now, "", &version), 0);
	ck_assert_int_lt(version, now->meta.version);
	first = live_get(&f.c, a.game);
	again = live_get(&f.c, a.game);
	ck_assert_ptr_eq(first, again);
	ck_assert_ptr_eq(first, atomic_load(&now->late));
	ck_assert_int_eq(first->meta.version, version);
	/* Who sits gets the table itself. */
	memcpy(f.c.player, now->seats[1].player, sizeof(f.c.player));
	table_unref(again);
	again = live_get(&f.c, a.game);
	ck_assert_ptr_eq(again, now);
	ck_assert(!spectators_late(first, ""));
	table_unref(first);
	table_unref(again);
	table_unref(now);
	readers_give(a.f->api->readers, f.c.conn);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("spectators");
	TCase *pure = tcase_create("pure"), *service = tcase_create("service");
	SRunner *runner;
	int failed;

	tcase_add_test(pure, what_is_shown_is_so_many_moves_old);
	tcase_add_test(pure, going_to_and_fro_shows_nothing);
	tcase_add_checked_fixture(service, open_service, close_service);
	tcase_add_test(service, late_tables_are_made_once);
	suite_add_tcase(s, pure);
	suite_add_tcase(s, service);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

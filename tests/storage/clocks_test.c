/* clocks_test.c - what stores keep for clocks: due games, players' times, numbers. */
#include "storage/clocks.h"
#include "tests/storage/store_fixture.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

struct due {
	int count;
	char ids[8][STORE_GAME_ID + 1];
	int stop_at;
};

static int note_due(void *arg, const char *id, int64_t due_at)
{
	struct due *d = arg;

	ck_assert_int_gt(due_at, 0);
	memcpy(d->ids[d->count++], id, sizeof(d->ids[0]));
	return d->count == d->stop_at;
}

static struct due due(struct store_conn *c, int64_t until, int limit, int stop_at)
{
	struct due d = {.stop_at = stop_at};

	OK(store_due_games(c, until, limit, note_due, &d));
	return d;
}

/* "2@100": two, the earliest at 100. */
static const char *sum(struct store_conn *conn, int64_t until)
{
	static char text[48];
	int64_t count = -1, at = -1;

	OK(store_due_sum(conn, until, &count, &at));
	snprintf(text, sizeof text, "%lld@%lld", (long long)count, (long long)at);
	return text;
}

static void set_due(struct st *s, const char *id, int64_t at, int timed)
{
	struct store_game g;

	OK(store_game_get(s->w, id, &g));
	g.due_at = at;
	g.clock_size = at ? 3 : 0;
	memcpy(g.clock, "abc", 3);
	g.timed = (uint8_t)timed;
	OK(store_game_update(s->w, &g, g.version));
	store_game_dispose(&g);
}

START_TEST(due_games_come_earliest_first)
{
	struct store_game g;
	struct due d;
	struct st s;

	st_open(&s, _i);
	OK(store_begin(s.w));
	st_add(&s, st_game("game000a"));
	st_add(&s, st_game("game000b"));
	st_add(&s, st_game("game000c"));
	set_due(&s, "game000a", 300, 1);
	set_due(&s, "game000b", 100, 1);
	set_due(&s, "game000c", 200, 0);	/* not asked to be written */
	ck_assert_int_eq(due(s.w, 1000, 0, 0).count, 2);
	OK(store_commit(s.w));
	d = due(s.r, 1000, 0, 0);
	ck_assert_int_eq(d.count, 2);
	ck_assert_str_eq(d.ids[0], "game000b");
	ck_assert_str_eq(d.ids[1], "game000a");
	ck_assert_int_eq(due(s.r, 299, 0, 0).count, 1);
	ck_assert_int_eq(due(s.r, 300, 0, 0).count, 2);
	ck_assert_int_eq(due(s.r, 99, 0, 0).count, 0);
	ck_assert_str_eq(sum(s.r, 99), "0@0");
	ck_assert_str_eq(sum(s.r, 100), "1@100");
	ck_assert_str_eq(sum(s.r, 300), "2@100");
	ck_assert_int_eq(due(s.r, 1000, 1, 0).count, 1);
	ck_assert_int_eq(due(s.r, 1000, 0, 1).count, 1);
	OK(store_game_get(s.r, "game000b", &g));
	ck_assert_int_eq(g.clock_size, 3);
	ck_assert_mem_eq(g.clock, "abc", 3);
	store_game_dispose(&g);
	OK(store_begin(s.w));
	set_due(&s, "game000b", 0, 1);
	OK(store_commit(s.w));
	ck_assert_str_eq(due(s.r, 1000, 0, 0).ids[0], "game000a");
	ck_assert_str_eq(sum(s.r, 1000), "1@300");
	if (s.kind == ST_SQLITE)
		st_reopen(&s);
	ck_assert_int_eq(due(s.r, 1000, 0, 0).count, 1);
	st_close(&s);
}
END_TEST

START_TEST(a_due_time_that_cannot_be)
{
	struct store_game g;
	struct st s;

	st_open(&s, _i);
	OK(store_begin(s.w));
	g = st_game("game000a");
	g.due_at = -1;
	IS(store_game_add(s.w, &g), STORE_BROKEN);
	g.due_at = 5;
	g.clock_size = STORE_CLOCK + 1;
	IS(store_game_add(s.w, &g), STORE_BROKEN);
	g.clock_size = STORE_CLOCK;
	OK(store_game_add(s.w, &g));
	st_close(&s);
}
END_TEST

START_TEST(times_of_players)
{
	struct store_times t = {.player = "ada", .zone = "Europe/Berlin", .quiet_from = 1320, .quiet_to = 420, .vacation_from = 10,
		.vacation_until = 20, .bank = 30, .bank_at = 40, .changes = 2, .changes_at = 50}, got;
	struct st s;

	st_open(&s, _i);
	OK(store_begin(s.w));
	IS(store_times_put(s.w, &t), STORE_NOT_FOUND);
	st_player(&s, "ada");
	IS(store_times_get(s.w, "ada", &got), STORE_NOT_FOUND);
	OK(store_times_put(s.w, &t));
	t.vacation_until = 25;
	OK(store_times_put(s.w, &t));
	OK(store_commit(s.w));
	IS(store_times_put(s.w, &t), STORE_BROKEN);	/* outside a transaction */
	OK(store_times_get(s.r, "ada", &got));
	ck_assert_str_eq(got.zone, t.zone);
	ck_assert_int_eq(got.quiet_from, 1320);
	ck_assert_int_eq(got.quiet_to, 420);
	ck_assert_int_eq(got.vacation_from, 10);
	ck_assert_int_eq(got.vacation_until, 25);
	ck_assert_int_eq(got.bank, 30);
	ck_assert_int_eq(got.bank_at, 40);
	ck_assert_int_eq(got.changes, 2);
	ck_assert_int_eq(got.changes_at, 50);
	/* They go with the player. */
	OK(store_begin(s.w));
	OK(store_player_delete(s.w, "ada", "Former player", 60));
	OK(store_commit(s.w));
	IS(store_times_get(s.r, "ada", &got), STORE_NOT_FOUND);
	st_close(&s);
}
END_TEST

START_TEST(numbers_by_name)
{
	int64_t value = 7;
	struct st s;

	st_open(&s, _i);
	IS(store_number_get(s.r, "alive_at", &value), STORE_NOT_FOUND);
	ck_assert_int_eq(value, 7);
	OK(store_begin(s.w));
	OK(store_number_put(s.w, "alive_at", 1));
	OK(store_number_put(s.w, "alive_at", -5));
	IS(store_number_put(s.w, "", 1), STORE_BROKEN);
	IS(store_number_put(s.w, "a name that is longer than a name may be", 1), STORE_BROKEN);
	OK(store_commit(s.w));
	OK(store_number_get(s.r, "alive_at", &value));
	ck_assert_int_eq(value, -5);
	OK(store_begin(s.w));
	OK(store_number_put(s.w, "alive_at", 9));
	store_rollback(s.w);
	OK(store_number_get(s.r, "alive_at", &value));
	ck_assert_int_eq(value, -5);
	st_close(&s);
}
END_TEST

int main(void)
{
	static const struct st_test tests[] = {
		{"due games", &due_games_come_earliest_first, ST_KINDS},
		{"a due time that cannot be", &a_due_time_that_cannot_be, ST_KINDS},
		{"times of players", &times_of_players, ST_KINDS},
		{"numbers", &numbers_by_name, ST_KINDS},
	};

	return st_main("clocks in stores", tests, sizeof tests / sizeof tests[0]);
}

/*
 * clock_game_test.c - clocks of games that are played: the row holds what the log
 * tells, whatever happens.
 */
#include "api/clock.h"
#include "api/inside.h"
#include "tests/api/table_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 3000, FOLD_MAX = 1 << 16 };

static struct around a;

static void open_service(void)
{
	around_open(&a, (struct api_config){.vacation_days = 30});
}

static void close_service(void)
{
	around_close(&a);
}

/* --- the log, folded in portions of every size ------------------------------------ */

struct folding {
	struct clock clock;
	int64_t last;
	long turns, events;
};

static int fold_entry(void *arg, const struct store_entry *entry)
{
	struct folding *f = arg;
	const char *line = entry->events, *end = line + entry->events_size;

	/* Line by line, with time running in between by itself now and then. */
	while (line < end) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));

		/* But what is given back was not used. */
		if (f->last < entry->at && roll(&a, 3) == 0 && !memmem(line, (size_t)(stop - line), "clock-credited", 14))
			clock_advance(&f->clock, f->last + (entry->at - f->last) / 3);
		ck_assert_int_eq(clock_fold_lines(&f->clock, line, (size_t)(stop + 1 - line)), 0);
		f->turns += memmem(line, (size_t)(stop - line), "\"turn-started\"", 14) != NULL;
		f->events++;
		line = stop + 1;
	}
	f->last = entry->at;
	return 0;
}

static void fold_log(struct folding *f)
{
	struct store_error err;
	struct store_conn *r = store_reader(a.f->store, &err);

	memset(f, 0, sizeof(*f));
	ck_assert_int_eq(store_log_read(r, a.game, 0, 0, fold_entry, f), STORE_OK);
	clock_settle(&f->clock);
	store_disconnect(r);
}

static void compare_with_log(struct folding *f)
{
	unsigned char bytes[CLOCK_BYTES_MAX];
	struct store_game row;
	struct clock kept;
	struct game *g = calloc(1, sizeof(*g));
	struct tileset *ts = calloc(1, sizeof(*ts));

	fold_log(f);
	stored_row(&a, &row);
	ck_assert_uint_eq(row.clock_size, clock_encode(&f->clock, bytes));
	ck_assert_mem_eq(row.clock, bytes, row.clock_size);
	ck_assert_int_eq(row.due_at, f->clock.due_at);
	ck_assert_int_eq(clock_decode(&kept, row.clock, row.clock_size), 0);
	ck_assert_mem_eq(&kept, &f->clock, sizeof(kept));
	if (row.status == STORE_ACTIVE) {
		stored_game(&a, g, ts);
		ck_assert_uint_eq(game_waiting_for(g), 1u << clock_running(&kept));
		ck_assert_int_gt(clock_deadline(&kept, clock_running(&kept)), kept.t);
	} else {
		ck_assert_int_eq(clock_running(&kept), -1);
		ck_assert_int_eq(row.due_at, 0);
	}
	free(g);
	free(ts);
}

/* --- games ---------------------------------------------------------------------------- */

static int waiting(void)
{
	ASK(200, &a, NOBODY, "GET", "", NULL);
	return got_count(&a, "waiting_for") ? (int)got_number(&a, "waiting_for/0") : -1;
}

/* Up to the next thing that is due, and do it. */
static void run_clock(void)
{
	int64_t wait = api_clock_run(a.f->api);

	ck_assert_int_lt(wait, API_CLOCK_WAIT_MAX + 1);
	fake_time += wait;
	api_clock_run(a.f->api);
}

/* Anything that can happen in a game; 0 when it is over. */
static int something(void)
{
	int seat = waiting(), other;

	if (seat < 0)
		return 0;
	fake_time += roll(&a, 3) ? roll(&a, 40000) : roll(&a, 40000000);
	api_clock_run(a.f->api);
	switch (roll(&a, 40)) {
	case 0:
		ask(&a, seat, "POST", "undo", NULL);
		return 1;
	case 1:
		other = roll(&a, a.seats);
		if (roll(&a, 4) == 0)
			ask(&a, other, "POST", "resign", NULL);
		return 1;
	case 2:
	case 3:
		for (int i = roll(&a, 60); i > 0; i--)
			run_clock();
		return 1;
	}
	return random_move(&a);
}

static const struct { const char *ruleset, *members; } games[] = {
	{NULL, ",\"clock\":{\"per_turn\":\"P1D\",\"bank\":\"P2D\",\"increment\":\"PT6H\",\"on_timeout\":\"skip\"}"},
	{NULL, ",\"clock\":{\"per_turn\":\"PT2H\"},\"options\":{\"auto_end_turn\":false,\"on_timeout\":\"forfeit\"}"},
	{NULL, ",\"clock\":{\"per_turn\":\"PT12H\",\"on_timeout\":\"skip\",\"quiet_hours\":false},\"options\":{\"auto_draw\":true}"},
	{"star-wars", ",\"clock\":{\"per_turn\":\"P1D\",\"bank\":\"P1D\",\"on_timeout\":\"skip\"},\"options\":{\"auto_battle\":false}"},
	{"star-wars", ",\"clock\":{\"per_turn\":\"PT3H\",\"bank\":\"PT1H\",\"increment\":\"PT1H\",\"bank_max\":\"PT4H\"}"},
};
enum { KINDS = sizeof(games) / sizeof(games[0]), SEEDS = 4 };

START_TEST(the_row_is_the_fold_of_the_log)
{
	struct folding f;
	int steps = 0;

	a.dice = (unsigned)_i * 7 + 1;
	a.ruleset = games[_i % KINDS].ruleset;
	around_create(&a, 2 + _i % 4, games[_i % KINDS].members);
	compare_with_log(&f);
	for (int i = 1; i < a.seats; i++)
		ASK(201, &a, i, "POST", "seats", "{}");
	compare_with_log(&f);
	while (something() && ++steps < STEPS_MAX)
		compare_with_log(&f);
	compare_with_log(&f);
	ck_assert_int_lt(steps, STEPS_MAX);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("clocks of games");
	TCase *tc = tcase_create("games");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_set_timeout(tc, 120);
	tcase_add_loop_test(tc, the_row_is_the_fold_of_the_log, 0, KINDS * SEEDS);
	suite_add_tcase(suite, tc);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

/*
 * clock_game_test.c - clocks of games that are played: the row holds what the log
 * tells, whatever happens.
 */
/* Before check.h, which has a macro of the name fail. */
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
		if (roll(&a, 3) == 0)
			compare_with_log(&f);
	compare_with_log(&f);
	ck_assert_int_lt(steps, STEPS_MAX);
}
END_TEST

/* --- due things, one by one ---------------------------------------------------------------- */

static int64_t steady_time;		/* of a clock that the system's jumps do not move */

static int64_t steady(void)
{
	return steady_time;
}

static void open_steady_service(void)
{
	steady_time = 0;
	around_open(&a, (struct api_config){.vacation_days = 30, .steady = steady});
}

/* Time goes by, with the thread at work as it is in a daemon. */
static void live(int64_t ms)
{
	int64_t wait = api_clock_run(a.f->api);

	while (ms > 0) {
		int64_t step = ms < 20000 ? ms : 20000;

		if (step > wait)
			step = wait;
		fake_time += step;
		steady_time += step * 1000;
		wait = api_clock_run(a.f->api);
		ms -= step;
	}
}

/* The service is gone, and comes back after a while on the same store. */
static void restart(int64_t away)
{
	struct api_config config = *api_config(a.f->api);
	char why[240];

	if (a.talking)
		talk_end(&a.t);
	a.talking = 0;
	api_close(a.f->api);
	fake_time += away;
	steady_time = 12345;
	a.f->api = api_open(&config, why);
	ck_assert_msg(a.f->api != NULL, "%s", why);
	api_clock_run(a.f->api);
}

static int count_events(const char *type)
{
	char *at, wanted[60];
	int count = 0;

	ASK(200, &a, 0, "GET", "events?limit=1000", NULL);
	snprintf(wanted, sizeof(wanted), "\"type\":\"%s\"", type);
	for (at = strstr(talk_body(&a.t), wanted); at; at = strstr(at + 1, wanted))
		count++;
	return count;
}

#define TEN_MINUTES 600000ll
#define BRIEF ",\"clock\":{\"per_turn\":\"PT10M\",\"on_timeout\":\"skip\"}"

START_TEST(reminders_and_time_outs_come_once_each_at_their_time)
{
	int64_t began = fake_time;

	around_start(&a, 2, BRIEF);
	api_clock_run(a.f->api);
	live(TEN_MINUTES / 2 - 1);
	ck_assert_int_eq(count_events("turn-reminder"), 0);
	live(1);
	ck_assert_int_eq(count_events("turn-reminder"), 1);
	live(TEN_MINUTES * 4 / 10 - 1);
	ck_assert_int_eq(count_events("turn-reminder"), 1);
	live(1);
	ck_assert_int_eq(count_events("turn-reminder"), 2);
	live(TEN_MINUTES / 10 - 1);
	ck_assert_int_eq(count_events("seat-timed-out"), 0);
	live(1);
	ck_assert_int_eq(count_events("seat-timed-out"), 1);
	ck_assert_int_eq(fake_time, began + TEN_MINUTES);
	ck_assert_int_eq(count_events("turn-reminder"), 2);
	/* And so on with the next seat. */
	live(TEN_MINUTES);
	ck_assert_int_eq(count_events("seat-timed-out"), 2);
	ck_assert_int_eq(count_events("turn-reminder"), 4);
	ck_assert_int_eq(count_events("clock-credited"), 0);
}
END_TEST

/* Around each of the three instants: a restart that takes no time changes nothing. */
START_TEST(restarts_lose_nothing_and_repeat_nothing)
{
	static const int64_t instants[] = {TEN_MINUTES / 2, TEN_MINUTES * 9 / 10, TEN_MINUTES};
	int64_t instant = instants[_i / 3], before = instant + _i % 3 - 1;

	around_start(&a, 2, BRIEF);
	api_clock_run(a.f->api);
	live(before);
	restart(0);
	restart(0);
	live(TEN_MINUTES + 1 - before);
	ck_assert_int_eq(count_events("turn-reminder"), 2);
	ck_assert_int_eq(count_events("seat-timed-out"), 1);
	live(2 * TEN_MINUTES);
	ck_assert_int_eq(count_events("seat-timed-out"), 3);
	ck_assert_int_eq(count_events("turn-reminder"), 6);
}
END_TEST

/* A day without a host, beginning at any of these times: nobody loses by it. */
START_TEST(nobody_times_out_because_the_host_was_down)
{
	static const int64_t used[] = {0, 1, TEN_MINUTES / 2 - 1, TEN_MINUTES / 2, TEN_MINUTES * 9 / 10, TEN_MINUTES - 1};
	int64_t day = 86400000, late;
	struct folding f;

	around_start(&a, 2, BRIEF);
	api_clock_run(a.f->api);
	live(used[_i]);
	restart(day);
	ck_assert_int_eq(count_events("clock-credited"), 1);
	ck_assert_int_eq(count_events("seat-timed-out"), 0);
	compare_with_log(&f);
	/* All that was left, and up to half a minute more: the service notes twice a minute that it is alive. */
	late = f.clock.deadline - fake_time - (TEN_MINUTES - used[_i]);
	ck_assert_int_ge(late, 0);
	ck_assert_int_le(late, 30000);
	/* Another crash in the middle of it gives nothing twice. */
	restart(0);
	ck_assert_int_eq(count_events("clock-credited"), 1);
	live(f.clock.deadline - fake_time - 1);
	ck_assert_int_eq(count_events("seat-timed-out"), 0);
	live(1);
	ck_assert_int_eq(count_events("seat-timed-out"), 1);
}
END_TEST

START_TEST(the_systems_clock_may_be_set)
{
	struct folding f;
	int64_t deadline;

	around_start(&a, 2, BRIEF);
	api_clock_run(a.f->api);
	live(60000);
	compare_with_log(&f);
	deadline = f.clock.deadline;
	/* Three hours forward: given back. */
	fake_time += 3 * CLOCK_HOUR;
	live(1);
	ck_assert_int_eq(count_events("seat-timed-out"), 0);
	ck_assert_int_eq(count_events("clock-credited"), 1);
	compare_with_log(&f);
	ck_assert_int_eq(f.clock.deadline, deadline + 3 * CLOCK_HOUR);
	/* And back again: until it is as late as it was no time counts, and nothing happens twice. */
	fake_time -= 3 * CLOCK_HOUR;
	live(1);
	ck_assert_int_eq(count_events("turn-reminder"), 0);
	ASK(200, &a, NOBODY, "GET", "clock", NULL);
	live(3 * CLOCK_HOUR + TEN_MINUTES - 60000 - 3);
	ck_assert_int_eq(count_events("seat-timed-out"), 0);
	ck_assert_int_eq(count_events("turn-reminder"), 2);
	live(3);
	ck_assert_int_eq(count_events("seat-timed-out"), 1);
	/* The thread was stopped: as if the host had been down. */
	fake_time += 5 * CLOCK_HOUR;
	steady_time += 5 * CLOCK_HOUR * 1000;
	api_clock_run(a.f->api);
	ck_assert_int_eq(count_events("clock-credited"), 2);
	ck_assert_int_eq(count_events("seat-timed-out"), 1);
}
END_TEST

START_TEST(two_games_time_out_at_once)
{
	char first[STORE_GAME_ID + 1];

	around_start(&a, 2, BRIEF);
	memcpy(first, a.game, sizeof(first));
	around_start(&a, 2, BRIEF);
	api_clock_run(a.f->api);
	live(TEN_MINUTES);
	ck_assert_int_eq(count_events("seat-timed-out"), 1);
	memcpy(a.game, first, sizeof(first));
	ck_assert_int_eq(count_events("seat-timed-out"), 1);
}
END_TEST

/* In one batch, in either order: the first wins, and both are told the same. */
START_TEST(a_move_and_a_time_out_meet)
{
	int time_out_first = _i % 2, forfeit = _i / 2, first;
	char target[40];
	struct talk t;

	around_start(&a, 2, forfeit ? ",\"clock\":{\"per_turn\":\"PT10M\"}" : BRIEF);
	api_clock_run(a.f->api);
	live(TEN_MINUTES - 1);
	first = waiting();
	fake_time++;
	steady_time += 1000;
	snprintf(target, sizeof(target), "/v1/games/%s/draw", a.game);
	fake_hold(a.f);
	if (time_out_first)
		api_clock_run(a.f->api);
	talk_begin(&t, a.f, "POST", target, NULL);
	talk_token(&t, a.token[first]);
	talk_go(&t);
	ck_assert_int_eq(t.later, 1);
	if (!time_out_first)
		api_clock_run(a.f->api);
	fake_run_held(a.f);
	talk_resume(&t);
	if (time_out_first) {
		ck_assert_int_eq(t.x.reply.status, 409);
		ck_assert_str_eq(talk_get(&t, "code"), "timed-out");
		ck_assert_ptr_nonnull(talk_get(&t, "timed_out_at"));
	} else {
		ck_assert_int_eq(t.x.reply.status, 200);
	}
	talk_end(&t);
	ck_assert_int_eq(count_events("tile-drawn") > 0, !time_out_first || !forfeit);
	/* A draw does not end the turn: then its seat still is out of time, and the time-out comes now. */
	ck_assert_int_eq(count_events("seat-timed-out"), 1);
	if (forfeit)
		ck_assert_int_eq(count_events("game-finished"), 1);
}
END_TEST

/* --- pauses, hours, vacation ------------------------------------------------------------------- */

#define SLOW ",\"clock\":{\"per_turn\":\"P1D\",\"pause\":\"P5D\"}"

START_TEST(a_pause_needs_everybody)
{
	around_start(&a, 3, SLOW);
	ASK(409, &a, 0, "POST", "pause", "{\"agree\":true}");
	GOT(&a, "code", "no-pause");
	ASK(409, &a, 0, "POST", "pause", "{\"for\":\"P6D\"}");
	ASK(422, &a, 0, "POST", "pause", "{\"for\":\"P1D\",\"agree\":true}");
	ASK(422, &a, 0, "POST", "pause", "{}");
	ASK(403, &a, STRANGER, "POST", "pause", "{\"for\":\"P1D\"}");
	ASK(200, &a, 0, "POST", "pause", "{\"for\":\"P2D\"}");
	GOT(&a, "events/0/type", "pause-asked");
	GOT(&a, "game/clock/pause_asked/for", "P2D");
	ASK(409, &a, 1, "POST", "pause", "{\"for\":\"P1D\"}");
	ASK(200, &a, 1, "POST", "pause", "{\"agree\":true}");
	ASK(409, &a, 1, "POST", "pause", "{\"agree\":true}");
	GOT(&a, "code", "no-pause");
	ASK(200, &a, 2, "POST", "pause", "{\"agree\":false}");
	GOT(&a, "game/clock/pause_asked", "null");
	/* Nobody asks twice in a turn, but another may. */
	ASK(409, &a, 0, "POST", "pause", "{\"for\":\"P1D\"}");
	ASK(200, &a, 1, "POST", "pause", "{\"for\":\"P2D\"}");
	ASK(200, &a, 2, "POST", "pause", "{\"agree\":true}");
	ASK(200, &a, 0, "POST", "pause", "{\"agree\":true}");
	GOT(&a, "events/1/type", "clock-paused");
	GOT(&a, "game/clock/stopped", "pause");
	GOT(&a, "game/clock/pause_left", "P3D");
	ASK(409, &a, 2, "POST", "pause", "{\"for\":\"P1D\"}");
	live(2 * 86400000ll - 1);
	ck_assert_int_eq(count_events("clock-resumed"), 0);
	live(1);
	ck_assert_int_eq(count_events("clock-resumed"), 1);
	ck_assert_int_eq(count_events("turn-reminder"), 0);
	ASK(200, &a, 0, "GET", "", NULL);
	GOT(&a, "clock/seats/0/turn_left", got(&a, "clock/seats/0/turn_left"));
	GOT(&a, "clock/stopped", "null");
	around_create(&a, 2, "");
	ASK(409, &a, 0, "POST", "pause", "{\"for\":\"P1D\"}");
	GOT(&a, "code", "not-started");
	ASK(201, &a, 1, "POST", "seats", "{}");
	ASK(409, &a, 0, "POST", "pause", "{\"for\":\"P1D\"}");
	GOT(&a, "code", "no-clock");
}
END_TEST

START_TEST(hours_reach_every_running_game)
{
	struct folding f;
	int seat;

	/* One that begins with them, one that runs already. */
	ASK(200, &a, 0, "PUT", "/v1/me/hours", "{\"zone\":\"Europe/Berlin\",\"from\":\"22:00\",\"to\":\"07:00\"}");
	around_start(&a, 2, SLOW);
	ck_assert_int_eq(count_events("hours-set"), 1);
	ASK(200, &a, 1, "PUT", "/v1/me/hours", "{\"zone\":\"America/New_York\",\"from\":\"23:00\",\"to\":\"08:00\"}");
	ck_assert_int_eq(count_events("hours-set"), 2);
	/* Where somebody lives is not in the log. */
	ck_assert_ptr_null(strstr(talk_body(&a.t), "Berlin"));
	compare_with_log(&f);
	seat = waiting();
	ck_assert_int_eq(f.clock.seats[seat].hours.on, 1);
	ck_assert_int_gt(f.clock.deadline, fake_time + 86400000ll);
	ASK(200, &a, 1, "DELETE", "/v1/me/hours", NULL);
	GOT(&a, "zone", "null");
	ASK(200, &a, 0, "DELETE", "/v1/me/hours", NULL);
	compare_with_log(&f);
	ck_assert_int_eq(f.clock.deadline, fake_time + 86400000ll);
	/* Games without, or without a clock, hear nothing of it. */
	around_start(&a, 2, ",\"clock\":{\"per_turn\":\"PT1H\"}");
	ASK(200, &a, 0, "PUT", "/v1/me/hours", "{\"zone\":\"UTC\",\"from\":\"22:00\",\"to\":\"07:00\"}");
	ck_assert_int_eq(count_events("hours-set"), 0);
	for (int i = 0; i < 7; i++)
		ASK(200, &a, 0, "PUT", "/v1/me/hours", "{\"zone\":\"UTC\",\"from\":\"22:00\",\"to\":\"07:00\"}");
	ASK(429, &a, 0, "PUT", "/v1/me/hours", "{\"zone\":\"UTC\",\"from\":\"22:00\",\"to\":\"07:00\"}");
	fake_time += 86400000ll;
	ASK(200, &a, 0, "PUT", "/v1/me/hours", "{\"zone\":\"UTC\",\"from\":\"22:00\",\"to\":\"07:00\"}");
}
END_TEST

static void vacation(int status, const char *from, int64_t until_in)
{
	char until[TIME_TEXT], body[120];

	time_text(until, fake_time + until_in);
	snprintf(body, sizeof(body), "{%s%s\"until\":\"%s\"}", from, *from ? "," : "", until);
	ASK(status, &a, 0, "PUT", "/v1/me/vacation", body);
}

START_TEST(vacation_comes_out_of_a_bank)
{
	struct folding f;
	int seat;

	/* A full hour. */
	ck_assert_int_eq(fake_time % CLOCK_HOUR, 0);
	around_start(&a, 2, SLOW);
	seat = waiting();
	ASK(200, &a, 0, "GET", "/v1/me/vacation", NULL);
	GOT(&a, "left", "P30D");
	vacation(422, "", CLOCK_HOUR);			/* shorter than a day */
	vacation(422, "", 2 * CLOCK_DAY + 1);		/* no full hour */
	vacation(422, "\"from\":\"2020-01-01T00:00:00Z\"", 2 * CLOCK_DAY);
	vacation(409, "", 32 * CLOCK_DAY);
	GOT(&a, "code", "no-vacation");
	vacation(200, "", 2 * CLOCK_DAY + CLOCK_HOUR);
	GOT(&a, "left", "P28D");
	ck_assert_int_eq(count_events("vacation-set"), 1);
	compare_with_log(&f);
	ck_assert_int_eq(f.clock.deadline, fake_time + (seat == 0 ? 3 : 1) * CLOCK_DAY);
	/* Called off before it begins: all of it comes back. */
	ASK(200, &a, 0, "DELETE", "/v1/me/vacation", NULL);
	GOT(&a, "left", "P30D");
	GOT(&a, "from", "null");
	compare_with_log(&f);
	ck_assert_int_eq(f.clock.deadline, fake_time + CLOCK_DAY);
	/* Ended early: the first day is gone. */
	vacation(200, "", 5 * CLOCK_DAY + CLOCK_HOUR);
	fake_time += 2 * CLOCK_HOUR;
	ASK(200, &a, 0, "DELETE", "/v1/me/vacation", NULL);
	GOT(&a, "left", "P29DT9M");
	/* It fills up again. */
	fake_time += 400 * CLOCK_DAY;
	ASK(200, &a, 0, "GET", "/v1/me/vacation", NULL);
	GOT(&a, "left", "P30D");
}
END_TEST

START_TEST(the_clock_at_any_time)
{
	char target[60], at[TIME_TEXT];
	char *view;

	around_start(&a, 2, SLOW);
	ASK(200, &a, NOBODY, "GET", "", NULL);
	view = strdup(got(&a, "clock"));
	time_text(at, fake_time);
	fake_time += 5 * CLOCK_HOUR;
	snprintf(target, sizeof(target), "clock?at=%s", at);
	ASK(200, &a, NOBODY, "GET", target, NULL);
	ck_assert_str_eq(got(&a, "clock"), view);
	ASK(200, &a, NOBODY, "GET", "clock", NULL);
	ck_assert_str_eq(got(&a, "clock/seats/0/turn_left"), strcmp(got(&a, "clock/running"), "0") ? "P1D" : "PT19H");
	time_text(at, fake_time + 100 * CLOCK_DAY);
	snprintf(target, sizeof(target), "clock?at=%s", at);
	ASK(200, &a, NOBODY, "GET", target, NULL);
	snprintf(target, sizeof(target), "clock/seats/%d/turn_left", (int)got_number(&a, "clock/running"));
	GOT(&a, target, "PT0S");
	ASK(400, &a, NOBODY, "GET", "clock?at=tomorrow", NULL);
	ASK(404, &a, NOBODY, "GET", "clock?at=2020-01-01T00:00:00Z", NULL);
	free(view);
	around_create(&a, 2, "");
	ASK(404, &a, NOBODY, "GET", "clock", NULL);
}
END_TEST

START_TEST(clocks_that_cannot_be)
{
	static const char *const bad[] = {
		"{}", "{\"per_turn\":\"PT59S\"}", "{\"per_turn\":\"P366D\"}", "{\"per_turn\":60}", "{\"per_turn\":\"1 day\"}",
		"{\"per_turn\":\"P1D\",\"bank\":\"P2D\",\"bank_max\":\"P1D\"}", "{\"per_turn\":\"P1D\",\"on_timeout\":\"lose\"}",
		"{\"per_turn\":\"P1D\",\"quiet_hours\":\"yes\"}", "{\"per_turn\":\"P1D\",\"pause\":\"P400D\"}",
		"{\"per_turn\":\"P1D\",\"blitz\":true}", "\"P1D\"", "[]", "null", "{\"per_turn\":\"PT0S\"}", "{\"per_turn\":\"P99999999999D\"}",
	};
	char body[200];

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(body, sizeof(body), "{\"ruleset\":\"south-seas\",\"clock\":%s}", bad[i]);
		ASK(422, &a, 0, "POST", "/v1/games", body);
		ck_assert_msg(strstr(got_body(&a), "/clock") != NULL, "%s: %s", bad[i], got_body(&a));
	}
	ASK(422, &a, 0, "POST", "/v1/games", "{\"ruleset\":\"south-seas\",\"clock\":{\"per_turn\":\"P1D\",\"on_timeout\":\"skip\"},"
		"\"options\":{\"on_timeout\":\"forfeit\"}}");
	GOT(&a, "errors/0/pointer", "/clock/on_timeout");
	ASK(201, &a, 0, "POST", "/v1/games", "{\"ruleset\":\"south-seas\",\"clock\":{\"per_turn\":\"P1D\",\"on_timeout\":\"skip\"}}");
	GOT(&a, "options/on_timeout", "skip");
	GOT(&a, "clock/on_timeout", "skip");
	GOT(&a, "clock/bank_max", "PT0S");
	GOT(&a, "clock/quiet_hours", "true");
	GOT(&a, "clock/vacation", "P30D");
	ASK(201, &a, 0, "POST", "/v1/games", "{\"ruleset\":\"south-seas\",\"clock\":{\"per_turn\":\"PT5M\"},"
		"\"options\":{\"on_timeout\":\"bot\"}}");
	GOT(&a, "clock/on_timeout", "bot");
	GOT(&a, "clock/quiet_hours", "false");
	GOT(&a, "clock/pause", "PT0S");
}
END_TEST

/* --- the end -------------------------------------------------------------------------------------- */

/* People who stall as long as they can: the game is over by the date that it began with. */
START_TEST(games_end_by_the_date_that_they_began_with)
{
	static const char *const members[] = {
		",\"clock\":{\"per_turn\":\"P1D\",\"bank\":\"P1D\",\"increment\":\"PT6H\",\"on_timeout\":\"skip\"}",
		",\"clock\":{\"per_turn\":\"PT12H\",\"on_timeout\":\"bot\"}",
		",\"clock\":{\"per_turn\":\"P1D\",\"bank\":\"P3D\"}",
	};
	int64_t ends_by = 0;
	struct folding f;
	int turns, i;

	a.dice = (unsigned)_i + 1;
	a.ruleset = _i % 2 ? "star-wars" : NULL;
	around_create(&a, 2 + _i % 3, members[_i % 3]);
	for (i = 0; i < a.seats; i++)
		ASK(200, &a, i, "PUT", "/v1/me/hours", i % 2 ? "{\"zone\":\"Europe/Berlin\",\"from\":\"20:00\",\"to\":\"08:00\"}" :
			"{\"zone\":\"Asia/Tokyo\",\"from\":\"21:00\",\"to\":\"09:00\"}");
	vacation(200, "", 20 * CLOCK_DAY);
	for (i = 1; i < a.seats; i++)
		ASK(201, &a, i, "POST", "seats", "{}");
	compare_with_log(&f);
	ends_by = f.clock.ends_by;
	for (i = 0; i < STEPS_MAX; i++) {
		int64_t wait = api_clock_run(a.f->api);

		/* Just before time is up somebody may move, and may take it back. */
		if (roll(&a, 3) == 0 && wait > 1 && wait < API_CLOCK_WAIT_MAX) {
			fake_time += wait - 1;
			if (!random_move(&a))
				break;
			ask(&a, waiting(), "POST", "undo", NULL);
		} else {
			fake_time += wait;
		}
		if (waiting() < 0)
			break;
	}
	ck_assert_int_lt(i, STEPS_MAX);
	compare_with_log(&f);
	ck_assert_int_eq(f.clock.state, CLOCK_OVER);
	ck_assert_int_eq(f.clock.ends_by, ends_by);
	ck_assert_msg(fake_time <= ends_by, "%lld ms late", (long long)(fake_time - ends_by));
	turns = (int)f.turns;
	ck_assert_int_gt(turns, 0);
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
	tcase_add_loop_test(tc, games_end_by_the_date_that_they_began_with, 0, 6);
	suite_add_tcase(suite, tc);
	tc = tcase_create("due");
	tcase_add_checked_fixture(tc, open_steady_service, close_service);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, reminders_and_time_outs_come_once_each_at_their_time);
	tcase_add_loop_test(tc, restarts_lose_nothing_and_repeat_nothing, 0, 9);
	tcase_add_loop_test(tc, nobody_times_out_because_the_host_was_down, 0, 6);
	tcase_add_test(tc, the_systems_clock_may_be_set);
	tcase_add_test(tc, two_games_time_out_at_once);
	tcase_add_loop_test(tc, a_move_and_a_time_out_meet, 0, 4);
	tcase_add_test(tc, a_pause_needs_everybody);
	tcase_add_test(tc, hours_reach_every_running_game);
	tcase_add_test(tc, vacation_comes_out_of_a_bank);
	tcase_add_test(tc, the_clock_at_any_time);
	tcase_add_test(tc, clocks_that_cannot_be);
	suite_add_tcase(suite, tc);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

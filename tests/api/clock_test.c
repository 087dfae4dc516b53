/*
 * clock_test.c - how time runs: by itself, at night, on vacation, in pauses, when
 * summer time begins and ends; and that games end by the date that was computed.
 */
/* Before check.h, which has a macro of the name fail. */
#include "api/call.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "api/clock.h"
#include "api/clock_json.h"
#include "api/zone.h"

#define HOUR CLOCK_HOUR
#define DAY CLOCK_DAY

static struct clock c;

static int64_t time_of(const char *text)
{
	int64_t ms = 0;

	ck_assert_msg(time_parse(text, &ms), "%s", text);
	return ms;
}

static void happens(enum clock_event_type type, int seat, int64_t at)
{
	struct clock_event e = {.type = type, .seat = seat, .at = at};

	clock_fold(&c, &e);
	clock_settle(&c);
}

/* A game of two that starts at that time, with the first turn of seat 0. */
static void start(const struct clock_settings *s, int64_t at)
{
	struct clock_event e = {.type = CLOCK_EVENT_CLOCK_STARTED, .seat = -1, .at = at, .number = 2,
		.ends_by = clock_latest_end(s, 2, 10, 0, at)};

	clock_begin(&c, s);
	clock_fold(&c, &e);
	happens(CLOCK_EVENT_TURN_STARTED, 0, at);
}

static void set_hours(int seat, const char *zone, const char *from, const char *to, int64_t at)
{
	struct clock_event e = {.type = CLOCK_EVENT_HOURS_SET, .seat = seat, .at = at};

	e.hours.on = 1;
	ck_assert(clock_time_of_day(from, &e.hours.from) && clock_time_of_day(to, &e.hours.to));
	ck_assert_int_eq(zone_hours(zone, at, &e.hours), 0);
	clock_fold(&c, &e);
	clock_settle(&c);
}

static void set_vacation(int seat, int64_t from, int64_t until, int64_t at)
{
	struct clock_event e = {.type = CLOCK_EVENT_VACATION_SET, .seat = seat, .at = at, .from = from, .until = until};

	clock_fold(&c, &e);
	clock_settle(&c);
}

#define DEADLINE(text) ck_assert_int_eq(clock_deadline(&c, c.running), time_of(text))

/* --- turns and banks --------------------------------------------------------------- */

START_TEST(a_turn_then_the_bank)
{
	struct clock_settings s = {.per_turn = DAY, .bank = 3 * DAY, .increment = 12 * HOUR, .bank_max = 3 * DAY};
	int64_t at = time_of("2027-01-10T00:00:00Z");

	start(&s, at);
	DEADLINE("2027-01-14T00:00:00Z");
	ck_assert_int_eq(clock_deadline(&c, 1), 0);
	/* Half and a tenth of all that the seat had. */
	ck_assert_int_eq(c.reminder_at, at + 2 * DAY);
	happens(CLOCK_EVENT_TURN_ENDED, 0, at + 2 * DAY);
	ck_assert_int_eq(c.seats[0].bank, 2 * DAY + 12 * HOUR);
	happens(CLOCK_EVENT_TURN_STARTED, 1, at + 2 * DAY);
	happens(CLOCK_EVENT_TURN_ENDED, 1, at + 2 * DAY + HOUR);
	/* Not above its most. */
	ck_assert_int_eq(c.seats[1].bank, 3 * DAY);
	happens(CLOCK_EVENT_TURN_STARTED, 0, at + 2 * DAY + HOUR);
	ck_assert_int_eq(c.deadline, at + 2 * DAY + HOUR + DAY + 2 * DAY + 12 * HOUR);
}
END_TEST

START_TEST(a_decision_of_another_runs_his_clock)
{
	struct clock_settings s = {.per_turn = 10 * HOUR};
	int64_t at = time_of("2027-01-10T00:00:00Z");

	start(&s, at);
	happens(CLOCK_EVENT_DECISION_NEEDED, 1, at + 2 * HOUR);
	ck_assert_int_eq(clock_running(&c), 1);
	ck_assert_int_eq(clock_deadline(&c, 0), 0);
	ck_assert_int_eq(clock_deadline(&c, 1), at + 12 * HOUR);
	/* Decided: the first seat goes on with what it had. */
	happens(CLOCK_EVENT_OTHER_OF_GAME, 1, at + 5 * HOUR);
	ck_assert_int_eq(clock_deadline(&c, 0), at + 13 * HOUR);
	/* A second decision in the turn has what the first one left. */
	happens(CLOCK_EVENT_DECISION_NEEDED, 1, at + 6 * HOUR);
	ck_assert_int_eq(clock_deadline(&c, 1), at + 13 * HOUR);
	happens(CLOCK_EVENT_SEAT_TIMED_OUT, 1, at + 13 * HOUR);
	ck_assert_int_eq(clock_running(&c), 0);
	ck_assert_int_eq(c.seats[1].timed_out_at, at + 13 * HOUR);
	ck_assert_int_eq(clock_deadline(&c, 0), at + 20 * HOUR);
	happens(CLOCK_EVENT_GAME_FINISHED, -1, at + 14 * HOUR);
	ck_assert_int_eq(clock_running(&c), -1);
	ck_assert_int_eq(c.due_at, 0);
}
END_TEST

START_TEST(who_timed_out_has_lost_the_bank_and_its_increment)
{
	struct clock_settings s = {.per_turn = HOUR, .bank = HOUR, .increment = HOUR, .bank_max = 5 * HOUR};
	int64_t at = time_of("2027-01-10T00:00:00Z");

	start(&s, at);
	happens(CLOCK_EVENT_SEAT_TIMED_OUT, 0, c.deadline);
	/* It is still waited for, as with a player who came back: a turn, once. */
	ck_assert_int_eq(c.deadline, at + 3 * HOUR);
	happens(CLOCK_EVENT_SEAT_TIMED_OUT, 0, c.deadline);
	ck_assert_int_eq(c.deadline, at + 3 * HOUR);
	happens(CLOCK_EVENT_TURN_ENDED, 0, at + 3 * HOUR);
	ck_assert_int_eq(c.seats[0].bank, 0);
	happens(CLOCK_EVENT_TURN_STARTED, 1, at + 3 * HOUR);
	happens(CLOCK_EVENT_TURN_ENDED, 1, at + 4 * HOUR);
	happens(CLOCK_EVENT_TURN_STARTED, 0, at + 4 * HOUR);
	ck_assert_int_eq(c.seats[0].timed_out_at, 0);
	ck_assert_int_eq(c.deadline, at + 5 * HOUR);
}
END_TEST

START_TEST(reminders_come_once_each)
{
	struct clock_settings s = {.per_turn = 10 * HOUR};
	int64_t at = time_of("2027-01-10T00:00:00Z");
	struct clock_event e = {.type = CLOCK_EVENT_REMINDER, .seat = 0, .at = at + 5 * HOUR, .number = 1};

	start(&s, at);
	ck_assert_int_eq(c.due_at, at + 5 * HOUR);
	clock_fold(&c, &e);
	clock_settle(&c);
	ck_assert_int_eq(c.due_at, at + 9 * HOUR);
	e.at = at + 9 * HOUR;
	e.number = 2;
	clock_fold(&c, &e);
	clock_settle(&c);
	ck_assert_int_eq(c.due_at, at + 10 * HOUR);
	ck_assert_int_eq(c.due_at, c.deadline);
}
END_TEST

START_TEST(time_that_runs_backwards_stands_still)
{
	struct clock_settings s = {.per_turn = 10 * HOUR};
	int64_t at = time_of("2027-01-10T00:00:00Z");

	start(&s, at);
	happens(CLOCK_EVENT_DECISION_NEEDED, 0, at + 2 * HOUR);
	happens(CLOCK_EVENT_DECISION_NEEDED, 0, at - 5 * HOUR);
	ck_assert_int_eq(c.t, at + 2 * HOUR);
	ck_assert_int_eq(c.deadline, at + 10 * HOUR);
}
END_TEST

/* --- quiet hours ------------------------------------------------------------------------ */

START_TEST(nights_do_not_count)
{
	struct clock_settings s = {.per_turn = DAY, .quiet_hours = 1};

	start(&s, time_of("2027-01-10T12:00:00Z"));
	set_hours(0, "UTC", "22:00", "07:00", c.t);
	/* 10 hours until night, 14 after it. */
	DEADLINE("2027-01-11T21:00:00Z");
	/* To the millisecond at the edges. */
	start(&s, time_of("2027-01-10T21:59:59.999Z"));
	set_hours(0, "UTC", "22:00", "07:00", c.t);
	ck_assert_int_eq(clock_stopped(&c), CLOCK_RUNS);
	clock_advance(&c, c.t + 1);
	ck_assert_int_eq(clock_stopped(&c), CLOCK_QUIET);
	clock_advance(&c, time_of("2027-01-11T06:59:59.999Z"));
	ck_assert_int_eq(clock_stopped(&c), CLOCK_QUIET);
	clock_advance(&c, c.t + 1);
	ck_assert_int_eq(clock_stopped(&c), CLOCK_RUNS);
	ck_assert_int_eq(c.seats[0].turn_left, DAY - 1);
	/* Another's nights are his affair. */
	start(&s, time_of("2027-01-10T12:00:00Z"));
	set_hours(1, "UTC", "22:00", "07:00", c.t);
	DEADLINE("2027-01-11T12:00:00Z");
	/* Nor do they count where the game does not honour them. */
	s.quiet_hours = 0;
	start(&s, time_of("2027-01-10T12:00:00Z"));
	set_hours(0, "UTC", "22:00", "07:00", c.t);
	DEADLINE("2027-01-11T12:00:00Z");
}
END_TEST

/* In Berlin clocks go from 02:00 to 03:00 on 28 March 2027 and from 03:00 to 02:00 on 31 October. */
START_TEST(summer_time_begins_and_ends)
{
	struct clock_settings s = {.per_turn = DAY, .quiet_hours = 1};

	/* The night before, in winter: 22:00 is 21:00 UTC, 07:00 is 06:00. */
	start(&s, time_of("2027-03-26T12:00:00Z"));
	set_hours(0, "Europe/Berlin", "22:00", "07:00", c.t);
	DEADLINE("2027-03-27T21:00:00Z");
	/* This night has an hour less: 21:00 UTC to 05:00 UTC. */
	start(&s, time_of("2027-03-27T12:00:00Z"));
	set_hours(0, "Europe/Berlin", "22:00", "07:00", c.t);
	DEADLINE("2027-03-28T20:00:00Z");
	/* In summer evening begins at 20:00 UTC: 8 hours, 15, and the last one after the second night. */
	start(&s, time_of("2027-03-28T12:00:00Z"));
	set_hours(0, "Europe/Berlin", "22:00", "07:00", c.t);
	DEADLINE("2027-03-30T06:00:00Z");
	/* And in autumn the night has an hour more: 20:00 UTC to 06:00 UTC, and the next evening begins at 21:00. */
	start(&s, time_of("2027-10-30T12:00:00Z"));
	set_hours(0, "Europe/Berlin", "22:00", "07:00", c.t);
	DEADLINE("2027-11-01T07:00:00Z");
	/* Known in advance: hours that were set in January. */
	start(&s, time_of("2027-01-01T00:00:00Z"));
	set_hours(1, "Europe/Berlin", "22:00", "07:00", c.t);
	happens(CLOCK_EVENT_TURN_STARTED, 1, time_of("2027-10-30T12:00:00Z"));
	DEADLINE("2027-11-01T07:00:00Z");
	ck_assert_int_ge(c.seats[1].hours.shift_count, 2);
	ck_assert_int_eq(c.seats[1].hours.shifts[0].at, time_of("2027-03-28T01:00:00Z"));
	ck_assert_int_eq(c.seats[1].hours.shifts[0].offset, 120);
	ck_assert_int_eq(c.seats[1].hours.shifts[1].at, time_of("2027-10-31T01:00:00Z"));
	/* A border within the hour that there is twice, 02:00 to 03:00: quiet begins twice. */
	start(&s, time_of("2027-10-31T00:00:00Z"));
	set_hours(0, "Europe/Berlin", "02:30", "05:00", c.t);
	clock_advance(&c, time_of("2027-10-31T00:45:00Z"));
	ck_assert_int_eq(clock_stopped(&c), CLOCK_QUIET);
	clock_advance(&c, time_of("2027-10-31T01:15:00Z"));
	ck_assert_int_eq(clock_stopped(&c), CLOCK_RUNS);
	clock_advance(&c, time_of("2027-10-31T01:45:00Z"));
	ck_assert_int_eq(clock_stopped(&c), CLOCK_QUIET);
	/* And within the hour that there is not. */
	start(&s, time_of("2027-03-28T00:00:00Z"));
	set_hours(0, "Europe/Berlin", "02:30", "05:00", c.t);
	clock_advance(&c, time_of("2027-03-28T00:59:00Z"));
	ck_assert_int_eq(clock_stopped(&c), CLOCK_RUNS);
	clock_advance(&c, time_of("2027-03-28T01:00:00Z"));
	ck_assert_int_eq(clock_stopped(&c), CLOCK_QUIET);
	clock_advance(&c, time_of("2027-03-28T03:00:00Z"));
	ck_assert_int_eq(clock_stopped(&c), CLOCK_RUNS);
}
END_TEST

START_TEST(zones)
{
	static const char *const bad[] = {"", "Berlin", "Europe/Atlantis", "../../etc/passwd", "/etc/localtime", "Europe//Berlin",
		"Europe/Berlin/", "Europe/../Europe/Berlin", "EST5EDT,M3.2.0,M11.1.0", "+02:00", "europe/berlin", "A/B C"};
	struct clock_hours h = {0};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ck_assert_msg(!zone_known(bad[i]), "%s", bad[i]);
	ck_assert(zone_known("UTC") && zone_known("Europe/Berlin") && zone_known("America/Argentina/Buenos_Aires"));
	ck_assert_int_eq(zone_hours("Asia/Kathmandu", time_of("2027-01-01T00:00:00Z"), &h), 0);
	ck_assert_int_eq(h.offset, 345);
	ck_assert_int_eq(h.shift_count, 0);
	/* The south, and half an hour. */
	ck_assert_int_eq(zone_hours("Australia/Lord_Howe", time_of("2027-01-01T00:00:00Z"), &h), 0);
	ck_assert_int_eq(h.offset, 660);
	ck_assert_int_eq(h.shifts[0].offset, 630);
	ck_assert_int_eq(h.shift_count, CLOCK_SHIFTS_MAX);
}
END_TEST

/* Handing a turn to and fro between two whose nights are opposite does not make it last for ever. */
START_TEST(nights_are_counted)
{
	struct clock_settings s = {.per_turn = DAY, .quiet_hours = 1};
	int64_t at = time_of("2027-01-10T00:00:00Z"), end;

	start(&s, at);
	set_hours(0, "UTC", "00:00", "12:00", at);
	set_hours(1, "UTC", "12:00", "00:00", at);
	for (int day = 0; c.seats[0].turn_left == DAY && day < 100; day++) {
		end = at + day * DAY;
		happens(CLOCK_EVENT_OTHER_OF_GAME, 0, end);
		happens(CLOCK_EVENT_DECISION_NEEDED, 1, end + 12 * HOUR);
	}
	ck_assert_int_lt(c.t, at + 4 * DAY);
	/* Who just sleeps and waits has all nights that he meets: the turn and the bank are used by day. */
	s.bank = s.bank_max = 30 * DAY;
	start(&s, at);
	set_hours(0, "UTC", "21:00", "09:00", at);
	end = at + 9 * HOUR + 61 * DAY + 12 * HOUR;
	ck_assert_int_eq(c.deadline, end);
}
END_TEST

/* --- vacation and pauses ------------------------------------------------------------------ */

START_TEST(vacation_stops_time_as_far_as_it_counts)
{
	struct clock_settings s = {.per_turn = DAY, .vacation = 3 * DAY};
	int64_t at = time_of("2027-01-10T00:00:00Z");

	start(&s, at);
	set_vacation(0, at + 6 * HOUR, at + 6 * HOUR + DAY, at);
	ck_assert_int_eq(c.deadline, at + 2 * DAY);
	clock_advance(&c, at + 6 * HOUR - 1);
	ck_assert_int_eq(clock_stopped(&c), CLOCK_RUNS);
	clock_advance(&c, at + 6 * HOUR);
	ck_assert_int_eq(clock_stopped(&c), CLOCK_VACATION);
	clock_advance(&c, at + 6 * HOUR + DAY);
	ck_assert_int_eq(clock_stopped(&c), CLOCK_RUNS);
	ck_assert_int_eq(c.seats[0].vacation_used, DAY);
	/* Longer than what is left of it in this game. */
	set_vacation(0, c.t, c.t + 10 * DAY, c.t);
	ck_assert_int_eq(c.deadline, at + DAY + DAY + 2 * DAY);
	/* Ended early. */
	set_vacation(0, c.t, c.t + DAY, c.t + HOUR);
	ck_assert_int_eq(c.deadline, at + DAY + DAY + DAY);
	/* Who is out of time before it begins is out of time. */
	start(&s, at);
	set_vacation(0, at + DAY, at + 3 * DAY, at);
	ck_assert_int_eq(c.deadline, at + DAY);
	/* It costs a game nothing while the game waits for others. */
	start(&s, at);
	set_vacation(1, at, at + 2 * DAY, at);
	happens(CLOCK_EVENT_TURN_STARTED, 1, at + DAY);
	happens(CLOCK_EVENT_TURN_STARTED, 0, at + DAY + HOUR);
	ck_assert_int_eq(c.seats[1].vacation_used, HOUR);
	s.vacation = 0;
	start(&s, at);
	set_vacation(0, at, at + 2 * DAY, at);
	ck_assert_int_eq(c.deadline, at + DAY);
}
END_TEST

START_TEST(a_pause_stops_everybody)
{
	struct clock_settings s = {.per_turn = DAY, .pause = 5 * DAY};
	int64_t at = time_of("2027-01-10T00:00:00Z");
	struct clock_event asked = {.type = CLOCK_EVENT_PAUSE_ASKED, .seat = 0, .at = at + HOUR, .length = 2 * DAY};
	struct clock_event paused = {.type = CLOCK_EVENT_PAUSED, .seat = -1, .at = at + 2 * HOUR, .until = at + 2 * HOUR + 2 * DAY};

	start(&s, at);
	clock_fold(&c, &asked);
	ck_assert_int_eq(c.ask_by, 0);
	ck_assert_int_eq(c.ask_agreed, 1);
	happens(CLOCK_EVENT_PAUSE_AGREED, 1, at + 2 * HOUR);
	ck_assert_int_eq(c.ask_agreed, 3);
	clock_fold(&c, &paused);
	clock_settle(&c);
	ck_assert_int_eq(c.due_at, paused.until);
	ck_assert_int_eq(c.deadline, at + 3 * DAY);
	ck_assert_int_eq(c.pause_used, 2 * DAY);
	ck_assert_int_eq(c.ask_by, -1);
	/* Moves are made all the same. */
	happens(CLOCK_EVENT_TURN_STARTED, 1, at + DAY);
	ck_assert_int_eq(c.deadline, paused.until + DAY);
	happens(CLOCK_EVENT_RESUMED, -1, paused.until + 5);
	ck_assert_int_eq(c.deadline, paused.until + DAY);
	ck_assert_int_eq(c.due_at, paused.until + DAY / 2);
}
END_TEST

START_TEST(time_without_a_host_is_given_back)
{
	struct clock_settings s = {.per_turn = DAY};
	int64_t at = time_of("2027-01-10T00:00:00Z"), ends_by;
	struct clock_event away = {.type = CLOCK_EVENT_CREDITED, .seat = -1, .at = at + 50 * HOUR, .from = at + 20 * HOUR,
		.until = at + 50 * HOUR};

	start(&s, at);
	ends_by = c.ends_by;
	clock_fold(&c, &away);
	clock_settle(&c);
	ck_assert_int_eq(c.deadline, at + 54 * HOUR);
	ck_assert_int_eq(c.ends_by, ends_by + 30 * HOUR);
	/* Not twice. */
	away.at++;
	clock_fold(&c, &away);
	clock_settle(&c);
	ck_assert_int_eq(c.deadline, at + 54 * HOUR);
	ck_assert_int_eq(c.ends_by, ends_by + 30 * HOUR);
}
END_TEST

START_TEST(no_time_runs_for_a_seat_that_is_held)
{
	struct clock_settings s = {.per_turn = DAY};
	int64_t at = time_of("2027-01-10T00:00:00Z");
	struct clock_event held = {.type = CLOCK_EVENT_HELD, .seat = 0, .at = at + HOUR, .number = 1};

	start(&s, at);
	clock_fold(&c, &held);
	clock_settle(&c);
	ck_assert_int_eq(c.due_at, 0);
	ck_assert_int_eq(c.deadline, 0);
	held.number = 0;
	held.at = at + 5 * DAY;
	clock_fold(&c, &held);
	clock_settle(&c);
	ck_assert_int_eq(c.deadline, at + 5 * DAY + 23 * HOUR);
}
END_TEST

/* --- every game ends ------------------------------------------------------------------------ */

static unsigned long long dice;

static int roll(int n)
{
	dice = dice * 6364136223846793005ull + 1442695040888963407ull;
	return (int)((dice >> 33) % (unsigned)n);
}

static int64_t some(int64_t most)
{
	return roll(4) == 0 ? 0 : (int64_t)roll(1000) * most / 1000;
}

/* Clocks are compared as memory: what lies between the members is 0, too, and a literal need not see to that. */
static void random_settings(struct clock_settings *s)
{
	memset(s, 0, sizeof(*s));
	s->per_turn = CLOCK_MINUTE + some(3 * DAY);
	s->bank = some(5 * DAY);
	s->increment = some(DAY);
	s->quiet_hours = roll(4) != 0;
	s->pause = some(10 * DAY);
	s->vacation = some(20 * DAY);
	s->bank_max = s->bank + some(5 * DAY);
}

/* Whatever may let time go by without being used. */
static void stall(int seats)
{
	static const char *const places[] = {"Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC", "Australia/Sydney"};
	int seat = roll(seats), from = roll(1440), to = (from + 12 * 60 - roll(3) * 100) % 1440;
	struct clock_event e = {.seat = seat, .at = c.t, .type = CLOCK_EVENT_HOURS_SET};

	switch (roll(6)) {
	case 0:
		e.hours = (struct clock_hours){.on = 1, .from = (uint16_t)from, .to = (uint16_t)to};
		ck_assert_int_eq(zone_hours(places[roll(5)], c.t, &e.hours), 0);
		break;
	case 1:
		e.type = CLOCK_EVENT_VACATION_SET;
		e.from = c.t + roll(50) * HOUR;
		e.until = e.from + DAY + roll(20) * DAY;
		break;
	case 2:
		e.type = CLOCK_EVENT_PAUSED;
		e.until = c.t + some(c.settings.pause - c.pause_used);
		if (c.pause_until || e.until == c.t)
			return;
		break;
	case 3:		/* a decision of somebody else */
		e.type = CLOCK_EVENT_DECISION_NEEDED;
		break;
	default:	/* made, or taken back */
		e.type = CLOCK_EVENT_OTHER_OF_GAME;
	}
	clock_fold(&c, &e);
}

/* Nothing happens until it must, and time is killed in every way. */
START_TEST(stalled_games_end_in_time)
{
	struct clock_settings s;
	int64_t at, ends_by, next;

	dice = (unsigned long long)_i;
	for (int game = 0; game < 20; game++) {
		int seats = 2 + roll(4), turns = 1 + roll(8), seat = 0, acts;

		random_settings(&s);
		at = time_of("2027-01-01T00:00:00Z") + (int64_t)roll(400) * DAY + roll(86400) * 1000ll;
		clock_begin(&c, &s);
		ends_by = clock_latest_end(&s, seats, turns, 1, at);
		clock_fold(&c, &(struct clock_event){.type = CLOCK_EVENT_CLOCK_STARTED, .seat = -1, .at = at, .number = seats,
			.ends_by = ends_by});
		for (int turn = 0; turn < turns; turn++, seat = (seat + 1) % seats) {
			happens(CLOCK_EVENT_TURN_STARTED, seat, c.t);
			for (acts = 0; acts < 400; acts++) {
				stall(seats);
				clock_settle(&c);
				if (c.pause_until && c.pause_until <= c.t)
					happens(CLOCK_EVENT_RESUMED, -1, c.t);
				if (c.deadline <= c.t)
					break;
				next = roll(3) ? c.deadline : c.t + 1 + some(c.deadline - c.t);
				/* Who is about to run out of time waits as long as he can. */
				clock_advance(&c, roll(2) ? next : c.t + (next - c.t) / (1 + roll(5)));
				clock_settle(&c);
			}
			ck_assert_int_lt(acts, 400);
			happens(roll(2) ? CLOCK_EVENT_SEAT_TIMED_OUT : CLOCK_EVENT_OTHER_OF_GAME, c.running, c.t);
			happens(CLOCK_EVENT_TURN_ENDED, seat, c.t);
		}
		ck_assert_msg(c.t <= ends_by, "game %d of %d: %lld ms late", game, _i, (long long)(c.t - ends_by));
	}
}
END_TEST

/* In whatever portions: the same. */
START_TEST(portions_make_no_difference)
{
	struct clock_settings s;
	struct clock whole;
	int64_t at, end;

	dice = 1000ull + (unsigned long long)_i;
	for (int game = 0; game < 50; game++) {
		random_settings(&s);
		at = time_of("2027-03-20T00:00:00Z") + roll(86400) * 1000ll;
		start(&s, at);
		for (int i = roll(4); i > 0; i--)
			stall(2);
		clock_settle(&c);
		whole = c;
		end = at + some(20 * DAY);
		clock_advance(&whole, end);
		while (c.t < end) {
			clock_settle(&c);
			clock_advance(&c, c.t + 1 + some(end - c.t));
			if (c.t > end)
				break;
		}
		if (c.t > end)
			continue;
		clock_settle(&c);
		clock_settle(&whole);
		ck_assert_mem_eq(&c, &whole, sizeof(c));
	}
}
END_TEST

/* --- bytes --------------------------------------------------------------------------------------- */

START_TEST(bytes_there_and_back)
{
	unsigned char bytes[CLOCK_BYTES_MAX];
	struct clock_settings s;
	struct clock back;
	size_t size;

	dice = 7;
	for (int game = 0; game < 200; game++) {
		random_settings(&s);
		start(&s, time_of("2027-03-20T00:00:00Z"));
		for (int i = roll(12); i > 0; i--)
			stall(2);
		clock_settle(&c);
		size = clock_encode(&c, bytes);
		ck_assert_int_eq(clock_decode(&back, bytes, size), 0);
		ck_assert_mem_eq(&back, &c, sizeof(c));
		for (size_t cut = 0; cut < size; cut++)
			ck_assert_int_eq(clock_decode(&back, bytes, cut), -1);
		/* Whatever is decoded is a clock that can be asked. */
		for (int i = 0; i < 50; i++) {
			unsigned char junk[CLOCK_BYTES_MAX];

			memcpy(junk, bytes, size);
			junk[roll((int)size)] ^= (unsigned char)(1 << roll(8));
			if (clock_decode(&back, junk, size) == 0)
				ck_assert_int_le(clock_running(&back), GAME_SEATS_MAX);
		}
	}
}
END_TEST

START_TEST(durations_as_text)
{
	static const struct { int64_t ms; const char *text; } rows[] = {
		{0, "PT0S"}, {-5, "PT0S"}, {999, "PT0S"}, {1000, "PT1S"}, {61000, "PT1M1S"}, {3600000, "PT1H"},
		{DAY, "P1D"}, {DAY + 1000, "P1DT1S"}, {3 * DAY + 12 * HOUR, "P3DT12H"}, {365 * DAY, "P365D"},
	};
	char text[DURATION_TEXT];
	int64_t back;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		duration_text(text, rows[i].ms);
		ck_assert_str_eq(text, rows[i].text);
		ck_assert(duration_parse(text, &back));
		ck_assert_int_eq(back, rows[i].ms < 0 ? 0 : rows[i].ms / 1000 * 1000);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("clocks");
	TCase *tc = tcase_create("clocks");
	SRunner *runner;
	int failed;

	tcase_add_test(tc, a_turn_then_the_bank);
	tcase_add_test(tc, a_decision_of_another_runs_his_clock);
	tcase_add_test(tc, who_timed_out_has_lost_the_bank_and_its_increment);
	tcase_add_test(tc, reminders_come_once_each);
	tcase_add_test(tc, time_that_runs_backwards_stands_still);
	tcase_add_test(tc, nights_do_not_count);
	tcase_add_test(tc, summer_time_begins_and_ends);
	tcase_add_test(tc, zones);
	tcase_add_test(tc, nights_are_counted);
	tcase_add_test(tc, vacation_stops_time_as_far_as_it_counts);
	tcase_add_test(tc, a_pause_stops_everybody);
	tcase_add_test(tc, time_without_a_host_is_given_back);
	tcase_add_test(tc, no_time_runs_for_a_seat_that_is_held);
	tcase_add_loop_test(tc, stalled_games_end_in_time, 0, 20);
	tcase_add_loop_test(tc, portions_make_no_difference, 0, 10);
	tcase_add_test(tc, bytes_there_and_back);
	tcase_add_test(tc, durations_as_text);
	suite_add_tcase(suite, tc);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

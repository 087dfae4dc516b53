/*
 * clock.h - how long a seat may take: pure functions over a clock that is
 * folded from the events of a game's log.
 *
 * What counts.  In each turn of the game every seat has `per_turn` once, for its
 * own turn as for decisions in the turns of others; only while the game waits for
 * the seat does its time run.  When that is used up, the seat's bank runs down;
 * when that is empty too, the seat's time is up.  At the end of an own turn that
 * was not timed out, `increment` is added to the bank, up to `bank_max`.  A seat
 * that timed out has lost its bank, and `per_turn` again should the game still
 * wait for it.
 *
 * What stops the time of the seat that the game waits for:
 *	a pause that all seats have agreed to; all pauses of a game together last
 *	`pause` at most;
 *	that the built-in player holds the seat;
 *	its player's vacation, of which `vacation` at most counts in one game;
 *	its player's daily quiet hours, where the game honours them.  Who hands
 *	turns to and fro so that everybody's night is used up is not protected: in a turn
 *	a seat has the nights that it can meet while it uses the time that it has used,
 *	and two more.
 * Time during which the host was down is given back (clock-credited).
 *
 * So every game ends by a date that is known when it begins, clock_latest_end(),
 * moved by what was credited.
 *
 * Times are milliseconds since 1970 UTC, durations are milliseconds.  Nothing here
 * allocates but clock_new(), reads a clock or does I/O; time zones were resolved by
 * whoever wrote the events.  The same events give the same clock, on every machine and in
 * whatever portions they are folded.
 */
#ifndef MEEPLED_API_CLOCK_H
#define MEEPLED_API_CLOCK_H

#include <stddef.h>
#include <stdint.h>
#include "engine/core/game.h"

enum {
	CLOCK_SHIFTS_MAX = 8,		/* changes of a zone's offset that an event tells in advance: some four years */
	CLOCK_QUIET_MAX = 12 * 60,	/* minutes of quiet hours in a day */
	CLOCK_BYTES_MAX = 1024		/* of an encoded clock */
};
#define CLOCK_MINUTE 60000ll
#define CLOCK_HOUR 3600000ll
#define CLOCK_DAY 86400000ll
#define CLOCK_MOST (365 * CLOCK_DAY)	/* of every duration of the settings */

/* Fixed when the game is made.  What follows a time-out is the option on_timeout, not kept here. */
struct clock_settings {
	int64_t per_turn, bank, increment, bank_max;
	int64_t pause, vacation;	/* of a game, and of each seat in it, in all; 0: none */
	uint8_t quiet_hours;		/* 1: they stop the time */
};

/* Daily hours in local time; minutes of the day. */
struct clock_hours {
	uint8_t on;
	uint8_t shift_count;
	uint16_t from, to;		/* may pass midnight; never equal */
	int16_t offset;			/* local time minus UTC in minutes, before the first shift */
	struct { int64_t at; int16_t offset; } shifts[CLOCK_SHIFTS_MAX];	/* in order */
};

struct clock_seat {
	int64_t turn_left, bank;
	int64_t allotted;		/* both, when the game first waited for it in this turn; 0: it has not */
	int64_t used, quiet_used;	/* in this turn: its own time, and what quiet hours stopped */
	int64_t vacation_used;		/* in this game */
	int64_t vacation_from, vacation_until;	/* 0: none is known */
	int64_t timed_out_at;		/* since its latest own turn began; 0: it has not */
	uint8_t reminded;		/* in this turn: 1 at a half, 2 at a tenth */
	uint8_t renewed;		/* in this turn: 1: it timed out and was given `per_turn` again */
	uint8_t out;			/* 1: has left the game */
	uint8_t held;			/* 1: the built-in player holds it: no time runs (api/absence.h) */
	struct clock_hours hours;
};

enum clock_state { CLOCK_LOBBY, CLOCK_STARTED, CLOCK_OVER };

struct clock {
	struct clock_settings settings;
	uint8_t state;			/* enum clock_state */
	uint8_t seat_count;
	int8_t turn_seat, running;	/* -1: none */
	int8_t ask_by;			/* who asks for a pause, -1: nobody */
	uint8_t ask_agreed, asked;	/* bit per seat: agrees; asked in this turn */
	int64_t ask_for;
	int64_t t;			/* all that happened is counted up to here */
	int64_t pause_until;		/* 0: not paused */
	int64_t pause_used, credited_until, ends_by;
	struct clock_seat seats[GAME_SEATS_MAX];

	/* Follow from the above, by clock_settle(). */
	int64_t reminder_at, deadline;	/* of the seat whose time runs; 0: none */
	int64_t due_at;			/* when the next event has to be written: end of a pause, reminder, time-out; 0: never */
};

/* What the clock makes of an event. */
enum clock_event_type {
	CLOCK_EVENT_GAME_CREATED, CLOCK_EVENT_CLOCK_STARTED, CLOCK_EVENT_TURN_STARTED, CLOCK_EVENT_TURN_ENDED,
	CLOCK_EVENT_DECISION_NEEDED, CLOCK_EVENT_SEAT_TIMED_OUT, CLOCK_EVENT_SEAT_RESIGNED,
	CLOCK_EVENT_GAME_FINISHED, CLOCK_EVENT_GAME_ABORTED, CLOCK_EVENT_OTHER_OF_GAME, CLOCK_EVENT_REMINDER,
	CLOCK_EVENT_HELD, CLOCK_EVENT_HOURS_SET, CLOCK_EVENT_VACATION_SET,
	CLOCK_EVENT_PAUSE_ASKED, CLOCK_EVENT_PAUSE_AGREED, CLOCK_EVENT_PAUSE_DECLINED,
	CLOCK_EVENT_PAUSED, CLOCK_EVENT_RESUMED, CLOCK_EVENT_CREDITED
};

struct clock_event {
	enum clock_event_type type;
	int seat;			/* -1: none */
	int64_t at;
	int64_t from, until;		/* vacation, pause, credit */
	int64_t length;			/* the pause that is asked for */
	int64_t ends_by;		/* of CLOCK_STARTED */
	int number;			/* CLOCK_STARTED: seats; REMINDER: 1 at a half, 2 at a tenth; HELD: 0 or 1 */
	struct clock_settings settings;	/* of GAME_CREATED */
	struct clock_hours hours;
};

/* --- folding ------------------------------------------------------------------ */

/* A clock of a game that was just made; free() it.  NULL: no memory. */
struct clock *clock_new(const struct clock_settings *settings);
void clock_begin(struct clock *c, const struct clock_settings *settings);
/* Count an event in.  Time never runs backwards: an earlier `at` counts as c->t. */
void clock_fold(struct clock *c, const struct clock_event *e);
/* Let time run to `t` with nothing happening. */
void clock_advance(struct clock *c, int64_t t);
/* Work out the instants at the end of the struct; call it after the last fold or advance. */
void clock_settle(struct clock *c);
/*
 * 1: a line of the log matters to clocks, and is read into *e; 0: it does not;
 * -1: it is none that a game writes (clock_read.c).
 */
int clock_read(const char *line, size_t size, struct clock_event *e);
/* Fold lines, each with its LF; 0, or -1 when one cannot be read.  c->state LOBBY and no settings: see clock_read.c. */
int clock_fold_lines(struct clock *c, const char *lines, size_t size);

/* --- asking, of a settled clock --------------------------------------------------- */

/* When that seat's time is up if nothing happens; 0: it does not run. */
int64_t clock_deadline(const struct clock *c, int seat);
/* The seat whose time counts, -1: none.  Also while something stops it. */
int clock_running(const struct clock *c);
/* Why the running seat's time stands still at c->t; CLOCK_RUNS when it does not. */
enum clock_stop { CLOCK_RUNS, CLOCK_PAUSED, CLOCK_VACATION, CLOCK_QUIET };
extern const char *const clock_stop_words[];	/* "", "pause", ... */
enum clock_stop clock_stopped(const struct clock *c);

/*
 * By when a game that starts at `start` is over, whatever its players do: `turns`
 * is the most turns that it can have; `returns`: who timed out may come back in the
 * same turn (the option on_timeout is bot).
 */
int64_t clock_latest_end(const struct clock_settings *s, int seats, int turns, int returns, int64_t start);

/* --- bytes ----------------------------------------------------------------------- */

/* Explicit little-endian; decoding checks ranges and settles.  0, or -1. */
size_t clock_encode(const struct clock *c, unsigned char out[CLOCK_BYTES_MAX]);
int clock_decode(struct clock *c, const unsigned char *bytes, size_t size);

#endif

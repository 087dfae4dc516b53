/*
 * clock_pause.c - POST /v1/games/{game}/pause: one seat asks for a pause, the others
 * agree or decline; with the last consent the clock stands still.
 *
 * Nobody can be made to wait against his will, and nobody can ask more than once
 * in a turn.  Seats that the built-in player holds have nothing against it.
 */
#include "api/absence.h"
#include "api/clock_json.h"
#include "api/clock_log.h"
#include "api/handlers.h"
#include "api/outcome.h"
#include "api/refusal.h"
#include "api/show.h"

#define PAUSE_LEAST CLOCK_MINUTE

struct pause {
	int asks;			/* 0: answers */
	int64_t length;
	int agrees;
	int64_t expected_version;
};

static int read_pause(struct call *c, struct pause *p)
{
	struct json_faults faults = {0};
	struct members m;
	char text[40];
	int answers;

	members_begin(&m, c->body, "", &faults);
	p->asks = members_text(&m, "for", OPTIONAL, text, sizeof(text) - 1);
	if (p->asks && !duration_parse(text, &p->length))
		members_fault(&m, "for", "must be a duration like P2D or PT12H");
	answers = members_bool(&m, "agree", OPTIONAL, &p->agrees);
	if (call_expected_version(c, &m, &p->expected_version) < 0)
		return -1;
	members_done(&m);
	if (!faults.count && p->asks == answers)
		json_fault(&faults, "", "either asks \"for\" a duration, or says whether to \"agree\"");
	return fail_on_faults(c, &faults);
}

/* Seats whose consent lacks. */
static unsigned undecided(const struct table *t)
{
	unsigned seats = 0;

	for (int seat = 0; seat < t->seat_count; seat++)
		if (t->game->now.seat_state[seat] == SEAT_PLAYING && !absence_held(t, seat) &&
			!(t->clock->ask_agreed >> seat & 1))
			seats |= 1u << seat;
	return seats;
}

static void note_pause(struct change *ch)
{
	int64_t length = ch->table->clock->ask_for;
	struct sink *out = change_event(ch, "clock-paused", -1);

	show_duration(out, "for", length);
	show_time(out, "until", ch->at + length);
	change_event_close(ch);
}

/* The seat's word is in the log; the pause begins when it was the last one. */
static int conclude(struct change *ch, int seat)
{
	if (clock_follow(ch) < 0)
		return -1;
	if (ch->table->clock->ask_by >= 0 && !undecided(ch->table))
		note_pause(ch);
	return change_entry(ch, seat, NULL);
}

static int ask_for(struct change *ch, int seat, int64_t length)
{
	struct call *c = ch->c;
	const struct clock *clock = ch->table->clock;
	int64_t left = clock->settings.pause - clock->pause_used;
	char most[DURATION_TEXT];
	struct sink *out;

	duration_text(most, left);
	if (clock->ask_by >= 0)
		return fail(c, ERR_NO_PAUSE, "seat %d asks for one already: agree or decline", clock->ask_by);
	if (clock->asked >> seat & 1)
		return fail(c, ERR_NO_PAUSE, "your seat has asked in this turn already");
	if (length < PAUSE_LEAST || length > left)
		return fail(c, ERR_NO_PAUSE, "a pause may take a minute at least and %s at most: that is what is left of this game's",
			most);
	out = change_event(ch, "pause-asked", seat);
	show_duration(out, "for", length);
	change_event_close(ch);
	return conclude(ch, seat);
}

static int say(struct change *ch, int seat, int agrees)
{
	const struct clock *clock = ch->table->clock;

	if (clock->ask_by < 0)
		return fail(ch->c, ERR_NO_PAUSE, "nobody asks for a pause");
	if (agrees && clock->ask_agreed >> seat & 1)
		return fail(ch->c, ERR_NO_PAUSE, "your seat has agreed already");
	change_event(ch, agrees ? "pause-agreed" : "pause-declined", seat);
	change_event_close(ch);
	return conclude(ch, seat);
}

static int change_pause(struct change *ch)
{
	struct call *c = ch->c;
	const struct table *t = ch->table;
	int seat = table_seat_of(t, c->player);
	struct pause p = {0};

	if (live_may_see(c, t) < 0 || read_pause(c, &p) < 0)
		return -1;
	if (seat < 0)
		return fail(c, ERR_NOT_SEATED, "you have no seat in game %s", t->meta.id);
	if (check_version(c, t, p.expected_version) < 0)
		return -1;
	if (t->meta.status != STORE_ACTIVE)
		return refuse_idle(c, t);
	if (!t->clock)
		return fail(c, ERR_NO_CLOCK, "there is nothing to pause in game %s", t->meta.id);
	if (t->game->now.seat_state[seat] != SEAT_PLAYING)
		return fail(c, ERR_NO_PAUSE, "seat %d has left the game", seat);
	if (t->clock->pause_until)
		return fail(c, ERR_NO_PAUSE, "the clock is paused already");
	if (t->meta.version > TABLE_VERSION_MAX)
		return fail(c, ERR_NO_PAUSE, "too much has been said in this game");
	return p.asks ? ask_for(ch, seat, p.length) : say(ch, seat, p.agrees);
}

int h_game_pause(struct call *c)
{
	struct change ch;
	int r = change_begin(&ch, c, c->params[0]);

	if (r == 0)
		r = change_pause(&ch);
	if (r == 0)
		r = change_finish(&ch);
	if (r == 0)
		r = outcome_action(c, &ch);
	change_drop(&ch);
	return r;
}

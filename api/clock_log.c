/*
 * clock_log.c - how a game's clock gets from the log into the row.
 *
 * Whoever changes a game writes events and need not know of clocks; what is kept is
 * made of the very lines that were written, so that it cannot differ from what
 * anybody else makes of the log.
 */
#include "api/clock_log.h"

#include <stdlib.h>
#include <string.h>

#include "api/absence.h"
#include "api/clock_json.h"
#include "api/clock_run.h"
#include "api/show.h"
#include "api/zone.h"

_Static_assert((int)CLOCK_BYTES_MAX == (int)STORE_CLOCK, "the row has room for every clock");
_Static_assert((int)ZONE_NAME == (int)STORE_ZONE, "the row has room for every zone");

const char *clock_on_timeout(const struct table *t)
{
	return ruleset_on_timeout_choices[t->options[OPTION_ON_TIMEOUT]];
}

int clock_load(struct table *t)
{
	if (!t->meta.clock_size)
		return 0;
	t->clock = malloc(sizeof(*t->clock));
	return t->clock && clock_decode(t->clock, t->meta.clock, t->meta.clock_size) == 0 ? 0 : -1;
}

int clock_follow(struct change *ch)
{
	struct clock *clock = ch->table->clock;
	size_t from = ch->clocked;

	ch->clocked = ch->lines.size;
	if (!clock || from == ch->lines.size)
		return 0;
	if (buf_failed(&ch->lines))
		return fail(ch->c, ERR_UNAVAILABLE, "no memory");
	if (clock_fold_lines(clock, ch->lines.data + from, ch->lines.size - from) < 0)
		return fail(ch->c, ERR_INTERNAL, "the clock cannot follow the log");
	clock_settle(clock);
	return 0;
}

/* The earlier of what the clock and the built-in player have to do; paused, only the end of the pause. */
static int64_t due_at(const struct table *t)
{
	int64_t clock = t->clock ? t->clock->due_at : 0, absence = absence_due(t);

	if (!absence || (t->clock && t->clock->pause_until))
		return clock;
	return clock && clock < absence ? clock : absence;
}

int clock_keep(struct change *ch)
{
	struct store_game *g = &ch->table->meta;
	const struct clock *clock = ch->table->clock;
	int64_t was = g->due_at;

	if (clock_follow(ch) < 0)
		return -1;
	g->due_at = due_at(ch->table);
	if (clock)
		g->clock_size = (uint16_t)clock_encode(clock, g->clock);
	g->timed = clock || was || g->due_at;
	if (g->due_at)
		clock_due_changed(ch->c->api, g->due_at);
	return 0;
}

/* --- events ----------------------------------------------------------------------- */

int clock_note_hours(struct change *ch, int seat, const struct store_times *times)
{
	struct clock_hours hours = {.on = *times->zone != '\0', .from = (uint16_t)times->quiet_from,
		.to = (uint16_t)times->quiet_to};

	if (hours.on && zone_hours(times->zone, ch->at, &hours) < 0)
		return fail(ch->c, ERR_INTERNAL, "the time zone %s is gone", times->zone);
	/* The zone's name stays with the player: the offsets say all that a clock needs. */
	clock_hours_write(&hours, change_event(ch, "hours-set", seat));
	change_event_close(ch);
	return 0;
}

int clock_note_vacation(struct change *ch, int seat, const struct store_times *times)
{
	struct sink *out = change_event(ch, "vacation-set", seat);

	show_time(out, "from", times->vacation_from);
	show_time(out, "until", times->vacation_until);
	change_event_close(ch);
	return 0;
}

/* What the seat's player has set; `always`: also that there is nothing. */
static int note_player(struct change *ch, int seat, int always)
{
	const struct clock_settings *s = &ch->table->clock->settings;
	struct store_times times = {0};
	enum store_result r = STORE_NOT_FOUND;

	if (*ch->table->seats[seat].player)
		r = store_times_get(ch->c->conn, ch->table->seats[seat].player, &times);
	if (r != STORE_OK && r != STORE_NOT_FOUND)
		return store_ok(ch->c, r);
	if (s->quiet_hours && (*times.zone || always) && clock_note_hours(ch, seat, &times) < 0)
		return -1;
	if (s->vacation && (times.vacation_until > ch->at || always))
		return clock_note_vacation(ch, seat, &times);
	return 0;
}

/*
 * Each turn takes at least one tile out of the bag for good, but for the last one and for
 * those in which their seat leaves.
 */
static int most_turns(const struct game *g)
{
	return g->bag_count + g->seat_count + 1;
}

int clock_start(struct change *ch)
{
	const struct table *t = ch->table;
	int returns = t->options[OPTION_ON_TIMEOUT] == ON_TIMEOUT_BOT;
	struct sink *out;

	if (!t->clock)
		return 0;
	out = change_event(ch, "clock-started", -1);
	sink_number(out, "seats", t->seat_count);
	show_time(out, "ends_by", clock_latest_end(&t->clock->settings, t->seat_count, most_turns(t->game), returns, ch->at));
	change_event_close(ch);
	for (int seat = 0; seat < t->seat_count; seat++)
		if (note_player(ch, seat, 0) < 0)
			return -1;
	return change_entry(ch, -1, NULL);
}

int clock_seat_changed(struct change *ch, int seat)
{
	const struct clock *clock = ch->table->clock;

	if (!clock || clock->state != CLOCK_STARTED || (!clock->settings.quiet_hours && !clock->settings.vacation))
		return 0;
	if (note_player(ch, seat, 1) < 0)
		return -1;
	return change_entry(ch, seat, NULL);
}

/*
 * times.c - /v1/me/hours and /v1/me/vacation: when a player does not want to be
 * waited for.
 *
 * Both become events in every running game with a clock that honours them, in the same
 * transaction, so that clocks stay a function of the log.  Neither can be used to
 * stall: vacation comes out of a bank that fills up over the year, lasts a day at least,
 * begins with the next full hour at the earliest and does not help who is out of time
 * before that; each game counts so many nights and so much vacation and no more (clock.h);
 * and nobody changes his mind more than TIMES_CHANGES times a day.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/clock_json.h"
#include "api/clock_log.h"
#include "api/handlers.h"
#include "api/show.h"
#include "api/zone.h"

enum { TIMES_CHANGES = 10 };		/* a day */

#define VACATION_LEAST CLOCK_DAY
#define VACATION_AHEAD (365 * CLOCK_DAY)
#define YEAR (365 * CLOCK_DAY)

static int64_t full_hour(int64_t t)
{
	return (t + CLOCK_HOUR - 1) / CLOCK_HOUR * CLOCK_HOUR;
}

/* What a player has in a year. */
static int64_t bank_max(const struct call *c)
{
	return api_config(c->api)->vacation_days * CLOCK_DAY;
}

/* It fills up evenly. */
static int64_t bank_now(const struct call *c, const struct store_times *t)
{
	int64_t most = bank_max(c), since = c->now - t->bank_at;
	int64_t bank = t->bank + (since > 0 ? since / CLOCK_MINUTE * (most / CLOCK_MINUTE) / (YEAR / CLOCK_MINUTE) * CLOCK_MINUTE : 0);

	return bank < most ? bank : most;
}

static int load(struct call *c, struct store_times *t)
{
	enum store_result r = store_times_get(c->conn, c->player, t);

	if (r == STORE_OK) {
		t->bank = bank_now(c, t);
		t->bank_at = c->now;
		return 0;
	}
	if (r != STORE_NOT_FOUND)
		return store_ok(c, r);
	memset(t, 0, sizeof(*t));
	memcpy(t->player, c->player, sizeof(t->player));
	t->bank = bank_max(c);
	t->bank_at = c->now;
	return 0;
}

/* --- games of the player ------------------------------------------------------------ */

struct games {
	char (*ids)[STORE_GAME_ID + 1];
	size_t count, room;
	int no_memory;
};

static int note_game(void *arg, const struct store_game *g)
{
	struct games *games = arg;

	if (!g->clock_size)
		return 0;
	if (games->count == games->room) {
		size_t room = games->room ? 2 * games->room : 16;
		void *more = realloc(games->ids, room * sizeof(games->ids[0]));

		games->no_memory = !more;
		if (!more)
			return 1;
		games->ids = more;
		games->room = room;
	}
	memcpy(games->ids[games->count++], g->id, sizeof(g->id));
	return 0;
}

typedef int note_fn(struct change *ch, int seat, const struct store_times *t);

static int tell_game(struct call *c, const char *id, note_fn *note, const struct store_times *t)
{
	struct change ch;
	int r = change_begin(&ch, c, id);

	if (r == 0) {
		const struct clock_settings *s = ch.table->clock ? &ch.table->clock->settings : NULL;
		int seat = table_seat_of(ch.table, c->player);
		int counts = s && (note == clock_note_hours ? s->quiet_hours : s->vacation != 0);

		if (counts && seat >= 0 && ch.table->game && ch.table->game->now.seat_state[seat] == SEAT_PLAYING) {
			r = note(&ch, seat, t);
			if (r == 0)
				r = change_entry(&ch, seat, NULL);
			if (r == 0)
				r = change_finish(&ch);
		}
	}
	change_drop(&ch);
	return r;
}

static int tell_games(struct call *c, note_fn *note, const struct store_times *t)
{
	struct store_filter filter = {.status = STORE_ACTIVE, .player = c->player, .viewer = c->player, .ruleset = ""};
	struct games games = {0};
	int r = store_ok(c, store_game_list(c->conn, &filter, note_game, &games));

	if (r == 0 && games.no_memory)
		r = fail(c, ERR_UNAVAILABLE, "no memory");
	for (size_t i = 0; i < games.count && r == 0; i++)
		r = tell_game(c, games.ids[i], note, t);
	free(games.ids);
	return r;
}

/* Count a change; 429 when there were too many. */
static int count_change(struct call *c, struct store_times *t)
{
	if (c->now - t->changes_at >= CLOCK_DAY || c->now < t->changes_at) {
		t->changes_at = c->now;
		t->changes = 0;
	}
	if (++t->changes <= TIMES_CHANGES)
		return 0;
	c->retry_after = (int)((t->changes_at + CLOCK_DAY - c->now + 999) / 1000);
	return fail(c, ERR_TOO_MANY, "hours and vacation can be changed %d times a day", TIMES_CHANGES);
}

static int keep(struct call *c, struct store_times *t, note_fn *note)
{
	if (count_change(c, t) < 0 || store_ok(c, store_times_put(c->conn, t)) < 0)
		return -1;
	return tell_games(c, note, t);
}

/* --- hours ------------------------------------------------------------------------------ */

static int answer_hours(struct call *c, const struct store_times *t)
{
	char text[TIME_OF_DAY_TEXT];
	struct json_out o;

	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	if (*t->zone) {
		sink_text(&o.sink, "zone", t->zone);
		clock_time_of_day_text(text, t->quiet_from);
		sink_text(&o.sink, "from", text);
		clock_time_of_day_text(text, t->quiet_to);
		sink_text(&o.sink, "to", text);
	} else {
		sink_null(&o.sink, "zone");
		sink_null(&o.sink, "from");
		sink_null(&o.sink, "to");
	}
	sink_end(&o.sink);
	return 0;
}

int h_hours_get(struct call *c)
{
	struct store_times t;

	return load(c, &t) < 0 ? -1 : answer_hours(c, &t);
}

static void read_time_of_day(struct members *m, const char *name, int16_t *out)
{
	char text[16];
	uint16_t minutes;

	if (!members_text(m, name, REQUIRED, text, sizeof(text) - 1))
		return;
	if (clock_time_of_day(text, &minutes))
		*out = (int16_t)minutes;
	else
		members_fault(m, name, "must be a time of day like 22:00");
}

static int read_hours(struct call *c, struct store_times *t)
{
	struct json_faults faults = {0};
	struct members m;
	int length;

	members_begin(&m, c->body, "", &faults);
	if (members_text(&m, "zone", REQUIRED, t->zone, STORE_ZONE) && !zone_known(t->zone))
		members_fault(&m, "zone", "must be UTC or a zone of the tz database, like Europe/Berlin");
	read_time_of_day(&m, "from", &t->quiet_from);
	read_time_of_day(&m, "to", &t->quiet_to);
	members_done(&m);
	length = (t->quiet_to - t->quiet_from + 1440) % 1440;
	if (!faults.count && (length == 0 || length > CLOCK_QUIET_MAX))
		json_fault(&faults, "/to", "must be later than from, by twelve hours at most");
	return fail_on_faults(c, &faults);
}

int h_hours_put(struct call *c)
{
	struct store_times t;

	if (load(c, &t) < 0 || read_hours(c, &t) < 0 || keep(c, &t, clock_note_hours) < 0)
		return -1;
	return answer_hours(c, &t);
}

int h_hours_delete(struct call *c)
{
	struct store_times t;

	if (load(c, &t) < 0)
		return -1;
	if (*t.zone) {
		memset(t.zone, 0, sizeof(t.zone));
		t.quiet_from = t.quiet_to = 0;
		if (keep(c, &t, clock_note_hours) < 0)
			return -1;
	}
	return answer_hours(c, &t);
}

/* --- vacation ------------------------------------------------------------------------------ */

static int answer_vacation(struct call *c, const struct store_times *t)
{
	int set = t->vacation_until > c->now;
	struct json_out o;

	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	show_time(&o.sink, "from", set ? t->vacation_from : 0);
	show_time(&o.sink, "until", set ? t->vacation_until : 0);
	show_duration(&o.sink, "left", t->bank);
	sink_number(&o.sink, "days_a_year", api_config(c->api)->vacation_days);
	sink_end(&o.sink);
	return 0;
}

int h_vacation_get(struct call *c)
{
	struct store_times t;

	return load(c, &t) < 0 ? -1 : answer_vacation(c, &t);
}

static void read_hour(struct members *m, const char *name, enum presence p, int64_t *out)
{
	char text[48];

	if (!members_text(m, name, p, text, sizeof(text) - 1))
		return;
	if (!time_parse(text, out) || *out % CLOCK_HOUR)
		members_fault(m, name, "must be a full hour like 2027-07-01T10:00:00Z");
}

/* One that has begun keeps its beginning. */
static int read_vacation(struct call *c, const struct store_times *t, int64_t *from, int64_t *until)
{
	int begun = t->vacation_from <= c->now && t->vacation_until > c->now;
	int64_t earliest = begun ? t->vacation_from : full_hour(c->now + 1), beginning = earliest;
	struct json_faults faults = {0};
	struct members m;

	members_begin(&m, c->body, "", &faults);
	read_hour(&m, "from", OPTIONAL, &beginning);
	read_hour(&m, "until", REQUIRED, until);
	members_done(&m);
	if (fail_on_faults(c, &faults) < 0)
		return -1;
	*from = beginning;
	if (begun && *from != t->vacation_from)
		json_fault(&faults, "/from", "your vacation has begun: only its end can be moved");
	else if (*from < earliest || *from > c->now + VACATION_AHEAD)
		json_fault(&faults, "/from", "must be the next full hour or later, within a year");
	else if (*until - *from < VACATION_LEAST)
		json_fault(&faults, "/until", "must be a day after from, or later");
	else if (*until < full_hour(c->now + 1))
		json_fault(&faults, "/until", "must be the next full hour or later");
	return fail_on_faults(c, &faults);
}

/* Take the new length out of the bank, into which the old one goes back; what is over is over. */
static int exchange(struct call *c, struct store_times *t, int64_t from, int64_t until)
{
	int64_t old = t->vacation_until > c->now ? t->vacation_until - t->vacation_from : 0;
	int64_t bank = t->bank + old - (until - from), most = bank_max(c);
	char left[DURATION_TEXT];

	if (bank < 0) {
		duration_text(left, t->bank + old);
		return fail(c, ERR_NO_VACATION, "that is longer than the %s that you have", left);
	}
	t->bank = bank < most ? bank : most;
	t->vacation_from = from;
	t->vacation_until = until;
	return 0;
}

int h_vacation_put(struct call *c)
{
	struct store_times t;
	int64_t from, until;

	if (load(c, &t) < 0 || read_vacation(c, &t, &from, &until) < 0 || exchange(c, &t, from, until) < 0 ||
		keep(c, &t, clock_note_vacation) < 0)
		return -1;
	return answer_vacation(c, &t);
}

/* Call it off, or end it with the next full hour, a day after it began at the earliest. */
int h_vacation_delete(struct call *c)
{
	struct store_times t;
	int64_t until;

	if (load(c, &t) < 0)
		return -1;
	if (t.vacation_until <= c->now)
		return answer_vacation(c, &t);
	until = full_hour(c->now + 1);
	if (until < t.vacation_from + VACATION_LEAST)
		until = t.vacation_from + VACATION_LEAST;
	if (t.vacation_from > c->now)
		exchange(c, &t, 0, 0);
	else if (until < t.vacation_until)
		exchange(c, &t, t.vacation_from, until);
	else
		return answer_vacation(c, &t);
	return keep(c, &t, clock_note_vacation) < 0 ? -1 : answer_vacation(c, &t);
}

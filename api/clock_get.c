/*
 * clock_get.c - GET /v1/games/{game}/clock: how the clock stands, stood, or will stand
 * if nothing happens.
 *
 * All of it is made of the log alone, and would come out the same from the events that
 * anybody can read.
 */
#include <string.h>

#include "api/clock_json.h"
#include "api/clock_log.h"
#include "api/handlers.h"
#include "api/live.h"
#include "api/show.h"

struct folding {
	struct clock clock;
	int64_t at, most;		/* up to that time, and that version */
	int64_t version;		/* of the last event counted */
	int broken;
};

static int fold_entry(void *arg, const struct store_entry *entry)
{
	struct folding *f = arg;

	if (entry->at > f->at || entry->last > f->most)
		return 1;
	if (clock_fold_lines(&f->clock, entry->events, entry->events_size) < 0)
		f->broken = 1;
	f->version = entry->last;
	return f->broken;
}

static int read_at(struct call *c, const struct table *t, int64_t *at)
{
	const char *text = call_query(c, "at");

	/* Spectators who see the game late see what was left then. */
	*at = t->past ? t->meta.updated_at : c->now;
	if (text && !time_parse(text, at))
		return fail(c, ERR_BAD_REQUEST, "at is a time like 2027-01-31T10:00:00Z");
	if (*at < t->meta.created_at)
		return fail(c, ERR_NOT_FOUND, "there was no game yet");
	return 0;
}

static int fold_log(struct call *c, const struct table *t, struct folding *f)
{
	enum store_result r;
	int64_t deadline;

	clock_begin(&f->clock, &t->clock->settings);
	f->most = t->meta.version;
	r = store_log_read(c->conn, t->meta.id, 0, 0, fold_entry, f);
	if (r != STORE_OK)
		return store_ok(c, r);
	if (f->broken)
		return fail(c, ERR_INTERNAL, "the clock of game %s cannot be made of its log", t->meta.id);
	clock_settle(&f->clock);
	deadline = f->clock.deadline;
	clock_advance(&f->clock, f->at);
	clock_settle(&f->clock);
	/* Beyond it nothing more is left, and it was when it was. */
	if (deadline && deadline < f->at)
		f->clock.deadline = deadline;
	return 0;
}

static int answer(struct call *c, const struct table *t)
{
	struct folding f = {0};
	struct json_out out;

	if (!t->clock)
		return fail(c, ERR_NOT_FOUND, "game %s has no clock", t->meta.id);
	if (read_at(c, t, &f.at) < 0 || fold_log(c, t, &f) < 0)
		return -1;
	json_out_init(&out, &c->out);
	sink_object(&out.sink, NULL);
	sink_text(&out.sink, "game", t->meta.id);
	sink_number(&out.sink, "version", (long)f.version);
	show_time(&out.sink, "at", f.at);
	clock_show(&f.clock, clock_on_timeout(t), &out.sink, "clock");
	sink_end(&out.sink);
	return 0;
}

int h_game_clock(struct call *c)
{
	struct table *t = live_get(c, c->params[0]);
	int r;

	if (!t)
		return -1;
	r = answer(c, t);
	table_unref(t);
	return r;
}

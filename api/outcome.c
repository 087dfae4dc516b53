/* outcome.c - what handlers of games answer with. */
#include "api/outcome.h"

#include <string.h>

#include "api/board_text.h"
#include "api/spectators.h"

enum { ENVELOPE = 80 };			/* bytes of an answer around events and view */

/* RFC 7240: whether the caller does without the view. */
static int prefers_minimal(struct call *c)
{
	const char *prefer = call_header(c, "Prefer");

	return prefer && strstr(prefer, "return=minimal");
}

/* The events as elements of an array: their lines with commas. */
static void put_events(struct json_out *out, const struct buf *lines)
{
	const char *at = lines->data, *end = lines->size ? at + lines->size : at;

	sink_array(&out->sink, "events");
	while (at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));

		json_out_raw(out, NULL, at, (size_t)(stop - at));
		at = stop + 1;
	}
	sink_end(&out->sink);
}

static int done(struct call *c)
{
	return buf_failed(&c->out) ? fail(c, ERR_UNAVAILABLE, "no memory") : 0;
}

static int write_action(struct call *c)
{
	int minimal = prefers_minimal(c);
	struct blob *view;
	struct json_out out;

	if (c->media == MEDIA_TEXT) {
		text_outcome(&c->out, c->table, &c->events, minimal);
		return done(c);
	}
	view = minimal ? NULL : table_view(c->table);
	if (!view && !minimal)
		return fail(c, ERR_UNAVAILABLE, "no memory");
	buf_reserve(&c->out, c->events.size + (view ? view->size : 0) + ENVELOPE);
	json_out_init(&out, &c->out);
	sink_object(&out.sink, NULL);
	sink_number(&out.sink, "version", (long)c->table->meta.version);
	put_events(&out, &c->events);
	if (view)
		json_out_raw(&out, "game", view->data, view->size);
	sink_end(&out.sink);
	return done(c);
}

int outcome_action(struct call *c, struct change *ch)
{
	table_etag(c, ch->table);
	c->table = table_ref(ch->table);
	c->events = ch->lines;
	buf_init(&ch->lines, CHANGE_EVENTS_MAX);
	c->write = write_action;
	return 0;
}

int outcome_dry_run(struct call *c, struct change *ch, int complete)
{
	struct json_out out;

	if (c->media == MEDIA_TEXT) {
		text_events(&c->out, &ch->lines);
		buf_text(&c->out, complete ? "That is all, and nothing was done: a dry run.\n"
			: "Then something is revealed; nothing was done: a dry run.\n");
		return done(c);
	}
	json_out_init(&out, &c->out);
	sink_object(&out.sink, NULL);
	sink_flag(&out.sink, "dry_run", 1);
	sink_number(&out.sink, "version", (long)ch->base);
	sink_flag(&out.sink, "complete", complete);
	put_events(&out, &ch->lines);
	sink_end(&out.sink);
	return done(c);
}

int outcome_table(struct call *c, struct table *t, int status)
{
	struct blob *view;

	c->status = status;
	table_etag(c, t);
	if (c->media == MEDIA_TEXT) {
		text_game(&c->out, t);
		return done(c);
	}
	view = table_view(t);
	if (!view)
		return fail(c, ERR_UNAVAILABLE, "no memory");
	c->shared = blob_ref(view);
	return 0;
}

int outcome_game(struct call *c, struct table *t, int status)
{
	struct table *seen = spectators_see(c, table_ref(t));
	int r = seen ? outcome_table(c, seen, status) : -1;

	table_unref(seen);
	return r;
}

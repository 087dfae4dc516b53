/*
 * events.c - GET /v1/games/{game}/events: the log, in pages and as a stream.
 *
 * Whatever way it is asked for, nothing beyond the version of live_get() is given out.
 */
#include "api/events.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/event_out.h"
#include "api/handlers.h"
#include "api/live.h"

/* Which events are wanted, and where they go. */
struct page {
	struct event_out to;
	int64_t after, until, last;
	int64_t left;
	size_t most;			/* bytes after which nothing more is taken */
};

static int has_room(const struct page *p)
{
	return p->left > 0 && p->last < p->until && p->to.out->size < p->most;
}

/* Lines of events, the first of them with number `first`; it may begin before the page and end after it. */
static void put_lines(struct page *p, int64_t first, const char *at, size_t size)
{
	const char *end = at + size;
	char id[EVENT_ID];

	for (int64_t seq = first; at < end && has_room(p); seq++) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));

		if (!stop)
			stop = end;
		if (seq > p->after) {
			snprintf(id, sizeof(id), "%" PRId64, seq);
			event_put(&p->to, at, (size_t)(stop - at), id);
			p->last = seq;
			p->left--;
		}
		at = stop + 1;
	}
}

static int put_entry(void *arg, const struct store_entry *entry)
{
	struct page *p = arg;

	put_lines(p, entry->first, entry->events, entry->events_size);
	return !has_room(p);
}

static int read_page(struct call *c, const char *game, struct page *p)
{
	enum store_result r;

	p->last = p->after;
	if (!has_room(p))
		return 0;
	r = store_log_read(c->conn, game, p->after, (int)(p->left < EVENTS_PAGE_MAX ? p->left : EVENTS_PAGE_MAX), put_entry, p);
	return r == STORE_OK ? 0 : store_ok(c, r);
}

int events_list(struct call *c, const char *game, int64_t after, int64_t until, int limit, struct buf *out,
	int64_t *last)
{
	struct page p = {
		.to = {.out = out, .media = MEDIA_JSON}, .after = after, .until = until, .left = limit, .most = EVENTS_MAX,
	};

	buf_char(out, '[');
	if (read_page(c, game, &p) < 0)
		return -1;
	buf_char(out, ']');
	if (last)
		*last = p.last;
	return 0;
}

/* --- pages -------------------------------------------------------------------- */

/* `last` of the page's events, which are elements of an array by now. */
static int put_envelope(struct call *c, const struct table *t, const struct buf *events, int64_t shown, int64_t last)
{
	struct json_out out;

	if (buf_failed(events))
		return fail(c, ERR_UNAVAILABLE, "no memory");
	json_out_init(&out, &c->out);
	sink_object(&out.sink, NULL);
	sink_text(&out.sink, "game", t->meta.id);
	sink_number(&out.sink, "version", (long)shown);
	json_out_raw(&out, "events", events->data, events->size);
	sink_number(&out.sink, "next", (long)last);
	sink_end(&out.sink);
	return 0;
}

static int answer_json(struct call *c, const struct table *t, int64_t after, int limit, int64_t *last)
{
	int64_t shown = t->meta.version;
	struct buf events;
	int r;

	buf_init(&events, EVENTS_MAX);
	r = events_list(c, t->meta.id, after, shown, limit, &events, last);
	if (r == 0)
		r = put_envelope(c, t, &events, shown, *last);
	buf_free(&events);
	return r;
}

static int answer_lines(struct call *c, const struct table *t, int64_t after, int limit, int64_t *last)
{
	struct page p = {
		.to = {.out = &c->out, .media = c->media}, .after = after, .until = t->meta.version,
		.left = limit, .most = EVENTS_MAX,
	};
	int r = read_page(c, t->meta.id, &p);

	*last = p.last;
	return r;
}

static int answer_page(struct call *c, const struct table *t, int64_t after, int wait)
{
	int64_t limit, last = 0, shown = t->meta.version;
	int r = 0;

	if (call_query_integer(c, "limit", 1, EVENTS_PAGE_MAX, EVENTS_PAGE, &limit) < 0)
		return -1;
	if (after >= shown && wait > 0)
		r = call_wait(c, t->meta.id, after, wait);
	if (r != 0)
		return r;
	r = c->media == MEDIA_JSON ? answer_json(c, t, after, (int)limit, &last)
		: answer_lines(c, t, after, (int)limit, &last);
	if (r == 0 && last < shown)
		snprintf(c->link, sizeof(c->link), "</v1/games/%s/events?after=%lld&limit=%d>; rel=\"next\"",
			t->meta.id, (long long)last, (int)limit);
	return r;
}

/* --- streams ------------------------------------------------------------------ */

static int is_over(const struct table *t)
{
	return t->meta.status == STORE_FINISHED || t->meta.status == STORE_ABORTED;
}

/* The next events, from the latest change if it has them: most of the time it has. */
static int read_next(struct call *c, const struct table *t, struct page *p)
{
	p->last = p->after;
	if (!t->recent || p->after < t->recent_after)
		return read_page(c, t->meta.id, p);
	put_lines(p, t->recent_after + 1, t->recent->data, t->recent->size);
	return 0;
}

static void say_farewell(const struct table *t, struct event_out *to)
{
	char data[120];

	snprintf(data, sizeof(data), "{\"game\":\"%s\",\"version\":%" PRId64 ",\"status\":\"%s\"}", t->meta.id,
		t->meta.version, table_status(t));
	event_farewell(to, data);
}

/* Nothing is new: wait, end, or show that the stream is alive. */
static int idle(struct call *c, const struct table *t, struct event_out *to)
{
	int r;

	if (is_over(t) && c->place.seq >= t->meta.version) {
		say_farewell(t, to);
		return CALL_ENDS;
	}
	r = call_wait(c, t->meta.id, c->place.seq, API_ALIVE_SECONDS);
	if (r == CALL_WAITS)
		return r;
	if (call_draining(c))
		return CALL_ENDS;
	event_alive(to);
	return 0;
}

static int follow_game(struct call *c, const struct table *t)
{
	struct page p = {
		.to = {.out = &c->out, .media = c->media}, .after = c->place.seq,
		.until = t->meta.version, .left = c->place.left, .most = EVENT_PIECE_MAX,
	};

	if (!c->place.begun)
		event_hello(&p.to);
	c->place.begun = 1;
	if (read_next(c, t, &p) < 0)
		return -1;
	c->place.seq = p.last;
	c->place.left = p.left;
	if (p.left == 0)
		return CALL_ENDS;
	return c->out.size > 0 ? 0 : idle(c, t, &p.to);
}

static int stream_events(struct call *c)
{
	struct table *t = live_get(c, c->params[0]);
	int r = t ? follow_game(c, t) : -1;

	table_unref(t);
	return r;
}

/* Who has seen the end is told so by 204, which also keeps an EventSource from coming again. */
static int begin_stream(struct call *c, const struct table *t, int64_t after)
{
	if (call_query_integer(c, "limit", 1, EVENTS_PAGE_MAX, STORE_SEQUENCE_MAX, &c->place.left) < 0)
		return -1;
	if (is_over(t) && after >= t->meta.version) {
		c->status = 204;
		return 0;
	}
	c->place.seq = after;
	c->stream = stream_events;
	return 0;
}

/* --- both ---------------------------------------------------------------------- */

static int read_after(struct call *c, int64_t *after)
{
	const char *text = event_after(c);

	*after = 0;
	if (!text)
		return 0;
	if (*text && strlen(text) <= 8 && strspn(text, "0123456789") == strlen(text))
		*after = strtol(text, NULL, 10);
	else
		*after = -1;
	if (*after >= 0 && *after <= STORE_SEQUENCE_MAX)
		return 0;
	return fail(c, ERR_BAD_REQUEST, "query parameter after and Last-Event-ID must be an integer from 0 to %d",
		STORE_SEQUENCE_MAX);
}

int h_game_events(struct call *c)
{
	int64_t after, wait;
	struct table *t;
	int follow, r;

	if (read_after(c, &after) < 0 || event_follow(c, &follow, &wait) < 0)
		return -1;
	t = live_get(c, c->params[0]);
	if (!t)
		return -1;
	r = follow ? begin_stream(c, t, after) : answer_page(c, t, after, (int)wait);
	table_unref(t);
	return r;
}

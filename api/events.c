/* events.c - GET /v1/games/{game}/events. */
#include "api/events.h"

#include <stdio.h>
#include <string.h>

#include "api/handlers.h"
#include "api/live.h"

struct page {
	struct buf *out;
	int64_t after, last;
	int left;
	int lines;			/* 1: a line each, 0: elements of an array */
	int first;
};

static void put_event(struct page *p, const char *line, size_t size)
{
	if (!p->lines && !p->first)
		buf_char(p->out, ',');
	p->first = 0;
	buf_bytes(p->out, line, size);
	if (p->lines)
		buf_char(p->out, '\n');
}

/* An entry may begin before the page and end after it. */
static int put_entry(void *arg, const struct store_entry *entry)
{
	struct page *p = arg;
	const char *at = entry->events, *end = at + entry->events_size;

	for (int64_t seq = entry->first; at < end && p->left > 0; seq++) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));

		if (!stop)
			stop = end;
		if (seq > p->after) {
			put_event(p, at, (size_t)(stop - at));
			p->last = seq;
			p->left--;
		}
		at = stop + 1;
	}
	return p->left == 0;
}

static int read_page(struct call *c, const char *game, struct page *p)
{
	enum store_result r;

	p->last = p->after;
	p->first = 1;
	r = store_log_read(c->conn, game, p->after, p->left, put_entry, p);
	return r == STORE_OK ? 0 : store_ok(c, r);
}

int events_list(struct call *c, const char *game, int64_t after, int limit, struct buf *out, int64_t *last)
{
	struct page p = {.out = out, .after = after, .left = limit};

	buf_char(out, '[');
	if (read_page(c, game, &p) < 0)
		return -1;
	buf_char(out, ']');
	if (last)
		*last = p.last;
	return 0;
}

int events_lines(struct call *c, const char *game, int64_t after, int limit, struct buf *out, int64_t *last)
{
	struct page p = {.out = out, .after = after, .left = limit, .lines = 1};

	if (read_page(c, game, &p) < 0)
		return -1;
	*last = p.last;
	return 0;
}

static int answer_json(struct call *c, const struct table *t, int64_t after, int limit, int64_t *last)
{
	struct json_out out;
	struct buf events;
	int r;

	buf_init(&events, EVENTS_MAX);
	r = events_list(c, t->meta.id, after, limit, &events, last);
	if (r == 0 && buf_failed(&events))
		r = fail(c, ERR_UNAVAILABLE, "no memory");
	if (r == 0) {
		/* What was committed since this table was published may be in the log already. */
		int64_t version = *last > t->meta.version ? *last : t->meta.version;

		json_out_init(&out, &c->out);
		sink_object(&out.sink, NULL);
		sink_text(&out.sink, "game", t->meta.id);
		sink_number(&out.sink, "version", (long)version);
		json_out_raw(&out, "events", events.data, events.size);
		sink_number(&out.sink, "next", (long)*last);
		sink_end(&out.sink);
	}
	buf_free(&events);
	return r;
}

int h_game_events(struct call *c)
{
	int64_t after, limit, wait, last = 0;
	struct table *t;
	int r = 0;

	if (call_query_integer(c, "after", 0, STORE_SEQUENCE_MAX, 0, &after) < 0 ||
		call_query_integer(c, "limit", 1, EVENTS_PAGE_MAX, EVENTS_PAGE, &limit) < 0 ||
		call_query_integer(c, "wait", 0, API_WAIT_MAX, 0, &wait) < 0)
		return -1;
	t = live_get(c, c->params[0]);
	if (!t)
		return -1;
	if (after >= t->meta.version && wait > 0)
		r = call_wait(c, t->meta.id, after, (int)wait);
	if (r == 0 && c->media == MEDIA_NDJSON)
		r = events_lines(c, t->meta.id, after, (int)limit, &c->out, &last);
	else if (r == 0)
		r = answer_json(c, t, after, (int)limit, &last);
	if (r == 0 && last < t->meta.version)
		snprintf(c->link, sizeof(c->link), "</v1/games/%s/events?after=%lld&limit=%d>; rel=\"next\"",
			t->meta.id, (long long)last, (int)limit);
	table_unref(t);
	return r;
}

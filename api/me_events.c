/*
 * me_events.c - GET /v1/me/events: the events of all own games, as one log.
 *
 * A place in it is "<row>-<k>": the row of the store's log in which the last
 * event stands that was given out, and which event of that row it is; callers
 * are promised nothing about it but its use.  Rows rise as they are committed, so
 * nothing is ever put in before a place; and because reading begins with the row
 * itself, a caller who was cut off in the middle of one misses nothing.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/event_out.h"
#include "api/events.h"
#include "api/handlers.h"
#include "storage/sittings.h"

enum { ROWS_OF_PIECE = 64 };

/* Which events are wanted, and where they go. */
struct own_page {
	struct event_out to;
	int64_t row, k;			/* the last one given out */
	int64_t left;
	size_t most;			/* bytes after which nothing more is taken */
};

static int has_room(const struct own_page *p)
{
	return p->left > 0 && p->to.out->size < p->most;
}

static void put_place(char out[EVENT_ID], int64_t row, int64_t k)
{
	snprintf(out, EVENT_ID, "%" PRId64 "-%" PRId64, row, k);
}

static int put_row(void *arg, const char *game, const struct store_entry *entry)
{
	struct own_page *p = arg;
	const char *at = entry->events, *end = at + entry->events_size;
	int64_t seen = entry->number == p->row ? p->k : 0;
	char id[EVENT_ID];

	(void)game;
	for (int64_t k = 1; at < end && has_room(p); k++) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));

		if (!stop)
			stop = end;
		if (k > seen) {
			put_place(id, entry->number, k);
			event_put(&p->to, at, (size_t)(stop - at), id);
			p->row = entry->number;
			p->k = k;
			p->left--;
		}
		at = stop + 1;
	}
	return !has_room(p);
}

/* The row of the place itself may hold more, and comes first. */
static int read_own(struct call *c, struct own_page *p, int rows)
{
	int limit = p->left < rows ? (int)p->left + 1 : rows;
	enum store_result r;

	if (limit > STORE_OWN_MAX)
		limit = STORE_OWN_MAX;
	r = store_log_of_player(c->conn, c->player, p->row - 1, limit, put_row, p);
	return r == STORE_OK ? 0 : store_ok(c, r);
}

/* --- pages ------------------------------------------------------------------------ */

static void put_envelope(struct call *c, const struct own_page *p)
{
	char next[EVENT_ID];
	struct json_out out;

	put_place(next, p->row, p->k);
	json_out_init(&out, &c->out);
	sink_object(&out.sink, NULL);
	sink_array(&out.sink, "events");
	if (p->to.count)
		json_out_raw(&out, NULL, p->to.out->data, p->to.out->size);
	sink_end(&out.sink);
	sink_text(&out.sink, "next", next);
	sink_end(&out.sink);
}

static int answer_page(struct call *c, struct own_page *p, int wait)
{
	int64_t limit;
	struct buf events;
	int r;

	if (call_query_integer(c, "limit", 1, EVENTS_PAGE_MAX, EVENTS_PAGE, &limit) < 0)
		return -1;
	buf_init(&events, EVENTS_MAX);
	p->to.out = c->media == MEDIA_JSON ? &events : &c->out;
	p->left = limit;
	p->most = EVENTS_MAX / 2;
	r = read_own(c, p, STORE_OWN_MAX);
	if (r == 0 && buf_failed(p->to.out))
		r = fail(c, ERR_UNAVAILABLE, "no memory");
	if (r == 0 && p->to.count == 0 && wait > 0)
		r = call_wait(c, c->player, 0, wait);
	if (r == 0 && c->media == MEDIA_JSON)
		put_envelope(c, p);
	if (r == 0 && !has_room(p))
		snprintf(c->link, sizeof(c->link), "</v1/me/events?after=%" PRId64 "-%" PRId64 "&limit=%d>; rel=\"next\"",
			p->row, p->k, (int)limit);
	buf_free(&events);
	return r;
}

/* --- streams ---------------------------------------------------------------------- */

static int idle(struct call *c, struct event_out *to)
{
	int r = call_wait(c, c->player, 0, API_ALIVE_SECONDS);

	if (r == CALL_WAITS)
		return r;
	if (call_draining(c))
		return CALL_ENDS;
	event_alive(to);
	return 0;
}

static int stream_own(struct call *c)
{
	struct own_page p = {
		.to = {.out = &c->out, .media = c->media, .own_ids = 1}, .row = c->place.row, .k = c->place.seq,
		.left = c->place.left, .most = EVENT_PIECE_MAX,
	};

	if (!c->place.begun)
		event_hello(&p.to);
	c->place.begun = 1;
	if (read_own(c, &p, ROWS_OF_PIECE) < 0)
		return -1;
	c->place.row = p.row;
	c->place.seq = p.k;
	c->place.left = p.left;
	if (p.left == 0)
		return CALL_ENDS;
	return c->out.size > 0 ? 0 : idle(c, &p.to);
}

static int begin_stream(struct call *c, const struct own_page *p)
{
	if (call_query_integer(c, "limit", 1, EVENTS_PAGE_MAX, INT32_MAX, &c->place.left) < 0)
		return -1;
	c->place.row = p->row;
	c->place.seq = p->k;
	c->stream = stream_own;
	return 0;
}

/* --- both -------------------------------------------------------------------------- */

/* Digits up to `stop`, at most 15 of them; NULL when there are others. */
static const char *read_number(const char *at, char stop, int64_t *out)
{
	size_t digits = strspn(at, "0123456789");

	if (digits == 0 || digits > 15 || at[digits] != stop)
		return NULL;
	*out = strtoll(at, NULL, 10);
	return at + digits + (stop != '\0');
}

static int read_place(struct call *c, struct own_page *p)
{
	const char *text = event_after(c), *at;

	if (!text || !strcmp(text, "0"))
		return 0;
	if (!strcmp(text, "latest")) {
		enum store_result r = store_log_newest(c->conn, &p->row);

		/* Before the first event of the row that is not there yet. */
		p->row++;
		return r == STORE_OK ? 0 : store_ok(c, r);
	}
	at = read_number(text, '-', &p->row);
	if (at && read_number(at, '\0', &p->k))
		return 0;
	return fail(c, ERR_BAD_REQUEST, "query parameter after and Last-Event-ID must be the id of an event, "
		"'next' of a page, 'latest', or 0 for the beginning");
}

int h_me_events(struct call *c)
{
	struct own_page p = {.to = {.media = c->media, .own_ids = 1}};
	int64_t wait;
	int follow;

	if (read_place(c, &p) < 0 || event_follow(c, &follow, &wait) < 0)
		return -1;
	return follow ? begin_stream(c, &p) : answer_page(c, &p, (int)wait);
}

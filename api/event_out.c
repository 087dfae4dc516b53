/*
 * event_out.c - the shapes of events.
 *
 * Server-Sent Events as in the HTML standard, section 9.2: a field a line, an
 * empty line after each event.  JSON has no line feeds in it, so `data` is
 * one line.
 */
#include "api/event_out.h"

#include <string.h>

/* The value of "type" in an event's line. */
static const char *find_type(const char *line, size_t size, size_t *length)
{
	static const char name[] = ",\"type\":\"";
	const char *at = memmem(line, size, name, sizeof(name) - 1), *end;

	if (!at)
		return NULL;
	at += sizeof(name) - 1;
	end = memchr(at, '"', size - (size_t)(at - line));
	*length = end ? (size_t)(end - at) : 0;
	return *length ? at : NULL;
}

static void put_object(struct event_out *o, const char *line, size_t size, const char *id)
{
	if (!o->own_ids || size == 0) {
		buf_bytes(o->out, line, size);
		return;
	}
	buf_text(o->out, "{\"id\":\"");
	buf_text(o->out, id);
	buf_text(o->out, "\",");
	buf_bytes(o->out, line + 1, size - 1);
}

static void put_sse(struct event_out *o, const char *line, size_t size, const char *id)
{
	size_t length;
	const char *type = find_type(line, size, &length);

	buf_text(o->out, "id: ");
	buf_text(o->out, id);
	if (type) {
		buf_text(o->out, "\nevent: ");
		buf_bytes(o->out, type, length);
	}
	buf_text(o->out, "\ndata: ");
	put_object(o, line, size, id);
	buf_text(o->out, "\n\n");
}

void event_put(struct event_out *o, const char *line, size_t size, const char *id)
{
	if (o->media == MEDIA_SSE) {
		put_sse(o, line, size, id);
	} else {
		if (o->media == MEDIA_JSON && o->count)
			buf_char(o->out, ',');
		put_object(o, line, size, id);
		if (o->media == MEDIA_NDJSON)
			buf_char(o->out, '\n');
	}
	o->count++;
}

void event_alive(struct event_out *o)
{
	buf_text(o->out, o->media == MEDIA_SSE ? ":\n\n" : "\n");
}

void event_hello(struct event_out *o)
{
	if (o->media == MEDIA_SSE)
		buf_format(o->out, "retry: %d\n\n", EVENT_RETRY_MS);
}

void event_farewell(struct event_out *o, const char *data)
{
	if (o->media == MEDIA_SSE)
		buf_format(o->out, "event: end\ndata: %s\n\n", data);
}

int event_follow(struct call *c, int *follow, int64_t *wait)
{
	*follow = c->media == MEDIA_SSE;
	if (call_query_bool(c, "follow", follow) < 0 || call_query_integer(c, "wait", 0, API_WAIT_MAX, 0, wait) < 0)
		return -1;
	if (*follow && c->media == MEDIA_JSON)
		return fail(c, ERR_BAD_REQUEST, "follow needs a stream: Accept: text/event-stream or application/x-ndjson");
	if (*follow && call_query(c, "wait"))
		return fail(c, ERR_BAD_REQUEST, "a stream waits by itself: leave wait out, or ask for a page with follow=false");
	return 0;
}

const char *event_after(struct call *c)
{
	const char *last = call_header(c, "Last-Event-ID");

	/* An EventSource connects again with the address that it had, so the header is newer. */
	return last && *last ? last : call_query(c, "after");
}

/*
 * event_out.h - events on their way to a caller: the same objects as elements
 * of an array, as lines of NDJSON, or as Server-Sent Events.
 *
 * In the store, and here, an event is one line of JSON whose first members are
 * "game", "seq", "at" and "type", in this order.
 */
#ifndef MEEPLED_API_EVENT_OUT_H
#define MEEPLED_API_EVENT_OUT_H

#include "api/buf.h"
#include "api/call.h"

enum {
	EVENT_ID = 32,
	EVENT_RETRY_MS = 2000,		/* until an EventSource connects again */
	EVENT_PIECE_MAX = 64 * 1024	/* bytes after which a stream's piece takes no more events */
};

struct event_out {
	struct buf *out;
	enum media media;	/* JSON, NDJSON or SSE */
	int own_ids;		/* 1: ids are none of the game's: each event gets a member "id" */
	int count;		/* events so far */
};

/* `id` is what resumes after this event: Last-Event-ID and `after`. */
void event_put(struct event_out *o, const char *line, size_t size, const char *id);
/* A sign of life, where there is nothing to tell. */
void event_alive(struct event_out *o);
/* Before the first event of a stream. */
void event_hello(struct event_out *o);
/* After the last one: there will be no more.  `data` is a JSON object.  Nothing in NDJSON. */
void event_farewell(struct event_out *o, const char *data);

/*
 * Does the caller want a stream?  By `follow`, and by the type without it:
 * Server-Sent Events follow, NDJSON does not, JSON cannot.  *wait is the
 * parameter, 0 without.  -1 after fail().
 */
int event_follow(struct call *c, int *follow, int64_t *wait);
/* Where the caller wants to go on: Last-Event-ID, else `after`, else NULL. */
const char *event_after(struct call *c);

#endif

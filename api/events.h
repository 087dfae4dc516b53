/*
 * events.h - reading a game's log.
 */
#ifndef MEEPLED_API_EVENTS_H
#define MEEPLED_API_EVENTS_H

#include "api/buf.h"
#include "api/call.h"

enum { EVENTS_MAX = 4 * 1024 * 1024, EVENTS_PAGE = 200, EVENTS_PAGE_MAX = 1000 };

/*
 * Append the events with numbers above `after` and up to `until`, at most
 * `limit`, as a JSON array.  *last (unless NULL) is the number of the last one,
 * or `after`.  -1 after fail().
 */
int events_list(struct call *c, const char *game, int64_t after, int64_t until, int limit, struct buf *out,
	int64_t *last);

#endif

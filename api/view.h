/*
 * view.h - what a game looks like from outside, as JSON.
 *
 * One function lists what may be shown; there is nothing else to see for
 * anybody, because these games have no hidden hands.
 */
#ifndef MEEPLED_API_VIEW_H
#define MEEPLED_API_VIEW_H

#include "api/buf.h"
#include "api/json.h"
#include "api/table.h"

enum {
	VIEW_MAX = 1024 * 1024,
	VIEW_USUAL = 16 * 1024	/* bytes of most views: room is made for them at once */
};

/* The whole view as one JSON text; NULL: no memory. */
struct blob *view_make(const struct table *t);
/* A line of a list of games: members of the open object. */
void view_summary(const struct table *t, struct sink *out);

#endif

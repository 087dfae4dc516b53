/*
 * at.h - a game as it was.
 */
#ifndef MEEPLED_API_AT_H
#define MEEPLED_API_AT_H

#include "api/table.h"

/*
 * The table at that version, or at the end of the change before it when the version
 * is in the middle of one, marked as past; NULL after fail(): there was nothing yet, or `now` is older.
 */
struct table *at_version(struct call *c, const struct table *now, int64_t version);

#endif

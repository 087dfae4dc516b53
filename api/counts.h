/*
 * counts.h - requests as numbers: how many of each row in route.c with which
 * status, and how long they took (internal to api/; told by GET /metrics).
 *
 * Threads: any.
 */
#ifndef MEEPLED_API_COUNTS_H
#define MEEPLED_API_COUNTS_H

#include "api/call.h"

struct counts;

struct counts *counts_open(void);	/* NULL: no memory */
void counts_close(struct counts *c);	/* NULL is allowed */

enum counts_kind { COUNTS_READ, COUNTS_CHANGE, COUNTS_WAIT, COUNTS_KINDS };

/* One answer.  `route` NULL: the path is not known.  `us` microseconds. */
void counts_answer(struct counts *c, const struct route *route, int status, enum counts_kind kind, int64_t us);
/* Families of metrics.h. */
void counts_write(struct counts *c, struct buf *out);

#endif

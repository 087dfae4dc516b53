/*
 * metrics.h - what the service counts, and how it is told (GET /metrics).
 *
 * The text is OpenMetrics 1.0:
 * families of samples, one line each.  Counters count since the start of the
 * process.  Labels come from tables (routes, methods, statuses), never from
 * requests, so nobody can make the text grow.
 *
 * Threads: any, all functions; a histogram is written and read without locks.
 */
#ifndef MEEPLED_API_METRICS_H
#define MEEPLED_API_METRICS_H

#include <stdatomic.h>
#include <stdint.h>

#include "api/buf.h"

enum { HISTOGRAM_BOUNDS = 16 };

/*
 * Whole numbers by size.  Set `bounds` (ascending, 0 after the last when there
 * are fewer than HISTOGRAM_BOUNDS) and zero the rest.
 */
struct histogram {
	int64_t bounds[HISTOGRAM_BOUNDS];	/* count[i] has what is at most bounds[i] */
	_Atomic uint64_t count[HISTOGRAM_BOUNDS + 1];
	_Atomic uint64_t sum;
};

/* A negative value counts as 0. */
void histogram_add(struct histogram *h, int64_t value);

enum metric { METRIC_COUNTER, METRIC_GAUGE, METRIC_HISTOGRAM, METRIC_INFO };

/*
 * Begin a family.  `name` ends with the unit where there is one ("…_seconds",
 * "…_bytes"); its samples follow, all of them before the next family.
 */
void metrics_family(struct buf *out, enum metric type, const char *name, const char *unit, const char *help);
/*
 * A sample of a counter, gauge or info: `value` in 1/`scale` of the unit (scale 1,
 * 1000 or 1000000).  `labels` is "" or `route="/v1",method="GET"`.
 */
void metrics_sample(struct buf *out, enum metric type, const char *name, const char *labels, int64_t value, int scale);
/* A family with one sample. */
void metrics_one(struct buf *out, enum metric type, const char *name, const char *unit, const char *help,
	int64_t value, int scale);
/* All samples of a histogram whose values are in 1/`scale` of the unit. */
void metrics_histogram(struct buf *out, const char *name, const char *labels, struct histogram *h, int scale);

#endif

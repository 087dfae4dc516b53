/*
 * counts.c - a counter for each route and status, and histograms of time.
 *
 * A long poll takes as long as nothing happens, which says nothing of the
 * service: it has a histogram of its own.
 */
#include "api/counts.h"

#include <stdio.h>
#include <stdlib.h>

#include "api/inside.h"
#include "api/metrics.h"

/* Statuses that are told apart; 0 stands for any other. */
static const int statuses[] = {200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 415,
	422, 429, 431, 500, 503, 0};
enum { STATUSES = sizeof(statuses) / sizeof(statuses[0]) };

static const char *const kinds[COUNTS_KINDS] = {
	[COUNTS_READ] = "kind=\"read\"", [COUNTS_CHANGE] = "kind=\"change\"", [COUNTS_WAIT] = "kind=\"wait\""
};

/* Microseconds: half a millisecond to half a minute. */
static const int64_t bounds[] = {500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 500000, 1000000,
	2500000, 5000000, 10000000, 30000000};

struct counts {
	struct histogram took[COUNTS_KINDS];
	size_t rows;				/* of routes[]; one more counts unknown paths */
	_Atomic uint64_t answers[];		/* by row and place in statuses[] */
};

struct counts *counts_open(void)
{
	struct counts *c;
	size_t rows = 0;

	while (routes[rows].path)
		rows++;
	c = calloc(1, sizeof(*c) + (rows + 1) * STATUSES * sizeof(c->answers[0]));
	if (!c)
		return NULL;
	c->rows = rows;
	for (int k = 0; k < COUNTS_KINDS; k++)
		for (size_t i = 0; i < sizeof(bounds) / sizeof(bounds[0]); i++)
			c->took[k].bounds[i] = bounds[i];
	return c;
}

void counts_close(struct counts *c)
{
	free(c);
}

void counts_answer(struct counts *c, const struct route *route, int status, enum counts_kind kind, int64_t us)
{
	size_t row = route ? (size_t)(route - routes) : c->rows, i = 0;

	while (i < STATUSES - 1 && statuses[i] != status)
		i++;
	atomic_fetch_add_explicit(&c->answers[row * STATUSES + i], 1, memory_order_relaxed);
	if (route)
		histogram_add(&c->took[kind], us);
}

static void write_row(struct counts *c, size_t row, struct buf *out)
{
	const struct route *r = &routes[row];
	char labels[200];

	for (size_t i = 0; i < STATUSES; i++) {
		uint64_t count = atomic_load(&c->answers[row * STATUSES + i]);

		if (!count)
			continue;
		snprintf(labels, sizeof(labels), "method=\"%s\",route=\"%s\",status=\"%d\"",
			row < c->rows ? method_name(r->method) : "", row < c->rows ? r->path : "", statuses[i]);
		metrics_sample(out, METRIC_COUNTER, "meepled_http_requests", labels, (int64_t)count, 1);
	}
}

void counts_write(struct counts *c, struct buf *out)
{
	metrics_family(out, METRIC_COUNTER, "meepled_http_requests", "",
		"Answers by route and status; without a route: paths that are not known.");
	for (size_t row = 0; row <= c->rows; row++)
		write_row(c, row, out);
	metrics_family(out, METRIC_HISTOGRAM, "meepled_http_request_duration_seconds", "seconds",
		"From a request's last byte to its answer; wait: long polls that had to, and refusals that were held back.");
	for (int k = 0; k < COUNTS_KINDS; k++)
		metrics_histogram(out, "meepled_http_request_duration_seconds", kinds[k], &c->took[k], 1000000);
}

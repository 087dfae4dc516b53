/*
 * metrics.c - the text of OpenMetrics.  Values are whole numbers of some
 * fraction of the unit, so that no floating point comes into it.
 */
#include "api/metrics.h"

static const struct { const char *word, *suffix; } types[] = {
	[METRIC_COUNTER] = {"counter", "_total"},
	[METRIC_GAUGE] = {"gauge", ""},
	[METRIC_HISTOGRAM] = {"histogram", ""},
	[METRIC_INFO] = {"info", "_info"},
};

void histogram_add(struct histogram *h, int64_t value)
{
	int i = 0;

	if (value < 0)
		value = 0;
	while (i < HISTOGRAM_BOUNDS && h->bounds[i] && value > h->bounds[i])
		i++;
	if (i < HISTOGRAM_BOUNDS && !h->bounds[i])
		i = HISTOGRAM_BOUNDS;
	atomic_fetch_add_explicit(&h->count[i], 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&h->sum, (uint64_t)value, memory_order_relaxed);
}

/* 1234567 of a scale of 1000000 is 1.234567. */
static void write_value(struct buf *out, int64_t value, int scale)
{
	char digits[16];
	int count = 0;

	if (value < 0)
		buf_char(out, '-');
	value = value < 0 ? -value : value;
	buf_number(out, value / scale);
	if (value % scale == 0)
		return;
	value %= scale;
	for (scale /= 10; scale > 0 && value > 0; scale /= 10) {
		digits[count++] = (char)('0' + value / scale);
		value %= scale;
	}
	buf_char(out, '.');
	buf_bytes(out, digits, (size_t)count);
}

static void write_sample(struct buf *out, const char *name, const char *suffix, const char *labels,
	int64_t value, int scale)
{
	buf_text(out, name);
	buf_text(out, suffix);
	if (*labels)
		buf_format(out, "{%s}", labels);
	buf_char(out, ' ');
	write_value(out, value, scale);
	buf_char(out, '\n');
}

void metrics_family(struct buf *out, enum metric type, const char *name, const char *unit, const char *help)
{
	buf_format(out, "# TYPE %s %s\n", name, types[type].word);
	if (*unit)
		buf_format(out, "# UNIT %s %s\n", name, unit);
	buf_format(out, "# HELP %s %s\n", name, help);
}

void metrics_sample(struct buf *out, enum metric type, const char *name, const char *labels, int64_t value, int scale)
{
	write_sample(out, name, types[type].suffix, labels, value, scale);
}

void metrics_one(struct buf *out, enum metric type, const char *name, const char *unit, const char *help,
	int64_t value, int scale)
{
	metrics_family(out, type, name, unit, help);
	metrics_sample(out, type, name, "", value, scale);
}

static void write_bucket(struct buf *out, const char *name, const char *labels, int64_t bound, int scale, uint64_t count)
{
	buf_format(out, "%s_bucket{%s%sle=\"", name, labels, *labels ? "," : "");
	if (bound) {
		write_value(out, bound, scale);
		buf_text(out, bound % scale ? "" : ".0");
	} else {
		buf_text(out, "+Inf");
	}
	buf_format(out, "\"} %llu\n", (unsigned long long)count);
}

void metrics_histogram(struct buf *out, const char *name, const char *labels, struct histogram *h, int scale)
{
	/* Read last, so that the buckets never hold more than the sum tells of. */
	uint64_t below = 0, sum = atomic_load(&h->sum);

	for (int i = 0; i < HISTOGRAM_BOUNDS && h->bounds[i]; i++) {
		below += atomic_load(&h->count[i]);
		write_bucket(out, name, labels, h->bounds[i], scale, below);
	}
	below += atomic_load(&h->count[HISTOGRAM_BOUNDS]);
	write_bucket(out, name, labels, 0, scale, below);
	write_sample(out, name, "_count", labels, (int64_t)below, 1);
	write_sample(out, name, "_sum", labels, (int64_t)sum, scale);
}

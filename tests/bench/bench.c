/* bench.c - what all benches share. */
#include "tests/bench/bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/tileset_json.h"

void die(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

double bench_clock(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

double bench_now(void)
{
	return bench_clock(CLOCK_MONOTONIC);
}

static int ascending(const void *a, const void *b)
{
	double x, y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return (x > y) - (x < y);
}

double median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof(*values), ascending);
	return values[count / 2];
}

double quantile(const double *sorted, int count, double part)
{
	int at = (int)((double)count * part);

	return count ? sorted[at < count ? at : count - 1] : 0;
}

void figure(const char *name, double value, const char *unit, const char *bar)
{
	printf("%s\t%.*f\t%s\t%s\n", name, value < 100 ? 3 : 0, value, unit, bar);
	fflush(stdout);
}

const struct tileset *bench_tileset(const char *id, const struct ruleset **ruleset)
{
	struct tileset *tileset = malloc(sizeof(*tileset));
	const struct ruleset *found = ruleset_find(id, 0);
	const char *text;
	size_t size;

	if (!found || !tileset)
		die("no game %s, or no memory", id);
	text = tileset_bundled(found, &size);
	if (tileset_read(tileset, ruleset, text, size, NULL) != 0)
		die("the bundled tile set of %s is not good", id);
	return tileset;
}

/*
 * bench.h - what all benches share: clocks, medians, lines of figures.
 *
 * A figure is one line on standard output, parts separated by tabs: name, value,
 * unit, bar.  A bar is ">=N" or "<=N", or "-" where a figure only informs.
 * Everything else goes to standard error.
 */
#ifndef MEEPLED_TESTS_BENCH_H
#define MEEPLED_TESTS_BENCH_H

#include <stdint.h>
#include <time.h>

enum { BENCH_ROUNDS = 5 };		/* every figure is the median of so many */

/* Ends the program with a sentence. */
void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

double bench_now(void);			/* seconds, monotonic */
double bench_clock(clockid_t clock);	/* seconds */
/* Sorts the values. */
double median(double *values, int count);
/* The value that the share `part` of the sorted values stays below. */
double quantile(const double *sorted, int count, double part);
void figure(const char *name, double value, const char *unit, const char *bar);

/* A small generator for choices; not zero. */
static inline uint32_t bench_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (uint32_t)(*state >> 32);
}

struct ruleset;
/* The bundled tile set of the newest version of that game; never freed. */
const struct tileset *bench_tileset(const char *id, const struct ruleset **ruleset);

#endif

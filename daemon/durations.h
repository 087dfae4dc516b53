/*
 * durations.h - lists of durations as people write them in a configuration:
 * "0s,5s,5m,2h,1d".  Pure.  Threads: any.
 */
#ifndef MEEPLED_DAEMON_DURATIONS_H
#define MEEPLED_DAEMON_DURATIONS_H

#include <stdint.h>

enum { DURATIONS_MAX = 32, DURATION_DAYS_MAX = 30 };

/*
 * Milliseconds of each; returns how many there are, at least 1, or -1: a number of
 * up to nine digits with ms, s, m, h or d, commas and blanks between them.
 */
int durations_parse(int64_t out[DURATIONS_MAX], const char *text);

#endif

/*
 * show.h - values that many answers show, each in its one form.
 */
#ifndef MEEPLED_API_SHOW_H
#define MEEPLED_API_SHOW_H

#include <stdint.h>
#include "engine/core/sink.h"

enum { SHOW_BYTES = 32 };

/* A time as RFC 3339, milliseconds since 1970; null for 0. */
void show_time(struct sink *out, const char *key, int64_t ms);
/* A seed or a SHA-256 in lower-case hex. */
void show_hex(struct sink *out, const char *key, const unsigned char bytes[SHOW_BYTES]);
/* The numbers of the seats whose bits are set, in order. */
void show_seats(struct sink *out, const char *key, unsigned seats);

#endif

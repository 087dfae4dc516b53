/*
 * words.h - a sink that writes what the engine tells as words for people.
 *
 * "type" and "id" stand for themselves, other members are "name value", what
 * is nested stands in brackets, what is null or false is left out.
 */
#ifndef MEEPLED_API_WORDS_H
#define MEEPLED_API_WORDS_H

#include <stdint.h>
#include "api/buf.h"
#include "engine/core/sink.h"

enum { WORDS_DEPTH = 16 };

struct words {
	struct sink sink;
	struct buf *out;
	int lines;			/* elements less deep than this begin a line */
	int depth;
	uint8_t list[WORDS_DEPTH];	/* what is open is an array */
	uint8_t some[WORDS_DEPTH];	/* and has an element already */
};

void words_init(struct words *w, struct buf *out, int lines);

#endif

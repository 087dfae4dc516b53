/*
 * words.h - a sink that writes what the engine tells as words for people.
 *
 * "type" and "id" stand for themselves, other members are "name value", what
 * stands in a list has brackets around it, what is null or false is left out.
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
	const char *parted;		/* what parts the members at the top */
	int depth;
	uint8_t list[WORDS_DEPTH];	/* what is open is an array */
	uint8_t row[WORDS_DEPTH];	/* or is, or is within, an element of one */
	uint8_t some[WORDS_DEPTH];	/* and has an element already: 1, or a bare one: 2 */
};

void words_init(struct words *w, struct buf *out, int lines, const char *parted);

#endif

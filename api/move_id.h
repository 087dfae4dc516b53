/*
 * move_id.h - short names for the moves that a seat may make now.
 *
 * An id is the beginning of a hash over game, version, seat and action, just
 * long enough to be told from the other moves of the list, four characters
 * of Crockford base32 at least.  So it means that move in that state and, but
 * for one chance in thousands, nothing in any other.
 */
#ifndef MEEPLED_API_MOVE_ID_H
#define MEEPLED_API_MOVE_ID_H

#include "api/table.h"

enum { MOVE_ID_LEAST = 4, MOVE_ID_MOST = 12 };

struct move {
	struct action action;
	uint64_t hash;			/* of which the id is the beginning */
	char id[MOVE_ID_MOST + 1];
};

struct moves {
	struct move *at;		/* owned; in the engine's order */
	int count, room, failed;
};

/* Everything that `seat` may do now; 0, or -1: no memory.  Call moves_free() in any case. */
int moves_list(struct moves *m, const struct table *t, int seat);
void moves_free(struct moves *m);
/* The move of that name; 0, or -1: none such (or no memory). */
int move_find(const struct table *t, int seat, const char *id, struct action *a);

#endif

/*
 * secrets.h - what nobody may learn of a game before its end, and a search for
 * it in any text: the seeds in all their spellings, and the order of what is
 * still in the bag and, where a game has ships, in their pile.
 */
#ifndef MEEPLED_TESTS_API_SECRETS_H
#define MEEPLED_TESTS_API_SECRETS_H

#include "tests/api/table_fixture.h"

enum { SECRETS_RUN = 6, SECRETS_SHIPS = 4, SECRETS_MAX = 32 };

struct secrets {
	int count;
	struct { char text[120]; size_t size; } at[SECRETS_MAX];
	/* What comes next; the counts are 0 when too little is left to be told by chance. */
	uint8_t bag[SECRETS_RUN], pile[SECRETS_SHIPS];
	int bag_count, pile_count;
	struct game game;
	struct tileset ts;
};

/* Those of the game as the store has it now; it must have begun. */
void secrets_take(struct secrets *s, struct around *a);

/* Which of them stands in the text, for people; NULL when none does. */
const char *secrets_find(const struct secrets *s, const char *text, size_t size);

/* Fail the test when one stands in body or headers of the latest answer. */
void secrets_search_answer(const struct secrets *s, struct around *a);

/* The order of ships that lie hidden, `count` of them; NULL in a game without. */
uint8_t *secrets_pile(struct game *g, const struct tileset *ts, int *count);

/*
 * Put another future under the same present: other dice, another order of what
 * is in the bag and in the pile; in the store and nowhere else.  `other_game`
 * is looked at so that the game leaves a cache that holds only one.
 */
void secrets_swap(struct around *a, const char *other_game);

#endif

/*
 * tiny.h - a small tile set, written in C, for the tests of the core.
 *
 * It has one kind of each sort of side and segment, so that a test can say
 * what it means without a file.  tiny_given() fills in the given members only;
 * tiny_set() is the finished set.
 */
#ifndef MEEPLED_TESTS_TINY_H
#define MEEPLED_TESTS_TINY_H

#include "engine/core/game.h"
#include "engine/core/ruleset.h"

enum tiny_kind {
	TINY_BRIDGE,	/* BSBS: b N-S, seas e and w; the start tile is of this kind */
	TINY_BEND,	/* SSBB: b S-W, seas ne and sw */
	TINY_CROSS,	/* BBBB: four bridge ends n e s w, four seas */
	TINY_SEA,	/* SSSS: one sea, fish 1 and 2, a boat on the second face */
	TINY_CAPE,	/* ISSS: island i, sea s */
	TINY_STRIP,	/* ISIS: island i N-S parts the seas e and w */
	TINY_LAND,	/* IIII: one island */
	TINY_MARKET,	/* SSSS: market m in a sea s */
	TINY_PIER,	/* BISS: bridge b from N ends here, island i to E, seas ne (NR) and s */
	TINY_KINDS
};

void tiny_given(struct tileset *ts);
const struct tileset *tiny_set(void);
/* The first face of a kind of the tiny set that is not the start tile. */
int tiny_face(enum tiny_kind kind);

/* Numbers for tests: the same sequence on every machine. */
unsigned tiny_random(unsigned n);
void tiny_random_start(unsigned seed);

/* Start a two-seat game of South Seas; options are the defaults but for `auto_end_turn`. */
void tiny_start(struct game *g, const struct tileset *ts, unsigned seed, int auto_end_turn);
/* The n-th legal action of the seat that the game waits for, n modulo their number. */
struct action tiny_legal(const struct game *g, const struct tileset *ts, unsigned n);

#endif

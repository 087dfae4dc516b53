/*
 * conformance_compare.h - what rows of the conformance run share when they
 * compare a game with its oracle.
 */
#ifndef MEEPLED_TESTS_CONFORMANCE_COMPARE_H
#define MEEPLED_TESTS_CONFORMANCE_COMPARE_H

#include "tests/engine/conformance.h"
#include "tests/engine/oracle.h"

/* Writes what is not the same; -1. */
int conformance_differs(char why[CONFORMANCE_WHY], const char *what, long engine, long oracle);

#define SAME(what, engine, oracle) \
	do { \
		if ((long)(engine) != (long)(oracle)) \
			return conformance_differs(why, what, (long)(engine), (long)(oracle)); \
	} while (0)

/*
 * The turn, the pieces, the tiles and what they form.  `rest` are the tiles
 * still to be drawn, in their order.  Returns 0, or -1 with what differs.
 */
int conformance_same_table(const struct oracle_core *c, const struct oracle_turn *t, const uint8_t *rest, int left,
	const struct game *g, char why[CONFORMANCE_WHY]);

#endif

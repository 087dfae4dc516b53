/*
 * galaxy.h - positions of Star Wars on the tile set "galaxy" for the tests of
 * its rules.
 *
 * Row 0 is a shelf of dust whose fields open to the north: the start tile,
 * filler tiles to the west, and as many to the east as a test asks for.  What
 * a test is about hangs below it, from row 1 on, where the shelf is open space.
 */
#ifndef MEEPLED_TESTS_GALAXY_H
#define MEEPLED_TESTS_GALAXY_H

#include "tests/engine/support.h"

/* Play filler turns until the seat is on turn. */
void wait_for(struct play *p, int seat);
/* Start with tiles at (1,0) to (length,0); seat 0 is on turn.  auto_end_turn is false unless it is named. */
void galaxy(struct play *p, const char *colours, const char *options, int length);
/* wait_for(), then lay(). */
void settle(struct play *p, int seat, const char *kind, int x, int y, int degrees, const char *segment);
/* wait_for(), then put(): step 2 is still to come. */
void arrive(struct play *p, int seat, const char *kind, int x, int y, int degrees);
/*
 * A field in row 1 of dust at (0,1), a gap at (1,1) and dust at (2,1); or a
 * route of docks.  Who stands at its ends: segment as in lay(), or NULL.  Asks
 * for a shelf of 2.
 */
void field_with_gap(struct play *p, int west, const char *west_piece, int east, const char *east_piece);
void route_with_gap(struct play *p, int west, const char *west_piece, int east, const char *east_piece);
/*
 * Seats 0 and 1 meet thrice at (1,1): a route from (0,1) to (1,2), a field from
 * (1,0) to (2,1), and a planet of seat 1 at (2,2), placed in this order.  Seat 0
 * has a meeple on the first tile of both, `rival` one on the last.  Seat 0
 * holds a ford, not laid yet.
 */
void crossroads(struct play *p, const char *options, int rival);

/* What is said of this feature in the view, or NULL when it is not listed. */
const char *feature_fact(struct play *p, int x, int y, const char *segment, const char *member);
/* The same for what a legal action's odds say; "" when it has none. */
const char *odds_fact(struct play *p, struct action a, const char *member);
/* Battles that the action would start. */
int odds_count(struct play *p, struct action a);
/* Whether the n-th event of the type says that: event_is(p, EVENT_BATTLE_FOUGHT, 0, "winner.seat", "1"). */
int event_is(struct play *p, enum event_type type, int n, const char *member, const char *value);
const char *result_fact(struct play *p, const char *member);

#endif

/*
 * describe.c - what views and events show beside what every game shows.
 *
 * What belongs here: the describe functions of struct ruleset, each writing
 * members by name into an object that is open already; the row leaves out those
 * that have nothing to add.  Nothing secret may be told: not the rest of the bag,
 * not a shuffled pile, not the seed.  An event keeps only numbers, and is told
 * with the game as it is right after the action.
 */
#include "template.h"

/* What a seat has: its pieces in supply, and whatever else it gathers. */
void template_describe_seat(const struct game *g, const struct tileset *ts, int seat, struct sink *out)
{
	(void)g;
	(void)ts;
	(void)seat;
	sink_object(out, "supply");
	sink_end(out);
}

/*
 * table.c - the games that this program plays: an include and a line each.
 *
 * Snapshots name a game by its place in the table: append only.  The rest of
 * the program knows games from here alone; a test links a table of its own.
 */
#include "ruleset.h"

#include "../south_seas/south_seas.h"
#include "../star_wars/star_wars.h"

const struct ruleset *const rulesets[] = {
	&south_seas_1,
	&star_wars_1,
};
const int ruleset_count = sizeof(rulesets) / sizeof(rulesets[0]);

/*
 * template.h - the row of the template game in the table of games, and what its
 * own files share.  Copy the folder to begin a game: CONTRIBUTING.md has the steps.
 *
 * It is the smallest game there can be, and complete: tiles are drawn and laid
 * until none is left, nobody has pieces or points.  What belongs here: what the
 * folder's other files need of each other, the numbers of the game, and the struct
 * of what it keeps beside board and pieces (at most GAME_RULES_STATE bytes, in
 * turn->rules, which undo and snapshots take along).  And the rules, or where
 * they are written, each with an id that sources, refusals and tests name:
 *
 *	T-1.1	Draw a tile and lay it beside another: path on path, meadow on meadow.
 *	T-1.2	A tile that fits nowhere is set aside, and another one is drawn.
 *	T-2.1	There are no pieces: in step 2 there is nothing to do but to go on.
 *	T-3.1	The game ends after the turn in which the last tile was laid, or when
 *		no tile is left to draw.  Nobody has points: all who still play share
 *		the win.
 *	T-4.1	Who resigns lays nothing more; the last seat that plays has won.
 *	T-4.2	When the time is up and `on_timeout` is `skip`, the tile is laid at its
 *		first legal place; with `bot` the game just waits on.
 *
 *	ruleset.c	the row: words, options, actions
 *	turn.c		from turn to turn, and the actions of a seat
 *	describe.c	what views and events show beside what every game shows
 *	codec.c		snapshots
 *	tiles.c		the bundled tile set's file
 */
#ifndef MEEPLED_ENGINE_TEMPLATE_H
#define MEEPLED_ENGINE_TEMPLATE_H

#include "../core/ruleset.h"

extern const struct ruleset template_1;

/* tiles.json as it is on disk; a NUL follows the end. */
extern const char template_tiles[], template_tiles_end[];

/* --- turn.c --- */

int template_start(struct game *g, const struct tileset *ts, struct events *events, struct game_error *err);
int template_apply(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err);
int template_legal(const struct game *g, const struct tileset *ts, int seat, game_action_fn *each, void *arg);
int template_score(const struct game *g, const struct tileset *ts, int seat);

/* --- describe.c --- */

void template_describe_seat(const struct game *g, const struct tileset *ts, int seat, struct sink *out);

/* --- codec.c --- */

size_t template_encode(const struct game *g, const struct tileset *ts, const struct turn *turn,
	unsigned char *out, size_t max);
int template_decode(struct game *g, const struct tileset *ts, struct turn *turn, const unsigned char *in, size_t size);
int template_check(const struct game *g, const struct tileset *ts, char why[120]);

#endif

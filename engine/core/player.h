/*
 * player.h - the built-in player: who plays when nobody else does.
 *
 * It tries each action that the seat may take, and what the seat would do
 * next in the same turn, on copies of the game, and takes the one that
 * promises most: the seat's prospects against those of its opponents (struct
 * ruleset.prospects; without that, the points so far).  It plays sensibly,
 * not well.
 *
 * It knows no more than people do.  In the copies the seed is another, what
 * lies in the bag and in piles is sorted, nothing is drawn at the end of a turn, and
 * no dice are thrown: struct ruleset.blind sees to what is the game's own.
 * So games that differ only in what is still hidden get the same answer.
 *
 * Pure and deterministic, without allocation; needs some 130 KiB of stack and at
 * most a few milliseconds.  Any thread.
 */
#ifndef MEEPLED_ENGINE_PLAYER_H
#define MEEPLED_ENGINE_PLAYER_H

#include "game.h"

/*
 * The action that it takes for `seat`, which the game must wait for, into *out.
 * Returns 0, or -1 when the seat may do nothing now.
 */
int player_choose(const struct game *g, const struct tileset *ts, int seat, struct action *out);

#endif

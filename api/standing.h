/*
 * standing.h - what a game that ends means for those who played it: their
 * place, their rating, how reliable they are.
 *
 * Every finished game counts, whoever may see it, but imported ones.  Its
 * result is that of who holds the seats at the end.  The winners are first, the others
 * who played to the end come behind them by points, and equal points are a
 * tie; who left the game, or whose seat the built-in player holds at the end, comes last.
 * In a team game the teams are placed.  Bots are rated among people, but on a
 * board of their own.
 *
 * Ratings follow from the results in the order in which games ended, so they can
 * be computed again at any time, with the same final to the bit.
 */
#ifndef MEEPLED_API_STANDING_H
#define MEEPLED_API_STANDING_H

#include "api/change.h"
#include "storage/standings.h"

enum {
	STANDING_GAMES_MIN = 5,		/* to be on a board */
	BOARD_NONE = 0, BOARD_PEOPLE = 1, BOARD_BOTS = 2
};

/* From change_finish(), of the change that ends the game: keep result, ratings, counters. */
int standing_note(struct change *ch);
/* The player's kind has changed, or the account was closed: to the right board.  Writer's thread. */
int standing_move(struct call *c, const char *player);
/*
 * Compute all standings again from the results, in one open transaction of the
 * writer.  Returns how many results there were, or -1 with a sentence.
 */
int64_t standing_rebuild(struct store_conn *writer, char why[240]);

/* Classes of the time that a turn took, a quarter of a doubling each from 1 s; and back to ms. */
int standing_class(int64_t ms);
int64_t standing_class_ms(int class);

#endif

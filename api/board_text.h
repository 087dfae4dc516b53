/*
 * board_text.h - games for people at a terminal: plain ASCII.
 *
 * Drawn from the tile data and the words of the ruleset alone, so every game
 * looks alike.  All of these append to a buffer.
 */
#ifndef MEEPLED_API_BOARD_TEXT_H
#define MEEPLED_API_BOARD_TEXT_H

#include "api/buf.h"
#include "api/move_id.h"
#include "api/table.h"

/* One line of a list of games. */
void text_summary(struct buf *out, const struct table *t);
/* The whole game: seats, board, tile in hand, what is open. */
void text_game(struct buf *out, const struct table *t);
/* The board alone, with the tile in hand. */
void text_board(struct buf *out, const struct table *t);
/* What may be done: a line for each move. */
void text_legal(struct buf *out, const struct table *t, int seat, const struct moves *moves);
/* Events, given as JSON lines, in words: a line each. */
void text_events(struct buf *out, const struct buf *lines);
/* What an action caused, and unless `minimal` the game after it. */
void text_outcome(struct buf *out, const struct table *t, const struct buf *lines, int minimal);

#endif

/*
 * pace.h - how fast a game was played, from its log.
 *
 * A turn of a seat is what it does without another seat in between; it takes from
 * the last act of another to its own last one.  What the built-in player did for
 * a seat is nobody's.
 */
#ifndef MEEPLED_API_PACE_H
#define MEEPLED_API_PACE_H

#include "engine/core/game.h"
#include "storage/standings.h"

struct pace {
	uint32_t turns[GAME_SEATS_MAX];		/* by people, in time */
	uint32_t timed_out[GAME_SEATS_MAX], resigned[GAME_SEATS_MAX];
	uint32_t times[GAME_SEATS_MAX][STORE_TIMES];

	/* While it is read. */
	uint8_t held[GAME_SEATS_MAX];
	int seat;				/* whose turn is open; -1: none */
	int64_t since, last;
};

/* `pace` is all 0.  Once for each game, when it ends. */
enum store_result pace_read(struct store_conn *conn, const char *game, struct pace *pace);

#endif

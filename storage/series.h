/*
 * series.h - what few games have beside their row, as kept by the store: the
 * table that they were a rematch of, the rematch, and how late spectators see
 * them.
 *
 * Part of the contract in store.h, whose general rules hold.
 */
#ifndef MEEPLED_STORAGE_SERIES_H
#define MEEPLED_STORAGE_SERIES_H

#include "storage/store.h"

struct store_series {
	uint16_t spectator_delay;		/* moves; 0: none */
	char previous[STORE_GAME_ID + 1], next[STORE_GAME_ID + 1];	/* "": none */
};

/* Of a game without any of it all is 0, and the answer STORE_OK. */
enum store_result store_series_get(struct store_conn *c, const char *game, struct store_series *out);
/* The game's delay, which never changes.  STORE_CONFLICT: it has something already. */
enum store_result store_series_delay(struct store_conn *c, const char *game, int delay);
/* `next` follows `previous`.  STORE_CONFLICT: the one has a next or the other a previous game. */
enum store_result store_series_link(struct store_conn *c, const char *previous, const char *next);

#endif

/*
 * standings.h - results of games, and what players have made of them, as kept by
 * the store.
 *
 * Part of the contract in store.h, whose general rules hold.  Results are facts and
 * are numbered in the order in which games ended; standings can be computed from
 * them again.  A board is a list of players: 0 is none.
 */
#ifndef MEEPLED_STORAGE_STANDINGS_H
#define MEEPLED_STORAGE_STANDINGS_H

#include "storage/store.h"

enum {
	STORE_FINAL_SEATS = 5,
	STORE_PLACES = 5,
	STORE_TIMES = 96		/* classes of the time that a turn took, the api's affair */
};

/* Kept as numbers: append only. */
enum store_ending { STORE_PLAYED, STORE_RESIGNED, STORE_AWAY };

struct store_final_seat {
	uint8_t seat;
	char player[STORE_PLAYER_ID + 1];
	uint8_t place;				/* from 1; those of a tie have the same */
	uint8_t team;				/* those of a team have the same */
	uint8_t ending;				/* enum store_ending */
	int32_t score;
};

struct store_final {
	int64_t number;				/* set by the store, rising */
	char game[STORE_GAME_ID + 1], ruleset[STORE_WORD + 1];
	int64_t at;
	int seat_count;
	struct store_final_seat seats[STORE_FINAL_SEATS];
};

struct store_standing {				/* of a player in a ruleset */
	char ruleset[STORE_WORD + 1], player[STORE_PLAYER_ID + 1];
	double mu, sigma, ordinal;
	uint8_t board;
	uint32_t games, wins, shared, places[STORE_PLACES];
	int64_t updated_at;
};

struct store_reliability {			/* of a player */
	char player[STORE_PLAYER_ID + 1];
	uint32_t games, turns, timed_out, resigned;
	uint32_t times[STORE_TIMES];		/* turns by class */
};

/* Return non-zero to stop. */
typedef int store_final_fn(void *arg, const struct store_final *r);
typedef int store_standing_fn(void *arg, const struct store_standing *s);

/* STORE_CONFLICT: the game has a result.  STORE_NOT_FOUND: no such game or player. */
enum store_result store_final_add(struct store_conn *c, struct store_final *r);
/* With numbers above `after`, rising, at most `limit`. */
enum store_result store_final_list(struct store_conn *c, int64_t after, int limit, store_final_fn *each, void *arg);

enum store_result store_standing_get(struct store_conn *c, const char *ruleset, const char *player,
	struct store_standing *out);
/* Add or replace. */
enum store_result store_standing_put(struct store_conn *c, const struct store_standing *s);
/* All of a player, by ruleset. */
enum store_result store_standing_list(struct store_conn *c, const char *player, store_standing_fn *each, void *arg);
/*
 * A board, best first, of equals by player: those behind `ordinal` and `player` (of
 * whom "" is before all), at most `limit`.
 */
enum store_result store_standing_board(struct store_conn *c, const char *ruleset, int board,
	double ordinal, const char *player, int limit, store_standing_fn *each, void *arg);
/* Forget all standings. */
enum store_result store_standing_clear(struct store_conn *c);

/* Ruleset and status of each game of the player that has not ended, whoever may see it. */
typedef int store_unfinished_fn(void *arg, const char *ruleset, int status);
enum store_result store_unfinished(struct store_conn *c, const char *player, store_unfinished_fn *each, void *arg);

enum store_result store_reliability_get(struct store_conn *c, const char *player, struct store_reliability *out);
enum store_result store_reliability_put(struct store_conn *c, const struct store_reliability *r);

#endif

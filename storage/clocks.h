/*
 * clocks.h - what is kept for clocks: which games are due, what players have set
 * about their time, and numbers that the service keeps about itself.  A part of
 * store.h's contract: what is said there about connections, transactions,
 * failures and callbacks holds.  A game's own clock is in its row.
 */
#ifndef MEEPLED_STORAGE_CLOCKS_H
#define MEEPLED_STORAGE_CLOCKS_H

#include "storage/store.h"

enum { STORE_ZONE = 48, STORE_NUMBER_NAME = 32 };

struct store_times {
	char player[STORE_PLAYER_ID + 1];
	char zone[STORE_ZONE + 1];		/* "": no quiet hours */
	int16_t quiet_from, quiet_to;		/* minutes of the day */
	int64_t vacation_from, vacation_until;	/* the latest; 0: none yet */
	int64_t bank, bank_at;			/* vacation left at that time */
	int64_t changes, changes_at;		/* how often set since then */
};

/* Return non-zero to stop. */
typedef int store_game_due_fn(void *arg, const char *id, int64_t due_at);

/* Games with 0 < due_at <= until, earliest first, at most `limit` (0: all). */
enum store_result store_due_games(struct store_conn *c, int64_t until, int limit,
	store_game_due_fn *each, void *arg);
/* How many those are, and when the earliest was due (0: there is none). */
enum store_result store_due_sum(struct store_conn *c, int64_t until, int64_t *count, int64_t *due_at);

/* STORE_NOT_FOUND when the player has set nothing. */
enum store_result store_times_get(struct store_conn *c, const char *player, struct store_times *out);
/* Add or replace; STORE_NOT_FOUND: no such player.  They go with the player. */
enum store_result store_times_put(struct store_conn *c, const struct store_times *t);

/* STORE_NOT_FOUND when it was never put. */
enum store_result store_number_get(struct store_conn *c, const char *name, int64_t *value);
enum store_result store_number_put(struct store_conn *c, const char *name, int64_t value);

#endif

/*
 * talk.h - what players say at a table, as kept by the store.
 *
 * Part of the contract in store.h, whose general rules hold.  Each message also is
 * an event in the game's log; here lies what the event does not tell everybody,
 * the text of messages to a team.
 */
#ifndef MEEPLED_STORAGE_TALK_H
#define MEEPLED_STORAGE_TALK_H

#include "storage/store.h"

enum { STORE_TALK = 2000 };			/* bytes of a text */

struct store_talk {
	int64_t number;				/* within the game, from 1, without gaps; set by the store */
	int64_t seq;				/* of its event */
	uint8_t seat;
	char player[STORE_PLAYER_ID + 1];
	char team[STORE_WORD + 1];		/* "": to the whole table */
	char text[STORE_TALK + 1];		/* "" when removed */
	int64_t at, removed_at;
};

/* Return non-zero to stop. */
typedef int store_talk_fn(void *arg, const struct store_talk *m);

/* Sets m->number.  STORE_NOT_FOUND: no such game or player. */
enum store_result store_talk_add(struct store_conn *c, const char *game, struct store_talk *m);
enum store_result store_talk_get(struct store_conn *c, const char *game, int64_t number,
	struct store_talk *out);
/*
 * Those to the table and, unless it is "", to the team, whose numbers are above
 * `after` and whose events are not above `until`; oldest first, at most `limit`.
 */
enum store_result store_talk_list(struct store_conn *c, const char *game, const char *team,
	int64_t after, int64_t until, int limit, store_talk_fn *each, void *arg);
/* When the player's `nth` latest message (1: the latest) of the game was; STORE_NOT_FOUND: there are fewer. */
enum store_result store_talk_time(struct store_conn *c, const char *game, const char *player,
	int nth, int64_t *at);
/*
 * Take the text away, here and in the log: `events` replaces what the log has at the
 * message's event, which must be an entry of its own without action.
 * STORE_CONFLICT: it was removed before.
 */
enum store_result store_talk_remove(struct store_conn *c, const char *game, int64_t number,
	int64_t at, const char *events, size_t size);

#endif

/*
 * invites.h - invitations to games that have not begun, as kept by the store.
 *
 * Part of the contract in store.h, whose general rules hold.  Of a code only the
 * hash is kept.  An invite is open until it is used, revoked or expired.
 */
#ifndef MEEPLED_STORAGE_INVITES_H
#define MEEPLED_STORAGE_INVITES_H

#include "storage/store.h"

enum { STORE_INVITE_ID = 10 };

struct store_invite {
	char id[STORE_INVITE_ID + 1];
	unsigned char hash[STORE_HASH];		/* of the code */
	int16_t seat;				/* -1: any */
	char colour[STORE_WORD + 1];		/* "": any */
	char player[STORE_PLAYER_ID + 1];	/* for whom; "": for whoever has the code */
	int64_t created_at, expires_at, used_at, revoked_at;
	char used_by[STORE_PLAYER_ID + 1];
};

/* Return non-zero to stop. */
typedef int store_invite_fn(void *arg, const struct store_invite *i);

/* STORE_CONFLICT: the hash or the game's id is taken.  STORE_NOT_FOUND: no such game or player. */
enum store_result store_invite_add(struct store_conn *c, const char *game, const struct store_invite *i);
/* Of the game, oldest first. */
enum store_result store_invite_list(struct store_conn *c, const char *game, store_invite_fn *each, void *arg);
enum store_result store_invite_find(struct store_conn *c, const char *game,
	const unsigned char hash[STORE_HASH], struct store_invite *out);
/*
 * One conditional update: STORE_CONFLICT unless the invite is open at `at`;
 * STORE_NOT_FOUND: the game has none of that id.
 */
enum store_result store_invite_use(struct store_conn *c, const char *game, const char *id,
	const char *player, int64_t at);
/* STORE_CONFLICT: it was used or revoked. */
enum store_result store_invite_revoke(struct store_conn *c, const char *game, const char *id, int64_t at);

#endif

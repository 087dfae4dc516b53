/*
 * managed.h - who may act for whom (part of the contract in store.h).
 *
 * A manager is a player that acts for others: for those that it made itself,
 * and for those whose people let it by a code.  Both players must exist when
 * a row is added; store_player_delete() removes the rows of either and the
 * player's code.
 */
#ifndef MEEPLED_STORAGE_MANAGED_H
#define MEEPLED_STORAGE_MANAGED_H

#include "storage/store.h"

enum { STORE_EXTERNAL = 80 };		/* bytes of a manager's word for a player */

struct store_managed {
	char manager[STORE_PLAYER_ID + 1];
	char player[STORE_PLAYER_ID + 1];
	uint8_t own;				/* 1: made by the manager */
	char external[STORE_EXTERNAL + 1];	/* "irc:alice"; "": none */
	int64_t since;
};

typedef int store_managed_fn(void *arg, const struct store_managed *m);

/* STORE_CONFLICT: it manages the player already.  STORE_NOT_FOUND: one of both does not exist. */
enum store_result store_managed_add(struct store_conn *c, const struct store_managed *m);
enum store_result store_managed_get(struct store_conn *c, const char *manager, const char *player,
	struct store_managed *out);
enum store_result store_managed_rename(struct store_conn *c, const char *manager, const char *player,
	const char *external);
enum store_result store_managed_delete(struct store_conn *c, const char *manager, const char *player);
/*
 * Whom the manager acts for, by id, those with ids above `after`; `external`
 * NULL: any; `limit` 0: all.
 */
enum store_result store_managed_list(struct store_conn *c, const char *manager, const char *external,
	const char *after, int limit, store_managed_fn *each, void *arg);
/* Who acts for the player, by the manager's id. */
enum store_result store_managers(struct store_conn *c, const char *player, store_managed_fn *each, void *arg);
/* How many the manager acts for, and how many of them it made. */
enum store_result store_managed_count(struct store_conn *c, const char *manager, int *all, int *own);

/*
 * The code by which a player lets a manager act, as a hash; one a player, a
 * new one takes the place of the old.  Codes that ended before `now` are
 * forgotten.
 */
enum store_result store_pairing_put(struct store_conn *c, const char *player,
	const unsigned char hash[STORE_HASH], int64_t expires_at, int64_t now);
/* Whose code it is; `player` has room for STORE_PLAYER_ID + 1 bytes. */
enum store_result store_pairing_find(struct store_conn *c, const unsigned char hash[STORE_HASH],
	char *player, int64_t *expires_at);
enum store_result store_pairing_delete(struct store_conn *c, const char *player);

#endif

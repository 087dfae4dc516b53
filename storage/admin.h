/*
 * admin.h - what is kept for whoever runs the host: the log of what administrators
 * did, accounts that were closed, and how much a player has stored.
 *
 * A part of store.h's contract; what is said there about connections,
 * transactions, failures and callbacks holds.  The audit log only grows: there is
 * no function, and in SQLite no statement, that changes or removes an entry.
 */
#ifndef MEEPLED_STORAGE_ADMIN_H
#define MEEPLED_STORAGE_ADMIN_H

#include "storage/store.h"

enum {
	STORE_ACT = 32,			/* bytes of the act's name */
	STORE_AUDIT_TARGET = 64,
	STORE_AUDIT_TEXT = 2000,	/* of reason and of detail */
	STORE_REQUEST_ID = 64
};

struct store_audit {
	int64_t number;			/* from 1, without gaps; set by the store */
	int64_t at;
	char token[STORE_TOKEN_ID + 1];	/* who; the token may be gone since */
	char name[STORE_NAME + 1];	/* of the token, as it was */
	char act[STORE_ACT + 1];
	char target[STORE_AUDIT_TARGET + 1];	/* "games/k3v9q2xw", "players/...", "" */
	char detail[STORE_AUDIT_TEXT + 1];	/* JSON object of what belongs to the act */
	char reason[STORE_AUDIT_TEXT + 1];
	char request[STORE_REQUEST_ID + 1];
};

/* Kept nowhere. */
enum store_account_state { STORE_ACCOUNT_ANY, STORE_ACCOUNT_ACTIVE, STORE_ACCOUNT_CLOSED, STORE_ACCOUNT_DELETED };

struct store_account {
	int64_t closed_at;		/* 0: open */
	int64_t stored_bytes;
};

struct store_account_filter {
	const char *name;		/* a part of it, case of ASCII letters aside; "": any */
	int state;			/* enum store_account_state */
	const char *after;		/* ids above this one only; "": all */
	int limit;			/* 0: all */
};

/* Return non-zero to stop. */
typedef int store_audit_fn(void *arg, const struct store_audit *a);
typedef int store_account_fn(void *arg, const struct store_player *p, const struct store_account *a);

/* Sets a->number. */
enum store_result store_audit_add(struct store_conn *c, struct store_audit *a);
/* Newest first; numbers below `before` only (0: from the newest); limit 0: all. */
enum store_result store_audit_list(struct store_conn *c, int64_t before, int limit,
	store_audit_fn *each, void *arg);

/*
 * Close an account, or open it again with 0: its tokens, also those that are added
 * later, have stopped_at set to `at`.  STORE_NOT_FOUND: no such player, or deleted.
 * STORE_CONFLICT: it is so already.
 */
enum store_result store_account_close(struct store_conn *c, const char *player, int64_t at);
/* Of whom nothing is kept: zeros.  STORE_NOT_FOUND: no such player. */
enum store_result store_account_get(struct store_conn *c, const char *player, struct store_account *out);
/* In the order of ids. */
enum store_result store_account_list(struct store_conn *c, const struct store_account_filter *f,
	store_account_fn *each, void *arg);
/* Count what a player has stored, or has not any more. */
enum store_result store_account_stored(struct store_conn *c, const char *player, int64_t bytes);

/* Games in the lobby or active that the player sits in or made; counting ends at `most`. */
enum store_result store_account_games(struct store_conn *c, const char *player, int most, int *count);

#endif

/*
 * webhooks.h - what is kept for webhooks: the endpoints, the outbox of
 * messages that wait, the log of deliveries.  A part of store.h's contract: what
 * is said there about connections, transactions, failures and callbacks holds.
 *
 * The outbox holds no bodies, but where they come from: a game and its events
 * first..last.  A webhook's messages are sent in the order in which they were added,
 * urgent ones (asked for by hand) before the others.  Each webhook's row says when
 * its next message is due, so that asking what is due costs nothing for those
 * that wait.
 */
#ifndef MEEPLED_STORAGE_WEBHOOKS_H
#define MEEPLED_STORAGE_WEBHOOKS_H

#include "storage/store.h"

enum {
	STORE_WEBHOOK_ID = 10,
	STORE_URL = 1024,
	STORE_EVENT_NAMES = 1024,
	STORE_SETTINGS = 1024,
	STORE_AUTHORIZATION = 1024,
	STORE_SECRET = 32,
	STORE_MESSAGE_ID = 48,
	STORE_REASON = 200,
	STORE_DELIVERIES_KEPT = 200	/* of each webhook */
};

/* Kept as numbers: append only. */
enum store_target { STORE_OWN_GAMES, STORE_ONE_GAME, STORE_MANAGED_GAMES };
enum store_webhook_state { STORE_WEBHOOK_ACTIVE, STORE_WEBHOOK_DISABLED };
enum store_outcome { STORE_DELIVERED, STORE_FAILED, STORE_DROPPED, STORE_OUTCOMES };

struct store_webhook {
	char id[STORE_WEBHOOK_ID + 1];
	char owner[STORE_PLAYER_ID + 1];
	uint8_t target;				/* enum store_target */
	char game[STORE_GAME_ID + 1];		/* of STORE_ONE_GAME, else "" */
	char url[STORE_URL + 1];
	uint8_t format, when;			/* the api's affair */
	char events[STORE_EVENT_NAMES + 1];	/* names with blanks between; "": all */
	char settings[STORE_SETTINGS + 1];	/* the api's affair */
	char authorization[STORE_AUTHORIZATION + 1];	/* secret; "": none */
	unsigned char secret[STORE_SECRET], old_secret[STORE_SECRET];
	int64_t old_until;			/* the old one signs too, until then; 0: there is none */
	uint8_t state;				/* enum store_webhook_state */
	char reason[STORE_REASON + 1];		/* why it is disabled */
	int64_t created_at, updated_at;
	/* The store's: set by what is done with messages. */
	int64_t due_at;				/* of the next message; 0: nothing to send */
	int64_t queued;				/* messages that wait */
	int64_t outcomes[STORE_OUTCOMES];	/* attempts by what became of them */
	int64_t last_delivery;			/* number of the last one in the log; 0: none */
	int64_t delivered_at;			/* last success */
};

struct store_message {				/* in the outbox */
	int64_t number;				/* order of adding; set by the store */
	char webhook[STORE_WEBHOOK_ID + 1];
	char id[STORE_MESSAGE_ID + 1];
	uint8_t urgent, kind;			/* kind: the api's affair */
	char game[STORE_GAME_ID + 1];		/* "": of none */
	int64_t first, last;			/* events */
	int64_t turn;				/* the turn that it is about */
	uint32_t seats;				/* bit per seat whose turn it announces */
	int64_t created_at, due_at;
	int attempts;				/* that failed */
};

struct store_delivery {				/* in the log */
	int64_t n;				/* of the webhook, from 1; set by the store */
	struct store_message message;		/* number is 0 */
	int64_t at;
	uint8_t outcome;			/* enum store_outcome */
	int status;				/* of HTTP; 0: no answer */
	int64_t ms, next_at;			/* next_at: of the next attempt; 0: none */
	char reason[STORE_REASON + 1];
};

/* Return non-zero to stop. */
typedef int store_webhook_fn(void *arg, const struct store_webhook *w);
typedef int store_message_fn(void *arg, const struct store_message *m);
typedef int store_delivery_fn(void *arg, const struct store_delivery *d);
typedef int store_due_fn(void *arg, const char *webhook, int64_t due_at);

/*
 * --- endpoints -----------------------------------------------------------
 * They go with store_player_delete(), and everything of theirs with them.
 */

/* STORE_NOT_FOUND: no such owner or game.  STORE_CONFLICT: the id is taken. */
enum store_result store_webhook_add(struct store_conn *c, const struct store_webhook *w);
enum store_result store_webhook_get(struct store_conn *c, const char *id, struct store_webhook *out);
/* All but id, owner, target, game, created_at and what is the store's; due_at follows the state. */
enum store_result store_webhook_update(struct store_conn *c, const struct store_webhook *w);
enum store_result store_webhook_delete(struct store_conn *c, const char *id);
/* Of an owner (NULL: all there are), oldest first; a stranger has none. */
enum store_result store_webhook_list(struct store_conn *c, const char *owner, store_webhook_fn *each, void *arg);
/* Those of STORE_ONE_GAME. */
enum store_result store_webhook_of_game(struct store_conn *c, const char *game, store_webhook_fn *each, void *arg);

/* --- outbox -------------------------------------------------------------- */

/* Sets m->number.  STORE_CONFLICT: a message of this id waits already.  STORE_NOT_FOUND: no such webhook. */
enum store_result store_outbox_add(struct store_conn *c, struct store_message *m);
/* The next one to be sent; of a disabled webhook only an urgent one. */
enum store_result store_outbox_head(struct store_conn *c, const char *webhook, struct store_message *out);
enum store_result store_outbox_find(struct store_conn *c, const char *webhook, const char *id,
	struct store_message *out);
/* Those of a webhook about a game that were added after the number, in that order. */
enum store_result store_outbox_after(struct store_conn *c, const char *webhook, const char *game, int64_t number,
	store_message_fn *each, void *arg);
/* Webhooks that have something to send, by due_at. */
enum store_result store_outbox_due(struct store_conn *c, store_due_fn *each, void *arg);
/* How many messages wait for those webhooks, and the earliest due_at (0: nothing is to be sent). */
enum store_result store_outbox_sum(struct store_conn *c, int64_t *messages, int64_t *due_at);
/* Writes attempts, due_at and urgent; STORE_NOT_FOUND when it is gone. */
enum store_result store_outbox_update(struct store_conn *c, const struct store_message *m);
enum store_result store_outbox_remove(struct store_conn *c, const struct store_message *m);

/*
 * --- log of deliveries -----------------------------------------------------
 * Sets d->n.  Of each webhook the last STORE_DELIVERIES_KEPT stay.
 */
enum store_result store_delivery_add(struct store_conn *c, struct store_delivery *d);
enum store_result store_delivery_get(struct store_conn *c, const char *webhook, int64_t n,
	struct store_delivery *out);
/* Newest first; numbers below `before` only (0: from the newest); limit 0: all. */
enum store_result store_delivery_list(struct store_conn *c, const char *webhook, int64_t before, int limit,
	store_delivery_fn *each, void *arg);
/* Forget what is from before `at`, oldest first, at most `limit` (0: all). */
enum store_result store_delivery_purge(struct store_conn *c, int64_t at, int limit);

/* --- the version of a game up to which an endpoint has been told; 0: nothing yet --- */

enum store_result store_told_get(struct store_conn *c, const char *webhook, const char *game, int64_t *version);
enum store_result store_told_put(struct store_conn *c, const char *webhook, const char *game, int64_t version);

#endif

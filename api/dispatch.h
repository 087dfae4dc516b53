/*
 * dispatch.h - a message of the outbox as the request that carries it.
 */
#ifndef MEEPLED_API_DISPATCH_H
#define MEEPLED_API_DISPATCH_H

#include "api/delivery.h"
#include "api/webhook.h"

enum dispatch {
	DISPATCH_READY,
	DISPATCH_STALE,			/* there is no point in it any more: drop it, `why` says so */
	DISPATCH_LATER			/* what it tells of may not be seen yet */
};

/* Owns what the delivery points to. */
struct dispatch_request {
	struct chat_request request;
	char timestamp[24];
	char signatures[2 * SIGNATURE_TEXT];
	char authorization[STORE_AUTHORIZATION + 1];
	char id[STORE_MESSAGE_ID + 1], webhook[STORE_WEBHOOK_ID + 1];
	int64_t told;			/* what the receiver knows of the game afterwards; 0: as before */
};

/*
 * Whether the message is still worth sending, seen with that table; *seats are those whose
 * turn it still announces.  enum dispatch, or -1 after fail().
 */
int dispatch_check(struct call *c, const struct store_webhook *w, const struct store_message *m,
	const struct table *t, unsigned *seats, char why[STORE_REASON + 1]);
/*
 * From the present state of the game.  enum dispatch; with DISPATCH_READY *d is
 * filled in and points into *r, which dispatch_free() frees.  -1 after fail().
 */
int dispatch_make(struct call *c, const struct store_webhook *w, const struct store_message *m,
	struct dispatch_request *r, struct delivery *d, char why[STORE_REASON + 1]);
void dispatch_free(struct dispatch_request *r);

#endif

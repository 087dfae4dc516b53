/*
 * delivery.h - messages of webhooks on their way out: what is to be sent now,
 * and what became of it.
 *
 * Two sides meet here.  The daemon's courier knows the network: connections,
 * addresses, time-outs.  The api knows what is told to whom, in which format,
 * signed how, when it is tried again and when it is given up.  The courier asks
 * api_deliveries_due(), sends each of them as it stands, and reports every one
 * with api_delivery_done().
 *
 * Order: for each webhook there is one delivery under way at most, from
 * the moment it is handed out until what became of it is kept; api_deliveries_due()
 * sees to that by itself.  Different webhooks never wait for each other.
 *
 * What is handed out is made at that moment from the present state of the
 * game; notices of a turn that has moved on are dropped before.
 *
 * A crash: a message stays in the outbox until its outcome is committed, so an
 * attempt that was under way is made again, under the same id.
 *
 * Threads: one courier's thread calls these functions; what they change goes
 * through the writer (api_config.submit).
 */
#ifndef MEEPLED_API_DELIVERY_H
#define MEEPLED_API_DELIVERY_H

#include "api/api.h"

enum {
	DELIVERY_HEADERS = 8,
	DELIVERY_REASON = 160,			/* bytes with the NUL */
	DELIVERY_ATTEMPTS = 10			/* of a message, then the endpoint is given up; unless configured */
};

/* One attempt.  Owned by the api; valid until api_delivery_done() or api_close(). */
struct delivery {
	const char *webhook;			/* its id, for the log */
	const char *message;			/* the message's id: "webhook-id" */
	int attempt;				/* from 1 */
	const char *method;			/* "POST" or "PUT" */
	const char *url;			/* may hold secrets: not for the log */
	/* Content-Type is among them, Content-Length and User-Agent are not; not for the log. */
	int header_count;
	struct { const char *name, *value; } headers[DELIVERY_HEADERS];
	const char *body;
	size_t body_size;
};

struct delivery_outcome {
	int status;				/* of HTTP; 0: there was no answer */
	int64_t retry_after;			/* milliseconds that the answer asks for; -1: none */
	int64_t ms;				/* that it took */
	char reason[DELIVERY_REASON];		/* in plain words, for status 0; "": by the status */
};

/*
 * Up to `max` attempts that are to be made now; returns how many.  *next_due is
 * when to ask again (milliseconds since 1970, of api_config.now), INT64_MAX: not
 * before api_config.outbox_grew() was called.
 */
int api_deliveries_due(struct api *api, struct delivery *out[], int max, int64_t *next_due);

/*
 * What became of it; the delivery is gone afterwards.  An answer of 2xx is
 * success, everything else (redirects too) is a failure.  When the outcome is
 * kept and the webhook has more to send, api_config.outbox_grew() is called.
 */
void api_delivery_done(struct api *api, struct delivery *d, const struct delivery_outcome *outcome);

#endif

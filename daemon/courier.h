/*
 * courier.h - the one thread that sends webhooks.
 *
 * It asks for what is due, makes the requests side by side and reports what
 * became of each.  What is sent, to whom, when and how often is not its
 * business; connections, addresses, time-outs and sizes are.  This is the only
 * part that knows libcurl.
 *
 * What it never does: follow redirects, connect to an address that the policy
 * refuses, take a proxy, a password or a cookie from its surroundings, keep more than
 * a little of an answer.
 */
#ifndef MEEPLED_DAEMON_COURIER_H
#define MEEPLED_DAEMON_COURIER_H

#include "api/delivery.h"
#include "daemon/webhook_url.h"

enum {
	COURIER_BODY_MAX = 16 * 1024,		/* bytes that are read of an answer's body, */
	COURIER_HEADERS_MAX = 64 * 1024,	/* and of its headers */
	COURIER_RETRY_AFTER_MAX = 24 * 3600	/* seconds; an answer that asks for more gets this */
};

struct courier_config {
	struct webhook_policy policy;
	int limit;			/* attempts under way at the same time, at most */
	int timeout;			/* milliseconds for the whole of an attempt */
	/* Both only used by courier_start(). */
	const char *ca_file;		/* authorities to trust instead of the system's; "": the system's */
	const char *proxy;		/* "http://NAME:PORT"; its address is not checked; "": none */
	/* As api_deliveries_due() and api_delivery_done(); called by the courier's thread. */
	int (*due)(void *arg, struct delivery *out[], int max, int64_t *next_due);
	void (*done)(void *arg, struct delivery *d, const struct delivery_outcome *outcome);
	void *arg;
};

struct courier;
struct buf;

/* NULL with a sentence.  Before the first call to courier_wake() it asks once by itself. */
struct courier *courier_start(const struct courier_config *config, char why[240]);
/* Any thread, any time until courier_free(): there is more to send. */
void courier_wake(struct courier *c);
/* Any thread, until courier_free(): families of /metrics. */
void courier_measure(struct courier *c, struct buf *out);
/* End the thread.  Attempts under way are dropped: nobody reports them, so they are made again. */
void courier_stop(struct courier *c);
void courier_free(struct courier *c);		/* after courier_stop(); NULL is allowed */

#endif

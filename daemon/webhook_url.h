/*
 * webhook_url.h - where a webhook may point, as far as its URL shows.
 *
 * Asked twice: when somebody registers a webhook, so that a mistake is
 * refused at once, and again before each attempt, because what the host allows
 * may have changed.  What a name stands for shows only when a connection is
 * opened; that address is checked by the courier.
 *
 * Strict on purpose: what this parser and libcurl might read differently is refused.
 * Pure.  Threads: any.  Source: RFC 3986; hosts that are numbers as browsers read them.
 */
#ifndef MEEPLED_DAEMON_WEBHOOK_URL_H
#define MEEPLED_DAEMON_WEBHOOK_URL_H

#include "daemon/address.h"

enum {
	WEBHOOK_URL_MAX = 2048,
	WEBHOOK_HOST = 320,		/* "https://NAME:PORT" and its NUL; a name has at most 253 characters */
	WEBHOOK_WHY = 160		/* as of api_config.webhook_url */
};

struct webhook_policy {
	int http;			/* http:// is allowed beside https:// */
	struct address_list allowed;
};

/*
 * 0, or -1 with a phrase in `why`: another scheme, user and password, a fragment,
 * characters that do not belong, hosts that are numbers in other forms than four
 * decimal ones, percent-encoded or ending in a dot, addresses that are not allowed.
 */
int webhook_url_check(const struct webhook_policy *policy, const char *url, char why[WEBHOOK_WHY]);

/* Scheme, host and port, for logs: the rest often is a secret. */
void webhook_url_host(const char *url, char out[WEBHOOK_HOST]);

#endif

/*
 * peer.h - who sends: network addresses as texts, as bytes, and networks of them.
 *
 * An IPv4 address inside IPv6 (::ffff:192.0.2.1) is the IPv4 address.  No
 * names, no look-ups, no allocation; any thread.
 */
#ifndef MEEPLED_API_PEER_H
#define MEEPLED_API_PEER_H

#include <stddef.h>

enum { PEER_TEXT = 46 };		/* bytes of the longest with its NUL */

struct peer {
	unsigned char size;		/* 4, 16; 0: none */
	unsigned char bytes[16];
};

struct network {
	struct peer address;
	int bits;			/* of it that count */
};

/* "192.0.2.1", "2001:db8::1", "[2001:db8::1]"; a port after it is left out.  0, or -1. */
int peer_parse(const char *text, size_t size, struct peer *out);
/* "10.0.0.0/8", "2001:db8::/32"; a single address is a network, too.  0, or -1. */
int network_parse(const char *text, struct network *out);
int network_has(const struct network *n, const struct peer *a);
void peer_text(const struct peer *a, char out[PEER_TEXT]);
/*
 * What belongs to one caller, in `out`; returns its size: the IPv4 address, or
 * the /64 that an IPv6 address is of, since whoever has one has all of it.
 */
size_t peer_key(const struct peer *a, unsigned char out[8]);

/*
 * Who sent a request that came from `peer` through proxies: the last address
 * of the list of them that is no trusted proxy's; the first, when all are.
 * `list` is the value of X-Forwarded-For, or of Forwarded (RFC 7239) with
 * `forwarded` 1.  What cannot be read ends the search: then it is the proxy
 * that told it.
 */
void peer_behind(const struct peer *peer, const char *list, int forwarded,
	const struct network *trusted, int count, struct peer *out);

#endif

/*
 * address.h - which addresses webhooks may be sent to.
 *
 * Whoever registers a webhook makes this machine open a connection of its
 * choice.  So the daemon connects to public unicast addresses only, and to
 * what the host allows by configuration.  Names are of no interest here: what is
 * checked is the address that is about to be connected to.
 *
 * Everything is pure.  Threads: any.
 * Source: RFC 6890 and IANA's special-purpose address registries for IPv4 and IPv6.
 */
#ifndef MEEPLED_DAEMON_ADDRESS_H
#define MEEPLED_DAEMON_ADDRESS_H

#include <stddef.h>

struct sockaddr;

enum {
	ADDRESS_TEXT = 48,		/* "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255" and its NUL */
	ADDRESS_WHY = 160,
	ADDRESS_ALLOWED_MAX = 64
};

struct address {
	int size;			/* 4 or 16 */
	unsigned char bytes[16];
};

struct address_prefix {
	struct address base;
	int bits;
};

/* What the host allows although it is not public. */
struct address_list {
	int count;
	struct address_prefix at[ADDRESS_ALLOWED_MAX];
};

/*
 * "10.1.0.0/16, fd00::/8, 192.0.2.7, loopback": prefixes or addresses with commas or
 * blanks between, or the word for 127.0.0.0/8 and ::1.  "" is none.  -1 with a phrase
 * in `why` when one is malformed or has bits beyond its length.
 */
int address_list_parse(struct address_list *out, const char *text, char why[ADDRESS_WHY]);

/* From four decimal numbers, or IPv6 without brackets and zone.  -1: it is neither. */
int address_parse(struct address *out, const char *text);
/* Of AF_INET or AF_INET6.  -1: of another family, or cut off. */
int address_of_socket(struct address *out, const struct sockaddr *address, size_t size);
void address_text(const struct address *a, char out[ADDRESS_TEXT]);

/*
 * 0: may be connected to.  1: not, and `why` says "address 127.0.0.1 is refused: loopback (RFC 1122)".
 * IPv6 addresses that lead to an IPv4 address (mapped, NAT64, 6to4, ISATAP) are judged by
 * that one as well; a prefix of either form in `allowed` lets them pass.
 */
int address_refused(const struct address *a, const struct address_list *allowed, char why[ADDRESS_WHY]);

#endif

/*
 * A table of prefixes, the most telling ones first, and a rule for the rest:
 * of IPv6 only 2000::/3 has been given out for the public network, so what is
 * in no row and not in there is refused too.
 */
#include "daemon/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { V4 = 4, V6 = 16 };

static const struct special {
	int size;
	unsigned char base[16];
	int bits;
	/* Where the IPv4 address is that decides instead; 0: refused as it is. */
	int embeds;
	const char *what, *source;
} specials[] = {
	{ V4, { 0 }, 8, 0, "this network", "RFC 791" },
	{ V4, { 10 }, 8, 0, "private", "RFC 1918" },
	{ V4, { 100, 64 }, 10, 0, "shared between provider and customer", "RFC 6598" },
	{ V4, { 127 }, 8, 0, "loopback", "RFC 1122" },
	{ V4, { 169, 254 }, 16, 0, "link-local", "RFC 3927" },
	{ V4, { 172, 16 }, 12, 0, "private", "RFC 1918" },
	{ V4, { 192, 0, 0 }, 24, 0, "protocol assignments", "RFC 6890" },
	{ V4, { 192, 0, 2 }, 24, 0, "documentation", "RFC 5737" },
	{ V4, { 192, 88, 99 }, 24, 0, "6to4 relays", "RFC 7526" },
	{ V4, { 192, 168 }, 16, 0, "private", "RFC 1918" },
	{ V4, { 198, 18 }, 15, 0, "benchmarking", "RFC 2544" },
	{ V4, { 198, 51, 100 }, 24, 0, "documentation", "RFC 5737" },
	{ V4, { 203, 0, 113 }, 24, 0, "documentation", "RFC 5737" },
	{ V4, { 224 }, 4, 0, "multicast", "RFC 5771" },
	{ V4, { 255, 255, 255, 255 }, 32, 0, "broadcast", "RFC 919" },
	{ V4, { 240 }, 4, 0, "reserved", "RFC 1112" },
	/* Public by number, but answered by the platform below a virtual machine. */
	{ V4, { 168, 63, 129, 16 }, 32, 0, "a cloud's own services", "not routed in public" },

	{ V6, { 0 }, 128, 0, "unspecified", "RFC 4291" },
	{ V6, { [15] = 1 }, 128, 0, "loopback", "RFC 4291" },
	{ V6, { [10] = 0xff, 0xff }, 96, 12, "IPv4-mapped", "RFC 4291" },
	{ V6, { 0 }, 96, 0, "IPv4-compatible", "RFC 4291" },
	{ V6, { [8] = 0xff, 0xff }, 96, 0, "IPv4-translated", "RFC 2765" },
	{ V6, { 0x00, 0x64, 0xff, 0x9b }, 96, 12, "NAT64", "RFC 6052" },
	{ V6, { 0x00, 0x64, 0xff, 0x9b, 0x00, 0x01 }, 48, 0, "local NAT64", "RFC 8215" },
	{ V6, { 0x01, 0x00 }, 64, 0, "discard only", "RFC 6666" },
	{ V6, { 0x20, 0x01, 0x00, 0x00 }, 32, 0, "Teredo", "RFC 4380" },
	{ V6, { 0x20, 0x01, 0x00, 0x02 }, 48, 0, "benchmarking", "RFC 5180" },
	{ V6, { 0x20, 0x01, 0x00, 0x10 }, 28, 0, "ORCHID", "RFC 4843" },
	{ V6, { 0x20, 0x01, 0x00, 0x20 }, 28, 0, "ORCHID", "RFC 7343" },
	{ V6, { 0x20, 0x01 }, 23, 0, "protocol assignments", "RFC 2928" },
	{ V6, { 0x20, 0x01, 0x0d, 0xb8 }, 32, 0, "documentation", "RFC 3849" },
	{ V6, { 0x20, 0x02 }, 16, 2, "6to4", "RFC 3056" },
	{ V6, { 0x3f, 0xff }, 20, 0, "documentation", "RFC 9637" },
	{ V6, { 0x5f, 0x00 }, 16, 0, "segment routing", "RFC 9602" },
	{ V6, { 0xfc }, 7, 0, "unique local", "RFC 4193" },
	{ V6, { 0xfe, 0x80 }, 10, 0, "link-local", "RFC 4291" },
	{ V6, { 0xfe, 0xc0 }, 10, 0, "site-local", "RFC 3879" },
	{ V6, { 0xff }, 8, 0, "multicast", "RFC 4291" },
};

enum { SPECIALS = sizeof specials / sizeof *specials };

static const unsigned char global_unicast[16] = { 0x20 };	/* 2000::/3 */

static int same_bits(const unsigned char *a, const unsigned char *b, int bits)
{
	int whole = bits / 8, left = bits % 8;

	if (memcmp(a, b, (size_t)whole) != 0)
		return 0;
	return left == 0 || (a[whole] ^ b[whole]) >> (8 - left) == 0;
}

static int in_list(const struct address *a, const struct address_list *list)
{
	for (int i = 0; i < list->count; i++) {
		const struct address_prefix *p = &list->at[i];

		if (p->base.size == a->size && same_bits(p->base.bytes, a->bytes, p->bits))
			return 1;
	}
	return 0;
}

static const struct special *find_special(const struct address *a)
{
	for (int i = 0; i < SPECIALS; i++)
		if (specials[i].size == a->size && same_bits(specials[i].base, a->bytes, specials[i].bits))
			return &specials[i];
	return NULL;
}

/* Interface ids of ISATAP (RFC 5214) end in an IPv4 address, below any prefix. */
static int is_isatap(const struct address *a)
{
	static const unsigned char mark[3] = { 0x00, 0x5e, 0xfe };

	return a->size == V6 && (a->bytes[8] & 0xfd) == 0 && memcmp(a->bytes + 9, mark, 3) == 0;
}

static struct address embedded(const struct address *a, int at)
{
	struct address inner = { .size = V4 };

	memcpy(inner.bytes, a->bytes + at, V4);
	return inner;
}

static int refuse(const struct address *a, const char *what, const char *source, char why[ADDRESS_WHY])
{
	char text[ADDRESS_TEXT];

	address_text(a, text);
	snprintf(why, ADDRESS_WHY, "address %s is refused: %s (%s)", text, what, source);
	return 1;
}

int address_refused(const struct address *a, const struct address_list *allowed, char why[ADDRESS_WHY])
{
	const struct special *found = find_special(a);
	struct address inner;
	int at = found ? found->embeds : is_isatap(a) ? 12 : 0;
	char text[ADDRESS_TEXT], part[ADDRESS_WHY];

	if (in_list(a, allowed))
		return 0;
	if (found && !at)
		return refuse(a, found->what, found->source, why);
	if (!found && a->size == V6 && !same_bits(global_unicast, a->bytes, 3))
		return refuse(a, "not public", "RFC 4291", why);
	if (!at)
		return 0;
	inner = embedded(a, at);
	if (!address_refused(&inner, allowed, part))
		return 0;
	address_text(a, text);
	snprintf(why, ADDRESS_WHY, "%.100s in %s", part, text);
	return 1;
}

/* --- from and to text ----------------------------------------------------------- */

int address_parse(struct address *out, const char *text)
{
	struct address a = { .size = strchr(text, ':') ? V6 : V4 };

	if (inet_pton(a.size == V6 ? AF_INET6 : AF_INET, text, a.bytes) != 1)
		return -1;
	*out = a;
	return 0;
}

void address_text(const struct address *a, char out[ADDRESS_TEXT])
{
	inet_ntop(a->size == V6 ? AF_INET6 : AF_INET, a->bytes, out, ADDRESS_TEXT);
}

int address_of_socket(struct address *out, const struct sockaddr *address, size_t size)
{
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
	struct address a = { 0 };

	if (size >= sizeof v4 && address->sa_family == AF_INET) {
		memcpy(&v4, address, sizeof v4);
		a.size = V4;
		memcpy(a.bytes, &v4.sin_addr, V4);
	} else if (size >= sizeof v6 && address->sa_family == AF_INET6) {
		memcpy(&v6, address, sizeof v6);
		a.size = V6;
		memcpy(a.bytes, &v6.sin6_addr, V6);
	} else {
		return -1;
	}
	*out = a;
	return 0;
}

/* "ADDRESS" or "ADDRESS/BITS"; changes the text. */
static int parse_prefix(struct address_prefix *out, char *text)
{
	char *slash = strchr(text, '/'), *end;
	long bits = -1;

	if (slash) {
		*slash++ = '\0';
		if (*slash < '0' || *slash > '9' || strlen(slash) > 3)
			return -1;
		bits = strtol(slash, &end, 10);
		if (*end)
			return -1;
	}
	if (address_parse(&out->base, text) != 0)
		return -1;
	if (!slash)
		bits = out->base.size * 8;
	if (bits > out->base.size * 8)
		return -1;
	out->bits = (int)bits;
	/* 10.1.2.3/8 means either 10.0.0.0/8 or 10.1.2.3: better asked than guessed. */
	for (int i = out->bits; i < out->base.size * 8; i++)
		if (out->base.bytes[i / 8] & 0x80 >> i % 8)
			return -1;
	return 0;
}

static int add_word(struct address_list *list, char *word)
{
	static const char *const loopback[] = { "127.0.0.0/8", "::1" };
	char text[ADDRESS_TEXT];

	if (strcmp(word, "loopback") != 0)
		return list->count < ADDRESS_ALLOWED_MAX ? parse_prefix(&list->at[list->count++], word) : -1;
	for (int i = 0; i < 2; i++)
		if (add_word(list, strcpy(text, loopback[i])) != 0)
			return -1;
	return 0;
}

int address_list_parse(struct address_list *out, const char *text, char why[ADDRESS_WHY])
{
	struct address_list list = { 0 };
	char word[ADDRESS_TEXT + 4], shown[ADDRESS_TEXT + 4];

	for (;;) {
		size_t size;

		text += strspn(text, ", \t");
		size = strcspn(text, ", \t");
		if (!size)
			break;
		snprintf(word, sizeof word, "%.*s", (int)size, text);
		strcpy(shown, word);
		if (size >= sizeof word || add_word(&list, word) != 0) {
			snprintf(why, ADDRESS_WHY, "\"%s\" is not an address, as 10.1.2.3, a prefix, as 10.0.0.0/8, "
				"nor the word loopback", shown);
			return -1;
		}
		text += size;
	}
	*out = list;
	return 0;
}

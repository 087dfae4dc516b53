/*
 * peer.c - reading addresses, networks, and what proxies say about whom
 * they speak for.
 *
 * The list is read from its end: each proxy adds who spoke to it, so what
 * stands before the first stranger is that stranger's own word and counts
 * for nothing.
 */
#include "api/peer.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

/* How many bytes of the text are the address; ports and brackets stay out. */
static size_t bare(const char **text, size_t size)
{
	const char *at = *text, *colon;

	if (size && *at == '[') {
		const char *end = memchr(at, ']', size);

		*text = at + 1;
		return end ? (size_t)(end - at) - 1 : 0;
	}
	colon = memchr(at, ':', size);
	/* One colon: IPv4 with a port. */
	if (colon && !memchr(colon + 1, ':', size - (size_t)(colon - at) - 1))
		return (size_t)(colon - at);
	return size;
}

int peer_parse(const char *text, size_t size, struct peer *out)
{
	char copy[PEER_TEXT];
	struct peer a = {0};

	size = bare(&text, size);
	if (size == 0 || size >= sizeof(copy))
		return -1;
	memcpy(copy, text, size);
	copy[size] = '\0';
	if (inet_pton(AF_INET, copy, a.bytes) == 1) {
		a.size = 4;
	} else if (inet_pton(AF_INET6, copy, a.bytes) == 1) {
		a.size = 16;
		if (!memcmp(a.bytes, mapped, sizeof(mapped))) {
			memmove(a.bytes, a.bytes + 12, 4);
			memset(a.bytes + 4, 0, 12);
			a.size = 4;
		}
	} else {
		return -1;
	}
	*out = a;
	return 0;
}

int network_parse(const char *text, struct network *out)
{
	const char *slash = strchr(text, '/');
	struct network n = {0};
	char *end;

	if (peer_parse(text, slash ? (size_t)(slash - text) : strlen(text), &n.address) < 0)
		return -1;
	n.bits = n.address.size * 8;
	if (slash) {
		long bits = strtol(slash + 1, &end, 10);

		/* Digits only, no sign: strtol() takes more. */
		if (slash[1] < '0' || slash[1] > '9' || *end || bits > n.bits)
			return -1;
		n.bits = (int)bits;
	}
	*out = n;
	return 0;
}

int network_has(const struct network *n, const struct peer *a)
{
	int whole = n->bits / 8, rest = n->bits % 8;

	if (a->size != n->address.size || memcmp(a->bytes, n->address.bytes, (size_t)whole))
		return 0;
	return !rest || !((a->bytes[whole] ^ n->address.bytes[whole]) >> (8 - rest));
}

void peer_text(const struct peer *a, char out[PEER_TEXT])
{
	if (!a->size || !inet_ntop(a->size == 4 ? AF_INET : AF_INET6, a->bytes, out, PEER_TEXT))
		strcpy(out, "unknown");
}

size_t peer_key(const struct peer *a, unsigned char out[8])
{
	size_t size = a->size == 16 ? 8 : a->size;

	memcpy(out, a->bytes, size);
	return size;
}

/* --- proxies -------------------------------------------------------------------- */

static int is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void trim(const char **text, size_t *size)
{
	while (*size && is_blank(**text))
		++*text, --*size;
	while (*size && is_blank((*text)[*size - 1]))
		--*size;
}

/* The value of for= in one element of Forwarded: "for=192.0.2.60;proto=http". */
static int forwarded_for(const char **text, size_t *size)
{
	const char *at = *text, *end = at + *size;

	while (at < end) {
		const char *stop = memchr(at, ';', (size_t)(end - at));
		size_t length = (size_t)((stop ? stop : end) - at);
		const char *pair = at;

		trim(&pair, &length);
		if (length > 4 && !strncasecmp(pair, "for=", 4)) {
			pair += 4;
			length -= 4;
			if (length >= 2 && *pair == '"' && pair[length - 1] == '"') {
				pair++;
				length -= 2;
			}
			*text = pair;
			*size = length;
			return 0;
		}
		at = stop ? stop + 1 : end;
	}
	return -1;
}

static int is_trusted(const struct peer *a, const struct network *trusted, int count)
{
	for (int i = 0; i < count; i++)
		if (network_has(&trusted[i], a))
			return 1;
	return 0;
}

void peer_behind(const struct peer *peer, const char *list, int forwarded,
	const struct network *trusted, int count, struct peer *out)
{
	size_t left = strlen(list);

	*out = *peer;
	while (is_trusted(out, trusted, count) && left) {
		size_t start = left, size;
		const char *text;
		struct peer next;

		while (start && list[start - 1] != ',')
			start--;
		text = list + start;
		size = left - start;
		left = start ? start - 1 : 0;
		trim(&text, &size);
		if (forwarded && forwarded_for(&text, &size) < 0)
			return;
		if (peer_parse(text, size, &next) < 0)
			return;
		*out = next;
	}
}

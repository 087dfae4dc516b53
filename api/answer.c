/*
 * answer.c - answers kept for their Idempotency-Key (the IETF draft of that
 * name), in the same transaction as the change that they tell of.
 *
 * An answer may hold a token, so it is sealed under a key that is made of
 * the caller's scope and the Idempotency-Key: the database holds only their hash
 * and cannot open it.  For the same reason a caller without a token must choose a
 * key that nobody guesses.
 */
#include "api/inside.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEPT_MS (30ll * 86400 * 1000)

enum {
	ANONYMOUS_MIN = 16,		/* characters of a key of a caller without a token */
	PURGE_EVERY = 16,		/* answers kept between two purges */
	PURGE_LIMIT = 64
};

/* A structured-field string (RFC 8941) or the bare text; characters in `key`, or -1. */
static int parse_key(const char *text, char key[KEY_MAX + 1])
{
	int quoted = *text == '"', size = 0;

	text += quoted;
	for (; *text && !(quoted && *text == '"'); text++) {
		if (quoted && *text == '\\' && (text[1] == '"' || text[1] == '\\'))
			text++;
		if (*text < (quoted ? 0x20 : 0x21) || *text > 0x7e || size == KEY_MAX)
			return -1;
		key[size++] = *text;
	}
	key[size] = '\0';
	if (quoted && *text++ != '"')
		return -1;
	return size > 0 && !*text ? size : -1;
}

/* Of any number of texts, each with its NUL, so that no two lists mix. */
static void hash_texts(unsigned char out[HASH_SIZE], const char *const *texts, const char *body, size_t size)
{
	crypto_generichash_state state;

	crypto_generichash_init(&state, NULL, 0, HASH_SIZE);
	for (; *texts; texts++)
		crypto_generichash_update(&state, (const unsigned char *)*texts, strlen(*texts) + 1);
	crypto_generichash_update(&state, (const unsigned char *)body, size);
	crypto_generichash_final(&state, out, HASH_SIZE);
}

int answer_key(struct flight *f)
{
	struct exchange *x = f->c.x;
	const char *text = call_header(&f->c, "Idempotency-Key");
	/* An administrator's token has no player, but is its own. */
	const char *scope = f->c.token.player[0] ? f->c.token.player : f->has_token ? f->c.token.id : "";
	/* What a manager does for a player is neither the manager's own nor the player's. */
	const char *whom = f->c.managed.player;
	char both[2 * STORE_PLAYER_ID + 2];
	char key[KEY_MAX + 1];
	int size;

	if (!text)
		return 0;
	if (x->header_count(x, "Idempotency-Key") > 1 || (size = parse_key(text, key)) < 0)
		return fail(&f->c, ERR_BAD_REQUEST,
			"Idempotency-Key must be one text of 1 to %d visible ASCII characters, or in quotes with spaces",
			KEY_MAX);
	if (!*scope && size < ANONYMOUS_MIN)
		return fail(&f->c, ERR_INVALID_FIELDS,
			"without a token an Idempotency-Key must have at least %d characters that nobody guesses: "
			"whoever knows it gets the same answer", ANONYMOUS_MIN);
	if (*whom) {
		snprintf(both, sizeof(both), "%s/%s", scope, whom);
		scope = both;
	}
	f->has_key = 1;
	hash_texts(f->key_hash, (const char *[]){"look-up", scope, key, NULL}, NULL, 0);
	hash_texts(f->seal, (const char *[]){"seal", scope, key, NULL}, NULL, 0);
	hash_texts(f->request_hash, (const char *[]){method_name(x->method), x->path, x->query, NULL},
		x->body, x->body_size);
	sodium_memzero(key, sizeof(key));
	return 0;
}

/* --- the sealed bytes: nonce, then a box of this ---------------------------- */

struct kept {				/* and the texts and the body */
	uint16_t status;
	uint16_t no_store;
};

static void pack(struct buf *b, const struct call *c)
{
	struct kept head = {(uint16_t)c->status, (uint16_t)c->no_store};
	const char *type = c->content_type ? c->content_type : media_type(c->media);

	buf_bytes(b, &head, sizeof(head));
	buf_bytes(b, type, strlen(type) + 1);
	buf_bytes(b, c->etag, strlen(c->etag) + 1);
	buf_bytes(b, c->location, strlen(c->location) + 1);
	buf_bytes(b, c->link, strlen(c->link) + 1);
	if (c->shared)
		buf_bytes(b, c->shared->data, c->shared->size);
	else if (c->out.size)
		buf_bytes(b, c->out.data, c->out.size);
}

/* One text off the bytes; -1 when it does not fit. */
static int unpack_text(const char **at, const char *end, char *out, size_t room)
{
	size_t size = strnlen(*at, (size_t)(end - *at));

	if (size == (size_t)(end - *at) || size >= room)
		return -1;
	memcpy(out, *at, size + 1);
	*at += size + 1;
	return 0;
}

static int unpack(struct flight *f, const char *at, size_t size)
{
	const char *end = at + size;
	struct call *c = &f->c;
	struct kept head;

	if (size < sizeof(head))
		return -1;
	memcpy(&head, at, sizeof(head));
	at += sizeof(head);
	if (unpack_text(&at, end, f->stored_type, sizeof(f->stored_type)) < 0
	    || unpack_text(&at, end, c->etag, sizeof(c->etag)) < 0
	    || unpack_text(&at, end, c->location, sizeof(c->location)) < 0
	    || unpack_text(&at, end, c->link, sizeof(c->link)) < 0)
		return -1;
	c->status = head.status;
	c->no_store = head.no_store;
	c->content_type = f->stored_type;
	buf_bytes(&c->out, at, (size_t)(end - at));
	return 0;
}

static int open_sealed(struct flight *f, const unsigned char *bytes, size_t size)
{
	size_t head = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES;
	unsigned char *plain;
	int r = -1;

	if (size < head || !(plain = malloc(size)))
		return -1;
	if (crypto_secretbox_open_easy(plain, bytes + crypto_secretbox_NONCEBYTES,
		size - crypto_secretbox_NONCEBYTES, bytes, f->seal) == 0)
		r = unpack(f, (const char *)plain, size - head);
	sodium_memzero(plain, size);
	free(plain);
	return r;
}

int answer_find(struct flight *f)
{
	unsigned char request[HASH_SIZE], *bytes;
	size_t size;
	int64_t at;
	enum store_result r;
	int opened;

	if (!f->has_key)
		return 0;
	r = store_answer_find(f->c.conn, f->key_hash, request, &bytes, &size, &at);
	if (r == STORE_NOT_FOUND)
		return 0;
	if (store_ok(&f->c, r) < 0)
		return -1;
	if (sodium_memcmp(request, f->request_hash, HASH_SIZE)) {
		free(bytes);
		return fail(&f->c, ERR_KEY_REUSED, "this Idempotency-Key was used with another method, path or body");
	}
	opened = open_sealed(f, bytes, size);
	free(bytes);
	if (opened < 0)
		return fail(&f->c, ERR_INTERNAL, "the stored answer cannot be read");
	f->replayed = 1;
	return 1;
}

/* nonce and box of what `plain` holds, malloc'd. */
static unsigned char *seal(struct flight *f, const struct buf *plain, size_t *size)
{
	unsigned char *bytes;

	*size = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES + plain->size;
	bytes = malloc(*size);
	if (!bytes)
		return NULL;
	random_bytes(f->c.api, bytes, crypto_secretbox_NONCEBYTES);
	crypto_secretbox_easy(bytes + crypto_secretbox_NONCEBYTES, (const unsigned char *)plain->data,
		plain->size, bytes, f->seal);
	return bytes;
}

int answer_keep(struct flight *f)
{
	struct store_answer a = {.at = f->c.now};
	struct api *api = f->c.api;
	unsigned char *bytes = NULL;
	struct buf plain;
	enum store_result r = STORE_OK;

	if (!f->has_key)
		return 0;
	buf_init(&plain, CALL_BODY_MAX + 1024);
	pack(&plain, &f->c);
	if (!buf_failed(&plain))
		bytes = seal(f, &plain, &a.size);
	buf_free(&plain);
	if (!bytes)
		return fail(&f->c, ERR_UNAVAILABLE, "there is not enough memory; nothing was changed");
	memcpy(a.key, f->key_hash, HASH_SIZE);
	memcpy(a.request, f->request_hash, HASH_SIZE);
	a.bytes = bytes;
	r = store_answer_put(f->c.conn, &a);
	free(bytes);
	if (r == STORE_OK && api->answers_put++ % PURGE_EVERY == 0)
		r = store_answer_purge(f->c.conn, f->c.now - KEPT_MS, PURGE_LIMIT);
	return store_ok(&f->c, r);
}

/*
 * pairing.c - a person lets a manager act for an existing player, by a code.
 *
 * The person gets a code with an own token and types it where the manager
 * reads along; the manager sends it in and may act from then on.  A code has 40
 * bits, is good for minutes and once; the store has its hash, and comparing
 * hashes tells nobody anything about codes that are near.  How many may be tried
 * is guard.c's affair (RATE_CODES).  Whoever spreads guesses over many managers
 * and addresses is stopped by the size of the code.
 */
#include "api/managed.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "api/handlers.h"
#include "api/inside.h"
#include "api/show.h"

enum { WINDOW_MS = PAIRING_MINUTES * 60000, TYPED_MAX = 40 };

static void hash_code(const char code[PAIRING_CODE + 1], unsigned char hash[STORE_HASH])
{
	static const char label[] = "pairing code ";
	crypto_generichash_state state;

	crypto_generichash_init(&state, NULL, 0, STORE_HASH);
	crypto_generichash_update(&state, (const unsigned char *)label, sizeof(label) - 1);
	crypto_generichash_update(&state, (const unsigned char *)code, PAIRING_CODE);
	crypto_generichash_final(&state, hash, STORE_HASH);
}

int h_pairing_create(struct call *c)
{
	unsigned char hash[STORE_HASH];
	char code[PAIRING_CODE + 1], shown[PAIRING_CODE + 2];
	int64_t end = c->now + WINDOW_MS;
	struct json_faults faults = {0};
	struct json_out o;
	struct members m;

	members_begin(&m, c->body, "", &faults);
	members_done(&m);
	if (fail_on_faults(c, &faults) < 0)
		return -1;
	random_id(c->api, code, PAIRING_CODE);
	hash_code(code, hash);
	if (store_ok(c, store_pairing_put(c->conn, c->player, hash, end, c->now)) < 0)
		return -1;
	snprintf(shown, sizeof(shown), "%.4s-%.4s", code, code + 4);
	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	sink_text(&o.sink, "code", shown);
	show_time(&o.sink, "expires_at", end);
	sink_end(&o.sink);
	sodium_memzero(code, sizeof(code));
	c->status = 201;
	c->no_store = 1;
	return 0;
}

int h_pairing_delete(struct call *c)
{
	enum store_result r = store_pairing_delete(c->conn, c->player);

	c->status = 204;
	return r == STORE_NOT_FOUND ? 0 : store_ok(c, r);
}

/* --- the manager's side ------------------------------------------------------------ */

/* As people type it: any case, spaces and dashes, Crockford's look-alikes.  0, or -1: no code. */
static int read_code(const char *typed, char code[PAIRING_CODE + 1])
{
	int size = 0;

	for (; *typed; typed++) {
		char ch = (char)tolower((unsigned char)*typed);

		if (ch == ' ' || ch == '-')
			continue;
		ch = ch == 'o' ? '0' : ch == 'i' || ch == 'l' ? '1' : ch;
		if (size == PAIRING_CODE || !strchr("0123456789abcdefghjkmnpqrstvwxyz", ch))
			return -1;
		code[size++] = ch;
	}
	code[size] = '\0';
	return size == PAIRING_CODE ? 0 : -1;
}

static int refuse_code(struct call *c)
{
	return fail(c, ERR_BAD_CODE, "nobody has this code: it was mistyped, used already, or has ended");
}

/* Whose code was typed; -1 after fail(). */
static int find_code(struct call *c, const char *typed, char player[STORE_PLAYER_ID + 1])
{
	unsigned char hash[STORE_HASH];
	char code[PAIRING_CODE + 1];
	enum store_result r;
	int64_t end;

	if (read_code(typed, code) < 0)
		return refuse_code(c);
	hash_code(code, hash);
	r = store_pairing_find(c->conn, hash, player, &end);
	if (r == STORE_NOT_FOUND || (r == STORE_OK && end <= c->now))
		return refuse_code(c);
	return store_ok(c, r);
}

/* It may be the manager's already: then only the word for it is new. */
static int pair(struct call *c, const char *player, const char *external)
{
	struct store_managed m;
	enum store_result r = store_managed_get(c->conn, c->player, player, &m);

	if (store_ok(c, store_pairing_delete(c->conn, player)) < 0)
		return -1;
	if (r == STORE_NOT_FOUND)
		return managed_add(c, player, external, 0);
	if (r == STORE_OK && *external)
		r = store_managed_rename(c->conn, c->player, player, external);
	return store_ok(c, r);
}

int h_pairing_redeem(struct call *c)
{
	char typed[TYPED_MAX + 1] = "", external[STORE_EXTERNAL + 1] = "", player[STORE_PLAYER_ID + 1];
	struct json_faults faults = {0};
	struct members m;

	members_begin(&m, c->body, "", &faults);
	members_text(&m, "code", REQUIRED, typed, TYPED_MAX);
	managed_read_external(&m, external);
	members_done(&m);
	if (fail_on_faults(c, &faults) < 0 || find_code(c, typed, player) < 0)
		return -1;
	if (strcmp(player, c->player) == 0)
		return fail(c, ERR_BAD_CODE, "this code is your own: it is for somebody else to send in");
	if (pair(c, player, external) < 0)
		return -1;
	snprintf(c->params[0], sizeof(c->params[0]), "%s", player);
	snprintf(c->location, sizeof(c->location), "/v1/me/players/%s", player);
	c->status = 201;
	return h_managed_get(c);
}

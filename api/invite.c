/*
 * invite.c - see invite.h; and POST, GET and DELETE of .../invites.
 *
 * A code is shown once, in the answer to its making, alone and in a link; here
 * is only its hash.  That it is used by one only is the store's guarded update.
 */
#include "api/invite.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "api/handlers.h"
#include "api/show.h"

static const char prefix[] = "mpi_";

static void hash_code(const char *code, unsigned char hash[STORE_HASH])
{
	crypto_hash_sha256(hash, (const unsigned char *)code, strlen(code));
}

int invite_add(struct call *c, const char *game, struct store_invite *i, char code[INVITE_CODE + 1])
{
	char text[INVITE_CODE + 1];

	memcpy(text, prefix, sizeof(prefix));
	random_id(c->api, text + sizeof(prefix) - 1, INVITE_CODE - (int)sizeof(prefix) + 1);
	hash_code(text, i->hash);
	random_id(c->api, i->id, STORE_INVITE_ID);
	i->created_at = c->now;
	if (!i->expires_at)
		i->expires_at = c->now + INVITE_USUAL_MS;
	if (code)
		memcpy(code, text, sizeof(text));
	sodium_memzero(text, sizeof(text));
	return store_ok(c, store_invite_add(c->conn, game, i));
}

static int is_open(const struct store_invite *i, int64_t now)
{
	return !i->used_at && !i->revoked_at && i->expires_at > now;
}

struct search {
	const struct call *c;
	struct store_invite *out;
	int found;
};

static int match_player(void *arg, const struct store_invite *i)
{
	struct search *s = arg;

	if (!is_open(i, s->c->now) || !*i->player || strcmp(i->player, s->c->player) != 0)
		return 0;
	*s->out = *i;
	s->found = 1;
	return 1;
}

int invite_find(struct call *c, const char *game, const char *code, struct store_invite *out)
{
	struct search s = {.c = c, .out = out};
	unsigned char hash[STORE_HASH];
	enum store_result r;

	if (!code) {
		r = *c->player ? store_invite_list(c->conn, game, match_player, &s) : STORE_OK;
		return r == STORE_OK ? s.found : store_ok(c, r);
	}
	if (call_code_allowed(c) < 0)
		return -1;
	hash_code(code, hash);
	r = store_invite_find(c->conn, game, hash, out);
	if (r == STORE_NOT_FOUND) {
		call_code_wrong(c);
		return 0;
	}
	if (r != STORE_OK)
		return store_ok(c, r);
	return is_open(out, c->now) && (!*out->player || strcmp(out->player, c->player) == 0);
}

int invite_opens(struct call *c, const struct table *t)
{
	struct store_invite invite;
	int r = invite_find(c, t->meta.id, NULL, &invite);

	if (r == 0 && call_query(c, "invite"))
		r = invite_find(c, t->meta.id, call_query(c, "invite"), &invite);
	return r;
}

struct holding {
	const struct call *c;
	const struct table *t;
	const struct store_invite *mine;
	struct invite_holds *out;
};

static int hold(void *arg, const struct store_invite *i)
{
	struct holding *h = arg;
	int colour = *i->colour ? ruleset_find_colour(h->t->ruleset, i->colour) : -1;

	if (!is_open(i, h->c->now) || (h->mine && strcmp(h->mine->id, i->id) == 0))
		return 0;
	if (i->seat >= 0)
		h->out->seats |= 1u << i->seat;
	if (colour >= 0)
		h->out->colours |= 1u << colour;
	return 0;
}

int invite_holds(struct call *c, const struct table *t, const struct store_invite *mine, struct invite_holds *out)
{
	struct holding h = {c, t, mine, out};

	memset(out, 0, sizeof(*out));
	return store_ok(c, store_invite_list(c->conn, t->meta.id, hold, &h));
}

/* --- what is shown ------------------------------------------------------------- */

static const char *state_of(const struct store_invite *i, int64_t now)
{
	return i->used_at ? "used" : i->revoked_at ? "revoked" : i->expires_at <= now ? "expired" : "open";
}

static void put_text(struct sink *out, const char *key, const char *text)
{
	if (*text)
		sink_text(out, key, text);
	else
		sink_null(out, key);
}

static void put_invite(const struct call *c, struct sink *out, const struct store_invite *i)
{
	sink_text(out, "id", i->id);
	if (i->seat >= 0)
		sink_number(out, "seat", i->seat);
	else
		sink_null(out, "seat");
	put_text(out, "colour", i->colour);
	put_text(out, "player", i->player);
	sink_text(out, "state", state_of(i, c->now));
	show_time(out, "created_at", i->created_at);
	show_time(out, "expires_at", i->expires_at);
	show_time(out, "used_at", i->used_at);
	put_text(out, "used_by", i->used_by);
}

/* --- POST ---------------------------------------------------------------------- */

static void read_player(struct call *c, struct members *m, struct store_invite *i)
{
	struct store_player p;

	if (!members_text(m, "player", OPTIONAL, i->player, STORE_PLAYER_ID))
		return;
	if (store_player_get(c->conn, i->player, &p) != STORE_OK || p.deleted_at)
		members_fault(m, "player", "is no player of this host");
}

static void read_end(struct call *c, struct members *m, struct store_invite *i)
{
	char in[64];

	i->expires_at = c->now + INVITE_USUAL_MS;
	if (!members_text(m, "expires_in", OPTIONAL, in, sizeof(in) - 1))
		return;
	if (!duration_parse(in, &i->expires_at))
		members_fault(m, "expires_in", "must be a duration as P7D or PT12H");
	else if (i->expires_at <= 0 || i->expires_at > INVITE_LONGEST_MS)
		members_fault(m, "expires_in", "must be more than nothing and at most P30D");
	else
		i->expires_at += c->now;
}

static int read_invite(struct call *c, const struct table *t, struct store_invite *i)
{
	struct json_faults faults = {0};
	struct members m;
	int64_t seat = -1;
	int colour = -1;

	members_begin(&m, c->body, "", &faults);
	members_integer(&m, "seat", OPTIONAL, 0, t->meta.seat_count - 1, &seat);
	members_choice(&m, "colour", OPTIONAL, t->ruleset->colours, &colour);
	lobby_match(t->ruleset, t->options, t->meta.seat_count, colour, &seat, &faults);
	read_player(c, &m, i);
	read_end(c, &m, i);
	members_done(&m);
	i->seat = (int16_t)seat;
	if (colour >= 0)
		snprintf(i->colour, sizeof(i->colour), "%s", t->ruleset->colours[colour]);
	return fail_on_faults(c, &faults);
}

/* What it names must still be free, and not be held for another. */
static int check_free(struct call *c, const struct table *t, const struct store_invite *i)
{
	struct invite_holds holds;
	int colour = *i->colour ? ruleset_find_colour(t->ruleset, i->colour) : -1;

	for (int place = 0; place < t->seat_count; place++) {
		if (t->seats[place].seat == i->seat || strcmp(t->seats[place].colour, i->colour) == 0)
			return fail(c, ERR_SEAT_TAKEN, "somebody sits there already");
		if (*i->player && strcmp(t->seats[place].player, i->player) == 0)
			return fail(c, ERR_ALREADY_SEATED, "that player sits at this table already");
	}
	if (invite_holds(c, t, NULL, &holds) < 0)
		return -1;
	if ((i->seat >= 0 && holds.seats >> i->seat & 1) || (colour >= 0 && holds.colours >> colour & 1))
		return fail(c, ERR_SEAT_TAKEN, "another invite holds it already: revoke that first");
	return 0;
}

static int count(void *arg, const struct store_invite *i)
{
	(void)i;
	++*(int *)arg;
	return 0;
}

static int check_count(struct call *c, const struct table *t)
{
	int n = 0;

	if (store_ok(c, store_invite_list(c->conn, t->meta.id, count, &n)) < 0)
		return -1;
	return n < INVITES_MAX ? 0 : fail(c, ERR_LIMIT_REACHED, "a game may have %d invites in all", INVITES_MAX);
}

/* The table, of whose invites only its maker hears; NULL after fail(). */
static struct table *own_table(struct call *c, int in_lobby)
{
	struct table *t = c->route->flags & ROUTE_CHANGES ? live_edit(c, c->params[0]) : live_get(c, c->params[0]);
	int r = t ? live_may_see(c, t) : -1;

	if (r == 0 && strcmp(c->player, t->meta.creator) != 0)
		r = fail(c, ERR_FORBIDDEN, "only who made the game invites to it");
	if (r == 0 && in_lobby && t->meta.status != STORE_LOBBY)
		r = fail(c, ERR_NOT_IN_LOBBY, "the game is %s", table_status(t));
	if (r == 0)
		return t;
	table_unref(t);
	return NULL;
}

static void answer_made(struct call *c, const struct table *t, const struct store_invite *i, const char *code)
{
	struct json_out out;
	char url[API_TARGET_MAX];

	json_out_init(&out, &c->out);
	sink_object(&out.sink, NULL);
	put_invite(c, &out.sink, i);
	sink_text(&out.sink, "code", code);
	snprintf(url, sizeof(url), "%s/v1/games/%s?invite=%s", api_config(c->api)->public_url, t->meta.id, code);
	sink_text(&out.sink, "url", url);
	sink_end(&out.sink);
	c->status = 201;
	c->no_store = 1;
}

int h_invite_create(struct call *c)
{
	struct store_invite invite = {.seat = -1};
	char code[INVITE_CODE + 1];
	struct table *t = own_table(c, 1);
	int r;

	if (!t)
		return -1;
	r = read_invite(c, t, &invite);
	if (r == 0)
		r = check_free(c, t, &invite);
	if (r == 0)
		r = check_count(c, t);
	if (r == 0)
		r = invite_add(c, t->meta.id, &invite, code);
	if (r == 0)
		answer_made(c, t, &invite, code);
	table_unref(t);
	return r;
}

/* --- GET, DELETE ----------------------------------------------------------------- */

struct listing {
	struct call *c;
	struct json_out out;
};

static int put_next(void *arg, const struct store_invite *i)
{
	struct listing *l = arg;

	sink_object(&l->out.sink, NULL);
	put_invite(l->c, &l->out.sink, i);
	sink_end(&l->out.sink);
	return 0;
}

int h_invites_list(struct call *c)
{
	struct listing l = {.c = c};
	struct table *t = own_table(c, 0);
	int r;

	if (!t)
		return -1;
	json_out_init(&l.out, &c->out);
	sink_object(&l.out.sink, NULL);
	sink_array(&l.out.sink, "invites");
	r = store_ok(c, store_invite_list(c->conn, t->meta.id, put_next, &l));
	sink_end(&l.out.sink);
	sink_end(&l.out.sink);
	table_unref(t);
	return r;
}

int h_invite_revoke(struct call *c)
{
	struct table *t = own_table(c, 0);
	enum store_result r;

	if (!t)
		return -1;
	r = store_invite_revoke(c->conn, t->meta.id, c->params[1], c->now);
	table_unref(t);
	c->status = 204;
	if (r == STORE_NOT_FOUND)
		return fail(c, ERR_NOT_FOUND, "the game has no invite %s", c->params[1]);
	if (r == STORE_CONFLICT)
		return fail(c, ERR_INVITE_OVER, "invite %s was used or revoked", c->params[1]);
	return store_ok(c, r);
}

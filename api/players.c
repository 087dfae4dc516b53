/*
 * players.c - registration, the own player, public profiles.
 *
 * A player is a name and tokens: no e-mail, no password.  Who is deleted
 * stays in the records of games under a pseudonym, and the built-in player takes
 * the seats in games that are not over, so that nobody waits for them.
 */
#include <stdio.h>
#include <string.h>

#include "api/absence.h"
#include "api/handlers.h"
#include "api/inside.h"
#include "api/limit.h"
#include "api/live.h"
#include "api/managed.h"
#include "api/name.h"
#include "api/players.h"
#include "api/profile.h"
#include "api/show.h"
#include "api/standing.h"
#include "api/tokens.h"

static void describe_player(const struct store_player *p, struct sink *out)
{
	sink_text(out, "id", p->id);
	sink_text(out, "name", p->name);
	sink_flag(out, "bot", p->bot);
	show_time(out, "created_at", p->created_at);
}

/* "links": where the player's games are. */
static void describe_links(const struct store_player *p, int own, struct sink *out)
{
	char url[64];

	sink_object(out, "links");
	snprintf(url, sizeof(url), "/v1/players/%s", p->id);
	sink_text(out, "profile", url);
	snprintf(url, sizeof(url), "/v1/games?player=%s", p->id);
	sink_text(out, "games", url);
	if (own)
		sink_text(out, "tokens", "/v1/me/tokens");
	sink_end(out);
}

/* --- registration ------------------------------------------------------------------ */

static void read_player(struct members *m, enum presence p, struct store_player *out)
{
	int bot = out->bot;

	members_name(m, "name", p, out->name);
	members_bool(m, "bot", OPTIONAL, &bot);
	out->bot = (uint8_t)bot;
}

/* A new player, for the caller itself or managed by it: only then are the last two asked for. */
struct newcomer {
	struct store_player player;
	int managed, wants_token;
	char external[STORE_EXTERNAL + 1];
};

static int read_newcomer(struct call *c, struct newcomer *n)
{
	struct json_faults faults = {0};
	struct members m;

	members_begin(&m, c->body, "", &faults);
	read_player(&m, REQUIRED, &n->player);
	if (n->managed) {
		managed_read_external(&m, n->external);
		members_bool(&m, "token", OPTIONAL, &n->wants_token);
	}
	members_done(&m);
	return fail_on_faults(c, &faults);
}

/* The player, and if `text` is not empty the token, shown this once. */
static void write_newcomer(struct call *c, const struct newcomer *n, const char *text)
{
	struct json_out o;

	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	describe_player(&n->player, &o.sink);
	if (*text)
		sink_text(&o.sink, "token", text);
	if (n->managed)
		sink_text(&o.sink, "manager", c->token.player);
	if (n->external[0])
		sink_text(&o.sink, "external", n->external);
	describe_links(&n->player, 1, &o.sink);
	sink_end(&o.sink);
	c->status = 201;
	c->no_store = 1;
	snprintf(c->location, sizeof(c->location), "/v1/players/%s", n->player.id);
}

int h_player_create(struct call *c)
{
	struct newcomer n = {.player = {.created_at = c->now}, .managed = managed_is_manager(c)};
	struct store_token t = {.name = "first", .scopes = SCOPE_READ | SCOPE_PLAY};
	char text[API_TOKEN_TEXT] = "";

	if (!n.managed && !api_registration_open(c->api) && !(c->token.scopes & SCOPE_ADMIN))
		return fail(c, ERR_REGISTRATION_CLOSED, "new players are added by whoever runs this host");
	if (read_newcomer(c, &n) < 0)
		return -1;
	random_id(c->api, n.player.id, STORE_PLAYER_ID);
	if (store_ok(c, store_player_add(c->conn, &n.player)) < 0)
		return -1;
	if (n.managed && managed_add(c, n.player.id, n.external, 1) < 0)
		return -1;
	memcpy(t.player, n.player.id, sizeof(t.player));
	if ((!n.managed || n.wants_token) && token_add(c, &t, text) < 0)
		return -1;
	write_newcomer(c, &n, text);
	return 0;
}

/* --- the own player ------------------------------------------------------------------ */

static int get_self(struct call *c, struct store_player *p)
{
	return store_ok(c, store_player_get(c->conn, c->player, p));
}

static int write_self(struct call *c, const struct store_player *p)
{
	struct json_out o;

	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	describe_player(p, &o.sink);
	sink_object(&o.sink, "token");
	token_describe(&c->token, &o.sink);
	sink_end(&o.sink);
	managed_describe_caller(c, &o.sink);
	if (limits_describe(c, p->id, &o.sink) < 0)
		return -1;
	describe_links(p, 1, &o.sink);
	sink_end(&o.sink);
	return 0;
}

int h_me_get(struct call *c)
{
	struct store_player p;

	if (get_self(c, &p) < 0)
		return -1;
	return write_self(c, &p);
}

int h_me_change(struct call *c)
{
	struct json_faults faults = {0};
	struct store_player p;
	struct members m;

	if (get_self(c, &p) < 0)
		return -1;
	members_begin(&m, c->body, "", &faults);
	read_player(&m, OPTIONAL, &p);
	members_done(&m);
	if (fail_on_faults(c, &faults) < 0 || store_ok(c, store_player_update(c->conn, &p)) < 0 ||
		standing_move(c, c->player) < 0)
		return -1;
	live_drop_player(api_live(c->api), c->player);
	return write_self(c, &p);
}

int player_close(struct call *c, const char *player)
{
	char pseudonym[STORE_NAME + 1], word[5];

	if (absence_player_goes(c, player) < 0)
		return -1;
	random_id(c->api, word, 4);
	snprintf(pseudonym, sizeof(pseudonym), "Former player %s", word);
	if (store_ok(c, store_player_delete(c->conn, player, pseudonym, c->now)) < 0 || standing_move(c, player) < 0)
		return -1;
	live_drop_player(api_live(c->api), player);
	return 0;
}

int h_me_delete(struct call *c)
{
	if (managed_refuse_makers(c, c->player) < 0)
		return -1;
	c->status = 204;
	return player_close(c, c->player);
}

/* --- profiles ------------------------------------------------------------------------ */

int h_player_get(struct call *c)
{
	struct store_player p;
	struct json_out o;
	enum store_result r = store_player_get(c->conn, c->params[0], &p);

	if (r == STORE_NOT_FOUND)
		return fail(c, ERR_NOT_FOUND, "there is no player %s", c->params[0]);
	if (store_ok(c, r) < 0)
		return -1;
	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	describe_player(&p, &o.sink);
	sink_flag(&o.sink, "deleted", p.deleted_at != 0);
	if (profile_write(c, &p, &o) < 0)
		return -1;
	describe_links(&p, 0, &o.sink);
	sink_end(&o.sink);
	return 0;
}

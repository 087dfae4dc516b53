/*
 * managed.c - /v1/me/players and /v1/me/managers: who acts for whom, seen from
 * either side.
 *
 * What a manager calls its players ("external": the chat's own name for the
 * person) is shown to the manager and to that player, to nobody else.
 */
#include "api/managed.h"

#include <stdio.h>
#include <string.h>

#include "api/handlers.h"
#include "api/inside.h"
#include "api/limit.h"
#include "api/lobby.h"
#include "api/show.h"

enum { LIST_STANDARD = 50, LIST_MAX = 200, CURSOR_MAX = STORE_PLAYER_ID + 1 };

int managed_is_manager(const struct call *c)
{
	return c->token.player[0] && c->token.scopes & SCOPE_MANAGE;
}

void managed_read_external(struct members *m, char external[STORE_EXTERNAL + 1])
{
	if (members_text(m, "external", OPTIONAL, external, STORE_EXTERNAL))
		check_plain(m->faults, "/external", external);
}

static int count_each(void *arg, const struct store_managed *m)
{
	(void)m;
	++*(int *)arg;
	return 0;
}

int managed_add(struct call *c, const char *player, const char *external, int own)
{
	struct store_managed m = {.own = (uint8_t)own, .since = c->now};
	int all, made, managers = 0;

	if (store_ok(c, store_managed_count(c->conn, c->token.player, &all, &made)) < 0
	    || store_ok(c, store_managers(c->conn, player, count_each, &managers)) < 0)
		return -1;
	if (limit_check(c, LIMIT_MANAGED, all, 1) < 0)
		return -1;
	if (managers >= MANAGERS_MAX)
		return fail(c, ERR_LIMIT_REACHED, "a player may have %d managers", MANAGERS_MAX);
	snprintf(m.manager, sizeof(m.manager), "%s", c->token.player);
	snprintf(m.player, sizeof(m.player), "%s", player);
	snprintf(m.external, sizeof(m.external), "%s", external);
	return store_ok(c, store_managed_add(c->conn, &m));
}

int managed_refuse_makers(struct call *c, const char *manager)
{
	int all, made;

	if (store_ok(c, store_managed_count(c->conn, manager, &all, &made)) < 0)
		return -1;
	return made == 0 ? 0 : fail(c, ERR_STILL_MANAGING,
		"nobody could act any more for %d that you made: GET /v1/me/players lists them", made);
}

static int note_own(void *arg, const struct store_managed *m)
{
	*(int *)arg |= m->own;
	return m->own;
}

int managed_may_begin(struct call *c, const char **why_not)
{
	int all, made, is_made = 0;

	*why_not = NULL;
	if (store_ok(c, store_managed_count(c->conn, c->player, &all, &made)) < 0
	    || store_ok(c, store_managers(c->conn, c->player, note_own, &is_made)) < 0)
		return -1;
	if (is_made)
		*why_not = "a player that was made by a manager cannot be one";
	else if (!api_registration_open(c->api))
		*why_not = "registration is closed: whoever runs this host gives this scope";
	else if (all)
		*why_not = "you manage players already: only a token with this scope gives it on";
	return 0;
}

/* --- as answers show it --------------------------------------------------------- */

static void put_player(const struct store_player *p, struct sink *out)
{
	sink_object(out, "player");
	sink_text(out, "id", p->id);
	sink_text(out, "name", p->name);
	sink_flag(out, "bot", p->bot);
	sink_end(out);
}

static void put_row(const struct store_managed *m, struct sink *out)
{
	if (m->external[0])
		sink_text(out, "external", m->external);
	else
		sink_null(out, "external");
	sink_text(out, "kind", m->own ? "own" : "paired");
	show_time(out, "since", m->since);
}

/* One row with the player at its other end; -1 after fail(). */
static int put_managed(struct call *c, const struct store_managed *m, const char *other, struct sink *out)
{
	struct store_player p;
	char url[64];

	if (store_ok(c, store_player_get(c->conn, other, &p)) < 0)
		return -1;
	put_player(&p, out);
	put_row(m, out);
	sink_object(out, "links");
	snprintf(url, sizeof(url), "/v1/players/%s", p.id);
	sink_text(out, "profile", url);
	snprintf(url, sizeof(url), "/v1/games?player=%s", p.id);
	sink_text(out, "games", url);
	sink_end(out);
	return 0;
}

void managed_describe_caller(const struct call *c, struct sink *out)
{
	if (!c->managed.manager[0])
		return;
	sink_object(out, "managed_by");
	sink_text(out, "id", c->managed.manager);
	put_row(&c->managed, out);
	sink_end(out);
}

static int answer_one(struct call *c, const struct store_managed *m)
{
	struct json_out o;
	int r;

	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	r = put_managed(c, m, m->player, &o.sink);
	sink_end(&o.sink);
	return r;
}

/* --- the manager's side ---------------------------------------------------------- */

struct listing {
	struct call *c;
	struct json_out out;
	int left, more, failed;
	int other_is_manager;
	char last[STORE_PLAYER_ID + 1];
};

static int list_each(void *arg, const struct store_managed *m)
{
	struct listing *l = arg;

	if (l->left-- == 0) {
		l->more = 1;
		return 1;
	}
	memcpy(l->last, m->player, sizeof(l->last));
	sink_object(&l->out.sink, NULL);
	l->failed = put_managed(l->c, m, l->other_is_manager ? m->manager : m->player, &l->out.sink);
	sink_end(&l->out.sink);
	return l->failed;
}

/* The cursor is the last player seen; nothing but its text is promised. */
static int read_cursor(struct call *c, const char **after)
{
	const char *text = call_query(c, "cursor");

	*after = "";
	if (!text)
		return 0;
	if (text[0] != 'p' || strlen(text) != CURSOR_MAX
	    || strspn(text + 1, "0123456789abcdefghjkmnpqrstvwxyz") != STORE_PLAYER_ID)
		return fail(c, ERR_BAD_REQUEST, "this cursor was not given by a list of managed players");
	*after = text + 1;
	return 0;
}

static void end_list(struct listing *l, int64_t limit, int with_external)
{
	struct call *c = l->c;
	char cursor[CURSOR_MAX + 1];

	sink_end(&l->out.sink);
	snprintf(cursor, sizeof(cursor), "p%s", l->last);
	if (l->more)
		sink_text(&l->out.sink, "next", cursor);
	else
		sink_null(&l->out.sink, "next");
	sink_end(&l->out.sink);
	/* A filter by one's own word fits one page; its text would have to be encoded. */
	if (l->more && !with_external)
		snprintf(c->link, sizeof(c->link), "</v1/me/players?limit=%lld&cursor=%s>; rel=\"next\"",
			(long long)limit, cursor);
}

int h_managed_list(struct call *c)
{
	const char *external = call_query(c, "external"), *after;
	struct listing l = {.c = c};
	int64_t limit;

	if (call_query_integer(c, "limit", 1, LIST_MAX, LIST_STANDARD, &limit) < 0 || read_cursor(c, &after) < 0)
		return -1;
	if (external && strlen(external) > STORE_EXTERNAL)
		return fail(c, ERR_BAD_REQUEST, "external has %d bytes at most", STORE_EXTERNAL);
	l.left = (int)limit;
	json_out_init(&l.out, &c->out);
	sink_object(&l.out.sink, NULL);
	sink_array(&l.out.sink, "players");
	if (store_ok(c, store_managed_list(c->conn, c->player, external, after, (int)limit + 1, list_each, &l)) < 0
	    || l.failed)
		return -1;
	end_list(&l, limit, external != NULL);
	return 0;
}

/* The row of the player in the path; -1 after fail(). */
static int get_managed(struct call *c, struct store_managed *m)
{
	enum store_result r = store_managed_get(c->conn, c->player, c->params[0], m);

	if (r == STORE_NOT_FOUND)
		return fail(c, ERR_NOT_FOUND, "you do not manage a player %s", c->params[0]);
	return store_ok(c, r);
}

int h_managed_get(struct call *c)
{
	struct store_managed m;

	return get_managed(c, &m) < 0 ? -1 : answer_one(c, &m);
}

int h_managed_change(struct call *c)
{
	struct json_faults faults = {0};
	struct store_managed row;
	struct members m;

	if (get_managed(c, &row) < 0)
		return -1;
	members_begin(&m, c->body, "", &faults);
	managed_read_external(&m, row.external);
	members_done(&m);
	if (fail_on_faults(c, &faults) < 0
	    || store_ok(c, store_managed_rename(c->conn, row.manager, row.player, row.external)) < 0)
		return -1;
	return answer_one(c, &row);
}

static int note_token(void *arg, const struct store_token *t)
{
	(void)t;
	*(int *)arg = 1;
	return 1;
}

int h_managed_end(struct call *c)
{
	struct store_managed m;
	int has_token = 0;

	if (get_managed(c, &m) < 0)
		return -1;
	if (m.own && store_ok(c, store_token_list(c->conn, m.player, note_token, &has_token)) < 0)
		return -1;
	if (m.own && !has_token)
		return fail(c, ERR_STILL_MANAGING, "the player has no token of its own, so nobody could act for it: "
			"make one with POST /v1/me/tokens, or delete it with DELETE /v1/me, with Meepled-Player");
	c->status = 204;
	return store_ok(c, store_managed_delete(c->conn, m.manager, m.player));
}

/* --- the player's side ------------------------------------------------------------- */

int h_managers_list(struct call *c)
{
	struct listing l = {.c = c, .left = MANAGERS_MAX, .other_is_manager = 1};

	json_out_init(&l.out, &c->out);
	sink_object(&l.out.sink, NULL);
	sink_array(&l.out.sink, "managers");
	if (store_ok(c, store_managers(c->conn, c->player, list_each, &l)) < 0 || l.failed)
		return -1;
	sink_end(&l.out.sink);
	sink_end(&l.out.sink);
	return 0;
}

int h_manager_end(struct call *c)
{
	enum store_result r = store_managed_delete(c->conn, c->params[0], c->player);

	if (r == STORE_NOT_FOUND)
		return fail(c, ERR_NOT_FOUND, "no player %s manages you", c->params[0]);
	c->status = 204;
	return store_ok(c, r);
}

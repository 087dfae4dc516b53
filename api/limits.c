/*
 * limits.c - what a player may have at the same time: asked before something is
 * added, shown in GET /v1/me.
 */
#include "api/limit.h"

#include <stdio.h>

#include "api/inside.h"
#include "api/managed.h"
#include "api/webhook.h"
#include "storage/admin.h"
#include "storage/webhooks.h"

enum { COUNTED_MAX = 100000 };		/* where there is no limit, counting ends here */

static const struct { const char *name, *what, *remedy; } rows[LIMIT_COUNT] = {
#define X(id, name, what, remedy) {name, what, remedy},
	LIMITS(X)
#undef X
};

int limit_most(const struct call *c, enum limit limit)
{
	/* Two are fixed. */
	return limit == LIMIT_WEBHOOKS ? WEBHOOKS_MAX : limit == LIMIT_MANAGED ? MANAGED_MAX
		: c->api->config.limits[limit];
}

int limit_check(struct call *c, enum limit limit, int64_t have, int64_t more)
{
	int most = limit_most(c, limit);
	struct json_out o;

	if (!most || have + more <= most)
		return 0;
	problem_members(c, &o);
	sink_text(&o.sink, "limit", rows[limit].name);
	sink_number(&o.sink, "most", most);
	sink_number(&o.sink, "have", (long)have);
	return fail(c, ERR_LIMIT_REACHED, "a player may have %d %s, and there are %lld: %s", most,
		rows[limit].what, (long long)have, rows[limit].remedy);
}

int limit_open_games(struct call *c, int counted)
{
	int most = limit_most(c, LIMIT_OPEN_GAMES), have = 0;

	if (!most)
		return 0;
	if (store_ok(c, store_account_games(c->conn, c->player, most + 1, &have)) < 0)
		return -1;
	return limit_check(c, LIMIT_OPEN_GAMES, have - counted, 1);
}

int limit_store(struct call *c, int64_t bytes)
{
	struct store_account account;

	if (store_ok(c, store_account_get(c->conn, c->player, &account)) < 0
	    || limit_check(c, LIMIT_STORED_BYTES, account.stored_bytes, bytes) < 0)
		return -1;
	return store_ok(c, store_account_stored(c->conn, c->player, bytes));
}

/* --- showing --------------------------------------------------------------------- */

static int count_token(void *arg, const struct store_token *t)
{
	(void)t;
	++*(int *)arg;
	return 0;
}

static int count_webhook(void *arg, const struct store_webhook *w)
{
	(void)w;
	++*(int *)arg;
	return 0;
}

static int count(struct call *c, const char *player, enum limit limit, int64_t *have)
{
	struct store_account account;
	int number = 0, own;
	enum store_result r = STORE_OK;

	switch (limit) {
	case LIMIT_OPEN_GAMES:
		r = store_account_games(c->conn, player, COUNTED_MAX, &number);
		break;
	case LIMIT_TOKENS:
		r = store_token_list(c->conn, player, count_token, &number);
		break;
	case LIMIT_WEBHOOKS:
		r = store_webhook_list(c->conn, player, count_webhook, &number);
		break;
	case LIMIT_MANAGED:
		r = store_managed_count(c->conn, player, &number, &own);
		break;
	case LIMIT_STORED_BYTES:
		r = store_account_get(c->conn, player, &account);
		if (r == STORE_OK)
			*have = account.stored_bytes;
		return store_ok(c, r);
	case LIMIT_COUNT:
		break;
	}
	*have = number;
	return store_ok(c, r);
}

int limits_describe(struct call *c, const char *player, struct sink *out)
{
	int64_t have = 0;

	sink_object(out, "limits");
	for (int i = 0; i < LIMIT_COUNT; i++) {
		int most = limit_most(c, i);

		if (count(c, player, i, &have) < 0)
			return -1;
		sink_object(out, rows[i].name);
		if (most)
			sink_number(out, "most", most);
		else
			sink_null(out, "most");
		sink_number(out, "have", (long)have);
		sink_end(out);
	}
	sink_end(out);
	return 0;
}

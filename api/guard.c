/*
 * guard.c - how often callers may ask: which buckets a request draws on, and
 * what the answer tells of them.
 *
 * The order is the point.  Before the store is asked or a body is looked at, the
 * address pays, and the token if it is known to be one.  A token that is not
 * known pays nothing of its own yet: a bucket for every word that looks like a
 * token would be an attacker's to fill.  Instead its address must have failures left,
 * and a failure costs one.  So guessing ends soon, and players behind the same
 * address, whose tokens are known, notice nothing of it.
 *
 * Answers have RateLimit and RateLimit-Policy as draft-ietf-httpapi-ratelimit-headers
 * (from -08 on) describes them: lists of items, "default";r=5990;t=1 and
 * "default";q=6000;w=60.
 */
#include "api/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct guard {
	struct rate *rate;
	int counts;			/* 0: no rate is limited */
	char policy[RATE_KINDS][48];	/* "default";q=6000;w=60 */
	struct network trusted[TRUSTED_MAX];
	int trusted_count;
};

static int add_network(struct guard *g, const char *text, char why[240])
{
	if (g->trusted_count == TRUSTED_MAX) {
		snprintf(why, 240, "more than %d networks of proxies", TRUSTED_MAX);
		return -1;
	}
	if (network_parse(text, &g->trusted[g->trusted_count]) < 0) {
		snprintf(why, 240, "\"%.60s\" is no network as 10.0.0.0/8 or 2001:db8::/32", text);
		return -1;
	}
	g->trusted_count++;
	return 0;
}

static int open_networks(struct guard *g, const char *list, char why[240])
{
	static const char between[] = ", \t";
	int failed = 0;

	for (list = list ? list + strspn(list, between) : ""; *list && !failed; list += strspn(list, between)) {
		size_t size = strcspn(list, between);
		char text[64];

		snprintf(text, sizeof(text), "%.*s", (int)size, list);
		if (!strcmp(text, "loopback"))
			failed = add_network(g, "127.0.0.0/8", why) < 0 || add_network(g, "::1", why) < 0;
		else
			failed = add_network(g, text, why) < 0;
		list += size;
	}
	return failed ? -1 : 0;
}

struct guard *guard_open(const struct api_config *config, const unsigned char secret[RATE_SECRET], char why[240])
{
	struct guard *g = calloc(1, sizeof(*g));

	snprintf(why, 240, "out of memory");
	if (!g)
		return NULL;
	for (int i = 0; i < RATE_KINDS; i++)
		g->counts |= config->rates[i] > 0;
	for (int i = 0; i < RATE_KINDS; i++)
		snprintf(g->policy[i], sizeof(g->policy[i]), "\"%s\";q=%d;w=%d", rate_name(i),
			config->rates[i] < RATE_QUOTA_MAX ? config->rates[i] : RATE_QUOTA_MAX, rate_seconds(i));
	g->rate = rate_open(config->rates, secret);
	if (g->rate && open_networks(g, config->trusted_proxies, why) == 0)
		return g;
	guard_close(g);
	return NULL;
}

void guard_close(struct guard *g)
{
	if (!g)
		return;
	rate_close(g->rate);
	free(g);
}

/* --- who sent it ---------------------------------------------------------------- */

static const char *last_value(struct exchange *x, const char *name)
{
	return x->header_last ? x->header_last(x, name) : x->header(x, name);
}

/*
 * What a proxy says counts when it is one of those that are trusted, and when it is
 * beyond doubt who said it: of two headers for the same thing, the proxy has written
 * one and let the caller's other one pass.
 */
static void find_sender(struct flight *f)
{
	const struct guard *g = f->c.api->guard;
	struct exchange *x = f->c.x;
	struct peer peer = {0};
	const char *list, *forwarded;

	if (x->peer)
		peer_parse(x->peer, strlen(x->peer), &peer);
	f->sender = peer;
	if (!g->trusted_count || !x->header)
		return;
	list = last_value(x, "X-Forwarded-For");
	forwarded = last_value(x, "Forwarded");
	if (!list != !forwarded)
		peer_behind(&peer, list ? list : forwarded, !list, g->trusted, g->trusted_count, &f->sender);
}

int guard_is_https(const struct flight *f)
{
	const struct guard *g = f->c.api->guard;
	struct exchange *x = f->c.x;
	const char *proto, *last;
	struct peer peer;
	int i = 0;

	if (!x->peer || peer_parse(x->peer, strlen(x->peer), &peer) < 0)
		return 0;
	while (i < g->trusted_count && !network_has(&g->trusted[i], &peer))
		i++;
	if (i == g->trusted_count || !(proto = last_value(x, "X-Forwarded-Proto")))
		return 0;
	last = strrchr(proto, ',');
	last = last ? last + 1 : proto;
	return !strcasecmp(last + strspn(last, " \t"), "https");
}

const char *guard_peer(const struct flight *f, char out[PEER_TEXT])
{
	if (!f->sender.size)
		return f->c.x->peer && *f->c.x->peer ? f->c.x->peer : "-";
	peer_text(&f->sender, out);
	return out;
}

/* --- drawing -------------------------------------------------------------------- */

static void note(struct flight *f, enum rate_kind kind, const struct rate_state *state)
{
	if (!state->quota || f->draw_count == DRAWS_MAX)
		return;
	f->draws[f->draw_count].kind = kind;
	f->draws[f->draw_count++].state = *state;
}

static int seconds_of(int64_t microseconds)
{
	return (int)((microseconds + 999999) / 1000000);
}

static int refuse(struct flight *f, enum rate_kind kind, const struct rate_state *state)
{
	struct json_out o;
	int seconds = seconds_of(state->wait);

	f->c.retry_after = seconds;
	problem_members(&f->c, &o);
	sink_text(&o.sink, "policy", rate_name(kind));
	sink_number(&o.sink, "retry_after", seconds);
	return fail(&f->c, ERR_TOO_MANY, "the limit '%s' is %d in %d seconds; try again in %d second%s",
		rate_name(kind), state->quota, rate_seconds(kind), seconds, seconds == 1 ? "" : "s");
}

/* 0, or -1 after fail(). */
static int draw(struct flight *f, enum rate_kind kind, const void *key, size_t size, int cost)
{
	struct rate_state state;
	int granted = rate_take(f->c.api->guard->rate, kind, key, size, cost, f->began, &state);

	note(f, kind, &state);
	return granted ? 0 : refuse(f, kind, &state);
}

static int draw_address(struct flight *f, enum rate_kind kind, int cost)
{
	unsigned char key[8];
	size_t size = peer_key(&f->sender, key);

	return draw(f, kind, key, size, cost);
}

static int draw_token(struct flight *f, enum rate_kind kind, int cost)
{
	return draw(f, kind, f->token_hash, sizeof(f->token_hash), cost);
}

static int cost_of(const struct flight *f)
{
	enum http_method m = f->c.x->method;

	if (f->c.route && f->c.route->flags & ROUTE_UNCOUNTED)
		return 0;
	return m == HTTP_GET || m == HTTP_HEAD || m == HTTP_OPTIONS ? RATE_COST_READ : RATE_COST_CHANGE;
}

static int has_flag(const struct flight *f, unsigned flag)
{
	return f->c.route && f->c.route->flags & flag && f->c.x->method == f->c.route->method;
}

/* Nothing is taken unless all can be: a refusal by one bucket costs nothing in another. */
static int check_address(struct flight *f, enum rate_kind kind, int cost)
{
	unsigned char key[8];
	size_t size = peer_key(&f->sender, key);
	struct rate_state state;

	if (rate_look(f->c.api->guard->rate, kind, key, size, cost, f->began, &state))
		return 0;
	note(f, kind, &state);
	return refuse(f, kind, &state);
}

int guard_arrival(struct flight *f)
{
	struct guard *g = f->c.api->guard;
	int cost = cost_of(f);

	find_sender(f);
	if (!g->counts)
		return 0;
	f->token_read = auth_read(f);
	f->token_known = f->token_read
		&& rate_knows(g->rate, RATE_REQUESTS, f->token_hash, sizeof(f->token_hash));
	if (check_address(f, RATE_ADDRESS, cost) < 0)
		return -1;
	/* A token that is not known pays when it has turned out to be one. */
	if (!f->token_known && auth_shown(f) && check_address(f, RATE_FAILURES, 1) < 0)
		return -1;
	if (f->token_known && draw_token(f, RATE_REQUESTS, cost) < 0)
		return -1;
	if (!f->token_read && draw_address(f, RATE_REQUESTS, cost) < 0)
		return -1;
	if (draw_address(f, RATE_ADDRESS, cost) < 0)
		return -1;
	if (has_flag(f, ROUTE_GUESSES) && draw_address(f, RATE_CODES, 1) < 0)
		return -1;
	if (has_flag(f, ROUTE_REGISTERS) && !f->token_read)
		return draw_address(f, RATE_REGISTRATIONS, 1);
	return 0;
}

int guard_good(struct flight *f)
{
	if (!f->has_token || !f->c.api->guard->counts)
		return 0;
	if (!f->token_known && draw_token(f, RATE_REQUESTS, cost_of(f)) < 0)
		return -1;
	if (has_flag(f, ROUTE_GUESSES) && draw_token(f, RATE_CODES, 1) < 0)
		return -1;
	if (has_flag(f, ROUTE_REGISTERS) && !(f->c.token.scopes & (SCOPE_ADMIN | SCOPE_MANAGE)))
		return draw_address(f, RATE_REGISTRATIONS, 1);
	return 0;
}

void guard_bad(struct flight *f)
{
	unsigned char key[8];
	size_t size = peer_key(&f->sender, key);
	struct rate_state state;

	if (!f->c.api->guard->counts)
		return;
	if (f->token_read)
		rate_forget(f->c.api->guard->rate, RATE_REQUESTS, f->token_hash, sizeof(f->token_hash));
	rate_take(f->c.api->guard->rate, RATE_FAILURES, key, size, 1, f->began, &state);
	note(f, RATE_FAILURES, &state);
}

/* --- codes that are none ------------------------------------------------------------ */

int call_code_allowed(struct call *c)
{
	struct flight *f = flight_of(c);
	struct rate_state state;

	if (check_address(f, RATE_CODES, 1) < 0)
		return -1;
	if (!f->has_token || rate_look(c->api->guard->rate, RATE_CODES, f->token_hash, sizeof(f->token_hash), 1,
		f->began, &state))
		return 0;
	note(f, RATE_CODES, &state);
	return refuse(f, RATE_CODES, &state);
}

void call_code_wrong(struct call *c)
{
	struct flight *f = flight_of(c);
	struct rate *rate = c->api->guard->rate;
	struct rate_state state;
	unsigned char key[8];
	size_t size = peer_key(&f->sender, key);

	rate_take(rate, RATE_CODES, key, size, 1, f->began, &state);
	note(f, RATE_CODES, &state);
	if (f->has_token)
		rate_take(rate, RATE_CODES, f->token_hash, sizeof(f->token_hash), 1, f->began, &state);
}

/* --- telling --------------------------------------------------------------------- */

/* The tighter of the two when a bucket of one kind was drawn on twice. */
static int is_shown(const struct flight *f, int place)
{
	for (int i = 0; i < f->draw_count; i++)
		if (f->draws[i].kind == f->draws[place].kind
		    && (f->draws[i].state.left < f->draws[place].state.left
			|| (f->draws[i].state.left == f->draws[place].state.left && i < place)))
			return 0;
	return 1;
}

void guard_headers(const struct flight *f, char limit[GUARD_TEXT], char policy[GUARD_TEXT])
{
	size_t limit_size = 0, policy_size = 0;

	*limit = *policy = '\0';
	for (int i = 0; i < f->draw_count; i++) {
		const struct rate_state *state = &f->draws[i].state;
		enum rate_kind kind = f->draws[i].kind;

		if (!is_shown(f, i))
			continue;
		/* Who is refused may come back then; all others know when the bucket is full. */
		limit_size += (size_t)snprintf(limit + limit_size, GUARD_TEXT - limit_size, "%s\"%s\";r=%d;t=%d",
			limit_size ? ", " : "", rate_name(kind), state->left,
			seconds_of(state->wait ? state->wait : state->full));
		policy_size += (size_t)snprintf(policy + policy_size, GUARD_TEXT - policy_size, "%s%s",
			policy_size ? ", " : "", f->c.api->guard->policy[kind]);
	}
}

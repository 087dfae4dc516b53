/*
 * tokens.c - /v1/me/tokens: named tokens with scopes and an end.
 *
 * A token cannot give what it has not: neither scopes nor a longer life.  One
 * exception: whoever manages nobody yet may begin to.
 */
#include "api/tokens.h"

#include <stdio.h>
#include <string.h>

#include "api/handlers.h"
#include "api/inside.h"
#include "api/managed.h"
#include "api/limit.h"
#include "api/name.h"
#include "api/show.h"

#define YEARS_MAX_MS (10 * 366 * 86400000ll)

static const char *const scope_words[] = {"read", "play", "manage", "admin", NULL};	/* bit by bit */

void token_describe(const struct store_token *t, struct sink *out)
{
	sink_text(out, "id", t->id);
	sink_text(out, "name", t->name);
	sink_array(out, "scopes");
	for (int i = 0; scope_words[i]; i++) {
		if (t->scopes >> i & 1)
			sink_text(out, NULL, scope_words[i]);
	}
	sink_end(out);
	show_time(out, "created_at", t->created_at);
	show_time(out, "expires_at", t->expires_at);
	show_time(out, "last_used_at", t->last_used_at);
}

int token_add(struct call *c, struct store_token *t, char text[API_TOKEN_TEXT])
{
	random_id(c->api, t->id, STORE_TOKEN_ID);
	token_make(c->api, text, t->hash);
	t->created_at = c->now;
	t->last_used_at = 0;
	return store_ok(c, store_token_add(c->conn, t));
}

/* --- GET ------------------------------------------------------------------------ */

static int describe_each(void *arg, const struct store_token *t)
{
	struct sink *out = arg;

	sink_object(out, NULL);
	token_describe(t, out);
	sink_end(out);
	return 0;
}

int h_tokens_list(struct call *c)
{
	struct json_out o;
	enum store_result r;

	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	sink_array(&o.sink, "tokens");
	r = store_token_list(c->conn, c->player, describe_each, &o.sink);
	sink_end(&o.sink);
	sink_end(&o.sink);
	return store_ok(c, r);
}

/* --- POST ----------------------------------------------------------------------- */

/* Scopes that the caller may give, and why not `manage` when it is not among them. */
struct giving { uint32_t scopes; const char *not_manage; };

static void read_scope(const struct giving *g, const struct json *v, int place, uint32_t *scopes,
	struct json_faults *faults)
{
	const char *word = json_string(v);
	char pointer[32];
	int i = 0;

	snprintf(pointer, sizeof(pointer), "/scopes/%d", place);
	while (word && scope_words[i] && strcmp(scope_words[i], word))
		i++;
	if (!word || !scope_words[i])
		json_fault(faults, pointer, "must be one of: read, play, manage, admin");
	else if (!(g->scopes >> i & 1) && 1u << i == SCOPE_MANAGE && g->not_manage)
		json_fault(faults, pointer, "%s", g->not_manage);
	else if (!(g->scopes >> i & 1))
		json_fault(faults, pointer, "your own token has not got this scope and cannot give it");
	else if (*scopes >> i & 1)
		json_fault(faults, pointer, "occurs twice");
	else
		*scopes |= 1u << i;
}

static void read_scopes(struct call *c, const struct giving *g, struct members *m, uint32_t *scopes)
{
	const struct json *list = members_array(m, "scopes", OPTIONAL);
	int place = 0;

	*scopes = call_scopes(c);
	if (!list)
		return;
	*scopes = 0;
	if (!json_first(list))
		members_fault(m, "scopes", "may not be empty");
	for (const struct json *v = json_first(list); v && place < 8; v = json_next(v))
		read_scope(g, v, place++, scopes, m->faults);
}

/* "expires_at" or "expires_in"; without, as long as the own token. */
static void read_end(struct call *c, struct members *m, int64_t *expires_at)
{
	char at[64], in[64];
	int has_at = members_text(m, "expires_at", OPTIONAL, at, sizeof(at) - 1);
	int has_in = members_text(m, "expires_in", OPTIONAL, in, sizeof(in) - 1);
	const char *name = has_at ? "expires_at" : "expires_in";

	*expires_at = c->token.expires_at;
	if (has_at && has_in) {
		members_fault(m, "expires_in", "may not stand beside expires_at");
		return;
	}
	if (!has_at && !has_in)
		return;
	if (has_at && !time_parse(at, expires_at)) {
		members_fault(m, name, "must be a time as 2030-01-31T10:00:00Z");
	} else if (has_in && !duration_parse(in, expires_at)) {
		members_fault(m, name, "must be a duration as P30D or PT12H");
	} else {
		if (has_in)
			*expires_at += c->now;
		if (*expires_at <= c->now || *expires_at > c->now + YEARS_MAX_MS)
			members_fault(m, name, "must lie in the future, within ten years");
		else if (c->token.expires_at && *expires_at > c->token.expires_at)
			members_fault(m, name, "may not be later than the end of your own token");
	}
}

static int count_each(void *arg, const struct store_token *t)
{
	(void)t;
	++*(int *)arg;
	return 0;
}

static int read_token(struct call *c, struct store_token *t)
{
	struct giving giving = {.scopes = call_scopes(c)};
	struct json_faults faults = {0};
	struct members m;

	if (!(giving.scopes & SCOPE_MANAGE)) {
		if (managed_may_begin(c, &giving.not_manage) < 0)
			return -1;
		if (!giving.not_manage)
			giving.scopes |= SCOPE_MANAGE;
	}
	members_begin(&m, c->body, "", &faults);
	members_name(&m, "name", REQUIRED, t->name);
	read_scopes(c, &giving, &m, &t->scopes);
	read_end(c, &m, &t->expires_at);
	members_done(&m);
	return fail_on_faults(c, &faults);
}

int h_token_create(struct call *c)
{
	struct store_token t = {0};
	char text[API_TOKEN_TEXT];
	struct json_out o;
	int count = 0;

	if (read_token(c, &t) < 0
	    || store_ok(c, store_token_list(c->conn, c->player, count_each, &count)) < 0)
		return -1;
	if (limit_check(c, LIMIT_TOKENS, count, 1) < 0)
		return -1;
	memcpy(t.player, c->player, sizeof(t.player));
	if (token_add(c, &t, text) < 0)
		return -1;
	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	token_describe(&t, &o.sink);
	sink_text(&o.sink, "token", text);
	sink_end(&o.sink);
	c->status = 201;
	c->no_store = 1;
	return 0;
}

/* --- DELETE --------------------------------------------------------------------- */

int h_token_delete(struct call *c)
{
	enum store_result r = store_token_delete(c->conn, c->player, c->params[0]);

	if (r == STORE_NOT_FOUND)
		return fail(c, ERR_NOT_FOUND, "you have no token %s", c->params[0]);
	c->status = 204;
	return store_ok(c, r);
}

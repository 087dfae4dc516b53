/*
 * admin.c - what administrators look at: players, tokens, webhooks, queues.  Games
 * are shown by the same code as to everybody (games_list.c, view.c), private ones
 * included.
 *
 * Of webhooks the host is shown only: their addresses often hold a secret.
 */
#include "api/admin.h"

#include <stdio.h>
#include <string.h>

#include "api/handlers.h"
#include "api/limit.h"
#include "api/live.h"
#include "api/outcome.h"
#include "api/show.h"
#include "api/tokens.h"
#include "storage/webhooks.h"

enum { PAGE = 50, PAGE_MAX = 200, WEBHOOKS_SHOWN = 1000, NAME_PART = 160 };

/* --- games ---------------------------------------------------------------------- */

int h_admin_game(struct call *c)
{
	struct table *t = live_peek(c, c->params[0]);
	int r;

	if (!t)
		return -1;
	r = outcome_table(c, t, 200);
	table_unref(t);
	return r;
}

/* --- players -------------------------------------------------------------------- */

static const char *const states[] = {"any", "active", "closed", "deleted", NULL};	/* enum store_account_state */

static void put_account(const struct store_player *p, const struct store_account *a, struct sink *out)
{
	int state = p->deleted_at ? STORE_ACCOUNT_DELETED : a->closed_at ? STORE_ACCOUNT_CLOSED : STORE_ACCOUNT_ACTIVE;

	sink_text(out, "id", p->id);
	sink_text(out, "name", p->name);
	sink_flag(out, "bot", p->bot);
	sink_text(out, "state", states[state]);
	show_time(out, "created_at", p->created_at);
	show_time(out, "closed_at", a->closed_at);
	show_time(out, "deleted_at", p->deleted_at);
}

struct page {
	struct json_out out;
	int left, more;
	char last[STORE_PLAYER_ID + 1];
};

static int put_player(void *arg, const struct store_player *p, const struct store_account *a)
{
	struct page *page = arg;

	if (page->left-- == 0) {
		page->more = 1;
		return 1;
	}
	sink_object(&page->out.sink, NULL);
	put_account(p, a, &page->out.sink);
	sink_end(&page->out.sink);
	memcpy(page->last, p->id, sizeof(page->last));
	return 0;
}

static int read_filter(struct call *c, struct store_account_filter *f)
{
	const char *state = call_query(c, "state");

	f->name = call_query(c, "name") ? call_query(c, "name") : "";
	f->after = call_query(c, "cursor") ? call_query(c, "cursor") : "";
	if (strlen(f->name) > NAME_PART || !utf8_valid(f->name, strlen(f->name)))
		return fail(c, ERR_BAD_REQUEST, "name is a part of a player's name");
	if (strspn(f->after, "0123456789abcdefghjkmnpqrstvwxyz") != strlen(f->after) || strlen(f->after) > STORE_PLAYER_ID)
		return fail(c, ERR_BAD_REQUEST, "this cursor was not given by a list of players");
	for (f->state = 0; state && states[f->state] && strcmp(states[f->state], state); f->state++)
		;
	return states[f->state] ? 0 : fail(c, ERR_BAD_REQUEST, "state is one of any, active, closed, deleted");
}

int h_admin_players(struct call *c)
{
	struct store_account_filter f;
	struct page page = {0};
	int64_t limit;

	if (call_query_integer(c, "limit", 1, PAGE_MAX, PAGE, &limit) < 0 || read_filter(c, &f) < 0)
		return -1;
	page.left = (int)limit;
	f.limit = (int)limit + 1;
	json_out_init(&page.out, &c->out);
	sink_object(&page.out.sink, NULL);
	sink_array(&page.out.sink, "players");
	if (store_ok(c, store_account_list(c->conn, &f, put_player, &page)) < 0)
		return -1;
	sink_end(&page.out.sink);
	if (page.more)
		sink_text(&page.out.sink, "next", page.last);
	else
		sink_null(&page.out.sink, "next");
	sink_end(&page.out.sink);
	return 0;
}

static int put_token(void *arg, const struct store_token *t)
{
	struct sink *out = arg;

	sink_object(out, NULL);
	token_describe(t, out);
	sink_end(out);
	return 0;
}

/* "tokens" of a player; "": the administrators' own. */
static int put_tokens(struct call *c, const char *player, struct sink *out)
{
	enum store_result r;

	sink_array(out, "tokens");
	r = store_token_list(c->conn, player, put_token, out);
	sink_end(out);
	return store_ok(c, r);
}

int h_admin_player(struct call *c)
{
	struct store_account account;
	struct store_player p;
	struct json_out o;
	enum store_result r = store_player_get(c->conn, c->params[0], &p);

	if (r == STORE_NOT_FOUND)
		return fail(c, ERR_NOT_FOUND, "there is no player %s", c->params[0]);
	if (store_ok(c, r) < 0 || store_ok(c, store_account_get(c->conn, p.id, &account)) < 0)
		return -1;
	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	put_account(&p, &account, &o.sink);
	if (limits_describe(c, p.id, &o.sink) < 0 || put_tokens(c, p.id, &o.sink) < 0)
		return -1;
	sink_end(&o.sink);
	return 0;
}

int h_admin_tokens(struct call *c)
{
	struct json_out o;

	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	if (put_tokens(c, "", &o.sink) < 0)
		return -1;
	sink_end(&o.sink);
	return 0;
}

/* --- webhooks and queues ---------------------------------------------------------- */

static void put_host(const char *url, struct sink *out)
{
	const char *host = strstr(url, "://");
	char text[STORE_URL + 1];

	host = host ? host + 3 : url;
	snprintf(text, sizeof(text), "%.*s", (int)strcspn(host, "/?#"), host);
	sink_text(out, "host", text);
}

struct hooks { struct json_out out; int left, more; int64_t queued, due_at; int active, disabled; };

static int put_webhook(void *arg, const struct store_webhook *w)
{
	struct hooks *h = arg;
	struct sink *out = &h->out.sink;

	if (h->left-- == 0) {
		h->more = 1;
		return 1;
	}
	sink_object(out, NULL);
	sink_text(out, "id", w->id);
	sink_text(out, "owner", w->owner);
	put_host(w->url, out);
	sink_text(out, "state", w->state == STORE_WEBHOOK_ACTIVE ? "active" : "disabled");
	sink_text(out, "reason", w->reason);
	sink_number(out, "queued", (long)w->queued);
	show_time(out, "due_at", w->due_at);
	sink_number(out, "delivered", (long)w->outcomes[STORE_DELIVERED]);
	sink_number(out, "failed", (long)w->outcomes[STORE_FAILED]);
	sink_number(out, "dropped", (long)w->outcomes[STORE_DROPPED]);
	show_time(out, "delivered_at", w->delivered_at);
	sink_end(out);
	return 0;
}

int h_admin_webhooks(struct call *c)
{
	struct hooks h = {.left = WEBHOOKS_SHOWN};
	const char *owner = call_query(c, "player");

	json_out_init(&h.out, &c->out);
	sink_object(&h.out.sink, NULL);
	sink_array(&h.out.sink, "webhooks");
	if (store_ok(c, store_webhook_list(c->conn, owner && *owner ? owner : NULL, put_webhook, &h)) < 0)
		return -1;
	sink_end(&h.out.sink);
	sink_flag(&h.out.sink, "more", h.more);
	sink_end(&h.out.sink);
	return 0;
}

static int sum_webhook(void *arg, const struct store_webhook *w)
{
	struct hooks *h = arg;

	h->queued += w->queued;
	if (w->due_at && (!h->due_at || w->due_at < h->due_at))
		h->due_at = w->due_at;
	*(w->state == STORE_WEBHOOK_ACTIVE ? &h->active : &h->disabled) += 1;
	return 0;
}

int h_admin_queue(struct call *c)
{
	const struct api_config *config = api_config(c->api);
	struct api_queue queue = {0};
	struct hooks h = {0};
	struct json_out o;

	if (store_ok(c, store_webhook_list(c->conn, NULL, sum_webhook, &h)) < 0)
		return -1;
	if (config->queue)
		config->queue(config->arg, &queue);
	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	sink_object(&o.sink, "writer");
	sink_number(&o.sink, "waiting", queue.waiting);
	sink_number(&o.sink, "busy_ms", queue.busy_ms);
	sink_number(&o.sink, "batches", (long)queue.batches);
	sink_number(&o.sink, "changes", (long)queue.changes);
	sink_number(&o.sink, "failed_batches", (long)queue.failed);
	sink_number(&o.sink, "largest_batch", queue.largest);
	sink_end(&o.sink);
	sink_object(&o.sink, "outbox");
	sink_number(&o.sink, "queued", (long)h.queued);
	show_time(&o.sink, "next_due_at", h.due_at);
	sink_number(&o.sink, "active_webhooks", h.active);
	sink_number(&o.sink, "disabled_webhooks", h.disabled);
	sink_end(&o.sink);
	sink_end(&o.sink);
	return 0;
}

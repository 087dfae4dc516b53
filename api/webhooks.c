/*
 * webhooks.c - /v1/webhooks: endpoints that are told, of a player's games, of one
 * game, or of all games of the players that somebody manages.
 *
 * What is secret comes in or goes out once: the signing secret is shown when it is made,
 * `authorization` never, and of the addresses of chat services, which let everybody
 * write who has them, only the host.
 */
#include <stdio.h>
#include <string.h>

#include "api/handlers.h"
#include "api/inside.h"
#include "api/limit.h"
#include "api/live.h"
#include "api/notice.h"
#include "api/show.h"
#include "api/webhook.h"

#define DAY_MS 86400000ll

enum { OVERLAP_DAYS = 1, OVERLAP_DAYS_MAX = 7, DELIVERIES_PAGE = 50, DELIVERIES_PAGE_MAX = 200 };

static const char *const state_words[] = {"active", "disabled", NULL};
static const char *const outcome_words[] = {"delivered", "failed", "dropped"};

/* --- how it looks ------------------------------------------------------------------- */

static void put_address(const struct store_webhook *w, struct sink *out)
{
	char url[STORE_URL + 8];

	if (w->format == FORMAT_RAW || w->format == FORMAT_MATRIX)
		snprintf(url, sizeof(url), "%s", w->url);
	else
		snprintf(url, sizeof(url), "%.*s/...", (int)(webhook_url_path(w->url) - w->url), w->url);
	sink_text(out, "url", url);
}

static void put_events(const struct store_webhook *w, struct sink *out)
{
	const char *at = w->events;

	if (!*at) {
		sink_null(out, "events");
		return;
	}
	sink_array(out, "events");
	while (*at) {
		size_t size = strcspn(at, " ");
		char name[64];

		snprintf(name, sizeof(name), "%.*s", (int)size, at);
		sink_text(out, NULL, name);
		at += size + (at[size] == ' ');
	}
	sink_end(out);
}

static void put_setting(const struct store_webhook *w, const char *name, struct sink *out)
{
	char text[WEBHOOK_SETTING + 1];

	webhook_setting(w, name, text);
	if (*text)
		sink_text(out, name, text);
}

static void put_counts(const struct store_webhook *w, struct sink *out)
{
	sink_number(out, "queued", (long)w->queued);
	sink_object(out, "attempts");
	for (int i = 0; i < STORE_OUTCOMES; i++)
		sink_number(out, outcome_words[i], (long)w->outcomes[i]);
	sink_end(out);
	show_time(out, "delivered_at", w->delivered_at);
}

static void put_link(const struct store_webhook *w, const char *name, const char *tail, struct sink *out)
{
	char url[64];

	snprintf(url, sizeof(url), "/v1/webhooks/%s%s", w->id, tail);
	sink_text(out, name, url);
}

/* Members of the open object; `secret` where it is shown. */
static void put_webhook(struct call *c, const struct store_webhook *w, int secret, struct sink *out)
{
	char text[SECRET_TEXT];

	sink_text(out, "id", w->id);
	put_address(w, out);
	sink_text(out, "format", webhook_format_words[w->format]);
	sink_text(out, "when", webhook_when_words[w->when]);
	put_events(w, out);
	if (*w->game)
		sink_text(out, "game", w->game);
	else
		sink_null(out, "game");
	sink_flag(out, "managed", w->target == STORE_MANAGED_GAMES);
	put_setting(w, "chat_id", out);
	put_setting(w, "room", out);
	sink_flag(out, "authorization", *w->authorization != '\0');
	sink_text(out, "state", state_words[w->state]);
	if (*w->reason)
		sink_text(out, "reason", w->reason);
	else
		sink_null(out, "reason");
	show_time(out, "created_at", w->created_at);
	show_time(out, "updated_at", w->updated_at);
	put_counts(w, out);
	show_time(out, "old_secret_until", w->old_until > c->now ? w->old_until : 0);
	if (secret) {
		webhook_secret_text(w->secret, text);
		sink_text(out, "secret", text);
		c->no_store = 1;
	}
	sink_object(out, "links");
	put_link(w, "deliveries", "/deliveries", out);
	put_link(w, "test", "/test", out);
	sink_end(out);
}

static int answer(struct call *c, const struct store_webhook *w, int secret)
{
	struct json_out o;

	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	put_webhook(c, w, secret, &o.sink);
	sink_end(&o.sink);
	return 0;
}

/* --- finding ------------------------------------------------------------------------- */

static int find(struct call *c, struct store_webhook *w)
{
	enum store_result r = STORE_NOT_FOUND;

	if (strlen(c->params[0]) == STORE_WEBHOOK_ID)
		r = store_webhook_get(c->conn, c->params[0], w);
	if (r == STORE_NOT_FOUND || (r == STORE_OK && strcmp(w->owner, c->player) != 0))
		return fail(c, ERR_NOT_FOUND, "you have no webhook %s", c->params[0]);
	return store_ok(c, r);
}

struct listing { struct call *c; struct sink *out; int count; };

static int put_each(void *arg, const struct store_webhook *w)
{
	struct listing *l = arg;

	sink_object(l->out, NULL);
	put_webhook(l->c, w, 0, l->out);
	sink_end(l->out);
	return 0;
}

static int count_each(void *arg, const struct store_webhook *w)
{
	struct listing *l = arg;

	(void)w;
	l->count++;
	return 0;
}

int h_webhooks_list(struct call *c)
{
	struct json_out o;
	struct listing l = {c, &o.sink, 0};
	enum store_result r;

	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	sink_array(&o.sink, "webhooks");
	r = store_webhook_list(c->conn, c->player, put_each, &l);
	sink_end(&o.sink);
	sink_end(&o.sink);
	return store_ok(c, r);
}

int h_webhook_get(struct call *c)
{
	struct store_webhook w;

	return find(c, &w) < 0 ? -1 : answer(c, &w, 0);
}

/* --- making ---------------------------------------------------------------------------- */

/* Of which games: "game", "managed", or the own ones. */
static void read_target(struct members *m, struct store_webhook *w)
{
	char game[STORE_GAME_ID + 1] = "";
	int managed = 0;

	members_text(m, "game", OPTIONAL, game, STORE_GAME_ID);
	members_bool(m, "managed", OPTIONAL, &managed);
	if (*game && managed)
		members_fault(m, "managed", "may not stand beside game");
	w->target = *game ? STORE_ONE_GAME : managed ? STORE_MANAGED_GAMES : STORE_OWN_GAMES;
	memcpy(w->game, game, sizeof(w->game));
}

static int check_target(struct call *c, const struct store_webhook *w)
{
	struct table *t;
	int r = 0;

	if (w->target == STORE_MANAGED_GAMES && !(c->token.scopes & SCOPE_MANAGE)) {
		struct json_out o;

		problem_members(c, &o);
		sink_text(&o.sink, "scope", "manage");
		return fail(c, ERR_INSUFFICIENT_SCOPE, "a webhook for managed players takes a token with scope manage");
	}
	if (w->target == STORE_MANAGED_GAMES && strcmp(c->player, c->token.player) != 0)
		return fail(c, ERR_FORBIDDEN, "a webhook for managed players is the manager's own: leave Meepled-Player out");
	if (w->target != STORE_ONE_GAME)
		return 0;
	t = live_peek(c, w->game);
	if (!t)
		return -1;
	r = live_may_see(c, t);
	if (r == 0 && (t->meta.status == STORE_FINISHED || t->meta.status == STORE_ABORTED))
		r = fail(c, ERR_GAME_OVER, "game %s is %s: there will be nothing to tell", w->game, table_status(t));
	table_unref(t);
	return r;
}

static int check_count(struct call *c)
{
	struct listing l = {c, NULL, 0};

	if (store_ok(c, store_webhook_list(c->conn, c->player, count_each, &l)) < 0)
		return -1;
	return limit_check(c, LIMIT_WEBHOOKS, l.count, 1);
}

int h_webhook_create(struct call *c)
{
	struct store_webhook w = {.created_at = c->now, .updated_at = c->now, .settings = "{}"};
	struct json_faults faults = {0};
	struct members m;

	if (!*c->player)
		return fail(c, ERR_FORBIDDEN, "a webhook belongs to a player, and this token to none");
	members_begin(&m, c->body, "", &faults);
	read_target(&m, &w);
	webhook_read(c, &m, &w, 1);
	members_done(&m);
	if (fail_on_faults(c, &faults) < 0 || check_target(c, &w) < 0 || check_count(c) < 0)
		return -1;
	memcpy(w.owner, c->player, sizeof(w.owner));
	random_id(c->api, w.id, STORE_WEBHOOK_ID);
	random_bytes(c->api, w.secret, sizeof(w.secret));
	if (store_ok(c, store_webhook_add(c->conn, &w)) < 0)
		return -1;
	notices_add(c->api, &w);
	c->status = 201;
	snprintf(c->location, sizeof(c->location), "/v1/webhooks/%s", w.id);
	return answer(c, &w, 1);
}

/* --- changing ---------------------------------------------------------------------------- */

/* What has failed before is tried again at once, with all its attempts before it. */
static int start_again(struct call *c, const struct store_webhook *w)
{
	struct store_message m;
	enum store_result r = store_outbox_head(c->conn, w->id, &m);

	notices_grew(c->api);
	if (r == STORE_NOT_FOUND)
		return 0;
	if (r == STORE_OK) {
		m.attempts = 0;
		m.due_at = c->now;
		r = store_outbox_update(c->conn, &m);
	}
	return store_ok(c, r);
}

static int update(struct call *c, struct store_webhook *w)
{
	w->updated_at = c->now;
	if (store_ok(c, store_webhook_update(c->conn, w)) < 0)
		return -1;
	return store_ok(c, store_webhook_get(c->conn, w->id, w));
}

int h_webhook_change(struct call *c)
{
	struct json_faults faults = {0};
	struct store_webhook w;
	struct members m;
	int state;

	if (find(c, &w) < 0)
		return -1;
	state = w.state;
	members_begin(&m, c->body, "", &faults);
	webhook_read(c, &m, &w, 0);
	members_choice(&m, "state", OPTIONAL, state_words, &state);
	members_done(&m);
	if (fail_on_faults(c, &faults) < 0)
		return -1;
	if (state == STORE_WEBHOOK_ACTIVE)
		w.reason[0] = '\0';
	else if (w.state == STORE_WEBHOOK_ACTIVE)
		snprintf(w.reason, sizeof(w.reason), "disabled by its owner");
	w.state = (uint8_t)state;
	if (update(c, &w) < 0)
		return -1;
	if (state == STORE_WEBHOOK_ACTIVE && (start_again(c, &w) < 0 || store_ok(c, store_webhook_get(c->conn, w.id, &w)) < 0))
		return -1;
	return answer(c, &w, 0);
}

int h_webhook_delete(struct call *c)
{
	struct store_webhook w;

	if (find(c, &w) < 0 || store_ok(c, store_webhook_delete(c->conn, w.id)) < 0)
		return -1;
	c->status = 204;
	return 0;
}

/* A new secret; the old one signs beside it for a time, so that the receiver can change over. */
int h_webhook_secret(struct call *c)
{
	struct json_faults faults = {0};
	int64_t overlap = OVERLAP_DAYS * DAY_MS;
	struct store_webhook w;
	struct members m;
	char text[64];

	if (find(c, &w) < 0)
		return -1;
	members_begin(&m, c->body, "", &faults);
	if (members_text(&m, "overlap", OPTIONAL, text, sizeof(text) - 1) &&
		(!duration_parse(text, &overlap) || overlap > OVERLAP_DAYS_MAX * DAY_MS))
		members_fault(&m, "overlap", "must be a duration as PT12H, up to P%dD", OVERLAP_DAYS_MAX);
	members_done(&m);
	if (fail_on_faults(c, &faults) < 0)
		return -1;
	memcpy(w.old_secret, w.secret, sizeof(w.old_secret));
	w.old_until = overlap ? c->now + overlap : 0;
	random_bytes(c->api, w.secret, sizeof(w.secret));
	return update(c, &w) < 0 ? -1 : answer(c, &w, 1);
}

/* --- sending by hand ----------------------------------------------------------------------- */

/* Bodies of what takes none hold nothing. */
static int check_empty(struct call *c)
{
	struct json_faults faults = {0};
	struct members m;

	members_begin(&m, c->body, "", &faults);
	members_done(&m);
	return fail_on_faults(c, &faults);
}

static int answer_queued(struct call *c, const char *message)
{
	struct json_out o;

	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	sink_text(&o.sink, "message", message);
	sink_end(&o.sink);
	c->status = 202;
	notices_grew(c->api);
	return 0;
}

static int count_message(void *arg, const struct store_message *m)
{
	(void)m;
	++*(int *)arg;
	return 0;
}

int h_webhook_test(struct call *c)
{
	struct store_message m = {.urgent = 1, .kind = NOTICE_TEST, .created_at = c->now, .due_at = c->now};
	struct store_webhook w;
	char word[11];
	int waiting = 0;

	if (find(c, &w) < 0 || check_empty(c) < 0 || store_ok(c, store_outbox_after(c->conn, w.id, "", 0, count_message, &waiting)) < 0)
		return -1;
	if (waiting)
		return fail(c, ERR_LIMIT_REACHED, "a test of this webhook is under way");
	memcpy(m.webhook, w.id, sizeof(m.webhook));
	random_id(c->api, word, 10);
	snprintf(m.id, sizeof(m.id), "msg_test_%s_%s", word, w.id);
	if (store_ok(c, store_outbox_add(c->conn, &m)) < 0)
		return -1;
	return answer_queued(c, m.id);
}

/* "17" of the path; 0: it is no number. */
static int64_t delivery_number(const char *text)
{
	int64_t n = 0;

	if (!*text || strlen(text) > 15 || strspn(text, "0123456789") != strlen(text))
		return 0;
	while (*text)
		n = 10 * n + (*text++ - '0');
	return n;
}

/* Under the same id: a receiver that has had it knows it again. */
int h_delivery_again(struct call *c)
{
	int64_t n = delivery_number(c->params[1]);
	struct store_webhook w;
	struct store_delivery d;
	struct store_message m;
	enum store_result r;

	if (find(c, &w) < 0 || check_empty(c) < 0)
		return -1;
	r = n > 0 ? store_delivery_get(c->conn, w.id, n, &d) : STORE_NOT_FOUND;
	if (r == STORE_NOT_FOUND)
		return fail(c, ERR_NOT_FOUND, "the log has no delivery %s", c->params[1]);
	if (store_ok(c, r) < 0)
		return -1;
	r = store_outbox_find(c->conn, w.id, d.message.id, &m);
	if (r == STORE_NOT_FOUND) {
		m = d.message;
		m.urgent = 1;
		m.attempts = 0;
		m.due_at = c->now;
		r = store_outbox_add(c->conn, &m);
	} else if (r == STORE_OK) {
		m.urgent = 1;
		m.due_at = c->now;
		r = store_outbox_update(c->conn, &m);
	}
	return store_ok(c, r) < 0 ? -1 : answer_queued(c, m.id);
}

/* --- the log ---------------------------------------------------------------------------------- */

struct page { struct sink *out; int count, limit; int64_t last; int more; };

static void put_delivery(struct sink *out, const struct store_delivery *d)
{
	const struct store_message *m = &d->message;

	sink_object(out, NULL);
	sink_number(out, "n", (long)d->n);
	sink_text(out, "message", m->id);
	sink_text(out, "kind", notice_words[m->kind]);
	if (*m->game) {
		sink_text(out, "game", m->game);
		sink_number(out, "first", (long)m->first);
		sink_number(out, "last", (long)m->last);
	} else {
		sink_null(out, "game");
	}
	show_time(out, "at", d->at);
	sink_number(out, "attempt", m->attempts);
	sink_text(out, "outcome", outcome_words[d->outcome]);
	if (d->status)
		sink_number(out, "status", d->status);
	else
		sink_null(out, "status");
	sink_number(out, "ms", (long)d->ms);
	sink_text(out, "reason", d->reason);
	show_time(out, "next_at", d->next_at);
	sink_end(out);
}

static int put_each_delivery(void *arg, const struct store_delivery *d)
{
	struct page *p = arg;

	if (p->count == p->limit) {
		p->more = 1;
		return 1;
	}
	p->count++;
	p->last = d->n;
	put_delivery(p->out, d);
	return 0;
}

int h_deliveries_list(struct call *c)
{
	const char *cursor = call_query(c, "cursor");
	struct json_out o;
	struct page p = {.out = &o.sink};
	struct store_webhook w;
	enum store_result r;
	int64_t limit, before = 0;

	if (call_query_integer(c, "limit", 1, DELIVERIES_PAGE_MAX, DELIVERIES_PAGE, &limit) < 0)
		return -1;
	if (cursor && (before = delivery_number(cursor)) == 0)
		return fail(c, ERR_BAD_REQUEST, "the cursor is none that a list has given");
	if (find(c, &w) < 0)
		return -1;
	p.limit = (int)limit;
	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	sink_array(&o.sink, "deliveries");
	r = store_delivery_list(c->conn, w.id, before, p.limit + 1, put_each_delivery, &p);
	sink_end(&o.sink);
	sink_end(&o.sink);
	if (p.more)
		snprintf(c->link, sizeof(c->link), "</v1/webhooks/%s/deliveries?cursor=%lld&limit=%d>; rel=\"next\"", w.id,
			(long long)p.last, p.limit);
	return store_ok(c, r);
}

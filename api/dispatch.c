/*
 * dispatch.c - a message of the outbox as the request that carries it.
 *
 * The outbox says which events and whose turn; all else is looked up now, so that a
 * notice that has waited tells how things are and not how they were.
 */
#include "api/dispatch.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "api/absence.h"
#include "api/clock.h"
#include "api/events.h"
#include "api/live.h"
#include "api/notice.h"
#include "api/show.h"
#include "api/spectators.h"

enum {
	CHAT_EVENTS = 80,		/* that are looked through for what happened since the last notice */
	CHAT_BEFORE = 12		/* before the first one */
};

/* --- stale or not ------------------------------------------------------------------ */

static int add_seats(void *arg, const struct store_message *m)
{
	unsigned *later = arg;

	if (m->kind == NOTICE_TURN || m->kind == NOTICE_NEWS)
		*later |= m->seats;
	return 0;
}

int dispatch_check(struct call *c, const struct store_webhook *w, const struct store_message *m,
	const struct table *t, unsigned *seats, char why[STORE_REASON + 1])
{
	unsigned later = 0, own;

	*seats = 0;
	if (w->target == STORE_ONE_GAME && !table_visible(t, w->owner)) {
		snprintf(why, STORE_REASON + 1, "the game may not be seen any more");
		return DISPATCH_STALE;
	}
	if (m->kind != NOTICE_TURN && m->kind != NOTICE_NEWS)
		return DISPATCH_READY;
	if (webhook_seats(c, w, t, &own) < 0 ||
		store_ok(c, store_outbox_after(c->conn, w->id, m->game, m->number, add_seats, &later)) < 0)
		return -1;
	if (t->game && t->game->now.number == m->turn)
		*seats = m->seats & own & absence_awaited(t);
	/* Asked for again by hand it is told again. */
	if (m->kind == NOTICE_NEWS || m->urgent)
		return DISPATCH_READY;
	if (!*seats)
		snprintf(why, STORE_REASON + 1, "the turn has moved on: there is nothing to do any more");
	else if (!(*seats &= ~later))
		snprintf(why, STORE_REASON + 1, "a later notice says the same");
	return *seats ? DISPATCH_READY : DISPATCH_STALE;
}

/* --- the raw body --------------------------------------------------------------------- */

/* The events that the webhook asked for, as elements of an array. */
static void put_events(struct json_out *out, const struct buf *lines, uint64_t mask)
{
	const char *at = lines->data, *end = lines->size ? at + lines->size : at;
	char why[160];

	sink_array(&out->sink, "events");
	while (at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		struct json *event = json_parse(at, (size_t)(stop - at), why);
		const char *type = event ? json_string(json_member(event, "type")) : NULL;

		if (type && notice_passes(mask, type))
			json_out_raw(out, NULL, at, (size_t)(stop - at));
		json_free(event);
		at = stop + 1;
	}
	sink_end(&out->sink);
}

static void put_turn(struct sink *out, const struct table *t)
{
	const struct game *g = t->game;

	if (!g || g->now.phase == PHASE_OVER) {
		sink_null(out, "turn");
		return;
	}
	sink_object(out, "turn");
	sink_number(out, "number", g->now.number);
	sink_number(out, "seat", g->now.seat);
	sink_text(out, "phase", phase_name((enum phase)g->now.phase));
	show_time(out, "deadline", t->clock ? t->clock->deadline : 0);
	sink_end(out);
}

static void put_url(struct call *c, struct sink *out, const char *name, const char *game, const char *tail)
{
	char url[400];

	snprintf(url, sizeof(url), "%s/v1/games/%s%s", api_config(c->api)->public_url, game, tail);
	sink_text(out, name, url);
}

/* For a manager: which of the players are its own to act for, with its word for each. */
static void put_players(struct call *c, const struct store_webhook *w, const struct table *t, struct sink *out)
{
	struct store_managed m;

	sink_array(out, "players");
	for (int i = 0; i < t->seat_count; i++) {
		if (store_managed_get(c->conn, w->owner, t->seats[i].player, &m) != STORE_OK)
			continue;
		sink_object(out, NULL);
		sink_number(out, "seat", t->seats[i].seat);
		sink_text(out, "id", m.player);
		if (m.external[0])
			sink_text(out, "external", m.external);
		else
			sink_null(out, "external");
		sink_end(out);
	}
	sink_end(out);
}

static void put_data(struct call *c, const struct store_webhook *w, const struct store_message *m,
	const struct chat *chat, struct json_out *out)
{
	const struct table *t = chat->table;
	int late = t && chat->version < t->meta.version;

	sink_object(&out->sink, "data");
	sink_text(&out->sink, "webhook", w->id);
	if (t) {
		sink_text(&out->sink, "game", t->meta.id);
		sink_number(&out->sink, "version", (long)chat->version);
		put_events(out, chat->events, notice_mask(w->events));
		if (m->kind != NOTICE_EVENTS)
			show_seats(&out->sink, "seats", chat->seats);
		if (w->target == STORE_MANAGED_GAMES)
			put_players(c, w, t, &out->sink);
		/* Who sees the game late learns nothing of how it stands. */
		if (!late) {
			sink_text(&out->sink, "status", table_status(t));
			show_seats(&out->sink, "waiting_for", table_waiting_for(t));
			put_turn(&out->sink, t);
		}
		put_url(c, &out->sink, "url", t->meta.id, "");
		if (*api_config(c->api)->public_url)
			put_url(c, &out->sink, "picture", t->meta.id, "/board.png");
	}
	sink_end(&out->sink);
}

static void put_raw(struct call *c, const struct store_webhook *w, const struct store_message *m,
	const struct chat *chat, struct buf *body)
{
	struct json_out out;
	char at[TIME_TEXT];

	time_text(at, m->created_at);
	json_out_init(&out, body);
	sink_object(&out.sink, NULL);
	sink_text(&out.sink, "type", notice_words[m->kind]);
	sink_text(&out.sink, "timestamp", at);
	put_data(c, w, m, chat, &out);
	sink_end(&out.sink);
}

static int make_raw(struct call *c, const struct chat *chat, struct dispatch_request *r)
{
	r->request.method = "POST";
	snprintf(r->request.url, sizeof(r->request.url), "%s", chat->webhook->url);
	buf_init(&r->request.body, EVENTS_MAX + 64 * 1024);
	put_raw(c, chat->webhook, chat->message, chat, &r->request.body);
	return buf_failed(&r->request.body) ? -1 : 0;
}

/* --- headers ------------------------------------------------------------------------------ */

static void add_header(struct delivery *d, const char *name, const char *value)
{
	d->headers[d->header_count].name = name;
	d->headers[d->header_count++].value = value;
}

/* By the present key, and by the one before it while that still counts. */
static void sign(struct call *c, const struct store_webhook *w, struct dispatch_request *r)
{
	int64_t seconds = c->now / 1000;
	char second[SIGNATURE_TEXT];
	const struct buf *body = &r->request.body;

	webhook_sign(w->secret, STORE_SECRET, r->id, seconds, body->data, body->size, r->signatures);
	if (w->old_until > c->now) {
		webhook_sign(w->old_secret, STORE_SECRET, r->id, seconds, body->data, body->size, second);
		strcat(strcat(r->signatures, " "), second);
	}
	snprintf(r->timestamp, sizeof(r->timestamp), "%lld", (long long)seconds);
}

static void put_headers(struct call *c, const struct store_webhook *w, struct dispatch_request *r, struct delivery *d)
{
	add_header(d, "Content-Type", "application/json");
	if (w->format == FORMAT_RAW) {
		sign(c, w, r);
		add_header(d, "webhook-id", r->id);
		add_header(d, "webhook-timestamp", r->timestamp);
		add_header(d, "webhook-signature", r->signatures);
	}
	if (*w->authorization) {
		memcpy(r->authorization, w->authorization, sizeof(r->authorization));
		add_header(d, "Authorization", r->authorization);
	}
}

/* --- all of it ------------------------------------------------------------------------------ */

struct lines { struct buf *out; int64_t after, last; };

/* An entry may begin before the first and end after the last one. */
static int put_entry(void *arg, const struct store_entry *entry)
{
	struct lines *l = arg;
	const char *at = entry->events, *end = at + entry->events_size;

	for (int64_t seq = entry->first; at < end && seq <= l->last; seq++) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));

		if (!stop)
			stop = end;
		if (seq > l->after) {
			buf_bytes(l->out, at, (size_t)(stop - at));
			buf_char(l->out, '\n');
		}
		at = stop + 1;
	}
	return entry->last >= l->last;
}

/* Events after+1 to last, a line each. */
static int read_lines(struct call *c, const char *game, int64_t after, int64_t last, struct buf *out)
{
	struct lines l = {out, after, last};

	return store_ok(c, store_log_read(c->conn, game, after, 0, put_entry, &l));
}

/* What happened: the message's own events, or for people all since they were last told. */
static int read_events(struct call *c, const struct store_webhook *w, const struct store_message *m,
	int64_t shown, struct buf *events)
{
	int64_t after = m->first - 1, last = m->last, told = 0;

	if (w->format != FORMAT_RAW) {
		if (store_ok(c, store_told_get(c->conn, w->id, m->game, &told)) < 0)
			return -1;
		last = shown;
		after = told > 0 ? told : m->first - 1 - CHAT_BEFORE;
		if (after > m->first - 1)
			after = m->first - 1;
		if (after < last - CHAT_EVENTS)
			after = last - CHAT_EVENTS;
		if (after < 0)
			after = 0;
	}
	if (read_lines(c, m->game, after, last, events) < 0)
		return -1;
	return buf_failed(events) ? fail(c, ERR_UNAVAILABLE, "no memory") : 0;
}

static int fill(struct call *c, const struct chat *chat, struct dispatch_request *r, struct delivery *d)
{
	const struct store_webhook *w = chat->webhook;
	const struct store_message *m = chat->message;
	int bad = w->format == FORMAT_RAW ? make_raw(c, chat, r) : chat_write(chat, &r->request);

	memcpy(r->id, m->id, sizeof(r->id));
	memcpy(r->webhook, w->id, sizeof(r->webhook));
	if (bad)
		return fail(c, ERR_UNAVAILABLE, "no memory");
	*d = (struct delivery){.webhook = r->webhook, .message = r->id, .attempt = m->attempts + 1,
		.method = r->request.method, .url = r->request.url,
		.body = r->request.body.data, .body_size = r->request.body.size};
	put_headers(c, w, r, d);
	r->told = w->format == FORMAT_RAW ? 0 : chat->version;
	return DISPATCH_READY;
}

/* A manager sees what those see for whom it acts. */
static int shown_version(struct call *c, const struct store_webhook *w, const struct store_message *m,
	const struct table *t, int64_t *shown)
{
	const char *viewer = w->owner;
	unsigned seats;

	if (w->target == STORE_MANAGED_GAMES) {
		if (webhook_seats(c, w, t, &seats) < 0)
			return -1;
		for (int i = 0; i < t->seat_count; i++)
			if (seats >> t->seats[i].seat & 1)
				viewer = t->seats[i].player;
	}
	if (spectators_version(c, t, viewer, shown) < 0)
		return -1;
	/* Who sat at the game when it happened may know it, and has other games that wait behind it. */
	if (w->target != STORE_ONE_GAME && *shown < m->last && m->last <= t->meta.version)
		*shown = m->last;
	return 0;
}

static int make_of_game(struct call *c, const struct table *t, struct chat *chat, struct dispatch_request *r,
	struct delivery *d, char why[STORE_REASON + 1])
{
	const struct store_webhook *w = chat->webhook;
	struct buf events;
	int64_t shown;
	int result = dispatch_check(c, w, chat->message, t, &chat->seats, why);

	if (result != DISPATCH_READY)
		return result;
	if (shown_version(c, w, chat->message, t, &shown) < 0)
		return -1;
	if (shown < chat->message->last)
		return DISPATCH_LATER;
	buf_init(&events, EVENTS_MAX);
	chat->table = t;
	chat->version = shown;
	chat->events = &events;
	result = read_events(c, w, chat->message, shown, &events);
	if (result == 0)
		result = fill(c, chat, r, d);
	buf_free(&events);
	return result;
}

int dispatch_make(struct call *c, const struct store_webhook *w, const struct store_message *m,
	struct dispatch_request *r, struct delivery *d, char why[STORE_REASON + 1])
{
	struct chat chat = {.webhook = w, .message = m, .public_url = api_config(c->api)->public_url};
	struct table *t;
	int result;

	memset(r, 0, sizeof(*r));
	if (!*m->game)
		return fill(c, &chat, r, d);
	t = live_peek(c, m->game);
	if (!t)
		return -1;
	result = make_of_game(c, t, &chat, r, d, why);
	table_unref(t);
	return result;
}

void dispatch_free(struct dispatch_request *r)
{
	buf_free(&r->request.body);
	sodium_memzero(r->authorization, sizeof(r->authorization));
	sodium_memzero(r->request.url, sizeof(r->request.url));
}

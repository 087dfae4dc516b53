/* Webhooks, their outbox and the log of deliveries in SQLite. */
#include "storage/sqlite/sqlite.h"

#include <string.h>

/* --- endpoints --------------------------------------------------------- */

/* What add and update have in common: ?1 and ?6 to ?17. */
static void bind_webhook(sqlite3_stmt *q, const struct store_webhook *w)
{
	sq_bind_text(q, 1, w->id);
	sq_bind_text(q, 6, w->url);
	sqlite3_bind_int(q, 7, w->format);
	sqlite3_bind_int(q, 8, w->when);
	sq_bind_text(q, 9, w->events);
	sq_bind_text(q, 10, w->settings);
	sq_bind_text(q, 11, w->authorization);
	sq_bind_bytes(q, 12, w->secret, sizeof w->secret);
	sq_bind_bytes(q, 13, w->old_secret, sizeof w->old_secret);
	sqlite3_bind_int64(q, 14, w->old_until);
	sqlite3_bind_int(q, 15, w->state);
	sq_bind_text(q, 16, w->reason);
	sqlite3_bind_int64(q, 17, w->updated_at);
}

/* The queue of this endpoint has changed by so many messages: count, and look who is next. */
static enum store_result note_queue(struct store_conn *c, const char *webhook, int more)
{
	sqlite3_stmt *q = sq_use(c, SQ_WEBHOOK_QUEUE);

	sq_bind_text(q, 1, webhook);
	sqlite3_bind_int(q, 2, more);
	return sq_change(c, q);
}

enum store_result sq_webhook_add(struct store_conn *c, const struct store_webhook *w)
{
	sqlite3_stmt *q = sq_use(c, SQ_WEBHOOK_ADD);
	int64_t game = 0;

	if (*w->game) {
		enum store_result r = sq_game_number(c, w->game, &game);

		if (r != STORE_OK)
			return r;
	}
	bind_webhook(q, w);
	sq_bind_text(q, 2, w->owner);
	sqlite3_bind_int(q, 3, w->target);
	if (game)
		sqlite3_bind_int64(q, 4, game);
	else
		sqlite3_bind_null(q, 4);
	sqlite3_bind_int64(q, 5, w->created_at);
	return sq_run(c, q, NULL);
}

static enum store_result read_webhook(struct store_conn *c, sqlite3_stmt *q, struct store_webhook *w)
{
	struct sq_reader in = { .q = q };
	int i;

	memset(w, 0, sizeof *w);
	sq_read_text(&in, w->id, sizeof w->id);
	sq_read_text(&in, w->owner, sizeof w->owner);
	w->target = (uint8_t)sq_read_number(&in, 0, STORE_MANAGED_GAMES);
	sq_read_text(&in, w->game, sizeof w->game);
	sq_read_text(&in, w->url, sizeof w->url);
	w->format = (uint8_t)sq_read_number(&in, 0, UINT8_MAX);
	w->when = (uint8_t)sq_read_number(&in, 0, UINT8_MAX);
	sq_read_text(&in, w->events, sizeof w->events);
	sq_read_text(&in, w->settings, sizeof w->settings);
	sq_read_text(&in, w->authorization, sizeof w->authorization);
	sq_read_bytes(&in, w->secret, sizeof w->secret);
	sq_read_bytes(&in, w->old_secret, sizeof w->old_secret);
	w->old_until = sq_read_number(&in, INT64_MIN, INT64_MAX);
	w->state = (uint8_t)sq_read_number(&in, 0, STORE_WEBHOOK_DISABLED);
	sq_read_text(&in, w->reason, sizeof w->reason);
	w->updated_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	w->created_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	w->due_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	w->queued = sq_read_number(&in, 0, INT64_MAX);
	for (i = 0; i < STORE_OUTCOMES; i++)
		w->outcomes[i] = sq_read_number(&in, 0, INT64_MAX);
	w->last_delivery = sq_read_number(&in, 0, INT64_MAX);
	w->delivered_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	return in.bad ? store_fail(c, STORE_BROKEN, "webhook %s: a column out of range", w->id) : STORE_OK;
}

enum store_result sq_webhook_get(struct store_conn *c, const char *id, struct store_webhook *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_WEBHOOK_GET);
	struct store_webhook w;
	enum store_result r;

	sq_bind_text(q, 1, id);
	r = sq_row(c, q);
	if (r == STORE_OK)
		r = read_webhook(c, q, &w);
	if (r == STORE_OK)
		*out = w;
	sq_done(q);
	return r;
}

enum store_result sq_webhook_update(struct store_conn *c, const struct store_webhook *w)
{
	sqlite3_stmt *q = sq_use(c, SQ_WEBHOOK_UPDATE);
	enum store_result r;

	bind_webhook(q, w);
	r = sq_change(c, q);
	return r == STORE_OK ? note_queue(c, w->id, 0) : r;
}

enum store_result sq_webhook_delete(struct store_conn *c, const char *id)
{
	sqlite3_stmt *q = sq_use(c, SQ_WEBHOOK_DELETE);

	sq_bind_text(q, 1, id);
	return sq_change(c, q);
}

/* The rows of a bound statement. */
static enum store_result each_webhook(struct store_conn *c, sqlite3_stmt *q, store_webhook_fn *each, void *arg)
{
	struct store_webhook w;
	enum store_result r;

	while ((r = sq_row(c, q)) == STORE_OK) {
		r = read_webhook(c, q, &w);
		if (r != STORE_OK || each(arg, &w))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

enum store_result sq_webhook_list(struct store_conn *c, const char *owner, store_webhook_fn *each, void *arg)
{
	enum sq_statement which = owner ? SQ_WEBHOOK_LIST : SQ_WEBHOOK_ALL;
	enum store_result r = sq_not_nested(c, which);

	if (r != STORE_OK)
		return r;
	if (owner)
		sq_bind_text(sq_use(c, which), 1, owner);
	return each_webhook(c, sq_use(c, which), each, arg);
}

enum store_result sq_webhook_of_game(struct store_conn *c, const char *game, store_webhook_fn *each, void *arg)
{
	enum store_result r = sq_not_nested(c, SQ_WEBHOOK_OF_GAME);
	int64_t number;

	if (r == STORE_OK)
		r = sq_game_number(c, game, &number);
	if (r != STORE_OK)
		return r == STORE_NOT_FOUND ? STORE_OK : r;
	sqlite3_bind_int64(sq_use(c, SQ_WEBHOOK_OF_GAME), 1, number);
	return each_webhook(c, sq_use(c, SQ_WEBHOOK_OF_GAME), each, arg);
}

/* --- outbox ------------------------------------------------------------ */

/* ?1 to ?12 of an outbox's or a delivery's row. */
static void bind_message(sqlite3_stmt *q, const struct store_message *m)
{
	sq_bind_text(q, 1, m->webhook);
	sq_bind_text(q, 2, m->id);
	sqlite3_bind_int(q, 3, m->urgent);
	sqlite3_bind_int(q, 4, m->kind);
	sq_bind_text(q, 5, m->game);
	sqlite3_bind_int64(q, 6, m->first);
	sqlite3_bind_int64(q, 7, m->last);
	sqlite3_bind_int64(q, 8, m->turn);
	sqlite3_bind_int64(q, 9, m->seats);
	sqlite3_bind_int64(q, 10, m->created_at);
	sqlite3_bind_int64(q, 11, m->due_at);
	sqlite3_bind_int(q, 12, m->attempts);
}

static void read_message(struct sq_reader *in, struct store_message *m)
{
	memset(m, 0, sizeof *m);
	m->number = sq_read_number(in, 0, INT64_MAX);
	sq_read_text(in, m->webhook, sizeof m->webhook);
	sq_read_text(in, m->id, sizeof m->id);
	m->urgent = (uint8_t)sq_read_number(in, 0, 1);
	m->kind = (uint8_t)sq_read_number(in, 0, UINT8_MAX);
	sq_read_text(in, m->game, sizeof m->game);
	m->first = sq_read_number(in, 0, STORE_SEQUENCE_MAX);
	m->last = sq_read_number(in, 0, STORE_SEQUENCE_MAX);
	m->turn = sq_read_number(in, 0, INT64_MAX);
	m->seats = (uint32_t)sq_read_number(in, 0, UINT32_MAX);
	m->created_at = sq_read_number(in, INT64_MIN, INT64_MAX);
	m->due_at = sq_read_number(in, INT64_MIN, INT64_MAX);
	m->attempts = (int)sq_read_number(in, 0, INT32_MAX);
}

enum store_result sq_outbox_add(struct store_conn *c, struct store_message *m)
{
	sqlite3_stmt *q = sq_use(c, SQ_OUTBOX_ADD);
	enum store_result r;
	int64_t number;

	/* Counted first: so an endpoint that is not there is found out before its message. */
	r = note_queue(c, m->webhook, 1);
	if (r != STORE_OK)
		return r;
	bind_message(q, m);
	r = sq_run(c, q, NULL);
	number = sqlite3_last_insert_rowid(sq_conn(c)->db);
	if (r == STORE_OK)
		r = note_queue(c, m->webhook, 0);
	else if (r == STORE_CONFLICT && note_queue(c, m->webhook, -1) != STORE_OK)
		r = STORE_UNAVAILABLE;
	if (r == STORE_OK)
		m->number = number;
	return r;
}

static enum store_result one_message(struct store_conn *c, sqlite3_stmt *q, struct store_message *out)
{
	struct sq_reader in = { .q = q };
	struct store_message m;
	enum store_result r = sq_row(c, q);

	if (r == STORE_OK) {
		read_message(&in, &m);
		if (in.bad)
			r = store_fail(c, STORE_BROKEN, "message %s: a column out of range", m.id);
		else
			*out = m;
	}
	sq_done(q);
	return r;
}

enum store_result sq_outbox_head(struct store_conn *c, const char *webhook, struct store_message *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_OUTBOX_HEAD);

	sq_bind_text(q, 1, webhook);
	return one_message(c, q, out);
}

enum store_result sq_outbox_find(struct store_conn *c, const char *webhook, const char *id, struct store_message *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_OUTBOX_FIND);

	sq_bind_text(q, 1, webhook);
	sq_bind_text(q, 2, id);
	return one_message(c, q, out);
}

enum store_result sq_outbox_after(struct store_conn *c, const char *webhook, const char *game, int64_t number,
	store_message_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_OUTBOX_AFTER);
	enum store_result r = sq_not_nested(c, SQ_OUTBOX_AFTER);
	struct store_message m;

	if (r != STORE_OK)
		return r;
	sq_bind_text(q, 1, webhook);
	sq_bind_text(q, 2, game);
	sqlite3_bind_int64(q, 3, number);
	while ((r = sq_row(c, q)) == STORE_OK) {
		struct sq_reader in = { .q = q };

		read_message(&in, &m);
		if (in.bad)
			r = store_fail(c, STORE_BROKEN, "message %s: a column out of range", m.id);
		if (r != STORE_OK || each(arg, &m))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

enum store_result sq_outbox_due(struct store_conn *c, store_due_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_OUTBOX_DUE);
	enum store_result r = sq_not_nested(c, SQ_OUTBOX_DUE);
	char id[STORE_WEBHOOK_ID + 1];

	if (r != STORE_OK)
		return r;
	while ((r = sq_row(c, q)) == STORE_OK) {
		struct sq_reader in = { .q = q };
		int64_t due;

		sq_read_text(&in, id, sizeof id);
		due = sq_read_number(&in, 1, INT64_MAX);
		if (in.bad)
			r = store_fail(c, STORE_BROKEN, "webhook %s: due at no time", id);
		if (r != STORE_OK || each(arg, id, due))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

enum store_result sq_outbox_sum(struct store_conn *c, int64_t *messages, int64_t *due_at)
{
	sqlite3_stmt *q = sq_use(c, SQ_OUTBOX_SUM);
	enum store_result r = sq_row(c, q);

	if (r == STORE_OK) {
		*messages = sqlite3_column_int64(q, 0);
		*due_at = sqlite3_column_int64(q, 1);
	}
	sq_done(q);
	return r;
}

enum store_result sq_outbox_update(struct store_conn *c, const struct store_message *m)
{
	sqlite3_stmt *q = sq_use(c, SQ_OUTBOX_UPDATE);
	enum store_result r;

	sqlite3_bind_int64(q, 1, m->number);
	sqlite3_bind_int(q, 2, m->urgent);
	sqlite3_bind_int64(q, 3, m->due_at);
	sqlite3_bind_int(q, 4, m->attempts);
	sq_bind_text(q, 5, m->id);
	r = sq_change(c, q);
	return r == STORE_OK ? note_queue(c, m->webhook, 0) : r;
}

enum store_result sq_outbox_remove(struct store_conn *c, const struct store_message *m)
{
	sqlite3_stmt *q = sq_use(c, SQ_OUTBOX_REMOVE);
	enum store_result r;

	sqlite3_bind_int64(q, 1, m->number);
	sq_bind_text(q, 2, m->id);
	r = sq_change(c, q);
	return r == STORE_OK ? note_queue(c, m->webhook, -1) : r;
}

/* --- deliveries -------------------------------------------------------- */

static enum store_result count_delivery(struct store_conn *c, struct store_delivery *d)
{
	sqlite3_stmt *q = sq_use(c, SQ_DELIVERY_COUNT);
	enum store_result r;

	sq_bind_text(q, 1, d->message.webhook);
	sqlite3_bind_int(q, 2, d->outcome);
	sqlite3_bind_int64(q, 3, d->at);
	r = sq_row(c, q);
	if (r == STORE_OK)
		d->n = sqlite3_column_int64(q, 0);
	sq_done(q);
	return r;
}

enum store_result sq_delivery_add(struct store_conn *c, struct store_delivery *d)
{
	sqlite3_stmt *q = sq_use(c, SQ_DELIVERY_ADD), *trim = sq_use(c, SQ_DELIVERY_TRIM);
	enum store_result r = count_delivery(c, d);

	if (r != STORE_OK)
		return r;
	bind_message(q, &d->message);
	sqlite3_bind_int64(q, 13, d->n);
	sqlite3_bind_int64(q, 14, d->at);
	sqlite3_bind_int(q, 15, d->outcome);
	sqlite3_bind_int(q, 16, d->status);
	sqlite3_bind_int64(q, 17, d->ms);
	sqlite3_bind_int64(q, 18, d->next_at);
	sq_bind_text(q, 19, d->reason);
	r = sq_run(c, q, NULL);
	if (r != STORE_OK || d->n <= STORE_DELIVERIES_KEPT)
		return r;
	sq_bind_text(trim, 1, d->message.webhook);
	sqlite3_bind_int64(trim, 2, d->n - STORE_DELIVERIES_KEPT);
	return sq_run(c, trim, NULL);
}

static enum store_result read_delivery(struct store_conn *c, sqlite3_stmt *q, struct store_delivery *d)
{
	struct sq_reader in = { .q = q };

	memset(d, 0, sizeof *d);
	read_message(&in, &d->message);
	d->n = sq_read_number(&in, 1, INT64_MAX);
	d->at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	d->outcome = (uint8_t)sq_read_number(&in, 0, STORE_OUTCOMES - 1);
	d->status = (int)sq_read_number(&in, 0, INT32_MAX);
	d->ms = sq_read_number(&in, INT64_MIN, INT64_MAX);
	d->next_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	sq_read_text(&in, d->reason, sizeof d->reason);
	return in.bad ? store_fail(c, STORE_BROKEN, "delivery %lld: a column out of range", (long long)d->n) : STORE_OK;
}

enum store_result sq_delivery_get(struct store_conn *c, const char *webhook, int64_t n, struct store_delivery *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_DELIVERY_GET);
	struct store_delivery d;
	enum store_result r;

	sq_bind_text(q, 1, webhook);
	sqlite3_bind_int64(q, 2, n);
	r = sq_row(c, q);
	if (r == STORE_OK)
		r = read_delivery(c, q, &d);
	if (r == STORE_OK)
		*out = d;
	sq_done(q);
	return r;
}

enum store_result sq_delivery_list(struct store_conn *c, const char *webhook, int64_t before, int limit,
	store_delivery_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_DELIVERY_LIST);
	enum store_result r = sq_not_nested(c, SQ_DELIVERY_LIST);
	struct store_delivery d;

	if (r != STORE_OK)
		return r;
	sq_bind_text(q, 1, webhook);
	sqlite3_bind_int64(q, 2, before > 0 ? before : INT64_MAX);
	sqlite3_bind_int(q, 3, limit > 0 ? limit : -1);
	while ((r = sq_row(c, q)) == STORE_OK) {
		r = read_delivery(c, q, &d);
		if (r != STORE_OK || each(arg, &d))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

enum store_result sq_delivery_purge(struct store_conn *c, int64_t at, int limit)
{
	sqlite3_stmt *q = sq_use(c, SQ_DELIVERY_PURGE);

	sqlite3_bind_int64(q, 1, at);
	sqlite3_bind_int(q, 2, limit > 0 ? limit : -1);
	return sq_run(c, q, NULL);
}

/* --- what an endpoint has been told ------------------------------------- */

enum store_result sq_told_get(struct store_conn *c, const char *webhook, const char *game, int64_t *version)
{
	sqlite3_stmt *q = sq_use(c, SQ_TOLD_GET);
	enum store_result r;

	sq_bind_text(q, 1, webhook);
	sq_bind_text(q, 2, game);
	r = sq_row(c, q);
	if (r == STORE_OK)
		*version = sqlite3_column_int64(q, 0);
	sq_done(q);
	if (r == STORE_NOT_FOUND) {
		*version = 0;
		r = STORE_OK;
	}
	return r;
}

enum store_result sq_told_put(struct store_conn *c, const char *webhook, const char *game, int64_t version)
{
	sqlite3_stmt *q = sq_use(c, SQ_TOLD_PUT);
	enum store_result r;

	sq_bind_text(q, 1, webhook);
	sq_bind_text(q, 2, game);
	sqlite3_bind_int64(q, 3, version);
	r = sq_run(c, q, NULL);
	/* Without an endpoint its number is NULL. */
	return r == STORE_BROKEN ? store_fail(c, STORE_NOT_FOUND, "no webhook %.10s", webhook) : r;
}

/*
 * Webhooks, their outbox and the log of deliveries in memory.  Rows of an endpoint
 * lie together: their keys begin with its number.
 */
#include "storage/memory/memory.h"

#include <string.h>

enum { GAME_IN_KEY = 16 };		/* where the game stands in a key of MEM_TOLD */

/* 0 when there is no such endpoint. */
static int64_t webhook_number(struct store_conn *c, const char *id)
{
	const struct mem_value *v = mem_get(c, MEM_WEBHOOK_IDS, mem_key_text(id));
	int64_t number = 0;

	if (v)
		memcpy(&number, v->bytes, sizeof number);
	else
		store_fail(c, STORE_NOT_FOUND, "no webhook %.10s", id);
	return number;
}

static const struct store_webhook *webhook_row(struct store_conn *c, int64_t number)
{
	const struct mem_value *v = mem_get(c, MEM_WEBHOOKS, mem_key_numbers(number, 0));

	return v ? (const struct store_webhook *)v->bytes : NULL;
}

static enum store_result put_webhook(struct store_conn *c, int64_t number, const struct store_webhook *w)
{
	return mem_put(c, MEM_WEBHOOKS, mem_key_numbers(number, 0), w, sizeof *w, NULL, 0);
}

/* The next row of this endpoint in such a table, from *at on; NULL at the end. */
static const struct mem_value *next_of(struct store_conn *c, enum mem_table_id table, int64_t number,
	size_t *at, struct mem_key *key)
{
	int64_t of, second;

	for (; *at < mem_count(c, table); ++*at) {
		const struct mem_value *v = mem_at(c, table, *at, key);

		mem_key_parts(key, &of, &second);
		if (of != number)
			return NULL;
		if (v) {
			++*at;
			return v;
		}
	}
	return NULL;
}

static size_t first_of(struct store_conn *c, enum mem_table_id table, int64_t number)
{
	return mem_seek(c, table, mem_key_numbers(number, 0));
}

/* --- endpoints --------------------------------------------------------- */

static int64_t last_webhook(struct store_conn *c)
{
	size_t at = mem_count(c, MEM_WEBHOOKS);
	int64_t number = 0, none;
	struct mem_key key;

	while (at > 0 && !number)
		if (mem_at(c, MEM_WEBHOOKS, --at, &key))
			mem_key_parts(&key, &number, &none);
	return number;
}

enum store_result mem_webhook_add(struct store_conn *c, const struct store_webhook *w)
{
	struct store_webhook kept = *w;
	enum store_result r;
	int64_t number;

	kept.due_at = kept.queued = kept.last_delivery = kept.delivered_at = 0;
	memset(kept.outcomes, 0, sizeof kept.outcomes);
	mem_enter(c);
	number = last_webhook(c) + 1;
	if (mem_get(c, MEM_WEBHOOK_IDS, mem_key_text(w->id)))
		r = store_fail(c, STORE_CONFLICT, "webhook %s is there already", w->id);
	else if (!mem_get(c, MEM_PLAYERS, mem_key_text(w->owner)))
		r = store_fail(c, STORE_NOT_FOUND, "no player %s", w->owner);
	else if (*w->game && !mem_game_number(c, w->game))
		r = STORE_NOT_FOUND;
	else
		r = put_webhook(c, number, &kept);
	if (r == STORE_OK)
		r = mem_put(c, MEM_WEBHOOK_IDS, mem_key_text(w->id), &number, sizeof number, NULL, 0);
	mem_leave(c);
	return r;
}

enum store_result mem_webhook_get(struct store_conn *c, const char *id, struct store_webhook *out)
{
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;

	mem_enter(c);
	number = webhook_number(c, id);
	if (number) {
		*out = *webhook_row(c, number);
		r = STORE_OK;
	}
	mem_leave(c);
	return r;
}

static enum store_result delete_rows(struct store_conn *c, enum mem_table_id table, int64_t number)
{
	size_t at = first_of(c, table, number);
	enum store_result r = STORE_OK;
	struct mem_key key;

	while (r == STORE_OK && next_of(c, table, number, &at, &key))
		r = mem_delete(c, table, key);
	return r;
}

static enum store_result delete_webhook(struct store_conn *c, int64_t number, const char *id)
{
	static const enum mem_table_id tables[] = { MEM_OUTBOX, MEM_DELIVERIES, MEM_TOLD, MEM_WEBHOOKS };
	enum store_result r = mem_delete(c, MEM_WEBHOOK_IDS, mem_key_text(id));
	size_t i;

	for (i = 0; i < sizeof tables / sizeof tables[0] && r == STORE_OK; i++)
		r = delete_rows(c, tables[i], number);
	return r;
}

enum store_result mem_webhook_delete(struct store_conn *c, const char *id)
{
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;

	mem_enter(c);
	number = webhook_number(c, id);
	if (number)
		r = delete_webhook(c, number, id);
	mem_leave(c);
	return r;
}

enum store_result mem_webhook_delete_owner(struct store_conn *c, const char *owner)
{
	enum store_result r = STORE_OK;
	struct mem_key key;
	int64_t number, none;
	size_t at;

	for (at = 0; at < mem_count(c, MEM_WEBHOOKS) && r == STORE_OK; at++) {
		const struct mem_value *v = mem_at(c, MEM_WEBHOOKS, at, &key);
		const struct store_webhook *w = v ? (const struct store_webhook *)v->bytes : NULL;

		if (!w || strcmp(w->owner, owner) != 0)
			continue;
		mem_key_parts(&key, &number, &none);
		r = delete_webhook(c, number, w->id);
	}
	return r;
}

static enum store_result list(struct store_conn *c, const char *owner, const char *game,
	store_webhook_fn *each, void *arg)
{
	struct store_webhook w;
	struct mem_key key;
	size_t at;

	mem_enter(c);
	for (at = 0; at < mem_count(c, MEM_WEBHOOKS); at++) {
		const struct mem_value *v = mem_at(c, MEM_WEBHOOKS, at, &key);

		if (!v)
			continue;
		memcpy(&w, v->bytes, sizeof w);
		if ((owner && strcmp(w.owner, owner) != 0) || (game && strcmp(w.game, game) != 0))
			continue;
		if (each(arg, &w))
			break;
	}
	mem_leave(c);
	return STORE_OK;
}

enum store_result mem_webhook_list(struct store_conn *c, const char *owner, store_webhook_fn *each, void *arg)
{
	return list(c, owner, NULL, each, arg);
}

enum store_result mem_webhook_of_game(struct store_conn *c, const char *game, store_webhook_fn *each, void *arg)
{
	return list(c, NULL, game, each, arg);
}

/* --- outbox ------------------------------------------------------------ */

static const struct store_message *as_message(const struct mem_value *v)
{
	return v ? (const struct store_message *)v->bytes : NULL;
}

/* Urgent ones before the others; NULL: nothing waits. */
static const struct store_message *head(struct store_conn *c, int64_t number, int urgent_only)
{
	const struct store_message *best = NULL, *m;
	size_t at = first_of(c, MEM_OUTBOX, number);
	struct mem_key key;

	while ((m = as_message(next_of(c, MEM_OUTBOX, number, &at, &key)))) {
		if (m->urgent)
			return m;
		if (!best && !urgent_only)
			best = m;
	}
	return best;
}

static const struct store_message *find_message(struct store_conn *c, int64_t number, const char *id)
{
	size_t at = first_of(c, MEM_OUTBOX, number);
	const struct store_message *m;
	struct mem_key key;

	while ((m = as_message(next_of(c, MEM_OUTBOX, number, &at, &key))) && strcmp(m->id, id) != 0)
		;
	return m;
}

/* The queue of this endpoint has changed by so many messages: count, and look who is next. */
static enum store_result note_queue(struct store_conn *c, int64_t number, int more)
{
	struct store_webhook w = *webhook_row(c, number);
	const struct store_message *next = head(c, number, w.state != STORE_WEBHOOK_ACTIVE);

	w.queued += more;
	w.due_at = next ? next->due_at : 0;
	return put_webhook(c, number, &w);
}

enum store_result mem_webhook_update(struct store_conn *c, const struct store_webhook *w)
{
	const struct store_webhook *old;
	struct store_webhook new = *w;
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;

	mem_enter(c);
	number = webhook_number(c, w->id);
	if (!number)
		goto out;
	old = webhook_row(c, number);
	memcpy(new.owner, old->owner, sizeof new.owner);
	memcpy(new.game, old->game, sizeof new.game);
	new.target = old->target;
	new.created_at = old->created_at;
	new.queued = old->queued;
	memcpy(new.outcomes, old->outcomes, sizeof new.outcomes);
	new.last_delivery = old->last_delivery;
	new.delivered_at = old->delivered_at;
	r = put_webhook(c, number, &new);
	if (r == STORE_OK)
		r = note_queue(c, number, 0);
out:
	mem_leave(c);
	return r;
}

/* Messages of an endpoint are numbered in the order of adding. */
static int64_t last_message(struct store_conn *c, int64_t number)
{
	size_t at = mem_seek(c, MEM_OUTBOX, mem_key_numbers(number + 1, 0));
	struct mem_key key;
	int64_t of, last;

	while (at > 0) {
		const struct mem_value *v = mem_at(c, MEM_OUTBOX, --at, &key);

		mem_key_parts(&key, &of, &last);
		if (of != number)
			return 0;
		if (v)
			return last;
	}
	return 0;
}

enum store_result mem_outbox_add(struct store_conn *c, struct store_message *m)
{
	struct store_message kept = *m;
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;

	mem_enter(c);
	number = webhook_number(c, m->webhook);
	if (!number)
		goto out;
	kept.number = last_message(c, number) + 1;
	if (find_message(c, number, m->id))
		r = store_fail(c, STORE_CONFLICT, "message %s waits already", m->id);
	else
		r = mem_put(c, MEM_OUTBOX, mem_key_numbers(number, kept.number), &kept, sizeof kept, NULL, 0);
	if (r == STORE_OK)
		r = note_queue(c, number, 1);
	if (r == STORE_OK)
		m->number = kept.number;
out:
	mem_leave(c);
	return r;
}

enum store_result mem_outbox_head(struct store_conn *c, const char *webhook, struct store_message *out)
{
	const struct store_message *m = NULL;
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;

	mem_enter(c);
	number = webhook_number(c, webhook);
	if (number)
		m = head(c, number, webhook_row(c, number)->state != STORE_WEBHOOK_ACTIVE);
	if (m) {
		*out = *m;
		r = STORE_OK;
	}
	mem_leave(c);
	return r;
}

enum store_result mem_outbox_find(struct store_conn *c, const char *webhook, const char *id, struct store_message *out)
{
	const struct store_message *m = NULL;
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;

	mem_enter(c);
	number = webhook_number(c, webhook);
	if (number)
		m = find_message(c, number, id);
	if (m) {
		*out = *m;
		r = STORE_OK;
	}
	mem_leave(c);
	return r;
}

enum store_result mem_outbox_after(struct store_conn *c, const char *webhook, const char *game, int64_t after,
	store_message_fn *each, void *arg)
{
	const struct store_message *m;
	struct mem_key key;
	int64_t number;
	size_t at;

	mem_enter(c);
	number = webhook_number(c, webhook);
	at = mem_seek(c, MEM_OUTBOX, mem_key_numbers(number, after + 1));
	while (number && (m = as_message(next_of(c, MEM_OUTBOX, number, &at, &key))))
		if (strcmp(m->game, game) == 0 && each(arg, m))
			break;
	mem_leave(c);
	return STORE_OK;
}

/* The endpoint that is due next after (due, number); NULL at the end. */
static const struct store_webhook *next_due(struct store_conn *c, int64_t *due, int64_t *number)
{
	const struct store_webhook *best = NULL;
	int64_t best_number = 0, n, none;
	struct mem_key key;
	size_t at;

	for (at = 0; at < mem_count(c, MEM_WEBHOOKS); at++) {
		const struct mem_value *v = mem_at(c, MEM_WEBHOOKS, at, &key);
		const struct store_webhook *w = v ? (const struct store_webhook *)v->bytes : NULL;

		mem_key_parts(&key, &n, &none);
		if (!w || w->due_at <= 0 || w->due_at < *due || (w->due_at == *due && n <= *number))
			continue;
		if (!best || w->due_at < best->due_at) {
			best = w;
			best_number = n;
		}
	}
	if (best) {
		*due = best->due_at;
		*number = best_number;
	}
	return best;
}

enum store_result mem_outbox_due(struct store_conn *c, store_due_fn *each, void *arg)
{
	const struct store_webhook *w;
	int64_t due = 0, number = 0;

	mem_enter(c);
	while ((w = next_due(c, &due, &number)) && !each(arg, w->id, w->due_at))
		;
	mem_leave(c);
	return STORE_OK;
}

enum store_result mem_outbox_sum(struct store_conn *c, int64_t *messages, int64_t *due_at)
{
	struct mem_key key;

	*messages = *due_at = 0;
	mem_enter(c);
	for (size_t at = 0; at < mem_count(c, MEM_WEBHOOKS); at++) {
		const struct mem_value *v = mem_at(c, MEM_WEBHOOKS, at, &key);
		const struct store_webhook *w = v ? (const struct store_webhook *)v->bytes : NULL;

		if (!w || w->due_at <= 0)
			continue;
		*messages += w->queued;
		if (!*due_at || w->due_at < *due_at)
			*due_at = w->due_at;
	}
	mem_leave(c);
	return STORE_OK;
}

/* The row that *m is; NULL when it is gone. */
static const struct store_message *same_message(struct store_conn *c, const struct store_message *m, int64_t *number)
{
	const struct store_message *kept = NULL;

	*number = webhook_number(c, m->webhook);
	if (*number)
		kept = as_message(mem_get(c, MEM_OUTBOX, mem_key_numbers(*number, m->number)));
	if (kept && strcmp(kept->id, m->id) == 0)
		return kept;
	store_fail(c, STORE_NOT_FOUND, "message %s does not wait", m->id);
	return NULL;
}

enum store_result mem_outbox_update(struct store_conn *c, const struct store_message *m)
{
	const struct store_message *old;
	struct store_message new;
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;

	mem_enter(c);
	old = same_message(c, m, &number);
	if (!old)
		goto out;
	new = *old;
	new.urgent = m->urgent;
	new.due_at = m->due_at;
	new.attempts = m->attempts;
	r = mem_put(c, MEM_OUTBOX, mem_key_numbers(number, m->number), &new, sizeof new, NULL, 0);
	if (r == STORE_OK)
		r = note_queue(c, number, 0);
out:
	mem_leave(c);
	return r;
}

enum store_result mem_outbox_remove(struct store_conn *c, const struct store_message *m)
{
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;

	mem_enter(c);
	if (same_message(c, m, &number)) {
		r = mem_delete(c, MEM_OUTBOX, mem_key_numbers(number, m->number));
		if (r == STORE_OK)
			r = note_queue(c, number, -1);
	}
	mem_leave(c);
	return r;
}

/* --- deliveries -------------------------------------------------------- */

enum store_result mem_delivery_add(struct store_conn *c, struct store_delivery *d)
{
	struct store_delivery kept = *d;
	enum store_result r = STORE_NOT_FOUND;
	struct store_webhook w;
	int64_t number;

	mem_enter(c);
	number = webhook_number(c, d->message.webhook);
	if (!number)
		goto out;
	w = *webhook_row(c, number);
	kept.n = ++w.last_delivery;
	kept.message.number = 0;
	w.outcomes[d->outcome]++;
	if (d->outcome == STORE_DELIVERED)
		w.delivered_at = d->at;
	r = put_webhook(c, number, &w);
	if (r == STORE_OK)
		r = mem_put(c, MEM_DELIVERIES, mem_key_numbers(number, kept.n), &kept, sizeof kept, NULL, 0);
	if (r == STORE_OK && kept.n > STORE_DELIVERIES_KEPT
	 && mem_get(c, MEM_DELIVERIES, mem_key_numbers(number, kept.n - STORE_DELIVERIES_KEPT)))
		r = mem_delete(c, MEM_DELIVERIES, mem_key_numbers(number, kept.n - STORE_DELIVERIES_KEPT));
	if (r == STORE_OK)
		d->n = kept.n;
out:
	mem_leave(c);
	return r;
}

enum store_result mem_delivery_get(struct store_conn *c, const char *webhook, int64_t n, struct store_delivery *out)
{
	const struct mem_value *v = NULL;
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;

	mem_enter(c);
	number = webhook_number(c, webhook);
	if (number && n > 0)
		v = mem_get(c, MEM_DELIVERIES, mem_key_numbers(number, n));
	if (v) {
		memcpy(out, v->bytes, sizeof *out);
		r = STORE_OK;
	}
	mem_leave(c);
	return r;
}

enum store_result mem_delivery_list(struct store_conn *c, const char *webhook, int64_t before, int limit,
	store_delivery_fn *each, void *arg)
{
	struct store_delivery d;
	struct mem_key key;
	int64_t number, of, n;
	int shown = 0;
	size_t at;

	mem_enter(c);
	number = webhook_number(c, webhook);
	at = mem_seek(c, MEM_DELIVERIES, mem_key_numbers(number, before > 0 ? before : INT64_MAX));
	while (number && at > 0 && (limit <= 0 || shown < limit)) {
		const struct mem_value *v = mem_at(c, MEM_DELIVERIES, --at, &key);

		mem_key_parts(&key, &of, &n);
		if (of != number)
			break;
		if (!v)
			continue;
		memcpy(&d, v->bytes, sizeof d);
		if (each(arg, &d))
			break;
		shown++;
	}
	mem_leave(c);
	return STORE_OK;
}

/* The key of the oldest attempt from before `at`; 0: there is none. */
static int oldest_delivery(struct store_conn *c, int64_t at, struct mem_key *out)
{
	struct mem_key key;
	int found = 0;
	size_t i;

	for (i = 0; i < mem_count(c, MEM_DELIVERIES); i++) {
		const struct mem_value *v = mem_at(c, MEM_DELIVERIES, i, &key);
		const struct store_delivery *d = v ? (const struct store_delivery *)v->bytes : NULL;

		if (!d || d->at >= at)
			continue;
		at = d->at;
		*out = key;
		found = 1;
	}
	return found;
}

enum store_result mem_delivery_purge(struct store_conn *c, int64_t at, int limit)
{
	enum store_result r = STORE_OK;
	struct mem_key key;
	int gone;

	mem_enter(c);
	for (gone = 0; r == STORE_OK && (limit <= 0 || gone < limit) && oldest_delivery(c, at, &key); gone++)
		r = mem_delete(c, MEM_DELIVERIES, key);
	mem_leave(c);
	return r;
}

/* --- what an endpoint has been told ------------------------------------- */

static struct mem_key told_key(int64_t number, const char *game)
{
	struct mem_key key = mem_key_numbers(number, 0);

	memcpy(key.bytes + GAME_IN_KEY, game, strnlen(game, MEM_KEY - GAME_IN_KEY));
	return key;
}

enum store_result mem_told_get(struct store_conn *c, const char *webhook, const char *game, int64_t *version)
{
	const struct mem_value *v = NULL;
	int64_t number;

	mem_enter(c);
	number = webhook_number(c, webhook);
	if (number)
		v = mem_get(c, MEM_TOLD, told_key(number, game));
	*version = 0;
	if (v)
		memcpy(version, v->bytes, sizeof *version);
	mem_leave(c);
	return STORE_OK;
}

enum store_result mem_told_put(struct store_conn *c, const char *webhook, const char *game, int64_t version)
{
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;

	mem_enter(c);
	number = webhook_number(c, webhook);
	if (number)
		r = mem_put(c, MEM_TOLD, told_key(number, game), &version, sizeof version, NULL, 0);
	mem_leave(c);
	return r;
}

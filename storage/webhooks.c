/*
 * From the contract of webhooks to an implementation; see store.c for what is checked
 * here and why.
 */
#include "storage/store_ops.h"

static const struct webhooks_ops *ops(const struct store_conn *c)
{
	return &c->ops->webhooks;
}

/* --- endpoints --------------------------------------------------------- */

static enum store_result webhook_in_range(struct store_conn *c, const struct store_webhook *w)
{
	if (w->target > STORE_MANAGED_GAMES || w->state > STORE_WEBHOOK_DISABLED
	 || (w->target == STORE_ONE_GAME) != (w->game[0] != '\0'))
		return store_fail(c, STORE_BROKEN, "webhook %s: target %d, state %d, game \"%s\"", w->id,
			w->target, w->state, w->game);
	return STORE_OK;
}

enum store_result store_webhook_add(struct store_conn *c, const struct store_webhook *w)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK)
		r = webhook_in_range(c, w);
	return r == STORE_OK ? ops(c)->webhook_add(c, w) : r;
}

enum store_result store_webhook_get(struct store_conn *c, const char *id, struct store_webhook *out)
{
	return ops(c)->webhook_get(c, id, out);
}

enum store_result store_webhook_update(struct store_conn *c, const struct store_webhook *w)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK)
		r = webhook_in_range(c, w);
	return r == STORE_OK ? ops(c)->webhook_update(c, w) : r;
}

enum store_result store_webhook_delete(struct store_conn *c, const char *id)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? ops(c)->webhook_delete(c, id) : r;
}

enum store_result store_webhook_list(struct store_conn *c, const char *owner, store_webhook_fn *each, void *arg)
{
	return ops(c)->webhook_list(c, owner, each, arg);
}

enum store_result store_webhook_of_game(struct store_conn *c, const char *game, store_webhook_fn *each, void *arg)
{
	return ops(c)->webhook_of_game(c, game, each, arg);
}

/* --- outbox ------------------------------------------------------------ */

static enum store_result message_in_range(struct store_conn *c, const struct store_message *m)
{
	if (m->urgent > 1 || m->due_at <= 0 || m->attempts < 0 || m->first < 0 || m->last < m->first
	 || m->last > STORE_SEQUENCE_MAX || m->turn < 0)
		return store_fail(c, STORE_BROKEN, "message %s: events %lld to %lld, due at %lld", m->id,
			(long long)m->first, (long long)m->last, (long long)m->due_at);
	return STORE_OK;
}

enum store_result store_outbox_add(struct store_conn *c, struct store_message *m)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK)
		r = message_in_range(c, m);
	return r == STORE_OK ? ops(c)->outbox_add(c, m) : r;
}

enum store_result store_outbox_head(struct store_conn *c, const char *webhook, struct store_message *out)
{
	return ops(c)->outbox_head(c, webhook, out);
}

enum store_result store_outbox_find(struct store_conn *c, const char *webhook, const char *id,
	struct store_message *out)
{
	return ops(c)->outbox_find(c, webhook, id, out);
}

enum store_result store_outbox_after(struct store_conn *c, const char *webhook, const char *game, int64_t number,
	store_message_fn *each, void *arg)
{
	return ops(c)->outbox_after(c, webhook, game, number, each, arg);
}

enum store_result store_outbox_due(struct store_conn *c, store_due_fn *each, void *arg)
{
	return ops(c)->outbox_due(c, each, arg);
}

enum store_result store_outbox_sum(struct store_conn *c, int64_t *messages, int64_t *due_at)
{
	return ops(c)->outbox_sum(c, messages, due_at);
}

enum store_result store_outbox_update(struct store_conn *c, const struct store_message *m)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK)
		r = message_in_range(c, m);
	return r == STORE_OK ? ops(c)->outbox_update(c, m) : r;
}

enum store_result store_outbox_remove(struct store_conn *c, const struct store_message *m)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? ops(c)->outbox_remove(c, m) : r;
}

/* --- log of deliveries --------------------------------------------------- */

enum store_result store_delivery_add(struct store_conn *c, struct store_delivery *d)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK && (d->outcome >= STORE_OUTCOMES || d->status < 0))
		return store_fail(c, STORE_BROKEN, "message %s: outcome %d, status %d", d->message.id, d->outcome,
			d->status);
	return r == STORE_OK ? ops(c)->delivery_add(c, d) : r;
}

enum store_result store_delivery_get(struct store_conn *c, const char *webhook, int64_t n,
	struct store_delivery *out)
{
	return ops(c)->delivery_get(c, webhook, n, out);
}

enum store_result store_delivery_list(struct store_conn *c, const char *webhook, int64_t before, int limit,
	store_delivery_fn *each, void *arg)
{
	return ops(c)->delivery_list(c, webhook, before, limit, each, arg);
}

enum store_result store_delivery_purge(struct store_conn *c, int64_t at, int limit)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? ops(c)->delivery_purge(c, at, limit) : r;
}

enum store_result store_told_get(struct store_conn *c, const char *webhook, const char *game, int64_t *version)
{
	return ops(c)->told_get(c, webhook, game, version);
}

enum store_result store_told_put(struct store_conn *c, const char *webhook, const char *game, int64_t version)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? ops(c)->told_put(c, webhook, game, version) : r;
}

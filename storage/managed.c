/* Managers and their players: from the contract to an implementation, see store.c. */
#include "storage/managed.h"
#include "storage/store_ops.h"

enum store_result store_managed_add(struct store_conn *c, const struct store_managed *m)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK && m->own > 1)
		return store_fail(c, STORE_BROKEN, "manager %s: own is %d", m->manager, m->own);
	return r == STORE_OK ? c->ops->managed_add(c, m) : r;
}

enum store_result store_managed_get(struct store_conn *c, const char *manager, const char *player,
	struct store_managed *out)
{
	return c->ops->managed_get(c, manager, player, out);
}

enum store_result store_managed_rename(struct store_conn *c, const char *manager, const char *player,
	const char *external)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->managed_rename(c, manager, player, external) : r;
}

enum store_result store_managed_delete(struct store_conn *c, const char *manager, const char *player)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->managed_delete(c, manager, player) : r;
}

enum store_result store_managed_list(struct store_conn *c, const char *manager, const char *external,
	const char *after, int limit, store_managed_fn *each, void *arg)
{
	return c->ops->managed_list(c, manager, external, after, limit, each, arg);
}

enum store_result store_managers(struct store_conn *c, const char *player, store_managed_fn *each, void *arg)
{
	return c->ops->managers(c, player, each, arg);
}

enum store_result store_managed_count(struct store_conn *c, const char *manager, int *all, int *own)
{
	return c->ops->managed_count(c, manager, all, own);
}

enum store_result store_pairing_put(struct store_conn *c, const char *player,
	const unsigned char hash[STORE_HASH], int64_t expires_at, int64_t now)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->pairing_put(c, player, hash, expires_at, now) : r;
}

enum store_result store_pairing_find(struct store_conn *c, const unsigned char hash[STORE_HASH],
	char *player, int64_t *expires_at)
{
	return c->ops->pairing_find(c, hash, player, expires_at);
}

enum store_result store_pairing_delete(struct store_conn *c, const char *player)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->pairing_delete(c, player) : r;
}

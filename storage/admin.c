/*
 * From the contract of admin.h to an implementation; see store.c for what is checked
 * here and why.
 */
#include "storage/store_ops.h"

static const struct admin_ops *ops(const struct store_conn *c)
{
	return &c->ops->admin;
}

enum store_result store_audit_add(struct store_conn *c, struct store_audit *a)
{
	enum store_result r = store_may_change(c);

	if (r != STORE_OK)
		return r;
	if (!*a->act || !*a->reason || a->at <= 0)
		return store_fail(c, STORE_BROKEN, "an act without name, reason or time");
	return ops(c)->audit_add(c, a);
}

enum store_result store_audit_list(struct store_conn *c, int64_t before, int limit,
	store_audit_fn *each, void *arg)
{
	return ops(c)->audit_list(c, before, limit, each, arg);
}

enum store_result store_account_close(struct store_conn *c, const char *player, int64_t at)
{
	enum store_result r = store_may_change(c);
	struct store_account account;
	struct store_player p;

	if (r == STORE_OK)
		r = store_player_get(c, player, &p);
	if (r == STORE_OK)
		r = ops(c)->account_get(c, player, &account);
	if (r != STORE_OK)
		return r;
	if (p.deleted_at)
		return store_fail(c, STORE_NOT_FOUND, "player %.10s is deleted", player);
	if (!account.closed_at == !at)
		return store_fail(c, STORE_CONFLICT, "the account of %.10s is so already", player);
	return ops(c)->account_close(c, player, at);
}

enum store_result store_account_get(struct store_conn *c, const char *player, struct store_account *out)
{
	return ops(c)->account_get(c, player, out);
}

enum store_result store_account_list(struct store_conn *c, const struct store_account_filter *f,
	store_account_fn *each, void *arg)
{
	return ops(c)->account_list(c, f, each, arg);
}

enum store_result store_account_stored(struct store_conn *c, const char *player, int64_t bytes)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? ops(c)->account_stored(c, player, bytes) : r;
}

enum store_result store_account_games(struct store_conn *c, const char *player, int most, int *count)
{
	return ops(c)->account_games(c, player, most, count);
}

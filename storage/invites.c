/* What all implementations check alike of invites.h. */
#include "storage/store_ops.h"

enum store_result store_invite_add(struct store_conn *c, const char *game, const struct store_invite *i)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK && (i->seat < -1 || i->seat > UINT8_MAX || i->expires_at <= i->created_at))
		return store_fail(c, STORE_BROKEN, "an invite to seat %d, until %lld", i->seat, (long long)i->expires_at);
	return r == STORE_OK ? c->ops->people.invite_add(c, game, i) : r;
}

enum store_result store_invite_list(struct store_conn *c, const char *game, store_invite_fn *each, void *arg)
{
	return c->ops->people.invite_list(c, game, each, arg);
}

enum store_result store_invite_find(struct store_conn *c, const char *game,
	const unsigned char hash[STORE_HASH], struct store_invite *out)
{
	return c->ops->people.invite_find(c, game, hash, out);
}

static enum store_result at_a_time(struct store_conn *c, int64_t at)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK && at <= 0)
		return store_fail(c, STORE_BROKEN, "an invite used or revoked at no time");
	return r;
}

enum store_result store_invite_use(struct store_conn *c, const char *game, const char *id,
	const char *player, int64_t at)
{
	enum store_result r = at_a_time(c, at);

	return r == STORE_OK ? c->ops->people.invite_use(c, game, id, player, at) : r;
}

enum store_result store_invite_revoke(struct store_conn *c, const char *game, const char *id, int64_t at)
{
	enum store_result r = at_a_time(c, at);

	return r == STORE_OK ? c->ops->people.invite_revoke(c, game, id, at) : r;
}

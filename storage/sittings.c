/* What all implementations check alike of sittings.h. */
#include "storage/store_ops.h"

enum store_result store_log_of_player(struct store_conn *c, const char *player, int64_t after, int limit,
	store_own_fn *each, void *arg)
{
	if (limit < 1 || limit > STORE_OWN_MAX)
		return store_fail(c, STORE_BROKEN, "%d entries at once", limit);
	return c->ops->log_of_player(c, player, after > 0 ? after : 0, limit, each, arg);
}

enum store_result store_log_newest(struct store_conn *c, int64_t *number)
{
	return c->ops->log_newest(c, number);
}

enum store_result store_open_games(struct store_conn *c, const char *player, store_id_fn *each, void *arg)
{
	return c->ops->open_games(c, player, each, arg);
}

enum store_result store_log_backward(struct store_conn *c, const char *game, store_entry_fn *each, void *arg)
{
	return c->ops->log_backward(c, game, each, arg);
}

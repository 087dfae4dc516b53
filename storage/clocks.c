/*
 * From the contract of clocks to an implementation; see store.c for what is checked
 * here and why.
 */
#include "storage/store_ops.h"

#include <string.h>

static const struct clocks_ops *ops(const struct store_conn *c)
{
	return &c->ops->clocks;
}

enum store_result store_due_games(struct store_conn *c, int64_t until, int limit,
	store_game_due_fn *each, void *arg)
{
	return ops(c)->due_games(c, until, limit, each, arg);
}

enum store_result store_due_sum(struct store_conn *c, int64_t until, int64_t *count, int64_t *due_at)
{
	return ops(c)->due_sum(c, until, count, due_at);
}

enum store_result store_times_get(struct store_conn *c, const char *player, struct store_times *out)
{
	return ops(c)->times_get(c, player, out);
}

enum store_result store_times_put(struct store_conn *c, const struct store_times *t)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? ops(c)->times_put(c, t) : r;
}

enum store_result store_number_get(struct store_conn *c, const char *name, int64_t *value)
{
	return ops(c)->number_get(c, name, value);
}

enum store_result store_number_put(struct store_conn *c, const char *name, int64_t value)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK && (!*name || strlen(name) >= STORE_NUMBER_NAME))
		return store_fail(c, STORE_BROKEN, "a number without a name, or with too long a one");
	return r == STORE_OK ? ops(c)->number_put(c, name, value) : r;
}

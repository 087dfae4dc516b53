/* What all implementations check alike of standings.h. */
#include "storage/store_ops.h"

#include <math.h>

enum store_result store_final_add(struct store_conn *c, struct store_final *o)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK && (o->seat_count < 1 || o->seat_count > STORE_FINAL_SEATS))
		return store_fail(c, STORE_BROKEN, "a final result of %d seats", o->seat_count);
	for (int i = 0; r == STORE_OK && i < o->seat_count; i++)
		if (o->seats[i].place < 1 || o->seats[i].place > STORE_PLACES || o->seats[i].ending > STORE_AWAY)
			return store_fail(c, STORE_BROKEN, "game %s: place %d", o->game, o->seats[i].place);
	return r == STORE_OK ? c->ops->people.final_add(c, o) : r;
}

enum store_result store_final_list(struct store_conn *c, int64_t after, int limit, store_final_fn *each, void *arg)
{
	return c->ops->people.final_list(c, after, limit, each, arg);
}

enum store_result store_standing_get(struct store_conn *c, const char *ruleset, const char *player,
	struct store_standing *out)
{
	return c->ops->people.standing_get(c, ruleset, player, out);
}

enum store_result store_standing_put(struct store_conn *c, const struct store_standing *s)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK && !(isfinite(s->mu) && isfinite(s->sigma) && isfinite(s->ordinal)))
		return store_fail(c, STORE_BROKEN, "player %s: a rating that is no number", s->player);
	return r == STORE_OK ? c->ops->people.standing_put(c, s) : r;
}

enum store_result store_standing_list(struct store_conn *c, const char *player, store_standing_fn *each, void *arg)
{
	return c->ops->people.standing_list(c, player, each, arg);
}

enum store_result store_standing_board(struct store_conn *c, const char *ruleset, int board,
	double ordinal, const char *player, int limit, store_standing_fn *each, void *arg)
{
	return c->ops->people.standing_board(c, ruleset, board, ordinal, player, limit, each, arg);
}

enum store_result store_standing_clear(struct store_conn *c)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->people.standing_clear(c) : r;
}

enum store_result store_unfinished(struct store_conn *c, const char *player, store_unfinished_fn *each, void *arg)
{
	return c->ops->people.unfinished(c, player, each, arg);
}

enum store_result store_reliability_get(struct store_conn *c, const char *player, struct store_reliability *out)
{
	return c->ops->people.reliability_get(c, player, out);
}

enum store_result store_reliability_put(struct store_conn *c, const struct store_reliability *r)
{
	enum store_result result = store_may_change(c);

	return result == STORE_OK ? c->ops->people.reliability_put(c, r) : result;
}

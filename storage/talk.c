/* What all implementations check alike of talk.h. */
#include "storage/store_ops.h"

enum store_result store_talk_add(struct store_conn *c, const char *game, struct store_talk *m)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK && (m->seq < 1 || m->seq > STORE_SEQUENCE_MAX))
		return store_fail(c, STORE_BROKEN, "a message at event %lld", (long long)m->seq);
	return r == STORE_OK ? c->ops->people.talk_add(c, game, m) : r;
}

enum store_result store_talk_get(struct store_conn *c, const char *game, int64_t number,
	struct store_talk *out)
{
	return c->ops->people.talk_get(c, game, number, out);
}

enum store_result store_talk_list(struct store_conn *c, const char *game, const char *team,
	int64_t after, int64_t until, int limit, store_talk_fn *each, void *arg)
{
	return c->ops->people.talk_list(c, game, team, after > 0 ? after : 0, until, limit, each, arg);
}

enum store_result store_talk_time(struct store_conn *c, const char *game, const char *player,
	int nth, int64_t *at)
{
	if (nth < 1)
		return store_fail(c, STORE_BROKEN, "messages are counted from 1");
	return c->ops->people.talk_time(c, game, player, nth, at);
}

enum store_result store_talk_remove(struct store_conn *c, const char *game, int64_t number,
	int64_t at, const char *events, size_t size)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK && at <= 0)
		return store_fail(c, STORE_BROKEN, "a message removed at no time");
	return r == STORE_OK ? c->ops->people.talk_remove(c, game, number, at, events, size) : r;
}

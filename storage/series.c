/* What all implementations check alike of series.h. */
#include "storage/store_ops.h"

#include <string.h>

enum store_result store_series_get(struct store_conn *c, const char *game, struct store_series *out)
{
	return c->ops->people.series_get(c, game, out);
}

enum store_result store_series_delay(struct store_conn *c, const char *game, int delay)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK && (delay < 1 || delay > UINT16_MAX))
		return store_fail(c, STORE_BROKEN, "game %s: a delay of %d", game, delay);
	return r == STORE_OK ? c->ops->people.series_delay(c, game, delay) : r;
}

enum store_result store_series_link(struct store_conn *c, const char *previous, const char *next)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK && strcmp(previous, next) == 0)
		return store_fail(c, STORE_BROKEN, "game %s follows itself", next);
	return r == STORE_OK ? c->ops->people.series_link(c, previous, next) : r;
}

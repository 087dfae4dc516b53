/* Series of games in memory. */
#include "storage/memory/memory.h"

#include <string.h>

/* 0 and a row of zeros, or -1 when there is no such game. */
static int look(struct store_conn *c, const char *game, struct mem_key *key, struct store_series *out)
{
	int64_t number = mem_game_number(c, game);
	const struct mem_value *v;

	if (!number)
		return -1;
	*key = mem_key_numbers(number, 0);
	v = mem_get(c, MEM_SERIES, *key);
	memset(out, 0, sizeof *out);
	if (v)
		memcpy(out, v->bytes, sizeof *out);
	return 0;
}

static enum store_result put(struct store_conn *c, struct mem_key key, const struct store_series *s)
{
	return mem_put(c, MEM_SERIES, key, s, sizeof *s, NULL, 0);
}

enum store_result mem_series_get(struct store_conn *c, const char *game, struct store_series *out)
{
	struct store_series s;
	struct mem_key key;
	int found;

	mem_enter(c);
	found = look(c, game, &key, &s);
	mem_leave(c);
	if (found < 0)
		return STORE_NOT_FOUND;
	*out = s;
	return STORE_OK;
}

enum store_result mem_series_delay(struct store_conn *c, const char *game, int delay)
{
	struct store_series s;
	struct mem_key key;
	enum store_result r = STORE_NOT_FOUND;

	mem_enter(c);
	if (look(c, game, &key, &s) == 0) {
		if (s.spectator_delay || *s.next || *s.previous) {
			r = store_fail(c, STORE_CONFLICT, "the game is in a series already");
		} else {
			s.spectator_delay = (uint16_t)delay;
			r = put(c, key, &s);
		}
	}
	mem_leave(c);
	return r;
}

enum store_result mem_series_link(struct store_conn *c, const char *previous, const char *next)
{
	struct store_series before, after;
	struct mem_key first, second;
	enum store_result r = STORE_NOT_FOUND;

	mem_enter(c);
	if (look(c, previous, &first, &before) < 0 || look(c, next, &second, &after) < 0)
		goto out;
	if (*before.next || *after.previous) {
		r = store_fail(c, STORE_CONFLICT, "the game is in a series already");
		goto out;
	}
	memcpy(before.next, next, strnlen(next, STORE_GAME_ID) + 1);
	memcpy(after.previous, previous, strnlen(previous, STORE_GAME_ID) + 1);
	r = put(c, first, &before);
	if (r == STORE_OK)
		r = put(c, second, &after);
out:
	mem_leave(c);
	return r;
}

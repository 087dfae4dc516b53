/* Due games, players' times and the service's numbers in memory. */
#include "storage/memory/memory.h"

#include <string.h>

/* The earliest due game after (due_at, number); 0 when there is none.  Few games are kept in memory. */
static int64_t next_due(struct store_conn *c, int64_t after, int64_t after_number, int64_t until, char id[STORE_GAME_ID + 1],
	int64_t *number)
{
	int64_t best = 0;
	struct mem_key key;

	for (size_t at = 0; at < mem_count(c, MEM_GAMES); at++) {
		const struct mem_value *v = mem_at(c, MEM_GAMES, at, &key);
		const struct store_game *g = v ? (const struct store_game *)v->bytes : NULL;

		if (!g || g->due_at <= 0 || g->due_at > until || g->due_at < after ||
			(g->due_at == after && g->number <= after_number) || (best && g->due_at >= best))
			continue;
		best = g->due_at;
		*number = g->number;
		memcpy(id, g->id, STORE_GAME_ID + 1);
	}
	return best;
}

enum store_result mem_due_games(struct store_conn *c, int64_t until, int limit, store_game_due_fn *each, void *arg)
{
	char id[STORE_GAME_ID + 1];
	int64_t due = 0, number = 0;
	int count = 0;

	mem_enter(c);
	while ((limit <= 0 || count++ < limit) && (due = next_due(c, due, number, until, id, &number)) != 0)
		if (each(arg, id, due))
			break;
	mem_leave(c);
	return STORE_OK;
}

enum store_result mem_due_sum(struct store_conn *c, int64_t until, int64_t *count, int64_t *due_at)
{
	struct mem_key key;

	*count = *due_at = 0;
	mem_enter(c);
	for (size_t at = 0; at < mem_count(c, MEM_GAMES); at++) {
		const struct mem_value *v = mem_at(c, MEM_GAMES, at, &key);
		const struct store_game *g = v ? (const struct store_game *)v->bytes : NULL;

		if (!g || g->due_at <= 0 || g->due_at > until)
			continue;
		if (!*due_at || g->due_at < *due_at)
			*due_at = g->due_at;
		++*count;
	}
	mem_leave(c);
	return STORE_OK;
}

enum store_result mem_times_get(struct store_conn *c, const char *player, struct store_times *out)
{
	const struct mem_value *v;
	enum store_result r = STORE_OK;

	mem_enter(c);
	v = mem_get(c, MEM_TIMES, mem_key_text(player));
	if (v)
		memcpy(out, v->bytes, sizeof *out);
	else
		r = store_fail(c, STORE_NOT_FOUND, "player %.10s has set no times", player);
	mem_leave(c);
	return r;
}

enum store_result mem_times_put(struct store_conn *c, const struct store_times *t)
{
	enum store_result r;

	mem_enter(c);
	if (mem_get(c, MEM_PLAYERS, mem_key_text(t->player)))
		r = mem_put(c, MEM_TIMES, mem_key_text(t->player), t, sizeof *t, NULL, 0);
	else
		r = store_fail(c, STORE_NOT_FOUND, "no player %.10s", t->player);
	mem_leave(c);
	return r;
}

enum store_result mem_times_delete(struct store_conn *c, const char *player)
{
	enum store_result r = STORE_OK;

	mem_enter(c);
	if (mem_get(c, MEM_TIMES, mem_key_text(player)))
		r = mem_delete(c, MEM_TIMES, mem_key_text(player));
	mem_leave(c);
	return r;
}

enum store_result mem_number_get(struct store_conn *c, const char *name, int64_t *value)
{
	const struct mem_value *v;
	enum store_result r = STORE_OK;

	mem_enter(c);
	v = mem_get(c, MEM_NUMBERS, mem_key_text(name));
	if (v)
		memcpy(value, v->bytes, sizeof *value);
	else
		r = store_fail(c, STORE_NOT_FOUND, "there is no number %.20s", name);
	mem_leave(c);
	return r;
}

enum store_result mem_number_put(struct store_conn *c, const char *name, int64_t value)
{
	enum store_result r;

	mem_enter(c);
	r = mem_put(c, MEM_NUMBERS, mem_key_text(name), &value, sizeof value, NULL, 0);
	mem_leave(c);
	return r;
}

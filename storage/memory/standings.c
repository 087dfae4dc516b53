/* Finals, standings and reliability in memory. */
#include "storage/memory/memory.h"

#include <string.h>

/* --- finals ------------------------------------------------------------ */

/* Of the game, or the last one (game NULL). */
static const struct store_final *find_final(struct store_conn *c, const char *game)
{
	struct mem_key key;

	for (size_t at = mem_count(c, MEM_FINALS); at > 0;) {
		const struct mem_value *v = mem_at(c, MEM_FINALS, --at, &key);
		const struct store_final *o = v ? (const struct store_final *)v->bytes : NULL;

		if (o && (!game || strcmp(o->game, game) == 0))
			return o;
	}
	return NULL;
}

enum store_result mem_final_add(struct store_conn *c, struct store_final *o)
{
	const struct store_final *last;
	struct store_final new = *o;
	enum store_result r = STORE_NOT_FOUND;

	mem_enter(c);
	if (!mem_game_number(c, o->game))
		goto out;
	for (int i = 0; i < o->seat_count; i++)
		if (!mem_get(c, MEM_PLAYERS, mem_key_text(o->seats[i].player)))
			goto out;
	if (find_final(c, o->game)) {
		r = store_fail(c, STORE_CONFLICT, "game %s has a final result", o->game);
		goto out;
	}
	last = find_final(c, NULL);
	new.number = last ? last->number + 1 : 1;
	r = mem_put(c, MEM_FINALS, mem_key_numbers(new.number, 0), &new, sizeof new, NULL, 0);
	if (r == STORE_OK)
		o->number = new.number;
out:
	mem_leave(c);
	return r;
}

enum store_result mem_final_list(struct store_conn *c, int64_t after, int limit, store_final_fn *each, void *arg)
{
	struct mem_key key;
	int shown = 0;

	mem_enter(c);
	for (size_t at = mem_seek(c, MEM_FINALS, mem_key_numbers(after + 1, 0));
		at < mem_count(c, MEM_FINALS) && (limit <= 0 || shown < limit); at++) {
		const struct mem_value *v = mem_at(c, MEM_FINALS, at, &key);

		if (!v)
			continue;
		shown++;
		if (each(arg, (const struct store_final *)v->bytes))
			break;
	}
	mem_leave(c);
	return STORE_OK;
}

/* --- standings ------------------------------------------------------------ */

/* The player's id, and behind it as much of the ruleset's as there is room for. */
static struct mem_key standing_key(const char *ruleset, const char *player)
{
	struct mem_key key = mem_key_text(player);

	memcpy(key.bytes + STORE_PLAYER_ID + 1, ruleset, strnlen(ruleset, MEM_KEY - STORE_PLAYER_ID - 1));
	return key;
}

enum store_result mem_standing_get(struct store_conn *c, const char *ruleset, const char *player,
	struct store_standing *out)
{
	const struct mem_value *v;

	mem_enter(c);
	v = mem_get(c, MEM_STANDINGS, standing_key(ruleset, player));
	if (v)
		memcpy(out, v->bytes, sizeof *out);
	mem_leave(c);
	return v ? STORE_OK : store_fail(c, STORE_NOT_FOUND, "no standing of %.10s", player);
}

enum store_result mem_standing_put(struct store_conn *c, const struct store_standing *s)
{
	enum store_result r = STORE_NOT_FOUND;

	mem_enter(c);
	if (mem_get(c, MEM_PLAYERS, mem_key_text(s->player)))
		r = mem_put(c, MEM_STANDINGS, standing_key(s->ruleset, s->player), s, sizeof *s, NULL, 0);
	mem_leave(c);
	return r;
}

enum store_result mem_standing_list(struct store_conn *c, const char *player, store_standing_fn *each, void *arg)
{
	struct mem_key key;

	mem_enter(c);
	for (size_t at = mem_seek(c, MEM_STANDINGS, mem_key_text(player)); at < mem_count(c, MEM_STANDINGS); at++) {
		const struct mem_value *v = mem_at(c, MEM_STANDINGS, at, &key);
		const struct store_standing *s = v ? (const struct store_standing *)v->bytes : NULL;

		if (strncmp((const char *)key.bytes, player, STORE_PLAYER_ID) != 0)
			break;
		if (s && each(arg, s))
			break;
	}
	mem_leave(c);
	return STORE_OK;
}

/* Whether `a` comes before `b` on a board. */
static int is_before(double ordinal, const char *player, double other, const char *than)
{
	return ordinal > other || (ordinal == other && strcmp(player, than) < 0);
}

/* The best behind that place; NULL at the end. */
static const struct store_standing *next_best(struct store_conn *c, const char *ruleset, int board,
	double ordinal, const char *player)
{
	const struct store_standing *best = NULL;
	struct mem_key key;

	for (size_t at = 0; at < mem_count(c, MEM_STANDINGS); at++) {
		const struct mem_value *v = mem_at(c, MEM_STANDINGS, at, &key);
		const struct store_standing *s = v ? (const struct store_standing *)v->bytes : NULL;

		if (!s || s->board != board || strcmp(s->ruleset, ruleset) != 0 ||
			!is_before(ordinal, player, s->ordinal, s->player))
			continue;
		if (!best || is_before(s->ordinal, s->player, best->ordinal, best->player))
			best = s;
	}
	return best;
}

enum store_result mem_standing_board(struct store_conn *c, const char *ruleset, int board,
	double ordinal, const char *player, int limit, store_standing_fn *each, void *arg)
{
	const struct store_standing *s;

	mem_enter(c);
	for (int shown = 0; (limit <= 0 || shown < limit) &&
		(s = next_best(c, ruleset, board, ordinal, player)); shown++) {
		if (each(arg, s))
			break;
		ordinal = s->ordinal;
		player = s->player;
	}
	mem_leave(c);
	return STORE_OK;
}

enum store_result mem_standing_clear(struct store_conn *c)
{
	enum store_result r = STORE_OK;
	struct mem_key key;

	mem_enter(c);
	for (size_t at = 0; r == STORE_OK && at < mem_count(c, MEM_STANDINGS); at++)
		if (mem_at(c, MEM_STANDINGS, at, &key))
			r = mem_delete(c, MEM_STANDINGS, key);
	mem_leave(c);
	return r;
}

/* --- reliability ------------------------------------------------------------ */

enum store_result mem_reliability_get(struct store_conn *c, const char *player, struct store_reliability *out)
{
	const struct mem_value *v;

	mem_enter(c);
	v = mem_get(c, MEM_RELIABILITY, mem_key_text(player));
	if (v)
		memcpy(out, v->bytes, sizeof *out);
	mem_leave(c);
	return v ? STORE_OK : store_fail(c, STORE_NOT_FOUND, "nothing of %.10s", player);
}

enum store_result mem_reliability_put(struct store_conn *c, const struct store_reliability *s)
{
	enum store_result r = STORE_NOT_FOUND;

	mem_enter(c);
	if (mem_get(c, MEM_PLAYERS, mem_key_text(s->player)))
		r = mem_put(c, MEM_RELIABILITY, mem_key_text(s->player), s, sizeof *s, NULL, 0);
	mem_leave(c);
	return r;
}

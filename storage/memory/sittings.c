/* The log of a player in memory: who sat where since which row of all games' log. */
#include "storage/memory/memory.h"

#include <string.h>

struct mem_sitting {
	int64_t game, first, until;	/* rows; until 0: sits there still */
	char player[STORE_PLAYER_ID + 1];
};

struct mem_place { int64_t game, last; };	/* where a row lies in MEM_LOG */

/* The key of the highest row in a table of numbers; 0: it has none. */
static int64_t highest(struct store_conn *c, enum mem_table_id table)
{
	size_t at = mem_count(c, table);
	int64_t number = 0, none;
	struct mem_key key;

	while (at > 0 && !number)
		if (mem_at(c, table, --at, &key))
			mem_key_parts(&key, &number, &none);
	return number;
}

enum store_result mem_row_add(struct store_conn *c, int64_t game, int64_t last, int64_t *row)
{
	struct mem_place place = { game, last };

	*row = highest(c, MEM_ROWS) + 1;
	return mem_put(c, MEM_ROWS, mem_key_numbers(*row, 0), &place, sizeof place, NULL, 0);
}

enum store_result mem_sits_down(struct store_conn *c, int64_t game, const char *player)
{
	struct mem_sitting s = { game, highest(c, MEM_ROWS) + 1, 0, "" };
	struct mem_key key;
	size_t at;

	if (!*player)
		return STORE_OK;
	/* Whoever leaves and sits down again in one row has not left. */
	for (at = 0; at < mem_count(c, MEM_SITTINGS); at++) {
		const struct mem_value *v = mem_at(c, MEM_SITTINGS, at, &key);
		struct mem_sitting kept;

		if (!v)
			continue;
		memcpy(&kept, v->bytes, sizeof kept);
		if (kept.game != game || strcmp(kept.player, player) != 0 || kept.until != s.first)
			continue;
		kept.until = 0;
		return mem_put(c, MEM_SITTINGS, key, &kept, sizeof kept, NULL, 0);
	}
	memcpy(s.player, player, strlen(player) + 1);
	return mem_put(c, MEM_SITTINGS, mem_key_numbers(highest(c, MEM_SITTINGS) + 1, 0), &s, sizeof s, NULL, 0);
}

enum store_result mem_stands_up(struct store_conn *c, int64_t game, const char *player)
{
	enum store_result r = STORE_OK;
	struct mem_key key;

	for (size_t at = 0; r == STORE_OK && at < mem_count(c, MEM_SITTINGS); at++) {
		const struct mem_value *v = mem_at(c, MEM_SITTINGS, at, &key);
		struct mem_sitting s;

		if (!v)
			continue;
		memcpy(&s, v->bytes, sizeof s);
		if (s.game != game || s.until || strcmp(s.player, player) != 0)
			continue;
		s.until = highest(c, MEM_ROWS) + 1;
		r = mem_put(c, MEM_SITTINGS, key, &s, sizeof s, NULL, 0);
	}
	return r;
}

static int sat_there(struct store_conn *c, const char *player, int64_t game, int64_t row)
{
	struct mem_key key;

	for (size_t at = 0; at < mem_count(c, MEM_SITTINGS); at++) {
		const struct mem_value *v = mem_at(c, MEM_SITTINGS, at, &key);
		const struct mem_sitting *s = v ? (const struct mem_sitting *)v->bytes : NULL;

		if (s && s->game == game && s->first <= row && (!s->until || row <= s->until)
		 && strcmp(s->player, player) == 0)
			return 1;
	}
	return 0;
}

/* 1 when the callback wants no more. */
static int give(struct store_conn *c, const struct mem_place *place, store_own_fn *each, void *arg)
{
	const struct mem_value *v = mem_get(c, MEM_LOG, mem_key_numbers(place->game, place->last));
	const struct mem_value *g = mem_get(c, MEM_GAMES, mem_key_numbers(place->game, 0));
	struct store_entry entry;

	if (!v || !g)
		return 0;
	memcpy(&entry, v->bytes, sizeof entry);
	entry.events = (const char *)v->bytes + sizeof entry;
	/* struct mem_game begins with it */
	return each(arg, ((const struct store_game *)g->bytes)->id, &entry);
}

enum store_result mem_log_of_player(struct store_conn *c, const char *player, int64_t after, int limit,
	store_own_fn *each, void *arg)
{
	struct mem_key key;
	int shown = 0;
	size_t at;

	mem_enter(c);
	at = mem_seek(c, MEM_ROWS, mem_key_numbers(after + 1, 0));
	for (; at < mem_count(c, MEM_ROWS) && shown < limit; at++) {
		const struct mem_value *v = mem_at(c, MEM_ROWS, at, &key);
		struct mem_place place;
		int64_t row, none;

		if (!v)
			continue;
		mem_key_parts(&key, &row, &none);
		memcpy(&place, v->bytes, sizeof place);
		if (!sat_there(c, player, place.game, row))
			continue;
		if (give(c, &place, each, arg))
			break;
		shown++;
	}
	mem_leave(c);
	return STORE_OK;
}

enum store_result mem_log_newest(struct store_conn *c, int64_t *number)
{
	mem_enter(c);
	*number = highest(c, MEM_ROWS);
	mem_leave(c);
	return STORE_OK;
}

enum store_result mem_log_backward(struct store_conn *c, const char *game, store_entry_fn *each, void *arg)
{
	enum store_result r = STORE_NOT_FOUND;
	int64_t number, of, last;
	struct store_entry entry;
	struct mem_key key;
	size_t at;

	mem_enter(c);
	number = mem_game_number(c, game);
	if (!number)
		goto out;
	r = STORE_OK;
	for (at = mem_seek(c, MEM_LOG, mem_key_numbers(number + 1, 0)); at > 0; at--) {
		const struct mem_value *v = mem_at(c, MEM_LOG, at - 1, &key);

		mem_key_parts(&key, &of, &last);
		if (of != number)
			break;
		if (!v)
			continue;
		memcpy(&entry, v->bytes, sizeof entry);
		entry.events = (const char *)v->bytes + sizeof entry;
		if (each(arg, &entry))
			break;
	}
out:
	mem_leave(c);
	return r;
}

enum store_result mem_open_games(struct store_conn *c, const char *player, store_id_fn *each, void *arg)
{
	struct mem_key key;
	size_t at;

	mem_enter(c);
	for (at = 0; at < mem_count(c, MEM_SEATS); at++) {
		const struct mem_value *v = mem_at(c, MEM_SEATS, at, &key), *g;
		int64_t game, seat;

		if (!v || strcmp(((const struct store_seat *)v->bytes)->player, player) != 0)
			continue;
		mem_key_parts(&key, &game, &seat);
		g = mem_get(c, MEM_GAMES, mem_key_numbers(game, 0));
		/* struct mem_game begins with it */
		if (g && ((const struct store_game *)g->bytes)->status <= STORE_ACTIVE
		 && each(arg, ((const struct store_game *)g->bytes)->id))
			break;
	}
	mem_leave(c);
	return STORE_OK;
}

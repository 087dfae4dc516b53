/* Games, seats and lists of games in memory. */
#include "storage/memory/memory.h"

#include <string.h>

struct mem_game {
	struct store_game game;		/* without a snapshot pointer */
	int has_snapshot;		/* its bytes follow */
};

int64_t mem_game_number(struct store_conn *c, const char *id)
{
	const struct mem_value *v = mem_get(c, MEM_GAME_IDS, mem_key_text(id));
	int64_t number = 0;

	if (v)
		memcpy(&number, v->bytes, sizeof number);
	else
		store_fail(c, STORE_NOT_FOUND, "no game %.8s", id);
	return number;
}

static const struct mem_value *game_value(struct store_conn *c, const char *id)
{
	int64_t number = mem_game_number(c, id);

	return number ? mem_get(c, MEM_GAMES, mem_key_numbers(number, 0)) : NULL;
}

static enum store_result put_game(struct store_conn *c, const struct store_game *g)
{
	struct mem_game kept = { .game = *g, .has_snapshot = g->snapshot != NULL };

	kept.game.timed = 0;
	kept.game.snapshot = NULL;
	kept.game.snapshot_size = 0;
	return mem_put(c, MEM_GAMES, mem_key_numbers(g->number, 0), &kept, sizeof kept,
		g->snapshot, g->snapshot ? g->snapshot_size : 0);
}

/* Games are never deleted, so the last row that is seen has the highest number. */
static int64_t last_number(struct store_conn *c)
{
	size_t at = mem_count(c, MEM_GAMES);
	int64_t number = 0, none;
	struct mem_key key;

	while (at > 0 && !number)
		if (mem_at(c, MEM_GAMES, --at, &key))
			mem_key_parts(&key, &number, &none);
	return number;
}

enum store_result mem_game_add(struct store_conn *c, struct store_game *g)
{
	struct store_game new = *g;
	enum store_result r;

	mem_enter(c);
	new.number = last_number(c) + 1;
	if (mem_get(c, MEM_GAME_IDS, mem_key_text(g->id)))
		r = store_fail(c, STORE_CONFLICT, "game %s is there already", g->id);
	else if (*g->creator && !mem_get(c, MEM_PLAYERS, mem_key_text(g->creator)))
		r = store_fail(c, STORE_NOT_FOUND, "no player %s", g->creator);
	else
		r = put_game(c, &new);
	if (r == STORE_OK)
		r = mem_put(c, MEM_GAME_IDS, mem_key_text(g->id), &new.number, sizeof new.number, NULL, 0);
	if (r == STORE_OK)
		g->number = new.number;
	mem_leave(c);
	return r;
}

enum store_result mem_game_get(struct store_conn *c, const char *id, struct store_game *out)
{
	const struct mem_value *v;
	const struct mem_game *kept;
	unsigned char *copy = NULL;
	enum store_result r = STORE_OK;

	mem_enter(c);
	v = game_value(c, id);
	if (!v) {
		r = STORE_NOT_FOUND;
		goto out;
	}
	kept = (const struct mem_game *)v->bytes;
	if (kept->has_snapshot && !(copy = mem_copy(v->bytes + sizeof *kept, v->size - sizeof *kept))) {
		r = store_fail(c, STORE_UNAVAILABLE, "no memory for a snapshot");
		goto out;
	}
	*out = kept->game;
	out->snapshot = copy;
	out->snapshot_size = copy ? v->size - sizeof *kept : 0;
out:
	mem_leave(c);
	return r;
}

enum store_result mem_game_update(struct store_conn *c, const struct store_game *g, int64_t expected)
{
	const struct mem_value *v;
	struct store_game new;
	enum store_result r = STORE_NOT_FOUND;

	mem_enter(c);
	v = game_value(c, g->id);
	if (!v)
		goto out;
	new = ((const struct mem_game *)v->bytes)->game;
	if (new.version != expected) {
		r = store_fail(c, STORE_CONFLICT, "game %s is not at version %lld", g->id, (long long)expected);
		goto out;
	}
	new.status = g->status;
	memcpy(new.name, g->name, sizeof new.name);
	memcpy(new.options, g->options, sizeof new.options);
	new.version = g->version;
	new.started_at = g->started_at;
	new.finished_at = g->finished_at;
	new.updated_at = g->updated_at;
	if (g->timed) {
		new.due_at = g->due_at;
		new.clock_size = g->clock_size;
		memcpy(new.clock, g->clock, sizeof new.clock);
	}
	new.snapshot = g->snapshot;
	new.snapshot_size = g->snapshot_size;
	r = put_game(c, &new);
out:
	mem_leave(c);
	return r;
}

/* --- seats ------------------------------------------------------------- */

/* The next taken seat of a game from place *at in the table; NULL at the end. */
static const struct store_seat *next_seat(struct store_conn *c, int64_t number, size_t *at)
{
	int64_t game, seat;
	struct mem_key key;

	while (*at < mem_count(c, MEM_SEATS)) {
		const struct mem_value *v = mem_at(c, MEM_SEATS, (*at)++, &key);

		mem_key_parts(&key, &game, &seat);
		if (game != number)
			break;
		if (v)
			return (const struct store_seat *)v->bytes;
	}
	return NULL;
}

static size_t first_seat(struct store_conn *c, int64_t number)
{
	return mem_seek(c, MEM_SEATS, mem_key_numbers(number, 0));
}

static int clashes(struct store_conn *c, int64_t number, const struct store_seat *seat)
{
	size_t at = first_seat(c, number);
	const struct store_seat *taken;

	while ((taken = next_seat(c, number, &at)))
		if (taken->seat == seat->seat || strcmp(taken->colour, seat->colour) == 0
		 || (*seat->player && strcmp(taken->player, seat->player) == 0))
			return 1;
	return 0;
}

enum store_result mem_seat_claim(struct store_conn *c, const char *game, const struct store_seat *seat)
{
	const struct mem_value *v;
	const struct store_game *g;
	enum store_result r = STORE_NOT_FOUND;

	mem_enter(c);
	v = game_value(c, game);
	if (!v)
		goto out;
	g = &((const struct mem_game *)v->bytes)->game;
	if (seat->seat >= g->seat_count)
		r = store_fail(c, STORE_CONFLICT, "game %s has no seat %d", game, seat->seat);
	else if (clashes(c, g->number, seat))
		r = store_fail(c, STORE_CONFLICT, "seat, colour or player is there already");
	else if (*seat->player && !mem_get(c, MEM_PLAYERS, mem_key_text(seat->player)))
		r = store_fail(c, STORE_NOT_FOUND, "no player %s", seat->player);
	else
		r = mem_put(c, MEM_SEATS, mem_key_numbers(g->number, seat->seat), seat, sizeof *seat, NULL, 0);
	if (r == STORE_OK)
		r = mem_sits_down(c, g->number, seat->player);
out:
	mem_leave(c);
	return r;
}

enum store_result mem_seat_leave(struct store_conn *c, const char *game, int seat)
{
	const struct mem_value *v;
	struct mem_key key;
	int64_t number;
	enum store_result r = STORE_NOT_FOUND;

	mem_enter(c);
	number = mem_game_number(c, game);
	if (!number)
		goto out;
	key = mem_key_numbers(number, seat);
	v = seat >= 0 ? mem_get(c, MEM_SEATS, key) : NULL;
	r = v ? mem_stands_up(c, number, ((const struct store_seat *)v->bytes)->player)
		: store_fail(c, STORE_NOT_FOUND, "nobody sits on seat %d", seat);
	if (r == STORE_OK)
		r = mem_delete(c, MEM_SEATS, key);
out:
	mem_leave(c);
	return r;
}

/* On another seat of the game. */
static int sits_elsewhere(struct store_conn *c, int64_t number, const struct store_seat *seat)
{
	size_t at = first_seat(c, number);
	const struct store_seat *taken;

	while ((taken = next_seat(c, number, &at)))
		if (taken->seat != seat->seat && *seat->player && strcmp(taken->player, seat->player) == 0)
			return 1;
	return 0;
}

enum store_result mem_seat_change(struct store_conn *c, const char *game, const struct store_seat *seat)
{
	const struct mem_value *v;
	struct store_seat row;
	struct mem_key key;
	int64_t number;
	enum store_result r = STORE_NOT_FOUND;

	mem_enter(c);
	number = mem_game_number(c, game);
	if (!number)
		goto out;
	key = mem_key_numbers(number, seat->seat);
	v = mem_get(c, MEM_SEATS, key);
	if (!v) {
		r = store_fail(c, STORE_NOT_FOUND, "nobody sits on seat %d", seat->seat);
	} else if (sits_elsewhere(c, number, seat)) {
		r = store_fail(c, STORE_CONFLICT, "the player sits on another seat");
	} else if (*seat->player && !mem_get(c, MEM_PLAYERS, mem_key_text(seat->player))) {
		r = store_fail(c, STORE_NOT_FOUND, "no player %s", seat->player);
	} else {
		row = *(const struct store_seat *)v->bytes;
		if (strcmp(row.player, seat->player) != 0 && (r = mem_stands_up(c, number, row.player)) == STORE_OK)
			r = mem_sits_down(c, number, seat->player);
		else
			r = STORE_OK;
		memcpy(row.player, seat->player, sizeof row.player);
		memcpy(row.name, seat->name, sizeof row.name);
		row.taken_at = seat->taken_at;
		row.stand_in = seat->stand_in;
		row.offered_at = seat->offered_at;
		row.missed = seat->missed;
		row.hands = seat->hands;
		if (r == STORE_OK)
			r = mem_put(c, MEM_SEATS, key, &row, sizeof row, NULL, 0);
	}
out:
	mem_leave(c);
	return r;
}

enum store_result mem_seats(struct store_conn *c, const char *game, struct store_seat *out, int max, int *count)
{
	const struct store_seat *seat;
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;
	size_t at;
	int n = 0;

	mem_enter(c);
	number = mem_game_number(c, game);
	if (!number)
		goto out;
	at = first_seat(c, number);
	while (n < max && (seat = next_seat(c, number, &at)))
		out[n++] = *seat;
	*count = n;
	r = STORE_OK;
out:
	mem_leave(c);
	return r;
}

/* --- lists ------------------------------------------------------------- */

int mem_sits_in(struct store_conn *c, int64_t number, const char *player)
{
	size_t at = first_seat(c, number);
	const struct store_seat *seat;

	while ((seat = next_seat(c, number, &at)))
		if (strcmp(seat->player, player) == 0)
			return 1;
	return 0;
}

static int has_free_seat(struct store_conn *c, const struct store_game *g)
{
	size_t at = first_seat(c, g->number);
	int taken = 0;

	while (next_seat(c, g->number, &at))
		taken++;
	return g->status == STORE_LOBBY && taken < g->seat_count;
}

static int has_offered_seat(struct store_conn *c, const struct store_game *g)
{
	size_t at = first_seat(c, g->number);
	const struct store_seat *seat;

	while ((seat = next_seat(c, g->number, &at)))
		if (seat->offered_at)
			return g->status == STORE_ACTIVE && g->visibility == STORE_PUBLIC;
	return 0;
}

static int given(const char *text)
{
	return text && *text;
}

static int passes(struct store_conn *c, const struct store_game *g, const struct store_filter *f)
{
	if (f->status >= 0 && g->status != f->status)
		return 0;
	if (given(f->ruleset) && strcmp(g->ruleset, f->ruleset) != 0)
		return 0;
	if (f->open_seats && !has_free_seat(c, g))
		return 0;
	if (f->offered_seats && !has_offered_seat(c, g))
		return 0;
	if (given(f->player) && !mem_sits_in(c, g->number, f->player))
		return 0;
	return g->visibility == STORE_PUBLIC || f->all
		|| (given(f->viewer) && (strcmp(g->creator, f->viewer) == 0 || mem_sits_in(c, g->number, f->viewer)));
}

enum store_result mem_game_list(struct store_conn *c, const struct store_filter *f,
	store_game_fn *each, void *arg)
{
	size_t at;
	struct mem_key key;
	int shown = 0;

	mem_enter(c);
	at = f->before > 0 ? mem_seek(c, MEM_GAMES, mem_key_numbers(f->before, 0)) : mem_count(c, MEM_GAMES);
	while (at > 0 && (f->limit <= 0 || shown < f->limit)) {
		const struct mem_value *v = mem_at(c, MEM_GAMES, --at, &key);
		const struct store_game *g = v ? &((const struct mem_game *)v->bytes)->game : NULL;

		if (!g || !passes(c, g, f))
			continue;
		if (each(arg, g))
			break;
		shown++;
	}
	mem_leave(c);
	return STORE_OK;
}

enum store_result mem_unfinished(struct store_conn *c, const char *player, store_unfinished_fn *each, void *arg)
{
	struct mem_key key;

	mem_enter(c);
	for (size_t at = 0; at < mem_count(c, MEM_GAMES); at++) {
		const struct mem_value *v = mem_at(c, MEM_GAMES, at, &key);
		const struct store_game *g = v ? &((const struct mem_game *)v->bytes)->game : NULL;

		if (g && g->status <= STORE_ACTIVE && mem_sits_in(c, g->number, player) && each(arg, g->ruleset, g->status))
			break;
	}
	mem_leave(c);
	return STORE_OK;
}

/*
 * The random player: mostly a listed action, now and then undo, a resignation
 * or a time-out.
 */
#include "tests/engine/conformance_inside.h"
#include "engine/core/step.h"

#include <string.h>

static int tiles_around(const struct board *b, const struct action *a)
{
	int count = 0;

	for (int y = a->y - 1; y <= a->y + 1; y++)
		for (int x = a->x - 1; x <= a->x + 1; x++)
			count += board_tile_at(b, x, y) != BOARD_NO_TILE;
	return count;
}

static const struct { int x, y; } beside[PORT_SIDES] = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } };

/* Occupied features that end at the sides of a field. */
static int joins(const struct run *r, int x, int y)
{
	const struct board *b = &r->g.board;
	int roots[PORT_SIDES], count = 0;

	for (int side = 0; side < PORT_SIDES; side++) {
		int tile = board_tile_at(b, x + beside[side].x, y + beside[side].y), segment, root, known = 0;

		if (tile == BOARD_NO_TILE)
			continue;
		segment = board_kind(b, r->ts, tile)->at[b->tiles[tile].rotation][(side + 2) % PORT_SIDES];
		if (segment == SEGMENT_NONE)
			continue;
		root = feature_root(b, board_node(b, tile, segment));
		for (int i = 0; i < count; i++)
			known |= roots[i] == root;
		if (!known && feature_occupied(&r->g, root))
			roots[count++] = root;
	}
	return count;
}

/* How much a player likes to lay the tile there who joins many features at once, and prepares for it. */
static int joining(const struct run *r, const struct action *a)
{
	const struct kind *kind = &r->ts->kinds[r->ts->faces[r->g.now.hand].kind];
	int joined = joins(r, a->x, a->y), value = joined > 1 ? joined * joined * joined : 0;

	for (int side = 0; side < PORT_SIDES; side++) {
		int x = a->x + beside[side].x, y = a->y + beside[side].y;

		if (kind->at[a->rotation][side] != SEGMENT_NONE && board_tile_at(&r->g.board, x, y) == BOARD_NO_TILE)
			value += 6 * joins(r, x, y);
	}
	return value;
}

/* How much a player likes an action who builds compactly, or one who joins features. */
static int merit(const struct run *r, const struct action *a, unsigned mix, int holes)
{
	const struct kind *kind;
	int around;

	if (a->type == ACTION_PLACE) {
		around = mix & MIX_COMPACT ? tiles_around(&r->g.board, a) : 0;
		around = holes && around > 5 ? 0 : around;
		return around + (mix & MIX_JOIN ? joining(r, a) : 0);
	}
	if (a->type != ACTION_ISLANDER && a->type != ACTION_MEEPLE)
		return 0;
	kind = board_kind(&r->g.board, r->ts, r->g.now.placed);
	return 1 + (a->segment == kind->centre || a->planet);
}

/* A listed action, with a taste for islanders and deliveries. */
static struct action pick(struct run *r, unsigned mix)
{
	struct action a = r->legal.at[dice_roll(r->dice, (unsigned)r->legal.count)];
	int holes = mix & MIX_HOLES && dice_roll(r->dice, 6) != 0;

	for (int tries = mix & (MIX_COMPACT | MIX_JOIN) ? 12 : 3; tries > 0; tries--) {
		struct action b = r->legal.at[dice_roll(r->dice, (unsigned)r->legal.count)];

		if ((mix & (MIX_COMPACT | MIX_JOIN) && merit(r, &b, mix, holes) > merit(r, &a, mix, holes)) ||
		    (a.type == ACTION_SKIP && dice_roll(r->dice, 2) == 0) ||
		    (a.type == ACTION_RETRIEVE && dice_roll(r->dice, 3) != 0) ||
		    (a.type == ACTION_END_TURN && dice_roll(r->dice, 4) != 0))
			a = b;
	}
	return a;
}

/* The same action by another name, if it has one and chance finds it. */
static struct action rename_action(struct run *r, const struct action *a)
{
	const struct action_row *row = ruleset_action(game_ruleset(&r->g), (enum action_type)a->type);

	for (int tries = 0; tries < 8 && r->row != NULL && r->row->canonical != NULL; tries++) {
		const struct placed *t = &r->g.board.tiles[dice_roll(r->dice, r->g.board.tile_count)];
		struct action b = *a, c;

		if (row->field_count != 3 || row->fields[0] != FIELD_X || row->fields[2] != FIELD_SEGMENT)
			break;
		b.x = t->x;
		b.y = t->y;
		b.segment = (uint8_t)dice_roll(r->dice, r->ts->kinds[r->ts->faces[t->face].kind].segment_count);
		c = conformance_canonical(r, &b);
		if (memcmp(&c, a, sizeof c) == 0)
			return b;
	}
	return *a;
}

static int waited_for(const struct run *r)
{
	int seat = 0;

	while (!(game_waiting_for(&r->g) >> seat & 1))
		seat++;
	return seat;
}

struct action conformance_pick(struct run *r, unsigned mix)
{
	struct action a = { 0 };

	if (mix & MIX_UNDO && dice_roll(r->dice, 12) == 0 && game_may_undo(&r->g, r->g.now.seat)) {
		a.type = ACTION_UNDO;
		a.seat = r->g.now.seat;
		r->stats->undone++;
	} else if (mix & MIX_TIMEOUT && dice_roll(r->dice, 40) == 0) {
		a.type = ACTION_TIMEOUT;
		a.seat = (uint8_t)waited_for(r);
		r->stats->timed_out++;
	} else if (mix & MIX_RESIGN && dice_roll(r->dice, r->g.now.phase == PHASE_DECIDE || r->g.now.phase == PHASE_BATTLE ? 20 : 150) == 0) {
		a.type = ACTION_RESIGN;
		do
			a.seat = (uint8_t)dice_roll(r->dice, r->g.seat_count);
		while (!game_may_resign(&r->g, a.seat));
		r->stats->resigned++;
	} else {
		a = pick(r, mix);
		a = rename_action(r, &a);
	}
	return a;
}

/*
 * legal.c - everything that a seat may do now, in a fixed order.
 */
#include "star_wars.h"

#include "../core/turn.h"

/* SW-2: the segments of the tile by position, then planets around it by y, x. */
static int list_meeples(const struct game *g, const struct tileset *ts, struct action a,
	game_action_fn *each, void *arg)
{
	const struct kind *kind = board_kind(&g->board, ts, g->now.placed);
	uint8_t tiles[8];
	int count = sw_planets_around(g, ts, tiles), stop = 0;

	for (int segment = 0; segment < kind->segment_count && !stop; segment++) {
		a.segment = (uint8_t)segment;
		if (sw_may_place(g, ts, segment))
			stop = each(arg, &a);
	}
	a.segment = 0;
	a.planet = 1;
	for (int i = 0; i < count && !stop; i++) {
		a.x = g->board.tiles[tiles[i]].x;
		a.y = g->board.tiles[tiles[i]].y;
		stop = each(arg, &a);
	}
	return stop;
}

static int list_pieces(const struct game *g, const struct tileset *ts, int seat, game_action_fn *each, void *arg)
{
	struct action a = {.type = ACTION_MEEPLE, .seat = (uint8_t)seat};
	struct action skip = {.type = ACTION_SKIP, .seat = (uint8_t)seat};
	int stop = 0;

	for (int size = SW_SIZE_SMALL; size <= SW_SIZE_LARGE && !stop; size++) {
		a.size = (uint8_t)size;
		if (sw_supply(g, seat, (enum sw_size)size) > 0)
			stop = list_meeples(g, ts, a, each, arg);
	}
	return stop ? stop : each(arg, &skip);
}

/* SW-3.8: each battle by the first segment of its feature. */
static int list_battles(const struct game *g, const struct tileset *ts, int seat, game_action_fn *each, void *arg)
{
	struct action a = {.type = ACTION_BATTLE, .seat = (uint8_t)seat};
	struct sw_order battles;
	int stop = 0;

	sw_battles(g, ts, &battles);
	for (int i = 0; i < battles.count && !stop; i++) {
		int node = sw_order_root(&battles, i);
		const struct placed *tile = &g->board.tiles[board_node_tile(&g->board, node)];

		a.x = tile->x;
		a.y = tile->y;
		a.segment = (uint8_t)(node - tile->first_node);
		stop = each(arg, &a);
	}
	return stop;
}

int sw_legal(const struct game *g, const struct tileset *ts, int seat, game_action_fn *each, void *arg)
{
	struct action draw = {.type = ACTION_DRAW, .seat = (uint8_t)seat};

	switch ((enum phase)g->now.phase) {
	case PHASE_DRAW:
		return each(arg, &draw);
	case PHASE_PLACE:
		return turn_list_places(g, ts, seat, each, arg);
	case PHASE_PIECE:
		return list_pieces(g, ts, seat, each, arg);
	case PHASE_BATTLE:
		return list_battles(g, ts, seat, each, arg);
	case PHASE_DECIDE:
	case PHASE_DELIVER:
	case PHASE_OVER:
		break;
	}
	return 0;
}

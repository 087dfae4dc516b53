/*
 * legal.c - everything that a seat may do now, in a fixed order.
 */
#include "star_wars.h"

#include "../core/turn.h"

/* Where a meeple may go, of whatever size. */
struct spots {
	unsigned segments;	/* bit per segment of the tile just placed */
	int planets;		/* around it */
	uint8_t tiles[8];
};

static void find_spots(const struct game *g, const struct tileset *ts, struct spots *spots)
{
	const struct kind *kind = board_kind(&g->board, ts, g->now.placed);

	spots->segments = 0;
	for (int segment = 0; segment < kind->segment_count; segment++)
		spots->segments |= (unsigned)sw_may_place(g, ts, segment) << segment;
	spots->planets = sw_planets_around(g, ts, spots->tiles);
}

/* SW-2: the segments of the tile by position, then planets around it by y, x. */
static int list_meeples(const struct game *g, const struct spots *spots, struct action a,
	game_action_fn *each, void *arg)
{
	int stop = 0;

	for (int segment = 0; spots->segments >> segment && !stop; segment++) {
		a.segment = (uint8_t)segment;
		if (spots->segments >> segment & 1)
			stop = each(arg, &a);
	}
	a.segment = 0;
	a.planet = 1;
	for (int i = 0; i < spots->planets && !stop; i++) {
		a.x = g->board.tiles[spots->tiles[i]].x;
		a.y = g->board.tiles[spots->tiles[i]].y;
		stop = each(arg, &a);
	}
	return stop;
}

static int list_pieces(const struct game *g, const struct tileset *ts, int seat, game_action_fn *each, void *arg)
{
	struct action a = {.type = ACTION_MEEPLE, .seat = (uint8_t)seat};
	struct action skip = {.type = ACTION_SKIP, .seat = (uint8_t)seat};
	struct spots spots;
	int stop = 0;

	find_spots(g, ts, &spots);
	for (int size = SW_SIZE_SMALL; size <= SW_SIZE_LARGE && !stop; size++) {
		a.size = (uint8_t)size;
		if (sw_supply(g, seat, (enum sw_size)size) > 0)
			stop = list_meeples(g, &spots, a, each, arg);
	}
	return stop ? stop : each(arg, &skip);
}

/* SW-3.8: each battle by the first segment of its feature. */
static int list_battles(const struct game *g, const struct tileset *ts, int seat, game_action_fn *each, void *arg)
{
	struct action a = {.type = ACTION_BATTLE, .seat = (uint8_t)seat};
	struct feature_order battles;
	int stop = 0;

	sw_battles(g, ts, &battles);
	for (int i = 0; i < battles.count && !stop; i++) {
		int node = feature_order_root(&battles, i);
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

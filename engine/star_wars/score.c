/*
 * score.c - what features are worth (SW-4, SW-5.2).
 *
 * Meeples leave a feature when it is scored, and a feature completes only by
 * the tile of the turn.  So a meeple on a complete feature always means that
 * this turn has to score it: no list of things to do is kept.
 */
#include "star_wars.h"

#include <string.h>


enum { SYMBOL_POINTS = 2 };	/* SW-4.4 */

static int planet_tile(const struct game *g, int root)
{
	return board_node_tile(&g->board, root);
}

void sw_symbols(const struct game *g, const struct tileset *ts, int root, int counts[4])
{
	const struct board *b = &g->board;
	int node = root;

	memset(counts, 0, 4 * sizeof(*counts));
	do {
		int tile = board_node_tile(b, node);

		counts[board_kind(b, ts, tile)->segments[node - b->tiles[tile].first_node].mark]++;
		node = feature_next(b, node);
	} while (node != root);
	counts[SW_NEUTRAL] = 0;
}

int sw_worth(const struct game *g, const struct tileset *ts, int root, int final)
{
	int symbols[4], points = 0;

	switch (feature_shape(&g->board, ts, root)) {
	case SHAPE_CENTRE:	/* SW-4.3, SW-5.2 */
		points = 1 + board_neighbours(&g->board, planet_tile(g, root));
		break;
	case SHAPE_LAND:	/* SW-4.2, SW-5.2 */
		points = feature_tiles(&g->board, root) * (final ? 1 : 2);
		break;
	case SHAPE_LINE:	/* SW-4.1 */
		points = feature_tiles(&g->board, root);
		break;
	case SHAPE_OPEN:
		break;
	}
	sw_symbols(g, ts, root, symbols);
	return points + SYMBOL_POINTS * (symbols[SW_REBELS] + symbols[SW_EMPIRE] + symbols[SW_HUNTERS]);
}

/* SW-4.5: the one side in the feature scores; its meeples go home unless the game is over. */
static void score_feature(struct game *g, const struct tileset *ts, int root, int final, struct events *events)
{
	struct event *e = event_add(events, EVENT_FEATURE_SCORED, SEAT_NONE);
	int worth = sw_worth(g, ts, root, final);

	e->a = (int16_t)root;
	e->b = (int16_t)worth;
	e->small[0] = (uint8_t)final;
	for (int i = g->now.piece_count - 1; i >= 0; i--) {
		int seat = g->now.pieces[i].seat;

		if (feature_root(&g->board, g->now.pieces[i].node) != root)
			continue;
		e->small[1] = (uint8_t)sw_side(g, seat);
		e->amounts[seat]++;
		if (!final)
			pieces_remove(&g->now, i);
	}
	sw_state(&g->now)->scores[e->small[1]] += (uint32_t)worth;
}

/* Whether the turn has completed the feature; a planet only by a tile around it. */
static int is_due(const struct game *g, const struct tileset *ts, int root)
{
	const struct placed *tile, *last;

	if (feature_open_ends(&g->board, root) > 0)
		return 0;
	if (feature_shape(&g->board, ts, root) != SHAPE_CENTRE)
		return 1;
	tile = &g->board.tiles[planet_tile(g, root)];
	last = &g->board.tiles[g->now.placed];
	return tile->x - last->x <= 1 && last->x - tile->x <= 1 &&
		tile->y - last->y <= 1 && last->y - tile->y <= 1 &&
		feature_ends_to_come(&g->board, ts, root) == 0;
}

void sw_score_features(struct game *g, const struct tileset *ts, int final, struct events *events)
{
	struct feature_order order;

	order.count = 0;
	for (int i = 0; i < g->now.piece_count; i++) {
		int root = feature_root(&g->board, g->now.pieces[i].node);

		if (final || is_due(g, ts, root))
			feature_order_add(&order, sw_rank(feature_shape(&g->board, ts, root)), root);
	}
	for (int i = 0; i < order.count; i++)
		score_feature(g, ts, feature_order_root(&order, i), final, events);
}

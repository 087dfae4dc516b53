/*
 * A game against what the oracles of all games know of a table.
 */
#include "tests/engine/conformance_compare.h"

#include <stdio.h>

#include "engine/core/step.h"

int conformance_differs(char why[CONFORMANCE_WHY], const char *what, long engine, long oracle)
{
	snprintf(why, CONFORMANCE_WHY, "%s is %ld and not %ld", what, engine, oracle);
	return -1;
}

static int same_turn(const struct oracle_core *c, const struct oracle_turn *t, const struct game *g,
	char why[CONFORMANCE_WHY])
{
	SAME("phase", g->now.phase, t->phase);
	SAME("seat on turn", g->now.seat, t->seat);
	SAME("turn number", g->now.number, t->number);
	SAME("tile in hand", g->now.hand, t->hand);
	if (t->phase != PHASE_OVER) {
		SAME("placed tile", g->now.placed, t->placed);
		SAME("closing", g->now.closing, t->closing);
	}
	SAME("reason", g->now.over_reason, t->over_reason);
	SAME("winners", g->now.winners, t->winners);
	SAME("tiles set aside", g->now.aside_count, t->aside_count);
	for (int i = 0; i < t->aside_count; i++)
		SAME("tile set aside", g->now.aside[i], t->aside[i]);
	for (int seat = 0; seat < c->seats; seat++)
		SAME("seat resigned", g->now.seat_state[seat] == SEAT_RESIGNED, t->resigned[seat]);
	return 0;
}

static int same_bag(const uint8_t *rest, int left, const struct game *g, char why[CONFORMANCE_WHY])
{
	SAME("tiles in the bag", game_bag_left(g), left);
	for (int i = 0; i < left; i++)
		SAME("tile in the bag", g->bag[g->now.drawn + i], rest[i]);
	return 0;
}

static int same_pieces(const struct oracle_turn *t, const struct game *g, char why[CONFORMANCE_WHY])
{
	SAME("pieces on the board", g->now.piece_count, t->piece_count);
	for (int i = 0; i < t->piece_count; i++) {
		const struct oracle_piece *p = &t->pieces[i];

		SAME("seat of a piece", g->now.pieces[i].seat, p->seat);
		SAME("size of a piece", g->now.pieces[i].size, p->size);
		SAME("tile of a piece", board_node_tile(&g->board, g->now.pieces[i].node), p->tile);
		SAME("segment of a piece", board_node_segment(&g->board, g->now.pieces[i].node), p->segment);
	}
	return 0;
}

/* Returns the number of its segments. */
static int same_region(const struct oracle_core *c, const struct game *g, int label, char why[CONFORMANCE_WHY])
{
	const struct oracle_region *r = &c->regions[label];
	int root = board_node(&g->board, r->first_tile, r->first_segment), node = root, segments = 0;

	SAME("root of a feature", feature_root(&g->board, root), root);
	SAME("open ends", feature_open_ends(&g->board, root), r->open);
	SAME("shape", feature_shape(&g->board, c->ts, root), r->shape);
	SAME("tiles of a feature", feature_tiles(&g->board, root), r->tiles);
	SAME("occupied", feature_occupied(g, root), r->pieces > 0);
	if (r->shape == SHAPE_CENTRE)
		SAME("tiles around", board_neighbours(&g->board, r->first_tile), oracle_neighbours(c, r->first_tile));
	do {
		SAME("feature of a node", feature_root(&g->board, node), root);
		SAME("label of a node", c->label[board_node_tile(&g->board, node)][board_node_segment(&g->board, node)], label);
		node = feature_next(&g->board, node);
	} while (node != root && ++segments < TILESET_NODES_MAX);
	return segments + 1;
}

/* The same features: each ring is one label, and the rings cover all nodes. */
static int same_board(const struct oracle_core *c, const struct game *g, char why[CONFORMANCE_WHY])
{
	int segments = 0;

	SAME("tiles on the board", g->board.tile_count, c->tile_count);
	for (int i = 0; i < c->tile_count; i++) {
		const struct oracle_tile *t = &c->tiles[i];

		SAME("x of a tile", g->board.tiles[i].x, t->x);
		SAME("y of a tile", g->board.tiles[i].y, t->y);
		SAME("face of a tile", g->board.tiles[i].face, t->face);
		SAME("rotation of a tile", g->board.tiles[i].rotation, t->rotation);
		SAME("tile at a place", board_tile_at(&g->board, t->x, t->y), i);
	}
	for (int i = 0; i < c->region_count; i++) {
		int count = same_region(c, g, i, why);

		if (count < 0)
			return -1;
		segments += count;
	}
	SAME("segments in all features", segments, g->board.node_count);
	return 0;
}

int conformance_same_table(const struct oracle_core *c, const struct oracle_turn *t, const uint8_t *rest, int left,
	const struct game *g, char why[CONFORMANCE_WHY])
{
	return same_turn(c, t, g, why) < 0 || same_bag(rest, left, g, why) < 0 || same_pieces(t, g, why) < 0 ||
		same_board(c, g, why) < 0 ? -1 : 0;
}

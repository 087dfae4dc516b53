/*
 * South Seas for the conformance run: its oracle, and what is compared with it.
 */
#include <stdio.h>
#include <string.h>

#include "engine/core/step.h"
#include "engine/south_seas/south_seas.h"
#include "tests/engine/conformance.h"
#include "tests/engine/oracle.h"

static int differs(char why[CONFORMANCE_WHY], const char *what, long engine, long oracle)
{
	snprintf(why, CONFORMANCE_WHY, "%s is %ld and not %ld", what, engine, oracle);
	return -1;
}

#define SAME(what, engine, oracle) \
	do { \
		if ((long)(engine) != (long)(oracle)) \
			return differs(why, what, (long)(engine), (long)(oracle)); \
	} while (0)

static int compare_turn(const struct oracle *o, const struct game *g, char why[CONFORMANCE_WHY])
{
	const struct oracle_state *s = &o->now;
	int over = s->phase == PHASE_OVER;

	SAME("phase", g->now.phase, s->phase);
	SAME("seat on turn", g->now.seat, s->turn);
	SAME("turn number", g->now.number, s->number);
	SAME("tile in hand", g->now.hand, s->hand);
	SAME("tiles drawn", g->now.drawn, s->drawn);
	SAME("decider", g->now.decider, s->decider);
	SAME("waiting", game_waiting_for(g), oracle_waiting_for(o));
	if (!over) {
		SAME("placed tile", g->now.placed, s->placed);
		SAME("closing", g->now.closing, s->closing);
	}
	SAME("reason", g->now.over_reason, s->over_reason);
	SAME("winners", g->now.winners, s->winners);
	SAME("tiles set aside", g->now.aside_count, s->aside_count);
	for (int i = 0; i < s->aside_count; i++)
		SAME("tile set aside", g->now.aside[i], s->aside[i]);
	for (int i = s->drawn; i < o->bag_count; i++)
		SAME("tile in the bag", g->bag[i], o->bag[i]);
	return 0;
}

static int compare_seats(const struct oracle *o, const struct game *g, char why[CONFORMANCE_WHY])
{
	const struct ss_state *ss = ss_look(&g->now);

	for (int seat = 0; seat < o->seats; seat++) {
		SAME("seat resigned", g->now.seat_state[seat] == SEAT_RESIGNED, o->now.resigned[seat]);
		for (int w = 0; w < WARES; w++)
			SAME("wares of a seat", ss->wares[seat][w], o->now.wares[seat][w]);
		SAME("score", game_score(g, o->ts, seat), oracle_score(o, seat));
		if (!o->now.resigned[seat])
			SAME("supply", ss_supply(g, seat), oracle_supply(o, seat));
	}
	SAME("ships face up", ss->row_count, o->now.row_count);
	for (int i = 0; i < o->now.row_count; i++)
		SAME("ship in the row", ss->row[i], o->now.row[i]);
	SAME("ships turned up", ss->turned_up, o->now.pile_used);
	for (int i = o->now.pile_used; i < o->ts->ship_count; i++)
		SAME("ship in the pile", ss->pile[i], o->pile[i]);
	for (int i = 0; i < o->ts->ship_count; i++)
		SAME("owner of a ship", ss->owner[i], o->now.owner[i]);
	return 0;
}

static int compare_tokens(const struct oracle *o, const struct game *g, char why[CONFORMANCE_WHY])
{
	const struct ss_state *ss = ss_look(&g->now);

	SAME("islanders on the board", g->now.piece_count, o->now.piece_count);
	for (int i = 0; i < o->now.piece_count; i++) {
		const struct oracle_piece *p = &o->now.pieces[i];

		SAME("seat of an islander", g->now.pieces[i].seat, p->seat);
		SAME("tile of an islander", board_node_tile(&g->board, g->now.pieces[i].node), p->tile);
		SAME("segment of an islander", board_node_segment(&g->board, g->now.pieces[i].node), p->segment);
	}
	SAME("covered groups", ss->covered_count, o->now.boat_count);
	for (int i = 0; i < o->now.boat_count; i++) {
		const struct oracle_boat *b = &o->now.boats[i];

		SAME("covered group", ss->covered[i], ss_group(board_node(&g->board, b->tile, b->segment), b->group));
	}
	return 0;
}

static int compare_feature(const struct oracle *o, const struct game *g, const struct oracle_feature *f,
	char why[CONFORMANCE_WHY])
{
	int root = board_node(&g->board, f->first_tile, f->first_segment), node = root, segments = 0, label;

	label = o->label[f->first_tile][f->first_segment];
	SAME("root of a feature", feature_root(&g->board, root), root);
	SAME("open ends", feature_open_ends(&g->board, root), f->open);
	SAME("shape", feature_shape(&g->board, o->ts, root), f->shape);
	SAME("tiles of a feature", feature_tiles(&g->board, root), f->tiles);
	SAME("occupied", feature_occupied(g, root), f->pieces > 0);
	switch ((enum shape)f->shape) {
	case SHAPE_LINE:
		SAME("shells", ss_worth(g, o->ts, root), f->symbols[0]);
		break;
	case SHAPE_LAND:
		SAME("bananas", ss_worth(g, o->ts, root), f->symbols[1]);
		break;
	case SHAPE_OPEN:
		SAME("fish", ss_worth(g, o->ts, root), f->fish);
		break;
	case SHAPE_CENTRE:
		SAME("neighbours of a market", board_neighbours(&g->board, f->first_tile),
			oracle_neighbours(o, f->first_tile));
		break;
	}
	do {
		SAME("feature of a node", feature_root(&g->board, node), root);
		SAME("label of a node", o->label[board_node_tile(&g->board, node)][board_node_segment(&g->board, node)], label);
		node = feature_next(&g->board, node);
	} while (node != root && ++segments < TILESET_NODES_MAX);
	return segments + 1;
}

/* The same features: each ring is one label, and the rings cover all nodes. */
static int compare_board(const struct oracle *o, const struct game *g, char why[CONFORMANCE_WHY])
{
	int segments = 0;

	SAME("tiles on the board", g->board.tile_count, o->now.tile_count);
	for (int i = 0; i < o->now.tile_count; i++) {
		const struct oracle_tile *t = &o->now.tiles[i];

		SAME("x of a tile", g->board.tiles[i].x, t->x);
		SAME("y of a tile", g->board.tiles[i].y, t->y);
		SAME("face of a tile", g->board.tiles[i].face, t->face);
		SAME("rotation of a tile", g->board.tiles[i].rotation, t->rotation);
		SAME("tile at a place", board_tile_at(&g->board, t->x, t->y), i);
	}
	for (int i = 0; i < o->feature_count; i++) {
		int count = compare_feature(o, g, &o->features[i], why);

		if (count < 0)
			return -1;
		segments += count;
	}
	SAME("segments in all features", segments, g->board.node_count);
	return 0;
}

static int compare(void *oracle, const struct game *g, char why[CONFORMANCE_WHY])
{
	const struct oracle *o = oracle;

	return compare_turn(o, g, why) < 0 || compare_seats(o, g, why) < 0 ||
		compare_board(o, g, why) < 0 || compare_tokens(o, g, why) < 0 ? -1 : 0;
}

static void start(void *oracle, const struct tileset *ts, const struct game_setup *setup)
{
	oracle_start(oracle, ts, setup);
}

static int apply(void *oracle, const struct action *a)
{
	return oracle_apply(oracle, a);
}

static int legal(void *oracle, int seat, struct action *out)
{
	return oracle_legal(oracle, seat, out);
}

static int may_undo(const void *oracle, int seat)
{
	return oracle_may_undo(oracle, seat);
}

static unsigned waiting_for(const void *oracle)
{
	return oracle_waiting_for(oracle);
}

static void scramble(struct game *g, const struct tileset *ts)
{
	struct ss_state *s = ss_state(&g->now);

	for (int i = s->turned_up, j = ts->ship_count - 1; i < j; i++, j--) {
		uint8_t ship = s->pile[i];

		s->pile[i] = s->pile[j];
		s->pile[j] = ship;
	}
}

static const char *const tally_names[ORACLE_TALLIES + 1] = {
	[TALLY_ALONE] = "alone on a feature", [TALLY_MAJORITY] = "majority", [TALLY_TIE] = "tie",
	[TALLY_BOAT_AND_COMPLETE] = "boat in a complete sea", [TALLY_COVER_CHOICE] = "choice of fish",
	[TALLY_COVER_FORCED] = "one group to cover", [TALLY_SHIP_CHOICE] = "own choice of a ship",
	[TALLY_SHIP_CHOICE_OF_ANOTHER] = "choice of a ship by another seat", [TALLY_SHIP_FORCED] = "one best ship",
	[TALLY_TWO_MARKETS] = "two markets at once", [TALLY_SET_ASIDE] = "tile that fits nowhere",
	[TALLY_PENDING_AT_RESIGN] = "resigned with a choice pending",
};

static const long *tally(const void *oracle)
{
	return ((const struct oracle *)oracle)->tally;
}

static const struct conformance_oracle south_seas = {
	"south-seas", sizeof(struct oracle), start, apply, legal, may_undo, waiting_for, compare, scramble,
	tally_names, tally
};

const struct conformance_oracle *const conformance_oracles[] = { &south_seas, NULL };

/*
 * South Seas for the conformance run: its oracle, and what is compared with it.
 */
#include <stddef.h>

#include "engine/south_seas/south_seas.h"
#include "tests/engine/conformance_compare.h"
#include "tests/engine/ss_oracle.h"

static int compare_seats(const struct ss_oracle *o, const struct game *g, char why[CONFORMANCE_WHY])
{
	const struct ss_state *ss = ss_look(&g->now);

	for (int seat = 0; seat < o->core.seats; seat++) {
		for (int w = 0; w < WARES; w++)
			SAME("wares of a seat", ss->wares[seat][w], o->now.wares[seat][w]);
		SAME("score", game_score(g, o->core.ts, seat), ss_oracle_score(o, seat));
		if (!o->now.turn.resigned[seat])
			SAME("supply", ss_supply(g, seat), ss_oracle_supply(o, seat));
	}
	SAME("ships face up", ss->row_count, o->now.row_count);
	for (int i = 0; i < o->now.row_count; i++)
		SAME("ship in the row", ss->row[i], o->now.row[i]);
	SAME("ships turned up", ss->turned_up, o->now.pile_used);
	for (int i = o->now.pile_used; i < o->core.ts->ship_count; i++)
		SAME("ship in the pile", ss->pile[i], o->pile[i]);
	for (int i = 0; i < o->core.ts->ship_count; i++)
		SAME("owner of a ship", ss->owner[i], o->now.owner[i]);
	return 0;
}

static int compare_tokens(const struct ss_oracle *o, const struct game *g, char why[CONFORMANCE_WHY])
{
	const struct ss_state *ss = ss_look(&g->now);

	SAME("covered groups", ss->covered_count, o->now.boat_count);
	for (int i = 0; i < o->now.boat_count; i++) {
		const struct ss_oracle_boat *b = &o->now.boats[i];

		SAME("covered group", ss->covered[i], ss_group(board_node(&g->board, b->tile, b->segment), b->group));
	}
	return 0;
}

static int compare_features(const struct ss_oracle *o, const struct game *g, char why[CONFORMANCE_WHY])
{
	for (int i = 0; i < o->core.region_count; i++) {
		const struct oracle_region *r = &o->core.regions[i];
		const struct ss_oracle_feature *f = &o->features[i];
		int root = board_node(&g->board, r->first_tile, r->first_segment);

		switch ((enum shape)r->shape) {
		case SHAPE_LINE:
			SAME("shells", ss_worth(g, o->core.ts, root), f->symbols[0]);
			break;
		case SHAPE_LAND:
			SAME("bananas", ss_worth(g, o->core.ts, root), f->symbols[1]);
			break;
		case SHAPE_OPEN:
			SAME("fish", ss_worth(g, o->core.ts, root), f->fish);
			break;
		case SHAPE_CENTRE:
			break;
		}
	}
	return 0;
}

static int compare(void *oracle, const struct game *g, const struct events *events, char why[CONFORMANCE_WHY])
{
	const struct ss_oracle *o = oracle;

	(void)events;
	SAME("decider", g->now.decider, o->now.decider);
	SAME("waiting", game_waiting_for(g), ss_oracle_waiting_for(o));
	return conformance_same_table(&o->core, &o->now.turn, o->core.bag + o->now.drawn,
			o->core.bag_count - o->now.drawn, g, why) < 0 || compare_seats(o, g, why) < 0 ||
		compare_features(o, g, why) < 0 || compare_tokens(o, g, why) < 0 ? -1 : 0;
}

static void start(void *oracle, const struct tileset *ts, const struct game_setup *setup)
{
	ss_oracle_start(oracle, ts, setup);
}

static int apply(void *oracle, const struct action *a)
{
	return ss_oracle_apply(oracle, a);
}

static int legal(void *oracle, int seat, struct action *out)
{
	return ss_oracle_legal(oracle, seat, out);
}

static int may_undo(const void *oracle, int seat)
{
	return ss_oracle_may_undo(oracle, seat);
}

static unsigned waiting_for(const void *oracle)
{
	return ss_oracle_waiting_for(oracle);
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
	return ((const struct ss_oracle *)oracle)->tally;
}

const struct conformance_oracle conformance_ss = {
	.ruleset = "south-seas",
	.size = sizeof(struct ss_oracle),
	.start = start,
	.apply = apply,
	.legal = legal,
	.may_undo = may_undo,
	.waiting_for = waiting_for,
	.compare = compare,
	.scramble = scramble,
	.tally_names = tally_names,
	.tally = tally,
	.phases = 1u << PHASE_DRAW | 1u << PHASE_PLACE | 1u << PHASE_PIECE | 1u << PHASE_DECIDE | 1u << PHASE_DELIVER,
	.ends = 1u << OVER_LAST_TILE | 1u << OVER_LAST_SHIP | 1u << OVER_NO_TILE_FITS | 1u << OVER_ONE_SEAT_LEFT,
	.tilesets = { { "lagoon", 1 }, { "bazaar", 4 }, { "flotilla", 1 }, { "reef", 1 } },
};

/*
 * Star Wars for the conformance run: its oracle, and what is compared with it.
 * The events are compared, too: nobody else than they tells what was thrown.
 */
#include <stdio.h>
#include <string.h>

#include "engine/star_wars/star_wars.h"
#include "tests/engine/conformance_compare.h"
#include "tests/engine/support.h"
#include "tests/engine/sw_oracle.h"

/* --- the game --- */

static int compare_seats(const struct sw_oracle *o, const struct game *g, char why[CONFORMANCE_WHY])
{
	for (int seat = 0; seat < o->core.seats; seat++) {
		SAME("score", game_score(g, o->core.ts, seat), sw_oracle_score(o, seat));
		if (o->now.turn.resigned[seat])
			continue;
		SAME("small meeples in supply", sw_supply(g, seat, SW_SIZE_SMALL), sw_oracle_supply(o, seat, 0));
		SAME("large meeples in supply", sw_supply(g, seat, SW_SIZE_LARGE), sw_oracle_supply(o, seat, 1));
	}
	SAME("words of the dice", g->rng.used[RNG_DICE], o->dice.used);
	SAME("words of the shuffles", g->rng.used[RNG_TILES], o->core.shuffle.used);
	return 0;
}

static int compare_feature(const struct sw_oracle *o, const struct game *g, int label, char why[CONFORMANCE_WHY])
{
	const struct oracle_region *r = &o->core.regions[label];
	int root = board_node(&g->board, r->first_tile, r->first_segment), complete = sw_oracle_complete(o, label);
	int symbols[4], unlimited;
	uint8_t dice[SW_SIDES];

	SAME("complete", feature_ends_to_come(&g->board, o->core.ts, root) == 0, complete);
	SAME("worth", sw_worth(g, o->core.ts, root, !complete), sw_oracle_worth(o, label));
	SAME("contested", sw_is_contested(g, root), sw_oracle_bits(sw_oracle_sides(o, label)) > 1);
	sw_symbols(g, o->core.ts, root, symbols);
	for (int faction = 1; faction < 4; faction++)
		SAME("symbols of a faction", symbols[faction], r->marks[faction]);
	if (r->pieces == 0)
		return 0;
	sw_dice(g, o->core.ts, root, dice);
	for (int side = 0; side < SW_SIDES; side++)
		SAME("dice of a side", dice[side], sw_oracle_dice(o, label, side, &unlimited));
	return 0;
}

/* --- what was told --- */

/* "seat", or "team" in the team game, of what is at that path. */
static int told_side(const struct facts *f, int teams, const char *path)
{
	const char *team;

	if (!teams)
		return (int)fact_number(f, "%s.seat", path);
	team = fact(f, "%s.team", path);
	return team == NULL ? -1 : strcmp(team, "rebels") == 0 ? 0 : 1;
}

static int compare_place(const struct oracle_core *c, const struct facts *f, int tile, int segment,
	char why[CONFORMANCE_WHY])
{
	const struct segment *s = &oracle_kind(c, c->tiles[tile].face)->segments[segment];
	const char *id = fact(f, "segment");

	SAME("x of a feature", fact_number(f, "x"), c->tiles[tile].x);
	SAME("y of a feature", fact_number(f, "y"), c->tiles[tile].y);
	SAME("segment of a feature", id != NULL && strcmp(id, s->id) == 0, 1);
	return 0;
}

static int compare_throw(const struct sw_oracle *o, const struct sw_oracle_battle *b, int n, const struct facts *f,
	char why[CONFORMANCE_WHY])
{
	char path[40];
	int at = 0;

	for (int side = 0; side < SW_ORACLE_SIDES; side++) {
		if (b->throws[n].rolls[side][0] == 0)
			continue;
		snprintf(path, sizeof path, "throws.%d.rolls.%d", n, at++);
		SAME("side that rolls", told_side(f, o->teams, path), side);
		for (int i = 0; i < b->dice[side]; i++)
			SAME("die", fact_number(f, "%s.dice.%d", path, i), b->throws[n].rolls[side][i]);
	}
	snprintf(path, sizeof path, "throws.%d.rolls", n);
	SAME("sides that roll", fact_count(f, path), at);
	snprintf(path, sizeof path, "throws.%d.tied", n);
	SAME("sides that are tied", fact_count(f, path), sw_oracle_bits(b->throws[n].tied));
	return 0;
}

static int compare_battle(const struct sw_oracle *o, const struct sw_oracle_battle *b, const struct facts *f,
	char why[CONFORMANCE_WHY])
{
	char path[40];
	int at = 0, gains = 0;

	if (compare_place(&o->core, f, b->tile, b->segment, why) < 0)
		return -1;
	SAME("throws", fact_count(f, "throws"), b->throw_count);
	for (int n = 0; n < b->throw_count; n++)
		if (compare_throw(o, b, n, f, why) < 0)
			return -1;
	SAME("winner", told_side(f, o->teams, "winner"), b->winner);
	for (int side = 0; side < SW_ORACLE_SIDES; side++) {
		if (b->dice[side] == 0)
			continue;
		SAME("dice of a side in battle", fact_number(f, "sides.%d.dice", at++), b->dice[side]);
		if (b->ties[side] + b->loss[side] == 0)
			continue;
		snprintf(path, sizeof path, "points.%d", gains++);
		SAME("side with points", told_side(f, o->teams, path), side);
		SAME("points for ties", fact_number(f, "%s.ties", path), b->ties[side]);
		SAME("points for the loss", fact_number(f, "%s.loss", path), b->loss[side]);
		SAME("points of a battle", fact_number(f, "%s.points", path), b->ties[side] + b->loss[side]);
	}
	SAME("sides of a battle", fact_count(f, "sides"), at);
	SAME("sides with points", fact_count(f, "points"), gains);
	return 0;
}

static int compare_scored(const struct sw_oracle *o, const struct sw_oracle_scored *s, const struct facts *f,
	char why[CONFORMANCE_WHY])
{
	SAME("awards", fact_count(f, "awards"), 1);
	SAME("side that scores", told_side(f, o->teams, "awards.0"), s->side);
	SAME("points of a feature", fact_number(f, "awards.0.points"), s->points);
	SAME("final", strcmp(fact(f, "final"), "true") == 0, s->final);
	return 0;
}

static int compare_events(const struct sw_oracle *o, const struct game *g, const struct events *events,
	char why[CONFORMANCE_WHY])
{
	static struct facts f;
	int battles = 0, scored = 0;

	for (int i = 0; i < events->count && i < o->story.count; i++) {
		const struct event *e = &events->at[i];

		SAME("type of an event", e->type, o->story.at[i].type);
		SAME("seat of an event", e->seat, o->story.at[i].seat);
		if (e->type != EVENT_BATTLE_FOUGHT && e->type != EVENT_FEATURE_SCORED)
			continue;
		facts_start(&f);
		game_describe_event(g, o->core.ts, e, &f.sink);
		if (e->type == EVENT_BATTLE_FOUGHT ? compare_battle(o, &o->story.battles[battles++], &f, why) < 0
		    : compare_scored(o, &o->story.scored[scored++], &f, why) < 0)
			return -1;
	}
	SAME("events", events->count, o->story.count);
	return 0;
}

static int compare(void *oracle, const struct game *g, const struct events *events, char why[CONFORMANCE_WHY])
{
	const struct sw_oracle *o = oracle;

	SAME("waiting", game_waiting_for(g), sw_oracle_waiting_for(o));
	SAME("decider", g->now.decider, SEAT_NONE);
	if (conformance_same_table(&o->core, &o->now.turn, o->now.stack, o->now.left, g, why) < 0 ||
	    compare_seats(o, g, why) < 0)
		return -1;
	for (int label = 0; label < o->core.region_count; label++)
		if (compare_feature(o, g, label, why) < 0)
			return -1;
	return compare_events(o, g, events, why);
}

/* --- the row --- */

static void start(void *oracle, const struct tileset *ts, const struct game_setup *setup)
{
	sw_oracle_start(oracle, ts, setup);
}

static int apply(void *oracle, const struct action *a)
{
	return sw_oracle_apply(oracle, a);
}

static int legal(void *oracle, int seat, struct action *out)
{
	return sw_oracle_legal(oracle, seat, out);
}

static int may_undo(const void *oracle, int seat)
{
	return sw_oracle_may_undo(oracle, seat);
}

static unsigned waiting_for(const void *oracle)
{
	return sw_oracle_waiting_for(oracle);
}

static void canonical(const void *oracle, struct action *a)
{
	sw_oracle_canonical(oracle, a);
}

static const char *const tally_names[SW_ORACLE_TALLIES + 1] = {
	[SW_MET_2] = "battle of two", [SW_MET_3] = "of three", [SW_MET_4] = "of four", [SW_MET_TIE] = "tie",
	[SW_MET_TIE_OF_3] = "tie of three", [SW_MET_TWO_TIES] = "second tie",
	[SW_MET_LOST_BELOW_TIE] = "loss below a tie", [SW_MET_OWN_SYMBOL] = "die for the own symbol",
	[SW_MET_NO_SYMBOL_OF_PLANET] = "no die for a planet's symbol", [SW_MET_CAPPED] = "more than three dice",
	[SW_MET_LARGE] = "large meeple in battle", [SW_MET_SAME_FACTION] = "battle within a faction",
	[SW_MET_WITHOUT_ACTIVE] = "battle of others", [SW_MET_SEVERAL] = "several battles in a turn",
	[SW_MET_WON_AND_SCORED] = "won and scored", [SW_MET_BY_MATES] = "mates side by side in battle",
	[SW_MET_LOST_BY_MATES] = "loss of both mates", [SW_MET_PLANET_OF_OTHER] = "attack on a planet",
	[SW_MET_PLANET_OF_OWN] = "second meeple on an own planet", [SW_MET_PLANET_OF_MATE] = "meeple on a mate's planet",
	[SW_MET_PLANET_FREE] = "free planet around", [SW_MET_PLANET_CORNER] = "planet across a corner",
	[SW_MET_FELL_AWAY] = "battle fallen away", [SW_MET_RESIGNED_IN_BATTLE] = "resigned before a battle",
	[SW_MET_OTHER_RESIGNED_IN_BATTLE] = "another resigned before a battle",
	[SW_MET_TIMEOUT_IN_BATTLE] = "out of time before a battle", [SW_MET_NOT_FIRST] = "battle out of order",
	[SW_MET_MATE_ALONE] = "mate alone", [SW_MET_SCORED_BY_MATES] = "feature of both mates",
	[SW_MET_PLANET_COMPLETE] = "complete planet", [SW_MET_TWICE_ON_TILE] = "feature twice on a tile",
	[SW_MET_SYMBOLS] = "several symbols", [SW_MET_SET_ASIDE] = "tile set aside", [SW_MET_RETURNED] = "tile returned",
	[SW_MET_RETURNED_IN_VAIN] = "last tile returned", [SW_MET_NOTHING_TO_PLACE] = "no meeple possible",
	[SW_MET_SHARED_WIN] = "shared win", [SW_MET_FINAL_PLANET] = "planet at the end",
};

static const long *tally(const void *oracle)
{
	return ((const struct sw_oracle *)oracle)->tally;
}

const struct conformance_oracle conformance_sw = {
	.ruleset = "star-wars",
	.size = sizeof(struct sw_oracle),
	.start = start,
	.apply = apply,
	.legal = legal,
	.may_undo = may_undo,
	.waiting_for = waiting_for,
	.compare = compare,
	.canonical = canonical,
	.tally_names = tally_names,
	.tally = tally,
	.phases = 1u << PHASE_DRAW | 1u << PHASE_PLACE | 1u << PHASE_PIECE | 1u << PHASE_BATTLE,
	.ends = 1u << OVER_LAST_TILE | 1u << OVER_NO_TILE_FITS | 1u << OVER_ONE_SEAT_LEFT,
	.tilesets = { { "skirmish", 2 }, { "gate", 5 }, { "orbit", 2 }, { "void", 2 } },
};

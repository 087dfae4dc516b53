/*
 * Battles and points as the rules tell them (SW-3, SW-4, SW-5.2).
 */
#include <stdlib.h>

#include "tests/engine/sw_oracle_inside.h"

/* Meeples of a side leave the region. */
static void leave(struct sw_oracle *o, int label, int side)
{
	struct oracle_turn *t = &o->now.turn;
	int kept = 0;

	for (int i = 0; i < t->piece_count; i++) {
		struct oracle_piece p = t->pieces[i];

		if (o->core.label[p.tile][p.segment] != label || sw_oracle_side(o, p.seat) != side)
			t->pieces[kept++] = p;
	}
	t->piece_count = kept;
}

/* Everything about a battle that is about to begin. */
static void count_battle(struct sw_oracle *o, int label, const struct sw_oracle_battle *b)
{
	const struct oracle_region *r = &o->core.regions[label];
	unsigned sides = sw_oracle_sides(o, label);
	int count = sw_oracle_bits(sides), factions[4] = { 0 }, unlimited;

	o->tally[SW_MET_2 + (count > 4 ? 2 : count - 2)]++;
	o->tally[SW_MET_WITHOUT_ACTIVE] += !(sides >> sw_oracle_side(o, o->now.turn.seat) & 1);
	o->tally[SW_MET_SEVERAL] += ++o->now.battles == 2;
	for (int side = 0; side < SW_ORACLE_SIDES; side++) {
		if (b->dice[side] == 0)
			continue;
		sw_oracle_dice(o, label, side, &unlimited);
		o->tally[SW_MET_CAPPED] += unlimited > 3;
		o->tally[SW_MET_OWN_SYMBOL] += r->marks[sw_oracle_faction(o, side)] > 0;
		factions[sw_oracle_faction(o, side)]++;
	}
	o->tally[SW_MET_SAME_FACTION] += factions[1] > 1 || factions[2] > 1;
	for (int i = 0; i < o->now.turn.piece_count; i++) {
		const struct oracle_piece *p = &o->now.turn.pieces[i];

		o->tally[SW_MET_LARGE] += p->size == 1 && o->core.label[p->tile][p->segment] == label;
	}
	for (int seat = 0; seat < 2 && o->teams; seat++)
		o->tally[SW_MET_BY_MATES] += r->of_seat[seat] > 0 && r->of_seat[seat + 2] > 0;
	/* A route or field that ends at a planet with a symbol of who fights for it (SW-3.2). */
	for (int t = 0; t < o->core.tile_count && r->shape != SHAPE_CENTRE; t++) {
		const struct kind *kind = oracle_kind(&o->core, o->core.tiles[t].face);

		for (int s = 0, touches = 0, mark = 0; s < kind->segment_count; s++) {
			touches |= o->core.label[t][s] == label;
			mark = kind->segments[s].shape == SHAPE_CENTRE ? kind->segments[s].mark : mark;
			for (int side = 0; touches && side < SW_ORACLE_SIDES; side++)
				o->tally[SW_MET_NO_SYMBOL_OF_PLANET] += s == kind->segment_count - 1 && b->dice[side] > 0 &&
					mark == sw_oracle_faction(o, side) && r->marks[mark] == 0;
		}
	}
}

/* All sides of the set roll; returns those that are highest. */
static unsigned throw_dice(struct sw_oracle *o, struct sw_oracle_battle *b, unsigned sides)
{
	struct sw_oracle_throw *t = &b->throws[b->throw_count++];
	int highest = 0, best[SW_ORACLE_SIDES] = { 0 };
	unsigned top = 0;

	if (b->throw_count == SW_ORACLE_THROWS)
		abort();	/* one chance in 10^40 */
	for (int side = 0; side < SW_ORACLE_SIDES; side++)
		for (int i = 0; sides >> side & 1 && i < b->dice[side]; i++) {
			t->rolls[side][i] = 1 + (int)oracle_uniform(&o->dice, 6);
			best[side] = t->rolls[side][i] > best[side] ? t->rolls[side][i] : best[side];
			highest = best[side] > highest ? best[side] : highest;
		}
	for (int side = 0; side < SW_ORACLE_SIDES; side++)
		top |= best[side] == highest ? 1u << side : 0;
	t->tied = top & (top - 1) ? top : 0;
	return top;
}

static void lose(struct sw_oracle *o, struct sw_oracle_battle *b, int label, int side)
{
	const struct oracle_region *r = &o->core.regions[label];

	o->tally[SW_MET_LOST_BY_MATES] += o->teams && r->of_seat[side] > 0 && r->of_seat[side + 2] > 0;
	b->loss[side] = b->dice[side];
	o->now.scores[side] += b->dice[side];
	leave(o, label, side);
}

void sw_oracle_fight(struct sw_oracle *o, int label)
{
	struct sw_oracle_battle *b = &o->story.battles[o->story.battle_count++];
	unsigned sides = sw_oracle_sides(o, label), top;
	int ties = 0;

	*b = (struct sw_oracle_battle){ .tile = o->core.regions[label].first_tile,
		.segment = o->core.regions[label].first_segment };
	for (int side = 0; side < SW_ORACLE_SIDES; side++) {
		int unlimited;

		b->dice[side] = sides >> side & 1 ? sw_oracle_dice(o, label, side, &unlimited) : 0;
	}
	count_battle(o, label, b);
	sw_oracle_tell(o, EVENT_BATTLE_FOUGHT, SEAT_NONE);
	while (sides & (sides - 1)) {
		top = throw_dice(o, b, sides);
		for (int side = 0; side < SW_ORACLE_SIDES; side++)
			if (sides >> side & 1 && !(top >> side & 1))
				lose(o, b, label, side);
		if (top & (top - 1)) {
			o->tally[SW_MET_TIE]++;
			o->tally[SW_MET_TWO_TIES] += ++ties == 2;
			o->tally[SW_MET_TIE_OF_3] += sw_oracle_bits(top) > 2;
			o->tally[SW_MET_LOST_BELOW_TIE] += top != sides;
			for (int side = 0; side < SW_ORACLE_SIDES; side++)
				if (top >> side & 1) {
					b->ties[side]++;
					o->now.scores[side]++;
				}
		}
		sides = top;
	}
	for (int side = 0; side < SW_ORACLE_SIDES; side++)
		if (sides >> side & 1)
			b->winner = side;
	o->tally[SW_MET_WON_AND_SCORED] += sw_oracle_complete(o, label);
	oracle_look(&o->core, &o->now.turn);
}

/* A segment of its own on one tile twice: the tile counts once (SW-4.1, SW-4.2). */
static int twice_on_a_tile(const struct sw_oracle *o, int label)
{
	for (int t = 0; t < o->core.tile_count; t++) {
		int count = 0;

		for (int s = 0; s < oracle_kind(&o->core, o->core.tiles[t].face)->segment_count; s++)
			count += o->core.label[t][s] == label;
		if (count > 1)
			return 1;
	}
	return 0;
}

static void score_one(struct sw_oracle *o, int label, int final)
{
	const struct oracle_region *r = &o->core.regions[label];
	int side = 0, points = sw_oracle_worth(o, label);

	while (!(sw_oracle_sides(o, label) >> side & 1))
		side++;
	o->tally[SW_MET_SCORED_BY_MATES] += o->teams && r->of_seat[side] > 0 && r->of_seat[side + 2] > 0;
	o->tally[SW_MET_PLANET_COMPLETE] += !final && r->shape == SHAPE_CENTRE;
	o->tally[SW_MET_FINAL_PLANET] += final && r->shape == SHAPE_CENTRE;
	o->tally[SW_MET_SYMBOLS] += sw_oracle_symbols(o, label) > 1;
	o->tally[SW_MET_TWICE_ON_TILE] += twice_on_a_tile(o, label);
	o->now.scores[side] += points;
	o->story.scored[o->story.scored_count++] = (struct sw_oracle_scored){
		r->first_tile, r->first_segment, side, points, final };
	sw_oracle_tell(o, EVENT_FEATURE_SCORED, SEAT_NONE);
	if (!final)
		oracle_remove_pieces(&o->core, &o->now.turn, label, -1);
}

void sw_oracle_score_all(struct sw_oracle *o, int final)
{
	static const enum shape order[] = { SHAPE_CENTRE, SHAPE_LAND, SHAPE_LINE };

	oracle_look(&o->core, &o->now.turn);
	for (int i = 0; i < 3; i++)
		for (int label = 0; label < o->core.region_count; label++)
			if (o->core.regions[label].shape == order[i] && o->core.regions[label].pieces > 0 &&
			    (final || sw_oracle_complete(o, label)))
				score_one(o, label, final);
	oracle_look(&o->core, &o->now.turn);
}

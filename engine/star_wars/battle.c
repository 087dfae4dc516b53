/*
 * battle.c - who fights whom, with how many dice, and how it ends (SW-3).
 *
 * Battles are found from the pieces on the board whenever they are asked for:
 * a feature is contested exactly while meeples of two sides stand in it.
 */
#include "star_wars.h"

#include <string.h>


int sw_rank(enum shape shape)
{
	static const uint8_t ranks[SHAPES] = {[SHAPE_CENTRE] = 0, [SHAPE_LAND] = 1, [SHAPE_LINE] = 2};

	return ranks[shape];
}

void sw_battles(const struct game *g, const struct tileset *ts, struct feature_order *battles)
{
	const struct piece *pieces = g->now.pieces;
	uint16_t roots[GAME_PIECES_MAX];

	battles->count = 0;
	for (int i = 0; i < g->now.piece_count; i++) {
		roots[i] = (uint16_t)feature_root(&g->board, pieces[i].node);
		for (int j = 0; j < i; j++) {
			if (roots[j] != roots[i] || sw_side(g, pieces[j].seat) == sw_side(g, pieces[i].seat))
				continue;
			feature_order_add(battles, sw_rank(feature_shape(&g->board, ts, roots[i])), roots[i]);
			break;
		}
	}
}

int sw_is_contested(const struct game *g, int root)
{
	unsigned sides = 0;

	for (int i = 0; i < g->now.piece_count; i++)
		if (feature_root(&g->board, g->now.pieces[i].node) == root)
			sides |= 1u << sw_side(g, g->now.pieces[i].seat);
	return (sides & (sides - 1)) != 0;
}

void sw_dice(const struct game *g, const struct tileset *ts, int root, uint8_t dice[SW_SIDES])
{
	int symbols[4];

	memset(dice, 0, SW_SIDES);
	for (int i = 0; i < g->now.piece_count; i++)
		if (feature_root(&g->board, g->now.pieces[i].node) == root)
			dice[sw_side(g, g->now.pieces[i].seat)] += g->now.pieces[i].size == SW_SIZE_LARGE ? 2 : 1;
	sw_symbols(g, ts, root, symbols);
	for (int side = 0; side < sw_side_count(g); side++) {
		if (dice[side] && symbols[sw_faction(g, side)])
			dice[side]++;
		if (dice[side] > SW_DICE)
			dice[side] = SW_DICE;
	}
}

/* The sides' highest dice; returns the sides that have the highest of all. */
static unsigned highest(const struct sw_throw *t, const uint8_t dice[SW_SIDES], unsigned sides)
{
	unsigned best = 0;
	int most = 0;

	for (int side = 0; side < SW_SIDES; side++) {
		int die = 0;

		for (int i = 0; sides >> side & 1 && i < dice[side]; i++)
			if (t->rolls[side][i] > die)
				die = t->rolls[side][i];
		if (die < most || die == 0)
			continue;
		if (die > most)
			best = 0;
		most = die;
		best |= 1u << side;
	}
	return best;
}

void sw_throw(struct rng *rng, const uint8_t dice[SW_SIDES], unsigned sides, struct sw_throw *t)
{
	uint8_t fallen[SW_SIDES * SW_DICE];
	const uint8_t *next = fallen;
	unsigned best;
	int count = 0;

	memset(t, 0, sizeof(*t));
	for (int side = 0; side < SW_SIDES; side++)
		count += sides >> side & 1 ? dice[side] : 0;
	rng_dice(rng, fallen, count);
	for (int side = 0; side < SW_SIDES; side++)
		for (int i = 0; sides >> side & 1 && i < dice[side]; i++)
			t->rolls[side][i] = *next++;
	best = highest(t, dice, sides);
	t->lost = sides & ~best;
	t->winner = -1;
	if (best & (best - 1)) {
		t->tied = best;
		return;
	}
	while (best >> (t->winner + 1))
		t->winner++;
}

/* SW-3.5: all meeples of the sides that lost go back to their supplies. */
static void retreat(struct game *g, int root, unsigned lost)
{
	for (int i = g->now.piece_count - 1; i >= 0; i--)
		if (feature_root(&g->board, g->now.pieces[i].node) == root &&
			lost >> sw_side(g, g->now.pieces[i].seat) & 1)
			pieces_remove(&g->now, i);
}

/* The event, all but the throws: they follow from where the dice begin. */
static void note_battle(const struct game *g, int root, const uint8_t dice[SW_SIDES], struct events *events)
{
	struct event *e = event_add(events, EVENT_BATTLE_FOUGHT, SEAT_NONE);
	uint32_t position = g->rng.used[RNG_DICE];

	e->reveals = 1;
	e->a = (int16_t)root;
	e->amounts[GAME_SEATS_MAX] = (uint16_t)(position & 0xffff);
	e->amounts[GAME_SEATS_MAX + 1] = (uint16_t)(position >> 16);
	memcpy(e->small, dice, SW_SIDES);
	for (int i = 0; i < g->now.piece_count; i++) {
		const struct piece *piece = &g->now.pieces[i];

		if (feature_root(&g->board, piece->node) == root)
			e->amounts[piece->seat] += piece->size == SW_SIZE_LARGE ? 1 << 8 : 1;
	}
}

uint32_t sw_battle_position(const struct event *e)
{
	return e->amounts[GAME_SEATS_MAX] | (uint32_t)e->amounts[GAME_SEATS_MAX + 1] << 16;
}

void sw_fight(struct game *g, const struct tileset *ts, int root, struct events *events)
{
	uint32_t *scores = sw_state(&g->now)->scores;
	uint8_t dice[SW_SIDES];
	unsigned sides = 0, lost = 0;
	struct sw_throw t;

	sw_dice(g, ts, root, dice);
	note_battle(g, root, dice, events);
	for (int side = 0; side < SW_SIDES; side++)
		sides |= dice[side] ? 1u << side : 0;
	do {
		sw_throw(&g->rng, dice, sides, &t);
		for (int side = 0; side < SW_SIDES; side++) {
			if (t.tied >> side & 1)
				scores[side]++;			/* SW-3.4 */
			if (t.lost >> side & 1)
				scores[side] += dice[side];	/* SW-3.5 */
		}
		lost |= t.lost;
		sides = t.tied;
	} while (t.winner < 0);
	retreat(g, root, lost);
}

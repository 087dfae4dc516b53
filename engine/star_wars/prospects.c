/*
 * prospects.c - what a position promises each seat, for the built-in player.
 *
 * Rough guesses in hundredths of a point: points are points; an occupied
 * feature counts by what it is worth now and what its completion would add;
 * where a battle is to come each side has its chance; a meeple at home is
 * worth something as long as tiles are left.
 */
#include "star_wars.h"

#include <string.h>

#include "../core/step.h"

enum {
	POINT = 100,
	FACES = 6,
	GROWTH = 40,			/* an open feature may yet grow */
	PLANET_TILE = 45,		/* a field around a planet that may yet be filled */
	PLANET_HELD = 70,		/* percent: planets are attacked (SW-2.3) */
	LARGE = 60,			/* the large meeple in the supply */
	PERCENT = 100
};

/* In percent, by what the feature still waits for. */
static const uint8_t hope[] = {100, 65, 42, 28, 18, 12, 8, 5, 3};
/* Of the first, second ... small meeple in the supply. */
static const uint8_t at_home[SW_SMALL] = {60, 40, 25, 15};

/* Battles wait to be asked for, so that none is fought in the copy. */
void sw_blind(struct game *g, const struct tileset *ts)
{
	(void)ts;
	g->options[SW_AUTO_BATTLE] = 0;
}

static long worth_of(const struct game *g, const struct tileset *ts, int root)
{
	int ends = feature_ends_to_come(&g->board, ts, root), left = game_bag_left(g);
	long complete = (long)POINT * sw_worth(g, ts, root, 0), final = (long)POINT * sw_worth(g, ts, root, 1);
	long percent = hope[ends < (int)sizeof(hope) ? ends : (int)sizeof(hope) - 1];

	if (ends == 0)
		return complete;
	if (left < 12)
		percent = percent * left / 12;
	if (feature_shape(&g->board, ts, root) == SHAPE_CENTRE)
		return (final + (long)PLANET_TILE * (ends < left ? ends : left)) * PLANET_HELD / PERCENT;
	return final + (complete - final) * percent / PERCENT + (left > 8 ? GROWTH : 0);
}

static long power(int base, int exponent)
{
	long result = 1;

	while (exponent-- > 0)
		result *= base;
	return result;
}

/*
 * In how many ways, of all with one winner, the first throw is won by the
 * side: its highest die is `face`, and all the others' dice are lower.
 */
static long ways_to_win(const uint8_t dice[SW_SIDES], int side)
{
	long ways = 0;

	for (int face = 1; face <= FACES; face++) {
		long others = 1;

		for (int other = 0; other < SW_SIDES; other++)
			if (other != side && dice[other])
				others *= power(face - 1, dice[other]);
		ways += (power(face, dice[side]) - power(face - 1, dice[side])) * others;
	}
	return ways;
}

/* SW-3: the winner has the feature, a loser a point for each die (SW-3.5). */
static void add_feature(const struct game *g, const struct tileset *ts, int root, long sides[SW_SIDES])
{
	long worth = worth_of(g, ts, root), ways[SW_SIDES] = {0}, all = 0;
	uint8_t dice[SW_SIDES];

	sw_dice(g, ts, root, dice);
	for (int side = 0; side < SW_SIDES; side++) {
		if (dice[side])
			ways[side] = ways_to_win(dice, side);
		all += ways[side];
	}
	for (int side = 0; side < SW_SIDES && all > 0; side++)
		if (dice[side])
			sides[side] += (worth * ways[side] + (long)POINT * dice[side] * (all - ways[side])) / all;
}

/* Meeples at home, by their side. */
static void add_supplies(const struct game *g, const struct tileset *ts, long sides[SW_SIDES])
{
	int left = game_bag_left(g);

	for (int seat = 0; seat < g->seat_count; seat++) {
		int home = sw_supply(g, seat, SW_SIZE_SMALL);
		long worth = (long)LARGE * sw_supply(g, seat, SW_SIZE_LARGE);

		for (int i = 0; i < home; i++)
			worth += at_home[i];
		if (g->now.seat_state[seat] == SEAT_PLAYING)
			sides[sw_side(g, seat)] += worth * left / ts->tile_count;
	}
}

void sw_prospects(const struct game *g, const struct tileset *ts, long prospects[GAME_SEATS_MAX])
{
	struct feature_order features;
	long sides[SW_SIDES];

	features.count = 0;
	for (int side = 0; side < SW_SIDES; side++)
		sides[side] = (long)POINT * sw_look(&g->now)->scores[side];
	for (int i = 0; i < g->now.piece_count; i++)
		feature_order_add(&features, 0, feature_root(&g->board, g->now.pieces[i].node));
	for (int i = 0; i < features.count; i++)
		add_feature(g, ts, feature_order_root(&features, i), sides);
	add_supplies(g, ts, sides);
	for (int seat = 0; seat < g->seat_count; seat++)
		prospects[seat] = sides[sw_side(g, seat)];
}

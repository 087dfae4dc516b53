/*
 * prospects.c - what a position promises each seat, for the built-in player.
 *
 * Rough guesses in hundredths of a point: ships are points; wares are a
 * third of one each, or more than twice that while ships can be had for
 * them; what islanders stand on counts by its wares and how near it is to
 * completion; an islander at home is worth something as long as tiles are
 * left.
 */
#include "south_seas.h"

#include <string.h>

#include "../core/step.h"

enum {
	POINT = 100,
	WARE_LEFT = 33,			/* three wares are a point (SS-5.3) */
	WARE_SHIPPED = 80,		/* about what a delivery makes of one */
	SHIP_WARES = 5,			/* of a delivery */
	MARKET = 520,			/* the best ship of the row, about */
	GROWTH = 25,			/* an open feature may yet get wares */
	PERCENT = 100
};

/* In percent, by what the feature still waits for. */
static const uint8_t hope[] = {100, 70, 45, 28, 18, 12, 8, 5, 3};
/* Of the first, second ... islander in the supply. */
static const uint8_t at_home[SS_ISLANDERS] = {70, 40, 25, 15};

void ss_blind(struct game *g, const struct tileset *ts)
{
	struct ss_state *s = ss_state(&g->now);

	for (int i = s->turned_up; i < ts->ship_count; i++) {
		uint8_t ship = s->pile[i];
		int j = i;

		for (; j > s->turned_up && s->pile[j - 1] > ship; j--)
			s->pile[j] = s->pile[j - 1];
		s->pile[j] = ship;
	}
}

/* Turns that each seat still has, about. */
static int turns_left(const struct game *g)
{
	return game_bag_left(g) / seats_playing(g);
}

/* Chance that the feature is completed in time, in percent. */
static int chance(const struct game *g, const struct tileset *ts, int root)
{
	int ends = feature_ends_to_come(&g->board, ts, root), left = game_bag_left(g);
	int percent = hope[ends < (int)sizeof(hope) ? ends : (int)sizeof(hope) - 1];

	if (ends > left)
		return 0;
	return left < 12 && ends > 0 ? percent * left / 12 : percent;
}

static long worth_of(const struct game *g, const struct tileset *ts, int root)
{
	int percent = chance(g, ts, root), fish;

	switch (feature_shape(&g->board, ts, root)) {
	case SHAPE_CENTRE:
		return (long)MARKET * percent / PERCENT;
	case SHAPE_OPEN:
		/* SS-3.7: a boat may come at any time. */
		fish = ss_worth(g, ts, root);
		if (game_bag_left(g) > 0 && percent < 50)
			percent = 50;
		return (long)fish * (WARE_LEFT + (WARE_SHIPPED - WARE_LEFT) * percent / PERCENT) +
			(game_bag_left(g) > 8 ? GROWTH : 0);
	case SHAPE_LINE:
	case SHAPE_LAND:
		break;
	}
	return (long)ss_worth(g, ts, root) * (WARE_LEFT + (WARE_SHIPPED - WARE_LEFT) * percent / PERCENT) +
		(percent < PERCENT && game_bag_left(g) > 8 ? GROWTH : 0);
}

/* SS-3.5: who has most there has it all, and so have all of several. */
static void add_feature(const struct game *g, const struct tileset *ts, int root, long prospects[GAME_SEATS_MAX])
{
	int pieces[GAME_SEATS_MAX] = {0}, most = 0;
	long worth = worth_of(g, ts, root);

	for (int i = 0; i < g->now.piece_count; i++)
		if (feature_root(&g->board, g->now.pieces[i].node) == root)
			pieces[g->now.pieces[i].seat]++;
	for (int seat = 0; seat < g->seat_count; seat++)
		if (pieces[seat] > most)
			most = pieces[seat];
	for (int seat = 0; seat < g->seat_count; seat++)
		if (pieces[seat] == most)
			prospects[seat] += worth;
}

static long possessions(const struct game *g, const struct tileset *ts, int seat)
{
	const struct ss_state *s = ss_look(&g->now);
	const uint32_t *w = s->wares[seat];
	long wares = (long)(w[0] + w[1] + w[2]), worth = 0;
	long shipped = (long)SHIP_WARES * (turns_left(g) + 1);
	int home = ss_supply(g, seat), left = game_bag_left(g);

	for (int ship = 0; ship < ts->ship_count; ship++)
		if (s->owner[ship] == seat)
			worth += (long)POINT * ts->ships[ship].points;
	if (s->row_count == 0)
		shipped = 0;
	if (shipped > wares)
		shipped = wares;
	worth += shipped * WARE_SHIPPED + (wares - shipped) * WARE_LEFT;
	for (int i = 0; i < home; i++)
		worth += (long)at_home[i] * left / ts->tile_count;
	return worth;
}

void ss_prospects(const struct game *g, const struct tileset *ts, long prospects[GAME_SEATS_MAX])
{
	struct feature_order features;

	features.count = 0;
	for (int seat = 0; seat < g->seat_count; seat++)
		prospects[seat] = possessions(g, ts, seat);
	for (int i = 0; i < g->now.piece_count; i++)
		feature_order_add(&features, 0, feature_root(&g->board, g->now.pieces[i].node));
	for (int i = 0; i < features.count; i++)
		add_feature(g, ts, feature_order_root(&features, i), prospects);
}

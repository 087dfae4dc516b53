/*
 * foresee.c - the battles that an action would start, and their chances.
 *
 * The action is carried out on a copy as far as it touches the board; then the
 * battles are found in the copy like in any game.  Dice are not thrown, so
 * nothing of the stream of dice can show.
 */
#include "star_wars.h"

/* The copy as it is before the battles that the action leads to; 0 when it leads to none. */
static int carry_out(struct game *g, const struct tileset *ts, const struct action *a, struct feature_order *battles)
{
	int tile;

	battles->count = 0;
	switch ((enum action_type)a->type) {
	case ACTION_PLACE:
		g->now.placed = (uint8_t)board_place(&g->board, ts, g->now.hand, a->x, a->y, a->rotation);
		break;
	case ACTION_MEEPLE:
		tile = a->planet ? board_tile_at(&g->board, a->x, a->y) : g->now.placed;
		pieces_add(&g->now, a->seat, board_node(&g->board, tile,
			a->planet ? board_kind(&g->board, ts, tile)->centre : a->segment), a->size);
		break;
	case ACTION_SKIP:
		break;
	case ACTION_BATTLE:
		tile = board_tile_at(&g->board, a->x, a->y);
		tile = feature_root(&g->board, board_node(&g->board, tile, a->segment));
		feature_order_add(battles, sw_rank(feature_shape(&g->board, ts, tile)), tile);
		return 1;
	default:
		return 0;
	}
	sw_battles(g, ts, battles);
	return battles->count > 0;
}

/* Fraction and rounded thousandths: for reckoning and for reading. */
static void describe_fraction(const struct sw_fraction *f, const char *key, const char *milli, struct sink *out)
{
	char text[SW_FRACTION_TEXT];

	sw_fraction_text(f, text);
	sink_text(out, key, text);
	sink_number(out, milli, sw_fraction_milli(f));
}

static void describe_battle(const struct game *g, const struct tileset *ts, int root, struct sink *out)
{
	int prize = feature_ends_to_come(&g->board, ts, root) == 0 ? sw_worth(g, ts, root, 0) : 0;
	uint8_t dice[SW_SIDES];
	struct sw_odds odds;

	sw_dice(g, ts, root, dice);
	sw_odds(dice, prize, &odds);
	sink_object(out, NULL);
	sw_describe_place(g, ts, root, out);
	sink_array(out, "sides");
	for (int side = 0; side < SW_SIDES; side++) {
		if (!dice[side])
			continue;
		sink_object(out, NULL);
		sw_describe_side(g, side, out);
		sink_number(out, "dice", dice[side]);
		describe_fraction(&odds.win[side], "win", "win_permille", out);
		describe_fraction(&odds.points[side], "points", "points_milli", out);
		sink_end(out);
	}
	sink_end(out);
	sink_end(out);
}

int sw_describe_odds(const struct game *g, const struct tileset *ts, const struct action *a, struct sink *out)
{
	struct game then = *g;
	struct feature_order battles;

	if (!carry_out(&then, ts, a, &battles))
		return 0;
	if (!out)
		return 1;
	sink_array(out, "battles");
	for (int i = 0; i < battles.count; i++)
		describe_battle(&then, ts, feature_order_root(&battles, i), out);
	sink_end(out);
	return 1;
}

/*
 * codec.c - the Star Wars part of a snapshot, and whether it can be true.
 *
 *	scores u32 x 5
 */
#include "star_wars.h"

#include <string.h>


size_t sw_encode(const struct game *g, const struct tileset *ts, const struct turn *turn,
	unsigned char *out, size_t max)
{
	struct writer w = {out};

	(void)g;
	(void)ts;
	(void)max;
	for (int side = 0; side < SW_SIDES; side++)
		put_u32(&w, sw_look(turn)->scores[side]);
	return (size_t)(w.at - out);
}

int sw_decode(struct game *g, const struct tileset *ts, struct turn *turn, const unsigned char *in, size_t size)
{
	struct reader r = {.at = in, .left = size};

	(void)g;
	(void)ts;
	memset(turn->rules, 0, sizeof(turn->rules));
	for (int side = 0; side < SW_SIDES; side++)
		sw_state(turn)->scores[side] = take_u32(&r);
	return r.failed || r.left ? -1 : 0;
}

static int check_scores(const struct game *g, char why[120])
{
	for (int side = 0; side < SW_SIDES; side++)
		if (sw_look(&g->now)->scores[side] > (side < sw_side_count(g) ? SW_SCORE_LIMIT : 0))
			return broken(why, "side %d has points that it cannot have", side);
	return 0;
}

/* Four small meeples and a large one a seat, planets shared, all else one a segment. */
static int check_meeples(const struct game *g, const struct tileset *ts, char why[120])
{
	const struct board *b = &g->board;

	for (int i = 0; i < g->now.piece_count; i++) {
		const struct piece *piece = &g->now.pieces[i];
		int tile = board_node_tile(b, piece->node);

		if (piece->size > SW_SIZE_LARGE)
			return broken(why, "a meeple has a size that there is not");
		if (board_kind(b, ts, tile)->centre == piece->node - b->tiles[tile].first_node)
			continue;
		if (tile == 0)
			return broken(why, "a meeple stands where none can: on the start tile");
		if (pieces_find(&g->now, piece->node) != i)
			return broken(why, "two meeples stand on one segment that is no planet");
	}
	for (int seat = 0; seat < g->seat_count; seat++)
		if (sw_supply(g, seat, SW_SIZE_SMALL) < 0 || sw_supply(g, seat, SW_SIZE_LARGE) < 0)
			return broken(why, "seat %d has more meeples than it was given", seat);
	return 0;
}

/* Battles and complete features are left only within the turn that made them. */
static int check_features(const struct game *g, const struct tileset *ts, char why[120])
{
	int phase = g->now.phase, within = phase == PHASE_PIECE || phase == PHASE_BATTLE;
	struct feature_order battles;

	sw_battles(g, ts, &battles);
	if (phase == PHASE_BATTLE && (battles.count == 0 || g->options[SW_AUTO_BATTLE]))
		return broken(why, "a battle is asked for, but there is none to ask for");
	if (battles.count > 0 && !within)
		return broken(why, "a battle was not fought");
	for (int i = 0; i < g->now.piece_count && !within && phase != PHASE_OVER; i++)
		if (feature_ends_to_come(&g->board, ts, feature_root(&g->board, g->now.pieces[i].node)) == 0)
			return broken(why, "a meeple stands on a complete feature");
	return 0;
}

int sw_check(const struct game *g, const struct tileset *ts, char why[120])
{
	if (g->now.phase == PHASE_DECIDE || g->now.phase == PHASE_DELIVER)
		return broken(why, "there is no such phase in this game");
	if (g->now.phase != PHASE_OVER && sw_sides_playing(g) < 2)
		return broken(why, "the game is over but goes on");
	if (check_scores(g, why) < 0 || check_meeples(g, ts, why) < 0)
		return -1;
	return check_features(g, ts, why);
}

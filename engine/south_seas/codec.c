/*
 * codec.c - the South Seas part of a snapshot, and whether it can be true.
 *
 *	wares u32 x 15 | cover_root u16 | covered_count u16, u16 each |
 *	turned_up u8 | row_count u8, u8 each | pile u8 x ships | owner u8 x ships
 */
#include "south_seas.h"

#include <string.h>

#include "../core/step.h"

_Static_assert(4 * GAME_SEATS_MAX * WARES + 4 + 2 * SS_COVERED_MAX + 2 + SS_ROW +
	2 * TILESET_SHIPS_MAX <= GAME_RULES_STATE, "the bytes of the state fit into its room");

size_t ss_encode(const struct game *g, const struct tileset *ts, const struct turn *turn,
	unsigned char *out, size_t max)
{
	const struct ss_state *s = ss_look(turn);
	struct writer w = {out};

	(void)g;
	(void)max;
	for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
		for (int ware = 0; ware < WARES; ware++)
			put_u32(&w, s->wares[seat][ware]);
	put_u16(&w, s->cover_root);
	put_u16(&w, s->covered_count);
	for (int i = 0; i < s->covered_count; i++)
		put_u16(&w, s->covered[i]);
	put_u8(&w, s->turned_up);
	put_u8(&w, s->row_count);
	put_bytes(&w, s->row, s->row_count);
	put_bytes(&w, s->pile, ts->ship_count);
	put_bytes(&w, s->owner, ts->ship_count);
	return (size_t)(w.at - out);
}

int ss_decode(struct game *g, const struct tileset *ts, struct turn *turn, const unsigned char *in, size_t size)
{
	struct ss_state *s = ss_state(turn);
	struct reader r = {.at = in, .left = size};

	(void)g;
	memset(turn->rules, 0, sizeof(turn->rules));
	for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
		for (int ware = 0; ware < WARES; ware++)
			s->wares[seat][ware] = take_u32(&r);
	s->cover_root = (uint16_t)take_u16(&r);
	s->covered_count = (uint16_t)take_u16(&r);
	if (s->covered_count > SS_COVERED_MAX)
		return -1;
	for (int i = 0; i < s->covered_count; i++)
		s->covered[i] = (uint16_t)take_u16(&r);
	s->turned_up = (uint8_t)take_u8(&r);
	s->row_count = (uint8_t)take_u8(&r);
	if (s->row_count > SS_ROW)
		return -1;
	take_bytes(&r, s->row, s->row_count);
	take_bytes(&r, s->pile, ts->ship_count);
	memset(s->owner, SEAT_NONE, sizeof(s->owner));
	take_bytes(&r, s->owner, ts->ship_count);
	return r.failed || r.left ? -1 : 0;
}

/* Wares are bounded; seats that have left or never were have none. */
static int check_wares(const struct game *g, char why[120])
{
	const struct ss_state *s = ss_look(&g->now);

	for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
		int plays = seat < g->seat_count && g->now.seat_state[seat] == SEAT_PLAYING;

		for (int ware = 0; ware < WARES; ware++)
			if (s->wares[seat][ware] > (plays ? SS_WARES_LIMIT : 0))
				return broken(why, "seat %d has wares that it cannot have", seat);
	}
	return 0;
}

/* The pile is all ships once; what was turned up is owned or in the row. */
static int check_ships(const struct game *g, const struct tileset *ts, char why[120])
{
	const struct ss_state *s = ss_look(&g->now);
	uint8_t seen[TILESET_SHIPS_MAX] = {0};
	int row = 0;

	if (s->turned_up > ts->ship_count || s->row_count > SS_ROW ||
		(s->row_count < SS_ROW && s->turned_up < ts->ship_count))
		return broken(why, "the row of ships has a wrong number");
	for (int i = 0; i < TILESET_SHIPS_MAX; i++) {
		int ship = s->pile[i];

		if (i >= ts->ship_count) {
			if (ship != 0 || s->owner[i] != SEAT_NONE)
				return broken(why, "there are more ships than in the tile set");
			continue;
		}
		if (ship >= ts->ship_count || seen[ship]++)
			return broken(why, "the pile is not every ship once");
		if (s->owner[ship] != SEAT_NONE) {
			if (s->owner[ship] >= g->seat_count || i >= s->turned_up)
				return broken(why, "ship %s belongs to nobody it can", ts->ships[ship].id);
		} else if (i < s->turned_up && (row >= s->row_count || s->row[row++] != ship)) {
			return broken(why, "ship %s is not where the row has it", ts->ships[ship].id);
		}
	}
	for (int i = row; i < SS_ROW; i++)
		if (i < s->row_count || s->row[i])
			return broken(why, "the row has a ship that was not turned up");
	return 0;
}

/* Covered groups exist, once each, and not more of them than boats. */
static int check_covered(const struct game *g, const struct tileset *ts, char why[120])
{
	const struct ss_state *s = ss_look(&g->now);
	int boats = 0;

	for (int tile = 1; tile < g->board.tile_count; tile++)
		boats += ts->faces[g->board.tiles[tile].face].flagged != SEGMENT_NONE;
	if (s->covered_count > boats)
		return broken(why, "more groups of fish are covered than there are boats");
	for (int i = 0; i < SS_COVERED_MAX; i++) {
		int node = s->covered[i] / TILESET_GROUPS_MAX, tile;

		if (i >= s->covered_count) {
			if (s->covered[i])
				return broken(why, "a covered group beyond their number");
			continue;
		}
		if (node >= g->board.node_count)
			return broken(why, "a covered group lies nowhere");
		tile = board_node_tile(&g->board, node);
		if (s->covered[i] % TILESET_GROUPS_MAX >=
			ts->faces[g->board.tiles[tile].face].symbols[board_node_segment(&g->board, node)].group_count)
			return broken(why, "a covered group does not exist");
		for (int j = 0; j < i; j++)
			if (s->covered[j] == s->covered[i])
				return broken(why, "a group is covered twice");
	}
	return 0;
}

/* A pending cover: by the seat on turn, in its boat's region, a real choice. */
static int check_cover(const struct game *g, const struct tileset *ts, char why[120])
{
	int root = ss_look(&g->now)->cover_root, segment, first;

	if (root == NODE_NONE)
		return 0;
	if (g->now.phase != PHASE_DECIDE || g->now.decider != g->now.seat)
		return broken(why, "fish are to be covered, but nobody is asked");
	segment = ts->faces[g->board.tiles[g->now.placed].face].flagged;
	if (segment == SEGMENT_NONE ||
		feature_root(&g->board, board_node(&g->board, g->now.placed, segment)) != root ||
		feature_open_ends(&g->board, root) == 0)
		return broken(why, "fish are to be covered where no boat has come");
	if (ss_cover_choices(g, ts, root, &first) < 2)
		return broken(why, "fish are to be covered, but there is no choice");
	return 0;
}

/* Islanders: four a seat, none left on what had to be evaluated. */
static int check_islanders(const struct game *g, const struct tileset *ts, char why[120])
{
	int phase = g->now.phase, piece, first;

	for (int seat = 0; seat < g->seat_count; seat++)
		if (pieces_of(&g->now, seat) > SS_ISLANDERS)
			return broken(why, "seat %d has more than %d islanders", seat, SS_ISLANDERS);
	for (int i = 0; i < g->now.piece_count; i++) {
		int root = feature_root(&g->board, g->now.pieces[i].node);

		if (g->now.pieces[i].size)
			return broken(why, "an islander has no size");
		if (board_node_tile(&g->board, g->now.pieces[i].node) == 0)
			return broken(why, "an islander stands where none can: on the start tile");
		if (pieces_find(&g->now, g->now.pieces[i].node) != i)
			return broken(why, "two islanders stand on one segment");
		if (phase != PHASE_PIECE && phase != PHASE_OVER && feature_open_ends(&g->board, root) == 0 &&
			feature_shape(&g->board, ts, root) != SHAPE_CENTRE)
			return broken(why, "an islander stands on a complete feature");
	}
	piece = ss_due_merchant(g, ts);
	if (phase == PHASE_DECIDE && ss_decision(g) == SS_CHOOSE_SHIP) {
		if (piece < 0 || g->now.pieces[piece].seat != g->now.decider ||
			ss_best_ships(ss_look(&g->now), ts, &first) < 2)
			return broken(why, "a ship is to be chosen, but there is no choice for that seat");
	} else if (piece >= 0 && phase != PHASE_DECIDE && phase != PHASE_PIECE && phase != PHASE_OVER) {
		return broken(why, "a merchant waits for a ship that was due");
	}
	return 0;
}

int ss_check(const struct game *g, const struct tileset *ts, char why[120])
{
	if (g->now.phase == PHASE_BATTLE)
		return broken(why, "there are no battles in this game");
	if (check_wares(g, why) < 0 || check_ships(g, ts, why) < 0 ||
		check_covered(g, ts, why) < 0 || check_cover(g, ts, why) < 0)
		return -1;
	return check_islanders(g, ts, why);
}

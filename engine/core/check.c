/*
 * check.c - whether a game can be true.
 *
 * Snapshots may have been damaged or made up.  What passes here can be played
 * on without a look at anything twice: every number that is used as an index
 * is in range, every tile and piece is somewhere exactly once, and the phase
 * has what it needs.
 */
#include "game.h"

#include <string.h>

#include "ruleset.h"
#include "step.h"

static int all_zero(const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < size; i++)
		if (at[i])
			return 0;
	return 1;
}

/* What game_start() would refuse. */
static int check_fixed(const struct game *g, const struct tileset *ts, char why[120])
{
	const struct ruleset *r;
	struct game_error err;
	int colours = 0;

	if (g->ruleset >= ruleset_count || rulesets[g->ruleset]->version != g->version)
		return broken(why, "a ruleset that this program does not have");
	r = game_ruleset(g);
	if (g->seat_count < r->seats_min || g->seat_count > r->seats_max)
		return broken(why, "%d seats are not possible", g->seat_count);
	if (g->bag_count != ts->tile_count - 1)
		return broken(why, "made with another tile set");
	if (ruleset_check_options(r, g->options, g->seat_count, &err) < 0)
		return broken(why, "%.110s", err.text);
	while (r->colours[colours])
		colours++;
	for (int i = 0; i < g->seat_count; i++)
		if (g->colours[i] >= colours || memchr(g->colours, g->colours[i], (size_t)i))
			return broken(why, "seat %d has no colour of its own", i);
	for (int i = 0; i < g->seat_count; i++)
		if (ruleset_seat_colour(r, g->options, i) >= 0 && ruleset_seat_colour(r, g->options, i) != g->colours[i])
			return broken(why, "seat %d has the colour of another", i);
	if (!all_zero(g->colours + g->seat_count, (size_t)(GAME_SEATS_MAX - g->seat_count)))
		return broken(why, "colours of seats that there are not");
	return 0;
}

/* Rebuild the board from its own list; it must be the same bytes. */
static int check_board(const struct board *b, const struct tileset *ts, char why[120])
{
	struct board again;

	if (b->tile_count < 1 || b->tile_count > ts->tile_count)
		return broken(why, "the board has an impossible number of tiles");
	board_start(&again, ts);
	for (int i = 1; i < b->tile_count; i++) {
		const struct placed *t = &b->tiles[i];
		struct board_conflict conflict;

		if (t->face >= ts->face_count || t->rotation > 3 || ts->faces[t->face].start ||
			!board_check(&again, ts, t->face, t->x, t->y, t->rotation, &conflict))
			return broken(why, "tile %d cannot lie where it lies", i);
		if (again.node_count + ts->kinds[ts->faces[t->face].kind].segment_count > ts->node_count)
			return broken(why, "the board has more tiles than the tile set");
		board_place(&again, ts, t->face, t->x, t->y, t->rotation);
	}
	if (memcmp(&again, b, sizeof(again)) != 0)
		return broken(why, "the board is not what its tiles make it");
	return 0;
}

/*
 * The bag was the whole tile set; what was drawn is placed, set aside or in
 * hand, all else is still in it.
 */
static int check_bag(const struct game *g, const struct tileset *ts, char why[120])
{
	const struct turn *t = &g->now;
	int all[TILESET_FACES_MAX] = {0}, drawn[TILESET_FACES_MAX] = {0};

	if (t->drawn > g->bag_count || t->aside_count > t->drawn)
		return broken(why, "more tiles are drawn than the bag had");
	for (int i = 0; i < g->bag_count; i++) {
		if (g->bag[i] >= ts->face_count)
			return broken(why, "the bag has a tile that there is not");
		all[g->bag[i]]++;
		drawn[g->bag[i]] += i < t->drawn;
	}
	for (int i = 1; i < g->board.tile_count; i++)
		drawn[g->board.tiles[i].face]--;
	for (int i = 0; i < t->aside_count; i++) {
		if (t->aside[i] >= ts->face_count)
			return broken(why, "a tile that there is not was set aside");
		drawn[t->aside[i]]--;
	}
	if (t->hand != FACE_NONE && t->hand >= ts->face_count)
		return broken(why, "the tile in hand does not exist");
	if (t->hand != FACE_NONE)
		drawn[t->hand]--;
	for (int i = 0; i < ts->face_count; i++) {
		if (all[i] != (ts->faces[i].start ? 0 : ts->faces[i].count))
			return broken(why, "the bag was not the tile set");
		if (drawn[i] != 0)
			return broken(why, "the tiles drawn are not where they should be");
	}
	if (!all_zero(g->bag + g->bag_count, (size_t)(TILESET_TILES_MAX - g->bag_count)) ||
		!all_zero(t->aside + t->aside_count, (size_t)(TILESET_TILES_MAX - t->aside_count)))
		return broken(why, "tiles beyond their number");
	return 0;
}

static int check_pieces(const struct game *g, char why[120])
{
	const struct turn *t = &g->now;

	if (t->piece_count > GAME_PIECES_MAX)
		return broken(why, "more pieces than there are");
	for (int i = 0; i < t->piece_count; i++) {
		const struct piece *p = &t->pieces[i];

		if (p->seat >= g->seat_count || t->seat_state[p->seat] != SEAT_PLAYING)
			return broken(why, "a piece belongs to nobody who plays");
		if (p->node >= g->board.node_count)
			return broken(why, "a piece stands where none can");
	}
	if (!all_zero(t->pieces + t->piece_count,
		(size_t)(GAME_PIECES_MAX - t->piece_count) * sizeof(struct piece)))
		return broken(why, "pieces beyond their number");
	return 0;
}

static int check_seats(const struct game *g, char why[120])
{
	const struct turn *t = &g->now;

	for (int i = 0; i < GAME_SEATS_MAX; i++)
		if (t->seat_state[i] > (i < g->seat_count ? SEAT_RESIGNED : 0))
			return broken(why, "seat %d is in no state", i);
	if (t->seat >= g->seat_count || t->number < 1 || t->closing > 1)
		return broken(why, "the turn belongs to nobody");
	if (t->phase == PHASE_OVER) {
		unsigned winners = t->winners;

		if (t->over_reason == OVER_NOT || t->over_reason > OVER_ONE_SEAT_LEFT || !winners ||
			winners >> g->seat_count)
			return broken(why, "the game is over without reason or winner");
		for (int i = 0; i < g->seat_count; i++)
			if (winners >> i & 1 && t->seat_state[i] != SEAT_PLAYING)
				return broken(why, "seat %d has resigned and cannot win", i);
		return 0;
	}
	if (t->over_reason || t->winners || seats_playing(g) < 2)
		return broken(why, "the game is over but goes on");
	if (t->seat_state[t->seat] != SEAT_PLAYING && !t->closing)
		return broken(why, "it is the turn of a seat that has resigned");
	return 0;
}

/* What each phase has in hand and on the board. */
static int check_phase(const struct game *g, const struct tileset *ts, char why[120])
{
	const struct turn *t = &g->now;
	int last = g->board.tile_count - 1;
	int hand = 0, placed = 0;

	switch ((enum phase)t->phase) {
	case PHASE_DRAW:
		break;
	case PHASE_PLACE:
		hand = 1;
		break;
	case PHASE_PIECE:
	case PHASE_DECIDE:
	case PHASE_BATTLE:
	case PHASE_DELIVER:
		placed = 1;
		break;
	case PHASE_OVER:
		hand = t->hand != FACE_NONE;
		placed = t->placed != TILE_NONE;
		break;
	}
	if (hand != (t->hand != FACE_NONE) || placed != (t->placed != TILE_NONE))
		return broken(why, "the phase does not go with the tile in hand or placed");
	if (placed && (t->placed != last || last < 1))
		return broken(why, "the tile placed this turn is not the last one");
	if (t->phase == PHASE_PLACE && !board_fits_somewhere(&g->board, &ts->kinds[ts->faces[t->hand].kind]))
		return broken(why, "the tile in hand fits nowhere");
	if ((t->phase == PHASE_DECIDE) != (t->decider != SEAT_NONE))
		return broken(why, "a decision and who makes it do not go together");
	if (t->decider != SEAT_NONE && (t->decider >= g->seat_count || t->seat_state[t->decider] != SEAT_PLAYING))
		return broken(why, "nobody who plays is to decide");
	if (t->closing && t->phase != PHASE_DECIDE)
		return broken(why, "a turn that should have ended goes on");
	return 0;
}

/* Everything but the mark and the trail. */
static int check_now(const struct game *g, const struct tileset *ts, char why[120])
{
	if (g->now.phase >= PHASES)
		return broken(why, "a phase that there is not");
	if (check_bag(g, ts, why) < 0 || check_seats(g, why) < 0 || check_pieces(g, why) < 0 ||
		check_phase(g, ts, why) < 0)
		return -1;
	return game_ruleset(g)->check(g, ts, why);
}

/* Going back to the mark and repeating the trail must lead here (SS-7.1). */
static int check_mark(const struct game *g, const struct tileset *ts, char why[120])
{
	struct game again = *g;
	struct game_error err;
	struct events events;

	memcpy(&again.now, &g->mark, sizeof(again.now));
	memset(again.trail, 0, sizeof(again.trail));
	again.trail_count = 0;
	if (g->now.placed != g->mark.placed) {
		if (g->mark.placed != TILE_NONE || g->board.tile_count < 2)
			return broken(why, "undo would lead to another turn");
		board_remove_last(&again.board, ts);
	}
	if (check_now(&again, ts, why) < 0)
		return -1;
	for (int i = 0; i < g->trail_count; i++)
		if (g->trail[i].seat != again.now.seat ||
			game_apply(&again, ts, &g->trail[i], &events, &err) < 0 || again.trail_count != i + 1)
			return broken(why, "action %d since the mark cannot have been taken", i);
	if (memcmp(&again.now, &g->now, sizeof(again.now)) != 0 ||
		memcmp(&again.board, &g->board, sizeof(again.board)) != 0 ||
		memcmp(again.trail, g->trail, sizeof(again.trail)) != 0)
		return broken(why, "the actions since the mark do not lead here");
	return 0;
}

int game_check(const struct game *g, const struct tileset *ts, char why[120])
{
	if (check_fixed(g, ts, why) < 0 || check_board(&g->board, ts, why) < 0 || check_now(g, ts, why) < 0)
		return -1;
	if (g->trail_count > GAME_TRAIL_MAX)
		return broken(why, "more actions to take back than a turn can have");
	return check_mark(g, ts, why);
}

/*
 * turn.c - Star Wars Carcassonne from turn to turn.
 *
 * A turn is draw, place, meeple, battles, points.  Only the order of battles
 * is ever left to a seat after its meeple; all the rest follows.  Each function
 * here leads to the next point where a seat has something to say, so that an
 * action ends with the game waiting for somebody, or over.
 */
#include "star_wars.h"

#include <string.h>

#include "../core/turn.h"

static void begin_turn(struct game *g, const struct tileset *ts, int seat, struct events *events)
{
	turn_begin(g, seat, events);
	if (g->options[OPTION_AUTO_DRAW])
		sw_draw(g, ts, events);
}

int sw_start(struct game *g, const struct tileset *ts, struct events *events, struct game_error *err)
{
	(void)err;
	begin_turn(g, ts, turn_game_started(g, events)->a, events);	/* SW-0.3 */
	return 0;
}

/* Whether any tile that is left in the bag goes anywhere. */
static int bag_fits(const struct game *g, const struct tileset *ts)
{
	for (int i = g->now.drawn; i < g->bag_count; i++)
		if (board_fits_somewhere(&g->board, &ts->kinds[ts->faces[g->bag[i]].kind]))
			return 1;
	return 0;
}

/* The tile in hand goes to the end of the bag (SW-1.2). */
static void put_back(struct game *g)
{
	uint8_t *rest = g->bag + --g->now.drawn;
	size_t left = (size_t)(g->bag_count - g->now.drawn);

	memmove(rest, rest + 1, left - 1);
	rest[left - 1] = g->now.hand;
	g->now.hand = FACE_NONE;
}

/* Tells of a tile that went back, and how many others did so since the last such event. */
static void show_return(const struct game *g, int face, int more, struct events *events)
{
	struct event *e = event_add(events, EVENT_TILE_SET_ASIDE, g->now.seat);

	e->a = (int16_t)face;
	e->b = (int16_t)(more < INT16_MAX ? more : INT16_MAX);
	e->small[0] = SW_RETURN;
}

/*
 * Option `return`: draw and put back until a tile fits; 0 when none in the bag
 * does.  Chance alone limits how often a tile is put back, so only the first
 * hundred have events of their own.
 */
static int draw_returning(struct game *g, const struct tileset *ts, struct events *events)
{
	int returned = 0, last = FACE_NONE, found = 0, hopeless = 0;

	while (!hopeless && turn_take(g) && !(found = turn_hand_fits(g, ts))) {
		last = g->now.hand;
		if (++returned <= SW_RETURNS_SHOWN) {
			turn_show(g, events);
			show_return(g, last, 0, events);
		}
		hopeless = !bag_fits(g, ts);
		put_back(g);
		if (!hopeless)
			rng_shuffle(&g->rng, RNG_TILES, g->bag + g->now.drawn, game_bag_left(g));
	}
	if (returned > SW_RETURNS_SHOWN)
		show_return(g, last, returned - SW_RETURNS_SHOWN - 1, events);
	if (found) {
		turn_show(g, events);
		g->now.phase = PHASE_PLACE;
	}
	return found;
}

void sw_draw(struct game *g, const struct tileset *ts, struct events *events)
{
	int drawn = g->options[SW_UNPLACEABLE] == SW_RETURN ? draw_returning(g, ts, events)
		: turn_draw_fitting(g, ts, events);

	if (drawn)
		return;
	turn_ended(g, events);
	sw_finish(g, ts, OVER_NO_TILE_FITS, events);	/* SW-5.1 */
}

void sw_place(struct game *g, const struct tileset *ts, int x, int y, int rotation, struct events *events)
{
	turn_lay(g, ts, x, y, rotation, events);
	if (g->options[OPTION_AUTO_END_TURN] && !sw_piece_possible(g, ts)) {
		turn_skipped(events, g->now.seat, TURN_STEP_PIECE, TURN_NOTHING_TO_DO);
		sw_go_on(g, ts, events);
	}
}

void sw_go_on(struct game *g, const struct tileset *ts, struct events *events)
{
	struct feature_order battles;

	sw_battles(g, ts, &battles);
	if (battles.count > 0 && !g->options[SW_AUTO_BATTLE] && !g->now.closing) {
		g->now.phase = PHASE_BATTLE;	/* SW-3.8 */
		event_add(events, EVENT_DECISION_NEEDED, g->now.seat);
		return;
	}
	for (int i = 0; i < battles.count; i++)
		sw_fight(g, ts, feature_order_root(&battles, i), events);
	sw_score_features(g, ts, 0, events);
	sw_end_turn(g, ts, events);
}

void sw_end_turn(struct game *g, const struct tileset *ts, struct events *events)
{
	turn_ended(g, events);
	if (g->now.drawn == g->bag_count)
		sw_finish(g, ts, OVER_LAST_TILE, events);	/* SW-5.1 */
	else
		begin_turn(g, ts, seat_after(g, g->now.seat), events);
}

void sw_finish(struct game *g, const struct tileset *ts, enum over_reason reason, struct events *events)
{
	turn_over(g, reason);
	if (reason != OVER_ONE_SEAT_LEFT) {	/* SW-7: that side has won as it stands */
		event_add(events, EVENT_FINAL_EVALUATION, SEAT_NONE);
		sw_score_features(g, ts, 1, events);
	}
	g->now.winners = (uint8_t)turn_winners(g, ts);	/* SW-5.3 */
	event_add(events, EVENT_GAME_FINISHED, SEAT_NONE);
}

/* Bit per side that has a seat which plays. */
static unsigned playing(const struct game *g)
{
	unsigned sides = 0;

	for (int seat = 0; seat < g->seat_count; seat++)
		if (g->now.seat_state[seat] == SEAT_PLAYING)
			sides |= 1u << sw_side(g, seat);
	return sides;
}

int sw_sides_playing(const struct game *g)
{
	unsigned sides = playing(g);
	int count = 0;

	for (; sides; sides &= sides - 1)
		count++;
	return count;
}

int sw_score(const struct game *g, const struct tileset *ts, int seat)
{
	int side = sw_side(g, seat);

	(void)ts;
	/* SW-7: the score of who has left counts no more; a team has left with its last seat. */
	return playing(g) >> side & 1 ? (int)sw_look(&g->now)->scores[side] : 0;
}

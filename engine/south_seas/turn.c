/*
 * turn.c - South Seas from turn to turn.
 *
 * A turn is draw, place, piece, evaluation with its decisions, deliver.  Each
 * function here leads to the next point where a seat has something to say,
 * so that an action ends with the game waiting for somebody, or over.
 */
#include "south_seas.h"

#include <string.h>

#include "../core/step.h"
#include "../core/turn.h"

static void begin_turn(struct game *g, const struct tileset *ts, int seat, struct events *events)
{
	turn_begin(g, seat, events);
	if (g->options[OPTION_AUTO_DRAW])
		ss_draw(g, ts, events);
}

int ss_start(struct game *g, const struct tileset *ts, struct events *events, struct game_error *err)
{
	struct ss_state *s = ss_state(&g->now);
	struct event *e;

	(void)err;
	/* SS-0.4: the ships are shuffled apart, four are turned up. */
	for (int i = 0; i < ts->ship_count; i++)
		s->pile[i] = (uint8_t)i;
	rng_shuffle(&g->rng, RNG_SHIPS, s->pile, ts->ship_count);
	memset(s->owner, SEAT_NONE, sizeof(s->owner));
	while (s->row_count < SS_ROW && s->turned_up < ts->ship_count)
		s->row[s->row_count++] = s->pile[s->turned_up++];
	s->cover_root = NODE_NONE;
	e = turn_game_started(g, events);	/* SS-0.5 */
	for (int i = 0; i < s->row_count; i++)
		e->small[i] = s->row[i];
	e->b = s->row_count;
	e->c = (int16_t)(ts->ship_count - s->turned_up);
	begin_turn(g, ts, e->a, events);
	return 0;
}

void ss_draw(struct game *g, const struct tileset *ts, struct events *events)
{
	if (turn_draw_fitting(g, ts, events))	/* SS-1.3 */
		return;
	/* SS-1.4: no tile is left to draw. */
	turn_ended(g, events);
	ss_finish(g, ts, OVER_NO_TILE_FITS, events);
}

void ss_place(struct game *g, const struct tileset *ts, int x, int y, int rotation, struct events *events)
{
	turn_lay(g, ts, x, y, rotation, events);
	if (g->options[OPTION_AUTO_END_TURN] && !ss_piece_possible(g, ts)) {
		turn_skipped(events, g->now.seat, TURN_STEP_PIECE, TURN_NOTHING_TO_DO);	/* SS-7.4 */
		ss_after_piece(g, ts, events);
	}
}

void ss_after_piece(struct game *g, const struct tileset *ts, struct events *events)
{
	ss_evaluate(g, ts, events);
	ss_resolve(g, ts, 0, events);
}

static void wait_for(struct game *g, int seat, struct events *events)
{
	g->now.phase = PHASE_DECIDE;
	g->now.decider = (uint8_t)seat;
	event_add(events, EVENT_DECISION_NEEDED, seat);
}

/* SS-3.7; returns 1 when the seat on turn must choose. */
static int resolve_cover(struct game *g, const struct tileset *ts, unsigned automatic, struct events *events)
{
	struct ss_state *s = ss_state(&g->now);
	int count, group;

	if (s->cover_root == NODE_NONE)
		return 0;
	count = ss_cover_choices(g, ts, s->cover_root, &group);
	if (count > 1 && !(automatic >> g->now.seat & 1)) {
		wait_for(g, g->now.seat, events);
		return 1;
	}
	if (count > 0)
		ss_cover(g, group, events);
	s->cover_root = NODE_NONE;
	return 0;
}

/* SS-3.8; returns 1 when a merchant's owner must choose. */
static int resolve_markets(struct game *g, const struct tileset *ts, unsigned automatic, struct events *events)
{
	int piece, ship;

	while ((piece = ss_due_merchant(g, ts)) >= 0) {
		int seat = g->now.pieces[piece].seat;

		if (ss_best_ships(ss_look(&g->now), ts, &ship) > 1 && !(automatic >> seat & 1)) {
			wait_for(g, seat, events);
			return 1;
		}
		ss_settle_merchant(g, ts, piece, events);
	}
	return 0;
}

void ss_resolve(struct game *g, const struct tileset *ts, unsigned automatic, struct events *events)
{
	int seat = g->now.seat, can_deliver;

	if (g->now.closing)
		automatic |= 1u << seat;
	if (resolve_cover(g, ts, automatic, events) || resolve_markets(g, ts, automatic, events))
		return;
	g->now.decider = SEAT_NONE;
	can_deliver = ss_can_deliver(g, ts);
	if (!g->now.closing && (can_deliver || !g->options[OPTION_AUTO_END_TURN])) {
		g->now.phase = PHASE_DELIVER;
		return;
	}
	/* SS-7.2: who has resigned is not asked, and nothing is said of it. */
	if (g->now.seat_state[seat] == SEAT_PLAYING)
		turn_skipped(events, seat, TURN_STEP_DELIVER, can_deliver ? TURN_DECLINED : TURN_NOTHING_TO_DO);
	ss_end_turn(g, ts, events);
}

void ss_end_turn(struct game *g, const struct tileset *ts, struct events *events)
{
	const struct ss_state *s = ss_look(&g->now);

	turn_ended(g, events);
	/* SS-5.1: the turn was played out, now look whether it was the last. */
	if (g->now.drawn == g->bag_count)
		ss_finish(g, ts, OVER_LAST_TILE, events);
	else if (s->row_count == 0)
		ss_finish(g, ts, OVER_LAST_SHIP, events);
	else
		begin_turn(g, ts, seat_after(g, g->now.seat), events);
}

void ss_finish(struct game *g, const struct tileset *ts, enum over_reason reason, struct events *events)
{
	turn_over(g, reason);
	ss_state(&g->now)->cover_root = NODE_NONE;
	if (reason != OVER_ONE_SEAT_LEFT) {	/* SS-7.2: that seat has won as it stands */
		event_add(events, EVENT_FINAL_EVALUATION, SEAT_NONE);
		ss_evaluate_final(g, ts, events);
	}
	g->now.winners = (uint8_t)turn_winners(g, ts);	/* SS-5.4 */
	event_add(events, EVENT_GAME_FINISHED, SEAT_NONE);
}

int ss_score(const struct game *g, const struct tileset *ts, int seat)
{
	const struct ss_state *s = ss_look(&g->now);
	const uint32_t *wares = s->wares[seat];
	int score = (int)((wares[0] + wares[1] + wares[2]) / 3);	/* SS-5.3 */

	if (g->now.seat_state[seat] != SEAT_PLAYING)	/* SS-7.2: ships count no more */
		return 0;
	for (int ship = 0; ship < ts->ship_count; ship++)
		if (s->owner[ship] == seat)
			score += ts->ships[ship].points;
	return score;
}

/*
 * turn.c - the template game from turn to turn, and the actions of a seat.
 *
 * What belongs here: each function leads to the next point where a seat has
 * something to say, so that an action ends with the game waiting for somebody, or
 * over.  First everything is checked, then something is changed: a refused action
 * leaves not a byte different.  What games have in common is in core/turn.h.
 * When this outgrows one file, the actions go to apply.c, the list to legal.c,
 * and scoring to a file of its own.
 */
#include "template.h"

#include "../core/step.h"
#include "../core/turn.h"

/* The game is over.  Points that are given at the end are given here, behind EVENT_FINAL_EVALUATION. */
static void finish(struct game *g, const struct tileset *ts, enum over_reason reason, struct events *events)
{
	turn_over(g, reason);
	g->now.winners = (uint8_t)turn_winners(g, ts);
	event_add(events, EVENT_GAME_FINISHED, SEAT_NONE);
}

/* Draw until a tile fits. */
static void draw(struct game *g, const struct tileset *ts, struct events *events)
{
	if (turn_draw_fitting(g, ts, events))	/* T-1.2 */
		return;
	turn_ended(g, events);
	finish(g, ts, OVER_NO_TILE_FITS, events);	/* T-3.1 */
}

static void begin_turn(struct game *g, const struct tileset *ts, int seat, struct events *events)
{
	turn_begin(g, seat, events);
	if (g->options[OPTION_AUTO_DRAW])
		draw(g, ts, events);
}

static void end_turn(struct game *g, const struct tileset *ts, struct events *events)
{
	turn_ended(g, events);
	if (g->now.drawn == g->bag_count)
		finish(g, ts, OVER_LAST_TILE, events);	/* T-3.1 */
	else
		begin_turn(g, ts, seat_after(g, g->now.seat), events);
}

/* T-2.1: a game with pieces asks here whether one can be placed, and afterwards scores what is complete. */
static void skip(struct game *g, const struct tileset *ts, struct events *events)
{
	turn_skipped(events, g->now.seat, TURN_STEP_PIECE, TURN_NOTHING_TO_DO);
	end_turn(g, ts, events);
}

static void place(struct game *g, const struct tileset *ts, const struct action *a, struct events *events)
{
	turn_lay(g, ts, a->x, a->y, a->rotation, events);
	if (g->options[OPTION_AUTO_END_TURN])
		skip(g, ts, events);
}

int template_start(struct game *g, const struct tileset *ts, struct events *events, struct game_error *err)
{
	(void)err;
	begin_turn(g, ts, turn_game_started(g, events)->a, events);
	return 0;
}

static void resign(struct game *g, const struct tileset *ts, int seat, struct events *events)
{
	event_add(events, EVENT_SEAT_RESIGNED, seat);
	g->now.seat_state[seat] = SEAT_RESIGNED;
	if (seats_playing(g) == 1) {
		finish(g, ts, OVER_ONE_SEAT_LEFT, events);
	} else if (seat == g->now.seat) {
		if (g->now.phase == PHASE_PLACE)
			turn_set_aside(g, events);
		end_turn(g, ts, events);
	}
}

/* The rest of the turn, as short as can be (T-4.2). */
static void minimal_turn(struct game *g, const struct tileset *ts, struct events *events)
{
	int number = g->now.number;
	struct action first;

	if (g->now.phase == PHASE_DRAW)
		draw(g, ts, events);
	if (g->now.phase == PHASE_PLACE) {
		first = turn_first_place(g, ts);
		place(g, ts, &first, events);
	}
	if (g->now.number == number && g->now.phase == PHASE_PIECE)
		skip(g, ts, events);
}

static void time_out(struct game *g, const struct tileset *ts, int seat, struct events *events)
{
	switch (turn_timed_out(g, seat, events)) {
	case ON_TIMEOUT_FORFEIT:
		resign(g, ts, seat, events);
		break;
	case ON_TIMEOUT_SKIP:
		minimal_turn(g, ts, events);
		break;
	case ON_TIMEOUT_BOT:
		break;
	}
}

/* Seat and phase have been checked against the row; what the action says has not. */
int template_apply(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err)
{
	switch ((enum action_type)a->type) {
	case ACTION_DRAW:
		draw(g, ts, events);
		return 0;
	case ACTION_PLACE:
		if (turn_check_place(g, ts, a, "T-1.1", "T-1.1", err) < 0)
			return -1;
		place(g, ts, a, events);
		return 0;
	case ACTION_SKIP:
		skip(g, ts, events);
		return 0;
	case ACTION_RESIGN:
		resign(g, ts, a->seat, events);
		return 0;
	case ACTION_TIMEOUT:
		time_out(g, ts, a->seat, events);
		return 0;
	case ACTION_NONE:
	case ACTION_ISLANDER:
	case ACTION_RETRIEVE:
	case ACTION_MEEPLE:
	case ACTION_COVER_FISH:
	case ACTION_CHOOSE_SHIP:
	case ACTION_BATTLE:
	case ACTION_DELIVER:
	case ACTION_END_TURN:
	case ACTION_UNDO:
		break;
	}
	return refuse(err, REFUSED_UNKNOWN, "", "there is no such action in this game");
}

/* Exactly what template_apply() accepts, undo, resigning and time-outs left out, always in the same order. */
int template_legal(const struct game *g, const struct tileset *ts, int seat, game_action_fn *each, void *arg)
{
	struct action a = {.type = ACTION_DRAW, .seat = (uint8_t)seat};

	if (g->now.phase == PHASE_PLACE)
		return turn_list_places(g, ts, seat, each, arg);
	if (g->now.phase == PHASE_PIECE)
		a.type = ACTION_SKIP;
	return each(arg, &a);
}

int template_score(const struct game *g, const struct tileset *ts, int seat)
{
	(void)g;
	(void)ts;
	(void)seat;
	return 0;
}

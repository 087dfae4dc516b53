/*
 * turn.c - what happens in the turns of every game.
 */
#include "turn.h"

#include <string.h>

#include "step.h"

enum { BATCH = 32 };

struct event *turn_game_started(struct game *g, struct events *events)
{
	struct event *e = event_add(events, EVENT_GAME_STARTED, SEAT_NONE);
	int first = g->options[OPTION_FIRST_SEAT] - 1;

	if (first < 0)
		first = (int)rng_uniform(&g->rng, RNG_SEATS, g->seat_count);
	e->reveals = 1;
	e->a = (int16_t)first;
	return e;
}

void turn_begin(struct game *g, int seat, struct events *events)
{
	g->now.seat = (uint8_t)seat;
	g->now.number++;
	g->now.phase = PHASE_DRAW;
	g->now.placed = TILE_NONE;
	g->now.closing = 0;
	g->now.decider = SEAT_NONE;
	event_add(events, EVENT_TURN_STARTED, seat)->a = (int16_t)g->now.number;
}

int turn_take(struct game *g)
{
	if (g->now.drawn == g->bag_count)
		return 0;
	g->now.hand = g->bag[g->now.drawn++];
	return 1;
}

void turn_show(const struct game *g, struct events *events)
{
	struct event *e = event_add(events, EVENT_TILE_DRAWN, g->now.seat);

	e->a = g->now.hand;
	e->b = (int16_t)game_bag_left(g);
	e->reveals = 1;
}

int turn_draw(struct game *g, struct events *events)
{
	if (!turn_take(g))
		return 0;
	turn_show(g, events);
	return 1;
}

int turn_hand_fits(const struct game *g, const struct tileset *ts)
{
	return board_fits_somewhere(&g->board, &ts->kinds[ts->faces[g->now.hand].kind]);
}

void turn_set_aside(struct game *g, struct events *events)
{
	event_add(events, EVENT_TILE_SET_ASIDE, g->now.seat)->a = g->now.hand;
	g->now.aside[g->now.aside_count++] = g->now.hand;
	g->now.hand = FACE_NONE;
}

int turn_draw_fitting(struct game *g, const struct tileset *ts, struct events *events)
{
	while (turn_draw(g, events)) {
		if (turn_hand_fits(g, ts)) {
			g->now.phase = PHASE_PLACE;
			return 1;
		}
		turn_set_aside(g, events);
	}
	return 0;
}

/* "north side: bridge against sea; " for each side that conflicts. */
static void describe_conflict(const struct game *g, const struct board_conflict *why, char *text, size_t size)
{
	static const char *const sides[PORT_SIDES] = {"north", "east", "south", "west"};
	const char *const *words = game_ruleset(g)->words->sides;
	size_t used = 0;

	text[0] = '\0';
	for (int side = 0; side < PORT_SIDES; side++) {
		const char *parts[] = {used ? "; " : "", sides[side], " side: ",
			words[why->tile_side[side]], " against ", words[why->board_side[side]]};

		if (!why->sides[side])
			continue;
		for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
			size_t length = strlen(parts[i]);

			if (used + length >= size)
				return;
			memcpy(text + used, parts[i], length + 1);
			used += length;
		}
	}
}

int turn_check_place(const struct game *g, const struct tileset *ts, const struct action *a,
	const char *touching, const char *matching, struct game_error *err)
{
	struct board_conflict why;
	char sides[160];

	if (a->rotation > 3)
		return refuse(err, REFUSED_UNKNOWN, "", "a rotation is 0, 90, 180 or 270 degrees");
	if (board_check(&g->board, ts, g->now.hand, a->x, a->y, a->rotation, &why))
		return 0;
	switch (why.what) {
	case BOARD_OCCUPIED:
		refuse(err, REFUSED_PLACEMENT, touching, "a tile lies at (%d,%d) already", a->x, a->y);
		break;
	case BOARD_DETACHED:
		refuse(err, REFUSED_PLACEMENT, touching,
			"(%d,%d) has no tile at any of its four sides; a corner is not enough", a->x, a->y);
		break;
	case BOARD_MISMATCH:
	case BOARD_FITS:
		describe_conflict(g, &why, sides, sizeof(sides));
		refuse(err, REFUSED_PLACEMENT, matching, "the tile does not continue its neighbours: %s", sides);
		break;
	}
	err->conflict = why;
	return -1;
}

void turn_lay(struct game *g, const struct tileset *ts, int x, int y, int rotation, struct events *events)
{
	int tile = board_place(&g->board, ts, g->now.hand, x, y, rotation);

	event_add(events, EVENT_TILE_PLACED, g->now.seat)->a = (int16_t)tile;
	g->now.placed = (uint8_t)tile;
	g->now.hand = FACE_NONE;
	g->now.phase = PHASE_PIECE;
}

static int note_place(void *arg, const struct action *a)
{
	*(struct action *)arg = *a;
	return 1;
}

struct action turn_first_place(const struct game *g, const struct tileset *ts)
{
	struct action first = {0};

	turn_list_places(g, ts, g->now.seat, note_place, &first);
	return first;
}

int turn_list_places(const struct game *g, const struct tileset *ts, int seat, game_action_fn *each, void *arg)
{
	const struct board *b = &g->board;
	uint16_t fits[BOARD_FITS_ROOM];
	struct action batch[BATCH];
	int count = board_fits_list(b, &ts->kinds[ts->faces[g->now.hand].kind], fits), stop = 0;

	/*
	 * Written in batches: who gets an action copies it whole, and that would
	 * have to wait for its members if they were written a moment ago.
	 */
	for (int from = 0; from < count && !stop; from += BATCH) {
		int end = count - from < BATCH ? count - from : BATCH;

		for (int i = 0; i < end; i++) {
			int fit = fits[from + i];

			batch[i] = (struct action){.type = ACTION_PLACE, .seat = (uint8_t)seat,
				.x = b->frontier[fit / 4].x, .y = b->frontier[fit / 4].y,
				.rotation = (uint8_t)(fit % 4)};
		}
		for (int i = 0; i < end && !stop; i++)
			stop = each(arg, &batch[i]);
	}
	return stop;
}

void turn_skipped(struct events *events, int seat, enum turn_step step, enum turn_skipped why)
{
	struct event *e = event_add(events, EVENT_STEP_SKIPPED, seat);

	e->small[0] = (uint8_t)step;
	e->small[1] = (uint8_t)why;
}

void turn_ended(const struct game *g, struct events *events)
{
	event_add(events, EVENT_TURN_ENDED, g->now.seat)->a = (int16_t)g->now.number;
}

enum on_timeout turn_timed_out(const struct game *g, int seat, struct events *events)
{
	uint8_t then = g->options[OPTION_ON_TIMEOUT];

	event_add(events, EVENT_SEAT_TIMED_OUT, seat)->small[0] = then;
	return (enum on_timeout)then;
}

void turn_over(struct game *g, enum over_reason reason)
{
	g->now.phase = PHASE_OVER;
	g->now.decider = SEAT_NONE;
	g->now.closing = 0;
	g->now.over_reason = (uint8_t)reason;
}

unsigned turn_winners(const struct game *g, const struct tileset *ts)
{
	unsigned best = 0;
	int most = -1;

	for (int seat = 0; seat < g->seat_count; seat++) {
		int score = game_score(g, ts, seat);

		if (g->now.seat_state[seat] != SEAT_PLAYING || score < most)
			continue;
		if (score > most)
			best = 0;
		most = score;
		best |= 1u << seat;
	}
	return best;
}

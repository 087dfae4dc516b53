/*
 * The rules of the oracle: one turn of Star Wars Carcassonne, step by step as
 * the rules tell it, on the features that oracle.c finds.
 */
#include <string.h>

#include "tests/engine/sw_oracle_inside.h"

enum { RETURNS_TOLD = 100 };	/* that have events of their own in one draw */

void sw_oracle_tell(struct sw_oracle *o, enum event_type type, int seat)
{
	o->story.at[o->story.count].type = (uint8_t)type;
	o->story.at[o->story.count++].seat = (uint8_t)seat;
}

void sw_oracle_commit(struct sw_oracle *o)
{
	o->undo_count = 0;
}

/* --- the turn --------------------------------------------------------------- */

static void finish(struct sw_oracle *o, int reason)
{
	struct oracle_turn *t = &o->now.turn;
	int best = -1;

	t->phase = PHASE_OVER;
	t->over_reason = (uint8_t)reason;
	if (reason != OVER_ONE_SEAT_LEFT) {
		sw_oracle_tell(o, EVENT_FINAL_EVALUATION, SEAT_NONE);
		sw_oracle_score_all(o, 1);
	}
	for (int pass = 0; pass < 2; pass++)
		for (int seat = 0; seat < o->core.seats; seat++) {
			if (t->resigned[seat])
				continue;
			if (pass == 0 && sw_oracle_score(o, seat) > best)
				best = sw_oracle_score(o, seat);
			if (pass == 1 && sw_oracle_score(o, seat) == best)
				t->winners |= (uint8_t)(1u << seat);
		}
	o->tally[SW_MET_SHARED_WIN] += !o->teams && sw_oracle_bits(t->winners) > 1;
	sw_oracle_tell(o, EVENT_GAME_FINISHED, SEAT_NONE);
	sw_oracle_commit(o);
}

static int any_fits(const struct sw_oracle *o)
{
	for (int i = 0; i < o->now.left; i++)
		if (oracle_fits_somewhere(&o->core, o->now.stack[i]))
			return 1;
	return 0;
}

/* SW-1.2: a tile that fits nowhere; whether the drawing goes on. */
static int put_away(struct sw_oracle *o, uint8_t face, int *returned)
{
	struct oracle_turn *t = &o->now.turn;
	int told = *returned < RETURNS_TOLD, hope = any_fits(o);

	if (!o->returning) {
		t->aside[t->aside_count++] = face;
		o->tally[SW_MET_SET_ASIDE]++;
		sw_oracle_tell(o, EVENT_TILE_DRAWN, t->seat);
		sw_oracle_tell(o, EVENT_TILE_SET_ASIDE, t->seat);
		return 1;
	}
	if (told || !hope) {
		sw_oracle_tell(o, EVENT_TILE_DRAWN, t->seat);
		sw_oracle_tell(o, EVENT_TILE_SET_ASIDE, t->seat);
	}
	++*returned;
	o->now.stack[o->now.left++] = face;
	o->tally[hope ? SW_MET_RETURNED : SW_MET_RETURNED_IN_VAIN]++;
	if (hope)
		oracle_shuffle(&o->core.shuffle, o->now.stack, o->now.left);
	return hope;
}

static void draw(struct sw_oracle *o)
{
	struct oracle_turn *t = &o->now.turn;
	int returned = 0, on = 1;

	sw_oracle_commit(o);
	while (on && o->now.left > 0) {
		uint8_t face = o->now.stack[0];

		memmove(o->now.stack, o->now.stack + 1, (size_t)--o->now.left);
		if (oracle_fits_somewhere(&o->core, face)) {
			sw_oracle_tell(o, EVENT_TILE_DRAWN, t->seat);
			t->hand = face;
			t->phase = PHASE_PLACE;
			return;
		}
		on = put_away(o, face, &returned);
	}
	sw_oracle_tell(o, EVENT_TURN_ENDED, t->seat);
	finish(o, OVER_NO_TILE_FITS);
}

static void begin_turn(struct sw_oracle *o)
{
	o->now.battles = 0;
	sw_oracle_tell(o, EVENT_TURN_STARTED, o->now.turn.seat);
	if (o->core.auto_draw)
		draw(o);
}

static void end_turn(struct sw_oracle *o)
{
	sw_oracle_commit(o);
	sw_oracle_tell(o, EVENT_TURN_ENDED, o->now.turn.seat);
	if (o->now.left == 0) {
		finish(o, OVER_LAST_TILE);
		return;
	}
	oracle_next_seat(&o->core, &o->now.turn);
	begin_turn(o);
}

/* Battles, points, end; or the seat on turn is asked which battle comes next. */
static void go_on(struct sw_oracle *o)
{
	int labels[SW_ORACLE_BATTLES], count;

	while ((count = sw_oracle_battles(o, labels)) > 0) {
		if (!o->auto_battle && !o->now.turn.closing) {
			o->now.turn.phase = PHASE_BATTLE;
			sw_oracle_tell(o, EVENT_DECISION_NEEDED, o->now.turn.seat);
			return;
		}
		sw_oracle_fight(o, labels[0]);
	}
	sw_oracle_score_all(o, 0);
	end_turn(o);
}

static void place(struct sw_oracle *o, const struct action *a)
{
	struct action some[64];

	oracle_lay(&o->core, &o->now.turn, a);
	sw_oracle_tell(o, EVENT_TILE_PLACED, o->now.turn.seat);
	if (o->now.turn.closing || (o->core.auto_end_turn && sw_oracle_meeples(o, o->now.turn.seat, some) == 0)) {
		o->tally[SW_MET_NOTHING_TO_PLACE] += !o->now.turn.closing;
		sw_oracle_tell(o, EVENT_STEP_SKIPPED, o->now.turn.seat);
		go_on(o);
	}
}

/* Whose planet it is, for the tallies. */
static void count_planet(struct sw_oracle *o, int tile, int label, int seat)
{
	const struct oracle_region *r = &o->core.regions[label];
	const struct oracle_tile *p = &o->core.tiles[tile], *q = &o->core.tiles[o->now.turn.placed];
	unsigned me = 1u << sw_oracle_side(o, seat);

	if (r->pieces == 0)
		o->tally[SW_MET_PLANET_FREE]++;
	else if (sw_oracle_sides(o, label) & ~me)
		o->tally[SW_MET_PLANET_OF_OTHER]++;
	else
		o->tally[r->of_seat[seat] > 0 ? SW_MET_PLANET_OF_OWN : SW_MET_PLANET_OF_MATE]++;
	o->tally[SW_MET_PLANET_CORNER] += p->x != q->x && p->y != q->y;
}

static void meeple(struct sw_oracle *o, const struct action *a)
{
	struct oracle_turn *t = &o->now.turn;
	int tile = t->placed, segment = a->segment;

	if (a->planet) {
		tile = oracle_tile_at(&o->core, a->x, a->y);
		while (oracle_kind(&o->core, o->core.tiles[tile].face)->segments[segment].shape != SHAPE_CENTRE)
			segment++;
		count_planet(o, tile, o->core.label[tile][segment], a->seat);
	}
	t->pieces[t->piece_count++] = (struct oracle_piece){ (uint8_t)tile, (uint8_t)segment, a->seat, a->size };
	oracle_look(&o->core, t);
	sw_oracle_tell(o, EVENT_PIECE_PLACED, a->seat);
	go_on(o);
}

static void battle(struct sw_oracle *o, const struct action *a)
{
	int labels[SW_ORACLE_BATTLES], label = o->core.label[oracle_tile_at(&o->core, a->x, a->y)][a->segment];

	sw_oracle_battles(o, labels);
	o->tally[SW_MET_NOT_FIRST] += label != labels[0];
	sw_oracle_fight(o, label);
	sw_oracle_commit(o);
	go_on(o);
}

/* --- leaving and running out of time (SW-7) --------------------------------- */

/* The rest of a turn without asking its seat again. */
static void close_turn(struct sw_oracle *o)
{
	struct oracle_turn *t = &o->now.turn;

	t->closing = 1;
	switch ((enum phase)t->phase) {
	case PHASE_PLACE:
		t->aside[t->aside_count++] = t->hand;
		t->hand = FACE_NONE;
		sw_oracle_tell(o, EVENT_TILE_SET_ASIDE, t->seat);
		end_turn(o);
		break;
	case PHASE_PIECE:
	case PHASE_BATTLE:
		go_on(o);
		break;
	case PHASE_DRAW:
	case PHASE_DECIDE:
	case PHASE_DELIVER:
	case PHASE_OVER:
		end_turn(o);
		break;
	}
}

static void resign(struct sw_oracle *o, int seat)
{
	struct oracle_turn *t = &o->now.turn;
	int labels[SW_ORACLE_BATTLES], before = sw_oracle_battles(o, labels), after, in_battle = t->phase == PHASE_BATTLE;

	sw_oracle_commit(o);
	sw_oracle_tell(o, EVENT_SEAT_RESIGNED, seat);
	t->resigned[seat] = 1;
	oracle_remove_pieces(&o->core, t, -1, seat);
	oracle_look(&o->core, t);
	after = sw_oracle_battles(o, labels);
	o->tally[SW_MET_FELL_AWAY] += after < before;
	o->tally[SW_MET_RESIGNED_IN_BATTLE] += in_battle && seat == t->seat;
	o->tally[SW_MET_OTHER_RESIGNED_IN_BATTLE] += in_battle && seat != t->seat;
	if (sw_oracle_bits(sw_oracle_playing(o)) == 1) {
		finish(o, OVER_ONE_SEAT_LEFT);
	} else {
		o->tally[SW_MET_MATE_ALONE] += o->teams;
		if (seat == t->seat)
			close_turn(o);
		else if (in_battle && after == 0)
			go_on(o);
	}
	sw_oracle_commit(o);
}

/* SW-7: no meeple, battles in their order. */
static void minimal_turn(struct sw_oracle *o)
{
	struct action places[ORACLE_LEGAL_MAX];
	struct oracle_turn *t = &o->now.turn;

	if (t->phase == PHASE_DRAW)
		draw(o);
	if (t->phase == PHASE_OVER)
		return;
	t->closing = 1;
	if (t->phase == PHASE_PLACE) {
		oracle_place_actions(&o->core, t->hand, t->seat, places);
		place(o, &places[0]);
	} else {
		if (t->phase == PHASE_PIECE)
			sw_oracle_tell(o, EVENT_STEP_SKIPPED, t->seat);
		go_on(o);
	}
}

static void time_out(struct sw_oracle *o, int seat)
{
	sw_oracle_commit(o);
	sw_oracle_tell(o, EVENT_SEAT_TIMED_OUT, seat);
	o->tally[SW_MET_TIMEOUT_IN_BATTLE] += o->now.turn.phase == PHASE_BATTLE;
	if (o->core.on_timeout == 0)
		resign(o, seat);
	else if (o->core.on_timeout == 1)
		minimal_turn(o);
	sw_oracle_commit(o);
}

/* --- the outside --------------------------------------------------------------- */

int sw_oracle_may_undo(const struct sw_oracle *o, int seat)
{
	return o->now.turn.phase != PHASE_OVER && seat == o->now.turn.seat && o->undo_count > 0;
}

static void step(struct sw_oracle *o, const struct action *a)
{
	switch ((enum action_type)a->type) {
	case ACTION_DRAW:
		draw(o);
		break;
	case ACTION_PLACE:
		place(o, a);
		break;
	case ACTION_MEEPLE:
		meeple(o, a);
		break;
	case ACTION_SKIP:
		sw_oracle_tell(o, EVENT_STEP_SKIPPED, a->seat);
		go_on(o);
		break;
	case ACTION_BATTLE:
		battle(o, a);
		break;
	case ACTION_NONE:
	case ACTION_ISLANDER:
	case ACTION_RETRIEVE:
	case ACTION_COVER_FISH:
	case ACTION_CHOOSE_SHIP:
	case ACTION_DELIVER:
	case ACTION_END_TURN:
	case ACTION_UNDO:
	case ACTION_RESIGN:
	case ACTION_TIMEOUT:
		break;
	}
}

static int listed(struct sw_oracle *o, const struct action *a)
{
	struct action legal[ORACLE_LEGAL_MAX], named = *a;
	int count = sw_oracle_legal(o, a->seat, legal);

	sw_oracle_canonical(o, &named);
	for (int i = 0; i < count; i++)
		if (oracle_same_action(&named, &legal[i]))
			return 1;
	return 0;
}

int sw_oracle_apply(struct sw_oracle *o, const struct action *a)
{
	if (o->now.turn.phase == PHASE_OVER || a->seat >= o->core.seats)
		return -1;
	o->story.count = o->story.battle_count = o->story.scored_count = 0;
	if (a->type == ACTION_UNDO) {
		if (!sw_oracle_may_undo(o, a->seat))
			return -1;
		o->now = o->undo[--o->undo_count];
		sw_oracle_tell(o, EVENT_UNDONE, a->seat);
	} else if (a->type == ACTION_RESIGN) {
		if (o->now.turn.resigned[a->seat])
			return -1;
		resign(o, a->seat);
	} else if (a->type == ACTION_TIMEOUT) {
		if (!(sw_oracle_waiting_for(o) >> a->seat & 1))
			return -1;
		time_out(o, a->seat);
	} else if (listed(o, a)) {
		o->undo[o->undo_count++] = o->now;
		step(o, a);
	} else {
		return -1;
	}
	oracle_look(&o->core, &o->now.turn);
	return 0;
}

void sw_oracle_start(struct sw_oracle *o, const struct tileset *ts, const struct game_setup *setup)
{
	memset(o, 0, sizeof *o);
	oracle_core_start(&o->core, &o->now.turn, ts, setup);
	o->teams = oracle_option(setup, "teams");
	o->returning = oracle_option(setup, "unplaceable");
	o->auto_battle = oracle_option(setup, "auto_battle");
	memcpy(o->colours, setup->colours, sizeof o->colours);
	memcpy(o->now.stack, o->core.bag, sizeof o->now.stack);
	o->now.left = o->core.bag_count;
	oracle_stream_start(&o->dice, setup->game_seed, "dice");
	sw_oracle_tell(o, EVENT_GAME_STARTED, SEAT_NONE);
	begin_turn(o);
	sw_oracle_commit(o);
}

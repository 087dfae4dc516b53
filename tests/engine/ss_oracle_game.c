/*
 * The rules of the oracle: one turn of South Seas, step by step as the rules
 * tell it, on the features that oracle.c finds.
 */
#include <string.h>

#include "tests/engine/ss_oracle_inside.h"

enum { SHIP_NONE = 0xff };

/* --- the turn --------------------------------------------------------------- */

void ss_oracle_commit(struct ss_oracle *o)
{
	o->undo_count = 0;
}

/* SS-3.1 to 3.3, 3.5: the majority takes what the feature shows. */
static void award(struct ss_oracle *o, int label)
{
	const struct oracle_region *r = &o->core.regions[label];
	const struct ss_oracle_feature *f = &o->features[label];
	int most = 0, ware = 0, worth = 0, winners = 0;

	switch ((enum shape)r->shape) {
	case SHAPE_LINE:
		ware = 0;
		worth = f->symbols[0];
		break;
	case SHAPE_LAND:
		ware = 2;
		worth = f->symbols[1];
		break;
	case SHAPE_OPEN:
		ware = 1;
		worth = f->fish;
		break;
	case SHAPE_CENTRE:
		return;
	}
	for (int s = 0; s < o->core.seats; s++)
		most = r->of_seat[s] > most ? r->of_seat[s] : most;
	for (int s = 0; s < o->core.seats; s++)
		if (most > 0 && r->of_seat[s] == most) {
			o->now.wares[s][ware] += worth;
			winners++;
		}
	if (most > 0)
		o->tally[winners > 1 ? TALLY_TIE : r->pieces > most ? TALLY_MAJORITY : TALLY_ALONE]++;
}

static void finish(struct ss_oracle *o, int reason)
{
	int best = -1;

	ss_oracle_look(o);
	for (int i = 0; i < o->core.region_count && reason != OVER_ONE_SEAT_LEFT; i++)
		award(o, i);
	o->now.turn.phase = PHASE_OVER;
	o->now.turn.over_reason = (uint8_t)reason;
	o->now.decider = SEAT_NONE;
	o->now.pending = ORACLE_NO_CHOICE;
	o->now.turn.winners = 0;
	for (int s = 0; s < o->core.seats; s++)
		if (!o->now.turn.resigned[s] && ss_oracle_score(o, s) > best)
			best = ss_oracle_score(o, s);
	for (int s = 0; s < o->core.seats; s++)
		if (!o->now.turn.resigned[s] && ss_oracle_score(o, s) == best)
			o->now.turn.winners |= (uint8_t)(1u << s);
	ss_oracle_commit(o);
}

void ss_oracle_draw(struct ss_oracle *o)
{
	ss_oracle_commit(o);
	for (;;) {
		uint8_t face;

		if (o->now.drawn == o->core.bag_count) {	/* SS-1.4 */
			finish(o, OVER_NO_TILE_FITS);
			return;
		}
		face = o->core.bag[o->now.drawn++];
		if (oracle_fits_somewhere(&o->core, face)) {
			o->now.turn.hand = face;
			o->now.turn.phase = PHASE_PLACE;
			return;
		}
		o->now.turn.aside[o->now.turn.aside_count++] = face;
		o->tally[TALLY_SET_ASIDE]++;
	}
}

static void next_turn(struct ss_oracle *o)
{
	ss_oracle_commit(o);
	if (o->now.drawn == o->core.bag_count) {
		finish(o, OVER_LAST_TILE);
		return;
	}
	if (o->now.row_count == 0 && o->now.pile_used == o->core.ts->ship_count) {
		finish(o, OVER_LAST_SHIP);
		return;
	}
	oracle_next_seat(&o->core, &o->now.turn);
	if (o->core.auto_draw)
		ss_oracle_draw(o);
}

void ss_oracle_refill(struct ss_oracle *o)
{
	while (o->now.row_count < SS_ORACLE_ROW && o->now.pile_used < o->core.ts->ship_count) {
		o->now.row[o->now.row_count++] = o->pile[o->now.pile_used++];
		ss_oracle_commit(o);
	}
}

static void take_ship(struct ss_oracle *o, int seat, int ship)
{
	int kept = 0;

	for (int i = 0; i < o->now.row_count; i++)
		if (o->now.row[i] != ship)
			o->now.row[kept++] = o->now.row[i];
	o->now.row_count = kept;
	o->now.owner[ship] = (uint8_t)seat;
	ss_oracle_refill(o);
}

static int merchant_on(const struct ss_oracle *o, int tile)
{
	const struct kind *kind = oracle_kind(&o->core, o->core.tiles[tile].face);

	for (int i = 0; i < o->now.turn.piece_count; i++)
		if (o->now.turn.pieces[i].tile == tile && kind->segments[o->now.turn.pieces[i].segment].shape == SHAPE_CENTRE)
			return i;
	return -1;
}

static void merchant_goes_home(struct ss_oracle *o, int i)
{
	o->now.turn.piece_count--;
	for (; i < o->now.turn.piece_count; i++)
		o->now.turn.pieces[i] = o->now.turn.pieces[i + 1];
}

static int automatic(const struct ss_oracle *o, int seat)
{
	return o->now.turn.resigned[seat] || (o->now.turn.closing && seat == o->now.turn.seat);
}

static void go_on(struct ss_oracle *o);

static int group_size(const struct ss_oracle *o, const struct ss_oracle_boat *b)
{
	return o->core.ts->faces[o->core.tiles[b->tile].face].symbols[b->segment].groups[b->group];
}

static int is_covered(const struct ss_oracle *o, const struct ss_oracle_boat *b)
{
	for (int i = 0; i < o->now.boat_count; i++)
		if (memcmp(&o->now.boats[i], b, sizeof *b) == 0)
			return 1;
	return 0;
}

/* Groups that may be covered in a region: pairs, or singles if there are none. */
static void find_covers(struct ss_oracle *o, int label)
{
	int order[TILESET_TILES_MAX], count = o->now.turn.tile_count;

	for (int i = 0; i < count; i++) {	/* by y, then x */
		int j = i;

		for (; j > 0; j--) {
			const struct oracle_tile *p = &o->core.tiles[order[j - 1]], *t = &o->core.tiles[i];

			if (p->y < t->y || (p->y == t->y && p->x < t->x))
				break;
			order[j] = order[j - 1];
		}
		order[j] = i;
	}
	o->now.cover_count = 0;
	for (int size = 2; size >= 1 && o->now.cover_count == 0; size--)
		for (int i = 0; i < count; i++) {
			int t = order[i];
			const struct face *face = &o->core.ts->faces[o->core.tiles[t].face];

			for (int s = 0; s < oracle_kind(&o->core, o->core.tiles[t].face)->segment_count; s++)
				for (int g = 0; g < face->symbols[s].group_count && o->core.label[t][s] == label; g++) {
					struct ss_oracle_boat b = { (uint8_t)t, (uint8_t)s, (uint8_t)g };

					if (group_size(o, &b) == size && !is_covered(o, &b))
						o->now.covers[o->now.cover_count++] = b;
				}
		}
}

/* Completed markets with a merchant, clockwise from the seat on turn. */
static void find_markets(struct ss_oracle *o)
{
	const struct oracle_tile *new = &o->core.tiles[o->now.turn.placed];

	o->now.market_count = 0;
	for (int k = 0; k < o->core.seats; k++) {
		int seat = (o->now.turn.seat + k) % o->core.seats;

		for (int t = 0; t < o->now.turn.tile_count; t++) {
			int m = merchant_on(o, t), dx = o->core.tiles[t].x - new->x, dy = o->core.tiles[t].y - new->y;

			if (m >= 0 && o->now.turn.pieces[m].seat == seat && dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 &&
			    oracle_neighbours(&o->core, t) == 8)
				o->now.markets[o->now.market_count++] = (uint8_t)t;
		}
	}
}

static int touches_placed(const struct ss_oracle *o, int label)
{
	for (int s = 0; s < oracle_kind(&o->core, o->core.tiles[o->now.turn.placed].face)->segment_count; s++)
		if (o->core.label[o->now.turn.placed][s] == label)
			return 1;
	return 0;
}

static int boat_label(const struct ss_oracle *o)
{
	const struct face *face = &o->core.ts->faces[o->core.tiles[o->now.turn.placed].face];

	for (int s = 0; s < o->core.ts->kinds[face->kind].segment_count; s++)
		if (face->symbols[s].flag)
			return o->core.label[o->now.turn.placed][s];
	return -1;
}

static void evaluate(struct ss_oracle *o)
{
	int boat;

	ss_oracle_look(o);
	boat = boat_label(o);
	o->now.cover_count = 0;
	for (int i = 0; i < o->core.region_count; i++) {
		const struct oracle_region *r = &o->core.regions[i];

		if (r->pieces == 0 || r->shape == SHAPE_CENTRE || !touches_placed(o, i) || (r->open > 0 && i != boat))
			continue;
		award(o, i);
		oracle_remove_pieces(&o->core, &o->now.turn, i, -1);
		if (i == boat && r->open > 0)
			find_covers(o, i);
		o->tally[TALLY_BOAT_AND_COMPLETE] += i == boat && r->open == 0;
	}
	find_markets(o);
	o->tally[TALLY_TWO_MARKETS] += o->now.market_count > 1;
	go_on(o);
}

static void place(struct ss_oracle *o, const struct action *a)
{
	struct action some[64];

	oracle_lay(&o->core, &o->now.turn, a);
	ss_oracle_look(o);
	if (o->now.turn.closing || (o->core.auto_end_turn && ss_oracle_piece_actions(o, o->now.turn.seat, some) == 0))
		evaluate(o);
}

static void step_piece(struct ss_oracle *o, const struct action *a)
{
	if (a->type == ACTION_ISLANDER) {
		o->now.turn.pieces[o->now.turn.piece_count++] = (struct oracle_piece){ o->now.turn.placed, a->segment, a->seat, 0 };
	} else if (a->type == ACTION_RETRIEVE) {
		for (int i = 0; i < o->now.turn.piece_count; i++) {
			struct oracle_piece p = o->now.turn.pieces[i];

			if (p.tile == oracle_tile_at(&o->core, a->x, a->y) && p.segment == a->segment) {
				merchant_goes_home(o, i);
				break;
			}
		}
	}
	evaluate(o);
}

/* The first market in the queue is settled: its merchant goes home with that ship, or with none. */
static void settle_market(struct ss_oracle *o, int ship)
{
	int m = merchant_on(o, o->now.markets[0]), seat = o->now.turn.pieces[m].seat;

	merchant_goes_home(o, m);
	o->now.market_count--;
	memmove(o->now.markets, o->now.markets + 1, (size_t)o->now.market_count);
	if (ship != SHIP_NONE)
		take_ship(o, seat, ship);
}

/* Covers, then markets, then the delivery: on until somebody is asked. */
static void go_on(struct ss_oracle *o)
{
	struct action some[ORACLE_LEGAL_MAX];

	o->now.decider = SEAT_NONE;
	o->now.pending = ORACLE_NO_CHOICE;
	if (o->now.cover_count > 1 && !automatic(o, o->now.turn.seat)) {
		o->now.turn.phase = PHASE_DECIDE;
		o->now.decider = o->now.turn.seat;
		o->now.pending = ORACLE_COVER;
		o->tally[TALLY_COVER_CHOICE]++;
		return;
	}
	o->tally[TALLY_COVER_FORCED] += o->now.cover_count == 1;
	if (o->now.cover_count > 0)
		o->now.boats[o->now.boat_count++] = o->now.covers[0];
	o->now.cover_count = 0;

	while (o->now.market_count > 0) {
		int m = merchant_on(o, o->now.markets[0]);
		uint8_t ships[SS_ORACLE_ROW];
		int count = ss_oracle_best_ships(o, ships);

		if (m < 0) {	/* its owner has resigned */
			o->now.market_count--;
			memmove(o->now.markets, o->now.markets + 1, (size_t)o->now.market_count);
		} else if (count > 1 && !automatic(o, o->now.turn.pieces[m].seat)) {
			o->now.turn.phase = PHASE_DECIDE;
			o->now.decider = o->now.turn.pieces[m].seat;
			o->now.pending = ORACLE_SHIP;
			o->tally[o->now.decider == o->now.turn.seat ? TALLY_SHIP_CHOICE : TALLY_SHIP_CHOICE_OF_ANOTHER]++;
			return;
		} else {
			o->tally[TALLY_SHIP_FORCED] += count == 1;
			settle_market(o, count > 0 ? ships[0] : SHIP_NONE);
		}
	}
	if (o->now.turn.closing || (o->core.auto_end_turn && ss_oracle_deliver_actions(o, o->now.turn.seat, some) == 0))
		next_turn(o);
	else
		o->now.turn.phase = PHASE_DELIVER;
}

/* Make the choices that the game waits for by their first candidates; go_on() comes next. */
static void choose_first(struct ss_oracle *o)
{
	int seat = o->now.decider, m;

	if (o->now.pending == ORACLE_COVER) {
		o->now.boats[o->now.boat_count++] = o->now.covers[0];
		o->now.cover_count = 0;
	}
	while (o->now.market_count > 0 && (m = merchant_on(o, o->now.markets[0])) >= 0 && o->now.turn.pieces[m].seat == seat) {
		uint8_t ships[SS_ORACLE_ROW];

		settle_market(o, ss_oracle_best_ships(o, ships) > 0 ? ships[0] : SHIP_NONE);
	}
}

/* --- leaving and running out of time (SS-7.2, SS-7.3) ----------------------- */

/* The rest of a turn without asking its seat again. */
static void close_turn(struct ss_oracle *o)
{
	o->now.turn.closing = 1;
	switch ((enum phase)o->now.turn.phase) {
	case PHASE_PLACE:
		o->now.turn.aside[o->now.turn.aside_count++] = o->now.turn.hand;
		o->now.turn.hand = FACE_NONE;
		next_turn(o);
		break;
	case PHASE_PIECE:
		evaluate(o);
		break;
	case PHASE_DECIDE:
		if (o->now.decider == o->now.turn.seat)
			go_on(o);
		break;
	case PHASE_DRAW:
	case PHASE_DELIVER:
	case PHASE_BATTLE:
	case PHASE_OVER:
		next_turn(o);
		break;
	}
}

static void resign(struct ss_oracle *o, int seat)
{
	int decider = seat == o->now.decider;

	ss_oracle_commit(o);
	o->tally[TALLY_PENDING_AT_RESIGN] += decider;
	if (decider)
		choose_first(o);
	o->now.turn.resigned[seat] = 1;
	memset(o->now.wares[seat], 0, sizeof o->now.wares[seat]);
	oracle_remove_pieces(&o->core, &o->now.turn, -1, seat);
	ss_oracle_look(o);
	if (ss_oracle_playing(o) == 1)
		finish(o, OVER_ONE_SEAT_LEFT);
	else if (seat == o->now.turn.seat)
		close_turn(o);
	else if (decider)
		go_on(o);
	ss_oracle_commit(o);
}

static void minimal_turn(struct ss_oracle *o)
{
	struct oracle_tile places[ORACLE_LEGAL_MAX];

	if (o->now.turn.phase == PHASE_DRAW)
		ss_oracle_draw(o);
	if (o->now.turn.phase == PHASE_OVER)
		return;
	o->now.turn.closing = 1;
	if (o->now.turn.phase == PHASE_PLACE) {
		oracle_places(&o->core, o->now.turn.hand, places);
		place(o, &(struct action){ .x = places[0].x, .y = places[0].y, .rotation = places[0].rotation });
	} else {
		close_turn(o);
	}
}

static void time_out(struct ss_oracle *o, int seat)
{
	ss_oracle_commit(o);
	if (o->core.on_timeout == 0)
		resign(o, seat);
	else if (o->core.on_timeout == 2)
		;	/* the built-in player plays on */
	else if (seat != o->now.turn.seat) {
		choose_first(o);
		go_on(o);
	} else
		minimal_turn(o);
	ss_oracle_commit(o);
}

/* --- the outside --------------------------------------------------------------- */

int ss_oracle_may_undo(const struct ss_oracle *o, int seat)
{
	return o->now.turn.phase != PHASE_OVER && seat == o->now.turn.seat && o->undo_count > 0;
}

static void step(struct ss_oracle *o, const struct action *a)
{
	switch ((enum action_type)a->type) {
	case ACTION_DRAW:
		ss_oracle_draw(o);
		break;
	case ACTION_PLACE:
		place(o, a);
		break;
	case ACTION_ISLANDER:
	case ACTION_RETRIEVE:
	case ACTION_SKIP:
		step_piece(o, a);
		break;
	case ACTION_COVER_FISH:
		o->now.covers[0] = (struct ss_oracle_boat){ (uint8_t)oracle_tile_at(&o->core, a->x, a->y), a->segment, a->group };
		o->now.cover_count = 1;
		go_on(o);
		break;
	case ACTION_CHOOSE_SHIP:
		settle_market(o, a->ship);
		go_on(o);
		break;
	case ACTION_DELIVER:
		for (int w = 0; w < WARES; w++)
			o->now.wares[a->seat][w] -= a->wares[w];
		take_ship(o, a->seat, a->ship);
		next_turn(o);
		break;
	case ACTION_END_TURN:
		next_turn(o);
		break;
	case ACTION_NONE:
	case ACTION_MEEPLE:
	case ACTION_BATTLE:
	case ACTION_UNDO:
	case ACTION_RESIGN:
	case ACTION_TIMEOUT:
		break;
	}
}

int ss_oracle_apply(struct ss_oracle *o, const struct action *a)
{
	struct action legal[ORACLE_LEGAL_MAX];
	int count, i;

	if (o->now.turn.phase == PHASE_OVER || a->seat >= o->core.seats)
		return -1;
	if (a->type == ACTION_UNDO) {
		if (!ss_oracle_may_undo(o, a->seat))
			return -1;
		o->now = o->undo[--o->undo_count];
		ss_oracle_look(o);
		return 0;
	}
	if (a->type == ACTION_RESIGN || a->type == ACTION_TIMEOUT) {
		if (o->now.turn.resigned[a->seat])
			return -1;
		if (a->type == ACTION_RESIGN) {
			resign(o, a->seat);
		} else {
			if (!(ss_oracle_waiting_for(o) >> a->seat & 1))
				return -1;
			time_out(o, a->seat);
		}
		ss_oracle_look(o);
		return 0;
	}
	count = ss_oracle_legal(o, a->seat, legal);
	for (i = 0; i < count && !oracle_same_action(a, &legal[i]); i++)
		;
	if (i == count)
		return -1;
	if (a->seat == o->now.turn.seat)
		o->undo[o->undo_count++] = o->now;
	else
		ss_oracle_commit(o);
	step(o, a);
	if (a->seat != o->now.turn.seat)
		ss_oracle_commit(o);
	ss_oracle_look(o);
	return 0;
}

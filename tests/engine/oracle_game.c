/*
 * The rules of the oracle: one turn of South Seas, step by step as the rules
 * tell it, on the features that oracle.c finds.
 */
#include <string.h>

#include "tests/engine/oracle_inside.h"

enum { SHIP_NONE = 0xff };

/* --- the turn --------------------------------------------------------------- */

void oracle_commit(struct oracle *o)
{
	o->undo_count = 0;
}

static void remove_pieces(struct oracle *o, int label, int seat)
{
	int kept = 0;

	for (int i = 0; i < o->now.piece_count; i++) {
		struct oracle_piece p = o->now.pieces[i];

		if ((label >= 0 && o->label[p.tile][p.segment] == label) || p.seat == seat)
			continue;
		o->now.pieces[kept++] = p;
	}
	o->now.piece_count = kept;
}

/* SS-3.1 to 3.3, 3.5: the majority takes what the feature shows. */
static void award(struct oracle *o, const struct oracle_feature *f)
{
	int most = 0, ware = 0, worth = 0, winners = 0;

	switch ((enum shape)f->shape) {
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
	for (int s = 0; s < o->seats; s++)
		most = f->of_seat[s] > most ? f->of_seat[s] : most;
	for (int s = 0; s < o->seats; s++)
		if (most > 0 && f->of_seat[s] == most) {
			o->now.wares[s][ware] += worth;
			winners++;
		}
	if (most > 0)
		o->tally[winners > 1 ? TALLY_TIE : f->pieces > most ? TALLY_MAJORITY : TALLY_ALONE]++;
}

static void finish(struct oracle *o, int reason)
{
	int best = -1;

	oracle_look(o);
	for (int i = 0; i < o->feature_count && reason != OVER_ONE_SEAT_LEFT; i++)
		award(o, &o->features[i]);
	o->now.phase = PHASE_OVER;
	o->now.over_reason = (uint8_t)reason;
	o->now.decider = SEAT_NONE;
	o->now.pending = ORACLE_NO_CHOICE;
	o->now.winners = 0;
	for (int s = 0; s < o->seats; s++)
		if (!o->now.resigned[s] && oracle_score(o, s) > best)
			best = oracle_score(o, s);
	for (int s = 0; s < o->seats; s++)
		if (!o->now.resigned[s] && oracle_score(o, s) == best)
			o->now.winners |= (uint8_t)(1u << s);
	oracle_commit(o);
}

void oracle_draw(struct oracle *o)
{
	oracle_commit(o);
	for (;;) {
		uint8_t face;

		if (o->now.drawn == o->bag_count) {	/* SS-1.4 */
			finish(o, OVER_NO_TILE_FITS);
			return;
		}
		face = o->bag[o->now.drawn++];
		if (oracle_fits_somewhere(o, face)) {
			o->now.hand = face;
			o->now.phase = PHASE_PLACE;
			return;
		}
		o->now.aside[o->now.aside_count++] = face;
		o->tally[TALLY_SET_ASIDE]++;
	}
}

static void next_turn(struct oracle *o)
{
	oracle_commit(o);
	if (o->now.drawn == o->bag_count) {
		finish(o, OVER_LAST_TILE);
		return;
	}
	if (o->now.row_count == 0 && o->now.pile_used == o->ts->ship_count) {
		finish(o, OVER_LAST_SHIP);
		return;
	}
	do {
		o->now.turn = (uint8_t)((o->now.turn + 1) % o->seats);
	} while (o->now.resigned[o->now.turn]);
	o->now.number++;
	o->now.closing = 0;
	o->now.placed = TILE_NONE;
	o->now.phase = PHASE_DRAW;
	if (o->auto_draw)
		oracle_draw(o);
}

void oracle_refill(struct oracle *o)
{
	while (o->now.row_count < ORACLE_ROW && o->now.pile_used < o->ts->ship_count) {
		o->now.row[o->now.row_count++] = o->pile[o->now.pile_used++];
		oracle_commit(o);
	}
}

static void take_ship(struct oracle *o, int seat, int ship)
{
	int kept = 0;

	for (int i = 0; i < o->now.row_count; i++)
		if (o->now.row[i] != ship)
			o->now.row[kept++] = o->now.row[i];
	o->now.row_count = kept;
	o->now.owner[ship] = (uint8_t)seat;
	oracle_refill(o);
}

static int merchant_on(const struct oracle *o, int tile)
{
	const struct kind *kind = oracle_kind(o, o->now.tiles[tile].face);

	for (int i = 0; i < o->now.piece_count; i++)
		if (o->now.pieces[i].tile == tile && kind->segments[o->now.pieces[i].segment].shape == SHAPE_CENTRE)
			return i;
	return -1;
}

static void merchant_goes_home(struct oracle *o, int i)
{
	o->now.piece_count--;
	for (; i < o->now.piece_count; i++)
		o->now.pieces[i] = o->now.pieces[i + 1];
}

static int automatic(const struct oracle *o, int seat)
{
	return o->now.resigned[seat] || (o->now.closing && seat == o->now.turn);
}

static void go_on(struct oracle *o);

static int group_size(const struct oracle *o, const struct oracle_boat *b)
{
	return o->ts->faces[o->now.tiles[b->tile].face].symbols[b->segment].groups[b->group];
}

static int is_covered(const struct oracle *o, const struct oracle_boat *b)
{
	for (int i = 0; i < o->now.boat_count; i++)
		if (memcmp(&o->now.boats[i], b, sizeof *b) == 0)
			return 1;
	return 0;
}

/* Groups that may be covered in a region: pairs, or singles if there are none. */
static void find_covers(struct oracle *o, int label)
{
	int order[TILESET_TILES_MAX], count = o->now.tile_count;

	for (int i = 0; i < count; i++) {	/* by y, then x */
		int j = i;

		for (; j > 0; j--) {
			const struct oracle_tile *p = &o->now.tiles[order[j - 1]], *t = &o->now.tiles[i];

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
			const struct face *face = &o->ts->faces[o->now.tiles[t].face];

			for (int s = 0; s < oracle_kind(o, o->now.tiles[t].face)->segment_count; s++)
				for (int g = 0; g < face->symbols[s].group_count && o->label[t][s] == label; g++) {
					struct oracle_boat b = { (uint8_t)t, (uint8_t)s, (uint8_t)g };

					if (group_size(o, &b) == size && !is_covered(o, &b))
						o->now.covers[o->now.cover_count++] = b;
				}
		}
}

/* Completed markets with a merchant, clockwise from the seat on turn. */
static void find_markets(struct oracle *o)
{
	const struct oracle_tile *new = &o->now.tiles[o->now.placed];

	o->now.market_count = 0;
	for (int k = 0; k < o->seats; k++) {
		int seat = (o->now.turn + k) % o->seats;

		for (int t = 0; t < o->now.tile_count; t++) {
			int m = merchant_on(o, t), dx = o->now.tiles[t].x - new->x, dy = o->now.tiles[t].y - new->y;

			if (m >= 0 && o->now.pieces[m].seat == seat && dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 &&
			    oracle_neighbours(o, t) == 8)
				o->now.markets[o->now.market_count++] = (uint8_t)t;
		}
	}
}

static int touches_placed(const struct oracle *o, int label)
{
	for (int s = 0; s < oracle_kind(o, o->now.tiles[o->now.placed].face)->segment_count; s++)
		if (o->label[o->now.placed][s] == label)
			return 1;
	return 0;
}

static int boat_label(const struct oracle *o)
{
	const struct face *face = &o->ts->faces[o->now.tiles[o->now.placed].face];

	for (int s = 0; s < o->ts->kinds[face->kind].segment_count; s++)
		if (face->symbols[s].flag)
			return o->label[o->now.placed][s];
	return -1;
}

static void evaluate(struct oracle *o)
{
	int boat;

	oracle_look(o);
	boat = boat_label(o);
	o->now.cover_count = 0;
	for (int i = 0; i < o->feature_count; i++) {
		const struct oracle_feature *f = &o->features[i];

		if (f->pieces == 0 || f->shape == SHAPE_CENTRE || !touches_placed(o, i) || (f->open > 0 && i != boat))
			continue;
		award(o, f);
		remove_pieces(o, i, -1);
		if (i == boat && f->open > 0)
			find_covers(o, i);
		o->tally[TALLY_BOAT_AND_COMPLETE] += i == boat && f->open == 0;
	}
	find_markets(o);
	o->tally[TALLY_TWO_MARKETS] += o->now.market_count > 1;
	go_on(o);
}

static void place(struct oracle *o, const struct action *a)
{
	struct action some[64];

	o->now.tiles[o->now.tile_count] = (struct oracle_tile){ a->x, a->y, o->now.hand, a->rotation };
	o->now.placed = (uint8_t)o->now.tile_count++;
	o->now.hand = FACE_NONE;
	o->now.phase = PHASE_PIECE;
	oracle_look(o);
	if (o->now.closing || (o->auto_end_turn && oracle_piece_actions(o, o->now.turn, some) == 0))
		evaluate(o);
}

static void step_piece(struct oracle *o, const struct action *a)
{
	if (a->type == ACTION_ISLANDER) {
		o->now.pieces[o->now.piece_count++] = (struct oracle_piece){ o->now.placed, a->segment, a->seat };
	} else if (a->type == ACTION_RETRIEVE) {
		for (int i = 0; i < o->now.piece_count; i++) {
			struct oracle_piece p = o->now.pieces[i];

			if (p.tile == oracle_tile_at(o, a->x, a->y) && p.segment == a->segment) {
				merchant_goes_home(o, i);
				break;
			}
		}
	}
	evaluate(o);
}

/* The first market in the queue is settled: its merchant goes home with that ship, or with none. */
static void settle_market(struct oracle *o, int ship)
{
	int m = merchant_on(o, o->now.markets[0]), seat = o->now.pieces[m].seat;

	merchant_goes_home(o, m);
	o->now.market_count--;
	memmove(o->now.markets, o->now.markets + 1, (size_t)o->now.market_count);
	if (ship != SHIP_NONE)
		take_ship(o, seat, ship);
}

/* Covers, then markets, then the delivery: on until somebody is asked. */
static void go_on(struct oracle *o)
{
	struct action some[ORACLE_LEGAL_MAX];

	o->now.decider = SEAT_NONE;
	o->now.pending = ORACLE_NO_CHOICE;
	if (o->now.cover_count > 1 && !automatic(o, o->now.turn)) {
		o->now.phase = PHASE_DECIDE;
		o->now.decider = o->now.turn;
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
		uint8_t ships[ORACLE_ROW];
		int count = oracle_best_ships(o, ships);

		if (m < 0) {	/* its owner has resigned */
			o->now.market_count--;
			memmove(o->now.markets, o->now.markets + 1, (size_t)o->now.market_count);
		} else if (count > 1 && !automatic(o, o->now.pieces[m].seat)) {
			o->now.phase = PHASE_DECIDE;
			o->now.decider = o->now.pieces[m].seat;
			o->now.pending = ORACLE_SHIP;
			o->tally[o->now.decider == o->now.turn ? TALLY_SHIP_CHOICE : TALLY_SHIP_CHOICE_OF_ANOTHER]++;
			return;
		} else {
			o->tally[TALLY_SHIP_FORCED] += count == 1;
			settle_market(o, count > 0 ? ships[0] : SHIP_NONE);
		}
	}
	if (o->now.closing || (o->auto_end_turn && oracle_deliver_actions(o, o->now.turn, some) == 0))
		next_turn(o);
	else
		o->now.phase = PHASE_DELIVER;
}

/* Make the choices that the game waits for by their first candidates; go_on() comes next. */
static void choose_first(struct oracle *o)
{
	int seat = o->now.decider, m;

	if (o->now.pending == ORACLE_COVER) {
		o->now.boats[o->now.boat_count++] = o->now.covers[0];
		o->now.cover_count = 0;
	}
	while (o->now.market_count > 0 && (m = merchant_on(o, o->now.markets[0])) >= 0 && o->now.pieces[m].seat == seat) {
		uint8_t ships[ORACLE_ROW];

		settle_market(o, oracle_best_ships(o, ships) > 0 ? ships[0] : SHIP_NONE);
	}
}

/* --- leaving and running out of time (SS-7.2, SS-7.3) ----------------------- */

/* The rest of a turn without asking its seat again. */
static void close_turn(struct oracle *o)
{
	o->now.closing = 1;
	switch ((enum phase)o->now.phase) {
	case PHASE_PLACE:
		o->now.aside[o->now.aside_count++] = o->now.hand;
		o->now.hand = FACE_NONE;
		next_turn(o);
		break;
	case PHASE_PIECE:
		evaluate(o);
		break;
	case PHASE_DECIDE:
		if (o->now.decider == o->now.turn)
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

static void resign(struct oracle *o, int seat)
{
	int decider = seat == o->now.decider;

	oracle_commit(o);
	o->tally[TALLY_PENDING_AT_RESIGN] += decider;
	if (decider)
		choose_first(o);
	o->now.resigned[seat] = 1;
	memset(o->now.wares[seat], 0, sizeof o->now.wares[seat]);
	remove_pieces(o, -1, seat);
	oracle_look(o);
	if (oracle_playing(o) == 1)
		finish(o, OVER_ONE_SEAT_LEFT);
	else if (seat == o->now.turn)
		close_turn(o);
	else if (decider)
		go_on(o);
	oracle_commit(o);
}

static void minimal_turn(struct oracle *o)
{
	struct oracle_tile places[ORACLE_LEGAL_MAX];

	if (o->now.phase == PHASE_DRAW)
		oracle_draw(o);
	if (o->now.phase == PHASE_OVER)
		return;
	o->now.closing = 1;
	if (o->now.phase == PHASE_PLACE) {
		oracle_places(o, o->now.hand, places);
		place(o, &(struct action){ .x = places[0].x, .y = places[0].y, .rotation = places[0].rotation });
	} else {
		close_turn(o);
	}
}

static void time_out(struct oracle *o, int seat)
{
	oracle_commit(o);
	if (!o->skip_on_timeout)
		resign(o, seat);
	else if (seat != o->now.turn) {
		choose_first(o);
		go_on(o);
	} else
		minimal_turn(o);
	oracle_commit(o);
}

/* --- the outside --------------------------------------------------------------- */

static int same_action(const struct action *a, const struct action *b)
{
	return a->type == b->type && a->seat == b->seat && a->rotation == b->rotation && a->segment == b->segment &&
		a->x == b->x && a->y == b->y && a->group == b->group && a->ship == b->ship &&
		memcmp(a->wares, b->wares, sizeof a->wares) == 0;
}

int oracle_may_undo(const struct oracle *o, int seat)
{
	return o->now.phase != PHASE_OVER && seat == o->now.turn && o->undo_count > 0;
}

static void step(struct oracle *o, const struct action *a)
{
	switch ((enum action_type)a->type) {
	case ACTION_DRAW:
		oracle_draw(o);
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
		o->now.covers[0] = (struct oracle_boat){ (uint8_t)oracle_tile_at(o, a->x, a->y), a->segment, a->group };
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

int oracle_apply(struct oracle *o, const struct action *a)
{
	struct action legal[ORACLE_LEGAL_MAX];
	int count, i;

	if (o->now.phase == PHASE_OVER || a->seat >= o->seats)
		return -1;
	if (a->type == ACTION_UNDO) {
		if (!oracle_may_undo(o, a->seat))
			return -1;
		o->now = o->undo[--o->undo_count];
		oracle_look(o);
		return 0;
	}
	if (a->type == ACTION_RESIGN || a->type == ACTION_TIMEOUT) {
		if (o->now.resigned[a->seat])
			return -1;
		if (a->type == ACTION_RESIGN) {
			resign(o, a->seat);
		} else {
			if (!(oracle_waiting_for(o) >> a->seat & 1))
				return -1;
			time_out(o, a->seat);
		}
		oracle_look(o);
		return 0;
	}
	count = oracle_legal(o, a->seat, legal);
	for (i = 0; i < count && !same_action(a, &legal[i]); i++)
		;
	if (i == count)
		return -1;
	if (a->seat == o->now.turn)
		o->undo[o->undo_count++] = o->now;
	else
		oracle_commit(o);
	step(o, a);
	if (a->seat != o->now.turn)
		oracle_commit(o);
	oracle_look(o);
	return 0;
}

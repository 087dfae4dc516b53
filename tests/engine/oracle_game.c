/*
 * The rules of the oracle: one turn of South Seas, step by step as the rules
 * tell it, on the features that oracle.c finds.
 */
#include <sodium.h>
#include <string.h>

#include "engine/core/ruleset.h"
#include "tests/engine/oracle.h"

enum { SHIP_NONE = 0xff };

/* --- the shuffle, meepled-fairness/1 steps 4 to 6 ------------------------ */

struct words {
	unsigned char bytes[4096];
	int used;
};

static void words_start(struct words *w, const unsigned char seed[32], const char *label)
{
	unsigned char nonce[crypto_stream_chacha20_ietf_NONCEBYTES] = { 0 };

	memcpy(nonce, label, strlen(label));
	crypto_stream_chacha20_ietf(w->bytes, sizeof w->bytes, nonce, seed);
	w->used = 0;
}

static uint32_t words_uniform(struct words *w, uint32_t n)
{
	uint64_t limit = (UINT64_C(1) << 32) / n * n, x;

	do {
		const unsigned char *p = w->bytes + 4 * w->used++;

		x = p[0] + 256u * p[1] + 65536u * p[2] + 16777216ul * p[3];
	} while (x >= limit);
	return (uint32_t)(x % n);
}

static void words_shuffle(struct words *w, uint8_t *a, int count)
{
	for (int i = count - 1; i >= 1; i--) {
		int j = (int)words_uniform(w, (uint32_t)i + 1);
		uint8_t t = a[i];

		a[i] = a[j];
		a[j] = t;
	}
}

/* --- small questions ------------------------------------------------------ */

static const struct kind *kind_of(const struct oracle *o, int face)
{
	return &o->ts->kinds[o->ts->faces[face].kind];
}

static int fits_somewhere(const struct oracle *o, int face)
{
	struct oracle_tile places[ORACLE_LEGAL_MAX];

	return oracle_places(o, face, places) > 0;
}

int oracle_supply(const struct oracle *o, int seat)
{
	int supply = ORACLE_SUPPLY;

	if (o->now.resigned[seat])
		return 0;
	for (int i = 0; i < o->now.piece_count; i++)
		supply -= o->now.pieces[i].seat == seat;
	return supply;
}

int oracle_score(const struct oracle *o, int seat)
{
	int points = 0, wares = 0;

	if (o->now.resigned[seat])
		return 0;
	for (int i = 0; i < o->ts->ship_count; i++)
		if (o->now.owner[i] == seat)
			points += o->ts->ships[i].points;
	for (int w = 0; w < WARES; w++)
		wares += o->now.wares[seat][w];
	return points + wares / 3;
}

static int playing(const struct oracle *o)
{
	int count = 0;

	for (int s = 0; s < o->seats; s++)
		count += !o->now.resigned[s];
	return count;
}

unsigned oracle_waiting_for(const struct oracle *o)
{
	if (o->now.phase == PHASE_OVER)
		return 0;
	return 1u << (o->now.phase == PHASE_DECIDE ? o->now.decider : o->now.turn);
}

/* Fill slot `i` and on with what is left of the payment, every way there is. */
static int fill_slots(const struct ship *ship, int i, int left[WARES], int a, int b)
{
	if (i == ship->slot_count)
		return left[0] == 0 && left[1] == 0 && left[2] == 0;
	for (int w = 0; w < WARES; w++) {
		int slot = ship->slots[i], ok, na = a, nb = b;

		if (left[w] == 0)
			continue;
		if (slot == SLOT_A) {
			ok = (a < 0 || a == w) && b != w;
			na = w;
		} else if (slot == SLOT_B) {
			ok = (b < 0 || b == w) && a != w;
			nb = w;
		} else {
			ok = slot == SLOT_ANY || slot == w;
		}
		if (!ok)
			continue;
		left[w]--;
		ok = fill_slots(ship, i + 1, left, na, nb);
		left[w]++;
		if (ok)
			return 1;
	}
	return 0;
}

int oracle_pays(const struct ship *ship, const int wares[WARES])
{
	int left[WARES] = { wares[0], wares[1], wares[2] };

	return left[0] + left[1] + left[2] == ship->slot_count && fill_slots(ship, 0, left, -1, -1);
}

/* --- options of each step -------------------------------------------------- */

static int piece_actions(const struct oracle *o, int seat, struct action *out)
{
	const struct oracle_tile *placed = &o->now.tiles[o->now.placed];
	const struct kind *kind = kind_of(o, placed->face);
	int count = 0, supply = oracle_supply(o, seat);

	for (int s = 0; supply > 0 && s < kind->segment_count; s++)
		if (o->features[o->label[o->now.placed][s]].pieces == 0)
			out[count++] = (struct action){ .type = ACTION_ISLANDER, .seat = (uint8_t)seat, .segment = (uint8_t)s };
	for (int i = 0; i < o->now.piece_count; i++) {
		const struct oracle_piece *p = &o->now.pieces[i];

		if (p->seat == seat && (o->retrieve_any || supply == 0))
			out[count++] = (struct action){ .type = ACTION_RETRIEVE, .seat = (uint8_t)seat, .segment = p->segment,
				.x = o->now.tiles[p->tile].x, .y = o->now.tiles[p->tile].y };
	}
	return count;
}

static int deliver_actions(const struct oracle *o, int seat, struct action *out)
{
	const int *own = o->now.wares[seat];
	int count = 0;

	for (int r = 0; r < o->now.row_count; r++) {
		const struct ship *ship = &o->ts->ships[o->now.row[r]];

		for (int a = 0; a <= ship->slot_count && a <= own[0]; a++)
			for (int b = 0; a + b <= ship->slot_count && b <= own[1]; b++) {
				int c = ship->slot_count - a - b;

				if (c <= own[2] && oracle_pays(ship, (const int[]){ a, b, c }))
					out[count++] = (struct action){ .type = ACTION_DELIVER, .seat = (uint8_t)seat,
						.ship = o->now.row[r], .wares = { (uint8_t)a, (uint8_t)b, (uint8_t)c } };
			}
	}
	return count;
}

/* The ships among which a merchant's owner chooses (SS-3.8). */
static int best_ships(const struct oracle *o, uint8_t out[ORACLE_ROW])
{
	int best = 0, count = 0;

	for (int i = 0; i < o->now.row_count; i++)
		if (o->ts->ships[o->now.row[i]].points > best)
			best = o->ts->ships[o->now.row[i]].points;
	for (int i = 0; i < o->now.row_count; i++)
		if (o->ts->ships[o->now.row[i]].points == best)
			out[count++] = o->now.row[i];
	return count;
}

int oracle_legal(struct oracle *o, int seat, struct action out[ORACLE_LEGAL_MAX])
{
	struct oracle_tile places[ORACLE_LEGAL_MAX];
	uint8_t ships[ORACLE_ROW], me = (uint8_t)seat;
	int count = 0;

	if (seat >= o->seats || !(oracle_waiting_for(o) >> seat & 1))
		return 0;
	switch ((enum phase)o->now.phase) {
	case PHASE_DRAW:
		out[count++] = (struct action){ .type = ACTION_DRAW, .seat = me };
		break;
	case PHASE_PLACE:
		count = oracle_places(o, o->now.hand, places);
		for (int i = 0; i < count; i++)
			out[i] = (struct action){ .type = ACTION_PLACE, .seat = me, .rotation = places[i].rotation,
				.x = places[i].x, .y = places[i].y };
		break;
	case PHASE_PIECE:
		count = piece_actions(o, seat, out);
		out[count++] = (struct action){ .type = ACTION_SKIP, .seat = me };
		break;
	case PHASE_DECIDE:
		if (o->now.pending == ORACLE_SHIP) {
			count = best_ships(o, ships);
			for (int i = 0; i < count; i++)
				out[i] = (struct action){ .type = ACTION_CHOOSE_SHIP, .seat = me, .ship = ships[i] };
			break;
		}
		for (; count < o->now.cover_count; count++) {
			const struct oracle_boat *b = &o->now.covers[count];

			out[count] = (struct action){ .type = ACTION_COVER_FISH, .seat = me, .segment = b->segment,
				.group = b->group, .x = o->now.tiles[b->tile].x, .y = o->now.tiles[b->tile].y };
		}
		break;
	case PHASE_DELIVER:
		count = deliver_actions(o, seat, out);
		out[count++] = (struct action){ .type = ACTION_END_TURN, .seat = me };
		break;
	case PHASE_BATTLE:
	case PHASE_OVER:
		break;
	}
	return count;
}

/* --- the turn --------------------------------------------------------------- */

/* Whatever happened since `undo` was filled can be taken back no more. */
static void commit(struct oracle *o)
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
	commit(o);
}

static void draw(struct oracle *o)
{
	commit(o);
	for (;;) {
		uint8_t face;

		if (o->now.drawn == o->bag_count) {	/* SS-1.4 */
			finish(o, OVER_NO_TILE_FITS);
			return;
		}
		face = o->bag[o->now.drawn++];
		if (fits_somewhere(o, face)) {
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
	commit(o);
	if (o->now.row_count == 0 && o->now.pile_used == o->ts->ship_count) {
		finish(o, OVER_LAST_SHIP);
		return;
	}
	if (o->now.drawn == o->bag_count) {
		finish(o, OVER_LAST_TILE);
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
		draw(o);
}

static void refill(struct oracle *o)
{
	while (o->now.row_count < ORACLE_ROW && o->now.pile_used < o->ts->ship_count) {
		o->now.row[o->now.row_count++] = o->pile[o->now.pile_used++];
		commit(o);
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
	refill(o);
}

static int merchant_on(const struct oracle *o, int tile)
{
	const struct kind *kind = kind_of(o, o->now.tiles[tile].face);

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

			for (int s = 0; s < kind_of(o, o->now.tiles[t].face)->segment_count; s++)
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
	for (int s = 0; s < kind_of(o, o->now.tiles[o->now.placed].face)->segment_count; s++)
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
	if (o->now.closing || (o->auto_end_turn && piece_actions(o, o->now.turn, some) == 0))
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
		int count = best_ships(o, ships);

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
	if (o->now.closing || (o->auto_end_turn && deliver_actions(o, o->now.turn, some) == 0))
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

		settle_market(o, best_ships(o, ships) > 0 ? ships[0] : SHIP_NONE);
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

	commit(o);
	o->tally[TALLY_PENDING_AT_RESIGN] += decider;
	if (decider)
		choose_first(o);
	o->now.resigned[seat] = 1;
	memset(o->now.wares[seat], 0, sizeof o->now.wares[seat]);
	remove_pieces(o, -1, seat);
	oracle_look(o);
	if (playing(o) == 1)
		finish(o, OVER_ONE_SEAT_LEFT);
	else if (seat == o->now.turn)
		close_turn(o);
	else if (decider)
		go_on(o);
	commit(o);
}

static void minimal_turn(struct oracle *o)
{
	struct oracle_tile places[ORACLE_LEGAL_MAX];

	if (o->now.phase == PHASE_DRAW)
		draw(o);
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
	commit(o);
	if (!o->skip_on_timeout)
		resign(o, seat);
	else if (seat != o->now.turn) {
		choose_first(o);
		go_on(o);
	} else
		minimal_turn(o);
	commit(o);
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
		draw(o);
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
		commit(o);
	step(o, a);
	if (a->seat != o->now.turn)
		commit(o);
	oracle_look(o);
	return 0;
}

static int option(const struct game_setup *setup, const char *name)
{
	int i = ruleset_find_option(setup->ruleset, name);

	return i < 0 ? 0 : setup->options[i];
}

static void fill_bags(struct oracle *o, const struct game_setup *setup)
{
	const struct tileset *ts = o->ts;
	struct words words;

	for (int f = 0; f < ts->face_count; f++)
		for (int n = 0; n < ts->faces[f].count && !ts->faces[f].start; n++)
			o->bag[o->bag_count++] = (uint8_t)f;
	words_start(&words, setup->game_seed, "tiles");
	words_shuffle(&words, o->bag, o->bag_count);
	for (int s = 0; s < ts->ship_count; s++) {
		o->pile[s] = (uint8_t)s;
		o->now.owner[s] = SEAT_NONE;
	}
	words_start(&words, setup->game_seed, "ships");
	words_shuffle(&words, o->pile, ts->ship_count);
	refill(o);
	words_start(&words, setup->game_seed, "seats");
	o->now.turn = (uint8_t)(setup->options[OPTION_FIRST_SEAT] == 0 ? words_uniform(&words, (uint32_t)o->seats)
		: setup->options[OPTION_FIRST_SEAT] - 1u);
}

void oracle_start(struct oracle *o, const struct tileset *ts, const struct game_setup *setup)
{
	memset(o, 0, sizeof *o);
	o->ts = ts;
	o->seats = setup->seat_count;
	o->retrieve_any = option(setup, "retrieve") == 0;
	o->auto_draw = option(setup, "auto_draw");
	o->auto_end_turn = option(setup, "auto_end_turn");
	o->skip_on_timeout = option(setup, "on_timeout");
	o->now.hand = FACE_NONE;
	o->now.placed = TILE_NONE;
	o->now.decider = SEAT_NONE;
	o->now.number = 1;
	for (int f = 0; f < ts->face_count; f++)
		if (ts->faces[f].start)
			o->now.tiles[o->now.tile_count++].face = (uint8_t)f;
	fill_bags(o, setup);
	oracle_look(o);
	if (o->auto_draw)
		draw(o);
	commit(o);
}

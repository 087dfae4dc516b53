/*
 * What the oracle answers without changing anything: supplies, scores,
 * payments, and everything that a seat may do now.
 */
#include <string.h>

#include "tests/engine/oracle_inside.h"

const struct kind *oracle_kind(const struct oracle *o, int face)
{
	return &o->ts->kinds[o->ts->faces[face].kind];
}

int oracle_fits_somewhere(const struct oracle *o, int face)
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

int oracle_playing(const struct oracle *o)
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

int oracle_piece_actions(const struct oracle *o, int seat, struct action *out)
{
	const struct oracle_tile *placed = &o->now.tiles[o->now.placed];
	const struct kind *kind = oracle_kind(o, placed->face);
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

int oracle_deliver_actions(const struct oracle *o, int seat, struct action *out)
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

int oracle_best_ships(const struct oracle *o, uint8_t out[ORACLE_ROW])
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
		count = oracle_piece_actions(o, seat, out);
		out[count++] = (struct action){ .type = ACTION_SKIP, .seat = me };
		break;
	case PHASE_DECIDE:
		if (o->now.pending == ORACLE_SHIP) {
			count = oracle_best_ships(o, ships);
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
		count = oracle_deliver_actions(o, seat, out);
		out[count++] = (struct action){ .type = ACTION_END_TURN, .seat = me };
		break;
	case PHASE_BATTLE:
	case PHASE_OVER:
		break;
	}
	return count;
}

/*
 * What the oracle answers without changing anything: supplies, scores,
 * payments, and everything that a seat may do now.
 */
#include <string.h>

#include "tests/engine/ss_oracle_inside.h"

static int covered(const struct ss_oracle *o, int tile, int segment, int group)
{
	for (int i = 0; i < o->now.boat_count; i++) {
		const struct ss_oracle_boat *b = &o->now.boats[i];

		if (b->tile == tile && b->segment == segment && b->group == group)
			return 1;
	}
	return 0;
}

static void count_segment(struct ss_oracle *o, int tile, int segment)
{
	const struct symbols *s = &o->core.ts->faces[o->core.tiles[tile].face].symbols[segment];
	struct ss_oracle_feature *f = &o->features[o->core.label[tile][segment]];

	f->symbols[0] += s->count[0];
	f->symbols[1] += s->count[1];
	for (int g = 0; g < s->group_count; g++)
		if (!covered(o, tile, segment, g))
			f->fish += s->groups[g];
}

void ss_oracle_look(struct ss_oracle *o)
{
	oracle_look(&o->core, &o->now.turn);
	memset(o->features, 0, (size_t)o->core.region_count * sizeof o->features[0]);
	for (int t = 0; t < o->now.turn.tile_count; t++)
		for (int s = 0; s < oracle_kind(&o->core, o->core.tiles[t].face)->segment_count; s++)
			count_segment(o, t, s);
}

int ss_oracle_supply(const struct ss_oracle *o, int seat)
{
	int supply = SS_ORACLE_SUPPLY;

	if (o->now.turn.resigned[seat])
		return 0;
	for (int i = 0; i < o->now.turn.piece_count; i++)
		supply -= o->now.turn.pieces[i].seat == seat;
	return supply;
}

int ss_oracle_score(const struct ss_oracle *o, int seat)
{
	int points = 0, wares = 0;

	if (o->now.turn.resigned[seat])
		return 0;
	for (int i = 0; i < o->core.ts->ship_count; i++)
		if (o->now.owner[i] == seat)
			points += o->core.ts->ships[i].points;
	for (int w = 0; w < WARES; w++)
		wares += o->now.wares[seat][w];
	return points + wares / 3;
}

int ss_oracle_playing(const struct ss_oracle *o)
{
	int count = 0;

	for (int s = 0; s < o->core.seats; s++)
		count += !o->now.turn.resigned[s];
	return count;
}

unsigned ss_oracle_waiting_for(const struct ss_oracle *o)
{
	if (o->now.turn.phase == PHASE_OVER)
		return 0;
	return 1u << (o->now.turn.phase == PHASE_DECIDE ? o->now.decider : o->now.turn.seat);
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

int ss_oracle_pays(const struct ship *ship, const int wares[WARES])
{
	int left[WARES] = { wares[0], wares[1], wares[2] };

	return left[0] + left[1] + left[2] == ship->slot_count && fill_slots(ship, 0, left, -1, -1);
}

/* --- options of each step -------------------------------------------------- */

int ss_oracle_piece_actions(const struct ss_oracle *o, int seat, struct action *out)
{
	const struct oracle_tile *placed = &o->core.tiles[o->now.turn.placed];
	const struct kind *kind = oracle_kind(&o->core, placed->face);
	int count = 0, supply = ss_oracle_supply(o, seat);

	for (int s = 0; supply > 0 && s < kind->segment_count; s++)
		if (o->core.regions[o->core.label[o->now.turn.placed][s]].pieces == 0)
			out[count++] = (struct action){ .type = ACTION_ISLANDER, .seat = (uint8_t)seat, .segment = (uint8_t)s };
	for (int i = 0; i < o->now.turn.piece_count; i++) {
		const struct oracle_piece *p = &o->now.turn.pieces[i];

		if (p->seat == seat && (o->retrieve_any || supply == 0))
			out[count++] = (struct action){ .type = ACTION_RETRIEVE, .seat = (uint8_t)seat, .segment = p->segment,
				.x = o->core.tiles[p->tile].x, .y = o->core.tiles[p->tile].y };
	}
	return count;
}

int ss_oracle_deliver_actions(const struct ss_oracle *o, int seat, struct action *out)
{
	const int *own = o->now.wares[seat];
	int count = 0;

	for (int r = 0; r < o->now.row_count; r++) {
		const struct ship *ship = &o->core.ts->ships[o->now.row[r]];

		for (int a = 0; a <= ship->slot_count && a <= own[0]; a++)
			for (int b = 0; a + b <= ship->slot_count && b <= own[1]; b++) {
				int c = ship->slot_count - a - b;

				if (c <= own[2] && ss_oracle_pays(ship, (const int[]){ a, b, c }))
					out[count++] = (struct action){ .type = ACTION_DELIVER, .seat = (uint8_t)seat,
						.ship = o->now.row[r], .wares = { (uint8_t)a, (uint8_t)b, (uint8_t)c } };
			}
	}
	return count;
}

int ss_oracle_best_ships(const struct ss_oracle *o, uint8_t out[SS_ORACLE_ROW])
{
	int best = 0, count = 0;

	for (int i = 0; i < o->now.row_count; i++)
		if (o->core.ts->ships[o->now.row[i]].points > best)
			best = o->core.ts->ships[o->now.row[i]].points;
	for (int i = 0; i < o->now.row_count; i++)
		if (o->core.ts->ships[o->now.row[i]].points == best)
			out[count++] = o->now.row[i];
	return count;
}

int ss_oracle_legal(struct ss_oracle *o, int seat, struct action out[ORACLE_LEGAL_MAX])
{
	uint8_t ships[SS_ORACLE_ROW], me = (uint8_t)seat;
	int count = 0;

	if (seat >= o->core.seats || !(ss_oracle_waiting_for(o) >> seat & 1))
		return 0;
	switch ((enum phase)o->now.turn.phase) {
	case PHASE_DRAW:
		out[count++] = (struct action){ .type = ACTION_DRAW, .seat = me };
		break;
	case PHASE_PLACE:
		count = oracle_place_actions(&o->core, o->now.turn.hand, seat, out);
		break;
	case PHASE_PIECE:
		count = ss_oracle_piece_actions(o, seat, out);
		out[count++] = (struct action){ .type = ACTION_SKIP, .seat = me };
		break;
	case PHASE_DECIDE:
		if (o->now.pending == ORACLE_SHIP) {
			count = ss_oracle_best_ships(o, ships);
			for (int i = 0; i < count; i++)
				out[i] = (struct action){ .type = ACTION_CHOOSE_SHIP, .seat = me, .ship = ships[i] };
			break;
		}
		for (; count < o->now.cover_count; count++) {
			const struct ss_oracle_boat *b = &o->now.covers[count];

			out[count] = (struct action){ .type = ACTION_COVER_FISH, .seat = me, .segment = b->segment,
				.group = b->group, .x = o->core.tiles[b->tile].x, .y = o->core.tiles[b->tile].y };
		}
		break;
	case PHASE_DELIVER:
		count = ss_oracle_deliver_actions(o, seat, out);
		out[count++] = (struct action){ .type = ACTION_END_TURN, .seat = me };
		break;
	case PHASE_BATTLE:
	case PHASE_OVER:
		break;
	}
	return count;
}

/*
 * ships.c - orders, payments, and the row of ships (SS-3.8, SS-4).
 */
#include "south_seas.h"

#include <string.h>

#include "../core/step.h"

/* An order as sums: the number of slots of each sort. */
struct order {
	int slots[SLOTS];
};

static struct order order_of(const struct ship *ship)
{
	struct order order = {{0}};

	for (int i = 0; i < ship->slot_count; i++)
		order.slots[ship->slots[i]]++;
	return order;
}

/*
 * Whether these wares cover every slot but the free ones, with all A slots
 * paid in `a` and all B slots in `b` (SS-4.2).
 */
static int covers(const struct order *order, const uint32_t wares[WARES], int a, int b)
{
	for (int ware = 0; ware < WARES; ware++) {
		int needed = order->slots[SLOT_WARE_0 + ware];

		if (ware == a)
			needed += order->slots[SLOT_A];
		if (ware == b)
			needed += order->slots[SLOT_B];
		if (wares[ware] < (uint32_t)needed)
			return 0;
	}
	return 1;
}

int ss_payable(const struct ship *ship, const uint32_t wares[WARES])
{
	struct order order;

	if (wares[0] + wares[1] + wares[2] < ship->slot_count)
		return 0;
	order = order_of(ship);
	if (!order.slots[SLOT_A] && !order.slots[SLOT_B])
		return covers(&order, wares, -1, -1);
	for (int a = 0; a < WARES; a++)
		for (int b = 0; b < WARES; b++)
			/* B differs from A, where there is any A to differ from. */
			if ((a != b || !order.slots[SLOT_A] || !order.slots[SLOT_B]) &&
				covers(&order, wares, a, b))
				return 1;
	return 0;
}

int ss_pays(const struct ship *ship, const uint8_t wares[WARES])
{
	const uint32_t paid[WARES] = {wares[0], wares[1], wares[2]};

	/* With the exact number of wares, what the order leaves over fits the free slots. */
	return paid[0] + paid[1] + paid[2] == ship->slot_count && ss_payable(ship, paid);
}

int ss_can_deliver(const struct game *g, const struct tileset *ts)
{
	const struct ss_state *s = ss_look(&g->now);

	for (int i = 0; i < s->row_count; i++)
		if (ss_payable(&ts->ships[s->row[i]], s->wares[g->now.seat]))
			return 1;
	return 0;
}

int ss_row_find(const struct ss_state *s, int ship)
{
	for (int i = 0; i < s->row_count; i++)
		if (s->row[i] == ship)
			return i;
	return -1;
}

int ss_best_ships(const struct ss_state *s, const struct tileset *ts, int *first)
{
	int count = 0, most = 0;

	*first = -1;
	for (int i = 0; i < s->row_count; i++) {
		int points = ts->ships[s->row[i]].points;

		if (points > most) {
			most = points;
			count = 0;
			*first = s->row[i];
		}
		count += points == most;
	}
	return count;
}

/* The ship leaves the row; the row keeps its order and is refilled at its end. */
static void take(struct game *g, const struct tileset *ts, int seat, int ship, struct events *events)
{
	struct ss_state *s = ss_state(&g->now);
	int at = ss_row_find(s, ship);
	struct event *e;

	s->row_count--;
	memmove(&s->row[at], &s->row[at + 1], (size_t)(s->row_count - at));
	s->row[s->row_count] = 0;
	s->owner[ship] = (uint8_t)seat;
	if (s->turned_up == ts->ship_count)
		return;
	s->row[s->row_count++] = s->pile[s->turned_up++];
	e = event_add(events, EVENT_SHIPS_REFILLED, SEAT_NONE);
	e->reveals = 1;
	e->a = s->row[s->row_count - 1];
	e->b = (int16_t)(ts->ship_count - s->turned_up);
}

void ss_take_for_merchant(struct game *g, const struct tileset *ts, int piece, int ship, struct events *events)
{
	struct piece merchant = g->now.pieces[piece];
	struct event *e = event_add(events, EVENT_SHIP_TAKEN, merchant.seat);

	e->a = (int16_t)ship;
	e->b = (int16_t)merchant.node;
	pieces_remove(&g->now, piece);
	take(g, ts, merchant.seat, ship, events);
}

void ss_settle_merchant(struct game *g, const struct tileset *ts, int piece, struct events *events)
{
	struct piece merchant = g->now.pieces[piece];
	struct event *e;
	int ship;

	if (ss_best_ships(ss_look(&g->now), ts, &ship) > 0) {
		ss_take_for_merchant(g, ts, piece, ship, events);
		return;
	}
	/* SS-3.8: no ship lies face up, the merchant returns with nothing. */
	e = event_add(events, EVENT_PIECE_RETRIEVED, merchant.seat);
	e->a = (int16_t)merchant.node;
	e->small[0] = SS_NO_SHIP;
	pieces_remove(&g->now, piece);
}

void ss_deliver(struct game *g, const struct tileset *ts, int ship, const uint8_t wares[WARES], struct events *events)
{
	struct ss_state *s = ss_state(&g->now);
	struct event *e = event_add(events, EVENT_SHIP_DELIVERED, g->now.seat);

	e->a = (int16_t)ship;
	for (int ware = 0; ware < WARES; ware++) {
		e->amounts[ware] = wares[ware];
		s->wares[g->now.seat][ware] -= wares[ware];
	}
	take(g, ts, g->now.seat, ship, events);
}

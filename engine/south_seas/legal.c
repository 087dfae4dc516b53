/*
 * legal.c - everything that a seat may do now, in a fixed order.
 */
#include "south_seas.h"

#include "../core/turn.h"

/* What every lister needs. */
struct list {
	const struct game *g;
	const struct tileset *ts;
	game_action_fn *each;
	void *arg;
	struct action action;		/* the one being made up; seat is set */
};

/* Hand out the action under construction as one of that type. */
static int give(struct list *l, enum action_type type)
{
	l->action.type = (uint8_t)type;
	return l->each(l->arg, &l->action);
}

/* SS-2a: by segment. */
static int list_islanders(struct list *l)
{
	const struct kind *kind = board_kind(&l->g->board, l->ts, l->g->now.placed);
	int stop = 0;

	for (int segment = 0; segment < kind->segment_count && !stop; segment++) {
		if (!ss_may_place(l->g, segment))
			continue;
		l->action.segment = (uint8_t)segment;
		stop = give(l, ACTION_ISLANDER);
	}
	l->action.segment = 0;
	return stop;
}

/* SS-2b: in the order of placing. */
static int list_retrieves(struct list *l)
{
	const struct board *b = &l->g->board;

	for (int i = 0; i < l->g->now.piece_count && ss_may_retrieve(l->g); i++) {
		const struct piece *piece = &l->g->now.pieces[i];
		const struct placed *tile;
		int stop;

		if (piece->seat != l->g->now.seat)
			continue;
		tile = &b->tiles[board_node_tile(b, piece->node)];
		l->action.x = tile->x;
		l->action.y = tile->y;
		l->action.segment = (uint8_t)(piece->node - tile->first_node);
		if ((stop = give(l, ACTION_RETRIEVE)))
			return stop;
	}
	l->action.x = 0;
	l->action.y = 0;
	l->action.segment = 0;
	return 0;
}

static int list_pieces(struct list *l)
{
	int stop;

	if ((stop = list_islanders(l)) || (stop = list_retrieves(l)))
		return stop;
	return give(l, ACTION_SKIP);
}

static int give_group(void *arg, int node, int group)
{
	struct list *l = arg;
	const struct board *b = &l->g->board;
	const struct placed *tile = &b->tiles[board_node_tile(b, node)];

	l->action.x = tile->x;
	l->action.y = tile->y;
	l->action.segment = (uint8_t)(node - tile->first_node);
	l->action.group = (uint8_t)group;
	return give(l, ACTION_COVER_FISH);
}

/* SS-3.8: the best ships in the order of the row. */
static int list_ships(struct list *l)
{
	const struct ss_state *s = ss_look(&l->g->now);
	int first = 0;

	ss_best_ships(s, l->ts, &first);
	for (int i = 0; i < s->row_count; i++) {
		int stop;

		if (l->ts->ships[s->row[i]].points != l->ts->ships[first].points)
			continue;
		l->action.ship = s->row[i];
		if ((stop = give(l, ACTION_CHOOSE_SHIP)))
			return stop;
	}
	return 0;
}

static int list_choices(struct list *l)
{
	if (ss_decision(l->g) == SS_COVER_FISH)
		return ss_cover_candidates(l->g, l->ts, ss_look(&l->g->now)->cover_root, give_group, l);
	return list_ships(l);
}

/* Every exact payment of one ship, by shells, then fish. */
static int list_payments(struct list *l, const struct ship *ship, const uint32_t has[WARES])
{
	uint8_t *pay = l->action.wares;
	uint32_t total = ship->slot_count;

	for (uint32_t shells = 0; shells <= total && shells <= has[0]; shells++) {
		for (uint32_t fish = 0; shells + fish <= total && fish <= has[1]; fish++) {
			int stop;

			if (total - shells - fish > has[2])
				continue;
			pay[0] = (uint8_t)shells;
			pay[1] = (uint8_t)fish;
			pay[2] = (uint8_t)(total - shells - fish);
			if (ss_pays(ship, pay) && (stop = give(l, ACTION_DELIVER)))
				return stop;
		}
	}
	return 0;
}

static int list_deliveries(struct list *l)
{
	const struct ss_state *s = ss_look(&l->g->now);
	const uint32_t *has = s->wares[l->g->now.seat];
	struct list end = *l;
	int stop;

	for (int i = 0; i < s->row_count; i++) {
		const struct ship *ship = &l->ts->ships[s->row[i]];

		if (!ss_payable(ship, has))
			continue;
		l->action.ship = s->row[i];
		if ((stop = list_payments(l, ship, has)))
			return stop;
	}
	return give(&end, ACTION_END_TURN);
}

int ss_legal(const struct game *g, const struct tileset *ts, int seat, game_action_fn *each, void *arg)
{
	struct list l = {.g = g, .ts = ts, .each = each, .arg = arg, .action = {.seat = (uint8_t)seat}};

	switch ((enum phase)g->now.phase) {
	case PHASE_DRAW:
		return give(&l, ACTION_DRAW);
	case PHASE_PLACE:
		return turn_list_places(g, ts, seat, each, arg);
	case PHASE_PIECE:
		return list_pieces(&l);
	case PHASE_DECIDE:
		return list_choices(&l);
	case PHASE_DELIVER:
		return list_deliveries(&l);
	case PHASE_BATTLE:
	case PHASE_OVER:
		break;
	}
	return 0;
}

/*
 * evaluate.c - what completed features, boats and markets bring (SS-3, SS-5.2).
 *
 * Islanders leave a feature when it is evaluated, and a feature completes only
 * by the tile of the turn.  So an islander on a complete feature always means
 * that this turn has to evaluate it, and a merchant amid eight tiles that it
 * has a ship to take: no list of things to do is kept.
 */
#include "south_seas.h"

#include <string.h>

#include "../core/step.h"

static const uint8_t ware_of[SHAPES] = {
	[SHAPE_OPEN] = SS_FISH, [SHAPE_LINE] = SS_SHELLS, [SHAPE_LAND] = SS_BANANAS,
};

/* SS-3.9: bridges, then islands, then seas. */
static const uint8_t rank_of[SHAPES] = {[SHAPE_LINE] = 0, [SHAPE_LAND] = 1, [SHAPE_OPEN] = 2};

enum { RANK_STEP = 1 << 16 };

int ss_is_covered(const struct ss_state *s, int group)
{
	for (int i = 0; i < s->covered_count; i++)
		if (s->covered[i] == group)
			return 1;
	return 0;
}

static const struct symbols *symbols_at(const struct game *g, const struct tileset *ts, int node)
{
	const struct placed *tile = &g->board.tiles[board_node_tile(&g->board, node)];

	return &ts->faces[tile->face].symbols[node - tile->first_node];
}

/* SS-3.7: covered groups count in no later evaluation. */
static int covered_fish(const struct game *g, const struct tileset *ts, int root)
{
	const struct ss_state *s = ss_look(&g->now);
	int fish = 0;

	for (int i = 0; i < s->covered_count; i++) {
		int node = s->covered[i] / TILESET_GROUPS_MAX;

		if (feature_root(&g->board, node) == root)
			fish += symbols_at(g, ts, node)->groups[s->covered[i] % TILESET_GROUPS_MAX];
	}
	return fish;
}

/* SS-3.1 to SS-3.3; each segment counts once, however often it is met (SS-6.3). */
int ss_worth(const struct game *g, const struct tileset *ts, int root)
{
	int ware = ware_of[feature_shape(&g->board, ts, root)];
	int node = root, worth = 0;

	do {
		const struct symbols *symbols = symbols_at(g, ts, node);

		switch ((enum ss_ware)ware) {
		case SS_SHELLS:
			worth += symbols->count[0];
			break;
		case SS_BANANAS:
			worth += symbols->count[1];
			break;
		case SS_FISH:
			for (int i = 0; i < symbols->group_count; i++)
				worth += symbols->groups[i];
			break;
		}
		node = feature_next(&g->board, node);
	} while (node != root);
	return ware == SS_FISH ? worth - covered_fish(g, ts, root) : worth;
}

/*
 * Award a feature and, unless it is the last evaluation, send its islanders
 * home (SS-3.6, SS-5.2).
 */
static void evaluate_feature(struct game *g, const struct tileset *ts, int root,
	enum ss_trigger trigger, struct events *events)
{
	struct event *e = event_add(events, EVENT_FEATURE_EVALUATED, SEAT_NONE);
	struct ss_state *s = ss_state(&g->now);
	int ware = ware_of[feature_shape(&g->board, ts, root)];
	uint8_t *pieces = &e->small[1];
	int worth = ss_worth(g, ts, root), most = 0;

	e->a = (int16_t)root;
	e->b = (int16_t)worth;
	e->small[0] = (uint8_t)trigger;
	for (int i = g->now.piece_count - 1; i >= 0; i--) {
		if (feature_root(&g->board, g->now.pieces[i].node) != root)
			continue;
		pieces[g->now.pieces[i].seat]++;
		if (trigger != SS_FINAL)
			pieces_remove(&g->now, i);
	}
	for (int seat = 0; seat < g->seat_count; seat++)
		if (pieces[seat] > most)
			most = pieces[seat];
	for (int seat = 0; seat < g->seat_count; seat++) {
		if (pieces[seat] != most)
			continue;
		s->wares[seat][ware] += (uint32_t)worth;	/* SS-3.5: on a tie, all in full */
		e->small[6] |= (uint8_t)(1u << seat);
	}
}

/* The region that the boat on this turn's tile lies in, or NODE_NONE. */
static int boat_region(const struct game *g, const struct tileset *ts)
{
	int segment = ts->faces[g->board.tiles[g->now.placed].face].flagged;

	if (segment == SEGMENT_NONE)
		return NODE_NONE;
	return feature_root(&g->board, board_node(&g->board, g->now.placed, segment));
}

/*
 * The features to evaluate in the order of SS-3.9: those with an islander
 * that are complete or `boat`'s region; with `all`, whatever has an islander.
 */
static void due_features(const struct game *g, const struct tileset *ts, int boat, int all,
	struct feature_order *due)
{
	due->count = 0;
	for (int i = 0; i < g->now.piece_count; i++) {
		int root = feature_root(&g->board, g->now.pieces[i].node);
		enum shape shape;

		if (!all && feature_open_ends(&g->board, root) > 0 && root != boat)
			continue;
		shape = feature_shape(&g->board, ts, root);
		if (shape != SHAPE_CENTRE)
			feature_order_add(due, rank_of[shape], root);
	}
}

void ss_evaluate(struct game *g, const struct tileset *ts, struct events *events)
{
	struct feature_order due;
	int boat = boat_region(g, ts);

	due_features(g, ts, boat, 0, &due);
	for (int i = 0; i < due.count; i++) {
		int root = feature_order_root(&due, i);
		int complete = feature_open_ends(&g->board, root) == 0;

		evaluate_feature(g, ts, root, complete ? SS_COMPLETE : SS_BOAT, events);
		/* SS-3.7: a region that is complete as well is never fished again. */
		if (root == boat && !complete)
			ss_state(&g->now)->cover_root = (uint16_t)root;
	}
}

void ss_evaluate_final(struct game *g, const struct tileset *ts, struct events *events)
{
	struct feature_order due;

	due_features(g, ts, NODE_NONE, 1, &due);
	for (int i = 0; i < due.count; i++)
		evaluate_feature(g, ts, feature_order_root(&due, i), SS_FINAL, events);
}

/* Whether node a comes before node b by y, x and position of the segment. */
static int comes_before(const struct board *b, int node, int other)
{
	const struct placed *t = &b->tiles[board_node_tile(b, node)];
	const struct placed *o = &b->tiles[board_node_tile(b, other)];

	if (t->y != o->y)
		return t->y < o->y;
	if (t->x != o->x)
		return t->x < o->x;
	return node < other;
}

/* The largest uncovered group of the region: 2, 1, or 0 when there is none. */
static int largest_group(const struct game *g, const struct tileset *ts, int root)
{
	const struct ss_state *s = ss_look(&g->now);
	int node = root, largest = 0;

	do {
		const struct symbols *symbols = symbols_at(g, ts, node);

		for (int i = 0; i < symbols->group_count; i++)
			if (symbols->groups[i] > largest && !ss_is_covered(s, ss_group(node, i)))
				largest = symbols->groups[i];
		node = feature_next(&g->board, node);
	} while (node != root && largest < 2);
	return largest;
}

/* The region's nodes with fish, in the order of SS-3.7. */
static int nodes_with_fish(const struct game *g, const struct tileset *ts, int root,
	uint16_t nodes[TILESET_NODES_MAX])
{
	int node = root, count = 0;

	do {
		int i = count;

		if (symbols_at(g, ts, node)->group_count > 0) {
			for (; i > 0 && comes_before(&g->board, node, nodes[i - 1]); i--)
				nodes[i] = nodes[i - 1];
			nodes[i] = (uint16_t)node;
			count++;
		}
		node = feature_next(&g->board, node);
	} while (node != root);
	return count;
}

int ss_cover_candidates(const struct game *g, const struct tileset *ts, int root, ss_group_fn *each, void *arg)
{
	const struct ss_state *s = ss_look(&g->now);
	uint16_t nodes[TILESET_NODES_MAX];
	int size = largest_group(g, ts, root);	/* SS-3.7: a pair before a single */
	int count = size ? nodes_with_fish(g, ts, root, nodes) : 0;

	for (int i = 0; i < count; i++) {
		const struct symbols *symbols = symbols_at(g, ts, nodes[i]);

		for (int group = 0; group < symbols->group_count; group++) {
			int stop = 0;

			if (symbols->groups[group] == size && !ss_is_covered(s, ss_group(nodes[i], group)))
				stop = each(arg, nodes[i], group);
			if (stop)
				return stop;
		}
	}
	return 0;
}

struct choices {
	int count, first;
};

static int count_choice(void *arg, int node, int group)
{
	struct choices *choices = arg;

	if (choices->count++ == 0)
		choices->first = ss_group(node, group);
	return choices->count > 1;
}

int ss_cover_choices(const struct game *g, const struct tileset *ts, int root, int *first)
{
	struct choices choices = {0, 0};

	ss_cover_candidates(g, ts, root, count_choice, &choices);
	*first = choices.first;
	return choices.count;
}

void ss_cover(struct game *g, int group, struct events *events)
{
	struct ss_state *s = ss_state(&g->now);

	event_add(events, EVENT_FISH_COVERED, g->now.seat)->a = (int16_t)group;
	s->covered[s->covered_count++] = (uint16_t)group;
}

/* SS-3.4: a merchant amid eight tiles. */
static int merchant_is_due(const struct game *g, const struct tileset *ts, int piece)
{
	int root = feature_root(&g->board, g->now.pieces[piece].node);

	return feature_ends_to_come(&g->board, ts, root) == 0 &&
		feature_shape(&g->board, ts, root) == SHAPE_CENTRE;
}

int ss_due_merchant_of(const struct game *g, const struct tileset *ts, int seat)
{
	int best = -1, best_key = 0;

	for (int i = 0; i < g->now.piece_count; i++) {
		const struct piece *piece = &g->now.pieces[i];
		/* SS-3.8: clockwise from the active seat, one owner's markets in a row. */
		int turns = (piece->seat - g->now.seat + g->seat_count) % g->seat_count;
		int key = turns * RANK_STEP + piece->node;

		if ((seat != SEAT_NONE && piece->seat != seat) || (best >= 0 && key > best_key) ||
			!merchant_is_due(g, ts, i))
			continue;
		best = i;
		best_key = key;
	}
	return best;
}

int ss_due_merchant(const struct game *g, const struct tileset *ts)
{
	return ss_due_merchant_of(g, ts, SEAT_NONE);
}

enum ss_decision ss_decision(const struct game *g)
{
	if (g->now.phase != PHASE_DECIDE)
		return SS_NO_DECISION;
	return ss_look(&g->now)->cover_root != NODE_NONE ? SS_COVER_FISH : SS_CHOOSE_SHIP;
}

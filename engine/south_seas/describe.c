/*
 * describe.c - what South Seas adds to views and events.
 *
 * An event keeps numbers only; features, tiles and ids are looked up in the
 * game as it is right after the action.  That works because features change
 * by placing a tile alone, which is the first thing that an action does.
 */
#include "south_seas.h"

#include "../core/step.h"

/* The names that the small numbers of events stand for. */
static const char *const trigger_names[] = {
	[SS_COMPLETE] = "complete", [SS_BOAT] = "boat", [SS_FINAL] = "final",
};
static const char *const return_names[] = {[SS_RETRIEVED] = "retrieved", [SS_NO_SHIP] = "no-ship"};

/* The ware that a feature of that shape brings, or NULL for a market. */
static const char *ware_name(enum shape shape)
{
	switch (shape) {
	case SHAPE_LINE:
		return south_seas_1.wares[SS_SHELLS];
	case SHAPE_LAND:
		return south_seas_1.wares[SS_BANANAS];
	case SHAPE_OPEN:
		return south_seas_1.wares[SS_FISH];
	case SHAPE_CENTRE:
		break;
	}
	return NULL;
}

static void describe_symbols(enum shape shape, int worth, const char *key, struct sink *out)
{
	sink_object(out, key);
	if (ware_name(shape))
		sink_number(out, ware_name(shape), worth);
	sink_end(out);
}

/* "id", "points" and, for a ship that still asks for it, "order". */
static void describe_ship(const struct tileset *ts, int number, int with_order, struct sink *out)
{
	const struct ship *ship = &ts->ships[number];

	sink_text(out, "id", ship->id);
	sink_number(out, "points", ship->points);
	if (!with_order)
		return;
	sink_array(out, "order");
	for (int i = 0; i < ship->slot_count; i++)
		sink_text(out, NULL, south_seas_words.slots[ship->slots[i]]);
	sink_end(out);
}

static void describe_row(const struct tileset *ts, const uint8_t *ships, int count, struct sink *out)
{
	sink_array(out, "face_up");
	for (int i = 0; i < count; i++) {
		sink_object(out, NULL);
		describe_ship(ts, ships[i], 1, out);
		sink_end(out);
	}
	sink_end(out);
}

void ss_describe_view(const struct game *g, const struct tileset *ts, struct sink *out)
{
	const struct ss_state *s = ss_look(&g->now);

	sink_object(out, "ships");
	describe_row(ts, s->row, s->row_count, out);
	sink_number(out, "pile", ts->ship_count - s->turned_up);
	sink_end(out);
}

/* Where a group of fish is. */
static void describe_group(const struct game *g, const struct tileset *ts, int group, struct sink *out)
{
	describe_node(g, ts, group / TILESET_GROUPS_MAX, out);
	sink_number(out, "group", group % TILESET_GROUPS_MAX);
}

static int fish_in(const struct game *g, const struct tileset *ts, int group)
{
	int node = group / TILESET_GROUPS_MAX;
	const struct placed *tile = &g->board.tiles[board_node_tile(&g->board, node)];

	return ts->faces[tile->face].symbols[node - tile->first_node].groups[group % TILESET_GROUPS_MAX];
}

void ss_describe_board(const struct game *g, const struct tileset *ts, struct sink *out)
{
	const struct ss_state *s = ss_look(&g->now);

	sink_array(out, "boats");
	for (int i = 0; i < s->covered_count; i++) {
		sink_object(out, NULL);
		describe_group(g, ts, s->covered[i], out);
		sink_end(out);
	}
	sink_end(out);
}

void ss_describe_feature(const struct game *g, const struct tileset *ts, int root, struct sink *out)
{
	enum shape shape = feature_shape(&g->board, ts, root);

	describe_symbols(shape, shape == SHAPE_CENTRE ? 0 : ss_worth(g, ts, root), "symbols", out);
}

void ss_describe_seat(const struct game *g, const struct tileset *ts, int seat, struct sink *out)
{
	const struct ss_state *s = ss_look(&g->now);

	sink_object(out, "supply");
	sink_number(out, "islanders", ss_supply(g, seat));
	sink_end(out);
	sink_object(out, "wares");
	for (int ware = 0; ware < WARES; ware++)
		sink_number(out, south_seas_1.wares[ware], (long)s->wares[seat][ware]);
	sink_end(out);
	sink_array(out, "ships");
	for (int ship = 0; ship < ts->ship_count; ship++) {
		if (s->owner[ship] != seat)
			continue;
		sink_object(out, NULL);
		describe_ship(ts, ship, 0, out);
		sink_end(out);
	}
	sink_end(out);
}

struct candidates {
	const struct game *g;
	const struct tileset *ts;
	struct sink *out;
};

static int describe_candidate(void *arg, int node, int group)
{
	struct candidates *c = arg;

	sink_object(c->out, NULL);
	describe_group(c->g, c->ts, ss_group(node, group), c->out);
	sink_number(c->out, "fish", fish_in(c->g, c->ts, ss_group(node, group)));
	sink_end(c->out);
	return 0;
}

static void describe_best_ships(const struct game *g, const struct tileset *ts, struct sink *out)
{
	const struct ss_state *s = ss_look(&g->now);
	int first = 0;

	ss_best_ships(s, ts, &first);
	for (int i = 0; i < s->row_count; i++) {
		if (ts->ships[s->row[i]].points != ts->ships[first].points)
			continue;
		sink_object(out, NULL);
		sink_text(out, "ship", ts->ships[s->row[i]].id);
		sink_number(out, "points", ts->ships[s->row[i]].points);
		sink_end(out);
	}
}

/* What is to be decided, and between what; the one pending decision. */
static void describe_decision(const struct game *g, const struct tileset *ts, const char *key, struct sink *out)
{
	struct candidates c = {g, ts, out};
	int merchant;

	switch (ss_decision(g)) {
	case SS_NO_DECISION:
		break;
	case SS_COVER_FISH:
		sink_text(out, key, action_type_name(ACTION_COVER_FISH));
		sink_number(out, "feature", ss_look(&g->now)->cover_root);
		sink_array(out, "candidates");
		ss_cover_candidates(g, ts, ss_look(&g->now)->cover_root, describe_candidate, &c);
		sink_end(out);
		break;
	case SS_CHOOSE_SHIP:
		merchant = ss_due_merchant(g, ts);
		sink_text(out, key, action_type_name(ACTION_CHOOSE_SHIP));
		sink_object(out, "market");
		describe_node(g, ts, g->now.pieces[merchant].node, out);
		sink_end(out);
		sink_array(out, "candidates");
		describe_best_ships(g, ts, out);
		sink_end(out);
		break;
	}
}

void ss_describe_pending(const struct game *g, const struct tileset *ts, struct sink *out)
{
	if (ss_decision(g) == SS_NO_DECISION)
		return;
	sink_object(out, NULL);
	sink_number(out, "seat", g->now.decider);
	describe_decision(g, ts, "type", out);
	sink_end(out);
}

/* Who got what and why, so that nobody has to count again. */
static void describe_awards(const struct game *g, const struct event *e, enum shape shape, struct sink *out)
{
	unsigned winners = e->small[6];
	int seats = 0;
	const char *reason;

	for (int seat = 0; seat < g->seat_count; seat++)
		seats += e->small[1 + seat] > 0;
	if (seats == 1)
		reason = "alone";
	else
		reason = winners & (winners - 1) ? "tie" : "majority";	/* SS-3.5 */
	sink_array(out, "awards");
	for (int seat = 0; seat < g->seat_count; seat++) {
		if (!(winners >> seat & 1))
			continue;
		sink_object(out, NULL);
		sink_number(out, "seat", seat);
		describe_symbols(shape, e->b, "wares", out);
		sink_text(out, "reason", reason);
		sink_end(out);
	}
	sink_end(out);
}

static void describe_evaluated(const struct game *g, const struct tileset *ts, const struct event *e, struct sink *out)
{
	enum shape shape = feature_shape(&g->board, ts, e->a);

	sink_number(out, "feature", e->a);
	sink_text(out, "feature_type", south_seas_words.segments[shape]);
	sink_text(out, "trigger", trigger_names[e->small[0]]);
	sink_flag(out, "final", e->small[0] == SS_FINAL);
	describe_tiles(g, e->a, out);
	describe_symbols(shape, e->b, "symbols", out);
	sink_object(out, "pieces");
	for (int seat = 0; seat < g->seat_count; seat++)
		if (e->small[1 + seat])
			sink_number(out, seat_key(seat), e->small[1 + seat]);
	sink_end(out);
	describe_awards(g, e, shape, out);
}

static void describe_taken(const struct game *g, const struct tileset *ts, const struct event *e, struct sink *out)
{
	sink_text(out, "ship", ts->ships[e->a].id);
	sink_number(out, "points", ts->ships[e->a].points);
	sink_object(out, "market");
	describe_node(g, ts, e->b, out);
	sink_end(out);
}

static void describe_delivered(const struct tileset *ts, const struct event *e, struct sink *out)
{
	sink_text(out, "ship", ts->ships[e->a].id);
	sink_number(out, "points", ts->ships[e->a].points);
	sink_object(out, "wares");
	for (int ware = 0; ware < WARES; ware++)
		if (e->amounts[ware])
			sink_number(out, south_seas_1.wares[ware], e->amounts[ware]);
	sink_end(out);
}

void ss_describe_event(const struct game *g, const struct tileset *ts, const struct event *e, struct sink *out)
{
	switch ((enum event_type)e->type) {
	case EVENT_GAME_STARTED:
		sink_object(out, "ships");
		describe_row(ts, e->small, e->b, out);
		sink_number(out, "pile", e->c);
		sink_end(out);
		break;
	case EVENT_PIECE_RETRIEVED:
		sink_text(out, "reason", return_names[e->small[0]]);
		break;
	case EVENT_FEATURE_EVALUATED:
		describe_evaluated(g, ts, e, out);
		break;
	case EVENT_FISH_COVERED:
		describe_group(g, ts, e->a, out);
		sink_number(out, "fish", fish_in(g, ts, e->a));
		break;
	case EVENT_SHIP_TAKEN:
		describe_taken(g, ts, e, out);
		break;
	case EVENT_SHIPS_REFILLED:
		sink_object(out, "ship");
		describe_ship(ts, e->a, 1, out);
		sink_end(out);
		sink_number(out, "pile", e->b);
		break;
	case EVENT_SHIP_DELIVERED:
		describe_delivered(ts, e, out);
		break;
	case EVENT_DECISION_NEEDED:
		describe_decision(g, ts, "decision", out);
		break;
	case EVENT_TURN_STARTED:
	case EVENT_STEP_SKIPPED:
	case EVENT_TILE_DRAWN:
	case EVENT_TILE_SET_ASIDE:
	case EVENT_TILE_PLACED:
	case EVENT_PIECE_PLACED:
	case EVENT_BATTLE_FOUGHT:
	case EVENT_FEATURE_SCORED:
	case EVENT_TURN_ENDED:
	case EVENT_UNDONE:
	case EVENT_SEAT_RESIGNED:
	case EVENT_SEAT_TIMED_OUT:
	case EVENT_FINAL_EVALUATION:
	case EVENT_GAME_FINISHED:
		break;
	}
}

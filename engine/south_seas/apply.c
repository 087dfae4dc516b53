/*
 * apply.c - the actions of South Seas, each checked, then carried out.
 */
#include "south_seas.h"

#include <string.h>

#include "../core/step.h"
#include "../core/turn.h"

int ss_supply(const struct game *g, int seat)
{
	return SS_ISLANDERS - pieces_of(&g->now, seat);
}

int ss_may_place(const struct game *g, int segment)
{
	int node = board_node(&g->board, g->now.placed, segment);

	/* SS-2a.2: the whole connected feature, as it is after the placement. */
	return ss_supply(g, g->now.seat) > 0 && !feature_occupied(g, feature_root(&g->board, node));
}

int ss_may_retrieve(const struct game *g)
{
	int out = pieces_of(&g->now, g->now.seat);

	/* SS-2b.2 */
	return out > 0 && (g->options[SS_RETRIEVE] == SS_RETRIEVE_ANY || out == SS_ISLANDERS);
}

int ss_piece_possible(const struct game *g, const struct tileset *ts)
{
	const struct kind *kind = board_kind(&g->board, ts, g->now.placed);

	if (ss_may_retrieve(g))
		return 1;
	for (int segment = 0; segment < kind->segment_count; segment++)
		if (ss_may_place(g, segment))
			return 1;
	return 0;
}

static int apply_place(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err)
{
	if (turn_check_place(g, ts, a, "SS-1.1", "SS-1.2", err) < 0)
		return -1;
	ss_place(g, ts, a->x, a->y, a->rotation, events);
	return 0;
}

static int apply_islander(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err)
{
	const struct kind *kind = board_kind(&g->board, ts, g->now.placed);
	int node = board_node(&g->board, g->now.placed, a->segment);

	if (a->segment >= kind->segment_count)
		return refuse(err, REFUSED_UNKNOWN, "SS-2a.1", "the tile just laid has no such segment");
	if (ss_supply(g, a->seat) == 0)
		return refuse(err, REFUSED_RULE, "SS-2a.1",
			"no islander is left in the supply; take one back, or skip");
	if (!ss_may_place(g, a->segment))
		return refuse(err, REFUSED_RULE, "SS-2a.2",
			"the %s that segment %s belongs to holds an islander already",
			south_seas_words.segments[kind->segments[a->segment].shape],
			kind->segments[a->segment].id);
	pieces_add(&g->now, a->seat, node, 0);
	event_add(events, EVENT_PIECE_PLACED, a->seat)->a = (int16_t)node;
	ss_after_piece(g, ts, events);
	return 0;
}

static int apply_retrieve(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err)
{
	int tile = board_tile_at(&g->board, a->x, a->y), node, piece;

	if (tile == BOARD_NO_TILE)
		return refuse(err, REFUSED_UNKNOWN, "SS-2b.1", "there is no tile at (%d,%d)", a->x, a->y);
	if (a->segment >= board_kind(&g->board, ts, tile)->segment_count)
		return refuse(err, REFUSED_UNKNOWN, "SS-2b.1", "the tile at (%d,%d) has no such segment", a->x, a->y);
	node = board_node(&g->board, tile, a->segment);
	piece = pieces_find(&g->now, node);
	if (piece < 0 || g->now.pieces[piece].seat != a->seat)
		return refuse(err, REFUSED_RULE, "SS-2b.1", "no islander of seat %d stands there", a->seat);
	if (!ss_may_retrieve(g))
		return refuse(err, REFUSED_RULE, "SS-2b.2",
			"at this table islanders are taken back only while the own supply is empty");
	pieces_remove(&g->now, piece);
	event_add(events, EVENT_PIECE_RETRIEVED, a->seat)->a = (int16_t)node;
	ss_after_piece(g, ts, events);
	return 0;
}

struct wanted_group {
	int group, found;
};

static int match_group(void *arg, int node, int group)
{
	struct wanted_group *wanted = arg;

	wanted->found |= ss_group(node, group) == wanted->group;
	return wanted->found;
}

static int apply_cover(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err)
{
	struct ss_state *s = ss_state(&g->now);
	struct wanted_group wanted = {0, 0};
	int tile;

	if (ss_decision(g) != SS_COVER_FISH)
		return refuse(err, REFUSED_PHASE, "SS-3.8", "a ship is to be chosen, not fish to be covered");
	tile = board_tile_at(&g->board, a->x, a->y);
	if (tile == BOARD_NO_TILE || a->group >= TILESET_GROUPS_MAX ||
		a->segment >= board_kind(&g->board, ts, tile)->segment_count)
		return refuse(err, REFUSED_UNKNOWN, "SS-3.7", "there is no such group of fish");
	wanted.group = ss_group(board_node(&g->board, tile, a->segment), a->group);
	if (!ss_cover_candidates(g, ts, s->cover_root, match_group, &wanted))
		return refuse(err, REFUSED_RULE, "SS-3.7",
			"that group cannot be covered: it must lie uncovered in the boat's region, a pair before a single");
	ss_cover(g, wanted.group, events);
	s->cover_root = NODE_NONE;
	ss_resolve(g, ts, 0, events);
	return 0;
}

static int apply_choose(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err)
{
	const struct ss_state *s = ss_look(&g->now);
	int first;

	if (ss_decision(g) != SS_CHOOSE_SHIP)
		return refuse(err, REFUSED_PHASE, "SS-3.7", "fish are to be covered, not a ship to be chosen");
	if (a->ship >= ts->ship_count)
		return refuse(err, REFUSED_UNKNOWN, "SS-3.8", "there is no such ship");
	if (ss_row_find(s, a->ship) < 0)
		return refuse(err, REFUSED_RULE, "SS-3.8", "%s does not lie face up", ts->ships[a->ship].id);
	ss_best_ships(s, ts, &first);
	if (ts->ships[a->ship].points != ts->ships[first].points)
		return refuse(err, REFUSED_RULE, "SS-3.8", "a merchant takes a ship with the highest points: %d",
			ts->ships[first].points);
	ss_take_for_merchant(g, ts, ss_due_merchant(g, ts), a->ship, events);
	ss_resolve(g, ts, 0, events);
	return 0;
}

static int apply_deliver(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err)
{
	const struct ss_state *s = ss_look(&g->now);

	if (a->ship >= ts->ship_count)
		return refuse(err, REFUSED_UNKNOWN, "SS-4.1", "there is no such ship");
	if (ss_row_find(s, a->ship) < 0)
		return refuse(err, REFUSED_RULE, "SS-4.1", "%s does not lie face up", ts->ships[a->ship].id);
	for (int ware = 0; ware < WARES; ware++)
		if (a->wares[ware] > s->wares[a->seat][ware])
			return refuse(err, REFUSED_RULE, "SS-4.1", "%d %s are more than the %d that seat %d has",
				a->wares[ware], south_seas_1.wares[ware], (int)s->wares[a->seat][ware], a->seat);
	if (!ss_pays(&ts->ships[a->ship], a->wares))
		return refuse(err, REFUSED_RULE, "SS-4.2", "these wares are not exactly what %s asks for",
			ts->ships[a->ship].id);
	ss_deliver(g, ts, a->ship, a->wares, events);
	ss_end_turn(g, ts, events);
	return 0;
}

/*
 * When the game waits for this seat to decide, make that choice and the
 * seat's choices right behind it with the first candidate (SS-7.2).  Returns
 * 1 if there was any.
 */
static int choose_for(struct game *g, const struct tileset *ts, int seat, struct events *events)
{
	struct ss_state *s = ss_state(&g->now);
	int piece, group, any = 0;

	/* What waits behind another seat's choice is not pending: those merchants just leave. */
	if (g->now.phase != PHASE_DECIDE || g->now.decider != seat)
		return 0;
	if (s->cover_root != NODE_NONE) {
		if (ss_cover_choices(g, ts, s->cover_root, &group) > 0)
			ss_cover(g, group, events);
		s->cover_root = NODE_NONE;
		any = 1;
	}
	while ((piece = ss_due_merchant_of(g, ts, seat)) >= 0) {
		ss_settle_merchant(g, ts, piece, events);
		any = 1;
	}
	return any;
}

/* Islanders and wares of a seat that leaves (SS-7.2); its ships stay. */
static void clear_seat(struct game *g, int seat)
{
	pieces_remove_all(&g->now, seat);
	memset(ss_state(&g->now)->wares[seat], 0, sizeof(ss_state(&g->now)->wares[seat]));
}

/* The turn of a seat that has just resigned ends without delivery (SS-7.2). */
static void close_turn(struct game *g, const struct tileset *ts, int decided, struct events *events)
{
	g->now.closing = 1;
	switch ((enum phase)g->now.phase) {
	case PHASE_PLACE:
		turn_set_aside(g, events);
		ss_end_turn(g, ts, events);
		break;
	case PHASE_PIECE:
		ss_after_piece(g, ts, events);	/* the tile lies: the others have earned it */
		break;
	case PHASE_DECIDE:
		if (decided)
			ss_resolve(g, ts, 0, events);
		break;
	case PHASE_DRAW:
	case PHASE_DELIVER:
		ss_end_turn(g, ts, events);
		break;
	case PHASE_BATTLE:
	case PHASE_OVER:
		break;
	}
}

static void resign(struct game *g, const struct tileset *ts, int seat, struct events *events)
{
	int decided;

	event_add(events, EVENT_SEAT_RESIGNED, seat);
	decided = choose_for(g, ts, seat, events);
	g->now.seat_state[seat] = SEAT_RESIGNED;
	clear_seat(g, seat);
	if (seats_playing(g) == 1)
		ss_finish(g, ts, OVER_ONE_SEAT_LEFT, events);
	else if (seat == g->now.seat)
		close_turn(g, ts, decided, events);
	else if (decided)
		ss_resolve(g, ts, 0, events);
}

/* The first place in the order y, x, rotation (SS-7.3); there is one. */
static void place_first(struct game *g, const struct tileset *ts, struct events *events)
{
	struct action a = turn_first_place(g, ts);

	ss_place(g, ts, a.x, a.y, a.rotation, events);
}

static void skip_piece(struct game *g, const struct tileset *ts, struct events *events)
{
	turn_skipped(events, g->now.seat, TURN_STEP_PIECE,
		ss_piece_possible(g, ts) ? TURN_DECLINED : TURN_NOTHING_TO_DO);
	ss_after_piece(g, ts, events);
}

/* The rest of the turn, as short as can be (SS-7.3). */
static void minimal_turn(struct game *g, const struct tileset *ts, struct events *events)
{
	int number = g->now.number;

	g->now.closing = 1;
	if (g->now.phase == PHASE_DRAW)
		ss_draw(g, ts, events);
	if (g->now.phase == PHASE_PLACE) {
		place_first(g, ts, events);
		/* Placing may have led on, even into the next turn. */
		if (g->now.number == number && g->now.phase == PHASE_PIECE)
			skip_piece(g, ts, events);
	} else if (g->now.phase == PHASE_PIECE) {
		skip_piece(g, ts, events);
	} else if (g->now.phase != PHASE_OVER) {
		ss_resolve(g, ts, 0, events);
	}
}

static void time_out(struct game *g, const struct tileset *ts, int seat, struct events *events)
{
	switch (turn_timed_out(g, seat, events)) {
	case ON_TIMEOUT_FORFEIT:
		resign(g, ts, seat, events);
		break;
	case ON_TIMEOUT_SKIP:
		if (seat == g->now.seat) {
			minimal_turn(g, ts, events);
			break;
		}
		choose_for(g, ts, seat, events);
		ss_resolve(g, ts, 0, events);
		break;
	case ON_TIMEOUT_BOT:
		break;
	}
}

static void end_turn(struct game *g, const struct tileset *ts, struct events *events)
{
	turn_skipped(events, g->now.seat, TURN_STEP_DELIVER,
		ss_can_deliver(g, ts) ? TURN_DECLINED : TURN_NOTHING_TO_DO);
	ss_end_turn(g, ts, events);
}

int ss_apply(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err)
{
	switch ((enum action_type)a->type) {
	case ACTION_DRAW:
		ss_draw(g, ts, events);
		return 0;
	case ACTION_PLACE:
		return apply_place(g, ts, a, events, err);
	case ACTION_ISLANDER:
		return apply_islander(g, ts, a, events, err);
	case ACTION_RETRIEVE:
		return apply_retrieve(g, ts, a, events, err);
	case ACTION_SKIP:
		skip_piece(g, ts, events);
		return 0;
	case ACTION_COVER_FISH:
		return apply_cover(g, ts, a, events, err);
	case ACTION_CHOOSE_SHIP:
		return apply_choose(g, ts, a, events, err);
	case ACTION_DELIVER:
		return apply_deliver(g, ts, a, events, err);
	case ACTION_END_TURN:
		end_turn(g, ts, events);
		return 0;
	case ACTION_RESIGN:
		resign(g, ts, a->seat, events);
		return 0;
	case ACTION_TIMEOUT:
		time_out(g, ts, a->seat, events);
		return 0;
	case ACTION_NONE:
	case ACTION_MEEPLE:
	case ACTION_BATTLE:
	case ACTION_UNDO:
		break;
	}
	return refuse(err, REFUSED_UNKNOWN, "", "there is no such action in this game");
}

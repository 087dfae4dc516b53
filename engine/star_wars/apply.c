/*
 * apply.c - the actions of Star Wars Carcassonne, each checked, then carried
 * out.
 */
#include "star_wars.h"

#include "../core/turn.h"

int sw_supply(const struct game *g, int seat, enum sw_size size)
{
	int left = size == SW_SIZE_LARGE ? SW_LARGE : SW_SMALL;

	for (int i = 0; i < g->now.piece_count; i++)
		left -= g->now.pieces[i].seat == seat && g->now.pieces[i].size == size;
	return left;
}

int sw_may_place(const struct game *g, const struct tileset *ts, int segment)
{
	int node = board_node(&g->board, g->now.placed, segment);

	/* SW-2.1: the whole connected feature, as it is after the placement; SW-2.2: planets always. */
	return board_kind(&g->board, ts, g->now.placed)->segments[segment].shape == SHAPE_CENTRE ||
		!feature_occupied(g, feature_root(&g->board, node));
}

/* The tile at (x,y) when it is around the one just placed and has a planet, or BOARD_NO_TILE. */
static int planet_around(const struct game *g, const struct tileset *ts, int x, int y)
{
	const struct placed *t = &g->board.tiles[g->now.placed];
	int dx = x - t->x, dy = y - t->y, tile;

	if (dx < -1 || dx > 1 || dy < -1 || dy > 1 || (dx == 0 && dy == 0))
		return BOARD_NO_TILE;
	tile = board_tile_at(&g->board, x, y);
	if (tile == BOARD_NO_TILE || board_kind(&g->board, ts, tile)->centre == SEGMENT_NONE)
		return BOARD_NO_TILE;
	return tile;
}

int sw_planets_around(const struct game *g, const struct tileset *ts, uint8_t tiles[8])
{
	const struct placed *t = &g->board.tiles[g->now.placed];
	int count = 0;

	for (int dy = -1; dy <= 1; dy++) {
		for (int dx = -1; dx <= 1; dx++) {
			int tile = planet_around(g, ts, t->x + dx, t->y + dy);

			if (tile != BOARD_NO_TILE)
				tiles[count++] = (uint8_t)tile;
		}
	}
	return count;
}

int sw_piece_possible(const struct game *g, const struct tileset *ts)
{
	const struct kind *kind = board_kind(&g->board, ts, g->now.placed);
	uint8_t tiles[8];

	if (pieces_of(&g->now, g->now.seat) == SW_SMALL + SW_LARGE)
		return 0;
	for (int segment = 0; segment < kind->segment_count; segment++)
		if (sw_may_place(g, ts, segment))
			return 1;
	return sw_planets_around(g, ts, tiles) > 0;
}

static int apply_place(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err)
{
	if (turn_check_place(g, ts, a, "SW-1.1", "SW-1.1", err) < 0)
		return -1;
	sw_place(g, ts, a->x, a->y, a->rotation, events);
	return 0;
}

/* The node that the action means, or -1 by refuse(). */
static int meeple_node(const struct game *g, const struct tileset *ts, const struct action *a, struct game_error *err)
{
	const struct kind *kind = board_kind(&g->board, ts, g->now.placed);
	int tile;

	if (a->planet) {
		tile = planet_around(g, ts, a->x, a->y);
		if (tile == BOARD_NO_TILE)
			return refuse(err, REFUSED_RULE, "SW-2.3", "no planet lies at (%d,%d) on the 8 fields "
				"around the tile just laid; a planet of that tile itself is named by its segment",
				a->x, a->y);
		return board_node(&g->board, tile, board_kind(&g->board, ts, tile)->centre);
	}
	if (a->segment >= kind->segment_count)
		return refuse(err, REFUSED_UNKNOWN, "SW-2.1", "the tile just laid has no such segment");
	if (!sw_may_place(g, ts, a->segment))
		return refuse(err, REFUSED_RULE, "SW-2.1", "the %s that segment %s belongs to holds a meeple already: "
			"choose another feature, or skip",
			star_wars_words.segments[kind->segments[a->segment].shape],
			kind->segments[a->segment].id);
	return board_node(&g->board, g->now.placed, a->segment);
}

static int apply_meeple(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err)
{
	struct event *e;
	int node;

	if (a->size > SW_SIZE_LARGE || a->planet > 1)
		return refuse(err, REFUSED_UNKNOWN, "SW-0.1", "a meeple is small or large");
	if (sw_supply(g, a->seat, (enum sw_size)a->size) == 0)
		return refuse(err, REFUSED_RULE, "SW-2.4", "no %s meeple is left in the supply: place one of the "
			"other size, or skip", star_wars_1.piece_sizes[a->size]);
	node = meeple_node(g, ts, a, err);
	if (node < 0)
		return -1;
	pieces_add(&g->now, a->seat, node, a->size);
	e = event_add(events, EVENT_PIECE_PLACED, a->seat);
	e->a = (int16_t)node;
	e->small[PIECE_SIZE_AT] = a->size;
	sw_go_on(g, ts, events);
	return 0;
}

static int apply_battle(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err)
{
	int tile = board_tile_at(&g->board, a->x, a->y), root;

	if (tile == BOARD_NO_TILE)
		return refuse(err, REFUSED_UNKNOWN, "SW-3.8", "there is no tile at (%d,%d)", a->x, a->y);
	if (a->segment >= board_kind(&g->board, ts, tile)->segment_count)
		return refuse(err, REFUSED_UNKNOWN, "SW-3.8", "the tile at (%d,%d) has no such segment", a->x, a->y);
	root = feature_root(&g->board, board_node(&g->board, tile, a->segment));
	if (!sw_is_contested(g, root))
		return refuse(err, REFUSED_RULE, "SW-3.8", "no battle is to be fought there: name a segment of a "
			"contested feature, or none for the next battle");
	sw_fight(g, ts, root, events);
	sw_go_on(g, ts, events);
	return 0;
}

/* The turn of a seat that has just resigned ends (SW-7). */
static void close_turn(struct game *g, const struct tileset *ts, struct events *events)
{
	g->now.closing = 1;
	switch ((enum phase)g->now.phase) {
	case PHASE_PLACE:
		turn_set_aside(g, events);
		sw_end_turn(g, ts, events);
		break;
	case PHASE_PIECE:
	case PHASE_BATTLE:
		sw_go_on(g, ts, events);	/* the tile lies: the others have earned it */
		break;
	case PHASE_DRAW:
		sw_end_turn(g, ts, events);
		break;
	case PHASE_DECIDE:
	case PHASE_DELIVER:
	case PHASE_OVER:
		break;
	}
}

static void resign(struct game *g, const struct tileset *ts, int seat, struct events *events)
{
	struct feature_order battles;

	event_add(events, EVENT_SEAT_RESIGNED, seat);
	g->now.seat_state[seat] = SEAT_RESIGNED;
	pieces_remove_all(&g->now, seat);
	if (sw_sides_playing(g) == 1) {
		sw_finish(g, ts, OVER_ONE_SEAT_LEFT, events);
	} else if (seat == g->now.seat) {
		close_turn(g, ts, events);
	} else if (g->now.phase == PHASE_BATTLE) {
		sw_battles(g, ts, &battles);
		if (battles.count == 0)
			sw_go_on(g, ts, events);
	}
}

static void skip(struct game *g, const struct tileset *ts, struct events *events)
{
	turn_skipped(events, g->now.seat, TURN_STEP_PIECE,
		sw_piece_possible(g, ts) ? TURN_DECLINED : TURN_NOTHING_TO_DO);
	sw_go_on(g, ts, events);
}

/* The rest of the turn, as short as can be (SW-7). */
static void minimal_turn(struct game *g, const struct tileset *ts, struct events *events)
{
	int number = g->now.number;
	struct action first;

	g->now.closing = 1;
	if (g->now.phase == PHASE_DRAW)
		sw_draw(g, ts, events);
	if (g->now.phase == PHASE_PLACE) {
		first = turn_first_place(g, ts);
		sw_place(g, ts, first.x, first.y, first.rotation, events);
	}
	/* Placing may have led on, even into the next turn. */
	if (g->now.number != number)
		return;
	if (g->now.phase == PHASE_PIECE)
		skip(g, ts, events);
	else if (g->now.phase == PHASE_BATTLE)
		sw_go_on(g, ts, events);
}

static void time_out(struct game *g, const struct tileset *ts, int seat, struct events *events)
{
	switch (turn_timed_out(g, seat, events)) {
	case ON_TIMEOUT_FORFEIT:
		resign(g, ts, seat, events);
		break;
	case ON_TIMEOUT_SKIP:
		minimal_turn(g, ts, events);
		break;
	case ON_TIMEOUT_BOT:
		break;
	}
}

int sw_apply(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err)
{
	switch ((enum action_type)a->type) {
	case ACTION_DRAW:
		sw_draw(g, ts, events);
		return 0;
	case ACTION_PLACE:
		return apply_place(g, ts, a, events, err);
	case ACTION_MEEPLE:
		return apply_meeple(g, ts, a, events, err);
	case ACTION_SKIP:
		skip(g, ts, events);
		return 0;
	case ACTION_BATTLE:
		return apply_battle(g, ts, a, events, err);
	case ACTION_RESIGN:
		resign(g, ts, a->seat, events);
		return 0;
	case ACTION_TIMEOUT:
		time_out(g, ts, a->seat, events);
		return 0;
	case ACTION_NONE:
	case ACTION_ISLANDER:
	case ACTION_RETRIEVE:
	case ACTION_COVER_FISH:
	case ACTION_CHOOSE_SHIP:
	case ACTION_DELIVER:
	case ACTION_END_TURN:
	case ACTION_UNDO:
		break;
	}
	return refuse(err, REFUSED_UNKNOWN, "", "there is no such action in this game");
}

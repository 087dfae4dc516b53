/*
 * describe.c - games, events and actions, told to a sink.
 *
 * Nothing is shown by default: each member that leaves the engine is written
 * by name here or in a ruleset's describe.c, and neither ever reads the bag,
 * the trail, or of the random streams anything that was not shown before.
 */
#include "game.h"

#include <string.h>

#include "ruleset.h"
#include "step.h"
#include "turn.h"

static const char *const action_names[ACTION_TYPES] = {
	[ACTION_NONE] = "none", [ACTION_DRAW] = "draw", [ACTION_PLACE] = "place",
	[ACTION_ISLANDER] = "islander", [ACTION_RETRIEVE] = "retrieve", [ACTION_MEEPLE] = "meeple",
	[ACTION_SKIP] = "skip", [ACTION_COVER_FISH] = "cover-fish",
	[ACTION_CHOOSE_SHIP] = "choose-ship", [ACTION_BATTLE] = "battle",
	[ACTION_DELIVER] = "deliver", [ACTION_END_TURN] = "end-turn", [ACTION_UNDO] = "undo",
	[ACTION_RESIGN] = "resign", [ACTION_TIMEOUT] = "timeout",
};

static const char *const phase_names[PHASES] = {
	[PHASE_DRAW] = "draw", [PHASE_PLACE] = "place", [PHASE_PIECE] = "piece",
	[PHASE_DECIDE] = "decide", [PHASE_BATTLE] = "battle", [PHASE_DELIVER] = "deliver",
	[PHASE_OVER] = "over",
};

static const char *const event_names[EVENT_TYPES] = {
	[EVENT_GAME_STARTED] = "game-started", [EVENT_TURN_STARTED] = "turn-started",
	[EVENT_TILE_DRAWN] = "tile-drawn", [EVENT_TILE_SET_ASIDE] = "tile-set-aside",
	[EVENT_TILE_PLACED] = "tile-placed", [EVENT_PIECE_PLACED] = "piece-placed",
	[EVENT_PIECE_RETRIEVED] = "piece-retrieved", [EVENT_STEP_SKIPPED] = "step-skipped",
	[EVENT_FEATURE_EVALUATED] = "feature-evaluated", [EVENT_FISH_COVERED] = "fish-covered",
	[EVENT_SHIP_TAKEN] = "ship-taken", [EVENT_SHIPS_REFILLED] = "ships-refilled",
	[EVENT_SHIP_DELIVERED] = "ship-delivered", [EVENT_BATTLE_FOUGHT] = "battle-fought",
	[EVENT_FEATURE_SCORED] = "feature-scored", [EVENT_DECISION_NEEDED] = "decision-needed",
	[EVENT_TURN_ENDED] = "turn-ended", [EVENT_UNDONE] = "undone",
	[EVENT_SEAT_RESIGNED] = "seat-resigned", [EVENT_SEAT_TIMED_OUT] = "seat-timed-out",
	[EVENT_FINAL_EVALUATION] = "final-evaluation", [EVENT_GAME_FINISHED] = "game-finished",
};

static const char *const step_names[] = {[TURN_STEP_PIECE] = "piece", [TURN_STEP_DELIVER] = "deliver"};
static const char *const skip_names[] = {
	[TURN_DECLINED] = "declined", [TURN_NOTHING_TO_DO] = "nothing-to-do",
};

static const char *const reason_names[] = {
	[OVER_NOT] = "not-over", [OVER_LAST_TILE] = "last-tile", [OVER_LAST_SHIP] = "last-ship",
	[OVER_NO_TILE_FITS] = "no-tile-fits", [OVER_ONE_SEAT_LEFT] = "one-seat-left",
};

const char *action_type_name(enum action_type type)
{
	return (unsigned)type < ACTION_TYPES ? action_names[type] : "unknown";
}

int action_type_parse(const char *name)
{
	for (int type = ACTION_NONE + 1; type < ACTION_TYPES; type++)
		if (strcmp(action_names[type], name) == 0)
			return type;
	return -1;
}

const char *phase_name(enum phase phase)
{
	return (unsigned)phase < PHASES ? phase_names[phase] : "unknown";
}

const char *event_type_name(enum event_type type)
{
	return (unsigned)type < EVENT_TYPES ? event_names[type] : "unknown";
}

const char *seat_key(int seat)
{
	static const char *const keys[GAME_SEATS_MAX] = {"0", "1", "2", "3", "4"};

	return keys[seat];
}

void describe_face(const struct tileset *ts, int face, const char *key, struct sink *out)
{
	sink_object(out, key);
	sink_text(out, "kind", ts->kinds[ts->faces[face].kind].id);
	sink_number(out, "variant", ts->faces[face].variant);
	sink_end(out);
}

void describe_node(const struct game *g, const struct tileset *ts, int node, struct sink *out)
{
	int tile = board_node_tile(&g->board, node);
	const struct placed *t = &g->board.tiles[tile];

	sink_number(out, "x", t->x);
	sink_number(out, "y", t->y);
	sink_text(out, "segment", board_kind(&g->board, ts, tile)->segments[node - t->first_node].id);
}

void describe_tiles(const struct game *g, int root, struct sink *out)
{
	uint8_t seen[TILESET_TILES_MAX] = {0};
	int node = root;

	do {
		seen[board_node_tile(&g->board, node)] = 1;
		node = feature_next(&g->board, node);
	} while (node != root);
	sink_array(out, "tiles");
	for (int tile = 0; tile < g->board.tile_count; tile++) {
		if (!seen[tile])
			continue;
		sink_array(out, NULL);
		sink_number(out, NULL, g->board.tiles[tile].x);
		sink_number(out, NULL, g->board.tiles[tile].y);
		sink_end(out);
	}
	sink_end(out);
}

/* A tile on the board. */
static void describe_placed(const struct game *g, const struct tileset *ts, int tile, struct sink *out)
{
	const struct placed *t = &g->board.tiles[tile];

	sink_number(out, "x", t->x);
	sink_number(out, "y", t->y);
	sink_text(out, "kind", ts->kinds[ts->faces[t->face].kind].id);
	sink_number(out, "variant", ts->faces[t->face].variant);
	sink_number(out, "rotation", 90 * t->rotation);
	sink_number(out, "order", tile);
}

void game_describe_turn(const struct game *g, const struct tileset *ts, struct sink *out)
{
	sink_number(out, "number", g->now.number);
	sink_number(out, "seat", g->now.seat);
	sink_text(out, "phase", phase_name((enum phase)g->now.phase));
	if (g->now.hand == FACE_NONE)
		sink_null(out, "tile");
	else
		describe_face(ts, g->now.hand, "tile", out);
}

/* What sort of piece it is. */
static void describe_piece(const struct game *g, int size, struct sink *out)
{
	sink_text(out, "piece", game_ruleset(g)->piece_name);
	if (game_ruleset(g)->piece_sizes)
		sink_text(out, "size", game_ruleset(g)->piece_sizes[size]);
}

static void describe_pieces(const struct game *g, const struct tileset *ts, struct sink *out)
{
	sink_array(out, "pieces");
	for (int i = 0; i < g->now.piece_count; i++) {
		sink_object(out, NULL);
		sink_number(out, "seat", g->now.pieces[i].seat);
		describe_piece(g, g->now.pieces[i].size, out);
		describe_node(g, ts, g->now.pieces[i].node, out);
		sink_end(out);
	}
	sink_end(out);
}

static void describe_feature(const struct game *g, const struct tileset *ts, int root, struct sink *out)
{
	enum shape shape = feature_shape(&g->board, ts, root);
	int open = feature_ends_to_come(&g->board, ts, root);
	int pieces[GAME_SEATS_MAX] = {0};

	sink_object(out, NULL);
	sink_number(out, "id", root);
	sink_text(out, "type", game_ruleset(g)->words->segments[shape]);
	sink_flag(out, "complete", open == 0);
	sink_number(out, "open_ends", open);
	describe_tiles(g, root, out);
	if (game_ruleset(g)->describe_feature)
		game_ruleset(g)->describe_feature(g, ts, root, out);
	for (int i = 0; i < g->now.piece_count; i++)
		if (feature_root(&g->board, g->now.pieces[i].node) == root)
			pieces[g->now.pieces[i].seat]++;
	sink_object(out, "pieces");
	for (int seat = 0; seat < g->seat_count; seat++)
		if (pieces[seat])
			sink_number(out, seat_key(seat), pieces[seat]);
	sink_end(out);
	sink_end(out);
}

/* Those that can still change or hold somebody; the rest is history. */
static void describe_features(const struct game *g, const struct tileset *ts, struct sink *out)
{
	sink_array(out, "features");
	for (int node = 0; node < g->board.node_count; node++)
		if (feature_root(&g->board, node) == node &&
			(feature_ends_to_come(&g->board, ts, node) > 0 || feature_occupied(g, node)))
			describe_feature(g, ts, node, out);
	sink_end(out);
}

void game_describe_pending(const struct game *g, const struct tileset *ts, struct sink *out)
{
	if (game_ruleset(g)->describe_pending)
		game_ruleset(g)->describe_pending(g, ts, out);
}

void game_describe_added_board(const struct game *g, const struct tileset *ts, struct sink *out)
{
	if (game_ruleset(g)->describe_board)
		game_ruleset(g)->describe_board(g, ts, out);
}

void game_describe_added_view(const struct game *g, const struct tileset *ts, struct sink *out)
{
	if (game_ruleset(g)->describe_view)
		game_ruleset(g)->describe_view(g, ts, out);
}

static void describe_board(const struct game *g, const struct tileset *ts, struct sink *out)
{
	sink_object(out, "board");
	sink_array(out, "tiles");
	for (int tile = 0; tile < g->board.tile_count; tile++) {
		sink_object(out, NULL);
		describe_placed(g, ts, tile, out);
		sink_end(out);
	}
	sink_end(out);
	describe_pieces(g, ts, out);
	game_describe_added_board(g, ts, out);
	describe_features(g, ts, out);
	sink_end(out);
}

void game_describe_view(const struct game *g, const struct tileset *ts, struct sink *out)
{
	sink_object(out, "turn");
	game_describe_turn(g, ts, out);
	sink_end(out);
	game_describe_beside_turn(g, ts, out);
}

void game_describe_beside_turn(const struct game *g, const struct tileset *ts, struct sink *out)
{
	unsigned waiting = game_waiting_for(g);

	sink_array(out, "waiting_for");
	for (int seat = 0; seat < g->seat_count; seat++)
		if (waiting >> seat & 1)
			sink_number(out, NULL, seat);
	sink_end(out);
	sink_array(out, "pending");
	game_describe_pending(g, ts, out);
	sink_end(out);
	describe_board(g, ts, out);
	game_describe_added_view(g, ts, out);
	sink_object(out, "bag");
	sink_number(out, "left", game_bag_left(g));
	sink_array(out, "set_aside");
	for (int i = 0; i < g->now.aside_count; i++)
		describe_face(ts, g->now.aside[i], NULL, out);
	sink_end(out);
	sink_end(out);
}

void game_describe_seat(const struct game *g, const struct tileset *ts, int seat, struct sink *out)
{
	sink_text(out, "state", g->now.seat_state[seat] == SEAT_PLAYING ? "playing" : "resigned");
	if (game_ruleset(g)->describe_seat)
		game_ruleset(g)->describe_seat(g, ts, seat, out);
	sink_number(out, "score", game_score(g, ts, seat));
}

void game_describe_result(const struct game *g, const struct tileset *ts, struct sink *out)
{
	if (g->now.phase != PHASE_OVER)
		return;
	sink_text(out, "reason", reason_names[g->now.over_reason]);
	sink_array(out, "scores");
	for (int seat = 0; seat < g->seat_count; seat++)
		sink_number(out, NULL, game_score(g, ts, seat));
	sink_end(out);
	sink_array(out, "winners");
	for (int seat = 0; seat < g->seat_count; seat++)
		if (g->now.winners >> seat & 1)
			sink_number(out, NULL, seat);
	sink_end(out);
	if (game_ruleset(g)->describe_result)
		game_ruleset(g)->describe_result(g, ts, out);
}

/* The members that mean the same in every game. */
static void describe_common(const struct game *g, const struct tileset *ts, const struct event *e, struct sink *out)
{
	switch ((enum event_type)e->type) {
	case EVENT_GAME_STARTED:
		sink_number(out, "first_seat", e->a);
		break;
	case EVENT_TURN_STARTED:
	case EVENT_TURN_ENDED:
		sink_number(out, "number", e->a);
		break;
	case EVENT_TILE_DRAWN:
		describe_face(ts, e->a, "tile", out);
		sink_number(out, "left", e->b);
		break;
	case EVENT_TILE_SET_ASIDE:
		describe_face(ts, e->a, "tile", out);
		break;
	case EVENT_TILE_PLACED:
		describe_placed(g, ts, e->a, out);
		break;
	case EVENT_PIECE_PLACED:
	case EVENT_PIECE_RETRIEVED:
		describe_piece(g, e->small[PIECE_SIZE_AT], out);
		describe_node(g, ts, e->a, out);
		break;
	case EVENT_STEP_SKIPPED:
		sink_text(out, "step", step_names[e->small[0]]);
		sink_text(out, "reason", skip_names[e->small[1]]);
		break;
	case EVENT_UNDONE:
		sink_text(out, "action", action_type_name((enum action_type)e->small[0]));
		break;
	case EVENT_SEAT_TIMED_OUT:
		sink_text(out, "then", ruleset_on_timeout_choices[e->small[0]]);
		break;
	case EVENT_GAME_FINISHED:
		game_describe_result(g, ts, out);
		break;
	case EVENT_FEATURE_EVALUATED:
	case EVENT_FISH_COVERED:
	case EVENT_SHIP_TAKEN:
	case EVENT_SHIPS_REFILLED:
	case EVENT_SHIP_DELIVERED:
	case EVENT_BATTLE_FOUGHT:
	case EVENT_FEATURE_SCORED:
	case EVENT_DECISION_NEEDED:
	case EVENT_SEAT_RESIGNED:
	case EVENT_FINAL_EVALUATION:
		break;
	}
}

void game_describe_event(const struct game *g, const struct tileset *ts,
	const struct event *e, struct sink *out)
{
	sink_text(out, "type", event_type_name((enum event_type)e->type));
	if (e->seat != SEAT_NONE)
		sink_number(out, "seat", e->seat);
	describe_common(g, ts, e, out);
	if (game_ruleset(g)->describe_event)
		game_ruleset(g)->describe_event(g, ts, e, out);
}

static void describe_wares(const struct game *g, const struct action *a, struct sink *out)
{
	sink_object(out, "wares");
	for (int ware = 0; ware < WARES; ware++)
		if (a->wares[ware])
			sink_number(out, game_ruleset(g)->wares[ware], a->wares[ware]);
	sink_end(out);
}

/* One member of an action; ids that cannot be looked up are left out. */
static void describe_field(const struct game *g, const struct tileset *ts,
	const struct action *a, enum field field, struct sink *out)
{
	int kind;

	switch (field) {
	case FIELD_X:
		sink_number(out, "x", a->x);
		break;
	case FIELD_Y:
		sink_number(out, "y", a->y);
		break;
	case FIELD_ROTATION:
		sink_number(out, "rotation", 90 * a->rotation);
		break;
	case FIELD_SEGMENT:
		kind = action_kind(g, ts, a);
		if (!a->planet && kind >= 0 && a->segment < ts->kinds[kind].segment_count)
			sink_text(out, "segment", ts->kinds[kind].segments[a->segment].id);
		break;
	case FIELD_GROUP:
		sink_number(out, "group", a->group);
		break;
	case FIELD_SHIP:
		if (a->ship < ts->ship_count)
			sink_text(out, "ship", ts->ships[a->ship].id);
		break;
	case FIELD_SIZE:
		sink_text(out, "size", game_ruleset(g)->piece_sizes[a->size]);
		break;
	case FIELD_PLANET:
		if (!a->planet)
			break;
		sink_object(out, "planet");
		sink_number(out, "x", a->x);
		sink_number(out, "y", a->y);
		sink_end(out);
		break;
	case FIELD_WARES:
		describe_wares(g, a, out);
		break;
	}
}

void game_describe_action(const struct game *g, const struct tileset *ts,
	const struct action *a, struct sink *out)
{
	const struct action_row *row = ruleset_action(game_ruleset(g), (enum action_type)a->type);

	sink_text(out, "type", action_type_name((enum action_type)a->type));
	for (int i = 0; row && i < row->field_count; i++)
		describe_field(g, ts, a, row->fields[i], out);
}

int game_describe_odds(const struct game *g, const struct tileset *ts,
	const struct action *a, struct sink *out)
{
	const struct ruleset *r = game_ruleset(g);

	return r->describe_odds ? r->describe_odds(g, ts, a, out) : 0;
}

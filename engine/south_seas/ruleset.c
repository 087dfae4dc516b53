/*
 * ruleset.c - South Seas as data: words, options, actions.
 */
#include "south_seas.h"

const struct tile_language south_seas_words = {
	.ruleset = "south-seas",
	.segments = {
		[SHAPE_OPEN] = "sea",
		[SHAPE_LINE] = "bridge",
		[SHAPE_LAND] = "island",
		[SHAPE_CENTRE] = "market",
	},
	.sides = {[SIDE_OPEN] = "sea", [SIDE_LINE] = "bridge", [SIDE_LAND] = "island"},
	.letters = "?SBI",
	.symbols = {
		{"shells", SYMBOL_COUNT_0, SHAPE_LINE},
		{"bananas", SYMBOL_COUNT_1, SHAPE_LAND},
		{"fish", SYMBOL_GROUPS, SHAPE_OPEN},
		{"boat", SYMBOL_FLAG, SHAPE_OPEN},
	},
	.slots = {"shell", "fish", "banana", "any", "A", "B"},
	.ships_min = SS_ROW,
};

static const char *const colours[] = {"red", "blue", "green", "yellow", "black", NULL};
static const char *const wares[WARES] = {
	[SS_SHELLS] = "shells", [SS_FISH] = "fish", [SS_BANANAS] = "bananas",
};
static const char *const retrieve_choices[] = {"any", "empty-supply", NULL};

static const struct option_row options[] = {
	RULESET_COMMON_OPTIONS,
	{"retrieve", "when an islander may be taken back: at any time, or only with none in supply",
		retrieve_choices, SS_RETRIEVE_ANY},
	{0},
};

#define IN(phase) (1u << PHASE_##phase)

static const struct action_row actions[] = {
	{ACTION_DRAW, "draw a tile and show it", IN(DRAW), 0, {0}, 0, "SS-1.1"},
	{ACTION_PLACE, "lay the drawn tile", IN(PLACE), 3, {FIELD_X, FIELD_Y, FIELD_ROTATION}, 0, "SS-1.1"},
	{ACTION_ISLANDER, "place an islander on a segment of the tile just laid", IN(PIECE),
		1, {FIELD_SEGMENT}, 0, "SS-2a.1"},
	{ACTION_RETRIEVE, "take an own islander back from the board", IN(PIECE),
		3, {FIELD_X, FIELD_Y, FIELD_SEGMENT}, 0, "SS-2b.1"},
	{ACTION_SKIP, "neither place nor take back an islander", IN(PIECE), 0, {0}, 0, "SS-7.4"},
	{ACTION_COVER_FISH, "choose the fish that the boat covers", IN(DECIDE),
		4, {FIELD_X, FIELD_Y, FIELD_SEGMENT, FIELD_GROUP}, 0, "SS-3.7"},
	{ACTION_CHOOSE_SHIP, "choose the ship that a merchant takes", IN(DECIDE),
		1, {FIELD_SHIP}, 0, "SS-3.8"},
	{ACTION_DELIVER, "pay a ship's order, take the ship and end the turn", IN(DELIVER),
		2, {FIELD_SHIP, FIELD_WARES}, 0, "SS-4.1"},
	{ACTION_END_TURN, "end the turn without a delivery", IN(DELIVER), 0, {0}, 0, "SS-7.4"},
	{ACTION_UNDO, "take back the latest own action of this turn", 0, 0, {0}, 0, "SS-7.1"},
	{ACTION_RESIGN, "leave the game", 0, 0, {0}, 0, "SS-7.2"},
	{ACTION_TIMEOUT, "the seat ran out of time", 0, 0, {0}, 0, "SS-7.3"},
	{0},
};

const struct ruleset south_seas_1 = {
	.id = "south-seas",
	.title = "Carcassonne: South Seas",
	.version = 1,
	.seats_min = 2,		/* SS-0.1 */
	.seats_max = 5,
	.colours = colours,
	.piece_name = "islander",
	.wares = wares,
	.words = &south_seas_words,
	.options = options,
	.actions = actions,
	.tileset = "south-seas-reconstructed",
	.tiles = ss_tiles,
	.tiles_end = ss_tiles_end,
	.art = ss_art,
	.art_style = ss_art_style,

	.start = ss_start,
	.apply = ss_apply,
	.legal = ss_legal,
	.score = ss_score,
	.blind = ss_blind,
	.prospects = ss_prospects,

	.describe_view = ss_describe_view,
	.describe_board = ss_describe_board,
	.describe_feature = ss_describe_feature,
	.describe_seat = ss_describe_seat,
	.describe_event = ss_describe_event,
	.describe_pending = ss_describe_pending,

	.state_size = sizeof(struct ss_state),
	.encode = ss_encode,
	.decode = ss_decode,
	.check = ss_check,
};

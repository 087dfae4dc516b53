/*
 * ruleset.c - the template game as data: words, options, actions.
 *
 * What belongs here: everything that a row can say.  The lobby, the checks of
 * requests, the legal list, `/v1/rulesets` and the tile set's reader are made
 * from it, so nothing has to be said a second time.  struct ruleset tells
 * what each member is; those that the game does not need are left out.
 */
#include "template.h"

/* Every shape that a segment may have is one of enum shape; here there are only lines. */
static const struct tile_language words = {
	.ruleset = "template",
	.segments = {[SHAPE_LINE] = "path"},
	.sides = {[SIDE_OPEN] = "meadow", [SIDE_LINE] = "path", [SIDE_LAND] = "wood"},
	.letters = "?MPW",
};

static const char *const colours[] = {"red", "blue", "green", "yellow", "black", NULL};

/* The game's own options follow the common ones, and an enum beginning with OPTIONS_COMMON numbers them. */
static const struct option_row options[] = {
	RULESET_COMMON_OPTIONS,
	{0},
};

#define IN(phase) (1u << PHASE_##phase)

static const struct action_row actions[] = {
	{ACTION_DRAW, "draw a tile and show it", IN(DRAW), 0, {0}, 0, "T-1.1"},
	{ACTION_PLACE, "lay the drawn tile", IN(PLACE), 3, {FIELD_X, FIELD_Y, FIELD_ROTATION}, 0, "T-1.1"},
	{ACTION_SKIP, "end the turn", IN(PIECE), 0, {0}, 0, "T-2.1"},
	{ACTION_UNDO, "take back the latest own action of this turn", 0, 0, {0}, 0, ""},
	{ACTION_RESIGN, "leave the game", 0, 0, {0}, 0, "T-4.1"},
	{ACTION_TIMEOUT, "the seat ran out of time", 0, 0, {0}, 0, "T-4.2"},
	{0},
};

const struct ruleset template_1 = {
	.id = "template",
	.title = "Template",
	.version = 1,
	.seats_min = 2,
	.seats_max = 5,
	.colours = colours,
	.piece_name = "piece",
	.words = &words,
	.options = options,
	.actions = actions,
	.tileset = "template-tiles",
	.tiles = template_tiles,
	.tiles_end = template_tiles_end,

	.start = template_start,
	.apply = template_apply,
	.legal = template_legal,
	.score = template_score,

	.describe_seat = template_describe_seat,

	.encode = template_encode,
	.decode = template_decode,
	.check = template_check,
};

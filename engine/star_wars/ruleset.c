/*
 * ruleset.c - Star Wars Carcassonne as data: words, options, actions; and what
 * the team game asks of seats and colours.
 */
#include "star_wars.h"

const struct tile_language star_wars_words = {
	.ruleset = "star-wars",
	.segments = {
		[SHAPE_LINE] = "route",
		[SHAPE_LAND] = "asteroids",
		[SHAPE_CENTRE] = "planet",
	},
	.sides = {[SIDE_OPEN] = "space", [SIDE_LINE] = "route", [SIDE_LAND] = "asteroids"},
	.letters = "?ORA",
	.marks = {[SW_REBELS] = "rebels", [SW_EMPIRE] = "empire", [SW_HUNTERS] = "hunters"},
};

static const char *const colours[] = {
	[SW_RED] = "red", [SW_GREEN] = "green", [SW_BLACK] = "black", [SW_WHITE] = "white",
	[SW_ORANGE] = "orange", NULL,
};
static const char *const sizes[] = {[SW_SIZE_SMALL] = "small", [SW_SIZE_LARGE] = "large", NULL};
static const char *const unplaceable_choices[] = {
	[SW_DISCARD] = "discard", [SW_RETURN] = "return", NULL,
};

static const struct option_row options[] = {
	RULESET_COMMON_OPTIONS,
	{"teams", "four seats play as two teams: red and green against black and white", NULL, 0},
	{"unplaceable", "what becomes of a drawn tile that fits nowhere: it leaves the game, or "
		"goes back among the others", unplaceable_choices, SW_DISCARD},
	{"auto_battle", "battles are fought at once, in the default order", NULL, 1},
	{0},
};

#define IN(phase) (1u << PHASE_##phase)

static const struct action_row actions[] = {
	{ACTION_DRAW, "draw a tile and show it", IN(DRAW), 0, {0}, 0, "SW-1.1"},
	{ACTION_PLACE, "lay the drawn tile", IN(PLACE), 3, {FIELD_X, FIELD_Y, FIELD_ROTATION}, 0, "SW-1.1"},
	{ACTION_MEEPLE, "place a meeple on a segment of the tile just laid or on a planet around it",
		IN(PIECE), 3, {FIELD_SIZE, FIELD_SEGMENT, FIELD_PLANET}, 1, "SW-2.1"},
	{ACTION_SKIP, "place no meeple", IN(PIECE), 0, {0}, 0, "SW-7"},
	{ACTION_BATTLE, "fight the battle in the feature of that segment, or the next one", IN(BATTLE),
		3, {FIELD_X, FIELD_Y, FIELD_SEGMENT}, 7, "SW-3.8"},
	{ACTION_UNDO, "take back the latest own action of this turn", 0, 0, {0}, 0, "SW-7"},
	{ACTION_RESIGN, "leave the game", 0, 0, {0}, 0, "SW-7"},
	{ACTION_TIMEOUT, "the seat ran out of time", 0, 0, {0}, 0, "SW-7"},
	{0},
};

/* SW-6: who sits where in the team game, so that the teams take turns. */
static const uint8_t team_colours[SW_TEAM_SEATS] = {SW_RED, SW_BLACK, SW_GREEN, SW_WHITE};

static int check_options(const uint8_t chosen[GAME_OPTIONS_MAX], int seat_count, struct game_error *err)
{
	if (chosen[SW_TEAMS] && seat_count != SW_TEAM_SEATS)
		return refuse(err, REFUSED_UNKNOWN, "SW-6", "the team game is for exactly %d seats, not %d",
			SW_TEAM_SEATS, seat_count);
	return 0;
}

static int seat_colour(const uint8_t chosen[GAME_OPTIONS_MAX], int seat)
{
	return chosen[SW_TEAMS] && seat < SW_TEAM_SEATS ? team_colours[seat] : -1;
}

static const char *const team_names[] = {"rebels", "empire"};

const char *sw_team_name(int side)
{
	return team_names[side];
}

static const char *seat_team(const uint8_t chosen[GAME_OPTIONS_MAX], int seat)
{
	return chosen[SW_TEAMS] && seat < SW_TEAM_SEATS ? team_names[seat % 2] : NULL;
}

enum sw_faction sw_faction(const struct game *g, int side)
{
	/* In the team game the side's first seat has a colour of the team's faction. */
	switch ((enum sw_colour)g->colours[side]) {
	case SW_RED:
	case SW_GREEN:
		return SW_REBELS;
	case SW_BLACK:
	case SW_WHITE:
		return SW_EMPIRE;
	case SW_ORANGE:
		break;
	}
	return SW_HUNTERS;
}

const struct ruleset star_wars_1 = {
	.id = "star-wars",
	.title = "Star Wars Carcassonne",
	.version = 1,
	.seats_min = 2,		/* SW-0.1 */
	.seats_max = 5,
	.colours = colours,
	.piece_name = "meeple",
	.piece_sizes = sizes,
	.words = &star_wars_words,
	.options = options,
	.actions = actions,
	.tileset = "star-wars-reconstructed",
	.tiles = sw_tiles,
	.tiles_end = sw_tiles_end,
	.art = sw_art,
	.art_style = sw_art_style,

	.check_options = check_options,
	.seat_colour = seat_colour,
	.seat_team = seat_team,

	.start = sw_start,
	.apply = sw_apply,
	.legal = sw_legal,
	.score = sw_score,
	.blind = sw_blind,
	.prospects = sw_prospects,

	.describe_view = sw_describe_view,
	.describe_feature = sw_describe_feature,
	.describe_seat = sw_describe_seat,
	.describe_event = sw_describe_event,
	.describe_pending = sw_describe_pending,
	.describe_result = sw_describe_result,
	.describe_odds = sw_describe_odds,

	.state_size = sizeof(struct sw_state),
	.encode = sw_encode,
	.decode = sw_decode,
	.check = sw_check,
};

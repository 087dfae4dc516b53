/*
 * ruleset.h - what a game is: one row of data and functions.
 *
 * Everything outside engine/ learns about games from this table alone:
 * validation, legal lists, the lobby, the OpenAPI text and the conformance
 * tests read the same rows.  Adding a game is one folder and one line in
 * table.c.
 */
#ifndef MEEPLED_ENGINE_RULESET_H
#define MEEPLED_ENGINE_RULESET_H

#include "game.h"

/* What a member of an action is and where it goes in struct action. */
enum field {
	FIELD_X, FIELD_Y,	/* integers -32768..32767 */
	FIELD_ROTATION,		/* 0, 90, 180 or 270 degrees */
	FIELD_SEGMENT,		/* id of a segment of the tile at x, y; without
				   x and y, of the tile placed this turn */
	FIELD_GROUP,		/* 0..7 */
	FIELD_SHIP,		/* id of a ship of the tile set */
	FIELD_SIZE,		/* one of the ruleset's piece_sizes */
	FIELD_PLANET,		/* object {x, y}, in place of FIELD_SEGMENT: the
				   centre of the tile there */
	FIELD_WARES		/* object of counts by ware name, absent ones 0 */
};

struct action_row {
	enum action_type type;
	const char *help;		/* one line for people */
	unsigned phases;		/* bit per enum phase; 0: any while it is on */
	uint8_t field_count;
	enum field fields[6];
	/*
	 * Bit i: a request may leave fields[i] out, and it is 0 then.  Where all
	 * may be left out, a request without any means the first such action of
	 * the legal list; records say which that was.  In a row that has
	 * FIELD_PLANET a request names either that or FIELD_SEGMENT.
	 */
	uint8_t optional;
	const char *rule;		/* where it is said, "SS-2a.1" */
};

/*
 * An option.  Choices have names; a number option has min..max and is stored
 * as number - min.
 */
struct option_row {
	const char *name;
	const char *help;
	const char *const *choices;	/* NULL-terminated, or NULL: a boolean */
	uint8_t value;			/* default: index in choices, or 0/1 */
};

struct ruleset {
	const char *id;			/* a-z, 0-9 and '-': the folder's name with '-' for '_' */
	const char *title;		/* for people */
	uint8_t version;
	uint8_t seats_min, seats_max;
	const char *const *colours;	/* NULL-terminated */
	const char *piece_name;		/* "islander" */
	const char *const *piece_sizes;	/* by struct piece.size, NULL-terminated; NULL: all alike */
	const char *const *wares;	/* names, WARES of them, or NULL */
	const struct tile_language *words;
	const struct option_row *options;	/* until name is NULL; the common ones first */
	const struct action_row *actions;	/* until type is ACTION_NONE */
	const char *tileset;		/* id of the bundled set */
	const char *tiles, *tiles_end;	/* and the bytes of its file */
	const char *art, *art_style;	/* SVG symbols and CSS of its drawings; NULL: plain ones */

	/*
	 * What the rows cannot say; each may be NULL.  check_options: whether
	 * these options go with that many seats, else -1 by refuse().
	 * seat_colour: the colour that a seat must have, or -1 when it is free.
	 * seat_team: the name of the team that the seat plays for, or NULL.
	 */
	int (*check_options)(const uint8_t options[GAME_OPTIONS_MAX], int seat_count, struct game_error *);
	int (*seat_colour)(const uint8_t options[GAME_OPTIONS_MAX], int seat);
	const char *(*seat_team)(const uint8_t options[GAME_OPTIONS_MAX], int seat);

	/*
	 * start: the core has filled in everything fixed, bag and board; the
	 * ruleset sets up its own state and begins the first turn.
	 * apply: the core has checked that the seat may take an action of this
	 * type in this phase and that members it does not use are 0; undo is the
	 * core's own.  Both return 0, or -1 by refuse() with nothing changed.
	 */
	int (*start)(struct game *, const struct tileset *, struct events *, struct game_error *);
	int (*apply)(struct game *, const struct tileset *, const struct action *,
		struct events *, struct game_error *);
	int (*legal)(const struct game *, const struct tileset *, int seat, game_action_fn *, void *);
	int (*score)(const struct game *, const struct tileset *, int seat);

	/*
	 * For the built-in player (player.h); either may be NULL.  blind: in a copy
	 * of a game put the game's own hidden things (piles) into an order that does
	 * not depend on what it was, and see to it that no action but a battle throws
	 * dice.  prospects: what each seat may hope to have at the end, in hundredths of
	 * a point, from what everybody can see, and from nothing that is in hand; never of a game
	 * that is over.
	 */
	void (*blind)(struct game *, const struct tileset *);
	void (*prospects)(const struct game *, const struct tileset *, long prospects[GAME_SEATS_MAX]);

	/*
	 * Members that the game adds, each into an object that is open: view (at
	 * the top), board, one feature, one seat, one event, the result.  pending
	 * writes the elements of the array of open decisions.  odds writes what
	 * is known of the dice that a legal action would cause to be thrown, and
	 * returns whether there are any; with a NULL sink it only returns that.
	 * NULL where the game adds nothing.
	 */
	void (*describe_view)(const struct game *, const struct tileset *, struct sink *);
	void (*describe_board)(const struct game *, const struct tileset *, struct sink *);
	void (*describe_feature)(const struct game *, const struct tileset *, int root, struct sink *);
	void (*describe_seat)(const struct game *, const struct tileset *, int seat, struct sink *);
	void (*describe_event)(const struct game *, const struct tileset *, const struct event *, struct sink *);
	void (*describe_pending)(const struct game *, const struct tileset *, struct sink *);
	void (*describe_result)(const struct game *, const struct tileset *, struct sink *);
	int (*describe_odds)(const struct game *, const struct tileset *, const struct action *, struct sink *);

	size_t state_size;		/* bytes of turn->rules that it uses; the others stay 0 */

	/*
	 * The ruleset's part of a snapshot: turn->rules, bytes both ways.
	 * encode returns the size; decode returns 0, or -1 for bytes that are
	 * none of its own.  check looks at g->now and the board as they are, says
	 * -1 with a reason when they cannot come from play, and trusts nothing
	 * in turn->rules; the core has checked all else before.
	 */
	size_t (*encode)(const struct game *, const struct tileset *, const struct turn *, unsigned char *out, size_t max);
	int (*decode)(struct game *, const struct tileset *, struct turn *, const unsigned char *in, size_t size);
	int (*check)(const struct game *, const struct tileset *, char why[120]);
};

/* The table, of table.c.  `version` 0 means the newest; NULL when there is none such. */
extern const struct ruleset *const rulesets[];
extern const int ruleset_count;
const struct ruleset *ruleset_find(const char *id, int version);
const struct ruleset *game_ruleset(const struct game *g);

/* Options common to all games stand first in every option list. */
enum common_option {
	OPTION_FIRST_SEAT,	/* "random" (default), "0".."4" */
	OPTION_AUTO_DRAW,	/* default false */
	OPTION_AUTO_END_TURN,	/* default true, SS-7.4 */
	OPTION_ON_TIMEOUT,	/* "forfeit" (default), "skip", "bot": SS-7.3 */
	OPTIONS_COMMON
};

/* With the last one the engine only takes note: who makes the moves of a seat is not its affair. */
enum on_timeout { ON_TIMEOUT_FORFEIT, ON_TIMEOUT_SKIP, ON_TIMEOUT_BOT };

/* The rows for them, to begin an option list with. */
extern const char *const ruleset_first_seat_choices[];
extern const char *const ruleset_on_timeout_choices[];
#define RULESET_COMMON_OPTIONS \
	{"first_seat", "which seat begins", ruleset_first_seat_choices, 0}, \
	{"auto_draw", "the tile is drawn as the turn begins", NULL, 0}, \
	{"auto_end_turn", "steps with nothing to decide are left out", NULL, 1}, \
	{"on_timeout", "what follows when a seat's time is up: it leaves the game, or " \
		"its turn is made as short as can be (three times in a row, then it leaves), or the " \
		"built-in player takes the seat until its owner returns", ruleset_on_timeout_choices, 0}

int ruleset_option_count(const struct ruleset *r);
/* The row's index, or -1. */
int ruleset_find_option(const struct ruleset *r, const char *name);
void ruleset_default_options(const struct ruleset *r, uint8_t options[GAME_OPTIONS_MAX]);
const struct action_row *ruleset_action(const struct ruleset *r, enum action_type type);
int ruleset_find_colour(const struct ruleset *r, const char *name);
/* Whether a game of so many seats can have these options; else -1 with the reason. */
int ruleset_check_options(const struct ruleset *r, const uint8_t options[GAME_OPTIONS_MAX], int seat_count,
	struct game_error *err);
/* The colour that the options give to that seat, or -1 when it is free. */
int ruleset_seat_colour(const struct ruleset *r, const uint8_t options[GAME_OPTIONS_MAX], int seat);
/* The name of the seat's team by the options, or NULL where each plays for itself. */
const char *ruleset_seat_team(const struct ruleset *r, const uint8_t options[GAME_OPTIONS_MAX], int seat);

/*
 * Which kind an action's FIELD_SEGMENT speaks of, so that an id can be looked
 * up: the tile at x, y, or the one placed this turn; -1 when there is none.
 */
int action_kind(const struct game *g, const struct tileset *ts, const struct action *a);

#endif

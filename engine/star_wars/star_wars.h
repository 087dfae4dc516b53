/*
 * star_wars.h - the row of Star Wars Carcassonne in the table of games, and
 * what its own files share.  The rules are named by their ids, "SW-3.4".
 *
 *	ruleset.c	the row: words, options, actions
 *	turn.c		from turn to turn: draw, place, battles, points, end
 *	apply.c		the actions of a seat, resigning, running out of time
 *	battle.c	who fights whom, with how many dice, and how it ends
 *	score.c		what features are worth
 *	odds.c		chances of a battle, exactly
 *	fraction.c	the numbers that they are
 *	legal.c		everything that may be done now
 *	prospects.c	what a position promises, for the built-in player
 *	describe.c	views and events
 *	foresee.c	the odds of what may be done now
 *	codec.c		snapshots
 *	tiles.c		the bundled tile set's file
 *	art.c		what it looks like
 *
 * A side is who fights and scores: a seat, or in the team game a team.  Sides
 * are numbered from 0 like the seats, or 0 for the Rebels and 1 for the Empire.
 */
#ifndef MEEPLED_ENGINE_STAR_WARS_H
#define MEEPLED_ENGINE_STAR_WARS_H

#include "../core/ruleset.h"
#include "../core/step.h"
#include "fraction.h"

/* The words of its tile sets, and version 1 of its rules. */
extern const struct tile_language star_wars_words;
extern const struct ruleset star_wars_1;

/* tiles.json as it is on disk; a NUL follows the end. */
extern const char sw_tiles[], sw_tiles_end[];
/* art.svg and art.css, with a NUL each. */
extern const char sw_art[], sw_art_style[];

enum {
	SW_SMALL = 4, SW_LARGE = 1,	/* meeples of a seat (SW-0.1) */
	SW_DICE = 3,			/* a side never rolls more (SW-3.2) */
	SW_SIDES = GAME_SEATS_MAX,
	SW_TEAM_SEATS = 4,		/* SW-6 */
	SW_RETURNS_SHOWN = 100,		/* tiles put back in one draw that have events of their own */
	SW_SCORE_LIMIT = 1 << 24	/* more cannot be had in a lifetime of ties */
};

enum sw_size { SW_SIZE_SMALL, SW_SIZE_LARGE };	/* struct piece.size */
enum sw_colour { SW_RED, SW_GREEN, SW_BLACK, SW_WHITE, SW_ORANGE };
enum sw_faction { SW_NEUTRAL, SW_REBELS, SW_EMPIRE, SW_HUNTERS };	/* struct segment.mark */
enum sw_option { SW_TEAMS = OPTIONS_COMMON, SW_UNPLACEABLE, SW_AUTO_BATTLE };
enum sw_unplaceable { SW_DISCARD, SW_RETURN };	/* SW-1.2 */

/* What turn->rules holds.  Unused entries are 0. */
struct sw_state {
	uint32_t scores[SW_SIDES];	/* by side */
};

_Static_assert(sizeof(struct sw_state) <= GAME_RULES_STATE, "the state must fit into struct turn");

static inline struct sw_state *sw_state(struct turn *turn)
{
	return (struct sw_state *)(void *)turn->rules;
}

static inline const struct sw_state *sw_look(const struct turn *turn)
{
	return (const struct sw_state *)(const void *)turn->rules;
}

static inline int sw_side(const struct game *g, int seat)
{
	return g->options[SW_TEAMS] ? seat % 2 : seat;
}

static inline int sw_side_count(const struct game *g)
{
	return g->options[SW_TEAMS] ? 2 : g->seat_count;
}

enum sw_faction sw_faction(const struct game *g, int side);
/* Of a side in the team game. */
const char *sw_team_name(int side);

/* --- turn.c --- */

int sw_start(struct game *g, const struct tileset *ts, struct events *events, struct game_error *err);
/* Draw until a tile fits; ends the game when that cannot be (SW-1.2, SW-5.1). */
void sw_draw(struct game *g, const struct tileset *ts, struct events *events);
/* Lay the tile in hand where board_check() accepts it, and go on from there. */
void sw_place(struct game *g, const struct tileset *ts, int x, int y, int rotation, struct events *events);
/*
 * Step 2 is done.  Fight what is to be fought, or wait for the seat on turn to
 * say in which order; then points, then the end of the turn.  A turn that is
 * closing does not ask.
 */
void sw_go_on(struct game *g, const struct tileset *ts, struct events *events);
void sw_end_turn(struct game *g, const struct tileset *ts, struct events *events);
void sw_finish(struct game *g, const struct tileset *ts, enum over_reason reason, struct events *events);
/* Sides that still have a seat that plays. */
int sw_sides_playing(const struct game *g);
int sw_score(const struct game *g, const struct tileset *ts, int seat);

/* --- apply.c --- */

int sw_apply(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err);
/* Meeples of that size that the seat has not on the board. */
int sw_supply(const struct game *g, int seat, enum sw_size size);
/* Whether a meeple may go to that segment of the tile just placed (SW-2.1, SW-2.2). */
int sw_may_place(const struct game *g, const struct tileset *ts, int segment);
/*
 * Tiles with a planet on the 8 fields around the tile just placed, by y, then
 * x: each may take a meeple (SW-2.3).  Returns how many.
 */
int sw_planets_around(const struct game *g, const struct tileset *ts, uint8_t tiles[8]);
/* Whether step 2 leaves anything to do. */
int sw_piece_possible(const struct game *g, const struct tileset *ts);

/* --- battle.c --- */

/* Rank of a shape in the order of SW-3.8 and SW-4.5, for feature_order_add(). */
int sw_rank(enum shape shape);
/* The features that hold meeples of more than one side. */
void sw_battles(const struct game *g, const struct tileset *ts, struct feature_order *battles);
/* Whether the feature is one of them. */
int sw_is_contested(const struct game *g, int root);
/* Dice of each side in the feature, 0 of those that are not there (SW-3.2, SW-6.3). */
void sw_dice(const struct game *g, const struct tileset *ts, int root, uint8_t dice[SW_SIDES]);
/* Fight until one side is left in the feature; points and EVENT_BATTLE_FOUGHT (SW-3.3 to SW-3.6). */
void sw_fight(struct game *g, const struct tileset *ts, int root, struct events *events);

/* One throw of all sides in the bit set `sides`, and what follows from it. */
struct sw_throw {
	uint8_t rolls[SW_SIDES][SW_DICE];	/* 1..6 */
	unsigned tied;				/* sides that roll again; 0: one has won */
	unsigned lost;				/* sides that lose now */
	int winner;				/* or -1 */
};
void sw_throw(struct rng *rng, const uint8_t dice[SW_SIDES], unsigned sides, struct sw_throw *t);

/*
 * EVENT_BATTLE_FOUGHT keeps the root in a, dice by side in small[], meeples
 * by seat in amounts[] (small ones, and large ones << 8), and the place in the
 * stream of dice where the first throw begins: all throws follow from it.
 */
uint32_t sw_battle_position(const struct event *e);

/* --- score.c --- */

/* SW-4, or SW-5.2 when it is final. */
int sw_worth(const struct game *g, const struct tileset *ts, int root, int final);
/* Symbols of each faction in the feature, by enum sw_faction. */
void sw_symbols(const struct game *g, const struct tileset *ts, int root, int counts[4]);

/* Score every occupied feature that is complete (SW-4), or, finally, every occupied one (SW-5.2). */
void sw_score_features(struct game *g, const struct tileset *ts, int final, struct events *events);

/* --- odds.c --- */

/*
 * Chance to win, and mean of the points that ties and the loss bring, for
 * each side that rolls `dice`, in lowest terms; `prize` goes to the winner, 0
 * to 10^6.  Sides with 0 dice take no part, and their odds are 0 / 0; there
 * are 2 to 5 that do.  A battle's chances have one denominator of at most 595
 * bits, 180 digits.
 */
struct sw_odds { struct sw_fraction win[SW_SIDES], points[SW_SIDES]; };
void sw_odds(const uint8_t dice[SW_SIDES], int prize, struct sw_odds *odds);

/* --- legal.c --- */

int sw_legal(const struct game *g, const struct tileset *ts, int seat, game_action_fn *each, void *arg);

/* --- prospects.c --- */

void sw_blind(struct game *g, const struct tileset *ts);
void sw_prospects(const struct game *g, const struct tileset *ts, long prospects[GAME_SEATS_MAX]);

/* --- foresee.c --- */

int sw_describe_odds(const struct game *g, const struct tileset *ts, const struct action *a, struct sink *out);

/* --- describe.c --- */

void sw_describe_view(const struct game *g, const struct tileset *ts, struct sink *out);
void sw_describe_feature(const struct game *g, const struct tileset *ts, int root, struct sink *out);
void sw_describe_seat(const struct game *g, const struct tileset *ts, int seat, struct sink *out);
void sw_describe_event(const struct game *g, const struct tileset *ts, const struct event *e, struct sink *out);
void sw_describe_pending(const struct game *g, const struct tileset *ts, struct sink *out);
void sw_describe_result(const struct game *g, const struct tileset *ts, struct sink *out);
/* "seat", or in the team game "team" and "seats". */
void sw_describe_side(const struct game *g, int side, struct sink *out);
/* "feature", "feature_type", and "x", "y", "segment" of its first segment. */
void sw_describe_place(const struct game *g, const struct tileset *ts, int root, struct sink *out);

/* --- codec.c --- */

size_t sw_encode(const struct game *g, const struct tileset *ts, const struct turn *turn,
	unsigned char *out, size_t max);
int sw_decode(struct game *g, const struct tileset *ts, struct turn *turn, const unsigned char *in, size_t size);
int sw_check(const struct game *g, const struct tileset *ts, char why[120]);

#endif

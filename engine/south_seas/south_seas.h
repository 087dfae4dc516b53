/*
 * south_seas.h - the row of Carcassonne: South Seas in the table of games,
 * and what its own files share.  The rules are named by their ids, "SS-2a.1".
 *
 *	ruleset.c	the row: words, options, actions
 *	turn.c		from turn to turn: draw, place, end, winners
 *	apply.c		the actions of a seat, resigning, running out of time
 *	evaluate.c	features, boats and markets
 *	ships.c		orders, payments, the row of ships
 *	legal.c		everything that may be done now
 *	prospects.c	what a position promises, for the built-in player
 *	describe.c	views and events
 *	codec.c		snapshots
 *	tiles.c		the bundled tile set's file
 *	art.c		what it looks like
 */
#ifndef MEEPLED_ENGINE_SOUTH_SEAS_H
#define MEEPLED_ENGINE_SOUTH_SEAS_H

#include "../core/ruleset.h"

/* The words of its tile sets, and version 1 of its rules. */
extern const struct tile_language south_seas_words;
extern const struct ruleset south_seas_1;

/* tiles.json as it is on disk; a NUL follows the end. */
extern const char ss_tiles[], ss_tiles_end[];
/* art.svg and art.css, with a NUL each. */
extern const char ss_art[], ss_art_style[];

enum {
	SS_ISLANDERS = 4,		/* of a seat (SS-0.1) */
	SS_ROW = 4,			/* ships face up (SS-0.4) */
	SS_COVERED_MAX = TILESET_TILES_MAX,	/* a tile has at most one boat */
	SS_WARES_LIMIT = 1 << 24	/* more of one ware cannot be had: 255 boats
					   and a last evaluation of all symbols */
};

/* Wares in the order of enum slot; a feature's ware follows from its shape. */
enum ss_ware { SS_SHELLS, SS_FISH, SS_BANANAS };

enum ss_option { SS_RETRIEVE = OPTIONS_COMMON };
enum ss_retrieve { SS_RETRIEVE_ANY, SS_RETRIEVE_EMPTY_SUPPLY };	/* SS-2b.2 */

/* What turn->rules holds.  Unused entries are 0. */
struct ss_state {
	uint32_t wares[GAME_SEATS_MAX][WARES];
	uint16_t cover_root;		/* region with a boat to cover fish, or NODE_NONE */
	uint16_t covered_count;
	uint16_t covered[SS_COVERED_MAX];	/* ss_group() numbers, in order of covering */
	uint8_t turned_up;		/* ships taken from the pile so far */
	uint8_t row_count;
	uint8_t row[SS_ROW];		/* ships face up, oldest first */
	uint8_t pile[TILESET_SHIPS_MAX];	/* secret: all ships in the order of turning up */
	uint8_t owner[TILESET_SHIPS_MAX];	/* seat, or SEAT_NONE; by ship */
};

_Static_assert(sizeof(struct ss_state) <= GAME_RULES_STATE, "the state must fit into struct turn");

static inline struct ss_state *ss_state(struct turn *turn)
{
	return (struct ss_state *)(void *)turn->rules;
}

static inline const struct ss_state *ss_look(const struct turn *turn)
{
	return (const struct ss_state *)(const void *)turn->rules;
}

/* What events keep in small[], see describe.c. */
enum ss_trigger { SS_COMPLETE, SS_BOAT, SS_FINAL };
enum ss_returned { SS_RETRIEVED, SS_NO_SHIP };
enum ss_decision { SS_NO_DECISION, SS_COVER_FISH, SS_CHOOSE_SHIP };

/* --- turn.c --- */

int ss_start(struct game *g, const struct tileset *ts, struct events *events, struct game_error *err);
/* Draw until a tile fits; ends the game when none is left (SS-1.3, SS-1.4). */
void ss_draw(struct game *g, const struct tileset *ts, struct events *events);
/* Lay the tile in hand where board_check() accepts it, and go on from there. */
void ss_place(struct game *g, const struct tileset *ts, int x, int y, int rotation, struct events *events);
/*
 * Step 2 is done: evaluate, then ss_resolve().
 */
void ss_after_piece(struct game *g, const struct tileset *ts, struct events *events);
/*
 * Go on with what the evaluation left open - covers, then markets - until a
 * seat must decide, and when nothing is left, with the delivery.  For seats in
 * the bit set `automatic`, and for the seat on turn when the turn is closing,
 * the first candidate is taken.
 */
void ss_resolve(struct game *g, const struct tileset *ts, unsigned automatic, struct events *events);
/* The turn is over: the next one begins, or the game ends (SS-4.3, SS-5.1). */
void ss_end_turn(struct game *g, const struct tileset *ts, struct events *events);
void ss_finish(struct game *g, const struct tileset *ts, enum over_reason reason, struct events *events);
int ss_score(const struct game *g, const struct tileset *ts, int seat);

/* --- apply.c --- */

int ss_apply(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err);
int ss_supply(const struct game *g, int seat);
/* Whether the seat on turn may place an islander on that segment of its tile. */
int ss_may_place(const struct game *g, int segment);
/* Whether the seat on turn may take back an islander at all (SS-2b). */
int ss_may_retrieve(const struct game *g);
/* Whether step 2 leaves anything to do. */
int ss_piece_possible(const struct game *g, const struct tileset *ts);

/* --- evaluate.c --- */

/* Evaluate bridges, islands and seas of this turn (SS-3); notes a cover. */
void ss_evaluate(struct game *g, const struct tileset *ts, struct events *events);
/* The last evaluation of what is incomplete (SS-5.2). */
void ss_evaluate_final(struct game *g, const struct tileset *ts, struct events *events);
/* Symbols that the feature is worth now: uncovered fish only. */
int ss_worth(const struct game *g, const struct tileset *ts, int root);
/* A group of fish as a number, and whether it is covered. */
static inline int ss_group(int node, int group) { return node * TILESET_GROUPS_MAX + group; }
int ss_is_covered(const struct ss_state *s, int group);
/*
 * Call `each` for every group that may be covered in the region, in the order
 * of SS-3.7; stops and returns like game_legal().
 */
typedef int ss_group_fn(void *arg, int node, int group);
int ss_cover_candidates(const struct game *g, const struct tileset *ts, int root, ss_group_fn *each, void *arg);
/* How many there are, counted up to 2, and the number of the first one. */
int ss_cover_choices(const struct game *g, const struct tileset *ts, int root, int *first);
void ss_cover(struct game *g, int group, struct events *events);
/* Index of the next merchant that has a ship to take (SS-3.8), or -1. */
int ss_due_merchant(const struct game *g, const struct tileset *ts);
/* The same among the merchants of one seat only. */
int ss_due_merchant_of(const struct game *g, const struct tileset *ts, int seat);
/* What the game waits for in PHASE_DECIDE. */
enum ss_decision ss_decision(const struct game *g);

/* --- ships.c --- */

/* Whether the wares pay the ship's order exactly (SS-4.2). */
int ss_pays(const struct ship *ship, const uint8_t wares[WARES]);
/* Whether a part of these wares pays it. */
int ss_payable(const struct ship *ship, const uint32_t wares[WARES]);
/* Whether the seat on turn could deliver to any ship. */
int ss_can_deliver(const struct game *g, const struct tileset *ts);
/* Position in the row, or -1. */
int ss_row_find(const struct ss_state *s, int ship);
/* Number of face-up ships with the highest points; *first is the first one, or -1. */
int ss_best_ships(const struct ss_state *s, const struct tileset *ts, int *first);
/* The merchant's owner takes the ship, the merchant goes home (SS-3.8). */
void ss_take_for_merchant(struct game *g, const struct tileset *ts, int piece, int ship, struct events *events);
/* Take the first of the best ships for it, or none when there is none. */
void ss_settle_merchant(struct game *g, const struct tileset *ts, int piece, struct events *events);
void ss_deliver(struct game *g, const struct tileset *ts, int ship, const uint8_t wares[WARES], struct events *events);

/* --- legal.c --- */

int ss_legal(const struct game *g, const struct tileset *ts, int seat, game_action_fn *each, void *arg);

/* --- prospects.c --- */

void ss_blind(struct game *g, const struct tileset *ts);
void ss_prospects(const struct game *g, const struct tileset *ts, long prospects[GAME_SEATS_MAX]);

/* --- describe.c --- */

void ss_describe_view(const struct game *g, const struct tileset *ts, struct sink *out);
void ss_describe_board(const struct game *g, const struct tileset *ts, struct sink *out);
void ss_describe_feature(const struct game *g, const struct tileset *ts, int root, struct sink *out);
void ss_describe_seat(const struct game *g, const struct tileset *ts, int seat, struct sink *out);
void ss_describe_event(const struct game *g, const struct tileset *ts, const struct event *e, struct sink *out);
void ss_describe_pending(const struct game *g, const struct tileset *ts, struct sink *out);

/* --- codec.c --- */

size_t ss_encode(const struct game *g, const struct tileset *ts, const struct turn *turn,
	unsigned char *out, size_t max);
int ss_decode(struct game *g, const struct tileset *ts, struct turn *turn, const unsigned char *in, size_t size);
int ss_check(const struct game *g, const struct tileset *ts, char why[120]);

#endif

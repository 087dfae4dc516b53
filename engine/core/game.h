/*
 * game.h - a game in progress: start it, act in it, ask what may be done,
 * keep it as bytes.
 *
 * struct game is plain memory without pointers: copy it by assignment,
 * compare it by memcmp.  The tile set that it was started with is passed
 * beside it and must always be the same one.  Nothing here allocates, blocks
 * or reads a clock; separate games may be used by separate threads.
 *
 * A game is a pure function of ruleset version, tile set, options, seats,
 * game seed and actions.  It holds secrets (seed, order of the bag and of
 * the pile): nothing but game_describe_* and events may be shown to anyone.
 */
#ifndef MEEPLED_ENGINE_GAME_H
#define MEEPLED_ENGINE_GAME_H

#include "board.h"
#include "rng.h"
#include "sink.h"

enum {
	GAME_SEATS_MAX = 5,
	GAME_OPTIONS_MAX = 12,
	GAME_PIECES_MAX = 25,		/* on the board, all seats together */
	GAME_RULES_STATE = 1024,	/* bytes that a ruleset has for itself */
	GAME_TRAIL_MAX = 16,		/* own actions that undo can take back */
	GAME_EVENTS_MAX = 640,		/* that one action can cause */
	GAME_SNAPSHOT_MAX = 16 * 1024,	/* bytes of an encoded game */
	SEAT_NONE = 0xff,
	TILE_NONE = 0xff
};

/* Stored in records and snapshots: append only. */
enum action_type {
	ACTION_NONE, ACTION_DRAW, ACTION_PLACE, ACTION_ISLANDER, ACTION_RETRIEVE,
	ACTION_MEEPLE, ACTION_SKIP, ACTION_COVER_FISH, ACTION_CHOOSE_SHIP,
	ACTION_BATTLE, ACTION_DELIVER, ACTION_END_TURN, ACTION_UNDO,
	ACTION_RESIGN, ACTION_TIMEOUT
};
#define ACTION_TYPES 15

/*
 * One action.  Members that its type does not use must be 0, or it is
 * refused: so there is one way to say each action.  Segments are
 * positions in the kind's list, ships positions in the tile set's list.
 */
struct action {
	uint8_t type;			/* enum action_type */
	uint8_t seat;
	uint8_t rotation;		/* quarter turns, 0..3 */
	uint8_t segment;
	int16_t x, y;
	uint8_t group;
	uint8_t ship;
	uint8_t size;			/* meeple: 0 small, 1 large */
	uint8_t planet;			/* meeple: 1 when x, y name a planet; segment is 0 then */
	uint8_t wares[WARES];		/* paid, in the order of enum slot */
	uint8_t reserved;
};

enum phase {
	PHASE_DRAW, PHASE_PLACE, PHASE_PIECE, PHASE_DECIDE, PHASE_BATTLE,
	PHASE_DELIVER, PHASE_OVER
};
#define PHASES 7

/* The engine's events; those of the lobby are not its affair. */
enum event_type {
	EVENT_GAME_STARTED, EVENT_TURN_STARTED, EVENT_TILE_DRAWN,
	EVENT_TILE_SET_ASIDE, EVENT_TILE_PLACED, EVENT_PIECE_PLACED,
	EVENT_PIECE_RETRIEVED, EVENT_STEP_SKIPPED, EVENT_FEATURE_EVALUATED,
	EVENT_FISH_COVERED, EVENT_SHIP_TAKEN, EVENT_SHIPS_REFILLED,
	EVENT_SHIP_DELIVERED, EVENT_BATTLE_FOUGHT, EVENT_FEATURE_SCORED,
	EVENT_DECISION_NEEDED, EVENT_TURN_ENDED, EVENT_UNDONE,
	EVENT_SEAT_RESIGNED, EVENT_SEAT_TIMED_OUT, EVENT_FINAL_EVALUATION,
	EVENT_GAME_FINISHED
};
#define EVENT_TYPES 22

/*
 * What happened.  Read it with game_describe_event() and the game as it is
 * right after the action; the members are the ruleset's affair.
 */
struct event {
	uint8_t type;			/* enum event_type */
	uint8_t seat;			/* whom it concerns, or SEAT_NONE */
	uint8_t reveals;		/* 1: shows something random for the first time */
	uint8_t small[13];
	int16_t a, b, c, d;
	uint16_t amounts[3 * GAME_SEATS_MAX];
};

struct events {
	int count;
	struct event at[GAME_EVENTS_MAX];
};

/* Why an action was refused.  Nothing was changed. */
enum refusal {
	REFUSED_NOT,		/* it was not */
	REFUSED_GAME_OVER,	/* the game is over */
	REFUSED_NOT_YOUR_TURN,	/* another seat is to act */
	REFUSED_PHASE,		/* not now: see game_error.expected */
	REFUSED_PLACEMENT,	/* the tile does not go there: see conflict */
	REFUSED_RULE,		/* another rule, named in game_error.rule */
	REFUSED_UNKNOWN,	/* no such segment, ship, group, seat or action */
	REFUSED_NOTHING_TO_UNDO
};

struct game_error {
	enum refusal refusal;
	char rule[12];			/* "SS-1.2"; "" where no rule says it */
	char text[240];			/* one sentence: what is wrong and what to do */
	uint16_t expected;		/* bit t: action type t may be taken now by the seat */
	struct board_conflict conflict;	/* of REFUSED_PLACEMENT */
};

enum seat_state { SEAT_PLAYING, SEAT_RESIGNED };

struct piece {
	uint16_t node;
	uint8_t seat;
	uint8_t size;
};

/* What changes within a turn, apart from the board. */
struct turn {
	uint8_t phase;			/* enum phase */
	uint8_t seat;			/* on turn */
	uint8_t hand;			/* face drawn and not placed, or FACE_NONE */
	uint8_t placed;			/* tile placed this turn, or TILE_NONE */
	uint16_t number;		/* turns count from 1 */
	uint8_t drawn;			/* faces taken from the bag, from its front */
	uint8_t aside_count;
	uint8_t closing;		/* 1: the turn ends without asking its seat again */
	uint8_t decider;		/* who has the pending decision, or SEAT_NONE */
	uint8_t over_reason;		/* enum over_reason, of PHASE_OVER */
	uint8_t winners;		/* bit per seat, of PHASE_OVER */
	uint8_t seat_state[GAME_SEATS_MAX];
	uint8_t piece_count;
	struct piece pieces[GAME_PIECES_MAX];	/* on the board, in order of placing */
	uint8_t aside[TILESET_TILES_MAX];	/* faces removed from the game */
	_Alignas(8) unsigned char rules[GAME_RULES_STATE];
};

enum over_reason { OVER_NOT, OVER_LAST_TILE, OVER_LAST_SHIP, OVER_NO_TILE_FITS, OVER_ONE_SEAT_LEFT };

struct game {
	/* Fixed at the start; the order of the rest of the bag is the ruleset's affair. */
	uint8_t ruleset;		/* index in the ruleset table */
	uint8_t version;		/* of the ruleset */
	uint8_t seat_count;		/* 2..5 */
	uint8_t bag_count;		/* faces in the bag at the start */
	uint8_t options[GAME_OPTIONS_MAX];	/* by the ruleset's option rows */
	uint8_t colours[GAME_SEATS_MAX];	/* by the ruleset's colours */

	struct rng rng;
	uint8_t bag[TILESET_TILES_MAX];	/* secret: faces in drawing order */
	struct board board;
	struct turn now;
	/*
	 * For undo (SS-7.1, SW-7): the turn as of the last reveal or act of another
	 * seat, and the actions of the seat on turn since then.
	 */
	struct turn mark;
	uint8_t trail_count;
	struct action trail[GAME_TRAIL_MAX];
};

struct ruleset;

struct game_setup {
	const struct ruleset *ruleset;
	int seat_count;
	uint8_t options[GAME_OPTIONS_MAX];	/* as game_options_default() and the rows say */
	uint8_t colours[GAME_SEATS_MAX];
	unsigned char game_seed[RNG_SEED_SIZE];
};

/*
 * Start a game.  Returns 0 and fills in *g and the first events, or -1 and
 * says why in *err (seat count, options or colours that the ruleset refuses).
 */
int game_start(struct game *g, const struct tileset *ts, const struct game_setup *setup,
	struct events *events, struct game_error *err);

/*
 * Take one action and all that follows from it.  Returns 0, or -1 with the
 * reason in *err and *g unchanged.  Any bytes may be passed in *a.  `events`
 * is overwritten.  Every action that is accepted causes at least one event.
 */
int game_apply(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err);

/*
 * Call `each` for every action that `seat` may take now, in a fixed order
 * (places by y, x, rotation), undo and resign left out.
 * Stops early when `each` returns non-zero, and returns that; else 0.
 */
typedef int game_action_fn(void *arg, const struct action *a);
int game_legal(const struct game *g, const struct tileset *ts, int seat,
	game_action_fn *each, void *arg);
/* Whether `seat` may undo, resign. */
int game_may_undo(const struct game *g, int seat);
int game_may_resign(const struct game *g, int seat);
/* Bit per seat that the game waits for. */
unsigned game_waiting_for(const struct game *g);
/* The running or final score (SS-5.3, SW-4). */
int game_score(const struct game *g, const struct tileset *ts, int seat);
int game_bag_left(const struct game *g);

/*
 * Snapshots: explicit little-endian bytes, versioned, the same on every
 * machine.  Encoding needs at most GAME_SNAPSHOT_MAX bytes and returns their
 * number.  Decoding checks everything (the bytes may come from anywhere) and
 * returns 0, or -1 with the reason in `why`; a decoded game equals the encoded
 * one by memcmp.
 */
size_t game_encode(const struct game *g, const struct tileset *ts, unsigned char out[GAME_SNAPSHOT_MAX]);
int game_decode(struct game *g, const struct tileset *ts, const unsigned char *bytes,
	size_t size, char why[120]);
/* Every invariant that decoding checks; 0, or -1 with the first one broken. */
int game_check(const struct game *g, const struct tileset *ts, char why[120]);

/* An action as ACTION_BYTES bytes, little-endian, and back (-1: not an action). */
enum { ACTION_BYTES = 16 };
void action_encode(const struct action *a, unsigned char out[ACTION_BYTES]);
int action_decode(struct action *a, const unsigned char in[ACTION_BYTES]);

/*
 * Descriptions.  Each writes members into an object that the caller opened,
 * and shows nothing that is secret.
 *
 * view: "turn", "waiting_for", "pending", "board", "bag" and what the
 *	ruleset adds at the top ("ships").
 * seat: "state", "supply", "score" and what the ruleset adds ("wares").
 * event: all members but game, seq and at: "type", "seat", ...
 * action: "type" and the members of the action's row, as a request has them.
 * result: "reason", "scores", "winners" and what the ruleset adds; only of a
 *	game that is over.
 */
void game_describe_view(const struct game *g, const struct tileset *ts, struct sink *out);
/* The two halves of that, for whoever adds to the turn: the members of "turn", and the others. */
void game_describe_turn(const struct game *g, const struct tileset *ts, struct sink *out);
void game_describe_beside_turn(const struct game *g, const struct tileset *ts, struct sink *out);
/*
 * The parts of a view that the ruleset has a say in, for whoever shows them in
 * another way: elements of the array "pending", members added to the board,
 * members added at the top.  Nothing where the game has nothing to add.
 */
void game_describe_pending(const struct game *g, const struct tileset *ts, struct sink *out);
void game_describe_added_board(const struct game *g, const struct tileset *ts, struct sink *out);
void game_describe_added_view(const struct game *g, const struct tileset *ts, struct sink *out);
void game_describe_seat(const struct game *g, const struct tileset *ts, int seat, struct sink *out);
void game_describe_event(const struct game *g, const struct tileset *ts,
	const struct event *e, struct sink *out);
void game_describe_action(const struct game *g, const struct tileset *ts,
	const struct action *a, struct sink *out);
void game_describe_result(const struct game *g, const struct tileset *ts, struct sink *out);
/*
 * Chances of the dice that a legal action would cause to be thrown, from what
 * everybody can see.  Returns 1, or 0 when it causes none and nothing was
 * written; `out` may be NULL to ask for just that.
 */
int game_describe_odds(const struct game *g, const struct tileset *ts,
	const struct action *a, struct sink *out);

const char *action_type_name(enum action_type type);
int action_type_parse(const char *name);	/* -1 when unknown */
const char *phase_name(enum phase phase);
const char *event_type_name(enum event_type type);

#endif

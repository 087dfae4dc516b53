/*
 * sw_oracle.h - Star Wars Carcassonne a second time, slowly: the oracle of
 * that game.  See oracle.h for what an oracle may know.
 */
#ifndef MEEPLED_TESTS_SW_ORACLE_H
#define MEEPLED_TESTS_SW_ORACLE_H

#include "tests/engine/oracle.h"

enum { SW_ORACLE_SIDES = 5, SW_ORACLE_DICE = 3, SW_ORACLE_THROWS = 60, SW_ORACLE_BATTLES = 25, SW_ORACLE_SCORED = 60 };

/* Things that random games should have met, counted by the oracle. */
enum sw_oracle_tally {
	SW_MET_2, SW_MET_3, SW_MET_4, SW_MET_TIE, SW_MET_TIE_OF_3, SW_MET_TWO_TIES, SW_MET_LOST_BELOW_TIE,
	SW_MET_OWN_SYMBOL, SW_MET_NO_SYMBOL_OF_PLANET, SW_MET_CAPPED, SW_MET_LARGE, SW_MET_SAME_FACTION,
	SW_MET_WITHOUT_ACTIVE, SW_MET_SEVERAL, SW_MET_WON_AND_SCORED, SW_MET_BY_MATES, SW_MET_LOST_BY_MATES,
	SW_MET_PLANET_OF_OTHER, SW_MET_PLANET_OF_OWN, SW_MET_PLANET_OF_MATE, SW_MET_PLANET_FREE, SW_MET_PLANET_CORNER,
	SW_MET_FELL_AWAY, SW_MET_RESIGNED_IN_BATTLE, SW_MET_OTHER_RESIGNED_IN_BATTLE, SW_MET_TIMEOUT_IN_BATTLE,
	SW_MET_NOT_FIRST, SW_MET_MATE_ALONE, SW_MET_SCORED_BY_MATES, SW_MET_PLANET_COMPLETE, SW_MET_TWICE_ON_TILE,
	SW_MET_SYMBOLS, SW_MET_SET_ASIDE, SW_MET_RETURNED, SW_MET_RETURNED_IN_VAIN, SW_MET_NOTHING_TO_PLACE,
	SW_MET_SHARED_WIN, SW_MET_FINAL_PLANET
};
#define SW_ORACLE_TALLIES 38

struct sw_oracle_throw {
	int rolls[SW_ORACLE_SIDES][SW_ORACLE_DICE];	/* 1..6; 0: no die */
	unsigned tied;
};

struct sw_oracle_battle {
	int tile, segment;			/* the feature's first */
	int dice[SW_ORACLE_SIDES];		/* 0: not there */
	int throw_count, winner;
	struct sw_oracle_throw throws[SW_ORACLE_THROWS];
	int ties[SW_ORACLE_SIDES], loss[SW_ORACLE_SIDES];	/* points */
};

struct sw_oracle_scored { int tile, segment, side, points, final; };

/* What the latest action caused, as the events should tell it. */
struct sw_oracle_story {
	int count, battle_count, scored_count;
	struct { uint8_t type, seat; } at[GAME_EVENTS_MAX];
	struct sw_oracle_battle battles[SW_ORACLE_BATTLES];
	struct sw_oracle_scored scored[SW_ORACLE_SCORED];
};

/* Everything that changes in a game. */
struct sw_oracle_state {
	struct oracle_turn turn;
	int left;				/* tiles in the stack */
	uint8_t stack[TILESET_TILES_MAX];	/* the next one first */
	long scores[SW_ORACLE_SIDES];		/* by side */
	int battles;				/* fought in this turn */
};

struct sw_oracle {
	struct oracle_core core;
	int teams, returning, auto_battle;
	uint8_t colours[GAME_SEATS_MAX];
	struct oracle_stream dice;
	struct sw_oracle_state now;
	int undo_count;
	struct sw_oracle_state undo[ORACLE_UNDO_MAX];
	struct sw_oracle_story story;

	long tally[SW_ORACLE_TALLIES];
};

/* The game as it starts, shuffled from the seed as meepled-fairness/1 says. */
void sw_oracle_start(struct sw_oracle *o, const struct tileset *ts, const struct game_setup *setup);

/* 0, or -1 when the rules refuse the action; then nothing changed. */
int sw_oracle_apply(struct sw_oracle *o, const struct action *a);
int sw_oracle_may_undo(const struct sw_oracle *o, int seat);

/* What `seat` may do (undo and resign left out); the number written to `out`. */
int sw_oracle_legal(struct sw_oracle *o, int seat, struct action out[ORACLE_LEGAL_MAX]);
unsigned sw_oracle_waiting_for(const struct sw_oracle *o);
/* A battle that is named by any segment of its feature is named as in the legal list afterwards (SW-3.8). */
void sw_oracle_canonical(const struct sw_oracle *o, struct action *a);

/* --- questions --- */
int sw_oracle_score(const struct sw_oracle *o, int seat);
int sw_oracle_supply(const struct sw_oracle *o, int seat, int size);
int sw_oracle_side(const struct sw_oracle *o, int seat);
int sw_oracle_faction(const struct sw_oracle *o, int side);	/* 1 rebels, 2 empire, 3 hunters */
/* Bit per side with a meeple in the region; bit per side that has a seat which plays. */
unsigned sw_oracle_sides(const struct sw_oracle *o, int label);
unsigned sw_oracle_playing(const struct sw_oracle *o);
int sw_oracle_bits(unsigned set);
int sw_oracle_complete(const struct sw_oracle *o, int label);
int sw_oracle_worth(const struct sw_oracle *o, int label);	/* SW-4 when complete, else SW-5.2 */
int sw_oracle_symbols(const struct sw_oracle *o, int label);
/* Dice of a side in the region, 0 when it is not there; what it would be without the limit, or -1. */
int sw_oracle_dice(const struct sw_oracle *o, int label, int side, int *unlimited);
/* All regions in the order of SW-3.8: those with meeples of more than one side. */
int sw_oracle_battles(const struct sw_oracle *o, int labels[SW_ORACLE_BATTLES]);
/* Meeples that the seat may place; their number. */
int sw_oracle_meeples(const struct sw_oracle *o, int seat, struct action *out);

#endif

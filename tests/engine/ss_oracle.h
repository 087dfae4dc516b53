/*
 * ss_oracle.h - South Seas a second time, slowly: the oracle of that game.
 * See oracle.h for what an oracle may know.
 */
#ifndef MEEPLED_TESTS_SS_ORACLE_H
#define MEEPLED_TESTS_SS_ORACLE_H

#include "tests/engine/oracle.h"

enum { SS_ORACLE_ROW = 4, SS_ORACLE_SUPPLY = 4 };

struct ss_oracle_boat { uint8_t tile, segment, group; };

/* Things that random games should have met, counted by the oracle. */
enum ss_oracle_tally {
	TALLY_ALONE, TALLY_MAJORITY, TALLY_TIE, TALLY_BOAT_AND_COMPLETE, TALLY_COVER_CHOICE, TALLY_COVER_FORCED,
	TALLY_SHIP_CHOICE, TALLY_SHIP_CHOICE_OF_ANOTHER, TALLY_SHIP_FORCED, TALLY_TWO_MARKETS, TALLY_SET_ASIDE,
	TALLY_PENDING_AT_RESIGN
};
#define ORACLE_TALLIES 12

enum oracle_pending { ORACLE_NO_CHOICE, ORACLE_COVER, ORACLE_SHIP };

/* Everything that changes in a game. */
struct ss_oracle_state {
	struct oracle_turn turn;
	uint8_t decider, pending;
	int drawn, pile_used, row_count, boat_count, cover_count, market_count;
	uint8_t row[SS_ORACLE_ROW];
	uint8_t owner[TILESET_SHIPS_MAX];		/* of each ship, or SEAT_NONE */
	int wares[GAME_SEATS_MAX][WARES];
	struct ss_oracle_boat boats[TILESET_TILES_MAX];	/* covered groups */
	struct ss_oracle_boat covers[TILESET_TILES_MAX];	/* candidates of a pending cover */
	uint8_t markets[9];				/* tiles whose merchants wait for their ship */
};

/* What a region is worth to the game. */
struct ss_oracle_feature {
	int symbols[2];				/* shells, bananas */
	int fish;				/* not covered */
};

struct ss_oracle {
	struct oracle_core core;
	int retrieve_any;
	uint8_t pile[TILESET_SHIPS_MAX];
	struct ss_oracle_state now;
	int undo_count;
	struct ss_oracle_state undo[ORACLE_UNDO_MAX];
	struct ss_oracle_feature features[TILESET_NODES_MAX];	/* by region, filled by ss_oracle_look() */

	long tally[ORACLE_TALLIES];
};

/* The game as it starts, shuffled from the seed as meepled-fairness/1 says. */
void ss_oracle_start(struct ss_oracle *o, const struct tileset *ts, const struct game_setup *setup);

/* 0, or -1 when the rules refuse the action; then nothing changed. */
int ss_oracle_apply(struct ss_oracle *o, const struct action *a);
int ss_oracle_may_undo(const struct ss_oracle *o, int seat);

/* What `seat` may do (undo and resign left out); the number written to `out`. */
int ss_oracle_legal(struct ss_oracle *o, int seat, struct action out[ORACLE_LEGAL_MAX]);
unsigned ss_oracle_waiting_for(const struct ss_oracle *o);
int ss_oracle_score(const struct ss_oracle *o, int seat);
int ss_oracle_supply(const struct ss_oracle *o, int seat);

/* Find the features again from the tiles, the pieces and the tokens. */
void ss_oracle_look(struct ss_oracle *o);
/* Whether a payment meets the ship's order, by trying every way to fill the slots. */
int ss_oracle_pays(const struct ship *ship, const int wares[WARES]);

#endif

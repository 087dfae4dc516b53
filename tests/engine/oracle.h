/*
 * oracle.h - South Seas a second time, slowly, to check the engine against.
 *
 * Written from the rules and the file format alone: it shares no code with
 * the engine but the structs of tileset.h (given members only), the numbers of
 * action types, phases and end reasons, and the layout of struct action.  It
 * keeps only the list of placed tiles, the pieces and the tokens, and finds
 * everything else again by flood fill whenever it is asked.
 */
#ifndef MEEPLED_TESTS_ORACLE_H
#define MEEPLED_TESTS_ORACLE_H

#include "engine/core/game.h"

enum { ORACLE_ROW = 4, ORACLE_SUPPLY = 4, ORACLE_LEGAL_MAX = 4096, ORACLE_GRID = 512, ORACLE_UNDO_MAX = 16 };

struct oracle_tile { int16_t x, y; uint8_t face, rotation; };
struct oracle_piece { uint8_t tile, segment, seat; };
struct oracle_boat { uint8_t tile, segment, group; };

/* Things that random games should have met, counted by the oracle. */
enum oracle_tally {
	TALLY_ALONE, TALLY_MAJORITY, TALLY_TIE, TALLY_BOAT_AND_COMPLETE, TALLY_COVER_CHOICE, TALLY_COVER_FORCED,
	TALLY_SHIP_CHOICE, TALLY_SHIP_CHOICE_OF_ANOTHER, TALLY_SHIP_FORCED, TALLY_TWO_MARKETS, TALLY_SET_ASIDE,
	TALLY_PENDING_AT_RESIGN
};
#define ORACLE_TALLIES 12

enum oracle_pending { ORACLE_NO_CHOICE, ORACLE_COVER, ORACLE_SHIP };

/* Everything that changes in a game. */
struct oracle_state {
	uint8_t phase, turn, decider, pending, closing, over_reason, winners;
	uint8_t hand, placed, resigned[GAME_SEATS_MAX];
	int number;
	int drawn, pile_used, row_count, aside_count, tile_count, piece_count, boat_count, cover_count, market_count;
	uint8_t row[ORACLE_ROW];
	uint8_t owner[TILESET_SHIPS_MAX];		/* of each ship, or SEAT_NONE */
	uint8_t aside[TILESET_TILES_MAX];
	int wares[GAME_SEATS_MAX][WARES];
	struct oracle_tile tiles[TILESET_TILES_MAX];
	struct oracle_piece pieces[GAME_PIECES_MAX];
	struct oracle_boat boats[TILESET_TILES_MAX];	/* covered groups */
	struct oracle_boat covers[TILESET_TILES_MAX];	/* candidates of a pending cover */
	uint8_t markets[9];				/* tiles whose merchants wait for their ship */
};

/* A feature as the flood fill found it. */
struct oracle_feature {
	uint8_t shape;
	int first_tile, first_segment, open, tiles;
	int symbols[2];				/* shells, bananas */
	int fish;				/* not covered */
	int pieces, of_seat[GAME_SEATS_MAX];
};

struct oracle {
	const struct tileset *ts;
	int seats;
	int retrieve_any, auto_draw, auto_end_turn, skip_on_timeout;
	uint8_t bag[TILESET_TILES_MAX], pile[TILESET_SHIPS_MAX];
	int bag_count;
	struct oracle_state now;
	int undo_count;
	struct oracle_state undo[ORACLE_UNDO_MAX];

	long tally[ORACLE_TALLIES];

	/* Filled by oracle_look(). */
	int feature_count;
	struct oracle_feature features[TILESET_NODES_MAX];
	uint16_t label[TILESET_TILES_MAX][TILESET_SEGMENTS_MAX];
	int16_t grid[ORACLE_GRID][ORACLE_GRID];	/* tile + 1 */
	int marked_count;			/* cells of the grid in use */
	struct { int16_t x, y; } marked[TILESET_TILES_MAX];
};

/* The game as it starts, shuffled from the seed as meepled-fairness/1 says. */
void oracle_start(struct oracle *o, const struct tileset *ts, const struct game_setup *setup);

/* 0, or -1 when the rules refuse the action; then nothing changed. */
int oracle_apply(struct oracle *o, const struct action *a);
int oracle_may_undo(const struct oracle *o, int seat);

/* What `seat` may do (undo and resign left out); the number written to `out`. */
int oracle_legal(struct oracle *o, int seat, struct action out[ORACLE_LEGAL_MAX]);
unsigned oracle_waiting_for(const struct oracle *o);
int oracle_score(const struct oracle *o, int seat);
int oracle_supply(const struct oracle *o, int seat);

/* Find the features again from the tiles, the pieces and the tokens. */
void oracle_look(struct oracle *o);
/* Whether a face fits at (x,y); every cell and rotation may be asked. */
int oracle_fits(const struct oracle *o, int face, int x, int y, int rotation);
/* All fits of a face by y, x, rotation. */
int oracle_places(const struct oracle *o, int face, struct oracle_tile out[ORACLE_LEGAL_MAX]);
int oracle_tile_at(const struct oracle *o, int x, int y);	/* or -1 */
int oracle_neighbours(const struct oracle *o, int tile);
/* Whether a payment meets the ship's order, by trying every way to fill the slots. */
int oracle_pays(const struct ship *ship, const int wares[WARES]);

#endif

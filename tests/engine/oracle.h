/*
 * oracle.h - what the slow oracles of all games know of a table.
 *
 * An oracle is a game's rules a second time, to check the engine against:
 * written from the rules and the file format alone.  It shares no code with
 * the engine but the structs of tileset.h (given members only), the numbers of
 * enums, and the layout of struct action.  It keeps only the list of placed
 * tiles, the pieces and the tokens, and finds everything else again by flood
 * fill whenever it is asked.
 *
 * Here is what does not depend on the game: the tiles and what they form, who
 * sits there, whose turn it is, and the random streams.
 */
#ifndef MEEPLED_TESTS_ORACLE_H
#define MEEPLED_TESTS_ORACLE_H

#include "engine/core/game.h"

enum { ORACLE_LEGAL_MAX = 4096, ORACLE_GRID = 512, ORACLE_UNDO_MAX = 16, ORACLE_STREAM = 65536 };

struct oracle_tile { int16_t x, y; uint8_t face, rotation; };
struct oracle_piece { uint8_t tile, segment, seat, size; };

/* What changes in every game. */
struct oracle_turn {
	uint8_t phase, seat, closing, over_reason, winners;
	uint8_t hand, placed, resigned[GAME_SEATS_MAX];
	int number, tile_count, piece_count, aside_count;
	struct oracle_piece pieces[GAME_PIECES_MAX];
	uint8_t aside[TILESET_TILES_MAX];
};

/* A feature as the flood fill found it. */
struct oracle_region {
	uint8_t shape;
	int first_tile, first_segment, open, tiles;
	int pieces, of_seat[GAME_SEATS_MAX];
	int marks[8];				/* symbols by faction */
};

/* A random stream of the game (meepled-fairness/1 step 4), as far as games get. */
struct oracle_stream {
	unsigned char bytes[ORACLE_STREAM];
	uint32_t used;				/* words of four bytes */
};

struct oracle_core {
	const struct tileset *ts;
	int seats, auto_draw, auto_end_turn, on_timeout;
	uint8_t bag[TILESET_TILES_MAX];
	int bag_count;
	struct oracle_tile tiles[TILESET_TILES_MAX];	/* in order of placing; as many as the turn says */
	struct oracle_stream shuffle;			/* "tiles" */

	/* Filled by oracle_look(). */
	int tile_count, region_count;
	struct oracle_region regions[TILESET_NODES_MAX];
	uint16_t label[TILESET_TILES_MAX][TILESET_SEGMENTS_MAX];	/* index of the region */
	int16_t grid[ORACLE_GRID][ORACLE_GRID];	/* tile + 1 */
	int marked_count;			/* cells of the grid in use */
	struct { int16_t x, y; } marked[TILESET_TILES_MAX];
};

/* --- oracle_start.c: how all games begin, and chance --- */

/* Options, bag and start tile as the setup says; the turn before the first draw. */
void oracle_core_start(struct oracle_core *c, struct oracle_turn *t, const struct tileset *ts,
	const struct game_setup *setup);
/* An option's value, or 0 when the game has no such option. */
int oracle_option(const struct game_setup *setup, const char *name);
void oracle_stream_start(struct oracle_stream *s, const unsigned char seed[RNG_SEED_SIZE], const char *label);
uint32_t oracle_uniform(struct oracle_stream *s, uint32_t n);
void oracle_shuffle(struct oracle_stream *s, uint8_t *items, int count);

/* --- oracle.c: the board --- */

/* Find the features again from the tiles and the pieces. */
void oracle_look(struct oracle_core *c, const struct oracle_turn *t);
const struct kind *oracle_kind(const struct oracle_core *c, int face);
/* Whether a face fits at (x,y); every cell and rotation may be asked. */
int oracle_fits(const struct oracle_core *c, int face, int x, int y, int rotation);
/* All fits of a face by y, x, rotation. */
int oracle_places(const struct oracle_core *c, int face, struct oracle_tile out[ORACLE_LEGAL_MAX]);
int oracle_fits_somewhere(const struct oracle_core *c, int face);
/* The same as actions of a seat. */
int oracle_place_actions(const struct oracle_core *c, int face, int seat, struct action out[ORACLE_LEGAL_MAX]);
int oracle_tile_at(const struct oracle_core *c, int x, int y);	/* or -1 */
int oracle_neighbours(const struct oracle_core *c, int tile);
/* Lay the tile in hand: PHASE_PIECE. */
void oracle_lay(struct oracle_core *c, struct oracle_turn *t, const struct action *a);
/* Take the pieces off that stand in that region (-1: none), and those of that seat (-1: none). */
void oracle_remove_pieces(const struct oracle_core *c, struct oracle_turn *t, int label, int seat);
/* The next seat that plays, PHASE_DRAW. */
void oracle_next_seat(const struct oracle_core *c, struct oracle_turn *t);
/* Whether it is the same action to the byte. */
int oracle_same_action(const struct action *a, const struct action *b);

#endif

/*
 * board.h - placed tiles, the features they form, and where a tile fits.
 *
 * A board is plain memory without pointers and a pure function of the list
 * of placements: placing the same tiles in the same order gives the same
 * bytes.  It has no edge; coordinates are bounded only by the number of
 * tiles.
 *
 * Every segment of every placed tile is a node, numbered in the order of
 * placement and, within a tile, of the kind's segments.  Nodes that touch
 * are joined; a joined set is a feature and is named by its lowest node, the
 * root.  So ascending roots are exactly the order of SS-3.9 and SW-3.8:
 * first tile in placement order, then position of the segment in its kind.
 */
#ifndef MEEPLED_ENGINE_BOARD_H
#define MEEPLED_ENGINE_BOARD_H

#include "tileset.h"

enum {
	BOARD_FRONTIER_MAX = 2 * TILESET_TILES_MAX + 2,
	BOARD_HASH = 512,
	BOARD_NO_TILE = -1,
	NODE_NONE = 0xffff,
	FEATURE_ROOT = 0x8000,		/* in board.link: this node is a root */
	FEATURE_OPEN_ENDS = 0x7fff	/* ... and the rest are its open ends */
};

struct placed {
	int16_t x, y;
	uint16_t first_node;
	uint8_t face;
	uint8_t rotation;	/* 0..3 */
};

struct board {
	uint16_t tile_count, node_count, frontier_count;
	struct placed tiles[TILESET_TILES_MAX];
	uint8_t hash[BOARD_HASH];			/* tile index + 1, or 0 */
	/* Empty cells with a tile on at least one side, in order of y, then x. */
	struct { int16_t x, y; } frontier[BOARD_FRONTIER_MAX];
	uint8_t required[BOARD_FRONTIER_MAX];		/* packed sides; SIDE_ANY where free */
	/* Per node: its root, or for a root FEATURE_ROOT | open ends. */
	uint16_t link[TILESET_NODES_MAX];
	uint16_t next[TILESET_NODES_MAX];		/* ring of the feature's nodes */
	uint8_t tile_of[TILESET_NODES_MAX];		/* per node: the tile that it lies on */
};

/* Why a placement is refused (SS-1.1, SS-1.2; SW-1.1). */
struct board_conflict {
	enum { BOARD_FITS, BOARD_OCCUPIED, BOARD_DETACHED, BOARD_MISMATCH } what;
	/* BOARD_MISMATCH: per side N E S W, whether it conflicts and with what. */
	uint8_t sides[PORT_SIDES];
	uint8_t tile_side[PORT_SIDES], board_side[PORT_SIDES];	/* enum side_type */
};

/* An empty board with the start tile at (0,0), rotation 0. */
void board_start(struct board *b, const struct tileset *ts);

/* Index of the tile at (x,y), or BOARD_NO_TILE.  Any int is allowed. */
int board_tile_at(const struct board *b, int x, int y);

/* Whether `kind` fits at frontier cell number `cell` in `rotation`. */
int board_fits(const struct board *b, const struct kind *kind, int cell, int rotation);
/*
 * Everywhere that `kind` fits, by y, x and rotation: 4 * cell + rotation each,
 * with cells by their number in the frontier.  Returns how many there are;
 * what lies behind them is undefined.
 */
enum { BOARD_FITS_ROOM = 4 * BOARD_FRONTIER_MAX };
int board_fits_list(const struct board *b, const struct kind *kind, uint16_t fits[BOARD_FITS_ROOM]);
/* Whether `kind` fits anywhere in any rotation. */
int board_fits_somewhere(const struct board *b, const struct kind *kind);
/* The same question for any coordinates, with the reason; 1 when it fits. */
int board_check(const struct board *b, const struct tileset *ts, int face,
	int x, int y, int rotation, struct board_conflict *why);

/* Place a tile that board_check() accepts; returns its index. */
int board_place(struct board *b, const struct tileset *ts, int face, int x, int y, int rotation);
/* Take the last tile off again: as if it had never been placed. */
void board_remove_last(struct board *b, const struct tileset *ts);

/* The tile that a node lies on, and the node's segment in that tile's kind. */
static inline int board_node_tile(const struct board *b, int node) { return b->tile_of[node]; }
int board_node_segment(const struct board *b, int node);
/* The node of a segment of a placed tile. */
int board_node(const struct board *b, int tile, int segment);

/* The root of a node's feature. */
static inline int feature_root(const struct board *b, int node)
{
	return b->link[node] & FEATURE_ROOT ? node : b->link[node];
}

/* Ports of the feature that still wait for a neighbour; 0 is complete. */
static inline int feature_open_ends(const struct board *b, int root)
{
	return b->link[root] & FEATURE_OPEN_ENDS;
}

/*
 * Go through a feature's nodes: start with the root, then feature_next()
 * until it is the root again.
 */
static inline int feature_next(const struct board *b, int node)
{
	return b->next[node];
}

/* Number of different tiles in the feature. */
int feature_tiles(const struct board *b, int root);
enum shape feature_shape(const struct board *b, const struct tileset *ts, int root);

/* How many of the 8 fields around the tile hold tiles (SS-3.4, SW-4.3). */
int board_neighbours(const struct board *b, int tile);
/* What the feature still waits for, 0 is complete: open ends, or fields around the tile of a centre. */
int feature_ends_to_come(const struct board *b, const struct tileset *ts, int root);

static inline const struct kind *board_kind(const struct board *b, const struct tileset *ts, int tile)
{
	return &ts->kinds[ts->faces[b->tiles[tile].face].kind];
}

#endif

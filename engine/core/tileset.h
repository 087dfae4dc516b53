/*
 * tileset.h - a tile set as data: kinds, segments, faces, ships.
 *
 * A tile set is plain memory without pointers.  Whoever reads one from a
 * file fills in the "given" members and calls tileset_finish(), which checks
 * every rule of the format and computes the "derived" members.  Only a
 * finished tile set may be passed to anything else in the engine; it is
 * never written again and may be read by any number of threads.
 *
 * Coordinates: x grows to the east, y to the south.  Rotation is a number
 * of quarter turns clockwise, 0..3.
 *
 * Ports number the places on a tile's rim where a segment can continue:
 *
 *	0..3	whole sides		N E S W
 *	4..11	halves of sides		NL NR EL ER SL SR WL WR
 *
 * L and R are left and right seen from the tile's centre looking out, so the
 * halves go clockwise round the tile.
 */
#ifndef MEEPLED_ENGINE_TILESET_H
#define MEEPLED_ENGINE_TILESET_H

#include <stddef.h>
#include <stdint.h>

enum {
	TILESET_TILES_MAX = 255,	/* tiles of a set, the start tile included */
	TILESET_KINDS_MAX = 128,
	TILESET_FACES_MAX = TILESET_TILES_MAX,
	TILESET_NODES_MAX = 1536,	/* segments summed over all tiles */
	TILESET_SEGMENTS_MAX = 13,	/* on one tile: 4 bridges, 8 seas, 1 market */
	TILESET_SYMBOLS_MAX = 32000,	/* of one sort, summed over all tiles */
	TILESET_GROUPS_MAX = 8,		/* groups of fish in one segment */
	TILESET_SHIPS_MAX = 64,
	TILESET_SLOTS_MAX = 8,		/* wares that one ship asks for */
	TILESET_ID_MAX = 32,		/* characters of an id, without the NUL */

	PORT_SIDES = 4,
	PORT_COUNT = 12,

	SEGMENT_NONE = 0xff,
	FACE_NONE = 0xff
};

/*
 * What a segment is, as geometry.  What it is called and which symbols it
 * may carry is the game's affair, see struct tile_language.  The values are
 * stored in snapshots: append only.
 */
enum shape {
	SHAPE_OPEN,	/* sea: half sides, at least one, on open or line sides */
	SHAPE_LINE,	/* bridge, route: one or two whole sides */
	SHAPE_LAND,	/* island, asteroid field: one to four whole sides */
	SHAPE_CENTRE	/* market, planet: no port, at most one on a tile */
};
#define SHAPES 4

/*
 * What a side of a tile shows; SIDE_ANY is "nothing lies there, anything
 * fits".  Four sides pack into one byte, two bits each, north lowest.  A
 * side that no line or land segment claims is open, whether or not the game
 * has segments of SHAPE_OPEN.
 */
enum side_type { SIDE_ANY, SIDE_OPEN, SIDE_LINE, SIDE_LAND };

/* A slot of a ship's order; the first three ask for one ware (SS-4.2). */
enum slot { SLOT_WARE_0, SLOT_WARE_1, SLOT_WARE_2, SLOT_ANY, SLOT_A, SLOT_B };
#define SLOTS 6
#define WARES 3

/*
 * The words that a game's tile sets use, one constant per game, part of its
 * row in the ruleset table.
 */
struct tile_language {
	const char *ruleset;			/* as the file names it */
	const char *segments[SHAPES];		/* type by shape; NULL: not in this game */
	const char *sides[PORT_SIDES];		/* by enum side_type; [0] unused */
	char letters[PORT_SIDES + 1];		/* letters of `edges` by enum side_type */
	struct {				/* symbols in variants */
		const char *name;		/* NULL ends the list */
		enum { SYMBOL_COUNT_0, SYMBOL_COUNT_1, SYMBOL_GROUPS, SYMBOL_FLAG } form;
		enum shape shape;		/* the only shape that carries it */
	} symbols[5];
	const char *marks[5];			/* factions; [0] is NULL: no mark; the
						   list ends with the next NULL */
	const char *slots[SLOTS];		/* by enum slot; all NULL: no ships */
	uint8_t ships_min;
};

struct segment {
	char id[TILESET_ID_MAX + 1];	/* given */
	uint8_t shape;			/* given: enum shape */
	uint8_t mark;			/* given: index in tile_language.marks */
	uint16_t ports;			/* given: bit p set: port p, rotation 0 */
};

struct kind {
	char id[TILESET_ID_MAX + 1];	/* given */
	char edges[PORT_SIDES + 1];	/* given: letters N E S W, checked */
	uint8_t segment_count;		/* given: 1..TILESET_SEGMENTS_MAX */
	struct segment segments[TILESET_SEGMENTS_MAX];	/* given */

	/* derived */
	uint8_t first_face, face_count;
	uint8_t code[4];		/* packed sides, by rotation */
	uint8_t fits[256];		/* by packed sides that a place asks for: bit per
					   rotation in which the kind goes there */
	uint8_t at[4][PORT_COUNT];	/* segment at a port of the board's
					   frame, by rotation; or SEGMENT_NONE */
	uint8_t centre;			/* the market or planet, or SEGMENT_NONE */
};

struct symbols {			/* of one segment on one face; given */
	uint8_t count[2];		/* shells, bananas */
	uint8_t group_count;		/* 0..TILESET_GROUPS_MAX */
	uint8_t groups[TILESET_GROUPS_MAX];	/* fish in each: 1 or 2 */
	uint8_t flag;			/* a boat: 0 or 1 */
};

/* A face is one variant of one kind: the tiles of a face look the same. */
struct face {
	uint8_t kind;			/* given */
	uint8_t variant;		/* given: position in its kind */
	uint8_t count;			/* given: tiles of this face, 1..255 */
	uint8_t start;			/* given: this is the start tile */
	struct symbols symbols[TILESET_SEGMENTS_MAX];	/* given */

	uint8_t flagged;		/* derived: segment with the flag, or SEGMENT_NONE */
};

struct ship {
	char id[TILESET_ID_MAX + 1];	/* given */
	uint8_t points;			/* given: 1..255 */
	uint8_t slot_count;		/* given: 1..TILESET_SLOTS_MAX */
	uint8_t slots[TILESET_SLOTS_MAX];	/* given: enum slot */
};

struct tileset {
	char id[TILESET_ID_MAX + 1];	/* given */
	unsigned char sha256[32];	/* given: of the file's bytes */
	uint8_t kind_count, face_count, ship_count;	/* given */
	struct kind kinds[TILESET_KINDS_MAX];		/* given, file order */
	struct face faces[TILESET_FACES_MAX];		/* given, file order */
	struct ship ships[TILESET_SHIPS_MAX];		/* given, file order */

	/* derived */
	uint8_t tile_count;		/* all tiles, the start tile included */
	uint8_t start_face;
	uint16_t node_count;		/* segments over all tiles */
};

enum tileset_severity { TILESET_ERROR, TILESET_WARNING };

/*
 * Where checks report.  `where` names the place ("kind ss06, segment b"),
 * `what` the reason; both are valid during the call only.
 */
struct tileset_reporter {
	void (*report)(struct tileset_reporter *, enum tileset_severity,
		const char *where, const char *what);
};

/*
 * Check everything that the format asks for and that can be seen in the
 * given members, report every finding (not only the first), and compute the
 * derived members.  Returns the number of errors; with any, the tile set must
 * not be used.  `reporter` may be NULL.
 */
int tileset_finish(struct tileset *ts, const struct tile_language *words,
	struct tileset_reporter *reporter);

/* Find by id; the index, or -1. */
int tileset_find_kind(const struct tileset *ts, const char *id);
int tileset_find_ship(const struct tileset *ts, const char *id);
int kind_find_segment(const struct kind *kind, const char *id);

/* "NL" for 4, and back (-1 when there is no such port). */
const char *port_name(int port);
int port_parse(const char *name);
/* The port that `port` of rotation 0 becomes after `turns` quarter turns. */
int port_rotate(int port, int turns);
/* The neighbour's port that `port` meets across the border. */
int port_opposite(int port);
/* The side 0..3 that a port lies on. */
int port_side(int port);
/* The side type at `side` in packed sides. */
enum side_type side_at(uint8_t packed, int side);

#endif

/*
 * board.c - placing tiles, the free cells around them, and features.
 *
 * Features are kept "quick-find": every node names its root directly and a
 * join renames the nodes of the younger feature.  New tiles bring new nodes,
 * which are always the younger ones, so a join mostly renames a single node,
 * and asking for a root - by far the most frequent question - is one look.
 *
 * Taking a tile off again builds the board anew from the remaining list.
 * That costs some microseconds, happens only for undo, and makes "as if it
 * had never been placed" true by construction.
 */
#include "board.h"

#include <string.h>

static const int8_t side_dx[PORT_SIDES] = {0, 1, 0, -1};
static const int8_t side_dy[PORT_SIDES] = {-1, 0, 1, 0};

/* Where to look for a cell in the hash first. */
static unsigned hash_slot(int x, int y)
{
	return ((unsigned)x * 37u + (unsigned)y * 101u) % BOARD_HASH;
}

int board_tile_at(const struct board *b, int x, int y)
{
	unsigned slot = hash_slot(x, y);

	while (b->hash[slot]) {
		const struct placed *t = &b->tiles[b->hash[slot] - 1];

		if (t->x == x && t->y == y)
			return b->hash[slot] - 1;
		slot = (slot + 1) % BOARD_HASH;
	}
	return BOARD_NO_TILE;
}

static void hash_add(struct board *b, int tile)
{
	unsigned slot = hash_slot(b->tiles[tile].x, b->tiles[tile].y);

	while (b->hash[slot])
		slot = (slot + 1) % BOARD_HASH;
	b->hash[slot] = (uint8_t)(tile + 1);
}

/* Orders cells by y, then x. */
static int32_t cell_key(int x, int y)
{
	return y * 65536 + x;
}

/*
 * The frontier is kept in order; this is the cell's rank.  The search takes
 * its halves by arithmetic, because no branch predictor can guess them.
 */
static int cell_rank(const struct board *b, int x, int y)
{
	int32_t key = cell_key(x, y);
	int rank = 0, left = b->frontier_count;

	while (left > 0) {
		int half = (left + 1) / 2, middle = rank + half - 1;

		rank += cell_key(b->frontier[middle].x, b->frontier[middle].y) < key ? half : 0;
		left -= half;
	}
	return rank;
}

static int cell_is(const struct board *b, int cell, int x, int y)
{
	return cell < b->frontier_count && b->frontier[cell].x == x && b->frontier[cell].y == y;
}

static void frontier_remove(struct board *b, int cell)
{
	size_t after = (size_t)(--b->frontier_count - cell);

	memmove(&b->frontier[cell], &b->frontier[cell + 1], after * sizeof(b->frontier[0]));
	memmove(&b->required[cell], &b->required[cell + 1], after);
	memset(&b->frontier[b->frontier_count], 0, sizeof(b->frontier[0]));
	b->required[b->frontier_count] = 0;
}

/*
 * The empty cell (x, y) of that rank has a new neighbour that shows `type` at
 * its `side`.  Returns 1 when the cell is new to the frontier.
 */
static int frontier_require(struct board *b, int cell, int x, int y, int side, enum side_type type)
{
	int added = !cell_is(b, cell, x, y);

	if (added) {
		size_t after = (size_t)(b->frontier_count++ - cell);

		memmove(&b->frontier[cell + 1], &b->frontier[cell], after * sizeof(b->frontier[0]));
		memmove(&b->required[cell + 1], &b->required[cell], after);
		b->frontier[cell].x = (int16_t)x;
		b->frontier[cell].y = (int16_t)y;
		b->required[cell] = 0;
	}
	b->required[cell] |= (uint8_t)(type << 2 * side);
	return added;
}

int board_fits(const struct board *b, const struct kind *kind, int cell, int rotation)
{
	return kind->fits[b->required[cell]] >> rotation & 1;
}

/* The rotations in a set of four, lowest first; the rest does not matter. */
static const uint16_t rotations_in[16][4] = {
	{0}, {0}, {1}, {0, 1}, {2}, {0, 2}, {1, 2}, {0, 1, 2},
	{3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3},
};
static const uint8_t set_size[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

int board_fits_list(const struct board *b, const struct kind *kind, uint16_t fits[BOARD_FITS_ROOM])
{
	const uint64_t next_cell = 0x0004000400040004;	/* 4 in each of four numbers */
	int cells = b->frontier_count, count = 0;
	uint64_t base = 0;

	for (int cell = 0; cell < cells; cell++, base += next_cell) {
		int set = kind->fits[b->required[cell]];
		uint64_t four;

		/* Four written always and kept as they fit: a branch would be guessed wrong too often. */
		memcpy(&four, rotations_in[set], sizeof(four));
		four += base;
		memcpy(&fits[count], &four, sizeof(four));
		count += set_size[set];
	}
	return count;
}

int board_fits_somewhere(const struct board *b, const struct kind *kind)
{
	for (int cell = 0; cell < b->frontier_count; cell++)
		if (kind->fits[b->required[cell]])
			return 1;
	return 0;
}

int board_check(const struct board *b, const struct tileset *ts, int face,
	int x, int y, int rotation, struct board_conflict *why)
{
	const struct kind *kind = &ts->kinds[ts->faces[face].kind];
	int cell;

	memset(why, 0, sizeof(*why));
	if (x < -TILESET_TILES_MAX || x > TILESET_TILES_MAX ||
		y < -TILESET_TILES_MAX || y > TILESET_TILES_MAX) {
		why->what = BOARD_DETACHED;	/* so many tiles do not reach there */
		return 0;
	}
	cell = cell_rank(b, x, y);
	if (!cell_is(b, cell, x, y)) {
		why->what = board_tile_at(b, x, y) == BOARD_NO_TILE ? BOARD_DETACHED : BOARD_OCCUPIED;
		return 0;
	}
	why->what = board_fits(b, kind, cell, rotation) ? BOARD_FITS : BOARD_MISMATCH;
	for (int side = 0; side < PORT_SIDES; side++) {
		why->tile_side[side] = side_at(kind->code[rotation], side);
		why->board_side[side] = side_at(b->required[cell], side);
		why->sides[side] = why->board_side[side] != SIDE_ANY &&
			why->board_side[side] != why->tile_side[side];
	}
	return why->what == BOARD_FITS;
}

/* Two ports meet: their features become one, or it closes on itself. */
static void join(struct board *b, int a, int c)
{
	int older = feature_root(b, a), younger = feature_root(b, c), node;

	if (older == younger) {
		/* Both ends are gone although nothing is merged: a loop closes (SS-6.3). */
		b->link[older] = (uint16_t)(b->link[older] - 2);
		return;
	}
	if (older > younger) {
		int swap = older;

		older = younger;
		younger = swap;
	}
	b->link[older] = (uint16_t)(FEATURE_ROOT |
		((b->link[older] & FEATURE_OPEN_ENDS) + (b->link[younger] & FEATURE_OPEN_ENDS) - 2));
	node = younger;
	do {
		b->link[node] = (uint16_t)older;
		node = b->next[node];
	} while (node != younger);
	/* Exchanging the successors of one node of each makes one ring of two. */
	node = b->next[older];
	b->next[older] = b->next[younger];
	b->next[younger] = (uint16_t)node;
}

static int bits(unsigned ports)
{
	int count = 0;

	for (; ports; ports &= ports - 1)
		count++;
	return count;
}

/* Join what meets across one side of a tile that was just placed. */
static void join_side(struct board *b, const struct tileset *ts, int tile, int other, int side)
{
	const struct placed *t = &b->tiles[tile], *o = &b->tiles[other];
	const uint8_t *mine = board_kind(b, ts, tile)->at[t->rotation];
	const uint8_t *theirs = board_kind(b, ts, other)->at[o->rotation];
	const int ports[3] = {side, PORT_SIDES + 2 * side, PORT_SIDES + 2 * side + 1};

	for (int i = 0; i < 3; i++) {
		int segment = mine[ports[i]], facing = theirs[port_opposite(ports[i])];

		if (segment != SEGMENT_NONE && facing != SEGMENT_NONE)
			join(b, t->first_node + segment, o->first_node + facing);
	}
}

/* Append the tile with its nodes, each a feature of its own. */
static int add_tile(struct board *b, const struct kind *kind, int face, int x, int y, int rotation)
{
	int tile = b->tile_count++;
	struct placed *t = &b->tiles[tile];

	t->x = (int16_t)x;
	t->y = (int16_t)y;
	t->first_node = b->node_count;
	t->face = (uint8_t)face;
	t->rotation = (uint8_t)rotation;
	for (int i = 0; i < kind->segment_count; i++) {
		int node = b->node_count++;

		b->link[node] = (uint16_t)(FEATURE_ROOT | bits(kind->segments[i].ports));
		b->next[node] = (uint16_t)node;
		b->tile_of[node] = (uint8_t)tile;
	}
	hash_add(b, tile);
	return tile;
}

/*
 * The rank of the cell on that side of (x, y), whose own rank is `cell`: in a
 * row it lies right before or behind.
 */
static int rank_beside(const struct board *b, int cell, int x, int y, int side)
{
	switch (side_dx[side]) {
	case 1:
		return cell;
	case -1:
		return cell > 0 && cell_is(b, cell - 1, x - 1, y) ? cell - 1 : cell;
	default:
		return cell_rank(b, x, y + side_dy[side]);
	}
}

int board_place(struct board *b, const struct tileset *ts, int face, int x, int y, int rotation)
{
	const struct kind *kind = &ts->kinds[ts->faces[face].kind];
	int tile = add_tile(b, kind, face, x, y, rotation);
	int cell = cell_rank(b, x, y);

	if (cell_is(b, cell, x, y))
		frontier_remove(b, cell);
	for (int side = 0; side < PORT_SIDES; side++) {
		int nx = x + side_dx[side], ny = y + side_dy[side];
		int other = board_tile_at(b, nx, ny), rank;

		if (other != BOARD_NO_TILE) {
			join_side(b, ts, tile, other, side);
			continue;
		}
		rank = rank_beside(b, cell, x, y, side);
		/* A new cell to the north comes before (x, y) in the order. */
		if (frontier_require(b, rank, nx, ny, port_opposite(side), side_at(kind->code[rotation], side)))
			cell += side_dy[side] < 0;
	}
	return tile;
}

void board_start(struct board *b, const struct tileset *ts)
{
	memset(b, 0, sizeof(*b));
	board_place(b, ts, ts->start_face, 0, 0, 0);
}

void board_remove_last(struct board *b, const struct tileset *ts)
{
	struct placed tiles[TILESET_TILES_MAX];
	int count = b->tile_count - 1;

	memcpy(tiles, b->tiles, (size_t)count * sizeof(tiles[0]));
	memset(b, 0, sizeof(*b));
	for (int i = 0; i < count; i++)
		board_place(b, ts, tiles[i].face, tiles[i].x, tiles[i].y, tiles[i].rotation);
}

int board_node_segment(const struct board *b, int node)
{
	return node - b->tiles[board_node_tile(b, node)].first_node;
}

int board_node(const struct board *b, int tile, int segment)
{
	return b->tiles[tile].first_node + segment;
}

int feature_tiles(const struct board *b, int root)
{
	uint8_t seen[TILESET_TILES_MAX] = {0};
	int node = root, count = 0;

	do {
		int tile = board_node_tile(b, node);

		count += !seen[tile];
		seen[tile] = 1;
		node = b->next[node];
	} while (node != root);
	return count;
}

enum shape feature_shape(const struct board *b, const struct tileset *ts, int root)
{
	int tile = board_node_tile(b, root);

	return (enum shape)board_kind(b, ts, tile)->segments[root - b->tiles[tile].first_node].shape;
}

int board_neighbours(const struct board *b, int tile)
{
	int count = 0;

	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if (dx || dy)
				count += board_tile_at(b, b->tiles[tile].x + dx, b->tiles[tile].y + dy)
					!= BOARD_NO_TILE;
	return count;
}

int feature_ends_to_come(const struct board *b, const struct tileset *ts, int root)
{
	int open = feature_open_ends(b, root);

	if (open > 0 || feature_shape(b, ts, root) != SHAPE_CENTRE)
		return open;
	return 8 - board_neighbours(b, board_node_tile(b, root));
}

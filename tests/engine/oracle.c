/*
 * The geometry of the oracle: a flood fill over (tile, segment) with its own
 * idea of rotation.  A place on a tile's rim is a side 0..3 (N E S W) and a
 * part: left half, right half or centre as seen from the tile's centre.
 * Turning a tile moves the side and keeps the part; crossing a border turns
 * to the other side and swaps left and right.
 */
#include <string.h>

#include "tests/engine/oracle.h"

enum { LEFT, RIGHT, CENTRE };

static const int step_x[4] = { 0, 1, 0, -1 };
static const int step_y[4] = { -1, 0, 1, 0 };

static const struct kind *kind_of(const struct oracle *o, int face)
{
	return &o->ts->kinds[o->ts->faces[face].kind];
}

/* Ports count 0..3 N E S W, then NL NR EL ER SL SR WL WR (tileset.h). */
static int port_number(int side, int part)
{
	return part == CENTRE ? side : 4 + 2 * side + (part == RIGHT);
}

int oracle_tile_at(const struct oracle *o, int x, int y)
{
	if (x <= -ORACLE_GRID / 2 || x >= ORACLE_GRID / 2 || y <= -ORACLE_GRID / 2 || y >= ORACLE_GRID / 2)
		return -1;
	return o->grid[y + ORACLE_GRID / 2][x + ORACLE_GRID / 2] - 1;
}

/* The segment of `kind` that has this port before rotation, or -1. */
static int segment_with(const struct kind *kind, int side, int part)
{
	for (int s = 0; s < kind->segment_count; s++)
		if (kind->segments[s].ports >> port_number(side, part) & 1)
			return s;
	return -1;
}

/* What a side of a turned tile shows: bridge, island, or else sea. */
static int shape_of_side(const struct oracle *o, int face, int rotation, int side)
{
	const struct kind *kind = kind_of(o, face);
	int s = segment_with(kind, (side + 4 - rotation) % 4, CENTRE);

	return s < 0 ? SHAPE_OPEN : kind->segments[s].shape;
}

int oracle_fits(const struct oracle *o, int face, int x, int y, int rotation)
{
	int touching = 0;

	if (oracle_tile_at(o, x, y) >= 0)
		return 0;
	for (int side = 0; side < 4; side++) {
		int t = oracle_tile_at(o, x + step_x[side], y + step_y[side]);

		if (t < 0)
			continue;
		touching++;
		if (shape_of_side(o, face, rotation, side) !=
		    shape_of_side(o, o->now.tiles[t].face, o->now.tiles[t].rotation, (side + 2) % 4))
			return 0;
	}
	return touching > 0;
}

int oracle_places(const struct oracle *o, int face, struct oracle_tile out[ORACLE_LEGAL_MAX])
{
	int count = 0, low_x = 0, high_x = 0, low_y = 0, high_y = 0;

	for (int i = 0; i < o->now.tile_count; i++) {
		const struct oracle_tile *t = &o->now.tiles[i];

		low_x = t->x < low_x ? t->x : low_x;
		high_x = t->x > high_x ? t->x : high_x;
		low_y = t->y < low_y ? t->y : low_y;
		high_y = t->y > high_y ? t->y : high_y;
	}
	for (int y = low_y - 1; y <= high_y + 1; y++)
		for (int x = low_x - 1; x <= high_x + 1; x++)
			for (int r = 0; r < 4; r++)
				if (oracle_fits(o, face, x, y, r) && count < ORACLE_LEGAL_MAX)
					out[count++] = (struct oracle_tile){ (int16_t)x, (int16_t)y, (uint8_t)face, (uint8_t)r };
	return count;
}

int oracle_neighbours(const struct oracle *o, int tile)
{
	const struct oracle_tile *t = &o->now.tiles[tile];
	int count = -1;		/* itself */

	for (int y = t->y - 1; y <= t->y + 1; y++)
		for (int x = t->x - 1; x <= t->x + 1; x++)
			count += oracle_tile_at(o, x, y) >= 0;
	return count;
}

static int covered(const struct oracle *o, int tile, int segment, int group)
{
	for (int i = 0; i < o->now.boat_count; i++) {
		const struct oracle_boat *b = &o->now.boats[i];

		if (b->tile == tile && b->segment == segment && b->group == group)
			return 1;
	}
	return 0;
}

static void count_segment(const struct oracle *o, struct oracle_feature *f, int tile, int segment)
{
	const struct symbols *s = &o->ts->faces[o->now.tiles[tile].face].symbols[segment];

	f->symbols[0] += s->count[0];
	f->symbols[1] += s->count[1];
	for (int g = 0; g < s->group_count; g++)
		if (!covered(o, tile, segment, g))
			f->fish += s->groups[g];
}

/* Give every segment that can be reached the same label, counting as we go. */
static void flood(struct oracle *o, int tile, int segment, uint16_t label)
{
	struct oracle_feature *f = &o->features[label];
	struct { uint8_t tile, segment; } todo[TILESET_NODES_MAX];
	uint8_t seen[TILESET_TILES_MAX] = { 0 };
	int count = 0;

	todo[count].tile = (uint8_t)tile;
	todo[count++].segment = (uint8_t)segment;
	o->label[tile][segment] = label;
	for (int i = 0; i < count; i++) {
		int t = todo[i].tile, s = todo[i].segment;
		const struct oracle_tile *at = &o->now.tiles[t];
		uint16_t ports = kind_of(o, at->face)->segments[s].ports;

		count_segment(o, f, t, s);
		f->tiles += !seen[t];
		seen[t] = 1;
		for (int side = 0; side < 4; side++)
			for (int part = LEFT; part <= CENTRE; part++) {
				int out_side = (side + at->rotation) % 4, to, other;
				const struct oracle_tile *next;

				if (!(ports >> port_number(side, part) & 1))
					continue;
				to = oracle_tile_at(o, at->x + step_x[out_side], at->y + step_y[out_side]);
				if (to < 0) {
					f->open++;
					continue;
				}
				next = &o->now.tiles[to];
				other = segment_with(kind_of(o, next->face), (out_side + 2 + 4 - next->rotation) % 4,
					part == CENTRE ? CENTRE : part == LEFT ? RIGHT : LEFT);
				if (other >= 0 && o->label[to][other] == NODE_NONE) {
					o->label[to][other] = label;
					todo[count].tile = (uint8_t)to;
					todo[count++].segment = (uint8_t)other;
				}
			}
	}
}

static void count_pieces(struct oracle *o)
{
	for (int i = 0; i < o->now.piece_count; i++) {
		const struct oracle_piece *p = &o->now.pieces[i];
		struct oracle_feature *f = &o->features[o->label[p->tile][p->segment]];

		f->pieces++;
		f->of_seat[p->seat]++;
	}
}

void oracle_look(struct oracle *o)
{
	for (int i = 0; i < o->marked_count; i++)
		o->grid[o->marked[i].y + ORACLE_GRID / 2][o->marked[i].x + ORACLE_GRID / 2] = 0;
	o->marked_count = o->now.tile_count;
	for (int t = 0; t < o->now.tile_count; t++) {
		o->marked[t].x = o->now.tiles[t].x;
		o->marked[t].y = o->now.tiles[t].y;
		o->grid[o->marked[t].y + ORACLE_GRID / 2][o->marked[t].x + ORACLE_GRID / 2] = (int16_t)(t + 1);
	}
	memset(o->label, 0xff, (size_t)o->now.tile_count * sizeof o->label[0]);
	o->feature_count = 0;
	for (int t = 0; t < o->now.tile_count; t++) {
		const struct kind *kind = kind_of(o, o->now.tiles[t].face);

		for (int s = 0; s < kind->segment_count; s++) {
			if (o->label[t][s] != NODE_NONE)
				continue;
			o->features[o->feature_count] = (struct oracle_feature){
				.shape = kind->segments[s].shape, .first_tile = t, .first_segment = s };
			flood(o, t, s, (uint16_t)o->feature_count++);
		}
	}
	count_pieces(o);
}

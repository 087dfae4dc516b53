/*
 * The geometry of the oracles: a flood fill over (tile, segment) with its own
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

const struct kind *oracle_kind(const struct oracle_core *c, int face)
{
	return &c->ts->kinds[c->ts->faces[face].kind];
}

/* Ports count 0..3 N E S W, then NL NR EL ER SL SR WL WR (tileset.h). */
static int port_number(int side, int part)
{
	return part == CENTRE ? side : 4 + 2 * side + (part == RIGHT);
}

int oracle_tile_at(const struct oracle_core *c, int x, int y)
{
	if (x <= -ORACLE_GRID / 2 || x >= ORACLE_GRID / 2 || y <= -ORACLE_GRID / 2 || y >= ORACLE_GRID / 2)
		return -1;
	return c->grid[y + ORACLE_GRID / 2][x + ORACLE_GRID / 2] - 1;
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
static int shape_of_side(const struct oracle_core *c, int face, int rotation, int side)
{
	const struct kind *kind = oracle_kind(c, face);
	int s = segment_with(kind, (side + 4 - rotation) % 4, CENTRE);

	return s < 0 ? SHAPE_OPEN : kind->segments[s].shape;
}

int oracle_fits(const struct oracle_core *c, int face, int x, int y, int rotation)
{
	int touching = 0;

	if (oracle_tile_at(c, x, y) >= 0)
		return 0;
	for (int side = 0; side < 4; side++) {
		int t = oracle_tile_at(c, x + step_x[side], y + step_y[side]);

		if (t < 0)
			continue;
		touching++;
		if (shape_of_side(c, face, rotation, side) !=
		    shape_of_side(c, c->tiles[t].face, c->tiles[t].rotation, (side + 2) % 4))
			return 0;
	}
	return touching > 0;
}

int oracle_places(const struct oracle_core *c, int face, struct oracle_tile out[ORACLE_LEGAL_MAX])
{
	int count = 0, low_x = 0, high_x = 0, low_y = 0, high_y = 0;

	for (int i = 0; i < c->tile_count; i++) {
		const struct oracle_tile *t = &c->tiles[i];

		low_x = t->x < low_x ? t->x : low_x;
		high_x = t->x > high_x ? t->x : high_x;
		low_y = t->y < low_y ? t->y : low_y;
		high_y = t->y > high_y ? t->y : high_y;
	}
	for (int y = low_y - 1; y <= high_y + 1; y++)
		for (int x = low_x - 1; x <= high_x + 1; x++)
			for (int r = 0; r < 4; r++)
				if (oracle_fits(c, face, x, y, r) && count < ORACLE_LEGAL_MAX)
					out[count++] = (struct oracle_tile){ (int16_t)x, (int16_t)y, (uint8_t)face, (uint8_t)r };
	return count;
}

int oracle_place_actions(const struct oracle_core *c, int face, int seat, struct action out[ORACLE_LEGAL_MAX])
{
	struct oracle_tile places[ORACLE_LEGAL_MAX];
	int count = oracle_places(c, face, places);

	for (int i = 0; i < count; i++)
		out[i] = (struct action){ .type = ACTION_PLACE, .seat = (uint8_t)seat, .rotation = places[i].rotation,
			.x = places[i].x, .y = places[i].y };
	return count;
}

int oracle_fits_somewhere(const struct oracle_core *c, int face)
{
	struct oracle_tile places[ORACLE_LEGAL_MAX];

	return oracle_places(c, face, places) > 0;
}

int oracle_neighbours(const struct oracle_core *c, int tile)
{
	const struct oracle_tile *t = &c->tiles[tile];
	int count = -1;		/* itself */

	for (int y = t->y - 1; y <= t->y + 1; y++)
		for (int x = t->x - 1; x <= t->x + 1; x++)
			count += oracle_tile_at(c, x, y) >= 0;
	return count;
}

/* Give every segment that can be reached the same label, counting as we go. */
static void flood(struct oracle_core *c, int tile, int segment, uint16_t label)
{
	struct oracle_region *f = &c->regions[label];
	struct { uint8_t tile, segment; } todo[TILESET_NODES_MAX];
	uint8_t seen[TILESET_TILES_MAX] = { 0 };
	int count = 0;

	todo[count].tile = (uint8_t)tile;
	todo[count++].segment = (uint8_t)segment;
	c->label[tile][segment] = label;
	for (int i = 0; i < count; i++) {
		int t = todo[i].tile, s = todo[i].segment;
		const struct oracle_tile *at = &c->tiles[t];
		uint16_t ports = oracle_kind(c, at->face)->segments[s].ports;

		f->marks[oracle_kind(c, at->face)->segments[s].mark % 8]++;
		f->tiles += !seen[t];
		seen[t] = 1;
		for (int side = 0; side < 4; side++)
			for (int part = LEFT; part <= CENTRE; part++) {
				int out_side = (side + at->rotation) % 4, to, other;
				const struct oracle_tile *next;

				if (!(ports >> port_number(side, part) & 1))
					continue;
				to = oracle_tile_at(c, at->x + step_x[out_side], at->y + step_y[out_side]);
				if (to < 0) {
					f->open++;
					continue;
				}
				next = &c->tiles[to];
				other = segment_with(oracle_kind(c, next->face), (out_side + 2 + 4 - next->rotation) % 4,
					part == CENTRE ? CENTRE : part == LEFT ? RIGHT : LEFT);
				if (other >= 0 && c->label[to][other] == NODE_NONE) {
					c->label[to][other] = label;
					todo[count].tile = (uint8_t)to;
					todo[count++].segment = (uint8_t)other;
				}
			}
	}
}

static void count_pieces(struct oracle_core *c, const struct oracle_turn *t)
{
	for (int i = 0; i < t->piece_count; i++) {
		const struct oracle_piece *p = &t->pieces[i];
		struct oracle_region *r = &c->regions[c->label[p->tile][p->segment]];

		r->pieces++;
		r->of_seat[p->seat]++;
	}
}

static void mark_grid(struct oracle_core *c)
{
	for (int i = 0; i < c->marked_count; i++)
		c->grid[c->marked[i].y + ORACLE_GRID / 2][c->marked[i].x + ORACLE_GRID / 2] = 0;
	c->marked_count = c->tile_count;
	for (int t = 0; t < c->tile_count; t++) {
		c->marked[t].x = c->tiles[t].x;
		c->marked[t].y = c->tiles[t].y;
		c->grid[c->marked[t].y + ORACLE_GRID / 2][c->marked[t].x + ORACLE_GRID / 2] = (int16_t)(t + 1);
	}
}

void oracle_look(struct oracle_core *c, const struct oracle_turn *turn)
{
	c->tile_count = turn->tile_count;
	mark_grid(c);
	memset(c->label, 0xff, (size_t)c->tile_count * sizeof c->label[0]);
	c->region_count = 0;
	for (int t = 0; t < c->tile_count; t++) {
		const struct kind *kind = oracle_kind(c, c->tiles[t].face);

		for (int s = 0; s < kind->segment_count; s++) {
			if (c->label[t][s] != NODE_NONE)
				continue;
			c->regions[c->region_count] = (struct oracle_region){
				.shape = kind->segments[s].shape, .first_tile = t, .first_segment = s };
			flood(c, t, s, (uint16_t)c->region_count++);
		}
	}
	count_pieces(c, turn);
}

/* --- small steps that all games take --- */

void oracle_lay(struct oracle_core *c, struct oracle_turn *t, const struct action *a)
{
	c->tiles[t->tile_count] = (struct oracle_tile){ a->x, a->y, t->hand, a->rotation };
	t->placed = (uint8_t)t->tile_count++;
	t->hand = FACE_NONE;
	t->phase = PHASE_PIECE;
	oracle_look(c, t);
}

void oracle_remove_pieces(const struct oracle_core *c, struct oracle_turn *t, int label, int seat)
{
	int kept = 0;

	for (int i = 0; i < t->piece_count; i++) {
		struct oracle_piece p = t->pieces[i];

		if ((label >= 0 && c->label[p.tile][p.segment] == label) || p.seat == seat)
			continue;
		t->pieces[kept++] = p;
	}
	t->piece_count = kept;
}

void oracle_next_seat(const struct oracle_core *c, struct oracle_turn *t)
{
	do {
		t->seat = (uint8_t)((t->seat + 1) % c->seats);
	} while (t->resigned[t->seat]);
	t->number++;
	t->closing = 0;
	t->placed = TILE_NONE;
	t->phase = PHASE_DRAW;
}

int oracle_same_action(const struct action *a, const struct action *b)
{
	return a->type == b->type && a->seat == b->seat && a->rotation == b->rotation && a->segment == b->segment &&
		a->x == b->x && a->y == b->y && a->group == b->group && a->ship == b->ship && a->size == b->size &&
		a->planet == b->planet && memcmp(a->wares, b->wares, sizeof a->wares) == 0;
}

/*
 * tile_text.c - drawing a tile.
 *
 * Each place of the field belongs to the side that it is nearest to, left or
 * right of the side's middle: that is a port, and the port's segment is what
 * lies there.  Lines take the middle of their sides, and what goes through
 * takes the middle of the tile.  Labels are put where most of their own
 * segment is under them.
 */
#include "api/tile_text.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

enum {
	MIDDLE_X = TILE_TEXT_COLUMNS / 2,
	MIDDLE_Y = TILE_TEXT_ROWS / 2,
	LABEL_MAX = TILE_TEXT_COLUMNS
};

/* --- sheets -------------------------------------------------------------- */

void sheet_open(struct sheet *s, int width, int height)
{
	size_t size = (size_t)width * (size_t)height;

	s->width = width;
	s->height = height;
	s->cells = malloc(size);
	if (s->cells)
		memset(s->cells, ' ', size);
}

void sheet_close(struct sheet *s)
{
	free(s->cells);
	s->cells = NULL;
}

void sheet_put(struct sheet *s, int x, int y, char c)
{
	if (s->cells && x >= 0 && x < s->width && y >= 0 && y < s->height)
		s->cells[(size_t)y * (size_t)s->width + (size_t)x] = c;
}

void sheet_text(struct sheet *s, int x, int y, const char *text)
{
	for (; *text; text++)
		sheet_put(s, x++, y, *text);
}

/* Characters of the line up to its last one that is no blank. */
static size_t line_size(const struct sheet *s, int y)
{
	const char *line = s->cells + (size_t)y * (size_t)s->width;
	size_t size = (size_t)s->width;

	while (size > 0 && line[size - 1] == ' ')
		size--;
	return size;
}

int sheet_blank(const struct sheet *s, int y)
{
	return !s->cells || line_size(s, y) == 0;
}

void sheet_line(const struct sheet *s, int y, struct buf *out)
{
	if (s->cells)
		buf_bytes(out, s->cells + (size_t)y * (size_t)s->width, line_size(s, y));
}

void tile_marks_clear(struct tile_marks *marks)
{
	memset(marks, 0, sizeof(*marks));
}

/* --- what lies where -------------------------------------------------------- */

struct plan {
	const struct kind *kind;
	const struct tile_language *words;
	int rotation;
	uint8_t at[TILE_TEXT_ROWS][TILE_TEXT_COLUMNS];	/* segment, or SEGMENT_NONE */
	uint8_t taken[TILE_TEXT_ROWS][TILE_TEXT_COLUMNS];	/* by a label */
};

static enum shape shape_of(const struct plan *f, int segment)
{
	return (enum shape)f->kind->segments[segment].shape;
}

static int whole_side(const struct plan *f, int side)
{
	return f->kind->at[f->rotation][side];
}

static int side_count(const struct plan *f, int segment)
{
	int count = 0;

	for (int side = 0; side < PORT_SIDES; side++)
		count += whole_side(f, side) == segment;
	return count;
}

/* The half side that a place off the middle lines belongs to: its port. */
static int half_port(int x, int y)
{
	/* In units in which the field is a square. */
	int across = (x - MIDDLE_X) * TILE_TEXT_ROWS, down = (y - MIDDLE_Y) * TILE_TEXT_COLUMNS;

	if (abs(down) >= abs(across))
		return down < 0 ? (across < 0 ? 4 : 5) : (across < 0 ? 9 : 8);
	return across > 0 ? (down < 0 ? 6 : 7) : (down < 0 ? 11 : 10);
}

static int segment_at(const struct plan *f, int x, int y)
{
	int port = half_port(x, y), side = port_side(port), whole = whole_side(f, side);
	int on_line = side % 2 ? y == MIDDLE_Y : x == MIDDLE_X;

	if (whole != SEGMENT_NONE && (shape_of(f, whole) != SHAPE_LINE || on_line))
		return whole;
	return f->kind->at[f->rotation][port];
}

/* A centre, or what goes from one side to another. */
static int segment_in_the_middle(const struct plan *f)
{
	int found = f->kind->centre;

	for (int i = 0; i < f->kind->segment_count && found == SEGMENT_NONE; i++)
		if (shape_of(f, i) == SHAPE_LAND && side_count(f, i) > 1)
			found = i;
	for (int i = 0; i < f->kind->segment_count && found == SEGMENT_NONE; i++)
		if (shape_of(f, i) == SHAPE_LINE && side_count(f, i) > 1)
			found = i;
	return found;
}

static void survey(struct plan *f, const struct kind *kind, int rotation)
{
	f->kind = kind;
	f->rotation = rotation;
	memset(f->taken, 0, sizeof(f->taken));
	for (int y = 0; y < TILE_TEXT_ROWS; y++)
		for (int x = 0; x < TILE_TEXT_COLUMNS; x++)
			f->at[y][x] = (uint8_t)segment_at(f, x, y);
	f->at[MIDDLE_Y][MIDDLE_X] = (uint8_t)segment_in_the_middle(f);
}

/* --- drawing ------------------------------------------------------------------ */

static char ground(const struct plan *f, int x, int y)
{
	int segment = f->at[y][x];

	if (segment == SEGMENT_NONE)
		return ' ';
	switch (shape_of(f, segment)) {
	case SHAPE_LINE:
		if (x == MIDDLE_X && y == MIDDLE_Y)
			return '+';
		return x == MIDDLE_X ? 'H' : '=';
	case SHAPE_LAND:
		return '.';
	case SHAPE_OPEN:
	case SHAPE_CENTRE:
		break;
	}
	return ' ';
}

/* Lines that end in the middle meet in a knot. */
static int has_knot(const struct plan *f)
{
	int lines = 0;

	for (int side = 0; side < PORT_SIDES; side++) {
		int whole = whole_side(f, side);

		lines += whole != SEGMENT_NONE && shape_of(f, whole) == SHAPE_LINE;
	}
	return lines > 0;
}

static void draw_ground(struct sheet *s, int left, int top, const struct plan *f)
{
	for (int y = 0; y < TILE_TEXT_ROWS; y++)
		for (int x = 0; x < TILE_TEXT_COLUMNS; x++)
			sheet_put(s, left + x, top + y, ground(f, x, y));
	if (f->at[MIDDLE_Y][MIDDLE_X] == SEGMENT_NONE && has_knot(f))
		sheet_put(s, left + MIDDLE_X, top + MIDDLE_Y, 'O');
}

/* What stands on the rim: the side goes on in the neighbour, or is closed. */
static char rim(const struct plan *f, int side, int along, int middle, int closed)
{
	int whole = whole_side(f, side);
	char wall = side % 2 ? '|' : '-';

	if (whole != SEGMENT_NONE && shape_of(f, whole) == SHAPE_LAND)
		return '.';
	if (whole != SEGMENT_NONE && along == middle)
		return side % 2 ? '=' : 'H';
	return closed ? wall : ' ';
}

static void draw_rim(struct sheet *s, int x, int y, const struct plan *f, unsigned outer)
{
	for (int i = 0; i < TILE_TEXT_COLUMNS; i++) {
		sheet_put(s, x + 1 + i, y, rim(f, 0, i, MIDDLE_X, outer & 1));
		sheet_put(s, x + 1 + i, y + TILE_TEXT_STEP_Y, rim(f, 2, i, MIDDLE_X, outer >> 2 & 1));
	}
	for (int i = 0; i < TILE_TEXT_ROWS; i++) {
		sheet_put(s, x + TILE_TEXT_STEP_X, y + 1 + i, rim(f, 1, i, MIDDLE_Y, outer >> 1 & 1));
		sheet_put(s, x, y + 1 + i, rim(f, 3, i, MIDDLE_Y, outer >> 3 & 1));
	}
	tile_corners(s, x, y, '+');
}

void tile_corners(struct sheet *s, int x, int y, char c)
{
	for (int corner = 0; corner < 4; corner++)
		sheet_put(s, x + (corner & 1) * TILE_TEXT_STEP_X, y + (corner >> 1) * TILE_TEXT_STEP_Y, c);
}

/* --- labels -------------------------------------------------------------------- */

/* A short text that is cut off where its room ends. */
struct label {
	char text[LABEL_MAX + 1];
	int size;
};

static void label_add(struct label *l, const char *text, int max)
{
	for (; *text && l->size < max; text++)
		l->text[l->size++] = *text;
	l->text[l->size] = '\0';
}

char mark_letter(const struct tile_language *words, int mark)
{
	return (char)(words->marks[mark][0] - 'a' + 'A');
}

static void label_symbols(struct label *l, const struct symbols *symbols, unsigned covered, char mark)
{
	char sign[12];
	const char *colon = ":";

	for (int i = 0; i < 2; i++) {
		if (!symbols->count[i])
			continue;
		snprintf(sign, sizeof(sign), "%s%d", colon, symbols->count[i]);
		label_add(l, sign, LABEL_MAX);
		colon = "";
	}
	for (int i = 0; i < symbols->group_count; i++) {
		snprintf(sign, sizeof(sign), "%s%c", colon, covered >> i & 1 ? 'x' : '0' + symbols->groups[i]);
		label_add(l, sign, LABEL_MAX);
		colon = "";
	}
	if (symbols->flag) {
		label_add(l, colon, LABEL_MAX);
		label_add(l, "*", LABEL_MAX);
		colon = "";
	}
	if (mark) {
		snprintf(sign, sizeof(sign), "%s%c", colon, mark);
		label_add(l, sign, LABEL_MAX);
	}
}

static void label_of(struct label *l, const struct plan *f, const struct face *face, int segment,
	const struct tile_marks *marks)
{
	const struct segment *of = &f->kind->segments[segment];
	int centre = of->shape == SHAPE_CENTRE, room = LABEL_MAX - (int)strlen(marks->pieces[segment]);

	l->size = 0;
	label_add(l, centre ? "[" : "", LABEL_MAX);
	label_add(l, of->id, LABEL_MAX / 2);
	label_symbols(l, &face->symbols[segment], marks->covered[segment],
		of->mark ? mark_letter(f->words, of->mark) : '\0');
	label_add(l, centre ? "]" : "", LABEL_MAX);
	if (l->size > room)
		l->size = room;
	label_add(l, marks->pieces[segment], LABEL_MAX);
}

/*
 * How well a label stands there; below 0: another one does.  Own ground counts
 * most, blank ground does no harm, what is drawn for another segment does,
 * also beside it.  `apart` asks for a gap between labels.
 */
static int fitness(const struct plan *f, int segment, int x, int y, int size, int apart)
{
	int own = 0, foreign = 0, crowded = 0;

	for (int i = -1; i <= size; i++) {
		int inside = i >= 0 && i < size, at = x + i;

		if (at < 0 || at >= TILE_TEXT_COLUMNS)
			continue;
		if (f->taken[y][at] && (inside || apart))
			return -1;
		if (!inside) {
			crowded += f->at[y][at] != segment && ground(f, at, y) != ' ';
			continue;
		}
		own += f->at[y][at] == segment;
		foreign += f->at[y][at] != segment && ground(f, at, y) != ' ';
	}
	return 1000 + 40 * own - 30 * foreign - 8 * crowded;
}

/* Mean place of a segment, in halves. */
static void balance(const struct plan *f, int segment, int *x2, int *y2)
{
	int count = 0, x = 0, y = 0;

	for (int row = 0; row < TILE_TEXT_ROWS; row++)
		for (int column = 0; column < TILE_TEXT_COLUMNS; column++)
			if (f->at[row][column] == segment) {
				count++;
				x += column;
				y += row;
			}
	*x2 = count ? 2 * x / count : 2 * MIDDLE_X;
	*y2 = count ? 2 * y / count : 2 * MIDDLE_Y;
}

static int find_room(const struct plan *f, int segment, int size, int apart, int *best_x, int *best_y)
{
	int best = -1, x2, y2;

	balance(f, segment, &x2, &y2);
	for (int y = 0; y < TILE_TEXT_ROWS; y++)
		for (int x = 0; x + size <= TILE_TEXT_COLUMNS; x++) {
			int fit = fitness(f, segment, x, y, size, apart);

			if (fit >= 0)
				fit -= abs(2 * x + size - 1 - x2) + 2 * abs(2 * y - y2);
			if (fit > best) {
				best = fit;
				*best_x = x;
				*best_y = y;
			}
		}
	return best >= 0;
}

static void put_label(struct sheet *s, int left, int top, struct plan *f, int segment, const struct label *l)
{
	int x = 0, y = 0;

	if (!find_room(f, segment, l->size, 1, &x, &y) && !find_room(f, segment, l->size, 0, &x, &y))
		return;
	sheet_text(s, left + x, top + y, l->text);
	memset(&f->taken[y][x], 1, (size_t)l->size);
}

/* The fewer places a segment has, the sooner it chooses. */
static void draw_labels(struct sheet *s, int left, int top, struct plan *f, const struct face *face,
	const struct tile_marks *marks)
{
	int places[TILESET_SEGMENTS_MAX] = {0}, done[TILESET_SEGMENTS_MAX] = {0};

	for (int y = 0; y < TILE_TEXT_ROWS; y++)
		for (int x = 0; x < TILE_TEXT_COLUMNS; x++)
			if (f->at[y][x] != SEGMENT_NONE)
				places[f->at[y][x]]++;
	for (int n = 0; n < f->kind->segment_count; n++) {
		struct label label;
		int next = -1;

		for (int i = 0; i < f->kind->segment_count; i++)
			if (!done[i] && (next < 0 || places[i] < places[next]))
				next = i;
		done[next] = 1;
		label_of(&label, f, face, next, marks);
		put_label(s, left, top, f, next, &label);
	}
}

void tile_draw(struct sheet *s, int x, int y, const struct tileset *ts, const struct tile_language *words,
	int face, int rotation, unsigned outer, const struct tile_marks *marks)
{
	struct plan f = {.words = words};

	survey(&f, &ts->kinds[ts->faces[face].kind], rotation);
	draw_ground(s, x + 1, y + 1, &f);
	draw_rim(s, x, y, &f, outer);
	draw_labels(s, x + 1, y + 1, &f, &ts->faces[face], marks);
}

/*
 * board_text.c - the board at a terminal: tiles, coordinates, and where the
 * tile in hand fits.
 */
#include "api/board_text.h"

#include <stdio.h>
#include <string.h>

#include "api/tell.h"
#include "api/tile_text.h"

enum { MARGIN = 6, ROTATIONS = 4, PIECES_TEXT_MAX = 2 * GAME_PIECES_MAX + 1, LEGEND_MAX = 8 * 1024 };

/* --- markers -------------------------------------------------------------------- */

/*
 * What the ruleset adds to the board are objects with x, y, segment and group:
 * that group is covered.  Whatever else it says goes past unseen.
 */
struct markers {
	struct sink sink;
	const struct game *g;
	const struct tileset *ts;
	struct tile_marks *marks;	/* by tile */
	int x, y, group, has;		/* of the object that is open */
	char segment[TILESET_ID_MAX + 1];
};

static void marker_open(struct sink *s, const char *key)
{
	(void)key;
	((struct markers *)s)->has = 0;
}

static void marker_number(struct sink *s, const char *key, long value)
{
	struct markers *m = (struct markers *)s;

	if (!key)
		return;
	if (strcmp(key, "x") == 0)
		m->x = (int)value;
	else if (strcmp(key, "y") == 0)
		m->y = (int)value;
	else if (strcmp(key, "group") == 0)
		m->group = (int)value;
	else
		return;
	m->has++;
}

static void marker_text(struct sink *s, const char *key, const char *value)
{
	struct markers *m = (struct markers *)s;

	if (key && strcmp(key, "segment") == 0) {
		snprintf(m->segment, sizeof(m->segment), "%s", value);
		m->has++;
	}
}

static void marker_end(struct sink *s)
{
	struct markers *m = (struct markers *)s;
	int tile, segment;

	if (m->has == 4 && (tile = board_tile_at(&m->g->board, m->x, m->y)) != BOARD_NO_TILE) {
		segment = kind_find_segment(board_kind(&m->g->board, m->ts, tile), m->segment);
		if (segment >= 0 && m->group < TILESET_GROUPS_MAX)
			m->marks[tile].covered[segment] |= (uint8_t)(1u << m->group);
	}
	m->has = 0;
}

static void marker_other(struct sink *s, const char *key)
{
	(void)s;
	(void)key;
}

static void marker_flag(struct sink *s, const char *key, int value)
{
	(void)value;
	marker_other(s, key);
}

/* Pieces on a node as "@01%2": seats by size, in order of placing.  Returns its length. */
static int pieces_text(const struct game *g, int node, char text[PIECES_TEXT_MAX])
{
	static const char signs[] = TILE_TEXT_SIZES;
	int size = 0, sizes = (int)sizeof(signs) - 1;

	for (int k = 0; k < sizes; k++) {
		int before = size;

		for (int i = 0; i < g->now.piece_count; i++) {
			const struct piece *piece = &g->now.pieces[i];

			if (piece->node != node || piece->size % sizes != k)
				continue;
			if (size == before)
				text[size++] = signs[k];
			text[size++] = (char)('0' + piece->seat);
		}
	}
	text[size] = '\0';
	return size;
}

static void mark_pieces(const struct game *g, int node, char out[TILE_TEXT_PIECES + 1])
{
	char text[PIECES_TEXT_MAX];
	int size = pieces_text(g, node, text);

	if (size > TILE_TEXT_PIECES)
		strcpy(text + TILE_TEXT_PIECES - 1, "+");
	strcpy(out, text);
}

static void collect_marks(const struct table *t, struct tile_marks marks[TILESET_TILES_MAX])
{
	const struct board *b = &t->game->board;
	struct markers m = {
		.sink = {marker_open, marker_open, marker_end, marker_number, marker_text,
			marker_flag, marker_other},
		.g = t->game, .ts = t->tileset, .marks = marks,
	};

	for (int tile = 0; tile < b->tile_count; tile++)
		tile_marks_clear(&marks[tile]);
	for (int i = 0; i < t->game->now.piece_count; i++) {
		int node = t->game->now.pieces[i].node, tile = board_node_tile(b, node);

		mark_pieces(t->game, node, marks[tile].pieces[node - b->tiles[tile].first_node]);
	}
	game_describe_added_board(t->game, t->tileset, &m.sink);
}

/* --- the board --------------------------------------------------------------------- */

struct frame {
	int min_x, max_x, min_y, max_y;	/* tiles, and where the tile in hand may go */
};

static void widen(struct frame *f, int x, int y)
{
	if (x < f->min_x)
		f->min_x = x;
	if (x > f->max_x)
		f->max_x = x;
	if (y < f->min_y)
		f->min_y = y;
	if (y > f->max_y)
		f->max_y = y;
}

static void find_frame(const struct game *g, struct frame *f)
{
	const struct board *b = &g->board;

	*f = (struct frame){0, 0, 0, 0};
	for (int i = 0; i < b->tile_count; i++)
		widen(f, b->tiles[i].x, b->tiles[i].y);
	for (int i = 0; i < b->frontier_count && g->now.phase == PHASE_PLACE; i++)
		widen(f, b->frontier[i].x, b->frontier[i].y);
}

static int column(const struct frame *f, int x) { return (x - f->min_x) * TILE_TEXT_STEP_X; }
static int row(const struct frame *f, int y) { return (y - f->min_y) * TILE_TEXT_STEP_Y; }

static unsigned outer_sides(const struct board *b, const struct placed *t)
{
	static const int dx[PORT_SIDES] = {0, 1, 0, -1}, dy[PORT_SIDES] = {-1, 0, 1, 0};
	unsigned outer = 0;

	for (int side = 0; side < PORT_SIDES; side++)
		if (board_tile_at(b, t->x + dx[side], t->y + dy[side]) == BOARD_NO_TILE)
			outer |= 1u << side;
	return outer;
}

static void draw_tiles(struct sheet *s, const struct frame *f, const struct table *t)
{
	const struct board *b = &t->game->board;
	struct tile_marks marks[TILESET_TILES_MAX];

	collect_marks(t, marks);
	for (int i = 0; i < b->tile_count; i++) {
		const struct placed *tile = &b->tiles[i];

		tile_draw(s, column(f, tile->x), row(f, tile->y), t->tileset, t->ruleset->words,
			tile->face, tile->rotation, outer_sides(b, tile), &marks[i]);
	}
	if (t->game->now.placed != TILE_NONE) {
		const struct placed *tile = &b->tiles[t->game->now.placed];

		tile_corners(s, column(f, tile->x), row(f, tile->y), '#');
	}
}

/* In each free cell, the rotations in which the tile in hand fits there. */
static void draw_fits(struct sheet *s, const struct frame *f, const struct table *t)
{
	const struct board *b = &t->game->board;
	uint16_t fits[BOARD_FITS_ROOM];
	int count, line = 0, last = -1;

	if (t->game->now.phase != PHASE_PLACE)
		return;
	count = board_fits_list(b, &t->tileset->kinds[t->tileset->faces[t->game->now.hand].kind], fits);
	for (int i = 0; i < count; i++) {
		int cell = fits[i] / 4;
		char text[8];

		line = cell == last ? line + 1 : 0;
		last = cell;
		snprintf(text, sizeof(text), "%3d", 90 * (fits[i] % 4));
		sheet_text(s, column(f, b->frontier[cell].x) + 4, row(f, b->frontier[cell].y) + 1 + line, text);
	}
}

/* One line with what stands in the margin, and no blanks at its end. */
static void put_line(struct buf *out, const char *label, const struct sheet *s, int line)
{
	if (*label || !sheet_blank(s, line))
		buf_format(out, "%*s", MARGIN - 1, label);
	if (!sheet_blank(s, line)) {
		buf_char(out, ' ');
		sheet_line(s, line, out);
	}
	buf_char(out, '\n');
}

static void put_columns(struct buf *out, const struct frame *f)
{
	struct sheet s;
	char text[12];

	sheet_open(&s, column(f, f->max_x + 1) + 1, 1);
	for (int x = f->min_x; x <= f->max_x; x++) {
		snprintf(text, sizeof(text), "%4d", x);
		sheet_text(&s, column(f, x) + 3, 0, text);
	}
	put_line(out, "", &s, 0);
	sheet_close(&s);
}

static void put_sheet(struct buf *out, const struct sheet *s, const struct frame *f)
{
	put_columns(out, f);
	if (!s->cells)
		out->failed = 1;
	for (int line = 0; line < s->height; line++) {
		char label[MARGIN + 8] = "";

		if (line % TILE_TEXT_STEP_Y == TILE_TEXT_STEP_Y / 2)
			snprintf(label, sizeof(label), "%d", f->min_y + line / TILE_TEXT_STEP_Y);
		put_line(out, label, s, line);
	}
	put_columns(out, f);
}

static void put_board(struct buf *out, const struct table *t)
{
	struct frame f;
	struct sheet s;

	find_frame(t->game, &f);
	sheet_open(&s, column(&f, f.max_x + 1) + 1, row(&f, f.max_y + 1) + 1);
	draw_fits(&s, &f, t);
	draw_tiles(&s, &f, t);
	put_sheet(out, &s, &f);
	sheet_close(&s);
}

/* --- the tile in hand ------------------------------------------------------------------ */

static void put_hand(struct buf *out, const struct table *t)
{
	int face = t->game->now.hand, step = TILE_TEXT_STEP_X + 4;
	struct tile_marks marks;
	struct sheet s;

	if (face == FACE_NONE)
		return;
	tile_marks_clear(&marks);
	sheet_open(&s, ROTATIONS * step, TILE_TEXT_STEP_Y + 2);
	for (int rotation = 0; rotation < ROTATIONS; rotation++) {
		char title[24];

		snprintf(title, sizeof(title), "rotation %d", 90 * rotation);
		sheet_text(&s, rotation * step, 0, title);
		tile_draw(&s, rotation * step, 1, t->tileset, t->ruleset->words, face, rotation, 15, &marks);
	}
	buf_format(out, "\nThe tile in hand, %s (variant %d):\n", t->tileset->kinds[t->tileset->faces[face].kind].id,
		t->tileset->faces[face].variant);
	if (!s.cells)
		out->failed = 1;
	for (int line = 0; line < s.height; line++) {
		put_line(out, "", &s, line);
	}
	sheet_close(&s);
}

/* --- what the signs mean ----------------------------------------------------------------- */

static void put_symbols(struct buf *out, const struct tile_language *words)
{
	for (int i = 0; i < 4 && words->symbols[i].name; i++) {
		const char *where = words->segments[words->symbols[i].shape];

		switch (words->symbols[i].form) {
		case SYMBOL_COUNT_0:
		case SYMBOL_COUNT_1:
			buf_format(out, ", b:2 %s with 2 %s", where, words->symbols[i].name);
			break;
		case SYMBOL_GROUPS:
			buf_format(out, ", b:21 %s with groups of 2 and 1 %s (x: covered)", where,
				words->symbols[i].name);
			break;
		case SYMBOL_FLAG:
			buf_format(out, ", * %s", words->symbols[i].name);
			break;
		}
	}
	for (int mark = 1; mark < 5 && words->marks[mark]; mark++)
		buf_format(out, ", p:%c symbol of %s", mark_letter(words, mark), words->marks[mark]);
}

static void put_sizes(struct buf *out, const struct ruleset *r)
{
	static const char signs[] = TILE_TEXT_SIZES;

	buf_text(out, "Pieces: ");
	if (!r->piece_sizes) {
		buf_format(out, "@0 %s of seat 0.", r->piece_name);
		return;
	}
	for (int i = 0; r->piece_sizes[i]; i++)
		buf_format(out, "%s%c0 %s %s of seat 0", i ? ", " : "", signs[i % ((int)sizeof(signs) - 1)],
			r->piece_sizes[i], r->piece_name);
	buf_text(out, ", @01 one of seat 0 and one of seat 1.");
}

/* Where there was no room for all pieces. */
static void put_crowds(struct buf *out, const struct table *t)
{
	const struct board *b = &t->game->board;

	for (int node = 0; node < b->node_count; node++) {
		const struct placed *tile = &b->tiles[board_node_tile(b, node)];
		char text[PIECES_TEXT_MAX];

		if (pieces_text(t->game, node, text) > TILE_TEXT_PIECES)
			buf_format(out, "At x %d, y %d on %s: %s\n", tile->x, tile->y,
				board_kind(b, t->tileset, board_node_tile(b, node))->segments[node - tile->first_node].id, text);
	}
}

static void put_paragraph(struct buf *out, struct buf *text)
{
	if (text->size > 0)
		tell_wrapped(out, text->data, text->size, 0, 2);
	buf_char(out, '\n');
	if (buf_failed(text))
		out->failed = 1;
	buf_free(text);
}

static void put_legend(struct buf *out, const struct table *t)
{
	const struct tile_language *words = t->ruleset->words;
	struct buf text;

	buf_init(&text, LEGEND_MAX);
	buf_format(&text, "Sides: = or H %s (O where they end), . %s, blank %s. ", words->sides[SIDE_LINE],
		words->sides[SIDE_LAND], words->sides[SIDE_OPEN]);
	if (words->segments[SHAPE_CENTRE])
		buf_format(&text, "[id] %s.", words->segments[SHAPE_CENTRE]);
	buf_char(out, '\n');
	put_crowds(out, t);
	put_paragraph(out, &text);
	put_sizes(&text, t->ruleset);
	put_paragraph(out, &text);
	buf_text(&text, "Labels: id of the segment");
	put_symbols(&text, words);
	buf_char(&text, '.');
	put_paragraph(out, &text);
	if (t->game->now.placed != TILE_NONE)
		buf_text(out, "The tile just laid has # at its corners.\n");
	if (t->game->now.phase == PHASE_PLACE)
		buf_text(out, "Numbers in free cells: rotations in which the tile in hand fits there.\n");
}

void text_board(struct buf *out, const struct table *t)
{
	if (!t->game) {
		buf_text(out, "The game has not begun: there is no board yet.\n");
		return;
	}
	put_board(out, t);
	put_hand(out, t);
	put_legend(out, t);
}

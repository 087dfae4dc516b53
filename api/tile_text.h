/*
 * tile_text.h - tiles as ASCII, from the tile data alone.
 *
 * A tile is a field of TILE_TEXT_COLUMNS by TILE_TEXT_ROWS characters, within
 * a rim of one.  Lines run from the middle of a side to the middle, land fills
 * its sides, what is open stays blank; every segment carries its label:
 * "se:21*@0" is segment se with groups of 2 and 1, a flag, and seat 0's piece;
 * "[p:R]@01%2" a centre with a mark, pieces of seats 0 and 1 and a larger one of 2.
 */
#ifndef MEEPLED_API_TILE_TEXT_H
#define MEEPLED_API_TILE_TEXT_H

#include "api/buf.h"
#include "engine/core/ruleset.h"

enum {
	TILE_TEXT_COLUMNS = 11,
	TILE_TEXT_ROWS = 5,
	TILE_TEXT_STEP_X = TILE_TEXT_COLUMNS + 1,	/* from tile to tile, one rim each */
	TILE_TEXT_STEP_Y = TILE_TEXT_ROWS + 1,
	TILE_TEXT_PIECES = 6		/* characters for the pieces on a segment */
};

/* Before the seats' digits, by struct piece.size; it comes round for sizes beyond. */
#define TILE_TEXT_SIZES "@%&$"

/* A sheet of characters, blank at first; drawing outside of it does nothing. */
struct sheet {
	char *cells;			/* owned; NULL: no memory, and nothing is drawn */
	int width, height;
};
void sheet_open(struct sheet *s, int width, int height);
void sheet_close(struct sheet *s);
void sheet_put(struct sheet *s, int x, int y, char c);
void sheet_text(struct sheet *s, int x, int y, const char *text);
/* Whether there is nothing on line `y`. */
int sheet_blank(const struct sheet *s, int y);
/* Line `y` without the blanks at its end, and no line feed. */
void sheet_line(const struct sheet *s, int y, struct buf *out);

/* What lies on a tile. */
struct tile_marks {
	char pieces[TILESET_SEGMENTS_MAX][TILE_TEXT_PIECES + 1];	/* "@01%2"; '+' at its end: more */
	uint8_t covered[TILESET_SEGMENTS_MAX];	/* bit per group */
};
void tile_marks_clear(struct tile_marks *marks);

/*
 * Draw the tile with the upper left corner of its rim at (x, y).  `outer` has
 * a bit for each side N E S W behind which no tile lies: there the rim is
 * closed.
 */
void tile_draw(struct sheet *s, int x, int y, const struct tileset *ts, const struct tile_language *words,
	int face, int rotation, unsigned outer, const struct tile_marks *marks);
/* The letter that stands for a mark of segments. */
char mark_letter(const struct tile_language *words, int mark);
/* Its four corners, which neighbours share. */
void tile_corners(struct sheet *s, int x, int y, char c);

#endif

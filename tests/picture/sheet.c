/*
 * sheet.c - a contact sheet: every face of a game's bundled tile set in its four rotations, framed
 * by nothing, so that what overlaps or does not meet is seen.
 *
 *	sheet RULESET [dark] >sheet.svg
 */
#include <stdio.h>
#include <string.h>

#include "api/artwork.h"
#include "api/catalogue.h"

enum { COLUMNS = 4, GAP = 14, CELL = 4 * TILE_UNITS + 3 * 4 + GAP };

int main(int argc, char **argv)
{
	const struct ruleset *ruleset = argc > 1 ? ruleset_find(argv[1], 0) : NULL;
	struct catalogue *catalogue;
	const struct offer *offer;
	struct artwork *a;
	struct buf out;
	char why[240];
	int rows;

	if (!ruleset || !(catalogue = catalogue_open(why)) || !(offer = catalogue_find(catalogue, ruleset, "")))
		return 2;
	a = artwork_new(ruleset, offer->tileset);
	if (!a)
		return 1;
	rows = (offer->tileset->face_count + COLUMNS - 1) / COLUMNS;
	buf_init(&out, 4 << 20);
	buf_format(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"%s\" viewBox=\"0 0 %d %d\">",
		argc > 2 ? argv[2] : "light", COLUMNS * CELL + GAP, rows * (TILE_UNITS + 26) + GAP);
	buf_text(&out, "<style>");
	artwork_style(a, &out);
	buf_text(&out, "</style><defs>");
	artwork_defs(a, &out);
	for (int f = 0; f < offer->tileset->face_count; f++)
		artwork_face(a, f, &out);
	buf_text(&out, "</defs><rect class=\"paper\" width=\"100%\" height=\"100%\"/>");
	for (int f = 0; f < offer->tileset->face_count; f++) {
		int x = GAP + f % COLUMNS * CELL, y = GAP + f / COLUMNS * (TILE_UNITS + 26);

		buf_format(&out, "<text class=\"text caption\" x=\"%d\" y=\"%d\">%s.%d</text>", x, y + 8,
			offer->tileset->kinds[offer->tileset->faces[f].kind].id, offer->tileset->faces[f].variant);
		for (int r = 0; r < 4; r++)
			buf_format(&out, "<use href=\"#f%d\" transform=\"translate(%d %d)rotate(%d 50 50)\"/>", f,
				x + r * (TILE_UNITS + 4), y + 12, r * 90);
	}
	buf_text(&out, "</svg>\n");
	fwrite(out.data, 1, out.size, stdout);
	buf_free(&out);
	artwork_free(a);
	catalogue_close(catalogue);
	return 0;
}

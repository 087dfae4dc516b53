/*
 * picture.h - a game as SVG: the board, and beside it who plays, what they have,
 * the tile in hand and the ships.
 *
 * It is drawn from the view (view.h) and from nothing else of the game, so it
 * shows what the view shows.  Pure; any thread.
 */
#ifndef MEEPLED_API_PICTURE_H
#define MEEPLED_API_PICTURE_H

#include "api/artwork.h"
#include "api/json.h"

enum { PICTURE_MAX = 4 << 20, PICTURE_SPOTS_MAX = 1024 };

/* What may be done now, to be marked on request. */
struct picture_spot {
	int x, y;		/* of the tile or the empty place */
	int segment;		/* for a piece; -1: the place itself */
};

struct picture_options {
	int dark;
	int unmarked;		/* 1: the last tile is not marked */
	int spot_count;
	const struct picture_spot *spots;
};

/*
 * `view` is the game's; `title` names it for people.  Asks of `out` whether
 * it failed: a board of 255 tiles has some 200 KB.
 */
void picture_draw(const struct artwork *a, const struct tileset *ts, const struct json *view,
	const struct picture_options *options, struct buf *out);

/* How high the picture is in which nothing is marked as legal when it is `width` pixels wide. */
int picture_height(const struct json *view, int width);

#endif

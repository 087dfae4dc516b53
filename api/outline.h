/*
 * outline.h - what a kind's segments look like as geometry, rotation 0.
 *
 * A tile is a square of 100 by 100 units, x to the east, y to the south.  Lines
 * (bridges, routes) leave a side at its middle, land covers a side from corner to
 * corner, a centre is a disc: so any two sides that may meet do meet without a
 * seam, whatever kinds they belong to.
 *
 * Pure functions on memory of the caller; any thread.
 */
#ifndef MEEPLED_API_OUTLINE_H
#define MEEPLED_API_OUTLINE_H

#include "api/buf.h"
#include "engine/core/tileset.h"

enum { TILE_UNITS = 100, OUTLINE_STEPS_MAX = 10, OUTLINE_POINTS_MAX = 128 };

struct point { float x, y; };

/* Lines and cubic curves, one after the other. */
struct outline {
	int steps;
	struct { int curve; struct point to[3]; } step[OUTLINE_STEPS_MAX];	/* a line uses to[0] */
	struct point from;
};

/* The middle line of a line segment, or the rim of a land segment (closed). */
void outline_line(struct outline *o, const struct kind *kind, int segment);
void outline_land(struct outline *o, unsigned sides);
/* The part of the rim that is no side of the tile, as pieces that do not join; returns how many. */
int outline_coast(struct outline o[4], unsigned sides);
/* Where lines of the kind end in a junction: 1 and the point, or 0. */
int outline_junction(const struct kind *kind, struct point *at);

/* The value of an SVG `d`, with at most one decimal. */
void outline_text(const struct outline *o, int closed, struct buf *out);
/* As a polyline; returns the number of points. */
int outline_points(const struct outline *o, struct point out[OUTLINE_POINTS_MAX]);

#define LINE_WIDTH	15.f
#define CENTRE_RADIUS	21.f

#endif

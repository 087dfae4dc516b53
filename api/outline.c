/*
 * outline.c - see outline.h.  Coast curves begin and end in corners with less than half a right angle, so that
 * two islands on neighbouring sides touch in the corner and do not overlap.
 */
#include "api/outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/core/tileset.h"

static const struct point corner[4] = {{0, 0}, {100, 0}, {100, 100}, {0, 100}};	/* where sides N E S W begin */
static const struct point middle[4] = {{50, 0}, {100, 50}, {50, 100}, {0, 50}};
static const struct point centre = {50, 50};

static struct point between(struct point a, struct point b, float t)
{
	return (struct point){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

static void line_to(struct outline *o, struct point p)
{
	o->step[o->steps].curve = 0;
	o->step[o->steps++].to[0] = p;
}

static void curve_to(struct outline *o, struct point a, struct point b, struct point p)
{
	o->step[o->steps].curve = 1;
	o->step[o->steps].to[0] = a;
	o->step[o->steps].to[1] = b;
	o->step[o->steps++].to[2] = p;
}

/* From the end of a side to its beginning, arching into the tile; or the other way round. */
static void arch(struct outline *o, int side, int backwards)
{
	struct point a = corner[side], b = corner[(side + 1) & 3], in = {centre.x - middle[side].x, centre.y - middle[side].y};
	struct point c = between(a, b, .4f), d = between(a, b, .6f);

	c.x += in.x * .74f, c.y += in.y * .74f;
	d.x += in.x * .74f, d.y += in.y * .74f;
	if (backwards)
		curve_to(o, d, c, a);
	else
		curve_to(o, c, d, b);
}

/* The coast of a field on two neighbouring sides, from the end of the second to the beginning of the first. */
static void diagonal(struct outline *o, int first)
{
	struct point a = corner[(first + 2) & 3], b = corner[first], out = corner[(first + 1) & 3];
	struct point c = between(a, b, .33f), d = between(a, b, .67f);

	curve_to(o, between(c, out, .3f), between(d, out, .3f), b);
}

static int side_count(unsigned sides)
{
	return (sides & 1) + (sides >> 1 & 1) + (sides >> 2 & 1) + (sides >> 3 & 1);
}

/* The first of two neighbouring sides, or -1. */
static int neighbours(unsigned sides)
{
	for (int i = 0; i < 4; i++)
		if (sides == (1u << i | 1u << ((i + 1) & 3)))
			return i;
	return -1;
}

void outline_land(struct outline *o, unsigned sides)
{
	int first = neighbours(sides), side;

	memset(o, 0, sizeof(*o));
	if (side_count(sides) == 1) {
		for (side = 0; !(sides >> side & 1); side++)
			;
		o->from = corner[side];
		line_to(o, corner[(side + 1) & 3]);
		arch(o, side, 1);
		return;
	}
	if (first >= 0) {
		o->from = corner[first];
		line_to(o, corner[(first + 1) & 3]);
		line_to(o, corner[(first + 2) & 3]);
		diagonal(o, first);
		return;
	}
	o->from = corner[0];
	for (side = 0; side < 4; side++) {
		if (sides >> side & 1)
			line_to(o, corner[(side + 1) & 3]);
		else
			arch(o, side, 0);
	}
}

int outline_coast(struct outline o[4], unsigned sides)
{
	int first = neighbours(sides), count = 0;

	memset(o, 0, 4 * sizeof(*o));
	if (first >= 0) {
		o[0].from = corner[(first + 2) & 3];
		diagonal(&o[0], first);
		return 1;
	}
	for (int side = 0; side < 4; side++) {
		int land = sides >> side & 1;

		if (land != (side_count(sides) == 1))
			continue;
		o[count].from = corner[side];
		arch(&o[count++], side, 0);
	}
	return count;
}

/* Lines of the kind with one port. */
static int ends(const struct kind *kind)
{
	int count = 0;

	for (int i = 0; i < kind->segment_count; i++)
		count += kind->segments[i].shape == SHAPE_LINE && side_count(kind->segments[i].ports) == 1;
	return count;
}

int outline_junction(const struct kind *kind, struct point *at)
{
	int count = ends(kind);

	*at = centre;
	if (kind->centre != SEGMENT_NONE || count == 0)
		return 0;
	for (int i = 0; i < kind->segment_count && count == 1; i++)
		if (kind->segments[i].shape == SHAPE_LAND)
			return 0;
	return 1;
}

/* Where a single line that ends at land goes: to the middle, and on to the land when that is not there. */
static void to_land(struct outline *o, const struct kind *kind)
{
	for (int i = 0; i < kind->segment_count; i++) {
		unsigned sides = kind->segments[i].ports;

		if (kind->segments[i].shape != SHAPE_LAND)
			continue;
		if (side_count(sides) > 2 || (side_count(sides) == 2 && neighbours(sides) < 0)) {
			line_to(o, centre);
			return;
		}
		for (int side = 0; side < 4; side++) {
			struct point goal = between(middle[side], centre, neighbours(sides) < 0 ? .35f : .7f);

			if (!(sides >> side & 1))
				continue;
			curve_to(o, between(o->from, centre, .7f), between(centre, goal, .3f), goal);
			return;
		}
	}
}

void outline_line(struct outline *o, const struct kind *kind, int segment)
{
	unsigned ports = kind->segments[segment].ports;
	int from = 0, to;
	struct point junction;

	memset(o, 0, sizeof(*o));
	while (!(ports >> from & 1))
		from++;
	for (to = from + 1; to < 4 && !(ports >> to & 1); to++)
		;
	o->from = middle[from];
	if (to == 4 && kind->centre == SEGMENT_NONE && !outline_junction(kind, &junction))
		to_land(o, kind);
	else if (to == 4)
		line_to(o, centre);
	else if (to - from == 2)
		line_to(o, middle[to]);
	else
		curve_to(o, between(middle[from], centre, .62f), between(middle[to], centre, .62f), middle[to]);
}

/* --- as text and as points --------------------------------------------------------- */

static void put_number(struct buf *out, float v)
{
	long tenths = lroundf(v * 10);

	if (tenths % 10)
		buf_format(out, "%s%ld.%ld", tenths < 0 ? "-" : "", labs(tenths) / 10, labs(tenths) % 10);
	else
		buf_number(out, tenths / 10);
}

static void put_point(struct buf *out, char command, struct point p)
{
	buf_char(out, command);
	put_number(out, p.x);
	buf_char(out, ' ');
	put_number(out, p.y);
}

void outline_text(const struct outline *o, int closed, struct buf *out)
{
	put_point(out, 'M', o->from);
	for (int i = 0; i < o->steps; i++) {
		put_point(out, o->step[i].curve ? 'C' : 'L', o->step[i].to[0]);
		for (int k = 1; o->step[i].curve && k < 3; k++)
			put_point(out, ' ', o->step[i].to[k]);
	}
	if (closed)
		buf_char(out, 'Z');
}

static struct point on_curve(struct point a, const struct point c[3], float t)
{
	struct point ab = between(a, c[0], t), bc = between(c[0], c[1], t), cd = between(c[1], c[2], t);

	return between(between(ab, bc, t), between(bc, cd, t), t);
}

int outline_points(const struct outline *o, struct point out[OUTLINE_POINTS_MAX])
{
	enum { PARTS = 12 };
	struct point at = o->from;
	int count = 0;

	out[count++] = at;
	for (int i = 0; i < o->steps; i++) {
		for (int k = 1; k <= PARTS && count < OUTLINE_POINTS_MAX; k++)
			out[count++] = o->step[i].curve ? on_curve(at, o->step[i].to, (float)k / PARTS)
				: between(at, o->step[i].to[0], (float)k / PARTS);
		at = o->step[i].to[o->step[i].curve ? 2 : 0];
	}
	return count;
}

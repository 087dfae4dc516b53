/*
 * plate.c - cells, distances, places.
 *
 * Cells are two units wide.  What lies on top counts: centre, land, line; what is
 * left is open, and belongs to the open segment whose port is nearest by water.
 */
#include "api/plate.h"

#include <math.h>
#include <string.h>

enum { CELLS = 50, NOTHING = 0xff, UNKNOWN = 0xfe };

struct plan {
	const struct kind *kind;
	uint8_t owner[CELLS][CELLS];		/* [y][x]: segment, NOTHING or UNKNOWN */
	float room[CELLS][CELLS];		/* units to the nearest cell of another owner */
};

static struct point middle_of(int x, int y)
{
	return (struct point){(float)(2 * x + 1), (float)(2 * y + 1)};
}

static float distance(struct point a, struct point b)
{
	return hypotf(a.x - b.x, a.y - b.y);
}

static int inside(const struct point *p, int count, struct point at)
{
	int in = 0;

	for (int i = 0, j = count - 1; i < count; j = i++)
		if ((p[i].y > at.y) != (p[j].y > at.y)
		    && at.x < (p[j].x - p[i].x) * (at.y - p[i].y) / (p[j].y - p[i].y) + p[i].x)
			in = !in;
	return in;
}

static void claim_land(struct plan *plan, int segment)
{
	struct point p[OUTLINE_POINTS_MAX];
	struct outline o;
	int count;

	outline_land(&o, plan->kind->segments[segment].ports);
	count = outline_points(&o, p);
	for (int y = 0; y < CELLS; y++)
		for (int x = 0; x < CELLS; x++)
			if (inside(p, count, middle_of(x, y)))
				plan->owner[y][x] = (uint8_t)segment;
}

static void claim_disc(struct plan *plan, struct point at, float radius, uint8_t owner)
{
	for (int y = 0; y < CELLS; y++)
		for (int x = 0; x < CELLS; x++)
			if (distance(middle_of(x, y), at) <= radius)
				plan->owner[y][x] = owner;
}

static void claim_line(struct plan *plan, int segment)
{
	struct point p[OUTLINE_POINTS_MAX];
	struct outline o;
	int count;

	outline_line(&o, plan->kind, segment);
	count = outline_points(&o, p);
	for (int i = 0; i < count; i++)
		claim_disc(plan, p[i], LINE_WIDTH / 2, (uint8_t)segment);
}

/* Spread the open segments from their ports over what nobody owns. */
static void flood(struct plan *plan)
{
	static const struct { int x, y; } half[8] = {
		{12, 0}, {37, 0}, {49, 12}, {49, 37}, {37, 49}, {12, 49}, {0, 37}, {0, 12}
	};
	struct { uint8_t x, y; } queue[CELLS * CELLS];
	int first = 0, last = 0;

	for (int s = 0; s < plan->kind->segment_count; s++)
		for (int h = 0; h < 8; h++) {
			int x = half[h].x, y = half[h].y;

			if (plan->kind->segments[s].shape != SHAPE_OPEN || !(plan->kind->segments[s].ports >> (4 + h) & 1)
			    || plan->owner[y][x] != UNKNOWN)
				continue;
			plan->owner[y][x] = (uint8_t)s;
			queue[last].x = (uint8_t)x;
			queue[last++].y = (uint8_t)y;
		}
	for (; first < last; first++)
		for (int d = 0; d < 4; d++) {
			int x = queue[first].x + (d == 1) - (d == 3), y = queue[first].y + (d == 2) - (d == 0);

			if (x < 0 || y < 0 || x >= CELLS || y >= CELLS || plan->owner[y][x] != UNKNOWN)
				continue;
			plan->owner[y][x] = plan->owner[queue[first].y][queue[first].x];
			queue[last].x = (uint8_t)x;
			queue[last++].y = (uint8_t)y;
		}
}

static void claim_all(struct plan *plan)
{
	static const enum shape order[] = {SHAPE_LINE, SHAPE_LAND, SHAPE_CENTRE};
	struct point at;

	memset(plan->owner, UNKNOWN, sizeof(plan->owner));
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (order[i] == SHAPE_LAND && outline_junction(plan->kind, &at))
			claim_disc(plan, at, LINE_WIDTH * .6f, NOTHING);
		for (int s = 0; s < plan->kind->segment_count; s++) {
			if (plan->kind->segments[s].shape != order[i])
				continue;
			if (order[i] == SHAPE_LINE)
				claim_line(plan, s);
			else if (order[i] == SHAPE_LAND)
				claim_land(plan, s);
			else
				claim_disc(plan, (struct point){50, 50}, CENTRE_RADIUS, (uint8_t)s);
		}
	}
	flood(plan);
}

/* Two sweeps of a chamfer; the rim of the tile counts as foreign. */
static void measure(struct plan *plan)
{
	static const struct { int x, y; float cost; } back[4] = {
		{-1, 0, 2}, {0, -1, 2}, {-1, -1, 2.83f}, {1, -1, 2.83f}
	};

	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < CELLS * CELLS; i++) {
			int at = pass ? CELLS * CELLS - 1 - i : i, x = at % CELLS, y = at / CELLS;
			float room = pass ? plan->room[y][x] : 1000;

			for (int k = 0; k < 4; k++) {
				int nx = x + (pass ? -back[k].x : back[k].x), ny = y + (pass ? -back[k].y : back[k].y);
				int foreign = nx < 0 || ny < 0 || nx >= CELLS || ny >= CELLS
					|| plan->owner[ny][nx] != plan->owner[y][x];
				float far = foreign ? 1 : plan->room[ny][nx] + back[k].cost;

				room = far < room ? far : room;
			}
			plan->room[y][x] = room;
		}
}

/* --- places --------------------------------------------------------------------------- */

/* How far a thing may reach beyond its segment: on lines things are wider than the line. */
static float beyond(const struct plan *plan, int segment, enum plate_what what)
{
	return plan->kind->segments[segment].shape == SHAPE_LINE ? (what == PLATE_PIECE ? 5 : 1) : 0;
}

static float room_at(const struct plan *plan, const struct plate *p, int x, int y, float extra)
{
	struct point at = middle_of(x, y);
	float rim = fminf(fminf(at.x, at.y), fminf(TILE_UNITS - at.x, TILE_UNITS - at.y));
	float room = fminf(plan->room[y][x] + extra, rim);

	for (int i = 0; i < p->count; i++) {
		float left = distance(at, p->items[i].at) - p->items[i].radius - 1;

		room = left < room ? left : room;
	}
	return room;
}

/*
 * Alone, a thing stands in the middle of its region; where more are to come
 * (`crowded`) it goes as far aside as it can.
 */
static void add(struct plan *plan, struct plate *p, struct plate_item item, float wanted, float least, int crowded)
{
	float best = 0, room_there = 0;

	for (int y = 1; y < CELLS - 1; y++)
		for (int x = 1; x < CELLS - 1; x++) {
			float room, score;

			if (plan->owner[y][x] != item.segment)
				continue;
			room = room_at(plan, p, x, y, beyond(plan, item.segment, item.what));
			score = room > wanted ? wanted + (room - wanted) / (crowded ? -16 : 8) : room;
			if (score <= best + .01f)
				continue;
			best = score;
			room_there = room;
			item.at = middle_of(x, y);
		}
	if (room_there < least || p->count == PLATE_ITEMS_MAX)
		return;
	item.radius = room_there < wanted ? room_there : wanted;
	p->items[p->count++] = item;
}

static void add_counts(struct plan *plan, struct plate *p, int segment, enum plate_what what, int count)
{
	int shown = count > PLATE_SHOWN_MAX ? 1 : count;

	for (int i = 0; i < shown; i++)
		add(plan, p, (struct plate_item){.what = what, .segment = (uint8_t)segment,
			.value = (uint8_t)(shown == count ? 1 : count), .number = (uint8_t)i}, 8.5f, 2, i + 1 < shown);
}

static void add_symbols(struct plan *plan, struct plate *p, const struct symbols *s, int segment)
{
	struct plate_item item = {.segment = (uint8_t)segment};

	item.what = PLATE_FLAG;
	if (s->flag)
		add(plan, p, item, 12, 2, s->group_count > 0);
	item.what = PLATE_GROUP;
	for (int i = 0; i < s->group_count; i++) {
		item.value = s->groups[i];
		item.number = (uint8_t)i;
		add(plan, p, item, s->groups[i] > 1 ? 11 : 9.5f, 2, i + 1 < s->group_count);
	}
	add_counts(plan, p, segment, PLATE_COUNT_0, s->count[0]);
	add_counts(plan, p, segment, PLATE_COUNT_1, s->count[1]);
}

/* On a disc there is room for a piece above a mark. */
static void add_on_centre(struct plate *p, int segment, int mark)
{
	p->items[p->count++] = (struct plate_item){.what = PLATE_PIECE, .segment = (uint8_t)segment,
		.at = {50, mark ? 44 : 50}, .radius = 11};
	if (mark)
		p->items[p->count++] = (struct plate_item){.what = PLATE_MARK, .segment = (uint8_t)segment,
			.value = (uint8_t)mark, .at = {50, 63}, .radius = 7.5f};
}

static int is_marked(const struct kind *kind, const struct symbols *s, int segment)
{
	return s->flag || s->group_count || s->count[0] || s->count[1] || kind->segments[segment].mark;
}

void plate_lay_out(struct plate *p, const struct tileset *ts, int face)
{
	const struct face *f = &ts->faces[face];
	const struct kind *kind = &ts->kinds[f->kind];
	struct plan plan = {.kind = kind};

	memset(p, 0, sizeof(*p));
	claim_all(&plan);
	measure(&plan);
	for (int s = 0; s < kind->segment_count; s++) {
		if (kind->segments[s].shape == SHAPE_CENTRE)
			add_on_centre(p, s, kind->segments[s].mark);
		else
			add(&plan, p, (struct plate_item){.what = PLATE_PIECE, .segment = (uint8_t)s}, 10, 0,
				is_marked(kind, &f->symbols[s], s));
	}
	for (int s = 0; s < kind->segment_count; s++) {
		add_symbols(&plan, p, &f->symbols[s], s);
		if (kind->segments[s].mark && kind->segments[s].shape != SHAPE_CENTRE)
			add(&plan, p, (struct plate_item){.what = PLATE_MARK, .segment = (uint8_t)s,
				.value = kind->segments[s].mark}, 8, 2, 0);
	}
	for (int s = 0; s < kind->segment_count; s++)
		for (int i = 0; kind->segments[s].shape == SHAPE_LAND && i < 3; i++)
			add(&plan, p, (struct plate_item){.what = PLATE_DECOR, .segment = (uint8_t)s, .number = (uint8_t)i},
				7, 5, 0);
}

const struct plate_item *plate_find(const struct plate *p, enum plate_what what, int segment, int number)
{
	for (int i = 0; i < p->count; i++)
		if (p->items[i].what == what && p->items[i].segment == segment && p->items[i].number == number)
			return &p->items[i];
	return NULL;
}

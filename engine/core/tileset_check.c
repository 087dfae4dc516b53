/*
 * tileset_check.c - the strict checks of a tile set, and what follows from it.
 *
 * A tile set may come from anyone, so nothing in the given members is
 * trusted: counts are bounded before anything is indexed by them, and texts
 * are checked to end.  Every finding is reported, because whoever types in
 * the faces of a box wants to see all mistakes at once.
 */
#include "tileset.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct checker {
	struct tileset *ts;
	const struct tile_language *words;
	struct tileset_reporter *reporter;
	int errors;
	char where[128];
};

static void at(struct checker *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fault(struct checker *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Set the place that the next findings are about. */
static void at(struct checker *c, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(c->where, sizeof(c->where), format, args);
	va_end(args);
}

static void say(struct checker *c, enum tileset_severity severity, const char *what)
{
	if (c->reporter)
		c->reporter->report(c->reporter, severity, c->where, what);
}

static void fault(struct checker *c, const char *format, ...)
{
	char what[200];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	c->errors++;
	say(c, TILESET_ERROR, what);
}

/* An id: a-z, 0-9 and '-', 1 to 32 characters, ended. */
static int id_is_good(const char id[TILESET_ID_MAX + 1])
{
	size_t length;

	if (!memchr(id, '\0', TILESET_ID_MAX + 1))
		return 0;
	length = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-");
	return length > 0 && id[length] == '\0';
}

/* A printable stand-in, so that a bad id never reaches a message as it is. */
static const char *shown(const char id[TILESET_ID_MAX + 1])
{
	return id_is_good(id) ? id : "(bad id)";
}

static void check_id(struct checker *c, const char id[TILESET_ID_MAX + 1])
{
	if (!id_is_good(id))
		fault(c, "the id must have 1 to %d characters of a-z, 0-9 and '-'", TILESET_ID_MAX);
}

/* Report ids that occur twice among `count` of them, `stride` bytes apart. */
static void check_unique(struct checker *c, const char *first, size_t stride, int count)
{
	for (int i = 1; i < count; i++) {
		for (int j = 0; j < i; j++) {
			const char *id = first + (size_t)i * stride;

			if (!id_is_good(id) || strcmp(id, first + (size_t)j * stride) != 0)
				continue;
			fault(c, "the id \"%s\" is used twice", id);
			break;
		}
	}
}

static int port_count(unsigned ports)
{
	int count = 0;

	for (; ports; ports &= ports - 1)
		count++;
	return count;
}

enum { WHOLE_SIDES = 0x00f, HALF_SIDES = 0xff0 };

static const struct {
	unsigned allowed;	/* ports that the shape may claim */
	int min, max;		/* how many of them */
	const char *what;
} port_rules[SHAPES] = {
	[SHAPE_OPEN] = {HALF_SIDES, 1, 8, "1 to 8 halves of sides (NL NR EL ER SL SR WL WR)"},
	[SHAPE_LINE] = {WHOLE_SIDES, 1, 2, "1 or 2 whole sides (N E S W)"},
	[SHAPE_LAND] = {WHOLE_SIDES, 1, 4, "1 to 4 whole sides (N E S W)"},
	[SHAPE_CENTRE] = {0, 0, 0, "no ports"},
};

/* The segment by itself; returns the ports that it claims. */
static unsigned check_segment(struct checker *c, const struct kind *kind, int number)
{
	const struct segment *segment = &kind->segments[number];
	unsigned ports = segment->ports;
	int marks = 1;

	at(c, "kind %s, segment %s", shown(kind->id), shown(segment->id));
	check_id(c, segment->id);
	while (marks < 5 && c->words->marks[marks])
		marks++;
	if (segment->mark >= marks)
		fault(c, "the faction is not one of this game");
	if (segment->shape >= SHAPES || !c->words->segments[segment->shape]) {
		fault(c, "the type is not one of this game");
		return ports;
	}
	if ((ports & ~port_rules[segment->shape].allowed) != 0 ||
		port_count(ports) < port_rules[segment->shape].min ||
		port_count(ports) > port_rules[segment->shape].max)
		fault(c, "a segment of type %s has %s", c->words->segments[segment->shape],
			port_rules[segment->shape].what);
	return ports;
}

static int claimant(const struct kind *kind, int port)
{
	for (int i = 0; i < kind->segment_count; i++)
		if (kind->segments[i].ports >> port & 1)
			return i;
	return SEGMENT_NONE;
}

/* What a side shows in rotation 0: the whole-side claim decides. */
static enum side_type side_of(const struct kind *kind, int side)
{
	int segment = claimant(kind, side);

	if (segment == SEGMENT_NONE)
		return SIDE_OPEN;
	return kind->segments[segment].shape == SHAPE_LINE ? SIDE_LINE : SIDE_LAND;
}

/* Who has the two halves of a side, given what the side shows. */
static void check_halves(struct checker *c, const struct kind *kind, int side)
{
	enum side_type type = side_of(kind, side);
	int left = claimant(kind, PORT_SIDES + 2 * side);
	int right = claimant(kind, PORT_SIDES + 2 * side + 1);
	const char *open = c->words->segments[SHAPE_OPEN];

	if (!open)
		return;
	if (type == SIDE_LAND) {
		if (left != SEGMENT_NONE || right != SEGMENT_NONE)
			fault(c, "side %s is wholly %s, so its halves belong to nothing else",
				port_name(side), c->words->sides[SIDE_LAND]);
		return;
	}
	if (left == SEGMENT_NONE || right == SEGMENT_NONE)
		fault(c, "both halves of side %s must be claimed by segments of type %s",
			port_name(side), open);
	else if (type == SIDE_OPEN && left != right)
		fault(c, "both halves of side %s must belong to the same segment", port_name(side));
}

static void check_edges(struct checker *c, const struct kind *kind)
{
	char letters[PORT_SIDES + 1] = "";

	for (int side = 0; side < PORT_SIDES; side++)
		letters[side] = c->words->letters[side_of(kind, side)];
	if (!memchr(kind->edges, '\0', sizeof(kind->edges)) || strcmp(kind->edges, letters) != 0)
		fault(c, "edges must be \"%s\", as the ports of the segments say", letters);
}

static void check_kind(struct checker *c, const struct kind *kind)
{
	unsigned claimed = 0;
	int centres = 0;

	at(c, "kind %s", shown(kind->id));
	check_id(c, kind->id);
	if (kind->segment_count < 1 || kind->segment_count > TILESET_SEGMENTS_MAX) {
		fault(c, "a kind has 1 to %d segments", TILESET_SEGMENTS_MAX);
		return;
	}
	for (int i = 0; i < kind->segment_count; i++) {
		unsigned ports = check_segment(c, kind, i);

		for (int port = 0; port < PORT_COUNT; port++)
			if (claimed & ports & 1u << port)
				fault(c, "port %s is claimed by two segments", port_name(port));
		claimed |= ports;
		centres += kind->segments[i].shape == SHAPE_CENTRE;
	}
	at(c, "kind %s", shown(kind->id));
	check_unique(c, kind->segments[0].id, sizeof(kind->segments[0]), kind->segment_count);
	if (centres > 1)
		fault(c, "at most one %s on a tile", c->words->segments[SHAPE_CENTRE]
			? c->words->segments[SHAPE_CENTRE] : "centre");
	for (int side = 0; side < PORT_SIDES; side++)
		check_halves(c, kind, side);
	check_edges(c, kind);
}

/* How much of a symbol is on the segment. */
static int symbol_amount(const struct symbols *s, int form)
{
	switch (form) {
	case SYMBOL_COUNT_0:
	case SYMBOL_COUNT_1:
		return s->count[form == SYMBOL_COUNT_1];
	case SYMBOL_GROUPS:
		return s->group_count;
	default:
		return s->flag;
	}
}

/* Symbols stand only on segments whose type carries them. */
static void check_symbols(struct checker *c, const struct kind *kind, int number, const struct symbols *s)
{
	const char *id = shown(kind->segments[number].id);
	unsigned known = 0;

	for (int i = 0; i < 5 && c->words->symbols[i].name; i++) {
		known |= 1u << c->words->symbols[i].form;
		if (symbol_amount(s, c->words->symbols[i].form) &&
			kind->segments[number].shape != c->words->symbols[i].shape)
			fault(c, "segment %s cannot carry %s", id, c->words->symbols[i].name);
	}
	for (int form = SYMBOL_COUNT_0; form <= SYMBOL_FLAG; form++)
		if (symbol_amount(s, form) && !(known >> form & 1))
			fault(c, "segment %s has a symbol that is not one of this game", id);
	if (s->flag > 1)
		fault(c, "segment %s has more than one of a symbol that is there or not", id);
	if (s->group_count > TILESET_GROUPS_MAX) {
		fault(c, "segment %s has more than %d groups", id, TILESET_GROUPS_MAX);
		return;
	}
	for (int i = 0; i < s->group_count; i++)
		if (s->groups[i] < 1 || s->groups[i] > 2)
			fault(c, "segment %s: a group has 1 or 2 symbols, not %d", id, s->groups[i]);
}

/* One face; `variant` is its position among the faces of its kind. */
static void check_face(struct checker *c, const struct face *face, int variant)
{
	const struct kind *kind = &c->ts->kinds[face->kind];
	int flags = 0;

	at(c, "kind %s, variant %d", shown(kind->id), variant);
	if (face->variant != variant)
		fault(c, "variants are numbered from 0 in the order of the file");
	if (face->count < 1)
		fault(c, "the count must be 1 to 255");
	if (face->start > 1 || (face->start && face->count != 1))
		fault(c, "the start tile has count 1");
	if (kind->segment_count > TILESET_SEGMENTS_MAX)
		return;
	for (int i = 0; i < kind->segment_count; i++) {
		check_symbols(c, kind, i, &face->symbols[i]);
		flags += face->symbols[i].flag != 0;
	}
	if (flags > 1)
		fault(c, "at most one boat on a tile");
}

/* All faces: in the order of the kinds, at least one each, one start. */
static void check_faces(struct checker *c)
{
	const struct tileset *ts = c->ts;
	int starts = 0, variant = 0;
	int faces[TILESET_KINDS_MAX] = {0};

	for (int i = 0; i < ts->face_count; i++) {
		const struct face *face = &ts->faces[i];

		at(c, "face %d", i);
		if (face->kind >= ts->kind_count) {
			fault(c, "no such kind");
			continue;
		}
		if (i > 0 && face->kind < ts->faces[i - 1].kind)
			fault(c, "faces stand in the order of their kinds");
		variant = i > 0 && face->kind == ts->faces[i - 1].kind ? variant + 1 : 0;
		faces[face->kind]++;
		starts += face->start != 0;
		check_face(c, face, variant);
	}
	for (int i = 0; i < ts->kind_count; i++) {
		at(c, "kind %s", shown(ts->kinds[i].id));
		if (!faces[i])
			fault(c, "a kind needs at least one variant");
	}
	at(c, "tile set");
	if (starts != 1)
		fault(c, "exactly one variant is the start tile, not %d", starts);
}

static void check_ship(struct checker *c, const struct ship *ship)
{
	at(c, "ship %s", shown(ship->id));
	check_id(c, ship->id);
	if (ship->points < 1)
		fault(c, "a ship has 1 to 255 points");
	if (ship->slot_count < 1 || ship->slot_count > TILESET_SLOTS_MAX) {
		fault(c, "an order has 1 to %d slots", TILESET_SLOTS_MAX);
		return;
	}
	for (int i = 0; i < ship->slot_count; i++)
		if (ship->slots[i] >= SLOTS || !c->words->slots[ship->slots[i]])
			fault(c, "slot %d of the order asks for nothing that there is", i);
}

static void check_ships(struct checker *c)
{
	const struct tileset *ts = c->ts;

	for (int i = 0; i < ts->ship_count; i++)
		check_ship(c, &ts->ships[i]);
	at(c, "ships");
	check_unique(c, ts->ships[0].id, sizeof(ts->ships[0]), ts->ship_count);
	if (ts->ship_count < c->words->ships_min)
		fault(c, "at least %d ships are needed, not %d", c->words->ships_min, ts->ship_count);
	if (ts->ship_count && !c->words->slots[0])
		fault(c, "this game has no ships");
}

/* Counts first: everything after this indexes by them. */
static int check_sizes(struct checker *c)
{
	const struct tileset *ts = c->ts;

	at(c, "tile set");
	if (!id_is_good(ts->id))
		check_id(c, ts->id);
	if (ts->kind_count < 1 || ts->kind_count > TILESET_KINDS_MAX)
		fault(c, "a tile set has 1 to %d kinds", TILESET_KINDS_MAX);
	if (ts->face_count < 1)
		fault(c, "a tile set has 1 to %d variants", TILESET_FACES_MAX);
	if (ts->ship_count > TILESET_SHIPS_MAX)
		fault(c, "a tile set has at most %d ships", TILESET_SHIPS_MAX);
	return ts->kind_count <= TILESET_KINDS_MAX && ts->ship_count <= TILESET_SHIPS_MAX;
}

/* Sums over all tiles: their number, and the limits of this program. */
static void check_totals(struct checker *c)
{
	const struct tileset *ts = c->ts;
	long tiles = 0, nodes = 0, symbols[2] = {0, 0};

	for (int i = 0; i < ts->face_count; i++) {
		const struct face *face = &ts->faces[i];

		if (face->kind >= ts->kind_count ||
			ts->kinds[face->kind].segment_count > TILESET_SEGMENTS_MAX)
			return;
		tiles += face->count;
		nodes += (long)face->count * ts->kinds[face->kind].segment_count;
		for (int s = 0; s < ts->kinds[face->kind].segment_count; s++)
			for (int k = 0; k < 2; k++)
				symbols[k] += (long)face->count * face->symbols[s].count[k];
	}
	at(c, "tile set");
	if (tiles > TILESET_TILES_MAX)
		fault(c, "a tile set has at most %d tiles, not %ld", TILESET_TILES_MAX, tiles);
	if (tiles < 2)
		fault(c, "a tile set has at least one tile beside the start tile");
	if (nodes > TILESET_NODES_MAX)
		fault(c, "the segments of all tiles sum up to %ld; this program handles at most %d",
			nodes, TILESET_NODES_MAX);
	for (int k = 0; k < 2; k++)
		if (symbols[k] > TILESET_SYMBOLS_MAX)
			fault(c, "symbols of one sort sum up to %ld; this program handles at most %d",
				symbols[k], TILESET_SYMBOLS_MAX);
}

/* A side type that only one single side shows can never be continued. */
static void warn_single_sides(struct checker *c)
{
	const struct tileset *ts = c->ts;
	int sides[PORT_SIDES] = {0};
	char what[120];

	for (int i = 0; i < ts->face_count; i++)
		for (int side = 0; side < PORT_SIDES; side++)
			sides[side_of(&ts->kinds[ts->faces[i].kind], side)] += ts->faces[i].count;
	at(c, "tile set");
	for (int type = SIDE_OPEN; type <= SIDE_LAND; type++) {
		if (sides[type] != 1)
			continue;
		snprintf(what, sizeof(what), "only one side of one tile shows %s: nothing can lie there",
			c->words->sides[type]);
		say(c, TILESET_WARNING, what);
	}
}

static void derive_kind(struct kind *kind)
{
	kind->centre = SEGMENT_NONE;
	memset(kind->at, SEGMENT_NONE, sizeof(kind->at));
	for (int i = 0; i < kind->segment_count; i++)
		if (kind->segments[i].shape == SHAPE_CENTRE)
			kind->centre = (uint8_t)i;
	for (int turns = 0; turns < 4; turns++) {
		unsigned code = 0;

		for (int side = 0; side < PORT_SIDES; side++)
			code |= (unsigned)side_of(kind, side) << 2 * port_rotate(side, turns);
		kind->code[turns] = (uint8_t)code;
		for (int port = 0; port < PORT_COUNT; port++)
			kind->at[turns][port_rotate(port, turns)] = (uint8_t)claimant(kind, port);
	}
}

/* Whether packed sides are what a place asks for, which asks nothing at SIDE_ANY. */
static int sides_fit(unsigned sides, unsigned required)
{
	for (int side = 0; side < PORT_SIDES; side++) {
		enum side_type asked = side_at((uint8_t)required, side);

		if (asked != SIDE_ANY && asked != side_at((uint8_t)sides, side))
			return 0;
	}
	return 1;
}

static void derive_fits(struct kind *kind)
{
	for (unsigned required = 0; required < sizeof(kind->fits); required++) {
		unsigned rotations = 0;

		for (int turns = 0; turns < 4; turns++)
			rotations |= (unsigned)sides_fit(kind->code[turns], required) << turns;
		kind->fits[required] = (uint8_t)rotations;
	}
}

static void derive(struct tileset *ts)
{
	ts->tile_count = 0;
	ts->node_count = 0;
	for (int i = 0; i < ts->kind_count; i++) {
		ts->kinds[i].face_count = 0;
		derive_kind(&ts->kinds[i]);
		derive_fits(&ts->kinds[i]);
	}
	for (int i = 0; i < ts->face_count; i++) {
		struct face *face = &ts->faces[i];
		struct kind *kind = &ts->kinds[face->kind];

		if (kind->face_count++ == 0)
			kind->first_face = (uint8_t)i;
		if (face->start)
			ts->start_face = (uint8_t)i;
		ts->tile_count = (uint8_t)(ts->tile_count + face->count);
		ts->node_count = (uint16_t)(ts->node_count + face->count * kind->segment_count);
		face->flagged = SEGMENT_NONE;
		for (int s = 0; s < kind->segment_count; s++)
			if (face->symbols[s].flag)
				face->flagged = (uint8_t)s;
	}
}

int tileset_finish(struct tileset *ts, const struct tile_language *words,
	struct tileset_reporter *reporter)
{
	struct checker c = {.ts = ts, .words = words, .reporter = reporter};

	if (!check_sizes(&c))
		return c.errors;
	for (int i = 0; i < ts->kind_count; i++)
		check_kind(&c, &ts->kinds[i]);
	at(&c, "kinds");
	check_unique(&c, ts->kinds[0].id, sizeof(ts->kinds[0]), ts->kind_count);
	check_faces(&c);
	check_ships(&c);
	check_totals(&c);
	if (c.errors)
		return c.errors;
	warn_single_sides(&c);
	derive(ts);
	return 0;
}

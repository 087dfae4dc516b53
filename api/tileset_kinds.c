/*
 * tileset_kinds.c - the kinds of a tile set: segments, variants, symbols.
 */
#include "api/tileset_reading.h"

#include <stdio.h>

/* --- segments -------------------------------------------------------------- */

/* The ports of a segment as a bit set; -1 after a finding. */
static int read_ports(struct reading *r, const struct json *array)
{
	int ports = 0, good = 1;

	for (const struct json *v = json_first(array); v; v = json_next(v)) {
		const char *name = json_string(v);
		int port = name ? port_parse(name) : -1;

		if (port < 0) {
			reading_fault(r, "ports: \"%.32s\" is none of N, E, S, W, NL, NR, EL, ER, SL, SR, WL, WR", name ? name : "");
			good = 0;
		} else if (ports >> port & 1) {
			reading_fault(r, "ports: %s is named twice", name);
			good = 0;
		} else {
			ports |= 1 << port;
		}
	}
	return good ? ports : -1;
}

/* 0, or -1 when something of it could not be read. */
static int read_segment(struct reading *r, const struct kind *kind, int number, const struct json *v,
	struct segment *out)
{
	struct json_faults faults = {0};
	struct members m;
	const struct json *ports;
	int marks = 1, shape, bits = 0, mark = 0, before = r->errors;
	char what[READING_WHERE];

	snprintf(what, sizeof what, "kind %s, segment", kind->id);
	members_begin(&m, v, "", &faults);
	reading_id(r, &m, what, number, out->id);
	shape = reading_word(r, &m, "type", r->words->segments, SHAPES);
	ports = members_array(&m, "ports", OPTIONAL);
	if (ports)
		bits = read_ports(r, ports);
	while (marks < 5 && r->words->marks[marks])
		marks++;
	if (marks > 1 && json_member(v, "faction"))
		mark = reading_word(r, &m, "faction", r->words->marks, marks);
	members_done(&m);
	reading_faults(r, &faults);
	out->shape = (uint8_t)(shape < 0 ? SHAPE_CENTRE : shape);
	out->mark = (uint8_t)(mark < 0 ? 0 : mark);
	out->ports = (uint16_t)(bits < 0 ? 0 : bits);
	return r->errors == before ? 0 : -1;
}

static int read_segments(struct reading *r, struct kind *kind, const struct json *array)
{
	int good = 1, count = json_count(array);

	if (count > TILESET_SEGMENTS_MAX) {
		reading_fault(r, "segments: a kind has at most %d segments, not %d", TILESET_SEGMENTS_MAX, count);
		good = 0;
	}
	for (const struct json *v = json_first(array); v && kind->segment_count < TILESET_SEGMENTS_MAX; v = json_next(v)) {
		reading_at(r, "kind %s", kind->id);
		if (json_type(v) != JSON_OBJECT) {
			reading_fault(r, "segments: number %d must be an object", kind->segment_count + 1);
			return -1;
		}
		if (read_segment(r, kind, kind->segment_count, v, &kind->segments[kind->segment_count]) != 0)
			good = 0;
		kind->segment_count++;
	}
	return good ? 0 : -1;
}

/* --- variants -------------------------------------------------------------- */

static void read_groups(struct reading *r, const char *name, const struct json *array, struct symbols *out)
{
	int count = json_count(array);

	if (count < 1 || count > TILESET_GROUPS_MAX) {
		reading_fault(r, "%s: must list 1 to %d groups", name, TILESET_GROUPS_MAX);
		return;
	}
	for (const struct json *v = json_first(array); v; v = json_next(v)) {
		int64_t size;

		if (json_integer(v, 1, 2, &size) == 0)
			out->groups[out->group_count++] = (uint8_t)size;
		else
			reading_fault(r, "%s: a group has 1 or 2 symbols", name);
	}
}

/* The symbols of one segment. */
static void read_symbols(struct reading *r, const struct json *v, struct symbols *out)
{
	struct json_faults faults = {0};
	struct members m;

	members_begin(&m, v, "", &faults);
	for (int i = 0; i < 5 && r->words->symbols[i].name; i++) {
		const char *name = r->words->symbols[i].name;
		const struct json *list;
		int64_t count;
		int flag;

		switch (r->words->symbols[i].form) {
		case SYMBOL_COUNT_0:
		case SYMBOL_COUNT_1:
			if (members_integer(&m, name, OPTIONAL, 1, 255, &count))
				out->count[r->words->symbols[i].form == SYMBOL_COUNT_1] = (uint8_t)count;
			break;
		case SYMBOL_GROUPS:
			list = members_array(&m, name, OPTIONAL);
			if (list)
				read_groups(r, name, list, out);
			break;
		case SYMBOL_FLAG:
			if (members_bool(&m, name, OPTIONAL, &flag) && !flag)
				reading_fault(r, "%s: is true or left out", name);
			else if (json_member(v, name))
				out->flag = 1;
			break;
		}
	}
	members_done(&m);
	reading_faults(r, &faults);
}

static void read_all_symbols(struct reading *r, const struct kind *kind, int variant, const struct json *object,
	struct face *face)
{
	for (const struct json *v = json_first(object); v; v = json_next(v)) {
		int segment = kind_find_segment(kind, json_name(v));

		if (segment < 0)
			reading_fault(r, "symbols: there is no segment \"%.32s\"", json_name(v));
		else if (json_type(v) != JSON_OBJECT)
			reading_fault(r, "symbols: those of segment %s must be an object", kind->segments[segment].id);
		else {
			reading_at(r, "kind %s, variant %d, segment %s", kind->id, variant, kind->segments[segment].id);
			read_symbols(r, v, &face->symbols[segment]);
			reading_at(r, "kind %s, variant %d", kind->id, variant);
		}
	}
}

static void read_variant(struct reading *r, int kind, int variant, const struct json *v)
{
	struct face *face = &r->ts->faces[r->ts->face_count++];
	struct json_faults faults = {0};
	struct members m;
	const struct json *symbols;
	int64_t count = 1;
	int start = 0;

	reading_at(r, "kind %s, variant %d", r->ts->kinds[kind].id, variant);
	members_begin(&m, v, "", &faults);
	members_integer(&m, "count", REQUIRED, 1, 255, &count);
	members_bool(&m, "start", OPTIONAL, &start);
	symbols = members_object(&m, "symbols", OPTIONAL);
	members_done(&m);
	reading_faults(r, &faults);
	face->kind = (uint8_t)kind;
	face->variant = (uint8_t)variant;
	face->count = (uint8_t)count;
	face->start = start != 0;
	if (symbols)
		read_all_symbols(r, &r->ts->kinds[kind], variant, symbols, face);
}

static void read_variants(struct reading *r, int kind, const struct json *array)
{
	int variant = 0;

	for (const struct json *v = json_first(array); v; v = json_next(v), variant++) {
		reading_at(r, "kind %s", r->ts->kinds[kind].id);
		if (json_type(v) != JSON_OBJECT)
			reading_fault(r, "variants: number %d must be an object", variant + 1);
		else if (r->ts->face_count == TILESET_FACES_MAX) {
			reading_fault(r, "variants: a tile set has at most %d of them", TILESET_FACES_MAX);
			return;
		} else
			read_variant(r, kind, variant, v);
	}
}

/* --- kinds ------------------------------------------------------------------ */

static void read_kind(struct reading *r, int number, const struct json *v)
{
	struct kind *kind = &r->ts->kinds[number];
	struct json_faults faults = {0};
	struct members m;
	const struct json *segments, *variants;
	int good;

	members_begin(&m, v, "", &faults);
	good = reading_id(r, &m, "kind", number, kind->id) == 0;
	good &= members_text(&m, "edges", REQUIRED, kind->edges, PORT_SIDES);
	segments = members_array(&m, "segments", REQUIRED);
	variants = members_array(&m, "variants", REQUIRED);
	members_done(&m);
	reading_faults(r, &faults);
	if (!segments || read_segments(r, kind, segments) != 0)
		good = 0;
	if (variants)
		read_variants(r, number, variants);
	r->held_back[number] = !good;
}

void reading_kinds(struct reading *r, const struct json *array)
{
	int number = 0;

	for (const struct json *v = json_first(array); v; v = json_next(v), number++) {
		reading_at(r, "kind number %d", number + 1);
		if (number == TILESET_KINDS_MAX) {
			reading_fault(r, "a tile set has at most %d kinds", TILESET_KINDS_MAX);
			break;
		}
		r->ts->kind_count++;
		if (json_type(v) == JSON_OBJECT) {
			read_kind(r, number, v);
			continue;
		}
		reading_fault(r, "must be an object");
		snprintf(r->ts->kinds[number].id, TILESET_ID_MAX + 1, "number-%d", number + 1);
		r->held_back[number] = 1;
	}
}

/*
 * tileset_json.c - reads tile sets from JSON (meepled-tileset/1).
 *
 * Two layers of checks: what can only be seen in the text (members, types,
 * words) is found here, what the filled-in structs show is found by
 * tileset_finish().  All findings of both come out together.  Where a value
 * could not be read, a stand-in takes its place, and what the engine then says
 * about that kind is held back, as it would be about the stand-in.
 */
#include "api/tileset_json.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "api/json.h"

enum { PROVENANCE_MAX = 4000, WHERE_MAX = 128, WORDS_MAX = 16 };

struct reading {
	struct tileset_reporter reporter;	/* first: the engine hands it back */
	struct tileset *ts;
	const struct tile_language *words;
	struct buf *findings;			/* or NULL */
	int errors;
	char where[WHERE_MAX];
	uint8_t held_back[TILESET_KINDS_MAX];	/* kinds with a stand-in in them */
};

static void at(struct reading *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fault(struct reading *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void at(struct reading *r, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(r->where, sizeof r->where, format, args);
	va_end(args);
}

/* One finding as a line.  It may quote the file: nothing but printable ASCII gets out. */
static void line(struct reading *r, const char *severity, const char *where, const char *what)
{
	char text[WHERE_MAX + 320];

	snprintf(text, sizeof text, "%s: %s: %s", severity, where, what);
	for (char *c = text; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	if (!r->findings)
		return;
	buf_text(r->findings, text);
	buf_char(r->findings, '\n');
}

static void fault(struct reading *r, const char *format, ...)
{
	char what[240];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	r->errors++;
	line(r, "error", r->where, what);
}

/* Turn the faults of one object's members into findings about r->where; returns how many. */
static int faults_out(struct reading *r, const struct json_faults *f)
{
	for (int i = 0; i < f->count && i < JSON_FAULTS_MAX; i++) {
		const char *member = f->at[i].pointer + (f->at[i].pointer[0] == '/');

		fault(r, "%s%s%s", member, *member ? ": " : "", f->at[i].text);
	}
	if (f->count > JSON_FAULTS_MAX)
		fault(r, "%d more faults of this sort", f->count - JSON_FAULTS_MAX);
	return f->count;
}

static int id_is_good(const char *id)
{
	size_t length = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-");

	return length >= 1 && length <= TILESET_ID_MAX && id[length] == '\0';
}

/*
 * The id of an object, which is then called "WHAT ID" in findings; without a
 * good one it stays "WHAT number N" and gets a stand-in that no other has.
 */
static int read_id(struct reading *r, struct members *m, const char *what, int number, char out[TILESET_ID_MAX + 1])
{
	const struct json *v = members_value(m, "id", REQUIRED);
	const char *id = json_string(v);

	at(r, "%s number %d", what, number + 1);
	if (id && id_is_good(id)) {
		snprintf(out, TILESET_ID_MAX + 1, "%s", id);
		at(r, "%s %s", what, id);
		return 0;
	}
	snprintf(out, TILESET_ID_MAX + 1, "number-%d", number + 1);
	if (v)
		fault(r, "id: must be a text of 1 to %d characters of a-z, 0-9 and '-'", TILESET_ID_MAX);
	return -1;
}

/* Index of a word in a list, which ends after `count` entries; -1: not in it. */
static int find_word(const char *const *words, int count, const char *word)
{
	for (int i = 0; word && i < count; i++)
		if (words[i] && strcmp(words[i], word) == 0)
			return i;
	return -1;
}

/* "bridge, island, sea" */
static const char *list_words(char out[160], const char *const *words, int count)
{
	size_t used = 0;

	out[0] = '\0';
	for (int i = 0; i < count; i++)
		if (words[i] && used < 160)
			used += (size_t)snprintf(out + used, 160 - used, "%s%s", used ? ", " : "", words[i]);
	return out;
}

/* A member that names one of the words; its index, or -1 after a finding. */
static int read_word(struct reading *r, struct members *m, const char *name, const char *const *words, int count)
{
	const struct json *v = members_value(m, name, REQUIRED);
	int found;
	char list[160];

	if (!v)
		return -1;
	found = find_word(words, count, json_string(v));
	if (found < 0)
		fault(r, "%s: \"%.32s\" is none of %s", name, json_string(v) ? json_string(v) : "",
			list_words(list, words, count));
	return found;
}

/* --- segments -------------------------------------------------------------- */

/* The ports of a segment as a bit set; -1 after a finding. */
static int read_ports(struct reading *r, const struct json *array)
{
	int ports = 0, good = 1;

	for (const struct json *v = json_first(array); v; v = json_next(v)) {
		const char *name = json_string(v);
		int port = name ? port_parse(name) : -1;

		if (port < 0) {
			fault(r, "ports: \"%.32s\" is none of N, E, S, W, NL, NR, EL, ER, SL, SR, WL, WR", name ? name : "");
			good = 0;
		} else if (ports >> port & 1) {
			fault(r, "ports: %s is named twice", name);
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
	char what[WHERE_MAX];

	snprintf(what, sizeof what, "kind %s, segment", kind->id);
	members_begin(&m, v, "", &faults);
	read_id(r, &m, what, number, out->id);
	shape = read_word(r, &m, "type", r->words->segments, SHAPES);
	ports = members_array(&m, "ports", OPTIONAL);
	if (ports)
		bits = read_ports(r, ports);
	while (marks < 5 && r->words->marks[marks])
		marks++;
	if (marks > 1 && json_member(v, "faction"))
		mark = read_word(r, &m, "faction", r->words->marks, marks);
	members_done(&m);
	faults_out(r, &faults);
	out->shape = (uint8_t)(shape < 0 ? SHAPE_CENTRE : shape);
	out->mark = (uint8_t)(mark < 0 ? 0 : mark);
	out->ports = (uint16_t)(bits < 0 ? 0 : bits);
	return r->errors == before ? 0 : -1;
}

static int read_segments(struct reading *r, struct kind *kind, const struct json *array)
{
	int good = 1, count = json_count(array);

	if (count > TILESET_SEGMENTS_MAX) {
		fault(r, "segments: a kind has at most %d segments, not %d", TILESET_SEGMENTS_MAX, count);
		good = 0;
	}
	for (const struct json *v = json_first(array); v && kind->segment_count < TILESET_SEGMENTS_MAX; v = json_next(v)) {
		at(r, "kind %s", kind->id);
		if (json_type(v) != JSON_OBJECT) {
			fault(r, "segments: number %d must be an object", kind->segment_count + 1);
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
		fault(r, "%s: must list 1 to %d groups", name, TILESET_GROUPS_MAX);
		return;
	}
	for (const struct json *v = json_first(array); v; v = json_next(v)) {
		int64_t size;

		if (json_integer(v, 1, 2, &size) == 0)
			out->groups[out->group_count++] = (uint8_t)size;
		else
			fault(r, "%s: a group has 1 or 2 symbols", name);
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
				fault(r, "%s: is true or left out", name);
			else if (json_member(v, name))
				out->flag = 1;
			break;
		}
	}
	members_done(&m);
	faults_out(r, &faults);
}

static void read_all_symbols(struct reading *r, const struct kind *kind, int variant, const struct json *object,
	struct face *face)
{
	for (const struct json *v = json_first(object); v; v = json_next(v)) {
		int segment = kind_find_segment(kind, json_name(v));

		if (segment < 0)
			fault(r, "symbols: there is no segment \"%.32s\"", json_name(v));
		else if (json_type(v) != JSON_OBJECT)
			fault(r, "symbols: those of segment %s must be an object", kind->segments[segment].id);
		else {
			at(r, "kind %s, variant %d, segment %s", kind->id, variant, kind->segments[segment].id);
			read_symbols(r, v, &face->symbols[segment]);
			at(r, "kind %s, variant %d", kind->id, variant);
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

	at(r, "kind %s, variant %d", r->ts->kinds[kind].id, variant);
	members_begin(&m, v, "", &faults);
	members_integer(&m, "count", REQUIRED, 1, 255, &count);
	members_bool(&m, "start", OPTIONAL, &start);
	symbols = members_object(&m, "symbols", OPTIONAL);
	members_done(&m);
	faults_out(r, &faults);
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
		at(r, "kind %s", r->ts->kinds[kind].id);
		if (json_type(v) != JSON_OBJECT)
			fault(r, "variants: number %d must be an object", variant + 1);
		else if (r->ts->face_count == TILESET_FACES_MAX) {
			fault(r, "variants: a tile set has at most %d of them", TILESET_FACES_MAX);
			return;
		} else
			read_variant(r, kind, variant, v);
	}
}

/* --- kinds and ships --------------------------------------------------------- */

static void read_kind(struct reading *r, int number, const struct json *v)
{
	struct kind *kind = &r->ts->kinds[number];
	struct json_faults faults = {0};
	struct members m;
	const struct json *segments, *variants;
	int good;

	members_begin(&m, v, "", &faults);
	good = read_id(r, &m, "kind", number, kind->id) == 0;
	good &= members_text(&m, "edges", REQUIRED, kind->edges, PORT_SIDES);
	segments = members_array(&m, "segments", REQUIRED);
	variants = members_array(&m, "variants", REQUIRED);
	members_done(&m);
	faults_out(r, &faults);
	if (!segments || read_segments(r, kind, segments) != 0)
		good = 0;
	if (variants)
		read_variants(r, number, variants);
	r->held_back[number] = !good;
}

static void read_kinds(struct reading *r, const struct json *array)
{
	int number = 0;

	for (const struct json *v = json_first(array); v; v = json_next(v), number++) {
		at(r, "kind number %d", number + 1);
		if (number == TILESET_KINDS_MAX) {
			fault(r, "a tile set has at most %d kinds", TILESET_KINDS_MAX);
			break;
		}
		r->ts->kind_count++;
		if (json_type(v) == JSON_OBJECT) {
			read_kind(r, number, v);
			continue;
		}
		fault(r, "must be an object");
		snprintf(r->ts->kinds[number].id, TILESET_ID_MAX + 1, "number-%d", number + 1);
		r->held_back[number] = 1;
	}
}

/* A slot that cannot be read is left out; the order is never empty after that. */
static void read_order(struct reading *r, const struct json *array, struct ship *ship)
{
	int count = array ? json_count(array) : 1;
	char list[160];

	if (count < 1 || count > TILESET_SLOTS_MAX)
		fault(r, "order: must list 1 to %d wares", TILESET_SLOTS_MAX);
	else for (const struct json *v = array ? json_first(array) : NULL; v; v = json_next(v)) {
		int slot = find_word(r->words->slots, SLOTS, json_string(v));

		if (slot >= 0)
			ship->slots[ship->slot_count++] = (uint8_t)slot;
		else
			fault(r, "order: \"%.32s\" is none of %s", json_string(v) ? json_string(v) : "",
				list_words(list, r->words->slots, SLOTS));
	}
	if (ship->slot_count == 0)
		ship->slots[ship->slot_count++] = SLOT_ANY;
}

static void read_ship(struct reading *r, int number, const struct json *v)
{
	struct ship *ship = &r->ts->ships[number];
	struct json_faults faults = {0};
	struct members m;
	int64_t points = 1;

	members_begin(&m, v, "", &faults);
	read_id(r, &m, "ship", number, ship->id);
	members_integer(&m, "points", REQUIRED, 1, 255, &points);
	ship->points = (uint8_t)points;
	read_order(r, members_array(&m, "order", REQUIRED), ship);
	members_done(&m);
	faults_out(r, &faults);
}

static void read_ships(struct reading *r, const struct json *array)
{
	for (const struct json *v = json_first(array); v; v = json_next(v)) {
		at(r, "ship number %d", r->ts->ship_count + 1);
		if (r->ts->ship_count == TILESET_SHIPS_MAX) {
			fault(r, "a tile set has at most %d ships", TILESET_SHIPS_MAX);
			break;
		}
		if (json_type(v) == JSON_OBJECT) {
			read_ship(r, r->ts->ship_count, v);
		} else {
			fault(r, "must be an object");
			snprintf(r->ts->ships[r->ts->ship_count].id, TILESET_ID_MAX + 1, "number-%d", r->ts->ship_count + 1);
			r->ts->ships[r->ts->ship_count].points = 1;
			read_order(r, NULL, &r->ts->ships[r->ts->ship_count]);
		}
		r->ts->ship_count++;
	}
}

/* --- the whole ------------------------------------------------------------------ */

/* What the engine finds; nothing about kinds that hold a stand-in. */
static void engine_finding(struct tileset_reporter *reporter, enum tileset_severity severity, const char *where,
	const char *what)
{
	struct reading *r = (struct reading *)reporter;

	for (int i = 0; i < r->ts->kind_count; i++) {
		size_t length = strlen(r->ts->kinds[i].id);

		if (r->held_back[i] && strncmp(where, "kind ", 5) == 0 &&
			strncmp(where + 5, r->ts->kinds[i].id, length) == 0 &&
			(where[5 + length] == '\0' || where[5 + length] == ','))
			return;
	}
	r->errors += severity == TILESET_ERROR;
	line(r, severity == TILESET_ERROR ? "error" : "warning", where, what);
}

/* Which game the file is for; NULL after a finding. */
static const struct ruleset *read_ruleset(struct reading *r, struct members *m)
{
	const char *names[WORDS_MAX];
	char format[32];
	int count = 0, found;

	if (!members_text(m, "format", REQUIRED, format, sizeof format - 1))
		return NULL;
	if (strcmp(format, TILESET_FORMAT) != 0) {
		fault(r, "format: must be \"%s\"", TILESET_FORMAT);
		return NULL;
	}
	for (int i = 0; i < ruleset_count && count < WORDS_MAX; i++)
		if (find_word(names, count, rulesets[i]->id) < 0)
			names[count++] = rulesets[i]->id;
	found = read_word(r, m, "ruleset", names, count);
	return found < 0 ? NULL : ruleset_find(names[found], 0);
}

static void read_set(struct reading *r, struct members *m)
{
	const struct json *id = members_value(m, "id", REQUIRED), *kinds, *ships = NULL;
	const char *text = json_string(id);
	char provenance[PROVENANCE_MAX + 1];

	snprintf(r->ts->id, sizeof r->ts->id, "%s", text && id_is_good(text) ? text : "unnamed");
	if (id && !(text && id_is_good(text)))
		fault(r, "id: must be a text of 1 to %d characters of a-z, 0-9 and '-'", TILESET_ID_MAX);
	members_text(m, "provenance", REQUIRED, provenance, PROVENANCE_MAX);
	kinds = members_array(m, "kinds", REQUIRED);
	if (r->words->slots[0])
		ships = members_array(m, "ships", REQUIRED);
	if (kinds)
		read_kinds(r, kinds);
	if (ships)
		read_ships(r, ships);
	at(r, "tile set");
}

/* Everything but the hash, from a parsed text. */
static const struct ruleset *read_file(struct reading *r, const struct json *root)
{
	struct json_faults faults = {0};
	struct members m;
	const struct ruleset *ruleset;

	members_begin(&m, root, "", &faults);
	ruleset = m.object ? read_ruleset(r, &m) : NULL;
	if (ruleset) {
		r->words = ruleset->words;
		read_set(r, &m);
		members_done(&m);
	}
	faults_out(r, &faults);
	if (ruleset)
		tileset_finish(r->ts, r->words, &r->reporter);
	return ruleset;
}

int tileset_read(struct tileset *out, const struct ruleset **ruleset, const char *text, size_t size, struct buf *findings)
{
	struct reading r = {.reporter = {engine_finding}, .ts = out, .findings = findings};
	struct json *root;
	char why[160];

	memset(out, 0, sizeof *out);
	*ruleset = NULL;
	crypto_hash_sha256(out->sha256, (const unsigned char *)text, size);
	at(&r, "file");
	if (size > TILESET_FILE_MAX) {
		fault(&r, "has more than %d bytes", TILESET_FILE_MAX);
		return r.errors;
	}
	root = json_parse(text, size, why);
	if (!root) {
		fault(&r, "%s", why);
		return r.errors;
	}
	at(&r, "tile set");
	*ruleset = read_file(&r, root);
	json_free(root);
	return r.errors;
}

const char *tileset_bundled(const struct ruleset *r, size_t *size)
{
	*size = (size_t)(r->tiles_end - r->tiles);
	return r->tiles;
}

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

#include "api/tileset_reading.h"

enum { PROVENANCE_MAX = 4000, RULESETS_MAX = 16 };

void reading_at(struct reading *r, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(r->where, sizeof r->where, format, args);
	va_end(args);
}

/* One finding as a line.  It may quote the file: nothing but printable ASCII gets out. */
static void line(struct reading *r, const char *severity, const char *where, const char *what)
{
	char text[READING_WHERE + 320];

	snprintf(text, sizeof text, "%s: %s: %s", severity, where, what);
	for (char *c = text; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	if (!r->findings)
		return;
	buf_text(r->findings, text);
	buf_char(r->findings, '\n');
}

void reading_fault(struct reading *r, const char *format, ...)
{
	char what[240];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	r->errors++;
	line(r, "error", r->where, what);
}

void reading_faults(struct reading *r, const struct json_faults *f)
{
	for (int i = 0; i < f->count && i < JSON_FAULTS_MAX; i++) {
		const char *member = f->at[i].pointer + (f->at[i].pointer[0] == '/');

		reading_fault(r, "%s%s%s", member, *member ? ": " : "", f->at[i].text);
	}
	if (f->count > JSON_FAULTS_MAX)
		reading_fault(r, "%d more faults of this sort", f->count - JSON_FAULTS_MAX);
}

static int good_id(const char *id)
{
	size_t length = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-");

	return length >= 1 && length <= TILESET_ID_MAX && id[length] == '\0';
}

int reading_id(struct reading *r, struct members *m, const char *what, int number, char out[TILESET_ID_MAX + 1])
{
	const struct json *v = members_value(m, "id", REQUIRED);
	const char *id = json_string(v);

	reading_at(r, "%s number %d", what, number + 1);
	if (id && good_id(id)) {
		snprintf(out, TILESET_ID_MAX + 1, "%s", id);
		reading_at(r, "%s %s", what, id);
		return 0;
	}
	snprintf(out, TILESET_ID_MAX + 1, "number-%d", number + 1);
	if (v)
		reading_fault(r, "id: must be a text of 1 to %d characters of a-z, 0-9 and '-'", TILESET_ID_MAX);
	return -1;
}

int reading_find(const char *const *words, int count, const char *word)
{
	for (int i = 0; word && i < count; i++)
		if (words[i] && strcmp(words[i], word) == 0)
			return i;
	return -1;
}

const char *reading_list(char out[READING_WORDS], const char *const *words, int count)
{
	size_t used = 0;

	out[0] = '\0';
	for (int i = 0; i < count; i++)
		if (words[i] && used < READING_WORDS)
			used += (size_t)snprintf(out + used, READING_WORDS - used, "%s%s", used ? ", " : "", words[i]);
	return out;
}

int reading_word(struct reading *r, struct members *m, const char *name, const char *const *words, int count)
{
	const struct json *v = members_value(m, name, REQUIRED);
	int found;
	char list[READING_WORDS];

	if (!v)
		return -1;
	found = reading_find(words, count, json_string(v));
	if (found < 0)
		reading_fault(r, "%s: \"%.32s\" is none of %s", name, json_string(v) ? json_string(v) : "",
			reading_list(list, words, count));
	return found;
}

/* --- ships ------------------------------------------------------------------- */

/* A slot that cannot be read is left out; the order is never empty after that. */
static void read_order(struct reading *r, const struct json *array, struct ship *ship)
{
	int count = array ? json_count(array) : 1;
	char list[READING_WORDS];

	if (count < 1 || count > TILESET_SLOTS_MAX)
		reading_fault(r, "order: must list 1 to %d wares", TILESET_SLOTS_MAX);
	else for (const struct json *v = array ? json_first(array) : NULL; v; v = json_next(v)) {
		int slot = reading_find(r->words->slots, SLOTS, json_string(v));

		if (slot >= 0)
			ship->slots[ship->slot_count++] = (uint8_t)slot;
		else
			reading_fault(r, "order: \"%.32s\" is none of %s", json_string(v) ? json_string(v) : "",
				reading_list(list, r->words->slots, SLOTS));
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
	reading_id(r, &m, "ship", number, ship->id);
	members_integer(&m, "points", REQUIRED, 1, 255, &points);
	ship->points = (uint8_t)points;
	read_order(r, members_array(&m, "order", REQUIRED), ship);
	members_done(&m);
	reading_faults(r, &faults);
}

static void read_ships(struct reading *r, const struct json *array)
{
	for (const struct json *v = json_first(array); v; v = json_next(v)) {
		reading_at(r, "ship number %d", r->ts->ship_count + 1);
		if (r->ts->ship_count == TILESET_SHIPS_MAX) {
			reading_fault(r, "a tile set has at most %d ships", TILESET_SHIPS_MAX);
			break;
		}
		if (json_type(v) == JSON_OBJECT) {
			read_ship(r, r->ts->ship_count, v);
		} else {
			reading_fault(r, "must be an object");
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
	const char *names[RULESETS_MAX];
	char format[32];
	int count = 0, found;

	if (!members_text(m, "format", REQUIRED, format, sizeof format - 1))
		return NULL;
	if (strcmp(format, TILESET_FORMAT) != 0) {
		reading_fault(r, "format: must be \"%s\"", TILESET_FORMAT);
		return NULL;
	}
	for (int i = 0; i < ruleset_count && count < RULESETS_MAX; i++)
		if (reading_find(names, count, rulesets[i]->id) < 0)
			names[count++] = rulesets[i]->id;
	found = reading_word(r, m, "ruleset", names, count);
	return found < 0 ? NULL : ruleset_find(names[found], 0);
}

static void read_set(struct reading *r, struct members *m)
{
	const struct json *id = members_value(m, "id", REQUIRED), *kinds, *ships = NULL;
	const char *text = json_string(id);
	char provenance[PROVENANCE_MAX + 1];

	snprintf(r->ts->id, sizeof r->ts->id, "%s", text && good_id(text) ? text : "unnamed");
	if (id && !(text && good_id(text)))
		reading_fault(r, "id: must be a text of 1 to %d characters of a-z, 0-9 and '-'", TILESET_ID_MAX);
	members_text(m, "provenance", REQUIRED, provenance, PROVENANCE_MAX);
	kinds = members_array(m, "kinds", REQUIRED);
	if (r->words->slots[0])
		ships = members_array(m, "ships", REQUIRED);
	if (kinds)
		reading_kinds(r, kinds);
	if (ships)
		read_ships(r, ships);
	reading_at(r, "tile set");
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
	reading_faults(r, &faults);
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
	reading_at(&r, "file");
	if (size > TILESET_FILE_MAX) {
		reading_fault(&r, "has more than %d bytes", TILESET_FILE_MAX);
		return r.errors;
	}
	root = json_parse(text, size, why);
	if (!root) {
		reading_fault(&r, "%s", why);
		return r.errors;
	}
	reading_at(&r, "tile set");
	*ruleset = read_file(&r, root);
	json_free(root);
	return r.errors;
}

const char *tileset_bundled(const struct ruleset *r, size_t *size)
{
	*size = (size_t)(r->tiles_end - r->tiles);
	return r->tiles;
}

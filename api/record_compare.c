/*
 * record_compare.c - two JSON values side by side, and the place where they
 * part.
 */
#include "api/record_parts.h"

#include <stdio.h>
#include <string.h>

enum { POINTER_MAX = 200, VALUE_MAX = 80 };

/* A value as text, cut short; "nothing" when there is none. */
static void show(char out[VALUE_MAX], const struct json *v)
{
	struct buf text;
	size_t size;

	if (!v) {
		snprintf(out, VALUE_MAX, "nothing");
		return;
	}
	buf_init(&text, RECORD_MAX);
	json_print(&text, v);
	size = text.data ? strlen(text.data) : 0;
	snprintf(out, VALUE_MAX, "%s", text.data ? text.data : "?");
	buf_free(&text);
	if (size < VALUE_MAX)
		return;
	/* Cut before a whole character, and say so. */
	size = VALUE_MAX - 4;
	while (size > 0 && ((unsigned char)out[size] & 0xc0) == 0x80)
		size--;
	strcpy(out + size, "...");
}

static int differ(const struct json *recorded, const struct json *computed, const char *pointer, char place[400])
{
	char has[VALUE_MAX], gives[VALUE_MAX];

	show(has, recorded);
	show(gives, computed);
	snprintf(place, 400, "%.200s: record has %s, computed %s", pointer, has, gives);
	return -1;
}

/* A pointer to a member or an element; cut off where the room ends. */
static void step(char out[POINTER_MAX], const char *pointer, const char *name, int index)
{
	size_t at;

	if (!name) {
		snprintf(out, POINTER_MAX, "%.180s/%d", pointer, index);
		return;
	}
	at = (size_t)snprintf(out, POINTER_MAX, "%.150s/", pointer);
	for (; *name && at < POINTER_MAX - 4; name++) {
		if (*name == '~' || *name == '/') {
			out[at++] = '~';
			out[at++] = *name == '~' ? '0' : '1';
		} else {
			out[at++] = *name;
		}
	}
	while (*name && ((unsigned char)*name & 0xc0) == 0x80) {
		name--;
		at--;
	}
	out[at] = '\0';
}

/* Members that are missing or differ, in the computed order, then those that nobody computed. */
static int compare_objects(const struct json *recorded, const struct json *computed, const char *pointer,
	char place[400])
{
	char where[POINTER_MAX];

	for (const struct json *v = json_first(computed); v; v = json_next(v)) {
		const struct json *other = json_member(recorded, json_name(v));

		step(where, pointer, json_name(v), 0);
		if (!other)
			return differ(NULL, v, where, place);
		if (record_compare(other, v, where, place) != 0)
			return -1;
	}
	for (const struct json *v = json_first(recorded); v; v = json_next(v)) {
		step(where, pointer, json_name(v), 0);
		if (!json_member(computed, json_name(v)))
			return differ(v, NULL, where, place);
	}
	return 0;
}

static int compare_arrays(const struct json *recorded, const struct json *computed, const char *pointer,
	char place[400])
{
	const struct json *a = json_first(recorded), *b = json_first(computed);
	char where[POINTER_MAX];

	for (int i = 0; a || b; i++) {
		step(where, pointer, NULL, i);
		if (!a || !b)
			return differ(a, b, where, place);
		if (record_compare(a, b, where, place) != 0)
			return -1;
		a = json_next(a);
		b = json_next(b);
	}
	return 0;
}

/* Numbers of records are integers; any other number is different from all of them. */
static int same_number(const struct json *recorded, const struct json *computed)
{
	int64_t a, b;

	return json_integer(recorded, INT64_MIN, INT64_MAX, &a) == 0 &&
		json_integer(computed, INT64_MIN, INT64_MAX, &b) == 0 && a == b;
}

int record_compare(const struct json *recorded, const struct json *computed, const char *pointer, char place[400])
{
	int same = 1;

	if (!recorded || !computed || json_type(recorded) != json_type(computed))
		return differ(recorded, computed, pointer, place);
	switch (json_type(computed)) {
	case JSON_OBJECT:
		return compare_objects(recorded, computed, pointer, place);
	case JSON_ARRAY:
		return compare_arrays(recorded, computed, pointer, place);
	case JSON_STRING:
		same = strcmp(json_string(recorded), json_string(computed)) == 0;
		break;
	case JSON_NUMBER:
		same = same_number(recorded, computed);
		break;
	case JSON_BOOL:
		same = json_true(recorded) == json_true(computed);
		break;
	case JSON_NULL:
		break;
	}
	return same ? 0 : differ(recorded, computed, pointer, place);
}

/* tell.c - see tell.h. */
#include "api/tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/words.h"

enum { NAME_MAX_BYTES = 60, TEXT_MAX = 256 * 1024 };

/* --- lines ------------------------------------------------------------------ */

/* Characters of a UTF-8 text. */
static int width_of(const char *text, size_t size)
{
	int width = 0;

	for (size_t i = 0; i < size; i++)
		width += ((unsigned char)text[i] & 0xc0) != 0x80;
	return width;
}

void tell_wrapped(struct buf *out, const char *text, size_t size, int column, int indent)
{
	const char *end = text + size;
	int fresh = 1;			/* nothing of the text is on this line yet */

	while (text < end) {
		const char *blank = memchr(text, ' ', (size_t)(end - text));
		size_t word = (size_t)((blank ? blank : end) - text);
		int width = width_of(text, word);

		if (!fresh && column + 1 + width > TELL_WIDTH) {
			buf_format(out, "\n%*s", indent, "");
			column = indent;
		} else if (!fresh) {
			buf_char(out, ' ');
			column++;
		}
		buf_bytes(out, text, word);
		column += width;
		fresh = 0;
		text += word + (blank ? 1 : 0);
	}
}

/* --- values ------------------------------------------------------------------- */

static const char permille[] = "_permille", milli[] = "_milli";

static int ends_with(const char *name, const char *end)
{
	size_t size = strlen(name), tail = strlen(end);

	return size > tail && strcmp(name + size - tail, end) == 0;
}

/* Whether the object has the member rounded, too. */
static int is_rounded(const struct json *object, const char *name)
{
	char other[NAME_MAX_BYTES];

	snprintf(other, sizeof(other), "%s%s", name, permille);
	if (json_member(object, other))
		return 1;
	snprintf(other, sizeof(other), "%s%s", name, milli);
	return json_member(object, other) != NULL;
}

/* A number; those in thousandths as people write them. */
static void tell_number(struct sink *out, const char *key, const struct json *v)
{
	char name[NAME_MAX_BYTES], text[40];
	const char *end = key && ends_with(key, permille) ? permille : milli;
	int64_t number = 0;

	json_integer(v, INT32_MIN, INT32_MAX, &number);
	if (!key || !ends_with(key, end) || number < 0) {
		sink_number(out, key, (long)number);
		return;
	}
	snprintf(name, sizeof(name), "%.*s", (int)(strlen(key) - strlen(end)), key);
	if (end == permille)
		snprintf(text, sizeof(text), "%d.%d %%", (int)number / 10, (int)number % 10);
	else
		snprintf(text, sizeof(text), "%d.%03d", (int)number / 1000, (int)number % 1000);
	sink_text(out, name, text);
}

static void tell_value(struct sink *out, const char *key, const struct json *v)
{
	const struct json *object = v;

	switch (json_type(v)) {
	case JSON_NULL:
		sink_null(out, key);
		break;
	case JSON_BOOL:
		sink_flag(out, key, json_true(v));
		break;
	case JSON_NUMBER:
		tell_number(out, key, v);
		break;
	case JSON_STRING:
		sink_text(out, key, json_string(v));
		break;
	case JSON_ARRAY:
		sink_array(out, key);
		for (v = json_first(v); v; v = json_next(v))
			tell_value(out, NULL, v);
		sink_end(out);
		break;
	case JSON_OBJECT:
		sink_object(out, key);
		for (v = json_first(v); v; v = json_next(v))
			if (!is_rounded(object, json_name(v)))
				tell_value(out, json_name(v), v);
		sink_end(out);
		break;
	}
}

/* --- objects ------------------------------------------------------------------- */

static int is_listed(const char *const *names, const char *name)
{
	for (; names && *names; names++)
		if (strcmp(*names, name) == 0)
			return 1;
	return 0;
}

/* A list whose elements are too much for one line. */
static int is_deep(const struct json *v)
{
	if (json_type(v) != JSON_ARRAY)
		return 0;
	for (v = json_first(v); v; v = json_next(v)) {
		if (json_type(v) != JSON_OBJECT)
			return 0;
		for (const struct json *m = json_first(v); m; m = json_next(m))
			if (json_type(m) == JSON_OBJECT || json_type(m) == JSON_ARRAY)
				return 1;
	}
	return 0;
}

/* Members in one paragraph; deep lists only where there is no other place for them. */
static void tell_members(struct buf *out, const struct json *object, const char *const *without, int deep,
	int column, int indent)
{
	struct buf text;
	struct words w;

	buf_init(&text, TEXT_MAX);
	words_init(&w, &text, 0, ", ");
	for (const struct json *v = json_first(object); v; v = json_next(v))
		if (!is_listed(without, json_name(v)) && (deep || !is_deep(v)) && !is_rounded(object, json_name(v)))
			tell_value(&w.sink, json_name(v), v);
	if (text.size > 0) {
		tell_wrapped(out, text.data, text.size, column, indent);
		buf_char(out, '\n');
	}
	if (buf_failed(&text))
		out->failed = 1;
	buf_free(&text);
}

/* "throw 2: " of the list "throws"; without the number when there is but one. */
static int put_label(struct buf *out, const char *list, int number, int count, int indent)
{
	size_t before = out->size, size = strlen(list);

	buf_format(out, "%*s", indent, "");
	for (size_t i = 0; i < size - (size > 1 && list[size - 1] == 's'); i++)
		buf_char(out, list[i] == '_' ? ' ' : list[i]);
	if (count > 1)
		buf_format(out, " %d", number);
	buf_text(out, ": ");
	return (int)(out->size - before);
}

void tell_object(struct buf *out, const struct json *object, const char *const *without, int column)
{
	int indent = column + 2;

	tell_members(out, object, without, 0, column, indent);
	for (const struct json *v = json_first(object); v; v = json_next(v)) {
		int number = 0;

		if (is_listed(without, json_name(v)) || !is_deep(v))
			continue;
		for (const struct json *element = json_first(v); element; element = json_next(element)) {
			int start = put_label(out, json_name(v), ++number, json_count(v), indent);

			tell_members(out, element, NULL, 1, start, indent + 2);
		}
	}
}

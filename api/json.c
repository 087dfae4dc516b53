/*
 * json.c - reading JSON: cJSON behind a strict door.
 *
 * cJSON 1.7.15 takes more than JSON: trailing bytes, control characters
 * between and inside strings, "01" and "1." as numbers, \uZZZZ and \u0000 as the end
 * of a string, duplicate members, bytes that are no UTF-8.  And it keeps
 * numbers as doubles only.  So after it has parsed a text (its structure is
 * then known to be good) the raw text is walked in step with the tree: the
 * n-th number token is the n-th number node.  What the token looked like is kept
 * in the node's `valueint`, which nothing else uses.
 */
#include "api/json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	NUMBER_TEXT_MAX = 63,		/* what cJSON takes */
	IS_INTEGER = 1			/* in valueint: written as an integer */
};

/* Integers that a double holds exactly. */
#define EXACT_MAX 9007199254740992.0

/* struct json is never defined: a value is a cJSON node. */
static const cJSON *node(const struct json *v)
{
	return (const cJSON *)v;
}

static const struct json *value(const cJSON *n)
{
	return (const struct json *)n;
}

/* --- UTF-8 ------------------------------------------------------------- */

/* Bytes of the sequence that starts here, or 0 when it is malformed (RFC 3629). */
static size_t utf8_sequence(const unsigned char *s, size_t left)
{
	static const struct { unsigned char first, last, low, high; size_t size; } rows[] = {
		{0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
		{0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
		{0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (s[0] < rows[i].first || s[0] > rows[i].last)
			continue;
		if (left < rows[i].size || s[1] < rows[i].low || s[1] > rows[i].high)
			return 0;
		for (size_t k = 2; k < rows[i].size; k++) {
			if ((s[k] & 0xc0) != 0x80)
				return 0;
		}
		return rows[i].size;
	}
	return 0;
}

/* Where the first malformed byte is, or `size`. */
static size_t utf8_bad(const char *text, size_t size)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t i = 0;

	while (i < size) {
		size_t n = s[i] > 0 && s[i] < 0x80 ? 1 : s[i] >= 0x80 ? utf8_sequence(s + i, size - i) : 0;

		if (!n)
			break;
		i += n;
	}
	return i;
}

int utf8_valid(const char *text, size_t size)
{
	return utf8_bad(text, size) == size;
}

void utf8_mend(char *text)
{
	size_t size = strlen(text), at = 0;

	while ((at += utf8_bad(text + at, size - at)) < size)
		text[at] = '?';
}

/* --- the raw text -------------------------------------------------------- */

/* A walk through the text of a document that cJSON has accepted. */
struct scan {
	const char *text;
	size_t size, at;
	char *why;			/* char[160] */
};

__attribute__((format(printf, 3, 4)))
static int refuse_at(struct scan *s, size_t at, const char *format, ...)
{
	va_list args;
	int n = snprintf(s->why, 160, "byte %zu: ", at);

	va_start(args, format);
	vsnprintf(s->why + n, 160 - (size_t)n, format, args);
	va_end(args);
	utf8_mend(s->why);
	return -1;
}

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static int is_hex(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* From the opening quote to past the closing one. */
static int scan_string(struct scan *s)
{
	for (s->at++; s->at < s->size && s->text[s->at] != '"'; s->at++) {
		const char *p = s->text + s->at;

		if ((unsigned char)*p < 0x20)
			return refuse_at(s, s->at, "control characters in strings must be escaped");
		if (*p != '\\')
			continue;
		s->at++;
		if (p[1] != 'u')
			continue;
		if (s->size - s->at < 5 || !is_hex(p[2]) || !is_hex(p[3]) || !is_hex(p[4]) || !is_hex(p[5]))
			return refuse_at(s, s->at - 1, "\\u needs four hexadecimal digits");
		if (!memcmp(p + 2, "0000", 4))
			return refuse_at(s, s->at - 1, "strings may not hold \\u0000");
	}
	s->at++;
	return 0;
}

/* Digits from `at` on; how many. */
static size_t digits(const struct scan *s, size_t at)
{
	size_t n = 0;

	while (at + n < s->size && is_digit(s->text[at + n]))
		n++;
	return n;
}

/* RFC 8259 section 6.  Gives IS_INTEGER or 0, or -1 when it is no number. */
static int scan_number(struct scan *s)
{
	size_t start = s->at, at = s->at, n;
	int integer = IS_INTEGER;

	at += s->text[at] == '-';
	n = digits(s, at);
	if (n == 0 || (n > 1 && s->text[at] == '0'))
		return refuse_at(s, start, "numbers have no leading zeros");
	if (s->text[start] == '-' && n == 1 && s->text[at] == '0')
		integer = 0;
	at += n;
	if (at < s->size && s->text[at] == '.') {
		n = digits(s, ++at);
		if (n == 0)
			return refuse_at(s, start, "a digit must follow the point");
		at += n;
		integer = 0;
	}
	if (at < s->size && (s->text[at] == 'e' || s->text[at] == 'E')) {
		at++;
		at += at < s->size && (s->text[at] == '+' || s->text[at] == '-');
		at += digits(s, at);
		integer = 0;
	}
	if (at - start > NUMBER_TEXT_MAX)
		return refuse_at(s, start, "a number may have %d characters", NUMBER_TEXT_MAX);
	s->at = at;
	return integer;
}

/* On to the next number outside strings: what it is, or -1; -2 at the end. */
static int next_number(struct scan *s)
{
	while (s->at < s->size) {
		char c = s->text[s->at];

		if (c == '-' || is_digit(c))
			return scan_number(s);
		if (c == '"') {
			if (scan_string(s) < 0)
				return -1;
			continue;
		}
		if ((unsigned char)c < 0x20 && c != '\t' && c != '\n' && c != '\r')
			return refuse_at(s, s->at, "control characters are not JSON");
		s->at++;
	}
	return -2;
}

/* --- the tree ------------------------------------------------------------ */

static int check_members(struct scan *s, const cJSON *object)
{
	int count = 0;

	for (const cJSON *m = object->child; m; m = m->next) {
		if (++count > JSON_MEMBERS_MAX) {
			snprintf(s->why, 160, "an object may have %d members", JSON_MEMBERS_MAX);
			return -1;
		}
		for (const cJSON *before = object->child; before != m; before = before->next) {
			if (!strcmp(before->string, m->string)) {
				snprintf(s->why, 160, "member \"%.60s\" occurs twice", m->string);
				utf8_mend(s->why);
				return -1;
			}
		}
	}
	return 0;
}

/* In document order, which is the order of the number tokens. */
static int check_tree(struct scan *s, cJSON *n, int depth)
{
	if (cJSON_IsNumber(n)) {
		int kind = next_number(s);

		if (kind < 0)
			return -1;
		if (!isfinite(n->valuedouble))
			return refuse_at(s, s->at, "the number before this is too large");
		n->valueint = kind;
	}
	if (n->child && depth == JSON_DEPTH_MAX) {
		snprintf(s->why, 160, "nested deeper than %d levels", JSON_DEPTH_MAX);
		return -1;
	}
	if (cJSON_IsObject(n) && check_members(s, n) < 0)
		return -1;
	for (cJSON *child = n->child; child; child = child->next) {
		if (check_tree(s, child, depth + 1) < 0)
			return -1;
	}
	return 0;
}

struct json *json_parse(const char *text, size_t size, char why[160])
{
	struct scan s = {text, size, 0, why};
	const char *end = NULL;
	size_t bad = utf8_bad(text, size);
	cJSON *root;

	if (bad < size) {
		refuse_at(&s, bad, "the text is not UTF-8, or holds a NUL");
		return NULL;
	}
	if (size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) {
		refuse_at(&s, 0, "a byte order mark is not JSON");
		return NULL;
	}
	root = cJSON_ParseWithLengthOpts(text, size, &end, 0);
	if (!root) {
		refuse_at(&s, end ? (size_t)(end - text) : 0, "this is not JSON");
		return NULL;
	}
	bad = (size_t)(end - text);
	while (bad < size && strchr(" \t\r\n", text[bad]))
		bad++;
	if (bad < size)
		refuse_at(&s, bad, "something follows the JSON text");
	else if (check_tree(&s, root, 0) == 0 && next_number(&s) == -2)
		return (struct json *)root;
	cJSON_Delete(root);
	return NULL;
}

void json_free(struct json *root)
{
	cJSON_Delete((cJSON *)root);
}

enum json_type json_type(const struct json *v)
{
	const cJSON *n = node(v);

	return cJSON_IsObject(n) ? JSON_OBJECT : cJSON_IsArray(n) ? JSON_ARRAY
		: cJSON_IsString(n) ? JSON_STRING : cJSON_IsNumber(n) ? JSON_NUMBER
		: cJSON_IsBool(n) ? JSON_BOOL : JSON_NULL;
}

const struct json *json_member(const struct json *object, const char *name)
{
	if (!object || !cJSON_IsObject(node(object)))
		return NULL;
	return value(cJSON_GetObjectItemCaseSensitive(node(object), name));
}

int json_count(const struct json *v)
{
	return cJSON_GetArraySize(node(v));
}

const struct json *json_first(const struct json *v)
{
	return value(node(v)->child);
}

const struct json *json_next(const struct json *v)
{
	return value(node(v)->next);
}

const char *json_name(const struct json *v)
{
	return node(v)->string;
}

const char *json_string(const struct json *v)
{
	return v && cJSON_IsString(node(v)) ? node(v)->valuestring : NULL;
}

int json_integer(const struct json *v, int64_t min, int64_t max, int64_t *out)
{
	const cJSON *n = node(v);

	if (!n || !cJSON_IsNumber(n) || n->valueint != IS_INTEGER)
		return -1;
	if (n->valuedouble < -EXACT_MAX || n->valuedouble > EXACT_MAX)
		return -1;
	if ((int64_t)n->valuedouble < min || (int64_t)n->valuedouble > max)
		return -1;
	*out = (int64_t)n->valuedouble;
	return 0;
}

int json_true(const struct json *v)
{
	return v && cJSON_IsTrue(node(v));
}

static void print_number(struct buf *out, const cJSON *n)
{
	double d = n->valuedouble;

	if (n->valueint == IS_INTEGER && d >= -EXACT_MAX && d <= EXACT_MAX)
		buf_number(out, (long long)d);
	else
		buf_format(out, "%.17g", d);
}

void json_print(struct buf *out, const struct json *v)
{
	const cJSON *n = node(v);

	if (cJSON_IsString(n)) {
		json_quote(out, n->valuestring);
	} else if (cJSON_IsNumber(n)) {
		print_number(out, n);
	} else if (cJSON_IsObject(n) || cJSON_IsArray(n)) {
		buf_char(out, cJSON_IsObject(n) ? '{' : '[');
		for (const cJSON *child = n->child; child; child = child->next) {
			if (child != n->child)
				buf_char(out, ',');
			if (cJSON_IsObject(n)) {
				json_quote(out, child->string);
				buf_char(out, ':');
			}
			json_print(out, value(child));
		}
		buf_char(out, cJSON_IsObject(n) ? '}' : ']');
	} else {
		buf_text(out, cJSON_IsTrue(n) ? "true" : cJSON_IsFalse(n) ? "false" : "null");
	}
}

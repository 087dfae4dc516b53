/*
 * fuzz_json.c - any bytes as JSON.
 *
 * The parser is held against a recogniser of RFC 8259 that is written here and
 * shares nothing with it: no text passes that is not JSON, and JSON is refused
 * only for one of the limits that json.h names.  What passes is printed, and
 * read and printed again, to the same text.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "api/json.h"

/* --- the recogniser: each function returns past what it took, or NULL --- */

static const char *blanks(const char *p, const char *end)
{
	while (p < end && strchr(" \t\r\n", *p) && *p)
		p++;
	return p;
}

static int hex4(const char *p, const char *end)
{
	int value = 0;

	if (end - p < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		const char *digits = "0123456789abcdefABCDEF", *at = p[i] ? strchr(digits, p[i]) : NULL;
		int digit = at ? (int)(at - digits) : -1;

		if (digit < 0)
			return -1;
		value = value * 16 + (digit > 15 ? digit - 6 : digit);
	}
	return value;
}

/* *nul is set when the text holds one. */
static const char *string(const char *p, const char *end, int *nul)
{
	if (p >= end || *p++ != '"')
		return NULL;
	while (p < end && *p != '"') {
		int unit;

		if ((unsigned char)*p < 0x20)
			return NULL;
		if (*p++ != '\\')
			continue;
		if (p >= end || !*p || !strchr("\"\\/bfnrtu", *p))
			return NULL;
		if (*p++ != 'u')
			continue;
		unit = hex4(p, end);
		*nul |= unit == 0;
		if (unit < 0 || (unit >= 0xdc00 && unit <= 0xdfff))
			return NULL;
		p += 4;
		if (unit < 0xd800 || unit > 0xdfff)
			continue;
		/* The second half of a pair must follow. */
		if (end - p < 6 || p[0] != '\\' || p[1] != 'u')
			return NULL;
		unit = hex4(p + 2, end);
		if (unit < 0xdc00 || unit > 0xdfff)
			return NULL;
		p += 6;
	}
	return p < end ? p + 1 : NULL;
}

static const char *digits(const char *p, const char *end)
{
	const char *from = p;

	while (p < end && *p >= '0' && *p <= '9')
		p++;
	return p > from ? p : NULL;
}

static const char *number(const char *p, const char *end)
{
	const char *from;

	if (p < end && *p == '-')
		p++;
	from = p;
	p = digits(p, end);
	if (!p || (*from == '0' && p - from > 1))
		return NULL;
	if (p < end && *p == '.') {
		p = digits(p + 1, end);
		if (!p)
			return NULL;
	}
	if (p < end && (*p == 'e' || *p == 'E')) {
		p++;
		p += p < end && (*p == '+' || *p == '-');
		p = digits(p, end);
	}
	return p;
}

static const char *word(const char *p, const char *end, const char *text)
{
	size_t length = strlen(text);

	return (size_t)(end - p) >= length && memcmp(p, text, length) == 0 ? p + length : NULL;
}

static const char *value(const char *p, const char *end, int *nul, int depth)
{
	char close;

	p = blanks(p, end);
	/* Deeper than this nothing is asked of the parser. */
	if (p >= end || depth > 900)
		return NULL;
	if (*p == '"')
		return string(p, end, nul);
	if (*p == 't' || *p == 'f' || *p == 'n')
		return word(p, end, *p == 't' ? "true" : *p == 'f' ? "false" : "null");
	if (*p != '{' && *p != '[')
		return number(p, end);
	close = *p == '{' ? '}' : ']';
	p = blanks(p + 1, end);
	if (p < end && *p == close)
		return p + 1;
	for (;;) {
		if (close == '}') {
			p = string(blanks(p, end), end, nul);
			p = p ? blanks(p, end) : NULL;
			if (!p || p >= end || *p++ != ':')
				return NULL;
		}
		p = value(p, end, nul, depth + 1);
		p = p ? blanks(p, end) : NULL;
		if (!p || p >= end || (*p != ',' && *p != close))
			return NULL;
		if (*p++ == close)
			return p;
	}
}

static int is_json(const char *text, size_t size, int *nul)
{
	const char *end = text + size, *p = value(text, end, nul, 0);

	return p && blanks(p, end) == end && utf8_valid(text, size);
}

/* --- the parser ------------------------------------------------------------- */

/* Ask for some members and all that is left, as a handler does. */
static void read_members(const struct json *root)
{
	static const char *const words[] = {"a", "b", NULL};
	struct json_faults faults = {0};
	struct members m;
	char text[9];
	int64_t n;
	int choice, kept;

	members_begin(&m, root, "", &faults);
	if (members_text(&m, "t", OPTIONAL, text, sizeof text - 1))
		REQUIRE(memchr(text, '\0', sizeof text) != NULL, "a text without an end");
	if (members_integer(&m, "n", OPTIONAL, -5, 5, &n))
		REQUIRE(n >= -5 && n <= 5, "%lld", (long long)n);
	if (members_choice(&m, "c", OPTIONAL, words, &choice))
		REQUIRE(choice == 0 || choice == 1, "%d", choice);
	members_bool(&m, "b", REQUIRED, &choice);
	members_object(&m, "o", OPTIONAL);
	members_array(&m, "l", OPTIONAL);
	members_done(&m);
	kept = faults.count < JSON_FAULTS_MAX ? faults.count : JSON_FAULTS_MAX;
	for (int i = 0; i < kept; i++) {
		REQUIRE(faults.at[i].text[0] != '\0', "a fault without a sentence");
		REQUIRE(utf8_valid(faults.at[i].pointer, strlen(faults.at[i].pointer)), "half a character in a pointer");
	}
}

static void must_print_alike(const struct json *root)
{
	struct buf first, second;
	struct json *again;
	char why[160];
	int nul = 0;

	buf_init(&first, 16 * 1024 * 1024);
	buf_init(&second, 16 * 1024 * 1024);
	json_print(&first, root);
	REQUIRE(!buf_failed(&first), "nothing is printed");
	REQUIRE(is_json(first.data, first.size, &nul), "what is printed is not JSON: %s", first.data);
	again = json_parse(first.data, first.size, why);
	REQUIRE(again != NULL, "what is printed is refused: %s", why);
	json_print(&second, again);
	REQUIRE(first.size == second.size && memcmp(first.data, second.data, first.size) == 0,
		"printed once: %s\nprinted twice: %s", first.data, second.data);
	json_free(again);
	buf_free(&first);
	buf_free(&second);
}

/* Limits of the parser that a text may break and still be JSON. */
static int is_limit(const char *why)
{
	static const char *const limits[] = {
		"nested deeper than", "occurs twice", "members", "too large", "characters", "\\u0000", "not UTF-8",
	};

	for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
		if (strstr(why, limits[i]))
			return 1;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* An exact copy, so that reading past its end is seen. */
	char *text = malloc(size ? size : 1), why[160] = "";
	struct json *root;
	int nul = 0, good;

	if (size)
		memcpy(text, data, size);
	good = is_json(text, size, &nul);
	root = json_parse(text, size, why);
	if (root) {
		REQUIRE(good && !nul, "a text that is not JSON was accepted");
		must_print_alike(root);
		read_members(root);
	} else {
		REQUIRE(why[0] != '\0' && memchr(why, '\0', sizeof why), "refused without a reason");
		REQUIRE(!good || is_limit(why), "JSON was refused: %s", why);
	}
	json_free(root);
	free(text);
	return 0;
}

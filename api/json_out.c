/*
 * json_out.c - writing JSON text.  No printf: it runs for every move.
 */
#include "api/json.h"

#include <string.h>

enum {
	ESCAPED_MAX = 6,		/* bytes that one byte of a text may become */
	NUMBER_MAX = 20			/* characters of a 64-bit number */
};

/* The text in quotes at `to`, which has room for it; returns its end. */
static char *quote(char *to, const char *text)
{
	static const char hex[] = "0123456789abcdef";

	*to++ = '"';
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c >= 0x20 && c != '"' && c != '\\') {
			*to++ = (char)c;
			continue;
		}
		*to++ = '\\';
		if (c == '"' || c == '\\') {
			*to++ = (char)c;
		} else if (c == '\n') {
			*to++ = 'n';
		} else {
			memcpy(to, "u00", 3);
			to[3] = hex[c >> 4];
			to[4] = hex[c & 15];
			to += 5;
		}
	}
	*to++ = '"';
	return to;
}

void json_quote(struct buf *buf, const char *text)
{
	char *to = buf_space(buf, ESCAPED_MAX * strlen(text) + 2);

	if (to)
		buf_written(buf, quote(to, text));
}

/*
 * The comma that is due and the name; returns where the value goes, with room
 * for `size` bytes, or NULL when the buffer failed.
 */
static char *begin(struct json_out *o, const char *key, size_t size)
{
	size_t length = key ? strlen(key) : 0;
	char *to = buf_space(o->buf, length + size + 4);

	if (!to)
		return NULL;
	if (o->comma)
		*to++ = ',';
	o->comma = 1;
	if (key) {
		/* Keys are names in the source; seats' numbers at most. */
		*to++ = '"';
		memcpy(to, key, length);
		to += length;
		*to++ = '"';
		*to++ = ':';
	}
	return to;
}

static void put(struct json_out *o, const char *key, const char *text, size_t size)
{
	char *to = begin(o, key, size);

	if (!to)
		return;
	memcpy(to, text, size);
	buf_written(o->buf, to + size);
}

static void open_level(struct sink *s, const char *key, const char *brackets)
{
	struct json_out *o = (struct json_out *)s;

	put(o, key, brackets, 1);
	if (o->depth < JSON_DEPTH_MAX)
		o->closers[o->depth] = (unsigned char)brackets[1];
	else
		o->buf->failed = 1;
	o->depth++;
	o->comma = 0;
}

static void out_object(struct sink *s, const char *key)
{
	open_level(s, key, "{}");
}

static void out_array(struct sink *s, const char *key)
{
	open_level(s, key, "[]");
}

static void out_end(struct sink *s)
{
	struct json_out *o = (struct json_out *)s;

	if (o->depth == 0) {
		o->buf->failed = 1;
		return;
	}
	o->depth--;
	if (o->depth < JSON_DEPTH_MAX)
		buf_char(o->buf, (char)o->closers[o->depth]);
	o->comma = 1;
}

static void out_number(struct sink *s, const char *key, long number)
{
	struct json_out *o = (struct json_out *)s;
	unsigned long rest = number < 0 ? 0ul - (unsigned long)number : (unsigned long)number;
	char digits[NUMBER_MAX], *to = begin(o, key, NUMBER_MAX);
	int i = NUMBER_MAX;

	if (!to)
		return;
	if (number < 0)
		*to++ = '-';
	do
		digits[--i] = (char)('0' + rest % 10);
	while (rest /= 10);
	while (i < NUMBER_MAX)
		*to++ = digits[i++];
	buf_written(o->buf, to);
}

static void out_text(struct sink *s, const char *key, const char *text)
{
	struct json_out *o = (struct json_out *)s;
	char *to = begin(o, key, ESCAPED_MAX * strlen(text) + 2);

	if (to)
		buf_written(o->buf, quote(to, text));
}

static void out_flag(struct sink *s, const char *key, int flag)
{
	put((struct json_out *)s, key, flag ? "true" : "false", flag ? 4 : 5);
}

static void out_null(struct sink *s, const char *key)
{
	put((struct json_out *)s, key, "null", 4);
}

void json_out_init(struct json_out *o, struct buf *buf)
{
	memset(o, 0, sizeof(*o));
	o->sink = (struct sink){out_object, out_array, out_end, out_number, out_text, out_flag, out_null};
	o->buf = buf;
}

void json_out_raw(struct json_out *o, const char *key, const char *text, size_t size)
{
	put(o, key, text, size);
}

/*
 * json_out.c - writing JSON text.  No printf: it runs for every move.
 */
#include "api/json.h"

#include <string.h>

void json_quote(struct buf *buf, const char *text)
{
	static const char hex[] = "0123456789abcdef";
	const char *from = text;

	buf_char(buf, '"');
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		char escape[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};

		if (c >= 0x20 && c != '"' && c != '\\')
			continue;
		buf_bytes(buf, from, (size_t)(text - from));
		from = text + 1;
		if (c == '"' || c == '\\') {
			escape[1] = (char)c;
			buf_bytes(buf, escape, 2);
		} else if (c == '\n') {
			buf_bytes(buf, "\\n", 2);
		} else {
			buf_bytes(buf, escape, 6);
		}
	}
	buf_bytes(buf, from, (size_t)(text - from));
	buf_char(buf, '"');
}

/* The comma that is due, and the name. */
static struct buf *begin(struct sink *s, const char *key)
{
	struct json_out *o = (struct json_out *)s;

	if (o->comma)
		buf_char(o->buf, ',');
	o->comma = 1;
	if (key) {
		/* Keys are names in the source; seats' numbers at most. */
		buf_char(o->buf, '"');
		buf_text(o->buf, key);
		buf_bytes(o->buf, "\":", 2);
	}
	return o->buf;
}

static void open_level(struct sink *s, const char *key, const char *brackets)
{
	struct json_out *o = (struct json_out *)s;

	buf_char(begin(s, key), brackets[0]);
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
	buf_number(begin(s, key), number);
}

static void out_text(struct sink *s, const char *key, const char *text)
{
	json_quote(begin(s, key), text);
}

static void out_flag(struct sink *s, const char *key, int flag)
{
	buf_text(begin(s, key), flag ? "true" : "false");
}

static void out_null(struct sink *s, const char *key)
{
	buf_bytes(begin(s, key), "null", 4);
}

void json_out_init(struct json_out *o, struct buf *buf)
{
	memset(o, 0, sizeof(*o));
	o->sink = (struct sink){out_object, out_array, out_end, out_number, out_text, out_flag, out_null};
	o->buf = buf;
}

void json_out_raw(struct json_out *o, const char *key, const char *text, size_t size)
{
	buf_bytes(begin(&o->sink, key), text, size);
}

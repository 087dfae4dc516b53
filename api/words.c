/* words.c - views, events and actions in words. */
#include "api/words.h"

#include <string.h>

enum { SOME = 1, SOME_BARE = 2 };

static void put_name(struct buf *out, const char *name)
{
	for (; *name; name++)
		buf_char(out, *name == '_' ? ' ' : *name);
}

static int level(const struct words *w)
{
	return w->depth < WORDS_DEPTH ? w->depth : WORDS_DEPTH - 1;
}

/* Below the lines, and within what is an element of a list, all stands in one line. */
static int in_line(const struct words *w)
{
	return w->depth >= w->lines || w->row[level(w)];
}

static void part(struct words *w)
{
	int some = w->some[level(w)];

	if (!in_line(w)) {
		if (some || w->depth > 0)
			buf_char(w->out, '\n');
		for (int i = 0; i < w->depth; i++)
			buf_text(w->out, "  ");
	} else if (some == SOME_BARE || (some && w->list[level(w)])) {
		buf_char(w->out, ' ');
	} else if (some) {
		buf_text(w->out, w->depth == 0 ? w->parted : ", ");
	}
}

/* What parts this element from the one before it, and its name. */
static struct words *begin(struct sink *s, const char *key, int bare)
{
	struct words *w = (struct words *)s;

	part(w);
	w->some[level(w)] = bare ? SOME_BARE : SOME;
	if (key && !bare) {
		put_name(w->out, key);
		buf_char(w->out, ' ');
	}
	return w;
}

/* What stands in a list, in one line with others, needs brackets. */
static int needs_brackets(const struct words *w)
{
	return in_line(w) && w->list[level(w)];
}

static void open_level(struct sink *s, const char *key, int list)
{
	struct words *w = (struct words *)s;
	int brackets = needs_brackets(w), row = w->row[level(w)] || w->list[level(w)];

	part(w);
	w->some[level(w)] = SOME;
	if (key) {
		put_name(w->out, key);
		buf_text(w->out, w->depth + 1 < w->lines ? ":" : " ");
	}
	if (brackets)
		buf_char(w->out, '(');
	w->depth++;
	w->list[level(w)] = (uint8_t)list;
	w->row[level(w)] = (uint8_t)(row && w->depth > 0);
	w->some[level(w)] = 0;
}

static void words_object(struct sink *s, const char *key)
{
	open_level(s, key, 0);
}

static void words_array(struct sink *s, const char *key)
{
	open_level(s, key, 1);
}

static void words_end(struct sink *s)
{
	struct words *w = (struct words *)s;
	int list = w->list[level(w)];

	if (list && !w->some[level(w)] && w->depth > 0)
		buf_text(w->out, "none");
	w->depth--;
	if (needs_brackets(w))
		buf_char(w->out, ')');
}

static void words_number(struct sink *s, const char *key, long value)
{
	buf_number(begin(s, key, 0)->out, value);
}

static void words_text(struct sink *s, const char *key, const char *value)
{
	int bare = key && (strcmp(key, "type") == 0 || strcmp(key, "id") == 0);

	buf_text(begin(s, key, bare)->out, value);
}

static void words_flag(struct sink *s, const char *key, int value)
{
	struct words *w = (struct words *)s;

	if (!value || !key)
		return;
	part(w);
	w->some[level(w)] = SOME;
	put_name(w->out, key);
}

static void words_null(struct sink *s, const char *key)
{
	(void)s;
	(void)key;
}

void words_init(struct words *w, struct buf *out, int lines, const char *parted)
{
	memset(w, 0, sizeof(*w));
	w->sink = (struct sink){words_object, words_array, words_end, words_number, words_text,
		words_flag, words_null};
	w->out = out;
	w->lines = lines;
	w->parted = parted;
}

/*
 * Walks a compact JSON text, known to be good, and knows of each value only
 * where it begins and ends; so it has nothing in common with what it tests.
 */
#include "tests/api/mutate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct walk {
	const char *text;
	size_t size;
	int number, first, stride;
	int (*each)(void *, const struct mutant *);
	void *arg;
	int *count;
	int stopped;
	char *room;
	char pointer[200];
};

/* Past the value that begins at `p`. */
static const char *skip(const char *p)
{
	int depth = 0;

	do {
		if (*p == '"') {
			for (p++; *p != '"'; p++)
				p += *p == '\\';
			p++;
		} else if (*p == '{' || *p == '[') {
			depth++;
			p++;
		} else if (*p == '}' || *p == ']') {
			depth--;
			p++;
		} else {
			p++;
			if (depth > 0)
				continue;
			while (*p && !strchr(",]}", *p))
				p++;
		}
	} while (depth > 0);
	return p;
}

/* The text with [from, to) replaced. */
static void replace(struct walk *w, enum mutation how, int leaf, const char *from, const char *to, const char *with,
	size_t with_size)
{
	size_t before = (size_t)(from - w->text), after = (size_t)(w->text + w->size - to);
	struct mutant m = {.how = how, .leaf = leaf};

	if (w->stopped || w->number++ % w->stride != w->first)
		return;
	memcpy(w->room, w->text, before);
	memcpy(w->room + before, with, with_size);
	memcpy(w->room + before + with_size, to, after);
	m.text = w->room;
	m.size = before + with_size + after;
	w->room[m.size] = '\0';
	snprintf(m.pointer, sizeof m.pointer, "%s", w->pointer);
	++*w->count;
	w->stopped = w->each(w->arg, &m);
}

static void another_value(struct walk *w, const char *from, const char *to)
{
	char with[80];
	int size;

	switch (*from) {
	case '{':
		if (to - from > 2)
			replace(w, MUTATE_VALUE, 0, from, to, "{}", 2);
		return;
	case '[':
		if (to - from > 2)
			replace(w, MUTATE_VALUE, 0, from, to, "[]", 2);
		return;
	case '"':
		/* A different last character, or a first one. */
		if (to - from == 2)
			replace(w, MUTATE_VALUE, 1, from, to, "\"0\"", 3);
		else if (to[-2] == '0' || (unsigned char)to[-2] >= 0x80 || to[-2] == '"')
			replace(w, MUTATE_VALUE, 1, from + 1, from + 1, "1", 1);
		else
			replace(w, MUTATE_VALUE, 1, to - 2, to - 1, "0", 1);
		return;
	case 't':
		replace(w, MUTATE_VALUE, 1, from, to, "false", 5);
		return;
	case 'f':
		replace(w, MUTATE_VALUE, 1, from, to, "true", 4);
		return;
	case 'n':
		replace(w, MUTATE_VALUE, 1, from, to, "{}", 2);
		return;
	default:
		size = snprintf(with, sizeof with, "%ld", strtol(from, NULL, 10) + 1);
		replace(w, MUTATE_VALUE, 1, from, to, with, (size_t)size);
	}
}

/* [from, to) is a member or an element of what ends at or after `to`. */
static void changes_in_parent(struct walk *w, const char *from, const char *to, const char *value)
{
	const char *next, *end;
	char *swapped;
	int leaf = *value != '{' && *value != '[';

	if (*to == ',')
		replace(w, MUTATE_REMOVE, leaf, from, to + 1, "", 0);
	else
		replace(w, MUTATE_REMOVE, leaf, from[-1] == ',' ? from - 1 : from, to, "", 0);
	if (from != value || *to != ',')
		return;
	next = to + 1;
	end = skip(next);
	if (end - next == to - from && memcmp(next, from, (size_t)(to - from)) == 0)
		return;
	swapped = malloc((size_t)(end - from) + 1);
	snprintf(swapped, (size_t)(end - from) + 1, "%.*s,%.*s", (int)(end - next), next, (int)(to - from), from);
	replace(w, MUTATE_SWAP, leaf, from, end, swapped, (size_t)(end - from));
	free(swapped);
}

static const char *walk_value(struct walk *w, const char *p);

static const char *walk_children(struct walk *w, const char *p)
{
	size_t length = strlen(w->pointer);
	int index = 0, object = *p == '{';

	p++;
	while (*p != '}' && *p != ']') {
		const char *from = p, *value = p, *to;

		if (object)
			value = skip(p) + 1;
		if (object)
			snprintf(w->pointer + length, sizeof w->pointer - length, "/%.*s", (int)(value - from - 3), from + 1);
		else
			snprintf(w->pointer + length, sizeof w->pointer - length, "/%d", index++);
		to = walk_value(w, value);
		changes_in_parent(w, from, to, value);
		p = to + (*to == ',');
		w->pointer[length] = '\0';
	}
	return p + 1;
}

static const char *walk_value(struct walk *w, const char *p)
{
	const char *to = skip(p);
	int container = *p == '{' || *p == '[';

	another_value(w, p, to);
	replace(w, MUTATE_TYPE, !container, p, to, *p == 'n' ? "0" : "null", *p == 'n' ? 1 : 4);
	if (*p == '{')
		replace(w, MUTATE_ADD, 0, p + 1, p + 1, p[1] == '}' ? "\"zz\":0" : "\"zz\":0,", p[1] == '}' ? 6 : 7);
	if (*p == '[')
		replace(w, MUTATE_ADD, 0, p + 1, p + 1, p[1] == ']' ? "0" : "0,", p[1] == ']' ? 1 : 2);
	if (container)
		walk_children(w, p);
	return to;
}

int mutate(const char *text, size_t size, int first, int stride, int (*each)(void *arg, const struct mutant *m),
	void *arg, int *count)
{
	struct walk w = {.text = text, .size = size, .first = first, .stride = stride, .each = each, .arg = arg,
		.count = count, .room = malloc(2 * size + 100)};

	if (!w.room)
		return -1;
	walk_value(&w, text);
	free(w.room);
	return w.stopped;
}

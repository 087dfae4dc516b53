/*
 * target.c - path and query of a request, decoded once.
 *
 * A path is split before it is decoded, so that %2F never makes a new
 * segment (RFC 3986 section 2.2).
 */
#include "api/inside.h"

#include <inttypes.h>
#include <string.h>

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* Decode %XX, and '+' when `plus`; -1 when malformed, NUL or not UTF-8. */
static int percent_decode(char *out, const char *in, size_t size, int plus)
{
	size_t at = 0;

	for (size_t i = 0; i < size; i++) {
		int high, low;

		if (in[i] != '%') {
			out[at++] = plus && in[i] == '+' ? ' ' : in[i];
			continue;
		}
		if (size - i < 3 || (high = hex_value(in[i + 1])) < 0 || (low = hex_value(in[i + 2])) < 0)
			return -1;
		out[at++] = (char)(high * 16 + low);
		i += 2;
	}
	out[at] = '\0';
	return utf8_valid(out, at) ? 0 : -1;
}

/* *out moves on. */
static int parse_path(struct flight *f, const char *path, char **out)
{
	while (*path) {
		size_t size = strcspn(++path, "/");

		/* A path that deep is none of ours; one more keeps it different. */
		if (f->segment_count == SEGMENTS_MAX)
			break;
		if (percent_decode(*out, path, size, 0) < 0)
			return fail(&f->c, ERR_BAD_REQUEST, "the path is not well percent-encoded UTF-8");
		f->segments[f->segment_count++] = *out;
		*out += strlen(*out) + 1;
		path += size;
	}
	return 0;
}

/* "name=value" of `size` bytes; *out moves on. */
static int parse_query(struct flight *f, const char *pair, size_t size, char **out)
{
	const char *equals = memchr(pair, '=', size);
	size_t name_size = equals ? (size_t)(equals - pair) : size;
	int i = f->query_count;

	if (i == QUERIES_MAX)
		return fail(&f->c, ERR_BAD_REQUEST, "a query may have %d parameters", QUERIES_MAX);
	f->queries[i].name = *out;
	if (percent_decode(*out, pair, name_size, 1) < 0)
		return fail(&f->c, ERR_BAD_REQUEST, "the query is not well percent-encoded UTF-8");
	*out += strlen(*out) + 1;
	f->queries[i].value = *out;
	if (percent_decode(*out, equals ? equals + 1 : "", equals ? size - name_size - 1 : 0, 1) < 0)
		return fail(&f->c, ERR_BAD_REQUEST, "query parameter %s is not well percent-encoded UTF-8",
			f->queries[i].name);
	*out += strlen(*out) + 1;
	for (int k = 0; k < i; k++) {
		if (!strcmp(f->queries[k].name, f->queries[i].name))
			return fail(&f->c, ERR_BAD_REQUEST, "query parameter %s was given twice", f->queries[i].name);
	}
	f->query_count++;
	return 0;
}

int target_parse(struct flight *f)
{
	const char *path = f->c.x->path, *query = f->c.x->query;
	char *out = f->target;

	if (strlen(path) + 2 * strlen(query) >= API_TARGET_MAX)
		return fail(&f->c, ERR_BAD_REQUEST, "path and query are too long");
	if (path[0] != '/')
		return fail(&f->c, ERR_NOT_FOUND, "there is nothing at this path");
	if (parse_path(f, path, &out) < 0)
		return -1;
	while (*query) {
		size_t size = strcspn(query, "&");

		if (size && parse_query(f, query, size, &out) < 0)
			return -1;
		query += size + (query[size] == '&');
	}
	return 0;
}

/* Whether `word` stands in a space-separated list. */
static int word_in(const char *list, const char *word)
{
	size_t size = strlen(word);

	while (*list) {
		size_t n = strcspn(list, " ");

		if (n == size && !memcmp(list, word, n))
			return 1;
		list += n + (list[n] == ' ');
	}
	return 0;
}

int target_check_queries(struct flight *f)
{
	const struct route *row = f->c.route;
	const char *known = row->queries ? row->queries : "";
	int dry = (row->flags & ROUTE_DRY_RUN) != 0;

	for (int i = 0; i < f->query_count; i++) {
		const char *name = f->queries[i].name;

		if (row->flags & ROUTE_PAGE || word_in(known, name) || (dry && !strcmp(name, "dry_run")))
			continue;
		if (!*known && !dry)
			return fail(&f->c, ERR_BAD_REQUEST, "query parameter %.80s is not known: there are none here", name);
		return fail(&f->c, ERR_BAD_REQUEST, "query parameter %.80s is not known; there are: %s%s%s",
			name, known, *known && dry ? " " : "", dry ? "dry_run" : "");
	}
	return dry ? call_query_bool(&f->c, "dry_run", &f->c.dry_run) : 0;
}

const char *call_query(struct call *c, const char *name)
{
	struct flight *f = flight_of(c);

	for (int i = 0; i < f->query_count; i++) {
		if (!strcmp(f->queries[i].name, name))
			return f->queries[i].value;
	}
	return NULL;
}

int call_query_integer(struct call *c, const char *name, int64_t min, int64_t max,
	int64_t standard, int64_t *out)
{
	const char *text = call_query(c, name), *p = text;
	int64_t value = 0;
	int negative;

	if (!text) {
		*out = standard;
		return 0;
	}
	negative = *p == '-';
	p += negative;
	if (!*p || strlen(p) > 16 || strspn(p, "0123456789") != strlen(p))
		goto bad;
	for (; *p; p++)
		value = value * 10 + (*p - '0');
	if (negative)
		value = -value;
	if (value < min || value > max)
		goto bad;
	*out = value;
	return 0;
bad:
	return fail(c, ERR_BAD_REQUEST, "query parameter %s must be an integer from %" PRId64 " to %" PRId64,
		name, min, max);
}

int call_query_bool(struct call *c, const char *name, int *out)
{
	const char *text = call_query(c, name);

	if (!text)
		return 0;
	if (strcmp(text, "true") && strcmp(text, "false"))
		return fail(c, ERR_BAD_REQUEST, "query parameter %s must be true or false", name);
	*out = !strcmp(text, "true");
	return 0;
}

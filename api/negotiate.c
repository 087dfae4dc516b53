/*
 * negotiate.c - which type and coding to answer with, which type was sent, and
 * entity tags (RFC 9110 sections 8 and 12).
 */
#include "api/inside.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct { enum media media; const char *type; } media_rows[] = {
	{MEDIA_JSON, "application/json"},
	{MEDIA_TEXT, "text/plain; charset=utf-8"},
	{MEDIA_HTML, "text/html; charset=utf-8"},
	{MEDIA_NDJSON, "application/x-ndjson"},
	{MEDIA_SSE, "text/event-stream"},
	{MEDIA_METRICS, "application/openmetrics-text; version=1.0.0; charset=utf-8"},
	{MEDIA_SVG, "image/svg+xml"},
	{MEDIA_PNG, "image/png"},
};
enum { MEDIA_ROWS = sizeof(media_rows) / sizeof(media_rows[0]) };

const char *media_type(enum media media)
{
	for (int i = 0; i < MEDIA_ROWS; i++) {
		if (media_rows[i].media == media)
			return media_rows[i].type;
	}
	return media_rows[0].type;
}

/* "0.85" in thousandths; what is malformed counts as 1. */
static int parse_quality(const char *text, size_t size)
{
	int q = 0, scale = 1000;

	if (size == 0 || (text[0] != '0' && text[0] != '1'))
		return 1000;
	q = text[0] == '1' ? 1000 : 0;
	for (size_t i = 2; i < size && text[1] == '.' && text[i] >= '0' && text[i] <= '9' && scale > 1; i++) {
		scale /= 10;
		q += (text[i] - '0') * scale;
	}
	return q > 1000 ? 1000 : q;
}

/* One range of an Accept header. */
struct range {
	const char *type;
	size_t size;
	int quality, place;
};

/* Take the next range off *at; 0 at the end. */
static int next_range(const char **at, struct range *r)
{
	const char *p = *at, *end, *q;

	p += strspn(p, " \t,");
	if (!*p)
		return 0;
	end = p + strcspn(p, ",");
	r->type = p;
	r->size = strcspn(p, ",; \t");
	r->quality = 1000;
	for (q = memchr(p, ';', (size_t)(end - p)); q; q = memchr(q, ';', (size_t)(end - q))) {
		q += 1 + strspn(q + 1, " \t");
		if (end - q > 2 && (*q == 'q' || *q == 'Q') && q[1] == '=')
			r->quality = parse_quality(q + 2, strcspn(q + 2, ",; \t"));
	}
	r->place++;
	*at = end;
	return 1;
}

/* How exactly the range names the type: 3 the type, 2 "text/" and a star, 1 any, 0 not. */
static int match_range(const struct range *r, const char *type)
{
	size_t size = strcspn(type, ";"), family = strcspn(type, "/") + 1;

	if (r->size == size && !strncasecmp(r->type, type, size))
		return 3;
	if (r->size == family + 1 && r->type[family] == '*' && !strncasecmp(r->type, type, family))
		return 2;
	return r->size == 3 && !memcmp(r->type, "*/*", 3);
}

/* The most exact range decides (RFC 9110 section 12.5.1). */
static void judge(const char *accept, const char *type, int *quality, int *place)
{
	struct range r = {0};
	int best = 0;

	*quality = 0;
	*place = 0;
	while (next_range(&accept, &r)) {
		int match = match_range(&r, type);

		if (match > best) {
			best = match;
			*quality = r.quality;
			*place = r.place;
		}
	}
}

static int refuse_media(struct flight *f)
{
	char types[120];
	size_t used = 0;

	for (int i = 0; i < MEDIA_ROWS && used < sizeof(types); i++) {
		const char *type = media_rows[i].type;

		if (f->c.route->media & media_rows[i].media)
			used += (size_t)snprintf(types + used, sizeof(types) - used, "%s%.*s", used ? " or " : "",
				(int)strcspn(type, ";"), type);
	}
	return fail(&f->c, ERR_NOT_ACCEPTABLE, "this can be had as %s only", types);
}

int negotiate_media(struct flight *f)
{
	const char *accept = call_header(&f->c, "Accept");
	unsigned offered = f->c.route->media;
	int best = 0, best_place = 0, quality, place;

	if (offered == MEDIA_FILE) {
		f->c.media = MEDIA_FILE;
		return 0;
	}
	if (!accept || !accept[strspn(accept, " \t,")])
		accept = "*/*";
	for (int i = 0; i < MEDIA_ROWS; i++) {
		if (!(offered & media_rows[i].media))
			continue;
		judge(accept, media_rows[i].type, &quality, &place);
		if (quality > best || (quality && quality == best && place < best_place)) {
			best = quality;
			best_place = place;
			f->c.media = media_rows[i].media;
		}
	}
	if (best)
		return 0;
	return refuse_media(f);
}

/* The quality of a coding; -1: it is not listed. */
static int coding_quality(const char *list, const char *coding)
{
	struct range r = {0};

	while (next_range(&list, &r)) {
		if (r.size == strlen(coding) && !strncasecmp(r.type, coding, r.size))
			return r.quality;
	}
	return -1;
}

int negotiate_gzip(const char *accept)
{
	int any, gzip, plain;

	if (!accept)
		return 0;
	any = coding_quality(accept, "*");
	gzip = coding_quality(accept, "gzip");
	if (gzip < 0)
		gzip = coding_quality(accept, "x-gzip");
	if (gzip < 0)
		gzip = any;
	plain = coding_quality(accept, "identity");
	return gzip > 0 && gzip >= plain;
}

/* application/json, if with a charset then UTF-8. */
static int is_json_type(const char *type)
{
	size_t size = strcspn(type, "; \t");
	const char *charset;

	if (size != 16 || strncasecmp(type, "application/json", 16))
		return 0;
	charset = strcasestr(type + size, "charset=");
	return !charset || !strncasecmp(charset + 8, "utf-8", 5) || !strncasecmp(charset + 8, "\"utf-8\"", 7);
}

int negotiate_body(struct flight *f)
{
	struct exchange *x = f->c.x;
	unsigned flags = f->c.route->flags;
	size_t max = flags & ROUTE_RECORD ? API_RECORD_MAX : API_BODY_MAX;
	const char *type, *encoding;

	if (x->body_size == 0)
		return 0;
	if (!(flags & (ROUTE_BODY | ROUTE_BODY_OPTIONAL)))
		return fail(&f->c, ERR_BAD_REQUEST, "this takes no body");
	if (x->body_size > max)
		return fail(&f->c, ERR_TOO_LARGE, "the body has %zu bytes; %zu are taken", x->body_size, max);
	encoding = call_header(&f->c, "Content-Encoding");
	if (encoding && strcasecmp(encoding, "identity"))
		return fail(&f->c, ERR_UNSUPPORTED_TYPE, "the body must come without Content-Encoding");
	type = call_header(&f->c, "Content-Type");
	if (!type || !is_json_type(type))
		return fail(&f->c, ERR_UNSUPPORTED_TYPE, "the body must be application/json, not %.80s",
			type ? type : "of no type");
	return 0;
}

int etag_listed(const char *list, const char *etag)
{
	size_t size = strlen(etag);

	list += strspn(list, " \t");
	if (*list == '*')
		return 1;
	while (*list) {
		const char *end;

		list += strspn(list, " \t,");
		if (!strncmp(list, "W/", 2))
			list += 2;
		if (*list != '"' || !(end = strchr(list + 1, '"')))
			return 0;
		if ((size_t)(end - list - 1) == size && !memcmp(list + 1, etag, size))
			return 1;
		list = end + 1;
	}
	return 0;
}

/* "43", or "43-text" as the text for terminals is tagged; -1: malformed. */
static int64_t version_of_tag(const char *tag)
{
	int64_t version = 0;
	size_t digits = strspn(tag + 1, "0123456789");
	const char *rest = tag + 1 + digits;

	if (*tag != '"' || digits == 0 || digits > 15)
		return -1;
	for (size_t i = 1; i <= digits; i++)
		version = version * 10 + (tag[i] - '0');
	if (!strncmp(rest, "-text", 5))
		rest += 5;
	return *rest == '"' && !rest[1 + strspn(rest + 1, " \t")] ? version : -1;
}

int call_expected_version(struct call *c, struct members *m, int64_t *version)
{
	const char *tag = call_header(c, "If-Match");
	int64_t from_header = -1, from_body = -1;

	if (tag && strcmp(tag, "*")) {
		from_header = version_of_tag(tag);
		if (from_header < 0)
			return fail(c, ERR_BAD_REQUEST, "If-Match must be * or one strong version tag, as \"43\"");
	}
	if (m && members_integer(m, "expected_version", OPTIONAL, 0, STORE_SEQUENCE_MAX, &from_body)
	    && from_header >= 0 && from_header != from_body)
		return fail(c, ERR_BAD_REQUEST, "If-Match and expected_version name different versions");
	*version = from_body >= 0 ? from_body : from_header;
	return 0;
}

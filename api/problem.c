/*
 * problem.c - errors as problem bodies (RFC 9457).
 *
 * A handler says which error, a sentence, and members that help; all else
 * comes from the table in errors.h and from the request.
 */
#include "api/inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int fail(struct call *c, enum error_code code, const char *detail, ...)
{
	va_list args;

	c->error = code;
	va_start(args, detail);
	vsnprintf(c->detail, sizeof(c->detail), detail, args);
	va_end(args);
	utf8_mend(c->detail);
	return -1;
}

void problem_members(struct call *c, struct json_out *out)
{
	json_out_init(out, &c->extra);
	out->comma = c->extra.size > 0;
}

int fail_on_faults(struct call *c, const struct json_faults *faults)
{
	struct json_out o;
	int kept = faults->count < JSON_FAULTS_MAX ? faults->count : JSON_FAULTS_MAX;
	const struct json_fault *first = &faults->at[0];

	if (!faults->count)
		return 0;
	problem_members(c, &o);
	sink_array(&o.sink, "errors");
	for (int i = 0; i < kept; i++) {
		sink_object(&o.sink, NULL);
		sink_text(&o.sink, "pointer", faults->at[i].pointer);
		sink_text(&o.sink, "detail", faults->at[i].text);
		sink_end(&o.sink);
	}
	sink_end(&o.sink);
	if (faults->count == 1)
		return fail(c, ERR_INVALID_FIELDS, "%s %s", *first->pointer ? first->pointer : "the body", first->text);
	return fail(c, ERR_INVALID_FIELDS, "%s %s; and %d more", *first->pointer ? first->pointer : "the body",
		first->text, faults->count - 1);
}

int store_ok(struct call *c, enum store_result r)
{
	switch (r) {
	case STORE_OK:
		return 0;
	case STORE_NOT_FOUND:
		return fail(c, ERR_NOT_FOUND, "the thing that the request names does not exist");
	case STORE_UNAVAILABLE:
		api_log(c->api, API_WARNING, "msg=store-unavailable id=%s why=\"%s\"",
			c->x->request_id, c->conn ? store_why(c->conn) : "");
		return fail(c, ERR_UNAVAILABLE, "the store cannot do it right now; nothing was changed");
	case STORE_CONFLICT:
	case STORE_BROKEN:
		break;
	}
	api_log(c->api, API_ERROR, "msg=store-broken id=%s result=%d why=\"%s\"",
		c->x->request_id, (int)r, c->conn ? store_why(c->conn) : "");
	return fail(c, ERR_INTERNAL, "the store answered with what it should not; nothing was changed");
}

/* The path as sent, with all percent-encoded that a URI may not hold. */
static void write_instance(struct json_out *o, const char *path)
{
	char text[API_TARGET_MAX + 1];
	size_t at = 0;

	for (; *path && at + 4 < sizeof(text); path++) {
		unsigned char c = (unsigned char)*path;

		if (c > 0x20 && c < 0x7f && !strchr("\"<>\\^`{|}", c))
			text[at++] = (char)c;
		else
			at += (size_t)snprintf(text + at, 4, "%%%02X", c);
	}
	text[at] = '\0';
	sink_text(&o->sink, "instance", text);
}

void problem_render(struct call *c)
{
	const struct error_row *row = &error_rows[c->error];
	struct json_out o;
	char type[300];

	snprintf(type, sizeof(type), "%s/problems/%s", c->api->config.public_url, row->slug);
	buf_reset(&c->out);
	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	sink_text(&o.sink, "type", type);
	sink_text(&o.sink, "title", row->title);
	sink_number(&o.sink, "status", row->status);
	sink_text(&o.sink, "detail", c->detail);
	write_instance(&o, c->x->path);
	sink_text(&o.sink, "code", row->slug);
	sink_text(&o.sink, "request_id", c->x->request_id);
	if (c->extra.size && !buf_failed(&c->extra)) {
		buf_char(&c->out, ',');
		buf_bytes(&c->out, c->extra.data, c->extra.size);
	}
	sink_end(&o.sink);
	c->status = row->status;
	c->content_type = "application/problem+json";
	c->etag[0] = c->location[0] = c->link[0] = '\0';
	blob_unref(c->shared);
	c->shared = NULL;
}

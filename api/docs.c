/*
 * docs.c - /docs: the OpenAPI document as one page, rendered at the start.
 *
 * It knows the parts of OpenAPI that api/openapi.yaml uses, and nothing of
 * the service: what the document does not say is not on the page.
 */
#include "api/docs.h"

#include <stdio.h>
#include <string.h>

#include "api/json.h"
#include "api/pages.h"

struct docs {
	struct buf *out;
	const struct json *root;
};

static const char *text_of(const struct json *object, const char *name)
{
	const char *text = json_string(json_member(object, name));

	return text ? text : "";
}

/* The last part of "#/components/schemas/Game"; or NULL. */
static const char *ref_name(const struct json *v)
{
	const char *ref = json_string(json_member(v, "$ref"));

	return ref ? strrchr(ref, '/') + 1 : NULL;
}

/* What a $ref points to in components/<section>, or the value itself. */
static const struct json *resolve(const struct docs *d, const struct json *v, const char *section)
{
	const char *name = ref_name(v);

	if (!name)
		return v;
	return json_member(json_member(json_member(d->root, "components"), section), name);
}

/* Paragraphs; `code` in backquotes. */
static void write_prose(struct docs *d, const char *text)
{
	int in_code = 0;
	char one[2] = "";

	if (!*text)
		return;
	buf_text(d->out, "<p>");
	for (; *text; text++) {
		if (*text == '`') {
			buf_text(d->out, in_code ? "</code>" : "<code>");
			in_code = !in_code;
		} else if (text[0] == '\n' && text[1] == '\n') {
			buf_text(d->out, "</p>\n<p>");
			text++;
		} else {
			one[0] = *text;
			page_text(d->out, one);
		}
	}
	buf_text(d->out, in_code ? "</code></p>\n" : "</p>\n");
}

static void write_link(struct docs *d, const char *name)
{
	buf_text(d->out, "<a href=\"#");
	page_text(d->out, name);
	buf_text(d->out, "\">");
	page_text(d->out, name);
	buf_text(d->out, "</a>");
}

static void write_json(struct docs *d, const struct json *v)
{
	struct buf text;

	buf_init(&text, 64 * 1024);
	json_print(&text, v);
	page_text(d->out, text.data ? text.data : "");
	buf_free(&text);
}

/* --- schemas ---------------------------------------------------------------------- */

static void write_type(struct docs *d, const struct json *schema)
{
	const struct json *type = json_member(schema, "type"), *words = json_member(schema, "enum");
	const struct json *constant = json_member(schema, "const"), *any = json_member(schema, "oneOf");

	if (!any)
		any = json_member(schema, "anyOf");
	if (ref_name(schema)) {
		write_link(d, ref_name(schema));
	} else if (constant) {
		write_json(d, constant);
	} else if (words) {
		for (const struct json *w = json_first(words); w; w = json_next(w)) {
			write_json(d, w);
			buf_text(d->out, json_next(w) ? " | " : "");
		}
	} else if (any) {
		for (const struct json *s = json_first(any); s; s = json_next(s)) {
			write_type(d, s);
			buf_text(d->out, json_next(s) ? " or " : "");
		}
	} else if (json_string(type) && !strcmp(json_string(type), "array")) {
		buf_text(d->out, "array of ");
		if (json_member(schema, "items"))
			write_type(d, json_member(schema, "items"));
		else
			buf_text(d->out, "anything");
	} else if (json_string(type)) {
		page_text(d->out, json_string(type));
	} else if (type) {
		for (const struct json *t = json_first(type); t; t = json_next(t))
			buf_format(d->out, "%s%s", json_string(t), json_next(t) ? " or " : "");
	} else {
		buf_text(d->out, "anything");
	}
}

static int is_required(const struct json *schema, const char *name)
{
	const struct json *list = json_member(schema, "required");

	for (const struct json *v = list ? json_first(list) : NULL; v; v = json_next(v)) {
		if (json_string(v) && !strcmp(json_string(v), name))
			return 1;
	}
	return 0;
}

static void write_properties(struct docs *d, const struct json *schema)
{
	const struct json *properties = json_member(schema, "properties");

	if (!properties)
		return;
	buf_text(d->out, "<table><tr><th>Member</th><th>Type</th><th></th></tr>\n");
	for (const struct json *p = json_first(properties); p; p = json_next(p)) {
		buf_text(d->out, "<tr><td><code>");
		page_text(d->out, json_name(p));
		buf_text(d->out, "</code></td><td>");
		write_type(d, p);
		buf_text(d->out, is_required(schema, json_name(p)) ? "</td><td>" : "</td><td>optional. ");
		page_text(d->out, text_of(p, "description"));
		buf_text(d->out, "</td></tr>\n");
	}
	buf_text(d->out, "</table>\n");
}

static void write_schemas(struct docs *d)
{
	const struct json *all = json_member(json_member(d->root, "components"), "schemas");

	buf_text(d->out, "<h2>Schemas</h2>\n");
	for (const struct json *s = all ? json_first(all) : NULL; s; s = json_next(s)) {
		buf_text(d->out, "<h3 id=\"");
		page_text(d->out, json_name(s));
		buf_text(d->out, "\">");
		page_text(d->out, json_name(s));
		buf_text(d->out, "</h3>\n");
		write_prose(d, text_of(s, "description"));
		if (!json_member(s, "properties")) {
			buf_text(d->out, "<p>");
			write_type(d, s);
			buf_text(d->out, "</p>\n");
		}
		write_properties(d, s);
	}
}

/* --- operations ---------------------------------------------------------------------- */

static void write_parameters(struct docs *d, const struct json *list)
{
	if (!list || !json_first(list))
		return;
	buf_text(d->out, "<table><tr><th>Parameter</th><th>In</th><th></th></tr>\n");
	for (const struct json *v = json_first(list); v; v = json_next(v)) {
		const struct json *p = resolve(d, v, "parameters");

		if (!p)
			continue;
		buf_text(d->out, "<tr><td><code>");
		page_text(d->out, text_of(p, "name"));
		buf_text(d->out, "</code></td><td>");
		page_text(d->out, text_of(p, "in"));
		buf_text(d->out, "</td><td>");
		page_text(d->out, text_of(p, "description"));
		buf_text(d->out, "</td></tr>\n");
	}
	buf_text(d->out, "</table>\n");
}

/* "application/json: Game", per type. */
static void write_content(struct docs *d, const struct json *content)
{
	for (const struct json *m = content ? json_first(content) : NULL; m; m = json_next(m)) {
		buf_text(d->out, " <code>");
		page_text(d->out, json_name(m));
		buf_text(d->out, "</code> ");
		if (json_member(m, "schema"))
			write_type(d, json_member(m, "schema"));
	}
}

static void write_body(struct docs *d, const struct json *body)
{
	const struct json *content = json_member(body, "content");
	const struct json *example;

	if (!content)
		return;
	buf_text(d->out, "<p>Body:");
	write_content(d, content);
	buf_text(d->out, "</p>\n");
	example = json_member(json_first(content), "example");
	if (!example)
		return;
	buf_text(d->out, "<pre>");
	write_json(d, example);
	buf_text(d->out, "</pre>\n");
}

static void write_responses(struct docs *d, const struct json *responses)
{
	buf_text(d->out, "<table><tr><th>Status</th><th>Answer</th></tr>\n");
	for (const struct json *v = responses ? json_first(responses) : NULL; v; v = json_next(v)) {
		const struct json *r = resolve(d, v, "responses");

		if (!r)
			continue;
		buf_text(d->out, "<tr><td>");
		page_text(d->out, json_name(v));
		buf_text(d->out, "</td><td>");
		page_text(d->out, text_of(r, "description"));
		write_content(d, json_member(r, "content"));
		buf_text(d->out, "</td></tr>\n");
	}
	buf_text(d->out, "</table>\n");
}

static void write_operation(struct docs *d, const char *path, const struct json *operation)
{
	const char *method = json_name(operation);

	buf_text(d->out, "<details id=\"");
	page_text(d->out, text_of(operation, "operationId"));
	buf_text(d->out, "\"><summary><b>");
	for (; *method; method++)
		buf_char(d->out, (char)(*method - 'a' + 'A'));
	buf_text(d->out, "</b> <code>");
	page_text(d->out, path);
	buf_text(d->out, "</code> ");
	page_text(d->out, text_of(operation, "summary"));
	buf_text(d->out, "</summary>\n");
	write_prose(d, text_of(operation, "description"));
	write_parameters(d, json_member(operation, "parameters"));
	if (json_member(operation, "requestBody"))
		write_body(d, resolve(d, json_member(operation, "requestBody"), "requestBodies"));
	write_responses(d, json_member(operation, "responses"));
	buf_text(d->out, "</details>\n");
}

static int has_tag(const struct json *operation, const char *tag)
{
	const struct json *tags = json_member(operation, "tags");

	return tags && json_first(tags) && json_string(json_first(tags)) && !strcmp(json_string(json_first(tags)), tag);
}

static void write_tag(struct docs *d, const struct json *tag)
{
	const struct json *paths = json_member(d->root, "paths");

	buf_text(d->out, "<h2>");
	page_text(d->out, text_of(tag, "name"));
	buf_text(d->out, "</h2>\n");
	write_prose(d, text_of(tag, "description"));
	for (const struct json *path = paths ? json_first(paths) : NULL; path; path = json_next(path)) {
		for (const struct json *op = json_first(path); op; op = json_next(op)) {
			if (has_tag(op, text_of(tag, "name")))
				write_operation(d, json_name(path), op);
		}
	}
}

int docs_render(struct buf *out, const char *openapi, size_t size, char why[240])
{
	char reason[160];
	struct json *root = json_parse(openapi, size, reason);
	struct docs d = {out, root};
	const struct json *info, *tags;

	if (!root) {
		snprintf(why, 240, "openapi.json: %s", reason);
		return -1;
	}
	info = json_member(root, "info");
	tags = json_member(root, "tags");
	page_begin(out, text_of(info, "title"));
	write_prose(&d, text_of(info, "description"));
	buf_text(out, "<p><a href=\"/openapi.json\">OpenAPI document</a>, <a href=\"/problems\">problems</a></p>\n");
	for (const struct json *tag = tags ? json_first(tags) : NULL; tag; tag = json_next(tag))
		write_tag(&d, tag);
	write_schemas(&d);
	page_end(out);
	json_free(root);
	if (!buf_failed(out))
		return 0;
	snprintf(why, 240, "the page for people could not be written");
	return -1;
}

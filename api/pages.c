/*
 * pages.c - texts of the service about itself: the OpenAPI document, the
 * pages of problems, and the frame of every page.
 *
 * Pages need nothing from anywhere else: no host, no script, one style
 * sheet that stands in the page and is named by its hash in the
 * Content-Security-Policy.
 */
#include "api/pages.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/docs.h"
#include "api/handlers.h"
#include "api/inside.h"

__asm__(".pushsection .rodata\n"
	"openapi_json:\n"
	".incbin \"" OPENAPI_JSON "\"\n"
	"openapi_json_end:\n"
	".byte 0\n"
	".popsection\n");
extern const char openapi_json[], openapi_json_end[];

static const char style[] =
	"body{margin:0 auto;max-width:52rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;"
	"color:#1b1b1b;background:#fff}"
	"h1{font-size:1.6rem}h2{margin-top:2.5rem;border-bottom:1px solid #bbb}h3{margin:1.5rem 0 .3rem}"
	"code,pre{font:.9em/1.4 ui-monospace,monospace;background:#f2f2ee;border-radius:3px}"
	"code{padding:.1em .25em}pre{padding:.6rem;overflow-x:auto}"
	"details{border:1px solid #ccc;border-radius:6px;margin:.5rem 0;padding:.4rem .7rem}"
	"summary{cursor:pointer;overflow-wrap:anywhere}"
	"table{border-collapse:collapse;display:block;overflow-x:auto}"
	"td,th{border:1px solid #ccc;padding:.25rem .5rem;text-align:left;vertical-align:top}"
	"b{display:inline-block;min-width:4rem}"
	"a{color:#00509e}"
	"@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#181818}"
	"code,pre{background:#2a2a2a}a{color:#8ac4ff}td,th,details{border-color:#555}}";

struct pages {
	struct blob *openapi, *docs;
	char csp[240];
};

void page_text(struct buf *b, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '<': buf_text(b, "&lt;"); break;
		case '>': buf_text(b, "&gt;"); break;
		case '&': buf_text(b, "&amp;"); break;
		case '"': buf_text(b, "&quot;"); break;
		default: buf_char(b, *text);
		}
	}
}

void page_begin(struct buf *b, const char *title)
{
	buf_text(b, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>");
	page_text(b, title);
	buf_text(b, "</title><style>");
	buf_text(b, style);
	buf_text(b, "</style></head>\n<body>\n<h1>");
	page_text(b, title);
	buf_text(b, "</h1>\n");
}

void page_end(struct buf *b)
{
	buf_text(b, "</body></html>\n");
}

static void make_csp(char out[240])
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	char text[64];

	crypto_hash_sha256(hash, (const unsigned char *)style, sizeof(style) - 1);
	sodium_bin2base64(text, sizeof(text), hash, sizeof(hash), sodium_base64_VARIANT_ORIGINAL);
	snprintf(out, 240, "default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'; "
		"frame-ancestors 'none'", text);
}

static struct blob *make_docs(char why[240])
{
	struct buf b;
	struct blob *docs = NULL;

	buf_init(&b, CALL_BODY_MAX);
	if (docs_render(&b, openapi_json, (size_t)(openapi_json_end - openapi_json), why) == 0)
		docs = blob_new(b.data, b.size);
	buf_free(&b);
	return docs;
}

struct pages *pages_open(char why[240])
{
	struct pages *p = calloc(1, sizeof(*p));

	snprintf(why, 240, "out of memory");
	if (!p)
		return NULL;
	make_csp(p->csp);
	p->openapi = blob_new(openapi_json, (size_t)(openapi_json_end - openapi_json));
	p->docs = make_docs(why);
	if (p->openapi && p->docs)
		return p;
	pages_close(p);
	return NULL;
}

void pages_close(struct pages *p)
{
	if (!p)
		return;
	blob_unref(p->openapi);
	blob_unref(p->docs);
	free(p);
}

const char *pages_csp(const struct pages *p)
{
	return p->csp;
}

int h_openapi(struct call *c)
{
	c->shared = blob_ref(c->api->pages->openapi);
	return 0;
}

int h_docs(struct call *c)
{
	c->shared = blob_ref(c->api->pages->docs);
	return 0;
}

/* --- problems ------------------------------------------------------------------------- */

static void problem_as_json(struct json_out *o, const struct error_row *row, const char *base)
{
	char url[300];

	snprintf(url, sizeof(url), "%s/problems/%s", base, row->slug);
	sink_object(&o->sink, NULL);
	sink_text(&o->sink, "type", url);
	sink_text(&o->sink, "code", row->slug);
	sink_number(&o->sink, "status", row->status);
	sink_text(&o->sink, "title", row->title);
	sink_text(&o->sink, "help", row->help);
	sink_end(&o->sink);
}

static void problem_as_html(struct buf *b, const struct error_row *row)
{
	buf_format(b, "<p>Status <code>%d</code>, code <code>%s</code></p>\n<p>", row->status, row->slug);
	page_text(b, row->help);
	buf_text(b, "</p>\n");
}

static void problem_as_text(struct buf *b, const struct error_row *row)
{
	buf_format(b, "%d %s: %s\n%s\n", row->status, row->slug, row->title, row->help);
}

int h_problem(struct call *c)
{
	const struct error_row *row = error_rows;
	struct json_out o;

	while (row < error_rows + ERROR_CODES && strcmp(row->slug, c->params[0]))
		row++;
	if (row == error_rows + ERROR_CODES)
		return fail(c, ERR_NOT_FOUND, "there is no problem %s; GET /problems lists them", c->params[0]);
	if (c->media == MEDIA_HTML) {
		page_begin(&c->out, row->title);
		problem_as_html(&c->out, row);
		buf_text(&c->out, "<p><a href=\"/problems\">All problems</a></p>\n");
		page_end(&c->out);
	} else if (c->media == MEDIA_TEXT) {
		problem_as_text(&c->out, row);
	} else {
		json_out_init(&o, &c->out);
		problem_as_json(&o, row, api_config(c->api)->public_url);
	}
	return 0;
}

int h_problems(struct call *c)
{
	struct json_out o;

	json_out_init(&o, &c->out);
	if (c->media == MEDIA_HTML)
		page_begin(&c->out, "Problems");
	if (c->media == MEDIA_JSON) {
		sink_object(&o.sink, NULL);
		sink_array(&o.sink, "problems");
	}
	for (const struct error_row *row = error_rows; row < error_rows + ERROR_CODES; row++) {
		if (c->media == MEDIA_JSON) {
			problem_as_json(&o, row, api_config(c->api)->public_url);
		} else if (c->media == MEDIA_TEXT) {
			problem_as_text(&c->out, row);
			buf_char(&c->out, '\n');
		} else {
			buf_format(&c->out, "<h3><a href=\"/problems/%s\">%s</a></h3>\n", row->slug, row->title);
			problem_as_html(&c->out, row);
		}
	}
	if (c->media == MEDIA_HTML)
		page_end(&c->out);
	if (c->media == MEDIA_JSON) {
		sink_end(&o.sink);
		sink_end(&o.sink);
	}
	return 0;
}

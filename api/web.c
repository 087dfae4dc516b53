/*
 * web.c - see web.h.
 */
#include "api/web.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/handlers.h"
#include "api/inside.h"

#define EMBED(name, file) \
	extern const char name[], name##_end[]; \
	__asm__(".pushsection .rodata\n" #name ":\n.incbin \"" file "\"\n" #name "_end:\n.byte 0\n.popsection\n")

/* The Makefile writes the list: WEB_FILE(number, name, file, packed file). */
#define WEB_FILE(n, name, plain, packed) \
	EMBED(web_plain_##n, plain); \
	EMBED(web_packed_##n, packed);
#include "web_files.inc"
#undef WEB_FILE

static const struct { const char *name, *plain, *plain_end, *packed, *packed_end; } embedded[] = {
#define WEB_FILE(n, name, plain, packed) {name, web_plain_##n, web_plain_##n##_end, web_packed_##n, web_packed_##n##_end},
#include "web_files.inc"
#undef WEB_FILE
};
enum { FILES = sizeof(embedded) / sizeof(embedded[0]) };

static const struct { const char *ending, *type; } types[] = {
	{".js", "text/javascript; charset=utf-8"}, {".css", "text/css; charset=utf-8"}, {".html", "text/html; charset=utf-8"},
	{".svg", "image/svg+xml"}, {".webmanifest", "application/manifest+json"}, {".json", "application/json"},
	{".txt", "text/plain; charset=utf-8"}, {".png", "image/png"}, {".woff2", "font/woff2"},
};

struct file {
	const char *name, *type;
	struct blob *plain, *packed;	/* packed NULL: it would not be smaller */
	char etag[2 * crypto_generichash_BYTES_MIN + 1];
};

struct web {
	struct file files[FILES];
	const char *head, *tail;	/* of page.html: where its mark begins and ends */
	const char *page, *page_end;
	struct blob *home;		/* the page of no game */
};

static const char mark[] = "<!--head-->";

static const char *type_of(const char *name)
{
	const char *ending = strrchr(name, '.');

	for (size_t i = 0; ending && i < sizeof(types) / sizeof(types[0]); i++)
		if (strcmp(ending, types[i].ending) == 0)
			return types[i].type;
	return "application/octet-stream";
}

/* 0, or -1: no memory. */
static int open_file(struct file *f, int place)
{
	size_t size = (size_t)(embedded[place].plain_end - embedded[place].plain);
	size_t packed = (size_t)(embedded[place].packed_end - embedded[place].packed);
	unsigned char hash[crypto_generichash_BYTES_MIN];

	f->name = embedded[place].name;
	f->type = type_of(f->name);
	crypto_generichash(hash, sizeof(hash), (const unsigned char *)embedded[place].plain, size, NULL, 0);
	sodium_bin2hex(f->etag, sizeof(f->etag), hash, sizeof(hash));
	f->plain = blob_new(embedded[place].plain, size);
	if (packed < size && !(f->packed = blob_new(embedded[place].packed, packed)))
		return -1;
	return f->plain ? 0 : -1;
}

static const struct file *find_file(const struct web *w, const char *name)
{
	for (int i = 0; i < FILES; i++)
		if (strcmp(w->files[i].name, name) == 0)
			return &w->files[i];
	return NULL;
}

/* --- the page ------------------------------------------------------------------------ */

void web_page(const struct web *w, const char *head, struct buf *out)
{
	buf_bytes(out, w->page, (size_t)(w->head - w->page));
	buf_text(out, head);
	buf_bytes(out, w->tail, (size_t)(w->page_end - w->tail));
}

/* 0, or -1 with a sentence. */
static int open_page(struct web *w, char why[240])
{
	const struct file *page = find_file(w, "page.html");
	struct buf home;

	w->page = page ? page->plain->data : "";
	w->page_end = page ? page->plain->data + page->plain->size : w->page;
	w->head = strstr(w->page, mark);
	if (!w->head) {
		snprintf(why, 240, "api/web/page.html lacks %s", mark);
		return -1;
	}
	w->tail = w->head + sizeof(mark) - 1;
	buf_init(&home, CALL_BODY_MAX);
	web_page(w, "<title>meepled</title>", &home);
	if (!buf_failed(&home))
		w->home = blob_new(home.data, home.size);
	buf_free(&home);
	return w->home ? 0 : -1;
}

int h_web_home(struct call *c)
{
	c->csp = WEB_CSP;
	c->shared = blob_ref(c->api->web->home);
	return 0;
}

struct web *web_open(char why[240])
{
	struct web *w = calloc(1, sizeof(*w));
	int failed = !w;

	snprintf(why, 240, "out of memory");
	for (int i = 0; i < FILES && !failed; i++)
		failed = open_file(&w->files[i], i) < 0;
	if (!failed && open_page(w, why) == 0)
		return w;
	web_close(w);
	return NULL;
}

void web_close(struct web *w)
{
	if (!w)
		return;
	for (int i = 0; i < FILES; i++) {
		blob_unref(w->files[i].plain);
		blob_unref(w->files[i].packed);
	}
	blob_unref(w->home);
	free(w);
}

/* --- files --------------------------------------------------------------------------- */

/* row.extra says where the name is to be looked for. */
int h_web_file(struct call *c)
{
	static const char *const folders[] = {[WEB_TOP] = "", [WEB_VENDOR] = "vendor/", [WEB_WORKER] = "sw.js"};
	const struct file *f;
	char name[CALL_PARAM_MAX + 8];

	snprintf(name, sizeof(name), "%s%s", folders[c->route->extra], c->params[0]);
	/* A name is one segment, however its slashes are written. */
	f = strchr(c->params[0], '/') ? NULL : find_file(c->api->web, name);
	if (!f)
		return fail(c, ERR_NOT_FOUND, "the web client has no file %s", name);
	c->csp = WEB_CSP;
	c->content_type = f->type;
	if (f->packed && negotiate_gzip(call_header(c, "Accept-Encoding"))) {
		c->encoding = "gzip";
		c->shared = blob_ref(f->packed);
		snprintf(c->etag, sizeof(c->etag), "%s-gzip", f->etag);
	} else {
		c->shared = blob_ref(f->plain);
		snprintf(c->etag, sizeof(c->etag), "%s", f->etag);
	}
	return 0;
}

/*
 * reply.c - the last steps of every answer: entity tag and 304, headers,
 * one line in the log.
 */
#include "api/counts.h"
#include "api/inside.h"
#include "api/pages.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define CORS_EXPOSED "ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, " \
	"Idempotency-Replayed, WWW-Authenticate, Allow"
/* Meepled-Web is none of them: other sites are not to act by the cookie (auth.c). */
#define CORS_HEADERS "Authorization, Content-Type, Accept, Idempotency-Key, If-Match, If-None-Match, " \
	"Prefer, Meepled-Player, X-Request-Id, traceparent, tracestate, Last-Event-ID"

static void reply_header(struct reply *r, const char *name, const char *text)
{
	size_t size = strlen(text) + 1;
	char *value = r->text + r->text_size;

	if (r->header_count == API_REPLY_HEADERS || size > sizeof(r->text) - r->text_size)
		return;
	memcpy(value, text, size);
	r->text_size += size;
	r->headers[r->header_count].name = name;
	r->headers[r->header_count++].value = value;
}

/* The bytes of the answer, as the blob that the transport sends. */
static struct blob *take_body(struct call *c)
{
	struct blob *b = c->shared;

	c->shared = NULL;
	if (b || c->status == 204 || c->x->reply.stream)
		return b;
	return blob_new(c->out.data, c->out.size);
}

static int is_read(const struct flight *f)
{
	return f->c.x->method == HTTP_GET || f->c.x->method == HTTP_HEAD;
}

/* One representation, one tag: the text for terminals has another than the JSON. */
static void complete_etag(struct flight *f, const struct blob *body)
{
	struct call *c = &f->c;
	size_t size = strlen(c->etag);

	if (f->failed || f->replayed)
		return;
	if (size) {
		if (!(c->media & (MEDIA_JSON | MEDIA_SVG | MEDIA_PNG | MEDIA_FILE)) && size + 6 < sizeof(c->etag) && is_read(f))
			strcpy(c->etag + size, "-text");
	} else if (body && is_read(f) && c->status == 200 && !c->no_store) {
		unsigned char hash[crypto_generichash_BYTES_MIN];

		crypto_generichash(hash, sizeof(hash), (const unsigned char *)body->data, body->size, NULL, 0);
		sodium_bin2hex(c->etag, sizeof(c->etag), hash, sizeof(hash));
	}
}

static int is_not_modified(struct flight *f)
{
	const char *list;

	if (f->failed || !is_read(f) || f->c.status != 200 || !f->c.etag[0])
		return 0;
	list = call_header(&f->c, "If-None-Match");
	return list && etag_listed(list, f->c.etag);
}

static const char *cache_control(const struct flight *f)
{
	const struct call *c = &f->c;

	if (c->no_store || f->failed || !is_read(f) || c->status >= 300)
		return c->status == 304 && !c->no_store ? "no-cache" : "no-store";
	if (c->route->flags & ROUTE_FOREVER || c->forever)
		return f->has_token ? "private, max-age=31536000, immutable" : "public, max-age=31536000, immutable";
	return f->has_token ? "private, no-cache" : "no-cache";
}

static void add_security(struct flight *f)
{
	struct reply *r = &f->c.x->reply;

	reply_header(r, "X-Content-Type-Options", "nosniff");
	reply_header(r, "Referrer-Policy", "no-referrer");
	reply_header(r, "Content-Security-Policy", f->c.csp && !f->failed ? f->c.csp : f->c.route && f->c.media == MEDIA_HTML && !f->failed
		? pages_csp(f->c.api->pages) : "default-src 'none'; frame-ancestors 'none'");
	reply_header(r, "Access-Control-Allow-Origin", "*");
	reply_header(r, "Access-Control-Expose-Headers", CORS_EXPOSED);
}

static void add_error_headers(struct flight *f)
{
	struct reply *r = &f->c.x->reply;
	enum error_code code = f->c.error;
	char text[120];

	if (code == ERR_UNAUTHORIZED)
		reply_header(r, "WWW-Authenticate", "Bearer realm=\"meepled\"");
	else if (code == ERR_INVALID_TOKEN)
		reply_header(r, "WWW-Authenticate", "Bearer realm=\"meepled\", error=\"invalid_token\"");
	else if (code == ERR_INSUFFICIENT_SCOPE) {
		snprintf(text, sizeof(text), "Bearer realm=\"meepled\", error=\"insufficient_scope\", scope=\"%s\"",
			scope_name(f->lacks));
		reply_header(r, "WWW-Authenticate", text);
	}
	if (code == ERR_UNAVAILABLE || code == ERR_TOO_MANY) {
		snprintf(text, sizeof(text), "%d", f->c.retry_after > 0 ? f->c.retry_after : 1);
		reply_header(r, "Retry-After", text);
	}
	if (code == ERR_METHOD_NOT_ALLOWED) {
		route_allow(f->methods, text);
		reply_header(r, "Allow", text);
	}
}

/* The answer to OPTIONS and to a preflight of CORS. */
static void add_options(struct flight *f)
{
	struct reply *r = &f->c.x->reply;
	char allow[80];

	route_allow(f->methods, allow);
	reply_header(r, "Allow", allow);
	reply_header(r, "Access-Control-Allow-Methods", allow);
	reply_header(r, "Access-Control-Allow-Headers", CORS_HEADERS);
	reply_header(r, "Access-Control-Max-Age", "86400");
}

static void add_limits(struct flight *f)
{
	struct reply *r = &f->c.x->reply;
	char limit[GUARD_TEXT], policy[GUARD_TEXT];

	guard_headers(f, limit, policy);
	if (!*limit)
		return;
	reply_header(r, "RateLimit", limit);
	reply_header(r, "RateLimit-Policy", policy);
}

static void add_headers(struct flight *f)
{
	struct call *c = &f->c;
	struct reply *r = &c->x->reply;
	char quoted[48];

	if (r->body || r->stream)
		reply_header(r, "Content-Type", c->content_type ? c->content_type : media_type(c->media));
	if (r->body && c->encoding && !f->failed)
		reply_header(r, "Content-Encoding", c->encoding);
	if (c->cookie[0] && !f->failed)
		reply_header(r, "Set-Cookie", c->cookie);
	reply_header(r, "Cache-Control", cache_control(f));
	/* A proxy that collects the answer before it passes it on would never do so. */
	if (r->stream)
		reply_header(r, "X-Accel-Buffering", "no");
	reply_header(r, "Vary", c->media == MEDIA_FILE ? "Accept-Encoding" : "Accept, Authorization, Cookie, Meepled-Player");
	reply_header(r, "X-Request-Id", c->x->request_id);
	if (c->etag[0]) {
		snprintf(quoted, sizeof(quoted), "\"%s\"", c->etag);
		reply_header(r, "ETag", quoted);
	}
	if (c->location[0])
		reply_header(r, "Location", c->location);
	if (c->link[0])
		reply_header(r, "Link", c->link);
	if (f->replayed)
		reply_header(r, "Idempotency-Replayed", "true");
	add_security(f);
	add_limits(f);
	if (f->failed)
		add_error_headers(f);
	else if (c->x->method == HTTP_OPTIONS)
		add_options(f);
}

/* The path for the log: one word, and nothing that looks like a token. */
static void log_path(char out[160], const char *path)
{
	size_t i;

	if (strstr(path, "mpl_")) {
		strcpy(out, "(redacted)");
		return;
	}
	for (i = 0; path[i] && i < 159; i++)
		out[i] = path[i] > 0x20 && path[i] < 0x7f && !strchr("\"=\\", path[i]) ? path[i] : '?';
	out[i] = '\0';
}

static enum counts_kind kind_of(const struct flight *f)
{
	if (f->queued)
		return COUNTS_CHANGE;
	return f->wait.until ? COUNTS_WAIT : COUNTS_READ;
}

static void log_access(struct flight *f)
{
	const struct exchange *x = f->c.x;
	int64_t took = api_clock(f->c.api) - f->began;
	char path[160], peer[PEER_TEXT];

	counts_answer(f->c.api->counts, f->c.route, x->reply.status, kind_of(f), took);
	log_path(path, x->path);
	api_log(f->c.api, x->reply.status >= 500 ? API_ERROR : API_INFO,
		"msg=request method=%s path=%s status=%d ms=%" PRId64 ".%03d id=%s player=%s%s%s peer=%s%s",
		method_name(x->method), path, x->reply.status, took / 1000, (int)(took % 1000), x->request_id,
		f->c.player[0] ? f->c.player : "-", f->c.managed.manager[0] ? " manager=" : "", f->c.managed.manager,
		guard_peer(f, peer), f->replayed ? " replayed=true" : "");
}

void reply_log_stream(struct flight *f)
{
	const struct exchange *x = f->c.x;
	char path[160];

	log_path(path, x->path);
	api_log(f->c.api, API_INFO, "msg=\"stream ended\" path=%s end=%s bytes=%" PRId64 " s=%" PRId64 " id=%s player=%s",
		path, !f->ended ? "caller" : f->broken ? "broken" : "whole", f->sent,
		(api_clock(f->c.api) - f->began) / 1000000, x->request_id, f->c.player[0] ? f->c.player : "-");
}

void reply_build(struct flight *f)
{
	struct call *c = &f->c;
	struct reply *r = &c->x->reply;

	if (buf_failed(&c->out) && !f->failed) {
		fail(c, ERR_INTERNAL, "the answer could not be written");
		f->failed = 1;
	}
	if (f->failed)
		problem_render(c);
	r->stream = c->stream && !f->failed;
	c->no_store |= r->stream;
	r->body = take_body(c);
	if (!r->body && c->status != 204 && !r->stream)
		c->status = 503;	/* no memory for a word about it */
	complete_etag(f, r->body);
	if (is_not_modified(f)) {
		blob_unref(r->body);
		r->body = NULL;
		c->status = 304;
	}
	r->status = c->status;
	if (r->stream && c->x->method != HTTP_HEAD)
		atomic_fetch_add(&c->api->streams, 1);
	add_headers(f);
	log_access(f);
}

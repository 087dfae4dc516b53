/*
 * The transport on libmicrohttpd; no other file names it.
 *
 * A request passes through on_target() (its first line is there),
 * on_request() once for its header, again for each piece of the body, once
 * when it is whole and once after each resumption, and on_completed().  All of
 * these run on the connection's own thread; only wake() comes from others.
 * A stream is asked for its next piece on that thread, too, as often as the
 * socket takes more.
 */
#include "daemon/http.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "api/errors.h"
#include "api/metrics.h"
#include "daemon/listen.h"
#include "daemon/log.h"
#include "daemon/watch.h"

struct http {
	struct http_config config;
	struct MHD_Daemon *daemon;
	struct watch *watch;
	struct acceptor *acceptor;
	atomic_int busy;
	atomic_int quiesced, refusing;
	atomic_size_t bodies;		/* bytes taken for bodies */
};

/*
 * Who may resume the connection.  The api may wake an exchange before
 * api_handle() has returned, and a connection may be resumed only after it
 * was suspended: so whoever comes second does it.
 */
enum stay { RUNNING, SUSPENDED, WOKEN };

struct request {
	struct exchange x;		/* first: wake() gets a pointer to it */
	struct http *http;
	struct MHD_Connection *connection;
	struct watched *watched;	/* NULL: no deadline */
	atomic_int stay;
	int begun;			/* its header was seen, it counts as busy */
	int handled;			/* the api knows it */
	int refusal;			/* enum error_code to answer with; -1: none */
	const char *detail;
	char *body;
	size_t size, room, limit, skipped;
	char peer[INET6_ADDRSTRLEN];
	char target[];			/* path, NUL, query, NUL */
};

/* --- what the api asks ------------------------------------------------------ */

static struct request *request_of(struct exchange *x)
{
	return (struct request *)x;
}

static const char *find_header(struct exchange *x, const char *name)
{
	return MHD_lookup_connection_value(request_of(x)->connection, MHD_HEADER_KIND, name);
}

struct counting { const char *name; int count; };

static enum MHD_Result count_one(void *arg, enum MHD_ValueKind kind, const char *key, const char *value)
{
	struct counting *c = arg;

	(void)kind;
	(void)value;
	c->count += strcasecmp(key, c->name) == 0;
	return MHD_YES;
}

static int count_header(struct exchange *x, const char *name)
{
	struct counting c = { name, 0 };

	MHD_get_connection_values(request_of(x)->connection, MHD_HEADER_KIND, count_one, &c);
	return c.count;
}

struct last { const char *name, *value; };

static enum MHD_Result keep_last(void *arg, enum MHD_ValueKind kind, const char *key, const char *value)
{
	struct last *l = arg;

	(void)kind;
	if (strcasecmp(key, l->name) == 0)
		l->value = value;
	return MHD_YES;
}

static const char *find_last(struct exchange *x, const char *name)
{
	struct last l = { name, NULL };

	MHD_get_connection_values(request_of(x)->connection, MHD_HEADER_KIND, keep_last, &l);
	return l.value;
}

static void wake(struct exchange *x)
{
	struct request *r = request_of(x);

	/* While it is suspended the library neither ends nor frees it. */
	if (atomic_exchange(&r->stay, WOKEN) == SUSPENDED)
		MHD_resume_connection(r->connection);
}

/* --- answering ---------------------------------------------------------------- */

static void release_body(void *blob)
{
	blob_unref(blob);
}

static struct MHD_Response *make_response(struct blob *body)
{
	struct MHD_Response *response;

	if (!body)
		return MHD_create_response_from_buffer(0, (void *)(uintptr_t)"", MHD_RESPMEM_PERSISTENT);
	/* Shared, not copied: the response holds a reference until it is sent. */
	response = MHD_create_response_from_buffer_with_free_callback_cls(body->size, body->data,
		release_body, blob_ref(body));
	if (!response)
		blob_unref(body);
	return response;
}

/*
 * The connection sleeps until wake(), who may have been faster; the library allows
 * that a connection is suspended while it asks for a piece.
 */
static void sleep_until_woken(struct request *r)
{
	int running = RUNNING;

	MHD_suspend_connection(r->connection);
	if (!atomic_compare_exchange_strong(&r->stay, &running, SUSPENDED))
		MHD_resume_connection(r->connection);
}

/* The next piece of a stream; 0: the connection sleeps. */
static ssize_t next_piece(void *arg, uint64_t position, char *out, size_t room)
{
	struct request *r = arg;
	ptrdiff_t size;

	(void)position;
	do {
		atomic_store(&r->stay, RUNNING);
		size = api_piece(r->http->config.api, &r->x, out, room);
	} while (size == API_PIECE_LATER && atomic_load(&r->stay) == WOKEN);
	if (size > 0) {
		watch_deadline(r->watched, HTTP_PIECE_SECONDS);
		return size;
	}
	watch_deadline(r->watched, size == API_PIECE_LATER ? 0 : HTTP_PIECE_SECONDS);
	if (size == API_PIECE_LATER)
		sleep_until_woken(r);
	return size == API_PIECE_LATER ? 0 : size == API_PIECE_END ? MHD_CONTENT_READER_END_OF_STREAM
		: MHD_CONTENT_READER_END_WITH_ERROR;
}

/*
 * A caller who does not read holds what the kernel keeps for it, so that is not to be
 * much; and one who is gone without a word is noticed when nothing is acknowledged.
 */
static void tame_socket(struct request *r)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	int buffer = HTTP_STREAM_BUFFER, silence = HTTP_PIECE_SECONDS * 1000;

	if (!info)
		return;
	setsockopt(info->connect_fd, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
	setsockopt(info->connect_fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &silence, sizeof silence);
}

/*
 * HTTP/1.1 gets it chunked; to HTTP/1.0 its end is the connection's.  So it is to HEAD:
 * the library would write the chunk that ends a body after the header of one that has none.
 */
static struct MHD_Response *make_stream(struct request *r)
{
	struct MHD_Response *response =
		MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, HTTP_PIECE_BLOCK, next_piece, r, NULL);

	tame_socket(r);
	if (response && r->x.method == HTTP_HEAD)
		MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
	return response;
}

static enum MHD_Result answer(struct request *r)
{
	const struct reply *reply = &r->x.reply;
	struct MHD_Response *response = reply->stream ? make_stream(r) : make_response(reply->body);
	enum MHD_Result result = MHD_NO;

	if (!response)
		return MHD_NO;
	for (int i = 0; i < reply->header_count; i++)
		if (MHD_add_response_header(response, reply->headers[i].name, reply->headers[i].value) != MHD_YES)
			goto out;
	if (atomic_load(&r->http->quiesced)
	 && MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close") != MHD_YES)
		goto out;
	watch_deadline(r->watched, reply->stream ? HTTP_PIECE_SECONDS : HTTP_REPLY_SECONDS);
	result = MHD_queue_response(r->connection, (unsigned)reply->status, response);
out:
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result refuse(struct request *r)
{
	api_refuse(r->http->config.api, &r->x, r->refusal, r->detail);
	return answer(r);
}

/* The request is whole, or its connection was resumed: let the api go on. */
static enum MHD_Result proceed(struct request *r)
{
	struct api *api = r->http->config.api;
	enum api_progress progress;

	watch_deadline(r->watched, 0);
	if (!r->handled && r->refusal < 0 && atomic_load(&r->http->refusing)) {
		r->refusal = ERR_UNAVAILABLE;
		r->detail = "the service is stopping";
	}
	if (r->refusal >= 0)
		return refuse(r);
	for (;;) {
		atomic_store(&r->stay, RUNNING);
		progress = r->handled ? api_resume(api, &r->x) : api_handle(api, &r->x);
		r->handled = 1;
		if (progress == API_DONE)
			return answer(r);
		if (atomic_load(&r->stay) != WOKEN)
			break;
	}
	sleep_until_woken(r);
	return MHD_YES;
}

static const char TOO_LARGE[] = "the body is larger than this path takes";

/* --- bodies -------------------------------------------------------------------- */

/* Room for `size` bytes and a NUL, as long as all bodies together stay within their limit. */
static int make_room(struct request *r, size_t size)
{
	size_t room = r->room ? r->room : 512;
	char *body;

	while (room < size + 1)
		room *= 2;
	if (room == r->room)
		return 0;
	if (atomic_fetch_add(&r->http->bodies, room - r->room) + room - r->room > HTTP_BODIES_MAX)
		goto refused;
	body = realloc(r->body, room);
	if (!body)
		goto refused;
	r->body = body;
	r->room = room;
	return 0;
refused:
	atomic_fetch_sub(&r->http->bodies, room - r->room);
	r->refusal = ERR_UNAVAILABLE;
	r->detail = "too many bodies are being received";
	return -1;
}

/* A piece of the body.  What cannot be taken is skipped: a reply is possible only at its end. */
static enum MHD_Result take(struct request *r, const char *data, size_t size)
{
	if (r->refusal < 0 && r->size + size > r->limit) {
		r->refusal = ERR_TOO_LARGE;
		r->detail = TOO_LARGE;
	}
	if (r->refusal >= 0 || make_room(r, r->size + size) != 0) {
		r->skipped += size;
		return r->skipped > r->limit + HTTP_SKIP_MAX ? MHD_NO : MHD_YES;
	}
	memcpy(r->body + r->size, data, size);
	r->size += size;
	r->body[r->size] = '\0';
	r->x.body = r->body;
	r->x.body_size = r->size;
	return MHD_YES;
}

/* --- the header ------------------------------------------------------------------ */

static enum http_method method_of(const char *name)
{
	static const char *const names[] = {
		[HTTP_GET] = "GET", [HTTP_HEAD] = "HEAD", [HTTP_POST] = "POST", [HTTP_PUT] = "PUT",
		[HTTP_PATCH] = "PATCH", [HTTP_DELETE] = "DELETE", [HTTP_OPTIONS] = "OPTIONS",
	};

	for (int i = 0; i < HTTP_OTHER; i++)
		if (strcmp(name, names[i]) == 0)
			return i;
	return HTTP_OTHER;
}

static void set_peer(struct request *r)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const struct sockaddr *address = info ? info->client_addr : NULL;
	const void *bytes = NULL;

	if (address && address->sa_family == AF_INET)
		bytes = &((const struct sockaddr_in *)(const void *)address)->sin_addr;
	else if (address && address->sa_family == AF_INET6)
		bytes = &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
	if (!bytes || !inet_ntop(address->sa_family, bytes, r->peer, sizeof r->peer))
		strcpy(r->peer, "unknown");
	/* IPv4 over a socket that takes both. */
	r->x.peer = strncmp(r->peer, "::ffff:", 7) == 0 ? r->peer + 7 : r->peer;
}

/*
 * Where the body ends must be beyond doubt (RFC 9112 section 6.3), or a proxy before
 * this daemon may see other requests than the daemon does.
 */
static int framing_in_doubt(struct request *r)
{
	int lengths = count_header(&r->x, MHD_HTTP_HEADER_CONTENT_LENGTH);
	int codings = count_header(&r->x, MHD_HTTP_HEADER_TRANSFER_ENCODING);
	const char *coding;

	if (!codings)
		return lengths > 1;
	coding = find_header(&r->x, MHD_HTTP_HEADER_TRANSFER_ENCODING);
	return lengths || codings > 1 || strcasecmp(coding, "chunked") != 0;
}

/* -1: refuse it once it is whole; -2: at once, the rest of it is not to be read. */
static int check_header(struct request *r)
{
	const union MHD_ConnectionInfo *size =
		MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
	const char *length = find_header(&r->x, MHD_HTTP_HEADER_CONTENT_LENGTH);
	unsigned long long announced = length ? strtoull(length, NULL, 10) : 0;

	if (framing_in_doubt(r)) {
		r->refusal = ERR_BAD_REQUEST;
		r->detail = "Content-Length and Transfer-Encoding do not say where the body ends";
		return -2;
	}
	if (r->refusal < 0 && size && size->header_size > API_HEADERS_MAX) {
		r->refusal = ERR_HEADERS_TOO_LARGE;
		r->detail = "request line and headers have more than 16,384 bytes";
	}
	if (r->refusal < 0 && announced > r->limit) {
		r->refusal = ERR_TOO_LARGE;
		r->detail = TOO_LARGE;
	}
	if (r->refusal < 0)
		return 0;
	/* Who sends without waiting for leave would not read an answer before all is sent. */
	return find_header(&r->x, MHD_HTTP_HEADER_EXPECT) || announced > r->limit + HTTP_SKIP_MAX ? -2 : -1;
}

static enum MHD_Result begin(struct request *r, const char *method)
{
	r->begun = 1;
	atomic_fetch_add(&r->http->busy, 1);
	set_peer(r);
	r->x.method = method_of(method);
	r->limit = api_body_max(r->x.method, r->x.path);
	return check_header(r) == -2 ? refuse(r) : MHD_YES;
}

static enum MHD_Result on_request(void *arg, struct MHD_Connection *connection, const char *url,
	const char *method, const char *version, const char *data, size_t *size, void **context)
{
	struct request *r = *context;
	enum MHD_Result result;

	(void)arg;
	(void)connection;
	(void)url;
	(void)version;
	if (!r)
		return MHD_NO;		/* no memory in on_target() */
	if (!r->begun)
		return begin(r, method);
	if (!*size)
		return proceed(r);
	result = take(r, data, *size);
	*size = 0;
	return result;
}

/* --- beginning and end -------------------------------------------------------------- */

/* "http://host/path" is a target too (RFC 9112 section 3.2.2). */
static const char *without_authority(const char *target)
{
	const char *host = strncasecmp(target, "http://", 7) == 0 ? target + 7
		: strncasecmp(target, "https://", 8) == 0 ? target + 8 : NULL;

	return host ? host + strcspn(host, "/?") : target;
}

/*
 * Keep the library from taking the query apart: it would put each parameter into
 * the connection's memory, and when that is full, leave the caller without
 * an answer.  It works in the very bytes that it shows here.
 */
static void hide_query(const char *target)
{
	const char *query = strchr(target, '?');

	if (query)
		*(char *)(uintptr_t)(query + 1) = '\0';
}

/* What is returned becomes the request's context. */
static void *on_target(void *arg, const char *target, struct MHD_Connection *connection)
{
	struct http *h = arg;
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	const char *from = without_authority(target ? target : "");
	size_t size = strlen(from);
	int too_long = size > API_TARGET_MAX;
	struct request *r;
	char *query;

	r = calloc(1, sizeof *r + (too_long ? 0 : size) + 2);
	if (!r)
		return NULL;
	r->http = h;
	r->connection = connection;
	r->watched = info ? info->socket_context : NULL;
	r->refusal = -1;
	if (too_long) {
		r->refusal = ERR_BAD_REQUEST;
		r->detail = "the target of the request has more than 2,048 bytes";
	} else {
		memcpy(r->target, from, size);
	}
	if (target)
		hide_query(target);
	query = strchr(r->target, '?');
	if (query)
		*query++ = '\0';
	r->x.path = r->target;
	r->x.query = query ? query : "";
	r->x.body = "";
	r->x.header = find_header;
	r->x.header_count = count_header;
	r->x.header_last = find_last;
	r->x.wake = wake;
	watch_deadline(r->watched, h->config.request_timeout);
	return r;
}

static void on_completed(void *arg, struct MHD_Connection *connection, void **context,
	enum MHD_RequestTerminationCode why)
{
	struct http *h = arg;
	struct request *r = *context;

	(void)connection;
	(void)why;
	*context = NULL;
	if (!r)
		return;
	watch_deadline(r->watched, h->config.idle_timeout + h->config.request_timeout);
	api_release(h->config.api, &r->x);
	free(r->body);
	atomic_fetch_sub(&h->bodies, r->room);
	if (r->begun)
		atomic_fetch_sub(&h->busy, 1);
	free(r);
}

static void on_connection(void *arg, struct MHD_Connection *connection, void **context,
	enum MHD_ConnectionNotificationCode what)
{
	struct http *h = arg;
	const union MHD_ConnectionInfo *info;

	if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
		watch_remove(h->watch, *context);
		*context = NULL;
		acceptor_closed(h->acceptor);
		return;
	}
	info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	if (info)
		*context = watch_add(h->watch, info->connect_fd,
			h->config.idle_timeout + h->config.request_timeout);
}

/* On the acceptor's thread.  The library closes what it does not take, as for per_address. */
static int on_accept(void *arg, int fd, const struct sockaddr *peer, socklen_t size)
{
	struct http *h = arg;

	return MHD_add_connection(h->daemon, fd, peer, size) == MHD_YES ? 0 : -1;
}

/* The library decodes what the api wants to see as it was sent. */
static size_t on_unescape(void *arg, struct MHD_Connection *connection, char *text)
{
	(void)arg;
	(void)connection;
	return strlen(text);
}

/* What the library has to say is about single connections, and mostly about their callers. */
static void on_log(void *arg, const char *format, va_list ap) __attribute__((format(printf, 2, 0)));

static void on_log(void *arg, const char *format, va_list ap)
{
	char text[400];
	struct log_line l;

	(void)arg;
	vsnprintf(text, sizeof text, format, ap);
	text[strcspn(text, "\n")] = '\0';
	log_begin(&l, LEVEL_DEBUG, "http library");
	log_text(&l, "says", text);
	log_end(&l);
}

/* --- start and stop ---------------------------------------------------------------- */

/*
 * The acceptor keeps the limit of connections; the library's own, which it divides
 * among its threads, must never be met: it would return with a lock held.
 */
static struct MHD_Daemon *start(struct http *h)
{
	const struct http_config *c = &h->config;
	struct MHD_OptionItem options[] = {
		{ MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL },
		{ MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, NULL },
		{ MHD_OPTION_CONNECTION_MEMORY_LIMIT, HTTP_MEMORY, NULL },
		{ MHD_OPTION_CONNECTION_LIMIT, (c->connections + 1) * c->threads, NULL },
		{ MHD_OPTION_PER_IP_CONNECTION_LIMIT, c->per_address, NULL },
		{ MHD_OPTION_CONNECTION_TIMEOUT, c->idle_timeout, NULL },
		{ c->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, c->threads, NULL },
		{ MHD_OPTION_END, 0, NULL },
	};

	return MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC
		| MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ERROR_LOG, 0, NULL, NULL, on_request, h,
		MHD_OPTION_EXTERNAL_LOGGER, on_log, NULL,	/* first, or it misses complaints */
		MHD_OPTION_ARRAY, options,
		MHD_OPTION_URI_LOG_CALLBACK, on_target, h,
		MHD_OPTION_UNESCAPE_CALLBACK, on_unescape, NULL,
		MHD_OPTION_NOTIFY_COMPLETED, on_completed, h,
		MHD_OPTION_NOTIFY_CONNECTION, on_connection, h,
		MHD_OPTION_END);
}

struct http *http_start(const struct http_config *config, char why[240])
{
	struct http *h = calloc(1, sizeof *h);

	snprintf(why, 240, "no memory for the HTTP server");
	if (!h)
		return NULL;
	h->config = *config;
	h->watch = watch_open();
	h->acceptor = acceptor_new(config->fd, config->connections);
	if (!h->watch || !h->acceptor)
		goto failed;
	h->daemon = start(h);
	if (!h->daemon) {
		snprintf(why, 240, "the HTTP server does not start with %d threads", config->threads);
		goto failed;
	}
	if (acceptor_start(h->acceptor, on_accept, h) == 0)
		return h;
	MHD_stop_daemon(h->daemon);
failed:
	acceptor_free(h->acceptor);
	watch_close(h->watch);
	free(h);
	return NULL;
}

void http_tick(struct http *h)
{
	struct log_line l;
	int over = watch_sweep(h->watch);

	if (!over)
		return;
	log_begin(&l, LEVEL_INFO, "connections took too long");
	log_number(&l, "count", over);
	log_end(&l);
}

void http_quiesce(struct http *h)
{
	atomic_store(&h->quiesced, 1);
	acceptor_stop(h->acceptor);
}

int http_busy(const struct http *h)
{
	return atomic_load(&h->busy);
}

void http_measure(const struct http *h, struct buf *out)
{
	const union MHD_DaemonInfo *info = MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);

	metrics_one(out, METRIC_GAUGE, "meepled_http_connections", "", "Connections open.",
		info ? info->num_connections : 0, 1);
	metrics_one(out, METRIC_GAUGE, "meepled_http_requests_open", "", "Requests that have no answer yet, those "
		"that wait for news among them.", atomic_load(&h->busy), 1);
}

void http_refuse(struct http *h)
{
	atomic_store(&h->refusing, 1);
}

void http_stop(struct http *h)
{
	if (!h)
		return;
	if (!atomic_load(&h->quiesced))
		acceptor_stop(h->acceptor);
	MHD_stop_daemon(h->daemon);
	acceptor_free(h->acceptor);
	watch_close(h->watch);
	free(h);
}

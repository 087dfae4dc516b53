/*
 * http.h - the transport: HTTP/1.1 over sockets on one side, the api's
 * exchanges on the other.
 *
 * It reads requests within the limits below, hands each to api_handle() on
 * one of its threads, suspends the connection while the answer is not there,
 * and sends the reply.  Streams are sent piece by piece, the connection being
 * suspended in between: they may last for hours and cost no thread; a caller who
 * does not take a piece in time is cut off.
 */
#ifndef MEEPLED_DAEMON_HTTP_H
#define MEEPLED_DAEMON_HTTP_H

#include "api/api.h"

enum {
	/* Bytes of a connection for header and reply's header; zeroed for every request. */
	HTTP_MEMORY = 32 * 1024,
	HTTP_BODIES_MAX = 256 << 20,		/* bytes of all bodies being received */
	HTTP_SKIP_MAX = 1 << 20,		/* bytes over the limit that are read to answer politely */
	HTTP_REPLY_SECONDS = 300,		/* for a caller to take a whole reply */
	HTTP_PIECE_SECONDS = 60,		/* for a caller to take a piece of a stream */
	HTTP_PIECE_BLOCK = 2 * 1024,		/* bytes of a piece for HTTP/1.0; others are as large as the connection's memory allows */
	HTTP_STREAM_BUFFER = 32 * 1024		/* bytes that the kernel may hold for a stream */
};

struct http_config {
	int fd;				/* listening; the transport closes it */
	struct api *api;
	int threads;			/* at least 1 */
	int connections, per_address;	/* limits; per_address 0: none */
	int idle_timeout, request_timeout;	/* seconds */
};

struct buf;
struct http;

/* NULL with a sentence in `why`; then fd is still the caller's. */
struct http *http_start(const struct http_config *config, char why[240]);

/* A few times a second: end connections that take too long. */
void http_tick(struct http *h);

/*
 * Stopping, in this order: http_quiesce() takes no more connections, and
 * connections end with the answer under way; when http_busy() has come down
 * to zero (or one has waited long enough), http_refuse() answers whatever
 * still comes with 503; and when nobody can call exchange->wake() any more,
 * http_stop() closes everything.
 */
void http_quiesce(struct http *h);
int http_busy(const struct http *h);		/* requests that were not answered yet */
/* Any thread: connections as families of api/metrics.h. */
void http_measure(const struct http *h, struct buf *out);
void http_refuse(struct http *h);
void http_stop(struct http *h);

#endif

/*
 * api.h - the service as seen by the daemon: requests in, answers out.
 *
 * The api knows HTTP's meaning (methods, headers, statuses) but no sockets.
 * A transport fills in a struct exchange, calls api_handle(), and sends the
 * reply.  The answer may be due later: then the transport suspends the
 * connection, waits for exchange->wake() and calls api_resume().
 *
 * A body may come in pieces, over hours: then reply.stream is set, and the
 * transport asks api_piece() for one whenever the caller has taken what was
 * there.  When it is due later the transport suspends the connection as above.
 *
 * Threads: api_handle(), api_resume(), api_piece() and api_release() may run on any number
 * of threads, each exchange on one at a time.  Changes run on the writer's
 * thread as jobs: the api hands each over with config.submit(), and the
 * writer calls job->run() inside a transaction, then api_batch_end(), then
 * job->done().
 */
#ifndef MEEPLED_API_API_H
#define MEEPLED_API_API_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include "api/limits.h"
#include "storage/store.h"

enum {
	API_BODY_MAX = 64 * 1024,
	API_RECORD_MAX = 4 * 1024 * 1024,	/* of a record that is imported; see api_body_max() */
	API_HEADERS_MAX = 16 * 1024,
	API_TARGET_MAX = 2048,		/* bytes of path and query */
	API_REPLY_HEADERS = 20,
	API_REPLY_TEXT = 2560,		/* bytes of all their values with their NULs */
	API_REQUEST_ID = 64,
	API_WAIT_MAX = 60,		/* seconds of a long poll */
	API_ALIVE_SECONDS = 15,		/* between signs of life of a stream */
	API_HELD_MAX = 256,		/* refusals that are held back: few beside the connections there may be */
	API_CLOCK_WAIT_MAX = 3600 * 1000	/* that api_clock_run() returns at most */
};

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_PUT, HTTP_PATCH, HTTP_DELETE, HTTP_OPTIONS, HTTP_OTHER };

/* Immutable bytes that several answers may share. */
struct blob {
	atomic_int refs;
	size_t size;
	char data[];			/* a NUL follows, not counted */
};
struct blob *blob_new(const void *data, size_t size);	/* one reference; NULL: no memory */
struct blob *blob_ref(struct blob *b);
void blob_unref(struct blob *b);				/* NULL is allowed */

struct reply {
	int status;
	int header_count;
	struct { const char *name, *value; } headers[API_REPLY_HEADERS];
	size_t text_size;
	char text[API_REPLY_TEXT];	/* the values, one behind the other */
	struct blob *body;		/* NULL: empty; of HEAD only its size is to be sent */
	int stream;			/* 1: no body here, api_piece() gives it; not asked of HEAD */
};

struct exchange {
	/* By the transport; valid until api_release(). */
	enum http_method method;
	const char *path;		/* as sent, percent-encoded, without the query */
	const char *query;		/* after '?', as sent; "" */
	const char *body;
	size_t body_size;
	const char *peer;		/* address, for the log */
	const char *(*header)(struct exchange *, const char *name);	/* any case; NULL: absent */
	int (*header_count)(struct exchange *, const char *name);	/* how often it was sent */
	/* The value of the last of that name, as the nearest proxy has written it.  NULL: as header(). */
	const char *(*header_last)(struct exchange *, const char *name);
	/*
	 * Make the transport call api_resume() or, when the reply was begun, api_piece();
	 * from any thread, once per API_LATER or API_PIECE_LATER, perhaps before the
	 * function that said so has returned.  Until then the exchange may not be
	 * released.
	 */
	void (*wake)(struct exchange *);

	/* By the api. */
	char request_id[API_REQUEST_ID + 1];
	struct reply reply;
	void *call;
};

enum api_progress { API_DONE, API_LATER };

/* A piece of work for the writer's thread. */
struct job {
	struct job *next;		/* the queue's */
	/* Inside the batch's transaction. */
	void (*run)(struct job *, struct store_conn *);
	/* After the commit (committed = 1) or its failure (0).  Last use of the job. */
	void (*done)(struct job *, int committed);
};

struct buf;
/* How the writer is doing. */
struct api_queue {
	int waiting, largest;		/* jobs; of a batch */
	long busy_ms;			/* at the present batch; 0: at none */
	unsigned long long batches, changes, failed;	/* failed: batches */
};

enum api_level { API_INFO, API_WARNING, API_ERROR };

struct api_config {
	struct store *store;
	int reader_count;		/* connections for reading: one per transport thread */
	int cached_games;		/* live games kept in memory at most */
	int registration_open;
	const char *public_url;		/* "https://play.example.org" or "" */
	int webhook_http;		/* 1: webhooks may have http:// addresses, too */
	/*
	 * Milliseconds before the first attempt to send a message, and after each one that
	 * failed before the next; after the last it is given up.  Count 0: as in the configuration's default.
	 */
	const int64_t *webhook_retries;
	int webhook_retry_count;
	int outbox_max;			/* messages that wait for one webhook at most; 0: as usual */
	int rates[RATE_KINDS];		/* quotas, see limits.h; 0: no limit */
	/*
	 * Milliseconds for which who asks too often waits for being told so, and up to twice as
	 * many; 0: at once.  So who asks again as soon as he is refused takes next to nothing from
	 * others.  As many as API_HELD_MAX wait at the same time; all others are told at once.
	 */
	int rate_hold;
	int limits[LIMIT_COUNT];	/* what a player may have, see limits.h; 0: no limit */
	/* Proxies whose word counts on whom they speak for: "10.0.0.0/8, 2001:db8::/32, loopback"; NULL: none. */
	const char *trusted_proxies;
	/* Hand a job to the writer; -1: the queue is full (answered with 503). */
	int (*submit)(void *arg, struct job *job);
	/*
	 * After a commit, writer's thread: there may be deliveries due (api/delivery.h)
	 * that were not before.  NULL: nobody sends any.
	 */
	void (*outbox_grew)(void *arg);
	/*
	 * Whether a webhook may have this URL, as far as that can be said without the network:
	 * an address in it that is never connected to.  -1 with a sentence in `why`; any
	 * thread.  NULL: every URL will do.
	 */
	int (*webhook_url)(void *arg, const char *url, char why[160]);
	void (*queue)(void *arg, struct api_queue *out);	/* any thread; NULL: not known */
	/* The log's level as a word, set to `word` before unless that is NULL; any thread.  NULL: not known. */
	const char *(*log_level)(void *arg, const char *word);
	/* One logfmt line without time and level. */
	void (*log)(void *arg, enum api_level level, const char *line);
	/*
	 * Pictures.  draw_png: an SVG as a PNG, `width` pixels wide, into `out`; 0, or -1 with a
	 * sentence.  NULL: there are none.  paint: hand a job without a store to a thread
	 * that may take its time; -1: too many wait there.  NULL: it is done at once.
	 */
	int (*draw_png)(const char *svg, size_t size, int width, struct buf *out, char why[160]);
	int (*paint)(void *arg, struct job *job);
	/* Add families of metrics.h to GET /metrics; transport's threads.  NULL: none. */
	void (*measure)(void *arg, struct buf *out);
	int metrics_open;		/* 1: anybody may read /metrics; 0: an administrator's token is needed */
	void *arg;
	/*
	 * Games are to be looked at earlier than api_clock_run() said: call it soon.  From the
	 * writer's thread; NULL: nobody cares.
	 */
	void (*clock_due)(void *arg);
	int clock_least;		/* seconds that a clock gives for a turn at least; 0: a minute */
	int vacation_days;		/* of vacation that a player has in a year */
	int64_t (*now)(void);		/* milliseconds since 1970 UTC; NULL: the system's clock */
	int64_t (*steady)(void);	/* microseconds that never jump; NULL: by `now`, or the system's */
	/* Fill with random bytes; NULL: libsodium's.  Tests give fixed ones. */
	void (*random)(void *out, size_t size);
};

struct api;

/* NULL with a sentence in `why`.  The store must outlive it. */
struct api *api_open(const struct api_config *config, char why[240]);
/* After the last exchange was released and the writer has stopped. */
void api_close(struct api *api);
/* Offer one more tile set (a file's bytes); -1 with a sentence.  Before serving. */
int api_add_tileset(struct api *api, const char *text, size_t size, char why[240]);

/* Any thread, while serving: may strangers make themselves players? */
void api_set_registration(struct api *api, int open);

/* The most bytes of body that such a request may have, for refusing early. */
size_t api_body_max(enum http_method method, const char *path);

enum api_progress api_handle(struct api *api, struct exchange *x);
enum api_progress api_resume(struct api *api, struct exchange *x);
/*
 * The next piece of a reply.stream: up to `room` bytes into `out`, and how many;
 * or API_PIECE_LATER: ask again after wake(); API_PIECE_END: that was all;
 * API_PIECE_BROKEN: end the connection so that the caller sees that there was
 * more.  A stream that has nothing to say speaks every API_ALIVE_SECONDS, so
 * that a caller who has gone is noticed by the next write.  The transport may
 * stop asking at any time and release the exchange.
 */
enum { API_PIECE_LATER = 0, API_PIECE_END = -1, API_PIECE_BROKEN = -2 };
ptrdiff_t api_piece(struct api *api, struct exchange *x, char *out, size_t room);
void api_release(struct api *api, struct exchange *x);
/*
 * Answer a request that the transport itself refuses (too large, malformed):
 * fills in the reply.  `code` is an enum error_code.
 */
void api_refuse(struct api *api, struct exchange *x, int code, const char *detail);

/* Writer's thread, after each commit or rollback: publish or forget the batch's games. */
void api_batch_end(struct api *api, int committed);
/* Some thread, a few times a second: end long polls whose time is over, keep streams alive. */
void api_tick(struct api *api);
/*
 * The clock's thread (one): reminders, time-outs and moves of the built-in player that
 * are due become jobs of the writer.  Returns the milliseconds until the next of
 * them, at most API_CLOCK_WAIT_MAX: to be called again by then (earlier does no harm), or
 * when config.clock_due() says so.  Not being called for long counts as being down,
 * and that is not held against the players.
 */
int64_t api_clock_run(struct api *api);
/*
 * Before stopping: answer every long poll now, end every stream after what is there, make no
 * new ones wait, be unready (/readyz is 503).
 */
void api_drain(struct api *api);

/* Scopes of tokens, as bits. */
enum scope { SCOPE_READ = 1, SCOPE_PLAY = 2, SCOPE_MANAGE = 4, SCOPE_ADMIN = 8 };

/* An administrator's token, for `meepled token`; text into `token` (STORE writer needed). */
enum { API_TOKEN_TEXT = 64 };
int api_token_create(struct store_conn *writer, const char *name, uint32_t scopes, int64_t expires_at,
	char token[API_TOKEN_TEXT], char why[240]);
/* The same for a player; "": an administrator's own. */
int api_token_create_for(struct store_conn *writer, const char *player, const char *name, uint32_t scopes,
	int64_t expires_at, char token[API_TOKEN_TEXT], char why[240]);

#endif

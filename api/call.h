/*
 * call.h - one request on its way through the api (internal to api/).
 *
 * route.c finds the row, call.c checks what every request must satisfy
 * (size, type, token, scope, body's syntax), then the row's handler runs: a
 * reading handler on the transport's thread with a reader's connection, a
 * changing one on the writer's thread inside a savepoint with the writer's.
 * A handler returns 0 with the answer set, or -1 after fail(): then what it
 * changed is rolled back.  Around changing handlers call.c keeps answers
 * for their Idempotency-Key in the same transaction.
 */
#ifndef MEEPLED_API_CALL_H
#define MEEPLED_API_CALL_H

#include "api/api.h"
#include "api/buf.h"
#include "api/errors.h"
#include "api/json.h"
#include "storage/managed.h"

enum { CALL_PARAMS_MAX = 3, CALL_PARAM_MAX = 80, CALL_BODY_MAX = 4 * 1024 * 1024 };

enum media { MEDIA_JSON = 1, MEDIA_TEXT = 2, MEDIA_HTML = 4, MEDIA_NDJSON = 8, MEDIA_SSE = 16, MEDIA_METRICS = 32,
	MEDIA_SVG = 64, MEDIA_PNG = 128,
	MEDIA_FILE = 256 };	/* of the type that it has, whatever Accept says: content_type is set */

struct call;
struct table;
struct errand;
typedef int handler(struct call *c);

enum route_flags {
	ROUTE_CHANGES = 1,	/* runs on the writer's thread, takes an Idempotency-Key */
	ROUTE_DRY_RUN = 2,	/* takes ?dry_run=true: runs on a reader, changes nothing */
	ROUTE_BODY = 4,		/* takes a JSON body; without this flag a body is refused */
	ROUTE_BODY_OPTIONAL = 8,
	ROUTE_FOREVER = 16,	/* the answer never changes: Cache-Control immutable */
	ROUTE_RECORD = 32,	/* with ROUTE_BODY: up to API_RECORD_MAX bytes, not parsed: x->body */
	ROUTE_UNCOUNTED = 1024,	/* costs nothing: whoever watches the service must always get through */
	ROUTE_REGISTERS = 2048,	/* makes a player: see RATE_REGISTRATIONS */
	ROUTE_GUESSES = 4096,	/* takes a code that somebody might guess: see RATE_CODES */
	ROUTE_PAGE = 8192,	/* for people: links gather parameters on their way, so any are taken */
	ROUTE_COOKIELESS = 16384,	/* the cookie is not looked at, see auth.c */
	ROUTE_OWN = 64,		/* about the account: with Meepled-Player only for players that the manager made */
	ROUTE_MYSELF = 128	/* never with Meepled-Player */
};

enum access { ACCESS_ANYONE, ACCESS_TOKEN };	/* with ANYONE a token is still honoured */

struct route {
	enum http_method method;
	const char *path;	/* "/v1/games/{game}/seats/{seat}" */
	handler *handler;
	unsigned flags;
	enum access access;
	uint32_t scope;		/* one of these bits is needed when a token is */
	unsigned media;		/* what it can answer with; the first by Accept */
	const char *queries;	/* space-separated names of query parameters; others: 400 */
	int extra;		/* for handlers that serve several rows */
};

extern const struct route routes[];	/* until path is NULL */

struct call {
	struct api *api;
	struct exchange *x;
	const struct route *route;
	char params[CALL_PARAMS_MAX][CALL_PARAM_MAX];	/* of {…}, decoded, in order */

	/*
	 * Who calls, and who acts.  player is "" without a token, the token's own
	 * player with one, and the one that Meepled-Player names when the caller
	 * acts for somebody else: then managed says so, else managed.manager is "".
	 */
	struct store_token token;
	char player[STORE_PLAYER_ID + 1];
	struct store_managed managed;

	struct json *body;		/* root object, or NULL without a body */
	struct store_conn *conn;
	int64_t now;
	enum media media;		/* negotiated */
	int dry_run;
	int waited;			/* 1: a long poll whose time is over, or draining */

	/* The answer of a handler that returns 0. */
	int status;			/* 200 */
	struct buf out;			/* body */
	struct blob *shared;		/* or an immutable body instead of `out` */
	/*
	 * Or this writes `out`, later: when the change is kept and its answer is sent,
	 * on the transport's thread.  0, or -1 after fail().  NULL: `out` is written.
	 */
	int (*write)(struct call *c);
	/*
	 * Or the body comes in pieces: this appends the next to `out`, whenever all
	 * before was taken, and returns 0; CALL_WAITS after call_wait() when there is
	 * none yet; CALL_ENDS when there will be no more (what it appended is still
	 * sent); or -1 after fail(): the body breaks off.  Nothing is held between the
	 * runs; c->conn is a reader's, c->now the present time.  reply.c sends no tag
	 * and lets nobody keep a copy.
	 */
	int (*stream)(struct call *c);
	struct {
		int64_t row, seq;	/* where it stands in a log */
		int64_t left;		/* events that it gives at most */
		int begun;		/* 1: something was written */
	} place;			/* of a stream: its handler's */
	/* Of a changing handler: called when its change is committed, on the writer's thread. */
	void (*kept)(struct call *c);
	struct table *table;		/* what it is made of; a reference, or NULL */
	struct buf events;		/* JSON objects, a line each */
	const char *content_type;	/* NULL: by media */
	const char *encoding;		/* Content-Encoding; NULL: none */
	char cookie[200];		/* Set-Cookie; "": none */
	char etag[40];			/* without quotes; "": of the bytes.  If-None-Match is reply.c's work */
	char location[128];
	char link[400];
	int no_store;			/* 1: Cache-Control: no-store (secrets) */
	int forever;			/* 1: as with ROUTE_FOREVER */
	const char *csp;		/* Content-Security-Policy, where it is not the usual one */
	struct errand *errand;		/* of call_work(): the handler's own; it frees it */
	int retry_after;		/* seconds, of ERR_TOO_MANY and ERR_UNAVAILABLE; 0: 1 */

	/* The answer of one that returns -1. */
	enum error_code error;
	char detail[400];
	struct buf extra;		/* further members, as JSON members without braces */
};

/*
 * Codes that somebody might guess, in handlers where they are optional (else the
 * route is ROUTE_GUESSES): whether the caller may try one, -1 after fail() with 429;
 * and that the one tried was none.
 */
int call_code_allowed(struct call *c);
void call_code_wrong(struct call *c);

/* Set the error; returns -1, so handlers say: return fail(c, ERR_…, "…", …). */
int fail(struct call *c, enum error_code code, const char *detail, ...)
	__attribute__((format(printf, 3, 4)));
/* 422 with the faults; or 0 when there are none. */
int fail_on_faults(struct call *c, const struct json_faults *faults);
/* A sink that writes members of the problem body. */
void problem_members(struct call *c, struct json_out *out);
/* What a store's result means for the caller: 0, or -1 after fail() and a log line. */
int store_ok(struct call *c, enum store_result r);

/* The value of a query parameter, decoded, or NULL.  Valid until the call ends. */
const char *call_query(struct call *c, const char *name);
/* 0 and *out (or the default when absent), or -1 after fail(). */
int call_query_integer(struct call *c, const char *name, int64_t min, int64_t max,
	int64_t standard, int64_t *out);
int call_query_bool(struct call *c, const char *name, int *out);	/* absent: *out stays */
/*
 * The version that If-Match or the member expected_version asks for; -1: none.
 * Returns -1 after fail() when If-Match is malformed; `m` may be NULL.
 */
int call_expected_version(struct call *c, struct members *m, int64_t *version);
const char *call_header(struct call *c, const char *name);
/* What the caller may do: the token's scopes, but read and play for a managed player. */
uint32_t call_scopes(const struct call *c);

/*
 * Long poll, in reading handlers that found nothing newer than `seen`: ask to
 * be run again when there is a notice of a higher number on the topic, or `seconds`
 * are over.  Topics are ids: of a game, with its version as the number, and
 * of a player, with any number: something has changed in a game of that player.
 * Returns CALL_WAITS for the handler to return, with nothing held (the run
 * begins anew, and a change since this one began is not missed); or 0 when this
 * is the last run (c->waited): then the handler answers with what there is.
 * Streams wait likewise; in their last run they give a sign of life, or end
 * when call_draining().
 */
int call_wait(struct call *c, const char *topic, int64_t seen, int seconds);
enum { CALL_WAITS = 1, CALL_ENDS = 2 };
/*
 * What takes long and needs no store, in reading handlers: run(job, NULL) is called on
 * another thread, then the handler again.  Returns CALL_WORKS for the handler to
 * return, with nothing held.
 */
int call_work(struct call *c, void (*run)(struct job *job, struct store_conn *));
struct call *call_of_job(struct job *job);
enum { CALL_WORKS = 3 };
/* The service is stopping. */
int call_draining(const struct call *c);
enum { NOTICE_ANY = INT32_MAX };
/* Writer's thread, from api_batch_end(): wake who waits for it. */
void call_notify(struct api *api, const char *topic, int64_t number);

/* "2026-01-31T10:00:00.123Z" */
enum { TIME_TEXT = 32 };
void time_text(char out[TIME_TEXT], int64_t ms);
/* 1 and *ms, or 0 when it is not an RFC 3339 time (of the years 1970 to 9999). */
int time_parse(const char *text, int64_t *ms);
/* "P3D", "PT36H", "P1W", "P1DT12H30M": 1 and *ms, or 0.  Years and months have no fixed length. */
int duration_parse(const char *text, int64_t *ms);

/* Random Crockford base32 in lower case, NUL-terminated. */
void random_id(struct api *api, char *out, int characters);
void random_bytes(struct api *api, void *out, size_t size);
void api_log(struct api *api, enum api_level level, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Parts of struct api that several files need; set before serving. */
const struct api_config *api_config(const struct api *api);
int api_registration_open(const struct api *api);
struct live;		/* live.h: the cache of games */
struct live *api_live(struct api *api);
struct catalogue;	/* catalogue.h: tile sets on offer, by ruleset and hash */
struct catalogue *api_catalogue(struct api *api);

#endif

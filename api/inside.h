/*
 * inside.h - what the parts of the request's way share, and nobody else.
 *
 *	call.c		the way of a request
 *	target.c	path and query
 *	negotiate.c	Accept, Content-Type, entity tags
 *	auth.c		tokens, and for whom the caller acts
 *	session.c	the cookie that holds a browser's token
 *	guard.c		how often callers may ask
 *	answer.c	stored answers by Idempotency-Key
 *	problem.c	errors as problem bodies
 *	reply.c		the answer's headers, the line in the log
 *	wait.c		long polls
 *	stream.c	answers that come in pieces
 *	readers.c	connections for reading
 *	counts.c	requests as numbers
 *	health.c	what tells of them, and more
 */
#ifndef MEEPLED_API_INSIDE_H
#define MEEPLED_API_INSIDE_H

#include <stdatomic.h>
#include "api/peer.h"
#include "api/call.h"
#include "api/rate.h"

enum {
	SEGMENTS_MAX = 8,		/* of a path */
	QUERIES_MAX = 12,
	KEY_MAX = 128,			/* characters of an Idempotency-Key */
	HASH_SIZE = 32,
	DRAWS_MAX = 6,			/* buckets that a request draws on */
	TRUSTED_MAX = 32,		/* networks of proxies */
	GUARD_TEXT = 240		/* bytes of RateLimit and of RateLimit-Policy */
};

struct counts;
struct gallery;
struct waiters;
struct readers;
struct pages;
struct web;
struct notices;
struct outgoing;
struct guard;

struct api {
	struct api_config config;
	struct live *live;
	struct catalogue *catalogue;
	struct waiters *waiters;
	struct readers *readers;
	struct pages *pages;
	struct web *web;
	struct notices *notices;
	struct outgoing *outgoing;
	struct counts *counts;
	struct guard *guard;
	struct clockwork *clockwork;
	struct gallery *gallery;
	atomic_int draining;
	atomic_long streams;		/* that are open */
	atomic_int registration_open;	/* config's, and what was said since */
	unsigned answers_put;		/* the writer's alone: when to purge */
};

/* A call that hangs in a list until there is a notice on its topic or its time is over. */
struct wait {
	struct wait *next;
	char topic[STORE_PLAYER_ID + 1];
	int64_t seen;
	int64_t until;			/* api_clock(); 0: never waited */
	uint64_t ticket;		/* of the run that found nothing */
	int asked;			/* the handler wants to wait */
};

/* A call with what only its way is concerned with. */
struct flight {
	struct call c;			/* first: a call is its flight */
	struct job job;
	int queued;			/* 1: was handed to the writer */
	int held;			/* 1: its refusal is held back, in the lists of wait.c */
	int failed;			/* the answer is a problem body */
	int replayed;			/* the answer was stored before */
	int64_t began;			/* api_clock() in microseconds */
	char target[API_TARGET_MAX + 1];	/* segments, names and values, decoded, each with its NUL */
	const char *segments[SEGMENTS_MAX];
	int segment_count;
	struct { const char *name, *value; } queries[QUERIES_MAX];
	int query_count;
	unsigned methods;		/* bit per enum http_method that the path has */
	struct peer sender;		/* who sent it, proxies seen through; size 0: not known */
	struct { enum rate_kind kind; struct rate_state state; } draws[DRAWS_MAX];
	int draw_count;
	int token_read;			/* the header holds what may be a token: token_hash is its hash */
	int token_known;		/* and one that was good not long ago */
	int has_token;
	int by_cookie;			/* and it came as a cookie */
	int cookie_idle;		/* there is a cookie, but nothing that lets it count */
	char cookie[API_TOKEN_TEXT];	/* what it holds; "": nothing that can be a token */
	uint32_t lacks;			/* of the scopes, one of these would do; 0: nothing lacks */
	unsigned char token_hash[HASH_SIZE];
	int has_key;
	unsigned char key_hash[HASH_SIZE], request_hash[HASH_SIZE], seal[HASH_SIZE];
	char stored_type[48];		/* content type of a replayed answer */
	struct wait wait;

	/* Of a stream, see stream.c. */
	size_t taken;			/* bytes of c.out that the transport has */
	int ended;			/* nothing follows what is in c.out */
	int broken;			/* and that is not all */
	int64_t checked;		/* api_clock() when the token was last looked at */
	int64_t sent;			/* bytes */
};

static inline struct flight *flight_of(struct call *c)
{
	return (struct flight *)c;
}

/* Milliseconds since 1970; and a clock that never jumps, in microseconds. */
int64_t api_now(const struct api *api);
int64_t api_clock(const struct api *api);

/* target.c: 0, or -1 after fail(). */
int target_parse(struct flight *f);
int target_check_queries(struct flight *f);

/* route.c: the row, or NULL after fail(); sets params and methods. */
const struct route *route_find(struct flight *f);
/* "GET, HEAD, OPTIONS" */
void route_allow(unsigned methods, char out[80]);
const char *method_name(enum http_method method);

/* negotiate.c */
int negotiate_media(struct flight *f);
int negotiate_body(struct flight *f);
/* Whether the value of Accept-Encoding (NULL: not sent) asks for gzip. */
int negotiate_gzip(const char *accept);
const char *media_type(enum media media);
/* Whether a list of entity tags (or "*") holds this one, W/ or not. */
int etag_listed(const char *list, const char *etag);

/* guard.c: -1 after fail() with 429. */
struct guard *guard_open(const struct api_config *config, const unsigned char secret[RATE_SECRET], char why[240]);
void guard_close(struct guard *g);	/* NULL is allowed */
/* Before anything else is done for the request; its route may be NULL. */
int guard_arrival(struct flight *f);
/* Its token is good, or there is none; and: its token is not. */
int guard_good(struct flight *f);
void guard_bad(struct flight *f);
/* RateLimit and RateLimit-Policy; "" without limits. */
void guard_headers(const struct flight *f, char limit[GUARD_TEXT], char policy[GUARD_TEXT]);
/* 1: a proxy that is trusted says that it was asked by https. */
int guard_is_https(const struct flight *f);
/* The sender's address for the log. */
const char *guard_peer(const struct flight *f, char out[PEER_TEXT]);

/* auth.c */
#define AUTH_COOKIE "meepled"
/* 1: the header holds what may be a token, and f->token_hash is its hash.  Nothing is asked of the store. */
int auth_read(struct flight *f);
/* 1: the request shows something that should be a token. */
int auth_shown(struct flight *f);
int auth_check(struct flight *f);
/* auth_check() has failed: 0 when the caller is a page's, with a stale cookie, and nobody now; else -1. */
int auth_forgive(struct flight *f);
/* The token that Authorization carries, after auth_check(). */
const char *auth_text(struct flight *f);
/* Writer's thread: the token still stands; notes its use. */
int auth_again(struct flight *f);
/* Does the token of a call that lasts still stand?  0, or -1 after fail(). */
int auth_still(struct flight *f);
/* One of the scopes that would do, as a word. */
const char *scope_name(uint32_t scopes);
/* The text of a new token and its hash; api NULL: libsodium's random bytes. */
void token_make(struct api *api, char text[API_TOKEN_TEXT], unsigned char hash[STORE_HASH]);
void token_hash(const char *text, unsigned char hash[STORE_HASH]);

/* answer.c */
int answer_key(struct flight *f);
/* 1: an answer was there and is set; 0: none; -1 after fail(). */
int answer_find(struct flight *f);
int answer_keep(struct flight *f);

/* problem.c: turn the error into the body. */
void problem_render(struct call *c);

/* reply.c */
void reply_build(struct flight *f);
/* The line in the log of a stream that is over. */
void reply_log_stream(struct flight *f);

/* wait.c */
struct waiters *waiters_open(void);
void waiters_close(struct waiters *w);
uint64_t wait_ticket(const struct waiters *w);
long waiters_polls(const struct waiters *w);	/* long polls in the lists */
/* 1: hangs, and may be woken already: hands off.  0: run it again. */
int wait_enter(struct flight *f);

/*
 * Hold back a refusal.  1: it hangs in a list, hands off until it is resumed, then call
 * wait_unhold(); 0: answer now.
 */
int wait_hold(struct flight *f);
void wait_unhold(struct flight *f);

/* pictures.c: what call_work() left, when nobody asks for it any more */
void work_free(struct call *c);

/* readers.c */
struct readers *readers_open(struct store *store, int count, char why[240]);
void readers_close(struct readers *r);
struct store_conn *readers_take(struct readers *r);
void readers_give(struct readers *r, struct store_conn *conn);

#endif

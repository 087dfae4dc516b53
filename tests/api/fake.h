/*
 * fake.h - the service without sockets: requests in, answers out, on a
 * store in memory, with a clock and random bytes that tests set.
 *
 * Changes run at once on the calling thread, each a batch of its own, unless
 * the test holds them (fake_hold) to make a batch of several, or lets the
 * commit fail.
 */
#ifndef MEEPLED_TESTS_API_FAKE_H
#define MEEPLED_TESTS_API_FAKE_H

#include <pthread.h>
#include "api/api.h"
#include "api/json.h"

enum { FAKE_HEADERS_MAX = 12, FAKE_JOBS_MAX = 64 };

struct fake {
	struct api *api;
	struct store *store;
	struct store_conn *writer;
	pthread_mutex_t mutex;		/* one batch at a time */
	int held;			/* jobs queue up until fake_run_held() */
	int refuse_jobs;		/* 1: the queue is full */
	int fail_commit;		/* 1: the next commit does not happen */
	struct job *jobs[FAKE_JOBS_MAX];
	int job_count;
	char log[4096];			/* latest lines */
	size_t log_size;
};

/* A request with its answer. */
struct talk {
	struct exchange x;		/* first */
	struct fake *fake;
	struct { const char *name, *value; } headers[FAKE_HEADERS_MAX];
	int header_count;
	char target[API_TARGET_MAX + 2];	/* x.path and x.query point into it */
	pthread_mutex_t mutex;
	pthread_cond_t woken;
	int wakes;
	int later;			/* the answer is still due */
	struct json *json;		/* the body when it is JSON; freed by talk_end() */
	struct buf got;			/* of talk_get() */
};

/* Milliseconds that the fake's clock stands at; it never moves by itself. */
extern int64_t fake_time;

struct fake *fake_open(void);			/* registration is open */
struct fake *fake_open_with(struct api_config config);	/* what is 0 there gets the usual */
void fake_close(struct fake *f);
void fake_hold(struct fake *f);
/* Run what was held as one batch. */
void fake_run_held(struct fake *f);

/* "GET", "/v1/games?limit=3", body or NULL (of JSON: Content-Type is set). */
void talk_begin(struct talk *t, struct fake *f, const char *method, const char *target, const char *body);
void talk_header(struct talk *t, const char *name, const char *value);	/* borrowed */
/* "Bearer …" of a token, borrowed. */
void talk_token(struct talk *t, const char *token);
/* Send it.  talk_go() returns with the answer, or at API_LATER with t->later set. */
void talk_go(struct talk *t);
/* Wait for the wake-up and take the answer; with t->later still set it waits again. */
void talk_resume(struct talk *t);
void talk_end(struct talk *t);

/* Of the answer; NULL when absent. */
const char *talk_answer_header(const struct talk *t, const char *name);
const char *talk_body(const struct talk *t);
/* "seats/0/player/name"; a number is written as digits.  NULL when absent.  Valid until the next. */
const char *talk_get(struct talk *t, const char *path);

/*
 * All in one: begin, token (or NULL), go; the answer must come at once.  The
 * caller ends it.  Returns the status.
 */
int talk(struct talk *t, struct fake *f, const char *token, const char *method, const char *target,
	const char *body);
/* A new player; `token` and, unless NULL, `id` are filled in. */
void fake_player(struct fake *f, const char *name, char token[API_TOKEN_TEXT], char *id);

#endif

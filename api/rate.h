/*
 * rate.h - token buckets for very many callers in a fixed amount of memory.
 *
 * A bucket is one number: when it will be full again.  One that is full
 * need not be remembered, so nothing is lost by forgetting it; where there is no room
 * left the one that is nearest to full is forgotten.  So a newcomer can
 * displace only who has asked for next to nothing, and a caller that has used
 * up its quota cannot get rid of that with the help of a thousand addresses
 * each of which asks once.  Which buckets share a place nobody outside can know:
 * keys are hashed under a secret (SipHash).
 *
 * Times are microseconds of a clock that should not jump.  If it does: forwards
 * fills buckets, backwards never makes a bucket emptier than empty, so that after
 * a window at most all is as it should be.
 *
 * Threads: any, all functions.  No allocation after rate_open().
 */
#ifndef MEEPLED_API_RATE_H
#define MEEPLED_API_RATE_H

#include <stddef.h>
#include <stdint.h>
#include "api/limits.h"

enum {
	RATE_BUCKETS = 32768,		/* of each kind, at most */
	RATE_QUOTA_MAX = 1000000,
	RATE_SECRET = 16
};

struct rate;

/* How a bucket stands. */
struct rate_state {
	int quota;			/* 0: no limit, and the rest is 0 */
	int left;			/* units */
	int64_t wait;			/* microseconds until the cost asked for can be had; 0: now */
	int64_t full;			/* until it is full */
};

/* Quotas above RATE_QUOTA_MAX are that.  NULL: no memory. */
struct rate *rate_open(const int quotas[RATE_KINDS], const unsigned char secret[RATE_SECRET]);
void rate_close(struct rate *r);		/* NULL is allowed */

/*
 * Take `cost` units from the bucket: 1, or 0 when there are not so many, and
 * nothing is taken.  A cost above the quota is the quota.
 */
int rate_take(struct rate *r, enum rate_kind kind, const void *key, size_t size, int cost, int64_t now,
	struct rate_state *state);
/* The same without taking: whether it could be had. */
int rate_look(struct rate *r, enum rate_kind kind, const void *key, size_t size, int cost, int64_t now,
	struct rate_state *state);
/* Whether something is remembered of the key; and forget it. */
int rate_knows(struct rate *r, enum rate_kind kind, const void *key, size_t size);
void rate_forget(struct rate *r, enum rate_kind kind, const void *key, size_t size);

int rate_seconds(enum rate_kind kind);
const char *rate_name(enum rate_kind kind);

#endif

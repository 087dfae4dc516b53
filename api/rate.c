/*
 * rate.c - see rate.h.
 *
 * Buckets lie in sets of a cache line or two; a key belongs to one set.  A bucket
 * that owes nothing any more (its time is over) is as good as none.  Locks
 * are shared by neighbouring sets; each is held for some ten instructions.
 */
#include "api/rate.h"

#include <pthread.h>
#include <sodium.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum {
	WAYS = 8,			/* buckets of a set */
	SETS = RATE_BUCKETS / WAYS,
	LOCKS = 64			/* of a kind */
};

struct bucket {
	uint64_t tag;			/* hash of the key; 0: none */
	int64_t full_at;		/* nanoseconds: quotas are up to a million a minute */
};

struct lock {
	alignas(64) pthread_mutex_t mutex;
};

struct kind {
	int quota;
	int64_t unit, window;		/* nanoseconds that one unit takes, and all of them */
	struct lock locks[LOCKS];
	struct bucket *sets;		/* SETS * WAYS */
};

struct rate {
	struct kind kinds[RATE_KINDS];
	unsigned char secret[RATE_SECRET];
};

_Static_assert(RATE_SECRET == crypto_shorthash_KEYBYTES && crypto_shorthash_BYTES == 8, "SipHash");

static const struct { const char *name; int seconds; } rows[RATE_KINDS] = {
#define X(id, name, seconds) {name, seconds},
	RATES(X)
#undef X
};

int rate_seconds(enum rate_kind kind)
{
	return rows[kind].seconds;
}

const char *rate_name(enum rate_kind kind)
{
	return rows[kind].name;
}

static int open_kind(struct kind *k, int quota, int seconds)
{
	for (int i = 0; i < LOCKS; i++)
		pthread_mutex_init(&k->locks[i].mutex, NULL);
	k->quota = quota > RATE_QUOTA_MAX ? RATE_QUOTA_MAX : quota > 0 ? quota : 0;
	if (!k->quota)
		return 0;
	k->unit = seconds * 1000000000ll / k->quota;
	k->window = k->unit * k->quota;
	/* Pages that are never used cost nothing. */
	k->sets = calloc((size_t)SETS * WAYS, sizeof(struct bucket));
	return k->sets ? 0 : -1;
}

struct rate *rate_open(const int quotas[RATE_KINDS], const unsigned char secret[RATE_SECRET])
{
	struct rate *r = aligned_alloc(alignof(struct rate), sizeof(*r));
	int failed = 0;

	if (!r)
		return NULL;
	memset(r, 0, sizeof(*r));
	memcpy(r->secret, secret, RATE_SECRET);
	for (int i = 0; i < RATE_KINDS; i++)
		failed |= open_kind(&r->kinds[i], quotas[i], rows[i].seconds);
	if (!failed)
		return r;
	rate_close(r);
	return NULL;
}

void rate_close(struct rate *r)
{
	if (!r)
		return;
	for (int i = 0; i < RATE_KINDS; i++) {
		for (int l = 0; l < LOCKS; l++)
			pthread_mutex_destroy(&r->kinds[i].locks[l].mutex);
		free(r->kinds[i].sets);
	}
	sodium_memzero(r->secret, sizeof(r->secret));
	free(r);
}

/* --- finding -------------------------------------------------------------------- */

struct place {
	struct kind *kind;
	pthread_mutex_t *mutex;
	struct bucket *set;
	uint64_t tag;
};

static struct place place_of(struct rate *r, enum rate_kind kind, const void *key, size_t size)
{
	struct place p = {.kind = &r->kinds[kind]};
	unsigned char hash[crypto_shorthash_BYTES];
	size_t set;

	crypto_shorthash(hash, key, size, r->secret);
	memcpy(&p.tag, hash, sizeof(p.tag));
	if (!p.tag)
		p.tag = 1;
	set = (size_t)(p.tag >> 32) % SETS;
	p.set = p.kind->sets + set * WAYS;
	p.mutex = &p.kind->locks[set % LOCKS].mutex;
	return p;
}

static struct bucket *find(const struct place *p)
{
	for (int i = 0; i < WAYS; i++)
		if (p->set[i].tag == p->tag)
			return &p->set[i];
	return NULL;
}

/* What it owes: nanoseconds until it is full, never more than the window. */
static int64_t debt(const struct place *p, const struct bucket *b, int64_t now)
{
	int64_t owed = b ? b->full_at - now : 0;

	return owed <= 0 ? 0 : owed < p->kind->window ? owed : p->kind->window;
}

/* The one that is missed least: an empty place, or whoever is full first. */
static struct bucket *displace(const struct place *p)
{
	struct bucket *least = &p->set[0];

	for (int i = 0; i < WAYS; i++) {
		if (!p->set[i].tag)
			return &p->set[i];
		if (p->set[i].full_at < least->full_at)
			least = &p->set[i];
	}
	return least;
}

/* --- asking ---------------------------------------------------------------------- */

static int ask(struct rate *r, enum rate_kind kind, const void *key, size_t size, int cost, int64_t now,
	int take, struct rate_state *state)
{
	struct kind *k = &r->kinds[kind];
	struct bucket *b;
	struct place p;
	int64_t owed, asked;
	int granted;

	*state = (struct rate_state){.quota = k->quota};
	if (!k->quota)
		return 1;
	now *= 1000;
	asked = cost < k->quota ? cost * k->unit : k->window;
	p = place_of(r, kind, key, size);
	pthread_mutex_lock(p.mutex);
	b = find(&p);
	owed = debt(&p, b, now);
	granted = owed + asked <= k->window;
	if (granted && take && asked) {
		owed += asked;
		if (!b)
			b = displace(&p);
		b->tag = p.tag;
		b->full_at = now + owed;
	}
	pthread_mutex_unlock(p.mutex);
	state->left = (int)((k->window - owed) / k->unit);
	state->wait = granted ? 0 : (owed + asked - k->window + 999) / 1000;
	state->full = (owed + 999) / 1000;
	return granted;
}

int rate_take(struct rate *r, enum rate_kind kind, const void *key, size_t size, int cost, int64_t now,
	struct rate_state *state)
{
	return ask(r, kind, key, size, cost, now, 1, state);
}

int rate_look(struct rate *r, enum rate_kind kind, const void *key, size_t size, int cost, int64_t now,
	struct rate_state *state)
{
	return ask(r, kind, key, size, cost, now, 0, state);
}

int rate_knows(struct rate *r, enum rate_kind kind, const void *key, size_t size)
{
	struct place p;
	int known;

	if (!r->kinds[kind].quota)
		return 0;
	p = place_of(r, kind, key, size);
	pthread_mutex_lock(p.mutex);
	known = find(&p) != NULL;
	pthread_mutex_unlock(p.mutex);
	return known;
}

void rate_forget(struct rate *r, enum rate_kind kind, const void *key, size_t size)
{
	struct bucket *b;
	struct place p;

	if (!r->kinds[kind].quota)
		return;
	p = place_of(r, kind, key, size);
	pthread_mutex_lock(p.mutex);
	b = find(&p);
	if (b)
		*b = (struct bucket){0};
	pthread_mutex_unlock(p.mutex);
}

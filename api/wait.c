/*
 * wait.c - long polls and streams: calls that hang in lists by topic, and cost
 * no thread.
 *
 * No wake-up is lost.  Every notice takes the next number of one counter
 * and leaves it at the topic's bucket.  A run of a handler notes the counter before
 * it reads anything (its ticket).  When it wants to wait, the bucket is locked: if
 * its latest notice is younger than the ticket, something may have changed since,
 * and the handler runs again; else the call is in the list before the next
 * notice can look.  What a notice is about is published before it is given.
 *
 * Refusals that are held back hang in the same lists, under a topic of which there is no
 * notice, until their time is over.
 */
#include "api/hash.h"
#include "api/inside.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 256, HOLD_STEPS = 8 };

struct bucket {
	pthread_mutex_t mutex;
	uint64_t latest;		/* number of its latest notice */
	struct wait *first;
};

struct waiters {
	_Atomic uint64_t notices;
	atomic_long polls;		/* in the lists, streams left out */
	atomic_int held;		/* refusals */
	atomic_uint holds;		/* ever */
	struct bucket buckets[BUCKETS];
};

static struct flight *flight_waiting(struct wait *w)
{
	return (struct flight *)((char *)w - offsetof(struct flight, wait));
}

static struct bucket *bucket_of(struct waiters *w, const char *topic)
{
	return &w->buckets[hash_id(topic) % BUCKETS];
}

struct waiters *waiters_open(void)
{
	struct waiters *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	for (int i = 0; i < BUCKETS; i++)
		pthread_mutex_init(&w->buckets[i].mutex, NULL);
	return w;
}

void waiters_close(struct waiters *w)
{
	if (!w)
		return;
	for (int i = 0; i < BUCKETS; i++)
		pthread_mutex_destroy(&w->buckets[i].mutex);
	free(w);
}

long waiters_polls(const struct waiters *w)
{
	return atomic_load(&w->polls);
}

uint64_t wait_ticket(const struct waiters *w)
{
	return atomic_load(&w->notices);
}

int call_draining(const struct call *c)
{
	return atomic_load(&c->api->draining);
}

int call_wait(struct call *c, const char *topic, int64_t seen, int seconds)
{
	struct wait *w = &flight_of(c)->wait;

	if (seconds > API_WAIT_MAX)
		seconds = API_WAIT_MAX;
	if (!w->until)
		w->until = api_clock(c->api) + seconds * 1000000ll;
	if (seconds <= 0 || call_draining(c) || strlen(topic) >= sizeof(w->topic))
		c->waited = 1;
	if (c->waited)
		return 0;
	strcpy(w->topic, topic);
	w->seen = seen;
	w->asked = 1;
	return CALL_WAITS;
}

static int is_poll(const struct flight *f)
{
	return !f->held && !f->c.stream;
}

int wait_enter(struct flight *f)
{
	struct api *api = f->c.api;
	struct wait *w = &f->wait;
	struct bucket *b = bucket_of(api->waiters, w->topic);
	int enters;

	pthread_mutex_lock(&b->mutex);
	/* Draining first sets the flag and then looks into every bucket. */
	enters = b->latest <= w->ticket && !atomic_load(&api->draining);
	if (enters) {
		w->next = b->first;
		b->first = w;
		atomic_fetch_add(&api->waiters->polls, is_poll(f));
	}
	pthread_mutex_unlock(&b->mutex);
	return enters;
}

int wait_hold(struct flight *f)
{
	struct waiters *all = f->c.api->waiters;
	int64_t ms = f->c.api->config.rate_hold;

	if (ms <= 0)
		return 0;
	if (atomic_fetch_add(&all->held, 1) < API_HELD_MAX) {
		/* Not all of the same length, so that they do not come back all at once. */
		ms += ms * (atomic_fetch_add(&all->holds, 1) % HOLD_STEPS) / HOLD_STEPS;
		f->wait.until = api_clock(f->c.api) + ms * 1000;
		f->wait.seen = INT64_MAX;
		f->wait.ticket = wait_ticket(all);
		f->wait.topic[0] = '\0';
		f->held = 1;
		if (wait_enter(f))
			return 1;
	}
	f->wait.until = 0;
	wait_unhold(f);
	return 0;
}

void wait_unhold(struct flight *f)
{
	f->held = 0;
	atomic_fetch_sub(&f->c.api->waiters->held, 1);
}

/* Wake what was taken out of the lists, without holding a lock. */
static void wake_all(struct waiters *all, struct wait *w, int is_last_run)
{
	struct wait *next;

	for (; w; w = next) {
		struct flight *f = flight_waiting(w);

		next = w->next;
		if (is_last_run)
			f->c.waited = 1;
		atomic_fetch_sub(&all->polls, is_poll(f));
		f->c.x->wake(f->c.x);
	}
}

void call_notify(struct api *api, const char *topic, int64_t number)
{
	struct bucket *b = bucket_of(api->waiters, topic);
	struct wait *woken = NULL, **at;

	pthread_mutex_lock(&b->mutex);
	b->latest = atomic_fetch_add(&api->waiters->notices, 1) + 1;
	for (at = &b->first; *at;) {
		struct wait *w = *at;

		if (w->seen >= number || strcmp(w->topic, topic)) {
			at = &w->next;
			continue;
		}
		*at = w->next;
		w->next = woken;
		woken = w;
	}
	pthread_mutex_unlock(&b->mutex);
	wake_all(api->waiters, woken, 0);
}

/* End the waits that were to last until `now` or before. */
static void end_waits(struct api *api, int64_t now)
{
	for (int i = 0; i < BUCKETS; i++) {
		struct bucket *b = &api->waiters->buckets[i];
		struct wait *woken = NULL, **at;

		pthread_mutex_lock(&b->mutex);
		for (at = &b->first; *at;) {
			struct wait *w = *at;

			if (w->until > now) {
				at = &w->next;
				continue;
			}
			*at = w->next;
			w->next = woken;
			woken = w;
		}
		pthread_mutex_unlock(&b->mutex);
		wake_all(api->waiters, woken, 1);
	}
}

void api_tick(struct api *api)
{
	end_waits(api, api_clock(api));
}

void api_drain(struct api *api)
{
	atomic_store(&api->draining, 1);
	end_waits(api, INT64_MAX);
}

/*
 * Deadlines of connections: a list under a lock for who comes and goes, and
 * in each member a number that its own thread moves without the lock.
 */
#include "daemon/watch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

struct watched {
	struct watched *next, *prev;
	int fd;
	atomic_llong until;		/* seconds of the monotonic clock; 0: none */
};

struct watch {
	pthread_mutex_t lock;		/* of the list, and against closing while shutting down */
	struct watched *first;
};

static long long seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return now.tv_sec;
}

struct watch *watch_open(void)
{
	struct watch *w = calloc(1, sizeof *w);

	if (w)
		pthread_mutex_init(&w->lock, NULL);
	return w;
}

void watch_close(struct watch *w)
{
	if (!w)
		return;
	pthread_mutex_destroy(&w->lock);
	free(w);
}

struct watched *watch_add(struct watch *w, int fd, int seconds)
{
	struct watched *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->fd = fd;
	watch_deadline(c, seconds);
	pthread_mutex_lock(&w->lock);
	c->next = w->first;
	if (c->next)
		c->next->prev = c;
	w->first = c;
	pthread_mutex_unlock(&w->lock);
	return c;
}

void watch_remove(struct watch *w, struct watched *c)
{
	if (!c)
		return;
	pthread_mutex_lock(&w->lock);
	if (c->next)
		c->next->prev = c->prev;
	if (c->prev)
		c->prev->next = c->next;
	else
		w->first = c->next;
	pthread_mutex_unlock(&w->lock);
	free(c);
}

void watch_deadline(struct watched *c, int seconds)
{
	if (c)
		atomic_store_explicit(&c->until, seconds ? seconds_now() + seconds : 0, memory_order_relaxed);
}

int watch_sweep(struct watch *w)
{
	long long now = seconds_now();
	int over = 0;

	pthread_mutex_lock(&w->lock);
	for (struct watched *c = w->first; c; c = c->next) {
		long long until = atomic_load_explicit(&c->until, memory_order_relaxed);

		/* Only if nothing happened meanwhile: the request may just have become whole. */
		if (!until || now < until || !atomic_compare_exchange_strong(&c->until, &until, 0))
			continue;
		shutdown(c->fd, SHUT_RDWR);
		over++;
	}
	pthread_mutex_unlock(&w->lock);
	return over;
}

/*
 * The clock's thread.  It sleeps by the clock that never jumps; what is due is the
 * api's affair.
 */
#include "daemon/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { SLEEP_MAX = 1000 };	/* milliseconds */

struct clock_thread {
	struct api *api;
	pthread_t thread;
	pthread_mutex_t lock;		/* of all below */
	pthread_cond_t wanted;
	int woken, stopping;
};

static void add_milliseconds(struct timespec *t, int64_t ms)
{
	t->tv_sec += (time_t)(ms / 1000);
	t->tv_nsec += (long)(ms % 1000) * 1000000;
	if (t->tv_nsec >= 1000000000) {
		t->tv_sec++;
		t->tv_nsec -= 1000000000;
	}
}

/* Until woken or the time is over; 0: stopping. */
static int sleep_for(struct clock_thread *t, int64_t ms)
{
	struct timespec until;
	int going;

	clock_gettime(CLOCK_MONOTONIC, &until);
	add_milliseconds(&until, ms < 0 ? 0 : ms < SLEEP_MAX ? ms : SLEEP_MAX);
	pthread_mutex_lock(&t->lock);
	while (!t->woken && !t->stopping && pthread_cond_timedwait(&t->wanted, &t->lock, &until) == 0)
		;
	t->woken = 0;
	going = !t->stopping;
	pthread_mutex_unlock(&t->lock);
	return going;
}

static void *run(void *arg)
{
	struct clock_thread *t = arg;

	while (sleep_for(t, api_clock_run(t->api)))
		;
	return NULL;
}

struct clock_thread *clock_thread_start(struct api *api)
{
	struct clock_thread *t = calloc(1, sizeof *t);
	pthread_condattr_t steady;

	if (!t)
		return NULL;
	t->api = api;
	pthread_condattr_init(&steady);
	pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->wanted, &steady);
	pthread_condattr_destroy(&steady);
	if (pthread_create(&t->thread, NULL, run, t) == 0)
		return t;
	clock_thread_free(t);
	return NULL;
}

void clock_thread_wake(struct clock_thread *t)
{
	pthread_mutex_lock(&t->lock);
	t->woken = 1;
	pthread_cond_signal(&t->wanted);
	pthread_mutex_unlock(&t->lock);
}

void clock_thread_stop(struct clock_thread *t)
{
	pthread_mutex_lock(&t->lock);
	t->stopping = 1;
	pthread_cond_signal(&t->wanted);
	pthread_mutex_unlock(&t->lock);
	pthread_join(t->thread, NULL);
}

void clock_thread_free(struct clock_thread *t)
{
	if (!t)
		return;
	pthread_cond_destroy(&t->wanted);
	pthread_mutex_destroy(&t->lock);
	free(t);
}

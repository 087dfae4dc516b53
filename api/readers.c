/*
 * readers.c - a pool of connections for reading: one for each thread that
 * needs one at the same time, so that in practice nobody waits.
 */
#include "api/inside.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct readers {
	pthread_mutex_t mutex;
	pthread_cond_t given;
	int free_count, count;
	struct store_conn **conns;	/* the first free_count are free */
};

struct readers *readers_open(struct store *store, int count, char why[240])
{
	struct readers *r = calloc(1, sizeof(*r));
	struct store_error err;

	if (count < 1)
		count = 1;
	if (!r || !(r->conns = calloc((size_t)count, sizeof(*r->conns)))) {
		snprintf(why, 240, "out of memory");
		free(r);
		return NULL;
	}
	pthread_mutex_init(&r->mutex, NULL);
	pthread_cond_init(&r->given, NULL);
	for (; r->count < count; r->count++, r->free_count++) {
		r->conns[r->count] = store_reader(store, &err);
		if (!r->conns[r->count]) {
			snprintf(why, 240, "%s", err.text);
			readers_close(r);
			return NULL;
		}
	}
	return r;
}

void readers_close(struct readers *r)
{
	if (!r)
		return;
	for (int i = 0; i < r->count; i++)
		store_disconnect(r->conns[i]);
	pthread_cond_destroy(&r->given);
	pthread_mutex_destroy(&r->mutex);
	free(r->conns);
	free(r);
}

struct store_conn *readers_take(struct readers *r)
{
	struct store_conn *conn;

	pthread_mutex_lock(&r->mutex);
	while (r->free_count == 0)
		pthread_cond_wait(&r->given, &r->mutex);
	conn = r->conns[--r->free_count];
	pthread_mutex_unlock(&r->mutex);
	return conn;
}

void readers_give(struct readers *r, struct store_conn *conn)
{
	pthread_mutex_lock(&r->mutex);
	r->conns[r->free_count++] = conn;
	pthread_cond_signal(&r->given);
	pthread_mutex_unlock(&r->mutex);
}

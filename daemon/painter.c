/*
 * One queue, one thread: drawing is limited to one processor by that.
 */
#include "daemon/painter.h"

#include <pthread.h>
#include <stdlib.h>

struct painter {
	pthread_t thread;
	pthread_mutex_t lock;		/* of all below */
	pthread_cond_t wanted;
	struct job *first, **end;
	int waiting, stopping;
};

/* NULL: stopping and nothing waits. */
static struct job *take(struct painter *p)
{
	struct job *job;

	pthread_mutex_lock(&p->lock);
	while (!p->first && !p->stopping)
		pthread_cond_wait(&p->wanted, &p->lock);
	job = p->first;
	if (job) {
		p->first = job->next;
		p->waiting--;
		if (!p->first)
			p->end = &p->first;
	}
	pthread_mutex_unlock(&p->lock);
	return job;
}

static void *paint_all(void *arg)
{
	struct painter *p = arg;
	struct job *job;

	while ((job = take(p)) != NULL) {
		job->run(job, NULL);
		job->done(job, 1);
	}
	return NULL;
}

struct painter *painter_start(void)
{
	struct painter *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	p->end = &p->first;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->wanted, NULL);
	if (pthread_create(&p->thread, NULL, paint_all, p) == 0)
		return p;
	painter_free(p);
	return NULL;
}

int painter_submit(struct painter *p, struct job *job)
{
	int refused;

	pthread_mutex_lock(&p->lock);
	refused = p->stopping || p->waiting >= PAINTER_QUEUE_MAX;
	if (!refused) {
		job->next = NULL;
		*p->end = job;
		p->end = &job->next;
		p->waiting++;
	}
	pthread_mutex_unlock(&p->lock);
	if (!refused)
		pthread_cond_signal(&p->wanted);
	return refused ? -1 : 0;
}

void painter_stop(struct painter *p)
{
	pthread_mutex_lock(&p->lock);
	p->stopping = 1;
	pthread_mutex_unlock(&p->lock);
	pthread_cond_signal(&p->wanted);
	pthread_join(p->thread, NULL);
}

void painter_free(struct painter *p)
{
	if (!p)
		return;
	pthread_cond_destroy(&p->wanted);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

/*
 * The writer.  Jobs that arrive during a commit form the next batch by
 * themselves, so there is no waiting for a batch to fill.
 */
#include "daemon/writer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/metrics.h"
#include "daemon/log.h"

struct writer {
	struct writer_config config;
	pthread_t thread;
	pthread_mutex_t lock;		/* of all below */
	pthread_cond_t wanted;
	struct job *first, **end;
	int waiting, stopping;
	struct writer_counts counts;

	struct histogram sizes;		/* of batches, in jobs */
	struct histogram commits;	/* how long they took, in microseconds */
	_Atomic int64_t began;		/* the batch under way, microseconds(); 0: none */
	_Atomic uint64_t refused;	/* jobs for which the queue was full */
};

static const int64_t size_bounds[] = {1, 2, 4, 8, 16, 32, 64, 128, WRITER_BATCH_MAX};
static const int64_t commit_bounds[] = {100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000,
	500000, 1000000, 5000000};

static int64_t microseconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000ll + t.tv_nsec / 1000;
}

/* Up to a batch of jobs, in the order in which they came; NULL: stopping and nothing waits. */
static struct job *take_batch(struct writer *w, int *count)
{
	struct job *batch, **last;

	pthread_mutex_lock(&w->lock);
	while (!w->first && !w->stopping)
		pthread_cond_wait(&w->wanted, &w->lock);
	batch = w->first;
	last = &w->first;
	for (*count = 0; *last && *count < WRITER_BATCH_MAX; (*count)++)
		last = &(*last)->next;
	w->first = *last;
	*last = NULL;
	if (!w->first)
		w->end = &w->first;
	w->waiting -= *count;
	pthread_mutex_unlock(&w->lock);
	return batch;
}

/* 1: committed.  Whatever goes wrong, nothing of the batch is kept. */
static int run_batch(struct writer *w, struct job *batch)
{
	struct store_conn *conn = w->config.conn;
	struct log_line l;
	enum store_result committed;
	int64_t began;

	if (store_begin(conn) != STORE_OK)
		goto failed;
	for (struct job *job = batch; job; job = job->next)
		job->run(job, conn);
	began = microseconds();
	committed = store_commit(conn);
	histogram_add(&w->commits, microseconds() - began);
	if (committed == STORE_OK)
		return 1;
failed:
	log_begin(&l, LEVEL_ERROR, "changes could not be kept");
	log_text(&l, "why", store_why(conn));
	log_end(&l);
	store_rollback(conn);
	return 0;
}

static void note(struct writer *w, int count, int committed)
{
	struct log_line l;

	pthread_mutex_lock(&w->lock);
	w->counts.batches++;
	w->counts.jobs += (unsigned)count;
	w->counts.failed += !committed;
	if (count > w->counts.largest)
		w->counts.largest = count;
	pthread_mutex_unlock(&w->lock);
	histogram_add(&w->sizes, count);
	log_begin(&l, LEVEL_DEBUG, "batch");
	log_number(&l, "jobs", count);
	log_number(&l, "committed", committed);
	log_end(&l);
}

static void *write_all(void *arg)
{
	struct writer *w = arg;
	struct job *batch, *next;
	int count, committed;

	while ((batch = take_batch(w, &count)) != NULL) {
		atomic_store(&w->began, microseconds());
		committed = run_batch(w, batch);
		w->config.batch_end(w->config.arg, committed);
		note(w, count, committed);
		for (; batch; batch = next) {
			next = batch->next;	/* done() may free the job */
			batch->done(batch, committed);
		}
		atomic_store(&w->began, 0);
	}
	return NULL;
}

struct writer *writer_start(const struct writer_config *config)
{
	struct writer *w = calloc(1, sizeof *w);

	if (!w)
		return NULL;
	w->config = *config;
	w->end = &w->first;
	memcpy(w->sizes.bounds, size_bounds, sizeof size_bounds);
	memcpy(w->commits.bounds, commit_bounds, sizeof commit_bounds);
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->wanted, NULL);
	if (pthread_create(&w->thread, NULL, write_all, w) == 0)
		return w;
	writer_free(w);
	return NULL;
}

int writer_submit(struct writer *w, struct job *job)
{
	int refused, was_empty;

	pthread_mutex_lock(&w->lock);
	refused = w->stopping || w->waiting >= w->config.queue_max;
	was_empty = !w->first;
	if (!refused) {
		job->next = NULL;
		*w->end = job;
		w->end = &job->next;
		w->waiting++;
	}
	pthread_mutex_unlock(&w->lock);
	if (refused)
		atomic_fetch_add(&w->refused, 1);
	else if (was_empty)
		pthread_cond_signal(&w->wanted);
	return refused ? -1 : 0;
}

void writer_counts(struct writer *w, struct writer_counts *out)
{
	pthread_mutex_lock(&w->lock);
	*out = w->counts;
	out->waiting = w->waiting;
	pthread_mutex_unlock(&w->lock);
}

long writer_at_work(struct writer *w)
{
	int64_t began = atomic_load(&w->began);

	return began ? (long)((microseconds() - began) / 1000) : 0;
}

void writer_measure(struct writer *w, struct buf *out)
{
	struct writer_counts counts;
	int waiting;

	pthread_mutex_lock(&w->lock);
	counts = w->counts;
	waiting = w->waiting;
	pthread_mutex_unlock(&w->lock);
	metrics_one(out, METRIC_GAUGE, "meepled_writer_queue_jobs", "", "Changes that wait for the disk.", waiting, 1);
	metrics_one(out, METRIC_COUNTER, "meepled_writer_refused_jobs", "",
		"Changes answered with 503 because the queue was full.", (int64_t)atomic_load(&w->refused), 1);
	metrics_one(out, METRIC_COUNTER, "meepled_writer_failed_batches", "",
		"Batches that could not be written.", (int64_t)counts.failed, 1);
	metrics_family(out, METRIC_HISTOGRAM, "meepled_writer_batch_jobs", "", "Changes written with one commit.");
	metrics_histogram(out, "meepled_writer_batch_jobs", "", &w->sizes, 1);
	metrics_family(out, METRIC_HISTOGRAM, "meepled_writer_commit_duration_seconds", "seconds",
		"From the last change of a batch until it is on the disk.");
	metrics_histogram(out, "meepled_writer_commit_duration_seconds", "", &w->commits, 1000000);
}

void writer_stop(struct writer *w)
{
	pthread_mutex_lock(&w->lock);
	w->stopping = 1;
	pthread_mutex_unlock(&w->lock);
	pthread_cond_signal(&w->wanted);
	pthread_join(w->thread, NULL);
}

void writer_free(struct writer *w)
{
	if (!w)
		return;
	pthread_cond_destroy(&w->wanted);
	pthread_mutex_destroy(&w->lock);
	free(w);
}

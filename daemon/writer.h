/*
 * writer.h - the one thread that changes the store.
 *
 * It takes all jobs that wait, runs them in one transaction and commits once:
 * so games have one order of events without locks, and jobs that come while
 * the disk is busy share the next commit.  Nobody hears of a job's outcome
 * before its commit.
 */
#ifndef MEEPLED_DAEMON_WRITER_H
#define MEEPLED_DAEMON_WRITER_H

#include "api/api.h"

enum { WRITER_BATCH_MAX = 256 };	/* jobs in one transaction */

struct writer_config {
	struct store_conn *conn;	/* the store's writer; used by the writer's thread alone */
	int queue_max;			/* jobs that wait at most */
	/* After each commit or rollback, before the jobs' done(). */
	void (*batch_end)(void *arg, int committed);
	void *arg;
};

struct writer_counts {
	unsigned long long batches, jobs, failed;	/* failed: batches that were not committed */
	int largest;					/* batch */
	int waiting;					/* jobs, now */
};

struct buf;
struct writer;

/* NULL: no memory or no thread. */
struct writer *writer_start(const struct writer_config *config);
/* Any thread.  -1: the queue is full or the writer is stopping, and the job is the caller's. */
int writer_submit(struct writer *w, struct job *job);
/* Any thread: what it has done so far. */
void writer_counts(struct writer *w, struct writer_counts *out);
/* Any thread: for how many milliseconds it has been at its present batch; 0: it is at none. */
long writer_at_work(struct writer *w);
/* Any thread: queue and batches as families of api/metrics.h. */
void writer_measure(struct writer *w, struct buf *out);
/*
 * Take no more jobs, run those that wait, end the thread.  Submitting is
 * still allowed afterwards (and refused) until writer_free().
 */
void writer_stop(struct writer *w);
void writer_free(struct writer *w);	/* NULL is allowed */

#endif

/*
 * The writer with jobs that are nobody's: order, batches, the full queue, a
 * commit that fails, and the end.  Also run under ThreadSanitizer.
 */
#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/log.h"
#include "daemon/writer.h"

enum { SENDERS = 4, EACH = 500 };

struct fake {
	struct job job;			/* first */
	int number;
	int ran, done, committed;	/* how often; the last by done() */
	int batch;			/* the batch_end() calls before its run() */
};

static struct store *store;
static struct store_conn *conn;
static struct writer *writer;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int gate_closed, at_gate;	/* while closed, run() of job 0 waits */
static int ran_order[SENDERS * EACH + WRITER_BATCH_MAX + 8], ran_count, done_count;
static int batches, last_committed;
static atomic_int break_commit;

static void batch_end(void *arg, int committed)
{
	ck_assert_str_eq(arg, "arg");
	pthread_mutex_lock(&lock);
	batches++;
	last_committed = committed;
	pthread_mutex_unlock(&lock);
}

static void run(struct job *job, struct store_conn *c)
{
	struct fake *f = (struct fake *)job;

	ck_assert_ptr_eq(c, conn);
	pthread_mutex_lock(&lock);
	f->ran++;
	f->batch = batches;
	ran_order[ran_count++] = f->number;
	while (f->number == 0 && gate_closed) {
		at_gate = 1;
		pthread_cond_broadcast(&changed);
		pthread_cond_wait(&changed, &lock);
	}
	pthread_mutex_unlock(&lock);
	if (break_commit)
		store_rollback(c);	/* then there is nothing to commit: it fails */
}

static void done(struct job *job, int committed)
{
	struct fake *f = (struct fake *)job;

	pthread_mutex_lock(&lock);
	ck_assert_int_eq(committed, last_committed);
	ck_assert_int_gt(batches, f->batch);	/* after batch_end() */
	f->done++;
	f->committed = committed;
	done_count++;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static struct fake *fakes(int count)
{
	struct fake *f = calloc((size_t)count, sizeof *f);

	ck_assert_ptr_nonnull(f);
	for (int i = 0; i < count; i++) {
		f[i].job.run = run;
		f[i].job.done = done;
		f[i].number = i;
	}
	return f;
}

static void open_writer(int queue_max)
{
	struct writer_config config = { .queue_max = queue_max, .batch_end = batch_end };
	static char arg[] = "arg";
	struct store_error err;

	config.arg = arg;
	store = store_memory_open();
	conn = store_writer(store, &err);
	ck_assert_ptr_nonnull(conn);
	config.conn = conn;
	writer = writer_start(&config);
	ck_assert_ptr_nonnull(writer);
}

static void close_writer(void)
{
	writer_stop(writer);
	writer_free(writer);
	store_disconnect(conn);
	store_close(store);
}

static void close_gate(void)
{
	pthread_mutex_lock(&lock);
	gate_closed = 1;
	pthread_mutex_unlock(&lock);
}

static void open_gate(void)
{
	pthread_mutex_lock(&lock);
	gate_closed = 0;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

/* Job 0 is in its run() and stays there: what is submitted now waits. */
static void wait_at_gate(void)
{
	pthread_mutex_lock(&lock);
	while (!at_gate)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
}

static void wait_done(int count)
{
	pthread_mutex_lock(&lock);
	while (done_count < count)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
}

START_TEST(one_job)
{
	struct fake *f = fakes(1);

	open_writer(4);
	ck_assert_int_eq(writer_submit(writer, &f->job), 0);
	wait_done(1);
	close_writer();
	ck_assert_int_eq(f->ran, 1);
	ck_assert_int_eq(f->done, 1);
	ck_assert_int_eq(f->committed, 1);
	ck_assert_int_eq(batches, 1);
	free(f);
}
END_TEST

START_TEST(what_waits_is_one_batch_in_order)
{
	struct fake *f = fakes(WRITER_BATCH_MAX + 3);

	open_writer(10000);
	close_gate();
	ck_assert_int_eq(writer_submit(writer, &f[0].job), 0);
	wait_at_gate();
	for (int i = 1; i < WRITER_BATCH_MAX + 3; i++)
		ck_assert_int_eq(writer_submit(writer, &f[i].job), 0);
	open_gate();
	wait_done(WRITER_BATCH_MAX + 3);
	for (int i = 0; i < WRITER_BATCH_MAX + 3; i++)
		ck_assert_int_eq(ran_order[i], i);
	/* The first alone, then as many as a batch takes, then the rest. */
	ck_assert_int_eq(f[WRITER_BATCH_MAX].batch, 1);
	ck_assert_int_eq(f[WRITER_BATCH_MAX + 1].batch, 2);
	close_writer();
	ck_assert_int_eq(batches, 3);
	free(f);
}
END_TEST

START_TEST(full_queue)
{
	struct fake *f = fakes(6);
	struct writer_counts counts;

	open_writer(4);
	close_gate();
	ck_assert_int_eq(writer_submit(writer, &f[0].job), 0);
	wait_at_gate();
	for (int i = 1; i <= 4; i++)
		ck_assert_int_eq(writer_submit(writer, &f[i].job), 0);
	ck_assert_int_eq(writer_submit(writer, &f[5].job), -1);
	open_gate();
	wait_done(5);
	/* There is room again. */
	ck_assert_int_eq(writer_submit(writer, &f[5].job), 0);
	wait_done(6);
	writer_counts(writer, &counts);
	ck_assert_int_eq((int)counts.jobs, 6);
	ck_assert_int_eq(counts.largest, 4);
	ck_assert_int_eq((int)counts.failed, 0);
	close_writer();
	free(f);
}
END_TEST

START_TEST(begin_fails)
{
	struct fake *f = fakes(2);

	open_writer(4);
	log_set_file(-1);
	/* Inside a transaction no other one begins. */
	ck_assert_int_eq(store_begin(conn), STORE_OK);
	ck_assert_int_eq(writer_submit(writer, &f[0].job), 0);
	wait_done(1);
	ck_assert_int_eq(f[0].ran, 0);
	ck_assert_int_eq(f[0].committed, 0);
	/* The failure rolled it back, and the next batch is a new beginning. */
	ck_assert_int_eq(writer_submit(writer, &f[1].job), 0);
	wait_done(2);
	ck_assert_int_eq(f[1].ran, 1);
	ck_assert_int_eq(f[1].committed, 1);
	close_writer();
	free(f);
}
END_TEST

START_TEST(commit_fails)
{
	struct fake *f = fakes(2);
	struct writer_counts counts;

	open_writer(4);
	log_set_file(-1);
	break_commit = 1;
	ck_assert_int_eq(writer_submit(writer, &f[0].job), 0);
	wait_done(1);
	ck_assert_int_eq(f[0].ran, 1);
	ck_assert_int_eq(f[0].done, 1);
	ck_assert_int_eq(f[0].committed, 0);
	break_commit = 0;
	ck_assert_int_eq(writer_submit(writer, &f[1].job), 0);
	wait_done(2);
	ck_assert_int_eq(f[1].committed, 1);
	writer_counts(writer, &counts);
	ck_assert_int_eq((int)counts.failed, 1);
	close_writer();
	free(f);
}
END_TEST

START_TEST(stopping_runs_what_waits)
{
	struct fake *f = fakes(5);

	open_writer(10);
	close_gate();
	ck_assert_int_eq(writer_submit(writer, &f[0].job), 0);
	wait_at_gate();
	for (int i = 1; i < 4; i++)
		ck_assert_int_eq(writer_submit(writer, &f[i].job), 0);
	open_gate();
	writer_stop(writer);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(f[i].committed, 1);
	ck_assert_int_eq(writer_submit(writer, &f[4].job), -1);
	writer_free(writer);
	store_disconnect(conn);
	store_close(store);
	free(f);
}
END_TEST

static void *send(void *arg)
{
	struct fake *f = arg;

	for (int i = 0; i < EACH; i++)
		ck_assert_int_eq(writer_submit(writer, &f[i].job), 0);
	return NULL;
}

/* Each exactly once, and each sender's in its order. */
START_TEST(many_senders)
{
	struct fake *f = fakes(SENDERS * EACH);
	int next[SENDERS] = { 0 };
	pthread_t threads[SENDERS];

	open_writer(SENDERS * EACH);
	for (int i = 0; i < SENDERS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, send, f + i * EACH), 0);
	for (int i = 0; i < SENDERS; i++)
		pthread_join(threads[i], NULL);
	wait_done(SENDERS * EACH);
	close_writer();
	for (int i = 0; i < SENDERS * EACH; i++) {
		ck_assert_int_eq(f[i].ran, 1);
		ck_assert_int_eq(f[i].done, 1);
		ck_assert_int_eq(ran_order[i] % EACH, next[ran_order[i] / EACH]++);
	}
	free(f);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("writer");
	TCase *tc = tcase_create("writer");
	SRunner *runner;
	int failed;

	tcase_add_test(tc, one_job);
	tcase_add_test(tc, what_waits_is_one_batch_in_order);
	tcase_add_test(tc, full_queue);
	tcase_add_test(tc, begin_fails);
	tcase_add_test(tc, commit_fails);
	tcase_add_test(tc, stopping_runs_what_waits);
	tcase_add_test(tc, many_senders);
	suite_add_tcase(suite, tc);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

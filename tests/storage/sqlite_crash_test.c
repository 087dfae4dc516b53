/*
 * The store in SQLite when things go wrong: transactions larger than the cache,
 * no space left, and kill -9 at any moment.
 */
#include "tests/storage/sqlite_fixture.h"
#include "tests/storage/store_fixture.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- large transactions ------------------------------------------------ */

enum { BIG = 300 << 10, BIG_ENTRIES = 150 };

static int check_big(void *arg, const struct store_entry *e)
{
	int *count = arg, wrong = 0;
	size_t i;

	ck_assert_uint_eq(e->events_size, BIG);
	for (i = 0; i < BIG; i += 997)
		wrong += e->events[i] != (char)(e->first + (int64_t)i);
	ck_assert_int_eq(wrong, 0);
	++*count;
	return 0;
}

static void append_big(struct st *s, char *events, int64_t first, int entries)
{
	struct store_entry e = { .seat = -1, .events = events, .events_size = BIG };
	int count = 0;
	int64_t i;

	for (; entries > 0; entries--, first++) {
		for (i = 0; i < BIG; i++)
			events[i] = (char)(first + i);
		e.first = e.last = first;
		OK(store_log_append(s->w, "g1", &e));
		if (first % 5 == 0)	/* what has just left the cache is read again */
			OK(store_log_read(s->w, "g1", 0, 0, check_big, &count));
	}
}

/* More than the cache holds: changed pages go to the log and come back before the commit. */
START_TEST(larger_than_the_cache)
{
	struct st s;
	char *events = malloc(BIG);
	int count = 0;

	st_open(&s, ST_SQLITE);
	OK(store_begin(s.w));
	st_add(&s, st_game("g1"));
	append_big(&s, events, 1, BIG_ENTRIES / 2);
	OK(store_savepoint(s.w));
	append_big(&s, events, BIG_ENTRIES / 2 + 1, BIG_ENTRIES);
	store_rollback_to(s.w);
	OK(store_log_read(s.w, "g1", 0, 0, check_big, &count));
	ck_assert_int_eq(count, BIG_ENTRIES / 2);
	append_big(&s, events, BIG_ENTRIES / 2 + 1, BIG_ENTRIES / 2);
	IS(store_log_read(s.r, "g1", 0, 0, check_big, &count), STORE_NOT_FOUND);
	OK(store_commit(s.w));
	count = 0;
	OK(store_log_read(s.r, "g1", 0, 0, check_big, &count));
	ck_assert_int_eq(count, BIG_ENTRIES);
	free(events);
	st_reopen(&s);
	count = 0;
	OK(store_log_read(s.r, "g1", 0, 0, check_big, &count));
	ck_assert_int_eq(count, BIG_ENTRIES);
	ck_assert_int_eq(sf_ask(s.path, "SELECT integrity_check = 'ok' FROM pragma_integrity_check"), 1);
	st_close(&s);
}
END_TEST

/* --- no space ---------------------------------------------------------- */

static void limit_files(rlim_t bytes)
{
	struct rlimit limit;

	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = bytes;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

START_TEST(no_space_is_unavailable)
{
	struct st s;
	char *big = malloc(1 << 20);
	struct store_entry e = { .first = 1, .last = 1, .seat = -1, .events = big, .events_size = 1 << 20 };
	enum store_result r;
	int i;

	memset(big, 'x', 1 << 20);
	st_open(&s, ST_SQLITE);
	OK(store_begin(s.w));
	st_add(&s, st_game("g1"));
	OK(store_commit(s.w));
	signal(SIGXFSZ, SIG_IGN);
	limit_files(4 << 20);
	OK(store_begin(s.w));
	for (i = 1, r = STORE_OK; i <= 20 && r == STORE_OK; i++) {	/* spills or fails at commit */
		e.first = e.last = i;
		r = store_log_append(s.w, "g1", &e);
	}
	if (r == STORE_OK)
		r = store_commit(s.w);
	else
		IS(store_commit(s.w), STORE_UNAVAILABLE);
	ck_assert_int_eq(r, STORE_UNAVAILABLE);
	ck_assert_str_ne(store_why(s.w), "");
	limit_files(RLIM_INFINITY);
	ck_assert_int_eq(st_log_size(s.r, "g1"), 0);
	OK(store_begin(s.w));	/* and it goes on as soon as there is room */
	OK(st_log(&s, "g1", 1, 1));
	OK(store_commit(s.w));
	ck_assert_int_eq(st_log_size(s.r, "g1"), 1);
	free(big);
	st_close(&s);
}
END_TEST

/* --- crashes ----------------------------------------------------------- */

enum { ROUNDS = 20 };

static void crash_key(unsigned char key[STORE_HASH], int64_t version)
{
	memset(key, 0, STORE_HASH);
	memcpy(key, &version, sizeof version);
}

/* One transaction of one to four moves, each with its answer; one of three fails in between. */
static int64_t moves(struct st *s, int64_t version)
{
	struct store_game g = st_game("g1");
	unsigned char snapshot[1500] = { 0 };
	struct store_answer a = { .bytes = snapshot, .size = 700, .at = 1 };
	int64_t target = version + 1 + version % 4;

	g.snapshot = snapshot;
	g.snapshot_size = sizeof snapshot;
	OK(store_begin(s->w));
	for (; version < target; version++) {
		g.version = version + 1;
		if (version % 3 == 0) {
			OK(store_savepoint(s->w));
			OK(st_log(s, "g1", version + 1, version + 50));
			store_rollback_to(s->w);
		}
		OK(store_savepoint(s->w));
		OK(store_game_update(s->w, &g, version));
		OK(st_log(s, "g1", version + 1, version + 1));
		crash_key(a.key, version + 1);
		OK(store_answer_put(s->w, &a));
		OK(store_release(s->w));
	}
	OK(store_commit(s->w));
	return version;
}

/* In the child: commit for ever, and say so after each commit. */
static void play(struct st *s, int report)
{
	int64_t version;

	s->store = store_sqlite_open(s->path, &(struct store_error){ "" });
	s->w = store_writer(s->store, &(struct store_error){ "" });
	version = st_version(s->w, "g1");
	for (;;) {
		version = moves(s, version);
		if (write(report, &version, sizeof version) != sizeof version)
			_exit(1);
	}
}

/* The last version that the child reported before it was killed. */
static int64_t last_report(int fd, pid_t child, int kill_after_us)
{
	int64_t version = 0, next;

	if (read(fd, &next, sizeof next) == sizeof next)
		version = next;
	usleep((useconds_t)kill_after_us);
	kill(child, SIGKILL);
	while (read(fd, &next, sizeof next) == sizeof next)
		version = next;
	return version;
}

static void expect_whole(struct st *s, int64_t reported)
{
	unsigned char key[STORE_HASH], request[STORE_HASH], *bytes;
	struct store_error err = { "" };
	int64_t version, at, i;
	size_t size;

	s->store = store_sqlite_open(s->path, &err);
	ck_assert_msg(s->store != NULL, "%s", err.text);
	s->r = store_reader(s->store, &err);
	version = st_version(s->r, "g1");
	ck_assert_int_ge(version, reported);
	ck_assert_int_eq(st_log_size(s->r, "g1"), version);
	for (i = 1; i <= version; i++) {
		crash_key(key, i);
		OK(store_answer_find(s->r, key, request, &bytes, &size, &at));
		free(bytes);
	}
	crash_key(key, version + 1);
	IS(store_answer_find(s->r, key, request, &bytes, &size, &at), STORE_NOT_FOUND);
	store_disconnect(s->r);
	store_close(s->store);
	ck_assert_int_eq(sf_ask(s->path, "SELECT integrity_check = 'ok' FROM pragma_integrity_check"), 1);
}

START_TEST(killed_at_any_time)
{
	struct st s;
	int64_t reported = 0, before;
	int round, ends[2];
	pid_t child;

	st_open(&s, ST_SQLITE);
	OK(store_begin(s.w));
	st_add(&s, st_game("g1"));
	OK(store_commit(s.w));
	store_disconnect(s.w);
	store_disconnect(s.r);
	store_close(s.store);
	srandom((unsigned)getpid());
	for (round = 0; round < ROUNDS; round++) {
		ck_assert_int_eq(pipe(ends), 0);
		child = fork();
		if (child == 0) {
			close(ends[0]);
			play(&s, ends[1]);
		}
		close(ends[1]);
		before = reported;
		reported = last_report(ends[0], child, (int)(random() % 40000));
		close(ends[0]);
		ck_assert_int_eq(waitpid(child, NULL, 0), child);
		ck_assert_int_gt(reported, before);
		expect_whole(&s, reported);
	}
	st_remove(&s);
}
END_TEST

static const struct st_test tests[] = {
	{ "larger than the cache", &larger_than_the_cache, 1 },
	{ "no space", &no_space_is_unavailable, 1 },
	{ "killed", &killed_at_any_time, 1 },
};

int main(void)
{
	return st_main("crashes of the store in SQLite", tests, sizeof tests / sizeof *tests);
}

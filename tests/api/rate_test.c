/*
 * rate_test.c - token buckets under a simulated time, with very many callers,
 * and from several threads.
 */
#include "api/rate.h"

#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECOND = 1000000, THREADS = 4, TRIES = 20000, SHARED = 30000, CROWD = 400000 };

static const unsigned char secret[RATE_SECRET] = "a secret of 16 b";
static struct rate *r;
static struct rate_state state;

/* Sixty a minute: a unit a second. */
static void open_rate(void)
{
	static const int quotas[RATE_KINDS] = {[RATE_REQUESTS] = 60, [RATE_ADDRESS] = SHARED, [RATE_REGISTRATIONS] = 3};

	r = rate_open(quotas, secret);
	ck_assert_ptr_nonnull(r);
}

static void close_rate(void)
{
	rate_close(r);
}

static int take(const char *key, int cost, int64_t now)
{
	return rate_take(r, RATE_REQUESTS, key, strlen(key), cost, now, &state);
}

/* Milliseconds of the clock, cost, whether it is granted, what is left then, and milliseconds to wait. */
static const struct step { int64_t at; int cost, granted, left; int64_t wait; } bursts[] = {
	{0, 1, 1, 59, 0}, {0, 59, 1, 0, 0}, {0, 1, 0, 0, 1000},
	{400, 1, 0, 0, 600}, {999, 1, 0, 0, 1}, {1000, 1, 1, 0, 0}, {1000, 1, 0, 0, 1000},
	/* Ten seconds of silence: ten units, of which one costs four. */
	{11000, 4, 1, 6, 0}, {11000, 7, 0, 6, 1000}, {11000, 6, 1, 0, 0},
	/* Parts of a unit are kept. */
	{11500, 1, 0, 0, 500}, {12250, 1, 1, 0, 0}, {13000, 1, 1, 0, 0}, {13000, 1, 0, 0, 1000},
	/* Full after a minute, and no fuller after a day. */
	{73000, 0, 1, 60, 0}, {86400000, 0, 1, 60, 0}, {86400000, 60, 1, 0, 0}, {86400000, 1, 0, 0, 1000},
}, steps_of_the_clock[] = {
	{1000000, 60, 1, 0, 0}, {1000000, 1, 0, 0, 1000},
	/* An hour back: not emptier than empty, and filled again in a minute. */
	{-2600000, 1, 0, 0, 1000}, {-2600000, 60, 0, 0, 60000}, {-2599000, 1, 0, 0, 1000},
	/* An hour forth: full. */
	{4600000, 0, 1, 60, 0}, {4600000, 60, 1, 0, 0},
	/* A second back after a burst: a second more to wait, but no more than for all of it. */
	{4599000, 1, 0, 0, 1000}, {4601000, 1, 1, 0, 0},
}, dear[] = {
	/* A cost above the quota is the quota. */
	{0, 1000, 1, 0, 0}, {1000, 1000, 0, 1, 59000}, {60000, 1000, 1, 0, 0},
};

static void run(const struct step *s, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int granted = take("ada", s[i].cost, s[i].at * 1000);

		ck_assert_msg(granted == s[i].granted && state.left == s[i].left && state.wait == s[i].wait * 1000,
			"step %zu: granted %d, left %d, wait %ld", i, granted, state.left, (long)state.wait);
		ck_assert_int_eq(state.quota, 60);
	}
}

#define RUN(steps) run(steps, sizeof(steps) / sizeof(steps[0]))

START_TEST(a_bucket_bursts_and_refills)
{
	RUN(bursts);
}
END_TEST

START_TEST(the_clock_may_step)
{
	RUN(steps_of_the_clock);
}
END_TEST

START_TEST(a_cost_above_the_quota_is_the_quota)
{
	RUN(dear);
}
END_TEST

START_TEST(callers_and_kinds_are_apart)
{
	ck_assert_int_eq(take("ada", 60, 0), 1);
	ck_assert_int_eq(take("ada", 1, 0), 0);
	ck_assert_int_eq(take("bob", 1, 0), 1);
	ck_assert_int_eq(rate_take(r, RATE_REGISTRATIONS, "ada", 3, 1, 0, &state), 1);
	ck_assert_int_eq(state.left, 2);
	/* Three an hour: one comes back after twenty minutes. */
	rate_take(r, RATE_REGISTRATIONS, "ada", 3, 2, 0, &state);
	ck_assert_int_eq(rate_take(r, RATE_REGISTRATIONS, "ada", 3, 1, 1199ll * SECOND, &state), 0);
	ck_assert_int_eq(rate_take(r, RATE_REGISTRATIONS, "ada", 3, 1, 1200ll * SECOND, &state), 1);
}
END_TEST

START_TEST(looking_takes_nothing)
{
	ck_assert_int_eq(rate_look(r, RATE_REQUESTS, "ada", 3, 60, 0, &state), 1);
	ck_assert_int_eq(rate_knows(r, RATE_REQUESTS, "ada", 3), 0);
	take("ada", 59, 0);
	ck_assert_int_eq(rate_knows(r, RATE_REQUESTS, "ada", 3), 1);
	ck_assert_int_eq(rate_look(r, RATE_REQUESTS, "ada", 3, 1, 0, &state), 1);
	ck_assert_int_eq(rate_look(r, RATE_REQUESTS, "ada", 3, 2, 0, &state), 0);
	ck_assert_int_eq(state.wait, SECOND);
	rate_forget(r, RATE_REQUESTS, "ada", 3);
	ck_assert_int_eq(rate_knows(r, RATE_REQUESTS, "ada", 3), 0);
	ck_assert_int_eq(take("ada", 60, 0), 1);
}
END_TEST

START_TEST(without_a_quota_all_is_granted_and_nothing_kept)
{
	for (int i = 0; i < 1000; i++)
		ck_assert_int_eq(rate_take(r, RATE_CODES, "ada", 3, 1000000, 0, &state), 1);
	ck_assert_int_eq(state.quota, 0);
	ck_assert_int_eq(rate_knows(r, RATE_CODES, "ada", 3), 0);
}
END_TEST

/* Of twelve times as many callers as there is room for, each of whom asks once. */
static void crowd(int64_t now)
{
	char key[16];
	int granted = 0;

	for (int i = 0; i < CROWD; i++) {
		snprintf(key, sizeof(key), "crowd %d", i);
		granted += take(key, 1, now);
	}
	ck_assert_int_eq(granted, CROWD);
}

START_TEST(a_crowd_does_not_make_a_debt_forgotten)
{
	char key[16];
	int forgotten = 0;

	for (int i = 0; i < 100; i++) {
		snprintf(key, sizeof(key), "heavy %d", i);
		take(key, 30, 0);
	}
	crowd(SECOND);
	for (int i = 0; i < 100; i++) {
		snprintf(key, sizeof(key), "heavy %d", i);
		forgotten += take(key, 32, SECOND);
	}
	ck_assert_int_eq(forgotten, 0);
}
END_TEST

START_TEST(a_full_bucket_makes_room_first)
{
	take("ada", 60, 0);
	take("bob", 2, 61ll * SECOND);
	crowd(61ll * SECOND);
	/* Ada's was full again and is forgotten, which is the same; Bob's is not. */
	ck_assert_int_eq(rate_knows(r, RATE_REQUESTS, "ada", 3), 0);
	ck_assert_int_eq(take("ada", 60, 61ll * SECOND), 1);
	ck_assert_int_eq(rate_knows(r, RATE_REQUESTS, "bob", 3), 1);
}
END_TEST

static void *take_many(void *arg)
{
	const int *number = arg;
	struct rate_state own;
	long granted = 0;
	char key[32];

	for (int i = 0; i < TRIES; i++) {
		granted += rate_take(r, RATE_ADDRESS, "shared", 6, 1, 0, &own);
		snprintf(key, sizeof(key), "%d of %d", i, *number);
		rate_take(r, RATE_REQUESTS, key, strlen(key), 1, 0, &own);
		if (i % 16 == 0)
			rate_forget(r, RATE_REQUESTS, key, strlen(key));
	}
	return (void *)granted;
}

START_TEST(threads_share_a_bucket_exactly)
{
	static const int numbers[THREADS] = {0, 1, 2, 3};
	pthread_t threads[THREADS];
	long granted = 0;
	void *own;

	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, take_many, (void *)(uintptr_t)&numbers[i]), 0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &own);
		granted += (long)own;
	}
	ck_assert_int_eq(granted, SHARED);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("rate");
	TCase *tc = tcase_create("rate");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(tc, open_rate, close_rate);
	tcase_add_test(tc, a_bucket_bursts_and_refills);
	tcase_add_test(tc, the_clock_may_step);
	tcase_add_test(tc, a_cost_above_the_quota_is_the_quota);
	tcase_add_test(tc, callers_and_kinds_are_apart);
	tcase_add_test(tc, looking_takes_nothing);
	tcase_add_test(tc, without_a_quota_all_is_granted_and_nothing_kept);
	tcase_add_test(tc, a_crowd_does_not_make_a_debt_forgotten);
	tcase_add_test(tc, a_full_bucket_makes_room_first);
	tcase_add_test(tc, threads_share_a_bucket_exactly);
	suite_add_tcase(s, tc);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/*
 * Whether the stream of dice falls as dice do: chi-square over single dice, over
 * pairs of consecutive ones, over dice a block apart, and over the lengths of
 * runs.  The seeds are fixed, so the outcome is, too.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/core/rng.h"

enum { SEEDS = 8, DICE = 1000000, FACES = 6, BLOCK = 16 };

/*
 * Bounds that a fair stream exceeds once in 10^5: quantiles of chi-square for
 * 5, 35 and 6 degrees of freedom.  And the lower ones, once in 10^5 as well:
 * what falls too evenly is no die.
 */
static const struct bound { double least, most; } singles = {0.032, 30.86}, pairs = {9.97, 82.64},
	runs_bound = {0.079, 33.11};

static uint8_t dice[DICE];

/* Seeds that differ in a single byte. */
static void throw_all(int seed)
{
	static const char *const clients[2] = {"ada", "bob"};
	unsigned char server[RNG_SEED_SIZE] = {(unsigned char)seed}, game[RNG_SEED_SIZE];
	struct rng rng;

	rng_game_seed(game, server, clients, 2);
	rng_start(&rng, game);
	for (int i = 0; i < DICE; i += 1000)
		rng_dice(&rng, dice + i, 1000);
}

static double chi_square(const long *counts, const double *expected, int cells)
{
	double sum = 0;

	for (int i = 0; i < cells; i++)
		sum += ((double)counts[i] - expected[i]) * ((double)counts[i] - expected[i]) / expected[i];
	return sum;
}

static double even(const long *counts, long total, int cells)
{
	double expected[FACES * FACES];

	for (int i = 0; i < cells; i++)
		expected[i] = (double)total / cells;
	return chi_square(counts, expected, cells);
}

static void assert_within(const char *what, double value, struct bound bound)
{
	if (getenv("DICE_SHOWN"))
		printf("%s\t%.2f\t%.2f..%.2f\n", what, value, bound.least, bound.most);
	ck_assert_msg(value > bound.least && value < bound.most, "%s: chi-square %f, not %f to %f", what, value,
		bound.least, bound.most);
}

START_TEST(faces_are_even)
{
	long counts[FACES] = {0}, others = 0;

	throw_all(_i);
	for (int i = 0; i < DICE; i++)
		if (dice[i] >= 1 && dice[i] <= FACES)
			counts[dice[i] - 1]++;
		else
			others++;
	ck_assert_int_eq(others, 0);
	assert_within("faces", even(counts, DICE, FACES), singles);
}
END_TEST

/* Pairs that do not overlap, of dice `apart` from each other. */
static void assert_pairs(const char *what, int apart)
{
	long counts[FACES * FACES] = {0}, total = 0;

	for (int start = 0; start + 2 * apart <= DICE; start += 2 * apart)
		for (int i = start; i < start + apart; i++, total++)
			counts[(dice[i] - 1) * FACES + dice[i + apart] - 1]++;
	assert_within(what, even(counts, total, FACES * FACES), pairs);
}

START_TEST(pairs_are_even)
{
	throw_all(_i);
	assert_pairs("pairs in a row", 1);
	assert_pairs("pairs a block apart", BLOCK);
}
END_TEST

/* Dice until another face shows: one with 5/6, two with 5/36, ... seven or more with 1/6^6. */
START_TEST(runs_are_as_long_as_they_should_be)
{
	enum { LONGEST = 7 };
	double expected[LONGEST], left;
	long counts[LONGEST] = {0}, runs = 0;

	throw_all(_i);
	for (int i = 0, length; i < DICE; i += length) {
		for (length = 1; i + length < DICE && dice[i + length] == dice[i]; length++)
			;
		counts[(length < LONGEST ? length : LONGEST) - 1]++;
		runs++;
	}
	left = (double)runs;
	for (int i = 0; i < LONGEST; i++) {
		expected[i] = i < LONGEST - 1 ? left * 5 / 6 : left;
		left -= expected[i];
	}
	assert_within("runs", chi_square(counts, expected, LONGEST), runs_bound);
}
END_TEST

/* The bounds do find dice that are loaded by a hundredth. */
START_TEST(loaded_dice_are_found)
{
	long counts[FACES] = {0};

	throw_all(_i);
	for (int i = 0; i < DICE; i++)
		counts[i % 100 == 0 ? FACES - 1 : dice[i] - 1]++;
	ck_assert(even(counts, DICE, FACES) > singles.most);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dice");
	TCase *tests = tcase_create("dice");
	SRunner *runner;
	int failed;

	tcase_add_loop_test(tests, faces_are_even, 0, SEEDS);
	tcase_add_loop_test(tests, pairs_are_even, 0, SEEDS);
	tcase_add_loop_test(tests, runs_are_as_long_as_they_should_be, 0, SEEDS);
	tcase_add_loop_test(tests, loaded_dice_are_found, 0, SEEDS);
	suite_add_tcase(suite, tests);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

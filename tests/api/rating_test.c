/*
 * rating_test.c - the model against figures that others have published, and
 * against the likelihood that the paper begins with, by differences.
 */
#include "api/rating.h"

#include <check.h>
#include <math.h>
#include <string.h>

#define NEW {RATING_MU, RATING_SIGMA}

struct example {
	int count;
	struct rating before[6];
	uint8_t team[6], place[6];
	struct rating after[6];
};

/* From the documentation and the tests of openskill.js and openskill.py. */
static const struct example published[] = {
	{2, {NEW, NEW}, {0, 1}, {1, 2},
		{{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}}},
	{3, {NEW, NEW, NEW}, {0, 1, 2}, {1, 2, 3},
		{{27.868876552746237, 8.204837030780652}, {25.717219138186557, 8.057829747583874},
			{21.413904309067206, 8.057829747583874}}},
	{4, {NEW, NEW, NEW, NEW}, {0, 1, 2, 3}, {4, 1, 3, 2},
		{{20.96265504062538, 8.083731307186588}, {27.795084971874736, 8.263160757613477},
			{24.68943500312503, 8.083731307186588}, {26.552824984374855, 8.179213704945203}}},
	{5, {NEW, NEW, NEW, NEW, NEW}, {0, 1, 2, 3, 4}, {1, 2, 3, 4, 5},
		{{27.666666666666668, 8.290556877154474}, {26.833333333333332, 8.240145629781066},
			{25.72222222222222, 8.179996679645559}, {24.055555555555557, 8.111796013701358},
			{20.72222222222222, 8.111796013701358}}},
	{4, {NEW, {32.444, 5.123}, {43.381, 2.421}, {25.188, 6.211}}, {0, 0, 1, 1}, {1, 1, 2, 2},
		{{28.669648436582808, 8.071520788025197}, {33.83086971107981, 5.062772998705765},
			{43.071274808241974, 2.4166900452721256}, {23.149503312339064, 6.1378606973362135}}},
	{6, {NEW, NEW, NEW, NEW, NEW, NEW}, {0, 0, 0, 1, 2, 2}, {1, 1, 1, 2, 3, 3},
		{{25.939870821784513, 8.247641552260456}, {25.939870821784513, 8.247641552260456},
			{25.939870821784513, 8.247641552260456}, {27.21366020491262, 8.274321317985242},
			{21.84646897330287, 8.213058173195341}, {21.84646897330287, 8.213058173195341}}},
	/* The seats of mates are not beside each other. */
	{4, {NEW, {43.381, 2.421}, {32.444, 5.123}, {25.188, 6.211}}, {7, 2, 7, 2}, {1, 2, 1, 2},
		{{28.669648436582808, 8.071520788025197}, {43.071274808241974, 2.4166900452721256},
			{33.83086971107981, 5.062772998705765}, {23.149503312339064, 6.1378606973362135}}},
};

START_TEST(as_published)
{
	const struct example *e = &published[_i];
	struct rating r[6];

	memcpy(r, e->before, sizeof(r));
	rating_update(r, e->team, e->place, e->count);
	for (int i = 0; i < e->count; i++) {
		ck_assert_msg(fabs(r[i].mu - e->after[i].mu) < 1e-12, "player %d: mu %.15f", i, r[i].mu);
		ck_assert_msg(fabs(r[i].sigma - e->after[i].sigma) < 1e-12, "player %d: sigma %.15f", i, r[i].sigma);
	}
}
END_TEST

/*
 * The paper's likelihood of an order: each place is drawn from those not placed
 * yet, by exp(mu / c); of those that tie each counts its part.
 */
static double log_likelihood(const double mu[], const uint8_t place[], int n, double c)
{
	double sum = 0;

	for (int q = 0; q < n; q++) {
		double all = 0;
		int tied = 0;

		for (int s = 0; s < n; s++) {
			if (place[s] >= place[q])
				all += exp(mu[s] / c);
			tied += place[s] == place[q];
		}
		sum += (mu[q] / c - log(all)) / tied;
	}
	return sum;
}

static unsigned dice = 1;

static double between(double low, double high)
{
	dice = dice * 1103515245u + 12345u;
	return low + (high - low) * ((dice >> 8) % 65536) / 65536;
}

/* Every kind of order with ties, of two to five players of any strength. */
START_TEST(as_the_likelihood_says)
{
	static const uint8_t teams[5] = {0, 1, 2, 3, 4};
	static const double step = 1e-3, beta = 25.0 / 6;
	int n = 2 + _i % 4;
	struct rating r[5], before[5];
	uint8_t place[5] = {0};
	double mu[5], c = 0;

	dice = (unsigned)_i;
	for (int i = 0; i < n; i++) {
		before[i] = r[i] = (struct rating){between(5, 45), between(1, 9)};
		mu[i] = r[i].mu;
		place[i] = (uint8_t)between(1, n + 1);
		c += r[i].sigma * r[i].sigma + beta * beta;
	}
	c = sqrt(c);
	rating_update(r, teams, place, n);
	for (int i = 0; i < n; i++) {
		double variance = before[i].sigma * before[i].sigma, up, down, middle, first, second;

		middle = log_likelihood(mu, place, n, c);
		mu[i] += step;
		up = log_likelihood(mu, place, n, c);
		mu[i] -= 2 * step;
		down = log_likelihood(mu, place, n, c);
		mu[i] += step;
		first = (up - down) / (2 * step);
		second = -(up - 2 * middle + down) / (step * step);
		ck_assert_double_eq_tol(r[i].mu - before[i].mu, variance * first, 1e-6);
		ck_assert_double_eq_tol(r[i].sigma,
			before[i].sigma * sqrt(1 - before[i].sigma / c * variance * second), 1e-5);
	}
}
END_TEST

START_TEST(what_must_hold)
{
	static const uint8_t teams[] = {0, 1}, together[] = {3, 3}, tie[] = {1, 1}, win[] = {1, 2};
	struct rating r[2] = {NEW, NEW};

	rating_update(r, together, tie, 2);
	ck_assert(r[0].mu == RATING_MU && r[0].sigma == RATING_SIGMA);
	rating_update(r, teams, tie, 2);
	ck_assert_double_eq_tol(r[0].mu, RATING_MU, 1e-12);
	ck_assert(r[0].sigma < RATING_SIGMA && r[1].sigma == r[0].sigma);
	for (int i = 0; i < 1000; i++)
		rating_update(r, teams, win, 2);
	ck_assert(isfinite(r[0].mu) && r[0].mu > r[1].mu && r[0].sigma > 0 && r[1].sigma > 0);
	ck_assert(rating_ordinal(&r[0]) > rating_ordinal(&r[1]));
	r[0] = (struct rating)NEW;
	ck_assert_double_eq_tol(rating_ordinal(&r[0]), 0, 1e-12);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rating");
	TCase *tc = tcase_create("rating");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_loop_test(tc, as_published, 0, (int)(sizeof(published) / sizeof(published[0])));
	tcase_add_loop_test(tc, as_the_likelihood_says, 0, 200);
	tcase_add_test(tc, what_must_hold);
	suite_add_tcase(suite, tc);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

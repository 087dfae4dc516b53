/*
 * rating.c - see rating.h.  Names are the paper's (Algorithm 4): c, omega and
 * delta; a place is chosen among all that came in at it or behind it.
 */
#include "api/rating.h"

#include <math.h>

static const double beta = 25.0 / 6, kappa = 0.0001;

struct side {
	double mu, variance;		/* sums over its players */
	int place, tied;		/* tied: how many sides have this place */
	double strength;		/* exp(mu / c) */
	double behind;			/* sum of the strengths at its place and behind */
};

/* Sides by team; returns how many, `of` says whose each player is. */
static int gather(struct side sides[], int of[], const struct rating r[], const uint8_t team[],
	const uint8_t place[], int count)
{
	int n = 0;

	for (int i = 0; i < count; i++) {
		int first = 0;

		while (team[first] != team[i])
			first++;
		of[i] = first < i ? of[first] : n++;
		if (first == i)
			sides[of[i]] = (struct side){.place = place[i]};
		sides[of[i]].mu += r[i].mu;
		sides[of[i]].variance += r[i].sigma * r[i].sigma;
	}
	return n;
}

static double spread(const struct side sides[], int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += sides[i].variance + beta * beta;
	return sqrt(sum);
}

static void compare(struct side sides[], int n, double c)
{
	for (int i = 0; i < n; i++)
		sides[i].strength = exp(sides[i].mu / c);
	for (int q = 0; q < n; q++)
		for (int s = 0; s < n; s++) {
			sides[q].tied += sides[s].place == sides[q].place;
			if (sides[s].place >= sides[q].place)
				sides[q].behind += sides[s].strength;
		}
}

/* First and negative second derivative of the log likelihood, times c and c squared. */
static void derive(const struct side sides[], int n, int i, double *first, double *second)
{
	*first = *second = 0;
	for (int q = 0; q < n; q++) {
		double chance;

		if (sides[q].place > sides[i].place)
			continue;
		chance = sides[i].strength / sides[q].behind;
		*first += ((q == i) - chance) / sides[q].tied;
		*second += chance * (1 - chance) / sides[q].tied;
	}
}

void rating_update(struct rating r[], const uint8_t team[], const uint8_t place[], int count)
{
	struct side sides[RATING_PLAYERS_MAX];
	double omega[RATING_PLAYERS_MAX], delta[RATING_PLAYERS_MAX];
	int of[RATING_PLAYERS_MAX];
	int n = gather(sides, of, r, team, place, count);
	double c = spread(sides, n);

	if (n < 2)
		return;
	compare(sides, n, c);
	for (int i = 0; i < n; i++) {
		double gamma = sqrt(sides[i].variance) / c, first, second;

		derive(sides, n, i, &first, &second);
		omega[i] = first * sides[i].variance / c;
		delta[i] = gamma * second * sides[i].variance / (c * c);
	}
	for (int i = 0; i < count; i++) {
		double share = r[i].sigma * r[i].sigma / sides[of[i]].variance;
		double left = 1 - share * delta[of[i]];

		r[i].mu += share * omega[of[i]];
		r[i].sigma *= sqrt(left > kappa ? left : kappa);
	}
}

double rating_ordinal(const struct rating *r)
{
	return r->mu - 3 * r->sigma;
}

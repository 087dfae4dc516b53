/*
 * rating.h - skill as a belief, and what a result does to it.
 *
 * The Plackett-Luce model of R. C. Weng and C.-J. Lin, "A Bayesian Approximation
 * Method for Online Ranking", Journal of Machine Learning Research 12 (2011), for
 * any number of players and teams; with the constants and the treatment of
 * ties that OpenSkill has.  Pure: the same numbers give the same bits.
 */
#ifndef MEEPLED_API_RATING_H
#define MEEPLED_API_RATING_H

#include <stdint.h>

enum { RATING_PLAYERS_MAX = 8 };

#define RATING_MU 25.0
#define RATING_SIGMA (25.0 / 3)

struct rating {
	double mu, sigma;	/* of a normal distribution */
};

/*
 * After a game of `count` players.  team[i] and place[i] are of player i: those
 * with the same team play together and have the same place, 1 is best; equal
 * places are a tie.  Nothing changes when fewer than two teams played.
 */
void rating_update(struct rating r[], const uint8_t team[], const uint8_t place[], int count);
/* The number to sort by: what the player is at least, three sigmas sure. */
double rating_ordinal(const struct rating *r);

#endif

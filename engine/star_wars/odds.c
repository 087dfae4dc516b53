/*
 * odds.c - chances of a battle, exactly (SW-3.3 to SW-3.5).
 *
 * A battle is a way through sets of sides, each within the one before: those
 * that are tied roll again.  Of the 6^D ways that the D dice of a set can
 * fall, c(T|S) leave exactly the sides T highest; the c(S|S) that change
 * nothing only repeat, so that what follows from S is a sum over smaller sets
 * divided by 6^D - c(S|S).  With all chances held as multiples of one over
 * the product of these divisors, every one of them is a whole number.
 */
#include "star_wars.h"

#include <string.h>

enum { FACES = 6, SETS = 1 << SW_SIDES };

struct throws {
	const uint8_t *dice;
	unsigned all;				/* the sides that fight, as a bit set */
	uint64_t highest[SETS][FACES + 1];	/* ways in which each side of the set shows that at most, and does */
	uint64_t lower[SETS][FACES + 1];	/* ways in which all dice of the set show less */
	uint64_t settled[SETS];			/* 6^D - c(S|S), the ways that do not repeat the set */
	struct sw_big whole;			/* the product of these, which stands for 1 */
};

/* What a side may expect of a battle of each set of sides, times `whole`. */
struct expected {
	struct sw_big win[SETS], points[SETS];
};

static int is_battle(unsigned set)
{
	return (set & (set - 1)) != 0;
}

static uint64_t power(uint64_t base, int exponent)
{
	uint64_t product = 1;

	while (exponent-- > 0)
		product *= base;
	return product;
}

/* c(T|S): the ways of `set` to fall that leave exactly `tied` highest. */
static uint64_t ways(const struct throws *t, unsigned set, unsigned tied)
{
	uint64_t sum = 0;

	for (int face = 1; face <= FACES; face++)
		sum += t->highest[tied][face] * t->lower[set & ~tied][face];
	return sum;
}

static void prepare_set(struct throws *t, unsigned set)
{
	uint64_t all = 1;

	for (int face = 1; face <= FACES; face++)
		t->highest[set][face] = t->lower[set][face] = 1;
	for (int side = 0; side < SW_SIDES; side++) {
		int dice = t->dice[side];

		if (!(set >> side & 1))
			continue;
		all *= power(FACES, dice);
		for (int face = 1; face <= FACES; face++) {
			uint64_t less = power((uint64_t)face - 1, dice);

			t->highest[set][face] *= power((uint64_t)face, dice) - less;
			t->lower[set][face] *= less;
		}
	}
	if (is_battle(set)) {
		t->settled[set] = all - ways(t, set, set);
		sw_big_multiply(&t->whole, t->settled[set]);
	}
}

/* From the empty set up: c(S|S) asks what the empty set has lower. */
static void prepare(struct throws *t, const uint8_t *dice)
{
	t->dice = dice;
	t->all = 0;
	sw_big_set(&t->whole, 1);
	for (int side = 0; side < SW_SIDES; side++)
		t->all |= (dice[side] > 0u) << side;
	for (unsigned set = 0; set <= t->all; set++)
		if ((set & ~t->all) == 0)
			prepare_set(t, set);
}

/*
 * What `side` may expect of a battle of `set`, from what it may expect of the
 * smaller ones: a point for each tie that it is in (SW-3.4), one for each die
 * when it loses (SW-3.5).
 */
static void expect_of(const struct throws *t, unsigned set, int side, struct expected *e)
{
	struct sw_big *win = &e->win[set], *points = &e->points[set];
	uint64_t now = ways(t, set, set);

	memset(win, 0, sizeof(*win));
	memset(points, 0, sizeof(*points));
	for (unsigned tied = (set - 1) & set; tied; tied = (tied - 1) & set) {
		uint64_t n = ways(t, set, tied);

		if (!(tied >> side & 1)) {
			now += n * t->dice[side];
			continue;
		}
		if (is_battle(tied))
			now += n;
		sw_big_add(win, &e->win[tied], n);
		sw_big_add(points, &e->points[tied], n);
	}
	sw_big_add(points, &t->whole, now);
	sw_big_divide(win, t->settled[set]);
	sw_big_divide(points, t->settled[set]);
}

static void side_odds(const struct throws *t, int side, int prize, struct sw_odds *odds)
{
	uint64_t divisors[SETS];
	struct expected e;
	unsigned alone = 1u << side;
	int count = 0;

	e.win[alone] = t->whole;
	sw_big_set(&e.points[alone], 0);
	for (unsigned set = 1; set <= t->all; set++) {
		if ((set & ~t->all) != 0 || !is_battle(set))
			continue;
		divisors[count++] = t->settled[set];
		if (set & alone)
			expect_of(t, set, side, &e);
	}
	sw_big_add(&e.points[t->all], &e.win[t->all], (uint64_t)prize);
	sw_fraction_reduce(&odds->win[side], &e.win[t->all], divisors, count);
	sw_fraction_reduce(&odds->points[side], &e.points[t->all], divisors, count);
}

/* Sides with as many dice have the same odds. */
static int twin(const uint8_t dice[SW_SIDES], int side)
{
	int other = 0;

	while (dice[other] != dice[side])
		other++;
	return other;
}

void sw_odds(const uint8_t dice[SW_SIDES], int prize, struct sw_odds *odds)
{
	struct throws t;

	memset(odds, 0, sizeof(*odds));
	prepare(&t, dice);
	for (int side = 0; side < SW_SIDES; side++) {
		int same = twin(dice, side);

		if (dice[side] == 0)
			continue;
		if (same == side)
			side_odds(&t, side, prize, odds);
		odds->win[side] = odds->win[same];
		odds->points[side] = odds->points[same];
	}
}

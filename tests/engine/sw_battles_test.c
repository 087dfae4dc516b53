/*
 * Battles fought by the engine, with its own dice, against the odds that it
 * names: for each of the 52 battles of 2 to 5 sides with 1 to 3 dice, shares of
 * wins and mean points within four standard errors.
 *
 * BATTLES is how many of each; `make conformance` fights a million.  The seed
 * is fixed, so a run cannot fail by chance today and not tomorrow.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/tileset_json.h"
#include "engine/core/step.h"
#include "engine/star_wars/star_wars.h"
#include "tests/engine/support.h"

enum { BATTLES = 20000, ERRORS_SQUARED = 4 * 4, COMBINATIONS = 52 };

static long battles(void)
{
	const char *text = getenv("BATTLES");

	return text ? atol(text) : BATTLES;
}

/* A game of five, and a feature of the start tile without symbols to fight in. */
struct arena {
	struct tileset ts;
	struct game g;
	struct events events;
	int root;
};

static void open_arena(struct arena *a)
{
	struct game_setup setup = {.ruleset = &star_wars_1, .seat_count = SW_SIDES, .game_seed = {1},
		.colours = {SW_RED, SW_GREEN, SW_BLACK, SW_WHITE, SW_ORANGE}};
	const struct ruleset *ruleset;
	struct game_error err;
	int counts[4];
	size_t size;
	const char *text = tileset_bundled(&star_wars_1, &size);

	ck_assert_int_eq(tileset_read(&a->ts, &ruleset, text, size, NULL), 0);
	ruleset_default_options(&star_wars_1, setup.options);
	ck_assert_int_eq(game_start(&a->g, &a->ts, &setup, &a->events, &err), 0);
	a->root = feature_root(&a->g.board, 0);
	sw_symbols(&a->g, &a->ts, a->root, counts);
	ck_assert_int_eq(counts[SW_REBELS] + counts[SW_EMPIRE] + counts[SW_HUNTERS], 0);
}

/* As many dice for each seat: 1 is a small meeple, 2 a large one, 3 both. */
static void gather(struct turn *turn, int root, const uint8_t dice[SW_SIDES])
{
	for (int seat = 0; seat < SW_SIDES; seat++) {
		if (dice[seat] & 1)
			pieces_add(turn, seat, root, SW_SIZE_SMALL);
		if (dice[seat] & 2)
			pieces_add(turn, seat, root, SW_SIZE_LARGE);
	}
}

/* What fell to each side; sides are numbered by the combination, not by seats. */
struct tally { double wins[SW_SIDES], sum[SW_SIDES], squares[SW_SIDES]; };

/* One battle, side i of the combination on seats[i]. */
static void fight(struct arena *a, const uint8_t *dice, const uint8_t *seats, struct tally *tally)
{
	uint8_t by_seat[SW_SIDES] = {0};
	struct turn start = a->g.now;

	for (int i = 0; i < SW_SIDES; i++)
		by_seat[seats[i]] = dice[i];
	gather(&a->g.now, a->root, by_seat);
	a->events.count = 0;
	sw_fight(&a->g, &a->ts, a->root, &a->events);
	for (int i = 0; i < SW_SIDES; i++) {
		double points = sw_look(&a->g.now)->scores[seats[i]];

		tally->wins[i] += a->g.now.pieces[0].seat == seats[i];
		tally->sum[i] += points;
		tally->squares[i] += points * points;
	}
	a->g.now = start;
}

/* The next order of the seats, of all 120. */
static void permute(uint8_t seats[SW_SIDES])
{
	int i = SW_SIDES - 2, j = SW_SIDES - 1;
	uint8_t kept;

	while (i >= 0 && seats[i] > seats[i + 1])
		i--;
	for (; i >= 0 && seats[j] < seats[i]; j--)
		;
	if (i >= 0) {
		kept = seats[i];
		seats[i] = seats[j];
		seats[j] = kept;
	}
	for (i++, j = SW_SIDES - 1; i < j; i++, j--) {
		kept = seats[i];
		seats[i] = seats[j];
		seats[j] = kept;
	}
}

static double value_of(const struct sw_fraction *f)
{
	char text[SW_FRACTION_TEXT], *stroke;

	sw_fraction_text(f, text);
	stroke = strchr(text, '/');
	return (double)(strtold(text, NULL) / (stroke ? strtold(stroke + 1, NULL) : 1));
}

/* How many standard errors a mean over n battles is away from what it should be, squared: no need of a root. */
static double away(double mean, double expected, double variance, long n)
{
	return (mean - expected) * (mean - expected) * (double)n / variance;
}

/* The n-th combination of dice, and its number of sides. */
static int combination(int n, uint8_t dice[SW_SIDES])
{
	for (int sides = 2; sides <= SW_SIDES; sides++)
		for (int ones = sides; ones >= 0; ones--)
			for (int twos = sides - ones; twos >= 0; twos--)
				if (n-- == 0) {
					memset(dice, 0, SW_SIDES);
					memset(dice, 3, (size_t)sides);
					memset(dice, 2, (size_t)(ones + twos));
					memset(dice, 1, (size_t)ones);
					return sides;
				}
	return 0;
}

START_TEST(shares_and_points_are_as_the_odds_say)
{
	uint8_t dice[SW_SIDES], seats[SW_SIDES] = {0, 1, 2, 3, 4};
	struct tally tally = {{0}, {0}, {0}};
	int sides = combination(_i, dice);
	static struct arena a;
	struct sw_odds odds;
	long n = battles();

	open_arena(&a);
	a.g.rng.used[RNG_DICE] = (uint32_t)_i << 26;	/* a stretch of the stream for each */
	for (long i = 0; i < n; i++) {
		fight(&a, dice, seats, &tally);
		permute(seats);
	}
	sw_odds(dice, 0, &odds);
	for (int i = 0; i < sides; i++) {
		double win = value_of(&odds.win[i]), mean = tally.sum[i] / (double)n;
		double wins = away(tally.wins[i] / (double)n, win, win * (1 - win), n);
		double points = away(mean, value_of(&odds.points[i]), tally.squares[i] / (double)n - mean * mean, n);

		if (getenv("BATTLES_SHOWN"))
			printf("%d%d%d%d%d\t%d\t%.2f\t%.2f\n", dice[0], dice[1], dice[2], dice[3], dice[4], i, wins, points);
		ck_assert_msg(wins <= ERRORS_SQUARED, "side %d wins %g standard errors squared off", i, wins);
		ck_assert_msg(points <= ERRORS_SQUARED, "side %d has points %g standard errors squared off", i, points);
	}
}
END_TEST

START_TEST(combinations_are_all_there_are)
{
	uint8_t dice[SW_SIDES];

	ck_assert_int_eq(combination(COMBINATIONS - 1, dice), SW_SIDES);
	ck_assert_int_eq(combination(COMBINATIONS, dice), 0);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_loop_test(t, shares_and_points_are_as_the_odds_say, 0, COMBINATIONS);
	tcase_add_test(t, combinations_are_all_there_are);
}

int main(void)
{
	return run_suite_within("sw_battles", fill, 600);
}

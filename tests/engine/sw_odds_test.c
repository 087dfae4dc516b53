/*
 * The odds of battles: by hand for two sides, by counting every way in which
 * the dice can fall for three, and for all battles there are in arithmetic
 * modulo large primes, which shares nothing with the engine's.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/star_wars/star_wars.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

enum { SETS = 1 << SW_SIDES };

typedef void battle_fn(const uint8_t dice[SW_SIDES], int sides);

/* Every battle of `from` to `to` sides, fewest dice first. */
static void each_battle(int from, int to, battle_fn *fn)
{
	for (int sides = from; sides <= to; sides++) {
		uint8_t dice[SW_SIDES] = {0};
		int i = 0;

		memset(dice, 1, (size_t)sides);
		while (i >= 0) {
			fn(dice, sides);
			for (i = sides - 1; i >= 0 && dice[i] == SW_DICE; i--)
				;
			if (i >= 0)
				memset(dice + i, dice[i] + 1, (size_t)(sides - i));
		}
	}
}

static void assert_text(const struct sw_fraction *f, const char *expected)
{
	char text[SW_FRACTION_TEXT];

	sw_fraction_text(f, text);
	ck_assert_str_eq(text, expected);
}

/* --- by hand ---------------------------------------------------------------- */

START_TEST(two_sides_by_hand)
{
	/*
	 * 2 against 3 dice, say: of 7776 ways 1926 tie, 2183 leave the two
	 * highest, 3667 the three; so 2183/5850, and (1926 + 2 * 3667)/5850
	 * points for the two.
	 */
	static const struct { uint8_t dice[2]; const char *win[2], *points[2]; } rows[] = {
		{{1, 1}, {"1/2", "1/2"}, {"7/10", "7/10"}},
		{{1, 2}, {"11/36", "25/36"}, {"161/180", "73/90"}},
		{{1, 3}, {"5/24", "19/24"}, {"119/120", "33/40"}},
		{{2, 2}, {"1/2", "1/2"}, {"648/505", "648/505"}},
		{{2, 3}, {"2183/5850", "3667/5850"}, {"926/585", "113/78"}},
		{{3, 3}, {"1/2", "1/2"}, {"21031/10958", "21031/10958"}},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		for (int turned = 0; turned < 2; turned++) {
			uint8_t dice[SW_SIDES] = {[1] = rows[i].dice[turned], [4] = rows[i].dice[!turned]};
			struct sw_odds odds;

			sw_odds(dice, 0, &odds);
			assert_text(&odds.win[1], rows[i].win[turned]);
			assert_text(&odds.win[4], rows[i].win[!turned]);
			assert_text(&odds.points[1], rows[i].points[turned]);
			assert_text(&odds.points[4], rows[i].points[!turned]);
		}
}
END_TEST

START_TEST(prize_goes_to_the_winner)
{
	static const uint8_t dice[SW_SIDES] = {2, 1};
	struct sw_odds odds;

	sw_odds(dice, 11, &odds);	/* 73/90 + 11 * 25/36, 161/180 + 11 * 11/36 */
	assert_text(&odds.points[0], "169/20");
	assert_text(&odds.points[1], "383/90");
	assert_text(&odds.win[0], "25/36");
}
END_TEST

/* --- every way in which the dice can fall, for up to three sides ----------------- */

struct ratio { wide above, below; };

static wide gcd(wide a, wide b)
{
	while (b) {
		wide rest = a % b;

		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

static struct ratio ratio(wide above, wide below)
{
	wide common = gcd(above, below);

	return (struct ratio){above / common, below / common};
}

static struct ratio plus(struct ratio a, struct ratio b)
{
	wide common = gcd(a.below, b.below);

	return ratio(a.above * (b.below / common) + b.above * (a.below / common), a.below / common * b.below);
}

static struct ratio times(struct ratio a, wide above, wide below)
{
	struct ratio b = ratio(above, below);
	wide first = gcd(a.above, b.below), second = gcd(b.above, a.below);

	return ratio(a.above / first * (b.above / second), a.below / second * (b.below / first));
}

/* The sides that share the highest of the dice, which lie side after side. */
static unsigned highest(const uint8_t *falls, const uint8_t *dice, unsigned set)
{
	unsigned best = 0, most = 0;

	for (int side = 0; side < SW_SIDES; side++)
		for (int i = 0; (set >> side & 1) && i < dice[side]; i++, falls++)
			if (*falls > most) {
				most = *falls;
				best = 1u << side;
			} else if (*falls == most) {
				best |= 1u << side;
			}
	return best;
}

/* counts[T]: in how many ways exactly the sides T are highest.  Returns the sum. */
static long count_falls(const uint8_t *dice, unsigned set, long counts[SETS])
{
	uint8_t falls[SW_SIDES * SW_DICE];
	int all = 0, i = 0;
	long sum = 0;

	memset(counts, 0, SETS * sizeof(*counts));
	for (int side = 0; side < SW_SIDES; side++)
		all += set >> side & 1 ? dice[side] : 0;
	memset(falls, 1, sizeof(falls));
	while (i < all) {
		counts[highest(falls, dice, set)]++;
		sum++;
		for (i = 0; i < all && falls[i] == 6; i++)
			falls[i] = 1;
		if (i < all)
			falls[i]++;
	}
	return sum;
}

struct outlook { struct ratio win[SW_SIDES], points[SW_SIDES]; };

/* A battle fought out along every throw (SW-3.4, SW-3.5). */
static struct outlook fight(const uint8_t *dice, unsigned set)
{
	struct outlook sum;
	long counts[SETS], all = count_falls(dice, set, counts), left = all - counts[set];

	for (int side = 0; side < SW_SIDES; side++)
		sum.win[side] = sum.points[side] = (struct ratio){0, 1};
	for (unsigned tied = 1; tied < SETS; tied++) {
		int again = (tied & (tied - 1)) != 0;
		struct outlook then;

		if (!counts[tied])
			continue;
		if (again && tied != set)
			then = fight(dice, tied);
		for (int side = 0; side < SW_SIDES; side++) {
			if (!(set >> side & 1))
				continue;
			if (!(tied >> side & 1)) {
				sum.points[side] = plus(sum.points[side], ratio((wide)dice[side] * counts[tied], left));
				continue;
			}
			if (again)
				sum.points[side] = plus(sum.points[side], ratio(counts[tied], left));
			else
				sum.win[side] = plus(sum.win[side], ratio(counts[tied], left));
			if (again && tied != set) {
				sum.points[side] = plus(sum.points[side], times(then.points[side], counts[tied], left));
				sum.win[side] = plus(sum.win[side], times(then.win[side], counts[tied], left));
			}
		}
	}
	return sum;
}

static void write_wide(char *out, wide value)
{
	if (value >= 10) {
		write_wide(out, value / 10);
		out += strlen(out);
	}
	*out++ = (char)('0' + (int)(value % 10));
	*out = '\0';
}

static void assert_ratio(const struct sw_fraction *f, struct ratio r)
{
	char expected[2 * 48];

	write_wide(expected, r.above);
	if (r.below != 1) {
		strcat(expected, "/");
		write_wide(expected + strlen(expected), r.below);
	}
	assert_text(f, expected);
}

static void assert_as_fought_out(const uint8_t dice[SW_SIDES], int sides)
{
	struct outlook outlook = fight(dice, (1u << sides) - 1);
	struct ratio sum = {0, 1};
	struct sw_odds odds;

	sw_odds(dice, 7, &odds);
	for (int side = 0; side < sides; side++) {
		sum = plus(sum, outlook.win[side]);
		assert_ratio(&odds.win[side], outlook.win[side]);
		assert_ratio(&odds.points[side], plus(outlook.points[side], times(outlook.win[side], 7, 1)));
	}
	ck_assert(sum.above == 1 && sum.below == 1);
}

START_TEST(up_to_three_sides_as_every_fall_of_the_dice)
{
	each_battle(2, 3, assert_as_fought_out);
}
END_TEST

/* --- modulo primes, for all battles ------------------------------------------------ */

static const uint64_t primes[] = {2305843009213693951, 2305843009213693921, 1152921504606846883};
enum { PRIMES = sizeof(primes) / sizeof(*primes) };

static uint64_t product(uint64_t a, uint64_t b, uint64_t p)
{
	return (uint64_t)((uwide)a * b % p);
}

/* By Fermat; so a wrong "prime" above would show at once. */
static uint64_t inverse(uint64_t a, uint64_t p)
{
	uint64_t result = 1, square = a % p;

	for (uint64_t e = p - 2; e; e >>= 1) {
		if (e & 1)
			result = product(result, square, p);
		square = product(square, square, p);
	}
	ck_assert(product(result, a % p, p) == 1);
	return result;
}

/* From the text, so that what is shown is what is checked. */
static uint64_t residue(const struct sw_fraction *f, uint64_t p)
{
	char text[SW_FRACTION_TEXT];
	uint64_t part[2] = {0, 0};
	int at = 0;

	sw_fraction_text(f, text);
	for (const char *c = text; *c; c++)
		if (*c == '/')
			at = 1;
		else
			part[at] = (product(part[at], 10, p) + (uint64_t)(*c - '0')) % p;
	return at ? product(part[0], inverse(part[1], p), p) : part[0];
}

/* Chances modulo p that exactly the sides `tied` of `set` are highest, die by die. */
static uint64_t chance(const uint8_t *dice, unsigned set, unsigned tied, uint64_t p)
{
	uint64_t sixth = inverse(6, p), sum = 0;

	for (uint64_t face = 1; face <= 6; face++) {
		uint64_t now = 1;

		for (int side = 0; side < SW_SIDES; side++) {
			uint64_t most = 1, less = 1;

			if (!(set >> side & 1))
				continue;
			for (int i = 0; i < dice[side]; i++) {
				most = product(most, product(face, sixth, p), p);
				less = product(less, product(face - 1, sixth, p), p);
			}
			now = product(now, tied >> side & 1 ? (most + p - less) % p : less, p);
		}
		sum = (sum + now) % p;
	}
	return sum;
}

struct residues { uint64_t win[SW_SIDES], points[SW_SIDES]; };

static void add(uint64_t *sum, uint64_t chance_of, uint64_t value, uint64_t p)
{
	*sum = (*sum + product(chance_of, value, p)) % p;
}

static void fight_modulo(const uint8_t *dice, unsigned set, uint64_t p, struct residues all[SETS])
{
	struct residues *now = &all[set];
	uint64_t self = chance(dice, set, set, p), scale = inverse(1 + p - self, p);

	memset(now, 0, sizeof(*now));
	for (unsigned tied = 1; tied <= set; tied++)
		for (int side = 0; side < SW_SIDES && (tied & ~set) == 0; side++) {
			uint64_t c = chance(dice, set, tied, p);
			int again = (tied & (tied - 1)) != 0;

			if (!(set >> side & 1))
				continue;
			if (!(tied >> side & 1)) {
				add(&now->points[side], c, dice[side], p);
			} else if (again) {
				add(&now->points[side], c, 1, p);
			} else {
				add(&now->win[side], c, 1, p);
			}
			if ((tied >> side & 1) && again && tied != set) {
				add(&now->points[side], c, all[tied].points[side], p);
				add(&now->win[side], c, all[tied].win[side], p);
			}
		}
	for (int side = 0; side < SW_SIDES; side++) {
		now->win[side] = product(now->win[side], scale, p);
		now->points[side] = product(now->points[side], scale, p);
	}
}

static void assert_modulo_primes(const uint8_t dice[SW_SIDES], int sides)
{
	static struct residues all[SETS];
	unsigned everybody = (1u << sides) - 1;
	struct sw_odds odds;

	sw_odds(dice, 4, &odds);
	for (int i = 0; i < PRIMES; i++) {
		uint64_t p = primes[i], sum = 0;

		for (unsigned set = 1; set <= everybody; set++)
			if (set & (set - 1))
				fight_modulo(dice, set, p, all);
		for (int side = 0; side < sides; side++) {
			uint64_t win = residue(&odds.win[side], p);

			sum = (sum + win) % p;
			ck_assert_uint_eq(win, all[everybody].win[side]);
			add(&all[everybody].points[side], win, 4, p);
			ck_assert_uint_eq(residue(&odds.points[side], p), all[everybody].points[side]);
		}
		ck_assert_uint_eq(sum, 1);
	}
}

START_TEST(all_battles_modulo_primes_and_chances_sum_to_one)
{
	each_battle(2, 5, assert_modulo_primes);
}
END_TEST

START_TEST(sides_with_equal_dice_have_equal_odds_wherever_they_sit)
{
	static const uint8_t seats[3][SW_SIDES] = {{3, 1, 2, 1, 3}, {1, 3, 3, 1, 2}, {2, 3, 1, 3, 1}};
	struct sw_odds first, odds;

	sw_odds(seats[0], 5, &first);
	for (int i = 0; i < 3; i++) {
		sw_odds(seats[i], 5, &odds);
		for (int side = 0; side < SW_SIDES; side++) {
			int like = seats[i][side] == 3 ? 0 : seats[i][side] == 2 ? 2 : 1;

			ck_assert_mem_eq(&odds.win[side], &first.win[like], sizeof(odds.win[side]));
			ck_assert_mem_eq(&odds.points[side], &first.points[like], sizeof(odds.points[side]));
		}
	}
}
END_TEST

/* --- lowest terms and rounding ---------------------------------------------------- */

/* Takes the prime out of `below`; nothing may be left to take out of `above` then. */
static void assert_prime_not_in_both(struct sw_big *below, const struct sw_big *above, uint64_t prime)
{
	int found = 0;

	for (; sw_big_modulo(below, prime) == 0; found = 1)
		ck_assert_uint_eq(sw_big_divide(below, prime), 0);
	ck_assert(!found || sw_big_modulo(above, prime) != 0);
}

/* The primes of the denominator are those of 6^D less the falls that change nothing. */
static void assert_lowest(const struct sw_fraction *f, const uint8_t *dice, int sides)
{
	struct sw_big below = f->below, one;

	for (unsigned set = 1; set < 1u << sides; set++) {
		uint64_t all = 1, same = 0;

		for (int side = 0; side < sides; side++)
			for (int i = 0; (set >> side & 1) && i < dice[side]; i++)
				all *= 6;
		for (uint64_t face = 1; face <= 6; face++) {
			uint64_t ways = 1, less = face - 1;

			for (int side = 0; side < sides; side++)
				if (set >> side & 1)
					ways *= dice[side] == 1 ? 1 : dice[side] == 2 ? face * face - less * less :
						face * face * face - less * less * less;
			same += ways;
		}
		all -= same;
		for (uint64_t prime = 2; (set & (set - 1)) && all > 1; prime = prime * prime > all ? all : prime + 1) {
			if (all % prime)
				continue;
			assert_prime_not_in_both(&below, &f->above, prime);
			while (all % prime == 0)
				all /= prime;
		}
	}
	sw_big_set(&one, 1);
	ck_assert_int_eq(sw_big_compare(&below, &one), 0);
}

static void assert_lowest_terms(const uint8_t dice[SW_SIDES], int sides)
{
	struct sw_odds odds;

	sw_odds(dice, 3, &odds);
	for (int side = 0; side < sides; side++) {
		if (side > 0 && dice[side] == dice[side - 1])
			continue;
		assert_lowest(&odds.win[side], dice, sides);
		assert_lowest(&odds.points[side], dice, sides);
	}
}

START_TEST(all_odds_are_in_lowest_terms)
{
	each_battle(2, 5, assert_lowest_terms);
}
END_TEST

static struct sw_fraction fraction(uint64_t above, uint64_t below)
{
	struct sw_fraction f;

	sw_big_set(&f.above, above);
	sw_big_set(&f.below, below);
	return f;
}

START_TEST(text_and_thousandths)
{
	static const struct { uint64_t above, below; const char *text; long milli; } rows[] = {
		{0, 1, "0", 0}, {1, 1, "1", 1000}, {2, 1, "2", 2000}, {5, 12, "5/12", 417}, {1, 3, "1/3", 333},
		{2, 3, "2/3", 667}, {1, 16, "1/16", 63}, {3, 16, "3/16", 188}, {1, 2000, "1/2000", 1},
		{1, 2001, "1/2001", 0}, {1999, 2000, "1999/2000", 1000}, {7, 6, "7/6", 1167},
		{1000000, 1000001, "1000000/1000001", 1000}, {90000010, 1, "90000010", 0},
		{11000001, 1000000, "11000001/1000000", 11000}, {999999, 1, "999999", 999999000},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct sw_fraction f = fraction(rows[i].above, rows[i].below);

		assert_text(&f, rows[i].text);
		if (rows[i].above / rows[i].below < 1000000)
			ck_assert_int_eq(sw_fraction_milli(&f), rows[i].milli);
	}
}
END_TEST

static long double value_of(const struct sw_fraction *f)
{
	char text[SW_FRACTION_TEXT], *stroke;

	sw_fraction_text(f, text);
	stroke = strchr(text, '/');
	return strtold(text, NULL) / (stroke ? strtold(stroke + 1, NULL) : 1);
}

static void assert_rounded(const uint8_t dice[SW_SIDES], int sides)
{
	struct sw_odds odds;

	sw_odds(dice, 100, &odds);
	for (int side = 0; side < sides; side++) {
		long double win = 1000 * value_of(&odds.win[side]), points = 1000 * value_of(&odds.points[side]);

		ck_assert_int_eq(sw_fraction_milli(&odds.win[side]), (long)(win + 0.5L));
		ck_assert_int_eq(sw_fraction_milli(&odds.points[side]), (long)(points + 0.5L));
	}
}

START_TEST(all_odds_round_to_nearest)
{
	each_battle(2, 5, assert_rounded);
}
END_TEST

START_TEST(numbers_carry_and_divide)
{
	struct sw_big b, sum;

	/* 999999999999^3 = 999999999997000000000002999999999999, there and back. */
	sw_big_set(&b, 999999999999);
	sw_big_multiply(&b, 999999999999);
	sw_big_multiply(&b, 999999999999);
	assert_text(&(struct sw_fraction){.above = b, .below.limbs = {1}}, "999999999997000000000002999999999999");
	ck_assert_uint_eq(sw_big_modulo(&b, 10000000000000), 2999999999999);
	sum = b;
	sw_big_add(&sum, &b, 9999999999999);
	ck_assert_int_eq(sw_big_compare(&sum, &b), 1);
	ck_assert_int_eq(sw_big_compare(&b, &sum), -1);
	ck_assert_uint_eq(sw_big_divide(&sum, 10000000000000), 0);
	ck_assert_int_eq(sw_big_compare(&sum, &b), 0);
	ck_assert_uint_eq(sw_big_divide(&b, 999999999998), 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sw_odds");
	TCase *tests = tcase_create("sw_odds");
	SRunner *runner;
	int failed;

	tcase_add_test(tests, two_sides_by_hand);
	tcase_add_test(tests, prize_goes_to_the_winner);
	tcase_add_test(tests, up_to_three_sides_as_every_fall_of_the_dice);
	tcase_add_test(tests, all_battles_modulo_primes_and_chances_sum_to_one);
	tcase_add_test(tests, sides_with_equal_dice_have_equal_odds_wherever_they_sit);
	tcase_add_test(tests, all_odds_are_in_lowest_terms);
	tcase_add_test(tests, text_and_thousandths);
	tcase_add_test(tests, all_odds_round_to_nearest);
	tcase_add_test(tests, numbers_carry_and_divide);
	suite_add_tcase(suite, tests);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

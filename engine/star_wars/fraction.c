/*
 * fraction.c - the arithmetic of odds.
 *
 * The denominators of a battle are known by their factors, each of which fits
 * into 64 bits.  So nothing ever divides a large number by a large one, and
 * lowest terms need no more than Euclid's algorithm for plain integers.
 */
#include "fraction.h"

#include <string.h>

void sw_big_set(struct sw_big *b, uint64_t value)
{
	for (int i = 0; i < SW_BIG_LIMBS; i++) {
		b->limbs[i] = (uint32_t)(value % SW_BIG_UNIT);
		value /= SW_BIG_UNIT;
	}
}

void sw_big_add(struct sw_big *sum, const struct sw_big *b, uint64_t times)
{
	uint64_t carry = 0;

	for (int i = 0; i < SW_BIG_LIMBS; i++) {
		carry += sum->limbs[i] + b->limbs[i] * times;
		sum->limbs[i] = (uint32_t)(carry % SW_BIG_UNIT);
		carry /= SW_BIG_UNIT;
	}
}

void sw_big_multiply(struct sw_big *b, uint64_t by)
{
	struct sw_big product = {{0}};

	sw_big_add(&product, b, by);
	*b = product;
}

/* Units that are in use: the leading ones are 0 as a rule. */
static int length(const struct sw_big *b)
{
	int i = SW_BIG_LIMBS;

	while (i > 0 && b->limbs[i - 1] == 0)
		i--;
	return i;
}

uint64_t sw_big_divide(struct sw_big *b, uint64_t by)
{
	uint64_t rest = 0;

	for (int i = length(b) - 1; i >= 0; i--) {
		rest = rest * SW_BIG_UNIT + b->limbs[i];
		b->limbs[i] = (uint32_t)(rest / by);
		rest %= by;
	}
	return rest;
}

uint64_t sw_big_modulo(const struct sw_big *b, uint64_t by)
{
	uint64_t rest = 0;

	for (int i = length(b) - 1; i >= 0; i--)
		rest = (rest * SW_BIG_UNIT + b->limbs[i]) % by;
	return rest;
}

int sw_big_compare(const struct sw_big *a, const struct sw_big *b)
{
	for (int i = SW_BIG_LIMBS - 1; i >= 0; i--)
		if (a->limbs[i] != b->limbs[i])
			return a->limbs[i] < b->limbs[i] ? -1 : 1;
	return 0;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/*
 * What is left of a divisor has nothing in common with what is left above,
 * and never will again, as above only loses factors.  So once through does.
 */
void sw_fraction_reduce(struct sw_fraction *f, const struct sw_big *above, const uint64_t *divisors, int count)
{
	f->above = *above;
	sw_big_set(&f->below, 1);
	for (int i = 0; i < count; i++) {
		uint64_t common = common_divisor(divisors[i], sw_big_modulo(&f->above, divisors[i]));

		if (common > 1)
			sw_big_divide(&f->above, common);
		sw_big_multiply(&f->below, divisors[i] / common);
	}
}

static char *digits(char *at, const struct sw_big *b)
{
	int i = length(b) - 1, shown = 0;

	for (; i >= 0; i--) {
		uint32_t scale = SW_BIG_UNIT / 10;

		for (; scale > 0; scale /= 10) {
			uint32_t digit = b->limbs[i] / scale % 10;

			shown |= digit > 0;
			if (shown)
				*at++ = (char)('0' + digit);
		}
	}
	if (!shown)
		*at++ = '0';
	return at;
}

void sw_fraction_text(const struct sw_fraction *f, char text[SW_FRACTION_TEXT])
{
	struct sw_big one;
	char *at = digits(text, &f->above);

	sw_big_set(&one, 1);
	if (sw_big_compare(&f->below, &one) != 0) {
		*at++ = '/';
		at = digits(at, &f->below);
	}
	*at = '\0';
}

/* The largest m with 2 m below <= 2000 above + below, bit by bit. */
long sw_fraction_milli(const struct sw_fraction *f)
{
	struct sw_big bound = f->below;
	long milli = 0;

	sw_big_add(&bound, &f->above, 2000);
	for (long bit = 1L << 29; bit > 0; bit >>= 1) {
		struct sw_big reached = {{0}};

		sw_big_add(&reached, &f->below, 2 * (uint64_t)(milli + bit));
		if (sw_big_compare(&reached, &bound) <= 0)
			milli += bit;
	}
	return milli;
}

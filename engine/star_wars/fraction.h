/*
 * fraction.h - numbers without rounding, as large as the odds of a battle.
 *
 * A number is units of 10^6, lowest first, so that a unit times what divides
 * or multiplies it fits into 64 bits, and decimal digits come for free.
 * Nothing is negative.  Results must stay below 10^216; multipliers and
 * divisors below 10^13.
 */
#ifndef MEEPLED_ENGINE_STAR_WARS_FRACTION_H
#define MEEPLED_ENGINE_STAR_WARS_FRACTION_H

#include <stdint.h>

enum { SW_BIG_LIMBS = 36, SW_BIG_UNIT = 1000000, SW_BIG_DIGITS = 6 };

struct sw_big { uint32_t limbs[SW_BIG_LIMBS]; };
struct sw_fraction { struct sw_big above, below; };

/* Two numbers, a stroke, a NUL. */
enum { SW_FRACTION_TEXT = 2 * SW_BIG_DIGITS * SW_BIG_LIMBS + 2 };

void sw_big_set(struct sw_big *b, uint64_t value);
/* sum += b * times; the two may be the same number only when it is 0. */
void sw_big_add(struct sw_big *sum, const struct sw_big *b, uint64_t times);
void sw_big_multiply(struct sw_big *b, uint64_t by);
/* Rounds down; returns the remainder. */
uint64_t sw_big_divide(struct sw_big *b, uint64_t by);
uint64_t sw_big_modulo(const struct sw_big *b, uint64_t by);
/* Like memcmp(). */
int sw_big_compare(const struct sw_big *a, const struct sw_big *b);

/* above / (the product of the divisors), in lowest terms. */
void sw_fraction_reduce(struct sw_fraction *f, const struct sw_big *above, const uint64_t *divisors, int count);
/* "5/12"; "2" when it is whole.  Expects lowest terms. */
void sw_fraction_text(const struct sw_fraction *f, char text[SW_FRACTION_TEXT]);
/*
 * In thousandths, rounded to nearest, halves up.  The fraction must be less
 * than a million, and its numbers below 10^200.
 */
long sw_fraction_milli(const struct sw_fraction *f);

#endif

/* show_rating.c - see show_rating.h. */
#include "api/show_rating.h"

#include <stdio.h>

void show_decimal(struct json_out *out, const char *key, double value, int places)
{
	char text[64];
	int size = snprintf(text, sizeof(text), "%.*f", places, value);

	json_out_raw(out, key, text, (size_t)size);
}

void show_rating(struct json_out *out, const struct store_standing *s)
{
	show_decimal(out, "rating", s->ordinal, 4);
	show_decimal(out, "mu", s->mu, 4);
	show_decimal(out, "sigma", s->sigma, 4);
}

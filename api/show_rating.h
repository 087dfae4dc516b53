/*
 * show_rating.h - the numbers of a rating as every answer shows them.
 */
#ifndef MEEPLED_API_SHOW_RATING_H
#define MEEPLED_API_SHOW_RATING_H

#include "api/json.h"
#include "storage/standings.h"

/* "rating", "mu" and "sigma", to four places, members of the open object. */
void show_rating(struct json_out *out, const struct store_standing *s);
/* A number to `places` places. */
void show_decimal(struct json_out *out, const char *key, double value, int places);

#endif

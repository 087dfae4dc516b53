/*
 * zone.h - time zones by their names in the tz database ("Europe/Berlin").
 *
 * The only door to the database.  What it says is written into events when it
 * is asked, and never asked again for the past: a new edition of the database
 * changes no game that has begun until its player sets the hours anew.
 */
#ifndef MEEPLED_API_ZONE_H
#define MEEPLED_API_ZONE_H

#include "api/clock.h"

enum { ZONE_NAME = 48 };

/* Whether there is such a zone: "UTC", or an area and a place. */
int zone_known(const char *name);
/*
 * Fill in offset and shifts of the hours as they are from `at` on: up to
 * CLOCK_SHIFTS_MAX shifts of the next ZONE_YEARS years.  0, or -1: no such zone.
 */
enum { ZONE_YEARS = 5 };
int zone_hours(const char *name, int64_t at, struct clock_hours *hours);

#endif

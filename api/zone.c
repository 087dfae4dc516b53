/*
 * zone.c - time zones, by GLib.
 *
 * The C library knows only the zone of the process (TZ), which threads cannot
 * switch; GLib reads any zone of the tz database.  It tells the offset at an
 * instant; shifts are found by looking at each day and then between two days.
 */
#include "api/zone.h"

#include <glib.h>
#include <string.h>

/* Names are paths below the database: none leads out of it. */
static int is_name(const char *name)
{
	size_t size = strlen(name);

	if (strcmp(name, "UTC") == 0)
		return 1;
	return size < ZONE_NAME && strchr(name, '/') && name[size - 1] != '/' && !strstr(name, "//") &&
		((name[0] >= 'A' && name[0] <= 'Z') || (name[0] >= 'a' && name[0] <= 'z')) &&
		strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/") == size;
}

static GTimeZone *find(const char *name)
{
	return is_name(name) ? g_time_zone_new_identifier(name) : NULL;
}

int zone_known(const char *name)
{
	GTimeZone *zone = find(name);

	if (!zone)
		return 0;
	g_time_zone_unref(zone);
	return 1;
}

/* Minutes from UTC. */
static int offset_at(GTimeZone *zone, int64_t ms)
{
	int interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, ms / 1000);

	return interval < 0 ? 0 : g_time_zone_get_offset(zone, interval) / 60;
}

/* The first second in (from, to] that has another offset than `from`. */
static int64_t find_shift(GTimeZone *zone, int64_t from, int64_t to)
{
	int before = offset_at(zone, from);

	from /= 1000;
	to /= 1000;
	while (to - from > 1) {
		int64_t middle = from + (to - from) / 2;

		if (offset_at(zone, middle * 1000) == before)
			from = middle;
		else
			to = middle;
	}
	return to * 1000;
}

int zone_hours(const char *name, int64_t at, struct clock_hours *h)
{
	GTimeZone *zone = find(name);
	int64_t day = at - at % 1000, end = at + ZONE_YEARS * 365 * CLOCK_DAY;
	int offset;

	if (!zone)
		return -1;
	offset = offset_at(zone, day);
	h->offset = (int16_t)offset;
	h->shift_count = 0;
	for (; day < end && h->shift_count < CLOCK_SHIFTS_MAX; day += CLOCK_DAY) {
		int64_t shift;

		if (offset_at(zone, day + CLOCK_DAY) == offset)
			continue;
		shift = find_shift(zone, day, day + CLOCK_DAY);
		offset = offset_at(zone, shift);
		h->shifts[h->shift_count].at = shift;
		h->shifts[h->shift_count++].offset = (int16_t)offset;
	}
	g_time_zone_unref(zone);
	return 0;
}

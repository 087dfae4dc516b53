/*
 * time.c - times as text (RFC 3339) and durations (ISO 8601).
 *
 * Own code, because the C library's looks at the time zone of the machine.
 * The calendar is counted from 1 March of year 0, so that leap days come last in
 * a year.
 */
#include "api/call.h"

#include <string.h>

#define DAY_MS 86400000ll
#define TIME_LAST 253402300799999ll	/* the last millisecond of 9999 */

static int64_t days_of(int year, int month, int day)
{
	int64_t y = month <= 2 ? year - 1 : year;
	int64_t era = y / 400, of_era = y % 400;
	int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

	return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static void date_of(int64_t days, int *year, int *month, int *day)
{
	int64_t z = days + 719468, era = z / 146097, of_era = z % 146097;
	int64_t y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
	int64_t of_year = of_era - (365 * y + y / 4 - y / 100);
	int64_t mp = (5 * of_year + 2) / 153;

	*day = (int)(of_year - (153 * mp + 2) / 5 + 1);
	*month = (int)(mp < 10 ? mp + 3 : mp - 9);
	*year = (int)(y + era * 400 + (*month <= 2));
}

/* `count` decimal digits, leading zeros included. */
static char *put_digits(char *p, int64_t value, int count)
{
	for (int i = count - 1; i >= 0; i--) {
		p[i] = (char)('0' + value % 10);
		value /= 10;
	}
	return p + count;
}

void time_text(char out[TIME_TEXT], int64_t ms)
{
	char *p = out;
	int year, month, day;
	int64_t of_day;

	if (ms < 0)
		ms = 0;
	if (ms > TIME_LAST)
		ms = TIME_LAST;
	date_of(ms / DAY_MS, &year, &month, &day);
	of_day = ms % DAY_MS;
	p = put_digits(p, year, 4);
	*p++ = '-';
	p = put_digits(p, month, 2);
	*p++ = '-';
	p = put_digits(p, day, 2);
	*p++ = 'T';
	p = put_digits(p, of_day / 3600000, 2);
	*p++ = ':';
	p = put_digits(p, of_day / 60000 % 60, 2);
	*p++ = ':';
	p = put_digits(p, of_day / 1000 % 60, 2);
	*p++ = '.';
	p = put_digits(p, of_day % 1000, 3);
	memcpy(p, "Z", 2);
}

/* Exactly `count` digits at *p; -1 when there are others. */
static int take_digits(const char **p, int count)
{
	int value = 0;

	for (; count > 0; count--, (*p)++) {
		if (**p < '0' || **p > '9')
			return -1;
		value = value * 10 + (**p - '0');
	}
	return value;
}

static int take(const char **p, const char *one_of)
{
	if (!**p || !strchr(one_of, **p))
		return 0;
	(*p)++;
	return 1;
}

/* ".123456" as milliseconds, further digits ignored; -1 when a digit lacks. */
static int take_fraction(const char **p)
{
	int ms = 0, count = 0;

	if (!take(p, "."))
		return 0;
	for (; **p >= '0' && **p <= '9'; (*p)++, count++) {
		if (count < 3)
			ms = ms * 10 + (**p - '0');
	}
	for (int i = count; i < 3; i++)
		ms *= 10;
	return count ? ms : -1;
}

/* "Z" or "+02:00" in minutes; 0 when there is none. */
static int take_offset(const char **p, int *minutes)
{
	int sign, hours, rest;

	*minutes = 0;
	if (take(p, "Zz"))
		return 1;
	sign = **p == '-' ? -1 : 1;
	if (!take(p, "+-"))
		return 0;
	hours = take_digits(p, 2);
	if (hours < 0 || hours > 23 || !take(p, ":"))
		return 0;
	rest = take_digits(p, 2);
	if (rest < 0 || rest > 59)
		return 0;
	*minutes = sign * (hours * 60 + rest);
	return 1;
}

int time_parse(const char *text, int64_t *ms)
{
	const char *p = text;
	int year, month, day, hour, minute, second, fraction, offset, y, m, d;
	int64_t days, result;

	if ((year = take_digits(&p, 4)) < 0 || !take(&p, "-") || (month = take_digits(&p, 2)) < 0
	    || !take(&p, "-") || (day = take_digits(&p, 2)) < 0 || !take(&p, "Tt ")
	    || (hour = take_digits(&p, 2)) < 0 || !take(&p, ":") || (minute = take_digits(&p, 2)) < 0
	    || !take(&p, ":") || (second = take_digits(&p, 2)) < 0
	    || (fraction = take_fraction(&p)) < 0 || !take_offset(&p, &offset) || *p)
		return 0;
	if (year < 1970 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59)
		return 0;
	days = days_of(year, month, day);
	date_of(days, &y, &m, &d);
	if (m != month || d != day)
		return 0;
	result = days * DAY_MS + ((hour * 60ll + minute - offset) * 60 + second) * 1000 + fraction;
	if (result < 0 || result > TIME_LAST)
		return 0;
	*ms = result;
	return 1;
}

/* Digits and one of the units, in their order; *next is the first unit that may come. */
static int take_part(const char **p, const char *units, int *next, int64_t *value)
{
	const char *unit;
	int count = 0;

	*value = 0;
	for (; **p >= '0' && **p <= '9'; (*p)++) {
		*value = *value * 10 + (**p - '0');
		if (++count > 9)
			return -1;
	}
	unit = **p && count ? strchr(units + *next, **p) : NULL;
	if (!unit)
		return -1;
	(*p)++;
	*next = (int)(unit - units) + 1;
	return (int)(unit - units);
}

int duration_parse(const char *text, int64_t *ms)
{
	static const int64_t of_date[] = {7 * DAY_MS, DAY_MS}, of_time[] = {3600000, 60000, 1000};
	const char *p = text;
	int64_t total = 0, value;
	int next = 0, unit;

	if (!take(&p, "P") || !*p)
		return 0;
	while (*p && *p != 'T') {
		unit = take_part(&p, "WD", &next, &value);
		if (unit < 0)
			return 0;
		total += value * of_date[unit];
	}
	if (take(&p, "T")) {
		next = 0;
		do {
			unit = take_part(&p, "HMS", &next, &value);
			if (unit < 0)
				return 0;
			total += value * of_time[unit];
		} while (*p);
	}
	*ms = total;
	return 1;
}

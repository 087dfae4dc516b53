/*
 * Units are a table.  A bare number is refused: whoever writes "5" may mean anything.
 */
#include "daemon/durations.h"

#include <stddef.h>
#include <string.h>

static const struct { const char *name; int64_t ms; } units[] = {
	{ "ms", 1 }, { "s", 1000 }, { "m", 60 * 1000 }, { "h", 3600 * 1000 }, { "d", 24 * 3600 * 1000 },
};

enum { DIGITS_MAX = 9 };

static int64_t unit_of(const char *name, size_t size)
{
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (strlen(units[i].name) == size && memcmp(units[i].name, name, size) == 0)
			return units[i].ms;
	return -1;
}

/* One of `size` characters; -1: malformed. */
static int64_t parse_one(const char *text, size_t size)
{
	size_t digits = strspn(text, "0123456789");
	int64_t number = 0, unit;

	if (digits < 1 || digits > DIGITS_MAX || digits >= size)
		return -1;
	for (size_t i = 0; i < digits; i++)
		number = number * 10 + (text[i] - '0');
	unit = unit_of(text + digits, size - digits);
	return unit < 0 || number * unit > DURATION_DAYS_MAX * (int64_t)24 * 3600 * 1000 ? -1 : number * unit;
}

int durations_parse(int64_t out[DURATIONS_MAX], const char *text)
{
	int count = 0;

	for (;;) {
		size_t size;

		text += strspn(text, ", \t");
		size = strcspn(text, ", \t");
		if (!size)
			return count > 0 ? count : -1;
		if (count == DURATIONS_MAX || (out[count] = parse_one(text, size)) < 0)
			return -1;
		text += size;
		count++;
	}
}

/* cookie.c - see cookie.h. */
#include "api/cookie.h"

#include <string.h>

static const char blanks[] = " \t";

static size_t without_blanks(const char *text, size_t size)
{
	while (size && strchr(blanks, text[size - 1]))
		size--;
	return size;
}

int cookie_find(const char *header, const char *name, const char **value, size_t *size)
{
	size_t name_size = strlen(name);
	int count = 0;

	while (*header) {
		const char *pair = header + strspn(header, blanks), *end = pair + strcspn(pair, ";");
		const char *equals = memchr(pair, '=', (size_t)(end - pair));

		header = end + (*end == ';');
		if (!equals || without_blanks(pair, (size_t)(equals - pair)) != name_size || memcmp(pair, name, name_size))
			continue;
		if (count++)
			continue;
		*value = equals + 1 + strspn(equals + 1, blanks);
		*size = *value < end ? without_blanks(*value, (size_t)(end - *value)) : 0;
	}
	return count;
}

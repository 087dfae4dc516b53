/*
 * name.c - names are shown to others in lists and terminals, so they may not
 * break lines, steer a terminal or turn the direction of writing around.
 */
#include "api/name.h"

#include <string.h>

#include "storage/store.h"

enum { RAW_MAX = 2400 };		/* bytes with the white space that is taken off */

/* The code point at *p of valid UTF-8; *p moves on. */
static unsigned next_point(const unsigned char **p)
{
	unsigned c = *(*p)++;
	int more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;

	if (more)
		c &= 0x3fu >> more;
	for (; more > 0; more--)
		c = c << 6 | (*(*p)++ & 0x3f);
	return c;
}

static int is_control(unsigned c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x200b && c <= 0x200f)
		|| (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff
		|| (c >= 0xfff9 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe007f);
}

static int is_space(unsigned c)
{
	return c == ' ' || c == 0xa0 || c == 0x3000 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f || c == 0x205f;
}

/* What is wrong with a line, or NULL and its first and last byte and its characters. */
static const char *check(const char *raw, int joiners, const char **first, const char **end, int *length)
{
	const unsigned char *p = (const unsigned char *)raw;
	int count = 0, until = 0;

	*length = 0;
	*first = *end = raw;
	while (*p) {
		unsigned c = next_point(&p);

		if (is_control(c) && !(joiners && (c == 0x200c || c == 0x200d)))
			return "may not hold control characters";
		if (is_space(c) && until == 0) {
			*first = *end = (const char *)p;
			continue;
		}
		count++;
		if (!is_space(c)) {
			until = count;
			*end = (const char *)p;
		}
	}
	*length = until;
	return until == 0 ? "may not be empty" : NULL;
}

static int read_line(struct members *m, const char *name, enum presence p, int chars, int joiners,
	char *out, size_t bytes)
{
	char raw[RAW_MAX + 1];
	const char *first, *end, *fault;
	int length;

	if (!members_text(m, name, p, raw, RAW_MAX))
		return 0;
	fault = check(raw, joiners, &first, &end, &length);
	if (fault)
		members_fault(m, name, "%s", fault);
	else if (length > chars || (size_t)(end - first) > bytes)
		members_fault(m, name, "may have %d characters", chars);
	if (fault || length > chars || (size_t)(end - first) > bytes)
		return 0;
	memcpy(out, first, (size_t)(end - first));
	out[end - first] = '\0';
	return 1;
}

int members_name(struct members *m, const char *name, enum presence p, char *out)
{
	return read_line(m, name, p, NAME_CHARS, 0, out, STORE_NAME);
}

int members_line(struct members *m, const char *name, enum presence p, int chars, char *out, size_t bytes)
{
	return read_line(m, name, p, chars, 1, out, bytes);
}

/*
 * buf.c - growing byte buffers.
 *
 * Views of some 20 KB are written into one for every move, so the common
 * case (there is room) is a compare and a copy; growing doubles.
 */
#include "api/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256 };

void buf_init(struct buf *b, size_t max)
{
	memset(b, 0, sizeof(*b));
	b->max = max;
}

void buf_free(struct buf *b)
{
	free(b->data);
	buf_init(b, b->max);
}

void buf_reset(struct buf *b)
{
	b->size = 0;
	b->failed = 0;
	if (b->data)
		b->data[0] = '\0';
}

/* Make room for `more` bytes and the NUL; 0 when the buffer fails or had failed. */
static int make_room(struct buf *b, size_t more)
{
	size_t room;
	char *data;

	if (b->failed)
		return 0;
	if (more < b->room - b->size)
		return 1;
	if (more > b->max - b->size)
		goto fail;
	room = b->room ? b->room : FIRST_ROOM;
	while (room <= b->size + more)
		room *= 2;
	if (room > b->max + 1)
		room = b->max + 1;
	data = realloc(b->data, room);
	if (!data)
		goto fail;
	b->data = data;
	b->room = room;
	return 1;
fail:
	b->failed = 1;
	return 0;
}

void buf_reserve(struct buf *b, size_t size)
{
	if (make_room(b, size))
		b->data[b->size] = '\0';
}

void buf_bytes(struct buf *b, const void *data, size_t size)
{
	if (!make_room(b, size))
		return;
	if (size)
		memcpy(b->data + b->size, data, size);
	b->size += size;
	b->data[b->size] = '\0';
}

void buf_text(struct buf *b, const char *text)
{
	buf_bytes(b, text, strlen(text));
}

void buf_char(struct buf *b, char c)
{
	if (!make_room(b, 1))
		return;
	b->data[b->size++] = c;
	b->data[b->size] = '\0';
}

void buf_format(struct buf *b, const char *format, ...)
{
	va_list args, again;
	int n;

	va_start(args, format);
	va_copy(again, args);
	n = vsnprintf(NULL, 0, format, args);
	if (n < 0)
		b->failed = 1;
	else if (make_room(b, (size_t)n)) {
		vsnprintf(b->data + b->size, (size_t)n + 1, format, again);
		b->size += (size_t)n;
	}
	va_end(again);
	va_end(args);
}

void buf_number(struct buf *b, long long value)
{
	char digits[24];
	char *p = digits + sizeof(digits);
	unsigned long long rest = value < 0 ? 0ull - (unsigned long long)value : (unsigned long long)value;

	do
		*--p = (char)('0' + rest % 10);
	while (rest /= 10);
	if (value < 0)
		*--p = '-';
	buf_bytes(b, p, (size_t)(digits + sizeof(digits) - p));
}

int buf_failed(const struct buf *b)
{
	return b->failed;
}

char *buf_take(struct buf *b, size_t *size)
{
	char *data;

	buf_bytes(b, "", 0);	/* an empty text is a text, too */
	if (b->failed)
		return NULL;
	data = b->data;
	if (size)
		*size = b->size;
	buf_init(b, b->max);
	return data;
}

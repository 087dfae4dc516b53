/*
 * buf.h - a growing byte buffer that is born with its maximum.
 *
 * Every function may be called on a buffer that has failed (no memory, or
 * over its maximum): nothing happens, and buf_failed() stays true.  So a
 * long text is built without a check on every line and asked once at the end.
 * The bytes always end with a NUL that is not counted.
 */
#ifndef MEEPLED_API_BUF_H
#define MEEPLED_API_BUF_H

#include <stddef.h>

struct buf {
	char *data;		/* owned; NULL while nothing was added */
	size_t size, room, max;
	int failed;
};

void buf_init(struct buf *b, size_t max);
void buf_free(struct buf *b);		/* and ready for use again */
void buf_reset(struct buf *b);		/* empty and not failed; memory kept */
/* Make room for that many bytes at once; nothing is added. */
void buf_reserve(struct buf *b, size_t size);
void buf_bytes(struct buf *b, const void *data, size_t size);
void buf_text(struct buf *b, const char *text);
void buf_char(struct buf *b, char c);
void buf_format(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_number(struct buf *b, long long value);
int buf_failed(const struct buf *b);
/*
 * For whoever writes very many small pieces: room for `more` bytes and the NUL,
 * or NULL when the buffer failed.  Write there, then say how far it went.
 */
static inline char *buf_space(struct buf *b, size_t more)
{
	if (b->failed || more >= b->room - b->size)
		buf_reserve(b, more);
	return b->failed ? NULL : b->data + b->size;
}

static inline void buf_written(struct buf *b, char *end)
{
	*end = '\0';
	b->size = (size_t)(end - b->data);
}

/* Take the bytes away from the buffer (free() them); NULL when it failed. */
char *buf_take(struct buf *b, size_t *size);

#endif

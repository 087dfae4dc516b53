/*
 * blob.c - immutable bytes with a count of their holders.
 */
#include "api/api.h"

#include <stdlib.h>
#include <string.h>

struct blob *blob_new(const void *data, size_t size)
{
	struct blob *b = malloc(sizeof(*b) + size + 1);

	if (!b)
		return NULL;
	atomic_init(&b->refs, 1);
	b->size = size;
	if (size)
		memcpy(b->data, data, size);
	b->data[size] = '\0';
	return b;
}

struct blob *blob_ref(struct blob *b)
{
	atomic_fetch_add_explicit(&b->refs, 1, memory_order_relaxed);
	return b;
}

void blob_unref(struct blob *b)
{
	if (b && atomic_fetch_sub_explicit(&b->refs, 1, memory_order_acq_rel) == 1)
		free(b);
}

/*
 * gallery.h - pictures that were drawn, and what drawing needs (internal to api/).
 *
 * A picture is kept under all that it depends on; as the picture of a version
 * never changes, nothing is ever thrown away but to make room, the longest
 * unused first.
 *
 * Threads: any.
 */
#ifndef MEEPLED_API_GALLERY_H
#define MEEPLED_API_GALLERY_H

#include "api/api.h"
#include "api/artwork.h"

enum { GALLERY_KEY = 80, GALLERY_ETAG = 40, GALLERY_PICTURES = 256, GALLERY_BYTES = 32 << 20 };

struct gallery;

struct gallery *gallery_open(void);		/* NULL: no memory */
void gallery_close(struct gallery *g);		/* NULL is allowed */

/* A reference to the picture and its entity tag, or NULL. */
struct blob *gallery_find(struct gallery *g, const char *key, char etag[GALLERY_ETAG]);
/* Keep it (the reference stays the caller's); its entity tag. */
void gallery_keep(struct gallery *g, const char *key, struct blob *picture, char etag[GALLERY_ETAG]);

/* Made on first use; lives as long as the gallery.  NULL: no memory. */
const struct artwork *gallery_artwork(struct gallery *g, const struct ruleset *ruleset, const struct tileset *ts);

#endif

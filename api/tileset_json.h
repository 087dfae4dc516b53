/*
 * tileset_json.h - tile sets as files (meepled-tileset/1).
 */
#ifndef MEEPLED_API_TILESET_JSON_H
#define MEEPLED_API_TILESET_JSON_H

#include "api/buf.h"
#include "engine/core/ruleset.h"

enum { TILESET_FILE_MAX = 1024 * 1024 };

/*
 * Read, check and finish a tile set.  Every finding goes as one line
 * ("error: kind ss06: ..." or "warning: ...") into `findings`, which may be
 * NULL.  Returns the number of errors: 0 means *out and *ruleset are usable.
 * sha256 is that of the given bytes.
 */
int tileset_read(struct tileset *out, const struct ruleset **ruleset,
	const char *text, size_t size, struct buf *findings);

/* The tile set that ships with a ruleset, as bytes of its file. */
const char *tileset_bundled(const struct ruleset *r, size_t *size);

#endif

/*
 * tileset_json.h - tile sets as files (meepled-tileset/1).
 *
 * A file may come from anyone: it is checked as strictly as a request, and
 * everything that is wrong with it is said at once.
 */
#ifndef MEEPLED_API_TILESET_JSON_H
#define MEEPLED_API_TILESET_JSON_H

#include "api/buf.h"
#include "engine/core/ruleset.h"

#define TILESET_FORMAT "meepled-tileset/1"
enum { TILESET_FILE_MAX = 1024 * 1024 };

/*
 * Read, check and finish a tile set.  Every finding goes as one line
 * ("error: kind ss06: ..." or "warning: ...") into `findings`, which may be
 * NULL.  Returns the number of errors: 0 means *out and *ruleset are usable,
 * otherwise neither is.  *ruleset is the newest version of the game that the
 * file names.  sha256 is that of the given bytes.
 */
int tileset_read(struct tileset *out, const struct ruleset **ruleset,
	const char *text, size_t size, struct buf *findings);

/* The tile set that ships with a ruleset, as bytes of its file; static. */
const char *tileset_bundled(const struct ruleset *r, size_t *size);

/*
 * `meepled tileset check FILE...`: prints every finding on standard output,
 * one a line with the file's name before it.  Returns 0 when all files are
 * good, 1 when one has errors, 2 when one cannot be read or none was named.
 */
int tileset_check_files(int count, char **paths);

#endif

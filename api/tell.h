/*
 * tell.h - JSON for people at a terminal: in words, and in lines of a width.
 */
#ifndef MEEPLED_API_TELL_H
#define MEEPLED_API_TELL_H

#include "api/buf.h"
#include "api/json.h"

enum { TELL_WIDTH = 80 };		/* characters of a line */

/*
 * Append the text, broken at blanks.  The line that it goes to has `column`
 * characters already; those that follow begin with `indent` blanks.  A word that
 * is longer than a line stands by itself.  No line feed at the end.
 */
void tell_wrapped(struct buf *out, const char *text, size_t size, int column, int indent);

/*
 * Append the members of an object but those named in `without` (NULL-terminated,
 * or NULL), as lines each with a line feed.  The first goes to a line that has
 * `column` characters.  A list of objects that hold lists or objects themselves
 * comes after all else, an element a line: "throw 2: ...".  Where a member is
 * there rounded, too ("win_permille", "points_milli"), that is told in its place.
 */
void tell_object(struct buf *out, const struct json *object, const char *const *without, int column);

#endif

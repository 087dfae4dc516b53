/*
 * name.h - names that people give to players, tokens and games.
 */
#ifndef MEEPLED_API_NAME_H
#define MEEPLED_API_NAME_H

#include "api/json.h"

enum { NAME_CHARS = 40 };

/*
 * Read a name: 1..NAME_CHARS characters of one line, white space at both ends
 * taken off.  1 when present and good; `out` has room for STORE_NAME + 1 bytes.
 */
int members_name(struct members *m, const char *name, enum presence p, char *out);
/*
 * The same of a text of up to `chars` characters and `bytes` bytes.  Joiners, of
 * which some scripts and pictures are made, may be inside.
 */
int members_line(struct members *m, const char *name, enum presence p, int chars, char *out, size_t bytes);

#endif

/*
 * catalogue.h - tile sets on offer, and those that games began with.
 *
 * On offer are the bundled set of every game and what api_add_tileset() took.
 * A set that a game began with and that is on offer no more is read from the
 * store and kept until the end.  Offers live as long as the catalogue.
 */
#ifndef MEEPLED_API_CATALOGUE_H
#define MEEPLED_API_CATALOGUE_H

#include "engine/core/ruleset.h"
#include "storage/store.h"

enum { CATALOGUE_MAX = 256 };		/* tile sets in memory, some 30 KB each */

struct offer {
	const struct ruleset *ruleset;	/* the newest version of the game it is for */
	const struct tileset *tileset;
	const char *text;		/* the file */
	size_t size;
};

struct catalogue;

/* With the bundled sets; NULL with a sentence in `why`. */
struct catalogue *catalogue_open(char why[240]);
void catalogue_close(struct catalogue *c);
/* One more on offer; before serving.  -1 with a sentence: unusable, or its id is taken. */
int catalogue_add(struct catalogue *c, const char *text, size_t size, char why[240]);

/* On offer for that game; id "" or NULL: the bundled one.  NULL: none such.  Any thread. */
const struct offer *catalogue_find(struct catalogue *c, const struct ruleset *ruleset, const char *id);
/* On offer for any game. */
const struct offer *catalogue_by_id(struct catalogue *c, const char *id);
/* The i-th on offer, or NULL. */
const struct offer *catalogue_at(struct catalogue *c, int i);
/*
 * By hash: on offer, or read from the store.  Any thread.  NULL: unknown,
 * unreadable, or CATALOGUE_MAX are in memory.
 */
const struct offer *catalogue_by_hash(struct catalogue *c, struct store_conn *conn,
	const unsigned char sha256[STORE_HASH]);

#endif

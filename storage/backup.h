/*
 * backup.h - a copy of a store, taken while it is in use.
 */
#ifndef MEEPLED_STORAGE_BACKUP_H
#define MEEPLED_STORAGE_BACKUP_H

#include <stdint.h>
#include "storage/store.h"

struct store_backup {			/* what the copy holds */
	int schema;
	int checked;			/* each game was asked about */
	int64_t games, players, events, bytes;
};

/* What the caller asks of each game in the copy: 0, or -1 with what is wrong with it. */
typedef int store_check_fn(void *arg, struct store_conn *conn, const char *id, char why[160]);

/*
 * Copy the database at `path` into the new file `target`: one moment of it, whatever
 * a daemon writes meanwhile; neither waits for the other.  The copy is checked
 * before it gets its name: its pages and indexes, that what refers to something
 * finds it, that every game's log is there from the first event to the last, and
 * what `check` (unless NULL) asks of each game; a copy of an older schema, which
 * this program could not read without changing it, is spared that last one
 * (then out->checked is 0).  It is on the disk when this returns, readable by its owner only, and a store
 * by itself: nothing else lies beside it.
 *
 * Returns 0, or -1 with the reason in *err; then there is no `target` (one
 * that was there before stays as it was, that is a reason, too).  Any thread;
 * any process that may read the store and write beside it.
 */
int store_sqlite_backup(const char *path, const char *target, store_check_fn *check, void *arg,
	struct store_backup *out, struct store_error *err);

#endif

/*
 * data.h - the data folder and the store in it.
 */
#ifndef MEEPLED_DAEMON_DATA_H
#define MEEPLED_DAEMON_DATA_H

#include "daemon/config.h"
#include "storage/store.h"

#define DATA_STORE "meepled.db"		/* in the data folder */

/*
 * Create the folder when it lacks (for its owner only), open the store.
 * NULL with a sentence in *err, also when another process has it.
 */
struct store *data_open(const struct config *c, struct store_error *err);

#endif

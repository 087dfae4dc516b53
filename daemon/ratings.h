/*
 * ratings.h - `meepled ratings rebuild`.
 */
#ifndef MEEPLED_DAEMON_RATINGS_H
#define MEEPLED_DAEMON_RATINGS_H

#include "daemon/config.h"

/* Returns the exit status. */
int ratings_rebuild(const struct config *c);

#endif

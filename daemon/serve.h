/*
 * serve.h - `meepled serve`: everything put together, until a signal ends it.
 */
#ifndef MEEPLED_DAEMON_SERVE_H
#define MEEPLED_DAEMON_SERVE_H

#include "daemon/config.h"

/*
 * Returns the exit status.  *c is changed when SIGHUP has the configuration
 * read again; argc and argv are main()'s, for that.
 */
int serve(struct config *c, int argc, char **argv);

#endif

/*
 * backup.h - `meepled backup`.
 */
#ifndef MEEPLED_DAEMON_BACKUP_H
#define MEEPLED_DAEMON_BACKUP_H

#include "daemon/config.h"

/* Copy the data folder's store into the file that is the operand.  Returns the exit status. */
int backup(const struct config *c);

#endif

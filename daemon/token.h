/*
 * token.h - `meepled token create`.
 */
#ifndef MEEPLED_DAEMON_TOKEN_H
#define MEEPLED_DAEMON_TOKEN_H

#include "daemon/config.h"

/* Prints the token on standard output; returns the exit status. */
int token_create(const struct config *c);

#endif

/*
 * players.h - what others do with players.
 */
#ifndef MEEPLED_API_PLAYERS_H
#define MEEPLED_API_PLAYERS_H

#include "api/call.h"

/*
 * Close the account: the seats go as absence.h says, the tokens are gone, a
 * pseudonym stands where the name was.  In a changing handler; -1 after fail().
 */
int player_close(struct call *c, const char *player);

#endif

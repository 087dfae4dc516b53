/*
 * messages.h - what players say at a table.
 *
 * Each message is an event of the game, `message-posted`; the text of one to a
 * team is told by GET .../messages only, and only to that team.
 */
#ifndef MEEPLED_API_MESSAGES_H
#define MEEPLED_API_MESSAGES_H

#include "api/call.h"

enum {
	MESSAGE_CHARS = 500,
	MESSAGES_MAX = 2000,		/* of a game */
	MESSAGES_BURST = 10,		/* of a player at a table within ... */
	MESSAGES_WINDOW = 60		/* ... so many seconds */
};

/*
 * Take a message's text away, in the log too, where its event says "removed".
 * Writer's thread; whether the caller may is asked before.  0, or -1 after
 * fail(): not found, or removed before.
 */
int message_remove(struct call *c, const char *game, int64_t number);

#endif

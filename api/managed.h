/*
 * managed.h - players that act for others, as a chat bot does.
 *
 * A manager is a player with a token of the scope `manage`.  It makes players
 * of its own and acts for them; and for those whose people let it by a code.
 */
#ifndef MEEPLED_API_MANAGED_H
#define MEEPLED_API_MANAGED_H

#include "api/call.h"

enum {
	MANAGED_MAX = 1000,		/* players of one manager */
	MANAGERS_MAX = 10,		/* of one player */
	PAIRING_MINUTES = 10,		/* that a code is good for */
	PAIRING_CODE = 8		/* characters of it, 40 bits */
};

/* Whether the caller acts as a manager that makes players: its token says so. */
int managed_is_manager(const struct call *c);
/* The player becomes the caller's; -1 after fail(), also when there are too many. */
int managed_add(struct call *c, const char *player, const char *external, int own);
/* Member "external" of a body: a line of STORE_EXTERNAL bytes at most, "" being none. */
void managed_read_external(struct members *m, char external[STORE_EXTERNAL + 1]);
/* 409 while players that this one made are there; -1 after fail(). */
int managed_refuse_makers(struct call *c, const char *manager);
/*
 * Whether a token without the scope `manage` may give it: NULL, or a sentence
 * why not.  -1 after fail().
 */
int managed_may_begin(struct call *c, const char **why_not);
/* "managed_by": on whose account the caller acts, when it does. */
void managed_describe_caller(const struct call *c, struct sink *out);

#endif

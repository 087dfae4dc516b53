/*
 * invite.h - invitations: who may sit down where, and who may see a private
 * table before sitting there.
 *
 * An invite is for a seat, a colour or any seat, for a player or for whoever
 * has its code, once, until it expires or its maker revokes it.  A seat or
 * colour that an open invite names is held for it.
 */
#ifndef MEEPLED_API_INVITE_H
#define MEEPLED_API_INVITE_H

#include "api/lobby.h"
#include "storage/invites.h"

enum {
	INVITES_MAX = 50,		/* of a game, used ones and revoked ones too */
	INVITE_CODE = 30		/* characters: "mpi_" and 26 of 5 bits each */
};
#define INVITE_USUAL_MS (7 * 86400000ll)
#define INVITE_LONGEST_MS (30 * 86400000ll)

/* Make one, in this change's savepoint: i->id, hash and times are filled in; the code unless NULL. */
int invite_add(struct call *c, const char *game, struct store_invite *i, char code[INVITE_CODE + 1]);
/*
 * The open invite of the code, or without one (NULL) an open one that is for the
 * caller.  1 and *out; 0: there is none; -1 after fail().
 */
int invite_find(struct call *c, const char *game, const char *code, struct store_invite *out);
/* Whether the request names or the caller has an open invite: then a private table may be seen. */
int invite_opens(struct call *c, const struct table *t);

/* Seats and colours that open invites hold, as bits; `mine` (or NULL) is left out.  0, or -1 after fail(). */
struct invite_holds { unsigned seats, colours; };
int invite_holds(struct call *c, const struct table *t, const struct store_invite *mine, struct invite_holds *out);

#endif

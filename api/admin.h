/*
 * admin.h - what the parts of /v1/admin share: acts and the log of them.
 *
 * Every act needs a reason and writes one entry into the audit log, in its own
 * transaction.  Of what players see of it the events say that it was an administrator.
 * Secrets of games (seed, order of the bag, dice to come) are shown to nobody, and so
 * not to administrators: they see games through the same views.
 */
#ifndef MEEPLED_API_ADMIN_H
#define MEEPLED_API_ADMIN_H

#include "api/call.h"
#include "storage/admin.h"

enum { ADMIN_REASON_CHARS = 500 };

/* An act that is being done. */
struct act {
	struct call *c;
	struct store_audit audit;
	struct json_faults faults;
	struct members m;		/* of the body */
	struct buf buf;			/* detail */
	struct json_out detail;		/* an open object for members of the entry */
};

/* Reads "reason"; the caller reads its own members, then act_checked(). */
void act_begin(struct act *a, struct call *c, const char *name);
/* No faults and no unknown members: 0, or -1 after fail(). */
int act_checked(struct act *a);
/* What it was done to: "games/k3v9q2xw". */
void act_target(struct act *a, const char *kind, const char *id);
/* Keeps the entry and answers with it: 0, or -1 after fail(). */
int act_done(struct act *a);
/* Always, at the end. */
void act_dispose(struct act *a);

void audit_describe(const struct store_audit *a, const char *key, struct json_out *out);

#endif

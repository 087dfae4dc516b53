/*
 * profile.h - what everybody may know of a player's games.
 */
#ifndef MEEPLED_API_PROFILE_H
#define MEEPLED_API_PROFILE_H

#include "api/call.h"

/* "rulesets", "reliability", "recent_games": members of the open object.  0, or -1 after fail(). */
int profile_write(struct call *c, const struct store_player *p, struct json_out *o);

#endif

/*
 * limit.h - asking for the limits of limits.h; in handlers.
 */
#ifndef MEEPLED_API_LIMIT_H
#define MEEPLED_API_LIMIT_H

#include "api/call.h"

/* 0: none. */
int limit_most(const struct call *c, enum limit limit);
/* Whether there may be `more` besides what there is: 0, or -1 after fail() with 409. */
int limit_check(struct call *c, enum limit limit, int64_t have, int64_t more);
/* The caller sits down or makes a game.  `counted` is 1 when that game is in the store as the caller's already. */
int limit_open_games(struct call *c, int counted);
/* Writer's thread: the caller stores so many bytes; they are counted. */
int limit_store(struct call *c, int64_t bytes);
/* "limits" of a player, into an open object; -1 after fail(). */
int limits_describe(struct call *c, const char *player, struct sink *out);

#endif

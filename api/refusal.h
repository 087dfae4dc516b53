/*
 * refusal.h - the engine's no as a problem body.
 */
#ifndef MEEPLED_API_REFUSAL_H
#define MEEPLED_API_REFUSAL_H

#include "api/call.h"
#include "api/table.h"

/* All of these return -1 after fail(). */

/* An action of `seat` was refused by the game of `t` as it is now; `step` names it. */
int refuse_action(struct call *c, const struct table *t, int seat, const char *step,
	const struct game_error *err);
/* The caller has seen `expected`, the game is further: with the events in between. */
int refuse_stale(struct call *c, const struct table *t, int64_t expected, const char *detail);
/* 0 unless the game is not at the version that is asked for (-1: none). */
int check_version(struct call *c, const struct table *t, int64_t expected);
/* The game is not being played. */
int refuse_idle(struct call *c, const struct table *t);

#endif

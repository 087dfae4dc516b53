/*
 * spectators.h - what those see of a game who have no seat at it.
 *
 * A game may show itself to them late: while it is played they see it as it was
 * a number of moves ago.  A move is an action that was accepted for a seat, whoever took
 * it, with all that followed from it.  What was taken back never counted, so nobody can
 * show more by going to and fro; and what was shown once stays shown.  Whatever
 * else is in the log (messages, pauses, seats that change hands) is shown with the
 * moves around it.  The start itself is always shown, and after the end everything.
 *
 * Who has a seat now sees everything at once, also when it was given up in the game; so does who
 * acts for such a player.  Administrators do below /v1/admin only.
 *
 * live_get() gives readers the table that they may see, and outcome_game() answers with
 * it: handlers need not know of any of this.  Only who works with tables of
 * live_peek() and live_edit() must ask here before telling anything of them to
 * somebody without a seat.
 */
#ifndef MEEPLED_API_SPECTATORS_H
#define MEEPLED_API_SPECTATORS_H

#include "api/table.h"

struct call;

/* Which version is so many moves old, by the entries of a log from its beginning. */
struct lag {
	int delay;				/* moves, from 1 */
	int64_t moves, most;			/* that stand now, and that ever stood */
	int64_t first[TABLE_DELAY_MAX];		/* event of the move that made them so many, for the latest `delay` */
};

void lag_begin(struct lag *l, int delay);
void lag_note(struct lag *l, const struct store_entry *entry);
/* The version to be shown; `version`: the last one noted. */
int64_t lag_shown(const struct lag *l, int64_t version);

/* Whether this player ("": nobody) sees the game late. */
int spectators_late(const struct table *t, const char *player);
/* Takes over the reference and returns one to what the caller may see of it; NULL after fail(). */
struct table *spectators_see(struct call *c, struct table *t);
/* The newest version that this player ("": nobody) may see; -1 after fail(). */
int spectators_version(struct call *c, const struct table *t, const char *player, int64_t *version);

#endif

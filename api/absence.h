/*
 * absence.h - who plays a seat whose player is away.
 *
 * When a seat's time is up the option on_timeout of its game says what
 * follows: the seat leaves the game, its turn is made as short as can be (the
 * third time in a row it leaves, too), or the built-in player
 * (engine/core/player.h) holds the seat until its owner returns.  It also
 * holds the seats of accounts that were closed.  A seat that is held stays
 * its owner's: `stand_in` of the seat's row says since when it is held, views
 * show it.  The owner takes it back by POST .../return or by any action.
 *
 * Moves of a held seat are made one a job, when absence_due() says so: by the
 * clock's thread, which looks at the game's row, so they go on after a
 * restart, and nobody else's change waits for more than one of them.
 *
 * A seat can also be handed over for good: it is offered, and somebody else
 * takes it as it is (substitutes, .../seats/{n}/offer and .../take).
 *
 * All of this is in the log: `stand-in-began` (seat, because), `stand-in-ended`
 * (seat, player), `seat-offered`, `seat-offer-ended`, `seat-handed-over` (seat,
 * from, to), entries without action.
 *
 * Functions that take a change run on the writer's thread, write events and
 * close their entries: what the caller has written before is closed.  0, or -1
 * after fail().  c->player of the change may be "".
 */
#ifndef MEEPLED_API_ABSENCE_H
#define MEEPLED_API_ABSENCE_H

#include "api/change.h"

enum {
	ABSENCE_SKIPS_MAX = 3,		/* turns made short in a row, then the seat leaves */
	/*
	 * Milliseconds between two moves of the built-in player: while people
	 * play in the game; and when it holds all seats that still play, so that
	 * nothing runs hot and nobody comes back to a game that is over already.
	 */
	ABSENCE_PACE_MS = 0,
	ABSENCE_ALONE_MS = 60 * 1000
};

/*
 * The seat's time is up: what the game's option says.  The game must wait for
 * the seat, and the seat must not be held.
 */
int absence_time_out(struct change *ch, int seat);
/* One action of the built-in player, for the held seat that the game waits for. */
int absence_stand_in(struct change *ch);
/* When that is due, ms since 1970; 0: the game does not wait for a held seat. */
int64_t absence_due(const struct table *t);
/* Whether the built-in player holds the seat: no clock runs for it. */
int absence_held(const struct table *t, int seat);

/* Bit per seat that the game waits for and whose player is to act himself: who is told that it is his turn. */
unsigned absence_awaited(const struct table *t);

/* The seat's owner acts: the seat is his again, if it was held; and he has not missed turns in a row. */
int absence_acts(struct change *ch, int seat);
/* Only the event that the built-in player holds the seat no more, because this player has it. */
void absence_note_end(struct change *ch, int seat, const char *player);
/*
 * The player's account is closed, in this job: the built-in player takes the
 * seats in games that are played, which are offered at once; those in lobbies
 * are left, and games that the player made and that have not begun are called
 * off.
 */
int absence_player_goes(struct call *c, const char *player);

#endif

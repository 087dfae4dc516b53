/*
 * clock_log.h - the clock of a game that is being changed: it follows the
 * events that the change writes.
 *
 * Writer's thread.  All of it does nothing for games without a clock.
 */
#ifndef MEEPLED_API_CLOCK_LOG_H
#define MEEPLED_API_CLOCK_LOG_H

#include "api/change.h"
#include "api/clock.h"
#include "storage/clocks.h"

/* Fold what was written since last time, and settle.  0, or -1 after fail(). */
int clock_follow(struct change *ch);
/*
 * From change_finish(): follow, and put clock and due time into the row, also the
 * due time of games without a clock that are due for another reason.
 */
int clock_keep(struct change *ch);
/* Decode the row's into t->clock; -1: it is broken or there is no memory. */
int clock_load(struct table *t);

/*
 * The game is about to start: what its clock must know, in an entry of its own.
 * t->game is there, its events are not written yet.
 */
int clock_start(struct change *ch);
/* Another player has the seat of a running game: his hours and his vacation count. */
int clock_seat_changed(struct change *ch, int seat);
/* One event each, for a seat; closes no entry.  -1 after fail(). */
int clock_note_hours(struct change *ch, int seat, const struct store_times *times);
int clock_note_vacation(struct change *ch, int seat, const struct store_times *times);

/* The word of the table's option on_timeout. */
const char *clock_on_timeout(const struct table *t);

#endif

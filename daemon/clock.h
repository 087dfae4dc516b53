/*
 * clock.h - the thread that does what is due in games by itself: reminders,
 * time-outs, the built-in player's moves.
 *
 * It sleeps until the next of them, is woken when an earlier one was committed, and
 * looks at the system's clock once a second, so that a clock that was set forward
 * is noticed before it has done harm.
 */
#ifndef MEEPLED_DAEMON_CLOCK_H
#define MEEPLED_DAEMON_CLOCK_H

#include "api/api.h"

struct clock_thread;

/* NULL: no memory or no thread. */
struct clock_thread *clock_thread_start(struct api *api);
/* Any thread: look again now. */
void clock_thread_wake(struct clock_thread *t);
/* End the thread.  What it has handed to the writer is still done. */
void clock_thread_stop(struct clock_thread *t);
void clock_thread_free(struct clock_thread *t);		/* after clock_thread_stop(); NULL is allowed */

#endif

/*
 * clock_run.h - what happens by itself: reminders, time-outs, ends of pauses.
 * See api_clock_run() in api.h.
 */
#ifndef MEEPLED_API_CLOCK_RUN_H
#define MEEPLED_API_CLOCK_RUN_H

#include "api/api.h"

struct clockwork;

struct clockwork *clockwork_open(struct api *api);	/* NULL: no memory */
void clockwork_close(struct clockwork *w);		/* NULL is allowed */
/* Writer's thread, in a change: a game will be due then. */
void clock_due_changed(struct api *api, int64_t due_at);
/* Writer's thread, after each batch: wake the clock's thread when it has to be up earlier. */
void clock_batch_end(struct api *api, int committed);

#endif

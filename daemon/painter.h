/*
 * painter.h - a thread for work that takes long and touches no store: drawing
 * PNGs, so that those who want nothing drawn need not wait for it.
 */
#ifndef MEEPLED_DAEMON_PAINTER_H
#define MEEPLED_DAEMON_PAINTER_H

#include "api/api.h"

enum { PAINTER_QUEUE_MAX = 64 };

struct painter;

struct painter *painter_start(void);			/* NULL: no memory or no thread */
/* Any thread.  -1: too many wait, or it is stopping; the job is the caller's. */
int painter_submit(struct painter *p, struct job *job);
/* Do what waits and end the thread; submitting is still allowed, and refused, until painter_free(). */
void painter_stop(struct painter *p);
void painter_free(struct painter *p);			/* NULL is allowed */

#endif

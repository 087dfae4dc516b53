/*
 * watch.h - deadlines of connections.
 *
 * The HTTP library closes connections that are silent, but not those that
 * send a byte now and then for ever.  A watched connection whose deadline
 * has passed is shut down, which the library sees as its end.
 *
 * Threads: any, all functions; each connection by one thread at a time.
 */
#ifndef MEEPLED_DAEMON_WATCH_H
#define MEEPLED_DAEMON_WATCH_H

struct watch;
struct watched;

struct watch *watch_open(void);				/* NULL: no memory */
void watch_close(struct watch *w);			/* when nothing is watched any more; NULL is allowed */
struct watched *watch_add(struct watch *w, int fd, int seconds);	/* NULL: no memory */
void watch_remove(struct watch *w, struct watched *c);	/* before fd is closed; NULL is allowed */
/* From now on, in seconds; 0: none.  Takes no lock.  NULL is allowed. */
void watch_deadline(struct watched *c, int seconds);
/* Shut down what is over time; returns how many that were. */
int watch_sweep(struct watch *w);

#endif

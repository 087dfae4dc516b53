/*
 * notify.h - telling the service manager how it goes, sd_notify(3).
 *
 * The protocol is one datagram to the socket in $NOTIFY_SOCKET, and stable by
 * promise of systemd, which itself shows how to speak it without its library.
 * Without that variable all of this does nothing.
 *
 * Threads: the one that takes the signals.
 */
#ifndef MEEPLED_DAEMON_NOTIFY_H
#define MEEPLED_DAEMON_NOTIFY_H

/* "READY=1\nSTATUS=…".  0 also when nobody listens; -1: it could not be sent. */
int notify_send(const char *state);
/* READY=1 with where it listens. */
void notify_ready(const char *address);
/* RELOADING=1 with the time that the manager wants with it; notify_ready() ends it. */
void notify_reloading(void);
void notify_stopping(void);
/*
 * Milliseconds between the signs of life that the manager asks for (half of
 * what it waits, $WATCHDOG_USEC); 0: it does not ask this process.
 */
long notify_watchdog(void);

#endif

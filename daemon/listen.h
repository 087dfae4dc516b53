/*
 * listen.h - a socket that takes connections, and a thread that accepts them.
 *
 * The HTTP library could do both.  Its own way of opening a port tells too
 * little when that fails, and its way of ceasing to accept while it serves may
 * abort the process (two threads take the same descriptor out of an epoll set).
 */
#ifndef MEEPLED_DAEMON_LISTEN_H
#define MEEPLED_DAEMON_LISTEN_H

#include <sys/socket.h>

enum { LISTEN_NAME = 80, LISTEN_WHY = 240 };

/*
 * Listen on ADDR:PORT ("127.0.0.1:0", "[::1]:8080", "localhost:8080").
 * Returns the descriptor and, in `name`, the address with the port that was
 * taken; -1 with a sentence in `why`.
 */
int listen_open(const char *address, char name[LISTEN_NAME], char why[LISTEN_WHY]);

struct acceptor;

/* At most `limit` connections at a time.  NULL: no memory. */
struct acceptor *acceptor_new(int fd, int limit);
/*
 * Start the thread.  take() returns 0, or -1 when it closed the connection itself.
 * -1: no thread; fd stays the caller's until this has succeeded.
 */
int acceptor_start(struct acceptor *a,
	int (*take)(void *arg, int fd, const struct sockaddr *peer, socklen_t size), void *arg);
/* From any thread: one connection that was taken is closed. */
void acceptor_closed(struct acceptor *a);
/* Close the socket; returns when take() is not called any more. */
void acceptor_stop(struct acceptor *a);
void acceptor_free(struct acceptor *a);		/* not while it runs; NULL is allowed */

#endif

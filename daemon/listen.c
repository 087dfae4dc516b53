/*
 * Opening the port and accepting.  At the limit of connections nothing is
 * accepted: the kernel keeps the others waiting, which is kinder than to refuse them.
 */
#include "daemon/listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 1024 };

static int split(const char *address, char host[LISTEN_NAME], char port[8])
{
	const char *colon = strrchr(address, ':');
	size_t size;

	if (!colon || strlen(colon + 1) > 5)
		return -1;
	snprintf(port, 8, "%s", colon + 1);
	if (*address == '[' && colon[-1] == ']') {
		address++;
		colon--;
	}
	size = (size_t)(colon - address);
	if (size == 0 || size >= LISTEN_NAME)
		return -1;
	memcpy(host, address, size);
	host[size] = '\0';
	return 0;
}

static int try_listen(const struct addrinfo *a)
{
	int one = 1, saved;
	int fd = socket(a->ai_family, a->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, a->ai_protocol);

	if (fd < 0)
		return -1;
	/* A daemon that was just stopped must not keep the next one from starting. */
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	if (bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
		return fd;
	saved = errno;
	close(fd);
	errno = saved;
	return -1;
}

static int bound_name(int fd, char name[LISTEN_NAME])
{
	struct sockaddr_storage bound;
	socklen_t size = sizeof bound;
	char host[NI_MAXHOST], port[NI_MAXSERV];

	if (getsockname(fd, (struct sockaddr *)&bound, &size) != 0
	 || getnameinfo((struct sockaddr *)&bound, size, host, sizeof host, port, sizeof port,
		NI_NUMERICHOST | NI_NUMERICSERV) != 0)
		return -1;
	snprintf(name, LISTEN_NAME, bound.ss_family == AF_INET6 ? "[%.60s]:%.8s" : "%.60s:%.8s", host, port);
	return 0;
}

int listen_open(const char *address, char name[LISTEN_NAME], char why[LISTEN_WHY])
{
	struct addrinfo hints = { .ai_flags = AI_PASSIVE, .ai_socktype = SOCK_STREAM }, *found, *a;
	char host[LISTEN_NAME], port[8];
	int fd = -1, code;

	if (split(address, host, port) != 0) {
		snprintf(why, LISTEN_WHY, "cannot listen on %.100s: not of the form ADDR:PORT", address);
		return -1;
	}
	code = getaddrinfo(host, port, &hints, &found);
	if (code != 0) {
		snprintf(why, LISTEN_WHY, "cannot listen on %.100s: %s", address, gai_strerror(code));
		return -1;
	}
	for (a = found; a && fd < 0; a = a->ai_next)
		fd = try_listen(a);
	freeaddrinfo(found);
	if (fd < 0 || bound_name(fd, name) != 0) {
		snprintf(why, LISTEN_WHY, "cannot listen on %.100s: %s%s", address, strerror(errno),
			errno == EADDRINUSE ? "; stop what uses it or choose another with --listen" : "");
		if (fd >= 0)
			close(fd);
		return -1;
	}
	return fd;
}

/* --- accepting -------------------------------------------------------------- */

struct acceptor {
	int fd, stop;			/* stop: an eventfd */
	int limit;
	atomic_int open;
	int (*take)(void *arg, int fd, const struct sockaddr *peer, socklen_t size);
	void *arg;
	pthread_t thread;
};

enum { PAUSE_MS = 20 };			/* before looking again whether there is room */

/* 0: nothing to accept at the moment, or nothing to accept it with. */
static int accept_one(struct acceptor *a)
{
	struct sockaddr_storage peer;
	socklen_t size = sizeof peer;
	int fd = accept4(a->fd, (struct sockaddr *)&peer, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);

	if (fd < 0)
		return errno == ECONNABORTED || errno == EINTR;
	atomic_fetch_add(&a->open, 1);
	if (a->take(a->arg, fd, (struct sockaddr *)&peer, size) != 0)
		acceptor_closed(a);
	return 1;
}

static void *accept_all(void *arg)
{
	struct acceptor *a = arg;
	struct pollfd wait[2] = { { .fd = a->stop, .events = POLLIN }, { .fd = a->fd, .events = POLLIN } };

	for (;;) {
		int room = atomic_load(&a->open) < a->limit;

		poll(wait, room ? 2 : 1, room ? -1 : PAUSE_MS);
		if (wait[0].revents)
			return NULL;
		if (!room || !(wait[1].revents & POLLIN))
			continue;
		if (accept_one(a) || errno == EAGAIN)
			continue;
		/* No descriptors or no memory left: some will be closed. */
		poll(wait, 1, PAUSE_MS);
	}
}

struct acceptor *acceptor_new(int fd, int limit)
{
	struct acceptor *a = calloc(1, sizeof *a);

	if (!a)
		return NULL;
	a->fd = fd;
	a->limit = limit;
	a->stop = -1;
	return a;
}

int acceptor_start(struct acceptor *a,
	int (*take)(void *arg, int fd, const struct sockaddr *peer, socklen_t size), void *arg)
{
	a->take = take;
	a->arg = arg;
	a->stop = eventfd(0, EFD_CLOEXEC);
	if (a->stop >= 0 && pthread_create(&a->thread, NULL, accept_all, a) == 0)
		return 0;
	if (a->stop >= 0)
		close(a->stop);
	return -1;
}

void acceptor_closed(struct acceptor *a)
{
	atomic_fetch_sub(&a->open, 1);
}

void acceptor_stop(struct acceptor *a)
{
	eventfd_write(a->stop, 1);
	pthread_join(a->thread, NULL);
	close(a->stop);
	close(a->fd);
}

void acceptor_free(struct acceptor *a)
{
	free(a);
}

/*
 * One datagram a message.  The manager's socket is a path, or a name without a file
 * when it begins with '@'.
 */
#include "daemon/notify.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

int notify_send(const char *state)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	const char *path = getenv("NOTIFY_SOCKET");
	size_t size = path ? strlen(path) : 0;
	ssize_t sent;
	int fd;

	if (size == 0)
		return 0;
	if ((path[0] != '/' && path[0] != '@') || size >= sizeof to.sun_path)
		return -1;
	memcpy(to.sun_path, path, size);
	if (path[0] == '@')
		to.sun_path[0] = '\0';
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	sent = sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&to,
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + size));
	close(fd);
	return sent == (ssize_t)strlen(state) ? 0 : -1;
}

void notify_ready(const char *address)
{
	char state[200];

	snprintf(state, sizeof state, "READY=1\nSTATUS=listening on %s", address);
	notify_send(state);
}

void notify_reloading(void)
{
	struct timespec now;
	char state[80];

	clock_gettime(CLOCK_MONOTONIC, &now);
	snprintf(state, sizeof state, "RELOADING=1\nMONOTONIC_USEC=%lld",
		now.tv_sec * 1000000ll + now.tv_nsec / 1000);
	notify_send(state);
}

void notify_stopping(void)
{
	notify_send("STOPPING=1\nSTATUS=answering what is under way");
}

long notify_watchdog(void)
{
	const char *usec = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");
	long long interval = usec ? strtoll(usec, NULL, 10) : 0;

	if (interval <= 0 || (pid && *pid && strtoll(pid, NULL, 10) != (long long)getpid()))
		return 0;
	return interval / 2000 > 0 ? (long)(interval / 2000) : 1;
}

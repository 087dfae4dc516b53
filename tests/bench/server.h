/*
 * server.h - the two servers that are measured: the daemon, started from its
 * binary, and a bare libmicrohttpd that answers everything with the same bytes.
 */
#ifndef MEEPLED_TESTS_BENCH_SERVER_H
#define MEEPLED_TESTS_BENCH_SERVER_H

#include <stddef.h>
#include <sys/types.h>

struct server {
	pid_t pid;
	int port;
	int log;		/* reading end of the daemon's output, or -1 */
};

/* Start `binary` with its data in `folder`; returns when it answers.  Seconds that it took. */
double server_start(struct server *s, const char *binary, const char *folder);
/* A bare server with bodies of that size. */
void hello_start(struct server *s, size_t body_size);
void server_stop(struct server *s);

/* CPU seconds that the process has used so far; bytes that it holds in memory. */
double server_cpu(const struct server *s);
double server_resident(const struct server *s);

/* In the child: serve for ever.  hello.c */
void hello_serve(size_t body_size, int port_to);

#endif

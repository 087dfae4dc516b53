/*
 * load.h - a load generator: one thread, many kept connections, epoll.
 *
 * Each connection has one request under way.  In a closed loop the next
 * one goes out as the answer came in; at a given rate they go out by the clock,
 * and an answer's time counts from when its request was due, so that a server
 * that stalls cannot hide it.
 */
#ifndef MEEPLED_TESTS_BENCH_LOAD_H
#define MEEPLED_TESTS_BENCH_LOAD_H

#include <stddef.h>

enum { LOAD_REQUEST_MAX = 2048, LOAD_ANSWER_MAX = 512 * 1024 };

struct answer {
	int status;
	char *body;		/* a NUL follows */
	size_t size;
};

struct load {
	int port;
	int from;		/* comes from the address 127.0.0.`from`; 0: from the usual one */
	int connections;
	double seconds;
	double rate;		/* requests a second, all together; 0: closed loop */
	const volatile int *stop;	/* another process's: when it is 1 the time is over; NULL: none */
	/* Write the next request of connection `i`, return its size; 0: it has no more. */
	size_t (*next)(void *arg, int i, char out[LOAD_REQUEST_MAX]);
	/* The body may be changed. */
	void (*done)(void *arg, int i, const struct answer *answer);
	void *arg;
};

struct load_result {
	double per_second;
	double p50, p99;	/* seconds */
	double mean_body;	/* bytes */
	int count;
};

/* Runs until the time is over or no connection has a request left. */
void load_run(const struct load *load, struct load_result *result);
/* One request on a connection of its own; the answer is valid until the next call. */
void load_once(int port, const char *request, size_t size, struct answer *answer);

#endif

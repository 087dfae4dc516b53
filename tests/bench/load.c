/* load.c - the load generator. */
#include "tests/bench/load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/bench/bench.h"

enum { EVENTS = 256, SAMPLES_MAX = 4 * 1024 * 1024 };

struct connection {
	int socket;
	int busy;
	double due;
	size_t used, wanted;		/* of the answer; wanted is 0 until its head is there */
	size_t head;
	char *in;
};

struct run {
	const struct load *load;
	struct connection *all;
	int *idle;			/* a queue, so that all get their turn */
	int idle_first, idle_count;
	int epoll;
	int under_way;
	double *times;
	int count;
	double bytes;
	double due;			/* of the next request at a rate */
	double end;
};

static int dial(int port, int from)
{
	struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr = {htonl(0x7f000000u | (unsigned)from)}};
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
	int s = socket(AF_INET, SOCK_STREAM, 0), on = 1;

	if (s >= 0 && from && bind(s, (struct sockaddr *)&own, sizeof(own)) < 0)
		die("cannot come from 127.0.0.%d: %s", from, strerror(errno));
	if (s < 0 || connect(s, (struct sockaddr *)&to, sizeof(to)) < 0)
		die("cannot connect to port %d: %s", port, strerror(errno));
	setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	return s;
}

/* Requests are small: they fit into the socket's buffer at once. */
static void send_all(int s, const char *data, size_t size)
{
	if (send(s, data, size, MSG_NOSIGNAL) != (ssize_t)size)
		die("cannot send: %s", strerror(errno));
}

/* Looks at what has come; 1 when the answer is whole. */
static int whole(struct connection *c)
{
	const char *end, *length;

	if (c->wanted == 0) {
		c->in[c->used] = '\0';
		end = strstr(c->in, "\r\n\r\n");
		if (!end)
			return 0;
		length = strcasestr(c->in, "\r\ncontent-length:");
		if (!length || length > end)
			die("an answer without Content-Length: %.200s", c->in);
		c->head = (size_t)(end - c->in) + 4;
		c->wanted = c->head + strtoul(length + 17, NULL, 10);
		if (c->wanted >= LOAD_ANSWER_MAX)
			die("an answer of %zu bytes", c->wanted);
	}
	return c->used >= c->wanted;
}

static void as_answer(struct connection *c, struct answer *a)
{
	c->in[c->wanted] = '\0';
	a->status = atoi(c->in + 9);
	a->body = c->in + c->head;
	a->size = c->wanted - c->head;
	c->used = c->wanted = 0;
}

static void begin(struct run *r, int i, double due)
{
	char request[LOAD_REQUEST_MAX];
	struct connection *c = &r->all[i];
	size_t size = r->load->next(r->load->arg, i, request);

	c->busy = size > 0;
	if (!size)
		return;
	c->due = due;
	r->under_way++;
	send_all(c->socket, request, size);
}

static void finish(struct run *r, int i)
{
	struct connection *c = &r->all[i];
	struct answer a;

	if (r->count < SAMPLES_MAX)
		r->times[r->count++] = bench_now() - c->due;
	as_answer(c, &a);
	r->bytes += (double)a.size;
	c->busy = 0;
	r->under_way--;
	r->load->done(r->load->arg, i, &a);
	if (r->load->rate > 0)
		r->idle[(r->idle_first + r->idle_count++) % r->load->connections] = i;
	else if (bench_now() < r->end)
		begin(r, i, bench_now());
}

static void receive(struct run *r, int i)
{
	struct connection *c = &r->all[i];
	ssize_t got = recv(c->socket, c->in + c->used, LOAD_ANSWER_MAX - c->used - 1, MSG_DONTWAIT);

	if (got < 0 && errno == EAGAIN)
		return;
	if (got <= 0 || !c->busy)
		die("the server closed a connection: %s", got < 0 ? strerror(errno) : "end");
	c->used += (size_t)got;
	if (whole(c))
		finish(r, i);
}

/* What is due goes out, as far as connections are free. */
static void send_due(struct run *r)
{
	double now = bench_now();

	while (r->due <= now && r->due < r->end && r->idle_count > 0) {
		int i = r->idle[r->idle_first];

		r->idle_first = (r->idle_first + 1) % r->load->connections;
		r->idle_count--;
		begin(r, i, r->due);
		r->due += 1 / r->load->rate;
	}
}

static void wait_for_some(struct run *r)
{
	struct epoll_event events[EVENTS];
	struct pollfd poll = {.fd = r->epoll, .events = POLLIN};
	double pause = r->load->rate > 0 && r->idle_count > 0 && r->due < r->end ? r->due - bench_now() : 1;
	struct timespec t = {0, pause <= 0 ? 0 : pause >= 1 ? 999999999 : (long)(pause * 1e9)};
	int count;

	/* epoll waits in milliseconds, which is too coarse at a rate. */
	if (ppoll(&poll, 1, &t, NULL) <= 0)
		return;
	count = epoll_wait(r->epoll, events, EVENTS, 0);
	for (int e = 0; e < count; e++)
		receive(r, events[e].data.fd);
}

static void open_all(struct run *r)
{
	int n = r->load->connections;

	r->epoll = epoll_create1(0);
	r->all = calloc((size_t)n, sizeof(*r->all));
	r->idle = calloc((size_t)n, sizeof(*r->idle));
	r->times = malloc(SAMPLES_MAX * sizeof(*r->times));
	if (r->epoll < 0 || !r->all || !r->idle || !r->times)
		die("no memory for the load");
	for (int i = 0; i < n; i++) {
		struct epoll_event e = {.events = EPOLLIN, .data = {.fd = i}};

		r->all[i].socket = dial(r->load->port, r->load->from);
		r->all[i].in = malloc(LOAD_ANSWER_MAX);
		if (!r->all[i].in || epoll_ctl(r->epoll, EPOLL_CTL_ADD, r->all[i].socket, &e) < 0)
			die("no memory for a connection");
	}
}

static void close_all(struct run *r)
{
	for (int i = 0; i < r->load->connections; i++) {
		close(r->all[i].socket);
		free(r->all[i].in);
	}
	close(r->epoll);
	free(r->all);
	free(r->idle);
	free(r->times);
}

void load_run(const struct load *load, struct load_result *result)
{
	struct run r = {.load = load};
	double start, last;

	open_all(&r);
	start = bench_now();
	r.end = start + load->seconds;
	r.due = start;
	for (int i = 0; i < load->connections; i++) {
		if (load->rate > 0)
			r.idle[r.idle_count++] = i;
		else
			begin(&r, i, start);
	}
	while (r.under_way > 0 || (load->rate > 0 && r.due < r.end && bench_now() < r.end)) {
		if (load->stop && *load->stop)
			r.end = start;
		if (load->rate > 0)
			send_due(&r);
		wait_for_some(&r);
	}
	last = bench_now();
	median(r.times, r.count > 0 ? r.count : 1);
	*result = (struct load_result){
		.per_second = r.count / (last - start), .count = r.count,
		.p50 = quantile(r.times, r.count, 0.50), .p99 = quantile(r.times, r.count, 0.99),
		.mean_body = r.count ? r.bytes / r.count : 0,
	};
	close_all(&r);
}

void load_once(int port, const char *request, size_t size, struct answer *answer)
{
	static char in[LOAD_ANSWER_MAX];
	struct connection c = {.in = in};
	static int kept = -1, kept_port;

	if (kept < 0 || kept_port != port) {
		if (kept >= 0)
			close(kept);
		kept = dial(port, 0);
		kept_port = port;
	}
	send_all(kept, request, size);
	do {
		ssize_t got = recv(kept, in + c.used, sizeof(in) - c.used - 1, 0);

		if (got <= 0)
			die("no answer to %.100s", request);
		c.used += (size_t)got;
	} while (!whole(&c));
	as_answer(&c, answer);
}

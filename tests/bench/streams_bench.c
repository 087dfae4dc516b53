/*
 * Many who listen at once, while games are played beside: streams of
 * Server-Sent Events and long polls, spread over the games.  Every one must get
 * every event, in order; how long that takes, and what those who listen cost in
 * memory and threads, is measured.
 *
 *	streams_bench MEEPLED [streams polls [seconds [moves a second]]]
 *
 * The time of a delivery counts from the event's "at", which is read before the
 * engine runs and before the commit: so it is more than the time since the commit.
 * All clocks are this machine's.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <netinet/in.h>
#include <unistd.h>

#include "tests/bench/bench.h"
#include "tests/bench/fill.h"
#include "tests/bench/play.h"
#include "tests/bench/server.h"

enum { LINE_MAX = 256 * 1024, READ = 64 * 1024, EVENTS = 256, MS_MAX = 10000, PATIENCE = 20, DAY_MS = 86400000 };

/* One who listens. */
struct ear {
	int socket, poll;		/* poll: 1 asks again and again, 0 has a stream */
	int game;			/* of play.games */
	long seq;			/* last event */
	int body;			/* of a stream: its head is over */
	char *text;			/* what has come and is not taken in: owned */
	size_t used, room;
	char *rest;			/* of a stream: an event that has not come whole; owned */
	size_t rest_size;
};

struct delay { long count, at[MS_MAX + 1]; };	/* by milliseconds */

static struct {
	struct server server;
	struct play play;
	struct ear *ears;
	int streams, polls;
	int epoll;
	struct delay delays[2];		/* of streams, of polls */
	long latest[PLAY_SIDE_BY_SIDE];	/* events that somebody has seen */
} b;

static long day_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return t.tv_sec % 86400 * 1000 + t.tv_nsec / 1000000;
}

/* One event, at its "seq". */
static void hear(struct ear *e, const char *at, long now)
{
	struct delay *d = &b.delays[e->poll];
	long seq, hours, minutes, seconds, ms;

	if (sscanf(at, "\"seq\":%ld,\"at\":\"%*d-%*d-%*dT%ld:%ld:%ld.%ldZ\"", &seq, &hours, &minutes, &seconds, &ms) != 5)
		die("no event: %.120s", at);
	if (seq != e->seq + 1)
		die("a %s of game %s has event %ld after %ld", e->poll ? "poll" : "stream", b.play.games[e->game].id, seq, e->seq);
	e->seq = seq;
	if (seq > b.latest[e->game])
		b.latest[e->game] = seq;
	ms = (now - (((hours * 60 + minutes) * 60 + seconds) * 1000 + ms) + DAY_MS) % DAY_MS;
	d->at[ms < MS_MAX ? ms : MS_MAX]++;
	d->count++;
}

/* --- sockets --------------------------------------------------------------------- */

static void ask(struct ear *e)
{
	char request[300];
	const char *id = b.play.games[e->game].id;
	int size = e->poll
		? snprintf(request, sizeof(request), "GET /v1/games/%s/events?after=%ld&wait=60&limit=1000 HTTP/1.1\r\nHost: b\r\n\r\n", id, e->seq)
		: snprintf(request, sizeof(request), "GET /v1/games/%s/events HTTP/1.1\r\nHost: b\r\nAccept: text/event-stream\r\n\r\n", id);

	if (send(e->socket, request, (size_t)size, MSG_NOSIGNAL) != size)
		die("cannot send: %s", strerror(errno));
}

static void begin(struct ear *e)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)b.server.port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
	struct epoll_event event = {.events = EPOLLIN, .data = {.ptr = e}};

	e->socket = socket(AF_INET, SOCK_STREAM, 0);
	if (e->socket < 0 || connect(e->socket, (struct sockaddr *)&to, sizeof(to)) < 0
	    || epoll_ctl(b.epoll, EPOLL_CTL_ADD, e->socket, &event) < 0)
		die("cannot connect: %s", strerror(errno));
	ask(e);
}

static void drop(struct ear *e, size_t size)
{
	memmove(e->text, e->text + size, e->used - size);
	e->used -= size;
}

/* The head of an answer; its size, 0: not whole.  Anything but 200 is the end. */
static size_t head(struct ear *e, size_t *length)
{
	char *end, *field;

	e->text[e->used] = '\0';
	end = strstr(e->text, "\r\n\r\n");
	if (!end)
		return 0;
	if (strncmp(e->text, "HTTP/1.1 200 ", 13) != 0)
		die("an answer that is none: %.300s", e->text);
	field = strcasestr(e->text, "\r\ncontent-length:");
	*length = field && field < end ? strtoul(field + 17, NULL, 10) : 0;
	return (size_t)(end - e->text) + 4;
}

/* A whole answer to a poll; 0: not yet. */
static int take_poll(struct ear *e, long now)
{
	size_t length, size = head(e, &length);
	char *at, *end;

	if (!size || e->used < size + length)
		return 0;
	end = e->text + size + length;
	for (at = e->text + size; (at = memmem(at, (size_t)(end - at), "\"seq\":", 6)); at++)
		hear(e, at, now);
	drop(e, size + length);
	ask(e);
	return 1;
}

/* Whole events of a stream; the last may go on in the next chunk. */
static void take_data(struct ear *e, const char *data, size_t size, long now)
{
	char *at, *end;

	e->rest = realloc(e->rest, e->rest_size + size + 1);
	if (!e->rest)
		die("no memory for an event");
	memcpy(e->rest + e->rest_size, data, size);
	e->rest_size += size;
	e->rest[e->rest_size] = '\0';
	end = e->rest + e->rest_size;
	while (end > e->rest && !(end - e->rest >= 2 && end[-1] == '\n' && end[-2] == '\n'))
		end--;
	for (at = e->rest; (at = memmem(at, (size_t)(end - at), "\"seq\":", 6)); at++)
		hear(e, at, now);
	e->rest_size -= (size_t)(end - e->rest);
	memmove(e->rest, end, e->rest_size);
	if (e->rest_size)
		return;
	free(e->rest);
	e->rest = NULL;
}

static int take_chunk(struct ear *e, long now)
{
	size_t length, size;
	char *at;

	if (!e->body && (size = head(e, &length))) {
		drop(e, size);
		e->body = 1;
	}
	e->text[e->used] = '\0';
	if (!e->body || !(at = memmem(e->text, e->used, "\r\n", 2)))
		return 0;
	length = strtoul(e->text, NULL, 16);
	at += 2;
	if (e->used < (size_t)(at - e->text) + length + 2)
		return 0;
	size = (size_t)(at - e->text) + length + 2;
	if (!length)
		die("a stream has ended");
	take_data(e, at, length, now);
	drop(e, size);
	return 1;
}

static void receive(struct ear *e)
{
	long now;
	ssize_t got;

	if (e->room - e->used < READ) {
		e->room = e->used + 2 * READ;
		e->text = realloc(e->text, e->room);
		if (!e->text || e->room > LINE_MAX + 2 * READ)
			die("no memory for what comes");
	}
	got = recv(e->socket, e->text + e->used, e->room - e->used - 1, MSG_DONTWAIT);
	now = day_ms();
	if (got < 0 && errno == EAGAIN)
		return;
	if (got <= 0)
		die("the daemon closed a connection: %s", got < 0 ? strerror(errno) : "end");
	e->used += (size_t)got;
	while (e->used && (e->poll ? take_poll(e, now) : take_chunk(e, now)))
		;
	/* Whoever is idle keeps nothing, so that what is measured is the daemon. */
	if (!e->used) {
		free(e->text);
		e->text = NULL;
		e->room = 0;
	}
}

static void listen_for(double seconds)
{
	double end = bench_now() + seconds;
	struct epoll_event events[EVENTS];

	while (bench_now() < end) {
		int count = epoll_wait(b.epoll, events, EVENTS, 50);

		for (int i = 0; i < count; i++)
			receive(events[i].data.ptr);
	}
}

/* --- what it costs ------------------------------------------------------------------ */

static int threads(void)
{
	char name[64];
	int count = 0;
	DIR *d;

	snprintf(name, sizeof(name), "/proc/%d/task", (int)b.server.pid);
	d = opendir(name);
	if (!d)
		die("cannot read %s", name);
	while (readdir(d))
		count++;
	closedir(d);
	return count - 2;
}

/* Milliseconds that the share of all deliveries stayed below. */
static double delay(const struct delay *d, double share)
{
	long left = (long)(share * (double)d->count);
	int ms = 0;

	while (ms < MS_MAX && (left -= d->at[ms]) > 0)
		ms++;
	return ms;
}

static int all_have_all(void)
{
	for (int i = 0; i < b.streams + b.polls; i++)
		if (b.ears[i].seq != b.latest[b.ears[i].game])
			return 0;
	return 1;
}

/* Events that the daemon has, by what it says of the game. */
static long version_of(int game)
{
	char request[200];
	struct answer a;
	int size = snprintf(request, sizeof(request), "GET /v1/games/%s HTTP/1.1\r\nHost: b\r\n\r\n", b.play.games[game].id);
	const char *at;

	load_once(b.server.port, request, (size_t)size, &a);
	at = strstr(a.body, "\"version\":");
	return at ? strtol(at + 10, NULL, 10) : -1;
}

static void raise_limits(int connections)
{
	struct rlimit limit;
	char text[16];

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	if (limit.rlim_cur < (rlim_t)connections + 100)
		die("%d connections are too many here", connections);
	snprintf(text, sizeof(text), "%d", 2 * connections + 100);
	setenv("MEEPLED_CONNECTIONS", text, 1);
}

/* Moves are made by another process: this one only listens. */
static pid_t play_beside(double seconds, double rate)
{
	struct load_result r;
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	play_moves(&b.play, seconds, rate, &r);
	figure("streams_moves", r.per_second, "moves/s", "-");
	figure("streams_move_p99", r.p99 * 1e3, "ms", "-");
	fflush(stdout);
	_exit(0);
}

static void tell(int before, double empty, double full)
{
	static const char *const names[] = {"sse", "poll"};
	char name[64];

	figure("streams_threads_added", threads() - before, "threads", "<=0");
	figure("streams_resident", full / 1048576, "MiB", "-");
	figure("streams_resident_each", (full - empty) / 1024 / (b.streams + b.polls), "KiB", "<=64");
	for (int i = 0; i < 2; i++) {
		snprintf(name, sizeof(name), "streams_%s_deliveries", names[i]);
		figure(name, (double)b.delays[i].count, "events", "-");
		snprintf(name, sizeof(name), "streams_%s_p50", names[i]);
		figure(name, delay(&b.delays[i], 0.50), "ms", "-");
		snprintf(name, sizeof(name), "streams_%s_p99", names[i]);
		figure(name, delay(&b.delays[i], 0.99), "ms", "<=50");
		snprintf(name, sizeof(name), "streams_%s_max", names[i]);
		figure(name, delay(&b.delays[i], 1), "ms", "-");
	}
}

static void open_ears(void)
{
	int count = b.streams + b.polls;

	b.epoll = epoll_create1(EPOLL_CLOEXEC);
	b.ears = calloc((size_t)count, sizeof(*b.ears));
	if (b.epoll < 0 || !b.ears)
		die("no memory for those who listen");
	for (int i = 0; i < count; i++) {
		struct ear *e = &b.ears[i];

		e->poll = i >= b.streams;
		e->game = i % PLAY_SIDE_BY_SIDE;
		begin(e);
		if (i % 50 == 0)
			listen_for(0.02);
	}
	listen_for(1);
}

/* What was there when they came was no delivery. */
static void check_start(void)
{
	for (int i = 0; i < b.streams + b.polls; i++)
		if (b.ears[i].seq < 4)
			die("a game has not begun");
	memset(b.delays, 0, sizeof(b.delays));
}

static void close_ears(void)
{
	for (int i = 0; i < b.streams + b.polls; i++) {
		close(b.ears[i].socket);
		free(b.ears[i].text);
		free(b.ears[i].rest);
	}
	close(b.epoll);
	free(b.ears);
}

int main(int argc, char **argv)
{
	double seconds = argc > 4 ? atof(argv[4]) : 15, rate = argc > 5 ? atof(argv[5]) : 200, empty, full, end;
	char folder[256];
	int before, status = 0;
	pid_t mover;

	if (argc < 2 || argc == 3)
		die("usage: streams_bench MEEPLED [streams polls [seconds [moves a second]]]");
	b.streams = argc > 3 ? atoi(argv[2]) : 1000;
	b.polls = argc > 3 ? atoi(argv[3]) : 1000;
	raise_limits(b.streams + b.polls);
	snprintf(folder, sizeof(folder), "%.200s/meepled-streams-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	if (!mkdtemp(folder))
		die("cannot make %s", folder);
	server_start(&b.server, argv[1], folder);
	play_begin(&b.play, b.server.port);
	b.play.minimal = 1;
	play_make(&b.play, PLAY_SIDE_BY_SIDE);
	before = threads();
	empty = server_resident(&b.server);
	open_ears();
	check_start();
	full = server_resident(&b.server);
	mover = play_beside(seconds, rate);
	while (waitpid(mover, &status, WNOHANG) == 0)
		listen_for(0.2);
	if (status != 0)
		die("the moves ended with status %d", status);
	for (end = bench_now() + PATIENCE; bench_now() < end && !all_have_all();)
		listen_for(0.2);
	for (int i = 0; i < b.streams + b.polls; i++)
		if (b.ears[i].seq != version_of(b.ears[i].game))
			die("one who listens to game %s has %ld events", b.play.games[b.ears[i].game].id, b.ears[i].seq);
	tell(before, empty, full);
	close_ears();
	play_end(&b.play);
	server_stop(&b.server);
	remove_folder(folder);
	return 0;
}

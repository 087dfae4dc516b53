/*
 * One address asks as fast as it can and is refused; what does another notice?
 *
 *	ratelimit_bench MEEPLED [requests [rounds]]
 *
 * The daemon has the limits that it comes with.  127.0.0.2 sends so many requests (10,000)
 * over 200 connections, each the next as soon as the last was answered.  127.0.0.3
 * reads games, or moves in them, at a steady rate far below its limit; an answer's time counts
 * from when its request was due.  What it sees while the flood lasts is held against
 * what it sees, as long, right before.  Every figure is the median of the rounds.
 *
 * The flood's address has used up what it may have in a burst before anything is
 * measured; what refills meanwhile is answered, the rest is refused.
 *
 * All of them share this machine, and the flood's sender would take processor time that
 * a sender elsewhere does not: so it gives way to the others (nice).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

#include "tests/bench/bench.h"
#include "tests/bench/fill.h"
#include "tests/bench/play.h"
#include "tests/bench/server.h"

enum { FLOODER = 2, POLITE = 3, FLOOD_CONNECTIONS = 200, ROUNDS_MAX = 99, READERS = 16, LONG = 600 };

static const double read_rate = 200, move_rate = 50;

/* Shared with the flooder's process. */
struct flood {
	volatile int over;		/* all is answered */
	int left, answered, refused;
	double seconds;
};

static struct {
	struct server server;
	struct play play;
	struct flood *flood;
	int requests, next;
} b;

static size_t next_of_flood(void *arg, int i, char out[LOAD_REQUEST_MAX])
{
	(void)arg, (void)i;
	if (b.flood->left == 0)
		return 0;
	b.flood->left--;
	return (size_t)snprintf(out, LOAD_REQUEST_MAX, "GET /v1/games/%s HTTP/1.1\r\nHost: bench\r\n\r\n", b.play.games[0].id);
}

static void flood_answered(void *arg, int i, const struct answer *answer)
{
	(void)arg, (void)i;
	b.flood->answered++;
	if (answer->status == 429)
		b.flood->refused++;
	else if (answer->status != 200)
		die("the flood is answered %d %.300s", answer->status, answer->body);
}

static pid_t flood_begin(void)
{
	struct load load = {.port = b.server.port, .from = FLOODER, .connections = FLOOD_CONNECTIONS, .seconds = LONG,
		.next = next_of_flood, .done = flood_answered};
	struct load_result result;
	double begin;
	pid_t pid;

	*b.flood = (struct flood){.left = b.requests};
	pid = fork();
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	errno = 0;
	if (nice(5) == -1 && errno)
		die("cannot give way: %s", strerror(errno));
	begin = bench_now();
	load_run(&load, &result);
	b.flood->seconds = bench_now() - begin;
	b.flood->over = 1;
	_exit(0);
}

static size_t next_read(void *arg, int i, char out[LOAD_REQUEST_MAX])
{
	int at = b.next++ % b.play.count;

	(void)arg, (void)i;
	return (size_t)snprintf(out, LOAD_REQUEST_MAX, "GET /v1/games/%s HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer %s\r\n\r\n",
		b.play.games[at].id, b.play.tokens[b.play.games[at].pair][0]);
}

static void was_read(void *arg, int i, const struct answer *answer)
{
	(void)arg, (void)i;
	if (answer->status != 200)
		die("who asks little is answered %d %.300s", answer->status, answer->body);
}

/* p99 of the one who asks little, in milliseconds; until the flood is over, or `seconds` long. */
static double polite(int moves, double seconds, const volatile int *stop)
{
	struct load load = {.port = b.server.port, .from = POLITE, .stop = stop, .connections = READERS, .seconds = seconds,
		.rate = read_rate, .next = next_read, .done = was_read};
	struct load_result result;

	b.play.stop = stop;
	if (moves)
		play_moves(&b.play, seconds, move_rate, &result);
	else
		load_run(&load, &result);
	return result.p99 * 1e3;
}

/* One round: alone, as long as a flood took, then beside a flood. */
static void measure(int moves, int rounds)
{
	const char *what = moves ? "move" : "read";
	double alone[ROUNDS_MAX], beside[ROUNDS_MAX], ratio[ROUNDS_MAX], length = b.flood->seconds, took = 0;
	long refused = 0;
	char name[80];

	for (int i = 0; i < rounds; i++) {
		pid_t flooder;
		int status;

		alone[i] = polite(moves, length, NULL);
		flooder = flood_begin();
		beside[i] = polite(moves, LONG, &b.flood->over);
		if (waitpid(flooder, &status, 0) != flooder || status != 0 || b.flood->answered != b.requests)
			die("%d requests of %d were answered", b.flood->answered, b.requests);
		ratio[i] = beside[i] / alone[i];
		refused += b.flood->refused;
		took += b.flood->seconds;
		length = b.flood->seconds;
		fprintf(stderr, "ratelimit_bench: %s %d: %.3f ms alone, %.3f ms beside %d requests in %.2f s, %d of them refused\n",
			what, i + 1, alone[i], beside[i], b.flood->answered, b.flood->seconds, b.flood->refused);
	}
	snprintf(name, sizeof(name), "%s_p99_alone", what);
	figure(name, median(alone, rounds), "ms", "-");
	snprintf(name, sizeof(name), "%s_p99_beside_flood", what);
	figure(name, median(beside, rounds), "ms", "-");
	snprintf(name, sizeof(name), "%s_p99_ratio", what);
	figure(name, median(ratio, rounds), "x", "<=2");
	snprintf(name, sizeof(name), "%s_flood_rate", what);
	figure(name, b.requests * rounds / took, "/s", "-");
	snprintf(name, sizeof(name), "%s_flood_refused", what);
	figure(name, (double)refused / rounds, "requests", "-");
}

/* The first flood takes what its address may have, so that all later ones are refused. */
static void spend(void)
{
	int status;
	pid_t flooder = flood_begin();

	if (waitpid(flooder, &status, 0) != flooder || status != 0)
		die("the flood ended with status %d", status);
}

int main(int argc, char **argv)
{
	int rounds = argc > 3 ? atoi(argv[3]) : 3;
	char folder[256];

	if (argc < 2 || rounds < 1 || rounds > ROUNDS_MAX)
		die("usage: ratelimit_bench MEEPLED [requests [rounds]]");
	b.requests = argc > 2 ? atoi(argv[2]) : 10000;
	b.flood = mmap(NULL, sizeof(*b.flood), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (b.flood == MAP_FAILED)
		die("no memory to share");
	snprintf(folder, sizeof(folder), "%.200s/meepled-ratelimit-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	if (!mkdtemp(folder))
		die("cannot make %s", folder);
	/* server_start() leaves what is set; the games are made from a third address. */
	setenv("MEEPLED_RATE_REQUESTS", "6000", 1);
	setenv("MEEPLED_RATE_ADDRESS", "30000", 1);
	server_start(&b.server, argv[1], folder);
	play_begin(&b.play, b.server.port);
	b.play.from = POLITE;
	b.play.minimal = 1;
	play_make(&b.play, 2 * PLAY_SIDE_BY_SIDE);
	spend();
	measure(0, rounds);
	measure(1, rounds);
	play_end(&b.play);
	server_stop(&b.server);
	remove_folder(folder);
	return 0;
}

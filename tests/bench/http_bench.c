/*
 * The service over HTTP, beside a bare libmicrohttpd server in the same run
 * and under the same load generator: reads, durable moves, how long they take,
 * what is held in memory, and whether a million stored games change any of it.
 *
 *	http_bench MEEPLED [games]
 *
 * Stores are made in $TMPDIR or /tmp, which must be on a disk for durable moves
 * to mean anything.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>

#include "tests/bench/bench.h"
#include "tests/bench/fill.h"
#include "tests/bench/play.h"
#include "tests/bench/server.h"

enum { FEW = 1000, LIVE = 1000, TMPFS = 0x01021994 };

static const double round_seconds = 1.5;

struct bench {
	const char *binary;
	char folder[BENCH_ROUNDS][256];
	int folders;
};

static const char *new_folder(struct bench *b)
{
	const char *base = getenv("TMPDIR");
	char *folder = b->folder[b->folders];
	struct statfs fs;

	snprintf(folder, sizeof(b->folder[0]), "%.200s/meepled-bench-XXXXXX", base ? base : "/tmp");
	if (b->folders++ == BENCH_ROUNDS || !mkdtemp(folder))
		die("cannot make %s", folder);
	if (statfs(folder, &fs) == 0 && fs.f_type == TMPFS)
		fprintf(stderr, "http_bench: %s is in memory, not on a disk: moves are faster than they would be\n", folder);
	return folder;
}

static size_t any_read(void *arg, int i, char out[LOAD_REQUEST_MAX])
{
	(void)arg, (void)i;
	return (size_t)snprintf(out, LOAD_REQUEST_MAX, "GET /v1/games/00000000 HTTP/1.1\r\nHost: bench\r\n\r\n");
}

/* As large as a move. */
static size_t any_move(void *arg, int i, char out[LOAD_REQUEST_MAX])
{
	static const char body[] = "{\"x\":10,\"y\":-3,\"rotation\":180,\"islander\":\"b\",\"end_turn\":true}";

	(void)arg, (void)i;
	return (size_t)snprintf(out, LOAD_REQUEST_MAX, "POST /v1/games/00000000/place HTTP/1.1\r\nHost: bench\r\n"
		"Authorization: Bearer mpl_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG\r\n"
		"Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s", sizeof(body) - 1, body);
}

static void nothing(void *arg, int i, const struct answer *answer)
{
	(void)arg, (void)i;
	if (answer->status != 200)
		die("the bare server answers %d", answer->status);
}

/* Requests a second of the bare server with answers of that size. */
static double hello(double body, size_t (*next)(void *, int, char[LOAD_REQUEST_MAX]))
{
	struct server s;
	struct load_result result;
	struct load load = {.connections = PLAY_SIDE_BY_SIDE, .seconds = round_seconds, .next = next, .done = nothing};

	hello_start(&s, (size_t)body);
	load.port = s.port;
	load_run(&load, &result);
	server_stop(&s);
	return result.per_second;
}

struct series {
	double rate[BENCH_ROUNDS], ratio[BENCH_ROUNDS], p50[BENCH_ROUNDS], p99[BENCH_ROUNDS];
};

static void note(struct series *s, int i, const struct load_result *r, double bare)
{
	s->rate[i] = r->per_second;
	s->ratio[i] = bare > 0 ? r->per_second / bare : 0;
	s->p50[i] = r->p50 * 1e3;
	s->p99[i] = r->p99 * 1e3;
}

static void tell(const char *what, struct series *s, const char *ratio_bar)
{
	char name[64];

	snprintf(name, sizeof(name), "http_%s", what);
	figure(name, median(s->rate, BENCH_ROUNDS), "requests/s", "-");
	if (ratio_bar) {
		snprintf(name, sizeof(name), "http_%s_to_bare", what);
		figure(name, median(s->ratio, BENCH_ROUNDS), "ratio", ratio_bar);
	}
	snprintf(name, sizeof(name), "http_%s_p50", what);
	figure(name, median(s->p50, BENCH_ROUNDS), "ms", "-");
	snprintf(name, sizeof(name), "http_%s_p99", what);
	figure(name, median(s->p99, BENCH_ROUNDS), "ms", "-");
}

/* How many moves a second, to know how many games will be needed. */
static double try_moves(struct play *p)
{
	struct load_result r;

	play_make(p, 3 * PLAY_SIDE_BY_SIDE);
	play_moves(p, 0.5, 0, &r);
	return r.per_second;
}

/* Games for that many moves; one has at least 60. */
static void make_for(struct play *p, double moves)
{
	int wanted = (int)(moves / 60) + 2 * PLAY_SIDE_BY_SIDE - (p->count - p->next);

	if (wanted > 0)
		play_make(p, wanted);
}

/* Reads, moves in a closed loop, moves at half of that rate; each beside the bare server. */
static void throughput(struct bench *b)
{
	static struct play p;
	static struct series reads, moves, minimal, half;
	struct load_result r;
	struct server s;
	double rate;

	server_start(&s, b->binary, new_folder(b));
	play_begin(&p, s.port);
	rate = try_moves(&p);
	for (int i = 0; i < BENCH_ROUNDS; i++) {
		make_for(&p, 3 * 1.5 * rate * round_seconds);
		p.minimal = 0;
		play_moves(&p, round_seconds, 0, &r);
		rate = r.per_second;
		note(&moves, i, &r, hello(r.mean_body, any_move));
		play_moves(&p, round_seconds, rate / 2, &r);
		note(&half, i, &r, 0);
		p.minimal = 1;
		play_moves(&p, round_seconds, 0, &r);
		note(&minimal, i, &r, hello(r.mean_body, any_move));
		play_reads(&p, PLAY_SIDE_BY_SIDE, round_seconds, &r);
		note(&reads, i, &r, hello(r.mean_body, any_read));
	}
	tell("reads", &reads, ">=0.70");
	tell("moves", &moves, ">=0.40");
	tell("moves_minimal", &minimal, "-");
	figure("http_half_load_p50", median(half.p50, BENCH_ROUNDS), "ms", "-");
	figure("http_half_load_p99", median(half.p99, BENCH_ROUNDS), "ms", "<=25");
	play_end(&p);
	server_stop(&s);
}

static void memory(struct bench *b)
{
	static struct play p;
	struct server s;
	double idle, few, many;

	server_start(&s, b->binary, new_folder(b));
	idle = server_resident(&s);
	play_begin(&p, s.port);
	play_middle(&p, LIVE / 10);
	few = server_resident(&s);
	play_middle(&p, LIVE - LIVE / 10);
	many = server_resident(&s);
	figure("memory_idle", idle / 1e6, "MB", "<=20");
	figure("memory_1000_games", many / 1e6, "MB", "-");
	figure("memory_per_game", (many - few) / (LIVE - LIVE / 10) / 1024, "KiB", "<=64");
	play_end(&p);
	server_stop(&s);
}

/* Two stores, of which the second has very many games; their own games are made before. */
struct sizes {
	struct server server[2];
	struct play play[2];
	const char *folder[2];
};

static void prepare(struct bench *b, struct sizes *two, int games)
{
	for (int i = 0; i < 2; i++) {
		two->folder[i] = new_folder(b);
		server_start(&two->server[i], b->binary, two->folder[i]);
		play_begin(&two->play[i], two->server[i].port);
		play_make(&two->play[i], FEW);
		server_stop(&two->server[i]);
	}
	fill_games(two->folder[1], games - FEW);
}

static void start_up(struct bench *b, struct sizes *two)
{
	double took[2][BENCH_ROUNDS];

	for (int i = 0; i < BENCH_ROUNDS; i++) {
		for (int j = 0; j < 2; j++) {
			if (i > 0)
				server_stop(&two->server[j]);
			took[j][i] = server_start(&two->server[j], b->binary, two->folder[j]) * 1e3;
			two->play[j].port = two->server[j].port;
		}
	}
	figure("start_1000_games", median(took[0], BENCH_ROUNDS), "ms", "-");
	figure("start_1000000_games", median(took[1], BENCH_ROUNDS), "ms", "<=200");
}

static double move_cost(struct server *s, struct play *p)
{
	struct load_result r;
	double before = server_cpu(s);

	play_moves(p, 1, 0, &r);
	return (server_cpu(s) - before) / r.count * 1e6;
}

static void growth(struct bench *b, int games)
{
	static struct sizes two;
	double cost[2][BENCH_ROUNDS], ratio[BENCH_ROUNDS];

	prepare(b, &two, games);
	start_up(b, &two);
	for (int j = 0; j < 2; j++)
		move_cost(&two.server[j], &two.play[j]);
	for (int i = 0; i < BENCH_ROUNDS; i++) {
		for (int j = 0; j < 2; j++)
			cost[j][i] = move_cost(&two.server[j], &two.play[j]);
		ratio[i] = cost[1][i] / cost[0][i];
	}
	figure("move_cpu_1000_games", median(cost[0], BENCH_ROUNDS), "us", "-");
	figure("move_cpu_1000000_games", median(cost[1], BENCH_ROUNDS), "us", "-");
	figure("move_cpu_growth", median(ratio, BENCH_ROUNDS), "ratio", "<=1.20");
	for (int j = 0; j < 2; j++) {
		play_end(&two.play[j]);
		server_stop(&two.server[j]);
	}
}

int main(int argc, char **argv)
{
	static struct bench b;

	if (argc < 2)
		die("usage: http_bench MEEPLED [games]");
	b.binary = argv[1];
	throughput(&b);
	memory(&b);
	growth(&b, argc > 2 ? atoi(argv[2]) : 1000000);
	while (b.folders > 0)
		remove_folder(b.folder[--b.folders]);
	return 0;
}

/*
 * What a durable move costs the store in SQLite, and whether it costs more with
 * a million games than with a thousand; how long opening takes; how long a list.
 * One line for each figure: name, value, unit, bar ("-": none), parted by tabs.
 *
 *	store_bench [games [folder]]
 *
 * The many games are made by one SQL statement, past the store.
 */
#include "storage/sqlite/sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PLAY = 64, SNAPSHOT = 1500, EVENTS = 600, ANSWER = 1500, ROUNDS = 5, BATCH = 64 };

static _Noreturn void die(const char *what, const char *why)
{
	fprintf(stderr, "store_bench: %s: %s\n", what, why);
	exit(1);
}

static void must(struct store_conn *c, enum store_result r, const char *what)
{
	if (r != STORE_OK)
		die(what, store_why(c));
}

static double seconds(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* --- filling ----------------------------------------------------------- */

static const char fill_sql[] =
	"PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; BEGIN;"
	"INSERT INTO players VALUES ('ada', 'Ada', 0, 1, 0), ('bob', 'Bob', 0, 1, 0);"
	"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
	" INSERT INTO games SELECT i, printf('%%08x', i * 2654435761 %% 4294967296), 2 - (i %% 1000 < 2),"
	" i %% 5 = 0, 2, 0, iif(i %% 2, 'south-seas', 'star-wars'), 1, 0, 'set', zeroblob(32), 'A game',"
	" 'ada', '{}', randomblob(32), 1, i, i, i, i, zeroblob(300) FROM n;"
	"INSERT INTO log SELECT number, number, 1, 1, 0, zeroblob(16), zeroblob(300), 1 FROM games;"
	"INSERT INTO seats SELECT number, 0, 'red', 'ada', 'Ada', '', 1, status, visibility <> 0 FROM games;"
	"INSERT INTO seats SELECT number, 1, 'blue', 'bob', 'Bob', '', 1, status, visibility <> 0 FROM games;"
	"COMMIT; PRAGMA wal_checkpoint(TRUNCATE)";

static void fill(const char *path, int games)
{
	struct store_error err;
	struct store *s = store_sqlite_open(path, &err);
	char sql[2048];
	sqlite3 *db;

	if (!s)
		die(path, err.text);
	store_close(s);
	snprintf(sql, sizeof sql, fill_sql, games);
	if (sqlite3_open(path, &db) != SQLITE_OK || sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		die(path, sqlite3_errmsg(db));
	sqlite3_close(db);
}

/* --- moves ------------------------------------------------------------- */

struct play {
	char path[300];
	int games;			/* in the store */
	struct store *store;
	struct store_conn *w;
	struct store_game game[PLAY];
	int64_t moves;			/* so far, all games together */
	double cpu[ROUNDS], rate[ROUNDS], single[ROUNDS];
};

/* As in fill_sql. */
static void game_id(char *out, int64_t number)
{
	snprintf(out, STORE_GAME_ID + 1, "%08x", (unsigned)((uint64_t)number * 2654435761u % 4294967296u));
}

/* Games spread over the whole store, as those are that people come back to. */
static void take_games(struct play *p)
{
	unsigned char *snapshot;
	int i;

	for (i = 0; i < PLAY; i++) {
		char id[STORE_GAME_ID + 1];

		game_id(id, 1 + (int64_t)i * (p->games / PLAY));
		must(p->w, store_game_get(p->w, id, &p->game[i]), id);
		store_game_dispose(&p->game[i]);
		snapshot = calloc(1, SNAPSHOT);
		if (!snapshot)
			die(id, "no memory");
		p->game[i].snapshot = snapshot;
		p->game[i].snapshot_size = SNAPSHOT;
	}
}

static void move(struct play *p)
{
	static unsigned char filling[EVENTS + ANSWER];
	struct store_game *g = &p->game[p->moves % PLAY];
	struct store_answer a = { .bytes = filling, .size = ANSWER, .at = p->moves };
	struct store_entry e = { .first = g->version + 1, .last = g->version + 3, .has_action = 1,
		.events = (char *)filling, .events_size = EVENTS, .at = p->moves };
	uint64_t key = (uint64_t)++p->moves * 0x9e3779b97f4a7c15u;
	unsigned char request[STORE_HASH], *bytes;
	size_t size;
	int64_t at, before = g->version;

	memcpy(a.key, &key, sizeof key);
	must(p->w, store_savepoint(p->w), "savepoint");
	if (store_answer_find(p->w, a.key, request, &bytes, &size, &at) != STORE_NOT_FOUND)
		die("answer", "is there before the move");
	g->version = e.last;
	g->snapshot[p->moves % SNAPSHOT]++;
	must(p->w, store_game_update(p->w, g, before), "update");
	must(p->w, store_log_append(p->w, g->id, &e), "log");
	must(p->w, store_answer_put(p->w, &a), "answer");
	must(p->w, store_release(p->w), "release");
}

static void moves(struct play *p, int count, int batch)
{
	int i;

	for (i = 0; i < count; i++) {
		if (i % batch == 0)
			must(p->w, store_begin(p->w), "begin");
		move(p);
		if (i % batch == batch - 1 || i == count - 1)
			must(p->w, store_commit(p->w), "commit");
	}
}

/* --- measuring --------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof *values, ascending);
	return values[count / 2];
}

static void line(const char *what, int games, double value, const char *unit, const char *bar)
{
	printf("%s_%d\t%.3f\t%s\t%s\n", what, games, value, unit, bar);
	fflush(stdout);
}

static int count_game(void *arg, const struct store_game *g)
{
	(void)g;
	++*(int *)arg;
	return 0;
}

/* The slowest of several lists of 50, in milliseconds. */
static double slowest_list(struct store_conn *c, int games)
{
	const struct store_filter filters[] = {
		{ .status = -1, .limit = 50 },
		{ .status = STORE_ACTIVE, .limit = 50 },
		{ .status = STORE_FINISHED, .ruleset = "star-wars", .limit = 50, .before = games / 2 },
		{ .status = -1, .open_seats = 1, .limit = 50 },
		{ .status = STORE_ACTIVE, .player = "ada", .limit = 50, .viewer = "ada" },
		{ .status = STORE_LOBBY, .player = "bob", .limit = 50, .viewer = "bob" },
		{ .status = STORE_ABORTED, .limit = 50, .viewer = "ada" },
	};
	double slowest = 0, start, took;
	size_t i;
	int found;

	for (i = 0; i < sizeof filters / sizeof *filters; i++) {
		start = seconds(CLOCK_MONOTONIC);
		must(c, store_game_list(c, &filters[i], count_game, &found), "list");
		took = (seconds(CLOCK_MONOTONIC) - start) * 1e3;
		if (took > slowest)
			slowest = took;
	}
	return slowest;
}

static void start(struct play *p)
{
	struct store_error err;
	double begin = seconds(CLOCK_MONOTONIC);
	struct store_conn *r;

	p->store = store_sqlite_open(p->path, &err);
	if (!p->store || !(p->w = store_writer(p->store, &err)) || !(r = store_reader(p->store, &err)))
		die(p->path, err.text);
	line("store_open", p->games, (seconds(CLOCK_MONOTONIC) - begin) * 1e3, "ms", "<=200");
	line("store_list", p->games, slowest_list(r, p->games), "ms", "<=20");
	store_disconnect(r);
	take_games(p);
	moves(p, 100 * BATCH, BATCH);	/* games grow to their size, the log wraps for the first time */
}

static void measure(struct play *p, int round)
{
	double begin = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);

	moves(p, 100 * BATCH, BATCH);
	p->cpu[round] = (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / (100 * BATCH) * 1e6;
	p->rate[round] = 100 * BATCH / (seconds(CLOCK_MONOTONIC) - begin);
	begin = seconds(CLOCK_MONOTONIC);
	moves(p, 300, 1);
	p->single[round] = 300 / (seconds(CLOCK_MONOTONIC) - begin);
}

static void stop(struct play *p)
{
	int i;

	line("store_move_rate_batch64", p->games, median(p->rate, ROUNDS), "moves/s", "-");
	line("store_move_rate_batch1", p->games, median(p->single, ROUNDS), "moves/s", "-");
	line("store_move_cpu_batch64", p->games, median(p->cpu, ROUNDS), "us", "<=30");
	for (i = 0; i < PLAY; i++)
		store_game_dispose(&p->game[i]);
	store_disconnect(p->w);
	store_close(p->store);
}

static void remove_all(const char *path)
{
	static const char *const ends[] = { "", "-wal", "-shm", ".lock" };
	char name[512];
	size_t i;

	for (i = 0; i < sizeof ends / sizeof *ends; i++) {
		snprintf(name, sizeof name, "%s%s", path, ends[i]);
		unlink(name);
	}
}

/* The two stores take turns, so that whatever else the machine does meets both alike. */
int main(int argc, char **argv)
{
	static struct play small, large;
	struct play *both[] = { &small, &large };
	char folder[256];
	int i;

	small.games = 1000;
	large.games = argc > 1 ? atoi(argv[1]) : 1000000;
	if (large.games < PLAY)
		die("games", "at least 64");
	snprintf(folder, sizeof folder, "%.200s/meepled-bench-XXXXXX", argc > 2 ? argv[2] : "/tmp");
	if (!mkdtemp(folder))
		die(folder, "cannot make it");
	for (i = 0; i < 2; i++) {
		snprintf(both[i]->path, sizeof both[i]->path, "%s/%d.db", folder, i);
		fill(both[i]->path, both[i]->games);
	}
	sync();
	for (i = 0; i < 2; i++)
		start(both[i]);
	for (i = 0; i < 2 * ROUNDS; i++)
		measure(both[i % 2], i / 2);
	for (i = 0; i < 2; i++) {
		stop(both[i]);
		remove_all(both[i]->path);
	}
	rmdir(folder);
	line("store_move_cpu_growth", large.games, median(large.cpu, ROUNDS) / median(small.cpu, ROUNDS),
		"ratio", "<=1.2");
	return 0;
}

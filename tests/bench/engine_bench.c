/*
 * How fast the engine plays, game by game: whole random games on one core with
 * every legal action listed before each choice, and the full list of a turn in the
 * middle of a game; and the size of a game.
 */
#include <stdio.h>
#include <string.h>

#include "engine/core/game.h"
#include "engine/core/player.h"
#include "engine/core/ruleset.h"
#include "tests/bench/bench.h"

enum { LIST_MAX = 2048, MIDDLE = 64, MIDDLE_TURN = 37 };

struct list {
	int count;
	struct action at[LIST_MAX];
};

static int add(void *arg, const struct action *a)
{
	struct list *l = arg;

	if (l->count == LIST_MAX)
		return 1;
	l->at[l->count++] = *a;
	return 0;
}

static int seat_to_act(const struct game *g)
{
	unsigned waiting = game_waiting_for(g);
	int seat = 0;

	while (!(waiting >> seat & 1))
		seat++;
	return seat;
}

static void start(struct game *g, const struct tileset *ts, const struct ruleset *r, uint64_t number)
{
	static struct events events;
	struct game_setup setup = {.ruleset = r, .seat_count = 2, .colours = {0, 1}};
	struct game_error err;

	ruleset_default_options(r, setup.options);
	for (int i = 0; i < 8; i++)
		setup.game_seed[i] = (unsigned char)(number >> 8 * i);
	if (game_start(g, ts, &setup, &events, &err) < 0)
		die("a game does not start: %s", err.text);
}

/* One listed action at random. */
static void step(struct game *g, const struct tileset *ts, uint64_t *state)
{
	static struct events events;
	static struct list l;
	struct game_error err;

	l.count = 0;
	game_legal(g, ts, seat_to_act(g), add, &l);
	if (l.count == 0 || l.count == LIST_MAX)
		die("a list of %d actions", l.count);
	if (game_apply(g, ts, &l.at[bench_random(state) % (uint32_t)l.count], &events, &err) < 0)
		die("a listed action is refused: %s", err.text);
}

static double games_per_second(const struct tileset *ts, const struct ruleset *r, uint64_t *state)
{
	static struct game g;
	double begin = bench_clock(CLOCK_PROCESS_CPUTIME_ID), took;
	int games = 0;

	do {
		for (int i = 0; i < 200; i++, games++) {
			start(&g, ts, r, bench_random(state));
			while (g.now.phase != PHASE_OVER)
				step(&g, ts, state);
		}
		took = bench_clock(CLOCK_PROCESS_CPUTIME_ID) - begin;
	} while (took < 1);
	return games / took;
}

/* A game in the middle, with a tile in hand. */
static void to_middle(struct game *g, const struct tileset *ts, const struct ruleset *r, uint64_t *state)
{
	do {
		start(g, ts, r, bench_random(state));
		while (g->now.phase != PHASE_OVER && !(g->now.number >= MIDDLE_TURN && g->now.phase == PHASE_PLACE))
			step(g, ts, state);
	} while (g->now.phase == PHASE_OVER);
}

static double list_microseconds(const struct tileset *ts, const struct ruleset *r, uint64_t *state)
{
	static struct game games[MIDDLE];
	static struct list l;
	int lists = 0;
	double begin, took;

	for (int i = 0; i < MIDDLE; i++)
		to_middle(&games[i], ts, r, state);
	begin = bench_clock(CLOCK_PROCESS_CPUTIME_ID);
	do {
		for (int i = 0; i < 100 * MIDDLE; i++, lists++) {
			l.count = 0;
			game_legal(&games[i % MIDDLE], ts, games[i % MIDDLE].now.seat, add, &l);
		}
		took = bench_clock(CLOCK_PROCESS_CPUTIME_ID) - begin;
	} while (took < 0.3);
	return took / lists * 1e6;
}

/* The built-in player in the middle of a game. */
static double choice_milliseconds(const struct tileset *ts, const struct ruleset *r, uint64_t *state)
{
	static struct game games[MIDDLE];
	struct action a;
	int choices = 0;
	double begin, took;

	for (int i = 0; i < MIDDLE; i++)
		to_middle(&games[i], ts, r, state);
	begin = bench_clock(CLOCK_PROCESS_CPUTIME_ID);
	do {
		for (int i = 0; i < MIDDLE; i++, choices++)
			player_choose(&games[i], ts, games[i].now.seat, &a);
		took = bench_clock(CLOCK_PROCESS_CPUTIME_ID) - begin;
	} while (took < 0.3);
	return took / choices * 1e3;
}

/* What is asked of each game; one without a line is measured all the same. */
static const struct { const char *ruleset, *games; } bars[] = {
	{"south-seas", ">=10000"},
	{"star-wars", ">=20000"},
};

static const char *games_bar(const struct ruleset *r)
{
	for (size_t i = 0; i < sizeof(bars) / sizeof(bars[0]); i++)
		if (strcmp(bars[i].ruleset, r->id) == 0)
			return bars[i].games;
	return "-";
}

static void measure(const char *id)
{
	const struct ruleset *r;
	const struct tileset *ts = bench_tileset(id, &r);
	double games[BENCH_ROUNDS], lists[BENCH_ROUNDS];
	uint64_t state = 0x9e3779b97f4a7c15u;
	char name[80];

	for (int i = 0; i < BENCH_ROUNDS; i++) {
		games[i] = games_per_second(ts, r, &state);
		lists[i] = list_microseconds(ts, r, &state);
	}
	snprintf(name, sizeof(name), "engine_random_games %s", id);
	figure(name, median(games, BENCH_ROUNDS), "games/s", games_bar(r));
	snprintf(name, sizeof(name), "engine_legal_list %s", id);
	figure(name, median(lists, BENCH_ROUNDS), "us", "<=20");
	snprintf(name, sizeof(name), "engine_player_choice %s", id);
	figure(name, choice_milliseconds(ts, r, &state), "ms", "<=5");
}

int main(void)
{
	for (int i = 0; i < ruleset_count; i++)
		measure(rulesets[i]->id);
	figure("engine_game_size", sizeof(struct game), "bytes", "<=16384");
	return 0;
}

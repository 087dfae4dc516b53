/*
 * play.h - real games as load: every request is a legal move of a random game.
 *
 * The generator keeps each game in the engine beside it, so that it knows what
 * is legal without asking; only which tile came up is read from the answers.  A turn
 * is one request: place the tile, on every other turn an islander, and end the
 * turn; the next tile is drawn with it.  What a boat covers is another request.
 */
#ifndef MEEPLED_TESTS_BENCH_PLAY_H
#define MEEPLED_TESTS_BENCH_PLAY_H

#include "engine/core/game.h"
#include "tests/bench/load.h"

enum { PLAY_SIDE_BY_SIDE = 64, PLAY_TOKEN = 80, PLAY_ID = 9 };

struct play_game {
	char id[PLAY_ID];
	int pair;			/* of players */
	int ships[4];			/* face up */
	int face;			/* first tile */
};

struct play {
	int port;
	int from;			/* as in struct load, of what comes as load */
	const volatile int *stop;
	const struct tileset *ts;
	const struct ruleset *ruleset;
	uint64_t random;
	int minimal;			/* 1: ask for answers without the view */
	int stop_turn;			/* a game is left alone when it comes to this turn; 0: never */
	char tokens[PLAY_SIDE_BY_SIDE][2][PLAY_TOKEN];
	struct play_game *games;	/* made and not begun, from `next` on */
	int count, next;
	struct table {
		int at;			/* in games, or -1 */
		struct game game;
	} tables[PLAY_SIDE_BY_SIDE];
};

/* Registers players. */
void play_begin(struct play *p, int port);
/* Makes that many more games, started. */
void play_make(struct play *p, int count);
void play_end(struct play *p);
/* Moves as load: `seconds` long, or until no game is left; `rate` as in struct load. */
void play_moves(struct play *p, double seconds, double rate, struct load_result *result);
/* Reads of the first `count` games by anybody. */
void play_reads(struct play *p, int count, double seconds, struct load_result *result);
/* Brings `count` new games to the middle, and looks at each once. */
void play_middle(struct play *p, int count);

#endif

/*
 * played.h - whole random games with their rows and log in a memory store, as
 * a host would have kept them.
 */
#ifndef MEEPLED_TESTS_PLAYED_H
#define MEEPLED_TESTS_PLAYED_H

#include "api/buf.h"
#include "engine/core/game.h"
#include "engine/core/ruleset.h"
#include "storage/store.h"

struct played {
	struct store *store;
	struct store_conn *conn;	/* the writer's */
	struct store_game meta;		/* without snapshot */
	struct store_seat seats[GAME_SEATS_MAX];
	int seat_count;
	struct tileset ts;
	struct game game;
	int actions;
};

struct played_setup {
	const char *ruleset;		/* NULL: the first game of the table */
	int seats;			/* 2..5 */
	unsigned seed;
	unsigned options;		/* a choice for each, by number; 0: the first of each */
	int actions;			/* at most; 0: to the end */
	int leave;			/* seat that resigns in the middle; -1: nobody */
	int undo;			/* 1: takes moves back now and then */
	int late;			/* 1: time runs out now and then */
	const char *tileset;		/* path; NULL: the bundled one */
};

/* 0, or -1 when anything fails; played_close() it either way. */
int played_open(struct played *p, const struct played_setup *setup);
void played_close(struct played *p);
/* Its record; NULL on failure, free() it. */
char *played_record(struct played *p, size_t *size);

#endif

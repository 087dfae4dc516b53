/*
 * table_fixture.h - players around a table, over the fake transport.
 */
#ifndef MEEPLED_TESTS_API_TABLE_FIXTURE_H
#define MEEPLED_TESTS_API_TABLE_FIXTURE_H

#include <check.h>
#include "engine/core/ruleset.h"
#include "tests/api/fake.h"

enum { NOBODY = -1, STRANGER = GAME_SEATS_MAX };	/* of whom a request is */

struct around {
	struct fake *f;
	char token[GAME_SEATS_MAX + 1][API_TOKEN_TEXT];		/* the stranger's last */
	char player[GAME_SEATS_MAX + 1][STORE_PLAYER_ID + 1];
	const char *ruleset;		/* of the games to be made; NULL: south-seas */
	int seats;
	char game[STORE_GAME_ID + 1];
	struct talk t;			/* the latest exchange */
	int talking;
	unsigned dice;			/* of random play */
	/* Headers of the next request; NULL: none. */
	const char *accept, *prefer, *if_match;
};

/* Service and players; no game yet. */
void around_open(struct around *a, struct api_config config);
void around_close(struct around *a);
/* Seat 0's player makes a game with these further members (",\"options\":{…}") or "". */
void around_create(struct around *a, int seats, const char *members);
/* ... and all sit down, so that it begins. */
void around_start(struct around *a, int seats, const char *members);

/*
 * One request; its answer stays in a->t until the next.  A target that does not
 * begin with '/' is below the game.  Returns the status.
 */
int ask(struct around *a, int who, const char *method, const char *target, const char *body);
const char *got(struct around *a, const char *path);	/* NULL when absent */
long got_number(struct around *a, const char *path);	/* must be a number */
int got_count(struct around *a, const char *path);	/* elements */
const char *got_body(struct around *a);

#define ASK(status, a, who, method, target, body) do { \
	int status_ = ask(a, who, method, target, body); \
	ck_assert_msg(status_ == (status), "%s %s: %d: %s", method, target, status_, got_body(a)); \
} while (0)
#define GOT(a, path, text) ck_assert_pstr_eq(got(a, path), text)

/* What the store holds: the row, and the engine's game (it must have begun). */
void stored_row(struct around *a, struct store_game *row);	/* without snapshot */
void stored_game(struct around *a, struct game *g, struct tileset *ts);

/* A number 0..n-1. */
int roll(struct around *a, int n);
/* One random move by whom the game waits for; 0 when it is over. */
int random_move(struct around *a);

#endif

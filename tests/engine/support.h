/*
 * support.h - positions in a few words, for the tests of the rules.
 *
 * A test starts a game, says which tile comes next, and lays tiles seat by
 * seat; what it then expects it reads from the engine's own descriptions.
 * Everything here fails the running Check test with a sentence when the engine
 * does not do what the test took for granted.  Rotations are degrees here.
 */
#ifndef MEEPLED_TESTS_SUPPORT_H
#define MEEPLED_TESTS_SUPPORT_H

#include <check.h>

#include "engine/core/game.h"
#include "engine/core/ruleset.h"

/* --- tile sets: read once, never freed --- */
const struct tileset *bundled_tileset(void);	/* of South Seas */
const struct tileset *star_wars_tileset(void);
/* The bundled one of any game. */
const struct tileset *tileset_of(const struct ruleset *r);
/* tests/fixtures/tilesets/NAME.json */
const struct tileset *fixture_tileset(const char *name);
int face_of(const struct tileset *ts, const char *kind, int variant);

/* --- descriptions as "path = value" --- */
enum { FACTS_MAX = 6000, FACT_PATH = 72, FACT_DEPTH = 12 };

struct fact {
	char path[FACT_PATH];		/* "board.tiles.3.kind" */
	char text[FACT_PATH];		/* numbers and flags are written out; null is "null" */
};

struct facts {
	struct sink sink;
	int count, depth;
	struct { char path[FACT_PATH]; int index, first; } open[FACT_DEPTH];
	struct fact at[FACTS_MAX];
};

void facts_start(struct facts *f);
const char *fact(const struct facts *f, const char *path, ...)	/* NULL when absent */
	__attribute__((format(printf, 2, 3)));
long fact_number(const struct facts *f, const char *path, ...)		/* must be there */
	__attribute__((format(printf, 2, 3)));
/* Elements of the array (or members of the object) at `path`. */
int fact_count(const struct facts *f, const char *path);

/* --- a game --- */
enum { SMALL, LARGE };		/* struct piece.size */

struct play {
	const struct tileset *ts;
	struct game g;
	struct events ev;		/* of the latest action */
	struct game_error err;
	struct facts facts;		/* scratch: whatever was asked last */
};

/* Options as "name=value name=value"; first_seat is 0 unless it is named. */
void setup_options(struct game_setup *setup, const char *options);
/* Seats have the ruleset's colours in order, or those that the options give them. */
void play_start(struct play *p, const struct tileset *ts, int seats, const char *options);
void play_start_seed(struct play *p, const struct tileset *ts, int seats, const char *options, unsigned seed);
/* One seat for each colour. */
void play_start_colours(struct play *p, const struct tileset *ts, const char *colours, const char *options);

/* Put this face at the front of the bag; it must still be in it. */
void next_tile(struct play *p, const char *kind, int variant);
/* The same for the tile that comes after `count` others. */
void tile_after(struct play *p, int count, const char *kind, int variant);
/* Leave the next `count` tiles in the bag; the others are removed from the game.  Before a draw only. */
void shorten_bag(struct play *p, int count);
/* Force the ships: ids separated by blanks; the rest of the pile is removed from the game. */
void set_ships(struct play *p, const char *face_up, const char *pile);
void set_wares(struct play *p, int seat, int shells, int fish, int bananas);
void give_ship(struct play *p, int seat, const char *ship);
/* Force the next dice: "4 <3 6"; "<3" is a 1 or a 2. */
void force_dice(struct play *p, const char *dice);
/* Points of a side of Star Wars: a seat, or a team. */
void set_score(struct play *p, int side, int points);

/* Must be accepted. */
void act(struct play *p, struct action a);
/* Must be refused for this reason and rule ("": none, NULL: whichever), and change nothing. */
void must_refuse(struct play *p, struct action a, enum refusal why, const char *rule);

struct action draw_by(int seat);
struct action place_by(int seat, int x, int y, int degrees);
/* On the tile placed this turn. */
struct action islander_by(const struct play *p, int seat, const char *segment);
struct action meeple_by(const struct play *p, int seat, int size, const char *segment);
struct action planet_by(int seat, int size, int x, int y);
struct action battle_by(const struct play *p, int seat, int x, int y, const char *segment);
struct action retrieve_by(const struct play *p, int seat, int x, int y, const char *segment);
struct action skip_by(int seat);
struct action cover_by(const struct play *p, int seat, int x, int y, const char *segment, int group);
struct action choose_by(const struct play *p, int seat, const char *ship);
struct action deliver_by(const struct play *p, int seat, const char *ship, int shells, int fish, int bananas);
struct action end_by(int seat);
struct action undo_by(int seat);
struct action resign_by(int seat);
struct action timeout_by(int seat);

/* Draw this face and lay it; step 2 is still to come (unless there is nothing to do in it). */
void put(struct play *p, int seat, const char *kind, int variant, int x, int y, int degrees);
/*
 * A whole turn: lay, piece on `segment` (NULL: none; "+p": a large meeple on
 * p), no delivery.  Stops where a decision is asked for.
 */
void lay(struct play *p, int seat, const char *kind, int variant, int x, int y, int degrees, const char *segment);
/* Draw the next tile of the bag and lay it at its first legal place, nothing else. */
void pass_turn(struct play *p, int seat);

/* --- questions --- */
const struct facts *view_facts(struct play *p);
const struct facts *seat_facts(struct play *p, int seat);
const struct facts *event_facts(struct play *p, int index);
/* Index of the n-th event (from 0) of a type in the latest action, or -1. */
int find_event(const struct play *p, enum event_type type, int n);
int count_events(const struct play *p, enum event_type type);

int supply_of(struct play *p, int seat);
/* Meeples of that size. */
int meeples_of(struct play *p, int seat, int size);
/* Pieces of the seat that stand there. */
int pieces_at(struct play *p, int seat, int x, int y, const char *segment);
int owns(struct play *p, int seat, const char *ship);
int has_piece(struct play *p, int seat, int x, int y, const char *segment);
int pieces_on_board(struct play *p);
int is_covered(struct play *p, int x, int y, const char *segment, int group);
int covered_groups(struct play *p);
const char *face_up(struct play *p, int i);	/* id, or NULL */
/* Whether the legal list of a seat has this action; number of actions of a type in it. */
int is_legal(const struct play *p, struct action a);
int count_legal(const struct play *p, int seat, enum action_type type);
/* The n-th action of the list; there must be one. */
struct action nth_legal(const struct play *p, int seat, int n);
int feature_of(const struct play *p, int x, int y, const char *segment);	/* root */
int open_ends_of(const struct play *p, int x, int y, const char *segment);

void expect_wares_at(struct play *p, int seat, int shells, int fish, int bananas, const char *file, int line);
#define expect_wares(p, seat, shells, fish, bananas) \
	expect_wares_at(p, seat, shells, fish, bananas, __FILE__, __LINE__)
/* Scores of the seats by seat. */
void expect_scores_at(struct play *p, const int *scores, int count, const char *file, int line);
#define expect_scores(p, ...) \
	expect_scores_at(p, (const int[]){ __VA_ARGS__ }, (int)(sizeof((const int[]){ __VA_ARGS__ }) / sizeof(int)), \
		__FILE__, __LINE__)
void expect_turn_at(struct play *p, int seat, enum phase phase, const char *file, int line);
#define expect_turn(p, seat, phase) expect_turn_at(p, seat, phase, __FILE__, __LINE__)

/* Runs one suite made by `fill`; the exit status for main(). */
int run_suite(const char *name, void (*fill)(TCase *));
/* The same for long tests: seconds that each may take (60 above). */
int run_suite_within(const char *name, void (*fill)(TCase *), int seconds);

#endif

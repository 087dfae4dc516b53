/*
 * store_fixture.h - a fresh store for each test, of either kind, with a writer
 * and a reader, and short ways to put things into it.
 */
#ifndef MEEPLED_TESTS_STORAGE_STORE_FIXTURE_H
#define MEEPLED_TESTS_STORAGE_STORE_FIXTURE_H

#include <check.h>
#include "storage/store.h"

enum st_kind { ST_MEMORY, ST_SQLITE, ST_KINDS };	/* the loop of a loop test */

struct st {
	enum st_kind kind;
	char dir[128], path[160];	/* of a folder of its own, removed at the end */
	struct store *store;
	struct store_conn *w, *r;
};

struct st_test {
	const char *name;
	const TTest **test;
	int loops;			/* _i runs from 0 up to this */
};

#define OK(call) ck_assert_int_eq((call), STORE_OK)
#define IS(call, result) ck_assert_int_eq((call), (result))

void st_folder(struct st *s);			/* the folder only */
void st_open(struct st *s, int kind);
void st_reopen(struct st *s);			/* SQLite: close and open the same file */
void st_close(struct st *s);
void st_remove(struct st *s);			/* the folder and all in it */

/* In an open transaction. */
void st_player(struct st *s, const char *id);
struct store_game st_game(const char *id);	/* a public game of two seats by nobody, not yet added */
void st_add(struct st *s, struct store_game game);
void st_sit(struct st *s, const char *game, int seat, const char *player);
enum store_result st_log(struct st *s, const char *game, int64_t first, int64_t last);

int64_t st_version(struct store_conn *c, const char *game);	/* -1: no such game */
int st_log_size(struct store_conn *c, const char *game);	/* entries; checks that no number is left out */
int st_seats(struct store_conn *c, const char *game);

/* Run them all; what main() returns. */
int st_main(const char *name, const struct st_test *tests, size_t count);

#endif

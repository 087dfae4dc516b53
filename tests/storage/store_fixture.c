/* See store_fixture.h. */
#include "tests/storage/store_fixture.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void st_folder(struct st *s)
{
	const char *tmp = getenv("TMPDIR");

	memset(s, 0, sizeof *s);
	snprintf(s->dir, sizeof s->dir, "%.90s/meepled-store-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(s->dir));
	snprintf(s->path, sizeof s->path, "%s/store.db", s->dir);
}

static void start(struct st *s)
{
	struct store_error err = { "" };

	s->store = s->kind == ST_SQLITE ? store_sqlite_open(s->path, &err) : store_memory_open();
	ck_assert_msg(s->store != NULL, "%s", err.text);
	s->w = store_writer(s->store, &err);
	ck_assert_msg(s->w != NULL, "%s", err.text);
	s->r = store_reader(s->store, &err);
	ck_assert_msg(s->r != NULL, "%s", err.text);
}

static void stop(struct st *s)
{
	store_disconnect(s->w);
	store_disconnect(s->r);
	store_close(s->store);
}

void st_open(struct st *s, int kind)
{
	st_folder(s);
	s->kind = (enum st_kind)kind;
	start(s);
}

void st_reopen(struct st *s)
{
	ck_assert_int_eq(s->kind, ST_SQLITE);
	stop(s);
	start(s);
}

void st_remove(struct st *s)
{
	char name[512];
	struct dirent *e;
	DIR *d = opendir(s->dir);

	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d))) {
		snprintf(name, sizeof name, "%s/%s", s->dir, e->d_name);
		if (e->d_name[0] != '.')
			unlink(name);
	}
	closedir(d);
	ck_assert_int_eq(rmdir(s->dir), 0);
}

void st_close(struct st *s)
{
	stop(s);
	st_remove(s);
}

/* --- putting things in ------------------------------------------------- */

void st_player(struct st *s, const char *id)
{
	struct store_player p = { .created_at = 1000 };

	snprintf(p.id, sizeof p.id, "%s", id);
	snprintf(p.name, sizeof p.name, "Name of %s", id);
	OK(store_player_add(s->w, &p));
}

struct store_game st_game(const char *id)
{
	struct store_game g = {
		.status = STORE_LOBBY, .visibility = STORE_PUBLIC, .seat_count = 2, .ruleset_version = 1,
		.ruleset = "south-seas", .tileset = "south-seas", .name = "A game", .options = "{}",
		.created_at = 1000, .updated_at = 1000
	};

	snprintf(g.id, sizeof g.id, "%s", id);
	return g;
}

void st_add(struct st *s, struct store_game game)
{
	OK(store_game_add(s->w, &game));
	ck_assert_int_gt(game.number, 0);
}

void st_sit(struct st *s, const char *game, int seat, const char *player)
{
	struct store_seat taken = { .seat = (uint8_t)seat, .taken_at = 2000 };

	snprintf(taken.colour, sizeof taken.colour, "colour%d", seat);
	snprintf(taken.player, sizeof taken.player, "%s", player);
	snprintf(taken.name, sizeof taken.name, "Name of %s", player);
	OK(store_seat_claim(s->w, game, &taken));
}

enum store_result st_log(struct st *s, const char *game, int64_t first, int64_t last)
{
	struct store_entry e = { .first = first, .last = last, .seat = -1, .events = "{}\n", .events_size = 3,
		.at = 3000 };

	return store_log_append(s->w, game, &e);
}

/* --- looking ----------------------------------------------------------- */

int64_t st_version(struct store_conn *c, const char *game)
{
	struct store_game g;
	enum store_result r = store_game_get(c, game, &g);

	if (r == STORE_NOT_FOUND)
		return -1;
	OK(r);
	store_game_dispose(&g);
	return g.version;
}

struct walk { int64_t last; int count; };

static int next_entry(void *arg, const struct store_entry *e)
{
	struct walk *walk = arg;

	ck_assert_int_eq(e->first, walk->last + 1);
	walk->last = e->last;
	walk->count++;
	return 0;
}

int st_log_size(struct store_conn *c, const char *game)
{
	struct walk walk = { 0, 0 };

	OK(store_log_read(c, game, 0, 0, next_entry, &walk));
	return walk.count;
}

int st_seats(struct store_conn *c, const char *game)
{
	struct store_seat seats[8];
	int count = -1;

	OK(store_seats(c, game, seats, 8, &count));
	return count;
}

int st_main(const char *name, const struct st_test *tests, size_t count)
{
	Suite *suite = suite_create(name);
	SRunner *runner = srunner_create(suite);
	int failed;
	size_t i;

	for (i = 0; i < count; i++) {
		TCase *c = tcase_create(tests[i].name);

		tcase_add_loop_test(c, *tests[i].test, 0, tests[i].loops);
		tcase_set_timeout(c, 120);
		suite_add_tcase(suite, c);
	}
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

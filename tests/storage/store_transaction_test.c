/*
 * Transactions over every implementation: who may change, what a rollback and
 * a savepoint undo, what readers see meanwhile, and threads that read while
 * the writer commits.
 */
#include "tests/storage/store_fixture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(one_writer)
{
	struct st s;
	struct store_error err = { "" };
	struct store_conn *second;

	st_open(&s, _i);
	ck_assert_ptr_null(store_writer(s.store, &err));
	ck_assert_str_ne(err.text, "");
	second = store_reader(s.store, &err);
	ck_assert_ptr_nonnull(second);
	store_disconnect(second);
	ck_assert_ptr_null(store_writer(s.store, &err));
	store_disconnect(s.w);
	s.w = store_writer(s.store, &err);
	ck_assert_ptr_nonnull(s.w);
	OK(store_begin(s.w));
	st_player(&s, "ada");
	OK(store_commit(s.w));
	store_disconnect(NULL);
	store_close(NULL);
	st_close(&s);
}
END_TEST

START_TEST(changes_need_a_transaction)
{
	struct st s;
	struct store_player p = { .id = "ada" }, got;
	struct store_game g = st_game("g1");
	struct store_answer a = { .bytes = NULL };

	st_open(&s, _i);
	IS(store_player_add(s.w, &p), STORE_BROKEN);
	IS(store_game_add(s.w, &g), STORE_BROKEN);
	IS(store_answer_put(s.w, &a), STORE_BROKEN);
	ck_assert_str_ne(store_why(s.w), "");
	IS(store_commit(s.w), STORE_BROKEN);
	IS(store_savepoint(s.w), STORE_BROKEN);
	IS(store_release(s.w), STORE_BROKEN);
	store_rollback(s.w);
	store_rollback_to(s.w);
	IS(store_begin(s.r), STORE_BROKEN);
	IS(store_player_add(s.r, &p), STORE_BROKEN);
	OK(store_begin(s.w));
	IS(store_begin(s.w), STORE_BROKEN);
	IS(store_release(s.w), STORE_BROKEN);
	OK(store_savepoint(s.w));
	IS(store_savepoint(s.w), STORE_BROKEN);
	OK(store_commit(s.w));
	IS(store_player_get(s.r, "ada", &got), STORE_NOT_FOUND);
	st_close(&s);
}
END_TEST

/* A table with something of every kind, at version 1 of game g1. */
static void prepare(struct st *s, int kind)
{
	unsigned char snapshot[] = "old";
	struct store_game g = st_game("g1");

	st_open(s, kind);
	OK(store_begin(s->w));
	st_player(s, "ada");
	st_player(s, "bob");
	g.seat_count = 3;
	g.snapshot = snapshot;
	g.snapshot_size = 3;
	st_add(s, g);
	st_sit(s, "g1", 0, "ada");
	OK(st_log(s, "g1", 1, 1));
	g.version = 1;
	OK(store_game_update(s->w, &g, 0));
	OK(store_commit(s->w));
}

/* Change something of every kind. */
static void change_all(struct st *s)
{
	unsigned char snapshot[] = "newer";
	struct store_game g = st_game("g1");
	struct store_token t = { .id = "t1", .player = "bob", .hash = { 7 } };
	struct store_answer a = { .key = { 7 }, .bytes = snapshot, .size = 5, .at = 1 };
	unsigned char hash[STORE_HASH] = { 7 };

	st_player(s, "eve");
	OK(store_player_delete(s->w, "ada", "Gone", 5));
	OK(store_token_add(s->w, &t));
	OK(store_token_used(s->w, "t1", 5));
	st_add(s, st_game("g2"));
	g.version = 2;
	g.snapshot = snapshot;
	g.snapshot_size = 5;
	OK(store_game_update(s->w, &g, 1));
	g.version = 3;
	OK(store_game_update(s->w, &g, 2));
	st_sit(s, "g1", 1, "bob");
	OK(store_seat_leave(s->w, "g1", 0));
	st_sit(s, "g2", 0, "bob");
	OK(st_log(s, "g1", 2, 2));
	OK(st_log(s, "g1", 3, 3));
	OK(st_log(s, "g2", 1, 1));
	OK(store_answer_put(s->w, &a));
	OK(store_tileset_put(s->w, hash, "x", "text", 4));
}

static void expect_old(struct store_conn *c)
{
	unsigned char hash[STORE_HASH] = { 7 }, request[STORE_HASH], *bytes;
	struct store_player p;
	struct store_token t;
	struct store_game g;
	struct store_seat seats[3];
	char *text;
	size_t size;
	int64_t at;
	int count;

	IS(store_player_get(c, "eve", &p), STORE_NOT_FOUND);
	OK(store_player_get(c, "ada", &p));
	ck_assert(p.deleted_at == 0 && strcmp(p.name, "Name of ada") == 0);
	IS(store_token_find(c, hash, &t), STORE_NOT_FOUND);
	IS(store_game_get(c, "g2", &g), STORE_NOT_FOUND);
	OK(store_game_get(c, "g1", &g));
	ck_assert(g.version == 1 && g.snapshot_size == 3 && memcmp(g.snapshot, "old", 3) == 0);
	store_game_dispose(&g);
	OK(store_seats(c, "g1", seats, 3, &count));
	ck_assert(count == 1 && seats[0].seat == 0 && strcmp(seats[0].name, "Name of ada") == 0);
	ck_assert_int_eq(st_log_size(c, "g1"), 1);
	IS(store_answer_find(c, hash, request, &bytes, &size, &at), STORE_NOT_FOUND);
	IS(store_tileset_get(c, hash, &text, &size), STORE_NOT_FOUND);
}

static void expect_new(struct store_conn *c)
{
	unsigned char hash[STORE_HASH] = { 7 }, request[STORE_HASH], *bytes;
	struct store_player p;
	struct store_token t;
	struct store_game g;
	struct store_seat seats[3];
	char *text;
	size_t size;
	int64_t at;
	int count;

	OK(store_player_get(c, "eve", &p));
	OK(store_player_get(c, "ada", &p));
	ck_assert(p.deleted_at == 5 && strcmp(p.name, "Gone") == 0);
	OK(store_token_find(c, hash, &t));
	ck_assert_int_eq(t.last_used_at, 5);
	OK(store_game_get(c, "g1", &g));
	ck_assert(g.version == 3 && g.snapshot_size == 5 && memcmp(g.snapshot, "newer", 5) == 0);
	store_game_dispose(&g);
	OK(store_seats(c, "g1", seats, 3, &count));
	ck_assert(count == 1 && seats[0].seat == 1 && strcmp(seats[0].player, "bob") == 0);
	ck_assert_int_eq(st_seats(c, "g2"), 1);
	ck_assert_int_eq(st_log_size(c, "g1"), 3);
	ck_assert_int_eq(st_log_size(c, "g2"), 1);
	OK(store_answer_find(c, hash, request, &bytes, &size, &at));
	free(bytes);
	OK(store_tileset_get(c, hash, &text, &size));
	free(text);
}

START_TEST(readers_see_what_is_committed)
{
	struct st s;

	prepare(&s, _i);
	OK(store_begin(s.w));
	change_all(&s);
	expect_new(s.w);
	expect_old(s.r);
	OK(store_commit(s.w));
	expect_new(s.r);
	st_close(&s);
}
END_TEST

START_TEST(rollback_undoes_all)
{
	struct st s;

	prepare(&s, _i);
	OK(store_begin(s.w));
	change_all(&s);
	store_rollback(s.w);
	expect_old(s.w);
	expect_old(s.r);
	OK(store_begin(s.w));	/* and nothing of it stands in the way */
	change_all(&s);
	OK(store_commit(s.w));
	expect_new(s.r);
	st_close(&s);
}
END_TEST

START_TEST(disconnecting_rolls_back)
{
	struct st s;
	struct store_error err;

	prepare(&s, _i);
	OK(store_begin(s.w));
	change_all(&s);
	store_disconnect(s.w);
	s.w = store_writer(s.store, &err);
	ck_assert_ptr_nonnull(s.w);
	expect_old(s.w);
	OK(store_begin(s.w));
	change_all(&s);
	OK(store_commit(s.w));
	st_close(&s);
}
END_TEST

START_TEST(savepoint_undoes_one_job)
{
	struct st s;

	prepare(&s, _i);
	OK(store_begin(s.w));
	OK(store_savepoint(s.w));
	change_all(&s);
	store_rollback_to(s.w);
	expect_old(s.w);
	OK(store_savepoint(s.w));
	change_all(&s);
	OK(store_release(s.w));
	OK(store_savepoint(s.w));
	OK(st_log(&s, "g1", 4, 9));
	OK(store_seat_leave(s.w, "g1", 1));
	OK(store_token_delete(s.w, "bob", "t1"));
	store_rollback_to(s.w);
	expect_new(s.w);
	expect_old(s.r);
	OK(store_savepoint(s.w));
	store_rollback_to(s.w);
	OK(store_commit(s.w));
	expect_new(s.r);
	st_close(&s);
}
END_TEST

START_TEST(rollback_takes_released_savepoints_along)
{
	struct st s;

	prepare(&s, _i);
	OK(store_begin(s.w));
	OK(store_savepoint(s.w));
	change_all(&s);
	OK(store_release(s.w));
	OK(store_savepoint(s.w));
	OK(st_log(&s, "g2", 2, 2));
	store_rollback(s.w);
	expect_old(s.r);
	expect_old(s.w);
	st_close(&s);
}
END_TEST

/* A refusal inside a transaction leaves what was done before it. */
START_TEST(conflicts_do_not_end_it)
{
	struct st s;
	struct store_game g = st_game("g1");

	prepare(&s, _i);
	OK(store_begin(s.w));
	OK(st_log(&s, "g1", 2, 2));
	IS(st_log(&s, "g1", 2, 2), STORE_CONFLICT);
	IS(store_game_add(s.w, &g), STORE_CONFLICT);
	IS(store_game_update(s.w, &g, 99), STORE_CONFLICT);
	IS(store_seat_leave(s.w, "g1", 2), STORE_NOT_FOUND);
	OK(store_commit(s.w));
	ck_assert_int_eq(st_log_size(s.r, "g1"), 2);
	st_close(&s);
}
END_TEST

/* --- callbacks --------------------------------------------------------- */

struct nested { struct store_conn *c; int games, seats; };

static int count_one(void *arg, const struct store_entry *e)
{
	(void)e;
	++*(int *)arg;
	return 0;
}

static int ignore_game(void *arg, const struct store_game *g)
{
	(void)arg;
	(void)g;
	return 0;
}

static int read_inside(void *arg, const struct store_game *g)
{
	struct nested *n = arg;
	struct store_player p;
	int entries = 0;

	n->games++;
	n->seats += st_seats(n->c, g->id);
	ck_assert_int_eq(st_version(n->c, g->id), g->version);
	OK(store_player_get(n->c, "bob", &p));
	OK(store_log_read(n->c, g->id, 0, 0, count_one, &entries));
	return 0;
}

START_TEST(callbacks_may_read)
{
	struct st s;
	struct store_filter all = { .status = -1 };
	struct nested n = { .games = 0 };

	prepare(&s, _i);
	OK(store_begin(s.w));
	change_all(&s);
	n.c = s.w;
	OK(store_game_list(s.w, &all, read_inside, &n));
	ck_assert(n.games == 2 && n.seats == 2);
	OK(store_commit(s.w));
	n = (struct nested){ .c = s.r };
	OK(store_game_list(s.r, &all, read_inside, &n));
	ck_assert(n.games == 2 && n.seats == 2);
	OK(store_game_list(s.r, &all, ignore_game, NULL));
	st_close(&s);
}
END_TEST

/* --- threads ----------------------------------------------------------- */

/* Version, snapshot and log of two games move together: no reader may see them apart. */
enum { READERS = 3, ROUNDS = 300 };

struct watch {
	struct store *store;
	atomic_int *stop;
	atomic_int checks;
	const char *fault;		/* NULL: everything fitted together */
};

static int add_version(void *arg, const struct store_game *g)
{
	*(int64_t *)arg += g->version;
	return 0;
}

static int64_t list_sum(struct store_conn *c)
{
	struct store_filter all = { .status = -1 };
	int64_t sum = 0;

	return store_game_list(c, &all, add_version, &sum) == STORE_OK ? sum : -1;
}

static int last_of(void *arg, const struct store_entry *e)
{
	*(int64_t *)arg = e->last;
	return 0;
}

static void *keep_reading(void *arg)
{
	struct watch *w = arg;
	struct store_error err;
	struct store_conn *c = store_reader(w->store, &err);
	int64_t version, last, before = 0, sum;
	struct store_game g;

	if (!c)
		w->fault = "no connection";
	while (c && !w->fault && !atomic_load(w->stop)) {
		if (store_game_get(c, "g1", &g) != STORE_OK) {
			w->fault = "game gone";
			break;
		}
		version = g.version;
		if (g.snapshot_size != sizeof version || memcmp(g.snapshot, &version, sizeof version) != 0)
			w->fault = "snapshot of another version";
		store_game_dispose(&g);
		if (version < before)
			w->fault = "went back in time";
		before = version;
		last = 0;
		if (store_log_read(c, "g1", 0, 0, last_of, &last) != STORE_OK || last < version)
			w->fault = "log behind the game";
		sum = list_sum(c);	/* two games, always at the same version */
		if (sum < 0 || sum % 2 != 0)
			w->fault = "half a transaction";
		w->checks++;
	}
	w->checks++;	/* who has met a fault is not waited for */
	store_disconnect(c);
	return NULL;
}

static void one_round(struct st *s, int64_t version)
{
	struct store_game g = st_game("g1");

	g.version = version;
	g.snapshot = (unsigned char *)&version;
	g.snapshot_size = sizeof version;
	OK(store_begin(s->w));
	OK(store_game_update(s->w, &g, version - 1));
	OK(st_log(s, "g1", version, version));
	strcpy(g.id, "g2");
	OK(store_game_update(s->w, &g, version - 1));
	OK(store_savepoint(s->w));
	OK(st_log(s, "g1", version + 1, version + 9));
	store_rollback_to(s->w);
	OK(store_commit(s->w));
}

/* Whether a reader that goes on has not yet come round: the machine may be busy. */
static int any_has_yet_to_read(struct watch watch[READERS])
{
	for (int i = 0; i < READERS; i++)
		if (atomic_load(&watch[i].checks) == 0)
			return 1;
	return 0;
}

START_TEST(threads_read_while_it_writes)
{
	struct st s;
	atomic_int stop = 0;
	pthread_t threads[READERS];
	struct watch watch[READERS] = { { .checks = 0 } };
	int64_t version = 0;
	struct store_game g = st_game("g1");
	int i;

	st_open(&s, _i);
	g.snapshot = (unsigned char *)&version;
	g.snapshot_size = sizeof version;
	OK(store_begin(s.w));
	st_add(&s, g);
	strcpy(g.id, "g2");
	st_add(&s, g);
	OK(store_commit(s.w));
	for (i = 0; i < READERS; i++) {
		watch[i] = (struct watch){ .store = s.store, .stop = &stop };
		ck_assert_int_eq(pthread_create(&threads[i], NULL, keep_reading, &watch[i]), 0);
	}
	for (version = 1; version <= ROUNDS || any_has_yet_to_read(watch); version++)
		one_round(&s, version);
	atomic_store(&stop, 1);
	for (i = 0; i < READERS; i++)
		pthread_join(threads[i], NULL);
	for (i = 0; i < READERS; i++) {
		ck_assert_msg(!watch[i].fault, "%s", watch[i].fault);
		ck_assert_int_gt(watch[i].checks, 0);
	}
	ck_assert_int_eq(st_log_size(s.r, "g1"), version - 1);
	st_close(&s);
}
END_TEST

static const struct st_test tests[] = {
	{ "one writer", &one_writer, ST_KINDS },
	{ "changes need a transaction", &changes_need_a_transaction, ST_KINDS },
	{ "readers", &readers_see_what_is_committed, ST_KINDS },
	{ "rollback", &rollback_undoes_all, ST_KINDS },
	{ "disconnecting", &disconnecting_rolls_back, ST_KINDS },
	{ "savepoint", &savepoint_undoes_one_job, ST_KINDS },
	{ "released savepoints", &rollback_takes_released_savepoints_along, ST_KINDS },
	{ "conflicts", &conflicts_do_not_end_it, ST_KINDS },
	{ "callbacks", &callbacks_may_read, ST_KINDS },
	{ "threads", &threads_read_while_it_writes, ST_KINDS },
};

int main(void)
{
	return st_main("store transactions", tests, sizeof tests / sizeof *tests);
}

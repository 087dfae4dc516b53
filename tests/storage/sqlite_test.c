/*
 * What only the store in SQLite promises: its file, its settings, its schema,
 * clear refusals, and how its statements find rows.
 */
#include "tests/storage/sqlite_fixture.h"
#include "tests/storage/store_fixture.h"
#include "storage/sqlite/sqlite.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Run SQL on the closed file. */
static void run_sql(const char *path, const char *sql)
{
	sqlite3 *db;

	ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
	ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
	sqlite3_close(db);
}

static void expect_refused(struct st *s, const char *words[], int count)
{
	struct store_error err = { "" };
	int i;

	ck_assert_ptr_null(store_sqlite_open(s->path, &err));
	for (i = 0; i < count; i++)
		ck_assert_msg(strstr(err.text, words[i]) != NULL, "'%s' is not in: %s", words[i], err.text);
}

#define REFUSED(s, ...) expect_refused(s, (const char *[]){ __VA_ARGS__ }, \
	sizeof((const char *[]){ __VA_ARGS__ }) / sizeof(const char *))

/* A closed file with some games in it. */
static void make_file(struct st *s, int games)
{
	int i;

	st_open(s, ST_SQLITE);
	OK(store_begin(s->w));
	st_player(s, "ada");
	for (i = 1; i <= games; i++) {
		char id[STORE_GAME_ID + 1];

		snprintf(id, sizeof id, "g%05d", i % 100000);
		st_add(s, st_game(id));
		st_sit(s, id, 0, "ada");
		OK(st_log(s, id, 1, 2));
	}
	OK(store_commit(s->w));
	store_disconnect(s->w);
	store_disconnect(s->r);
	store_close(s->store);
}

/* --- file and schema --------------------------------------------------- */

START_TEST(starts_from_nothing)
{
	struct st s;
	struct stat st;

	make_file(&s, 3);
	ck_assert_int_eq(stat(s.path, &st), 0);
	ck_assert_int_eq(st.st_mode & 0777, 0600);
	ck_assert_int_eq(sf_ask(s.path, "PRAGMA user_version"), sq_schema);
	ck_assert_int_eq(sf_ask(s.path, "PRAGMA application_id"), 0x4d65706c);
	ck_assert_int_eq(sf_ask(s.path, "SELECT count(*) FROM games"), 3);
	ck_assert_int_eq(sf_ask(s.path, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
	/* All tables are strict, and none is missing. */
	ck_assert_int_ge(sf_ask(s.path, "SELECT count(*) FROM pragma_table_list"
		" WHERE schema = 'main' AND type = 'table' AND strict"), 7);
	ck_assert_int_eq(sf_ask(s.path, "SELECT count(*) FROM pragma_table_list"
		" WHERE schema = 'main' AND type = 'table' AND NOT strict AND name NOT LIKE 'sqlite%'"), 0);
	st_remove(&s);
}
END_TEST

START_TEST(empty_file_is_fine)
{
	struct st s;
	struct store_error err = { "" };
	struct store *store;

	st_folder(&s);
	close(open(s.path, O_CREAT | O_WRONLY, 0600));
	store = store_sqlite_open(s.path, &err);
	ck_assert_msg(store != NULL, "%s", err.text);
	store_close(store);
	st_remove(&s);
}
END_TEST

START_TEST(stays_when_opened_again)
{
	struct st s;
	struct stat log;
	char name[256];

	st_open(&s, ST_SQLITE);
	OK(store_begin(s.w));
	st_add(&s, st_game("g1"));
	OK(st_log(&s, "g1", 1, 4));
	OK(store_commit(s.w));
	st_reopen(&s);
	ck_assert_int_eq(st_version(s.r, "g1"), 0);
	ck_assert_int_eq(st_log_size(s.r, "g1"), 1);
	OK(store_begin(s.w));
	OK(st_log(&s, "g1", 5, 5));
	OK(store_commit(s.w));
	store_disconnect(s.w);
	store_disconnect(s.r);
	store_close(s.store);
	snprintf(name, sizeof name, "%s-wal", s.path);
	ck_assert(stat(name, &log) != 0 || log.st_size == 0);	/* all is in the file */
	st_remove(&s);
}
END_TEST

START_TEST(newer_schema_refused)
{
	struct st s;
	char own[48], known[24];

	make_file(&s, 1);
	snprintf(own, sizeof own, "PRAGMA user_version = %d", sq_schema);
	snprintf(known, sizeof known, "up to %d", sq_schema);
	run_sql(s.path, "PRAGMA user_version = 1700");
	REFUSED(&s, s.path, "schema 1700", known, "newer meepled", "backup");
	ck_assert_int_eq(sf_ask(s.path, "PRAGMA user_version"), 1700);
	run_sql(s.path, own);
	s.kind = ST_SQLITE;
	ck_assert_int_eq(sf_ask(s.path, "SELECT count(*) FROM games"), 1);
	st_remove(&s);
}
END_TEST

START_TEST(other_databases_refused)
{
	struct st s;

	st_folder(&s);
	run_sql(s.path, "CREATE TABLE recipes (x)");
	REFUSED(&s, s.path, "other program");
	ck_assert_int_eq(sf_ask(s.path, "SELECT count(*) FROM sqlite_schema"), 1);
	st_remove(&s);
}
END_TEST

static void overwrite(const char *path, off_t from, size_t size)
{
	unsigned char *junk = malloc(size);
	int fd = open(path, O_WRONLY);

	ck_assert(junk && fd >= 0);
	memset(junk, 0xa7, size);
	ck_assert_int_eq(pwrite(fd, junk, size, from), (ssize_t)size);
	close(fd);
	free(junk);
}

START_TEST(no_database_at_all_refused)
{
	struct st s;

	st_folder(&s);
	close(open(s.path, O_CREAT | O_WRONLY, 0600));
	overwrite(s.path, 0, 9000);
	REFUSED(&s, s.path, "not a database");
	st_remove(&s);
}
END_TEST

START_TEST(no_folder)
{
	struct st s;

	st_folder(&s);
	strcat(s.dir, "/none");
	snprintf(s.path, sizeof s.path, "%.120s/store.db", s.dir);
	REFUSED(&s, s.path, "No such file");
	*strrchr(s.dir, '/') = '\0';
	st_remove(&s);
}
END_TEST

static int ignore_entry(void *arg, const struct store_entry *e)
{
	(void)arg;
	(void)e;
	return 0;
}

/* Pages of the table are junk: that is found out when they are read, and said. */
START_TEST(damage_is_reported)
{
	struct st s;
	struct stat st;
	struct store_game g;
	struct store_error err = { "" };

	make_file(&s, 2000);
	ck_assert_int_eq(stat(s.path, &st), 0);
	ck_assert_int_gt(st.st_size, 800000);
	overwrite(s.path, 400000, (size_t)st.st_size - 400000);
	s.store = store_sqlite_open(s.path, &err);
	ck_assert_msg(s.store != NULL, "%s", err.text);
	s.r = store_reader(s.store, &err);
	ck_assert_msg(s.r != NULL, "%s", err.text);
	IS(store_game_get(s.r, "g01999", &g), STORE_BROKEN);
	ck_assert_ptr_nonnull(strstr(store_why(s.r), "malformed"));
	IS(store_log_read(s.r, "g01999", 0, 0, ignore_entry, NULL), STORE_BROKEN);
	store_disconnect(s.r);
	store_close(s.store);
	st_remove(&s);
}
END_TEST

/* Values that the program could not have written. */
static const char *const strange[] = {
	"UPDATE games SET name = printf('%200d', 1)",
	"UPDATE games SET options = printf('%2000d', 1)",
	"UPDATE games SET seat_count = 256",
	"UPDATE games SET version = 16777216",
	"UPDATE games SET ruleset = printf('%33d', 1)",
	"UPDATE log SET seat = 40000",
	"UPDATE log SET action = x'00'",
	"UPDATE seats SET colour = printf('%33d', 1)",
	"UPDATE seats SET seat = 300",
	"UPDATE players SET name = printf('%200d', 1)",
};

START_TEST(strange_values_are_reported)
{
	struct st s;
	struct store_game g = { .snapshot = NULL };
	struct store_seat seats[2];
	struct store_player p;
	enum store_result all[4];
	int i, count, broken = 0;

	make_file(&s, 1);
	run_sql(s.path, strange[_i]);
	s.kind = ST_SQLITE;
	s.store = store_sqlite_open(s.path, &(struct store_error){ "" });
	s.r = store_reader(s.store, &(struct store_error){ "" });
	all[0] = store_game_get(s.r, "g00001", &g);
	all[1] = store_seats(s.r, "g00001", seats, 2, &count);
	all[2] = store_log_read(s.r, "g00001", 0, 0, ignore_entry, NULL);
	all[3] = store_player_get(s.r, "ada", &p);
	for (i = 0; i < 4; i++) {
		ck_assert(all[i] == STORE_OK || all[i] == STORE_BROKEN);
		broken += all[i] == STORE_BROKEN;
	}
	ck_assert_int_eq(broken, 1);
	ck_assert_str_ne(store_why(s.r), "");
	store_disconnect(s.r);
	store_close(s.store);
	st_remove(&s);
}
END_TEST

START_TEST(one_process_at_a_time)
{
	struct st s;
	struct store_error err = { "" };
	char pid[32];
	int status;
	pid_t child;

	st_open(&s, ST_SQLITE);
	snprintf(pid, sizeof pid, "process %ld", (long)getpid());
	REFUSED(&s, s.path, "in use", pid, "stop that one");
	child = fork();
	if (child == 0)
		_exit(store_sqlite_open(s.path, &err) || !strstr(err.text, pid));
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	st_reopen(&s);		/* free again after closing */
	st_close(&s);
}
END_TEST

/* --- settings ---------------------------------------------------------- */

static void expect_settings(sqlite3 *db)
{
	ck_assert_int_eq(sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL), SQLITE_AUTH);
	ck_assert_int_eq(sqlite3_exec(db, "ATTACH ':memory:' AS x", NULL, NULL, NULL), SQLITE_AUTH);
	ck_assert_int_eq(sqlite3_exec(db, "DETACH main", NULL, NULL, NULL), SQLITE_AUTH);
	ck_assert_int_eq(sqlite3_exec(db, "DROP TABLE log", NULL, NULL, NULL), SQLITE_AUTH);
	ck_assert_int_eq(sqlite3_exec(db, "CREATE TABLE x (y)", NULL, NULL, NULL), SQLITE_AUTH);
	sqlite3_set_authorizer(db, NULL, NULL);
	ck_assert_int_eq(sf_ask_open(db, "PRAGMA synchronous"), 2);	/* FULL */
	ck_assert_int_eq(sf_ask_open(db, "PRAGMA foreign_keys"), 1);
	ck_assert_int_eq(sf_ask_open(db, "PRAGMA trusted_schema"), 0);
	ck_assert_int_eq(sf_ask_open(db, "PRAGMA cell_size_check"), 1);
	ck_assert_int_gt(sf_ask_open(db, "PRAGMA busy_timeout"), 0);
	ck_assert_int_eq(sf_ask_open(db, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"), 1);
}

START_TEST(settings)
{
	struct st s;

	st_open(&s, ST_SQLITE);
	expect_settings(sq_conn(s.w)->db);
	expect_settings(sq_conn(s.r)->db);
	ck_assert_int_eq(sqlite3_exec(sq_conn(s.r)->db, "DELETE FROM games", NULL, NULL, NULL), SQLITE_READONLY);
	st_close(&s);
}
END_TEST

/* --- how rows are found ------------------------------------------------ */

static const struct { const char *name, *sql; } statements[] = {
#define ROW(name, side, sql) { #name, sql },
	SQ_STATEMENTS(ROW)
#undef ROW
};

/* No statement walks through a table or sorts; constant rows and lists are fine. */
START_TEST(plans)
{
	struct st s;
	char sql[2048];
	sqlite3 *db;
	sqlite3_stmt *q;
	int searches = 0;

	make_file(&s, 10);
	ck_assert_int_eq(sqlite3_open(s.path, &db), SQLITE_OK);
	snprintf(sql, sizeof sql, "EXPLAIN QUERY PLAN %s", statements[_i].sql);
	ck_assert_msg(sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
	while (sqlite3_step(q) == SQLITE_ROW) {
		const char *step = (const char *)sqlite3_column_text(q, 3);

		ck_assert_msg(strncmp(step, "SCAN", 4) != 0 || strcmp(step, "SCAN CONSTANT ROW") == 0,
			"%s: %s", statements[_i].name, step);
		ck_assert_msg(!strstr(step, "TEMP B-TREE"), "%s: %s", statements[_i].name, step);
		searches += strncmp(step, "SEARCH", 6) == 0;
	}
	if (strncmp(statements[_i].sql, "SELECT", 6) == 0 || strncmp(statements[_i].sql, "UPDATE", 6) == 0
	 || strncmp(statements[_i].sql, "DELETE", 6) == 0)
		ck_assert_msg(searches > 0, "%s: finds nothing by an index", statements[_i].name);
	sqlite3_finalize(q);
	sqlite3_close(db);
	st_remove(&s);
}
END_TEST

static int ignore_game(void *arg, const struct store_game *g)
{
	(void)arg;
	(void)g;
	return 0;
}

static void work(struct st *s)
{
	struct store_filter f = { .status = STORE_LOBBY, .open_seats = 1, .viewer = "ada", .limit = 3 };
	struct store_game g = st_game("g00100");
	struct store_answer a = { .key = { 1 }, .bytes = g.server_seed, .size = 9, .at = 1 };

	OK(store_begin(s->w));
	st_player(s, "bob");
	st_sit(s, "g00100", 1, "bob");
	g.status = STORE_ACTIVE;
	g.version = 2;
	OK(store_game_update(s->w, &g, 0));
	OK(st_log(s, "g00100", 3, 4));
	OK(store_seat_leave(s->w, "g00100", 0));
	OK(store_seat_change(s->w, "g00100", &(struct store_seat){ .seat = 1, .player = "bob", .stand_in = 7 }));
	OK(store_answer_put(s->w, &a));
	OK(store_answer_purge(s->w, 100, 10));
	OK(store_player_delete(s->w, "bob", "Gone", 9));
	OK(store_game_list(s->w, &f, ignore_game, NULL));
	f.player = "ada";
	OK(store_game_list(s->w, &f, ignore_game, NULL));
	f.offered_seats = 1;
	OK(store_game_list(s->w, &f, ignore_game, NULL));
	OK(store_commit(s->w));
}

/* The plans do not show what triggers do; SQLite's own counters of steps do. */
START_TEST(nothing_is_walked_through)
{
	struct st s;
	int i, run = 0;

	make_file(&s, 200);
	s.kind = ST_SQLITE;
	s.store = store_sqlite_open(s.path, &(struct store_error){ "" });
	s.w = store_writer(s.store, &(struct store_error){ "" });
	s.r = store_reader(s.store, &(struct store_error){ "" });
	work(&s);
	for (i = 0; i < SQ_STATEMENT_COUNT; i++) {
		sqlite3_stmt *q = sq_conn(s.w)->statement[i];

		run += sqlite3_stmt_status(q, SQLITE_STMTSTATUS_RUN, 0);
		ck_assert_msg(sqlite3_stmt_status(q, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0) == 0,
			"%s walks through a table", statements[i].name);
		ck_assert_msg(sqlite3_stmt_status(q, SQLITE_STMTSTATUS_AUTOINDEX, 0) == 0,
			"%s makes an index for itself", statements[i].name);
		ck_assert_msg(sqlite3_stmt_status(q, SQLITE_STMTSTATUS_VM_STEP, 0) < 1500,
			"%s takes %d steps", statements[i].name, sqlite3_stmt_status(q, SQLITE_STMTSTATUS_VM_STEP, 0));
	}
	ck_assert_int_gt(run, 15);
	st_close(&s);
}
END_TEST

static const struct st_test tests[] = {
	{ "starts from nothing", &starts_from_nothing, 1 },
	{ "empty file", &empty_file_is_fine, 1 },
	{ "opened again", &stays_when_opened_again, 1 },
	{ "newer schema", &newer_schema_refused, 1 },
	{ "other databases", &other_databases_refused, 1 },
	{ "no database", &no_database_at_all_refused, 1 },
	{ "no folder", &no_folder, 1 },
	{ "damage", &damage_is_reported, 1 },
	{ "strange values", &strange_values_are_reported, sizeof strange / sizeof *strange },
	{ "one process", &one_process_at_a_time, 1 },
	{ "settings", &settings, 1 },
	{ "plans", &plans, SQ_STATEMENT_COUNT },
	{ "counters", &nothing_is_walked_through, 1 },
};

int main(void)
{
	return st_main("store in SQLite", tests, sizeof tests / sizeof *tests);
}

/*
 * Copies.  VACUUM INTO reads one moment of the database inside one transaction, so
 * it neither disturbs the writer nor begins again when something changes, as the
 * page by page copy of SQLite's backup interface would have to.  It works under
 * a name of its own until the copy was checked and is on the disk.
 */
#include "storage/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/sqlite/sqlite.h"

enum { APPLICATION = 0x4d65706c, BUSY_MS = 10000, NAME_MAX_BYTES = 4096 };

static int refuse(struct store_error *err, const char *path, const char *why)
{
	snprintf(err->text, sizeof err->text, "%.120s: %s", path, why);
	return -1;
}

/* The number that a query gives; 0 or -1. */
static int ask(sqlite3 *db, const char *path, const char *sql, int64_t *out, struct store_error *err)
{
	sqlite3_stmt *q = NULL;
	int done = -1;

	if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW) {
		*out = sqlite3_column_int64(q, 0);
		done = 0;
	}
	if (done != 0)
		sq_open_error(err, path, "cannot read", db);
	sqlite3_finalize(q);
	return done;
}

static sqlite3 *open_file(const char *path, struct store_error *err)
{
	sqlite3 *db = NULL;

	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
		sq_open_error(err, path, "cannot open", db);
		sqlite3_close(db);
		return NULL;
	}
	sqlite3_busy_timeout(db, BUSY_MS);
	return db;
}

/* Ours, and of a schema that is known here. */
static int check_kind(sqlite3 *db, const char *path, struct store_error *err)
{
	int64_t application, schema;

	if (ask(db, path, "PRAGMA application_id", &application, err) != 0
	 || ask(db, path, "PRAGMA user_version", &schema, err) != 0)
		return -1;
	if (application != APPLICATION || schema < 1)
		return refuse(err, path, "is no database of meepled");
	if (schema > sq_schema)
		return refuse(err, path, "was written by a newer meepled: make the copy with that one");
	return 0;
}

static int copy(const char *path, const char *part, struct store_error *err)
{
	sqlite3_stmt *q = NULL;
	sqlite3 *db = open_file(path, err);
	int done = -1;

	if (!db)
		return -1;
	if (check_kind(db, path, err) != 0)
		goto out;
	if (sqlite3_prepare_v2(db, "VACUUM INTO ?1", -1, &q, NULL) == SQLITE_OK
	 && sqlite3_bind_text(q, 1, part, -1, SQLITE_STATIC) == SQLITE_OK && sqlite3_step(q) == SQLITE_DONE)
		done = 0;
	else
		sq_open_error(err, path, "cannot copy", db);
out:
	sqlite3_finalize(q);
	sqlite3_close(db);
	return done;
}

/* PRAGMA integrity_check says "ok", or what is wrong. */
static int check_pages(sqlite3 *db, const char *path, struct store_error *err)
{
	sqlite3_stmt *q = NULL;
	const char *text = NULL;
	int done = -1;

	if (sqlite3_prepare_v2(db, "PRAGMA integrity_check(1)", -1, &q, NULL) == SQLITE_OK
	 && sqlite3_step(q) == SQLITE_ROW)
		text = (const char *)sqlite3_column_text(q, 0);
	if (text && strcmp(text, "ok") == 0)
		done = 0;
	else if (text)
		snprintf(err->text, sizeof err->text, "%.60s: the copy is damaged: %.140s", path, text);
	else
		sq_open_error(err, path, "cannot check the copy", db);
	sqlite3_finalize(q);
	return done;
}

static int check_copy(sqlite3 *db, const char *path, struct store_error *err)
{
	/* Each counts what must not be. */
	static const struct { const char *sql, *what; } checks[] = {
		{ "SELECT count(*) FROM pragma_foreign_key_check", "something refers to what is not there" },
		{ "SELECT count(*) FROM (SELECT first, lag(last, 1, 0) OVER (PARTITION BY game ORDER BY last) AS before"
			" FROM log) WHERE first <> before + 1", "a game's log has a gap" },
		{ "SELECT count(*) FROM games g WHERE version <> coalesce((SELECT max(last) FROM log"
			" WHERE game = g.number), 0)", "a game's log does not go up to its version" },
		{ "SELECT count(*) FROM games g WHERE seats_taken <> (SELECT count(*) FROM seats"
			" WHERE game = g.number)", "a game has other seats than it counts" },
	};
	int64_t count;

	if (check_pages(db, path, err) != 0)
		return -1;
	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
		if (ask(db, path, checks[i].sql, &count, err) != 0)
			return -1;
		if (count)
			return refuse(err, path, checks[i].what);
	}
	return 0;
}

struct asking {
	store_check_fn *check;
	void *arg;
};

/* A store of its own on the copy, for reading, without the lock: nobody else knows its name. */
static int check_games(sqlite3 *db, const char *path, const struct asking *a, struct store_error *err)
{
	struct sq_store s = { .base.ops = &sq_ops, .lock = -1 };
	struct store_conn *conn = NULL;
	sqlite3_stmt *q = NULL;
	char why[160];
	int done = -1, step = SQLITE_ERROR;

	if (sq_vfs_register(&s.vfs) != 0)
		return refuse(err, path, "SQLite has no file system here");
	s.path = strdup(path);
	if (s.path)
		conn = store_reader(&s.base, err);
	if (!conn || sqlite3_prepare_v2(db, "SELECT id FROM games ORDER BY number", -1, &q, NULL) != SQLITE_OK)
		goto out;
	while ((step = sqlite3_step(q)) == SQLITE_ROW) {
		const char *id = (const char *)sqlite3_column_text(q, 0);

		if (a->check(a->arg, conn, id, why) == 0)
			continue;
		snprintf(err->text, sizeof err->text, "game %.20s: %s", id, why);
		goto out;
	}
	done = step == SQLITE_DONE ? 0 : sq_open_error(err, path, "cannot read", db);
out:
	sqlite3_finalize(q);
	store_disconnect(conn);
	free(s.path);
	sq_vfs_unregister(&s.vfs);
	return done;
}

static int tell(sqlite3 *db, const char *path, struct store_backup *out, struct store_error *err)
{
	int64_t schema;
	struct stat info;

	if (ask(db, path, "PRAGMA user_version", &schema, err) != 0
	 || ask(db, path, "SELECT count(*) FROM games", &out->games, err) != 0
	 || ask(db, path, "SELECT count(*) FROM players", &out->players, err) != 0
	 || ask(db, path, "SELECT coalesce(sum(version), 0) FROM games", &out->events, err) != 0)
		return -1;
	out->schema = (int)schema;
	out->bytes = stat(path, &info) == 0 ? info.st_size : 0;
	return 0;
}

static int verify(const char *part, const struct asking *a, struct store_backup *out, struct store_error *err)
{
	sqlite3 *db = open_file(part, err);
	int done = -1;

	if (db && check_copy(db, part, err) == 0 && tell(db, part, out, err) == 0) {
		out->checked = a->check && out->schema == sq_schema;
		done = out->checked ? check_games(db, part, a, err) : 0;
	}
	sqlite3_close(db);
	return done;
}

static int sync_path(const char *path, int flags, struct store_error *err)
{
	int fd = open(path, flags | O_CLOEXEC);
	int done = fd >= 0 && fsync(fd) == 0 ? 0 : refuse(err, path, strerror(errno));

	if (fd >= 0)
		close(fd);
	return done;
}

/* The folder that a file is in. */
static void folder_of(const char *path, char out[NAME_MAX_BYTES])
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		strcpy(out, ".");
	else
		snprintf(out, NAME_MAX_BYTES, "%.*s", slash == path ? 1 : (int)(slash - path), path);
}

/* Give it its name, which must be free still. */
static int finish(const char *part, const char *target, struct store_error *err)
{
	char folder[NAME_MAX_BYTES];

	folder_of(target, folder);
	if (sync_path(part, O_RDONLY, err) != 0)
		return -1;
	if (renameat2(AT_FDCWD, part, AT_FDCWD, target, RENAME_NOREPLACE) != 0)
		return refuse(err, target, strerror(errno));
	return sync_path(folder, O_RDONLY | O_DIRECTORY, err);
}

int store_sqlite_backup(const char *path, const char *target, store_check_fn *check, void *arg,
	struct store_backup *out, struct store_error *err)
{
	const struct asking asking = { check, arg };
	char part[NAME_MAX_BYTES];
	struct store_backup told;
	struct stat info;
	int fd;

	if (lstat(target, &info) == 0)
		return refuse(err, target, "is there already; copies do not replace anything");
	if (snprintf(part, sizeof part, "%s.XXXXXX", target) >= (int)sizeof part)
		return refuse(err, target, "is too long a name");
	/* Server seeds are secret until a game ends: mode 0600 from the beginning. */
	fd = mkostemp(part, O_CLOEXEC);
	if (fd < 0)
		return refuse(err, target, strerror(errno));
	close(fd);
	if (copy(path, part, err) != 0 || verify(part, &asking, &told, err) != 0 || finish(part, target, err) != 0) {
		unlink(part);
		return -1;
	}
	*out = told;
	return 0;
}

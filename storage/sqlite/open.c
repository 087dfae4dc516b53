/*
 * Opening and closing the database file.  One process at a time: game caches and
 * the order of events live in the one writer's memory, so a second daemon on
 * the same file would be wrong even where SQLite itself would allow it.  The
 * lock is on a file of its own, because closing any descriptor of a database
 * file would drop SQLite's locks on it.
 */
#include "storage/sqlite/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum {
	BUSY_MS = 2000,			/* somebody's sqlite3 shell or backup */
	WRITER_CACHE = 16384,		/* KiB, taken as they are needed */
	CHECKPOINT_PAGES = 8000,	/* 32 MB of log, then it is copied into the database */
	JOURNAL_LIMIT = 64 << 20	/* bytes that the log's file keeps afterwards */
};


int sq_open_error(struct store_error *err, const char *path, const char *what, sqlite3 *db)
{
	snprintf(err->text, sizeof err->text, "%.100s: %s: %s", path, what, sqlite3_errmsg(db));
	return -1;
}

int sq_configure(sqlite3 *db, const char *path, struct store_error *err)
{
	static const char settings[] =
		"PRAGMA foreign_keys = ON;"
		"PRAGMA synchronous = FULL;"
		"PRAGMA trusted_schema = OFF;"
		"PRAGMA cell_size_check = ON;"
		"PRAGMA secure_delete = FAST;"
		"PRAGMA temp_store = MEMORY;";

	sqlite3_extended_result_codes(db, 1);
	sqlite3_busy_timeout(db, BUSY_MS);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
	if (sqlite3_exec(db, settings, NULL, NULL, NULL) != SQLITE_OK)
		return sq_open_error(err, path, "cannot set up", db);
	return 0;
}

/* Take the lock, and say who has it when somebody has. */
static int take_lock(const char *path, struct store_error *err)
{
	char name[4096], owner[32] = "";
	ssize_t got;
	int fd;

	if (snprintf(name, sizeof name, "%s.lock", path) >= (int)sizeof name) {
		snprintf(err->text, sizeof err->text, "the path of the database is too long");
		return -1;
	}
	fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0) {
		snprintf(err->text, sizeof err->text, "%.150s: %s", name, strerror(errno));
		return -1;
	}
	if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
		got = pread(fd, owner, sizeof owner - 1, 0);
		owner[got > 0 ? strcspn(owner, "\n") : 0] = '\0';
		snprintf(err->text, sizeof err->text, "%.100s is in use by another meepled (process %s): "
			"stop that one first, or choose another data folder", path, *owner ? owner : "unknown");
		close(fd);
		return -1;
	}
	if (ftruncate(fd, 0) != 0 || dprintf(fd, "%ld\n", (long)getpid()) < 0) {
		snprintf(err->text, sizeof err->text, "%.150s: %s", name, strerror(errno));
		close(fd);
		return -1;
	}
	return fd;
}

/* Server seeds are secret until a game ends: the file is for its owner only. */
static int create_private(const char *path, struct store_error *err)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	if (fd < 0) {
		snprintf(err->text, sizeof err->text, "%.150s: %s", path, strerror(errno));
		return -1;
	}
	close(fd);
	return 0;
}

static int is_wal(void *arg, int columns, char **values, char **names)
{
	(void)names;
	*(int *)arg = columns == 1 && values[0] && strcmp(values[0], "wal") == 0;
	return 0;
}

static int use_wal(sqlite3 *db, const char *path, struct store_error *err)
{
	char limits[96];
	int wal = 0;

	snprintf(limits, sizeof limits, "PRAGMA journal_size_limit = %d; PRAGMA cache_size = -%d",
		JOURNAL_LIMIT, WRITER_CACHE);
	if (sqlite3_exec(db, "PRAGMA journal_mode = WAL", is_wal, &wal, NULL) != SQLITE_OK
	 || sqlite3_exec(db, limits, NULL, NULL, NULL) != SQLITE_OK
	 || sqlite3_wal_autocheckpoint(db, CHECKPOINT_PAGES) != SQLITE_OK)
		return sq_open_error(err, path, "cannot use a write-ahead log", db);
	if (!wal) {
		snprintf(err->text, sizeof err->text, "%.100s: its file system has no write-ahead log", path);
		return -1;
	}
	return 0;
}

static int open_database(struct sq_store *s, struct store_error *err)
{
	if (create_private(s->path, err) != 0)
		return -1;
	if (sq_vfs_register(&s->vfs) != 0) {
		snprintf(err->text, sizeof err->text, "SQLite has no file system here");
		return -1;
	}
	if (sqlite3_open_v2(s->path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, s->vfs.name) != SQLITE_OK)
		return sq_open_error(err, s->path, "cannot open", s->db);
	if (sq_configure(s->db, s->path, err) != 0 || use_wal(s->db, s->path, err) != 0)
		return -1;
	return sq_migrate(s->db, s->path, err);
}

/*
 * The lock's file stays: removing it would let one process lock a file that
 * another is about to create anew.
 */
static void sq_close(struct store *base)
{
	struct sq_store *s = (struct sq_store *)base;

	if (s->db)
		sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	sqlite3_close(s->db);
	sq_vfs_unregister(&s->vfs);
	if (s->lock >= 0)
		close(s->lock);
	free(s->path);
	free(s);
}

struct store *store_sqlite_open(const char *path, struct store_error *err)
{
	struct sq_store *s = calloc(1, sizeof *s);

	if (!s || !(s->path = strdup(path))) {
		snprintf(err->text, sizeof err->text, "no memory");
		free(s);
		return NULL;
	}
	s->base.ops = &sq_ops;
	atomic_flag_clear(&s->base.writer_taken);
	s->lock = take_lock(path, err);
	if (s->lock < 0 || open_database(s, err) != 0) {
		sq_close(&s->base);
		return NULL;
	}
	return &s->base;
}

const struct store_ops sq_ops = {
	.close = sq_close,
	.connect = sq_connect,
	.disconnect = sq_disconnect,
	.begin = sq_begin,
	.commit = sq_commit,
	.rollback = sq_rollback,
	.savepoint = sq_savepoint,
	.release = sq_release,
	.rollback_to = sq_rollback_to,
	.player_add = sq_player_add,
	.player_get = sq_player_get,
	.player_update = sq_player_update,
	.player_delete = sq_player_delete,
	.token_add = sq_token_add,
	.token_find = sq_token_find,
	.token_list = sq_token_list,
	.token_delete = sq_token_delete,
	.token_used = sq_token_used,
	.managed_add = sq_managed_add,
	.managed_get = sq_managed_get,
	.managed_rename = sq_managed_rename,
	.managed_delete = sq_managed_delete,
	.managed_list = sq_managed_list,
	.managers = sq_managers,
	.managed_count = sq_managed_count,
	.pairing_put = sq_pairing_put,
	.pairing_find = sq_pairing_find,
	.pairing_delete = sq_pairing_delete,
	.game_add = sq_game_add,
	.game_get = sq_game_get,
	.game_update = sq_game_update,
	.game_list = sq_game_list,
	.seat_claim = sq_seat_claim,
	.seat_leave = sq_seat_leave,
	.seat_change = sq_seat_change,
	.seats = sq_seats,
	.log_append = sq_log_append,
	.log_read = sq_log_read,
	.log_of_player = sq_log_of_player,
	.log_newest = sq_log_newest,
	.log_backward = sq_log_backward,
	.open_games = sq_open_games,
	.answer_find = sq_answer_find,
	.answer_put = sq_answer_put,
	.answer_purge = sq_answer_purge,
	.tileset_put = sq_tileset_put,
	.tileset_get = sq_tileset_get,
	.webhooks = { WEBHOOKS_OPS(WEBHOOKS_OPS_SQ) },
	.people = { PEOPLE_OPS(PEOPLE_OPS_SQ) .standing_clear = sq_standing_clear },
	.clocks = { CLOCKS_OPS(CLOCKS_OPS_SQ) },
	.admin = { ADMIN_OPS(ADMIN_OPS_SQ) },
};

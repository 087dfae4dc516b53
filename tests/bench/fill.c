/*
 * fill.c - a store with very many games.
 *
 * Playing a million games would take hours, so their rows are made by one
 * statement each, as storage/sqlite/migrations describes them.
 */
#include "tests/bench/fill.h"

#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/bench/bench.h"

static const char fill_sql[] =
	"PRAGMA synchronous = OFF; PRAGMA cache_size = -131072; BEGIN;"
	"INSERT OR IGNORE INTO players VALUES ('fill000001', 'Ada', 0, 1, 0), ('fill000002', 'Bob', 0, 1, 0);"
	"CREATE TEMP TABLE base AS SELECT coalesce(max(number), 0) AS n, (SELECT hash FROM tilesets LIMIT 1) AS h,"
	" coalesce((SELECT max(number) FROM log), 0) AS l FROM games;"
	"INSERT INTO games (number, id, status, visibility, seat_count, ruleset, ruleset_version, imported, tileset,"
	" tileset_hash, name, creator, options, server_seed, version, created_at, started_at, finished_at, updated_at)"
	" WITH RECURSIVE i (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM i WHERE k < %d)"
	" SELECT base.n + k, printf('f%%07d', k * 7919 %% 9999991), 2, 0, 2, 'south-seas', 1, 0, 'south-seas-reconstructed',"
	" coalesce(base.h, zeroblob(32)), '', 'fill000001', '{}', randomblob(32), 2, k, k, k, k FROM i, base;"
	"INSERT INTO log SELECT base.l + number - base.n, number, 1, 2, 0, zeroblob(16), zeroblob(200), 1 FROM games, base"
	" WHERE number > base.n;"
	"INSERT INTO seats SELECT number, 0, 'red', 'fill000001', 'Ada', '', 1, status, 0 FROM games, base WHERE number > base.n;"
	"INSERT INTO seats SELECT number, 1, 'blue', 'fill000002', 'Bob', '', 1, status, 0 FROM games, base WHERE number > base.n;"
	"COMMIT; PRAGMA wal_checkpoint(TRUNCATE)";

/* The file in the folder that is a database. */
static void find_database(const char *folder, char out[512])
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	out[0] = '\0';
	while (dir && (entry = readdir(dir)) && !*out) {
		char head[16] = "";
		FILE *f;

		snprintf(out, 512, "%.200s/%.255s", folder, entry->d_name);
		f = fopen(out, "rb");
		if (!f || fread(head, 1, 15, f) != 15 || strcmp(head, "SQLite format 3") != 0)
			out[0] = '\0';
		if (f)
			fclose(f);
	}
	if (dir)
		closedir(dir);
	if (!*out)
		die("there is no database in %s", folder);
}

void fill_games(const char *folder, int games)
{
	char path[512], sql[sizeof(fill_sql) + 16];
	sqlite3 *db;

	find_database(folder, path);
	snprintf(sql, sizeof(sql), fill_sql, games);
	if (sqlite3_open(path, &db) != SQLITE_OK || sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		die("%s: %s", path, sqlite3_errmsg(db));
	sqlite3_close(db);
}

void remove_folder(const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		char path[512];

		snprintf(path, sizeof(path), "%.200s/%.255s", folder, entry->d_name);
		unlink(path);
	}
	if (dir)
		closedir(dir);
	rmdir(folder);
}

/*
 * The schema and its history.  Each migration is a file of SQL, embedded here,
 * and runs in one transaction together with the step of user_version: a crash
 * in the middle leaves the version before.  Released files are never changed;
 * a new one is added at the end of the list.
 */
#include "storage/sqlite/sqlite.h"

#include <stdio.h>

#define MIGRATIONS(X) \
	X(1, "0001-first.sql") \
	X(2, "0002-webhooks.sql") \
	X(3, "0003-talk.sql") \
	X(4, "0004-absence.sql") \
	X(5, "0005-people.sql") \
	X(6, "0006-clocks.sql") \
	X(7, "0007-managed.sql") \
	X(8, "0008-sittings.sql") \
	X(9, "0009-admin.sql")

#define EMBED(number, file) \
	extern const char sq_migration_##number[]; \
	__asm__(".pushsection .rodata\n" \
		"sq_migration_" #number ":\n" \
		".incbin \"storage/sqlite/migrations/" file "\"\n" \
		".byte 0\n" \
		".popsection\n");
MIGRATIONS(EMBED)

static const char *const migrations[] = {
#define TEXT(number, file) sq_migration_##number,
	MIGRATIONS(TEXT)
};

enum { SCHEMA = sizeof migrations / sizeof migrations[0] };

const int sq_schema = SCHEMA;

static int query_number(sqlite3 *db, const char *sql, int *out)
{
	sqlite3_stmt *q;
	int done = -1;

	if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) != SQLITE_OK)
		return -1;
	if (sqlite3_step(q) == SQLITE_ROW) {
		*out = sqlite3_column_int(q, 0);
		done = 0;
	}
	/* The code of a failed step is the code of this, too. */
	if (sqlite3_finalize(q) != SQLITE_OK)
		done = -1;
	return done;
}

static int migrate_once(sqlite3 *db, int version)
{
	char step[48];

	snprintf(step, sizeof step, "PRAGMA user_version = %d; COMMIT", version + 1);
	return sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK
		&& sqlite3_exec(db, migrations[version], NULL, NULL, NULL) == SQLITE_OK
		&& sqlite3_exec(db, step, NULL, NULL, NULL) == SQLITE_OK ? 0 : -1;
}

static int refuse_newer(struct store_error *err, const char *path, int version)
{
	snprintf(err->text, sizeof err->text, "%.100s has schema %d, this meepled knows up to %d: "
		"start the newer meepled that wrote it, or restore a backup from before the upgrade",
		path, version, SCHEMA);
	return -1;
}

int sq_migrate(sqlite3 *db, const char *path, struct store_error *err)
{
	int version, tables;

	if (query_number(db, "PRAGMA user_version", &version) != 0
	 || query_number(db, "SELECT count(*) FROM sqlite_schema", &tables) != 0)
		return sq_open_error(err, path, "cannot read the database", db);
	if (version > SCHEMA)
		return refuse_newer(err, path, version);
	if (version < 0 || (version == 0 && tables > 0)) {
		snprintf(err->text, sizeof err->text, "%.100s is a database of some other program", path);
		return -1;
	}
	for (; version < SCHEMA; version++)
		if (migrate_once(db, version) != 0) {
			sq_open_error(err, path, "cannot bring the schema up to date", db);
			sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
			return -1;
		}
	return 0;
}

/* See sqlite_fixture.h. */
#include "tests/storage/sqlite_fixture.h"

#include <check.h>

int64_t sf_ask_open(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *q;
	int64_t value;

	ck_assert_msg(sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(db));
	ck_assert_int_eq(sqlite3_step(q), SQLITE_ROW);
	value = sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	return value;
}

int64_t sf_ask(const char *path, const char *sql)
{
	sqlite3 *db;
	int64_t value;

	ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
	value = sf_ask_open(db, sql);
	sqlite3_close(db);
	return value;
}

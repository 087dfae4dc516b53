/* sqlite_fixture.h - one number asked of a database by SQL, past the store. */
#ifndef MEEPLED_TESTS_STORAGE_SQLITE_FIXTURE_H
#define MEEPLED_TESTS_STORAGE_SQLITE_FIXTURE_H

#include <sqlite3.h>
#include <stdint.h>

int64_t sf_ask_open(sqlite3 *db, const char *sql);
int64_t sf_ask(const char *path, const char *sql);	/* of a file */

#endif

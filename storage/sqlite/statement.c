/*
 * Running the prepared statements: binding, stepping, reading columns, and what
 * SQLite's codes mean to callers of the store.
 */
#include "storage/sqlite/sqlite.h"

#include <stdlib.h>
#include <string.h>

struct sq_conn *sq_conn(struct store_conn *c)
{
	return (struct sq_conn *)c;	/* base is the first member */
}

sqlite3_stmt *sq_use(struct store_conn *c, enum sq_statement which)
{
	return sq_conn(c)->statement[which];
}

void sq_bind_text(sqlite3_stmt *q, int at, const char *text)
{
	sqlite3_bind_text(q, at, text, -1, SQLITE_STATIC);
}

void sq_bind_name(sqlite3_stmt *q, int at, const char *text)
{
	if (text && *text)
		sq_bind_text(q, at, text);
	else
		sqlite3_bind_null(q, at);
}

void sq_bind_bytes(sqlite3_stmt *q, int at, const void *bytes, size_t size)
{
	sqlite3_bind_blob64(q, at, size ? bytes : "", size, SQLITE_STATIC);
}

/* Environment or defect?  Codes that are not listed are defects. */
static enum store_result meaning(int code)
{
	switch (code & 0xff) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
	case SQLITE_FULL:
	case SQLITE_IOERR:
	case SQLITE_CANTOPEN:
	case SQLITE_READONLY:
	case SQLITE_NOMEM:
	case SQLITE_PROTOCOL:
	case SQLITE_INTERRUPT:
		return STORE_UNAVAILABLE;
	case SQLITE_CONSTRAINT:
		if (code == SQLITE_CONSTRAINT_FOREIGNKEY)
			return STORE_NOT_FOUND;
		if (code == SQLITE_CONSTRAINT_CHECK || code == SQLITE_CONSTRAINT_NOTNULL
		 || code == SQLITE_CONSTRAINT_DATATYPE)
			return STORE_BROKEN;
		return STORE_CONFLICT;
	default:
		return STORE_BROKEN;
	}
}

enum store_result sq_failed(struct store_conn *c)
{
	sqlite3 *db = sq_conn(c)->db;

	/* A full disk and its like may make SQLite roll back by itself. */
	if (c->in_transaction && sqlite3_get_autocommit(db))
		c->lost = 1;
	return store_fail(c, meaning(sqlite3_extended_errcode(db)), "SQLite %d: %s",
		sqlite3_extended_errcode(db), sqlite3_errmsg(db));
}

enum store_result sq_run(struct store_conn *c, sqlite3_stmt *q, int *changes)
{
	enum store_result r = STORE_OK;
	int step;

	do
		step = sqlite3_step(q);
	while (step == SQLITE_ROW);
	if (step != SQLITE_DONE)
		r = sq_failed(c);
	else if (changes)
		*changes = sqlite3_changes(sq_conn(c)->db);
	sqlite3_reset(q);
	return r;
}

enum store_result sq_change(struct store_conn *c, sqlite3_stmt *q)
{
	int changes = 0;
	enum store_result r = sq_run(c, q, &changes);

	if (r == STORE_OK && !changes)
		return store_fail(c, STORE_NOT_FOUND, "nothing to change");
	return r;
}

enum store_result sq_row(struct store_conn *c, sqlite3_stmt *q)
{
	switch (sqlite3_step(q)) {
	case SQLITE_ROW:
		return STORE_OK;
	case SQLITE_DONE:
		return store_fail(c, STORE_NOT_FOUND, "no such row");
	default:
		return sq_failed(c);
	}
}

void sq_done(sqlite3_stmt *q)
{
	sqlite3_reset(q);
}

enum store_result sq_not_nested(struct store_conn *c, enum sq_statement which)
{
	if (sqlite3_stmt_busy(sq_use(c, which)))
		return store_fail(c, STORE_BROKEN, "called by its own callback");
	return STORE_OK;
}

enum store_result sq_game_number(struct store_conn *c, const char *id, int64_t *number)
{
	sqlite3_stmt *q = sq_use(c, SQ_GAME_NUMBER);
	enum store_result r;

	sq_bind_text(q, 1, id);
	r = sq_row(c, q);
	if (r == STORE_OK)
		*number = sqlite3_column_int64(q, 0);
	sq_done(q);
	return r;
}

/* --- transactions ------------------------------------------------------ */

enum store_result sq_begin(struct store_conn *c)
{
	return sq_run(c, sq_use(c, SQ_BEGIN), NULL);
}

enum store_result sq_commit(struct store_conn *c)
{
	return sq_run(c, sq_use(c, SQ_COMMIT), NULL);
}

void sq_rollback(struct store_conn *c)
{
	if (!sqlite3_get_autocommit(sq_conn(c)->db))
		sq_run(c, sq_use(c, SQ_ROLLBACK), NULL);
}

enum store_result sq_savepoint(struct store_conn *c)
{
	return sq_run(c, sq_use(c, SQ_SAVEPOINT), NULL);
}

enum store_result sq_release(struct store_conn *c)
{
	return sq_run(c, sq_use(c, SQ_RELEASE), NULL);
}

/* What cannot be undone must not be committed either. */
void sq_rollback_to(struct store_conn *c)
{
	if (sq_run(c, sq_use(c, SQ_ROLLBACK_TO), NULL) != STORE_OK
	 || sq_run(c, sq_use(c, SQ_RELEASE), NULL) != STORE_OK)
		c->lost = 1;
}

enum store_result sq_begin_read(struct store_conn *c)
{
	struct sq_conn *s = sq_conn(c);
	enum store_result r = STORE_OK;

	if (c->in_transaction)
		return STORE_OK;
	if (!s->reading)
		r = sq_run(c, sq_use(c, SQ_BEGIN_READ), NULL);
	if (r == STORE_OK)
		s->reading++;
	return r;
}

void sq_end_read(struct store_conn *c)
{
	struct sq_conn *s = sq_conn(c);

	if (!c->in_transaction && --s->reading == 0 && !sqlite3_get_autocommit(s->db)
	 && sq_run(c, sq_use(c, SQ_COMMIT), NULL) != STORE_OK)
		sq_rollback(c);
}

/* --- columns ----------------------------------------------------------- */

int64_t sq_read_number(struct sq_reader *r, int64_t min, int64_t max)
{
	int64_t value = sqlite3_column_int64(r->q, r->at++);

	if (value >= min && value <= max)
		return value;
	r->bad = 1;
	return min;
}

void sq_read_text(struct sq_reader *r, char *out, size_t size)
{
	const unsigned char *text = sqlite3_column_text(r->q, r->at);
	size_t length = (size_t)sqlite3_column_bytes(r->q, r->at++);

	out[0] = '\0';
	if (!text)
		return;		/* NULL is "" */
	if (length >= size) {
		r->bad = 1;
		return;
	}
	memcpy(out, text, length);
	out[length] = '\0';
}

void sq_read_bytes(struct sq_reader *r, unsigned char *out, size_t size)
{
	const void *bytes = sqlite3_column_blob(r->q, r->at);
	size_t length = (size_t)sqlite3_column_bytes(r->q, r->at++);

	memset(out, 0, size);
	if (bytes && length == size)
		memcpy(out, bytes, size);
	else
		r->bad = 1;
}

size_t sq_read_blob(struct sq_reader *r, unsigned char *out, size_t size)
{
	const void *bytes = sqlite3_column_blob(r->q, r->at);
	size_t length = (size_t)sqlite3_column_bytes(r->q, r->at++);

	if (length > size)
		r->bad = 1;
	if (!bytes || length > size)
		return 0;
	memcpy(out, bytes, length);
	return length;
}

unsigned char *sq_copy_column(sqlite3_stmt *q, int at, size_t *size)
{
	const void *bytes = sqlite3_column_blob(q, at);
	size_t length = (size_t)sqlite3_column_bytes(q, at);
	unsigned char *copy = malloc(length + 1);

	if (!copy)
		return NULL;
	if (length)
		memcpy(copy, bytes, length);
	copy[length] = '\0';
	*size = length;
	return copy;
}

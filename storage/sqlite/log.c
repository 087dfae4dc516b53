/* The log of games in SQLite. */
#include "storage/sqlite/sqlite.h"

#include <string.h>

/* The game's number, its last event's, and whether it is over. */
static enum store_result find_last(struct store_conn *c, const char *game, int64_t *number, int64_t *last, int *over)
{
	sqlite3_stmt *q = sq_use(c, SQ_LOG_LAST);
	enum store_result r;

	sq_bind_text(q, 1, game);
	r = sq_row(c, q);
	if (r == STORE_OK) {
		*number = sqlite3_column_int64(q, 0);
		*last = sqlite3_column_int64(q, 1);
		*over = sqlite3_column_int(q, 2) > STORE_ACTIVE;
	}
	sq_done(q);
	return r;
}

/* Something is told after the game's end, to those who sit there. */
static enum store_result extend_sittings(struct store_conn *c, int64_t game)
{
	sqlite3_stmt *q = sq_use(c, SQ_SITTINGS_EXTEND);

	sqlite3_bind_int64(q, 1, game);
	sqlite3_bind_int64(q, 2, sqlite3_last_insert_rowid(sq_conn(c)->db));
	return sq_run(c, q, NULL);
}

/*
 * Asked first and inserted then: nobody else writes in between.  One statement that does both,
 * INSERT ... SELECT ... WHERE, reads what it writes, and SQLite makes a temporary table for that.
 */
enum store_result sq_log_append(struct store_conn *c, const char *game, const struct store_entry *entry)
{
	sqlite3_stmt *q = sq_use(c, SQ_LOG_APPEND);
	int64_t number, last;
	int over;
	enum store_result r = find_last(c, game, &number, &last, &over);

	if (r != STORE_OK)
		return r;
	if (entry->first != last + 1)
		return store_fail(c, STORE_CONFLICT, "game %s: event %lld is not the next", game,
			(long long)entry->first);
	sqlite3_bind_int64(q, 1, number);
	sqlite3_bind_int64(q, 2, entry->first);
	sqlite3_bind_int64(q, 3, entry->last);
	sqlite3_bind_int(q, 4, entry->seat);
	if (entry->has_action)
		sq_bind_bytes(q, 5, entry->action, sizeof entry->action);
	else
		sqlite3_bind_null(q, 5);
	sq_bind_bytes(q, 6, entry->events, entry->events_size);
	sqlite3_bind_int64(q, 7, entry->at);
	r = sq_run(c, q, NULL);
	return r == STORE_OK && over ? extend_sittings(c, number) : r;
}

enum store_result sq_read_entry(struct store_conn *c, sqlite3_stmt *q, struct store_entry *e)
{
	struct sq_reader in = { .q = q };

	*e = (struct store_entry){ 0 };
	e->number = sq_read_number(&in, 1, INT64_MAX);
	e->first = sq_read_number(&in, 1, STORE_SEQUENCE_MAX);
	e->last = sq_read_number(&in, e->first, STORE_SEQUENCE_MAX);
	e->seat = (int16_t)sq_read_number(&in, INT16_MIN, INT16_MAX);
	if (sqlite3_column_type(q, in.at) == SQLITE_NULL) {
		in.at++;
	} else {
		e->has_action = 1;
		sq_read_bytes(&in, e->action, sizeof e->action);
	}
	e->events = sqlite3_column_blob(q, in.at);
	e->events_size = (size_t)sqlite3_column_bytes(q, in.at++);
	if (!e->events)
		e->events = "";
	e->at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	return in.bad ? store_fail(c, STORE_BROKEN, "log entry %lld: a column out of range",
		(long long)e->last) : STORE_OK;
}

enum store_result sq_log_read(struct store_conn *c, const char *game, int64_t after, int limit,
	store_entry_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_LOG_READ);
	struct store_entry entry;
	int64_t number;
	enum store_result r = sq_not_nested(c, SQ_LOG_READ);

	if (r == STORE_OK)
		r = sq_game_number(c, game, &number);
	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, number);
	sqlite3_bind_int64(q, 2, after);
	sqlite3_bind_int(q, 3, limit > 0 ? limit : -1);
	while ((r = sq_row(c, q)) == STORE_OK) {
		r = sq_read_entry(c, q, &entry);
		if (r != STORE_OK || each(arg, &entry))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

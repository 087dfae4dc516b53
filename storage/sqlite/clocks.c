/* Due games, players' times and the service's numbers in SQLite. */
#include "storage/sqlite/sqlite.h"

enum store_result sq_due_games(struct store_conn *c, int64_t until, int limit, store_game_due_fn *each, void *arg)
{
	enum store_result r = sq_not_nested(c, SQ_DUE_GAMES);
	sqlite3_stmt *q;

	if (r != STORE_OK)
		return r;
	q = sq_use(c, SQ_DUE_GAMES);
	sqlite3_bind_int64(q, 1, until);
	sqlite3_bind_int(q, 2, limit > 0 ? limit : -1);
	while ((r = sq_row(c, q)) == STORE_OK) {
		struct sq_reader in = { .q = q };
		char id[STORE_GAME_ID + 1];
		int64_t due_at;

		sq_read_text(&in, id, sizeof id);
		due_at = sq_read_number(&in, 1, INT64_MAX);
		if (in.bad) {
			r = store_fail(c, STORE_BROKEN, "game %.8s: a column out of range", id);
			break;
		}
		if (each(arg, id, due_at))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

enum store_result sq_due_sum(struct store_conn *c, int64_t until, int64_t *count, int64_t *due_at)
{
	sqlite3_stmt *q = sq_use(c, SQ_DUE_SUM);
	enum store_result r;

	sqlite3_bind_int64(q, 1, until);
	r = sq_row(c, q);
	if (r == STORE_OK) {
		*count = sqlite3_column_int64(q, 0);
		*due_at = sqlite3_column_int64(q, 1);
	}
	sq_done(q);
	return r;
}

/* --- times of players -------------------------------------------------- */

static enum store_result read_times(struct store_conn *c, sqlite3_stmt *q, struct store_times *t)
{
	struct sq_reader in = { .q = q };

	sq_read_text(&in, t->player, sizeof t->player);
	sq_read_text(&in, t->zone, sizeof t->zone);
	t->quiet_from = (int16_t)sq_read_number(&in, 0, 1439);
	t->quiet_to = (int16_t)sq_read_number(&in, 0, 1439);
	t->vacation_from = sq_read_number(&in, 0, INT64_MAX);
	t->vacation_until = sq_read_number(&in, 0, INT64_MAX);
	t->bank = sq_read_number(&in, 0, INT64_MAX);
	t->bank_at = sq_read_number(&in, 0, INT64_MAX);
	t->changes = sq_read_number(&in, 0, INT64_MAX);
	t->changes_at = sq_read_number(&in, 0, INT64_MAX);
	return in.bad ? store_fail(c, STORE_BROKEN, "times of player %.10s: a column out of range", t->player)
		: STORE_OK;
}

enum store_result sq_times_get(struct store_conn *c, const char *player, struct store_times *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_TIMES_GET);
	struct store_times t;
	enum store_result r;

	sq_bind_text(q, 1, player);
	r = sq_row(c, q);
	if (r == STORE_OK)
		r = read_times(c, q, &t);
	if (r == STORE_OK)
		*out = t;
	sq_done(q);
	return r;
}

enum store_result sq_times_put(struct store_conn *c, const struct store_times *t)
{
	sqlite3_stmt *q = sq_use(c, SQ_TIMES_PUT);

	sq_bind_text(q, 1, t->player);
	sq_bind_text(q, 2, t->zone);
	sqlite3_bind_int(q, 3, t->quiet_from);
	sqlite3_bind_int(q, 4, t->quiet_to);
	sqlite3_bind_int64(q, 5, t->vacation_from);
	sqlite3_bind_int64(q, 6, t->vacation_until);
	sqlite3_bind_int64(q, 7, t->bank);
	sqlite3_bind_int64(q, 8, t->bank_at);
	sqlite3_bind_int64(q, 9, t->changes);
	sqlite3_bind_int64(q, 10, t->changes_at);
	return sq_change(c, q);
}

enum store_result sq_times_delete(struct store_conn *c, const char *player)
{
	sqlite3_stmt *q = sq_use(c, SQ_TIMES_DELETE);

	sq_bind_text(q, 1, player);
	return sq_run(c, q, NULL);
}

/* --- numbers ------------------------------------------------------------ */

enum store_result sq_number_get(struct store_conn *c, const char *name, int64_t *value)
{
	sqlite3_stmt *q = sq_use(c, SQ_NUMBER_GET);
	enum store_result r;

	sq_bind_text(q, 1, name);
	r = sq_row(c, q);
	if (r == STORE_OK)
		*value = sqlite3_column_int64(q, 0);
	sq_done(q);
	return r;
}

enum store_result sq_number_put(struct store_conn *c, const char *name, int64_t value)
{
	sqlite3_stmt *q = sq_use(c, SQ_NUMBER_PUT);

	sq_bind_text(q, 1, name);
	sqlite3_bind_int64(q, 2, value);
	return sq_run(c, q, NULL);
}

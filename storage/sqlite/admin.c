/* The audit log and accounts in SQLite. */
#include "storage/sqlite/sqlite.h"

#include <string.h>

/* --- audit log ---------------------------------------------------------- */

enum store_result sq_audit_add(struct store_conn *c, struct store_audit *a)
{
	sqlite3_stmt *q = sq_use(c, SQ_AUDIT_ADD);
	enum store_result r;

	sqlite3_bind_int64(q, 1, a->at);
	sq_bind_text(q, 2, a->token);
	sq_bind_text(q, 3, a->name);
	sq_bind_text(q, 4, a->act);
	sq_bind_text(q, 5, a->target);
	sq_bind_text(q, 6, a->detail);
	sq_bind_text(q, 7, a->reason);
	sq_bind_text(q, 8, a->request);
	r = sq_run(c, q, NULL);
	if (r == STORE_OK)
		a->number = sqlite3_last_insert_rowid(sq_conn(c)->db);
	return r;
}

static enum store_result read_audit(struct store_conn *c, sqlite3_stmt *q, struct store_audit *a)
{
	struct sq_reader in = { .q = q };

	memset(a, 0, sizeof *a);
	a->number = sq_read_number(&in, 1, INT64_MAX);
	a->at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	sq_read_text(&in, a->token, sizeof a->token);
	sq_read_text(&in, a->name, sizeof a->name);
	sq_read_text(&in, a->act, sizeof a->act);
	sq_read_text(&in, a->target, sizeof a->target);
	sq_read_text(&in, a->detail, sizeof a->detail);
	sq_read_text(&in, a->reason, sizeof a->reason);
	sq_read_text(&in, a->request, sizeof a->request);
	return in.bad ? store_fail(c, STORE_BROKEN, "audit log %lld: a column out of range", (long long)a->number)
		: STORE_OK;
}

enum store_result sq_audit_list(struct store_conn *c, int64_t before, int limit, store_audit_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_AUDIT_LIST);
	enum store_result r = sq_not_nested(c, SQ_AUDIT_LIST);
	struct store_audit a;

	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, before > 0 ? before : INT64_MAX);
	sqlite3_bind_int(q, 2, limit > 0 ? limit : -1);
	while ((r = sq_row(c, q)) == STORE_OK) {
		r = read_audit(c, q, &a);
		if (r != STORE_OK || each(arg, &a))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

/* --- accounts ----------------------------------------------------------- */

enum store_result sq_account_close(struct store_conn *c, const char *player, int64_t at)
{
	sqlite3_stmt *account = sq_use(c, SQ_ACCOUNT_CLOSE);
	sqlite3_stmt *tokens = sq_use(c, SQ_ACCOUNT_STOP_TOKENS);
	enum store_result r;

	sq_bind_text(account, 1, player);
	sqlite3_bind_int64(account, 2, at);
	r = sq_run(c, account, NULL);
	if (r != STORE_OK)
		return r;
	sq_bind_text(tokens, 1, player);
	sqlite3_bind_int64(tokens, 2, at);
	return sq_run(c, tokens, NULL);
}

enum store_result sq_account_get(struct store_conn *c, const char *player, struct store_account *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_ACCOUNT_GET);
	enum store_result r;

	sq_bind_text(q, 1, player);
	r = sq_row(c, q);
	if (r == STORE_OK)
		*out = (struct store_account){ sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1) };
	else if (r == STORE_NOT_FOUND)
		store_fail(c, r, "no player %.10s", player);
	sq_done(q);
	return r;
}

enum store_result sq_account_list(struct store_conn *c, const struct store_account_filter *f,
	store_account_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_ACCOUNT_LIST);
	enum store_result r = sq_not_nested(c, SQ_ACCOUNT_LIST);

	if (r != STORE_OK)
		return r;
	sq_bind_text(q, 1, f->after);
	sq_bind_text(q, 2, f->name);
	sqlite3_bind_int(q, 3, f->state);
	sqlite3_bind_int(q, 4, f->limit > 0 ? f->limit : -1);
	while ((r = sq_row(c, q)) == STORE_OK) {
		struct sq_reader in = { .q = q };
		struct store_account a;
		struct store_player p;
		char id[STORE_PLAYER_ID + 1];

		sq_read_text(&in, id, sizeof id);
		a.closed_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
		a.stored_bytes = sq_read_number(&in, 0, INT64_MAX);
		r = in.bad ? store_fail(c, STORE_BROKEN, "account %s: a column out of range", id)
			: sq_player_get(c, id, &p);
		if (r != STORE_OK || each(arg, &p, &a))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

enum store_result sq_account_stored(struct store_conn *c, const char *player, int64_t bytes)
{
	sqlite3_stmt *q = sq_use(c, SQ_ACCOUNT_STORED);

	sq_bind_text(q, 1, player);
	sqlite3_bind_int64(q, 2, bytes);
	return sq_run(c, q, NULL);
}

enum store_result sq_account_games(struct store_conn *c, const char *player, int most, int *count)
{
	sqlite3_stmt *q = sq_use(c, SQ_ACCOUNT_GAMES);
	enum store_result r;

	sq_bind_text(q, 1, player);
	sqlite3_bind_int(q, 2, most);
	r = sq_row(c, q);
	if (r == STORE_OK)
		*count = sqlite3_column_int(q, 0);
	sq_done(q);
	return r;
}

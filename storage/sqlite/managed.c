/* Managers and their players in SQLite. */
#include "storage/sqlite/sqlite.h"

#include <string.h>

enum store_result sq_managed_add(struct store_conn *c, const struct store_managed *m)
{
	sqlite3_stmt *q = sq_use(c, SQ_MANAGED_ADD);

	sq_bind_text(q, 1, m->manager);
	sq_bind_text(q, 2, m->player);
	sqlite3_bind_int(q, 3, m->own);
	sq_bind_text(q, 4, m->external);
	sqlite3_bind_int64(q, 5, m->since);
	return sq_run(c, q, NULL);
}

static enum store_result read_managed(struct store_conn *c, sqlite3_stmt *q, struct store_managed *m)
{
	struct sq_reader in = { .q = q };

	sq_read_text(&in, m->manager, sizeof m->manager);
	sq_read_text(&in, m->player, sizeof m->player);
	m->own = (uint8_t)sq_read_number(&in, 0, 1);
	sq_read_text(&in, m->external, sizeof m->external);
	m->since = sq_read_number(&in, INT64_MIN, INT64_MAX);
	return in.bad ? store_fail(c, STORE_BROKEN, "managed player %s: a column out of range", m->player) : STORE_OK;
}

enum store_result sq_managed_get(struct store_conn *c, const char *manager, const char *player,
	struct store_managed *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_MANAGED_GET);
	struct store_managed m;
	enum store_result r;

	sq_bind_text(q, 1, manager);
	sq_bind_text(q, 2, player);
	r = sq_row(c, q);
	if (r == STORE_OK)
		r = read_managed(c, q, &m);
	if (r == STORE_OK)
		*out = m;
	sq_done(q);
	return r;
}

enum store_result sq_managed_rename(struct store_conn *c, const char *manager, const char *player,
	const char *external)
{
	sqlite3_stmt *q = sq_use(c, SQ_MANAGED_RENAME);

	sq_bind_text(q, 1, manager);
	sq_bind_text(q, 2, player);
	sq_bind_text(q, 3, external);
	return sq_change(c, q);
}

enum store_result sq_managed_delete(struct store_conn *c, const char *manager, const char *player)
{
	sqlite3_stmt *q = sq_use(c, SQ_MANAGED_DELETE);

	sq_bind_text(q, 1, manager);
	sq_bind_text(q, 2, player);
	return sq_change(c, q);
}

static enum store_result read_all(struct store_conn *c, sqlite3_stmt *q, store_managed_fn *each, void *arg)
{
	struct store_managed m;
	enum store_result r;

	while ((r = sq_row(c, q)) == STORE_OK) {
		r = read_managed(c, q, &m);
		if (r != STORE_OK || each(arg, &m))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

enum store_result sq_managed_list(struct store_conn *c, const char *manager, const char *external,
	const char *after, int limit, store_managed_fn *each, void *arg)
{
	enum sq_statement which = external ? SQ_MANAGED_LIST_EXTERNAL : SQ_MANAGED_LIST;
	sqlite3_stmt *q = sq_use(c, which);
	enum store_result r = sq_not_nested(c, which);

	if (r != STORE_OK)
		return r;
	sq_bind_text(q, 1, manager);
	sq_bind_text(q, 2, after);
	sqlite3_bind_int(q, 3, limit ? limit : -1);
	if (external)
		sq_bind_text(q, 4, external);
	return read_all(c, q, each, arg);
}

enum store_result sq_managers(struct store_conn *c, const char *player, store_managed_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_MANAGERS);
	enum store_result r = sq_not_nested(c, SQ_MANAGERS);

	if (r != STORE_OK)
		return r;
	sq_bind_text(q, 1, player);
	return read_all(c, q, each, arg);
}

enum store_result sq_managed_count(struct store_conn *c, const char *manager, int *all, int *own)
{
	sqlite3_stmt *q = sq_use(c, SQ_MANAGED_COUNT);
	enum store_result r;

	sq_bind_text(q, 1, manager);
	r = sq_row(c, q);
	if (r == STORE_OK) {
		*all = sqlite3_column_int(q, 0);
		*own = sqlite3_column_int(q, 1);
	}
	sq_done(q);
	return r;
}

/* --- codes --------------------------------------------------------------- */

enum store_result sq_pairing_put(struct store_conn *c, const char *player, const unsigned char *hash,
	int64_t expires_at, int64_t now)
{
	sqlite3_stmt *purge = sq_use(c, SQ_PAIRING_PURGE), *q;
	enum store_result r;

	sqlite3_bind_int64(purge, 1, now);
	r = sq_run(c, purge, NULL);
	if (r != STORE_OK)
		return r;
	q = sq_use(c, SQ_PAIRING_PUT);
	sq_bind_text(q, 1, player);
	sq_bind_bytes(q, 2, hash, STORE_HASH);
	sqlite3_bind_int64(q, 3, expires_at);
	return sq_run(c, q, NULL);
}

enum store_result sq_pairing_find(struct store_conn *c, const unsigned char *hash, char *player,
	int64_t *expires_at)
{
	sqlite3_stmt *q = sq_use(c, SQ_PAIRING_FIND);
	struct sq_reader in = { .q = q };
	char id[STORE_PLAYER_ID + 1];
	int64_t at;
	enum store_result r;

	sq_bind_bytes(q, 1, hash, STORE_HASH);
	r = sq_row(c, q);
	if (r != STORE_OK)
		goto out;
	sq_read_text(&in, id, sizeof id);
	at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	if (in.bad) {
		r = store_fail(c, STORE_BROKEN, "a code's player is out of range");
		goto out;
	}
	memcpy(player, id, sizeof id);
	*expires_at = at;
out:
	sq_done(q);
	return r;
}

enum store_result sq_pairing_delete(struct store_conn *c, const char *player)
{
	sqlite3_stmt *q = sq_use(c, SQ_PAIRING_DELETE);

	sq_bind_text(q, 1, player);
	return sq_change(c, q);
}

enum store_result sq_managed_forget(struct store_conn *c, const char *player)
{
	sqlite3_stmt *rows = sq_use(c, SQ_MANAGED_FORGET), *code = sq_use(c, SQ_PAIRING_DELETE);
	enum store_result r;

	sq_bind_text(rows, 1, player);
	r = sq_run(c, rows, NULL);
	if (r != STORE_OK)
		return r;
	sq_bind_text(code, 1, player);
	return sq_run(c, code, NULL);
}

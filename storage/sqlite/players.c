/* Players and tokens in SQLite. */
#include "storage/sqlite/sqlite.h"

enum store_result sq_player_add(struct store_conn *c, const struct store_player *p)
{
	sqlite3_stmt *q = sq_use(c, SQ_PLAYER_ADD);

	sq_bind_text(q, 1, p->id);
	sq_bind_text(q, 2, p->name);
	sqlite3_bind_int(q, 3, p->bot);
	sqlite3_bind_int64(q, 4, p->created_at);
	sqlite3_bind_int64(q, 5, p->deleted_at);
	return sq_run(c, q, NULL);
}

enum store_result sq_player_get(struct store_conn *c, const char *id, struct store_player *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_PLAYER_GET);
	struct sq_reader in = { .q = q };
	struct store_player p;
	enum store_result r;

	sq_bind_text(q, 1, id);
	r = sq_row(c, q);
	if (r != STORE_OK)
		goto out;
	sq_read_text(&in, p.id, sizeof p.id);
	sq_read_text(&in, p.name, sizeof p.name);
	p.bot = (uint8_t)sq_read_number(&in, 0, UINT8_MAX);
	p.created_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	p.deleted_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	if (in.bad)
		r = store_fail(c, STORE_BROKEN, "player %.10s: a column out of range", id);
	else
		*out = p;
out:
	sq_done(q);
	return r;
}

enum store_result sq_player_update(struct store_conn *c, const struct store_player *p)
{
	sqlite3_stmt *q = sq_use(c, SQ_PLAYER_UPDATE);

	sq_bind_text(q, 1, p->id);
	sq_bind_text(q, 2, p->name);
	sqlite3_bind_int(q, 3, p->bot);
	return sq_change(c, q);
}

enum store_result sq_player_delete(struct store_conn *c, const char *id, const char *pseudonym, int64_t at)
{
	sqlite3_stmt *player = sq_use(c, SQ_PLAYER_DELETE);
	sqlite3_stmt *seats = sq_use(c, SQ_PLAYER_RENAME_SEATS);
	sqlite3_stmt *tokens = sq_use(c, SQ_PLAYER_DELETE_TOKENS);
	sqlite3_stmt *webhooks = sq_use(c, SQ_WEBHOOK_DELETE_OWNER);
	enum store_result r;

	sq_bind_text(player, 1, id);
	sq_bind_text(player, 2, pseudonym);
	sqlite3_bind_int64(player, 3, at);
	r = sq_change(c, player);
	if (r != STORE_OK)
		return r;
	sq_bind_text(seats, 1, id);
	sq_bind_text(seats, 2, pseudonym);
	r = sq_run(c, seats, NULL);
	if (r != STORE_OK)
		return r;
	sq_bind_text(tokens, 1, id);
	r = sq_run(c, tokens, NULL);
	if (r != STORE_OK)
		return r;
	sq_bind_text(webhooks, 1, id);
	r = sq_run(c, webhooks, NULL);
	if (r == STORE_OK)
		r = sq_times_delete(c, id);
	return r == STORE_OK ? sq_managed_forget(c, id) : r;
}

/* --- tokens ------------------------------------------------------------ */

enum store_result sq_token_add(struct store_conn *c, const struct store_token *t)
{
	sqlite3_stmt *q = sq_use(c, SQ_TOKEN_ADD);

	sq_bind_text(q, 1, t->id);
	sq_bind_name(q, 2, t->player);
	sq_bind_text(q, 3, t->name);
	sq_bind_bytes(q, 4, t->hash, sizeof t->hash);
	sqlite3_bind_int64(q, 5, t->scopes);
	sqlite3_bind_int64(q, 6, t->created_at);
	sqlite3_bind_int64(q, 7, t->expires_at);
	sqlite3_bind_int64(q, 8, t->last_used_at);
	return sq_run(c, q, NULL);
}

static enum store_result read_token(struct store_conn *c, sqlite3_stmt *q, struct store_token *t)
{
	struct sq_reader in = { .q = q };

	sq_read_text(&in, t->id, sizeof t->id);
	sq_read_text(&in, t->player, sizeof t->player);
	sq_read_text(&in, t->name, sizeof t->name);
	sq_read_bytes(&in, t->hash, sizeof t->hash);
	t->scopes = (uint32_t)sq_read_number(&in, 0, UINT32_MAX);
	t->created_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	t->expires_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	t->last_used_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	t->stopped_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	return in.bad ? store_fail(c, STORE_BROKEN, "token %s: a column out of range", t->id) : STORE_OK;
}

enum store_result sq_token_find(struct store_conn *c, const unsigned char *hash, struct store_token *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_TOKEN_FIND);
	struct store_token t;
	enum store_result r;

	sq_bind_bytes(q, 1, hash, STORE_HASH);
	r = sq_row(c, q);
	if (r == STORE_OK)
		r = read_token(c, q, &t);
	if (r == STORE_OK)
		*out = t;
	sq_done(q);
	return r;
}

enum store_result sq_token_list(struct store_conn *c, const char *player, store_token_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_TOKEN_LIST);
	struct store_token t;
	enum store_result r = sq_not_nested(c, SQ_TOKEN_LIST);

	if (r != STORE_OK)
		return r;
	sq_bind_name(q, 1, player);
	while ((r = sq_row(c, q)) == STORE_OK) {
		r = read_token(c, q, &t);
		if (r != STORE_OK || each(arg, &t))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

enum store_result sq_token_delete(struct store_conn *c, const char *player, const char *id)
{
	sqlite3_stmt *q = sq_use(c, SQ_TOKEN_DELETE);

	sq_bind_name(q, 1, player);
	sq_bind_text(q, 2, id);
	return sq_change(c, q);
}

enum store_result sq_token_used(struct store_conn *c, const char *id, int64_t at)
{
	sqlite3_stmt *q = sq_use(c, SQ_TOKEN_USED);

	sq_bind_text(q, 1, id);
	sqlite3_bind_int64(q, 2, at);
	return sq_change(c, q);
}

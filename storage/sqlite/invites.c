/* Invites in SQLite. */
#include "storage/sqlite/sqlite.h"

enum store_result sq_invite_add(struct store_conn *c, const char *game, const struct store_invite *i)
{
	sqlite3_stmt *q = sq_use(c, SQ_INVITE_ADD);
	int64_t number;
	enum store_result r = sq_game_number(c, game, &number);

	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, number);
	sq_bind_text(q, 2, i->id);
	sq_bind_bytes(q, 3, i->hash, sizeof i->hash);
	sqlite3_bind_int(q, 4, i->seat);
	sq_bind_text(q, 5, i->colour);
	sq_bind_name(q, 6, i->player);
	sqlite3_bind_int64(q, 7, i->created_at);
	sqlite3_bind_int64(q, 8, i->expires_at);
	sqlite3_bind_int64(q, 9, i->used_at);
	sqlite3_bind_int64(q, 10, i->revoked_at);
	sq_bind_name(q, 11, i->used_by);
	return sq_run(c, q, NULL);
}

static enum store_result read_invite(struct store_conn *c, sqlite3_stmt *q, struct store_invite *i)
{
	struct sq_reader in = { .q = q };

	sq_read_text(&in, i->id, sizeof i->id);
	sq_read_bytes(&in, i->hash, sizeof i->hash);
	i->seat = (int16_t)sq_read_number(&in, -1, UINT8_MAX);
	sq_read_text(&in, i->colour, sizeof i->colour);
	sq_read_text(&in, i->player, sizeof i->player);
	i->created_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	i->expires_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	i->used_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	i->revoked_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	sq_read_text(&in, i->used_by, sizeof i->used_by);
	return in.bad ? store_fail(c, STORE_BROKEN, "invite %.10s: a column out of range", i->id) : STORE_OK;
}

enum store_result sq_invite_list(struct store_conn *c, const char *game, store_invite_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_INVITE_LIST);
	struct store_invite invite;
	int64_t number;
	enum store_result r = sq_not_nested(c, SQ_INVITE_LIST);

	if (r == STORE_OK)
		r = sq_game_number(c, game, &number);
	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, number);
	while ((r = sq_row(c, q)) == STORE_OK) {
		r = read_invite(c, q, &invite);
		if (r != STORE_OK || each(arg, &invite))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

enum store_result sq_invite_find(struct store_conn *c, const char *game, const unsigned char *hash,
	struct store_invite *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_INVITE_FIND);
	struct store_invite invite;
	int64_t number;
	enum store_result r = sq_game_number(c, game, &number);

	if (r != STORE_OK)
		return r;
	sq_bind_bytes(q, 1, hash, STORE_HASH);
	sqlite3_bind_int64(q, 2, number);
	r = sq_row(c, q);
	if (r == STORE_OK)
		r = read_invite(c, q, &invite);
	if (r == STORE_OK)
		*out = invite;
	sq_done(q);
	return r;
}

/* The guarded update changed nothing: is there no such invite, or is it not open? */
static enum store_result why_not(struct store_conn *c, int64_t game, const char *id)
{
	sqlite3_stmt *q = sq_use(c, SQ_INVITE_GET);
	enum store_result r;

	sqlite3_bind_int64(q, 1, game);
	sq_bind_text(q, 2, id);
	r = sq_row(c, q);
	sq_done(q);
	return r == STORE_OK ? store_fail(c, STORE_CONFLICT, "invite %.10s is not open", id) : r;
}

static enum store_result close_invite(struct store_conn *c, enum sq_statement which, const char *game,
	const char *id, int64_t at, const char *player)
{
	sqlite3_stmt *q = sq_use(c, which);
	int64_t number;
	int changes = 0;
	enum store_result r = sq_game_number(c, game, &number);

	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, number);
	sq_bind_text(q, 2, id);
	sqlite3_bind_int64(q, 3, at);
	if (player)
		sq_bind_text(q, 4, player);
	r = sq_run(c, q, &changes);
	return r == STORE_OK && !changes ? why_not(c, number, id) : r;
}

enum store_result sq_invite_use(struct store_conn *c, const char *game, const char *id, const char *player, int64_t at)
{
	return close_invite(c, SQ_INVITE_USE, game, id, at, player);
}

enum store_result sq_invite_revoke(struct store_conn *c, const char *game, const char *id, int64_t at)
{
	return close_invite(c, SQ_INVITE_REVOKE, game, id, at, NULL);
}

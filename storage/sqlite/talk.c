/* Messages in SQLite. */
#include "storage/sqlite/sqlite.h"

/* There is one writer: nobody adds another in between. */
static enum store_result last_number(struct store_conn *c, int64_t game, int64_t *number)
{
	sqlite3_stmt *q = sq_use(c, SQ_TALK_LAST);
	enum store_result r;

	sqlite3_bind_int64(q, 1, game);
	r = sq_row(c, q);
	if (r == STORE_OK)
		*number = sqlite3_column_int64(q, 0);
	sq_done(q);
	return r;
}

enum store_result sq_talk_add(struct store_conn *c, const char *game, struct store_talk *m)
{
	sqlite3_stmt *q = sq_use(c, SQ_TALK_ADD);
	int64_t number, last;
	enum store_result r = sq_game_number(c, game, &number);

	if (r == STORE_OK)
		r = last_number(c, number, &last);
	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, number);
	sqlite3_bind_int64(q, 2, last + 1);
	sqlite3_bind_int64(q, 3, m->seq);
	sqlite3_bind_int(q, 4, m->seat);
	sq_bind_text(q, 5, m->player);
	sq_bind_text(q, 6, m->team);
	sq_bind_text(q, 7, m->text);
	sqlite3_bind_int64(q, 8, m->at);
	sqlite3_bind_int64(q, 9, m->removed_at);
	r = sq_run(c, q, NULL);
	if (r == STORE_OK)
		m->number = last + 1;
	return r;
}

static enum store_result read_message(struct store_conn *c, sqlite3_stmt *q, struct store_talk *m)
{
	struct sq_reader in = { .q = q };

	m->number = sq_read_number(&in, 1, INT64_MAX);
	m->seq = sq_read_number(&in, 1, STORE_SEQUENCE_MAX);
	m->seat = (uint8_t)sq_read_number(&in, 0, UINT8_MAX);
	sq_read_text(&in, m->player, sizeof m->player);
	sq_read_text(&in, m->team, sizeof m->team);
	sq_read_text(&in, m->text, sizeof m->text);
	m->at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	m->removed_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	return in.bad ? store_fail(c, STORE_BROKEN, "message %lld: a column out of range",
		(long long)m->number) : STORE_OK;
}

enum store_result sq_talk_get(struct store_conn *c, const char *game, int64_t number,
	struct store_talk *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_TALK_GET);
	struct store_talk m;
	int64_t of;
	enum store_result r = sq_game_number(c, game, &of);

	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, of);
	sqlite3_bind_int64(q, 2, number);
	r = sq_row(c, q);
	if (r == STORE_OK)
		r = read_message(c, q, &m);
	if (r == STORE_OK)
		*out = m;
	sq_done(q);
	return r;
}

enum store_result sq_talk_list(struct store_conn *c, const char *game, const char *team,
	int64_t after, int64_t until, int limit, store_talk_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_TALK_LIST);
	struct store_talk m;
	int64_t number;
	enum store_result r = sq_not_nested(c, SQ_TALK_LIST);

	if (r == STORE_OK)
		r = sq_game_number(c, game, &number);
	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, number);
	sqlite3_bind_int64(q, 2, after);
	sqlite3_bind_int64(q, 3, until);
	sq_bind_text(q, 4, team);
	sqlite3_bind_int(q, 5, limit > 0 ? limit : -1);
	while ((r = sq_row(c, q)) == STORE_OK) {
		r = read_message(c, q, &m);
		if (r != STORE_OK || each(arg, &m))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

enum store_result sq_talk_time(struct store_conn *c, const char *game, const char *player,
	int nth, int64_t *at)
{
	sqlite3_stmt *q = sq_use(c, SQ_TALK_TIME);
	int64_t number;
	enum store_result r = sq_game_number(c, game, &number);

	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, number);
	sq_bind_text(q, 2, player);
	sqlite3_bind_int(q, 3, nth - 1);
	r = sq_row(c, q);
	if (r == STORE_OK)
		*at = sqlite3_column_int64(q, 0);
	sq_done(q);
	return r;
}

static enum store_result rewrite_event(struct store_conn *c, int64_t game, int64_t seq,
	const char *events, size_t size)
{
	sqlite3_stmt *q = sq_use(c, SQ_TALK_REMOVE_EVENT);

	sqlite3_bind_int64(q, 1, game);
	sqlite3_bind_int64(q, 2, seq);
	sq_bind_bytes(q, 3, events, size);
	return sq_change(c, q);
}

enum store_result sq_talk_remove(struct store_conn *c, const char *game, int64_t number,
	int64_t at, const char *events, size_t size)
{
	sqlite3_stmt *q = sq_use(c, SQ_TALK_REMOVE);
	struct store_talk m;
	int64_t of;
	enum store_result r = sq_talk_get(c, game, number, &m);

	if (r == STORE_OK && m.removed_at)
		return store_fail(c, STORE_CONFLICT, "message %lld was removed before", (long long)number);
	if (r == STORE_OK)
		r = sq_game_number(c, game, &of);
	if (r == STORE_OK)
		r = rewrite_event(c, of, m.seq, events, size);
	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, of);
	sqlite3_bind_int64(q, 2, number);
	sqlite3_bind_int64(q, 3, at);
	return sq_change(c, q);
}

/* Series of games in SQLite. */
#include "storage/sqlite/sqlite.h"

enum store_result sq_series_get(struct store_conn *c, const char *game, struct store_series *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_SERIES_GET);
	struct sq_reader in = { .q = q };
	struct store_series s = { 0 };
	enum store_result r;

	sq_bind_text(q, 1, game);
	r = sq_row(c, q);
	if (r == STORE_OK) {
		s.spectator_delay = (uint16_t)sq_read_number(&in, 0, UINT16_MAX);
		sq_read_text(&in, s.previous, sizeof s.previous);
		sq_read_text(&in, s.next, sizeof s.next);
	}
	if (in.bad)
		r = store_fail(c, STORE_BROKEN, "series of %.8s: a column out of range", game);
	if (r == STORE_OK)
		*out = s;
	sq_done(q);
	return r;
}

enum store_result sq_series_delay(struct store_conn *c, const char *game, int delay)
{
	sqlite3_stmt *q = sq_use(c, SQ_SERIES_DELAY);
	int64_t number;
	enum store_result r = sq_game_number(c, game, &number);

	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, number);
	sqlite3_bind_int(q, 2, delay);
	return sq_run(c, q, NULL);
}

/* One end of the link; the guard in the statement says no when there is one. */
static enum store_result link_one(struct store_conn *c, enum sq_statement which, int64_t game, int64_t other)
{
	sqlite3_stmt *q = sq_use(c, which);
	int changes = 0;
	enum store_result r;

	sqlite3_bind_int64(q, 1, game);
	sqlite3_bind_int64(q, 2, other);
	r = sq_run(c, q, &changes);
	return r == STORE_OK && !changes ? store_fail(c, STORE_CONFLICT, "the game is in a series already") : r;
}

/* Asked before: a link must not be made by half. */
static enum store_result check_free(struct store_conn *c, const char *previous, const char *next)
{
	struct store_series before, after;
	enum store_result r = sq_series_get(c, previous, &before);

	if (r == STORE_OK)
		r = sq_series_get(c, next, &after);
	if (r == STORE_OK && (*before.next || *after.previous))
		return store_fail(c, STORE_CONFLICT, "the game is in a series already");
	return r;
}

enum store_result sq_series_link(struct store_conn *c, const char *previous, const char *next)
{
	int64_t first, second;
	enum store_result r = check_free(c, previous, next);

	if (r == STORE_OK)
		r = sq_game_number(c, previous, &first);
	if (r == STORE_OK)
		r = sq_game_number(c, next, &second);
	if (r == STORE_OK)
		r = link_one(c, SQ_SERIES_NEXT, first, second);
	return r == STORE_OK ? link_one(c, SQ_SERIES_PREVIOUS, second, first) : r;
}

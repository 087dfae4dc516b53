/* Games and seats in SQLite. */
#include "storage/sqlite/sqlite.h"

enum { SNAPSHOT_COLUMN = 21 };	/* after SQ_GAME_COLUMNS, clock and due_at, in SQ_GAME_GET */

enum store_result sq_read_game(struct store_conn *c, sqlite3_stmt *q, struct store_game *g)
{
	struct sq_reader in = { .q = q };

	*g = (struct store_game){ 0 };
	g->number = sq_read_number(&in, 1, INT64_MAX);
	sq_read_text(&in, g->id, sizeof g->id);
	g->status = (uint8_t)sq_read_number(&in, STORE_LOBBY, STORE_ABORTED);
	g->visibility = (uint8_t)sq_read_number(&in, STORE_PUBLIC, STORE_PRIVATE);
	g->seat_count = (uint8_t)sq_read_number(&in, 0, UINT8_MAX);
	g->ruleset_version = (uint8_t)sq_read_number(&in, 0, UINT8_MAX);
	g->imported = (uint8_t)sq_read_number(&in, 0, UINT8_MAX);
	sq_read_text(&in, g->ruleset, sizeof g->ruleset);
	sq_read_text(&in, g->tileset, sizeof g->tileset);
	sq_read_bytes(&in, g->tileset_hash, sizeof g->tileset_hash);
	sq_read_text(&in, g->name, sizeof g->name);
	sq_read_text(&in, g->creator, sizeof g->creator);
	sq_read_text(&in, g->options, sizeof g->options);
	sq_read_bytes(&in, g->server_seed, sizeof g->server_seed);
	g->version = sq_read_number(&in, 0, STORE_SEQUENCE_MAX);
	g->created_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	g->started_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	g->finished_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	g->updated_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	g->clock_size = (uint16_t)sq_read_blob(&in, g->clock, sizeof g->clock);
	g->due_at = sq_read_number(&in, 0, INT64_MAX);
	return in.bad ? store_fail(c, STORE_BROKEN, "game %s: a column out of range", g->id) : STORE_OK;
}

static void bind_snapshot(sqlite3_stmt *q, int at, const struct store_game *g)
{
	if (g->snapshot)
		sq_bind_bytes(q, at, g->snapshot, g->snapshot_size);
	else
		sqlite3_bind_null(q, at);
}

/* Clock and due time. */
static void bind_times(sqlite3_stmt *q, int at, const struct store_game *g)
{
	if (g->clock_size)
		sq_bind_bytes(q, at, g->clock, g->clock_size);
	else
		sqlite3_bind_null(q, at);
	sqlite3_bind_int64(q, at + 1, g->due_at);
}

enum store_result sq_game_add(struct store_conn *c, struct store_game *g)
{
	sqlite3_stmt *q = sq_use(c, SQ_GAME_ADD);
	enum store_result r;

	sq_bind_text(q, 1, g->id);
	sqlite3_bind_int(q, 2, g->status);
	sqlite3_bind_int(q, 3, g->visibility);
	sqlite3_bind_int(q, 4, g->seat_count);
	sqlite3_bind_int(q, 5, g->ruleset_version);
	sqlite3_bind_int(q, 6, g->imported);
	sq_bind_text(q, 7, g->ruleset);
	sq_bind_text(q, 8, g->tileset);
	sq_bind_bytes(q, 9, g->tileset_hash, sizeof g->tileset_hash);
	sq_bind_text(q, 10, g->name);
	sq_bind_name(q, 11, g->creator);
	sq_bind_text(q, 12, g->options);
	sq_bind_bytes(q, 13, g->server_seed, sizeof g->server_seed);
	sqlite3_bind_int64(q, 14, g->version);
	sqlite3_bind_int64(q, 15, g->created_at);
	sqlite3_bind_int64(q, 16, g->started_at);
	sqlite3_bind_int64(q, 17, g->finished_at);
	sqlite3_bind_int64(q, 18, g->updated_at);
	bind_snapshot(q, 19, g);
	bind_times(q, 20, g);
	r = sq_run(c, q, NULL);
	if (r == STORE_OK)
		g->number = sqlite3_last_insert_rowid(sq_conn(c)->db);
	return r;
}

enum store_result sq_game_get(struct store_conn *c, const char *id, struct store_game *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_GAME_GET);
	struct store_game g;
	enum store_result r;

	sq_bind_text(q, 1, id);
	r = sq_row(c, q);
	if (r == STORE_OK)
		r = sq_read_game(c, q, &g);
	if (r == STORE_OK && sqlite3_column_type(q, SNAPSHOT_COLUMN) != SQLITE_NULL) {
		g.snapshot = sq_copy_column(q, SNAPSHOT_COLUMN, &g.snapshot_size);
		if (!g.snapshot)
			r = store_fail(c, STORE_UNAVAILABLE, "no memory for a snapshot");
	}
	if (r == STORE_OK)
		*out = g;
	sq_done(q);
	return r;
}

static enum store_result update(struct store_conn *c, enum sq_statement which, const struct store_game *g,
	int64_t number, int64_t expected, int *changes)
{
	sqlite3_stmt *q = sq_use(c, which);

	sqlite3_bind_int64(q, 1, number);
	sqlite3_bind_int64(q, 2, expected);
	sqlite3_bind_int(q, 3, g->status);
	sq_bind_text(q, 4, g->name);
	sq_bind_text(q, 5, g->options);
	sqlite3_bind_int64(q, 6, g->version);
	sqlite3_bind_int64(q, 7, g->started_at);
	sqlite3_bind_int64(q, 8, g->finished_at);
	sqlite3_bind_int64(q, 9, g->updated_at);
	bind_snapshot(q, 10, g);
	if (g->timed)
		bind_times(q, 11, g);
	return sq_run(c, q, changes);
}

/* Nearly always the status stays, and then no index has to change. */
enum store_result sq_game_update(struct store_conn *c, const struct store_game *g, int64_t expected)
{
	int64_t number;
	int changes = 0;
	enum store_result r = sq_game_number(c, g->id, &number);

	if (r == STORE_OK)
		r = update(c, g->timed ? SQ_GAME_UPDATE_TIMED : SQ_GAME_UPDATE, g, number, expected, &changes);
	if (r == STORE_OK && !changes)
		r = update(c, g->timed ? SQ_GAME_UPDATE_TIMED_STATUS : SQ_GAME_UPDATE_STATUS, g, number, expected,
			&changes);
	if (r == STORE_OK && !changes)
		return store_fail(c, STORE_CONFLICT, "game %s is not at version %lld", g->id, (long long)expected);
	return r;
}

/* --- seats ------------------------------------------------------------- */

enum store_result sq_seat_claim(struct store_conn *c, const char *game, const struct store_seat *seat)
{
	sqlite3_stmt *q = sq_use(c, SQ_SEAT_CLAIM);
	int64_t number;
	int changes = 0;
	enum store_result r = sq_game_number(c, game, &number);

	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, number);
	sqlite3_bind_int(q, 2, seat->seat);
	sq_bind_text(q, 3, seat->colour);
	sq_bind_name(q, 4, seat->player);
	sq_bind_text(q, 5, seat->name);
	sq_bind_text(q, 6, seat->client_seed);
	sqlite3_bind_int64(q, 7, seat->taken_at);
	r = sq_run(c, q, &changes);
	if (r == STORE_OK && !changes)
		return store_fail(c, STORE_CONFLICT, "game %s has no seat %d", game, seat->seat);
	return r;
}

enum store_result sq_seat_leave(struct store_conn *c, const char *game, int seat)
{
	sqlite3_stmt *q = sq_use(c, SQ_SEAT_LEAVE);
	int64_t number;
	enum store_result r = sq_game_number(c, game, &number);

	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, number);
	sqlite3_bind_int(q, 2, seat);
	return sq_change(c, q);
}

enum store_result sq_seat_change(struct store_conn *c, const char *game, const struct store_seat *seat)
{
	sqlite3_stmt *q = sq_use(c, SQ_SEAT_CHANGE);
	int64_t number;
	enum store_result r = sq_game_number(c, game, &number);

	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, number);
	sqlite3_bind_int(q, 2, seat->seat);
	sq_bind_name(q, 3, seat->player);
	sq_bind_text(q, 4, seat->name);
	sqlite3_bind_int64(q, 5, seat->taken_at);
	sqlite3_bind_int64(q, 6, seat->stand_in);
	sqlite3_bind_int64(q, 7, seat->offered_at);
	sqlite3_bind_int(q, 8, seat->missed);
	sqlite3_bind_int(q, 9, seat->hands);
	return sq_change(c, q);
}

static enum store_result read_seat(struct store_conn *c, sqlite3_stmt *q, struct store_seat *s)
{
	struct sq_reader in = { .q = q };

	s->seat = (uint8_t)sq_read_number(&in, 0, UINT8_MAX);
	sq_read_text(&in, s->colour, sizeof s->colour);
	sq_read_text(&in, s->player, sizeof s->player);
	sq_read_text(&in, s->name, sizeof s->name);
	sq_read_text(&in, s->client_seed, sizeof s->client_seed);
	s->taken_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	s->stand_in = sq_read_number(&in, 0, INT64_MAX);
	s->offered_at = sq_read_number(&in, 0, INT64_MAX);
	s->missed = (uint8_t)sq_read_number(&in, 0, UINT8_MAX);
	s->hands = (uint8_t)sq_read_number(&in, 0, UINT8_MAX);
	return in.bad ? store_fail(c, STORE_BROKEN, "seat %d: a column out of range", s->seat) : STORE_OK;
}

enum store_result sq_seats(struct store_conn *c, const char *game, struct store_seat *out, int max, int *count)
{
	sqlite3_stmt *q = sq_use(c, SQ_SEATS);
	int64_t number;
	int n = 0;
	enum store_result r = sq_game_number(c, game, &number);

	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, number);
	sqlite3_bind_int(q, 2, max > 0 ? max : 0);
	while ((r = sq_row(c, q)) == STORE_OK) {
		r = read_seat(c, q, &out[n]);
		if (r != STORE_OK)
			break;
		n++;
	}
	sq_done(q);
	if (r != STORE_NOT_FOUND)
		return r;
	*count = n;
	return STORE_OK;
}

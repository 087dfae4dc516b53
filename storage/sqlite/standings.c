/* Finals, standings and reliability in SQLite. */
#include "storage/sqlite/sqlite.h"

#include <string.h>

/* --- finals ------------------------------------------------------------ */

static enum store_result add_seat(struct store_conn *c, int64_t number, const struct store_final_seat *s)
{
	sqlite3_stmt *q = sq_use(c, SQ_FINAL_ADD_SEAT);

	sqlite3_bind_int64(q, 1, number);
	sqlite3_bind_int(q, 2, s->seat);
	sq_bind_text(q, 3, s->player);
	sqlite3_bind_int(q, 4, s->place);
	sqlite3_bind_int(q, 5, s->team);
	sqlite3_bind_int(q, 6, s->ending);
	sqlite3_bind_int(q, 7, s->score);
	return sq_run(c, q, NULL);
}

enum store_result sq_final_add(struct store_conn *c, struct store_final *o)
{
	sqlite3_stmt *q = sq_use(c, SQ_FINAL_ADD);
	int64_t game, number;
	enum store_result r = sq_game_number(c, o->game, &game);

	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, game);
	sq_bind_text(q, 2, o->ruleset);
	sqlite3_bind_int64(q, 3, o->at);
	r = sq_run(c, q, NULL);
	number = sqlite3_last_insert_rowid(sq_conn(c)->db);
	for (int i = 0; r == STORE_OK && i < o->seat_count; i++)
		r = add_seat(c, number, &o->seats[i]);
	if (r == STORE_OK)
		o->number = number;
	return r;
}

/* One row is a seat; those of a final result follow each other. */
static void read_seat(struct sq_reader *in, struct store_final *o)
{
	struct store_final_seat *s = &o->seats[o->seat_count++];

	s->seat = (uint8_t)sq_read_number(in, 0, UINT8_MAX);
	sq_read_text(in, s->player, sizeof s->player);
	s->place = (uint8_t)sq_read_number(in, 1, STORE_PLACES);
	s->team = (uint8_t)sq_read_number(in, 0, UINT8_MAX);
	s->ending = (uint8_t)sq_read_number(in, 0, STORE_AWAY);
	s->score = (int32_t)sq_read_number(in, INT32_MIN, INT32_MAX);
}

static enum store_result read_final(struct store_conn *c, sqlite3_stmt *q, struct store_final *o)
{
	sqlite3_stmt *seats = sq_use(c, SQ_FINAL_SEATS);
	struct sq_reader in = { .q = q }, of = { .q = seats };
	enum store_result r;

	memset(o, 0, sizeof *o);
	o->number = sq_read_number(&in, 1, INT64_MAX);
	sq_read_text(&in, o->game, sizeof o->game);
	sq_read_text(&in, o->ruleset, sizeof o->ruleset);
	o->at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	sqlite3_bind_int64(seats, 1, o->number);
	while ((r = sq_row(c, seats)) == STORE_OK && o->seat_count < STORE_FINAL_SEATS) {
		of.at = 0;
		read_seat(&of, o);
	}
	sq_done(seats);
	if (in.bad || of.bad || r == STORE_OK)
		return store_fail(c, STORE_BROKEN, "final %lld: a column out of range", (long long)o->number);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

enum store_result sq_final_list(struct store_conn *c, int64_t after, int limit, store_final_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_FINAL_LIST);
	struct store_final o;
	enum store_result r = sq_not_nested(c, SQ_FINAL_LIST);

	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, after);
	sqlite3_bind_int(q, 2, limit > 0 ? limit : -1);
	while ((r = sq_row(c, q)) == STORE_OK) {
		r = read_final(c, q, &o);
		if (r != STORE_OK || each(arg, &o))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

/* --- standings ------------------------------------------------------------ */

static enum store_result read_standing(struct store_conn *c, sqlite3_stmt *q, struct store_standing *s)
{
	struct sq_reader in = { .q = q };

	memset(s, 0, sizeof *s);
	sq_read_text(&in, s->ruleset, sizeof s->ruleset);
	sq_read_text(&in, s->player, sizeof s->player);
	s->mu = sqlite3_column_double(q, in.at++);
	s->sigma = sqlite3_column_double(q, in.at++);
	s->ordinal = sqlite3_column_double(q, in.at++);
	s->board = (uint8_t)sq_read_number(&in, 0, UINT8_MAX);
	s->games = (uint32_t)sq_read_number(&in, 0, UINT32_MAX);
	s->wins = (uint32_t)sq_read_number(&in, 0, UINT32_MAX);
	s->shared = (uint32_t)sq_read_number(&in, 0, UINT32_MAX);
	for (int i = 0; i < STORE_PLACES; i++)
		s->places[i] = (uint32_t)sq_read_number(&in, 0, UINT32_MAX);
	s->updated_at = sq_read_number(&in, INT64_MIN, INT64_MAX);
	return in.bad ? store_fail(c, STORE_BROKEN, "standing of %.10s: a column out of range", s->player) : STORE_OK;
}

enum store_result sq_standing_get(struct store_conn *c, const char *ruleset, const char *player,
	struct store_standing *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_STANDING_GET);
	struct store_standing s;
	enum store_result r;

	sq_bind_text(q, 1, ruleset);
	sq_bind_text(q, 2, player);
	r = sq_row(c, q);
	if (r == STORE_OK)
		r = read_standing(c, q, &s);
	if (r == STORE_OK)
		*out = s;
	sq_done(q);
	return r;
}

enum store_result sq_standing_put(struct store_conn *c, const struct store_standing *s)
{
	sqlite3_stmt *q = sq_use(c, SQ_STANDING_PUT);

	sq_bind_text(q, 1, s->ruleset);
	sq_bind_text(q, 2, s->player);
	sqlite3_bind_double(q, 3, s->mu);
	sqlite3_bind_double(q, 4, s->sigma);
	sqlite3_bind_double(q, 5, s->ordinal);
	sqlite3_bind_int(q, 6, s->board);
	sqlite3_bind_int64(q, 7, s->games);
	sqlite3_bind_int64(q, 8, s->wins);
	sqlite3_bind_int64(q, 9, s->shared);
	for (int i = 0; i < STORE_PLACES; i++)
		sqlite3_bind_int64(q, 10 + i, s->places[i]);
	sqlite3_bind_int64(q, 10 + STORE_PLACES, s->updated_at);
	return sq_run(c, q, NULL);
}

static enum store_result list(struct store_conn *c, sqlite3_stmt *q, store_standing_fn *each, void *arg)
{
	struct store_standing s;
	enum store_result r;

	while ((r = sq_row(c, q)) == STORE_OK) {
		r = read_standing(c, q, &s);
		if (r != STORE_OK || each(arg, &s))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

enum store_result sq_standing_list(struct store_conn *c, const char *player, store_standing_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_STANDING_LIST);
	enum store_result r = sq_not_nested(c, SQ_STANDING_LIST);

	if (r != STORE_OK)
		return r;
	sq_bind_text(q, 1, player);
	return list(c, q, each, arg);
}

enum store_result sq_standing_board(struct store_conn *c, const char *ruleset, int board,
	double ordinal, const char *player, int limit, store_standing_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_STANDING_BOARD);
	enum store_result r = sq_not_nested(c, SQ_STANDING_BOARD);

	if (r != STORE_OK)
		return r;
	sq_bind_text(q, 1, ruleset);
	sqlite3_bind_int(q, 2, board);
	sqlite3_bind_double(q, 3, ordinal);
	sq_bind_text(q, 4, player);
	sqlite3_bind_int(q, 5, limit > 0 ? limit : -1);
	return list(c, q, each, arg);
}

enum store_result sq_standing_clear(struct store_conn *c)
{
	return sq_run(c, sq_use(c, SQ_STANDING_CLEAR), NULL);
}

enum store_result sq_unfinished(struct store_conn *c, const char *player, store_unfinished_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_UNFINISHED);
	enum store_result r = sq_not_nested(c, SQ_UNFINISHED);

	if (r != STORE_OK)
		return r;
	sq_bind_text(q, 1, player);
	while ((r = sq_row(c, q)) == STORE_OK) {
		struct sq_reader in = { .q = q };
		char ruleset[STORE_WORD + 1];
		int status;

		sq_read_text(&in, ruleset, sizeof ruleset);
		status = (int)sq_read_number(&in, STORE_LOBBY, STORE_ACTIVE);
		if (in.bad)
			r = store_fail(c, STORE_BROKEN, "open games of %.10s: a column out of range", player);
		if (r != STORE_OK || each(arg, ruleset, status))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

/* --- reliability ------------------------------------------------------------ */

/* Counts of times as little-endian bytes, four each. */
static void pack(const uint32_t times[STORE_TIMES], unsigned char out[4 * STORE_TIMES])
{
	for (int i = 0; i < 4 * STORE_TIMES; i++)
		out[i] = (unsigned char)(times[i / 4] >> 8 * (i % 4));
}

static void unpack(uint32_t times[STORE_TIMES], const unsigned char in[4 * STORE_TIMES])
{
	for (int i = 0; i < 4 * STORE_TIMES; i++)
		times[i / 4] |= (uint32_t)in[i] << 8 * (i % 4);
}

enum store_result sq_reliability_get(struct store_conn *c, const char *player, struct store_reliability *out)
{
	sqlite3_stmt *q = sq_use(c, SQ_RELIABILITY_GET);
	struct sq_reader in = { .q = q };
	struct store_reliability s = { .games = 0 };
	unsigned char times[4 * STORE_TIMES];
	enum store_result r;

	sq_bind_text(q, 1, player);
	r = sq_row(c, q);
	if (r == STORE_OK) {
		sq_read_text(&in, s.player, sizeof s.player);
		s.games = (uint32_t)sq_read_number(&in, 0, UINT32_MAX);
		s.turns = (uint32_t)sq_read_number(&in, 0, UINT32_MAX);
		s.timed_out = (uint32_t)sq_read_number(&in, 0, UINT32_MAX);
		s.resigned = (uint32_t)sq_read_number(&in, 0, UINT32_MAX);
		sq_read_bytes(&in, times, sizeof times);
		unpack(s.times, times);
	}
	if (in.bad)
		r = store_fail(c, STORE_BROKEN, "reliability of %.10s: a column out of range", player);
	if (r == STORE_OK)
		*out = s;
	sq_done(q);
	return r;
}

enum store_result sq_reliability_put(struct store_conn *c, const struct store_reliability *s)
{
	sqlite3_stmt *q = sq_use(c, SQ_RELIABILITY_PUT);
	unsigned char times[4 * STORE_TIMES];

	pack(s->times, times);
	sq_bind_text(q, 1, s->player);
	sqlite3_bind_int64(q, 2, s->games);
	sqlite3_bind_int64(q, 3, s->turns);
	sqlite3_bind_int64(q, 4, s->timed_out);
	sqlite3_bind_int64(q, 5, s->resigned);
	sq_bind_bytes(q, 6, times, sizeof times);
	return sq_run(c, q, NULL);
}

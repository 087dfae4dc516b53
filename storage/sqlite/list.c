/*
 * Lists of games, newest first.  What a list shows comes from up to three
 * streams of game numbers, each read from an index of its own in falling order
 * and merged here: public games (all, or one player's), hidden games where the
 * viewer sits, hidden games that the viewer created.  So a page costs the same
 * with a thousand games and with a million, and nobody pays for hidden games
 * but those who have them.
 */
#include "storage/sqlite/sqlite.h"

enum { STREAMS = 3 };

struct stream {
	sqlite3_stmt *q;
	int64_t number;			/* the next one; 0: at the end */
};

static int given(const char *text)
{
	return text && *text;
}

/* Only the lobby has free seats. */
static int wanted_status(const struct store_filter *f)
{
	return f->open_seats ? STORE_LOBBY : f->status;
}

static void bind_filter(sqlite3_stmt *q, const struct store_filter *f)
{
	int parameters = sqlite3_bind_parameter_count(q);

	sqlite3_bind_int64(q, 1, f->before > 0 ? f->before : INT64_MAX);
	sqlite3_bind_int(q, 2, wanted_status(f));
	sq_bind_name(q, 3, f->ruleset);
	sqlite3_bind_int(q, 4, f->open_seats);
	if (parameters >= 5)
		sq_bind_name(q, 5, f->viewer);
	if (parameters >= 6)
		sq_bind_name(q, 6, f->player);
}

/* Which statements answer this filter; returns how many. */
static int choose(const struct store_filter *f, enum sq_statement out[STREAMS])
{
	int status = wanted_status(f) >= 0;

	if (f->offered_seats) {
		out[0] = SQ_LIST_OFFERED;
		return 1;
	}
	if (given(f->player))
		out[0] = status ? SQ_LIST_PLAYER_STATUS : SQ_LIST_PLAYER;
	else if (given(f->ruleset))
		out[0] = status ? SQ_LIST_PUBLIC_BOTH : SQ_LIST_PUBLIC_RULESET;
	else
		out[0] = status ? SQ_LIST_PUBLIC_STATUS : SQ_LIST_PUBLIC;
	if (f->all) {
		out[1] = status ? SQ_LIST_NOT_PUBLIC_STATUS : SQ_LIST_NOT_PUBLIC;
		return 2;
	}
	out[1] = status ? SQ_LIST_SEATED_STATUS : SQ_LIST_SEATED;
	out[2] = status ? SQ_LIST_CREATED_STATUS : SQ_LIST_CREATED;
	return given(f->viewer) ? STREAMS : 1;
}

static enum store_result advance(struct store_conn *c, struct stream *s)
{
	enum store_result r = sq_row(c, s->q);

	s->number = r == STORE_OK ? sqlite3_column_int64(s->q, 0) : 0;
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

/* Start all streams; on failure those that were started are left for the caller to end. */
static enum store_result start(struct store_conn *c, const struct store_filter *f,
	struct stream *streams, int *count)
{
	enum sq_statement which[STREAMS];
	enum store_result r = STORE_OK;
	int i, n = choose(f, which);

	*count = 0;
	for (i = 0; i < n && r == STORE_OK; i++)
		r = sq_not_nested(c, which[i]);
	for (i = 0; i < n && r == STORE_OK; i++) {
		streams[i].q = sq_use(c, which[i]);
		bind_filter(streams[i].q, f);
		*count = i + 1;
		r = advance(c, &streams[i]);
	}
	return r;
}

/* The highest number of all streams, which then move on; 0 at the end. */
static enum store_result next_number(struct store_conn *c, struct stream *streams, int count, int64_t *number)
{
	enum store_result r = STORE_OK;
	int64_t top = 0;
	int i;

	for (i = 0; i < count; i++)
		if (streams[i].number > top)
			top = streams[i].number;
	for (i = 0; i < count && top && r == STORE_OK; i++)
		if (streams[i].number == top)
			r = advance(c, &streams[i]);
	*number = top;
	return r;
}

static enum store_result get_row(struct store_conn *c, int64_t number, struct store_game *g)
{
	sqlite3_stmt *q = sq_use(c, SQ_GAME_ROW);
	enum store_result r;

	sqlite3_bind_int64(q, 1, number);
	r = sq_row(c, q);
	if (r == STORE_OK)
		r = sq_read_game(c, q, g);
	else if (r == STORE_NOT_FOUND)
		r = store_fail(c, STORE_BROKEN, "game %lld is in an index only", (long long)number);
	sq_done(q);
	return r;
}

enum store_result sq_game_list(struct store_conn *c, const struct store_filter *f,
	store_game_fn *each, void *arg)
{
	struct store_filter own = *f;
	struct stream streams[STREAMS];
	struct store_game g;
	int64_t number;
	int i, count = 0, given_out = 0;
	enum store_result r = sq_begin_read(c);

	if (r != STORE_OK)
		return r;
	/* All of a player's are what the player may see. */
	if (f->all && given(f->player)) {
		own.all = 0;
		own.viewer = f->player;
	}
	r = start(c, &own, streams, &count);
	while (r == STORE_OK && (f->limit <= 0 || given_out < f->limit)) {
		r = next_number(c, streams, count, &number);
		if (r != STORE_OK || !number)
			break;
		r = get_row(c, number, &g);
		if (r != STORE_OK || each(arg, &g))
			break;
		given_out++;
	}
	for (i = 0; i < count; i++)
		sq_done(streams[i].q);
	sq_end_read(c);
	return r;
}

/*
 * The log of a player in SQLite.
 *
 * The numbers of the rows that are wanted are found first, game by game, and
 * only from the index: mostly a game's newest row says that it has no news.  The
 * lowest of them stay in a heap; then the rows themselves are read.
 */
#include "storage/sqlite/sqlite.h"

#include <stdlib.h>

enum { STEPS_BACK = 32 };	/* further back a row is found by halving */

struct found {
	int64_t *numbers;		/* a heap: the highest on top */
	int count, limit;
};

struct sitting { int64_t game, first, until; };

/* --- the heap ------------------------------------------------------------------- */

static void sink_down(struct found *f, int at, int64_t number)
{
	for (int child; (child = 2 * at + 1) < f->count; at = child) {
		if (child + 1 < f->count && f->numbers[child + 1] > f->numbers[child])
			child++;
		if (f->numbers[child] <= number)
			break;
		f->numbers[at] = f->numbers[child];
	}
	f->numbers[at] = number;
}

/* Keep it if it is among the lowest; 0 when it is not, and nor will higher ones be. */
static int keep(struct found *f, int64_t number)
{
	int at = f->count;

	if (f->count == f->limit) {
		if (number >= f->numbers[0])
			return 0;
		sink_down(f, 0, number);
		return 1;
	}
	for (f->count++; at > 0 && f->numbers[(at - 1) / 2] < number; at = (at - 1) / 2)
		f->numbers[at] = f->numbers[(at - 1) / 2];
	f->numbers[at] = number;
	return 1;
}

static int by_number(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* --- finding ---------------------------------------------------------------------- */

/* The first row of the game with an event of that number or later; STORE_NOT_FOUND: none. */
static enum store_result row_from(struct store_conn *c, int64_t game, int64_t event, int64_t *number, int64_t *last)
{
	sqlite3_stmt *q = sq_use(c, SQ_LOG_FROM);
	enum store_result r;

	sqlite3_bind_int64(q, 1, game);
	sqlite3_bind_int64(q, 2, event);
	r = sq_row(c, q);
	if (r == STORE_OK) {
		*number = sqlite3_column_int64(q, 0);
		*last = sqlite3_column_int64(q, 1);
	}
	sq_done(q);
	return r;
}

/* An event of the first row above `after`, whose number lies in (low, high]. */
static enum store_result halve(struct store_conn *c, int64_t game, int64_t after, int64_t low, int64_t high, int64_t *event)
{
	enum store_result r = STORE_OK;
	int64_t number, last;

	while (low + 1 < high) {
		int64_t middle = low + (high - low) / 2;

		r = row_from(c, game, middle, &number, &last);
		if (r != STORE_OK)
			break;
		if (number > after)
			high = middle;
		else
			low = last < high ? last : high - 1;
	}
	*event = high;
	return r;
}

/* The last event of the row before which nothing is wanted; *event 0: there are no news. */
static enum store_result first_news(struct store_conn *c, int64_t game, int64_t after, int64_t *event)
{
	sqlite3_stmt *q = sq_use(c, SQ_LOG_BACKWARD);
	enum store_result r = STORE_OK;
	int steps, far = 0;

	*event = 0;
	sqlite3_bind_int64(q, 1, game);
	for (steps = 0; !far && (r = sq_row(c, q)) == STORE_OK; steps++) {
		if (sqlite3_column_int64(q, 0) <= after)
			break;
		*event = sqlite3_column_int64(q, 1);
		far = steps == STEPS_BACK;
	}
	sq_done(q);
	if (r == STORE_NOT_FOUND)
		r = STORE_OK;
	return r == STORE_OK && far ? halve(c, game, after, 0, *event, event) : r;
}

static enum store_result find_in(struct store_conn *c, const struct sitting *s, int64_t after, struct found *f)
{
	int64_t event, from = s->first - 1 > after ? s->first - 1 : after;
	enum store_result r = first_news(c, s->game, from, &event);
	sqlite3_stmt *q;

	if (r != STORE_OK || !event)
		return r;
	q = sq_use(c, SQ_LOG_FROM);
	sqlite3_bind_int64(q, 1, s->game);
	sqlite3_bind_int64(q, 2, event);
	while ((r = sq_row(c, q)) == STORE_OK) {
		int64_t number = sqlite3_column_int64(q, 0);

		if ((s->until && number > s->until) || !keep(f, number))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

static enum store_result find_all(struct store_conn *c, const char *player, int64_t after, struct found *f)
{
	sqlite3_stmt *q = sq_use(c, SQ_SITTINGS_WITH_NEWS);
	enum store_result r;

	sq_bind_text(q, 1, player);
	sqlite3_bind_int64(q, 2, after);
	while ((r = sq_row(c, q)) == STORE_OK) {
		struct sitting s = {
			sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1), sqlite3_column_int64(q, 2),
		};

		/* All that is kept is older than this whole sitting. */
		if (f->count == f->limit && s.first > f->numbers[0])
			continue;
		r = find_in(c, &s, after, f);
		if (r != STORE_OK)
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

/* --- reading ------------------------------------------------------------------------ */

static enum store_result give_row(struct store_conn *c, int64_t number, store_own_fn *each, void *arg, int *stop)
{
	sqlite3_stmt *q = sq_use(c, SQ_LOG_ROW);
	struct sq_reader in = { .q = q, .at = 7 };
	char game[STORE_GAME_ID + 1];
	struct store_entry entry;
	enum store_result r;

	sqlite3_bind_int64(q, 1, number);
	r = sq_row(c, q);
	if (r == STORE_OK)
		r = sq_read_entry(c, q, &entry);
	if (r == STORE_OK) {
		sq_read_text(&in, game, sizeof game);
		*stop = each(arg, game, &entry);
	}
	sq_done(q);
	return r;
}

enum store_result sq_log_of_player(struct store_conn *c, const char *player, int64_t after, int limit,
	store_own_fn *each, void *arg)
{
	struct found f = { .limit = limit };
	enum store_result r = sq_not_nested(c, SQ_LOG_ROW);
	int stop = 0;

	if (r != STORE_OK)
		return r;
	f.numbers = malloc((size_t)limit * sizeof *f.numbers);
	if (!f.numbers)
		return store_fail(c, STORE_UNAVAILABLE, "no memory for the log of a player");
	r = sq_begin_read(c);
	if (r != STORE_OK)
		goto out;
	r = find_all(c, player, after, &f);
	qsort(f.numbers, (size_t)f.count, sizeof *f.numbers, by_number);
	for (int i = 0; i < f.count && r == STORE_OK && !stop; i++)
		r = give_row(c, f.numbers[i], each, arg, &stop);
	sq_end_read(c);
out:
	free(f.numbers);
	return r;
}

enum store_result sq_log_newest(struct store_conn *c, int64_t *number)
{
	sqlite3_stmt *q = sq_use(c, SQ_LOG_NEWEST);
	enum store_result r = sq_row(c, q);

	if (r == STORE_OK)
		*number = sqlite3_column_int64(q, 0);
	sq_done(q);
	return r;
}

/* --- what else is asked ---------------------------------------------------------------- */

enum store_result sq_log_backward(struct store_conn *c, const char *game, store_entry_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_LOG_READ_BACKWARD);
	struct store_entry entry;
	int64_t number;
	enum store_result r = sq_not_nested(c, SQ_LOG_READ_BACKWARD);

	if (r == STORE_OK)
		r = sq_game_number(c, game, &number);
	if (r != STORE_OK)
		return r;
	sqlite3_bind_int64(q, 1, number);
	while ((r = sq_row(c, q)) == STORE_OK) {
		r = sq_read_entry(c, q, &entry);
		if (r != STORE_OK || each(arg, &entry))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

enum store_result sq_open_games(struct store_conn *c, const char *player, store_id_fn *each, void *arg)
{
	sqlite3_stmt *q = sq_use(c, SQ_OPEN_GAMES);
	struct sq_reader in = { .q = q };
	char id[STORE_GAME_ID + 1];
	enum store_result r = sq_not_nested(c, SQ_OPEN_GAMES);

	if (r != STORE_OK)
		return r;
	sq_bind_text(q, 1, player);
	while ((r = sq_row(c, q)) == STORE_OK) {
		in.at = 0;
		sq_read_text(&in, id, sizeof id);
		if (each(arg, id))
			break;
	}
	sq_done(q);
	return r == STORE_NOT_FOUND ? STORE_OK : r;
}

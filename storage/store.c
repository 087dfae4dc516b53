/*
 * From the contract to an implementation.  What both implementations would have
 * to check alike is checked here once: who may change, whether a transaction is
 * open, and ranges that would otherwise surface as a constraint in one of them
 * and not at all in the other.
 */
#include "storage/store_ops.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum store_result store_fail(struct store_conn *c, enum store_result r, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(c->why, sizeof c->why, format, args);
	va_end(args);
	return r;
}

enum store_result store_may_change(struct store_conn *c)
{
	if (!c->writer)
		return store_fail(c, STORE_BROKEN, "a change over a reader's connection");
	if (!c->in_transaction)
		return store_fail(c, STORE_BROKEN, "a change outside a transaction");
	return c->lost ? STORE_UNAVAILABLE : STORE_OK;	/* `why` still tells what happened */
}

/* --- opening ----------------------------------------------------------- */

void store_close(struct store *s)
{
	if (s)
		s->ops->close(s);
}

static struct store_conn *connect_as(struct store *s, int writer, struct store_error *err)
{
	struct store_conn *c = s->ops->connect(s, writer, err);

	if (!c)
		return NULL;
	c->ops = s->ops;
	c->store = s;
	c->writer = (uint8_t)writer;
	return c;
}

struct store_conn *store_reader(struct store *s, struct store_error *err)
{
	return connect_as(s, 0, err);
}

struct store_conn *store_writer(struct store *s, struct store_error *err)
{
	struct store_conn *c;

	if (atomic_flag_test_and_set(&s->writer_taken)) {
		snprintf(err->text, sizeof err->text, "the store has a writer already");
		return NULL;
	}
	c = connect_as(s, 1, err);
	if (!c)
		atomic_flag_clear(&s->writer_taken);
	return c;
}

void store_disconnect(struct store_conn *c)
{
	struct store *s;
	int writer;

	if (!c)
		return;
	s = c->store;
	writer = c->writer;
	store_rollback(c);
	c->ops->disconnect(c);
	if (writer)
		atomic_flag_clear(&s->writer_taken);
}

const char *store_why(const struct store_conn *c)
{
	return c->why;
}

/* --- transactions ------------------------------------------------------ */

enum store_result store_begin(struct store_conn *c)
{
	enum store_result r;

	if (!c->writer || c->in_transaction)
		return store_fail(c, STORE_BROKEN, c->writer ? "a transaction inside a transaction"
			: "a transaction over a reader's connection");
	r = c->ops->begin(c);
	if (r == STORE_OK) {
		c->in_transaction = 1;
		c->in_savepoint = c->lost = 0;
	}
	return r;
}

enum store_result store_commit(struct store_conn *c)
{
	enum store_result r = store_may_change(c);

	if (!c->in_transaction)
		return r;
	if (r == STORE_OK)
		r = c->ops->commit(c);
	if (r != STORE_OK)
		c->ops->rollback(c);
	c->in_transaction = c->in_savepoint = c->lost = 0;
	return r;
}

void store_rollback(struct store_conn *c)
{
	if (!c->in_transaction)
		return;
	c->ops->rollback(c);
	c->in_transaction = c->in_savepoint = c->lost = 0;
}

enum store_result store_savepoint(struct store_conn *c)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK && c->in_savepoint)
		return store_fail(c, STORE_BROKEN, "a savepoint inside a savepoint");
	if (r == STORE_OK)
		r = c->ops->savepoint(c);
	if (r == STORE_OK)
		c->in_savepoint = 1;
	return r;
}

enum store_result store_release(struct store_conn *c)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK && !c->in_savepoint)
		return store_fail(c, STORE_BROKEN, "no savepoint to release");
	if (r == STORE_OK)
		r = c->ops->release(c);
	if (r == STORE_OK)
		c->in_savepoint = 0;
	return r;
}

void store_rollback_to(struct store_conn *c)
{
	if (!c->in_savepoint)
		return;
	if (!c->lost)
		c->ops->rollback_to(c);
	c->in_savepoint = 0;
}

/* --- players and tokens -------------------------------------------------- */

enum store_result store_player_add(struct store_conn *c, const struct store_player *p)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->player_add(c, p) : r;
}

enum store_result store_player_get(struct store_conn *c, const char *id, struct store_player *out)
{
	return c->ops->player_get(c, id, out);
}

enum store_result store_player_update(struct store_conn *c, const struct store_player *p)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->player_update(c, p) : r;
}

enum store_result store_player_delete(struct store_conn *c, const char *id, const char *pseudonym, int64_t at)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK && at <= 0)
		return store_fail(c, STORE_BROKEN, "a player deleted at no time");
	return r == STORE_OK ? c->ops->player_delete(c, id, pseudonym, at) : r;
}

enum store_result store_token_add(struct store_conn *c, const struct store_token *t)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->token_add(c, t) : r;
}

enum store_result store_token_find(struct store_conn *c, const unsigned char hash[STORE_HASH],
	struct store_token *out)
{
	return c->ops->token_find(c, hash, out);
}

enum store_result store_token_list(struct store_conn *c, const char *player, store_token_fn *each, void *arg)
{
	return c->ops->token_list(c, player, each, arg);
}

enum store_result store_token_delete(struct store_conn *c, const char *player, const char *id)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->token_delete(c, player, id) : r;
}

enum store_result store_token_used(struct store_conn *c, const char *id, int64_t at)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->token_used(c, id, at) : r;
}

/* --- games ------------------------------------------------------------- */

static enum store_result game_in_range(struct store_conn *c, const struct store_game *g)
{
	if (g->status > STORE_ABORTED || g->visibility > STORE_PRIVATE)
		return store_fail(c, STORE_BROKEN, "game %s: status %d, visibility %d", g->id,
			g->status, g->visibility);
	if (g->version < 0 || g->version > STORE_SEQUENCE_MAX)
		return store_fail(c, STORE_BROKEN, "game %s: version %lld", g->id, (long long)g->version);
	if (g->due_at < 0 || g->clock_size > STORE_CLOCK)
		return store_fail(c, STORE_BROKEN, "game %s: due at %lld, a clock of %d bytes", g->id,
			(long long)g->due_at, g->clock_size);
	return STORE_OK;
}

enum store_result store_game_add(struct store_conn *c, struct store_game *g)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK)
		r = game_in_range(c, g);
	return r == STORE_OK ? c->ops->game_add(c, g) : r;
}

enum store_result store_game_get(struct store_conn *c, const char *id, struct store_game *out)
{
	return c->ops->game_get(c, id, out);
}

void store_game_dispose(struct store_game *g)
{
	if (!g)
		return;
	free(g->snapshot);
	g->snapshot = NULL;
	g->snapshot_size = 0;
}

enum store_result store_game_update(struct store_conn *c, const struct store_game *g, int64_t expected)
{
	enum store_result r = store_may_change(c);

	if (r == STORE_OK)
		r = game_in_range(c, g);
	return r == STORE_OK ? c->ops->game_update(c, g, expected) : r;
}

enum store_result store_game_list(struct store_conn *c, const struct store_filter *f,
	store_game_fn *each, void *arg)
{
	/* Only the lobby has free seats: any other status leaves nothing. */
	if (f->open_seats && f->status >= 0 && f->status != STORE_LOBBY)
		return STORE_OK;
	return c->ops->game_list(c, f, each, arg);
}

enum store_result store_seat_claim(struct store_conn *c, const char *game, const struct store_seat *seat)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->seat_claim(c, game, seat) : r;
}

enum store_result store_seat_leave(struct store_conn *c, const char *game, int seat)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->seat_leave(c, game, seat) : r;
}

enum store_result store_seat_change(struct store_conn *c, const char *game, const struct store_seat *seat)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->seat_change(c, game, seat) : r;
}

enum store_result store_seats(struct store_conn *c, const char *game, struct store_seat *out, int max, int *count)
{
	return c->ops->seats(c, game, out, max, count);
}

enum store_result store_log_append(struct store_conn *c, const char *game, const struct store_entry *entry)
{
	enum store_result r = store_may_change(c);

	if (r != STORE_OK)
		return r;
	if (entry->last < entry->first || entry->last > STORE_SEQUENCE_MAX)
		return store_fail(c, STORE_BROKEN, "game %s: events %lld to %lld", game,
			(long long)entry->first, (long long)entry->last);
	return c->ops->log_append(c, game, entry);
}

enum store_result store_log_read(struct store_conn *c, const char *game, int64_t after, int limit,
	store_entry_fn *each, void *arg)
{
	if (after < 0)
		after = 0;
	if (after > STORE_SEQUENCE_MAX)
		after = STORE_SEQUENCE_MAX;
	return c->ops->log_read(c, game, after, limit, each, arg);
}

/* --- stored answers and tile sets ---------------------------------------- */

enum store_result store_answer_find(struct store_conn *c, const unsigned char key[STORE_HASH],
	unsigned char request[STORE_HASH], unsigned char **bytes, size_t *size, int64_t *at)
{
	return c->ops->answer_find(c, key, request, bytes, size, at);
}

enum store_result store_answer_put(struct store_conn *c, const struct store_answer *a)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->answer_put(c, a) : r;
}

enum store_result store_answer_purge(struct store_conn *c, int64_t at, int limit)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->answer_purge(c, at, limit) : r;
}

enum store_result store_tileset_put(struct store_conn *c, const unsigned char hash[STORE_HASH],
	const char *id, const char *text, size_t size)
{
	enum store_result r = store_may_change(c);

	return r == STORE_OK ? c->ops->tileset_put(c, hash, id, text, size) : r;
}

enum store_result store_tileset_get(struct store_conn *c, const unsigned char hash[STORE_HASH],
	char **text, size_t *size)
{
	return c->ops->tileset_get(c, hash, text, size);
}

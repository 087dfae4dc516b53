/*
 * A store in memory: the same promises as SQLite's except that nothing lasts.
 * For tests, and for trying things out.
 */
#include "storage/memory/memory.h"

#include <stdio.h>
#include <stdlib.h>

static const struct store_ops memory_ops;

struct store *store_memory_open(void)
{
	struct mem_store *s = calloc(1, sizeof *s);
	pthread_mutexattr_t kind;

	if (!s)
		return NULL;
	s->base.ops = &memory_ops;
	atomic_flag_clear(&s->base.writer_taken);
	pthread_mutexattr_init(&kind);
	pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&s->mutex, &kind);
	pthread_mutexattr_destroy(&kind);
	return &s->base;
}

static void mem_close(struct store *base)
{
	struct mem_store *s = (struct mem_store *)base;

	mem_free_tables(s);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

static struct store_conn *mem_connect(struct store *base, int writer, struct store_error *err)
{
	struct store_conn *c = calloc(1, sizeof *c);

	(void)base;
	(void)writer;
	if (!c)
		snprintf(err->text, sizeof err->text, "no memory");
	return c;
}

static void mem_disconnect(struct store_conn *c)
{
	free(c);
}

static enum store_result mem_begin(struct store_conn *c)
{
	(void)c;	/* the journal is empty between transactions */
	return STORE_OK;
}

static enum store_result mem_commit(struct store_conn *c)
{
	mem_keep(mem_enter(c));
	mem_leave(c);
	return STORE_OK;
}

static void mem_rollback(struct store_conn *c)
{
	mem_undo(mem_enter(c), 0);
	mem_leave(c);
}

static enum store_result mem_savepoint(struct store_conn *c)
{
	struct mem_store *s = mem_enter(c);

	s->mark = s->changes;
	mem_leave(c);
	return STORE_OK;
}

static enum store_result mem_release(struct store_conn *c)
{
	(void)c;	/* the changes simply stay in the journal */
	return STORE_OK;
}

static void mem_rollback_to(struct store_conn *c)
{
	struct mem_store *s = mem_enter(c);

	mem_undo(s, s->mark);
	mem_leave(c);
}

static const struct store_ops memory_ops = {
	.close = mem_close,
	.connect = mem_connect,
	.disconnect = mem_disconnect,
	.begin = mem_begin,
	.commit = mem_commit,
	.rollback = mem_rollback,
	.savepoint = mem_savepoint,
	.release = mem_release,
	.rollback_to = mem_rollback_to,
	.player_add = mem_player_add,
	.player_get = mem_player_get,
	.player_update = mem_player_update,
	.player_delete = mem_player_delete,
	.token_add = mem_token_add,
	.token_find = mem_token_find,
	.token_list = mem_token_list,
	.token_delete = mem_token_delete,
	.token_used = mem_token_used,
	.managed_add = mem_managed_add,
	.managed_get = mem_managed_get,
	.managed_rename = mem_managed_rename,
	.managed_delete = mem_managed_delete,
	.managed_list = mem_managed_list,
	.managers = mem_managers,
	.managed_count = mem_managed_count,
	.pairing_put = mem_pairing_put,
	.pairing_find = mem_pairing_find,
	.pairing_delete = mem_pairing_delete,
	.game_add = mem_game_add,
	.game_get = mem_game_get,
	.game_update = mem_game_update,
	.game_list = mem_game_list,
	.seat_claim = mem_seat_claim,
	.seat_leave = mem_seat_leave,
	.seat_change = mem_seat_change,
	.seats = mem_seats,
	.log_append = mem_log_append,
	.log_read = mem_log_read,
	.log_of_player = mem_log_of_player,
	.log_newest = mem_log_newest,
	.log_backward = mem_log_backward,
	.open_games = mem_open_games,
	.answer_find = mem_answer_find,
	.answer_put = mem_answer_put,
	.answer_purge = mem_answer_purge,
	.tileset_put = mem_tileset_put,
	.tileset_get = mem_tileset_get,
	.webhooks = { WEBHOOKS_OPS(WEBHOOKS_OPS_MEM) },
	.people = { PEOPLE_OPS(PEOPLE_OPS_MEM) .standing_clear = mem_standing_clear },
	.clocks = { CLOCKS_OPS(CLOCKS_OPS_MEM) },
	.admin = { ADMIN_OPS(ADMIN_OPS_MEM) },
};

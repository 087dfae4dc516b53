/*
 * store_ops.h - what an implementation of store.h provides; for storage/ only.
 *
 * struct store and struct store_conn are the first member of whatever an
 * implementation needs beside them.  store.c has checked before it calls a
 * change that the connection is the writer's and in a transaction, and that
 * numbers are in range; it keeps the flags below, the implementation sets
 * `lost` and writes `why`.
 */
#ifndef MEEPLED_STORAGE_STORE_OPS_H
#define MEEPLED_STORAGE_STORE_OPS_H

#include <stdatomic.h>
#include <stdint.h>
#include "storage/admin_ops.h"
#include "storage/people_ops.h"
#include "storage/managed.h"
#include "storage/sittings.h"
#include "storage/store.h"
#include "storage/clocks_ops.h"
#include "storage/webhooks_ops.h"

struct store {
	const struct store_ops *ops;
	atomic_flag writer_taken;
};

struct store_conn {
	const struct store_ops *ops;
	struct store *store;
	uint8_t writer, in_transaction, in_savepoint;
	uint8_t lost;			/* the database gave the transaction up */
	char why[240];
};

struct store_ops {
	void (*close)(struct store *);
	struct store_conn *(*connect)(struct store *, int writer, struct store_error *);
	void (*disconnect)(struct store_conn *);

	enum store_result (*begin)(struct store_conn *);
	enum store_result (*commit)(struct store_conn *);
	void (*rollback)(struct store_conn *);		/* also after a failed commit */
	enum store_result (*savepoint)(struct store_conn *);
	enum store_result (*release)(struct store_conn *);
	void (*rollback_to)(struct store_conn *);	/* and end it */

	enum store_result (*player_add)(struct store_conn *, const struct store_player *);
	enum store_result (*player_get)(struct store_conn *, const char *, struct store_player *);
	enum store_result (*player_update)(struct store_conn *, const struct store_player *);
	enum store_result (*player_delete)(struct store_conn *, const char *, const char *, int64_t);
	enum store_result (*token_add)(struct store_conn *, const struct store_token *);
	enum store_result (*token_find)(struct store_conn *, const unsigned char *, struct store_token *);
	enum store_result (*token_list)(struct store_conn *, const char *, store_token_fn *, void *);
	enum store_result (*token_delete)(struct store_conn *, const char *, const char *);
	enum store_result (*token_used)(struct store_conn *, const char *, int64_t);

	enum store_result (*managed_add)(struct store_conn *, const struct store_managed *);
	enum store_result (*managed_get)(struct store_conn *, const char *, const char *, struct store_managed *);
	enum store_result (*managed_rename)(struct store_conn *, const char *, const char *, const char *);
	enum store_result (*managed_delete)(struct store_conn *, const char *, const char *);
	enum store_result (*managed_list)(struct store_conn *, const char *, const char *, const char *, int,
		store_managed_fn *, void *);
	enum store_result (*managers)(struct store_conn *, const char *, store_managed_fn *, void *);
	enum store_result (*managed_count)(struct store_conn *, const char *, int *, int *);
	enum store_result (*pairing_put)(struct store_conn *, const char *, const unsigned char *, int64_t, int64_t);
	enum store_result (*pairing_find)(struct store_conn *, const unsigned char *, char *, int64_t *);
	enum store_result (*pairing_delete)(struct store_conn *, const char *);

	enum store_result (*game_add)(struct store_conn *, struct store_game *);
	enum store_result (*game_get)(struct store_conn *, const char *, struct store_game *);
	enum store_result (*game_update)(struct store_conn *, const struct store_game *, int64_t);
	enum store_result (*game_list)(struct store_conn *, const struct store_filter *,
		store_game_fn *, void *);
	enum store_result (*seat_claim)(struct store_conn *, const char *, const struct store_seat *);
	enum store_result (*seat_leave)(struct store_conn *, const char *, int);
	enum store_result (*seat_change)(struct store_conn *, const char *, const struct store_seat *);
	enum store_result (*seats)(struct store_conn *, const char *, struct store_seat *, int, int *);
	enum store_result (*log_append)(struct store_conn *, const char *, const struct store_entry *);
	enum store_result (*log_read)(struct store_conn *, const char *, int64_t, int,
		store_entry_fn *, void *);
	enum store_result (*log_of_player)(struct store_conn *, const char *, int64_t, int,
		store_own_fn *, void *);
	enum store_result (*log_newest)(struct store_conn *, int64_t *);
	enum store_result (*log_backward)(struct store_conn *, const char *, store_entry_fn *, void *);
	enum store_result (*open_games)(struct store_conn *, const char *, store_id_fn *, void *);

	enum store_result (*answer_find)(struct store_conn *, const unsigned char *, unsigned char *,
		unsigned char **, size_t *, int64_t *);
	enum store_result (*answer_put)(struct store_conn *, const struct store_answer *);
	enum store_result (*answer_purge)(struct store_conn *, int64_t, int);
	enum store_result (*tileset_put)(struct store_conn *, const unsigned char *, const char *,
		const char *, size_t);
	enum store_result (*tileset_get)(struct store_conn *, const unsigned char *, char **, size_t *);

	struct webhooks_ops webhooks;
	struct people_ops people;
	struct clocks_ops clocks;
	struct admin_ops admin;
};

/* STORE_OK when the connection is the writer's, in a transaction that is not lost. */
enum store_result store_may_change(struct store_conn *c);

/* Note why something failed and hand `r` on. */
enum store_result store_fail(struct store_conn *c, enum store_result r, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif

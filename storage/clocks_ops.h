/*
 * clocks_ops.h - what an implementation provides for storage/clocks.h; a part of
 * struct store_ops.  For storage/ only.
 */
#ifndef MEEPLED_STORAGE_CLOCKS_OPS_H
#define MEEPLED_STORAGE_CLOCKS_OPS_H

#include "storage/clocks.h"

/* X(function, parameters after the connection) */
#define CLOCKS_OPS(X) \
	X(due_games, int64_t, int, store_game_due_fn *, void *) \
	X(due_sum, int64_t, int64_t *, int64_t *) \
	X(times_get, const char *, struct store_times *) \
	X(times_put, const struct store_times *) \
	X(number_get, const char *, int64_t *) \
	X(number_put, const char *, int64_t)

struct clocks_ops {
#define X(name, ...) enum store_result (*name)(struct store_conn *, __VA_ARGS__);
	CLOCKS_OPS(X)
#undef X
};

#define X(name, ...) enum store_result sq_##name(struct store_conn *, __VA_ARGS__);
CLOCKS_OPS(X)
#undef X
#define X(name, ...) enum store_result mem_##name(struct store_conn *, __VA_ARGS__);
CLOCKS_OPS(X)
#undef X

/* As members of an initializer. */
#define CLOCKS_OPS_SQ(name, ...) .name = sq_##name,
#define CLOCKS_OPS_MEM(name, ...) .name = mem_##name,

#endif

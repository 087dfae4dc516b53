/*
 * admin_ops.h - what an implementation provides for storage/admin.h; a part of
 * struct store_ops.  For storage/ only.
 */
#ifndef MEEPLED_STORAGE_ADMIN_OPS_H
#define MEEPLED_STORAGE_ADMIN_OPS_H

#include "storage/admin.h"

/* X(function, parameters after the connection) */
#define ADMIN_OPS(X) \
	X(audit_add, struct store_audit *) \
	X(audit_list, int64_t, int, store_audit_fn *, void *) \
	X(account_close, const char *, int64_t) \
	X(account_get, const char *, struct store_account *) \
	X(account_list, const struct store_account_filter *, store_account_fn *, void *) \
	X(account_stored, const char *, int64_t) \
	X(account_games, const char *, int, int *)

struct admin_ops {
#define X(name, ...) enum store_result (*name)(struct store_conn *, __VA_ARGS__);
	ADMIN_OPS(X)
#undef X
};

#define X(name, ...) enum store_result sq_##name(struct store_conn *, __VA_ARGS__);
ADMIN_OPS(X)
#undef X
#define X(name, ...) enum store_result mem_##name(struct store_conn *, __VA_ARGS__);
ADMIN_OPS(X)
#undef X

/* As members of an initializer. */
#define ADMIN_OPS_SQ(name, ...) .name = sq_##name,
#define ADMIN_OPS_MEM(name, ...) .name = mem_##name,

#endif

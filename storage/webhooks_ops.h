/*
 * webhooks_ops.h - what an implementation provides for storage/webhooks.h; a part of
 * struct store_ops.  For storage/ only.
 */
#ifndef MEEPLED_STORAGE_WEBHOOKS_OPS_H
#define MEEPLED_STORAGE_WEBHOOKS_OPS_H

#include "storage/webhooks.h"

/* X(function, parameters after the connection) */
#define WEBHOOKS_OPS(X) \
	X(webhook_add, const struct store_webhook *) \
	X(webhook_get, const char *, struct store_webhook *) \
	X(webhook_update, const struct store_webhook *) \
	X(webhook_delete, const char *) \
	X(webhook_list, const char *, store_webhook_fn *, void *) \
	X(webhook_of_game, const char *, store_webhook_fn *, void *) \
	X(outbox_add, struct store_message *) \
	X(outbox_head, const char *, struct store_message *) \
	X(outbox_find, const char *, const char *, struct store_message *) \
	X(outbox_after, const char *, const char *, int64_t, store_message_fn *, void *) \
	X(outbox_due, store_due_fn *, void *) \
	X(outbox_sum, int64_t *, int64_t *) \
	X(outbox_update, const struct store_message *) \
	X(outbox_remove, const struct store_message *) \
	X(delivery_add, struct store_delivery *) \
	X(delivery_get, const char *, int64_t, struct store_delivery *) \
	X(delivery_list, const char *, int64_t, int, store_delivery_fn *, void *) \
	X(delivery_purge, int64_t, int) \
	X(told_get, const char *, const char *, int64_t *) \
	X(told_put, const char *, const char *, int64_t)

struct webhooks_ops {
#define X(name, ...) enum store_result (*name)(struct store_conn *, __VA_ARGS__);
	WEBHOOKS_OPS(X)
#undef X
};

#define X(name, ...) enum store_result sq_##name(struct store_conn *, __VA_ARGS__);
WEBHOOKS_OPS(X)
#undef X
#define X(name, ...) enum store_result mem_##name(struct store_conn *, __VA_ARGS__);
WEBHOOKS_OPS(X)
#undef X

/* As members of an initializer. */
#define WEBHOOKS_OPS_SQ(name, ...) .name = sq_##name,
#define WEBHOOKS_OPS_MEM(name, ...) .name = mem_##name,

#endif

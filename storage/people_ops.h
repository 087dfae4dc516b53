/*
 * people_ops.h - what an implementation provides for storage/talk.h,
 * invites.h, series.h and standings.h; a part of struct store_ops.  For storage/ only.
 */
#ifndef MEEPLED_STORAGE_PEOPLE_OPS_H
#define MEEPLED_STORAGE_PEOPLE_OPS_H

#include "storage/invites.h"
#include "storage/series.h"
#include "storage/standings.h"
#include "storage/talk.h"

/* X(function, parameters after the connection) */
#define PEOPLE_OPS(X) \
	X(talk_add, const char *, struct store_talk *) \
	X(talk_get, const char *, int64_t, struct store_talk *) \
	X(talk_list, const char *, const char *, int64_t, int64_t, int, store_talk_fn *, void *) \
	X(talk_time, const char *, const char *, int, int64_t *) \
	X(talk_remove, const char *, int64_t, int64_t, const char *, size_t) \
	X(invite_add, const char *, const struct store_invite *) \
	X(invite_list, const char *, store_invite_fn *, void *) \
	X(invite_find, const char *, const unsigned char *, struct store_invite *) \
	X(invite_use, const char *, const char *, const char *, int64_t) \
	X(invite_revoke, const char *, const char *, int64_t) \
	X(series_get, const char *, struct store_series *) \
	X(series_delay, const char *, int) \
	X(series_link, const char *, const char *) \
	X(final_add, struct store_final *) \
	X(final_list, int64_t, int, store_final_fn *, void *) \
	X(standing_get, const char *, const char *, struct store_standing *) \
	X(standing_put, const struct store_standing *) \
	X(standing_list, const char *, store_standing_fn *, void *) \
	X(standing_board, const char *, int, double, const char *, int, store_standing_fn *, void *) \
	X(unfinished, const char *, store_unfinished_fn *, void *) \
	X(reliability_get, const char *, struct store_reliability *) \
	X(reliability_put, const struct store_reliability *)

struct people_ops {
	enum store_result (*standing_clear)(struct store_conn *);
#define X(name, ...) enum store_result (*name)(struct store_conn *, __VA_ARGS__);
	PEOPLE_OPS(X)
#undef X
};

#define X(name, ...) enum store_result sq_##name(struct store_conn *, __VA_ARGS__);
PEOPLE_OPS(X)
#undef X
#define X(name, ...) enum store_result mem_##name(struct store_conn *, __VA_ARGS__);
PEOPLE_OPS(X)
#undef X
enum store_result sq_standing_clear(struct store_conn *);
enum store_result mem_standing_clear(struct store_conn *);

/* As members of an initializer. */
#define PEOPLE_OPS_SQ(name, ...) .name = sq_##name,
#define PEOPLE_OPS_MEM(name, ...) .name = mem_##name,

#endif

/*
 * sittings.h - the log of a player: the entries of all games at which the
 * player sits or has sat.
 *
 * Of each game it holds what was kept from the entry that tells of the taking of
 * the seat (the first that was kept after it) to the one that tells of leaving
 * it, or without an end.  What is in it once stays in it, at its place: entries
 * have the order in which they were kept, over all games, and who reads on from
 * one of them misses nothing.
 *
 * The store does its own bookkeeping for that when seats are taken and left.
 */
#ifndef MEEPLED_STORAGE_SITTINGS_H
#define MEEPLED_STORAGE_SITTINGS_H

#include "storage/store.h"

/* As store_entry_fn; `game` is the id. */
typedef int store_own_fn(void *arg, const char *game, const struct store_entry *entry);
typedef int store_id_fn(void *arg, const char *id);

enum { STORE_OWN_MAX = 1000 };	/* entries at once */

/* Entries with entry->number above `after`, in their order, at most `limit`, which is 1 to STORE_OWN_MAX. */
enum store_result store_log_of_player(struct store_conn *c, const char *player, int64_t after, int limit,
	store_own_fn *each, void *arg);
/* The games that are not over at which the player sits, in no certain order. */
enum store_result store_open_games(struct store_conn *c, const char *player, store_id_fn *each, void *arg);
/* As store_log_read(), all of it, but newest first. */
enum store_result store_log_backward(struct store_conn *c, const char *game, store_entry_fn *each, void *arg);
/* The number of the newest entry of all games; 0: there is none. */
enum store_result store_log_newest(struct store_conn *c, int64_t *number);

#endif

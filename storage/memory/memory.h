/*
 * memory.h - inside of the memory store.
 *
 * Everything is a row: a key of 32 bytes that sorts, and a value.  A row has two
 * values, the committed one, which readers see, and the one that the open
 * transaction gave it, which the writer sees.  A journal of the changes makes
 * rollback and savepoints; commit moves the new values to the place of the old.
 *
 * One recursive mutex covers the whole store: recursive, because callbacks may
 * read.  Every function of the store holds it from mem_enter() to mem_leave().
 */
#ifndef MEEPLED_STORAGE_MEMORY_MEMORY_H
#define MEEPLED_STORAGE_MEMORY_MEMORY_H

#include <pthread.h>
#include <stdalign.h>
#include "storage/store_ops.h"

enum { MEM_KEY = 32 };

enum mem_table_id {
	MEM_PLAYERS,		/* id -> struct store_player */
	MEM_TOKENS,		/* hash -> struct store_token */
	MEM_TOKEN_IDS,		/* id -> hash */
	MEM_GAMES,		/* number -> struct mem_game and snapshot */
	MEM_GAME_IDS,		/* id -> number, 8 bytes */
	MEM_SEATS,		/* number, seat -> struct store_seat */
	MEM_LOG,		/* number, last -> struct store_entry and events */
	MEM_ROWS,		/* row of all games' log -> struct mem_place */
	MEM_SITTINGS,		/* number -> struct mem_sitting */
	MEM_ANSWERS,		/* key -> struct mem_answer and bytes */
	MEM_TILESETS,		/* hash -> text */
	MEM_WEBHOOKS,		/* number -> struct store_webhook */
	MEM_WEBHOOK_IDS,	/* id -> number, 8 bytes */
	MEM_OUTBOX,		/* endpoint, number -> struct store_message */
	MEM_DELIVERIES,		/* endpoint, n -> struct store_delivery */
	MEM_TOLD,		/* endpoint, game -> version, 8 bytes */
	MEM_TALK,		/* number, message -> struct store_talk */
	MEM_INVITES,		/* game number, number -> struct store_invite */
	MEM_SERIES,		/* game number -> struct store_series */
	MEM_TIMES,		/* player -> struct store_times */
	MEM_NUMBERS,		/* name -> 8 bytes */
	MEM_MANAGED,		/* manager and player -> struct store_managed */
	MEM_PAIRINGS,		/* player -> hash and end of the code */
	MEM_FINALS,		/* number -> struct store_final */
	MEM_STANDINGS,		/* player, ruleset -> struct store_standing */
	MEM_RELIABILITY,	/* player -> struct store_reliability */
	MEM_AUDIT,		/* number -> struct store_audit */
	MEM_ACCOUNTS,		/* player -> struct store_account */
	MEM_TABLES
};

struct mem_key { unsigned char bytes[MEM_KEY]; };

struct mem_value {
	size_t size;
	alignas(max_align_t) unsigned char bytes[];
};

struct mem_row {
	struct mem_key key;
	struct mem_value *committed, *pending;	/* NULL: no such row; both owned */
	int touched;				/* pending counts */
};

struct mem_table {
	struct mem_row **rows;			/* sorted by key */
	size_t count, room;
	int dead;				/* rows without a value may be there */
};

struct mem_change {				/* what a row was before it */
	struct mem_row *row;
	struct mem_value *pending;
	int touched;
};

struct mem_store {
	struct store base;
	pthread_mutex_t mutex;
	struct mem_table tables[MEM_TABLES];
	struct mem_change *journal;
	size_t changes, room, mark;		/* mark: changes before the savepoint */
};

/* --- table.c ----------------------------------------------------------- */

struct mem_store *mem_enter(struct store_conn *c);
void mem_leave(struct store_conn *c);

struct mem_key mem_key_text(const char *text);
struct mem_key mem_key_hash(const unsigned char hash[MEM_KEY]);
/* Two numbers, not negative; pairs sort as they do. */
struct mem_key mem_key_numbers(int64_t first, int64_t second);
void mem_key_parts(const struct mem_key *key, int64_t *first, int64_t *second);

/* The value that this connection sees; NULL when there is none. */
const struct mem_value *mem_get(struct store_conn *c, enum mem_table_id table, struct mem_key key);
/* Where the first row not below `key` is; rows that nobody sees are among them. */
size_t mem_seek(struct store_conn *c, enum mem_table_id table, struct mem_key key);
/* Value and key of the row at `at`; NULL for a row that is not to be seen. */
const struct mem_value *mem_at(struct store_conn *c, enum mem_table_id table, size_t at, struct mem_key *key);
size_t mem_count(struct store_conn *c, enum mem_table_id table);
/* The value becomes `head` followed by `tail`. */
enum store_result mem_put(struct store_conn *c, enum mem_table_id table, struct mem_key key,
	const void *head, size_t head_size, const void *tail, size_t tail_size);
enum store_result mem_delete(struct store_conn *c, enum mem_table_id table, struct mem_key key);

void mem_undo(struct mem_store *s, size_t changes);	/* back to so many */
void mem_keep(struct mem_store *s);			/* commit */
void mem_free_tables(struct mem_store *s);
/* A copy by malloc with a NUL after it; NULL: no memory. */
unsigned char *mem_copy(const unsigned char *bytes, size_t size);

/* --- by subject; see storage/store.h ------------------------------------- */

enum store_result mem_player_add(struct store_conn *c, const struct store_player *p);
enum store_result mem_player_get(struct store_conn *c, const char *id, struct store_player *out);
enum store_result mem_player_update(struct store_conn *c, const struct store_player *p);
enum store_result mem_player_delete(struct store_conn *c, const char *id, const char *pseudonym, int64_t at);
enum store_result mem_token_add(struct store_conn *c, const struct store_token *t);
enum store_result mem_token_find(struct store_conn *c, const unsigned char *hash, struct store_token *out);
enum store_result mem_token_list(struct store_conn *c, const char *player, store_token_fn *each, void *arg);
enum store_result mem_token_delete(struct store_conn *c, const char *player, const char *id);
enum store_result mem_token_used(struct store_conn *c, const char *id, int64_t at);

enum store_result mem_managed_add(struct store_conn *c, const struct store_managed *m);
enum store_result mem_managed_get(struct store_conn *c, const char *manager, const char *player,
	struct store_managed *out);
enum store_result mem_managed_rename(struct store_conn *c, const char *manager, const char *player,
	const char *external);
enum store_result mem_managed_delete(struct store_conn *c, const char *manager, const char *player);
enum store_result mem_managed_list(struct store_conn *c, const char *manager, const char *external,
	const char *after, int limit, store_managed_fn *each, void *arg);
enum store_result mem_managers(struct store_conn *c, const char *player, store_managed_fn *each, void *arg);
enum store_result mem_managed_count(struct store_conn *c, const char *manager, int *all, int *own);
enum store_result mem_pairing_put(struct store_conn *c, const char *player, const unsigned char *hash,
	int64_t expires_at, int64_t now);
enum store_result mem_pairing_find(struct store_conn *c, const unsigned char *hash, char *player,
	int64_t *expires_at);
enum store_result mem_pairing_delete(struct store_conn *c, const char *player);
/* As part of deleting a player: its rows on either side, and its code. */
enum store_result mem_managed_forget(struct store_conn *c, const char *player);

/* 0 when there is no such game. */
int64_t mem_game_number(struct store_conn *c, const char *id);
/* Whether the player has a seat in the game of that number. */
int mem_sits_in(struct store_conn *c, int64_t number, const char *player);
enum store_result mem_game_add(struct store_conn *c, struct store_game *g);
enum store_result mem_game_get(struct store_conn *c, const char *id, struct store_game *out);
enum store_result mem_game_update(struct store_conn *c, const struct store_game *g, int64_t expected);
enum store_result mem_game_list(struct store_conn *c, const struct store_filter *f,
	store_game_fn *each, void *arg);
enum store_result mem_seat_claim(struct store_conn *c, const char *game, const struct store_seat *seat);
enum store_result mem_seat_leave(struct store_conn *c, const char *game, int seat);
enum store_result mem_seat_change(struct store_conn *c, const char *game, const struct store_seat *seat);
enum store_result mem_seats(struct store_conn *c, const char *game, struct store_seat *out, int max, int *count);
enum store_result mem_log_append(struct store_conn *c, const char *game, const struct store_entry *entry);
enum store_result mem_log_read(struct store_conn *c, const char *game, int64_t after, int limit,
	store_entry_fn *each, void *arg);

enum store_result mem_log_of_player(struct store_conn *c, const char *player, int64_t after, int limit,
	store_own_fn *each, void *arg);
enum store_result mem_log_newest(struct store_conn *c, int64_t *number);
enum store_result mem_log_backward(struct store_conn *c, const char *game, store_entry_fn *each, void *arg);
enum store_result mem_open_games(struct store_conn *c, const char *player, store_id_fn *each, void *arg);
/* Inside the mutex: what sittings.c wants to know of the others. */
enum store_result mem_row_add(struct store_conn *c, int64_t game, int64_t last, int64_t *row);
enum store_result mem_sits_down(struct store_conn *c, int64_t game, const char *player);
enum store_result mem_stands_up(struct store_conn *c, int64_t game, const char *player);

enum store_result mem_answer_find(struct store_conn *c, const unsigned char *key, unsigned char *request,
	unsigned char **bytes, size_t *size, int64_t *at);
enum store_result mem_answer_put(struct store_conn *c, const struct store_answer *a);
enum store_result mem_answer_purge(struct store_conn *c, int64_t at, int limit);
/* Inside the mutex: what store_player_delete() takes along. */
enum store_result mem_times_delete(struct store_conn *c, const char *player);
enum store_result mem_webhook_delete_owner(struct store_conn *c, const char *owner);

enum store_result mem_tileset_put(struct store_conn *c, const unsigned char *hash, const char *id,
	const char *text, size_t size);
enum store_result mem_tileset_get(struct store_conn *c, const unsigned char *hash, char **text, size_t *size);

#endif

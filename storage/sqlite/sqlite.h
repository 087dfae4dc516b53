/*
 * sqlite.h - inside of the SQLite store.
 *
 * How a function uses a statement: sq_use() gives it ready for binding, bind
 * with sqlite3_bind_* and sq_bind_text(), then sq_run() for a change or sq_row()
 * for each row, and sq_done() at the end of reading, always: a statement that
 * was left in the middle would keep an old state of the database in view.
 */
#ifndef MEEPLED_STORAGE_SQLITE_SQLITE_H
#define MEEPLED_STORAGE_SQLITE_SQLITE_H

#include <sqlite3.h>
#include "storage/sqlite/statements.h"
#include "storage/store_ops.h"

struct sq_vfs {				/* the system's, but logs are written in large pieces */
	sqlite3_vfs base;
	sqlite3_vfs *real;
	char name[40];
};

struct sq_store {
	struct store base;
	struct sq_vfs vfs;
	char *path;
	int lock;			/* descriptor of <path>.lock, locked */
	sqlite3 *db;			/* of the writer; opened with the store */
};

struct sq_conn {
	struct store_conn base;
	sqlite3 *db;
	int reading;			/* depth of sq_begin_read() */
	sqlite3_stmt *statement[SQ_STATEMENT_COUNT];	/* NULL: not for this connection */
};

/* --- open.c, schema.c, connect.c, vfs.c -------------------------------- */

/* Under a name of its own for each store; 0 or -1. */
int sq_vfs_register(struct sq_vfs *vfs);
void sq_vfs_unregister(struct sq_vfs *vfs);

extern const struct store_ops sq_ops;
/* The settings that every connection has.  0, or -1 with the reason in *err. */
int sq_configure(sqlite3 *db, const char *path, struct store_error *err);
/* The version of this program's schema: how many migrations there are. */
extern const int sq_schema;
/* Bring the schema up to this program's.  0, or -1 with the reason in *err. */
int sq_migrate(sqlite3 *db, const char *path, struct store_error *err);
/* "<path>: <what>: <SQLite's message>"; always -1. */
int sq_open_error(struct store_error *err, const char *path, const char *what, sqlite3 *db);
struct store_conn *sq_connect(struct store *s, int writer, struct store_error *err);
void sq_disconnect(struct store_conn *c);

/* --- statement.c ------------------------------------------------------- */

struct sq_conn *sq_conn(struct store_conn *c);
sqlite3_stmt *sq_use(struct store_conn *c, enum sq_statement which);
/* NULL and "" are bound as NULL. */
void sq_bind_name(sqlite3_stmt *q, int at, const char *text);
void sq_bind_text(sqlite3_stmt *q, int at, const char *text);
/* Bytes stay the caller's and must outlive the statement's run; NULL with size 0 is an empty blob. */
void sq_bind_bytes(sqlite3_stmt *q, int at, const void *bytes, size_t size);
/* Run to the end; *changes (may be NULL) says how many rows were changed. */
enum store_result sq_run(struct store_conn *c, sqlite3_stmt *q, int *changes);
/* As sq_run(), but STORE_NOT_FOUND when nothing was changed. */
enum store_result sq_change(struct store_conn *c, sqlite3_stmt *q);
/* STORE_OK with a row, STORE_NOT_FOUND at the end. */
enum store_result sq_row(struct store_conn *c, sqlite3_stmt *q);
void sq_done(sqlite3_stmt *q);
/* What SQLite last said, as a result; and whether the transaction is lost. */
enum store_result sq_failed(struct store_conn *c);
/* Several statements that must see one state.  Nothing in the writer's transaction. */
enum store_result sq_begin_read(struct store_conn *c);
void sq_end_read(struct store_conn *c);
/* STORE_BROKEN when the statement is in the middle of its rows: its callback called back. */
enum store_result sq_not_nested(struct store_conn *c, enum sq_statement which);
enum store_result sq_game_number(struct store_conn *c, const char *id, int64_t *number);

/*
 * Reading columns one after the other.  A value that cannot be (too long, out
 * of range, wrong size) sets `bad` and leaves the target empty.
 */
struct sq_reader {
	sqlite3_stmt *q;
	int at, bad;
};

/* At most `size` bytes; returns how many, 0 for NULL. */
size_t sq_read_blob(struct sq_reader *r, unsigned char *out, size_t size);
int64_t sq_read_number(struct sq_reader *r, int64_t min, int64_t max);
void sq_read_text(struct sq_reader *r, char *out, size_t size);
void sq_read_bytes(struct sq_reader *r, unsigned char *out, size_t size);
/* A copy by malloc with a NUL after it.  NULL: no memory. */
unsigned char *sq_copy_column(sqlite3_stmt *q, int at, size_t *size);

/* --- by subject; see storage/store.h ------------------------------------- */

enum store_result sq_begin(struct store_conn *c);
enum store_result sq_commit(struct store_conn *c);
void sq_rollback(struct store_conn *c);
enum store_result sq_savepoint(struct store_conn *c);
enum store_result sq_release(struct store_conn *c);
void sq_rollback_to(struct store_conn *c);

enum store_result sq_player_add(struct store_conn *c, const struct store_player *p);
enum store_result sq_player_get(struct store_conn *c, const char *id, struct store_player *out);
enum store_result sq_player_update(struct store_conn *c, const struct store_player *p);
enum store_result sq_times_delete(struct store_conn *c, const char *player);
enum store_result sq_player_delete(struct store_conn *c, const char *id, const char *pseudonym, int64_t at);
enum store_result sq_token_add(struct store_conn *c, const struct store_token *t);
enum store_result sq_token_find(struct store_conn *c, const unsigned char *hash, struct store_token *out);
enum store_result sq_token_list(struct store_conn *c, const char *player, store_token_fn *each, void *arg);
enum store_result sq_token_delete(struct store_conn *c, const char *player, const char *id);
enum store_result sq_token_used(struct store_conn *c, const char *id, int64_t at);

enum store_result sq_managed_add(struct store_conn *c, const struct store_managed *m);
enum store_result sq_managed_get(struct store_conn *c, const char *manager, const char *player,
	struct store_managed *out);
enum store_result sq_managed_rename(struct store_conn *c, const char *manager, const char *player,
	const char *external);
enum store_result sq_managed_delete(struct store_conn *c, const char *manager, const char *player);
enum store_result sq_managed_list(struct store_conn *c, const char *manager, const char *external,
	const char *after, int limit, store_managed_fn *each, void *arg);
enum store_result sq_managers(struct store_conn *c, const char *player, store_managed_fn *each, void *arg);
enum store_result sq_managed_count(struct store_conn *c, const char *manager, int *all, int *own);
enum store_result sq_pairing_put(struct store_conn *c, const char *player, const unsigned char *hash,
	int64_t expires_at, int64_t now);
enum store_result sq_pairing_find(struct store_conn *c, const unsigned char *hash, char *player,
	int64_t *expires_at);
enum store_result sq_pairing_delete(struct store_conn *c, const char *player);
/* As part of deleting a player: its rows on either side, and its code. */
enum store_result sq_managed_forget(struct store_conn *c, const char *player);

/* Columns SQ_GAME_COLUMNS of the current row; STORE_BROKEN when they make no sense. */
enum store_result sq_read_game(struct store_conn *c, sqlite3_stmt *q, struct store_game *out);
enum store_result sq_game_add(struct store_conn *c, struct store_game *g);
enum store_result sq_game_get(struct store_conn *c, const char *id, struct store_game *out);
enum store_result sq_game_update(struct store_conn *c, const struct store_game *g, int64_t expected);
enum store_result sq_game_list(struct store_conn *c, const struct store_filter *f,
	store_game_fn *each, void *arg);
enum store_result sq_seat_claim(struct store_conn *c, const char *game, const struct store_seat *seat);
enum store_result sq_seat_leave(struct store_conn *c, const char *game, int seat);
enum store_result sq_seat_change(struct store_conn *c, const char *game, const struct store_seat *seat);
enum store_result sq_seats(struct store_conn *c, const char *game, struct store_seat *out, int max, int *count);
enum store_result sq_log_append(struct store_conn *c, const char *game, const struct store_entry *entry);
enum store_result sq_log_read(struct store_conn *c, const char *game, int64_t after, int limit,
	store_entry_fn *each, void *arg);

/* Number, first, last, seat, action, events and time: the first columns of the current row. */
enum store_result sq_read_entry(struct store_conn *c, sqlite3_stmt *q, struct store_entry *out);
enum store_result sq_log_of_player(struct store_conn *c, const char *player, int64_t after, int limit,
	store_own_fn *each, void *arg);
enum store_result sq_log_newest(struct store_conn *c, int64_t *number);
enum store_result sq_log_backward(struct store_conn *c, const char *game, store_entry_fn *each, void *arg);
enum store_result sq_open_games(struct store_conn *c, const char *player, store_id_fn *each, void *arg);

enum store_result sq_answer_find(struct store_conn *c, const unsigned char *key, unsigned char *request,
	unsigned char **bytes, size_t *size, int64_t *at);
enum store_result sq_answer_put(struct store_conn *c, const struct store_answer *a);
enum store_result sq_answer_purge(struct store_conn *c, int64_t at, int limit);
enum store_result sq_tileset_put(struct store_conn *c, const unsigned char *hash, const char *id,
	const char *text, size_t size);
enum store_result sq_tileset_get(struct store_conn *c, const unsigned char *hash, char **text, size_t *size);

#endif

/*
 * store.h - the contract of every store: what is kept, and what is promised.
 *
 * A store keeps players, tokens, games, seats, the log of each game, stored
 * answers and tile sets.  It knows nothing of rules: snapshots, actions and
 * events are opaque bytes.
 *
 * A store is opened once.  Work is done over connections: any number of
 * readers, each used by one thread at a time, and at most one writer.  A
 * reader sees what was committed when its call began.  The writer sees its
 * own changes.  Functions that change something need the writer's connection
 * and an open transaction.
 *
 * Durability: when store_commit() has returned STORE_OK, what was changed
 * survives kill -9 and loss of power (memory stores excepted).
 *
 * Failures: a function that failed changed nothing, with one exception: after
 * STORE_UNAVAILABLE or STORE_BROKEN from a change, go back to the savepoint or
 * give the transaction up.  When the database itself gave it up (disk full),
 * every further change and the commit answer STORE_UNAVAILABLE; only
 * store_rollback() ends that state.  Using it wrongly (a change outside a
 * transaction or over a reader, two savepoints) is STORE_BROKEN.
 *
 * Callbacks may read over the same connection, but may not change anything and
 * may not call the function that called them.  They should be short: with the
 * memory store everybody waits.
 *
 * Times are milliseconds since 1970-01-01 UTC; 0 is "not yet" or "never".
 * Texts are UTF-8 with a NUL; the arrays below say the longest kept.  Results
 * are written only on STORE_OK.
 */
#ifndef MEEPLED_STORAGE_STORE_H
#define MEEPLED_STORAGE_STORE_H

#include <stddef.h>
#include <stdint.h>

enum store_result {
	STORE_OK,
	STORE_NOT_FOUND,	/* the thing itself, or a player or game that it names */
	STORE_CONFLICT,		/* a unique key or a guard said no; nothing changed */
	STORE_UNAVAILABLE,	/* busy, full, or an I/O error: try again later */
	STORE_BROKEN		/* the store holds what it should not: a defect */
};

enum {
	STORE_GAME_ID = 8,	/* characters of Crockford base32, lower case */
	STORE_PLAYER_ID = 10,
	STORE_TOKEN_ID = 10,
	STORE_NAME = 160,	/* bytes of a name */
	STORE_WORD = 32,	/* ruleset, tile set, colour */
	STORE_OPTIONS = 1024,
	STORE_SEED = 32,
	STORE_CLIENT_SEED = 64,
	STORE_HASH = 32,
	STORE_ACTION = 16,
	STORE_CLOCK = 1024,	/* bytes of a game's clock */
	STORE_SEQUENCE_MAX = 16777215	/* events of one game */
};

struct store;
struct store_conn;

struct store_error { char text[240]; };	/* for the log and for start-up messages */

struct store_player {
	char id[STORE_PLAYER_ID + 1];
	char name[STORE_NAME + 1];
	uint8_t bot;
	int64_t created_at, deleted_at;
};

struct store_token {
	char id[STORE_TOKEN_ID + 1];
	char player[STORE_PLAYER_ID + 1];	/* "" for an administrator's own */
	char name[STORE_NAME + 1];
	unsigned char hash[STORE_HASH];		/* of the token; the token is not kept */
	uint32_t scopes;			/* bits, the api's affair */
	int64_t created_at, expires_at, last_used_at;
	int64_t stopped_at;			/* since its player's account is closed; the store's */
};

/* Kept as numbers: append only. */
enum store_status { STORE_LOBBY, STORE_ACTIVE, STORE_FINISHED, STORE_ABORTED };
enum store_visibility { STORE_PUBLIC, STORE_UNLISTED, STORE_PRIVATE };

struct store_game {
	int64_t number;				/* order of creation, from 1; set by the store */
	char id[STORE_GAME_ID + 1];
	uint8_t status, visibility, seat_count, ruleset_version;
	uint8_t imported;
	char ruleset[STORE_WORD + 1];
	char tileset[STORE_WORD + 1];
	unsigned char tileset_hash[STORE_HASH];
	char name[STORE_NAME + 1];
	char creator[STORE_PLAYER_ID + 1];
	char options[STORE_OPTIONS + 1];	/* the api's affair */
	unsigned char server_seed[STORE_SEED];	/* secret until the end */
	int64_t version;			/* events so far */
	int64_t created_at, started_at, finished_at, updated_at;
	/*
	 * The game's clock, the api's affair, none when its size is 0; and when something
	 * is to be done about the game by itself.
	 */
	int64_t due_at;
	uint16_t clock_size;
	unsigned char clock[STORE_CLOCK];
	uint8_t timed;				/* asks store_game_update() to write these, too; not kept */
	/* Owned by the struct, malloc; NULL while in the lobby. */
	unsigned char *snapshot;
	size_t snapshot_size;
};

struct store_seat {
	uint8_t seat;
	char colour[STORE_WORD + 1];
	char player[STORE_PLAYER_ID + 1];	/* "" in imported games */
	char name[STORE_NAME + 1];		/* the player's, when sitting down */
	char client_seed[STORE_CLIENT_SEED + 1];
	int64_t taken_at;
	/* While it is played; all 0 at first, and only store_seat_change() writes them. */
	int64_t stand_in;			/* since when the built-in player holds it */
	int64_t offered_at;			/* since when somebody else may take it over */
	uint8_t missed;				/* times out of time in a row */
	uint8_t hands;				/* bits of enum store_hands */
};

/* Whose the moves of a seat were beside its present player's.  Kept as numbers: append only. */
enum store_hands { STORE_HANDS_OTHER = 1, STORE_HANDS_BUILT_IN = 2 };

/* One change of a game: an action with its events, or a change in the lobby. */
struct store_entry {
	int64_t number;				/* rising over all games, from 1; set by the store */
	int64_t first, last;			/* sequence numbers of its events */
	int16_t seat;				/* who acted; -1: nobody's seat */
	uint8_t has_action;
	unsigned char action[STORE_ACTION];
	const char *events;			/* one JSON object a line, LF after each */
	size_t events_size;
	int64_t at;
};

struct store_answer {				/* of a request with an Idempotency-Key */
	unsigned char key[STORE_HASH];		/* hash of scope and key */
	unsigned char request[STORE_HASH];	/* hash of method, path and body */
	const unsigned char *bytes;		/* the answer, sealed by the api */
	size_t size;
	int64_t at;
};

struct store_filter {				/* of a list of games; 0, -1 or "" is "any" */
	int status;				/* enum store_status or -1 */
	const char *ruleset;
	const char *player;			/* sits in it */
	int open_seats;				/* 1: in the lobby with a seat free */
	int offered_seats;			/* 1: public, played, with a seat that is offered */
	const char *viewer;			/* unlisted and private games only when this
						   player sits in them or created them */
	int all;				/* 1: hidden ones, too, whoever looks */
	int64_t before;				/* numbers below this only; 0: from the newest */
	int limit;				/* 0: all */
};

/* Return non-zero to stop.  Pointers in the row are valid during the call. */
typedef int store_game_fn(void *arg, const struct store_game *game);	/* without snapshot */
typedef int store_entry_fn(void *arg, const struct store_entry *entry);
typedef int store_token_fn(void *arg, const struct store_token *token);

/* --- opening ----------------------------------------------------------- */

/*
 * Open, create or migrate.  A database of a newer schema is refused.
 * Returns NULL and the reason in *err.  `path` is the database file; its
 * folder must exist.  Beside it lie `path`-wal, `path`-shm and `path`.lock,
 * which keeps a second process (or a second open) away until store_close().
 */
struct store *store_sqlite_open(const char *path, struct store_error *err);
struct store *store_memory_open(void);
/* After every connection was closed.  NULL is allowed. */
void store_close(struct store *s);

/*
 * NULL with the reason in *err.  The writer's connection exists once: a second
 * one is refused until the first is disconnected.  Both may be called from any
 * thread.
 */
struct store_conn *store_reader(struct store *s, struct store_error *err);
struct store_conn *store_writer(struct store *s, struct store_error *err);
void store_disconnect(struct store_conn *c);	/* an open transaction is rolled back; NULL is allowed */
/* What the last failure on this connection was, for the log. */
const char *store_why(const struct store_conn *c);

/* --- transactions (writer) --------------------------------------------- */

enum store_result store_begin(struct store_conn *c);
enum store_result store_commit(struct store_conn *c);	/* on failure: rolled back */
void store_rollback(struct store_conn *c);	/* nothing when none is open */
/*
 * One level.  store_release() keeps what happened since, store_rollback_to()
 * undoes it; both end the savepoint, so that the next job can set its own.
 */
enum store_result store_savepoint(struct store_conn *c);
enum store_result store_release(struct store_conn *c);
void store_rollback_to(struct store_conn *c);

/* --- players and tokens -------------------------------------------------- */

enum store_result store_player_add(struct store_conn *c, const struct store_player *p);
/* Deleted players too: look at deleted_at. */
enum store_result store_player_get(struct store_conn *c, const char *id, struct store_player *out);
/* Name and bot; STORE_NOT_FOUND when deleted. */
enum store_result store_player_update(struct store_conn *c, const struct store_player *p);
/*
 * Name becomes `pseudonym` here and on all seats, tokens and webhooks go, nobody manages the
 * player or is managed by it any more, deleted_at is set.
 * STORE_NOT_FOUND when deleted already.
 */
enum store_result store_player_delete(struct store_conn *c, const char *id,
	const char *pseudonym, int64_t at);

enum store_result store_token_add(struct store_conn *c, const struct store_token *t);
enum store_result store_token_find(struct store_conn *c, const unsigned char hash[STORE_HASH],
	struct store_token *out);
/* Of a player ("": the administrators' own), oldest first; a stranger has none. */
enum store_result store_token_list(struct store_conn *c, const char *player,
	store_token_fn *each, void *arg);
enum store_result store_token_delete(struct store_conn *c, const char *player, const char *id);
enum store_result store_token_used(struct store_conn *c, const char *id, int64_t at);

/*
 * --- games -------------------------------------------------------------
 * A function that names a game answers STORE_NOT_FOUND when there is none;
 * store_seat_leave() also when nobody sits there.
 */

/*
 * Everything in *g is kept, the snapshot too.  Sets g->number.
 * STORE_CONFLICT: the id is taken.  STORE_NOT_FOUND: no such creator ("" is
 * nobody).
 */
enum store_result store_game_add(struct store_conn *c, struct store_game *g);
/* With the snapshot; dispose of it afterwards. */
enum store_result store_game_get(struct store_conn *c, const char *id, struct store_game *out);
void store_game_dispose(struct store_game *g);	/* frees the snapshot, not *g */
/*
 * Write status, name, options, version, started_at, finished_at, updated_at
 * and snapshot (NULL removes it), with g->timed also clock and due_at, if the
 * stored version is still `expected`; else STORE_CONFLICT.
 */
enum store_result store_game_update(struct store_conn *c, const struct store_game *g, int64_t expected);
/* Newest first. */
enum store_result store_game_list(struct store_conn *c, const struct store_filter *f,
	store_game_fn *each, void *arg);

/*
 * Take a seat: one conditional insert.  STORE_CONFLICT when seat, colour or
 * player is there already, or the game has no such seat.  Whether the game
 * still is in the lobby is the caller's affair.
 */
enum store_result store_seat_claim(struct store_conn *c, const char *game, const struct store_seat *seat);
enum store_result store_seat_leave(struct store_conn *c, const char *game, int seat);
/*
 * Write player, name, taken_at and the members behind it into the row of that
 * seat.  STORE_NOT_FOUND: nobody sits there, or there is no such player;
 * STORE_CONFLICT: the player sits in this game on another seat.
 */
enum store_result store_seat_change(struct store_conn *c, const char *game, const struct store_seat *seat);
/* In seat order; *count seats, at most `max`. */
enum store_result store_seats(struct store_conn *c, const char *game,
	struct store_seat *out, int max, int *count);

/* entry->first must be the number after the last one kept; else STORE_CONFLICT. */
enum store_result store_log_append(struct store_conn *c, const char *game, const struct store_entry *entry);
/* Entries whose last sequence number is above `after`, oldest first; `limit` 0: all. */
enum store_result store_log_read(struct store_conn *c, const char *game, int64_t after,
	int limit, store_entry_fn *each, void *arg);

/* --- stored answers ---------------------------------------------------- */

/* *bytes is malloc'd for the caller, with a NUL that is not counted. */
enum store_result store_answer_find(struct store_conn *c, const unsigned char key[STORE_HASH],
	unsigned char request[STORE_HASH], unsigned char **bytes, size_t *size, int64_t *at);
/* STORE_CONFLICT: the key has an answer. */
enum store_result store_answer_put(struct store_conn *c, const struct store_answer *a);
/* Forget answers from before `at`, oldest first, at most `limit` of them (0: all). */
enum store_result store_answer_purge(struct store_conn *c, int64_t at, int limit);

/* --- tile sets (so that a game never loses the one it began with) --------- */

/* One that is there already stays as it is: STORE_OK. */
enum store_result store_tileset_put(struct store_conn *c, const unsigned char hash[STORE_HASH],
	const char *id, const char *text, size_t size);
/* *text is malloc'd for the caller, with a NUL that is not counted. */
enum store_result store_tileset_get(struct store_conn *c, const unsigned char hash[STORE_HASH],
	char **text, size_t *size);

#endif

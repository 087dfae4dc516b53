/*
 * table.h - a game at its table: the stored row, who sits where, the engine's
 * state.
 *
 * Tables are counted references.  One that others may hold never changes,
 * except that its view, and its past for spectators, are made on first use.
 */
#ifndef MEEPLED_API_TABLE_H
#define MEEPLED_API_TABLE_H

#include <stdatomic.h>
#include "api/api.h"
#include "engine/core/ruleset.h"
#include "storage/series.h"

struct call;
struct clock;

/*
 * Whoever keeps asking to be let in and out, or takes the same move back over
 * and over, makes a game's log long; past this many events neither is
 * possible any more.  A game without that has some 1,500.
 */
enum {
	TABLE_VERSION_MAX = 20000,
	TABLE_RECENT_MAX = 16 * 1024,
	TABLE_DELAY_MAX = 500		/* moves that spectators see it late; more than most games have */
};

struct table {
	atomic_int refs;
	struct store_game meta;		/* meta.snapshot is NULL always */
	/* Seats taken, in order; once started that is all of them. */
	int seat_count;
	struct store_seat seats[GAME_SEATS_MAX];
	uint8_t bot[GAME_SEATS_MAX];	/* of the players, by place in seats[] */
	const struct ruleset *ruleset;
	const struct tileset *tileset;	/* the catalogue's */
	uint8_t options[GAME_OPTIONS_MAX];
	struct store_series series;
	struct game *game;		/* owned; NULL until the start */
	struct clock *clock;		/* owned; NULL: it has none */
	/* Of an active game, by seat: when another seat acted last, or the game began. */
	int64_t since[GAME_SEATS_MAX];
	_Atomic(struct blob *) view;	/* made on first use, see table_view() */
	_Atomic(struct table *) late;	/* likewise, see spectators.h; a reference */
	uint8_t past;			/* 1: as it was once, whoever sits there now */
	/* Events of the latest change, a line each, from recent_after + 1 on: who follows needs no store.  Or NULL. */
	struct blob *recent;
	int64_t recent_after;
	struct table *next;		/* in the writer's list */
};

/* Read from the store; NULL after fail(). */
struct table *table_load(struct call *c, const char *id);
/* Who of those that sit is a bot; -1 after fail(). */
int table_load_players(struct call *c, struct table *t);
/* All zero but for one reference; NULL: no memory. */
struct table *table_new(void);
struct table *table_copy(const struct table *t);	/* with its own game, without the view */
struct table *table_ref(struct table *t);
void table_unref(struct table *t);		/* NULL is allowed */
/* The shared JSON view; NULL: no memory.  Any thread. */
struct blob *table_view(struct table *t);

/* Place in seats[] of the player's seat, or -1. */
int table_seat_of(const struct table *t, const char *player);
/* Seats that the game has: those asked for at first, once started those that play. */
int table_seats(const struct table *t);
/* Whether the player ("": nobody) may see it. */
int table_visible(const struct table *t, const char *player);

/* The lowest free seat of a lobby, or -1. */
int table_free_seat(const struct table *t);
/* Put a row where it belongs by its number, and take one out; of a copy. */
struct store_seat *table_add_seat(struct table *t, const struct store_seat *seat, int bot);
void table_remove_seat(struct table *t, int place);
/* Bit per seat that the game waits for; 0 in the lobby and after the end. */
unsigned table_waiting_for(const struct table *t);
/* Words by enum store_status and enum store_visibility, NULL at the end. */
extern const char *const table_status_words[], *const table_visibility_words[];
const char *table_status(const struct table *t);
/* The answer is about the table at its version. */
void table_etag(struct call *c, const struct table *t);

#endif

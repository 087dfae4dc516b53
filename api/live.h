/*
 * live.h - games in memory: a bounded cache of immutable tables.
 *
 * A table is a game with all that an answer needs: the stored row, who sits
 * where, the engine's state.  Once published a table never changes; a change
 * makes a new one.  Readers hold references and never wait for the writer.
 *
 * The writer's path: live_edit() gives the newest table, also what earlier
 * jobs of the same batch made of it.  The handler changes a copy
 * (table_copy()) and hands it over with live_put().  When the job's savepoint
 * is released, live_settle(1) makes it count; when it was rolled back,
 * live_settle(0) forgets it.  After the batch's commit live_batch_end(1)
 * publishes the settled tables and wakes who waits for them; after a failed
 * commit live_batch_end(0) forgets them.  So nothing is shown before it is
 * kept, and nothing is kept that was not settled.
 */
#ifndef MEEPLED_API_LIVE_H
#define MEEPLED_API_LIVE_H

#include <stdatomic.h>
#include "api/api.h"
#include "engine/core/ruleset.h"
#include "storage/store.h"

struct call;
struct live;

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
	/* The JSON view, made on first use; see table_view(). */
	_Atomic(struct blob *) view;
	int started;			/* 1: `game` is a game; it is there only then */
	struct game game;
};

struct live *live_open(struct api *api, int games);
void live_close(struct live *l);

/*
 * A reference to the game, for reading: any thread.  NULL after fail(): not
 * found (also for games that the caller may not see), or the store's trouble.
 */
struct table *live_get(struct call *c, const char *id);
/*
 * Writer's thread: the newest state, as live_get(); to be copied, not changed.
 */
struct table *live_edit(struct call *c, const char *id);
/* A new table with one reference and no view; NULL: no memory. */
struct table *table_new(int started);
struct table *table_copy(const struct table *t);	/* `started` and all else alike */
struct table *table_copy_started(const struct table *t);	/* with room for a game */
struct table *table_ref(struct table *t);
void table_unref(struct table *t);		/* NULL is allowed */
/* The shared JSON view; NULL: no memory.  Any thread. */
struct blob *table_view(struct table *t);

/* Writer's thread.  Takes over the reference; one table a job. */
void live_put(struct live *l, struct table *t);
/* After each job: its savepoint was released (1) or rolled back (0). */
void live_settle(struct live *l, int kept);
/* After each batch: call it from api_batch_end(). */
void live_batch_end(struct live *l, int committed);
/*
 * Writer's thread: the player's name or kind changes in this job; games with
 * that player are read anew after the commit.
 */
void live_drop_player(struct live *l, const char *player);

/* Place in seats[] of the player's seat, or -1. */
int table_seat_of(const struct table *t, const char *player);
/* Seats that the game has: those asked for at first, once started those that play. */
int table_seats(const struct table *t);
/* Whether the player ("": nobody) may see it. */
int table_visible(const struct table *t, const char *player);

#endif

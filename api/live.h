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

#include "api/api.h"
#include "api/table.h"

struct call;
struct live;

struct live *live_open(struct api *api, int games);
void live_close(struct live *l);

struct live_counts { uint64_t hits, misses, games; };	/* look-ups since the start; games in it now */
/* Any thread. */
void live_counts(struct live *l, struct live_counts *out);

/*
 * A reference to the game as the caller may see it, for reading: any thread.  Who has no
 * seat sees some games as they were a while ago (spectators.h).  NULL after fail(): not
 * found (also for games that the caller may not see), or the store's trouble.
 */
struct table *live_get(struct call *c, const char *id);
/* The present state, whether the caller may see it or not: that is up to whoever calls. */
struct table *live_peek(struct call *c, const char *id);
/*
 * The same for changing handlers: the newest state, with what this batch has
 * done to it; to be copied, not changed.  Whether the caller may see it is for
 * the handler to ask.
 */
struct table *live_edit(struct call *c, const char *id);
/* 404 unless the caller may see it. */
int live_may_see(struct call *c, const struct table *t);
/* Writer's thread.  Takes over the reference.  A job may change several games. */
void live_put(struct live *l, struct table *t);
/* After each job: its savepoint was released (1) or rolled back (0). */
void live_settle(struct live *l, int kept);
/* After each batch: call it from api_batch_end(). */
void live_batch_end(struct live *l, int committed);
/* The store has another state than the cache: read it anew next time. */
void live_forget(struct live *l, const char *id);
/*
 * Writer's thread: this player, who sits there no more, is to hear of this
 * batch's changes too; those who sit hear of them anyway.
 */
void live_tell(struct live *l, const char *player);
/*
 * Writer's thread: the player's name or kind changes in this job; games with
 * that player are read anew after the commit.
 */
void live_drop_player(struct live *l, const char *player);

#endif

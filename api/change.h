/*
 * change.h - one change of a game, from the newest table to log, row and
 * cache.
 *
 * Begin, change ch->table (a copy), write events, close each entry of the
 * log, finish.  Whatever happens in between: change_drop() at the end.
 * Writer's thread only, but for dry runs, which keep nothing.
 */
#ifndef MEEPLED_API_CHANGE_H
#define MEEPLED_API_CHANGE_H

#include "api/call.h"
#include "api/live.h"

enum { CHANGE_EVENTS_MAX = 4 * 1024 * 1024 };

struct change {
	struct call *c;
	struct table *table;	/* the copy; meta.version moves with each event */
	int64_t base;		/* the version that it began with */
	struct {		/* what else was so when it began */
		uint8_t status;	/* enum store_status */
		int turn;	/* its number; 0: none */
		unsigned waiting;	/* absence_awaited() */
		int seat_count;
		char players[GAME_SEATS_MAX][STORE_PLAYER_ID + 1];
	} before;
	struct buf lines;	/* events, one JSON object a line */
	size_t clocked;		/* how far the table's clock has followed them */
	size_t entry_at;	/* where the present entry begins in it */
	int64_t entry_first;
	struct json_out out;	/* of the event that is being written */
	int64_t at;		/* of events and entries, c->now at first */
	int dry;		/* nothing is kept */
};

/* From the newest state; dry runs from the published one.  -1 after fail(). */
int change_begin(struct change *ch, struct call *c, const char *game);
/* A new game, whose row the caller adds.  Takes over `t`. */
void change_begin_new(struct change *ch, struct call *c, struct table *t);

/*
 * One event of the lobby: "game", "seq", "at", "type" and, unless it is -1,
 * "seat" are written; the caller adds members and closes.
 */
struct sink *change_event(struct change *ch, const char *type, int seat);
void change_event_close(struct change *ch);
/* `count` events of the engine, described with the game as it is now. */
void change_engine_events(struct change *ch, const struct events *events, int count);
/*
 * The engine's game has taken *a: the first `count` of its events, the entry, and
 * the end of the game if it was that.
 */
int change_action(struct change *ch, const struct action *a, const struct events *events, int count);
/* The events since the last entry become one; `a` is NULL for a change without action. */
int change_entry(struct change *ch, int seat, const struct action *a);
/* Keep row and snapshot, hand the table to the cache. */
int change_finish(struct change *ch);
void change_drop(struct change *ch);

#endif

/*
 * record.h - game records (meepled-record/1): write and verify.
 *
 * A record holds the inputs of a game (ruleset, tile set, options, seats,
 * seeds, actions) and what came of them (events, result).  Everything can be
 * computed again from the inputs; what cannot - names, times, the number of
 * the first event - stands in two places each, so that no single member can be
 * changed unseen:
 *
 *	seats, options	 again in the event game-started, which only in records
 *			 carries them
 *	started_at, at	 of the start and of each action, again in its events
 *	seq		 of an action is that of the first event that it caused;
 *			 events are numbered without a gap, as in the game's log
 *
 * Events begin with game-started: what happened before is not part of a game.
 * They are those of the log without the game's id, which another host would
 * not know.
 */
#ifndef MEEPLED_API_RECORD_H
#define MEEPLED_API_RECORD_H

#include "api/buf.h"
#include "api/json.h"
#include "engine/core/ruleset.h"
#include "storage/store.h"

#define RECORD_FORMAT "meepled-record/1"
enum { RECORD_MAX = 8 * 1024 * 1024 };

/*
 * Write the record of a game that has started, from its log.  `game` is its
 * newest state, `seats` those that play.  Seed and result are null until the
 * stored status says that it is over.  0, or -1 when the store fails or
 * the log does not lead to that game.
 */
int record_write(struct buf *out, struct store_conn *c, const struct store_game *meta,
	const struct store_seat *seats, int seat_count, const struct game *game, const struct tileset *ts);

enum record_verdict {
	RECORD_GOOD,
	RECORD_DIFFERS,		/* a member is not what it must be */
	RECORD_UNREADABLE	/* no record, or one of an unknown game or tile set, or not over yet */
};

/* What a record says of a game before its first turn. */
struct record_head {
	const struct ruleset *ruleset;
	const struct tileset *tileset;
	uint8_t options[GAME_OPTIONS_MAX];
	int seat_count;
	struct store_seat seats[GAME_SEATS_MAX];	/* seat, colour, name, client_seed */
	unsigned char server_seed[STORE_SEED];
	int64_t started_at;
};

/*
 * Called for the start and for each action that verified so far, in order,
 * with the game after it and the events that it caused.  Non-zero stops:
 * RECORD_UNREADABLE.
 */
struct record_step {
	const struct record_head *head;
	const struct action *action;	/* NULL: the start */
	int64_t at;
	const struct game *game;
	const struct events *events;
};
typedef int record_step_fn(void *arg, const struct record_step *step);

/* Finds the tile set of that game with this hash; NULL: unknown. */
typedef const struct tileset *record_tileset_fn(void *arg, const struct ruleset *ruleset,
	const unsigned char sha256[32]);

/*
 * Compute the game again from seeds and actions and compare everything that
 * the record says.  `each` may be NULL.  `place` gets the JSON pointer of the
 * first difference and both values ("/events/14/x: record has 3, computed 2"),
 * or why the text cannot be verified; "" when it is good.
 */
enum record_verdict record_verify(const char *text, size_t size, record_tileset_fn *find, void *find_arg,
	record_step_fn *each, void *each_arg, char place[400]);
/* The same for a text that was parsed already. */
enum record_verdict record_verify_root(const struct json *root, record_tileset_fn *find, void *find_arg,
	record_step_fn *each, void *each_arg, char place[400]);

/*
 * `meepled verify [--tileset FILE]... RECORD...`, the arguments after the
 * command: prints a line a record.  Returns 0 when all are good, 1 when one
 * differs, 2 when one cannot be verified or the arguments are wrong.
 */
int record_verify_files(int count, char **arguments);

#endif

/*
 * record.h - game records (meepled-record/1): write, verify.
 */
#ifndef MEEPLED_API_RECORD_H
#define MEEPLED_API_RECORD_H

#include "api/buf.h"
#include "api/json.h"
#include "engine/core/ruleset.h"
#include "storage/store.h"

enum { RECORD_MAX = 8 * 1024 * 1024 };

enum record_verdict { RECORD_GOOD, RECORD_DIFFERS, RECORD_UNREADABLE };

/*
 * Called for each action of a record that verified so far, in order, with
 * the game after it and its events as JSON lines (for importing).
 */
struct record_step {
	const struct action *action;
	const char *at;			/* RFC 3339 */
	const struct game *game;
	const char *events;		/* JSON objects, LF after each */
	size_t events_size;
	int event_count;
};
typedef int record_step_fn(void *arg, const struct record_step *step);

/* Finds the tile set with this hash; NULL: unknown. */
typedef const struct tileset *record_tileset_fn(void *arg, const unsigned char sha256[32],
	const char *id, const struct ruleset **ruleset);

/*
 * Compute the game again from seeds and actions and compare everything that
 * the record says: commitment, tile set, every event, the result.  `place` gets the JSON
 * pointer of the first difference and both values ("/events/14/x: record has 3, computed 2"),
 * or why the text cannot be read.
 */
enum record_verdict record_verify(const char *text, size_t size, record_tileset_fn *find, void *find_arg,
	record_step_fn *each, void *each_arg, char place[400]);

/* `meepled verify FILE...`: prints a line a file; returns 0, 1 or 2, the worst of all. */
int record_verify_files(int count, char **paths);

#endif

/*
 * conformance.h - random games of any ruleset, with everything checked after
 * every action.
 *
 * What holds for every game is checked here: legal list and apply agree in
 * both directions, refused actions change nothing, undo gives back the bytes,
 * snapshots decode to the same bytes, a replay of the log ends the same.
 * What the rules say is compared with a slow oracle, one row per ruleset; a
 * ruleset without a row is played without that comparison.
 */
#ifndef MEEPLED_TESTS_CONFORMANCE_H
#define MEEPLED_TESTS_CONFORMANCE_H

#include "engine/core/game.h"
#include "engine/core/ruleset.h"

enum { CONFORMANCE_LEGAL_MAX = 4096, CONFORMANCE_LOG_MAX = 4096, CONFORMANCE_WHY = 400,
	CONFORMANCE_TALLIES = 64, CONFORMANCE_TILESETS = 6 };

/* A small generator of its own (splitmix64), so that runs repeat anywhere. */
struct dice { uint64_t state; };
unsigned dice_roll(struct dice *d, unsigned n);		/* 0..n-1 */

struct conformance_oracle {
	const char *ruleset;
	size_t size;
	void (*start)(void *oracle, const struct tileset *ts, const struct game_setup *setup);
	int (*apply)(void *oracle, const struct action *a);
	int (*legal)(void *oracle, int seat, struct action *out);
	int (*may_undo)(const void *oracle, int seat);
	unsigned (*waiting_for)(const void *oracle);
	/* The game after an action with these events: 0, or -1 with what differs. */
	int (*compare)(void *oracle, const struct game *g, const struct events *events, char why[CONFORMANCE_WHY]);
	/* Change every secret of the ruleset's own state (not bag and seed), and nothing else; or NULL. */
	void (*scramble)(struct game *g, const struct tileset *ts);
	/*
	 * NULL, or: an action that is good under several names gets the one that
	 * the legal list has.  All names lead to the same game.
	 */
	void (*canonical)(const void *oracle, struct action *a);
	/* Things worth meeting: their names, NULL-terminated, and how often the game met them. */
	const char *const *tally_names;
	const long *(*tally)(const void *oracle);
	/* What a run must meet: bit per phase, per end reason. */
	unsigned phases, ends;
	/* Fixtures beside the bundled set, and how many tenths of its games are played with each. */
	struct { const char *name; int tenths; } tilesets[CONFORMANCE_TILESETS];
};
extern const struct conformance_oracle conformance_ss, conformance_sw;
const struct conformance_oracle *conformance_oracle(const char *ruleset);	/* or NULL */

struct conformance_log {
	struct game_setup setup;
	int count;
	struct action at[CONFORMANCE_LOG_MAX];
};

/*
 * What one game may contain beside its regular turns, and MIX_COMPACT: tiles
 * laid close together and pieces in the middle of them, so that more is
 * completed and joined than by chance; with MIX_HOLES fields amid tiles are
 * left open for a while, so that one tile completes several things.  With
 * MIX_JOIN tiles go where many occupied features meet.
 */
enum { MIX_UNDO = 1, MIX_RESIGN = 2, MIX_TIMEOUT = 4, MIX_COMPACT = 8, MIX_HOLES = 16, MIX_JOIN = 32 };

struct conformance_stats {
	long games, actions, listed, refused, undone, resigned, timed_out, corrupted, described;
	long renamed;				/* actions by another name than the list's */
	long reasons[OVER_ONE_SEAT_LEFT + 1];
	long phases[PHASES];
	long tally[CONFORMANCE_TALLIES];
};

/* Seats, options, colours and seed out of the dice; every option value occurs. */
void conformance_setup(struct game_setup *setup, const struct ruleset *r, struct dice *d);

/*
 * Play one game to its end.  Returns 0, or -1 with the first thing that is
 * wrong and where.  The log holds the actions in either case.
 */
int conformance_game(const struct tileset *ts, const struct game_setup *setup, struct dice *d, unsigned mix,
	struct conformance_log *log, struct conformance_stats *stats, char why[CONFORMANCE_WHY]);

/* Play a log; 0 and the game as it is then, or -1 when an action is refused. */
int conformance_replay(struct game *g, const struct tileset *ts, const struct conformance_log *log);

/* Number of sequences of legal actions of that length. */
long conformance_perft(const struct game *g, const struct tileset *ts, int depth);

#endif

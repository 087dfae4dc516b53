/*
 * turn.h - the steps that the turns of all games have in common: begin, draw,
 * lay a tile, leave a step out, end.  Not for anyone outside engine/.
 *
 * Rule ids differ from game to game, so who refuses passes them.
 */
#ifndef MEEPLED_ENGINE_TURN_H
#define MEEPLED_ENGINE_TURN_H

#include "ruleset.h"

/*
 * EVENT_GAME_STARTED with the seat that begins in `a`: the option's, or one
 * that the stream `seats` gives.  The ruleset may add to the event.
 */
struct event *turn_game_started(struct game *g, struct events *events);
/* The next turn, of that seat, in PHASE_DRAW. */
void turn_begin(struct game *g, int seat, struct events *events);

/* Take the next tile of the bag in hand and show it; 0 when none is left. */
int turn_draw(struct game *g, struct events *events);
/* The two halves of that. */
int turn_take(struct game *g);
void turn_show(const struct game *g, struct events *events);
/* Whether the tile in hand goes anywhere. */
int turn_hand_fits(const struct game *g, const struct tileset *ts);
/* Remove the tile in hand from the game and show it. */
void turn_set_aside(struct game *g, struct events *events);
/*
 * Draw, setting aside, until a tile fits, which is for PHASE_PLACE then; 0 when
 * none is left (SS-1.3, SS-1.4; SW-1.2).
 */
int turn_draw_fitting(struct game *g, const struct tileset *ts, struct events *events);

/*
 * Whether the tile in hand may be laid as the action says; else -1 with the
 * conflict.  `touching` and `matching` are the rules that ask for a neighbour
 * and for sides that continue.
 */
int turn_check_place(const struct game *g, const struct tileset *ts, const struct action *a,
	const char *touching, const char *matching, struct game_error *err);
/* Lay the tile in hand where turn_check_place() accepts it: PHASE_PIECE. */
void turn_lay(struct game *g, const struct tileset *ts, int x, int y, int rotation, struct events *events);
/* The first place in the order of the legal list; there is one (SS-7.3). */
struct action turn_first_place(const struct game *g, const struct tileset *ts);
/* Every place of the tile in hand for that seat, by y, x, rotation; as game_legal(). */
int turn_list_places(const struct game *g, const struct tileset *ts, int seat, game_action_fn *each, void *arg);

/* A step was left out (SS-7.4): small[0] and [1] of EVENT_STEP_SKIPPED. */
enum turn_step { TURN_STEP_PIECE, TURN_STEP_DELIVER };
enum turn_skipped { TURN_DECLINED, TURN_NOTHING_TO_DO };
void turn_skipped(struct events *events, int seat, enum turn_step step, enum turn_skipped why);

/* The turn has ended; says so and nothing more. */
void turn_ended(const struct game *g, struct events *events);
/* The seat's time is up; says so and returns what is to follow (SS-7.3). */
enum on_timeout turn_timed_out(const struct game *g, int seat, struct events *events);
/* The game is over; points and winners are still to come. */
void turn_over(struct game *g, enum over_reason reason);
/* Bit per seat: most points among the seats that still play; equal points share (SS-5.4, SW-5.3). */
unsigned turn_winners(const struct game *g, const struct tileset *ts);

#endif

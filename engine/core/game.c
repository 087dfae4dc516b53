/*
 * game.c - starting a game, acting in it, and taking actions back.
 *
 * What every game has in common is decided here: who may act, whether an
 * action is well formed, and where undo ends.  What an action does is the
 * ruleset's affair.  Everything is checked before anything is changed, so a
 * refused action leaves not a byte different.
 */
#include "game.h"

#include <string.h>

#include "ruleset.h"
#include "step.h"

static int check_setup(const struct game_setup *setup, struct game_error *err)
{
	const struct ruleset *r = setup->ruleset;
	int colours = 0;

	if (setup->seat_count < r->seats_min || setup->seat_count > r->seats_max)
		return refuse(err, REFUSED_UNKNOWN, "", "%s is for %d to %d seats", r->title,
			r->seats_min, r->seats_max);
	if (ruleset_check_options(r, setup->options, setup->seat_count, err) < 0)
		return -1;
	while (r->colours[colours])
		colours++;
	for (int i = 0; i < setup->seat_count; i++) {
		int fixed = ruleset_seat_colour(r, setup->options, i);

		if (setup->colours[i] >= colours)
			return refuse(err, REFUSED_UNKNOWN, "", "seat %d has no colour of this game", i);
		if (fixed >= 0 && setup->colours[i] != fixed)
			return refuse(err, REFUSED_UNKNOWN, "", "seat %d must be %s", i, r->colours[fixed]);
		for (int j = 0; j < i; j++)
			if (setup->colours[i] == setup->colours[j])
				return refuse(err, REFUSED_UNKNOWN, "", "seats %d and %d have the same colour", j, i);
	}
	return 0;
}

/* All tiles but the start tile in file order, then shuffled. */
static void fill_bag(struct game *g, const struct tileset *ts)
{
	int count = 0;

	for (int face = 0; face < ts->face_count; face++)
		for (int i = 0; i < ts->faces[face].count && !ts->faces[face].start; i++)
			g->bag[count++] = (uint8_t)face;
	g->bag_count = (uint8_t)count;
	rng_shuffle(&g->rng, RNG_TILES, g->bag, count);
}

/*
 * From here on nothing can be taken back: something random was shown, another
 * seat acted, or the turn changed (SS-7.1).
 */
static void set_mark(struct game *g)
{
	/* memcpy, not assignment: games are compared byte for byte, padding too. */
	memcpy(&g->mark, &g->now, offsetof(struct turn, rules) + game_ruleset(g)->state_size);
	memset(g->trail, 0, g->trail_count * sizeof(g->trail[0]));
	g->trail_count = 0;
}

int game_start(struct game *g, const struct tileset *ts, const struct game_setup *setup,
	struct events *events, struct game_error *err)
{
	const struct ruleset *r = setup->ruleset;

	events->count = 0;
	if (check_setup(setup, err) < 0)
		return -1;
	memset(g, 0, sizeof(*g));
	while (rulesets[g->ruleset] != r)
		g->ruleset++;
	g->version = r->version;
	g->seat_count = (uint8_t)setup->seat_count;
	memcpy(g->options, setup->options, (size_t)ruleset_option_count(r));
	memcpy(g->colours, setup->colours, (size_t)setup->seat_count);
	rng_start(&g->rng, setup->game_seed);
	fill_bag(g, ts);
	board_start(&g->board, ts);
	g->now.hand = FACE_NONE;
	g->now.placed = TILE_NONE;
	g->now.decider = SEAT_NONE;
	if (r->start(g, ts, events, err) < 0)
		return -1;
	set_mark(g);
	return 0;
}

unsigned game_waiting_for(const struct game *g)
{
	switch ((enum phase)g->now.phase) {
	case PHASE_OVER:
		return 0;
	case PHASE_DECIDE:
		return 1u << g->now.decider;
	case PHASE_DRAW:
	case PHASE_PLACE:
	case PHASE_PIECE:
	case PHASE_BATTLE:
	case PHASE_DELIVER:
		break;
	}
	return 1u << g->now.seat;
}

int game_may_resign(const struct game *g, int seat)
{
	return g->now.phase != PHASE_OVER && seat >= 0 && seat < g->seat_count &&
		g->now.seat_state[seat] == SEAT_PLAYING;
}

int game_may_undo(const struct game *g, int seat)
{
	return game_may_resign(g, seat) && seat == g->now.seat && g->trail_count > 0;
}

int game_bag_left(const struct game *g)
{
	return g->bag_count - g->now.drawn;
}

int game_score(const struct game *g, const struct tileset *ts, int seat)
{
	return game_ruleset(g)->score(g, ts, seat);
}

int game_legal(const struct game *g, const struct tileset *ts, int seat,
	game_action_fn *each, void *arg)
{
	if (seat < 0 || seat >= g->seat_count || !(game_waiting_for(g) >> seat & 1))
		return 0;
	return game_ruleset(g)->legal(g, ts, seat, each, arg);
}

static int collect_type(void *arg, const struct action *a)
{
	*(unsigned *)arg |= 1u << a->type;
	return 0;
}

/* What the seat may do instead, for the error. */
static unsigned expected_actions(const struct game *g, const struct tileset *ts, int seat)
{
	unsigned types = 0;

	game_legal(g, ts, seat, collect_type, &types);
	if (game_may_undo(g, seat))
		types |= 1u << ACTION_UNDO;
	if (game_may_resign(g, seat))
		types |= 1u << ACTION_RESIGN;
	return types;
}

/* The action with only those members that its type has; a planet needs no segment. */
static struct action canonical(const struct action_row *row, const struct action *a)
{
	struct action c = {.type = a->type, .seat = a->seat};

	for (int i = 0; i < row->field_count; i++) {
		switch (row->fields[i]) {
		case FIELD_X:
			c.x = a->x;
			break;
		case FIELD_Y:
			c.y = a->y;
			break;
		case FIELD_ROTATION:
			c.rotation = a->rotation;
			break;
		case FIELD_SEGMENT:
			c.segment = a->segment;
			break;
		case FIELD_GROUP:
			c.group = a->group;
			break;
		case FIELD_SHIP:
			c.ship = a->ship;
			break;
		case FIELD_SIZE:
			c.size = a->size;
			break;
		case FIELD_PLANET:
			if (!a->planet)
				break;
			c.planet = 1;
			c.x = a->x;
			c.y = a->y;
			c.segment = 0;
			break;
		case FIELD_WARES:
			memcpy(c.wares, a->wares, sizeof(c.wares));
			break;
		}
	}
	return c;
}

/* The rule that the game has for an action: games name the same thing differently. */
static const char *rule_of(const struct game *g, enum action_type type)
{
	const struct action_row *row = ruleset_action(game_ruleset(g), type);

	return row ? row->rule : "";
}

static int check_form(const struct game *g, const struct action *a, struct game_error *err)
{
	const struct action_row *row;
	struct action c;

	if (a->type == ACTION_NONE || a->type >= ACTION_TYPES ||
		!(row = ruleset_action(game_ruleset(g), (enum action_type)a->type)))
		return refuse(err, REFUSED_UNKNOWN, "", "there is no such action in this game");
	if (a->seat >= g->seat_count)
		return refuse(err, REFUSED_UNKNOWN, "", "there is no seat %d: seats are 0 to %d",
			a->seat, g->seat_count - 1);
	c = canonical(row, a);
	if (memcmp(&c, a, sizeof(c)) != 0)
		return refuse(err, REFUSED_UNKNOWN, "", "%s has members that it does not use: leave them 0",
			action_type_name((enum action_type)a->type));
	return 0;
}

static int lowest_seat(unsigned seats)
{
	int seat = 0;

	while (seats && !(seats >> seat & 1))
		seat++;
	return seat;
}

/* Whether it is this seat's affair at all. */
static int check_seat(const struct game *g, const struct action *a, struct game_error *err)
{
	unsigned waiting = game_waiting_for(g);

	if (g->now.phase == PHASE_OVER)
		return refuse(err, REFUSED_GAME_OVER, "", "the game is over");
	if (g->now.seat_state[a->seat] != SEAT_PLAYING)
		return refuse(err, REFUSED_NOT_YOUR_TURN, rule_of(g, ACTION_RESIGN), "seat %d has resigned", a->seat);
	if (a->type == ACTION_RESIGN || (a->type == ACTION_UNDO && a->seat == g->now.seat))
		return 0;
	if (a->type == ACTION_UNDO || !(waiting >> a->seat & 1))
		return refuse(err, REFUSED_NOT_YOUR_TURN, "", "it is not for seat %d to act: the game waits for seat %d",
			a->seat, lowest_seat(waiting));
	return 0;
}

static int check_phase(const struct game *g, const struct action *a, struct game_error *err)
{
	const struct action_row *row = ruleset_action(game_ruleset(g), (enum action_type)a->type);

	if (a->type == ACTION_UNDO && g->trail_count == 0)
		return refuse(err, REFUSED_NOTHING_TO_UNDO, row->rule,
			"there is nothing to take back since something random was shown, another seat acted or the turn began");
	if (row->phases && !(row->phases >> g->now.phase & 1))
		return refuse(err, REFUSED_PHASE, "", "%s is not possible in phase %s",
			action_type_name(row->type), phase_name((enum phase)g->now.phase));
	return 0;
}

/*
 * Take back the latest action: return to the mark and repeat all of the trail
 * but its last.  Nothing on the trail reveals anything, so this draws nothing.
 */
static void undo(struct game *g, const struct tileset *ts, struct events *events)
{
	const struct ruleset *r = game_ruleset(g);
	int last = g->trail_count - 1;
	int undone = g->trail[last].type, seat = g->trail[last].seat;
	struct game_error unused;

	if (g->now.placed != g->mark.placed)
		board_remove_last(&g->board, ts);
	memcpy(&g->now, &g->mark, sizeof(g->now));
	for (int i = 0; i < last; i++)
		r->apply(g, ts, &g->trail[i], events, &unused);
	memset(&g->trail[last], 0, sizeof(g->trail[last]));
	g->trail_count = (uint8_t)last;
	events->count = 0;
	event_add(events, EVENT_UNDONE, seat)->small[0] = (uint8_t)undone;
}

/* Remember the action for undo, or that undo ends here (SS-7.1). */
static void keep_trail(struct game *g, const struct action *a, int seat, int number,
	const struct events *events)
{
	int commit = g->now.phase == PHASE_OVER || g->now.number != number || a->seat != seat ||
		a->type == ACTION_RESIGN || a->type == ACTION_TIMEOUT ||
		g->trail_count == GAME_TRAIL_MAX;

	for (int i = 0; i < events->count && !commit; i++)
		commit = events->at[i].reveals;
	if (commit)
		set_mark(g);
	else
		g->trail[g->trail_count++] = *a;
}

int game_apply(struct game *g, const struct tileset *ts, const struct action *a,
	struct events *events, struct game_error *err)
{
	int seat = g->now.seat, number = g->now.number;

	events->count = 0;
	if (check_form(g, a, err) < 0 || check_seat(g, a, err) < 0 || check_phase(g, a, err) < 0)
		goto refused;
	if (a->type == ACTION_UNDO) {
		undo(g, ts, events);
		return 0;
	}
	if (game_ruleset(g)->apply(g, ts, a, events, err) < 0)
		goto refused;
	keep_trail(g, a, seat, number, events);
	return 0;
refused:
	events->count = 0;
	err->expected = (uint16_t)expected_actions(g, ts, a->seat);
	return -1;
}

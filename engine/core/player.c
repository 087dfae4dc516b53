/*
 * player.c - the built-in player: a look at each action and at what the seat
 * does next in the same turn.
 *
 * Two steps are looked at, because a tile is worth what the piece on it is
 * worth.  What others will do is not: the next tile is unknown anyway.
 */
#include "player.h"

#include <string.h>

#include "ruleset.h"

enum { STEPS = 2, PER_POINT = 100 };

struct search {
	const struct game *g;		/* as it is before the actions that are tried; blind */
	const struct tileset *ts;
	int seat;
	int steps;			/* that are looked at, this one included */
	struct events *events;		/* room that is used by one action at a time */
	int count;			/* of actions seen */
	long best;
	struct action chosen;		/* the first of the best ones */
};

static void sort_bytes(uint8_t *bytes, int count)
{
	for (int i = 1; i < count; i++) {
		uint8_t byte = bytes[i];
		int j = i;

		for (; j > 0 && bytes[j - 1] > byte; j--)
			bytes[j] = bytes[j - 1];
		bytes[j] = byte;
	}
}

/* Take out of a copy all that nobody can know. */
static void blind(struct game *g, const struct tileset *ts)
{
	static const unsigned char no_seed[RNG_SEED_SIZE];
	const struct ruleset *r = game_ruleset(g);

	rng_start(&g->rng, no_seed);
	sort_bytes(g->bag + g->now.drawn, game_bag_left(g));
	g->options[OPTION_AUTO_DRAW] = 0;
	if (r->blind)
		r->blind(g, ts);
}

static int are_opponents(const struct game *g, int seat, int other)
{
	const struct ruleset *r = game_ruleset(g);
	const char *team = ruleset_seat_team(r, g->options, seat), *its = ruleset_seat_team(r, g->options, other);

	return seat != other && g->now.seat_state[other] == SEAT_PLAYING && (!team || !its || strcmp(team, its) != 0);
}

/* How good the game looks for the seat: by how much it is ahead of each opponent, added up. */
static long rate(const struct game *g, const struct tileset *ts, int seat)
{
	const struct ruleset *r = game_ruleset(g);
	long prospects[GAME_SEATS_MAX], rating = 0;

	if (r->prospects && g->now.phase != PHASE_OVER) {
		r->prospects(g, ts, prospects);
	} else {
		for (int i = 0; i < g->seat_count; i++)
			prospects[i] = (long)PER_POINT * game_score(g, ts, i);
	}
	for (int other = 0; other < g->seat_count; other++)
		if (are_opponents(g, seat, other))
			rating += prospects[seat] - prospects[other];
	return rating;
}

static int try_action(void *arg, const struct action *a);

/* The rating of the best that the seat can make of it in so many steps of its turn. */
static long look(const struct search *before, const struct game *g)
{
	struct search s = {.g = g, .ts = before->ts, .seat = before->seat, .steps = before->steps - 1,
		.events = before->events};

	if (s.steps > 0 && g->now.phase == PHASE_PIECE && g->now.seat == s.seat)
		game_legal(g, s.ts, s.seat, try_action, &s);
	return s.count ? s.best : rate(g, s.ts, s.seat);
}

static int try_action(void *arg, const struct action *a)
{
	struct search *s = arg;
	struct game_error err;
	struct game then;
	long rating;

	/* A throw is not to be foreseen: battles come in their order. */
	if (a->type == ACTION_BATTLE) {
		rating = rate(s->g, s->ts, s->seat);
	} else {
		memcpy(&then, s->g, sizeof(then));
		if (game_apply(&then, s->ts, a, s->events, &err) < 0)
			return 0;
		rating = look(s, &then);
	}
	if (s->count++ == 0 || rating > s->best) {
		s->best = rating;
		s->chosen = *a;
	}
	return 0;
}

static int count_action(void *arg, const struct action *a)
{
	struct search *s = arg;

	s->chosen = *a;
	return ++s->count > 1;
}

int player_choose(const struct game *g, const struct tileset *ts, int seat, struct action *out)
{
	struct search s = {.g = g, .ts = ts, .seat = seat, .steps = STEPS};
	struct events events;
	struct game copy;

	/* Nothing to choose: nothing to try, so a draw never happens in a copy. */
	game_legal(g, ts, seat, count_action, &s);
	if (s.count > 1) {
		memcpy(&copy, g, sizeof(copy));
		blind(&copy, ts);
		s.g = &copy;
		s.events = &events;
		s.count = 0;
		game_legal(&copy, ts, seat, try_action, &s);
	}
	if (s.count == 0)
		return -1;
	*out = s.chosen;
	return 0;
}

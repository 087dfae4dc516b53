/*
 * The built-in player: it wins against random players, finishes every game, and
 * what is hidden is hidden from it, too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/tileset_json.h"
#include "engine/core/player.h"
#include "tests/engine/conformance.h"
#include "tests/engine/support.h"

/* PLAYER_GAMES is how many games of each ruleset. */
enum { GAMES = 120, ACTIONS_MAX = 2000, WIN_PERCENT = 95 };

static struct tileset sets[2];
static struct events events;

static int games(void)
{
	const char *text = getenv("PLAYER_GAMES");

	return text ? atoi(text) : GAMES;
}

static const struct tileset *set_of(const struct ruleset *r)
{
	struct tileset *ts = &sets[r == ruleset_find("south-seas", 0)];
	const struct ruleset *ruleset;
	size_t size;
	const char *text = tileset_bundled(r, &size);

	if (!ts->tile_count)
		ck_assert_int_eq(tileset_read(ts, &ruleset, text, size, NULL), 0);
	return ts;
}

struct pick { struct dice *dice; int seen; struct action action; };

/* Each action of the list is as likely as any other. */
static int consider(void *arg, const struct action *a)
{
	struct pick *p = arg;

	if (dice_roll(p->dice, (unsigned)++p->seen) == 0)
		p->action = *a;
	return 0;
}

static int waited_for(const struct game *g)
{
	int seat = 0;

	while (!(game_waiting_for(g) >> seat & 1))
		seat++;
	return seat;
}

struct clocked { double sum, most; long count; };

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static struct action choose(const struct game *g, const struct tileset *ts, int seat, struct clocked *c)
{
	static struct game before;
	struct action a;
	double began = now_ms();

	memcpy(&before, g, sizeof(before));
	ck_assert_int_eq(player_choose(g, ts, seat, &a), 0);
	ck_assert_mem_eq(&before, g, sizeof(before));
	began = now_ms() - began;
	c->sum += began;
	c->count++;
	if (began > c->most)
		c->most = began;
	return a;
}

/* The seats of the bit set are played by the built-in player, the others at random. */
static void play(struct game *g, const struct tileset *ts, unsigned built_in, struct dice *dice, struct clocked *c)
{
	struct game_error err;
	int left = ACTIONS_MAX;

	while (g->now.phase != PHASE_OVER) {
		int seat = waited_for(g);
		struct pick p = {.dice = dice};

		ck_assert_int_gt(left--, 0);
		if (built_in >> seat & 1)
			p.action = choose(g, ts, seat, c);
		else
			game_legal(g, ts, seat, consider, &p);
		ck_assert_msg(game_apply(g, ts, &p.action, &events, &err) == 0, "%s", err.text);
	}
}

static void begin(struct game *g, const struct ruleset *r, int seats, unsigned seed, int defaults)
{
	struct dice dice = {seed};
	struct game_setup setup;
	struct game_error err;

	do
		conformance_setup(&setup, r, &dice);
	while (setup.seat_count != seats);
	if (defaults)
		ruleset_default_options(r, setup.options);
	ck_assert_msg(game_start(g, set_of(r), &setup, &events, &err) == 0, "%s", err.text);
}

START_TEST(it_beats_random_players)
{
	static struct game g;
	const struct ruleset *r = rulesets[_i];
	int count = games(), halves = 0;
	struct clocked c = {0};
	long points[2] = {0, 0};

	for (int n = 0; n < count; n++) {
		struct dice dice = {(uint64_t)n};
		int seat = n % 2;

		begin(&g, r, 2, (unsigned)n, 1);
		play(&g, set_of(r), 1u << seat, &dice, &c);
		if (g.now.winners >> seat & 1)
			halves += g.now.winners == 1u << seat ? 2 : 1;
		points[0] += game_score(&g, set_of(r), seat);
		points[1] += game_score(&g, set_of(r), 1 - seat);
	}
	printf("%s: %d games, %.1f %% won, %.1f points against %.1f; %.2f ms a move, at most %.1f\n", r->id, count,
		50.0 * halves / count, (double)points[0] / count, (double)points[1] / count, c.sum / (double)c.count, c.most);
	ck_assert_int_ge(50 * halves, WIN_PERCENT * count);
}
END_TEST

/* Whatever the options, however many seats, teams too: all of them built in. */
START_TEST(it_finishes_every_game)
{
	static struct game g;
	const struct ruleset *r = rulesets[_i];

	for (int n = 0; n < 8; n++) {
		struct dice dice = {(uint64_t)n};
		struct clocked c = {0};

		begin(&g, r, 2 + n % 4, (unsigned)n + 1000, 0);
		play(&g, set_of(r), ~0u, &dice, &c);
		ck_assert_int_ne(g.now.over_reason, OVER_ONE_SEAT_LEFT);
	}
}
END_TEST

/* Another order of the bag and of what else is hidden, another seed: the same choice. */
static void swap_future(struct game *g, const struct tileset *ts, struct dice *dice)
{
	const struct conformance_oracle *row = conformance_oracle(game_ruleset(g)->id);

	for (int i = g->bag_count - 1; i > g->now.drawn; i--) {
		int j = g->now.drawn + (int)dice_roll(dice, (unsigned)(i - g->now.drawn + 1));
		uint8_t face = g->bag[i];

		g->bag[i] = g->bag[j];
		g->bag[j] = face;
	}
	for (int i = 0; i < RNG_SEED_SIZE; i++)
		g->rng.seed[i] = (unsigned char)dice_roll(dice, 256);
	if (row->scramble)
		row->scramble(g, ts);
}

START_TEST(it_does_not_know_what_is_hidden)
{
	static struct game g, other;
	const struct ruleset *r = rulesets[_i];
	const struct tileset *ts = set_of(r);
	long compared = 0;

	for (int n = 0; n < 12; n++) {
		struct dice dice = {(uint64_t)n};
		struct game_error err;

		begin(&g, r, 2 + n % 4, (unsigned)n + 2000, 0);
		while (g.now.phase != PHASE_OVER) {
			int seat = waited_for(&g);
			struct pick p = {.dice = &dice};
			struct action a, b;

			game_legal(&g, ts, seat, consider, &p);
			if (p.seen > 1 && dice_roll(&dice, 3) == 0) {
				memcpy(&other, &g, sizeof(other));
				swap_future(&other, ts, &dice);
				ck_assert_int_eq(player_choose(&g, ts, seat, &a), 0);
				ck_assert_int_eq(player_choose(&other, ts, seat, &b), 0);
				ck_assert_mem_eq(&a, &b, sizeof(a));
				compared++;
			}
			ck_assert_int_eq(game_apply(&g, ts, &p.action, &events, &err), 0);
		}
	}
	ck_assert_int_gt(compared, 200);
}
END_TEST

START_TEST(it_has_nothing_to_say_out_of_turn)
{
	static struct game g;
	struct action a;

	begin(&g, rulesets[_i], 2, 1, 1);
	ck_assert_int_eq(player_choose(&g, set_of(rulesets[_i]), 1 - waited_for(&g), &a), -1);
	ck_assert_int_eq(player_choose(&g, set_of(rulesets[_i]), 7, &a), -1);
	ck_assert_int_eq(player_choose(&g, set_of(rulesets[_i]), -1, &a), -1);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_loop_test(t, it_beats_random_players, 0, ruleset_count);
	tcase_add_loop_test(t, it_finishes_every_game, 0, ruleset_count);
	tcase_add_loop_test(t, it_does_not_know_what_is_hidden, 0, ruleset_count);
	tcase_add_loop_test(t, it_has_nothing_to_say_out_of_turn, 0, ruleset_count);
}

int main(void)
{
	return run_suite_within("built-in player", fill, 300);
}

/*
 * Games of Star Wars Carcassonne that cannot be true, each by one change to a
 * sound one, and the reason that names it.  That snapshots come back as they
 * were, and what damage does, is the conformance run's affair.
 */
#include <string.h>

#include "engine/core/step.h"
#include "engine/star_wars/star_wars.h"
#include "tests/engine/conformance.h"
#include "tests/engine/support.h"

static struct game game;
static struct events events;
static struct game_error err;

static const struct tileset *tiles(void)
{
	return tileset_of(&star_wars_1);
}

/* --- sound games to begin with --- */

static void start(int seats, int teams, unsigned seed)
{
	struct game_setup setup = { .ruleset = &star_wars_1, .seat_count = seats };

	ruleset_default_options(&star_wars_1, setup.options);
	setup.options[SW_AUTO_BATTLE] = 0;
	setup.options[SW_TEAMS] = (uint8_t)teams;
	memcpy(setup.game_seed, &seed, sizeof seed);
	for (int seat = 0; seat < seats; seat++) {
		int fixed = ruleset_seat_colour(&star_wars_1, setup.options, seat);

		setup.colours[seat] = (uint8_t)(fixed >= 0 ? fixed : seat);
	}
	ck_assert_int_eq(game_start(&game, tiles(), &setup, &events, &err), 0);
}

struct choice { unsigned left; struct action action; };

static int choose(void *arg, const struct action *a)
{
	struct choice *c = arg;

	c->action = *a;
	return c->left-- == 0;
}

static void act_at_random(struct dice *d)
{
	struct choice c = { .left = dice_roll(d, 12) };

	game_legal(&game, tiles(), game.now.seat, choose, &c);
	ck_assert_int_eq(game_apply(&game, tiles(), &c.action, &events, &err), 0);
}

static int any_complete(void)
{
	for (int node = 0; node < game.board.node_count; node++)
		if (feature_root(&game.board, node) == node && feature_ends_to_come(&game.board, tiles(), node) == 0 &&
		    board_node_tile(&game.board, node) > 0)
			return node;
	return -1;
}

/* Play at random until `wanted` holds. */
static void play_until(int seats, int teams, int (*wanted)(void))
{
	for (unsigned seed = 1; ; seed++) {
		struct dice dice = { seed };

		start(seats, teams, seed);
		while (game.now.phase != PHASE_OVER) {
			if (wanted())
				return;
			act_at_random(&dice);
		}
		ck_assert_int_lt(seed, 1000);
	}
}

/* The first piece that stands on no planet, or -1. */
static int on_no_planet(void)
{
	for (int i = 0; i < game.now.piece_count; i++)
		if (feature_shape(&game.board, tiles(), game.now.pieces[i].node) != SHAPE_CENTRE)
			return i;
	return -1;
}

static int is_battle(void)
{
	return game.now.phase == PHASE_BATTLE && game.trail_count > 0 && on_no_planet() >= 0;
}

/* Seat 1 is on turn, enough lies and stands, something is complete. */
static int is_draw(void)
{
	return game.now.phase == PHASE_DRAW && game.now.seat == 1 && game.board.tile_count > 12 &&
		game.now.piece_count > 3 && any_complete() >= 0;
}

/* --- one change --- */

static void drop_pieces(struct game *g, unsigned seats)
{
	for (int i = g->now.piece_count - 1; i >= 0; i--)
		if (seats >> g->now.pieces[i].seat & 1)
			pieces_remove(&g->now, i);
}

/* So many meeples of seat 0 and of that size, each on a feature of its own that is not complete. */
static void only_meeples(struct game *g, int count, int size)
{
	drop_pieces(g, 31);
	for (int node = 0; node < g->board.node_count && g->now.piece_count < count; node++)
		if (feature_root(&g->board, node) == node && feature_ends_to_come(&g->board, tiles(), node) &&
		    board_node_tile(&g->board, node) > 0)
			pieces_add(&g->now, 0, node, size);
	ck_assert_int_eq(g->now.piece_count, count);
}

static void points_of_nobody(struct game *g) { sw_state(&g->now)->scores[g->seat_count] = 1; }
static void points_of_third_team(struct game *g) { sw_state(&g->now)->scores[2] = 1; }
static void points_beyond(struct game *g) { sw_state(&g->now)->scores[0] = SW_SCORE_LIMIT + 1; }
static void no_such_size(struct game *g) { g->now.pieces[0].size = 2; }
static void five_small(struct game *g) { only_meeples(g, SW_SMALL + 1, SW_SIZE_SMALL); }
static void two_large(struct game *g) { only_meeples(g, SW_LARGE + 1, SW_SIZE_LARGE); }
static void on_the_start_tile(struct game *g) { g->now.pieces[0].node = 0; }
static void two_on_a_segment(struct game *g)
{
	struct piece p = g->now.pieces[on_no_planet()];

	drop_pieces(g, 31);
	pieces_add(&g->now, p.seat, p.node, SW_SIZE_SMALL);
	pieces_add(&g->now, p.seat, p.node, SW_SIZE_SMALL);
}
static void on_a_complete_feature(struct game *g)
{
	drop_pieces(g, 31);
	pieces_add(&g->now, 0, any_complete(), SW_SIZE_SMALL);
}
static void battle_not_fought(struct game *g) { g->now.phase = PHASE_DRAW; g->now.placed = TILE_NONE; }
static void battle_of_nobody(struct game *g) { drop_pieces(g, 31); }
static void battle_of_one(struct game *g) { drop_pieces(g, 1); }
static void battle_unasked(struct game *g) { g->options[SW_AUTO_BATTLE] = 1; }
static void phase_of_another_game(struct game *g) { g->now.phase = PHASE_DECIDE; g->now.decider = 0; }
static void delivery(struct game *g) { g->now.phase = PHASE_DELIVER; }
static void colours_of_other_teams(struct game *g) { g->colours[0] = SW_BLACK; g->colours[1] = SW_RED; }
static void orange_in_a_team(struct game *g) { g->colours[3] = SW_ORANGE; }
static void teams_of_two_seats(struct game *g) { g->options[SW_TEAMS] = 1; }
static void one_team_left(struct game *g)
{
	drop_pieces(g, 5);
	g->now.seat_state[0] = g->now.seat_state[2] = SEAT_RESIGNED;
}
static void battle_of_mates(struct game *g)
{
	int node = 0;

	/* They stand together on a planet, in peace. */
	while (feature_shape(&g->board, tiles(), node) != SHAPE_CENTRE || feature_ends_to_come(&g->board, tiles(), node) == 0)
		node++;
	drop_pieces(g, 31);
	pieces_add(&g->now, 0, node, SW_SIZE_SMALL);
	pieces_add(&g->now, 2, node, SW_SIZE_LARGE);
}
static void option_beyond(struct game *g) { g->options[SW_UNPLACEABLE] = 2; }

static const struct {
	int seats, teams;
	int (*wanted)(void);
	void (*change)(struct game *);
	const char *reason;		/* a part of it */
} untrue[] = {
	{ 2, 0, is_battle, points_of_nobody, "points" }, { 4, 1, is_draw, points_of_third_team, "points" },
	{ 3, 0, is_draw, points_beyond, "points" }, { 2, 0, is_battle, no_such_size, "size" },
	{ 2, 0, is_draw, five_small, "more meeples" }, { 5, 0, is_draw, two_large, "more meeples" },
	{ 2, 0, is_draw, on_the_start_tile, "start tile" }, { 2, 0, is_battle, two_on_a_segment, "one segment" },
	{ 4, 0, is_draw, on_a_complete_feature, "complete" }, { 2, 0, is_battle, battle_not_fought, "not fought" },
	{ 2, 0, is_battle, battle_of_nobody, "none to ask for" }, { 2, 0, is_battle, battle_of_one, "none to ask for" },
	{ 4, 1, is_battle, battle_of_mates, "none to ask for" }, { 2, 0, is_battle, battle_unasked, "none to ask for" },
	{ 2, 0, is_battle, phase_of_another_game, "no such phase" }, { 2, 0, is_battle, delivery, "no such phase" },
	{ 4, 1, is_draw, colours_of_other_teams, "colour of another" }, { 4, 1, is_draw, orange_in_a_team, "colour of another" },
	{ 2, 0, is_draw, teams_of_two_seats, "exactly 4 seats" }, { 4, 1, is_draw, one_team_left, "goes on" },
	{ 2, 0, is_draw, option_beyond, "option unplaceable" },
};

START_TEST(untrue_games_are_named)
{
	char why[120] = "";

	play_until(untrue[_i].seats, untrue[_i].teams, untrue[_i].wanted);
	ck_assert_msg(game_check(&game, tiles(), why) == 0, "%s", why);
	untrue[_i].change(&game);
	ck_assert_int_eq(game_check(&game, tiles(), why), -1);
	ck_assert_msg(strstr(why, untrue[_i].reason) != NULL, "expected \"%s\" in \"%s\"", untrue[_i].reason, why);
}
END_TEST

/* Bytes of another ruleset, and of the same game with other marks behind the same tiles. */
START_TEST(snapshots_know_their_game)
{
	static unsigned char bytes[GAME_SNAPSHOT_MAX];
	static struct game other;
	char why[120] = "";
	size_t size;

	play_until(4, 1, is_draw);
	size = game_encode(&game, tiles(), bytes);
	ck_assert_int_eq(game_decode(&other, tiles(), bytes, size, why), 0);
	ck_assert_mem_eq(&other, &game, sizeof game);
	ck_assert_int_eq(game_decode(&other, bundled_tileset(), bytes, size, why), -1);
	ck_assert_str_ne(why, "");
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_loop_test(t, untrue_games_are_named, 0, sizeof untrue / sizeof untrue[0]);
	tcase_add_test(t, snapshots_know_their_game);
}

int main(void)
{
	return run_suite("snapshots of star wars", fill);
}

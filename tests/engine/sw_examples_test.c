/*
 * The examples of the rules page, each as a built position with the page's
 * dice and numbers, on the bundled tile set.
 */
#include "tests/engine/galaxy.h"

START_TEST(sw_4_1_example_route_of_3_tiles)
{
	struct play p;

	/* A merchant on the right one of three routes; white completes it and explores. */
	play_start_colours(&p, star_wars_tileset(), "red white", "");
	lay(&p, 0, "sw22", 0, -1, 0, 0, "e");
	expect_scores(&p, 0, 0);
	lay(&p, 1, "sw19", 0, 1, 0, 0, "a");
	expect_scores(&p, 3, 0);
	ck_assert_int_eq(meeples_of(&p, 0, SMALL), 4);
	ck_assert_int_eq(pieces_at(&p, 1, 1, 0, "a"), 1);	/* not included, so it remains */
}
END_TEST

START_TEST(sw_4_2_example_field_with_a_symbol_is_8)
{
	struct play p;

	play_start_colours(&p, star_wars_tileset(), "red white", "");
	lay(&p, 0, "sw07", 0, 0, -1, 90, "a");
	lay(&p, 1, "sw22", 0, -1, 0, 0, NULL);
	expect_scores(&p, 0, 0);
	lay(&p, 0, "sw04", 0, 0, -2, 180, NULL);
	expect_scores(&p, 8, 0);
	ck_assert_int_eq(meeples_of(&p, 0, SMALL), 4);
}
END_TEST

START_TEST(sw_4_3_example_planet_is_11)
{
	struct play p;

	play_start_colours(&p, star_wars_tileset(), "red white", "");
	lay(&p, 0, "sw31", 0, 0, 1, 0, NULL);
	put(&p, 1, "sw27", 0, 1, 0, 0);
	act(&p, skip_by(1));
	put(&p, 0, "sw24", 0, 1, 1, 0);
	act(&p, planet_by(0, SMALL, 0, 1));	/* beside it, directly on the planet */
	lay(&p, 1, "sw28", 0, 1, 2, 180, NULL);
	lay(&p, 0, "sw28", 0, -1, 0, 270, NULL);
	lay(&p, 1, "sw25", 0, -1, 1, 0, NULL);
	lay(&p, 0, "sw28", 0, -1, 2, 90, NULL);
	expect_scores(&p, 0, 0);
	lay(&p, 1, "sw04", 0, 0, 2, 180, NULL);
	/* The symbols on the routes around it do not count. */
	expect_scores(&p, 11, 0);
	ck_assert_int_eq(meeples_of(&p, 0, SMALL), 4);
}
END_TEST

START_TEST(sw_3_3_example_route_battle_6_against_1)
{
	struct play p;

	play_start_colours(&p, star_wars_tileset(), "red white", "");
	lay(&p, 0, "sw34", 0, 1, 0, 90, "s");		/* a route that begins at a planet of the rebels */
	lay(&p, 1, "sw04", 0, 0, -1, 180, NULL);
	lay(&p, 0, "sw04", 0, -1, -1, 0, NULL);
	lay(&p, 1, "sw04", 0, -2, -1, 0, NULL);
	lay(&p, 0, "sw04", 0, 2, 0, 0, NULL);
	lay(&p, 1, "sw22", 0, -2, 0, 0, "e");
	put(&p, 0, "sw01", 1, -1, 0, 180);
	force_dice(&p, "6 1");
	act(&p, skip_by(0));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "sides.0.dice", "1"));	/* no die for the planet's symbol */
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "sides.1.dice", "1"));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "points.0.points", "1"));
	ck_assert(event_is(&p, EVENT_FEATURE_SCORED, 0, "awards.0.points", "4"));
	expect_scores(&p, 4, 1);
	ck_assert_int_eq(meeples_of(&p, 1, SMALL), 4);
}
END_TEST

START_TEST(sw_3_4_example_field_battle_of_three)
{
	enum { RED, WHITE, BLACK };
	const struct facts *f;
	struct play p;

	play_start_colours(&p, star_wars_tileset(), "red white black", "");
	lay(&p, RED, "sw31", 0, 0, 1, 0, NULL);
	lay(&p, WHITE, "sw04", 0, 1, 1, 90, NULL);
	lay(&p, BLACK, "sw04", 0, -1, 1, 270, NULL);
	lay(&p, RED, "sw06", 0, -1, 2, 0, "a");		/* with the symbol of the rebels */
	lay(&p, WHITE, "sw28", 0, -1, 3, 0, NULL);
	lay(&p, BLACK, "sw04", 0, 1, 2, 270, "+a");
	lay(&p, RED, "sw04", 0, -2, 2, 90, NULL);
	lay(&p, WHITE, "sw04", 0, 0, 3, 0, "a");
	lay(&p, BLACK, "sw28", 0, 2, 2, 270, NULL);
	put(&p, RED, "sw10", 0, 0, 2, 180);
	force_dice(&p, "4 <5 3 4 <5 <6 <6 6 <6");
	act(&p, skip_by(RED));
	f = event_facts(&p, find_event(&p, EVENT_BATTLE_FOUGHT, 0));
	ck_assert_int_eq(fact_number(f, "sides.0.dice"), 2);
	ck_assert_int_eq(fact_number(f, "sides.1.dice"), 1);
	ck_assert_int_eq(fact_number(f, "sides.2.dice"), 2);
	ck_assert_int_eq(fact_number(f, "throws.0.lost.0"), WHITE);
	ck_assert_int_eq(fact_number(f, "throws.0.tied.0"), RED);
	ck_assert_int_eq(fact_number(f, "throws.0.tied.1"), BLACK);
	ck_assert_int_eq(fact_count(f, "throws"), 2);
	ck_assert_int_eq(fact_number(f, "throws.1.lost.0"), RED);
	ck_assert_int_eq(fact_number(f, "winner.seat"), BLACK);
	ck_assert_int_eq(fact_number(f, "points.0.points"), 3);
	ck_assert_int_eq(fact_number(f, "points.1.points"), 1);
	ck_assert_int_eq(fact_number(f, "points.2.points"), 1);
	ck_assert(event_is(&p, EVENT_FEATURE_SCORED, 0, "awards.0.points", "12"));
	expect_scores(&p, 1 + 2, 1, 1 + 12);
	ck_assert_int_eq(meeples_of(&p, BLACK, LARGE), 1);
	ck_assert_int_eq(pieces_on_board(&p), 0);
}
END_TEST

START_TEST(sw_2_3_example_attack_on_a_planet)
{
	enum { RED, WHITE };
	const struct facts *f;
	struct play p;

	play_start_colours(&p, star_wars_tileset(), "red white", "");
	lay(&p, RED, "sw04", 0, 0, -1, 180, NULL);
	lay(&p, WHITE, "sw31", 0, 0, 1, 0, "+p");
	put(&p, RED, "sw25", 0, 1, 1, 0);		/* a route with the symbol of the empire */
	force_dice(&p, "5 <6 5 <6 5 <6 4 <5");
	act(&p, planet_by(RED, SMALL, 0, 1));
	f = event_facts(&p, find_event(&p, EVENT_BATTLE_FOUGHT, 0));
	ck_assert_int_eq(fact_number(f, "sides.0.dice"), 2);
	ck_assert_int_eq(fact_number(f, "sides.1.dice"), 2);
	ck_assert_int_eq(fact_count(f, "throws"), 2);
	ck_assert_int_eq(fact_number(f, "winner.seat"), RED);
	expect_scores(&p, 1, 1 + 2);
	ck_assert_int_eq(pieces_at(&p, RED, 0, 1, "p"), 1);
	ck_assert_int_eq(pieces_on_board(&p), 1);
	ck_assert_int_eq(meeples_of(&p, WHITE, LARGE), 1);
	expect_turn(&p, WHITE, PHASE_DRAW);		/* it is now the next player's turn */
}
END_TEST

START_TEST(sw_5_2_example_final_scoring)
{
	enum { RED, GREEN, BLACK, WHITE, ORANGE };
	struct play p;

	play_start_colours(&p, star_wars_tileset(), "red green black white orange", "");
	lay(&p, RED, "sw01", 1, 1, 0, 0, "r");
	lay(&p, GREEN, "sw06", 0, 0, -1, 90, "a");
	lay(&p, BLACK, "sw01", 1, -1, 0, 0, "a");
	lay(&p, WHITE, "sw15", 0, 1, -1, 90, "a");
	lay(&p, ORANGE, "sw33", 0, 0, 1, 0, "p");
	next_tile(&p, "sw15", 0);
	shorten_bag(&p, 1);
	expect_scores(&p, 0, 0, 0, 0, 0);
	lay(&p, RED, "sw15", 0, 0, -2, 90, NULL);
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_SCORED), 5);
	expect_scores(&p, 3, 5, 1, 2, 6);
	ck_assert_int_eq(pieces_on_board(&p), 5);
	ck_assert_str_eq(result_fact(&p, "winners.0"), "4");
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, sw_4_1_example_route_of_3_tiles);
	tcase_add_test(t, sw_4_2_example_field_with_a_symbol_is_8);
	tcase_add_test(t, sw_4_3_example_planet_is_11);
	tcase_add_test(t, sw_3_3_example_route_battle_6_against_1);
	tcase_add_test(t, sw_3_4_example_field_battle_of_three);
	tcase_add_test(t, sw_2_3_example_attack_on_a_planet);
	tcase_add_test(t, sw_5_2_example_final_scoring);
}

int main(void)
{
	return run_suite("star wars: examples of the page", fill);
}

/*
 * The examples of the rules page, each as a built position with the page's
 * numbers, on the bundled tile set.
 */
#include "tests/engine/support.h"

START_TEST(ss_3_1_example_bridge_of_2_shells)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss02", 1, 1, 0, 0, "w");
	lay(&p, 1, "ss02", 2, -1, 0, 0, NULL);
	expect_wares(&p, 0, 2, 0, 0);
}
END_TEST

START_TEST(ss_3_1_example_bridge_of_4_shells)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss01", 1, 1, 0, 90, "b");
	lay(&p, 1, "ss02", 2, -1, 0, 0, NULL);
	expect_wares(&p, 0, 0, 0, 0);
	lay(&p, 0, "ss02", 1, 2, 0, 0, NULL);
	expect_wares(&p, 0, 4, 0, 0);
	ck_assert_int_eq(supply_of(&p, 0), 4);
}
END_TEST

START_TEST(ss_3_2_example_island_of_2_bananas)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss05", 0, 0, -1, 180, "i");
	expect_wares(&p, 0, 0, 0, 2);
}
END_TEST

START_TEST(ss_3_2_example_island_of_4_bananas)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss07", 1, 0, -1, 90, "i");
	lay(&p, 1, "ss05", 0, 0, -2, 180, NULL);
	expect_wares(&p, 0, 0, 0, 4);
}
END_TEST

START_TEST(ss_3_3_example_enclosed_sea_of_5_fish)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss03", 0, 1, 0, 0, "sw");
	lay(&p, 1, "ss03", 0, 1, 1, 90, NULL);
	lay(&p, 0, "ss03", 5, -1, 0, 270, NULL);
	lay(&p, 1, "ss03", 2, -1, 1, 180, NULL);
	expect_wares(&p, 0, 0, 0, 0);
	lay(&p, 0, "ss01", 0, 0, 1, 90, NULL);
	expect_wares(&p, 0, 0, 5, 0);
	ck_assert_int_eq(supply_of(&p, 0), 4);
}
END_TEST

START_TEST(ss_3_7_example_boat_in_a_sea_of_5_fish)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss05", 0, 0, 1, 180, "s");
	lay(&p, 1, "ss05", 1, 1, 1, 90, NULL);
	lay(&p, 0, "ss05", 3, -1, 1, 270, NULL);
	expect_wares(&p, 0, 0, 5, 0);
	/* Then the pair is covered, and the fisherman is back. */
	ck_assert(is_covered(&p, 0, 1, "s", 0));
	ck_assert_int_eq(covered_groups(&p), 1);
	ck_assert_int_eq(supply_of(&p, 0), 4);
	ck_assert_int_gt(open_ends_of(&p, 0, 1, "s"), 0);
}
END_TEST

START_TEST(ss_3_8_example_market_takes_one_of_two_six_point_ships)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	set_ships(&p, "ship21 ship05 ship11 ship24", "ship02");
	lay(&p, 0, "ss20", 0, 0, 1, 0, "m");
	lay(&p, 1, "ss11", 0, 1, 0, 90, NULL);
	lay(&p, 0, "ss11", 1, -1, 0, 270, NULL);
	lay(&p, 1, "ss05", 0, 1, 1, 90, NULL);
	lay(&p, 0, "ss05", 1, -1, 1, 270, NULL);
	lay(&p, 1, "ss05", 2, 0, 2, 180, NULL);
	lay(&p, 0, "ss05", 3, 1, 2, 90, NULL);
	ck_assert_int_eq(board_neighbours(&p.g.board, board_tile_at(&p.g.board, 0, 1)), 7);
	put(&p, 1, "ss05", 4, -1, 2, 270);
	if (p.g.now.phase == PHASE_PIECE)
		act(&p, skip_by(1));
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 0);
	act(&p, choose_by(&p, 0, "ship24"));	/* the one on the far right */
	ck_assert(owns(&p, 0, "ship24"));
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 6);
	ck_assert_int_eq(supply_of(&p, 0), 4);
	ck_assert_str_eq(face_up(&p, 0), "ship21");
	ck_assert_str_eq(face_up(&p, 3), "ship02");
}
END_TEST

START_TEST(ss_3_5_example_two_islands_merge_4_bananas_each)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss16", 0, 0, -1, 90, "i");
	lay(&p, 1, "ss13", 0, 1, 0, 0, "i");
	ck_assert_int_ne(feature_of(&p, 0, -1, "i"), feature_of(&p, 1, 0, "i"));
	lay(&p, 0, "ss16", 4, 1, -1, 180, NULL);
	expect_wares(&p, 0, 0, 0, 4);
	expect_wares(&p, 1, 0, 0, 4);
	ck_assert_int_eq(supply_of(&p, 0), 4);
	ck_assert_int_eq(supply_of(&p, 1), 4);
}
END_TEST

START_TEST(ss_2a_3_example_tile_fisherman_and_boat_in_one_turn)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss05", 0, 0, 1, 180, NULL);
	lay(&p, 1, "ss05", 2, 1, 1, 90, "s");
	expect_wares(&p, 1, 0, 3, 0);
	ck_assert(is_covered(&p, 0, 1, "s", 0));
	ck_assert_int_eq(covered_groups(&p), 1);
	ck_assert_int_eq(supply_of(&p, 1), 4);
}
END_TEST

START_TEST(ss_5_2_example_final_evaluation)
{
	enum { RED, BLUE, GREEN, YELLOW, BLACK };
	struct play p;

	play_start(&p, bundled_tileset(), 5, "");
	lay(&p, RED, "ss07", 0, 0, -1, 90, "i");
	lay(&p, BLUE, "ss05", 2, 1, -1, 90, NULL);
	lay(&p, GREEN, "ss01", 1, 1, 0, 90, "b");
	lay(&p, YELLOW, "ss05", 0, 0, 1, 180, "s");
	lay(&p, BLACK, "ss05", 3, -1, -1, 270, NULL);
	lay(&p, RED, "ss13", 1, -1, -2, 90, "i");
	lay(&p, BLUE, "ss11", 1, 1, -2, 270, "i");
	lay(&p, GREEN, "ss10", 0, 0, -2, 0, NULL);	/* joins the three islands; open to the north */
	lay(&p, YELLOW, "ss05", 4, 1, 1, 90, "i");
	lay(&p, BLACK, "ss22", 1, -1, 1, 0, "m");
	lay(&p, RED, "ss01", 0, -1, -3, 0, NULL);
	lay(&p, BLUE, "ss05", 1, 0, 2, 0, "s");
	next_tile(&p, "ss16", 4);
	shorten_bag(&p, 1);
	for (int seat = 0; seat < 5; seat++)
		expect_wares(&p, seat, 0, 0, 0);
	lay(&p, GREEN, "ss16", 4, 1, 2, 90, NULL);	/* joins the two seas */
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	/* Left island: red 2, blue 1.  Bridge: green.  Sea: yellow and blue.  Right island: yellow. */
	expect_wares(&p, RED, 0, 0, 4);
	expect_wares(&p, BLUE, 0, 4, 0);
	expect_wares(&p, GREEN, 3, 0, 0);
	expect_wares(&p, YELLOW, 0, 4, 2);
	expect_wares(&p, BLACK, 0, 0, 0);
	ck_assert_int_eq(fact_count(seat_facts(&p, BLACK), "ships"), 0);
	ck_assert(has_piece(&p, BLACK, -1, 1, "m"));
	ck_assert_uint_eq(p.g.now.winners, 1u << YELLOW);
}
END_TEST

START_TEST(ss_5_3_example_27_points)
{
	static const char *const ships[] = { "ship01", "ship03", "ship11", "ship12", "ship17", "ship24" };
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	for (int i = 0; i < 6; i++)
		give_ship(&p, 0, ships[i]);	/* 2 + 3 + 4 + 4 + 5 + 6 */
	set_wares(&p, 0, 4, 3, 3);
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 27);
}
END_TEST

/* Seat 0 delivers so much to this ship and has one ware of each kind left. */
static void deliver_example(const char *ship, int points, int shells, int fish, int bananas)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "auto_end_turn=false");
	set_ships(&p, ship, "ship21");
	set_wares(&p, 0, shells + 1, fish, bananas + 1);
	put(&p, 0, "ss20", 0, 0, 1, 0);
	act(&p, skip_by(0));
	act(&p, deliver_by(&p, 0, ship, shells, fish, bananas));
	ck_assert(owns(&p, 0, ship));
	expect_wares(&p, 0, 1, 0, 1);
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), points);
	ck_assert_str_eq(face_up(&p, 0), "ship21");
}

START_TEST(ss_4_2_example_2_shells_1_fish_1_banana_5_points)
{
	deliver_example("ship17", 5, 2, 1, 1);
}
END_TEST

START_TEST(ss_4_2_example_any_6_wares_5_points)
{
	deliver_example("ship18", 5, 0, 3, 3);
}
END_TEST

START_TEST(ss_4_2_example_any_5_wares_4_points)
{
	deliver_example("ship11", 4, 0, 5, 0);
}
END_TEST

START_TEST(ss_4_2_example_4_identical_wares_3_points)
{
	deliver_example("ship03", 3, 4, 0, 0);
}
END_TEST

START_TEST(ss_4_2_example_3_wares_of_one_type_and_1_of_another_3_points)
{
	deliver_example("ship04", 3, 3, 0, 1);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, ss_3_1_example_bridge_of_2_shells);
	tcase_add_test(t, ss_3_1_example_bridge_of_4_shells);
	tcase_add_test(t, ss_3_2_example_island_of_2_bananas);
	tcase_add_test(t, ss_3_2_example_island_of_4_bananas);
	tcase_add_test(t, ss_3_3_example_enclosed_sea_of_5_fish);
	tcase_add_test(t, ss_3_7_example_boat_in_a_sea_of_5_fish);
	tcase_add_test(t, ss_3_8_example_market_takes_one_of_two_six_point_ships);
	tcase_add_test(t, ss_3_5_example_two_islands_merge_4_bananas_each);
	tcase_add_test(t, ss_2a_3_example_tile_fisherman_and_boat_in_one_turn);
	tcase_add_test(t, ss_5_2_example_final_evaluation);
	tcase_add_test(t, ss_5_3_example_27_points);
	tcase_add_test(t, ss_4_2_example_2_shells_1_fish_1_banana_5_points);
	tcase_add_test(t, ss_4_2_example_any_6_wares_5_points);
	tcase_add_test(t, ss_4_2_example_any_5_wares_4_points);
	tcase_add_test(t, ss_4_2_example_4_identical_wares_3_points);
	tcase_add_test(t, ss_4_2_example_3_wares_of_one_type_and_1_of_another_3_points);
}

int main(void)
{
	return run_suite("south seas: the examples of the page", fill);
}

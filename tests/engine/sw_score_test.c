/*
 * SW-4: points during the game.
 */
#include <string.h>

#include "tests/engine/galaxy.h"

START_TEST(sw_4_1_a_route_between_two_ends)
{
	struct play p;

	galaxy(&p, "red black", "", 2);
	route_with_gap(&p, 1, "r", 0, NULL);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_SCORED), 0);
	settle(&p, 0, "lane", 1, 1, 90, NULL);
	expect_scores(&p, 0, 3);
	ck_assert_int_eq(pieces_on_board(&p), 0);
}
END_TEST

START_TEST(sw_4_1_ends_at_intersection_asteroids_and_planet)
{
	struct play p;

	/* A fork and a planet with a route: two tiles. */
	galaxy(&p, "red black", "", 1);
	settle(&p, 0, "port", 0, 1, 90, "r");		/* its route looks west ... */
	settle(&p, 1, "fork", -1, 1, 0, NULL);
	expect_scores(&p, 2, 0);
	/* On the bundled set a route ends at the asteroids of sw16. */
	play_start(&p, star_wars_tileset(), 2, "auto_end_turn=false");
	put(&p, 0, "sw16", 0, 1, 0, 90);		/* route to the west */
	act(&p, meeple_by(&p, 0, SMALL, "r"));
	put(&p, 1, "sw19", 0, -1, 0, 0);		/* beyond the start tile: an intersection */
	act(&p, skip_by(1));
	expect_scores(&p, 3, 0);
}
END_TEST

START_TEST(sw_4_1_a_route_that_meets_itself)
{
	struct play p;

	galaxy(&p, "red black", "", 1);
	settle(&p, 0, "bend", 0, 1, 270, "r");		/* E, S */
	settle(&p, 1, "bend", 1, 1, 0, NULL);		/* S, W */
	settle(&p, 0, "bend", 1, 2, 90, NULL);		/* W, N */
	expect_scores(&p, 0, 0);
	settle(&p, 1, "bend", 0, 2, 180, NULL);		/* N, E */
	expect_scores(&p, 4, 0);
}
END_TEST

START_TEST(sw_4_1_a_tile_passed_twice_counts_once)
{
	struct play p;

	/* West end, over the bridge, round and from the south under it to the north. */
	galaxy(&p, "red black", "", 0);
	settle(&p, 0, "dock", 0, 1, 90, "r");
	settle(&p, 1, "dock", 1, 0, 180, NULL);
	settle(&p, 0, "dust", 2, 0, 0, NULL);
	settle(&p, 1, "bend", 2, 1, 0, NULL);		/* S, W */
	settle(&p, 0, "bend", 2, 2, 90, NULL);		/* W, N */
	settle(&p, 1, "bend", 1, 2, 180, NULL);		/* N, E */
	settle(&p, 0, "bridge", 1, 1, 0, NULL);
	/* Six tiles and the symbol of one of the bridge's two segments. */
	ck_assert_int_eq(fact_count(event_facts(&p, find_event(&p, EVENT_FEATURE_SCORED, 0)), "tiles"), 6);
	expect_scores(&p, 6 + 2, 0);
}
END_TEST

START_TEST(sw_4_2_a_field_without_open_side_2_per_tile)
{
	struct play p;

	galaxy(&p, "red black", "", 2);
	field_with_gap(&p, 1, "a", 0, NULL);
	settle(&p, 0, "belt", 1, 1, 0, NULL);
	expect_scores(&p, 0, 6);
}
END_TEST

START_TEST(sw_4_2_a_tile_entered_twice_counts_once)
{
	struct play p;

	/* A ring of three corners and a twin. */
	galaxy(&p, "red black", "", 1);
	settle(&p, 0, "corner", 0, 1, 90, "a");		/* E, S */
	settle(&p, 1, "corner", 1, 1, 180, NULL);	/* S, W */
	settle(&p, 0, "corner", 1, 2, 270, NULL);	/* W, N */
	settle(&p, 1, "twin", 0, 2, 0, NULL);		/* N and E */
	ck_assert_int_eq(feature_of(&p, 0, 2, "n"), feature_of(&p, 0, 2, "e"));
	expect_scores(&p, 8, 0);
}
END_TEST

/*
 * A black planet at (0,1) of seat 1 with so many of the 8 fields around it
 * filled, the start tile included; those to the east with tiles of that kind.
 */
static void surround(struct play *p, int fields, const char *east)
{
	static const struct { int x, y, degrees; } around[7] = { { 1, 0, 0 }, { -1, 0, 0 }, { 1, 1, 90 }, { -1, 1, 270 },
		{ 1, 2, 90 }, { -1, 2, 270 }, { 0, 2, 180 } };

	galaxy(p, "red black", "", 0);
	put(p, 0, "dust", 1, 0, -1, 180);
	act(p, skip_by(0));
	put(p, 1, "black-planet", 0, 0, 1, 0);
	act(p, meeple_by(p, 1, SMALL, "p"));
	for (int i = 0; i < fields - 1; i++)
		settle(p, p->g.now.seat, around[i].x == 1 ? east : "dust", around[i].x, around[i].y,
			around[i].x == 1 && strcmp(east, "dust") != 0 ? 0 : around[i].degrees, NULL);
}

START_TEST(sw_4_3_a_planet_with_eight_tiles_around_it)
{
	struct play p;

	surround(&p, 7, "dust");
	expect_scores(&p, 0, 0);
	ck_assert_str_eq(feature_fact(&p, 0, 1, "p", "open_ends"), "1");
	surround(&p, 8, "dust");
	expect_scores(&p, 0, 9 + 2);
	ck_assert_int_eq(meeples_of(&p, 1, SMALL), 4);
	ck_assert(event_is(&p, EVENT_FEATURE_SCORED, 0, "feature_type", "planet"));
}
END_TEST

START_TEST(sw_4_4_two_for_each_symbol_of_whichever_faction)
{
	struct play p;

	galaxy(&p, "orange green", "", 4);
	settle(&p, 0, "dock", 0, 1, 90, "r");
	settle(&p, 1, "red-lane", 1, 1, 90, NULL);
	settle(&p, 0, "black-lane", 2, 1, 90, NULL);
	settle(&p, 1, "red-lane", 3, 1, 90, NULL);
	ck_assert_str_eq(feature_fact(&p, 2, 1, "r", "symbols.rebels"), "2");
	ck_assert_str_eq(feature_fact(&p, 2, 1, "r", "symbols.empire"), "1");
	ck_assert_ptr_null(feature_fact(&p, 2, 1, "r", "symbols.hunters"));
	settle(&p, 0, "dock", 4, 1, 270, NULL);
	expect_scores(&p, 5 + 6, 0);
	galaxy(&p, "orange green", "", 2);
	field_with_gap(&p, 0, "a", 1, NULL);
	settle(&p, 1, "black-belt", 1, 1, 0, NULL);
	expect_scores(&p, 6 + 2, 0);
}
END_TEST

START_TEST(sw_4_4_symbols_around_a_planet_are_not_its_own)
{
	struct play p;

	surround(&p, 8, "red-lane");
	expect_scores(&p, 0, 11);
}
END_TEST

START_TEST(sw_4_5_place_complete_and_take_back_in_one_turn)
{
	struct play p;

	galaxy(&p, "red black", "", 0);
	arrive(&p, 0, "dust", 0, -1, 180);
	act(&p, meeple_by(&p, 0, LARGE, "a"));
	expect_scores(&p, 4, 0);
	ck_assert_int_eq(meeples_of(&p, 0, LARGE), 1);
	ck_assert(event_is(&p, EVENT_FEATURE_SCORED, 0, "pieces.0", "1"));
}
END_TEST

START_TEST(sw_4_5_unoccupied_features_score_nothing)
{
	struct play p;

	galaxy(&p, "red black", "", 0);
	settle(&p, 0, "dust", 0, -1, 180, NULL);
	ck_assert_int_eq(open_ends_of(&p, 0, 0, "a"), 0);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_SCORED), 0);
	expect_scores(&p, 0, 0);
}
END_TEST

START_TEST(sw_4_5_planets_fields_routes)
{
	static const char *const types[] = { "planet", "asteroids", "route" };
	static const char *const points[] = { "11", "6", "3" };
	static const char *const sides[] = { "1", "0", "0" };
	static const struct { int x, y, degrees; } around[] = { { 3, 0, 0 }, { 3, 1, 90 }, { 3, 2, 90 }, { 3, 3, 90 },
		{ 2, 3, 180 }, { 1, 3, 180 } };
	struct play p;

	crossroads(&p, "", 0);
	act(&p, nth_legal(&p, 0, 0));		/* the ford goes elsewhere */
	act(&p, skip_by(0));
	for (int i = 0; i < 6; i++)
		settle(&p, p.g.now.seat, "dust", around[i].x, around[i].y, around[i].degrees, NULL);
	ck_assert_int_eq(board_tile_at(&p.g.board, 1, 1), BOARD_NO_TILE);
	settle(&p, 2, "ford", 1, 1, 0, NULL);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_SCORED), 3);
	for (int i = 0; i < 3; i++) {
		ck_assert(event_is(&p, EVENT_FEATURE_SCORED, i, "feature_type", types[i]));
		ck_assert(event_is(&p, EVENT_FEATURE_SCORED, i, "awards.0.points", points[i]));
		ck_assert(event_is(&p, EVENT_FEATURE_SCORED, i, "awards.0.seat", sides[i]));
	}
	expect_scores(&p, 9, 11, 0);
}
END_TEST

START_TEST(sw_4_5_everything_that_a_score_tells)
{
	const struct facts *f;
	struct play p;

	galaxy(&p, "red black", "", 2);
	field_with_gap(&p, 1, "a", 1, "+a");
	settle(&p, 0, "red-belt", 1, 1, 0, NULL);
	f = event_facts(&p, find_event(&p, EVENT_FEATURE_SCORED, 0));
	ck_assert_str_eq(fact(f, "type"), "feature-scored");
	ck_assert_int_eq(fact_number(f, "feature"), feature_of(&p, 1, 1, "a"));
	ck_assert_str_eq(fact(f, "feature_type"), "asteroids");
	ck_assert_str_eq(fact(f, "trigger"), "complete");
	ck_assert_str_eq(fact(f, "final"), "false");
	ck_assert_int_eq(fact_count(f, "tiles"), 3);
	ck_assert_int_eq(fact_number(f, "tiles.0.0"), 0);
	ck_assert_int_eq(fact_number(f, "tiles.0.1"), 1);
	ck_assert_int_eq(fact_number(f, "tiles.2.0"), 1);
	ck_assert_int_eq(fact_number(f, "symbols.rebels"), 1);
	ck_assert_int_eq(fact_count(f, "symbols"), 1);
	ck_assert_int_eq(fact_number(f, "pieces.1"), 2);
	ck_assert_int_eq(fact_count(f, "pieces"), 1);
	ck_assert_int_eq(fact_count(f, "awards"), 1);
	ck_assert_int_eq(fact_number(f, "awards.0.seat"), 1);
	ck_assert_int_eq(fact_number(f, "awards.0.points"), 8);
	ck_assert_ptr_null(fact(f, "awards.0.team"));
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, sw_4_1_a_route_between_two_ends);
	tcase_add_test(t, sw_4_1_ends_at_intersection_asteroids_and_planet);
	tcase_add_test(t, sw_4_1_a_route_that_meets_itself);
	tcase_add_test(t, sw_4_1_a_tile_passed_twice_counts_once);
	tcase_add_test(t, sw_4_2_a_field_without_open_side_2_per_tile);
	tcase_add_test(t, sw_4_2_a_tile_entered_twice_counts_once);
	tcase_add_test(t, sw_4_3_a_planet_with_eight_tiles_around_it);
	tcase_add_test(t, sw_4_4_two_for_each_symbol_of_whichever_faction);
	tcase_add_test(t, sw_4_4_symbols_around_a_planet_are_not_its_own);
	tcase_add_test(t, sw_4_5_place_complete_and_take_back_in_one_turn);
	tcase_add_test(t, sw_4_5_unoccupied_features_score_nothing);
	tcase_add_test(t, sw_4_5_planets_fields_routes);
	tcase_add_test(t, sw_4_5_everything_that_a_score_tells);
}

int main(void)
{
	return run_suite("star wars: points", fill);
}

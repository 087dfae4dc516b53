/*
 * SS-3.7: fishing boats, and which fish they cover.
 */
#include "tests/engine/support.h"

START_TEST(ss_3_7_a_boat_triggers_in_an_occupied_sea)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "open", 3, 1, 0, 0, "s");
	lay(&p, 1, "open", 4, 2, 0, 0, NULL);
	expect_wares(&p, 0, 0, 2, 0);
	expect_wares(&p, 1, 0, 0, 0);
	ck_assert_int_eq(supply_of(&p, 0), 4);
	ck_assert(is_covered(&p, 1, 0, "s", 0));
	ck_assert_int_eq(covered_groups(&p), 1);
	ck_assert_int_gt(open_ends_of(&p, 0, 0, "s"), 0);
}
END_TEST

START_TEST(ss_3_7_never_in_a_later_turn)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "open", 7, 1, 0, 0, NULL);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_EVALUATED), 0);
	ck_assert_int_eq(covered_groups(&p), 0);
	lay(&p, 1, "open", 3, 2, 0, 0, "s");
	lay(&p, 0, "open", 1, 3, 0, 0, NULL);
	expect_wares(&p, 1, 0, 0, 0);
	ck_assert_int_eq(pieces_on_board(&p), 1);
}
END_TEST

START_TEST(ss_3_7_the_fisherman_on_the_boat_tile_itself)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "open", 8, 1, 0, 0, "s");
	expect_wares(&p, 0, 0, 2, 0);
	ck_assert_int_eq(supply_of(&p, 0), 4);
	ck_assert(is_covered(&p, 1, 0, "s", 0));
}
END_TEST

START_TEST(ss_3_7_a_pair_before_a_single)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "open", 2, 1, 0, 0, "s");
	lay(&p, 1, "open", 3, 2, 0, 0, NULL);
	lay(&p, 0, "open", 2, 3, 0, 0, NULL);
	lay(&p, 1, "open", 4, 4, 0, 0, NULL);
	expect_wares(&p, 0, 0, 4, 0);
	ck_assert(is_covered(&p, 2, 0, "s", 0));
	ck_assert_int_eq(covered_groups(&p), 1);
	expect_turn(&p, 0, PHASE_DRAW);
}
END_TEST

START_TEST(ss_3_7_a_single_when_no_pair_is_left)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "open", 3, 1, 0, 0, "s");
	lay(&p, 1, "open", 2, 2, 0, 0, NULL);
	lay(&p, 0, "open", 4, 3, 0, 0, NULL);
	expect_wares(&p, 0, 0, 3, 0);
	ck_assert(is_covered(&p, 1, 0, "s", 0));
	lay(&p, 1, "open", 4, 4, 0, 0, "s");
	expect_wares(&p, 1, 0, 1, 0);
	ck_assert(is_covered(&p, 2, 0, "s", 0));
	ck_assert_int_eq(covered_groups(&p), 2);
}
END_TEST

START_TEST(ss_3_7_no_fish_left_and_nothing_is_covered)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "open", 4, 1, 0, 0, "s");
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_EVALUATED), 1);
	ck_assert_int_eq(count_events(&p, EVENT_FISH_COVERED), 0);
	expect_wares(&p, 0, 0, 0, 0);
	ck_assert_int_eq(supply_of(&p, 0), 4);
	expect_turn(&p, 1, PHASE_DRAW);
}
END_TEST

START_TEST(ss_3_7_the_active_seat_chooses_among_several)
{
	struct action a;
	struct play p;

	/* Pairs at (0,1), (1,0) and, two in one segment, at (2,0); a single at (3,0). */
	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "open", 3, 0, 1, 0, "s");
	lay(&p, 1, "open", 3, 1, 0, 0, NULL);
	lay(&p, 0, "open", 5, 2, 0, 0, NULL);
	lay(&p, 1, "open", 2, 3, 0, 0, NULL);
	lay(&p, 0, "open", 1, -1, 0, 0, NULL);
	lay(&p, 1, "open", 4, -2, 0, 0, NULL);
	expect_wares(&p, 0, 0, 9, 0);
	ck_assert_int_eq(pieces_on_board(&p), 0);
	/* The fish are awarded; the seat on turn, not the fisherman's, decides. */
	expect_turn(&p, 1, PHASE_DECIDE);
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 1);
	ck_assert_int_eq(count_events(&p, EVENT_DECISION_NEEDED), 1);
	ck_assert_int_eq(count_legal(&p, 1, ACTION_COVER_FISH), 4);
	ck_assert_int_eq(count_legal(&p, 1, ACTION_NONE), 4);
	ck_assert_int_eq(count_legal(&p, 0, ACTION_NONE), 0);
	a = nth_legal(&p, 1, 0);
	ck_assert_int_eq(a.x * 100 + a.y, 100);
	a = nth_legal(&p, 1, 1);
	ck_assert_int_eq(a.x * 100 + a.y * 10 + a.group, 200);
	a = nth_legal(&p, 1, 2);
	ck_assert_int_eq(a.x * 100 + a.y * 10 + a.group, 201);
	a = nth_legal(&p, 1, 3);
	ck_assert_int_eq(a.x * 100 + a.y, 1);
	must_refuse(&p, cover_by(&p, 1, 3, 0, "s", 0), REFUSED_RULE, "SS-3.7");	/* a single */
	must_refuse(&p, cover_by(&p, 1, 0, 0, "s", 0), REFUSED_RULE, "SS-3.7");	/* no fish */
	must_refuse(&p, cover_by(&p, 1, 2, 0, "s", 2), REFUSED_RULE, "SS-3.7");	/* no such group */
	must_refuse(&p, cover_by(&p, 0, 1, 0, "s", 0), REFUSED_NOT_YOUR_TURN, NULL);
	must_refuse(&p, end_by(1), REFUSED_PHASE, NULL);
	must_refuse(&p, choose_by(&p, 1, "five"), REFUSED_PHASE, NULL);
	act(&p, cover_by(&p, 1, 2, 0, "s", 1));
	ck_assert(is_covered(&p, 2, 0, "s", 1));
	ck_assert(!is_covered(&p, 2, 0, "s", 0));
	ck_assert_int_eq(covered_groups(&p), 1);
	expect_turn(&p, 0, PHASE_DRAW);
}
END_TEST

START_TEST(ss_3_7_covered_fish_count_no_more)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "open", 3, 1, 0, 0, "s");
	lay(&p, 1, "open", 4, 2, 0, 0, NULL);
	expect_wares(&p, 0, 0, 2, 0);
	lay(&p, 0, "open", 2, 3, 0, 0, "s");
	lay(&p, 1, "open", 4, 4, 0, 0, NULL);
	expect_wares(&p, 0, 0, 3, 0);
	/* Nor in the last evaluation. */
	lay(&p, 0, "open", 2, 5, 0, 0, "s");
	next_tile(&p, "open", 1);
	shorten_bag(&p, 1);
	lay(&p, 1, "open", 1, 6, 0, 0, NULL);
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	expect_wares(&p, 0, 0, 4, 0);
}
END_TEST

START_TEST(ss_3_7_a_complete_region_is_evaluated_once_and_nothing_covered)
{
	struct play p;

	/* A pond of 2 fish that the boat's own tile closes. */
	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "neck", 0, 1, 0, 0, NULL);
	lay(&p, 1, "cape", 0, 1, -1, 90, NULL);
	lay(&p, 0, "neck", 0, 2, -1, 90, NULL);
	lay(&p, 1, "cape", 0, 3, -1, 180, NULL);
	lay(&p, 0, "neck", 0, 3, 0, 0, NULL);
	lay(&p, 1, "cape", 0, 3, 1, 270, NULL);
	lay(&p, 0, "neck", 0, 2, 1, 90, NULL);
	lay(&p, 1, "cape", 0, 1, 1, 0, NULL);
	put(&p, 0, "open", 8, 2, 0, 0);
	ck_assert_int_eq(open_ends_of(&p, 2, 0, "s"), 0);
	act(&p, islander_by(&p, 0, "s"));
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_EVALUATED), 1);
	ck_assert_int_eq(count_events(&p, EVENT_FISH_COVERED), 0);
	expect_wares(&p, 0, 0, 2, 0);
	ck_assert_int_eq(covered_groups(&p), 0);
	/* A later boat beside the pond does not bring it back. */
	if (p.g.now.phase == PHASE_DELIVER)
		act(&p, end_by(0));
	lay(&p, 1, "open", 4, 0, 1, 0, NULL);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_EVALUATED), 0);
	expect_wares(&p, 0, 0, 2, 0);
}
END_TEST

START_TEST(ss_3_7_only_the_sea_that_the_boat_lies_in)
{
	struct play p;

	/* Seat 1 fishes inside the bend of bridges; the boat of the last tile lies outside. */
	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss03", 0, 1, 0, 0, NULL);
	lay(&p, 1, "ss03", 0, 1, 1, 90, "sw");
	put(&p, 0, "ss03", 3, -1, 0, 270);
	ck_assert_int_ne(feature_of(&p, -1, 0, "ne"), feature_of(&p, -1, 0, "sw"));
	ck_assert_int_eq(feature_of(&p, -1, 0, "sw"), feature_of(&p, 1, 1, "sw"));
	act(&p, skip_by(0));
	expect_wares(&p, 1, 0, 0, 0);
	ck_assert_int_eq(pieces_on_board(&p), 1);
	ck_assert_int_eq(covered_groups(&p), 0);
}
END_TEST

START_TEST(ss_3_7_a_boat_that_joins_two_seas)
{
	struct play p;

	/* Three seas, two fishermen of seat 0 and one of seat 1. */
	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "neck", 0, 1, 0, 0, "e");
	lay(&p, 1, "open", 3, 0, 1, 0, "s");
	lay(&p, 0, "tip", 0, 1, 1, 0, NULL);
	lay(&p, 1, "neck", 0, 0, 2, 90, NULL);
	put(&p, 0, "open", 2, 0, 3, 0);
	act(&p, islander_by(&p, 0, "s"));
	lay(&p, 1, "neck", 0, 1, 2, 90, NULL);
	lay(&p, 0, "tip", 0, 2, 2, 270, NULL);
	lay(&p, 1, "open", 1, 1, 3, 0, NULL);
	lay(&p, 0, "open", 1, 2, 3, 0, NULL);
	ck_assert_int_ne(feature_of(&p, 0, 3, "s"), feature_of(&p, 1, 0, "e"));
	ck_assert_int_ne(feature_of(&p, 0, 1, "s"), feature_of(&p, 1, 0, "e"));
	/* (2,2) has sea to the north, east and south: the southern sea comes up there. */
	lay(&p, 1, "open", 4, 2, 1, 0, NULL);
	ck_assert_int_eq(feature_of(&p, 0, 3, "s"), feature_of(&p, 0, 1, "s"));
	expect_wares(&p, 0, 0, 3, 0);
	expect_wares(&p, 1, 0, 3, 0);
	ck_assert(is_covered(&p, 0, 1, "s", 0));
	ck_assert_int_eq(pieces_on_board(&p), 1);
	/* And once more, to the sea where seat 0 is alone; the pair is covered by now. */
	lay(&p, 0, "open", 4, 2, 0, 0, NULL);
	expect_wares(&p, 0, 0, 4, 0);
	expect_wares(&p, 1, 0, 3, 0);
	ck_assert_int_eq(pieces_on_board(&p), 0);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, ss_3_7_a_boat_triggers_in_an_occupied_sea);
	tcase_add_test(t, ss_3_7_never_in_a_later_turn);
	tcase_add_test(t, ss_3_7_the_fisherman_on_the_boat_tile_itself);
	tcase_add_test(t, ss_3_7_a_pair_before_a_single);
	tcase_add_test(t, ss_3_7_a_single_when_no_pair_is_left);
	tcase_add_test(t, ss_3_7_no_fish_left_and_nothing_is_covered);
	tcase_add_test(t, ss_3_7_the_active_seat_chooses_among_several);
	tcase_add_test(t, ss_3_7_covered_fish_count_no_more);
	tcase_add_test(t, ss_3_7_a_complete_region_is_evaluated_once_and_nothing_covered);
	tcase_add_test(t, ss_3_7_only_the_sea_that_the_boat_lies_in);
	tcase_add_test(t, ss_3_7_a_boat_that_joins_two_seas);
}

int main(void)
{
	return run_suite("south seas: boats", fill);
}

/*
 * SS-2: placing an islander on the tile just placed, or taking one back.
 */
#include "tests/engine/support.h"

START_TEST(ss_2a_1_on_a_segment_of_the_tile_just_placed)
{
	static const char *const segments[] = { "m", "n", "s", "e", "w" };
	struct play p;

	/* Market, two bridges, two seas; on each of the five a game of its own. */
	for (int i = 0; i < 5; i++) {
		play_start(&p, bundled_tileset(), 2, "");
		put(&p, 0, "ss22", 1, 0, 1, 90);
		expect_turn(&p, 0, PHASE_PIECE);
		ck_assert_int_eq(count_legal(&p, 0, ACTION_ISLANDER), 5);
		act(&p, islander_by(&p, 0, segments[i]));
		ck_assert(has_piece(&p, 0, 0, 1, segments[i]));
		ck_assert_int_eq(pieces_on_board(&p), 1);
		ck_assert_int_eq(supply_of(&p, 0), 3);
		expect_turn(&p, 1, PHASE_DRAW);
	}
}
END_TEST

START_TEST(ss_2a_1_island_picker)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss07", 0, 0, -1, 90, "i");
	ck_assert(has_piece(&p, 0, 0, -1, "i"));
	ck_assert_str_eq(fact(view_facts(&p), "board.pieces.0.piece"), "islander");
}
END_TEST

START_TEST(ss_2a_1_only_one_and_only_from_the_own_supply)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "auto_end_turn=false");
	put(&p, 0, "ss22", 1, 0, 1, 90);
	must_refuse(&p, (struct action){ .type = ACTION_ISLANDER, .seat = 0, .segment = 5 }, REFUSED_UNKNOWN, NULL);
	must_refuse(&p, (struct action){ .type = ACTION_ISLANDER, .seat = 0, .segment = 255 }, REFUSED_UNKNOWN, NULL);
	must_refuse(&p, islander_by(&p, 1, "m"), REFUSED_NOT_YOUR_TURN, NULL);
	act(&p, islander_by(&p, 0, "m"));
	expect_turn(&p, 0, PHASE_DELIVER);
	must_refuse(&p, islander_by(&p, 0, "e"), REFUSED_PHASE, NULL);
	must_refuse(&p, retrieve_by(&p, 0, 0, 1, "m"), REFUSED_PHASE, NULL);
}
END_TEST

/* Seat 0 sends its four islanders out into tips that nobody can complete at once. */
static void send_all_out(struct play *p)
{
	static const struct { int x, y, degrees; } at[] = { { 1, 0, 0 }, { 2, 0, 0 }, { 3, 0, 0 }, { 4, 0, 0 } };

	for (int i = 0; i < 4; i++) {
		lay(p, 0, "tip", 0, at[i].x, at[i].y, at[i].degrees, "i");
		lay(p, 1, "open", 1, -1 - i, 0, 0, NULL);
	}
	ck_assert_int_eq(supply_of(p, 0), 0);
}

START_TEST(ss_2a_1_an_empty_supply_places_nothing)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	send_all_out(&p);
	put(&p, 0, "tip", 0, 5, 0, 0);
	expect_turn(&p, 0, PHASE_PIECE);
	ck_assert_int_eq(count_legal(&p, 0, ACTION_ISLANDER), 0);
	ck_assert_int_eq(count_legal(&p, 0, ACTION_RETRIEVE), 4);
	ck_assert_int_eq(count_legal(&p, 0, ACTION_SKIP), 1);
	must_refuse(&p, islander_by(&p, 0, "i"), REFUSED_RULE, "SS-2a.1");
}
END_TEST

START_TEST(ss_2a_2_no_islander_on_an_occupied_bridge)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss01", 0, 1, 0, 90, "b");
	/* The bridge runs on through the start tile to a market at the other end. */
	put(&p, 1, "ss22", 1, -1, 0, 90);
	must_refuse(&p, islander_by(&p, 1, "n"), REFUSED_RULE, "SS-2a.2");
	ck_assert(!is_legal(&p, islander_by(&p, 1, "n")));
	ck_assert(is_legal(&p, islander_by(&p, 1, "s")));
	ck_assert(is_legal(&p, islander_by(&p, 1, "m")));
	ck_assert(is_legal(&p, islander_by(&p, 1, "e")));
	act(&p, islander_by(&p, 1, "m"));
	ck_assert(has_piece(&p, 1, -1, 0, "m"));
}
END_TEST

START_TEST(ss_2a_2_no_islander_on_an_occupied_island)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss07", 0, 0, -1, 90, "i");
	put(&p, 1, "ss11", 0, 0, -2, 180);
	must_refuse(&p, islander_by(&p, 1, "i"), REFUSED_RULE, "SS-2a.2");
	ck_assert(is_legal(&p, islander_by(&p, 1, "b")));
	ck_assert(is_legal(&p, islander_by(&p, 1, "e")));
	act(&p, islander_by(&p, 1, "b"));
}
END_TEST

START_TEST(ss_2a_2_no_islander_beside_an_own_one)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "open", 2, 1, 0, 0, "s");
	lay(&p, 1, "tip", 0, 0, 1, 180, NULL);
	put(&p, 0, "pier", 0, 2, 0, 0);
	must_refuse(&p, islander_by(&p, 0, "s"), REFUSED_RULE, "SS-2a.2");
	ck_assert(is_legal(&p, islander_by(&p, 0, "b")));
}
END_TEST

START_TEST(ss_2a_2_what_counts_is_the_feature_after_the_placement)
{
	struct play p;

	/* The sea east of the neck is held; the last tile joins it to the free one. */
	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "neck", 0, 1, 0, 0, "e");
	lay(&p, 1, "open", 1, 0, 1, 0, NULL);
	lay(&p, 0, "tip", 0, 1, 1, 0, NULL);
	put(&p, 1, "open", 1, 2, 1, 0);
	ck_assert_int_ne(feature_of(&p, 2, 1, "s"), feature_of(&p, 1, 0, "e"));
	ck_assert(is_legal(&p, islander_by(&p, 1, "s")));
	act(&p, skip_by(1));
	put(&p, 0, "open", 1, 2, 0, 0);
	ck_assert_int_eq(feature_of(&p, 0, 0, "s"), feature_of(&p, 1, 0, "e"));
	must_refuse(&p, islander_by(&p, 0, "s"), REFUSED_RULE, "SS-2a.2");
	ck_assert_int_eq(count_legal(&p, 0, ACTION_ISLANDER), 0);
}
END_TEST

START_TEST(ss_2a_3_place_complete_and_return_in_one_turn)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	put(&p, 0, "ss05", 0, 0, -1, 180);
	ck_assert_int_eq(open_ends_of(&p, 0, -1, "i"), 0);
	act(&p, islander_by(&p, 0, "i"));
	expect_wares(&p, 0, 0, 0, 2);
	ck_assert_int_eq(supply_of(&p, 0), 4);
	ck_assert_int_eq(pieces_on_board(&p), 0);
}
END_TEST

START_TEST(ss_2a_3_not_on_a_completed_feature_that_is_held)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss07", 0, 0, -1, 90, "i");
	put(&p, 1, "ss05", 0, 0, -2, 180);
	must_refuse(&p, islander_by(&p, 1, "i"), REFUSED_RULE, "SS-2a.2");
	act(&p, skip_by(1));
	expect_wares(&p, 0, 0, 0, 3);
	expect_wares(&p, 1, 0, 0, 0);
}
END_TEST

START_TEST(ss_2b_1_retrieve_one_from_anywhere)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss07", 0, 0, -1, 90, "i");
	lay(&p, 1, "ss01", 0, 1, 0, 90, "b");
	put(&p, 0, "ss05", 0, 0, 1, 180);
	must_refuse(&p, retrieve_by(&p, 0, 1, 0, "b"), REFUSED_RULE, "SS-2b.1");	/* not its own */
	must_refuse(&p, retrieve_by(&p, 0, 0, 0, "b"), REFUSED_RULE, "SS-2b.1");	/* none there */
	must_refuse(&p, (struct action){ .type = ACTION_RETRIEVE, .seat = 0, .x = 9, .y = 9 }, REFUSED_UNKNOWN, NULL);
	act(&p, retrieve_by(&p, 0, 0, -1, "i"));
	ck_assert_int_eq(supply_of(&p, 0), 4);
	ck_assert_int_eq(supply_of(&p, 1), 3);
	ck_assert_int_eq(pieces_on_board(&p), 1);
	expect_wares(&p, 0, 0, 0, 0);
	ck_assert_int_eq(count_events(&p, EVENT_PIECE_RETRIEVED), 1);
	expect_turn(&p, 1, PHASE_DRAW);
}
END_TEST

START_TEST(ss_2b_1_before_the_evaluation_so_it_earns_nothing)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss07", 0, 0, -1, 90, "i");
	lay(&p, 1, "ss05", 2, 0, 1, 180, NULL);
	put(&p, 0, "ss05", 0, 0, -2, 180);
	ck_assert_int_eq(open_ends_of(&p, 0, -1, "i"), 0);
	act(&p, retrieve_by(&p, 0, 0, -1, "i"));
	expect_wares(&p, 0, 0, 0, 0);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_EVALUATED), 0);
	ck_assert_int_eq(supply_of(&p, 0), 4);
}
END_TEST

START_TEST(ss_2b_2_any_with_islanders_in_the_supply)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "retrieve=any");
	lay(&p, 0, "tip", 0, 1, 0, 0, "i");
	lay(&p, 1, "open", 1, -1, 0, 0, NULL);
	put(&p, 0, "tip", 0, 2, 0, 0);
	ck_assert_int_eq(count_legal(&p, 0, ACTION_RETRIEVE), 1);
	act(&p, retrieve_by(&p, 0, 1, 0, "i"));
	ck_assert_int_eq(supply_of(&p, 0), 4);
}
END_TEST

START_TEST(ss_2b_2_empty_supply_only_when_it_is_empty)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "retrieve=empty-supply");
	lay(&p, 0, "tip", 0, 1, 0, 0, "i");
	lay(&p, 1, "open", 1, -1, 0, 0, NULL);
	put(&p, 0, "open", 1, 0, 1, 0);
	ck_assert_int_eq(count_legal(&p, 0, ACTION_RETRIEVE), 0);
	must_refuse(&p, retrieve_by(&p, 0, 1, 0, "i"), REFUSED_RULE, "SS-2b.2");

	play_start(&p, fixture_tileset("lagoon"), 2, "retrieve=empty-supply");
	send_all_out(&p);
	put(&p, 0, "open", 1, 0, 1, 0);
	ck_assert_int_eq(count_legal(&p, 0, ACTION_RETRIEVE), 4);
	act(&p, retrieve_by(&p, 0, 2, 0, "i"));
	ck_assert_int_eq(supply_of(&p, 0), 1);
}
END_TEST

START_TEST(ss_2b_2_the_default_is_any)
{
	const struct ruleset *r = ruleset_find("south-seas", 1);
	int i = ruleset_find_option(r, "retrieve");

	ck_assert_int_ge(i, OPTIONS_COMMON);
	ck_assert_str_eq(r->options[i].choices[r->options[i].value], "any");
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, ss_2a_1_on_a_segment_of_the_tile_just_placed);
	tcase_add_test(t, ss_2a_1_island_picker);
	tcase_add_test(t, ss_2a_1_only_one_and_only_from_the_own_supply);
	tcase_add_test(t, ss_2a_1_an_empty_supply_places_nothing);
	tcase_add_test(t, ss_2a_2_no_islander_on_an_occupied_bridge);
	tcase_add_test(t, ss_2a_2_no_islander_on_an_occupied_island);
	tcase_add_test(t, ss_2a_2_no_islander_beside_an_own_one);
	tcase_add_test(t, ss_2a_2_what_counts_is_the_feature_after_the_placement);
	tcase_add_test(t, ss_2a_3_place_complete_and_return_in_one_turn);
	tcase_add_test(t, ss_2a_3_not_on_a_completed_feature_that_is_held);
	tcase_add_test(t, ss_2b_1_retrieve_one_from_anywhere);
	tcase_add_test(t, ss_2b_1_before_the_evaluation_so_it_earns_nothing);
	tcase_add_test(t, ss_2b_2_any_with_islanders_in_the_supply);
	tcase_add_test(t, ss_2b_2_empty_supply_only_when_it_is_empty);
	tcase_add_test(t, ss_2b_2_the_default_is_any);
}

int main(void)
{
	return run_suite("south seas: islanders", fill);
}

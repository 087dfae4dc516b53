/*
 * SS-5: how a game ends, what the last evaluation brings, and who wins.
 */
#include "tests/engine/support.h"

static void expect_over(struct play *p, enum over_reason reason)
{
	ck_assert_int_eq(p->g.now.phase, PHASE_OVER);
	ck_assert_int_eq(p->g.now.over_reason, reason);
	ck_assert_int_eq(count_events(p, EVENT_FINAL_EVALUATION), 1);
	ck_assert_int_eq(count_events(p, EVENT_GAME_FINISHED), 1);
	ck_assert_uint_eq(game_waiting_for(&p->g), 0);
	for (int seat = 0; seat < p->g.seat_count; seat++) {
		ck_assert_int_eq(count_legal(p, seat, ACTION_NONE), 0);
		must_refuse(p, draw_by(seat), REFUSED_GAME_OVER, NULL);
		must_refuse(p, undo_by(seat), REFUSED_GAME_OVER, NULL);
		must_refuse(p, resign_by(seat), REFUSED_GAME_OVER, NULL);
		must_refuse(p, timeout_by(seat), REFUSED_GAME_OVER, NULL);
	}
}

START_TEST(ss_5_1_after_the_turn_of_the_last_tile)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	set_ships(&p, "ship01 ship02 ship05 ship17", "ship18");
	next_tile(&p, "ss05", 0);
	shorten_bag(&p, 1);
	set_wares(&p, 0, 0, 0, 1);
	act(&p, draw_by(0));
	ck_assert_int_eq(game_bag_left(&p.g), 0);
	act(&p, place_by(0, 0, -1, 180));
	/* The turn is played out: islander, evaluation, delivery. */
	expect_turn(&p, 0, PHASE_PIECE);
	act(&p, islander_by(&p, 0, "i"));
	expect_wares(&p, 0, 0, 0, 3);
	expect_turn(&p, 0, PHASE_DELIVER);
	act(&p, deliver_by(&p, 0, "ship02", 0, 0, 3));
	expect_over(&p, OVER_LAST_TILE);
	ck_assert(owns(&p, 0, "ship02"));
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 2);
}
END_TEST

START_TEST(ss_5_1_after_the_turn_of_the_last_ship)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	set_ships(&p, "ship01 ship02", "");
	set_wares(&p, 0, 3, 0, 0);
	set_wares(&p, 1, 0, 6, 0);
	put(&p, 0, "ss20", 0, 0, 1, 0);
	act(&p, skip_by(0));
	act(&p, deliver_by(&p, 0, "ship01", 3, 0, 0));
	expect_turn(&p, 1, PHASE_DRAW);		/* one ship is left */
	put(&p, 1, "ss05", 0, 0, 2, 180);
	act(&p, skip_by(1));
	act(&p, deliver_by(&p, 1, "ship02", 0, 3, 0));
	expect_over(&p, OVER_LAST_SHIP);
	ck_assert_int_gt(game_bag_left(&p.g), 0);
	ck_assert_int_eq(game_score(&p.g, p.ts, 1), 2 + 1);
}
END_TEST

START_TEST(ss_5_1_the_last_ship_goes_to_a_merchant)
{
	static const int around[7][2] = { { 1, 1 }, { 0, 1 }, { 2, 1 }, { 0, -1 }, { 1, -1 }, { 2, -1 }, { 2, 0 } };
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "market", 0, 1, 0, 0, "m");
	set_ships(&p, "five", "");
	for (int i = 0; i < 7; i++)
		lay(&p, 1 - i % 2, "open", 1, around[i][0], around[i][1], 0, NULL);
	expect_over(&p, OVER_LAST_SHIP);
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 5);
	ck_assert_uint_eq(p.g.now.winners, 1u << 0);
}
END_TEST

START_TEST(ss_5_1_last_tile_and_last_ship_in_one_turn)
{
	struct play p;

	/* The game is over either way; the reason named is the one that the rule names first. */
	play_start(&p, bundled_tileset(), 2, "");
	set_ships(&p, "ship01", "");
	set_wares(&p, 0, 3, 0, 0);
	next_tile(&p, "ss20", 0);
	shorten_bag(&p, 1);
	put(&p, 0, "ss20", 0, 0, 1, 0);
	act(&p, skip_by(0));
	act(&p, deliver_by(&p, 0, "ship01", 3, 0, 0));
	expect_over(&p, OVER_LAST_TILE);
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 2);
}
END_TEST

START_TEST(ss_5_1_choices_of_the_last_turn_are_still_made)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "open", 5, 1, 0, 0, "s");
	next_tile(&p, "open", 4);
	shorten_bag(&p, 1);
	put(&p, 1, "open", 4, 2, 0, 0);
	expect_turn(&p, 1, PHASE_DECIDE);
	ck_assert_int_eq(game_bag_left(&p.g), 0);
	act(&p, cover_by(&p, 1, 1, 0, "s", 1));
	expect_over(&p, OVER_LAST_TILE);
	expect_wares(&p, 0, 0, 4, 0);
}
END_TEST

START_TEST(ss_5_1_after_tiles_that_fit_nowhere_nothing_of_the_turn_is_left)
{
	struct play p;

	play_start(&p, fixture_tileset("reef"), 2, "auto_end_turn=false");
	set_wares(&p, 0, 4, 0, 0);
	for (int i = 0; i < 3; i++)
		tile_after(&p, i, "land", 0);
	shorten_bag(&p, 3);
	act(&p, draw_by(0));
	expect_over(&p, OVER_NO_TILE_FITS);
	ck_assert_int_eq(fact_count(seat_facts(&p, 0), "ships"), 0);
}
END_TEST

START_TEST(ss_5_2_incomplete_features_as_if_complete)
{
	struct play p;

	play_start(&p, bundled_tileset(), 3, "");
	lay(&p, 0, "ss07", 1, 0, -1, 90, "i");		/* 1 + 2 bananas, open */
	lay(&p, 1, "ss01", 1, 1, 0, 90, "b");		/* 1 + 2 shells, open */
	lay(&p, 2, "ss05", 0, 0, 1, 180, "s");		/* 1 + 2 fish, open */
	lay(&p, 0, "ss22", 1, 2, 0, 90, "m");		/* an incomplete market; 1 shell more */
	next_tile(&p, "ss05", 4);
	shorten_bag(&p, 1);
	lay(&p, 1, "ss05", 4, 0, 2, 0, NULL);
	expect_over(&p, OVER_LAST_TILE);
	expect_wares(&p, 0, 0, 0, 3);
	expect_wares(&p, 1, 4, 0, 0);
	expect_wares(&p, 2, 0, 3, 0);
	ck_assert_int_eq(fact_count(seat_facts(&p, 0), "ships"), 0);
	/* The islanders stay where they are. */
	ck_assert_int_eq(pieces_on_board(&p), 4);
	ck_assert(has_piece(&p, 0, 2, 0, "m"));
	ck_assert_int_eq(supply_of(&p, 0), 2);
}
END_TEST

START_TEST(ss_5_2_the_majority_counts_and_a_region_once)
{
	struct play p;

	/* Two of seat 0 and one of seat 1 on one open island of 1 + 1 + 2 bananas. */
	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "tip", 0, 1, 0, 90, "i");
	lay(&p, 1, "open", 1, 1, -1, 0, NULL);
	lay(&p, 0, "tip", 0, 2, -1, 180, "i");
	lay(&p, 1, "open", 1, 1, 1, 0, NULL);
	lay(&p, 0, "open", 1, 3, -1, 0, NULL);
	lay(&p, 1, "tip", 1, 2, 1, 0, "i");
	next_tile(&p, "land", 0);
	shorten_bag(&p, 1);
	lay(&p, 0, "land", 0, 2, 0, 0, NULL);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_EVALUATED), 1);
	expect_over(&p, OVER_LAST_TILE);
	expect_wares(&p, 0, 0, 0, 4);
	expect_wares(&p, 1, 0, 0, 0);
	ck_assert_int_eq(pieces_on_board(&p), 3);
}
END_TEST

START_TEST(ss_5_3_ships_and_a_point_for_three_wares)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 0);
	set_wares(&p, 0, 2, 2, 2);	/* of all types together */
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 2);
	set_wares(&p, 0, 2, 0, 0);
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 0);
	set_wares(&p, 0, 4, 1, 0);
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 1);
	give_ship(&p, 0, "ship24");
	give_ship(&p, 0, "ship01");
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 6 + 2 + 1);
	ck_assert_int_eq(fact_number(seat_facts(&p, 0), "score"), 9);
	ck_assert_int_eq(game_score(&p.g, p.ts, 1), 0);
}
END_TEST

static void end_with(struct play *p, int wares0, int wares1, int wares2)
{
	play_start(p, bundled_tileset(), 3, "");
	set_ships(p, "ship21 ship23 ship24 ship17", "");
	set_wares(p, 0, wares0, 0, 0);
	set_wares(p, 1, 0, wares1, 0);
	set_wares(p, 2, 0, 0, wares2);
	next_tile(p, "ss20", 0);
	shorten_bag(p, 1);
	lay(p, 0, "ss20", 0, 0, 1, 0, NULL);
	expect_over(p, OVER_LAST_TILE);
}

START_TEST(ss_5_4_most_points_win)
{
	struct facts f;
	struct play p;

	end_with(&p, 3, 9, 6);
	ck_assert_uint_eq(p.g.now.winners, 1u << 1);
	facts_start(&f);
	game_describe_result(&p.g, p.ts, &f.sink);
	ck_assert_str_eq(fact(&f, "reason"), "last-tile");
	ck_assert_int_eq(fact_number(&f, "scores.0"), 1);
	ck_assert_int_eq(fact_number(&f, "scores.1"), 3);
	ck_assert_int_eq(fact_number(&f, "scores.2"), 2);
	ck_assert_int_eq(fact_count(&f, "winners"), 1);
	ck_assert_int_eq(fact_number(&f, "winners.0"), 1);
}
END_TEST

START_TEST(ss_5_4_equal_points_share_the_win)
{
	struct play p;

	end_with(&p, 9, 3, 11);
	ck_assert_uint_eq(p.g.now.winners, 1u << 0 | 1u << 2);
	end_with(&p, 0, 0, 0);
	ck_assert_uint_eq(p.g.now.winners, 7u);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, ss_5_1_after_the_turn_of_the_last_tile);
	tcase_add_test(t, ss_5_1_after_the_turn_of_the_last_ship);
	tcase_add_test(t, ss_5_1_the_last_ship_goes_to_a_merchant);
	tcase_add_test(t, ss_5_1_last_tile_and_last_ship_in_one_turn);
	tcase_add_test(t, ss_5_1_choices_of_the_last_turn_are_still_made);
	tcase_add_test(t, ss_5_1_after_tiles_that_fit_nowhere_nothing_of_the_turn_is_left);
	tcase_add_test(t, ss_5_2_incomplete_features_as_if_complete);
	tcase_add_test(t, ss_5_2_the_majority_counts_and_a_region_once);
	tcase_add_test(t, ss_5_3_ships_and_a_point_for_three_wares);
	tcase_add_test(t, ss_5_4_most_points_win);
	tcase_add_test(t, ss_5_4_equal_points_share_the_win);
}

int main(void)
{
	return run_suite("south seas: the end", fill);
}

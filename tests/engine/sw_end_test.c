/*
 * SW-5: when the game ends, the final points, and who has won.
 */
#include "tests/engine/galaxy.h"

START_TEST(sw_5_1_after_the_turn_of_the_last_tile)
{
	struct play p;

	galaxy(&p, "red black", "", 2);
	field_with_gap(&p, 0, "a", 1, "a");
	wait_for(&p, 0);
	next_tile(&p, "belt", 0);
	shorten_bag(&p, 1);
	act(&p, draw_by(0));
	ck_assert_int_eq(game_bag_left(&p.g), 0);
	act(&p, place_by(0, 1, 1, 0));
	ck_assert_int_ne(p.g.now.phase, PHASE_OVER);
	force_dice(&p, "1 6");
	act(&p, skip_by(0));			/* meeple, battle and points still take place */
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 1);
	ck_assert_int_lt(find_event(&p, EVENT_FEATURE_SCORED, 0), find_event(&p, EVENT_TURN_ENDED, 0));
	ck_assert_int_lt(find_event(&p, EVENT_TURN_ENDED, 0), find_event(&p, EVENT_FINAL_EVALUATION, 0));
	ck_assert_int_lt(find_event(&p, EVENT_FINAL_EVALUATION, 0), find_event(&p, EVENT_GAME_FINISHED, 0));
	ck_assert_int_eq(find_event(&p, EVENT_GAME_FINISHED, 0), p.ev.count - 1);
	ck_assert_str_eq(result_fact(&p, "reason"), "last-tile");
	expect_scores(&p, 1, 6);
	ck_assert_uint_eq(game_waiting_for(&p.g), 0);
	must_refuse(&p, draw_by(1), REFUSED_GAME_OVER, NULL);
}
END_TEST

START_TEST(sw_5_1_when_no_tile_can_be_placed_any_more)
{
	struct play p;

	galaxy(&p, "red black", "", 0);
	settle(&p, 0, "dust", 1, 0, 0, "a");
	next_tile(&p, "bridge", 0);
	tile_after(&p, 1, "bridge", 0);
	shorten_bag(&p, 2);
	act(&p, draw_by(1));
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	ck_assert_str_eq(result_fact(&p, "reason"), "no-tile-fits");
	ck_assert_int_eq(count_events(&p, EVENT_TILE_SET_ASIDE), 2);
	ck_assert_int_eq(count_events(&p, EVENT_TURN_ENDED), 1);
	ck_assert_int_eq(game_bag_left(&p.g), 0);
	expect_scores(&p, 1, 0);		/* with final points */
}
END_TEST

START_TEST(sw_5_1_when_the_last_tile_leaves_with_its_seat)
{
	struct play p;

	galaxy(&p, "red black white", "", 0);
	shorten_bag(&p, 1);
	act(&p, draw_by(0));
	act(&p, resign_by(0));
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	ck_assert_str_eq(result_fact(&p, "reason"), "last-tile");
	ck_assert_str_eq(result_fact(&p, "winners.0"), "1");
	ck_assert_str_eq(result_fact(&p, "winners.1"), "2");
}
END_TEST

START_TEST(sw_5_2_points_of_incomplete_features)
{
	static const char *const types[] = { "planet", "asteroids", "route" };
	struct play p;

	/* A route and a field of two tiles each, with a symbol; a planet with three tiles around it. */
	galaxy(&p, "red black white", "", 2);
	settle(&p, 0, "dock", 0, 1, 90, "r");
	settle(&p, 0, "black-lane", 1, 1, 90, NULL);
	settle(&p, 1, "dust", 0, 2, 90, "+a");
	settle(&p, 1, "red-belt", 1, 2, 0, NULL);
	settle(&p, 2, "orange-planet", 1, 3, 0, "p");
	wait_for(&p, 0);
	expect_scores(&p, 0, 0, 0);
	next_tile(&p, "dust", 1);
	shorten_bag(&p, 1);
	settle(&p, 0, "dust", 0, 3, 270, NULL);
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	expect_scores(&p, 2 + 2, 2 + 2, 1 + 3 + 2);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_SCORED), 3);
	for (int i = 0; i < 3; i++) {
		ck_assert(event_is(&p, EVENT_FEATURE_SCORED, i, "feature_type", types[i]));
		ck_assert(event_is(&p, EVENT_FEATURE_SCORED, i, "trigger", "final"));
		ck_assert(event_is(&p, EVENT_FEATURE_SCORED, i, "final", "true"));
	}
	/* Meeples stay. */
	ck_assert_int_eq(pieces_on_board(&p), 3);
	ck_assert_int_eq(meeples_of(&p, 1, LARGE), 0);
}
END_TEST

START_TEST(sw_5_2_what_is_complete_has_scored_already)
{
	struct play p;

	galaxy(&p, "red black", "", 0);
	next_tile(&p, "dust", 1);
	shorten_bag(&p, 1);
	settle(&p, 0, "dust", 0, -1, 180, "a");
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_SCORED), 1);
	expect_scores(&p, 4, 0);
}
END_TEST

/* The last turn of a game with these points. */
static void finish_with(struct play *p, int red, int black, int white)
{
	galaxy(p, "red black white", "", 0);
	set_score(p, 0, red);
	set_score(p, 1, black);
	set_score(p, 2, white);
	next_tile(p, "dust", 1);
	shorten_bag(p, 1);
	settle(p, 0, "dust", 1, 0, 0, NULL);
	ck_assert_int_eq(p->g.now.phase, PHASE_OVER);
}

START_TEST(sw_5_3_most_points_win_and_equal_points_share)
{
	struct play p;

	finish_with(&p, 7, 12, 11);
	ck_assert_str_eq(result_fact(&p, "winners.0"), "1");
	ck_assert_ptr_null(result_fact(&p, "winners.1"));
	ck_assert_str_eq(result_fact(&p, "scores.0"), "7");
	ck_assert_str_eq(result_fact(&p, "scores.1"), "12");
	ck_assert_str_eq(result_fact(&p, "scores.2"), "11");
	ck_assert_ptr_null(result_fact(&p, "teams.0.team"));
	finish_with(&p, 12, 3, 12);
	ck_assert_str_eq(result_fact(&p, "winners.0"), "0");
	ck_assert_str_eq(result_fact(&p, "winners.1"), "2");
	ck_assert_ptr_null(result_fact(&p, "winners.2"));
}
END_TEST

START_TEST(sw_5_3_a_team_wins_with_both_seats)
{
	struct play p;

	galaxy(&p, "red black green white", "teams=true", 0);
	set_score(&p, 1, 5);
	next_tile(&p, "dust", 1);
	shorten_bag(&p, 1);
	settle(&p, 0, "dust", 0, -1, 180, "a");
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	ck_assert_str_eq(result_fact(&p, "winners.0"), "1");
	ck_assert_str_eq(result_fact(&p, "winners.1"), "3");
	ck_assert_ptr_null(result_fact(&p, "winners.2"));
	ck_assert_str_eq(result_fact(&p, "teams.0.team"), "rebels");
	ck_assert_str_eq(result_fact(&p, "teams.0.score"), "4");
	ck_assert_str_eq(result_fact(&p, "teams.0.winner"), "false");
	ck_assert_str_eq(result_fact(&p, "teams.1.score"), "5");
	ck_assert_str_eq(result_fact(&p, "teams.1.seats.1"), "3");
	ck_assert_str_eq(result_fact(&p, "teams.1.winner"), "true");
	ck_assert_str_eq(result_fact(&p, "scores.2"), "4");
}
END_TEST

START_TEST(sw_5_3_who_has_resigned_does_not_win)
{
	struct play p;

	galaxy(&p, "red black white", "", 0);
	set_score(&p, 1, 50);
	set_score(&p, 2, 1);
	act(&p, resign_by(1));
	next_tile(&p, "dust", 1);
	shorten_bag(&p, 1);
	settle(&p, 0, "dust", 1, 0, 0, NULL);
	ck_assert_str_eq(result_fact(&p, "winners.0"), "2");
	ck_assert_str_eq(result_fact(&p, "scores.1"), "0");
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, sw_5_1_after_the_turn_of_the_last_tile);
	tcase_add_test(t, sw_5_1_when_no_tile_can_be_placed_any_more);
	tcase_add_test(t, sw_5_1_when_the_last_tile_leaves_with_its_seat);
	tcase_add_test(t, sw_5_2_points_of_incomplete_features);
	tcase_add_test(t, sw_5_2_what_is_complete_has_scored_already);
	tcase_add_test(t, sw_5_3_most_points_win_and_equal_points_share);
	tcase_add_test(t, sw_5_3_a_team_wins_with_both_seats);
	tcase_add_test(t, sw_5_3_who_has_resigned_does_not_win);
}

int main(void)
{
	return run_suite("star wars: end", fill);
}

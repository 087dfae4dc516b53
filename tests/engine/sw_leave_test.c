/*
 * SW-7: taking back, leaving, running out of time, and which steps are asked for.
 */
#include <string.h>

#include "tests/engine/galaxy.h"

START_TEST(sw_7_undo_step_by_step_back_to_the_draw)
{
	struct game drawn, placed;
	struct play p;

	galaxy(&p, "red black", "auto_battle=false", 0);
	settle(&p, 1, "red-planet", 1, 0, 0, "p");
	wait_for(&p, 0);
	must_refuse(&p, undo_by(0), REFUSED_NOTHING_TO_UNDO, "SW-7");
	next_tile(&p, "dust", 1);
	act(&p, draw_by(0));
	must_refuse(&p, undo_by(0), REFUSED_NOTHING_TO_UNDO, "SW-7");
	drawn = p.g;
	act(&p, place_by(0, 2, 0, 0));
	placed = p.g;
	act(&p, planet_by(0, SMALL, 1, 0));
	expect_turn(&p, 0, PHASE_BATTLE);
	ck_assert(game_may_undo(&p.g, 0));
	must_refuse(&p, undo_by(1), REFUSED_NOT_YOUR_TURN, NULL);
	act(&p, undo_by(0));			/* a battle that is not fought yet goes with it */
	ck_assert_mem_eq(&p.g, &placed, sizeof placed);
	ck_assert_int_eq(fact_count(view_facts(&p), "pending"), 0);
	act(&p, undo_by(0));
	ck_assert_mem_eq(&p.g, &drawn, sizeof drawn);
	must_refuse(&p, undo_by(0), REFUSED_NOTHING_TO_UNDO, "SW-7");
}
END_TEST

START_TEST(sw_7_no_undo_behind_a_battle)
{
	struct play p;

	crossroads(&p, "auto_battle=false", 1);
	act(&p, place_by(0, 1, 1, 0));
	act(&p, skip_by(0));
	expect_turn(&p, 0, PHASE_BATTLE);
	act(&p, undo_by(0));
	act(&p, skip_by(0));
	act(&p, nth_legal(&p, 0, 0));
	expect_turn(&p, 0, PHASE_BATTLE);	/* another one waits */
	must_refuse(&p, undo_by(0), REFUSED_NOTHING_TO_UNDO, "SW-7");
	ck_assert(!game_may_undo(&p.g, 0));
	act(&p, nth_legal(&p, 0, 0));
	must_refuse(&p, undo_by(0), REFUSED_NOT_YOUR_TURN, NULL);
	must_refuse(&p, undo_by(1), REFUSED_NOTHING_TO_UNDO, "SW-7");
}
END_TEST

START_TEST(sw_7_resigning_takes_the_meeples_home_and_the_score_away)
{
	struct play p;

	galaxy(&p, "red black white", "", 0);
	settle(&p, 0, "dust", 1, 0, 0, "a");
	settle(&p, 1, "dust", 2, 0, 0, "+a");
	set_score(&p, 1, 20);
	expect_scores(&p, 0, 20, 0);
	wait_for(&p, 0);
	act(&p, resign_by(1));
	ck_assert_int_eq(count_events(&p, EVENT_SEAT_RESIGNED), 1);
	ck_assert_int_eq(count_events(&p, EVENT_PIECE_RETRIEVED), 0);
	expect_turn(&p, 0, PHASE_DRAW);
	expect_scores(&p, 0, 0, 0);
	ck_assert_str_eq(fact(seat_facts(&p, 1), "state"), "resigned");
	ck_assert_int_eq(fact_number(seat_facts(&p, 1), "score"), 0);
	ck_assert_int_eq(pieces_on_board(&p), 1);
	ck_assert_int_eq(meeples_of(&p, 1, LARGE), 1);
	must_refuse(&p, resign_by(1), REFUSED_NOT_YOUR_TURN, "SW-7");
	/* Its field is free, and it is passed over. */
	settle(&p, 0, "dust", 2, -1, 180, "a");
	expect_scores(&p, 4, 0, 0);
	expect_turn(&p, 2, PHASE_DRAW);
}
END_TEST

START_TEST(sw_7_resigning_on_turn_before_and_after_the_draw)
{
	struct play p;

	galaxy(&p, "red black white", "unplaceable=return", 0);
	act(&p, resign_by(0));
	expect_turn(&p, 1, PHASE_DRAW);
	galaxy(&p, "red black white", "unplaceable=return", 0);
	next_tile(&p, "lane", 0);
	act(&p, draw_by(0));
	act(&p, resign_by(0));			/* the tile leaves the game */
	ck_assert(event_is(&p, EVENT_TILE_SET_ASIDE, 0, "then", "box"));
	ck_assert_str_eq(fact(view_facts(&p), "bag.set_aside.0.kind"), "lane");
	ck_assert_int_eq(game_bag_left(&p.g), p.g.bag_count - 1);
	expect_turn(&p, 1, PHASE_DRAW);
}
END_TEST

START_TEST(sw_7_others_still_fight_and_get_their_points)
{
	struct play p;

	/* In step 2, and while a battle is waited for: those left are fought in the default order. */
	for (int step = 0; step < 2; step++) {
		galaxy(&p, "red black white", "auto_battle=false", 2);
		field_with_gap(&p, 0, "a", 1, "a");
		arrive(&p, 2, "belt", 1, 1, 0);
		if (step == 1)
			act(&p, skip_by(2));
		expect_turn(&p, 2, step == 0 ? PHASE_PIECE : PHASE_BATTLE);
		force_dice(&p, "2 5");
		act(&p, resign_by(2));
		ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 1);
		ck_assert_int_lt(find_event(&p, EVENT_SEAT_RESIGNED, 0), find_event(&p, EVENT_BATTLE_FOUGHT, 0));
		ck_assert_int_eq(count_events(&p, EVENT_DECISION_NEEDED), 0);
		expect_scores(&p, 1, 6, 0);
		expect_turn(&p, 0, PHASE_DRAW);
	}
}
END_TEST

START_TEST(sw_7_a_battle_falls_away_with_the_seat_on_turn)
{
	struct play p;

	galaxy(&p, "red black white", "auto_battle=false", 2);
	field_with_gap(&p, 0, "a", 1, "a");
	settle(&p, 0, "belt", 1, 1, 0, NULL);
	expect_turn(&p, 0, PHASE_BATTLE);
	act(&p, resign_by(0));
	ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 0);
	ck_assert_uint_eq(p.g.rng.used[RNG_DICE], 0);
	expect_scores(&p, 0, 6, 0);		/* alone in a complete field */
	expect_turn(&p, 1, PHASE_DRAW);
}
END_TEST

START_TEST(sw_7_a_battle_falls_away_with_another_seat)
{
	struct play p;

	/* The only battle: points and the end of the turn follow. */
	galaxy(&p, "red black white", "auto_battle=false", 2);
	field_with_gap(&p, 0, "a", 1, "a");
	settle(&p, 2, "belt", 1, 1, 0, NULL);
	expect_turn(&p, 2, PHASE_BATTLE);
	act(&p, resign_by(1));
	ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 0);
	ck_assert_int_eq(count_events(&p, EVENT_TURN_ENDED), 1);
	expect_scores(&p, 6, 0, 0);
	expect_turn(&p, 0, PHASE_DRAW);
	/* One of three: the others wait on. */
	crossroads(&p, "auto_battle=false", 2);
	act(&p, place_by(0, 1, 1, 0));
	act(&p, planet_by(0, SMALL, 2, 2));
	ck_assert_int_eq(count_legal(&p, 0, ACTION_BATTLE), 3);
	act(&p, resign_by(1));
	expect_turn(&p, 0, PHASE_BATTLE);
	ck_assert_int_eq(count_legal(&p, 0, ACTION_BATTLE), 2);
	must_refuse(&p, battle_by(&p, 0, 2, 2, "p"), REFUSED_RULE, "SW-3.8");
	must_refuse(&p, undo_by(0), REFUSED_NOTHING_TO_UNDO, "SW-7");
}
END_TEST

START_TEST(sw_7_one_seat_left_wins_without_final_points)
{
	struct play p;

	galaxy(&p, "red black white", "", 0);
	settle(&p, 1, "dust", 1, 0, 0, "a");
	set_score(&p, 0, 30);
	act(&p, resign_by(0));
	act(&p, resign_by(2));
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	ck_assert_str_eq(result_fact(&p, "reason"), "one-seat-left");
	ck_assert_str_eq(result_fact(&p, "winners.0"), "1");
	ck_assert_ptr_null(result_fact(&p, "winners.1"));
	ck_assert_int_eq(count_events(&p, EVENT_FINAL_EVALUATION), 0);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_SCORED), 0);
	ck_assert_int_eq(count_events(&p, EVENT_GAME_FINISHED), 1);
	expect_scores(&p, 0, 0, 0);
	must_refuse(&p, resign_by(1), REFUSED_GAME_OVER, NULL);
	must_refuse(&p, draw_by(1), REFUSED_GAME_OVER, NULL);
}
END_TEST

START_TEST(sw_7_in_a_team_the_mate_plays_on_alone)
{
	struct play p;

	galaxy(&p, "red black green white", "teams=true", 0);
	settle(&p, 0, "dust", 1, 0, 0, "a");
	settle(&p, 2, "dust", 2, 0, 0, "a");
	set_score(&p, 0, 15);
	act(&p, resign_by(0));
	ck_assert_int_eq(pieces_on_board(&p), 1);
	ck_assert_int_ne(p.g.now.phase, PHASE_OVER);
	expect_scores(&p, 15, 0, 15, 0);	/* the team's */
	wait_for(&p, 3);
	settle(&p, 3, "dust", 3, 0, 0, NULL);
	expect_turn(&p, 1, PHASE_DRAW);		/* seat 0 is passed over */
	act(&p, resign_by(1));
	ck_assert_int_ne(p.g.now.phase, PHASE_OVER);
	expect_turn(&p, 2, PHASE_DRAW);
	act(&p, resign_by(3));
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	ck_assert_str_eq(result_fact(&p, "reason"), "one-seat-left");
	ck_assert_str_eq(result_fact(&p, "winners.0"), "2");
	ck_assert_ptr_null(result_fact(&p, "winners.1"));
	ck_assert_str_eq(result_fact(&p, "teams.0.winner"), "true");
	ck_assert_str_eq(result_fact(&p, "teams.1.winner"), "false");
	expect_scores(&p, 15, 0, 15, 0);
}
END_TEST

START_TEST(sw_7_a_team_loses_when_both_have_left)
{
	struct play p;

	galaxy(&p, "red black green white", "teams=true", 0);
	set_score(&p, 0, 40);
	act(&p, resign_by(2));
	act(&p, resign_by(0));
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	expect_scores(&p, 0, 0, 0, 0);
	ck_assert_str_eq(result_fact(&p, "winners.0"), "1");
	ck_assert_str_eq(result_fact(&p, "winners.1"), "3");
	ck_assert_str_eq(result_fact(&p, "teams.0.score"), "0");
	ck_assert_str_eq(result_fact(&p, "teams.1.winner"), "true");
}
END_TEST

START_TEST(sw_7_a_mate_leaves_a_battle_that_goes_on)
{
	struct play p;

	/* Both rebels stand on the planet that seat 1 attacks; the large meeple leaves with its seat. */
	galaxy(&p, "red black green white", "teams=true auto_battle=false", 0);
	settle(&p, 0, "orange-planet", 1, 0, 0, "+p");
	arrive(&p, 2, "dust", 2, 0, 0);
	act(&p, planet_by(2, SMALL, 1, 0));
	arrive(&p, 1, "dust", 1, 1, 90);
	act(&p, planet_by(1, SMALL, 1, 0));
	ck_assert_str_eq(odds_fact(&p, nth_legal(&p, 1, 0), "0.sides.0.dice"), "3");
	act(&p, resign_by(0));
	expect_turn(&p, 1, PHASE_BATTLE);
	ck_assert_str_eq(odds_fact(&p, nth_legal(&p, 1, 0), "0.sides.0.dice"), "1");
	act(&p, nth_legal(&p, 1, 0));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "sides.0.pieces.large", "0"));
}
END_TEST

START_TEST(sw_7_timeout_forfeits)
{
	struct play p;

	galaxy(&p, "red black white", "on_timeout=forfeit", 0);
	must_refuse(&p, timeout_by(1), REFUSED_NOT_YOUR_TURN, NULL);
	act(&p, timeout_by(0));
	ck_assert_int_lt(find_event(&p, EVENT_SEAT_TIMED_OUT, 0), find_event(&p, EVENT_SEAT_RESIGNED, 0));
	ck_assert_int_eq(count_events(&p, EVENT_SEAT_RESIGNED), 1);
	expect_turn(&p, 1, PHASE_DRAW);
}
END_TEST

START_TEST(sw_7_the_minimal_turn_places_no_meeple)
{
	struct action first;
	struct game copy;
	struct play p;

	galaxy(&p, "red black", "on_timeout=skip", 0);
	next_tile(&p, "lane", 0);
	copy = p.g;
	act(&p, draw_by(0));
	first = nth_legal(&p, 0, 0);
	for (int step = 0; step < 3; step++) {
		p.g = copy;
		if (step > 0)
			act(&p, draw_by(0));
		if (step > 1)
			act(&p, first);
		act(&p, timeout_by(0));
		expect_turn(&p, 1, PHASE_DRAW);
		ck_assert_int_eq(fact_number(view_facts(&p), "board.tiles.1.x"), first.x);
		ck_assert_int_eq(fact_number(view_facts(&p), "board.tiles.1.y"), first.y);
		ck_assert_int_eq(fact_number(view_facts(&p), "board.tiles.1.rotation"), 90 * first.rotation);
		ck_assert_int_eq(pieces_on_board(&p), 0);
		ck_assert_int_eq(count_events(&p, EVENT_SEAT_RESIGNED), 0);
	}
}
END_TEST

/* A team's mate has time of his own; the short turn is this seat's alone. */
START_TEST(sw_7_a_timeout_in_the_team_game)
{
	struct play p;

	galaxy(&p, "red black green white", "teams=true on_timeout=skip", 0);
	must_refuse(&p, timeout_by(2), REFUSED_NOT_YOUR_TURN, NULL);
	act(&p, timeout_by(0));
	expect_turn(&p, 1, PHASE_DRAW);
	ck_assert_int_eq(pieces_on_board(&p), 0);
	galaxy(&p, "red black green white", "teams=true on_timeout=forfeit", 0);
	act(&p, timeout_by(0));
	expect_turn(&p, 1, PHASE_DRAW);
	act(&p, resign_by(1));
	expect_turn(&p, 2, PHASE_DRAW);
	act(&p, timeout_by(2));			/* the Rebels' last */
	ck_assert_int_eq(p.g.now.over_reason, OVER_ONE_SEAT_LEFT);
	ck_assert_int_eq(p.g.now.winners >> 3 & 1, 1);
}
END_TEST

START_TEST(sw_7_with_bot_a_timeout_is_only_noted)
{
	struct game before;
	struct play p;

	crossroads(&p, "auto_battle=false on_timeout=bot", 1);
	act(&p, place_by(0, 1, 1, 0));
	act(&p, skip_by(0));
	expect_turn(&p, 0, PHASE_BATTLE);
	memcpy(&before.now, &p.g.now, sizeof(before.now));
	act(&p, timeout_by(0));
	ck_assert_mem_eq(&before.now, &p.g.now, sizeof(before.now));
	ck_assert_str_eq(fact(event_facts(&p, 0), "then"), "bot");
	ck_assert_int_eq(p.g.trail_count, 0);
	act(&p, nth_legal(&p, 0, 0));
	ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 1);
}
END_TEST

START_TEST(sw_7_the_minimal_turn_fights_in_the_default_order)
{
	struct play p;

	for (int step = 0; step < 2; step++) {
		crossroads(&p, "auto_battle=false on_timeout=skip", 1);
		act(&p, place_by(0, 1, 1, 0));
		if (step == 1)
			act(&p, skip_by(0));
		act(&p, timeout_by(0));
		ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 2);
		ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "feature_type", "asteroids"));
		ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 1, "feature_type", "route"));
		ck_assert_int_eq(count_events(&p, EVENT_DECISION_NEEDED), 0);
		expect_turn(&p, 1, PHASE_DRAW);
	}
}
END_TEST

START_TEST(sw_7_empty_steps_are_left_out_or_asked_for)
{
	struct play p;

	for (int automatic = 0; automatic < 2; automatic++) {
		galaxy(&p, "red black", automatic ? "auto_end_turn=true" : "", 1);
		settle(&p, 0, "belt", 0, 1, 0, "a");
		arrive(&p, 1, "belt", 1, 1, 0);		/* nothing is free on it */
		ck_assert_int_eq(p.g.now.phase, automatic ? PHASE_DRAW : PHASE_PIECE);
		if (automatic) {
			ck_assert(event_is(&p, EVENT_STEP_SKIPPED, 0, "step", "piece"));
			continue;
		}
		ck_assert_int_eq(count_legal(&p, 1, ACTION_NONE), 1);
		act(&p, skip_by(1));
		expect_turn(&p, 0, PHASE_DRAW);
	}
	/* There is no action that ends a turn. */
	must_refuse(&p, end_by(0), REFUSED_UNKNOWN, NULL);
}
END_TEST

START_TEST(sw_7_auto_draw_shows_the_tile_as_the_turn_begins)
{
	struct play p;

	play_start(&p, star_wars_tileset(), 2, "auto_draw=true");
	expect_turn(&p, 0, PHASE_PLACE);
	ck_assert_ptr_nonnull(fact(view_facts(&p), "turn.tile.kind"));
	must_refuse(&p, draw_by(0), REFUSED_PHASE, NULL);
	ck_assert_int_eq(game_bag_left(&p.g), 74);
}
END_TEST

START_TEST(sw_7_all_rotations_of_a_symmetric_tile)
{
	struct play p;

	galaxy(&p, "red black", "", 0);
	next_tile(&p, "red-planet", 0);
	act(&p, draw_by(0));
	for (int degrees = 0; degrees < 360; degrees += 90)
		ck_assert(is_legal(&p, place_by(0, 1, 0, degrees)));
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, sw_7_undo_step_by_step_back_to_the_draw);
	tcase_add_test(t, sw_7_no_undo_behind_a_battle);
	tcase_add_test(t, sw_7_resigning_takes_the_meeples_home_and_the_score_away);
	tcase_add_test(t, sw_7_resigning_on_turn_before_and_after_the_draw);
	tcase_add_test(t, sw_7_others_still_fight_and_get_their_points);
	tcase_add_test(t, sw_7_a_battle_falls_away_with_the_seat_on_turn);
	tcase_add_test(t, sw_7_a_battle_falls_away_with_another_seat);
	tcase_add_test(t, sw_7_one_seat_left_wins_without_final_points);
	tcase_add_test(t, sw_7_in_a_team_the_mate_plays_on_alone);
	tcase_add_test(t, sw_7_a_team_loses_when_both_have_left);
	tcase_add_test(t, sw_7_a_mate_leaves_a_battle_that_goes_on);
	tcase_add_test(t, sw_7_timeout_forfeits);
	tcase_add_test(t, sw_7_a_timeout_in_the_team_game);
	tcase_add_test(t, sw_7_with_bot_a_timeout_is_only_noted);
	tcase_add_test(t, sw_7_the_minimal_turn_places_no_meeple);
	tcase_add_test(t, sw_7_the_minimal_turn_fights_in_the_default_order);
	tcase_add_test(t, sw_7_empty_steps_are_left_out_or_asked_for);
	tcase_add_test(t, sw_7_auto_draw_shows_the_tile_as_the_turn_begins);
	tcase_add_test(t, sw_7_all_rotations_of_a_symmetric_tile);
}

int main(void)
{
	return run_suite("star wars: undo, leaving, time", fill);
}

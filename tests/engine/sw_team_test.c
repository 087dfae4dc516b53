/*
 * SW-6: the team game.
 */
#include <string.h>

#include "tests/engine/galaxy.h"

#define TEAM "red black green white"

START_TEST(sw_6_1_exactly_four_seats_in_these_colours)
{
	struct game_setup setup = { .ruleset = ruleset_find("star-wars", 1), .colours = { 0, 2, 1, 3 } };
	struct game_error err;
	struct events ev;
	struct play p;

	setup_options(&setup, "teams=true");
	for (int seats = 2; seats <= 5; seats++) {
		setup.colours[4] = 4;
		setup.seat_count = seats;
		ck_assert_int_eq(game_start(&p.g, star_wars_tileset(), &setup, &ev, &err), seats == 4 ? 0 : -1);
		if (seats != 4)
			ck_assert_str_eq(err.rule, "SW-6");
	}
	setup.seat_count = 4;
	setup.colours[0] = 1;
	setup.colours[2] = 0;			/* red and green the other way round */
	ck_assert_int_eq(game_start(&p.g, star_wars_tileset(), &setup, &ev, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, "seat 0 must be red"));
}
END_TEST

START_TEST(sw_6_1_mates_sit_opposite_and_turns_alternate)
{
	static const char *const factions[] = { "rebels", "empire", "rebels", "empire" };
	const struct facts *f;
	struct play p;

	galaxy(&p, TEAM, "teams=true", 0);
	for (int seat = 0; seat < 4; seat++) {
		f = seat_facts(&p, seat);
		ck_assert_str_eq(fact(f, "faction"), factions[seat]);
		ck_assert_str_eq(fact(f, "team"), factions[seat]);
		ck_assert_str_eq(ruleset_seat_team(game_ruleset(&p.g), p.g.options, seat), factions[seat]);
	}
	f = view_facts(&p);
	ck_assert_int_eq(fact_count(f, "teams"), 2);
	ck_assert_str_eq(fact(f, "teams.0.team"), "rebels");
	ck_assert_int_eq(fact_number(f, "teams.0.seats.0"), 0);
	ck_assert_int_eq(fact_number(f, "teams.0.seats.1"), 2);
	ck_assert_str_eq(fact(f, "teams.1.team"), "empire");
	ck_assert_int_eq(fact_number(f, "teams.1.seats.0"), 1);
	ck_assert_int_eq(fact_number(f, "teams.1.seats.1"), 3);
	for (int turn = 0; turn < 8; turn++) {
		expect_turn(&p, turn % 4, PHASE_DRAW);
		wait_for(&p, (turn + 1) % 4);
	}
	play_start_colours(&p, fixture_tileset("galaxy"), TEAM, "");
	ck_assert_int_eq(fact_count(view_facts(&p), "teams"), 0);
	ck_assert_ptr_null(fact(seat_facts(&p, 0), "team"));
	ck_assert_ptr_null(ruleset_seat_team(game_ruleset(&p.g), p.g.options, 0));
}
END_TEST

START_TEST(sw_6_2_one_score_but_own_meeples)
{
	struct play p;

	galaxy(&p, TEAM, "teams=true", 0);
	settle(&p, 2, "dust", 0, -1, 180, "a");
	expect_scores(&p, 4, 0, 4, 0);
	ck_assert_int_eq(fact_number(view_facts(&p), "teams.0.score"), 4);
	settle(&p, 3, "dust", 1, 0, 0, "+a");
	ck_assert_int_eq(meeples_of(&p, 3, LARGE), 0);
	ck_assert_int_eq(meeples_of(&p, 1, LARGE), 1);
	arrive(&p, 3, "dust", 2, 0, 0);
	must_refuse(&p, meeple_by(&p, 3, LARGE, "a"), REFUSED_RULE, "SW-2.4");
}
END_TEST

START_TEST(sw_6_3_mates_never_battle)
{
	struct play p;

	galaxy(&p, TEAM, "teams=true", 2);
	field_with_gap(&p, 0, "a", 2, "a");
	settle(&p, 1, "belt", 1, 1, 0, NULL);
	ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 0);
	/* The same position without teams. */
	galaxy(&p, TEAM, "", 2);
	field_with_gap(&p, 0, "a", 2, "a");
	settle(&p, 1, "belt", 1, 1, 0, NULL);
	ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 1);
}
END_TEST

START_TEST(sw_6_3_team_dice)
{
	const struct facts *f;
	struct play p;

	/* Four fields around (1,1), one of them unoccupied. */
	galaxy(&p, TEAM, "teams=true", 0);
	settle(&p, 0, "dust", 0, 1, 90, "a");
	settle(&p, 3, "dust", 0, 2, 270, NULL);
	settle(&p, 2, "dust", 1, 2, 0, "a");
	settle(&p, 3, "dust", 1, 0, 180, NULL);
	settle(&p, 3, "dust", 2, 0, 0, NULL);
	settle(&p, 1, "dust", 2, 1, 270, "+a");
	arrive(&p, 3, "land", 1, 1, 0);
	force_dice(&p, "2 4 4 3 6 <5 5 <4");
	act(&p, skip_by(3));
	f = event_facts(&p, find_event(&p, EVENT_BATTLE_FOUGHT, 0));
	ck_assert_int_eq(fact_count(f, "sides"), 2);
	ck_assert_str_eq(fact(f, "sides.0.team"), "rebels");
	ck_assert_ptr_null(fact(f, "sides.0.seat"));
	ck_assert_int_eq(fact_number(f, "sides.0.seats.1"), 2);
	ck_assert_int_eq(fact_number(f, "sides.0.dice"), 2);		/* one of each mate */
	ck_assert_int_eq(fact_number(f, "sides.0.pieces.small"), 2);
	ck_assert_str_eq(fact(f, "sides.1.team"), "empire");
	ck_assert_int_eq(fact_number(f, "sides.1.dice"), 2);
	ck_assert_str_eq(fact(f, "throws.0.tied.0"), "rebels");
	ck_assert_str_eq(fact(f, "throws.0.tied.1"), "empire");
	ck_assert_str_eq(fact(f, "throws.1.rolls.0.team"), "rebels");
	ck_assert_str_eq(fact(f, "throws.1.lost.0"), "empire");
	ck_assert_str_eq(fact(f, "winner.team"), "rebels");
	ck_assert_int_eq(fact_number(f, "winner.seats.0"), 0);
	ck_assert_str_eq(fact(f, "points.1.team"), "empire");
	ck_assert_int_eq(fact_number(f, "points.1.points"), 3);
	/* Five tiles of 2 for the rebels, once, and their tie; losing counts once, too (SW-6.5). */
	expect_scores(&p, 11, 3, 11, 3);
	ck_assert(event_is(&p, EVENT_FEATURE_SCORED, 0, "awards.0.team", "rebels"));
	ck_assert(event_is(&p, EVENT_FEATURE_SCORED, 0, "awards.0.seats.1", "2"));
	ck_assert(event_is(&p, EVENT_FEATURE_SCORED, 0, "awards.0.points", "10"));
	ck_assert(event_is(&p, EVENT_FEATURE_SCORED, 0, "pieces.0", "1"));
	ck_assert(event_is(&p, EVENT_FEATURE_SCORED, 0, "pieces.2", "1"));
}
END_TEST

START_TEST(sw_6_3_symbol_of_the_teams_faction_and_three_at_most)
{
	struct play p;

	galaxy(&p, TEAM, "teams=true", 0);
	settle(&p, 0, "red-planet", 1, 0, 0, "p");
	arrive(&p, 3, "dust", 2, 0, 0);
	ck_assert_str_eq(odds_fact(&p, planet_by(3, SMALL, 1, 0), "0.sides.0.dice"), "2");
	ck_assert_str_eq(odds_fact(&p, planet_by(3, SMALL, 1, 0), "0.sides.1.dice"), "1");
	ck_assert_str_eq(odds_fact(&p, planet_by(3, SMALL, 1, 0), "0.sides.0.team"), "rebels");
	act(&p, skip_by(3));
	arrive(&p, 2, "dust", 1, 1, 90);
	act(&p, planet_by(2, LARGE, 1, 0));
	arrive(&p, 3, "dust", 1, -1, 0);
	ck_assert_str_eq(odds_fact(&p, planet_by(3, LARGE, 1, 0), "0.sides.0.dice"), "3");	/* of 1 + 2 + 1 */
	ck_assert_str_eq(odds_fact(&p, planet_by(3, LARGE, 1, 0), "0.sides.1.dice"), "2");
}
END_TEST

START_TEST(sw_6_4_an_occupied_route_or_field_takes_no_meeple_of_a_mate)
{
	struct play p;

	galaxy(&p, TEAM, "teams=true", 1);
	settle(&p, 0, "belt", 0, 1, 0, "a");
	arrive(&p, 2, "belt", 1, 1, 0);
	must_refuse(&p, meeple_by(&p, 2, SMALL, "a"), REFUSED_RULE, "SW-2.1");
	ck_assert_int_eq(count_legal(&p, 2, ACTION_MEEPLE), 0);
}
END_TEST

START_TEST(sw_6_4_a_planet_of_a_mate_may_take_one)
{
	struct play p;

	galaxy(&p, TEAM, "teams=true", 0);
	settle(&p, 0, "red-planet", 1, 0, 0, "p");
	arrive(&p, 2, "dust", 2, 0, 0);
	ck_assert_int_eq(odds_count(&p, planet_by(2, SMALL, 1, 0)), 0);
	act(&p, planet_by(2, SMALL, 1, 0));
	ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 0);
	ck_assert_int_eq(pieces_at(&p, 0, 1, 0, "p") + pieces_at(&p, 2, 1, 0, "p"), 2);
	ck_assert_str_eq(feature_fact(&p, 1, 0, "p", "contested"), "false");
}
END_TEST

START_TEST(sw_6_5_a_feature_of_both_mates_scores_once)
{
	struct play p;

	galaxy(&p, TEAM, "teams=true", 2);
	field_with_gap(&p, 0, "a", 2, "+a");
	settle(&p, 1, "belt", 1, 1, 0, NULL);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_SCORED), 1);
	expect_scores(&p, 6, 0, 6, 0);
	ck_assert_int_eq(meeples_of(&p, 0, SMALL), 4);
	ck_assert_int_eq(meeples_of(&p, 2, LARGE), 1);
}
END_TEST

START_TEST(sw_6_5_losing_scores_once)
{
	struct play p;

	galaxy(&p, TEAM, "teams=true", 0);
	settle(&p, 1, "orange-planet", 1, 0, 0, "p");
	arrive(&p, 3, "dust", 2, 0, 0);
	act(&p, planet_by(3, SMALL, 1, 0));
	arrive(&p, 0, "dust", 1, 1, 90);
	force_dice(&p, "6 5 5");
	act(&p, planet_by(0, SMALL, 1, 0));
	expect_scores(&p, 0, 2, 0, 2);
	ck_assert_int_eq(meeples_of(&p, 1, SMALL), 4);
	ck_assert_int_eq(meeples_of(&p, 3, SMALL), 4);
	ck_assert_int_eq(pieces_on_board(&p), 1);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, sw_6_1_exactly_four_seats_in_these_colours);
	tcase_add_test(t, sw_6_1_mates_sit_opposite_and_turns_alternate);
	tcase_add_test(t, sw_6_2_one_score_but_own_meeples);
	tcase_add_test(t, sw_6_3_mates_never_battle);
	tcase_add_test(t, sw_6_3_team_dice);
	tcase_add_test(t, sw_6_3_symbol_of_the_teams_faction_and_three_at_most);
	tcase_add_test(t, sw_6_4_an_occupied_route_or_field_takes_no_meeple_of_a_mate);
	tcase_add_test(t, sw_6_4_a_planet_of_a_mate_may_take_one);
	tcase_add_test(t, sw_6_5_a_feature_of_both_mates_scores_once);
	tcase_add_test(t, sw_6_5_losing_scores_once);
}

int main(void)
{
	return run_suite("star wars: teams", fill);
}

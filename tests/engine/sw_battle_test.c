/*
 * SW-3: battles, with forced dice, and what is known of them beforehand.
 */
#include <string.h>

#include "tests/engine/galaxy.h"

/* Seats 0 and 1 meet in a field or route at (1,1) whose last tile the seat on turn holds. */
static void meet(struct play *p, const char *colours, const char *west, const char *east)
{
	galaxy(p, colours, "", 2);
	field_with_gap(p, 0, west, 1, east);
}

START_TEST(sw_3_1_at_once_also_when_the_merging_seat_is_not_in_it)
{
	struct play p;

	meet(&p, "red black orange", "a", "a");
	arrive(&p, 2, "belt", 1, 1, 0);
	ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 0);	/* step 2 comes first */
	ck_assert_str_eq(feature_fact(&p, 1, 1, "a", "contested"), "true");
	force_dice(&p, "3 5");
	act(&p, skip_by(2));
	ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 1);
	ck_assert_int_lt(find_event(&p, EVENT_BATTLE_FOUGHT, 0), find_event(&p, EVENT_FEATURE_SCORED, 0));
	ck_assert_int_lt(find_event(&p, EVENT_FEATURE_SCORED, 0), find_event(&p, EVENT_TURN_ENDED, 0));
	expect_scores(&p, 1, 6, 0);
	expect_turn(&p, 0, PHASE_DRAW);
}
END_TEST

START_TEST(sw_3_1_with_auto_end_turn_the_tile_alone_may_start_it)
{
	struct play p;

	galaxy(&p, "red black", "auto_end_turn=true", 2);
	field_with_gap(&p, 0, "a", 1, "a");
	wait_for(&p, 0);
	next_tile(&p, "belt", 0);
	act(&p, draw_by(0));
	force_dice(&p, "6 1");
	act(&p, place_by(0, 1, 1, 0));		/* nowhere to place a meeple */
	ck_assert(event_is(&p, EVENT_STEP_SKIPPED, 0, "reason", "nothing-to-do"));
	expect_scores(&p, 6, 1);
}
END_TEST

START_TEST(sw_3_1_no_battle_among_meeples_of_one_seat)
{
	struct play p;

	galaxy(&p, "red black", "", 2);
	field_with_gap(&p, 0, "a", 0, "+a");
	settle(&p, 1, "belt", 1, 1, 0, NULL);
	ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 0);
	expect_scores(&p, 6, 0);		/* once */
	ck_assert_int_eq(meeples_of(&p, 0, SMALL), 4);
	ck_assert_int_eq(meeples_of(&p, 0, LARGE), 1);
}
END_TEST

/* Dice of seats 0 and 1 when the gap is closed with this belt. */
static void expect_dice(const char *colours, const char *west, const char *east, const char *belt, int dice0, int dice1)
{
	const struct facts *f;
	struct play p;

	meet(&p, colours, west, east);
	settle(&p, 0, belt, 1, 1, 0, NULL);
	f = event_facts(&p, find_event(&p, EVENT_BATTLE_FOUGHT, 0));
	ck_assert_int_eq(fact_count(f, "sides"), 2);
	ck_assert_int_eq(fact_number(f, "sides.0.seat"), 0);
	ck_assert_int_eq(fact_number(f, "sides.0.dice"), dice0);
	ck_assert_int_eq(fact_number(f, "sides.1.seat"), 1);
	ck_assert_int_eq(fact_number(f, "sides.1.dice"), dice1);
	ck_assert_int_eq(fact_count(f, "throws.0.rolls.0.dice"), dice0);
	ck_assert_int_eq(fact_count(f, "throws.0.rolls.1.dice"), dice1);
}

START_TEST(sw_3_2_one_per_small_two_per_large_one_for_the_symbol)
{
	expect_dice("red black", "a", "a", "belt", 1, 1);
	expect_dice("red black", "a", "+a", "belt", 1, 2);
	expect_dice("red black", "a", "a", "red-belt", 2, 1);
	expect_dice("red black", "a", "a", "black-belt", 1, 2);
	expect_dice("red black", "+a", "+a", "red-belt", 3, 2);
	expect_dice("orange white", "+a", "+a", "black-belt", 2, 3);
	expect_dice("orange white", "a", "a", "red-belt", 1, 1);	/* nobody's symbol */
}
END_TEST

START_TEST(sw_3_2_several_symbols_give_one_die)
{
	struct play p;

	galaxy(&p, "red black", "", 3);
	settle(&p, 0, "dust", 0, 1, 90, "a");
	settle(&p, 1, "dust", 3, 1, 270, "a");
	settle(&p, 0, "red-belt", 1, 1, 0, NULL);
	settle(&p, 1, "red-belt", 2, 1, 0, NULL);
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "sides.0.dice", "2"));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "sides.1.dice", "1"));
}
END_TEST

/* A red planet at (1,0), held by seat 0 with a large and, before the attack, a small meeple. */
static void besiege(struct play *p, const char *colours, const char *kind)
{
	galaxy(p, colours, "", 0);
	settle(p, 0, kind, 1, 0, 0, "+p");
	settle(p, 1, "dust", 2, 0, 0, NULL);
	arrive(p, 0, "dust", 0, 1, 270);
	act(p, planet_by(0, SMALL, 1, 0));
}

START_TEST(sw_3_2_never_more_than_three)
{
	const struct facts *f;
	struct play p;

	besiege(&p, "red black", "red-planet");
	arrive(&p, 1, "dust", 1, 1, 90);
	act(&p, planet_by(1, SMALL, 1, 0));
	f = event_facts(&p, find_event(&p, EVENT_BATTLE_FOUGHT, 0));
	ck_assert_int_eq(fact_number(f, "sides.0.dice"), 3);		/* of 1 + 2 + 1 */
	ck_assert_int_eq(fact_number(f, "sides.0.pieces.small"), 1);
	ck_assert_int_eq(fact_number(f, "sides.0.pieces.large"), 1);
	ck_assert_int_eq(fact_number(f, "sides.1.dice"), 1);
	ck_assert_int_eq(fact_number(f, "sides.1.pieces.large"), 0);
}
END_TEST

START_TEST(sw_3_2_for_a_planet_only_its_own_symbol_counts)
{
	struct play p;

	/* Red lanes and a black lane around an orange planet. */
	galaxy(&p, "red black orange", "", 0);
	settle(&p, 0, "orange-planet", 1, 0, 0, "p");
	settle(&p, 1, "red-lane", 2, 0, 0, NULL);
	arrive(&p, 1, "black-lane", 1, 1, 90);
	act(&p, planet_by(1, SMALL, 1, 0));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "feature_type", "planet"));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "sides.0.dice", "1"));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "sides.1.dice", "1"));
	arrive(&p, 2, "red-lane", 1, -1, 90);
	act(&p, planet_by(2, SMALL, 1, 0));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "sides.1.seat", "2"));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "sides.1.dice", "2"));
}
END_TEST

START_TEST(sw_3_2_a_planets_symbol_counts_for_nothing_else)
{
	struct play p;

	/* The route begins at a planet of the rebels; red has one die nevertheless. */
	galaxy(&p, "red black", "", 2);
	settle(&p, 0, "port", 0, 1, 270, "r");
	settle(&p, 1, "dock", 2, 1, 270, "r");
	settle(&p, 0, "lane", 1, 1, 90, NULL);
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "feature_type", "route"));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "sides.0.dice", "1"));
}
END_TEST

START_TEST(sw_3_3_only_the_highest_die_counts)
{
	struct play p;

	meet(&p, "red black", "a", "+a");
	arrive(&p, 0, "belt", 1, 1, 0);
	force_dice(&p, "4 3 3");
	act(&p, skip_by(0));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "winner.seat", "0"));
	expect_scores(&p, 6, 2);

	meet(&p, "red black", "a", "+a");
	arrive(&p, 0, "belt", 1, 1, 0);
	force_dice(&p, "4 1 5");
	act(&p, skip_by(0));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "winner.seat", "1"));
	expect_scores(&p, 1, 6);
}
END_TEST

START_TEST(sw_3_4_a_tie_is_a_point_each_and_another_throw)
{
	const struct facts *f;
	struct play p;

	meet(&p, "red black", "a", "+a");
	arrive(&p, 0, "belt", 1, 1, 0);
	force_dice(&p, "4 4 <5 2 <3 2 6 <5 4");
	act(&p, skip_by(0));
	f = event_facts(&p, find_event(&p, EVENT_BATTLE_FOUGHT, 0));
	ck_assert_int_eq(fact_count(f, "throws"), 3);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(fact_number(f, "throws.%d.tied.0", i), 0);
		ck_assert_int_eq(fact_number(f, "throws.%d.tied.1", i), 1);
		ck_assert_ptr_null(fact(f, "throws.%d.lost.0", i));
	}
	ck_assert_int_eq(fact_count(f, "throws.2.tied"), 0);
	ck_assert_int_eq(fact_count(f, "throws.2.rolls.1.dice"), 2);	/* the same number of dice */
	ck_assert_int_eq(fact_number(f, "throws.2.lost.0"), 1);
	ck_assert_int_eq(fact_number(f, "points.0.ties"), 2);
	ck_assert_int_eq(fact_number(f, "points.0.loss"), 0);
	ck_assert_int_eq(fact_number(f, "points.1.ties"), 2);
	ck_assert_int_eq(fact_number(f, "points.1.loss"), 2);
	ck_assert_int_eq(fact_number(f, "points.1.points"), 4);
	expect_scores(&p, 2 + 6, 4);
}
END_TEST

/* Four fields around (1,1), of a seat each; more cannot meet, since no tile has more sides. */
static void four_arms(struct play *p)
{
	galaxy(p, "red green black white orange", "", 0);
	settle(p, 0, "dust", 1, 0, 180, "a");
	settle(p, 4, "dust", 2, 0, 0, NULL);
	settle(p, 1, "dust", 0, 1, 90, "a");
	settle(p, 4, "dust", 0, 2, 270, NULL);
	settle(p, 2, "dust", 1, 2, 0, "a");
	settle(p, 3, "corner", 2, 1, 180, NULL);	/* asteroids to S and W */
	settle(p, 3, "dust", 2, 2, 0, "a");
	settle(p, 4, "dust", 3, 0, 0, NULL);
}

START_TEST(sw_3_4_who_is_below_the_tie_loses_now)
{
	const struct facts *f;
	struct play p;

	four_arms(&p);
	arrive(&p, 4, "land", 1, 1, 0);
	force_dice(&p, "5 <5 5 5 3 3 <3 6 <6");
	act(&p, skip_by(4));
	f = event_facts(&p, find_event(&p, EVENT_BATTLE_FOUGHT, 0));
	ck_assert_int_eq(fact_count(f, "sides"), 4);
	ck_assert_int_eq(fact_count(f, "throws"), 3);
	ck_assert_int_eq(fact_count(f, "throws.0.rolls"), 4);
	ck_assert_int_eq(fact_count(f, "throws.0.lost"), 1);
	ck_assert_int_eq(fact_number(f, "throws.0.lost.0"), 1);
	ck_assert_int_eq(fact_count(f, "throws.0.tied"), 3);
	/* Then 3, 3, 1: another loses; then 6, 2. */
	ck_assert_int_eq(fact_count(f, "throws.1.rolls"), 3);
	ck_assert_int_eq(fact_number(f, "throws.1.rolls.2.seat"), 3);
	ck_assert_int_eq(fact_number(f, "throws.1.lost.0"), 3);
	ck_assert_int_eq(fact_count(f, "throws.2.rolls"), 2);
	ck_assert_int_eq(fact_number(f, "throws.2.rolls.1.seat"), 2);
	ck_assert_int_eq(fact_number(f, "winner.seat"), 0);
	/* Six tiles: 12 points. */
	expect_scores(&p, 2 + 12, 1, 2 + 1, 1 + 1, 0);
	ck_assert_int_eq(pieces_on_board(&p), 0);
}
END_TEST

START_TEST(sw_3_5_losers_take_all_their_meeples_and_a_point_per_die)
{
	struct play p;

	besiege(&p, "red black", "orange-planet");
	ck_assert_int_eq(meeples_of(&p, 0, LARGE), 0);
	arrive(&p, 1, "dust", 1, 1, 90);
	force_dice(&p, "4 2 5 6");
	act(&p, planet_by(1, SMALL, 1, 0));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "winner.seat", "1"));
	expect_scores(&p, 3, 0);
	ck_assert_int_eq(meeples_of(&p, 0, LARGE), 1);
	ck_assert_int_eq(meeples_of(&p, 0, SMALL), 4);
	ck_assert_int_eq(pieces_on_board(&p), 1);
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "points.0.points", "3"));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "points.1.points", NULL));
}
END_TEST

START_TEST(sw_3_6_the_winner_stays_and_scores_when_it_is_complete)
{
	struct play p;

	/* Not complete: the winner stays. */
	galaxy(&p, "red black", "", 3);
	settle(&p, 0, "belt", 0, 1, 0, "a");
	settle(&p, 1, "belt", 2, 1, 0, "a");
	arrive(&p, 0, "belt", 1, 1, 0);
	force_dice(&p, "1 2");
	act(&p, skip_by(0));
	expect_scores(&p, 1, 0);
	ck_assert_int_eq(pieces_at(&p, 1, 2, 1, "a"), 1);
	ck_assert_int_eq(pieces_on_board(&p), 1);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_SCORED), 0);
	ck_assert_str_eq(feature_fact(&p, 1, 1, "a", "contested"), "false");
	/* Complete: it scores and goes home. */
	meet(&p, "red black", "a", "a");
	arrive(&p, 0, "belt", 1, 1, 0);
	force_dice(&p, "1 2");
	act(&p, skip_by(0));
	expect_scores(&p, 1, 6);
	ck_assert_int_eq(pieces_on_board(&p), 0);
	ck_assert_int_eq(meeples_of(&p, 1, SMALL), 4);
}
END_TEST

START_TEST(sw_3_7_seats_of_one_faction_battle_each_other)
{
	struct play p;

	meet(&p, "red green", "a", "a");
	arrive(&p, 0, "red-belt", 1, 1, 0);
	force_dice(&p, "1 2 3 4");		/* two dice each: both have the symbol */
	act(&p, skip_by(0));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "sides.0.dice", "2"));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "sides.1.dice", "2"));
	expect_scores(&p, 2, 8);
}
END_TEST

START_TEST(sw_3_8_the_default_order_is_planets_fields_routes)
{
	static const char *const types[] = { "planet", "asteroids", "route" };
	struct play p;

	crossroads(&p, "", 1);
	act(&p, place_by(0, 1, 1, 0));
	/* In the order of placing, the route came first and the planet last. */
	ck_assert_int_lt(feature_of(&p, 1, 1, "r"), feature_of(&p, 1, 1, "a"));
	ck_assert_int_lt(feature_of(&p, 1, 1, "a"), feature_of(&p, 2, 2, "p"));
	act(&p, planet_by(0, SMALL, 2, 2));
	ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 3);
	for (int i = 0; i < 3; i++)
		ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, i, "feature_type", types[i]));
	ck_assert_int_eq(count_events(&p, EVENT_DECISION_NEEDED), 0);
}
END_TEST

START_TEST(sw_3_8_features_of_a_kind_by_their_first_tile)
{
	struct play p;

	/* Two routes cross at (1,1); the bridge names the one from north to south first. */
	for (int first = 0; first < 2; first++) {
		galaxy(&p, "red black white", "", 0);
		if (first == 0)
			settle(&p, 0, "dock", 0, 1, 90, "r");
		settle(&p, 0, "dock", 1, 0, 180, "r");
		if (first == 1)
			settle(&p, 0, "dock", 0, 1, 90, "r");
		settle(&p, 2, "dust", 0, 2, 270, NULL);
		settle(&p, 1, "dock", 1, 2, 0, "r");
		settle(&p, 2, "dust", 2, 0, 0, NULL);
		settle(&p, 1, "dock", 2, 1, 270, "r");
		settle(&p, 2, "bridge", 1, 1, 0, NULL);
		ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 2);
		ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "y", first == 0 ? "1" : "0"));
		ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 1, "y", first == 0 ? "0" : "1"));
	}
}
END_TEST

START_TEST(sw_3_8_each_battle_is_asked_for_without_auto_battle)
{
	const struct facts *f;
	struct play p;

	crossroads(&p, "auto_battle=false", 1);
	act(&p, place_by(0, 1, 1, 0));
	act(&p, planet_by(0, SMALL, 2, 2));
	expect_turn(&p, 0, PHASE_BATTLE);
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 0);
	ck_assert_uint_eq(p.g.rng.used[RNG_DICE], 0);
	f = event_facts(&p, find_event(&p, EVENT_DECISION_NEEDED, 0));
	ck_assert_int_eq(fact_number(f, "seat"), 0);
	ck_assert_str_eq(fact(f, "decision"), "battle");
	ck_assert_int_eq(fact_count(f, "candidates"), 3);
	ck_assert_str_eq(fact(f, "candidates.0.feature_type"), "planet");
	ck_assert_int_eq(fact_number(f, "candidates.0.x"), 2);
	ck_assert_int_eq(fact_number(f, "candidates.0.y"), 2);
	ck_assert_str_eq(fact(f, "candidates.0.segment"), "p");
	ck_assert_str_eq(fact(f, "candidates.1.feature_type"), "asteroids");
	ck_assert_int_eq(fact_number(f, "candidates.1.x"), 1);		/* its first segment */
	ck_assert_int_eq(fact_number(f, "candidates.1.y"), 0);
	ck_assert_str_eq(fact(f, "candidates.2.feature_type"), "route");
	ck_assert_int_eq(fact_number(f, "candidates.2.feature"), feature_of(&p, 0, 1, "r"));
	f = view_facts(&p);
	ck_assert_int_eq(fact_count(f, "pending"), 1);
	ck_assert_int_eq(fact_number(f, "pending.0.seat"), 0);
	ck_assert_str_eq(fact(f, "pending.0.type"), "battle");
	ck_assert_int_eq(fact_count(f, "pending.0.candidates"), 3);
	ck_assert_str_eq(fact(f, "pending.0.candidates.2.segment"), "r");
	ck_assert_int_eq(count_legal(&p, 0, ACTION_NONE), 3);
	ck_assert_int_eq(count_legal(&p, 1, ACTION_NONE), 0);
	/* The route first, by a segment that is not its first. */
	force_dice(&p, "6 1");
	act(&p, battle_by(&p, 0, 1, 2, "r"));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "feature_type", "route"));
	ck_assert(event_is(&p, EVENT_BATTLE_FOUGHT, 0, "x", "0"));
	ck_assert_int_eq(fact_count(event_facts(&p, find_event(&p, EVENT_DECISION_NEEDED, 0)), "candidates"), 2);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_SCORED), 0);	/* points come after all battles */
	expect_scores(&p, 0, 1, 0);
	must_refuse(&p, battle_by(&p, 0, 1, 1, "r"), REFUSED_RULE, "SW-3.8");	/* nobody fights twice */
	force_dice(&p, "1 6");
	act(&p, battle_by(&p, 0, 1, 1, "a"));
	expect_turn(&p, 0, PHASE_BATTLE);
	force_dice(&p, "1 2 3");
	act(&p, nth_legal(&p, 0, 0));
	expect_turn(&p, 1, PHASE_DRAW);
	ck_assert_int_eq(count_events(&p, EVENT_DECISION_NEEDED), 0);
	/* Field and planet lost, the route of 3 won; the field of 3 is black's. */
	expect_scores(&p, 1 + 1 + 3, 1 + 6, 0);
}
END_TEST

START_TEST(sw_3_8_even_a_single_battle_is_asked_for)
{
	struct play p;

	galaxy(&p, "red black", "auto_battle=false", 2);
	field_with_gap(&p, 0, "a", 1, "a");
	settle(&p, 0, "belt", 1, 1, 0, NULL);
	expect_turn(&p, 0, PHASE_BATTLE);
	must_refuse(&p, battle_by(&p, 1, 1, 1, "a"), REFUSED_NOT_YOUR_TURN, NULL);
	must_refuse(&p, skip_by(0), REFUSED_PHASE, NULL);
	must_refuse(&p, draw_by(0), REFUSED_PHASE, NULL);
	act(&p, battle_by(&p, 0, 2, 1, "a"));
	expect_turn(&p, 1, PHASE_DRAW);
}
END_TEST

START_TEST(sw_3_8_a_battle_that_is_none_is_refused)
{
	struct play p;

	galaxy(&p, "red black", "auto_battle=false", 2);
	field_with_gap(&p, 0, "a", 1, "a");
	wait_for(&p, 0);
	must_refuse(&p, battle_by(&p, 0, 0, 1, "a"), REFUSED_PHASE, NULL);
	settle(&p, 0, "belt", 1, 1, 0, NULL);
	must_refuse(&p, battle_by(&p, 0, 0, 0, "a"), REFUSED_RULE, "SW-3.8");
	ck_assert_ptr_nonnull(strstr(p.err.text, "contested"));
	must_refuse(&p, (struct action){ .type = ACTION_BATTLE, .x = 50 }, REFUSED_UNKNOWN, NULL);
	must_refuse(&p, (struct action){ .type = ACTION_BATTLE, .segment = 1 }, REFUSED_UNKNOWN, NULL);
	must_refuse(&p, (struct action){ .type = ACTION_BATTLE, .size = 1 }, REFUSED_UNKNOWN, NULL);
}
END_TEST

START_TEST(sw_3_8_everything_that_a_battle_tells)
{
	const struct facts *f;
	struct play p;

	meet(&p, "red black", "a", "+a");
	arrive(&p, 0, "red-belt", 1, 1, 0);
	force_dice(&p, "2 5 5 <5 3 3 <6 6");
	act(&p, skip_by(0));
	f = event_facts(&p, find_event(&p, EVENT_BATTLE_FOUGHT, 0));
	ck_assert_str_eq(fact(f, "type"), "battle-fought");
	ck_assert_int_eq(fact_number(f, "feature"), feature_of(&p, 1, 1, "a"));
	ck_assert_str_eq(fact(f, "feature_type"), "asteroids");
	ck_assert_int_eq(fact_number(f, "x"), 0);
	ck_assert_int_eq(fact_number(f, "y"), 1);
	ck_assert_str_eq(fact(f, "segment"), "a");
	ck_assert_int_eq(fact_number(f, "sides.0.pieces.small"), 1);
	ck_assert_int_eq(fact_number(f, "sides.0.pieces.large"), 0);
	ck_assert_int_eq(fact_number(f, "sides.1.pieces.small"), 0);
	ck_assert_int_eq(fact_number(f, "sides.1.pieces.large"), 1);
	ck_assert_int_eq(fact_number(f, "throws.0.rolls.0.seat"), 0);
	ck_assert_int_eq(fact_number(f, "throws.0.rolls.0.dice.0"), 2);
	ck_assert_int_eq(fact_number(f, "throws.0.rolls.0.dice.1"), 5);
	ck_assert_int_eq(fact_number(f, "throws.0.rolls.1.dice.0"), 5);
	ck_assert_int_lt(fact_number(f, "throws.0.rolls.1.dice.1"), 5);
	ck_assert_int_eq(fact_number(f, "throws.1.rolls.0.dice.1"), 3);
	ck_assert_int_eq(fact_number(f, "throws.1.rolls.1.dice.1"), 6);
	ck_assert_int_eq(fact_number(f, "winner.seat"), 1);
	ck_assert_int_eq(fact_number(f, "points.0.seat"), 0);
	ck_assert_int_eq(fact_number(f, "points.0.ties"), 1);
	ck_assert_int_eq(fact_number(f, "points.0.loss"), 2);
	ck_assert_int_eq(fact_number(f, "points.0.points"), 3);
	ck_assert_int_eq(fact_number(f, "points.1.points"), 1);
	ck_assert_ptr_null(fact(f, "sides.0.team"));
	expect_scores(&p, 3, 1 + 8);
}
END_TEST

START_TEST(sw_3_4_odds_of_one_die_against_one)
{
	struct action a;
	struct play p;

	/* Win 1/2; ties bring 1/5 on average, the loss 1 in half of the cases; three tiles bring 6. */
	meet(&p, "red black", "a", "a");
	wait_for(&p, 0);
	next_tile(&p, "belt", 0);
	act(&p, draw_by(0));
	a = place_by(0, 1, 1, 0);
	ck_assert_int_eq(odds_count(&p, a), 1);
	ck_assert_str_eq(odds_fact(&p, a, "0.feature_type"), "asteroids");
	ck_assert_str_eq(odds_fact(&p, a, "0.x"), "0");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.0.seat"), "0");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.0.dice"), "1");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.0.win"), "1/2");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.0.win_permille"), "500");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.0.points"), "37/10");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.0.points_milli"), "3700");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.1.win"), "1/2");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.1.points"), "37/10");
	/* Elsewhere the tile starts none. */
	ck_assert_int_eq(odds_count(&p, place_by(0, 0, -1, 90)), 0);
}
END_TEST

START_TEST(sw_3_4_odds_of_two_dice_against_one)
{
	struct action a;
	struct play p;

	/*
	 * Of 216 throws, 125 are won, 36 tied, 55 lost: 25/36.  An attack on a
	 * planet that is not complete brings ties, 1/5, and the loss: 1/5 + 2 * 11/36
	 * for two dice, 1/5 + 25/36 for one.
	 */
	galaxy(&p, "red black", "", 0);
	settle(&p, 1, "red-planet", 1, 0, 0, "p");
	arrive(&p, 0, "dust", 2, 0, 0);
	a = planet_by(0, SMALL, 1, 0);
	ck_assert_int_eq(odds_count(&p, skip_by(0)), 0);
	ck_assert_int_eq(odds_count(&p, meeple_by(&p, 0, SMALL, "a")), 0);
	ck_assert_str_eq(odds_fact(&p, a, "0.feature_type"), "planet");
	ck_assert_str_eq(odds_fact(&p, a, "0.segment"), "p");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.0.dice"), "2");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.0.win"), "25/36");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.0.win_permille"), "694");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.0.points"), "73/90");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.0.points_milli"), "811");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.1.win"), "11/36");
	ck_assert_str_eq(odds_fact(&p, a, "0.sides.1.points"), "161/180");
	ck_assert_str_eq(odds_fact(&p, planet_by(0, LARGE, 1, 0), "0.sides.0.dice"), "3");
}
END_TEST

START_TEST(sw_3_8_odds_of_each_battle_that_may_be_chosen)
{
	struct play p;

	crossroads(&p, "auto_battle=false", 1);
	ck_assert_int_eq(odds_count(&p, place_by(0, 1, 1, 0)), 2);
	act(&p, place_by(0, 1, 1, 0));
	ck_assert_int_eq(odds_count(&p, skip_by(0)), 2);
	ck_assert_int_eq(odds_count(&p, planet_by(0, SMALL, 2, 2)), 3);
	act(&p, planet_by(0, SMALL, 2, 2));
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(odds_count(&p, nth_legal(&p, 0, i)), 1);
	ck_assert_str_eq(odds_fact(&p, nth_legal(&p, 0, 0), "0.sides.0.win"), "11/36");
	ck_assert_str_eq(odds_fact(&p, nth_legal(&p, 0, 1), "0.sides.0.points"), "37/10");
	ck_assert_str_eq(odds_fact(&p, nth_legal(&p, 0, 2), "0.sides.0.points"), "11/5");	/* 7/10 + 3/2 */
}
END_TEST

START_TEST(sw_3_8_odds_tell_nothing_of_the_dice_to_come)
{
	struct play p, q;

	meet(&p, "red black", "a", "a");
	arrive(&p, 0, "belt", 1, 1, 0);
	q = p;
	force_dice(&p, "1 6");
	force_dice(&q, "6 1");
	ck_assert_str_eq(odds_fact(&p, skip_by(0), "0.sides.0.win"), "1/2");
	ck_assert_str_eq(odds_fact(&q, skip_by(0), "0.sides.0.win"), "1/2");
	ck_assert_mem_eq(view_facts(&p)->at, view_facts(&q)->at, sizeof(struct fact) * (size_t)p.facts.count);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, sw_3_1_at_once_also_when_the_merging_seat_is_not_in_it);
	tcase_add_test(t, sw_3_1_with_auto_end_turn_the_tile_alone_may_start_it);
	tcase_add_test(t, sw_3_1_no_battle_among_meeples_of_one_seat);
	tcase_add_test(t, sw_3_2_one_per_small_two_per_large_one_for_the_symbol);
	tcase_add_test(t, sw_3_2_several_symbols_give_one_die);
	tcase_add_test(t, sw_3_2_never_more_than_three);
	tcase_add_test(t, sw_3_2_for_a_planet_only_its_own_symbol_counts);
	tcase_add_test(t, sw_3_2_a_planets_symbol_counts_for_nothing_else);
	tcase_add_test(t, sw_3_3_only_the_highest_die_counts);
	tcase_add_test(t, sw_3_4_a_tie_is_a_point_each_and_another_throw);
	tcase_add_test(t, sw_3_4_who_is_below_the_tie_loses_now);
	tcase_add_test(t, sw_3_5_losers_take_all_their_meeples_and_a_point_per_die);
	tcase_add_test(t, sw_3_6_the_winner_stays_and_scores_when_it_is_complete);
	tcase_add_test(t, sw_3_7_seats_of_one_faction_battle_each_other);
	tcase_add_test(t, sw_3_8_the_default_order_is_planets_fields_routes);
	tcase_add_test(t, sw_3_8_features_of_a_kind_by_their_first_tile);
	tcase_add_test(t, sw_3_8_each_battle_is_asked_for_without_auto_battle);
	tcase_add_test(t, sw_3_8_even_a_single_battle_is_asked_for);
	tcase_add_test(t, sw_3_8_a_battle_that_is_none_is_refused);
	tcase_add_test(t, sw_3_8_everything_that_a_battle_tells);
	tcase_add_test(t, sw_3_4_odds_of_one_die_against_one);
	tcase_add_test(t, sw_3_4_odds_of_two_dice_against_one);
	tcase_add_test(t, sw_3_8_odds_of_each_battle_that_may_be_chosen);
	tcase_add_test(t, sw_3_8_odds_tell_nothing_of_the_dice_to_come);
}

int main(void)
{
	return run_suite("star wars: battles", fill);
}

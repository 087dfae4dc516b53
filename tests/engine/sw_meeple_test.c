/*
 * SW-2: where a meeple may go, and where not.
 */
#include <string.h>

#include "tests/engine/galaxy.h"

START_TEST(sw_2_1_merchant_and_explorer)
{
	struct play p;

	galaxy(&p, "red black", "", 0);
	arrive(&p, 0, "port", 1, 0, 0);
	ck_assert(is_legal(&p, meeple_by(&p, 0, SMALL, "a")));
	ck_assert(is_legal(&p, meeple_by(&p, 0, LARGE, "r")));
	must_refuse(&p, (struct action){ .type = ACTION_MEEPLE, .seat = 0, .segment = 3 }, REFUSED_UNKNOWN, NULL);
	must_refuse(&p, (struct action){ .type = ACTION_MEEPLE, .seat = 0, .size = 2 }, REFUSED_UNKNOWN, NULL);
	must_refuse(&p, (struct action){ .type = ACTION_MEEPLE, .seat = 0, .x = 1 }, REFUSED_UNKNOWN, NULL);
	must_refuse(&p, meeple_by(&p, 1, SMALL, "a"), REFUSED_NOT_YOUR_TURN, NULL);
	act(&p, meeple_by(&p, 0, SMALL, "r"));
	ck_assert(event_is(&p, EVENT_PIECE_PLACED, 0, "piece", "meeple"));
	ck_assert(event_is(&p, EVENT_PIECE_PLACED, 0, "size", "small"));
	ck_assert(event_is(&p, EVENT_PIECE_PLACED, 0, "segment", "r"));
	ck_assert_int_eq(pieces_at(&p, 0, 1, 0, "r"), 1);
	ck_assert_int_eq(meeples_of(&p, 0, SMALL), 3);
	ck_assert_int_eq(meeples_of(&p, 0, LARGE), 1);
	expect_turn(&p, 1, PHASE_DRAW);		/* only one */
	settle(&p, 1, "dust", 2, 0, 0, "+a");
	ck_assert_str_eq(fact(view_facts(&p), "board.pieces.1.size"), "large");
	ck_assert_int_eq(meeples_of(&p, 1, LARGE), 0);
}
END_TEST

START_TEST(sw_2_1_not_where_anyone_stands_in_the_whole_feature)
{
	struct play p;

	galaxy(&p, "red black", "", 3);
	settle(&p, 0, "dock", 0, 1, 90, "r");
	settle(&p, 1, "lane", 1, 1, 90, NULL);
	arrive(&p, 1, "lane", 2, 1, 90);
	must_refuse(&p, meeple_by(&p, 1, SMALL, "r"), REFUSED_RULE, "SW-2.1");
	ck_assert_ptr_nonnull(strstr(p.err.text, "choose another"));
	ck_assert_int_eq(count_legal(&p, 1, ACTION_MEEPLE), 0);
	act(&p, skip_by(1));
	arrive(&p, 0, "fork", 3, 1, 0);		/* nor where one's own stands */
	must_refuse(&p, meeple_by(&p, 0, LARGE, "w"), REFUSED_RULE, "SW-2.1");
	ck_assert_int_eq(count_legal(&p, 0, ACTION_MEEPLE), 2 * 2);
	act(&p, meeple_by(&p, 0, SMALL, "s"));
}
END_TEST

START_TEST(sw_2_2_conqueror_on_the_planet_just_placed)
{
	struct play p;

	galaxy(&p, "red black", "", 0);
	arrive(&p, 0, "black-planet", 1, 0, 0);
	must_refuse(&p, planet_by(0, SMALL, 1, 0), REFUSED_RULE, "SW-2.3");	/* by its segment only */
	ck_assert_int_eq(count_legal(&p, 0, ACTION_MEEPLE), 2);
	act(&p, meeple_by(&p, 0, LARGE, "p"));
	ck_assert_int_eq(pieces_at(&p, 0, 1, 0, "p"), 1);
}
END_TEST

START_TEST(sw_2_3_on_a_planet_of_the_eight_fields_around)
{
	static const struct { int x, y, degrees; } around[] = { { 1, 0, 0 }, { -1, 0, 0 }, { 1, 1, 90 }, { -1, 1, 270 },
		{ 1, 2, 90 }, { -1, 2, 270 }, { 0, 2, 180 } };
	struct play p;

	galaxy(&p, "red black", "", 0);
	put(&p, 0, "red-planet", 0, 0, 1, 0);
	act(&p, skip_by(0));
	for (int i = 0; i < 7; i++) {
		int seat = p.g.now.seat;

		put(&p, seat, "dust", 1, around[i].x, around[i].y, around[i].degrees);
		ck_assert(is_legal(&p, planet_by(seat, SMALL, 0, 1)));
		ck_assert(is_legal(&p, planet_by(seat, LARGE, 0, 1)));
		act(&p, skip_by(seat));
	}
	/* The eighth: a tile to the north of a planet. */
	galaxy(&p, "red black", "", 0);
	put(&p, 0, "dust", 1, 0, 1, 270);
	act(&p, skip_by(0));
	put(&p, 1, "red-planet", 0, 1, 1, 0);
	act(&p, skip_by(1));
	put(&p, 0, "dust", 1, 1, 0, 0);
	act(&p, planet_by(0, SMALL, 1, 1));
	ck_assert_int_eq(pieces_at(&p, 0, 1, 1, "p"), 1);
	ck_assert(event_is(&p, EVENT_PIECE_PLACED, 0, "x", "1"));
	ck_assert(event_is(&p, EVENT_PIECE_PLACED, 0, "y", "1"));
	ck_assert(event_is(&p, EVENT_PIECE_PLACED, 0, "segment", "p"));
}
END_TEST

START_TEST(sw_2_3_not_on_planets_farther_off_nor_where_none_is)
{
	struct play p;

	galaxy(&p, "red black", "", 0);
	settle(&p, 0, "red-planet", 1, 0, 0, NULL);
	settle(&p, 1, "dust", 2, 0, 0, NULL);
	arrive(&p, 0, "dust", 3, 0, 0);
	must_refuse(&p, planet_by(0, SMALL, 1, 0), REFUSED_RULE, "SW-2.3");	/* two fields off */
	ck_assert_ptr_nonnull(strstr(p.err.text, "8 fields"));
	must_refuse(&p, planet_by(0, SMALL, 2, 0), REFUSED_RULE, "SW-2.3");	/* no planet on it */
	must_refuse(&p, planet_by(0, SMALL, 3, 1), REFUSED_RULE, "SW-2.3");	/* no tile */
	must_refuse(&p, planet_by(0, SMALL, 32767, -32768), REFUSED_RULE, "SW-2.3");
	ck_assert_int_eq(count_legal(&p, 0, ACTION_MEEPLE), 2);
}
END_TEST

START_TEST(sw_2_3_occupied_or_not_by_whomever)
{
	struct play p;

	galaxy(&p, "red black", "", 0);
	settle(&p, 0, "orange-planet", 1, 0, 0, "p");
	settle(&p, 1, "dust", 2, 0, 0, NULL);
	/* A second one of the same seat: no battle. */
	arrive(&p, 0, "dust", 0, 1, 270);
	act(&p, planet_by(0, LARGE, 1, 0));
	ck_assert_int_eq(pieces_at(&p, 0, 1, 0, "p"), 2);
	ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 0);
	/* One of another seat: an attack. */
	arrive(&p, 1, "dust", 1, 1, 90);
	act(&p, planet_by(1, SMALL, 1, 0));
	ck_assert_int_eq(count_events(&p, EVENT_BATTLE_FOUGHT), 1);
}
END_TEST

START_TEST(sw_2_3_planets_are_listed_by_y_then_x)
{
	struct play p;
	int n = 0;

	galaxy(&p, "red black", "", 0);
	settle(&p, 0, "red-planet", 0, 1, 0, NULL);
	settle(&p, 1, "black-planet", 1, 0, 0, NULL);
	settle(&p, 0, "dust", 2, 0, 0, NULL);
	settle(&p, 1, "orange-planet", 2, 1, 0, NULL);
	arrive(&p, 0, "red-planet", 1, 1, 0);
	for (int size = SMALL; size <= LARGE; size++) {
		const struct action expected[] = { meeple_by(&p, 0, size, "p"), planet_by(0, size, 1, 0),
			planet_by(0, size, 0, 1), planet_by(0, size, 2, 1) };

		for (int i = 0; i < 4; i++, n++) {
			struct action got = nth_legal(&p, 0, n);

			ck_assert_mem_eq(&got, &expected[i], sizeof got);
		}
	}
	ck_assert_int_eq(nth_legal(&p, 0, n).type, ACTION_SKIP);
	ck_assert_int_eq(count_legal(&p, 0, ACTION_NONE), 9);
}
END_TEST

START_TEST(sw_2_4_from_the_own_supply)
{
	struct play p;

	galaxy(&p, "red black", "", 0);
	for (int i = 0; i < 4; i++) {
		settle(&p, 0, "dust", 1 + 2 * i, 0, 0, "a");
		settle(&p, 1, "dust", 2 + 2 * i, 0, 0, NULL);
	}
	ck_assert_int_eq(meeples_of(&p, 0, SMALL), 0);
	arrive(&p, 0, "dust", 9, 0, 0);
	must_refuse(&p, meeple_by(&p, 0, SMALL, "a"), REFUSED_RULE, "SW-2.4");
	ck_assert_ptr_nonnull(strstr(p.err.text, "small"));
	ck_assert_int_eq(count_legal(&p, 0, ACTION_MEEPLE), 1);
	act(&p, meeple_by(&p, 0, LARGE, "a"));
	arrive(&p, 0, "dust", 10, 0, 0);
	must_refuse(&p, meeple_by(&p, 0, LARGE, "a"), REFUSED_RULE, "SW-2.4");
	ck_assert_int_eq(count_legal(&p, 0, ACTION_NONE), 1);
	act(&p, skip_by(0));
	ck_assert(event_is(&p, EVENT_STEP_SKIPPED, 0, "reason", "nothing-to-do"));
}
END_TEST

START_TEST(sw_2_4_nothing_is_retrieved)
{
	const struct ruleset *r = ruleset_find("star-wars", 1);
	struct play p;

	ck_assert_ptr_null(ruleset_action(r, ACTION_RETRIEVE));
	galaxy(&p, "red black", "", 0);
	settle(&p, 0, "dust", 1, 0, 0, "a");
	arrive(&p, 0, "dust", 2, 0, 0);
	must_refuse(&p, retrieve_by(&p, 0, 1, 0, "a"), REFUSED_UNKNOWN, NULL);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, sw_2_1_merchant_and_explorer);
	tcase_add_test(t, sw_2_1_not_where_anyone_stands_in_the_whole_feature);
	tcase_add_test(t, sw_2_2_conqueror_on_the_planet_just_placed);
	tcase_add_test(t, sw_2_3_on_a_planet_of_the_eight_fields_around);
	tcase_add_test(t, sw_2_3_not_on_planets_farther_off_nor_where_none_is);
	tcase_add_test(t, sw_2_3_occupied_or_not_by_whomever);
	tcase_add_test(t, sw_2_3_planets_are_listed_by_y_then_x);
	tcase_add_test(t, sw_2_4_from_the_own_supply);
	tcase_add_test(t, sw_2_4_nothing_is_retrieved);
}

int main(void)
{
	return run_suite("star wars: meeples", fill);
}

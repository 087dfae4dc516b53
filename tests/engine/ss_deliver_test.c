/*
 * SS-4: delivering to a ship.
 */
#include <string.h>

#include "tests/engine/ss_oracle.h"
#include "tests/engine/support.h"

/* Seat 0 has these wares and is at its delivery; the ships named lie face up. */
static void at_delivery(struct play *p, const char *row, const char *pile, int shells, int fish, int bananas)
{
	play_start(p, bundled_tileset(), 2, "auto_end_turn=false");
	set_ships(p, row, pile);
	set_wares(p, 0, shells, fish, bananas);
	put(p, 0, "ss20", 0, 0, 1, 0);
	act(p, skip_by(0));
	expect_turn(p, 0, PHASE_DELIVER);
}

START_TEST(ss_4_1_pay_take_and_refill)
{
	const struct facts *f;
	struct play p;

	at_delivery(&p, "ship05 ship17 ship01 ship24", "ship22 ship02", 4, 3, 2);
	act(&p, deliver_by(&p, 0, "ship17", 2, 1, 1));
	expect_wares(&p, 0, 2, 2, 1);
	ck_assert(owns(&p, 0, "ship17"));
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 5 + 5 / 3);
	ck_assert_str_eq(face_up(&p, 0), "ship05");
	ck_assert_str_eq(face_up(&p, 1), "ship01");
	ck_assert_str_eq(face_up(&p, 2), "ship24");
	ck_assert_str_eq(face_up(&p, 3), "ship22");
	ck_assert_int_eq(fact_number(view_facts(&p), "ships.pile"), 1);
	ck_assert_int_eq(count_events(&p, EVENT_SHIP_DELIVERED), 1);
	f = event_facts(&p, find_event(&p, EVENT_SHIP_DELIVERED, 0));
	ck_assert_str_eq(fact(f, "ship"), "ship17");
	ck_assert_int_eq(fact_number(f, "wares.shells"), 2);
}
END_TEST

START_TEST(ss_4_1_only_face_up_and_only_own_wares)
{
	struct play p;

	at_delivery(&p, "ship05 ship17 ship01 ship24", "ship22", 2, 1, 0);
	set_wares(&p, 1, 9, 9, 9);
	must_refuse(&p, deliver_by(&p, 0, "ship22", 2, 1, 0), REFUSED_RULE, "SS-4.1");	/* in the pile */
	must_refuse(&p, deliver_by(&p, 0, "ship06", 0, 2, 1), REFUSED_RULE, "SS-4.1");	/* gone */
	must_refuse(&p, deliver_by(&p, 0, "ship17", 2, 1, 1), REFUSED_RULE, "SS-4.1");	/* no banana */
	must_refuse(&p, deliver_by(&p, 1, "ship17", 2, 1, 1), REFUSED_NOT_YOUR_TURN, NULL);
	must_refuse(&p, (struct action){ .type = ACTION_DELIVER, .ship = 200, .wares = { 2, 1, 0 } }, REFUSED_UNKNOWN, NULL);
	act(&p, deliver_by(&p, 0, "ship05", 2, 1, 0));
}
END_TEST

START_TEST(ss_4_1_exactly_one_ship)
{
	struct play p;

	at_delivery(&p, "ship01 ship02 ship05 ship17", "", 20, 20, 20);
	act(&p, deliver_by(&p, 0, "ship01", 3, 0, 0));
	must_refuse(&p, deliver_by(&p, 0, "ship02", 3, 0, 0), REFUSED_NOT_YOUR_TURN, NULL);
	ck_assert_int_eq(fact_count(view_facts(&p), "ships.face_up"), 3);	/* nothing to refill from */
}
END_TEST

START_TEST(ss_4_1_only_at_the_end_of_the_turn)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	set_ships(&p, "ship01 ship02 ship05 ship17", "");
	set_wares(&p, 0, 9, 9, 9);
	must_refuse(&p, deliver_by(&p, 0, "ship01", 3, 0, 0), REFUSED_PHASE, NULL);
	put(&p, 0, "ss20", 0, 0, 1, 0);
	must_refuse(&p, deliver_by(&p, 0, "ship01", 3, 0, 0), REFUSED_PHASE, NULL);
}
END_TEST

START_TEST(ss_4_1_the_wares_of_this_turn_may_be_delivered)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	set_ships(&p, "ship02 ship22 ship23 ship21", "");
	set_wares(&p, 0, 0, 0, 1);
	put(&p, 0, "ss05", 0, 0, -1, 180);
	act(&p, islander_by(&p, 0, "i"));
	expect_turn(&p, 0, PHASE_DELIVER);
	act(&p, deliver_by(&p, 0, "ship02", 0, 0, 3));
	expect_wares(&p, 0, 0, 0, 0);
}
END_TEST

START_TEST(ss_4_2_named_wares)
{
	struct play p;

	at_delivery(&p, "ship17 ship05 ship10 ship21", "", 9, 9, 9);
	must_refuse(&p, deliver_by(&p, 0, "ship17", 2, 1, 0), REFUSED_RULE, "SS-4.2");	/* less */
	must_refuse(&p, deliver_by(&p, 0, "ship17", 3, 1, 1), REFUSED_RULE, "SS-4.2");	/* more */
	must_refuse(&p, deliver_by(&p, 0, "ship17", 1, 2, 1), REFUSED_RULE, "SS-4.2");	/* others */
	must_refuse(&p, deliver_by(&p, 0, "ship17", 0, 0, 0), REFUSED_RULE, "SS-4.2");
	ck_assert_int_eq(count_legal(&p, 0, ACTION_DELIVER), 4);	/* one way each */
}
END_TEST

START_TEST(ss_4_2_a_slots_of_one_type_b_slots_of_another)
{
	struct play p;

	at_delivery(&p, "ship08 ship15 ship04 ship16", "", 9, 9, 9);
	must_refuse(&p, deliver_by(&p, 0, "ship08", 4, 0, 0), REFUSED_RULE, "SS-4.2");	/* B is not A */
	must_refuse(&p, deliver_by(&p, 0, "ship08", 2, 1, 1), REFUSED_RULE, "SS-4.2");	/* B mixed */
	must_refuse(&p, deliver_by(&p, 0, "ship08", 3, 1, 0), REFUSED_RULE, "SS-4.2");
	must_refuse(&p, deliver_by(&p, 0, "ship15", 2, 2, 1), REFUSED_RULE, "SS-4.2");
	must_refuse(&p, deliver_by(&p, 0, "ship04", 4, 0, 0), REFUSED_RULE, "SS-4.2");
	must_refuse(&p, deliver_by(&p, 0, "ship04", 2, 2, 0), REFUSED_RULE, "SS-4.2");
	must_refuse(&p, deliver_by(&p, 0, "ship16", 4, 1, 0), REFUSED_RULE, "SS-4.2");
	/* 3 pairs of types, 6 ordered pairs, 6 ordered pairs, 3 types. */
	ck_assert_int_eq(count_legal(&p, 0, ACTION_DELIVER), 3 + 6 + 6 + 3);
	act(&p, deliver_by(&p, 0, "ship15", 0, 2, 3));
	expect_wares(&p, 0, 9, 7, 6);
}
END_TEST

START_TEST(ss_4_2_every_ship_and_every_payment)
{
	const struct tileset *ts = bundled_tileset();
	struct play p;

	for (int s = 0; s < ts->ship_count; s++) {
		int ways = 0;

		at_delivery(&p, ts->ships[s].id, "", 8, 8, 8);
		for (int a = 0; a <= 8; a++)
			for (int b = 0; b <= 8; b++)
				for (int c = 0; c <= 8; c++) {
					struct action pay = deliver_by(&p, 0, ts->ships[s].id, a, b, c);
					int good = ss_oracle_pays(&ts->ships[s], (const int[]){ a, b, c });

					ways += good;
					ck_assert_int_eq(is_legal(&p, pay), good);
					if (!good)
						must_refuse(&p, pay, REFUSED_RULE, "SS-4.2");
				}
		ck_assert_int_gt(ways, 0);
		ck_assert_int_eq(count_legal(&p, 0, ACTION_DELIVER), ways);
	}
}
END_TEST

START_TEST(ss_4_3_then_the_next_seat_begins)
{
	struct play p;

	at_delivery(&p, "ship01 ship02 ship05 ship17", "", 3, 0, 0);
	act(&p, deliver_by(&p, 0, "ship01", 3, 0, 0));
	expect_turn(&p, 1, PHASE_DRAW);
	ck_assert_int_eq(p.g.now.number, 2);
	at_delivery(&p, "ship01 ship02 ship05 ship17", "", 3, 0, 0);
	act(&p, end_by(0));
	expect_turn(&p, 1, PHASE_DRAW);
	expect_wares(&p, 0, 3, 0, 0);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, ss_4_1_pay_take_and_refill);
	tcase_add_test(t, ss_4_1_only_face_up_and_only_own_wares);
	tcase_add_test(t, ss_4_1_exactly_one_ship);
	tcase_add_test(t, ss_4_1_only_at_the_end_of_the_turn);
	tcase_add_test(t, ss_4_1_the_wares_of_this_turn_may_be_delivered);
	tcase_add_test(t, ss_4_2_named_wares);
	tcase_add_test(t, ss_4_2_a_slots_of_one_type_b_slots_of_another);
	tcase_add_test(t, ss_4_2_every_ship_and_every_payment);
	tcase_add_test(t, ss_4_3_then_the_next_seat_begins);
}

int main(void)
{
	return run_suite("south seas: deliveries", fill);
}

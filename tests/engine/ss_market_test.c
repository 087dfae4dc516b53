/*
 * SS-3.8: completed markets and the ships that merchants take.
 */
#include <string.h>

#include "tests/engine/support.h"

/* The eight fields around (1,0) but (0,0), where the start tile lies, in an order that always touches. */
static const int around[7][2] = { { 0, 1 }, { 1, 1 }, { 2, 1 }, { 0, -1 }, { 1, -1 }, { 2, -1 }, { 2, 0 } };

/* Two seats, a merchant of seat 0 at (1,0) and six of the seven tiles; seat 1 is next. */
static void lay_market_but_one(struct play *p)
{
	play_start(p, fixture_tileset("lagoon"), 2, "");
	lay(p, 0, "market", 0, 1, 0, 0, "m");
	for (int i = 0; i < 6; i++)
		lay(p, 1 - i % 2, "open", 1, around[i][0], around[i][1], 0, NULL);
}

/*
 * Two markets side by side at (1,0) and (2,0), the left one the older, with
 * merchants of seats `a` and `b`.  All fields around both are filled but (1,1),
 * which is next to both.
 */
static void lay_two_markets(struct play *p, int seats, int a, int b)
{
	static const int others[8][2] = { { 1, -1 }, { 2, -1 }, { 3, -1 }, { 3, 0 }, { 3, 1 }, { 2, 1 }, { 0, -1 }, { 0, 1 } };
	int left_done = 0, right_done = 0, i = 0, far = -1;

	play_start(p, fixture_tileset("lagoon"), seats, "");
	while (i < 8 || !left_done || !right_done) {
		int seat = p->g.now.seat;

		if (!left_done && seat == a) {
			lay(p, seat, "market", 0, 1, 0, 0, "m");
			left_done = 1;
		} else if (left_done && !right_done && seat == b) {
			lay(p, seat, "market", 0, 2, 0, 0, "m");
			right_done = 1;
		} else if (right_done && i < 8) {
			lay(p, seat, "open", 1, others[i][0], others[i][1], 0, NULL);
			i++;
		} else {
			lay(p, seat, "open", 1, far--, 0, 0, NULL);
		}
	}
	ck_assert_int_eq(board_neighbours(&p->g.board, board_tile_at(&p->g.board, 1, 0)), 7);
	ck_assert_int_eq(board_neighbours(&p->g.board, board_tile_at(&p->g.board, 2, 0)), 7);
	ck_assert_int_eq(supply_of(p, a), a == b ? 2 : 3);
}

/* Fill turns far away, along the row of the start tile, until it is this seat's. */
static void pass_until(struct play *p, int seat)
{
	for (int x = -1; p->g.now.seat != seat; x--)
		if (board_tile_at(&p->g.board, x, 0) == BOARD_NO_TILE)
			lay(p, p->g.now.seat, "open", 1, x, 0, 0, NULL);
}

START_TEST(ss_3_8_the_highest_ship_without_delivering)
{
	struct play p;

	lay_market_but_one(&p);
	set_ships(&p, "three five two-a four", "one six-a");
	lay(&p, 1, "open", 1, 2, 0, 0, NULL);
	ck_assert(owns(&p, 0, "five"));
	expect_wares(&p, 0, 0, 0, 0);
	ck_assert_int_eq(supply_of(&p, 0), 4);
	ck_assert_int_eq(pieces_on_board(&p), 0);
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 5);
	/* The row closes up and the new ship goes to its end. */
	ck_assert_str_eq(face_up(&p, 0), "three");
	ck_assert_str_eq(face_up(&p, 1), "two-a");
	ck_assert_str_eq(face_up(&p, 2), "four");
	ck_assert_str_eq(face_up(&p, 3), "one");
	ck_assert_int_eq(fact_number(view_facts(&p), "ships.pile"), 1);
	ck_assert_int_eq(count_events(&p, EVENT_SHIPS_REFILLED), 1);
	expect_turn(&p, 0, PHASE_DRAW);
}
END_TEST

START_TEST(ss_3_8_the_owner_chooses_among_equals)
{
	struct play p;

	lay_market_but_one(&p);
	set_ships(&p, "three six-a four six-b", "one");
	put(&p, 1, "open", 1, 2, 0, 0);
	if (p.g.now.phase == PHASE_PIECE)
		act(&p, skip_by(1));
	/* The merchant's owner is not the seat on turn. */
	expect_turn(&p, 1, PHASE_DECIDE);
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 0);
	ck_assert(has_piece(&p, 0, 1, 0, "m"));		/* it still stands */
	ck_assert_int_eq(count_legal(&p, 0, ACTION_CHOOSE_SHIP), 2);
	ck_assert_int_eq(count_legal(&p, 1, ACTION_NONE), 0);
	must_refuse(&p, choose_by(&p, 1, "six-a"), REFUSED_NOT_YOUR_TURN, NULL);
	must_refuse(&p, choose_by(&p, 0, "four"), REFUSED_RULE, "SS-3.8");	/* not the highest */
	must_refuse(&p, choose_by(&p, 0, "six-c"), REFUSED_RULE, "SS-3.8");	/* not face up */
	must_refuse(&p, end_by(1), REFUSED_NOT_YOUR_TURN, NULL);
	act(&p, choose_by(&p, 0, "six-b"));
	ck_assert(owns(&p, 0, "six-b"));
	ck_assert(!owns(&p, 0, "six-a"));
	ck_assert_int_eq(supply_of(&p, 0), 4);
	ck_assert_str_eq(face_up(&p, 1), "six-a");
	ck_assert_str_eq(face_up(&p, 3), "one");
	expect_turn(&p, 0, PHASE_DRAW);
}
END_TEST

START_TEST(ss_3_8_the_active_seat_delivers_after_the_others_choice)
{
	struct play p;

	lay_market_but_one(&p);
	set_ships(&p, "six-a six-b four five", "one two-a");
	set_wares(&p, 1, 0, 1, 0);
	put(&p, 1, "open", 1, 2, 0, 0);
	if (p.g.now.phase == PHASE_PIECE)
		act(&p, skip_by(1));
	act(&p, choose_by(&p, 0, "six-a"));
	/* The ship that was turned up is one that seat 1 can pay. */
	expect_turn(&p, 1, PHASE_DELIVER);
	act(&p, deliver_by(&p, 1, "one", 0, 1, 0));
	expect_turn(&p, 0, PHASE_DRAW);
}
END_TEST

START_TEST(ss_3_8_no_ship_face_up_the_merchant_returns_with_nothing)
{
	struct play p;

	lay_market_but_one(&p);
	set_ships(&p, "", "");
	/* The last ship is gone, so this turn is the last. */
	lay(&p, 1, "open", 1, 2, 0, 0, NULL);
	ck_assert_int_eq(supply_of(&p, 0), 4);
	ck_assert_int_eq(pieces_on_board(&p), 0);
	ck_assert_int_eq(fact_count(seat_facts(&p, 0), "ships"), 0);
	ck_assert_int_eq(count_events(&p, EVENT_SHIP_TAKEN), 0);
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
}
END_TEST

START_TEST(ss_3_8_a_market_laid_into_a_hole)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	set_ships(&p, "three five two-a four", "");
	for (int i = 0; i < 7; i++)
		lay(&p, i % 2, "open", 1, around[i][0], around[i][1], 0, NULL);
	put(&p, 1, "market", 0, 1, 0, 0);
	act(&p, islander_by(&p, 1, "m"));
	ck_assert(owns(&p, 1, "five"));
	ck_assert_int_eq(supply_of(&p, 1), 4);
	ck_assert_int_eq(fact_count(view_facts(&p), "ships.face_up"), 3);
}
END_TEST

START_TEST(ss_3_8_a_market_without_merchant_gives_nothing)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "market", 0, 1, 0, 0, "s");
	for (int i = 0; i < 7; i++)
		lay(&p, 1 - i % 2, "open", 1, around[i][0], around[i][1], 0, NULL);
	ck_assert_int_eq(count_events(&p, EVENT_SHIP_TAKEN), 0);
	ck_assert(has_piece(&p, 0, 1, 0, "s"));		/* a fisherman, no merchant */
}
END_TEST

START_TEST(ss_3_8_two_markets_clockwise_from_the_active_seat)
{
	struct play p;

	/* Seat 2 completes the markets of 0 (left, older) and 1 (right): 0 comes first. */
	lay_two_markets(&p, 3, 0, 1);
	pass_until(&p, 2);
	set_ships(&p, "three five two-a two-b", "six-a six-b");
	lay(&p, 2, "open", 1, 1, 1, 0, NULL);
	ck_assert(owns(&p, 0, "five"));
	ck_assert(owns(&p, 1, "six-a"));	/* turned up after the first was taken */
	ck_assert_int_eq(fact_number(view_facts(&p), "ships.pile"), 0);

	/* Seat 1 completes them: now 1 comes first. */
	lay_two_markets(&p, 3, 0, 1);
	pass_until(&p, 1);
	set_ships(&p, "three five two-a two-b", "six-a six-b");
	lay(&p, 1, "open", 1, 1, 1, 0, NULL);
	ck_assert(owns(&p, 1, "five"));
	ck_assert(owns(&p, 0, "six-a"));
}
END_TEST

START_TEST(ss_3_8_the_row_is_refilled_after_each_ship)
{
	struct play p;

	lay_two_markets(&p, 3, 0, 1);
	pass_until(&p, 2);
	set_ships(&p, "six-a six-b two-a two-b", "six-c five");
	lay(&p, 2, "open", 1, 1, 1, 0, NULL);
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 0);
	ck_assert_int_eq(count_legal(&p, 0, ACTION_CHOOSE_SHIP), 2);
	act(&p, choose_by(&p, 0, "six-b"));
	/* Seat 1 may already choose the one that was turned up. */
	expect_turn(&p, 2, PHASE_DECIDE);
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 1);
	ck_assert(!has_piece(&p, 0, 1, 0, "m"));
	ck_assert(has_piece(&p, 1, 2, 0, "m"));
	ck_assert(is_legal(&p, choose_by(&p, 1, "six-a")));
	ck_assert(is_legal(&p, choose_by(&p, 1, "six-c")));
	act(&p, choose_by(&p, 1, "six-c"));
	ck_assert(owns(&p, 1, "six-c"));
	ck_assert_int_eq(pieces_on_board(&p), 0);
	expect_turn(&p, 0, PHASE_DRAW);
}
END_TEST

START_TEST(ss_3_8_one_owner_with_two_markets_chooses_twice)
{
	struct play p;

	lay_two_markets(&p, 3, 1, 1);
	pass_until(&p, 0);
	set_ships(&p, "six-a six-b two-a two-b", "six-c");
	lay(&p, 0, "open", 1, 1, 1, 0, NULL);
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 1);
	act(&p, choose_by(&p, 1, "six-a"));
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 1);
	ck_assert_int_eq(supply_of(&p, 1), 3);
	ck_assert(!has_piece(&p, 1, 1, 0, "m"));	/* the older market first, SS-3.9 */
	ck_assert_int_eq(count_legal(&p, 1, ACTION_CHOOSE_SHIP), 2);
	act(&p, choose_by(&p, 1, "six-b"));
	ck_assert_int_eq(supply_of(&p, 1), 4);
	ck_assert(owns(&p, 1, "six-a") && owns(&p, 1, "six-b"));
	expect_turn(&p, 1, PHASE_DRAW);
}
END_TEST

START_TEST(ss_3_8_ships_run_out_between_two_markets)
{
	struct play p;

	lay_two_markets(&p, 3, 0, 1);
	pass_until(&p, 2);
	set_ships(&p, "one", "");
	lay(&p, 2, "open", 1, 1, 1, 0, NULL);
	ck_assert(owns(&p, 0, "one"));
	ck_assert_int_eq(fact_count(seat_facts(&p, 1), "ships"), 0);
	ck_assert_int_eq(pieces_on_board(&p), 0);
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	ck_assert_int_eq(p.g.now.over_reason, OVER_LAST_SHIP);
}
END_TEST

START_TEST(ss_7_2_who_resigns_before_its_choice_gets_no_ship)
{
	struct play p;

	/* Seat 0 is asked first; seat 1, whose merchant waits behind, leaves. */
	lay_two_markets(&p, 3, 0, 1);
	pass_until(&p, 2);
	set_ships(&p, "six-a six-b", "");
	lay(&p, 2, "open", 1, 1, 1, 0, NULL);
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 0);
	act(&p, resign_by(1));
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 0);
	ck_assert_int_eq(count_legal(&p, 0, ACTION_CHOOSE_SHIP), 2);
	act(&p, choose_by(&p, 0, "six-b"));
	ck_assert_int_eq(fact_count(seat_facts(&p, 1), "ships"), 0);
	ck_assert_str_eq(face_up(&p, 0), "six-a");
	ck_assert_int_eq(pieces_on_board(&p), 0);
	expect_turn(&p, 0, PHASE_DRAW);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, ss_3_8_the_highest_ship_without_delivering);
	tcase_add_test(t, ss_3_8_the_owner_chooses_among_equals);
	tcase_add_test(t, ss_3_8_the_active_seat_delivers_after_the_others_choice);
	tcase_add_test(t, ss_3_8_no_ship_face_up_the_merchant_returns_with_nothing);
	tcase_add_test(t, ss_3_8_a_market_laid_into_a_hole);
	tcase_add_test(t, ss_3_8_a_market_without_merchant_gives_nothing);
	tcase_add_test(t, ss_3_8_two_markets_clockwise_from_the_active_seat);
	tcase_add_test(t, ss_3_8_the_row_is_refilled_after_each_ship);
	tcase_add_test(t, ss_3_8_one_owner_with_two_markets_chooses_twice);
	tcase_add_test(t, ss_3_8_ships_run_out_between_two_markets);
	tcase_add_test(t, ss_7_2_who_resigns_before_its_choice_gets_no_ship);
}

int main(void)
{
	return run_suite("south seas: markets", fill);
}

/*
 * SS-7: taking back, leaving, running out of time, and which steps are asked for.
 */
#include <string.h>

#include "tests/engine/support.h"

START_TEST(ss_7_1_undo_step_by_step_back_to_the_draw)
{
	struct game drawn, placed, piece;
	struct play p;

	play_start(&p, bundled_tileset(), 2, "auto_end_turn=false");
	lay(&p, 0, "ss07", 0, 0, -1, 90, "i");
	next_tile(&p, "ss05", 0);
	must_refuse(&p, undo_by(1), REFUSED_NOTHING_TO_UNDO, "SS-7.1");
	act(&p, draw_by(1));
	drawn = p.g;
	must_refuse(&p, undo_by(1), REFUSED_NOTHING_TO_UNDO, "SS-7.1");
	ck_assert(!game_may_undo(&p.g, 1));
	act(&p, place_by(1, 0, -2, 180));
	placed = p.g;
	ck_assert(game_may_undo(&p.g, 1));
	ck_assert(!game_may_undo(&p.g, 0));
	act(&p, skip_by(1));
	piece = p.g;
	expect_wares(&p, 0, 0, 0, 3);
	expect_turn(&p, 1, PHASE_DELIVER);
	must_refuse(&p, undo_by(0), REFUSED_NOT_YOUR_TURN, NULL);
	act(&p, undo_by(1));
	ck_assert_int_eq(count_events(&p, EVENT_UNDONE), 1);
	ck_assert_mem_eq(&p.g, &placed, sizeof placed);
	expect_wares(&p, 0, 0, 0, 0);		/* the evaluation went with it */
	ck_assert(has_piece(&p, 0, 0, -1, "i"));
	act(&p, skip_by(1));
	ck_assert_mem_eq(&p.g, &piece, sizeof piece);
	act(&p, undo_by(1));
	act(&p, undo_by(1));
	ck_assert_mem_eq(&p.g, &drawn, sizeof drawn);
	must_refuse(&p, undo_by(1), REFUSED_NOTHING_TO_UNDO, "SS-7.1");
	act(&p, place_by(1, 0, 1, 180));
	expect_turn(&p, 1, PHASE_PIECE);
}
END_TEST

START_TEST(ss_7_1_undo_of_islander_retrieve_and_cover)
{
	struct game before;
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "auto_end_turn=false");
	lay(&p, 0, "open", 5, 1, 0, 0, "s");
	lay(&p, 1, "tip", 0, 0, 1, 180, "i");
	put(&p, 0, "pier", 0, -1, 0, 0);
	before = p.g;
	act(&p, islander_by(&p, 0, "b"));
	act(&p, undo_by(0));
	ck_assert_mem_eq(&p.g, &before, sizeof before);
	act(&p, retrieve_by(&p, 0, 1, 0, "s"));
	ck_assert_int_eq(supply_of(&p, 0), 4);
	act(&p, undo_by(0));
	ck_assert_mem_eq(&p.g, &before, sizeof before);
	act(&p, skip_by(0));
	act(&p, end_by(0));
	put(&p, 1, "open", 4, 2, 0, 0);
	act(&p, skip_by(1));
	expect_turn(&p, 1, PHASE_DECIDE);
	before = p.g;
	act(&p, cover_by(&p, 1, 1, 0, "s", 1));
	expect_turn(&p, 1, PHASE_DELIVER);
	ck_assert_int_eq(covered_groups(&p), 1);
	act(&p, undo_by(1));
	ck_assert_mem_eq(&p.g, &before, sizeof before);
	act(&p, undo_by(1));
	expect_turn(&p, 1, PHASE_PIECE);
	expect_wares(&p, 0, 0, 0, 0);
	ck_assert(has_piece(&p, 0, 1, 0, "s"));
}
END_TEST

static const int around[7][2] = { { 0, 1 }, { 1, 1 }, { 2, 1 }, { 0, -1 }, { 1, -1 }, { 2, -1 }, { 2, 0 } };

/* Seat `owner` has a merchant at (1,0) that the tile in the hand of seat 1 completes at (2,0). */
static void at_last_neighbour(struct play *p, int owner, const char *row, const char *pile)
{
	int laid = 0, i = 0;

	play_start(p, fixture_tileset("lagoon"), 3, "auto_end_turn=false");
	for (int far = -1; i < 6 || p->g.now.seat != 1;) {
		int seat = p->g.now.seat;

		if (!laid && seat == owner) {
			lay(p, seat, "market", 0, 1, 0, 0, "m");
			laid = 1;
		} else if (laid && i < 6) {
			lay(p, seat, "open", 1, around[i][0], around[i][1], 0, NULL);
			i++;
		} else {
			lay(p, seat, "open", 1, far--, 0, 0, NULL);
		}
	}
	set_ships(p, row, pile);
	next_tile(p, "open", 1);
	act(p, draw_by(1));
}

START_TEST(ss_7_1_a_ship_turned_up_ends_the_undoing)
{
	struct play p;

	at_last_neighbour(&p, 1, "five four three one", "two-a");
	act(&p, place_by(1, 2, 0, 0));
	act(&p, skip_by(1));
	ck_assert(owns(&p, 1, "five"));
	expect_turn(&p, 1, PHASE_DELIVER);
	must_refuse(&p, undo_by(1), REFUSED_NOTHING_TO_UNDO, "SS-7.1");
	/* With an empty pile nothing was revealed. */
	at_last_neighbour(&p, 1, "five four three one", "");
	act(&p, place_by(1, 2, 0, 0));
	act(&p, skip_by(1));
	ck_assert(owns(&p, 1, "five"));
	act(&p, undo_by(1));
	ck_assert(!owns(&p, 1, "five"));
	ck_assert(has_piece(&p, 1, 1, 0, "m"));
	expect_turn(&p, 1, PHASE_PIECE);
}
END_TEST

START_TEST(ss_7_1_the_act_of_another_seat_ends_it)
{
	struct play p;

	at_last_neighbour(&p, 0, "six-a six-b three one", "");
	act(&p, place_by(1, 2, 0, 0));
	act(&p, skip_by(1));
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 0);
	ck_assert(game_may_undo(&p.g, 1));	/* seat 0 has not acted yet */
	act(&p, undo_by(1));
	expect_turn(&p, 1, PHASE_PIECE);
	act(&p, skip_by(1));
	act(&p, choose_by(&p, 0, "six-a"));
	expect_turn(&p, 1, PHASE_DELIVER);
	must_refuse(&p, undo_by(1), REFUSED_NOTHING_TO_UNDO, "SS-7.1");
	must_refuse(&p, undo_by(0), REFUSED_NOT_YOUR_TURN, NULL);
}
END_TEST

START_TEST(ss_7_1_the_turn_before_is_over)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss05", 0, 0, 1, 180, NULL);
	must_refuse(&p, undo_by(0), REFUSED_NOT_YOUR_TURN, NULL);
	must_refuse(&p, undo_by(1), REFUSED_NOTHING_TO_UNDO, "SS-7.1");
}
END_TEST

START_TEST(ss_7_2_resigning_out_of_turn)
{
	struct play p;

	play_start(&p, bundled_tileset(), 3, "");
	lay(&p, 0, "ss07", 0, 0, -1, 90, "i");
	lay(&p, 1, "ss01", 0, 1, 0, 90, "b");
	set_wares(&p, 0, 3, 3, 3);
	give_ship(&p, 0, "ship24");
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 9);
	act(&p, resign_by(0));
	ck_assert_int_eq(count_events(&p, EVENT_SEAT_RESIGNED), 1);
	expect_turn(&p, 2, PHASE_DRAW);
	ck_assert_str_eq(fact(seat_facts(&p, 0), "state"), "resigned");
	ck_assert_str_eq(fact(seat_facts(&p, 1), "state"), "playing");
	expect_wares(&p, 0, 0, 0, 0);
	ck_assert(owns(&p, 0, "ship24"));		/* stays with it and counts no more */
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 0);
	ck_assert_int_eq(pieces_on_board(&p), 1);
	must_refuse(&p, resign_by(0), REFUSED_NOT_YOUR_TURN, "SS-7.2");
	/* The island is free again, and seat 0 is passed over. */
	put(&p, 2, "ss05", 0, 0, -2, 180);
	act(&p, islander_by(&p, 2, "i"));
	expect_wares(&p, 2, 0, 0, 3);
	if (p.g.now.phase == PHASE_DELIVER)
		act(&p, end_by(2));
	expect_turn(&p, 1, PHASE_DRAW);
}
END_TEST

START_TEST(ss_7_2_resigning_on_turn_ends_the_turn)
{
	struct play p;

	/* Before the draw. */
	play_start(&p, bundled_tileset(), 3, "");
	act(&p, resign_by(0));
	expect_turn(&p, 1, PHASE_DRAW);
	ck_assert_int_eq(p.g.now.number, 2);
	/* With a tile in hand: it is removed from the game. */
	next_tile(&p, "ss20", 0);
	act(&p, draw_by(1));
	act(&p, resign_by(1));
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);

	play_start(&p, bundled_tileset(), 3, "");
	next_tile(&p, "ss20", 0);
	act(&p, draw_by(0));
	act(&p, resign_by(0));
	expect_turn(&p, 1, PHASE_DRAW);
	ck_assert_str_eq(fact(view_facts(&p), "bag.set_aside.0.kind"), "ss20");
	ck_assert_int_eq(fact_count(view_facts(&p), "board.tiles"), 1);
	ck_assert_int_eq(game_bag_left(&p.g), 71);
}
END_TEST

START_TEST(ss_7_2_others_still_get_what_the_last_tile_completed)
{
	struct play p;

	play_start(&p, bundled_tileset(), 3, "");
	lay(&p, 0, "ss07", 0, 0, -1, 90, "i");
	put(&p, 1, "ss05", 0, 0, -2, 180);
	expect_turn(&p, 1, PHASE_PIECE);
	act(&p, resign_by(1));
	expect_wares(&p, 0, 0, 0, 3);
	ck_assert_int_eq(supply_of(&p, 0), 4);
	expect_turn(&p, 2, PHASE_DRAW);
}
END_TEST

START_TEST(ss_7_2_no_delivery)
{
	struct play p;

	play_start(&p, bundled_tileset(), 3, "auto_end_turn=false");
	set_wares(&p, 0, 9, 9, 9);
	put(&p, 0, "ss20", 0, 0, 1, 0);
	act(&p, skip_by(0));
	expect_turn(&p, 0, PHASE_DELIVER);
	act(&p, resign_by(0));
	expect_turn(&p, 1, PHASE_DRAW);
	ck_assert_int_eq(fact_count(seat_facts(&p, 0), "ships"), 0);
	ck_assert_int_eq(fact_count(view_facts(&p), "ships.face_up"), 4);
}
END_TEST

START_TEST(ss_7_2_a_pending_choice_is_made_automatically)
{
	struct play p;

	/* Of another seat than the one on turn: its merchant takes the first. */
	at_last_neighbour(&p, 0, "three six-b six-a one", "two-a");
	act(&p, place_by(1, 2, 0, 0));
	act(&p, skip_by(1));
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 0);
	act(&p, resign_by(0));
	ck_assert(owns(&p, 0, "six-b"));
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 0);
	ck_assert_str_eq(face_up(&p, 3), "two-a");
	expect_turn(&p, 1, PHASE_DELIVER);
	/* Of the seat on turn: fish are covered, and the turn ends. */
	play_start(&p, fixture_tileset("lagoon"), 3, "auto_end_turn=false");
	lay(&p, 0, "open", 5, 1, 0, 0, "s");
	put(&p, 1, "open", 4, 2, 0, 0);
	act(&p, skip_by(1));
	expect_turn(&p, 1, PHASE_DECIDE);
	act(&p, resign_by(1));
	ck_assert(is_covered(&p, 1, 0, "s", 0));
	expect_turn(&p, 2, PHASE_DRAW);
}
END_TEST

START_TEST(ss_7_2_a_choice_of_others_waits_on)
{
	struct play p;

	/* The seat on turn leaves while the merchant's owner chooses. */
	at_last_neighbour(&p, 0, "six-a six-b three one", "two-a");
	act(&p, place_by(1, 2, 0, 0));
	act(&p, skip_by(1));
	set_wares(&p, 1, 3, 0, 0);
	act(&p, resign_by(1));
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 0);
	ck_assert_int_eq(count_legal(&p, 0, ACTION_CHOOSE_SHIP), 2);
	act(&p, choose_by(&p, 0, "six-b"));
	expect_turn(&p, 2, PHASE_DRAW);		/* no delivery for seat 1 */
	/* A seat that is not concerned leaves meanwhile. */
	at_last_neighbour(&p, 0, "six-a six-b three one", "two-a");
	act(&p, place_by(1, 2, 0, 0));
	act(&p, skip_by(1));
	act(&p, resign_by(2));
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 0);
	act(&p, choose_by(&p, 0, "six-b"));
	expect_turn(&p, 1, PHASE_DELIVER);
}
END_TEST

START_TEST(ss_7_2_one_seat_left_wins)
{
	struct play p;

	play_start(&p, bundled_tileset(), 3, "");
	set_wares(&p, 0, 30, 0, 0);
	give_ship(&p, 0, "ship24");
	act(&p, resign_by(2));
	expect_turn(&p, 0, PHASE_DRAW);
	act(&p, resign_by(0));
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	ck_assert_int_eq(p.g.now.over_reason, OVER_ONE_SEAT_LEFT);
	ck_assert_uint_eq(p.g.now.winners, 1u << 1);
	ck_assert_int_eq(count_events(&p, EVENT_GAME_FINISHED), 1);
	must_refuse(&p, resign_by(1), REFUSED_GAME_OVER, NULL);
}
END_TEST

START_TEST(ss_7_3_timeout_forfeits)
{
	struct play p;

	play_start(&p, bundled_tileset(), 3, "on_timeout=forfeit");
	must_refuse(&p, timeout_by(1), REFUSED_NOT_YOUR_TURN, NULL);
	act(&p, timeout_by(0));
	ck_assert_int_eq(count_events(&p, EVENT_SEAT_TIMED_OUT), 1);
	ck_assert_int_eq(count_events(&p, EVENT_SEAT_RESIGNED), 1);
	ck_assert_int_lt(find_event(&p, EVENT_SEAT_TIMED_OUT, 0), find_event(&p, EVENT_SEAT_RESIGNED, 0));
	expect_turn(&p, 1, PHASE_DRAW);
}
END_TEST

START_TEST(ss_7_3_timeout_plays_a_minimal_turn)
{
	struct action first;
	struct game copy;
	struct play p;

	play_start(&p, bundled_tileset(), 2, "on_timeout=skip");
	set_wares(&p, 0, 9, 9, 9);
	next_tile(&p, "ss11", 0);
	copy = p.g;
	act(&p, draw_by(0));
	first = nth_legal(&p, 0, 0);
	p.g = copy;
	act(&p, timeout_by(0));
	expect_turn(&p, 1, PHASE_DRAW);
	ck_assert_int_eq(fact_number(view_facts(&p), "board.tiles.1.x"), first.x);
	ck_assert_int_eq(fact_number(view_facts(&p), "board.tiles.1.y"), first.y);
	ck_assert_int_eq(fact_number(view_facts(&p), "board.tiles.1.rotation"), 90 * first.rotation);
	ck_assert_int_eq(pieces_on_board(&p), 0);
	expect_wares(&p, 0, 9, 9, 9);		/* no delivery */
	ck_assert_int_eq(count_events(&p, EVENT_SEAT_RESIGNED), 0);
	must_refuse(&p, undo_by(0), REFUSED_NOT_YOUR_TURN, NULL);
}
END_TEST

START_TEST(ss_7_3_timeout_in_every_phase)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "on_timeout=skip auto_end_turn=false");
	lay(&p, 0, "open", 5, 1, 0, 0, "s");
	next_tile(&p, "open", 1);
	act(&p, draw_by(1));
	act(&p, timeout_by(1));			/* tile in hand */
	ck_assert_int_eq(fact_count(view_facts(&p), "board.tiles"), 3);
	expect_turn(&p, 0, PHASE_DRAW);
	put(&p, 0, "tip", 0, 2, 0, 0);
	act(&p, timeout_by(0));			/* step 2 */
	ck_assert_int_eq(pieces_on_board(&p), 1);
	expect_turn(&p, 1, PHASE_DRAW);
	put(&p, 1, "open", 4, 0, 1, 0);
	act(&p, skip_by(1));
	expect_turn(&p, 1, PHASE_DECIDE);
	act(&p, timeout_by(1));			/* a choice: its first candidate */
	ck_assert(is_covered(&p, 1, 0, "s", 0));
	expect_turn(&p, 0, PHASE_DRAW);
	set_ships(&p, "one two-a four five", "");
	put(&p, 0, "tip", 0, 3, 0, 0);
	act(&p, skip_by(0));
	expect_turn(&p, 0, PHASE_DELIVER);
	act(&p, timeout_by(0));			/* the delivery */
	expect_wares(&p, 0, 0, 4, 0);
	expect_turn(&p, 1, PHASE_DRAW);
}
END_TEST

START_TEST(ss_7_3_timeout_of_a_merchants_owner)
{
	struct play p;

	at_last_neighbour(&p, 0, "three six-b six-a one", "two-a");
	p.g.options[OPTION_ON_TIMEOUT] = 1;
	act(&p, place_by(1, 2, 0, 0));
	act(&p, skip_by(1));
	must_refuse(&p, timeout_by(1), REFUSED_NOT_YOUR_TURN, NULL);
	act(&p, timeout_by(0));
	ck_assert(owns(&p, 0, "six-b"));
	expect_turn(&p, 1, PHASE_DELIVER);
}
END_TEST

/* The others' choices are theirs, though the turn that led to them is made short. */
START_TEST(ss_7_3_a_short_turn_waits_for_another_seats_choice)
{
	struct play p;

	at_last_neighbour(&p, 0, "three six-b six-a one", "two-a");
	p.g.options[OPTION_ON_TIMEOUT] = ON_TIMEOUT_SKIP;
	set_wares(&p, 1, 9, 9, 9);
	act(&p, place_by(1, 2, 0, 0));
	act(&p, timeout_by(1));
	expect_turn(&p, 1, PHASE_DECIDE);
	ck_assert_uint_eq(game_waiting_for(&p.g), 1u << 0);
	act(&p, choose_by(&p, 0, "six-a"));
	expect_wares(&p, 1, 9, 9, 9);		/* no delivery */
	expect_turn(&p, 2, PHASE_DRAW);
}
END_TEST

START_TEST(ss_7_3_with_bot_a_timeout_is_only_noted)
{
	struct game before;
	struct play p;

	play_start(&p, bundled_tileset(), 2, "on_timeout=bot");
	next_tile(&p, "ss11", 0);
	act(&p, draw_by(0));
	act(&p, nth_legal(&p, 0, 0));
	memcpy(&before.now, &p.g.now, sizeof(before.now));
	must_refuse(&p, timeout_by(1), REFUSED_NOT_YOUR_TURN, NULL);
	act(&p, timeout_by(0));
	ck_assert_mem_eq(&before.now, &p.g.now, sizeof(before.now));
	ck_assert_int_eq(count_events(&p, EVENT_SEAT_TIMED_OUT), 1);
	ck_assert_str_eq(fact(event_facts(&p, 0), "then"), "bot");
	must_refuse(&p, undo_by(0), REFUSED_NOTHING_TO_UNDO, "SS-7.1");
	act(&p, skip_by(0));
	expect_turn(&p, 1, PHASE_DRAW);
}
END_TEST

START_TEST(ss_7_4_with_auto_end_turn_false_each_step_is_asked_for)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "auto_end_turn=false");
	put(&p, 0, "ss20", 0, 0, 1, 0);
	act(&p, skip_by(0));
	expect_turn(&p, 0, PHASE_DELIVER);	/* without a single ware */
	ck_assert_int_eq(count_legal(&p, 0, ACTION_NONE), 1);
	act(&p, end_by(0));
	expect_turn(&p, 1, PHASE_DRAW);
	must_refuse(&p, end_by(1), REFUSED_PHASE, NULL);
}
END_TEST

START_TEST(ss_7_4_step_2_is_asked_for_without_a_free_segment_too)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "auto_end_turn=false");
	lay(&p, 0, "open", 1, 1, 0, 0, "s");
	put(&p, 1, "open", 1, 2, 0, 0);
	expect_turn(&p, 1, PHASE_PIECE);
	ck_assert_int_eq(count_legal(&p, 1, ACTION_NONE), 1);
	act(&p, skip_by(1));
	expect_turn(&p, 1, PHASE_DELIVER);
}
END_TEST

START_TEST(ss_7_4_with_auto_end_turn_empty_steps_are_left_out)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "auto_end_turn=true");
	lay(&p, 0, "open", 1, 1, 0, 0, "s");
	put(&p, 1, "open", 1, 2, 0, 0);
	/* No free segment, nothing out, nothing to deliver: the turn is over, and the events say so. */
	expect_turn(&p, 0, PHASE_DRAW);
	ck_assert_int_eq(count_events(&p, EVENT_STEP_SKIPPED), 2);
	ck_assert_str_eq(fact(event_facts(&p, find_event(&p, EVENT_STEP_SKIPPED, 0)), "step"), "piece");
	ck_assert_str_eq(fact(event_facts(&p, find_event(&p, EVENT_STEP_SKIPPED, 1)), "step"), "deliver");
	/* Something to retrieve: step 2 is asked for. */
	put(&p, 0, "open", 1, 3, 0, 0);
	expect_turn(&p, 0, PHASE_PIECE);
	/* A ship that can be paid: step 4 is asked for. */
	set_ships(&p, "one two-a four five", "");
	set_wares(&p, 0, 0, 1, 0);
	act(&p, skip_by(0));
	expect_turn(&p, 0, PHASE_DELIVER);
	ck_assert_int_eq(count_events(&p, EVENT_STEP_SKIPPED), 1);
	act(&p, end_by(0));
	ck_assert_int_eq(count_events(&p, EVENT_STEP_SKIPPED), 1);
	expect_turn(&p, 1, PHASE_DRAW);
}
END_TEST

START_TEST(ss_7_4_auto_draw_shows_the_tile_as_the_turn_begins)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "auto_draw=true");
	expect_turn(&p, 0, PHASE_PLACE);
	ck_assert_ptr_nonnull(fact(view_facts(&p), "turn.tile.kind"));
	ck_assert_int_eq(game_bag_left(&p.g), 71);
	act(&p, nth_legal(&p, 0, 0));
	if (p.g.now.phase == PHASE_PIECE)
		act(&p, skip_by(0));
	expect_turn(&p, 1, PHASE_PLACE);
	ck_assert_int_eq(game_bag_left(&p.g), 70);
	must_refuse(&p, draw_by(1), REFUSED_PHASE, NULL);
}
END_TEST

START_TEST(ss_7_5_all_rotations_of_a_symmetric_tile)
{
	struct play p;

	/* The market in open sea: south of the start tile only, four times. */
	play_start(&p, bundled_tileset(), 2, "");
	next_tile(&p, "ss20", 0);
	act(&p, draw_by(0));
	ck_assert_int_eq(count_legal(&p, 0, ACTION_PLACE), 4);
	for (int r = 0; r < 4; r++)
		ck_assert(is_legal(&p, place_by(0, 0, 1, 90 * r)));
	must_refuse(&p, (struct action){ .type = ACTION_PLACE, .y = 1, .rotation = 4 }, REFUSED_UNKNOWN, NULL);
	act(&p, place_by(0, 0, 1, 270));
	ck_assert_int_eq(fact_number(view_facts(&p), "board.tiles.1.rotation"), 270);
}
END_TEST

START_TEST(ss_7_5_seats_count_from_0)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	must_refuse(&p, draw_by(2), REFUSED_UNKNOWN, NULL);
	must_refuse(&p, resign_by(255), REFUSED_UNKNOWN, NULL);
	ck_assert_int_eq(fact_number(view_facts(&p), "turn.seat"), 0);
	act(&p, draw_by(0));
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, ss_7_1_undo_step_by_step_back_to_the_draw);
	tcase_add_test(t, ss_7_1_undo_of_islander_retrieve_and_cover);
	tcase_add_test(t, ss_7_1_a_ship_turned_up_ends_the_undoing);
	tcase_add_test(t, ss_7_1_the_act_of_another_seat_ends_it);
	tcase_add_test(t, ss_7_1_the_turn_before_is_over);
	tcase_add_test(t, ss_7_2_resigning_out_of_turn);
	tcase_add_test(t, ss_7_2_resigning_on_turn_ends_the_turn);
	tcase_add_test(t, ss_7_2_others_still_get_what_the_last_tile_completed);
	tcase_add_test(t, ss_7_2_no_delivery);
	tcase_add_test(t, ss_7_2_a_pending_choice_is_made_automatically);
	tcase_add_test(t, ss_7_2_a_choice_of_others_waits_on);
	tcase_add_test(t, ss_7_2_one_seat_left_wins);
	tcase_add_test(t, ss_7_3_timeout_forfeits);
	tcase_add_test(t, ss_7_3_timeout_plays_a_minimal_turn);
	tcase_add_test(t, ss_7_3_timeout_in_every_phase);
	tcase_add_test(t, ss_7_3_timeout_of_a_merchants_owner);
	tcase_add_test(t, ss_7_3_a_short_turn_waits_for_another_seats_choice);
	tcase_add_test(t, ss_7_3_with_bot_a_timeout_is_only_noted);
	tcase_add_test(t, ss_7_4_with_auto_end_turn_false_each_step_is_asked_for);
	tcase_add_test(t, ss_7_4_step_2_is_asked_for_without_a_free_segment_too);
	tcase_add_test(t, ss_7_4_with_auto_end_turn_empty_steps_are_left_out);
	tcase_add_test(t, ss_7_4_auto_draw_shows_the_tile_as_the_turn_begins);
	tcase_add_test(t, ss_7_5_all_rotations_of_a_symmetric_tile);
	tcase_add_test(t, ss_7_5_seats_count_from_0);
}

int main(void)
{
	return run_suite("south seas: undo, leaving, steps", fill);
}

/*
 * SS-0 and SS-1: what lies on the table before the first turn, and where a
 * drawn tile may go.
 */
#include <string.h>

#include "tests/engine/support.h"

START_TEST(ss_0_1_two_to_five_seats_four_islanders_each)
{
	static const char *const colours[] = { "red", "blue", "green", "yellow", "black" };
	const struct ruleset *r = ruleset_find("south-seas", 1);
	struct game_setup setup = { .ruleset = r };
	struct game_error err;
	struct events ev;
	struct play p;

	ck_assert_int_eq(r->seats_min, 2);
	ck_assert_int_eq(r->seats_max, 5);
	for (int c = 0; c < 5; c++) {
		ck_assert_str_eq(r->colours[c], colours[c]);
		setup.colours[c] = (uint8_t)c;
	}
	ck_assert_ptr_null(r->colours[5]);
	ruleset_default_options(r, setup.options);
	for (int seats = 0; seats <= 6; seats++) {
		setup.seat_count = seats;
		ck_assert_int_eq(game_start(&p.g, bundled_tileset(), &setup, &ev, &err), seats >= 2 && seats <= 5 ? 0 : -1);
	}
	play_start(&p, bundled_tileset(), 5, "");
	for (int seat = 0; seat < 5; seat++)
		ck_assert_int_eq(supply_of(&p, seat), 4);
	ck_assert_int_eq(pieces_on_board(&p), 0);
}
END_TEST

START_TEST(ss_0_1_no_colour_twice)
{
	struct game_setup setup = { .ruleset = ruleset_find("south-seas", 1), .seat_count = 2, .colours = { 3, 3 } };
	struct game_error err;
	struct events ev;
	struct game g;

	ruleset_default_options(setup.ruleset, setup.options);
	ck_assert_int_eq(game_start(&g, bundled_tileset(), &setup, &ev, &err), -1);
	setup.colours[1] = 4;
	ck_assert_int_eq(game_start(&g, bundled_tileset(), &setup, &ev, &err), 0);
	setup.colours[1] = 5;
	ck_assert_int_eq(game_start(&g, bundled_tileset(), &setup, &ev, &err), -1);
}
END_TEST

START_TEST(ss_0_2_the_bundled_set_has_the_published_counts)
{
	static const int published[24] = { 8, 5, 9, 1, 5, 3, 2, 2, 3, 1, 2, 3, 3, 3, 2, 6, 5, 1, 3, 1, 1, 2, 1, 1 };
	static const int ships[7] = { 0, 0, 2, 8, 6, 4, 4 };
	const struct tileset *ts = bundled_tileset();
	int per_kind[24] = { 0 }, per_points[7] = { 0 }, tiles = 0, boats = 0, starts = 0;

	ck_assert_int_eq(ts->kind_count, 24);
	for (int f = 0; f < ts->face_count; f++) {
		per_kind[ts->faces[f].kind] += ts->faces[f].count;
		tiles += ts->faces[f].count;
		starts += ts->faces[f].start;
		for (int s = 0; s < ts->kinds[ts->faces[f].kind].segment_count; s++)
			boats += ts->faces[f].symbols[s].flag * ts->faces[f].count;
	}
	ck_assert_int_eq(tiles, 73);
	ck_assert_int_eq(boats, 19);
	ck_assert_int_eq(starts, 1);
	for (int k = 0; k < 24; k++)
		ck_assert_int_eq(per_kind[k], published[k]);
	ck_assert_int_eq(ts->ship_count, 24);
	for (int s = 0; s < ts->ship_count; s++)
		per_points[ts->ships[s].points]++;
	for (int points = 0; points < 7; points++)
		ck_assert_int_eq(per_points[points], ships[points]);
}
END_TEST

START_TEST(ss_0_2_the_supply_of_wares_is_not_limited)
{
	struct play p;

	/* The box holds 40 of each ware; two seats with 100 each may get more. */
	play_start(&p, bundled_tileset(), 2, "");
	set_wares(&p, 0, 100, 100, 100);
	set_wares(&p, 1, 100, 100, 100);
	put(&p, 0, "ss05", 0, 0, -1, 180);
	act(&p, islander_by(&p, 0, "i"));
	expect_wares(&p, 0, 100, 100, 102);
}
END_TEST

START_TEST(ss_0_3_the_start_tile_lies_at_the_origin)
{
	const struct facts *f;
	struct play p;

	play_start(&p, bundled_tileset(), 3, "");
	f = view_facts(&p);
	ck_assert_int_eq(fact_count(f, "board.tiles"), 1);
	ck_assert_int_eq(fact_number(f, "board.tiles.0.x"), 0);
	ck_assert_int_eq(fact_number(f, "board.tiles.0.y"), 0);
	ck_assert_int_eq(fact_number(f, "board.tiles.0.rotation"), 0);
	ck_assert_str_eq(fact(f, "board.tiles.0.kind"), "ss06");
	ck_assert_int_eq(fact_number(f, "board.tiles.0.variant"), 0);
	ck_assert_int_eq(fact_count(f, "board.pieces"), 0);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_EVALUATED), 0);
	for (int seat = 0; seat < 3; seat++)
		expect_wares(&p, seat, 0, 0, 0);
}
END_TEST

START_TEST(ss_0_4_72_tiles_in_the_bag_and_4_ships_face_up)
{
	const struct tileset *ts = bundled_tileset();
	int left[TILESET_FACES_MAX] = { 0 };
	const struct facts *f;
	struct play p, q;

	play_start_seed(&p, ts, 2, "", 7);
	ck_assert_int_eq(game_bag_left(&p.g), 72);
	f = view_facts(&p);
	ck_assert_int_eq(fact_number(f, "bag.left"), 72);
	ck_assert_int_eq(fact_count(f, "ships.face_up"), 4);
	ck_assert_int_eq(fact_number(f, "ships.pile"), 20);
	for (int i = 0; i < p.g.bag_count; i++)
		left[p.g.bag[i]]++;
	for (int face = 0; face < ts->face_count; face++)
		ck_assert_int_eq(left[face], ts->faces[face].start ? 0 : ts->faces[face].count);
	play_start_seed(&q, ts, 2, "", 8);
	ck_assert_mem_ne(p.g.bag, q.g.bag, p.g.bag_count);
	play_start_seed(&q, ts, 2, "", 7);
	ck_assert_mem_eq(&p.g, &q.g, sizeof p.g);
}
END_TEST

START_TEST(ss_0_5_first_seat_named_or_random)
{
	char option[24] = "first_seat=0";
	int first[5] = { 0 };
	struct play p;

	for (int seat = 0; seat < 5; seat++) {
		option[11] = (char)('0' + seat);
		play_start(&p, bundled_tileset(), 5, option);
		expect_turn(&p, seat, PHASE_DRAW);
	}
	for (unsigned seed = 0; seed < 60; seed++) {
		play_start_seed(&p, bundled_tileset(), 5, "first_seat=random", seed);
		first[p.g.now.seat]++;
	}
	for (int seat = 0; seat < 5; seat++)
		ck_assert_int_gt(first[seat], 0);
}
END_TEST

START_TEST(ss_0_5_play_is_in_ascending_seat_order)
{
	struct play p;

	play_start(&p, bundled_tileset(), 3, "first_seat=1");
	for (int i = 0; i < 7; i++) {
		expect_turn(&p, (1 + i) % 3, PHASE_DRAW);
		ck_assert_int_eq(p.g.now.number, 1 + i);
		ck_assert_uint_eq(game_waiting_for(&p.g), 1u << (1 + i) % 3);
		pass_turn(&p, (1 + i) % 3);
	}
}
END_TEST

START_TEST(ss_0_5_a_first_seat_that_is_not_there_is_refused)
{
	struct game_setup setup = { .ruleset = ruleset_find("south-seas", 1), .seat_count = 2, .colours = { 0, 1 } };
	struct game_error err;
	struct events ev;
	struct game g;

	setup_options(&setup, "first_seat=2");
	ck_assert_int_eq(game_start(&g, bundled_tileset(), &setup, &ev, &err), -1);
}
END_TEST

START_TEST(ss_1_1_only_the_active_seat_draws_and_it_must_place)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	must_refuse(&p, draw_by(1), REFUSED_NOT_YOUR_TURN, NULL);
	must_refuse(&p, place_by(0, 0, 1, 0), REFUSED_PHASE, NULL);
	next_tile(&p, "ss20", 0);
	act(&p, draw_by(0));
	ck_assert_int_eq(game_bag_left(&p.g), 71);
	ck_assert_str_eq(fact(view_facts(&p), "turn.tile.kind"), "ss20");
	must_refuse(&p, draw_by(0), REFUSED_PHASE, NULL);
	must_refuse(&p, skip_by(0), REFUSED_PHASE, NULL);
	must_refuse(&p, end_by(0), REFUSED_PHASE, NULL);
	must_refuse(&p, place_by(1, 0, 1, 0), REFUSED_NOT_YOUR_TURN, NULL);
	act(&p, place_by(0, 0, 1, 0));
	ck_assert_ptr_null(fact(view_facts(&p), "turn.tile.kind"));
}
END_TEST

START_TEST(ss_1_1_a_side_must_touch_and_the_cell_be_free)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	next_tile(&p, "ss05", 0);
	act(&p, draw_by(0));
	must_refuse(&p, place_by(0, 0, 0, 0), REFUSED_PLACEMENT, "SS-1.1");
	ck_assert_int_eq(p.err.conflict.what, BOARD_OCCUPIED);
	/* By a corner alone, and nowhere near. */
	must_refuse(&p, place_by(0, 1, 1, 0), REFUSED_PLACEMENT, "SS-1.1");
	ck_assert_int_eq(p.err.conflict.what, BOARD_DETACHED);
	must_refuse(&p, place_by(0, -1, -1, 180), REFUSED_PLACEMENT, "SS-1.1");
	must_refuse(&p, place_by(0, 0, -2, 180), REFUSED_PLACEMENT, "SS-1.1");
	must_refuse(&p, place_by(0, 32767, -32768, 0), REFUSED_PLACEMENT, "SS-1.1");
	act(&p, place_by(0, 0, -1, 180));
}
END_TEST

START_TEST(ss_1_2_each_side_continues_what_it_touches)
{
	struct play p;

	/* The start tile shows island N, bridge E and W, sea S. */
	play_start(&p, bundled_tileset(), 2, "");
	next_tile(&p, "ss11", 0);	/* island N, bridge S, sea E and W */
	act(&p, draw_by(0));
	must_refuse(&p, place_by(0, 0, -1, 0), REFUSED_PLACEMENT, "SS-1.2");	/* bridge on island */
	ck_assert_int_eq(p.err.conflict.what, BOARD_MISMATCH);
	ck_assert_int_eq(p.err.conflict.sides[2], 1);
	ck_assert_int_eq(p.err.conflict.tile_side[2], SIDE_LINE);
	ck_assert_int_eq(p.err.conflict.board_side[2], SIDE_LAND);
	ck_assert_int_eq(p.err.conflict.sides[0], 0);
	must_refuse(&p, place_by(0, 0, -1, 90), REFUSED_PLACEMENT, "SS-1.2");	/* sea on island */
	must_refuse(&p, place_by(0, 1, 0, 0), REFUSED_PLACEMENT, "SS-1.2");	/* sea on bridge */
	must_refuse(&p, place_by(0, 1, 0, 270), REFUSED_PLACEMENT, "SS-1.2");	/* island on bridge */
	must_refuse(&p, place_by(0, 0, 1, 0), REFUSED_PLACEMENT, "SS-1.2");	/* island on sea */
	must_refuse(&p, place_by(0, 0, 1, 180), REFUSED_PLACEMENT, "SS-1.2");	/* bridge on sea */
	ck_assert(is_legal(&p, place_by(0, 0, -1, 180)));	/* island on island */
	ck_assert(is_legal(&p, place_by(0, 1, 0, 90)));		/* bridge on bridge */
	ck_assert(is_legal(&p, place_by(0, -1, 0, 270)));
	ck_assert(is_legal(&p, place_by(0, 0, 1, 90)));		/* sea on sea */
	ck_assert(is_legal(&p, place_by(0, 0, 1, 270)));
	ck_assert_int_eq(count_legal(&p, 0, ACTION_PLACE), 5);
}
END_TEST

START_TEST(ss_1_2_all_touching_sides_count)
{
	struct play p;

	/* (1,1) touches the bridge of (1,0) above and the sea of (0,1) at the left. */
	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss03", 0, 1, 0, 0, NULL);
	lay(&p, 1, "ss05", 0, 0, 1, 180, NULL);
	next_tile(&p, "ss11", 0);
	act(&p, draw_by(0));
	must_refuse(&p, place_by(0, 1, 1, 0), REFUSED_PLACEMENT, "SS-1.2");
	must_refuse(&p, place_by(0, 1, 1, 90), REFUSED_PLACEMENT, "SS-1.2");
	ck_assert_int_eq(p.err.conflict.sides[0], 1);
	ck_assert_int_eq(p.err.conflict.sides[3], 1);
	must_refuse(&p, place_by(0, 1, 1, 270), REFUSED_PLACEMENT, "SS-1.2");
	act(&p, place_by(0, 1, 1, 180));	/* bridge N, island S, sea E and W */
}
END_TEST

START_TEST(ss_1_2_the_halves_beside_a_bridge_continue)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss01", 0, 1, 0, 90, NULL);
	/* Turned by 90 its segment w lies north of the bridge and e south of it. */
	ck_assert_int_eq(feature_of(&p, 1, 0, "w"), feature_of(&p, 0, 0, "n"));
	ck_assert_int_eq(feature_of(&p, 1, 0, "e"), feature_of(&p, 0, 0, "s"));
	ck_assert_int_ne(feature_of(&p, 1, 0, "w"), feature_of(&p, 1, 0, "e"));
	ck_assert_int_eq(feature_of(&p, 1, 0, "b"), feature_of(&p, 0, 0, "b"));
}
END_TEST

START_TEST(ss_1_3_a_tile_that_fits_nowhere_is_shown_and_removed)
{
	const struct facts *f;
	struct play p;

	/* Three whole islands in open water, then a tile that fits. */
	play_start(&p, fixture_tileset("reef"), 2, "");
	for (int i = 0; i < 3; i++)
		tile_after(&p, i, "land", 0);
	tile_after(&p, 3, "open", 2);
	act(&p, draw_by(0));
	expect_turn(&p, 0, PHASE_PLACE);
	f = view_facts(&p);
	ck_assert_int_eq(count_events(&p, EVENT_TILE_SET_ASIDE), 3);
	ck_assert_int_eq(fact_count(f, "bag.set_aside"), 3);
	ck_assert_str_eq(fact(f, "bag.set_aside.0.kind"), "land");
	ck_assert_str_eq(fact(f, "turn.tile.kind"), "open");
	ck_assert_int_eq(fact_number(f, "bag.left"), 1);
	ck_assert_int_eq(count_events(&p, EVENT_TILE_DRAWN), 4);
	f = event_facts(&p, find_event(&p, EVENT_TILE_SET_ASIDE, 0));
	ck_assert_str_eq(fact(f, "tile.kind"), "land");
	ck_assert_int_eq(fact_number(f, "seat"), 0);
}
END_TEST

START_TEST(ss_1_4_the_bag_runs_out_through_tiles_that_do_not_fit)
{
	struct play p;

	play_start(&p, fixture_tileset("reef"), 2, "");
	next_tile(&p, "open", 2);
	act(&p, draw_by(0));
	act(&p, place_by(0, 1, 0, 0));
	act(&p, islander_by(&p, 0, "s"));
	next_tile(&p, "open", 1);
	act(&p, draw_by(1));
	act(&p, place_by(1, 2, 0, 0));
	if (p.g.now.phase == PHASE_PIECE)
		act(&p, skip_by(1));
	/* Now only the three islands are left. */
	expect_turn(&p, 0, PHASE_DRAW);
	set_wares(&p, 0, 4, 0, 0);
	act(&p, draw_by(0));
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	ck_assert_int_eq(p.g.now.over_reason, OVER_NO_TILE_FITS);
	ck_assert_int_eq(count_events(&p, EVENT_TILE_SET_ASIDE), 3);
	ck_assert_int_eq(count_events(&p, EVENT_GAME_FINISHED), 1);
	/* No delivery any more, but the final evaluation: two fish. */
	expect_wares(&p, 0, 4, 2, 0);
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 2);
	must_refuse(&p, deliver_by(&p, 0, "ship-c", 4, 0, 0), REFUSED_GAME_OVER, NULL);
	must_refuse(&p, draw_by(1), REFUSED_GAME_OVER, NULL);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, ss_0_1_two_to_five_seats_four_islanders_each);
	tcase_add_test(t, ss_0_1_no_colour_twice);
	tcase_add_test(t, ss_0_2_the_bundled_set_has_the_published_counts);
	tcase_add_test(t, ss_0_2_the_supply_of_wares_is_not_limited);
	tcase_add_test(t, ss_0_3_the_start_tile_lies_at_the_origin);
	tcase_add_test(t, ss_0_4_72_tiles_in_the_bag_and_4_ships_face_up);
	tcase_add_test(t, ss_0_5_first_seat_named_or_random);
	tcase_add_test(t, ss_0_5_play_is_in_ascending_seat_order);
	tcase_add_test(t, ss_0_5_a_first_seat_that_is_not_there_is_refused);
	tcase_add_test(t, ss_1_1_only_the_active_seat_draws_and_it_must_place);
	tcase_add_test(t, ss_1_1_a_side_must_touch_and_the_cell_be_free);
	tcase_add_test(t, ss_1_2_each_side_continues_what_it_touches);
	tcase_add_test(t, ss_1_2_all_touching_sides_count);
	tcase_add_test(t, ss_1_2_the_halves_beside_a_bridge_continue);
	tcase_add_test(t, ss_1_3_a_tile_that_fits_nowhere_is_shown_and_removed);
	tcase_add_test(t, ss_1_4_the_bag_runs_out_through_tiles_that_do_not_fit);
}

int main(void)
{
	return run_suite("south seas: setup and tiles", fill);
}

/*
 * SW-0: what lies on the table before the first turn.
 */
#include <string.h>

#include "tests/engine/galaxy.h"

START_TEST(sw_0_1_two_to_five_seats_five_meeples_each)
{
	struct game_setup setup = { .ruleset = ruleset_find("star-wars", 1), .colours = { 0, 1, 2, 3, 4 } };
	struct game_error err;
	struct events ev;
	struct play p;

	ruleset_default_options(setup.ruleset, setup.options);
	for (int seats = 0; seats <= 6; seats++) {
		setup.seat_count = seats;
		ck_assert_int_eq(game_start(&p.g, star_wars_tileset(), &setup, &ev, &err), seats >= 2 && seats <= 5 ? 0 : -1);
	}
	play_start(&p, star_wars_tileset(), 5, "");
	for (int seat = 0; seat < 5; seat++) {
		ck_assert_int_eq(meeples_of(&p, seat, SMALL), 4);
		ck_assert_int_eq(meeples_of(&p, seat, LARGE), 1);
	}
	ck_assert_int_eq(pieces_on_board(&p), 0);
}
END_TEST

START_TEST(sw_0_1_the_colour_fixes_the_faction)
{
	static const char *const factions[] = { "empire", "hunters", "rebels", "empire", "rebels" };
	struct play p;

	play_start_colours(&p, star_wars_tileset(), "white orange green black red", "");
	for (int seat = 0; seat < 5; seat++)
		ck_assert_str_eq(fact(seat_facts(&p, seat), "faction"), factions[seat]);
}
END_TEST

START_TEST(sw_0_1_no_colour_twice)
{
	struct game_setup setup = { .ruleset = ruleset_find("star-wars", 1), .seat_count = 2, .colours = { 3, 3 } };
	struct game_error err;
	struct events ev;
	struct game g;

	ruleset_default_options(setup.ruleset, setup.options);
	ck_assert_int_eq(game_start(&g, star_wars_tileset(), &setup, &ev, &err), -1);
	setup.colours[1] = 4;
	ck_assert_int_eq(game_start(&g, star_wars_tileset(), &setup, &ev, &err), 0);
	setup.colours[1] = 5;
	ck_assert_int_eq(game_start(&g, star_wars_tileset(), &setup, &ev, &err), -1);
}
END_TEST

START_TEST(sw_0_2_the_bundled_set_has_the_published_counts)
{
	static const int published[42] = { 4, 3, 3, 5, 1, 1, 1, 1, 2, 1, 1, 1, 1, 3, 5, 1, 1, 2, 3, 2, 2, 4, 1,
		2, 2, 2, 2, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
	const struct tileset *ts = star_wars_tileset();
	int per_kind[42] = { 0 }, tiles = 0, planets = 0;

	ck_assert_int_eq(ts->kind_count, 42);
	for (int f = 0; f < ts->face_count; f++) {
		per_kind[ts->faces[f].kind] += ts->faces[f].count;
		tiles += ts->faces[f].count;
		planets += ts->kinds[ts->faces[f].kind].centre != SEGMENT_NONE;
	}
	ck_assert_int_eq(tiles, 76);
	ck_assert_int_eq(planets, 12);
	for (int k = 0; k < 42; k++)
		ck_assert_int_eq(per_kind[k], published[k]);
}
END_TEST

START_TEST(sw_0_2_the_start_tile_lies_at_the_origin_and_75_are_in_the_bag)
{
	const struct tileset *ts = star_wars_tileset();
	int left[TILESET_FACES_MAX] = { 0 };
	const struct facts *f;
	struct play p, q;

	play_start_seed(&p, ts, 3, "", 7);
	f = view_facts(&p);
	ck_assert_int_eq(fact_count(f, "board.tiles"), 1);
	ck_assert_int_eq(fact_number(f, "board.tiles.0.x"), 0);
	ck_assert_int_eq(fact_number(f, "board.tiles.0.y"), 0);
	ck_assert_int_eq(fact_number(f, "board.tiles.0.rotation"), 0);
	ck_assert_str_eq(fact(f, "board.tiles.0.kind"), "sw01");
	ck_assert_int_eq(fact_number(f, "board.tiles.0.variant"), 0);
	ck_assert_int_eq(fact_number(f, "bag.left"), 75);
	for (int i = 0; i < p.g.bag_count; i++)
		left[p.g.bag[i]]++;
	for (int face = 0; face < ts->face_count; face++)
		ck_assert_int_eq(left[face], ts->faces[face].start ? 0 : ts->faces[face].count);
	play_start_seed(&q, ts, 3, "", 8);
	ck_assert_mem_ne(p.g.bag, q.g.bag, p.g.bag_count);
	play_start_seed(&q, ts, 3, "", 7);
	ck_assert_mem_eq(&p.g, &q.g, sizeof p.g);
}
END_TEST

START_TEST(sw_0_3_first_seat_named_or_random)
{
	char option[24] = "first_seat=0";
	int first[5] = { 0 };
	struct play p;

	for (int seat = 0; seat < 5; seat++) {
		option[11] = (char)('0' + seat);
		play_start(&p, star_wars_tileset(), 5, option);
		expect_turn(&p, seat, PHASE_DRAW);
	}
	for (unsigned seed = 0; seed < 60; seed++) {
		play_start_seed(&p, star_wars_tileset(), 5, "first_seat=random", seed);
		ck_assert(event_is(&p, EVENT_GAME_STARTED, 0, "first_seat", (const char[]){ (char)('0' + p.g.now.seat), 0 }));
		first[p.g.now.seat]++;
	}
	for (int seat = 0; seat < 5; seat++)
		ck_assert_int_gt(first[seat], 0);
}
END_TEST

START_TEST(sw_0_3_the_score_begins_at_0_and_does_not_wrap)
{
	struct play p;

	galaxy(&p, "red black", "", 0);
	expect_scores(&p, 0, 0);
	set_score(&p, 0, 49);
	settle(&p, 0, "dust", 0, -1, 180, "a");
	expect_scores(&p, 53, 0);
	ck_assert_int_eq(fact_number(seat_facts(&p, 0), "score"), 53);
}
END_TEST

START_TEST(sw_0_4_dice_have_six_faces)
{
	int seen[8] = { 0 };
	struct play p;

	galaxy(&p, "red black", "", 2);
	field_with_gap(&p, 0, "a", 1, "+a");
	arrive(&p, 0, "belt", 1, 1, 0);
	for (unsigned i = 0; i < 60; i++) {
		struct play copy = p;
		const struct facts *f;

		copy.g.rng.used[RNG_DICE] = 5 * i;
		act(&copy, skip_by(0));
		f = event_facts(&copy, find_event(&copy, EVENT_BATTLE_FOUGHT, 0));
		for (int roll = 0; roll < 2; roll++)
			for (int die = 0; die <= roll; die++) {
				long face = fact_number(f, "throws.0.rolls.%d.dice.%d", roll, die);

				ck_assert_int_ge(face, 1);
				ck_assert_int_le(face, 6);
				seen[face]++;
			}
	}
	for (int face = 1; face <= 6; face++)
		ck_assert_int_gt(seen[face], 10);	/* of 180, 30 each on average */
}
END_TEST

START_TEST(sw_0_4_no_die_is_rolled_before_there_is_a_battle)
{
	struct play p;

	galaxy(&p, "red black", "", 2);
	field_with_gap(&p, 0, "a", 1, "a");
	arrive(&p, 0, "belt", 1, 1, 0);
	ck_assert_uint_eq(p.g.rng.used[RNG_DICE], 0);
	act(&p, skip_by(0));
	ck_assert_uint_ge(p.g.rng.used[RNG_DICE], 2);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, sw_0_1_two_to_five_seats_five_meeples_each);
	tcase_add_test(t, sw_0_1_the_colour_fixes_the_faction);
	tcase_add_test(t, sw_0_1_no_colour_twice);
	tcase_add_test(t, sw_0_2_the_bundled_set_has_the_published_counts);
	tcase_add_test(t, sw_0_2_the_start_tile_lies_at_the_origin_and_75_are_in_the_bag);
	tcase_add_test(t, sw_0_3_first_seat_named_or_random);
	tcase_add_test(t, sw_0_3_the_score_begins_at_0_and_does_not_wrap);
	tcase_add_test(t, sw_0_4_dice_have_six_faces);
	tcase_add_test(t, sw_0_4_no_die_is_rolled_before_there_is_a_battle);
}

int main(void)
{
	return run_suite("star wars: setup", fill);
}

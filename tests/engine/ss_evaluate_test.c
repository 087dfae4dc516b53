/*
 * SS-3 and SS-6: what is evaluated, what it is worth, who gets it.  Boats and
 * markets have files of their own.
 */
#include <string.h>

#include "tests/engine/support.h"

START_TEST(ss_3_1_a_bridge_ends_at_a_junction_an_island_or_a_market)
{
	static const struct { const char *kind; int variant, degrees; const char *segment; } ends[] = {
		{ "ss02", 1, 0, "w" },		/* junction */
		{ "ss11", 0, 90, "b" },		/* island */
		{ "ss22", 1, 90, "s" },		/* market */
	};
	struct play p;

	for (int i = 0; i < 3; i++) {
		play_start(&p, bundled_tileset(), 2, "");
		lay(&p, 0, ends[i].kind, ends[i].variant, 1, 0, ends[i].degrees, ends[i].segment);
		ck_assert_int_eq(open_ends_of(&p, 0, 0, "b"), 1);
		ck_assert_int_eq(pieces_on_board(&p), 1);
		lay(&p, 1, "ss02", 2, -1, 0, 0, NULL);
		ck_assert_int_eq(open_ends_of(&p, 0, 0, "b"), 0);
		expect_wares(&p, 0, 2, 0, 0);
		expect_wares(&p, 1, 0, 0, 0);
		ck_assert_int_eq(supply_of(&p, 0), 4);
	}
}
END_TEST

START_TEST(ss_3_1_a_junction_has_as_many_bridges_as_arms)
{
	static const char *const arms[4] = { "n", "e", "s", "w" };
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	put(&p, 0, "ss04", 0, 1, 0, 0);
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < i; j++)
			ck_assert_int_ne(feature_of(&p, 1, 0, arms[i]), feature_of(&p, 1, 0, arms[j]));
	/* An islander on one arm leaves the others free; this arm has 1 shell. */
	act(&p, islander_by(&p, 0, "n"));
	lay(&p, 1, "ss02", 2, 1, -1, 0, NULL);
	expect_wares(&p, 0, 2, 0, 0);
	expect_wares(&p, 1, 0, 0, 0);
	ck_assert_int_eq(open_ends_of(&p, 1, 0, "s"), 1);
}
END_TEST

START_TEST(ss_3_1_an_open_end_is_not_complete)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss02", 1, 1, 0, 0, "w");
	lay(&p, 1, "ss01", 0, -1, 0, 90, NULL);
	expect_wares(&p, 0, 0, 0, 0);
	ck_assert_int_eq(supply_of(&p, 0), 3);
	lay(&p, 0, "ss02", 2, -2, 0, 0, NULL);
	expect_wares(&p, 0, 3, 0, 0);
}
END_TEST

/* A ring of six around the edge between (0,0) and (0,1); `first` stands on (1,0). */
static void lay_ring_but_one(struct play *p, const char *first)
{
	lay(p, 0, "ss03", 0, 1, 0, 0, first);
	lay(p, 1, "ss03", 0, 1, 1, 90, NULL);
	lay(p, 0, "ss03", 5, -1, 0, 270, NULL);
	lay(p, 1, "ss03", 2, -1, 1, 180, NULL);
}

START_TEST(ss_3_1_a_bridge_that_closes_on_itself)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay_ring_but_one(&p, "b");
	ck_assert_int_eq(open_ends_of(&p, 0, 0, "b"), 2);
	lay(&p, 0, "ss01", 0, 0, 1, 90, NULL);
	ck_assert_int_eq(open_ends_of(&p, 0, 0, "b"), 0);
	/* Start 1, corners 1 + 1 + 2 + 1, the last piece 1. */
	expect_wares(&p, 0, 7, 0, 0);
	ck_assert_int_eq(supply_of(&p, 0), 4);
}
END_TEST

START_TEST(ss_3_2_one_banana_for_each_symbol)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss07", 1, 0, -1, 90, "i");
	expect_wares(&p, 0, 0, 0, 0);
	lay(&p, 1, "ss05", 4, 0, -2, 180, NULL);
	expect_wares(&p, 0, 0, 0, 1 + 2 + 2);
}
END_TEST

/* An island of eight tiles round the empty field (2,0): four capes, four necks, a banana each. */
static void lay_atoll(struct play *p)
{
	lay(p, 0, "neck", 0, 1, 0, 0, "i");
	lay(p, 1, "cape", 0, 1, -1, 90, NULL);
	lay(p, 0, "neck", 0, 2, -1, 90, NULL);
	lay(p, 1, "cape", 0, 3, -1, 180, NULL);
	lay(p, 0, "neck", 0, 3, 0, 0, NULL);
	lay(p, 1, "cape", 0, 3, 1, 270, NULL);
	lay(p, 0, "neck", 0, 2, 1, 90, NULL);
}

START_TEST(ss_3_2_each_of_the_four_sides_may_close)
{
	/* The islands face this way, beside the start tile. */
	static const int dx[4] = { 0, 1, 0, -1 }, dy[4] = { -1, 0, 1, 0 };
	struct play p;

	for (int r = 0; r < 4; r++) {
		int x = -dy[r], y = dx[r];

		play_start(&p, fixture_tileset("lagoon"), 2, "");
		lay(&p, 0, "tip", 0, x, y, 90 * r, "i");
		expect_wares(&p, 0, 0, 0, 0);
		/* Its neighbour beside the start tile's other side comes first. */
		lay(&p, 1, "open", 1, dx[r], dy[r], 0, NULL);
		lay(&p, 0, "tip", 0, x + dx[r], y + dy[r], (90 * r + 180) % 360, NULL);
		expect_wares(&p, 0, 0, 0, 2);
		ck_assert_int_eq(open_ends_of(&p, x, y, "i"), 0);
	}
}
END_TEST

START_TEST(ss_3_2_an_enclosed_field_that_only_sea_faces_is_no_gap)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay_atoll(&p);
	expect_wares(&p, 0, 0, 0, 0);
	ck_assert_int_eq(open_ends_of(&p, 1, 0, "i"), 2);
	lay(&p, 1, "cape", 0, 1, 1, 0, NULL);
	ck_assert_int_eq(open_ends_of(&p, 1, 0, "i"), 0);
	ck_assert_int_eq(board_tile_at(&p.g.board, 2, 0), BOARD_NO_TILE);
	expect_wares(&p, 0, 0, 0, 8);
}
END_TEST

START_TEST(ss_3_2_a_gap_that_the_island_faces_is_open)
{
	struct play p;

	/* The same ring with one cape less: its neighbours' sides stay open. */
	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay_atoll(&p);
	lay(&p, 1, "open", 1, 2, 0, 0, NULL);
	expect_wares(&p, 0, 0, 0, 0);
	ck_assert_int_eq(open_ends_of(&p, 1, 0, "i"), 2);
}
END_TEST

START_TEST(ss_3_3_a_sea_wholly_enclosed)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay_ring_but_one(&p, "sw");
	expect_wares(&p, 0, 0, 0, 0);
	lay(&p, 0, "ss01", 0, 0, 1, 90, NULL);
	ck_assert_int_eq(open_ends_of(&p, 1, 0, "sw"), 0);
	expect_wares(&p, 0, 0, 5, 0);
	ck_assert_int_eq(covered_groups(&p), 0);
}
END_TEST

START_TEST(ss_3_3_a_pond_closed_by_filling_the_hole)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay_atoll(&p);
	lay(&p, 1, "cape", 0, 1, 1, 0, NULL);
	put(&p, 0, "open", 3, 2, 0, 0);
	ck_assert_int_eq(open_ends_of(&p, 2, 0, "s"), 0);
	act(&p, islander_by(&p, 0, "s"));
	expect_wares(&p, 0, 0, 2, 8);
	ck_assert_int_eq(supply_of(&p, 0), 4);
}
END_TEST

START_TEST(ss_3_4_a_market_needs_all_eight_fields)
{
	static const int around[8][2] = { { 1, 1 }, { 0, 1 }, { 2, 1 }, { 0, -1 }, { 1, -1 }, { 2, -1 }, { 2, 0 }, { 0, 0 } };
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	set_ships(&p, "five four three two-a", "two-b");
	lay(&p, 0, "market", 0, 1, 0, 0, "m");
	for (int i = 0; i < 7; i++) {
		ck_assert_int_eq(board_neighbours(&p.g.board, 1), 1 + i);
		ck_assert(has_piece(&p, 0, 1, 0, "m"));
		ck_assert(!owns(&p, 0, "five"));
		lay(&p, 1 - i % 2, "open", 1, around[i][0], around[i][1], 0, NULL);
	}
	ck_assert_int_eq(board_neighbours(&p.g.board, 1), 8);
	ck_assert(owns(&p, 0, "five"));
	ck_assert_int_eq(supply_of(&p, 0), 4);
}
END_TEST

/*
 * The tips round (2,0), of seat 0 in the west and, if `north`, in the north, of
 * seat 1 in the south; seat 1 is to lay the tile between them.
 */
static void lay_tips(struct play *p, int north)
{
	lay(p, 0, "tip", 0, 1, 0, 90, "i");
	lay(p, 1, "open", 1, 1, -1, 0, NULL);
	lay(p, 0, "tip", 0, 2, -1, 180, north ? "i" : NULL);
	lay(p, 1, "open", 1, 1, 1, 0, NULL);
	lay(p, 0, "open", 1, 3, -1, 0, NULL);
	lay(p, 1, "tip", 0, 2, 1, 0, "i");
	lay(p, 0, "tip", 1, 3, 0, 270, NULL);
}

START_TEST(ss_3_5_the_majority_takes_all)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay_tips(&p, 1);
	ck_assert_int_eq(supply_of(&p, 0), 2);
	lay(&p, 1, "land", 0, 2, 0, 0, NULL);
	expect_wares(&p, 0, 0, 0, 5);
	expect_wares(&p, 1, 0, 0, 0);
	ck_assert_int_eq(supply_of(&p, 0), 4);
	ck_assert_int_eq(supply_of(&p, 1), 4);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_EVALUATED), 1);
}
END_TEST

START_TEST(ss_3_5_a_tie_pays_every_tied_seat_in_full)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay_tips(&p, 0);
	lay(&p, 1, "land", 0, 2, 0, 180, NULL);
	expect_wares(&p, 0, 0, 0, 5);
	expect_wares(&p, 1, 0, 0, 5);
}
END_TEST

START_TEST(ss_3_5_worth_nothing_and_still_back)
{
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "tip", 1, 1, 0, 90, "i");
	lay(&p, 1, "open", 1, 1, 1, 0, NULL);
	lay(&p, 0, "open", 1, 2, 1, 0, NULL);
	lay(&p, 1, "tip", 1, 2, 0, 270, NULL);
	expect_wares(&p, 0, 0, 0, 0);
	ck_assert_int_eq(supply_of(&p, 0), 4);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_EVALUATED), 1);
}
END_TEST

START_TEST(ss_3_6_all_islanders_of_the_feature_return)
{
	struct play p;

	/* Of the winner and of the loser, but not of other features. */
	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay_tips(&p, 1);
	put(&p, 1, "open", 1, -1, 0, 0);
	act(&p, islander_by(&p, 1, "s"));
	ck_assert_int_eq(pieces_on_board(&p), 4);
	lay(&p, 0, "land", 0, 2, 0, 0, NULL);
	ck_assert_int_eq(pieces_on_board(&p), 1);
	ck_assert(has_piece(&p, 1, -1, 0, "s"));
}
END_TEST

START_TEST(ss_3_9_bridges_before_islands)
{
	const struct facts *f;
	struct play p;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "open", 1, 0, -1, 0, NULL);
	lay(&p, 1, "open", 1, 0, 1, 0, NULL);
	lay(&p, 0, "tip", 0, 1, -1, 180, "i");
	lay(&p, 1, "pier", 0, 1, 1, 0, "b");
	lay(&p, 0, "dock", 0, 1, 0, 0, NULL);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_EVALUATED), 2);
	f = event_facts(&p, find_event(&p, EVENT_FEATURE_EVALUATED, 0));
	ck_assert_str_eq(fact(f, "feature_type"), "bridge");
	f = event_facts(&p, find_event(&p, EVENT_FEATURE_EVALUATED, 1));
	ck_assert_str_eq(fact(f, "feature_type"), "island");
	expect_wares(&p, 0, 0, 0, 2);
	expect_wares(&p, 1, 2, 0, 0);
}
END_TEST

START_TEST(ss_3_9_features_by_their_first_tile)
{
	struct play p;
	int first, second;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "open", 1, 0, 1, 0, NULL);
	lay(&p, 1, "open", 1, 1, 1, 0, NULL);
	lay(&p, 0, "open", 1, 2, 1, 0, NULL);
	lay(&p, 1, "tip", 1, 2, 0, 270, "i");		/* the older island, worth 0 */
	lay(&p, 0, "open", 1, 0, -1, 0, NULL);
	lay(&p, 1, "open", 1, 3, 1, 0, NULL);
	lay(&p, 0, "tip", 0, 1, -1, 180, "i");		/* the younger one, worth 2 */
	lay(&p, 1, "twin", 0, 1, 0, 0, NULL);		/* its segment of the younger one comes first */
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_EVALUATED), 2);
	first = find_event(&p, EVENT_FEATURE_EVALUATED, 0);
	second = find_event(&p, EVENT_FEATURE_EVALUATED, 1);
	ck_assert_int_eq(fact_number(event_facts(&p, first), "symbols.bananas"), 0);
	ck_assert_int_eq(fact_number(event_facts(&p, second), "symbols.bananas"), 2);
	expect_wares(&p, 0, 0, 0, 2);
	expect_wares(&p, 1, 0, 0, 0);
}
END_TEST

START_TEST(ss_3_9_seas_then_covers_then_markets)
{
	static const int around[7][2] = { { 1, 1 }, { 0, 1 }, { 2, 1 }, { 0, -1 }, { 1, -1 }, { 2, -1 }, { 2, 0 } };
	struct play p;
	int sea, cover, ship;

	play_start(&p, fixture_tileset("lagoon"), 2, "");
	set_ships(&p, "five four three two-a", "");
	lay(&p, 0, "market", 0, 1, 0, 0, "m");
	for (int i = 0; i < 6; i++)
		lay(&p, 1 - i % 2, "open", i == 2 ? 2 : 1, around[i][0], around[i][1], 0, i == 1 ? "s" : NULL);
	/* Seat 1 closes the market of seat 0 with a boat in the sea of seat 0. */
	put(&p, 1, "open", 4, 2, 0, 0);
	sea = find_event(&p, EVENT_FEATURE_EVALUATED, 0);
	cover = find_event(&p, EVENT_FISH_COVERED, 0);
	ship = find_event(&p, EVENT_SHIP_TAKEN, 0);
	ck_assert_int_ge(sea, 0);
	ck_assert_int_gt(cover, sea);
	ck_assert_int_gt(ship, cover);
	expect_wares(&p, 0, 0, 1, 0);
	ck_assert(owns(&p, 0, "five"));
}
END_TEST

START_TEST(ss_3_10_without_islanders_nothing)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss05", 0, 0, -1, 180, NULL);
	ck_assert_int_eq(open_ends_of(&p, 0, 0, "i"), 0);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_EVALUATED), 0);
	lay(&p, 1, "ss02", 1, 1, 0, 0, NULL);
	lay(&p, 0, "ss02", 2, -1, 0, 0, NULL);
	ck_assert_int_eq(open_ends_of(&p, 0, 0, "b"), 0);
	ck_assert_int_eq(count_events(&p, EVENT_FEATURE_EVALUATED), 0);
	expect_wares(&p, 0, 0, 0, 0);
	expect_wares(&p, 1, 0, 0, 0);
}
END_TEST

START_TEST(ss_6_1_islands_that_touch_at_a_corner_are_distinct)
{
	struct play p;

	/* Two islands on one tile, and an island on the tile across the corner. */
	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss05", 2, 0, 1, 180, NULL);
	lay(&p, 1, "ss08", 0, 1, 1, 0, "n");
	ck_assert_int_ne(feature_of(&p, 1, 1, "n"), feature_of(&p, 1, 1, "e"));
	put(&p, 0, "ss05", 0, 2, 1, 270);
	/* The island e is complete and free, n is neither. */
	ck_assert_int_eq(open_ends_of(&p, 1, 1, "e"), 0);
	ck_assert_int_eq(open_ends_of(&p, 1, 1, "n"), 1);
	act(&p, islander_by(&p, 0, "i"));
	expect_wares(&p, 0, 0, 0, 2);
	ck_assert(has_piece(&p, 1, 1, 1, "n"));
}
END_TEST

START_TEST(ss_6_1_seas_that_touch_at_a_corner_are_distinct)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss04", 0, 1, 0, 0, NULL);
	ck_assert_int_ne(feature_of(&p, 1, 0, "ne"), feature_of(&p, 1, 0, "nw"));
	ck_assert_int_ne(feature_of(&p, 1, 0, "ne"), feature_of(&p, 1, 0, "se"));
	ck_assert_int_ne(feature_of(&p, 1, 0, "ne"), feature_of(&p, 1, 0, "sw"));
	ck_assert_int_ne(feature_of(&p, 1, 0, "sw"), feature_of(&p, 1, 0, "nw"));
	ck_assert_int_eq(feature_of(&p, 1, 0, "nw"), feature_of(&p, 0, 0, "n"));
	ck_assert_int_eq(feature_of(&p, 1, 0, "sw"), feature_of(&p, 0, 0, "s"));
}
END_TEST

START_TEST(ss_6_2_an_island_across_the_tile_parts_the_sea)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay(&p, 0, "ss07", 0, 0, 1, 0, "n");
	ck_assert_int_ne(feature_of(&p, 0, 1, "n"), feature_of(&p, 0, 1, "s"));
	ck_assert_int_eq(feature_of(&p, 0, 1, "n"), feature_of(&p, 0, 0, "s"));
	/* The southern sea is free for another fisherman. */
	put(&p, 1, "ss05", 0, 0, 2, 180);
	ck_assert_int_eq(feature_of(&p, 0, 1, "s"), feature_of(&p, 0, 2, "s"));
	act(&p, islander_by(&p, 1, "s"));
	ck_assert_int_eq(pieces_on_board(&p), 2);
}
END_TEST

START_TEST(ss_6_3_a_loop_counts_each_symbol_once)
{
	struct play p;

	play_start(&p, bundled_tileset(), 2, "");
	lay_ring_but_one(&p, NULL);
	put(&p, 0, "ss01", 4, 0, 1, 90);
	ck_assert_int_eq(feature_tiles(&p.g.board, feature_of(&p, 0, 0, "b")), 6);
	act(&p, islander_by(&p, 0, "b"));
	expect_wares(&p, 0, 1 + 1 + 1 + 2 + 1 + 2, 0, 0);
}
END_TEST

START_TEST(ss_6_3_a_feature_that_visits_a_tile_twice)
{
	struct play p;

	/* In from the west, round by north, out to the south over the same crossing. */
	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "pier", 0, 1, 0, 90, "b");
	lay(&p, 1, "cross", 0, 2, 0, 0, NULL);
	ck_assert_int_ne(feature_of(&p, 2, 0, "h"), feature_of(&p, 2, 0, "v"));
	lay(&p, 0, "bend", 0, 3, 0, 90, NULL);
	lay(&p, 1, "bend", 0, 3, -1, 0, NULL);
	lay(&p, 0, "bend", 0, 2, -1, 270, NULL);
	ck_assert_int_eq(feature_of(&p, 2, 0, "h"), feature_of(&p, 2, 0, "v"));
	ck_assert_int_eq(open_ends_of(&p, 1, 0, "b"), 1);
	expect_wares(&p, 0, 0, 0, 0);
	lay(&p, 1, "pier", 0, 2, 1, 0, NULL);
	ck_assert_int_eq(feature_tiles(&p.g.board, feature_of(&p, 1, 0, "b")), 6);
	expect_wares(&p, 0, 1 + 2 + 1 + 3 + 1, 0, 0);
}
END_TEST

START_TEST(ss_6_4_the_same_half_goes_on_across_the_border)
{
	struct play p;

	/* Four crossings round one corner: the quarters there are one pond, the others are not. */
	play_start(&p, fixture_tileset("lagoon"), 2, "");
	lay(&p, 0, "pier", 1, 1, 0, 90, NULL);
	lay(&p, 1, "cross", 0, 2, 0, 0, NULL);
	lay(&p, 0, "cross", 0, 3, 0, 0, NULL);
	lay(&p, 1, "cross", 0, 3, 1, 0, NULL);
	ck_assert_int_eq(feature_of(&p, 2, 0, "ne"), feature_of(&p, 3, 0, "nw"));
	ck_assert_int_eq(feature_of(&p, 2, 0, "se"), feature_of(&p, 3, 0, "sw"));
	ck_assert_int_eq(feature_of(&p, 3, 0, "sw"), feature_of(&p, 3, 1, "nw"));
	ck_assert_int_eq(feature_of(&p, 3, 0, "se"), feature_of(&p, 3, 1, "ne"));
	ck_assert_int_ne(feature_of(&p, 3, 0, "se"), feature_of(&p, 3, 1, "nw"));
	ck_assert_int_ne(feature_of(&p, 2, 0, "ne"), feature_of(&p, 2, 0, "se"));
	ck_assert_int_eq(open_ends_of(&p, 3, 0, "sw"), 2);
	/* North and south of the pier's bridge are one sea that goes round its end. */
	ck_assert_int_eq(feature_of(&p, 2, 0, "nw"), feature_of(&p, 2, 0, "sw"));
}
END_TEST

START_TEST(ss_6_4_in_all_rotations)
{
	/* Where east and south of the first tile point when all is turned by r. */
	static const int ex[4] = { 1, 0, -1, 0 }, ey[4] = { 0, 1, 0, -1 };
	static const int sx[4] = { 0, -1, 0, 1 }, sy[4] = { 1, 0, -1, 0 };
	struct play p;

	for (int r = 0; r < 4; r++) {
		int x1 = ex[r] + sx[r], y1 = ey[r] + sy[r], x2 = x1 + sx[r], y2 = y1 + sy[r];

		play_start(&p, fixture_tileset("lagoon"), 2, "");
		lay(&p, 0, "dock", 0, ex[r], ey[r], 90 * r, NULL);
		lay(&p, 1, "span", 0, x1, y1, 90 * r, NULL);
		lay(&p, 0, "span", 0, x2, y2, (90 * r + 180) % 360, NULL);
		ck_assert_int_eq(feature_of(&p, x1, y1, "e"), feature_of(&p, ex[r], ey[r], "e"));
		ck_assert_int_eq(feature_of(&p, x1, y1, "w"), feature_of(&p, ex[r], ey[r], "w"));
		ck_assert_int_eq(feature_of(&p, x1, y1, "e"), feature_of(&p, x2, y2, "w"));
		ck_assert_int_eq(feature_of(&p, x1, y1, "w"), feature_of(&p, x2, y2, "e"));
		ck_assert_int_ne(feature_of(&p, x1, y1, "w"), feature_of(&p, x1, y1, "e"));
		ck_assert_int_eq(feature_of(&p, x1, y1, "w"), feature_of(&p, 0, 0, "s"));
	}
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, ss_3_1_a_bridge_ends_at_a_junction_an_island_or_a_market);
	tcase_add_test(t, ss_3_1_a_junction_has_as_many_bridges_as_arms);
	tcase_add_test(t, ss_3_1_an_open_end_is_not_complete);
	tcase_add_test(t, ss_3_1_a_bridge_that_closes_on_itself);
	tcase_add_test(t, ss_3_2_one_banana_for_each_symbol);
	tcase_add_test(t, ss_3_2_each_of_the_four_sides_may_close);
	tcase_add_test(t, ss_3_2_an_enclosed_field_that_only_sea_faces_is_no_gap);
	tcase_add_test(t, ss_3_2_a_gap_that_the_island_faces_is_open);
	tcase_add_test(t, ss_3_3_a_sea_wholly_enclosed);
	tcase_add_test(t, ss_3_3_a_pond_closed_by_filling_the_hole);
	tcase_add_test(t, ss_3_4_a_market_needs_all_eight_fields);
	tcase_add_test(t, ss_3_5_the_majority_takes_all);
	tcase_add_test(t, ss_3_5_a_tie_pays_every_tied_seat_in_full);
	tcase_add_test(t, ss_3_5_worth_nothing_and_still_back);
	tcase_add_test(t, ss_3_6_all_islanders_of_the_feature_return);
	tcase_add_test(t, ss_3_9_bridges_before_islands);
	tcase_add_test(t, ss_3_9_features_by_their_first_tile);
	tcase_add_test(t, ss_3_9_seas_then_covers_then_markets);
	tcase_add_test(t, ss_3_10_without_islanders_nothing);
	tcase_add_test(t, ss_6_1_islands_that_touch_at_a_corner_are_distinct);
	tcase_add_test(t, ss_6_1_seas_that_touch_at_a_corner_are_distinct);
	tcase_add_test(t, ss_6_2_an_island_across_the_tile_parts_the_sea);
	tcase_add_test(t, ss_6_3_a_loop_counts_each_symbol_once);
	tcase_add_test(t, ss_6_3_a_feature_that_visits_a_tile_twice);
	tcase_add_test(t, ss_6_4_the_same_half_goes_on_across_the_border);
	tcase_add_test(t, ss_6_4_in_all_rotations);
}

int main(void)
{
	return run_suite("south seas: evaluation", fill);
}

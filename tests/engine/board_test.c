/*
 * The board: where tiles fit, what they join, and that nothing but the list
 * of placements decides what it is.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/tiny.h"

static struct board board;

static int put(enum tiny_kind kind, int x, int y, int rotation)
{
	struct board_conflict why;
	int face = tiny_face(kind);

	ck_assert_msg(board_check(&board, tiny_set(), face, x, y, rotation, &why),
		"kind %d does not fit at (%d,%d) rotation %d", kind, x, y, rotation);
	return board_place(&board, tiny_set(), face, x, y, rotation);
}

static int root_of(int tile, int segment)
{
	return feature_root(&board, board_node(&board, tile, segment));
}

static int open_of(int tile, int segment)
{
	return feature_open_ends(&board, root_of(tile, segment));
}

static void setup(void)
{
	board_start(&board, tiny_set());
}

START_TEST(start_tile_lies_in_the_middle)
{
	ck_assert_int_eq(board.tile_count, 1);
	ck_assert_int_eq(board_tile_at(&board, 0, 0), 0);
	ck_assert_int_eq(board_tile_at(&board, 0, 1), BOARD_NO_TILE);
	ck_assert_int_eq(board_tile_at(&board, 2147483647, -2147483647 - 1), BOARD_NO_TILE);
	ck_assert_int_eq(board.frontier_count, 4);
	ck_assert_int_eq(open_of(0, 0), 2);
	ck_assert_int_eq(open_of(0, 1), 4);
	ck_assert_int_eq(open_of(0, 2), 4);
}
END_TEST

START_TEST(refusals_say_what_is_wrong)
{
	const struct tileset *ts = tiny_set();
	int sea = tiny_face(TINY_SEA);
	struct board_conflict why;

	ck_assert_int_eq(board_check(&board, ts, sea, 0, 0, 0, &why), 0);
	ck_assert_int_eq(why.what, BOARD_OCCUPIED);
	ck_assert_int_eq(board_check(&board, ts, sea, 1, 1, 0, &why), 0);	/* a corner only */
	ck_assert_int_eq(why.what, BOARD_DETACHED);
	ck_assert_int_eq(board_check(&board, ts, sea, 30000, -30000, 0, &why), 0);
	ck_assert_int_eq(why.what, BOARD_DETACHED);
	ck_assert_int_eq(board_check(&board, ts, sea, 0, 65536, 0, &why), 0);
	ck_assert_int_eq(why.what, BOARD_DETACHED);
	ck_assert_int_eq(board_check(&board, ts, sea, 0, -1, 0, &why), 0);
	ck_assert_int_eq(why.what, BOARD_MISMATCH);
	for (int side = 0; side < PORT_SIDES; side++) {
		ck_assert_int_eq(why.sides[side], side == 2);
		ck_assert_int_eq(why.tile_side[side], SIDE_OPEN);
		ck_assert_int_eq(why.board_side[side], side == 2 ? SIDE_LINE : SIDE_ANY);
	}
	ck_assert_int_eq(board_check(&board, ts, sea, 1, 0, 0, &why), 1);
	ck_assert_int_eq(why.what, BOARD_FITS);
}
END_TEST

START_TEST(any_side_may_close)
{
	/* A bridge between two crosses, closed from each of its sides. */
	enum { N, E, S, W };
	int a = put(TINY_CROSS, 0, 1, 0);
	int b = put(TINY_CROSS, 0, 2, 0), c, d, e;

	ck_assert_int_eq(open_of(a, N), 1);	/* on to the start tile and beyond */
	ck_assert_int_eq(root_of(b, N), root_of(a, S));
	ck_assert_int_eq(open_of(b, N), 0);
	ck_assert_int_eq(open_of(b, E), 1);
	c = put(TINY_CROSS, 1, 2, 0);
	ck_assert_int_eq(root_of(c, W), root_of(b, E));
	ck_assert_int_eq(open_of(c, W), 0);
	d = put(TINY_CROSS, 1, 1, 0);
	ck_assert_int_eq(open_of(d, S), 0);
	ck_assert_int_eq(open_of(d, W), 0);
	ck_assert_int_ne(root_of(d, S), root_of(d, W));
	e = put(TINY_CROSS, -1, 2, 0);
	ck_assert_int_eq(root_of(e, E), root_of(b, W));
	ck_assert_int_eq(open_of(e, E), 0);
	/* The sea amid a, b, c and d is enclosed by their four bridges. */
	ck_assert_int_eq(open_of(a, 5), 0);
	ck_assert_int_eq(feature_tiles(&board, root_of(a, 5)), 4);
}
END_TEST

START_TEST(a_loop_closes_on_itself)
{
	/* SS-6.3: four bends make a ring that is complete. */
	int a, b, c, d;

	put(TINY_SEA, 1, 0, 0);
	a = put(TINY_BEND, 2, 0, 3);	/* E S */
	b = put(TINY_BEND, 3, 0, 0);	/* S W */
	c = put(TINY_BEND, 3, 1, 1);	/* W N */
	ck_assert_int_eq(open_of(a, 0), 2);
	d = put(TINY_BEND, 2, 1, 2);	/* N E */
	ck_assert_int_eq(root_of(a, 0), root_of(d, 0));
	ck_assert_int_eq(root_of(b, 0), root_of(c, 0));
	ck_assert_int_eq(open_of(a, 0), 0);
	ck_assert_int_eq(feature_tiles(&board, root_of(a, 0)), 4);
	/* The inner sea is enclosed, each tile gives it a corner. */
	ck_assert_int_eq(root_of(a, 2), root_of(c, 2));
	ck_assert_int_eq(open_of(a, 2), 0);
	ck_assert_int_eq(feature_tiles(&board, root_of(a, 2)), 4);
	ck_assert_int_gt(open_of(a, 1), 0);
}
END_TEST

START_TEST(one_tile_meets_a_feature_with_two_sides)
{
	/* The fourth land of a square touches the same island twice. */
	static const int capes[7][3] = {{3, -1, 2}, {4, -1, 2}, {5, 0, 3}, {5, 1, 3}, {4, 2, 0}, {3, 2, 0}, {2, 1, 1}};
	int cape, land;

	put(TINY_SEA, 1, 0, 0);
	cape = put(TINY_CAPE, 2, 0, 1);
	put(TINY_LAND, 3, 0, 0);
	put(TINY_LAND, 4, 0, 0);
	put(TINY_LAND, 4, 1, 0);
	ck_assert_int_eq(open_of(cape, 0), 7);
	land = put(TINY_LAND, 3, 1, 0);
	ck_assert_int_eq(root_of(land, 0), root_of(cape, 0));
	ck_assert_int_eq(open_of(cape, 0), 7);	/* four more, two pairs less */
	ck_assert_int_eq(feature_tiles(&board, root_of(cape, 0)), 5);
	for (int i = 0; i < 7; i++) {
		put(TINY_CAPE, capes[i][0], capes[i][1], capes[i][2]);
		ck_assert_int_eq(open_of(cape, 0), 6 - i);
	}
	ck_assert_int_eq(feature_tiles(&board, root_of(cape, 0)), 12);
}
END_TEST

START_TEST(an_island_across_parts_the_sea)
{
	int strip;

	put(TINY_SEA, 1, 0, 0);
	strip = put(TINY_STRIP, 2, 0, 0);	/* SS-6.2 */
	ck_assert_int_ne(root_of(strip, 1), root_of(strip, 2));
	ck_assert_int_eq(root_of(strip, 2), root_of(0, 1));
	ck_assert_int_eq(open_of(strip, 1), 2);
}
END_TEST

START_TEST(corners_do_not_join)
{
	/* SS-6.1: two capes that touch at a corner alone. */
	int a, b;

	put(TINY_SEA, 1, 0, 0);
	a = put(TINY_CAPE, 1, 1, 2);
	put(TINY_SEA, 2, 0, 0);
	put(TINY_SEA, 2, 1, 0);
	b = put(TINY_CAPE, 2, 2, 0 + 1);
	ck_assert_int_ne(root_of(a, 0), root_of(b, 0));
	ck_assert_int_eq(open_of(a, 0), 1);
	ck_assert_int_eq(open_of(b, 0), 1);
}
END_TEST

START_TEST(halves_cross_over)
{
	/* SS-6.4: left of a bridge end meets right of the one opposite. */
	int above = put(TINY_BRIDGE, 0, -1, 0), turned = put(TINY_BRIDGE, 0, 1, 2);

	ck_assert_int_eq(root_of(above, 1), root_of(0, 1));	/* east with east */
	ck_assert_int_eq(root_of(above, 2), root_of(0, 2));
	ck_assert_int_ne(root_of(above, 1), root_of(above, 2));
	ck_assert_int_eq(root_of(turned, 1), root_of(0, 2));	/* turned round: its e is west */
	ck_assert_int_eq(root_of(turned, 2), root_of(0, 1));
}
END_TEST

START_TEST(roots_are_the_first_nodes)
{
	int a = put(TINY_BRIDGE, 0, -1, 0);

	ck_assert_int_eq(root_of(a, 0), 0);
	ck_assert_int_eq(root_of(a, 1), 1);
	ck_assert_int_eq(feature_shape(&board, tiny_set(), 0), SHAPE_LINE);
	ck_assert_int_eq(feature_shape(&board, tiny_set(), 1), SHAPE_OPEN);
	ck_assert_int_eq(board_node_tile(&board, board_node(&board, a, 2)), a);
	ck_assert_int_eq(board_node_segment(&board, board_node(&board, a, 2)), 2);
}
END_TEST

START_TEST(a_market_counts_its_neighbours)
{
	static const int ring[8][2] = {{1, 0}, {2, 0}, {3, 0}, {1, -1}, {1, 1}, {2, 1}, {3, 1}, {3, -1}};
	int market;

	put(TINY_SEA, 1, 0, 0);
	market = put(TINY_MARKET, 1, 1, 0);
	ck_assert_int_eq(board_neighbours(&board, market), 2);	/* the start tile by its corner */
	board_remove_last(&board, tiny_set());
	board_remove_last(&board, tiny_set());
	/* Laid into a hole it has all eight at once. */
	for (int i = 0; i < 8; i++)
		put(TINY_SEA, ring[i][0], ring[i][1], 0);
	market = put(TINY_MARKET, 2, -1, 0);
	ck_assert_int_eq(board_neighbours(&board, market), 5);
	put(TINY_SEA, 1, -2, 0);
	put(TINY_SEA, 2, -2, 0);
	ck_assert_int_eq(board_neighbours(&board, market), 7);
	put(TINY_SEA, 3, -2, 0);
	ck_assert_int_eq(board_neighbours(&board, market), 8);
}
END_TEST

START_TEST(taking_off_leaves_no_trace)
{
	static struct board before[30];

	tiny_random_start((unsigned)_i);
	for (int n = 0; n < 30; n++) {
		uint16_t fits[BOARD_FITS_ROOM];
		int face, count, fit;

		memcpy(&before[n], &board, sizeof(board));
		do {
			face = (int)tiny_random(tiny_set()->face_count);
			count = board_fits_list(&board, &tiny_set()->kinds[tiny_set()->faces[face].kind], fits);
		} while (count == 0);
		fit = fits[tiny_random((unsigned)count)];
		board_place(&board, tiny_set(), face, board.frontier[fit / 4].x, board.frontier[fit / 4].y, fit % 4);
		ck_assert_int_ne(memcmp(&before[n], &board, sizeof(board)), 0);
	}
	for (int n = 29; n >= 0; n--) {
		board_remove_last(&board, tiny_set());
		ck_assert_mem_eq(&before[n], &board, sizeof(board));
	}
}
END_TEST

/* What a side of the tile at (x, y) shows, from the kind's given ports alone. */
static enum side_type shown(int x, int y, int side)
{
	int tile = board_tile_at(&board, x, y), turned;
	const struct kind *kind;

	if (tile == BOARD_NO_TILE)
		return SIDE_ANY;
	kind = board_kind(&board, tiny_set(), tile);
	turned = (side - board.tiles[tile].rotation + 4) % 4;
	return kind->edges[turned] == 'S' ? SIDE_OPEN : kind->edges[turned] == 'B' ? SIDE_LINE : SIDE_LAND;
}

static int fits_by_hand(const struct kind *kind, int x, int y, int rotation)
{
	const enum side_type around[PORT_SIDES] = {
		shown(x, y - 1, 2), shown(x + 1, y, 3), shown(x, y + 1, 0), shown(x - 1, y, 1)};
	int touching = 0;

	if (board_tile_at(&board, x, y) != BOARD_NO_TILE)
		return 0;
	for (int side = 0; side < PORT_SIDES; side++) {
		char letter = kind->edges[(side - rotation + 4) % 4];
		enum side_type mine = letter == 'S' ? SIDE_OPEN : letter == 'B' ? SIDE_LINE : SIDE_LAND;

		if (around[side] != SIDE_ANY && around[side] != mine)
			return 0;
		touching += around[side] != SIDE_ANY;
	}
	return touching > 0;
}

START_TEST(fits_agree_with_looking_at_every_cell)
{
	const struct tileset *ts = tiny_set();

	tiny_random_start((unsigned)_i + 100);
	for (int n = 0; n < 17; n++) {
		int face = (int)tiny_random(ts->face_count), rotation, at = 0, count;
		const struct kind *kind = &ts->kinds[ts->faces[face].kind];
		uint16_t fits[BOARD_FITS_ROOM];
		struct board_conflict why;

		count = board_fits_list(&board, kind, fits);
		ck_assert_int_eq(board_fits_somewhere(&board, kind), count > 0);
		for (int y = -18; y <= 18; y++) {
			for (int x = -18; x <= 18; x++) {
				for (rotation = 0; rotation < 4; rotation++) {
					int expected = fits_by_hand(kind, x, y, rotation);

					ck_assert_int_eq(board_check(&board, ts, face, x, y, rotation, &why), expected);
					if (!expected)
						continue;
					/* The list has exactly these, in this order. */
					ck_assert_int_lt(at, count);
					ck_assert_int_eq(board.frontier[fits[at] / 4].x, x);
					ck_assert_int_eq(board.frontier[fits[at] / 4].y, y);
					ck_assert_int_eq(fits[at] % 4, rotation);
					ck_assert_int_eq(board_fits(&board, kind, fits[at] / 4, rotation), 1);
					at++;
				}
			}
		}
		ck_assert_int_eq(at, count);
		if (count == 0)
			continue;
		at = fits[tiny_random((unsigned)count)];
		board_place(&board, ts, face, board.frontier[at / 4].x, board.frontier[at / 4].y, at % 4);
	}
}
END_TEST

START_TEST(long_thin_boards_have_no_edge)
{
	/* 254 tiles in a row, in each direction. */
	static const int dx[PORT_SIDES] = {0, 1, 0, -1}, dy[PORT_SIDES] = {-1, 0, 1, 0};
	int along = dx[_i] ? TINY_SEA : TINY_BRIDGE;

	for (int n = 1; n < TILESET_TILES_MAX; n++)
		put((enum tiny_kind)along, n * dx[_i], n * dy[_i], 0);
	ck_assert_int_eq(board.tile_count, TILESET_TILES_MAX);
	ck_assert_int_eq(board_tile_at(&board, 254 * dx[_i], 254 * dy[_i]), 254);
	ck_assert_int_eq(board.frontier_count, 2 * TILESET_TILES_MAX + 2);
	ck_assert_int_le(board.frontier_count, BOARD_FRONTIER_MAX);
	if (along == TINY_BRIDGE) {
		ck_assert_int_eq(open_of(254, 0), 2);
		ck_assert_int_eq(feature_tiles(&board, 0), 255);
	}
}
END_TEST

START_TEST(many_regions_merge_by_one_tile)
{
	/* A sea laid into a gap joins four regions that were apart. */
	int south, east, north, sea, apart[4], open = 0;

	put(TINY_PIER, 0, 1, 0);
	south = put(TINY_STRIP, 1, 1, 1);
	put(TINY_LAND, 2, 1, 0);
	east = put(TINY_STRIP, 2, 0, 0);
	put(TINY_LAND, 2, -1, 0);
	north = put(TINY_STRIP, 1, -1, 1);
	apart[0] = root_of(0, 1);
	apart[1] = root_of(south, 2);
	apart[2] = root_of(east, 2);
	apart[3] = root_of(north, 1);
	for (int i = 0; i < 4; i++) {
		open += feature_open_ends(&board, apart[i]);
		for (int j = 0; j < i; j++)
			ck_assert_int_ne(apart[i], apart[j]);
	}
	sea = put(TINY_SEA, 1, 0, 0);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(feature_root(&board, apart[i]), root_of(0, 1));
	ck_assert_int_eq(root_of(sea, 0), root_of(0, 1));
	ck_assert_int_eq(open_of(sea, 0), open + 8 - 16);
	/* The ring of the merged region visits every node of it exactly once. */
	for (int root = 0; root < board.node_count; root++) {
		int node = root, in_ring = 0, named = 0;

		if (feature_root(&board, root) != root)
			continue;
		do {
			ck_assert_int_eq(feature_root(&board, node), root);
			in_ring++;
			node = feature_next(&board, node);
		} while (node != root);
		for (node = 0; node < board.node_count; node++)
			named += feature_root(&board, node) == root;
		ck_assert_int_eq(in_ring, named);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("board");
	TCase *tests = tcase_create("board");
	SRunner *runner;
	int failed;

	tcase_set_timeout(tests, 60);
	tcase_add_checked_fixture(tests, setup, NULL);
	tcase_add_test(tests, start_tile_lies_in_the_middle);
	tcase_add_test(tests, refusals_say_what_is_wrong);
	tcase_add_test(tests, any_side_may_close);
	tcase_add_test(tests, a_loop_closes_on_itself);
	tcase_add_test(tests, one_tile_meets_a_feature_with_two_sides);
	tcase_add_test(tests, an_island_across_parts_the_sea);
	tcase_add_test(tests, corners_do_not_join);
	tcase_add_test(tests, halves_cross_over);
	tcase_add_test(tests, roots_are_the_first_nodes);
	tcase_add_test(tests, a_market_counts_its_neighbours);
	tcase_add_loop_test(tests, taking_off_leaves_no_trace, 0, 20);
	tcase_add_loop_test(tests, fits_agree_with_looking_at_every_cell, 0, 20);
	tcase_add_loop_test(tests, long_thin_boards_have_no_edge, 0, 4);
	tcase_add_test(tests, many_regions_merge_by_one_tile);
	suite_add_tcase(suite, tests);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

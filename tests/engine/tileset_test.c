/*
 * Tile sets: ports, what is derived, and every check of the format, each with
 * the place and the reason that it has to name.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/tiny.h"

/* Findings, one "error|warning: where: what" a line. */
struct findings {
	struct tileset_reporter reporter;
	char text[8192];
};

static void note(struct tileset_reporter *r, enum tileset_severity severity, const char *where, const char *what)
{
	struct findings *f = (struct findings *)r;
	size_t used = strlen(f->text);

	snprintf(f->text + used, sizeof(f->text) - used, "%s: %s: %s\n",
		severity == TILESET_ERROR ? "error" : "warning", where, what);
}

static int finish(struct tileset *ts, struct findings *f)
{
	f->reporter.report = note;
	f->text[0] = '\0';
	return tileset_finish(ts, ruleset_find("south-seas", 0)->words, &f->reporter);
}

START_TEST(ports_turn_and_meet)
{
	static const char *const names[PORT_COUNT] = {"N", "E", "S", "W", "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};
	static const char *const quarter[PORT_COUNT] = {"E", "S", "W", "N", "EL", "ER", "SL", "SR", "WL", "WR", "NL", "NR"};
	static const char *const facing[PORT_COUNT] = {"S", "W", "N", "E", "SR", "SL", "WR", "WL", "NR", "NL", "ER", "EL"};

	for (int port = 0; port < PORT_COUNT; port++) {
		ck_assert_str_eq(port_name(port), names[port]);
		ck_assert_int_eq(port_parse(names[port]), port);
		ck_assert_str_eq(port_name(port_rotate(port, 1)), quarter[port]);
		ck_assert_str_eq(port_name(port_opposite(port)), facing[port]);
		ck_assert_int_eq(port_opposite(port_opposite(port)), port);
		ck_assert_int_eq("NESW"[port_side(port)], names[port][0]);
		ck_assert_int_eq(port_rotate(port, 0), port);
		for (int turns = 1; turns <= 4; turns++)
			ck_assert_int_eq(port_rotate(port, turns), port_rotate(port_rotate(port, turns - 1), 1) % PORT_COUNT);
		/* Turning both tiles turns what meets, too. */
		ck_assert_int_eq(port_opposite(port_rotate(port, 1)), port_rotate(port_opposite(port), 1));
	}
	ck_assert_int_eq(port_parse("X"), -1);
	ck_assert_int_eq(port_parse(""), -1);
	ck_assert_int_eq(port_parse("NLX"), -1);
	ck_assert_str_eq(port_name(-1), "?");
	ck_assert_str_eq(port_name(PORT_COUNT), "?");
}
END_TEST

START_TEST(a_good_set_has_no_findings)
{
	static struct tileset ts;
	struct findings f;

	tiny_given(&ts);
	ck_assert_int_eq(finish(&ts, &f), 0);
	ck_assert_str_eq(f.text, "");
	ck_assert_int_eq(ts.tile_count, 38);
	ck_assert_int_eq(ts.start_face, 0);
	ck_assert_int_eq(ts.node_count, 5 * 3 + 6 * 3 + 3 * 8 + 5 + 5 * 2 + 4 * 3 + 1 + 8 * 2 + 4);
}
END_TEST

START_TEST(derived_members)
{
	const struct tileset *ts = tiny_set();
	const struct kind *bend = &ts->kinds[TINY_BEND];

	ck_assert_int_eq(ts->kinds[TINY_SEA].first_face, 4);
	ck_assert_int_eq(ts->kinds[TINY_SEA].face_count, 2);
	ck_assert_int_eq(ts->kinds[TINY_MARKET].centre, 1);
	ck_assert_int_eq(ts->kinds[TINY_SEA].centre, SEGMENT_NONE);
	ck_assert_int_eq(ts->faces[4].flagged, SEGMENT_NONE);
	ck_assert_int_eq(ts->faces[5].flagged, 0);
	for (int turns = 0; turns < 4; turns++) {
		for (int side = 0; side < PORT_SIDES; side++) {
			/* SSBB: south and west are bridges before turning. */
			int from = (side - turns + 4) % 4;

			ck_assert_int_eq(side_at(bend->code[turns], side), from >= 2 ? SIDE_LINE : SIDE_OPEN);
			ck_assert_int_eq(bend->at[turns][side], from >= 2 ? 0 : SEGMENT_NONE);
		}
		ck_assert_int_eq(bend->at[turns][port_rotate(port_parse("WL"), turns)], 2);
		ck_assert_int_eq(bend->at[turns][port_rotate(port_parse("WR"), turns)], 1);
	}
	ck_assert_int_eq(tileset_find_kind(ts, "strip"), TINY_STRIP);
	ck_assert_int_eq(tileset_find_kind(ts, "none"), -1);
	ck_assert_int_eq(tileset_find_ship(ts, "three"), 2);
	ck_assert_int_eq(tileset_find_ship(ts, ""), -1);
	ck_assert_int_eq(kind_find_segment(bend, "sw"), 2);
	ck_assert_int_eq(kind_find_segment(bend, "se"), -1);
}
END_TEST

#define BREAK(name) static void name(struct tileset *ts)

BREAK(bad_set_id) { strcpy(ts->id, "Tiny"); }
BREAK(empty_set_id) { ts->id[0] = '\0'; }
BREAK(endless_set_id) { memset(ts->id, 'a', sizeof(ts->id)); }
BREAK(bad_kind_id) { strcpy(ts->kinds[TINY_CAPE].id, "cape town"); }
BREAK(twin_kinds) { strcpy(ts->kinds[TINY_CAPE].id, "sea"); }
BREAK(twin_segments) { strcpy(ts->kinds[TINY_BRIDGE].segments[2].id, "e"); }
BREAK(twin_ships) { strcpy(ts->ships[3].id, "one"); }
BREAK(bad_segment_id) { strcpy(ts->kinds[TINY_BRIDGE].segments[0].id, "b_1"); }
BREAK(no_segments) { ts->kinds[TINY_SEA].segment_count = 0; }
BREAK(many_segments) { ts->kinds[TINY_SEA].segment_count = TILESET_SEGMENTS_MAX + 1; }
BREAK(unknown_type) { ts->kinds[TINY_SEA].segments[0].shape = SHAPES; }
BREAK(unknown_mark) { ts->kinds[TINY_SEA].segments[0].mark = 1; }
BREAK(twice_claimed) { ts->kinds[TINY_BRIDGE].segments[1].ports |= 1u << port_parse("WL"); }
BREAK(bridge_on_halves) { ts->kinds[TINY_CROSS].segments[0].ports |= 1u << port_parse("NL"); }
BREAK(bridge_of_three) { ts->kinds[TINY_BRIDGE].segments[0].ports |= 1u << port_parse("E"); }
BREAK(bridge_of_none) { ts->kinds[TINY_BRIDGE].segments[0].ports = 0; }
BREAK(island_of_none) { ts->kinds[TINY_CAPE].segments[0].ports = 0; }
BREAK(sea_of_none) { ts->kinds[TINY_SEA].segments[0].ports = 0; }
BREAK(sea_on_sides) { ts->kinds[TINY_CAPE].segments[1].ports |= 1u << port_parse("S"); }
BREAK(market_with_port) { ts->kinds[TINY_MARKET].segments[1].ports = 1u << port_parse("N"); }
BREAK(two_markets)
{
	struct kind *kind = &ts->kinds[TINY_MARKET];

	kind->segments[2] = kind->segments[1];
	strcpy(kind->segments[2].id, "m2");
	kind->segment_count = 3;
}
BREAK(half_unclaimed) { ts->kinds[TINY_CAPE].segments[1].ports &= (uint16_t)~(1u << port_parse("SL")); }
BREAK(bridge_half_unclaimed) { ts->kinds[TINY_BRIDGE].segments[1].ports &= (uint16_t)~(1u << port_parse("NR")); }
BREAK(island_half_claimed) { ts->kinds[TINY_CAPE].segments[1].ports |= 1u << port_parse("NL"); }
BREAK(sea_side_split)
{
	struct segment *segments = ts->kinds[TINY_STRIP].segments;

	segments[1].ports ^= 1u << port_parse("ER");
	segments[2].ports |= 1u << port_parse("ER");
}
BREAK(wrong_edges) { strcpy(ts->kinds[TINY_BEND].edges, "SSBS"); }
BREAK(endless_edges) { memset(ts->kinds[TINY_BEND].edges, 'S', sizeof(ts->kinds[TINY_BEND].edges)); }
BREAK(shells_on_sea) { ts->faces[4].symbols[0].count[0] = 1; }
BREAK(bananas_on_bridge) { ts->faces[1].symbols[0].count[1] = 1; }
BREAK(fish_on_island) { ts->faces[6].symbols[0] = (struct symbols){.group_count = 1, .groups = {1}}; }
BREAK(boat_on_bridge) { ts->faces[1].symbols[0].flag = 1; }
BREAK(two_boats) { ts->faces[1].symbols[1].flag = ts->faces[1].symbols[2].flag = 1; }
BREAK(double_boat) { ts->faces[5].symbols[0].flag = 2; }
BREAK(group_of_three) { ts->faces[4].symbols[0].groups[0] = 3; }
BREAK(group_of_none) { ts->faces[4].symbols[0].groups[0] = 0; }
BREAK(nine_groups) { ts->faces[4].symbols[0].group_count = 9; }
BREAK(no_count) { ts->faces[2].count = 0; }
BREAK(no_start) { ts->faces[0].start = 0; }
BREAK(two_starts) { ts->faces[8].start = 1; }
BREAK(start_of_two) { ts->faces[0].count = 2; }
BREAK(face_of_no_kind) { ts->faces[9].kind = TINY_KINDS; }
BREAK(kind_without_face) { ts->faces[8].kind = TINY_STRIP; ts->faces[8].variant = 1; }
BREAK(faces_out_of_order) { ts->faces[9].kind = TINY_BRIDGE; }
BREAK(variants_out_of_order) { ts->faces[1].variant = 2; }
BREAK(no_kinds) { ts->kind_count = 0; }
BREAK(many_kinds) { ts->kind_count = TILESET_KINDS_MAX + 1; }
BREAK(no_faces) { ts->face_count = 0; }
BREAK(many_ships) { ts->ship_count = TILESET_SHIPS_MAX + 1; }
BREAK(three_ships) { ts->ship_count = 3; }
BREAK(ship_of_no_points) { ts->ships[0].points = 0; }
BREAK(ship_of_no_slots) { ts->ships[0].slot_count = 0; }
BREAK(ship_of_nine_slots) { ts->ships[0].slot_count = 9; }
BREAK(unknown_slot) { ts->ships[0].slots[0] = SLOTS; }
BREAK(bad_ship_id) { strcpy(ts->ships[0].id, "\xff"); }
BREAK(many_tiles) { ts->faces[9].count = 255; }
BREAK(many_nodes) { ts->faces[3].count = 220; ts->faces[9].count = 1; }
BREAK(many_symbols) { ts->faces[2].count = 200; ts->faces[2].symbols[0].count[0] = 255; }

static const struct {
	void (*apply)(struct tileset *);
	const char *finding;		/* a part of what must be reported */
} broken[] = {
	{bad_set_id, "error: tile set: the id must have"},
	{empty_set_id, "error: tile set: the id must have"},
	{endless_set_id, "error: tile set: the id must have"},
	{bad_kind_id, "error: kind (bad id): the id must have"},
	{twin_kinds, "error: kinds: the id \"sea\" is used twice"},
	{twin_segments, "error: kind bridge: the id \"e\" is used twice"},
	{twin_ships, "error: ships: the id \"one\" is used twice"},
	{bad_segment_id, "error: kind bridge, segment (bad id): the id must have"},
	{no_segments, "error: kind sea: a kind has 1 to 13 segments"},
	{many_segments, "error: kind sea: a kind has 1 to 13 segments"},
	{unknown_type, "error: kind sea, segment s: the type is not one of this game"},
	{unknown_mark, "error: kind sea, segment s: the faction is not one of this game"},
	{twice_claimed, "error: kind bridge, segment w: port WL is claimed by two segments"},
	{bridge_on_halves, "error: kind cross, segment n: a segment of type bridge has 1 or 2 whole sides"},
	{bridge_of_three, "error: kind bridge, segment b: a segment of type bridge has 1 or 2 whole sides"},
	{bridge_of_none, "error: kind bridge, segment b: a segment of type bridge has 1 or 2 whole sides"},
	{island_of_none, "error: kind cape, segment i: a segment of type island has 1 to 4 whole sides"},
	{sea_of_none, "error: kind sea, segment s: a segment of type sea has 1 to 8 halves"},
	{sea_on_sides, "error: kind cape, segment s: a segment of type sea has 1 to 8 halves"},
	{market_with_port, "error: kind market, segment m: a segment of type market has no ports"},
	{two_markets, "error: kind market: at most one market on a tile"},
	{half_unclaimed, "error: kind cape: both halves of side S must be claimed"},
	{bridge_half_unclaimed, "error: kind bridge: both halves of side N must be claimed"},
	{island_half_claimed, "error: kind cape: side N is wholly island"},
	{sea_side_split, "error: kind strip: both halves of side E must belong to the same segment"},
	{wrong_edges, "error: kind bend: edges must be \"SSBB\""},
	{endless_edges, "error: kind bend: edges must be \"SSBB\""},
	{shells_on_sea, "error: kind sea, variant 0: segment s cannot carry shells"},
	{bananas_on_bridge, "error: kind bridge, variant 1: segment b cannot carry bananas"},
	{fish_on_island, "error: kind cape, variant 0: segment i cannot carry fish"},
	{boat_on_bridge, "error: kind bridge, variant 1: segment b cannot carry boat"},
	{two_boats, "error: kind bridge, variant 1: at most one boat on a tile"},
	{double_boat, "error: kind sea, variant 1: segment s has more than one"},
	{group_of_three, "error: kind sea, variant 0: segment s: a group has 1 or 2 symbols, not 3"},
	{group_of_none, "error: kind sea, variant 0: segment s: a group has 1 or 2 symbols, not 0"},
	{nine_groups, "error: kind sea, variant 0: segment s has more than 8 groups"},
	{no_count, "error: kind bend, variant 0: the count must be 1 to 255"},
	{no_start, "error: tile set: exactly one variant is the start tile, not 0"},
	{two_starts, "error: tile set: exactly one variant is the start tile, not 2"},
	{start_of_two, "error: kind bridge, variant 0: the start tile has count 1"},
	{face_of_no_kind, "error: face 9: no such kind"},
	{kind_without_face, "error: kind land: a kind needs at least one variant"},
	{faces_out_of_order, "error: face 9: faces stand in the order of their kinds"},
	{variants_out_of_order, "error: kind bridge, variant 1: variants are numbered from 0"},
	{no_kinds, "error: tile set: a tile set has 1 to 128 kinds"},
	{many_kinds, "error: tile set: a tile set has 1 to 128 kinds"},
	{no_faces, "error: tile set: a tile set has 1 to 255 variants"},
	{many_ships, "error: tile set: a tile set has at most 64 ships"},
	{three_ships, "error: ships: at least 4 ships are needed, not 3"},
	{ship_of_no_points, "error: ship one: a ship has 1 to 255 points"},
	{ship_of_no_slots, "error: ship one: an order has 1 to 8 slots"},
	{ship_of_nine_slots, "error: ship one: an order has 1 to 8 slots"},
	{unknown_slot, "error: ship one: slot 0 of the order asks for nothing that there is"},
	{bad_ship_id, "error: ship (bad id): the id must have"},
	{many_tiles, "error: tile set: a tile set has at most 255 tiles, not 285"},
	{many_nodes, "error: tile set: the segments of all tiles sum up to 1827; this program handles at most 1536"},
	{many_symbols, "error: tile set: symbols of one sort sum up to 51008; this program handles at most 32000"},
};

START_TEST(each_mistake_is_named)
{
	static struct tileset ts;
	struct findings f;

	tiny_given(&ts);
	broken[_i].apply(&ts);
	ck_assert_int_gt(finish(&ts, &f), 0);
	ck_assert_msg(strstr(f.text, broken[_i].finding) != NULL, "expected \"%s\" in:\n%s", broken[_i].finding, f.text);
	/* Without anyone to tell it is refused all the same. */
	tiny_given(&ts);
	broken[_i].apply(&ts);
	ck_assert_int_gt(tileset_finish(&ts, ruleset_find("south-seas", 0)->words, NULL), 0);
}
END_TEST

START_TEST(all_mistakes_are_reported_at_once)
{
	static struct tileset ts;
	struct findings f;

	tiny_given(&ts);
	wrong_edges(&ts);
	twin_kinds(&ts);
	group_of_three(&ts);
	ship_of_no_points(&ts);
	ck_assert_int_eq(finish(&ts, &f), 4);
}
END_TEST

START_TEST(a_lonely_side_is_a_warning)
{
	static struct tileset ts;
	struct findings f;

	tiny_given(&ts);
	/* Only one cape is left to show an island. */
	ts.faces[6].count = 1;
	ts.face_count = 7;
	ts.kind_count = TINY_CAPE + 1;
	ck_assert_int_eq(finish(&ts, &f), 0);
	ck_assert_str_eq(f.text, "warning: tile set: only one side of one tile shows island: nothing can lie there\n");
}
END_TEST

START_TEST(any_bytes_are_refused_without_harm)
{
	static struct tileset ts;
	struct findings f;

	tiny_random_start((unsigned)_i);
	tiny_given(&ts);
	for (int n = 0; n < 400; n++)
		((unsigned char *)&ts)[tiny_random(sizeof(ts))] = (unsigned char)tiny_random(256);
	memset(ts.kinds[0].id, 0xff, sizeof(ts.kinds[0].id));
	ck_assert_int_gt(finish(&ts, &f), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tileset");
	TCase *tests = tcase_create("tileset");
	SRunner *runner;
	int failed;

	tcase_add_test(tests, ports_turn_and_meet);
	tcase_add_test(tests, a_good_set_has_no_findings);
	tcase_add_test(tests, derived_members);
	tcase_add_loop_test(tests, each_mistake_is_named, 0, sizeof(broken) / sizeof(broken[0]));
	tcase_add_test(tests, all_mistakes_are_reported_at_once);
	tcase_add_test(tests, a_lonely_side_is_a_warning);
	tcase_add_loop_test(tests, any_bytes_are_refused_without_harm, 0, 50);
	suite_add_tcase(suite, tests);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

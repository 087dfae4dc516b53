/*
 * Tile sets as files: the bundled one against its published counts, and what
 * is said about broken ones.
 */
#include <check.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/tileset_json.h"

enum { TEXT_MAX = 65536 };

/*
 * A small good set: 40 tiles of bridge, cape, sea and market, 4 ships.  The
 * rows below replace a piece of it.
 */
static const char good[] =
	"{\"format\":\"meepled-tileset/1\",\"id\":\"tiny\",\"ruleset\":\"south-seas\",\"provenance\":\"for tests\","
	"\"kinds\":["
	"{\"id\":\"bridge\",\"edges\":\"SBSB\",\"segments\":["
	"{\"id\":\"b\",\"type\":\"bridge\",\"ports\":[\"E\",\"W\"]},"
	"{\"id\":\"n\",\"type\":\"sea\",\"ports\":[\"WR\",\"NL\",\"NR\",\"EL\"]},"
	"{\"id\":\"s\",\"type\":\"sea\",\"ports\":[\"ER\",\"SL\",\"SR\",\"WL\"]}],"
	"\"variants\":[{\"count\":1,\"start\":true,\"symbols\":{\"b\":{\"shells\":1}}},"
	"{\"count\":9,\"symbols\":{\"b\":{\"shells\":2},\"n\":{\"fish\":[1,2]},\"s\":{\"boat\":true}}}]},"
	"{\"id\":\"cape\",\"edges\":\"ISSS\",\"segments\":["
	"{\"id\":\"i\",\"type\":\"island\",\"ports\":[\"N\"]},"
	"{\"id\":\"e\",\"type\":\"sea\",\"ports\":[\"EL\",\"ER\",\"SL\",\"SR\",\"WL\",\"WR\"]}],"
	"\"variants\":[{\"count\":10,\"symbols\":{\"i\":{\"bananas\":2}}}]},"
	"{\"id\":\"sea\",\"edges\":\"SSSS\",\"segments\":["
	"{\"id\":\"w\",\"type\":\"sea\",\"ports\":[\"NL\",\"NR\",\"EL\",\"ER\",\"SL\",\"SR\",\"WL\",\"WR\"]}],"
	"\"variants\":[{\"count\":10,\"symbols\":{\"w\":{\"fish\":[2]}}}]},"
	"{\"id\":\"market\",\"edges\":\"SSSS\",\"segments\":["
	"{\"id\":\"m\",\"type\":\"market\"},"
	"{\"id\":\"w\",\"type\":\"sea\",\"ports\":[\"NL\",\"NR\",\"EL\",\"ER\",\"SL\",\"SR\",\"WL\",\"WR\"]}],"
	"\"variants\":[{\"count\":10}]}],"
	"\"ships\":[{\"id\":\"one\",\"points\":2,\"order\":[\"shell\",\"any\"]},"
	"{\"id\":\"two\",\"points\":3,\"order\":[\"A\",\"A\",\"B\"]},"
	"{\"id\":\"three\",\"points\":4,\"order\":[\"fish\"]},"
	"{\"id\":\"four\",\"points\":5,\"order\":[\"banana\"]}]}";

/* The number of errors; the findings in `out`. */
static int read_text(const char *text, size_t size, struct tileset *ts, char out[TEXT_MAX])
{
	const struct ruleset *ruleset;
	struct buf findings;
	int errors;

	buf_init(&findings, TEXT_MAX - 1);
	errors = tileset_read(ts, &ruleset, text, size, &findings);
	ck_assert(!buf_failed(&findings));
	snprintf(out, TEXT_MAX, "%s", findings.data ? findings.data : "");
	buf_free(&findings);
	if (errors == 0)
		ck_assert_str_eq(ruleset->id, "south-seas");
	ck_assert_int_eq(tileset_read(ts, &ruleset, text, size, NULL), errors);
	return errors;
}

static char *replaced(const char *text, const char *from, const char *to)
{
	const char *at = strstr(text, from);
	size_t size = strlen(text) + strlen(to) + 1;
	char *out = malloc(size);

	ck_assert_msg(at != NULL, "%s is not in the text", from);
	snprintf(out, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
	return out;
}

START_TEST(the_small_set_is_good)
{
	static struct tileset ts;
	static char out[TEXT_MAX];
	unsigned char hash[32];

	ck_assert_int_eq(read_text(good, strlen(good), &ts, out), 0);
	ck_assert_str_eq(out, "");
	ck_assert_str_eq(ts.id, "tiny");
	ck_assert_int_eq(ts.tile_count, 40);
	ck_assert_int_eq(ts.kind_count, 4);
	ck_assert_int_eq(ts.face_count, 5);
	ck_assert_int_eq(ts.ship_count, 4);
	crypto_hash_sha256(hash, (const unsigned char *)good, strlen(good));
	ck_assert_mem_eq(ts.sha256, hash, 32);
	ck_assert_int_eq(ts.faces[0].start, 1);
	ck_assert_int_eq(ts.faces[1].count, 9);
	ck_assert_int_eq(ts.faces[1].symbols[0].count[0], 2);
	ck_assert_int_eq(ts.faces[1].symbols[1].group_count, 2);
	ck_assert_int_eq(ts.faces[1].symbols[1].groups[0], 1);
	ck_assert_int_eq(ts.faces[1].symbols[1].groups[1], 2);
	ck_assert_int_eq(ts.faces[1].flagged, 2);
	ck_assert_int_eq(ts.faces[2].symbols[0].count[1], 2);
	ck_assert_int_eq(ts.kinds[0].segments[0].ports, 1 << port_parse("E") | 1 << port_parse("W"));
	ck_assert_int_eq(ts.kinds[3].segments[0].shape, SHAPE_CENTRE);
	ck_assert_int_eq(ts.ships[1].points, 3);
	ck_assert_int_eq(ts.ships[1].slot_count, 3);
	ck_assert_int_eq(ts.ships[1].slots[2], SLOT_B);
}
END_TEST

/* The published counts: tiles by kind, boats, ships by points. */
START_TEST(the_bundled_set_meets_the_published_counts)
{
	static const int tiles[24] = {8, 5, 9, 1, 5, 3, 2, 2, 3, 1, 2, 3, 3, 3, 2, 6, 5, 1, 3, 1, 1, 2, 1, 1};
	static const int ships[7] = {0, 0, 2, 8, 6, 4, 4};
	static struct tileset ts;
	static char out[TEXT_MAX];
	int boats = 0, points[7] = {0}, count[24] = {0};
	size_t size;
	const char *text = tileset_bundled(ruleset_find("south-seas", 1), &size);

	ck_assert_int_eq(read_text(text, size, &ts, out), 0);
	ck_assert_str_eq(out, "");
	ck_assert_str_eq(ts.id, ruleset_find("south-seas", 1)->tileset);
	ck_assert_int_eq(ts.kind_count, 24);
	ck_assert_int_eq(ts.tile_count, 73);
	for (int i = 0; i < ts.face_count; i++) {
		count[ts.faces[i].kind] += ts.faces[i].count;
		boats += ts.faces[i].flagged != SEGMENT_NONE ? ts.faces[i].count : 0;
	}
	for (int i = 0; i < 24; i++) {
		char id[8];

		snprintf(id, sizeof id, "ss%02d", i + 1);
		ck_assert_str_eq(ts.kinds[i].id, id);
		ck_assert_msg(count[i] == tiles[i], "%s: %d tiles, not %d", id, tiles[i], count[i]);
	}
	ck_assert_int_eq(boats, 19);
	ck_assert_int_eq(ts.ship_count, 24);
	for (int i = 0; i < ts.ship_count; i++) {
		ck_assert_int_le(ts.ships[i].points, 6);
		points[ts.ships[i].points]++;
	}
	for (int i = 0; i < 7; i++)
		ck_assert_int_eq(points[i], ships[i]);
	/* The start tile is one of kind 6. */
	ck_assert_str_eq(ts.kinds[ts.faces[ts.start_face].kind].id, "ss06");
}
END_TEST

/* What is embedded is what lies on disk. */
START_TEST(the_bundled_set_is_the_file)
{
	size_t size;
	const char *text = tileset_bundled(ruleset_find("south-seas", 1), &size);
	char *file = malloc(size + 2);
	FILE *f = fopen("engine/south_seas/tiles.json", "rb");

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(fread(file, 1, size + 2, f), size);
	ck_assert_mem_eq(file, text, size);
	fclose(f);
	free(file);
}
END_TEST

#define MANY_31 "\"31-characters-are-in-this-text0"

static const struct {
	const char *from, *to, *finding;	/* one whole line; all others of the row after a LF */
} broken[] = {
	/* the text */
	{"\"kinds\":[", "\"kinds\":[,", "error: file: byte 9"},
	{"]}]}", "]}]} x", "error: file: byte 1"},
	{"\"id\":\"tiny\"", "\"id\":\"tiny\",\"id\":\"tiny\"", "error: file: member \"id\" occurs twice"},
	{"{\"shells\":1}", "{\"shells\":1,\"shells\":1}", "error: file: member \"shells\" occurs twice"},
	{"for tests", "for \xff tests", "error: file: byte 8"},
	/* the head */
	{"meepled-tileset/1", "meepled-tileset/2", "error: tile set: format: must be \"meepled-tileset/1\"\n"},
	{"\"format\":\"meepled-tileset/1\",", "", "error: tile set: format: is required\n"},
	{"\"format\":\"meepled-tileset/1\"", "\"format\":1", "error: tile set: format: must be a string\n"},
	{"\"south-seas\"", "\"south-sea\"", "error: tile set: ruleset: \"south-sea\" is none of south-seas"},
	{"\"ruleset\":\"south-seas\",", "", "error: tile set: ruleset: is required\n"},
	{"\"id\":\"tiny\"", "\"id\":\"Tiny\"",
		"error: tile set: id: must be a text of 1 to 32 characters of a-z, 0-9 and '-'\n"},
	{"\"id\":\"tiny\"", "\"id\":7", "error: tile set: id: must be a text of 1 to 32 characters of a-z, 0-9 and '-'\n"},
	{"\"id\":\"tiny\",", "", "error: tile set: id: is required\n"},
	{"\"provenance\":\"for tests\",", "", "error: tile set: provenance: is required\n"},
	{"\"provenance\"", "\"author\":1,\"provenance\"", "error: tile set: author: is not known here\n"},
	{"\"ships\":[", "\"boats\":[", "error: tile set: ships: is required\n"
		"error: tile set: boats: is not known here\nerror: ships: at least 4 ships are needed, not 0\n"},
	/* kinds */
	{"\"id\":\"cape\"", "\"id\":\"sea\"", "error: kinds: the id \"sea\" is used twice\n"},
	{"\"id\":\"cape\"", "\"id\":\"Cape Horn\"",
		"error: kind number 2: id: must be a text of 1 to 32 characters of a-z, 0-9 and '-'\n"},
	{"\"id\":\"cape\"", "\"id\":" MANY_31 "12\"",
		"error: kind number 2: id: must be a text of 1 to 32 characters of a-z, 0-9 and '-'\n"},
	{"\"id\":\"cape\",", "", "error: kind number 2: id: is required\n"},
	{"\"edges\":\"ISSS\"", "\"edges\":\"SISS\"",
		"error: kind cape: edges must be \"ISSS\", as the ports of the segments say\n"},
	{"\"edges\":\"ISSS\"", "\"edges\":\"ISSSS\"", "error: kind cape: edges: may have 4 bytes\n"},
	{"\"edges\":\"ISSS\",", "", "error: kind cape: edges: is required\n"},
	{"\"edges\":\"ISSS\"", "\"edges\":\"ISSS\",\"note\":\"\"", "error: kind cape: note: is not known here\n"},
	{"{\"id\":\"sea\"", "7,{\"id\":\"sea\"", "error: kind number 3: must be an object\n"},
	/* segments */
	{"\"type\":\"island\"", "\"type\":\"route\"",
		"error: kind cape, segment i: type: \"route\" is none of sea, bridge, island, market\n"},
	{"\"type\":\"island\"", "\"type\":3", "error: kind cape, segment i: type: \"\" is none of sea, bridge, island, market\n"},
	{"\"type\":\"island\",", "", "error: kind cape, segment i: type: is required\n"},
	{"{\"id\":\"i\"", "{\"id\":\"I\"",
		"error: kind cape, segment number 1: id: must be a text of 1 to 32 characters of a-z, 0-9 and '-'\n"
		"error: kind cape, variant 0: symbols: there is no segment \"i\"\n"},
	{"{\"id\":\"s\",\"type\"", "{\"id\":\"n\",\"type\"",
		"error: kind bridge, variant 1: symbols: there is no segment \"s\"\nerror: kind bridge: the id \"n\" is used twice\n"},
	{"[\"N\"]", "[\"NN\"]", "error: kind cape, segment i: ports: \"NN\" is none of N, E, S, W, NL, NR, EL, ER, SL, SR, WL, WR\n"},
	{"[\"N\"]", "[0]", "error: kind cape, segment i: ports: \"\" is none of N, E, S, W, NL, NR, EL, ER, SL, SR, WL, WR\n"},
	{"[\"N\"]", "[\"N\",\"N\"]", "error: kind cape, segment i: ports: N is named twice\n"},
	{"[\"N\"]", "\"N\"", "error: kind cape, segment i: ports: must be an array\n"},
	{"[\"E\",\"W\"]", "[\"E\",\"W\",\"S\"]",
		"error: kind bridge, segment b: a segment of type bridge has 1 or 2 whole sides (N E S W)\n"
		"error: kind bridge: edges must be \"SBBB\", as the ports of the segments say\n"},
	{"[\"N\"]", "[\"NL\",\"NR\"]",
		"error: kind cape, segment i: a segment of type island has 1 to 4 whole sides (N E S W)\n"
		"error: kind cape: edges must be \"SSSS\", as the ports of the segments say\n"},
	{"\"type\":\"market\"", "\"type\":\"market\",\"ports\":[\"N\"]",
		"error: kind market, segment m: a segment of type market has no ports\n"
		"error: kind market: side N is wholly island, so its halves belong to nothing else\n"
		"error: kind market: edges must be \"ISSS\", as the ports of the segments say\n"},
	{"[\"EL\",\"ER\",\"SL\",\"SR\",\"WL\",\"WR\"]", "[]",
		"error: kind cape, segment e: a segment of type sea has 1 to 8 halves of sides (NL NR EL ER SL SR WL WR)\n"
		"error: kind cape: both halves of side E must be claimed by segments of type sea\n"
		"error: kind cape: both halves of side S must be claimed by segments of type sea\n"
		"error: kind cape: both halves of side W must be claimed by segments of type sea\n"},
	{"[\"EL\",\"ER\",", "[\"NR\",\"EL\",\"ER\",",
		"error: kind cape: side N is wholly island, so its halves belong to nothing else\n"},
	{"[\"ER\",\"SL\",", "[\"EL\",\"ER\",\"SL\",", "error: kind bridge, segment s: port EL is claimed by two segments\n"},
	{"[\"ER\",\"SL\",\"SR\",\"WL\"]", "[\"ER\",\"SL\",\"WL\"]",
		"error: kind bridge: both halves of side S must be claimed by segments of type sea\n"},
	{"{\"id\":\"m\",\"type\":\"market\"}", "{\"id\":\"m\",\"type\":\"market\"},{\"id\":\"k\",\"type\":\"market\"}",
		"error: kind market: at most one market on a tile\n"},
	{"{\"id\":\"m\",\"type\":\"market\"}", "{\"id\":\"m\",\"type\":\"market\",\"faction\":\"empire\"}",
		"error: kind market, segment m: faction: is not known here\n"},
	/* variants */
	{"\"variants\":[{\"count\":10}]", "\"variants\":[]", "error: kind market: a kind needs at least one variant\n"},
	{",\"variants\":[{\"count\":10}]}", "}", "error: kind market: variants: is required\n"
		"error: kind market: a kind needs at least one variant\n"},
	{"{\"count\":10}", "7", "error: kind market: variants: number 1 must be an object\n"
		"error: kind market: a kind needs at least one variant\n"},
	{"{\"count\":10}", "{}", "error: kind market, variant 0: count: is required\n"},
	{"{\"count\":10}", "{\"count\":0}",
		"error: kind market, variant 0: count: must be an integer from 1 to 255, written in digits only\n"},
	{"{\"count\":10}", "{\"count\":256}",
		"error: kind market, variant 0: count: must be an integer from 1 to 255, written in digits only\n"},
	{"{\"count\":10}", "{\"count\":1.0}",
		"error: kind market, variant 0: count: must be an integer from 1 to 255, written in digits only\n"},
	{"{\"count\":10}", "{\"count\":230}", "error: tile set: a tile set has at most 255 tiles, not 260\n"},
	{"{\"count\":10}", "{\"count\":10,\"rare\":true}", "error: kind market, variant 0: rare: is not known here\n"},
	{"{\"count\":1,\"start\":true", "{\"count\":1", "error: tile set: exactly one variant is the start tile, not 0\n"},
	{"{\"count\":1,\"start\":true", "{\"count\":2,\"start\":true", "error: kind bridge, variant 0: the start tile has count 1\n"},
	{"{\"count\":10}", "{\"count\":1,\"start\":true}", "error: tile set: exactly one variant is the start tile, not 2\n"},
	{"\"start\":true", "\"start\":\"yes\"", "error: kind bridge, variant 0: start: must be true or false\n"
		"error: tile set: exactly one variant is the start tile, not 0\n"},
	/* symbols */
	{"{\"i\":{\"bananas\":2}}", "{\"j\":{\"bananas\":2}}", "error: kind cape, variant 0: symbols: there is no segment \"j\"\n"},
	{"{\"i\":{\"bananas\":2}}", "{\"i\":2}", "error: kind cape, variant 0: symbols: those of segment i must be an object\n"},
	{"{\"i\":{\"bananas\":2}}", "[]", "error: kind cape, variant 0: symbols: must be an object\n"},
	{"{\"bananas\":2}", "{\"coconuts\":2}", "error: kind cape, variant 0, segment i: coconuts: is not known here\n"},
	{"{\"bananas\":2}", "{\"shells\":2}", "error: kind cape, variant 0: segment i cannot carry shells\n"},
	{"{\"bananas\":2}", "{\"fish\":[1]}", "error: kind cape, variant 0: segment i cannot carry fish\n"},
	{"{\"bananas\":2}", "{\"boat\":true}", "error: kind cape, variant 0: segment i cannot carry boat\n"},
	{"{\"bananas\":2}", "{\"bananas\":0}",
		"error: kind cape, variant 0, segment i: bananas: must be an integer from 1 to 255, written in digits only\n"},
	{"{\"fish\":[2]}", "{\"fish\":[3]}", "error: kind sea, variant 0, segment w: fish: a group has 1 or 2 symbols\n"},
	{"{\"fish\":[2]}", "{\"fish\":[]}", "error: kind sea, variant 0, segment w: fish: must list 1 to 8 groups\n"},
	{"{\"fish\":[2]}", "{\"fish\":[1,1,1,1,1,1,1,1,1]}",
		"error: kind sea, variant 0, segment w: fish: must list 1 to 8 groups\n"},
	{"{\"fish\":[2]}", "{\"fish\":2}", "error: kind sea, variant 0, segment w: fish: must be an array\n"},
	{"{\"boat\":true}", "{\"boat\":false}", "error: kind bridge, variant 1, segment s: boat: is true or left out\n"},
	{"{\"boat\":true}", "{\"boat\":1}", "error: kind bridge, variant 1, segment s: boat: must be true or false\n"},
	{"{\"fish\":[1,2]}", "{\"boat\":true}", "error: kind bridge, variant 1: at most one boat on a tile\n"},
	/* ships */
	{"{\"id\":\"two\"", "{\"id\":\"one\"", "error: ships: the id \"one\" is used twice\n"},
	{"{\"id\":\"two\"", "{\"id\":\"\"", "error: ship number 2: id: must be a text of 1 to 32 characters of a-z, 0-9 and '-'\n"},
	{"{\"id\":\"two\"", "{\"name\":\"two\"", "error: ship number 2: id: is required\nerror: ship number 2: name: is not known here\n"},
	{"\"points\":3", "\"points\":0", "error: ship two: points: must be an integer from 1 to 255, written in digits only\n"},
	{"\"points\":3,", "", "error: ship two: points: is required\n"},
	{"[\"fish\"]", "[\"fishes\"]", "error: ship three: order: \"fishes\" is none of shell, fish, banana, any, A, B\n"},
	{"[\"fish\"]", "[]", "error: ship three: order: must list 1 to 8 wares\n"},
	{"[\"fish\"]", "[\"A\",\"A\",\"A\",\"A\",\"A\",\"A\",\"A\",\"A\",\"A\"]", "error: ship three: order: must list 1 to 8 wares\n"},
	{"[\"fish\"]", "\"fish\"", "error: ship three: order: must be an array\n"},
	{",{\"id\":\"four\",\"points\":5,\"order\":[\"banana\"]}", "",
		"error: ships: at least 4 ships are needed, not 3\n"},
	{"{\"id\":\"four\"", "null,{\"id\":\"four\"", "error: ship number 4: must be an object\n"},
	/* the whole: every finding at once, in the order of the file */
	{"{\"count\":10,\"symbols\":{\"i\":{\"bananas\":2}}}]},{\"id\":\"sea\",\"edges\":\"SSSS\"",
		"{\"count\":0,\"symbols\":{\"i\":{\"bananas\":-1}}}]},{\"id\":\"sea\",\"edges\":\"BBBB\",\"x\":1",
		"error: kind cape, variant 0: count: must be an integer from 1 to 255, written in digits only\n"
		"error: kind cape, variant 0, segment i: bananas: must be an integer from 1 to 255, written in digits only\n"
		"error: kind sea: x: is not known here\n"
		"error: kind sea: edges must be \"SSSS\", as the ports of the segments say\n"},
};

START_TEST(broken_sets)
{
	static struct tileset ts;
	static char out[TEXT_MAX];
	char *text;
	int lines = 0, errors;

	text = replaced(good, broken[_i].from, broken[_i].to);
	errors = read_text(text, strlen(text), &ts, out);
	free(text);
	for (const char *c = out; *c; c++)
		lines += *c == '\n';
	ck_assert_msg(errors > 0, "row %d (%s) is taken for good", _i, broken[_i].to);
	ck_assert_msg(errors == lines, "row %d: %d errors, but\n%s", _i, errors, out);
	if (broken[_i].finding[strlen(broken[_i].finding) - 1] == '\n')
		ck_assert_str_eq(out, broken[_i].finding);
	else
		ck_assert_msg(strncmp(out, broken[_i].finding, strlen(broken[_i].finding)) == 0 && errors == 1, "row %d: %s", _i, out);
}
END_TEST

/* Texts whose size is what is wrong: `head`, `count` times `piece`, `tail` in place of `from`. */
START_TEST(limits)
{
	static const struct { const char *from, *head, *piece, *tail; int count; const char *finding; } rows[] = {
		{"\"kinds\":[", "\"kinds\":[", "{\"id\":\"k%d\",\"edges\":\"SSSS\",\"segments\":[{\"id\":\"w\",\"type\":\"sea\","
			"\"ports\":[\"NL\",\"NR\",\"EL\",\"ER\",\"SL\",\"SR\",\"WL\",\"WR\"]}],\"variants\":[{\"count\":1}]},", "", 128,
			"error: kind number 129: a tile set has at most 128 kinds\n"},
		{"\"variants\":[{\"count\":10}]", "\"variants\":[", "{\"count\":1},", "{\"count\":1}]", 254,
			"error: kind market: variants: a tile set has at most 255 of them\n"},
		{"\"ships\":[", "\"ships\":[", "{\"id\":\"s%d\",\"points\":2,\"order\":[\"any\"]},", "", 61,
			"error: ship number 65: a tile set has at most 64 ships\n"},
		{"{\"id\":\"m\",\"type\":\"market\"}", "", "{\"id\":\"m%d\",\"type\":\"market\"},", "{\"id\":\"m\",\"type\":\"market\"}", 12,
			"error: kind market: segments: a kind has at most 13 segments, not 14\n"},
		{"for tests", "", "%04d", "", 1001, "error: tile set: provenance: may have 4000 bytes\n"},
	};
	static struct tileset ts;
	static char out[TEXT_MAX];
	struct buf piece;
	char *text;

	buf_init(&piece, 1024 * 1024);
	buf_text(&piece, rows[_i].head);
	for (int i = 0; i < rows[_i].count; i++) {
		char number[16], *one;

		snprintf(number, sizeof number, "%04d", i);
		one = strstr(rows[_i].piece, "%d") ? replaced(rows[_i].piece, "%d", number)
			: strstr(rows[_i].piece, "%04d") ? replaced(rows[_i].piece, "%04d", number) : strdup(rows[_i].piece);
		buf_text(&piece, one);
		free(one);
	}
	buf_text(&piece, rows[_i].tail);
	text = replaced(good, rows[_i].from, piece.data);
	ck_assert_int_gt(read_text(text, strlen(text), &ts, out), 0);
	ck_assert_msg(strstr(out, rows[_i].finding) != NULL, "%s", out);
	free(text);
	buf_free(&piece);
}
END_TEST

START_TEST(large_files_are_not_read)
{
	static struct tileset ts;
	static char out[TEXT_MAX];
	char *text = malloc(TILESET_FILE_MAX + 1);

	memset(text, ' ', TILESET_FILE_MAX + 1);
	ck_assert_int_eq(read_text(text, TILESET_FILE_MAX + 1, &ts, out), 1);
	ck_assert_str_eq(out, "error: file: has more than 1048576 bytes\n");
	/* One byte less is read, and may even be good. */
	memcpy(text, good, strlen(good));
	ck_assert_int_eq(read_text(text, TILESET_FILE_MAX, &ts, out), 0);
	free(text);
}
END_TEST

/* A single side that shows something is a warning, not an error. */
START_TEST(warnings)
{
	static struct tileset ts;
	static char out[TEXT_MAX];
	char *text = replaced(good, "{\"count\":10,\"symbols\":{\"i\"", "{\"count\":1,\"symbols\":{\"i\"");

	ck_assert_int_eq(read_text(text, strlen(text), &ts, out), 0);
	ck_assert_str_eq(out, "warning: tile set: only one side of one tile shows island: nothing can lie there\n");
	free(text);
}
END_TEST

/* What a file holds cannot forge lines or reach a terminal as control characters. */
START_TEST(findings_are_printable)
{
	static struct tileset ts;
	static char out[TEXT_MAX];
	char *other = replaced(good, "\"type\":\"island\"", "\"type\":\"a\\nerror: b\\u001b[2J\xc3\xa9\"");
	ck_assert_int_eq(read_text(other, strlen(other), &ts, out), 1);
	ck_assert_str_eq(out, "error: kind cape, segment i: type: \"a?error: b?[2J??\" is none of sea, bridge, island, market\n");
	free(other);
}
END_TEST

static int check(char *const *paths, int count)
{
	char *copy[4];
	int result, out = dup(1), err = dup(2), null = open("/dev/null", O_WRONLY);

	for (int i = 0; i < count; i++)
		copy[i] = paths[i];
	fflush(stdout);
	dup2(null, 1);
	dup2(null, 2);
	result = tileset_check_files(count, copy);
	fflush(stdout);
	dup2(out, 1);
	dup2(err, 2);
	close(null);
	close(out);
	close(err);
	return result;
}

START_TEST(checking_files)
{
	char path[] = "/tmp/meepled-tileset-XXXXXX", *text = replaced(good, "\"points\":3", "\"points\":0");
	int fd = mkstemp(path);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	ck_assert_int_eq(check((char *[]){"engine/south_seas/tiles.json"}, 1), 0);
	ck_assert_int_eq(check((char *[]){path, "engine/south_seas/tiles.json"}, 2), 1);
	ck_assert_int_eq(check((char *[]){"/nonexistent/tiles", path}, 2), 2);
	ck_assert_int_eq(check((char *[]){"/tmp"}, 1), 2);
	ck_assert_int_eq(check(NULL, 0), 2);
	unlink(path);
	free(text);
}
END_TEST

int main(void)
{
	TCase *tc = tcase_create("tileset-json");
	Suite *suite = suite_create("tileset-json");
	SRunner *runner;
	int failed;

	tcase_add_test(tc, the_small_set_is_good);
	tcase_add_test(tc, the_bundled_set_meets_the_published_counts);
	tcase_add_test(tc, the_bundled_set_is_the_file);
	tcase_add_loop_test(tc, broken_sets, 0, sizeof broken / sizeof broken[0]);
	tcase_add_loop_test(tc, limits, 0, 5);
	tcase_add_test(tc, large_files_are_not_read);
	tcase_add_test(tc, warnings);
	tcase_add_test(tc, findings_are_printable);
	tcase_add_test(tc, checking_files);
	suite_add_tcase(suite, tc);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

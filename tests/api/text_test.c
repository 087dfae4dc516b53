/*
 * text_test.c - games at a terminal: tiles, boards, moves and events as text.
 */
#include "tests/api/table_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/board_text.h"
#include "api/tile_text.h"
#include "api/tileset_json.h"

static struct around a;
static struct tileset ts;
static const struct ruleset *ruleset;

static void read_set(const char *id)
{
	size_t size;
	const char *text = tileset_bundled(ruleset_find(id, 0), &size);

	ck_assert_int_eq(tileset_read(&ts, &ruleset, text, size, NULL), 0);
}

static void open_service(void)
{
	read_set("south-seas");
	around_open(&a, (struct api_config){0});
}

static void close_service(void)
{
	around_close(&a);
}

/* --- tiles ---------------------------------------------------------------------- */

static void expect_tile(const char *kind, int variant, int rotation, const struct tile_marks *marks,
	const char *const lines[TILE_TEXT_STEP_Y + 1])
{
	int face = ts.kinds[tileset_find_kind(&ts, kind)].first_face + variant;
	struct sheet s;

	sheet_open(&s, TILE_TEXT_STEP_X + 1, TILE_TEXT_STEP_Y + 1);
	tile_draw(&s, 0, 0, &ts, ruleset->words, face, rotation, 15, marks);
	for (int y = 0; y <= TILE_TEXT_STEP_Y; y++) {
		struct buf line;

		buf_init(&line, 100);
		sheet_line(&s, y, &line);
		ck_assert_str_eq(line.data, lines[y]);
		buf_free(&line);
	}
	sheet_close(&s);
}

START_TEST(tiles_are_drawn_by_their_sides)
{
	struct tile_marks marks;

	tile_marks_clear(&marks);
	expect_tile("ss01", 1, 0, &marks, (const char *const[]){
		"+-----H-----+",
		"|     H     |",
		"|     H     |",
		"|w:1 b:2 e  |",
		"|     H     |",
		"|     H     |",
		"+-----H-----+"});
	marks.covered[kind_find_segment(&ts.kinds[tileset_find_kind(&ts, "ss01")], "w")] = 1;
	strcpy(marks.pieces[kind_find_segment(&ts.kinds[tileset_find_kind(&ts, "ss01")], "b")], "@3");
	expect_tile("ss01", 1, 1, &marks, (const char *const[]){
		"+-----------+",
		"|    w:x    |",
		"|           |",
		"====b:2@3====",
		"|     e     |",
		"|           |",
		"+-----------+"});
}
END_TEST

/* Whether the label's id stands somewhere by itself. */
static int has_label(const struct sheet *s, const char *id)
{
	size_t size = strlen(id);

	for (int y = 0; y < s->height; y++)
		for (int x = 1; x + (int)size < s->width; x++) {
			const char *at = s->cells + y * s->width + x;
			int before = at[-1] >= 'a' && at[-1] <= 'z', after = at[size] >= 'a' && at[size] <= 'z';

			if (!before && !after && memcmp(at, id, size) == 0)
				return 1;
		}
	return 0;
}

static void expect_labels(int face, int rotation, const struct tile_marks *marks)
{
	const struct kind *kind = &ts.kinds[ts.faces[face].kind];
	struct sheet s;

	sheet_open(&s, TILE_TEXT_STEP_X + 1, TILE_TEXT_STEP_Y + 1);
	tile_draw(&s, 0, 0, &ts, ruleset->words, face, rotation, 15, marks);
	for (int i = 0; i < kind->segment_count; i++)
		ck_assert_msg(has_label(&s, kind->segments[i].id), "%s, variant %d, rotation %d: no %s", kind->id,
			ts.faces[face].variant, rotation, kind->segments[i].id);
	sheet_close(&s);
}

/* With nobody on it, and with somebody on each in turn: one piece is all that a tile gets. */
START_TEST(every_segment_of_every_tile_has_its_label)
{
	struct tile_marks marks;

	read_set(rulesets[_i]->id);
	for (int face = 0; face < ts.face_count; face++)
		for (int rotation = 0; rotation < 4; rotation++)
			for (int piece = 0; piece <= ts.kinds[ts.faces[face].kind].segment_count; piece++) {
				tile_marks_clear(&marks);
				if (piece > 0)
					strcpy(marks.pieces[piece - 1], "@0");
				expect_labels(face, rotation, &marks);
			}
}
END_TEST

/* --- games ---------------------------------------------------------------------- */

static const char *text_of(int who, const char *method, const char *target, const char *body)
{
	a.accept = "text/plain";
	ASK(200, &a, who, method, target, body);
	ck_assert_ptr_nonnull(strstr(talk_answer_header(&a.t, "Content-Type"), "text/plain"));
	return got_body(&a);
}

/* Printable ASCII, lines without blanks at their end, no line ridiculously long. */
static void expect_tidy(const char *text)
{
	ck_assert_int_eq(text[strlen(text) - 1], '\n');
	for (const char *at = text; *at; at++) {
		ck_assert_msg(*at == '\n' || (*at >= ' ' && *at <= '~'), "byte %d", *at);
		if (*at == '\n' && at > text)
			ck_assert_msg(at[-1] != ' ', "blank before the line's end: %.60s", at > text + 60 ? at - 60 : text);
	}
}

static void expect(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "no \"%s\" in\n%s", part, text);
}

START_TEST(a_lobby_as_text)
{
	const char *text;

	around_create(&a, 3, ",\"name\":\"Lagoon\"");
	text = text_of(NOBODY, "GET", "", NULL);
	expect_tidy(text);
	expect(text, "lobby");
	expect(text, "\"Lagoon\"");
	expect(text, "seat 0  red      Ada\n");
	expect(text, "seat 2  free\n");
	expect_tidy(text_of(NOBODY, "GET", "board.txt", NULL));
}
END_TEST

START_TEST(a_list_as_text)
{
	char line[120];
	const char *text;

	around_create(&a, 3, ",\"name\":\"Lagoon\"");
	ASK(201, &a, 1, "POST", "seats", "{}");
	snprintf(line, sizeof(line), "%s  lobby     south-seas  2 of 3 seats taken: Ada, Bob  \"Lagoon\"\n", a.game);
	around_start(&a, 2, "");
	text = text_of(NOBODY, "GET", "/v1/games", NULL);
	expect_tidy(text);
	expect(text, line);
	expect(text, "active");
}
END_TEST

START_TEST(a_board_can_be_read)
{
	const char *text;

	around_start(&a, 2, ",\"options\":{\"first_seat\":0}");
	text = text_of(NOBODY, "GET", "board.txt", NULL);
	expect_tidy(text);
	expect(text, "            0\n");		/* column */
	expect(text, "    0 ");			/* row */
	expect(text, "[id] market.");
	expect(text, "@0 islander of seat 0.");
	text = text_of(0, "POST", "draw", NULL);
	expect_tidy(text);
	expect(text, "tile-drawn seat 0");
	expect(text, "phase place");
	expect(text, "The tile in hand, ss");
	for (int i = 0; i < 4; i++)
		expect(text, ((const char *const[]){"rotation 0 ", "rotation 90 ", "rotation 180 ", "rotation 270\n"})[i]);
	expect(text, "ships:\n  face up:\n    ship");
	a.prefer = "return=minimal";
	text = text_of(0, "POST", "draw?dry_run=true", NULL);
	expect(text, "dry run");
}
END_TEST

/* Each move of the list has a line, in JSON's order. */
static void compare_legal(void)
{
	char ids[600][16];
	const char *text;
	int count;

	ASK(200, &a, NOBODY, "GET", "legal", NULL);
	count = got_count(&a, "moves");
	ck_assert_int_le(count, 600);
	for (int i = 0; i < count; i++) {
		char path[40];

		snprintf(path, sizeof(path), "moves/%d/move_id", i);
		snprintf(ids[i], sizeof(ids[i]), "%s", got(&a, path));
	}
	text = text_of(NOBODY, "GET", "legal", NULL);
	expect_tidy(text);
	for (int i = 0; i < count; i++) {
		text = strstr(text, ids[i]);
		ck_assert_ptr_nonnull(text);
	}
}

START_TEST(a_whole_game_as_text)
{
	int more = 1;

	a.dice = 30u + (unsigned)_i;
	a.ruleset = rulesets[_i % ruleset_count]->id;
	around_start(&a, 3 + _i % 3, "");
	for (int moves = 0; more; moves++) {
		expect_tidy(text_of(NOBODY, "GET", "", NULL));
		if (moves % 5 == 0)
			compare_legal();
		more = random_move(&a);
	}
	expect(text_of(NOBODY, "GET", "", NULL), "The game is over: reason ");
	expect(text_of(NOBODY, "GET", "legal", NULL), "The game is over.");
	expect_tidy(text_of(NOBODY, "GET", "at/40", NULL));
}
END_TEST

START_TEST(the_tile_just_laid_is_marked_and_segments_are_named)
{
	char body[120];
	const char *text;

	around_start(&a, 2, ",\"options\":{\"first_seat\":0}");
	ASK(200, &a, 0, "POST", "draw", NULL);
	ASK(200, &a, 0, "GET", "legal", NULL);
	snprintf(body, sizeof(body), "{\"move_id\":\"%s\"}", got(&a, "moves/0/move_id"));
	text = text_of(0, "POST", "actions", body);
	expect(text, "tile-placed seat 0, x ");
	expect(text, "#");
	expect(text, "The tile just laid has # at its corners.");
	text = text_of(0, "GET", "legal", NULL);
	expect(text, "islander segment ");
	expect(text, " (sea)");
	expect(text, "undo\n");
	expect(text, "resign\n");
}
END_TEST

/* Pieces of several seats and sizes on one segment, and marks. */
START_TEST(pieces_stand_side_by_side)
{
	struct tile_marks marks;
	int kind, planet;

	read_set("star-wars");
	tile_marks_clear(&marks);
	kind = tileset_find_kind(&ts, "sw33");
	planet = ts.kinds[kind].centre;
	ck_assert_int_ne(planet, SEGMENT_NONE);
	strcpy(marks.pieces[planet], "@01%2");
	expect_tile("sw33", 0, 0, &marks, (const char *const[]){
		"+-----------+",
		"|           |",
		"|           |",
		"|[p:H]@01%2 |",
		"|           |",
		"|           |",
		"+-----------+"});
}
END_TEST

START_TEST(a_battle_can_be_asked_for_from_the_text)
{
	char request[120], x[12], y[12], segment[40];
	const char *text;

	a.ruleset = "star-wars";
	for (int game = 0; game < 40; game++) {
		around_start(&a, 3, ",\"options\":{\"auto_battle\":false}");
		do
			ASK(200, &a, NOBODY, "GET", "legal", NULL);
		while (strcmp(got(&a, "phase"), "battle") != 0 && random_move(&a));
		ASK(200, &a, NOBODY, "GET", "legal", NULL);
		if (strcmp(got(&a, "phase"), "battle") == 0)
			break;
	}
	snprintf(x, sizeof(x), "%s", got(&a, "moves/0/x"));
	snprintf(y, sizeof(y), "%s", got(&a, "moves/0/y"));
	snprintf(segment, sizeof(segment), "%s", got(&a, "moves/0/segment"));
	snprintf(request, sizeof(request), "  {\"type\":\"battle\",\"x\":%s,\"y\":%s,\"segment\":\"%s\"}\n", x, y, segment);
	text = text_of(NOBODY, "GET", "", NULL);
	expect_tidy(text);
	expect(text, "To be decided:\n");
	expect(text, "/actions:\n");
	expect(text, request);
	expect(text, "%0 large meeple of seat 0");
	text = text_of(NOBODY, "GET", "legal", NULL);
	expect_tidy(text);
	expect(text, "           battle: feature ");
	expect(text, " win ");
	expect(text, " %, points ");
}
END_TEST

int main(void)
{
	Suite *s = suite_create("text");
	TCase *tc = tcase_create("text");
	SRunner *r;
	int failed;

	tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_test(tc, tiles_are_drawn_by_their_sides);
	tcase_add_loop_test(tc, every_segment_of_every_tile_has_its_label, 0, ruleset_count);
	tcase_add_test(tc, a_lobby_as_text);
	tcase_add_test(tc, a_list_as_text);
	tcase_add_test(tc, a_board_can_be_read);
	tcase_add_loop_test(tc, a_whole_game_as_text, 0, 4);
	tcase_add_test(tc, the_tile_just_laid_is_marked_and_segments_are_named);
	tcase_add_test(tc, pieces_stand_side_by_side);
	tcase_add_test(tc, a_battle_can_be_asked_for_from_the_text);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

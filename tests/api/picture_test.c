/*
 * picture_test.c - what is drawn: every face of the bundled tile sets, and boards.
 *
 * Nothing overlaps, nothing lacks, sides meet; the text says what the view says and
 * is the same each time.
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/catalogue.h"
#include "api/picture.h"

static const char *const games[] = {"south-seas", "star-wars"};

static struct catalogue *catalogue;
static const struct offer *offer;

static void open_game(int i)
{
	char why[240];

	catalogue = catalogue_open(why);
	ck_assert_ptr_nonnull(catalogue);
	offer = catalogue_find(catalogue, ruleset_find(games[i], 0), "");
	ck_assert_ptr_nonnull(offer);
}

static void close_game(void)
{
	catalogue_close(catalogue);
}

static int wanted(const struct symbols *s, const struct segment *segment, enum plate_what what)
{
	switch (what) {
	case PLATE_PIECE:
		return 1;
	case PLATE_FLAG:
		return s->flag;
	case PLATE_GROUP:
		return s->group_count;
	case PLATE_COUNT_0:
	case PLATE_COUNT_1:
		return s->count[what == PLATE_COUNT_1];
	case PLATE_MARK:
		return segment->mark != 0;
	case PLATE_DECOR:
		break;
	}
	return -1;
}

START_TEST(every_symbol_has_its_place)
{
	struct plate p;

	open_game(_i);
	for (int f = 0; f < offer->tileset->face_count; f++) {
		const struct face *face = &offer->tileset->faces[f];
		const struct kind *kind = &offer->tileset->kinds[face->kind];

		plate_lay_out(&p, offer->tileset, f);
		for (int s = 0; s < kind->segment_count; s++)
			for (enum plate_what what = PLATE_PIECE; what < PLATE_DECOR; what++) {
				int count = 0;

				for (int i = 0; i < p.count; i++)
					count += p.items[i].segment == s && p.items[i].what == what;
				ck_assert_msg(count == wanted(&face->symbols[s], &kind->segments[s], what),
					"%s.%d segment %s: %d of sort %d", kind->id, face->variant, kind->segments[s].id, count, what);
			}
	}
	close_game();
}
END_TEST

/* Readable at 64 pixels a tile: a symbol is at least some 5 pixels wide. */
START_TEST(nothing_overlaps_and_nothing_is_too_small)
{
	struct plate p;

	open_game(_i);
	for (int f = 0; f < offer->tileset->face_count; f++) {
		const char *id = offer->tileset->kinds[offer->tileset->faces[f].kind].id;

		plate_lay_out(&p, offer->tileset, f);
		for (int i = 0; i < p.count; i++) {
			const struct plate_item *a = &p.items[i];

			ck_assert_msg(a->at.x >= a->radius && a->at.x + a->radius <= TILE_UNITS && a->at.y >= a->radius
				&& a->at.y + a->radius <= TILE_UNITS, "%s: item %d leaves the tile", id, i);
			ck_assert_msg(a->what == PLATE_PIECE || a->radius >= 4, "%s: item %d has radius %.1f", id, i, (double)a->radius);
			for (int k = 0; k < i; k++) {
				float apart = hypotf(a->at.x - p.items[k].at.x, a->at.y - p.items[k].at.y);

				ck_assert_msg(apart >= a->radius + p.items[k].radius - .01f, "%s: items %d and %d", id, i, k);
			}
		}
	}
	close_game();
}
END_TEST

/* Lines leave at the middle of a side, land covers a side from corner to corner. */
START_TEST(sides_meet)
{
	static const struct point middle[4] = {{50, 0}, {100, 50}, {50, 100}, {0, 50}};

	open_game(_i);
	for (int k = 0; k < offer->tileset->kind_count; k++) {
		const struct kind *kind = &offer->tileset->kinds[k];

		for (int s = 0; s < kind->segment_count; s++) {
			struct point points[OUTLINE_POINTS_MAX];
			struct outline o;
			int count;

			if (kind->segments[s].shape == SHAPE_LINE) {
				outline_line(&o, kind, s);
				count = outline_points(&o, points);
				for (int side = 0; side < 4; side++) {
					int there = 0;

					if (!(kind->segments[s].ports >> side & 1))
						continue;
					there += hypotf(points[0].x - middle[side].x, points[0].y - middle[side].y) < .01f;
					there += hypotf(points[count - 1].x - middle[side].x, points[count - 1].y - middle[side].y) < .01f;
					ck_assert_msg(there == 1, "%s: %s at side %d", kind->id, kind->segments[s].id, side);
				}
			}
			if (kind->segments[s].shape == SHAPE_LAND) {
				unsigned on_rim = 0;

				outline_land(&o, kind->segments[s].ports);
				count = outline_points(&o, points);
				for (int i = 0; i < count; i++)
					on_rim |= (unsigned)((points[i].y == 0 && fabsf(points[i].x - 50) < 1)
						| (points[i].x == 100 && fabsf(points[i].y - 50) < 1) << 1
						| (points[i].y == 100 && fabsf(points[i].x - 50) < 1) << 2
						| (points[i].x == 0 && fabsf(points[i].y - 50) < 1) << 3);
				ck_assert_msg(on_rim == kind->segments[s].ports, "%s: %s covers sides %x", kind->id, kind->segments[s].id,
					on_rim);
			}
		}
	}
	close_game();
}
END_TEST

/* --- boards ------------------------------------------------------------------------------ */

static const char view_text[] =
	"{\"id\":\"aaaaaaaa\",\"name\":\"<b>&\\\"x\\\"</b>\",\"ruleset\":\"south-seas\",\"status\":\"active\",\"seats\":["
	"{\"seat\":0,\"colour\":\"red\",\"player\":{\"name\":\"<script>alert(1)</script>\"},\"state\":\"playing\",\"score\":3,"
	"\"supply\":{\"islanders\":2},\"wares\":{\"shells\":1,\"fish\":0,\"bananas\":2},\"ships\":[{\"id\":\"ship01\",\"points\":2}]},"
	"{\"seat\":1,\"colour\":\"black\",\"player\":{\"name\":\"B\xc3\xb6rd\"},\"state\":\"resigned\",\"score\":0}],"
	"\"turn\":{\"number\":3,\"seat\":0,\"phase\":\"place\",\"tile\":{\"kind\":\"ss05\",\"variant\":1}},\"waiting_for\":[0],"
	"\"board\":{\"tiles\":[{\"x\":0,\"y\":0,\"kind\":\"ss06\",\"variant\":0,\"rotation\":0,\"order\":0},"
	"{\"x\":0,\"y\":1,\"kind\":\"ss05\",\"variant\":0,\"rotation\":180,\"order\":1}],"
	"\"pieces\":[{\"seat\":0,\"piece\":\"islander\",\"x\":0,\"y\":1,\"segment\":\"s\"}],"
	"\"boats\":[{\"x\":0,\"y\":1,\"segment\":\"s\",\"group\":0}]},\"bag\":{\"left\":9}}";

static void draw(const struct picture_options *options, const char *text, struct buf *out)
{
	struct artwork *a = artwork_new(offer->ruleset, offer->tileset);
	struct json *view;
	char why[160];

	view = json_parse(text, strlen(text), why);
	ck_assert_msg(view != NULL, "%s", why);
	buf_init(out, PICTURE_MAX);
	picture_draw(a, offer->tileset, view, options, out);
	ck_assert_int_eq(buf_failed(out), 0);
	json_free(view);
	artwork_free(a);
}

static int occurrences(const char *text, const char *what)
{
	int count = 0;

	for (; (text = strstr(text, what)) != NULL; text += strlen(what))
		count++;
	return count;
}

START_TEST(a_board_shows_the_view)
{
	struct picture_options options = {0};
	struct buf a, b;

	open_game(0);
	draw(&options, view_text, &a);
	draw(&options, view_text, &b);
	ck_assert_str_eq(a.data, b.data);
	ck_assert_int_eq(occurrences(a.data, "<use href=\"#boats\""), 1);
	ck_assert_int_eq(occurrences(a.data, "class=\"piece seat-red\""), 2);	/* on the board and on the card */
	ck_assert_int_eq(occurrences(a.data, "<path class=\"rod\""), 1);		/* a fisherman lies */
	ck_assert_int_eq(occurrences(a.data, "class=\"last\""), 1);
	ck_assert_int_eq(occurrences(a.data, "class=\"card turn\""), 1);
	ck_assert_int_eq(occurrences(a.data, "class=\"seat gone\""), 1);
	ck_assert_int_eq(occurrences(a.data, "<g class=\"hand\""), 1);
	ck_assert_ptr_nonnull(strstr(a.data, "9 tiles in the bag"));
	ck_assert_ptr_nonnull(strstr(a.data, "B\xc3\xb6rd (black) has 0 points."));
	ck_assert_ptr_nonnull(strstr(a.data, "translate(0 100)rotate(180 50 50)"));
	buf_free(&a);
	buf_free(&b);
	close_game();
}
END_TEST

START_TEST(names_stay_text)
{
	struct picture_options options = {0};
	struct buf out;

	open_game(0);
	draw(&options, view_text, &out);
	ck_assert_ptr_null(strstr(out.data, "<script"));
	ck_assert_ptr_null(strstr(out.data, "<b>"));
	ck_assert_ptr_nonnull(strstr(out.data, "&lt;b&gt;&amp;&quot;x&quot;&lt;/b&gt;"));
	ck_assert_ptr_nonnull(strstr(out.data, "&lt;script&gt;alert(1)&lt;"));
	buf_free(&out);
	close_game();
}
END_TEST

START_TEST(options_change_what_they_say)
{
	static const struct picture_spot spots[] = {{1, 0, -1}, {0, 1, 0}, {0, 1, 1}};
	struct picture_options options = {.dark = 1, .unmarked = 1, .spots = spots, .spot_count = 3};
	struct buf out;

	open_game(0);
	draw(&options, view_text, &out);
	ck_assert_ptr_nonnull(strstr(out.data, "class=\"dark\" viewBox=\"-36 -36 "));
	ck_assert_int_eq(occurrences(out.data, "class=\"last\""), 0);
	ck_assert_int_eq(occurrences(out.data, "class=\"spot\""), 1);
	ck_assert_int_eq(occurrences(out.data, "class=\"spot-piece\""), 2);
	buf_free(&out);
	close_game();
}
END_TEST

/* A lobby has no board, a game of the future may show what is unknown: neither may do harm. */
START_TEST(views_with_less_and_with_more_are_drawn)
{
	static const char *const texts[] = {
		"{}", "{\"board\":null,\"seats\":null}", "{\"seats\":[{}],\"board\":{\"tiles\":[]}}",
		("{\"seats\":7,\"waiting_for\":{},\"turn\":null,\"board\":{\"tiles\":[{\"kind\":\"none\"},{\"kind\":\"ss05\",\"variant\":99}],"
			"\"pieces\":[{\"x\":5,\"y\":5}],\"boats\":[{\"x\":0,\"y\":0}],\"open\":[1,2]}}"),
	};
	struct picture_options options = {0};
	struct buf out;

	open_game(0);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		draw(&options, texts[i], &out);
		ck_assert_ptr_nonnull(strstr(out.data, "</svg>\n"));
		buf_free(&out);
	}
	close_game();
}
END_TEST

/* What a game's art lacks is left out, and a game without any has a plain one. */
START_TEST(a_game_without_art_is_drawn_plainly)
{
	struct ruleset plain;
	struct artwork *a;
	struct buf out;

	open_game(0);
	plain = *offer->ruleset;
	plain.art = plain.art_style = NULL;
	a = artwork_new(&plain, offer->tileset);
	ck_assert_ptr_nonnull(a);
	ck_assert_int_eq(artwork_has(a, "boats"), 0);
	buf_init(&out, PICTURE_MAX);
	for (int f = 0; f < offer->tileset->face_count; f++)
		artwork_face(a, f, &out);
	ck_assert_int_eq(buf_failed(&out), 0);
	ck_assert_ptr_nonnull(strstr(out.data, "href=\"#count-0\""));
	ck_assert_ptr_null(strstr(out.data, "decor"));
	buf_free(&out);
	artwork_free(a);
	close_game();
}
END_TEST

int main(void)
{
	Suite *s = suite_create("picture");
	TCase *tc = tcase_create("picture");
	SRunner *r;
	int failed;

	tcase_add_loop_test(tc, every_symbol_has_its_place, 0, 2);
	tcase_add_loop_test(tc, nothing_overlaps_and_nothing_is_too_small, 0, 2);
	tcase_add_loop_test(tc, sides_meet, 0, 2);
	tcase_add_test(tc, a_board_shows_the_view);
	tcase_add_test(tc, names_stay_text);
	tcase_add_test(tc, options_change_what_they_say);
	tcase_add_test(tc, views_with_less_and_with_more_are_drawn);
	tcase_add_test(tc, a_game_without_art_is_drawn_plainly);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

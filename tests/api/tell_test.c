/* tell_test.c - JSON in words, and lines that keep their width. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "api/tell.h"

static void expect_wrapped(const char *text, int column, int indent, const char *wanted)
{
	struct buf out;

	buf_init(&out, 10000);
	tell_wrapped(&out, text, strlen(text), column, indent);
	ck_assert_str_eq(out.data ? out.data : "", wanted);
	buf_free(&out);
}

#define TEN "123456789 "
#define SEVENTY TEN TEN TEN TEN TEN TEN TEN

START_TEST(lines_end_before_their_width_does)
{
	expect_wrapped("", 0, 0, "");
	expect_wrapped("one two", 0, 4, "one two");
	expect_wrapped(SEVENTY "1234567890 x", 0, 4, SEVENTY "1234567890\n    x");
	expect_wrapped(SEVENTY "12345678901 x", 0, 4, "123456789 123456789 123456789 123456789 123456789 123456789 "
		"123456789\n    12345678901 x");
	expect_wrapped("one two", 76, 2, "one\n  two");
	/* What is too long has a line of its own. */
	expect_wrapped("a " SEVENTY "b", 78, 0, "a\n" SEVENTY "b");
}
END_TEST

START_TEST(characters_count_and_not_their_bytes)
{
	expect_wrapped(SEVENTY "\xc3\xb6\xc3\xb6\xc3\xb6\xc3\xb6\xc3\xb6 1234 x", 0, 0,
		SEVENTY "\xc3\xb6\xc3\xb6\xc3\xb6\xc3\xb6\xc3\xb6 1234\nx");
}
END_TEST

static void expect_told(const char *text, const char *const *without, const char *wanted)
{
	char why[160];
	struct json *object = json_parse(text, strlen(text), why);
	struct buf out;

	ck_assert_msg(object != NULL, "%s", why);
	buf_init(&out, 10000);
	tell_object(&out, object, without, 7);
	ck_assert_str_eq(out.data ? out.data : "", wanted);
	buf_free(&out);
	json_free(object);
}

START_TEST(flat_objects_are_one_line)
{
	static const char *const without[] = {"game", "seq", NULL};

	expect_told("{\"game\":\"x\",\"seq\":4,\"type\":\"tile-drawn\",\"seat\":1,\"left\":3}", without,
		"tile-drawn seat 1, left 3\n");
	expect_told("{\"tiles\":[[0,0],[1,0]],\"ships\":[{\"id\":\"s\",\"points\":2}],\"none\":[],\"final\":true}", NULL,
		"tiles (0 0) (1 0), ships (s points 2), none none, final\n");
	expect_told("{}", NULL, "");
}
END_TEST

START_TEST(deep_lists_have_a_line_for_each_element)
{
	expect_told("{\"type\":\"fight\",\"throws\":[{\"rolls\":[{\"seat\":0,\"dice\":[4,2]},{\"seat\":1,\"dice\":[4]}],"
		"\"tied\":[0,1],\"lost\":[]},{\"rolls\":[{\"seat\":0,\"dice\":[6,2]},{\"seat\":1,\"dice\":[5]}],\"tied\":[],"
		"\"lost\":[1]}],\"winner\":{\"seat\":0},\"sides\":[{\"seat\":0,\"pieces\":{\"small\":1}}]}", NULL,
		"fight winner seat 0\n"
		"         throw 1: rolls (seat 0, dice 4 2) (seat 1, dice 4), tied 0 1, lost none\n"
		"         throw 2: rolls (seat 0, dice 6 2) (seat 1, dice 5), tied none, lost 1\n"
		"         side: seat 0, pieces small 1\n");
}
END_TEST

START_TEST(rounded_members_stand_for_exact_ones)
{
	expect_told("{\"win\":\"5/12\",\"win_permille\":417,\"points\":\"7/6\",\"points_milli\":1167,\"dice\":2}", NULL,
		"win 41.7 %, points 1.167, dice 2\n");
	expect_told("{\"win\":\"1\",\"win_permille\":1000,\"points\":\"0\",\"points_milli\":5}", NULL,
		"win 100.0 %, points 0.005\n");
	expect_told("{\"battles\":[{\"x\":1,\"sides\":[{\"win\":\"1/2\",\"win_permille\":500}]}]}", NULL,
		"         battle: x 1, sides (win 50.0 %)\n");
}
END_TEST

int main(void)
{
	Suite *s = suite_create("tell");
	TCase *tc = tcase_create("tell");
	SRunner *r;
	int failed;

	tcase_add_test(tc, lines_end_before_their_width_does);
	tcase_add_test(tc, characters_count_and_not_their_bytes);
	tcase_add_test(tc, flat_objects_are_one_line);
	tcase_add_test(tc, deep_lists_have_a_line_for_each_element);
	tcase_add_test(tc, rounded_members_stand_for_exact_ones);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

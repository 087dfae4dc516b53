/*
 * json_test.c - strict JSON in, members with their faults, JSON out.
 */
#include "api/json.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows[0])))

/* --- in ----------------------------------------------------------------------- */

/* Texts that are taken, and as they are written again. */
static const struct { const char *in, *out; } good[] = {
	{"{}", "{}"}, {" [ ] ", "[]"}, {"\t\r\n null\n", "null"}, {"true", "true"}, {"false", "false"}, {"\"\"", "\"\""},
	{"0", "0"}, {"-1", "-1"}, {"9007199254740992", "9007199254740992"}, {"-9007199254740992", "-9007199254740992"},
	{"0.5", "0.5"}, {"1e2", "100"}, {"1E+2", "100"}, {"-0", "-0"},
	{"[1,[2,{\"a\":3}],\"4\"]", "[1,[2,{\"a\":3}],\"4\"]"},
	{"{\"a\":1,\"A\":2,\"\":3}", "{\"a\":1,\"A\":2,\"\":3}"},
	{"\"\\u00e9\\ud83d\\ude00\\/\\\"\\\\\\b\\n\"", "\"\xc3\xa9\xf0\x9f\x98\x80/\\\"\\\\\\u0008\\n\""},
	{"[\"-1.5e3 \\\" 01\",7]", "[\"-1.5e3 \\\" 01\",7]"},
	{"[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]", "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]"},
};

START_TEST(json_is_taken)
{
	struct json *v;
	struct buf b;
	char why[160];

	v = json_parse(good[_i].in, strlen(good[_i].in), why);
	ck_assert_msg(v != NULL, "%s: %s", good[_i].in, why);
	buf_init(&b, 1000);
	json_print(&b, v);
	ck_assert_str_eq(b.data, good[_i].out);
	buf_free(&b);
	json_free(v);
}
END_TEST

#define ROW(text, what) {text, sizeof(text) - 1, what}
static const struct { const char *in; size_t size; const char *what; } bad[] = {
	ROW("", "not JSON"), ROW(" ", "not JSON"), ROW("{", "not JSON"), ROW("{\"a\":1,}", "not JSON"), ROW("[1,]", "not JSON"),
	ROW("nul", "not JSON"), ROW("'a'", "not JSON"), ROW("+1", "not JSON"), ROW(".5", "not JSON"), ROW("NaN", "not JSON"),
	ROW("Infinity", "not JSON"), ROW("--1", "not JSON"), ROW("\"\\x41\"", "not JSON"), ROW("\"\\ud800\"", "not JSON"),
	ROW("{} {}", "follows"), ROW("1 2", "follows"), ROW("{}x", "follows"), ROW("0x10", "follows"),
	ROW("{}\0", "NUL"), ROW("\"a\0b\"", "NUL"), ROW("\"\xff\"", "UTF-8"), ROW("\"\xc0\xaf\"", "UTF-8"),
	ROW("\"\xed\xa0\x80\"", "UTF-8"), ROW("\"\xf4\x90\x80\x80\"", "UTF-8"), ROW("\"\xe2\x82\"", "UTF-8"),
	ROW("\xef\xbb\xbf{}", "byte order mark"), ROW("\"a\nb\"", "control"), ROW("\x01{}", "control"), ROW("[1,\x0c 2]", "control"),
	ROW("\"\\u0000\"", "u0000"), ROW("\"\\u12\"", "not JSON"), ROW("\"\\uzzzz\"", "hexadecimal"),
	ROW("01", "leading zeros"), ROW("-01", "leading zeros"), ROW("[1.]", "point"), ROW("-", "not JSON"),
	ROW("1e400", "too large"), ROW("[0,-1e400]", "too large"),
	ROW("{\"a\":1,\"a\":2}", "\"a\" occurs twice"), ROW("{\"a\":1,\"\\u0061\":2}", "\"a\" occurs twice"),
	ROW("[{\"x\":{\"b\":1,\"c\":2,\"b\":3}}]", "\"b\" occurs twice"),
	ROW("[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", "deeper"),
	ROW("1111111111111111111111111111111111111111111111111111111111111111", "characters"),
};

START_TEST(what_is_not_json_is_refused_with_the_reason)
{
	char why[160] = "";
	char *copy = malloc(bad[_i].size + 1);	/* so that reading past the end shows */

	memcpy(copy, bad[_i].in, bad[_i].size);
	ck_assert_ptr_null(json_parse(copy, bad[_i].size, why));
	ck_assert_msg(strstr(why, bad[_i].what) != NULL, "%s: %s", bad[_i].in, why);
	free(copy);
}
END_TEST

START_TEST(an_object_has_256_members_at_most)
{
	struct buf b;
	char why[160];
	struct json *v;

	buf_init(&b, 100000);
	buf_char(&b, '{');
	for (int i = 0; i < JSON_MEMBERS_MAX; i++)
		buf_format(&b, "%s\"m%d\":%d", i ? "," : "", i, i);
	buf_char(&b, '}');
	v = json_parse(b.data, b.size, why);
	ck_assert_ptr_nonnull(v);
	ck_assert_int_eq(json_count(v), JSON_MEMBERS_MAX);
	json_free(v);
	b.data[b.size - 1] = ',';
	buf_text(&b, "\"more\":1}");
	ck_assert_ptr_null(json_parse(b.data, b.size, why));
	ck_assert_ptr_nonnull(strstr(why, "256 members"));
	buf_free(&b);
}
END_TEST

/* Numbers as integers of -100..100. */
static const struct { const char *text; int is_integer; int64_t value; } integers[] = {
	{"0", 1, 0}, {"100", 1, 100}, {"-100", 1, -100}, {"101", 0, 0}, {"-101", 0, 0}, {"-0", 0, 0}, {"1.0", 0, 0},
	{"1.5", 0, 0}, {"1e2", 0, 0}, {"1E0", 0, 0}, {"0e0", 0, 0}, {"4294967297", 0, 0}, {"18446744073709551617", 0, 0},
	{"9223372036854775807", 0, 0}, {"1e300", 0, 0}, {"\"1\"", 0, 0}, {"true", 0, 0}, {"null", 0, 0}, {"[1]", 0, 0},
};

START_TEST(integers_are_written_in_digits_only)
{
	char why[160];
	struct json *v = json_parse(integers[_i].text, strlen(integers[_i].text), why);
	int64_t out = 7777;

	ck_assert_ptr_nonnull(v);
	ck_assert_int_eq(json_integer(v, -100, 100, &out) == 0, integers[_i].is_integer);
	ck_assert_int_eq(out, integers[_i].is_integer ? integers[_i].value : 7777);
	json_free(v);
}
END_TEST

/* --- members -------------------------------------------------------------------- */

static const char *const colours[] = {"red", "blue", NULL};

START_TEST(members_are_read_and_faults_collected)
{
	const char *text = "{\"name\":\"toolong\",\"x\":\"1\",\"on\":1,\"colour\":\"green\",\"list\":{},"
		"\"a/b~c\":null,\"ok\":-7}";
	struct json_faults faults = {0};
	struct members m;
	char why[160], name[5] = "was";
	int64_t x = 0, ok = 0;
	int on = 0, colour = -1;
	struct json *v = json_parse(text, strlen(text), why);

	members_begin(&m, v, "/deep", &faults);
	ck_assert_int_eq(members_text(&m, "name", REQUIRED, name, 4), 0);
	ck_assert_int_eq(members_integer(&m, "x", OPTIONAL, 0, 9, &x), 0);
	ck_assert_int_eq(members_integer(&m, "ok", OPTIONAL, -9, 9, &ok), 1);
	ck_assert_int_eq(members_bool(&m, "on", OPTIONAL, &on), 0);
	ck_assert_int_eq(members_choice(&m, "colour", OPTIONAL, colours, &colour), 0);
	ck_assert_ptr_null(members_array(&m, "list", OPTIONAL));
	ck_assert_ptr_null(members_object(&m, "gone", REQUIRED));
	ck_assert_ptr_null(members_object(&m, "also", OPTIONAL));
	members_done(&m);
	ck_assert_int_eq(ok, -7);
	ck_assert_str_eq(name, "was");
	ck_assert_int_eq(faults.count, 7);
	ck_assert_str_eq(faults.at[0].pointer, "/deep/name");
	ck_assert_str_eq(faults.at[0].text, "may have 4 bytes");
	ck_assert_str_eq(faults.at[3].text, "must be one of: red, blue");
	ck_assert_str_eq(faults.at[5].pointer, "/deep/gone");
	ck_assert_str_eq(faults.at[5].text, "is required");
	ck_assert_str_eq(faults.at[6].pointer, "/deep/a~1b~0c");
	ck_assert_str_eq(faults.at[6].text, "is not known here");
	json_free(v);
}
END_TEST

START_TEST(faults_are_kept_up_to_8_and_counted_on)
{
	struct json_faults faults = {0};

	for (int i = 0; i < 20; i++)
		json_fault(&faults, "", "%d", i);
	ck_assert_int_eq(faults.count, 20);
	ck_assert_str_eq(faults.at[JSON_FAULTS_MAX - 1].text, "7");
}
END_TEST

START_TEST(long_names_are_cut_between_characters)
{
	struct json_faults faults = {0};
	struct members m;
	char text[400] = "{\"a", why[160];
	struct json *v;

	for (int i = 0; i < 80; i++)
		strcat(text, "\xe2\x82\xac");
	strcat(text, "\":1}");
	v = json_parse(text, strlen(text), why);
	members_begin(&m, v, "", &faults);
	members_done(&m);
	ck_assert_int_eq(faults.count, 1);
	ck_assert_int_eq(utf8_valid(faults.at[0].pointer, strlen(faults.at[0].pointer)), 1);
	ck_assert_uint_gt(strlen(faults.at[0].pointer), 80);
	ck_assert_ptr_null(strchr(faults.at[0].pointer, '?'));
	json_free(v);
}
END_TEST

/* --- out -------------------------------------------------------------------------- */

START_TEST(a_sink_writes_json)
{
	struct json_out o;
	struct buf b;

	buf_init(&b, 1000);
	json_out_init(&o, &b);
	sink_object(&o.sink, NULL);
	sink_number(&o.sink, "n", -3);
	sink_array(&o.sink, "list");
	sink_text(&o.sink, NULL, "a\"b\\c\x01\n\t\xc3\xa9");
	sink_flag(&o.sink, NULL, 1);
	sink_object(&o.sink, NULL);
	sink_end(&o.sink);
	sink_null(&o.sink, NULL);
	sink_end(&o.sink);
	json_out_raw(&o, "raw", "[1]", 3);
	sink_flag(&o.sink, "no", 0);
	sink_end(&o.sink);
	ck_assert_int_eq(buf_failed(&b), 0);
	ck_assert_str_eq(b.data, "{\"n\":-3,\"list\":[\"a\\\"b\\\\c\\u0001\\n\\u0009\xc3\xa9\",true,{},null],"
		"\"raw\":[1],\"no\":false}");
	buf_free(&b);
}
END_TEST

START_TEST(too_deep_or_unbalanced_output_fails)
{
	struct json_out o;
	struct buf b;

	buf_init(&b, 1000);
	json_out_init(&o, &b);
	for (int i = 0; i < JSON_DEPTH_MAX; i++)
		sink_array(&o.sink, NULL);
	ck_assert_int_eq(buf_failed(&b), 0);
	sink_array(&o.sink, NULL);
	ck_assert_int_eq(buf_failed(&b), 1);
	buf_reset(&b);
	json_out_init(&o, &b);
	sink_end(&o.sink);
	ck_assert_int_eq(buf_failed(&b), 1);
	buf_free(&b);
}
END_TEST

static const struct { const char *in, *out; } mended[] = {
	{"", ""}, {"abc", "abc"}, {"\xc3\xa9", "\xc3\xa9"}, {"a\xc3", "a?"}, {"\xe2\x82" "b", "??b"}, {"\xff\xff", "??"},
};

START_TEST(cut_text_is_mended)
{
	char text[16];

	strcpy(text, mended[_i].in);
	utf8_mend(text);
	ck_assert_str_eq(text, mended[_i].out);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("json");
	TCase *tc = tcase_create("json");
	SRunner *r;
	int failed;

	tcase_add_loop_test(tc, json_is_taken, 0, COUNT(good));
	tcase_add_loop_test(tc, what_is_not_json_is_refused_with_the_reason, 0, COUNT(bad));
	tcase_add_test(tc, an_object_has_256_members_at_most);
	tcase_add_loop_test(tc, integers_are_written_in_digits_only, 0, COUNT(integers));
	tcase_add_test(tc, members_are_read_and_faults_collected);
	tcase_add_test(tc, faults_are_kept_up_to_8_and_counted_on);
	tcase_add_test(tc, long_names_are_cut_between_characters);
	tcase_add_test(tc, a_sink_writes_json);
	tcase_add_test(tc, too_deep_or_unbalanced_output_fails);
	tcase_add_loop_test(tc, cut_text_is_mended, 0, COUNT(mended));
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

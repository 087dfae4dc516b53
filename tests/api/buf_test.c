/*
 * buf_test.c - growing buffers with a maximum.
 */
#include "api/buf.h"

#include <check.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

START_TEST(what_goes_in_comes_out_with_a_nul)
{
	struct buf b;

	buf_init(&b, 100000);
	for (int i = 0; i < 1000; i++)
		buf_format(&b, "%d,", i);
	buf_bytes(&b, "a\0b", 3);
	ck_assert_int_eq(buf_failed(&b), 0);
	ck_assert_uint_eq(b.size, 3890 + 3);
	ck_assert_mem_eq(b.data + 3890, "a\0b\0", 4);
	ck_assert_mem_eq(b.data, "0,1,2,", 6);
	buf_free(&b);
}
END_TEST

START_TEST(the_maximum_can_be_reached_and_not_passed)
{
	struct buf b;

	buf_init(&b, 1000);
	for (int i = 0; i < 1000; i++)
		buf_char(&b, 'x');
	ck_assert_int_eq(buf_failed(&b), 0);
	buf_char(&b, 'y');
	ck_assert_int_eq(buf_failed(&b), 1);
	ck_assert_uint_eq(b.size, 1000);
	ck_assert_ptr_null(strchr(b.data, 'y'));
	buf_free(&b);
}
END_TEST

START_TEST(a_failure_stays_until_reset)
{
	struct buf b;
	size_t size;

	buf_init(&b, 4);
	buf_text(&b, "12345");
	buf_text(&b, "1");
	buf_number(&b, 1);
	buf_format(&b, "%d", 1);
	ck_assert_int_eq(buf_failed(&b), 1);
	ck_assert_uint_eq(b.size, 0);
	ck_assert_ptr_null(buf_take(&b, &size));
	buf_reset(&b);
	buf_text(&b, "1234");
	ck_assert_int_eq(buf_failed(&b), 0);
	ck_assert_str_eq(b.data, "1234");
	buf_free(&b);
}
END_TEST

START_TEST(numbers_are_written_to_both_ends)
{
	struct buf b;

	buf_init(&b, 100);
	buf_number(&b, 0);
	buf_char(&b, ' ');
	buf_number(&b, LLONG_MAX);
	buf_char(&b, ' ');
	buf_number(&b, LLONG_MIN);
	ck_assert_str_eq(b.data, "0 9223372036854775807 -9223372036854775808");
	buf_free(&b);
}
END_TEST

START_TEST(taking_leaves_an_empty_buffer)
{
	struct buf b;
	size_t size;
	char *text;

	buf_init(&b, 100);
	text = buf_take(&b, &size);
	ck_assert_str_eq(text, "");
	free(text);
	buf_text(&b, "abc");
	text = buf_take(&b, &size);
	ck_assert_str_eq(text, "abc");
	ck_assert_uint_eq(size, 3);
	ck_assert_uint_eq(b.size, 0);
	ck_assert_ptr_null(b.data);
	free(text);
	buf_free(&b);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("buf");
	TCase *tc = tcase_create("buf");
	SRunner *r;
	int failed;

	tcase_add_test(tc, what_goes_in_comes_out_with_a_nul);
	tcase_add_test(tc, the_maximum_can_be_reached_and_not_passed);
	tcase_add_test(tc, a_failure_stays_until_reset);
	tcase_add_test(tc, numbers_are_written_to_both_ends);
	tcase_add_test(tc, taking_leaves_an_empty_buffer);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/*
 * time_test.c - times and durations as text.
 */
#include "api/call.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows[0])))

static const struct { int64_t ms; const char *text; } times[] = {
	{0, "1970-01-01T00:00:00.000Z"}, {951782399999, "2000-02-28T23:59:59.999Z"}, {951782400000, "2000-02-29T00:00:00.000Z"},
	{951868800000, "2000-03-01T00:00:00.000Z"}, {1078012800123, "2004-02-29T00:00:00.123Z"}, {4107542400000, "2100-03-01T00:00:00.000Z"},
	{1800000000001, "2027-01-15T08:00:00.001Z"}, {253402300799999, "9999-12-31T23:59:59.999Z"},
};

START_TEST(times_go_both_ways)
{
	char text[TIME_TEXT];
	int64_t ms = -1;

	time_text(text, times[_i].ms);
	ck_assert_str_eq(text, times[_i].text);
	ck_assert_int_eq(time_parse(text, &ms), 1);
	ck_assert_int_eq(ms, times[_i].ms);
}
END_TEST

START_TEST(every_day_of_200_years_goes_both_ways)
{
	for (int64_t day = 0; day < 200 * 366; day++) {
		char text[TIME_TEXT];
		int64_t ms;

		time_text(text, day * 86400000);
		ck_assert_int_eq(time_parse(text, &ms), 1);
		ck_assert_int_eq(ms, day * 86400000);
	}
}
END_TEST

static const struct { const char *text; int64_t ms; } others[] = {
	{"2027-01-15T09:00:00+01:00", 1800000000000}, {"2027-01-15t00:30:00-07:30", 1800000000000},
	{"2027-01-15 08:00:00z", 1800000000000}, {"2027-01-15T08:00:00.5Z", 1800000000500},
	{"2027-01-15T08:00:00.1239999Z", 1800000000123},
};

START_TEST(other_forms_of_rfc_3339_are_read)
{
	int64_t ms;

	ck_assert_int_eq(time_parse(others[_i].text, &ms), 1);
	ck_assert_int_eq(ms, others[_i].ms);
}
END_TEST

static const char *const bad_times[] = {
	"", "2027", "2027-01-15", "2027-01-15T08:00", "2027-01-15T08:00:00", "2027-1-15T08:00:00Z", "2027-02-29T00:00:00Z",
	"2027-13-01T00:00:00Z", "2027-00-01T00:00:00Z", "2027-01-00T00:00:00Z", "2027-01-32T00:00:00Z", "2027-01-15T24:00:00Z",
	"2027-01-15T08:60:00Z", "2027-01-15T08:00:60Z", "2027-01-15T08:00:00.Z", "2027-01-15T08:00:00Zx", "2027-01-15T08:00:00+1:00",
	"2027-01-15T08:00:00+24:00", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+01:00", "+027-01-15T08:00:00Z", " 2027-01-15T08:00:00Z",
};

START_TEST(what_is_no_time_is_refused)
{
	int64_t ms = 5;

	ck_assert_int_eq(time_parse(bad_times[_i], &ms), 0);
	ck_assert_int_eq(ms, 5);
}
END_TEST

static const struct { const char *text; int good; int64_t ms; } durations[] = {
	{"P3D", 1, 259200000}, {"PT36H", 1, 129600000}, {"P1W", 1, 604800000}, {"P1DT12H30M5S", 1, 131405000}, {"PT0S", 1, 0},
	{"P1W2D", 1, 777600000}, {"P999999999D", 1, 999999999ll * 86400000},
	{"", 0, 0}, {"P", 0, 0}, {"PT", 0, 0}, {"P1", 0, 0}, {"3D", 0, 0}, {"P1Y", 0, 0}, {"P1M", 0, 0}, {"PD", 0, 0}, {"P1DT", 0, 0},
	{"PT1M1H", 0, 0}, {"P1D1W", 0, 0}, {"P1D1D", 0, 0}, {"P-1D", 0, 0}, {"P1.5D", 0, 0}, {"PT1S ", 0, 0}, {"P1H", 0, 0}, {"P1000000000D", 0, 0},
};

START_TEST(durations_of_fixed_length_are_read)
{
	int64_t ms = 5;

	ck_assert_int_eq(duration_parse(durations[_i].text, &ms), durations[_i].good);
	ck_assert_int_eq(ms, durations[_i].good ? durations[_i].ms : 5);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("time");
	TCase *tc = tcase_create("time");
	SRunner *r;
	int failed;

	tcase_add_loop_test(tc, times_go_both_ways, 0, COUNT(times));
	tcase_add_test(tc, every_day_of_200_years_goes_both_ways);
	tcase_add_loop_test(tc, other_forms_of_rfc_3339_are_read, 0, COUNT(others));
	tcase_add_loop_test(tc, what_is_no_time_is_refused, 0, COUNT(bad_times));
	tcase_add_loop_test(tc, durations_of_fixed_length_are_read, 0, COUNT(durations));
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

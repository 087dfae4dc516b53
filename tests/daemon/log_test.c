/*
 * Log lines: their form, and that no value can leave its place.
 */
#include <check.h>
#include <fcntl.h>
#include <pthread.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/log.h"

enum { THREADS = 4, LINES = 200 };

static char path[64];
static int fd;
static char text[1 << 20];

static void begin(void)
{
	strcpy(path, "/tmp/meepled-log-XXXXXX");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(fcntl(fd, F_SETFL, O_APPEND), 0);
	log_set_file(fd);
	log_set_level(LEVEL_INFO);
}

static void end(void)
{
	log_set_file(STDERR_FILENO);
	close(fd);
	unlink(path);
}

/* What was written so far. */
static const char *written(void)
{
	ssize_t size = pread(fd, text, sizeof text - 1, 0);

	ck_assert_int_ge((int)size, 0);
	text[size] = '\0';
	return text;
}

static void matches(const char *line, const char *pattern)
{
	regex_t regex;

	ck_assert_int_eq(regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB), 0);
	ck_assert_msg(regexec(&regex, line, 0, NULL, 0) == 0, "\"%s\" is not %s", line, pattern);
	regfree(&regex);
}

START_TEST(form_of_a_line)
{
	struct log_line l;

	log_begin(&l, LEVEL_INFO, "listening");
	log_text(&l, "addr", "127.0.0.1:8080");
	log_number(&l, "threads", -2);
	log_end(&l);
	matches(written(), "^ts=[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\\.[0-9]{3}Z level=info msg=listening "
		"addr=127\\.0\\.0\\.1:8080 threads=-2\n$");
}
END_TEST

static const struct { const char *value, *written; } values[] = {
	{ "plain", " v=plain\n" },
	{ "", " v=\"\"\n" },
	{ "two words", " v=\"two words\"\n" },
	{ "a=b", " v=\"a=b\"\n" },
	{ "say \"hi\"", " v=\"say \\\"hi\\\"\"\n" },
	{ "back\\slash", " v=\"back\\\\slash\"\n" },
	{ "x\nlevel=error msg=forged", " v=\"x\\nlevel=error msg=forged\"\n" },
	{ "x\r\ty", " v=\"x\\r\\ty\"\n" },
	{ "\x1b[31mred", " v=\"\\x1b[31mred\"\n" },
	{ "\x7f", " v=\"\\x7f\"\n" },
	{ "Zo\xc3\xab", " v=\"Zo\xc3\xab\"\n" },
};

START_TEST(values_stay_values)
{
	struct log_line l;
	const char *line;

	log_begin(&l, LEVEL_INFO, "m");
	log_text(&l, "v", values[_i].value);
	log_end(&l);
	line = written();
	ck_assert_str_eq(strstr(line, " v="), values[_i].written);
	ck_assert_ptr_eq(strchr(line, '\n'), line + strlen(line) - 1);
}
END_TEST

START_TEST(levels)
{
	log_message(LEVEL_DEBUG, "one");
	ck_assert_str_eq(written(), "");
	log_set_level(LEVEL_WARNING);
	log_message(LEVEL_INFO, "two");
	log_pairs(LEVEL_INFO, "msg=three");
	ck_assert_str_eq(written(), "");
	log_message(LEVEL_WARNING, "four");
	log_message(LEVEL_ERROR, "five");
	matches(written(), "^[^\n]* level=warning msg=four\n[^\n]* level=error msg=five\n$");
}
END_TEST

/* A value that is too long is left out, what fits stays, and the line says so. */
START_TEST(long_values)
{
	struct log_line l;
	char *huge = calloc(1, 10000);

	memset(huge, '"', 9999);
	log_begin(&l, LEVEL_INFO, "m");
	log_text(&l, "before", "1");
	log_text(&l, "huge", huge);
	log_text(&l, "after", "2");
	log_end(&l);
	matches(written(), " msg=m before=1 cut=true\n$");
	ck_assert_ptr_null(strstr(written(), "huge"));
	free(huge);
}
END_TEST

START_TEST(pairs_of_others)
{
	log_pairs(LEVEL_ERROR, "msg=\"a b\" path=/x\ny\x1b");
	matches(written(), " level=error msg=\"a b\" path=/x\\\\ny\\\\x1b\n$");
}
END_TEST

static void *write_lines(void *arg)
{
	struct log_line l;

	for (int i = 0; i < LINES; i++) {
		log_begin(&l, LEVEL_INFO, "line");
		log_number(&l, "thread", *(int *)arg);
		log_text(&l, "filling", "some text that makes the line longer than a few bytes");
		log_end(&l);
	}
	return NULL;
}

START_TEST(threads_do_not_mix_lines)
{
	pthread_t threads[THREADS];
	int numbers[THREADS], lines = 0;

	for (int i = 0; i < THREADS; i++) {
		numbers[i] = i;
		ck_assert_int_eq(pthread_create(&threads[i], NULL, write_lines, &numbers[i]), 0);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	written();
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), lines++)
		matches(line, "^ts=[^ ]* level=info msg=line thread=[0-3] filling=\"some text [a-z ]*bytes\"$");
	ck_assert_int_eq(lines, THREADS * LINES);
}
END_TEST

START_TEST(nobody_reads)
{
	log_set_file(-1);
	log_message(LEVEL_ERROR, "lost");
	log_set_file(fd);
	log_message(LEVEL_ERROR, "kept");
	matches(written(), "^[^\n]*msg=kept\n$");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log");
	TCase *tc = tcase_create("log");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_test(tc, form_of_a_line);
	tcase_add_loop_test(tc, values_stay_values, 0, sizeof values / sizeof *values);
	tcase_add_test(tc, levels);
	tcase_add_test(tc, long_values);
	tcase_add_test(tc, pairs_of_others);
	tcase_add_test(tc, threads_do_not_mix_lines);
	tcase_add_test(tc, nobody_reads);
	suite_add_tcase(suite, tc);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

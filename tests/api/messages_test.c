/*
 * messages_test.c - what is said at a table: limits in time and number, and
 * that an administrator's removal leaves nothing of it.
 */
#include "api/messages.h"	/* before Check, which has a fail() of its own */
#include "storage/talk.h"
#include "tests/api/table_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct around a;

static void open_service(void)
{
	around_open(&a, (struct api_config){0});
	around_start(&a, 2, "");
}

static void close_service(void)
{
	around_close(&a);
}

static int say(int who, const char *text)
{
	char body[200];

	snprintf(body, sizeof(body), "{\"text\":\"%s\"}", text);
	return ask(&a, who, "POST", "messages", body);
}

START_TEST(ten_within_a_minute)
{
	for (int i = 0; i < MESSAGES_BURST; i++) {
		ck_assert_int_eq(say(0, "x"), 201);
		fake_time += 1000;
	}
	ck_assert_int_eq(say(0, "x"), 429);
	ck_assert_pstr_eq(talk_answer_header(&a.t, "Retry-After"), "50");
	GOT(&a, "code", "too-many-requests");
	ck_assert_int_eq(say(1, "x"), 201);
	fake_time += 49999;
	ck_assert_int_eq(say(0, "x"), 429);
	ck_assert_pstr_eq(talk_answer_header(&a.t, "Retry-After"), "1");
	fake_time += 1;
	ck_assert_int_eq(say(0, "x"), 201);
	ck_assert_int_eq(say(0, "x"), 429);
	ck_assert_pstr_eq(talk_answer_header(&a.t, "Retry-After"), "1");
	ASK(200, &a, NOBODY, "GET", "messages", NULL);
	ck_assert_int_eq(got_count(&a, "messages"), MESSAGES_BURST + 2);
}
END_TEST

START_TEST(a_table_keeps_so_many)
{
	struct store_talk m = {.seq = 1, .text = "x", .at = 1};

	strcpy(m.player, a.player[1]);
	ck_assert_int_eq(store_begin(a.f->writer), STORE_OK);
	for (int i = 0; i < MESSAGES_MAX - 1; i++)
		ck_assert_int_eq(store_talk_add(a.f->writer, a.game, &m), STORE_OK);
	ck_assert_int_eq(store_commit(a.f->writer), STORE_OK);
	ck_assert_int_eq(say(0, "the last"), 201);
	GOT(&a, "message", "2000");
	ck_assert_int_eq(say(0, "one more"), 409);
	GOT(&a, "code", "limit-reached");
	ASK(200, &a, NOBODY, "GET", "events?after=5", NULL);
	ck_assert_int_eq(got_count(&a, "events"), 1);
}
END_TEST

/* As an administrator's handler does it. */
static int remove_message(int number)
{
	struct call c = {.api = a.f->api, .conn = a.f->writer, .now = fake_time};
	int r;

	buf_init(&c.extra, API_BODY_MAX);
	ck_assert_int_eq(store_begin(a.f->writer), STORE_OK);
	r = message_remove(&c, a.game, number);
	ck_assert_int_eq(store_commit(a.f->writer), STORE_OK);
	buf_free(&c.extra);
	return r < 0 ? (int)c.error : 0;
}

START_TEST(what_is_removed_is_nowhere)
{
	static const char *const paths[] = {"messages", "events", "", "record", "at/6", "fairness"};

	ck_assert_int_eq(say(1, "a shameful word"), 201);
	ck_assert_int_eq(say(0, "oh"), 201);
	ck_assert_int_eq(remove_message(1), 0);
	ck_assert_int_eq(remove_message(1), ERR_NOT_FOUND);
	ck_assert_int_eq(remove_message(3), ERR_NOT_FOUND);
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		ASK(200, &a, NOBODY, "GET", paths[i], NULL);
		ck_assert_ptr_null(strstr(got_body(&a), "shameful"));
	}
	ASK(200, &a, NOBODY, "GET", "messages", NULL);
	GOT(&a, "messages/0/text", "");
	GOT(&a, "messages/0/removed", "true");
	GOT(&a, "messages/1/text", "oh");
	ck_assert_ptr_null(got(&a, "messages/1/removed"));
	ASK(200, &a, NOBODY, "GET", "events?after=5", NULL);
	GOT(&a, "events/0/type", "message-posted");
	GOT(&a, "events/0/seq", "6");
	GOT(&a, "events/0/seat", "1");
	GOT(&a, "events/0/text", "");
	GOT(&a, "events/0/removed", "true");
	GOT(&a, "events/1/text", "oh");
	/* And the game goes on. */
	random_move(&a);
}
END_TEST

START_TEST(a_team_message_is_removed_too)
{
	a.ruleset = "star-wars";
	around_start(&a, 4, ",\"options\":{\"teams\":true}");
	ASK(201, &a, 2, "POST", "messages", "{\"text\":\"a plan\",\"team\":true}");
	GOT(&a, "team", "rebels");
	ck_assert_int_eq(remove_message(1), 0);
	ASK(200, &a, 0, "GET", "messages", NULL);
	GOT(&a, "messages/0/text", "");
	GOT(&a, "messages/0/removed", "true");
	ASK(200, &a, 1, "GET", "messages", NULL);
	GOT(&a, "messages", "[]");
	ASK(200, &a, 1, "GET", "events?after=7", NULL);
	GOT(&a, "events/0/removed", "true");
	ck_assert_ptr_null(got(&a, "events/0/text"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("messages");
	TCase *tc = tcase_create("messages");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_test(tc, ten_within_a_minute);
	tcase_add_test(tc, a_table_keeps_so_many);
	tcase_add_test(tc, what_is_removed_is_nowhere);
	tcase_add_test(tc, a_team_message_is_removed_too);
	suite_add_tcase(suite, tc);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

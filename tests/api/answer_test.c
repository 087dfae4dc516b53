/*
 * answer_test.c - Idempotency-Key: one effect, one answer, and no secret in
 * the store.
 */
#include "tests/api/fake.h"

#include <check.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows[0])))
#define GOT(path, text) ck_assert_pstr_eq(talk_get(&t, path), text)
#define HEADER(name, text) ck_assert_pstr_eq(talk_answer_header(&t, name), text)

static const char long_key[] = "a key that nobody guesses, 4711";
static struct fake *f;
static struct talk t;
static char token[API_TOKEN_TEXT], first[4096];

static void open_service(void)
{
	fake_time = 1800000000000;
	f = fake_open();
	fake_player(f, "Ada", token, NULL);
}

static void close_service(void)
{
	fake_close(f);
}

/* The answer stays in `t`. */
static int ask(const char *with, const char *method, const char *target, const char *body, const char *key)
{
	talk_begin(&t, f, method, target, body);
	if (with)
		talk_token(&t, with);
	talk_header(&t, "Idempotency-Key", key);
	talk_go(&t);
	if (t.later)
		talk_resume(&t);
	return t.x.reply.status;
}

static void keep_first(void)
{
	snprintf(first, sizeof(first), "%s", talk_body(&t));
	talk_end(&t);
}

static int count_tokens(void)
{
	struct talk list;
	int count = 0;
	char path[32];

	ck_assert_int_eq(talk(&list, f, token, "GET", "/v1/me/tokens", NULL), 200);
	do
		snprintf(path, sizeof(path), "tokens/%d/id", count);
	while (talk_get(&list, path) && ++count);
	talk_end(&list);
	return count;
}

START_TEST(the_same_request_has_one_effect_and_one_answer)
{
	ck_assert_int_eq(ask(token, "POST", "/v1/me/tokens", "{\"name\":\"x\"}", "k"), 201);
	HEADER("Idempotency-Replayed", NULL);
	keep_first();
	for (int i = 0; i < 3; i++) {
		fake_time += 86400000;
		ck_assert_int_eq(ask(token, "POST", "/v1/me/tokens", "{\"name\":\"x\"}", i ? "k" : "\"k\""), 201);
		HEADER("Idempotency-Replayed", "true");
		HEADER("Cache-Control", "no-store");
		ck_assert_pstr_eq(talk_body(&t), first);
		talk_end(&t);
	}
	ck_assert_int_eq(count_tokens(), 2);
}
END_TEST

START_TEST(location_and_tag_are_given_again)
{
	char location[128], tag[64];

	ck_assert_int_eq(ask(token, "POST", "/v1/games", "{\"ruleset\":\"south-seas\"}", "g"), 201);
	snprintf(location, sizeof(location), "%s", talk_answer_header(&t, "Location"));
	snprintf(tag, sizeof(tag), "%s", talk_answer_header(&t, "ETag"));
	talk_end(&t);
	ck_assert_int_eq(ask(token, "POST", "/v1/games", "{\"ruleset\":\"south-seas\"}", "g"), 201);
	HEADER("Location", location);
	HEADER("ETag", tag);
	HEADER("Content-Type", "application/json");
	talk_end(&t);
}
END_TEST

START_TEST(another_request_with_the_key_is_refused)
{
	ck_assert_int_eq(ask(token, "POST", "/v1/me/tokens", "{\"name\":\"x\"}", "k"), 201);
	talk_end(&t);
	ck_assert_int_eq(ask(token, "POST", "/v1/me/tokens", "{\"name\":\"y\"}", "k"), 422);
	GOT("code", "key-reused");
	talk_end(&t);
	ck_assert_int_eq(ask(token, "PATCH", "/v1/me", "{\"name\":\"x\"}", "k"), 422);
	GOT("code", "key-reused");
	talk_end(&t);
	ck_assert_int_eq(count_tokens(), 2);
	/* The refusal did not take the place of the answer. */
	ck_assert_int_eq(ask(token, "POST", "/v1/me/tokens", "{\"name\":\"x\"}", "k"), 201);
	HEADER("Idempotency-Replayed", "true");
	talk_end(&t);
}
END_TEST

START_TEST(another_player_has_other_keys)
{
	char other[API_TOKEN_TEXT];

	fake_player(f, "Eve", other, NULL);
	ck_assert_int_eq(ask(token, "PATCH", "/v1/me", "{\"name\":\"x\"}", "k"), 200);
	talk_end(&t);
	ck_assert_int_eq(ask(other, "PATCH", "/v1/me", "{\"name\":\"y\"}", "k"), 200);
	GOT("name", "y");
	talk_end(&t);
}
END_TEST

START_TEST(refusals_are_kept_although_nothing_else_is)
{
	ck_assert_int_eq(ask(token, "DELETE", "/v1/me/tokens/0000000000", NULL, "k"), 404);
	keep_first();
	ck_assert_int_eq(ask(token, "DELETE", "/v1/me/tokens/0000000000", NULL, "k"), 404);
	HEADER("Idempotency-Replayed", "true");
	HEADER("Content-Type", "application/problem+json");
	ck_assert_pstr_eq(talk_body(&t), first);
	talk_end(&t);
}
END_TEST

START_TEST(what_was_not_written_can_be_tried_again)
{
	f->fail_commit = 1;
	ck_assert_int_eq(ask(token, "POST", "/v1/me/tokens", "{\"name\":\"x\"}", "k"), 503);
	talk_end(&t);
	ck_assert_int_eq(count_tokens(), 1);
	ck_assert_int_eq(ask(token, "POST", "/v1/me/tokens", "{\"name\":\"x\"}", "k"), 201);
	HEADER("Idempotency-Replayed", NULL);
	talk_end(&t);
	ck_assert_int_eq(count_tokens(), 2);
}
END_TEST

START_TEST(twice_in_one_batch_is_once)
{
	struct talk twins[2];

	fake_hold(f);
	for (int i = 0; i < 2; i++) {
		talk_begin(&twins[i], f, "POST", "/v1/me/tokens", "{\"name\":\"x\"}");
		talk_token(&twins[i], token);
		talk_header(&twins[i], "Idempotency-Key", "k");
		talk_go(&twins[i]);
		ck_assert_int_eq(twins[i].later, 1);
	}
	fake_run_held(f);
	for (int i = 0; i < 2; i++) {
		talk_resume(&twins[i]);
		ck_assert_int_eq(twins[i].x.reply.status, 201);
	}
	ck_assert_pstr_eq(talk_body(&twins[0]), talk_body(&twins[1]));
	talk_end(&twins[0]);
	talk_end(&twins[1]);
	ck_assert_int_eq(count_tokens(), 2);
}
END_TEST

START_TEST(an_answer_is_kept_for_30_days)
{
	ck_assert_int_eq(ask(token, "POST", "/v1/me/tokens", "{\"name\":\"x\"}", "k"), 201);
	talk_end(&t);
	fake_time += 30ll * 86400000;
	ck_assert_int_eq(ask(token, "POST", "/v1/me/tokens", "{\"name\":\"x\"}", "k"), 201);
	HEADER("Idempotency-Replayed", "true");
	talk_end(&t);
	fake_time += 1;
	/* Others' requests sweep old answers out, a few at a time. */
	for (int i = 0; i < 16; i++) {
		char key[16];

		snprintf(key, sizeof(key), "n%d", i);
		ck_assert_int_eq(ask(token, "PATCH", "/v1/me", "{}", key), 200);
		talk_end(&t);
	}
	ck_assert_int_eq(ask(token, "POST", "/v1/me/tokens", "{\"name\":\"x\"}", "k"), 201);
	HEADER("Idempotency-Replayed", NULL);
	talk_end(&t);
	ck_assert_int_eq(count_tokens(), 3);
}
END_TEST

static const struct { const char *key; int status; } keys[] = {
	{"k", 200}, {"\"k\"", 200}, {"\"a b\"", 200}, {"\"a\\\"b\\\\\"", 200}, {"8e03978e-40d5-43dd-bc93-6894a57f9324", 200},
	{"0123456789012345678901234567890123456789012345678901234567890123"
		"0123456789012345678901234567890123456789012345678901234567890123", 200},
	{"0123456789012345678901234567890123456789012345678901234567890123"
		"01234567890123456789012345678901234567890123456789012345678901234", 400},
	{"", 400}, {"\"\"", 400}, {"\"k", 400}, {"\"k\"x", 400}, {"\"k\";a=1", 400}, {"a b", 400}, {"a\tb", 400}, {"\xc3\xa9", 400},
};

START_TEST(keys_are_visible_ascii_quoted_or_not)
{
	ck_assert_int_eq(ask(token, "PATCH", "/v1/me", "{}", keys[_i].key), keys[_i].status);
	talk_end(&t);
}
END_TEST

START_TEST(quoted_and_bare_are_the_same_key)
{
	ck_assert_int_eq(ask(token, "PATCH", "/v1/me", "{}", "a\\b"), 200);
	talk_end(&t);
	ck_assert_int_eq(ask(token, "PATCH", "/v1/me", "{}", "\"a\\\\b\""), 200);
	HEADER("Idempotency-Replayed", "true");
	talk_end(&t);
}
END_TEST

START_TEST(a_key_sent_twice_is_refused)
{
	talk_begin(&t, f, "PATCH", "/v1/me", "{}");
	talk_token(&t, token);
	talk_header(&t, "Idempotency-Key", "a");
	talk_header(&t, "Idempotency-Key", "b");
	talk_go(&t);
	ck_assert_int_eq(t.x.reply.status, 400);
	talk_end(&t);
}
END_TEST

/* --- without a token ------------------------------------------------------------------ */

START_TEST(without_a_token_a_key_must_be_long)
{
	ck_assert_int_eq(ask(NULL, "POST", "/v1/players", "{\"name\":\"x\"}", "fifteen-letters"), 422);
	talk_end(&t);
	ck_assert_int_eq(ask(NULL, "POST", "/v1/players", "{\"name\":\"x\"}", "sixteen--letters"), 201);
	keep_first();
	ck_assert_int_eq(ask(NULL, "POST", "/v1/players", "{\"name\":\"x\"}", "sixteen--letters"), 201);
	ck_assert_pstr_eq(talk_body(&t), first);
	talk_end(&t);
}
END_TEST

/* The look-up hash is BLAKE2b of three texts, each with its NUL. */
START_TEST(the_store_cannot_open_an_answer)
{
	unsigned char key[32], request[32], *bytes;
	char quoted[64], plain[100];
	struct store_conn *conn;
	struct store_error err;
	size_t size, used;
	int64_t at;

	snprintf(quoted, sizeof(quoted), "\"%s\"", long_key);
	ck_assert_int_eq(ask(NULL, "POST", "/v1/players", "{\"name\":\"Secretive\"}", quoted), 201);
	keep_first();
	used = (size_t)snprintf(plain, sizeof(plain), "look-up%c%c%s", 0, 0, long_key) + 1;
	crypto_generichash(key, sizeof(key), (unsigned char *)plain, used, NULL, 0);
	conn = store_reader(f->store, &err);
	ck_assert_int_eq(store_answer_find(conn, key, request, &bytes, &size, &at), STORE_OK);
	ck_assert_uint_gt(size, strlen(first));
	ck_assert_ptr_null(memmem(bytes, size, "mpl_", 4));
	ck_assert_ptr_null(memmem(bytes, size, "Secretive", 9));
	free(bytes);
	store_disconnect(conn);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("answer");
	TCase *tc = tcase_create("answer");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_test(tc, the_same_request_has_one_effect_and_one_answer);
	tcase_add_test(tc, location_and_tag_are_given_again);
	tcase_add_test(tc, another_request_with_the_key_is_refused);
	tcase_add_test(tc, another_player_has_other_keys);
	tcase_add_test(tc, refusals_are_kept_although_nothing_else_is);
	tcase_add_test(tc, what_was_not_written_can_be_tried_again);
	tcase_add_test(tc, twice_in_one_batch_is_once);
	tcase_add_test(tc, an_answer_is_kept_for_30_days);
	tcase_add_loop_test(tc, keys_are_visible_ascii_quoted_or_not, 0, COUNT(keys));
	tcase_add_test(tc, quoted_and_bare_are_the_same_key);
	tcase_add_test(tc, a_key_sent_twice_is_refused);
	tcase_add_test(tc, without_a_token_a_key_must_be_long);
	tcase_add_test(tc, the_store_cannot_open_an_answer);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

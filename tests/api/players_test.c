/*
 * players_test.c - registration, the own player, tokens.
 */
#include "tests/api/fake.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct fake *f;
static struct talk t;
static char token[API_TOKEN_TEXT], id[STORE_PLAYER_ID + 1];

static void open_service(void)
{
	fake_time = 1800000000000;
	f = fake_open();
	fake_player(f, "Ada", token, id);
}

static void close_service(void)
{
	fake_close(f);
}

/* One request; the answer stays in `t`. */
static int ask(const char *with, const char *method, const char *target, const char *body)
{
	return talk(&t, f, with, method, target, body);
}

#define ASK(status, with, method, target, body) do { \
	ck_assert_int_eq(ask(with, method, target, body), status); \
} while (0)
#define GOT(path, text) ck_assert_pstr_eq(talk_get(&t, path), text)

START_TEST(registration_gives_a_player_and_once_a_token)
{
	ASK(201, NULL, "POST", "/v1/players", "{\"name\":\"  Grace \\u00c9. \",\"bot\":true}");
	GOT("name", "Grace \xc3\x89.");
	GOT("bot", "true");
	GOT("created_at", "2027-01-15T08:00:00.000Z");
	ck_assert_int_eq(strlen(talk_get(&t, "token")), 56);
	ck_assert_int_eq(strncmp(talk_get(&t, "token"), "mpl_", 4), 0);
	ck_assert_pstr_eq(talk_answer_header(&t, "Cache-Control"), "no-store");
	ck_assert_int_eq(strncmp(talk_answer_header(&t, "Location"), "/v1/players/", 12), 0);
	talk_end(&t);
}
END_TEST

/* Names that are refused, each with what is wrong. */
static const char *const bad_names[] = {
	"{}", "{\"name\":null}", "{\"name\":7}", "{\"name\":\"\"}", "{\"name\":\"   \"}",
	"{\"name\":\"a\\nb\"}", "{\"name\":\"a\\u0007b\"}", "{\"name\":\"a\\u202eb\"}", "{\"name\":\"a\\u0085b\"}",
	"{\"name\":\"01234567890123456789012345678901234567890\"}",
	"{\"name\":\"x\",\"bot\":\"yes\"}", "{\"name\":\"x\",\"admin\":true}", "[]", "\"Ada\"",
};

START_TEST(names_are_of_one_line_and_40_characters)
{
	ASK(422, NULL, "POST", "/v1/players", bad_names[_i]);
	GOT("code", "invalid-fields");
	ck_assert_ptr_nonnull(talk_get(&t, "errors/0/pointer"));
	ck_assert_ptr_nonnull(talk_get(&t, "errors/0/detail"));
	talk_end(&t);
}
END_TEST

START_TEST(a_name_may_have_40_characters_of_4_bytes)
{
	char body[300] = "{\"name\":\"";

	for (int i = 0; i < 40; i++)
		strcat(body, "\xf0\x9f\x90\xa0");
	strcat(body, "\"}");
	ASK(201, NULL, "POST", "/v1/players", body);
	ck_assert_int_eq(strlen(talk_get(&t, "name")), 160);
	talk_end(&t);
}
END_TEST

START_TEST(every_fault_is_named_at_once)
{
	ASK(422, NULL, "POST", "/v1/players", "{\"nam\":\"x\",\"bot\":1,\"a/b~c\":2}");
	GOT("errors/0/pointer", "/name");
	GOT("errors/1/pointer", "/bot");
	GOT("errors/2/pointer", "/nam");
	GOT("errors/3/pointer", "/a~1b~0c");
	talk_end(&t);
}
END_TEST

START_TEST(closed_registration_takes_an_administrator_only)
{
	char admin[API_TOKEN_TEXT], why[240];

	api_set_registration(f->api, 0);
	ASK(403, NULL, "POST", "/v1/players", "{\"name\":\"x\"}");
	GOT("code", "registration-closed");
	talk_end(&t);
	ASK(403, token, "POST", "/v1/players", "{\"name\":\"x\"}");
	talk_end(&t);
	ck_assert_int_eq(api_token_create(f->writer, "root", SCOPE_ADMIN, 0, admin, why), 0);
	ASK(201, admin, "POST", "/v1/players", "{\"name\":\"x\"}");
	talk_end(&t);
	ASK(403, admin, "GET", "/v1/me", NULL);
	GOT("code", "forbidden");
	talk_end(&t);
}
END_TEST

START_TEST(me_shows_player_and_token_but_not_the_secret)
{
	ASK(200, token, "GET", "/v1/me", NULL);
	GOT("id", id);
	GOT("name", "Ada");
	GOT("token/scopes/0", "read");
	GOT("token/scopes/1", "play");
	GOT("token/expires_at", "null");
	ck_assert_ptr_null(strstr(talk_body(&t), token));
	ck_assert_ptr_null(strstr(talk_body(&t), "mpl_"));
	talk_end(&t);
}
END_TEST

START_TEST(me_can_be_renamed)
{
	ASK(200, token, "PATCH", "/v1/me", "{\"name\":\"Countess\"}");
	GOT("name", "Countess");
	GOT("bot", "false");
	talk_end(&t);
	ASK(200, token, "GET", "/v1/me", NULL);
	GOT("name", "Countess");
	talk_end(&t);
}
END_TEST

START_TEST(profile_is_public)
{
	char url[64];

	snprintf(url, sizeof(url), "/v1/players/%s", id);
	ASK(200, NULL, "GET", url, NULL);
	GOT("name", "Ada");
	GOT("deleted", "false");
	talk_end(&t);
	ASK(404, NULL, "GET", "/v1/players/nobody", NULL);
	talk_end(&t);
}
END_TEST

START_TEST(deleting_me_ends_tokens_and_leaves_a_pseudonym)
{
	char url[64];

	ASK(204, token, "DELETE", "/v1/me", NULL);
	ck_assert_ptr_null(talk_body(&t));
	talk_end(&t);
	ASK(401, token, "GET", "/v1/me", NULL);
	GOT("code", "invalid-token");
	talk_end(&t);
	snprintf(url, sizeof(url), "/v1/players/%s", id);
	ASK(200, NULL, "GET", url, NULL);
	ck_assert_int_eq(strncmp(talk_get(&t, "name"), "Former player ", 14), 0);
	GOT("deleted", "true");
	talk_end(&t);
}
END_TEST

START_TEST(deleting_me_calls_off_what_has_not_begun)
{
	char url[80];

	ASK(201, token, "POST", "/v1/games", "{\"ruleset\":\"south-seas\",\"seats\":2}");
	snprintf(url, sizeof(url), "/v1/games/%s", talk_get(&t, "id"));
	talk_end(&t);
	ASK(204, token, "DELETE", "/v1/me", NULL);
	talk_end(&t);
	ASK(200, NULL, "GET", url, NULL);
	GOT("status", "aborted");
	talk_end(&t);
}
END_TEST

/* --- tokens ----------------------------------------------------------------------- */

static void make_token(const char *body, char out[API_TOKEN_TEXT])
{
	ASK(201, token, "POST", "/v1/me/tokens", body);
	strcpy(out, talk_get(&t, "token"));
	talk_end(&t);
}

START_TEST(a_token_has_only_the_scopes_it_was_given)
{
	char reader[API_TOKEN_TEXT];

	make_token("{\"name\":\"phone\",\"scopes\":[\"read\"]}", reader);
	ASK(200, reader, "GET", "/v1/me", NULL);
	talk_end(&t);
	ASK(403, reader, "PATCH", "/v1/me", "{\"name\":\"x\"}");
	GOT("code", "insufficient-scope");
	GOT("scope", "play");
	ck_assert_ptr_nonnull(strstr(talk_answer_header(&t, "WWW-Authenticate"), "error=\"insufficient_scope\""));
	ck_assert_ptr_nonnull(strstr(talk_answer_header(&t, "WWW-Authenticate"), "scope=\"play\""));
	talk_end(&t);
}
END_TEST

START_TEST(a_token_expires)
{
	char brief[API_TOKEN_TEXT];

	make_token("{\"name\":\"hour\",\"expires_in\":\"PT1H\"}", brief);
	fake_time += 3600 * 1000 - 1;
	ASK(200, brief, "GET", "/v1/me", NULL);
	GOT("token/expires_at", "2027-01-15T09:00:00.000Z");
	talk_end(&t);
	fake_time += 1;
	ASK(401, brief, "GET", "/v1/me", NULL);
	GOT("code", "invalid-token");
	talk_end(&t);
}
END_TEST

START_TEST(a_token_cannot_give_more_than_it_has)
{
	char brief[API_TOKEN_TEXT];

	ASK(422, token, "POST", "/v1/me/tokens", "{\"name\":\"x\",\"scopes\":[\"read\",\"admin\"]}");
	GOT("errors/0/pointer", "/scopes/1");
	talk_end(&t);
	make_token("{\"name\":\"hour\",\"expires_at\":\"2027-01-15T10:00:00+01:00\"}", brief);
	ASK(422, brief, "POST", "/v1/me/tokens", "{\"name\":\"x\",\"expires_in\":\"P1D\"}");
	GOT("errors/0/pointer", "/expires_in");
	talk_end(&t);
	ASK(201, brief, "POST", "/v1/me/tokens", "{\"name\":\"x\"}");
	GOT("expires_at", "2027-01-15T09:00:00.000Z");
	talk_end(&t);
}
END_TEST

static const char *const bad_tokens[] = {
	"{}", "{\"name\":\"x\",\"scopes\":[]}", "{\"name\":\"x\",\"scopes\":\"read\"}",
	"{\"name\":\"x\",\"scopes\":[\"write\"]}", "{\"name\":\"x\",\"scopes\":[\"read\",\"read\"]}",
	"{\"name\":\"x\",\"scopes\":[7]}", "{\"name\":\"x\",\"expires_in\":\"P1M\"}",
	"{\"name\":\"x\",\"expires_in\":\"PT0S\"}", "{\"name\":\"x\",\"expires_in\":\"P999999999D\"}",
	"{\"name\":\"x\",\"expires_at\":\"2020-01-01T00:00:00Z\"}", "{\"name\":\"x\",\"expires_at\":\"tomorrow\"}",
	"{\"name\":\"x\",\"expires_at\":\"2028-01-01T00:00:00Z\",\"expires_in\":\"P1D\"}",
};

START_TEST(bad_tokens_are_refused)
{
	ASK(422, token, "POST", "/v1/me/tokens", bad_tokens[_i]);
	GOT("code", "invalid-fields");
	talk_end(&t);
}
END_TEST

START_TEST(a_revoked_token_is_dead)
{
	char other[API_TOKEN_TEXT], url[80];

	ASK(201, token, "POST", "/v1/me/tokens", "{\"name\":\"phone\"}");
	strcpy(other, talk_get(&t, "token"));
	snprintf(url, sizeof(url), "/v1/me/tokens/%s", talk_get(&t, "id"));
	talk_end(&t);
	ASK(204, token, "DELETE", url, NULL);
	talk_end(&t);
	ASK(401, other, "GET", "/v1/me", NULL);
	talk_end(&t);
	ASK(404, token, "DELETE", url, NULL);
	talk_end(&t);
}
END_TEST

START_TEST(a_token_of_another_cannot_be_revoked)
{
	char other[API_TOKEN_TEXT], url[80];

	fake_player(f, "Eve", other, NULL);
	ASK(200, token, "GET", "/v1/me", NULL);
	snprintf(url, sizeof(url), "/v1/me/tokens/%s", talk_get(&t, "token/id"));
	talk_end(&t);
	ASK(404, other, "DELETE", url, NULL);
	talk_end(&t);
	ASK(200, token, "GET", "/v1/me", NULL);
	talk_end(&t);
}
END_TEST

/* It stood in the queue when the token was revoked before it, in the same batch. */
START_TEST(a_token_revoked_in_the_queue_does_nothing)
{
	char other[API_TOKEN_TEXT], url[80];
	struct talk first, second;

	ASK(201, token, "POST", "/v1/me/tokens", "{\"name\":\"phone\"}");
	strcpy(other, talk_get(&t, "token"));
	snprintf(url, sizeof(url), "/v1/me/tokens/%s", talk_get(&t, "id"));
	talk_end(&t);
	fake_hold(f);
	talk_begin(&first, f, "DELETE", url, NULL);
	talk_token(&first, token);
	talk_go(&first);
	talk_begin(&second, f, "PATCH", "/v1/me", "{\"name\":\"Mallory\"}");
	talk_token(&second, other);
	talk_go(&second);
	fake_run_held(f);
	talk_resume(&first);
	talk_resume(&second);
	ck_assert_int_eq(first.x.reply.status, 204);
	ck_assert_int_eq(second.x.reply.status, 401);
	talk_end(&first);
	talk_end(&second);
	ASK(200, token, "GET", "/v1/me", NULL);
	GOT("name", "Ada");
	talk_end(&t);
}
END_TEST

START_TEST(the_list_tells_the_last_use_to_the_hour)
{
	ASK(200, token, "GET", "/v1/me", NULL);
	talk_end(&t);
	fake_time += 1800 * 1000;
	ASK(200, token, "GET", "/v1/me/tokens", NULL);
	GOT("tokens/0/name", "first");
	GOT("tokens/0/last_used_at", "2027-01-15T08:00:00.000Z");
	ck_assert_ptr_null(strstr(talk_body(&t), "mpl_"));
	talk_end(&t);
	fake_time += 1800 * 1000;
	ASK(200, token, "PATCH", "/v1/me", "{}");
	talk_end(&t);
	ASK(200, token, "GET", "/v1/me/tokens", NULL);
	GOT("tokens/0/last_used_at", "2027-01-15T09:00:00.000Z");
	talk_end(&t);
}
END_TEST

START_TEST(a_player_has_50_tokens_at_most)
{
	for (int i = 1; i < 50; i++) {
		ASK(201, token, "POST", "/v1/me/tokens", "{\"name\":\"x\"}");
		talk_end(&t);
	}
	ASK(409, token, "POST", "/v1/me/tokens", "{\"name\":\"x\"}");
	GOT("code", "limit-reached");
	talk_end(&t);
}
END_TEST

static const char *const bad_authorizations[] = {
	"", "Bearer", "Bearer ", "Basic YTpi", "mpl_0123", "Bearer mpl_", "Bearer mpl_x",
	"Bearer mpl_uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu",
	"Bearer mpl_0000000000000000000000000000000000000000000000000000",
	"Bearer mpl_0000000000000000000000000000000000000000000000000000 x",
};

START_TEST(a_bad_token_is_refused_even_where_none_is_needed)
{
	talk_begin(&t, f, "GET", _i % 2 ? "/v1/me" : "/v1/rulesets", NULL);
	talk_header(&t, "Authorization", bad_authorizations[_i]);
	talk_go(&t);
	ck_assert_int_eq(t.x.reply.status, 401);
	ck_assert_ptr_nonnull(strstr(talk_answer_header(&t, "WWW-Authenticate"), "Bearer"));
	GOT("code", "invalid-token");
	talk_end(&t);
}
END_TEST

START_TEST(without_a_token_there_is_no_me)
{
	ASK(401, NULL, "GET", "/v1/me", NULL);
	GOT("code", "unauthorized");
	ck_assert_pstr_eq(talk_answer_header(&t, "WWW-Authenticate"), "Bearer realm=\"meepled\"");
	talk_end(&t);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("players");
	TCase *tc = tcase_create("players");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_test(tc, registration_gives_a_player_and_once_a_token);
	tcase_add_loop_test(tc, names_are_of_one_line_and_40_characters, 0, sizeof(bad_names) / sizeof(bad_names[0]));
	tcase_add_test(tc, a_name_may_have_40_characters_of_4_bytes);
	tcase_add_test(tc, every_fault_is_named_at_once);
	tcase_add_test(tc, closed_registration_takes_an_administrator_only);
	tcase_add_test(tc, me_shows_player_and_token_but_not_the_secret);
	tcase_add_test(tc, me_can_be_renamed);
	tcase_add_test(tc, profile_is_public);
	tcase_add_test(tc, deleting_me_ends_tokens_and_leaves_a_pseudonym);
	tcase_add_test(tc, deleting_me_calls_off_what_has_not_begun);
	tcase_add_test(tc, a_token_has_only_the_scopes_it_was_given);
	tcase_add_test(tc, a_token_expires);
	tcase_add_test(tc, a_token_cannot_give_more_than_it_has);
	tcase_add_loop_test(tc, bad_tokens_are_refused, 0, sizeof(bad_tokens) / sizeof(bad_tokens[0]));
	tcase_add_test(tc, a_revoked_token_is_dead);
	tcase_add_test(tc, a_token_of_another_cannot_be_revoked);
	tcase_add_test(tc, a_token_revoked_in_the_queue_does_nothing);
	tcase_add_test(tc, the_list_tells_the_last_use_to_the_hour);
	tcase_add_test(tc, a_player_has_50_tokens_at_most);
	tcase_add_loop_test(tc, a_bad_token_is_refused_even_where_none_is_needed, 0,
		sizeof(bad_authorizations) / sizeof(bad_authorizations[0]));
	tcase_add_test(tc, without_a_token_there_is_no_me);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/*
 * call_test.c - what every request and every answer has, whatever it is
 * about: paths, queries, methods, types, bodies, tags, headers, the log.
 */
#include "tests/api/fake.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/errors.h"

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows[0])))
#define GOT(path, text) ck_assert_pstr_eq(talk_get(&t, path), text)
#define HEADER(name, text) ck_assert_pstr_eq(talk_answer_header(&t, name), text)

static struct fake *f;
static struct talk t;

static void open_service(void)
{
	fake_time = 1800000000000;
	f = fake_open();
}

static void close_service(void)
{
	fake_close(f);
}

/* GET with one header. */
static int get(const char *target, const char *name, const char *value)
{
	talk_begin(&t, f, "GET", target, NULL);
	if (name)
		talk_header(&t, name, value);
	talk_go(&t);
	return t.x.reply.status;
}

/* --- targets ------------------------------------------------------------------------ */

static const struct { const char *target; int status; } targets[] = {
	{"/v1", 200}, {"/v1/rulesets", 200}, {"/v1/rulesets?", 200}, {"/v1/rulesets?&&", 200}, {"/%76%31", 200},
	{"/v1/rulesets/south%2Dseas", 200}, {"/v1/games?status=lobby&limit=1", 200}, {"/v1/games?st%61tus=lobb%79", 200},
	{"/v1/", 404}, {"//v1", 404}, {"/v1//rulesets", 404}, {"v1", 404}, {"*", 404}, {"", 404}, {"/V1", 404},
	{"/v1%2Frulesets", 404}, {"/v1/rulesets/", 404}, {"/a/b/c/d/e/f/g/h/i/j", 404}, {"/v1/games/a/b/c/d/e/f/g", 404},
	{"/v1/rulesets/0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890", 404},
	{"/v1/%", 400}, {"/v1/%zz", 400}, {"/v1/rulesets/%00", 400}, {"/v1/rulesets/%ff", 400}, {"/v1/rulesets/%c0%af", 400},
	{"/v1/rulesets?a=1", 400}, {"/v1/games?limit=1&limit=1", 400}, {"/v1/games?limit=%", 400}, {"/v1/games?%ff=1", 400},
	{"/v1/games?limit=0", 400}, {"/v1/games?limit=201", 400}, {"/v1/games?limit=1x", 400}, {"/v1/games?limit=", 400},
	{"/v1/games?limit=+1", 400}, {"/v1/games?limit=99999999999999999999", 400}, {"/v1/games?open_seats=yes", 400},
	{"/v1/games?a&b&c&d&e&f&g&h&i&j&k&l&m", 400},
};

START_TEST(targets_are_decoded_strictly)
{
	ck_assert_int_eq(get(targets[_i].target, NULL, NULL), targets[_i].status);
	if (targets[_i].status != 200) {
		HEADER("Content-Type", "application/problem+json");
		GOT("code", targets[_i].status == 404 ? "not-found" : "bad-request");
	}
	talk_end(&t);
}
END_TEST

START_TEST(unknown_parameters_are_named_with_the_known_ones)
{
	ck_assert_int_eq(get("/v1/games/00000000/legal?seats=1", NULL, NULL), 400);
	GOT("detail", "query parameter seats is not known; there are: seat");
	talk_end(&t);
}
END_TEST

/* --- methods ----------------------------------------------------------------------------- */

START_TEST(other_methods_are_told_the_right_ones)
{
	ck_assert_int_eq(talk(&t, f, NULL, "PUT", "/v1/me", NULL), 405);
	HEADER("Allow", "GET, HEAD, PATCH, DELETE, OPTIONS");
	GOT("code", "method-not-allowed");
	talk_end(&t);
	ck_assert_int_eq(talk(&t, f, NULL, "BREW", "/v1/players", NULL), 405);
	HEADER("Allow", "POST, OPTIONS");
	talk_end(&t);
}
END_TEST

START_TEST(head_answers_like_get)
{
	char tag[64];

	ck_assert_int_eq(get("/v1/rulesets", NULL, NULL), 200);
	snprintf(tag, sizeof(tag), "%s", talk_answer_header(&t, "ETag"));
	talk_end(&t);
	ck_assert_int_eq(talk(&t, f, NULL, "HEAD", "/v1/rulesets", NULL), 200);
	HEADER("ETag", tag);
	ck_assert_uint_gt(t.x.reply.body->size, 1000);	/* for Content-Length */
	talk_end(&t);
}
END_TEST

START_TEST(a_preflight_gets_what_a_browser_asks_for)
{
	ck_assert_int_eq(talk(&t, f, NULL, "OPTIONS", "/v1/games/00000000/place", NULL), 204);
	HEADER("Allow", "POST, OPTIONS");
	HEADER("Access-Control-Allow-Origin", "*");
	HEADER("Access-Control-Allow-Methods", "POST, OPTIONS");
	ck_assert_ptr_nonnull(strstr(talk_answer_header(&t, "Access-Control-Allow-Headers"), "Idempotency-Key"));
	HEADER("Access-Control-Max-Age", "86400");
	ck_assert_ptr_null(t.x.reply.body);
	talk_end(&t);
	ck_assert_int_eq(talk(&t, f, NULL, "OPTIONS", "/nothing", NULL), 404);
	talk_end(&t);
}
END_TEST

/* --- types ------------------------------------------------------------------------------- */

static const struct { const char *target, *accept, *type; } accepts[] = {
	{"/problems", "*/*", "application/json"}, {"/problems", "", "application/json"}, {"/problems", "garbage, */*", "application/json"},
	{"/problems", "text/plain", "text/plain; charset=utf-8"}, {"/problems", "TEXT/Plain; charset=utf-8", "text/plain; charset=utf-8"},
	{"/problems", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html; charset=utf-8"},
	{"/problems", "text/*;q=0.2, application/json;q=0.1", "text/plain; charset=utf-8"},
	{"/problems", "text/plain;q=0, text/*", "text/html; charset=utf-8"}, {"/problems", "text/html;q=0.5,text/plain;q=0.51", "text/plain; charset=utf-8"},
	{"/problems", "text/plain, application/json", "text/plain; charset=utf-8"},
	{"/problems", "*/*;q=0.1, application/json;q=0", "text/plain; charset=utf-8"},
	{"/v1", "application/*", "application/json"}, {"/v1", "text/html, */*;q=0.1", "application/json"},
	{"/v1", "text/html", NULL}, {"/v1", "application/json;q=0", NULL}, {"/v1", "application/jsonx", NULL}, {"/v1", "*/*;q=0.0", NULL},
	{"/docs", "*/*", "text/html; charset=utf-8"}, {"/docs", "application/json", NULL},
};

START_TEST(the_best_type_is_chosen)
{
	int status = get(accepts[_i].target, "Accept", accepts[_i].accept);

	ck_assert_int_eq(status, accepts[_i].type ? 200 : 406);
	HEADER("Content-Type", accepts[_i].type ? accepts[_i].type : "application/problem+json");
	ck_assert_ptr_nonnull(strstr(talk_answer_header(&t, "Vary"), "Accept"));
	talk_end(&t);
}
END_TEST

static const struct { const char *type, *encoding, *body; int status; } bodies[] = {
	{"application/json", NULL, "{\"name\":\"x\"}", 201}, {"Application/JSON ; charset=UTF-8", NULL, "{\"name\":\"x\"}", 201},
	{"application/json", "identity", "{\"name\":\"x\"}", 201}, {"application/json", "gzip", "{\"name\":\"x\"}", 415},
	{"application/json; charset=latin-1", NULL, "{\"name\":\"x\"}", 415}, {"text/json", NULL, "{\"name\":\"x\"}", 415},
	{"application/jsonp", NULL, "{\"name\":\"x\"}", 415}, {NULL, NULL, "{\"name\":\"x\"}", 415},
	{"application/json", NULL, "{\"name\":\"x\"", 400}, {"application/json", NULL, "{\"name\":\"x\"}}", 400},
	{"application/json", NULL, "", 422}, {"application/json", NULL, "[]", 422}, {"application/json", NULL, "null", 422},
};

START_TEST(bodies_are_of_one_type)
{
	talk_begin(&t, f, "POST", "/v1/players", NULL);
	t.x.body = bodies[_i].body;
	t.x.body_size = strlen(bodies[_i].body);
	if (bodies[_i].type)
		talk_header(&t, "Content-Type", bodies[_i].type);
	if (bodies[_i].encoding)
		talk_header(&t, "Content-Encoding", bodies[_i].encoding);
	talk_go(&t);
	if (t.later)
		talk_resume(&t);
	ck_assert_int_eq(t.x.reply.status, bodies[_i].status);
	talk_end(&t);
}
END_TEST

START_TEST(bodies_have_64_kib)
{
	static char body[API_BODY_MAX + 2] = "{\"name\":\"x\"}";

	memset(body + 12, ' ', API_BODY_MAX - 12);
	ck_assert_int_eq(talk(&t, f, NULL, "POST", "/v1/players", body), 201);
	talk_end(&t);
	body[API_BODY_MAX] = ' ';
	ck_assert_int_eq(talk(&t, f, NULL, "POST", "/v1/players", body), 413);
	GOT("code", "too-large");
	talk_end(&t);
	ck_assert_uint_eq(api_body_max(HTTP_POST, "/v1/players"), API_BODY_MAX);
	ck_assert_uint_eq(api_body_max(HTTP_POST, "/v1/records"), API_RECORD_MAX);
}
END_TEST

START_TEST(where_no_body_is_taken_one_is_refused)
{
	ck_assert_int_eq(talk(&t, f, NULL, "GET", "/v1", "{}"), 400);
	GOT("detail", "this takes no body");
	talk_end(&t);
}
END_TEST

/* --- tags, caches -------------------------------------------------------------------------- */

static const struct { const char *list; int matches; } lists[] = {
	{"%s", 1}, {"W/%s", 1}, {"\"x\", %s", 1}, {"  %s  ,\"y\"", 1}, {"*", 1}, {"\"x\",W/\"y\" , W/%s", 1},
	{"", 0}, {"\"x\"", 0}, {"x", 0}, {"\"", 0}, {"x, %s", 0}, {"W/", 0},
};

START_TEST(if_none_match_spares_the_body)
{
	char tag[64], list[200];

	ck_assert_int_eq(get("/v1/rulesets", NULL, NULL), 200);
	HEADER("Cache-Control", "no-cache");
	snprintf(tag, sizeof(tag), "%s", talk_answer_header(&t, "ETag"));
	talk_end(&t);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	snprintf(list, sizeof(list), lists[_i].list, tag);
#pragma GCC diagnostic pop
	ck_assert_int_eq(get("/v1/rulesets", "If-None-Match", list), lists[_i].matches ? 304 : 200);
	HEADER("ETag", tag);
	ck_assert_int_eq(t.x.reply.body == NULL, lists[_i].matches);
	talk_end(&t);
}
END_TEST

START_TEST(every_type_has_its_own_tag)
{
	char tag[64];

	ck_assert_int_eq(get("/problems", "Accept", "text/plain"), 200);
	snprintf(tag, sizeof(tag), "%s", talk_answer_header(&t, "ETag"));
	talk_end(&t);
	talk_begin(&t, f, "GET", "/problems", NULL);
	talk_header(&t, "If-None-Match", tag);
	talk_go(&t);
	ck_assert_int_eq(t.x.reply.status, 200);
	talk_end(&t);
}
END_TEST

/* --- headers -------------------------------------------------------------------------------- */

START_TEST(every_answer_has_security_headers)
{
	static const char *const pages[] = {"/v1", "/nothing", "/docs", "/problems/rule", "/v1/me"};

	ck_assert_int_ne(get(pages[_i], "Accept", "text/html, */*;q=0.1"), 0);
	HEADER("X-Content-Type-Options", "nosniff");
	HEADER("Referrer-Policy", "no-referrer");
	HEADER("Access-Control-Allow-Origin", "*");
	ck_assert_int_eq(strncmp(talk_answer_header(&t, "Content-Security-Policy"), "default-src 'none'", 18), 0);
	ck_assert_ptr_null(strstr(talk_answer_header(&t, "Content-Security-Policy"), "unsafe"));
	ck_assert_ptr_nonnull(talk_answer_header(&t, "X-Request-Id"));
	talk_end(&t);
}
END_TEST

static const struct { const char *name, *value, *id; } ids[] = {
	{"X-Request-Id", "a", "a"}, {"X-Request-Id", "A.b_c-9", "A.b_c-9"}, {"X-Request-Id", "", NULL}, {"X-Request-Id", "a b", NULL},
	{"X-Request-Id", "a\"b", NULL},
	{"X-Request-Id", "0123456789012345678901234567890123456789012345678901234567890123",
		"0123456789012345678901234567890123456789012345678901234567890123"},
	{"X-Request-Id", "01234567890123456789012345678901234567890123456789012345678901234", NULL},
	{"traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "4bf92f3577b34da6a3ce929d0e0e4736"},
	{"traceparent", "00-00000000000000000000000000000000-00f067aa0ba902b7-01", NULL},
	{"traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", NULL},
	{"traceparent", "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", NULL},
	{"traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x", NULL},
	{"traceparent", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", NULL},
};

START_TEST(a_good_request_id_is_taken_over)
{
	get("/nothing", ids[_i].name, ids[_i].value);
	if (ids[_i].id)
		HEADER("X-Request-Id", ids[_i].id);
	else
		ck_assert_uint_eq(strlen(talk_answer_header(&t, "X-Request-Id")), 16);
	GOT("request_id", talk_answer_header(&t, "X-Request-Id"));
	talk_end(&t);
}
END_TEST

/* --- problems --------------------------------------------------------------------------------- */

START_TEST(a_problem_says_what_where_and_which)
{
	ck_assert_int_eq(get("/v1/rulesets/x%22%3Cb", NULL, NULL), 404);
	GOT("type", "/problems/not-found");
	GOT("title", "There is nothing here");
	GOT("status", "404");
	GOT("instance", "/v1/rulesets/x%22%3Cb");
	GOT("code", "not-found");
	HEADER("Cache-Control", "no-store");
	talk_end(&t);
}
END_TEST

START_TEST(problem_types_are_absolute_when_the_address_is_known)
{
	struct fake *other = fake_open_with((struct api_config){.public_url = "https://play.example.org"});

	ck_assert_int_eq(talk(&t, other, NULL, "GET", "/nothing", NULL), 404);
	GOT("type", "https://play.example.org/problems/not-found");
	talk_end(&t);
	fake_close(other);
}
END_TEST

START_TEST(a_full_queue_and_a_failed_commit_are_503)
{
	f->refuse_jobs = 1;
	ck_assert_int_eq(talk(&t, f, NULL, "POST", "/v1/players", "{\"name\":\"x\"}"), 503);
	HEADER("Retry-After", "1");
	talk_end(&t);
	f->refuse_jobs = 0;
	f->fail_commit = 1;
	ck_assert_int_eq(talk(&t, f, NULL, "POST", "/v1/players", "{\"name\":\"x\"}"), 503);
	HEADER("Retry-After", "1");
	GOT("code", "unavailable");
	ck_assert_ptr_null(strstr(talk_body(&t), "mpl_"));
	talk_end(&t);
	ck_assert_int_eq(talk(&t, f, NULL, "POST", "/v1/players", "{\"name\":\"x\"}"), 201);
	talk_end(&t);
}
END_TEST

START_TEST(what_the_transport_refuses_is_a_problem_too)
{
	talk_begin(&t, f, "GET", "/v1", NULL);
	api_refuse(f->api, &t.x, ERR_HEADERS_TOO_LARGE, "too many headers");
	ck_assert_int_eq(t.x.reply.status, 431);
	ck_assert_ptr_nonnull(strstr(t.x.reply.body->data, "headers-too-large"));
	talk_end(&t);
}
END_TEST

/* --- the log --------------------------------------------------------------------------------- */

START_TEST(the_log_has_a_line_a_request_and_no_secret)
{
	char token[API_TOKEN_TEXT], target[200];

	fake_player(f, "Ada", token, NULL);
	f->log_size = 0;
	talk_begin(&t, f, "GET", "/v1/me", NULL);
	talk_token(&t, token);
	talk_header(&t, "X-Request-Id", "look-here");
	talk_go(&t);
	talk_end(&t);
	ck_assert_ptr_nonnull(strstr(f->log, "method=GET path=/v1/me status=200"));
	ck_assert_ptr_nonnull(strstr(f->log, "id=look-here"));
	ck_assert_ptr_nonnull(strstr(f->log, "peer=192.0.2.7"));
	snprintf(target, sizeof(target), "/v1/%s?token=%s", token, token);
	get(target, NULL, NULL);
	talk_end(&t);
	get("/a%20b=\"c\"\n d", NULL, NULL);
	talk_end(&t);
	ck_assert_ptr_null(strstr(f->log, "mpl_"));
	ck_assert_ptr_nonnull(strstr(f->log, "path=/a%20b??c???d "));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("call");
	TCase *tc = tcase_create("call");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_loop_test(tc, targets_are_decoded_strictly, 0, COUNT(targets));
	tcase_add_test(tc, unknown_parameters_are_named_with_the_known_ones);
	tcase_add_test(tc, other_methods_are_told_the_right_ones);
	tcase_add_test(tc, head_answers_like_get);
	tcase_add_test(tc, a_preflight_gets_what_a_browser_asks_for);
	tcase_add_loop_test(tc, the_best_type_is_chosen, 0, COUNT(accepts));
	tcase_add_loop_test(tc, bodies_are_of_one_type, 0, COUNT(bodies));
	tcase_add_test(tc, bodies_have_64_kib);
	tcase_add_test(tc, where_no_body_is_taken_one_is_refused);
	tcase_add_loop_test(tc, if_none_match_spares_the_body, 0, COUNT(lists));
	tcase_add_test(tc, every_type_has_its_own_tag);
	tcase_add_loop_test(tc, every_answer_has_security_headers, 0, 5);
	tcase_add_loop_test(tc, a_good_request_id_is_taken_over, 0, COUNT(ids));
	tcase_add_test(tc, a_problem_says_what_where_and_which);
	tcase_add_test(tc, problem_types_are_absolute_when_the_address_is_known);
	tcase_add_test(tc, a_full_queue_and_a_failed_commit_are_503);
	tcase_add_test(tc, what_the_transport_refuses_is_a_problem_too);
	tcase_add_test(tc, the_log_has_a_line_a_request_and_no_secret);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

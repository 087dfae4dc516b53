/*
 * web_test.c - what browsers get: cookies, codings, files, pages, and that names of
 * people stay text in them.
 */
/* Before check.h, which has a macro of the name fail. */
#include "api/cookie.h"
#include "api/inside.h"
#include "api/table.h"
#include "api/web.h"
#include "tests/api/table_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows[0])))

/* --- cookies ---------------------------------------------------------------------------- */

static const struct { const char *header; int count; const char *value; } cookies[] = {
	{"", 0, NULL}, {"a=b", 0, NULL}, {"meepled", 0, NULL}, {";;", 0, NULL}, {"=meepled", 0, NULL}, {"=", 0, NULL},
	{"meepled=x", 1, "x"}, {"meepled=", 1, ""}, {"a=b; meepled=x", 1, "x"}, {"a=b;meepled=x;c=d", 1, "x"},
	{" meepled = x ; a=b", 1, "x"}, {"meepled=  ; a=b", 1, ""}, {"meepled=x=y", 1, "x=y"}, {"meepled=\"x\"", 1, "\"x\""},
	{"Meepled=x", 0, NULL}, {"xmeepled=x", 0, NULL}, {"meepledx=x", 0, NULL}, {"a=meepled=x", 0, NULL},
	{"meepled=x; meepled=y", 2, "x"}, {"meepled=x; a=b; meepled=; meepled=z", 3, "x"}, {"a; meepled=x", 1, "x"},
	{"meepled=a b", 1, "a b"}, {"a=b; meepled=x;", 1, "x"}, {"meepled=x,meepled=y", 1, "x,meepled=y"},
};

START_TEST(cookies_are_found_by_their_whole_name)
{
	const char *value = NULL;
	size_t size = 0;

	ck_assert_msg(cookie_find(cookies[_i].header, "meepled", &value, &size) == cookies[_i].count, "%s", cookies[_i].header);
	if (!cookies[_i].count)
		return;
	ck_assert_uint_eq(size, strlen(cookies[_i].value));
	ck_assert_int_eq(memcmp(value, cookies[_i].value, size), 0);
}
END_TEST

/* --- codings ---------------------------------------------------------------------------- */

static const struct { const char *accept; int gzip; } codings[] = {
	{NULL, 0}, {"", 0}, {"gzip", 1}, {"GZIP", 1}, {"x-gzip", 1}, {"gzip, deflate, br, zstd", 1}, {"br", 0}, {"identity", 0},
	{"*", 1}, {"*;q=0", 0}, {"gzip;q=0", 0}, {"gzip;q=0.0", 0}, {"gzip; q=0, *", 0}, {"gzip;q=0.001", 1}, {"*;q=0, gzip", 1},
	{"identity;q=1, gzip;q=0.5", 0}, {"identity;q=0.5, gzip;q=0.5", 1}, {"identity;q=0, gzip;q=0.1", 1}, {"gzipped", 0},
	{"deflate;q=1, gzip;q=0", 0},
};

START_TEST(gzip_is_sent_to_who_wants_it)
{
	ck_assert_msg(negotiate_gzip(codings[_i].accept) == codings[_i].gzip, "%s", codings[_i].accept ? codings[_i].accept : "-");
}
END_TEST

/* --- heads ------------------------------------------------------------------------------ */

static struct around a;

static void open_service(void)
{
	around_open(&a, (struct api_config){.public_url = "https://play.example.org"});
}

static struct buf head;

static void close_service(void)
{
	buf_free(&head);
	around_close(&a);
}

static void make_head(const struct table *t, const char *base, int height)
{
	buf_free(&head);
	buf_init(&head, 64 * 1024);
	web_head(t, base, height, &head);
	ck_assert(!buf_failed(&head));
}

#define HAS(text) ck_assert_msg(strstr(head.data, text) != NULL, "%s lacks in: %s", text, head.data)
#define LACKS(text) ck_assert_msg(strstr(head.data, text) == NULL, "%s is in: %s", text, head.data)

static struct table *lobby(const char *name, const char *first, const char *second)
{
	struct table *t = table_new();

	strcpy(t->meta.id, "g0000001");
	snprintf(t->meta.name, sizeof(t->meta.name), "%s", name);
	t->ruleset = ruleset_find("south-seas", 0);
	t->meta.status = STORE_LOBBY;
	t->meta.seat_count = 3;
	t->seat_count = 2;
	t->seats[1].seat = 1;
	snprintf(t->seats[0].name, sizeof(t->seats[0].name), "%s", first);
	snprintf(t->seats[1].name, sizeof(t->seats[1].name), "%s", second);
	return t;
}

START_TEST(the_head_says_who_plays_and_where)
{
	struct table *t = lobby("", "Ada", "Bob");

	make_head(t, "https://play.example.org", 700);
	HAS(": Ada, Bob</title>");
	HAS("<meta property=\"og:description\" content=\"Not begun: 2 of 3 seats are taken.\">");
	HAS("<meta property=\"og:url\" content=\"https://play.example.org/games/g0000001\">");
	HAS("<link rel=\"canonical\" href=\"https://play.example.org/games/g0000001\">");
	HAS("<meta property=\"og:image\" content=\"https://play.example.org/v1/games/g0000001/board.png?width=1024\">");
	HAS("<meta property=\"og:image:width\" content=\"1024\">");
	HAS("<meta property=\"og:image:height\" content=\"700\">");
	HAS("content=\"summary_large_image\"");
	make_head(t, "https://play.example.org", 0);
	HAS("og:url");
	LACKS("og:image");
	HAS("content=\"summary\"");
	/* Whose host it is is not known: nothing may be made up from what the caller sends. */
	make_head(t, "", 700);
	HAS("og:title");
	LACKS("og:url");
	LACKS("og:image");
	LACKS("canonical");
	table_unref(t);
}
END_TEST

START_TEST(names_stay_text)
{
	struct table *t = lobby("</title><script>alert(1)</script>", "\"><img src=x onerror=y>", "A & B");

	make_head(t, "https://play.example.org", 700);
	LACKS("<script");
	LACKS("<img");
	HAS("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;: &quot;&gt;&lt;img src=x onerror=y&gt;, A &amp; B</title>");
	HAS("<meta property=\"og:title\" content=\"&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;: "
		"&quot;&gt;&lt;img src=x onerror=y&gt;, A &amp; B\">");
	/* One tag a line, each of two attributes: no more quotes than these. */
	for (const char *line = strstr(head.data, "<meta"); line && *line; line = strchr(line, '\n') + 1) {
		int quotes = 0;

		for (const char *p = line; *p != '\n'; p++)
			quotes += *p == '"';
		ck_assert_int_eq(quotes, 4);
	}
	table_unref(t);
}
END_TEST

static int ask_page(int who, const char *target)
{
	int status;

	a.accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
	status = ask(&a, who, "GET", target, NULL);
	a.accept = NULL;
	return status;
}

START_TEST(the_page_follows_the_game)
{
	around_start(&a, 2, "");
	ck_assert_int_eq(ask_page(NOBODY, ""), 200);
	ck_assert_ptr_nonnull(strstr(got_body(&a), "content=\"Turn 1: it waits for "));
	while (random_move(&a))
		;
	ASK(200, &a, NOBODY, "GET", "", NULL);
	buf_init(&head, 1024);
	buf_format(&head, "<meta property=\"og:description\" content=\"Finished. Points: %s ", got(&a, "seats/0/player/name"));
	buf_format(&head, "%ld, ", got_number(&a, "seats/0/score"));
	buf_format(&head, "%s ", got(&a, "seats/1/player/name"));
	buf_format(&head, "%ld.\">", got_number(&a, "seats/1/score"));
	ck_assert_int_eq(ask_page(NOBODY, ""), 200);
	ck_assert_msg(strstr(got_body(&a), head.data) != NULL, "%s lacks in: %s", head.data, got_body(&a));
}
END_TEST

/* --- the cookie as a token --------------------------------------------------------------------- */

static struct talk t;

static int with_cookie(const char *method, const char *target, const char *cookie, const char *web)
{
	char header[200];

	snprintf(header, sizeof(header), "theme=dark; meepled=%s", cookie);
	talk_begin(&t, a.f, method, target, strcmp(method, "PATCH") ? NULL : "{\"name\":\"Grace\"}");
	talk_header(&t, "Cookie", header);
	if (web)
		talk_header(&t, "Meepled-Web", web);
	talk_go(&t);
	if (t.later)
		talk_resume(&t);
	return t.x.reply.status;
}

#define COOKIE(status, method, target, cookie, web) do { \
	int status_ = with_cookie(method, target, cookie, web); \
	ck_assert_msg(status_ == (status), "%s %s: %d: %s", method, target, status_, talk_body(&t)); \
} while (0)

START_TEST(a_cookie_reads_and_beside_the_header_it_changes)
{
	char token[API_TOKEN_TEXT];

	fake_player(a.f, "Ada", token, NULL);
	COOKIE(200, "GET", "/v1/me", token, NULL);
	ck_assert_pstr_eq(talk_get(&t, "name"), "Ada");
	ck_assert_ptr_nonnull(strstr(talk_answer_header(&t, "Vary"), "Cookie"));
	ck_assert_ptr_nonnull(strstr(talk_answer_header(&t, "Cache-Control"), "private"));
	talk_end(&t);
	COOKIE(401, "PATCH", "/v1/me", token, NULL);
	ck_assert_ptr_nonnull(strstr(talk_get(&t, "detail"), "Meepled-Web: 1"));
	talk_end(&t);
	COOKIE(401, "PATCH", "/v1/me", token, "0");
	talk_end(&t);
	COOKIE(200, "GET", "/v1/me", token, NULL);
	ck_assert_pstr_eq(talk_get(&t, "name"), "Ada");
	talk_end(&t);
	COOKIE(200, "PATCH", "/v1/me", token, "1");
	ck_assert_pstr_eq(talk_get(&t, "name"), "Grace");
	talk_end(&t);
	ck_assert_ptr_null(strstr(a.f->log, "mpl_"));
}
END_TEST

START_TEST(a_stale_cookie_is_refused_but_by_pages)
{
	static const char none[] = "mpl_0000000000000000000000000000000000000000000000000000";
	static const char *const bad[] = {none, "", "x", "mpl_", "\"x\""};
	char two[200], token[API_TOKEN_TEXT];

	fake_player(a.f, "Ada", token, NULL);
	snprintf(two, sizeof(two), "%s; meepled=%s", token, token);
	for (int i = 0; i <= COUNT(bad); i++) {
		const char *cookie = i < COUNT(bad) ? bad[i] : two;

		COOKIE(401, "GET", "/v1/games", cookie, NULL);
		ck_assert_pstr_eq(talk_get(&t, "code"), "invalid-token");
		talk_end(&t);
		COOKIE(200, "GET", "/", cookie, NULL);
		talk_end(&t);
		COOKIE(404, "GET", "/games/00000000", cookie, NULL);
		ck_assert_str_eq(talk_answer_header(&t, "Content-Type"), "text/html; charset=utf-8");
		talk_end(&t);
		COOKIE(200, "GET", "/web/app.js", cookie, NULL);
		talk_end(&t);
		COOKIE(204, "DELETE", "/v1/session", cookie, NULL);
		talk_end(&t);
	}
	/* With Authorization the cookie is not looked at. */
	talk_begin(&t, a.f, "GET", "/v1/me", NULL);
	talk_token(&t, token);
	talk_header(&t, "Cookie", "meepled=x");
	talk_go(&t);
	ck_assert_int_eq(t.x.reply.status, 200);
	talk_end(&t);
	/* A token by page is none by cookie: nothing is set from what a cookie holds. */
	COOKIE(401, "POST", "/v1/session", token, "1");
	ck_assert_ptr_null(talk_answer_header(&t, "Set-Cookie"));
	talk_end(&t);
}
END_TEST

static const char *session(struct fake *f, const char *token, const char *proto)
{
	static char got[200];

	talk_begin(&t, f, "POST", "/v1/session", NULL);
	talk_token(&t, token);
	if (proto)
		talk_header(&t, "X-Forwarded-Proto", proto);
	t.x.peer = "192.0.2.7";
	talk_go(&t);
	ck_assert_int_eq(t.x.reply.status, 204);
	ck_assert_str_eq(talk_answer_header(&t, "Cache-Control"), "no-store");
	snprintf(got, sizeof(got), "%s", talk_answer_header(&t, "Set-Cookie"));
	talk_end(&t);
	return got;
}

START_TEST(the_cookie_is_secure_where_the_host_is)
{
	static const struct { const char *url, *proxies, *proto; int secure; } rows[] = {
		{"https://play.example.org", NULL, NULL, 1}, {"http://play.example.org", NULL, NULL, 0}, {"", NULL, NULL, 0},
		{"", NULL, "https", 0}, {"", "198.51.100.0/24", "https", 0}, {"", "192.0.2.0/24", "https", 1},
		{"", "192.0.2.0/24", "http", 0}, {"", "192.0.2.0/24", "http, HTTPS", 1}, {"", "192.0.2.0/24", "https, http", 0},
	};

	for (int i = 0; i < COUNT(rows); i++) {
		struct fake *f = fake_open_with((struct api_config){.registration_open = 1, .public_url = rows[i].url, .trusted_proxies = rows[i].proxies});
		char token[API_TOKEN_TEXT], wanted[200];

		fake_player(f, "Ada", token, NULL);
		snprintf(wanted, sizeof(wanted), "meepled=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000%s", token,
			rows[i].secure ? "; Secure" : "");
		ck_assert_str_eq(session(f, token, rows[i].proto), wanted);
		ck_assert_ptr_null(strstr(f->log, "mpl_"));
		fake_close(f);
	}
}
END_TEST

START_TEST(the_cookie_ends_with_the_token)
{
	char token[API_TOKEN_TEXT], ending[API_TOKEN_TEXT];

	fake_player(a.f, "Ada", token, NULL);
	ck_assert_int_eq(talk(&t, a.f, token, "POST", "/v1/me/tokens", "{\"name\":\"x\",\"expires_in\":\"PT1H\"}"), 201);
	snprintf(ending, sizeof(ending), "%s", talk_get(&t, "token"));
	talk_end(&t);
	ck_assert_ptr_nonnull(strstr(session(a.f, ending, NULL), "; Max-Age=3600; Secure"));
}
END_TEST

START_TEST(other_sites_may_not_send_what_makes_a_cookie_count)
{
	ck_assert_int_eq(talk(&t, a.f, NULL, "OPTIONS", "/v1/me", NULL), 204);
	ck_assert_str_eq(talk_answer_header(&t, "Access-Control-Allow-Origin"), "*");
	ck_assert_ptr_null(talk_answer_header(&t, "Access-Control-Allow-Credentials"));
	ck_assert_ptr_null(strcasestr(talk_answer_header(&t, "Access-Control-Allow-Headers"), "Meepled-Web"));
	ck_assert_ptr_null(strcasestr(talk_answer_header(&t, "Access-Control-Allow-Headers"), "Cookie"));
	ck_assert_ptr_null(strchr(talk_answer_header(&t, "Access-Control-Allow-Headers"), '*'));
	talk_end(&t);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("web");
	TCase *tc = tcase_create("web");
	SRunner *runner;
	int failed;

	tcase_add_loop_test(tc, cookies_are_found_by_their_whole_name, 0, COUNT(cookies));
	tcase_add_loop_test(tc, gzip_is_sent_to_who_wants_it, 0, COUNT(codings));
	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_test(tc, the_head_says_who_plays_and_where);
	tcase_add_test(tc, names_stay_text);
	tcase_add_test(tc, the_page_follows_the_game);
	tcase_add_test(tc, a_cookie_reads_and_beside_the_header_it_changes);
	tcase_add_test(tc, a_stale_cookie_is_refused_but_by_pages);
	tcase_add_test(tc, the_cookie_is_secure_where_the_host_is);
	tcase_add_test(tc, the_cookie_ends_with_the_token);
	tcase_add_test(tc, other_sites_may_not_send_what_makes_a_cookie_count);
	suite_add_tcase(s, tc);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed > 0;
}

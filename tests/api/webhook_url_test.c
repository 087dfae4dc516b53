/*
 * webhook_url_test.c - which addresses a webhook may have.
 */
#include "api/webhook.h"

#include <check.h>

static const struct { const char *url; int http, good; } urls[] = {
	{"https://example.org", 0, 1}, {"https://example.org/", 0, 1}, {"https://example.org:8443/a/b?c=d&e=%20", 0, 1},
	{"https://[2001:db8::1]:443/x", 0, 1}, {"https://192.0.2.7/x", 0, 1}, {"https://a-b.example.org?x", 0, 1},
	{"http://example.org/", 1, 1}, {"https://example.org/(x),y;z=1!*'@", 0, 1}, {"https://xn--bcher-kva.example/", 0, 1},
	{"http://example.org/", 0, 0}, {"ftp://example.org/", 1, 0}, {"HTTPS://example.org/", 0, 0}, {"", 1, 0},
	{"example.org", 1, 0}, {"//example.org/", 1, 0}, {"https:/example.org", 0, 0}, {"https://", 0, 0},
	{"https:///path", 0, 0}, {"https://user@example.org/", 0, 0}, {"https://user:pw@example.org/", 0, 0},
	{"https://example.org@evil.example/", 0, 0}, {"https://example.org#x", 0, 0}, {"https://example.org/#x", 0, 0},
	{"https://example.org/a b", 0, 0}, {"https://example.org/\n", 0, 0}, {"https://example.org/\xc3\xa4", 0, 0},
	{"https://b\xc3\xbc" "cher.example/", 0, 0}, {"https://example.org:0/", 0, 0}, {"https://example.org:65536/", 0, 0},
	{"https://example.org:/", 0, 0}, {"https://example.org:44a/", 0, 0}, {"https://example.org:4444444444/", 0, 0},
	{"https://exa_mple.org\\@evil.example/", 0, 0}, {"https://[::1", 0, 0}, {"https://[]/", 0, 0}, {"https://[::1%25lo]/", 0, 0},
	{"https://[::1]x/", 0, 0}, {"https://.example.org/", 0, 0}, {"https://-x/", 0, 0}, {"https://example.org/<x>", 0, 0},
	{"https://example.org/\"", 0, 0}, {"https://example.org/a\\b", 0, 0}, {"https://exam%70le.org/", 0, 0},
	{"javascript:alert(1)", 1, 0}, {"file:///etc/passwd", 1, 0}, {"https://example.org/\x7f", 0, 0},
	{"https://example.org /", 0, 0}, {" https://example.org/", 0, 0}, {"https://example.org/{x}", 0, 0},
};

START_TEST(addresses)
{
	const char *fault = webhook_url_fault(urls[_i].url, urls[_i].http);

	ck_assert_msg((fault == NULL) == urls[_i].good, "%s: %s", urls[_i].url, fault ? fault : "taken");
}
END_TEST

START_TEST(hosts_end)
{
	ck_assert_str_eq(webhook_url_path("https://example.org"), "");
	ck_assert_str_eq(webhook_url_path("https://example.org:1/a/b"), "/a/b");
	ck_assert_str_eq(webhook_url_path("https://[::1]?x"), "?x");
}
END_TEST

int main(void)
{
	Suite *s = suite_create("webhook_url");
	TCase *c = tcase_create("addresses");
	SRunner *r;
	int failed;

	tcase_add_loop_test(c, addresses, 0, (int)(sizeof(urls) / sizeof(urls[0])));
	tcase_add_test(c, hosts_end);
	suite_add_tcase(s, c);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

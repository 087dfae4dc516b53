/*
 * URLs that show at first sight that nothing may be sent there, and such that do not.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "daemon/webhook_url.h"

static const struct { const char *url, *why; } table[] = {
	/* NULL: allowed. */
	{ "https://hooks.example.org", NULL }, { "https://hooks.example.org/", NULL },
	{ "HTTPS://Hooks.Example.ORG:8443/a/b?c=d&e=%20@f", NULL }, { "https://hooks.example.org?x", NULL },
	{ "https://h-1_x.example/bot123:ABC/send", NULL }, { "https://xn--bcher-kva.example/", NULL },
	{ "https://8.8.8.8/", NULL }, { "https://8.8.8.8:443/", NULL }, { "https://[2001:4860:4860::8888]/", NULL },
	{ "https://[2001:4860:4860::8888]:8443/x", NULL }, { "https://hooks.example.org:1", NULL },
	{ "https://hooks.example.org:65535", NULL }, { "https://a.b.c.1x", NULL }, { "https://1.example", NULL },
	{ "https://127.0.0.1.example.org", NULL }, { "https://localhost.example.org", NULL },

	{ "", "does not begin with https://" }, { "http://hooks.example.org/", "does not begin with https://" },
	{ "ftp://hooks.example.org/", "does not begin" }, { "file:///etc/passwd", "does not begin" },
	{ "gopher://hooks.example.org/_x", "does not begin" }, { "https:hooks.example.org", "does not begin" },
	{ "https:/hooks.example.org", "does not begin" }, { "//hooks.example.org", "does not begin" },
	{ "hooks.example.org", "does not begin" }, { " https://hooks.example.org", "does not belong" },
	{ "https://hooks.example.org/a b", "does not belong" }, { "https://hooks.example.org/\r\nX: y", "does not belong" },
	{ "https:\\\\hooks.example.org\\", "does not belong" }, { "https://hooks.example.org\\@127.0.0.1/", "does not belong" },
	{ "https://b\xc3\xbc" "cher.example/", "beyond ASCII" }, { "https://\xe2\x91\xa0\xe2\x91\xa1\xe2\x91\xa7.0.0.1/", "beyond ASCII" },
	{ "https://127\xe3\x80\x82" "0.0.1/", "beyond ASCII" },
	{ "https://", "no host" }, { "https:///x", "no host" }, { "https://:443/", "no host" }, { "https://?x", "no host" },
	{ "https://[]/", "no host" },
	{ "https://ada@hooks.example.org/", "user or a password" }, { "https://ada:secret@hooks.example.org/", "user or a password" },
	{ "https://@hooks.example.org/", "user or a password" }, { "https://hooks.example.org@127.0.0.1/", "user or a password" },
	{ "https://hooks.example.org/#top", "fragment" }, { "https://hooks.example.org#@127.0.0.1/", "fragment" },
	{ "https://hooks.example.org:0/", "from 1 to 65535" }, { "https://hooks.example.org:/", "from 1 to 65535" },
	{ "https://hooks.example.org:65536/", "from 1 to 65535" }, { "https://hooks.example.org:99999999999999999999/", "from 1" },
	{ "https://hooks.example.org:-1/", "not a number" }, { "https://hooks.example.org:443x/", "not a number" },
	{ "https://hooks.example.org:1:2/", "not a number" },
	{ "https://hooks.example.org./", "ends in a dot" }, { "https://127.0.0.1./", "ends in a dot" },
	{ "https://localhost./", "ends in a dot" }, { "https://./", "ends in a dot" },
	{ "https://a..b/", "empty or longer" }, { "https://.example/", "empty or longer" },
	{ "https://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example/", "empty or longer" },
	{ "https://%31%32%37.0.0.1/", "percent-encoded" }, { "https://127.0.0.1%2f@hooks.example.org", "user or a password" },
	{ "https://hooks%2eexample.org/", "percent-encoded" }, { "https://ho!oks.example/", "names do not have" },
	{ "https://hooks.example,127.0.0.1/", "names do not have" }, { "https://hooks.example;x/", "names do not have" },
	{ "https://0/", "number" }, { "https://2130706433/", "number" }, { "https://0x7f000001/", "number" },
	{ "https://0x7f.1/", "number" }, { "https://017700000001/", "number" }, { "https://0177.0.0.1/", "number" },
	{ "https://127.1/", "number" }, { "https://127.0.1/", "number" }, { "https://127.0.0.0x1/", "number" },
	{ "https://0x7F.0x0.0x0.0x1/", "number" }, { "https://1.2.3.4.5/", "number" }, { "https://1.2.3.256/", "number" },
	{ "https://a.0x/", "number" }, { "https://00127.0.0.1/", "number" }, { "https://example.org.1/", "number" },
	{ "https://127.0.0.1/", "127.0.0.1 is refused: loopback" }, { "https://127.0.0.1:8443/", "loopback" },
	{ "https://10.1.2.3/", "private" }, { "https://169.254.169.254/latest/meta-data/", "link-local" },
	{ "https://0.0.0.0/", "this network" }, { "https://255.255.255.255/", "broadcast" },
	{ "https://localhost/", "loopback" }, { "https://LocalHost:8443/", "loopback" }, { "https://a.localhost/", "loopback" },
	{ "https://[::1]/", "loopback" }, { "https://[::]/", "unspecified" }, { "https://[::ffff:127.0.0.1]/", "loopback" },
	{ "https://[::ffff:7f00:1]/", "loopback" }, { "https://[fd00:ec2::254]/", "unique local" },
	{ "https://[fe80::1%25eth0]/", "no IPv6" }, { "https://[fe80::1%eth0]/", "no IPv6" }, { "https://[127.0.0.1]/", "no IPv6" },
	{ "https://[v1.x]/", "no IPv6" }, { "https://[hooks.example.org]/", "no IPv6" }, { "https://[::1/", "lacks its ]" },
	{ "https://[2001:4860:4860::8888]x/", "between host and port" },
	{ "https://[2001:4860:4860::8888]8443/", "between host and port" },
	{ "https://2001:4860:4860::8888/", "not a number" },
};

START_TEST(urls)
{
	static const struct webhook_policy strict;
	char why[WEBHOOK_WHY] = "";

	ck_assert_msg(webhook_url_check(&strict, table[_i].url, why) == (table[_i].why ? -1 : 0), "%s: %s", table[_i].url, why);
	if (table[_i].why)
		ck_assert_msg(strstr(why, table[_i].why) != NULL, "%s: \"%s\" does not say \"%s\"", table[_i].url, why, table[_i].why);
}
END_TEST

START_TEST(sizes)
{
	static const struct webhook_policy strict;
	char url[WEBHOOK_URL_MAX + 2] = "https://hooks.example.org/", why[WEBHOOK_WHY], long_host[300] = "https://";

	memset(url + strlen(url), 'x', WEBHOOK_URL_MAX + 1 - strlen(url));
	url[WEBHOOK_URL_MAX + 1] = '\0';
	ck_assert_int_eq(webhook_url_check(&strict, url, why), -1);
	url[WEBHOOK_URL_MAX] = '\0';
	ck_assert_int_eq(webhook_url_check(&strict, url, why), 0);
	for (int i = 0; i < 127; i++)
		strcat(long_host, "a.");
	strcat(long_host, "a");
	ck_assert_int_eq(webhook_url_check(&strict, long_host, why), -1);
	long_host[8 + 253] = '\0';
	ck_assert_msg(webhook_url_check(&strict, long_host, why) == 0, "%s", why);
}
END_TEST

START_TEST(what_the_host_allows)
{
	struct webhook_policy policy = { .http = 1 };
	char why[WEBHOOK_WHY];

	ck_assert_int_eq(address_list_parse(&policy.allowed, "loopback, 10.0.0.0/8", why), 0);
	ck_assert_int_eq(webhook_url_check(&policy, "http://localhost:8000/x", why), 0);
	ck_assert_int_eq(webhook_url_check(&policy, "http://[::ffff:127.0.0.1]/", why), 0);
	ck_assert_int_eq(webhook_url_check(&policy, "https://10.9.9.9/", why), 0);
	ck_assert_int_eq(webhook_url_check(&policy, "http://192.168.0.1/", why), -1);
	ck_assert_int_eq(webhook_url_check(&policy, "http://127.1/", why), -1);
	ck_assert_int_eq(webhook_url_check(&policy, "ftp://127.0.0.1/", why), -1);
	ck_assert_ptr_nonnull(strstr(why, "https:// or http://"));
}
END_TEST

START_TEST(what_logs_show)
{
	static const char *const rows[][2] = {
		{ "https://hooks.example.org/bot123:SECRET/x", "https://hooks.example.org" },
		{ "HTTP://Hooks.example.org:81?SECRET", "http://Hooks.example.org:81" },
		{ "https://[2001:db8::1]:8443/SECRET", "https://[2001:db8::1]:8443" },
		{ "https://SECRET:SECRET@SECRET@hooks.example.org/", "https://hooks.example.org" },
		{ "mailto:SECRET", "(no URL)" },
	};
	char out[WEBHOOK_HOST], url[2 * WEBHOOK_HOST] = "https://";

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		webhook_url_host(rows[i][0], out);
		ck_assert_str_eq(out, rows[i][1]);
	}
	memset(url + 8, 'a', sizeof url - 9);
	url[sizeof url - 1] = '\0';
	webhook_url_host(url, out);
	ck_assert_uint_eq(strlen(out), WEBHOOK_HOST - 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("webhook_url");
	TCase *tc = tcase_create("webhook_url");
	SRunner *runner;
	int failed;

	tcase_add_loop_test(tc, urls, 0, sizeof table / sizeof *table);
	tcase_add_test(tc, sizes);
	tcase_add_test(tc, what_the_host_allows);
	tcase_add_test(tc, what_logs_show);
	suite_add_tcase(suite, tc);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

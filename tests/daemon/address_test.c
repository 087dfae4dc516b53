/*
 * Which addresses webhooks may be sent to: first and last of each prefix of
 * the registries, their public neighbours, and everything that IPv6 wraps.
 */
#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/un.h>

#include "daemon/address.h"

static const struct { const char *text, *why; } table[] = {
	/* NULL: may be connected to. */
	{ "0.0.0.0", "this network" }, { "0.255.255.255", "this network" }, { "1.0.0.0", NULL },
	{ "9.255.255.255", NULL }, { "10.0.0.0", "private" }, { "10.255.255.255", "private" }, { "11.0.0.0", NULL },
	{ "100.63.255.255", NULL }, { "100.64.0.0", "shared" }, { "100.100.100.200", "shared" },
	{ "100.127.255.255", "shared" }, { "100.128.0.0", NULL },
	{ "126.255.255.255", NULL }, { "127.0.0.0", "loopback" }, { "127.0.0.1", "loopback" },
	{ "127.255.255.255", "loopback" }, { "128.0.0.0", NULL },
	{ "168.63.129.15", NULL }, { "168.63.129.16", "cloud" }, { "168.63.129.17", NULL },
	{ "169.253.255.255", NULL }, { "169.254.0.0", "link-local" }, { "169.254.169.254", "link-local" },
	{ "169.254.255.255", "link-local" }, { "169.255.0.0", NULL },
	{ "172.15.255.255", NULL }, { "172.16.0.0", "private" }, { "172.31.255.255", "private" }, { "172.32.0.0", NULL },
	{ "191.255.255.255", NULL }, { "192.0.0.0", "protocol assignments" }, { "192.0.0.255", "protocol assignments" },
	{ "192.0.1.0", NULL }, { "192.0.2.0", "documentation" }, { "192.0.2.255", "documentation" }, { "192.0.3.0", NULL },
	{ "192.88.98.255", NULL }, { "192.88.99.0", "6to4" }, { "192.88.99.255", "6to4" }, { "192.88.100.0", NULL },
	{ "192.167.255.255", NULL }, { "192.168.0.0", "private" }, { "192.168.255.255", "private" }, { "192.169.0.0", NULL },
	{ "198.17.255.255", NULL }, { "198.18.0.0", "benchmarking" }, { "198.19.255.255", "benchmarking" },
	{ "198.20.0.0", NULL },
	{ "198.51.99.255", NULL }, { "198.51.100.0", "documentation" }, { "198.51.100.255", "documentation" },
	{ "198.51.101.0", NULL },
	{ "203.0.112.255", NULL }, { "203.0.113.0", "documentation" }, { "203.0.113.255", "documentation" },
	{ "203.0.114.0", NULL },
	{ "223.255.255.255", NULL }, { "224.0.0.0", "multicast" }, { "239.255.255.255", "multicast" },
	{ "240.0.0.0", "reserved" }, { "255.255.255.254", "reserved" }, { "255.255.255.255", "broadcast" },

	{ "::", "unspecified" }, { "::1", "loopback" }, { "::2", "IPv4-compatible" },
	{ "::8.8.8.8", "IPv4-compatible" }, { "::127.0.0.1", "IPv4-compatible" },
	{ "::ffff:127.0.0.1", "loopback" }, { "::ffff:7f00:1", "127.0.0.1" }, { "::ffff:0.0.0.0", "this network" },
	{ "::ffff:169.254.169.254", "link-local" }, { "::ffff:10.0.0.1", "private" }, { "::ffff:8.8.8.8", NULL },
	{ "::ffff:0:127.0.0.1", "IPv4-translated" }, { "::ffff:0:8.8.8.8", "IPv4-translated" },
	{ "64:ff9b::7f00:1", "loopback" }, { "64:ff9b::10.0.0.1", "private" }, { "64:ff9b::8.8.8.8", NULL },
	{ "64:ff9b:1::8.8.8.8", "local NAT64" }, { "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "local NAT64" },
	{ "64:ff9b:2::1", "not public" }, { "64:ff9b:0:0:1::1", "not public" },
	{ "100::", "discard" }, { "100::ffff:ffff:ffff:ffff", "discard" }, { "100:0:0:1::", "not public" },
	{ "1fff:ffff::", "not public" }, { "2000::", NULL },
	{ "2001::", "Teredo" }, { "2001:0:4136:e378:8000:63bf:3fff:fdd2", "Teredo" },
	{ "2001:2::1", "benchmarking" }, { "2001:3::1", "protocol assignments" }, { "2001:10::1", "ORCHID" },
	{ "2001:20::1", "ORCHID" }, { "2001:2f:ffff::", "ORCHID" }, { "2001:30::1", "protocol assignments" },
	{ "2001:1ff:ffff::", "protocol assignments" }, { "2001:200::", NULL },
	{ "2001:db7:ffff::", NULL }, { "2001:db8::", "documentation" }, { "2001:db8:ffff::1", "documentation" },
	{ "2001:db9::", NULL }, { "2001:4860:4860::8888", NULL },
	{ "2002:7f00:1::", "loopback" }, { "2002:a00:1::1", "private" }, { "2002:a9fe:a9fe::", "link-local" },
	{ "2002:808:808::1", NULL }, { "2003::1", NULL },
	{ "2001:4860:1:2:0:5efe:127.0.0.1", "loopback" }, { "2001:4860:1:2:200:5efe:192.168.0.1", "private" },
	{ "2001:4860:1:2:0:5efe:8.8.8.8", NULL }, { "2001:4860:1:2:0:5eff:127.0.0.1", NULL },
	{ "3ffe:ffff::", NULL }, { "3fff::", "documentation" }, { "3fff:fff:ffff::", "documentation" },
	{ "3fff:1000::", NULL }, { "4000::", "not public" }, { "5f00::1", "segment routing" }, { "5f01::", "not public" },
	{ "fbff::", "not public" }, { "fc00::", "unique local" }, { "fd00:ec2::254", "unique local" },
	{ "fdff:ffff::", "unique local" }, { "fe00::", "not public" }, { "fe80::1", "link-local" },
	{ "febf:ffff::1", "link-local" }, { "fec0::1", "site-local" }, { "feff:ffff::1", "site-local" },
	{ "ff00::", "multicast" }, { "ff02::1", "multicast" },
	{ "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "multicast" },
};

START_TEST(judgements)
{
	static const struct address_list none;
	struct address a;
	char why[ADDRESS_WHY] = "";

	ck_assert_msg(address_parse(&a, table[_i].text) == 0, "%s", table[_i].text);
	ck_assert_msg(address_refused(&a, &none, why) == (table[_i].why != NULL), "%s: %s", table[_i].text, why);
	if (!table[_i].why)
		return;
	ck_assert_msg(strstr(why, table[_i].why) != NULL, "\"%s\" does not say \"%s\"", why, table[_i].why);
	ck_assert_msg(strstr(why, " is refused: ") != NULL, "%s", why);
}
END_TEST

static const struct { const char *list, *text; int allowed; } lists[] = {
	{ "", "127.0.0.1", 0 },
	{ "loopback", "127.0.0.1", 1 }, { "loopback", "127.9.9.9", 1 }, { "loopback", "::1", 1 },
	{ "loopback", "::ffff:127.0.0.1", 1 }, { "loopback", "10.0.0.1", 0 }, { "loopback", "0.0.0.0", 0 },
	{ "loopback", "::", 0 }, { "loopback", "::127.0.0.1", 0 },
	{ "10.0.0.0/8", "10.255.0.1", 1 }, { "10.0.0.0/8", "11.0.0.1", 1 }, { "10.0.0.0/8", "127.0.0.1", 0 },
	{ "10.0.0.0/9", "10.128.0.0", 0 }, { "10.0.0.0/9", "10.127.255.255", 1 },
	{ "192.168.7.1", "192.168.7.1", 1 }, { "192.168.7.1", "192.168.7.2", 0 },
	{ "10.0.0.0/8", "2002:a01:203::", 1 }, { "10.0.0.0/8", "64:ff9b::10.0.0.1", 1 },
	{ "10.0.0.0/8", "::ffff:172.16.0.1", 0 },
	{ "2002::/16", "2002:a01:203::", 1 }, { "2002::/16", "10.1.2.3", 0 },
	{ "fd00::/8", "fd12::1", 1 }, { "fd00::/8", "fc12::1", 0 },
	{ "::ffff:0:0/96", "::ffff:10.0.0.1", 1 }, { "::ffff:0:0/96", "10.0.0.1", 0 },
	{ "10.0.0.0/8, fd00::/8\tloopback,", "::1", 1 }, { " 10.0.0.0/8,,fd00::/8", "fd00::1", 1 },
	{ "0.0.0.0/0", "169.254.169.254", 1 }, { "0.0.0.0/0", "fe80::1", 0 }, { "::/0", "fe80::1", 1 },
};

START_TEST(what_the_host_allows)
{
	struct address_list list;
	struct address a;
	char why[ADDRESS_WHY] = "";

	ck_assert_msg(address_list_parse(&list, lists[_i].list, why) == 0, "%s", why);
	ck_assert_int_eq(address_parse(&a, lists[_i].text), 0);
	ck_assert_msg(address_refused(&a, &list, why) == !lists[_i].allowed, "%s in %s", lists[_i].text, lists[_i].list);
}
END_TEST

static const char *const bad_lists[] = {
	"10", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8x", "10.1.0.0/8", "10.0.0.0/0008", "fd00::/129", "fd00::1/8",
	"[::1]", "fe80::1%lo", "localhost", "loop", "010.0.0.1", "0x7f.0.0.1", "10.0.0.0/8;", "1.2.3.4.5",
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
};

START_TEST(malformed_lists)
{
	struct address_list list = { .count = 7 };
	char why[ADDRESS_WHY] = "";

	ck_assert_msg(address_list_parse(&list, bad_lists[_i], why) == -1, "%s", bad_lists[_i]);
	ck_assert_msg(strstr(why, "is not an address") != NULL, "%s", why);
	ck_assert_int_eq(list.count, 7);
}
END_TEST

START_TEST(lists_are_limited)
{
	struct address_list list;
	char text[16 * (ADDRESS_ALLOWED_MAX + 1)] = "", why[ADDRESS_WHY];

	for (int i = 0; i < ADDRESS_ALLOWED_MAX; i++)
		strcat(text, "10.0.0.1,");
	ck_assert_int_eq(address_list_parse(&list, text, why), 0);
	ck_assert_int_eq(list.count, ADDRESS_ALLOWED_MAX);
	strcat(text, "10.0.0.1");
	ck_assert_int_eq(address_list_parse(&list, text, why), -1);
}
END_TEST

static const char *const bad_addresses[] = {
	"", "localhost", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "127.0.0.1.", "127.0.0.1 ", "[::1]", "::1%lo", "::ffff:127.1",
	"1.2.3.256", "12345::", ":::",
};

START_TEST(malformed_addresses)
{
	struct address a;

	ck_assert_msg(address_parse(&a, bad_addresses[_i]) == -1, "%s", bad_addresses[_i]);
}
END_TEST

START_TEST(addresses_of_sockets)
{
	struct sockaddr_in v4 = { .sin_family = AF_INET };
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6 };
	struct sockaddr_un local = { .sun_family = AF_UNIX };
	struct address a;
	char text[ADDRESS_TEXT];

	inet_pton(AF_INET, "192.0.2.7", &v4.sin_addr);
	ck_assert_int_eq(address_of_socket(&a, (struct sockaddr *)&v4, sizeof v4), 0);
	address_text(&a, text);
	ck_assert_str_eq(text, "192.0.2.7");
	inet_pton(AF_INET6, "2001:db8::7", &v6.sin6_addr);
	ck_assert_int_eq(address_of_socket(&a, (struct sockaddr *)&v6, sizeof v6), 0);
	address_text(&a, text);
	ck_assert_str_eq(text, "2001:db8::7");
	ck_assert_int_eq(address_of_socket(&a, (struct sockaddr *)&v6, sizeof v4), -1);
	ck_assert_int_eq(address_of_socket(&a, (struct sockaddr *)&v4, 8), -1);
	ck_assert_int_eq(address_of_socket(&a, (struct sockaddr *)&local, sizeof local), -1);
}
END_TEST

#define ROWS(t) (int)(sizeof t / sizeof *t)

int main(void)
{
	Suite *s = suite_create("address");
	TCase *t = tcase_create("address");
	SRunner *r;
	int failed;

	tcase_add_loop_test(t, judgements, 0, ROWS(table));
	tcase_add_loop_test(t, what_the_host_allows, 0, ROWS(lists));
	tcase_add_loop_test(t, malformed_lists, 0, ROWS(bad_lists));
	tcase_add_test(t, lists_are_limited);
	tcase_add_loop_test(t, malformed_addresses, 0, ROWS(bad_addresses));
	tcase_add_test(t, addresses_of_sockets);
	suite_add_tcase(s, t);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

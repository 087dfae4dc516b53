/*
 * peer_test.c - addresses, networks, and who is behind proxies.
 */
#include "api/peer.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const struct { const char *text, *wanted; } addresses[] = {
	{"192.0.2.1", "192.0.2.1"}, {"192.0.2.1:8080", "192.0.2.1"}, {"2001:db8::1", "2001:db8::1"},
	{"[2001:db8::1]", "2001:db8::1"}, {"[2001:db8::1]:443", "2001:db8::1"}, {"::ffff:192.0.2.1", "192.0.2.1"},
	{"[::ffff:c000:201]:1", "192.0.2.1"}, {"::1", "::1"}, {"::", "::"},
	{"", NULL}, {"unknown", NULL}, {"_hidden", NULL}, {"192.0.2", NULL}, {"192.0.2.256", NULL}, {"[", NULL}, {"[]", NULL},
	{"1.2.3.4.5", NULL}, {"2001:db8::1::2", NULL}, {"127.1", NULL}, {"0x7f.0.0.1", NULL}, {" 192.0.2.1", NULL},
	{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", NULL},
};

START_TEST(addresses_are_read)
{
	const char *text = addresses[_i].text, *wanted = addresses[_i].wanted;
	struct peer a;
	char out[PEER_TEXT];

	ck_assert_int_eq(peer_parse(text, strlen(text), &a), wanted ? 0 : -1);
	if (!wanted)
		return;
	peer_text(&a, out);
	ck_assert_str_eq(out, wanted);
}
END_TEST

/* Network, address, 1: inside, 0: not, -1: no network at all. */
static const struct { const char *network, *address; int inside; } networks[] = {
	{"10.0.0.0/8", "10.255.0.1", 1}, {"10.0.0.0/8", "11.0.0.0", 0}, {"10.0.0.0/8", "::ffff:10.0.0.1", 1},
	{"192.0.2.128/25", "192.0.2.127", 0}, {"192.0.2.128/25", "192.0.2.128", 1}, {"192.0.2.1", "192.0.2.1", 1},
	{"192.0.2.1", "192.0.2.2", 0}, {"0.0.0.0/0", "203.0.113.9", 1}, {"0.0.0.0/0", "::1", 0}, {"::/0", "2001:db8::", 1},
	{"2001:db8::/33", "2001:db8:7fff::", 1}, {"2001:db8::/33", "2001:db8:8000::", 0}, {"::1/128", "::1", 1},
	{"10.0.0.0/33", NULL, -1}, {"10.0.0.0/", NULL, -1}, {"10.0.0.0/-1", NULL, -1}, {"10.0.0.0/8x", NULL, -1},
	{"/8", NULL, -1}, {"", NULL, -1}, {"localhost", NULL, -1}, {"10.0.0.0/ 8", NULL, -1}, {"2001:db8::/129", NULL, -1},
};

START_TEST(networks_hold_addresses)
{
	struct network n;
	struct peer a;

	ck_assert_int_eq(network_parse(networks[_i].network, &n), networks[_i].inside < 0 ? -1 : 0);
	if (networks[_i].inside < 0)
		return;
	ck_assert_int_eq(peer_parse(networks[_i].address, strlen(networks[_i].address), &a), 0);
	ck_assert_int_eq(network_has(&n, &a), networks[_i].inside);
}
END_TEST

/* With 10.0.0.0/8 and 2001:db8:1::/48 trusted. */
static const struct { const char *peer; int forwarded; const char *list, *wanted; } chains[] = {
	/* Nobody believes a stranger. */
	{"192.0.2.9", 0, "203.0.113.1", "192.0.2.9"}, {"192.0.2.9", 1, "for=203.0.113.1", "192.0.2.9"},
	{"10.0.0.1", 0, "203.0.113.1", "203.0.113.1"}, {"10.0.0.1", 0, "203.0.113.1:4711", "203.0.113.1"},
	/* What stands before the first stranger is the stranger's word. */
	{"10.0.0.1", 0, "198.51.100.7, 203.0.113.1", "203.0.113.1"}, {"10.0.0.1", 0, "10.9.9.9, 203.0.113.1", "203.0.113.1"},
	{"10.0.0.1", 0, "198.51.100.7, 203.0.113.1, 10.0.0.2", "203.0.113.1"},
	{"10.0.0.1", 0, "203.0.113.1 ,\t10.0.0.2 , 10.0.0.3", "203.0.113.1"},
	{"10.0.0.1", 0, "10.0.0.3, 10.0.0.2", "10.0.0.3"}, {"10.0.0.1", 0, "", "10.0.0.1"},
	/* What cannot be read ends it. */
	{"10.0.0.1", 0, "203.0.113.1, unknown", "10.0.0.1"}, {"10.0.0.1", 0, "203.0.113.1,", "10.0.0.1"},
	{"10.0.0.1", 0, "unknown, 10.0.0.2", "10.0.0.2"}, {"10.0.0.1", 0, ",,,", "10.0.0.1"},
	{"2001:db8:1::5", 0, "2001:db8:2::7", "2001:db8:2::7"}, {"2001:db8:1::5", 0, "[2001:db8:2::7]:9", "2001:db8:2::7"},
	{"10.0.0.1", 1, "for=203.0.113.1", "203.0.113.1"}, {"10.0.0.1", 1, "For=\"[2001:db8:2::7]:4711\"", "2001:db8:2::7"},
	{"10.0.0.1", 1, "for=198.51.100.7, for=203.0.113.1;proto=https;by=10.0.0.1", "203.0.113.1"},
	{"10.0.0.1", 1, "proto=http; for=203.0.113.1 , by=x;for=10.0.0.4", "203.0.113.1"},
	{"10.0.0.1", 1, "for=unknown", "10.0.0.1"}, {"10.0.0.1", 1, "for=\"_gazonk\"", "10.0.0.1"},
	{"10.0.0.1", 1, "by=203.0.113.1", "10.0.0.1"}, {"10.0.0.1", 1, "for=", "10.0.0.1"}, {"10.0.0.1", 1, "203.0.113.1", "10.0.0.1"},
};

START_TEST(proxies_are_seen_through)
{
	struct network trusted[2];
	struct peer peer, found;
	char out[PEER_TEXT];

	ck_assert_int_eq(network_parse("10.0.0.0/8", &trusted[0]), 0);
	ck_assert_int_eq(network_parse("2001:db8:1::/48", &trusted[1]), 0);
	ck_assert_int_eq(peer_parse(chains[_i].peer, strlen(chains[_i].peer), &peer), 0);
	peer_behind(&peer, chains[_i].list, chains[_i].forwarded, trusted, 2, &found);
	peer_text(&found, out);
	ck_assert_msg(!strcmp(out, chains[_i].wanted), "%s behind %s: %s", chains[_i].list, chains[_i].peer, out);
}
END_TEST

static const struct { const char *a, *b; int same; } keys[] = {
	{"192.0.2.1", "192.0.2.1", 1}, {"192.0.2.1", "192.0.2.2", 0}, {"2001:db8:0:1::1", "2001:db8:0:1:ffff::2", 1},
	{"2001:db8:0:1::1", "2001:db8:0:2::1", 0}, {"::ffff:192.0.2.1", "192.0.2.1", 1},
};

START_TEST(a_64_is_one_caller)
{
	unsigned char one[8] = {0}, two[8] = {0};
	struct peer a, b;
	size_t size;

	peer_parse(keys[_i].a, strlen(keys[_i].a), &a);
	peer_parse(keys[_i].b, strlen(keys[_i].b), &b);
	size = peer_key(&a, one);
	ck_assert_int_eq(size == peer_key(&b, two) && !memcmp(one, two, size), keys[_i].same);
}
END_TEST

#define ROWS(rows) (int)(sizeof(rows) / sizeof(rows[0]))

int main(void)
{
	Suite *s = suite_create("peer");
	TCase *tc = tcase_create("peer");
	SRunner *r;
	int failed;

	tcase_add_loop_test(tc, addresses_are_read, 0, ROWS(addresses));
	tcase_add_loop_test(tc, networks_hold_addresses, 0, ROWS(networks));
	tcase_add_loop_test(tc, proxies_are_seen_through, 0, ROWS(chains));
	tcase_add_loop_test(tc, a_64_is_one_caller, 0, ROWS(keys));
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

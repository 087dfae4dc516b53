/*
 * guard_test.c - how often callers may ask: what costs what, whom it is counted
 * for, what the answers tell, and that a refusal comes before anything else.
 */
#include "tests/api/fake.h"
#include "api/errors.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUOTA = 60, ADDRESS = 200, REGISTRATIONS = 3, FAILURES = 5 };

static const char NO_TOKEN[] = "mpl_0000000000000000000000000000000000000000000000000000";
static struct fake *f;
static struct talk t;
static char ada[API_TOKEN_TEXT], bob[API_TOKEN_TEXT];

/* A request from an address, with a token or NULL, and one header more or NULL. */
struct from { const char *peer, *token, *name, *value, *second, *second_value; };

static int ask_from(struct from who, const char *method, const char *target, const char *body)
{
	talk_begin(&t, f, method, target, body);
	t.x.peer = who.peer;
	if (who.token)
		talk_token(&t, who.token);
	if (who.name)
		talk_header(&t, who.name, who.value);
	if (who.second)
		talk_header(&t, who.second, who.second_value);
	talk_go(&t);
	if (t.later)
		talk_resume(&t);
	return t.x.reply.status;
}

#define HEADER(name, text) ck_assert_pstr_eq(talk_answer_header(&t, name), text)
#define GOT(path, text) ck_assert_pstr_eq(talk_get(&t, path), text)
#define ASK(status, who, method, target, body) do { \
	ck_assert_int_eq(ask_from(who, method, target, body), status); \
} while (0)
#define TRY(status, who, method, target, body) do { \
	ASK(status, who, method, target, body); \
	talk_end(&t); \
} while (0)

static const struct from stranger = {"203.0.113.5", NULL, NULL, NULL, NULL, NULL};

static void open_service(void)
{
	fake_time = 1800000000000;
	f = fake_open_with((struct api_config){.registration_open = 1, .trusted_proxies = "10.0.0.0/8",
		.rates = {QUOTA, ADDRESS, REGISTRATIONS, FAILURES, 4}});
	fake_player(f, "Ada", ada, NULL);
	fake_player(f, "Bob", bob, NULL);
	fake_time += 3600 * 1000;
}

static void close_service(void)
{
	fake_close(f);
}

START_TEST(every_answer_tells_the_limits)
{
	ASK(200, stranger, "GET", "/v1", NULL);
	HEADER("RateLimit", "\"default\";r=59;t=1, \"address\";r=199;t=1");
	HEADER("RateLimit-Policy", "\"default\";q=60;w=60, \"address\";q=200;w=60");
	talk_end(&t);
	ASK(404, stranger, "GET", "/v1/none", NULL);
	HEADER("RateLimit", "\"default\";r=58;t=2, \"address\";r=198;t=1");
	talk_end(&t);
	ASK(400, stranger, "GET", "/v1/%zz", NULL);
	HEADER("RateLimit", "\"default\";r=57;t=3, \"address\";r=197;t=1");
	talk_end(&t);
	ASK(405, stranger, "POST", "/v1", NULL);
	HEADER("RateLimit", "\"default\";r=53;t=7, \"address\";r=193;t=3");
	talk_end(&t);
	ASK(204, stranger, "OPTIONS", "/v1", NULL);
	HEADER("RateLimit", "\"default\";r=52;t=8, \"address\";r=192;t=3");
	talk_end(&t);
}
END_TEST

START_TEST(a_change_costs_four)
{
	struct from who = {"203.0.113.5", ada, NULL, NULL, NULL, NULL};

	ASK(200, who, "GET", "/v1/me", NULL);
	HEADER("RateLimit", "\"address\";r=199;t=1, \"default\";r=59;t=1");
	talk_end(&t);
	/* From now on the token is known, and asked first. */
	ASK(200, who, "PATCH", "/v1/me", "{}");
	HEADER("RateLimit", "\"default\";r=55;t=5, \"address\";r=195;t=2");
	talk_end(&t);
}
END_TEST

START_TEST(who_has_used_it_up_is_refused_and_let_in_again)
{
	for (int i = 0; i < QUOTA; i++)
		TRY(200, stranger, "GET", "/v1", NULL);
	ASK(429, stranger, "GET", "/v1", NULL);
	GOT("code", "too-many-requests");
	GOT("policy", "default");
	GOT("retry_after", "1");
	HEADER("Retry-After", "1");
	HEADER("RateLimit", "\"default\";r=0;t=1");
	talk_end(&t);
	ASK(429, stranger, "POST", "/v1/players", "{\"name\":\"x\"}");
	HEADER("Retry-After", "4");
	HEADER("RateLimit", "\"default\";r=0;t=4");
	talk_end(&t);
	fake_time += 999;
	TRY(429, stranger, "GET", "/v1", NULL);
	fake_time += 1;
	TRY(200, stranger, "GET", "/v1", NULL);
	TRY(429, stranger, "GET", "/v1", NULL);
}
END_TEST

START_TEST(a_refusal_comes_before_all_else)
{
	struct from known = {"203.0.113.5", ada, NULL, NULL, NULL, NULL};

	TRY(200, known, "GET", "/v1/me", NULL);
	for (int i = 1; i < QUOTA; i++)
		TRY(200, known, "GET", "/v1", NULL);
	/* Nothing of this is right, and nobody looks at it. */
	TRY(429, known, "POST", "/v1/games", "{");
	TRY(429, known, "GET", "/v1/none", NULL);
	TRY(429, known, "POST", "/v1/games/00000000/actions", "{\"type\":\"draw\"}");
	api_drain(f->api);
	TRY(200, known, "GET", "/livez", NULL);
}
END_TEST

START_TEST(who_watches_the_service_gets_through)
{
	for (int i = 0; i < QUOTA; i++)
		TRY(200, stranger, "GET", "/v1", NULL);
	TRY(429, stranger, "GET", "/v1", NULL);
	for (int i = 0; i < 3 * QUOTA; i++) {
		TRY(200, stranger, "GET", "/livez", NULL);
		TRY(200, stranger, "GET", "/readyz", NULL);
	}
}
END_TEST

START_TEST(tokens_behind_one_address_do_not_disturb_each_other)
{
	struct from one = {"203.0.113.5", ada, NULL, NULL, NULL, NULL}, two = {"203.0.113.5", bob, NULL, NULL, NULL, NULL};

	for (int i = 0; i < QUOTA; i++)
		TRY(200, one, "GET", "/v1/me", NULL);
	TRY(429, one, "GET", "/v1/me", NULL);
	TRY(200, two, "GET", "/v1/me", NULL);
	TRY(200, stranger, "GET", "/v1", NULL);
	/* The same token from elsewhere is the same token. */
	one.peer = "198.51.100.1";
	TRY(429, one, "GET", "/v1/me", NULL);
}
END_TEST

START_TEST(many_tokens_of_one_address_have_an_end)
{
	char cyd[API_TOKEN_TEXT];
	const char *tokens[] = {ada, bob, cyd, NULL};
	struct from who = stranger;
	int granted = 0;

	fake_player(f, "Cyd", cyd, NULL);
	for (int i = 0; i < 4 * QUOTA; i++) {
		who.token = tokens[i % 4];
		granted += ask_from(who, "GET", "/v1", NULL) == 200;
		talk_end(&t);
	}
	ck_assert_int_eq(granted, ADDRESS);
	ASK(429, who, "GET", "/v1", NULL);
	GOT("policy", "address");
	talk_end(&t);
	who.peer = "198.51.100.1";
	who.token = ada;
	TRY(200, who, "GET", "/v1", NULL);
}
END_TEST

START_TEST(guessing_tokens_ends_soon)
{
	struct from guesser = {"203.0.113.5", NO_TOKEN, NULL, NULL, NULL, NULL};
	struct from known = {"203.0.113.5", ada, NULL, NULL, NULL, NULL}, unknown = {"203.0.113.5", bob, NULL, NULL, NULL, NULL};

	TRY(200, known, "GET", "/v1/me", NULL);
	for (int i = 0; i < FAILURES; i++) {
		ASK(401, guesser, "GET", "/v1/me", NULL);
		ck_assert_ptr_nonnull(strstr(talk_answer_header(&t, "RateLimit"), "\"failures\";r="));
		talk_end(&t);
	}
	ASK(429, guesser, "GET", "/v1/me", NULL);
	GOT("policy", "failures");
	HEADER("Retry-After", "12");
	talk_end(&t);
	/* A word that cannot be a token is no better. */
	guesser.token = "mpl_x";
	TRY(429, guesser, "GET", "/v1", NULL);
	/* Who was there before and who sends none notice nothing; a token not seen for long waits. */
	TRY(200, known, "GET", "/v1/me", NULL);
	TRY(200, stranger, "GET", "/v1", NULL);
	TRY(429, unknown, "GET", "/v1/me", NULL);
	unknown.peer = "203.0.113.6";
	TRY(200, unknown, "GET", "/v1/me", NULL);
	fake_time += 12000;
	guesser.token = NO_TOKEN;
	TRY(401, guesser, "GET", "/v1/me", NULL);
	TRY(429, guesser, "GET", "/v1/me", NULL);
}
END_TEST

START_TEST(a_revoked_token_is_a_failure)
{
	struct from who = {"203.0.113.5", NULL, NULL, NULL, NULL, NULL};
	char url[80], second[API_TOKEN_TEXT];

	ck_assert_int_eq(talk(&t, f, ada, "POST", "/v1/me/tokens", "{\"name\":\"phone\"}"), 201);
	strcpy(second, talk_get(&t, "token"));
	snprintf(url, sizeof(url), "/v1/me/tokens/%s", talk_get(&t, "id"));
	talk_end(&t);
	who.token = second;
	TRY(200, who, "GET", "/v1/me", NULL);
	ck_assert_int_eq(talk(&t, f, ada, "DELETE", url, NULL), 204);
	talk_end(&t);
	for (int i = 0; i < FAILURES; i++)
		TRY(401, who, "GET", "/v1/me", NULL);
	TRY(429, who, "GET", "/v1/me", NULL);
}
END_TEST

START_TEST(registrations_are_few)
{
	struct from who = {"203.0.113.5", NULL, NULL, NULL, NULL, NULL};
	char admin[API_TOKEN_TEXT], why[240];

	for (int i = 0; i < REGISTRATIONS; i++) {
		ASK(201, who, "POST", "/v1/players", "{\"name\":\"x\"}");
		ck_assert_ptr_nonnull(strstr(talk_answer_header(&t, "RateLimit-Policy"), "\"registrations\";q=3;w=3600"));
		talk_end(&t);
	}
	ASK(429, who, "POST", "/v1/players", "{\"name\":\"x\"}");
	GOT("policy", "registrations");
	HEADER("Retry-After", "1200");
	talk_end(&t);
	/* Neither with a token of a player, but with an administrator's. */
	who.token = ada;
	TRY(429, who, "POST", "/v1/players", "{\"name\":\"x\"}");
	ck_assert_int_eq(api_token_create(f->writer, "root", SCOPE_ADMIN, 0, admin, why), 0);
	who.token = admin;
	TRY(201, who, "POST", "/v1/players", "{\"name\":\"x\"}");
	who = (struct from){"203.0.113.6", NULL, NULL, NULL, NULL, NULL};
	TRY(201, who, "POST", "/v1/players", "{\"name\":\"x\"}");
}
END_TEST

START_TEST(a_long_poll_is_one_request)
{
	struct from who = {"203.0.113.5", NULL, NULL, NULL, NULL, NULL};
	char game[STORE_GAME_ID + 1], target[80];

	ck_assert_int_eq(talk(&t, f, ada, "POST", "/v1/games", "{\"ruleset\":\"south-seas\",\"seats\":3}"), 201);
	strcpy(game, talk_get(&t, "id"));
	talk_end(&t);
	snprintf(target, sizeof(target), "/v1/games/%s/events?after=2&wait=60", game);
	talk_begin(&t, f, "GET", target, NULL);
	t.x.peer = who.peer;
	talk_go(&t);
	ck_assert_int_eq(t.later, 1);
	fake_time += 61000;
	api_tick(f->api);
	talk_resume(&t);
	HEADER("RateLimit", "\"default\";r=59;t=1, \"address\";r=199;t=1");
	talk_end(&t);
}
END_TEST

START_TEST(a_64_of_ipv6_is_one_caller)
{
	struct from one = {"2001:db8:0:1::1", NULL, NULL, NULL, NULL, NULL}, two = {"2001:db8:0:1:ffff::2", NULL, NULL, NULL, NULL, NULL};

	for (int i = 0; i < QUOTA; i++)
		TRY(200, i % 2 ? one : two, "GET", "/v1", NULL);
	TRY(429, one, "GET", "/v1", NULL);
	one.peer = "2001:db8:0:2::1";
	TRY(200, one, "GET", "/v1", NULL);
}
END_TEST

/* Who is asked for, by peer and headers; 1: it is 198.51.100.7, who has nothing left. */
static const struct { struct from who; int his; } senders[] = {
	{{"198.51.100.7", NULL, NULL, NULL, NULL, NULL}, 1},
	{{"203.0.113.5", NULL, "X-Forwarded-For", "198.51.100.7", NULL, NULL}, 0},
	{{"10.0.0.1", NULL, "X-Forwarded-For", "198.51.100.7", NULL, NULL}, 1},
	{{"10.0.0.1", NULL, "X-Forwarded-For", "203.0.113.9, 198.51.100.7", NULL, NULL}, 1},
	{{"10.0.0.1", NULL, "X-Forwarded-For", "198.51.100.7, 203.0.113.9", NULL, NULL}, 0},
	{{"10.0.0.1", NULL, "Forwarded", "for=198.51.100.7", NULL, NULL}, 1},
	{{"203.0.113.5", NULL, "Forwarded", "for=198.51.100.7", NULL, NULL}, 0},
	/* The proxy has written one of the two, and which nobody knows. */
	{{"10.0.0.1", NULL, "X-Forwarded-For", "198.51.100.7", "Forwarded", "for=203.0.113.9"}, 0},
	/* A proxy that adds a line of its own: the last counts. */
	{{"10.0.0.1", NULL, "X-Forwarded-For", "203.0.113.9", "X-Forwarded-For", "198.51.100.7"}, 1},
	{{"10.0.0.1", NULL, NULL, NULL, NULL, NULL}, 0},
};

START_TEST(proxies_are_believed_when_trusted)
{
	for (int i = 0; i < QUOTA; i++)
		TRY(200, senders[0].who, "GET", "/v1", NULL);
	TRY(senders[_i].his ? 429 : 200, senders[_i].who, "GET", "/v1", NULL);
	ck_assert_ptr_nonnull(strstr(f->log, senders[_i].his ? "status=429" : "status=200"));
	if (senders[_i].his)
		ck_assert_ptr_nonnull(strstr(strstr(f->log, "status=429"), "peer=198.51.100.7"));
}
END_TEST

START_TEST(refusals_by_the_transport_count)
{
	char limit[80];

	talk_begin(&t, f, "POST", "/v1/records", "{}");
	api_refuse(f->api, &t.x, ERR_TOO_LARGE, "the body is larger than this path takes");
	ck_assert_int_eq(t.x.reply.status, 413);
	snprintf(limit, sizeof(limit), "\"default\";r=%d;t=4, \"address\";r=%d;t=2", QUOTA - 4, ADDRESS - 4);
	HEADER("RateLimit", limit);
	talk_end(&t);
}
END_TEST

START_TEST(a_network_that_is_none_is_refused_at_the_start)
{
	struct api_config config = {.store = f->store, .reader_count = 1, .cached_games = 1,
		.trusted_proxies = "loopback, 10.0.0.0/33"};
	char why[240];

	ck_assert_ptr_null(api_open(&config, why));
	ck_assert_ptr_nonnull(strstr(why, "10.0.0.0/33"));
}
END_TEST

/* --- refusals that are held back ------------------------------------------------------- */

enum { HOLD = 100 };

static int64_t steady_time;

static int64_t steady(void)
{
	return steady_time;
}

/* A service that has nothing left for the stranger. */
static void open_holding(void)
{
	steady_time = 1;
	f = fake_open_with((struct api_config){.rates = {1}, .rate_hold = HOLD, .steady = steady});
	TRY(200, stranger, "GET", "/v1", NULL);
}

/* A stranger's request; 1: its answer is held back. */
static int is_held(struct talk *one)
{
	talk_begin(one, f, "GET", "/v1", NULL);
	one->x.peer = stranger.peer;
	talk_go(one);
	return one->later;
}

static void must_be_refused(struct talk *one)
{
	ck_assert_int_eq(one->later, 0);
	ck_assert_int_eq(one->x.reply.status, 429);
	ck_assert_ptr_nonnull(talk_answer_header(one, "Retry-After"));
	talk_end(one);
}

START_TEST(a_refusal_comes_late)
{
	struct talk many[20];

	for (int i = 0; i < 20; i++)
		ck_assert_int_eq(is_held(&many[i]), 1);
	steady_time += HOLD * 1000 - 1;
	api_tick(f->api);
	for (int i = 0; i < 20; i++)
		ck_assert_int_eq(many[i].wakes, 0);
	steady_time += 1;		/* some have waited long enough, others have not */
	api_tick(f->api);
	ck_assert_int_eq(many[0].wakes + many[1].wakes + many[2].wakes + many[3].wakes + many[4].wakes + many[5].wakes +
		many[6].wakes + many[7].wakes, 1);
	steady_time += HOLD * 1000;
	api_tick(f->api);
	for (int i = 0; i < 20; i++) {
		ck_assert_int_eq(many[i].wakes, 1);
		talk_resume(&many[i]);
		must_be_refused(&many[i]);
	}
}
END_TEST

START_TEST(nobody_else_is_held_back)
{
	static const struct from other = {"203.0.113.77", NULL, NULL, NULL, NULL, NULL};
	struct talk one;

	ck_assert_int_eq(is_held(&one), 1);
	TRY(200, other, "GET", "/v1", NULL);
	TRY(200, stranger, "GET", "/livez", NULL);
	api_drain(f->api);
	talk_resume(&one);
	must_be_refused(&one);
	ck_assert_int_eq(is_held(&one), 0);	/* the service is stopping */
	must_be_refused(&one);
}
END_TEST

START_TEST(so_many_are_held_back_and_no_more)
{
	static struct talk many[API_HELD_MAX];
	struct talk one;

	for (int i = 0; i < API_HELD_MAX; i++)
		ck_assert_int_eq(is_held(&many[i]), 1);
	ck_assert_int_eq(is_held(&one), 0);
	must_be_refused(&one);
	steady_time += 2 * HOLD * 1000;
	api_tick(f->api);
	for (int i = 0; i < API_HELD_MAX; i++) {
		talk_resume(&many[i]);
		must_be_refused(&many[i]);
		ck_assert_int_eq(is_held(&many[i]), 1);	/* there is room again */
	}
	api_drain(f->api);
	for (int i = 0; i < API_HELD_MAX; i++) {
		talk_resume(&many[i]);
		must_be_refused(&many[i]);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("guard");
	TCase *tc = tcase_create("guard"), *holding = tcase_create("holding back");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_test(tc, every_answer_tells_the_limits);
	tcase_add_test(tc, a_change_costs_four);
	tcase_add_test(tc, who_has_used_it_up_is_refused_and_let_in_again);
	tcase_add_test(tc, a_refusal_comes_before_all_else);
	tcase_add_test(tc, who_watches_the_service_gets_through);
	tcase_add_test(tc, tokens_behind_one_address_do_not_disturb_each_other);
	tcase_add_test(tc, many_tokens_of_one_address_have_an_end);
	tcase_add_test(tc, guessing_tokens_ends_soon);
	tcase_add_test(tc, a_revoked_token_is_a_failure);
	tcase_add_test(tc, registrations_are_few);
	tcase_add_test(tc, a_long_poll_is_one_request);
	tcase_add_test(tc, a_64_of_ipv6_is_one_caller);
	tcase_add_loop_test(tc, proxies_are_believed_when_trusted, 0, (int)(sizeof(senders) / sizeof(senders[0])));
	tcase_add_test(tc, refusals_by_the_transport_count);
	tcase_add_test(tc, a_network_that_is_none_is_refused_at_the_start);
	tcase_add_checked_fixture(holding, open_holding, close_service);
	tcase_add_test(holding, a_refusal_comes_late);
	tcase_add_test(holding, nobody_else_is_held_back);
	tcase_add_test(holding, so_many_are_held_back_and_no_more);
	suite_add_tcase(s, tc);
	suite_add_tcase(s, holding);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

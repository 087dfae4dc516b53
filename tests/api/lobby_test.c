/*
 * lobby_test.c - games before they are played: made, found, joined, left,
 * started, called off.
 */
#include "tests/api/table_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct around a;

static void open_service(void)
{
	around_open(&a, (struct api_config){0});
}

static void close_service(void)
{
	around_close(&a);
}

START_TEST(a_game_is_made_with_its_maker_on_seat_0)
{
	around_create(&a, 3, ",\"name\":\"Lagoon\",\"colour\":\"green\",\"options\":{\"first_seat\":2,"
		"\"retrieve\":\"empty-supply\",\"auto_draw\":true}");
	ck_assert_uint_eq(strlen(a.game), STORE_GAME_ID);
	ck_assert_pstr_eq(talk_answer_header(&a.t, "Location"), got(&a, "url"));
	GOT(&a, "status", "lobby");
	GOT(&a, "name", "Lagoon");
	GOT(&a, "visibility", "public");
	GOT(&a, "options/first_seat", "2");
	GOT(&a, "options/retrieve", "empty-supply");
	GOT(&a, "options/auto_draw", "true");
	GOT(&a, "options/auto_end_turn", "true");
	GOT(&a, "seats/0/colour", "green");
	GOT(&a, "seats/0/state", "taken");
	GOT(&a, "seats/0/player/name", "Ada");
	GOT(&a, "seats/2/state", "free");
	GOT(&a, "seats/2/player", "null");
	GOT(&a, "creator", a.player[0]);
	GOT(&a, "started_at", "null");
	ck_assert_uint_eq(strlen(got(&a, "commitment")), 64);
	GOT(&a, "version", "2");
	ck_assert_pstr_eq(talk_answer_header(&a.t, "ETag"), "\"2\"");
	ASK(200, &a, NOBODY, "GET", "events", NULL);
	GOT(&a, "events/0/type", "game-created");
	GOT(&a, "events/0/seats", "3");
	GOT(&a, "events/1/type", "seat-taken");
	GOT(&a, "events/1/player", a.player[0]);
	GOT(&a, "next", "2");
}
END_TEST

static const struct { const char *body, *pointer; } bad_wishes[] = {
	{"{}", "/ruleset"},
	{"{\"ruleset\":\"north-seas\"}", "/ruleset"},
	{"{\"ruleset\":\"south-seas\",\"seats\":1}", "/seats"},
	{"{\"ruleset\":\"south-seas\",\"seats\":6}", "/seats"},
	{"{\"ruleset\":\"south-seas\",\"seats\":2.5}", "/seats"},
	{"{\"ruleset\":\"south-seas\",\"visibility\":\"secret\"}", "/visibility"},
	{"{\"ruleset\":\"south-seas\",\"tileset\":\"nowhere\"}", "/tileset"},
	{"{\"ruleset\":\"south-seas\",\"colour\":\"pink\"}", "/colour"},
	{"{\"ruleset\":\"south-seas\",\"clock\":\"P3D\"}", "/clock"},
	{"{\"ruleset\":\"south-seas\",\"name\":\"a\\u0007b\"}", "/name"},
	{"{\"ruleset\":\"south-seas\",\"client_seed\":\"a\\nb\"}", "/client_seed"},
	{"{\"ruleset\":\"south-seas\",\"client_seed\":"
		"\"0123456789012345678901234567890123456789012345678901234567890123456789\"}", "/client_seed"},
	{"{\"ruleset\":\"south-seas\",\"options\":[]}", "/options"},
	{"{\"ruleset\":\"south-seas\",\"options\":{\"teams\":true}}", "/options/teams"},
	{"{\"ruleset\":\"south-seas\",\"options\":{\"auto_draw\":\"yes\"}}", "/options/auto_draw"},
	{"{\"ruleset\":\"south-seas\",\"options\":{\"auto_draw\":1}}", "/options/auto_draw"},
	{"{\"ruleset\":\"south-seas\",\"options\":{\"retrieve\":\"never\"}}", "/options/retrieve"},
	{"{\"ruleset\":\"south-seas\",\"options\":{\"first_seat\":\"1\"}}", "/options/first_seat"},
	{"{\"ruleset\":\"south-seas\",\"options\":{\"first_seat\":2}}", "/options/first_seat"},
	{"{\"ruleset\":\"south-seas\",\"options\":{\"first_seat\":-1}}", "/options/first_seat"},
};

START_TEST(bad_wishes_are_named)
{
	ASK(422, &a, 0, "POST", "/v1/games", bad_wishes[_i].body);
	GOT(&a, "code", "invalid-fields");
	GOT(&a, "errors/0/pointer", bad_wishes[_i].pointer);
	ASK(200, &a, 0, "GET", "/v1/games", NULL);
	GOT(&a, "games", "[]");
}
END_TEST

START_TEST(unknown_options_are_answered_with_the_known_ones)
{
	ASK(422, &a, 0, "POST", "/v1/games", "{\"ruleset\":\"south-seas\",\"options\":{\"retreive\":\"any\"}}");
	ck_assert_ptr_nonnull(strstr(got_body(&a), "retrieve"));
}
END_TEST

START_TEST(the_last_seat_starts_the_game)
{
	around_create(&a, 2, "");
	ASK(201, &a, 1, "POST", "seats", "{\"colour\":\"black\",\"client_seed\":\"ahoy\"}");
	GOT(&a, "status", "active");
	GOT(&a, "seats/1/colour", "black");
	GOT(&a, "seats/1/state", "playing");
	GOT(&a, "turn/phase", "draw");
	ck_assert_ptr_null(strstr(got_body(&a), "ahoy"));
	ASK(200, &a, NOBODY, "GET", "events?after=2", NULL);
	GOT(&a, "events/0/type", "seat-taken");
	GOT(&a, "events/1/type", "game-started");
	GOT(&a, "events/2/type", "turn-started");
	ASK(409, &a, 2, "POST", "seats", "{}");
	GOT(&a, "code", "not-in-lobby");
	ASK(409, &a, 0, "DELETE", "seats/0", NULL);
	ASK(409, &a, 0, "POST", "abort", NULL);
	GOT(&a, "code", "not-in-lobby");
	ASK(409, &a, 0, "POST", "start", NULL);
}
END_TEST

START_TEST(seats_and_colours_are_taken_once)
{
	around_create(&a, 3, "");
	ASK(409, &a, 0, "POST", "seats", "{}");
	GOT(&a, "code", "already-seated");
	ASK(409, &a, 1, "POST", "seats", "{\"colour\":\"red\"}");
	GOT(&a, "code", "seat-taken");
	ASK(409, &a, 1, "POST", "seats", "{\"seat\":0}");
	GOT(&a, "code", "seat-taken");
	ASK(422, &a, 1, "POST", "seats", "{\"seat\":3}");
	ASK(422, &a, 1, "POST", "seats", "{\"invite\":5}");
	ASK(403, &a, 1, "POST", "seats", "{\"invite\":\"x\"}");
	GOT(&a, "code", "invite-invalid");
	ASK(201, &a, 1, "POST", "seats", "{\"seat\":2}");
	GOT(&a, "seats/1/state", "free");
	GOT(&a, "seats/2/player/name", "Bob");
	GOT(&a, "seats/2/colour", "blue");
	ASK(401, &a, NOBODY, "POST", "seats", "{}");
	ASK(200, &a, NOBODY, "GET", "", NULL);
	GOT(&a, "version", "3");
}
END_TEST

START_TEST(two_claims_in_one_batch_get_two_seats_or_one)
{
	struct talk t[5];
	char path[60];
	int taken = 0;

	around_create(&a, 3, "");
	snprintf(path, sizeof(path), "/v1/games/%s/seats", a.game);
	fake_hold(a.f);
	for (int i = 0; i < 5; i++) {
		talk_begin(&t[i], a.f, "POST", path, "{}");
		talk_token(&t[i], a.token[i + 1]);
		talk_go(&t[i]);
		ck_assert_int_eq(t[i].later, 1);
	}
	fake_run_held(a.f);
	for (int i = 0; i < 5; i++) {
		talk_resume(&t[i]);
		taken += t[i].x.reply.status == 201;
		ck_assert_int_eq(t[i].x.reply.status, i < 2 ? 201 : 409);
		talk_end(&t[i]);
	}
	ck_assert_int_eq(taken, 2);
	ASK(200, &a, NOBODY, "GET", "", NULL);
	GOT(&a, "status", "active");
	GOT(&a, "seats/2/player/name", "Cleo");
}
END_TEST

START_TEST(seats_can_be_left_before_the_start)
{
	around_create(&a, 3, "");
	ASK(201, &a, 1, "POST", "seats", "{}");
	ASK(403, &a, STRANGER, "DELETE", "seats/1", NULL);
	ASK(403, &a, 0, "DELETE", "seats/1", NULL);
	ASK(404, &a, 1, "DELETE", "seats/7", NULL);
	ASK(404, &a, 1, "DELETE", "seats/x", NULL);
	ASK(404, &a, 1, "DELETE", "seats/-1", NULL);
	ASK(200, &a, 1, "DELETE", "seats/1", NULL);
	GOT(&a, "seats/1/state", "free");
	ASK(200, &a, NOBODY, "GET", "events?after=3", NULL);
	GOT(&a, "events/0/type", "seat-left");
	GOT(&a, "events/0/seat", "1");
	ASK(201, &a, 2, "POST", "seats", "{}");
	GOT(&a, "seats/1/player/name", "Cleo");
}
END_TEST

START_TEST(the_maker_starts_early_with_those_who_sit)
{
	around_create(&a, 5, "");
	ASK(409, &a, 0, "POST", "start", NULL);
	GOT(&a, "code", "too-few-seats");
	ASK(201, &a, 1, "POST", "seats", "{\"seat\":3}");
	ASK(201, &a, 2, "POST", "seats", "{\"seat\":4}");
	ASK(403, &a, 1, "POST", "start", NULL);
	ASK(422, &a, 0, "POST", "start", "{\"now\":true}");
	ASK(200, &a, 0, "POST", "start", NULL);
	GOT(&a, "status", "active");
	ck_assert_int_eq(got_count(&a, "seats"), 3);
	GOT(&a, "seats/1/player/name", "Bob");
	GOT(&a, "seats/2/player/name", "Cleo");
	ASK(200, &a, NOBODY, "GET", "events?after=4", NULL);
	GOT(&a, "events/0/type", "seat-left");
	GOT(&a, "events/0/seat", "3");
	GOT(&a, "events/1/type", "seat-taken");
	GOT(&a, "events/1/seat", "1");
	GOT(&a, "events/4/type", "game-started");
	ASK(200, &a, NOBODY, "GET", "/v1/games", NULL);
	ck_assert_int_eq(got_count(&a, "games/0/seats"), 3);
	while (random_move(&a))
		;
}
END_TEST

START_TEST(a_first_seat_that_is_missing_does_not_begin)
{
	around_create(&a, 4, ",\"options\":{\"first_seat\":2}");
	ASK(201, &a, 1, "POST", "seats", "{\"seat\":3}");
	ASK(409, &a, 0, "POST", "start", NULL);
	ASK(201, &a, 2, "POST", "seats", "{\"seat\":2}");
	ASK(409, &a, 0, "POST", "start", NULL);
	ASK(201, &a, 3, "POST", "seats", "{\"seat\":1}");
	GOT(&a, "turn/seat", "2");
}
END_TEST

START_TEST(the_maker_calls_the_game_off)
{
	around_create(&a, 3, "");
	ASK(403, &a, 1, "POST", "abort", NULL);
	ASK(412, &a, 0, "POST", "abort", "{\"expected_version\":1}");
	GOT(&a, "events/0/type", "seat-taken");
	ASK(200, &a, 0, "POST", "abort", "{\"expected_version\":2}");
	GOT(&a, "status", "aborted");
	ASK(409, &a, 0, "POST", "abort", NULL);
	ASK(409, &a, 1, "POST", "seats", "{}");
	ASK(409, &a, 0, "POST", "draw", NULL);
	GOT(&a, "code", "game-over");
	ASK(409, &a, 0, "GET", "legal", NULL);
	ASK(409, &a, 0, "GET", "record", NULL);
	ASK(200, &a, NOBODY, "GET", "fairness", NULL);
	ck_assert_uint_eq(strlen(got(&a, "server_seed")), 64);
}
END_TEST

START_TEST(private_games_are_seen_by_those_who_sit_in_them)
{
	char body[80];
	static const char *const reads[] = {"", "legal", "events", "at/1", "board.txt", "record", "fairness"};

	around_create(&a, 3, ",\"visibility\":\"private\"");
	for (size_t i = 0; i < sizeof(reads) / sizeof(reads[0]); i++) {
		ASK(404, &a, NOBODY, "GET", reads[i], NULL);
		ASK(404, &a, STRANGER, "GET", reads[i], NULL);
	}
	ASK(404, &a, STRANGER, "POST", "draw", NULL);
	ASK(404, &a, STRANGER, "POST", "start", NULL);
	ASK(404, &a, STRANGER, "POST", "abort", NULL);
	ASK(404, &a, STRANGER, "DELETE", "seats/0", NULL);
	ASK(200, &a, NOBODY, "GET", "/v1/games", NULL);
	GOT(&a, "games", "[]");
	ASK(200, &a, 0, "GET", "/v1/games", NULL);
	ck_assert_int_eq(got_count(&a, "games"), 1);
	ASK(404, &a, 1, "POST", "seats", "{}");
	ASK(201, &a, 0, "POST", "invites", "{\"seat\":1}");
	snprintf(body, sizeof(body), "{\"invite\":\"%s\"}", got(&a, "code"));
	ASK(201, &a, 1, "POST", "seats", body);
	ASK(200, &a, 1, "GET", "", NULL);
	ASK(200, &a, 0, "POST", "start", NULL);
	ASK(404, &a, STRANGER, "POST", "seats", "{}");
	ASK(404, &a, STRANGER, "GET", "", NULL);
}
END_TEST

START_TEST(unlisted_games_are_seen_by_those_who_know_them)
{
	around_create(&a, 2, ",\"visibility\":\"unlisted\"");
	ASK(200, &a, NOBODY, "GET", "", NULL);
	ASK(200, &a, STRANGER, "GET", "/v1/games", NULL);
	GOT(&a, "games", "[]");
	ASK(201, &a, 1, "POST", "seats", "{}");
	ASK(200, &a, 1, "GET", "/v1/games", NULL);
	ck_assert_int_eq(got_count(&a, "games"), 1);
}
END_TEST

static int count_games(const char *query)
{
	char target[120];

	snprintf(target, sizeof(target), "/v1/games%s", query);
	ASK(200, &a, NOBODY, "GET", target, NULL);
	return got_count(&a, "games");
}

START_TEST(lists_are_filtered)
{
	char query[60];

	around_create(&a, 3, "");
	around_start(&a, 2, "");
	around_create(&a, 2, "");
	ASK(200, &a, 0, "POST", "abort", NULL);
	ck_assert_int_eq(count_games(""), 3);
	ck_assert_int_eq(count_games("?status=lobby"), 1);
	ck_assert_int_eq(count_games("?status=active"), 1);
	ck_assert_int_eq(count_games("?status=aborted"), 1);
	ck_assert_int_eq(count_games("?open_seats=true"), 1);
	ck_assert_int_eq(count_games("?ruleset=south-seas"), 3);
	snprintf(query, sizeof(query), "?player=%s", a.player[1]);
	ck_assert_int_eq(count_games(query), 1);
	ASK(400, &a, NOBODY, "GET", "/v1/games?status=open", NULL);
	ASK(400, &a, NOBODY, "GET", "/v1/games?ruleset=x%3E", NULL);
	ASK(400, &a, NOBODY, "GET", "/v1/games?player=%3E%0d", NULL);
	ASK(400, &a, NOBODY, "GET", "/v1/games?cursor=17", NULL);
	ASK(400, &a, NOBODY, "GET", "/v1/games?limit=201", NULL);
	ASK(400, &a, NOBODY, "GET", "/v1/games?order=newest", NULL);
}
END_TEST

START_TEST(lists_have_pages_newest_first)
{
	char made[7][STORE_GAME_ID + 1], target[300] = "/v1/games?limit=3&open_seats=true", path[40];
	int seen = 0;

	for (int i = 0; i < 7; i++) {
		around_create(&a, 2, "");
		memcpy(made[i], a.game, sizeof(made[i]));
	}
	for (;;) {
		const char *link;
		int count;

		ASK(200, &a, NOBODY, "GET", target, NULL);
		count = got_count(&a, "games");
		for (int i = 0; i < count; i++) {
			snprintf(path, sizeof(path), "games/%d/id", i);
			GOT(&a, path, made[6 - seen++]);
		}
		link = talk_answer_header(&a.t, "Link");
		if (!link)
			break;
		ck_assert_int_eq(count, 3);
		ck_assert_int_eq(sscanf(link, "<%299[^>]>; rel=\"next\"", target), 1);
		ck_assert_ptr_nonnull(strstr(target, got(&a, "next")));
		ck_assert_ptr_nonnull(strstr(target, "open_seats=true"));
	}
	ck_assert_int_eq(seen, 7);
	GOT(&a, "next", "null");
}
END_TEST

START_TEST(lists_tell_who_is_a_bot)
{
	around_create(&a, 2, "");
	ASK(200, &a, 0, "PATCH", "/v1/me", "{\"bot\":true}");
	ASK(200, &a, NOBODY, "GET", "/v1/games", NULL);
	GOT(&a, "games/0/seats/0/player/bot", "true");
	GOT(&a, "games/0/seats/1/player", "null");
}
END_TEST

START_TEST(there_is_no_such_game)
{
	static const char *const ids[] = {"zzzzzzzz", "z", "zzzzzzzzz", "%2e%2e", "ZZZZZZZZ"};
	char target[60];

	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		snprintf(target, sizeof(target), "/v1/games/%s", ids[i]);
		ASK(404, &a, 0, "GET", target, NULL);
		GOT(&a, "code", "not-found");
		snprintf(target, sizeof(target), "/v1/games/%s/draw", ids[i]);
		ASK(404, &a, 0, "POST", target, NULL);
	}
}
END_TEST

START_TEST(an_unread_body_of_bytes_changes_nothing)
{
	around_create(&a, 2, "");
	ASK(422, &a, 1, "POST", "seats", "{\"colour\":3,\"client_seed\":true,\"x\":1}");
	ck_assert_int_eq(got_count(&a, "errors"), 3);
	ASK(200, &a, NOBODY, "GET", "", NULL);
	GOT(&a, "version", "2");
}
END_TEST

/* --- colours that are seats ----------------------------------------------------------- */

#define TEAMS ",\"options\":{\"teams\":true}"

START_TEST(a_colour_picks_its_seat)
{
	a.ruleset = "star-wars";
	around_create(&a, 4, TEAMS ",\"colour\":\"green\"");
	GOT(&a, "seats/2/player/name", "Ada");
	GOT(&a, "seats/0/colour", "red");
	GOT(&a, "seats/0/player", "null");
	ASK(422, &a, 1, "POST", "seats", "{\"colour\":\"orange\"}");
	GOT(&a, "errors/0/pointer", "/colour");
	ASK(422, &a, 1, "POST", "seats", "{\"colour\":\"black\",\"seat\":3}");
	GOT(&a, "errors/0/pointer", "/colour");
	ASK(409, &a, 1, "POST", "seats", "{\"colour\":\"green\"}");
	GOT(&a, "code", "seat-taken");
	ASK(201, &a, 1, "POST", "seats", "{\"colour\":\"white\"}");
	GOT(&a, "seats/3/player/name", "Bob");
	ASK(201, &a, 2, "POST", "seats", "{}");
	GOT(&a, "seats/0/player/name", "Cleo");
	ASK(200, &a, 1, "DELETE", "seats/3", NULL);
	GOT(&a, "seats/3/colour", "white");
	ASK(201, &a, 1, "POST", "seats", "{\"seat\":1}");
	GOT(&a, "seats/1/colour", "black");
	ASK(201, &a, 3, "POST", "seats", "{}");
	GOT(&a, "status", "active");
}
END_TEST

START_TEST(teams_do_not_start_early)
{
	struct store_game row;

	a.ruleset = "star-wars";
	around_create(&a, 4, TEAMS);
	ASK(201, &a, 1, "POST", "seats", "{}");
	ASK(201, &a, 2, "POST", "seats", "{}");
	ASK(409, &a, 0, "POST", "start", NULL);
	GOT(&a, "code", "too-few-seats");
	stored_row(&a, &row);
	ck_assert_int_eq(row.status, STORE_LOBBY);
}
END_TEST

START_TEST(seats_follow_from_the_options)
{
	ASK(201, &a, 0, "POST", "/v1/games", "{\"ruleset\":\"star-wars\"}");
	ck_assert_int_eq(got_count(&a, "seats"), 2);
	ASK(201, &a, 0, "POST", "/v1/games", "{\"ruleset\":\"star-wars\",\"options\":{\"teams\":true}}");
	ck_assert_int_eq(got_count(&a, "seats"), 4);
	ASK(422, &a, 0, "POST", "/v1/games", "{\"ruleset\":\"star-wars\",\"seats\":5,\"options\":{\"teams\":true}}");
	GOT(&a, "errors/0/pointer", "/seats");
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lobby");
	TCase *tc = tcase_create("lobby");
	SRunner *r;
	int failed;

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_test(tc, a_game_is_made_with_its_maker_on_seat_0);
	tcase_add_loop_test(tc, bad_wishes_are_named, 0, sizeof(bad_wishes) / sizeof(bad_wishes[0]));
	tcase_add_test(tc, unknown_options_are_answered_with_the_known_ones);
	tcase_add_test(tc, the_last_seat_starts_the_game);
	tcase_add_test(tc, seats_and_colours_are_taken_once);
	tcase_add_test(tc, two_claims_in_one_batch_get_two_seats_or_one);
	tcase_add_test(tc, seats_can_be_left_before_the_start);
	tcase_add_test(tc, the_maker_starts_early_with_those_who_sit);
	tcase_add_test(tc, a_first_seat_that_is_missing_does_not_begin);
	tcase_add_test(tc, the_maker_calls_the_game_off);
	tcase_add_test(tc, private_games_are_seen_by_those_who_sit_in_them);
	tcase_add_test(tc, unlisted_games_are_seen_by_those_who_know_them);
	tcase_add_test(tc, lists_are_filtered);
	tcase_add_test(tc, lists_have_pages_newest_first);
	tcase_add_test(tc, lists_tell_who_is_a_bot);
	tcase_add_test(tc, there_is_no_such_game);
	tcase_add_test(tc, an_unread_body_of_bytes_changes_nothing);
	tcase_add_test(tc, a_colour_picks_its_seat);
	tcase_add_test(tc, teams_do_not_start_early);
	tcase_add_test(tc, seats_follow_from_the_options);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

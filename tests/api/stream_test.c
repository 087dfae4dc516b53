/*
 * stream_test.c - answers that come in pieces: what the pieces are, when they
 * come, and how a stream ends.
 */
#include "tests/api/fake.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 64 * 1024 };

static struct fake *f;
static struct talk t;
static char ada[API_TOKEN_TEXT], bob[API_TOKEN_TEXT], game[STORE_GAME_ID + 1];
static char got[ROOM + 1];

static void open_service(void)
{
	fake_time = 1800000000000;
	f = fake_open();
	fake_player(f, "Ada", ada, NULL);
	fake_player(f, "Bob", bob, NULL);
	ck_assert_int_eq(talk(&t, f, ada, "POST", "/v1/games", "{\"ruleset\":\"south-seas\",\"seats\":3}"), 201);
	strcpy(game, talk_get(&t, "id"));
	talk_end(&t);
}

static void close_service(void)
{
	fake_close(f);
}

static void follow(const char *token, const char *accept, const char *query)
{
	char target[120];

	snprintf(target, sizeof(target), "/v1/games/%s/events%s", game, query);
	talk_begin(&t, f, "GET", target, NULL);
	if (token)
		talk_token(&t, token);
	talk_header(&t, "Accept", accept);
	talk_go(&t);
	ck_assert_int_eq(t.later, 0);
	ck_assert_int_eq(t.x.reply.status, 200);
	ck_assert_int_eq(t.x.reply.stream, 1);
	ck_assert_ptr_null(t.x.reply.body);
}

/* What api_piece() says; its bytes are in `got`. */
static long piece(size_t room)
{
	ptrdiff_t size = api_piece(f->api, &t.x, got, room);

	ck_assert_int_le(size, (ptrdiff_t)room);
	got[size > 0 ? size : 0] = '\0';
	return size;
}

static void sit(const char *token, int go)
{
	char target[100];
	struct talk own;

	snprintf(target, sizeof(target), "/v1/games/%s/seats%s", game, go ? "/1" : "");
	ck_assert_int_eq(talk(&own, f, token, go ? "DELETE" : "POST", target, NULL), go ? 200 : 201);
	talk_end(&own);
}

START_TEST(pieces_are_as_small_as_the_room)
{
	char whole[ROOM] = "";
	long last;

	follow(NULL, "text/event-stream", "?after=1");
	got[0] = '\0';
	do
		strcat(whole, got);
	while ((last = piece(7)) > 0);
	ck_assert_int_eq(last, API_PIECE_LATER);
	ck_assert_ptr_eq(strstr(whole, "retry: 2000\n\nid: 2\nevent: seat-taken\ndata: {\"game\":\""), whole);
	ck_assert_str_eq(whole + strlen(whole) - 3, "}\n\n");
	api_drain(f->api);
	ck_assert_int_eq(piece(7), API_PIECE_END);
	talk_end(&t);
}
END_TEST

START_TEST(an_event_wakes_the_stream)
{
	follow(NULL, "application/x-ndjson", "?follow=true&after=2");
	ck_assert_int_eq(piece(ROOM), API_PIECE_LATER);
	ck_assert_int_eq(t.wakes, 0);
	sit(bob, 0);
	ck_assert_int_eq(t.wakes, 1);
	ck_assert_int_gt(piece(ROOM), 0);
	ck_assert_ptr_nonnull(strstr(got, "\"seq\":3,"));
	ck_assert_ptr_eq(strchr(got, '\n'), got + strlen(got) - 1);
	ck_assert_int_eq(piece(ROOM), API_PIECE_LATER);
	/* Two changes before it looks: both are there, and one wake-up was enough. */
	sit(bob, 1);
	sit(bob, 0);
	ck_assert_int_eq(t.wakes, 2);
	ck_assert_int_gt(piece(ROOM), 0);
	ck_assert_ptr_nonnull(strstr(got, "\"seq\":4,"));
	ck_assert_ptr_nonnull(strstr(got, "\"seq\":5,"));
	api_drain(f->api);
	ck_assert_int_eq(piece(ROOM), API_PIECE_END);
	talk_end(&t);
}
END_TEST

START_TEST(a_silent_stream_shows_that_it_lives)
{
	const char *const signs[] = {":\n\n", "\n"};

	for (int i = 0; i < 2; i++) {
		follow(NULL, i ? "application/x-ndjson" : "text/event-stream", "?follow=true&after=2");
		if (!i)
			ck_assert_int_gt(piece(ROOM), 0);
		for (int n = 0; n < 3; n++) {
			ck_assert_int_eq(piece(ROOM), API_PIECE_LATER);
			fake_time += API_ALIVE_SECONDS * 1000 - 1;
			api_tick(f->api);
			ck_assert_int_eq(t.wakes, n);
			fake_time += 1;
			api_tick(f->api);
			ck_assert_int_eq(t.wakes, n + 1);
			ck_assert_int_gt(piece(ROOM), 0);
			ck_assert_str_eq(got, signs[i]);
		}
		talk_end(&t);
	}
}
END_TEST

START_TEST(it_ends_with_the_game)
{
	char target[100];
	struct talk own;

	follow(NULL, "text/event-stream", "?after=2");
	ck_assert_int_gt(piece(ROOM), 0);
	ck_assert_int_eq(piece(ROOM), API_PIECE_LATER);
	snprintf(target, sizeof(target), "/v1/games/%s/abort", game);
	ck_assert_int_eq(talk(&own, f, ada, "POST", target, NULL), 200);
	talk_end(&own);
	ck_assert_int_gt(piece(ROOM), 0);
	ck_assert_ptr_nonnull(strstr(got, "event: game-aborted\n"));
	ck_assert_int_gt(piece(ROOM), 0);
	ck_assert_ptr_nonnull(strstr(got, "event: end\ndata: {"));
	ck_assert_ptr_nonnull(strstr(got, "\"status\":\"aborted\"}\n\n"));
	ck_assert_int_eq(piece(ROOM), API_PIECE_END);
	ck_assert_int_eq(piece(ROOM), API_PIECE_END);
	talk_end(&t);
}
END_TEST

/* Of a token that was revoked, at the latest with the next sign of life. */
START_TEST(it_ends_with_its_token)
{
	char id[STORE_TOKEN_ID + 1], target[100], token[API_TOKEN_TEXT];
	struct talk own;

	ck_assert_int_eq(talk(&own, f, ada, "POST", "/v1/me/tokens", "{\"name\":\"t\",\"scopes\":[\"read\"]}"), 201);
	strcpy(token, talk_get(&own, "token"));
	strcpy(id, talk_get(&own, "id"));
	talk_end(&own);
	follow(token, "text/event-stream", "?after=2");
	ck_assert_int_gt(piece(ROOM), 0);
	ck_assert_int_eq(piece(ROOM), API_PIECE_LATER);
	snprintf(target, sizeof(target), "/v1/me/tokens/%s", id);
	ck_assert_int_eq(talk(&own, f, ada, "DELETE", target, NULL), 204);
	talk_end(&own);
	fake_time += API_ALIVE_SECONDS * 1000;
	api_tick(f->api);
	ck_assert_int_eq(t.wakes, 1);
	ck_assert_int_eq(piece(ROOM), API_PIECE_BROKEN);
	talk_end(&t);
}
END_TEST

/* The log is longer than one piece may be, and all of it comes. */
START_TEST(a_long_log_comes_in_pieces)
{
	int count = 0, pieces = 0;

	for (int i = 0; i < 600; i++)
		sit(bob, i % 2);
	follow(NULL, "text/event-stream", "");
	while (piece(ROOM) > 0) {
		pieces++;
		for (const char *at = got; (at = strstr(at, "id: ")); at++) {
			ck_assert_int_eq(atoi(at + 4), count + 1);
			count++;
		}
	}
	ck_assert_int_eq(count, 602);
	ck_assert_int_gt(pieces, 1);
	api_drain(f->api);
	ck_assert_int_eq(piece(ROOM), API_PIECE_END);
	talk_end(&t);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("stream");
	TCase *tc = tcase_create("stream");
	SRunner *r;
	int failed;

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_test(tc, pieces_are_as_small_as_the_room);
	tcase_add_test(tc, an_event_wakes_the_stream);
	tcase_add_test(tc, a_silent_stream_shows_that_it_lives);
	tcase_add_test(tc, it_ends_with_the_game);
	tcase_add_test(tc, it_ends_with_its_token);
	tcase_add_test(tc, a_long_log_comes_in_pieces);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

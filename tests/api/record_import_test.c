/*
 * POST /v1/records: a good record becomes a finished game that looks like the
 * one it tells of; anything else leaves nothing behind.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/record.h"
#include "api/record_parts.h"
#include "tests/api/fake.h"
#include "tests/api/played.h"

static const char reef[] = "tests/fixtures/tilesets/reef.json";

struct host {
	struct fake *f;
	char token[API_TOKEN_TEXT];
	struct talk t;
};

static void host_open(struct host *h)
{
	h->f = fake_open();
	fake_player(h->f, "Ada", h->token, NULL);
}

/* A record's text, malloc'd. */
static char *record_of(struct played_setup setup, enum store_status status)
{
	static struct played p;
	char *text;
	size_t size;

	ck_assert_int_eq(played_open(&p, &setup), 0);
	if (status == STORE_ABORTED)
		p.meta.status = STORE_ABORTED;
	text = played_record(&p, &size);
	ck_assert_ptr_nonnull(text);
	played_close(&p);
	return text;
}

static char *whole_record(unsigned seed)
{
	return record_of((struct played_setup){.seats = 3, .seed = seed, .leave = -1, .undo = 1}, STORE_FINISHED);
}

static int import(struct host *h, const char *text)
{
	return talk(&h->t, h->f, h->token, "POST", "/v1/records", text);
}

static int games_listed(struct host *h)
{
	struct talk t;
	int count;

	ck_assert_int_eq(talk(&t, h->f, NULL, "GET", "/v1/games", NULL), 200);
	count = json_count(json_member(t.json, "games"));
	talk_end(&t);
	return count;
}

static void must_be_refused(struct host *h, const char *text, int status, const char *code, const char *what)
{
	int got = import(h, text);

	ck_assert_msg(got == status && strcmp(talk_get(&h->t, "code"), code) == 0, "%s: %d %s", what, got,
		talk_body(&h->t));
	talk_end(&h->t);
	ck_assert_int_eq(games_listed(h), 0);
}

START_TEST(an_imported_game_has_the_same_record)
{
	char *text = whole_record(21), place[400], why[160], target[100];
	struct host h;
	struct json *record;
	struct talk t;

	host_open(&h);
	ck_assert_msg(import(&h, text) == 201, "%s", talk_body(&h.t));
	snprintf(target, sizeof target, "%s/record", talk_answer_header(&h.t, "Location"));
	talk_end(&h.t);
	ck_assert_int_eq(talk(&t, h.f, NULL, "GET", target, NULL), 200);
	record = json_parse(text, strlen(text), why);
	ck_assert_msg(record_compare(t.json, record, "", place) == 0, "%s", place);
	talk_end(&t);
	json_free(record);
	free(text);
	fake_close(h.f);
}
END_TEST

START_TEST(an_imported_game_looks_like_a_finished_one)
{
	char *text = whole_record(22), target[100], id[20];
	struct host h;
	struct talk t;
	long version;

	host_open(&h);
	ck_assert_int_eq(import(&h, text), 201);
	ck_assert_str_eq(talk_get(&h.t, "status"), "finished");
	ck_assert_str_eq(talk_get(&h.t, "imported"), "true");
	ck_assert_str_eq(talk_get(&h.t, "seats/0/player/name"), "Ada");
	ck_assert_str_eq(talk_get(&h.t, "seats/0/player/id"), "null");
	ck_assert_str_eq(talk_get(&h.t, "seats/0/colour"), "black");
	ck_assert_str_eq(talk_get(&h.t, "started_at"), "1970-01-01T00:01:00.000Z");
	ck_assert_ptr_nonnull(talk_get(&h.t, "result/scores/2"));
	version = strtol(talk_get(&h.t, "version"), NULL, 10);
	ck_assert_int_gt(version, 100);
	snprintf(id, sizeof id, "%s", talk_get(&h.t, "id"));
	talk_end(&h.t);
	/* Every state that it had can be seen, from the empty table on. */
	for (long v = 1; v <= version; v += v < 12 ? 1 : 37) {
		snprintf(target, sizeof target, "/v1/games/%s/at/%ld", id, v);
		ck_assert_msg(talk(&t, h.f, NULL, "GET", target, NULL) == 200, "version %ld: %s", v, talk_body(&t));
		talk_end(&t);
	}
	snprintf(target, sizeof target, "/v1/games/%s/events?after=0&limit=5", id);
	ck_assert_int_eq(talk(&t, h.f, NULL, "GET", target, NULL), 200);
	ck_assert_str_eq(talk_get(&t, "events/0/type"), "game-created");
	ck_assert_str_eq(talk_get(&t, "events/0/imported"), "true");
	ck_assert_str_eq(talk_get(&t, "events/3/type"), "seat-taken");
	ck_assert_str_eq(talk_get(&t, "events/3/seat"), "2");
	ck_assert_str_eq(talk_get(&t, "events/4/type"), "game-started");
	ck_assert_str_eq(talk_get(&t, "events/4/at"), "1970-01-01T00:01:00.000Z");
	/* Only records repeat there who plays. */
	ck_assert_ptr_null(talk_get(&t, "events/4/seats"));
	talk_end(&t);
	snprintf(target, sizeof target, "/v1/games/%s/resign", id);
	ck_assert_int_eq(talk(&t, h.f, h.token, "POST", target, NULL), 403);
	talk_end(&t);
	free(text);
	fake_close(h.f);
}
END_TEST

/* The text with the first `from` replaced. */
static char *changed(const char *text, const char *from, const char *to)
{
	const char *at = strstr(text, from);
	size_t size = strlen(text) + strlen(to) + 1;
	char *out = malloc(size);

	ck_assert_msg(at != NULL, "no %s in the record", from);
	snprintf(out, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
	return out;
}

START_TEST(changed_records_are_refused)
{
	static const struct { const char *from, *to, *difference; } rows[] = {
		{"\"black\"", "\"red\"", "/events/0/seats/0/colour: record has \"black\", computed \"red\""},
		{"\"rotation\":90", "\"rotation\":91", "/actions/"},
		{"\"scores\":[", "\"scores\":[7,", "/events/"},
		{"\"winners\"", "\"losers\"", "/events/"},
		{"meepled-record/1", "meepled-record/0", "/format: must be"},
		{"\"sha256\":\"8", "\"sha256\":\"9", "/tileset/sha256: there is no tile set"},
	};
	char *text = whole_record(23);
	struct host h;

	host_open(&h);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char *bad = changed(text, rows[i].from, rows[i].to);

		ck_assert_msg(import(&h, bad) == 422, "row %zu: %s", i, talk_body(&h.t));
		ck_assert_str_eq(talk_get(&h.t, "code"), "invalid-record");
		ck_assert_msg(strncmp(talk_get(&h.t, "difference"), rows[i].difference, strlen(rows[i].difference)) == 0,
			"row %zu: %s", i, talk_body(&h.t));
		talk_end(&h.t);
		ck_assert_int_eq(games_listed(&h), 0);
		free(bad);
	}
	/* And after all that the good one is welcome. */
	ck_assert_int_eq(import(&h, text), 201);
	talk_end(&h.t);
	ck_assert_int_eq(games_listed(&h), 1);
	free(text);
	fake_close(h.f);
}
END_TEST

START_TEST(what_is_no_finished_record_is_refused)
{
	struct played_setup part = {.seats = 2, .seed = 1, .leave = -1, .actions = 30};
	char *open = record_of(part, STORE_ACTIVE), *aborted = record_of(part, STORE_ABORTED);
	char *text = record_of((struct played_setup){.seats = 2, .seed = 1, .leave = 0, .tileset = reef}, STORE_FINISHED);
	char *whole = whole_record(24), *first, *second;
	struct host h;

	host_open(&h);
	must_be_refused(&h, "{", 400, "bad-json", "no JSON");
	must_be_refused(&h, "{}", 422, "invalid-record", "an empty object");
	must_be_refused(&h, "[]", 422, "invalid-record", "an array");
	must_be_refused(&h, open, 422, "invalid-record", "a game that goes on");
	must_be_refused(&h, aborted, 422, "invalid-record", "a game that was called off");
	must_be_refused(&h, text, 422, "invalid-record", "an unknown tile set");
	/* Twice the same name, so that it verifies; but it would forge lines on a terminal. */
	first = changed(whole, "\"name\":\"Ada\"", "\"name\":\"A\\n\"");
	second = changed(first, "\"name\":\"Ada\"", "\"name\":\"A\\n\"");
	must_be_refused(&h, second, 422, "invalid-fields", "a name with a line feed");
	free(first);
	free(second);
	free(whole);
	free(open);
	free(aborted);
	free(text);
	fake_close(h.f);
}
END_TEST

START_TEST(tile_sets_on_offer_count)
{
	char *text = record_of((struct played_setup){.seats = 2, .seed = 1, .leave = -1, .tileset = reef}, STORE_FINISHED);
	static char file[100000];
	FILE *f = fopen(reef, "rb");
	size_t size = fread(file, 1, sizeof file, f);
	char why[240];
	struct host h;

	fclose(f);
	host_open(&h);
	ck_assert_msg(api_add_tileset(h.f->api, file, size, why) == 0, "%s", why);
	ck_assert_msg(import(&h, text) == 201, "%s", talk_body(&h.t));
	ck_assert_str_eq(talk_get(&h.t, "tileset/id"), "reef");
	talk_end(&h.t);
	free(text);
	fake_close(h.f);
}
END_TEST

START_TEST(only_with_a_token_and_once_a_key)
{
	char *text = whole_record(25), location[80];
	struct host h;
	struct talk t;

	host_open(&h);
	ck_assert_int_eq(talk(&t, h.f, NULL, "POST", "/v1/records", text), 401);
	talk_end(&t);
	for (int i = 0; i < 2; i++) {
		talk_begin(&t, h.f, "POST", "/v1/records", text);
		talk_token(&t, h.token);
		talk_header(&t, "Idempotency-Key", "once");
		talk_go(&t);
		if (t.later)
			talk_resume(&t);
		ck_assert_int_eq(t.x.reply.status, 201);
		if (i == 0)
			snprintf(location, sizeof location, "%s", talk_answer_header(&t, "Location"));
		else
			ck_assert_str_eq(talk_answer_header(&t, "Location"), location);
		talk_end(&t);
	}
	ck_assert_int_eq(games_listed(&h), 1);
	/* Without a key it is another game. */
	ck_assert_int_eq(import(&h, text), 201);
	ck_assert_str_ne(talk_answer_header(&h.t, "Location"), location);
	talk_end(&h.t);
	ck_assert_int_eq(games_listed(&h), 2);
	free(text);
	fake_close(h.f);
}
END_TEST

int main(void)
{
	TCase *tc = tcase_create("record-import");
	Suite *suite = suite_create("record-import");
	SRunner *runner;
	int failed;

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, an_imported_game_has_the_same_record);
	tcase_add_test(tc, an_imported_game_looks_like_a_finished_one);
	tcase_add_test(tc, changed_records_are_refused);
	tcase_add_test(tc, what_is_no_finished_record_is_refused);
	tcase_add_test(tc, tile_sets_on_offer_count);
	tcase_add_test(tc, only_with_a_token_and_once_a_key);
	suite_add_tcase(suite, tc);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

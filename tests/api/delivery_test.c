/*
 * delivery_test.c - messages on their way out: what is due when, in which order,
 * what becomes of it, and what a receiver gets.
 */
#include "api/delivery.h"
#include "api/webhook.h"
#include "tests/api/table_fixture.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

static struct around a;
static char id[STORE_WEBHOOK_ID + 1], path[64], secret[SECRET_TEXT];
static int wakes;

static void grew(void *arg)
{
	(void)arg;
	wakes++;
}

static void open_service(void)
{
	fake_time = 1800000000000;
	around_open(&a, (struct api_config){.public_url = "https://play.example.org", .outbox_grew = grew, .outbox_max = 30});
	wakes = 0;
}

static void close_service(void)
{
	around_close(&a);
}

static void make(int who, const char *members)
{
	char body[600];

	snprintf(body, sizeof(body), "{\"url\":\"https://example.org/hook\"%s}", members);
	ASK(201, &a, who, "POST", "/v1/webhooks", body);
	snprintf(id, sizeof(id), "%s", got(&a, "id"));
	snprintf(path, sizeof(path), "/v1/webhooks/%s", id);
	snprintf(secret, sizeof(secret), "%s", got(&a, "secret"));
}

static void below(int status, const char *method, const char *tail, const char *body)
{
	char target[120];

	snprintf(target, sizeof(target), "%s%s", path, tail);
	ASK(status, &a, 0, method, target, body);
}

/* The one delivery that is due; NULL: none. */
static struct delivery *next(int64_t *due)
{
	struct delivery *d[4];
	int64_t at;
	int count = api_deliveries_due(a.f->api, d, 4, &at);

	ck_assert_int_le(count, 1);
	if (due)
		*due = at;
	return count ? d[0] : NULL;
}

static struct delivery *must(void)
{
	struct delivery *d = next(NULL);

	ck_assert_ptr_nonnull(d);
	return d;
}

static void answered(struct delivery *d, int status)
{
	api_delivery_done(a.f->api, d, &(struct delivery_outcome){.status = status, .retry_after = -1, .ms = 7});
}

static const char *header(const struct delivery *d, const char *name)
{
	for (int i = 0; i < d->header_count; i++)
		if (strcmp(d->headers[i].name, name) == 0)
			return d->headers[i].value;
	return NULL;
}

static struct json *body_of(const struct delivery *d)
{
	char why[160];
	struct json *body = json_parse(d->body, d->body_size, why);

	ck_assert_msg(body != NULL, "%s", why);
	return body;
}

/* As a receiver checks it, by the secret that it was shown. */
static int signed_by(const struct delivery *d, const char *text)
{
	unsigned char key[STORE_SECRET];
	char want[SIGNATURE_TEXT];
	size_t size;

	ck_assert_int_eq(sodium_base642bin(key, sizeof(key), text + 6, strlen(text + 6), NULL, &size, NULL,
		sodium_base64_VARIANT_ORIGINAL), 0);
	webhook_sign(key, size, header(d, "webhook-id"), strtoll(header(d, "webhook-timestamp"), NULL, 10), d->body,
		d->body_size, want);
	return strstr(header(d, "webhook-signature"), want) != NULL;
}

/* --- what is sent ---------------------------------------------------------------------- */

START_TEST(a_change_is_told)
{
	struct delivery *d;
	struct json *body;
	const struct json *data;
	char want[80];
	int64_t due;

	make(0, ",\"authorization\":\"Bearer sesame\"");
	ck_assert_ptr_null(next(&due));
	ck_assert_int_eq(due, INT64_MAX);
	around_create(&a, 2, "");
	ck_assert_int_eq(wakes, 1);
	d = must();
	ck_assert_str_eq(d->method, "POST");
	ck_assert_str_eq(d->url, "https://example.org/hook");
	ck_assert_str_eq(d->webhook, id);
	ck_assert_int_eq(d->attempt, 1);
	snprintf(want, sizeof(want), "msg_%s_2_%s", a.game, id);
	ck_assert_str_eq(d->message, want);
	ck_assert_str_eq(header(d, "webhook-id"), want);
	ck_assert_str_eq(header(d, "webhook-timestamp"), "1800000000");
	ck_assert_str_eq(header(d, "Content-Type"), "application/json");
	ck_assert_str_eq(header(d, "Authorization"), "Bearer sesame");
	ck_assert(signed_by(d, secret));
	body = body_of(d);
	data = json_member(body, "data");
	ck_assert_str_eq(json_string(json_member(body, "type")), "events");
	ck_assert_str_eq(json_string(json_member(body, "timestamp")), "2027-01-15T08:00:00.000Z");
	ck_assert_str_eq(json_string(json_member(data, "game")), a.game);
	ck_assert_int_eq(json_count(json_member(data, "events")), 2);
	ck_assert_str_eq(json_string(json_member(json_first(json_member(data, "events")), "type")), "game-created");
	ck_assert_int_eq(json_type(json_member(data, "turn")), JSON_NULL);
	json_free(body);
	/* One at a time, and the next only when the outcome is kept. */
	ASK(201, &a, 1, "POST", "seats", "{}");
	ck_assert_ptr_null(next(&due));
	answered(d, 204);
	d = must();
	body = body_of(d);
	data = json_member(body, "data");
	ck_assert_int_eq(json_type(json_member(json_member(data, "turn"), "seat")), JSON_NUMBER);
	json_free(body);
	answered(d, 200);
	ck_assert_ptr_null(next(&due));
	ck_assert_int_eq(due, INT64_MAX);
	below(200, "GET", "/deliveries", NULL);
	ck_assert_int_eq(got_count(&a, "deliveries"), 2);
	GOT(&a, "deliveries/1/outcome", "delivered");
	GOT(&a, "deliveries/1/status", "204");
	GOT(&a, "deliveries/1/ms", "7");
	GOT(&a, "deliveries/1/attempt", "1");
	ck_assert_ptr_null(strstr(a.f->log, "sesame"));
}
END_TEST

START_TEST(events_are_filtered)
{
	struct delivery *d;
	struct json *body;
	const struct json *events;

	make(0, ",\"events\":[\"seat-taken\",\"game-aborted\"]");
	around_create(&a, 3, "");
	d = must();
	body = body_of(d);
	events = json_member(json_member(body, "data"), "events");
	ck_assert_int_eq(json_count(events), 1);
	ck_assert_str_eq(json_string(json_member(json_first(events), "type")), "seat-taken");
	json_free(body);
	answered(d, 200);
	ASK(201, &a, 1, "POST", "seats", "{}");
	answered(must(), 200);
	ASK(200, &a, 1, "DELETE", "seats/1", NULL);
	ck_assert_ptr_null(next(NULL));			/* seat-left was not asked for */
}
END_TEST

START_TEST(old_secret_signs_too)
{
	char old[SECRET_TEXT];
	struct delivery *d;

	make(0, "");
	snprintf(old, sizeof(old), "%s", secret);
	below(200, "POST", "/secret", "{\"overlap\":\"PT1H\"}");
	snprintf(secret, sizeof(secret), "%s", got(&a, "secret"));
	around_create(&a, 2, "");
	d = must();
	ck_assert(signed_by(d, old) && signed_by(d, secret));
	answered(d, 500);
	fake_time += 2 * HOUR;
	d = must();
	ck_assert(!signed_by(d, old) && signed_by(d, secret));
	answered(d, 200);
}
END_TEST

/* --- what becomes of it -------------------------------------------------------------------- */

START_TEST(it_is_tried_again)
{
	static const int64_t waits[] = {5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR,
		20 * HOUR, 24 * HOUR};
	char message[STORE_MESSAGE_ID + 1];
	struct delivery *d;
	int64_t due;

	make(0, "");
	around_create(&a, 2, "");
	d = must();
	snprintf(message, sizeof(message), "%s", d->message);
	for (int i = 0; i < DELIVERY_ATTEMPTS - 1; i++) {
		ck_assert_int_eq(d->attempt, i + 1);
		ck_assert_str_eq(d->message, message);
		answered(d, i % 2 ? 500 : 302);
		ck_assert_ptr_null(next(&due));
		ck_assert_int_ge(due, fake_time + waits[i]);
		ck_assert_int_le(due, fake_time + waits[i] + waits[i] / 5);
		fake_time = due - 1;
		ck_assert_ptr_null(next(&due));
		fake_time = due;
		d = must();
	}
	answered(d, 503);
	ck_assert_ptr_null(next(&due));
	ck_assert_int_eq(due, INT64_MAX);
	below(200, "GET", "", NULL);
	GOT(&a, "state", "disabled");
	ck_assert_ptr_nonnull(strstr(got(&a, "reason"), "failed 10 times"));
	GOT(&a, "queued", "1");
	below(200, "GET", "/deliveries", NULL);
	ck_assert_int_eq(got_count(&a, "deliveries"), DELIVERY_ATTEMPTS);
	ck_assert_ptr_nonnull(strstr(got(&a, "deliveries/9/reason"), "redirects"));
	ck_assert_str_ne(got(&a, "deliveries/9/next_at"), "null");
	/* Active again, it begins with what waits. */
	below(200, "PATCH", "", "{\"state\":\"active\"}");
	d = must();
	ck_assert_str_eq(d->message, message);
	ck_assert_int_eq(d->attempt, 1);
	answered(d, 200);
}
END_TEST

START_TEST(the_endpoint_asks_for_time)
{
	struct delivery *d;
	int64_t due;

	make(0, "");
	around_create(&a, 2, "");
	d = must();
	api_delivery_done(a.f->api, d, &(struct delivery_outcome){.status = 429, .retry_after = 3 * HOUR});
	ck_assert_ptr_null(next(&due));
	ck_assert_int_eq(due, fake_time + 3 * HOUR);
	fake_time = due;
	d = must();
	api_delivery_done(a.f->api, d, &(struct delivery_outcome){.status = 503, .retry_after = 1000ll * HOUR});
	ck_assert_ptr_null(next(&due));
	ck_assert_int_eq(due, fake_time + 24 * HOUR);
	fake_time = due;
	d = must();
	api_delivery_done(a.f->api, d, &(struct delivery_outcome){.status = 503, .retry_after = 1});
	ck_assert_ptr_null(next(&due));
	ck_assert_int_ge(due, fake_time + 30 * MINUTE);
}
END_TEST

START_TEST(gone_is_gone)
{
	make(0, "");
	around_create(&a, 2, "");
	answered(must(), 410);
	ck_assert_ptr_null(next(NULL));
	below(200, "GET", "", NULL);
	GOT(&a, "state", "disabled");
	ck_assert_ptr_nonnull(strstr(got(&a, "reason"), "410"));
	ck_assert_ptr_nonnull(strstr(a.f->log, "webhook disabled"));
	/* While it is disabled nothing is added. */
	ASK(201, &a, 1, "POST", "seats", "{}");
	below(200, "GET", "", NULL);
	GOT(&a, "queued", "1");
}
END_TEST

START_TEST(no_answer_is_told_in_words)
{
	struct delivery *d;

	make(0, "");
	around_create(&a, 2, "");
	d = must();
	api_delivery_done(a.f->api, d, &(struct delivery_outcome){.retry_after = -1, .reason = "the address 10.0.0.1 is private"});
	below(200, "GET", "/deliveries", NULL);
	GOT(&a, "deliveries/0/status", "null");
	GOT(&a, "deliveries/0/outcome", "failed");
	GOT(&a, "deliveries/0/reason", "the address 10.0.0.1 is private");
}
END_TEST

START_TEST(order_is_kept)
{
	struct delivery *d;
	char first[STORE_MESSAGE_ID + 1];

	make(0, "");
	around_create(&a, 3, "");
	ASK(201, &a, 1, "POST", "seats", "{}");
	d = must();
	snprintf(first, sizeof(first), "%s", d->message);
	answered(d, 500);
	fake_time += 7 * SECOND;
	d = must();
	ck_assert_str_eq(d->message, first);		/* the second does not pass it */
	answered(d, 200);
	d = must();
	ck_assert_str_ne(d->message, first);
	answered(d, 200);
}
END_TEST

START_TEST(endpoints_do_not_wait_for_each_other)
{
	struct delivery *d[4];
	int64_t due;

	make(0, "");
	make(0, "");
	around_create(&a, 2, "");
	ck_assert_int_eq(api_deliveries_due(a.f->api, d, 4, &due), 2);
	ck_assert_int_eq(api_deliveries_due(a.f->api, d + 2, 2, &due), 0);
	answered(d[0], 500);
	answered(d[1], 200);
	ASK(201, &a, 1, "POST", "seats", "{}");
	ck_assert_int_eq(api_deliveries_due(a.f->api, d, 4, &due), 1);
	answered(d[0], 200);
}
END_TEST

/* Any number of messages that cannot be sent yet: the webhook behind them is served all the same. */
START_TEST(who_has_to_wait_delays_nobody)
{
	enum { MANY = 150 };
	struct store_webhook w = {.target = STORE_OWN_GAMES, .url = "https://example.org/wait", .created_at = 1, .updated_at = 1};
	struct store_message m = {.kind = NOTICE_EVENTS, .first = 1, .last = 9999, .created_at = 1, .due_at = 1};
	struct delivery *d = NULL;
	int64_t due = 0;

	around_create(&a, 2, "");
	memcpy(w.owner, a.player[0], sizeof(w.owner));
	memcpy(m.game, a.game, sizeof(m.game));
	ck_assert_int_eq(store_begin(a.f->writer), STORE_OK);
	for (int i = 0; i < MANY; i++) {
		snprintf(w.id, sizeof(w.id), "wait%d", i);
		snprintf(m.id, sizeof(m.id), "msg%d", i);
		memcpy(m.webhook, w.id, sizeof(m.webhook));
		ck_assert_int_eq(store_webhook_add(a.f->writer, &w), STORE_OK);
		ck_assert_int_eq(store_outbox_add(a.f->writer, &m), STORE_OK);
	}
	ck_assert_int_eq(store_commit(a.f->writer), STORE_OK);
	make(1, "");
	ASK(201, &a, 1, "POST", "seats", "{}");
	for (int calls = 0; !d && due <= fake_time; calls++) {
		ck_assert_int_lt(calls, 5);
		d = next(&due);
	}
	ck_assert_ptr_nonnull(d);
	ck_assert_str_eq(d->webhook, id);
	answered(d, 200);
	/* They are looked at again, and not before. */
	ck_assert_ptr_null(next(&due));
	ck_assert_int_eq(due, fake_time + 10 * SECOND);
	fake_time = due;
	ck_assert_ptr_null(next(&due));
	ck_assert_int_le(due, fake_time);
}
END_TEST

START_TEST(max_is_kept)
{
	struct delivery *d[4];
	int64_t due;

	for (int i = 0; i < 3; i++)
		make(0, "");
	around_create(&a, 2, "");
	ck_assert_int_eq(api_deliveries_due(a.f->api, d, 2, &due), 2);
	ck_assert_int_le(due, fake_time);		/* there is more */
	ck_assert_int_eq(api_deliveries_due(a.f->api, d + 2, 2, &due), 1);
	for (int i = 0; i < 3; i++)
		answered(d[i], 200);
}
END_TEST

START_TEST(the_queue_is_bounded)
{
	make(0, "");
	around_create(&a, 3, "");
	for (int i = 0; i < 40; i++) {
		ASK(201, &a, 1, "POST", "seats", "{}");
		ASK(200, &a, 1, "DELETE", "seats/1", NULL);
	}
	below(200, "GET", "", NULL);
	GOT(&a, "queued", "30");
	GOT(&a, "state", "disabled");
	ck_assert_ptr_nonnull(strstr(got(&a, "reason"), "30 messages wait"));
	GOT(&a, "attempts/dropped", "1");
	below(200, "GET", "/deliveries", NULL);
	ck_assert_int_eq(got_count(&a, "deliveries"), 1);
}
END_TEST

/* --- when the writer cannot ------------------------------------------------------------------ */

START_TEST(what_was_sent_is_not_forgotten)
{
	struct delivery *d;
	int64_t due;

	make(0, "");
	around_create(&a, 2, "");
	d = must();
	a.f->refuse_jobs = 1;
	answered(d, 200);
	ck_assert_ptr_null(next(&due));			/* still under way: it is not sent twice */
	ck_assert_int_le(due, fake_time + 2 * SECOND);
	fake_time = due;
	ck_assert_ptr_null(next(&due));
	a.f->refuse_jobs = 0;
	a.f->fail_commit = 1;
	fake_time = due;
	ck_assert_ptr_null(next(&due));
	fake_time += 2 * SECOND;
	ck_assert_ptr_null(next(&due));
	below(200, "GET", "", NULL);
	GOT(&a, "queued", "0");
	GOT(&a, "attempts/delivered", "1");
}
END_TEST

START_TEST(a_webhook_goes_while_it_is_told)
{
	struct delivery *d;

	make(0, "");
	around_create(&a, 2, "");
	d = must();
	below(204, "DELETE", "", NULL);
	answered(d, 500);
	ck_assert_ptr_null(next(NULL));
}
END_TEST

static int64_t same_time(void)
{
	return fake_time;
}

/* Another process on the same store knows nothing of what was under way. */
START_TEST(a_crash_makes_it_again)
{
	struct api_config config = {.store = a.f->store, .reader_count = 1, .now = same_time,
		.public_url = "https://play.example.org"};
	struct delivery *d, *again[1];
	struct api *other;
	char why[240];
	int64_t due;

	make(0, "");
	around_create(&a, 2, "");
	d = must();
	other = api_open(&config, why);
	ck_assert_msg(other != NULL, "%s", why);
	ck_assert_int_eq(api_deliveries_due(other, again, 1, &due), 1);
	ck_assert_str_eq(again[0]->message, d->message);
	ck_assert_str_eq(again[0]->body, d->body);
	api_close(other);
	answered(d, 200);
}
END_TEST

/* --- by hand ------------------------------------------------------------------------------------ */

START_TEST(a_test_comes_first)
{
	struct delivery *d;
	struct json *body;

	make(0, "");
	around_create(&a, 2, "");
	answered(must(), 500);
	below(202, "POST", "/test", NULL);
	d = must();
	ck_assert_int_eq(strncmp(d->message, "msg_test_", 9), 0);
	ck_assert(signed_by(d, secret));
	body = body_of(d);
	ck_assert_str_eq(json_string(json_member(body, "type")), "test");
	ck_assert_str_eq(json_string(json_member(json_member(body, "data"), "webhook")), id);
	json_free(body);
	below(409, "POST", "/test", NULL);
	answered(d, 500);
	ck_assert_ptr_null(next(NULL));			/* once only */
	below(200, "PATCH", "", "{\"state\":\"disabled\"}");
	below(202, "POST", "/test", NULL);
	answered(must(), 200);
	ck_assert_ptr_null(next(NULL));
	below(200, "GET", "/deliveries", NULL);
	GOT(&a, "deliveries/0/kind", "test");
	GOT(&a, "deliveries/0/outcome", "delivered");
	GOT(&a, "deliveries/0/game", "null");
	GOT(&a, "deliveries/1/outcome", "failed");
	GOT(&a, "deliveries/1/next_at", "null");
}
END_TEST

START_TEST(every_format_can_be_tested)
{
	static const char *const members[] = {"", ",\"format\":\"discord\"", ",\"format\":\"slack\"", ",\"format\":\"ntfy\""};

	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		struct delivery *d;

		make(0, members[i]);
		below(202, "POST", "/test", NULL);
		d = must();
		ck_assert_uint_gt(d->body_size, 20);
		answered(d, 200);
	}
}
END_TEST

START_TEST(it_is_sent_again)
{
	char first[STORE_MESSAGE_ID + 1], *body;
	struct delivery *d;

	make(0, "");
	around_create(&a, 2, "");
	d = must();
	snprintf(first, sizeof(first), "%s", d->message);
	body = strndup(d->body, d->body_size);
	answered(d, 200);
	below(404, "POST", "/deliveries/2/redeliver", NULL);
	below(404, "POST", "/deliveries/0/redeliver", NULL);
	below(404, "POST", "/deliveries/x/redeliver", NULL);
	below(202, "POST", "/deliveries/1/redeliver", NULL);
	GOT(&a, "message", first);
	d = must();
	ck_assert_str_eq(d->message, first);
	ck_assert_str_eq(d->body, body);
	answered(d, 500);
	below(202, "POST", "/deliveries/2/redeliver", NULL);	/* while it waits: at once */
	answered(must(), 200);
	ck_assert_ptr_null(next(NULL));
	free(body);
}
END_TEST

/* --- stale --------------------------------------------------------------------------------------- */

/* Plays one turn of the seat on turn: draws and places; returns the seat. */
static int play_turn(void)
{
	long number;
	int seat;

	ASK(200, &a, NOBODY, "GET", "", NULL);
	number = got_number(&a, "turn/number");
	seat = (int)got_number(&a, "turn/seat");
	do {
		random_move(&a);
		ASK(200, &a, NOBODY, "GET", "", NULL);
	} while (got_number(&a, "turn/number") == number);
	return seat;
}

START_TEST(stale_turns_are_dropped)
{
	struct delivery *d;
	int seat;

	around_start(&a, 2, ",\"options\":{\"first_seat\":1}");
	make(0, ",\"when\":\"my-turn\"");
	seat = play_turn();
	ck_assert_int_eq(seat, 1);
	play_turn();			/* seat 0 has played without the notice */
	ck_assert_ptr_null(next(NULL));
	below(200, "GET", "/deliveries", NULL);
	ck_assert_int_eq(got_count(&a, "deliveries"), 1);
	GOT(&a, "deliveries/0/outcome", "dropped");
	GOT(&a, "deliveries/0/kind", "turn");
	ck_assert_ptr_nonnull(strstr(got(&a, "deliveries/0/reason"), "moved on"));
	play_turn();
	d = must();
	answered(d, 200);
	below(200, "GET", "", NULL);
	GOT(&a, "queued", "0");
	/* By hand it is sent however stale it is. */
	below(202, "POST", "/deliveries/1/redeliver", NULL);
	answered(must(), 200);
}
END_TEST

START_TEST(texts_tell_what_happened_since)
{
	struct delivery *d;
	struct json *body;
	const char *text;

	around_start(&a, 2, ",\"options\":{\"first_seat\":1}");
	make(0, ",\"format\":\"discord\"");
	play_turn();
	d = must();
	body = body_of(d);
	text = json_string(json_member(body, "content"));
	ck_assert_ptr_nonnull(strstr(text, "Your turn: "));
	ck_assert_msg(strstr(text, "Bob placed a tile") != NULL, "%s", text);
	ck_assert_ptr_nonnull(strstr(text, "Ada has to draw a tile."));
	ck_assert_ptr_null(header(d, "webhook-signature"));
	json_free(body);
	answered(d, 200);
	play_turn();
	play_turn();
	d = must();
	body = body_of(d);
	text = json_string(json_member(body, "content"));
	ck_assert_ptr_nonnull(strstr(text, "Ada placed a tile"));
	ck_assert_ptr_nonnull(strstr(text, "Bob placed a tile"));
	json_free(body);
	answered(d, 200);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("delivery");
	TCase *c = tcase_create("delivery");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(c, open_service, close_service);
	tcase_add_test(c, a_change_is_told);
	tcase_add_test(c, events_are_filtered);
	tcase_add_test(c, old_secret_signs_too);
	tcase_add_test(c, it_is_tried_again);
	tcase_add_test(c, the_endpoint_asks_for_time);
	tcase_add_test(c, gone_is_gone);
	tcase_add_test(c, no_answer_is_told_in_words);
	tcase_add_test(c, order_is_kept);
	tcase_add_test(c, endpoints_do_not_wait_for_each_other);
	tcase_add_test(c, who_has_to_wait_delays_nobody);
	tcase_add_test(c, max_is_kept);
	tcase_add_test(c, the_queue_is_bounded);
	tcase_add_test(c, what_was_sent_is_not_forgotten);
	tcase_add_test(c, a_webhook_goes_while_it_is_told);
	tcase_add_test(c, a_crash_makes_it_again);
	tcase_add_test(c, a_test_comes_first);
	tcase_add_test(c, every_format_can_be_tested);
	tcase_add_test(c, it_is_sent_again);
	tcase_add_test(c, stale_turns_are_dropped);
	tcase_add_test(c, texts_tell_what_happened_since);
	suite_add_tcase(s, c);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

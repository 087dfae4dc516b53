/*
 * webhook_test.c - signatures, the resource, and what chat services are sent.
 */
#include "api/webhook.h"
#include "tests/api/table_fixture.h"

#include <check.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- signatures ------------------------------------------------------------------ */

/* The example of the Standard Webhooks specification's libraries. */
START_TEST(known_signature)
{
	static const char key_text[] = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", body[] = "{\"test\": 2432232314}";
	unsigned char key[32];
	char signature[SIGNATURE_TEXT];
	size_t size;

	ck_assert_int_eq(sodium_base642bin(key, sizeof(key), key_text, strlen(key_text), NULL, &size, NULL,
		sodium_base64_VARIANT_ORIGINAL), 0);
	webhook_sign(key, size, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body, strlen(body), signature);
	ck_assert_str_eq(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
	webhook_sign(key, size, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265331, body, strlen(body), signature);
	ck_assert_str_ne(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}
END_TEST

START_TEST(secret_as_text)
{
	static const unsigned char secret[STORE_SECRET] = {0xfb, 0xff};
	char text[SECRET_TEXT];

	webhook_secret_text(secret, text);
	ck_assert_str_eq(text, "whsec_+/8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
}
END_TEST

/* --- texts ----------------------------------------------------------------------------- */

static const char nasty[] = "@everyone <@1> <!channel> *b* _i_ `c` [l](https://evil.example.org) a&b\x1b[31m\n\xe2\x80\xaex";

static struct around a;
static struct table table;
static struct store_webhook webhook;
static struct store_message message = {.id = "msg_g0000001_5_wwwwwwwwww", .kind = NOTICE_TURN, .first = 4, .last = 5};
static struct buf events;
static struct chat chat;

static void set_table(void)
{
	memset(&table, 0, sizeof(table));
	table.ruleset = ruleset_find("south-seas", 0);
	strcpy(table.meta.id, "g0000001");
	strcpy(table.meta.name, "Game of @here");
	table.meta.status = STORE_LOBBY;
	table.meta.version = 5;
	table.meta.seat_count = 3;
	table.seat_count = 2;
	strcpy(table.seats[0].name, "Ada");
	strcpy(table.seats[1].name, nasty);
	table.seats[1].seat = 1;
}

static void event(const char *line)
{
	buf_text(&events, line);
	buf_char(&events, '\n');
}

static void open_chat(void)
{
	buf_init(&events, 1024 * 1024);
	set_table();
	webhook = (struct store_webhook){.url = "https://chat.example.org/hook/secret", .settings = "{}", .target = STORE_OWN_GAMES};
	chat = (struct chat){&webhook, &message, &table, &events, 2, 5, "https://play.example.org"};
	event("{\"game\":\"g0000001\",\"seq\":4,\"type\":\"seat-taken\",\"seat\":1}");
	event("{\"game\":\"g0000001\",\"seq\":5,\"type\":\"message-posted\",\"seat\":1,\"text\":\"hi @all </b>\\n2nd *line*\"}");
}

static void close_chat(void)
{
	buf_free(&events);
}

/* The body that the format makes; the caller frees it. */
static struct json *write(enum webhook_format format, struct chat_request *out)
{
	struct json *body;
	char why[160];

	webhook.format = (uint8_t)format;
	ck_assert_int_eq(chat_write(&chat, out), 0);
	body = json_parse(out->body.data, out->body.size, why);
	ck_assert_msg(body != NULL, "%s: %s", why, out->body.data);
	return body;
}

static const char *text_of(const struct json *body, const char *name)
{
	const char *text = json_string(json_member(body, name));

	ck_assert_msg(text != NULL, "no %s", name);
	return text;
}

/* Nothing in it calls anybody, breaks a line, or steers. */
static void check_harmless(const char *text)
{
	ck_assert_msg(!strchr(text, '@'), "%s", text);
	ck_assert_msg(!strstr(text, "\x1b"), "%s", text);
	ck_assert_msg(!strstr(text, "\xe2\x80\xae"), "%s", text);
	ck_assert_msg(!strstr(text, "://evil"), "%s", text);
	ck_assert_msg(!strstr(text, "\n2nd"), "%s", text);
	ck_assert_msg(utf8_valid(text, strlen(text)), "%s", text);
}

START_TEST(discord)
{
	struct chat_request r;
	struct json *body = write(FORMAT_DISCORD, &r), *mentions;
	const char *text = text_of(body, "content");

	check_harmless(text);
	ck_assert_ptr_nonnull(strstr(text, "Your turn: "));
	ck_assert_ptr_nonnull(strstr(text, "\\<\xef\xbc\xa0""1\\>"));
	ck_assert_ptr_nonnull(strstr(text, "\\*b\\* \\_i\\_ \\`c\\` \\[l\\]\\("));
	ck_assert_ptr_nonnull(strstr(text, " sat down."));
	ck_assert_ptr_nonnull(strstr(text, ": hi \xef\xbc\xa0" "all "));
	ck_assert_ptr_nonnull(strstr(text, "2 of 3 seats are taken."));
	ck_assert_ptr_nonnull(strstr(text, "https://play.example.org/games/g0000001\n"));
	ck_assert_ptr_nonnull(strstr(text, "https://play.example.org/v1/games/g0000001/board.png"));
	mentions = (struct json *)json_member(json_member(body, "allowed_mentions"), "parse");
	ck_assert_int_eq(json_type(mentions), JSON_ARRAY);
	ck_assert_int_eq(json_count(mentions), 0);
	ck_assert_str_eq(r.method, "POST");
	ck_assert_str_eq(r.url, webhook.url);
	json_free(body);
	buf_free(&r.body);
}
END_TEST

START_TEST(slack)
{
	struct chat_request r;
	struct json *body = write(FORMAT_SLACK, &r);
	const char *text = text_of(body, "text");

	check_harmless(text);
	ck_assert_msg(!strpbrk(text, "<>"), "%s", text);
	ck_assert_ptr_nonnull(strstr(text, "&lt;!channel&gt;"));
	ck_assert_ptr_nonnull(strstr(text, "a&amp;b"));
	ck_assert_int_eq(json_type(json_member(body, "mrkdwn")), JSON_BOOL);
	ck_assert(!json_true(json_member(body, "mrkdwn")));
	json_free(body);
	buf_free(&r.body);
}
END_TEST

START_TEST(telegram)
{
	struct chat_request r;
	struct json *body;

	strcpy(webhook.settings, "{\"chat_id\":\"-1001\"}");
	strcpy(webhook.url, "https://api.telegram.org/bot1:x/sendMessage");
	body = write(FORMAT_TELEGRAM, &r);
	check_harmless(text_of(body, "text"));
	ck_assert_str_eq(text_of(body, "chat_id"), "-1001");
	ck_assert_ptr_null(json_member(body, "parse_mode"));
	ck_assert(json_true(json_member(json_member(body, "link_preview_options"), "is_disabled")));
	ck_assert_str_eq(r.url, webhook.url);
	json_free(body);
	buf_free(&r.body);
}
END_TEST

START_TEST(matrix)
{
	struct chat_request r;
	struct json *body;

	strcpy(webhook.settings, "{\"room\":\"!a/b:example.org\"}");
	strcpy(webhook.url, "https://matrix.example.org:8448/");
	body = write(FORMAT_MATRIX, &r);
	check_harmless(text_of(body, "body"));
	ck_assert_str_eq(text_of(body, "msgtype"), "m.text");
	ck_assert_int_eq(json_count(json_member(body, "m.mentions")), 0);
	ck_assert_str_eq(r.method, "PUT");
	ck_assert_str_eq(r.url, "https://matrix.example.org:8448/_matrix/client/v3/rooms/%21a%2Fb%3Aexample.org"
		"/send/m.room.message/msg_g0000001_5_wwwwwwwwww");
	json_free(body);
	buf_free(&r.body);
}
END_TEST

START_TEST(ntfy)
{
	struct chat_request r;
	struct json *body;

	strcpy(webhook.url, "https://ntfy.example.org/base/topic_1");
	body = write(FORMAT_NTFY, &r);
	check_harmless(text_of(body, "message"));
	check_harmless(text_of(body, "title"));
	ck_assert_ptr_nonnull(strstr(text_of(body, "title"), "Your turn: "));
	ck_assert_str_eq(text_of(body, "topic"), "topic_1");
	ck_assert_str_eq(text_of(body, "click"), "https://play.example.org/games/g0000001");
	ck_assert_str_eq(r.url, "https://ntfy.example.org/base/");
	json_free(body);
	buf_free(&r.body);
}
END_TEST

/* Characters as UTF-16 counts them. */
static int units(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80 ? 1 + ((unsigned char)*text >= 0xf0) : 0;
	return n;
}

/* However much has happened, the limit holds, no character is cut in two and the links stay. */
START_TEST(long_stories_are_cut)
{
	static const struct { enum webhook_format format; const char *member; int most, bytes; } limits[] = {
		{FORMAT_DISCORD, "content", 2000, 8000}, {FORMAT_SLACK, "text", 4000, 40000},
		{FORMAT_TELEGRAM, "text", 4096, 16384}, {FORMAT_MATRIX, "body", 4000, 60000}, {FORMAT_NTFY, "message", 4096, 4096},
	};

	strcpy(webhook.settings, "{\"room\":\"!a\",\"chat_id\":\"1\"}");
	for (int shift = 0; shift < 8; shift++) {
		buf_reset(&events);
		for (int i = 0; i < 60; i++) {
			char line[1000] = "{\"type\":\"message-posted\",\"seat\":0,\"text\":\"";

			for (int k = 0; k < shift; k++)
				strcat(line, "x");
			for (int k = 0; k < 30; k++)
				strcat(line, i % 2 ? "\xf0\x9f\x8e\xb2" "&" : "<*\xc3\xa9");
			event(strcat(line, "\"}"));
		}
		for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
			struct chat_request r;
			struct json *body = write(limits[i].format, &r);
			const char *text = text_of(body, limits[i].member);

			ck_assert_int_le(units(text), limits[i].most);
			ck_assert_int_gt(units(text), limits[i].most / 4);
			ck_assert_int_le((int)strlen(text), limits[i].bytes);
			ck_assert(utf8_valid(text, strlen(text)));
			ck_assert_ptr_nonnull(strstr(text, "...\n"));
			ck_assert_ptr_nonnull(strstr(text, "/board.png"));
			json_free(body);
			buf_free(&r.body);
		}
	}
}
END_TEST

START_TEST(without_public_url_there_are_no_links)
{
	struct chat_request r;
	struct json *body;

	chat.public_url = "";
	body = write(FORMAT_DISCORD, &r);
	ck_assert_ptr_null(strstr(text_of(body, "content"), "/v1/games"));
	json_free(body);
	buf_free(&r.body);
}
END_TEST

START_TEST(who_sees_late_learns_nothing_of_now)
{
	struct chat_request r;
	struct json *body;

	chat.version = 4;
	body = write(FORMAT_SLACK, &r);
	ck_assert_ptr_null(strstr(text_of(body, "text"), "seats are taken"));
	json_free(body);
	buf_free(&r.body);
}
END_TEST

/* --- the resource ------------------------------------------------------------------------- */

static void open_service(void)
{
	around_open(&a, (struct api_config){.public_url = "https://play.example.org"});
}

static void close_service(void)
{
	around_close(&a);
}

static const struct { const char *body, *pointer; } bad_webhooks[] = {
	{"{}", "/url"}, {"{\"url\":5}", "/url"}, {"{\"url\":\"http://example.org/\"}", "/url"},
	{"{\"url\":\"https://example.org/\",\"format\":\"mail\"}", "/format"},
	{"{\"url\":\"https://example.org/\",\"when\":\"never\"}", "/when"},
	{"{\"url\":\"https://example.org/\",\"events\":[]}", "/events"},
	{"{\"url\":\"https://example.org/\",\"events\":\"all\"}", "/events"},
	{"{\"url\":\"https://example.org/\",\"events\":[\"game-finished\",\"no-such\"]}", "/events/1"},
	{"{\"url\":\"https://example.org/\",\"events\":[\"game-finished\",\"game-finished\"]}", "/events/1"},
	{"{\"url\":\"https://example.org/\",\"game\":\"toolongid\"}", "/game"},
	{"{\"url\":\"https://example.org/\",\"game\":\"g0000001\",\"managed\":true}", "/managed"},
	{"{\"url\":\"https://example.org/\",\"chat_id\":\"1\"}", "/chat_id"},
	{"{\"url\":\"https://example.org/\",\"room\":\"!a\"}", "/room"},
	{"{\"url\":\"https://example.org/\",\"zzz\":1}", "/zzz"},
	{"{\"url\":\"https://example.org/\",\"authorization\":\"a\\nb\"}", "/authorization"},
	{"{\"url\":\"https://example.org/\",\"authorization\":\"\"}", "/authorization"},
	{"{\"url\":\"https://example.org/x\",\"format\":\"discord\",\"authorization\":\"Bearer x\"}", "/authorization"},
	{"{\"url\":\"https://example.org/x\",\"format\":\"telegram\",\"chat_id\":\"1\"}", "/url"},
	{"{\"url\":\"https://api.telegram.org/bot1:x/sendMessage\",\"format\":\"telegram\"}", "/chat_id"},
	{"{\"url\":\"https://api.telegram.org/bot1:x/sendMessage\",\"format\":\"telegram\",\"chat_id\":\"\"}", "/chat_id"},
	{"{\"url\":\"https://m.example.org\",\"format\":\"matrix\",\"room\":\"!a\"}", "/authorization"},
	{"{\"url\":\"https://m.example.org\",\"format\":\"matrix\",\"authorization\":\"Bearer x\"}", "/room"},
	{"{\"url\":\"https://m.example.org/path\",\"format\":\"matrix\",\"authorization\":\"Bearer x\",\"room\":\"!a\"}", "/url"},
	{"{\"url\":\"https://ntfy.example.org/\",\"format\":\"ntfy\"}", "/url"},
	{"{\"url\":\"https://ntfy.example.org\",\"format\":\"ntfy\"}", "/url"},
};

START_TEST(bad_webhooks_are_refused)
{
	ASK(422, &a, 0, "POST", "/v1/webhooks", bad_webhooks[_i].body);
	GOT(&a, "errors/0/pointer", bad_webhooks[_i].pointer);
	ASK(200, &a, 0, "GET", "/v1/webhooks", NULL);
	ck_assert_int_eq(got_count(&a, "webhooks"), 0);
}
END_TEST

static char id[STORE_WEBHOOK_ID + 1], path[64];

static void make(int who, const char *body)
{
	ASK(201, &a, who, "POST", "/v1/webhooks", body);
	snprintf(id, sizeof(id), "%s", got(&a, "id"));
	snprintf(path, sizeof(path), "/v1/webhooks/%s", id);
}

START_TEST(secrets_are_shown_once)
{
	char first[SECRET_TEXT];

	make(0, "{\"url\":\"https://example.org/hook\",\"authorization\":\"Bearer sesame\"}");
	snprintf(first, sizeof(first), "%s", got(&a, "secret"));
	ck_assert_int_eq(strncmp(first, "whsec_", 6), 0);
	GOT(&a, "authorization", "true");
	GOT(&a, "format", "raw");
	GOT(&a, "when", "all");
	GOT(&a, "events", "null");
	GOT(&a, "url", "https://example.org/hook");
	ck_assert_ptr_nonnull(strstr(talk_answer_header(&a.t, "Cache-Control"), "no-store"));
	ck_assert_ptr_null(strstr(got_body(&a), "sesame"));
	ASK(200, &a, 0, "GET", path, NULL);
	ck_assert_ptr_null(strstr(got_body(&a), "whsec_"));
	ck_assert_ptr_null(strstr(got_body(&a), "sesame"));
}
END_TEST

START_TEST(secrets_are_rotated)
{
	char first[SECRET_TEXT], target[80];

	make(0, "{\"url\":\"https://example.org/hook\"}");
	snprintf(first, sizeof(first), "%s", got(&a, "secret"));
	snprintf(target, sizeof(target), "%s/secret", path);
	ASK(200, &a, 0, "POST", target, "{\"overlap\":\"PT1H\"}");
	ck_assert_str_ne(got(&a, "secret"), first);
	ck_assert_str_ne(got(&a, "old_secret_until"), "null");
	ASK(200, &a, 0, "POST", target, "{\"overlap\":\"PT0S\"}");
	GOT(&a, "old_secret_until", "null");
	ASK(200, &a, 0, "POST", target, NULL);
	ck_assert_str_ne(got(&a, "old_secret_until"), "null");
	ASK(422, &a, 0, "POST", target, "{\"overlap\":\"P8D\"}");
	ASK(422, &a, 0, "POST", target, "{\"overlap\":\"soon\"}");
	ASK(404, &a, 1, "POST", target, NULL);
}
END_TEST

START_TEST(addresses_of_chats_are_hidden)
{
	make(0, "{\"url\":\"https://discord.example.org/api/webhooks/1/sesame\",\"format\":\"discord\"}");
	GOT(&a, "url", "https://discord.example.org/...");
	GOT(&a, "when", "my-turn");
	ck_assert_ptr_null(strstr(got_body(&a), "sesame"));
	ASK(200, &a, 0, "PATCH", path, "{\"when\":\"all\",\"events\":[\"game-finished\",\"seat-taken\"]}");
	GOT(&a, "when", "all");
	GOT(&a, "events/1", "seat-taken");
	ASK(200, &a, 0, "PATCH", path, "{\"events\":null}");
	GOT(&a, "events", "null");
	ASK(422, &a, 0, "PATCH", path, "{\"format\":\"slack\"}");
	ASK(422, &a, 0, "PATCH", path, "{\"game\":\"g0000001\"}");
	ASK(200, &a, 0, "PATCH", path, "{\"state\":\"disabled\"}");
	GOT(&a, "reason", "disabled by its owner");
	ASK(200, &a, 0, "PATCH", path, "{\"state\":\"active\"}");
	GOT(&a, "reason", "null");
}
END_TEST

START_TEST(others_webhooks_are_not_there)
{
	char target[80];

	make(0, "{\"url\":\"https://example.org/hook\"}");
	ASK(404, &a, 1, "GET", path, NULL);
	ASK(404, &a, 1, "PATCH", path, "{\"when\":\"all\"}");
	ASK(404, &a, 1, "DELETE", path, NULL);
	snprintf(target, sizeof(target), "%s/test", path);
	ASK(404, &a, 1, "POST", target, NULL);
	snprintf(target, sizeof(target), "%s/deliveries", path);
	ASK(404, &a, 1, "GET", target, NULL);
	ASK(401, &a, NOBODY, "GET", path, NULL);
	ASK(200, &a, 1, "GET", "/v1/webhooks", NULL);
	ck_assert_int_eq(got_count(&a, "webhooks"), 0);
	ASK(204, &a, 0, "DELETE", path, NULL);
	ASK(404, &a, 0, "GET", path, NULL);
}
END_TEST

START_TEST(webhooks_are_limited)
{
	for (int i = 0; i < WEBHOOKS_MAX; i++)
		make(0, "{\"url\":\"https://example.org/hook\"}");
	ASK(409, &a, 0, "POST", "/v1/webhooks", "{\"url\":\"https://example.org/hook\"}");
	GOT(&a, "code", "limit-reached");
	make(1, "{\"url\":\"https://example.org/hook\"}");
}
END_TEST

START_TEST(of_which_games)
{
	char body[120];

	ASK(403, &a, 0, "POST", "/v1/webhooks", "{\"url\":\"https://example.org/hook\",\"managed\":true}");
	GOT(&a, "scope", "manage");
	ASK(404, &a, 0, "POST", "/v1/webhooks", "{\"url\":\"https://example.org/hook\",\"game\":\"g0000001\"}");
	around_create(&a, 2, ",\"visibility\":\"private\"");
	snprintf(body, sizeof(body), "{\"url\":\"https://example.org/hook\",\"game\":\"%s\"}", a.game);
	ASK(404, &a, 1, "POST", "/v1/webhooks", body);
	make(0, body);
	GOT(&a, "game", a.game);
	ASK(200, &a, 0, "POST", "abort", NULL);
	ASK(409, &a, 0, "POST", "/v1/webhooks", body);
	GOT(&a, "code", "game-over");
}
END_TEST

START_TEST(webhooks_go_with_their_player)
{
	make(1, "{\"url\":\"https://example.org/hook\"}");
	ASK(204, &a, 1, "DELETE", "/v1/me", NULL);
	ck_assert_int_eq(store_webhook_get(a.f->writer, id, &(struct store_webhook){0}), STORE_NOT_FOUND);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("webhook");
	TCase *c = tcase_create("signatures");
	SRunner *r;
	int failed;

	tcase_add_test(c, known_signature);
	tcase_add_test(c, secret_as_text);
	suite_add_tcase(s, c);
	c = tcase_create("texts");
	tcase_add_checked_fixture(c, open_chat, close_chat);
	tcase_add_test(c, discord);
	tcase_add_test(c, slack);
	tcase_add_test(c, telegram);
	tcase_add_test(c, matrix);
	tcase_add_test(c, ntfy);
	tcase_add_test(c, long_stories_are_cut);
	tcase_add_test(c, without_public_url_there_are_no_links);
	tcase_add_test(c, who_sees_late_learns_nothing_of_now);
	suite_add_tcase(s, c);
	c = tcase_create("resource");
	tcase_add_checked_fixture(c, open_service, close_service);
	tcase_add_loop_test(c, bad_webhooks_are_refused, 0, (int)(sizeof(bad_webhooks) / sizeof(bad_webhooks[0])));
	tcase_add_test(c, secrets_are_shown_once);
	tcase_add_test(c, secrets_are_rotated);
	tcase_add_test(c, addresses_of_chats_are_hidden);
	tcase_add_test(c, others_webhooks_are_not_there);
	tcase_add_test(c, webhooks_are_limited);
	tcase_add_test(c, of_which_games);
	tcase_add_test(c, webhooks_go_with_their_player);
	suite_add_tcase(s, c);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

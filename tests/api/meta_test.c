/*
 * meta_test.c - what the service says about itself agrees with what it is:
 * OpenAPI and routes both ways, problems and their pages, rulesets, tile sets.
 */
#include "tests/api/fake.h"
#include "api/call.h"
#include "api/tileset_json.h"

#include <check.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GOT(path, text) ck_assert_pstr_eq(talk_get(&t, path), text)

static struct fake *f;
static struct talk t;

static void open_service(void)
{
	fake_time = 1800000000000;
	f = fake_open();
}

static void close_service(void)
{
	fake_close(f);
}

static const struct json *at(const struct json *v, const char *a, const char *b)
{
	return json_member(json_member(v, a), b);
}

/* What $ref names in the components, or the value itself. */
static const struct json *resolve(const struct json *v, const char *section)
{
	const char *ref = json_string(json_member(v, "$ref"));

	return ref ? json_member(at(t.json, "components", section), strrchr(ref, '/') + 1) : v;
}

static const struct json *operation_of(const struct route *row)
{
	static const char *const names[] = {[HTTP_GET] = "get", [HTTP_POST] = "post", [HTTP_PUT] = "put",
		[HTTP_PATCH] = "patch", [HTTP_DELETE] = "delete"};

	return json_member(json_member(json_member(t.json, "paths"), row->path), names[row->method]);
}

static void get_openapi(void)
{
	ck_assert_int_eq(talk(&t, f, NULL, "GET", "/openapi.json", NULL), 200);
}

/* --- OpenAPI ------------------------------------------------------------------------------ */

START_TEST(every_route_is_described_and_the_other_way_round)
{
	const struct json *paths;
	int routes_count = 0, described = 0;

	get_openapi();
	for (const struct route *row = routes; row->path; row++, routes_count++)
		ck_assert_msg(operation_of(row) != NULL, "%s is not described", row->path);
	paths = json_member(t.json, "paths");
	for (const struct json *path = json_first(paths); path; path = json_next(path))
		described += json_count(path);
	ck_assert_int_eq(routes_count, described);
	talk_end(&t);
}
END_TEST

/* "a b c" of a row against the query parameters of the description. */
static void compare_queries(const struct route *row, const struct json *operation)
{
	const struct json *list = json_member(operation, "parameters");
	char known[200];
	int count = 0;

	snprintf(known, sizeof(known), " %s %s ", row->queries ? row->queries : "",
		row->flags & ROUTE_DRY_RUN ? "dry_run" : "");
	for (const struct json *v = list ? json_first(list) : NULL; v; v = json_next(v)) {
		const struct json *p = resolve(v, "parameters");
		char name[80];

		if (strcmp(json_string(json_member(p, "in")), "query"))
			continue;
		snprintf(name, sizeof(name), " %s ", json_string(json_member(p, "name")));
		ck_assert_msg(strstr(known, name) != NULL, "%s does not take%s", row->path, name);
		count++;
	}
	for (char *word = strtok(known, " "); word; word = strtok(NULL, " "))
		count--;
	ck_assert_msg(count == 0, "%s: query parameters", row->path);
}

static const struct json *success_of(const struct json *operation)
{
	static const char *const good[] = {"200", "201", "204"};
	const struct json *r = NULL;

	for (int i = 0; i < 3 && !r; i++)
		r = at(operation, "responses", good[i]);
	return r;
}

START_TEST(routes_and_description_agree_on_the_rest)
{
	get_openapi();
	for (const struct route *row = routes; row->path; row++) {
		const struct json *o = operation_of(row);
		const struct json *content = json_member(success_of(o), "content");
		const struct json *body = json_member(o, "requestBody");

		compare_queries(row, o);
		ck_assert_msg((body != NULL) == ((row->flags & (ROUTE_BODY | ROUTE_BODY_OPTIONAL)) != 0), "%s: body", row->path);
		ck_assert_msg(json_true(json_member(body, "required")) == ((row->flags & ROUTE_BODY) != 0),
			"%s: body needed", row->path);
		ck_assert_msg((json_count(json_first(json_member(o, "security"))) > 0) == (row->access == ACCESS_TOKEN),
			"%s: token", row->path);
		ck_assert_msg(!content || row->media == MEDIA_FILE || (json_member(content, "text/plain") != NULL) == ((row->media & MEDIA_TEXT) != 0),
			"%s: text", row->path);
		/* Without a name in the path, what a body names may lack. */
		ck_assert_msg(at(o, "responses", "404") ? strchr(row->path, '{') || body : !strchr(row->path, '{'), "%s: 404", row->path);
	}
	talk_end(&t);
}
END_TEST

START_TEST(every_error_is_described_and_has_a_page)
{
	static const char *const types[] = {"application/json", "text/plain", "text/html"};
	const struct json *codes;
	int i = 0;

	get_openapi();
	codes = at(at(at(t.json, "components", "schemas"), "Problem", "properties"), "code", "enum");
	for (const struct json *v = json_first(codes); v; v = json_next(v), i++) {
		char target[100];

		ck_assert_int_lt(i, ERROR_CODES);
		ck_assert_str_eq(json_string(v), error_rows[i].slug);
		snprintf(target, sizeof(target), "/problems/%s", error_rows[i].slug);
		for (int k = 0; k < 3; k++) {
			struct talk page;

			talk_begin(&page, f, "GET", target, NULL);
			talk_header(&page, "Accept", types[k]);
			talk_go(&page);
			ck_assert_int_eq(page.x.reply.status, 200);
			ck_assert_ptr_nonnull(strstr(talk_body(&page), error_rows[i].slug));
			talk_end(&page);
		}
	}
	ck_assert_int_eq(i, ERROR_CODES);
	talk_end(&t);
}
END_TEST

START_TEST(the_page_for_people_has_every_operation)
{
	struct talk page;

	get_openapi();
	ck_assert_int_eq(talk(&page, f, NULL, "GET", "/docs", NULL), 200);
	for (const struct route *row = routes; row->path; row++) {
		char id[100];

		ck_assert_ptr_nonnull(strstr(talk_body(&page), row->path));
		snprintf(id, sizeof(id), "id=\"%s\"", json_string(json_member(operation_of(row), "operationId")));
		ck_assert_ptr_nonnull(strstr(talk_body(&page), id));
	}
	ck_assert_ptr_null(strstr(talk_body(&page), "<script"));
	ck_assert_ptr_null(strstr(talk_body(&page), "src="));
	talk_end(&page);
	talk_end(&t);
}
END_TEST

/* The style sheet in the page is the one that the policy allows. */
START_TEST(the_policy_allows_the_style_sheet)
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	char text[64];
	const char *style, *end;

	ck_assert_int_eq(talk(&t, f, NULL, "GET", "/docs", NULL), 200);
	style = strstr(talk_body(&t), "<style>") + 7;
	end = strstr(style, "</style>");
	crypto_hash_sha256(hash, (const unsigned char *)style, (size_t)(end - style));
	sodium_bin2base64(text, sizeof(text), hash, sizeof(hash), sodium_base64_VARIANT_ORIGINAL);
	ck_assert_ptr_nonnull(strstr(talk_answer_header(&t, "Content-Security-Policy"), text));
	talk_end(&t);
}
END_TEST

/* --- games on offer ---------------------------------------------------------------------------- */

START_TEST(rulesets_come_from_their_rows)
{
	int i = 0;

	ck_assert_int_eq(talk(&t, f, NULL, "GET", "/v1/rulesets/south-seas", NULL), 200);
	GOT("seats", "{\"min\":2,\"max\":5}");
	GOT("colours", "[\"red\",\"blue\",\"green\",\"yellow\",\"black\"]");
	GOT("tilesets/0/id", "south-seas-reconstructed");
	GOT("options/0/default", "random");
	GOT("options/2/default", "true");
	for (const struct action_row *a = ruleset_find("south-seas", 0)->actions; a->type != ACTION_NONE; a++) {
		char path[32];

		if (a->type == ACTION_TIMEOUT)
			continue;
		snprintf(path, sizeof(path), "actions/%d/type", i);
		GOT(path, action_type_name(a->type));
		snprintf(path, sizeof(path), "actions/%d/path", i++);
		ck_assert_ptr_nonnull(strstr(talk_get(&t, path), "/v1/games/{game}/"));
	}
	GOT("actions/5/path", "/v1/games/{game}/choose");
	talk_end(&t);
	ck_assert_int_eq(talk(&t, f, NULL, "GET", "/v1/rulesets/chess", NULL), 404);
	talk_end(&t);
}
END_TEST

START_TEST(tile_sets_are_found_by_id_and_by_hash)
{
	char hash[80], target[100];

	ck_assert_int_eq(talk(&t, f, NULL, "GET", "/v1/tilesets/south-seas-reconstructed", NULL), 200);
	GOT("tile_count", "73");
	GOT("ruleset", "south-seas");
	ck_assert_ptr_nonnull(talk_get(&t, "provenance"));
	ck_assert_ptr_nonnull(talk_get(&t, "kinds/23/variants/0/count"));
	ck_assert_ptr_nonnull(talk_get(&t, "ships/23/order/0"));
	snprintf(hash, sizeof(hash), "%s", talk_get(&t, "sha256"));
	talk_end(&t);
	snprintf(target, sizeof(target), "/v1/tilesets/%s", hash);
	ck_assert_int_eq(talk(&t, f, NULL, "GET", target, NULL), 200);
	GOT("id", "south-seas-reconstructed");
	talk_end(&t);
	target[strlen(target) - 1] ^= 1;
	ck_assert_int_eq(talk(&t, f, NULL, "GET", target, NULL), 404);
	talk_end(&t);
}
END_TEST

/* The bundled set under another id. */
static char *renamed_set(size_t *size)
{
	const char *text = tileset_bundled(ruleset_find("south-seas", 0), size);
	char *copy = malloc(*size + 1), *id;

	memcpy(copy, text, *size);
	copy[*size] = '\0';
	id = strstr(copy, "south-seas-reconstructed");
	memcpy(id, "south-seas-reconsidered_", 24);
	id[23] = 'x';
	return copy;
}

START_TEST(tile_sets_can_be_added_once)
{
	size_t size;
	char *text = renamed_set(&size), why[240];

	ck_assert_int_eq(api_add_tileset(f->api, text, size, why), 0);
	ck_assert_int_eq(api_add_tileset(f->api, text, size, why), -1);
	ck_assert_ptr_nonnull(strstr(why, "south-seas-reconsideredx"));
	ck_assert_int_eq(api_add_tileset(f->api, "{}", 2, why), -1);
	ck_assert_uint_gt(strlen(why), 10);
	free(text);
	ck_assert_int_eq(talk(&t, f, NULL, "GET", "/v1/rulesets/south-seas", NULL), 200);
	GOT("tilesets/1/id", "south-seas-reconsideredx");
	GOT("tilesets/1/default", "false");
	talk_end(&t);
}
END_TEST

START_TEST(the_index_tells_whether_strangers_may_join)
{
	ck_assert_int_eq(talk(&t, f, NULL, "GET", "/v1", NULL), 200);
	GOT("registration", "open");
	GOT("rulesets/0/id", "south-seas");
	ck_assert_ptr_nonnull(strstr(talk_answer_header(&t, "Link"), "rel=\"service-desc\""));
	talk_end(&t);
	api_set_registration(f->api, 0);
	ck_assert_int_eq(talk(&t, f, NULL, "GET", "/v1", NULL), 200);
	GOT("registration", "closed");
	talk_end(&t);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("meta");
	TCase *tc = tcase_create("meta");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_test(tc, every_route_is_described_and_the_other_way_round);
	tcase_add_test(tc, routes_and_description_agree_on_the_rest);
	tcase_add_test(tc, every_error_is_described_and_has_a_page);
	tcase_add_test(tc, the_page_for_people_has_every_operation);
	tcase_add_test(tc, the_policy_allows_the_style_sheet);
	tcase_add_test(tc, rulesets_come_from_their_rows);
	tcase_add_test(tc, tile_sets_are_found_by_id_and_by_hash);
	tcase_add_test(tc, tile_sets_can_be_added_once);
	tcase_add_test(tc, the_index_tells_whether_strangers_may_join);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

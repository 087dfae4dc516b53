/*
 * metrics_test.c - the text of OpenMetrics, to the letter; what requests do to
 * the counters; who may read them; what waits and what is late.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/delivery.h"
#include "api/metrics.h"
#include "tests/api/table_fixture.h"

static struct buf out;

static void begin(void)
{
	buf_init(&out, 65536);
}

static void end(void)
{
	buf_free(&out);
}

START_TEST(values_are_fractions_of_the_unit)
{
	static const struct { int64_t value; int scale; const char *text; } rows[] = {
		{0, 1, "0"}, {7, 1, "7"}, {-7, 1, "-7"}, {1234567, 1000000, "1.234567"}, {1000000, 1000000, "1"},
		{1500, 1000, "1.5"}, {1, 1000000, "0.000001"}, {100, 1000000, "0.0001"}, {-250, 1000, "-0.25"},
		{INT64_MAX, 1, "9223372036854775807"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char line[64];

		buf_reset(&out);
		metrics_sample(&out, METRIC_GAUGE, "m", "", rows[i].value, rows[i].scale);
		snprintf(line, sizeof(line), "m %s\n", rows[i].text);
		ck_assert_str_eq(out.data, line);
	}
}
END_TEST

START_TEST(a_family_names_type_unit_and_help)
{
	metrics_one(&out, METRIC_COUNTER, "meepled_x_seconds", "seconds", "What it is.", 2500, 1000);
	metrics_family(&out, METRIC_INFO, "meepled_build", "", "Which.");
	metrics_sample(&out, METRIC_INFO, "meepled_build", "version=\"1\"", 1, 1);
	ck_assert_str_eq(out.data,
		"# TYPE meepled_x_seconds counter\n# UNIT meepled_x_seconds seconds\n"
		"# HELP meepled_x_seconds What it is.\nmeepled_x_seconds_total 2.5\n"
		"# TYPE meepled_build info\n# HELP meepled_build Which.\nmeepled_build_info{version=\"1\"} 1\n");
}
END_TEST

START_TEST(a_histogram_adds_up_from_bucket_to_bucket)
{
	struct histogram h = {.bounds = {10, 1000, 1500}};
	static const int64_t values[] = {-5, 0, 10, 11, 1000, 1001, 1500, 1501, 99999};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		histogram_add(&h, values[i]);
	metrics_histogram(&out, "h_seconds", "kind=\"a\"", &h, 1000);
	ck_assert_str_eq(out.data,
		"h_seconds_bucket{kind=\"a\",le=\"0.01\"} 3\n"
		"h_seconds_bucket{kind=\"a\",le=\"1.0\"} 5\n"
		"h_seconds_bucket{kind=\"a\",le=\"1.5\"} 7\n"
		"h_seconds_bucket{kind=\"a\",le=\"+Inf\"} 9\n"
		"h_seconds_count{kind=\"a\"} 9\n"
		"h_seconds_sum{kind=\"a\"} 105.022\n");
}
END_TEST

START_TEST(all_sixteen_bounds_may_be_used)
{
	struct histogram h = {0};

	for (int i = 0; i < HISTOGRAM_BOUNDS; i++)
		h.bounds[i] = i + 1;
	histogram_add(&h, HISTOGRAM_BOUNDS);
	histogram_add(&h, HISTOGRAM_BOUNDS + 1);
	metrics_histogram(&out, "h", "", &h, 1);
	ck_assert_ptr_nonnull(strstr(out.data, "h_bucket{le=\"15.0\"} 0\nh_bucket{le=\"16.0\"} 1\nh_bucket{le=\"+Inf\"} 2\n"));
}
END_TEST

/* --- what requests do ---------------------------------------------------------------- */

static const char *told(struct talk *t, struct fake *f, const char *token)
{
	ck_assert_int_eq(talk(t, f, token, "GET", "/metrics", NULL), 200);
	ck_assert_str_eq(talk_answer_header(t, "Content-Type"),
		"application/openmetrics-text; version=1.0.0; charset=utf-8");
	return talk_body(t);
}

START_TEST(answers_are_counted_by_route_and_status)
{
	struct fake *f = fake_open_with((struct api_config){.metrics_open = 1, .registration_open = 1});
	struct talk t;

	for (int i = 0; i < 3; i++) {
		talk(&t, f, NULL, "GET", "/v1/rulesets/south-seas", NULL);
		talk_end(&t);
	}
	talk(&t, f, NULL, "HEAD", "/v1/rulesets/nothing", NULL);
	talk_end(&t);
	talk(&t, f, NULL, "GET", "/v1/me\"} 1\nmeepled_forged 1", NULL);
	talk_end(&t);
	talk(&t, f, NULL, "POST", "/v1/players", "{\"name\": \"Ada\"}");
	talk_end(&t);

	const char *text = told(&t, f, NULL);
	static const char *const lines[] = {
		"\nmeepled_http_requests_total{method=\"GET\",route=\"/v1/rulesets/{ruleset}\",status=\"200\"} 3\n",
		"\nmeepled_http_requests_total{method=\"GET\",route=\"/v1/rulesets/{ruleset}\",status=\"404\"} 1\n",
		"\nmeepled_http_requests_total{method=\"POST\",route=\"/v1/players\",status=\"201\"} 1\n",
		"\nmeepled_http_requests_total{method=\"\",route=\"\",status=\"40",
		"\nmeepled_http_request_duration_seconds_count{kind=\"read\"} 4\n",
		"\nmeepled_http_request_duration_seconds_count{kind=\"change\"} 1\n",
		"\nmeepled_cache_games 0\n",
	};
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		ck_assert_msg(strstr(text, lines[i]) != NULL, "no line %s", lines[i] + 1);
	ck_assert_ptr_null(strstr(text, "forged"));
	ck_assert_str_eq(text + strlen(text) - 6, "# EOF\n");
	talk_end(&t);
	fake_close(f);
}
END_TEST

START_TEST(metrics_are_the_hosts)
{
	struct fake *f = fake_open();
	char player[API_TOKEN_TEXT], host[API_TOKEN_TEXT], why[240];
	struct talk t;

	fake_player(f, "Ada", player, NULL);
	ck_assert_int_eq(api_token_create(f->writer, "prometheus", SCOPE_READ, 0, host, why), 0);
	ck_assert_int_eq(talk(&t, f, NULL, "GET", "/metrics", NULL), 401);
	talk_end(&t);
	ck_assert_int_eq(talk(&t, f, player, "GET", "/metrics", NULL), 403);
	talk_end(&t);
	told(&t, f, host);
	talk_end(&t);
	fake_close(f);
}
END_TEST

/* --- what waits, and what should have been done ---------------------------------------- */

static struct around a;

/* A sample's value, as text. */
static const char *sample(const char *name)
{
	static char value[32];
	char line[64];
	const char *at;

	ask(&a, NOBODY, "GET", "/metrics", NULL);
	snprintf(line, sizeof(line), "\n%s ", name);
	at = strstr(talk_body(&a.t), line);
	ck_assert_msg(at != NULL, "no sample %s", name);
	snprintf(value, sizeof(value), "%.*s", (int)strcspn(at + strlen(line), "\n"), at + strlen(line));
	return value;
}

static void open_table(void)
{
	fake_time = 1800000000000;
	around_open(&a, (struct api_config){.metrics_open = 1});
	around_start(&a, 2, ",\"clock\":{\"per_turn\":\"PT2H\",\"on_timeout\":\"skip\"}");
}

static void close_table(void)
{
	around_close(&a);
}

START_TEST(who_listens_is_counted)
{
	char target[100], piece[4096];
	struct talk poll, stream, head;

	ck_assert_str_eq(sample("meepled_long_polls"), "0");
	snprintf(target, sizeof(target), "/v1/games/%s/events?after=1000&wait=60", a.game);
	talk_begin(&poll, a.f, "GET", target, NULL);
	talk_go(&poll);
	ck_assert_int_eq(poll.later, 1);
	snprintf(target, sizeof(target), "/v1/games/%s/events?after=1000&follow=true", a.game);
	talk_begin(&stream, a.f, "GET", target, NULL);
	talk_header(&stream, "Accept", "application/x-ndjson");
	talk_go(&stream);
	ck_assert_int_eq(api_piece(a.f->api, &stream.x, piece, sizeof(piece)), API_PIECE_LATER);
	talk_begin(&head, a.f, "HEAD", target, NULL);	/* is no stream */
	talk_header(&head, "Accept", "application/x-ndjson");
	talk_go(&head);
	ck_assert_str_eq(sample("meepled_long_polls"), "1");
	ck_assert_str_eq(sample("meepled_streams"), "1");
	talk_end(&head);
	ck_assert_str_eq(sample("meepled_streams"), "1");
	api_drain(a.f->api);
	talk_resume(&poll);
	ck_assert_int_eq(api_piece(a.f->api, &stream.x, piece, sizeof(piece)), API_PIECE_END);
	talk_end(&poll);
	talk_end(&stream);
	ck_assert_str_eq(sample("meepled_long_polls"), "0");
	ck_assert_str_eq(sample("meepled_streams"), "0");
}
END_TEST

START_TEST(what_was_not_sent_in_time_shows)
{
	struct delivery *d;
	int64_t at;

	ASK(201, &a, 0, "POST", "/v1/webhooks", "{\"url\":\"https://example.org/hook\"}");
	ck_assert_str_eq(sample("meepled_outbox_messages"), "0");
	ASK(201, &a, 0, "POST", "messages", "{\"text\":\"well played\"}");
	ck_assert_str_eq(sample("meepled_outbox_messages"), "1");
	ck_assert_str_eq(sample("meepled_outbox_late_seconds"), "0");
	fake_time += 90500;
	ck_assert_str_eq(sample("meepled_outbox_late_seconds"), "90.5");
	ck_assert_int_eq(api_deliveries_due(a.f->api, &d, 1, &at), 1);
	api_delivery_done(a.f->api, d, &(struct delivery_outcome){.status = 500, .retry_after = 60});
	ck_assert_str_eq(sample("meepled_outbox_messages"), "1");
	ck_assert_str_eq(sample("meepled_outbox_late_seconds"), "0");
	fake_time += 3600 * 1000;
	ck_assert_int_eq(api_deliveries_due(a.f->api, &d, 1, &at), 1);
	api_delivery_done(a.f->api, d, &(struct delivery_outcome){.status = 200, .retry_after = -1});
	ck_assert_str_eq(sample("meepled_outbox_messages"), "0");
	ck_assert_str_eq(sample("meepled_outbox_late_seconds"), "0");
}
END_TEST

START_TEST(clocks_that_nobody_saw_to_show)
{
	api_clock_run(a.f->api);
	ck_assert_str_eq(sample("meepled_clocks_overdue"), "0");
	fake_time += 3600 * 1000 + 2000;	/* half of the time: a reminder */
	ck_assert_str_eq(sample("meepled_clocks_overdue"), "1");
	ck_assert_str_eq(sample("meepled_clocks_late_seconds"), "2");
	api_clock_run(a.f->api);
	ck_assert_str_eq(sample("meepled_clocks_overdue"), "0");
	ck_assert_str_eq(sample("meepled_clocks_late_seconds"), "0");
}
END_TEST

int main(void)
{
	Suite *s = suite_create("metrics");
	TCase *text = tcase_create("text"), *requests = tcase_create("requests"), *late = tcase_create("late");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(text, begin, end);
	tcase_add_test(text, values_are_fractions_of_the_unit);
	tcase_add_test(text, a_family_names_type_unit_and_help);
	tcase_add_test(text, a_histogram_adds_up_from_bucket_to_bucket);
	tcase_add_test(text, all_sixteen_bounds_may_be_used);
	tcase_add_test(requests, answers_are_counted_by_route_and_status);
	tcase_add_test(requests, metrics_are_the_hosts);
	suite_add_tcase(s, text);
	suite_add_tcase(s, requests);
	tcase_add_checked_fixture(late, open_table, close_table);
	tcase_add_test(late, who_listens_is_counted);
	tcase_add_test(late, what_was_not_sent_in_time_shows);
	tcase_add_test(late, clocks_that_nobody_saw_to_show);
	suite_add_tcase(s, late);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

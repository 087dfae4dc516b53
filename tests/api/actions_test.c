/*
 * actions_test.c - acting: verbs, moves by id, whole turns, refusals, dry runs.
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

/* --- helpers ----------------------------------------------------------------- */

static void begin(const char *options)
{
	char members[200];

	snprintf(members, sizeof(members), ",\"options\":{\"first_seat\":0%s}", options);
	around_start(&a, 2, members);
}

static long version(void)
{
	ASK(200, &a, NOBODY, "GET", "", NULL);
	return got_number(&a, "version");
}

/* The first legal place of the seat as members "\"x\":…,\"y\":…,\"rotation\":…". */
static const char *first_place(int seat)
{
	static char text[80];
	long x, y, rotation;

	ASK(200, &a, seat, "GET", "legal", NULL);
	GOT(&a, "moves/0/type", "place");
	x = got_number(&a, "moves/0/x");
	y = got_number(&a, "moves/0/y");
	rotation = got_number(&a, "moves/0/rotation");
	snprintf(text, sizeof(text), "\"x\":%ld,\"y\":%ld,\"rotation\":%ld", x, y, rotation);
	return text;
}

/* A body with that place and further members. */
static const char *place(int seat, const char *members)
{
	static char text[300];

	snprintf(text, sizeof(text), "{%s%s}", first_place(seat), members);
	return text;
}

/* Nothing was changed by what `status` refused. */
static void refused(int status, const char *code, int who, const char *target, const char *body)
{
	long before = version();

	ASK(status, &a, who, "POST", target, body);
	GOT(&a, "code", code);
	ck_assert_int_eq(version(), before);
}

/* --- turns by single steps --------------------------------------------------------- */

START_TEST(a_turn_step_by_step)
{
	begin("");
	ASK(200, &a, 0, "POST", "draw", NULL);
	GOT(&a, "events/0/type", "tile-drawn");
	GOT(&a, "game/turn/phase", "place");
	ck_assert_pstr_eq(got(&a, "version"), got(&a, "game/version"));
	ASK(200, &a, 0, "POST", "place", place(0, ""));
	GOT(&a, "events/0/type", "tile-placed");
	GOT(&a, "game/turn/phase", "piece");
	ck_assert_int_eq(got_count(&a, "game/board/tiles"), 2);
	ASK(200, &a, 0, "POST", "skip", "{}");
	GOT(&a, "events/0/type", "step-skipped");
	GOT(&a, "game/turn/seat", "1");
	GOT(&a, "game/waiting_for", "[1]");
}
END_TEST

START_TEST(a_draw_asked_for_again_gives_the_same_tile)
{
	char tile[60];
	long drawn;

	begin("");
	ASK(200, &a, 0, "POST", "draw", NULL);
	snprintf(tile, sizeof(tile), "%s", got(&a, "game/turn/tile"));
	drawn = got_number(&a, "version");
	for (int i = 0; i < 3; i++) {
		ASK(200, &a, 0, "POST", i % 2 ? "draw" : "actions", i % 2 ? NULL : "{\"type\":\"draw\"}");
		GOT(&a, "events", "[]");
		GOT(&a, "game/turn/tile", tile);
		ck_assert_int_eq(got_number(&a, "version"), drawn);
	}
	refused(409, "not-your-turn", 1, "draw", NULL);
	ASK(200, &a, 0, "POST", "place", place(0, ""));
	refused(409, "wrong-phase", 0, "draw", NULL);
}
END_TEST

START_TEST(a_minimal_answer_leaves_the_view_out)
{
	begin("");
	a.prefer = "return=minimal";
	ASK(200, &a, 0, "POST", "draw", NULL);
	ck_assert_ptr_null(got(&a, "game"));
	GOT(&a, "events/0/type", "tile-drawn");
}
END_TEST

/* --- refusals ------------------------------------------------------------------------ */

START_TEST(only_who_sits_acts)
{
	begin("");
	refused(401, "unauthorized", NOBODY, "draw", NULL);
	refused(403, "not-seated", STRANGER, "draw", NULL);
	refused(409, "not-your-turn", 1, "draw", NULL);
	ASK(409, &a, 1, "POST", "draw", NULL);
	GOT(&a, "waiting_for", "[0]");
	ck_assert_ptr_nonnull(strstr(got(&a, "legal"), "/legal?seat=1"));
	refused(409, "not-your-turn", 1, "actions", "{\"move_id\":\"abcd\"}");
}
END_TEST

START_TEST(before_the_start_nobody_acts)
{
	around_create(&a, 2, "");
	refused(409, "not-started", 0, "draw", NULL);
	refused(409, "not-started", 0, "actions", "{\"move_id\":\"abcd\"}");
	refused(422, "invalid-fields", 0, "choose", "{}");
}
END_TEST

START_TEST(a_wrong_phase_says_what_may_be_done)
{
	begin("");
	ASK(409, &a, 0, "POST", "place", "{\"x\":1,\"y\":0,\"rotation\":0}");
	GOT(&a, "code", "wrong-phase");
	GOT(&a, "expected", "[\"draw\",\"resign\"]");
	/* Although the segment cannot be looked up yet. */
	refused(409, "wrong-phase", 0, "islander", "{\"segment\":\"b\"}");
	refused(409, "wrong-phase", 0, "deliver", "{\"ship\":\"no-such\",\"wares\":{}}");
}
END_TEST

START_TEST(illegal_places_say_why)
{
	int mismatch = 0;

	begin("");
	ASK(200, &a, 0, "POST", "draw", NULL);
	refused(409, "illegal-placement", 0, "place", "{\"x\":0,\"y\":0,\"rotation\":0}");
	refused(409, "illegal-placement", 0, "place", "{\"x\":1,\"y\":1,\"rotation\":0}");
	refused(409, "illegal-placement", 0, "place", "{\"x\":-32768,\"y\":32767,\"rotation\":270}");
	for (int rotation = 0; rotation < 360; rotation += 90) {
		char body[60];

		snprintf(body, sizeof(body), "{\"x\":1,\"y\":0,\"rotation\":%d}", rotation);
		if (ask(&a, 0, "POST", "place?dry_run=true", body) == 200)
			continue;
		mismatch++;
		GOT(&a, "rule", "SS-1.2");
		GOT(&a, "conflicts/0/side", "W");
		ck_assert_ptr_nonnull(got(&a, "conflicts/0/tile_side"));
		ck_assert_str_ne(got(&a, "conflicts/0/tile_side"), got(&a, "conflicts/0/board_side"));
	}
	ck_assert_int_gt(mismatch, 0);
}
END_TEST

static const struct { const char *verb, *body, *pointer; } bad_fields[] = {
	{"place", "{}", "/x"},
	{"place", "{\"x\":\"1\",\"y\":0,\"rotation\":0}", "/x"},
	{"place", "{\"x\":1.5,\"y\":0,\"rotation\":0}", "/x"},
	{"place", "{\"x\":32768,\"y\":0,\"rotation\":0}", "/x"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":45}", "/rotation"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":360}", "/rotation"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":-90}", "/rotation"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":\"90\"}", "/rotation"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":0,\"z\":0}", "/z"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":0,\"islander\":1}", "/islander"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":0,\"islander\":\"\"}", "/islander"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":0,\"islander\":{}}", "/islander/segment"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":0,\"islander\":\"b\",\"skip\":true}", "/skip"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":0,\"skip\":false}", "/skip"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":0,\"deliver\":true}", "/deliver"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":0,\"deliver\":{\"ship\":\"ship01\"}}", "/deliver/wares"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":0,\"deliver\":{\"ship\":\"s\",\"wares\":{\"pearls\":1}}}",
		"/deliver/wares/pearls"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":0,\"end_turn\":1}", "/end_turn"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":0,\"undo\":true}", "/undo"},
	{"place", "{\"x\":1,\"y\":0,\"rotation\":0,\"type\":\"place\"}", "/type"},
	{"islander", "{\"segment\":\"\"}", "/segment"},
	{"islander", "{\"segment\":\"012345678901234567890123456789012345\"}", "/segment"},
	{"islander", "{\"segment\":\"b\",\"x\":0}", "/x"},
	{"retrieve", "{\"segment\":\"b\"}", "/x"},
	{"deliver", "{\"ship\":\"ship01\",\"wares\":{\"shells\":-1}}", "/wares/shells"},
	{"deliver", "{\"ship\":\"ship01\",\"wares\":{\"shells\":256}}", "/wares/shells"},
	{"deliver", "{\"ship\":\"\",\"wares\":{}}", "/ship"},
	{"deliver", "{\"ship\":\"ship01\",\"wares\":[]}", "/wares"},
	{"draw", "{\"seat\":0}", "/seat"},
	{"draw", "{\"expected_version\":-1}", "/expected_version"},
	{"actions", "{}", "/type"},
	{"actions", "{\"type\":\"fly\"}", "/type"},
	{"actions", "{\"type\":\"timeout\"}", "/type"},
	{"actions", "{\"type\":\"battle\"}", "/type"},
	{"actions", "{\"type\":\"none\"}", "/type"},
	{"actions", "{\"type\":7}", "/type"},
	{"actions", "{\"type\":\"cover-fish\",\"x\":0,\"y\":0,\"segment\":\"s\",\"group\":8}", "/group"},
	{"actions", "{\"move_id\":4}", "/move_id"},
	{"actions", "{\"move_id\":\"01234567890123456789\"}", "/move_id"},
	{"actions", "{\"move_id\":\"abcd\",\"type\":\"draw\"}", "/type"},
	{"choose", "{\"type\":\"hide\"}", "/type"},
	{"choose", "{\"ship\":\"ship01\"}", "/type"},
};

START_TEST(bad_fields_are_named)
{
	begin("");
	refused(422, "invalid-fields", 0, bad_fields[_i].verb, bad_fields[_i].body);
	ASK(422, &a, 0, "POST", bad_fields[_i].verb, bad_fields[_i].body);
	GOT(&a, "errors/0/pointer", bad_fields[_i].pointer);
}
END_TEST

START_TEST(an_unknown_segment_is_answered_with_those_that_there_are)
{
	begin("");
	ASK(200, &a, 0, "POST", "draw", NULL);
	refused(422, "invalid-fields", 0, "place", place(0, ",\"islander\":\"zz\""));
	ASK(422, &a, 0, "POST", "place", place(0, ",\"islander\":{\"segment\":\"zz\"}"));
	GOT(&a, "errors/0/pointer", "/islander/segment");
	ck_assert_ptr_nonnull(strstr(got(&a, "errors/0/detail"), "has the segments"));
	ASK(200, &a, 0, "POST", "place", place(0, ""));
	refused(422, "invalid-fields", 0, "islander", "{\"segment\":\"zz\"}");
	refused(422, "invalid-fields", 0, "retrieve", "{\"x\":99,\"y\":0,\"segment\":\"b\"}");
}
END_TEST

/* --- versions -------------------------------------------------------------------------- */

START_TEST(a_stale_version_is_told_what_happened)
{
	char stale[60];
	long seen;

	begin("");
	seen = version();
	ASK(200, &a, 0, "POST", "draw", NULL);
	snprintf(stale, sizeof(stale), "{\"expected_version\":%ld}", seen);
	refused(412, "stale-version", 0, "resign", stale);
	ASK(412, &a, 0, "POST", "draw", stale);
	ck_assert_int_eq(got_number(&a, "expected_version"), seen);
	ck_assert_int_eq(got_number(&a, "version"), seen + 1);
	ck_assert_int_eq(got_count(&a, "events"), 1);
	GOT(&a, "events/0/type", "tile-drawn");
	a.if_match = "\"3\"";
	ASK(412, &a, 0, "POST", "resign", NULL);
	ck_assert_int_eq(got_count(&a, "events"), (int)seen + 1 - 3);
	a.if_match = "\"999\"";
	ASK(412, &a, 0, "POST", "resign", NULL);
	snprintf(stale, sizeof(stale), "\"%ld\"", seen + 1);
	a.if_match = stale;
	ASK(200, &a, 0, "POST", "place", place(0, ""));
}
END_TEST

START_TEST(two_moves_in_one_batch_see_one_another)
{
	struct talk t[3];
	char path[60];

	begin("");
	snprintf(path, sizeof(path), "/v1/games/%s/draw", a.game);
	fake_hold(a.f);
	for (int i = 0; i < 3; i++) {
		talk_begin(&t[i], a.f, "POST", path, i == 2 ? "{\"expected_version\":5}" : "{}");
		talk_token(&t[i], a.token[0]);
		talk_go(&t[i]);
	}
	/* Not a word before the commit. */
	ck_assert_int_eq(version(), 5);
	fake_run_held(a.f);
	for (int i = 0; i < 3; i++) {
		talk_resume(&t[i]);
		ck_assert_int_eq(t[i].x.reply.status, i == 2 ? 412 : 200);
	}
	ck_assert_pstr_eq(talk_get(&t[0], "events/0/type"), "tile-drawn");
	ck_assert_pstr_eq(talk_get(&t[1], "events"), "[]");
	for (int i = 0; i < 3; i++)
		talk_end(&t[i]);
	ck_assert_int_eq(version(), 6);
}
END_TEST

START_TEST(a_failed_commit_leaves_no_trace)
{
	long before;

	begin("");
	before = version();
	a.f->fail_commit = 1;
	ASK(503, &a, 0, "POST", "draw", NULL);
	ck_assert_int_eq(version(), before);
	GOT(&a, "turn/phase", "draw");
	ASK(200, &a, NOBODY, "GET", "events", NULL);
	ck_assert_int_eq(got_number(&a, "next"), before);
	ASK(200, &a, 0, "POST", "draw", NULL);
	ck_assert_int_eq(got_number(&a, "version"), before + 1);
	a.f->fail_commit = 1;
	ASK(503, &a, 0, "POST", "/v1/games", "{\"ruleset\":\"south-seas\"}");
	ASK(200, &a, NOBODY, "GET", "/v1/games", NULL);
	ck_assert_int_eq(got_count(&a, "games"), 1);
}
END_TEST

/* --- undo, resign ------------------------------------------------------------------------ */

START_TEST(undo_takes_back_up_to_the_draw)
{
	begin("");
	refused(409, "nothing-to-undo", 0, "undo", NULL);
	ASK(200, &a, 0, "POST", "draw", NULL);
	refused(409, "nothing-to-undo", 0, "undo", NULL);
	ASK(200, &a, 0, "POST", "place", place(0, ""));
	ASK(200, &a, 0, "GET", "legal", NULL);
	GOT(&a, "always/0/type", "undo");
	refused(409, "not-your-turn", 1, "undo", NULL);
	ASK(200, &a, 0, "POST", "undo", NULL);
	GOT(&a, "events/0/type", "undone");
	GOT(&a, "game/turn/phase", "place");
	ck_assert_int_eq(got_count(&a, "game/board/tiles"), 1);
	ASK(200, &a, 0, "POST", "place", place(0, ""));
}
END_TEST

START_TEST(who_resigns_loses)
{
	begin("");
	ASK(200, &a, 1, "POST", "resign", NULL);
	GOT(&a, "events/0/type", "seat-resigned");
	GOT(&a, "game/status", "finished");
	GOT(&a, "game/result/reason", "one-seat-left");
	GOT(&a, "game/result/winners", "[0]");
	ck_assert_str_ne(got(&a, "game/finished_at"), "null");
	refused(409, "game-over", 0, "draw", NULL);
	refused(409, "game-over", 1, "resign", NULL);
	refused(409, "game-over", 0, "actions", "{\"move_id\":\"abcd\"}");
	ASK(200, &a, 0, "GET", "legal", NULL);
	GOT(&a, "moves", "[]");
	GOT(&a, "phase", "over");
	GOT(&a, "waiting_for", "[]");
}
END_TEST

/* --- moves by id --------------------------------------------------------------------------- */

START_TEST(move_ids_are_short_unique_and_good_for_one_state)
{
	char first[16], path[40], body[60];
	int count;

	begin("");
	ASK(200, &a, 0, "POST", "draw", NULL);
	ASK(200, &a, 0, "GET", "legal", NULL);
	count = got_count(&a, "moves");
	for (int i = 0; i < count; i++) {
		char id[16];

		snprintf(path, sizeof(path), "moves/%d/move_id", i);
		snprintf(id, sizeof(id), "%s", got(&a, path));
		ck_assert_uint_ge(strlen(id), 4);
		ck_assert_uint_le(strlen(id), 12);
		for (int j = 0; j < i; j++) {
			snprintf(path, sizeof(path), "moves/%d/move_id", j);
			ck_assert_str_ne(got(&a, path), id);
		}
	}
	snprintf(first, sizeof(first), "%s", got(&a, "moves/0/move_id"));
	snprintf(body, sizeof(body), "{\"move_id\":\"%s\"}", first);
	/* The same whoever asks. */
	ASK(200, &a, NOBODY, "GET", "legal?seat=0", NULL);
	GOT(&a, "moves/0/move_id", first);
	ASK(200, &a, 1, "GET", "legal", NULL);
	GOT(&a, "moves", "[]");
	GOT(&a, "waiting_for", "[0]");
	ASK(400, &a, 1, "GET", "legal?seat=2", NULL);
	ASK(200, &a, 0, "POST", "actions", body);
	GOT(&a, "events/0/type", "tile-placed");
	refused(412, "stale-version", 0, "actions", body);
	ASK(200, &a, 0, "POST", "undo", NULL);
	/* The same tile and board, another version. */
	refused(412, "stale-version", 0, "actions", body);
}
END_TEST

/* --- whole turns ----------------------------------------------------------------------------- */

START_TEST(a_turn_in_one_call)
{
	begin("");
	ASK(200, &a, 0, "POST", "draw", NULL);
	ASK(200, &a, 0, "POST", "place", place(0, ",\"end_turn\":true"));
	GOT(&a, "events/0/type", "tile-placed");
	GOT(&a, "events/1/type", "step-skipped");
	GOT(&a, "game/turn/seat", "1");
	ASK(200, &a, 1, "POST", "draw", NULL);
	ASK(200, &a, 1, "POST", "actions", place(1,
		",\"type\":\"place\",\"skip\":true,\"end_turn\":true"));
	GOT(&a, "game/turn/seat", "0");
}
END_TEST

START_TEST(a_turn_with_a_refused_step_leaves_nothing)
{
	begin("");
	ASK(200, &a, 0, "POST", "draw", NULL);
	refused(409, "rule", 0, "place",
		place(0, ",\"retrieve\":{\"x\":0,\"y\":0,\"segment\":\"s\"},\"end_turn\":true"));
	ASK(409, &a, 0, "POST", "place", place(0, ",\"retrieve\":{\"x\":0,\"y\":0,\"segment\":\"s\"}"));
	GOT(&a, "step", "retrieve");
	/* With nothing to pay by, the turn is over before the delivery. */
	refused(409, "not-your-turn", 0, "place",
		place(0, ",\"deliver\":{\"ship\":\"ship01\",\"wares\":{\"shells\":3}}"));
	GOT(&a, "turn/phase", "place");
	ck_assert_int_eq(got_count(&a, "board/tiles"), 1);
}
END_TEST

START_TEST(a_step_after_a_reveal_is_refused_unseen)
{
	static const char *const later[] = {
		",\"skip\":true,\"deliver\":{\"ship\":\"ship01\",\"wares\":{}}",
		",\"skip\":true,\"deliver\":{\"ship\":\"ship02\",\"wares\":{\"shells\":9}}",
		",\"deliver\":{\"ship\":\"no-such-ship\",\"wares\":{}}",
	};
	char first[600];

	begin(",\"auto_draw\":true");
	for (size_t i = 0; i < sizeof(later) / sizeof(later[0]); i++) {
		const char *body = place(0, later[i]);

		refused(409, "reveals-first", 0, "place", body);
		ASK(409, &a, 0, "POST", "place", body);
		/* Word for word the same, whatever the step is. */
		if (i == 0)
			snprintf(first, sizeof(first), "%s", got(&a, "detail"));
		GOT(&a, "detail", first);
		ASK(409, &a, 0, "POST", "place?dry_run=true", body);
		GOT(&a, "code", "reveals-first");
	}
	/* What the turn's end reveals is no obstacle. */
	ASK(200, &a, 0, "POST", "place", place(0, ",\"skip\":true,\"end_turn\":true"));
	GOT(&a, "game/turn/phase", "place");
	GOT(&a, "game/turn/seat", "1");
}
END_TEST

START_TEST(without_auto_end_turn_every_step_is_asked_for)
{
	begin(",\"auto_end_turn\":false");
	ASK(200, &a, 0, "POST", "draw", NULL);
	ASK(200, &a, 0, "POST", "place", place(0, ",\"skip\":true"));
	GOT(&a, "game/turn/phase", "deliver");
	ASK(200, &a, 0, "GET", "legal", NULL);
	GOT(&a, "moves/0/type", "end-turn");
	ASK(409, &a, 0, "POST", "deliver", "{\"ship\":\"ship01\",\"wares\":{\"shells\":3}}");
	GOT(&a, "code", "rule");
	ck_assert_ptr_nonnull(got(&a, "rule"));
	ASK(422, &a, 0, "POST", "deliver", "{\"ship\":\"ship99\",\"wares\":{\"shells\":3}}");
	GOT(&a, "errors/0/pointer", "/ship");
	ASK(200, &a, 0, "POST", "end-turn", NULL);
	GOT(&a, "game/turn/seat", "1");
	ASK(200, &a, 1, "POST", "draw", NULL);
	ASK(200, &a, 1, "POST", "place", place(1, ",\"end_turn\":true"));
	GOT(&a, "game/turn/seat", "0");
}
END_TEST

/* --- dry runs --------------------------------------------------------------------------------- */

START_TEST(a_dry_run_changes_nothing_and_ends_at_a_reveal)
{
	long before;

	begin("");
	before = version();
	ASK(200, &a, 0, "POST", "draw?dry_run=true", NULL);
	GOT(&a, "dry_run", "true");
	GOT(&a, "complete", "false");
	GOT(&a, "events", "[]");
	ck_assert_int_eq(version(), before);
	ASK(200, &a, 0, "POST", "draw", NULL);
	before = version();
	ASK(200, &a, 0, "POST", "draw?dry_run=true", NULL);
	GOT(&a, "complete", "true");
	ASK(200, &a, 0, "POST", "place?dry_run=true", place(0, ""));
	GOT(&a, "complete", "true");
	GOT(&a, "events/0/type", "tile-placed");
	ck_assert_int_eq(got_number(&a, "version"), before);
	ck_assert_ptr_null(got(&a, "game"));
	ASK(409, &a, 0, "POST", "place?dry_run=true", "{\"x\":0,\"y\":0,\"rotation\":0}");
	ASK(409, &a, 1, "POST", "draw?dry_run=true", NULL);
	ASK(403, &a, STRANGER, "POST", "draw?dry_run=true", NULL);
	ck_assert_int_eq(version(), before);
	ASK(200, &a, NOBODY, "GET", "events", NULL);
	ck_assert_int_eq(got_number(&a, "next"), before);
}
END_TEST

START_TEST(a_dry_run_stops_before_the_next_tile)
{
	int count;

	begin(",\"auto_draw\":true");
	ASK(200, &a, 0, "POST", "place?dry_run=true", place(0, ",\"end_turn\":true"));
	GOT(&a, "complete", "false");
	count = got_count(&a, "events");
	ck_assert_int_gt(count, 2);
	ck_assert_ptr_null(strstr(got_body(&a), "tile-drawn"));
	ck_assert_ptr_nonnull(strstr(got_body(&a), "turn-started"));
	ASK(200, &a, 0, "POST", "place", place(0, ",\"end_turn\":true"));
	ck_assert_int_eq(got_count(&a, "events"), count + 1);
}
END_TEST

/* --- a game with dice ------------------------------------------------------------------ */

/* A game of three that waits for seat *who to ask for a battle. */
static void begin_battle(int *who)
{
	a.ruleset = "star-wars";
	for (int game = 0; game < 40; game++) {
		around_start(&a, 3, ",\"options\":{\"auto_battle\":false}");
		do {
			ASK(200, &a, NOBODY, "GET", "", NULL);
			if (strcmp(got(&a, "turn/phase"), "battle") == 0) {
				*who = (int)got_number(&a, "turn/seat");
				return;
			}
		} while (random_move(&a));
	}
	ck_abort_msg("no game comes to a battle");
}

START_TEST(a_bare_battle_is_the_first_of_the_list)
{
	char x[12], y[12], segment[40], path[40];
	int who = 0, found = 0;
	long seen;

	begin_battle(&who);
	seen = version();
	ASK(200, &a, who, "GET", "legal", NULL);
	snprintf(x, sizeof(x), "%s", got(&a, "moves/0/x"));
	snprintf(y, sizeof(y), "%s", got(&a, "moves/0/y"));
	snprintf(segment, sizeof(segment), "%s", got(&a, "moves/0/segment"));
	ck_assert_ptr_nonnull(got(&a, "odds/0/battles/0/sides/1/win"));
	ASK(200, &a, who, "POST", "battle", NULL);
	GOT(&a, "events/0/type", "battle-fought");
	GOT(&a, "events/0/x", x);
	GOT(&a, "events/0/y", y);
	GOT(&a, "events/0/segment", segment);
	/* It is kept as what it meant. */
	ASK(200, &a, NOBODY, "GET", "record", NULL);
	for (int i = 0; i < got_count(&a, "actions"); i++) {
		snprintf(path, sizeof(path), "actions/%d/seq", i);
		if (got_number(&a, path) != seen + 1)
			continue;
		snprintf(path, sizeof(path), "actions/%d/x", i);
		GOT(&a, path, x);
		snprintf(path, sizeof(path), "actions/%d/segment", i);
		GOT(&a, path, segment);
		found++;
	}
	ck_assert_int_eq(found, 1);
}
END_TEST

START_TEST(a_battle_is_named_in_full_or_not_at_all)
{
	static const struct { const char *body, *pointer; } bad[] = {
		{"{\"x\":0}", "/y"}, {"{\"x\":0,\"y\":0}", "/segment"}, {"{\"segment\":\"p\"}", "/x"},
		{"{\"y\":0,\"segment\":\"p\"}", "/x"}, {"{\"x\":0,\"y\":0,\"segment\":\"\"}", "/segment"},
		{"{\"size\":\"small\"}", "/size"},
	};
	int who = 0;

	begin_battle(&who);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		refused(422, "invalid-fields", who, "battle", bad[i].body);
		ASK(422, &a, who, "POST", "battle", bad[i].body);
		GOT(&a, "errors/0/pointer", bad[i].pointer);
	}
	refused(409, "not-your-turn", (who + 1) % 3, "battle", NULL);
	refused(409, "wrong-phase", who, "skip", NULL);
	a.if_match = "\"3\"";
	ASK(412, &a, who, "POST", "battle", NULL);
}
END_TEST

START_TEST(a_dry_run_throws_no_dice)
{
	int who = 0;
	long seen;

	begin_battle(&who);
	seen = version();
	ASK(200, &a, who, "POST", "battle?dry_run=true", NULL);
	GOT(&a, "events", "[]");
	GOT(&a, "complete", "false");
	ck_assert_int_eq(version(), seen);
}
END_TEST

START_TEST(what_is_not_in_a_game_is_not_there)
{
	a.ruleset = "star-wars";
	begin("");
	refused(404, "not-found", 0, "islander", "{\"segment\":\"r\"}");
	refused(404, "not-found", 0, "end-turn", NULL);
	refused(409, "wrong-phase", 0, "battle", NULL);
	refused(409, "wrong-phase", 0, "meeple", "{\"segment\":\"r\"}");
}
END_TEST

static const struct { const char *body, *pointer; } bad_meeples[] = {
	{"{}", "/segment"}, {"{\"size\":\"large\"}", "/segment"}, {"{\"segment\":\"r\",\"planet\":{\"x\":0,\"y\":0}}", "/planet"},
	{"{\"segment\":\"r\",\"size\":\"tiny\"}", "/size"}, {"{\"planet\":{\"x\":0}}", "/planet/y"}, {"{\"planet\":\"p\"}", "/planet"},
	{"{\"planet\":{\"x\":0,\"y\":0,\"z\":0}}", "/planet/z"},
};

START_TEST(a_meeple_names_a_segment_or_a_planet)
{
	char whole[160];

	a.ruleset = "star-wars";
	begin("");
	for (size_t i = 0; i < sizeof(bad_meeples) / sizeof(bad_meeples[0]); i++) {
		refused(422, "invalid-fields", 0, "meeple", bad_meeples[i].body);
		ASK(422, &a, 0, "POST", "meeple", bad_meeples[i].body);
		GOT(&a, "errors/0/pointer", bad_meeples[i].pointer);
		/* The same within a whole turn. */
		snprintf(whole, sizeof(whole), "{\"x\":1,\"y\":0,\"rotation\":0,\"meeple\":%s}", bad_meeples[i].body);
		ASK(422, &a, 0, "POST", "place", whole);
		ck_assert_int_eq(strncmp(got(&a, "errors/0/pointer"), "/meeple/", 8), 0);
	}
}
END_TEST

START_TEST(a_meeple_in_a_whole_turn_is_small_where_no_size_is_said)
{
	static const struct { const char *head, *tail; } meeples[] = {
		{"", ""}, {"{\"segment\":", "}"}, {"{\"size\":\"large\",\"segment\":", "}"},
	};
	char members[300], segment[40], where[80];

	a.ruleset = "star-wars";
	begin(",\"auto_end_turn\":false");
	ASK(200, &a, 0, "POST", "draw", NULL);
	snprintf(where, sizeof(where), "%s", first_place(0));
	ASK(200, &a, 0, "POST", "place", place(0, ""));
	ASK(200, &a, 0, "GET", "legal", NULL);
	snprintf(segment, sizeof(segment), "%s", got(&a, "moves/0/segment"));
	GOT(&a, "moves/0/size", "small");
	ASK(200, &a, 0, "POST", "undo", NULL);
	snprintf(members, sizeof(members), "{%s,\"meeple\":%s\"%s\"%s,\"end_turn\":true}", where, meeples[_i].head,
		segment, meeples[_i].tail);
	ASK(200, &a, 0, "POST", "place", members);
	GOT(&a, "events/1/type", "piece-placed");
	GOT(&a, "events/1/size", _i == 2 ? "large" : "small");
	GOT(&a, "events/1/segment", segment);
	GOT(&a, "game/turn/seat", "1");
}
END_TEST

int main(void)
{
	Suite *s = suite_create("actions");
	TCase *tc = tcase_create("actions");
	SRunner *r;
	int failed;

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_test(tc, a_turn_step_by_step);
	tcase_add_test(tc, a_draw_asked_for_again_gives_the_same_tile);
	tcase_add_test(tc, a_minimal_answer_leaves_the_view_out);
	tcase_add_test(tc, only_who_sits_acts);
	tcase_add_test(tc, before_the_start_nobody_acts);
	tcase_add_test(tc, a_wrong_phase_says_what_may_be_done);
	tcase_add_test(tc, illegal_places_say_why);
	tcase_add_loop_test(tc, bad_fields_are_named, 0, sizeof(bad_fields) / sizeof(bad_fields[0]));
	tcase_add_test(tc, an_unknown_segment_is_answered_with_those_that_there_are);
	tcase_add_test(tc, a_stale_version_is_told_what_happened);
	tcase_add_test(tc, two_moves_in_one_batch_see_one_another);
	tcase_add_test(tc, a_failed_commit_leaves_no_trace);
	tcase_add_test(tc, undo_takes_back_up_to_the_draw);
	tcase_add_test(tc, who_resigns_loses);
	tcase_add_test(tc, move_ids_are_short_unique_and_good_for_one_state);
	tcase_add_test(tc, a_turn_in_one_call);
	tcase_add_test(tc, a_turn_with_a_refused_step_leaves_nothing);
	tcase_add_test(tc, a_step_after_a_reveal_is_refused_unseen);
	tcase_add_test(tc, without_auto_end_turn_every_step_is_asked_for);
	tcase_add_test(tc, a_dry_run_changes_nothing_and_ends_at_a_reveal);
	tcase_add_test(tc, a_dry_run_stops_before_the_next_tile);
	tcase_add_test(tc, a_bare_battle_is_the_first_of_the_list);
	tcase_add_test(tc, a_battle_is_named_in_full_or_not_at_all);
	tcase_add_test(tc, a_dry_run_throws_no_dice);
	tcase_add_test(tc, what_is_not_in_a_game_is_not_there);
	tcase_add_test(tc, a_meeple_names_a_segment_or_a_planet);
	tcase_add_loop_test(tc, a_meeple_in_a_whole_turn_is_small_where_no_size_is_said, 0, 3);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

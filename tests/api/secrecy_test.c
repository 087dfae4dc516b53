/*
 * secrecy_test.c - nothing of what is still to come can be learnt from any
 * answer.
 *
 * Two ways.  Search: play games and look through every answer for the seeds
 * in all their spellings and for the order of bag and pile.  And swap: put
 * another future under the same present, behind the service's back, ask
 * everything again, and compare byte for byte.
 */
#include "tests/api/secrets.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWERS_MAX = 900, WITH_ODDS = 25 };

/* The games that are played to the end. */
static const struct {
	const char *ruleset;
	int seats;
	const char *members;
} tables[] = {
	{"south-seas", 2, ""},
	{"south-seas", 2, ",\"client_seed\":\"sand\",\"options\":{\"auto_draw\":true}"},
	{"south-seas", 3, ""},
	{"south-seas", 4, ",\"options\":{\"auto_end_turn\":false}"},
	{"star-wars", 2, ""},
	{"star-wars", 3, ",\"options\":{\"auto_battle\":false}"},
	{"star-wars", 4, ",\"client_seed\":\"sand\",\"options\":{\"teams\":true,\"auto_draw\":true}"},
	{"star-wars", 5, ",\"options\":{\"unplaceable\":\"return\",\"auto_battle\":false,\"auto_end_turn\":false}"},
};
enum { TABLES = sizeof(tables) / sizeof(tables[0]) };

static struct around a;

static void open_service(void)
{
	around_open(&a, (struct api_config){.cached_games = 1});
}

static void close_service(void)
{
	around_close(&a);
}

static void sit_down(int table)
{
	a.ruleset = tables[table].ruleset;
	around_start(&a, tables[table].seats, tables[table].members);
}

/* The search itself finds what it is meant to find. */
START_TEST(the_search_finds)
{
	static struct secrets s;
	char text[400] = "";

	a.ruleset = _i ? "star-wars" : "south-seas";
	around_start(&a, 2, "");
	secrets_take(&s, &a);
	ck_assert_int_eq(s.bag_count, SECRETS_RUN);
	ck_assert_int_eq(s.pile_count, _i ? 0 : SECRETS_SHIPS);
	ck_assert_ptr_null(secrets_find(&s, "tile sw01 ss01 1 2 3", 20));
	for (int i = 0; i < SECRETS_RUN; i++)
		sprintf(text + strlen(text), "{\"tile\":{\"kind\":\"%s\"}},", s.ts.kinds[s.ts.faces[s.bag[i]].kind].id);
	ck_assert_str_eq(secrets_find(&s, text, strlen(text)), "tiles to come");
	text[0] = '\0';
	for (int i = 0; i < SECRETS_RUN; i++)
		sprintf(text + strlen(text), "%s%d", i ? "," : "[", s.bag[i]);
	ck_assert_str_eq(secrets_find(&s, text, strlen(text)), "the order of the bag");
	for (int i = 0; i < s.count; i++)
		ck_assert_ptr_nonnull(secrets_find(&s, s.at[i].text, s.at[i].size));
	text[0] = '\0';
	for (int i = 0; i < s.pile_count; i++)
		sprintf(text + strlen(text), "\"%s\",", s.ts.ships[s.pile[i]].id);
	if (s.pile_count)
		ck_assert_str_eq(secrets_find(&s, text, strlen(text)), "ships to come");
}
END_TEST

/* --- asking everything ----------------------------------------------------------------- */

static char *answers[ANSWERS_MAX];
static int answer_count;

/* One answer, kept for comparison, without the request's random id. */
static void keep(int who, const char *method, const char *target, const char *body)
{
	static const char member[] = "\"request_id\":\"";
	int status = ask(&a, who, method, target, body);
	const char *head = got_body(&a), *tail = strstr(head, member);
	size_t size = tail ? (size_t)(tail - head) : strlen(head);
	char *text = malloc(strlen(head) + 400);

	ck_assert_int_lt(answer_count, ANSWERS_MAX);
	sprintf(text, "%s %s %s: %d: %.*s%s", method, target, body ? body : "", status, (int)size, head,
		tail ? strchr(tail + strlen(member), '"') + 1 : "");
	answers[answer_count++] = text;
}

/* Places with what may follow in the same call, of the game with ships. */
static void ask_ships(int seat, const char *place, const char *ship)
{
	char body[300];

	/* No ship is to be had for nothing: refused, whatever comes. */
	snprintf(body, sizeof(body), "%s,\"skip\":true,\"deliver\":{\"ship\":\"%s\",\"wares\":{}}}", place, ship);
	keep(seat, "POST", "place", body);
	snprintf(body, sizeof(body), "%s,\"deliver\":{\"ship\":\"%s\",\"wares\":{\"shells\":200}},\"end_turn\":true}",
		place, ship);
	keep(seat, "POST", "place", body);
	keep(seat, "POST", "place?dry_run=true", body);
}

/* ... and of the game with battles: every segment of the tile, and the planets around it. */
static void ask_meeples(int seat, const char *place, int x, int y)
{
	static struct game g;
	static struct tileset ts;
	const struct kind *kind;
	char body[300];

	stored_game(&a, &g, &ts);
	kind = &ts.kinds[ts.faces[g.now.hand].kind];
	for (int i = 0; i < kind->segment_count; i++) {
		snprintf(body, sizeof(body), "%s,\"meeple\":{\"size\":\"%s\",\"segment\":\"%s\"},\"end_turn\":true}", place,
			i % 2 ? "large" : "small", kind->segments[i].id);
		keep(seat, "POST", "place?dry_run=true", body);
	}
	for (int i = 0; i < g.board.tile_count; i++) {
		const struct placed *t = &g.board.tiles[i];

		if (abs(t->x - x) > 1 || abs(t->y - y) > 1 || board_kind(&g.board, &ts, i)->centre == SEGMENT_NONE)
			continue;
		snprintf(body, sizeof(body), "%s,\"meeple\":{\"planet\":{\"x\":%d,\"y\":%d}},\"end_turn\":true}", place,
			t->x, t->y);
		keep(seat, "POST", "place?dry_run=true", body);
	}
	/* No tile has such a segment: refused, whatever comes. */
	snprintf(body, sizeof(body), "%s,\"meeple\":\"zz\",\"end_turn\":true}", place);
	keep(seat, "POST", "place", body);
}

static void ask_places(int seat)
{
	char body[300], place[120], ship[40];
	int count;

	ASK(200, &a, seat, "GET", "", NULL);
	snprintf(ship, sizeof(ship), "%s", got(&a, "ships/face_up/0/id") ? got(&a, "ships/face_up/0/id") : "none");
	ASK(200, &a, seat, "GET", "legal", NULL);
	count = got_count(&a, "moves");
	for (int i = 0; i < count && i < 12; i++) {
		long x, y;

		ASK(200, &a, seat, "GET", "legal", NULL);
		snprintf(body, sizeof(body), "moves/%d/x", i);
		x = got_number(&a, body);
		snprintf(body, sizeof(body), "moves/%d/y", i);
		y = got_number(&a, body);
		snprintf(body, sizeof(body), "moves/%d/rotation", i);
		snprintf(place, sizeof(place), "{\"x\":%ld,\"y\":%ld,\"rotation\":%ld", x, y, got_number(&a, body));
		snprintf(body, sizeof(body), "%s,\"end_turn\":true}", place);
		keep(seat, "POST", "place?dry_run=true", body);
		if (strcmp(a.ruleset, "south-seas") == 0)
			ask_ships(seat, place, ship);
		else
			ask_meeples(seat, place, (int)x, (int)y);
	}
}

/* Dry runs of the latest answer's moves, those first that would throw dice. */
static void ask_moves(int seat, const char *list, int most, int as_text)
{
	char path[60], body[60];
	int count = got_count(&a, list);

	for (int i = 0; i < count && i < most; i++) {
		ASK(200, &a, seat, "GET", "legal", NULL);
		snprintf(path, sizeof(path), "%s/%d/move_id", list, i);
		snprintf(body, sizeof(body), "{\"move_id\":\"%s\"}", got(&a, path));
		keep(seat, "POST", "actions?dry_run=true", body);
		if (as_text) {
			a.accept = "text/plain";
			keep(seat, "POST", "actions?dry_run=true", body);
		}
	}
	ASK(200, &a, seat, "GET", "legal", NULL);
}

static void ask_reads(void)
{
	static const char *const reads[] = {"", "legal?seat=0", "legal?seat=1", "events?limit=1000", "board.txt", "fairness"};

	for (size_t i = 0; i < sizeof(reads) / sizeof(reads[0]); i++)
		for (int who = NOBODY; who < a.seats; who++) {
			keep(who, "GET", reads[i], NULL);
			if (i < 3) {
				a.accept = "text/plain";
				keep(who, "GET", reads[i], NULL);
			}
		}
}

static void ask_everything(void)
{
	static const char *const verbs[] = {"draw", "skip", "end-turn", "undo", "battle"};
	char path[40];
	int seat;

	ask_reads();
	ASK(200, &a, NOBODY, "GET", "legal", NULL);
	seat = (int)got_number(&a, "seat");
	ask_moves(seat, "odds", 30, 1);
	ask_moves(seat, "moves", 20, 0);
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		snprintf(path, sizeof(path), "%s?dry_run=true", verbs[i]);
		keep(seat, "POST", path, NULL);
		keep((seat + 1) % a.seats, "POST", verbs[i], NULL);
	}
	keep(seat, "POST", "draw?dry_run=true", "{\"expected_version\":3}");
	keep(seat, "POST", "islander", "{\"segment\":\"zz\"}");
	keep(seat, "POST", "meeple", "{\"segment\":\"zz\"}");
	ASK(200, &a, NOBODY, "GET", "legal", NULL);
	if (got(&a, "moves/0/type") && strcmp(got(&a, "moves/0/type"), "place") == 0)
		ask_places(seat);
}

static void forget_answers(void)
{
	while (answer_count > 0)
		free(answers[--answer_count]);
}

/* --- search ------------------------------------------------------------------------------- */

static void search_everything(const struct secrets *s)
{
	ask_everything();
	for (int i = 0; i < answer_count; i++) {
		const char *found = secrets_find(s, answers[i], strlen(answers[i]));

		ck_assert_msg(found == NULL, "%s: %s", found, answers[i]);
	}
	forget_answers();
	ASK(200, &a, NOBODY, "GET", "record", NULL);
	GOT(&a, "server_seed", "null");
	secrets_search_answer(s, &a);
	ASK(200, &a, 0, "GET", "at/5", NULL);
	secrets_search_answer(s, &a);
}

START_TEST(no_answer_of_a_whole_game_tells_a_secret)
{
	static struct secrets s;
	int moves = 0, more = 1;

	a.dice = 7u + (unsigned)_i;
	sit_down(_i);
	while (more) {
		secrets_take(&s, &a);
		if (s.game.now.phase == PHASE_OVER)
			break;
		if (moves % 16 == 0)
			search_everything(&s);
		more = random_move(&a);
		/* The answer to the move itself, with what is secret after it. */
		secrets_take(&s, &a);
		if (s.game.now.phase != PHASE_OVER)
			secrets_search_answer(&s, &a);
		moves++;
	}
	ASK(200, &a, NOBODY, "GET", "record", NULL);
	ck_assert_uint_eq(strlen(got(&a, "server_seed")), 64);
}
END_TEST

/* --- swap ---------------------------------------------------------------------------------- */

static void swap_and_compare(const char *other_game)
{
	static char *before[ANSWERS_MAX];
	int count;

	ask_everything();
	count = answer_count;
	memcpy(before, answers, sizeof(before));
	answer_count = 0;
	secrets_swap(&a, other_game);
	ask_everything();
	ck_assert_int_eq(answer_count, count);
	for (int i = 0; i < count; i++) {
		ck_assert_str_eq(answers[i], before[i]);
		free(before[i]);
	}
	forget_answers();
}

START_TEST(another_future_gives_the_same_answers)
{
	char other[STORE_GAME_ID + 1];
	int with_odds = 0;

	around_create(&a, 2, "");
	snprintf(other, sizeof(other), "%s", a.game);
	a.dice = 50u + (unsigned)_i;
	sit_down(_i);
	for (int moves = 0; moves < 600; moves++) {
		int odds;

		ASK(200, &a, NOBODY, "GET", "legal", NULL);
		if (strcmp(got(&a, "phase"), "over") == 0)
			break;
		odds = got(&a, "odds/0/move_id") != NULL && with_odds < WITH_ODDS;
		with_odds += odds;
		if (odds || moves % 9 == 8)
			swap_and_compare(other);
		random_move(&a);
	}
	ASK(200, &a, NOBODY, "GET", "", NULL);
	GOT(&a, "status", "finished");
	ck_assert_int_ge(with_odds, strcmp(a.ruleset, "star-wars") == 0 ? 5 : 0);
}
END_TEST

/* The swap does change what comes. */
START_TEST(another_future_is_another_game)
{
	char other[STORE_GAME_ID + 1], tile[60];
	int differ = 0;

	around_create(&a, 2, "");
	snprintf(other, sizeof(other), "%s", a.game);
	for (int i = 0; i < 10; i++) {
		around_start(&a, 2, ",\"options\":{\"first_seat\":0}");
		secrets_swap(&a, other);
		ASK(200, &a, 0, "POST", "draw", NULL);
		snprintf(tile, sizeof(tile), "%s", got(&a, "game/turn/tile"));
		/* Replayed from the seed, the draw still gives what it was going to give. */
		ASK(200, &a, NOBODY, "GET", "at/6", NULL);
		differ += strcmp(got(&a, "turn/tile"), tile) != 0;
	}
	ck_assert_int_ge(differ, 5);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("secrecy");
	TCase *tc = tcase_create("secrecy");
	SRunner *r;
	int failed;

	if (sodium_init() < 0)
		return EXIT_FAILURE;
	tcase_set_timeout(tc, 240);
	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_loop_test(tc, the_search_finds, 0, 2);
	tcase_add_loop_test(tc, no_answer_of_a_whole_game_tells_a_secret, 0, TABLES);
	tcase_add_loop_test(tc, another_future_gives_the_same_answers, 0, TABLES);
	tcase_add_test(tc, another_future_is_another_game);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/*
 * secrecy_test.c - nothing of what is still to come can be learnt from any
 * answer.
 *
 * Two ways.  Search: play games and look through every answer for the seeds
 * in all their spellings and for the order of bag and pile.  And swap: put
 * another future under the same present, behind the service's back, ask
 * everything again, and compare byte for byte.
 */
#include "tests/api/table_fixture.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/south_seas/south_seas.h"

enum { RUN = 6, RUN_SHIPS = 4, NEEDLES_MAX = 32, ANSWERS_MAX = 800 };

static struct around a;

/* Which game, and how it begins by the number of the round. */
static const struct { const char *ruleset, *members; } begins[] = {
	{"south-seas", ""}, {"south-seas", ",\"client_seed\":\"sand\",\"options\":{\"auto_draw\":true}"},
	{"star-wars", ",\"options\":{\"auto_battle\":false}"},
	{"star-wars", ",\"options\":{\"auto_draw\":true,\"unplaceable\":\"return\"}"},
};
enum { BEGINS = sizeof(begins) / sizeof(begins[0]) };

static void begin(int round)
{
	a.ruleset = begins[round % BEGINS].ruleset;
	around_start(&a, 2, begins[round % BEGINS].members);
}

static void open_service(void)
{
	around_open(&a, (struct api_config){.cached_games = 1});
}

static void close_service(void)
{
	around_close(&a);
}

/* --- needles --------------------------------------------------------------------- */

struct needles {
	int count;
	struct { char text[120]; size_t size; } at[NEEDLES_MAX];
	/* What comes next, and how it may be written. */
	uint8_t bag[RUN], pile[RUN_SHIPS];
	int bag_count, pile_count;
	struct game game;
	struct tileset ts;
};

static void add_needle(struct needles *n, const void *bytes, size_t size)
{
	ck_assert_int_lt(n->count, NEEDLES_MAX);
	memcpy(n->at[n->count].text, bytes, size);
	n->at[n->count++].size = size;
}

/* Half of a secret is a secret. */
static void add_secret(struct needles *n, const unsigned char *secret)
{
	static const int base64[] = {sodium_base64_VARIANT_ORIGINAL_NO_PADDING,
		sodium_base64_VARIANT_URLSAFE_NO_PADDING};
	static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
	char text[120];

	for (int half = 0; half < 2; half++) {
		const unsigned char *bytes = secret + 15 * half;	/* 15: a whole number of base-64 groups */
		unsigned bits = 0, have = 0;
		size_t size = 0;

		add_needle(n, bytes, 15);
		sodium_bin2hex(text, sizeof(text), bytes, 15);
		add_needle(n, text, strlen(text));
		for (char *c = text; *c; c++)
			*c = (char)toupper((unsigned char)*c);
		add_needle(n, text, strlen(text));
		for (int i = 0; i < 2; i++) {
			sodium_bin2base64(text, sizeof(text), bytes, 15, base64[i]);
			add_needle(n, text, strlen(text));
		}
		for (int i = 0; i < 15; i++) {
			bits = bits << 8 | bytes[i];
			for (have += 8; have >= 5; have -= 5)
				text[size++] = digits[bits >> (have - 5) & 31];
		}
		add_needle(n, text, size);
	}
}

static void take_needles(struct needles *n)
{
	struct store_game row;

	n->count = 0;
	stored_row(&a, &row);
	stored_game(&a, &n->game, &n->ts);
	add_secret(n, row.server_seed);
	add_secret(n, n->game.rng.seed);
	n->bag_count = game_bag_left(&n->game) < RUN ? 0 : RUN;
	memcpy(n->bag, n->game.bag + n->game.now.drawn, (size_t)n->bag_count);
	n->pile_count = 0;
	if (game_ruleset(&n->game) == &south_seas_1) {
		const struct ss_state *s = ss_look(&n->game.now);

		n->pile_count = n->ts.ship_count - s->turned_up < RUN_SHIPS ? 0 : RUN_SHIPS;
		memcpy(n->pile, s->pile + s->turned_up, (size_t)n->pile_count);
	}
	if (n->bag_count)
		add_needle(n, n->bag, RUN);
}

static int is_found(const char *body, size_t size, const void *needle, size_t needle_size)
{
	return memmem(body, size, needle, needle_size) != NULL;
}

/* Whether `run` stands in the answer as numbers one after the other. */
static int has_numbers(const char *body, const uint8_t *run, int count)
{
	int matched = 0;

	for (const char *at = body; *at && matched < count; at++) {
		if (!isdigit((unsigned char)*at) || (at > body && isalnum((unsigned char)at[-1])))
			continue;
		matched = atoi(at) == run[matched] ? matched + 1 : atoi(at) == run[0];
	}
	return count > 0 && matched == count;
}

static const char *kind_id(const struct needles *n, int face) { return n->ts.kinds[n->ts.faces[face].kind].id; }
static const char *kind_prefix(const struct needles *n) { return game_ruleset(&n->game) == &south_seas_1 ? "ss" : "sw"; }
static const char *ship_id(const struct needles *n, int ship) { return n->ts.ships[ship].id; }

/* Whether the ids of `run` come in that order, with no other id of that kind between them. */
static int has_ids(const char *body, const struct needles *n, const uint8_t *run, int count,
	const char *prefix, const char *(*id)(const struct needles *, int))
{
	int matched = 0;

	for (const char *at = strstr(body, prefix); at && matched < count; at = strstr(at + 1, prefix)) {
		if (!isdigit((unsigned char)at[strlen(prefix)]))
			continue;
		if (strncmp(at, id(n, run[matched]), strlen(id(n, run[matched]))) == 0)
			matched++;
		else
			matched = strncmp(at, id(n, run[0]), strlen(id(n, run[0]))) == 0;
	}
	return count > 0 && matched == count;
}

static void search(const struct needles *n, const char *body, size_t size)
{
	for (int i = 0; i < n->count; i++)
		ck_assert_msg(!is_found(body, size, n->at[i].text, n->at[i].size), "secret %d in %s", i, body);
	ck_assert_msg(!has_numbers(body, n->bag, n->bag_count), "order of the bag in %s", body);
	ck_assert_msg(!has_numbers(body, n->pile, n->pile_count), "order of the pile in %s", body);
	ck_assert_msg(!has_ids(body, n, n->bag, n->bag_count, kind_prefix(n), kind_id), "tiles to come in %s", body);
	ck_assert_msg(!has_ids(body, n, n->pile, n->pile_count, "ship", ship_id), "ships to come in %s", body);
}

static void search_answer(const struct needles *n)
{
	search(n, got_body(&a), a.t.x.reply.body ? a.t.x.reply.body->size : 0);
	for (int i = 0; i < a.t.x.reply.header_count; i++)
		search(n, a.t.x.reply.headers[i].value, strlen(a.t.x.reply.headers[i].value));
}

/* The search itself finds what it is meant to find. */
START_TEST(the_search_finds)
{
	static struct needles n;
	char text[400] = "";

	around_start(&a, 2, "");
	take_needles(&n);
	ck_assert_int_eq(n.bag_count, RUN);
	for (int i = 0; i < RUN; i++)
		sprintf(text + strlen(text), "{\"tile\":{\"kind\":\"%s\"}},", kind_id(&n, n.bag[i]));
	ck_assert_int_eq(has_ids(text, &n, n.bag, RUN, "ss", kind_id), 1);
	text[0] = '\0';
	for (int i = 0; i < RUN; i++)
		sprintf(text + strlen(text), "%s%d", i ? "," : "[", n.bag[i]);
	ck_assert_int_eq(has_numbers(text, n.bag, RUN), 1);
	ck_assert_int_eq(is_found(n.at[1].text, n.at[1].size, n.at[1].text, n.at[1].size), 1);
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

static void ask_places(int seat)
{
	char body[300], place[120], ship[40];
	int count;

	ASK(200, &a, seat, "GET", "", NULL);
	snprintf(ship, sizeof(ship), "%s", got(&a, "ships/face_up/0/id") ? got(&a, "ships/face_up/0/id") : "none");
	ASK(200, &a, seat, "GET", "legal", NULL);
	count = got_count(&a, "moves");
	for (int i = 0; i < count && i < 12; i++) {
		ASK(200, &a, seat, "GET", "legal", NULL);
		snprintf(body, sizeof(body), "moves/%d/x", i);
		snprintf(place, sizeof(place), "{\"x\":%ld", got_number(&a, body));
		snprintf(body, sizeof(body), "moves/%d/y", i);
		sprintf(place + strlen(place), ",\"y\":%ld", got_number(&a, body));
		snprintf(body, sizeof(body), "moves/%d/rotation", i);
		sprintf(place + strlen(place), ",\"rotation\":%ld", got_number(&a, body));
		snprintf(body, sizeof(body), "%s,\"end_turn\":true}", place);
		keep(seat, "POST", "place?dry_run=true", body);
		for (int segment = 0; segment < 4; segment++) {
			snprintf(body, sizeof(body), "%s,\"meeple\":{\"size\":\"large\",\"segment\":\"%s\"},\"end_turn\":true}",
				place, ((const char *const[]){"r", "a", "p", "e"})[segment]);
			keep(seat, "POST", "place?dry_run=true", body);
		}
		/* No ship is to be had for nothing: refused, whatever comes. */
		snprintf(body, sizeof(body), "%s,\"skip\":true,\"deliver\":{\"ship\":\"%s\",\"wares\":{}}}", place, ship);
		keep(seat, "POST", "place", body);
		snprintf(body, sizeof(body), "%s,\"deliver\":{\"ship\":\"%s\",\"wares\":{\"shells\":200}},\"end_turn\":true}",
			place, ship);
		keep(seat, "POST", "place", body);
		keep(seat, "POST", "place?dry_run=true", body);
	}
}

static void ask_everything(void)
{
	static const char *const reads[] = {"", "legal?seat=0", "legal?seat=1", "events?limit=1000", "board.txt", "fairness"};
	static const char *const bad[] = {"draw", "skip", "battle", "end-turn", "undo"};
	char body[60], path[40];
	int seat, count, placing;

	for (size_t i = 0; i < sizeof(reads) / sizeof(reads[0]); i++)
		for (int who = NOBODY; who < a.seats; who++) {
			keep(who, "GET", reads[i], NULL);
			if (i < 3) {
				a.accept = "text/plain";
				keep(who, "GET", reads[i], NULL);
			}
		}
	ASK(200, &a, NOBODY, "GET", "legal", NULL);
	seat = (int)got_number(&a, "seat");
	count = got_count(&a, "moves");
	placing = count > 0 && strcmp(got(&a, "moves/0/type"), "place") == 0;
	for (int i = 0; i < count && i < 20; i++) {
		ASK(200, &a, seat, "GET", "legal", NULL);
		snprintf(path, sizeof(path), "moves/%d/move_id", i);
		snprintf(body, sizeof(body), "{\"move_id\":\"%s\"}", got(&a, path));
		keep(seat, "POST", "actions?dry_run=true", body);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(path, sizeof(path), "%s?dry_run=true", bad[i]);
		keep(seat, "POST", path, NULL);
		keep(1 - seat, "POST", bad[i], NULL);
	}
	keep(seat, "POST", "draw?dry_run=true", "{\"expected_version\":3}");
	keep(seat, "POST", "islander", "{\"segment\":\"zz\"}");
	if (placing)
		ask_places(seat);
}

/* --- search ------------------------------------------------------------------------------- */

START_TEST(no_answer_of_a_whole_game_tells_a_secret)
{
	static struct needles n;
	int moves = 0, more = 1;

	a.dice = 7u + (unsigned)_i;
	begin(_i);
	while (more) {
		take_needles(&n);
		if (n.game.now.phase == PHASE_OVER)
			break;
		if (moves % 16 == 0) {
			ask_everything();
			for (int i = 0; i < answer_count; i++) {
				search(&n, answers[i], strlen(answers[i]));
				free(answers[i]);
			}
			answer_count = 0;
			ASK(200, &a, NOBODY, "GET", "record", NULL);
			GOT(&a, "server_seed", "null");
			search_answer(&n);
			ASK(200, &a, 0, "GET", "at/5", NULL);
			search_answer(&n);
		}
		more = random_move(&a);
		/* The answer to the move itself, with what is secret after it. */
		take_needles(&n);
		if (n.game.now.phase != PHASE_OVER)
			search_answer(&n);
		moves++;
	}
	ASK(200, &a, NOBODY, "GET", "record", NULL);
	ck_assert_uint_eq(strlen(got(&a, "server_seed")), 64);
}
END_TEST

/* --- swap ---------------------------------------------------------------------------------- */

static void shuffle(uint8_t *items, int count)
{
	for (int i = count - 1; i > 0; i--) {
		int j = roll(&a, i + 1);
		uint8_t kept = items[i];

		items[i] = items[j];
		items[j] = kept;
	}
}

/* Another order of what is in the bag and in the pile, and other dice, in the store and nowhere else. */
static void swap_future(const char *other_game)
{
	unsigned char snapshot[GAME_SNAPSHOT_MAX];
	static struct tileset ts;
	struct store_game row;
	struct ss_state *s;
	char target[40];
	struct game g;

	stored_row(&a, &row);
	stored_game(&a, &g, &ts);
	shuffle(g.bag + g.now.drawn, game_bag_left(&g));
	if (game_ruleset(&g) == &south_seas_1) {
		s = ss_state(&g.now);
		shuffle(s->pile + s->turned_up, ts.ship_count - s->turned_up);
		memcpy(ss_state(&g.mark)->pile, s->pile, sizeof(s->pile));
	}
	memset(g.rng.seed, roll(&a, 256), sizeof(g.rng.seed));
	row.snapshot = snapshot;
	row.snapshot_size = game_encode(&g, &ts, snapshot);
	ck_assert_int_eq(store_begin(a.f->writer), STORE_OK);
	ck_assert_int_eq(store_game_update(a.f->writer, &row, row.version), STORE_OK);
	ck_assert_int_eq(store_commit(a.f->writer), STORE_OK);
	/* One game is all that the cache holds. */
	snprintf(target, sizeof(target), "/v1/games/%s", other_game);
	ASK(200, &a, NOBODY, "GET", target, NULL);
}

START_TEST(another_future_gives_the_same_answers)
{
	char other[STORE_GAME_ID + 1];
	char *before[ANSWERS_MAX];
	int count;

	around_create(&a, 2, "");
	snprintf(other, sizeof(other), "%s", a.game);
	a.dice = 50u + (unsigned)_i;
	begin(_i);
	for (int moves = 0; moves < 400; moves++) {
		ASK(200, &a, NOBODY, "GET", "", NULL);
		if (strcmp(got(&a, "status"), "active") != 0)
			break;
		/* Before a throw there is most to be learnt. */
		if (moves % 9 == 8 || strcmp(got(&a, "turn/phase"), "battle") == 0) {
			ask_everything();
			count = answer_count;
			memcpy(before, answers, sizeof(before));
			answer_count = 0;
			swap_future(other);
			ask_everything();
			ck_assert_int_eq(answer_count, count);
			for (int i = 0; i < count; i++) {
				ck_assert_str_eq(answers[i], before[i]);
				free(answers[i]);
				free(before[i]);
			}
			answer_count = 0;
		}
		if (!random_move(&a))
			break;
	}
	ASK(200, &a, NOBODY, "GET", "", NULL);
	GOT(&a, "status", "finished");
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
		swap_future(other);
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
	tcase_add_test(tc, the_search_finds);
	tcase_add_loop_test(tc, no_answer_of_a_whole_game_tells_a_secret, 0, 2 * BEGINS);
	tcase_add_loop_test(tc, another_future_gives_the_same_answers, 0, 2 * BEGINS);
	tcase_add_test(tc, another_future_is_another_game);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

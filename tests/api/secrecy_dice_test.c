/*
 * secrecy_dice_test.c - no dice are seen before they are thrown, and none are
 * thrown twice.
 *
 * The engine, asked on a copy of the stored game, says what would be thrown;
 * then the service is asked.
 */
#include "tests/api/secrets.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Games to be played to the end, and how many dry runs at least would throw dice in each. */
static const struct {
	int seats, throws;
	const char *members;
} tables[] = {
	{2, 1, ""},
	{3, 1, ",\"options\":{\"auto_battle\":false}"},
	{4, 3, ",\"options\":{\"teams\":true,\"auto_draw\":true}"},
	{5, 3, ",\"options\":{\"auto_end_turn\":false}"},
	{5, 1, ",\"options\":{\"unplaceable\":\"return\",\"auto_battle\":false,\"auto_end_turn\":false}"},
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

static struct game stored, before_all;
static struct tileset set;

static int take_nth(void *arg, const struct action *action)
{
	struct { int left; struct action action; } *nth = arg;

	nth->action = *action;
	return nth->left-- == 0;
}

/* The n-th move of the seat that the stored game waits for. */
static struct action stored_move(int seat, int n)
{
	struct { int left; struct action action; } nth = {n, {0}};

	ck_assert_int_eq(game_legal(&stored, &set, seat, take_nth, &nth), 1);
	return nth.action;
}

/* Play on until the dice are to be thrown for at least so many battles; auto_battle must be off. */
static void play_to_battles(int battles)
{
	for (int games = 0; games < 40; games++) {
		around_start(&a, 5, ",\"options\":{\"auto_battle\":false}");
		do {
			ASK(200, &a, NOBODY, "GET", "legal", NULL);
			if (strcmp(got(&a, "phase"), "battle") == 0 && got_count(&a, "moves") >= battles)
				return;
		} while (random_move(&a));
	}
	ck_abort_msg("no game comes to %d battles", battles);
}

/* What POST battle shows are the dice of the seed that the store has then. */
START_TEST(another_future_throws_other_dice)
{
	char other[STORE_GAME_ID + 1];
	uint8_t dice[2][12];

	around_create(&a, 2, "");
	snprintf(other, sizeof(other), "%s", a.game);
	a.ruleset = "star-wars";
	a.dice = 90u + (unsigned)_i;
	play_to_battles(1);
	for (int i = 0; i < 2; i++) {
		stored_game(&a, &stored, &set);
		rng_dice(&stored.rng, dice[i], 12);
		if (i == 0)
			secrets_swap(&a, other);
	}
	ck_assert_mem_ne(dice[0], dice[1], 12);
	ASK(200, &a, stored.now.seat, "POST", "battle", NULL);
	ck_assert_int_eq(got_number(&a, "events/0/throws/0/rolls/0/dice/0"), dice[1][0]);
}
END_TEST

/* As many events as come before the first that shows something random. */
static int shown_events(const struct events *events)
{
	int i = 0;

	while (i < events->count && !events->at[i].reveals)
		i++;
	return i;
}

/* One dry run of a move that leads to a battle; whether it would be fought in this very step. */
static int run_dry(int seat, int move, const char *move_id)
{
	struct action action = stored_move(seat, move);
	struct game trial = stored;
	struct game_error err;
	struct events events;
	char body[60];
	int fought = 0;

	ck_assert_int_eq(game_apply(&trial, &set, &action, &events, &err), 0);
	for (int i = 0; i < events.count; i++)
		fought += events.at[i].type == EVENT_BATTLE_FOUGHT;
	snprintf(body, sizeof(body), "{\"move_id\":\"%s\"}", move_id);
	ASK(200, &a, seat, "POST", "actions?dry_run=true", body);
	GOT(&a, "complete", shown_events(&events) == events.count ? "true" : "false");
	ck_assert_int_eq(got_count(&a, "events"), shown_events(&events));
	ck_assert_ptr_null(strstr(got_body(&a), "battle-fought"));
	ck_assert_ptr_null(strstr(got_body(&a), "\"throws\""));
	ck_assert_ptr_null(strstr(got_body(&a), "\"points\""));
	ck_assert_int_eq(fought == 0 || shown_events(&events) < events.count, 1);
	return fought > 0;
}

/* Dry runs of every move that has odds; how many of them would have thrown dice. */
static int run_all_dry(void)
{
	char ids[30][16], path[60];
	int seat, count, fought = 0;

	stored_game(&a, &stored, &set);
	memcpy(&before_all, &stored, sizeof(stored));
	ASK(200, &a, NOBODY, "GET", "legal", NULL);
	seat = (int)got_number(&a, "seat");
	count = got_count(&a, "odds");
	count = count < 30 ? count : 30;
	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "odds/%d/move_id", i);
		snprintf(ids[i], sizeof(ids[i]), "%s", got(&a, path));
	}
	for (int i = 0, move = 0; i < count; i++, move++) {
		ASK(200, &a, NOBODY, "GET", "legal", NULL);
		for (;; move++) {
			snprintf(path, sizeof(path), "moves/%d/move_id", move);
			ck_assert_ptr_nonnull(got(&a, path));
			if (strcmp(got(&a, path), ids[i]) == 0)
				break;
		}
		fought += run_dry(seat, move, ids[i]);
	}
	stored_game(&a, &stored, &set);
	ck_assert_mem_eq(&before_all, &stored, sizeof(stored));
	return fought;
}

/* Battles that start by themselves or are asked for: a dry run ends where dice would be thrown. */
START_TEST(dry_runs_throw_no_dice)
{
	int fought = 0;

	a.dice = 130u + (unsigned)_i;
	a.ruleset = "star-wars";
	around_start(&a, tables[_i].seats, tables[_i].members);
	do
		fought += run_all_dry();
	while (random_move(&a));
	ck_assert_int_ge(fought, tables[_i].throws);
}
END_TEST

/* Send the action of the stored game's waiting seat as one of the listed moves. */
static void send_move(const struct action *wanted)
{
	char path[60], body[60];
	int move = 0;

	stored_game(&a, &stored, &set);
	for (;; move++) {
		struct action action = stored_move(wanted->seat, move);

		if (memcmp(&action, wanted, sizeof(action)) == 0)
			break;
	}
	ASK(200, &a, wanted->seat, "GET", "legal", NULL);
	snprintf(path, sizeof(path), "moves/%d/move_id", move);
	snprintf(body, sizeof(body), "{\"move_id\":\"%s\"}", got(&a, path));
	ASK(200, &a, wanted->seat, "POST", "actions", body);
}

/*
 * SW-7.  Before the first throw the meeple can be taken back and placed again:
 * that moves no dice.  Behind a throw nothing can, even while its seat is still
 * on turn, with another battle to fight.
 */
START_TEST(no_undo_behind_a_battle)
{
	struct action last;
	int seat;

	a.ruleset = "star-wars";
	play_to_battles(2);
	stored_game(&a, &stored, &set);
	memcpy(&before_all, &stored, sizeof(stored));
	seat = stored.now.seat;
	ck_assert_int_gt(stored.trail_count, 0);
	last = stored.trail[stored.trail_count - 1];
	ASK(200, &a, seat, "POST", "undo", NULL);
	send_move(&last);
	stored_game(&a, &stored, &set);
	ck_assert_mem_eq(&before_all, &stored, sizeof(stored));
	ASK(200, &a, seat, "POST", "battle", NULL);
	stored_game(&a, &stored, &set);
	ck_assert_int_eq(stored.now.seat, seat);
	ck_assert_uint_gt(stored.rng.used[RNG_DICE], before_all.rng.used[RNG_DICE]);
	memcpy(&before_all, &stored, sizeof(stored));
	ASK(409, &a, seat, "POST", "undo?dry_run=true", NULL);
	ASK(409, &a, seat, "POST", "undo", NULL);
	GOT(&a, "code", "nothing-to-undo");
	stored_game(&a, &stored, &set);
	ck_assert_mem_eq(&before_all, &stored, sizeof(stored));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("secrecy_dice");
	TCase *tc = tcase_create("secrecy_dice");
	SRunner *r;
	int failed;

	if (sodium_init() < 0)
		return EXIT_FAILURE;
	tcase_set_timeout(tc, 240);
	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_loop_test(tc, another_future_throws_other_dice, 0, 10);
	tcase_add_loop_test(tc, dry_runs_throw_no_dice, 0, TABLES);
	tcase_add_test(tc, no_undo_behind_a_battle);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

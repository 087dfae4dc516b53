/*
 * Snapshots: a game survives as bytes, and bytes that are no game are refused.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/tiny.h"

static struct game game, other;
static struct events events;
static struct game_error err;
static unsigned char bytes[GAME_SNAPSHOT_MAX], again[GAME_SNAPSHOT_MAX];

static void act(struct action a)
{
	ck_assert_msg(game_apply(&game, tiny_set(), &a, &events, &err) == 0, "%s", err.text);
}

/* Play `count` random actions, or to the end. */
static void play(unsigned seed, int count, int auto_end_turn)
{
	tiny_random_start(seed);
	tiny_start(&game, tiny_set(), seed, auto_end_turn);
	while (count-- > 0 && game.now.phase != PHASE_OVER)
		act(tiny_legal(&game, tiny_set(), tiny_random(1000)));
}

/* Play on until the game is in the phase, with an action that undo can take back. */
static void play_to(unsigned seed, enum phase phase)
{
	for (;; seed += 1000) {
		play(seed, 40, 0);
		while (game.now.phase != PHASE_OVER) {
			if (game.now.phase == phase && (game.trail_count > 0 || phase < PHASE_PIECE))
				return;
			act(tiny_legal(&game, tiny_set(), tiny_random(1000)));
		}
	}
}

START_TEST(what_is_decoded_is_what_was_encoded)
{
	char why[120] = "";

	tiny_random_start((unsigned)_i);
	tiny_start(&game, tiny_set(), (unsigned)_i, _i % 2);
	for (;;) {
		size_t size = game_encode(&game, tiny_set(), bytes);

		ck_assert_uint_le(size, GAME_SNAPSHOT_MAX);
		memset(&other, 0xa5, sizeof(other));
		ck_assert_msg(game_decode(&other, tiny_set(), bytes, size, why) == 0, "%s", why);
		ck_assert_mem_eq(&other, &game, sizeof(game));
		ck_assert_uint_eq(game_encode(&other, tiny_set(), again), size);
		ck_assert_mem_eq(again, bytes, size);
		if (game.now.phase == PHASE_OVER)
			break;
		act(tiny_legal(&game, tiny_set(), tiny_random(1000)));
	}
}
END_TEST

START_TEST(resigned_and_late_seats_are_kept)
{
	char why[120];

	for (unsigned type = ACTION_RESIGN; type <= ACTION_TIMEOUT; type++) {
		struct game_setup setup = {.ruleset = ruleset_find("south-seas", 0), .seat_count = 4,
			.colours = {0, 2, 1, 4}};
		struct action leave = {.type = (uint8_t)type};
		size_t size;

		ruleset_default_options(setup.ruleset, setup.options);
		ck_assert_int_eq(game_start(&game, tiny_set(), &setup, &events, &err), 0);
		tiny_random_start((unsigned)_i);
		for (int n = 0; n < 5 + _i; n++)
			act(tiny_legal(&game, tiny_set(), tiny_random(1000)));
		while (!(game_waiting_for(&game) >> leave.seat & 1))
			leave.seat++;
		act(leave);
		ck_assert_int_eq(game.now.seat_state[leave.seat], SEAT_RESIGNED);
		size = game_encode(&game, tiny_set(), bytes);
		ck_assert_int_eq(game_decode(&other, tiny_set(), bytes, size, why), 0);
		ck_assert_mem_eq(&other, &game, sizeof(game));
	}
}
END_TEST

START_TEST(undo_is_byte_for_byte)
{
	static struct game before[GAME_TRAIL_MAX + 1];
	struct action undo = {.type = ACTION_UNDO};

	/* With every step asked for, several actions pile up. */
	tiny_random_start((unsigned)_i + 500);
	tiny_start(&game, tiny_set(), (unsigned)_i, 0);
	while (game.now.phase != PHASE_OVER) {
		int kept = game.trail_count;

		memcpy(&before[kept], &game, sizeof(game));
		act(tiny_legal(&game, tiny_set(), tiny_random(1000)));
		if (game.trail_count != kept + 1)
			continue;
		memcpy(&other, &game, sizeof(game));
		undo.seat = game.now.seat;
		for (int n = kept; n >= 0; n--) {
			ck_assert_int_eq(game_may_undo(&game, undo.seat), 1);
			act(undo);
			ck_assert_int_eq(events.count, 1);
			ck_assert_int_eq(events.at[0].type, EVENT_UNDONE);
			ck_assert_mem_eq(&game, &before[n], sizeof(game));
		}
		ck_assert_int_eq(game_may_undo(&game, undo.seat), 0);
		ck_assert_int_eq(game_apply(&game, tiny_set(), &undo, &events, &err), -1);
		ck_assert_int_eq(err.refusal, REFUSED_NOTHING_TO_UNDO);
		ck_assert_mem_eq(&game, &before[0], sizeof(game));
		memcpy(&game, &other, sizeof(game));
	}
}
END_TEST

START_TEST(cut_and_stretched_snapshots_are_refused)
{
	char why[120];
	size_t size;

	play_to((unsigned)_i, PHASE_DELIVER);
	size = game_encode(&game, tiny_set(), bytes);
	for (size_t cut = 0; cut < size; cut++) {
		unsigned char *exact = malloc(cut ? cut : 1);	/* so that a sanitizer sees a read beyond */

		memcpy(exact, bytes, cut);
		why[0] = '\0';
		ck_assert_int_eq(game_decode(&other, tiny_set(), exact, cut, why), -1);
		ck_assert_str_ne(why, "");
		free(exact);
	}
	bytes[size] = 0;
	ck_assert_int_eq(game_decode(&other, tiny_set(), bytes, size + 1, why), -1);
	ck_assert_str_eq(why, "the snapshot has 1 bytes too many");
}
END_TEST

/*
 * Whatever byte is changed: refused with a reason, or a game that is sound and
 * plays on.  (Wares and the order of the bag may be other ones; no snapshot
 * can tell.)
 */
START_TEST(damaged_snapshots_do_no_harm)
{
	static const enum phase phases[] = {PHASE_DRAW, PHASE_PLACE, PHASE_PIECE, PHASE_DECIDE, PHASE_DELIVER};
	char why[120];
	size_t size;
	int refused = 0;

	play_to((unsigned)_i, phases[_i % 5]);
	size = game_encode(&game, tiny_set(), bytes);
	for (size_t at = 0; at < size; at++) {
		unsigned char kept = bytes[at];

		do
			bytes[at] = (unsigned char)tiny_random(256);
		while (bytes[at] == kept);
		if (game_decode(&other, tiny_set(), bytes, size, why) < 0) {
			refused++;
		} else {
			ck_assert_int_eq(game_check(&other, tiny_set(), why), 0);
			ck_assert_uint_eq(game_encode(&other, tiny_set(), again), size);
			ck_assert_mem_eq(again, bytes, size);
			for (int n = 0; n < 12 && other.now.phase != PHASE_OVER; n++) {
				struct action a = tiny_legal(&other, tiny_set(), tiny_random(1000));

				ck_assert_int_eq(game_apply(&other, tiny_set(), &a, &events, &err), 0);
			}
		}
		bytes[at] = kept;
	}
	/* Seed and stream positions (48 bytes) say nothing about themselves. */
	ck_assert_int_gt(refused, (int)size / 2);
}
END_TEST

START_TEST(noise_is_refused)
{
	char why[120];

	tiny_random_start((unsigned)_i);
	for (int n = 0; n < 300; n++) {
		size_t size = tiny_random(GAME_SNAPSHOT_MAX + 1);

		for (size_t i = 0; i < size; i++)
			bytes[i] = (unsigned char)tiny_random(n % 2 ? 256 : 8);
		ck_assert_int_eq(game_decode(&other, tiny_set(), bytes, size, why), -1);
		/* And noise behind a head that is true. */
		play((unsigned)n, 30, 1);
		game_encode(&game, tiny_set(), bytes);
		for (size_t i = 140; i < GAME_SNAPSHOT_MAX; i++)
			bytes[i] = (unsigned char)tiny_random(4);
		ck_assert_int_eq(game_decode(&other, tiny_set(), bytes, GAME_SNAPSHOT_MAX, why), -1);
	}
}
END_TEST

/* One change to a sound game in a place of its own, and the reason that names it. */
static void no_such_ruleset(struct game *g) { g->ruleset = 200; }
static void no_such_version(struct game *g) { g->version = 99; }
static void six_seats(struct game *g) { g->seat_count = 6; }
static void option_value(struct game *g) { g->options[OPTION_AUTO_DRAW] = 2; }
static void option_beyond(struct game *g) { g->options[GAME_OPTIONS_MAX - 1] = 1; }
static void first_of_nobody(struct game *g) { g->options[OPTION_FIRST_SEAT] = 5; }
static void same_colours(struct game *g) { g->colours[1] = g->colours[0]; }
static void colour_of_nobody(struct game *g) { g->colours[4] = 1; }
static void bag_of_other_tiles(struct game *g) { g->bag[g->bag_count - 1] ^= 1; }
static void bag_beyond(struct game *g) { g->bag[254] = 1; }
static void drawn_one_more(struct game *g) { g->now.drawn++; }
static void drawn_too_many(struct game *g) { g->now.drawn = 255; }
static void aside_from_nowhere(struct game *g) { g->now.aside[g->now.aside_count++] = g->bag[g->bag_count - 1]; }
static void moved_tile(struct game *g) { g->board.tiles[g->board.tile_count - 1].x += 60; }
static void board_bytes(struct game *g) { g->board.next[0]++; }
static void board_beyond(struct game *g) { g->board.link[TILESET_NODES_MAX - 1] = 1; }
static void turn_of_nobody(struct game *g) { g->now.seat = 2; }
static void turn_zero(struct game *g) { g->now.number = 0; }
static void closing_turn(struct game *g) { g->now.closing = 1; }
static void seat_in_no_state(struct game *g) { g->now.seat_state[0] = 2; }
static void everyone_left(struct game *g) { g->now.seat_state[0] = g->now.seat_state[1] = SEAT_RESIGNED; }
static void phase_beyond(struct game *g) { g->now.phase = PHASES; }
static void phase_battle(struct game *g) { g->now.phase = PHASE_BATTLE; }
static void phase_draw(struct game *g) { g->now.phase = PHASE_DRAW; }
static void phase_decide(struct game *g) { g->now.phase = PHASE_DECIDE; }
static void decider_alone(struct game *g) { g->now.decider = 0; }
static void over_without_reason(struct game *g) { g->now.phase = PHASE_OVER; g->now.winners = 1; }
static void over_without_winner(struct game *g) { g->now.phase = PHASE_OVER; g->now.over_reason = OVER_LAST_TILE; }
static void winner_too_early(struct game *g) { g->now.winners = 1; }
static void piece_count(struct game *g) { g->now.piece_count = 200; }
static void piece_of_nobody(struct game *g) { g->now.pieces[0].seat = 3; }
static void piece_on_start(struct game *g) { g->now.pieces[0].node = 0; }
static void piece_nowhere(struct game *g) { g->now.pieces[0].node = 1500; }
static void piece_twice(struct game *g) { g->now.pieces[1] = g->now.pieces[0]; }
static void piece_of_size(struct game *g) { g->now.pieces[0].size = 1; }
static void pieces_beyond(struct game *g) { g->now.pieces[24].node = 1; }
static void trail_beyond(struct game *g) { g->trail_count = 17; }
static void trail_of_other(struct game *g) { g->trail[0].seat ^= 1; }
static void trail_elsewhere(struct game *g) { g->trail[0].rotation ^= 1; }
static void trail_forgotten(struct game *g) { memset(g->trail, 0, sizeof(g->trail)); g->trail_count = 0; }
static void mark_of_other_number(struct game *g) { g->mark.number++; }
static void mark_in_later_phase(struct game *g) { memcpy(&g->mark, &g->now, sizeof(g->now)); }

static const struct {
	void (*apply)(struct game *);
	const char *reason;		/* a part of it */
} untrue[] = {
	{no_such_ruleset, "ruleset"}, {no_such_version, "ruleset"}, {six_seats, "seats"},
	{option_value, "option auto_draw"}, {option_beyond, "no option"}, {first_of_nobody, "first_seat"},
	{same_colours, "colour"}, {colour_of_nobody, "colours"},
	{bag_of_other_tiles, "bag"}, {bag_beyond, "beyond"}, {drawn_one_more, "drawn"},
	{drawn_too_many, "drawn"}, {aside_from_nowhere, "drawn"},
	{moved_tile, "cannot lie"}, {board_bytes, "board"}, {board_beyond, "board"},
	{turn_of_nobody, "turn"}, {turn_zero, "turn"}, {closing_turn, "ended"},
	{seat_in_no_state, "state"}, {everyone_left, "over"},
	{phase_beyond, "phase"}, {phase_battle, "battles"}, {phase_draw, "phase"},
	{phase_decide, "decision"}, {decider_alone, "decision"},
	{over_without_reason, "reason"}, {over_without_winner, "winner"}, {winner_too_early, "goes on"},
	{piece_count, "pieces"}, {piece_of_nobody, "nobody"}, {piece_on_start, "stands where"},
	{piece_nowhere, "stands where"}, {piece_twice, "one segment"}, {piece_of_size, "size"},
	{pieces_beyond, "beyond"}, {trail_beyond, "take back"}, {trail_of_other, "since the mark"},
	{trail_elsewhere, "since the mark"}, {trail_forgotten, "do not lead here"},
	{mark_of_other_number, "do not lead here"}, {mark_in_later_phase, "since the mark"},
};

START_TEST(untrue_games_are_named)
{
	char why[120] = "";

	/* A delivery to come, two pieces on the board, placing and skipping to take back. */
	for (unsigned seed = 1; ; seed++) {
		play_to(seed, PHASE_DELIVER);
		if (game.now.piece_count >= 2 && game.trail_count == 2 && game.trail[1].type == ACTION_SKIP)
			break;
	}
	ck_assert_int_eq(game_check(&game, tiny_set(), why), 0);
	untrue[_i].apply(&game);
	ck_assert_int_eq(game_check(&game, tiny_set(), why), -1);
	ck_assert_msg(strstr(why, untrue[_i].reason) != NULL, "expected \"%s\" in \"%s\"", untrue[_i].reason, why);
}
END_TEST

START_TEST(another_tile_set_is_refused)
{
	static struct tileset larger;
	char why[120];
	size_t size;

	play(3, 20, 1);
	size = game_encode(&game, tiny_set(), bytes);
	tiny_given(&larger);
	larger.faces[2].count++;
	ck_assert_int_eq(tileset_finish(&larger, ruleset_find("south-seas", 0)->words, NULL), 0);
	ck_assert_int_eq(game_decode(&other, &larger, bytes, size, why), -1);
	ck_assert_str_eq(why, "made with another tile set");
}
END_TEST

START_TEST(actions_as_bytes)
{
	const struct action a = {.type = ACTION_DELIVER, .seat = 4, .rotation = 3, .segment = 12, .x = -2,
		.y = 258, .group = 7, .ship = 63, .size = 1, .planet = 1, .wares = {1, 2, 8}};
	static const unsigned char expected[ACTION_BYTES] = {10, 4, 3, 12, 0xfe, 0xff, 2, 1, 7, 63, 1, 1, 1, 2, 8, 0};
	unsigned char out[ACTION_BYTES];
	struct action back;

	action_encode(&a, out);
	ck_assert_mem_eq(out, expected, ACTION_BYTES);
	ck_assert_int_eq(action_decode(&back, out), 0);
	ck_assert_mem_eq(&back, &a, sizeof(a));
}
END_TEST

START_TEST(bytes_that_are_no_action)
{
	static const struct { int at; unsigned char value; } wrong[] = {
		{0, 0}, {0, ACTION_TYPES}, {0, 255}, {1, GAME_SEATS_MAX}, {2, 4}, {10, 2}, {11, 2}, {15, 1}};
	const struct action a = {.type = ACTION_PLACE, .x = 1};
	unsigned char out[ACTION_BYTES];
	struct action back;

	action_encode(&a, out);
	ck_assert_int_eq(action_decode(&back, out), 0);
	out[wrong[_i].at] = wrong[_i].value;
	ck_assert_int_eq(action_decode(&back, out), -1);
}
END_TEST

START_TEST(any_action_bytes_change_nothing_or_are_legal)
{
	int taken = 0;

	play((unsigned)_i + 1, 5 + 4 * _i, _i % 2);
	ck_assert_int_ne(game.now.phase, PHASE_OVER);
	for (int n = 0; n < 3000; n++) {
		unsigned char raw[sizeof(struct action)];
		struct action a = tiny_legal(&game, tiny_set(), tiny_random(1000));

		/* A legal one with some bytes changed, or none legal at all. */
		memcpy(raw, &a, sizeof(raw));
		for (unsigned changes = n % 4 ? tiny_random(3) : 40; changes > 0; changes--)
			raw[tiny_random(sizeof(raw))] = (unsigned char)tiny_random(n % 2 ? 256 : 16);
		memcpy(&a, raw, sizeof(a));
		memcpy(&other, &game, sizeof(game));
		if (game_apply(&other, tiny_set(), &a, &events, &err) < 0) {
			ck_assert_mem_eq(&other, &game, sizeof(game));
			ck_assert_int_ne(err.refusal, REFUSED_NOT);
			ck_assert_str_ne(err.text, "");
		} else {
			char why[120];

			ck_assert_int_gt(events.count, 0);
			ck_assert_int_eq(game_check(&other, tiny_set(), why), 0);
			taken++;
		}
	}
	ck_assert_int_gt(taken, 300);
	ck_assert_int_lt(taken, 2700);
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

int main(void)
{
	Suite *suite = suite_create("snapshot");
	TCase *tests = tcase_create("snapshot");
	SRunner *runner;
	int failed;

	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, what_is_decoded_is_what_was_encoded, 0, 6);
	tcase_add_loop_test(tests, resigned_and_late_seats_are_kept, 0, 12);
	tcase_add_loop_test(tests, undo_is_byte_for_byte, 0, 10);
	tcase_add_loop_test(tests, cut_and_stretched_snapshots_are_refused, 0, 2);
	tcase_add_loop_test(tests, damaged_snapshots_do_no_harm, 0, 10);
	tcase_add_loop_test(tests, noise_is_refused, 0, 2);
	tcase_add_loop_test(tests, untrue_games_are_named, 0, COUNT(untrue));
	tcase_add_test(tests, another_tile_set_is_refused);
	tcase_add_test(tests, actions_as_bytes);
	tcase_add_loop_test(tests, bytes_that_are_no_action, 0, 8);
	tcase_add_loop_test(tests, any_action_bytes_change_nothing_or_are_legal, 0, 20);
	suite_add_tcase(suite, tests);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

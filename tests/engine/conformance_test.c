/*
 * Random games against the oracle.  The short form runs in `make check`;
 * CONFORMANCE_GAMES=10000 in the environment makes it the long one, and
 * CONFORMANCE_FIRST=4711 begins with that game, to repeat a failure, and
 * CONFORMANCE_RULESET=NAME plays that game only.  With
 * CONFORMANCE_RECORD=DIRECTORY a game of each end and each choice of the game's
 * own options is written there, see recorded.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/engine/conformance.h"
#include "tests/engine/recorded.h"
#include "tests/engine/support.h"

enum {
	SHORT_RUN = 200,	/* games, enough to meet every phase and end and most of all else */
	LONG_RUN = 5000		/* enough to meet everything */
};

static int from_environment(const char *name, int otherwise)
{
	const char *text = getenv(name);

	return text == NULL ? otherwise : atoi(text);
}

static void print_stats(const char *name, const struct conformance_oracle *row, const struct conformance_stats *s,
	double seconds)
{
	const char *const *names = row != NULL ? row->tally_names : NULL;

	printf("%s: %ld games, %ld actions (%ld undone, %ld resigned, %ld timed out), %ld listed actions tried, "
		"%ld others refused, %ld by another name, %ld damaged snapshots, %.1f s\n", name, s->games, s->actions,
		s->undone, s->resigned, s->timed_out, s->listed, s->refused, s->renamed, s->corrupted, seconds);
	printf("%s: ends: last tile %ld, last ship %ld, no tile fits %ld, one seat left %ld\n", name,
		s->reasons[OVER_LAST_TILE], s->reasons[OVER_LAST_SHIP], s->reasons[OVER_NO_TILE_FITS],
		s->reasons[OVER_ONE_SEAT_LEFT]);
	if (names != NULL)
		printf("%s: met:", name);
	for (int i = 0; names != NULL && names[i] != NULL; i++)
		printf(" %s %ld%s", names[i], s->tally[i], names[i + 1] != NULL ? "," : "\n");
	fflush(stdout);
}

/* Keep the game that was just played, unless one like it is kept already. */
static void record(const char *name, const struct tileset *ts, const struct conformance_log *log)
{
	const char *directory = getenv("CONFORMANCE_RECORD");

	if (directory != NULL)
		ck_assert_int_eq(recorded_write(directory, name, ts, log), 0);
}

static void add_stats(struct conformance_stats *total, const struct conformance_stats *s)
{
	for (int i = 0; i <= OVER_ONE_SEAT_LEFT; i++)
		total->reasons[i] += s->reasons[i];
	for (int i = 0; i < PHASES; i++)
		total->phases[i] += s->phases[i];
	for (int i = 0; i < CONFORMANCE_TALLIES; i++)
		total->tally[i] += s->tally[i];
	total->games += s->games;
}

static void play_games(const struct ruleset *r, const char *name, const struct tileset *ts, int count,
	struct conformance_stats *total)
{
	static struct conformance_log log;
	struct conformance_stats stats = { 0 };
	int first = from_environment("CONFORMANCE_FIRST", 0);
	struct timespec begin, end;
	char why[CONFORMANCE_WHY];

	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (int i = first; i < first + count; i++) {
		struct dice dice = { (uint64_t)i * 1000003 + (uint64_t)name[0] };
		struct game_setup setup;
		unsigned mix;

		conformance_setup(&setup, r, &dice);
		/* One game in two is undisturbed, so that long games come to their end. */
		mix = dice_roll(&dice, 2) == 0 ? MIX_UNDO : dice_roll(&dice, 8);
		mix |= dice_roll(&dice, 2) == 0 ? MIX_COMPACT : 0;
		mix |= dice_roll(&dice, 2) == 0 ? MIX_HOLES : 0;
		mix |= dice_roll(&dice, 2) == 0 ? MIX_JOIN : 0;
		if (conformance_game(ts, &setup, &dice, mix, &log, &stats, why) != 0)
			ck_abort_msg("%s, %s, game %d (%d seats): %s", r->id, name, i, setup.seat_count, why);
		record(name, ts, &log);
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	print_stats(name, conformance_oracle(r->id), &stats,
		(double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
	add_stats(total, &stats);
}

/* Nothing was left out: every end, every phase and everything (most, in a short run) worth meeting in this game. */
static void expect_all_met(const struct conformance_oracle *row, const struct conformance_stats *total, int games)
{
	int missed = 0, names = 0;

	for (int i = 0; i <= OVER_ONE_SEAT_LEFT; i++)
		ck_assert_msg((total->reasons[i] > 0) == (row->ends >> i & 1), "%s: %ld games ended by reason %d",
			row->ruleset, total->reasons[i], i);
	for (int i = 0; i < PHASES; i++)
		ck_assert_msg((total->phases[i] > 0) == (row->phases >> i & 1), "%s: %ld actions in phase %s",
			row->ruleset, total->phases[i], phase_name((enum phase)i));
	for (; row->tally_names[names] != NULL; names++) {
		missed += total->tally[names] == 0;
		ck_assert_msg(total->tally[names] > 0 || games < LONG_RUN, "%s: no game met: %s", row->ruleset,
			row->tally_names[names]);
	}
	ck_assert_int_le(missed, names / 5);
}

START_TEST(random_games_agree_with_the_oracle)
{
	const struct ruleset *r = rulesets[_i];
	const struct conformance_oracle *row = conformance_oracle(r->id);
	struct conformance_stats total = { 0 };
	const char *only = getenv("CONFORMANCE_RULESET");
	int games = from_environment("CONFORMANCE_GAMES", SHORT_RUN), some = games / 10 + 5;

	if (only != NULL && strcmp(only, r->id) != 0)
		return;
	play_games(r, "bundled", tileset_of(r), games, &total);
	for (int i = 0; row != NULL && i < CONFORMANCE_TILESETS && row->tilesets[i].name != NULL; i++)
		play_games(r, row->tilesets[i].name, fixture_tileset(row->tilesets[i].name),
			row->tilesets[i].tenths * some, &total);
	ck_assert_int_ge(total.games, games);
	if (row != NULL && games >= SHORT_RUN)
		expect_all_met(row, &total, games);
}
END_TEST

/* --- the whole game turned -------------------------------------------------- */

/* The tile set with the start tile's kind turned, so that rotation 0 of it is `r` of the old one. */
static void turn_start_kind(struct tileset *out, const struct tileset *ts, int r)
{
	struct kind *kind;

	*out = *ts;
	kind = &out->kinds[out->faces[out->start_face].kind];
	for (int side = 0; side < 4; side++)
		kind->edges[(side + r) % 4] = ts->kinds[out->faces[out->start_face].kind].edges[side];
	for (int s = 0; s < kind->segment_count; s++) {
		uint16_t old = kind->segments[s].ports, new = 0;

		for (int side = 0; side < 4; side++) {
			int to = (side + r) % 4;

			new |= (uint16_t)((old >> side & 1) << to);
			new |= (uint16_t)((old >> (4 + 2 * side) & 3) << (4 + 2 * to));
		}
		kind->segments[s].ports = new;
	}
	ck_assert_int_eq(tileset_finish(out, ruleset_find("south-seas", 0)->words, NULL), 0);
}

static void turn_cell(int16_t *x, int16_t *y, int r)
{
	for (; r > 0; r--) {
		int16_t old = *x;

		*x = (int16_t)-*y;
		*y = old;
	}
}

static void turn_log(struct conformance_log *log, const struct conformance_log *from, const struct tileset *ts, int r)
{
	struct game_error error;
	struct events events;
	static struct game g;

	*log = *from;
	ck_assert_int_eq(game_start(&g, ts, &from->setup, &events, &error), 0);
	for (int i = 0; i < log->count; i++) {
		struct action *a = &log->at[i];

		if (a->type == ACTION_PLACE)
			/* The start tile's kind is turned already. */
			a->rotation = ts->faces[g.now.hand].kind == ts->faces[ts->start_face].kind ?
				a->rotation : (uint8_t)((a->rotation + r) % 4);
		turn_cell(&a->x, &a->y, r);
		ck_assert_int_eq(game_apply(&g, ts, &from->at[i], &events, &error), 0);
	}
}

START_TEST(a_game_turned_as_a_whole_scores_the_same)
{
	static struct conformance_log log, turned;
	static struct tileset other;
	static struct game g, h;
	const struct tileset *ts = bundled_tileset();
	struct conformance_stats stats = { 0 };
	char why[CONFORMANCE_WHY];

	for (int i = 0; i < 12; i++) {
		struct dice dice = { (uint64_t)i + 77 };
		struct game_setup setup;

		conformance_setup(&setup, ruleset_find("south-seas", 0), &dice);
		/* No time-outs: what is first in reading order does not turn with the board. */
		ck_assert_msg(conformance_game(ts, &setup, &dice, MIX_UNDO, &log, &stats, why) == 0, "%s", why);
		ck_assert_int_eq(conformance_replay(&g, ts, &log), 0);
		for (int r = 1; r < 4; r++) {
			turn_start_kind(&other, ts, r);
			turn_log(&turned, &log, ts, r);
			ck_assert_int_eq(conformance_replay(&h, &other, &turned), 0);
			ck_assert_int_eq(h.now.phase, PHASE_OVER);
			ck_assert_int_eq(h.now.winners, g.now.winners);
			ck_assert_int_eq(h.now.piece_count, g.now.piece_count);
			for (int seat = 0; seat < g.seat_count; seat++)
				ck_assert_int_eq(game_score(&h, &other, seat), game_score(&g, ts, seat));
		}
	}
}
END_TEST

/* --- counts of legal sequences ------------------------------------------------ */

static long oracle_perft(const struct conformance_oracle *row, const void *oracle, int seats, int depth)
{
	struct action *list = malloc(CONFORMANCE_LEGAL_MAX * sizeof *list);
	void *next = malloc(row->size), *now = malloc(row->size);
	long total = 0;

	ck_assert(list != NULL && next != NULL && now != NULL);
	memcpy(now, oracle, row->size);
	for (int seat = 0; seat < seats; seat++) {
		int count = row->legal(now, seat, list);

		total += depth == 1 ? count : 0;
		for (int i = 0; i < count && depth > 1; i++) {
			memcpy(next, now, row->size);
			ck_assert_int_eq(row->apply(next, &list[i]), 0);
			total += oracle_perft(row, next, seats, depth - 1);
		}
	}
	free(list);
	free(next);
	free(now);
	return total;
}

/* From the first draw on, until the row ends. */
static const struct { const char *options; unsigned seed; int seats; long counts[12]; } perfts[] = {
	{ "auto_end_turn=false", 1, 2, { 1, 6, 24, 24, 24, 240, 852, 852, 852, 10312, 41216, 41216 } },
	{ "auto_end_turn=true", 2, 3, { 1, 6, 30, 30, 260, 1214, 1214, 12184, 54606, 54606, 459491 } },
	{ "auto_end_turn=true auto_draw=true", 3, 5, { 6, 30, 200, 572, 4682, 17428, 186500, 700172 } },
	{ "auto_end_turn=false retrieve=empty-supply", 4, 4, { 1, 4, 16, 16, 16, 128, 492, 492, 492, 4550, 20620, 20620 } },
};

START_TEST(legal_sequences_are_as_many_as_ever)
{
	struct play p;

	play_start_seed(&p, bundled_tileset(), perfts[_i].seats, perfts[_i].options, perfts[_i].seed);
	for (int depth = 1; depth <= 12 && perfts[_i].counts[depth - 1] > 0; depth++)
		ck_assert_int_eq(conformance_perft(&p.g, p.ts, depth), perfts[_i].counts[depth - 1]);
}
END_TEST

START_TEST(legal_sequences_as_the_oracle_counts_them)
{
	const struct conformance_oracle *row = conformance_oracle("south-seas");
	struct game_setup setup = { .ruleset = ruleset_find("south-seas", 1), .seat_count = perfts[_i].seats };
	void *oracle = malloc(row->size);

	ck_assert_ptr_nonnull(oracle);
	setup_options(&setup, perfts[_i].options);
	memcpy(setup.game_seed, &perfts[_i].seed, sizeof perfts[_i].seed);
	row->start(oracle, bundled_tileset(), &setup);
	for (int depth = 1; depth <= 5; depth++)
		ck_assert_int_eq(oracle_perft(row, oracle, perfts[_i].seats, depth), perfts[_i].counts[depth - 1]);
	free(oracle);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_loop_test(t, random_games_agree_with_the_oracle, 0, ruleset_count);
	tcase_add_test(t, a_game_turned_as_a_whole_scores_the_same);
	tcase_add_loop_test(t, legal_sequences_are_as_many_as_ever, 0, sizeof perfts / sizeof perfts[0]);
	tcase_add_loop_test(t, legal_sequences_as_the_oracle_counts_them, 0, sizeof perfts / sizeof perfts[0]);
}

int main(void)
{
	return run_suite_within("conformance", fill, 3600);
}

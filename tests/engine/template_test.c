/*
 * The template game: random games with all that holds for every game, each of its
 * rules once, and its tile set.  It is no row of the program's table, so this
 * program has a table of its own.
 */
#include <string.h>

#include "api/tileset_json.h"
#include "engine/core/player.h"
#include "engine/template/template.h"
#include "tests/engine/conformance.h"
#include "tests/engine/support.h"

const struct ruleset *const rulesets[] = { &template_1 };
const int ruleset_count = 1;

enum { GAMES = 300 };

/* The bundled set, read as a host's would be: no error and no warning. */
static const struct tileset *tiles(void)
{
	static struct tileset ts;
	const struct ruleset *ruleset;
	struct buf findings;
	size_t size;
	const char *text = tileset_bundled(&template_1, &size);

	if (ts.tile_count > 0)
		return &ts;
	buf_init(&findings, 65536);
	ck_assert_msg(tileset_read(&ts, &ruleset, text, size, &findings) == 0 && findings.size == 0, "%s", findings.data);
	ck_assert_ptr_eq(ruleset, &template_1);
	ck_assert_str_eq(ts.id, template_1.tileset);
	buf_free(&findings);
	return &ts;
}

START_TEST(random_games_hold)
{
	static struct conformance_log log;
	struct conformance_stats stats = { 0 };
	char why[CONFORMANCE_WHY];

	for (unsigned i = 0; i < GAMES; i++) {
		struct dice dice = { i };
		struct game_setup setup;

		conformance_setup(&setup, &template_1, &dice);
		if (conformance_game(tiles(), &setup, &dice, dice_roll(&dice, 32), &log, &stats, why) != 0)
			ck_abort_msg("game %u (%d seats): %s", i, setup.seat_count, why);
	}
	ck_assert_int_gt(stats.reasons[OVER_LAST_TILE], 0);
	ck_assert_int_gt(stats.reasons[OVER_NO_TILE_FITS], 0);
	ck_assert_int_gt(stats.reasons[OVER_ONE_SEAT_LEFT], 0);
	ck_assert_int_gt(stats.phases[PHASE_PIECE], 0);
	ck_assert_int_gt(stats.undone, 0);
	ck_assert_int_gt(stats.timed_out, 0);
}
END_TEST

static void begin(struct play *p, int seats, const char *options)
{
	struct game_setup setup = { .ruleset = &template_1, .seat_count = seats };

	memset(p, 0, sizeof *p);
	p->ts = tiles();
	setup_options(&setup, options);
	for (int seat = 0; seat < seats; seat++)
		setup.colours[seat] = (uint8_t)seat;
	ck_assert_int_eq(game_start(&p->g, p->ts, &setup, &p->ev, &p->err), 0);
}

START_TEST(t_1_1_sides_continue)
{
	static struct play p;

	begin(&p, 2, "");
	next_tile(&p, "cross", 0);
	act(&p, draw_by(0));
	must_refuse(&p, place_by(0, 1, 0, 0), REFUSED_PLACEMENT, "T-1.1");	/* path against meadow */
	must_refuse(&p, place_by(0, 1, -1, 0), REFUSED_PLACEMENT, "T-1.1");	/* beside nothing */
	act(&p, place_by(0, 0, -1, 0));
	expect_turn(&p, 1, PHASE_DRAW);
}
END_TEST

START_TEST(t_1_2_what_fits_nowhere_is_set_aside)
{
	static struct play p;

	begin(&p, 2, "");
	put(&p, 0, "end", 1, 0, -1, 180);
	next_tile(&p, "cross", 0);	/* no path is open */
	tile_after(&p, 1, "bend", 0);
	act(&p, draw_by(1));
	ck_assert_int_eq(count_events(&p, EVENT_TILE_SET_ASIDE), 1);
	ck_assert_int_eq(p.g.now.hand, face_of(p.ts, "bend", 0));
}
END_TEST

START_TEST(t_2_1_the_step_for_pieces_can_be_asked_for)
{
	static struct play p;

	begin(&p, 2, "auto_end_turn=false");
	put(&p, 0, "straight", 0, 0, -1, 0);
	expect_turn(&p, 0, PHASE_PIECE);
	act(&p, undo_by(0));
	expect_turn(&p, 0, PHASE_PLACE);
	act(&p, place_by(0, 0, -1, 180));
	act(&p, skip_by(0));
	expect_turn(&p, 1, PHASE_DRAW);
}
END_TEST

START_TEST(t_3_1_all_who_play_share_the_win)
{
	static struct play p;

	begin(&p, 3, "");
	act(&p, resign_by(1));
	shorten_bag(&p, 1);
	act(&p, draw_by(0));
	act(&p, nth_legal(&p, 0, 0));
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	ck_assert_int_eq(p.g.now.over_reason, OVER_LAST_TILE);
	ck_assert_int_eq(p.g.now.winners, 1 << 0 | 1 << 2);
	ck_assert_int_eq(game_score(&p.g, p.ts, 0), 0);
}
END_TEST

START_TEST(t_4_1_the_last_seat_wins)
{
	static struct play p;

	begin(&p, 2, "auto_draw=true");
	act(&p, resign_by(1));
	ck_assert_int_eq(p.g.now.over_reason, OVER_ONE_SEAT_LEFT);
	ck_assert_int_eq(p.g.now.winners, 1 << 0);
}
END_TEST

START_TEST(t_4_2_a_turn_in_the_seats_stead)
{
	static struct play p;

	begin(&p, 2, "on_timeout=skip auto_end_turn=false");
	act(&p, timeout_by(0));
	expect_turn(&p, 1, PHASE_DRAW);
	ck_assert_int_eq(p.g.board.tile_count, 2);
	begin(&p, 2, "on_timeout=bot");
	act(&p, timeout_by(0));
	expect_turn(&p, 0, PHASE_DRAW);
}
END_TEST

/* Without a word of its own about what a position promises. */
START_TEST(the_built_in_player_plays_it)
{
	static struct play p;
	struct action a;
	int actions = 0;

	begin(&p, 3, "auto_end_turn=false");
	while (p.g.now.phase != PHASE_OVER) {
		ck_assert_int_eq(player_choose(&p.g, p.ts, p.g.now.seat, &a), 0);
		act(&p, a);
		ck_assert_int_lt(actions++, 1000);
	}
	ck_assert_int_gt(actions, 20);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, random_games_hold);
	tcase_add_test(t, the_built_in_player_plays_it);
	tcase_add_test(t, t_1_1_sides_continue);
	tcase_add_test(t, t_1_2_what_fits_nowhere_is_set_aside);
	tcase_add_test(t, t_2_1_the_step_for_pieces_can_be_asked_for);
	tcase_add_test(t, t_3_1_all_who_play_share_the_win);
	tcase_add_test(t, t_4_1_the_last_seat_wins);
	tcase_add_test(t, t_4_2_a_turn_in_the_seats_stead);
}

int main(void)
{
	return run_suite("template", fill);
}

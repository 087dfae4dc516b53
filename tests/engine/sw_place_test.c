/*
 * SW-1: drawing a tile and laying it, and what becomes of one that fits nowhere.
 */
#include <string.h>

#include "tests/engine/galaxy.h"

START_TEST(sw_1_1_like_on_like)
{
	struct play p;

	/* The start tile: asteroids to the north, space elsewhere. */
	galaxy(&p, "red black", "", 0);
	next_tile(&p, "port", 0);		/* asteroids N, route S */
	act(&p, draw_by(0));
	must_refuse(&p, place_by(0, 0, -1, 0), REFUSED_PLACEMENT, "SW-1.1");
	ck_assert_ptr_nonnull(strstr(p.err.text, "south side: route against asteroids"));
	must_refuse(&p, place_by(0, 0, -1, 90), REFUSED_PLACEMENT, "SW-1.1");
	ck_assert_ptr_nonnull(strstr(p.err.text, "south side: space against asteroids"));
	must_refuse(&p, place_by(0, 1, 0, 90), REFUSED_PLACEMENT, "SW-1.1");
	ck_assert_ptr_nonnull(strstr(p.err.text, "west side: route against space"));
	ck_assert_int_eq(count_legal(&p, 0, ACTION_PLACE), 1 + 3 * 2);
	act(&p, place_by(0, 0, -1, 180));	/* asteroids on asteroids; the route looks north */
	act(&p, skip_by(0));
	put(&p, 1, "dock", 0, 0, -2, 180);	/* route on route */
	ck_assert_int_eq(open_ends_of(&p, 0, -2, "r"), 0);
}
END_TEST

START_TEST(sw_1_1_beside_a_tile_and_on_a_free_field)
{
	struct play p;

	galaxy(&p, "red black", "", 0);
	next_tile(&p, "red-planet", 0);
	must_refuse(&p, place_by(0, 1, 0, 0), REFUSED_PHASE, NULL);
	act(&p, draw_by(0));
	must_refuse(&p, draw_by(0), REFUSED_PHASE, NULL);
	must_refuse(&p, place_by(0, 0, 0, 0), REFUSED_PLACEMENT, "SW-1.1");
	must_refuse(&p, place_by(0, 1, 1, 0), REFUSED_PLACEMENT, "SW-1.1");	/* a corner only */
	must_refuse(&p, place_by(0, 7, 7, 0), REFUSED_PLACEMENT, "SW-1.1");
	must_refuse(&p, place_by(1, 1, 0, 0), REFUSED_NOT_YOUR_TURN, NULL);
	ck_assert_int_eq(count_legal(&p, 0, ACTION_PLACE), 3 * 4);
	act(&p, place_by(0, 1, 0, 270));
	ck_assert_int_eq(count_events(&p, EVENT_TILE_PLACED), 1);
}
END_TEST

START_TEST(sw_1_2_discard_puts_it_into_the_box_and_draws_again)
{
	const struct ruleset *r = ruleset_find("star-wars", 1);
	struct play p;

	ck_assert_str_eq(r->options[ruleset_find_option(r, "unplaceable")].choices[r->options[ruleset_find_option(r, "unplaceable")].value],
		"discard");
	galaxy(&p, "red black", "", 0);
	next_tile(&p, "bridge", 0);
	tile_after(&p, 1, "bridge", 0);
	tile_after(&p, 2, "lane", 0);
	act(&p, draw_by(0));
	expect_turn(&p, 0, PHASE_PLACE);
	ck_assert_int_eq(count_events(&p, EVENT_TILE_DRAWN), 3);
	ck_assert_int_eq(count_events(&p, EVENT_TILE_SET_ASIDE), 2);
	ck_assert(event_is(&p, EVENT_TILE_SET_ASIDE, 1, "tile.kind", "bridge"));
	ck_assert(event_is(&p, EVENT_TILE_SET_ASIDE, 1, "then", "box"));
	ck_assert(event_is(&p, EVENT_TILE_SET_ASIDE, 1, "more", NULL));
	ck_assert_str_eq(fact(view_facts(&p), "turn.tile.kind"), "lane");
	ck_assert_int_eq(fact_count(view_facts(&p), "bag.set_aside"), 2);
	ck_assert_int_eq(game_bag_left(&p.g), p.g.bag_count - 3);
}
END_TEST

static void count_faces(const struct play *p, int counts[TILESET_FACES_MAX])
{
	memset(counts, 0, TILESET_FACES_MAX * sizeof *counts);
	for (int i = 0; i < p->g.bag_count; i++)
		counts[p->g.bag[i]]++;
}

START_TEST(sw_1_2_return_puts_it_back_and_shuffles)
{
	int before[TILESET_FACES_MAX], after[TILESET_FACES_MAX], drawn;
	struct game copy;
	struct play p;

	galaxy(&p, "red black", "unplaceable=return", 0);
	next_tile(&p, "bridge", 0);
	count_faces(&p, before);
	copy = p.g;
	act(&p, draw_by(0));
	expect_turn(&p, 0, PHASE_PLACE);
	drawn = count_events(&p, EVENT_TILE_DRAWN);
	ck_assert_int_ge(drawn, 2);
	ck_assert_int_eq(count_events(&p, EVENT_TILE_SET_ASIDE), drawn - 1);
	ck_assert(event_is(&p, EVENT_TILE_DRAWN, 0, "tile.kind", "bridge"));
	ck_assert(event_is(&p, EVENT_TILE_SET_ASIDE, 0, "tile.kind", "bridge"));
	ck_assert(event_is(&p, EVENT_TILE_SET_ASIDE, 0, "then", "stack"));
	ck_assert_int_gt(count_legal(&p, 0, ACTION_PLACE), 0);
	/* Nothing is lost, and the stack is in another order. */
	ck_assert_int_eq(game_bag_left(&p.g), p.g.bag_count - 1);
	ck_assert_int_eq(fact_count(view_facts(&p), "bag.set_aside"), 0);
	count_faces(&p, after);
	ck_assert_mem_eq(before, after, sizeof before);
	ck_assert_mem_ne(p.g.bag + 2, copy.bag + 2, (size_t)p.g.bag_count - 2);
	ck_assert_uint_gt(p.g.rng.used[RNG_TILES], copy.rng.used[RNG_TILES]);
}
END_TEST

START_TEST(sw_1_2_return_ends_the_game_when_nothing_in_the_stack_fits)
{
	struct game copy;
	struct play p;
	int bridge, land;

	galaxy(&p, "red black", "unplaceable=return", 0);
	settle(&p, 0, "dust", 0, -1, 180, NULL);	/* no asteroids are open any more */
	bridge = face_of(p.ts, "bridge", 0);
	land = face_of(p.ts, "land", 0);
	next_tile(&p, "bridge", 0);
	tile_after(&p, 1, "land", 0);
	tile_after(&p, 2, "land", 0);
	shorten_bag(&p, 3);
	copy = p.g;
	act(&p, draw_by(1));
	ck_assert_int_eq(p.g.now.phase, PHASE_OVER);
	ck_assert_str_eq(result_fact(&p, "reason"), "no-tile-fits");
	ck_assert_int_eq(count_events(&p, EVENT_TILE_DRAWN), 1);
	ck_assert(event_is(&p, EVENT_TILE_SET_ASIDE, 0, "then", "stack"));
	/* It goes back unshuffled, behind the others. */
	ck_assert_int_eq(game_bag_left(&p.g), 3);
	ck_assert_int_eq(p.g.bag[p.g.bag_count - 3], land);
	ck_assert_int_eq(p.g.bag[p.g.bag_count - 2], land);
	ck_assert_int_eq(p.g.bag[p.g.bag_count - 1], bridge);
	ck_assert_uint_eq(p.g.rng.used[RNG_TILES], copy.rng.used[RNG_TILES]);
	ck_assert_int_lt(find_event(&p, EVENT_TURN_ENDED, 0), find_event(&p, EVENT_FINAL_EVALUATION, 0));
}
END_TEST

START_TEST(sw_1_2_only_a_hundred_returns_are_told_one_by_one)
{
	unsigned seed = 0;
	uint32_t words;
	struct play p;

	/* 60 tiles that fit nowhere and one that does: some seed needs more than a hundred returns. */
	do {
		play_start_seed(&p, fixture_tileset("galaxy"), 2, "unplaceable=return", seed++);
		for (int i = 0; i < 60; i++)
			tile_after(&p, i, "bridge", 0);
		tile_after(&p, 60, "dust", 1);
		shorten_bag(&p, 61);
		words = p.g.rng.used[RNG_TILES];
		act(&p, draw_by(0));
		expect_turn(&p, 0, PHASE_PLACE);
		words = p.g.rng.used[RNG_TILES] - words;
	} while (words <= 102 * 60 && seed < 200);
	ck_assert_int_eq(count_events(&p, EVENT_TILE_DRAWN), 101);
	ck_assert_int_eq(count_events(&p, EVENT_TILE_SET_ASIDE), 101);
	ck_assert(event_is(&p, EVENT_TILE_SET_ASIDE, 99, "more", NULL));
	ck_assert(event_is(&p, EVENT_TILE_SET_ASIDE, 100, "then", "stack"));
	/* Each return shuffled 61 tiles with 60 words. */
	ck_assert_int_eq(fact_number(event_facts(&p, find_event(&p, EVENT_TILE_SET_ASIDE, 100)), "more"), words / 60 - 101);
	ck_assert_str_eq(fact(view_facts(&p), "turn.tile.kind"), "dust");
	ck_assert_int_eq(game_bag_left(&p.g), 60);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, sw_1_1_like_on_like);
	tcase_add_test(t, sw_1_1_beside_a_tile_and_on_a_free_field);
	tcase_add_test(t, sw_1_2_discard_puts_it_into_the_box_and_draws_again);
	tcase_add_test(t, sw_1_2_return_puts_it_back_and_shuffles);
	tcase_add_test(t, sw_1_2_return_ends_the_game_when_nothing_in_the_stack_fits);
	tcase_add_test(t, sw_1_2_only_a_hundred_returns_are_told_one_by_one);
}

int main(void)
{
	return run_suite("star wars: tiles", fill);
}

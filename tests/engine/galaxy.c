/*
 * Shelves, gaps and questions for the tests of Star Wars: see galaxy.h.
 */
#include "tests/engine/galaxy.h"

#include <stdio.h>
#include <string.h>

static int first_empty_west(const struct play *p)
{
	int x = -1;

	while (board_tile_at(&p->g.board, x, 0) != BOARD_NO_TILE)
		x--;
	return x;
}

void wait_for(struct play *p, int seat)
{
	while (p->g.now.seat != seat) {
		ck_assert_int_ne(p->g.now.phase, PHASE_OVER);
		lay(p, p->g.now.seat, "dust", 1, first_empty_west(p), 0, 0, NULL);
	}
}

void galaxy(struct play *p, const char *colours, const char *options, int length)
{
	char all[160];

	snprintf(all, sizeof all, "auto_end_turn=false %s", options);
	play_start_colours(p, fixture_tileset("galaxy"), colours, all);
	for (int x = 1; x <= length; x++)
		lay(p, p->g.now.seat, "dust", 1, x, 0, 0, NULL);
	wait_for(p, 0);
}

void settle(struct play *p, int seat, const char *kind, int x, int y, int degrees, const char *segment)
{
	wait_for(p, seat);
	lay(p, seat, kind, strcmp(kind, "dust") == 0, x, y, degrees, segment);
}

void arrive(struct play *p, int seat, const char *kind, int x, int y, int degrees)
{
	wait_for(p, seat);
	put(p, seat, kind, strcmp(kind, "dust") == 0, x, y, degrees);
}

void field_with_gap(struct play *p, int west, const char *west_piece, int east, const char *east_piece)
{
	settle(p, west, "dust", 0, 1, 90, west_piece);
	settle(p, east, "dust", 2, 1, 270, east_piece);
}

void route_with_gap(struct play *p, int west, const char *west_piece, int east, const char *east_piece)
{
	settle(p, west, "dock", 0, 1, 90, west_piece);
	settle(p, east, "dock", 2, 1, 270, east_piece);
}

void crossroads(struct play *p, const char *options, int rival)
{
	galaxy(p, "red black white", options, 0);
	settle(p, 0, "dock", 0, 1, 90, "r");
	settle(p, 2, "dust", 0, 2, 270, NULL);
	settle(p, rival, "dock", 1, 2, 0, "r");
	settle(p, 0, "dust", 1, 0, 180, "a");
	settle(p, 2, "dust", 2, 0, 0, NULL);
	settle(p, rival, "dust", 2, 1, 270, "a");
	settle(p, 1, "black-planet", 2, 2, 0, "p");
	wait_for(p, 0);
	next_tile(p, "ford", 0);
	act(p, draw_by(0));
}

const char *feature_fact(struct play *p, int x, int y, const char *segment, const char *member)
{
	int root = feature_of(p, x, y, segment);
	const struct facts *f = view_facts(p);

	for (int i = 0; fact(f, "board.features.%d.id", i) != NULL; i++)
		if (fact_number(f, "board.features.%d.id", i) == root)
			return fact(f, "board.features.%d.%s", i, member);
	return NULL;
}

static const struct facts *odds_facts(struct play *p, struct action a)
{
	struct game before = p->g;

	ck_assert_msg(is_legal(p, a), "odds of something that is not legal");
	facts_start(&p->facts);
	ck_assert_int_eq(game_describe_odds(&p->g, p->ts, &a, NULL), game_describe_odds(&p->g, p->ts, &a, &p->facts.sink));
	ck_assert_int_eq(p->facts.depth, 0);
	ck_assert_mem_eq(&before, &p->g, sizeof before);
	return &p->facts;
}

const char *odds_fact(struct play *p, struct action a, const char *member)
{
	const char *text = fact(odds_facts(p, a), "battles.%s", member);

	return text == NULL ? "" : text;
}

int odds_count(struct play *p, struct action a)
{
	return fact_count(odds_facts(p, a), "battles");
}

int event_is(struct play *p, enum event_type type, int n, const char *member, const char *value)
{
	const char *text = fact(event_facts(p, find_event(p, type, n)), "%s", member);

	if (text == NULL ? value == NULL : value != NULL && strcmp(text, value) == 0)
		return 1;
	fprintf(stderr, "%s number %d: %s is %s and not %s\n", event_type_name(type), n, member,
		text == NULL ? "absent" : text, value == NULL ? "absent" : value);
	return 0;
}

const char *result_fact(struct play *p, const char *member)
{
	facts_start(&p->facts);
	game_describe_result(&p->g, p->ts, &p->facts.sink);
	ck_assert_int_eq(p->facts.depth, 0);
	return fact(&p->facts, "%s", member);
}

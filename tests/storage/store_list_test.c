/*
 * Lists of games over every implementation: every combination of filters over a
 * mixed population, compared with a straightforward filter written here, and
 * pages that add up to the whole.
 */
#include "tests/storage/store_fixture.h"

#include <stdio.h>
#include <string.h>

enum { GAMES = 240, PLAYERS = 4 };

struct listed {
	char id[16], ruleset[16];
	int status, visibility, creator;	/* creator: a player or -1 */
	int sits[2];				/* the players on the seats, or -1 */
};

static const char *const rulesets[] = { "south-seas", "star-wars" };

static void player_id(char *out, int player)
{
	out[0] = player >= 0 ? 'p' : '\0';
	out[1] = (char)('0' + player);
	out[2] = '\0';
}

/* The same mixture each time; the low bits of a linear generator are poor, so the high ones. */
static int dice(uint32_t *state, int sides)
{
	*state = *state * 1664525u + 1013904223u;
	return (int)((*state >> 16) % (uint32_t)sides);
}

static void populate(struct st *s, struct listed *list)
{
	uint32_t state = 42;
	int i, seat;

	OK(store_begin(s->w));
	for (i = 0; i < PLAYERS; i++) {
		char id[3];

		player_id(id, i);
		st_player(s, id);
	}
	for (i = 0; i < GAMES; i++) {
		struct listed *l = &list[i];
		struct store_game g;

		snprintf(l->id, sizeof l->id, "g%d", i + 1);
		g = st_game(l->id);
		l->status = dice(&state, 4);
		l->visibility = dice(&state, 3);
		l->creator = dice(&state, PLAYERS + 1) - 1;
		l->sits[0] = dice(&state, PLAYERS + 1) - 1;
		l->sits[1] = dice(&state, PLAYERS + 1) - 1;
		if (l->sits[1] == l->sits[0])
			l->sits[1] = -1;
		snprintf(l->ruleset, sizeof l->ruleset, "%s", rulesets[dice(&state, 2)]);
		g.visibility = (uint8_t)l->visibility;
		player_id(g.creator, l->creator);
		strcpy(g.ruleset, l->ruleset);
		st_add(s, g);
		for (seat = 0; seat < 2; seat++) {
			char id[3];

			player_id(id, l->sits[seat]);
			if (*id)
				st_sit(s, l->id, seat, id);
		}
		g.status = (uint8_t)l->status;	/* after the seats: they follow */
		OK(store_game_update(s->w, &g, 0));
	}
	OK(store_commit(s->w));
}

static int sits(const struct listed *l, int player)
{
	return player >= 0 && (l->sits[0] == player || l->sits[1] == player);
}

struct query { int status, ruleset, player, viewer, open; };	/* -1: any; as in the filter */

static int expected(const struct listed *l, const struct query *q)
{
	if (q->status >= 0 && l->status != q->status)
		return 0;
	if (q->ruleset >= 0 && strcmp(l->ruleset, rulesets[q->ruleset]) != 0)
		return 0;
	if (q->player >= 0 && !sits(l, q->player))
		return 0;
	if (q->open && (l->status != STORE_LOBBY || (l->sits[0] >= 0 && l->sits[1] >= 0)))
		return 0;
	return l->visibility == STORE_PUBLIC || sits(l, q->viewer) || (q->viewer >= 0 && l->creator == q->viewer);
}

struct page { int64_t numbers[GAMES]; int count, stop_after; };

static int note(void *arg, const struct store_game *g)
{
	struct page *p = arg;
	char id[16];

	snprintf(id, sizeof id, "g%d", (int)g->number);
	ck_assert_str_eq(g->id, id);
	ck_assert_ptr_null(g->snapshot);
	ck_assert_int_lt(p->count, GAMES);
	p->numbers[p->count++] = g->number;
	return p->count == p->stop_after;
}

static void check_query(struct st *s, const struct listed *list, const struct query *q, int page_size)
{
	char player[3], viewer[3];
	struct store_filter f = { .status = q->status, .open_seats = q->open, .player = player, .viewer = viewer,
		.ruleset = q->ruleset >= 0 ? rulesets[q->ruleset] : "", .limit = page_size };
	struct page page = { .count = 0 };
	int i, next = 0, before;

	player_id(player, q->player);
	player_id(viewer, q->viewer);
	do {
		before = page.count;
		OK(store_game_list(s->r, &f, note, &page));
		if (page.count)
			f.before = page.numbers[page.count - 1];
		if (page_size)
			ck_assert_int_le(page.count - before, page_size);
	} while (page.count > before && page_size);
	for (i = GAMES - 1; i >= 0; i--)
		if (expected(&list[i], q)) {
			ck_assert_msg(next < page.count && page.numbers[next] == i + 1,
				"status %d ruleset %d player %d viewer %d open %d: g%d is missing",
				q->status, q->ruleset, q->player, q->viewer, q->open, i + 1);
			next++;
		}
	ck_assert_msg(next == page.count, "status %d ruleset %d player %d viewer %d open %d: %d too many",
		q->status, q->ruleset, q->player, q->viewer, q->open, page.count - next);
}

START_TEST(every_filter)
{
	struct st s;
	struct listed list[GAMES];
	struct query q;
	int size = 0;

	st_open(&s, _i);
	populate(&s, list);
	for (q.status = -1; q.status < 4; q.status++)
		for (q.ruleset = -1; q.ruleset < 2; q.ruleset++)
			for (q.player = -1; q.player < 2; q.player++)
				for (q.viewer = -1; q.viewer < 2; q.viewer++)
					for (q.open = 0; q.open < 2; q.open++) {
						check_query(&s, list, &q, size);
						size = size == 7 ? 0 : 7;
					}
	st_close(&s);
}
END_TEST

/* Nothing given is the same as empty texts, and the writer's connection lists as well. */
START_TEST(nothing_given)
{
	struct st s;
	struct listed list[GAMES];
	struct store_filter none = { .status = -1 }, empty = { .status = -1, .ruleset = "", .player = "", .viewer = "" };
	struct store_filter stranger = { .status = -1, .viewer = "nobody" };
	struct page a = { .count = 0 }, b = { .count = 0 }, c = { .count = 0 }, d = { .stop_after = 3 };

	st_open(&s, _i);
	populate(&s, list);
	OK(store_game_list(s.r, &none, note, &a));
	OK(store_game_list(s.w, &empty, note, &b));
	OK(store_game_list(s.r, &stranger, note, &c));
	ck_assert_int_gt(a.count, 20);
	ck_assert_mem_eq(&a, &b, sizeof a);
	ck_assert_mem_eq(&a, &c, sizeof a);
	OK(store_game_list(s.r, &none, note, &d));
	ck_assert_int_eq(d.count, 3);
	none.before = 1;
	OK(store_game_list(s.r, &none, note, &d));
	ck_assert_int_eq(d.count, 3);
	st_close(&s);
}
END_TEST

static int count_open(struct store_conn *c)
{
	struct store_filter f = { .status = -1, .open_seats = 1 };
	struct page page = { .count = 0 };

	OK(store_game_list(c, &f, note, &page));
	return page.count;
}

START_TEST(free_seats_follow)
{
	struct st s;
	struct store_game g = st_game("g1");
	struct store_seat twice = { .seat = 1, .colour = "colour0", .player = "bob" };

	st_open(&s, _i);
	OK(store_begin(s.w));
	st_player(&s, "ada");
	st_player(&s, "bob");
	st_add(&s, g);
	ck_assert_int_eq(count_open(s.w), 1);
	st_sit(&s, "g1", 0, "ada");
	ck_assert_int_eq(count_open(s.w), 1);
	IS(store_seat_claim(s.w, "g1", &twice), STORE_CONFLICT);	/* counts nothing */
	ck_assert_int_eq(count_open(s.w), 1);
	OK(store_savepoint(s.w));
	st_sit(&s, "g1", 1, "bob");
	ck_assert_int_eq(count_open(s.w), 0);
	store_rollback_to(s.w);
	ck_assert_int_eq(count_open(s.w), 1);
	st_sit(&s, "g1", 1, "bob");
	OK(store_commit(s.w));
	ck_assert_int_eq(count_open(s.r), 0);
	OK(store_begin(s.w));
	OK(store_seat_leave(s.w, "g1", 0));
	ck_assert_int_eq(count_open(s.w), 1);
	ck_assert_int_eq(count_open(s.r), 0);
	g.status = STORE_ACTIVE;
	OK(store_game_update(s.w, &g, 0));
	ck_assert_int_eq(count_open(s.w), 0);
	OK(store_commit(s.w));
	st_close(&s);
}
END_TEST

static const struct st_test tests[] = {
	{ "every filter", &every_filter, ST_KINDS },
	{ "nothing given", &nothing_given, ST_KINDS },
	{ "free seats", &free_seats_follow, ST_KINDS },
};

int main(void)
{
	return st_main("store lists", tests, sizeof tests / sizeof *tests);
}

/*
 * sittings_test.c - the log of a player, held against a list that knows who
 * sat where when which entry was written, over random comings and goings.
 */
#include "tests/storage/store_fixture.h"

#include "storage/sittings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 6, SEATS = 2, PLAYERS = 4, STEPS = 3000, ROWS = 4 * STEPS, NOBODY = -1 };

static struct st s;
static unsigned chance;

static struct model {
	int sits[GAMES][SEATS];		/* players */
	int over[GAMES];
	int64_t last[GAMES];		/* events */
	int count;			/* of rows */
	int game[ROWS];
	uint8_t own[ROWS];		/* bit per player: is in that player's log */
} m;

static int roll(int below)
{
	chance = chance * 1103515245 + 12345;
	return (int)(chance >> 16) % below;
}

static const char *game_id(int game)
{
	static const char *const ids[GAMES] = { "game0000", "game1111", "game2222", "game3333", "game4444", "game5555" };

	return ids[game];
}

static const char *player_id(int player)
{
	static const char *const ids[PLAYERS] = { "ada", "bob", "cleo", "dora" };

	return ids[player];
}

static int seat_of(int game, int player)
{
	for (int seat = 0; seat < SEATS; seat++)
		if (m.sits[game][seat] == player)
			return seat;
	return NOBODY;
}

/* One more row of the game: of those who sit, and of those in `more`, who just left. */
static void write_row(int game, unsigned more)
{
	int events = 1 + roll(3);

	OK(st_log(&s, game_id(game), m.last[game] + 1, m.last[game] + events));
	m.last[game] += events;
	m.game[m.count] = game;
	for (int seat = 0; seat < SEATS; seat++)
		if (m.sits[game][seat] != NOBODY)
			more |= 1u << m.sits[game][seat];
	m.own[m.count++] = (uint8_t)more;
}

static void sit(int game, int seat, int player)
{
	st_sit(&s, game_id(game), seat, player_id(player));
	m.sits[game][seat] = player;
}

static void leave(int game, int seat)
{
	OK(store_seat_leave(s.w, game_id(game), seat));
	m.sits[game][seat] = NOBODY;
}

static void hand_over(int game, int seat, int player)
{
	struct store_seat to = { .seat = (uint8_t)seat, .taken_at = 9 };

	snprintf(to.player, sizeof to.player, "%s", player_id(player));
	snprintf(to.name, sizeof to.name, "Name of %s", player_id(player));
	OK(store_seat_change(s.w, game_id(game), &to));
	m.sits[game][seat] = player;
}

static void end_game(int game)
{
	struct store_game g;

	OK(store_game_get(s.w, game_id(game), &g));
	g.status = STORE_FINISHED;
	OK(store_game_update(s.w, &g, g.version));
	store_game_dispose(&g);
	m.over[game] = 1;
}

/* Somebody comes or goes, changes places, is followed by another; or the game goes on. */
static void step(void)
{
	int game = roll(GAMES), seat = roll(SEATS), player = roll(PLAYERS), sitting = m.sits[game][seat];

	if (m.over[game] || roll(4)) {
		write_row(game, 0);
	} else if (sitting == NOBODY && seat_of(game, player) == NOBODY) {
		sit(game, seat, player);
		write_row(game, 0);
	} else if (sitting != NOBODY && roll(3) == 0) {
		leave(game, seat);
		if (roll(3) == 0)
			sit(game, seat, sitting);
		write_row(game, 1u << sitting);
	} else if (sitting != NOBODY && seat_of(game, player) == NOBODY) {
		hand_over(game, seat, player);
		write_row(game, 1u << sitting);
	} else if (sitting != NOBODY && roll(40) == 0) {
		end_game(game);
	}
}

struct reading { int player, at, left; int64_t numbers[ROWS]; };

/* The next row of the model that is the player's, and its number. */
static int compare(void *arg, const char *game, const struct store_entry *e)
{
	struct reading *r = arg;

	while (r->at < m.count && !(m.own[r->at] >> r->player & 1))
		r->at++;
	ck_assert_int_lt(r->at, m.count);
	ck_assert_str_eq(game, game_id(m.game[r->at]));
	ck_assert_int_eq(e->number, r->at + 1);
	ck_assert_int_eq(e->events_size, 3);
	r->at++;
	r->left--;
	return 0;
}

static int of_model(int player, int from)
{
	int count = 0;

	for (int i = from; i < m.count; i++)
		count += m.own[i] >> player & 1;
	return count;
}

static void expect(struct store_conn *c, int player, int after, int limit)
{
	struct reading r = { .player = player, .at = after, .left = limit };
	int all = of_model(player, after);

	OK(store_log_of_player(c, player_id(player), after, limit, compare, &r));
	ck_assert_int_eq(limit - r.left, all < limit ? all : limit);
}

static void open_games(int kind)
{
	memset(&m, 0, sizeof m);
	st_open(&s, kind);
	OK(store_begin(s.w));
	for (int i = 0; i < PLAYERS; i++)
		st_player(&s, player_id(i));
	for (int i = 0; i < GAMES; i++) {
		st_add(&s, st_game(game_id(i)));
		m.sits[i][0] = m.sits[i][1] = NOBODY;
	}
}

static int note_open(void *arg, const char *id)
{
	unsigned *open = arg;

	for (int game = 0; game < GAMES; game++)
		if (strcmp(id, game_id(game)) == 0)
			*open |= 1u << game;
	return 0;
}

static void expect_open(struct store_conn *c, int player)
{
	unsigned open = 0, wanted = 0;

	for (int game = 0; game < GAMES; game++)
		if (!m.over[game] && seat_of(game, player) != NOBODY)
			wanted |= 1u << game;
	OK(store_open_games(c, player_id(player), note_open, &open));
	ck_assert_uint_eq(open, wanted);
}

static int follow_back(void *arg, const struct store_entry *e)
{
	int64_t *next = arg;

	ck_assert_int_eq(e->last, *next);
	*next = e->first - 1;
	return 0;
}

START_TEST(what_belongs_to_a_player)
{
	int64_t newest;

	open_games(_i);
	write_row(0, 0);		/* before anybody sits there */
	sit(0, 0, 0);
	write_row(0, 0);
	write_row(1, 0);		/* of another game */
	sit(0, 1, 1);
	write_row(0, 0);
	leave(0, 0);
	write_row(0, 1);		/* tells of leaving */
	write_row(0, 0);		/* is none of Ada's affair any more */
	sit(0, 0, 0);
	write_row(0, 0);
	end_game(0);
	write_row(0, 0);		/* comes after the end */
	OK(store_commit(s.w));
	for (int player = 0; player < PLAYERS; player++)
		for (int after = 0; after <= m.count + 1; after++)
			for (int limit = 1; limit < 4; limit++)
				expect(s.r, player, after, limit);
	ck_assert_int_eq(of_model(0, 0), 5);
	OK(store_log_newest(s.r, &newest));
	ck_assert_int_eq(newest, m.count);
	st_close(&s);
}
END_TEST

START_TEST(random_comings_and_goings)
{
	chance = 20261130;
	open_games(_i);
	for (int i = 0; i < STEPS; i++) {
		step();
		if (i % 500 == 250) {
			OK(store_commit(s.w));
			OK(store_begin(s.w));
		}
		expect_open(s.w, i % PLAYERS);
		if (i % 40 == 0)
			expect(s.w, roll(PLAYERS), roll(m.count + 2), 1 + roll(STORE_OWN_MAX));
	}
	OK(store_commit(s.w));
	for (int i = 0; i < 200; i++)
		expect(s.r, roll(PLAYERS), roll(m.count + 2), 1 + roll(20));
	for (int game = 0; game < GAMES; game++) {
		int64_t next = m.last[game];

		OK(store_log_backward(s.r, game_id(game), follow_back, &next));
		ck_assert_int_eq(next, 0);
	}
	for (int player = 0; player < PLAYERS; player++) {
		expect_open(s.r, player);
		ck_assert_int_gt(of_model(player, 0), 100);
		expect(s.r, player, 0, STORE_OWN_MAX);
	}
	st_close(&s);
}
END_TEST

static int stop_at_once(void *arg, const char *game, const struct store_entry *e)
{
	(void)game;
	(void)e;
	++*(int *)arg;
	return 1;
}

START_TEST(limits_and_rollback)
{
	int shown = 0;

	open_games(_i);
	sit(0, 0, 0);
	write_row(0, 0);
	OK(store_commit(s.w));
	OK(store_begin(s.w));
	leave(0, 0);
	write_row(0, 1);
	store_rollback(s.w);
	m.count = 1;
	m.sits[0][0] = 0;
	m.last[0] = 0;
	expect(s.r, 0, 0, 5);
	IS(store_log_of_player(s.r, "ada", 0, 0, stop_at_once, &shown), STORE_BROKEN);
	IS(store_log_of_player(s.r, "ada", 0, STORE_OWN_MAX + 1, stop_at_once, &shown), STORE_BROKEN);
	OK(store_log_of_player(s.r, "nobody", 0, 1, stop_at_once, &shown));
	ck_assert_int_eq(shown, 0);
	OK(store_log_of_player(s.r, "ada", 0, 9, stop_at_once, &shown));
	ck_assert_int_eq(shown, 1);
	st_close(&s);
}
END_TEST

int main(void)
{
	static const struct st_test tests[] = {
		{ "belongs", &what_belongs_to_a_player, ST_KINDS },
		{ "random", &random_comings_and_goings, ST_KINDS },
		{ "limits", &limits_and_rollback, ST_KINDS },
	};

	return st_main("store: log of a player", tests, sizeof tests / sizeof tests[0]);
}

/* Results, standings and reliability over every implementation of the store. */
#include "tests/storage/store_fixture.h"
#include "storage/standings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void open_games(struct st *s, int kind)
{
	st_open(s, kind);
	OK(store_begin(s->w));
	st_player(s, "ada");
	st_player(s, "bob");
	for (int i = 1; i <= 3; i++) {
		char id[8];

		snprintf(id, sizeof id, "g%d", i);
		st_add(s, st_game(id));
	}
}

static struct store_final result(const char *game)
{
	struct store_final f = { .ruleset = "south-seas", .at = 5000, .seat_count = 2, .seats = {
		{ .seat = 0, .player = "ada", .place = 2, .team = 0, .ending = STORE_RESIGNED, .score = -3 },
		{ .seat = 1, .player = "bob", .place = 1, .team = 1, .score = 40 } } };

	snprintf(f.game, sizeof f.game, "%s", game);
	return f;
}

static int note_game(void *arg, const struct store_final *f)
{
	strcat(arg, f->game);
	return strcmp(f->game, "g9") == 0;
}

static int copy_final(void *arg, const struct store_final *f)
{
	*(struct store_final *)arg = *f;
	return 1;
}

START_TEST(results_come_in_their_order)
{
	struct store_final f = result("g2"), got;
	char games[40] = "";
	struct st s;

	open_games(&s, _i);
	OK(store_final_add(s.w, &f));
	IS(store_final_add(s.w, &f), STORE_CONFLICT);
	f = result("g1");
	OK(store_final_add(s.w, &f));
	f = result("g3");
	OK(store_final_add(s.w, &f));
	OK(store_commit(s.w));
	OK(store_final_list(s.r, 0, 0, note_game, games));
	ck_assert_str_eq(games, "g2g1g3");
	games[0] = '\0';
	OK(store_final_list(s.r, f.number - 1, 5, note_game, games));
	ck_assert_str_eq(games, "g3");
	OK(store_final_list(s.r, 0, 1, copy_final, &got));
	ck_assert_str_eq(got.ruleset, "south-seas");
	ck_assert_int_eq(got.at, 5000);
	ck_assert_int_eq(got.seat_count, 2);
	ck_assert_str_eq(got.seats[0].player, "ada");
	ck_assert_int_eq(got.seats[0].place, 2);
	ck_assert_int_eq(got.seats[0].ending, STORE_RESIGNED);
	ck_assert_int_eq(got.seats[0].score, -3);
	ck_assert_int_eq(got.seats[1].team, 1);
	st_close(&s);
}
END_TEST

START_TEST(results_are_checked)
{
	struct store_final f = result("g9");
	struct st s;

	open_games(&s, _i);
	IS(store_final_add(s.w, &f), STORE_NOT_FOUND);
	f = result("g1");
	f.seats[1].place = 0;
	IS(store_final_add(s.w, &f), STORE_BROKEN);
	f = result("g1");
	f.seat_count = 0;
	IS(store_final_add(s.w, &f), STORE_BROKEN);
	st_close(&s);
}
END_TEST

static void stand(struct st *s, const char *player, const char *ruleset, double ordinal, int board)
{
	struct store_standing t = { .mu = ordinal + 10, .sigma = 1.0 / 3, .ordinal = ordinal, .board = (uint8_t)board,
		.games = 7, .wins = 2, .shared = 1, .places = { 3, 2, 1, 1, 0 }, .updated_at = 99 };

	snprintf(t.player, sizeof t.player, "%s", player);
	snprintf(t.ruleset, sizeof t.ruleset, "%s", ruleset);
	OK(store_standing_put(s->w, &t));
}

static int note_player(void *arg, const struct store_standing *t)
{
	strcat(strcat(arg, t->player), " ");
	return 0;
}

static int note_ruleset(void *arg, const struct store_standing *t)
{
	strcat(strcat(arg, t->ruleset), " ");
	return 0;
}

START_TEST(boards_are_in_order)
{
	static const double ordinals[] = { 1.5, -2, 1.5, 30, 0.1 };
	char players[80] = "", page[40] = "", id[4] = "p0";
	struct store_standing t;
	struct st s;

	open_games(&s, _i);
	for (int i = 0; i < 5; i++, id[1]++) {
		st_player(&s, id);
		stand(&s, id, "south-seas", ordinals[i], 1);
	}
	stand(&s, "ada", "south-seas", 99, 2);
	stand(&s, "bob", "star-wars", 99, 1);
	stand(&s, "bob", "south-seas", 99, 0);
	OK(store_commit(s.w));
	OK(store_standing_board(s.r, "south-seas", 1, HUGE_VAL, "", 0, note_player, players));
	ck_assert_str_eq(players, "p3 p0 p2 p4 p1 ");
	OK(store_standing_board(s.r, "south-seas", 1, 1.5, "p0", 2, note_player, page));
	ck_assert_str_eq(page, "p2 p4 ");
	OK(store_standing_get(s.r, "south-seas", "p3", &t));
	ck_assert(t.mu == 40 && t.sigma == 1.0 / 3 && t.ordinal == 30);
	ck_assert_int_eq(t.places[1], 2);
	ck_assert_int_eq(t.shared, 1);
	ck_assert_int_eq(t.updated_at, 99);
	IS(store_standing_get(s.r, "star-wars", "ada", &t), STORE_NOT_FOUND);
	page[0] = '\0';
	OK(store_standing_list(s.r, "bob", note_ruleset, page));
	ck_assert_str_eq(page, "south-seas star-wars ");
	st_close(&s);
}
END_TEST

START_TEST(standings_are_replaced_and_cleared)
{
	struct store_standing t = { .ruleset = "south-seas", .player = "ada", .mu = NAN };
	struct st s;

	open_games(&s, _i);
	IS(store_standing_put(s.w, &t), STORE_BROKEN);
	stand(&s, "ada", "south-seas", 1, 1);
	stand(&s, "ada", "south-seas", 2, 1);
	OK(store_standing_get(s.w, "south-seas", "ada", &t));
	ck_assert(t.ordinal == 2);
	OK(store_standing_clear(s.w));
	IS(store_standing_get(s.w, "south-seas", "ada", &t), STORE_NOT_FOUND);
	OK(store_commit(s.w));
	IS(store_standing_clear(s.r), STORE_BROKEN);
	st_close(&s);
}
END_TEST

START_TEST(reliability_is_kept)
{
	struct store_reliability a = { .player = "ada", .games = 1, .turns = 300000, .timed_out = 2, .resigned = 3 }, b;
	struct st s;

	open_games(&s, _i);
	IS(store_reliability_get(s.w, "ada", &b), STORE_NOT_FOUND);
	a.times[0] = 1;
	a.times[STORE_TIMES - 1] = 0x12345678;
	OK(store_reliability_put(s.w, &a));
	a.games = 2;
	OK(store_reliability_put(s.w, &a));
	OK(store_commit(s.w));
	OK(store_reliability_get(s.r, "ada", &b));
	ck_assert_int_eq(b.games, 2);
	ck_assert_int_eq(b.turns, 300000);
	ck_assert_int_eq(b.resigned, 3);
	ck_assert_mem_eq(a.times, b.times, sizeof a.times);
	st_close(&s);
}
END_TEST

static int count_open(void *arg, const char *ruleset, int status)
{
	ck_assert_str_eq(ruleset, "south-seas");
	((int *)arg)[status]++;
	return 0;
}

START_TEST(open_games_are_counted)
{
	struct store_game g = st_game("h1");
	int counts[4] = { 0 };
	struct st s;

	open_games(&s, _i);
	g.visibility = STORE_PRIVATE;
	g.status = STORE_ACTIVE;
	st_add(&s, g);
	st_sit(&s, "h1", 0, "ada");
	st_sit(&s, "g1", 1, "ada");
	st_sit(&s, "g2", 0, "ada");
	st_sit(&s, "g3", 0, "bob");
	g = st_game("h2");
	g.status = STORE_FINISHED;
	st_add(&s, g);
	st_sit(&s, "h2", 0, "ada");
	OK(store_unfinished(s.w, "ada", count_open, counts));
	ck_assert_int_eq(counts[STORE_LOBBY], 2);
	ck_assert_int_eq(counts[STORE_ACTIVE], 1);
	ck_assert_int_eq(counts[STORE_FINISHED], 0);
	st_close(&s);
}
END_TEST

int main(void)
{
	static const struct st_test tests[] = {
		{ "results", &results_come_in_their_order, ST_KINDS },
		{ "results checked", &results_are_checked, ST_KINDS },
		{ "boards", &boards_are_in_order, ST_KINDS },
		{ "replaced", &standings_are_replaced_and_cleared, ST_KINDS },
		{ "reliability", &reliability_is_kept, ST_KINDS },
		{ "open games", &open_games_are_counted, ST_KINDS },
	};

	return st_main("store: standings", tests, sizeof tests / sizeof tests[0]);
}

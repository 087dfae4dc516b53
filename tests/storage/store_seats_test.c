/* Seats that change hands while the game is played, on every kind of store. */
#include <string.h>

#include "tests/storage/store_fixture.h"

static void begin(struct st *s, int kind)
{
	st_open(s, kind);
	OK(store_begin(s->w));
	st_player(s, "ada");
	st_player(s, "bob");
	st_player(s, "eve");
	st_add(s, st_game("g1"));
	st_sit(s, "g1", 0, "ada");
	st_sit(s, "g1", 1, "bob");
}

static struct store_seat seat_of(struct store_conn *c, int place)
{
	struct store_seat seats[2];
	int count = 0;

	OK(store_seats(c, "g1", seats, 2, &count));
	ck_assert_int_eq(count, 2);
	return seats[place];
}

START_TEST(nobody_is_away_at_first)
{
	struct store_seat seat;
	struct st s;

	begin(&s, _i);
	seat = seat_of(s.w, 1);
	ck_assert(seat.stand_in == 0 && seat.offered_at == 0 && seat.missed == 0 && seat.hands == 0);
	st_close(&s);
}
END_TEST

START_TEST(what_changes_is_kept)
{
	struct store_seat seat, got;
	struct st s;

	begin(&s, _i);
	seat = seat_of(s.w, 1);
	seat.stand_in = 1700000000123;
	seat.offered_at = 1700000000456;
	seat.missed = 2;
	seat.hands = STORE_HANDS_OTHER | STORE_HANDS_BUILT_IN;
	seat.taken_at = 77;
	strcpy(seat.player, "eve");
	strcpy(seat.name, "Eve");
	strcpy(seat.colour, "none");		/* stays */
	strcpy(seat.client_seed, "none");	/* stays: the game was shuffled by it */
	OK(store_seat_change(s.w, "g1", &seat));
	OK(store_commit(s.w));
	got = seat_of(s.r, 1);
	ck_assert_str_eq(got.player, "eve");
	ck_assert_str_eq(got.name, "Eve");
	ck_assert_str_ne(got.colour, "none");
	ck_assert_str_ne(got.client_seed, "none");
	ck_assert_int_eq(got.taken_at, 77);
	ck_assert_int_eq(got.stand_in, 1700000000123);
	ck_assert_int_eq(got.offered_at, 1700000000456);
	ck_assert(got.missed == 2 && got.hands == 3);
	got = seat_of(s.r, 0);
	ck_assert_str_eq(got.player, "ada");
	ck_assert(got.stand_in == 0 && got.missed == 0);
	st_close(&s);
}
END_TEST

START_TEST(who_sits_there_cannot_sit_twice)
{
	struct store_seat seat;
	struct st s;

	begin(&s, _i);
	seat = seat_of(s.w, 1);
	strcpy(seat.player, "ada");
	IS(store_seat_change(s.w, "g1", &seat), STORE_CONFLICT);
	strcpy(seat.player, "nob");
	IS(store_seat_change(s.w, "g1", &seat), STORE_NOT_FOUND);
	strcpy(seat.player, "eve");
	IS(store_seat_change(s.w, "g9", &seat), STORE_NOT_FOUND);
	seat.seat = 2;
	IS(store_seat_change(s.w, "g1", &seat), STORE_NOT_FOUND);
	ck_assert_str_eq(seat_of(s.w, 1).player, "bob");
	st_close(&s);
}
END_TEST

static int count_game(void *arg, const struct store_game *g)
{
	(void)g;
	++*(int *)arg;
	return 0;
}

/* The lists of both follow, and so does the count of seats. */
START_TEST(lists_follow_the_seat)
{
	struct store_filter f = { .status = -1, .player = "bob", .viewer = "" };
	struct store_seat seat;
	int count = 0;
	struct st s;

	begin(&s, _i);
	seat = seat_of(s.w, 1);
	strcpy(seat.player, "eve");
	OK(store_seat_change(s.w, "g1", &seat));
	OK(store_commit(s.w));
	OK(store_game_list(s.r, &f, count_game, &count));
	ck_assert_int_eq(count, 0);
	f.player = "eve";
	OK(store_game_list(s.r, &f, count_game, &count));
	ck_assert_int_eq(count, 1);
	st_close(&s);
}
END_TEST

/* Public games that are played, each once, newest first. */
START_TEST(games_that_look_for_somebody)
{
	struct store_filter f = { .status = -1, .player = "", .viewer = "", .ruleset = "", .offered_seats = 1 };
	struct store_game g = st_game("g2");
	struct store_seat seat;
	int count = 0;
	struct st s;

	begin(&s, _i);
	g.visibility = STORE_PRIVATE;
	g.status = STORE_ACTIVE;
	st_add(&s, g);
	st_sit(&s, "g2", 0, "ada");
	for (int i = 0; i < 2; i++) {
		seat = seat_of(s.w, i);
		seat.offered_at = 5;
		OK(store_seat_change(s.w, "g1", &seat));
	}
	seat = (struct store_seat){ .seat = 0, .player = "ada", .offered_at = 5 };
	OK(store_seat_change(s.w, "g2", &seat));
	OK(store_game_list(s.w, &f, count_game, &count));
	ck_assert_int_eq(count, 0);		/* not begun; not public */
	OK(store_game_get(s.w, "g1", &g));
	g.status = STORE_ACTIVE;
	OK(store_game_update(s.w, &g, g.version));
	store_game_dispose(&g);
	OK(store_game_list(s.w, &f, count_game, &count));
	ck_assert_int_eq(count, 1);
	f.player = "eve";
	OK(store_game_list(s.w, &f, count_game, &count));
	ck_assert_int_eq(count, 1);
	f.player = "ada";
	f.ruleset = "none";
	OK(store_game_list(s.w, &f, count_game, &count));
	ck_assert_int_eq(count, 1);
	f.ruleset = "";
	f.status = STORE_FINISHED;
	OK(store_game_list(s.w, &f, count_game, &count));
	ck_assert_int_eq(count, 1);
	st_close(&s);
}
END_TEST

static const struct st_test tests[] = {
	{ "nobody is away", &nobody_is_away_at_first, ST_KINDS },
	{ "changes", &what_changes_is_kept, ST_KINDS },
	{ "no second seat", &who_sits_there_cannot_sit_twice, ST_KINDS },
	{ "lists", &lists_follow_the_seat, ST_KINDS },
	{ "looking for somebody", &games_that_look_for_somebody, ST_KINDS },
};

int main(void)
{
	return st_main("seats", tests, sizeof tests / sizeof tests[0]);
}

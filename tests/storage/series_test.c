/* Series of games over every implementation of the store. */
#include "tests/storage/store_fixture.h"
#include "storage/series.h"

#include <string.h>

static void open_games(struct st *s, int kind)
{
	st_open(s, kind);
	OK(store_begin(s->w));
	st_add(s, st_game("g1"));
	st_add(s, st_game("g2"));
	st_add(s, st_game("g3"));
}

static void expect(struct store_conn *c, const char *game, int delay, const char *previous, const char *next)
{
	struct store_series s;

	OK(store_series_get(c, game, &s));
	ck_assert_int_eq(s.spectator_delay, delay);
	ck_assert_str_eq(s.previous, previous);
	ck_assert_str_eq(s.next, next);
}

START_TEST(linked_both_ways)
{
	struct store_series none;
	struct st s;

	open_games(&s, _i);
	expect(s.w, "g1", 0, "", "");
	IS(store_series_get(s.w, "g9", &none), STORE_NOT_FOUND);
	OK(store_series_delay(s.w, "g2", 7));
	OK(store_series_link(s.w, "g1", "g2"));
	OK(store_series_link(s.w, "g2", "g3"));
	OK(store_commit(s.w));
	expect(s.r, "g1", 0, "", "g2");
	expect(s.r, "g2", 7, "g1", "g3");
	expect(s.r, "g3", 0, "g2", "");
	st_close(&s);
}
END_TEST

START_TEST(linked_once)
{
	struct st s;

	open_games(&s, _i);
	OK(store_series_link(s.w, "g1", "g2"));
	IS(store_series_link(s.w, "g1", "g3"), STORE_CONFLICT);
	IS(store_series_link(s.w, "g3", "g2"), STORE_CONFLICT);
	IS(store_series_link(s.w, "g9", "g3"), STORE_NOT_FOUND);
	IS(store_series_link(s.w, "g3", "g9"), STORE_NOT_FOUND);
	IS(store_series_link(s.w, "g3", "g3"), STORE_BROKEN);
	IS(store_series_delay(s.w, "g3", 0), STORE_BROKEN);
	IS(store_series_delay(s.w, "g9", 1), STORE_NOT_FOUND);
	OK(store_series_delay(s.w, "g3", 1));
	IS(store_series_delay(s.w, "g3", 1), STORE_CONFLICT);
	IS(store_series_delay(s.w, "g1", 1), STORE_CONFLICT);
	expect(s.w, "g1", 0, "", "g2");
	expect(s.w, "g3", 1, "", "");
	st_close(&s);
}
END_TEST

int main(void)
{
	static const struct st_test tests[] = {
		{ "linked both ways", &linked_both_ways, ST_KINDS },
		{ "linked once", &linked_once, ST_KINDS },
	};

	return st_main("store: series", tests, sizeof tests / sizeof tests[0]);
}

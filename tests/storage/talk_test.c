/* Messages over every implementation of the store. */
#include "tests/storage/store_fixture.h"
#include "storage/talk.h"

#include <stdio.h>
#include <string.h>

static void open_table(struct st *s, int kind)
{
	st_open(s, kind);
	OK(store_begin(s->w));
	st_player(s, "ada");
	st_player(s, "bob");
	st_add(s, st_game("g1"));
	st_add(s, st_game("g2"));
}

static int64_t say(struct st *s, const char *game, const char *player, const char *team, int64_t seq)
{
	struct store_talk m = { .seq = seq, .seat = 1, .at = 1000 + seq };

	snprintf(m.player, sizeof m.player, "%s", player);
	snprintf(m.team, sizeof m.team, "%s", team);
	snprintf(m.text, sizeof m.text, "said at %d", (int)seq);
	OK(store_talk_add(s->w, game, &m));
	return m.number;
}

struct heard { char numbers[200]; size_t size; };

static int hear(void *arg, const struct store_talk *m)
{
	struct heard *h = arg;

	h->size += (size_t)snprintf(h->numbers + h->size, sizeof h->numbers - h->size, "%d ", (int)m->number);
	return m->number == 99;
}

static void expect(struct store_conn *c, const char *game, const char *team, int after, int until, int limit,
	const char *numbers)
{
	struct heard h = { "", 0 };

	OK(store_talk_list(c, game, team, after, until, limit, hear, &h));
	ck_assert_str_eq(h.numbers, numbers);
}

START_TEST(numbers_count_within_a_game)
{
	struct store_talk m;
	struct st s;

	open_table(&s, _i);
	ck_assert_int_eq(say(&s, "g1", "ada", "", 3), 1);
	ck_assert_int_eq(say(&s, "g1", "bob", "red", 4), 2);
	ck_assert_int_eq(say(&s, "g2", "bob", "", 9), 1);
	ck_assert_int_eq(say(&s, "g1", "bob", "", 5), 3);
	OK(store_commit(s.w));
	OK(store_talk_get(s.r, "g1", 2, &m));
	ck_assert_str_eq(m.text, "said at 4");
	ck_assert_str_eq(m.team, "red");
	ck_assert_str_eq(m.player, "bob");
	ck_assert_int_eq(m.seat, 1);
	ck_assert_int_eq(m.seq, 4);
	ck_assert_int_eq(m.at, 1004);
	ck_assert_int_eq(m.removed_at, 0);
	IS(store_talk_get(s.r, "g1", 4, &m), STORE_NOT_FOUND);
	IS(store_talk_get(s.r, "g3", 1, &m), STORE_NOT_FOUND);
	st_close(&s);
}
END_TEST

START_TEST(strangers_and_readers_cannot_say)
{
	struct store_talk m = { .seq = 1, .player = "eve", .text = "x" };
	struct st s;

	open_table(&s, _i);
	IS(store_talk_add(s.w, "g1", &m), STORE_NOT_FOUND);
	strcpy(m.player, "ada");
	IS(store_talk_add(s.w, "g9", &m), STORE_NOT_FOUND);
	m.seq = 0;
	IS(store_talk_add(s.w, "g1", &m), STORE_BROKEN);
	m.seq = 1;
	OK(store_commit(s.w));
	IS(store_talk_add(s.w, "g1", &m), STORE_BROKEN);
	IS(store_talk_add(s.r, "g1", &m), STORE_BROKEN);
	expect(s.r, "g1", "", 0, 100, 0, "");
	st_close(&s);
}
END_TEST

START_TEST(lists_know_teams_pages_and_ends)
{
	struct heard h = { "", 0 };
	struct st s;

	open_table(&s, _i);
	for (int i = 1; i <= 9; i++)
		say(&s, "g1", i % 2 ? "ada" : "bob", i % 3 == 0 ? "red" : i % 3 == 1 ? "" : "black", 10 + i);
	say(&s, "g2", "ada", "", 1);
	OK(store_commit(s.w));
	expect(s.r, "g1", "", 0, 100, 0, "1 4 7 ");
	expect(s.r, "g1", "red", 0, 100, 0, "1 3 4 6 7 9 ");
	expect(s.r, "g1", "red", 3, 100, 2, "4 6 ");
	expect(s.r, "g1", "red", 0, 14, 0, "1 3 4 ");
	expect(s.r, "g1", "black", 8, 100, 5, "");
	expect(s.r, "g1", "", -5, 100, 1, "1 ");
	IS(store_talk_list(s.r, "g9", "", 0, 100, 0, hear, &h), STORE_NOT_FOUND);
	st_close(&s);
}
END_TEST

START_TEST(the_time_of_the_nth_latest)
{
	int64_t at = -1;
	struct st s;

	open_table(&s, _i);
	IS(store_talk_time(s.w, "g1", "ada", 1, &at), STORE_NOT_FOUND);
	for (int i = 1; i <= 6; i++)
		say(&s, "g1", i % 2 ? "ada" : "bob", "", i);
	say(&s, "g2", "ada", "", 8);
	OK(store_talk_time(s.w, "g1", "ada", 1, &at));
	ck_assert_int_eq(at, 1005);
	OK(store_talk_time(s.w, "g1", "ada", 3, &at));
	ck_assert_int_eq(at, 1001);
	IS(store_talk_time(s.w, "g1", "ada", 4, &at), STORE_NOT_FOUND);
	IS(store_talk_time(s.w, "g1", "ada", 0, &at), STORE_BROKEN);
	st_close(&s);
}
END_TEST

static int copy_events(void *arg, const struct store_entry *e)
{
	strncat(arg, e->events, e->events_size);
	return 0;
}

START_TEST(a_removed_text_is_gone_from_the_log_too)
{
	struct store_talk m;
	char events[200] = "";
	struct st s;

	open_table(&s, _i);
	OK(st_log(&s, "g1", 1, 2));
	OK(st_log(&s, "g1", 3, 3));
	OK(st_log(&s, "g1", 4, 4));
	ck_assert_int_eq(say(&s, "g1", "ada", "", 3), 1);
	ck_assert_int_eq(say(&s, "g1", "ada", "", 2), 2);	/* its event is no entry of its own */
	OK(store_talk_remove(s.w, "g1", 1, 5000, "gone\n", 5));
	IS(store_talk_remove(s.w, "g1", 1, 6000, "again\n", 6), STORE_CONFLICT);
	IS(store_talk_remove(s.w, "g1", 2, 6000, "gone\n", 5), STORE_NOT_FOUND);
	IS(store_talk_remove(s.w, "g1", 3, 6000, "gone\n", 5), STORE_NOT_FOUND);
	IS(store_talk_remove(s.w, "g1", 2, 0, "gone\n", 5), STORE_BROKEN);
	OK(store_commit(s.w));
	OK(store_talk_get(s.r, "g1", 1, &m));
	ck_assert_str_eq(m.text, "");
	ck_assert_int_eq(m.removed_at, 5000);
	OK(store_log_read(s.r, "g1", 0, 0, copy_events, events));
	ck_assert_str_eq(events, "{}\ngone\n{}\n");
	st_close(&s);
}
END_TEST

START_TEST(a_rolled_back_message_was_never_said)
{
	struct st s;

	open_table(&s, _i);
	OK(store_savepoint(s.w));
	ck_assert_int_eq(say(&s, "g1", "ada", "", 3), 1);
	store_rollback_to(s.w);
	ck_assert_int_eq(say(&s, "g1", "ada", "", 3), 1);
	OK(store_commit(s.w));
	expect(s.r, "g1", "", 0, 100, 0, "1 ");
	st_close(&s);
}
END_TEST

int main(void)
{
	static const struct st_test tests[] = {
		{ "numbers", &numbers_count_within_a_game, ST_KINDS },
		{ "refused", &strangers_and_readers_cannot_say, ST_KINDS },
		{ "lists", &lists_know_teams_pages_and_ends, ST_KINDS },
		{ "times", &the_time_of_the_nth_latest, ST_KINDS },
		{ "removed", &a_removed_text_is_gone_from_the_log_too, ST_KINDS },
		{ "rolled back", &a_rolled_back_message_was_never_said, ST_KINDS },
	};

	return st_main("store: messages", tests, sizeof tests / sizeof tests[0]);
}

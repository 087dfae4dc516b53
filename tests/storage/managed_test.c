/*
 * managed_test.c - managers, their players and codes, over every store.
 */
#include "tests/storage/store_fixture.h"

#include <stdio.h>
#include <string.h>

#include "storage/managed.h"

struct seen { int count, stop_at; char text[200]; };

static int note(void *arg, const struct store_managed *m)
{
	struct seen *s = arg;
	size_t at = strlen(s->text);

	snprintf(s->text + at, sizeof s->text - at, "%s/%s=%s%s ", m->manager, m->player, m->external,
		m->own ? "!" : "");
	return ++s->count == s->stop_at;
}

static struct store_managed row(const char *manager, const char *player, const char *external, int own)
{
	struct store_managed m = { .own = (uint8_t)own, .since = 77 };

	snprintf(m.manager, sizeof m.manager, "%s", manager);
	snprintf(m.player, sizeof m.player, "%s", player);
	snprintf(m.external, sizeof m.external, "%s", external);
	return m;
}

static enum store_result add(struct st *s, const char *manager, const char *player, const char *external, int own)
{
	struct store_managed m = row(manager, player, external, own);

	return store_managed_add(s->w, &m);
}

/* Two managers; ada is bot's own, bob is let by both, cleo is other's own. */
static void begin(struct st *s, int kind)
{
	static const char *const names[] = { "bot", "other", "ada", "bob", "cleo" };

	st_open(s, kind);
	OK(store_begin(s->w));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		st_player(s, names[i]);
	OK(add(s, "bot", "bob", "irc:bob", 0));
	OK(add(s, "bot", "ada", "irc:ada", 1));
	OK(add(s, "other", "bob", "", 0));
	OK(add(s, "other", "cleo", "irc:bob", 1));
	OK(store_commit(s->w));
}

static const char *list(struct st *s, const char *manager, const char *external, const char *after, int limit)
{
	static struct seen seen;

	memset(&seen, 0, sizeof seen);
	OK(store_managed_list(s->r, manager, external, after, limit, note, &seen));
	return seen.text;
}

START_TEST(rows)
{
	struct st s;
	struct store_managed got;

	begin(&s, _i);
	OK(store_managed_get(s.r, "bot", "ada", &got));
	ck_assert_str_eq(got.manager, "bot");
	ck_assert_str_eq(got.player, "ada");
	ck_assert_str_eq(got.external, "irc:ada");
	ck_assert_int_eq(got.own, 1);
	ck_assert_int_eq(got.since, 77);
	IS(store_managed_get(s.r, "bot", "cleo", &got), STORE_NOT_FOUND);
	IS(store_managed_get(s.r, "ada", "bot", &got), STORE_NOT_FOUND);

	OK(store_begin(s.w));
	IS(add(&s, "bot", "ada", "again", 0), STORE_CONFLICT);
	IS(add(&s, "bot", "nobody", "", 0), STORE_NOT_FOUND);
	IS(add(&s, "nobody", "ada", "", 0), STORE_NOT_FOUND);
	IS(add(&s, "bot", "cleo", "", 2), STORE_BROKEN);
	OK(store_managed_rename(s.w, "bot", "ada", "irc:countess"));
	IS(store_managed_rename(s.w, "bot", "cleo", "x"), STORE_NOT_FOUND);
	IS(store_managed_delete(s.w, "other", "ada"), STORE_NOT_FOUND);
	OK(store_managed_delete(s.w, "other", "bob"));
	OK(store_commit(s.w));
	OK(store_managed_get(s.r, "bot", "ada", &got));
	ck_assert_str_eq(got.external, "irc:countess");
	ck_assert_int_eq(got.own, 1);
	IS(store_managed_get(s.r, "other", "bob", &got), STORE_NOT_FOUND);
	IS(store_managed_delete(s.r, "bot", "ada"), STORE_BROKEN);
	st_close(&s);
}
END_TEST

START_TEST(lists)
{
	struct seen seen = { .stop_at = 0 };
	struct st s;
	int all, own;

	begin(&s, _i);
	ck_assert_str_eq(list(&s, "bot", NULL, "", 0), "bot/ada=irc:ada! bot/bob=irc:bob ");
	ck_assert_str_eq(list(&s, "bot", NULL, "ada", 0), "bot/bob=irc:bob ");
	ck_assert_str_eq(list(&s, "bot", NULL, "", 1), "bot/ada=irc:ada! ");
	ck_assert_str_eq(list(&s, "bot", "irc:bob", "", 0), "bot/bob=irc:bob ");
	ck_assert_str_eq(list(&s, "other", "", "", 0), "other/bob= ");
	ck_assert_str_eq(list(&s, "bot", "irc", "", 0), "");
	ck_assert_str_eq(list(&s, "ada", NULL, "", 0), "");
	OK(store_managers(s.r, "bob", note, &seen));
	ck_assert_str_eq(seen.text, "bot/bob=irc:bob other/bob= ");
	seen = (struct seen){ .stop_at = 1 };
	OK(store_managers(s.r, "bob", note, &seen));
	ck_assert_int_eq(seen.count, 1);
	OK(store_managed_count(s.r, "bot", &all, &own));
	ck_assert_int_eq(all, 2);
	ck_assert_int_eq(own, 1);
	OK(store_managed_count(s.r, "ada", &all, &own));
	ck_assert_int_eq(all, 0);
	ck_assert_int_eq(own, 0);
	st_close(&s);
}
END_TEST

static void hash(unsigned char out[STORE_HASH], int which)
{
	memset(out, which, STORE_HASH);
}

START_TEST(codes)
{
	unsigned char one[STORE_HASH], two[STORE_HASH];
	char player[STORE_PLAYER_ID + 1];
	struct st s;
	int64_t end;

	begin(&s, _i);
	hash(one, 1);
	hash(two, 2);
	OK(store_begin(s.w));
	OK(store_pairing_put(s.w, "ada", one, 100, 1));
	IS(store_pairing_put(s.w, "bob", one, 100, 1), STORE_CONFLICT);
	IS(store_pairing_put(s.w, "nobody", two, 100, 1), STORE_NOT_FOUND);
	OK(store_pairing_find(s.w, one, player, &end));
	ck_assert_str_eq(player, "ada");
	ck_assert_int_eq(end, 100);
	/* The next one takes its place. */
	OK(store_pairing_put(s.w, "ada", two, 200, 1));
	IS(store_pairing_find(s.w, one, player, &end), STORE_NOT_FOUND);
	OK(store_pairing_put(s.w, "bob", one, 300, 1));
	/* And those that ended are forgotten. */
	OK(store_pairing_put(s.w, "cleo", (unsigned char[STORE_HASH]){ 3 }, 999, 201));
	IS(store_pairing_find(s.w, two, player, &end), STORE_NOT_FOUND);
	OK(store_pairing_find(s.w, one, player, &end));
	OK(store_pairing_delete(s.w, "bob"));
	IS(store_pairing_delete(s.w, "bob"), STORE_NOT_FOUND);
	IS(store_pairing_find(s.w, one, player, &end), STORE_NOT_FOUND);
	OK(store_commit(s.w));
	st_close(&s);
}
END_TEST

START_TEST(deleted_players)
{
	unsigned char one[STORE_HASH];
	char player[STORE_PLAYER_ID + 1];
	struct st s;
	int64_t end;

	begin(&s, _i);
	hash(one, 1);
	OK(store_begin(s.w));
	OK(store_pairing_put(s.w, "bob", one, 100, 1));
	OK(store_player_delete(s.w, "bob", "Gone", 5));
	OK(store_commit(s.w));
	IS(store_pairing_find(s.r, one, player, &end), STORE_NOT_FOUND);
	ck_assert_str_eq(list(&s, "bot", NULL, "", 0), "bot/ada=irc:ada! ");
	OK(store_begin(s.w));
	OK(store_player_delete(s.w, "other", "Gone", 5));
	OK(store_commit(s.w));
	ck_assert_str_eq(list(&s, "other", NULL, "", 0), "");
	ck_assert_str_eq(list(&s, "bot", NULL, "", 0), "bot/ada=irc:ada! ");
	st_close(&s);
}
END_TEST

static const struct st_test tests[] = {
	{ "rows", &rows, ST_KINDS },
	{ "lists", &lists, ST_KINDS },
	{ "codes", &codes, ST_KINDS },
	{ "deleted players", &deleted_players, ST_KINDS },
};

int main(void)
{
	return st_main("managed", tests, sizeof tests / sizeof *tests);
}

/* Invites over every implementation of the store. */
#include "tests/storage/store_fixture.h"
#include "storage/invites.h"

#include <stdio.h>
#include <string.h>

static void open_lobby(struct st *s, int kind)
{
	st_open(s, kind);
	OK(store_begin(s->w));
	st_player(s, "ada");
	st_player(s, "bob");
	st_add(s, st_game("g1"));
	st_add(s, st_game("g2"));
}

static struct store_invite invite(int n)
{
	struct store_invite i = { .seat = (int16_t)(n % 3 - 1), .created_at = 1000, .expires_at = 2000 };

	snprintf(i.id, sizeof i.id, "i%d", n);
	memset(i.hash, n, sizeof i.hash);
	return i;
}

static int note_id(void *arg, const struct store_invite *i)
{
	strcat(arg, i->id);
	return strcmp(i->id, "i7") == 0;
}

static void expect_list(struct store_conn *c, const char *game, const char *ids)
{
	char got[100] = "";

	OK(store_invite_list(c, game, note_id, got));
	ck_assert_str_eq(got, ids);
}

START_TEST(kept_as_they_are)
{
	struct store_invite i = invite(1), got;
	struct st s;

	open_lobby(&s, _i);
	strcpy(i.colour, "red");
	strcpy(i.player, "bob");
	OK(store_invite_add(s.w, "g1", &i));
	i = invite(2);
	OK(store_invite_add(s.w, "g1", &i));
	i = invite(3);
	OK(store_invite_add(s.w, "g2", &i));
	OK(store_commit(s.w));
	expect_list(s.r, "g1", "i1i2");
	expect_list(s.r, "g2", "i3");
	i = invite(1);
	OK(store_invite_find(s.r, "g1", i.hash, &got));
	ck_assert_str_eq(got.id, "i1");
	ck_assert_mem_eq(got.hash, i.hash, sizeof i.hash);
	ck_assert_int_eq(got.seat, 0);
	ck_assert_str_eq(got.colour, "red");
	ck_assert_str_eq(got.player, "bob");
	ck_assert_int_eq(got.created_at, 1000);
	ck_assert_int_eq(got.expires_at, 2000);
	ck_assert_int_eq(got.used_at, 0);
	ck_assert_str_eq(got.used_by, "");
	IS(store_invite_find(s.r, "g2", i.hash, &got), STORE_NOT_FOUND);
	IS(store_invite_find(s.r, "g9", i.hash, &got), STORE_NOT_FOUND);
	st_close(&s);
}
END_TEST

START_TEST(refused)
{
	struct store_invite i = invite(1);
	struct st s;

	open_lobby(&s, _i);
	OK(store_invite_add(s.w, "g1", &i));
	IS(store_invite_add(s.w, "g2", &i), STORE_CONFLICT);	/* the hash */
	memset(i.hash, 9, sizeof i.hash);
	IS(store_invite_add(s.w, "g1", &i), STORE_CONFLICT);	/* the id */
	OK(store_invite_add(s.w, "g2", &i));
	i = invite(2);
	IS(store_invite_add(s.w, "g9", &i), STORE_NOT_FOUND);
	strcpy(i.player, "eve");
	IS(store_invite_add(s.w, "g1", &i), STORE_NOT_FOUND);
	i.player[0] = '\0';
	i.expires_at = i.created_at;
	IS(store_invite_add(s.w, "g1", &i), STORE_BROKEN);
	IS(store_invite_use(s.w, "g1", "i1", "ada", 0), STORE_BROKEN);
	IS(store_invite_revoke(s.r, "g1", "i1", 5), STORE_BROKEN);
	st_close(&s);
}
END_TEST

START_TEST(used_once)
{
	struct store_invite i = invite(1), got;
	struct st s;

	open_lobby(&s, _i);
	OK(store_invite_add(s.w, "g1", &i));
	IS(store_invite_use(s.w, "g1", "i1", "ada", 2000), STORE_CONFLICT);	/* expired */
	IS(store_invite_use(s.w, "g2", "i1", "ada", 1500), STORE_NOT_FOUND);
	OK(store_invite_use(s.w, "g1", "i1", "ada", 1999));
	IS(store_invite_use(s.w, "g1", "i1", "bob", 1999), STORE_CONFLICT);
	IS(store_invite_revoke(s.w, "g1", "i1", 1999), STORE_CONFLICT);
	OK(store_commit(s.w));
	OK(store_invite_find(s.r, "g1", i.hash, &got));
	ck_assert_int_eq(got.used_at, 1999);
	ck_assert_str_eq(got.used_by, "ada");
	st_close(&s);
}
END_TEST

START_TEST(revoked)
{
	struct store_invite i = invite(1), got;
	struct st s;

	open_lobby(&s, _i);
	OK(store_invite_add(s.w, "g1", &i));
	OK(store_invite_revoke(s.w, "g1", "i1", 5000));		/* though it is over anyway */
	IS(store_invite_revoke(s.w, "g1", "i1", 5001), STORE_CONFLICT);
	IS(store_invite_revoke(s.w, "g1", "i2", 5001), STORE_NOT_FOUND);
	IS(store_invite_use(s.w, "g1", "i1", "ada", 1500), STORE_CONFLICT);
	OK(store_invite_find(s.w, "g1", i.hash, &got));
	ck_assert_int_eq(got.revoked_at, 5000);
	st_close(&s);
}
END_TEST

int main(void)
{
	static const struct st_test tests[] = {
		{ "kept", &kept_as_they_are, ST_KINDS },
		{ "refused", &refused, ST_KINDS },
		{ "used", &used_once, ST_KINDS },
		{ "revoked", &revoked, ST_KINDS },
	};

	return st_main("store: invites", tests, sizeof tests / sizeof tests[0]);
}

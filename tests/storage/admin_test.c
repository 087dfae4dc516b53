/*
 * The contract of the audit log and of accounts, the same for every store.
 */
#include "tests/storage/store_fixture.h"
#include "storage/admin.h"

#include <stdio.h>
#include <string.h>

#include "tests/storage/sqlite_fixture.h"

static void begin_with_players(struct st *s, int kind)
{
	st_open(s, kind);
	OK(store_begin(s->w));
	st_player(s, "ada");
	st_player(s, "bob");
	st_player(s, "cyd");
}

/* --- audit log ---------------------------------------------------------- */

static struct store_audit entry(int64_t at)
{
	return (struct store_audit){ .at = at, .token = "t1", .name = "root", .act = "abort-game", .target = "games/g1",
		.detail = "{}", .reason = "a quarrel", .request = "r1" };
}

static void add(struct st *s, int64_t at)
{
	struct store_audit a = entry(at);

	OK(store_audit_add(s->w, &a));
	ck_assert_int_gt(a.number, 0);
}

struct seen { int count; int64_t at[16]; struct store_audit last; };

static int note(void *arg, const struct store_audit *a)
{
	struct seen *seen = arg;

	seen->at[seen->count++] = a->at;
	seen->last = *a;
	return 0;
}

START_TEST(the_audit_log_lists_newest_first_in_pages)
{
	struct seen seen = { 0 };
	struct st s;

	begin_with_players(&s, _i);
	for (int i = 1; i <= 5; i++)
		add(&s, i * 100);
	OK(store_audit_list(s.w, 0, 0, note, &seen));
	ck_assert_int_eq(seen.count, 5);
	ck_assert_int_eq(seen.at[0], 500);
	ck_assert_int_eq(seen.at[4], 100);
	ck_assert_str_eq(seen.last.token, "t1");
	ck_assert_str_eq(seen.last.name, "root");
	ck_assert_str_eq(seen.last.act, "abort-game");
	ck_assert_str_eq(seen.last.target, "games/g1");
	ck_assert_str_eq(seen.last.detail, "{}");
	ck_assert_str_eq(seen.last.reason, "a quarrel");
	ck_assert_str_eq(seen.last.request, "r1");
	ck_assert_int_eq(seen.last.number, 1);
	seen.count = 0;
	OK(store_audit_list(s.w, 5, 2, note, &seen));
	ck_assert_int_eq(seen.count, 2);
	ck_assert_int_eq(seen.at[0], 400);
	ck_assert_int_eq(seen.last.number, 3);
	OK(store_commit(s.w));
	st_close(&s);
}
END_TEST

START_TEST(an_act_that_was_rolled_back_did_not_happen)
{
	struct seen seen = { 0 };
	struct st s;

	begin_with_players(&s, _i);
	add(&s, 100);
	OK(store_savepoint(s.w));
	add(&s, 200);
	store_rollback_to(s.w);
	add(&s, 300);
	OK(store_commit(s.w));
	OK(store_audit_list(s.r, 0, 0, note, &seen));
	ck_assert_int_eq(seen.count, 2);
	ck_assert_int_eq(seen.at[0], 300);
	st_close(&s);
}
END_TEST

START_TEST(an_act_needs_name_reason_and_time)
{
	struct store_audit a;
	struct st s;

	begin_with_players(&s, _i);
	a = entry(100);
	*a.act = '\0';
	IS(store_audit_add(s.w, &a), STORE_BROKEN);
	a = entry(100);
	*a.reason = '\0';
	IS(store_audit_add(s.w, &a), STORE_BROKEN);
	a = entry(0);
	IS(store_audit_add(s.w, &a), STORE_BROKEN);
	OK(store_commit(s.w));
	a = entry(100);
	IS(store_audit_add(s.w, &a), STORE_BROKEN);
	st_close(&s);
}
END_TEST

/* Not even SQL past the store does it. */
START_TEST(the_audit_log_only_grows)
{
	struct st s;
	sqlite3 *db;

	begin_with_players(&s, ST_SQLITE);
	add(&s, 100);
	OK(store_commit(s.w));
	ck_assert_int_eq(sqlite3_open(s.path, &db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(db, "DELETE FROM audit", NULL, NULL, NULL), SQLITE_CONSTRAINT);
	ck_assert_int_eq(sqlite3_exec(db, "UPDATE audit SET reason = 'x'", NULL, NULL, NULL), SQLITE_CONSTRAINT);
	sqlite3_close(db);
	ck_assert_int_eq(sf_ask(s.path, "SELECT count(*) FROM audit WHERE reason = 'a quarrel'"), 1);
	st_close(&s);
}
END_TEST

/* --- accounts ----------------------------------------------------------- */

static void add_token(struct st *s, const char *id, const char *player, unsigned char first)
{
	struct store_token t = { .name = "n", .hash = { first }, .scopes = 3, .created_at = 5 };

	snprintf(t.id, sizeof t.id, "%s", id);
	snprintf(t.player, sizeof t.player, "%s", player);
	OK(store_token_add(s->w, &t));
}

static int64_t stopped(struct store_conn *c, unsigned char first)
{
	const unsigned char hash[STORE_HASH] = { first };
	struct store_token t;

	OK(store_token_find(c, hash, &t));
	return t.stopped_at;
}

START_TEST(closing_stops_tokens_that_are_and_that_come)
{
	struct store_account a;
	struct st s;

	begin_with_players(&s, _i);
	add_token(&s, "t1", "ada", 1);
	add_token(&s, "t2", "bob", 2);
	OK(store_account_close(s.w, "ada", 700));
	add_token(&s, "t3", "ada", 3);
	add_token(&s, "t4", "", 4);
	ck_assert_int_eq(stopped(s.w, 1), 700);
	ck_assert_int_eq(stopped(s.w, 2), 0);
	ck_assert_int_eq(stopped(s.w, 3), 700);
	ck_assert_int_eq(stopped(s.w, 4), 0);
	OK(store_account_get(s.w, "ada", &a));
	ck_assert_int_eq(a.closed_at, 700);
	OK(store_account_get(s.w, "bob", &a));
	ck_assert_int_eq(a.closed_at, 0);
	OK(store_account_close(s.w, "ada", 0));
	ck_assert_int_eq(stopped(s.w, 1), 0);
	ck_assert_int_eq(stopped(s.w, 3), 0);
	OK(store_commit(s.w));
	ck_assert_int_eq(stopped(s.r, 1), 0);
	st_close(&s);
}
END_TEST

START_TEST(what_cannot_be_closed)
{
	struct store_account a;
	struct st s;

	begin_with_players(&s, _i);
	IS(store_account_close(s.w, "nobody", 1), STORE_NOT_FOUND);
	IS(store_account_get(s.w, "nobody", &a), STORE_NOT_FOUND);
	IS(store_account_close(s.w, "ada", 0), STORE_CONFLICT);
	OK(store_account_close(s.w, "ada", 1));
	IS(store_account_close(s.w, "ada", 2), STORE_CONFLICT);
	OK(store_player_delete(s.w, "bob", "Gone", 3));
	IS(store_account_close(s.w, "bob", 4), STORE_NOT_FOUND);
	OK(store_commit(s.w));
	IS(store_account_close(s.w, "cyd", 5), STORE_BROKEN);
	st_close(&s);
}
END_TEST

struct ids { char text[64]; };

static int put_id(void *arg, const struct store_player *p, const struct store_account *a)
{
	struct ids *ids = arg;

	strcat(strcat(ids->text, p->id), a->closed_at ? "- " : " ");
	return 0;
}

static void lists(struct st *s, struct store_account_filter f, const char *wanted)
{
	struct ids ids = { "" };

	OK(store_account_list(s->w, &f, put_id, &ids));
	ck_assert_str_eq(ids.text, wanted);
}

START_TEST(accounts_are_found_by_name_and_state)
{
	struct st s;

	begin_with_players(&s, _i);
	OK(store_account_close(s.w, "bob", 1));
	OK(store_player_delete(s.w, "cyd", "Gone", 3));
	lists(&s, (struct store_account_filter){ "", STORE_ACCOUNT_ANY, "", 0 }, "ada bob- cyd ");
	lists(&s, (struct store_account_filter){ "", STORE_ACCOUNT_ANY, "ada", 1 }, "bob- ");
	lists(&s, (struct store_account_filter){ "", STORE_ACCOUNT_ACTIVE, "", 0 }, "ada ");
	lists(&s, (struct store_account_filter){ "", STORE_ACCOUNT_CLOSED, "", 0 }, "bob- ");
	lists(&s, (struct store_account_filter){ "", STORE_ACCOUNT_DELETED, "", 0 }, "cyd ");
	lists(&s, (struct store_account_filter){ "NAME OF", STORE_ACCOUNT_ANY, "", 0 }, "ada bob- ");
	lists(&s, (struct store_account_filter){ "of b", STORE_ACCOUNT_ANY, "", 0 }, "bob- ");
	lists(&s, (struct store_account_filter){ "%", STORE_ACCOUNT_ANY, "", 0 }, "");
	store_rollback(s.w);
	st_close(&s);
}
END_TEST

START_TEST(stored_bytes_add_up)
{
	struct store_account a;
	struct st s;

	begin_with_players(&s, _i);
	OK(store_account_stored(s.w, "ada", 100));
	OK(store_account_stored(s.w, "ada", 20));
	OK(store_account_get(s.w, "ada", &a));
	ck_assert_int_eq(a.stored_bytes, 120);
	OK(store_account_close(s.w, "ada", 9));
	OK(store_account_stored(s.w, "ada", -1000));
	OK(store_account_get(s.w, "ada", &a));
	ck_assert_int_eq(a.stored_bytes, 0);
	ck_assert_int_eq(a.closed_at, 9);
	OK(store_commit(s.w));
	st_close(&s);
}
END_TEST

/* --- games -------------------------------------------------------------- */

static void game(struct st *s, const char *id, int status, int visibility, const char *creator, const char *sits)
{
	struct store_game g = st_game(id);

	g.status = (uint8_t)status;
	g.visibility = (uint8_t)visibility;
	snprintf(g.creator, sizeof g.creator, "%s", creator);
	st_add(s, g);
	if (*sits)
		st_sit(s, id, 0, sits);
}

static void open_games(struct st *s, const char *player, int most, int wanted)
{
	int count = -1;

	OK(store_account_games(s->w, player, most, &count));
	ck_assert_int_eq(count, wanted);
}

static int put_game(void *arg, const struct store_game *g)
{
	strcat(strcat(arg, g->id), " ");
	return 0;
}

static void all_games(struct st *s, struct store_filter f, const char *wanted)
{
	char ids[120] = "";

	f.all = 1;
	f.ruleset = f.ruleset ? f.ruleset : "";
	f.player = f.player ? f.player : "";
	f.viewer = "";
	OK(store_game_list(s->w, &f, put_game, ids));
	ck_assert_str_eq(ids, wanted);
}

START_TEST(open_games_and_all_games)
{
	struct store_game g;
	struct st s;

	begin_with_players(&s, _i);
	game(&s, "g1", STORE_LOBBY, STORE_PUBLIC, "ada", "ada");
	game(&s, "g2", STORE_ACTIVE, STORE_PRIVATE, "bob", "ada");
	game(&s, "g3", STORE_FINISHED, STORE_PRIVATE, "ada", "ada");
	game(&s, "g4", STORE_LOBBY, STORE_PUBLIC, "ada", "");
	game(&s, "g5", STORE_ABORTED, STORE_UNLISTED, "ada", "");
	open_games(&s, "ada", 100, 3);
	open_games(&s, "ada", 2, 2);
	open_games(&s, "bob", 100, 1);
	open_games(&s, "cyd", 100, 0);
	all_games(&s, (struct store_filter){ .status = -1 }, "g5 g4 g3 g2 g1 ");
	all_games(&s, (struct store_filter){ .status = -1, .before = 5, .limit = 2 }, "g4 g3 ");
	all_games(&s, (struct store_filter){ .status = STORE_LOBBY }, "g4 g1 ");
	all_games(&s, (struct store_filter){ .status = STORE_ACTIVE }, "g2 ");
	all_games(&s, (struct store_filter){ .status = -1, .player = "ada" }, "g3 g2 g1 ");
	all_games(&s, (struct store_filter){ .status = -1, .ruleset = "star-wars" }, "");
	/* What is over is not open any more. */
	OK(store_game_get(s.w, "g1", &g));
	g.status = STORE_ABORTED;
	g.version = 1;
	OK(store_game_update(s.w, &g, 0));
	open_games(&s, "ada", 100, 2);
	OK(store_commit(s.w));
	st_close(&s);
}
END_TEST

int main(void)
{
	static const struct st_test tests[] = {
		{ "audit pages", &the_audit_log_lists_newest_first_in_pages, ST_KINDS },
		{ "audit rollback", &an_act_that_was_rolled_back_did_not_happen, ST_KINDS },
		{ "audit fields", &an_act_needs_name_reason_and_time, ST_KINDS },
		{ "audit grows", &the_audit_log_only_grows, 1 },
		{ "closing", &closing_stops_tokens_that_are_and_that_come, ST_KINDS },
		{ "not closed", &what_cannot_be_closed, ST_KINDS },
		{ "found", &accounts_are_found_by_name_and_state, ST_KINDS },
		{ "stored", &stored_bytes_add_up, ST_KINDS },
		{ "games", &open_games_and_all_games, ST_KINDS },
	};

	return st_main("store_admin", tests, sizeof tests / sizeof tests[0]);
}

/*
 * The contract of storage/store.h, run over every implementation: what each
 * function keeps, gives back and refuses.
 */
#include "tests/storage/store_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- players ----------------------------------------------------------- */

START_TEST(players)
{
	struct st s;
	struct store_player ada = { .id = "ada", .name = "Ada L\xc3\xb8velace", .bot = 1, .created_at = 77 };
	struct store_player got;

	st_open(&s, _i);
	OK(store_begin(s.w));
	OK(store_player_add(s.w, &ada));
	IS(store_player_add(s.w, &ada), STORE_CONFLICT);
	IS(store_player_get(s.w, "bob", &got), STORE_NOT_FOUND);
	OK(store_commit(s.w));
	OK(store_player_get(s.r, "ada", &got));
	ck_assert_str_eq(got.id, "ada");
	ck_assert_str_eq(got.name, "Ada L\xc3\xb8velace");
	ck_assert_int_eq(got.bot, 1);
	ck_assert_int_eq(got.created_at, 77);
	ck_assert_int_eq(got.deleted_at, 0);

	OK(store_begin(s.w));
	strcpy(ada.name, "Countess");
	ada.bot = 0;
	ada.created_at = 99;
	OK(store_player_update(s.w, &ada));
	strcpy(ada.id, "bob");
	IS(store_player_update(s.w, &ada), STORE_NOT_FOUND);
	OK(store_commit(s.w));
	OK(store_player_get(s.r, "ada", &got));
	ck_assert_str_eq(got.name, "Countess");
	ck_assert_int_eq(got.bot, 0);
	ck_assert_int_eq(got.created_at, 77);
	st_close(&s);
}
END_TEST

START_TEST(longest_texts)
{
	struct st s;
	struct store_player p = { .id = "0123456789" }, got;

	st_open(&s, _i);
	memset(p.name, 'n', STORE_NAME);
	OK(store_begin(s.w));
	OK(store_player_add(s.w, &p));
	OK(store_commit(s.w));
	OK(store_player_get(s.r, "0123456789", &got));
	ck_assert_str_eq(got.id, p.id);
	ck_assert_str_eq(got.name, p.name);
	st_close(&s);
}
END_TEST

static struct store_token token(const char *id, const char *player, int64_t created)
{
	struct store_token t = { .name = "phone", .scopes = 0x80000001u, .created_at = created, .expires_at = 500 };

	snprintf(t.id, sizeof t.id, "%s", id);
	snprintf(t.player, sizeof t.player, "%s", player);
	memset(t.hash, 0xff, sizeof t.hash);
	snprintf((char *)t.hash, sizeof t.hash, "%s", id);
	return t;
}

START_TEST(player_deleted)
{
	struct st s;
	struct store_player p;
	struct store_seat seats[2];
	struct store_token t = token("t1", "ada", 1), of_bob = token("t2", "bob", 1), got;
	int count;

	st_open(&s, _i);
	OK(store_begin(s.w));
	st_player(&s, "ada");
	st_player(&s, "bob");
	st_add(&s, st_game("g1"));
	st_sit(&s, "g1", 0, "bob");
	st_sit(&s, "g1", 1, "ada");
	OK(store_token_add(s.w, &t));
	OK(store_token_add(s.w, &of_bob));
	OK(store_player_delete(s.w, "ada", "Departed", 4444));
	IS(store_player_delete(s.w, "ada", "Again", 5555), STORE_NOT_FOUND);
	IS(store_player_delete(s.w, "eve", "Again", 5555), STORE_NOT_FOUND);
	OK(store_commit(s.w));

	OK(store_player_get(s.r, "ada", &p));
	ck_assert_str_eq(p.name, "Departed");
	ck_assert_int_eq(p.deleted_at, 4444);
	OK(store_seats(s.r, "g1", seats, 2, &count));
	ck_assert_int_eq(count, 2);
	ck_assert_str_eq(seats[0].name, "Name of bob");
	ck_assert_str_eq(seats[1].name, "Departed");
	ck_assert_str_eq(seats[1].player, "ada");
	IS(store_token_find(s.r, t.hash, &got), STORE_NOT_FOUND);
	OK(store_token_find(s.r, of_bob.hash, &got));

	OK(store_begin(s.w));
	IS(store_player_update(s.w, &p), STORE_NOT_FOUND);
	OK(store_commit(s.w));
	st_close(&s);
}
END_TEST

/* --- tokens ------------------------------------------------------------ */

START_TEST(tokens)
{
	struct st s;
	struct store_token t = token("t1", "ada", 10), same_hash, got;

	st_open(&s, _i);
	OK(store_begin(s.w));
	IS(store_token_add(s.w, &t), STORE_NOT_FOUND);	/* no such player */
	st_player(&s, "ada");
	OK(store_token_add(s.w, &t));
	same_hash = token("t2", "ada", 11);
	memcpy(same_hash.hash, t.hash, sizeof t.hash);
	IS(store_token_add(s.w, &same_hash), STORE_CONFLICT);
	same_hash = token("t1", "ada", 11);
	same_hash.hash[31] ^= 1;
	IS(store_token_add(s.w, &same_hash), STORE_CONFLICT);
	OK(store_token_used(s.w, "t1", 123));
	IS(store_token_used(s.w, "t9", 123), STORE_NOT_FOUND);
	OK(store_commit(s.w));

	OK(store_token_find(s.r, t.hash, &got));
	ck_assert_str_eq(got.id, "t1");
	ck_assert_str_eq(got.player, "ada");
	ck_assert_str_eq(got.name, "phone");
	ck_assert_mem_eq(got.hash, t.hash, sizeof t.hash);
	ck_assert_uint_eq(got.scopes, 0x80000001u);
	ck_assert_int_eq(got.created_at, 10);
	ck_assert_int_eq(got.expires_at, 500);
	ck_assert_int_eq(got.last_used_at, 123);
	IS(store_token_find(s.r, same_hash.hash, &got), STORE_NOT_FOUND);
	st_close(&s);
}
END_TEST

struct names { char text[256]; int stop_after, count; };

static int note_token(void *arg, const struct store_token *t)
{
	struct names *n = arg;

	strcat(strcat(n->text, t->id), " ");
	return ++n->count == n->stop_after;
}

static void expect_tokens(struct st *s, const char *player, int stop_after, const char *expected)
{
	struct names n = { .stop_after = stop_after };

	OK(store_token_list(s->r, player, note_token, &n));
	ck_assert_str_eq(n.text, expected);
}

START_TEST(token_lists)
{
	struct st s;
	struct store_token list[] = {
		token("t3", "ada", 30), token("t1", "ada", 20), token("t2", "ada", 20), token("b1", "bob", 5),
		token("adm", "", 1),
	};
	size_t i;

	st_open(&s, _i);
	OK(store_begin(s.w));
	st_player(&s, "ada");
	st_player(&s, "bob");
	for (i = 0; i < sizeof list / sizeof *list; i++)
		OK(store_token_add(s.w, &list[i]));
	OK(store_commit(s.w));
	expect_tokens(&s, "ada", 0, "t1 t2 t3 ");
	expect_tokens(&s, "ada", 2, "t1 t2 ");
	expect_tokens(&s, "", 0, "adm ");
	expect_tokens(&s, "nobody", 0, "");

	OK(store_begin(s.w));
	IS(store_token_delete(s.w, "bob", "t2"), STORE_NOT_FOUND);	/* not his */
	IS(store_token_delete(s.w, "", "t2"), STORE_NOT_FOUND);
	OK(store_token_delete(s.w, "ada", "t2"));
	IS(store_token_delete(s.w, "ada", "t2"), STORE_NOT_FOUND);
	OK(store_token_delete(s.w, "", "adm"));
	OK(store_commit(s.w));
	expect_tokens(&s, "ada", 0, "t1 t3 ");
	expect_tokens(&s, "", 0, "");
	expect_tokens(&s, "bob", 0, "b1 ");
	st_close(&s);
}
END_TEST

/* --- games ------------------------------------------------------------- */

static unsigned char snapshot[2000] = { 1, 0, 2, [1999] = 9 };

START_TEST(game_comes_back)
{
	struct st s;
	struct store_game g = st_game("k3v9q2xw"), got;

	st_open(&s, _i);
	OK(store_begin(s.w));
	st_player(&s, "ada");
	strcpy(g.creator, "ada");
	g.visibility = STORE_UNLISTED;
	g.status = STORE_FINISHED;
	g.imported = 1;
	g.version = 7;
	g.started_at = 2;
	g.finished_at = 3;
	g.updated_at = 4;
	memset(g.options, 'o', STORE_OPTIONS);
	memset(g.server_seed, 0xa5, STORE_SEED);
	memset(g.tileset_hash, 0x5a, STORE_HASH);
	g.snapshot = snapshot;
	g.snapshot_size = sizeof snapshot;
	OK(store_game_add(s.w, &g));
	ck_assert_int_eq(g.number, 1);
	OK(store_commit(s.w));

	OK(store_game_get(s.r, "k3v9q2xw", &got));
	ck_assert_mem_eq(got.snapshot, snapshot, sizeof snapshot);
	ck_assert_ptr_ne(got.snapshot, snapshot);
	store_game_dispose(&got);
	ck_assert_ptr_null(got.snapshot);
	g.snapshot = NULL;
	g.snapshot_size = 0;
	ck_assert_int_eq(got.number, 1);
	ck_assert_str_eq(got.creator, "ada");
	ck_assert_str_eq(got.options, g.options);
	ck_assert_str_eq(got.ruleset, "south-seas");
	ck_assert_str_eq(got.tileset, "south-seas");
	ck_assert_str_eq(got.name, "A game");
	ck_assert_mem_eq(got.server_seed, g.server_seed, STORE_SEED);
	ck_assert_mem_eq(got.tileset_hash, g.tileset_hash, STORE_HASH);
	ck_assert(got.visibility == STORE_UNLISTED && got.status == STORE_FINISHED && got.imported == 1);
	ck_assert(got.seat_count == 2 && got.ruleset_version == 1 && got.version == 7);
	ck_assert(got.created_at == 1000 && got.started_at == 2 && got.finished_at == 3 && got.updated_at == 4);
	st_close(&s);
}
END_TEST

START_TEST(game_refused)
{
	struct st s;
	struct store_game g = st_game("g1"), got = { .number = 42 };

	st_open(&s, _i);
	OK(store_begin(s.w));
	st_add(&s, g);
	IS(store_game_add(s.w, &g), STORE_CONFLICT);
	ck_assert_int_eq(g.number, 0);
	strcpy(g.id, "g2");
	strcpy(g.creator, "nobody");
	IS(store_game_add(s.w, &g), STORE_NOT_FOUND);
	*g.creator = '\0';
	g.status = STORE_ABORTED + 1;
	IS(store_game_add(s.w, &g), STORE_BROKEN);
	g.status = STORE_LOBBY;
	g.visibility = STORE_PRIVATE + 1;
	IS(store_game_add(s.w, &g), STORE_BROKEN);
	g.visibility = STORE_PUBLIC;
	OK(store_game_add(s.w, &g));
	ck_assert_int_eq(g.number, 2);
	OK(store_commit(s.w));
	IS(store_game_get(s.r, "g3", &got), STORE_NOT_FOUND);
	ck_assert_int_eq(got.number, 42);
	OK(store_game_get(s.r, "g1", &got));
	ck_assert_ptr_null(got.snapshot);
	ck_assert_uint_eq(got.snapshot_size, 0);
	st_close(&s);
}
END_TEST

START_TEST(game_updates)
{
	struct st s;
	struct store_game g = st_game("g1"), got;

	st_open(&s, _i);
	OK(store_begin(s.w));
	st_add(&s, g);
	g.status = STORE_ACTIVE;
	g.version = 3;
	g.started_at = 5;
	g.updated_at = 6;
	g.created_at = 99;	/* not written */
	strcpy(g.name, "Renamed");
	strcpy(g.options, "{\"x\":1}");
	g.snapshot = snapshot;
	g.snapshot_size = sizeof snapshot;
	IS(store_game_update(s.w, &g, 1), STORE_CONFLICT);
	ck_assert_int_eq(st_version(s.w, "g1"), 0);
	OK(store_game_update(s.w, &g, 0));
	IS(store_game_update(s.w, &g, 0), STORE_CONFLICT);
	g.version = 4;
	g.snapshot_size = 10;
	g.finished_at = 7;
	OK(store_game_update(s.w, &g, 3));
	OK(store_commit(s.w));
	OK(store_game_get(s.r, "g1", &got));
	ck_assert(got.status == STORE_ACTIVE && got.version == 4);
	ck_assert(got.created_at == 1000 && got.started_at == 5 && got.finished_at == 7 && got.updated_at == 6);
	ck_assert_str_eq(got.name, "Renamed");
	ck_assert_str_eq(got.options, "{\"x\":1}");
	ck_assert_uint_eq(got.snapshot_size, 10);
	ck_assert_mem_eq(got.snapshot, snapshot, 10);
	store_game_dispose(&got);

	OK(store_begin(s.w));
	g.snapshot = NULL;
	OK(store_game_update(s.w, &g, 4));
	strcpy(g.id, "none");
	IS(store_game_update(s.w, &g, 4), STORE_NOT_FOUND);
	OK(store_commit(s.w));
	OK(store_game_get(s.r, "g1", &got));
	ck_assert_ptr_null(got.snapshot);
	st_close(&s);
}
END_TEST

/* --- seats ------------------------------------------------------------- */

START_TEST(seats)
{
	struct st s;
	struct store_game g = st_game("g1");
	struct store_seat red = { .seat = 2, .colour = "red", .player = "ada", .name = "Ada",
		.client_seed = "lucky", .taken_at = 9 };
	struct store_seat try, got[4];
	int count = 0;

	st_open(&s, _i);
	OK(store_begin(s.w));
	st_player(&s, "ada");
	st_player(&s, "bob");
	g.seat_count = 3;
	st_add(&s, g);
	st_add(&s, st_game("g2"));
	OK(store_seat_claim(s.w, "g1", &red));
	try = red;		/* the seat is taken */
	strcpy(try.colour, "blue");
	strcpy(try.player, "bob");
	IS(store_seat_claim(s.w, "g1", &try), STORE_CONFLICT);
	try.seat = 0;		/* the colour is */
	strcpy(try.colour, "red");
	IS(store_seat_claim(s.w, "g1", &try), STORE_CONFLICT);
	strcpy(try.colour, "blue");
	strcpy(try.player, "ada");	/* the player sits already */
	IS(store_seat_claim(s.w, "g1", &try), STORE_CONFLICT);
	strcpy(try.player, "bob");
	try.seat = 3;		/* seats 0 to 2 only */
	IS(store_seat_claim(s.w, "g1", &try), STORE_CONFLICT);
	try.seat = 1;
	strcpy(try.player, "eve");
	IS(store_seat_claim(s.w, "g1", &try), STORE_NOT_FOUND);
	strcpy(try.player, "bob");
	IS(store_seat_claim(s.w, "g9", &try), STORE_NOT_FOUND);
	OK(store_seat_claim(s.w, "g1", &try));
	red.seat = 0;
	OK(store_seat_claim(s.w, "g2", &red));	/* another game: all free */
	OK(store_commit(s.w));

	OK(store_seats(s.r, "g1", got, 4, &count));
	ck_assert_int_eq(count, 2);
	ck_assert(got[0].seat == 1 && got[1].seat == 2);
	ck_assert_str_eq(got[0].player, "bob");
	ck_assert_str_eq(got[1].colour, "red");
	ck_assert_str_eq(got[1].name, "Ada");
	ck_assert_str_eq(got[1].client_seed, "lucky");
	ck_assert_int_eq(got[1].taken_at, 9);
	OK(store_seats(s.r, "g1", got, 1, &count));
	ck_assert_int_eq(count, 1);
	IS(store_seats(s.r, "g9", got, 4, &count), STORE_NOT_FOUND);
	st_close(&s);
}
END_TEST

START_TEST(seat_left_and_taken_again)
{
	struct st s;

	st_open(&s, _i);
	OK(store_begin(s.w));
	st_player(&s, "ada");
	st_player(&s, "bob");
	st_add(&s, st_game("g1"));
	st_sit(&s, "g1", 0, "ada");
	IS(store_seat_leave(s.w, "g1", 1), STORE_NOT_FOUND);
	IS(store_seat_leave(s.w, "g1", -1), STORE_NOT_FOUND);
	IS(store_seat_leave(s.w, "g9", 0), STORE_NOT_FOUND);
	OK(store_seat_leave(s.w, "g1", 0));
	ck_assert_int_eq(st_seats(s.w, "g1"), 0);
	st_sit(&s, "g1", 0, "bob");
	st_sit(&s, "g1", 1, "ada");
	OK(store_commit(s.w));
	ck_assert_int_eq(st_seats(s.r, "g1"), 2);
	st_close(&s);
}
END_TEST

START_TEST(imported_seats_have_no_player)
{
	struct st s;

	st_open(&s, _i);
	OK(store_begin(s.w));
	st_add(&s, st_game("g1"));
	st_sit(&s, "g1", 0, "");
	st_sit(&s, "g1", 1, "");
	OK(store_commit(s.w));
	ck_assert_int_eq(st_seats(s.r, "g1"), 2);
	st_close(&s);
}
END_TEST

/* --- log --------------------------------------------------------------- */

START_TEST(log_has_no_gaps)
{
	struct st s;

	st_open(&s, _i);
	OK(store_begin(s.w));
	st_add(&s, st_game("g1"));
	st_add(&s, st_game("g2"));
	IS(st_log(&s, "g9", 1, 1), STORE_NOT_FOUND);
	IS(st_log(&s, "g1", 0, 1), STORE_CONFLICT);
	IS(st_log(&s, "g1", 2, 2), STORE_CONFLICT);
	OK(st_log(&s, "g1", 1, 3));
	IS(st_log(&s, "g1", 1, 3), STORE_CONFLICT);
	IS(st_log(&s, "g1", 3, 4), STORE_CONFLICT);
	IS(st_log(&s, "g1", 5, 5), STORE_CONFLICT);
	IS(st_log(&s, "g1", 4, 3), STORE_BROKEN);
	IS(st_log(&s, "g1", 4, STORE_SEQUENCE_MAX + 1), STORE_BROKEN);
	OK(st_log(&s, "g2", 1, 1));	/* each game counts for itself */
	OK(st_log(&s, "g1", 4, 4));
	OK(st_log(&s, "g1", 5, STORE_SEQUENCE_MAX));
	OK(st_log(&s, "g2", 2, 2));
	OK(store_commit(s.w));
	ck_assert_int_eq(st_log_size(s.r, "g1"), 3);
	ck_assert_int_eq(st_log_size(s.r, "g2"), 2);
	st_close(&s);
}
END_TEST

static int copy_entry(void *arg, const struct store_entry *e)
{
	struct store_entry **out = arg;

	**out = *e;
	(*out)->events = strndup(e->events, e->events_size);
	(*out)++;
	return 0;
}

START_TEST(log_comes_back)
{
	struct st s;
	static const char two[] = "{\"a\":1}\n{\"b\":2}\n";
	struct store_entry e = { .first = 1, .last = 2, .seat = 3, .has_action = 1, .action = { 1, 0, 255 },
		.events = two, .events_size = strlen(two), .at = 17 };
	struct store_entry got[2], *next = got;

	st_open(&s, _i);
	OK(store_begin(s.w));
	st_add(&s, st_game("g1"));
	OK(store_log_append(s.w, "g1", &e));
	OK(st_log(&s, "g1", 3, 3));
	OK(store_commit(s.w));
	OK(store_log_read(s.r, "g1", 0, 0, copy_entry, &next));
	ck_assert_ptr_eq(next, got + 2);
	ck_assert(got[0].first == 1 && got[0].last == 2 && got[0].seat == 3 && got[0].at == 17);
	ck_assert_int_eq(got[0].has_action, 1);
	ck_assert_mem_eq(got[0].action, e.action, STORE_ACTION);
	ck_assert_str_eq(got[0].events, two);
	ck_assert(got[1].first == 3 && got[1].last == 3 && got[1].seat == -1 && !got[1].has_action);
	free((char *)got[0].events);
	free((char *)got[1].events);
	st_close(&s);
}
END_TEST

struct lasts { int64_t last[8]; int count, stop_after; };

static int note_last(void *arg, const struct store_entry *e)
{
	struct lasts *l = arg;

	l->last[l->count++] = e->last;
	return l->count == l->stop_after;
}

static void expect_lasts(struct st *s, int64_t after, int limit, int stop_after, int count, int64_t first)
{
	struct lasts l = { .stop_after = stop_after };

	OK(store_log_read(s->r, "g1", after, limit, note_last, &l));
	ck_assert_int_eq(l.count, count);
	if (count)
		ck_assert_int_eq(l.last[0], first);
}

START_TEST(log_from_a_number)
{
	struct st s;
	struct lasts none = { .count = 0 };

	st_open(&s, _i);
	OK(store_begin(s.w));
	st_add(&s, st_game("g0"));
	st_add(&s, st_game("g1"));
	st_add(&s, st_game("g2"));
	OK(st_log(&s, "g0", 1, 9));
	OK(st_log(&s, "g1", 1, 2));
	OK(st_log(&s, "g1", 3, 5));
	OK(st_log(&s, "g1", 6, 6));
	OK(st_log(&s, "g2", 1, 9));
	OK(store_commit(s.w));
	expect_lasts(&s, 0, 0, 0, 3, 2);
	expect_lasts(&s, -5, 0, 0, 3, 2);
	expect_lasts(&s, 1, 0, 0, 3, 2);
	expect_lasts(&s, 2, 0, 0, 2, 5);
	expect_lasts(&s, 4, 0, 0, 2, 5);
	expect_lasts(&s, 0, 2, 0, 2, 2);
	expect_lasts(&s, 0, 0, 1, 1, 2);
	expect_lasts(&s, 6, 0, 0, 0, 0);
	expect_lasts(&s, INT64_MAX, 0, 0, 0, 0);
	IS(store_log_read(s.r, "g9", 0, 0, note_last, &none), STORE_NOT_FOUND);
	ck_assert_int_eq(none.count, 0);
	st_close(&s);
}
END_TEST

/* --- answers and tile sets --------------------------------------------- */

static struct store_answer answer(unsigned char key, const char *text, int64_t at)
{
	struct store_answer a = { .bytes = (const unsigned char *)text, .size = strlen(text), .at = at };

	memset(a.key, key, sizeof a.key);
	memset(a.request, key ^ 0xff, sizeof a.request);
	return a;
}

START_TEST(answers)
{
	struct st s;
	struct store_answer a = answer(1, "first", 10), b = answer(2, "", 20);
	unsigned char request[STORE_HASH], *bytes = NULL;
	size_t size = 0;
	int64_t at = 0;

	st_open(&s, _i);
	IS(store_answer_find(s.r, a.key, request, &bytes, &size, &at), STORE_NOT_FOUND);
	ck_assert_ptr_null(bytes);
	OK(store_begin(s.w));
	OK(store_answer_put(s.w, &a));
	a.bytes = (const unsigned char *)"second";
	IS(store_answer_put(s.w, &a), STORE_CONFLICT);
	OK(store_answer_put(s.w, &b));
	OK(store_commit(s.w));
	OK(store_answer_find(s.r, a.key, request, &bytes, &size, &at));
	ck_assert_uint_eq(size, 5);
	ck_assert_str_eq((char *)bytes, "first");
	ck_assert_mem_eq(request, a.request, sizeof request);
	ck_assert_int_eq(at, 10);
	free(bytes);
	OK(store_answer_find(s.r, b.key, request, &bytes, &size, &at));
	ck_assert_uint_eq(size, 0);
	free(bytes);
	st_close(&s);
}
END_TEST

static int has_answer(struct st *s, unsigned char key)
{
	struct store_answer a = answer(key, "", 0);
	unsigned char request[STORE_HASH], *bytes;
	enum store_result r;
	size_t size;
	int64_t at;

	r = store_answer_find(s->w, a.key, request, &bytes, &size, &at);
	if (r == STORE_OK)
		free(bytes);
	return r == STORE_OK;
}

START_TEST(answers_purged)
{
	struct st s;
	int i;

	st_open(&s, _i);
	OK(store_begin(s.w));
	for (i = 1; i <= 5; i++) {	/* 5 is the oldest */
		struct store_answer a = answer((unsigned char)i, "x", 100 - i);

		OK(store_answer_put(s.w, &a));
	}
	OK(store_answer_purge(s.w, 98, 2));
	ck_assert(has_answer(&s, 1) && has_answer(&s, 2) && has_answer(&s, 3));
	ck_assert(!has_answer(&s, 4) && !has_answer(&s, 5));
	OK(store_answer_purge(s.w, 98, 0));
	ck_assert(has_answer(&s, 1) && has_answer(&s, 2) && !has_answer(&s, 3));
	OK(store_answer_purge(s.w, 98, 0));
	ck_assert(has_answer(&s, 1) && has_answer(&s, 2));
	OK(store_commit(s.w));
	st_close(&s);
}
END_TEST

START_TEST(tilesets)
{
	struct st s;
	unsigned char hash[STORE_HASH] = { 1 }, other[STORE_HASH] = { 2 };
	char *text = NULL;
	size_t size;

	st_open(&s, _i);
	OK(store_begin(s.w));
	OK(store_tileset_put(s.w, hash, "south-seas", "{\"a\":\"\0\"}", 9));
	OK(store_tileset_put(s.w, hash, "south-seas", "other", 5));
	OK(store_commit(s.w));
	OK(store_tileset_get(s.r, hash, &text, &size));
	ck_assert_uint_eq(size, 9);
	ck_assert_mem_eq(text, "{\"a\":\"\0\"}", 10);
	free(text);
	IS(store_tileset_get(s.r, other, &text, &size), STORE_NOT_FOUND);
	st_close(&s);
}
END_TEST

static const struct st_test tests[] = {
	{ "players", &players, ST_KINDS },
	{ "longest texts", &longest_texts, ST_KINDS },
	{ "player deleted", &player_deleted, ST_KINDS },
	{ "tokens", &tokens, ST_KINDS },
	{ "token lists", &token_lists, ST_KINDS },
	{ "game comes back", &game_comes_back, ST_KINDS },
	{ "game refused", &game_refused, ST_KINDS },
	{ "game updates", &game_updates, ST_KINDS },
	{ "seats", &seats, ST_KINDS },
	{ "seat left", &seat_left_and_taken_again, ST_KINDS },
	{ "imported seats", &imported_seats_have_no_player, ST_KINDS },
	{ "log has no gaps", &log_has_no_gaps, ST_KINDS },
	{ "log comes back", &log_comes_back, ST_KINDS },
	{ "log from a number", &log_from_a_number, ST_KINDS },
	{ "answers", &answers, ST_KINDS },
	{ "answers purged", &answers_purged, ST_KINDS },
	{ "tile sets", &tilesets, ST_KINDS },
};

int main(void)
{
	return st_main("store", tests, sizeof tests / sizeof *tests);
}

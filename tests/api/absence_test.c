/*
 * Seats whose players are away: what follows when time is up, the built-in
 * player in their place, coming back, substitutes, closed accounts, and who wins
 * when two want the same at once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/absence.h"
#include "tests/api/table_fixture.h"

/* --- what the clock's thread does, by hand ---------------------------------------- */

struct errand {
	struct job job;			/* first */
	struct api *api;
	char game[STORE_GAME_ID + 1];
	int late;			/* seat whose time is up; -1: the built-in player is due */
	int done;			/* 1: it did something */
};

/* As the clock's job does: it looks again whether there is still something to do. */
static int run_change(struct errand *e, struct change *ch)
{
	const struct table *t = ch->table;

	if (e->late >= 0 && (!(table_waiting_for(t) >> e->late & 1) || absence_held(t, e->late)))
		return 0;
	if (e->late < 0 && (!absence_due(t) || absence_due(t) > fake_time))
		return 0;
	e->done = 1;
	if (e->late >= 0 ? absence_time_out(ch, e->late) < 0 : absence_stand_in(ch) < 0)
		return -1;
	return change_finish(ch);
}

static void errand_run(struct job *job, struct store_conn *conn)
{
	struct errand *e = (struct errand *)job;
	struct call c = {.api = e->api, .conn = conn, .now = fake_time};
	struct change ch;
	int r;

	buf_init(&c.out, CALL_BODY_MAX);
	buf_init(&c.extra, API_BODY_MAX);
	ck_assert_int_eq(store_savepoint(conn), STORE_OK);
	r = change_begin(&ch, &c, e->game);
	if (r == 0)
		r = run_change(e, &ch);
	ck_assert_msg(r == 0, "%s", c.detail);
	change_drop(&ch);
	ck_assert_int_eq(store_release(conn), STORE_OK);
	live_settle(api_live(e->api), 1);
	buf_free(&c.out);
	buf_free(&c.extra);
}

static void errand_done(struct job *job, int committed)
{
	ck_assert_int_eq(committed, 1);
	(void)job;
}

static void send_errand(struct around *a, struct errand *e, int late)
{
	const struct api_config *config = api_config(a->f->api);

	*e = (struct errand){.job = {.run = errand_run, .done = errand_done}, .api = a->f->api, .late = late};
	memcpy(e->game, a->game, sizeof(e->game));
	ck_assert_int_eq(config->submit(config->arg, &e->job), 0);
}

/* The seat's time is up; 0 when the game does not wait for it any more. */
static int time_out(struct around *a, int seat)
{
	struct errand e;

	send_errand(a, &e, seat);
	return e.done;
}

/* The built-in player moves, if it is due. */
static int stand_in(struct around *a)
{
	struct errand e;

	send_errand(a, &e, -1);
	return e.done;
}

/* --- reading ------------------------------------------------------------------------- */

static const char *seat_fact(struct around *a, int seat, const char *name)
{
	char path[80];

	snprintf(path, sizeof(path), "seats/%d/%s", seat, name);
	ASK(200, a, 0, "GET", "", NULL);
	return got(a, path);
}

#define SEAT(a, seat, name, text) ck_assert_pstr_eq(seat_fact(a, seat, name), text)

/* How many events of a type the log has; `last` is its number, 0 when there is none. */
static int events_of(struct around *a, const char *type, long *last)
{
	int count = 0;

	ASK(200, a, 0, "GET", "events?limit=1000", NULL);
	if (last)
		*last = 0;
	for (int i = got_count(a, "events") - 1; i >= 0; i--) {
		char path[60];

		snprintf(path, sizeof(path), "events/%d/type", i);
		if (strcmp(got(a, path), type) != 0)
			continue;
		snprintf(path, sizeof(path), "events/%d/seq", i);
		if (count++ == 0 && last)
			*last = got_number(a, path);
	}
	return count;
}

/* Whom the game waits for. */
static int waits_for(struct around *a)
{
	ASK(200, a, 0, "GET", "", NULL);
	return (int)got_number(a, "waiting_for/0");
}

/* The record verifies: it can be imported as a game of its own. */
static void check_record(struct around *a)
{
	char *record;

	ASK(200, a, 0, "GET", "record", NULL);
	record = strdup(got_body(a));
	ASK(201, a, STRANGER, "POST", "/v1/records", record);
	free(record);
}

static void play_to_the_end(struct around *a)
{
	while (random_move(a))
		;
	ASK(200, a, 0, "GET", "", NULL);
	GOT(a, "status", "finished");
}

#define BOT ",\"options\":{\"on_timeout\":\"bot\",\"first_seat\":0}"
#define SKIP ",\"options\":{\"on_timeout\":\"skip\",\"first_seat\":0}"

/* --- time is up ------------------------------------------------------------------- */

START_TEST(forfeit_leaves_the_game)
{
	struct around a;

	around_open(&a, (struct api_config){0});
	around_start(&a, 3, ",\"options\":{\"first_seat\":0}");
	ck_assert_int_eq(time_out(&a, 1), 0);
	ck_assert_int_eq(time_out(&a, 0), 1);
	SEAT(&a, 0, "state", "resigned");
	ck_assert_int_eq(waits_for(&a), 1);
	ck_assert_int_eq(time_out(&a, 1), 1);
	ASK(200, &a, 0, "GET", "", NULL);
	GOT(&a, "status", "finished");
	GOT(&a, "result/winners/0", "2");
	ASK(409, &a, 1, "POST", "draw", NULL);
	check_record(&a);
	around_close(&a);
}
END_TEST

START_TEST(skipped_three_times_in_a_row_it_leaves)
{
	struct around a;

	around_open(&a, (struct api_config){0});
	around_start(&a, 3, SKIP);
	for (int round = 0; round < 2; round++) {
		ck_assert_int_eq(time_out(&a, 0), 1);
		SEAT(&a, 0, "state", "playing");
		for (int turn = waits_for(&a); turn != 0; turn = waits_for(&a))
			random_move(&a);
	}
	/* Any action of its own, and the count begins anew. */
	ASK(200, &a, 0, "POST", "draw", NULL);
	ck_assert_int_eq(events_of(&a, "stand-in-ended", NULL), 0);
	for (int round = 0; round < 3; round++) {
		SEAT(&a, 0, "state", "playing");
		while (waits_for(&a) != 0)
			random_move(&a);
		ck_assert_int_eq(time_out(&a, 0), 1);
	}
	SEAT(&a, 0, "state", "resigned");
	ck_assert_int_eq(events_of(&a, "seat-timed-out", NULL), 5);
	play_to_the_end(&a);
	check_record(&a);
	around_close(&a);
}
END_TEST

/* Nobody ever comes: the game ends all the same. */
START_TEST(all_are_skipped)
{
	struct around a;
	int count = 0;

	around_open(&a, (struct api_config){0});
	around_start(&a, 5, SKIP);
	do {
		ck_assert_int_lt(count++, 100);
		time_out(&a, waits_for(&a));
		ASK(200, &a, 0, "GET", "", NULL);
	} while (strcmp(got(&a, "status"), "active") == 0);
	check_record(&a);
	around_close(&a);
}
END_TEST

START_TEST(the_built_in_player_holds_the_seat)
{
	struct around a;
	long began, timed_out;

	around_open(&a, (struct api_config){0});
	around_start(&a, 2, BOT);
	SEAT(&a, 0, "stand_in", "false");
	ck_assert_int_eq(stand_in(&a), 0);
	ck_assert_int_eq(time_out(&a, 0), 1);
	ck_assert_int_eq(time_out(&a, 0), 0);
	SEAT(&a, 0, "stand_in", "true");
	SEAT(&a, 0, "state", "playing");
	SEAT(&a, 1, "stand_in", "false");
	GOT(&a, "seats/0/also_played_by/0", NULL);
	events_of(&a, "seat-timed-out", &timed_out);
	ck_assert_int_eq(events_of(&a, "stand-in-began", &began), 1);
	ck_assert_int_eq(began, timed_out + 1);
	ASK(200, &a, 1, "GET", "legal?seat=0", NULL);
	GOT(&a, "stand_in", "true");
	a.accept = "text/plain";
	ASK(200, &a, 1, "GET", "", NULL);
	ck_assert_ptr_nonnull(strstr(got_body(&a), "built-in player holds the seat"));
	/* One action at a time, until it is somebody else's turn. */
	while (waits_for(&a) == 0)
		ck_assert_int_eq(stand_in(&a), 1);
	ck_assert_int_eq(stand_in(&a), 0);
	SEAT(&a, 0, "also_played_by/0", "built-in-player");
	ASK(200, &a, 0, "GET", "", NULL);
	ck_assert_int_eq(got_count(&a, "board/tiles"), 2);
	/* The game goes on to its end without the owner. */
	for (;;) {
		while (stand_in(&a))
			;
		if (!random_move(&a))
			break;
	}
	check_record(&a);
	around_close(&a);
}
END_TEST

/* --- coming back -------------------------------------------------------------------- */

START_TEST(the_owner_returns)
{
	struct around a;
	long ended;

	around_open(&a, (struct api_config){0});
	around_start(&a, 2, BOT);
	time_out(&a, 0);
	ASK(403, &a, STRANGER, "POST", "return", NULL);
	GOT(&a, "code", "not-seated");
	ASK(200, &a, 0, "POST", "return", NULL);
	GOT(&a, "seats/0/stand_in", "false");
	ck_assert_int_eq(stand_in(&a), 0);
	/* Once more changes nothing. */
	ASK(200, &a, 0, "POST", "return", "{}");
	ck_assert_int_eq(events_of(&a, "stand-in-ended", &ended), 1);
	ck_assert_int_eq(got_number(&a, "version"), ended);
	a.if_match = "\"1\"";
	ASK(412, &a, 0, "POST", "return", NULL);
	/* Any action does it, too, and stands behind the return. */
	time_out(&a, 0);
	ASK(200, &a, 0, "POST", "draw", NULL);
	GOT(&a, "events/0/type", "stand-in-ended");
	GOT(&a, "events/0/player", a.player[0]);
	GOT(&a, "events/1/type", "tile-drawn");
	GOT(&a, "game/seats/0/stand_in", "false");
	around_close(&a);
}
END_TEST

/* What is refused takes nothing back, and a dry run does nothing. */
START_TEST(only_what_is_accepted_counts)
{
	struct around a;

	around_open(&a, (struct api_config){0});
	around_start(&a, 2, BOT);
	time_out(&a, 0);
	ASK(409, &a, 0, "POST", "place", "{\"x\":0,\"y\":1,\"rotation\":0}");
	SEAT(&a, 0, "stand_in", "true");
	ASK(200, &a, 0, "POST", "draw?dry_run=true", NULL);
	SEAT(&a, 0, "stand_in", "true");
	while (waits_for(&a) == 0)
		stand_in(&a);
	ASK(409, &a, 0, "POST", "draw", NULL);
	GOT(&a, "code", "not-your-turn");
	SEAT(&a, 0, "stand_in", "true");
	ASK(200, &a, 0, "POST", "resign", NULL);
	ASK(409, &a, 0, "POST", "return", NULL);
	GOT(&a, "code", "game-over");
	check_record(&a);
	around_close(&a);
}
END_TEST

START_TEST(move_ids_stay_good)
{
	char body[60];
	struct around a;

	around_open(&a, (struct api_config){0});
	around_start(&a, 2, BOT);
	time_out(&a, 0);
	ASK(200, &a, 0, "GET", "legal", NULL);
	snprintf(body, sizeof(body), "{\"move_id\":\"%s\"}", got(&a, "moves/0/move_id"));
	ASK(200, &a, 0, "POST", "actions", body);
	GOT(&a, "events/0/type", "stand-in-ended");
	around_close(&a);
}
END_TEST

/* --- nobody there ------------------------------------------------------------------- */

START_TEST(with_nobody_there_it_takes_its_time)
{
	int64_t began = fake_time;
	struct around a;
	int moves = 0;

	around_open(&a, (struct api_config){0});
	a.ruleset = _i ? "star-wars" : "south-seas";
	around_start(&a, 2, BOT);
	time_out(&a, 0);
	while (waits_for(&a) == 0)
		stand_in(&a);
	time_out(&a, 1);
	for (;;) {
		ASK(200, &a, 0, "GET", "", NULL);
		if (strcmp(got(&a, "status"), "active") != 0)
			break;
		ck_assert_int_eq(stand_in(&a), 0);
		fake_time += ABSENCE_ALONE_MS - 1;
		ck_assert_int_eq(stand_in(&a), 0);
		fake_time += 1;
		ck_assert_int_eq(stand_in(&a), 1);
		ck_assert_int_lt(moves++, 500);
	}
	ck_assert_int_gt(moves, 100);
	ck_assert_int_ge(fake_time - began, moves * (int64_t)ABSENCE_ALONE_MS);
	check_record(&a);
	fake_time = began;
	around_close(&a);
}
END_TEST

/* --- substitutes -------------------------------------------------------------------- */

START_TEST(a_seat_is_handed_over)
{
	struct around a;

	around_open(&a, (struct api_config){0});
	around_start(&a, 2, BOT);
	for (int i = 0; i < 20; i++)
		random_move(&a);
	ASK(409, &a, STRANGER, "POST", "seats/1/take", NULL);
	GOT(&a, "code", "seat-not-offered");
	ASK(403, &a, STRANGER, "POST", "seats/1/offer", NULL);
	ASK(403, &a, 0, "POST", "seats/1/offer", NULL);		/* made the game, but Bob is there */
	ASK(200, &a, 1, "POST", "seats/1/offer", NULL);
	GOT(&a, "seats/1/offered", "true");
	ASK(200, &a, 1, "POST", "seats/1/offer", NULL);
	ck_assert_int_eq(events_of(&a, "seat-offered", NULL), 1);
	ASK(200, &a, 1, "DELETE", "seats/1/offer", NULL);
	GOT(&a, "seats/1/offered", "false");
	ASK(409, &a, STRANGER, "POST", "seats/1/take", NULL);
	ASK(200, &a, 1, "POST", "seats/1/offer", "{}");
	ASK(409, &a, 0, "POST", "seats/1/take", NULL);
	GOT(&a, "code", "already-seated");
	ASK(200, &a, STRANGER, "POST", "seats/1/take", NULL);
	GOT(&a, "seats/1/player/id", a.player[STRANGER]);
	GOT(&a, "seats/1/player/name", "Mallory");
	GOT(&a, "seats/1/offered", "false");
	GOT(&a, "seats/1/also_played_by/0", "other-player");
	ASK(409, &a, 2, "POST", "seats/1/take", NULL);
	/* The old player's rights are gone, and the new one's are there. */
	ASK(403, &a, 1, "POST", "resign", NULL);
	ASK(403, &a, 1, "POST", "seats/1/offer", NULL);
	ASK(403, &a, 1, "POST", "return", NULL);
	ASK(200, &a, STRANGER, "POST", "resign", NULL);
	ck_assert_int_eq(events_of(&a, "seat-handed-over", NULL), 1);
	check_record(&a);
	around_close(&a);
}
END_TEST

START_TEST(what_cannot_be_handed_over)
{
	struct around a;

	around_open(&a, (struct api_config){0});
	around_create(&a, 3, BOT);
	ASK(409, &a, 0, "POST", "seats/0/offer", NULL);		/* in the lobby */
	ASK(409, &a, 0, "POST", "return", NULL);
	for (int i = 1; i < 3; i++)
		ASK(201, &a, i, "POST", "seats", "{}");
	ASK(404, &a, 0, "POST", "seats/3/offer", NULL);
	ASK(404, &a, 0, "POST", "seats/x/offer", NULL);
	ASK(404, &a, 0, "POST", "seats/00/offer", NULL);
	ASK(422, &a, 0, "POST", "seats/0/offer", "{\"to\":\"me\"}");
	a.if_match = "\"1\"";
	ASK(412, &a, 0, "POST", "seats/0/offer", NULL);
	ASK(200, &a, 1, "POST", "resign", NULL);
	ASK(409, &a, 1, "POST", "seats/1/offer", NULL);
	GOT(&a, "code", "seat-out");
	ASK(409, &a, 1, "POST", "return", NULL);
	GOT(&a, "code", "seat-out");
	around_close(&a);
}
END_TEST

/* Who was away takes back what the game's creator offered; an own offer stays while he plays on. */
START_TEST(offers_end_when_the_owner_is_back)
{
	struct around a;

	around_open(&a, (struct api_config){0});
	around_start(&a, 2, BOT);
	while (waits_for(&a) != 1)
		random_move(&a);
	time_out(&a, 1);
	ASK(403, &a, STRANGER, "POST", "seats/1/offer", NULL);
	ASK(200, &a, 0, "POST", "seats/1/offer", NULL);
	ASK(200, &a, 1, "POST", "return", NULL);
	GOT(&a, "seats/1/offered", "false");
	ASK(409, &a, STRANGER, "POST", "seats/1/take", NULL);
	ASK(200, &a, 1, "POST", "seats/1/offer", NULL);
	ASK(200, &a, 1, "POST", "draw", NULL);
	GOT(&a, "game/seats/1/offered", "true");
	/* Held and offered: the substitute plays, the built-in player does not. */
	time_out(&a, 1);
	ASK(200, &a, STRANGER, "POST", "seats/1/take", NULL);
	GOT(&a, "seats/1/stand_in", "false");
	ck_assert_int_eq(events_of(&a, "stand-in-began", NULL), 2);
	ck_assert_int_eq(events_of(&a, "stand-in-ended", NULL), 2);
	ck_assert_int_eq(stand_in(&a), 0);
	around_close(&a);
}
END_TEST

/* Who has been on one side knows what was said there. */
START_TEST(nobody_changes_sides)
{
	struct around a;

	around_open(&a, (struct api_config){0});
	around_start(&a, 2, BOT);
	ASK(200, &a, 1, "POST", "seats/1/offer", NULL);
	ASK(200, &a, 2, "POST", "seats/1/take", NULL);
	ASK(200, &a, 0, "POST", "seats/0/offer", NULL);
	ASK(403, &a, 1, "POST", "seats/0/take", NULL);
	ASK(200, &a, 2, "POST", "seats/1/offer", NULL);
	ASK(200, &a, 1, "POST", "seats/1/take", NULL);		/* his old seat */
	ASK(200, &a, 3, "POST", "seats/0/take", NULL);
	ck_assert_int_eq(events_of(&a, "seat-handed-over", NULL), 3);
	around_close(&a);
}
END_TEST

START_TEST(hidden_games_are_shown_to_who_may_help_out)
{
	char body[80];
	struct around a;

	around_open(&a, (struct api_config){0});
	around_create(&a, 2, ",\"visibility\":\"private\"");
	ASK(201, &a, 0, "POST", "invites", "{\"seat\":1}");
	snprintf(body, sizeof(body), "{\"invite\":\"%s\"}", got(&a, "code"));
	ASK(201, &a, 1, "POST", "seats", body);
	ASK(404, &a, STRANGER, "POST", "seats/1/take", NULL);
	ASK(200, &a, 1, "POST", "seats/1/offer", NULL);
	ASK(404, &a, STRANGER, "POST", "seats/1/offer", NULL);
	ASK(404, &a, STRANGER, "GET", "", NULL);
	ASK(200, &a, STRANGER, "POST", "seats/1/take", NULL);
	ASK(200, &a, STRANGER, "GET", "", NULL);
	ASK(404, &a, 1, "GET", "", NULL);
	ASK(404, &a, 1, "GET", "events", NULL);
	around_close(&a);
}
END_TEST

/* --- as it was ---------------------------------------------------------------------- */

enum { MOMENTS = 40 };

struct moment {
	long version;
	char *view;
};

static int note_moment(struct around *a, struct moment *m, int count)
{
	ASK(200, a, 0, "GET", "", NULL);
	ck_assert_int_lt(count, MOMENTS);
	m[count].version = got_number(a, "version");
	m[count].view = strdup(got_body(a));
	return count + 1;
}

/* Whoever has the seat today, the past shows who had it then. */
START_TEST(the_past_stays_as_it_was)
{
	static struct moment m[MOMENTS];
	char target[40];
	struct around a;
	int count = 0;

	around_open(&a, (struct api_config){0});
	around_create(&a, 3, BOT);
	for (int i = 1; i < 3; i++) {
		count = note_moment(&a, m, count);
		ASK(201, &a, i, "POST", "seats", "{\"client_seed\":\"x\"}");
	}
	count = note_moment(&a, m, count);
	time_out(&a, 0);
	count = note_moment(&a, m, count);
	while (stand_in(&a))
		count = note_moment(&a, m, count);
	ASK(200, &a, 1, "POST", "seats/1/offer", NULL);
	count = note_moment(&a, m, count);
	ASK(200, &a, 3, "POST", "seats/1/take", NULL);
	count = note_moment(&a, m, count);
	ASK(200, &a, 0, "POST", "seats/0/offer", NULL);
	count = note_moment(&a, m, count);
	ASK(200, &a, 0, "POST", "return", NULL);
	count = note_moment(&a, m, count);
	ASK(200, &a, 0, "POST", "resign", NULL);
	count = note_moment(&a, m, count);
	ASK(200, &a, 3, "POST", "resign", NULL);
	count = note_moment(&a, m, count);
	ck_assert_int_gt(count, 10);
	while (count-- > 0) {
		snprintf(target, sizeof(target), "at/%ld", m[count].version);
		ASK(200, &a, 0, "GET", target, NULL);
		ck_assert_str_eq(got_body(&a), m[count].view);
		free(m[count].view);
	}
	around_close(&a);
}
END_TEST

/* --- accounts that are closed ------------------------------------------------------- */

START_TEST(a_closed_account_leaves_the_built_in_player)
{
	char waiting[STORE_GAME_ID + 1], made[STORE_GAME_ID + 1];
	struct around a;

	around_open(&a, (struct api_config){0});
	around_create(&a, 3, "");
	ASK(201, &a, 1, "POST", "seats", "{}");
	memcpy(waiting, a.game, sizeof(waiting));
	ASK(201, &a, 1, "POST", "/v1/games", "{\"ruleset\":\"south-seas\",\"seats\":2}");
	memcpy(made, got(&a, "id"), sizeof(made));
	around_start(&a, 3, "");	/* nobody's time is ever up here */
	ASK(204, &a, 1, "DELETE", "/v1/me", NULL);
	ASK(401, &a, 1, "GET", "/v1/me", NULL);
	SEAT(&a, 1, "stand_in", "true");
	GOT(&a, "seats/1/offered", "true");
	ck_assert_int_eq(strncmp(got(&a, "seats/1/player/name"), "Former player ", 14), 0);
	while (waits_for(&a) != 1)
		random_move(&a);
	while (waits_for(&a) == 1)
		ck_assert_int_eq(stand_in(&a), 1);
	ASK(200, &a, STRANGER, "POST", "seats/1/take", NULL);
	GOT(&a, "seats/1/stand_in", "false");
	memcpy(a.game, waiting, sizeof(waiting));
	ASK(200, &a, 0, "GET", "", NULL);
	GOT(&a, "seats/1/player", "null");
	GOT(&a, "status", "lobby");
	memcpy(a.game, made, sizeof(made));
	ASK(200, &a, 0, "GET", "", NULL);
	GOT(&a, "status", "aborted");
	around_close(&a);
}
END_TEST

/* --- two at once --------------------------------------------------------------------- */

static void begin_talk(struct around *a, struct talk *t, int who, const char *target)
{
	char path[80];

	snprintf(path, sizeof(path), "/v1/games/%s/%s", a->game, target);
	talk_begin(t, a->f, "POST", path, NULL);
	talk_token(t, a->token[who]);
	talk_go(t);
	ck_assert_int_eq(t->later, 1);
}

static int end_talk(struct talk *t)
{
	int status;

	talk_resume(t);
	status = t->x.reply.status;
	talk_end(t);
	return status;
}

/* Both in one batch, either order; the option is skip: a late move is refused. */
START_TEST(a_move_against_the_time_out)
{
	struct errand e;
	struct around a;
	struct talk t;

	around_open(&a, (struct api_config){0});
	around_start(&a, 2, SKIP);
	while (waits_for(&a) != 0)
		random_move(&a);
	ASK(200, &a, 0, "POST", "draw", NULL);
	ASK(200, &a, 0, "GET", "legal", NULL);
	fake_hold(a.f);
	if (_i)
		send_errand(&a, &e, 0);
	begin_talk(&a, &t, 0, "resign");
	if (!_i)
		send_errand(&a, &e, 0);
	fake_run_held(a.f);
	/* Resigning is possible at any time: both count, in their order; it ends the game, so the other way round only one. */
	ck_assert_int_eq(end_talk(&t), 200);
	ck_assert_int_eq(e.done, _i);
	ck_assert_int_eq(events_of(&a, "seat-timed-out", NULL), _i);
	check_record(&a);
	around_close(&a);
}
END_TEST

/* Drawing with the last second: who is first has it, and both are told the same. */
START_TEST(a_draw_against_the_time_out)
{
	struct errand e;
	struct around a;
	struct talk t;
	int status;

	around_open(&a, (struct api_config){0});
	around_start(&a, 2, _i < 2 ? SKIP : BOT);
	fake_hold(a.f);
	if (_i % 2)
		send_errand(&a, &e, 0);
	begin_talk(&a, &t, 0, "draw");
	if (!(_i % 2))
		send_errand(&a, &e, 0);
	fake_run_held(a.f);
	status = end_talk(&t);
	ck_assert_int_eq(e.done, 1);	/* after the draw the game waits for the seat still: the clock would look again */
	if (_i == 1)
		ck_assert_int_eq(status, 409);
	else
		ck_assert_int_eq(status, 200);
	/* With bot the late owner is back; who drew in time and then let it run out is not. */
	SEAT(&a, 0, "stand_in", _i == 2 ? "true" : "false");
	ck_assert_int_eq(events_of(&a, "tile-drawn", NULL), 1);
	around_close(&a);
}
END_TEST

START_TEST(a_return_against_the_built_in_player)
{
	struct errand e;
	struct around a;
	struct talk t;

	around_open(&a, (struct api_config){0});
	around_start(&a, 2, BOT);
	time_out(&a, 0);
	fake_hold(a.f);
	if (_i)
		send_errand(&a, &e, -1);
	begin_talk(&a, &t, 0, "return");
	if (!_i)
		send_errand(&a, &e, -1);
	fake_run_held(a.f);
	ck_assert_int_eq(end_talk(&t), 200);
	ck_assert_int_eq(e.done, _i);
	SEAT(&a, 0, "stand_in", "false");
	ck_assert_int_eq(events_of(&a, "tile-drawn", NULL), _i);
	around_close(&a);
}
END_TEST

START_TEST(two_substitutes_for_one_seat)
{
	struct talk first, second;
	struct around a;

	around_open(&a, (struct api_config){0});
	around_start(&a, 2, BOT);
	ASK(200, &a, 1, "POST", "seats/1/offer", NULL);
	fake_hold(a.f);
	begin_talk(&a, &first, _i ? 2 : 3, "seats/1/take");
	begin_talk(&a, &second, _i ? 3 : 2, "seats/1/take");
	fake_run_held(a.f);
	ck_assert_int_eq(end_talk(&first), 200);
	ck_assert_int_eq(end_talk(&second), 409);
	SEAT(&a, 1, "player/id", a.player[_i ? 2 : 3]);
	ck_assert_int_eq(events_of(&a, "seat-handed-over", NULL), 1);
	around_close(&a);
}
END_TEST

/* A commit that fails leaves everything as it was. */
START_TEST(a_failed_commit_hands_nothing_over)
{
	struct around a;

	around_open(&a, (struct api_config){0});
	around_start(&a, 2, BOT);
	ASK(200, &a, 1, "POST", "seats/1/offer", NULL);
	a.f->fail_commit = 1;
	ASK(503, &a, STRANGER, "POST", "seats/1/take", NULL);
	SEAT(&a, 1, "player/id", a.player[1]);
	SEAT(&a, 1, "offered", "true");
	a.f->fail_commit = 1;
	ASK(503, &a, 1, "DELETE", "/v1/me", NULL);
	SEAT(&a, 1, "stand_in", "false");
	ASK(200, &a, 1, "GET", "/v1/me", NULL);
	around_close(&a);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("absence");
	TCase *tc = tcase_create("all");
	SRunner *runner;
	int failed;

	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, forfeit_leaves_the_game);
	tcase_add_test(tc, skipped_three_times_in_a_row_it_leaves);
	tcase_add_test(tc, all_are_skipped);
	tcase_add_test(tc, the_built_in_player_holds_the_seat);
	tcase_add_test(tc, the_owner_returns);
	tcase_add_test(tc, only_what_is_accepted_counts);
	tcase_add_test(tc, move_ids_stay_good);
	tcase_add_loop_test(tc, with_nobody_there_it_takes_its_time, 0, 2);
	tcase_add_test(tc, a_seat_is_handed_over);
	tcase_add_test(tc, what_cannot_be_handed_over);
	tcase_add_test(tc, offers_end_when_the_owner_is_back);
	tcase_add_test(tc, nobody_changes_sides);
	tcase_add_test(tc, hidden_games_are_shown_to_who_may_help_out);
	tcase_add_test(tc, the_past_stays_as_it_was);
	tcase_add_test(tc, a_closed_account_leaves_the_built_in_player);
	tcase_add_loop_test(tc, a_move_against_the_time_out, 0, 2);
	tcase_add_loop_test(tc, a_draw_against_the_time_out, 0, 4);
	tcase_add_loop_test(tc, a_return_against_the_built_in_player, 0, 2);
	tcase_add_loop_test(tc, two_substitutes_for_one_seat, 0, 2);
	tcase_add_test(tc, a_failed_commit_hands_nothing_over);
	suite_add_tcase(s, tc);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

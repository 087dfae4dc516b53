/*
 * notice_test.c - who is told of what, over random games.
 *
 * Every player has two webhooks of own games, one for everything and one for the own turn;
 * a stranger has the same for own games (and must never be told) and for the game that is
 * played.  After every change the outbox must hold exactly what the views before and
 * after it and the new events call for, worked out here without the code that
 * chooses.  Now and then a courier comes, sometimes in vain, and what it carries must be
 * true at that moment, never be told twice, and leave no gap.
 *
 * NOTICE_GAMES says how many games (make soak-notices: 1,000).
 */
#include "api/change.h"
#include "api/delivery.h"
#include "api/inside.h"
#include "api/webhook.h"
#include "tests/api/table_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 14, PEOPLE = GAME_SEATS_MAX + 1, HOOKS_MAX = 2 * PEOPLE + 2, HOUR = 3600000, TYPES_MAX = 900 };

static struct around a;

/* --- what is so, by the view ---------------------------------------------------- */

enum standing { LOBBY, ACTIVE, OVER };

struct standing_now {
	long version, turn;
	unsigned waiting;
	enum standing status;
	int people;			/* bit per person who sits */
};

static void look(struct standing_now *now)
{
	char where[40];

	*now = (struct standing_now){0};
	ASK(200, &a, 0, "GET", "", NULL);
	now->version = got_number(&a, "version");
	now->status = strcmp(got(&a, "status"), "lobby") == 0 ? LOBBY : strcmp(got(&a, "status"), "active") == 0 ? ACTIVE : OVER;
	if (got(&a, "turn/number"))
		now->turn = got_number(&a, "turn/number");
	for (int i = 0; i < GAME_SEATS_MAX; i++) {
		snprintf(where, sizeof(where), "waiting_for/%d", i);
		if (got(&a, where))
			now->waiting |= 1u << got_number(&a, where);
		snprintf(where, sizeof(where), "seats/%d/player/id", i);
		for (int p = 0; p < PEOPLE && got(&a, where); p++)
			if (strcmp(got(&a, where), a.player[p]) == 0)
				now->people |= 1 << p;
	}
}

/* Who sits on which seat: people sit down in their order, so seat and person are one. */

struct told_event { char type[40]; int seat; };

static int read_events(long after, struct told_event out[TYPES_MAX])
{
	char target[60];
	int count = 0;
	const struct json *list;

	snprintf(target, sizeof(target), "events?after=%ld&limit=1000", after);
	ASK(200, &a, 0, "GET", target, NULL);
	list = json_member(a.t.json, "events");
	for (const struct json *e = json_first(list); e; e = json_next(e), count++) {
		int64_t seat = -1;

		ck_assert_int_lt(count, TYPES_MAX);
		snprintf(out[count].type, sizeof(out[count].type), "%s", json_string(json_member(e, "type")));
		json_integer(json_member(e, "seat"), 0, 4, &seat);
		out[count].seat = (int)seat;
	}
	return count;
}

/* --- webhooks --------------------------------------------------------------------- */

enum hook_kind { EVERYTHING, TURNS };

struct hook {
	char id[STORE_WEBHOOK_ID + 1];
	int person;
	enum hook_kind kind;
	int of_game;			/* of the one game, else of the person's own */
	long queued;			/* that must wait */
	long told;			/* EVERYTHING: up to this event of the game */
	unsigned pinged;		/* TURNS: seats that know that the game waits for them */
	int told_turns;
};

static struct hook hooks[HOOKS_MAX];
static int hook_count;
static struct {
	long changes, messages, turns, news, drops, failures, undone, resigned, timed_out, said, decisions;
} sum;

static struct hook *add_hook(int person, enum hook_kind kind, int of_game)
{
	struct hook *h = &hooks[hook_count++];
	char body[200], game[40] = "";

	if (of_game)
		snprintf(game, sizeof(game), ",\"game\":\"%s\"", a.game);
	snprintf(body, sizeof(body), "{\"url\":\"https://example.org/hook\",\"when\":\"%s\"%s}",
		kind == TURNS ? "my-turn" : "all", game);
	ASK(201, &a, person, "POST", "/v1/webhooks", body);
	*h = (struct hook){.person = person, .kind = kind, .of_game = of_game};
	snprintf(h->id, sizeof(h->id), "%s", got(&a, "id"));
	return h;
}

static void remove_hook(struct hook *h)
{
	char path[60];

	snprintf(path, sizeof(path), "/v1/webhooks/%s", h->id);
	ASK(204, &a, h->person, "DELETE", path, NULL);
}

static struct hook *find_hook(const char *id)
{
	for (int i = 0; i < hook_count; i++)
		if (strcmp(hooks[i].id, id) == 0)
			return &hooks[i];
	ck_abort_msg("a message for nobody: %s", id);
	return NULL;
}

/* --- what must be told ---------------------------------------------------------------- */

/* News of this event for somebody who has these seats; the rules of the manual, once more. */
static int is_news(const struct told_event *e, unsigned seats, int is_maker, int actor, int maker_acts)
{
	unsigned other_seats = actor >= 0 ? seats & ~(1u << actor) : seats;
	int other_than_maker = is_maker && !maker_acts;

	if (!strcmp(e->type, "game-finished") || !strcmp(e->type, "seat-timed-out"))
		return 1;
	if (!strcmp(e->type, "game-started") || !strcmp(e->type, "game-aborted"))
		return other_seats || other_than_maker;
	if (!strcmp(e->type, "seat-taken") || !strcmp(e->type, "seat-left"))
		return other_than_maker;
	if (!strcmp(e->type, "seat-resigned") || !strcmp(e->type, "message-posted"))
		return (seats & ~(1u << e->seat)) != 0;
	return 0;
}

/* The seats that this webhook speaks of; 0 and *is_one 0: it has nothing to do with the game. */
static unsigned seats_of(const struct hook *h, const struct standing_now *before, const struct standing_now *now,
	int *is_one, int *is_maker)
{
	*is_maker = (h->person == 0 && before->status == LOBBY) || h->of_game;
	*is_one = h->of_game || ((before->people | now->people) >> h->person & 1) || *is_maker;
	if (h->of_game)
		return 31;
	return now->people >> h->person & 1 ? 1u << h->person : 0;
}

static void check_hook(struct hook *h, const struct standing_now *before, const struct standing_now *now,
	const struct told_event *events, int count, int actor)
{
	char id[STORE_MESSAGE_ID + 1];
	unsigned handed = now->turn == before->turn ? now->waiting & ~before->waiting : now->waiting;
	struct store_message m;
	struct store_webhook w;
	int is_one, is_maker, news = 0, wanted;
	unsigned seats = seats_of(h, before, now, &is_one, &is_maker), turns;
	enum store_result r;

	turns = handed & seats & ~(actor >= 0 ? 1u << actor : 0);
	for (int i = 0; i < count; i++)
		news |= is_news(&events[i], seats, is_maker, actor, actor == 0);
	wanted = is_one && (h->kind == EVERYTHING ? count > 0 : turns || news);
	snprintf(id, sizeof(id), "msg_%s_%ld_%s", a.game, now->version, h->id);
	r = store_outbox_find(a.f->writer, h->id, id, &m);
	ck_assert_msg((r == STORE_OK) == wanted, "hook of %d (%s%s): %s in change %ld..%ld by %d", h->person,
		h->kind == TURNS ? "turns" : "all", h->of_game ? ", game" : "", wanted ? "not told" : "told", before->version + 1,
		now->version, actor);
	h->queued += wanted;
	ck_assert_int_eq(store_webhook_get(a.f->writer, h->id, &w), STORE_OK);
	ck_assert_int_eq(w.queued, h->queued);		/* and nothing else */
	h->pinged &= now->waiting & ~handed;
	if (!wanted)
		return;
	sum.messages++;
	ck_assert_int_eq(m.first, before->version + 1);
	ck_assert_int_eq(m.last, now->version);
	if (h->kind == EVERYTHING) {
		ck_assert_int_eq(m.kind, NOTICE_EVENTS);
		return;
	}
	ck_assert_uint_eq(m.seats, turns);
	ck_assert_int_eq(m.kind, news ? NOTICE_NEWS : NOTICE_TURN);
	sum.turns += turns != 0;
	sum.news += news != 0;
}

/* --- the courier ------------------------------------------------------------------------- */

static unsigned bits(const struct json *list)
{
	unsigned out = 0;
	int64_t seat;

	for (const struct json *v = json_first(list); v; v = json_next(v))
		if (json_integer(v, 0, 4, &seat) == 0)
			out |= 1u << seat;
	return out;
}

/* Every event once, in order. */
static void receive_events(struct hook *h, const struct json *data)
{
	int64_t seq;

	for (const struct json *e = json_first(json_member(data, "events")); e; e = json_next(e)) {
		ck_assert_int_eq(json_integer(json_member(e, "seq"), 1, 1000000, &seq), 0);
		if (h->told)
			ck_assert_int_eq(seq, h->told + 1);
		h->told = (long)seq;
	}
}

/* True now, for seats that the receiver may know of, and told for the first time. */
static void receive_turn(struct hook *h, const struct json *data, const struct standing_now *now, const char *type)
{
	unsigned seats = bits(json_member(data, "seats")), own = h->of_game ? 31 : 1u << h->person;

	ck_assert_uint_eq(bits(json_member(data, "waiting_for")), now->waiting);
	ck_assert_uint_eq(seats & ~now->waiting, 0);
	ck_assert_uint_eq(seats & ~own, 0);
	ck_assert_msg((seats & h->pinged) == 0 || strcmp(type, "news") == 0, "hook of %d: seats %u were told already", h->person,
		seats & h->pinged);
	if (strcmp(type, "turn") == 0)
		ck_assert_uint_ne(seats, 0);
	h->pinged |= seats;
	h->told_turns += seats != 0;
}

static void receive(struct delivery *d, const struct standing_now *now)
{
	struct hook *h = find_hook(d->webhook);
	struct delivery_outcome outcome = {.status = 200, .retry_after = -1};
	const struct json *data;
	char why[160];
	struct json *body;

	if (roll(&a, 12) == 0) {
		sum.failures++;
		outcome.status = 500;
		api_delivery_done(a.f->api, d, &outcome);
		return;
	}
	body = json_parse(d->body, d->body_size, why);
	ck_assert_msg(body != NULL, "%s", why);
	data = json_member(body, "data");
	ck_assert_str_eq(json_string(json_member(data, "game")), a.game);
	if (h->kind == EVERYTHING)
		receive_events(h, data);
	else
		receive_turn(h, data, now, json_string(json_member(body, "type")));
	h->queued--;
	json_free(body);
	api_delivery_done(a.f->api, d, &outcome);
}

static void count_dropped(void)
{
	struct store_webhook w;

	for (int i = 0; i < hook_count; i++) {
		ck_assert_int_eq(store_webhook_get(a.f->writer, hooks[i].id, &w), STORE_OK);
		ck_assert_int_eq(w.state, STORE_WEBHOOK_ACTIVE);
		ck_assert_int_le(w.queued, hooks[i].queued);
		if (hooks[i].kind == EVERYTHING)
			ck_assert_int_eq(w.queued, hooks[i].queued);	/* of those nothing is ever dropped */
		sum.drops += hooks[i].queued - w.queued;
		hooks[i].queued = w.queued;
	}
}

/* All that is due, and with `patient` what will be. */
static void carry(const struct standing_now *now, int patient)
{
	struct delivery *d[8];
	int64_t due = 0;
	int count, rounds = 0;

	for (;;) {
		count = api_deliveries_due(a.f->api, d, 8, &due);
		for (int i = 0; i < count; i++)
			receive(d[i], now);
		if (count == 0 && due == INT64_MAX)
			break;
		if (count == 0 && due > fake_time && !patient)
			break;
		if (count == 0 && due > fake_time)
			fake_time = due;
		ck_assert_int_lt(++rounds, 5000);
	}
	count_dropped();
}

/* --- changes --------------------------------------------------------------------------------- */

/* The seat's time is up, as the clock would say: by nobody. */
static int time_out(int seat)
{
	struct exchange x = {.request_id = "clock"};
	struct call c = {.api = a.f->api, .x = &x, .conn = a.f->writer, .now = fake_time};
	struct action action = {.type = ACTION_TIMEOUT, .seat = (uint8_t)seat};
	struct game_error err = {0};
	struct events events;
	struct change ch;
	int done = 0;

	buf_init(&c.extra, 1000);
	ck_assert_int_eq(store_begin(a.f->writer), STORE_OK);
	ck_assert_int_eq(change_begin(&ch, &c, a.game), 0);
	if (game_apply(ch.table->game, ch.table->tileset, &action, &events, &err) == 0) {
		change_engine_events(&ch, &events, events.count);
		if (ch.table->game->now.phase == PHASE_OVER)
			ch.table->meta.status = STORE_FINISHED;
		ck_assert_int_eq(change_entry(&ch, seat, &action), 0);
		ck_assert_int_eq(change_finish(&ch), 0);
		done = 1;
	}
	change_drop(&ch);
	live_settle(api_live(a.f->api), done);
	ck_assert_int_eq(store_commit(a.f->writer), STORE_OK);
	api_batch_end(a.f->api, 1);
	buf_free(&c.extra);
	return done;
}

/* The first that the game waits for. */
static int who_waits(const struct standing_now *now)
{
	for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
		if (now->waiting >> seat & 1)
			return seat;
	return -1;
}

/* One change; *actor is the seat of who has done it, -1: nobody, -2: nothing has happened. */
static void change(const struct standing_now *now, int *actor)
{
	int dice = roll(&a, 100), waits = who_waits(now), who = roll(&a, a.seats);

	*actor = waits;
	if (dice < 12) {
		if (ask(&a, waits, "POST", "undo", NULL) == 200) {
			sum.undone++;
			return;
		}
	} else if (dice < 13 && a.seats > 2) {
		if (ask(&a, who, "POST", "resign", NULL) == 200) {
			sum.resigned++;
			*actor = who;
			return;
		}
	} else if (dice < 15) {
		if (time_out(waits)) {
			sum.timed_out++;
			*actor = -1;
			return;
		}
	} else if (dice < 19) {
		if (ask(&a, who, "POST", "messages", "{\"text\":\"well\"}") < 300) {
			sum.said++;
			*actor = who;
			return;
		}
	}
	random_move(&a);
}

static void check_all(struct standing_now *before, int actor)
{
	static struct told_event events[TYPES_MAX];
	struct standing_now now;
	int count;

	look(&now);
	count = read_events(before->version, events);
	ck_assert_int_eq(count, now.version - before->version);
	for (int i = 0; i < count; i++)
		sum.decisions += strcmp(events[i].type, "decision-needed") == 0;
	for (int i = 0; i < hook_count; i++)
		check_hook(&hooks[i], before, &now, events, count, actor);
	sum.changes++;
	*before = now;
}

/* --- games -------------------------------------------------------------------------------------- */

static const struct { const char *ruleset; int seats; const char *members; } tables[] = {
	{"south-seas", 2, ""}, {"south-seas", 3, ",\"options\":{\"auto_draw\":true,\"on_timeout\":\"skip\"}"},
	{"south-seas", 4, ",\"options\":{\"auto_end_turn\":false}"}, {"south-seas", 5, ",\"options\":{\"on_timeout\":\"skip\"}"},
	{"star-wars", 2, ",\"options\":{\"auto_battle\":false,\"on_timeout\":\"skip\"}"}, {"star-wars", 3, ""},
	{"star-wars", 4, ",\"options\":{\"teams\":true,\"auto_draw\":true}"},
};
enum { TABLES = sizeof(tables) / sizeof(tables[0]) };

/* The lobby, told as it fills; sometimes somebody leaves again. */
static void gather(int n, struct standing_now *now)
{
	struct standing_now none = {0};
	char body[300], seat[20];

	a.ruleset = tables[n % TABLES].ruleset;
	a.seats = tables[n % TABLES].seats;
	snprintf(body, sizeof(body), "{\"ruleset\":\"%s\",\"seats\":%d%s}", a.ruleset, a.seats, tables[n % TABLES].members);
	ASK(201, &a, 0, "POST", "/v1/games", body);
	snprintf(a.game, sizeof(a.game), "%s", got(&a, "id"));
	*now = none;
	check_all(now, 0);
	add_hook(PEOPLE - 1, EVERYTHING, 1);
	add_hook(PEOPLE - 1, TURNS, 1);
	for (int i = 1; i < a.seats; i++) {
		ASK(201, &a, i, "POST", "seats", NULL);
		check_all(now, i);
		if (i + 1 == a.seats || roll(&a, 3))
			continue;
		snprintf(seat, sizeof(seat), "seats/%d", i);
		ASK(200, &a, i, "DELETE", seat, NULL);
		check_all(now, i);
		i--;
	}
}

static void play(int n)
{
	struct standing_now now;
	int actor, eager = roll(&a, 4);

	gather(n, &now);
	while (now.status == ACTIVE) {
		change(&now, &actor);
		check_all(&now, actor);
		fake_time += roll(&a, 3) * 1000;
		if (roll(&a, eager * 3 + 1) == 0)
			carry(&now, 0);
	}
	carry(&now, 1);
	for (int i = 0; i < hook_count; i++) {
		ck_assert_int_eq(hooks[i].queued, 0);
		if (hooks[i].kind == EVERYTHING && (hooks[i].of_game || hooks[i].person < a.seats))
			ck_assert_int_eq(hooks[i].told, now.version);
		else if (!hooks[i].of_game && hooks[i].person >= a.seats)
			ck_assert(hooks[i].told == 0 && hooks[i].told_turns == 0);
		hooks[i].told = hooks[i].told_turns = 0;
		hooks[i].pinged = 0;
	}
	while (hook_count > 2 * PEOPLE)
		remove_hook(&hooks[--hook_count]);
}

START_TEST(everybody_is_told_once)
{
	const char *text = getenv("NOTICE_GAMES");
	int games = text ? atoi(text) : GAMES;

	for (int person = 0; person < PEOPLE; person++) {
		add_hook(person, EVERYTHING, 0);
		add_hook(person, TURNS, 0);
	}
	for (int n = 0; n < games; n++)
		play(n);
	printf("%d games: %ld changes (%ld undone, %ld resigned, %ld timed out, %ld said, %ld decisions of others), "
		"%ld messages: %ld of turns, %ld with news; %ld dropped as stale, %ld attempts failed\n", games, sum.changes,
		sum.undone, sum.resigned, sum.timed_out, sum.said, sum.decisions, sum.messages, sum.turns, sum.news, sum.drops,
		sum.failures);
	ck_assert(sum.undone > 0 && sum.timed_out > 0 && sum.said > 0 && sum.drops > 0 && sum.failures > 0 && sum.turns > 0);
}
END_TEST

static void open_service(void)
{
	around_open(&a, (struct api_config){.outbox_max = 100000});
}

static void close_service(void)
{
	around_close(&a);
}

int main(void)
{
	Suite *s = suite_create("notice");
	TCase *c = tcase_create("notice");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(c, open_service, close_service);
	tcase_set_timeout(c, getenv("NOTICE_GAMES") ? 7200 : 120);
	tcase_add_test(c, everybody_is_told_once);
	suite_add_tcase(s, c);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

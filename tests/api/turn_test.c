/*
 * turn_test.c - a whole turn in one call does what its steps do.
 *
 * In random games each turn is first played on a copy of the engine's game,
 * step by step; then it is sent in one call, and what the store holds
 * afterwards must be that copy, byte for byte - or, when a step is refused or
 * follows a reveal, what it held before.
 */
#include "tests/api/table_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct around a;
static struct tileset ts;

static void open_service(void)
{
	around_open(&a, (struct api_config){0});
}

static void close_service(void)
{
	around_close(&a);
}

/* --- the copy ------------------------------------------------------------------- */

struct copy {
	struct game game;
	int revealed, refused, follows;	/* a step was refused; one followed on a reveal */
	int events;
};

static void step(struct copy *c, const struct action *action)
{
	struct game_error err;
	struct events events;

	if (c->refused || c->follows)
		return;
	if (c->revealed) {
		c->follows = 1;
		return;
	}
	if (game_apply(&c->game, &ts, action, &events, &err) < 0) {
		c->refused = 1;
		return;
	}
	c->events += events.count;
	for (int i = 0; i < events.count; i++)
		c->revealed |= events.at[i].reveals;
}

struct pick {
	struct action action;
	enum action_type type;		/* ACTION_NONE: any */
	int count;
};

static int pick_one(void *arg, const struct action *action)
{
	struct pick *p = arg;

	if (p->type != ACTION_NONE && action->type != p->type)
		return 0;
	if (roll(&a, ++p->count) == 0)
		p->action = *action;
	return 0;
}

/* A random legal action of the type; 0 when there is none. */
static int choose(const struct game *g, int seat, enum action_type type, struct action *action)
{
	struct pick p = {.type = type};

	game_legal(g, &ts, seat, pick_one, &p);
	*action = p.action;
	return p.count > 0;
}

/* --- one turn ------------------------------------------------------------------------ */

static void add_islander(struct copy *c, const struct action *islander, char *body)
{
	int kind = action_kind(&c->game, &ts, islander);

	sprintf(body + strlen(body), ",\"islander\":\"%s\"", ts.kinds[kind].segments[islander->segment].id);
}

static void add_delivery(const struct action *deliver, char *body)
{
	sprintf(body + strlen(body), ",\"deliver\":{\"ship\":\"%s\",\"wares\":{\"shells\":%d,\"fish\":%d,\"bananas\":%d}}",
		ts.ships[deliver->ship].id, deliver->wares[0], deliver->wares[1], deliver->wares[2]);
}

/* A delivery that may or may not be right: of what can be paid after step 2, or any. */
static struct action some_delivery(const struct copy *c, int seat)
{
	struct action action = {.type = ACTION_DELIVER, .seat = (uint8_t)seat};

	if (!choose(&c->game, seat, ACTION_DELIVER, &action) || roll(&a, 8) == 0) {
		action = (struct action){.type = ACTION_DELIVER, .seat = (uint8_t)seat, .wares = {1, 1, 1}};
		action.ship = (uint8_t)roll(&a, ts.ship_count);
	}
	return action;
}

static void end_turn(struct copy *c, int seat, int number)
{
	struct action action = {.seat = (uint8_t)seat};

	while (!c->refused && !c->follows && c->game.now.number == number && c->game.now.seat == seat) {
		if (c->game.now.phase == PHASE_PIECE)
			action.type = ACTION_SKIP;
		else if (c->game.now.phase == PHASE_DELIVER)
			action.type = ACTION_END_TURN;
		else
			break;
		c->revealed = 0;	/* what ends the turn is no step that could be refused */
		step(c, &action);
	}
}

struct tally { int good, delivered, refused, follows; };

static void play_turn(int seat, struct tally *tally)
{
	static struct copy before, c;
	static struct game after;
	struct action place, action, skip = {.type = ACTION_SKIP, .seat = (uint8_t)seat};
	char body[400];
	int number, with_delivery = roll(&a, 3) == 0, with_end = roll(&a, 2), islander, status;

	stored_game(&a, &before.game, &ts);
	c = (struct copy){.game = before.game};
	number = c.game.now.number;
	ck_assert_int_eq(choose(&c.game, seat, ACTION_PLACE, &place), 1);
	sprintf(body, "{\"x\":%d,\"y\":%d,\"rotation\":%d", place.x, place.y, 90 * place.rotation);
	step(&c, &place);
	islander = c.game.now.phase == PHASE_PIECE && roll(&a, 3) && choose(&c.game, seat, ACTION_ISLANDER, &action);
	if (islander) {
		add_islander(&c, &action, body);
		step(&c, &action);
	}
	if (with_delivery) {
		int skips = c.game.now.phase == PHASE_PIECE && c.game.now.seat == seat && !c.revealed;

		if (!islander && skips)
			step(&c, &skip);
		action = some_delivery(&c, seat);
		add_delivery(&action, body);
		step(&c, &action);
	}
	if (with_end) {
		strcat(body, ",\"end_turn\":true");
		end_turn(&c, seat, number);
	}
	strcat(body, "}");
	status = ask(&a, seat, "POST", "place", body);
	ck_assert_msg(status == (c.refused || c.follows ? 409 : 200), "%s: %d %s", body, status, got_body(&a));
	if (status == 200) {
		ck_assert_int_eq(got_count(&a, "events"), c.events);
		tally->good++;
		tally->delivered += with_delivery;
	} else {
		ck_assert_int_eq(strcmp(got(&a, "code"), "reveals-first") == 0, c.follows);
		tally->refused += c.refused;
		tally->follows += c.follows;
	}
	stored_game(&a, &after, &ts);
	ck_assert_mem_eq(&after, status == 200 ? &c.game : &before.game, sizeof(after));
}

START_TEST(a_turn_in_one_call_is_its_steps)
{
	struct tally tally = {0};

	for (int game = 0; game < 6; game++) {
		a.dice = 900u + (unsigned)(6 * _i + game);
		around_start(&a, 2 + game % 3, _i ? ",\"options\":{\"auto_draw\":true}" : "");
		for (;;) {
			ASK(200, &a, NOBODY, "GET", "", NULL);
			if (strcmp(got(&a, "status"), "finished") == 0)
				break;
			if (strcmp(got(&a, "turn/phase"), "place") == 0)
				play_turn((int)got_number(&a, "turn/seat"), &tally);
			if (!random_move(&a))
				break;
		}
	}
	ck_assert_int_gt(tally.good, 100);
	ck_assert_int_gt(tally.delivered, 0);
	ck_assert_int_gt(tally.refused, 0);
	if (_i == 1)	/* drawing at once, the end of a turn is a reveal */
		ck_assert_int_gt(tally.follows, 10);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("turn");
	TCase *tc = tcase_create("turn");
	SRunner *r;
	int failed;

	tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, open_service, close_service);
	tcase_add_loop_test(tc, a_turn_in_one_call_is_its_steps, 0, 2);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

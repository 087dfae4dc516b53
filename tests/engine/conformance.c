/*
 * A random game with everything checked after every action.  It is driven by
 * dice alone, so that a failure is repeated by its seed.
 */
#include "tests/engine/conformance_inside.h"
#include "engine/core/step.h"
#include "tests/engine/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong(struct run *r, const struct action *a, const char *what)
{
	char detail[200];

	snprintf(detail, sizeof detail, "%s", r->why);
	snprintf(r->why, CONFORMANCE_WHY, "action %d, turn %d, phase %s: %s%s%s [type %d seat %d x %d y %d rot %d seg %d group %d ship %d wares %d %d %d]",
		r->log->count, r->g.now.number, phase_name(r->g.now.phase), what, detail[0] != '\0' ? ": " : "", detail,
		a->type, a->seat, a->x, a->y, a->rotation, a->segment, a->group, a->ship, a->wares[0], a->wares[1], a->wares[2]);
	return -1;
}

static int collect(void *arg, const struct action *a)
{
	struct list *l = arg;

	if (l->count < CONFORMANCE_LEGAL_MAX)
		l->at[l->count++] = *a;
	return 0;
}

static int in_list(const struct list *l, const struct action *a)
{
	for (int i = 0; i < l->count; i++)
		if (memcmp(&l->at[i], a, sizeof *a) == 0)
			return 1;
	return 0;
}

/* The two lists hold the same actions in the same order. */
static int same_lists(struct run *r, int count)
{
	static const struct action none;

	if (count != r->legal.count)
		return wrong(r, &none, "the legal list is longer or shorter than the oracle's");
	for (int i = 0; i < count; i++)
		if (memcmp(&r->legal.at[i], &r->expected[i], sizeof(struct action)) != 0)
			return wrong(r, &r->legal.at[i], "an action that the oracle does not list, or not here");
	return 0;
}

/* Lists of all seats; only the one that is waited for has any. */
static int check_lists(struct run *r)
{
	static const struct action none;
	unsigned waiting = game_waiting_for(&r->g);

	r->legal.count = 0;
	for (int seat = 0; seat < r->g.seat_count; seat++) {
		int before = r->legal.count;

		game_legal(&r->g, r->ts, seat, collect, &r->legal);
		if ((r->legal.count > before) != (int)(waiting >> seat & 1))
			return wrong(r, &none, "a seat that is waited for has nothing to do, or another has");
		if (r->row != NULL && (waiting >> seat & 1) &&
		    same_lists(r, r->row->legal(r->oracle, seat, r->expected)) < 0)
			return -1;
	}
	return 0;
}

/* Every listed action is accepted. */
static int check_listed(struct run *r)
{
	for (int i = 0; i < r->legal.count; i++) {
		r->copy = r->g;
		if (game_apply(&r->copy, r->ts, &r->legal.at[i], &r->events, &r->error) != 0)
			return wrong(r, &r->legal.at[i], "a listed action is refused");
		if (r->events.count < 1)
			return wrong(r, &r->legal.at[i], "an action without any event");
		r->stats->listed++;
	}
	return 0;
}

/* Anything at all, mostly near to something sensible. */
static struct action any_action(struct run *r)
{
	struct action a = { 0 };
	unsigned char bytes[sizeof a];

	if (dice_roll(r->dice, 4) == 0) {
		for (size_t i = 0; i < sizeof bytes; i++)
			bytes[i] = (unsigned char)dice_roll(r->dice, 256);
		memcpy(&a, bytes, sizeof a);
		if (dice_roll(r->dice, 2) == 0)
			a.type = (uint8_t)dice_roll(r->dice, ACTION_TYPES + 1);
		return a;
	}
	if (r->legal.count > 0)
		a = r->legal.at[dice_roll(r->dice, (unsigned)r->legal.count)];
	switch (dice_roll(r->dice, 10)) {
	case 0:
		a.type = (uint8_t)dice_roll(r->dice, ACTION_TYPES + 2);
		break;
	case 1:
		a.seat = (uint8_t)dice_roll(r->dice, 7);
		break;
	case 2:
		a.rotation = (uint8_t)dice_roll(r->dice, 6);
		break;
	case 3:
		a.segment = (uint8_t)dice_roll(r->dice, 16);
		break;
	case 4:
		a.x = (int16_t)(a.x + (int)dice_roll(r->dice, 5) - 2);
		break;
	case 5:
		a.y = (int16_t)(a.y + (int)dice_roll(r->dice, 5) - 2);
		break;
	case 6:
		a.ship = (uint8_t)dice_roll(r->dice, 30);
		break;
	case 7:
		a.group = (uint8_t)dice_roll(r->dice, 10);
		break;
	case 8:
		a.wares[dice_roll(r->dice, WARES)] = (uint8_t)dice_roll(r->dice, 8);
		break;
	default:
		a.planet = (uint8_t)dice_roll(r->dice, 3);
		a.size = (uint8_t)dice_roll(r->dice, 3);
		break;
	}
	return a;
}

static int has_only(const struct action *a, enum action_type type)
{
	struct action plain = { .type = (uint8_t)type, .seat = a->seat };

	return memcmp(a, &plain, sizeof plain) == 0;
}

/* The name that the legal list has for it. */
struct action conformance_canonical(const struct run *r, const struct action *a)
{
	struct action c = *a;

	if (r->row != NULL && r->row->canonical != NULL)
		r->row->canonical(r->oracle, &c);
	return c;
}

/* Whether the action is right now, listed or one of those that no list has. */
static int acceptable(const struct run *r, const struct action *a)
{
	struct action c = conformance_canonical(r, a);

	if (in_list(&r->legal, &c))
		return 1;
	if (a->seat >= r->g.seat_count || r->g.now.phase == PHASE_OVER)
		return 0;
	if (has_only(a, ACTION_UNDO))
		return game_may_undo(&r->g, a->seat);
	if (has_only(a, ACTION_RESIGN))
		return game_may_resign(&r->g, a->seat);
	return has_only(a, ACTION_TIMEOUT) && (game_waiting_for(&r->g) >> a->seat & 1);
}

/* By another name it is the same action: the copy is the game after it. */
static int check_name(struct run *r, const struct action *a)
{
	struct action c = conformance_canonical(r, a);

	if (memcmp(&c, a, sizeof c) == 0)
		return 0;
	r->before = r->g;
	if (game_apply(&r->before, r->ts, &c, &r->events, &r->error) != 0 ||
	    memcmp(&r->before, &r->copy, sizeof r->copy) != 0)
		return wrong(r, a, "the same action by another name leads elsewhere");
	r->stats->renamed++;
	return 0;
}

/* What is not listed is refused and changes nothing. */
static int check_others(struct run *r, int count)
{
	for (int i = 0; i < count; i++) {
		struct action a = any_action(r);
		int good = acceptable(r, &a);

		r->copy = r->g;
		memset(&r->error, 0, sizeof r->error);
		if (game_apply(&r->copy, r->ts, &a, &r->events, &r->error) == 0) {
			if (!good)
				return wrong(r, &a, "an action that is not listed is accepted");
			if (check_name(r, &a) < 0)
				return -1;
			continue;
		}
		if (good)
			return wrong(r, &a, "an acceptable action is refused");
		if (memcmp(&r->copy, &r->g, sizeof r->g) != 0)
			return wrong(r, &a, "a refused action changed the game");
		if (r->error.refusal == REFUSED_NOT || r->error.text[0] == '\0')
			return wrong(r, &a, "a refusal without a reason");
		if (r->events.count != 0)
			return wrong(r, &a, "a refusal with events");
		r->stats->refused++;
	}
	return 0;
}

/* Snapshots: the same bytes back, and damaged ones refused or sound. */
static int check_snapshot(struct run *r, const struct action *a)
{
	char reason[120] = "";
	size_t size = game_encode(&r->g, r->ts, r->bytes);

	if (size == 0 || size > GAME_SNAPSHOT_MAX)
		return wrong(r, a, "a snapshot of impossible size");
	if (game_check(&r->g, r->ts, reason) != 0) {
		snprintf(r->why, CONFORMANCE_WHY, "%s", reason);
		return wrong(r, a, "game_check");
	}
	memset(&r->copy, 0x5a, sizeof r->copy);
	if (game_decode(&r->copy, r->ts, r->bytes, size, reason) != 0) {
		snprintf(r->why, CONFORMANCE_WHY, "%s", reason);
		return wrong(r, a, "its own snapshot does not decode");
	}
	if (memcmp(&r->copy, &r->g, sizeof r->g) != 0)
		return wrong(r, a, "the decoded game differs");
	if (dice_roll(r->dice, 8) != 0)
		return 0;
	r->bytes[dice_roll(r->dice, (unsigned)size)] ^= (unsigned char)(1u << dice_roll(r->dice, 8));
	if (dice_roll(r->dice, 4) == 0)
		size = dice_roll(r->dice, (unsigned)size);
	r->stats->corrupted++;
	if (game_decode(&r->copy, r->ts, r->bytes, size, reason) != 0)
		return 0;
	if (game_check(&r->copy, r->ts, reason) != 0)
		return wrong(r, a, "a damaged snapshot was taken for good");
	if (game_encode(&r->copy, r->ts, r->again) != size || memcmp(r->again, r->bytes, size) != 0)
		return wrong(r, a, "a snapshot has two forms");
	return 0;
}

/* Every tile is in one place. */
static int check_tiles(struct run *r, const struct action *a)
{
	int hand = r->g.now.hand != FACE_NONE;

	if (game_bag_left(&r->g) + hand + r->g.now.aside_count + r->g.board.tile_count != r->ts->tile_count)
		return wrong(r, a, "tiles in bag, hand, aside and on the board are not all");
	return 0;
}

/* What was just done can be taken back to the byte, if the rules allow it. */
static int check_undo(struct run *r, const struct action *a)
{
	for (int seat = 0; seat < r->g.seat_count; seat++) {
		struct action undo = { .type = ACTION_UNDO, .seat = (uint8_t)seat };

		if (r->row != NULL && game_may_undo(&r->g, seat) != r->row->may_undo(r->oracle, seat))
			return wrong(r, a, "engine and oracle disagree whether it can be taken back");
		if (!game_may_undo(&r->g, seat) || a->type == ACTION_UNDO || seat != a->seat)
			continue;
		r->copy = r->g;
		if (game_apply(&r->copy, r->ts, &undo, &r->events, &r->error) != 0)
			return wrong(r, a, "undo is refused");
		if (memcmp(&r->copy, &r->before, sizeof r->g) != 0)
			return wrong(r, a, "undo does not give back the game before");
		if (game_apply(&r->copy, r->ts, a, &r->events, &r->error) != 0 || memcmp(&r->copy, &r->g, sizeof r->g) != 0)
			return wrong(r, a, "redo after undo differs");
	}
	return 0;
}

static void describe_game(const struct run *r, const struct game *g, struct facts *f)
{
	facts_start(f);
	game_describe_view(g, r->ts, &f->sink);
	sink_array(&f->sink, "seats");
	for (int seat = 0; seat < g->seat_count; seat++) {
		sink_object(&f->sink, NULL);
		game_describe_seat(g, r->ts, seat, &f->sink);
		sink_end(&f->sink);
	}
	sink_end(&f->sink);
}

static void describe_events(const struct run *r, const struct game *g, struct facts *f)
{
	sink_array(&f->sink, "events");
	for (int i = 0; i < r->events.count; i++) {
		sink_object(&f->sink, NULL);
		game_describe_event(g, r->ts, &r->events.at[i], &f->sink);
		sink_end(&f->sink);
	}
	sink_end(&f->sink);
}

static int any_throw(const struct run *r)
{
	for (int i = 0; i < r->events.count; i++)
		if (r->events.at[i].type == EVENT_BATTLE_FOUGHT)
			return 1;
	return 0;
}

/* With other secrets behind it everything that is shown looks the same. */
static int check_secrets(struct run *r, const struct action *a)
{
	uint8_t *bag = r->copy.bag + r->g.now.drawn;

	if (dice_roll(r->dice, 32) != 0 || r->row == NULL)
		return 0;
	r->copy = r->g;
	for (int i = 0, j = game_bag_left(&r->g) - 1; i < j; i++, j--) {
		uint8_t face = bag[i];

		bag[i] = bag[j];
		bag[j] = face;
	}
	memset(r->copy.rng.seed, 0x5a, sizeof r->copy.rng.seed);
	if (r->row->scramble != NULL)
		r->row->scramble(&r->copy, r->ts);
	describe_game(r, &r->g, &r->shown);
	describe_game(r, &r->copy, &r->shown_copy);
	/* What was thrown is no secret any more, but follows from the seed. */
	if (any_throw(r))
		memcpy(r->copy.rng.seed, r->g.rng.seed, sizeof r->copy.rng.seed);
	describe_events(r, &r->g, &r->shown);
	describe_events(r, &r->copy, &r->shown_copy);
	if (r->shown.count != r->shown_copy.count ||
	    memcmp(r->shown.at, r->shown_copy.at, (size_t)r->shown.count * sizeof r->shown.at[0]) != 0)
		return wrong(r, a, "the view or an event depends on a secret");
	r->stats->described++;
	return 0;
}

static int check_codec(struct run *r, const struct action *a)
{
	unsigned char bytes[ACTION_BYTES];
	struct action back;

	action_encode(a, bytes);
	memset(&back, 0x5a, sizeof back);
	if (action_decode(&back, bytes) != 0 || memcmp(&back, a, sizeof back) != 0)
		return wrong(r, a, "the action is not the same after encoding");
	return 0;
}

static int step(struct run *r, unsigned mix)
{
	struct action a;

	if (check_listed(r) < 0 || check_others(r, 6) < 0)
		return -1;
	a = conformance_pick(r, mix);
	if (r->log->count == CONFORMANCE_LOG_MAX)
		return wrong(r, &a, "the game does not end");
	r->log->at[r->log->count++] = a;
	if (check_codec(r, &a) < 0)
		return -1;
	r->before = r->g;
	if (game_apply(&r->g, r->ts, &a, &r->events, &r->error) != 0)
		return wrong(r, &a, "refused");
	if (r->events.count < 1 || r->events.count >= GAME_EVENTS_MAX)
		return wrong(r, &a, "no event or too many");
	r->stats->actions++;
	r->stats->phases[r->before.now.phase]++;
	if (r->row != NULL && r->row->apply(r->oracle, &a) != 0)
		return wrong(r, &a, "the oracle refuses it");
	if (r->row != NULL && r->row->compare(r->oracle, &r->g, &r->events, r->why) != 0)
		return wrong(r, &a, "engine and oracle differ");
	return check_secrets(r, &a) < 0 || check_tiles(r, &a) < 0 || check_undo(r, &a) < 0 || check_snapshot(r, &a) < 0 || check_lists(r) < 0 ? -1 : 0;
}

int conformance_replay(struct game *g, const struct tileset *ts, const struct conformance_log *log)
{
	struct game_error error;
	struct events events;

	if (game_start(g, ts, &log->setup, &events, &error) != 0)
		return -1;
	for (int i = 0; i < log->count; i++)
		if (game_apply(g, ts, &log->at[i], &events, &error) != 0)
			return -1;
	return 0;
}

static int play(struct run *r, const struct game_setup *setup, unsigned mix)
{
	static const struct action none;

	r->log->setup = *setup;
	r->log->count = 0;
	r->why[0] = '\0';
	if (game_start(&r->g, r->ts, setup, &r->events, &r->error) != 0)
		return wrong(r, &none, r->error.text);
	if (r->row != NULL) {
		r->row->start(r->oracle, r->ts, setup);
		if (r->row->compare(r->oracle, &r->g, &r->events, r->why) != 0)
			return wrong(r, &none, "the start differs");
	}
	if (check_snapshot(r, &none) < 0 || check_lists(r) < 0)
		return -1;
	while (r->g.now.phase != PHASE_OVER)
		if (step(r, mix) < 0)
			return -1;
	if (check_others(r, 20) < 0)
		return -1;
	if (conformance_replay(&r->copy, r->ts, r->log) != 0 || memcmp(&r->copy, &r->g, sizeof r->g) != 0)
		return wrong(r, &none, "the replay ends differently");
	for (int i = 0; r->row != NULL && r->row->tally_names[i] != NULL; i++)
		r->stats->tally[i] += r->row->tally(r->oracle)[i];
	r->stats->games++;
	r->stats->reasons[r->g.now.over_reason]++;
	return 0;
}

static const struct conformance_oracle *const rows[] = { &conformance_ss, &conformance_sw };

const struct conformance_oracle *conformance_oracle(const char *ruleset)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (strcmp(rows[i]->ruleset, ruleset) == 0)
			return rows[i];
	return NULL;
}

int conformance_game(const struct tileset *ts, const struct game_setup *setup, struct dice *d, unsigned mix,
	struct conformance_log *log, struct conformance_stats *stats, char why[CONFORMANCE_WHY])
{
	struct run *r = calloc(1, sizeof *r);
	int result = -1;

	snprintf(why, CONFORMANCE_WHY, "no memory");
	if (r == NULL)
		return -1;
	r->ts = ts;
	r->dice = d;
	r->log = log;
	r->stats = stats;
	r->why = why;
	r->row = conformance_oracle(setup->ruleset->id);
	if (r->row == NULL || (r->oracle = malloc(r->row->size)) != NULL)
		result = play(r, setup, mix);
	free(r->oracle);
	free(r);
	return result;
}

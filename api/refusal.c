/*
 * refusal.c - why an action was refused, in words and in members that help.
 */
#include "api/refusal.h"

#include <stdio.h>

#include "api/clock.h"
#include "api/events.h"
#include "api/show.h"
#include "api/spectators.h"

enum { STALE_EVENTS_MAX = 100 };

static void put_legal(const struct table *t, int seat, struct sink *out)
{
	char path[80];

	snprintf(path, sizeof(path), "/v1/games/%s/legal?seat=%d", t->meta.id, seat);
	sink_text(out, "legal", path);
}

static void put_expected(unsigned types, struct sink *out)
{
	sink_array(out, "expected");
	for (int type = ACTION_NONE + 1; type < ACTION_TYPES; type++)
		if (types >> type & 1)
			sink_text(out, NULL, action_type_name((enum action_type)type));
	sink_end(out);
}

static void put_conflicts(const struct table *t, const struct board_conflict *why, struct sink *out)
{
	static const char *const letters[PORT_SIDES] = {"N", "E", "S", "W"};
	const char *const *words = t->ruleset->words->sides;

	sink_array(out, "conflicts");
	for (int side = 0; side < PORT_SIDES && why->what == BOARD_MISMATCH; side++) {
		if (!why->sides[side])
			continue;
		sink_object(out, NULL);
		sink_text(out, "side", letters[side]);
		sink_text(out, "tile_side", words[why->tile_side[side]]);
		sink_text(out, "board_side", words[why->board_side[side]]);
		sink_end(out);
	}
	sink_end(out);
}

static enum error_code code_of(enum refusal refusal)
{
	switch (refusal) {
	case REFUSED_GAME_OVER:
		return ERR_GAME_OVER;
	case REFUSED_NOT_YOUR_TURN:
		return ERR_NOT_YOUR_TURN;
	case REFUSED_PHASE:
		return ERR_WRONG_PHASE;
	case REFUSED_PLACEMENT:
		return ERR_ILLEGAL_PLACEMENT;
	case REFUSED_RULE:
		return ERR_RULE;
	case REFUSED_UNKNOWN:
		return ERR_INVALID_FIELDS;
	case REFUSED_NOTHING_TO_UNDO:
		return ERR_NOTHING_TO_UNDO;
	case REFUSED_NOT:
		break;
	}
	return ERR_INTERNAL;
}

/* When the seat's time ran out without which this would be another answer; 0: that is not why. */
static int64_t timed_out_at(const struct table *t, int seat, enum refusal refusal)
{
	if (!t->clock || (refusal != REFUSED_NOT_YOUR_TURN && refusal != REFUSED_GAME_OVER))
		return 0;
	return t->clock->seats[seat].timed_out_at;
}

int refuse_action(struct call *c, const struct table *t, int seat, const char *step,
	const struct game_error *err)
{
	int64_t late = timed_out_at(t, seat, err->refusal);
	struct json_out out;

	if (late)
		fail(c, ERR_TIMED_OUT, "the time of seat %d was up before this came; %s", seat, err->text);
	else
		fail(c, code_of(err->refusal), "%s", err->text);
	problem_members(c, &out);
	if (late)
		show_time(&out.sink, "timed_out_at", late);
	sink_number(&out.sink, "version", (long)t->meta.version);
	if (step)
		sink_text(&out.sink, "step", step);
	if (*err->rule)
		sink_text(&out.sink, "rule", err->rule);
	put_expected(err->expected, &out.sink);
	if (err->refusal == REFUSED_PLACEMENT)
		put_conflicts(t, &err->conflict, &out.sink);
	if (err->refusal == REFUSED_GAME_OVER)
		return -1;
	show_seats(&out.sink, "waiting_for", table_waiting_for(t));
	put_legal(t, seat, &out.sink);
	return -1;
}

int refuse_stale(struct call *c, const struct table *t, int64_t expected, const char *detail)
{
	struct json_out out;
	struct buf events;
	int64_t shown;

	if (spectators_version(c, t, c->player, &shown) < 0)
		return -1;
	fail(c, ERR_STALE_VERSION, "%s", detail);
	problem_members(c, &out);
	if (expected >= 0)
		sink_number(&out.sink, "expected_version", (long)expected);
	sink_number(&out.sink, "version", (long)shown);
	if (expected < 0 || expected > shown)
		return -1;
	buf_init(&events, EVENTS_MAX);
	if (events_list(c, t->meta.id, expected, shown, STALE_EVENTS_MAX, &events, NULL) < 0) {
		buf_free(&events);
		return -1;
	}
	json_out_raw(&out, "events", events.data, events.size);
	buf_free(&events);
	return -1;
}

int check_version(struct call *c, const struct table *t, int64_t expected)
{
	char detail[120];
	int64_t shown;

	if (expected < 0)
		return 0;
	/* Who sees the game late can expect no more than that. */
	if (spectators_version(c, t, c->player, &shown) < 0)
		return -1;
	if (expected == shown)
		return 0;
	snprintf(detail, sizeof(detail), "you expect version %lld, the game is at %lld",
		(long long)expected, (long long)shown);
	return refuse_stale(c, t, expected, detail);
}

int refuse_idle(struct call *c, const struct table *t)
{
	if (t->meta.status == STORE_LOBBY)
		return fail(c, ERR_NOT_STARTED, "the game begins when all %d seats are taken, or its creator starts it",
			t->meta.seat_count);
	return fail(c, ERR_GAME_OVER, "the game is %s", table_status(t));
}

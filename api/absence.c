/*
 * absence.c - time-outs, and the built-in player in the place of people.
 *
 * What happens in the game are actions of the seat, so records hold nothing new;
 * that somebody else made them is told by entries without action, and kept
 * in the seat's row, which is written when that changes and not by any move.
 */
#include "api/absence.h"

#include <stdio.h>
#include <string.h>

#include "api/lobby.h"
#include "api/substitutes.h"
#include "engine/core/player.h"

/* --- questions ---------------------------------------------------------------- */

/* Seats are complete and in order once the game is on: a seat's place is its number. */
static int plays(const struct table *t, int seat)
{
	return t->meta.status == STORE_ACTIVE && t->game && t->game->now.seat_state[seat] == SEAT_PLAYING;
}

int absence_held(const struct table *t, int seat)
{
	return plays(t, seat) && t->seats[seat].stand_in != 0;
}

unsigned absence_awaited(const struct table *t)
{
	unsigned waiting = table_waiting_for(t);

	for (int seat = 0; waiting >> seat; seat++)
		if (absence_held(t, seat))
			waiting &= ~(1u << seat);
	return waiting;
}

/* Whether anybody plays himself. */
static int anyone_there(const struct table *t)
{
	for (int seat = 0; seat < t->seat_count; seat++)
		if (plays(t, seat) && !t->seats[seat].stand_in)
			return 1;
	return 0;
}

/* The held seat that the game waits for, or -1. */
static int due_seat(const struct table *t)
{
	unsigned waiting = t->meta.status == STORE_ACTIVE ? table_waiting_for(t) : 0;

	for (int seat = 0; waiting >> seat; seat++)
		if (waiting >> seat & 1 && absence_held(t, seat))
			return seat;
	return -1;
}

int64_t absence_due(const struct table *t)
{
	if (due_seat(t) < 0)
		return 0;
	return t->meta.updated_at + (anyone_there(t) ? ABSENCE_PACE_MS : ABSENCE_ALONE_MS);
}

/* --- changes --------------------------------------------------------------------- */

static int keep_seat(struct change *ch, int seat)
{
	return store_ok(ch->c, store_seat_change(ch->c->conn, ch->table->meta.id, &ch->table->seats[seat]));
}

/* An action that the seat did not ask for. */
static int act(struct change *ch, const struct action *a)
{
	struct table *t = ch->table;
	struct game_error err = {0};
	struct events events;

	if (game_apply(t->game, t->tileset, a, &events, &err) < 0)
		return fail(ch->c, ERR_INTERNAL, "seat %d cannot be played for: %s", a->seat, err.text);
	return change_action(ch, a, &events, events.count);
}

static int act_simply(struct change *ch, int seat, enum action_type type)
{
	struct action a = {.type = (uint8_t)type, .seat = (uint8_t)seat};

	return act(ch, &a);
}

static int begin_stand_in(struct change *ch, int seat, const char *reason)
{
	struct store_seat *s = &ch->table->seats[seat];

	s->stand_in = ch->at;
	s->missed = 0;
	sink_text(change_event(ch, "stand-in-began", seat), "reason", reason);
	change_event_close(ch);
	return keep_seat(ch, seat) < 0 ? -1 : change_entry(ch, -1, NULL);
}

/* The turn was made short; who never comes leaves the others waiting no longer. */
static int count_missed(struct change *ch, int seat)
{
	struct table *t = ch->table;

	t->seats[seat].missed++;
	if (keep_seat(ch, seat) < 0)
		return -1;
	if (t->seats[seat].missed < ABSENCE_SKIPS_MAX || !plays(t, seat))
		return 0;
	return act_simply(ch, seat, ACTION_RESIGN);
}

int absence_time_out(struct change *ch, int seat)
{
	const struct table *t = ch->table;

	if (act_simply(ch, seat, ACTION_TIMEOUT) < 0)
		return -1;
	switch ((enum on_timeout)t->game->options[OPTION_ON_TIMEOUT]) {
	case ON_TIMEOUT_FORFEIT:
		break;
	case ON_TIMEOUT_SKIP:
		return count_missed(ch, seat);
	case ON_TIMEOUT_BOT:
		return begin_stand_in(ch, seat, "time-out");
	}
	return 0;
}

int absence_stand_in(struct change *ch)
{
	const struct table *t = ch->table;
	int seat = due_seat(t);
	struct action a;

	if (seat < 0 || player_choose(t->game, t->tileset, seat, &a) < 0)
		return fail(ch->c, ERR_INTERNAL, "the game waits for no seat that is held");
	if (!(t->seats[seat].hands & STORE_HANDS_BUILT_IN)) {
		ch->table->seats[seat].hands |= STORE_HANDS_BUILT_IN;
		if (keep_seat(ch, seat) < 0)
			return -1;
	}
	return act(ch, &a);
}

void absence_note_end(struct change *ch, int seat, const char *player)
{
	sink_text(change_event(ch, "stand-in-ended", seat), "player", player);
	change_event_close(ch);
}

int absence_acts(struct change *ch, int seat)
{
	struct store_seat *s = &ch->table->seats[seat];
	int held = absence_held(ch->table, seat);

	if (!held && !s->missed)
		return 0;
	if (held)
		absence_note_end(ch, seat, s->player);
	/* What was offered because he was away is his own again. */
	if (s->offered_at)
		substitutes_note_end(ch, seat);
	s->stand_in = 0;
	s->offered_at = 0;
	s->missed = 0;
	if (keep_seat(ch, seat) < 0)
		return -1;
	return ch->lines.size > ch->entry_at ? change_entry(ch, seat, NULL) : 0;
}

/* --- accounts that are closed ---------------------------------------------------- */

/* Ids, one behind the other: what calls back while reading may not change anything. */
static int note_id(void *arg, const struct store_game *g)
{
	buf_bytes(arg, g->id, STORE_GAME_ID);
	return 0;
}

static int go_from_lobby(struct change *ch, const char *player, int place)
{
	return strcmp(ch->table->meta.creator, player) == 0 ? lobby_abort(ch) : lobby_leave(ch, place);
}

static int go_from_game(struct change *ch, int seat)
{
	if (!plays(ch->table, seat))
		return 0;
	if (!absence_held(ch->table, seat) && begin_stand_in(ch, seat, "account-closed") < 0)
		return -1;
	return substitutes_offer(ch, seat);
}

static int go_from(struct call *c, const char *player, const char *game)
{
	struct change ch;
	int r = change_begin(&ch, c, game);

	if (r == 0) {
		int place = table_seat_of(ch.table, player);

		r = ch.table->game ? go_from_game(&ch, place) : go_from_lobby(&ch, player, place);
	}
	if (r == 0 && ch.table->meta.version > ch.base)
		r = change_finish(&ch);
	change_drop(&ch);
	return r;
}

static int go_from_all(struct call *c, const char *player, enum store_status status)
{
	struct store_filter filter = {.status = (int)status, .player = player, .viewer = player, .ruleset = ""};
	struct buf ids;
	int r;

	buf_init(&ids, CALL_BODY_MAX);
	r = store_ok(c, store_game_list(c->conn, &filter, note_id, &ids));
	if (r == 0 && buf_failed(&ids))
		r = fail(c, ERR_UNAVAILABLE, "no memory");
	for (size_t at = 0; r == 0 && at < ids.size; at += STORE_GAME_ID) {
		char id[STORE_GAME_ID + 1];

		snprintf(id, sizeof(id), "%.*s", STORE_GAME_ID, ids.data + at);
		r = go_from(c, player, id);
	}
	buf_free(&ids);
	return r;
}

int absence_player_goes(struct call *c, const char *player)
{
	return go_from_all(c, player, STORE_LOBBY) < 0 ? -1 : go_from_all(c, player, STORE_ACTIVE);
}

/* legal.c - GET /v1/games/{game}/legal: what a seat may do now. */
#include <stdio.h>

#include "api/absence.h"
#include "api/board_text.h"
#include "api/handlers.h"
#include "api/json.h"
#include "api/live.h"
#include "api/move_id.h"
#include "api/refusal.h"
#include "api/show.h"

/* The caller's seat, the one asked for, or the one that the game waits for. */
static int choose_seat(struct call *c, const struct table *t, int *seat)
{
	unsigned waiting = table_waiting_for(t);
	int64_t asked;

	if (call_query_integer(c, "seat", 0, table_seats(t) - 1, -1, &asked) < 0)
		return -1;
	*seat = asked >= 0 ? (int)asked : t->past ? -1 : table_seat_of(t, c->player);
	if (*seat < 0)
		for (*seat = 0; waiting && !(waiting >> *seat & 1);)
			++*seat;
	return 0;
}

static void put_moves(const struct table *t, const struct moves *m, struct sink *out)
{
	sink_array(out, "moves");
	for (int i = 0; i < m->count; i++) {
		sink_object(out, NULL);
		sink_text(out, "move_id", m->at[i].id);
		game_describe_action(t->game, t->tileset, &m->at[i].action, out);
		sink_end(out);
	}
	sink_end(out);
}

/* Chances of what moves would cause; in games without dice not even the member. */
static void put_odds(const struct table *t, const struct moves *m, struct sink *out)
{
	if (!t->ruleset->describe_odds)
		return;
	sink_array(out, "odds");
	for (int i = 0; i < m->count; i++) {
		if (!game_describe_odds(t->game, t->tileset, &m->at[i].action, NULL))
			continue;
		sink_object(out, NULL);
		sink_text(out, "move_id", m->at[i].id);
		game_describe_odds(t->game, t->tileset, &m->at[i].action, out);
		sink_end(out);
	}
	sink_end(out);
}

static void put_type(struct sink *out, enum action_type type)
{
	sink_object(out, NULL);
	sink_text(out, "type", action_type_name(type));
	sink_end(out);
}

static void put_legal(const struct table *t, int seat, const struct moves *m, struct sink *out)
{
	sink_object(out, NULL);
	sink_text(out, "game", t->meta.id);
	sink_number(out, "version", (long)t->meta.version);
	sink_text(out, "phase", phase_name((enum phase)t->game->now.phase));
	sink_number(out, "seat", seat);
	sink_flag(out, "stand_in", absence_held(t, seat));
	put_moves(t, m, out);
	sink_array(out, "always");
	if (game_may_undo(t->game, seat))
		put_type(out, ACTION_UNDO);
	if (game_may_resign(t->game, seat))
		put_type(out, ACTION_RESIGN);
	sink_end(out);
	put_odds(t, m, out);
	show_seats(out, "waiting_for", table_waiting_for(t));
	sink_end(out);
}

static int answer_legal(struct call *c, const struct table *t, int seat)
{
	struct json_out out;
	struct moves moves;
	int r = 0;

	if (moves_list(&moves, t, seat) < 0) {
		r = fail(c, ERR_UNAVAILABLE, "no memory");
	} else if (c->media == MEDIA_TEXT) {
		text_legal(&c->out, t, seat, &moves);
	} else {
		json_out_init(&out, &c->out);
		put_legal(t, seat, &moves, &out.sink);
	}
	moves_free(&moves);
	return r;
}

int h_game_legal(struct call *c)
{
	struct table *t = live_get(c, c->params[0]);
	int seat = 0, r;

	if (!t)
		return -1;
	r = t->game ? choose_seat(c, t, &seat) : refuse_idle(c, t);
	if (r == 0)
		r = answer_legal(c, t, seat);
	if (r == 0)
		snprintf(c->etag, sizeof(c->etag), "%lld-%d", (long long)t->meta.version, seat);
	table_unref(t);
	return r;
}

/*
 * actions.c - acting in a game: the one path behind all the verbs.
 *
 * Steps are taken on a copy, each as one action with one entry in the log; if
 * one is refused nothing of the request remains.
 *
 * A refusal must not tell what the refused request would have revealed: who
 * could send a tile's place together with a wager on what is turned up next, and
 * see it refused without a trace, would know it beforehand.  So a request in
 * which a step follows on a reveal is refused before that step is looked at,
 * and dry runs end at the first reveal.  What end_turn adds is never refused:
 * it just stops where somebody must choose.
 */
#include "api/absence.h"
#include "api/action_json.h"
#include "api/handlers.h"
#include "api/move_id.h"
#include "api/outcome.h"
#include "api/refusal.h"

struct play {
	struct call *c;
	struct change ch;
	int seat;
	int revealed;			/* a step has shown something random */
};

static int first_reveal(const struct events *events)
{
	int i = 0;

	while (i < events->count && !events->at[i].reveals)
		i++;
	return i;
}

/* The engine has said yes: events, entry, status. */
static int note_step(struct play *p, const struct action *a, const struct events *events)
{
	int shown = first_reveal(events);

	if (shown < events->count)
		p->revealed = 1;
	return change_action(&p->ch, a, events, p->ch.dry ? shown : events->count);
}

/* Who acts is there: whoever played in his place stops.  Before the first step, once it is known what is meant. */
static int owner_acts(struct play *p)
{
	return p->ch.dry ? 0 : absence_acts(&p->ch, p->seat);
}

static int take_action(struct play *p, const struct action *a, const char *step)
{
	struct table *t = p->ch.table;
	struct game_error err = {0};
	struct events events;

	if (a->type == ACTION_UNDO && t->meta.version > TABLE_VERSION_MAX)
		return fail(p->c, ERR_NOTHING_TO_UNDO, "too much was taken back in this game: go on playing");
	if (game_apply(t->game, t->tileset, a, &events, &err) < 0)
		return refuse_action(p->c, t, a->seat, step, &err);
	return note_step(p, a, &events);
}

static int take_simple(struct play *p, enum action_type type)
{
	struct action a = {.type = (uint8_t)type, .seat = (uint8_t)p->seat};

	return take_action(p, &a, NULL);
}

/*
 * An id that cannot be looked up is the caller's second problem when it is not
 * the time for such an action at all.
 */
static int refuse_unknown(struct play *p, const struct step *s, const char *name,
	const struct json_faults *faults)
{
	struct table *t = p->ch.table;
	struct game_error err = {0};
	struct events events;
	struct table *trial = table_copy(t);
	int refused;

	if (!trial)
		return fail(p->c, ERR_UNAVAILABLE, "no memory");
	refused = game_apply(trial->game, t->tileset, &s->action, &events, &err) < 0 &&
		(err.refusal == REFUSED_GAME_OVER || err.refusal == REFUSED_NOT_YOUR_TURN ||
			err.refusal == REFUSED_PHASE);
	table_unref(trial);
	if (refused)
		return refuse_action(p->c, t, p->seat, name, &err);
	return fail_on_faults(p->c, faults);
}

static int refuse_after_reveal(struct play *p, const char *name)
{
	return fail(p->c, ERR_REVEALS,
		"something is revealed before %s: leave it out, look, and send it by itself", name);
}

static int take_step(struct play *p, struct step *s, const char *name)
{
	struct json_faults faults = {0};
	const struct game *g = p->ch.table->game;

	if (p->revealed)
		return refuse_after_reveal(p, name);
	/* Who delivers in the same call and names no piece wants none. */
	if (name && s->row->phases >> PHASE_DELIVER & 1 && g->now.phase == PHASE_PIECE &&
		g->now.seat == p->seat) {
		if (take_simple(p, ACTION_SKIP) < 0)
			return -1;
		if (p->revealed)
			return refuse_after_reveal(p, name);
	}
	if (step_resolve(s, g, p->ch.table->tileset, &faults) < 0)
		return refuse_unknown(p, s, name, &faults);
	return take_action(p, &s->action, name);
}

/* The action by which a seat leaves out what the phase offers; ACTION_NONE: it must choose. */
static enum action_type leaves_out(const struct ruleset *r, int phase)
{
	static const enum action_type types[] = {ACTION_SKIP, ACTION_END_TURN};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		const struct action_row *row = ruleset_action(r, types[i]);

		if (row && row->phases >> phase & 1)
			return types[i];
	}
	return ACTION_NONE;
}

/* On to the end of the turn, as far as nobody must choose. */
static int end_turn(struct play *p, int number)
{
	const struct game *g = p->ch.table->game;
	int r = 0;

	while (r == 0 && !(p->ch.dry && p->revealed) && g->now.number == number && g->now.seat == p->seat) {
		enum action_type type = leaves_out(p->ch.table->ruleset, g->now.phase);

		if (type == ACTION_NONE)
			break;
		r = take_simple(p, type);
	}
	return r;
}

static int take_steps(struct play *p, struct request *q)
{
	int number = p->ch.table->game->now.number;

	if (owner_acts(p) < 0)
		return -1;
	for (int i = 0; i < q->step_count; i++) {
		char name[STEP_MEMBER];

		step_member(name, q->steps[i].row->type);
		if (take_step(p, &q->steps[i], i > 0 ? name : NULL) < 0)
			return -1;
	}
	return q->end_turn ? end_turn(p, number) : 0;
}

static int take_move(struct play *p, const char *move_id)
{
	struct table *t = p->ch.table;
	struct game_error err = {0};
	struct events events;
	struct action a;

	if (move_find(t, p->seat, move_id, &a) == 0)
		return owner_acts(p) < 0 ? -1 : take_action(p, &a, NULL);
	/* Out of turn no id can be right; what the engine says to a draw tells why. */
	a = (struct action){.type = ACTION_DRAW, .seat = (uint8_t)p->seat};
	if (!(game_waiting_for(t->game) >> p->seat & 1) &&
		game_apply(t->game, t->tileset, &a, &events, &err) < 0)
		return refuse_action(p->c, t, p->seat, NULL, &err);
	return refuse_stale(p->c, t, -1, "no such move can be made now: move ids are good for the version that "
		"they were listed at; ask 'legal' again");
}

/* A draw asked for again while the tile is in hand: it is the same tile. */
static int is_drawn_already(const struct play *p, const struct request *q)
{
	const struct game *g = p->ch.table->game;

	return q->step_count == 1 && q->steps[0].row->type == ACTION_DRAW &&
		g->now.phase == PHASE_PLACE && g->now.seat == p->seat && g->now.hand != FACE_NONE;
}

static int play_request(struct play *p, struct request *q)
{
	int r;

	if (check_version(p->c, p->ch.table, q->expected_version) < 0)
		return -1;
	if (!p->ch.table->game)
		return refuse_idle(p->c, p->ch.table);
	if (is_drawn_already(p, q))
		return p->ch.dry ? outcome_dry_run(p->c, &p->ch, 1) : outcome_action(p->c, &p->ch);
	r = *q->move_id ? take_move(p, q->move_id) : take_steps(p, q);
	if (r < 0)
		return -1;
	if (p->ch.dry)
		return outcome_dry_run(p->c, &p->ch, !p->revealed);
	if (change_finish(&p->ch) < 0)
		return -1;
	return outcome_action(p->c, &p->ch);
}

int h_game_action(struct call *c)
{
	struct play p = {.c = c};
	struct request q;
	int r = change_begin(&p.ch, c, c->params[0]);

	if (r == 0)
		r = live_may_see(c, p.ch.table);
	if (r == 0) {
		p.seat = table_seat_of(p.ch.table, c->player);
		if (p.seat < 0)
			r = fail(c, ERR_NOT_SEATED, "you have no seat in game %s", c->params[0]);
	}
	if (r == 0)
		r = request_read(c, p.ch.table, p.seat, c->route->extra, &q);
	if (r == 0)
		r = play_request(&p, &q);
	change_drop(&p.ch);
	return r;
}

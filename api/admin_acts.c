/*
 * admin_acts.c - what administrators do: in a game, to an account, to the
 * service.
 */
#include "api/admin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/absence.h"
#include "api/change.h"
#include "api/handlers.h"
#include "api/live.h"
#include "api/messages.h"
#include "api/refusal.h"
#include "api/show.h"
#include "storage/webhooks.h"

/* --- games ---------------------------------------------------------------------- */

/* What the players are told beforehand: who did it, and why. */
static int note_act(struct change *ch, const struct act *a, int seat)
{
	struct sink *out = change_event(ch, "administrator-acted", seat);

	sink_text(out, "act", a->audit.act);
	sink_text(out, "reason", a->audit.reason);
	change_event_close(ch);
	return change_entry(ch, -1, NULL);
}

static int time_out(struct change *ch, struct act *a)
{
	struct call *c = ch->c;
	const struct table *t = ch->table;
	int64_t seat = 0;
	struct json_out o;

	members_integer(&a->m, "seat", REQUIRED, 0, GAME_SEATS_MAX - 1, &seat);
	if (act_checked(a) < 0)
		return -1;
	if (t->meta.status != STORE_ACTIVE)
		return refuse_idle(c, t);
	if (!(table_waiting_for(t) >> seat & 1) || absence_held(t, (int)seat)) {
		problem_members(c, &o);
		show_seats(&o.sink, "waiting_for", table_waiting_for(t));
		return fail(c, ERR_NOT_YOUR_TURN, "the game does not wait for whoever sits at seat %d", (int)seat);
	}
	sink_number(&a->detail.sink, "seat", (long)seat);
	sink_text(&a->detail.sink, "player", t->seats[seat].player);
	return note_act(ch, a, (int)seat) < 0 ? -1 : absence_time_out(ch, (int)seat);
}

/*
 * The game is over without a result.  Its state goes, so that nothing can be done in
 * it any more; what was played can be read at any version before.
 */
static int call_off(struct change *ch, struct act *a)
{
	struct table *t = ch->table;
	struct sink *out;

	if (act_checked(a) < 0)
		return -1;
	if (t->meta.status != STORE_LOBBY && t->meta.status != STORE_ACTIVE)
		return refuse_idle(ch->c, t);
	sink_text(&a->detail.sink, "status", table_status(t));
	t->meta.status = STORE_ABORTED;
	t->meta.finished_at = ch->at;
	free(t->game);
	t->game = NULL;
	out = change_event(ch, "game-aborted", -1);
	sink_text(out, "by", "administrator");
	sink_text(out, "reason", a->audit.reason);
	change_event_close(ch);
	return change_entry(ch, -1, NULL);
}

static int act_in_game(struct call *c, const char *name, int (*what)(struct change *, struct act *))
{
	struct change ch;
	struct act a;
	int r = change_begin(&ch, c, c->params[0]);

	act_begin(&a, c, name);
	act_target(&a, "games", c->params[0]);
	if (r == 0)
		r = what(&ch, &a);
	if (r == 0) {
		sink_number(&a.detail.sink, "version", (long)ch.table->meta.version);
		r = change_finish(&ch);
	}
	if (r == 0)
		r = act_done(&a);
	act_dispose(&a);
	change_drop(&ch);
	return r;
}

int h_admin_timeout(struct call *c) { return act_in_game(c, "time-out", time_out); }
int h_admin_abort(struct call *c) { return act_in_game(c, "abort-game", call_off); }

int h_admin_message_remove(struct call *c)
{
	const char *text = c->params[1];
	struct act a;
	int r;

	act_begin(&a, c, "remove-message");
	act_target(&a, "games", c->params[0]);
	r = act_checked(&a);
	if (r == 0 && (!*text || strlen(text) > 9 || strspn(text, "0123456789") != strlen(text)))
		r = fail(c, ERR_NOT_FOUND, "a message is a number");
	if (r == 0)
		r = message_remove(c, c->params[0], atol(text));
	if (r == 0) {
		sink_number(&a.detail.sink, "message", atol(text));
		r = act_done(&a);
	}
	act_dispose(&a);
	return r;
}

/* --- accounts -------------------------------------------------------------------- */

static int note_active(void *arg, const struct store_webhook *w)
{
	if (w->state == STORE_WEBHOOK_ACTIVE)
		buf_bytes(arg, w->id, STORE_WEBHOOK_ID);
	return 0;
}

/* Nobody reads on what an account that is closed wanted to hear. */
static int disable_webhooks(struct call *c, const char *player)
{
	struct store_webhook w;
	struct buf ids;
	int r;

	buf_init(&ids, 64 * 1024);
	r = store_ok(c, store_webhook_list(c->conn, player, note_active, &ids));
	if (r == 0 && buf_failed(&ids))
		r = fail(c, ERR_UNAVAILABLE, "no memory");
	for (size_t at = 0; r == 0 && at < ids.size; at += STORE_WEBHOOK_ID) {
		char id[STORE_WEBHOOK_ID + 1];

		snprintf(id, sizeof(id), "%.*s", STORE_WEBHOOK_ID, ids.data + at);
		r = store_ok(c, store_webhook_get(c->conn, id, &w));
		if (r < 0)
			break;
		w.state = STORE_WEBHOOK_DISABLED;
		w.updated_at = c->now;
		snprintf(w.reason, sizeof(w.reason), "the account was closed");
		r = store_ok(c, store_webhook_update(c->conn, &w));
	}
	buf_free(&ids);
	return r;
}

/* `at` is 0 to open it again. */
static int set_closed(struct call *c, int64_t at)
{
	const char *player = c->params[0];
	enum store_result r = store_account_close(c->conn, player, at);

	if (r == STORE_NOT_FOUND)
		return fail(c, ERR_NOT_FOUND, "there is no player %s", player);
	if (r == STORE_CONFLICT)
		return fail(c, ERR_NO_CHANGE, "the account is %s already", at ? "closed" : "open");
	if (store_ok(c, r) < 0)
		return -1;
	/* His games go on: the built-in player takes his seats, others may take them over. */
	return at && (disable_webhooks(c, player) < 0 || absence_player_goes(c, player) < 0) ? -1 : 0;
}

static int act_on_account(struct call *c, const char *name, int64_t at)
{
	struct act a;
	int r;

	act_begin(&a, c, name);
	act_target(&a, "players", c->params[0]);
	r = act_checked(&a);
	if (r == 0)
		r = set_closed(c, at);
	if (r == 0)
		r = act_done(&a);
	act_dispose(&a);
	return r;
}

int h_admin_account_close(struct call *c) { return act_on_account(c, "close-account", c->now); }
int h_admin_account_reopen(struct call *c) { return act_on_account(c, "reopen-account", 0); }

/* --- settings -------------------------------------------------------------------- */

static const char *const levels[] = {"debug", "info", "warning", "error", NULL};
static const char *const registrations[] = {"open", "closed", NULL};

/* The daemon's word for what is set; `word` NULL: only tell. */
static const char *log_level(struct call *c, const char *word)
{
	const struct api_config *config = api_config(c->api);

	return config->log_level ? config->log_level(config->arg, word) : "info";
}

int h_admin_settings(struct call *c)
{
	struct json_out o;

	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	sink_text(&o.sink, "log_level", log_level(c, NULL));
	sink_text(&o.sink, "registration", registrations[!api_registration_open(c->api)]);
	sink_end(&o.sink);
	return 0;
}

/* Index of the member's word; -1: it is absent, or faulty. */
static int wanted(struct members *m, const char *name, const char *const *words)
{
	int i = -1;

	members_choice(m, name, OPTIONAL, words, &i);
	return i;
}

/* After the commit: what stands in the audit log has happened, and nothing else. */
static void take_over(struct call *c)
{
	struct json_faults faults = {0};
	struct members m;
	int level, registration;

	members_begin(&m, c->body, "", &faults);
	level = wanted(&m, "log_level", levels);
	registration = wanted(&m, "registration", registrations);
	if (level >= 0)
		log_level(c, levels[level]);
	if (registration >= 0)
		api_set_registration(c->api, registration == 0);
}

int h_admin_settings_change(struct call *c)
{
	struct act a;
	int level, registration, r;

	act_begin(&a, c, "change-settings");
	level = wanted(&a.m, "log_level", levels);
	registration = wanted(&a.m, "registration", registrations);
	if (level < 0 && registration < 0 && !a.faults.count)
		json_fault(&a.faults, "", "must have log_level or registration");
	r = act_checked(&a);
	if (level >= 0)
		sink_text(&a.detail.sink, "log_level", levels[level]);
	if (registration >= 0)
		sink_text(&a.detail.sink, "registration", registrations[registration]);
	if (r == 0)
		r = act_done(&a);
	if (r == 0)
		c->kept = take_over;
	act_dispose(&a);
	return r;
}

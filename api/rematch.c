/*
 * rematch.c - POST /v1/games/{game}/rematch: the same people once more.
 *
 * Who of them asks first makes the new table and sits down, everybody one seat
 * further to the front; the seats of the others are held for them by invites
 * of their own.  Who asks later sits down at the same table.  The old game's
 * log tells of it, and the two games know of each other.
 */
#include <stdio.h>
#include <string.h>

#include "api/clock_log.h"
#include "api/handlers.h"
#include "api/invite.h"
#include "api/outcome.h"

static int read_seed(struct call *c, struct sitting *s)
{
	struct json_faults faults = {0};
	struct members m;

	members_begin(&m, c->body, "", &faults);
	sitting_read_seed(&m, s);
	members_done(&m);
	return fail_on_faults(c, &faults);
}

/* --- making it ----------------------------------------------------------------- */

static int fill_in(struct call *c, const struct table *old, struct table *t)
{
	const struct ruleset *newest = ruleset_find(old->meta.ruleset, 0);

	random_bytes(c->api, t->meta.server_seed, sizeof(t->meta.server_seed));
	t->meta.status = STORE_LOBBY;
	t->meta.visibility = old->meta.visibility;
	memcpy(t->meta.name, old->meta.name, sizeof(t->meta.name));
	t->meta.created_at = t->meta.updated_at = c->now;
	if (old->clock && !(t->clock = clock_new(&old->clock->settings)))
		return fail(c, ERR_UNAVAILABLE, "no memory");
	return lobby_fill(c, t, newest, old->tileset, old->options, old->seat_count);
}

/* Who sat second sits first, and the first last. */
static int rotated(const struct table *old, int seat)
{
	return (seat + old->seat_count - 1) % old->seat_count;
}

/* The colour stays with the player, unless the options give it to the seat. */
static int colour_of(const struct table *t, const struct store_seat *before, int seat)
{
	int fixed = ruleset_seat_colour(t->ruleset, t->options, seat);

	return fixed >= 0 ? fixed : ruleset_find_colour(t->ruleset, before->colour);
}

/* A seat is held for each of the others who still is there. */
static int hold_seat(struct call *c, const struct table *t, const struct store_seat *before, int seat)
{
	struct store_invite invite = {.seat = (int16_t)seat};
	struct store_player player;
	enum store_result r = store_player_get(c->conn, before->player, &player);

	if (r != STORE_OK)
		return store_ok(c, r);
	if (player.deleted_at)
		return 0;
	memcpy(invite.player, player.id, sizeof(invite.player));
	snprintf(invite.colour, sizeof(invite.colour), "%s", t->ruleset->colours[colour_of(t, before, seat)]);
	return invite_add(c, t->meta.id, &invite, NULL);
}

static int seat_people(struct change *ch, const struct table *old, struct sitting *own)
{
	struct call *c = ch->c;
	int r = 0;

	for (int i = 0; r == 0 && i < old->seat_count; i++) {
		const struct store_seat *before = &old->seats[i];
		int seat = rotated(old, before->seat);

		if (strcmp(before->player, c->player) != 0) {
			r = hold_seat(c, ch->table, before, seat);
			continue;
		}
		own->colour = colour_of(ch->table, before, seat);
		r = lobby_sit(ch, own, seat);
		if (r == 0)
			r = change_entry(ch, seat, NULL);
	}
	return r;
}

static int link_games(struct call *c, const struct table *old, struct table *t)
{
	enum store_result r = STORE_OK;

	t->series.spectator_delay = old->series.spectator_delay;
	memcpy(t->series.previous, old->meta.id, sizeof(t->series.previous));
	if (t->series.spectator_delay)
		r = store_series_delay(c->conn, t->meta.id, t->series.spectator_delay);
	if (r == STORE_OK)
		r = store_series_link(c->conn, old->meta.id, t->meta.id);
	return store_ok(c, r);
}

static int make_table(struct change *ch, const struct table *old, struct sitting *own)
{
	struct call *c = ch->c;
	struct table *t = ch->table;

	if (fill_in(c, old, t) < 0 || lobby_add(c, t) < 0 || link_games(c, old, t) < 0)
		return -1;
	lobby_note_created(ch);
	if (change_entry(ch, -1, NULL) < 0 || seat_people(ch, old, own) < 0)
		return -1;
	return change_finish(ch);
}

/* The old game's log tells the others. */
static int tell_offer(struct change *ch, const struct table *t)
{
	int place = table_seat_of(ch->table, ch->c->player), seat = ch->table->seats[place].seat;
	struct sink *out = change_event(ch, "rematch-offered", seat);

	sink_text(out, "player", ch->c->player);
	sink_text(out, "rematch", t->meta.id);
	change_event_close(ch);
	memcpy(ch->table->series.next, t->meta.id, sizeof(ch->table->series.next));
	return change_entry(ch, seat, NULL) < 0 ? -1 : change_finish(ch);
}

static int offer(struct change *old, struct sitting *own)
{
	struct call *c = old->c;
	struct table *t = table_new();
	struct change ch;
	int r;

	if (!t)
		return fail(c, ERR_UNAVAILABLE, "no memory");
	change_begin_new(&ch, c, t);
	r = make_table(&ch, old->table, own);
	if (r == 0)
		r = tell_offer(old, t);
	if (r == 0) {
		snprintf(c->location, sizeof(c->location), "/v1/games/%s", t->meta.id);
		r = outcome_game(c, t, 201);
	}
	change_drop(&ch);
	return r;
}

/* --- sitting down at it ---------------------------------------------------------- */

static int join(struct call *c, const char *next, struct sitting *own)
{
	struct change ch;
	int r = change_begin(&ch, c, next), sits = 0;

	if (r == 0) {
		sits = table_seat_of(ch.table, c->player) >= 0 || ch.table->meta.status != STORE_LOBBY;
		if (sits)
			r = live_may_see(c, ch.table);
		else
			r = lobby_join(&ch, own);
	}
	if (r == 0 && !sits)
		r = change_finish(&ch);
	if (r == 0) {
		snprintf(c->location, sizeof(c->location), "/v1/games/%s", next);
		r = outcome_game(c, ch.table, 200);
	}
	change_drop(&ch);
	return r;
}

static int ask_again(struct change *ch)
{
	struct call *c = ch->c;
	struct table *t = ch->table;
	struct sitting own = {.colour = -1};

	if (live_may_see(c, t) < 0)
		return -1;
	if (table_seat_of(t, c->player) < 0)
		return fail(c, ERR_NOT_SEATED, "only who played here may ask for a rematch");
	if (t->meta.status != STORE_FINISHED)
		return fail(c, ERR_NOT_OVER, "the game is %s: a rematch is for games that were played to the end",
			table_status(t));
	if (read_seed(c, &own) < 0)
		return -1;
	return *t->series.next ? join(c, t->series.next, &own) : offer(ch, &own);
}

int h_game_rematch(struct call *c)
{
	struct change ch;
	int r = change_begin(&ch, c, c->params[0]);

	if (r == 0)
		r = ask_again(&ch);
	change_drop(&ch);
	return r;
}

/*
 * substitutes.c - offering, withdrawing and taking seats of games that are
 * played, and coming back to one's own.
 */
#include "api/substitutes.h"

#include <stdio.h>
#include <string.h>

#include "api/absence.h"
#include "api/clock_log.h"
#include "api/handlers.h"
#include "api/lobby.h"
#include "api/outcome.h"
#include "api/refusal.h"
#include "api/spectators.h"

/* --- events and rows ---------------------------------------------------------- */

static int keep(struct change *ch, int seat)
{
	enum store_result r = store_seat_change(ch->c->conn, ch->table->meta.id, &ch->table->seats[seat]);

	if (r == STORE_CONFLICT)
		return fail(ch->c, ERR_ALREADY_SEATED, "you sit in this game");
	return store_ok(ch->c, r) < 0 ? -1 : change_entry(ch, seat, NULL);
}

int substitutes_offer(struct change *ch, int seat)
{
	if (ch->table->seats[seat].offered_at)
		return 0;
	ch->table->seats[seat].offered_at = ch->at;
	change_event(ch, "seat-offered", seat);
	change_event_close(ch);
	return keep(ch, seat);
}

void substitutes_note_end(struct change *ch, int seat)
{
	change_event(ch, "seat-offer-ended", seat);
	change_event_close(ch);
}

/* --- who may ---------------------------------------------------------------------- */

/* The seat of the path, of a game that is played; it may not have left. */
static int find_seat(struct call *c, const struct table *t, int *seat)
{
	const char *text = c->params[1];

	if (strlen(text) != 1 || *text < '0' || *text >= '0' + table_seats(t))
		return fail(c, ERR_NOT_FOUND, "there is no seat %s", text);
	*seat = *text - '0';
	if (t->meta.status != STORE_ACTIVE)
		return refuse_idle(c, t);
	return 0;
}

/* Who sees the game late does not hear of it: then a seat that has left just is not offered. */
static int check_playing(struct call *c, const struct table *t, int seat)
{
	if (t->game->now.seat_state[seat] == SEAT_PLAYING)
		return 0;
	if (spectators_late(t, c->player))
		return fail(c, ERR_SEAT_NOT_OFFERED, "seat %d is not offered", seat);
	return fail(c, ERR_SEAT_OUT, "seat %d has left the game", seat);
}

static int is_away(const struct table *t, int seat)
{
	return absence_held(t, seat) || t->seats[seat].missed > 0;
}

/* Whether it is the caller's to offer. */
static int check_disposer(struct call *c, const struct table *t, int seat)
{
	if (strcmp(c->player, t->seats[seat].player) == 0)
		return 0;
	if (strcmp(c->player, t->meta.creator) != 0)
		return fail(c, ERR_FORBIDDEN, "seat %d is offered by its own player, or by who made the game", seat);
	if (!is_away(t, seat))
		return fail(c, ERR_FORBIDDEN, "the player of seat %d is not away", seat);
	return 0;
}

/* --- who has been here before ------------------------------------------------------ */

struct past {
	char left[STORE_PLAYER_ID + 16];	/* "from":"..." */
	char seat[40];				/* how the event of this seat goes on behind its type */
	int found;
};

/* Whether the line says that the player left a seat other than the one wanted. */
static int is_of_another(const struct past *p, const char *line, size_t size)
{
	static const char type[] = "\"type\":\"seat-handed-over\",";
	const char *rest = memmem(line, size, type, sizeof(type) - 1);

	return rest && memmem(rest, (size_t)(line + size - rest), p->left, strlen(p->left)) &&
		memcmp(rest + sizeof(type) - 1, p->seat, strlen(p->seat)) != 0;
}

static int look_for_past(void *arg, const struct store_entry *e)
{
	struct past *p = arg;
	const char *at = e->events, *end = at + e->events_size;

	while (at < end && !p->found) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t size = (size_t)((stop ? stop : end) - at);

		p->found = is_of_another(p, at, size);
		at += size + 1;
	}
	return p->found;
}

/* Who knows what one side has said may not play on another. */
static int check_past(struct call *c, const struct table *t, int seat)
{
	unsigned changed = 0;
	struct past p = {.found = 0};
	enum store_result r;

	for (int i = 0; i < t->seat_count; i++)
		changed |= (unsigned)(i != seat && t->seats[i].hands & STORE_HANDS_OTHER);
	if (!changed)
		return 0;
	snprintf(p.left, sizeof(p.left), "\"from\":\"%s\"", c->player);
	snprintf(p.seat, sizeof(p.seat), "\"seat\":%d,", seat);
	r = store_log_read(c->conn, t->meta.id, 0, 0, look_for_past, &p);
	if (r != STORE_OK)
		return store_ok(c, r);
	return p.found ? fail(c, ERR_FORBIDDEN, "you have played another seat of this game") : 0;
}

/* --- handlers ------------------------------------------------------------------------ */

static int offer(struct change *ch)
{
	struct call *c = ch->c;
	int seat;

	if (find_seat(c, ch->table, &seat) < 0 || check_disposer(c, ch->table, seat) < 0
	    || check_playing(c, ch->table, seat) < 0)
		return -1;
	if (ch->table->meta.version > TABLE_VERSION_MAX)
		return fail(c, ERR_FORBIDDEN, "this game has seen too much coming and going");
	return substitutes_offer(ch, seat);
}

static int withdraw(struct change *ch)
{
	int seat;

	if (find_seat(ch->c, ch->table, &seat) < 0 || check_disposer(ch->c, ch->table, seat) < 0
	    || check_playing(ch->c, ch->table, seat) < 0)
		return -1;
	if (!ch->table->seats[seat].offered_at)
		return 0;
	ch->table->seats[seat].offered_at = 0;
	substitutes_note_end(ch, seat);
	return keep(ch, seat);
}

static void note_handed_over(struct change *ch, int seat, const char *from, const char *to)
{
	struct sink *out = change_event(ch, "seat-handed-over", seat);

	sink_text(out, "from", from);
	sink_text(out, "to", to);
	change_event_close(ch);
}

static int take(struct change *ch)
{
	struct call *c = ch->c;
	struct table *t = ch->table;
	struct store_player player;
	struct store_seat *s;
	int seat;

	if (find_seat(c, t, &seat) < 0 || check_playing(c, t, seat) < 0)
		return -1;
	s = &t->seats[seat];
	if (table_seat_of(t, c->player) >= 0)
		return fail(c, ERR_ALREADY_SEATED, "you sit in this game on seat %d", table_seat_of(t, c->player));
	if (!s->offered_at)
		return fail(c, ERR_SEAT_NOT_OFFERED, "seat %d is not offered", seat);
	if (check_past(c, t, seat) < 0 || store_ok(c, store_player_get(c->conn, c->player, &player)) < 0)
		return -1;
	note_handed_over(ch, seat, s->player, player.id);
	if (absence_held(t, seat))
		absence_note_end(ch, seat, player.id);
	memcpy(s->player, player.id, sizeof(s->player));
	memcpy(s->name, player.name, sizeof(s->name));
	t->bot[seat] = player.bot;
	s->taken_at = c->now;
	s->stand_in = s->offered_at = 0;
	s->missed = 0;
	s->hands |= STORE_HANDS_OTHER;
	snprintf(c->location, sizeof(c->location), "/v1/games/%s", t->meta.id);
	return keep(ch, seat) < 0 ? -1 : clock_seat_changed(ch, seat);
}

static int come_back(struct change *ch)
{
	struct call *c = ch->c;
	const struct table *t = ch->table;
	int seat = table_seat_of(t, c->player);

	if (seat < 0)
		return fail(c, ERR_NOT_SEATED, "you have no seat in game %s", t->meta.id);
	if (t->meta.status != STORE_ACTIVE)
		return refuse_idle(c, t);
	if (t->game->now.seat_state[seat] != SEAT_PLAYING)
		return fail(c, ERR_SEAT_OUT, "seat %d has left the game", seat);
	return absence_acts(ch, seat);
}

/* A stranger may know of a hidden game that he was asked to help out in. */
static int may_know(struct call *c, const struct table *t)
{
	for (int i = 0; i < t->seat_count && c->route->handler == h_seat_take_over; i++)
		if (t->meta.status == STORE_ACTIVE && t->seats[i].offered_at)
			return 0;
	return live_may_see(c, t);
}

/* What changes nothing writes nothing: asked for twice it is as if asked for once. */
static int change_seat(struct call *c, int (*change)(struct change *))
{
	struct change ch;
	int r = change_begin(&ch, c, c->params[0]);

	if (r == 0)
		r = may_know(c, ch.table);
	if (r == 0)
		r = lobby_plain_body(c, ch.table);
	if (r == 0)
		r = change(&ch);
	if (r == 0 && ch.table->meta.version > ch.base)
		r = change_finish(&ch);
	if (r == 0)
		r = outcome_game(c, ch.table, 200);
	change_drop(&ch);
	return r;
}

int h_seat_offer(struct call *c) { return change_seat(c, offer); }
int h_seat_withdraw(struct call *c) { return change_seat(c, withdraw); }
int h_seat_take_over(struct call *c) { return change_seat(c, take); }
int h_seat_return(struct call *c) { return change_seat(c, come_back); }

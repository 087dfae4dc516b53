/*
 * lobby.c - games before they are played: made, joined, left, started, called
 * off.
 *
 * Whoever starts early plays with those who sit: free seats are dropped and
 * the others close up in their order, each told by the events of leaving
 * one seat and taking another.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/clock_log.h"
#include "api/handlers.h"
#include "api/invite.h"
#include "api/limit.h"
#include "api/lobby.h"
#include "api/outcome.h"
#include "api/refusal.h"

/* --- seats ----------------------------------------------------------------- */

/* Texts that people see and hash: no control characters. */
void check_plain(struct json_faults *faults, const char *pointer, const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f) {
			json_fault(faults, pointer, "may not hold line feeds or other control characters");
			return;
		}
}

void sitting_read_seed(struct members *m, struct sitting *s)
{
	if (members_text(m, "client_seed", OPTIONAL, s->client_seed, STORE_CLIENT_SEED))
		check_plain(m->faults, "/client_seed", s->client_seed);
}

void sitting_read(struct members *m, const struct ruleset *r, struct sitting *s)
{
	s->colour = -1;
	members_choice(m, "colour", OPTIONAL, r->colours, &s->colour);
	sitting_read_seed(m, s);
}

static int colour_taken(const struct table *t, const char *colour)
{
	for (int i = 0; i < t->seat_count; i++)
		if (strcmp(t->seats[i].colour, colour) == 0)
			return 1;
	return 0;
}

/* The colour that the seat must have, the one asked for, or the first free one; NULL: taken. */
static const char *choose_colour(const struct table *t, int number, int asked, unsigned held)
{
	const char *const *colours = t->ruleset->colours;
	int fixed = ruleset_seat_colour(t->ruleset, t->options, number);

	if (fixed >= 0)
		asked = fixed;
	if (asked >= 0)
		return colour_taken(t, colours[asked]) || held >> asked & 1 ? NULL : colours[asked];
	for (int i = 0; colours[i]; i++)
		if (!colour_taken(t, colours[i]) && !(held >> i & 1))
			return colours[i];
	return NULL;
}

int lobby_match(const struct ruleset *r, const uint8_t options[GAME_OPTIONS_MAX], int seats, int colour,
	int64_t *seat, struct json_faults *faults)
{
	int fixed = *seat >= 0 ? ruleset_seat_colour(r, options, (int)*seat) : -1;

	if (colour < 0 || fixed == colour)
		return 0;
	if (fixed >= 0) {
		json_fault(faults, "/colour", "seat %d is %s by the options of this game", (int)*seat, r->colours[fixed]);
		return -1;
	}
	for (int i = 0; i < seats && *seat < 0; i++) {
		fixed = ruleset_seat_colour(r, options, i);
		if (fixed < 0)
			return 0;
		if (fixed == colour)
			*seat = i;
	}
	if (*seat < 0)
		json_fault(faults, "/colour", "no seat is %s by the options of this game", r->colours[colour]);
	return *seat < 0 ? -1 : 0;
}

void lobby_note_taken(struct change *ch, const struct store_seat *seat)
{
	struct sink *out = change_event(ch, "seat-taken", seat->seat);

	sink_text(out, "colour", seat->colour);
	/* The id only: the log stays when a player goes. */
	if (*seat->player)
		sink_text(out, "player", seat->player);
	else
		sink_null(out, "player");
	change_event_close(ch);
}

static void note_left(struct change *ch, const struct store_seat *seat)
{
	struct sink *out = change_event(ch, "seat-left", seat->seat);

	sink_text(out, "player", seat->player);
	change_event_close(ch);
	live_tell(api_live(ch->c->api), seat->player);
}

int lobby_sit(struct change *ch, const struct sitting *s, int number)
{
	struct call *c = ch->c;
	struct table *t = ch->table;
	struct store_seat seat = {.seat = (uint8_t)number, .taken_at = c->now};
	const char *colour = choose_colour(t, number, s->colour, s->held);
	struct store_player player;
	enum store_result r;

	if (!colour)
		return fail(c, ERR_SEAT_TAKEN, "%s is taken", s->colour < 0 ? "every colour" : t->ruleset->colours[s->colour]);
	/* What the caller made is counted since it is in the store. */
	if (limit_open_games(c, strcmp(t->meta.creator, c->player) == 0) < 0)
		return -1;
	r = store_player_get(c->conn, c->player, &player);
	if (r != STORE_OK)
		return store_ok(c, r);
	snprintf(seat.colour, sizeof(seat.colour), "%s", colour);
	memcpy(seat.player, player.id, sizeof(seat.player));
	memcpy(seat.name, player.name, sizeof(seat.name));
	memcpy(seat.client_seed, s->client_seed, sizeof(seat.client_seed));
	r = store_seat_claim(c->conn, t->meta.id, &seat);
	if (r == STORE_CONFLICT)
		return fail(c, ERR_SEAT_TAKEN, "seat %d is taken", number);
	if (r != STORE_OK)
		return store_ok(c, r);
	lobby_note_taken(ch, table_add_seat(t, &seat, player.bot));
	return 0;
}

/* --- starting ------------------------------------------------------------------ */

/* Close up one seat: leave it, take the lower number. */
static int move_seat(struct change *ch, struct store_seat *seat, int number)
{
	struct call *c = ch->c;
	enum store_result r = store_seat_leave(c->conn, ch->table->meta.id, seat->seat);

	if (r != STORE_OK)
		return store_ok(c, r);
	note_left(ch, seat);
	seat->seat = (uint8_t)number;
	r = store_seat_claim(c->conn, ch->table->meta.id, seat);
	if (r != STORE_OK)
		return store_ok(c, r);
	lobby_note_taken(ch, seat);
	return 0;
}

static int close_up(struct change *ch)
{
	struct table *t = ch->table;
	int moved = 0;

	for (int i = 0; i < t->seat_count; i++) {
		if (t->seats[i].seat == i)
			continue;
		moved = 1;
		if (move_seat(ch, &t->seats[i], i) < 0)
			return -1;
	}
	return moved ? change_entry(ch, -1, NULL) : 0;
}

static void set_up(const struct table *t, struct game_setup *setup)
{
	const char *client_seeds[GAME_SEATS_MAX];

	setup->ruleset = t->ruleset;
	setup->seat_count = t->seat_count;
	memcpy(setup->options, t->options, sizeof(setup->options));
	for (int i = 0; i < t->seat_count; i++) {
		setup->colours[i] = (uint8_t)ruleset_find_colour(t->ruleset, t->seats[i].colour);
		client_seeds[i] = t->seats[i].client_seed;
	}
	rng_game_seed(setup->game_seed, t->meta.server_seed, client_seeds, t->seat_count);
}

int lobby_begin(struct table *t, struct events *events, struct game_error *err)
{
	struct game_setup setup = {0};
	int r;

	t->game = malloc(sizeof(*t->game));
	if (!t->game) {
		snprintf(err->text, sizeof(err->text), "no memory");
		return -1;
	}
	set_up(t, &setup);
	r = game_start(t->game, t->tileset, &setup, events, err);
	sodium_memzero(&setup, sizeof(setup));
	return r;
}

int lobby_start(struct change *ch)
{
	struct table *t = ch->table;
	struct game_error err = {0};
	struct events events;

	if (close_up(ch) < 0)
		return -1;
	if (lobby_begin(t, &events, &err) < 0)
		return fail(ch->c, ERR_INTERNAL, "the game does not start: %s", err.text);
	t->meta.status = STORE_ACTIVE;
	t->meta.started_at = ch->c->now;
	if (clock_start(ch) < 0)
		return -1;
	for (int i = 0; i < GAME_SEATS_MAX; i++)
		t->since[i] = ch->c->now;
	change_engine_events(ch, &events, events.count);
	return change_entry(ch, -1, NULL);
}

/* --- handlers -------------------------------------------------------------------- */

static int must_be_lobby(struct call *c, const struct table *t)
{
	if (t->meta.status == STORE_LOBBY)
		return 0;
	if (live_may_see(c, t) < 0)
		return -1;
	return fail(c, ERR_NOT_IN_LOBBY, "the game is %s", table_status(t));
}

static int not_creator(struct call *c, const struct table *t)
{
	if (strcmp(c->player, t->meta.creator) == 0)
		return 0;
	if (live_may_see(c, t) < 0)
		return -1;
	return fail(c, ERR_FORBIDDEN, "only who made the game may do this");
}

/* --- sitting down ------------------------------------------------------------------ */

/* What a request to sit down says, and by which right. */
struct claim {
	struct sitting sitting;
	int64_t seat, expected;		/* -1: not said */
	int invited;			/* 1: `invite` is the caller's to use */
	struct store_invite invite;
	struct invite_holds holds;	/* for others */
};

static int is_taken(const struct table *t, int seat)
{
	for (int i = 0; i < t->seat_count; i++)
		if (t->seats[i].seat == seat)
			return 1;
	return 0;
}

static int is_held(const struct claim *m, const struct table *t, int seat)
{
	int fixed = ruleset_seat_colour(t->ruleset, t->options, seat);

	return m->holds.seats >> seat & 1 || (fixed >= 0 && m->holds.colours >> fixed & 1);
}

/* The seat asked for, or the lowest that is free and not held for another. */
static int choose_seat(struct call *c, const struct table *t, const struct claim *m, int *seat)
{
	int place = table_seat_of(t, c->player), number = 0;

	if (place >= 0)
		return fail(c, ERR_ALREADY_SEATED, "you sit in this game on seat %d", t->seats[place].seat);
	if (table_free_seat(t) < 0)
		return fail(c, ERR_GAME_FULL, "all %d seats are taken", t->meta.seat_count);
	if (m->seat >= 0 && is_taken(t, (int)m->seat))
		return fail(c, ERR_SEAT_TAKEN, "seat %d is taken", (int)m->seat);
	if (m->seat >= 0 && is_held(m, t, (int)m->seat))
		return fail(c, ERR_SEAT_TAKEN, "seat %d is held for who is invited to it", (int)m->seat);
	while (number < t->meta.seat_count && (is_taken(t, number) || is_held(m, t, number)))
		number++;
	if (m->seat < 0 && number == t->meta.seat_count)
		return fail(c, ERR_GAME_FULL, "the seats that are free are held for who is invited");
	*seat = m->seat >= 0 ? (int)m->seat : number;
	return 0;
}

/*
 * Who asks by which right: with the invite named, with one that is for the
 * caller, or because the table is open to all.  Comes before all else, for a
 * private table is not even there for strangers.
 */
static int find_invite(struct call *c, const struct table *t, const char *code, struct claim *claim)
{
	claim->invited = invite_find(c, t->meta.id, code, &claim->invite);
	if (claim->invited < 0)
		return -1;
	if (!claim->invited && !table_visible(t, c->player))
		return fail(c, ERR_NOT_FOUND, "there is no game %s", t->meta.id);
	if (code && !claim->invited)
		return fail(c, ERR_INVITE_INVALID, "this invite is not good for this game");
	return invite_holds(c, t, claim->invited ? &claim->invite : NULL, &claim->holds);
}

/* The invite's seat and colour are asked for where the request does not. */
static void follow_invite(const struct table *t, struct claim *m, struct json_faults *faults)
{
	int colour = ruleset_find_colour(t->ruleset, m->invite.colour);

	if (!m->invited)
		return;
	if (m->invite.seat >= 0 && m->seat >= 0 && m->seat != m->invite.seat)
		json_fault(faults, "/seat", "is not where the invite is to: that is seat %d", m->invite.seat);
	else if (m->invite.seat >= 0)
		m->seat = m->invite.seat;
	if (colour >= 0 && m->sitting.colour >= 0 && m->sitting.colour != colour)
		json_fault(faults, "/colour", "is not what the invite is for: that is %s", m->invite.colour);
	else if (colour >= 0)
		m->sitting.colour = colour;
}

static int read_claim(struct call *c, const struct table *t, struct claim *claim)
{
	struct json_faults faults = {0};
	char code[INVITE_CODE + 1];
	struct members m;

	claim->seat = claim->expected = -1;
	members_begin(&m, c->body, "", &faults);
	if (find_invite(c, t, members_text(&m, "invite", OPTIONAL, code, INVITE_CODE) ? code : NULL, claim) < 0)
		return -1;
	members_integer(&m, "seat", OPTIONAL, 0, t->meta.seat_count - 1, &claim->seat);
	sitting_read(&m, t->ruleset, &claim->sitting);
	follow_invite(t, claim, &faults);
	lobby_match(t->ruleset, t->options, t->meta.seat_count, claim->sitting.colour, &claim->seat, &faults);
	if (call_expected_version(c, &m, &claim->expected) < 0)
		return -1;
	members_done(&m);
	return fail_on_faults(c, &faults);
}

/* Of two who come with the same invite one is too late. */
static int use_invite(struct call *c, const struct table *t, const struct claim *m)
{
	enum store_result r;

	if (!m->invited)
		return 0;
	r = store_invite_use(c->conn, t->meta.id, m->invite.id, c->player, c->now);
	return r == STORE_CONFLICT ? fail(c, ERR_INVITE_INVALID, "the invite was used") : store_ok(c, r);
}

static int sit_down(struct change *ch, struct claim *claim)
{
	struct call *c = ch->c;
	struct table *t = ch->table;
	int seat = 0;

	if (choose_seat(c, t, claim, &seat) < 0)
		return -1;
	if (t->meta.version > TABLE_VERSION_MAX)
		return fail(c, ERR_FORBIDDEN, "this lobby has seen too much coming and going: make another game");
	if (use_invite(c, t, claim) < 0)
		return -1;
	claim->sitting.held = claim->holds.colours;
	if (lobby_sit(ch, &claim->sitting, seat) < 0 || change_entry(ch, seat, NULL) < 0)
		return -1;
	return t->seat_count == t->meta.seat_count ? lobby_start(ch) : 0;
}

int lobby_join(struct change *ch, const struct sitting *s)
{
	struct json_faults faults = {0};
	struct claim claim = {.sitting = *s, .seat = -1, .expected = -1};

	if (find_invite(ch->c, ch->table, NULL, &claim) < 0)
		return -1;
	follow_invite(ch->table, &claim, &faults);
	return sit_down(ch, &claim);
}

static int take_seat(struct change *ch)
{
	struct call *c = ch->c;
	struct table *t = ch->table;
	struct claim claim = {0};

	if (must_be_lobby(c, t) < 0 || read_claim(c, t, &claim) < 0 || check_version(c, t, claim.expected) < 0 ||
		sit_down(ch, &claim) < 0)
		return -1;
	snprintf(c->location, sizeof(c->location), "/v1/games/%s", t->meta.id);
	return 0;
}

int lobby_leave(struct change *ch, int place)
{
	struct table *t = ch->table;
	int number = t->seats[place].seat;
	enum store_result r = store_seat_leave(ch->c->conn, t->meta.id, number);

	if (r != STORE_OK)
		return store_ok(ch->c, r);
	note_left(ch, &t->seats[place]);
	table_remove_seat(t, place);
	return change_entry(ch, number, NULL);
}

static int leave_seat(struct change *ch)
{
	struct call *c = ch->c;
	struct table *t = ch->table;
	int place = table_seat_of(t, c->player), number;

	if (live_may_see(c, t) < 0 || must_be_lobby(c, t) < 0)
		return -1;
	if (sscanf(c->params[1], "%d", &number) != 1 || strlen(c->params[1]) != 1 ||
		number >= t->meta.seat_count)
		return fail(c, ERR_NOT_FOUND, "there is no seat %s", c->params[1]);
	if (place < 0)
		return fail(c, ERR_NOT_SEATED, "you do not sit in this game");
	if (t->seats[place].seat != number)
		return fail(c, ERR_FORBIDDEN, "your seat is %d", t->seats[place].seat);
	return lobby_leave(ch, place);
}

/* A seat that is to begin must be there, and be the one that was meant. */
static int check_first_seat(struct call *c, const struct table *t)
{
	int first = t->options[OPTION_FIRST_SEAT] - 1;

	if (first < 0 || (first < t->seat_count && t->seats[first].seat == first))
		return 0;
	return fail(c, ERR_TOO_FEW_SEATS, "seat %d is to begin: seats 0 to %d must be taken", first, first);
}

static int start(struct change *ch)
{
	struct call *c = ch->c;
	const struct table *t = ch->table;
	struct game_error err = {0};

	if (not_creator(c, t) < 0 || must_be_lobby(c, t) < 0)
		return -1;
	if (t->seat_count < t->ruleset->seats_min)
		return fail(c, ERR_TOO_FEW_SEATS, "%d seats are taken, %d are needed",
			t->seat_count, t->ruleset->seats_min);
	if (check_first_seat(c, t) < 0)
		return -1;
	if (ruleset_check_options(t->ruleset, t->options, t->seat_count, &err) < 0)
		return fail(c, ERR_TOO_FEW_SEATS, "not with %d seats taken: %s", t->seat_count, err.text);
	return lobby_start(ch);
}

int lobby_abort(struct change *ch)
{
	ch->table->meta.status = STORE_ABORTED;
	ch->table->meta.finished_at = ch->at;
	change_event(ch, "game-aborted", -1);
	change_event_close(ch);
	return change_entry(ch, -1, NULL);
}

static int call_off(struct change *ch)
{
	struct call *c = ch->c;
	struct table *t = ch->table;

	if (not_creator(c, t) < 0)
		return -1;
	if (t->meta.status == STORE_ACTIVE)
		return fail(c, ERR_NOT_IN_LOBBY, "the game has begun: it is over when all but one have resigned");
	if (must_be_lobby(c, t) < 0)
		return -1;
	return lobby_abort(ch);
}

int lobby_plain_body(struct call *c, const struct table *t)
{
	struct json_faults faults = {0};
	struct members m;
	int64_t expected;

	members_begin(&m, c->body, "", &faults);
	if (call_expected_version(c, &m, &expected) < 0)
		return -1;
	members_done(&m);
	if (fail_on_faults(c, &faults) < 0)
		return -1;
	return table_visible(t, c->player) ? check_version(c, t, expected) : 0;
}

static int change_lobby(struct call *c, int (*change)(struct change *), int plain, int status)
{
	struct change ch;
	int r = change_begin(&ch, c, c->params[0]);

	if (r == 0 && plain)
		r = lobby_plain_body(c, ch.table);
	if (r == 0)
		r = change(&ch);
	if (r == 0)
		r = change_finish(&ch);
	if (r == 0)
		r = outcome_game(c, ch.table, status);
	change_drop(&ch);
	return r;
}

int h_seat_take(struct call *c) { return change_lobby(c, take_seat, 0, 201); }
int h_seat_leave(struct call *c) { return change_lobby(c, leave_seat, 1, 200); }
int h_game_start(struct call *c) { return change_lobby(c, start, 1, 200); }
int h_game_abort(struct call *c) { return change_lobby(c, call_off, 1, 200); }

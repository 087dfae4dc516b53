/*
 * at.c - GET /v1/games/{game}/at/{version}: the game as it was.
 *
 * The log is played again from its beginning up to the last entry that ends at
 * or before the version.  A game has some hundred entries of a few
 * microseconds each, and TABLE_VERSION_MAX keeps it from having many more.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/at.h"
#include "api/clock_log.h"
#include "api/handlers.h"
#include "api/lobby.h"
#include "api/outcome.h"

struct replay {
	struct call *c;
	const struct table *now;	/* as it is today */
	struct table *t;		/* as it was */
	int64_t version;		/* to get to */
	int broken;
};

/* Name and kind of somebody who sat: as noted then, or as they are called now. */
static void identify(struct replay *r, struct store_seat *seat, uint8_t *bot)
{
	int place = table_seat_of(r->now, seat->player);
	struct store_player player;

	/* In imported games nobody but the seat itself tells who sat there. */
	for (int i = 0; !*seat->player && i < r->now->seat_count; i++)
		if (r->now->seats[i].seat == seat->seat)
			place = i;

	if (place >= 0) {
		memcpy(seat->name, r->now->seats[place].name, sizeof(seat->name));
		*bot = r->now->bot[place];
	} else if (store_player_get(r->c->conn, seat->player, &player) == STORE_OK) {
		memcpy(seat->name, player.name, sizeof(seat->name));
		*bot = player.bot;
	}
}

static void copy_member(char *out, size_t size, const struct json *event, const char *name)
{
	const char *text = json_string(json_member(event, name));

	snprintf(out, size, "%s", text ? text : "");
}

static void replay_taken(struct replay *r, const struct json *event)
{
	struct store_seat seat = {0};
	uint8_t bot = 0;
	int64_t number;

	if (json_integer(json_member(event, "seat"), 0, GAME_SEATS_MAX - 1, &number) < 0 ||
		r->t->seat_count == GAME_SEATS_MAX) {
		r->broken = 1;
		return;
	}
	seat.seat = (uint8_t)number;
	copy_member(seat.colour, sizeof(seat.colour), event, "colour");
	copy_member(seat.player, sizeof(seat.player), event, "player");
	identify(r, &seat, &bot);
	table_add_seat(r->t, &seat, bot);
}

static void replay_left(struct replay *r, const struct json *event)
{
	int64_t number;

	if (json_integer(json_member(event, "seat"), 0, GAME_SEATS_MAX - 1, &number) < 0) {
		r->broken = 1;
		return;
	}
	for (int i = 0; i < r->t->seat_count; i++)
		if (r->t->seats[i].seat == number) {
			table_remove_seat(r->t, i);
			return;
		}
}

static void replay_start(struct replay *r, int64_t at)
{
	struct table *t = r->t;
	struct game_error err;
	struct events events;

	/* Seats may have changed hands since; what the game was shuffled by has not. */
	for (int i = 0; i < t->seat_count && i < r->now->seat_count; i++) {
		memcpy(t->seats[i].client_seed, r->now->seats[i].client_seed, sizeof(t->seats[i].client_seed));
		t->seats[i].taken_at = r->now->seats[i].taken_at;
	}
	if (t->game || t->seat_count != r->now->seat_count || lobby_begin(t, &events, &err) < 0) {
		r->broken = 1;
		return;
	}
	t->meta.status = STORE_ACTIVE;
	t->meta.started_at = at;
}

/* Who plays the seat, see absence.h and substitutes.h; 0: it is not about that. */
static int replay_hands(struct replay *r, const char *type, const struct json *event, int64_t at)
{
	static const char *const types[] = {"seat-handed-over", "stand-in-began", "stand-in-ended", "seat-offered",
		"seat-offer-ended"};
	struct store_seat *seat;
	int64_t number;
	size_t i = 0;

	while (i < sizeof(types) / sizeof(types[0]) && strcmp(types[i], type) != 0)
		i++;
	if (i == sizeof(types) / sizeof(types[0]))
		return 0;
	if (json_integer(json_member(event, "seat"), 0, r->t->seat_count - 1, &number) < 0) {
		r->broken = 1;
		return 1;
	}
	seat = &r->t->seats[number];
	if (i == 0) {
		copy_member(seat->player, sizeof(seat->player), event, "to");
		identify(r, seat, &r->t->bot[number]);
		seat->hands |= STORE_HANDS_OTHER;
	}
	if (i < 3)
		seat->stand_in = i == 1 ? at : 0;
	if (i == 0 || i > 2)
		seat->offered_at = i == 3 ? at : 0;
	return 1;
}

/* Returns 1 when it is the start, which takes care of all its events. */
static int replay_event(struct replay *r, const char *line, size_t size, int64_t at)
{
	char why[160];
	struct json *event = json_parse(line, size, why);
	const char *type = event ? json_string(json_member(event, "type")) : NULL;
	int started = 0;

	if (!type) {
		r->broken = 1;
	} else if (strcmp(type, "seat-taken") == 0) {
		replay_taken(r, event);
	} else if (strcmp(type, "seat-left") == 0) {
		replay_left(r, event);
	} else if (replay_hands(r, type, event, at)) {
		;
	} else if (strcmp(type, "game-aborted") == 0) {
		r->t->meta.status = STORE_ABORTED;
		r->t->meta.finished_at = at;
	} else if (strcmp(type, "rematch-offered") == 0) {
		copy_member(r->t->series.next, sizeof(r->t->series.next), event, "rematch");
	} else if (strcmp(type, event_type_name(EVENT_GAME_STARTED)) == 0) {
		replay_start(r, at);
		started = 1;
	}
	json_free(event);
	return started;
}

static void replay_lobby(struct replay *r, const struct store_entry *entry)
{
	const char *at = entry->events, *end = at + entry->events_size;

	while (at < end && !r->broken) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));

		if (!stop)
			stop = end;
		if (replay_event(r, at, (size_t)(stop - at), entry->at))
			return;
		at = stop + 1;
	}
}

static void replay_action(struct replay *r, const struct store_entry *entry)
{
	struct table *t = r->t;
	struct game_error err;
	struct events events;
	struct action a;

	if (!t->game || action_decode(&a, entry->action) < 0 ||
		game_apply(t->game, t->tileset, &a, &events, &err) < 0) {
		r->broken = 1;
		return;
	}
	if (t->seats[a.seat].stand_in)
		t->seats[a.seat].hands |= STORE_HANDS_BUILT_IN;
	if (t->game->now.phase == PHASE_OVER) {
		t->meta.status = STORE_FINISHED;
		t->meta.finished_at = entry->at;
	}
}

static int replay_entry(void *arg, const struct store_entry *entry)
{
	struct replay *r = arg;

	if (entry->last > r->version)
		return 1;
	if (entry->has_action)
		replay_action(r, entry);
	else
		replay_lobby(r, entry);
	if (r->t->clock && clock_fold_lines(r->t->clock, entry->events, entry->events_size) < 0)
		r->broken = 1;
	r->t->meta.version = entry->last;
	r->t->meta.updated_at = entry->at;
	return r->broken;
}

/* What the table was when the game was made, before anyone sat. */
static struct table *at_first(const struct table *now)
{
	struct table *t = table_new();

	if (!t)
		return NULL;
	t->past = 1;
	t->meta = now->meta;
	t->meta.status = STORE_LOBBY;
	t->meta.version = 0;
	t->meta.started_at = t->meta.finished_at = 0;
	t->series = now->series;
	t->series.next[0] = '\0';
	t->ruleset = now->ruleset;
	t->tileset = now->tileset;
	memcpy(t->options, now->options, sizeof(t->options));
	if (!now->clock || (t->clock = clock_new(&now->clock->settings)))
		return t;
	table_unref(t);
	return NULL;
}

struct table *at_version(struct call *c, const struct table *now, int64_t version)
{
	struct replay r = {.c = c, .now = now, .version = version};
	enum store_result result;

	if (version > now->meta.version) {
		fail(c, ERR_NOT_FOUND, "the game is at version %lld", (long long)now->meta.version);
		return NULL;
	}
	r.t = at_first(now);
	if (!r.t) {
		fail(c, ERR_UNAVAILABLE, "no memory");
		return NULL;
	}
	result = store_log_read(c->conn, now->meta.id, 0, 0, replay_entry, &r);
	if (r.t->clock)
		clock_settle(r.t->clock);
	if (result == STORE_OK && !r.broken && r.t->meta.version > 0)
		return r.t;
	if (result != STORE_OK) {
		store_ok(c, result);
	} else if (r.broken) {
		api_log(c->api, API_ERROR, "msg=\"the log does not replay\" game=%s version=%lld",
			now->meta.id, (long long)r.t->meta.version);
		fail(c, ERR_INTERNAL, "the log of game %s does not replay", now->meta.id);
	} else {
		fail(c, ERR_NOT_FOUND, "there was nothing yet at version %lld", (long long)version);
	}
	table_unref(r.t);
	return NULL;
}

static int read_version(struct call *c, int64_t *version)
{
	const char *text = c->params[1];
	char *end;

	*version = strtoll(text, &end, 10);
	if (strspn(text, "0123456789") != strlen(text) || *end || end == text || strlen(text) > 9)
		return fail(c, ERR_NOT_FOUND, "a version is a number");
	return 0;
}

int h_game_at(struct call *c)
{
	struct table *now = live_get(c, c->params[0]), *then = NULL;
	int64_t version;
	int r;

	if (!now)
		return -1;
	r = read_version(c, &version);
	if (r == 0)
		then = at_version(c, now, version);
	if (then)
		r = outcome_game(c, then, 200);
	table_unref(then);
	table_unref(now);
	return then ? r : -1;
}

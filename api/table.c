/* table.c - tables: made, copied, read from the store, asked. */
#include "api/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/call.h"
#include "api/catalogue.h"
#include "api/clock_log.h"
#include "api/options.h"
#include "api/view.h"
#include "storage/sittings.h"

enum { LOAD_ATTEMPTS = 5 };

struct table *table_new(void)
{
	struct table *t = calloc(1, sizeof(*t));

	if (t)
		atomic_init(&t->refs, 1);
	return t;
}

struct table *table_copy(const struct table *t)
{
	struct table *copy = table_new();

	if (!copy)
		return NULL;
	copy->meta = t->meta;
	copy->seat_count = t->seat_count;
	memcpy(copy->seats, t->seats, sizeof(copy->seats));
	memcpy(copy->bot, t->bot, sizeof(copy->bot));
	copy->series = t->series;
	memcpy(copy->since, t->since, sizeof(copy->since));
	copy->ruleset = t->ruleset;
	copy->tileset = t->tileset;
	memcpy(copy->options, t->options, sizeof(copy->options));
	if (t->clock && (copy->clock = malloc(sizeof(*copy->clock))))
		memcpy(copy->clock, t->clock, sizeof(*copy->clock));
	if (t->game && (copy->game = malloc(sizeof(*copy->game))))
		memcpy(copy->game, t->game, sizeof(*copy->game));
	if (!t->game == !copy->game && !t->clock == !copy->clock)
		return copy;
	table_unref(copy);
	return NULL;
}

struct table *table_ref(struct table *t)
{
	atomic_fetch_add_explicit(&t->refs, 1, memory_order_relaxed);
	return t;
}

void table_unref(struct table *t)
{
	if (!t || atomic_fetch_sub_explicit(&t->refs, 1, memory_order_acq_rel) != 1)
		return;
	blob_unref(atomic_load(&t->view));
	blob_unref(t->recent);
	table_unref(atomic_load(&t->late));
	free(t->clock);
	free(t->game);
	free(t);
}

/*
 * Whoever needs it first makes it; of two at the same moment one wins, and the
 * other throws its copy away.
 */
struct blob *table_view(struct table *t)
{
	struct blob *view = atomic_load_explicit(&t->view, memory_order_acquire), *none = NULL;

	if (view)
		return view;
	view = view_make(t);
	if (view && !atomic_compare_exchange_strong(&t->view, &none, view)) {
		blob_unref(view);
		view = none;
	}
	return view;
}

/* --- from the store -------------------------------------------------------- */

static int broken_game(struct call *c, const char *id, const char *why)
{
	api_log(c->api, API_ERROR, "msg=\"game cannot be read\" game=%s why=\"%s\"", id, why);
	return fail(c, ERR_INTERNAL, "game %s cannot be read", id);
}

static int load_rules(struct call *c, struct table *t)
{
	struct json_faults faults = {0};
	struct json *options;
	const struct offer *offer;
	char why[160];

	t->ruleset = ruleset_find(t->meta.ruleset, t->meta.ruleset_version);
	if (!t->ruleset)
		return broken_game(c, t->meta.id, "its ruleset is unknown");
	offer = catalogue_by_hash(api_catalogue(c->api), c->conn, t->meta.tileset_hash);
	if (!offer)
		return broken_game(c, t->meta.id, "its tile set is unknown");
	t->tileset = offer->tileset;
	options = json_parse(t->meta.options, strlen(t->meta.options), why);
	if (!options)
		return broken_game(c, t->meta.id, why);
	options_read(t->ruleset, options, "", t->options, &faults);
	json_free(options);
	return faults.count ? broken_game(c, t->meta.id, faults.at[0].text) : 0;
}

static int load_game(struct call *c, struct table *t)
{
	char why[120];

	if (clock_load(t) < 0)
		return broken_game(c, t->meta.id, "its clock cannot be read");

	if (!t->meta.snapshot)
		return 0;
	t->game = malloc(sizeof(*t->game));
	if (!t->game)
		return fail(c, ERR_UNAVAILABLE, "no memory");
	if (game_decode(t->game, t->tileset, t->meta.snapshot, t->meta.snapshot_size, why) < 0)
		return broken_game(c, t->meta.id, why);
	if (t->game->seat_count != t->seat_count)
		return broken_game(c, t->meta.id, "seats and snapshot differ");
	return 0;
}

int table_load_players(struct call *c, struct table *t)
{
	struct store_player player;

	for (int i = 0; i < t->seat_count; i++) {
		enum store_result r;

		if (!*t->seats[i].player)
			continue;
		r = store_player_get(c->conn, t->seats[i].player, &player);
		if (r != STORE_OK && r != STORE_NOT_FOUND)
			return store_ok(c, r);
		t->bot[i] = r == STORE_OK && player.bot;
	}
	return 0;
}

struct acts { struct table *t; unsigned open; };

static int note_act(void *arg, const struct store_entry *entry)
{
	struct acts *a = arg;

	for (int seat = 0; entry->has_action && seat < a->t->seat_count; seat++) {
		if (seat == entry->seat || !(a->open >> seat & 1))
			continue;
		a->t->since[seat] = entry->at;
		a->open &= ~(1u << seat);
	}
	return !a->open;
}

/* A seat is looked for from the newest entry back: mostly a few of them are enough. */
static int load_since(struct call *c, struct table *t)
{
	struct acts a = {t, (1u << t->seat_count) - 1};
	enum store_result r;

	if (t->meta.status != STORE_ACTIVE)
		return 0;
	for (int seat = 0; seat < t->seat_count; seat++)
		t->since[seat] = t->meta.started_at;
	r = store_log_backward(c->conn, t->meta.id, note_act, &a);
	return r == STORE_OK ? 0 : store_ok(c, r);
}

/*
 * Row and seats are read one after the other.  In the lobby both may change in
 * between: then once more.  Returns 1 for that.
 */
static int load_rows(struct call *c, struct table *t, const char *id)
{
	struct store_game again;
	enum store_result r;
	int moved;

	r = store_game_get(c->conn, id, &t->meta);
	if (r == STORE_NOT_FOUND)
		return fail(c, ERR_NOT_FOUND, "there is no game %s", id);
	if (r == STORE_OK)
		r = store_seats(c->conn, id, t->seats, GAME_SEATS_MAX, &t->seat_count);
	if (r == STORE_OK)
		r = store_series_get(c->conn, id, &t->series);
	if (r != STORE_OK)
		return store_ok(c, r);
	if (t->meta.status != STORE_LOBBY)
		return 0;
	r = store_game_get(c->conn, id, &again);
	if (r != STORE_OK)
		return store_ok(c, r);
	moved = again.version != t->meta.version;
	store_game_dispose(&again);
	return moved;
}

struct table *table_load(struct call *c, const char *id)
{
	struct table *t = table_new();
	int left = LOAD_ATTEMPTS, r;

	if (!t) {
		fail(c, ERR_UNAVAILABLE, "no memory");
		return NULL;
	}
	while ((r = load_rows(c, t, id)) == 1 && --left > 0)
		store_game_dispose(&t->meta);
	if (r == 1)
		r = fail(c, ERR_UNAVAILABLE, "the game changes too fast to be read");
	if (r == 0 && (load_rules(c, t) < 0 || load_game(c, t) < 0 || load_since(c, t) < 0 || table_load_players(c, t) < 0))
		r = -1;
	store_game_dispose(&t->meta);
	if (r == 0)
		return t;
	table_unref(t);
	return NULL;
}

/* --- questions ---------------------------------------------------------------- */

int table_seat_of(const struct table *t, const char *player)
{
	for (int i = 0; i < t->seat_count; i++)
		if (*player && strcmp(t->seats[i].player, player) == 0)
			return i;
	return -1;
}

int table_seats(const struct table *t)
{
	int begun = t->meta.status == STORE_ACTIVE || t->meta.status == STORE_FINISHED;

	return begun ? t->seat_count : t->meta.seat_count;
}

int table_visible(const struct table *t, const char *player)
{
	return t->meta.visibility != STORE_PRIVATE || table_seat_of(t, player) >= 0 ||
		(*player && strcmp(t->meta.creator, player) == 0);
}

int table_free_seat(const struct table *t)
{
	int seat = 0;

	for (int i = 0; i < t->seat_count && t->seats[i].seat == seat; i++)
		seat++;
	return seat < t->meta.seat_count ? seat : -1;
}

struct store_seat *table_add_seat(struct table *t, const struct store_seat *seat, int bot)
{
	int i = t->seat_count++;

	for (; i > 0 && t->seats[i - 1].seat > seat->seat; i--) {
		t->seats[i] = t->seats[i - 1];
		t->bot[i] = t->bot[i - 1];
	}
	t->seats[i] = *seat;
	t->bot[i] = (uint8_t)bot;
	return &t->seats[i];
}

void table_remove_seat(struct table *t, int place)
{
	t->seat_count--;
	for (int i = place; i < t->seat_count; i++) {
		t->seats[i] = t->seats[i + 1];
		t->bot[i] = t->bot[i + 1];
	}
}

unsigned table_waiting_for(const struct table *t)
{
	return t->game ? game_waiting_for(t->game) : 0;
}

const char *const table_status_words[] = {
	[STORE_LOBBY] = "lobby", [STORE_ACTIVE] = "active",
	[STORE_FINISHED] = "finished", [STORE_ABORTED] = "aborted", NULL,
};

const char *const table_visibility_words[] = {
	[STORE_PUBLIC] = "public", [STORE_UNLISTED] = "unlisted", [STORE_PRIVATE] = "private", NULL,
};

const char *table_status(const struct table *t)
{
	return table_status_words[t->meta.status];
}

void table_etag(struct call *c, const struct table *t)
{
	snprintf(c->etag, sizeof(c->etag), "%lld", (long long)t->meta.version);
}

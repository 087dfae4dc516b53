/* games.c - POST /v1/games: making a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/catalogue.h"
#include "api/clock_json.h"
#include "api/clock_log.h"
#include "api/handlers.h"
#include "api/lobby.h"
#include "api/options.h"
#include "api/outcome.h"

enum { ID_ATTEMPTS = 4 };

struct wish {
	const struct ruleset *ruleset;
	const struct offer *offer;
	int64_t seats, seat;		/* how many, and the caller's own */
	int visibility;
	uint8_t options[GAME_OPTIONS_MAX];
	char name[STORE_NAME + 1];
	struct sitting sitting;
	int has_clock;
	struct clock_settings clock;
	int64_t spectator_delay;
};

static void list_rulesets(struct json_faults *faults)
{
	char names[120] = "";

	for (int i = 0; i < ruleset_count; i++) {
		size_t used = strlen(names);

		if (ruleset_find(rulesets[i]->id, 0) == rulesets[i])
			snprintf(names + used, sizeof(names) - used, "%s%s", used ? ", " : "", rulesets[i]->id);
	}
	json_fault(faults, "/ruleset", "the games on offer are: %s", names);
}

static void read_tileset(struct call *c, struct members *m, struct wish *w)
{
	char id[STORE_WORD + 1] = "";

	members_text(m, "tileset", OPTIONAL, id, STORE_WORD);
	w->offer = catalogue_find(api_catalogue(c->api), w->ruleset, id);
	if (!w->offer)
		json_fault(m->faults, "/tileset", "%s has no tile set of that name on offer", w->ruleset->id);
}

/* Seats and options, which must go together; as few seats as they take when none are asked for. */
static void read_options(struct members *m, struct wish *w)
{
	const struct ruleset *r = w->ruleset;
	int faults = m->faults->count, given, first;
	struct game_error err = {0};

	w->seats = r->seats_min;
	given = members_value(m, "seats", OPTIONAL) != NULL;
	members_integer(m, "seats", OPTIONAL, r->seats_min, r->seats_max, &w->seats);
	options_read(r, members_object(m, "options", OPTIONAL), "/options", w->options, m->faults);
	if (m->faults->count > faults)
		return;
	first = w->options[OPTION_FIRST_SEAT] - 1;
	while (!given && first < w->seats && w->seats < r->seats_max &&
		ruleset_check_options(r, w->options, (int)w->seats, &err) < 0)
		w->seats++;
	if (first >= w->seats)
		json_fault(m->faults, "/options/first_seat", "there are seats 0 to %d", (int)w->seats - 1);
	else if (ruleset_check_options(r, w->options, (int)w->seats, &err) < 0)
		json_fault(m->faults, given ? "/seats" : "/options", "%s", err.text);
}

/*
 * The clock; none unless asked for.  What follows a time-out is the option on_timeout,
 * wherever it is given.
 */
static void read_clock(struct call *c, struct members *m, struct wish *w)
{
	const struct json *clock = members_object(m, "clock", OPTIONAL);
	const struct json *options = json_member(c->body, "options");
	int least = api_config(c->api)->clock_least, on_timeout;

	if (!clock)
		return;
	w->has_clock = 1;
	clock_settings_read(clock, "/clock", (least ? least : 60) * 1000ll, &w->clock, &on_timeout, m->faults);
	if (on_timeout < 0)
		return;
	if (json_type(options) == JSON_OBJECT && json_member(options, "on_timeout") &&
		w->options[OPTION_ON_TIMEOUT] != on_timeout)
		json_fault(m->faults, "/clock/on_timeout", "differs from the option on_timeout, which is the same thing");
	w->options[OPTION_ON_TIMEOUT] = (uint8_t)on_timeout;
}

/* How the caller sits: at seat 0, or where the colour is. */
static void read_sitting(struct members *m, struct wish *w)
{
	w->seat = -1;
	sitting_read(m, w->ruleset, &w->sitting);
	lobby_match(w->ruleset, w->options, (int)w->seats, w->sitting.colour, &w->seat, m->faults);
	if (w->seat < 0)
		w->seat = 0;
}

static int read_wish(struct call *c, struct wish *w)
{
	struct json_faults faults = {0};
	char ruleset[STORE_WORD + 1] = "";
	struct members m;

	memset(w, 0, sizeof(*w));
	members_begin(&m, c->body, "", &faults);
	if (members_text(&m, "ruleset", REQUIRED, ruleset, STORE_WORD)) {
		w->ruleset = ruleset_find(ruleset, 0);
		if (!w->ruleset)
			list_rulesets(&faults);
	}
	/* All else depends on it. */
	if (!w->ruleset)
		return fail_on_faults(c, &faults);
	members_choice(&m, "visibility", OPTIONAL, table_visibility_words, &w->visibility);
	if (members_text(&m, "name", OPTIONAL, w->name, STORE_NAME))
		check_plain(&faults, "/name", w->name);
	members_integer(&m, "spectator_delay", OPTIONAL, 0, TABLE_DELAY_MAX, &w->spectator_delay);
	read_options(&m, w);
	read_clock(c, &m, w);
	read_tileset(c, &m, w);
	read_sitting(&m, w);
	members_done(&m);
	return fail_on_faults(c, &faults);
}

/* t->options as the text that the row keeps; -1: it has no room. */
static int keep_options(struct table *t)
{
	struct json_out out;
	struct buf text;
	int r = -1;

	buf_init(&text, STORE_OPTIONS);
	json_out_init(&out, &text);
	sink_object(&out.sink, NULL);
	options_write(t->ruleset, t->options, &out.sink);
	sink_end(&out.sink);
	if (!buf_failed(&text)) {
		memcpy(t->meta.options, text.data, text.size + 1);
		r = 0;
	}
	buf_free(&text);
	return r;
}

int lobby_fill(struct call *c, struct table *t, const struct ruleset *r, const struct tileset *ts,
	const uint8_t options[GAME_OPTIONS_MAX], int seats)
{
	struct store_game *g = &t->meta;

	t->ruleset = r;
	t->tileset = ts;
	memcpy(t->options, options, sizeof(t->options));
	g->seat_count = (uint8_t)seats;
	g->ruleset_version = r->version;
	snprintf(g->ruleset, sizeof(g->ruleset), "%s", r->id);
	snprintf(g->tileset, sizeof(g->tileset), "%s", ts->id);
	memcpy(g->tileset_hash, ts->sha256, sizeof(g->tileset_hash));
	memcpy(g->creator, c->player, sizeof(g->creator));
	return keep_options(t) < 0 ? fail(c, ERR_INTERNAL, "the options cannot be kept") : 0;
}

static int fill_in(struct call *c, const struct wish *w, struct table *t)
{
	struct store_game *g = &t->meta;

	random_bytes(c->api, g->server_seed, sizeof(g->server_seed));
	g->status = STORE_LOBBY;
	g->visibility = (uint8_t)w->visibility;
	memcpy(g->name, w->name, sizeof(g->name));
	if (w->has_clock && !(t->clock = clock_new(&w->clock)))
		return fail(c, ERR_UNAVAILABLE, "no memory");
	g->created_at = g->updated_at = c->now;
	return lobby_fill(c, t, w->ruleset, w->offer->tileset, w->options, (int)w->seats);
}

void lobby_note_created(struct change *ch)
{
	const struct table *t = ch->table;
	struct sink *out = change_event(ch, "game-created", -1);
	char commitment[65];

	rng_commitment(commitment, t->meta.server_seed);
	sink_text(out, "ruleset", t->meta.ruleset);
	sink_number(out, "ruleset_version", t->meta.ruleset_version);
	sink_text(out, "tileset", t->meta.tileset);
	sink_number(out, "seats", t->meta.seat_count);
	sink_object(out, "options");
	options_write(t->ruleset, t->options, out);
	sink_end(out);
	sink_text(out, "commitment", commitment);
	if (t->clock)
		clock_show(t->clock, clock_on_timeout(t), out, "clock");
	if (t->series.spectator_delay)
		sink_number(out, "spectator_delay", t->series.spectator_delay);
	if (t->meta.imported)
		sink_flag(out, "imported", 1);
	change_event_close(ch);
}

int lobby_add(struct call *c, struct table *t)
{
	int left = ID_ATTEMPTS;
	enum store_result r;

	do
		random_id(c->api, t->meta.id, STORE_GAME_ID);
	while ((r = store_game_add(c->conn, &t->meta)) == STORE_CONFLICT && --left > 0);
	return r == STORE_OK ? 0 : store_ok(c, r);
}

static int make_game(struct call *c, const struct wish *w, struct change *ch, struct table *t)
{
	const struct offer *offer = w->offer;
	enum store_result r;

	if (fill_in(c, w, t) < 0 || lobby_add(c, t) < 0)
		return -1;
	r = store_tileset_put(c->conn, offer->tileset->sha256, offer->tileset->id, offer->text, offer->size);
	t->series.spectator_delay = (uint16_t)w->spectator_delay;
	if (r == STORE_OK && w->spectator_delay)
		r = store_series_delay(c->conn, t->meta.id, (int)w->spectator_delay);
	if (r != STORE_OK)
		return store_ok(c, r);
	lobby_note_created(ch);
	if (change_entry(ch, -1, NULL) < 0 || lobby_sit(ch, &w->sitting, (int)w->seat) < 0 ||
		change_entry(ch, (int)w->seat, NULL) < 0)
		return -1;
	return change_finish(ch);
}

int h_games_create(struct call *c)
{
	struct change ch;
	struct wish wish;
	struct table *t;
	int r;

	if (read_wish(c, &wish) < 0)
		return -1;
	t = table_new();
	if (!t)
		return fail(c, ERR_UNAVAILABLE, "no memory");
	change_begin_new(&ch, c, t);
	r = make_game(c, &wish, &ch, t);
	if (r == 0) {
		snprintf(c->location, sizeof(c->location), "/v1/games/%s", t->meta.id);
		r = outcome_game(c, t, 201);
	}
	change_drop(&ch);
	return r;
}

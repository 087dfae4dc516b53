/*
 * view.c - a table as JSON.
 *
 * Nothing is shown by default: each member is written by name, here or by the
 * engine's describe functions.  The server's seed is not among them, not even
 * when the game is over (that is what fairness and record are for).
 */
#include "api/view.h"

#include <stdio.h>
#include <string.h>

#include "api/call.h"
#include "api/clock_json.h"
#include "api/clock_log.h"
#include "api/options.h"
#include "api/show.h"

static void put_link(struct sink *out, const struct table *t, const char *key, const char *rest)
{
	char path[80];

	snprintf(path, sizeof(path), "/v1/games/%s%s", t->meta.id, rest);
	sink_text(out, key, path);
}

static void put_identity(const struct table *t, struct sink *out)
{
	sink_text(out, "id", t->meta.id);
	put_link(out, t, "url", "");
	sink_text(out, "name", t->meta.name);
	sink_text(out, "ruleset", t->meta.ruleset);
	sink_number(out, "ruleset_version", t->meta.ruleset_version);
	sink_object(out, "tileset");
	sink_text(out, "id", t->meta.tileset);
	show_hex(out, "sha256", t->meta.tileset_hash);
	sink_end(out);
	sink_text(out, "visibility", table_visibility_words[t->meta.visibility]);
	sink_number(out, "spectator_delay", t->series.spectator_delay);
	if (t->meta.imported)
		sink_flag(out, "imported", 1);
	sink_text(out, "status", table_status(t));
	sink_number(out, "version", (long)t->meta.version);
}

static void put_history(const struct table *t, struct sink *out)
{
	if (*t->meta.creator)
		sink_text(out, "creator", t->meta.creator);
	else
		sink_null(out, "creator");
	show_time(out, "created_at", t->meta.created_at);
	show_time(out, "started_at", t->meta.started_at);
	show_time(out, "finished_at", t->meta.finished_at);
	show_time(out, "updated_at", t->meta.updated_at);
}

static void put_player(const struct table *t, int place, struct sink *out)
{
	const struct store_seat *seat = &t->seats[place];

	sink_object(out, "player");
	if (*seat->player)
		sink_text(out, "id", seat->player);
	else
		sink_null(out, "id");
	sink_text(out, "name", seat->name);
	sink_flag(out, "bot", t->bot[place]);
	sink_end(out);
}

/* Who plays it, once the game is on: see absence.h and substitutes.h. */
static void put_hands(const struct table *t, int place, struct sink *out)
{
	const struct store_seat *seat = &t->seats[place];

	if (t->meta.status != STORE_ACTIVE && t->meta.status != STORE_FINISHED)
		return;
	if (t->meta.status == STORE_ACTIVE) {
		sink_flag(out, "stand_in", seat->stand_in != 0);
		sink_flag(out, "offered", seat->offered_at != 0);
	}
	sink_array(out, "also_played_by");
	if (seat->hands & STORE_HANDS_OTHER)
		sink_text(out, NULL, "other-player");
	if (seat->hands & STORE_HANDS_BUILT_IN)
		sink_text(out, NULL, "built-in-player");
	sink_end(out);
}

/* How the seat stands in the game; "free" and "taken" before it. */
static void put_standing(const struct table *t, int seat, int place, struct sink *out)
{
	if (place >= 0 && t->game)
		game_describe_seat(t->game, t->tileset, seat, out);
	else
		sink_text(out, "state", place < 0 ? "free" : "taken");
}

static void put_seat(const struct table *t, int seat, int place, int standing, struct sink *out)
{
	sink_object(out, NULL);
	sink_number(out, "seat", seat);
	if (place < 0) {
		/* Lists know nothing of the rules. */
		int fixed = standing ? ruleset_seat_colour(t->ruleset, t->options, seat) : -1;

		if (fixed < 0)
			sink_null(out, "colour");
		else
			sink_text(out, "colour", t->ruleset->colours[fixed]);
		sink_null(out, "player");
	} else {
		sink_text(out, "colour", t->seats[place].colour);
		put_player(t, place, out);
		put_hands(t, place, out);
	}
	if (standing)
		put_standing(t, seat, place, out);
	sink_end(out);
}

static void put_seats(const struct table *t, int standing, struct sink *out)
{
	int place = 0;

	sink_array(out, "seats");
	for (int seat = 0; seat < table_seats(t); seat++) {
		int taken = place < t->seat_count && t->seats[place].seat == seat;

		put_seat(t, seat, taken ? place : -1, standing, out);
		place += taken;
	}
	sink_end(out);
}

static void put_id(struct sink *out, const char *key, const char *id)
{
	if (*id)
		sink_text(out, key, id);
	else
		sink_null(out, key);
}

static void put_series(const struct table *t, struct sink *out)
{
	sink_object(out, "series");
	put_id(out, "previous", t->series.previous);
	put_id(out, "next", t->series.next);
	sink_end(out);
}

static void put_game(const struct table *t, struct sink *out)
{
	if (!t->game) {
		show_seats(out, "waiting_for", 0);
		return;
	}
	sink_object(out, "turn");
	game_describe_turn(t->game, t->tileset, out);
	show_time(out, "deadline", t->clock ? t->clock->deadline : 0);
	sink_end(out);
	game_describe_beside_turn(t->game, t->tileset, out);
	if (t->game->now.phase != PHASE_OVER)
		return;
	sink_object(out, "result");
	game_describe_result(t->game, t->tileset, out);
	sink_end(out);
}

static void put_links(const struct table *t, struct sink *out)
{
	static const char *const links[][2] = {
		{"legal", "/legal"}, {"events", "/events"}, {"board", "/board.txt"},
		{"record", "/record"}, {"fairness", "/fairness"},
	};

	sink_object(out, "links");
	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++)
		put_link(out, t, links[i][0], links[i][1]);
	sink_end(out);
}

static void put_view(const struct table *t, struct sink *out)
{
	char commitment[65];

	put_identity(t, out);
	sink_object(out, "options");
	options_write(t->ruleset, t->options, out);
	sink_end(out);
	if (t->clock)
		clock_show(t->clock, clock_on_timeout(t), out, "clock");
	else
		sink_null(out, "clock");
	rng_commitment(commitment, t->meta.server_seed);
	sink_text(out, "commitment", commitment);
	put_history(t, out);
	put_series(t, out);
	put_seats(t, 1, out);
	put_game(t, out);
	put_links(t, out);
}

struct blob *view_make(const struct table *t)
{
	struct blob *blob = NULL;
	struct json_out out;
	struct buf text;

	buf_init(&text, VIEW_MAX);
	buf_reserve(&text, VIEW_USUAL);
	json_out_init(&out, &text);
	sink_object(&out.sink, NULL);
	put_view(t, &out.sink);
	sink_end(&out.sink);
	if (!buf_failed(&text))
		blob = blob_new(text.data, text.size);
	buf_free(&text);
	return blob;
}

/* How it is set; lists know rows only, not what they are made of. */
static void put_clock_settings(const struct table *t, struct sink *out)
{
	struct json *options = NULL;
	struct clock clock;
	const char *word;
	char why[160];

	if (!t->meta.clock_size || clock_decode(&clock, t->meta.clock, t->meta.clock_size) < 0 ||
		!(options = json_parse(t->meta.options, strlen(t->meta.options), why))) {
		sink_null(out, "clock");
		return;
	}
	word = json_string(json_member(options, "on_timeout"));
	sink_object(out, "clock");
	clock_settings_write(&clock.settings, out);
	sink_text(out, "on_timeout", word ? word : "");
	sink_end(out);
	json_free(options);
}

void view_summary(const struct table *t, struct sink *out)
{
	put_identity(t, out);
	put_history(t, out);
	put_clock_settings(t, out);
	put_seats(t, 0, out);
}

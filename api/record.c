/*
 * record.c - writes the record of a game.
 *
 * Everything comes from the game's row and its log.  The game is played again
 * on the way: an action names segments by id, and which tile is meant only the
 * game as it was before the action can tell.  What comes out at the end must
 * be the game as it is; a log that leads elsewhere is not written.
 */
#include "api/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/call.h"
#include "api/record_parts.h"
#include "api/show.h"

struct writing {
	const struct store_game *meta;
	const struct store_seat *seats;
	int seat_count;
	const struct tileset *ts;
	struct buf actions, events;	/* elements, a comma between them */
	struct game game;		/* played again so far */
	struct events caused;
	int broken;
};

/* Whether a line of the log is an event of the engine, not of the lobby or the table. */
static int is_engine_event(const char *line, size_t size, int *starts)
{
	static const char member[] = "\"type\":\"";
	const char *type = memmem(line, size, member, sizeof member - 1);

	if (!type)
		return 0;
	type += sizeof member - 1;
	for (int i = 0; i < EVENT_TYPES; i++) {
		const char *name = event_type_name((enum event_type)i);
		size_t length = strlen(name);

		if (length < (size_t)(line + size - type) && memcmp(type, name, length) == 0 && type[length] == '"') {
			*starts = i == EVENT_GAME_STARTED;
			return 1;
		}
	}
	return 0;
}

/* Without the game's id, with which every line begins. */
static void put_event(struct writing *w, const char *line, size_t size)
{
	char id[STORE_GAME_ID + 16];
	int length = snprintf(id, sizeof id, "{\"game\":\"%s\",", w->meta->id);

	if (size <= (size_t)length || memcmp(line, id, (size_t)length) != 0) {
		w->broken = 1;
		return;
	}
	buf_char(&w->events, '{');
	buf_bytes(&w->events, line + length, size - (size_t)length);
}

/* The start says again who plays and by which options, see record.h. */
static void put_started(struct writing *w, const char *line, size_t size)
{
	struct json_out out;

	put_event(w, line, size - 1);
	buf_char(&w->events, ',');
	json_out_init(&out, &w->events);
	record_seats(&out.sink, w->seats, w->seat_count);
	record_options(&out.sink, game_ruleset(&w->game), w->game.options);
	buf_char(&w->events, '}');
}

static void put_events(struct writing *w, const struct store_entry *entry)
{
	const char *line = entry->events, *end = entry->events + entry->events_size;

	while (line < end) {
		const char *feed = memchr(line, '\n', (size_t)(end - line));
		size_t size = feed ? (size_t)(feed - line) : (size_t)(end - line);
		int starts = 0;

		if (size > 0 && is_engine_event(line, size, &starts)) {
			if (w->events.size > 0)
				buf_char(&w->events, ',');
			if (starts)
				put_started(w, line, size);
			else
				put_event(w, line, size);
		}
		line += size + 1;
	}
}

/* 0, or -1 when the action is not one that the game takes. */
static int put_action(struct writing *w, const struct store_entry *entry)
{
	struct json_out out;
	struct action action;
	struct game_error err;
	char at[TIME_TEXT];

	if (action_decode(&action, entry->action) != 0)
		return -1;
	if (w->actions.size > 0)
		buf_char(&w->actions, ',');
	json_out_init(&out, &w->actions);
	sink_object(&out.sink, NULL);
	sink_number(&out.sink, "seq", (long)entry->first);
	sink_number(&out.sink, "seat", action.seat);
	game_describe_action(&w->game, w->ts, &action, &out.sink);
	time_text(at, entry->at);
	sink_text(&out.sink, "at", at);
	sink_end(&out.sink);
	return game_apply(&w->game, w->ts, &action, &w->caused, &err);
}

static int put_entry(void *arg, const struct store_entry *entry)
{
	struct writing *w = arg;

	/* The log may be newer than what is to be told. */
	if (entry->last > w->meta->version)
		return 1;
	if (entry->has_action && put_action(w, entry) != 0) {
		w->broken = 1;
		return 1;
	}
	put_events(w, entry);
	return w->broken;
}

static int replay(struct writing *w, struct store_conn *c, const struct game *game)
{
	struct game_setup setup;
	struct game_error err;

	if (record_setup(&setup, game_ruleset(game), game->options, w->seats, w->seat_count, w->meta->server_seed) != 0
		|| game_start(&w->game, w->ts, &setup, &w->caused, &err) != 0)
		return -1;
	if (store_log_read(c, w->meta->id, 0, 0, put_entry, w) != STORE_OK || w->broken)
		return -1;
	return memcmp(&w->game, game, sizeof *game) == 0 ? 0 : -1;
}

static void put_head(const struct writing *w, int over, struct sink *out)
{
	char commitment[65], at[TIME_TEXT];

	sink_text(out, "format", RECORD_FORMAT);
	sink_text(out, "ruleset", w->meta->ruleset);
	sink_number(out, "ruleset_version", w->meta->ruleset_version);
	sink_object(out, "tileset");
	sink_text(out, "id", w->meta->tileset);
	show_hex(out, "sha256", w->meta->tileset_hash);
	sink_end(out);
	record_options(out, game_ruleset(&w->game), w->game.options);
	record_seats(out, w->seats, w->seat_count);
	rng_commitment(commitment, w->meta->server_seed);
	sink_text(out, "commitment", commitment);
	if (over)
		show_hex(out, "server_seed", w->meta->server_seed);
	else
		sink_null(out, "server_seed");
	time_text(at, w->meta->started_at);
	sink_text(out, "started_at", at);
}

static void put_list(struct json_out *out, const char *key, const struct buf *elements)
{
	struct buf *b = out->buf;

	sink_array(&out->sink, key);
	if (elements->size > 0)
		buf_bytes(b, elements->data, elements->size);
	sink_end(&out->sink);
}

static void put_record(const struct writing *w, struct buf *b)
{
	int over = w->meta->status == STORE_FINISHED || w->meta->status == STORE_ABORTED;
	struct json_out out;

	json_out_init(&out, b);
	sink_object(&out.sink, NULL);
	put_head(w, over, &out.sink);
	put_list(&out, "actions", &w->actions);
	put_list(&out, "events", &w->events);
	if (w->game.now.phase == PHASE_OVER) {
		sink_object(&out.sink, "result");
		game_describe_result(&w->game, w->ts, &out.sink);
		sink_end(&out.sink);
	} else {
		sink_null(&out.sink, "result");
	}
	sink_end(&out.sink);
}

int record_write(struct buf *out, struct store_conn *c, const struct store_game *meta,
	const struct store_seat *seats, int seat_count, const struct game *game, const struct tileset *ts)
{
	struct writing *w = malloc(sizeof *w);
	int result = -1;

	if (!w)
		return -1;
	memset(w, 0, sizeof *w);
	w->meta = meta;
	w->seats = seats;
	w->seat_count = seat_count;
	w->ts = ts;
	buf_init(&w->actions, RECORD_MAX);
	buf_init(&w->events, RECORD_MAX);
	if (replay(w, c, game) == 0 && !buf_failed(&w->actions) && !buf_failed(&w->events)) {
		put_record(w, out);
		result = buf_failed(out) ? -1 : 0;
	}
	buf_free(&w->actions);
	buf_free(&w->events);
	free(w);
	return result;
}

/*
 * Plays random games and keeps them as the service does: one entry of the log
 * an action, one line an event.  No framework is needed, so that generators of
 * fixtures can use it, too.
 */
#include "tests/api/played.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/call.h"
#include "api/record.h"
#include "api/tileset_json.h"

enum { LINES_MAX = 1024 * 1024, FIRST_AT = 60000 };

struct choice {
	uint64_t *random;
	int seen;
	struct action action;
};

static uint64_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

/* Every action of the list with the same chance. */
static int pick(void *arg, const struct action *a)
{
	struct choice *c = arg;

	if (next_random(c->random) % (uint64_t)++c->seen == 0)
		c->action = *a;
	return 0;
}

static const struct ruleset *ruleset_of(const struct played_setup *setup)
{
	return setup->ruleset ? ruleset_find(setup->ruleset, 0) : rulesets[0];
}

static int load_tileset(struct played *p, const struct played_setup *setup)
{
	const char *path = setup->tileset;
	const struct ruleset *ruleset;
	size_t size;
	const char *text = tileset_bundled(ruleset_of(setup), &size);
	static char file[TILESET_FILE_MAX];
	FILE *f;

	if (!path)
		return tileset_read(&p->ts, &ruleset, text, size, NULL);
	f = fopen(path, "rb");
	if (!f)
		return -1;
	size = fread(file, 1, sizeof file, f);
	fclose(f);
	return tileset_read(&p->ts, &ruleset, file, size, NULL);
}

static void put_event(struct played *p, struct buf *lines, const struct event *e, const char *type, int seat)
{
	struct json_out out;
	char at[TIME_TEXT];

	time_text(at, p->meta.updated_at);
	json_out_init(&out, lines);
	sink_object(&out.sink, NULL);
	sink_text(&out.sink, "game", p->meta.id);
	sink_number(&out.sink, "seq", (long)++p->meta.version);
	sink_text(&out.sink, "at", at);
	if (e) {
		game_describe_event(&p->game, &p->ts, e, &out.sink);
	} else {
		sink_text(&out.sink, "type", type);
		if (seat >= 0)
			sink_number(&out.sink, "seat", seat);
	}
	sink_end(&out.sink);
	buf_char(lines, '\n');
}

/* Append one entry with the events given, or with one of the lobby. */
static int append(struct played *p, const struct action *a, const struct events *events, const char *type, int seat)
{
	struct store_entry entry = {.first = p->meta.version + 1, .seat = (int16_t)(a ? a->seat : -1),
		.has_action = a != NULL, .at = p->meta.updated_at};
	struct buf lines;
	int result;

	buf_init(&lines, LINES_MAX);
	for (int i = 0; events && i < events->count; i++)
		put_event(p, &lines, &events->at[i], NULL, -1);
	if (!events)
		put_event(p, &lines, NULL, type, seat);
	if (a)
		action_encode(a, entry.action);
	entry.last = p->meta.version;
	entry.events = lines.data;
	entry.events_size = lines.size;
	result = store_log_append(p->conn, p->meta.id, &entry) == STORE_OK ? 0 : -1;
	buf_free(&lines);
	return result;
}

static int act(struct played *p, const struct action *a, struct events *events)
{
	struct game_error err;

	p->meta.updated_at += 1234;
	if (game_apply(&p->game, &p->ts, a, events, &err) != 0)
		return -1;
	p->actions++;
	return append(p, a, events, NULL, -1);
}

static int one_action(struct played *p, const struct played_setup *setup, uint64_t *random, struct events *events)
{
	unsigned waiting = game_waiting_for(&p->game);
	struct choice c = {.random = random};
	int seat = 0;

	while (!(waiting >> seat & 1))
		seat++;
	if (setup->leave >= 0 && p->actions > 20 && game_may_resign(&p->game, setup->leave)) {
		struct action leave = {.type = ACTION_RESIGN, .seat = (uint8_t)setup->leave};

		return act(p, &leave, events);
	}
	if (setup->undo && next_random(random) % 8 == 0 && game_may_undo(&p->game, seat)) {
		struct action undo = {.type = ACTION_UNDO, .seat = (uint8_t)seat};

		return act(p, &undo, events);
	}
	if (setup->late && next_random(random) % 40 == 0) {
		struct action late = {.type = ACTION_TIMEOUT, .seat = (uint8_t)seat};

		return act(p, &late, events);
	}
	game_legal(&p->game, &p->ts, seat, pick, &c);
	return c.seen > 0 ? act(p, &c.action, events) : -1;
}

static void choose_options(const struct ruleset *r, const struct played_setup *setup, uint8_t options[GAME_OPTIONS_MAX])
{
	unsigned left = setup->options;
	struct game_error err;

	memset(options, 0, GAME_OPTIONS_MAX);
	for (int i = 0; r->options[i].name; i++) {
		unsigned choices = r->options[i].choices ? 0 : 2;

		while (r->options[i].choices && r->options[i].choices[choices])
			choices++;
		if (i == OPTION_FIRST_SEAT)
			choices = (unsigned)setup->seats + 1;
		options[i] = (uint8_t)(left % choices);
		left /= choices;
	}
	/* What does not go with so many seats. */
	for (int i = ruleset_option_count(r) - 1; ruleset_check_options(r, options, setup->seats, &err) < 0; i--)
		options[i] = 0;
}

static void fill_rows(struct played *p, const struct played_setup *setup, const uint8_t options[GAME_OPTIONS_MAX])
{
	static const char *const names[] = {"Ada", "Bj\xc3\xb6rn \"B\"", "", "Dee, the 4th", "\xe5\xb2\x9b"};

	const struct ruleset *r = ruleset_of(setup);

	strcpy(p->meta.id, "k3v9q2xw");
	p->meta.status = STORE_ACTIVE;
	p->meta.seat_count = (uint8_t)setup->seats;
	strcpy(p->meta.ruleset, r->id);
	p->meta.ruleset_version = r->version;
	strcpy(p->meta.tileset, p->ts.id);
	memcpy(p->meta.tileset_hash, p->ts.sha256, STORE_HASH);
	strcpy(p->meta.name, "A table");
	strcpy(p->meta.options, "{}");
	for (int i = 0; i < STORE_SEED; i++)
		p->meta.server_seed[i] = (unsigned char)(setup->seed >> (i % 4 * 8) ^ (unsigned)i);
	p->meta.created_at = p->meta.updated_at = FIRST_AT;
	p->seat_count = setup->seats;
	for (int i = 0; i < setup->seats; i++) {
		int colour = ruleset_seat_colour(r, options, i);

		p->seats[i].seat = (uint8_t)i;
		strcpy(p->seats[i].colour, r->colours[colour < 0 ? 4 - i : colour]);
		strcpy(p->seats[i].name, names[i]);
		if (i != 1)
			snprintf(p->seats[i].client_seed, sizeof p->seats[i].client_seed, "seed of %d", i);
	}
}

static int begin(struct played *p, const struct played_setup *setup, struct events *events)
{
	const struct ruleset *r = ruleset_of(setup);
	struct game_setup start = {.ruleset = r, .seat_count = setup->seats};
	const char *seeds[GAME_SEATS_MAX];
	struct game_error err;

	choose_options(r, setup, start.options);
	fill_rows(p, setup, start.options);
	for (int i = 0; i < setup->seats; i++) {
		start.colours[i] = (uint8_t)ruleset_find_colour(r, p->seats[i].colour);
		seeds[i] = p->seats[i].client_seed;
	}
	rng_game_seed(start.game_seed, p->meta.server_seed, seeds, setup->seats);
	if (store_game_add(p->conn, &p->meta) != STORE_OK || append(p, NULL, NULL, "game-created", -1) != 0)
		return -1;
	for (int i = 0; i < setup->seats; i++)
		if (append(p, NULL, NULL, "seat-taken", i) != 0)
			return -1;
	p->meta.started_at = p->meta.updated_at;
	return game_start(&p->game, &p->ts, &start, events, &err) != 0 ? -1 : append(p, NULL, events, NULL, -1);
}

int played_open(struct played *p, const struct played_setup *setup)
{
	struct events *events = malloc(sizeof *events);
	struct store_error err;
	uint64_t random = setup->seed;
	int result = -1;

	memset(p, 0, sizeof *p);
	p->store = store_memory_open();
	p->conn = p->store ? store_writer(p->store, &err) : NULL;
	if (!events || !p->conn || load_tileset(p, setup) != 0 || store_begin(p->conn) != STORE_OK)
		goto out;
	if (begin(p, setup, events) != 0)
		goto out;
	while (p->game.now.phase != PHASE_OVER && (setup->actions == 0 || p->actions < setup->actions))
		if (one_action(p, setup, &random, events) != 0)
			goto out;
	if (p->game.now.phase == PHASE_OVER) {
		p->meta.status = STORE_FINISHED;
		p->meta.finished_at = p->meta.updated_at;
	}
	result = 0;
out:
	free(events);
	return result;
}

char *played_record(struct played *p, size_t *size)
{
	struct buf out;

	buf_init(&out, RECORD_MAX);
	if (record_write(&out, p->conn, &p->meta, p->seats, p->seat_count, &p->game, &p->ts) == 0)
		return buf_take(&out, size);
	buf_free(&out);
	return NULL;
}

void played_close(struct played *p)
{
	store_disconnect(p->conn);
	store_close(p->store);
}

/*
 * record_verify.c - computes a game again from its record and compares.
 *
 * The record is not trusted in anything.  Its head is read strictly, then the
 * game is started and each action taken; what each caused is written as the
 * log would have it and compared with the record's events, member by member.
 * So the first difference is found where it shows first.
 */
#include "api/record.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/action_json.h"
#include "api/call.h"
#include "api/options.h"
#include "api/record_parts.h"

enum { PLACE_MAX = 400, EVENT_MAX = 256 * 1024 };

struct verify {
	record_step_fn *each;
	void *each_arg;
	char *place;
	struct record_head head;
	const struct json *actions, *events, *result;	/* of the record */
	const struct json *event;			/* next to compare */
	int event_index;
	int64_t seq;					/* its number */
	struct game game;
	struct events caused;
	struct buf text;				/* scratch */
};

static enum record_verdict stop(struct verify *v, enum record_verdict verdict, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static enum record_verdict stop(struct verify *v, enum record_verdict verdict, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(v->place, PLACE_MAX, format, args);
	va_end(args);
	return verdict;
}

/* RECORD_GOOD when there is no fault. */
static enum record_verdict stop_at_fault(struct verify *v, enum record_verdict verdict, const struct json_faults *f)
{
	const char *pointer = f->at[0].pointer;

	return f->count > 0 ? stop(v, verdict, "%s: %s", *pointer ? pointer : "the record", f->at[0].text) : RECORD_GOOD;
}

/* Compare a value with computed text; the text is v->text. */
static enum record_verdict compare_text(struct verify *v, const struct json *recorded, const char *pointer)
{
	char why[160];
	struct json *computed = buf_failed(&v->text) ? NULL : json_parse(v->text.data, v->text.size, why);
	int differs;

	if (!computed)
		return stop(v, RECORD_UNREADABLE, "%.100s: not enough memory", pointer);
	differs = record_compare(recorded, computed, pointer, v->place);
	json_free(computed);
	return differs ? RECORD_DIFFERS : RECORD_GOOD;
}

/* --- the head --------------------------------------------------------------- */

/* What must be known before anything else can be said. */
static enum record_verdict read_game(struct verify *v, struct members *m, record_tileset_fn *find, void *find_arg)
{
	char format[40], ruleset[STORE_WORD + 1], id[TILESET_ID_MAX + 1], hash[2 * STORE_HASH + 1];
	unsigned char sha256[STORE_HASH];
	int64_t version;
	struct members tileset;

	if (members_text(m, "format", REQUIRED, format, sizeof format - 1) && strcmp(format, RECORD_FORMAT) != 0)
		return stop(v, RECORD_UNREADABLE, "/format: must be \"" RECORD_FORMAT "\"");
	members_text(m, "ruleset", REQUIRED, ruleset, STORE_WORD);
	members_integer(m, "ruleset_version", REQUIRED, 1, 255, &version);
	members_begin(&tileset, members_object(m, "tileset", REQUIRED), "/tileset", m->faults);
	members_text(&tileset, "id", REQUIRED, id, TILESET_ID_MAX);
	members_text(&tileset, "sha256", REQUIRED, hash, sizeof hash - 1);
	members_done(&tileset);
	if (m->faults->count > 0)
		return stop_at_fault(v, RECORD_UNREADABLE, m->faults);
	v->head.ruleset = ruleset_find(ruleset, (int)version);
	if (!v->head.ruleset && !ruleset_find(ruleset, 0))
		return stop(v, RECORD_UNREADABLE, "/ruleset: there is no game %s here", ruleset);
	if (!v->head.ruleset)
		return stop(v, RECORD_UNREADABLE, "/ruleset_version: there is no version %d of %s here", (int)version, ruleset);
	if (strspn(hash, "0123456789abcdef") != sizeof hash - 1 ||
		sodium_hex2bin(sha256, sizeof sha256, hash, sizeof hash - 1, NULL, NULL, NULL) != 0)
		return stop(v, RECORD_UNREADABLE, "/tileset/sha256: must be 64 hexadecimal digits in lower case");
	v->head.tileset = find(find_arg, v->head.ruleset, sha256);
	if (!v->head.tileset)
		return stop(v, RECORD_UNREADABLE, "/tileset/sha256: there is no tile set with the hash %s here", hash);
	if (strcmp(v->head.tileset->id, id) != 0)
		return stop(v, RECORD_DIFFERS, "/tileset/id: record has \"%s\", computed \"%s\"", id, v->head.tileset->id);
	return RECORD_GOOD;
}

static void read_seat(struct verify *v, int number, const struct json *value, struct json_faults *faults)
{
	struct store_seat *seat = &v->head.seats[number];
	struct members m;
	char pointer[JSON_POINTER_MAX];

	snprintf(pointer, sizeof pointer, "/seats/%d", number);
	members_begin(&m, value, pointer, faults);
	seat->seat = (uint8_t)number;
	if (members_text(&m, "colour", REQUIRED, seat->colour, STORE_WORD) &&
		ruleset_find_colour(v->head.ruleset, seat->colour) < 0) {
		snprintf(pointer, sizeof pointer, "/seats/%d/colour", number);
		json_fault(faults, pointer, "the game has no such colour");
	}
	members_text(&m, "name", REQUIRED, seat->name, STORE_NAME);
	members_text(&m, "client_seed", REQUIRED, seat->client_seed, STORE_CLIENT_SEED);
	if (strchr(seat->client_seed, '\n'))
		json_fault(faults, pointer, "a client seed holds no line feed");
	members_done(&m);
}

static void read_seats(struct verify *v, const struct json *array, struct json_faults *faults)
{
	if (!array)
		return;
	if (json_count(array) > GAME_SEATS_MAX) {
		json_fault(faults, "/seats", "a game has at most %d seats", GAME_SEATS_MAX);
		return;
	}
	for (const struct json *value = json_first(array); value; value = json_next(value))
		read_seat(v, v->head.seat_count++, value, faults);
}

/* 1 when `text` is a time just as the log writes it. */
static int exact_time(const char *text, int64_t *ms)
{
	char again[TIME_TEXT];

	if (!text || !time_parse(text, ms))
		return 0;
	time_text(again, *ms);
	return strcmp(again, text) == 0;
}

/* Seeds and commitment (fairness-and-records.md, steps 1 and 7). */
static enum record_verdict read_seeds(struct verify *v, const struct json *commitment, const struct json *seed)
{
	const char *hex = json_string(seed), *given = json_string(commitment);
	char computed[65];

	if (json_type(seed) == JSON_NULL)
		return stop(v, RECORD_UNREADABLE, "/server_seed: null: the game was not over; its record can be verified then");
	if (!hex || strlen(hex) != 64 || strspn(hex, "0123456789abcdef") != 64 ||
		sodium_hex2bin(v->head.server_seed, STORE_SEED, hex, 64, NULL, NULL, NULL) != 0)
		return stop(v, RECORD_DIFFERS, "/server_seed: must be 64 hexadecimal digits in lower case");
	rng_commitment(computed, v->head.server_seed);
	if (!given || strcmp(given, computed) != 0)
		return stop(v, RECORD_DIFFERS, "/commitment: record has \"%.80s\", computed \"%s\"", given ? given : "", computed);
	return RECORD_GOOD;
}

static enum record_verdict read_rest(struct verify *v, struct members *m)
{
	const struct json *options = members_object(m, "options", REQUIRED);
	const struct json *commitment, *seed, *started;
	enum record_verdict verdict;
	struct json_out out;

	read_seats(v, members_array(m, "seats", REQUIRED), m->faults);
	if (options)
		options_read(v->head.ruleset, options, "/options", v->head.options, m->faults);
	commitment = members_value(m, "commitment", REQUIRED);
	seed = members_value(m, "server_seed", REQUIRED);
	started = members_value(m, "started_at", REQUIRED);
	v->actions = members_array(m, "actions", REQUIRED);
	v->events = members_array(m, "events", REQUIRED);
	v->result = members_value(m, "result", REQUIRED);
	members_done(m);
	if (started && !exact_time(json_string(started), &v->head.started_at))
		json_fault(m->faults, "/started_at", "must be a time like 2026-01-31T10:00:00.123Z");
	if (seed && json_type(seed) == JSON_NULL)
		return read_seeds(v, commitment, seed);
	if (m->faults->count > 0)
		return stop_at_fault(v, RECORD_DIFFERS, m->faults);
	verdict = read_seeds(v, commitment, seed);
	if (verdict != RECORD_GOOD)
		return verdict;
	/* Options that were left out, too. */
	buf_reset(&v->text);
	json_out_init(&out, &v->text);
	sink_object(&out.sink, NULL);
	options_write(v->head.ruleset, v->head.options, &out.sink);
	sink_end(&out.sink);
	return compare_text(v, options, "/options");
}

/* --- the game ----------------------------------------------------------------- */

/* One event as the log has it, and what only records add. */
static void write_event(struct verify *v, const struct event *e, int64_t at)
{
	struct json_out out;
	char time[TIME_TEXT];

	buf_reset(&v->text);
	json_out_init(&out, &v->text);
	sink_object(&out.sink, NULL);
	sink_number(&out.sink, "seq", (long)v->seq);
	time_text(time, at);
	sink_text(&out.sink, "at", time);
	game_describe_event(&v->game, v->head.tileset, e, &out.sink);
	if (e->type == EVENT_GAME_STARTED) {
		record_seats(&out.sink, v->head.seats, v->head.seat_count);
		record_options(&out.sink, v->head.ruleset, v->head.options);
	}
	sink_end(&out.sink);
}

/* What a step caused, against the next events of the record. */
static enum record_verdict compare_events(struct verify *v, int64_t at)
{
	for (int i = 0; i < v->caused.count; i++) {
		enum record_verdict verdict;
		char pointer[40];

		snprintf(pointer, sizeof pointer, "/events/%d", v->event_index);
		write_event(v, &v->caused.at[i], at);
		verdict = compare_text(v, v->event, pointer);
		if (verdict != RECORD_GOOD)
			return verdict;
		v->event = json_next(v->event);
		v->event_index++;
		v->seq++;
	}
	return RECORD_GOOD;
}

static enum record_verdict tell(struct verify *v, const struct action *action, int64_t at)
{
	struct record_step step = {&v->head, action, at, &v->game, &v->caused};

	if (v->each && v->each(v->each_arg, &step) != 0)
		return stop(v, RECORD_UNREADABLE, "stopped at event %d", v->event_index);
	return RECORD_GOOD;
}

/* Events are numbered from whatever the first one has. */
static enum record_verdict start(struct verify *v)
{
	struct game_setup setup;
	struct game_error err;
	enum record_verdict verdict;

	if (record_setup(&setup, v->head.ruleset, v->head.options, v->head.seats, v->head.seat_count,
			v->head.server_seed) != 0 ||
		game_start(&v->game, v->head.tileset, &setup, &v->caused, &err) != 0)
		return stop(v, RECORD_DIFFERS, "/seats: no game starts like this: %s", err.text);
	v->event = json_first(v->events);
	if (json_integer(json_member(v->event, "seq"), 1, STORE_SEQUENCE_MAX, &v->seq) != 0)
		return stop(v, RECORD_DIFFERS, "/events/0/seq: must be an integer from 1 to %d", STORE_SEQUENCE_MAX);
	verdict = compare_events(v, v->head.started_at);
	return verdict == RECORD_GOOD ? tell(v, NULL, v->head.started_at) : verdict;
}

/* The action read back and written again must be what the record has. */
static enum record_verdict compare_action(struct verify *v, const struct json *recorded, const struct action *action,
	const char *at, const char *pointer)
{
	struct json_out out;

	buf_reset(&v->text);
	json_out_init(&out, &v->text);
	sink_object(&out.sink, NULL);
	sink_number(&out.sink, "seq", (long)v->seq);
	sink_number(&out.sink, "seat", action->seat);
	game_describe_action(&v->game, v->head.tileset, action, &out.sink);
	sink_text(&out.sink, "at", at);
	sink_end(&out.sink);
	return compare_text(v, recorded, pointer);
}

/* Ids are looked up in the game as it is before the action. */
static enum record_verdict read_action(struct verify *v, const struct json *recorded, const char *pointer,
	struct action *action, const char **at)
{
	struct json_faults faults = {0};
	struct step step = {0};
	struct members m;
	char type[32];
	int64_t seat;

	members_begin(&m, recorded, pointer, &faults);
	*at = json_string(members_value(&m, "at", REQUIRED));
	if (members_integer(&m, "seat", REQUIRED, 0, v->head.seat_count - 1, &seat) &&
		members_text(&m, "type", REQUIRED, type, sizeof type - 1)) {
		int known = action_type_parse(type);

		step.row = known < 0 ? NULL : ruleset_action(v->head.ruleset, (enum action_type)known);
		if (!step.row)
			return stop(v, RECORD_DIFFERS, "%s/type: the game has no such action", pointer);
		step.action.seat = (uint8_t)seat;
		step.action.type = (uint8_t)known;
		snprintf(step.pointer, sizeof step.pointer, "%s", pointer);
		step_read(&m, v->head.ruleset, &step);
		if (faults.count == 0)
			step_resolve(&step, &v->game, v->head.tileset, &faults);
	}
	*action = step.action;
	return stop_at_fault(v, RECORD_DIFFERS, &faults);
}

/* Numbers are left out where the log has what is not the game's: what was said, or noted of time. */
static void skip_numbers(struct verify *v, const struct json *recorded)
{
	int64_t seq;

	if (json_integer(json_member(recorded, "seq"), v->seq, STORE_SEQUENCE_MAX, &seq) == 0)
		v->seq = seq;
}

static enum record_verdict take_action(struct verify *v, int number, const struct json *recorded)
{
	struct action action = {0};
	struct game_error err;
	enum record_verdict verdict;
	char pointer[40];
	const char *at = NULL;
	int64_t time;

	snprintf(pointer, sizeof pointer, "/actions/%d", number);
	verdict = read_action(v, recorded, pointer, &action, &at);
	if (verdict != RECORD_GOOD)
		return verdict;
	if (!exact_time(at, &time))
		return stop(v, RECORD_DIFFERS, "%s/at: must be a time like 2026-01-31T10:00:00.123Z", pointer);
	skip_numbers(v, recorded);
	verdict = compare_action(v, recorded, &action, at, pointer);
	if (verdict != RECORD_GOOD)
		return verdict;
	if (game_apply(&v->game, v->head.tileset, &action, &v->caused, &err) != 0)
		return stop(v, RECORD_DIFFERS, "%s: the game does not take it: %s", pointer, err.text);
	verdict = compare_events(v, time);
	return verdict == RECORD_GOOD ? tell(v, &action, time) : verdict;
}

static enum record_verdict compare_result(struct verify *v)
{
	struct json_out out;

	buf_reset(&v->text);
	json_out_init(&out, &v->text);
	if (v->game.now.phase == PHASE_OVER) {
		sink_object(&out.sink, NULL);
		game_describe_result(&v->game, v->head.tileset, &out.sink);
		sink_end(&out.sink);
	} else {
		sink_null(&out.sink, NULL);
	}
	return compare_text(v, v->result, "/result");
}

static enum record_verdict play(struct verify *v)
{
	enum record_verdict verdict = start(v);
	int number = 0;

	for (const struct json *a = json_first(v->actions); verdict == RECORD_GOOD && a; a = json_next(a))
		verdict = take_action(v, number++, a);
	if (verdict == RECORD_GOOD && v->event)
		return stop(v, RECORD_DIFFERS, "/events/%d: record has an event, computed nothing", v->event_index);
	return verdict == RECORD_GOOD ? compare_result(v) : verdict;
}

static enum record_verdict verify(struct verify *v, const struct json *root, record_tileset_fn *find, void *find_arg)
{
	struct json_faults faults = {0};
	struct members m;
	enum record_verdict verdict;

	members_begin(&m, root, "", &faults);
	verdict = read_game(v, &m, find, find_arg);
	if (verdict == RECORD_GOOD)
		verdict = read_rest(v, &m);
	return verdict == RECORD_GOOD ? play(v) : verdict;
}

enum record_verdict record_verify_root(const struct json *root, record_tileset_fn *find, void *find_arg,
	record_step_fn *each, void *each_arg, char place[400])
{
	struct verify *v = calloc(1, sizeof *v);
	enum record_verdict verdict;

	if (!v) {
		snprintf(place, PLACE_MAX, "not enough memory");
		return RECORD_UNREADABLE;
	}
	place[0] = '\0';
	v->each = each;
	v->each_arg = each_arg;
	v->place = place;
	buf_init(&v->text, EVENT_MAX);
	verdict = verify(v, root, find, find_arg);
	buf_free(&v->text);
	free(v);
	return verdict;
}

enum record_verdict record_verify(const char *text, size_t size, record_tileset_fn *find, void *find_arg,
	record_step_fn *each, void *each_arg, char place[400])
{
	enum record_verdict verdict;
	struct json *root;
	char why[160];

	if (size > RECORD_MAX) {
		snprintf(place, PLACE_MAX, "a record has at most %d bytes", RECORD_MAX);
		return RECORD_UNREADABLE;
	}
	root = json_parse(text, size, why);
	if (!root) {
		snprintf(place, PLACE_MAX, "%s", why);
		return RECORD_UNREADABLE;
	}
	verdict = record_verify_root(root, find, find_arg, each, each_arg, place);
	json_free(root);
	return verdict;
}

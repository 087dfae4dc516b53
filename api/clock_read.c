/*
 * clock_read.c - what a line of the log means for clocks.
 *
 * Most lines are the engine's and mean no more than that a decision was made; of
 * those only time and type are looked at, which stand in front.  The others are
 * read whole.
 */
#include "api/clock.h"

#include <stdio.h>
#include <string.h>

#include "api/call.h"
#include "api/clock_json.h"

struct row {
	const char *name;
	enum clock_event_type type;
	int number;
};

static const struct row rows[] = {
	{"game-created", CLOCK_EVENT_GAME_CREATED, 0},
	{"clock-started", CLOCK_EVENT_CLOCK_STARTED, 0},
	{"turn-started", CLOCK_EVENT_TURN_STARTED, 0},
	{"turn-ended", CLOCK_EVENT_TURN_ENDED, 0},
	{"decision-needed", CLOCK_EVENT_DECISION_NEEDED, 0},
	{"seat-timed-out", CLOCK_EVENT_SEAT_TIMED_OUT, 0},
	{"seat-resigned", CLOCK_EVENT_SEAT_RESIGNED, 0},
	{"game-finished", CLOCK_EVENT_GAME_FINISHED, 0},
	{"game-aborted", CLOCK_EVENT_GAME_ABORTED, 0},
	{"turn-reminder", CLOCK_EVENT_REMINDER, 0},
	{"stand-in-began", CLOCK_EVENT_HELD, 1},
	{"stand-in-ended", CLOCK_EVENT_HELD, 0},
	{"seat-handed-over", CLOCK_EVENT_HELD, 0},
	{"hours-set", CLOCK_EVENT_HOURS_SET, 0},
	{"vacation-set", CLOCK_EVENT_VACATION_SET, 0},
	{"pause-asked", CLOCK_EVENT_PAUSE_ASKED, 0},
	{"pause-agreed", CLOCK_EVENT_PAUSE_AGREED, 0},
	{"pause-declined", CLOCK_EVENT_PAUSE_DECLINED, 0},
	{"clock-paused", CLOCK_EVENT_PAUSED, 0},
	{"clock-resumed", CLOCK_EVENT_RESUMED, 0},
	{"clock-credited", CLOCK_EVENT_CREDITED, 0},
};

/* The text of a member that change_event() writes, up to its quote; NULL: it is not there. */
static const char *find_text(const char *line, size_t size, const char *member, size_t *length)
{
	const char *at = memmem(line, size, member, strlen(member)), *quote;

	if (!at)
		return NULL;
	at += strlen(member);
	quote = memchr(at, '"', (size_t)(line + size - at));
	*length = quote ? (size_t)(quote - at) : 0;
	return quote ? at : NULL;
}

static int is_name(const char *name, const char *text, size_t length)
{
	return strlen(name) == length && memcmp(name, text, length) == 0;
}

/* 1 when the type matters to clocks; *row stays NULL when nothing else of the line does. */
static int find_row(const char *type, size_t length, const struct row **row)
{
	*row = NULL;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (is_name(rows[i].name, type, length)) {
			*row = &rows[i];
			return 1;
		}
	for (int i = 0; i < EVENT_TYPES; i++)
		if (is_name(event_type_name((enum event_type)i), type, length))
			return 1;
	return 0;
}

/* --- members ------------------------------------------------------------------ */

/* A time; absent or null is 0. */
static int read_time(const struct json *event, const char *name, int64_t *out)
{
	const char *text = json_string(json_member(event, name));

	*out = 0;
	return !text || time_parse(text, out) ? 0 : -1;
}

static int read_seat(const struct json *event, int *seat)
{
	const struct json *v = json_member(event, "seat");
	int64_t number;

	*seat = -1;
	if (!v)
		return 0;
	if (json_integer(v, 0, GAME_SEATS_MAX - 1, &number) < 0)
		return -1;
	*seat = (int)number;
	return 0;
}

static int read_number(const struct json *event, const char *name, int64_t most, int *out)
{
	int64_t number;

	if (json_integer(json_member(event, name), 0, most, &number) < 0)
		return -1;
	*out = (int)number;
	return 0;
}

static int read_settings(const struct json *event, struct clock_settings *out)
{
	const struct json *v = json_member(event, "clock");
	struct json_faults faults = {0};

	/* A game without a clock: nobody asks. */
	if (!v)
		return 0;
	clock_settings_read(v, "", 1000, out, NULL, &faults);
	return faults.count ? -1 : 0;
}

static int read_members(const struct json *event, struct clock_event *e)
{
	const char *text;

	if (read_seat(event, &e->seat) < 0 || read_time(event, "until", &e->until) < 0 ||
		read_time(event, "ends_by", &e->ends_by) < 0)
		return -1;
	/* Of a seat that is handed over "from" is a player. */
	if (e->type != CLOCK_EVENT_HELD && read_time(event, "from", &e->from) < 0)
		return -1;
	if (e->type == CLOCK_EVENT_GAME_CREATED)
		return read_settings(event, &e->settings);
	if (e->type == CLOCK_EVENT_CLOCK_STARTED)
		return read_number(event, "seats", GAME_SEATS_MAX, &e->number);
	if (e->type == CLOCK_EVENT_HOURS_SET)
		return clock_hours_read(json_member(event, "hours"), &e->hours);
	if (e->type == CLOCK_EVENT_PAUSE_ASKED) {
		text = json_string(json_member(event, "for"));
		return text && duration_parse(text, &e->length) ? 0 : -1;
	}
	if (e->type == CLOCK_EVENT_REMINDER) {
		text = json_string(json_member(event, "reminder"));
		if (!text)
			return -1;
		e->number = strcmp(text, clock_reminder_words[1]) == 0 ? 1 : 2;
	}
	return 0;
}

int clock_read(const char *line, size_t size, struct clock_event *e)
{
	size_t type_length = 0, at_length = 0;
	const char *type = find_text(line, size, "\"type\":\"", &type_length);
	const char *at = find_text(line, size, "\"at\":\"", &at_length);
	const struct row *row;
	struct json *event;
	char why[160];
	int r;

	if (!type || !find_row(type, type_length, &row))
		return type ? 0 : -1;
	memset(e, 0, sizeof(*e));
	e->seat = -1;
	e->type = row ? row->type : CLOCK_EVENT_OTHER_OF_GAME;
	e->number = row ? row->number : 0;
	snprintf(why, sizeof(why), "%.*s", (int)at_length, at ? at : "");
	if (!time_parse(why, &e->at))
		return -1;
	if (!row)
		return 1;
	event = json_parse(line, size, why);
	r = event ? read_members(event, e) : -1;
	json_free(event);
	return r < 0 ? -1 : 1;
}

int clock_fold_lines(struct clock *c, const char *lines, size_t size)
{
	const char *end = lines + size;
	struct clock_event e;

	while (lines < end) {
		const char *stop = memchr(lines, '\n', (size_t)(end - lines));
		int r;

		if (!stop)
			stop = end;
		r = clock_read(lines, (size_t)(stop - lines), &e);
		if (r < 0)
			return -1;
		if (r > 0 && e.type == CLOCK_EVENT_GAME_CREATED)
			clock_begin(c, &e.settings);
		else if (r > 0)
			clock_fold(c, &e);
		lines = stop + 1;
	}
	return 0;
}

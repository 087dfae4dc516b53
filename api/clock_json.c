/* clock_json.c - clocks read from JSON and written to it. */
#include "api/clock_json.h"

#include <stdio.h>
#include <string.h>

#include "api/call.h"
#include "api/show.h"
#include "engine/core/ruleset.h"

/* From this on a clock is one of days, which lets people sleep and travel. */
#define DAYS_FROM (12 * CLOCK_HOUR)
#define PAUSE_USUAL (14 * CLOCK_DAY)
#define VACATION_USUAL (30 * CLOCK_DAY)

const char *const clock_reminder_words[] = {"", "half", "tenth", NULL};

/* --- durations ----------------------------------------------------------------- */

void duration_text(char out[DURATION_TEXT], int64_t ms)
{
	static const struct { int64_t seconds; char unit; } parts[] = {{3600, 'H'}, {60, 'M'}, {1, 'S'}};
	int64_t left = ms > 0 ? ms / 1000 : 0;
	int at;

	at = snprintf(out, DURATION_TEXT, "P");
	if (left >= 86400 || left == 0)
		at += snprintf(out + at, DURATION_TEXT - (size_t)at, left ? "%lldD" : "T0S", (long long)(left / 86400));
	left %= 86400;
	if (left)
		at += snprintf(out + at, DURATION_TEXT - (size_t)at, "T");
	for (int i = 0; i < 3; i++) {
		if (left / parts[i].seconds)
			at += snprintf(out + at, DURATION_TEXT - (size_t)at, "%lld%c",
				(long long)(left / parts[i].seconds), parts[i].unit);
		left %= parts[i].seconds;
	}
}

void show_duration(struct sink *out, const char *key, int64_t ms)
{
	char text[DURATION_TEXT];

	duration_text(text, ms);
	sink_text(out, key, text);
}

/* --- settings -------------------------------------------------------------------- */

static void read_duration(struct members *m, const char *name, enum presence p, int64_t least, int64_t *out)
{
	char text[40], low[DURATION_TEXT];
	int64_t ms;

	if (!members_text(m, name, p, text, sizeof(text) - 1))
		return;
	duration_text(low, least);
	if (!duration_parse(text, &ms))
		members_fault(m, name, "must be a duration like P1D, PT12H or P1DT30M");
	else if (ms < least || ms > CLOCK_MOST)
		members_fault(m, name, "must be from %s to P365D", low);
	else
		*out = ms;
}

void clock_settings_read(const struct json *object, const char *pointer, int64_t least,
	struct clock_settings *out, int *on_timeout, struct json_faults *faults)
{
	struct members m;
	int quiet, unused;

	memset(out, 0, sizeof(*out));
	members_begin(&m, object, pointer, faults);
	read_duration(&m, "per_turn", REQUIRED, least, &out->per_turn);
	read_duration(&m, "bank", OPTIONAL, 0, &out->bank);
	read_duration(&m, "increment", OPTIONAL, 0, &out->increment);
	out->bank_max = out->bank > out->increment ? out->bank : out->increment;
	read_duration(&m, "bank_max", OPTIONAL, out->bank, &out->bank_max);
	quiet = out->per_turn >= DAYS_FROM;
	out->pause = quiet ? PAUSE_USUAL : 0;
	out->vacation = quiet ? VACATION_USUAL : 0;
	members_bool(&m, "quiet_hours", OPTIONAL, &quiet);
	out->quiet_hours = (uint8_t)quiet;
	read_duration(&m, "pause", OPTIONAL, 0, &out->pause);
	read_duration(&m, "vacation", OPTIONAL, 0, &out->vacation);
	if (!on_timeout)
		on_timeout = &unused;
	*on_timeout = -1;
	members_choice(&m, "on_timeout", OPTIONAL, ruleset_on_timeout_choices, on_timeout);
	members_done(&m);
}

void clock_settings_write(const struct clock_settings *s, struct sink *out)
{
	show_duration(out, "per_turn", s->per_turn);
	show_duration(out, "bank", s->bank);
	show_duration(out, "increment", s->increment);
	show_duration(out, "bank_max", s->bank_max);
	sink_flag(out, "quiet_hours", s->quiet_hours);
	show_duration(out, "vacation", s->vacation);
	show_duration(out, "pause", s->pause);
}

/* --- hours ---------------------------------------------------------------------------- */

int clock_time_of_day(const char *text, uint16_t *minutes)
{
	int hour, minute;

	if (!text || strlen(text) != 5 || strspn(text, "0123456789:") != 5 || text[2] != ':' ||
		sscanf(text, "%2d:%2d", &hour, &minute) != 2 || hour > 23 || minute > 59)
		return 0;
	*minutes = (uint16_t)(60 * hour + minute);
	return 1;
}

void clock_time_of_day_text(char out[TIME_OF_DAY_TEXT], int minutes)
{
	snprintf(out, TIME_OF_DAY_TEXT, "%02d:%02d", minutes / 60 % 24, minutes % 60);
}

/* From UTC, in minutes. */
static int read_offset(const struct json *object, int16_t *out)
{
	int64_t minutes;

	if (json_integer(json_member(object, "utc_offset"), -24 * 60, 24 * 60, &minutes) < 0)
		return -1;
	*out = (int16_t)minutes;
	return 0;
}

int clock_hours_read(const struct json *v, struct clock_hours *h)
{
	const struct json *shift;

	memset(h, 0, sizeof(*h));
	if (!v || json_type(v) == JSON_NULL)
		return v ? 0 : -1;
	h->on = 1;
	if (!clock_time_of_day(json_string(json_member(v, "from")), &h->from) ||
		!clock_time_of_day(json_string(json_member(v, "to")), &h->to) ||
		h->from == h->to || read_offset(v, &h->offset) < 0)
		return -1;
	shift = json_member(v, "shifts");
	for (shift = shift ? json_first(shift) : NULL; shift; shift = json_next(shift)) {
		const char *at = json_string(json_member(shift, "at"));

		if (h->shift_count == CLOCK_SHIFTS_MAX || !at || !time_parse(at, &h->shifts[h->shift_count].at) ||
			read_offset(shift, &h->shifts[h->shift_count].offset) < 0)
			return -1;
		h->shift_count++;
	}
	return 0;
}

void clock_hours_write(const struct clock_hours *h, struct sink *out)
{
	char text[TIME_OF_DAY_TEXT];

	if (!h->on) {
		sink_null(out, "hours");
		return;
	}
	sink_object(out, "hours");
	clock_time_of_day_text(text, h->from);
	sink_text(out, "from", text);
	clock_time_of_day_text(text, h->to);
	sink_text(out, "to", text);
	sink_number(out, "utc_offset", h->offset);
	sink_array(out, "shifts");
	for (int i = 0; i < h->shift_count; i++) {
		sink_object(out, NULL);
		show_time(out, "at", h->shifts[i].at);
		sink_number(out, "utc_offset", h->shifts[i].offset);
		sink_end(out);
	}
	sink_end(out);
	sink_end(out);
}

/* --- views ------------------------------------------------------------------------------ */

static void show_seat(const struct clock *c, int seat, struct sink *out)
{
	const struct clock_seat *s = &c->seats[seat];

	sink_object(out, NULL);
	sink_number(out, "seat", seat);
	show_duration(out, "turn_left", s->turn_left);
	show_duration(out, "bank", s->bank);
	show_time(out, "deadline", clock_deadline(c, seat));
	if (c->settings.vacation && s->vacation_until > c->t) {
		sink_object(out, "vacation");
		show_time(out, "from", s->vacation_from);
		show_time(out, "until", s->vacation_until);
		sink_end(out);
	} else {
		sink_null(out, "vacation");
	}
	show_duration(out, "vacation_left", c->settings.vacation - s->vacation_used);
	show_time(out, "timed_out_at", s->timed_out_at);
	sink_end(out);
}

static void show_ask(const struct clock *c, struct sink *out)
{
	if (c->ask_by < 0) {
		sink_null(out, "pause_asked");
		return;
	}
	sink_object(out, "pause_asked");
	sink_number(out, "seat", c->ask_by);
	show_duration(out, "for", c->ask_for);
	show_seats(out, "agreed", c->ask_agreed);
	sink_end(out);
}

static void show_standing(const struct clock *c, struct sink *out)
{
	enum clock_stop stop = clock_stopped(c);

	show_time(out, "as_of", c->t);
	if (clock_running(c) < 0)
		sink_null(out, "running");
	else
		sink_number(out, "running", clock_running(c));
	if (stop == CLOCK_RUNS)
		sink_null(out, "stopped");
	else
		sink_text(out, "stopped", clock_stop_words[stop]);
	show_time(out, "deadline", c->deadline);
	show_time(out, "ends_by", c->ends_by);
	show_time(out, "paused_until", c->pause_until);
	show_duration(out, "pause_left", c->settings.pause - c->pause_used);
	show_ask(c, out);
	sink_array(out, "seats");
	for (int seat = 0; seat < c->seat_count; seat++)
		show_seat(c, seat, out);
	sink_end(out);
}

void clock_show(const struct clock *c, const char *on_timeout, struct sink *out, const char *key)
{
	sink_object(out, key);
	clock_settings_write(&c->settings, out);
	sink_text(out, "on_timeout", on_timeout);
	if (c->state != CLOCK_LOBBY)
		show_standing(c, out);
	sink_end(out);
}

static void tell_settings(const struct clock_settings *s, const char *on_timeout, struct buf *out)
{
	char per_turn[DURATION_TEXT], bank[DURATION_TEXT], increment[DURATION_TEXT], most[DURATION_TEXT];

	duration_text(per_turn, s->per_turn);
	duration_text(bank, s->bank);
	duration_text(increment, s->increment);
	duration_text(most, s->bank_max);
	buf_format(out, "Clock: %s a turn", per_turn);
	if (s->bank || s->increment)
		buf_format(out, ", bank %s, %s more after each turn up to %s", bank, increment, most);
	buf_format(out, "; when time is up: %s.", on_timeout);
}

void clock_tell(const struct clock *c, const char *on_timeout, struct buf *out)
{
	char time[TIME_TEXT];

	tell_settings(&c->settings, on_timeout, out);
	if (c->pause_until) {
		time_text(time, c->pause_until);
		buf_format(out, "  Paused until %s.", time);
	}
	if (c->deadline) {
		time_text(time, c->deadline);
		buf_format(out, "  Seat %d has until %s.", c->running, time);
	}
	buf_char(out, '\n');
}

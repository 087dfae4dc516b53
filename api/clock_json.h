/*
 * clock_json.h - clocks in JSON: settings in requests and events, and what views
 * show.
 */
#ifndef MEEPLED_API_CLOCK_JSON_H
#define MEEPLED_API_CLOCK_JSON_H

#include "api/clock.h"
#include "api/json.h"

/* "PT12H": whole seconds, what is below is cut off. */
enum { DURATION_TEXT = 40 };
void duration_text(char out[DURATION_TEXT], int64_t ms);
void show_duration(struct sink *out, const char *key, int64_t ms);

/*
 * Read an object {"per_turn":"P1D",…}; faults at `pointer`.  No duration of a turn
 * below `least` milliseconds.  *on_timeout gets the index of the word in
 * ruleset_on_timeout_choices, -1 when it is not there; NULL: it is the table's affair.
 */
void clock_settings_read(const struct json *object, const char *pointer, int64_t least,
	struct clock_settings *out, int *on_timeout, struct json_faults *faults);
/* Their members, without on_timeout. */
void clock_settings_write(const struct clock_settings *s, struct sink *out);

/* "22:00" as minutes of the day, and back; 0 when it is no such text. */
int clock_time_of_day(const char *text, uint16_t *minutes);
enum { TIME_OF_DAY_TEXT = 8 };
void clock_time_of_day_text(char out[TIME_OF_DAY_TEXT], int minutes);

/* The member "hours" of an event hours-set; null: none.  0, or -1. */
int clock_hours_read(const struct json *v, struct clock_hours *out);
void clock_hours_write(const struct clock_hours *h, struct sink *out);

/* What is left at a reminder, by its number: "", "half", "tenth". */
extern const char *const clock_reminder_words[];

/*
 * The object "clock" of a view: settings and, once the game has started, how each
 * seat stands at c->t.  `on_timeout` is the option's word.  A lobby's or a list's
 * shows the settings only.
 */
void clock_show(const struct clock *c, const char *on_timeout, struct sink *out, const char *key);
/* A line or two for a terminal. */
struct buf;
void clock_tell(const struct clock *c, const char *on_timeout, struct buf *out);

#endif

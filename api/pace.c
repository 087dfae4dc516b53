/* pace.c - see pace.h. */
#include "api/pace.h"

#include <string.h>

#include "api/json.h"
#include "api/standing.h"

static void close_turn(struct pace *p)
{
	if (p->seat < 0 || p->held[p->seat])
		return;
	p->turns[p->seat]++;
	p->times[p->seat][standing_class(p->last - p->since)]++;
}

static void note_act(struct pace *p, const struct action *a, int64_t at)
{
	if (a->type == ACTION_TIMEOUT) {
		close_turn(p);
		p->timed_out[a->seat]++;
		p->seat = -1;
	} else if (a->seat != p->seat) {
		close_turn(p);
		p->seat = a->seat;
		p->since = p->last;
	}
	if (a->type == ACTION_RESIGN)
		p->resigned[a->seat]++;
	p->last = at;
}

/* Who plays for whom, from the events of the table. */
static void note_event(struct pace *p, const char *line, size_t size)
{
	static const char stand_in[] = "\"type\":\"stand-in-";
	char why[160];
	struct json *event;
	const char *type;
	int64_t seat;

	if (!memmem(line, size, stand_in, sizeof(stand_in) - 1))
		return;
	event = json_parse(line, size, why);
	type = event ? json_string(json_member(event, "type")) : NULL;
	if (type && json_integer(json_member(event, "seat"), 0, GAME_SEATS_MAX - 1, &seat) == 0)
		p->held[seat] = strcmp(type, "stand-in-began") == 0;
	json_free(event);
}

static void note_events(struct pace *p, const struct store_entry *entry)
{
	const char *at = entry->events, *end = at + entry->events_size;

	while (at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));

		if (!stop)
			stop = end;
		note_event(p, at, (size_t)(stop - at));
		at = stop + 1;
	}
}

static int note_entry(void *arg, const struct store_entry *entry)
{
	struct pace *p = arg;
	struct action a;

	if (entry->has_action && action_decode(&a, entry->action) == 0 && a.seat < GAME_SEATS_MAX) {
		note_act(p, &a, entry->at);
		return 0;
	}
	note_events(p, entry);
	/* The lobby's last event is the start: from then on the first seat's time runs. */
	if (p->seat < 0 && !p->since)
		p->last = entry->at;
	return 0;
}

enum store_result pace_read(struct store_conn *conn, const char *game, struct pace *pace)
{
	enum store_result r;

	pace->seat = -1;
	r = store_log_read(conn, game, 0, 0, note_entry, pace);
	if (r == STORE_OK)
		close_turn(pace);
	return r;
}

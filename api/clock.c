/*
 * clock.c - how time runs.
 *
 * All of it is cut into stretches during which one thing is used up: the pause, a
 * vacation, a night, the turn's own time, the bank.  Where a stretch ends depends on
 * the clock's state alone and never on who asks when, so that it makes no
 * difference whether an hour is counted at once or second by second.
 */
#include "api/clock.h"

#include <stdlib.h>
#include <string.h>

/* What is used up during a stretch. */
enum stretch { STRETCH_PAUSE, STRETCH_VACATION, STRETCH_QUIET, STRETCH_TURN, STRETCH_BANK, STRETCH_NOTHING };

static int64_t earlier(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* --- quiet hours ----------------------------------------------------------------- */

static int64_t quiet_length(const struct clock_hours *h)
{
	return (h->to - h->from + 1440) % 1440 * CLOCK_MINUTE;
}

/* Whether `t` lies in the hours, and until when that stays so. */
static int is_quiet(const struct clock_hours *h, int64_t t, int64_t *until)
{
	int64_t from = h->from * CLOCK_MINUTE, to = h->to * CLOCK_MINUTE, of_day, next = INT64_MAX;
	int offset = h->offset, quiet;

	for (int i = 0; i < h->shift_count; i++) {
		if (h->shifts[i].at > t) {
			next = h->shifts[i].at;
			break;
		}
		offset = h->shifts[i].offset;
	}
	of_day = ((t + offset * CLOCK_MINUTE) % CLOCK_DAY + CLOCK_DAY) % CLOCK_DAY;
	quiet = from < to ? of_day >= from && of_day < to : of_day >= from || of_day < to;
	*until = earlier(next, t + ((quiet ? to : from) - of_day + CLOCK_DAY) % CLOCK_DAY);
	return quiet;
}

/*
 * The nights that a seat can meet while it uses so much time, and two more; each an
 * hour longer than it is, for the one in which the clocks are set back.  *more: how
 * much more must be used before there is another one.
 */
static int64_t quiet_limit(const struct clock_seat *s, int64_t *more)
{
	int64_t length = quiet_length(&s->hours), awake = CLOCK_DAY - length;

	*more = awake - s->used % awake;
	return (s->used / awake + 2) * (length + CLOCK_HOUR);
}

/* --- stretches ----------------------------------------------------------------------- */

/* Of the turn's time or the bank, at most until `end`. */
static enum stretch own_stretch(const struct clock_seat *s, int64_t t, int64_t *end)
{
	int64_t left = s->turn_left ? s->turn_left : s->bank;

	if (!left)
		return STRETCH_NOTHING;
	*end = earlier(*end, t + left);
	return s->turn_left ? STRETCH_TURN : STRETCH_BANK;
}

/* What is used up at c->t, and until when that is so. */
static enum stretch next_stretch(const struct clock *c, int64_t *end)
{
	const struct clock_seat *s = &c->seats[c->running];
	int64_t vacation = c->settings.vacation - s->vacation_used, until, limit, more;

	*end = INT64_MAX;
	if (s->held)
		return STRETCH_NOTHING;
	if (c->pause_until > c->t) {
		*end = c->pause_until;
		return STRETCH_PAUSE;
	}
	if (vacation > 0 && s->vacation_from > c->t) {
		*end = s->vacation_from;
	} else if (vacation > 0 && s->vacation_until > c->t) {
		*end = earlier(s->vacation_until, c->t + vacation);
		return STRETCH_VACATION;
	}
	if (c->settings.quiet_hours && s->hours.on) {
		int quiet = is_quiet(&s->hours, c->t, &until);

		*end = earlier(*end, until);
		limit = quiet_limit(s, &more);
		if (quiet && s->quiet_used < limit) {
			*end = earlier(*end, c->t + limit - s->quiet_used);
			return STRETCH_QUIET;
		}
		*end = earlier(*end, c->t + more);
	}
	return own_stretch(s, c->t, end);
}

/* The running seat's time goes by for so long, within one stretch. */
static void use(struct clock *c, enum stretch stretch, int64_t time)
{
	struct clock_seat *s = &c->seats[c->running];

	c->t += time;
	switch (stretch) {
	case STRETCH_VACATION:
		s->vacation_used += time;
		break;
	case STRETCH_QUIET:
		s->quiet_used += time;
		break;
	case STRETCH_TURN:
		s->turn_left -= time;
		s->used += time;
		break;
	case STRETCH_BANK:
		s->bank -= time;
		s->used += time;
		break;
	case STRETCH_PAUSE:
	case STRETCH_NOTHING:
		break;
	}
}

void clock_advance(struct clock *c, int64_t t)
{
	int64_t end;

	while (c->t < t && c->state == CLOCK_STARTED && c->running >= 0) {
		enum stretch stretch = next_stretch(c, &end);

		use(c, stretch, earlier(end, t) - c->t);
	}
	if (c->t < t)
		c->t = t;
}

/* --- instants ------------------------------------------------------------------------ */

/* When the running seat has `left` of its time; `c` is spent on it. */
static int64_t when_left(struct clock *c, int64_t left)
{
	const struct clock_seat *s = &c->seats[c->running];
	int64_t end;

	while (s->turn_left + s->bank > left) {
		enum stretch stretch = next_stretch(c, &end);

		if (stretch == STRETCH_TURN || stretch == STRETCH_BANK)
			end = earlier(end, c->t + s->turn_left + s->bank - left);
		use(c, stretch, end - c->t);
	}
	return c->t;
}

void clock_settle(struct clock *c)
{
	const struct clock_seat *s = &c->seats[c->running < 0 ? 0 : c->running];
	struct clock ahead = *c;

	c->reminder_at = c->deadline = c->due_at = 0;
	if (c->state != CLOCK_STARTED)
		return;
	if (c->running >= 0 && !s->held) {
		if (s->reminded < 2)
			c->reminder_at = when_left(&ahead, s->allotted / (s->reminded ? 10 : 2));
		c->deadline = when_left(&ahead, 0);
		c->due_at = c->reminder_at ? c->reminder_at : c->deadline;
	}
	/* Nothing can be due before the pause ends. */
	if (c->pause_until)
		c->due_at = c->pause_until;
}

int64_t clock_deadline(const struct clock *c, int seat)
{
	return c && seat >= 0 && seat == c->running ? c->deadline : 0;
}

int clock_running(const struct clock *c)
{
	return c && c->state == CLOCK_STARTED ? c->running : -1;
}

const char *const clock_stop_words[] = {
	[CLOCK_RUNS] = "", [CLOCK_PAUSED] = "pause", [CLOCK_VACATION] = "vacation", [CLOCK_QUIET] = "quiet-hours",
};

enum clock_stop clock_stopped(const struct clock *c)
{
	int64_t end;

	if (clock_running(c) < 0)
		return CLOCK_RUNS;
	switch (next_stretch(c, &end)) {
	case STRETCH_PAUSE:
		return CLOCK_PAUSED;
	case STRETCH_VACATION:
		return CLOCK_VACATION;
	case STRETCH_QUIET:
		return CLOCK_QUIET;
	case STRETCH_TURN:
	case STRETCH_BANK:
	case STRETCH_NOTHING:
		break;
	}
	return CLOCK_RUNS;
}

/*
 * Every seat may use `per_turn` in every turn, its first bank and every increment
 * of its own turns.  Nights: see quiet_limit(): 13 hours for each 12 that are used,
 * and twice that in each turn.  Who is held answers by itself, within an hour a turn.
 */
int64_t clock_latest_end(const struct clock_settings *s, int seats, int turns, int returns, int64_t start)
{
	int64_t all = seats * turns;
	int64_t used = all * s->per_turn * (returns ? 2 : 1) + seats * s->bank + turns * s->increment;
	int64_t quiet = s->quiet_hours ? used / 12 * 13 + 13 + all * 26 * CLOCK_HOUR : 0;

	return start + used + quiet + seats * s->vacation + s->pause + turns * CLOCK_HOUR;
}

/* --- folding -------------------------------------------------------------------------- */

void clock_begin(struct clock *c, const struct clock_settings *settings)
{
	memset(c, 0, sizeof(*c));
	c->settings = *settings;
	c->turn_seat = c->running = c->ask_by = -1;
}

struct clock *clock_new(const struct clock_settings *settings)
{
	struct clock *c = malloc(sizeof(*c));

	if (c)
		clock_begin(c, settings);
	return c;
}

/* The game waits for that seat from now on. */
static void wait_for(struct clock *c, int seat)
{
	struct clock_seat *s;

	c->running = (int8_t)seat;
	if (seat < 0)
		return;
	s = &c->seats[seat];
	if (!s->allotted)
		s->allotted = s->turn_left + s->bank;
}

static void start(struct clock *c, const struct clock_event *e)
{
	c->state = CLOCK_STARTED;
	c->seat_count = (uint8_t)e->number;
	c->ends_by = e->ends_by;
	for (int i = 0; i < c->seat_count; i++)
		c->seats[i].bank = c->settings.bank;
}

static void start_turn(struct clock *c, int seat)
{
	for (int i = 0; i < c->seat_count; i++) {
		struct clock_seat *s = &c->seats[i];

		s->turn_left = c->settings.per_turn;
		s->allotted = s->used = s->quiet_used = 0;
		s->reminded = s->renewed = 0;
	}
	c->seats[seat].timed_out_at = 0;
	c->asked = 0;
	c->turn_seat = (int8_t)seat;
	wait_for(c, seat);
}

static void end_turn(struct clock *c, int seat)
{
	struct clock_seat *s = &c->seats[seat];

	if (!s->timed_out_at && !s->held)
		s->bank = earlier(s->bank + c->settings.increment, c->settings.bank_max);
}

static void time_out(struct clock *c, const struct clock_event *e)
{
	struct clock_seat *s = &c->seats[e->seat];

	s->bank = 0;
	s->turn_left = s->allotted = s->renewed ? 0 : c->settings.per_turn;
	s->reminded = 0;
	s->renewed = 1;
	s->timed_out_at = e->at;
	if (e->seat == c->running)
		wait_for(c, c->turn_seat);
}

/* Who else leaves does not end the wait for a decision. */
static void resign(struct clock *c, int seat)
{
	c->seats[seat].out = 1;
	if (seat == c->running)
		wait_for(c, c->turn_seat);
}

static void end(struct clock *c)
{
	c->state = CLOCK_OVER;
	c->running = c->turn_seat = c->ask_by = -1;
	c->pause_until = 0;
}

static void pause(struct clock *c, const struct clock_event *e)
{
	c->pause_until = e->until;
	c->pause_used += e->until - c->t;
	c->ask_by = -1;
}

/* Time that the host was down: what of it was not counted yet is left out. */
static void credit(struct clock *c, const struct clock_event *e)
{
	clock_advance(c, e->from);
	if (e->until > c->t) {
		c->ends_by += e->until - c->t;
		c->t = e->until;
	}
	c->credited_until = e->until;
}

/* What a seat's player has set or said, or who plays for it. */
static void fold_wish(struct clock *c, const struct clock_event *e)
{
	struct clock_seat *s = e->seat >= 0 ? &c->seats[e->seat] : NULL;

	if (!s)
		return;
	if (e->type == CLOCK_EVENT_HELD) {
		s->held = (uint8_t)e->number;
	} else if (e->type == CLOCK_EVENT_HOURS_SET) {
		s->hours = e->hours;
	} else if (e->type == CLOCK_EVENT_VACATION_SET) {
		s->vacation_from = e->from;
		s->vacation_until = e->until;
	} else if (e->type == CLOCK_EVENT_PAUSE_ASKED) {
		c->ask_by = (int8_t)e->seat;
		c->ask_for = e->length;
		c->ask_agreed = (uint8_t)(1u << e->seat);
		c->asked |= (uint8_t)(1u << e->seat);
	} else if (e->type == CLOCK_EVENT_PAUSE_AGREED) {
		c->ask_agreed |= (uint8_t)(1u << e->seat);
	} else {
		c->ask_by = -1;
	}
}

void clock_fold(struct clock *c, const struct clock_event *e)
{
	if (c->state == CLOCK_STARTED && e->type == CLOCK_EVENT_CREDITED) {
		credit(c, e);
		return;
	}
	clock_advance(c, e->at);
	if (e->type == CLOCK_EVENT_CLOCK_STARTED && c->state == CLOCK_LOBBY)
		start(c, e);
	if (c->state != CLOCK_STARTED || e->seat >= c->seat_count)
		return;
	switch (e->type) {
	case CLOCK_EVENT_TURN_STARTED:
		start_turn(c, e->seat < 0 ? 0 : e->seat);
		break;
	case CLOCK_EVENT_TURN_ENDED:
		if (e->seat >= 0)
			end_turn(c, e->seat);
		break;
	case CLOCK_EVENT_DECISION_NEEDED:
		wait_for(c, e->seat);
		break;
	case CLOCK_EVENT_SEAT_TIMED_OUT:
		if (e->seat >= 0)
			time_out(c, e);
		break;
	case CLOCK_EVENT_SEAT_RESIGNED:
		if (e->seat >= 0)
			resign(c, e->seat);
		break;
	case CLOCK_EVENT_OTHER_OF_GAME:
		wait_for(c, c->turn_seat);
		break;
	case CLOCK_EVENT_GAME_FINISHED:
	case CLOCK_EVENT_GAME_ABORTED:
		end(c);
		break;
	case CLOCK_EVENT_REMINDER:
		if (e->seat >= 0)
			c->seats[e->seat].reminded = (uint8_t)e->number;
		break;
	case CLOCK_EVENT_HELD:
	case CLOCK_EVENT_HOURS_SET:
	case CLOCK_EVENT_VACATION_SET:
	case CLOCK_EVENT_PAUSE_ASKED:
	case CLOCK_EVENT_PAUSE_AGREED:
	case CLOCK_EVENT_PAUSE_DECLINED:
		fold_wish(c, e);
		break;
	case CLOCK_EVENT_PAUSED:
		pause(c, e);
		break;
	case CLOCK_EVENT_RESUMED:
		c->pause_until = 0;
		break;
	case CLOCK_EVENT_GAME_CREATED:
	case CLOCK_EVENT_CLOCK_STARTED:
	case CLOCK_EVENT_CREDITED:
		break;
	}
}

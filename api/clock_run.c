/*
 * clock_run.c - what is due, and the jobs that do it.
 *
 * The clock's thread asks the store which games are due and hands their ids to the
 * writer, who looks at each game again: by then somebody may have moved, and
 * then nothing is due any more.  So of a move and a time-out that meet one comes first, and
 * whoever comes second sees what the first has done.
 *
 * Fairness.  A number in the store says when the service was last alive.  If that was
 * a while ago when it starts, or if the system's clock has jumped ahead, or if the
 * thread could not run for a while, then games may have become due while nobody could
 * move.  Before anything else is done every game whose time ran is given that while
 * back (`clock-credited`); a while below a minute only to those who need it.
 */
#include "api/clock_run.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/absence.h"
#include "api/clock_json.h"
#include "api/clock_log.h"
#include "api/inside.h"
#include "api/live.h"
#include "api/show.h"

enum {
	BATCH = 64,			/* games in one job */
	RUN_MAX = 1000,			/* jobs in one run, where they are done at once */
	BUSY_MS = 1000,			/* look again then, should nobody have woken the thread */
	RETRY_MS = 10 * 1000,		/* after a game that could not be changed */
	ALIVE_MS = 30 * 1000,		/* between two notes of being alive */
	JUMP_MS = 10 * 1000,		/* of the system's clock, or of the thread's sleep, that count */
	CREDIT_ALL_MS = 60 * 1000,	/* an absence that long is given back to all */
	STEPS_MAX = 8			/* things that may be due in a game at once */
};

#define ALIVE "alive_at"

struct clockwork {
	struct api *api;
	pthread_mutex_t mutex;		/* guards busy, retry_at and next */
	int busy;			/* a job is with the writer */
	int64_t retry_at;		/* nothing due is tried before */
	int64_t next;			/* when the thread will be up again */

	/* The thread's alone. */
	int begun;
	int64_t seen, seen_steady;	/* of the last run */
	int64_t awaited;		/* steady time by which the next run was asked for */
	int64_t alive_at;		/* noted in the store */
	int64_t away_from, away_until;	/* the host was down, or as good as */
	char (*away)[STORE_GAME_ID + 1];	/* games that are to be looked at for that */
	size_t away_count, away_room, away_done;

	/* The writer's alone. */
	int64_t pending;		/* earliest due time of this batch */
};

enum work { WORK_DUE, WORK_CREDIT, WORK_ALIVE };

struct clock_job {
	struct job job;			/* first */
	struct clockwork *w;
	enum work work;
	int64_t from, until;		/* of WORK_CREDIT; WORK_ALIVE: until */
	int failed;
	int count;
	char games[BATCH][STORE_GAME_ID + 1];
};

/* --- one game, on the writer's thread --------------------------------------------- */

/* How much is left of the running seat's time now. */
static int64_t time_left(const struct clock *clock, int64_t now)
{
	struct clock c = *clock;

	clock_advance(&c, now);
	return c.seats[c.running].turn_left + c.seats[c.running].bank;
}

static int remind(struct change *ch)
{
	const struct clock *clock = ch->table->clock;
	int64_t left = time_left(clock, ch->at), allotted = clock->seats[clock->running].allotted;
	struct sink *out = change_event(ch, "turn-reminder", clock->running);

	sink_text(out, "reminder", clock_reminder_words[left <= allotted / 10 ? 2 : 1]);
	show_duration(out, "time_left", left);
	show_time(out, "deadline", clock->deadline);
	change_event_close(ch);
	return change_entry(ch, clock->running, NULL);
}

static int resume(struct change *ch)
{
	change_event(ch, "clock-resumed", -1);
	change_event_close(ch);
	return change_entry(ch, -1, NULL);
}

/* What the clock itself is due for.  1: something was done; 0: nothing; -1 after fail(). */
static int take_step(struct change *ch)
{
	const struct clock *clock = ch->table->clock;
	int r;

	if (!clock || !clock->due_at || clock->due_at > ch->at)
		return 0;
	if (clock->pause_until)
		r = resume(ch);
	else if (clock->deadline <= ch->at)
		r = absence_time_out(ch, clock->running);
	else
		r = remind(ch);
	return r < 0 || clock_follow(ch) < 0 ? -1 : 1;
}

static int do_due(struct change *ch)
{
	int r = 0;

	for (int i = 0; i < STEPS_MAX && (r = take_step(ch)) > 0; i++)
		if (ch->table->meta.status != STORE_ACTIVE)
			break;
	if (r < 0)
		return -1;
	if (ch->table->meta.version == ch->base && absence_due(ch->table) && absence_due(ch->table) <= ch->at &&
		absence_stand_in(ch) < 0)
		return -1;
	/* Somebody was faster. */
	return ch->table->meta.version > ch->base ? change_finish(ch) : 0;
}

static int wants_credit(const struct clock *clock, const struct clock_job *j)
{
	if (!clock || clock_running(clock) < 0 || clock->seats[clock->running].held || clock->pause_until > j->until ||
		clock->credited_until >= j->until || clock->t >= j->until)
		return 0;
	return j->until - j->from >= CREDIT_ALL_MS || clock->deadline <= j->until + CREDIT_ALL_MS;
}

static int do_credit(struct change *ch, const struct clock_job *j)
{
	const struct clock *clock = ch->table->clock;
	struct sink *out;

	if (!wants_credit(clock, j))
		return 0;
	out = change_event(ch, "clock-credited", clock->running);
	show_time(out, "from", j->from > clock->t ? j->from : clock->t);
	show_time(out, "until", j->until);
	change_event_close(ch);
	return change_entry(ch, -1, NULL) < 0 ? -1 : change_finish(ch);
}

static int change_game(struct call *c, const struct clock_job *j, const char *game)
{
	struct change ch;
	int r = change_begin(&ch, c, game);

	if (r == 0)
		r = j->work == WORK_CREDIT ? do_credit(&ch, j) : do_due(&ch);
	change_drop(&ch);
	return r;
}

static int work_on(struct clock_job *j, struct store_conn *conn, const char *game)
{
	struct api *api = j->w->api;
	struct exchange x = {.request_id = "clock"};
	struct call c = {.api = api, .x = &x, .conn = conn, .now = api_now(api)};
	int r;

	buf_init(&c.out, CALL_BODY_MAX);
	buf_init(&c.extra, API_BODY_MAX);
	r = store_ok(&c, store_savepoint(conn));
	if (r == 0) {
		r = game ? change_game(&c, j, game) : store_ok(&c, store_number_put(conn, ALIVE, j->until));
		if (r == 0)
			r = store_ok(&c, store_release(conn));
		if (r < 0)
			store_rollback_to(conn);
		live_settle(api_live(api), r == 0);
	}
	if (r < 0)
		api_log(api, API_ERROR, "msg=\"the clock could not go on\" game=%s why=\"%s\"", game ? game : "-", c.detail);
	buf_free(&c.events);
	buf_free(&c.out);
	buf_free(&c.extra);
	return r;
}

static void job_run(struct job *job, struct store_conn *conn)
{
	struct clock_job *j = (struct clock_job *)job;

	for (int i = 0; i < j->count; i++)
		if (work_on(j, conn, j->games[i]) < 0)
			j->failed = 1;
	if (j->work == WORK_ALIVE && work_on(j, conn, NULL) < 0)
		j->failed = 1;
}

static void wake_thread(struct api *api)
{
	const struct api_config *config = api_config(api);

	if (config->clock_due)
		config->clock_due(config->arg);
}

static void job_done(struct job *job, int committed)
{
	struct clock_job *j = (struct clock_job *)job;
	struct clockwork *w = j->w;

	pthread_mutex_lock(&w->mutex);
	w->busy = 0;
	if (j->failed || !committed)
		w->retry_at = api_now(w->api) + RETRY_MS;
	pthread_mutex_unlock(&w->mutex);
	free(j);
	wake_thread(w->api);
}

/* --- jobs, on the thread ---------------------------------------------------------------- */

static struct clock_job *new_job(struct clockwork *w, enum work work)
{
	struct clock_job *j = calloc(1, sizeof(*j));

	if (!j)
		return NULL;
	j->job.run = job_run;
	j->job.done = job_done;
	j->w = w;
	j->work = work;
	return j;
}

/* Takes the job over.  0, or -1: the writer takes no more. */
static int hand_over(struct clockwork *w, struct clock_job *j)
{
	const struct api_config *config = api_config(w->api);

	if (!j)
		return -1;
	pthread_mutex_lock(&w->mutex);
	w->busy = 1;
	pthread_mutex_unlock(&w->mutex);
	if (config->submit(config->arg, &j->job) == 0)
		return 0;
	pthread_mutex_lock(&w->mutex);
	w->busy = 0;
	pthread_mutex_unlock(&w->mutex);
	free(j);
	return -1;
}

static int add_game(void *arg, const char *id, int64_t due_at)
{
	struct clock_job *j = arg;

	(void)due_at;
	memcpy(j->games[j->count++], id, sizeof(j->games[0]));
	return j->count == BATCH;
}

/* 1: a job was handed over; 0: nothing is due; -1: it could not be. */
static int hand_over_due(struct clockwork *w, struct store_conn *conn, int64_t now)
{
	struct clock_job *j = new_job(w, WORK_DUE);

	if (!j || store_due_games(conn, now, BATCH, add_game, j) != STORE_OK) {
		free(j);
		return -1;
	}
	if (j->count)
		return hand_over(w, j) == 0 ? 1 : -1;
	free(j);
	return 0;
}

static int add_away(void *arg, const char *id, int64_t due_at)
{
	struct clockwork *w = arg;
	void *more;

	(void)due_at;
	if (w->away_count == w->away_room) {
		w->away_room = w->away_room ? 2 * w->away_room : BATCH;
		more = realloc(w->away, w->away_room * sizeof(w->away[0]));
		if (!more)
			return 1;
		w->away = more;
	}
	memcpy(w->away[w->away_count++], id, sizeof(w->away[0]));
	return 0;
}

static void forget_away(struct clockwork *w)
{
	free(w->away);
	w->away = NULL;
	w->away_count = w->away_room = w->away_done = 0;
	w->away_from = w->away_until = 0;
}

/* Between these nobody could move, in any game. */
static void note_away(struct clockwork *w, struct store_conn *conn, int64_t from, int64_t until)
{
	/* One that is still being dealt with began earlier. */
	if (w->away_until)
		from = w->away_from < from ? w->away_from : from;
	forget_away(w);
	w->away_from = from;
	w->away_until = until;
	store_due_games(conn, INT64_MAX, 0, add_away, w);
	if (w->away_count)
		api_log(w->api, API_WARNING, "msg=\"clocks stood still\" seconds=%lld games=%zu",
			(long long)(until - from) / 1000, w->away_count);
}

/* As hand_over_due(), for the games that may get time back. */
static int hand_over_credit(struct clockwork *w)
{
	struct clock_job *j;

	if (w->away_done >= w->away_count) {
		forget_away(w);
		return 0;
	}
	j = new_job(w, WORK_CREDIT);
	if (!j)
		return -1;
	j->from = w->away_from;
	j->until = w->away_until;
	while (j->count < BATCH && w->away_done + (size_t)j->count < w->away_count) {
		memcpy(j->games[j->count], w->away[w->away_done + (size_t)j->count], sizeof(j->games[0]));
		j->count++;
	}
	w->away_done += (size_t)j->count;
	return hand_over(w, j) == 0 ? 1 : -1;
}

/* Note to be alive, as long as there is any clock that goes. */
static int hand_over_alive(struct clockwork *w, int64_t now)
{
	struct clock_job *j;

	if (now - w->alive_at < ALIVE_MS && now >= w->alive_at)
		return 0;
	j = new_job(w, WORK_ALIVE);
	if (!j)
		return -1;
	j->until = now;
	w->alive_at = now;
	return hand_over(w, j) == 0 ? 1 : -1;
}

/* --- a run -------------------------------------------------------------------------------- */

/* Whether nobody could move for a while before this run. */
static void look_for_absence(struct clockwork *w, struct store_conn *conn, int64_t now, int64_t steady)
{
	int64_t expected = w->seen + (steady - w->seen_steady) / 1000, awaited = w->seen + (w->awaited - w->seen_steady) / 1000;

	if (!w->begun) {
		if (store_number_get(conn, ALIVE, &w->alive_at) == STORE_OK && now > w->alive_at)
			note_away(w, conn, w->alive_at, now);
	} else if (now - expected > JUMP_MS) {
		note_away(w, conn, expected, now);
	} else if ((steady - w->awaited) / 1000 > JUMP_MS && now > awaited) {
		note_away(w, conn, awaited, now);
	}
	w->begun = 1;
	w->seen = now;
	w->seen_steady = steady;
}

struct first {
	int64_t due_at;
};

static int take_first(void *arg, const char *id, int64_t due_at)
{
	struct first *first = arg;

	(void)id;
	first->due_at = due_at;
	return 1;
}

/* One thing after the other; milliseconds until there is more to do, 0: at once. */
static int64_t run_once(struct clockwork *w, struct store_conn *conn, int64_t now)
{
	struct first first = {INT64_MAX};
	int64_t retry_at;
	int busy, r;

	pthread_mutex_lock(&w->mutex);
	busy = w->busy;
	retry_at = w->retry_at;
	pthread_mutex_unlock(&w->mutex);
	if (busy)
		return BUSY_MS;
	if (retry_at > now && retry_at <= now + RETRY_MS)
		return retry_at - now;
	r = hand_over_credit(w);
	if (r == 0)
		r = hand_over_due(w, conn, now);
	if (r == 0 && store_due_games(conn, INT64_MAX, 1, take_first, &first) == STORE_OK && first.due_at != INT64_MAX)
		r = hand_over_alive(w, now);
	if (r < 0)
		return BUSY_MS;
	return r > 0 ? 0 : first.due_at == INT64_MAX ? INT64_MAX : first.due_at - now;
}

int64_t api_clock_run(struct api *api)
{
	struct clockwork *w = api->clockwork;
	int64_t now = api_now(api), steady = api_clock(api), wait = 0;
	struct store_conn *conn = readers_take(api->readers);

	look_for_absence(w, conn, now, steady);
	for (int i = 0; i < RUN_MAX && wait == 0; i++)
		wait = run_once(w, conn, now);
	readers_give(api->readers, conn);
	if (wait > API_CLOCK_WAIT_MAX)
		wait = API_CLOCK_WAIT_MAX;
	pthread_mutex_lock(&w->mutex);
	w->next = now + wait;
	pthread_mutex_unlock(&w->mutex);
	w->awaited = steady + wait * 1000;
	return wait;
}

/* --- the writer ------------------------------------------------------------------------------ */

void clock_due_changed(struct api *api, int64_t due_at)
{
	struct clockwork *w = api->clockwork;

	if (due_at < w->pending)
		w->pending = due_at;
}

void clock_batch_end(struct api *api, int committed)
{
	struct clockwork *w = api->clockwork;
	int64_t pending = w->pending;
	int earlier;

	w->pending = INT64_MAX;
	if (!committed || pending == INT64_MAX)
		return;
	pthread_mutex_lock(&w->mutex);
	earlier = pending < w->next;
	pthread_mutex_unlock(&w->mutex);
	if (earlier)
		wake_thread(api);
}

struct clockwork *clockwork_open(struct api *api)
{
	struct clockwork *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	pthread_mutex_init(&w->mutex, NULL);
	w->api = api;
	w->next = w->pending = INT64_MAX;
	return w;
}

void clockwork_close(struct clockwork *w)
{
	if (!w)
		return;
	forget_away(w);
	pthread_mutex_destroy(&w->mutex);
	free(w);
}

/*
 * delivery.c - what is due, and what became of it.
 *
 * What was handed out stands in a list until its outcome is committed; a webhook that
 * is in the list gets nothing else.  After a crash the list is empty and the outbox
 * is as it was: so what was under way is sent again, under its id.
 */
#include "api/delivery.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/dispatch.h"
#include "api/hash.h"
#include "api/inside.h"
#include "api/live.h"
#include "api/notice.h"
#include "api/outgoing.h"

#define MINUTE_MS 60000ll
#define HOUR_MS (60 * MINUTE_MS)

enum {
	DUE_MAX = 64,			/* webhooks looked at in one call */
	SAVE_MS = 1000,			/* until an outcome that could not be kept is offered again */
	AGAIN_MS = 1000,		/* when something stood in the way */
	UNSEEN_MS = 10000,		/* when a game is not to be seen yet */
	SWEEP_MAX = 100,		/* stale messages dropped by one job */
	JITTER_PERCENT = 20,
	PURGE_EVERY = 64, PURGE_AT_ONCE = 256,
	GONE = 410
};
#define RETRY_AFTER_MAX_MS (24 * HOUR_MS)
#define LOG_KEPT_MS (30 * 24 * HOUR_MS)

/* Before each attempt, unless configured. */
static const int64_t waits[DELIVERY_ATTEMPTS] = {
	0, 5000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS,
	24 * HOUR_MS,
};

struct schedule {
	const int64_t *waits;
	int count;
};

static struct schedule schedule_of(const struct api *api)
{
	if (api->config.webhook_retry_count > 0)
		return (struct schedule){api->config.webhook_retries, api->config.webhook_retry_count};
	return (struct schedule){waits, DELIVERY_ATTEMPTS};
}

/* One webhook at work: a delivery, or messages being dropped. */
struct sending {
	struct delivery d;		/* first */
	struct sending *next;
	struct api *api;
	struct job job;
	struct store_message message;
	struct dispatch_request request;
	struct delivery_outcome outcome;
	int sweeps;			/* stale messages are being dropped, nothing is sent */
	int failed;			/* the job could not be done */
	int64_t unsaved;		/* offer it to the writer again from then on; 0: it is on its way */
	int64_t until;			/* it cannot be made before then, and keeps nobody else waiting; 0: it was made */
};

struct outgoing {
	pthread_mutex_t mutex;
	struct sending *first;
	unsigned logged;		/* the writer's alone: when to purge */
};

/* A call by nobody, for what is done without a request. */
struct inner {
	struct call c;
	struct exchange x;
};

static struct call *inner_begin(struct inner *i, struct api *api, struct store_conn *conn)
{
	memset(i, 0, sizeof(*i));
	snprintf(i->x.request_id, sizeof(i->x.request_id), "outbox");
	i->c.api = api;
	i->c.x = &i->x;
	i->c.conn = conn;
	i->c.now = api_now(api);
	buf_init(&i->c.out, 0);
	buf_init(&i->c.extra, API_BODY_MAX);
	return &i->c;
}

static void inner_end(struct inner *i)
{
	buf_free(&i->c.extra);
}

/* --- the list ------------------------------------------------------------------------ */

struct outgoing *outgoing_open(void)
{
	struct outgoing *o = calloc(1, sizeof(*o));

	if (o)
		pthread_mutex_init(&o->mutex, NULL);
	return o;
}

static void sending_free(struct sending *s)
{
	dispatch_free(&s->request);
	free(s);
}

void outgoing_close(struct outgoing *o)
{
	struct sending *s, *next;

	if (!o)
		return;
	for (s = o->first; s; s = next) {
		next = s->next;
		sending_free(s);
	}
	pthread_mutex_destroy(&o->mutex);
	free(o);
}

static int is_busy(struct outgoing *o, const char *webhook)
{
	struct sending *s;

	pthread_mutex_lock(&o->mutex);
	for (s = o->first; s && strcmp(s->message.webhook, webhook) != 0; s = s->next)
		;
	pthread_mutex_unlock(&o->mutex);
	return s != NULL;
}

static void put_in(struct outgoing *o, struct sending *s)
{
	pthread_mutex_lock(&o->mutex);
	s->next = o->first;
	o->first = s;
	pthread_mutex_unlock(&o->mutex);
}

static void take_out(struct outgoing *o, struct sending *s)
{
	struct sending **at;

	pthread_mutex_lock(&o->mutex);
	for (at = &o->first; *at && *at != s; at = &(*at)->next)
		;
	if (*at)
		*at = s->next;
	pthread_mutex_unlock(&o->mutex);
	sending_free(s);
}

/* --- what became of it; writer's thread -------------------------------------------------- */

/* The same for every run: a share of the wait by the message and the attempt. */
static int64_t jitter(const struct store_message *m, int64_t wait)
{
	char text[STORE_MESSAGE_ID + 16];

	snprintf(text, sizeof(text), "%s.%d", m->id, m->attempts);
	return wait / 100 * (int64_t)(hash_id(text) % (JITTER_PERCENT + 1));
}

/* When the next attempt is due after those that failed; an endpoint may ask for more time. */
static int64_t next_attempt(const struct schedule *s, const struct store_message *m, int64_t now, int64_t retry_after)
{
	int64_t wait = s->waits[m->attempts];

	wait += jitter(m, wait);
	if (retry_after > RETRY_AFTER_MAX_MS)
		retry_after = RETRY_AFTER_MAX_MS;
	return now + (retry_after > wait ? retry_after : wait);
}

static const char *status_reason(int status, char text[STORE_REASON + 1])
{
	const char *what = "the endpoint refused it";

	if (status >= 200 && status < 300)
		what = "delivered";
	else if (status >= 300 && status < 400)
		what = "the endpoint redirects, which is not followed: use the new address";
	else if (status == GONE)
		what = "the endpoint is gone for good";
	else if (status == 401 || status == 403)
		what = "the endpoint does not let us in";
	else if (status == 404)
		what = "there is nothing at this address";
	else if (status == 429)
		what = "the endpoint asks for more time";
	else if (status >= 500)
		what = "the endpoint has a failure of its own";
	snprintf(text, STORE_REASON + 1, "%s (HTTP %d)", what, status);
	return text;
}

static int log_delivery(struct call *c, const struct store_delivery *entry)
{
	struct outgoing *o = c->api->outgoing;
	struct store_delivery d = *entry;

	if (store_ok(c, store_delivery_add(c->conn, &d)) < 0)
		return -1;
	if (++o->logged % PURGE_EVERY)
		return 0;
	return store_ok(c, store_delivery_purge(c->conn, c->now - LOG_KEPT_MS, PURGE_AT_ONCE));
}

static int disable(struct call *c, struct store_webhook *w, const char *why)
{
	w->state = STORE_WEBHOOK_DISABLED;
	w->updated_at = c->now;
	snprintf(w->reason, sizeof(w->reason), "%s", why);
	api_log(c->api, API_WARNING, "msg=\"webhook disabled\" webhook=%s why=\"%s\"", w->id, why);
	return store_ok(c, store_webhook_update(c->conn, w));
}

static int note_success(struct call *c, const struct sending *s, const struct store_message *m,
	struct store_delivery *d)
{
	d->outcome = STORE_DELIVERED;
	if (store_ok(c, store_outbox_remove(c->conn, m)) < 0)
		return -1;
	if (*m->game && s->request.told > 0 &&
		store_ok(c, store_told_put(c->conn, m->webhook, m->game, s->request.told)) < 0)
		return -1;
	return log_delivery(c, d);
}

/* Tried for three days in vain: nobody is there, and whoever comes back finds all that waits. */
static int give_up(struct call *c, struct store_webhook *w, struct store_message *m, struct store_delivery *d)
{
	char why[STORE_REASON + 1];
	int gone = d->status == GONE;

	if (gone)
		snprintf(why, sizeof(why), "the endpoint answered that it is gone for good (HTTP 410)");
	else
		snprintf(why, sizeof(why), "message %s failed %d times, the last time: %.90s", m->id, m->attempts,
			d->reason);
	m->attempts = 0;
	m->urgent = 0;
	if (store_ok(c, store_outbox_update(c->conn, m)) < 0 || log_delivery(c, d) < 0)
		return -1;
	return w->state == STORE_WEBHOOK_DISABLED ? 0 : disable(c, w, why);
}

static int note_failure(struct call *c, const struct sending *s, struct store_webhook *w, struct store_message *m,
	struct store_delivery *d)
{
	const struct schedule schedule = schedule_of(c->api);

	d->outcome = STORE_FAILED;
	if (m->kind == NOTICE_TEST) {
		if (store_ok(c, store_outbox_remove(c->conn, m)) < 0 || log_delivery(c, d) < 0)
			return -1;
		return d->status == GONE && w->state == STORE_WEBHOOK_ACTIVE ? disable(c, w, d->reason) : 0;
	}
	m->attempts++;
	if (d->status == GONE || m->attempts >= schedule.count)
		return give_up(c, w, m, d);
	m->urgent = 0;
	m->due_at = next_attempt(&schedule, m, c->now, s->outcome.retry_after);
	d->next_at = w->state == STORE_WEBHOOK_ACTIVE ? m->due_at : 0;
	if (store_ok(c, store_outbox_update(c->conn, m)) < 0)
		return -1;
	return log_delivery(c, d);
}

/* The webhook or the message may have gone meanwhile: then there is nothing to note. */
static int note_outcome(struct call *c, const struct sending *s)
{
	const struct delivery_outcome *o = &s->outcome;
	struct store_delivery d = {.message = s->message, .at = c->now, .status = o->status, .ms = o->ms};
	struct store_webhook w;
	struct store_message m;
	enum store_result r = store_webhook_get(c->conn, s->message.webhook, &w);

	if (r == STORE_OK)
		r = store_outbox_find(c->conn, s->message.webhook, s->message.id, &m);
	if (r == STORE_NOT_FOUND)
		return 0;
	if (r != STORE_OK)
		return store_ok(c, r);
	d.message.attempts = m.attempts + 1;
	if (*o->reason)
		snprintf(d.reason, sizeof(d.reason), "%s", o->reason);
	else
		status_reason(o->status, d.reason);
	if (o->status >= 200 && o->status < 300)
		return note_success(c, s, &m, &d);
	return note_failure(c, s, &w, &m, &d);
}

/* --- dropping; writer's thread ------------------------------------------------------------ */

static int drop(struct call *c, const struct store_message *m, const char *why)
{
	struct store_delivery d = {.message = *m, .at = c->now, .outcome = STORE_DROPPED};

	snprintf(d.reason, sizeof(d.reason), "%s", why);
	if (store_ok(c, store_outbox_remove(c->conn, m)) < 0)
		return -1;
	return log_delivery(c, &d);
}

/* Whether the webhook's next message is stale; 1: and it was dropped. */
static int drop_head(struct call *c, const struct store_webhook *w)
{
	char why[STORE_REASON + 1];
	struct store_message m;
	struct table *t;
	unsigned seats;
	enum store_result r = store_outbox_head(c->conn, w->id, &m);
	int stale;

	if (r != STORE_OK || m.due_at > c->now || !*m.game)
		return r == STORE_OK || r == STORE_NOT_FOUND ? 0 : store_ok(c, r);
	t = live_edit(c, m.game);
	if (!t)
		return c->error == ERR_NOT_FOUND && drop(c, &m, "the game is not there any more") == 0 ? 1 : -1;
	stale = dispatch_check(c, w, &m, t, &seats, why);
	table_unref(t);
	if (stale != DISPATCH_STALE)
		return stale < 0 ? -1 : 0;
	return drop(c, &m, why) < 0 ? -1 : 1;
}

static int sweep(struct call *c, const char *webhook)
{
	struct store_webhook w;
	enum store_result r = store_webhook_get(c->conn, webhook, &w);
	int dropped = r == STORE_OK ? 1 : 0;

	if (r != STORE_OK && r != STORE_NOT_FOUND)
		return store_ok(c, r);
	for (int i = 0; i < SWEEP_MAX && dropped > 0; i++)
		dropped = drop_head(c, &w);
	return dropped;
}

/* --- jobs ------------------------------------------------------------------------------------ */

static struct sending *sending_of(struct job *job)
{
	return (struct sending *)((char *)job - offsetof(struct sending, job));
}

static void run(struct job *job, struct store_conn *conn)
{
	struct sending *s = sending_of(job);
	struct inner inner;
	struct call *c = inner_begin(&inner, s->api, conn);
	int r = store_ok(c, store_savepoint(conn));

	if (r == 0) {
		r = s->sweeps ? sweep(c, s->message.webhook) : note_outcome(c, s);
		if (r >= 0)
			r = store_ok(c, store_release(conn));
		if (r < 0)
			store_rollback_to(conn);
	}
	s->failed = r < 0;
	inner_end(&inner);
}

/* Kept in mind until it can be written down: to send again what has arrived would be worse. */
static void not_saved(struct sending *s)
{
	struct outgoing *o = s->api->outgoing;

	pthread_mutex_lock(&o->mutex);
	s->unsaved = api_now(s->api) + SAVE_MS;
	pthread_mutex_unlock(&o->mutex);
}

/* From here on the webhook can get its next message. */
static void done(struct job *job, int committed)
{
	struct sending *s = sending_of(job);
	struct api *api = s->api;

	if (committed && !s->failed)
		take_out(api->outgoing, s);
	else
		not_saved(s);
	if (api->config.outbox_grew)
		api->config.outbox_grew(api->config.arg);
}

/* Afterwards *s is the writer's, or is offered again by api_deliveries_due(). */
static void submit(struct sending *s)
{
	s->job.run = run;
	s->job.done = done;
	if (s->api->config.submit(s->api->config.arg, &s->job) < 0)
		not_saved(s);
}

/* One whose time has come; NULL: none, and *next is not later than that of the others. */
static struct sending *take_unsaved(struct outgoing *o, int64_t now, int64_t *next)
{
	struct sending *s;

	pthread_mutex_lock(&o->mutex);
	for (s = o->first; s; s = s->next) {
		if (s->unsaved && s->unsaved <= now)
			break;
		if (s->unsaved && s->unsaved < *next)
			*next = s->unsaved;
	}
	if (s)
		s->unsaved = 0;
	pthread_mutex_unlock(&o->mutex);
	return s;
}

/* One that was put off until now; as take_unsaved(). */
static struct sending *find_put_off(struct outgoing *o, int64_t now, int64_t *next)
{
	struct sending *s;

	pthread_mutex_lock(&o->mutex);
	for (s = o->first; s && !(s->until && s->until <= now); s = s->next)
		if (s->until && s->until < *next)
			*next = s->until;
	pthread_mutex_unlock(&o->mutex);
	return s;
}

void api_delivery_done(struct api *api, struct delivery *d, const struct delivery_outcome *outcome)
{
	struct sending *s = (struct sending *)d;

	(void)api;
	s->outcome = *outcome;
	submit(s);
}

/* --- what is due; courier's thread -------------------------------------------------------------- */

struct due {
	struct api *api;
	int64_t now, next;
	int count;
	char webhooks[DUE_MAX][STORE_WEBHOOK_ID + 1];
};

static int note_due(void *arg, const char *webhook, int64_t due_at)
{
	struct due *due = arg;

	if (due_at > due->now) {
		due->next = due_at;
		return 1;
	}
	if (is_busy(due->api->outgoing, webhook))
		return 0;
	if (due->count == DUE_MAX) {
		due->next = due->now;
		return 1;
	}
	memcpy(due->webhooks[due->count++], webhook, strlen(webhook) + 1);
	return 0;
}

static void sooner(struct due *due, int64_t at)
{
	if (at < due->next)
		due->next = at;
}

/* Look at others meanwhile: those that cannot be made may be as many as fit into one call. */
static void put_off(struct due *due, struct sending *s, const char *webhook, int64_t ms)
{
	memcpy(s->message.webhook, webhook, strlen(webhook) + 1);
	s->until = due->now + ms;
	put_in(due->api->outgoing, s);
	sooner(due, s->until);
}

/* 1: *s is ready to be sent; 0: it is not; then it was freed, was put off or is the writer's. */
static int prepare(struct call *c, struct due *due, struct sending *s, const char *webhook)
{
	char why[STORE_REASON + 1];
	struct store_webhook w;
	enum store_result r = store_webhook_get(c->conn, webhook, &w);
	int result;

	if (r == STORE_OK)
		r = store_outbox_head(c->conn, webhook, &s->message);
	/* Both may have changed since the list was read. */
	if (r == STORE_NOT_FOUND || (r == STORE_OK && s->message.due_at > c->now))
		return sending_free(s), 0;
	result = r == STORE_OK ? dispatch_make(c, &w, &s->message, &s->request, &s->d, why) : store_ok(c, r);
	if (result == DISPATCH_READY) {
		put_in(c->api->outgoing, s);
		return 1;
	}
	if (result == DISPATCH_STALE || (result < 0 && c->error == ERR_NOT_FOUND)) {
		s->sweeps = 1;
		put_in(c->api->outgoing, s);
		submit(s);
		/* When it is done the courier is woken; this is for when it cannot be. */
		sooner(due, c->now + SAVE_MS);
		return 0;
	}
	put_off(due, s, webhook, result == DISPATCH_LATER ? UNSEEN_MS : AGAIN_MS);
	return 0;
}

static int make_all(struct call *c, struct due *due, struct delivery *out[], int max)
{
	int count = 0;

	for (int i = 0; i < due->count; i++) {
		struct sending *s = count < max ? calloc(1, sizeof(*s)) : NULL;

		if (!s) {
			sooner(due, count < max ? due->now + AGAIN_MS : due->now);
			break;
		}
		s->api = c->api;
		if (prepare(c, due, s, due->webhooks[i]))
			out[count++] = &s->d;
	}
	return count;
}

int api_deliveries_due(struct api *api, struct delivery *out[], int max, int64_t *next_due)
{
	struct due due = {.api = api, .now = api_now(api), .next = INT64_MAX};
	struct store_conn *conn;
	struct sending *late;
	struct inner inner;
	struct call *c;
	int count = 0;

	while ((late = take_unsaved(api->outgoing, due.now, &due.next)))
		submit(late);
	while ((late = find_put_off(api->outgoing, due.now, &due.next)))
		take_out(api->outgoing, late);
	conn = readers_take(api->readers);
	c = inner_begin(&inner, api, conn);
	if (store_ok(c, store_outbox_due(conn, note_due, &due)) == 0)
		count = make_all(c, &due, out, max);
	else
		sooner(&due, due.now + AGAIN_MS);
	inner_end(&inner);
	readers_give(api->readers, conn);
	*next_due = due.next;
	return count;
}

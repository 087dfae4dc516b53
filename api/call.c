/*
 * call.c - the way of a request, from what the transport has read to what
 * it sends.
 *
 * On the transport's thread: target, route, type and size, token, body, key.
 * Then a reading handler runs right there, and a changing one as a job on
 * the writer's thread.  The answer is written on the transport's thread
 * again, when the batch is committed or has failed: the writer, of which there is
 * one, does nothing that others can do.
 */
#include "api/inside.h"

#include <stdlib.h>
#include <string.h>

#include "api/live.h"

const char *call_header(struct call *c, const char *name)
{
	return c->x->header(c->x, name);
}

/* --- arrival ----------------------------------------------------------------- */

static int is_id_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("._-", c);
}

/* The trace-id of a W3C traceparent of version 00; 0 when it is not valid. */
static int trace_id(const char *parent, char out[API_REQUEST_ID + 1])
{
	static const char hex[] = "0123456789abcdef";

	if (!parent || strlen(parent) != 55 || strncmp(parent, "00-", 3) || strspn(parent + 3, hex) != 32
	    || parent[35] != '-' || strspn(parent + 36, hex) != 16 || parent[52] != '-'
	    || strspn(parent + 53, hex) != 2 || strspn(parent + 3, "0") == 32 || strspn(parent + 36, "0") == 16)
		return 0;
	memcpy(out, parent + 3, 32);
	out[32] = '\0';
	return 1;
}

static void set_request_id(struct api *api, struct exchange *x)
{
	const char *sent = x->header ? x->header(x, "X-Request-Id") : NULL;
	size_t size = 0;

	while (sent && size <= API_REQUEST_ID && sent[size] && is_id_char(sent[size]))
		size++;
	if (sent && size > 0 && size <= API_REQUEST_ID && !sent[size])
		memcpy(x->request_id, sent, size + 1);
	else if (!x->header || !trace_id(x->header(x, "traceparent"), x->request_id))
		random_id(api, x->request_id, 16);
}

static struct flight *flight_new(struct api *api, struct exchange *x)
{
	struct flight *f = calloc(1, sizeof(*f));

	x->reply.status = x->reply.header_count = 0;
	x->reply.text_size = 0;
	x->reply.body = NULL;
	x->reply.stream = 0;
	x->call = f;
	if (!f)
		return NULL;
	f->began = api_clock(api);
	f->c.api = api;
	f->c.x = x;
	f->c.status = 200;
	f->c.now = api_now(api);
	f->c.media = MEDIA_JSON;
	buf_init(&f->c.out, CALL_BODY_MAX);
	buf_init(&f->c.extra, API_BODY_MAX);
	set_request_id(api, x);
	return f;
}

static int parse_body(struct flight *f)
{
	struct call *c = &f->c;
	struct json_faults faults = {0};
	char why[160];

	if (c->x->body_size == 0 && c->route->flags & ROUTE_BODY) {
		json_fault(&faults, "", "is needed: a JSON object");
		return fail_on_faults(c, &faults);
	}
	if (c->x->body_size == 0 || c->route->flags & ROUTE_RECORD)
		return 0;
	c->body = json_parse(c->x->body, c->x->body_size, why);
	if (!c->body)
		return fail(c, ERR_BAD_JSON, "%s", why);
	if (json_type(c->body) == JSON_OBJECT)
		return 0;
	json_fault(&faults, "", "must be an object");
	return fail_on_faults(c, &faults);
}

static int is_change(const struct flight *f)
{
	return f->c.route->flags & ROUTE_CHANGES && !f->c.dry_run;
}

static int authenticate(struct flight *f)
{
	if (auth_check(f) == 0)
		return guard_good(f);
	if (f->c.error == ERR_INVALID_TOKEN)
		guard_bad(f);
	return auth_forgive(f);
}

/*
 * Everything that is asked of a request before its handler sees it.  Target and
 * route come first, since they are found without asking anybody and say what
 * the request costs; one that has no route pays, too.
 */
static int check(struct flight *f)
{
	struct call *c = &f->c;

	if (target_parse(f) == 0)
		c->route = route_find(f);
	if (guard_arrival(f) < 0 || !c->route)
		return -1;
	if (c->x->method == HTTP_OPTIONS)
		return 0;
	if (negotiate_media(f) < 0 || target_check_queries(f) < 0 || negotiate_body(f) < 0)
		return -1;
	c->conn = readers_take(c->api->readers);
	if (authenticate(f) < 0 || parse_body(f) < 0)
		return -1;
	return is_change(f) ? answer_key(f) : 0;
}

static void give_reader(struct flight *f)
{
	if (f->c.conn)
		readers_give(f->c.api->readers, f->c.conn);
	f->c.conn = NULL;
}

/* What the handler left to be written; 0, or -1 after fail(). */
static int write_answer(struct call *c)
{
	int (*write)(struct call *) = c->write;

	c->write = NULL;
	return write ? write(c) : 0;
}

static enum api_progress finish(struct flight *f)
{
	give_reader(f);
	if (!f->failed && write_answer(&f->c) < 0) {
		f->failed = 1;
		fail(&f->c, ERR_UNAVAILABLE, "the change was made, but there is no memory for the answer");
	}
	reply_build(f);
	return API_DONE;
}

static enum api_progress finish_failed(struct flight *f)
{
	f->failed = 1;
	return finish(f);
}

/* --- work for other threads ------------------------------------------------------ */

struct call *call_of_job(struct job *job)
{
	return &((struct flight *)((char *)job - offsetof(struct flight, job)))->c;
}

static void work_done(struct job *job, int committed)
{
	struct call *c = call_of_job(job);

	(void)committed;
	c->x->wake(c->x);
}

int call_work(struct call *c, void (*run)(struct job *job, struct store_conn *))
{
	struct flight *f = flight_of(c);

	f->job.run = run;
	f->job.done = work_done;
	return CALL_WORKS;
}

/* 1: it is under way, hands off; 0: it is done; -1 after fail(). */
static int hand_over(struct flight *f)
{
	const struct api_config *config = &f->c.api->config;

	if (!config->paint) {
		f->job.run(&f->job, NULL);
		return 0;
	}
	if (config->paint(config->arg, &f->job) == 0)
		return 1;
	return fail(&f->c, ERR_UNAVAILABLE, "too many pictures are being drawn");
}

/* --- reading ------------------------------------------------------------------- */

static enum api_progress run_reading(struct flight *f)
{
	struct call *c = &f->c;
	int r;

	for (;;) {
		if (!c->conn)
			c->conn = readers_take(c->api->readers);
		f->wait.ticket = wait_ticket(c->api->waiters);
		f->wait.asked = 0;
		r = c->route->handler(c);
		if (r != CALL_WORKS && (r != CALL_WAITS || !f->wait.asked))
			break;
		buf_reset(&c->out);
		buf_reset(&c->extra);
		give_reader(f);
		if (r == CALL_WAITS && wait_enter(f))
			return API_LATER;
		if (r == CALL_WORKS && (r = hand_over(f)) != 0) {
			if (r > 0)
				return API_LATER;
			break;
		}
	}
	return r < 0 ? finish_failed(f) : finish(f);
}

/* --- changing --------------------------------------------------------------------- */

/* Run the handler in its savepoint; the answer is kept with the change or not at all. */
static int run_in_savepoint(struct flight *f)
{
	struct call *c = &f->c;
	struct live *live = api_live(c->api);
	int r;

	if (store_ok(c, store_savepoint(c->conn)) < 0)
		return -1;
	r = auth_again(f) < 0 ? -1 : c->route->handler(c);
	if (r == 0 && f->has_key)
		r = write_answer(c);
	if (r == 0 && buf_failed(&c->out))
		r = fail(c, ERR_INTERNAL, "the answer could not be written");
	if (r == 0)
		r = answer_keep(f);
	if (r == 0)
		r = store_ok(c, store_release(c->conn));
	if (r < 0)
		store_rollback_to(c->conn);
	live_settle(live, r == 0);
	return r;
}

/* Refusals are kept, too; what is not the caller's fault, or only too early, may be tried again. */
static void keep_refusal(struct flight *f)
{
	struct call *c = &f->c;

	problem_render(c);
	if (!f->has_key || c->status >= 500 || c->error == ERR_KEY_REUSED || c->error == ERR_TOO_MANY)
		return;
	if (store_ok(c, store_savepoint(c->conn)) < 0)
		return;
	if (answer_keep(f) == 0 && store_ok(c, store_release(c->conn)) == 0)
		return;
	store_rollback_to(c->conn);
}

static void job_run(struct job *job, struct store_conn *conn)
{
	struct flight *f = (struct flight *)((char *)job - offsetof(struct flight, job));
	struct call *c = &f->c;
	int found;

	c->conn = conn;
	c->now = api_now(c->api);
	found = answer_find(f);
	if (found < 0 || (found == 0 && run_in_savepoint(f) < 0)) {
		f->failed = 1;
		keep_refusal(f);
	}
	c->conn = NULL;
}

static void job_done(struct job *job, int committed)
{
	struct flight *f = (struct flight *)((char *)job - offsetof(struct flight, job));
	struct call *c = &f->c;

	if (!committed) {
		buf_reset(&c->extra);
		fail(c, ERR_UNAVAILABLE, "the change could not be written to disk; nothing was changed");
		f->failed = 1;
		f->replayed = 0;
	} else if (!f->failed && c->kept) {
		c->kept(c);
	}
	c->x->wake(c->x);
}

static enum api_progress submit(struct flight *f)
{
	const struct api_config *config = &f->c.api->config;

	give_reader(f);
	f->queued = 1;
	f->job.run = job_run;
	f->job.done = job_done;
	if (config->submit(config->arg, &f->job) == 0)
		return API_LATER;
	f->queued = 0;
	fail(&f->c, ERR_UNAVAILABLE, "too many changes are waiting to be written");
	return finish_failed(f);
}

/* Who asks too often may have to wait for hearing it. */
static enum api_progress refuse(struct flight *f)
{
	give_reader(f);
	return f->c.error == ERR_TOO_MANY && wait_hold(f) ? API_LATER : finish_failed(f);
}

/* --- the transport's side -------------------------------------------------------- */

enum api_progress api_handle(struct api *api, struct exchange *x)
{
	struct flight *f = flight_new(api, x);

	if (!f) {
		x->reply.status = 503;
		return API_DONE;
	}
	if (check(f) < 0)
		return refuse(f);
	if (x->method == HTTP_OPTIONS) {
		f->c.status = 204;
		return finish(f);
	}
	return is_change(f) ? submit(f) : run_reading(f);
}

enum api_progress api_resume(struct api *api, struct exchange *x)
{
	struct flight *f = x->call;

	f->c.now = api_now(api);
	if (f->held) {
		wait_unhold(f);
		return finish_failed(f);
	}
	if (f->queued)
		return finish(f);
	return run_reading(f);
}

void api_release(struct api *api, struct exchange *x)
{
	struct flight *f = x->call;

	blob_unref(x->reply.body);
	x->reply.body = NULL;
	x->call = NULL;
	if (!f)
		return;
	if (x->reply.stream && x->method != HTTP_HEAD) {
		atomic_fetch_sub(&api->streams, 1);
		reply_log_stream(f);
	}
	work_free(&f->c);
	blob_unref(f->c.shared);
	table_unref(f->c.table);
	buf_free(&f->c.events);
	buf_free(&f->c.out);
	buf_free(&f->c.extra);
	json_free(f->c.body);
	free(f);
}

void api_refuse(struct api *api, struct exchange *x, int code, const char *detail)
{
	struct flight *f = flight_new(api, x);

	if (!f) {
		x->reply.status = 503;
		return;
	}
	if (guard_arrival(f) == 0)
		fail(&f->c, (enum error_code)code, "%s", detail);
	finish_failed(f);
}

/*
 * fake.c - see fake.h.
 */
#include "tests/api/fake.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int64_t fake_time = 1800000000000;	/* 2027-01-15T08:00:00Z */

static int64_t now(void)
{
	return fake_time;
}

static void log_line(void *arg, enum api_level level, const char *line)
{
	struct fake *f = arg;
	size_t size = strlen(line);

	(void)level;
	pthread_mutex_lock(&f->mutex);
	if (f->log_size + size + 2 > sizeof(f->log))
		f->log_size = 0;
	f->log_size += (size_t)snprintf(f->log + f->log_size, sizeof(f->log) - f->log_size, "%s\n", line);
	pthread_mutex_unlock(&f->mutex);
}

static void run_batch(struct fake *f, struct job **jobs, int count)
{
	int committed;

	ck_assert_int_eq(store_begin(f->writer), STORE_OK);
	for (int i = 0; i < count; i++)
		jobs[i]->run(jobs[i], f->writer);
	if (f->fail_commit) {
		f->fail_commit = 0;
		store_rollback(f->writer);
		committed = 0;
	} else {
		committed = store_commit(f->writer) == STORE_OK;
	}
	api_batch_end(f->api, committed);
	for (int i = 0; i < count; i++)
		jobs[i]->done(jobs[i], committed);
}

static pthread_mutex_t batch = PTHREAD_MUTEX_INITIALIZER;

static int submit(void *arg, struct job *job)
{
	struct fake *f = arg;

	if (f->refuse_jobs)
		return -1;
	pthread_mutex_lock(&batch);
	if (f->held) {
		ck_assert_int_lt(f->job_count, FAKE_JOBS_MAX);
		f->jobs[f->job_count++] = job;
	} else {
		run_batch(f, &job, 1);
	}
	pthread_mutex_unlock(&batch);
	return 0;
}

void fake_hold(struct fake *f)
{
	f->held = 1;
}

void fake_run_held(struct fake *f)
{
	pthread_mutex_lock(&batch);
	run_batch(f, f->jobs, f->job_count);
	f->job_count = 0;
	f->held = 0;
	pthread_mutex_unlock(&batch);
}

struct fake *fake_open_with(struct api_config config)
{
	struct fake *f = calloc(1, sizeof(*f));
	struct store_error err;
	char why[240];

	ck_assert_ptr_nonnull(f);
	pthread_mutex_init(&f->mutex, NULL);
	f->store = store_memory_open();
	ck_assert_ptr_nonnull(f->store);
	f->writer = store_writer(f->store, &err);
	ck_assert_ptr_nonnull(f->writer);
	config.store = f->store;
	if (!config.reader_count)
		config.reader_count = 4;
	if (!config.cached_games)
		config.cached_games = 16;
	config.submit = submit;
	config.log = log_line;
	config.arg = f;
	config.now = now;
	f->api = api_open(&config, why);
	ck_assert_msg(f->api != NULL, "%s", why);
	return f;
}

struct fake *fake_open(void)
{
	return fake_open_with((struct api_config){.registration_open = 1, .limits = {[LIMIT_TOKENS] = 50}});
}

void fake_close(struct fake *f)
{
	api_close(f->api);
	store_disconnect(f->writer);
	store_close(f->store);
	pthread_mutex_destroy(&f->mutex);
	free(f);
}

/* --- one request --------------------------------------------------------------- */

static const char *header(struct exchange *x, const char *name)
{
	struct talk *t = (struct talk *)x;

	for (int i = 0; i < t->header_count; i++) {
		if (!strcasecmp(t->headers[i].name, name))
			return t->headers[i].value;
	}
	return NULL;
}

static const char *header_last(struct exchange *x, const char *name)
{
	struct talk *t = (struct talk *)x;

	for (int i = t->header_count; i > 0; i--) {
		if (!strcasecmp(t->headers[i - 1].name, name))
			return t->headers[i - 1].value;
	}
	return NULL;
}

static int header_count(struct exchange *x, const char *name)
{
	struct talk *t = (struct talk *)x;
	int count = 0;

	for (int i = 0; i < t->header_count; i++)
		count += !strcasecmp(t->headers[i].name, name);
	return count;
}

static void wake(struct exchange *x)
{
	struct talk *t = (struct talk *)x;

	pthread_mutex_lock(&t->mutex);
	t->wakes++;
	pthread_cond_signal(&t->woken);
	pthread_mutex_unlock(&t->mutex);
}

static enum http_method parse_method(const char *method)
{
	static const char *const names[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};

	for (int i = 0; i < HTTP_OTHER; i++) {
		if (!strcmp(names[i], method))
			return (enum http_method)i;
	}
	return HTTP_OTHER;
}

void talk_begin(struct talk *t, struct fake *f, const char *method, const char *target, const char *body)
{
	char *query;

	memset(t, 0, sizeof(*t));
	pthread_mutex_init(&t->mutex, NULL);
	pthread_cond_init(&t->woken, NULL);
	buf_init(&t->got, 1024 * 1024);
	t->fake = f;
	t->x.method = parse_method(method);
	ck_assert_uint_lt(strlen(target), sizeof(t->target));
	strcpy(t->target, target);
	query = strchr(t->target, '?');
	if (query)
		*query++ = '\0';
	t->x.path = t->target;
	t->x.query = query ? query : "";
	t->x.body = body ? body : "";
	t->x.body_size = strlen(t->x.body);
	t->x.peer = "192.0.2.7";
	t->x.header = header;
	t->x.header_count = header_count;
	t->x.header_last = header_last;
	t->x.wake = wake;
	if (body)
		talk_header(t, "Content-Type", "application/json");
}

void talk_header(struct talk *t, const char *name, const char *value)
{
	ck_assert_int_lt(t->header_count, FAKE_HEADERS_MAX);
	t->headers[t->header_count].name = name;
	t->headers[t->header_count++].value = value;
}

void talk_token(struct talk *t, const char *token)
{
	static _Thread_local char texts[FAKE_JOBS_MAX][API_TOKEN_TEXT + 8];
	static _Thread_local int next;
	char *text = texts[next++ % FAKE_JOBS_MAX];

	snprintf(text, sizeof(texts[0]), "Bearer %s", token);
	talk_header(t, "Authorization", text);
}

static void take_answer(struct talk *t, enum api_progress progress)
{
	const struct blob *body = t->x.reply.body;
	const char *type;
	char why[160];

	t->later = progress == API_LATER;
	if (t->later)
		return;
	type = talk_answer_header(t, "Content-Type");
	if (!body || !type || !strstr(type, "json") || strstr(type, "ndjson"))
		return;
	t->json = json_parse(body->data, body->size, why);
	ck_assert_msg(t->json != NULL, "answer is not JSON: %s: %s", why, body->data);
}

void talk_go(struct talk *t)
{
	take_answer(t, api_handle(t->fake->api, &t->x));
}

void talk_resume(struct talk *t)
{
	ck_assert_int_eq(t->later, 1);
	pthread_mutex_lock(&t->mutex);
	while (t->wakes == 0)
		pthread_cond_wait(&t->woken, &t->mutex);
	t->wakes--;
	pthread_mutex_unlock(&t->mutex);
	take_answer(t, api_resume(t->fake->api, &t->x));
}

void talk_end(struct talk *t)
{
	api_release(t->fake->api, &t->x);
	json_free(t->json);
	buf_free(&t->got);
	pthread_cond_destroy(&t->woken);
	pthread_mutex_destroy(&t->mutex);
}

const char *talk_answer_header(const struct talk *t, const char *name)
{
	const struct reply *r = &t->x.reply;

	for (int i = 0; i < r->header_count; i++) {
		if (!strcasecmp(r->headers[i].name, name))
			return r->headers[i].value;
	}
	return NULL;
}

const char *talk_body(const struct talk *t)
{
	return t->x.reply.body ? t->x.reply.body->data : NULL;
}

static const struct json *step(const struct json *v, const char *name)
{
	int i;

	if (json_type(v) == JSON_OBJECT)
		return json_member(v, name);
	if (json_type(v) != JSON_ARRAY)
		return NULL;
	v = json_first(v);
	for (i = atoi(name); v && i > 0; i--)
		v = json_next(v);
	return v;
}

const char *talk_get(struct talk *t, const char *path)
{
	const struct json *v = t->json;
	char copy[200], *save, *part;

	snprintf(copy, sizeof(copy), "%s", path);
	for (part = strtok_r(copy, "/", &save); v && part; part = strtok_r(NULL, "/", &save))
		v = step(v, part);
	if (!v || json_string(v))
		return v ? json_string(v) : NULL;
	buf_reset(&t->got);
	json_print(&t->got, v);
	return t->got.data;
}

int talk(struct talk *t, struct fake *f, const char *token, const char *method, const char *target,
	const char *body)
{
	talk_begin(t, f, method, target, body);
	if (token)
		talk_token(t, token);
	talk_go(t);
	if (t->later)
		talk_resume(t);
	ck_assert_int_eq(t->later, 0);
	return t->x.reply.status;
}

void fake_player(struct fake *f, const char *name, char token[API_TOKEN_TEXT], char *id)
{
	char body[200];
	struct talk t;

	snprintf(body, sizeof(body), "{\"name\":\"%s\"}", name);
	ck_assert_int_eq(talk(&t, f, NULL, "POST", "/v1/players", body), 201);
	strcpy(token, talk_get(&t, "token"));
	if (id)
		strcpy(id, talk_get(&t, "id"));
	talk_end(&t);
}

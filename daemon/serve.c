/*
 * The daemon's life: open everything from the store up, serve, and close it
 * in the opposite order without losing an answer.
 *
 * This thread is the only one that takes signals, and between them it is the
 * clock that ends long polls and slow connections.
 */
#include "daemon/serve.h"

#include <errno.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "api/api.h"
#include "api/tileset_json.h"
#include "daemon/courier.h"
#include "daemon/clock.h"
#include "daemon/data.h"
#include "daemon/durations.h"
#include "daemon/http.h"
#include "daemon/listen.h"
#include "daemon/measure.h"
#include "daemon/notify.h"
#include "daemon/painter.h"
#include "daemon/png.h"
#include "daemon/webhook_url.h"
#include "daemon/writer.h"

enum {
	TICK_MS = 200,
	MEMORY_KEPT = 8 * 1024 * 1024,	/* bytes free that stay with the process, of each thread */
	STOP_SECONDS = 10,		/* for answers under way */
	STOP_ALARM = 30,		/* then the kernel ends what is left */
	SPARE_DESCRIPTORS = 64		/* of the store and such, besides connections and readers */
};

struct daemon {
	struct store *store;
	struct store_conn *conn;	/* the writer's */
	struct writer *writer;
	struct painter *painter;
	struct courier *_Atomic courier;	/* the writer may speak to it before courier_start() has returned */
	struct api *api;
	struct clock_thread *_Atomic clock;	/* the writer may be at work before it */
	struct http *_Atomic http;	/* requests come before http_start() has returned */
	const char *data;		/* NULL: nothing on disk */
	int fd;				/* -1: none, or http has it */
	int threads;
	struct webhook_policy policy;
	int64_t retries[DURATIONS_MAX];
	char address[LISTEN_NAME];
};

static int complain(const char *why)
{
	fprintf(stderr, "meepled: %s\n", why);
	return -1;
}

/* --- what the api asks of the daemon ------------------------------------------ */

static int submit(void *arg, struct job *job)
{
	struct daemon *d = arg;

	return writer_submit(d->writer, job);
}

static int paint(void *arg, struct job *job)
{
	struct daemon *d = arg;

	return painter_submit(d->painter, job);
}

static void batch_end(void *arg, int committed)
{
	struct daemon *d = arg;

	api_batch_end(d->api, committed);
}

static void outbox_grew(void *arg)
{
	struct daemon *d = arg;
	struct courier *courier = d->courier;

	if (courier)
		courier_wake(courier);
}

static int webhook_url(void *arg, const char *url, char why[WEBHOOK_WHY])
{
	const struct daemon *d = arg;

	return webhook_url_check(&d->policy, url, why);
}

static void clock_due(void *arg)
{
	struct daemon *d = arg;
	struct clock_thread *clock = d->clock;

	if (clock)
		clock_thread_wake(clock);
}

static void write_log(void *arg, enum api_level level, const char *pairs)
{
	static const enum log_level levels[] = {
		[API_INFO] = LEVEL_INFO, [API_WARNING] = LEVEL_WARNING, [API_ERROR] = LEVEL_ERROR
	};

	(void)arg;
	log_pairs(levels[level], pairs);
}

static void tell_queue(void *arg, struct api_queue *out)
{
	struct daemon *d = arg;
	struct writer_counts counts;

	writer_counts(d->writer, &counts);
	*out = (struct api_queue){
		.waiting = counts.waiting, .largest = counts.largest, .busy_ms = writer_at_work(d->writer),
		.batches = counts.batches, .changes = counts.jobs, .failed = counts.failed,
	};
}

static const char *log_level(void *arg, const char *word)
{
	(void)arg;
	for (int i = 0; word && log_level_names[i]; i++)
		if (strcmp(log_level_names[i], word) == 0)
			log_set_level(i);
	return log_level_names[log_get_level()];
}

static void measure(void *arg, struct buf *out)
{
	const struct daemon *d = arg;
	const struct http *h = d->http;
	struct courier *courier = d->courier;

	writer_measure(d->writer, out);
	if (h)
		http_measure(h, out);
	if (courier)
		courier_measure(courier, out);
	measure_files(out, d->data);
	measure_process(out);
}

/* --- starting --------------------------------------------------------------------- */

static int processors(void)
{
	cpu_set_t set;

	/* Those that this process may use: in a container often fewer than there are. */
	return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

static int count_threads(const struct config *c)
{
	int threads = c->threads ? c->threads : processors();
	int most = (int)config_rows[OPTION_threads].most;

	return threads > most ? most : threads;
}

/* Every connection takes a descriptor, every reader of the store some. */
static void allow_descriptors(const struct config *c, int threads)
{
	struct rlimit limit;
	rlim_t wanted = (rlim_t)(c->connections + 4 * threads + 2 * c->webhook_limit + SPARE_DESCRIPTORS);
	struct log_line l;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
		return;
	limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
	if (setrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= wanted)
		return;
	log_begin(&l, LEVEL_WARNING, "too few file descriptors for so many connections");
	log_number(&l, "connections", c->connections);
	log_number(&l, "descriptors", (long long)limit.rlim_cur);
	log_end(&l);
}

/* The bytes of a file of at most TILESET_FILE_MAX; NULL after complaining. */
static char *read_tileset(const char *path, size_t *size)
{
	FILE *f = fopen(path, "re");
	char *text = f ? malloc(TILESET_FILE_MAX + 1) : NULL;
	int bad = 1;

	if (text) {
		*size = fread(text, 1, TILESET_FILE_MAX + 1, f);
		bad = ferror(f);
	}
	if (!bad && *size <= TILESET_FILE_MAX)
		goto out;
	fprintf(stderr, "meepled: tile set %s: %s\n", path,
		bad ? strerror(errno) : "is larger than 1 MiB");
	free(text);
	text = NULL;
out:
	if (f)
		fclose(f);
	return text;
}

static int offer_tilesets(struct daemon *d, const struct config *c)
{
	for (int i = 0; i < c->tileset.count; i++) {
		char why[240], *text;
		size_t size;
		int result;

		text = read_tileset(c->tileset.at[i], &size);
		if (!text)
			return -1;
		result = api_add_tileset(d->api, text, size, why);
		free(text);
		if (result == 0)
			continue;
		fprintf(stderr, "meepled: tile set %s: %s\n", c->tileset.at[i], why);
		return -1;
	}
	return 0;
}

static int open_api(struct daemon *d, const struct config *c)
{
	struct api_config config = {
		.store = d->store,
		.reader_count = d->threads + 1,		/* and the courier */
		.cached_games = c->cached_games,
		.registration_open = c->registration == REGISTRATION_OPEN,
		.public_url = c->public_url,
		.webhook_http = c->webhook_http == WEBHOOK_HTTP_YES,
		.webhook_retries = d->retries,
		.webhook_retry_count = durations_parse(d->retries, c->webhook_retries),
		.rates = {
			[RATE_REQUESTS] = c->rate_requests,
			[RATE_ADDRESS] = c->rate_address,
			[RATE_REGISTRATIONS] = c->rate_registrations,
			[RATE_FAILURES] = c->rate_failures,
			[RATE_CODES] = c->rate_codes,
		},
		.rate_hold = c->rate_hold,
		.limits = {
			[LIMIT_OPEN_GAMES] = c->open_games,
			[LIMIT_TOKENS] = c->tokens,
			[LIMIT_STORED_BYTES] = c->stored_bytes,
		},
		.trusted_proxies = c->trusted_proxies,
		.submit = submit,
		.outbox_grew = outbox_grew,
		.clock_due = clock_due,
		.clock_least = c->clock_least,
		.vacation_days = c->vacation_days,
		.webhook_url = webhook_url,
		.queue = tell_queue,
		.log_level = log_level,
		.log = write_log,
		.measure = measure,
		.draw_png = png_render,
		.paint = paint,
		.metrics_open = c->metrics == METRICS_OPEN,
		.arg = d,
	};
	char why[240];

	d->policy.http = c->webhook_http == WEBHOOK_HTTP_YES;
	if (address_list_parse(&d->policy.allowed, c->webhook_allow, why) != 0)
		return complain(why);
	d->api = api_open(&config, why);
	if (!d->api)
		return complain(why);
	return offer_tilesets(d, c);
}

static int open_writer(struct daemon *d, const struct config *c)
{
	struct store_error err;
	struct writer_config config = { .queue_max = c->queue, .batch_end = batch_end, .arg = d };

	d->conn = store_writer(d->store, &err);
	if (!d->conn)
		return complain(err.text);
	config.conn = d->conn;
	d->writer = writer_start(&config);
	d->painter = painter_start();
	return d->writer && d->painter ? 0 : complain("no memory for the writer and the painter");
}

static int deliveries_due(void *arg, struct delivery *out[], int max, int64_t *next_due)
{
	struct daemon *d = arg;

	return api_deliveries_due(d->api, out, max, next_due);
}

static void delivery_done(void *arg, struct delivery *delivery, const struct delivery_outcome *outcome)
{
	struct daemon *d = arg;

	api_delivery_done(d->api, delivery, outcome);
}

static int open_courier(struct daemon *d, const struct config *c)
{
	struct courier_config config = {
		.policy = d->policy,
		.limit = c->webhook_limit,
		.timeout = c->webhook_timeout * 1000,
		.ca_file = c->webhook_ca,
		.proxy = c->webhook_proxy,
		.due = deliveries_due,
		.done = delivery_done,
		.arg = d,
	};
	char why[240];

	d->courier = courier_start(&config, why);
	if (!d->courier)
		return complain(why);
	/* For what the writer had to say meanwhile. */
	outbox_grew(d);
	return 0;
}

static int open_http(struct daemon *d, const struct config *c)
{
	struct http_config config = {
		.fd = d->fd,
		.api = d->api,
		.threads = d->threads,
		.connections = c->connections,
		.per_address = c->per_address,
		.idle_timeout = c->idle_timeout,
		.request_timeout = c->request_timeout,
	};
	char why[240];

	d->http = http_start(&config, why);
	if (!d->http)
		return complain(why);
	d->fd = -1;
	return 0;
}

static void say_listening(const struct daemon *d, const struct config *c)
{
	struct log_line l;

	log_begin(&l, LEVEL_INFO, "listening");
	log_text(&l, "addr", d->address);
	log_text(&l, "version", MEEPLED_VERSION);
	log_text(&l, "data", c->store == STORE_IN_MEMORY ? "(memory)" : c->data);
	log_number(&l, "threads", d->threads);
	log_end(&l);
}

static int open_all(struct daemon *d, const struct config *c)
{
	struct store_error err;
	char why[LISTEN_WHY];

	d->threads = count_threads(c);
	d->data = c->store == STORE_IN_MEMORY ? NULL : c->data;
	d->store = data_open(c, &err);
	if (!d->store)
		return complain(err.text);
	d->fd = listen_open(c->listen, d->address, why);
	if (d->fd < 0)
		return complain(why);
	if (open_api(d, c) != 0 || open_writer(d, c) != 0)
		return -1;
	/* The first line of the log, at any level; the port is open already, so it is true. */
	say_listening(d, c);
	log_set_level(c->log_level);
	allow_descriptors(c, d->threads);
	if (open_courier(d, c) != 0)
		return -1;
	d->clock = clock_thread_start(d->api);
	if (!d->clock)
		return complain("no memory for the clock");
	return open_http(d, c);
}

/* --- stopping --------------------------------------------------------------------- */

static long long milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000ll + now.tv_nsec / 1000000;
}

/* Until every request has its answer, or the time is over. */
static void wait_for_answers(struct daemon *d, long long until)
{
	struct timespec pause = { 0, 5 * 1000 * 1000 };

	while (http_busy(d->http) > 0 && milliseconds() < until) {
		nanosleep(&pause, NULL);
		api_tick(d->api);
		http_tick(d->http);
	}
}

static void drain(struct daemon *d)
{
	long long until = milliseconds() + STOP_SECONDS * 1000;

	http_quiesce(d->http);
	api_drain(d->api);
	wait_for_answers(d, until);
	http_refuse(d->http);
	/* Ends what still waits for the disk: from here on nothing is suspended. */
	writer_stop(d->writer);
	painter_stop(d->painter);
	wait_for_answers(d, until);
}

static void say_stopped(const struct writer_counts *counts)
{
	struct log_line l;

	log_begin(&l, LEVEL_INFO, "stopped");
	log_number(&l, "batches", (long long)counts->batches);
	log_number(&l, "changes", (long long)counts->jobs);
	log_number(&l, "largest_batch", counts->largest);
	log_end(&l);
}

/* Also what open_all() left half open. */
static void close_all(struct daemon *d)
{
	struct writer_counts counts;
	int served = d->http != NULL;

	if (d->courier)
		courier_stop(d->courier);
	if (d->clock)
		clock_thread_stop(d->clock);
	if (served)
		drain(d);
	else {
		if (d->writer)
			writer_stop(d->writer);
		if (d->painter)
			painter_stop(d->painter);
	}
	http_stop(d->http);
	if (d->fd >= 0)
		close(d->fd);
	if (d->api)
		api_close(d->api);
	if (served)
		writer_counts(d->writer, &counts);
	writer_free(d->writer);
	painter_free(d->painter);
	courier_free(d->courier);
	clock_thread_free(d->clock);
	store_disconnect(d->conn);
	store_close(d->store);
	if (served)
		say_stopped(&counts);
}

/* --- serving ------------------------------------------------------------------------ */

/*
 * A sign of life, as often as the service manager asks for it, unless the writer hangs: a
 * daemon that changes nothing any more had better be started anew.
 */
static void show_life(const struct daemon *d, long interval, long long *last)
{
	if (!interval || milliseconds() - *last < interval || writer_at_work(d->writer) > interval)
		return;
	*last = milliseconds();
	notify_send("WATCHDOG=1");
}

static void reload(struct daemon *d, struct config *c, int argc, char **argv)
{
	struct config fresh;
	char why[CONFIG_WHY];
	struct log_line l;

	notify_reloading();
	if (config_load(&fresh, argc, argv, why) != 0) {
		log_begin(&l, LEVEL_WARNING, "configuration not taken over");
		log_text(&l, "why", why);
	} else {
		int waiting = config_reload(c, &fresh, why);

		log_set_level(c->log_level);
		api_set_registration(d->api, c->registration == REGISTRATION_OPEN);
		log_begin(&l, LEVEL_INFO, "configuration read again");
		if (waiting)
			log_text(&l, "needs_restart", why);
	}
	log_end(&l);
	config_dispose(&fresh);
	notify_ready(d->address);
}

/* Until TERM or INT. */
static void serve_requests(struct daemon *d, struct config *c, const sigset_t *signals, int argc, char **argv)
{
	const struct timespec tick = { 0, TICK_MS * 1000 * 1000 };
	const long interval = notify_watchdog();
	long long shown = 0;
	struct log_line l;
	int signal;

	notify_ready(d->address);
	for (;;) {
		signal = sigtimedwait(signals, NULL, &tick);
		if (signal == SIGTERM || signal == SIGINT)
			break;
		if (signal == SIGHUP)
			reload(d, c, argc, argv);
		api_tick(d->api);
		http_tick(d->http);
		show_life(d, interval, &shown);
	}
	notify_stopping();
	log_begin(&l, LEVEL_INFO, "stopping");
	log_text(&l, "signal", signal == SIGTERM ? "TERM" : "INT");
	log_end(&l);
}

/* The signals that this thread waits for.  Before the first thread: all inherit the mask. */
static void block_signals(sigset_t *signals)
{
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(signals);
	sigaddset(signals, SIGTERM);
	sigaddset(signals, SIGINT);
	sigaddset(signals, SIGHUP);
	pthread_sigmask(SIG_BLOCK, signals, NULL);
}

/* While stopping, a second signal ends the process as it is, and so does the alarm: the store bears that. */
static void allow_to_end(sigset_t *signals)
{
	sigdelset(signals, SIGHUP);
	pthread_sigmask(SIG_UNBLOCK, signals, NULL);
	alarm(STOP_ALARM);
}

/*
 * Answers come and go by the ten thousand: memory that is handed back to the kernel
 * after each of them costs more than the answer.
 */
static void keep_memory(void)
{
	mallopt(M_TRIM_THRESHOLD, MEMORY_KEPT);
	mallopt(M_TOP_PAD, MEMORY_KEPT / 16);
	mallopt(M_MMAP_THRESHOLD, MEMORY_KEPT / 8);
}

int serve(struct config *c, int argc, char **argv)
{
	struct daemon d = { .fd = -1 };
	sigset_t signals;
	int status = 1;

	umask(077);
	keep_memory();
	block_signals(&signals);
	if (open_all(&d, c) == 0) {
		serve_requests(&d, c, &signals, argc, argv);
		allow_to_end(&signals);
		status = 0;
	}
	close_all(&d);
	return status;
}

/*
 * The courier: libcurl's multi interface, one thread, any number of slow
 * endpoints.
 *
 * The address check hangs where sockets are made, so it sees what is really
 * connected to, whatever a name stood for before; connections that are kept have passed
 * it.  An attempt whose name is still being looked up can be dropped without
 * waiting for the resolver (CURLOPT_QUICK_EXIT), or one slow name server would
 * hold up everybody.
 */
#include "daemon/courier.h"

#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "api/metrics.h"
#include "daemon/log.h"

#if LIBCURL_VERSION_NUM < 0x075700
#error "libcurl 7.87 or later is needed, for CURLOPT_QUICK_EXIT"
#endif

enum {
	ASK_MS = 60 * 1000,		/* the clock may have been set: ask at least so often, */
	REST_MS = 10,			/* and not more often without being woken */
	BATCH = 32			/* deliveries taken at once */
};

/* What becomes of attempts, for /metrics. */
enum ending { DELIVERED, ANSWERED, UNANSWERED, FORBIDDEN, ENDINGS };
static const char *const ending_labels[ENDINGS] = {
	"outcome=\"delivered\"", "outcome=\"refused\"", "outcome=\"unanswered\"", "outcome=\"forbidden\""
};

struct attempt {
	struct attempt *next, **from;	/* the list of those under way */
	struct courier *courier;
	CURL *easy;
	struct curl_slist *headers;
	struct delivery *delivery;
	int64_t began;			/* of the monotonic clock */
	size_t header_bytes, body_bytes;
	int enough;			/* the answer was cut off */
	char refused[ADDRESS_WHY];	/* the last address that was */
	char error[CURL_ERROR_SIZE];
};

struct courier {
	struct courier_config config;
	char *ca_file, *proxy;
	CURLM *multi;
	pthread_t thread;
	atomic_int wanted, stopping;
	struct attempt *first;
	atomic_int count;		/* under way; written by the thread alone */
	atomic_llong endings[ENDINGS];
	struct histogram durations;	/* milliseconds until there was an answer, or none any more */
};

static int64_t milliseconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * (int64_t)1000 + now.tv_nsec / 1000000;
}

/* --- libcurl's callbacks ----------------------------------------------------------- */

/* Every socket of an attempt begins here, after its name was looked up. */
static curl_socket_t open_socket(void *arg, curlsocktype purpose, struct curl_sockaddr *to)
{
	struct attempt *a = arg;
	struct courier *c = a->courier;
	struct address address;

	if (purpose != CURLSOCKTYPE_IPCXN)
		return CURL_SOCKET_BAD;
	if (!*c->proxy) {
		if (address_of_socket(&address, &to->addr, to->addrlen) != 0) {
			snprintf(a->refused, sizeof a->refused, "an address that is neither IPv4 nor IPv6 is refused");
			return CURL_SOCKET_BAD;
		}
		if (address_refused(&address, &c->config.policy.allowed, a->refused))
			return CURL_SOCKET_BAD;
	}
	return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

/* Of an answer only status and Retry-After count.  Short counts end the transfer. */
static size_t take_body(char *data, size_t one, size_t size, void *arg)
{
	struct attempt *a = arg;

	(void)data;
	a->body_bytes += one * size;
	a->enough |= a->body_bytes > COURIER_BODY_MAX;
	return a->enough ? CURL_WRITEFUNC_ERROR : one * size;
}

static size_t take_header(char *data, size_t one, size_t size, void *arg)
{
	struct attempt *a = arg;

	(void)data;
	a->header_bytes += one * size;
	return a->header_bytes > COURIER_HEADERS_MAX ? CURL_WRITEFUNC_ERROR : one * size;
}

/* --- one attempt ------------------------------------------------------------------- */

static void attempt_free(struct attempt *a)
{
	if (!a)
		return;
	if (a->easy)
		curl_easy_cleanup(a->easy);
	curl_slist_free_all(a->headers);
	free(a);
}

/* -1: no memory, or the value holds a line's end. */
static int add_header(struct attempt *a, const char *name, const char *value)
{
	size_t size = strlen(name) + strlen(value) + 3;
	struct curl_slist *longer;
	char *line = malloc(size);

	if (!line)
		return -1;
	snprintf(line, size, "%s: %s", name, value);
	longer = strpbrk(line, "\r\n") ? NULL : curl_slist_append(a->headers, line);
	free(line);
	if (!longer)
		return -1;
	a->headers = longer;
	return 0;
}

static int set_headers(struct attempt *a)
{
	const struct delivery *d = a->delivery;
	/* Without a value libcurl leaves its own header out. */
	struct curl_slist *first = curl_slist_append(NULL, "Expect:");

	if (!first)
		return -1;
	a->headers = first;
	for (int i = 0; i < d->header_count; i++)
		if (add_header(a, d->headers[i].name, d->headers[i].value) != 0)
			return -1;
	return curl_easy_setopt(a->easy, CURLOPT_HTTPHEADER, a->headers) == CURLE_OK ? 0 : -1;
}

#define SET(option, value) (curl_easy_setopt(a->easy, CURLOPT_##option, (value)) == CURLE_OK)

static int set_request(struct attempt *a)
{
	const struct delivery *d = a->delivery;

	return SET(URL, d->url) && SET(POST, 1L) && SET(CUSTOMREQUEST, d->method)
		&& SET(POSTFIELDS, d->body) && SET(POSTFIELDSIZE_LARGE, (curl_off_t)d->body_size)
		&& SET(USERAGENT, "meepled/" MEEPLED_VERSION) && SET(HTTP_CONTENT_DECODING, 0L);
}

/* What is standard today stands here all the same: it is what this part promises. */
static int set_limits(struct attempt *a)
{
	const struct courier *c = a->courier;

	return SET(PROTOCOLS_STR, c->config.policy.http ? "http,https" : "https") && SET(FOLLOWLOCATION, 0L)
		&& SET(NETRC, (long)CURL_NETRC_IGNORED)
		&& SET(PROXY, c->proxy) && SET(NOPROXY, "") && SET(HTTP09_ALLOWED, 0L) && SET(DISALLOW_USERNAME_IN_URL, 1L)
		&& SET(TIMEOUT_MS, (long)c->config.timeout) && SET(NOSIGNAL, 1L) && SET(QUICK_EXIT, 1L)
		&& SET(DNS_CACHE_TIMEOUT, 0L) && SET(HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
}

static int set_trust(struct attempt *a)
{
	const struct courier *c = a->courier;

	return SET(SSL_VERIFYPEER, 1L) && SET(SSL_VERIFYHOST, 2L) && SET(SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2)
		&& (!*c->ca_file || (SET(CAINFO, c->ca_file) && SET(CAPATH, NULL)));
}

static int set_callbacks(struct attempt *a)
{
	return SET(OPENSOCKETFUNCTION, open_socket) && SET(OPENSOCKETDATA, a)
		&& SET(WRITEFUNCTION, take_body) && SET(WRITEDATA, a)
		&& SET(HEADERFUNCTION, take_header) && SET(HEADERDATA, a)
		&& SET(ERRORBUFFER, a->error) && SET(PRIVATE, a);
}

static struct attempt *attempt_new(struct courier *c, struct delivery *d)
{
	struct attempt *a = calloc(1, sizeof *a);

	if (!a)
		return NULL;
	a->courier = c;
	a->delivery = d;
	a->began = milliseconds(CLOCK_MONOTONIC);
	a->easy = curl_easy_init();
	if (a->easy && set_request(a) && set_limits(a) && set_trust(a) && set_callbacks(a) && set_headers(a) == 0)
		return a;
	attempt_free(a);
	return NULL;
}

/* --- what became of it --------------------------------------------------------------- */

static void say(const struct delivery *d, const struct delivery_outcome *o)
{
	int good = o->status >= 200 && o->status < 300;
	char host[WEBHOOK_HOST];
	struct log_line l;

	log_begin(&l, good ? LEVEL_DEBUG : LEVEL_INFO, good ? "webhook sent" : "webhook failed");
	log_text(&l, "webhook", d->webhook);
	log_text(&l, "message", d->message);
	log_number(&l, "attempt", d->attempt);
	webhook_url_host(d->url, host);
	log_text(&l, "to", host);
	log_number(&l, "status", o->status);
	log_number(&l, "ms", (long long)o->ms);
	if (*o->reason)
		log_text(&l, "why", o->reason);
	log_end(&l);
}

static void report(struct courier *c, struct delivery *d, const struct delivery_outcome *o, enum ending ending)
{
	say(d, o);
	atomic_fetch_add(&c->endings[ending], 1);
	c->config.done(c->config.arg, d, o);
}

static void report_unsent(struct courier *c, struct delivery *d, const char *why, enum ending ending)
{
	struct delivery_outcome o = { .retry_after = -1 };

	snprintf(o.reason, sizeof o.reason, "%.*s", (int)sizeof o.reason - 1, why);
	report(c, d, &o, ending);
}

/* Why there is no answer to go by. */
static void explain(const struct attempt *a, CURLcode result, char reason[DELIVERY_REASON])
{
	const char *why = *a->error ? a->error : curl_easy_strerror(result);

	if (a->header_bytes > COURIER_HEADERS_MAX)
		why = "the answer's headers are too large";
	else if (*a->refused && result == CURLE_COULDNT_CONNECT)
		why = a->refused;
	else if (result == CURLE_OPERATION_TIMEDOUT)
		why = "no whole answer in time";
	snprintf(reason, DELIVERY_REASON, "%.*s", DELIVERY_REASON - 1, why);
}

static enum ending judge(const struct attempt *a, CURLcode result, struct delivery_outcome *o)
{
	curl_off_t seconds = 0;
	long status = 0;

	*o = (struct delivery_outcome){ .retry_after = -1, .ms = milliseconds(CLOCK_MONOTONIC) - a->began };
	if (result != CURLE_OK && !a->enough) {
		explain(a, result, o->reason);
		return *a->refused && result == CURLE_COULDNT_CONNECT ? FORBIDDEN : UNANSWERED;
	}
	curl_easy_getinfo(a->easy, CURLINFO_RESPONSE_CODE, &status);
	curl_easy_getinfo(a->easy, CURLINFO_RETRY_AFTER, &seconds);
	o->status = (int)status;
	if (seconds > 0)
		o->retry_after = 1000 * (int64_t)(seconds < COURIER_RETRY_AFTER_MAX ? seconds : COURIER_RETRY_AFTER_MAX);
	if (status >= 300 && status < 400)
		snprintf(o->reason, sizeof o->reason, "redirects are not followed");
	return status >= 200 && status < 300 ? DELIVERED : ANSWERED;
}

/* --- the thread ------------------------------------------------------------------------ */

static void begin_attempt(struct courier *c, struct delivery *d)
{
	char why[WEBHOOK_WHY];
	struct attempt *a;

	if (webhook_url_check(&c->config.policy, d->url, why) != 0) {
		report_unsent(c, d, why, FORBIDDEN);
		return;
	}
	a = attempt_new(c, d);
	if (!a || curl_multi_add_handle(c->multi, a->easy) != CURLM_OK) {
		attempt_free(a);
		report_unsent(c, d, "no memory", UNANSWERED);
		return;
	}
	a->next = c->first;
	a->from = &c->first;
	if (a->next)
		a->next->from = &a->next;
	c->first = a;
	atomic_fetch_add(&c->count, 1);
}

static void end_attempt(struct courier *c, struct attempt *a)
{
	curl_multi_remove_handle(c->multi, a->easy);
	*a->from = a->next;
	if (a->next)
		a->next->from = a->from;
	atomic_fetch_sub(&c->count, 1);
	attempt_free(a);
}

/* Begins what is due while there is room; when to ask again. */
static int64_t take_due(struct courier *c)
{
	struct delivery *due[BATCH];
	int64_t next = INT64_MAX;
	int room, count;

	do {
		room = c->config.limit - c->count < BATCH ? c->config.limit - c->count : BATCH;
		count = room > 0 ? c->config.due(c->config.arg, due, room, &next) : 0;
		for (int i = 0; i < count; i++)
			begin_attempt(c, due[i]);
	} while (count > 0 && count == room);
	return next;
}

/* How many attempts came to their end. */
static int settle(struct courier *c)
{
	struct delivery_outcome outcome;
	enum ending ending;
	struct attempt *a = NULL;
	struct delivery *d;
	CURLMsg *m;
	int left, count = 0;

	while ((m = curl_multi_info_read(c->multi, &left)) != NULL) {
		if (m->msg != CURLMSG_DONE || curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &a) != CURLE_OK)
			continue;
		ending = judge(a, m->data.result, &outcome);
		histogram_add(&c->durations, outcome.ms);
		d = a->delivery;
		end_attempt(c, a);
		report(c, d, &outcome, ending);
		count++;
	}
	return count;
}

static int pause_until(int64_t next)
{
	int64_t left;

	if (next == INT64_MAX)
		return ASK_MS;
	left = next - milliseconds(CLOCK_REALTIME);
	return left < REST_MS ? REST_MS : left > ASK_MS ? ASK_MS : (int)left;
}

static void *run(void *arg)
{
	struct courier *c = arg;
	int64_t next = 0;
	int running, full = 0;

	while (!atomic_load(&c->stopping)) {
		if (atomic_exchange(&c->wanted, 0) || milliseconds(CLOCK_REALTIME) >= next) {
			next = take_due(c);
			full = c->count >= c->config.limit;
		}
		curl_multi_perform(c->multi, &running);
		/* Room again: whoever was left out before comes first now. */
		if (settle(c) > 0 && full)
			atomic_store(&c->wanted, 1);
		if (!atomic_load(&c->wanted))
			curl_multi_poll(c->multi, NULL, 0, full ? ASK_MS : pause_until(next), NULL);
	}
	while (c->first)
		end_attempt(c, c->first);
	return NULL;
}

/* --- from outside ------------------------------------------------------------------------ */

static int open_multi(struct courier *c)
{
	c->multi = curl_multi_init();
	return c->multi && curl_multi_setopt(c->multi, CURLMOPT_MAXCONNECTS, (long)c->config.limit) == CURLM_OK ? 0 : -1;
}

static int start_thread(struct courier *c)
{
	if (pthread_create(&c->thread, NULL, run, c) != 0)
		return -1;
	pthread_setname_np(c->thread, "courier");
	return 0;
}

void courier_measure(struct courier *c, struct buf *out)
{
	metrics_one(out, METRIC_GAUGE, "meepled_webhook_attempts_under_way", "", "Webhooks being sent.",
		atomic_load(&c->count), 1);
	metrics_family(out, METRIC_COUNTER, "meepled_webhook_attempts", "",
		"Attempts to send a webhook; forbidden: to where none may go.");
	for (int i = 0; i < ENDINGS; i++)
		metrics_sample(out, METRIC_COUNTER, "meepled_webhook_attempts", ending_labels[i],
			(int64_t)atomic_load(&c->endings[i]), 1);
	metrics_family(out, METRIC_HISTOGRAM, "meepled_webhook_attempt_duration_seconds", "seconds",
		"From the beginning of an attempt until its end.");
	metrics_histogram(out, "meepled_webhook_attempt_duration_seconds", "", &c->durations, 1000);
}

struct courier *courier_start(const struct courier_config *config, char why[240])
{
	static const int64_t bounds[HISTOGRAM_BOUNDS] = { 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 60000 };
	struct courier *c;

	if (*config->ca_file && access(config->ca_file, R_OK) != 0) {
		snprintf(why, 240, "%.180s: %s", config->ca_file, strerror(errno));
		return NULL;
	}
	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
		snprintf(why, 240, "libcurl cannot be used");
		return NULL;
	}
	c = calloc(1, sizeof *c);
	if (c) {
		c->config = *config;
		memcpy(c->durations.bounds, bounds, sizeof bounds);
		c->ca_file = strdup(config->ca_file);
		c->proxy = strdup(config->proxy);
		if (c->ca_file && c->proxy && open_multi(c) == 0 && start_thread(c) == 0)
			return c;
		courier_free(c);
	}
	snprintf(why, 240, "no memory for the courier");
	return NULL;
}

void courier_wake(struct courier *c)
{
	if (!atomic_exchange(&c->wanted, 1))
		curl_multi_wakeup(c->multi);
}

void courier_stop(struct courier *c)
{
	atomic_store(&c->stopping, 1);
	curl_multi_wakeup(c->multi);
	pthread_join(c->thread, NULL);
}

void courier_free(struct courier *c)
{
	if (!c)
		return;
	if (c->multi)
		curl_multi_cleanup(c->multi);
	free(c->ca_file);
	free(c->proxy);
	free(c);
}

/*
 * The courier against a server that misbehaves in every way it is asked for,
 * with an outbox that is an array, and names that stand for what the test says:
 * getaddrinfo() below is the one that libcurl calls.
 */
#include <arpa/inet.h>
#include <check.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "api/buf.h"
#include "daemon/courier.h"
#include "daemon/log.h"

enum { SENT_MAX = 400, SEEN_MAX = 4096, ADDRESSES_MAX = 4, CONNECTIONS = 128, PATIENCE_MS = 20 * 1000 };

static void sleep_ms(int ms)
{
	nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000L }, NULL);
}

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * (int64_t)1000 + now.tv_nsec / 1000000;
}

/* --- names ------------------------------------------------------------------------- */

static struct {
	const char *name;
	const char *addresses[2][ADDRESSES_MAX];	/* the first answer, and all later ones */
	atomic_int asked;
} names[] = {
	{ .name = "good.test", .addresses = { { "127.0.0.2" }, { "127.0.0.2" } } },
	{ .name = "rebinds.test", .addresses = { { "127.0.0.2" }, { "127.0.0.1" } } },
	{ .name = "loopback.test", .addresses = { { "127.0.0.1" }, { "127.0.0.1" } } },
	{ .name = "loopback6.test", .addresses = { { "::1" }, { "::1" } } },
	{ .name = "mapped.test", .addresses = { { "::ffff:127.0.0.1" }, { "::ffff:127.0.0.1" } } },
	{ .name = "metadata.test", .addresses = { { "169.254.169.254" }, { "169.254.169.254" } } },
	{ .name = "private.test", .addresses = { { "10.0.0.1", "192.168.0.1", "172.16.0.1" },
		{ "10.0.0.1", "192.168.0.1", "172.16.0.1" } } },
	{ .name = "mixed.test", .addresses = { { "127.0.0.1", "127.0.0.2" }, { "::1", "127.0.0.2", "127.0.0.1" } } },
	{ .name = "any.test", .addresses = { { "0.0.0.0" }, { "::" } } },
	{ .name = "nat64.test", .addresses = { { "64:ff9b::7f00:1" }, { "64:ff9b::a00:1" } } },
	{ .name = "sixtofour.test", .addresses = { { "2002:7f00:1::1" }, { "2002:a00:1::1" } } },
	{ .name = "local6.test", .addresses = { { "fe80::1", "fd00::1", "fec0::1" }, { "ff02::1" } } },
	{ .name = "slow.test" },			/* hangs until the end of the test */
};

enum { NAMES = sizeof names / sizeof *names };
static atomic_int let_go;

static struct addrinfo *answer(const char *text, int port)
{
	struct addrinfo *ai = calloc(1, sizeof *ai + sizeof(struct sockaddr_in6));
	struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)(ai + 1);
	struct sockaddr_in *v4 = (struct sockaddr_in *)(ai + 1);

	ai->ai_socktype = SOCK_STREAM;
	ai->ai_addr = (struct sockaddr *)(ai + 1);
	if (strchr(text, ':')) {
		ai->ai_family = v6->sin6_family = AF_INET6;
		ai->ai_addrlen = sizeof *v6;
		v6->sin6_port = htons((unsigned short)port);
		ck_assert_int_eq(inet_pton(AF_INET6, text, &v6->sin6_addr), 1);
	} else {
		ai->ai_family = v4->sin_family = AF_INET;
		ai->ai_addrlen = sizeof *v4;
		v4->sin_port = htons((unsigned short)port);
		ck_assert_int_eq(inet_pton(AF_INET, text, &v4->sin_addr), 1);
	}
	return ai;
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **out)
{
	struct addrinfo **end = out;

	*out = NULL;
	for (int i = 0; i < NAMES; i++) {
		int time;

		if (strcmp(name, names[i].name) != 0)
			continue;
		while (!names[i].addresses[0][0] && !atomic_load(&let_go))
			sleep_ms(10);
		time = atomic_fetch_add(&names[i].asked, 1) > 0;
		for (int k = 0; k < ADDRESSES_MAX && names[i].addresses[time][k]; k++) {
			const char *text = names[i].addresses[time][k];

			/* Of one family, if only that one is asked for. */
			if (hints && hints->ai_family == (strchr(text, ':') ? AF_INET : AF_INET6))
				continue;
			*end = answer(text, service ? atoi(service) : 0);
			end = &(*end)->ai_next;
		}
	}
	return *out ? 0 : EAI_NONAME;
}

void freeaddrinfo(struct addrinfo *ai)
{
	while (ai) {
		struct addrinfo *next = ai->ai_next;

		free(ai);
		ai = next;
	}
}

/* --- a server ------------------------------------------------------------------------ */

static int listener = -1, port;
static pthread_t server;
static atomic_int closing, connections, most_connections;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char seen[SEEN_MAX];		/* the last request */

static void send_all(int fd, const char *text, size_t size)
{
	while (size) {
		ssize_t n = send(fd, text, size, MSG_NOSIGNAL);

		if (n <= 0)
			return;
		text += n;
		size -= (size_t)n;
	}
}

static void send_text(int fd, const char *text)
{
	send_all(fd, text, strlen(text));
}

/* Sends the piece until the other side has had enough. */
static void send_for_ever(int fd, const char *piece)
{
	size_t size = strlen(piece);

	while (!atomic_load(&closing))
		if (send(fd, piece, size, MSG_NOSIGNAL) != (ssize_t)size)
			return;
}

static void wait_until_closed(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char byte;

	while (!atomic_load(&closing))
		if (poll(&p, 1, 20) > 0 && recv(fd, &byte, 1, 0) <= 0)
			return;
}

/* 0: the connection is to be closed. */
static int respond(int fd, const char *path)
{
	static const char *const rows[][2] = {
		{ "/ok", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" },
		{ "/no-content", "HTTP/1.1 204 No Content\r\n\r\n" },
		{ "/bad", "HTTP/1.1 500 Bad\r\nContent-Length: 0\r\n\r\n" },
		{ "/gone", "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n" },
		{ "/later", "HTTP/1.1 429 Later\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n" },
		{ "/much-later", "HTTP/1.1 503 Later\r\nRetry-After: 99999999999\r\nContent-Length: 0\r\n\r\n" },
		{ "/past", "HTTP/1.1 503 Later\r\nRetry-After: Fri, 30 Jan 2026 10:00:00 GMT\r\nContent-Length: 0\r\n\r\n" },
		{ "/elsewhere", "HTTP/1.1 302 Found\r\nLocation: /ok\r\nContent-Length: 0\r\n\r\n" },
		{ "/cookie", "HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n" },
		{ "/garbage", "SSH-2.0-OpenSSH\r\n\r\n" },
		{ "/half", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf" },
		{ "http://hooks.example.org/through", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" },
		{ "/zipped", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(path, rows[i][0]) == 0) {
			send_text(fd, rows[i][1]);
			return strcmp(path, "/garbage") != 0 && strcmp(path, "/half") != 0;
		}
	if (strcmp(path, "/slow") == 0) {
		wait_until_closed(fd);
	} else if (strcmp(path, "/endless") == 0) {
		send_text(fd, "HTTP/1.1 200 OK\r\n\r\n");
		send_for_ever(fd, "and so on and so on and so on and so on");
	} else if (strcmp(path, "/endless-headers") == 0) {
		send_text(fd, "HTTP/1.1 200 OK\r\n");
		send_for_ever(fd, "X-More: and so on and so on and so on\r\n");
	} else if (strcmp(path, "/endless-continue") == 0) {
		send_for_ever(fd, "HTTP/1.1 100 Continue\r\n\r\n");
	}
	return 0;
}

/* One request into `request`; 0: the other side has closed. */
static int read_request(int fd, char request[SEEN_MAX])
{
	size_t used = 0;

	while (used < SEEN_MAX - 1) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		char *end, *length;
		ssize_t n;

		if (atomic_load(&closing))
			return 0;
		if (poll(&p, 1, 20) == 0)
			continue;
		n = recv(fd, request + used, SEEN_MAX - 1 - used, 0);
		if (n <= 0)
			return 0;
		used += (size_t)n;
		request[used] = '\0';
		if (*request < 'A' || *request > 'Z')
			return 0;		/* TLS */
		end = strstr(request, "\r\n\r\n");
		length = strstr(request, "Content-Length: ");
		if (end && length && strlen(end + 4) >= (size_t)atoi(length + 16))
			return 1;
	}
	return 0;
}

static void *serve_one(void *arg)
{
	int fd = *(int *)arg, now = atomic_fetch_add(&connections, 1) + 1;
	char request[SEEN_MAX], path[64];

	free(arg);
	for (int most = atomic_load(&most_connections); now > most;)
		if (atomic_compare_exchange_weak(&most_connections, &most, now))
			break;
	while (read_request(fd, request)) {
		pthread_mutex_lock(&lock);
		memcpy(seen, request, sizeof seen);
		pthread_mutex_unlock(&lock);
		if (sscanf(request, "%*s %63[^ ?]", path) != 1 || !respond(fd, path))
			break;
	}
	close(fd);
	atomic_fetch_sub(&connections, 1);
	return NULL;
}

static void *serve_all(void *arg)
{
	(void)arg;
	for (;;) {
		int *fd = malloc(sizeof *fd);
		pthread_t thread;

		*fd = accept(listener, NULL, NULL);
		if (*fd < 0 || pthread_create(&thread, NULL, serve_one, fd) != 0) {
			free(fd);
			return NULL;
		}
		pthread_detach(thread);
	}
}

static void open_server(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_ANY) } };
	socklen_t size = sizeof a;

	listener = socket(AF_INET, SOCK_STREAM, 0);
	ck_assert_int_eq(bind(listener, (struct sockaddr *)&a, sizeof a), 0);
	ck_assert_int_eq(listen(listener, CONNECTIONS), 0);
	ck_assert_int_eq(getsockname(listener, (struct sockaddr *)&a, &size), 0);
	port = ntohs(a.sin_port);
	atomic_store(&closing, 0);
	atomic_store(&most_connections, 0);
	seen[0] = '\0';
	ck_assert_int_eq(pthread_create(&server, NULL, serve_all, NULL), 0);
}

static void close_server(void)
{
	atomic_store(&closing, 1);
	shutdown(listener, SHUT_RDWR);
	pthread_join(server, NULL);
	close(listener);
	while (atomic_load(&connections) > 0)
		sleep_ms(1);
}

/* --- an outbox ------------------------------------------------------------------------ */

static struct sent {
	struct delivery d;		/* first */
	int hook;
	char url[128], name[16];
	int out, done;
	struct delivery_outcome outcome;
} outbox[SENT_MAX];
static int outbox_count, finished, out_now, most_out;
static struct courier *courier;
static struct courier_config config;

static int due(void *arg, struct delivery *out[], int max, int64_t *next_due)
{
	int count = 0;

	ck_assert_str_eq(arg, "arg");
	pthread_mutex_lock(&lock);
	for (int i = 0; i < outbox_count && count < max; i++) {
		int busy = outbox[i].out;

		for (int k = 0; k < i && !busy; k++)
			busy = outbox[k].hook == outbox[i].hook && !outbox[k].done;
		if (busy)
			continue;
		outbox[i].out = 1;
		out[count++] = &outbox[i].d;
		if (++out_now > most_out)
			most_out = out_now;
	}
	pthread_mutex_unlock(&lock);
	*next_due = INT64_MAX;
	return count;
}

static void done(void *arg, struct delivery *d, const struct delivery_outcome *outcome)
{
	struct sent *s = (struct sent *)d;

	(void)arg;
	pthread_mutex_lock(&lock);
	ck_assert_int_eq(s->done, 0);
	s->done = 1;
	s->outcome = *outcome;
	finished++;
	out_now--;
	pthread_mutex_unlock(&lock);
	courier_wake(courier);
}

/* One more to send. */
static struct sent *put(int hook, const char *scheme, const char *host, const char *path)
{
	struct sent *s = &outbox[outbox_count];

	ck_assert_int_lt(outbox_count, SENT_MAX);
	memset(s, 0, sizeof *s);
	s->hook = hook;
	snprintf(s->url, sizeof s->url, "%s://%s:%d%s", scheme, host, port, path);
	snprintf(s->name, sizeof s->name, "msg%d", outbox_count);
	s->d = (struct delivery){ .webhook = "hook", .message = s->name, .attempt = 1, .method = "POST", .url = s->url,
		.header_count = 2, .headers = { { "Content-Type", "application/json" }, { "webhook-id", s->name } },
		.body = "{\"a\":1}", .body_size = 7 };
	outbox_count++;
	return s;
}

static int count_done(void)
{
	int count;

	pthread_mutex_lock(&lock);
	count = finished;
	pthread_mutex_unlock(&lock);
	return count;
}

static void start(void)
{
	char why[240];

	/* Its thread calls due() at once, and has to know whom to wake. */
	pthread_mutex_lock(&lock);
	courier = courier_start(&config, why);
	pthread_mutex_unlock(&lock);
	ck_assert_msg(courier != NULL, "%s", why);
}

static void wait_for(int count)
{
	int64_t until = now_ms() + PATIENCE_MS;

	while (count_done() < count && now_ms() < until)
		sleep_ms(1);
	ck_assert_int_ge(count_done(), count);
}

static void begin(void)
{
	char why[ADDRESS_WHY];

	log_set_level(LEVEL_ERROR);
	open_server();
	outbox_count = finished = out_now = most_out = 0;
	atomic_store(&let_go, 0);
	for (int i = 0; i < NAMES; i++)
		atomic_store(&names[i].asked, 0);
	config = (struct courier_config){ .policy = { .http = 1 }, .limit = 32, .timeout = 5000, .ca_file = "", .proxy = "",
		.due = due, .done = done, .arg = "arg" };
	ck_assert_int_eq(address_list_parse(&config.policy.allowed, "127.0.0.2", why), 0);
}

static void end(void)
{
	courier_stop(courier);
	courier_free(courier);
	courier = NULL;
	atomic_store(&let_go, 1);
	close_server();
}

/* --- what becomes of attempts ------------------------------------------------------------ */

static const struct { const char *path; int status; int64_t retry_after; const char *why; } outcomes[] = {
	{ "/ok", 200, -1, "" }, { "/no-content", 204, -1, "" }, { "/bad", 500, -1, "" }, { "/gone", 410, -1, "" },
	{ "/later", 429, 7000, "" }, { "/much-later", 503, 24 * 3600 * 1000, "" }, { "/past", 503, -1, "" },
	{ "/elsewhere", 302, -1, "redirects are not followed" }, { "/cookie", 200, -1, "" }, { "/zipped", 200, -1, "" },
	{ "/drop", 0, -1, "Empty reply" }, { "/garbage", 0, -1, "HTTP/0.9" }, { "/half", 0, -1, "transfer closed" },
	{ "/endless", 200, -1, "" }, { "/endless-headers", 0, -1, "headers are too large" },
	{ "/endless-continue", 0, -1, "headers are too large" }, { "/slow", 0, -1, "no whole answer in time" },
};

START_TEST(what_becomes_of_attempts)
{
	struct sent *s = put(0, "http", "127.0.0.2", outcomes[_i].path);

	config.timeout = strcmp(outcomes[_i].path, "/slow") == 0 ? 200 : 5000;
	start();
	wait_for(1);
	ck_assert_msg(s->outcome.status == outcomes[_i].status && strstr(s->outcome.reason, outcomes[_i].why),
		"%s: %d, %s", s->url, s->outcome.status, s->outcome.reason);
	ck_assert_int_eq(s->outcome.retry_after, outcomes[_i].retry_after);
	ck_assert_int_ge(s->outcome.ms, outcomes[_i].status == 0 && config.timeout == 200 ? 190 : 0);
	ck_assert_int_lt(s->outcome.ms, 5000);
}
END_TEST

START_TEST(the_request)
{
	struct sent *s = put(0, "http", "good.test", "/ok");

	s->d.method = "PUT";
	s->d.url = strcat(s->url, "?x=%20y");
	setenv("http_proxy", "http://127.0.0.1:1", 1);
	setenv("HTTPS_PROXY", "http://127.0.0.1:1", 1);
	setenv("ALL_PROXY", "http://127.0.0.1:1", 1);
	start();
	wait_for(1);
	ck_assert_str_eq(s->outcome.reason, "");
	ck_assert_msg(strncmp(seen, "PUT /ok?x=%20y HTTP/1.1\r\n", 25) == 0, "%s", seen);
	ck_assert_ptr_nonnull(strstr(seen, "\r\nUser-Agent: meepled/" MEEPLED_VERSION "\r\n"));
	ck_assert_ptr_nonnull(strstr(seen, "\r\nContent-Type: application/json\r\n"));
	ck_assert_ptr_nonnull(strstr(seen, "\r\nwebhook-id: msg0\r\n"));
	ck_assert_ptr_nonnull(strstr(seen, "\r\nContent-Length: 7\r\n"));
	ck_assert_ptr_nonnull(strstr(seen, "\r\n\r\n{\"a\":1}"));
	ck_assert_ptr_null(strstr(seen, "Expect"));
	ck_assert_ptr_null(strstr(seen, "Cookie"));
	ck_assert_ptr_null(strstr(seen, "Accept-Encoding"));
	ck_assert_ptr_null(strstr(seen, "Authorization"));
	unsetenv("http_proxy");
	unsetenv("HTTPS_PROXY");
	unsetenv("ALL_PROXY");
}
END_TEST

START_TEST(no_line_ends_in_headers)
{
	struct sent *s = put(0, "http", "127.0.0.2", "/ok");

	s->d.headers[1].value = "x\r\nHost: y";
	start();
	wait_for(1);
	ck_assert_int_eq(s->outcome.status, 0);
	ck_assert_str_eq(seen, "");
}
END_TEST

START_TEST(no_cookies_come_back)
{
	put(0, "http", "127.0.0.2", "/cookie");
	put(0, "http", "127.0.0.2", "/ok");
	start();
	wait_for(2);
	ck_assert_msg(strncmp(seen, "POST /ok ", 9) == 0, "%s", seen);
	ck_assert_ptr_null(strstr(seen, "Cookie"));
	ck_assert_int_eq(atomic_load(&most_connections), 1);	/* it is kept and used again */
}
END_TEST

START_TEST(without_tls_there_is_no_answer)
{
	struct sent *s = put(0, "https", "127.0.0.2", "/ok");

	start();
	wait_for(1);
	ck_assert_int_eq(s->outcome.status, 0);
	ck_assert_msg(strstr(s->outcome.reason, "SSL") != NULL, "%s", s->outcome.reason);
}
END_TEST

/* --- addresses ---------------------------------------------------------------------------- */

static const struct { const char *scheme, *host, *why; } refusals[] = {
	{ "http", "127.0.0.1", "127.0.0.1 is refused: loopback" }, { "http", "localhost", "loopback" },
	{ "http", "2130706433", "number" }, { "http", "0x7f.1", "number" }, { "http", "017700000001", "number" },
	{ "http", "[::1]", "loopback" }, { "http", "[::ffff:127.0.0.1]", "loopback" }, { "http", "0.0.0.0", "this network" },
	{ "http", "ada:b@good.test", "user or a password" }, { "ftp", "good.test", "does not begin with" },
	{ "http", "good.test.", "ends in a dot" }, { "http", "%67ood.test", "percent-encoded" },
	{ "http", "loopback.test", "127.0.0.1 is refused: loopback" }, { "http", "loopback6.test", "::1 is refused: loopback" },
	{ "http", "mapped.test", "127.0.0.1 is refused: loopback" }, { "http", "metadata.test", "link-local" },
	{ "http", "private.test", "private" }, { "http", "any.test", "this network" }, { "http", "nat64.test", "loopback" },
	{ "http", "sixtofour.test", "loopback" }, { "http", "local6.test", "refused" },
	{ "http", "unknown.test", "resolve" }, { "https", "loopback.test", "loopback" },
};

START_TEST(refused_addresses)
{
	struct sent *s = put(0, refusals[_i].scheme, refusals[_i].host, "/ok");

	start();
	wait_for(1);
	ck_assert_int_eq(s->outcome.status, 0);
	ck_assert_msg(strstr(s->outcome.reason, refusals[_i].why) != NULL, "%s: %s", s->url, s->outcome.reason);
	ck_assert_str_eq(seen, "");
	ck_assert_int_eq(atomic_load(&most_connections), 0);
}
END_TEST

/* The first answer may be connected to; the connection is kept, and when it is gone, the second answer is refused. */
START_TEST(names_that_change)
{
	struct sent *a = put(0, "http", "rebinds.test", "/ok"), *b = put(0, "http", "rebinds.test", "/drop"),
		*c = put(0, "http", "rebinds.test", "/ok");

	start();
	wait_for(3);
	ck_assert_int_eq(a->outcome.status, 200);
	ck_assert_int_eq(b->outcome.status, 0);
	ck_assert_int_eq(c->outcome.status, 0);
	ck_assert_msg(strstr(c->outcome.reason, "127.0.0.1 is refused: loopback") != NULL, "%s", c->outcome.reason);
	ck_assert_int_ge(atomic_load(&names[1].asked), 2);
}
END_TEST

/* Of several addresses only the allowed one is connected to. */
START_TEST(mixed_answers)
{
	struct sent *a = put(0, "http", "mixed.test", "/half"), *b = put(0, "http", "mixed.test", "/ok");
	char *host;

	start();
	wait_for(2);
	ck_assert_int_eq(a->outcome.status, 0);
	ck_assert_int_eq(b->outcome.status, 200);
	host = strstr(seen, "\r\nHost: mixed.test:");
	ck_assert_ptr_nonnull(host);
	ck_assert_int_eq(atomic_load(&most_connections), 1);
}
END_TEST

START_TEST(https_only_at_send_time)
{
	struct sent *s = put(0, "http", "good.test", "/ok");

	config.policy.http = 0;
	start();
	wait_for(1);
	ck_assert_int_eq(s->outcome.status, 0);
	ck_assert_ptr_nonnull(strstr(s->outcome.reason, "does not begin with https://"));
	ck_assert_int_eq(atomic_load(&names[0].asked), 0);
}
END_TEST

/* A proxy is given the name as it is; where it may go is its affair, but not what is written in the URL. */
START_TEST(through_a_proxy)
{
	struct sent *a = put(0, "http", "hooks.example.org", ""), *b = put(1, "http", "10.0.0.1", "/ok");
	char proxy[64];

	strcpy(a->url, "http://hooks.example.org/through");
	snprintf(proxy, sizeof proxy, "http://127.0.0.1:%d", port);
	config.proxy = proxy;
	start();
	wait_for(2);
	ck_assert_msg(a->outcome.status == 200, "%s", a->outcome.reason);
	ck_assert_int_eq(b->outcome.status, 0);
	ck_assert_msg(strstr(b->outcome.reason, "10.0.0.1 is refused: private") != NULL, "%s", b->outcome.reason);
	ck_assert_msg(strstr(seen, "POST http://hooks.example.org/through HTTP/1.1\r\n") == seen, "%s", seen);
}
END_TEST

START_TEST(counted)
{
	static const char *const wanted[] = {
		"meepled_webhook_attempts_total{outcome=\"delivered\"} 2\n", "{outcome=\"refused\"} 1\n",
		"{outcome=\"unanswered\"} 1\n", "{outcome=\"forbidden\"} 2\n", "meepled_webhook_attempts_under_way 0\n",
		"meepled_webhook_attempt_duration_seconds_count 5\n",
	};
	struct buf out;

	put(0, "http", "127.0.0.2", "/ok");
	put(0, "http", "127.0.0.2", "/no-content");
	put(0, "http", "127.0.0.2", "/bad");
	put(0, "http", "127.0.0.2", "/drop");
	put(0, "http", "loopback.test", "/ok");
	put(0, "http", "10.0.0.1", "/ok");
	start();
	wait_for(6);
	buf_init(&out, 64 * 1024);
	courier_measure(courier, &out);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		ck_assert_msg(strstr(out.data, wanted[i]) != NULL, "no %sin %s", wanted[i], out.data);
	buf_free(&out);
}
END_TEST

/* --- many at once --------------------------------------------------------------------------- */

START_TEST(slow_ones_delay_nobody)
{
	int64_t began;

	config.timeout = 60 * 1000;
	put(0, "http", "127.0.0.2", "/slow");
	put(1, "http", "slow.test", "/ok");		/* its name is never found */
	for (int i = 0; i < 200; i++)
		put(2 + i % 10, "http", "good.test", "/ok");
	began = now_ms();
	start();
	wait_for(200);
	ck_assert_int_eq(outbox[0].done, 0);
	ck_assert_int_eq(outbox[1].done, 0);
	for (int i = 2; i < 202; i++)
		ck_assert_int_eq(outbox[i].outcome.status, 200);
	ck_assert_int_lt(now_ms() - began, 15 * 1000);
	/* The end drops both: nobody waits for a name. */
	began = now_ms();
	courier_stop(courier);
	ck_assert_int_lt(now_ms() - began, 2000);
	ck_assert_int_eq(count_done(), 200);
	courier_free(courier);
	outbox_count = 0;
	start();
}
END_TEST

START_TEST(names_take_time_too)
{
	struct sent *s = put(0, "http", "slow.test", "/ok");
	int64_t began = now_ms();

	config.timeout = 200;
	start();
	wait_for(1);
	ck_assert_int_lt(now_ms() - began, 3000);
	ck_assert_str_eq(s->outcome.reason, "no whole answer in time");
}
END_TEST

START_TEST(no_more_than_the_limit)
{
	config.limit = 3;
	for (int i = 0; i < 60; i++)
		put(i, "http", "127.0.0.2", i < 2 ? "/slow" : "/ok");
	config.timeout = 60 * 1000;
	start();
	wait_for(58);
	ck_assert_int_eq(most_out, 3);
	ck_assert_int_le(atomic_load(&most_connections), 4);	/* one may be closing */
}
END_TEST

START_TEST(wakes_at_once)
{
	int64_t began;

	start();
	for (int i = 0; i < 20; i++) {
		sleep_ms(i);
		pthread_mutex_lock(&lock);
		put(0, "http", "127.0.0.2", "/ok");
		pthread_mutex_unlock(&lock);
		began = now_ms();
		courier_wake(courier);
		wait_for(i + 1);
		ck_assert_int_lt(now_ms() - began, 2000);
	}
}
END_TEST

START_TEST(authorities_that_are_not_there)
{
	char why[240] = "";

	config.ca_file = "/nowhere/ca.pem";
	courier = courier_start(&config, why);
	ck_assert_ptr_null(courier);
	ck_assert_str_eq(why, "/nowhere/ca.pem: No such file or directory");
	config.ca_file = "";
	start();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("courier");
	TCase *tc = tcase_create("courier");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(tc, begin, end);
	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, what_becomes_of_attempts, 0, sizeof outcomes / sizeof *outcomes);
	tcase_add_test(tc, the_request);
	tcase_add_test(tc, no_line_ends_in_headers);
	tcase_add_test(tc, no_cookies_come_back);
	tcase_add_test(tc, without_tls_there_is_no_answer);
	tcase_add_loop_test(tc, refused_addresses, 0, sizeof refusals / sizeof *refusals);
	tcase_add_test(tc, names_that_change);
	tcase_add_test(tc, mixed_answers);
	tcase_add_test(tc, https_only_at_send_time);
	tcase_add_test(tc, through_a_proxy);
	tcase_add_test(tc, counted);
	tcase_add_test(tc, slow_ones_delay_nobody);
	tcase_add_test(tc, names_take_time_too);
	tcase_add_test(tc, no_more_than_the_limit);
	tcase_add_test(tc, wakes_at_once);
	tcase_add_test(tc, authorities_that_are_not_there);
	suite_add_tcase(suite, tc);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

/*
 * Log lines.  What comes from outside (paths, addresses, what libraries say)
 * must not be able to end a line or a value, or to reach a terminal as
 * escape sequences: hence one place for quoting.
 */
#include "daemon/log.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static atomic_int threshold = LEVEL_INFO;
static atomic_int file = STDERR_FILENO;

const char *const log_level_names[] = { "debug", "info", "warning", "error", NULL };

void log_set_level(enum log_level level)
{
	atomic_store(&threshold, (int)level);
}

enum log_level log_get_level(void)
{
	return (enum log_level)atomic_load(&threshold);
}

void log_set_file(int fd)
{
	atomic_store(&file, fd);
}

/* The end of a line keeps room for " cut=true" and the newline. */
enum { LOG_TAIL = 10 };

static void put(struct log_line *l, const char *bytes, size_t size)
{
	if (l->cut || l->used + size > sizeof l->text - LOG_TAIL) {
		l->cut = 1;
		return;
	}
	memcpy(l->text + l->used, bytes, size);
	l->used += size;
}

static void put_text(struct log_line *l, const char *text)
{
	put(l, text, strlen(text));
}

/* C1 controls and such are left to the terminal's UTF-8 decoder; C0 and DEL are not. */
static void put_escaped(struct log_line *l, unsigned char c)
{
	char hex[8];

	switch (c) {
	case '\n':
		put_text(l, "\\n");
		break;
	case '\r':
		put_text(l, "\\r");
		break;
	case '\t':
		put_text(l, "\\t");
		break;
	case '"':
		put_text(l, "\\\"");
		break;
	case '\\':
		put_text(l, "\\\\");
		break;
	default:
		if (c < 0x20 || c == 0x7f) {
			snprintf(hex, sizeof hex, "\\x%02x", c);
			put_text(l, hex);
		} else {
			put(l, (const char *)&c, 1);
		}
	}
}

static int plain(const char *value)
{
	if (!*value)
		return 0;
	for (; *value; value++) {
		unsigned char c = (unsigned char)*value;

		if (c <= ' ' || c == '"' || c == '=' || c == '\\' || c >= 0x7f)
			return 0;
	}
	return 1;
}

/* A quoted value that does not fit is left out whole, so that its quotes stay paired. */
static void put_value(struct log_line *l, const char *value)
{
	if (plain(value)) {
		put_text(l, value);
		return;
	}
	put(l, "\"", 1);
	for (; *value; value++)
		put_escaped(l, (unsigned char)*value);
	put(l, "\"", 1);
}

static void put_pair(struct log_line *l, const char *key, const char *value)
{
	size_t before = l->used;

	if (l->used)
		put(l, " ", 1);
	put_text(l, key);
	put(l, "=", 1);
	put_value(l, value);
	if (l->cut)
		l->used = before;
}

static void begin(struct log_line *l, enum log_level level)
{
	struct timespec now;
	struct tm utc;
	char time[40], text[64];

	l->used = 0;
	l->cut = 0;
	l->wanted = (int)level >= atomic_load_explicit(&threshold, memory_order_relaxed);
	if (!l->wanted)
		return;
	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &utc);
	strftime(time, sizeof time, "%Y-%m-%dT%H:%M:%S", &utc);
	snprintf(text, sizeof text, "%s.%03ldZ", time, now.tv_nsec / 1000000);
	put_pair(l, "ts", text);
	put_pair(l, "level", log_level_names[level]);
}

void log_begin(struct log_line *l, enum log_level level, const char *msg)
{
	begin(l, level);
	if (l->wanted)
		put_pair(l, "msg", msg);
}

void log_text(struct log_line *l, const char *key, const char *value)
{
	if (l->wanted)
		put_pair(l, key, value);
}

void log_number(struct log_line *l, const char *key, long long value)
{
	char text[24];

	if (!l->wanted)
		return;
	snprintf(text, sizeof text, "%lld", value);
	put_pair(l, key, text);
}

void log_end(struct log_line *l)
{
	size_t sent = 0;
	ssize_t n;

	if (!l->wanted)
		return;
	if (l->cut) {
		memcpy(l->text + l->used, " cut=true", 9);
		l->used += 9;
	}
	l->text[l->used++] = '\n';
	while (sent < l->used) {
		n = write(atomic_load_explicit(&file, memory_order_relaxed), l->text + sent, l->used - sent);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return;		/* nobody reads the log any more: go on serving */
		sent += (size_t)n;
	}
}

void log_message(enum log_level level, const char *msg)
{
	struct log_line l;

	log_begin(&l, level, msg);
	log_end(&l);
}

void log_pairs(enum log_level level, const char *pairs)
{
	struct log_line l;

	begin(&l, level);
	if (!l.wanted)
		return;
	put(&l, " ", 1);
	for (; *pairs; pairs++) {
		unsigned char c = (unsigned char)*pairs;

		/* Quotes and backslashes here are the writer's own. */
		if (c == '"' || c == '\\')
			put(&l, pairs, 1);
		else
			put_escaped(&l, c);
	}
	log_end(&l);
}

/*
 * log.h - the daemon's log: logfmt lines on standard error.
 *
 *	ts=2026-01-31T10:00:00.123Z level=info msg=listening addr=127.0.0.1:8080
 *
 * A line is built in a struct log_line and written by one write(2), so lines
 * of several threads do not mix.  Every value goes through the same
 * quoting: whatever it holds, it stays one value on one line.  Secrets
 * (tokens, seeds, bodies) are never passed to the log.
 *
 * Threads: any, all functions.
 */
#ifndef MEEPLED_DAEMON_LOG_H
#define MEEPLED_DAEMON_LOG_H

#include <stddef.h>

enum log_level { LEVEL_DEBUG, LEVEL_INFO, LEVEL_WARNING, LEVEL_ERROR };
#define LOG_LEVELS "debug info warning error"

enum { LOG_LINE_MAX = 2048 };	/* bytes; what is beyond is cut, and said so */

struct log_line {
	int wanted;		/* 0: below the level, nothing is built */
	int cut;
	size_t used;
	char text[LOG_LINE_MAX];
};

/* Lines below `level` are dropped.  Before the first call: info, to standard error. */
void log_set_level(enum log_level level);
enum log_level log_get_level(void);
extern const char *const log_level_names[];	/* by level, NULL at the end */
void log_set_file(int fd);

/* log_begin(&l, LEVEL_INFO, "stopped"); log_number(&l, "games", 3); log_end(&l); */
void log_begin(struct log_line *l, enum log_level level, const char *msg);
void log_text(struct log_line *l, const char *key, const char *value);
void log_number(struct log_line *l, const char *key, long long value);
void log_end(struct log_line *l);

/* A line with nothing but its message. */
void log_message(enum log_level level, const char *msg);
/* key=value pairs that somebody else put together; control characters are made harmless. */
void log_pairs(enum log_level level, const char *pairs);

#endif

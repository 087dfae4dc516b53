/*
 * config.h - what can be configured, as one table.
 *
 * Each row is an option with one name in three spellings: per_address is the
 * flag --per-address, the environment variable MEEPLED_PER_ADDRESS and the
 * key per_address of the configuration file.  Flags win over the environment,
 * the environment over the file, the file over what is built in.  The rows
 * also are --help, the manual page and deploy/meepled.ini.
 */
#ifndef MEEPLED_DAEMON_CONFIG_H
#define MEEPLED_DAEMON_CONFIG_H

#include <stdio.h>
#include "daemon/log.h"

/* What follows "meepled": enumerator, words, operands, help. */
#define COMMANDS(X) \
	X(SERVE, "serve", "", "Host games; this is what meepled does when no command is given.") \
	X(VERIFY, "verify", "RECORD...", \
		"Compute recorded games again from their seeds and actions and compare everything that " \
		"the records say. Exit 0: all is as recorded; 1: something differs, and the first difference " \
		"is named; 2: a file cannot be read.") \
	X(TILESET_CHECK, "tileset check", "FILE...", \
		"Check tile sets and list everything found. Exit 0: all can be used; 1: one has errors; " \
		"2: a file cannot be read.") \
	X(TOKEN_CREATE, "token create", "", \
		"Make a token, an administrator's or for a player, and print it, once. Works on the data folder, so no daemon " \
		"may be running on it.") \
	X(BACKUP, "backup", "FILE", \
		"Copy everything that is kept into FILE, which must not be there yet, and check the copy. A " \
		"daemon may be running on the data folder and goes on. To restore, stop the daemon and put the " \
		"copy into an empty data folder as meepled.db. Exit 0: FILE is written and good; 1: it is not, and " \
		"no FILE is left.") \
	X(RATINGS_REBUILD, "ratings rebuild", "", \
		"Compute all ratings again from the results of the games, in the order in which they ended. The outcome " \
		"is what it was; needed only when results were changed by hand. No daemon may be running on the data folder.") \
	X(HELP, "help", "[COMMAND]", "Tell about a command.") \
	X(VERSION, "version", "", "Print the version.")

enum command {
#define X(id, words, operands, help) COMMAND_##id,
	COMMANDS(X)
#undef X
	COMMAND_COUNT
};

/* Where a row applies: commands as bits, and whether SIGHUP takes a new value. */
enum {
	FOR_SERVE = 1 << COMMAND_SERVE,
	FOR_VERIFY = 1 << COMMAND_VERIFY,
	FOR_TOKEN = 1 << COMMAND_TOKEN_CREATE,
	FOR_BACKUP = 1 << COMMAND_BACKUP,
	FOR_RATINGS = 1 << COMMAND_RATINGS_REBUILD,
	FLAG_ONLY = 1 << 16,		/* not in the file, not in the environment */
	NOT_IN_FILE = 1 << 17,
	ON_HANGUP = 1 << 18
};

/*
 * Member, type, default, least, most, words of a WORD, argument, where, help.
 * Types: TEXT; ADDRESS, ADDR:PORT; URL; NUMBER, a whole one; WORD, one of
 * the words; LIST, texts (of the words, if there are any), given any number of times;
 * PREFIXES, see address_list_parse(); DURATIONS, see durations_parse().
 */
#define OPTIONS(X) \
	X(config, TEXT, "", 0, 0, "", "FILE", FOR_SERVE | FOR_TOKEN | FOR_BACKUP | FOR_RATINGS | NOT_IN_FILE, \
		"Read this configuration file.") \
	X(listen, ADDRESS, "127.0.0.1:8080", 0, 0, "", "ADDR:PORT", FOR_SERVE, \
		"Take connections here. Port 0 takes a free one, which the first line of the log names; " \
		"an IPv6 address stands in brackets: [::1]:8080. Other machines reach meepled only when this " \
		"is not a loopback address; put a proxy that speaks HTTPS before it then.") \
	X(data, TEXT, "./var", 0, 0, "", "DIR", FOR_SERVE | FOR_TOKEN | FOR_BACKUP | FOR_RATINGS, \
		"Keep everything in this folder. It is created when it is not there.") \
	X(store, WORD, "sqlite", 0, 0, "sqlite memory", "KIND", FOR_SERVE, \
		"How to keep games: sqlite, or memory, which forgets all of them at the end.") \
	X(tileset, LIST, "", 0, 0, "", "FILE", FOR_SERVE | FOR_VERIFY, \
		"Know this tile set too. May be given several times; in the environment, with colons between.") \
	X(registration, WORD, "open", 0, 0, "open closed", "HOW", FOR_SERVE | ON_HANGUP, \
		"Whether strangers may make themselves players: open or closed.") \
	X(metrics, WORD, "closed", 0, 0, "closed open", "HOW", FOR_SERVE, \
		"Who may read /metrics: open, anybody; closed, who has an administrator's token of any scope.") \
	X(public_url, URL, "", 0, 0, "", "https://NAME", FOR_SERVE, \
		"How the world reaches this service: https://play.example.org. The types of problems are then " \
		"whole addresses of their pages, notices have links, and pages of games say what a preview of their link " \
		"shows; with https, cookies are secure.") \
	X(threads, NUMBER, "0", 0, 64, "", "N", FOR_SERVE, \
		"Threads that answer requests; 0 is one for each processor.") \
	X(connections, NUMBER, "4096", 4, 100000, "", "N", FOR_SERVE, \
		"Connections open at the same time, at most. The others wait.") \
	X(per_address, NUMBER, "0", 0, 100000, "", "N", FOR_SERVE, \
		"Connections from one address, at most; 0 is no limit. Leave it so behind a proxy, whose address " \
		"all connections come from.") \
	X(trusted_proxies, PREFIXES, "", 0, 0, "", "10.0.0.0/8", FOR_SERVE, \
		"Believe a proxy at such an address what X-Forwarded-For or Forwarded says about whom it speaks for; " \
		"others are never believed. The proxy must set one of the two headers, and remove it where the caller sends it " \
		"or write to its end; when both arrive, neither counts. X-Forwarded-Proto: https makes cookies secure.") \
	X(rate_requests, NUMBER, "6000", 0, 1000000, "", "N", FOR_SERVE, \
		"Units a minute for each token, and for each address (of IPv6 each /64) that sends none: a request " \
		"that reads costs 1, one that changes something 4. A burst may use them all at once. 0 is no limit, here and " \
		"in all rate_ options.") \
	X(rate_address, NUMBER, "30000", 0, 1000000, "", "N", FOR_SERVE, \
		"Units a minute for all that comes from one address, whatever tokens it sends.") \
	X(rate_registrations, NUMBER, "60", 0, 1000000, "", "N", FOR_SERVE, \
		"New players an hour from one address. Tokens with the scope manage or admin are not counted.") \
	X(rate_failures, NUMBER, "30", 0, 1000000, "", "N", FOR_SERVE, \
		"Tokens a minute from one address that turn out to be none. Beyond that only tokens that were good " \
		"a moment ago are looked at.") \
	X(rate_codes, NUMBER, "20", 0, 1000000, "", "N", FOR_SERVE, \
		"Invites and pairing codes tried in ten minutes, from one address and with one token.") \
	X(rate_hold, NUMBER, "250", 0, 10000, "", "MILLISECONDS", FOR_SERVE, \
		"Who asks too often waits so long for being told so, and up to twice as long: then asking again at once " \
		"takes nothing from others. 0 tells it at once.") \
	X(open_games, NUMBER, "500", 0, 1000000, "", "N", FOR_SERVE, \
		"Games that are not over, for each player: sat in or made. 0 is no limit, here and below.") \
	X(tokens, NUMBER, "50", 0, 10000, "", "N", FOR_SERVE, \
		"Tokens of one player, at most.") \
	X(stored_bytes, NUMBER, "50000000", 0, 999999999, "", "N", FOR_SERVE, \
		"Bytes of messages and of imported records that are kept of one player, at most.") \
	X(idle_timeout, NUMBER, "75", 1, 3600, "", "SECONDS", FOR_SERVE, \
		"Close a connection after so long without a byte, unless it waits for an answer.") \
	X(request_timeout, NUMBER, "30", 1, 3600, "", "SECONDS", FOR_SERVE, \
		"Close a connection whose request has not arrived whole after so long.") \
	X(cached_games, NUMBER, "1000", 1, 1000000, "", "N", FOR_SERVE, \
		"Games kept in memory, at most: the ones that were used last.") \
	X(queue, NUMBER, "4096", 1, 1000000, "", "N", FOR_SERVE, \
		"Changes that wait for the disk, at most. Further ones are answered with 503.") \
	X(clock_least, NUMBER, "60", 1, 86400, "", "SECONDS", FOR_SERVE, \
		"The shortest time for a turn that a game's clock may have.") \
	X(vacation_days, NUMBER, "30", 0, 180, "", "DAYS", FOR_SERVE, \
		"Days of vacation that a player has in a year, during which clocks stand still for him; 0 is none.") \
	X(webhook_http, WORD, "no", 0, 0, "no yes", "HOW", FOR_SERVE, \
		"Whether webhooks may go to http:// addresses beside https:// ones: no or yes. Such messages can be " \
		"read and changed on their way.") \
	X(webhook_allow, PREFIXES, "", 0, 0, "", "10.0.0.0/8", FOR_SERVE, \
		"Webhooks go to public addresses only, and to these, with commas between: 10.1.0.0/16,fd00::/8, or the word " \
		"loopback. Whoever may register a webhook can make meepled send requests there.") \
	X(webhook_retries, DURATIONS, "0s,5s,5m,30m,2h,5h,10h,14h,20h,24h", 0, 0, "", "DURATIONS", FOR_SERVE, \
		"When a message is sent: how long before the first attempt, and after each one that failed before the next; " \
		"after the last the message is given up. In ms, s, m, h or d.") \
	X(webhook_timeout, NUMBER, "15", 1, 300, "", "SECONDS", FOR_SERVE, \
		"An attempt to send has failed when it took so long.") \
	X(webhook_limit, NUMBER, "128", 1, 1000, "", "N", FOR_SERVE, \
		"Attempts to send at the same time, at most; of each webhook there is one.") \
	X(webhook_ca, TEXT, "", 0, 0, "", "FILE", FOR_SERVE, \
		"Certificates of the authorities that receivers of webhooks are trusted by, instead of the system's.") \
	X(webhook_proxy, URL, "", 0, 0, "", "http://NAME:PORT", FOR_SERVE, \
		"Send webhooks through this proxy. It then is the one to decide which addresses may be reached: meepled sees " \
		"only those that stand in URLs.") \
	X(log_level, WORD, "info", 0, 0, LOG_LEVELS, "LEVEL", FOR_SERVE | ON_HANGUP, \
		"Log from this level up: debug, info, warning or error.") \
	X(name, TEXT, "", 0, 0, "", "NAME", FOR_TOKEN | FLAG_ONLY, \
		"What the token is called in lists, to know it by.") \
	X(scope, LIST, "", 0, 0, "read play manage admin", "SCOPE", FOR_TOKEN | FLAG_ONLY, \
		"What the token is good for: read, play, manage or admin. May be given several times.") \
	X(player, TEXT, "", 0, 0, "", "ID", FOR_TOKEN | FLAG_ONLY, \
		"Make the token for this player instead of an administrator: for a bot, say, that is to " \
		"manage players where registration is closed.") \
	X(expires, NUMBER, "0", 0, 36500, "", "DAYS", FOR_TOKEN | FLAG_ONLY, \
		"Days until the token ends; 0 is never.")

enum option {
#define X(id, ...) OPTION_##id,
	OPTIONS(X)
#undef X
	OPTION_COUNT
};

enum { CONFIG_LIST_MAX = 32, CONFIG_WHY = 400 };

struct config_list {
	int count;
	char *at[CONFIG_LIST_MAX];
};

struct config {
	enum command command;
	enum command about;		/* of COMMAND_HELP; COMMAND_COUNT: everything */
	const char *form;		/* of COMMAND_HELP: "", "man" or "ini" */
	int operand_count;
	char **operands;
	char **words;			/* owned: of the command and its operands, into argv */

	/* One member per option: char *, int or struct config_list. */
#define CONFIG_TEXT(id)		char *id;
#define CONFIG_ADDRESS(id)	char *id;
#define CONFIG_URL(id)		char *id;
#define CONFIG_NUMBER(id)	int id;
#define CONFIG_WORD(id)		int id;		/* which word, from 0 */
#define CONFIG_LIST(id)		struct config_list id;
#define CONFIG_PREFIXES(id)	char *id;
#define CONFIG_DURATIONS(id)	char *id;
#define X(id, type, ...)	CONFIG_##type(id)
	OPTIONS(X)
#undef X
	unsigned char from[OPTION_COUNT];	/* who said so, see config.c */
};

enum { WEBHOOK_HTTP_NO, WEBHOOK_HTTP_YES };		/* of .webhook_http */
enum { STORE_IN_SQLITE, STORE_IN_MEMORY };		/* of .store */
enum { REGISTRATION_OPEN, REGISTRATION_CLOSED };	/* of .registration */
enum { METRICS_CLOSED, METRICS_OPEN };			/* of .metrics */

/*
 * Read flags (argv as main() gets it; it must stay), environment and file.  -1 with one line in `why` when any of them says
 * something unknown or impossible, even where it would be overruled.  To be disposed
 * of in both cases.
 */
int config_load(struct config *c, int argc, char **argv, char why[CONFIG_WHY]);
void config_dispose(struct config *c);

/*
 * After SIGHUP: take from `fresh` what can change while serving.  Returns
 * how many options differ that need a restart; `names` says which.
 */
int config_reload(struct config *c, const struct config *fresh, char names[CONFIG_WHY]);

/* What --help prints: form "" for people, "man" or "ini"; `about` as in struct config. */
void config_help(FILE *out, const char *form, enum command about);

/* Rows as text, for help and messages. */
enum option_type { TYPE_TEXT, TYPE_ADDRESS, TYPE_URL, TYPE_NUMBER, TYPE_WORD, TYPE_LIST, TYPE_PREFIXES,
	TYPE_DURATIONS };
struct config_row {
	const char *name;		/* with underscores */
	enum option_type type;
	const char *standard;
	long least, most;
	const char *words, *argument;
	unsigned where;
	size_t member;			/* its offset in struct config */
	const char *help;
};
extern const struct config_row config_rows[OPTION_COUNT];

struct command_row { const char *words, *operands, *help; };
extern const struct command_row command_rows[COMMAND_COUNT];

/* "--per-address" and "MEEPLED_PER_ADDRESS" of a row. */
enum { OPTION_SPELLING = 48 };
void option_flag(const struct config_row *row, char out[OPTION_SPELLING]);
void option_variable(const struct config_row *row, char out[OPTION_SPELLING]);

#endif

/*
 * Reading the configuration.  All three sources go through set(), which
 * checks the value by the row's type and then lets the higher source win; so the
 * order in which they are read does not matter, and a wrong value is found
 * even where another overrules it.
 */
#include "daemon/config.h"

#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/address.h"
#include "daemon/durations.h"

enum source { FROM_DEFAULT, FROM_FILE, FROM_ENVIRONMENT, FROM_FLAG };

const struct config_row config_rows[OPTION_COUNT] = {
#define X(id, type, standard, least, most, words, argument, where, help) \
	{ #id, TYPE_##type, standard, least, most, words, argument, where, offsetof(struct config, id), help },
	OPTIONS(X)
#undef X
};

/* take_flag() notes them as bits. */
_Static_assert(OPTION_COUNT <= 64, "more options than bits");

const struct command_row command_rows[COMMAND_COUNT] = {
#define X(id, words, operands, help) { words, operands, help },
	COMMANDS(X)
#undef X
};

static int refuse(char why[CONFIG_WHY], const char *format, ...) __attribute__((format(printf, 2, 3)));

static int refuse(char why[CONFIG_WHY], const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(why, CONFIG_WHY, format, ap);
	va_end(ap);
	return -1;
}

void option_flag(const struct config_row *row, char out[OPTION_SPELLING])
{
	snprintf(out, OPTION_SPELLING, "--%s", row->name);
	for (char *p = out + 2; *p; p++)
		if (*p == '_')
			*p = '-';
}

void option_variable(const struct config_row *row, char out[OPTION_SPELLING])
{
	snprintf(out, OPTION_SPELLING, "MEEPLED_%s", row->name);
	for (char *p = out; *p; p++)
		*p = (char)toupper((unsigned char)*p);
}

/* --- values --------------------------------------------------------------- */

/* Which of the words, separated by blanks; -1: none. */
static int find_word(const char *words, const char *value)
{
	size_t size = strlen(value);

	for (int i = 0; *words; i++) {
		size_t length = strcspn(words, " ");

		if (length == size && memcmp(words, value, size) == 0)
			return i;
		words += length;
		words += strspn(words, " ");
	}
	return -1;
}

static int whole_number(const char *value, long *out)
{
	char *end;

	if (!isdigit((unsigned char)*value) || strlen(value) > 9)
		return 0;
	*out = strtol(value, &end, 10);
	return *end == '\0';
}

static int is_address(const char *value)
{
	const char *colon = strrchr(value, ':');
	long port;

	if (!colon || colon == value || !whole_number(colon + 1, &port) || port > 65535)
		return 0;
	if (*value == '[')
		return colon[-1] == ']' && colon - value > 2;
	return memchr(value, ':', (size_t)(colon - value)) == NULL;
}

static int is_url(const char *value)
{
	size_t scheme = strncmp(value, "https://", 8) == 0 ? 8 : strncmp(value, "http://", 7) == 0 ? 7 : 0;
	size_t size = strlen(value);

	if (!*value)
		return 1;
	if (!scheme || size == scheme || size > 200 || value[size - 1] == '/')
		return 0;
	for (; *value; value++)
		if (*value <= ' ' || *value > '~' || strchr("\"<>\\^`{|}?#", *value))
			return 0;
	return 1;
}

/* Say what the row takes instead. */
static int bad_value(const struct config_row *row, const char *what, const char *value, char why[CONFIG_WHY])
{
	switch (row->type) {
	case TYPE_NUMBER:
		return refuse(why, "%s: \"%.60s\" is not a whole number from %ld to %ld",
			what, value, row->least, row->most);
	case TYPE_WORD:
	case TYPE_LIST:
		if (!*row->words)
			break;
		return refuse(why, "%s: \"%.60s\" is none of: %s", what, value, row->words);
	case TYPE_ADDRESS:
		return refuse(why, "%s: \"%.60s\" is not of the form ADDR:PORT, as 127.0.0.1:8080 or [::1]:8080",
			what, value);
	case TYPE_URL:
		return refuse(why, "%s: \"%.60s\" is not of the form https://play.example.org, without a slash "
			"at its end", what, value);
	case TYPE_PREFIXES:
		if (!*value)
			break;
		return refuse(why, "%s: \"%.60s\" is not of the form 10.0.0.0/8,fd00::/8,loopback", what, value);
	case TYPE_DURATIONS:
		return refuse(why, "%s: \"%.60s\" is not of the form 0s,5s,5m,2h,1d: from 1 to %d of them, each at most "
			"%d days", what, value, DURATIONS_MAX, DURATION_DAYS_MAX);
	case TYPE_TEXT:
		break;
	}
	return refuse(why, "%s: a value is missing", what);
}

/* 0 and, of numbers and words, the number. */
static int check(const struct config_row *row, const char *value, long *number)
{
	struct address_list prefixes;
	int64_t durations[DURATIONS_MAX];
	char phrase[ADDRESS_WHY];

	switch (row->type) {
	case TYPE_NUMBER:
		return whole_number(value, number) && *number >= row->least && *number <= row->most ? 0 : -1;
	case TYPE_WORD:
		*number = find_word(row->words, value);
		return *number < 0 ? -1 : 0;
	case TYPE_LIST:
		return !*value || (*row->words && find_word(row->words, value) < 0) ? -1 : 0;
	case TYPE_ADDRESS:
		return is_address(value) ? 0 : -1;
	case TYPE_URL:
		return is_url(value) ? 0 : -1;
	case TYPE_PREFIXES:
		return *value ? address_list_parse(&prefixes, value, phrase) : -1;
	case TYPE_DURATIONS:
		return durations_parse(durations, value) > 0 ? 0 : -1;
	case TYPE_TEXT:
		break;
	}
	return *value ? 0 : -1;
}

/* Before serving there is nothing to save: no memory ends the program. */
static void *need(void *memory)
{
	if (!memory) {
		fputs("meepled: no memory\n", stderr);
		exit(1);
	}
	return memory;
}

static char *copy(const char *text)
{
	return need(strdup(text));
}

static void list_clear(struct config_list *list)
{
	while (list->count)
		free(list->at[--list->count]);
}

static void keep(struct config *c, const struct config_row *row, const char *value, long number)
{
	void *member = (char *)c + row->member;
	struct config_list *list = member;
	char **text = member;

	switch (row->type) {
	case TYPE_NUMBER:
	case TYPE_WORD:
		*(int *)member = (int)number;
		break;
	case TYPE_LIST:
		list->at[list->count++] = copy(value);
		break;
	case TYPE_TEXT:
	case TYPE_ADDRESS:
	case TYPE_URL:
	case TYPE_PREFIXES:
	case TYPE_DURATIONS:
		free(*text);
		*text = copy(value);
		break;
	}
}

/* `what` is how the source spells the option, for messages. */
static int set(struct config *c, enum option option, enum source from, const char *what,
	const char *value, char why[CONFIG_WHY])
{
	const struct config_row *row = &config_rows[option];
	struct config_list *list = (struct config_list *)((char *)c + row->member);
	long number = 0;

	if (check(row, value, &number) != 0)
		return bad_value(row, what, value, why);
	if (from < c->from[option])
		return 0;
	if (row->type == TYPE_LIST) {
		if (from > c->from[option])
			list_clear(list);
		if (list->count == CONFIG_LIST_MAX)
			return refuse(why, "%s: more than %d of them", what, CONFIG_LIST_MAX);
	}
	c->from[option] = (unsigned char)from;
	keep(c, row, value, number);
	return 0;
}

static void set_defaults(struct config *c)
{
	long number = 0;

	memset(c, 0, sizeof *c);
	c->about = COMMAND_COUNT;
	c->form = "";
	for (int i = 0; i < OPTION_COUNT; i++) {
		if (config_rows[i].type == TYPE_LIST)
			continue;
		check(&config_rows[i], config_rows[i].standard, &number);
		keep(c, &config_rows[i], config_rows[i].standard, number);
	}
}

void config_dispose(struct config *c)
{
	free(c->words);
	c->words = NULL;
	for (int i = 0; i < OPTION_COUNT; i++) {
		void *member = (char *)c + config_rows[i].member;

		switch (config_rows[i].type) {
		case TYPE_LIST:
			list_clear(member);
			break;
		case TYPE_TEXT:
		case TYPE_ADDRESS:
		case TYPE_URL:
		case TYPE_PREFIXES:
		case TYPE_DURATIONS:
			free(*(char **)member);
			*(char **)member = NULL;
			break;
		case TYPE_NUMBER:
		case TYPE_WORD:
			break;
		}
	}
}

/* --- flags ---------------------------------------------------------------- */

static int find_flag(const char *flag, size_t size)
{
	char spelling[OPTION_SPELLING];

	for (int i = 0; i < OPTION_COUNT; i++) {
		option_flag(&config_rows[i], spelling);
		if (strlen(spelling) == size && memcmp(spelling, flag, size) == 0)
			return i;
	}
	return -1;
}

/* --help and --version are commands that look like flags. */
static int command_flag(struct config *c, const char *flag, char why[CONFIG_WHY])
{
	if (strcmp(flag, "--version") == 0) {
		c->command = COMMAND_VERSION;
		return 1;
	}
	if (strcmp(flag, "--help") == 0 || strcmp(flag, "-h") == 0) {
		c->command = COMMAND_HELP;
		return 1;
	}
	if (strncmp(flag, "--help=", 7) != 0)
		return 0;
	c->command = COMMAND_HELP;
	c->form = flag + 7;
	if (find_word("man ini", c->form) >= 0)
		return 1;
	return refuse(why, "--help: \"%.60s\" is none of: man ini", c->form);
}

/* Takes the flag at argv[i], and its value if that is the next argument; returns how many or -1. */
static int take_flag(struct config *c, int left, char **argv, unsigned long *seen, char why[CONFIG_WHY])
{
	size_t size = strcspn(argv[0], "=");
	const char *value = argv[0][size] ? argv[0] + size + 1 : argv[1];
	int option = find_flag(argv[0], size);
	char flag[OPTION_SPELLING];

	if (option < 0)
		return refuse(why, "there is no flag \"%.60s\"; meepled --help lists them", argv[0]);
	option_flag(&config_rows[option], flag);
	if (!argv[0][size] && left < 2)
		return refuse(why, "%s: its %s is missing", flag, config_rows[option].argument);
	*seen |= 1ul << option;
	if (set(c, option, FROM_FLAG, flag, value, why) != 0)
		return -1;
	return argv[0][size] ? 1 : 2;
}

/* How many of the words make up the command; 0: another one. */
static int matches(const char *command, int count, char **words)
{
	const char *second = strchr(command, ' ');
	size_t first = second ? (size_t)(second - command) : strlen(command);

	if (count < 1 || strlen(words[0]) != first || memcmp(words[0], command, first) != 0)
		return 0;
	if (!second)
		return 1;
	return count > 1 && strcmp(words[1], second + 1) == 0 ? 2 : 0;
}

static int find_command(int count, char **words, enum command *out, char why[CONFIG_WHY])
{
	for (int i = 0; i < COMMAND_COUNT; i++) {
		int used = matches(command_rows[i].words, count, words);

		if (used) {
			*out = i;
			return used;
		}
	}
	return refuse(why, "there is no command \"%.60s%s%.60s\"; meepled --help lists them", words[0],
		count > 1 ? " " : "", count > 1 ? words[1] : "");
}

/* What is left of argv after the flags: the command and its operands. */
static int take_words(struct config *c, int count, char **words, char why[CONFIG_WHY])
{
	enum command named = COMMAND_SERVE;
	int used = count ? find_command(count, words, &named, why) : 0;

	if (used < 0)
		return -1;
	count -= used;
	words += used;
	if (c->command == COMMAND_HELP || c->command == COMMAND_VERSION) {
		/* "meepled verify --help" */
		c->about = used ? named : COMMAND_COUNT;
		return 0;
	}
	c->command = named;
	c->operand_count = count;
	c->operands = words;
	if (named == COMMAND_HELP)
		return count && find_command(count, words, &c->about, why) < 0 ? -1 : 0;
	if (count && !*command_rows[named].operands)
		return refuse(why, "%s: does not take \"%.60s\"", command_rows[named].words, words[0]);
	if (!count && *command_rows[named].operands)
		return refuse(why, "%s: %s is missing", command_rows[named].words, command_rows[named].operands);
	return 0;
}

static int check_applies(const struct config *c, unsigned long seen, char why[CONFIG_WHY])
{
	char flag[OPTION_SPELLING];

	for (int i = 0; i < OPTION_COUNT; i++) {
		if (!(seen & 1ul << i) || config_rows[i].where & 1u << c->command)
			continue;
		if (c->command == COMMAND_HELP || c->command == COMMAND_VERSION)
			continue;
		option_flag(&config_rows[i], flag);
		return refuse(why, "%s: does not take %s", command_rows[c->command].words, flag);
	}
	return 0;
}

static int read_flags(struct config *c, int argc, char **argv, char why[CONFIG_WHY])
{
	unsigned long seen = 0;
	int words = 0, only_words = 0, taken, i;

	c->command = COMMAND_SERVE;
	c->words = need(calloc((size_t)argc + 1, sizeof *c->words));
	for (i = 1; i < argc; i += taken) {
		taken = 1;
		if (!only_words && strcmp(argv[i], "--") == 0) {
			only_words = 1;
		} else if (only_words || argv[i][0] != '-') {
			c->words[words++] = argv[i];
		} else {
			int is_command = command_flag(c, argv[i], why);

			if (!is_command)
				taken = take_flag(c, argc - i, argv + i, &seen, why);
			if (is_command < 0 || taken < 0)
				return -1;
		}
	}
	if (take_words(c, words, c->words, why) != 0)
		return -1;
	return check_applies(c, seen, why);
}

/* --- environment ------------------------------------------------------------ */

/* A list is written with colons.  Calls set() for each part. */
static int set_parts(struct config *c, enum option option, const char *what, const char *value,
	char why[CONFIG_WHY])
{
	char *parts = copy(value), *rest = parts, *part;
	int result = 0;

	while (result == 0 && (part = strsep(&rest, ":")) != NULL)
		if (*part)
			result = set(c, option, FROM_ENVIRONMENT, what, part, why);
	free(parts);
	return result;
}

/*
 * Variables that begin with MEEPLED_ and are no option's are left alone:
 * container platforms make such ones for a service of that name.
 */
static int read_environment(struct config *c, char why[CONFIG_WHY])
{
	for (int i = 0; i < OPTION_COUNT; i++) {
		const struct config_row *row = &config_rows[i];
		char variable[OPTION_SPELLING];
		const char *value;
		int result;

		option_variable(row, variable);
		value = getenv(variable);
		if (row->where & FLAG_ONLY || !value || !*value)
			continue;
		if (row->type == TYPE_LIST)
			result = set_parts(c, i, variable, value, why);
		else
			result = set(c, i, FROM_ENVIRONMENT, variable, value, why);
		if (result != 0)
			return -1;
	}
	return 0;
}

/* --- file ------------------------------------------------------------------- */

struct reading {
	struct config *config;
	FILE *file;
	int line, too_long, failed;
	unsigned long seen;		/* bits of options */
	char *why;
};

/* Reads for inih and counts lines, which inih does not tell. */
static char *read_line(char *out, int size, void *arg)
{
	struct reading *r = arg;

	if (r->failed || !fgets(out, size, r->file))
		return NULL;
	r->line++;
	if (!strchr(out, '\n') && !feof(r->file)) {
		r->too_long = 1;
		return NULL;
	}
	return out;
}

static int take_key(void *arg, const char *section, const char *key, const char *value)
{
	struct reading *r = arg;
	char what[200];

	snprintf(what, sizeof what, "%.120s:%d: %.60s", r->config->config, r->line, key);
	if (*section) {
		r->failed = 1;
		refuse(r->why, "%.120s:%d: sections are not used", r->config->config, r->line);
		return 0;
	}
	for (int i = 0; i < OPTION_COUNT; i++) {
		if (config_rows[i].where & (FLAG_ONLY | NOT_IN_FILE) || strcmp(config_rows[i].name, key) != 0)
			continue;
		if (r->seen & 1ul << i && config_rows[i].type != TYPE_LIST)
			r->failed = refuse(r->why, "%s: is there twice", what) != 0;
		else
			r->failed = set(r->config, i, FROM_FILE, what, value, r->why) != 0;
		r->seen |= 1ul << i;
		return !r->failed;
	}
	r->failed = 1;
	refuse(r->why, "%s: there is no such key", what);
	return 0;
}

static int read_file(struct config *c, char why[CONFIG_WHY])
{
	struct reading r = { .config = c, .why = why };
	int line, unreadable;

	if (!*c->config)
		return 0;
	r.file = fopen(c->config, "re");
	if (!r.file)
		return refuse(why, "%.200s: %s", c->config, strerror(errno));
	line = ini_parse_stream(read_line, &r, take_key, &r);
	unreadable = ferror(r.file);
	fclose(r.file);
	if (r.failed)
		return -1;
	if (unreadable)
		return refuse(why, "%.200s: cannot be read", c->config);
	if (r.too_long)
		return refuse(why, "%.200s:%d: the line is too long", c->config, r.line);
	if (line != 0)
		return refuse(why, "%.200s:%d: neither \"key = value\" nor a comment", c->config, line);
	return 0;
}

/* --- all together ------------------------------------------------------------- */

int config_load(struct config *c, int argc, char **argv, char why[CONFIG_WHY])
{
	*why = '\0';
	set_defaults(c);
	if (read_flags(c, argc, argv, why) != 0)
		return -1;
	if (c->command != COMMAND_SERVE && c->command != COMMAND_TOKEN_CREATE)
		return 0;
	if (read_environment(c, why) != 0)
		return -1;
	return read_file(c, why);
}

static int same(const struct config *a, const struct config *b, const struct config_row *row)
{
	const void *left = (const char *)a + row->member, *right = (const char *)b + row->member;
	const struct config_list *la = left, *lb = right;

	switch (row->type) {
	case TYPE_NUMBER:
	case TYPE_WORD:
		return *(const int *)left == *(const int *)right;
	case TYPE_TEXT:
	case TYPE_ADDRESS:
	case TYPE_URL:
	case TYPE_PREFIXES:
	case TYPE_DURATIONS:
		return strcmp(*(char *const *)left, *(char *const *)right) == 0;
	case TYPE_LIST:
		break;
	}
	if (la->count != lb->count)
		return 0;
	for (int i = 0; i < la->count; i++)
		if (strcmp(la->at[i], lb->at[i]) != 0)
			return 0;
	return 1;
}

int config_reload(struct config *c, const struct config *fresh, char names[CONFIG_WHY])
{
	size_t used = 0;
	int waiting = 0;

	*names = '\0';
	for (int i = 0; i < OPTION_COUNT; i++) {
		const struct config_row *row = &config_rows[i];

		if (same(c, fresh, row))
			continue;
		if (row->where & ON_HANGUP) {
			/* Words, all of them. */
			*(int *)((char *)c + row->member) = *(const int *)((const char *)fresh + row->member);
			continue;
		}
		if (used + strlen(row->name) + 1 < CONFIG_WHY)
			used += (size_t)snprintf(names + used, CONFIG_WHY - used, "%s%s", used ? " " : "", row->name);
		waiting++;
	}
	return waiting;
}

/*
 * Configuration: which source wins, what is refused and how it is said, and
 * that help, manual page and sample file say what the table says.
 */
#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/config.h"
#include "daemon/durations.h"

enum { ARGUMENTS = 12 };

static struct config config;
static char why[CONFIG_WHY];
static char path[64];

/* Loads "meepled" with these arguments, NULL at the end. */
static int load(const char *first, ...)
{
	static char *argv[ARGUMENTS + 1];
	static char copies[ARGUMENTS][128];
	int argc = 1;
	va_list ap;

	config_dispose(&config);
	argv[0] = strcpy(copies[0], "meepled");
	va_start(ap, first);
	for (const char *a = first; a; a = va_arg(ap, const char *)) {
		ck_assert_int_lt(argc, ARGUMENTS);
		argv[argc] = strcpy(copies[argc], a);
		argc++;
	}
	va_end(ap);
	argv[argc] = NULL;
	return config_load(&config, argc, argv, why);
}

static void refused(int result, const char *text)
{
	ck_assert_int_eq(result, -1);
	ck_assert_msg(strstr(why, text) != NULL, "\"%s\" does not say \"%s\"", why, text);
	ck_assert_msg(!strchr(why, '\n'), "more than one line: %s", why);
}

static void write_file(const char *text)
{
	FILE *f;

	strcpy(path, "/tmp/meepled-config-XXXXXX");
	f = fdopen(mkstemp(path), "w");
	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	fclose(f);
}

static void begin(void)
{
	memset(&config, 0, sizeof config);
	path[0] = '\0';
	unsetenv("MEEPLED_CONFIG");
	unsetenv("MEEPLED_LISTEN");
	unsetenv("MEEPLED_THREADS");
	unsetenv("MEEPLED_TILESET");
	unsetenv("MEEPLED_NAME");
}

static void end(void)
{
	config_dispose(&config);
	if (*path)
		unlink(path);
}

START_TEST(safe_defaults)
{
	ck_assert_int_eq(load(NULL), 0);
	ck_assert_int_eq(config.command, COMMAND_SERVE);
	ck_assert_str_eq(config.listen, "127.0.0.1:8080");
	ck_assert_str_eq(config.data, "./var");
	ck_assert_int_eq(config.store, STORE_IN_SQLITE);
	ck_assert_int_eq(config.registration, REGISTRATION_OPEN);
	ck_assert_int_eq(config.log_level, LEVEL_INFO);
	ck_assert_int_eq(config.tileset.count, 0);
}
END_TEST

START_TEST(every_default_is_allowed)
{
	char flag[OPTION_SPELLING], argument[128];

	for (int i = 0; i < OPTION_COUNT; i++) {
		const struct config_row *row = &config_rows[i];

		if (!*row->standard || row->where & FLAG_ONLY)
			continue;
		option_flag(row, flag);
		snprintf(argument, sizeof argument, "%s=%s", flag, row->standard);
		ck_assert_msg(load(argument, NULL) == 0, "%s: %s", argument, why);
	}
}
END_TEST

START_TEST(flags_win_over_environment_over_file)
{
	char flag[80];

	write_file("# comment\nthreads = 3\nlisten = 127.0.0.1:1\nconnections = 77\n");
	snprintf(flag, sizeof flag, "--config=%s", path);
	ck_assert_int_eq(load(flag, NULL), 0);
	ck_assert_int_eq(config.threads, 3);
	ck_assert_str_eq(config.listen, "127.0.0.1:1");

	setenv("MEEPLED_THREADS", "4", 1);
	setenv("MEEPLED_LISTEN", "127.0.0.1:2", 1);
	ck_assert_int_eq(load(flag, "--threads", "5", NULL), 0);
	ck_assert_int_eq(config.threads, 5);
	ck_assert_str_eq(config.listen, "127.0.0.1:2");
	ck_assert_int_eq(config.connections, 77);

	/* The file may be named by the environment too. */
	setenv("MEEPLED_CONFIG", path, 1);
	ck_assert_int_eq(load(NULL), 0);
	ck_assert_int_eq(config.threads, 4);
	ck_assert_int_eq(config.connections, 77);
}
END_TEST

START_TEST(lists_do_not_mix_sources)
{
	setenv("MEEPLED_TILESET", "a.json:b.json", 1);
	ck_assert_int_eq(load(NULL), 0);
	ck_assert_int_eq(config.tileset.count, 2);
	ck_assert_str_eq(config.tileset.at[1], "b.json");
	ck_assert_int_eq(load("--tileset", "c.json", "--tileset=d.json", NULL), 0);
	ck_assert_int_eq(config.tileset.count, 2);
	ck_assert_str_eq(config.tileset.at[0], "c.json");
}
END_TEST

START_TEST(the_last_flag_counts)
{
	ck_assert_int_eq(load("--threads=1", "--threads=2", NULL), 0);
	ck_assert_int_eq(config.threads, 2);
}
END_TEST

START_TEST(schedules)
{
	static const int64_t standard[] = { 0, 5000, 300000, 1800000, 7200000, 18000000, 36000000, 50400000, 72000000, 86400000 };
	int64_t got[DURATIONS_MAX];

	ck_assert_int_eq(load(NULL), 0);
	ck_assert_int_eq(durations_parse(got, config.webhook_retries), 10);
	for (int i = 0; i < 10; i++)
		ck_assert_int_eq(got[i], standard[i]);
	ck_assert_int_eq(load("--webhook-retries= 0s, 20ms,1d", "--webhook-allow=loopback,fd00::/8", NULL), 0);
	ck_assert_int_eq(durations_parse(got, config.webhook_retries), 3);
	ck_assert_int_eq(got[1], 20);
	ck_assert_int_eq(got[2], 86400000);
	ck_assert_str_eq(config.webhook_allow, "loopback,fd00::/8");
}
END_TEST

static const struct { const char *flag, *says; } bad_flags[] = {
	{ "--lissen=127.0.0.1:80", "there is no flag \"--lissen=127.0.0.1:80\"" },
	{ "-x", "there is no flag \"-x\"" },
	{ "--listen", "--listen: its ADDR:PORT is missing" },
	{ "--listen=8080", "--listen: \"8080\" is not of the form ADDR:PORT" },
	{ "--listen=:8080", "--listen: \":8080\" is not of the form" },
	{ "--listen=::1:8080", "--listen: \"::1:8080\" is not of the form" },
	{ "--listen=127.0.0.1:65536", "--listen: \"127.0.0.1:65536\" is not of the form" },
	{ "--listen=127.0.0.1:x", "--listen: \"127.0.0.1:x\" is not of the form" },
	{ "--threads=65", "--threads: \"65\" is not a whole number from 0 to 64" },
	{ "--threads=-1", "--threads: \"-1\" is not a whole number" },
	{ "--threads=1.5", "--threads: \"1.5\" is not a whole number" },
	{ "--threads=", "--threads: \"\" is not a whole number" },
	{ "--threads=99999999999999999999", "is not a whole number" },
	{ "--registration=maybe", "--registration: \"maybe\" is none of: open closed" },
	{ "--registration=", "--registration: \"\" is none of: open closed" },
	{ "--registration=open closed", "is none of: open closed" },
	{ "--log-level=ERROR", "--log-level: \"ERROR\" is none of: debug info warning error" },
	{ "--public-url=play.example.org", "--public-url: \"play.example.org\" is not of the form" },
	{ "--public-url=https://play.example.org/", "is not of the form" },
	{ "--public-url=https://play example.org", "is not of the form" },
	{ "--data=", "--data: a value is missing" },
	{ "--webhook-allow=10.0.0.1/8", "--webhook-allow: \"10.0.0.1/8\" is not of the form 10.0.0.0/8,fd00::/8,loopback" },
	{ "--webhook-allow=localhost", "\"localhost\" is not of the form" },
	{ "--webhook-allow=", "--webhook-allow: a value is missing" },
	{ "--webhook-retries=", "--webhook-retries: \"\" is not of the form 0s,5s,5m,2h,1d: from 1 to 32 of them, each at most 30 days" },
	{ "--webhook-retries=5", "is not of the form" }, { "--webhook-retries=5s,-1s", "is not of the form" },
	{ "--webhook-retries=1w", "is not of the form" }, { "--webhook-retries=31d", "is not of the form" },
	{ "--webhook-retries=5 s", "is not of the form" }, { "--webhook-retries=1000000000ms", "is not of the form" },
	{ "--webhook-retries=1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s,1s",
		"is not of the form" },
	{ "--webhook-http=maybe", "--webhook-http: \"maybe\" is none of: no yes" },
	{ "--webhook-timeout=0", "is not a whole number from 1 to 300" },
	{ "--webhook-limit=0", "is not a whole number from 1 to 1000" },
	{ "--webhook-proxy=proxy:3128", "is not of the form" },
	{ "--tileset=", "--tileset: a value is missing" },
	{ "--trusted-proxies=10.0.0.0/33", "\"10.0.0.0/33\" is not of the form" },
	{ "--trusted-proxies=localhost", "\"localhost\" is not of the form" },
	{ "--name=x", "serve: does not take --name" },
	{ "--help=html", "--help: \"html\" is none of: man ini" },
	{ "--config=/nowhere/meepled.ini", "/nowhere/meepled.ini: No such file" },
	{ "sing", "there is no command \"sing\"" },
	{ "verify", "verify: RECORD... is missing" },
	{ "tileset", "there is no command \"tileset\"" },
};

START_TEST(wrong_flags)
{
	refused(load(bad_flags[_i].flag, NULL), bad_flags[_i].says);
}
END_TEST

static const struct { const char *text, *says; } bad_files[] = {
	{ "listen = 127.0.0.1:80\nlissen = x\n", ":2: lissen: there is no such key" },
	{ "threads = 2\n\nthreads = 3\n", ":3: threads: is there twice" },
	{ "threads = many\n", ":1: threads: \"many\" is not a whole number from 0 to 64" },
	{ "[serve]\nthreads = 3\n", ":2: sections are not used" },
	{ "threads\n", ":1: neither \"key = value\" nor a comment" },
	{ "config = other.ini\n", ":1: config: there is no such key" },
	{ "name = x\n", ":1: name: there is no such key" },
	{ "per-address = 3\n", ":1: per-address: there is no such key" },
	{ "log_level = loud\n", ":1: log_level: \"loud\" is none of" },
};

START_TEST(wrong_files)
{
	write_file(bad_files[_i].text);
	refused(load("--config", path, "--threads=1", "--log-level=info", NULL), bad_files[_i].says);
	ck_assert_ptr_nonnull(strstr(why, path));
}
END_TEST

START_TEST(long_line)
{
	char text[3000];

	memset(text, 'x', sizeof text);
	memcpy(text, "\ndata = ", 8);
	text[sizeof text - 1] = '\0';
	write_file(text);
	refused(load("--config", path, NULL), ":2: the line is too long");
}
END_TEST

START_TEST(wrong_environment)
{
	setenv("MEEPLED_THREADS", "none", 1);
	refused(load(NULL), "MEEPLED_THREADS: \"none\" is not a whole number");
	/* Refused even where a flag overrules it. */
	refused(load("--threads=1", NULL), "MEEPLED_THREADS");
	setenv("MEEPLED_THREADS", "", 1);
	ck_assert_int_eq(load(NULL), 0);
	/* A flag's alone. */
	setenv("MEEPLED_NAME", "x", 1);
	ck_assert_int_eq(load("token", "create", NULL), 0);
	ck_assert_str_eq(config.name, "");
}
END_TEST

START_TEST(commands)
{
	ck_assert_int_eq(load("serve", "--listen", "[::1]:0", NULL), 0);
	ck_assert_int_eq(config.command, COMMAND_SERVE);
	ck_assert_str_eq(config.listen, "[::1]:0");
	ck_assert_int_eq(load("--threads", "2", "serve", NULL), 0);
	ck_assert_int_eq(config.command, COMMAND_SERVE);

	ck_assert_int_eq(load("verify", "a", "--tileset=t", "b", "--", "--c", NULL), 0);
	ck_assert_int_eq(config.command, COMMAND_VERIFY);
	ck_assert_int_eq(config.operand_count, 3);
	ck_assert_str_eq(config.operands[1], "b");
	ck_assert_str_eq(config.operands[2], "--c");

	ck_assert_int_eq(load("tileset", "check", "a", NULL), 0);
	ck_assert_int_eq(config.command, COMMAND_TILESET_CHECK);
	ck_assert_int_eq(config.operand_count, 1);

	ck_assert_int_eq(load("token", "create", "--name=bot", "--scope=read", "--scope", "play", NULL), 0);
	ck_assert_int_eq(config.command, COMMAND_TOKEN_CREATE);
	ck_assert_int_eq(config.scope.count, 2);
	refused(load("token", "create", "--scope=fly", NULL), "--scope: \"fly\" is none of: read play manage admin");
	refused(load("token", "create", "--threads=1", NULL), "token create: does not take --threads");
	refused(load("serve", "soup", NULL), "serve: does not take \"soup\"");
}
END_TEST

START_TEST(help_and_version)
{
	ck_assert_int_eq(load("--version", NULL), 0);
	ck_assert_int_eq(config.command, COMMAND_VERSION);
	ck_assert_int_eq(load("--help", NULL), 0);
	ck_assert_int_eq(config.command, COMMAND_HELP);
	ck_assert_int_eq(config.about, COMMAND_COUNT);
	ck_assert_int_eq(load("help", "token", "create", NULL), 0);
	ck_assert_int_eq(config.about, COMMAND_TOKEN_CREATE);
	ck_assert_int_eq(load("verify", "--help", NULL), 0);
	ck_assert_int_eq(config.command, COMMAND_HELP);
	ck_assert_int_eq(config.about, COMMAND_VERIFY);
	ck_assert_int_eq(load("--help=man", NULL), 0);
	ck_assert_str_eq(config.form, "man");
	refused(load("help", "me", NULL), "there is no command \"me\"");
}
END_TEST

/* Help text in memory, to be freed. */
static char *help(const char *form, enum command about)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	config_help(f, form, about);
	fclose(f);
	return text;
}

START_TEST(help_tells_every_option)
{
	char *all = help("", COMMAND_COUNT), *token = help("", COMMAND_TOKEN_CREATE), *ini = help("ini", COMMAND_COUNT);
	char flag[OPTION_SPELLING], variable[OPTION_SPELLING], key[OPTION_SPELLING];

	for (int i = 0; i < OPTION_COUNT; i++) {
		const struct config_row *row = &config_rows[i];
		const char *text = row->where & FOR_SERVE ? all : token;

		option_flag(row, flag);
		option_variable(row, variable);
		ck_assert_msg(strstr(text, flag) != NULL, "%s", flag);
		ck_assert_msg((strstr(text, variable) != NULL) == !(row->where & FLAG_ONLY), "%s", variable);
		snprintf(key, sizeof key, "\n#%s = ", row->name);
		ck_assert_msg((strstr(ini, key) != NULL) == !(row->where & (FLAG_ONLY | NOT_IN_FILE)), "%s", key);
	}
	for (int i = 0; i < COMMAND_COUNT; i++)
		ck_assert_msg(strstr(all, command_rows[i].words) != NULL, "%s", command_rows[i].words);
	free(all);
	free(token);
	free(ini);
}
END_TEST

/* In roff every hyphen of an option is written \-. */
START_TEST(manual_page_tells_every_option)
{
	char *man = help("man", COMMAND_COUNT);

	for (int i = 0; i < OPTION_COUNT; i++) {
		char flag[OPTION_SPELLING], want[2 * OPTION_SPELLING] = "\n\\fB", *to = want + 4;

		option_flag(&config_rows[i], flag);
		for (const char *from = flag; *from; from++) {
			if (*from == '-')
				*to++ = '\\';
			*to++ = *from;
		}
		strcpy(to, "\\fR");
		ck_assert_msg(strstr(man, want) != NULL, "%s", flag);
	}
	ck_assert_int_eq(strncmp(man, ".TH MEEPLED 1 ", 14), 0);
	free(man);
}
END_TEST

START_TEST(sample_file_is_what_the_table_says)
{
	char *ini = help("ini", COMMAND_COUNT), *kept = calloc(1, 1 << 16);
	FILE *f = fopen("deploy/meepled.ini", "r");

	ck_assert_msg(f != NULL, "run from the project's folder");
	ck_assert_int_gt((int)fread(kept, 1, (1 << 16) - 1, f), 0);
	fclose(f);
	ck_assert_msg(strcmp(ini, kept) == 0, "make deploy/meepled.ini");
	free(ini);
	free(kept);
}
END_TEST

/* Without its #, each line says the default, or where there is none, what is to be put there. */
START_TEST(sample_file_can_be_used)
{
	char *ini = help("ini", COMMAND_COUNT), *to = ini, names[CONFIG_WHY], without[CONFIG_WHY] = "config";
	struct config standard;

	ck_assert_int_eq(load(NULL), 0);
	standard = config;
	memset(&config, 0, sizeof config);
	for (const char *from = ini; *from; from++) {
		int begins = from == ini || from[-1] == '\n';

		if (!begins || *from != '#' || from[1] == ' ')
			*to++ = *from;
	}
	*to = '\0';
	write_file(ini);
	ck_assert_msg(load("--config", path, NULL) == 0, "%s", why);
	for (int i = 0; i < OPTION_COUNT; i++)
		if (!*config_rows[i].standard && !(config_rows[i].where & (NOT_IN_FILE | FLAG_ONLY)))
			strcat(strcat(without, " "), config_rows[i].name);
	ck_assert_int_ge(config_reload(&standard, &config, names), 3);
	ck_assert_str_eq(names, without);
	config_dispose(&standard);
	free(ini);
}
END_TEST

START_TEST(hangup_takes_what_can_change)
{
	struct config old;
	char names[CONFIG_WHY];

	ck_assert_int_eq(load("--log-level=info", "--threads=2", NULL), 0);
	old = config;
	memset(&config, 0, sizeof config);
	ck_assert_int_eq(load("--log-level=debug", "--threads=3", "--registration=closed",
		"--listen=127.0.0.1:1", "--tileset=x", NULL), 0);
	ck_assert_int_eq(config_reload(&old, &config, names), 3);
	ck_assert_str_eq(names, "listen tileset threads");
	ck_assert_int_eq(old.log_level, LEVEL_DEBUG);
	ck_assert_int_eq(old.registration, REGISTRATION_CLOSED);
	ck_assert_int_eq(old.threads, 2);
	config_dispose(&old);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("config");
	TCase *tc = tcase_create("config");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_test(tc, safe_defaults);
	tcase_add_test(tc, every_default_is_allowed);
	tcase_add_test(tc, flags_win_over_environment_over_file);
	tcase_add_test(tc, lists_do_not_mix_sources);
	tcase_add_test(tc, the_last_flag_counts);
	tcase_add_test(tc, schedules);
	tcase_add_loop_test(tc, wrong_flags, 0, sizeof bad_flags / sizeof *bad_flags);
	tcase_add_loop_test(tc, wrong_files, 0, sizeof bad_files / sizeof *bad_files);
	tcase_add_test(tc, long_line);
	tcase_add_test(tc, wrong_environment);
	tcase_add_test(tc, commands);
	tcase_add_test(tc, help_and_version);
	tcase_add_test(tc, help_tells_every_option);
	tcase_add_test(tc, manual_page_tells_every_option);
	tcase_add_test(tc, sample_file_is_what_the_table_says);
	tcase_add_test(tc, sample_file_can_be_used);
	tcase_add_test(tc, hangup_takes_what_can_change);
	suite_add_tcase(suite, tc);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

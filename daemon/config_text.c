/*
 * The table of options as text: --help, the manual page and the sample file.
 * Nothing is said here that the rows of config.h can say.
 */
#include "daemon/config.h"

#include <string.h>

enum { WIDTH = 96 };

/* Words of `text` in lines, each begun with `prefix`. */
static void wrap(FILE *out, const char *prefix, const char *text)
{
	size_t column = 0, start = strlen(prefix);

	while (*text) {
		size_t word = strcspn(text, " ");

		if (column && column + 1 + word > WIDTH) {
			fputc('\n', out);
			column = 0;
		}
		column += (size_t)fprintf(out, "%s%.*s", column ? " " : prefix, (int)word, text);
		text += word;
		text += *text == ' ';
	}
	if (column > start)
		fputc('\n', out);
}

static int in_file(const struct config_row *row)
{
	return !(row->where & (FLAG_ONLY | NOT_IN_FILE));
}

static void fact(char out[200], const struct config_row *row)
{
	char variable[OPTION_SPELLING];
	size_t used = 0;

	out[0] = '\0';
	option_variable(row, variable);
	if (row->type == TYPE_NUMBER)
		used += (size_t)snprintf(out, 200, "%ld to %ld. ", row->least, row->most);
	if (*row->standard)
		used += (size_t)snprintf(out + used, 200 - used, "Default: %s. ", row->standard);
	if (!(row->where & FLAG_ONLY))
		used += (size_t)snprintf(out + used, 200 - used, "Environment: %s. ", variable);
	if (used)
		out[used - 1] = '\0';
}

/* --- for people ------------------------------------------------------------- */

static void option_help(FILE *out, const struct config_row *row)
{
	char flag[OPTION_SPELLING], facts[200];

	option_flag(row, flag);
	fprintf(out, "  %s %s\n", flag, row->argument);
	wrap(out, "      ", row->help);
	fact(facts, row);
	wrap(out, "      ", facts);
}

static void synopsis(FILE *out, enum command command)
{
	const struct command_row *row = &command_rows[command];
	int options = 0;

	for (int i = 0; i < OPTION_COUNT; i++)
		options += (config_rows[i].where >> command) & 1;
	fprintf(out, "meepled %s%s%s%s\n", row->words, *row->operands ? " " : "", row->operands,
		options ? " [OPTION]..." : "");
}

static void help_command(FILE *out, enum command command)
{
	fputs("usage: ", out);
	synopsis(out, command);
	fputc('\n', out);
	wrap(out, "", command_rows[command].help);
	for (int i = 0, any = 0; i < OPTION_COUNT; i++) {
		if (!((config_rows[i].where >> command) & 1))
			continue;
		if (!any++)
			fputs("\nOptions:\n", out);
		option_help(out, &config_rows[i]);
	}
}

static void help_all(FILE *out)
{
	fputs("usage: meepled [COMMAND] [OPTION]...\n\nCommands:\n", out);
	for (int i = 0; i < COMMAND_COUNT; i++) {
		fputs("  ", out);
		synopsis(out, i);
		wrap(out, "      ", command_rows[i].help);
	}
	fputs("\nOptions of serve:\n", out);
	for (int i = 0; i < OPTION_COUNT; i++)
		if (config_rows[i].where & FOR_SERVE)
			option_help(out, &config_rows[i]);
	fputs("\n\"meepled help COMMAND\" lists the options of the other commands, --help=man is the\n"
		"manual page, --help=ini a configuration file with everything at its default.\n", out);
}

/* --- manual page -------------------------------------------------------------- */

/* Text for roff: no line may begin with a dot or an apostrophe, hyphens are hyphens. */
static void roff(FILE *out, const char *text)
{
	if (*text == '.' || *text == '\'')
		fputs("\\&", out);
	for (; *text; text++) {
		if (*text == '-')
			fputs("\\-", out);
		else if (*text == '\\')
			fputs("\\e", out);
		else
			fputc(*text, out);
	}
}

static void man_entry(FILE *out, const char *bold, const char *italic, const char *text)
{
	fputs(".TP\n\\fB", out);
	roff(out, bold);
	fputs("\\fR", out);
	if (*italic) {
		fputs(" \\fI", out);
		roff(out, italic);
		fputs("\\fR", out);
	}
	fputc('\n', out);
	roff(out, text);
	fputc('\n', out);
}

static void man_options(FILE *out, unsigned where, unsigned but)
{
	char flag[OPTION_SPELLING], facts[200];

	for (int i = 0; i < OPTION_COUNT; i++) {
		const struct config_row *row = &config_rows[i];

		if (!(row->where & where) || row->where & but)
			continue;
		option_flag(row, flag);
		man_entry(out, flag, row->argument, row->help);
		fact(facts, row);
		if (*facts) {
			fputs(".br\n", out);
			roff(out, facts);
			fputc('\n', out);
		}
	}
}

static void help_man(FILE *out)
{
	fprintf(out, ".TH MEEPLED 1 \"\" \"meepled %s\" \"User Commands\"\n", MEEPLED_VERSION);
	fputs(".SH NAME\nmeepled \\- host tile\\-laying games over HTTP\n"
		".SH SYNOPSIS\n.B meepled\n[\\fICOMMAND\\fR] [\\fIOPTION\\fR]...\n.SH DESCRIPTION\n"
		"Hosts games that people play over days, from a browser, a chat bot or a shell script. "
		"Everything is kept in one folder. What it answers is described at\n.I /docs\n"
		"of the running daemon.\n.SH COMMANDS\n", out);
	for (int i = 0; i < COMMAND_COUNT; i++)
		man_entry(out, command_rows[i].words, command_rows[i].operands, command_rows[i].help);
	fputs(".SH OPTIONS\nFlags win over the environment, the environment over the configuration file.\n", out);
	man_options(out, FOR_SERVE, 0);
	fputs(".SS \"Of token create\"\nAlso takes \\fB\\-\\-config\\fR and \\fB\\-\\-data\\fR.\n", out);
	man_options(out, FOR_TOKEN, FOR_SERVE);
	fputs(".SH CONFIGURATION FILE\nLines of the form\n.IR key \" = \" value ;\n"
		"a line that begins with # or ; is a comment. Keys are the flags' names with underscores:\n", out);
	for (int i = 0, any = 0; i < OPTION_COUNT; i++)
		if (in_file(&config_rows[i]))
			fprintf(out, "%s%s", any++ ? ", " : "", config_rows[i].name);
	fputs(".\n.B meepled \\-\\-help=ini\nprints one.\n.SH SIGNALS\n", out);
	man_entry(out, "SIGTERM, SIGINT", "", "Stop: take no more connections, answer what is under way, "
		"close the store, exit 0. The second one exits at once.");
	man_entry(out, "SIGHUP", "", "Read the configuration file again and take over the options that may "
		"change while serving:");
	for (int i = 0, any = 0; i < OPTION_COUNT; i++)
		if (config_rows[i].where & ON_HANGUP)
			fprintf(out, "%s%s", any++ ? ", " : "", config_rows[i].name);
	fputs(".\n.SH EXIT STATUS\n0 when all went well, 1 when it did not, 2 when the command line or the "
		"configuration is wrong; of\n.B verify\nand\n.B tileset check\nas said there.\n", out);
}

/* --- sample file ---------------------------------------------------------------- */

static void help_ini(FILE *out)
{
	char facts[200];

	fputs("# Configuration of meepled, with everything at its default.  Read it with --config or\n"
		"# MEEPLED_CONFIG.  Flags and the environment win over it.\n", out);
	for (int i = 0; i < OPTION_COUNT; i++) {
		const struct config_row *row = &config_rows[i];

		if (!in_file(row))
			continue;
		fputc('\n', out);
		wrap(out, "# ", row->help);
		if (row->type == TYPE_NUMBER) {
			snprintf(facts, sizeof facts, "From %ld to %ld.", row->least, row->most);
			wrap(out, "# ", facts);
		}
		fprintf(out, "#%s = %s\n", row->name, *row->standard ? row->standard : row->argument);
	}
}

void config_help(FILE *out, const char *form, enum command about)
{
	if (strcmp(form, "man") == 0)
		help_man(out);
	else if (strcmp(form, "ini") == 0)
		help_ini(out);
	else if (about != COMMAND_COUNT)
		help_command(out, about);
	else
		help_all(out);
}

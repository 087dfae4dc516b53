/*
 * meepled: a table of commands, and nothing else.
 */
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/record.h"
#include "api/tileset_json.h"
#include "daemon/backup.h"
#include "daemon/config.h"
#include "daemon/ratings.h"
#include "daemon/serve.h"
#include "daemon/token.h"

static int run_verify(const struct config *c)
{
	int count = 0, status;
	char **arguments = calloc((size_t)(2 * c->tileset.count + c->operand_count + 1), sizeof *arguments);

	if (!arguments)
		return 2;
	for (int i = 0; i < c->tileset.count; i++) {
		arguments[count++] = (char *)(uintptr_t)"--tileset";
		arguments[count++] = c->tileset.at[i];
	}
	for (int i = 0; i < c->operand_count; i++)
		arguments[count++] = c->operands[i];
	status = record_verify_files(count, arguments);
	free(arguments);
	return status;
}

static int run_help(const struct config *c)
{
	config_help(stdout, c->form, c->about);
	return 0;
}

static int run_version(void)
{
	puts("meepled " MEEPLED_VERSION);
	return 0;
}

static int run(struct config *c, int argc, char **argv)
{
	switch (c->command) {
	case COMMAND_SERVE:
		return serve(c, argc, argv);
	case COMMAND_VERIFY:
		return run_verify(c);
	case COMMAND_TILESET_CHECK:
		return tileset_check_files(c->operand_count, c->operands);
	case COMMAND_TOKEN_CREATE:
		return token_create(c);
	case COMMAND_BACKUP:
		return backup(c);
	case COMMAND_RATINGS_REBUILD:
		return ratings_rebuild(c);
	case COMMAND_HELP:
		return run_help(c);
	case COMMAND_VERSION:
		return run_version();
	case COMMAND_COUNT:
		break;
	}
	return 2;
}

int main(int argc, char **argv)
{
	struct config config = { 0 };
	char why[CONFIG_WHY];
	int status = 2;

	if (sodium_init() < 0)
		fputs("meepled: no source of random bytes\n", stderr);
	else if (config_load(&config, argc, argv, why) != 0)
		fprintf(stderr, "meepled: %s\n", why);
	else
		status = run(&config, argc, argv);
	config_dispose(&config);
	if (fflush(stdout) != 0 && status == 0)
		status = 1;
	return status;
}

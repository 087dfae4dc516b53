/*
 * Prints records of random games, one a line: every game of the table with every
 * number of seats, options in turn, leaving, time-outs and moves taken back.
 *
 *	records GAMES [TILESET]...
 *
 * GAMES of each game with its bundled tiles, and as many with each tile set's file.
 */
#include <stdio.h>
#include <stdlib.h>

#include "api/record.h"
#include "api/tileset_json.h"
#include "tests/api/played.h"

static int print_record(const struct ruleset *ruleset, const char *tileset, int number)
{
	struct played_setup setup = {.ruleset = ruleset->id, .seats = 2 + number % 4, .seed = 500u + (unsigned)number,
		.options = (unsigned)number * 2654435761u >> 9, .leave = number % 5 == 4 ? number % 2 : -1, .undo = number % 2,
		.late = number % 3 == 1, .tileset = tileset};
	struct played p;
	char *text = NULL;
	size_t size;

	if (played_open(&p, &setup) == 0 && (text = played_record(&p, &size)) != NULL)
		printf("%.*s\n", (int)size, text);
	else
		fprintf(stderr, "game %d of %s with %s cannot be played\n", number, ruleset->id, tileset ? tileset : "its tiles");
	free(text);
	played_close(&p);
	return text ? 0 : -1;
}

/* The game that a tile set's file is for. */
static const struct ruleset *ruleset_for(const char *path)
{
	static char text[TILESET_FILE_MAX];
	static struct tileset ts;
	const struct ruleset *ruleset = NULL;
	FILE *f = fopen(path, "rb");
	size_t size;

	if (!f)
		return NULL;
	size = fread(text, 1, sizeof text, f);
	fclose(f);
	return tileset_read(&ts, &ruleset, text, size, NULL) == 0 ? ruleset : NULL;
}

static int print_games(const struct ruleset *ruleset, const char *tileset, int games)
{
	for (int i = 0; i < games; i++)
		if (print_record(ruleset, tileset, i) != 0)
			return -1;
	return 0;
}

int main(int argc, char **argv)
{
	int games = argc > 1 ? atoi(argv[1]) : 0;

	for (int i = 0; i < ruleset_count; i++)
		if (print_games(rulesets[i], NULL, games) != 0)
			return 1;
	for (int i = 2; i < argc; i++) {
		const struct ruleset *ruleset = ruleset_for(argv[i]);

		if (!ruleset || print_games(ruleset, argv[i], games) != 0)
			return 1;
	}
	return games > 0 && !ferror(stdout) ? 0 : 2;
}

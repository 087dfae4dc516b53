/*
 * fuzz_tileset.c - any bytes as a tile set's file.
 *
 * With errors there is a line for each; without, a game can be played on it.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "api/tileset_json.h"

enum { MOVES = 12 };

/* As many errors as were counted, every byte printable. */
static void check_findings(const struct buf *findings, int errors)
{
	const char *at = findings->data ? findings->data : "";
	int lines = 0;

	REQUIRE(!buf_failed(findings), "findings without an end");
	for (const char *c = at; *c; c++)
		REQUIRE(*c == '\n' || (*c >= ' ' && *c <= '~'), "byte %d in a finding", *c);
	while (*at) {
		int error = strncmp(at, "error: ", 7) == 0;

		REQUIRE(error || strncmp(at, "warning: ", 9) == 0, "a line of another sort: %s", at);
		lines += error;
		at = strchr(at, '\n');
		REQUIRE(at != NULL, "the last line does not end");
		at++;
	}
	REQUIRE(lines == errors, "%d lines for %d errors", lines, errors);
}

static void play(const struct ruleset *r, const struct tileset *ts, unsigned choice)
{
	static struct game g;
	static struct events events;
	struct game_error err;
	struct action a;

	fuzz_start(&g, r, ts, 2 + (int)(choice % 4), choice, choice, &events);
	fuzz_check_game(&g, ts);
	for (int i = 0; i < MOVES && fuzz_legal(&g, ts, choice * 31 + (unsigned)i, &a); i++) {
		REQUIRE(game_apply(&g, ts, &a, &events, &err) == 0, "a legal action was refused: %s", err.text);
		fuzz_check_game(&g, ts);
	}
	fuzz_describe(&g, ts, &events);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct tileset ts, again;
	const struct ruleset *ruleset;
	char *text = malloc(size ? size : 1);
	struct buf findings;
	int errors;

	if (size)
		memcpy(text, data, size);
	buf_init(&findings, 8 * 1024 * 1024);
	errors = tileset_read(&ts, &ruleset, text, size, &findings);
	check_findings(&findings, errors);
	REQUIRE(tileset_read(&again, &ruleset, text, size, NULL) == errors, "read twice, found different things");
	if (errors == 0) {
		REQUIRE(ruleset != NULL && memcmp(&ts, &again, sizeof ts) == 0, "read twice, got different sets");
		play(ruleset, &ts, size ? data[size - 1] + (unsigned)size : 0);
	}
	buf_free(&findings);
	free(text);
	return 0;
}

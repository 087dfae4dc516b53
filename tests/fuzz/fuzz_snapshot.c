/*
 * fuzz_snapshot.c - any bytes as a stored game.
 *
 * What decodes must be sound, must encode to the same bytes, and must be
 * playable; what does not must say why.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

enum { MOVES = 12 };

static void play_on(struct game *g, const struct tileset *ts, unsigned choice)
{
	static struct events events;
	struct game_error err;
	struct action a;

	events.count = 0;
	for (int i = 0; i < MOVES && fuzz_legal(g, ts, choice * 31 + (unsigned)i, &a); i++) {
		REQUIRE(game_apply(g, ts, &a, &events, &err) == 0, "a legal action was refused: %s", err.text);
		fuzz_check_game(g, ts);
	}
	fuzz_describe(g, ts, &events);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct game g;
	static unsigned char bytes[GAME_SNAPSHOT_MAX];
	struct feed f = {data, size};
	unsigned choice = feed_byte(&f);
	const struct ruleset *r;
	const struct tileset *ts = fuzz_tileset(choice, &r);
	char why[120] = "";
	size_t again;

	if (game_decode(&g, ts, f.at, f.left, why) != 0) {
		REQUIRE(memchr(why, '\0', sizeof why) && why[0] != '\0', "bytes are refused without a reason");
		return 0;
	}
	fuzz_check_game(&g, ts);
	again = game_encode(&g, ts, bytes);
	REQUIRE(again == f.left && memcmp(bytes, f.at, again) == 0, "a game has two encodings");
	play_on(&g, ts, choice);
	return 0;
}

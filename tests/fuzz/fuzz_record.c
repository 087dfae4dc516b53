/*
 * fuzz_record.c - any bytes as a record, and good records with a piece changed.
 *
 * The first byte chooses: below 128 the rest is the text of a record.  Else
 * the rest changes one piece of a good record (from 224 on of the second game):
 * where (2 bytes), how many bytes go (1 byte), and what comes instead (up to 64
 * bytes).  One piece can never change both places where a name or a time
 * stands, so such a record is good only if it says the same as before.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "api/record.h"
#include "api/record_parts.h"
#include "tests/api/played.h"

enum { BASES = 3, CHANGED = 128, SECOND = 224, PIECE_MAX = 64 };

struct base {
	char *text;
	size_t size;
	struct json *root;
};

/* By the number of played_setup: of its rows the common ones have 5 * 2 * 2 * 2 choices for four seats. */
enum { TEAMS = 40 };

/* Records of short games, made once. */
static const struct base *base_record(unsigned choice)
{
	static struct base bases[2 * BASES];
	static unsigned ready;
	static const struct played_setup setups[2 * BASES] = {
		{.seats = 2, .seed = 11, .leave = -1, .undo = 1, .tileset = "tests/fixtures/tilesets/reef.json"},
		{.seats = 3, .seed = 5, .leave = 1, .tileset = "tests/fixtures/tilesets/reef.json"},
		{.seats = 2, .seed = 9, .leave = 1, .undo = 1},
		{.ruleset = "star-wars", .seats = 2, .seed = 3, .leave = -1, .undo = 1, .tileset = "tests/fixtures/tilesets/orbit.json"},
		{.ruleset = "star-wars", .seats = 4, .seed = 5, .leave = -1, .options = TEAMS, .late = 1,
			.tileset = "tests/fixtures/tilesets/orbit.json"},
		{.ruleset = "star-wars", .seats = 3, .seed = 7, .leave = 1, .tileset = "tests/fixtures/tilesets/void.json"},
	};

	for (; ready < 2 * BASES; ready++) {
		static struct played p;
		char why[160];

		REQUIRE(played_open(&p, &setups[ready]) == 0, "game %u cannot be played", ready);
		bases[ready].text = played_record(&p, &bases[ready].size);
		REQUIRE(bases[ready].text != NULL, "game %u has no record", ready);
		bases[ready].root = json_parse(bases[ready].text, bases[ready].size, why);
		REQUIRE(bases[ready].root != NULL, "%s", why);
		played_close(&p);
	}
	return &bases[choice];
}

static int count_steps(void *arg, const struct record_step *step)
{
	REQUIRE(step->events->count > 0 && step->game->seat_count == step->head->seat_count, "a step without events");
	++*(int *)arg;
	return 0;
}

static enum record_verdict verify(const char *text, size_t size)
{
	char place[400], again[400];
	int steps = 0, steps_again = 0;
	enum record_verdict verdict = record_verify(text, size, fuzz_find_tileset, NULL, count_steps, &steps, place);

	REQUIRE(memchr(place, '\0', sizeof place) && (verdict == RECORD_GOOD) == (place[0] == '\0'), "place \"%s\"", place);
	REQUIRE(verdict != RECORD_DIFFERS || place[0] == '/', "no place: %s", place);
	REQUIRE(utf8_valid(place, strlen(place)), "half a character in a place");
	REQUIRE(verdict != RECORD_GOOD || steps > 0, "good without a start");
	REQUIRE(record_verify(text, size, fuzz_find_tileset, NULL, count_steps, &steps_again, again) == verdict &&
		steps == steps_again && strcmp(place, again) == 0, "verified twice, with different outcomes");
	return verdict;
}

static void verify_changed(struct feed *f, unsigned first)
{
	const struct base *b = base_record(feed_byte(f) % BASES + (first < SECOND ? 0 : BASES));
	unsigned high = feed_byte(f);
	size_t at = (high << 8 | feed_byte(f)) * 2654435761u % (b->size + 1), gone = feed_byte(f);
	size_t piece = f->left < PIECE_MAX ? f->left : PIECE_MAX, size;
	char *text, place[400], why[160];
	struct json *root;

	if (gone > b->size - at)
		gone = b->size - at;
	size = b->size - gone + piece;
	text = malloc(size + 1);
	memcpy(text, b->text, at);
	feed_bytes(f, text + at, piece);
	memcpy(text + at + piece, b->text + at + gone, b->size - at - gone);
	if (verify(text, size) == RECORD_GOOD) {
		root = json_parse(text, size, why);
		REQUIRE(root && record_compare(b->root, root, "", place) == 0, "a changed record is good: %s", place);
		json_free(root);
	}
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct feed f = {data, size};
	unsigned first = feed_byte(&f);
	char *text;

	if (first >= CHANGED) {
		verify_changed(&f, first);
		return 0;
	}
	text = malloc(f.left ? f.left : 1);
	if (f.left)
		memcpy(text, f.at, f.left);
	verify(text, f.left);
	free(text);
	return 0;
}

/* support.c - see fuzz.h. */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "api/json.h"
#include "api/tileset_json.h"

unsigned feed_byte(struct feed *f)
{
	if (f->left == 0)
		return 0;
	f->left--;
	return *f->at++;
}

void feed_bytes(struct feed *f, void *out, size_t size)
{
	unsigned char *to = out;

	while (size-- > 0)
		*to++ = (unsigned char)feed_byte(f);
}

enum {
	SETS = 4,		/* of each game */
	SECOND = 192,		/* choices from here on are of the second */
	ODDS = 4		/* moves that are described with their odds */
};

/* Appending would change what corpora mean. */
static const char *const files[2 * SETS] = {
	"engine/south_seas/tiles.json", "tests/fixtures/tilesets/flotilla.json",
	"tests/fixtures/tilesets/lagoon.json", "tests/fixtures/tilesets/reef.json",
	"engine/star_wars/tiles.json", "tests/fixtures/tilesets/orbit.json",
	"tests/fixtures/tilesets/skirmish.json", "tests/fixtures/tilesets/void.json",
};

struct set {
	struct tileset ts;	/* first */
	const struct ruleset *ruleset;
};

static const struct set *set_at(unsigned n)
{
	static struct set sets[2 * SETS];
	static unsigned ready;
	static char text[TILESET_FILE_MAX];

	for (; ready < 2 * SETS; ready++) {
		FILE *f = fopen(files[ready], "rb");
		size_t size;

		REQUIRE(f != NULL, "%s: start this from the top of the tree", files[ready]);
		size = fread(text, 1, sizeof text, f);
		fclose(f);
		REQUIRE(tileset_read(&sets[ready].ts, &sets[ready].ruleset, text, size, NULL) == 0, "%s is no tile set",
			files[ready]);
	}
	return &sets[n];
}

const struct tileset *fuzz_tileset(unsigned choice, const struct ruleset **ruleset)
{
	const struct set *set = set_at(choice % SETS + (choice < SECOND ? 0 : SETS));

	*ruleset = set->ruleset;
	return &set->ts;
}

const struct tileset *fuzz_find_tileset(void *arg, const struct ruleset *ruleset, const unsigned char sha256[32])
{
	(void)arg;
	for (unsigned i = 0; i < 2 * SETS; i++)
		if (set_at(i)->ruleset == ruleset && memcmp(set_at(i)->ts.sha256, sha256, 32) == 0)
			return &set_at(i)->ts;
	return NULL;
}

static unsigned count_choices(const struct option_row *row)
{
	unsigned count = row->choices ? 0 : 2;

	while (row->choices && row->choices[count])
		count++;
	return count;
}

/* Some options go only with so many seats: take back the first whose default helps. */
static void choose_options(struct game_setup *setup, unsigned number)
{
	const struct ruleset *r = setup->ruleset;
	struct game_error err;

	for (int i = 0; r->options[i].name; i++) {
		unsigned choices = i == OPTION_FIRST_SEAT ? (unsigned)setup->seat_count + 1 : count_choices(&r->options[i]);

		setup->options[i] = (uint8_t)(number % choices);
		number /= choices;
	}
	for (int i = 0; ruleset_check_options(r, setup->options, setup->seat_count, &err) != 0; i++) {
		uint8_t chosen = setup->options[i];

		REQUIRE(r->options[i].name != NULL, "%s", err.text);
		setup->options[i] = r->options[i].value;
		if (ruleset_check_options(r, setup->options, setup->seat_count, &err) != 0)
			setup->options[i] = chosen;
	}
}

void fuzz_start(struct game *g, const struct ruleset *r, const struct tileset *ts, int seats, unsigned options,
	unsigned seed, struct events *events)
{
	struct game_setup setup = {.ruleset = r, .seat_count = seats};
	struct game_error err;

	choose_options(&setup, options);
	for (int i = 0; i < seats; i++) {
		int colour = ruleset_seat_colour(r, setup.options, i);

		setup.colours[i] = (uint8_t)(colour < 0 ? i : colour);
	}
	memcpy(setup.game_seed, &seed, sizeof seed);
	REQUIRE(game_start(g, ts, &setup, events, &err) == 0, "%s", err.text);
}

static int acting_seat(const struct game *g)
{
	unsigned waiting = game_waiting_for(g);

	for (int seat = 0; seat < g->seat_count; seat++)
		if (waiting >> seat & 1)
			return seat;
	return -1;
}

struct nth {
	unsigned left;
	int found;
	struct action action;
};

static int take_nth(void *arg, const struct action *a)
{
	struct nth *n = arg;

	if (n->left-- > 0)
		return 0;
	n->action = *a;
	return n->found = 1;
}

static int count_one(void *arg, const struct action *a)
{
	(void)a;
	++*(unsigned *)arg;
	return 0;
}

int fuzz_legal(const struct game *g, const struct tileset *ts, unsigned n, struct action *out)
{
	int seat = acting_seat(g);
	struct nth nth = {0};
	unsigned count = 0;

	if (seat < 0)
		return 0;
	game_legal(g, ts, seat, count_one, &count);
	REQUIRE(count > 0, "the game waits for seat %d, which can do nothing", seat);
	nth.left = n % count;
	game_legal(g, ts, seat, take_nth, &nth);
	*out = nth.action;
	return 1;
}

static int same_action(void *arg, const struct action *a)
{
	return memcmp(arg, a, sizeof *a) == 0;
}

int fuzz_is_legal(const struct game *g, const struct tileset *ts, const struct action *a)
{
	struct action copy = *a;

	return game_legal(g, ts, a->seat, same_action, &copy);
}

void fuzz_check_game(const struct game *g, const struct tileset *ts)
{
	static unsigned char bytes[GAME_SNAPSHOT_MAX];
	static struct game again;
	char why[120];
	size_t size;

	REQUIRE(game_check(g, ts, why) == 0, "%s", why);
	size = game_encode(g, ts, bytes);
	REQUIRE(size <= GAME_SNAPSHOT_MAX, "%zu bytes", size);
	REQUIRE(game_decode(&again, ts, bytes, size, why) == 0, "%s", why);
	REQUIRE(memcmp(&again, g, sizeof again) == 0, "the decoded game is another one");
	REQUIRE((g->now.phase == PHASE_OVER) == (game_waiting_for(g) == 0), "phase %d", g->now.phase);
}

struct moves {
	const struct game *game;
	const struct tileset *ts;
	struct sink *out;
	int with_odds;
};

/* Odds take long to reckon: of some moves only. */
static int describe_move(void *arg, const struct action *a)
{
	struct moves *m = arg;
	int has_odds = game_describe_odds(m->game, m->ts, a, NULL);

	sink_object(m->out, NULL);
	game_describe_action(m->game, m->ts, a, m->out);
	if (has_odds && m->with_odds < ODDS)
		REQUIRE(game_describe_odds(m->game, m->ts, a, m->out), "there are odds, and there are none");
	sink_end(m->out);
	m->with_odds += has_odds;
	return 0;
}

static void describe_moves(const struct game *g, const struct tileset *ts, struct sink *out)
{
	struct moves m = {.game = g, .ts = ts, .out = out};

	sink_array(out, "moves");
	game_legal(g, ts, acting_seat(g), describe_move, &m);
	sink_end(out);
	if (g->now.phase != PHASE_OVER)
		return;
	sink_object(out, "result");
	game_describe_result(g, ts, out);
	sink_end(out);
}

void fuzz_describe(const struct game *g, const struct tileset *ts, const struct events *events)
{
	struct json_out out;
	struct buf text;
	struct json *root;
	char why[160];

	buf_init(&text, 8 * 1024 * 1024);
	json_out_init(&out, &text);
	sink_object(&out.sink, NULL);
	sink_object(&out.sink, "view");
	game_describe_view(g, ts, &out.sink);
	sink_end(&out.sink);
	sink_array(&out.sink, "seats");
	for (int seat = 0; seat < g->seat_count; seat++) {
		sink_object(&out.sink, NULL);
		game_describe_seat(g, ts, seat, &out.sink);
		sink_end(&out.sink);
	}
	sink_end(&out.sink);
	describe_moves(g, ts, &out.sink);
	sink_array(&out.sink, "events");
	for (int i = 0; i < events->count; i++) {
		sink_object(&out.sink, NULL);
		game_describe_event(g, ts, &events->at[i], &out.sink);
		sink_end(&out.sink);
	}
	sink_end(&out.sink);
	sink_end(&out.sink);
	REQUIRE(!buf_failed(&text), "a description has no end");
	root = json_parse(text.data, text.size, why);
	REQUIRE(root != NULL, "a description is not JSON: %s", why);
	json_free(root);
	buf_free(&text);
}

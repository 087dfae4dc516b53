/*
 * fuzz_action.c - any bytes as actions.
 *
 * The input plays a game: legal actions to get on, and between them actions
 * made of raw bytes or of a legal one with a byte changed.  A refusal must leave
 * the game as it was and say why; what is accepted must be in the legal list (or
 * one of the actions that never are) and lead to a sound game.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

enum { STEPS = 400 };

/* Looking at everything takes longer than an action: of legal ones every fourth is followed by it. */
static void must_be_sound(const struct game *g, const struct tileset *ts, const struct events *events, int legal)
{
	REQUIRE(events->count >= 1 && events->count <= GAME_EVENTS_MAX, "%d events", events->count);
	if (!legal || g->now.phase == PHASE_OVER || (g->now.number + g->now.phase) % 4 == 0)
		fuzz_check_game(g, ts);
}

static void try(struct game *g, const struct tileset *ts, const struct action *a, int legal)
{
	static struct game before;
	static struct events events;
	struct game_error err = {0};
	int listed = legal || (a->seat < g->seat_count && fuzz_is_legal(g, ts, a));
	int special = a->type == ACTION_UNDO || a->type == ACTION_RESIGN || a->type == ACTION_TIMEOUT;

	memcpy(&before, g, sizeof before);
	if (game_apply(g, ts, a, &events, &err) != 0) {
		REQUIRE(memcmp(&before, g, sizeof before) == 0, "a refused action changed the game");
		REQUIRE(!legal && !listed, "a legal action was refused: %s", err.text);
		REQUIRE(err.refusal != REFUSED_NOT && memchr(err.text, '\0', sizeof err.text) && err.text[0] != '\0',
			"a refusal without a reason");
		return;
	}
	REQUIRE(listed || special, "type %d by seat %d was accepted and is not in the list", a->type, a->seat);
	/* What has been drawn or thrown is never to be had again (SS-7.1, SW-7). */
	for (int label = 0; label < RNG_LABELS; label++)
		REQUIRE(a->type == ACTION_UNDO ? g->rng.used[label] == before.rng.used[label]
			: g->rng.used[label] >= before.rng.used[label], "stream %d went back", label);
	must_be_sound(g, ts, &events, legal);
	if (events.count > 20 || g->now.phase == PHASE_OVER)
		fuzz_describe(g, ts, &events);
}

static void step(struct game *g, const struct tileset *ts, struct feed *f)
{
	unsigned how = feed_byte(f);
	unsigned char bytes[ACTION_BYTES];
	struct action a;

	if (how < 192) {
		if (fuzz_legal(g, ts, how + 192 * feed_byte(f), &a))
			try(g, ts, &a, 1);
	} else if (how < 216) {
		feed_bytes(f, &a, sizeof a);
		try(g, ts, &a, 0);
	} else if (how < 232) {
		feed_bytes(f, bytes, sizeof bytes);
		if (action_decode(&a, bytes) == 0) {
			unsigned char again[ACTION_BYTES];

			action_encode(&a, again);
			REQUIRE(memcmp(bytes, again, sizeof again) == 0, "an action has two encodings");
			try(g, ts, &a, 0);
		}
	} else if (how < 250) {
		unsigned n = feed_byte(f), at = feed_byte(f) % sizeof a;

		if (!fuzz_legal(g, ts, n, &a))
			memset(&a, 0, sizeof a);
		((unsigned char *)&a)[at] ^= (unsigned char)(1 + feed_byte(f) % 255);
		try(g, ts, &a, 0);
	} else {
		memset(&a, 0, sizeof a);
		a.type = (uint8_t)(how < 254 ? ACTION_UNDO : how == 254 ? ACTION_RESIGN : ACTION_TIMEOUT);
		a.seat = (uint8_t)(feed_byte(f) % GAME_SEATS_MAX);
		try(g, ts, &a, 0);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct game g;
	static struct events events;
	struct feed f = {data, size};
	const struct ruleset *r;
	const struct tileset *ts = fuzz_tileset(feed_byte(&f), &r);
	int seats = 2 + (int)(feed_byte(&f) % 4);
	unsigned options = feed_byte(&f), seed = feed_byte(&f);

	fuzz_start(&g, r, ts, seats, options, seed, &events);
	must_be_sound(&g, ts, &events, 0);
	for (int i = 0; i < STEPS && f.left > 0; i++)
		step(&g, ts, &f);
	return 0;
}

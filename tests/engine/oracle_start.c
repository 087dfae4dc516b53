/*
 * How the oracle begins a game: its own shuffle, and the first turn.
 */
#include <sodium.h>
#include <string.h>

#include "engine/core/ruleset.h"
#include "tests/engine/oracle_inside.h"

/* --- the shuffle, meepled-fairness/1 steps 4 to 6 ------------------------ */

struct words {
	unsigned char bytes[4096];
	int used;
};

static void words_start(struct words *w, const unsigned char seed[32], const char *label)
{
	unsigned char nonce[crypto_stream_chacha20_ietf_NONCEBYTES] = { 0 };

	memcpy(nonce, label, strlen(label));
	crypto_stream_chacha20_ietf(w->bytes, sizeof w->bytes, nonce, seed);
	w->used = 0;
}

static uint32_t words_uniform(struct words *w, uint32_t n)
{
	uint64_t limit = (UINT64_C(1) << 32) / n * n, x;

	do {
		const unsigned char *p = w->bytes + 4 * w->used++;

		x = p[0] + 256u * p[1] + 65536u * p[2] + 16777216ul * p[3];
	} while (x >= limit);
	return (uint32_t)(x % n);
}

static void words_shuffle(struct words *w, uint8_t *a, int count)
{
	for (int i = count - 1; i >= 1; i--) {
		int j = (int)words_uniform(w, (uint32_t)i + 1);
		uint8_t t = a[i];

		a[i] = a[j];
		a[j] = t;
	}
}

/* --- the start ------------------------------------------------------------ */

static int option(const struct game_setup *setup, const char *name)
{
	int i = ruleset_find_option(setup->ruleset, name);

	return i < 0 ? 0 : setup->options[i];
}

static void fill_bags(struct oracle *o, const struct game_setup *setup)
{
	const struct tileset *ts = o->ts;
	struct words words;

	for (int f = 0; f < ts->face_count; f++)
		for (int n = 0; n < ts->faces[f].count && !ts->faces[f].start; n++)
			o->bag[o->bag_count++] = (uint8_t)f;
	words_start(&words, setup->game_seed, "tiles");
	words_shuffle(&words, o->bag, o->bag_count);
	for (int s = 0; s < ts->ship_count; s++) {
		o->pile[s] = (uint8_t)s;
		o->now.owner[s] = SEAT_NONE;
	}
	words_start(&words, setup->game_seed, "ships");
	words_shuffle(&words, o->pile, ts->ship_count);
	oracle_refill(o);
	words_start(&words, setup->game_seed, "seats");
	o->now.turn = (uint8_t)(setup->options[OPTION_FIRST_SEAT] == 0 ? words_uniform(&words, (uint32_t)o->seats)
		: setup->options[OPTION_FIRST_SEAT] - 1u);
}

void oracle_start(struct oracle *o, const struct tileset *ts, const struct game_setup *setup)
{
	memset(o, 0, sizeof *o);
	o->ts = ts;
	o->seats = setup->seat_count;
	o->retrieve_any = option(setup, "retrieve") == 0;
	o->auto_draw = option(setup, "auto_draw");
	o->auto_end_turn = option(setup, "auto_end_turn");
	o->skip_on_timeout = option(setup, "on_timeout");
	o->now.hand = FACE_NONE;
	o->now.placed = TILE_NONE;
	o->now.decider = SEAT_NONE;
	o->now.number = 1;
	for (int f = 0; f < ts->face_count; f++)
		if (ts->faces[f].start)
			o->now.tiles[o->now.tile_count++].face = (uint8_t)f;
	fill_bags(o, setup);
	oracle_look(o);
	if (o->auto_draw)
		oracle_draw(o);
	oracle_commit(o);
}

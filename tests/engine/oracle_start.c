/*
 * How all games begin for the oracles: the streams of chance, the shuffled
 * bag, the start tile and who is first.
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "engine/core/ruleset.h"
#include "tests/engine/oracle.h"

/* --- meepled-fairness/1 steps 4 to 6 --- */

void oracle_stream_start(struct oracle_stream *s, const unsigned char seed[RNG_SEED_SIZE], const char *label)
{
	unsigned char nonce[crypto_stream_chacha20_ietf_NONCEBYTES] = { 0 };

	memcpy(nonce, label, strlen(label));
	crypto_stream_chacha20_ietf(s->bytes, sizeof s->bytes, nonce, seed);
	s->used = 0;
}

uint32_t oracle_uniform(struct oracle_stream *s, uint32_t n)
{
	uint64_t limit = (UINT64_C(1) << 32) / n * n, x;

	do {
		const unsigned char *p = s->bytes + 4 * s->used++;

		if (s->used > ORACLE_STREAM / 4)
			abort();	/* no game of a test comes that far */
		x = p[0] + 256u * p[1] + 65536u * p[2] + 16777216ul * p[3];
	} while (x >= limit);
	return (uint32_t)(x % n);
}

void oracle_shuffle(struct oracle_stream *s, uint8_t *items, int count)
{
	for (int i = count - 1; i >= 1; i--) {
		int j = (int)oracle_uniform(s, (uint32_t)i + 1);
		uint8_t t = items[i];

		items[i] = items[j];
		items[j] = t;
	}
}

/* --- the start --- */

int oracle_option(const struct game_setup *setup, const char *name)
{
	int i = ruleset_find_option(setup->ruleset, name);

	return i < 0 ? 0 : setup->options[i];
}

static void fill_bag(struct oracle_core *c, struct oracle_turn *t)
{
	const struct tileset *ts = c->ts;

	for (int f = 0; f < ts->face_count; f++)
		for (int n = 0; n < ts->faces[f].count; n++)
			if (ts->faces[f].start)
				c->tiles[t->tile_count++].face = (uint8_t)f;
			else
				c->bag[c->bag_count++] = (uint8_t)f;
	oracle_shuffle(&c->shuffle, c->bag, c->bag_count);
}

void oracle_core_start(struct oracle_core *c, struct oracle_turn *t, const struct tileset *ts,
	const struct game_setup *setup)
{
	int first = oracle_option(setup, "first_seat");

	c->ts = ts;
	c->seats = setup->seat_count;
	c->auto_draw = oracle_option(setup, "auto_draw");
	c->auto_end_turn = oracle_option(setup, "auto_end_turn");
	c->on_timeout = oracle_option(setup, "on_timeout");
	oracle_stream_start(&c->shuffle, setup->game_seed, "seats");
	t->seat = (uint8_t)(first == 0 ? oracle_uniform(&c->shuffle, (uint32_t)c->seats) : (uint32_t)first - 1);
	oracle_stream_start(&c->shuffle, setup->game_seed, "tiles");
	t->hand = FACE_NONE;
	t->placed = TILE_NONE;
	t->number = 1;
	fill_bag(c, t);
	oracle_look(c, t);
}

/*
 * Where random games begin, the dice that drive them, and counting what can
 * follow.
 */
#include "tests/engine/conformance.h"

#include <string.h>

unsigned dice_roll(struct dice *d, unsigned n)
{
	uint64_t z = d->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	z ^= z >> 31;
	return (unsigned)(z >> 32) % n;
}

/* Seats, then options until the ruleset takes them together; every option value occurs. */
static void draw_options(struct game_setup *setup, const struct ruleset *r, struct dice *d)
{
	struct game_error error;

	do {
		setup->seat_count = r->seats_min + (int)dice_roll(d, 1u + r->seats_max - r->seats_min);
		for (int i = 0; r->options[i].name != NULL; i++) {
			int values = 0;

			while (r->options[i].choices != NULL && r->options[i].choices[values] != NULL)
				values++;
			if (i == OPTION_FIRST_SEAT)
				values = 1 + setup->seat_count;
			setup->options[i] = (uint8_t)dice_roll(d, r->options[i].choices == NULL ? 2 : (unsigned)values);
		}
	} while (ruleset_check_options(r, setup->options, setup->seat_count, &error) < 0);
}

void conformance_setup(struct game_setup *setup, const struct ruleset *r, struct dice *d)
{
	int colours = 0;

	memset(setup, 0, sizeof *setup);
	setup->ruleset = r;
	draw_options(setup, r, d);
	while (r->colours[colours] != NULL)
		colours++;
	for (int i = 0, from = (int)dice_roll(d, (unsigned)colours); i < setup->seat_count; i++) {
		int fixed = ruleset_seat_colour(r, setup->options, i);

		setup->colours[i] = (uint8_t)(fixed >= 0 ? fixed : (from + i) % colours);
	}
	for (int i = 0; i < RNG_SEED_SIZE; i++)
		setup->game_seed[i] = (unsigned char)dice_roll(d, 256);
}

struct perft { const struct game *g; const struct tileset *ts; int depth; long count; };

static int perft_step(void *arg, const struct action *a)
{
	struct perft *p = arg;
	struct game_error error;
	struct events events;
	struct game next;

	if (p->depth == 1) {
		p->count++;
		return 0;
	}
	next = *p->g;
	if (game_apply(&next, p->ts, a, &events, &error) != 0)
		return -1;
	p->count += conformance_perft(&next, p->ts, p->depth - 1);
	return 0;
}

long conformance_perft(const struct game *g, const struct tileset *ts, int depth)
{
	struct perft p = { g, ts, depth, 0 };

	for (int seat = 0; seat < g->seat_count; seat++)
		if (game_legal(g, ts, seat, perft_step, &p) != 0)
			return -1;
	return p.count;
}

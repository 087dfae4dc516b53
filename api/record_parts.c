/* record_parts.c - the parts of a record that are written and verified alike. */
#include "api/record_parts.h"

#include <string.h>

#include "api/options.h"

void record_seats(struct sink *out, const struct store_seat *seats, int count)
{
	sink_array(out, "seats");
	for (int i = 0; i < count; i++) {
		sink_object(out, NULL);
		sink_text(out, "colour", seats[i].colour);
		sink_text(out, "name", seats[i].name);
		sink_text(out, "client_seed", seats[i].client_seed);
		sink_end(out);
	}
	sink_end(out);
}

void record_options(struct sink *out, const struct ruleset *r, const uint8_t options[GAME_OPTIONS_MAX])
{
	sink_object(out, "options");
	options_write(r, options, out);
	sink_end(out);
}

int record_setup(struct game_setup *setup, const struct ruleset *r, const uint8_t options[GAME_OPTIONS_MAX],
	const struct store_seat *seats, int count, const unsigned char server_seed[STORE_SEED])
{
	const char *client_seeds[GAME_SEATS_MAX];

	memset(setup, 0, sizeof *setup);
	setup->ruleset = r;
	setup->seat_count = count;
	memcpy(setup->options, options, GAME_OPTIONS_MAX);
	for (int i = 0; i < count; i++) {
		int colour = ruleset_find_colour(r, seats[i].colour);

		if (colour < 0)
			return -1;
		setup->colours[i] = (uint8_t)colour;
		client_seeds[i] = seats[i].client_seed;
	}
	rng_game_seed(setup->game_seed, server_seed, client_seeds, count);
	return 0;
}

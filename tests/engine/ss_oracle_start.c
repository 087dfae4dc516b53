/*
 * How the oracle of South Seas begins a game: ships, and the first turn.
 */
#include <string.h>

#include "tests/engine/ss_oracle_inside.h"

void ss_oracle_start(struct ss_oracle *o, const struct tileset *ts, const struct game_setup *setup)
{
	static struct oracle_stream ships;

	memset(o, 0, sizeof *o);
	oracle_core_start(&o->core, &o->now.turn, ts, setup);
	o->retrieve_any = oracle_option(setup, "retrieve") == 0;
	o->now.decider = SEAT_NONE;
	for (int s = 0; s < ts->ship_count; s++) {
		o->pile[s] = (uint8_t)s;
		o->now.owner[s] = SEAT_NONE;
	}
	oracle_stream_start(&ships, setup->game_seed, "ships");
	oracle_shuffle(&ships, o->pile, ts->ship_count);
	ss_oracle_refill(o);
	ss_oracle_look(o);
	if (o->core.auto_draw)
		ss_oracle_draw(o);
	ss_oracle_commit(o);
}

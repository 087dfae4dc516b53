/*
 * codec.c - the template game's part of a snapshot, and whether it can be true.
 *
 * What belongs here: turn->rules as bytes that are the same on every machine
 * (struct writer and struct reader of core/step.h), and back.  A game can be read
 * from anywhere, so check looks at everything that only this game knows; what
 * passes is played on without a second look.
 */
#include "template.h"

#include <string.h>

#include "../core/step.h"

/* Nothing is kept beside the board. */
size_t template_encode(const struct game *g, const struct tileset *ts, const struct turn *turn,
	unsigned char *out, size_t max)
{
	(void)g;
	(void)ts;
	(void)turn;
	(void)out;
	(void)max;
	return 0;
}

int template_decode(struct game *g, const struct tileset *ts, struct turn *turn, const unsigned char *in, size_t size)
{
	(void)g;
	(void)ts;
	(void)in;
	memset(turn->rules, 0, sizeof(turn->rules));
	return size ? -1 : 0;
}

int template_check(const struct game *g, const struct tileset *ts, char why[120])
{
	unsigned phases = 1u << PHASE_DRAW | 1u << PHASE_PLACE | 1u << PHASE_PIECE | 1u << PHASE_OVER;

	(void)ts;
	if (!(phases >> g->now.phase & 1) || g->now.over_reason == OVER_LAST_SHIP)
		return broken(why, "a phase or an end that this game does not have");
	if (g->now.phase == PHASE_PIECE && g->options[OPTION_AUTO_END_TURN])
		return broken(why, "a turn that ends by itself goes on");
	if (g->now.piece_count)
		return broken(why, "there are no pieces in this game");
	return 0;
}

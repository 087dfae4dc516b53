/*
 * What a test forces upon a game: ships and wares of South Seas, dice and
 * points of Star Wars.  The only file of the rule tests that knows how the
 * engine keeps them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/south_seas/south_seas.h"
#include "engine/star_wars/star_wars.h"
#include "tests/engine/support.h"

static int ships_in(const struct play *p, const char *list, uint8_t out[TILESET_SHIPS_MAX])
{
	char copy[400], *save, *word;
	int count = 0;

	snprintf(copy, sizeof copy, "%s", list);
	for (word = strtok_r(copy, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
		int s = tileset_find_ship(p->ts, word);

		ck_assert_msg(s >= 0, "no ship %s", word);
		out[count++] = (uint8_t)s;
	}
	return count;
}

/* The pile keeps all ships in the order of turning up: the forced row, then removed ones, then the forced pile. */
static void set_ships_of(const struct play *p, struct turn *turn, const char *face_up, const char *pile)
{
	struct ss_state *s = ss_state(turn);
	uint8_t row[TILESET_SHIPS_MAX], rest[TILESET_SHIPS_MAX], used[TILESET_SHIPS_MAX] = { 0 };
	int row_count = ships_in(p, face_up, row), rest_count = ships_in(p, pile, rest), at = 0;

	ck_assert_int_le(row_count, SS_ROW);
	for (int i = 0; i < row_count; i++)
		used[row[i]] = 1;
	for (int i = 0; i < rest_count; i++)
		used[rest[i]] = 1;
	for (int i = 0; i < row_count; i++)
		s->pile[at++] = row[i];
	for (int i = 0; i < p->ts->ship_count; i++)
		if (!used[i])
			s->pile[at++] = (uint8_t)i;
	for (int i = 0; i < rest_count; i++)
		s->pile[at++] = rest[i];
	ck_assert_int_eq(at, p->ts->ship_count);
	s->turned_up = (uint8_t)(at - rest_count);
	memset(s->row, 0, sizeof s->row);
	memcpy(s->row, row, (size_t)row_count);
	s->row_count = (uint8_t)row_count;
}

void set_ships(struct play *p, const char *face_up, const char *pile)
{
	set_ships_of(p, &p->g.now, face_up, pile);
	set_ships_of(p, &p->g.mark, face_up, pile);
}

void set_wares(struct play *p, int seat, int shells, int fish, int bananas)
{
	struct turn *turns[2] = { &p->g.now, &p->g.mark };

	for (int i = 0; i < 2; i++) {
		uint32_t *wares = ss_state(turns[i])->wares[seat];

		wares[SS_SHELLS] = (uint32_t)shells;
		wares[SS_FISH] = (uint32_t)fish;
		wares[SS_BANANAS] = (uint32_t)bananas;
	}
}

void give_ship(struct play *p, int seat, const char *ship)
{
	int s = tileset_find_ship(p->ts, ship);

	ck_assert_msg(s >= 0, "no ship %s", ship);
	ss_state(&p->g.now)->owner[s] = (uint8_t)seat;
	ss_state(&p->g.mark)->owner[s] = (uint8_t)seat;
}

enum { DICE_MAX = 24 };

/* A die that a test asks for: from..to. */
struct wish { int from, to; };

static int read_wishes(const char *dice, struct wish wishes[DICE_MAX])
{
	char copy[160], *save, *word;
	int count = 0;

	snprintf(copy, sizeof copy, "%s", dice);
	for (word = strtok_r(copy, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
		int below = word[0] == '<', value = atoi(word + below);

		ck_assert_msg(count < DICE_MAX && value >= 1 && value <= 6, "not a die: %s", word);
		wishes[count++] = below ? (struct wish){ 1, value - 1 } : (struct wish){ value, value };
	}
	return count;
}

/*
 * The stream cannot be written, but it is long: look for a place in it where
 * these dice come, and go on from there.  The mark needs nothing: undo
 * does not turn a stream back.
 */
void force_dice(struct play *p, const char *dice)
{
	struct wish wishes[DICE_MAX];
	int count = read_wishes(dice, wishes), rolls[DICE_MAX] = { 0 };
	uint32_t places[DICE_MAX] = { 0 };
	struct rng rng = p->g.rng;

	for (int n = 0; n < 100 * 1000 * 1000; n++) {
		int at = n % count, matching = 0;

		places[at] = rng.used[RNG_DICE];
		rolls[at] = (int)rng_uniform(&rng, RNG_DICE, 6) + 1;
		while (n >= count - 1 && matching < count) {
			int roll = rolls[(n + 1 + matching) % count];

			if (roll < wishes[matching].from || roll > wishes[matching].to)
				break;
			matching++;
		}
		if (matching == count) {
			p->g.rng.used[RNG_DICE] = places[(n + 1) % count];
			return;
		}
	}
	ck_abort_msg("these dice do not come: %s", dice);
}

void set_score(struct play *p, int side, int points)
{
	sw_state(&p->g.now)->scores[side] = (uint32_t)points;
	sw_state(&p->g.mark)->scores[side] = (uint32_t)points;
}

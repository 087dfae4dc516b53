/*
 * What the oracle of Star Wars answers without changing anything: sides,
 * supplies, dice, worth, and everything that a seat may do now.
 */
#include "tests/engine/sw_oracle.h"

enum { RED, GREEN, BLACK, WHITE, ORANGE };
enum { SMALL, LARGE };

int sw_oracle_bits(unsigned set)
{
	int count = 0;

	for (int i = 0; i < SW_ORACLE_SIDES; i++)
		count += set >> i & 1;
	return count;
}

int sw_oracle_side(const struct sw_oracle *o, int seat)
{
	return o->teams ? seat % 2 : seat;
}

/* SW-0.1; in the team game red and black sit on the first two seats (SW-6). */
int sw_oracle_faction(const struct sw_oracle *o, int side)
{
	int colour = o->colours[side];

	return colour == RED || colour == GREEN ? 1 : colour == ORANGE ? 3 : 2;
}

unsigned sw_oracle_playing(const struct sw_oracle *o)
{
	unsigned sides = 0;

	for (int seat = 0; seat < o->core.seats; seat++)
		if (!o->now.turn.resigned[seat])
			sides |= 1u << sw_oracle_side(o, seat);
	return sides;
}

unsigned sw_oracle_sides(const struct sw_oracle *o, int label)
{
	unsigned sides = 0;

	for (int seat = 0; seat < o->core.seats; seat++)
		if (o->core.regions[label].of_seat[seat] > 0)
			sides |= 1u << sw_oracle_side(o, seat);
	return sides;
}

int sw_oracle_score(const struct sw_oracle *o, int seat)
{
	int side = sw_oracle_side(o, seat);

	return sw_oracle_playing(o) >> side & 1 ? (int)o->now.scores[side] : 0;
}

int sw_oracle_supply(const struct sw_oracle *o, int seat, int size)
{
	int supply = size == LARGE ? 1 : 4;

	for (int i = 0; i < o->now.turn.piece_count; i++)
		supply -= o->now.turn.pieces[i].seat == seat && o->now.turn.pieces[i].size == size;
	return supply;
}

unsigned sw_oracle_waiting_for(const struct sw_oracle *o)
{
	return o->now.turn.phase == PHASE_OVER ? 0 : 1u << o->now.turn.seat;
}

int sw_oracle_symbols(const struct sw_oracle *o, int label)
{
	const struct oracle_region *r = &o->core.regions[label];

	return r->marks[1] + r->marks[2] + r->marks[3];
}

int sw_oracle_complete(const struct sw_oracle *o, int label)
{
	const struct oracle_region *r = &o->core.regions[label];

	return r->shape == SHAPE_CENTRE ? oracle_neighbours(&o->core, r->first_tile) == 8 : r->open == 0;
}

int sw_oracle_worth(const struct sw_oracle *o, int label)
{
	const struct oracle_region *r = &o->core.regions[label];
	int tiles = r->shape == SHAPE_CENTRE ? 1 + oracle_neighbours(&o->core, r->first_tile) : r->tiles;

	if (r->shape == SHAPE_LAND && sw_oracle_complete(o, label))
		tiles *= 2;
	return tiles + 2 * sw_oracle_symbols(o, label);
}

int sw_oracle_dice(const struct sw_oracle *o, int label, int side, int *unlimited)
{
	int dice = 0;

	for (int i = 0; i < o->now.turn.piece_count; i++) {
		const struct oracle_piece *p = &o->now.turn.pieces[i];

		if (o->core.label[p->tile][p->segment] == label && sw_oracle_side(o, p->seat) == side)
			dice += p->size == LARGE ? 2 : 1;
	}
	if (dice > 0 && o->core.regions[label].marks[sw_oracle_faction(o, side)] > 0)
		dice++;
	*unlimited = dice;
	return dice > 3 ? 3 : dice;
}

int sw_oracle_battles(const struct sw_oracle *o, int labels[SW_ORACLE_BATTLES])
{
	static const enum shape order[] = { SHAPE_CENTRE, SHAPE_LAND, SHAPE_LINE };
	int count = 0;

	for (int i = 0; i < 3; i++)
		for (int label = 0; label < o->core.region_count; label++)
			if (o->core.regions[label].shape == order[i] && sw_oracle_bits(sw_oracle_sides(o, label)) > 1)
				labels[count++] = label;
	return count;
}

/* SW-2.1 to 2.3, of one size. */
static int meeples_of_size(const struct sw_oracle *o, int seat, int size, struct action *out)
{
	const struct oracle_tile *at = &o->core.tiles[o->now.turn.placed];
	const struct kind *kind = oracle_kind(&o->core, at->face);
	struct action a = { .type = ACTION_MEEPLE, .seat = (uint8_t)seat, .size = (uint8_t)size };
	int count = 0;

	if (sw_oracle_supply(o, seat, size) == 0)
		return 0;
	for (int s = 0; s < kind->segment_count; s++)
		if (o->core.regions[o->core.label[o->now.turn.placed][s]].pieces == 0) {
			a.segment = (uint8_t)s;
			out[count++] = a;
		}
	a.segment = 0;
	a.planet = 1;
	for (int y = at->y - 1; y <= at->y + 1; y++)
		for (int x = at->x - 1; x <= at->x + 1; x++) {
			int tile = oracle_tile_at(&o->core, x, y);

			if (tile < 0 || tile == o->now.turn.placed)
				continue;
			kind = oracle_kind(&o->core, o->core.tiles[tile].face);
			for (int s = 0; s < kind->segment_count; s++)
				if (kind->segments[s].shape == SHAPE_CENTRE) {
					a.x = (int16_t)x;
					a.y = (int16_t)y;
					out[count++] = a;
				}
		}
	return count;
}

int sw_oracle_meeples(const struct sw_oracle *o, int seat, struct action *out)
{
	int count = meeples_of_size(o, seat, SMALL, out);

	return count + meeples_of_size(o, seat, LARGE, out + count);
}

/* The battle in that region as the legal list names it. */
static struct action battle_of(const struct sw_oracle *o, int seat, int label)
{
	const struct oracle_region *r = &o->core.regions[label];

	return (struct action){ .type = ACTION_BATTLE, .seat = (uint8_t)seat, .segment = (uint8_t)r->first_segment,
		.x = o->core.tiles[r->first_tile].x, .y = o->core.tiles[r->first_tile].y };
}

void sw_oracle_canonical(const struct sw_oracle *o, struct action *a)
{
	struct action named;
	int tile;

	if (a->type != ACTION_BATTLE || o->now.turn.phase != PHASE_BATTLE)
		return;
	tile = oracle_tile_at(&o->core, a->x, a->y);
	if (tile < 0 || a->segment >= oracle_kind(&o->core, o->core.tiles[tile].face)->segment_count)
		return;
	named = battle_of(o, a->seat, o->core.label[tile][a->segment]);
	a->x = named.x;
	a->y = named.y;
	a->segment = named.segment;
}

int sw_oracle_legal(struct sw_oracle *o, int seat, struct action out[ORACLE_LEGAL_MAX])
{
	int labels[SW_ORACLE_BATTLES], count = 0;

	if (seat >= o->core.seats || !(sw_oracle_waiting_for(o) >> seat & 1))
		return 0;
	switch ((enum phase)o->now.turn.phase) {
	case PHASE_DRAW:
		out[count++] = (struct action){ .type = ACTION_DRAW, .seat = (uint8_t)seat };
		break;
	case PHASE_PLACE:
		count = oracle_place_actions(&o->core, o->now.turn.hand, seat, out);
		break;
	case PHASE_PIECE:
		count = sw_oracle_meeples(o, seat, out);
		out[count++] = (struct action){ .type = ACTION_SKIP, .seat = (uint8_t)seat };
		break;
	case PHASE_BATTLE:
		count = sw_oracle_battles(o, labels);
		for (int i = 0; i < count; i++)
			out[i] = battle_of(o, seat, labels[i]);
		break;
	case PHASE_DECIDE:
	case PHASE_DELIVER:
	case PHASE_OVER:
		break;
	}
	return count;
}

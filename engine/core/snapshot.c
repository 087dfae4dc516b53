/*
 * snapshot.c - a game as bytes, and the proof that bytes are a game.
 *
 *	u8 format = 1 | u8 ruleset, version, seats, bag_count | options | colours |
 *	seed | u32 x RNG_LABELS used | bag | u8 tiles without the start tile, each
 *	u8 face, u8 rotation, i16 x, i16 y | turn now | turn mark |
 *	u8 trail_count, actions
 *
 *	turn: u8 phase, seat, hand, placed | u16 number | u8 drawn, closing,
 *	decider, over_reason, winners | seat states | u8 pieces, each u16 node,
 *	u8 seat, u8 size | u8 aside, faces | u16 size, the ruleset's bytes
 *
 * Everything that follows from other bytes is left out and computed anew, so
 * it cannot contradict them; all the rest is checked, down to repeating the
 * actions since the mark.
 */
#include "game.h"

#include <string.h>

#include "ruleset.h"
#include "step.h"

enum {
	FORMAT = 1,
	TURN_MAX = 11 + GAME_SEATS_MAX + 2 + 4 * GAME_PIECES_MAX + TILESET_TILES_MAX + 2 + GAME_RULES_STATE
};

_Static_assert(6 + GAME_OPTIONS_MAX + GAME_SEATS_MAX + RNG_SEED_SIZE + 4 * RNG_LABELS +
	7 * TILESET_TILES_MAX + 2 * TURN_MAX + 1 + GAME_TRAIL_MAX * ACTION_BYTES <= GAME_SNAPSHOT_MAX,
	"the largest game fits into a snapshot");

void action_encode(const struct action *a, unsigned char out[ACTION_BYTES])
{
	struct writer w = {out};

	put_u8(&w, a->type);
	put_u8(&w, a->seat);
	put_u8(&w, a->rotation);
	put_u8(&w, a->segment);
	put_u16(&w, (uint16_t)a->x);
	put_u16(&w, (uint16_t)a->y);
	put_u8(&w, a->group);
	put_u8(&w, a->ship);
	put_u8(&w, a->size);
	put_u8(&w, a->planet);
	put_bytes(&w, a->wares, WARES);
	put_u8(&w, 0);
}

/* Two's complement of 16 bits, without asking the compiler how it does it. */
static int16_t take_i16(struct reader *r)
{
	int value = (int)take_u16(r);

	return (int16_t)(value < 0x8000 ? value : value - 0x10000);
}

static void take_action(struct reader *r, struct action *a)
{
	a->type = (uint8_t)take_u8(r);
	a->seat = (uint8_t)take_u8(r);
	a->rotation = (uint8_t)take_u8(r);
	a->segment = (uint8_t)take_u8(r);
	a->x = take_i16(r);
	a->y = take_i16(r);
	a->group = (uint8_t)take_u8(r);
	a->ship = (uint8_t)take_u8(r);
	a->size = (uint8_t)take_u8(r);
	a->planet = (uint8_t)take_u8(r);
	take_bytes(r, a->wares, WARES);
	a->reserved = (uint8_t)take_u8(r);
}

int action_decode(struct action *a, const unsigned char in[ACTION_BYTES])
{
	struct reader r = {.at = in, .left = ACTION_BYTES};
	struct action read;

	take_action(&r, &read);
	if (read.type == ACTION_NONE || read.type >= ACTION_TYPES || read.rotation > 3 ||
		read.seat >= GAME_SEATS_MAX || read.size > 1 || read.planet > 1 || read.reserved)
		return -1;
	*a = read;
	return 0;
}

static void put_turn(struct writer *w, const struct game *g, const struct tileset *ts, const struct turn *t)
{
	unsigned char rules[GAME_RULES_STATE];
	size_t size = game_ruleset(g)->encode(g, ts, t, rules, sizeof(rules));

	put_u8(w, t->phase);
	put_u8(w, t->seat);
	put_u8(w, t->hand);
	put_u8(w, t->placed);
	put_u16(w, t->number);
	put_u8(w, t->drawn);
	put_u8(w, t->closing);
	put_u8(w, t->decider);
	put_u8(w, t->over_reason);
	put_u8(w, t->winners);
	put_bytes(w, t->seat_state, GAME_SEATS_MAX);
	put_u8(w, t->piece_count);
	for (int i = 0; i < t->piece_count; i++) {
		put_u16(w, t->pieces[i].node);
		put_u8(w, t->pieces[i].seat);
		put_u8(w, t->pieces[i].size);
	}
	put_u8(w, t->aside_count);
	put_bytes(w, t->aside, t->aside_count);
	put_u16(w, (unsigned)size);
	put_bytes(w, rules, size);
}

static int take_turn(struct reader *r, struct game *g, const struct tileset *ts, struct turn *t)
{
	size_t size;

	t->phase = (uint8_t)take_u8(r);
	t->seat = (uint8_t)take_u8(r);
	t->hand = (uint8_t)take_u8(r);
	t->placed = (uint8_t)take_u8(r);
	t->number = (uint16_t)take_u16(r);
	t->drawn = (uint8_t)take_u8(r);
	t->closing = (uint8_t)take_u8(r);
	t->decider = (uint8_t)take_u8(r);
	t->over_reason = (uint8_t)take_u8(r);
	t->winners = (uint8_t)take_u8(r);
	take_bytes(r, t->seat_state, GAME_SEATS_MAX);
	t->piece_count = (uint8_t)take_u8(r);
	if (t->piece_count > GAME_PIECES_MAX)
		return -1;
	for (int i = 0; i < t->piece_count; i++) {
		t->pieces[i].node = (uint16_t)take_u16(r);
		t->pieces[i].seat = (uint8_t)take_u8(r);
		t->pieces[i].size = (uint8_t)take_u8(r);
	}
	t->aside_count = (uint8_t)take_u8(r);
	if (t->aside_count > TILESET_TILES_MAX - 1)
		return -1;
	take_bytes(r, t->aside, t->aside_count);
	size = take_u16(r);
	if (r->failed || size > r->left || game_ruleset(g)->decode(g, ts, t, r->at, size) < 0)
		return -1;
	r->at += size;
	r->left -= size;
	return 0;
}

static void put_board(struct writer *w, const struct board *b)
{
	put_u8(w, b->tile_count - 1u);
	for (int i = 1; i < b->tile_count; i++) {
		put_u8(w, b->tiles[i].face);
		put_u8(w, b->tiles[i].rotation);
		put_u16(w, (uint16_t)b->tiles[i].x);
		put_u16(w, (uint16_t)b->tiles[i].y);
	}
}

/*
 * Place the tiles again, each where it is allowed to lie.  No more of a face
 * than the tile set has, which also keeps the board within its bounds.
 */
static int take_board(struct reader *r, struct board *b, const struct tileset *ts, char why[120])
{
	int used[TILESET_FACES_MAX] = {0};
	int count = (int)take_u8(r);

	board_start(b, ts);
	for (int i = 0; i < count; i++) {
		int face = (int)take_u8(r), rotation = (int)take_u8(r);
		int x = take_i16(r), y = take_i16(r);
		struct board_conflict conflict;

		if (face >= ts->face_count || ts->faces[face].start || rotation > 3 ||
			++used[face] > ts->faces[face].count)
			return broken(why, "tile %d is not one that can be placed", i + 1);
		if (!board_check(b, ts, face, x, y, rotation, &conflict))
			return broken(why, "tile %d does not fit where it lies", i + 1);
		board_place(b, ts, face, x, y, rotation);
	}
	return 0;
}

size_t game_encode(const struct game *g, const struct tileset *ts, unsigned char out[GAME_SNAPSHOT_MAX])
{
	struct writer w = {out};

	put_u8(&w, FORMAT);
	put_u8(&w, g->ruleset);
	put_u8(&w, g->version);
	put_u8(&w, g->seat_count);
	put_u8(&w, g->bag_count);
	put_bytes(&w, g->options, sizeof(g->options));
	put_bytes(&w, g->colours, sizeof(g->colours));
	put_bytes(&w, g->rng.seed, sizeof(g->rng.seed));
	for (int i = 0; i < RNG_LABELS; i++)
		put_u32(&w, g->rng.used[i]);
	put_bytes(&w, g->bag, g->bag_count);
	put_board(&w, &g->board);
	put_turn(&w, g, ts, &g->now);
	put_turn(&w, g, ts, &g->mark);
	put_u8(&w, g->trail_count);
	for (int i = 0; i < g->trail_count; i++) {
		action_encode(&g->trail[i], w.at);
		w.at += ACTION_BYTES;
	}
	return (size_t)(w.at - out);
}

/* The members before the bag; they decide how to read the rest. */
static int take_head(struct reader *r, struct game *g, const struct tileset *ts, char why[120])
{
	if (take_u8(r) != FORMAT)
		return broken(why, "not a snapshot of a format that this program knows");
	g->ruleset = (uint8_t)take_u8(r);
	g->version = (uint8_t)take_u8(r);
	g->seat_count = (uint8_t)take_u8(r);
	g->bag_count = (uint8_t)take_u8(r);
	if (g->ruleset >= ruleset_count || game_ruleset(g)->version != g->version)
		return broken(why, "a ruleset that this program does not have");
	if (g->bag_count != ts->tile_count - 1)
		return broken(why, "made with another tile set");
	take_bytes(r, g->options, sizeof(g->options));
	take_bytes(r, g->colours, sizeof(g->colours));
	take_bytes(r, g->rng.seed, sizeof(g->rng.seed));
	for (int i = 0; i < RNG_LABELS; i++)
		g->rng.used[i] = take_u32(r);
	take_bytes(r, g->bag, g->bag_count);
	return 0;
}

int game_decode(struct game *g, const struct tileset *ts, const unsigned char *bytes,
	size_t size, char why[120])
{
	struct reader r = {.at = bytes, .left = size};

	memset(g, 0, sizeof(*g));
	if (take_head(&r, g, ts, why) < 0 || take_board(&r, &g->board, ts, why) < 0)
		return -1;
	if (take_turn(&r, g, ts, &g->now) < 0 || take_turn(&r, g, ts, &g->mark) < 0)
		return broken(why, "a turn that cannot be read");
	g->trail_count = (uint8_t)take_u8(&r);
	if (g->trail_count > GAME_TRAIL_MAX)
		return broken(why, "more actions to take back than a turn can have");
	for (int i = 0; i < g->trail_count; i++)
		take_action(&r, &g->trail[i]);
	if (r.failed)
		return broken(why, "the snapshot ends early");
	if (r.left)
		return broken(why, "the snapshot has %d bytes too many", (int)r.left);
	return game_check(g, ts, why);
}

/*
 * The tiny tile set as a table, and playing at random.
 */
#include "tests/engine/tiny.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

struct tiny_segment {
	const char *id, *ports;
	enum shape shape;
};

static const struct {
	const char *id, *edges;
	struct tiny_segment segments[TILESET_SEGMENTS_MAX];
} kinds[TINY_KINDS] = {
	{"bridge", "BSBS", {{"b", "N S", SHAPE_LINE}, {"e", "NR EL ER SL", SHAPE_OPEN},
		{"w", "SR WL WR NL", SHAPE_OPEN}}},
	{"bend", "SSBB", {{"b", "S W", SHAPE_LINE}, {"ne", "WR NL NR EL ER SL", SHAPE_OPEN},
		{"sw", "SR WL", SHAPE_OPEN}}},
	{"cross", "BBBB", {{"n", "N", SHAPE_LINE}, {"e", "E", SHAPE_LINE}, {"s", "S", SHAPE_LINE},
		{"w", "W", SHAPE_LINE}, {"ne", "NR EL", SHAPE_OPEN}, {"se", "ER SL", SHAPE_OPEN},
		{"sw", "SR WL", SHAPE_OPEN}, {"nw", "WR NL", SHAPE_OPEN}}},
	{"sea", "SSSS", {{"s", "NL NR EL ER SL SR WL WR", SHAPE_OPEN}}},
	{"cape", "ISSS", {{"i", "N", SHAPE_LAND}, {"s", "EL ER SL SR WL WR", SHAPE_OPEN}}},
	{"strip", "ISIS", {{"i", "N S", SHAPE_LAND}, {"e", "EL ER", SHAPE_OPEN}, {"w", "WL WR", SHAPE_OPEN}}},
	{"land", "IIII", {{"i", "N E S W", SHAPE_LAND}}},
	{"market", "SSSS", {{"s", "NL NR EL ER SL SR WL WR", SHAPE_OPEN}, {"m", "", SHAPE_CENTRE}}},
	{"pier", "BISS", {{"b", "N", SHAPE_LINE}, {"i", "E", SHAPE_LAND}, {"ne", "NR", SHAPE_OPEN},
		{"s", "SL SR WL WR NL", SHAPE_OPEN}}},
};

static unsigned ports_of(const char *names)
{
	unsigned ports = 0;

	while (*names) {
		char name[3] = "";

		for (int i = 0; i < 2 && *names && *names != ' '; i++)
			name[i] = *names++;
		ports |= 1u << port_parse(name);
		while (*names == ' ')
			names++;
	}
	return ports;
}

static void add_kind(struct tileset *ts, int number)
{
	struct kind *kind = &ts->kinds[ts->kind_count++];

	strcpy(kind->id, kinds[number].id);
	strcpy(kind->edges, kinds[number].edges);
	for (int i = 0; i < TILESET_SEGMENTS_MAX && kinds[number].segments[i].id; i++) {
		struct segment *segment = &kind->segments[kind->segment_count++];

		strcpy(segment->id, kinds[number].segments[i].id);
		segment->shape = (uint8_t)kinds[number].segments[i].shape;
		segment->ports = (uint16_t)ports_of(kinds[number].segments[i].ports);
	}
}

static struct face *add_face(struct tileset *ts, int kind, int count)
{
	struct face *face = &ts->faces[ts->face_count];
	int follows = ts->face_count > 0 && face[-1].kind == kind;

	face->kind = (uint8_t)kind;
	face->variant = (uint8_t)(follows ? face[-1].variant + 1 : 0);
	face->count = (uint8_t)count;
	ts->face_count++;
	return face;
}

static void add_ship(struct tileset *ts, const char *id, int points, int slots, enum slot slot)
{
	struct ship *ship = &ts->ships[ts->ship_count++];

	strcpy(ship->id, id);
	ship->points = (uint8_t)points;
	ship->slot_count = (uint8_t)slots;
	memset(ship->slots, slot, (size_t)slots);
}

void tiny_given(struct tileset *ts)
{
	struct face *face;

	memset(ts, 0, sizeof(*ts));
	strcpy(ts->id, "tiny");
	for (int i = 0; i < TINY_KINDS; i++)
		add_kind(ts, i);
	add_face(ts, TINY_BRIDGE, 1)->start = 1;
	add_face(ts, TINY_BRIDGE, 4)->symbols[0].count[0] = 2;
	add_face(ts, TINY_BEND, 6)->symbols[0].count[0] = 1;
	add_face(ts, TINY_CROSS, 3);
	face = add_face(ts, TINY_SEA, 2);
	face->symbols[0] = (struct symbols){.group_count = 2, .groups = {1, 2}};
	face = add_face(ts, TINY_SEA, 3);
	face->symbols[0] = (struct symbols){.group_count = 2, .groups = {2, 2}, .flag = 1};
	add_face(ts, TINY_CAPE, 5)->symbols[0].count[1] = 1;
	add_face(ts, TINY_STRIP, 4)->symbols[0].count[1] = 2;
	add_face(ts, TINY_LAND, 1);
	add_face(ts, TINY_MARKET, 8);
	add_face(ts, TINY_PIER, 1);
	add_ship(ts, "one", 2, 1, SLOT_ANY);
	add_ship(ts, "two", 2, 2, SLOT_A);
	add_ship(ts, "three", 3, 3, SLOT_ANY);
	add_ship(ts, "four", 3, 2, SLOT_WARE_1);
	add_ship(ts, "five", 3, 1, SLOT_WARE_0);
	add_ship(ts, "six", 3, 8, SLOT_ANY);
}

const struct tileset *tiny_set(void)
{
	static struct tileset ts;

	if (!ts.tile_count) {
		tiny_given(&ts);
		ck_assert_int_eq(tileset_finish(&ts, ruleset_find("south-seas", 0)->words, NULL), 0);
	}
	return &ts;
}

int tiny_face(enum tiny_kind kind)
{
	const struct tileset *ts = tiny_set();

	return ts->kinds[kind].first_face + (kind == TINY_BRIDGE);
}

static uint64_t random_state;

void tiny_random_start(unsigned seed)
{
	random_state = seed * 2654435761u + 88172645463325252u;
}

unsigned tiny_random(unsigned n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (unsigned)(random_state >> 24) % n;
}

void tiny_start(struct game *g, const struct tileset *ts, unsigned seed, int auto_end_turn)
{
	struct game_setup setup = {.ruleset = ruleset_find("south-seas", 0), .seat_count = 2, .colours = {0, 1}};
	struct events events;
	struct game_error err;

	ruleset_default_options(setup.ruleset, setup.options);
	setup.options[OPTION_AUTO_END_TURN] = (uint8_t)auto_end_turn;
	for (int i = 0; i < 4; i++)
		setup.game_seed[i] = (unsigned char)(seed >> 8 * i);
	ck_assert_int_eq(game_start(g, ts, &setup, &events, &err), 0);
}

struct pick {
	unsigned left;
	int count;
	struct action action;
};

static int pick(void *arg, const struct action *a)
{
	struct pick *p = arg;

	p->count++;
	if (p->left == 0)
		p->action = *a;
	return p->left-- == 0;
}

static int count(void *arg, const struct action *a)
{
	(void)a;
	++*(int *)arg;
	return 0;
}

struct action tiny_legal(const struct game *g, const struct tileset *ts, unsigned n)
{
	struct pick p = {.left = 0};
	int seat = 0, all = 0;

	while (!(game_waiting_for(g) >> seat & 1))
		ck_assert_int_lt(++seat, GAME_SEATS_MAX);
	game_legal(g, ts, seat, count, &all);
	ck_assert_int_gt(all, 0);
	p.left = n % (unsigned)all;
	ck_assert_int_eq(game_legal(g, ts, seat, pick, &p), 1);
	return p.action;
}

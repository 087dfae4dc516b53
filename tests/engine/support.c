/*
 * Starting games, taking actions and asking questions in tests.  All that is
 * asked goes through the public descriptions, so that these are tested on the
 * way; only what a test forces (bag, ships, wares) reaches into the game.
 */
#include "tests/engine/support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/tileset_json.h"

/* --- tile sets ------------------------------------------------------------- */

static struct { char path[128]; struct tileset ts; const struct ruleset *ruleset; } loaded[16];
static int loaded_count;

static const struct tileset *load(const char *path)
{
	static char text[TILESET_FILE_MAX];
	struct buf findings;
	size_t size;
	FILE *f;

	for (int i = 0; i < loaded_count; i++)
		if (strcmp(loaded[i].path, path) == 0)
			return &loaded[i].ts;
	ck_assert_int_lt(loaded_count, 16);
	f = fopen(path, "rb");
	ck_assert_msg(f != NULL, "%s cannot be opened; tests run from the top of the tree", path);
	size = fread(text, 1, sizeof text, f);
	fclose(f);
	buf_init(&findings, 65536);
	if (tileset_read(&loaded[loaded_count].ts, &loaded[loaded_count].ruleset, text, size, &findings) != 0)
		ck_abort_msg("%s: %s", path, findings.data);
	buf_free(&findings);
	snprintf(loaded[loaded_count].path, sizeof loaded[loaded_count].path, "%s", path);
	return &loaded[loaded_count++].ts;
}

const struct tileset *bundled_tileset(void)
{
	return load("engine/south_seas/tiles.json");
}

const struct tileset *tileset_of(const struct ruleset *r)
{
	static struct { const struct ruleset *ruleset; struct tileset ts; } known[4];
	const struct ruleset *named;
	struct buf findings;
	int i = 0;

	for (; known[i].ruleset != NULL; i++)
		if (known[i].ruleset == r)
			return &known[i].ts;
	ck_assert_int_lt(i, 3);
	buf_init(&findings, 65536);
	if (tileset_read(&known[i].ts, &named, r->tiles, (size_t)(r->tiles_end - r->tiles), &findings) != 0)
		ck_abort_msg("tiles of %s: %s", r->id, findings.data);
	buf_free(&findings);
	known[i].ruleset = r;
	return &known[i].ts;
}

const struct tileset *star_wars_tileset(void)
{
	return load("engine/star_wars/tiles.json");
}

const struct tileset *fixture_tileset(const char *name)
{
	char path[128];

	snprintf(path, sizeof path, "tests/fixtures/tilesets/%s.json", name);
	return load(path);
}

int face_of(const struct tileset *ts, const char *kind, int variant)
{
	int k = tileset_find_kind(ts, kind);

	ck_assert_msg(k >= 0, "no kind %s in the tile set", kind);
	for (int f = 0; f < ts->face_count; f++)
		if (ts->faces[f].kind == k && ts->faces[f].variant == variant)
			return f;
	ck_abort_msg("kind %s has no variant %d", kind, variant);
	return -1;
}

/* The game that a tile set is for. */
static const struct ruleset *ruleset_of(const struct tileset *ts)
{
	for (int i = 0; i < loaded_count; i++)
		if (&loaded[i].ts == ts)
			return loaded[i].ruleset;
	ck_abort_msg("a tile set that was not read here");
	return NULL;
}

/* --- a game -------------------------------------------------------------------- */

static void set_option(struct game_setup *setup, const char *name, const char *value)
{
	const struct ruleset *r = setup->ruleset;
	int i = ruleset_find_option(r, name);

	ck_assert_msg(i >= 0, "no option %s", name);
	if (r->options[i].choices == NULL) {
		setup->options[i] = strcmp(value, "true") == 0;
		return;
	}
	for (int c = 0; r->options[i].choices[c] != NULL; c++)
		if (strcmp(r->options[i].choices[c], value) == 0) {
			setup->options[i] = (uint8_t)c;
			return;
		}
	ck_abort_msg("option %s has no choice %s", name, value);
}

void setup_options(struct game_setup *setup, const char *options)
{
	char copy[200], *save, *word;

	ruleset_default_options(setup->ruleset, setup->options);
	set_option(setup, "first_seat", "0");
	snprintf(copy, sizeof copy, "%s", options);
	for (word = strtok_r(copy, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
		char *equals = strchr(word, '=');

		ck_assert_msg(equals != NULL, "option without value: %s", word);
		*equals = '\0';
		set_option(setup, word, equals + 1);
	}
}

static void start(struct play *p, const struct tileset *ts, struct game_setup *setup, const char *options, unsigned seed)
{
	memset(p, 0, sizeof *p);
	p->ts = ts;
	setup_options(setup, options);
	for (int s = 0; s < setup->seat_count; s++)
		if (ruleset_seat_colour(setup->ruleset, setup->options, s) >= 0)
			setup->colours[s] = (uint8_t)ruleset_seat_colour(setup->ruleset, setup->options, s);
	memcpy(setup->game_seed, &seed, sizeof seed);
	if (game_start(&p->g, ts, setup, &p->ev, &p->err) != 0)
		ck_abort_msg("the game does not start: %s", p->err.text);
}

void play_start_seed(struct play *p, const struct tileset *ts, int seats, const char *options, unsigned seed)
{
	struct game_setup setup = { .ruleset = ruleset_of(ts), .seat_count = seats };

	for (int s = 0; s < seats; s++)
		setup.colours[s] = (uint8_t)s;
	start(p, ts, &setup, options, seed);
}

void play_start(struct play *p, const struct tileset *ts, int seats, const char *options)
{
	play_start_seed(p, ts, seats, options, 1);
}

void play_start_colours(struct play *p, const struct tileset *ts, const char *colours, const char *options)
{
	struct game_setup setup = { .ruleset = ruleset_of(ts) };
	char copy[80], *save, *word;

	snprintf(copy, sizeof copy, "%s", colours);
	for (word = strtok_r(copy, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
		int c = ruleset_find_colour(setup.ruleset, word);

		ck_assert_msg(c >= 0 && setup.seat_count < GAME_SEATS_MAX, "no colour %s", word);
		setup.colours[setup.seat_count++] = (uint8_t)c;
	}
	start(p, ts, &setup, options, 1);
}

void tile_after(struct play *p, int count, const char *kind, int variant)
{
	uint8_t *bag = p->g.bag, face = (uint8_t)face_of(p->ts, kind, variant);
	int at = p->g.now.drawn + count;

	for (int i = at; i < p->g.bag_count; i++)
		if (bag[i] == face) {
			bag[i] = bag[at];
			bag[at] = face;
			return;
		}
	ck_abort_msg("no tile %s/%d is left in the bag", kind, variant);
}

void next_tile(struct play *p, const char *kind, int variant)
{
	tile_after(p, 0, kind, variant);
}

void shorten_bag(struct play *p, int count)
{
	struct turn *now = &p->g.now;
	uint8_t next[TILESET_TILES_MAX], *bag = p->g.bag + now->drawn;
	int left = game_bag_left(&p->g);

	/* What comes next goes to the end; what stands before it then is removed, as if it fitted nowhere. */
	memcpy(next, bag, (size_t)count);
	memmove(bag, bag + count, (size_t)(left - count));
	memcpy(bag + left - count, next, (size_t)count);
	for (; left > count; left--)
		now->aside[now->aside_count++] = p->g.bag[now->drawn++];
	p->g.mark = *now;
}

void act(struct play *p, struct action a)
{
	if (game_apply(&p->g, p->ts, &a, &p->ev, &p->err) != 0)
		ck_abort_msg("%s by seat %d (x %d, y %d, rotation %d, segment %d) was refused: %s [%s]",
			action_type_name(a.type), a.seat, a.x, a.y, 90 * a.rotation, a.segment, p->err.text, p->err.rule);
}

void must_refuse(struct play *p, struct action a, enum refusal why, const char *rule)
{
	struct game before = p->g;

	memset(&p->err, 0, sizeof p->err);
	if (game_apply(&p->g, p->ts, &a, &p->ev, &p->err) == 0)
		ck_abort_msg("%s by seat %d was accepted, not refused by %s", action_type_name(a.type), a.seat, rule == NULL ? "anything" : rule);
	ck_assert_msg(memcmp(&before, &p->g, sizeof before) == 0, "a refused action changed the game");
	ck_assert_msg(p->err.refusal == why && (rule == NULL || strcmp(p->err.rule, rule) == 0),
		"refusal %d [%s] and not %d [%s]: %s", p->err.refusal, p->err.rule, why, rule == NULL ? "" : rule,
		p->err.text);
	ck_assert_msg(p->err.text[0] != '\0', "a refusal without a sentence");
}

static int segment_of_face(const struct play *p, int face, const char *segment)
{
	int s = kind_find_segment(&p->ts->kinds[p->ts->faces[face].kind], segment);

	ck_assert_msg(s >= 0, "kind %s has no segment %s", p->ts->kinds[p->ts->faces[face].kind].id, segment);
	return s;
}

static int segment_at(const struct play *p, int x, int y, const char *segment)
{
	int t = board_tile_at(&p->g.board, x, y);

	ck_assert_msg(t >= 0, "no tile at %d,%d", x, y);
	return segment_of_face(p, p->g.board.tiles[t].face, segment);
}

static int ship_of(const struct play *p, const char *id)
{
	int s = tileset_find_ship(p->ts, id);

	ck_assert_msg(s >= 0, "no ship %s", id);
	return s;
}

struct action draw_by(int seat)
{
	return (struct action){ .type = ACTION_DRAW, .seat = (uint8_t)seat };
}

struct action place_by(int seat, int x, int y, int degrees)
{
	return (struct action){ .type = ACTION_PLACE, .seat = (uint8_t)seat, .x = (int16_t)x, .y = (int16_t)y,
		.rotation = (uint8_t)(degrees / 90) };
}

struct action islander_by(const struct play *p, int seat, const char *segment)
{
	ck_assert_int_ne(p->g.now.placed, TILE_NONE);
	return (struct action){ .type = ACTION_ISLANDER, .seat = (uint8_t)seat,
		.segment = (uint8_t)segment_of_face(p, p->g.board.tiles[p->g.now.placed].face, segment) };
}

struct action meeple_by(const struct play *p, int seat, int size, const char *segment)
{
	ck_assert_int_ne(p->g.now.placed, TILE_NONE);
	return (struct action){ .type = ACTION_MEEPLE, .seat = (uint8_t)seat, .size = (uint8_t)size,
		.segment = (uint8_t)segment_of_face(p, p->g.board.tiles[p->g.now.placed].face, segment) };
}

struct action planet_by(int seat, int size, int x, int y)
{
	return (struct action){ .type = ACTION_MEEPLE, .seat = (uint8_t)seat, .size = (uint8_t)size, .planet = 1,
		.x = (int16_t)x, .y = (int16_t)y };
}

struct action battle_by(const struct play *p, int seat, int x, int y, const char *segment)
{
	return (struct action){ .type = ACTION_BATTLE, .seat = (uint8_t)seat, .x = (int16_t)x, .y = (int16_t)y,
		.segment = (uint8_t)segment_at(p, x, y, segment) };
}

struct action retrieve_by(const struct play *p, int seat, int x, int y, const char *segment)
{
	return (struct action){ .type = ACTION_RETRIEVE, .seat = (uint8_t)seat, .x = (int16_t)x, .y = (int16_t)y,
		.segment = (uint8_t)segment_at(p, x, y, segment) };
}

struct action skip_by(int seat)
{
	return (struct action){ .type = ACTION_SKIP, .seat = (uint8_t)seat };
}

struct action cover_by(const struct play *p, int seat, int x, int y, const char *segment, int group)
{
	return (struct action){ .type = ACTION_COVER_FISH, .seat = (uint8_t)seat, .x = (int16_t)x, .y = (int16_t)y,
		.segment = (uint8_t)segment_at(p, x, y, segment), .group = (uint8_t)group };
}

struct action choose_by(const struct play *p, int seat, const char *ship)
{
	return (struct action){ .type = ACTION_CHOOSE_SHIP, .seat = (uint8_t)seat, .ship = (uint8_t)ship_of(p, ship) };
}

struct action deliver_by(const struct play *p, int seat, const char *ship, int shells, int fish, int bananas)
{
	return (struct action){ .type = ACTION_DELIVER, .seat = (uint8_t)seat, .ship = (uint8_t)ship_of(p, ship),
		.wares = { (uint8_t)shells, (uint8_t)fish, (uint8_t)bananas } };
}

struct action end_by(int seat)
{
	return (struct action){ .type = ACTION_END_TURN, .seat = (uint8_t)seat };
}

struct action undo_by(int seat)
{
	return (struct action){ .type = ACTION_UNDO, .seat = (uint8_t)seat };
}

struct action resign_by(int seat)
{
	return (struct action){ .type = ACTION_RESIGN, .seat = (uint8_t)seat };
}

struct action timeout_by(int seat)
{
	return (struct action){ .type = ACTION_TIMEOUT, .seat = (uint8_t)seat };
}

void put(struct play *p, int seat, const char *kind, int variant, int x, int y, int degrees)
{
	ck_assert_msg(p->g.now.seat == seat, "seat %d is on turn and not %d", p->g.now.seat, seat);
	next_tile(p, kind, variant);
	act(p, draw_by(seat));
	act(p, place_by(seat, x, y, degrees));
}

void lay(struct play *p, int seat, const char *kind, int variant, int x, int y, int degrees, const char *segment)
{
	int number = p->g.now.number;

	put(p, seat, kind, variant, x, y, degrees);
	if (segment != NULL && ruleset_action(game_ruleset(&p->g), ACTION_MEEPLE) != NULL)
		act(p, meeple_by(p, seat, segment[0] == '+', segment + (segment[0] == '+')));
	else if (segment != NULL)
		act(p, islander_by(p, seat, segment));
	else if (p->g.now.phase == PHASE_PIECE && p->g.now.number == number)
		act(p, skip_by(seat));
	if (p->g.now.phase == PHASE_DELIVER && p->g.now.number == number)
		act(p, end_by(seat));
}

void pass_turn(struct play *p, int seat)
{
	int number = p->g.now.number;

	act(p, draw_by(seat));
	act(p, nth_legal(p, seat, 0));
	if (p->g.now.phase == PHASE_PIECE && p->g.now.number == number)
		act(p, skip_by(seat));
	if (p->g.now.phase == PHASE_DELIVER && p->g.now.number == number)
		act(p, end_by(seat));
}

/*
 * record_parts.c - the parts of a record that are written and verified alike,
 * and actions read back from it.
 */
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

static int read_rotation(struct members *m, struct action *out)
{
	int64_t degrees;

	if (!members_integer(m, "rotation", REQUIRED, 0, 270, &degrees))
		return 0;
	if (degrees % 90 != 0) {
		json_fault(m->faults, m->pointer, "rotation is 0, 90, 180 or 270");
		return 0;
	}
	out->rotation = (uint8_t)(degrees / 90);
	return 1;
}

static int read_segment(struct members *m, const struct game *g, const struct tileset *ts, struct action *out)
{
	char id[TILESET_ID_MAX + 1];
	int kind = action_kind(g, ts, out), segment;

	if (!members_text(m, "segment", REQUIRED, id, TILESET_ID_MAX))
		return 0;
	segment = kind < 0 ? -1 : kind_find_segment(&ts->kinds[kind], id);
	if (segment < 0) {
		json_fault(m->faults, m->pointer, "there is no segment %s there", id);
		return 0;
	}
	out->segment = (uint8_t)segment;
	return 1;
}

static int read_ship(struct members *m, const struct tileset *ts, struct action *out)
{
	char id[TILESET_ID_MAX + 1];
	int ship;

	if (!members_text(m, "ship", REQUIRED, id, TILESET_ID_MAX))
		return 0;
	ship = tileset_find_ship(ts, id);
	if (ship < 0) {
		json_fault(m->faults, m->pointer, "the tile set has no ship %s", id);
		return 0;
	}
	out->ship = (uint8_t)ship;
	return 1;
}

static int read_wares(struct members *m, const struct ruleset *r, struct action *out)
{
	const struct json *object = members_object(m, "wares", REQUIRED);
	struct members wares;
	int before = m->faults->count;

	if (!object)
		return 0;
	members_begin(&wares, object, m->pointer, m->faults);
	for (int i = 0; i < WARES; i++) {
		int64_t count;

		if (members_integer(&wares, r->wares[i], OPTIONAL, 0, 255, &count))
			out->wares[i] = (uint8_t)count;
	}
	members_done(&wares);
	return m->faults->count == before;
}

static int read_coordinate(struct members *m, const char *name, int16_t *out)
{
	int64_t value;

	if (!members_integer(m, name, REQUIRED, INT16_MIN, INT16_MAX, &value))
		return 0;
	*out = (int16_t)value;
	return 1;
}

static int read_planet(struct members *m, struct action *out)
{
	const struct json *object = members_object(m, "planet", REQUIRED);
	struct members planet;
	int good;

	if (!object)
		return 0;
	members_begin(&planet, object, m->pointer, m->faults);
	out->planet = 1;
	good = read_coordinate(&planet, "x", &out->x) & read_coordinate(&planet, "y", &out->y);
	members_done(&planet);
	return good;
}

static int read_field(struct members *m, enum field field, const struct ruleset *r, const struct game *g,
	const struct tileset *ts, struct action *out)
{
	static const char *const sizes[] = {"small", "large", NULL};
	int64_t group;
	int size;

	switch (field) {
	case FIELD_X:
		return read_coordinate(m, "x", &out->x);
	case FIELD_Y:
		return read_coordinate(m, "y", &out->y);
	case FIELD_ROTATION:
		return read_rotation(m, out);
	case FIELD_SEGMENT:
		return read_segment(m, g, ts, out);
	case FIELD_GROUP:
		if (!members_integer(m, "group", REQUIRED, 0, TILESET_GROUPS_MAX - 1, &group))
			return 0;
		out->group = (uint8_t)group;
		return 1;
	case FIELD_SHIP:
		return read_ship(m, ts, out);
	case FIELD_SIZE:
		if (!members_choice(m, "size", REQUIRED, sizes, &size))
			return 0;
		out->size = (uint8_t)size;
		return 1;
	case FIELD_PLANET:
		return read_planet(m, out);
	case FIELD_WARES:
		return read_wares(m, r, out);
	}
	return 0;
}

static const char *field_name(enum field field)
{
	static const char *const names[] = {
		[FIELD_X] = "x", [FIELD_Y] = "y", [FIELD_ROTATION] = "rotation", [FIELD_SEGMENT] = "segment",
		[FIELD_GROUP] = "group", [FIELD_SHIP] = "ship", [FIELD_SIZE] = "size", [FIELD_PLANET] = "planet",
		[FIELD_WARES] = "wares",
	};

	return names[field];
}

int record_action_read(struct members *m, const struct ruleset *r, const struct game *g, const struct tileset *ts,
	struct action *out)
{
	const struct action_row *row = ruleset_action(r, (enum action_type)out->type);

	if (!row) {
		json_fault(m->faults, m->pointer, "the game has no such action");
		return 0;
	}
	for (int i = 0; i < row->field_count; i++) {
		/* The writer leaves out what an action does not have. */
		if (row->optional >> i & 1 && !json_member(m->object, field_name(row->fields[i])))
			continue;
		if (!read_field(m, row->fields[i], r, g, ts, out))
			return 0;
	}
	return 1;
}

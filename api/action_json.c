/* action_json.c - requests to act, read by the ruleset's rows. */
#include "api/action_json.h"

#include <stdio.h>
#include <string.h>

#include "api/handlers.h"

void step_member(char out[STEP_MEMBER], enum action_type type)
{
	const char *name = action_type_name(type);
	size_t i;

	for (i = 0; name[i] && i < STEP_MEMBER - 1; i++)
		out[i] = name[i] == '-' ? '_' : name[i];
	out[i] = '\0';
}

/* --- fields -------------------------------------------------------------- */

static const char *const field_names[] = {
	[FIELD_X] = "x", [FIELD_Y] = "y", [FIELD_ROTATION] = "rotation", [FIELD_SEGMENT] = "segment",
	[FIELD_GROUP] = "group", [FIELD_SHIP] = "ship", [FIELD_SIZE] = "size", [FIELD_PLANET] = "planet",
	[FIELD_WARES] = "wares",
};

const char *field_name(enum field field)
{
	return field_names[field];
}

int row_may_be_bare(const struct action_row *row)
{
	return row->field_count > 0 && row->optional == (1u << row->field_count) - 1;
}

int row_needs_field(const struct action_row *row, int i)
{
	for (int k = 0; k < row->field_count; k++)
		if (row->fields[k] == FIELD_PLANET && (row->fields[i] == FIELD_PLANET || row->fields[i] == FIELD_SEGMENT))
			return 0;
	return !(row->optional >> i & 1);
}

static void fault_at(struct members *m, const char *name, const char *text)
{
	char pointer[JSON_POINTER_MAX];

	snprintf(pointer, sizeof(pointer), "%s/%s", m->pointer, name);
	json_fault(m->faults, pointer, "%s", text);
}

static int16_t read_coordinate(struct members *m, const char *name, enum presence p)
{
	int64_t value = 0;

	members_integer(m, name, p, INT16_MIN, INT16_MAX, &value);
	return (int16_t)value;
}

static uint8_t read_rotation(struct members *m, enum presence p)
{
	int64_t degrees = 0;

	if (members_integer(m, "rotation", p, INT32_MIN, INT32_MAX, &degrees) &&
		(degrees < 0 || degrees > 270 || degrees % 90)) {
		fault_at(m, "rotation", "a rotation is 0, 90, 180 or 270 degrees clockwise");
		return 0;
	}
	return (uint8_t)(degrees / 90);
}

static void read_wares(struct members *m, const struct ruleset *r, enum presence p, struct action *a)
{
	const struct json *object = members_object(m, "wares", p);
	char pointer[JSON_POINTER_MAX];
	struct members wares;

	if (!object)
		return;
	snprintf(pointer, sizeof(pointer), "%s/wares", m->pointer);
	members_begin(&wares, object, pointer, m->faults);
	for (int ware = 0; ware < WARES; ware++) {
		int64_t count = 0;

		members_integer(&wares, r->wares[ware], OPTIONAL, 0, UINT8_MAX, &count);
		a->wares[ware] = (uint8_t)count;
	}
	members_done(&wares);
}

static void read_planet(struct members *m, enum presence p, struct action *a)
{
	const struct json *object = members_object(m, "planet", p);
	char pointer[JSON_POINTER_MAX];
	struct members planet;

	if (!object)
		return;
	snprintf(pointer, sizeof(pointer), "%s/planet", m->pointer);
	members_begin(&planet, object, pointer, m->faults);
	a->planet = 1;
	a->x = read_coordinate(&planet, "x", REQUIRED);
	a->y = read_coordinate(&planet, "y", REQUIRED);
	members_done(&planet);
}

/* The id of something; an empty one would pass for none. */
static void read_id(struct members *m, const char *name, enum presence p, char id[TILESET_ID_MAX + 1])
{
	if (members_text(m, name, p, id, TILESET_ID_MAX) && !*id)
		fault_at(m, name, "an id is not empty");
}

static void read_field(struct members *m, const struct ruleset *r, enum field field,
	enum presence p, struct step *s)
{
	struct action *a = &s->action;
	int64_t number = 0;
	int choice = 0;

	switch (field) {
	case FIELD_X:
		a->x = read_coordinate(m, "x", p);
		break;
	case FIELD_Y:
		a->y = read_coordinate(m, "y", p);
		break;
	case FIELD_ROTATION:
		a->rotation = read_rotation(m, p);
		break;
	case FIELD_SEGMENT:
		read_id(m, "segment", p, s->segment);
		break;
	case FIELD_GROUP:
		members_integer(m, "group", p, 0, TILESET_GROUPS_MAX - 1, &number);
		a->group = (uint8_t)number;
		break;
	case FIELD_SHIP:
		read_id(m, "ship", p, s->ship);
		break;
	case FIELD_SIZE:
		members_choice(m, "size", p, r->piece_sizes, &choice);
		a->size = (uint8_t)choice;
		break;
	case FIELD_PLANET:
		read_planet(m, p, a);
		break;
	case FIELD_WARES:
		read_wares(m, r, p, a);
		break;
	}
}

static int has(const struct members *m, enum field field)
{
	return m->object && json_member(m->object, field_names[field]);
}

/* A row that has FIELD_PLANET takes either that or a segment. */
static void check_planet(struct members *m, const struct action_row *row)
{
	int planet = has(m, FIELD_PLANET), segment = has(m, FIELD_SEGMENT);

	for (int i = 0; i < row->field_count; i++) {
		if (row->fields[i] != FIELD_PLANET || planet != segment)
			continue;
		if (planet)
			members_fault(m, "planet", "goes without segment: only one of them can be meant");
		else
			members_fault(m, "segment", "is required, or planet in place of it");
	}
}

void step_read(struct members *m, const struct ruleset *r, struct step *s)
{
	const struct action_row *row = s->row;
	int bare = row_may_be_bare(row);

	s->first = bare;
	for (int i = 0; i < row->field_count && s->first; i++)
		s->first = !has(m, row->fields[i]);
	for (int i = 0; i < row->field_count; i++) {
		int needed = bare ? !s->first : row_needs_field(row, i);

		read_field(m, r, row->fields[i], needed ? REQUIRED : OPTIONAL, s);
	}
	check_planet(m, row);
}

/* --- steps ----------------------------------------------------------------- */

static struct step *add_step(struct request *q, const struct action_row *row, int seat, const char *pointer)
{
	struct step *s = &q->steps[q->step_count++];

	s->row = row;
	s->action.type = (uint8_t)row->type;
	s->action.seat = (uint8_t)seat;
	snprintf(s->pointer, sizeof(s->pointer), "%s", pointer);
	return s;
}

/* Whether the id of a segment can say all that the row needs. */
static int takes_only_segment(const struct action_row *row)
{
	int found = 0;

	for (int i = 0; i < row->field_count; i++)
		if (row->fields[i] == FIELD_SEGMENT)
			found = 1;
		else if (row_needs_field(row, i))
			return 0;
	return found;
}

/* The value of a later step: an object with its fields, a segment's id, or true. */
static void read_later(const struct ruleset *r, struct step *s, const struct json *v,
	struct json_faults *faults)
{
	int only_segment = takes_only_segment(s->row);
	const char *text = json_string(v);
	struct members fields;

	if (only_segment && text && *text && strlen(text) <= TILESET_ID_MAX) {
		strcpy(s->segment, text);
		s->bare = 1;
	} else if (json_type(v) == JSON_OBJECT) {
		members_begin(&fields, v, s->pointer, faults);
		step_read(&fields, r, s);
		members_done(&fields);
	} else if (s->row->field_count > 0) {
		json_fault(faults, s->pointer, !only_segment ? "an object is needed"
			: s->row->field_count > 1 ? "an object or the id of a segment is needed"
			: "the id of a segment is needed");
	} else if (json_type(v) != JSON_BOOL || !json_true(v)) {
		json_fault(faults, s->pointer, "true is needed, or leave it out");
	}
}

/* Members of `place` for actions of the given phase; one of them at most. */
static void read_phase(struct members *m, const struct ruleset *r, enum phase phase, int seat,
	struct request *q, struct json_faults *faults)
{
	int taken = 0;

	for (const struct action_row *row = r->actions; row->type != ACTION_NONE; row++) {
		char name[STEP_MEMBER], pointer[STEP_MEMBER + 1];
		const struct json *v;

		if (!(row->phases >> phase & 1) || row->type == ACTION_END_TURN)
			continue;
		step_member(name, row->type);
		v = members_value(m, name, OPTIONAL);
		if (!v)
			continue;
		snprintf(pointer, sizeof(pointer), "/%s", name);
		if (taken++)
			json_fault(faults, pointer, "one step of this kind is all that a turn allows");
		else
			read_later(r, add_step(q, row, seat, pointer), v, faults);
	}
}

static void read_turn(struct members *m, const struct ruleset *r, int seat, struct request *q,
	struct json_faults *faults)
{
	read_phase(m, r, PHASE_PIECE, seat, q, faults);
	read_phase(m, r, PHASE_DELIVER, seat, q, faults);
	members_bool(m, "end_turn", OPTIONAL, &q->end_turn);
}

/* --- requests ---------------------------------------------------------------- */

/* What callers may ask for: everything but running out of time. */
static const struct action_row *row_named(const struct ruleset *r, const char *name)
{
	int type = action_type_parse(name);

	return type < 0 || type == ACTION_TIMEOUT ? NULL : ruleset_action(r, (enum action_type)type);
}

static void fault_type(const struct ruleset *r, struct json_faults *faults)
{
	char names[140] = "";

	for (const struct action_row *row = r->actions; row->type != ACTION_NONE; row++) {
		size_t used = strlen(names);

		if (row->type != ACTION_TIMEOUT)
			snprintf(names + used, sizeof(names) - used, "%s%s", used ? ", " : "",
				action_type_name(row->type));
	}
	json_fault(faults, "/type", "one of %s", names);
}

static int first_type(void *arg, const struct action *a)
{
	*(int *)arg = a->type;
	return 1;
}

/* What `seat` is asked to decide, when nothing else can be meant. */
static const struct action_row *pending_row(const struct table *t, int seat)
{
	int type = ACTION_NONE;

	if (t->game && t->game->now.phase == PHASE_DECIDE)
		game_legal(t->game, t->tileset, seat, first_type, &type);
	return ruleset_action(t->ruleset, (enum action_type)type);
}

static const struct action_row *find_row(struct members *m, const struct table *t, int seat, int type,
	struct json_faults *faults)
{
	char name[STEP_MEMBER] = "";
	const struct action_row *row = NULL;
	enum presence p = type == ACTION_ANY_DECISION ? OPTIONAL : REQUIRED;

	if (type > ACTION_NONE)
		return ruleset_action(t->ruleset, (enum action_type)type);
	if (members_text(m, "type", p, name, sizeof(name) - 1)) {
		row = row_named(t->ruleset, name);
		if (!row)
			fault_type(t->ruleset, faults);
	} else if (type == ACTION_ANY_DECISION && faults->count == 0) {
		row = pending_row(t, seat);
		if (!row)
			json_fault(faults, "/type", "nothing is to be decided by seat %d: say what you mean", seat);
	}
	return row;
}

int request_read(struct call *c, const struct table *t, int seat, int type, struct request *q)
{
	struct json_faults faults = {0};
	const struct action_row *row;
	struct members m;

	memset(q, 0, sizeof(*q));
	members_begin(&m, c->body, "", &faults);
	if (call_expected_version(c, &m, &q->expected_version) < 0)
		return -1;
	if (type == ACTION_NONE && c->body && json_member(c->body, "move_id")) {
		if (members_text(&m, "move_id", REQUIRED, q->move_id, MOVE_ID_MAX) && !*q->move_id)
			fault_at(&m, "move_id", "an id is not empty");
		members_done(&m);
		return fail_on_faults(c, &faults);
	}
	row = find_row(&m, t, seat, type, &faults);
	if (!row && faults.count == 0)
		return fail(c, ERR_NOT_FOUND, "there is no such action in %s; GET /v1/rulesets/%s names all that there are",
			t->ruleset->title, t->ruleset->id);
	if (row) {
		step_read(&m, t->ruleset, add_step(q, row, seat, ""));
		if (row->type == ACTION_PLACE)
			read_turn(&m, t->ruleset, seat, q, &faults);
		members_done(&m);
	}
	return fail_on_faults(c, &faults);
}

/* --- ids --------------------------------------------------------------------- */

static void fault_segment(const struct step *s, const struct kind *kind, struct json_faults *faults)
{
	char pointer[JSON_POINTER_MAX], ids[100] = "";

	for (int i = 0; kind && i < kind->segment_count; i++) {
		size_t used = strlen(ids);

		snprintf(ids + used, sizeof(ids) - used, "%s%s", i ? ", " : "", kind->segments[i].id);
	}
	snprintf(pointer, sizeof(pointer), "%s%s", s->pointer, s->bare ? "" : "/segment");
	if (kind)
		json_fault(faults, pointer, "tile %s has the segments %s", kind->id, ids);
	else
		json_fault(faults, pointer, "there is no tile that it could be a segment of");
}

/* The first action of that type, when there is one; else it stays and is refused. */
static int take_first(void *arg, const struct action *a)
{
	struct action *wanted = arg;

	if (a->type != wanted->type)
		return 0;
	*wanted = *a;
	return 1;
}

int step_resolve(struct step *s, const struct game *g, const struct tileset *ts, struct json_faults *faults)
{
	int before = faults->count, found;

	if (s->first)
		game_legal(g, ts, s->action.seat, take_first, &s->action);
	if (*s->segment) {
		int kind = action_kind(g, ts, &s->action);

		found = kind < 0 ? -1 : kind_find_segment(&ts->kinds[kind], s->segment);
		if (found < 0)
			fault_segment(s, kind < 0 ? NULL : &ts->kinds[kind], faults);
		else
			s->action.segment = (uint8_t)found;
	}
	if (*s->ship) {
		found = tileset_find_ship(ts, s->ship);
		if (found < 0) {
			char pointer[JSON_POINTER_MAX];

			snprintf(pointer, sizeof(pointer), "%s/ship", s->pointer);
			json_fault(faults, pointer, "there is no ship %s", s->ship);
		} else {
			s->action.ship = (uint8_t)found;
		}
	}
	return faults->count > before ? -1 : 0;
}

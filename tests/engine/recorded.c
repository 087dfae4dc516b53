/*
 * Recorded games, written and played.  Both sides go through the action rows
 * of the ruleset, so that every game's actions have the same form.
 */
#include "tests/engine/recorded.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/support.h"

static const struct tileset *tileset_named(const struct ruleset *r, const char *name)
{
	return strcmp(name, "bundled") == 0 ? tileset_of(r) : fixture_tileset(name);
}

/* Why the game ended, as its result says it; p->facts holds the text. */
static const char *reason_of(struct play *p)
{
	const char *reason;

	facts_start(&p->facts);
	game_describe_result(&p->g, p->ts, &p->facts.sink);
	reason = fact(&p->facts, "reason");
	ck_assert_ptr_nonnull(reason);
	return reason;
}

/* --- writing ------------------------------------------------------------------ */

static void write_field(FILE *f, const struct game *g, const struct tileset *ts, const struct action *a, enum field field)
{
	switch (field) {
	case FIELD_X:
		fprintf(f, " %d", a->x);
		break;
	case FIELD_Y:
		fprintf(f, " %d", a->y);
		break;
	case FIELD_ROTATION:
		fprintf(f, " %d", 90 * a->rotation);
		break;
	case FIELD_SEGMENT:
		fprintf(f, " %s", a->planet ? "-" : ts->kinds[action_kind(g, ts, a)].segments[a->segment].id);
		break;
	case FIELD_GROUP:
		fprintf(f, " %d", a->group);
		break;
	case FIELD_SHIP:
		fprintf(f, " %s", ts->ships[a->ship].id);
		break;
	case FIELD_SIZE:
		fprintf(f, " %d", a->size);
		break;
	case FIELD_PLANET:
		if (a->planet)
			fprintf(f, " %d %d", a->x, a->y);
		else
			fprintf(f, " -");
		break;
	case FIELD_WARES:
		for (int w = 0; w < WARES; w++)
			fprintf(f, " %d", a->wares[w]);
		break;
	}
}

static void write_actions(FILE *f, struct play *p, const struct conformance_log *log)
{
	for (int i = 0; i < log->count; i++) {
		const struct action *a = &log->at[i];
		const struct action_row *row = ruleset_action(log->setup.ruleset, (enum action_type)a->type);

		fprintf(f, "%d %s", a->seat, action_type_name((enum action_type)a->type));
		for (int n = 0; n < row->field_count; n++)
			write_field(f, &p->g, p->ts, a, row->fields[n]);
		fputc('\n', f);
		act(p, *a);
	}
}

static void write_setup(FILE *f, const char *tileset, const struct game_setup *setup)
{
	const struct option_row *rows = setup->ruleset->options;

	fprintf(f, "ruleset %s\ntileset %s\nseats %d\ncolours", setup->ruleset->id, tileset, setup->seat_count);
	for (int i = 0; i < setup->seat_count; i++)
		fprintf(f, " %s", setup->ruleset->colours[setup->colours[i]]);
	fprintf(f, "\noptions");
	for (int i = 0; rows[i].name != NULL; i++)
		fprintf(f, " %s=%s", rows[i].name, rows[i].choices != NULL ? rows[i].choices[setup->options[i]] :
			setup->options[i] ? "true" : "false");
	fprintf(f, "\nseed ");
	for (int i = 0; i < RNG_SEED_SIZE; i++)
		fprintf(f, "%02x", setup->game_seed[i]);
	fputc('\n', f);
}

/* The numbers at a path of a seat's description: "wares.fish 2" for each member of "wares". */
static void write_members(FILE *f, const struct facts *s, const char *path)
{
	size_t length = strlen(path);

	for (int i = 0; i < s->count; i++)
		if (strncmp(s->at[i].path, path, length) == 0 && s->at[i].path[length] == '.')
			fprintf(f, " %s %s", s->at[i].path, s->at[i].text);
}

static void write_expectations(FILE *f, struct play *p)
{
	fprintf(f, "expect reason %s\nexpect winners", reason_of(p));
	for (int seat = 0; seat < p->g.seat_count; seat++)
		if (p->g.now.winners >> seat & 1)
			fprintf(f, " %d", seat);
	for (int seat = 0; seat < p->g.seat_count; seat++) {
		const struct facts *s = seat_facts(p, seat);

		fprintf(f, "\nexpect seat %d score %ld", seat, fact_number(s, "score"));
		write_members(f, s, "wares");
		write_members(f, s, "supply");
		if (p->ts->ship_count > 0)
			fprintf(f, " ships %d", fact_count(s, "ships"));
	}
	fprintf(f, "\nexpect tiles %d\n", p->g.board.tile_count);
}

/* RULESET-TILESET-REASON and each option of the game's own that is not its default. */
static void write_path(char *path, size_t size, const char *directory, const char *tileset, struct play *p,
	const struct game_setup *setup)
{
	const struct option_row *rows = setup->ruleset->options;
	size_t used = (size_t)snprintf(path, size, "%s/%s-%s-%s", directory, setup->ruleset->id, tileset, reason_of(p));

	for (int i = OPTIONS_COMMON; rows[i].name != NULL && used < size; i++)
		if (setup->options[i] != rows[i].value)
			used += (size_t)snprintf(path + used, size - used, "-%s", rows[i].name);
	snprintf(path + used, size - used, ".game");
}

int recorded_write(const char *directory, const char *tileset, const struct tileset *ts,
	const struct conformance_log *log)
{
	static struct play p;
	char path[300];
	FILE *f;

	p.ts = ts;
	if (conformance_replay(&p.g, ts, log) != 0)
		return -1;
	write_path(path, sizeof path - 8, directory, tileset, &p, &log->setup);
	f = fopen(path, "wx");
	if (f == NULL)
		return errno == EEXIST ? 0 : -1;
	ck_assert_int_eq(game_start(&p.g, ts, &log->setup, &p.ev, &p.err), 0);
	write_setup(f, tileset, &log->setup);
	write_actions(f, &p, log);
	write_expectations(f, &p);
	return fclose(f) == 0 ? 0 : -1;
}

/* --- playing ------------------------------------------------------------------- */

struct reading {
	struct play p;
	struct game_setup setup;
	const char *path;
	int line, started;
	char *save;		/* of strtok_r in the current line */
};

static const char *word(struct reading *r)
{
	const char *w = strtok_r(NULL, " \n", &r->save);

	ck_assert_msg(w != NULL, "%s:%d: something is missing at the end", r->path, r->line);
	return w;
}

static int number(struct reading *r)
{
	const char *w = word(r);
	char *end;
	long n = strtol(w, &end, 10);

	ck_assert_msg(end != w && *end == '\0', "%s:%d: %s is no number", r->path, r->line, w);
	return (int)n;
}

static void read_seed(struct reading *r)
{
	const char *hex = word(r);

	ck_assert_uint_eq(strlen(hex), 2 * RNG_SEED_SIZE);
	for (int i = 0; i < RNG_SEED_SIZE; i++) {
		unsigned byte;

		ck_assert_int_eq(sscanf(hex + 2 * i, "%2x", &byte), 1);
		r->setup.game_seed[i] = (unsigned char)byte;
	}
}

static void read_ruleset(struct reading *r)
{
	const char *id = word(r);

	r->setup.ruleset = ruleset_find(id, 0);
	ck_assert_msg(r->setup.ruleset != NULL, "%s:%d: no ruleset %s", r->path, r->line, id);
}

static void read_colours(struct reading *r)
{
	for (int seat = 0; seat < r->setup.seat_count; seat++) {
		int colour = ruleset_find_colour(r->setup.ruleset, word(r));

		ck_assert_msg(colour >= 0, "%s:%d: no such colour", r->path, r->line);
		r->setup.colours[seat] = (uint8_t)colour;
	}
}

static void read_segment(struct reading *r, struct action *a)
{
	int kind = action_kind(&r->p.g, r->p.ts, a), s;
	const char *id = word(r);

	if (strcmp(id, "-") == 0)
		return;
	ck_assert_msg(kind >= 0, "%s:%d: no tile there", r->path, r->line);
	s = kind_find_segment(&r->p.ts->kinds[kind], id);
	ck_assert_msg(s >= 0, "%s:%d: no segment %s", r->path, r->line, id);
	a->segment = (uint8_t)s;
}

static void read_field(struct reading *r, struct action *a, enum field field)
{
	const char *first;
	int ship;

	switch (field) {
	case FIELD_X:
		a->x = (int16_t)number(r);
		break;
	case FIELD_Y:
		a->y = (int16_t)number(r);
		break;
	case FIELD_ROTATION:
		a->rotation = (uint8_t)(number(r) / 90);
		break;
	case FIELD_SEGMENT:
		read_segment(r, a);
		break;
	case FIELD_GROUP:
		a->group = (uint8_t)number(r);
		break;
	case FIELD_SHIP:
		ship = tileset_find_ship(r->p.ts, word(r));
		ck_assert_msg(ship >= 0, "%s:%d: no such ship", r->path, r->line);
		a->ship = (uint8_t)ship;
		break;
	case FIELD_SIZE:
		a->size = (uint8_t)number(r);
		break;
	case FIELD_PLANET:
		first = word(r);
		if (strcmp(first, "-") == 0)
			break;
		a->planet = 1;
		a->x = (int16_t)atoi(first);
		a->y = (int16_t)number(r);
		break;
	case FIELD_WARES:
		for (int w = 0; w < WARES; w++)
			a->wares[w] = (uint8_t)number(r);
		break;
	}
}

static void play_action(struct reading *r, int seat)
{
	int type = action_type_parse(word(r));
	struct action a = { .type = (uint8_t)type, .seat = (uint8_t)seat };
	const struct action_row *row;

	ck_assert_msg(type > 0, "%s:%d: no such action", r->path, r->line);
	if (!r->started) {
		ck_assert_msg(game_start(&r->p.g, r->p.ts, &r->setup, &r->p.ev, &r->p.err) == 0,
			"%s:%d: %s", r->path, r->line, r->p.err.text);
		r->started = 1;
	}
	row = ruleset_action(r->setup.ruleset, (enum action_type)type);
	for (int i = 0; i < row->field_count; i++)
		read_field(r, &a, row->fields[i]);
	if (game_apply(&r->p.g, r->p.ts, &a, &r->p.ev, &r->p.err) != 0)
		ck_abort_msg("%s:%d: %s", r->path, r->line, r->p.err.text);
}

static long seat_value(struct reading *r, int seat, const char *what)
{
	const struct facts *f = seat_facts(&r->p, seat);

	if (strcmp(what, "score") == 0)
		return game_score(&r->p.g, r->p.ts, seat);
	return strcmp(what, "ships") == 0 ? fact_count(f, "ships") : fact_number(f, "%s", what);
}

static void expect_seat(struct reading *r)
{
	int seat = number(r);
	const char *what;

	while ((what = strtok_r(NULL, " \n", &r->save)) != NULL) {
		int value = number(r);

		ck_assert_msg(seat_value(r, seat, what) == value, "%s:%d: seat %d has %s %ld and not %d",
			r->path, r->line, seat, what, seat_value(r, seat, what), value);
	}
}

static void expect_winners(struct reading *r)
{
	const char *w;
	unsigned winners = 0;

	while ((w = strtok_r(NULL, " \n", &r->save)) != NULL)
		winners |= 1u << atoi(w);
	ck_assert_msg(r->p.g.now.winners == winners, "%s:%d: the winners are %#x and not %#x",
		r->path, r->line, r->p.g.now.winners, winners);
}

static void expect_something(struct reading *r)
{
	const char *what = word(r);

	if (strcmp(what, "reason") == 0)
		ck_assert_str_eq(reason_of(&r->p), word(r));
	else if (strcmp(what, "winners") == 0)
		expect_winners(r);
	else if (strcmp(what, "seat") == 0)
		expect_seat(r);
	else if (strcmp(what, "tiles") == 0)
		ck_assert_int_eq(r->p.g.board.tile_count, number(r));
	else
		ck_abort_msg("%s:%d: nothing is known of %s", r->path, r->line, what);
}

static void read_line(struct reading *r, char *line)
{
	char *first, *end;
	long seat;

	line[strcspn(line, "#\n")] = '\0';
	first = strtok_r(line, " ", &r->save);
	if (first == NULL)
		return;
	seat = strtol(first, &end, 10);
	if (*end == '\0')
		play_action(r, (int)seat);
	else if (strcmp(first, "tileset") == 0)
		r->p.ts = tileset_named(r->setup.ruleset, word(r));
	else if (strcmp(first, "ruleset") == 0)
		read_ruleset(r);
	else if (strcmp(first, "colours") == 0)
		read_colours(r);
	else if (strcmp(first, "seats") == 0)
		r->setup.seat_count = number(r);
	else if (strcmp(first, "options") == 0)
		setup_options(&r->setup, r->save);
	else if (strcmp(first, "seed") == 0)
		read_seed(r);
	else if (strcmp(first, "expect") == 0)
		expect_something(r);
	else
		ck_abort_msg("%s:%d: what is %s?", r->path, r->line, first);
}

void recorded_play(const char *path)
{
	struct reading *r = calloc(1, sizeof *r);
	char line[400];
	FILE *f = fopen(path, "r");

	ck_assert_msg(r != NULL && f != NULL, "%s cannot be read", path);
	r->path = path;
	while (fgets(line, sizeof line, f) != NULL) {
		r->line++;
		read_line(r, line);
	}
	fclose(f);
	ck_assert_msg(r->p.g.now.phase == PHASE_OVER, "%s: the game is not over at the end", path);
	free(r);
}

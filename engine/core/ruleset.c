/*
 * ruleset.c - look-ups in the table of games and in its rows.
 */
#include "ruleset.h"

#include <string.h>

#include "step.h"

const char *const ruleset_first_seat_choices[] = {"random", "0", "1", "2", "3", "4", NULL};
const char *const ruleset_on_timeout_choices[] = {"forfeit", "skip", "bot", NULL};

const struct ruleset *ruleset_find(const char *id, int version)
{
	const struct ruleset *found = NULL;

	for (int i = 0; i < ruleset_count; i++) {
		if (strcmp(rulesets[i]->id, id) != 0)
			continue;
		if (rulesets[i]->version == version)
			return rulesets[i];
		if (version == 0 && (!found || rulesets[i]->version > found->version))
			found = rulesets[i];
	}
	return found;
}

const struct ruleset *game_ruleset(const struct game *g)
{
	return rulesets[g->ruleset];
}

int ruleset_option_count(const struct ruleset *r)
{
	int count = 0;

	while (r->options[count].name)
		count++;
	return count;
}

int ruleset_find_option(const struct ruleset *r, const char *name)
{
	for (int i = 0; r->options[i].name; i++)
		if (strcmp(r->options[i].name, name) == 0)
			return i;
	return -1;
}

void ruleset_default_options(const struct ruleset *r, uint8_t options[GAME_OPTIONS_MAX])
{
	memset(options, 0, GAME_OPTIONS_MAX);
	for (int i = 0; r->options[i].name; i++)
		options[i] = r->options[i].value;
}

const struct action_row *ruleset_action(const struct ruleset *r, enum action_type type)
{
	for (const struct action_row *row = r->actions; row->type != ACTION_NONE; row++)
		if (row->type == type)
			return row;
	return NULL;
}

int ruleset_find_colour(const struct ruleset *r, const char *name)
{
	for (int i = 0; r->colours[i]; i++)
		if (strcmp(r->colours[i], name) == 0)
			return i;
	return -1;
}

static int option_choices(const struct option_row *row)
{
	int count = 0;

	if (!row->choices)
		return 2;
	while (row->choices[count])
		count++;
	return count;
}

int ruleset_check_options(const struct ruleset *r, const uint8_t options[GAME_OPTIONS_MAX], int seat_count,
	struct game_error *err)
{
	for (int i = 0; r->options[i].name; i++)
		if (options[i] >= option_choices(&r->options[i]))
			return refuse(err, REFUSED_UNKNOWN, "", "option %s has no such value", r->options[i].name);
	for (int i = ruleset_option_count(r); i < GAME_OPTIONS_MAX; i++)
		if (options[i])
			return refuse(err, REFUSED_UNKNOWN, "", "there is no option %d", i);
	/* Choice 0 is "random", the others are seats. */
	if (options[OPTION_FIRST_SEAT] > seat_count)
		return refuse(err, REFUSED_UNKNOWN, "", "first_seat %d is not one of the %d seats",
			options[OPTION_FIRST_SEAT] - 1, seat_count);
	return r->check_options ? r->check_options(options, seat_count, err) : 0;
}

int ruleset_seat_colour(const struct ruleset *r, const uint8_t options[GAME_OPTIONS_MAX], int seat)
{
	return r->seat_colour ? r->seat_colour(options, seat) : -1;
}

const char *ruleset_seat_team(const struct ruleset *r, const uint8_t options[GAME_OPTIONS_MAX], int seat)
{
	return r->seat_team ? r->seat_team(options, seat) : NULL;
}

int action_kind(const struct game *g, const struct tileset *ts, const struct action *a)
{
	const struct action_row *row = ruleset_action(game_ruleset(g), (enum action_type)a->type);
	int tile = g->now.placed;

	for (int i = 0; row && i < row->field_count; i++)
		if (row->fields[i] == FIELD_X)
			tile = board_tile_at(&g->board, a->x, a->y);
	if (tile == BOARD_NO_TILE || tile == TILE_NONE)
		return -1;
	return ts->faces[g->board.tiles[tile].face].kind;
}

/*
 * options.h - a game's options as JSON, by the rows of its ruleset.
 *
 * A choice is its word, a choice whose word is a number that number, a yes or
 * no a boolean.
 */
#ifndef MEEPLED_API_OPTIONS_H
#define MEEPLED_API_OPTIONS_H

#include "api/json.h"
#include "engine/core/ruleset.h"

/*
 * Members of `object` (NULL: none) over the defaults.  Faults are reported
 * under `pointer`.
 */
void options_read(const struct ruleset *r, const struct json *object, const char *pointer,
	uint8_t options[GAME_OPTIONS_MAX], struct json_faults *faults);
/* All of them as members of an open object. */
void options_write(const struct ruleset *r, const uint8_t options[GAME_OPTIONS_MAX], struct sink *out);

#endif

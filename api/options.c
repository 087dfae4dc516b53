/* options.c - options of a game, read and written by the ruleset's rows. */
#include "api/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number that a choice's word stands for, or -1 for other words. */
static int choice_number(const char *word)
{
	char *end;
	long number = strtol(word, &end, 10);

	return *word && *end == '\0' && number >= 0 && number <= 999 ? (int)number : -1;
}

static void read_choice(const struct option_row *row, const struct json *v, const char *pointer,
	uint8_t *option, struct json_faults *faults)
{
	const char *text = json_string(v);
	char words[100] = "";
	int64_t number;

	if (json_integer(v, 0, 999, &number) != 0)
		number = -1;
	for (int i = 0; row->choices[i]; i++) {
		size_t used = strlen(words);

		if (number >= 0 ? choice_number(row->choices[i]) == number
				: text && choice_number(row->choices[i]) < 0 && strcmp(row->choices[i], text) == 0) {
			*option = (uint8_t)i;
			return;
		}
		snprintf(words + used, sizeof(words) - used, "%s%s", i ? ", " : "", row->choices[i]);
	}
	json_fault(faults, pointer, "%s is one of: %s", row->name, words);
}

static void read_option(const struct option_row *row, const struct json *v, const char *pointer,
	uint8_t *option, struct json_faults *faults)
{
	if (row->choices)
		read_choice(row, v, pointer, option, faults);
	else if (json_type(v) == JSON_BOOL)
		*option = (uint8_t)json_true(v);
	else
		json_fault(faults, pointer, "%s is true or false", row->name);
}

static void list_options(const struct ruleset *r, const char *pointer, struct json_faults *faults)
{
	char names[120] = "";

	for (int i = 0; r->options[i].name; i++) {
		size_t used = strlen(names);

		snprintf(names + used, sizeof(names) - used, "%s%s", i ? ", " : "", r->options[i].name);
	}
	json_fault(faults, pointer, "the options are: %s", names);
}

void options_read(const struct ruleset *r, const struct json *object, const char *pointer,
	uint8_t options[GAME_OPTIONS_MAX], struct json_faults *faults)
{
	struct members m;
	int known;

	ruleset_default_options(r, options);
	members_begin(&m, object, pointer, faults);
	for (int i = 0; r->options[i].name; i++) {
		const struct json *v = members_value(&m, r->options[i].name, OPTIONAL);
		char where[JSON_POINTER_MAX];

		snprintf(where, sizeof(where), "%s/%s", pointer, r->options[i].name);
		if (v)
			read_option(&r->options[i], v, where, &options[i], faults);
	}
	known = faults->count;
	members_done(&m);
	if (faults->count > known)
		list_options(r, pointer, faults);
}

void options_write(const struct ruleset *r, const uint8_t options[GAME_OPTIONS_MAX], struct sink *out)
{
	for (int i = 0; r->options[i].name; i++) {
		const struct option_row *row = &r->options[i];
		int number;

		if (!row->choices)
			sink_flag(out, row->name, options[i]);
		else if ((number = choice_number(row->choices[options[i]])) >= 0)
			sink_number(out, row->name, number);
		else
			sink_text(out, row->name, row->choices[options[i]]);
	}
}

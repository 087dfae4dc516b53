/*
 * record_parts.h - what writing and verifying records share (internal to
 * api/record*.c).
 */
#ifndef MEEPLED_API_RECORD_PARTS_H
#define MEEPLED_API_RECORD_PARTS_H

#include "api/record.h"

/* "seats" of a record and of its event game-started. */
void record_seats(struct sink *out, const struct store_seat *seats, int count);
/* "options", likewise. */
void record_options(struct sink *out, const struct ruleset *r, const uint8_t options[GAME_OPTIONS_MAX]);

/* What the game is started with; -1: a colour is not one of the game's. */
int record_setup(struct game_setup *setup, const struct ruleset *r, const uint8_t options[GAME_OPTIONS_MAX],
	const struct store_seat *seats, int count, const unsigned char server_seed[STORE_SEED]);

/*
 * The first difference of two values: 0 when they are alike, else -1 with
 * "POINTER: record has A, computed B" in `place`.  `computed` NULL: nothing
 * was.  The order of members does not matter, that of elements does.
 */
int record_compare(const struct json *recorded, const struct json *computed, const char *pointer, char place[400]);

#endif

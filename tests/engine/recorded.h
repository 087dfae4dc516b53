/*
 * recorded.h - whole games as text files, and what they must come to.
 *
 * tests/fixtures/games/NAME.game, one statement a line, '#' begins a comment:
 *
 *	ruleset south-seas		comes first
 *	tileset bundled			or the name of a fixture
 *	seats 3
 *	colours red blue green
 *	options first_seat=random auto_draw=true ...
 *	seed 64 hexadecimal digits
 *	0 place 1 -2 90			seat, action, its fields in the order of
 *	1 deliver ship05 2 1 0		the ruleset's row: ids, degrees, counts;
 *	0 meeple 1 - 3 -2		"-" for the one of segment and planet that is not meant
 *	expect reason last-tile
 *	expect winners 0 2
 *	expect seat 0 score 12 wares.shells 1 ... supply.islanders 2 ships 3
 *	expect tiles 73
 */
#ifndef MEEPLED_TESTS_RECORDED_H
#define MEEPLED_TESTS_RECORDED_H

#include "tests/engine/conformance.h"

/* Write a finished game as DIRECTORY/RULESET-TILESET-REASON[-OPTION...].game, unless there
 * is one; 0, or -1. */
int recorded_write(const char *directory, const char *tileset, const struct tileset *ts,
	const struct conformance_log *log);

/* Play a file; fails the running test where it does not come to what it says. */
void recorded_play(const char *path);

#endif

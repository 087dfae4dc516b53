/*
 * conformance_inside.h - what the files of the suite share.
 */
#ifndef MEEPLED_TESTS_CONFORMANCE_INSIDE_H
#define MEEPLED_TESTS_CONFORMANCE_INSIDE_H

#include "tests/engine/conformance.h"
#include "tests/engine/support.h"

struct list {
	int count;
	struct action at[CONFORMANCE_LEGAL_MAX];
};

/* One game in progress with all that it is checked against. */
struct run {
	struct game g, copy, before;
	const struct tileset *ts;
	const struct conformance_oracle *row;
	void *oracle;
	struct dice *dice;
	struct conformance_stats *stats;
	struct conformance_log *log;
	struct events events;
	struct game_error error;
	struct list legal;		/* of the seat that is waited for */
	struct action expected[CONFORMANCE_LEGAL_MAX];
	struct facts shown, shown_copy;
	unsigned char bytes[GAME_SNAPSHOT_MAX], again[GAME_SNAPSHOT_MAX];
	char *why;
};

/* The one name that the legal list has for what the action says. */
struct action conformance_canonical(const struct run *r, const struct action *a);
/* What is done next; r->legal is up to date. */
struct action conformance_pick(struct run *r, unsigned mix);

#endif

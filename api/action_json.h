/*
 * action_json.h - requests to act, as JSON.
 *
 * A request is one action, or a turn in one: `place` with members for the
 * steps that follow it.  Which members there are follows from the ruleset's
 * action rows.  Ids of segments and ships are kept as texts, because what
 * they mean depends on the game at the moment when the step is taken.
 */
#ifndef MEEPLED_API_ACTION_JSON_H
#define MEEPLED_API_ACTION_JSON_H

#include "api/call.h"
#include "api/table.h"

enum {
	STEPS_MAX = 3,			/* place, piece, deliver */
	MOVE_ID_MAX = 13		/* characters */
};

struct step {
	const struct action_row *row;
	struct action action;		/* what can be told without the game */
	char segment[TILESET_ID_MAX + 1], ship[TILESET_ID_MAX + 1];	/* "" none */
	char pointer[40];		/* JSON pointer of the object with the fields; of a text, of the text */
	int bare;			/* 1: the value itself is the segment's id */
	int first;			/* 1: no field was named, and the first such action is meant */
};

struct request {
	char move_id[MOVE_ID_MAX + 1];	/* "": by steps */
	int64_t expected_version;	/* -1: none asked for */
	int step_count;
	struct step steps[STEPS_MAX];
	int end_turn;			/* then go on to the end of the turn, as far as nobody must choose */
};

/*
 * Read the body.  `type` is the route's: an enum action_type, ACTION_NONE (the
 * body says), or ACTION_ANY_DECISION (the body may leave out what the game asks
 * the seat for).  -1 after fail().
 */
int request_read(struct call *c, const struct table *t, int seat, int type, struct request *q);
/* Read the fields of one action, `s->row` says which; faults go to `m`. */
void step_read(struct members *m, const struct ruleset *r, struct step *s);
/*
 * Look up in the game as it is now: the ids of a step, or the action that a step
 * without any fields means.  0, or -1 with the faults.
 */
int step_resolve(struct step *s, const struct game *g, const struct tileset *ts, struct json_faults *faults);
/* The name of a field in requests. */
const char *field_name(enum field field);
/* Whether a request may name no field at all, and means the first such action then. */
int row_may_be_bare(const struct action_row *row);
/* Whether a request that names any must name the i-th: not where it may also name another. */
int row_needs_field(const struct action_row *row, int i);
/* The member of `place` that stands for a later action: its name with '_' for '-'. */
enum { STEP_MEMBER = 24 };
void step_member(char out[STEP_MEMBER], enum action_type type);

#endif

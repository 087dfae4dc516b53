/*
 * outcome.h - what handlers of games answer with.
 */
#ifndef MEEPLED_API_OUTCOME_H
#define MEEPLED_API_OUTCOME_H

#include "api/change.h"

/*
 * What an action caused: version, events and, unless the caller prefers a
 * minimal answer, the view; or text for a terminal.  It takes the events out of
 * *ch and keeps the table: the text is made of them where it is sent from (the
 * `write` of call.h), not while others wait for the writer.
 */
int outcome_action(struct call *c, struct change *ch);
/* What it would cause: the first `count` events, complete or up to a reveal. */
int outcome_dry_run(struct call *c, struct change *ch, int complete);
/* The game as the table has it, whoever asks. */
int outcome_table(struct call *c, struct table *t, int status);
/* The game as the caller may see it. */
int outcome_game(struct call *c, struct table *t, int status);

#endif

/*
 * inspect.h - is a stored game what its log says?
 *
 * The game is computed again from seeds and actions, and must come out as the
 * state that is kept and with the events that are kept: so a copy that passes
 * can be played on from and its records will verify.
 */
#ifndef MEEPLED_API_INSPECT_H
#define MEEPLED_API_INSPECT_H

#include "storage/store.h"

struct inspector;

/* NULL with a sentence in `why`. */
struct inspector *inspector_open(char why[240]);
void inspector_close(struct inspector *k);	/* NULL is allowed */
/* 0, or -1 with what is wrong; games that have not begun are right.  One thread at a time. */
int inspect_game(struct inspector *k, struct store_conn *conn, const char *id, char why[160]);

#endif

/*
 * oracle_inside.h - what the files of the oracle share.
 */
#ifndef MEEPLED_TESTS_ORACLE_INSIDE_H
#define MEEPLED_TESTS_ORACLE_INSIDE_H

#include "tests/engine/oracle.h"

/* --- oracle_ask.c: what may be done, and small questions --- */
const struct kind *oracle_kind(const struct oracle *o, int face);
int oracle_fits_somewhere(const struct oracle *o, int face);
int oracle_playing(const struct oracle *o);		/* seats that have not resigned */
/* Islanders and retrieves of step 2, without the skip; their number. */
int oracle_piece_actions(const struct oracle *o, int seat, struct action *out);
int oracle_deliver_actions(const struct oracle *o, int seat, struct action *out);
/* The ships among which a merchant's owner chooses (SS-3.8), in the order of the row. */
int oracle_best_ships(const struct oracle *o, uint8_t out[ORACLE_ROW]);

/* --- oracle_game.c: what changes the game --- */
/* Whatever happened so far can be taken back no more. */
void oracle_commit(struct oracle *o);
void oracle_draw(struct oracle *o);
void oracle_refill(struct oracle *o);

#endif

/*
 * ss_oracle_inside.h - what the files of the oracle of South Seas share.
 */
#ifndef MEEPLED_TESTS_SS_ORACLE_INSIDE_H
#define MEEPLED_TESTS_SS_ORACLE_INSIDE_H

#include "tests/engine/ss_oracle.h"

/* --- oracle_ask.c: what may be done, and small questions --- */
int ss_oracle_playing(const struct ss_oracle *o);		/* seats that have not resigned */
/* Islanders and retrieves of step 2, without the skip; their number. */
int ss_oracle_piece_actions(const struct ss_oracle *o, int seat, struct action *out);
int ss_oracle_deliver_actions(const struct ss_oracle *o, int seat, struct action *out);
/* The ships among which a merchant's owner chooses (SS-3.8), in the order of the row. */
int ss_oracle_best_ships(const struct ss_oracle *o, uint8_t out[SS_ORACLE_ROW]);

/* --- oracle_game.c: what changes the game --- */
/* Whatever happened so far can be taken back no more. */
void ss_oracle_commit(struct ss_oracle *o);
void ss_oracle_draw(struct ss_oracle *o);
void ss_oracle_refill(struct ss_oracle *o);

#endif

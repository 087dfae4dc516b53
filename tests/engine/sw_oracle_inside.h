/*
 * sw_oracle_inside.h - what the files of the oracle of Star Wars share.
 */
#ifndef MEEPLED_TESTS_SW_ORACLE_INSIDE_H
#define MEEPLED_TESTS_SW_ORACLE_INSIDE_H

#include "tests/engine/sw_oracle.h"

/* --- sw_oracle_game.c --- */
/* One more event that should be told. */
void sw_oracle_tell(struct sw_oracle *o, enum event_type type, int seat);
/* Whatever happened so far can be taken back no more. */
void sw_oracle_commit(struct sw_oracle *o);

/* --- sw_oracle_battle.c --- */
void sw_oracle_fight(struct sw_oracle *o, int label);
/* Score what is complete, or finally whatever is occupied. */
void sw_oracle_score_all(struct sw_oracle *o, int final);

#endif

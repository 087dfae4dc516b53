/*
 * substitutes.h - seats that are handed over while the game is played.
 *
 * A player may offer his own seat; the seat of somebody who is away (held by the
 * built-in player, or out of time the last time) may be offered by who made the
 * game.  Whoever does not sit in the game, and has not left another seat of
 * it, may take it as it is: colour, pieces, points.  From that moment the game
 * is no longer the old player's to see or to act in beyond what it is for
 * strangers.
 */
#ifndef MEEPLED_API_SUBSTITUTES_H
#define MEEPLED_API_SUBSTITUTES_H

#include "api/change.h"

/* Offer the seat, unless it is; writes event, entry and row.  As absence.h says of changes. */
int substitutes_offer(struct change *ch, int seat);
/* Only the event that the offer is over. */
void substitutes_note_end(struct change *ch, int seat);

#endif

/*
 * notice.h - who must be told of a change.
 *
 * Chosen in the transaction of the change, from its events and from the table
 * before and after it, and written into the outbox there: so a notice is sent if
 * and only if what it tells of is kept.  Nothing else writes messages of
 * games into the outbox.
 *
 * Webhooks that want all: one message a change, with its events.
 *
 * Webhooks that want their turn: one message for each hand-over, that is when the
 * game waits for a seat after the change that it did not wait for in this turn
 * before it, decisions in other seats' turns included; not for what the seat's
 * player has brought about himself.  Besides, news for people: notice.c has them as a
 * table.
 *
 * What it costs: nothing but one look at a few bits where no webhook is about the
 * game or its players.
 */
#ifndef MEEPLED_API_NOTICE_H
#define MEEPLED_API_NOTICE_H

#include "api/change.h"
#include "api/webhook.h"

struct notices;

/* Reads which players and games have webhooks.  NULL with a sentence. */
struct notices *notices_open(struct api *api, struct store_conn *reader, char why[240]);
void notices_close(struct notices *n);

/* Writer's thread: there is a webhook of this owner, about this game ("": more than one). */
void notices_add(struct api *api, const struct store_webhook *w);
/* Writer's thread: the batch has added something to be sent, or made it due. */
void notices_grew(struct api *api);
/* From api_batch_end(). */
void notices_batch_end(struct api *api, int committed);

/* By change_finish(), when all is written.  0, or -1 after fail(). */
int notice_change(struct change *ch);

#endif

/*
 * outgoing.h - the deliveries that are under way: a part of struct api.
 */
#ifndef MEEPLED_API_OUTGOING_H
#define MEEPLED_API_OUTGOING_H

struct outgoing;

struct outgoing *outgoing_open(void);		/* NULL: no memory */
void outgoing_close(struct outgoing *o);	/* what is under way is given up; NULL is allowed */

#endif

/*
 * plate.h - a face laid out: where its symbols are drawn, and where pieces stand.
 *
 * The square is cut into cells, each cell belongs to the segment that is seen
 * there, and everything gets the place in its segment that is farthest from the
 * rim and from what has a place already.  So nothing overlaps on any tile set.
 */
#ifndef MEEPLED_API_PLATE_H
#define MEEPLED_API_PLATE_H

#include "api/outline.h"

enum plate_what {
	PLATE_PIECE,	/* where a piece on the segment stands */
	PLATE_FLAG, PLATE_GROUP, PLATE_COUNT_0, PLATE_COUNT_1, PLATE_MARK,
	PLATE_DECOR	/* land with room to spare: a palm, a rock */
};

enum { PLATE_ITEMS_MAX = 64, PLATE_SHOWN_MAX = 6 };	/* of one count; more are told by a number */

struct plate_item {
	enum plate_what what;
	uint8_t segment;
	uint8_t value;		/* GROUP: fish; MARK: which; COUNT: how many are left to tell, else 1 */
	uint8_t number;		/* GROUP: which of the segment's */
	struct point at;
	float radius;		/* room that it has */
};

struct plate {
	int count;
	struct plate_item items[PLATE_ITEMS_MAX];
};

void plate_lay_out(struct plate *p, const struct tileset *ts, int face);
/* The item, or NULL. */
const struct plate_item *plate_find(const struct plate *p, enum plate_what what, int segment, int number);

#endif

/*
 * artwork.h - how tiles look: faces as SVG, made once for each tile set.
 *
 * Shapes come from the tile set (outline.h, plate.h), the look from the game's
 * art.svg and art.css.  art.svg defines, as elements with these ids, drawn around
 * the origin:
 *
 *	open		what every tile begins with: the square 0 0 100 100
 *	junction	where lines meet, radius 10
 *	centre-0, -1 …	looks of a market, a planet, radius 21; a kind has always the same
 *	count-0, count-1, flag, group-1, group-2, mark-WORD	symbols, radius 10
 *	decor-0, -1 …	for land with room to spare, radius 10
 *	ware-NAME, slot-WORD	what a seat has of it, what an order asks for, radius 10; without
 *			them words are written
 *	MEMBER		what the game's view lists under board.MEMBER with x, y, segment and
 *			group, on that group of symbols ("boats"), radius 10
 *
 * What it does not define is not drawn.  art.css has the classes of its own elements
 * and those of the shapes: land, coast, surf (outside of the coast), line-1, line-2, line-3
 * (one over the other); ".dark X" is for the dark theme.
 */
#ifndef MEEPLED_API_ARTWORK_H
#define MEEPLED_API_ARTWORK_H

#include "api/plate.h"
#include "engine/core/ruleset.h"

struct artwork;

/* NULL: no memory.  Immutable, any thread; the tile set must outlive it. */
struct artwork *artwork_new(const struct ruleset *ruleset, const struct tileset *ts);
void artwork_free(struct artwork *a);		/* NULL is allowed */

/* <g id="f12">…</g>, a square of TILE_UNITS from the origin */
void artwork_face(const struct artwork *a, int face, struct buf *out);
const struct plate *artwork_plate(const struct artwork *a, int face);
/* The elements of <defs> that faces and boards use, and the style sheet for all. */
void artwork_defs(const struct artwork *a, struct buf *out);
void artwork_style(const struct artwork *a, struct buf *out);
/* The policy under which a browser applies that style sheet and nothing else. */
const char *artwork_csp(const struct artwork *a);
/* Whether art.svg has an element of that id. */
int artwork_has(const struct artwork *a, const char *id);

#endif

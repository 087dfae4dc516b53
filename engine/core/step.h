/*
 * step.h - small tools that rulesets and the core share when they carry out
 * a step of a game.  Not for anyone outside engine/.
 */
#ifndef MEEPLED_ENGINE_STEP_H
#define MEEPLED_ENGINE_STEP_H

#include "game.h"

/*
 * Append an event, all other members 0.  Never NULL: when the list is full,
 * which GAME_EVENTS_MAX rules out, the last one is overwritten.
 */
struct event *event_add(struct events *events, enum event_type type, int seat);

/*
 * Fill in *err (the conflict and the expected actions left empty) and return
 * -1, so that a check reads `return refuse(...)`.
 */
int refuse(struct game_error *err, enum refusal refusal, const char *rule, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Where EVENT_PIECE_PLACED and EVENT_PIECE_RETRIEVED keep the piece's size; `a` is its node. */
enum { PIECE_SIZE_AT = 12 };	/* in small[] */

/* Pieces on the board, in order of placing. */
void pieces_add(struct turn *turn, int seat, int node, int size);
void pieces_remove(struct turn *turn, int index);
/* Index of the first piece on that node, or -1. */
int pieces_find(const struct turn *turn, int node);
/* Pieces of one seat on the board. */
int pieces_of(const struct turn *turn, int seat);
/* Take all pieces of one seat off the board. */
void pieces_remove_all(struct turn *turn, int seat);
/* Whether anyone's piece stands anywhere on the feature (SS-2a.2, SW-2.1). */
int feature_occupied(const struct game *g, int root);

/*
 * Features that are dealt with one after the other, each once: by rank, then
 * by root (SS-3.9, SW-3.8).  Begins with a count of 0; the caller adds no more features
 * than there are pieces.
 */
struct feature_order {
	int count;
	uint32_t keys[GAME_PIECES_MAX];
};
void feature_order_add(struct feature_order *order, int rank, int root);
static inline int feature_order_root(const struct feature_order *order, int i)
{
	return (int)(order->keys[i] & 0xffff);
}

/* Seats that have not resigned; the next such seat clockwise after `seat`. */
int seats_playing(const struct game *g);
int seat_after(const struct game *g, int seat);

/* Little-endian bytes out; the caller has made sure of the room. */
struct writer {
	unsigned char *at;
};
void put_u8(struct writer *w, unsigned value);
void put_u16(struct writer *w, unsigned value);
void put_u32(struct writer *w, uint32_t value);
void put_bytes(struct writer *w, const void *bytes, size_t size);

/* And in.  Reading past the end sets `failed` and gives 0. */
struct reader {
	const unsigned char *at;
	size_t left;
	int failed;
};
unsigned take_u8(struct reader *r);
unsigned take_u16(struct reader *r);
uint32_t take_u32(struct reader *r);
void take_bytes(struct reader *r, void *bytes, size_t size);

/* Write a reason into why[120] and return -1. */
int broken(char why[120], const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Members that descriptions share. */
void describe_face(const struct tileset *ts, int face, const char *key, struct sink *out);
/* "x", "y", "segment" of a node. */
void describe_node(const struct game *g, const struct tileset *ts, int node, struct sink *out);
/* "tiles": the feature's tiles in the order of placement, as [x, y]. */
void describe_tiles(const struct game *g, int root, struct sink *out);
/* The key of a member that is named by a seat's number. */
const char *seat_key(int seat);

#endif

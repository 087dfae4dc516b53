/*
 * step.c - what rulesets and the core share when a step is carried out.
 */
#include "step.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct event *event_add(struct events *events, enum event_type type, int seat)
{
	struct event *e;

	if (events->count < GAME_EVENTS_MAX)
		events->count++;
	e = &events->at[events->count - 1];
	*e = (struct event){.type = (uint8_t)type, .seat = (uint8_t)seat};
	return e;
}

int refuse(struct game_error *err, enum refusal refusal, const char *rule, const char *format, ...)
{
	va_list args;

	memset(err, 0, sizeof(*err));
	err->refusal = refusal;
	snprintf(err->rule, sizeof(err->rule), "%s", rule);
	va_start(args, format);
	vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	return -1;
}

void pieces_add(struct turn *turn, int seat, int node, int size)
{
	struct piece *piece = &turn->pieces[turn->piece_count++];

	piece->node = (uint16_t)node;
	piece->seat = (uint8_t)seat;
	piece->size = (uint8_t)size;
}

void pieces_remove(struct turn *turn, int index)
{
	int after = --turn->piece_count - index;

	memmove(&turn->pieces[index], &turn->pieces[index + 1], (size_t)after * sizeof(struct piece));
	memset(&turn->pieces[turn->piece_count], 0, sizeof(struct piece));
}

int pieces_find(const struct turn *turn, int node)
{
	for (int i = 0; i < turn->piece_count; i++)
		if (turn->pieces[i].node == node)
			return i;
	return -1;
}

int pieces_of(const struct turn *turn, int seat)
{
	int count = 0;

	for (int i = 0; i < turn->piece_count; i++)
		count += turn->pieces[i].seat == seat;
	return count;
}

void pieces_remove_all(struct turn *turn, int seat)
{
	for (int i = turn->piece_count - 1; i >= 0; i--)
		if (turn->pieces[i].seat == seat)
			pieces_remove(turn, i);
}

void feature_order_add(struct feature_order *order, int rank, int root)
{
	uint32_t key = (uint32_t)rank << 16 | (uint32_t)root;
	int i = order->count;

	for (int j = 0; j < order->count; j++)
		if (order->keys[j] == key)
			return;
	for (; i > 0 && order->keys[i - 1] > key; i--)
		order->keys[i] = order->keys[i - 1];
	order->keys[i] = key;
	order->count++;
}

int feature_occupied(const struct game *g, int root)
{
	for (int i = 0; i < g->now.piece_count; i++)
		if (feature_root(&g->board, g->now.pieces[i].node) == root)
			return 1;
	return 0;
}

int seats_playing(const struct game *g)
{
	int count = 0;

	for (int seat = 0; seat < g->seat_count; seat++)
		count += g->now.seat_state[seat] == SEAT_PLAYING;
	return count;
}

int seat_after(const struct game *g, int seat)
{
	for (int i = 0; i < g->seat_count; i++) {
		seat = (seat + 1) % g->seat_count;
		if (g->now.seat_state[seat] == SEAT_PLAYING)
			break;
	}
	return seat;
}

void put_u8(struct writer *w, unsigned value)
{
	*w->at++ = (unsigned char)value;
}

void put_u16(struct writer *w, unsigned value)
{
	put_u8(w, value & 0xff);
	put_u8(w, value >> 8 & 0xff);
}

void put_u32(struct writer *w, uint32_t value)
{
	put_u16(w, value & 0xffff);
	put_u16(w, value >> 16);
}

void put_bytes(struct writer *w, const void *bytes, size_t size)
{
	memcpy(w->at, bytes, size);
	w->at += size;
}

void take_bytes(struct reader *r, void *bytes, size_t size)
{
	if (r->left < size) {
		r->failed = 1;
		r->left = 0;
		memset(bytes, 0, size);
		return;
	}
	memcpy(bytes, r->at, size);
	r->at += size;
	r->left -= size;
}

unsigned take_u8(struct reader *r)
{
	unsigned char byte;

	take_bytes(r, &byte, 1);
	return byte;
}

unsigned take_u16(struct reader *r)
{
	unsigned low = take_u8(r);

	return low | take_u8(r) << 8;
}

uint32_t take_u32(struct reader *r)
{
	uint32_t low = take_u16(r);

	return low | (uint32_t)take_u16(r) << 16;
}

int broken(char why[120], const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why, 120, format, args);
	va_end(args);
	return -1;
}

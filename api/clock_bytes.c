/*
 * clock_bytes.c - a clock as bytes of the game's row, little-endian, and back.
 *
 * One list of members serves both directions.
 */
#include "api/clock.h"

#include <string.h>

enum { VERSION = 1 };

struct coder {
	unsigned char *out;		/* writing; NULL: reading */
	const unsigned char *in, *end;
	int bad;
};

/* `size` bytes of a number in two's complement, which must be within min..max. */
static int64_t code(struct coder *k, int64_t value, int size, int64_t min, int64_t max)
{
	uint64_t bits = 0;

	if (k->out) {
		for (int i = 0; i < size; i++)
			*k->out++ = (unsigned char)((uint64_t)value >> 8 * i);
		return value;
	}
	if (k->end - k->in < size) {
		k->bad = 1;
		return min;
	}
	for (int i = 0; i < size; i++)
		bits |= (uint64_t)*k->in++ << 8 * i;
	if (size < 8 && bits >> (8 * size - 1) & 1 && min < 0)
		bits |= ~0ull << 8 * size;
	value = (int64_t)bits;
	if (value < min || value > max)
		k->bad = 1;
	return k->bad ? min : value;
}

#define TIME(m)		(m) = code(k, (m), 8, 0, 253402300799999)	/* up to the year 9999 */
#define LENGTH(m)	(m) = code(k, (m), 8, 0, 4 * CLOCK_MOST)
#define BYTE(m, most)	(m) = (uint8_t)code(k, (m), 1, 0, most)
#define SEAT(m)		(m) = (int8_t)code(k, (m), 1, -1, GAME_SEATS_MAX - 1)
#define WORD(m, least, most) (m) = (__typeof__(m))code(k, (m), 2, least, most)

static void code_settings(struct coder *k, struct clock_settings *s)
{
	LENGTH(s->per_turn);
	LENGTH(s->bank);
	LENGTH(s->increment);
	LENGTH(s->bank_max);
	LENGTH(s->pause);
	LENGTH(s->vacation);
	BYTE(s->quiet_hours, 1);
}

static void code_hours(struct coder *k, struct clock_hours *h)
{
	BYTE(h->on, 1);
	if (!h->on)
		return;
	BYTE(h->shift_count, CLOCK_SHIFTS_MAX);
	WORD(h->from, 0, 1439);
	WORD(h->to, 0, 1439);
	WORD(h->offset, -24 * 60, 24 * 60);
	for (int i = 0; i < h->shift_count; i++) {
		TIME(h->shifts[i].at);
		WORD(h->shifts[i].offset, -24 * 60, 24 * 60);
	}
	if (h->from == h->to || (h->to - h->from + 1440) % 1440 > CLOCK_QUIET_MAX)
		k->bad = 1;
}

static void code_seat(struct coder *k, struct clock_seat *s)
{
	LENGTH(s->turn_left);
	LENGTH(s->bank);
	LENGTH(s->allotted);
	LENGTH(s->used);
	LENGTH(s->quiet_used);
	LENGTH(s->vacation_used);
	TIME(s->vacation_from);
	TIME(s->vacation_until);
	TIME(s->timed_out_at);
	BYTE(s->reminded, 2);
	BYTE(s->renewed, 1);
	BYTE(s->out, 1);
	BYTE(s->held, 1);
	code_hours(k, &s->hours);
}

static void code_clock(struct coder *k, struct clock *c)
{
	uint8_t version = VERSION;

	BYTE(version, VERSION);
	if (version != VERSION)
		k->bad = 1;
	code_settings(k, &c->settings);
	BYTE(c->state, CLOCK_OVER);
	BYTE(c->seat_count, GAME_SEATS_MAX);
	SEAT(c->turn_seat);
	SEAT(c->running);
	SEAT(c->ask_by);
	BYTE(c->ask_agreed, 31);
	BYTE(c->asked, 31);
	LENGTH(c->ask_for);
	TIME(c->t);
	TIME(c->pause_until);
	LENGTH(c->pause_used);
	TIME(c->credited_until);
	TIME(c->ends_by);
	for (int i = 0; i < c->seat_count; i++)
		code_seat(k, &c->seats[i]);
}

size_t clock_encode(const struct clock *c, unsigned char out[CLOCK_BYTES_MAX])
{
	struct coder k = {.out = out};
	struct clock copy = *c;

	code_clock(&k, &copy);
	return (size_t)(k.out - out);
}

int clock_decode(struct clock *c, const unsigned char *bytes, size_t size)
{
	struct coder k = {.in = bytes, .end = bytes + size};

	memset(c, 0, sizeof(*c));
	code_clock(&k, c);
	if (k.bad || k.in != k.end || c->running >= c->seat_count || c->turn_seat >= c->seat_count)
		return -1;
	clock_settle(c);
	return 0;
}

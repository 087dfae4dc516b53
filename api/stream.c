/*
 * stream.c - answers that come in pieces.
 *
 * A row's c->stream writes the next piece into c->out when the transport has
 * taken all of the last one.  So a caller who reads slowly costs one piece of
 * memory, and one who waits costs none.  Between the pieces the call hangs
 * in the lists of wait.c like a long poll; what is said there about wake-ups
 * holds here.
 *
 * A stream may outlive its token, so that is looked at again from time to time.
 */
#include "api/inside.h"

#include <string.h>

enum { CHECK_SECONDS = API_ALIVE_SECONDS };

/* Whether the caller may still have it; asked of the store now and then. */
static int may_go_on(struct flight *f)
{
	int64_t now = api_clock(f->c.api);

	if (!f->checked)
		f->checked = f->began;
	if (now - f->checked < CHECK_SECONDS * 1000000ll)
		return 1;
	f->checked = now;
	return auth_still(f) == 0;
}

/* One run of the row's function: its result, or CALL_WAITS when the call hangs in a list by now. */
static int run_once(struct flight *f)
{
	struct call *c = &f->c;
	int r = -1;

	c->now = api_now(c->api);
	c->conn = readers_take(c->api->readers);
	f->wait.ticket = wait_ticket(c->api->waiters);
	f->wait.asked = 0;
	if (may_go_on(f))
		r = c->stream(c);
	if (buf_failed(&c->out))
		r = -1;
	readers_give(c->api->readers, c->conn);
	c->conn = NULL;
	return r;
}

/* The next wait begins anew. */
static void forget_wait(struct flight *f)
{
	f->wait.until = 0;
	f->c.waited = 0;
}

/* Fill c->out; 1, or 0 when the call hangs in a list. */
static int refill(struct flight *f)
{
	buf_reset(&f->c.out);
	f->taken = 0;
	for (;;) {
		int r = run_once(f);

		if (r == CALL_WAITS && f->wait.asked) {
			if (wait_enter(f))
				return 0;
			continue;
		}
		forget_wait(f);
		if (r < 0)
			buf_reset(&f->c.out);
		f->ended = r != 0;
		f->broken = r < 0;
		return 1;
	}
}

ptrdiff_t api_piece(struct api *api, struct exchange *x, char *out, size_t room)
{
	struct flight *f = x->call;
	struct buf *b = &f->c.out;
	size_t size;

	(void)api;
	while (f->taken == b->size) {
		if (f->broken)
			return API_PIECE_BROKEN;
		if (f->ended)
			return API_PIECE_END;
		if (!refill(f))
			return API_PIECE_LATER;
	}
	size = b->size - f->taken < room ? b->size - f->taken : room;
	memcpy(out, b->data + f->taken, size);
	f->taken += size;
	f->sent += (int64_t)size;
	/* Streams are idle most of the time: then they keep no memory. */
	if (f->taken == b->size) {
		buf_free(b);
		f->taken = 0;
	}
	return (ptrdiff_t)size;
}

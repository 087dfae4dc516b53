/*
 * turns.c - GET /v1/me/turns: the games that wait for the caller, nearest
 * deadline first.
 *
 * Which games those are is read from the published tables, which for games in
 * play are in memory; the store says only at which games the caller sits.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/clock.h"
#include "api/handlers.h"
#include "api/inside.h"
#include "api/live.h"
#include "api/show.h"
#include "storage/sittings.h"

enum { TURNS_STANDARD = 200, TURNS_MAX = 1000, TAG_BYTES = 16 };

struct waiting {
	struct table *table;		/* a reference */
	int seat;
	int64_t since, deadline;	/* deadline INT64_MAX: none */
};

struct turns {
	struct call *c;
	struct waiting *at;		/* owned */
	int count, room;
	int failed;
};

/* --- finding ---------------------------------------------------------------------- */

static struct waiting *add(struct turns *w)
{
	struct waiting *more;

	if (w->count == w->room) {
		w->room = w->room ? 2 * w->room : 32;
		more = realloc(w->at, (size_t)w->room * sizeof(*more));
		if (!more) {
			w->failed = fail(w->c, ERR_UNAVAILABLE, "no memory");
			return NULL;
		}
		w->at = more;
	}
	return &w->at[w->count++];
}

/* The place of the caller's seat when the game waits for it, and for nobody who stands in; else -1. */
static int waits_for(const struct table *t, const char *player)
{
	int place = table_seat_of(t, player);

	if (t->meta.status != STORE_ACTIVE || place < 0 || t->seats[place].stand_in)
		return -1;
	return table_waiting_for(t) >> t->seats[place].seat & 1 ? place : -1;
}

static int64_t deadline_of(const struct table *t, int seat)
{
	int64_t deadline = t->clock ? clock_deadline(t->clock, seat) : 0;

	return deadline ? deadline : INT64_MAX;
}

static int look_at(void *arg, const char *id)
{
	struct turns *w = arg;
	struct table *t = live_get(w->c, id);
	struct waiting *one;
	int place;

	if (!t) {
		w->failed = -1;
		return 1;
	}
	place = waits_for(t, w->c->player);
	one = place >= 0 ? add(w) : NULL;
	if (one) {
		int seat = t->seats[place].seat;

		*one = (struct waiting){table_ref(t), seat, t->since[seat], deadline_of(t, seat)};
	}
	table_unref(t);
	return w->failed;
}

/* Nearest deadline first, then who waits longest. */
static int by_urgency(const void *a, const void *b)
{
	const struct waiting *x = a, *y = b;

	if (x->deadline != y->deadline)
		return x->deadline < y->deadline ? -1 : 1;
	if (x->since != y->since)
		return x->since < y->since ? -1 : 1;
	return strcmp(x->table->meta.id, y->table->meta.id);
}

static int find(struct turns *w)
{
	enum store_result r = store_open_games(w->c->conn, w->c->player, look_at, w);

	if (r != STORE_OK || w->failed)
		return w->failed ? -1 : store_ok(w->c, r);
	if (w->count)
		qsort(w->at, (size_t)w->count, sizeof(*w->at), by_urgency);
	return 0;
}

static void dispose(struct turns *w)
{
	for (int i = 0; i < w->count; i++)
		table_unref(w->at[i].table);
	free(w->at);
}

/* --- has anything changed? --------------------------------------------------------- */

/* The whole list in a few characters, but for what passes with time. */
static void make_tag(const struct turns *w, char tag[2 * TAG_BYTES + 1])
{
	unsigned char hash[TAG_BYTES];
	crypto_generichash_state state;

	crypto_generichash_init(&state, NULL, 0, TAG_BYTES);
	for (int i = 0; i < w->count; i++) {
		const struct waiting *one = &w->at[i];
		int64_t row[4] = {one->table->meta.version, one->seat, one->since, one->deadline};

		crypto_generichash_update(&state, (const unsigned char *)one->table->meta.id, STORE_GAME_ID);
		crypto_generichash_update(&state, (const unsigned char *)one->table->meta.name,
			strlen(one->table->meta.name) + 1);
		crypto_generichash_update(&state, (const unsigned char *)row, sizeof(row));
	}
	crypto_generichash_final(&state, hash, TAG_BYTES);
	sodium_bin2hex(tag, 2 * TAG_BYTES + 1, hash, TAG_BYTES);
}

/* What the caller has seen is what there is; who has seen nothing waits for anything. */
static int is_known(struct call *c, const struct turns *w, const char *tag)
{
	const char *after = call_query(c, "after"), *listed = call_header(c, "If-None-Match");
	char whole[2 * TAG_BYTES + 8];

	if (after)
		return !strcmp(after, tag);
	if (!listed)
		return w->count == 0;
	snprintf(whole, sizeof(whole), "%s%s", tag, c->media == MEDIA_JSON ? "" : "-text");
	return etag_listed(listed, whole);
}

/* --- telling ------------------------------------------------------------------------- */

static int64_t seconds_left(const struct call *c, const struct waiting *one)
{
	return one->deadline > c->now ? (one->deadline - c->now) / 1000 : 0;
}

static void put_turn(const struct call *c, const struct waiting *one, struct sink *out)
{
	const struct table *t = one->table;
	char text[48];

	sink_object(out, NULL);
	sink_text(out, "game", t->meta.id);
	snprintf(text, sizeof(text), "/v1/games/%s", t->meta.id);
	sink_text(out, "url", text);
	sink_text(out, "name", t->meta.name);
	sink_text(out, "ruleset", t->meta.ruleset);
	sink_number(out, "seat", one->seat);
	sink_text(out, "phase", phase_name((enum phase)t->game->now.phase));
	sink_array(out, "pending");
	game_describe_pending(t->game, t->tileset, out);
	sink_end(out);
	sink_number(out, "version", (long)t->meta.version);
	snprintf(text, sizeof(text), "\"%lld\"", (long long)t->meta.version);
	sink_text(out, "etag", text);
	show_time(out, "since", one->since);
	show_time(out, "deadline", one->deadline == INT64_MAX ? 0 : one->deadline);
	if (one->deadline == INT64_MAX)
		sink_null(out, "seconds_left");
	else
		sink_number(out, "seconds_left", (long)seconds_left(c, one));
	sink_end(out);
}

static void answer_json(struct call *c, const struct turns *w, int limit, const char *tag)
{
	struct json_out out;

	json_out_init(&out, &c->out);
	sink_object(&out.sink, NULL);
	sink_number(&out.sink, "count", w->count);
	sink_text(&out.sink, "cursor", tag);
	sink_array(&out.sink, "turns");
	for (int i = 0; i < w->count && i < limit; i++)
		put_turn(c, &w->at[i], &out.sink);
	sink_end(&out.sink);
	sink_end(&out.sink);
}

/* "in 2 d 3 h", "in 5 min" */
static void put_left(struct buf *out, int64_t seconds)
{
	if (seconds >= 86400)
		buf_format(out, "in %lld d %lld h", (long long)(seconds / 86400), (long long)(seconds / 3600 % 24));
	else if (seconds >= 3600)
		buf_format(out, "in %lld h %lld min", (long long)(seconds / 3600), (long long)(seconds / 60 % 60));
	else
		buf_format(out, "in %lld min", (long long)(seconds / 60));
}

static void answer_text(struct call *c, const struct turns *w, int limit)
{
	char since[TIME_TEXT];

	buf_format(&c->out, w->count == 1 ? "%d game waits for you.\n" : "%d games wait for you.\n", w->count);
	for (int i = 0; i < w->count && i < limit; i++) {
		const struct waiting *one = &w->at[i];
		const struct table *t = one->table;

		time_text(since, one->since);
		buf_format(&c->out, "  %s  %-10s  seat %d  %-7s  since %.16s  ends ", t->meta.id, t->meta.ruleset, one->seat,
			phase_name((enum phase)t->game->now.phase), since);
		if (one->deadline == INT64_MAX)
			buf_text(&c->out, "never");
		else
			put_left(&c->out, seconds_left(c, one));
		buf_format(&c->out, *t->meta.name ? "  \"%s\"\n" : "%s\n", t->meta.name);
	}
}

static int answer(struct call *c, const struct turns *w, int limit, int wait)
{
	char tag[2 * TAG_BYTES + 1];

	make_tag(w, tag);
	if (wait > 0 && is_known(c, w, tag) && call_wait(c, c->player, 0, wait) == CALL_WAITS)
		return CALL_WAITS;
	snprintf(c->etag, sizeof(c->etag), "%s", tag);
	if (c->media == MEDIA_TEXT)
		answer_text(c, w, limit);
	else
		answer_json(c, w, limit, tag);
	return 0;
}

int h_me_turns(struct call *c)
{
	struct turns w = {.c = c};
	int64_t wait, limit;
	int r;

	if (call_query_integer(c, "wait", 0, API_WAIT_MAX, 0, &wait) < 0
	    || call_query_integer(c, "limit", 1, TURNS_MAX, TURNS_STANDARD, &limit) < 0)
		return -1;
	r = find(&w);
	if (r == 0)
		r = answer(c, &w, (int)limit, (int)wait);
	dispose(&w);
	return r;
}

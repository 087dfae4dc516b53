/* games_list.c - GET /v1/games: games, newest first, in pages. */
#include <stdio.h>
#include <string.h>

#include "api/board_text.h"
#include "api/handlers.h"
#include "api/live.h"
#include "api/spectators.h"
#include "api/view.h"

enum { LIST_STANDARD = 50, LIST_MAX = 200, CURSOR_MAX = 20 };

struct listing {
	struct call *c;
	struct json_out out;
	const char *player;		/* who is to sit there; "": anybody */
	int left;
	int64_t last;			/* number of the last one shown */
	int more, failed;
};

static int read_rest(struct call *c, struct table *t)
{
	enum store_result r = store_seats(c->conn, t->meta.id, t->seats, GAME_SEATS_MAX, &t->seat_count);

	if (r == STORE_OK)
		r = store_series_get(c->conn, t->meta.id, &t->series);
	return store_ok(c, r);
}

/*
 * The row as spectators see it, late; NULL: it is not among those asked for, or cannot be read.
 * That a seat is offered is told at once, for nobody could take it otherwise.
 */
static struct table *make_late(struct listing *l, const struct table *row)
{
	struct call *c = l->c;
	struct table *now = live_peek(c, row->meta.id), *seen = now ? spectators_see(c, now) : NULL;
	struct table *t = seen && (!*l->player || table_seat_of(seen, l->player) >= 0) ? table_copy(seen) : NULL;

	table_unref(seen);
	for (int i = 0; t && i < t->seat_count && i < row->seat_count; i++)
		t->seats[i].offered_at = row->seats[i].offered_at;
	return t;
}

static int put_summary(struct listing *l, struct table *t)
{
	struct call *c = l->c;

	if (c->media == MEDIA_TEXT) {
		text_summary(&c->out, t);
		return 0;
	}
	if (table_load_players(c, t) < 0)
		return -1;
	sink_object(&l->out.sink, NULL);
	view_summary(t, &l->out.sink);
	sink_end(&l->out.sink);
	return 0;
}

static int put_game(struct listing *l, struct table *t)
{
	struct call *c = l->c;
	struct table *late;
	int r;

	if (read_rest(c, t) < 0)
		return -1;
	if (c->route->extra || !spectators_late(t, c->player))
		return put_summary(l, t);
	late = make_late(l, t);
	r = late ? put_summary(l, late) : 0;
	table_unref(late);
	return r;
}

static int list_game(void *arg, const struct store_game *game)
{
	struct listing *l = arg;
	struct table *t;

	if (l->left-- == 0) {
		l->more = 1;
		return 1;
	}
	l->last = game->number;
	t = table_new();
	if (!t) {
		l->failed = fail(l->c, ERR_UNAVAILABLE, "no memory");
		return 1;
	}
	t->meta = *game;
	l->failed = put_game(l, t);
	table_unref(t);
	return l->failed;
}

/* A cursor is the number of the last game seen; nothing but its text is promised. */
static int read_cursor(struct call *c, int64_t *before)
{
	const char *text = call_query(c, "cursor");
	long long number = 0;
	int used = 0;

	*before = 0;
	if (!text)
		return 0;
	if (strlen(text) > CURSOR_MAX || sscanf(text, "g%llx%n", (unsigned long long *)&number, &used) != 1 ||
		text[used] || number <= 0)
		return fail(c, ERR_BAD_REQUEST, "this cursor was not given by a list of games");
	*before = number;
	return 0;
}

static int read_filter(struct call *c, struct store_filter *f)
{
	const char *status = call_query(c, "status");

	*f = (struct store_filter){.status = -1, .ruleset = "", .player = "", .viewer = c->player,
		.all = c->route->extra};
	if (status) {
		for (f->status = 0; table_status_words[f->status] && strcmp(table_status_words[f->status], status); f->status++)
			;
		if (!table_status_words[f->status])
			return fail(c, ERR_BAD_REQUEST, "status is one of lobby, active, finished, aborted");
	}
	if (call_query(c, "ruleset"))
		f->ruleset = call_query(c, "ruleset");
	if (*f->ruleset && !ruleset_find(f->ruleset, 0))
		return fail(c, ERR_BAD_REQUEST, "there is no such ruleset; GET /v1/rulesets lists them");
	if (call_query(c, "player"))
		f->player = call_query(c, "player");
	if (strspn(f->player, "0123456789abcdefghjkmnpqrstvwxyz") != strlen(f->player) ||
		strlen(f->player) > STORE_PLAYER_ID)
		return fail(c, ERR_BAD_REQUEST, "player is the id of a player");
	if (call_query_bool(c, "open_seats", &f->open_seats) < 0 ||
		call_query_bool(c, "offered_seats", &f->offered_seats) < 0)
		return -1;
	if (f->open_seats && f->offered_seats)
		return fail(c, ERR_BAD_REQUEST, "seats are open before a game has begun, and offered afterwards: ask for one of both");
	return read_cursor(c, &f->before);
}

static void put_next_link(struct call *c, const struct store_filter *f, int limit, int64_t last)
{
	size_t used = (size_t)snprintf(c->link, sizeof(c->link), "<%s?limit=%d&cursor=g%llx", c->route->path, limit,
		(unsigned long long)last);

	if (f->status >= 0)
		used += (size_t)snprintf(c->link + used, sizeof(c->link) - used, "&status=%s", table_status_words[f->status]);
	if (*f->ruleset)
		used += (size_t)snprintf(c->link + used, sizeof(c->link) - used, "&ruleset=%s", f->ruleset);
	if (*f->player)
		used += (size_t)snprintf(c->link + used, sizeof(c->link) - used, "&player=%s", f->player);
	snprintf(c->link + used, sizeof(c->link) - used, "%s%s>; rel=\"next\"", f->open_seats ? "&open_seats=true" : "",
		f->offered_seats ? "&offered_seats=true" : "");
}

/* What stands around the games in JSON; nothing in text. */
static void open_list(struct listing *l)
{
	json_out_init(&l->out, &l->c->out);
	if (l->c->media == MEDIA_TEXT)
		return;
	sink_object(&l->out.sink, NULL);
	sink_array(&l->out.sink, "games");
}

static void close_list(struct listing *l)
{
	char cursor[CURSOR_MAX];

	if (l->c->media == MEDIA_TEXT)
		return;
	sink_end(&l->out.sink);
	snprintf(cursor, sizeof(cursor), "g%llx", (unsigned long long)l->last);
	if (l->more)
		sink_text(&l->out.sink, "next", cursor);
	else
		sink_null(&l->out.sink, "next");
	sink_end(&l->out.sink);
}

int h_games_list(struct call *c)
{
	struct listing l = {.c = c};
	struct store_filter f;
	enum store_result r;
	int64_t limit;

	if (call_query_integer(c, "limit", 1, LIST_MAX, LIST_STANDARD, &limit) < 0 || read_filter(c, &f) < 0)
		return -1;
	l.left = (int)limit;
	l.player = f.player;
	f.limit = (int)limit + 1;
	open_list(&l);
	r = store_game_list(c->conn, &f, list_game, &l);
	if (r != STORE_OK)
		return store_ok(c, r);
	if (l.failed)
		return -1;
	close_list(&l);
	if (l.more)
		put_next_link(c, &f, (int)limit, l.last);
	return 0;
}

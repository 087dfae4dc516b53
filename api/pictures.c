/*
 * pictures.c - GET /v1/games/{game}/board.svg and board.png.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/at.h"
#include "api/gallery.h"
#include "api/handlers.h"
#include "api/inside.h"
#include "api/live.h"
#include "api/picture.h"
#include "api/table.h"

enum { WIDTH = 1024, WIDTH_MIN = 64, WIDTH_MAX = 2048, PNG_MAX = 24 << 20 };

struct wish {				/* what is asked for, besides the game */
	int png, dark, unmarked, legal;
	int64_t width, at;		/* at -1: now */
};

static int read_choice(struct call *c, const char *name, const char *zero, const char *one, int *out)
{
	const char *value = call_query(c, name);

	*out = value && strcmp(value, one) == 0;
	if (!value || *out || strcmp(value, zero) == 0)
		return 0;
	return fail(c, ERR_BAD_REQUEST, "%s is %s or %s", name, zero, one);
}

static int read_wish(struct call *c, struct wish *w)
{
	*w = (struct wish){.png = c->route->extra};
	if (call_query_bool(c, "legal", &w->legal) < 0 || read_choice(c, "theme", "light", "dark", &w->dark) < 0
	    || read_choice(c, "highlight", "last", "none", &w->unmarked) < 0
	    || call_query_integer(c, "at", 1, STORE_SEQUENCE_MAX, -1, &w->at) < 0)
		return -1;
	return w->png ? call_query_integer(c, "width", WIDTH_MIN, WIDTH_MAX, WIDTH, &w->width) : 0;
}

/* --- what may be done -------------------------------------------------------------------- */

struct spotting {
	const struct game *game;
	struct picture_spot spots[PICTURE_SPOTS_MAX];
	int count;
};

static void add_spot(struct spotting *s, int x, int y, int segment)
{
	for (int i = 0; i < s->count; i++)
		if (s->spots[i].x == x && s->spots[i].y == y && s->spots[i].segment == segment)
			return;
	if (s->count < PICTURE_SPOTS_MAX)
		s->spots[s->count++] = (struct picture_spot){x, y, segment};
}

static int spot_action(void *arg, const struct action *a)
{
	struct spotting *s = arg;
	const struct board *b = &s->game->board;
	const struct placed *last = b->tile_count ? &b->tiles[b->tile_count - 1] : NULL;

	switch (a->type) {
	case ACTION_PLACE:
		add_spot(s, a->x, a->y, -1);
		break;
	case ACTION_ISLANDER:
	case ACTION_MEEPLE:
		if (a->segment != SEGMENT_NONE && last)
			add_spot(s, last->x, last->y, a->segment);
		break;
	case ACTION_RETRIEVE:
	case ACTION_COVER_FISH:
	case ACTION_BATTLE:
		add_spot(s, a->x, a->y, a->segment);
		break;
	default:
		break;
	}
	return 0;
}

static void find_spots(const struct table *t, struct spotting *s)
{
	s->count = 0;
	s->game = t->game;
	for (int seat = 0; t->game && seat < t->game->seat_count; seat++)
		if (table_waiting_for(t) >> seat & 1)
			game_legal(t->game, t->tileset, seat, spot_action, s);
}

/* --- drawing --------------------------------------------------------------------------------- */

static int draw_svg(struct call *c, struct table *t, const struct wish *w, const struct artwork *a, struct buf *out)
{
	struct picture_options options = {.dark = w->dark, .unmarked = w->unmarked};
	struct blob *view = table_view(t);
	struct spotting spotting;
	struct json *root;
	char why[160];

	root = view ? json_parse(view->data, view->size, why) : NULL;
	if (!root)
		return fail(c, ERR_UNAVAILABLE, "no memory");
	if (w->legal) {
		find_spots(t, &spotting);
		options.spots = spotting.spots;
		options.spot_count = spotting.count;
	}
	picture_draw(a, t->tileset, root, &options, out);
	json_free(root);
	return buf_failed(out) ? fail(c, ERR_UNAVAILABLE, "no memory for the picture") : 0;
}

/* A PNG that is being made. */
struct errand {
	struct buf svg;
	int width;
	struct blob *picture;			/* NULL: it failed */
	char why[160];
};

void work_free(struct call *c)
{
	if (!c->errand)
		return;
	buf_free(&c->errand->svg);
	blob_unref(c->errand->picture);
	free(c->errand);
	c->errand = NULL;
}

/* The painter's thread. */
static void paint(struct job *job, struct store_conn *conn)
{
	struct call *c = call_of_job(job);
	struct errand *w = c->errand;
	struct buf png;

	(void)conn;
	buf_init(&png, PNG_MAX);
	if (api_config(c->api)->draw_png(w->svg.data, w->svg.size, w->width, &png, w->why) == 0)
		w->picture = blob_new(png.data, png.size);
	buf_free(&png);
}

/* CALL_WORKS, or -1 after fail(). */
static int begin_png(struct call *c, struct buf *svg, int width)
{
	if (!api_config(c->api)->draw_png)
		return fail(c, ERR_UNAVAILABLE, "this host draws no PNGs; board.svg can be had");
	c->errand = calloc(1, sizeof(*c->errand));
	if (!c->errand)
		return fail(c, ERR_UNAVAILABLE, "no memory");
	c->errand->svg = *svg;
	c->errand->width = width;
	buf_init(svg, 0);
	strcpy(c->errand->why, "no memory");
	return call_work(c, paint);
}

static int draw(struct call *c, struct table *t, const struct wish *w, const struct artwork *a)
{
	struct buf svg;
	int r;

	buf_init(&svg, PICTURE_MAX);
	r = draw_svg(c, t, w, a, &svg);
	if (r == 0 && w->png)
		r = begin_png(c, &svg, (int)w->width);
	else if (r == 0 && !(c->shared = blob_new(svg.data, svg.size)))
		r = fail(c, ERR_UNAVAILABLE, "no memory");
	buf_free(&svg);
	return r;
}

/* What the painter has made. */
static int take(struct call *c)
{
	struct errand *w = c->errand;
	int r = w->picture ? 0 : fail(c, ERR_UNAVAILABLE, "%s", w->why);

	c->shared = w->picture;
	w->picture = NULL;
	work_free(c);
	return r;
}

static int show(struct call *c, struct table *t, const struct wish *w)
{
	const struct artwork *a = gallery_artwork(c->api->gallery, t->ruleset, t->tileset);
	char key[GALLERY_KEY];
	int r;

	if (!a)
		return fail(c, ERR_UNAVAILABLE, "no memory");
	if (!w->png)
		c->csp = artwork_csp(a);
	snprintf(key, sizeof(key), "%s %lld %d%d%d%d %d", t->meta.id, (long long)t->meta.version, w->png, w->dark, w->unmarked,
		w->legal, (int)w->width);
	c->forever = w->at >= 0;
	if (!c->errand && (c->shared = gallery_find(c->api->gallery, key, c->etag)) != NULL)
		return 0;
	r = c->errand ? take(c) : draw(c, t, w, a);
	if (r == 0)
		gallery_keep(c->api->gallery, key, c->shared, c->etag);
	return r;
}

/* row.extra: 1 for the PNG. */
int h_game_picture(struct call *c)
{
	struct table *now, *then = NULL;
	struct wish w;
	int r;

	if (read_wish(c, &w) < 0)
		return -1;
	now = live_get(c, c->params[0]);
	if (!now)
		return -1;
	if (w.at >= 0 && !(then = at_version(c, now, w.at))) {
		table_unref(now);
		return -1;
	}
	r = show(c, then ? then : now, &w);
	table_unref(then);
	table_unref(now);
	return r;
}

/* game_get.c - GET of a game, and of its board as text. */
#include <stdio.h>

#include "api/board_text.h"
#include "api/handlers.h"
#include "api/live.h"

static void set_etag(struct call *c, const struct table *t)
{
	snprintf(c->etag, sizeof(c->etag), "%lld", (long long)t->meta.version);
}

int h_game_get(struct call *c)
{
	struct table *t = live_get(c, c->params[0]);
	struct blob *view;
	int r = 0;

	if (!t)
		return -1;
	set_etag(c, t);
	if (c->media == MEDIA_TEXT)
		text_game(&c->out, t);
	else if ((view = table_view(t)))
		c->shared = blob_ref(view);
	else
		r = fail(c, ERR_UNAVAILABLE, "no memory");
	table_unref(t);
	return r;
}

int h_game_board_text(struct call *c)
{
	struct table *t = live_get(c, c->params[0]);

	if (!t)
		return -1;
	set_etag(c, t);
	text_board(&c->out, t);
	table_unref(t);
	return 0;
}

/* game_get.c - GET of a game, for browsers as a page, and of its board as text. */
#include "api/board_text.h"
#include "api/handlers.h"
#include "api/live.h"
#include "api/outcome.h"

int h_game_get(struct call *c)
{
	struct table *t;
	int r;

	if (c->media == MEDIA_HTML)
		return h_web_game(c);
	t = live_get(c, c->params[0]);
	if (!t)
		return -1;
	r = outcome_game(c, t, 200);
	table_unref(t);
	return r;
}

int h_game_board_text(struct call *c)
{
	struct table *t = live_get(c, c->params[0]);

	if (!t)
		return -1;
	table_etag(c, t);
	text_board(&c->out, t);
	table_unref(t);
	return 0;
}

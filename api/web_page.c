/*
 * web_page.c - the page of a game: whoever may see the game gets a page whose head says
 * what a preview of its link shows (Open Graph).
 *
 * It tells what the table tells that live_get() gives: spectators of a delayed game
 * see no more here than anywhere, and who may not see a game gets the page of one
 * that is not there.
 */
#include <string.h>

#include "api/handlers.h"
#include "api/inside.h"
#include "api/live.h"
#include "api/pages.h"
#include "api/picture.h"
#include "api/table.h"
#include "api/web.h"

enum { HEAD_MAX = 64 * 1024, LINE_MAX = 8 * 1024 };

/* --- in words -------------------------------------------------------------------------- */

static const char *name_of(const struct table *t, int seat)
{
	for (int i = 0; i < t->seat_count; i++)
		if (t->seats[i].seat == seat)
			return t->seats[i].name;
	return "";
}

/* "Friday evening: Ada, Bob" */
static void put_title(struct buf *out, const struct table *t)
{
	buf_text(out, *t->meta.name ? t->meta.name : t->ruleset->title);
	for (int i = 0; i < t->seat_count; i++) {
		buf_text(out, i ? ", " : ": ");
		buf_text(out, t->seats[i].name);
	}
}

static void put_turn(struct buf *out, const struct table *t)
{
	unsigned waiting = table_waiting_for(t);

	buf_format(out, "Turn %d", t->game->now.number);
	for (int seat = 0, count = 0; waiting >> seat; seat++)
		if (waiting >> seat & 1)
			buf_format(out, "%s%s", count++ ? ", " : ": it waits for ", name_of(t, seat));
	buf_text(out, ". ");
}

static void put_scores(struct buf *out, const struct table *t)
{
	for (int i = 0; i < t->seat_count; i++)
		buf_format(out, "%s%s %d", i ? ", " : "Points: ", t->seats[i].name, game_score(t->game, t->tileset, i));
	buf_char(out, '.');
}

static void put_description(struct buf *out, const struct table *t)
{
	switch (t->meta.status) {
	case STORE_LOBBY:
		buf_format(out, "Not begun: %d of %d seats are taken.", t->seat_count, table_seats(t));
		break;
	case STORE_ABORTED:
		buf_text(out, "Called off.");
		break;
	case STORE_FINISHED:
		buf_text(out, "Finished. ");
		put_scores(out, t);
		break;
	default:
		put_turn(out, t);
		put_scores(out, t);
	}
}

/* --- as tags ---------------------------------------------------------------------------- */

static void put_tag(struct buf *out, const char *attribute, const char *name, const char *content)
{
	buf_format(out, "<meta %s=\"%s\" content=\"", attribute, name);
	page_text(out, content);
	buf_text(out, "\">\n");
}

static void put_number(struct buf *out, const char *name, int value)
{
	buf_format(out, "<meta property=\"%s\" content=\"%d\">\n", name, value);
}

static void put_link(struct buf *out, const char *before, const char *base, const char *path, const char *id, const char *rest)
{
	buf_text(out, before);
	page_text(out, base);
	buf_format(out, "%s%s%s\">\n", path, id, rest);
}

static void put_links(struct buf *out, const struct table *t, const char *base, int image_height)
{
	put_link(out, "<link rel=\"canonical\" href=\"", base, "/games/", t->meta.id, "");
	put_link(out, "<meta property=\"og:url\" content=\"", base, "/games/", t->meta.id, "");
	if (!image_height)
		return;
	put_link(out, "<meta property=\"og:image\" content=\"", base, "/v1/games/", t->meta.id, "/board.png?width=1024");
	put_number(out, "og:image:width", WEB_IMAGE_WIDTH);
	put_number(out, "og:image:height", image_height);
	put_tag(out, "property", "og:image:alt", "The board, and beside it the players with their points");
}

void web_head(const struct table *t, const char *base, int image_height, struct buf *out)
{
	struct buf title, description;
	int has_image = *base && image_height > 0;

	buf_init(&title, LINE_MAX);
	buf_init(&description, LINE_MAX);
	put_title(&title, t);
	put_description(&description, t);
	if (buf_failed(&title) || buf_failed(&description)) {
		out->failed = 1;
		goto out;
	}
	buf_text(out, "<title>");
	page_text(out, title.data);
	buf_text(out, "</title>\n");
	put_tag(out, "name", "description", description.data);
	put_tag(out, "property", "og:site_name", "meepled");
	put_tag(out, "property", "og:type", "website");
	put_tag(out, "property", "og:title", title.data);
	put_tag(out, "property", "og:description", description.data);
	put_tag(out, "name", "twitter:card", has_image ? "summary_large_image" : "summary");
	if (*base)
		put_links(out, t, base, image_height);
out:
	buf_free(&title);
	buf_free(&description);
}

/* --- the page --------------------------------------------------------------------------- */

/* Of the picture for the preview; 0: this host draws none. */
static int image_height(struct call *c, struct table *t)
{
	struct blob *view = api_config(c->api)->draw_png ? table_view(t) : NULL;
	char why[160];
	struct json *root = view ? json_parse(view->data, view->size, why) : NULL;
	int height = root ? picture_height(root, WEB_IMAGE_WIDTH) : 0;

	json_free(root);
	return height;
}

static int nothing_there(struct call *c)
{
	if (c->error != ERR_NOT_FOUND)
		return -1;
	buf_reset(&c->extra);
	c->status = 404;
	return h_web_home(c);
}

int h_web_game(struct call *c)
{
	const char *base = api_config(c->api)->public_url;
	struct table *t = live_get(c, c->params[0]);
	struct buf head;

	if (!t)
		return nothing_there(c);
	buf_init(&head, HEAD_MAX);
	web_head(t, base, *base ? image_height(c, t) : 0, &head);
	table_unref(t);
	if (buf_failed(&head))
		c->out.failed = 1;
	else
		web_page(c->api->web, head.data, &c->out);
	buf_free(&head);
	c->csp = WEB_CSP;
	return 0;
}

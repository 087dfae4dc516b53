/*
 * web.h - the web client: files of api/web/ that stand in the binary, and the page.
 *
 * Files are served as they are at /web/NAME, packed where the caller takes that; the
 * page, page.html, at / and for each game.  What the page may load is up to WEB_CSP: it comes
 * from this host, and no script or style stands in the page itself.
 */
#ifndef MEEPLED_API_WEB_H
#define MEEPLED_API_WEB_H

#include "api/buf.h"

#define WEB_CSP "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " \
	"manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

struct web;
struct table;

/* NULL with a sentence in `why`.  Immutable, any thread. */
struct web *web_open(char why[240]);
void web_close(struct web *w);		/* NULL is allowed */

/* page.html with `head` (markup) in place of its mark. */
void web_page(const struct web *w, const char *head, struct buf *out);

/*
 * What the page of a game has in its head: title, and what a preview of a link shows.
 * `base` is the host's public URL, "": not known, then nothing is said that needs it.
 * image_height: of a picture 1024 pixels wide; 0: there is none.
 */
enum { WEB_IMAGE_WIDTH = 1024 };
void web_head(const struct table *t, const char *base, int image_height, struct buf *out);

#endif

/*
 * pages.h - the texts that the service serves about itself: the OpenAPI
 * document, its rendering at /docs, the pages of problems.  Made once at the
 * start, immutable.
 */
#ifndef MEEPLED_API_PAGES_H
#define MEEPLED_API_PAGES_H

#include "api/buf.h"

struct pages;

/* NULL with a sentence in `why`. */
struct pages *pages_open(char why[240]);
void pages_close(struct pages *p);
/* The Content-Security-Policy that fits the pages' own style sheet. */
const char *pages_csp(const struct pages *p);

/* A page in the house's style: page_begin(), HTML, page_end(). */
void page_begin(struct buf *b, const char *title);
void page_end(struct buf *b);
/* Text with what HTML would read as markup escaped. */
void page_text(struct buf *b, const char *text);

#endif

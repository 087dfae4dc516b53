/*
 * docs.h - the OpenAPI document as a page for people.
 */
#ifndef MEEPLED_API_DOCS_H
#define MEEPLED_API_DOCS_H

#include "api/buf.h"

/* Write the page for an OpenAPI 3.1 document; -1 with a sentence in `why`. */
int docs_render(struct buf *out, const char *openapi, size_t size, char why[240]);

#endif

/*
 * png.h - an SVG as a PNG; the only file behind it names librsvg and cairo.
 */
#ifndef MEEPLED_DAEMON_PNG_H
#define MEEPLED_DAEMON_PNG_H

#include "api/buf.h"

enum { PNG_PIXELS_MAX = 2048 * 4096 };

/*
 * Append the picture, `width` pixels wide and as high as its viewBox wants.
 * 0, or -1 with a sentence.  Any thread.
 */
int png_render(const char *svg, size_t size, int width, struct buf *out, char why[160]);

#endif

/*
 * png.c - librsvg draws, cairo writes.  The SVG is our own; nothing in it refers
 * to anything outside of it.
 *
 * The library is loaded when the first PNG is asked for: it brings forty others with
 * it, and a host whose players look at the web page or at text should not pay
 * five megabytes for them.  Where it is not installed, there are no PNGs.
 */
#include "daemon/png.h"

#include <cairo.h>
#include <dlfcn.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* Its own functions and those of the libraries that it depends on. */
#define FUNCTIONS(X) \
	X(rsvg_handle_new_from_data) X(rsvg_handle_get_intrinsic_dimensions) X(rsvg_handle_render_document) \
	X(cairo_create) X(cairo_destroy) X(cairo_image_surface_create) X(cairo_surface_status) \
	X(cairo_surface_write_to_png_stream) X(cairo_surface_destroy) X(g_object_unref) X(g_clear_error)

struct library {
#define X(name) __typeof__(&name) p_##name;
	FUNCTIONS(X)
#undef X
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct library library;
static int is_loaded;

static void load(void)
{
	void *handle = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
	void *at;

	if (!handle)
		return;
	/* POSIX has an object pointer stand for a function here; C has no cast for that. */
#define X(name) \
	at = dlsym(handle, #name); \
	if (!at) \
		return; \
	memcpy(&library.p_##name, &at, sizeof(at));
	FUNCTIONS(X)
#undef X
	is_loaded = 1;
}

static cairo_status_t append(void *arg, const unsigned char *data, unsigned int size)
{
	struct buf *out = arg;

	buf_bytes(out, data, size);
	return buf_failed(out) ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static int draw(RsvgHandle *handle, cairo_surface_t *surface, int width, int height, char why[160])
{
	RsvgRectangle all = {0, 0, width, height};
	cairo_t *cairo = library.p_cairo_create(surface);
	GError *error = NULL;
	int good = library.p_rsvg_handle_render_document(handle, cairo, &all, &error);

	if (!good)
		snprintf(why, 160, "the picture cannot be drawn: %.120s", error ? error->message : "no reason given");
	library.p_g_clear_error(&error);
	library.p_cairo_destroy(cairo);
	return good ? 0 : -1;
}

int png_render(const char *svg, size_t size, int width, struct buf *out, char why[160])
{
	RsvgHandle *handle;
	cairo_surface_t *surface = NULL;
	gboolean has_box = FALSE;
	RsvgRectangle box = {0, 0, 0, 0};
	int height, done = -1;

	pthread_once(&once, load);
	snprintf(why, 160, is_loaded ? "the picture cannot be drawn" : "this host has no librsvg, which PNGs need; "
		"board.svg can be had");
	handle = is_loaded ? library.p_rsvg_handle_new_from_data((const guint8 *)svg, size, NULL) : NULL;
	if (!handle)
		return -1;
	library.p_rsvg_handle_get_intrinsic_dimensions(handle, NULL, NULL, NULL, NULL, &has_box, &box);
	if (!has_box || box.width <= 0 || box.height <= 0)
		goto out;
	height = (int)ceil(width * box.height / box.width);
	if (height < 1 || height > PNG_PIXELS_MAX / width) {
		snprintf(why, 160, "the picture would be %d pixels high; ask for a smaller width", height);
		goto out;
	}
	surface = library.p_cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
	if (library.p_cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS && draw(handle, surface, width, height, why) == 0
	    && library.p_cairo_surface_write_to_png_stream(surface, append, out) == CAIRO_STATUS_SUCCESS)
		done = 0;
out:
	library.p_cairo_surface_destroy(surface);
	library.p_g_object_unref(handle);
	return done;
}

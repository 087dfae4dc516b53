/*
 * gallery.c - see gallery.h.  A look-up goes through all keys: there are few, and
 * whoever looks is about to send fifty kilobytes.
 */
#include "api/gallery.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/catalogue.h"

struct picture {
	char key[GALLERY_KEY];			/* "": free */
	char etag[GALLERY_ETAG];
	struct blob *blob;
	uint64_t used;
};

struct gallery {
	pthread_mutex_t mutex;			/* of pictures */
	uint64_t uses;
	size_t bytes;
	struct picture pictures[GALLERY_PICTURES];

	pthread_mutex_t drawing;		/* of artworks */
	int artwork_count;
	struct { const struct tileset *ts; struct artwork *artwork; } artworks[CATALOGUE_MAX];
};

struct gallery *gallery_open(void)
{
	struct gallery *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	pthread_mutex_init(&g->mutex, NULL);
	pthread_mutex_init(&g->drawing, NULL);
	return g;
}

void gallery_close(struct gallery *g)
{
	if (!g)
		return;
	for (int i = 0; i < GALLERY_PICTURES; i++)
		blob_unref(g->pictures[i].blob);
	for (int i = 0; i < g->artwork_count; i++)
		artwork_free(g->artworks[i].artwork);
	pthread_mutex_destroy(&g->mutex);
	pthread_mutex_destroy(&g->drawing);
	free(g);
}

static struct picture *find(struct gallery *g, const char *key)
{
	for (int i = 0; i < GALLERY_PICTURES; i++)
		if (strcmp(g->pictures[i].key, key) == 0)
			return &g->pictures[i];
	return NULL;
}

struct blob *gallery_find(struct gallery *g, const char *key, char etag[GALLERY_ETAG])
{
	struct blob *blob = NULL;
	struct picture *p;

	pthread_mutex_lock(&g->mutex);
	p = find(g, key);
	if (p) {
		p->used = ++g->uses;
		blob = blob_ref(p->blob);
		memcpy(etag, p->etag, GALLERY_ETAG);
	}
	pthread_mutex_unlock(&g->mutex);
	return blob;
}

static void drop(struct gallery *g, struct picture *p)
{
	g->bytes -= p->blob->size;
	blob_unref(p->blob);
	memset(p, 0, sizeof(*p));
}

/* A free place, after making room for so many bytes. */
static struct picture *make_room(struct gallery *g, size_t size)
{
	for (;;) {
		struct picture *oldest = NULL, *free_one = NULL;

		for (int i = 0; i < GALLERY_PICTURES; i++) {
			struct picture *p = &g->pictures[i];

			if (!*p->key)
				free_one = p;
			else if (!oldest || p->used < oldest->used)
				oldest = p;
		}
		if (free_one && (g->bytes + size <= GALLERY_BYTES || !oldest))
			return free_one;
		drop(g, oldest);
	}
}

void gallery_keep(struct gallery *g, const char *key, struct blob *picture, char etag[GALLERY_ETAG])
{
	unsigned char hash[crypto_generichash_BYTES_MIN];
	struct picture *p;

	crypto_generichash(hash, sizeof(hash), (const unsigned char *)picture->data, picture->size, NULL, 0);
	sodium_bin2hex(etag, GALLERY_ETAG, hash, sizeof(hash));
	pthread_mutex_lock(&g->mutex);
	/* Two may have drawn the same. */
	if (!find(g, key) && picture->size <= GALLERY_BYTES) {
		p = make_room(g, picture->size);
		snprintf(p->key, sizeof(p->key), "%s", key);
		memcpy(p->etag, etag, GALLERY_ETAG);
		p->blob = blob_ref(picture);
		p->used = ++g->uses;
		g->bytes += picture->size;
	}
	pthread_mutex_unlock(&g->mutex);
}

const struct artwork *gallery_artwork(struct gallery *g, const struct ruleset *ruleset, const struct tileset *ts)
{
	struct artwork *a = NULL;

	pthread_mutex_lock(&g->drawing);
	for (int i = 0; i < g->artwork_count; i++)
		if (g->artworks[i].ts == ts)
			a = g->artworks[i].artwork;
	if (!a && g->artwork_count < CATALOGUE_MAX && (a = artwork_new(ruleset, ts)) != NULL) {
		g->artworks[g->artwork_count].ts = ts;
		g->artworks[g->artwork_count++].artwork = a;
	}
	pthread_mutex_unlock(&g->drawing);
	return a;
}

/*
 * catalogue.c - tile sets in memory.  Entries are only ever added, each
 * behind the last, so that what was handed out stays where it is.
 */
#include "api/catalogue.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/buf.h"
#include "api/tileset_json.h"

struct entry {
	struct offer offer;
	struct tileset tileset;
	int on_offer;			/* 0: of old games only */
	char *text;			/* owned */
};

struct catalogue {
	pthread_mutex_t mutex;		/* guards count and the array; entries never change */
	int count;
	struct entry *entries[CATALOGUE_MAX];
};

static void entry_free(struct entry *e)
{
	if (e)
		free(e->text);
	free(e);
}

/* The first error of the findings as one sentence. */
static void first_error(const struct buf *findings, char why[240])
{
	const char *line = findings->data ? strstr(findings->data, "error: ") : NULL;

	snprintf(why, 240, "%.*s", line ? (int)strcspn(line + 7, "\n") : 26, line ? line + 7 : "the tile set is not usable");
}

/* Read a file's bytes; NULL with a sentence in `why`. */
static struct entry *entry_new(const char *text, size_t size, char why[240])
{
	struct entry *e = calloc(1, sizeof(*e));
	struct buf findings;

	if (!e || !(e->text = malloc(size + 1))) {
		snprintf(why, 240, "out of memory");
		entry_free(e);
		return NULL;
	}
	memcpy(e->text, text, size);
	e->text[size] = '\0';
	buf_init(&findings, 1024 * 1024);
	if (tileset_read(&e->tileset, &e->offer.ruleset, text, size, &findings) > 0) {
		first_error(&findings, why);
		entry_free(e);
		e = NULL;
	} else {
		e->offer.tileset = &e->tileset;
		e->offer.text = e->text;
		e->offer.size = size;
	}
	buf_free(&findings);
	return e;
}

/* The mutex is held.  Index, or -1. */
static int find_hash(const struct catalogue *c, const unsigned char *sha256)
{
	for (int i = 0; i < c->count; i++) {
		if (!memcmp(c->entries[i]->tileset.sha256, sha256, STORE_HASH))
			return i;
	}
	return -1;
}

int catalogue_add(struct catalogue *c, const char *text, size_t size, char why[240])
{
	struct entry *e;

	if (c->count == CATALOGUE_MAX) {
		snprintf(why, 240, "there may be %d tile sets", CATALOGUE_MAX);
		return -1;
	}
	e = entry_new(text, size, why);
	if (!e)
		return -1;
	if (catalogue_by_id(c, e->tileset.id)) {
		snprintf(why, 240, "another tile set has the id %s", e->tileset.id);
		entry_free(e);
		return -1;
	}
	e->on_offer = 1;
	c->entries[c->count++] = e;
	return 0;
}

struct catalogue *catalogue_open(char why[240])
{
	struct catalogue *c = calloc(1, sizeof(*c));
	const char *text;
	size_t size;

	if (!c) {
		snprintf(why, 240, "out of memory");
		return NULL;
	}
	pthread_mutex_init(&c->mutex, NULL);
	for (int i = 0; i < ruleset_count; i++) {
		if (catalogue_by_id(c, rulesets[i]->tileset))
			continue;	/* another version of the same game */
		text = tileset_bundled(rulesets[i], &size);
		if (!text || catalogue_add(c, text, size, why) < 0) {
			catalogue_close(c);
			return NULL;
		}
	}
	return c;
}

void catalogue_close(struct catalogue *c)
{
	if (!c)
		return;
	for (int i = 0; i < c->count; i++)
		entry_free(c->entries[i]);
	pthread_mutex_destroy(&c->mutex);
	free(c);
}

const struct offer *catalogue_at(struct catalogue *c, int i)
{
	const struct offer *found = NULL;

	pthread_mutex_lock(&c->mutex);
	for (int k = 0; k < c->count && !found; k++) {
		if (c->entries[k]->on_offer && i-- == 0)
			found = &c->entries[k]->offer;
	}
	pthread_mutex_unlock(&c->mutex);
	return found;
}

const struct offer *catalogue_by_id(struct catalogue *c, const char *id)
{
	const struct offer *o;

	for (int i = 0; (o = catalogue_at(c, i)); i++) {
		if (!strcmp(o->tileset->id, id))
			return o;
	}
	return NULL;
}

const struct offer *catalogue_find(struct catalogue *c, const struct ruleset *ruleset, const char *id)
{
	const struct offer *o = catalogue_by_id(c, id && *id ? id : ruleset->tileset);

	return o && !strcmp(o->ruleset->id, ruleset->id) ? o : NULL;
}

const struct offer *catalogue_by_hash(struct catalogue *c, struct store_conn *conn,
	const unsigned char sha256[STORE_HASH])
{
	struct entry *e;
	char *text, why[240];
	size_t size;
	int i;

	pthread_mutex_lock(&c->mutex);
	i = find_hash(c, sha256);
	pthread_mutex_unlock(&c->mutex);
	if (i >= 0)
		return &c->entries[i]->offer;
	if (store_tileset_get(conn, sha256, &text, &size) != STORE_OK)
		return NULL;
	e = entry_new(text, size, why);
	free(text);
	if (!e)
		return NULL;
	pthread_mutex_lock(&c->mutex);
	i = find_hash(c, sha256);	/* another thread may have been faster */
	if (i < 0 && c->count < CATALOGUE_MAX && !memcmp(e->tileset.sha256, sha256, STORE_HASH)) {
		i = c->count++;
		c->entries[i] = e;
		e = NULL;
	}
	pthread_mutex_unlock(&c->mutex);
	entry_free(e);
	return i >= 0 ? &c->entries[i]->offer : NULL;
}

/*
 * api.c - opening and closing the service, and the small things that all
 * of it uses: clock, random bytes, log.
 */
#include "api/inside.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/catalogue.h"
#include "api/clock_run.h"
#include "api/counts.h"
#include "api/gallery.h"
#include "api/live.h"
#include "api/notice.h"
#include "api/outgoing.h"
#include "api/pages.h"
#include "api/web.h"

static int no_memory(char why[240])
{
	snprintf(why, 240, "out of memory");
	return -1;
}

static int open_notices(struct api *a, char why[240])
{
	struct store_conn *reader = readers_take(a->readers);

	a->notices = notices_open(a, reader, why);
	readers_give(a->readers, reader);
	if (!a->notices)
		return -1;
	a->outgoing = outgoing_open();
	return a->outgoing ? 0 : no_memory(why);
}

static int open_parts(struct api *a, char why[240])
{
	unsigned char secret[RATE_SECRET];

	a->catalogue = catalogue_open(why);
	if (!a->catalogue)
		return -1;
	a->pages = pages_open(why);
	if (!a->pages)
		return -1;
	a->web = web_open(why);
	if (!a->web)
		return -1;
	a->counts = counts_open();
	randombytes_buf(secret, sizeof(secret));	/* decides on nothing that anybody sees */
	a->guard = guard_open(&a->config, secret, why);
	sodium_memzero(secret, sizeof(secret));
	if (!a->guard)
		return -1;
	a->gallery = gallery_open();
	a->waiters = waiters_open();
	a->live = live_open(a, a->config.cached_games);
	a->clockwork = clockwork_open(a);
	if (!a->counts || !a->gallery || !a->waiters || !a->live || !a->clockwork)
		return no_memory(why);
	/* One more for the clock's thread. */
	a->readers = readers_open(a->config.store, a->config.reader_count + 1, why);
	return a->readers ? open_notices(a, why) : -1;
}

struct api *api_open(const struct api_config *config, char why[240])
{
	struct api *a;

	if (sodium_init() < 0) {
		snprintf(why, 240, "libsodium cannot be used");
		return NULL;
	}
	a = calloc(1, sizeof(*a));
	if (!a) {
		no_memory(why);
		return NULL;
	}
	a->config = *config;
	if (!a->config.public_url)
		a->config.public_url = "";
	atomic_init(&a->draining, 0);
	atomic_init(&a->registration_open, config->registration_open);
	if (open_parts(a, why) < 0) {
		api_close(a);
		return NULL;
	}
	return a;
}

void api_close(struct api *a)
{
	if (!a)
		return;
	outgoing_close(a->outgoing);
	notices_close(a->notices);
	guard_close(a->guard);
	readers_close(a->readers);
	live_close(a->live);
	clockwork_close(a->clockwork);
	waiters_close(a->waiters);
	counts_close(a->counts);
	gallery_close(a->gallery);
	web_close(a->web);
	pages_close(a->pages);
	catalogue_close(a->catalogue);
	free(a);
}

int api_add_tileset(struct api *api, const char *text, size_t size, char why[240])
{
	return catalogue_add(api->catalogue, text, size, why);
}

void api_set_registration(struct api *api, int open)
{
	atomic_store(&api->registration_open, open);
}

void api_batch_end(struct api *api, int committed)
{
	live_batch_end(api->live, committed);
	notices_batch_end(api, committed);
	clock_batch_end(api, committed);
}

int api_token_create(struct store_conn *writer, const char *name, uint32_t scopes, int64_t expires_at,
	char token[API_TOKEN_TEXT], char why[240])
{
	return api_token_create_for(writer, "", name, scopes, expires_at, token, why);
}

int api_token_create_for(struct store_conn *writer, const char *player, const char *name, uint32_t scopes,
	int64_t expires_at, char token[API_TOKEN_TEXT], char why[240])
{
	struct store_token t = {.scopes = scopes, .expires_at = expires_at};
	struct store_player p;
	struct timespec now;

	if (sodium_init() < 0) {
		snprintf(why, 240, "libsodium cannot be used");
		return -1;
	}
	if (*player && (store_player_get(writer, player, &p) != STORE_OK || p.deleted_at)) {
		snprintf(why, 240, "there is no player %.10s", player);
		return -1;
	}
	clock_gettime(CLOCK_REALTIME, &now);
	t.created_at = now.tv_sec * 1000ll + now.tv_nsec / 1000000;
	snprintf(t.player, sizeof(t.player), "%s", player);
	snprintf(t.name, sizeof(t.name), "%s", name);
	random_id(NULL, t.id, STORE_TOKEN_ID);
	token_make(NULL, token, t.hash);
	if (store_begin(writer) == STORE_OK && store_token_add(writer, &t) == STORE_OK
	    && store_commit(writer) == STORE_OK)
		return 0;
	snprintf(why, 240, "%s", store_why(writer));
	store_rollback(writer);
	return -1;
}

/* --- for all of api/ ---------------------------------------------------------- */

int64_t api_now(const struct api *api)
{
	struct timespec t;

	if (api->config.now)
		return api->config.now();
	clock_gettime(CLOCK_REALTIME, &t);
	return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}

int64_t api_clock(const struct api *api)
{
	struct timespec t;

	if (api->config.steady)
		return api->config.steady();
	if (api->config.now)
		return api->config.now() * 1000;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000ll + t.tv_nsec / 1000;
}

void random_bytes(struct api *api, void *out, size_t size)
{
	if (api && api->config.random)
		api->config.random(out, size);
	else
		randombytes_buf(out, size);
}

void random_id(struct api *api, char *out, int characters)
{
	static const char base32[] = "0123456789abcdefghjkmnpqrstvwxyz";	/* Crockford's */
	unsigned char bytes[32];

	if (characters > (int)sizeof(bytes))
		characters = sizeof(bytes);
	random_bytes(api, bytes, (size_t)characters);
	for (int i = 0; i < characters; i++)
		out[i] = base32[bytes[i] & 31];
	out[characters] = '\0';
}

void api_log(struct api *api, enum api_level level, const char *format, ...)
{
	char line[1024];
	va_list args;

	if (!api->config.log)
		return;
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	api->config.log(api->config.arg, level, line);
}

const struct api_config *api_config(const struct api *api)
{
	return &api->config;
}

int api_registration_open(const struct api *api)
{
	return atomic_load(&api->registration_open);
}

struct live *api_live(struct api *api)
{
	return api->live;
}

struct catalogue *api_catalogue(struct api *api)
{
	return api->catalogue;
}

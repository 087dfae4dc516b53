/*
 * inspect.c - one game from the store, played again.  record.c does the
 * playing: it writes no record of a game that its log does not lead to.  When the
 * game is over the record is verified, too, as anybody would who asks for it.
 */
#include "api/inspect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/catalogue.h"
#include "api/record.h"

struct inspector {
	struct catalogue *catalogue;
	struct game game;
	struct buf record;
};

struct inspector *inspector_open(char why[240])
{
	struct inspector *k = calloc(1, sizeof(*k));

	if (!k) {
		snprintf(why, 240, "out of memory");
		return NULL;
	}
	buf_init(&k->record, RECORD_MAX);
	k->catalogue = catalogue_open(why);
	if (k->catalogue)
		return k;
	free(k);
	return NULL;
}

void inspector_close(struct inspector *k)
{
	if (!k)
		return;
	catalogue_close(k->catalogue);
	buf_free(&k->record);
	free(k);
}

static int wrong(char why[160], const char *what)
{
	snprintf(why, 160, "%s", what);
	return -1;
}

struct finding {
	const struct store_game *g;
	const struct offer *offer;
};

/* The game's own tile set; whether the record names that one is the question. */
static const struct tileset *find(void *arg, const struct ruleset *ruleset, const unsigned char sha256[32])
{
	const struct finding *f = arg;

	return strcmp(f->g->ruleset, ruleset->id) == 0 && memcmp(f->g->tileset_hash, sha256, 32) == 0
		? f->offer->tileset : NULL;
}

static int verify(struct inspector *k, const struct store_game *g, const struct offer *offer, char why[160])
{
	struct finding f = {g, offer};
	char place[400];

	if (g->status != STORE_FINISHED || record_verify(k->record.data, k->record.size, find, &f, NULL, NULL, place)
	    == RECORD_GOOD)
		return 0;
	snprintf(why, 160, "its record does not verify: %.120s", place);
	return -1;
}

static int play_again(struct inspector *k, struct store_conn *conn, const struct store_game *g, char why[160])
{
	struct store_seat seats[GAME_SEATS_MAX];
	const struct ruleset *ruleset = ruleset_find(g->ruleset, g->ruleset_version);
	const struct offer *offer = ruleset ? catalogue_by_hash(k->catalogue, conn, g->tileset_hash) : NULL;
	char what[120];
	int count;

	if (!ruleset)
		return wrong(why, "its ruleset is unknown");
	if (!offer)
		return wrong(why, "its tile set lacks");
	if (game_decode(&k->game, offer->tileset, g->snapshot, g->snapshot_size, what) < 0)
		return wrong(why, what);
	if (store_seats(conn, g->id, seats, GAME_SEATS_MAX, &count) != STORE_OK || count != k->game.seat_count)
		return wrong(why, "its seats are not those of its state");
	buf_reset(&k->record);
	if (record_write(&k->record, conn, g, seats, count, &k->game, offer->tileset) < 0)
		return wrong(why, "its log does not lead to its state");
	return verify(k, g, offer, why);
}

int inspect_game(struct inspector *k, struct store_conn *conn, const char *id, char why[160])
{
	struct store_game g;
	int r = 0;

	if (store_game_get(conn, id, &g) != STORE_OK)
		return wrong(why, "it cannot be read");
	if (g.snapshot)
		r = play_again(k, conn, &g, why);
	else if (g.status != STORE_LOBBY && g.status != STORE_ABORTED)
		r = wrong(why, "it has begun, but has no state");
	store_game_dispose(&g);
	return r;
}

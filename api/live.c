/*
 * live.c - the cache of tables.
 *
 * Readers and the writer meet at one mutex that is held for a look-up only.
 * A reader that misses loads from the store without it; whatever was
 * published meanwhile is newer, so the reader's table goes into the cache
 * only if nothing with the same hash was published since it began.
 */
#include "api/live.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "api/call.h"
#include "api/hash.h"
#include "api/invite.h"
#include "api/spectators.h"
#include "api/table.h"

enum {
	EPOCHS = 256,			/* a power of two */
	DROPS_MAX = 32,			/* players changed in one batch; more: forget all games */
	TELLS_MAX = 256,		/* players who leave in one batch; more: see live_tell() */
	NO_SLOT = -1
};

struct place {
	struct table *table;		/* NULL: free */
	int newer, older;		/* neighbours by last use */
	int chain;			/* next of the same bucket, or of the free ones */
};

struct live {
	struct api *api;

	pthread_mutex_t mutex;		/* guards all down to `buckets` */
	uint32_t epoch[EPOCHS];		/* moves whenever a game of that hash is published */
	int newest, oldest, free;
	struct live_counts counts;
	unsigned bucket_count;		/* a power of two */
	struct place *slots;
	int *buckets;

	/* The writer's alone. */
	struct table *pending;		/* of the present job, by next; one for a game */
	struct table *settled;		/* of the batch's earlier jobs, by next; one for a game */
	int drop_count;			/* may exceed DROPS_MAX */
	char drops[DROPS_MAX][STORE_PLAYER_ID + 1];
	int tell_count;
	char tells[TELLS_MAX][STORE_PLAYER_ID + 1];
};

struct live *live_open(struct api *api, int games)
{
	struct live *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	if (games < 1)
		games = 1;
	l->api = api;
	for (l->bucket_count = 16; l->bucket_count < 2 * (unsigned)games;)
		l->bucket_count *= 2;
	l->slots = calloc((size_t)games, sizeof(*l->slots));
	l->buckets = malloc(l->bucket_count * sizeof(*l->buckets));
	if (!l->slots || !l->buckets || pthread_mutex_init(&l->mutex, NULL) != 0) {
		free(l->slots);
		free(l->buckets);
		free(l);
		return NULL;
	}
	l->newest = l->oldest = NO_SLOT;
	for (unsigned i = 0; i < l->bucket_count; i++)
		l->buckets[i] = NO_SLOT;
	for (int i = 0; i < games; i++)
		l->slots[i].chain = i + 1 < games ? i + 1 : NO_SLOT;
	return l;
}

void live_close(struct live *l)
{
	if (!l)
		return;
	live_settle(l, 0);
	live_batch_end(l, 0);
	for (int i = l->newest; i != NO_SLOT; i = l->slots[i].older)
		table_unref(l->slots[i].table);
	pthread_mutex_destroy(&l->mutex);
	free(l->slots);
	free(l->buckets);
	free(l);
}

void live_counts(struct live *l, struct live_counts *out)
{
	pthread_mutex_lock(&l->mutex);
	*out = l->counts;
	pthread_mutex_unlock(&l->mutex);
}

/* --- slots; the mutex is held ------------------------------------------- */

static int *bucket_of(struct live *l, const char *id)
{
	return &l->buckets[hash_id(id) & (l->bucket_count - 1)];
}

static int find_slot(struct live *l, const char *id)
{
	int i = *bucket_of(l, id);

	while (i != NO_SLOT && strcmp(l->slots[i].table->meta.id, id) != 0)
		i = l->slots[i].chain;
	return i;
}

static void unlink_slot(struct live *l, int i)
{
	struct place *s = &l->slots[i];

	*(s->newer != NO_SLOT ? &l->slots[s->newer].older : &l->newest) = s->older;
	*(s->older != NO_SLOT ? &l->slots[s->older].newer : &l->oldest) = s->newer;
}

static void link_newest(struct live *l, int i)
{
	l->slots[i].newer = NO_SLOT;
	l->slots[i].older = l->newest;
	*(l->newest != NO_SLOT ? &l->slots[l->newest].newer : &l->oldest) = i;
	l->newest = i;
}

/* Free a slot; its table is the caller's now. */
static struct table *take_out(struct live *l, int i)
{
	struct table *t = l->slots[i].table;
	int *at = bucket_of(l, t->meta.id);

	while (*at != i)
		at = &l->slots[*at].chain;
	*at = l->slots[i].chain;
	unlink_slot(l, i);
	l->slots[i].table = NULL;
	l->slots[i].chain = l->free;
	l->free = i;
	l->counts.games--;
	return t;
}

/* Put the table in, in place of an older state; returns what it displaced. */
static struct table *put_in(struct live *l, struct table *t)
{
	struct table *displaced = NULL;
	int i = find_slot(l, t->meta.id);

	if (i != NO_SLOT)
		displaced = take_out(l, i);
	else if (l->free == NO_SLOT)
		displaced = take_out(l, l->oldest);
	i = l->free;
	l->free = l->slots[i].chain;
	l->slots[i].table = t;
	l->slots[i].chain = *bucket_of(l, t->meta.id);
	*bucket_of(l, t->meta.id) = i;
	link_newest(l, i);
	l->counts.games++;
	return displaced;
}

/* --- reading --------------------------------------------------------------- */

static struct table *look_up(struct live *l, const char *id, uint32_t *epoch)
{
	struct table *t = NULL;
	int i;

	pthread_mutex_lock(&l->mutex);
	*epoch = l->epoch[hash_id(id) % EPOCHS];
	i = find_slot(l, id);
	*(i != NO_SLOT ? &l->counts.hits : &l->counts.misses) += 1;
	if (i != NO_SLOT) {
		t = table_ref(l->slots[i].table);
		if (i != l->newest) {
			unlink_slot(l, i);
			link_newest(l, i);
		}
	}
	pthread_mutex_unlock(&l->mutex);
	return t;
}

/* Keep what was loaded, unless something newer may have been published. */
static void offer(struct live *l, struct table *t, uint32_t epoch)
{
	struct table *displaced = NULL;

	pthread_mutex_lock(&l->mutex);
	if (l->epoch[hash_id(t->meta.id) % EPOCHS] == epoch)
		displaced = put_in(l, table_ref(t));
	pthread_mutex_unlock(&l->mutex);
	table_unref(displaced);
}

static struct table *get_or_load(struct call *c, const char *id)
{
	struct live *l = api_live(c->api);
	uint32_t epoch;
	struct table *t;

	if (strlen(id) != STORE_GAME_ID) {
		fail(c, ERR_NOT_FOUND, "there is no game %s", id);
		return NULL;
	}
	t = look_up(l, id, &epoch);
	if (t)
		return t;
	t = table_load(c, id);
	if (t)
		offer(l, t, epoch);
	return t;
}

int live_may_see(struct call *c, const struct table *t)
{
	int invited;

	if (table_visible(t, c->player))
		return 0;
	invited = invite_opens(c, t);
	if (invited)
		return invited > 0 ? 0 : -1;
	return fail(c, ERR_NOT_FOUND, "there is no game %s", t->meta.id);
}

struct table *live_get(struct call *c, const char *id)
{
	struct table *t = get_or_load(c, id);

	if (t && live_may_see(c, t) < 0) {
		table_unref(t);
		return NULL;
	}
	return t ? spectators_see(c, t) : NULL;
}

struct table *live_peek(struct call *c, const char *id)
{
	return get_or_load(c, id);
}

/* --- the writer -------------------------------------------------------------- */

struct table *live_edit(struct call *c, const char *id)
{
	struct live *l = api_live(c->api);

	for (struct table *t = l->pending; t; t = t->next)
		if (strcmp(t->meta.id, id) == 0)
			return table_ref(t);
	for (struct table *t = l->settled; t; t = t->next)
		if (strcmp(t->meta.id, id) == 0)
			return table_ref(t);
	return get_or_load(c, id);
}

/* Into the list in place of an older state of the game; takes over the reference. */
static void put_into(struct table **list, struct table *t)
{
	struct table **at = list;

	while (*at && strcmp((*at)->meta.id, t->meta.id) != 0)
		at = &(*at)->next;
	t->next = *at ? (*at)->next : NULL;
	table_unref(*at);
	*at = t;
}

void live_put(struct live *l, struct table *t)
{
	put_into(&l->pending, t);
}

/* Beyond the limit they hear of it with their next look, within API_ALIVE_SECONDS. */
void live_tell(struct live *l, const char *player)
{
	if (*player && l->tell_count < TELLS_MAX)
		memcpy(l->tells[l->tell_count++], player, strnlen(player, STORE_PLAYER_ID) + 1);
}

void live_drop_player(struct live *l, const char *player)
{
	if (l->drop_count < DROPS_MAX)
		memcpy(l->drops[l->drop_count], player, strnlen(player, STORE_PLAYER_ID) + 1);
	l->drop_count++;
}

void live_settle(struct live *l, int kept)
{
	struct table *t, *next;

	for (t = l->pending; t; t = next) {
		next = t->next;
		if (kept)
			put_into(&l->settled, t);
		else
			table_unref(t);
	}
	l->pending = NULL;
}

void live_forget(struct live *l, const char *id)
{
	struct table *t = NULL;
	int i;

	pthread_mutex_lock(&l->mutex);
	l->epoch[hash_id(id) % EPOCHS]++;
	i = find_slot(l, id);
	if (i != NO_SLOT)
		t = take_out(l, i);
	pthread_mutex_unlock(&l->mutex);
	table_unref(t);
}

static int is_dropped(const struct live *l, const struct table *t)
{
	const struct table *late = atomic_load(&t->late);

	if (l->drop_count > DROPS_MAX)
		return 1;
	for (int i = 0; i < l->drop_count; i++)
		if (table_seat_of(t, l->drops[i]) >= 0 || (late && table_seat_of(late, l->drops[i]) >= 0))
			return 1;
	return 0;
}

/* Also after a failed commit: what was loaded in this batch may show the change. */
static void drop_players(struct live *l)
{
	if (l->drop_count == 0)
		return;
	pthread_mutex_lock(&l->mutex);
	for (int i = 0; i < EPOCHS; i++)
		l->epoch[i]++;
	for (int i = l->newest, older; i != NO_SLOT; i = older) {
		older = l->slots[i].older;
		if (is_dropped(l, l->slots[i].table))
			table_unref(take_out(l, i));
	}
	pthread_mutex_unlock(&l->mutex);
	l->drop_count = 0;
}

static void publish(struct live *l, struct table *t)
{
	struct table *displaced;

	pthread_mutex_lock(&l->mutex);
	l->epoch[hash_id(t->meta.id) % EPOCHS]++;
	displaced = put_in(l, table_ref(t));
	pthread_mutex_unlock(&l->mutex);
	table_unref(displaced);
	call_notify(l->api, t->meta.id, t->meta.version);
	for (int i = 0; i < t->seat_count; i++)
		if (*t->seats[i].player)
			call_notify(l->api, t->seats[i].player, NOTICE_ANY);
}

void live_batch_end(struct live *l, int committed)
{
	struct table *t, *next;

	for (t = l->settled; t; t = next) {
		next = t->next;
		if (committed)
			publish(l, t);
		table_unref(t);
	}
	l->settled = NULL;
	for (int i = 0; committed && i < l->tell_count; i++)
		call_notify(l->api, l->tells[i], NOTICE_ANY);
	l->tell_count = 0;
	drop_players(l);
}

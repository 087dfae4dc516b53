/*
 * spectators.c - games as they were some moves ago.
 *
 * The table that spectators see is made when the first of them asks, by playing the
 * log again, and kept with the table that it is the past of: so it is made once for each
 * version that anybody looks at, and goes when that goes.
 */
#include "api/spectators.h"

#include <string.h>

#include "api/at.h"
#include "api/call.h"

/* --- which version ------------------------------------------------------------ */

void lag_begin(struct lag *l, int delay)
{
	memset(l, 0, sizeof(*l));
	l->delay = delay < TABLE_DELAY_MAX ? delay : TABLE_DELAY_MAX;
}

void lag_note(struct lag *l, const struct store_entry *entry)
{
	struct action a;

	if (!entry->has_action)
		return;
	if (action_decode(&a, entry->action) == 0 && a.type == ACTION_UNDO) {
		l->moves--;
		return;
	}
	if (++l->moves <= l->most)
		return;
	l->most = l->moves;
	l->first[l->most % l->delay] = entry->first;
}

int64_t lag_shown(const struct lag *l, int64_t version)
{
	int64_t hidden = l->most > l->delay ? l->most - l->delay + 1 : 1;

	return l->most ? l->first[hidden % l->delay] - 1 : version;
}

struct reading { struct lag lag; int64_t version; };

static int note_entry(void *arg, const struct store_entry *entry)
{
	struct reading *r = arg;

	/* The log may be newer than the table. */
	if (entry->last > r->version)
		return 1;
	lag_note(&r->lag, entry);
	return 0;
}

static int read_lag(struct call *c, const struct table *t, int64_t *version)
{
	struct reading r = {.version = t->meta.version};

	lag_begin(&r.lag, t->series.spectator_delay);
	if (store_ok(c, store_log_read(c->conn, t->meta.id, 0, 0, note_entry, &r)) < 0)
		return -1;
	*version = lag_shown(&r.lag, t->meta.version);
	return 0;
}

/* --- what they see -------------------------------------------------------------- */

int spectators_late(const struct table *t, const char *player)
{
	return t->series.spectator_delay && t->meta.status == STORE_ACTIVE && !t->past && table_seat_of(t, player) < 0;
}

int spectators_version(struct call *c, const struct table *t, const char *player, int64_t *version)
{
	const struct table *late;

	*version = t->meta.version;
	if (!spectators_late(t, player))
		return 0;
	late = atomic_load_explicit(&t->late, memory_order_acquire);
	if (!late)
		return read_lag(c, t, version);
	*version = late->meta.version;
	return 0;
}

/* A reference to the past of the table; of two that make it at the same moment one is thrown away. */
static struct table *see_late(struct call *c, struct table *t)
{
	struct table *late = atomic_load_explicit(&t->late, memory_order_acquire), *none = NULL;
	int64_t version;

	if (late)
		return table_ref(late);
	if (read_lag(c, t, &version) < 0)
		return NULL;
	if (version == t->meta.version)
		return table_ref(t);
	late = at_version(c, t, version);
	if (!late)
		return NULL;
	if (!atomic_compare_exchange_strong(&t->late, &none, late)) {
		table_unref(late);
		late = none;
	}
	return table_ref(late);
}

struct table *spectators_see(struct call *c, struct table *t)
{
	struct table *seen;

	if (!spectators_late(t, c->player))
		return t;
	seen = see_late(c, t);
	table_unref(t);
	return seen;
}

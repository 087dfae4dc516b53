/*
 * Managers and their players in memory: rows by manager and player, codes by
 * player.  Only the functions of the header take the mutex.
 */
#include "storage/memory/memory.h"

#include <stdio.h>
#include <string.h>

struct code { unsigned char hash[STORE_HASH]; int64_t expires_at; };

/* Ids hold no space, so that rows of one manager lie together, by player. */
static struct mem_key pair_key(const char *manager, const char *player)
{
	char text[MEM_KEY];

	snprintf(text, sizeof text, "%.15s %.15s", manager, player);	/* what is longer is nobody */
	return mem_key_text(text);
}

static const struct store_managed *pair(struct store_conn *c, const char *manager, const char *player)
{
	const struct mem_value *v = mem_get(c, MEM_MANAGED, pair_key(manager, player));

	return v ? (const struct store_managed *)v->bytes : NULL;
}

static enum store_result no_pair(struct store_conn *c, const char *manager, const char *player)
{
	return store_fail(c, STORE_NOT_FOUND, "%.10s does not manage %.10s", manager, player);
}

static enum store_result put_pair(struct store_conn *c, const struct store_managed *m)
{
	return mem_put(c, MEM_MANAGED, pair_key(m->manager, m->player), m, sizeof *m, NULL, 0);
}

enum store_result mem_managed_add(struct store_conn *c, const struct store_managed *m)
{
	enum store_result r;

	mem_enter(c);
	if (!mem_get(c, MEM_PLAYERS, mem_key_text(m->manager)) || !mem_get(c, MEM_PLAYERS, mem_key_text(m->player)))
		r = store_fail(c, STORE_NOT_FOUND, "no player %s or %s", m->manager, m->player);
	else if (pair(c, m->manager, m->player))
		r = store_fail(c, STORE_CONFLICT, "%s manages %s already", m->manager, m->player);
	else
		r = put_pair(c, m);
	mem_leave(c);
	return r;
}

enum store_result mem_managed_get(struct store_conn *c, const char *manager, const char *player,
	struct store_managed *out)
{
	const struct store_managed *m;
	enum store_result r = STORE_OK;

	mem_enter(c);
	m = pair(c, manager, player);
	if (m)
		*out = *m;
	else
		r = no_pair(c, manager, player);
	mem_leave(c);
	return r;
}

enum store_result mem_managed_rename(struct store_conn *c, const char *manager, const char *player,
	const char *external)
{
	const struct store_managed *m;
	struct store_managed new;
	enum store_result r;

	mem_enter(c);
	m = pair(c, manager, player);
	if (m) {
		new = *m;
		snprintf(new.external, sizeof new.external, "%s", external);
		r = put_pair(c, &new);
	} else {
		r = no_pair(c, manager, player);
	}
	mem_leave(c);
	return r;
}

enum store_result mem_managed_delete(struct store_conn *c, const char *manager, const char *player)
{
	enum store_result r;

	mem_enter(c);
	r = pair(c, manager, player) ? mem_delete(c, MEM_MANAGED, pair_key(manager, player))
		: no_pair(c, manager, player);
	mem_leave(c);
	return r;
}

/* Rows that `each` is called for: of this manager or this player, NULL being any. */
struct wanted { const char *manager, *player, *external, *after; int limit; };

static void walk(struct store_conn *c, const struct wanted *w, store_managed_fn *each, void *arg)
{
	struct mem_key key;
	int count = 0;

	for (size_t at = 0; at < mem_count(c, MEM_MANAGED); at++) {
		const struct mem_value *v = mem_at(c, MEM_MANAGED, at, &key);
		const struct store_managed *m = v ? (const struct store_managed *)v->bytes : NULL;

		if (!m || (w->manager && strcmp(m->manager, w->manager) != 0)
		 || (w->player && strcmp(m->player, w->player) != 0)
		 || (w->external && strcmp(m->external, w->external) != 0)
		 || (w->after && strcmp(m->player, w->after) <= 0))
			continue;
		if ((w->limit && count++ == w->limit) || each(arg, m))
			return;
	}
}

enum store_result mem_managed_list(struct store_conn *c, const char *manager, const char *external,
	const char *after, int limit, store_managed_fn *each, void *arg)
{
	struct wanted w = { .manager = manager, .external = external, .after = after, .limit = limit };

	mem_enter(c);
	walk(c, &w, each, arg);
	mem_leave(c);
	return STORE_OK;
}

enum store_result mem_managers(struct store_conn *c, const char *player, store_managed_fn *each, void *arg)
{
	struct wanted w = { .player = player };

	mem_enter(c);
	walk(c, &w, each, arg);
	mem_leave(c);
	return STORE_OK;
}

struct counts { int all, own; };

static int count_each(void *arg, const struct store_managed *m)
{
	struct counts *n = arg;

	n->all++;
	n->own += m->own;
	return 0;
}

enum store_result mem_managed_count(struct store_conn *c, const char *manager, int *all, int *own)
{
	struct wanted w = { .manager = manager };
	struct counts n = { 0, 0 };

	mem_enter(c);
	walk(c, &w, count_each, &n);
	mem_leave(c);
	*all = n.all;
	*own = n.own;
	return STORE_OK;
}

/* --- codes --------------------------------------------------------------- */

static enum store_result purge(struct store_conn *c, int64_t now)
{
	enum store_result r = STORE_OK;
	struct mem_key key;

	for (size_t at = 0; at < mem_count(c, MEM_PAIRINGS) && r == STORE_OK; at++) {
		const struct mem_value *v = mem_at(c, MEM_PAIRINGS, at, &key);

		if (v && ((const struct code *)v->bytes)->expires_at < now)
			r = mem_delete(c, MEM_PAIRINGS, key);
	}
	return r;
}

/* The key of the row with that hash; 0: none. */
static int find_code(struct store_conn *c, const unsigned char *hash, struct mem_key *key)
{
	for (size_t at = 0; at < mem_count(c, MEM_PAIRINGS); at++) {
		const struct mem_value *v = mem_at(c, MEM_PAIRINGS, at, key);

		if (v && memcmp(((const struct code *)v->bytes)->hash, hash, STORE_HASH) == 0)
			return 1;
	}
	return 0;
}

enum store_result mem_pairing_put(struct store_conn *c, const char *player, const unsigned char *hash,
	int64_t expires_at, int64_t now)
{
	struct code new = { .expires_at = expires_at };
	struct mem_key key;
	enum store_result r;

	memcpy(new.hash, hash, sizeof new.hash);
	mem_enter(c);
	r = purge(c, now);
	if (r == STORE_OK && !mem_get(c, MEM_PLAYERS, mem_key_text(player)))
		r = store_fail(c, STORE_NOT_FOUND, "no player %.10s", player);
	if (r == STORE_OK && find_code(c, hash, &key) && strncmp((char *)key.bytes, player, sizeof key.bytes) != 0)
		r = store_fail(c, STORE_CONFLICT, "the code is another's");
	if (r == STORE_OK)
		r = mem_put(c, MEM_PAIRINGS, mem_key_text(player), &new, sizeof new, NULL, 0);
	mem_leave(c);
	return r;
}

enum store_result mem_pairing_find(struct store_conn *c, const unsigned char *hash, char *player,
	int64_t *expires_at)
{
	enum store_result r = STORE_OK;
	struct mem_key key;

	mem_enter(c);
	if (find_code(c, hash, &key)) {
		memcpy(player, key.bytes, STORE_PLAYER_ID + 1);	/* a NUL follows in the key */
		*expires_at = ((const struct code *)mem_get(c, MEM_PAIRINGS, key)->bytes)->expires_at;
	} else {
		r = store_fail(c, STORE_NOT_FOUND, "no such code");
	}
	mem_leave(c);
	return r;
}

enum store_result mem_pairing_delete(struct store_conn *c, const char *player)
{
	struct mem_key key = mem_key_text(player);
	enum store_result r;

	mem_enter(c);
	r = mem_get(c, MEM_PAIRINGS, key) ? mem_delete(c, MEM_PAIRINGS, key)
		: store_fail(c, STORE_NOT_FOUND, "player %.10s has no code", player);
	mem_leave(c);
	return r;
}

enum store_result mem_managed_forget(struct store_conn *c, const char *player)
{
	struct mem_key key = mem_key_text(player);
	enum store_result r = STORE_OK;

	if (mem_get(c, MEM_PAIRINGS, key))
		r = mem_delete(c, MEM_PAIRINGS, key);
	for (size_t at = 0; at < mem_count(c, MEM_MANAGED) && r == STORE_OK; at++) {
		const struct mem_value *v = mem_at(c, MEM_MANAGED, at, &key);
		const struct store_managed *m = v ? (const struct store_managed *)v->bytes : NULL;

		if (m && (strcmp(m->manager, player) == 0 || strcmp(m->player, player) == 0))
			r = mem_delete(c, MEM_MANAGED, key);
	}
	return r;
}

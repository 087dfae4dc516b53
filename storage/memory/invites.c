/* Invites in memory: under the game's number and a number of their own, oldest first. */
#include "storage/memory/memory.h"

#include <string.h>

/* The next invite of the game at or behind *at, which moves past it; NULL at the end. */
static const struct store_invite *next_invite(struct store_conn *c, int64_t game, size_t *at, struct mem_key *key)
{
	while (*at < mem_count(c, MEM_INVITES)) {
		const struct mem_value *v = mem_at(c, MEM_INVITES, (*at)++, key);
		int64_t of, number;

		mem_key_parts(key, &of, &number);
		if (of != game)
			return NULL;
		if (v)
			return (const struct store_invite *)v->bytes;
	}
	return NULL;
}

static size_t first_of(struct store_conn *c, int64_t game)
{
	return mem_seek(c, MEM_INVITES, mem_key_numbers(game, 0));
}

/* By id or by hash, whichever is given. */
static const struct store_invite *find(struct store_conn *c, int64_t game, const char *id,
	const unsigned char *hash, struct mem_key *key)
{
	size_t at = first_of(c, game);
	const struct store_invite *i;

	while ((i = next_invite(c, game, &at, key)))
		if (id ? strcmp(i->id, id) == 0 : memcmp(i->hash, hash, STORE_HASH) == 0)
			break;
	return i;
}

static int hash_is_taken(struct store_conn *c, const unsigned char *hash)
{
	struct mem_key key;

	for (size_t at = 0; at < mem_count(c, MEM_INVITES); at++) {
		const struct mem_value *v = mem_at(c, MEM_INVITES, at, &key);

		if (v && memcmp(((const struct store_invite *)v->bytes)->hash, hash, STORE_HASH) == 0)
			return 1;
	}
	return 0;
}

enum store_result mem_invite_add(struct store_conn *c, const char *game, const struct store_invite *i)
{
	enum store_result r = STORE_NOT_FOUND;
	int64_t number, last = 0;
	struct mem_key key;

	mem_enter(c);
	number = mem_game_number(c, game);
	if (!number)
		goto out;
	for (size_t at = first_of(c, number); next_invite(c, number, &at, &key);) {
		int64_t of;

		mem_key_parts(&key, &of, &last);
	}
	if (hash_is_taken(c, i->hash) || find(c, number, i->id, NULL, &key))
		r = store_fail(c, STORE_CONFLICT, "invite %s is there already", i->id);
	else if (*i->player && !mem_get(c, MEM_PLAYERS, mem_key_text(i->player)))
		r = store_fail(c, STORE_NOT_FOUND, "no player %s", i->player);
	else
		r = mem_put(c, MEM_INVITES, mem_key_numbers(number, last + 1), i, sizeof *i, NULL, 0);
out:
	mem_leave(c);
	return r;
}

enum store_result mem_invite_list(struct store_conn *c, const char *game, store_invite_fn *each, void *arg)
{
	const struct store_invite *i;
	struct mem_key key;
	int64_t number;

	mem_enter(c);
	number = mem_game_number(c, game);
	for (size_t at = first_of(c, number); number && (i = next_invite(c, number, &at, &key));)
		if (each(arg, i))
			break;
	mem_leave(c);
	return number ? STORE_OK : STORE_NOT_FOUND;
}

enum store_result mem_invite_find(struct store_conn *c, const char *game, const unsigned char *hash,
	struct store_invite *out)
{
	const struct store_invite *i = NULL;
	struct mem_key key;
	int64_t number;

	mem_enter(c);
	number = mem_game_number(c, game);
	if (number)
		i = find(c, number, NULL, hash, &key);
	if (i)
		*out = *i;
	mem_leave(c);
	return i ? STORE_OK : store_fail(c, STORE_NOT_FOUND, "no such invite");
}

/* Used by somebody, or revoked (player NULL). */
static enum store_result close_invite(struct store_conn *c, const char *game, const char *id,
	const char *player, int64_t at)
{
	enum store_result r = STORE_NOT_FOUND;
	const struct store_invite *i = NULL;
	struct store_invite new;
	struct mem_key key;
	int64_t number;

	mem_enter(c);
	number = mem_game_number(c, game);
	if (number)
		i = find(c, number, id, NULL, &key);
	if (!i) {
		store_fail(c, r, "no invite %.10s", id);
		goto out;
	}
	new = *i;
	if (new.used_at || new.revoked_at || (player && new.expires_at <= at)) {
		r = store_fail(c, STORE_CONFLICT, "invite %.10s is not open", id);
		goto out;
	}
	*(player ? &new.used_at : &new.revoked_at) = at;
	if (player)
		memcpy(new.used_by, player, strnlen(player, STORE_PLAYER_ID) + 1);
	r = mem_put(c, MEM_INVITES, key, &new, sizeof new, NULL, 0);
out:
	mem_leave(c);
	return r;
}

enum store_result mem_invite_use(struct store_conn *c, const char *game, const char *id, const char *player, int64_t at)
{
	return close_invite(c, game, id, player, at);
}

enum store_result mem_invite_revoke(struct store_conn *c, const char *game, const char *id, int64_t at)
{
	return close_invite(c, game, id, NULL, at);
}

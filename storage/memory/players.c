/*
 * Players and tokens in memory.  Only the functions of the header take the
 * mutex; the static ones run inside it.
 */
#include "storage/memory/memory.h"

#include <stddef.h>
#include <string.h>

static const struct store_player *player(struct store_conn *c, const char *id)
{
	const struct mem_value *v = mem_get(c, MEM_PLAYERS, mem_key_text(id));

	return v ? (const struct store_player *)v->bytes : NULL;
}

static enum store_result put_player(struct store_conn *c, const struct store_player *p)
{
	return mem_put(c, MEM_PLAYERS, mem_key_text(p->id), p, sizeof *p, NULL, 0);
}

enum store_result mem_player_add(struct store_conn *c, const struct store_player *p)
{
	enum store_result r;

	mem_enter(c);
	if (player(c, p->id))
		r = store_fail(c, STORE_CONFLICT, "player %s is there already", p->id);
	else
		r = put_player(c, p);
	mem_leave(c);
	return r;
}

enum store_result mem_player_get(struct store_conn *c, const char *id, struct store_player *out)
{
	const struct store_player *p;
	enum store_result r = STORE_OK;

	mem_enter(c);
	p = player(c, id);
	if (p)
		*out = *p;
	else
		r = store_fail(c, STORE_NOT_FOUND, "no player %.10s", id);
	mem_leave(c);
	return r;
}

enum store_result mem_player_update(struct store_conn *c, const struct store_player *p)
{
	const struct store_player *old;
	struct store_player new;
	enum store_result r;

	mem_enter(c);
	old = player(c, p->id);
	if (old && !old->deleted_at) {
		new = *old;
		memcpy(new.name, p->name, sizeof new.name);
		new.bot = p->bot;
		r = put_player(c, &new);
	} else {
		r = store_fail(c, STORE_NOT_FOUND, "no player %s", p->id);
	}
	mem_leave(c);
	return r;
}

static enum store_result rename_seats(struct store_conn *c, const char *id, const char *name)
{
	enum store_result r = STORE_OK;
	struct store_seat seat;
	struct mem_key key;
	size_t at;

	for (at = 0; at < mem_count(c, MEM_SEATS) && r == STORE_OK; at++) {
		const struct mem_value *v = mem_at(c, MEM_SEATS, at, &key);

		if (!v)
			continue;
		memcpy(&seat, v->bytes, sizeof seat);
		if (strcmp(seat.player, id) != 0)
			continue;
		memcpy(seat.name, name, strlen(name) + 1);
		r = mem_put(c, MEM_SEATS, key, &seat, sizeof seat, NULL, 0);
	}
	return r;
}

static enum store_result delete_token(struct store_conn *c, const struct store_token *t)
{
	struct mem_key hash = mem_key_hash(t->hash);
	enum store_result r = mem_delete(c, MEM_TOKEN_IDS, mem_key_text(t->id));

	return r == STORE_OK ? mem_delete(c, MEM_TOKENS, hash) : r;
}

static enum store_result delete_tokens(struct store_conn *c, const char *id)
{
	enum store_result r = STORE_OK;
	struct mem_key key;
	size_t at;

	for (at = 0; at < mem_count(c, MEM_TOKENS) && r == STORE_OK; at++) {
		const struct mem_value *v = mem_at(c, MEM_TOKENS, at, &key);

		if (v && strcmp(((const struct store_token *)v->bytes)->player, id) == 0)
			r = delete_token(c, (const struct store_token *)v->bytes);
	}
	return r;
}

enum store_result mem_player_delete(struct store_conn *c, const char *id, const char *pseudonym, int64_t at)
{
	const struct store_player *old;
	struct store_player new;
	enum store_result r;

	mem_enter(c);
	old = player(c, id);
	if (!old || old->deleted_at) {
		r = store_fail(c, STORE_NOT_FOUND, "no player %.10s", id);
		goto out;
	}
	new = *old;
	memcpy(new.name, pseudonym, strlen(pseudonym) + 1);
	new.deleted_at = at;
	r = put_player(c, &new);
	if (r == STORE_OK)
		r = rename_seats(c, id, pseudonym);
	if (r == STORE_OK)
		r = delete_tokens(c, id);
	if (r == STORE_OK)
		r = mem_webhook_delete_owner(c, id);
	if (r == STORE_OK)
		r = mem_times_delete(c, id);
	if (r == STORE_OK)
		r = mem_managed_forget(c, id);
out:
	mem_leave(c);
	return r;
}

/* --- tokens ------------------------------------------------------------ */

/* By its id; NULL when there is none. */
static const struct store_token *token(struct store_conn *c, const char *id)
{
	const struct mem_value *v = mem_get(c, MEM_TOKEN_IDS, mem_key_text(id));

	if (v)
		v = mem_get(c, MEM_TOKENS, mem_key_hash(v->bytes));
	return v ? (const struct store_token *)v->bytes : NULL;
}

static struct store_token as_kept(struct store_conn *c, const struct store_token *t)
{
	const struct mem_value *v = mem_get(c, MEM_ACCOUNTS, mem_key_text(t->player));
	struct store_token kept = *t;

	kept.stopped_at = v ? ((const struct store_account *)v->bytes)->closed_at : 0;
	return kept;
}

enum store_result mem_token_add(struct store_conn *c, const struct store_token *t)
{
	struct store_token kept;
	enum store_result r;

	mem_enter(c);
	kept = as_kept(c, t);
	if (*t->player && !player(c, t->player))
		r = store_fail(c, STORE_NOT_FOUND, "no player %s", t->player);
	else if (token(c, t->id) || mem_get(c, MEM_TOKENS, mem_key_hash(t->hash)))
		r = store_fail(c, STORE_CONFLICT, "token %s is there already", t->id);
	else
		r = mem_put(c, MEM_TOKENS, mem_key_hash(t->hash), &kept, sizeof kept, NULL, 0);
	if (r == STORE_OK)
		r = mem_put(c, MEM_TOKEN_IDS, mem_key_text(t->id), t->hash, sizeof t->hash, NULL, 0);
	mem_leave(c);
	return r;
}

enum store_result mem_token_find(struct store_conn *c, const unsigned char *hash, struct store_token *out)
{
	const struct mem_value *v;
	enum store_result r = STORE_OK;

	mem_enter(c);
	v = mem_get(c, MEM_TOKENS, mem_key_hash(hash));
	if (v)
		memcpy(out, v->bytes, sizeof *out);
	else
		r = store_fail(c, STORE_NOT_FOUND, "no such token");
	mem_leave(c);
	return r;
}

static int token_order(const struct store_token *a, const struct store_token *b)
{
	if (a->created_at != b->created_at)
		return a->created_at < b->created_at ? -1 : 1;
	return strcmp(a->id, b->id);
}

/* The oldest token of a player after `last` (NULL: of all); NULL at the end. */
static const struct store_token *next_token(struct store_conn *c, const char *owner, const struct store_token *last)
{
	const struct store_token *best = NULL;
	struct mem_key key;
	size_t at;

	for (at = 0; at < mem_count(c, MEM_TOKENS); at++) {
		const struct mem_value *v = mem_at(c, MEM_TOKENS, at, &key);
		const struct store_token *t = v ? (const struct store_token *)v->bytes : NULL;

		if (t && strcmp(t->player, owner) == 0 && (!last || token_order(t, last) > 0)
		 && (!best || token_order(t, best) < 0))
			best = t;
	}
	return best;
}

enum store_result mem_token_list(struct store_conn *c, const char *player_id, store_token_fn *each, void *arg)
{
	const struct store_token *t = NULL;

	mem_enter(c);
	while ((t = next_token(c, player_id ? player_id : "", t)) && !each(arg, t))
		;
	mem_leave(c);
	return STORE_OK;
}

enum store_result mem_token_delete(struct store_conn *c, const char *player_id, const char *id)
{
	const struct store_token *t;
	enum store_result r;

	mem_enter(c);
	t = token(c, id);
	if (t && strcmp(t->player, player_id ? player_id : "") == 0)
		r = delete_token(c, t);
	else
		r = store_fail(c, STORE_NOT_FOUND, "no token %.10s of this player", id);
	mem_leave(c);
	return r;
}

enum store_result mem_token_used(struct store_conn *c, const char *id, int64_t at)
{
	const struct store_token *t;
	struct store_token new;
	enum store_result r;

	mem_enter(c);
	t = token(c, id);
	if (t) {
		new = *t;
		new.last_used_at = at;
		r = mem_put(c, MEM_TOKENS, mem_key_hash(new.hash), &new, sizeof new, NULL, 0);
	} else {
		r = store_fail(c, STORE_NOT_FOUND, "no token %.10s", id);
	}
	mem_leave(c);
	return r;
}

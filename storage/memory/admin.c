/* The audit log and accounts in memory. */
#include "storage/memory/memory.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* --- audit log ---------------------------------------------------------- */

enum store_result mem_audit_add(struct store_conn *c, struct store_audit *a)
{
	enum store_result r;

	mem_enter(c);
	/* Nothing is ever taken out, but a row of a transaction that was undone may still be there. */
	a->number = 1;
	while (mem_get(c, MEM_AUDIT, mem_key_numbers(a->number, 0)))
		a->number++;
	r = mem_put(c, MEM_AUDIT, mem_key_numbers(a->number, 0), a, sizeof *a, NULL, 0);
	mem_leave(c);
	return r;
}

enum store_result mem_audit_list(struct store_conn *c, int64_t before, int limit, store_audit_fn *each, void *arg)
{
	struct mem_key key;
	int shown = 0;
	size_t at;

	mem_enter(c);
	at = before > 0 ? mem_seek(c, MEM_AUDIT, mem_key_numbers(before, 0)) : mem_count(c, MEM_AUDIT);
	while (at > 0 && (limit <= 0 || shown < limit)) {
		const struct mem_value *v = mem_at(c, MEM_AUDIT, --at, &key);

		if (!v)
			continue;
		if (each(arg, (const struct store_audit *)v->bytes))
			break;
		shown++;
	}
	mem_leave(c);
	return STORE_OK;
}

/* --- accounts ----------------------------------------------------------- */

static struct store_account account(struct store_conn *c, const char *player)
{
	const struct mem_value *v = mem_get(c, MEM_ACCOUNTS, mem_key_text(player));

	return v ? *(const struct store_account *)v->bytes : (struct store_account){ 0 };
}

static enum store_result put_account(struct store_conn *c, const char *player, struct store_account a)
{
	return mem_put(c, MEM_ACCOUNTS, mem_key_text(player), &a, sizeof a, NULL, 0);
}

enum store_result mem_account_close(struct store_conn *c, const char *player, int64_t at)
{
	struct store_account a;
	enum store_result r;
	struct mem_key key;
	size_t i;

	mem_enter(c);
	a = account(c, player);
	a.closed_at = at;
	r = put_account(c, player, a);
	for (i = 0; i < mem_count(c, MEM_TOKENS) && r == STORE_OK; i++) {
		const struct mem_value *v = mem_at(c, MEM_TOKENS, i, &key);
		struct store_token t;

		if (!v || strcmp(((const struct store_token *)v->bytes)->player, player) != 0)
			continue;
		memcpy(&t, v->bytes, sizeof t);
		t.stopped_at = at;
		r = mem_put(c, MEM_TOKENS, key, &t, sizeof t, NULL, 0);
	}
	mem_leave(c);
	return r;
}

enum store_result mem_account_get(struct store_conn *c, const char *player, struct store_account *out)
{
	enum store_result r = STORE_OK;

	mem_enter(c);
	if (mem_get(c, MEM_PLAYERS, mem_key_text(player)))
		*out = account(c, player);
	else
		r = store_fail(c, STORE_NOT_FOUND, "no player %.10s", player);
	mem_leave(c);
	return r;
}

static int passes(const struct store_player *p, const struct store_account *a,
	const struct store_account_filter *f)
{
	int state = p->deleted_at ? STORE_ACCOUNT_DELETED : a->closed_at ? STORE_ACCOUNT_CLOSED : STORE_ACCOUNT_ACTIVE;

	return (f->state == STORE_ACCOUNT_ANY || f->state == state) && strcmp(p->id, f->after) > 0
		&& (!*f->name || strcasestr(p->name, f->name));
}

enum store_result mem_account_list(struct store_conn *c, const struct store_account_filter *f,
	store_account_fn *each, void *arg)
{
	struct mem_key key;
	int shown = 0;
	size_t at;

	mem_enter(c);
	for (at = 0; at < mem_count(c, MEM_PLAYERS) && (f->limit <= 0 || shown < f->limit); at++) {
		const struct mem_value *v = mem_at(c, MEM_PLAYERS, at, &key);
		const struct store_player *p = v ? (const struct store_player *)v->bytes : NULL;
		struct store_account a;

		if (!p)
			continue;
		a = account(c, p->id);
		if (!passes(p, &a, f))
			continue;
		if (each(arg, p, &a))
			break;
		shown++;
	}
	mem_leave(c);
	return STORE_OK;
}

enum store_result mem_account_stored(struct store_conn *c, const char *player, int64_t bytes)
{
	struct store_account a;
	enum store_result r;

	mem_enter(c);
	a = account(c, player);
	a.stored_bytes = a.stored_bytes + bytes > 0 ? a.stored_bytes + bytes : 0;
	r = put_account(c, player, a);
	mem_leave(c);
	return r;
}

enum store_result mem_account_games(struct store_conn *c, const char *player, int most, int *count)
{
	struct mem_key key;
	size_t at;

	mem_enter(c);
	*count = 0;
	for (at = 0; at < mem_count(c, MEM_GAMES) && *count < most; at++) {
		const struct mem_value *v = mem_at(c, MEM_GAMES, at, &key);
		const struct store_game *g = v ? (const struct store_game *)v->bytes : NULL;

		if (g && g->status < STORE_FINISHED && (strcmp(g->creator, player) == 0 || mem_sits_in(c, g->number, player)))
			++*count;
	}
	mem_leave(c);
	return STORE_OK;
}

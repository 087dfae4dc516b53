/* The log of games, stored answers and tile sets in memory. */
#include "storage/memory/memory.h"

#include <string.h>

/* The last sequence number of a game that this connection sees. */
static int64_t last_kept(struct store_conn *c, int64_t number)
{
	size_t at = mem_seek(c, MEM_LOG, mem_key_numbers(number + 1, 0));
	int64_t game, last;
	struct mem_key key;

	while (at > 0) {
		const struct mem_value *v = mem_at(c, MEM_LOG, --at, &key);

		mem_key_parts(&key, &game, &last);
		if (game != number)
			return 0;
		if (v)
			return last;
	}
	return 0;
}

enum store_result mem_log_append(struct store_conn *c, const char *game, const struct store_entry *entry)
{
	struct store_entry kept = *entry;
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;

	mem_enter(c);
	number = mem_game_number(c, game);
	if (!number)
		goto out;
	kept.events = NULL;
	if (!kept.has_action)
		memset(kept.action, 0, sizeof kept.action);
	if (entry->first != last_kept(c, number) + 1)
		r = store_fail(c, STORE_CONFLICT, "game %s: event %lld is not the next", game,
			(long long)entry->first);
	else
		r = mem_row_add(c, number, entry->last, &kept.number);
	if (r == STORE_OK)
		r = mem_put(c, MEM_LOG, mem_key_numbers(number, entry->last), &kept, sizeof kept,
			entry->events, entry->events_size);
out:
	mem_leave(c);
	return r;
}

enum store_result mem_log_read(struct store_conn *c, const char *game, int64_t after, int limit,
	store_entry_fn *each, void *arg)
{
	enum store_result r = STORE_NOT_FOUND;
	int64_t number, of, last;
	struct store_entry entry;
	struct mem_key key;
	int shown = 0;
	size_t at;

	mem_enter(c);
	number = mem_game_number(c, game);
	if (!number)
		goto out;
	r = STORE_OK;
	at = mem_seek(c, MEM_LOG, mem_key_numbers(number, after + 1));
	for (; at < mem_count(c, MEM_LOG) && (limit <= 0 || shown < limit); at++) {
		const struct mem_value *v = mem_at(c, MEM_LOG, at, &key);

		mem_key_parts(&key, &of, &last);
		if (of != number)
			break;
		if (!v)
			continue;
		memcpy(&entry, v->bytes, sizeof entry);
		entry.events = (const char *)v->bytes + sizeof entry;
		if (each(arg, &entry))
			break;
		shown++;
	}
out:
	mem_leave(c);
	return r;
}

/* --- answers ----------------------------------------------------------- */

struct mem_answer {
	unsigned char request[STORE_HASH];
	int64_t at;
};

enum store_result mem_answer_find(struct store_conn *c, const unsigned char *key, unsigned char *request,
	unsigned char **bytes, size_t *size, int64_t *at)
{
	const struct mem_value *v;
	struct mem_answer head;
	unsigned char *copy;
	enum store_result r = STORE_OK;

	mem_enter(c);
	v = mem_get(c, MEM_ANSWERS, mem_key_hash(key));
	if (!v) {
		r = store_fail(c, STORE_NOT_FOUND, "no stored answer");
		goto out;
	}
	memcpy(&head, v->bytes, sizeof head);
	copy = mem_copy(v->bytes + sizeof head, v->size - sizeof head);
	if (!copy) {
		r = store_fail(c, STORE_UNAVAILABLE, "no memory for a stored answer");
		goto out;
	}
	memcpy(request, head.request, sizeof head.request);
	*bytes = copy;
	*size = v->size - sizeof head;
	*at = head.at;
out:
	mem_leave(c);
	return r;
}

enum store_result mem_answer_put(struct store_conn *c, const struct store_answer *a)
{
	struct mem_answer head = { .at = a->at };
	enum store_result r;

	memcpy(head.request, a->request, sizeof head.request);
	mem_enter(c);
	if (mem_get(c, MEM_ANSWERS, mem_key_hash(a->key)))
		r = store_fail(c, STORE_CONFLICT, "the key has an answer");
	else
		r = mem_put(c, MEM_ANSWERS, mem_key_hash(a->key), &head, sizeof head, a->bytes, a->size);
	mem_leave(c);
	return r;
}

/* The key of the oldest answer from before `at`; 0: there is none. */
static int oldest_answer(struct store_conn *c, int64_t at, struct mem_key *out)
{
	struct mem_answer head;
	struct mem_key key;
	size_t i;
	int found = 0;

	for (i = 0; i < mem_count(c, MEM_ANSWERS); i++) {
		const struct mem_value *v = mem_at(c, MEM_ANSWERS, i, &key);

		if (!v)
			continue;
		memcpy(&head, v->bytes, sizeof head);
		if (head.at >= at)
			continue;
		at = head.at;
		*out = key;
		found = 1;
	}
	return found;
}

enum store_result mem_answer_purge(struct store_conn *c, int64_t at, int limit)
{
	enum store_result r = STORE_OK;
	struct mem_key key;
	int gone;

	mem_enter(c);
	for (gone = 0; r == STORE_OK && (limit <= 0 || gone < limit) && oldest_answer(c, at, &key); gone++)
		r = mem_delete(c, MEM_ANSWERS, key);
	mem_leave(c);
	return r;
}

/* --- tile sets --------------------------------------------------------- */

enum store_result mem_tileset_put(struct store_conn *c, const unsigned char *hash, const char *id,
	const char *text, size_t size)
{
	enum store_result r = STORE_OK;

	(void)id;	/* for people who look into a database */
	mem_enter(c);
	if (!mem_get(c, MEM_TILESETS, mem_key_hash(hash)))
		r = mem_put(c, MEM_TILESETS, mem_key_hash(hash), text, size, NULL, 0);
	mem_leave(c);
	return r;
}

enum store_result mem_tileset_get(struct store_conn *c, const unsigned char *hash, char **text, size_t *size)
{
	const struct mem_value *v;
	unsigned char *copy;
	enum store_result r = STORE_OK;

	mem_enter(c);
	v = mem_get(c, MEM_TILESETS, mem_key_hash(hash));
	if (!v) {
		r = store_fail(c, STORE_NOT_FOUND, "no such tile set");
	} else if (!(copy = mem_copy(v->bytes, v->size))) {
		r = store_fail(c, STORE_UNAVAILABLE, "no memory for a tile set");
	} else {
		*text = (char *)copy;
		*size = v->size;
	}
	mem_leave(c);
	return r;
}

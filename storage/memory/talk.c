/* Messages in memory. */
#include "storage/memory/memory.h"

#include <string.h>

/* The message at that place of the table, if it is seen and of that game. */
static const struct store_talk *message_at(struct store_conn *c, int64_t game, size_t at)
{
	int64_t of, number;
	struct mem_key key;
	const struct mem_value *v = mem_at(c, MEM_TALK, at, &key);

	mem_key_parts(&key, &of, &number);
	return v && of == game ? (const struct store_talk *)v->bytes : NULL;
}

/* One behind the game's last row. */
static size_t end_of(struct store_conn *c, int64_t game)
{
	return mem_seek(c, MEM_TALK, mem_key_numbers(game + 1, 0));
}

static size_t begin_of(struct store_conn *c, int64_t game, int64_t after)
{
	return mem_seek(c, MEM_TALK, mem_key_numbers(game, after + 1));
}

static int64_t last_number(struct store_conn *c, int64_t game)
{
	size_t at = end_of(c, game), begin = begin_of(c, game, 0);

	while (at > begin) {
		const struct store_talk *m = message_at(c, game, --at);

		if (m)
			return m->number;
	}
	return 0;
}

enum store_result mem_talk_add(struct store_conn *c, const char *game, struct store_talk *m)
{
	struct store_talk new = *m;
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;

	mem_enter(c);
	number = mem_game_number(c, game);
	if (!number)
		goto out;
	new.number = last_number(c, number) + 1;
	if (!mem_get(c, MEM_PLAYERS, mem_key_text(m->player)))
		r = store_fail(c, STORE_NOT_FOUND, "no player %s", m->player);
	else
		r = mem_put(c, MEM_TALK, mem_key_numbers(number, new.number), &new, sizeof new, NULL, 0);
	if (r == STORE_OK)
		m->number = new.number;
out:
	mem_leave(c);
	return r;
}

enum store_result mem_talk_get(struct store_conn *c, const char *game, int64_t number,
	struct store_talk *out)
{
	const struct mem_value *v = NULL;
	int64_t of;

	mem_enter(c);
	of = mem_game_number(c, game);
	if (of && number > 0)
		v = mem_get(c, MEM_TALK, mem_key_numbers(of, number));
	if (v)
		memcpy(out, v->bytes, sizeof *out);
	mem_leave(c);
	return v ? STORE_OK : store_fail(c, STORE_NOT_FOUND, "no message %lld", (long long)number);
}

enum store_result mem_talk_list(struct store_conn *c, const char *game, const char *team,
	int64_t after, int64_t until, int limit, store_talk_fn *each, void *arg)
{
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;
	int shown = 0;

	mem_enter(c);
	number = mem_game_number(c, game);
	if (!number)
		goto out;
	r = STORE_OK;
	for (size_t at = begin_of(c, number, after); at < end_of(c, number) && (limit <= 0 || shown < limit); at++) {
		const struct store_talk *m = message_at(c, number, at);

		if (!m || m->seq > until || (*m->team && strcmp(m->team, team) != 0))
			continue;
		shown++;
		if (each(arg, m))
			break;
	}
out:
	mem_leave(c);
	return r;
}

enum store_result mem_talk_time(struct store_conn *c, const char *game, const char *player,
	int nth, int64_t *at)
{
	enum store_result r = STORE_NOT_FOUND;
	int64_t number;

	mem_enter(c);
	number = mem_game_number(c, game);
	for (size_t i = number ? end_of(c, number) : 0; number && r != STORE_OK && i > begin_of(c, number, 0);) {
		const struct store_talk *m = message_at(c, number, --i);

		if (!m || strcmp(m->player, player) != 0 || --nth > 0)
			continue;
		*at = m->at;
		r = STORE_OK;
	}
	mem_leave(c);
	return r;
}

/* The log's entry of that one event gets other bytes. */
static enum store_result rewrite_event(struct store_conn *c, int64_t game, int64_t seq,
	const char *events, size_t size)
{
	const struct mem_value *v = mem_get(c, MEM_LOG, mem_key_numbers(game, seq));
	struct store_entry entry;

	if (!v)
		return store_fail(c, STORE_NOT_FOUND, "no event %lld", (long long)seq);
	memcpy(&entry, v->bytes, sizeof entry);
	if (entry.first != seq || entry.has_action)
		return store_fail(c, STORE_NOT_FOUND, "event %lld is no message", (long long)seq);
	entry.events_size = size;
	return mem_put(c, MEM_LOG, mem_key_numbers(game, seq), &entry, sizeof entry, events, size);
}

enum store_result mem_talk_remove(struct store_conn *c, const char *game, int64_t number,
	int64_t at, const char *events, size_t size)
{
	struct store_talk m;
	enum store_result r;
	int64_t of;

	mem_enter(c);
	r = mem_talk_get(c, game, number, &m);
	if (r == STORE_OK && m.removed_at)
		r = store_fail(c, STORE_CONFLICT, "message %lld was removed before", (long long)number);
	of = mem_game_number(c, game);
	if (r == STORE_OK)
		r = rewrite_event(c, of, m.seq, events, size);
	if (r == STORE_OK) {
		m.text[0] = '\0';
		m.removed_at = at;
		r = mem_put(c, MEM_TALK, mem_key_numbers(of, number), &m, sizeof m, NULL, 0);
	}
	mem_leave(c);
	return r;
}

/* move_id.c - the list of moves and their names. */
#include "api/move_id.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHARACTER_BITS = 5, MOVES_AT_FIRST = 64 };

static int add_move(void *arg, const struct action *a)
{
	struct moves *m = arg;

	if (m->count == m->room) {
		int room = m->room ? 2 * m->room : MOVES_AT_FIRST;
		struct move *at = realloc(m->at, (size_t)room * sizeof(*at));

		if (!at) {
			m->failed = 1;
			return 1;
		}
		m->at = at;
		m->room = room;
	}
	m->at[m->count++].action = *a;
	return 0;
}

static void hash_moves(struct moves *m, const struct table *t, int seat)
{
	unsigned char key[crypto_shorthash_KEYBYTES], bytes[ACTION_BYTES], hash[crypto_shorthash_BYTES];
	char state[64];
	int size = snprintf(state, sizeof(state), "%s %lld %d", t->meta.id, (long long)t->meta.version, seat);

	crypto_generichash(key, sizeof(key), (const unsigned char *)state, (size_t)size, NULL, 0);
	for (int i = 0; i < m->count; i++) {
		uint64_t value = 0;

		action_encode(&m->at[i].action, bytes);
		crypto_shorthash(hash, bytes, sizeof(bytes), key);
		for (int byte = 0; byte < (int)sizeof(hash); byte++)
			value = value << 8 | hash[byte];
		m->at[i].hash = value;
	}
}

/* Of the first characters of two hashes, how many are the same. */
static int shared(uint64_t a, uint64_t b)
{
	int characters = 0;

	while (characters < MOVE_ID_MOST - 1 &&
		a >> (64 - CHARACTER_BITS * (characters + 1)) == b >> (64 - CHARACTER_BITS * (characters + 1)))
		characters++;
	return characters;
}

static void name_move(struct move *m, int length)
{
	static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";

	for (int i = 0; i < length; i++)
		m->id[i] = digits[m->hash >> (64 - CHARACTER_BITS * (i + 1)) & 31];
	m->id[length] = '\0';
}

static int compare_hashes(const void *a, const void *b)
{
	const struct move *const *x = a, *const *y = b;

	return (*x)->hash < (*y)->hash ? -1 : (*x)->hash > (*y)->hash;
}

/* In order of their hashes, those that are most alike stand side by side. */
static void name_moves(struct moves *m, struct move **sorted)
{
	int left = 0;

	for (int i = 0; i < m->count; i++)
		sorted[i] = &m->at[i];
	qsort(sorted, (size_t)m->count, sizeof(*sorted), compare_hashes);
	for (int i = 0; i < m->count; i++) {
		int right = i + 1 < m->count ? shared(sorted[i]->hash, sorted[i + 1]->hash) : 0;
		int length = (left > right ? left : right) + 1;

		name_move(sorted[i], length > MOVE_ID_LEAST ? length : MOVE_ID_LEAST);
		left = right;
	}
}

int moves_list(struct moves *m, const struct table *t, int seat)
{
	struct move **sorted;

	memset(m, 0, sizeof(*m));
	if (t->game)
		game_legal(t->game, t->tileset, seat, add_move, m);
	if (m->failed)
		return -1;
	if (m->count == 0)
		return 0;
	sorted = malloc((size_t)m->count * sizeof(*sorted));
	if (!sorted)
		return -1;
	hash_moves(m, t, seat);
	name_moves(m, sorted);
	free(sorted);
	return 0;
}

void moves_free(struct moves *m)
{
	free(m->at);
	m->at = NULL;
}

int move_find(const struct table *t, int seat, const char *id, struct action *a)
{
	struct moves m;
	int found = -1;

	if (moves_list(&m, t, seat) == 0)
		for (int i = 0; i < m.count && found < 0; i++)
			if (strcmp(m.at[i].id, id) == 0)
				found = i;
	if (found >= 0)
		*a = m.at[found].action;
	moves_free(&m);
	return found >= 0 ? 0 : -1;
}

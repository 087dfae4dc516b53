/* secrets.c - see secrets.h. */
#include "tests/api/secrets.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/south_seas/south_seas.h"

static void add_needle(struct secrets *s, const void *bytes, size_t size)
{
	ck_assert_int_lt(s->count, SECRETS_MAX);
	memcpy(s->at[s->count].text, bytes, size);
	s->at[s->count++].size = size;
}

/* Half of a secret is a secret. */
static void add_secret(struct secrets *s, const unsigned char *secret)
{
	static const int base64[] = {sodium_base64_VARIANT_ORIGINAL_NO_PADDING,
		sodium_base64_VARIANT_URLSAFE_NO_PADDING};
	static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
	char text[120];

	for (int half = 0; half < 2; half++) {
		const unsigned char *bytes = secret + 15 * half;	/* 15: a whole number of base-64 groups */
		unsigned bits = 0, have = 0;
		size_t size = 0;

		add_needle(s, bytes, 15);
		sodium_bin2hex(text, sizeof(text), bytes, 15);
		add_needle(s, text, strlen(text));
		for (char *c = text; *c; c++)
			*c = (char)toupper((unsigned char)*c);
		add_needle(s, text, strlen(text));
		for (int i = 0; i < 2; i++) {
			sodium_bin2base64(text, sizeof(text), bytes, 15, base64[i]);
			add_needle(s, text, strlen(text));
		}
		for (int i = 0; i < 15; i++) {
			bits = bits << 8 | bytes[i];
			for (have += 8; have >= 5; have -= 5)
				text[size++] = digits[bits >> (have - 5) & 31];
		}
		add_needle(s, text, size);
	}
}

uint8_t *secrets_pile(struct game *g, const struct tileset *ts, int *count)
{
	struct ss_state *s = ss_state(&g->now);

	*count = 0;
	if (ts->ship_count == 0)
		return NULL;
	*count = ts->ship_count - s->turned_up;
	return s->pile + s->turned_up;
}

void secrets_take(struct secrets *s, struct around *a)
{
	struct store_game row;
	const uint8_t *pile;
	int hidden;

	s->count = 0;
	stored_row(a, &row);
	stored_game(a, &s->game, &s->ts);
	add_secret(s, row.server_seed);
	add_secret(s, s->game.rng.seed);
	s->bag_count = game_bag_left(&s->game) < SECRETS_RUN ? 0 : SECRETS_RUN;
	memcpy(s->bag, s->game.bag + s->game.now.drawn, (size_t)s->bag_count);
	pile = secrets_pile(&s->game, &s->ts, &hidden);
	s->pile_count = hidden < SECRETS_SHIPS ? 0 : SECRETS_SHIPS;
	if (s->pile_count)
		memcpy(s->pile, pile, SECRETS_SHIPS);
	if (s->bag_count)
		add_needle(s, s->bag, SECRETS_RUN);
}

/* Whether `run` stands in the text as numbers one after the other. */
static int has_numbers(const char *text, const uint8_t *run, int count)
{
	int matched = 0;

	for (const char *at = text; *at && matched < count; at++) {
		if (!isdigit((unsigned char)*at) || (at > text && isalnum((unsigned char)at[-1])))
			continue;
		matched = atoi(at) == run[matched] ? matched + 1 : atoi(at) == run[0];
	}
	return count > 0 && matched == count;
}

static const char *kind_id(const struct secrets *s, int face) { return s->ts.kinds[s->ts.faces[face].kind].id; }
static const char *ship_id(const struct secrets *s, int ship) { return s->ts.ships[ship].id; }

/*
 * Whether the ids of `run` come in that order, with no other id of that sort
 * between them.  Ids of a sort are letters that they share, and digits.
 */
static int has_ids(const char *text, const struct secrets *s, const uint8_t *run, int count,
	const char *(*id)(const struct secrets *, int))
{
	char prefix[TILESET_ID_MAX + 1] = "";
	int matched = 0;

	if (count == 0)
		return 0;
	memcpy(prefix, id(s, run[0]), strcspn(id(s, run[0]), "0123456789"));
	for (const char *at = strstr(text, prefix); at && matched < count; at = strstr(at + 1, prefix)) {
		if (!isdigit((unsigned char)at[strlen(prefix)]))
			continue;
		if (strncmp(at, id(s, run[matched]), strlen(id(s, run[matched]))) == 0)
			matched++;
		else
			matched = strncmp(at, id(s, run[0]), strlen(id(s, run[0]))) == 0;
	}
	return matched == count;
}

const char *secrets_find(const struct secrets *s, const char *text, size_t size)
{
	for (int i = 0; i < s->count; i++)
		if (memmem(text, size, s->at[i].text, s->at[i].size))
			return "a seed, or the bytes of the bag";
	if (has_numbers(text, s->bag, s->bag_count))
		return "the order of the bag";
	if (has_numbers(text, s->pile, s->pile_count))
		return "the order of the pile";
	if (has_ids(text, s, s->bag, s->bag_count, kind_id))
		return "tiles to come";
	return has_ids(text, s, s->pile, s->pile_count, ship_id) ? "ships to come" : NULL;
}

static void search(const struct secrets *s, const char *text, size_t size)
{
	const char *found = secrets_find(s, text, size);

	ck_assert_msg(found == NULL, "%s: %s", found, text);
}

void secrets_search_answer(const struct secrets *s, struct around *a)
{
	search(s, got_body(a), a->t.x.reply.body ? a->t.x.reply.body->size : 0);
	for (int i = 0; i < a->t.x.reply.header_count; i++)
		search(s, a->t.x.reply.headers[i].value, strlen(a->t.x.reply.headers[i].value));
}

/* --- another future ---------------------------------------------------------- */

static void shuffle(struct around *a, uint8_t *items, int count)
{
	for (int i = count - 1; i > 0; i--) {
		int j = roll(a, i + 1);
		uint8_t kept = items[i];

		items[i] = items[j];
		items[j] = kept;
	}
}

void secrets_swap(struct around *a, const char *other_game)
{
	unsigned char snapshot[GAME_SNAPSHOT_MAX];
	static struct tileset ts;
	struct store_game row;
	uint8_t *pile;
	char target[40];
	struct game g;
	int hidden;

	stored_row(a, &row);
	stored_game(a, &g, &ts);
	shuffle(a, g.bag + g.now.drawn, game_bag_left(&g));
	pile = secrets_pile(&g, &ts, &hidden);
	shuffle(a, pile, hidden);
	/* What undo goes back to has the same pile, at the same place of the same struct. */
	if (hidden)
		memcpy((unsigned char *)&g.mark + (pile - (uint8_t *)&g.now), pile, (size_t)hidden);
	memset(g.rng.seed, roll(a, 256), sizeof(g.rng.seed));
	row.snapshot = snapshot;
	row.snapshot_size = game_encode(&g, &ts, snapshot);
	ck_assert_int_eq(store_begin(a->f->writer), STORE_OK);
	ck_assert_int_eq(store_game_update(a->f->writer, &row, row.version), STORE_OK);
	ck_assert_int_eq(store_commit(a->f->writer), STORE_OK);
	/* One game is all that the cache holds. */
	snprintf(target, sizeof(target), "/v1/games/%s", other_game);
	ASK(200, a, NOBODY, "GET", target, NULL);
}

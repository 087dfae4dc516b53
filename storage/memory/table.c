/*
 * Rows, the journal of the open transaction, and what it takes to keep or undo
 * it.  Tables are sorted arrays: the store serves tests and trials, where games
 * are few and new rows mostly go to the end.
 */
#include "storage/memory/memory.h"

#include <stdlib.h>
#include <string.h>

struct mem_store *mem_enter(struct store_conn *c)
{
	struct mem_store *s = (struct mem_store *)c->store;

	pthread_mutex_lock(&s->mutex);
	return s;
}

void mem_leave(struct store_conn *c)
{
	pthread_mutex_unlock(&((struct mem_store *)c->store)->mutex);
}

/* --- keys -------------------------------------------------------------- */

struct mem_key mem_key_text(const char *text)
{
	struct mem_key key = { { 0 } };

	memcpy(key.bytes, text, strnlen(text, sizeof key.bytes));
	return key;
}

struct mem_key mem_key_hash(const unsigned char hash[MEM_KEY])
{
	struct mem_key key;

	memcpy(key.bytes, hash, sizeof key.bytes);
	return key;
}

static void put_number(unsigned char *out, uint64_t value)
{
	int i;

	for (i = 7; i >= 0; i--, value >>= 8)
		out[i] = (unsigned char)value;
}

static int64_t get_number(const unsigned char *in)
{
	uint64_t value = 0;
	int i;

	for (i = 0; i < 8; i++)
		value = value << 8 | in[i];
	return (int64_t)value;
}

struct mem_key mem_key_numbers(int64_t first, int64_t second)
{
	struct mem_key key = { { 0 } };

	put_number(key.bytes, (uint64_t)first);
	put_number(key.bytes + 8, (uint64_t)second);
	return key;
}

void mem_key_parts(const struct mem_key *key, int64_t *first, int64_t *second)
{
	*first = get_number(key->bytes);
	*second = get_number(key->bytes + 8);
}

/* --- looking ----------------------------------------------------------- */

static struct mem_table *table_of(struct store_conn *c, enum mem_table_id id)
{
	return &((struct mem_store *)c->store)->tables[id];
}

static size_t seek(const struct mem_table *t, const struct mem_key *key)
{
	size_t low = 0, high = t->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (memcmp(t->rows[middle]->key.bytes, key->bytes, MEM_KEY) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static const struct mem_value *seen(const struct store_conn *c, const struct mem_row *row)
{
	return c->writer && row->touched ? row->pending : row->committed;
}

static struct mem_row *find(const struct mem_table *t, const struct mem_key *key, size_t *at)
{
	*at = seek(t, key);
	if (*at < t->count && memcmp(t->rows[*at]->key.bytes, key->bytes, MEM_KEY) == 0)
		return t->rows[*at];
	return NULL;
}

const struct mem_value *mem_get(struct store_conn *c, enum mem_table_id table, struct mem_key key)
{
	size_t at;
	const struct mem_row *row = find(table_of(c, table), &key, &at);

	return row ? seen(c, row) : NULL;
}

size_t mem_seek(struct store_conn *c, enum mem_table_id table, struct mem_key key)
{
	return seek(table_of(c, table), &key);
}

const struct mem_value *mem_at(struct store_conn *c, enum mem_table_id table, size_t at, struct mem_key *key)
{
	const struct mem_row *row = table_of(c, table)->rows[at];

	*key = row->key;
	return seen(c, row);
}

size_t mem_count(struct store_conn *c, enum mem_table_id table)
{
	return table_of(c, table)->count;
}

unsigned char *mem_copy(const unsigned char *bytes, size_t size)
{
	unsigned char *copy = malloc(size + 1);

	if (!copy)
		return NULL;
	if (size)
		memcpy(copy, bytes, size);
	copy[size] = '\0';
	return copy;
}

/* --- changing ---------------------------------------------------------- */

/* Room for one more of `size` bytes; 0, or -1 without memory. */
static int grow(void **array, size_t count, size_t *room, size_t size)
{
	size_t wanted = *room ? *room * 2 : 64;
	void *larger;

	if (count < *room)
		return 0;
	larger = realloc(*array, wanted * size);
	if (!larger)
		return -1;
	*array = larger;
	*room = wanted;
	return 0;
}

static struct mem_row *find_or_insert(struct mem_table *t, const struct mem_key *key)
{
	size_t at;
	struct mem_row *row = find(t, key, &at);
	void *rows = t->rows;

	if (row)
		return row;
	if (grow(&rows, t->count, &t->room, sizeof *t->rows) != 0)
		return NULL;
	t->rows = rows;
	row = calloc(1, sizeof *row);
	if (!row)
		return NULL;
	row->key = *key;
	memmove(t->rows + at + 1, t->rows + at, (t->count - at) * sizeof *t->rows);
	t->rows[at] = row;
	t->count++;
	t->dead = 1;	/* until it has a value */
	return row;
}

/* Give the row a new value, which may be NULL, and note the one before. */
static enum store_result change(struct store_conn *c, enum mem_table_id table, const struct mem_key *key,
	struct mem_value *value)
{
	struct mem_store *s = (struct mem_store *)c->store;
	struct mem_row *row = find_or_insert(table_of(c, table), key);
	void *journal = s->journal;

	if (!row || grow(&journal, s->changes, &s->room, sizeof *s->journal) != 0) {
		free(value);
		return store_fail(c, STORE_UNAVAILABLE, "no memory");
	}
	s->journal = journal;
	s->journal[s->changes++] = (struct mem_change){ row, row->pending, row->touched };
	row->pending = value;
	row->touched = 1;
	return STORE_OK;
}

enum store_result mem_put(struct store_conn *c, enum mem_table_id table, struct mem_key key,
	const void *head, size_t head_size, const void *tail, size_t tail_size)
{
	struct mem_value *value = malloc(sizeof *value + head_size + tail_size);

	if (!value)
		return store_fail(c, STORE_UNAVAILABLE, "no memory");
	value->size = head_size + tail_size;
	if (head_size)
		memcpy(value->bytes, head, head_size);
	if (tail_size)
		memcpy(value->bytes + head_size, tail, tail_size);
	return change(c, table, &key, value);
}

enum store_result mem_delete(struct store_conn *c, enum mem_table_id table, struct mem_key key)
{
	table_of(c, table)->dead = 1;
	return change(c, table, &key, NULL);
}

/* --- keeping and undoing ----------------------------------------------- */

/* Take away the rows that have no value any more; only between transactions. */
static void sweep(struct mem_store *s)
{
	size_t i, kept;
	int id;

	for (id = 0; id < MEM_TABLES; id++) {
		struct mem_table *t = &s->tables[id];

		if (!t->dead)
			continue;
		for (i = kept = 0; i < t->count; i++) {
			if (t->rows[i]->committed)
				t->rows[kept++] = t->rows[i];
			else
				free(t->rows[i]);
		}
		t->count = kept;
		t->dead = 0;
	}
}

void mem_undo(struct mem_store *s, size_t changes)
{
	while (s->changes > changes) {
		struct mem_change *undone = &s->journal[--s->changes];

		free(undone->row->pending);
		undone->row->pending = undone->pending;
		undone->row->touched = undone->touched;
	}
	if (!changes)
		sweep(s);
}

void mem_keep(struct mem_store *s)
{
	size_t i;

	for (i = 0; i < s->changes; i++) {
		struct mem_row *row = s->journal[i].row;

		free(s->journal[i].pending);	/* given and replaced inside the transaction */
		if (!row->touched)
			continue;		/* changed twice, and seen to the first time */
		free(row->committed);
		row->committed = row->pending;
		row->pending = NULL;
		row->touched = 0;
	}
	s->changes = 0;
	sweep(s);
}

void mem_free_tables(struct mem_store *s)
{
	size_t i;
	int id;

	for (id = 0; id < MEM_TABLES; id++) {
		for (i = 0; i < s->tables[id].count; i++) {
			free(s->tables[id].rows[i]->committed);
			free(s->tables[id].rows[i]);
		}
		free(s->tables[id].rows);
	}
	free(s->journal);
}

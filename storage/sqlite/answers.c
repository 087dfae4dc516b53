/* Stored answers and tile sets in SQLite. */
#include "storage/sqlite/sqlite.h"

#include <stdlib.h>
#include <string.h>

enum store_result sq_answer_find(struct store_conn *c, const unsigned char *key, unsigned char *request,
	unsigned char **bytes, size_t *size, int64_t *at)
{
	sqlite3_stmt *q = sq_use(c, SQ_ANSWER_FIND);
	struct sq_reader in = { .q = q };
	unsigned char hash[STORE_HASH], *copy;
	enum store_result r;

	sq_bind_bytes(q, 1, key, STORE_HASH);
	r = sq_row(c, q);
	if (r != STORE_OK)
		goto out;
	sq_read_bytes(&in, hash, sizeof hash);
	if (in.bad) {
		r = store_fail(c, STORE_BROKEN, "a stored answer without its request");
		goto out;
	}
	copy = sq_copy_column(q, 1, size);
	if (!copy) {
		r = store_fail(c, STORE_UNAVAILABLE, "no memory for a stored answer");
		goto out;
	}
	memcpy(request, hash, sizeof hash);
	*bytes = copy;
	*at = sqlite3_column_int64(q, 2);
out:
	sq_done(q);
	return r;
}

enum store_result sq_answer_put(struct store_conn *c, const struct store_answer *a)
{
	sqlite3_stmt *q = sq_use(c, SQ_ANSWER_PUT);

	sq_bind_bytes(q, 1, a->key, sizeof a->key);
	sq_bind_bytes(q, 2, a->request, sizeof a->request);
	sq_bind_bytes(q, 3, a->bytes, a->size);
	sqlite3_bind_int64(q, 4, a->at);
	return sq_run(c, q, NULL);
}

enum store_result sq_answer_purge(struct store_conn *c, int64_t at, int limit)
{
	sqlite3_stmt *q = sq_use(c, SQ_ANSWER_PURGE);

	sqlite3_bind_int64(q, 1, at);
	sqlite3_bind_int(q, 2, limit > 0 ? limit : -1);
	return sq_run(c, q, NULL);
}

enum store_result sq_tileset_put(struct store_conn *c, const unsigned char *hash, const char *id,
	const char *text, size_t size)
{
	sqlite3_stmt *q = sq_use(c, SQ_TILESET_PUT);

	sq_bind_bytes(q, 1, hash, STORE_HASH);
	sq_bind_text(q, 2, id);
	sq_bind_bytes(q, 3, text, size);
	return sq_run(c, q, NULL);
}

enum store_result sq_tileset_get(struct store_conn *c, const unsigned char *hash, char **text, size_t *size)
{
	sqlite3_stmt *q = sq_use(c, SQ_TILESET_GET);
	unsigned char *copy;
	enum store_result r;

	sq_bind_bytes(q, 1, hash, STORE_HASH);
	r = sq_row(c, q);
	if (r == STORE_OK) {
		copy = sq_copy_column(q, 0, size);
		if (copy)
			*text = (char *)copy;
		else
			r = store_fail(c, STORE_UNAVAILABLE, "no memory for a tile set");
	}
	sq_done(q);
	return r;
}

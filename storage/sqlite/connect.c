/*
 * Connections.  The writer's uses the handle that opened the store; each reader
 * has a handle of its own that cannot write.  Once it is set up,
 * an authorizer allows nothing but what the list of statements does, so that no
 * later mistake can turn text into SQL that attaches files or changes settings.
 */
#include "storage/sqlite/sqlite.h"

#include <stdio.h>
#include <stdlib.h>

enum side { R, W };

static const struct { enum side side; const char *sql; } list[SQ_STATEMENT_COUNT] = {
#define ROW(name, side, sql) [SQ_##name] = { side, sql },
	SQ_STATEMENTS(ROW)
#undef ROW
};

/* Statements are prepared anew by themselves when the schema changed: that must pass, too. */
static int authorize(void *arg, int action, const char *a, const char *b, const char *schema, const char *trigger)
{
	(void)arg, (void)a, (void)b, (void)schema, (void)trigger;
	switch (action) {
	case SQLITE_SELECT:
	case SQLITE_READ:
	case SQLITE_INSERT:
	case SQLITE_UPDATE:
	case SQLITE_DELETE:
	case SQLITE_FUNCTION:
	case SQLITE_TRANSACTION:
	case SQLITE_SAVEPOINT:
		return SQLITE_OK;
	default:
		return SQLITE_DENY;
	}
}

static int prepare_all(struct sq_conn *c, int writer, const char *path, struct store_error *err)
{
	int i;

	for (i = 0; i < SQ_STATEMENT_COUNT; i++) {
		if (list[i].side == W && !writer)
			continue;
		if (sqlite3_prepare_v3(c->db, list[i].sql, -1, SQLITE_PREPARE_PERSISTENT,
				&c->statement[i], NULL) != SQLITE_OK)
			return sq_open_error(err, path, "cannot prepare a statement", c->db);
	}
	return 0;
}

static int open_reader(struct sq_conn *c, const struct sq_store *s, struct store_error *err)
{
	if (sqlite3_open_v2(s->path, &c->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, s->vfs.name) != SQLITE_OK)
		return sq_open_error(err, s->path, "cannot open for reading", c->db);
	return sq_configure(c->db, s->path, err);
}

struct store_conn *sq_connect(struct store *base, int writer, struct store_error *err)
{
	struct sq_store *s = (struct sq_store *)base;
	struct sq_conn *c = calloc(1, sizeof *c);

	if (!c) {
		snprintf(err->text, sizeof err->text, "no memory");
		return NULL;
	}
	c->base.store = base;
	c->base.writer = (uint8_t)writer;
	if (writer)
		c->db = s->db;
	if (!writer && open_reader(c, s, err) != 0)
		goto failed;
	sqlite3_set_authorizer(c->db, authorize, NULL);
	if (prepare_all(c, writer, s->path, err) != 0)
		goto failed;
	return &c->base;
failed:
	sq_disconnect(&c->base);
	return NULL;
}

void sq_disconnect(struct store_conn *base)
{
	struct sq_conn *c = sq_conn(base);
	int i;

	for (i = 0; i < SQ_STATEMENT_COUNT; i++)
		sqlite3_finalize(c->statement[i]);
	if (!base->writer)
		sqlite3_close(c->db);
	free(c);
}

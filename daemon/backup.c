/*
 * A copy of everything, while the daemon goes on.
 */
#include "daemon/backup.h"

#include <stdio.h>

#include "api/inspect.h"
#include "daemon/data.h"
#include "storage/backup.h"

static int check(void *arg, struct store_conn *conn, const char *id, char why[160])
{
	return inspect_game(arg, conn, id, why);
}

static int complain(int status, const char *why)
{
	fprintf(stderr, "meepled: backup: %s\n", why);
	return status;
}

static int copy(const char *path, const char *target)
{
	struct store_backup told;
	struct store_error err;
	struct inspector *k;
	int failed;

	k = inspector_open(err.text);
	failed = !k || store_sqlite_backup(path, target, check, k, &told, &err) != 0;
	inspector_close(k);
	if (failed)
		return complain(1, err.text);
	printf("%s: %lld games, %lld players, %lld events, %lld bytes; %s\n", target, (long long)told.games,
		(long long)told.players, (long long)told.events, (long long)told.bytes,
		told.checked ? "checked, every game played again" : "checked, but of an older schema: games not played again");
	return 0;
}

int backup(const struct config *c)
{
	char path[4096];

	if (c->operand_count != 1)
		return complain(2, "name one FILE to write the copy to");
	if (snprintf(path, sizeof path, "%s/%s", c->data, DATA_STORE) >= (int)sizeof path)
		return complain(2, "the name of the data folder is too long");
	return copy(path, c->operands[0]);
}

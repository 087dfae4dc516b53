/*
 * All ratings once more from the results that are kept, in one transaction: after
 * it either everything is computed anew or nothing has changed.
 */
#include "daemon/ratings.h"

#include <stdio.h>
#include <sys/stat.h>

#include "api/standing.h"
#include "daemon/data.h"

static int complain(const char *why)
{
	fprintf(stderr, "meepled: ratings rebuild: %s\n", why);
	return 1;
}

static int rebuild(struct store_conn *writer)
{
	char why[240];
	int64_t count;

	if (store_begin(writer) != STORE_OK)
		return complain(store_why(writer));
	count = standing_rebuild(writer, why);
	if (count < 0) {
		store_rollback(writer);
		return complain(why);
	}
	if (store_commit(writer) != STORE_OK)
		return complain(store_why(writer));
	printf("ratings computed again from %lld games\n", (long long)count);
	return 0;
}

int ratings_rebuild(const struct config *c)
{
	struct store_error err;
	struct store *store = NULL;
	struct store_conn *writer = NULL;
	int status;

	umask(077);
	store = data_open(c, &err);
	if (store)
		writer = store_writer(store, &err);
	status = writer ? rebuild(writer) : complain(err.text);
	store_disconnect(writer);
	store_close(store);
	return status;
}

/*
 * The data folder.  It holds the seeds of games in progress: it is for the
 * user who runs meepled and nobody else.
 */
#include "daemon/data.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int make_folder(const char *path, struct store_error *err)
{
	struct stat info;

	if (mkdir(path, 0700) == 0)
		return 0;
	if (errno != EEXIST) {
		snprintf(err->text, sizeof err->text, "cannot create the data folder %.120s: %s", path, strerror(errno));
		return -1;
	}
	if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
		return 0;
	snprintf(err->text, sizeof err->text, "the data folder %.120s is not a folder", path);
	return -1;
}

struct store *data_open(const struct config *c, struct store_error *err)
{
	struct store *store;
	char path[4096];

	if (c->store == STORE_IN_MEMORY) {
		store = store_memory_open();
		if (!store)
			snprintf(err->text, sizeof err->text, "no memory for the store");
		return store;
	}
	if (make_folder(c->data, err) != 0)
		return NULL;
	if (snprintf(path, sizeof path, "%s/%s", c->data, DATA_STORE) >= (int)sizeof path) {
		snprintf(err->text, sizeof err->text, "the name of the data folder is too long");
		return NULL;
	}
	return store_sqlite_open(path, err);
}

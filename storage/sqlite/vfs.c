/*
 * Fewer system calls for the write-ahead log.  SQLite writes each changed page
 * by two calls, a header of 24 bytes and the page; a batch of moves changes two
 * hundred pages, all one behind the other.  Here they are collected and go to
 * the file together.
 *
 * Why nothing is lost: other connections look at pages of the log only after
 * the commit that wrote them, and with synchronous = FULL a commit always syncs
 * the log first; xSync sends what was collected before it syncs, and fails when
 * that fails.  Whoever reads, measures or shortens the file through the same
 * handle sends it first, too.  What could not be sent is dropped: whoever was
 * told so cannot commit any more.
 *
 * The file is the system's own VFS in everything else; only logs are wrapped.
 */
#include "storage/sqlite/sqlite.h"

#include <stdlib.h>
#include <string.h>

enum { COLLECT = 120 << 10 };	/* SQLite's unix VFS takes up to 128 KiB - 1 in a call */

struct log_file {
	sqlite3_file base;
	sqlite3_file *real;		/* lies behind this struct */
	unsigned char *bytes;		/* COLLECT of them; NULL until something is written */
	sqlite3_int64 at;		/* where in the file they go */
	int size;
};

static struct log_file *log_of(sqlite3_file *file)
{
	return (struct log_file *)file;
}

static int send(struct log_file *f)
{
	int size = f->size;

	f->size = 0;
	return size ? f->real->pMethods->xWrite(f->real, f->bytes, size, f->at) : SQLITE_OK;
}

static int log_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 at)
{
	struct log_file *f = log_of(file);
	int code = SQLITE_OK;

	if (f->size && (at != f->at + f->size || size > COLLECT - f->size))
		code = send(f);
	if (code != SQLITE_OK)
		return code;
	if (!f->bytes)
		f->bytes = malloc(COLLECT);
	if (!f->bytes || size > COLLECT)
		return f->real->pMethods->xWrite(f->real, bytes, size, at);
	if (!f->size)
		f->at = at;
	memcpy(f->bytes + f->size, bytes, (size_t)size);
	f->size += size;
	return SQLITE_OK;
}

static int log_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 at)
{
	struct log_file *f = log_of(file);
	int code = send(f);

	return code == SQLITE_OK ? f->real->pMethods->xRead(f->real, bytes, size, at) : code;
}

static int log_sync(sqlite3_file *file, int flags)
{
	struct log_file *f = log_of(file);
	int code = send(f);

	return code == SQLITE_OK ? f->real->pMethods->xSync(f->real, flags) : code;
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	struct log_file *f = log_of(file);
	int code = send(f);

	return code == SQLITE_OK ? f->real->pMethods->xTruncate(f->real, size) : code;
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size)
{
	struct log_file *f = log_of(file);
	int code = send(f);

	return code == SQLITE_OK ? f->real->pMethods->xFileSize(f->real, size) : code;
}

/* What is still collected belongs to a transaction that was not committed. */
static int log_close(sqlite3_file *file)
{
	struct log_file *f = log_of(file);

	free(f->bytes);
	return f->real->pMethods->xClose(f->real);
}

static int log_lock(sqlite3_file *file, int level)
{
	return log_of(file)->real->pMethods->xLock(log_of(file)->real, level);
}

static int log_unlock(sqlite3_file *file, int level)
{
	return log_of(file)->real->pMethods->xUnlock(log_of(file)->real, level);
}

static int log_check_lock(sqlite3_file *file, int *out)
{
	return log_of(file)->real->pMethods->xCheckReservedLock(log_of(file)->real, out);
}

static int log_control(sqlite3_file *file, int op, void *arg)
{
	return log_of(file)->real->pMethods->xFileControl(log_of(file)->real, op, arg);
}

static int log_sector(sqlite3_file *file)
{
	return log_of(file)->real->pMethods->xSectorSize(log_of(file)->real);
}

static int log_device(sqlite3_file *file)
{
	return log_of(file)->real->pMethods->xDeviceCharacteristics(log_of(file)->real);
}

static const sqlite3_io_methods log_methods = {
	.iVersion = 1,
	.xClose = log_close,
	.xRead = log_read,
	.xWrite = log_write,
	.xTruncate = log_truncate,
	.xSync = log_sync,
	.xFileSize = log_size,
	.xLock = log_lock,
	.xUnlock = log_unlock,
	.xCheckReservedLock = log_check_lock,
	.xFileControl = log_control,
	.xSectorSize = log_sector,
	.xDeviceCharacteristics = log_device,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
	sqlite3_vfs *real = ((struct sq_vfs *)vfs)->real;
	struct log_file *f = log_of(file);
	int code;

	if (!(flags & SQLITE_OPEN_WAL))
		return real->xOpen(real, name, file, flags, out);
	memset(f, 0, sizeof *f);
	f->real = (sqlite3_file *)(f + 1);
	code = real->xOpen(real, name, f->real, flags, out);
	f->base.pMethods = f->real->pMethods ? &log_methods : NULL;
	return code;
}

int sq_vfs_register(struct sq_vfs *vfs)
{
	vfs->real = sqlite3_vfs_find(NULL);
	if (!vfs->real)
		return -1;
	vfs->base = *vfs->real;
	vfs->base.pNext = NULL;
	vfs->base.zName = vfs->name;
	vfs->base.szOsFile = (int)sizeof(struct log_file) + vfs->real->szOsFile;
	vfs->base.xOpen = open_file;
	sqlite3_snprintf(sizeof vfs->name, vfs->name, "meepled-%p", (void *)vfs);
	return sqlite3_vfs_register(&vfs->base, 0) == SQLITE_OK ? 0 : -1;
}

void sq_vfs_unregister(struct sq_vfs *vfs)
{
	if (vfs->real)
		sqlite3_vfs_unregister(&vfs->base);
}

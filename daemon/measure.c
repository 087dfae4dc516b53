/*
 * What Linux tells of this process, in /proc/self.
 */
#include "daemon/measure.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "api/metrics.h"
#include "daemon/data.h"

enum { STAT_THREADS = 20, STAT_START = 22, STAT_PAGES = 24 };	/* fields of /proc/self/stat, from 1 */

/* The numbers of /proc/self/stat from its fourth field on; 0 when it cannot be read. */
static int read_stat(int64_t field[STAT_PAGES + 1])
{
	char text[1024] = "", *at;
	FILE *f = fopen("/proc/self/stat", "re");
	size_t size = f ? fread(text, 1, sizeof text - 1, f) : 0;

	if (f)
		fclose(f);
	text[size] = '\0';
	/* The second is the name in parentheses, which may hold anything; the third is a letter. */
	at = strrchr(text, ')');
	if (!at || strlen(at) < 4)
		return 0;
	at += 3;
	for (int i = 4; i <= STAT_PAGES; i++)
		field[i] = strtoll(at, &at, 10);
	return 1;
}

static int64_t count_descriptors(void)
{
	DIR *d = opendir("/proc/self/fd");
	int64_t count = -3;		/* itself and two dots */

	if (!d)
		return 0;
	while (readdir(d))
		count++;
	closedir(d);
	return count;
}

/* When the process began, in seconds since 1970. */
static int64_t start_time(int64_t ticks)
{
	struct timespec now, up;

	clock_gettime(CLOCK_REALTIME, &now);
	clock_gettime(CLOCK_BOOTTIME, &up);
	return now.tv_sec - up.tv_sec + ticks / sysconf(_SC_CLK_TCK);
}

void measure_process(struct buf *out)
{
	int64_t field[STAT_PAGES + 1] = { 0 };
	struct rusage use;
	struct rlimit limit;

	getrusage(RUSAGE_SELF, &use);
	metrics_one(out, METRIC_COUNTER, "process_cpu_seconds", "seconds", "Processor time taken.",
		(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000000ll + use.ru_utime.tv_usec + use.ru_stime.tv_usec,
		1000000);
	metrics_one(out, METRIC_GAUGE, "process_open_fds", "", "File descriptors open.", count_descriptors(), 1);
	if (getrlimit(RLIMIT_NOFILE, &limit) == 0)
		metrics_one(out, METRIC_GAUGE, "process_max_fds", "", "File descriptors allowed.",
			(int64_t)limit.rlim_cur, 1);
	if (!read_stat(field))
		return;
	metrics_one(out, METRIC_GAUGE, "process_resident_memory_bytes", "bytes", "Memory in use.",
		field[STAT_PAGES] * sysconf(_SC_PAGESIZE), 1);
	metrics_one(out, METRIC_GAUGE, "process_threads", "", "Threads.", field[STAT_THREADS], 1);
	metrics_one(out, METRIC_GAUGE, "process_start_time_seconds", "seconds", "When it began, since 1970.",
		start_time(field[STAT_START]), 1);
}

static void measure_file(struct buf *out, const char *data, const char *suffix, const char *labels)
{
	char path[4096];
	struct stat info;

	snprintf(path, sizeof path, "%s/%s%s", data, DATA_STORE, suffix);
	if (stat(path, &info) == 0)
		metrics_sample(out, METRIC_GAUGE, "meepled_store_bytes", labels, (int64_t)info.st_size, 1);
}

void measure_files(struct buf *out, const char *data)
{
	if (!data)
		return;
	metrics_family(out, METRIC_GAUGE, "meepled_store_bytes", "bytes", "Size of the database and of its log.");
	measure_file(out, data, "", "file=\"database\"");
	measure_file(out, data, "-wal", "file=\"log\"");
}

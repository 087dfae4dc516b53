/*
 * replay_main.c - main() of a fuzzer that runs without libFuzzer: goes through
 * the files and folders named on the command line, one input each.
 *
 * Ends with "N passed, 0 failed"; a failure ends the program at once, with the
 * file's name.
 */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INPUT_MAX = 16 * 1024 * 1024 };

static char current[4096];

/* Only what a signal handler may call. */
static void say_where(int signal_number)
{
	static const char text[] = "failed on ";

	if (write(2, text, sizeof text - 1) < 0 || write(2, current, strlen(current)) < 0 || write(2, "\n", 1) < 0)
		_exit(1);
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

static int run_file(const char *path)
{
	FILE *f = fopen(path, "rb");
	uint8_t *bytes = f ? malloc(INPUT_MAX) : NULL;
	size_t size;

	if (!bytes) {
		fprintf(stderr, "%s cannot be read\n", path);
		exit(2);
	}
	size = fread(bytes, 1, INPUT_MAX, f);
	fclose(f);
	bytes = realloc(bytes, size ? size : 1);
	snprintf(current, sizeof current, "%s", path);
	LLVMFuzzerTestOneInput(bytes, size);
	free(bytes);
	return 1;
}

static int run(const char *path)
{
	DIR *d = opendir(path);
	char inside[4096];
	int count = 0;

	if (!d)
		return run_file(path);
	for (struct dirent *e = readdir(d); e; e = readdir(d)) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(inside, sizeof inside, "%s/%s", path, e->d_name);
		count += run(inside);
	}
	closedir(d);
	return count;
}

int main(int argc, char **argv)
{
	int count = 0;

	signal(SIGABRT, say_where);
	signal(SIGSEGV, say_where);
	signal(SIGBUS, say_where);
	signal(SIGFPE, say_where);
	for (int i = 1; i < argc; i++)
		count += run(argv[i]);
	printf("%d passed, 0 failed\n", count);
	return count > 0 ? 0 : 2;
}

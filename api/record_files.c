/*
 * record_files.c - `meepled verify`: records in files, without a server.
 *
 * Tile sets are those that ship with the games, and those named on the command
 * line.
 */
#include "api/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/tileset_json.h"

struct known {
	struct known *next;
	const struct ruleset *ruleset;
	struct tileset ts;
};

static const struct tileset *find(void *arg, const struct ruleset *ruleset, const unsigned char sha256[32])
{
	for (const struct known *k = *(struct known **)arg; k; k = k->next)
		if (memcmp(k->ts.sha256, sha256, 32) == 0 && strcmp(k->ruleset->id, ruleset->id) == 0)
			return &k->ts;
	return NULL;
}

/* A whole file of at most `max` bytes, malloc'd; NULL after a line on standard error. */
static char *read_whole(const char *path, size_t max, size_t *size)
{
	FILE *f = fopen(path, "rb");
	char *text = f ? malloc(max + 1) : NULL;
	const char *why = NULL;

	if (!text)
		why = strerror(errno);
	else {
		*size = fread(text, 1, max + 1, f);
		if (ferror(f))
			why = strerror(errno);
		else if (*size > max)
			why = "the file is too large";
	}
	if (f)
		fclose(f);
	if (!why)
		return text;
	fprintf(stderr, "%s: %s\n", path, why);
	free(text);
	return NULL;
}

static int add_tileset(struct known **list, const char *name, const char *text, size_t size)
{
	struct known *k = malloc(sizeof *k);
	struct buf findings;

	if (!k) {
		fprintf(stderr, "%s: not enough memory\n", name);
		return -1;
	}
	buf_init(&findings, TILESET_FILE_MAX);
	if (tileset_read(&k->ts, &k->ruleset, text, size, &findings) == 0) {
		k->next = *list;
		*list = k;
		buf_free(&findings);
		return 0;
	}
	fprintf(stderr, "%s: not a tile set; `meepled tileset check` says why:\n%s", name,
		findings.data ? findings.data : "");
	buf_free(&findings);
	free(k);
	return -1;
}

static int add_bundled(struct known **list)
{
	for (int i = 0; i < ruleset_count; i++) {
		size_t size;
		const char *text = tileset_bundled(rulesets[i], &size);

		if (add_tileset(list, rulesets[i]->tileset, text, size) != 0)
			return -1;
	}
	return 0;
}

static int add_file(struct known **list, const char *path)
{
	size_t size;
	char *text = read_whole(path, TILESET_FILE_MAX, &size);
	int result = text ? add_tileset(list, path, text, size) : -1;

	free(text);
	return result;
}

static int verify_file(struct known *tilesets, const char *path)
{
	static const char *const words[] = {
		[RECORD_GOOD] = "good", [RECORD_DIFFERS] = "differs: ", [RECORD_UNREADABLE] = "cannot be verified: ",
	};
	enum record_verdict verdict;
	char place[400];
	size_t size;
	char *text = read_whole(path, RECORD_MAX, &size);

	if (!text)
		return 2;
	verdict = record_verify(text, size, find, &tilesets, NULL, NULL, place);
	free(text);
	printf("%s: %s%s\n", path, words[verdict], place);
	return (int)verdict;
}

static int verify_all(struct known *tilesets, int count, char **paths)
{
	int worst = 0;

	for (int i = 0; i < count; i++) {
		int result = verify_file(tilesets, paths[i]);

		worst = result > worst ? result : worst;
	}
	return worst;
}

static int usage(void)
{
	fprintf(stderr, "usage: meepled verify [--tileset FILE]... RECORD...\n");
	return 2;
}

/* The file of "--tileset FILE" or "--tileset=FILE" at *i; NULL: it is something else. */
static const char *tileset_argument(int count, char **arguments, int *i)
{
	static const char option[] = "--tileset";
	const char *a = arguments[*i];

	if (strncmp(a, option, sizeof option - 1) != 0)
		return NULL;
	a += sizeof option - 1;
	if (*a == '=')
		return a + 1;
	return *a == '\0' && *i + 1 < count ? arguments[++*i] : NULL;
}

int record_verify_files(int count, char **arguments)
{
	struct known *tilesets = NULL;
	int worst = add_bundled(&tilesets) == 0 ? 0 : 2, records = 0;

	for (int i = 0; i < count && worst == 0; i++) {
		const char *path;

		if (arguments[i][0] != '-' || arguments[i][1] == '\0') {
			arguments[records++] = arguments[i];
			continue;
		}
		path = tileset_argument(count, arguments, &i);
		if (!path)
			worst = usage();
		else if (add_file(&tilesets, path) != 0)
			worst = 2;
	}
	if (worst == 0 && records == 0)
		worst = usage();
	if (worst == 0)
		worst = verify_all(tilesets, records, arguments);
	while (tilesets) {
		struct known *k = tilesets;

		tilesets = k->next;
		free(k);
	}
	return worst;
}

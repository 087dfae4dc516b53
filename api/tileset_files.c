/*
 * tileset_files.c - `meepled tileset check`: what is wrong with tile sets in files.
 */
#include "api/tileset_json.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FINDINGS_MAX = 8 * 1024 * 1024 };

/* A whole file, malloc'd; one byte more than a tile set may have shows that it is too long. */
static char *read_whole(const char *path, size_t *size)
{
	FILE *f = fopen(path, "rb");
	char *text = f ? malloc(TILESET_FILE_MAX + 1) : NULL;

	if (text) {
		*size = fread(text, 1, TILESET_FILE_MAX + 1, f);
		if (ferror(f)) {
			free(text);
			text = NULL;
		}
	}
	if (!text)
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
	if (f)
		fclose(f);
	return text;
}

static void print_findings(const char *path, char *findings)
{
	char *save;

	for (char *l = strtok_r(findings, "\n", &save); l; l = strtok_r(NULL, "\n", &save))
		printf("%s: %s\n", path, l);
}

static void print_summary(const char *path, const struct tileset *ts, const struct ruleset *r)
{
	printf("%s: good: %s for %s, %d tiles in %d kinds", path, ts->id, r->id, ts->tile_count, ts->kind_count);
	if (r->words->slots[0])
		printf(", %d ships", ts->ship_count);
	printf(", sha256 ");
	for (int i = 0; i < 32; i++)
		printf("%02x", ts->sha256[i]);
	printf("\n");
}

static int check_file(const char *path, struct tileset *ts, struct buf *findings)
{
	const struct ruleset *ruleset;
	size_t size;
	char *text = read_whole(path, &size);
	int errors;

	if (!text)
		return 2;
	errors = tileset_read(ts, &ruleset, text, size, findings);
	free(text);
	if (findings->data)
		print_findings(path, findings->data);
	if (errors == 0)
		print_summary(path, ts, ruleset);
	return errors != 0;
}

int tileset_check_files(int count, char **paths)
{
	struct tileset *ts = malloc(sizeof *ts);
	struct buf findings;
	int worst = count > 0 && ts ? 0 : 2;

	if (count < 1)
		fprintf(stderr, "tileset check: name at least one file\n");
	buf_init(&findings, FINDINGS_MAX);
	for (int i = 0; i < count && ts; i++) {
		int result = check_file(paths[i], ts, &findings);

		worst = result > worst ? result : worst;
		buf_reset(&findings);
	}
	buf_free(&findings);
	free(ts);
	return worst;
}

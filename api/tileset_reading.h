/*
 * tileset_reading.h - what the readers of a tile set's parts share (internal to
 * tileset_json.c and tileset_kinds.c).
 */
#ifndef MEEPLED_API_TILESET_READING_H
#define MEEPLED_API_TILESET_READING_H

#include "api/json.h"
#include "api/tileset_json.h"

enum { READING_WHERE = 128, READING_WORDS = 160 };

struct reading {
	struct tileset_reporter reporter;	/* first: the engine hands it back */
	struct tileset *ts;
	const struct tile_language *words;
	struct buf *findings;			/* or NULL */
	int errors;
	char where[READING_WHERE];
	uint8_t held_back[TILESET_KINDS_MAX];	/* kinds with a stand-in in them */
};

/* The place that the next findings are about. */
void reading_at(struct reading *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* An error there. */
void reading_fault(struct reading *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The faults of one object's members as errors there. */
void reading_faults(struct reading *r, const struct json_faults *f);

/*
 * The id of an object, which is then called "WHAT ID" in findings; without a
 * good one it stays "WHAT number N", gets a stand-in that no other has, and -1 is
 * returned.
 */
int reading_id(struct reading *r, struct members *m, const char *what, int number, char out[TILESET_ID_MAX + 1]);
/* Index of a word (NULL: none) among `count` of them, some of which may be NULL; -1: not there. */
int reading_find(const char *const *words, int count, const char *word);
/* "bridge, island, sea" */
const char *reading_list(char out[READING_WORDS], const char *const *words, int count);
/* A member that names one of the words; its index, or -1 after a finding. */
int reading_word(struct reading *r, struct members *m, const char *name, const char *const *words, int count);

/* tileset_kinds.c: kinds with their segments and variants. */
void reading_kinds(struct reading *r, const struct json *array);

#endif

/*
 * json.h - strict JSON in, JSON text out.
 *
 * In: cJSON behind a door that refuses what it lets through: trailing bytes,
 * duplicate members, bad UTF-8, NUL, numbers that are not finite, nesting
 * deeper than JSON_DEPTH_MAX.  Member names are compared with case.
 *
 * Reading an object goes through struct members: ask for each member that
 * the request knows, then members_done(), which names every member that
 * nobody asked for.  Faults are collected (JSON pointer and sentence each),
 * so that a caller hears all of them at once.
 *
 * Out: struct json_out is a sink (engine/core/sink.h) that writes text
 * into a struct buf.
 */
#ifndef MEEPLED_API_JSON_H
#define MEEPLED_API_JSON_H

#include <stddef.h>
#include <stdint.h>
#include "engine/core/sink.h"
#include "api/buf.h"

enum {
	JSON_DEPTH_MAX = 16,
	JSON_MEMBERS_MAX = 256,		/* of one object */
	JSON_FAULTS_MAX = 8,
	JSON_POINTER_MAX = 96
};

struct json;			/* a value; owned by its document */

/*
 * Parse a whole text.  Returns the root (json_free() it) or NULL with a
 * sentence in `why` ("byte 17: member \"x\" occurs twice").
 */
struct json *json_parse(const char *text, size_t size, char why[160]);
void json_free(struct json *root);

enum json_type { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };
enum json_type json_type(const struct json *v);
const struct json *json_member(const struct json *object, const char *name);	/* or NULL */
int json_count(const struct json *v);						/* of array or object */
/* In order; next of the last is NULL. */
const struct json *json_first(const struct json *v);
const struct json *json_next(const struct json *v);
const char *json_name(const struct json *v);		/* of a member of an object */
const char *json_string(const struct json *v);		/* or NULL when it is none */
/* 0 and *out when it is an integer of min..max, written as such (no 1.5, no 1e400). */
int json_integer(const struct json *v, int64_t min, int64_t max, int64_t *out);
int json_true(const struct json *v);
/* Append the value's text. */
void json_print(struct buf *out, const struct json *v);

struct json_fault {
	char pointer[JSON_POINTER_MAX];		/* RFC 6901 */
	char text[160];
};

struct json_faults {
	int count;				/* may exceed JSON_FAULTS_MAX: the rest is not kept */
	struct json_fault at[JSON_FAULTS_MAX];
};

void json_fault(struct json_faults *f, const char *pointer, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Reads the members of one object.  Lives on the stack, owns nothing. */
struct members {
	const struct json *object;		/* NULL: every member is absent */
	const char *pointer;			/* of the object */
	struct json_faults *faults;
	uint64_t asked;				/* bit i: the i-th member was asked for */
};

void members_begin(struct members *m, const struct json *object, const char *pointer,
	struct json_faults *faults);
/*
 * Each: 1 when present and good (written to *out); 0 when absent or faulty.
 * members_text: at most max_bytes bytes, and `out` has room for a NUL more.
 */
enum presence { OPTIONAL, REQUIRED };
int members_text(struct members *m, const char *name, enum presence p, char *out, size_t max_bytes);
int members_integer(struct members *m, const char *name, enum presence p,
	int64_t min, int64_t max, int64_t *out);
int members_bool(struct members *m, const char *name, enum presence p, int *out);
/* Index in `words` (NULL-terminated). */
int members_choice(struct members *m, const char *name, enum presence p,
	const char *const *words, int *out);
/* Any value; the caller checks it. */
const struct json *members_value(struct members *m, const char *name, enum presence p);
const struct json *members_object(struct members *m, const char *name, enum presence p);
const struct json *members_array(struct members *m, const char *name, enum presence p);
/* A fault of the member of that name. */
void members_fault(struct members *m, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Faults every member that was not asked for. */
void members_done(struct members *m);

struct json_out {
	struct sink sink;
	struct buf *buf;
	int comma;				/* a comma is due before the next member */
	int depth;
	unsigned char closers[JSON_DEPTH_MAX];
};

/* Starts with nothing open: write one value with key NULL. */
void json_out_init(struct json_out *o, struct buf *buf);
/* A member whose value is JSON text already. */
void json_out_raw(struct json_out *o, const char *key, const char *text, size_t size);
/* "…" with escapes. */
void json_quote(struct buf *buf, const char *text);

/* Whether the bytes are well-formed UTF-8 without NUL. */
int utf8_valid(const char *text, size_t size);
/* Put '?' for every byte that is not UTF-8: after a text was cut off somewhere. */
void utf8_mend(char *text);

#endif

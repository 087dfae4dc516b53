/*
 * members.c - reading the members of an object that a caller sent, and
 * collecting what is wrong with them, so that one answer names every fault.
 */
#include "api/json.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MEMBERS_MAX = 64 };	/* bits in struct members.asked */

void json_fault(struct json_faults *f, const char *pointer, const char *format, ...)
{
	struct json_fault *fault;
	va_list args;

	if (f->count >= JSON_FAULTS_MAX) {
		f->count++;
		return;
	}
	fault = &f->at[f->count++];
	snprintf(fault->pointer, sizeof(fault->pointer), "%s", pointer);
	va_start(args, format);
	vsnprintf(fault->text, sizeof(fault->text), format, args);
	va_end(args);
	utf8_mend(fault->pointer);
	utf8_mend(fault->text);
}

/* Append "/name" as RFC 6901 writes it; cut off where the room ends. */
static void pointer_join(char out[JSON_POINTER_MAX], const char *base, const char *name)
{
	size_t at = (size_t)snprintf(out, JSON_POINTER_MAX, "%s/", base);

	for (; *name && at < JSON_POINTER_MAX - 3; name++) {
		if (*name == '~' || *name == '/') {
			out[at++] = '~';
			out[at++] = *name == '~' ? '0' : '1';
		} else {
			out[at++] = *name;
		}
	}
	/* Never half a character at the cut. */
	while (*name && at > 0 && ((unsigned char)*name & 0xc0) == 0x80) {
		name--;
		at--;
	}
	if (at < JSON_POINTER_MAX)
		out[at] = '\0';
}

void members_fault(struct members *m, const char *name, const char *format, ...)
{
	char pointer[JSON_POINTER_MAX], text[160];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	pointer_join(pointer, m->pointer, name);
	json_fault(m->faults, pointer, "%s", text);
}

void members_begin(struct members *m, const struct json *object, const char *pointer,
	struct json_faults *faults)
{
	*m = (struct members){object, pointer, faults, 0};
	if (!object)
		return;
	if (json_type(object) != JSON_OBJECT) {
		json_fault(faults, pointer, "must be an object");
		m->object = NULL;
	} else if (json_count(object) > MEMBERS_MAX) {
		json_fault(faults, pointer, "may have %d members", MEMBERS_MAX);
		m->object = NULL;
	}
}

const struct json *members_value(struct members *m, const char *name, enum presence p)
{
	int i = 0;

	if (m->object) {
		for (const struct json *v = json_first(m->object); v; v = json_next(v), i++) {
			if (!strcmp(json_name(v), name)) {
				m->asked |= 1ull << i;
				return v;
			}
		}
	}
	if (p == REQUIRED)
		members_fault(m, name, "is required");
	return NULL;
}

int members_text(struct members *m, const char *name, enum presence p, char *out, size_t max_bytes)
{
	const struct json *v = members_value(m, name, p);
	const char *text = json_string(v);

	if (!v)
		return 0;
	if (!text) {
		members_fault(m, name, "must be a string");
		return 0;
	}
	if (strlen(text) > max_bytes) {
		members_fault(m, name, "may have %zu bytes", max_bytes);
		return 0;
	}
	memcpy(out, text, strlen(text) + 1);
	return 1;
}

int members_integer(struct members *m, const char *name, enum presence p,
	int64_t min, int64_t max, int64_t *out)
{
	const struct json *v = members_value(m, name, p);

	if (!v)
		return 0;
	if (json_integer(v, min, max, out) == 0)
		return 1;
	members_fault(m, name, "must be an integer from %" PRId64 " to %" PRId64 ", written in digits only", min, max);
	return 0;
}

int members_bool(struct members *m, const char *name, enum presence p, int *out)
{
	const struct json *v = members_value(m, name, p);

	if (!v)
		return 0;
	if (json_type(v) != JSON_BOOL) {
		members_fault(m, name, "must be true or false");
		return 0;
	}
	*out = json_true(v);
	return 1;
}

/* "must be one of a, b, c" */
static void fault_choice(struct members *m, const char *name, const char *const *words)
{
	char list[120];
	size_t at = 0;

	list[0] = '\0';
	for (int i = 0; words[i] && at < sizeof(list); i++)
		at += (size_t)snprintf(list + at, sizeof(list) - at, "%s%s", i ? ", " : "", words[i]);
	members_fault(m, name, "must be one of: %s", list);
}

int members_choice(struct members *m, const char *name, enum presence p,
	const char *const *words, int *out)
{
	const struct json *v = members_value(m, name, p);
	const char *text = json_string(v);

	if (!v)
		return 0;
	for (int i = 0; text && words[i]; i++) {
		if (!strcmp(words[i], text)) {
			*out = i;
			return 1;
		}
	}
	fault_choice(m, name, words);
	return 0;
}

static const struct json *members_typed(struct members *m, const char *name, enum presence p,
	enum json_type type, const char *what)
{
	const struct json *v = members_value(m, name, p);

	if (v && json_type(v) != type) {
		members_fault(m, name, "must be %s", what);
		return NULL;
	}
	return v;
}

const struct json *members_object(struct members *m, const char *name, enum presence p)
{
	return members_typed(m, name, p, JSON_OBJECT, "an object");
}

const struct json *members_array(struct members *m, const char *name, enum presence p)
{
	return members_typed(m, name, p, JSON_ARRAY, "an array");
}

void members_done(struct members *m)
{
	int i = 0;

	if (!m->object)
		return;
	for (const struct json *v = json_first(m->object); v; v = json_next(v), i++) {
		if (!(m->asked >> i & 1))
			members_fault(m, json_name(v), "is not known here");
	}
}

/*
 * mutate.h - changes a JSON text in one place at a time, in every way that
 * leaves it JSON: for tests that ask whether such a change is noticed.
 */
#ifndef MEEPLED_TESTS_MUTATE_H
#define MEEPLED_TESTS_MUTATE_H

#include <stddef.h>

enum mutation {
	MUTATE_VALUE,		/* another value of the same type; arrays and objects: emptied */
	MUTATE_TYPE,		/* another type */
	MUTATE_REMOVE,		/* a member or an element */
	MUTATE_ADD,		/* a member to an object, an element to an array */
	MUTATE_SWAP,		/* an element with the one after it, where they differ */
	MUTATIONS
};

struct mutant {
	enum mutation how;
	char pointer[200];	/* of the value that was changed */
	int leaf;		/* 1: neither array nor object */
	const char *text;
	size_t size;
};

/*
 * Call `each` for every `stride`-th change of the compact text, beginning with
 * number `first`, until it returns non-zero; returns that.  The number of changes
 * made is added to *count.
 */
int mutate(const char *text, size_t size, int first, int stride, int (*each)(void *arg, const struct mutant *m),
	void *arg, int *count);

#endif

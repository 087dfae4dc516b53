/*
 * errors.c - the table of errors.
 */
#include "api/errors.h"

const struct error_row error_rows[ERROR_CODES] = {
#define X(name, status, slug, title, help) {status, slug, title, help},
	ERRORS(X)
#undef X
};

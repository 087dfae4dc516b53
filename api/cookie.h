/*
 * cookie.h - reading Cookie headers.  Pure; any thread.
 */
#ifndef MEEPLED_API_COOKIE_H
#define MEEPLED_API_COOKIE_H

#include <stddef.h>

/*
 * How often the cookie of that name occurs in the value of a Cookie header (RFC 6265
 * section 5.4: pairs NAME=VALUE parted by semicolons); *value and *size are the
 * first's, as sent.  Names know upper and lower case.
 */
int cookie_find(const char *header, const char *name, const char **value, size_t *size);

#endif

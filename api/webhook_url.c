/*
 * webhook_url.c - whether an address will do for a webhook, as far as its text
 * says.  Where it leads is looked at when the connection is made.
 */
#include "api/webhook.h"

#include <string.h>

enum { PORT_MAX = 65535, HOST_MAX = 253 };

static int is_one_of(char c, const char *set)
{
	return c && strchr(set, c);
}

static int is_alnum(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* What RFC 3986 has in a path or a query. */
static int is_url_char(char c)
{
	return is_alnum(c) || is_one_of(c, "-._~!$&'()*+,;=:@/?%[]");
}

/* The end of the host, or NULL. */
static const char *skip_host(const char *p)
{
	const char *start = p;

	if (*p == '[') {
		while (is_one_of(*++p, "0123456789abcdefABCDEF:."))
			;
		return *p == ']' && p - start > 2 ? p + 1 : NULL;
	}
	while (is_alnum(*p) || is_one_of(*p, "-."))
		p++;
	return p > start && p - start <= HOST_MAX && *start != '.' && *start != '-' ? p : NULL;
}

/* 0, or -1 when it is no port. */
static int skip_port(const char **p)
{
	int port = 0, digits = 0;

	for (; **p >= '0' && **p <= '9' && digits < 6; digits++, (*p)++)
		port = 10 * port + (**p - '0');
	return digits > 0 && port >= 1 && port <= PORT_MAX ? 0 : -1;
}

const char *webhook_url_path(const char *url)
{
	const char *host = strstr(url, "://");

	return host ? host + 3 + strcspn(host + 3, "/?#") : url;
}

const char *webhook_url_fault(const char *url, int http_allowed)
{
	const char *p = url, *path = webhook_url_path(url);

	for (; *p; p++)
		if ((unsigned char)*p <= ' ' || (unsigned char)*p >= 0x7f)
			return "may hold printable ASCII only: write other characters as %XX, the host as xn--...";
	if (strncmp(url, "https://", 8) == 0)
		p = url + 8;
	else if (strncmp(url, "http://", 7) == 0 && http_allowed)
		p = url + 7;
	else
		return http_allowed ? "must begin with https:// or http://" : "must begin with https://";
	if (memchr(p, '@', (size_t)(path - p)))
		return "may not hold a name or a password: use 'authorization'";
	p = skip_host(p);
	if (!p)
		return "has no proper host";
	if (*p == ':') {
		p++;
		if (skip_port(&p) < 0)
			return "has no proper port";
	}
	if (p != path)
		return "has no proper host";
	for (; *p; p++) {
		if (*p == '#')
			return "may not have a fragment";
		if (!is_url_char(*p))
			return "holds a character that must be written as %XX";
	}
	return NULL;
}

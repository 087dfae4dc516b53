/*
 * URLs of webhooks, taken apart once: scheme, authority, and the rest, of
 * which only the characters matter.
 */
#include "daemon/webhook_url.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAME_MAX_SIZE = 253, LABEL_MAX = 63 };

struct parts {
	int secure;
	size_t scheme;			/* bytes up to and with "://" */
	char host[NAME_MAX_SIZE + 1];	/* without brackets */
	int bracketed;
	const char *port;		/* behind the colon; NULL: none */
	size_t port_size;
};

static int refuse(char why[WEBHOOK_WHY], const char *format, ...) __attribute__((format(printf, 2, 3)));

static int refuse(char why[WEBHOOK_WHY], const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(why, WEBHOOK_WHY, format, ap);
	va_end(ap);
	return -1;
}

static int check_characters(const char *url, char why[WEBHOOK_WHY])
{
	size_t size = strlen(url);

	if (size > WEBHOOK_URL_MAX)
		return refuse(why, "the URL is longer than %d characters", WEBHOOK_URL_MAX);
	for (size_t i = 0; i < size; i++) {
		if ((unsigned char)url[i] >= 0x80)
			return refuse(why, "the URL has characters beyond ASCII: write names as xn--..., other parts "
				"percent-encoded");
		if (url[i] <= ' ' || url[i] > '~' || strchr("\"<>\\^`{|}", url[i]))
			return refuse(why, "the URL has a character that does not belong there");
	}
	return 0;
}

static int find_scheme(struct parts *p, const char *url)
{
	if (strncasecmp(url, "https://", 8) == 0) {
		p->secure = 1;
		p->scheme = 8;
	} else if (strncasecmp(url, "http://", 7) == 0) {
		p->secure = 0;
		p->scheme = 7;
	} else {
		return -1;
	}
	return 0;
}

/* The host within its authority, which ends at `end`. */
static int find_host(struct parts *p, const char *host, const char *end, char why[WEBHOOK_WHY])
{
	const char *stop;

	p->bracketed = *host == '[';
	if (p->bracketed) {
		host++;
		stop = memchr(host, ']', (size_t)(end - host));
		if (!stop)
			return refuse(why, "the URL's host lacks its ]");
		p->port = stop + 1;
	} else {
		stop = memchr(host, ':', (size_t)(end - host));
		if (!stop)
			stop = end;
		p->port = stop;
	}
	if (stop == host)
		return refuse(why, "the URL has no host");
	if (stop - host > NAME_MAX_SIZE)
		return refuse(why, "the URL's host is longer than %d characters", NAME_MAX_SIZE);
	if (p->port < end && *p->port != ':')
		return refuse(why, "the URL has something between host and port");
	memcpy(p->host, host, (size_t)(stop - host));
	p->host[stop - host] = '\0';
	p->port_size = p->port < end ? (size_t)(end - p->port - 1) : 0;
	p->port = p->port < end ? p->port + 1 : NULL;
	return 0;
}

static int check_port(const struct parts *p, char why[WEBHOOK_WHY])
{
	long number = 0;

	if (!p->port)
		return 0;
	for (size_t i = 0; i < p->port_size && number <= 65535; i++) {
		if (!isdigit((unsigned char)p->port[i]))
			return refuse(why, "the URL's port is not a number");
		number = number * 10 + (p->port[i] - '0');
	}
	return number >= 1 && number <= 65535 ? 0 : refuse(why, "the URL's port is not from 1 to 65535");
}

/* --- hosts ---------------------------------------------------------------------- */

/* Whether somebody would take the name's last label for a number: then all of it is an address. */
static int ends_in_number(const char *host)
{
	const char *last = strrchr(host, '.');

	last = last ? last + 1 : host;
	if (last[0] == '0' && (last[1] == 'x' || last[1] == 'X'))
		return strspn(last + 2, "0123456789abcdefABCDEF") == strlen(last + 2);
	return strspn(last, "0123456789") == strlen(last);
}

/* Letters, digits, hyphens and underscores in labels of 1 to 63 characters. */
static int check_name(const char *host, char why[WEBHOOK_WHY])
{
	if (strchr(host, '%'))
		return refuse(why, "the URL's host is percent-encoded");
	if (host[strlen(host) - 1] == '.')
		return refuse(why, "the URL's host ends in a dot");
	for (const char *label = host;; label++) {
		size_t size = strcspn(label, ".");

		if (size < 1 || size > LABEL_MAX)
			return refuse(why, "a part of the URL's host is empty or longer than %d characters", LABEL_MAX);
		for (size_t i = 0; i < size; i++)
			if (!isalnum((unsigned char)label[i]) && label[i] != '-' && label[i] != '_')
				return refuse(why, "the URL's host has a character that names do not have");
		label += size;
		if (!*label)
			return 0;
	}
}

/* "localhost" and all below it are loopback wherever names are looked up (RFC 6761). */
static int is_localhost(const char *host)
{
	const char *last = strrchr(host, '.');

	return strcasecmp(last ? last + 1 : host, "localhost") == 0;
}

static int check_host(const struct webhook_policy *policy, const struct parts *p, char why[WEBHOOK_WHY])
{
	struct address a;
	char reason[ADDRESS_WHY];

	if (p->bracketed) {
		if (!strchr(p->host, ':') || address_parse(&a, p->host) != 0)
			return refuse(why, "the URL's host is no IPv6 address");
	} else {
		if (check_name(p->host, why) != 0)
			return -1;
		if (is_localhost(p->host))
			address_parse(&a, "127.0.0.1");
		else if (!ends_in_number(p->host))
			return 0;
		else if (address_parse(&a, p->host) != 0)
			return refuse(why, "the URL's host is a number, but not an address of four decimal ones");
	}
	return address_refused(&a, &policy->allowed, reason) ? refuse(why, "%s", reason) : 0;
}

int webhook_url_check(const struct webhook_policy *policy, const char *url, char why[WEBHOOK_WHY])
{
	struct parts p = { 0 };
	const char *authority, *end;

	if (check_characters(url, why) != 0)
		return -1;
	if (find_scheme(&p, url) != 0 || (!p.secure && !policy->http))
		return refuse(why, "the URL does not begin with https://%s", policy->http ? " or http://" : "");
	authority = url + p.scheme;
	end = authority + strcspn(authority, "/?#");
	if (memchr(authority, '@', (size_t)(end - authority)))
		return refuse(why, "the URL has a user or a password in it");
	if (strchr(end, '#'))
		return refuse(why, "the URL has a fragment (#), which is never sent");
	if (find_host(&p, authority, end, why) != 0 || check_port(&p, why) != 0)
		return -1;
	return check_host(policy, &p, why);
}

void webhook_url_host(const char *url, char out[WEBHOOK_HOST])
{
	struct parts p = { 0 };
	size_t size, at;

	if (find_scheme(&p, url) != 0) {
		snprintf(out, WEBHOOK_HOST, "(no URL)");
		return;
	}
	size = p.scheme + strcspn(url + p.scheme, "/?#");
	/* What stands before an @ is a secret, too. */
	for (at = p.scheme; at < size; at++)
		if (url[at] == '@')
			p.scheme = at + 1;
	snprintf(out, WEBHOOK_HOST, "%s://%.*s", p.secure ? "https" : "http", (int)(size - p.scheme), url + p.scheme);
}

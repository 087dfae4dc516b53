/*
 * session.c - /v1/session: a browser's token as a cookie that scripts cannot read.
 *
 * The cookie holds the very token that was sent, so it has its scopes and its end and
 * dies with it; auth.c says when it counts.  Nothing is stored for it.
 */
#include <stdio.h>
#include <strings.h>

#include "api/handlers.h"
#include "api/inside.h"

enum { COOKIE_SECONDS = 365 * 86400 };

static int is_https(const struct flight *f)
{
	return !strncasecmp(api_config(f->c.api)->public_url, "https:", 6) || guard_is_https(f);
}

static void set_cookie(struct call *c, const char *token, long seconds)
{
	snprintf(c->cookie, sizeof(c->cookie), AUTH_COOKIE "=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%ld%s", token,
		seconds, is_https(flight_of(c)) ? "; Secure" : "");
	c->status = 204;
}

int h_session_create(struct call *c)
{
	int64_t left = c->token.expires_at ? (c->token.expires_at - c->now) / 1000 : COOKIE_SECONDS;

	set_cookie(c, auth_text(flight_of(c)), left < COOKIE_SECONDS ? (long)left : COOKIE_SECONDS);
	return 0;
}

int h_session_delete(struct call *c)
{
	set_cookie(c, "", 0);
	return 0;
}

/*
 * auth.c - who calls: bearer tokens (RFC 6750).
 *
 * Programs send them in Authorization.  Pages of this service have theirs in a cookie
 * (session.c), since what a script can read a script that was slipped in can carry away.
 * The cookie holds the same token and gives nothing more; where there is an
 * Authorization, it is not looked at.  Browsers send cookies unasked, so for anything that
 * changes something (all but GET and HEAD) it counts only beside the header
 * "Meepled-Web: 1": forms of other sites cannot send that, and to their scripts CORS
 * forbids it (reply.c), as it forbids them to send cookies at all.  SameSite=Strict is
 * the second lock on the same door.
 *
 * A token is 32 random bytes; the store keeps its hash only (BLAKE2b).  How long
 * looking a hash up takes may tell how many of its first bits some stored hash
 * shares; but who sends tokens cannot choose their hashes, and knowing a
 * hash whole does not lead to its token: so nothing is learnt by measuring.  No
 * secret is ever compared byte by byte until the first difference; where two are
 * compared, sodium_memcmp() does it (tests/lint/secrets.sh).  A changing
 * call is looked at twice: on arrival, and again by the writer, so that a
 * token revoked while the call stood in the queue does nothing any more.  The
 * same goes for managers, whose token acts for the player that the header
 * Meepled-Player names: read and play, and nothing else that the token may do.
 */
#include "api/inside.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api/cookie.h"
#include "storage/admin.h"

#define WEB_HEADER "Meepled-Web"
#define MANAGED_HEADER "Meepled-Player"

enum {
	TOKEN_BYTES = 32,
	TOKEN_CHARS = 52,		/* of them in base32 */
	USED_EVERY = 3600 * 1000	/* last_used_at is that exact */
};

static const char token_prefix[] = "mpl_";
static const char base32[] = "0123456789abcdefghjkmnpqrstvwxyz";	/* Crockford's */

void token_hash(const char *text, unsigned char hash[STORE_HASH])
{
	crypto_generichash(hash, STORE_HASH, (const unsigned char *)text, strlen(text), NULL, 0);
}

void token_make(struct api *api, char text[API_TOKEN_TEXT], unsigned char hash[STORE_HASH])
{
	unsigned char bytes[TOKEN_BYTES];
	char *p = text + sizeof(token_prefix) - 1;
	unsigned bits = 0;
	int count = 0;

	if (api)
		random_bytes(api, bytes, sizeof(bytes));
	else
		randombytes_buf(bytes, sizeof(bytes));
	memcpy(text, token_prefix, sizeof(token_prefix) - 1);
	for (int i = 0; i < TOKEN_BYTES; i++) {
		bits = bits << 8 | bytes[i];
		for (count += 8; count >= 5; count -= 5)
			*p++ = base32[bits >> (count - 5) & 31];
	}
	*p++ = base32[bits << (5 - count) & 31];
	*p = '\0';
	token_hash(text, hash);
	sodium_memzero(bytes, sizeof(bytes));
}

/* Whether it can be a token at all. */
static int is_token(const char *text)
{
	size_t prefix = sizeof(token_prefix) - 1;

	return !strncmp(text, token_prefix, prefix) && strspn(text + prefix, base32) == TOKEN_CHARS
		&& text[prefix + TOKEN_CHARS] == '\0';
}

/* After "Bearer"; NULL when it is no bearer token. */
static const char *without_scheme(const char *text)
{
	if (strncasecmp(text, "Bearer ", 7))
		return NULL;
	return text + 7 + strspn(text + 7, " ");
}

/* Whether a cookie may stand for a token in this request. */
static int cookie_counts(struct flight *f)
{
	enum http_method m = f->c.x->method;
	const char *web = call_header(&f->c, WEB_HEADER);

	return m == HTTP_GET || m == HTTP_HEAD || (web && !strcmp(web, "1"));
}

/* What the cookie holds, "" when that can be no token; NULL: there is none that counts. */
static const char *cookie_text(struct flight *f)
{
	struct exchange *x = f->c.x;
	const char *header = x->header ? call_header(&f->c, "Cookie") : NULL, *value;
	size_t size;
	int count;

	if (!header || (f->c.route && f->c.route->flags & ROUTE_COOKIELESS))
		return NULL;
	count = x->header_count(x, "Cookie") > 1 ? 2 : cookie_find(header, AUTH_COOKIE, &value, &size);
	if (!count)
		return NULL;
	f->cookie_idle = !cookie_counts(f);
	if (f->cookie_idle)
		return NULL;
	/* Of two, one may have been planted by a neighbour of this host. */
	f->cookie[0] = '\0';
	if (count == 1 && size < sizeof(f->cookie)) {
		memcpy(f->cookie, value, size);
		f->cookie[size] = '\0';
	}
	return f->cookie;
}

int auth_shown(struct flight *f)
{
	return f->c.x->header && (call_header(&f->c, "Authorization") || cookie_text(f));
}

const char *auth_text(struct flight *f)
{
	return without_scheme(call_header(&f->c, "Authorization"));
}

int auth_read(struct flight *f)
{
	struct exchange *x = f->c.x;
	const char *text = x->header ? call_header(&f->c, "Authorization") : NULL;

	if (text)
		text = x->header_count(x, "Authorization") > 1 ? NULL : without_scheme(text);
	else
		text = cookie_text(f);
	if (!text || !is_token(text))
		return 0;
	token_hash(text, f->token_hash);
	return 1;
}

/* The token that the cookie holds; NULL after fail(), or without one. */
static const char *from_cookie(struct flight *f)
{
	const char *text = cookie_text(f);

	if (text) {
		f->has_token = f->by_cookie = 1;
		if (is_token(text))
			return text;
		fail(&f->c, ERR_INVALID_TOKEN, "the cookie " AUTH_COOKIE " does not hold one token of this service; "
			"DELETE /v1/session clears it");
	} else if (f->c.route->access == ACCESS_TOKEN && f->cookie_idle) {
		fail(&f->c, ERR_UNAUTHORIZED, "a cookie may change something only beside the header " WEB_HEADER ": 1, "
			"which pages of this service send");
	} else if (f->c.route->access == ACCESS_TOKEN) {
		fail(&f->c, ERR_UNAUTHORIZED, "this needs a token: Authorization: Bearer mpl_...");
	}
	return NULL;
}

/* The token that the header carries, or the cookie; NULL after fail(), or without one. */
static const char *bearer(struct flight *f)
{
	struct exchange *x = f->c.x;
	const char *text = call_header(&f->c, "Authorization");

	if (!text)
		return from_cookie(f);
	f->has_token = 1;
	if (x->header_count(x, "Authorization") > 1) {
		fail(&f->c, ERR_INVALID_TOKEN, "Authorization was sent more than once");
		return NULL;
	}
	text = without_scheme(text);
	if (!text) {
		fail(&f->c, ERR_INVALID_TOKEN, "Authorization must be of the form: Bearer mpl_...");
		return NULL;
	}
	if (!is_token(text)) {
		fail(&f->c, ERR_INVALID_TOKEN, "this does not look like a token of this service");
		return NULL;
	}
	return text;
}

static int find_token(struct flight *f)
{
	struct call *c = &f->c;
	enum store_result r = store_token_find(c->conn, f->token_hash, &c->token);

	if (r == STORE_NOT_FOUND)
		return fail(c, ERR_INVALID_TOKEN, "the token is unknown or was revoked");
	if (store_ok(c, r) < 0)
		return -1;
	/* The store has compared already; how it did is no matter of trust. */
	if (sodium_memcmp(c->token.hash, f->token_hash, STORE_HASH))
		return fail(c, ERR_INTERNAL, "the store has found another token");
	if (c->token.expires_at && c->token.expires_at <= c->now)
		return fail(c, ERR_INVALID_TOKEN, "the token has expired");
	if (c->token.stopped_at)
		return fail(c, ERR_INVALID_TOKEN, "the account was closed by whoever runs this host; its games go on");
	memcpy(c->player, c->token.player, sizeof(c->player));
	return 0;
}

static int lack(struct flight *f, uint32_t scope)
{
	struct json_out o;

	f->lacks = scope;
	problem_members(&f->c, &o);
	sink_text(&o.sink, "scope", scope_name(scope));
	return fail(&f->c, ERR_INSUFFICIENT_SCOPE, "the token lacks the scope '%s'", scope_name(scope));
}

/* With Meepled-Player: that player acts, if it is the caller's to act for. */
static int find_managed(struct flight *f)
{
	struct call *c = &f->c;
	const char *id = call_header(c, MANAGED_HEADER);
	struct store_account account;
	enum store_result r;

	if (!id)
		return 0;
	if (c->x->header_count(c->x, MANAGED_HEADER) > 1)
		return fail(c, ERR_BAD_REQUEST, MANAGED_HEADER " was sent more than once");
	if (c->route->flags & ROUTE_MYSELF)
		return fail(c, ERR_FORBIDDEN, "this is about your own account: send it without " MANAGED_HEADER);
	if (!(c->token.scopes & SCOPE_MANAGE))
		return lack(f, SCOPE_MANAGE);
	if (!c->token.player[0])
		return fail(c, ERR_FORBIDDEN, "the token is an administrator's own and manages nobody");
	r = store_managed_get(c->conn, c->token.player, id, &c->managed);
	if (r == STORE_NOT_FOUND)
		return fail(c, ERR_NOT_MANAGED, "you do not manage the player that " MANAGED_HEADER " names; "
			"GET /v1/me/players lists those that you may act for");
	if (store_ok(c, r) < 0)
		return -1;
	if (store_ok(c, store_account_get(c->conn, c->managed.player, &account)) < 0)
		return -1;
	if (account.closed_at)
		return fail(c, ERR_NOT_MANAGED, "the account of this player was closed by whoever runs this host; its games go on");
	if (c->route->flags & ROUTE_OWN && !c->managed.own)
		return fail(c, ERR_FORBIDDEN, "the player lets you play; the account stays its own affair");
	memcpy(c->player, c->managed.player, sizeof(c->player));
	return 0;
}

uint32_t call_scopes(const struct call *c)
{
	return c->managed.manager[0] ? SCOPE_READ | SCOPE_PLAY : c->token.scopes;
}

const char *scope_name(uint32_t scopes)
{
	return scopes & SCOPE_READ ? "read" : scopes & SCOPE_PLAY ? "play" : scopes & SCOPE_MANAGE ? "manage" : "admin";
}

static int check_scope(struct flight *f)
{
	struct call *c = &f->c;

	if (c->route->access != ACCESS_TOKEN)
		return 0;
	if (!c->player[0] && !(c->route->scope & SCOPE_ADMIN))
		return fail(c, ERR_FORBIDDEN, "the token is an administrator's own and belongs to no player");
	if (c->route->scope && !(call_scopes(c) & c->route->scope))
		return lack(f, c->route->scope);
	return 0;
}

/* Noting a use from a read is a change of its own. */
struct use {
	struct job job;			/* first */
	char token[STORE_TOKEN_ID + 1];
	int64_t at;
};

static void note_use(struct store_conn *conn, const char *token, int64_t at)
{
	if (store_savepoint(conn) != STORE_OK)
		return;
	if (store_token_used(conn, token, at) == STORE_OK)
		store_release(conn);
	else
		store_rollback_to(conn);
}

static void use_run(struct job *job, struct store_conn *conn)
{
	struct use *use = (struct use *)job;

	note_use(conn, use->token, use->at);
}

static void use_done(struct job *job, int committed)
{
	(void)committed;	/* then a later use is noted */
	free(job);
}

static int use_is_due(const struct call *c)
{
	return c->now - c->token.last_used_at >= USED_EVERY;
}

static void submit_use(struct call *c)
{
	const struct api_config *config = &c->api->config;
	struct use *use = calloc(1, sizeof(*use));

	if (!use)
		return;
	use->job.run = use_run;
	use->job.done = use_done;
	memcpy(use->token, c->token.id, sizeof(use->token));
	use->at = c->now;
	if (config->submit(config->arg, &use->job) < 0)
		free(use);
}

int auth_check(struct flight *f)
{
	const char *text = bearer(f);

	if (!text && (f->has_token || f->c.route->access == ACCESS_TOKEN))
		return -1;
	if (!text && call_header(&f->c, MANAGED_HEADER))
		return fail(&f->c, ERR_UNAUTHORIZED, MANAGED_HEADER " needs a token with the scope 'manage'");
	if (!text)
		return 0;
	if (!f->token_read)
		token_hash(text, f->token_hash);
	if (find_token(f) < 0 || find_managed(f) < 0 || check_scope(f) < 0)
		return -1;
	if (use_is_due(&f->c) && (!(f->c.route->flags & ROUTE_CHANGES) || f->c.dry_run))
		submit_use(&f->c);
	return 0;
}

int auth_forgive(struct flight *f)
{
	if (!f->by_cookie || f->c.media != MEDIA_HTML || f->c.error != ERR_INVALID_TOKEN)
		return -1;
	f->has_token = f->by_cookie = f->token_read = 0;
	memset(&f->c.token, 0, sizeof(f->c.token));
	return 0;
}

int auth_still(struct flight *f)
{
	return f->has_token && (find_token(f) < 0 || find_managed(f) < 0) ? -1 : 0;
}

int auth_again(struct flight *f)
{
	if (!f->has_token)
		return 0;
	if (find_token(f) < 0 || find_managed(f) < 0)
		return -1;
	if (use_is_due(&f->c))
		return store_ok(&f->c, store_token_used(f->c.conn, f->c.token.id, f->c.now));
	return 0;
}

/*
 * route.c - every resource on one screen, and finding the row of a request.
 *
 * 404, 405 and Allow follow from the table.  HEAD is GET; OPTIONS is answered
 * for every path.
 */
#include <stdio.h>
#include <string.h>

#include "api/handlers.h"
#include "api/inside.h"
#include "engine/core/game.h"

#define READ	(SCOPE_READ | SCOPE_PLAY)
#define PLAY	SCOPE_PLAY
#define MANAGE	SCOPE_MANAGE
#define JSON	MEDIA_JSON
#define TEXT	(MEDIA_JSON | MEDIA_TEXT)
#define WEB	(MEDIA_JSON | MEDIA_TEXT | MEDIA_HTML)
#define EVENTS	(MEDIA_JSON | MEDIA_NDJSON | MEDIA_SSE)
#define BARE	ROUTE_COOKIELESS
#define CHANGE	ROUTE_CHANGES
#define BODY	ROUTE_BODY
#define MAYBE	ROUTE_BODY_OPTIONAL
#define OWN	ROUTE_OWN
#define MYSELF	ROUTE_MYSELF
#define ANYONE	ACCESS_ANYONE, READ
#define TOKEN	ACCESS_TOKEN
#define ADMIN	ACCESS_TOKEN, SCOPE_ADMIN
#define GAME	"/v1/games/{game}"
#define HOOK	"/v1/webhooks/{webhook}"
/* A verb of a game: what it stands for, in POST …/actions too. */
#define VERB(name, body, type) \
	{HTTP_POST, GAME "/" name, h_game_action, CHANGE | ROUTE_DRY_RUN | body, TOKEN, PLAY, TEXT, NULL, type}

const struct route routes[] = {
	{HTTP_GET, "/v1", h_index, 0, ANYONE, JSON, NULL, 0},
	{HTTP_GET, "/v1/rulesets", h_rulesets, 0, ANYONE, JSON, NULL, 0},
	{HTTP_GET, "/v1/rulesets/{ruleset}", h_ruleset, 0, ANYONE, JSON, NULL, 0},
	{HTTP_GET, "/v1/tilesets/{tileset}", h_tileset, 0, ANYONE, JSON, NULL, 0},

	{HTTP_POST, "/v1/players", h_player_create, CHANGE | BODY | MYSELF | ROUTE_REGISTERS, ANYONE, JSON, NULL, 0},
	{HTTP_GET, "/v1/players/{player}", h_player_get, 0, ANYONE, JSON, NULL, 0},
	{HTTP_GET, "/v1/me", h_me_get, 0, TOKEN, READ | MANAGE, JSON, NULL, 0},
	{HTTP_PATCH, "/v1/me", h_me_change, CHANGE | BODY | OWN, TOKEN, PLAY, JSON, NULL, 0},
	{HTTP_DELETE, "/v1/me", h_me_delete, CHANGE | OWN, TOKEN, PLAY, JSON, NULL, 0},
	{HTTP_GET, "/v1/me/turns", h_me_turns, 0, TOKEN, READ, TEXT, "after wait limit", 0},
	{HTTP_GET, "/v1/me/events", h_me_events, 0, TOKEN, READ, EVENTS, "after wait limit follow", 0},
	{HTTP_GET, "/v1/me/tokens", h_tokens_list, OWN, TOKEN, READ, JSON, NULL, 0},
	{HTTP_POST, "/v1/me/tokens", h_token_create, CHANGE | BODY | OWN, TOKEN, PLAY, JSON, NULL, 0},
	{HTTP_DELETE, "/v1/me/tokens/{token}", h_token_delete, CHANGE | OWN, TOKEN, PLAY, JSON, NULL, 0},

	{HTTP_POST, "/v1/session", h_session_create, BARE | MYSELF, TOKEN, READ, JSON, NULL, 0},
	{HTTP_DELETE, "/v1/session", h_session_delete, BARE | MYSELF, ANYONE, JSON, NULL, 0},

	{HTTP_GET, "/v1/me/players", h_managed_list, MYSELF, TOKEN, MANAGE, JSON, "external limit cursor", 0},
	{HTTP_GET, "/v1/me/players/{player}", h_managed_get, MYSELF, TOKEN, MANAGE, JSON, NULL, 0},
	{HTTP_PATCH, "/v1/me/players/{player}", h_managed_change, CHANGE | BODY | MYSELF, TOKEN, MANAGE, JSON, NULL, 0},
	{HTTP_DELETE, "/v1/me/players/{player}", h_managed_end, CHANGE | MYSELF, TOKEN, MANAGE, JSON, NULL, 0},
	{HTTP_GET, "/v1/me/managers", h_managers_list, OWN, TOKEN, READ, JSON, NULL, 0},
	{HTTP_DELETE, "/v1/me/managers/{manager}", h_manager_end, CHANGE | MYSELF, TOKEN, PLAY, JSON, NULL, 0},
	{HTTP_POST, "/v1/me/pairing", h_pairing_create, CHANGE | MAYBE | MYSELF, TOKEN, PLAY, JSON, NULL, 0},
	{HTTP_DELETE, "/v1/me/pairing", h_pairing_delete, CHANGE | MYSELF, TOKEN, PLAY, JSON, NULL, 0},
	{HTTP_POST, "/v1/pairings", h_pairing_redeem, CHANGE | BODY | MYSELF | ROUTE_GUESSES, TOKEN, MANAGE, JSON, NULL, 0},
	{HTTP_GET, "/v1/me/hours", h_hours_get, 0, TOKEN, READ, JSON, NULL, 0},
	{HTTP_PUT, "/v1/me/hours", h_hours_put, CHANGE | BODY, TOKEN, PLAY, JSON, NULL, 0},
	{HTTP_DELETE, "/v1/me/hours", h_hours_delete, CHANGE, TOKEN, PLAY, JSON, NULL, 0},
	{HTTP_GET, "/v1/me/vacation", h_vacation_get, 0, TOKEN, READ, JSON, NULL, 0},
	{HTTP_PUT, "/v1/me/vacation", h_vacation_put, CHANGE | BODY, TOKEN, PLAY, JSON, NULL, 0},
	{HTTP_DELETE, "/v1/me/vacation", h_vacation_delete, CHANGE, TOKEN, PLAY, JSON, NULL, 0},

	{HTTP_POST, "/v1/games", h_games_create, CHANGE | BODY, TOKEN, PLAY, TEXT, NULL, 0},
	{HTTP_GET, "/v1/games", h_games_list, 0, ANYONE, TEXT, "status ruleset player open_seats offered_seats limit cursor", 0},
	{HTTP_GET, GAME, h_game_get, 0, ANYONE, WEB, "invite", 0},
	{HTTP_POST, GAME "/seats", h_seat_take, CHANGE | MAYBE, TOKEN, PLAY, TEXT, NULL, 0},
	{HTTP_DELETE, GAME "/seats/{seat}", h_seat_leave, CHANGE, TOKEN, PLAY, TEXT, NULL, 0},
	{HTTP_POST, GAME "/seats/{seat}/offer", h_seat_offer, CHANGE | MAYBE, TOKEN, PLAY, TEXT, NULL, 0},
	{HTTP_DELETE, GAME "/seats/{seat}/offer", h_seat_withdraw, CHANGE, TOKEN, PLAY, TEXT, NULL, 0},
	{HTTP_POST, GAME "/seats/{seat}/take", h_seat_take_over, CHANGE | MAYBE, TOKEN, PLAY, TEXT, NULL, 0},
	{HTTP_POST, GAME "/return", h_seat_return, CHANGE | MAYBE, TOKEN, PLAY, TEXT, NULL, 0},
	{HTTP_POST, GAME "/start", h_game_start, CHANGE | MAYBE, TOKEN, PLAY, TEXT, NULL, 0},
	{HTTP_POST, GAME "/abort", h_game_abort, CHANGE | MAYBE, TOKEN, PLAY, TEXT, NULL, 0},
	{HTTP_GET, GAME "/legal", h_game_legal, 0, ANYONE, TEXT, "seat", 0},
	{HTTP_GET, GAME "/events", h_game_events, 0, ANYONE, EVENTS, "after wait limit follow", 0},
	{HTTP_GET, GAME "/at/{version}", h_game_at, ROUTE_FOREVER, ANYONE, TEXT, NULL, 0},
	{HTTP_GET, GAME "/clock", h_game_clock, 0, ANYONE, JSON, "at", 0},
	{HTTP_POST, GAME "/pause", h_game_pause, CHANGE | BODY, TOKEN, PLAY, TEXT, NULL, 0},
	{HTTP_GET, GAME "/board.txt", h_game_board_text, 0, ANYONE, MEDIA_TEXT, NULL, 0},
	{HTTP_GET, GAME "/board.svg", h_game_picture, 0, ANYONE, MEDIA_SVG, "at theme highlight legal", 0},
	{HTTP_GET, GAME "/board.png", h_game_picture, 0, ANYONE, MEDIA_PNG, "at theme highlight legal width", 1},
	{HTTP_GET, GAME "/record", h_game_record, 0, ANYONE, JSON, NULL, 0},
	{HTTP_GET, GAME "/fairness", h_game_fairness, 0, ANYONE, JSON, NULL, 0},
	{HTTP_POST, GAME "/invites", h_invite_create, CHANGE | MAYBE, TOKEN, PLAY, JSON, NULL, 0},
	{HTTP_GET, GAME "/invites", h_invites_list, 0, TOKEN, READ, JSON, NULL, 0},
	{HTTP_DELETE, GAME "/invites/{invite}", h_invite_revoke, CHANGE, TOKEN, PLAY, JSON, NULL, 0},
	{HTTP_POST, GAME "/rematch", h_game_rematch, CHANGE | MAYBE, TOKEN, PLAY, TEXT, NULL, 0},
	{HTTP_POST, GAME "/messages", h_message_post, CHANGE | BODY, TOKEN, PLAY, JSON, NULL, 0},
	{HTTP_GET, GAME "/messages", h_messages_list, 0, ANYONE, JSON, "after limit", 0},
	{HTTP_GET, "/v1/leaderboards/{ruleset}", h_leaderboard, 0, ANYONE, JSON, "limit cursor bots", 0},
	{HTTP_POST, "/v1/records", h_records_import, CHANGE | BODY | ROUTE_RECORD, TOKEN, PLAY, JSON, NULL, 0},

	VERB("actions", BODY, ACTION_NONE),
	VERB("draw", MAYBE, ACTION_DRAW),
	VERB("place", BODY, ACTION_PLACE),
	VERB("islander", BODY, ACTION_ISLANDER),
	VERB("meeple", BODY, ACTION_MEEPLE),
	VERB("retrieve", BODY, ACTION_RETRIEVE),
	VERB("skip", MAYBE, ACTION_SKIP),
	VERB("battle", MAYBE, ACTION_BATTLE),
	VERB("choose", BODY, ACTION_ANY_DECISION),
	VERB("deliver", BODY, ACTION_DELIVER),
	VERB("end-turn", MAYBE, ACTION_END_TURN),
	VERB("undo", MAYBE, ACTION_UNDO),
	VERB("resign", MAYBE, ACTION_RESIGN),

	{HTTP_GET, "/v1/webhooks", h_webhooks_list, OWN, TOKEN, READ | MANAGE, JSON, NULL, 0},
	{HTTP_POST, "/v1/webhooks", h_webhook_create, CHANGE | BODY | OWN, TOKEN, PLAY | MANAGE, JSON, NULL, 0},
	{HTTP_GET, HOOK, h_webhook_get, OWN, TOKEN, READ | MANAGE, JSON, NULL, 0},
	{HTTP_PATCH, HOOK, h_webhook_change, CHANGE | BODY | OWN, TOKEN, PLAY | MANAGE, JSON, NULL, 0},
	{HTTP_DELETE, HOOK, h_webhook_delete, CHANGE | OWN, TOKEN, PLAY | MANAGE, JSON, NULL, 0},
	{HTTP_POST, HOOK "/test", h_webhook_test, CHANGE | MAYBE | OWN, TOKEN, PLAY | MANAGE, JSON, NULL, 0},
	{HTTP_POST, HOOK "/secret", h_webhook_secret, CHANGE | MAYBE | OWN, TOKEN, PLAY | MANAGE, JSON, NULL, 0},
	{HTTP_GET, HOOK "/deliveries", h_deliveries_list, OWN, TOKEN, READ | MANAGE, JSON, "limit cursor", 0},
	{HTTP_POST, HOOK "/deliveries/{n}/redeliver", h_delivery_again, CHANGE | MAYBE | OWN, TOKEN, PLAY | MANAGE, JSON, NULL, 0},

	{HTTP_GET, "/v1/admin/games", h_games_list, 0, ADMIN, TEXT, "status ruleset player open_seats limit cursor", 1},
	{HTTP_GET, "/v1/admin/games/{game}", h_admin_game, 0, ADMIN, TEXT, NULL, 0},
	{HTTP_POST, "/v1/admin/games/{game}/timeout", h_admin_timeout, CHANGE | BODY, ADMIN, JSON, NULL, 0},
	{HTTP_POST, "/v1/admin/games/{game}/abort", h_admin_abort, CHANGE | BODY, ADMIN, JSON, NULL, 0},
	{HTTP_POST, "/v1/admin/games/{game}/messages/{message}/remove", h_admin_message_remove, CHANGE | BODY, ADMIN, JSON,
		NULL, 0},
	{HTTP_GET, "/v1/admin/players", h_admin_players, 0, ADMIN, JSON, "name state limit cursor", 0},
	{HTTP_GET, "/v1/admin/players/{player}", h_admin_player, 0, ADMIN, JSON, NULL, 0},
	{HTTP_POST, "/v1/admin/players/{player}/close", h_admin_account_close, CHANGE | BODY, ADMIN, JSON, NULL, 0},
	{HTTP_POST, "/v1/admin/players/{player}/reopen", h_admin_account_reopen, CHANGE | BODY, ADMIN, JSON, NULL, 0},
	{HTTP_GET, "/v1/admin/tokens", h_admin_tokens, 0, ADMIN, JSON, NULL, 0},
	{HTTP_GET, "/v1/admin/webhooks", h_admin_webhooks, 0, ADMIN, JSON, "player", 0},
	{HTTP_GET, "/v1/admin/queue", h_admin_queue, 0, ADMIN, JSON, NULL, 0},
	{HTTP_GET, "/v1/admin/settings", h_admin_settings, 0, ADMIN, JSON, NULL, 0},
	{HTTP_PATCH, "/v1/admin/settings", h_admin_settings_change, CHANGE | BODY, ADMIN, JSON, NULL, 0},
	{HTTP_GET, "/v1/admin/audit", h_admin_audit, 0, ADMIN, JSON, "limit cursor", 0},

	{HTTP_GET, "/", h_web_home, ROUTE_PAGE, ANYONE, MEDIA_HTML, NULL, 0},
	{HTTP_GET, "/games/{game}", h_web_game, ROUTE_PAGE, ANYONE, MEDIA_HTML, "invite", 0},
	{HTTP_GET, "/web/{file}", h_web_file, BARE, ANYONE, MEDIA_FILE, NULL, WEB_TOP},
	{HTTP_GET, "/web/vendor/{file}", h_web_file, BARE, ANYONE, MEDIA_FILE, NULL, WEB_VENDOR},
	{HTTP_GET, "/sw.js", h_web_file, BARE, ANYONE, MEDIA_FILE, NULL, WEB_WORKER},
	{HTTP_GET, "/openapi.json", h_openapi, 0, ANYONE, JSON, NULL, 0},
	{HTTP_GET, "/docs", h_docs, 0, ANYONE, MEDIA_HTML, NULL, 0},
	{HTTP_GET, "/problems", h_problems, 0, ANYONE, WEB, NULL, 0},
	{HTTP_GET, "/problems/{code}", h_problem, 0, ANYONE, WEB, NULL, 0},
	{HTTP_GET, "/livez", h_livez, ROUTE_UNCOUNTED, ANYONE, JSON, NULL, 0},
	{HTTP_GET, "/readyz", h_readyz, ROUTE_UNCOUNTED, ANYONE, JSON, NULL, 0},
	{HTTP_GET, "/metrics", h_metrics, 0, ACCESS_ANYONE, READ | SCOPE_ADMIN, MEDIA_METRICS, NULL, 0},
	{0},
};

static const char *const method_names[] = {
	[HTTP_GET] = "GET", [HTTP_HEAD] = "HEAD", [HTTP_POST] = "POST", [HTTP_PUT] = "PUT",
	[HTTP_PATCH] = "PATCH", [HTTP_DELETE] = "DELETE", [HTTP_OPTIONS] = "OPTIONS", [HTTP_OTHER] = "OTHER",
};

const char *method_name(enum http_method method)
{
	return method_names[method];
}

void route_allow(unsigned methods, char out[80])
{
	size_t at = 0;

	out[0] = '\0';
	for (int m = HTTP_GET; m < HTTP_OTHER; m++) {
		if (methods >> m & 1)
			at += (size_t)snprintf(out + at, 80 - at, "%s%s", at ? ", " : "", method_names[m]);
	}
}

/* Whether the pattern has these segments; `params` gets what stands for {…}. */
static int matches(const struct flight *f, const char *pattern, const char *params[CALL_PARAMS_MAX])
{
	int count = 0, i;

	for (i = 0; *pattern; i++) {
		size_t size = strcspn(++pattern, "/");

		if (i == f->segment_count)
			return 0;
		if (*pattern == '{')
			params[count++] = f->segments[i];
		else if (strlen(f->segments[i]) != size || memcmp(f->segments[i], pattern, size))
			return 0;
		pattern += size;
	}
	for (; count < CALL_PARAMS_MAX; count++)
		params[count] = "";
	return i == f->segment_count;
}

static int set_params(struct flight *f, const char *const params[CALL_PARAMS_MAX])
{
	for (int i = 0; i < CALL_PARAMS_MAX; i++) {
		if (strlen(params[i]) >= CALL_PARAM_MAX)
			return -1;
		strcpy(f->c.params[i], params[i]);
	}
	return 0;
}

const struct route *route_find(struct flight *f)
{
	enum http_method method = f->c.x->method == HTTP_HEAD ? HTTP_GET : f->c.x->method;
	const struct route *found = NULL, *last = NULL;
	const char *params[CALL_PARAMS_MAX];
	char allow[80];

	for (const struct route *r = routes; r->path; r++) {
		if (!matches(f, r->path, params))
			continue;
		if (set_params(f, params) < 0)
			break;
		f->methods |= 1u << r->method | 1u << HTTP_OPTIONS | (r->method == HTTP_GET) << HTTP_HEAD;
		last = r;
		if (r->method == method)
			found = r;
	}
	if (found || (last && method == HTTP_OPTIONS))
		return found ? found : last;
	if (!last) {
		fail(&f->c, ERR_NOT_FOUND, "there is nothing at this path; GET /v1 lists where to begin");
		return NULL;
	}
	route_allow(f->methods, allow);
	fail(&f->c, ERR_METHOD_NOT_ALLOWED, "this path takes %s", allow);
	return NULL;
}

size_t api_body_max(enum http_method method, const char *path)
{
	for (const struct route *r = routes; r->path; r++) {
		if (r->flags & ROUTE_RECORD && r->method == method && !strcmp(r->path, path))
			return API_RECORD_MAX;
	}
	return API_BODY_MAX;
}

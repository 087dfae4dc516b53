/*
 * leaderboard.c - GET /v1/leaderboards/{ruleset}: the players of a game, best
 * first, people and bots apart.
 *
 * A cursor is a place on the board: how many are before it, and behind whom it is.
 * So a page costs the same anywhere, and who moves meanwhile is at worst
 * seen twice or not at all.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/handlers.h"
#include "api/show.h"
#include "api/show_rating.h"
#include "api/standing.h"
#include "engine/core/ruleset.h"

enum { PAGE = 50, PAGE_MAX = 200, CURSOR = 64 };

struct listing {
	struct call *c;
	struct json_out out;
	int left, more, failed;
	long rank;
	struct store_standing last;
};

static int put_player(struct listing *l, const struct store_standing *s)
{
	struct store_player player;
	struct sink *out = &l->out.sink;
	enum store_result r = store_player_get(l->c->conn, s->player, &player);

	if (r != STORE_OK)
		return store_ok(l->c, r);
	sink_object(out, NULL);
	sink_number(out, "rank", ++l->rank);
	sink_object(out, "player");
	sink_text(out, "id", player.id);
	sink_text(out, "name", player.name);
	sink_flag(out, "bot", player.bot);
	sink_end(out);
	show_rating(&l->out, s);
	sink_number(out, "games", (long)s->games);
	sink_number(out, "wins", (long)s->wins);
	sink_number(out, "shared_wins", (long)s->shared);
	show_time(out, "last_game_at", s->updated_at);
	sink_end(out);
	return 0;
}

static int put_next(void *arg, const struct store_standing *s)
{
	struct listing *l = arg;

	if (l->left-- == 0) {
		l->more = 1;
		return 1;
	}
	l->last = *s;
	l->failed = put_player(l, s) < 0;
	return l->failed;
}

/* The bits of the number, so that none is lost. */
static void write_cursor(const struct listing *l, char out[CURSOR])
{
	uint64_t bits;

	memcpy(&bits, &l->last.ordinal, sizeof(bits));
	snprintf(out, CURSOR, "r%lx-%llx-%s", (unsigned long)l->rank, (unsigned long long)bits, l->last.player);
}

static int read_cursor(struct call *c, struct listing *l)
{
	const char *text = call_query(c, "cursor");
	unsigned long long bits;
	unsigned long rank;
	char player[STORE_PLAYER_ID + 1];
	int used = 0;

	l->last.ordinal = HUGE_VAL;
	if (!text)
		return 0;
	if (strlen(text) >= CURSOR || sscanf(text, "r%lx-%llx-%10[0-9a-z]%n", &rank, &bits, player, &used) != 3 ||
		text[used] || rank > INT32_MAX)
		return fail(c, ERR_BAD_REQUEST, "this cursor was not given by a leaderboard");
	memcpy(&l->last.ordinal, &bits, sizeof(bits));
	if (!isfinite(l->last.ordinal))
		return fail(c, ERR_BAD_REQUEST, "this cursor was not given by a leaderboard");
	memcpy(l->last.player, player, sizeof(player));
	l->rank = (long)rank;
	return 0;
}

static void close_list(struct listing *l, const char *ruleset, int bots, int limit)
{
	char cursor[CURSOR];

	sink_end(&l->out.sink);
	if (l->more) {
		write_cursor(l, cursor);
		sink_text(&l->out.sink, "next", cursor);
		snprintf(l->c->link, sizeof(l->c->link), "</v1/leaderboards/%s?limit=%d&cursor=%s%s>; rel=\"next\"",
			ruleset, limit, cursor, bots ? "&bots=true" : "");
	} else {
		sink_null(&l->out.sink, "next");
	}
	sink_end(&l->out.sink);
}

int h_leaderboard(struct call *c)
{
	const struct ruleset *ruleset = ruleset_find(c->params[0], 0);
	struct listing l = {.c = c};
	enum store_result r;
	int64_t limit;
	int bots = 0;

	if (call_query_integer(c, "limit", 1, PAGE_MAX, PAGE, &limit) < 0 || call_query_bool(c, "bots", &bots) < 0 ||
		read_cursor(c, &l) < 0)
		return -1;
	if (!ruleset)
		return fail(c, ERR_NOT_FOUND, "there is no ruleset %s; GET /v1/rulesets lists them", c->params[0]);
	l.left = (int)limit;
	json_out_init(&l.out, &c->out);
	sink_object(&l.out.sink, NULL);
	sink_text(&l.out.sink, "ruleset", ruleset->id);
	sink_flag(&l.out.sink, "bots", bots);
	sink_number(&l.out.sink, "minimum_games", STANDING_GAMES_MIN);
	sink_array(&l.out.sink, "players");
	r = store_standing_board(c->conn, ruleset->id, bots ? BOARD_BOTS : BOARD_PEOPLE, l.last.ordinal,
		l.last.player, (int)limit + 1, put_next, &l);
	if (r != STORE_OK)
		return store_ok(c, r);
	if (l.failed)
		return -1;
	close_list(&l, ruleset->id, bots, (int)limit);
	return 0;
}

/*
 * profile.c - GET /v1/players/{player}: what is known of a player to all.
 *
 * Games count whoever may see them, but only those are named that the caller may
 * see.  Everything comes from counters that are kept when a game ends, and
 * from the few games that have not ended.  Of a closed account only the
 * pseudonym is left.
 */
#include "api/profile.h"

#include <stdio.h>
#include <string.h>

#include "api/handlers.h"
#include "api/show.h"
#include "api/show_rating.h"
#include "api/standing.h"
#include "engine/core/ruleset.h"

enum { RECENT = 10, KNOWN_MAX = 32 };

/* --- counts and results ------------------------------------------------------------ */

struct counts {
	long open[KNOWN_MAX][STORE_ABORTED + 1];	/* by place in rulesets[] and status */
	struct store_standing standing[KNOWN_MAX];	/* games is 0: none */
};

/* Versions of a ruleset are one game: its first place in the table; -1: unknown. */
static int place_of(const char *ruleset)
{
	for (int i = 0; i < ruleset_count && i < KNOWN_MAX; i++)
		if (strcmp(rulesets[i]->id, ruleset) == 0)
			return i;
	return -1;
}

static int count_open(void *arg, const char *ruleset, int status)
{
	struct counts *n = arg;
	int i = place_of(ruleset);

	if (i >= 0)
		n->open[i][status]++;
	return 0;
}

static int note_standing(void *arg, const struct store_standing *s)
{
	struct counts *n = arg;
	int i = place_of(s->ruleset);

	if (i >= 0)
		n->standing[i] = *s;
	return 0;
}

static void put_results(struct json_out *o, const struct store_standing *s)
{
	double sum = 0;

	sink_object(&o->sink, "results");
	sink_number(&o->sink, "wins", (long)s->wins);
	sink_number(&o->sink, "shared_wins", (long)s->shared);
	sink_array(&o->sink, "places");
	for (int i = 0; i < STORE_PLACES; i++) {
		sink_number(&o->sink, NULL, (long)s->places[i]);
		sum += (double)s->places[i] * (i + 1);
	}
	sink_end(&o->sink);
	if (s->games)
		show_decimal(o, "average_place", sum / s->games, 2);
	else
		sink_null(&o->sink, "average_place");
	sink_end(&o->sink);
}

static void put_ruleset(struct json_out *o, const struct counts *n, int i)
{
	const struct store_standing *s = &n->standing[i];

	sink_object(&o->sink, NULL);
	sink_text(&o->sink, "ruleset", rulesets[i]->id);
	sink_object(&o->sink, "games");
	sink_number(&o->sink, "lobby", n->open[i][STORE_LOBBY]);
	sink_number(&o->sink, "active", n->open[i][STORE_ACTIVE]);
	sink_number(&o->sink, "finished", (long)s->games);
	sink_end(&o->sink);
	put_results(o, s);
	if (s->games) {
		sink_object(&o->sink, "rating");
		show_rating(o, s);
		sink_flag(&o->sink, "on_board", s->board != BOARD_NONE);
		sink_end(&o->sink);
	} else {
		sink_null(&o->sink, "rating");
	}
	sink_end(&o->sink);
}

static int put_rulesets(struct call *c, const struct store_player *p, struct json_out *o)
{
	struct counts n = {0};
	enum store_result r = p->deleted_at ? STORE_OK : store_unfinished(c->conn, p->id, count_open, &n);

	if (r == STORE_OK && !p->deleted_at)
		r = store_standing_list(c->conn, p->id, note_standing, &n);
	sink_array(&o->sink, "rulesets");
	for (int i = 0; i < ruleset_count && i < KNOWN_MAX; i++)
		if (n.standing[i].games || n.open[i][STORE_LOBBY] || n.open[i][STORE_ACTIVE])
			put_ruleset(o, &n, i);
	sink_end(&o->sink);
	return store_ok(c, r);
}

/* --- reliability --------------------------------------------------------------------- */

/* The class in which the middle turn lies; -1: there was none. */
static int median_class(const struct store_reliability *s)
{
	uint64_t all = 0, seen = 0;
	int class = 0;

	for (int i = 0; i < STORE_TIMES; i++)
		all += s->times[i];
	if (!all)
		return -1;
	for (; class < STORE_TIMES - 1; class++) {
		seen += s->times[class];
		if (2 * seen >= all)
			break;
	}
	return class;
}

static void put_median(struct sink *out, const struct store_reliability *s)
{
	int class = median_class(s);
	char text[32];

	if (class < 0) {
		sink_null(out, "median_turn");
		return;
	}
	snprintf(text, sizeof(text), "PT%lldS", (long long)((standing_class_ms(class) + 999) / 1000));
	sink_text(out, "median_turn", text);
}

static int put_reliability(struct call *c, const struct store_player *p, struct json_out *o)
{
	struct store_reliability s = {.games = 0};
	enum store_result r = p->deleted_at ? STORE_NOT_FOUND : store_reliability_get(c->conn, p->id, &s);

	if (r != STORE_OK && r != STORE_NOT_FOUND)
		return store_ok(c, r);
	sink_object(&o->sink, "reliability");
	sink_number(&o->sink, "games", (long)s.games);
	sink_number(&o->sink, "turns", (long)s.turns);
	sink_number(&o->sink, "timed_out", (long)s.timed_out);
	sink_number(&o->sink, "resigned", (long)s.resigned);
	if (s.turns + s.timed_out)
		show_decimal(o, "in_time", (double)s.turns / ((double)s.turns + s.timed_out), 4);
	else
		sink_null(&o->sink, "in_time");
	put_median(&o->sink, &s);
	sink_end(&o->sink);
	return 0;
}

/* --- recent games ---------------------------------------------------------------------- */

static int put_game(void *arg, const struct store_game *g)
{
	struct sink *out = arg;
	char url[40];

	sink_object(out, NULL);
	sink_text(out, "id", g->id);
	snprintf(url, sizeof(url), "/v1/games/%s", g->id);
	sink_text(out, "url", url);
	sink_text(out, "name", g->name);
	sink_text(out, "ruleset", g->ruleset);
	show_time(out, "finished_at", g->finished_at);
	sink_end(out);
	return 0;
}

static int put_recent(struct call *c, const struct store_player *p, struct sink *out)
{
	struct store_filter f = {.status = STORE_FINISHED, .ruleset = "", .player = p->id, .viewer = c->player,
		.limit = RECENT};
	enum store_result r;

	sink_array(out, "recent_games");
	r = p->deleted_at ? STORE_OK : store_game_list(c->conn, &f, put_game, out);
	sink_end(out);
	return store_ok(c, r);
}

int profile_write(struct call *c, const struct store_player *p, struct json_out *o)
{
	if (put_rulesets(c, p, o) < 0 || put_reliability(c, p, o) < 0)
		return -1;
	return put_recent(c, p, &o->sink);
}

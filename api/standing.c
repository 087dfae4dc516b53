/* standing.c - see standing.h. */
#include "api/standing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/pace.h"
#include "api/rating.h"

enum { REBUILD_PAGE = 500 };

/* --- places -------------------------------------------------------------------- */

struct standing_side {
	int out, won, score;
};

static int is_out(const struct table *t, int seat)
{
	return t->game->now.seat_state[seat] != SEAT_PLAYING || t->seats[seat].stand_in;
}

/* The number of the seat's team: its first seat's. */
static int team_of(const struct table *t, int seat)
{
	const char *own = ruleset_seat_team(t->ruleset, t->options, seat);

	for (int i = 0; own && i < seat; i++) {
		const char *other = ruleset_seat_team(t->ruleset, t->options, i);

		if (other && strcmp(other, own) == 0)
			return i;
	}
	return seat;
}

/* Whether one side comes before the other. */
static int is_better(const struct standing_side *a, const struct standing_side *b)
{
	if (a->won != b->won)
		return a->won;
	if (a->out != b->out)
		return b->out;
	return !a->out && !a->won && a->score > b->score;
}

/* Sides by the seat that their team is named after; a team is out when all of it are. */
static void gather(const struct table *t, struct standing_side sides[GAME_SEATS_MAX], int team[GAME_SEATS_MAX])
{
	memset(sides, 0, GAME_SEATS_MAX * sizeof(*sides));
	for (int i = 0; i < t->seat_count; i++) {
		struct standing_side *side = &sides[team[i] = team_of(t, i)];

		if (team[i] == i)
			*side = (struct standing_side){1, 0, game_score(t->game, t->tileset, i)};
		side->out &= is_out(t, i);
		side->won |= t->game->now.winners >> i & 1;
	}
}

static int place_of(const struct standing_side sides[], const int team[], int count, int seat)
{
	int place = 1;

	for (int i = 0; i < count; i++)
		place += team[i] == i && is_better(&sides[i], &sides[team[seat]]);
	return place;
}

static void fill_in(const struct table *t, struct store_final *o)
{
	struct standing_side sides[GAME_SEATS_MAX];
	int team[GAME_SEATS_MAX];

	gather(t, sides, team);
	memset(o, 0, sizeof(*o));
	memcpy(o->game, t->meta.id, sizeof(o->game));
	memcpy(o->ruleset, t->meta.ruleset, sizeof(o->ruleset));
	o->at = t->meta.finished_at;
	o->seat_count = t->seat_count;
	for (int i = 0; i < t->seat_count; i++) {
		struct store_final_seat *s = &o->seats[i];

		s->seat = (uint8_t)i;
		memcpy(s->player, t->seats[i].player, sizeof(s->player));
		s->place = (uint8_t)place_of(sides, team, t->seat_count, i);
		s->team = (uint8_t)team[i];
		s->ending = t->game->now.seat_state[i] != SEAT_PLAYING ? STORE_RESIGNED
			: t->seats[i].stand_in ? STORE_AWAY : STORE_PLAYED;
		s->score = game_score(t->game, t->tileset, i);
	}
}

/* --- standings ----------------------------------------------------------------- */

/* Which board; by what the player is now. */
static enum store_result choose_board(struct store_conn *conn, struct store_standing *s)
{
	struct store_player player;
	enum store_result r = store_player_get(conn, s->player, &player);

	if (r == STORE_OK)
		s->board = player.deleted_at || s->games < STANDING_GAMES_MIN ? BOARD_NONE
			: player.bot ? BOARD_BOTS : BOARD_PEOPLE;
	return r;
}

static enum store_result load(struct store_conn *conn, const struct store_final *o, int i, struct store_standing *s)
{
	enum store_result r = store_standing_get(conn, o->ruleset, o->seats[i].player, s);

	if (r != STORE_NOT_FOUND)
		return r;
	*s = (struct store_standing){.mu = RATING_MU, .sigma = RATING_SIGMA};
	memcpy(s->ruleset, o->ruleset, sizeof(s->ruleset));
	memcpy(s->player, o->seats[i].player, sizeof(s->player));
	return STORE_OK;
}

/* How many sides share the first place. */
static int winning_sides(const struct store_final *o)
{
	unsigned teams = 0;

	for (int i = 0; i < o->seat_count; i++)
		if (o->seats[i].place == 1)
			teams |= 1u << o->seats[i].team;
	return __builtin_popcount(teams);
}

static void count_game(struct store_standing *s, const struct store_final *o, int i)
{
	s->games++;
	s->places[o->seats[i].place - 1]++;
	if (o->seats[i].place == 1)
		++*(winning_sides(o) > 1 ? &s->shared : &s->wins);
	s->updated_at = o->at;
}

/* One result on top of what came before: this alone makes standings. */
static enum store_result apply(struct store_conn *conn, const struct store_final *o)
{
	struct store_standing s[STORE_FINAL_SEATS];
	struct rating ratings[STORE_FINAL_SEATS];
	uint8_t team[STORE_FINAL_SEATS], place[STORE_FINAL_SEATS];
	enum store_result r = STORE_OK;

	for (int i = 0; r == STORE_OK && i < o->seat_count; i++) {
		r = load(conn, o, i, &s[i]);
		if (r != STORE_OK)
			return r;
		ratings[i] = (struct rating){s[i].mu, s[i].sigma};
		team[i] = o->seats[i].team;
		place[i] = o->seats[i].place;
	}
	rating_update(ratings, team, place, o->seat_count);
	for (int i = 0; r == STORE_OK && i < o->seat_count; i++) {
		s[i].mu = ratings[i].mu;
		s[i].sigma = ratings[i].sigma;
		s[i].ordinal = rating_ordinal(&ratings[i]);
		count_game(&s[i], o, i);
		r = choose_board(conn, &s[i]);
		if (r == STORE_OK)
			r = store_standing_put(conn, &s[i]);
	}
	return r;
}

/* --- reliability ----------------------------------------------------------------- */

int standing_class(int64_t ms)
{
	int class = ms < 1000 ? 0 : 1 + (int)(4 * log2((double)ms / 1000));

	return class < STORE_TIMES ? class : STORE_TIMES - 1;
}

int64_t standing_class_ms(int class)
{
	return class == 0 ? 500 : (int64_t)(1000 * exp2((class - 0.5) / 4));
}

static enum store_result count_turns(struct store_conn *conn, const struct store_final *o, int i,
	const struct pace *pace)
{
	struct store_reliability s;
	enum store_result r = store_reliability_get(conn, o->seats[i].player, &s);

	if (r == STORE_NOT_FOUND) {
		memset(&s, 0, sizeof(s));
		memcpy(s.player, o->seats[i].player, sizeof(s.player));
		r = STORE_OK;
	}
	if (r != STORE_OK)
		return r;
	s.games++;
	s.turns += pace->turns[i];
	s.timed_out += pace->timed_out[i];
	s.resigned += pace->resigned[i];
	for (int class = 0; class < STORE_TIMES; class++)
		s.times[class] += pace->times[i][class];
	return store_reliability_put(conn, &s);
}

/* --- at the end of a game --------------------------------------------------------- */

int standing_note(struct change *ch)
{
	struct call *c = ch->c;
	struct store_final o;
	struct pace *pace;
	enum store_result r;

	fill_in(ch->table, &o);
	pace = calloc(1, sizeof(*pace));
	if (!pace)
		return fail(c, ERR_UNAVAILABLE, "no memory");
	r = pace_read(c->conn, ch->table->meta.id, pace);
	if (r == STORE_OK)
		r = store_final_add(c->conn, &o);
	if (r == STORE_OK)
		r = apply(c->conn, &o);
	for (int i = 0; r == STORE_OK && i < o.seat_count; i++)
		r = count_turns(c->conn, &o, i, pace);
	free(pace);
	return store_ok(c, r);
}

/* --- boards ----------------------------------------------------------------------- */

enum { RULESETS_MAX = 32 };

struct few {
	int count;
	struct store_standing at[RULESETS_MAX];
};

static int keep_standing(void *arg, const struct store_standing *s)
{
	struct few *few = arg;

	few->at[few->count++] = *s;
	return few->count == RULESETS_MAX;
}

int standing_move(struct call *c, const char *player)
{
	struct few *few = calloc(1, sizeof(*few));
	enum store_result r;

	if (!few)
		return fail(c, ERR_UNAVAILABLE, "no memory");
	r = store_standing_list(c->conn, player, keep_standing, few);
	for (int i = 0; r == STORE_OK && i < few->count; i++) {
		r = choose_board(c->conn, &few->at[i]);
		if (r == STORE_OK)
			r = store_standing_put(c->conn, &few->at[i]);
	}
	free(few);
	return store_ok(c, r);
}

/* --- all of it again ----------------------------------------------------------------- */

struct results {
	int count;
	struct store_final at[REBUILD_PAGE];
};

static int keep_final(void *arg, const struct store_final *o)
{
	struct results *page = arg;

	page->at[page->count++] = *o;
	return page->count == REBUILD_PAGE;
}

int64_t standing_rebuild(struct store_conn *writer, char why[240])
{
	struct results *page = calloc(1, sizeof(*page));
	enum store_result r = page ? store_standing_clear(writer) : STORE_UNAVAILABLE;
	int64_t after = 0, total = 0;

	while (r == STORE_OK) {
		page->count = 0;
		r = store_final_list(writer, after, REBUILD_PAGE, keep_final, page);
		if (r != STORE_OK || page->count == 0)
			break;
		for (int i = 0; r == STORE_OK && i < page->count; i++)
			r = apply(writer, &page->at[i]);
		after = page->at[page->count - 1].number;
		total += page->count;
	}
	free(page);
	if (r == STORE_OK)
		return total;
	snprintf(why, 240, "%s", page ? store_why(writer) : "no memory");
	return -1;
}

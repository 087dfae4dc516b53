/*
 * describe.c - what Star Wars Carcassonne adds to views and events.
 *
 * An event keeps numbers only; features, tiles and throws are looked up or
 * repeated in the game as it is right after the action.  That works because
 * features change by placing a tile alone, which is the first thing that an
 * action does, and because the same place in the stream of dice always gives
 * the same dice.
 */
#include "star_wars.h"

/* What a seat is in a list of sides: its number, or its team's name. */
static void list_side(const struct game *g, int side, struct sink *out)
{
	if (g->options[SW_TEAMS])
		sink_text(out, NULL, sw_team_name(side));
	else
		sink_number(out, NULL, side);
}

static void list_sides(const struct game *g, unsigned sides, const char *key, struct sink *out)
{
	sink_array(out, key);
	for (int side = 0; side < SW_SIDES; side++)
		if (sides >> side & 1)
			list_side(g, side, out);
	sink_end(out);
}

void sw_describe_side(const struct game *g, int side, struct sink *out)
{
	if (!g->options[SW_TEAMS]) {
		sink_number(out, "seat", side);
		return;
	}
	sink_text(out, "team", sw_team_name(side));
	sink_array(out, "seats");
	for (int seat = side; seat < SW_TEAM_SEATS; seat += 2)
		sink_number(out, NULL, seat);
	sink_end(out);
}

void sw_describe_place(const struct game *g, const struct tileset *ts, int root, struct sink *out)
{
	sink_number(out, "feature", root);
	sink_text(out, "feature_type", star_wars_words.segments[feature_shape(&g->board, ts, root)]);
	describe_node(g, ts, root, out);
}

static void describe_symbols(const struct game *g, const struct tileset *ts, int root, struct sink *out)
{
	int counts[4];

	sw_symbols(g, ts, root, counts);
	sink_object(out, "symbols");
	for (int faction = SW_REBELS; faction <= SW_HUNTERS; faction++)
		if (counts[faction])
			sink_number(out, star_wars_words.marks[faction], counts[faction]);
	sink_end(out);
}

/* The teams and their scores; when the game is over, which of them won. */
static void describe_teams(const struct game *g, const struct tileset *ts, int with_winner, struct sink *out)
{
	if (!g->options[SW_TEAMS])
		return;
	sink_array(out, "teams");
	for (int team = 0; team < 2; team++) {
		sink_object(out, NULL);
		sw_describe_side(g, team, out);
		/* Seat `team` is the team's first. */
		sink_number(out, "score", sw_score(g, ts, team));
		if (with_winner)
			sink_flag(out, "winner", (g->now.winners & 5u << team) != 0);
		sink_end(out);
	}
	sink_end(out);
}

void sw_describe_view(const struct game *g, const struct tileset *ts, struct sink *out)
{
	describe_teams(g, ts, 0, out);
}

void sw_describe_result(const struct game *g, const struct tileset *ts, struct sink *out)
{
	describe_teams(g, ts, 1, out);
}

void sw_describe_feature(const struct game *g, const struct tileset *ts, int root, struct sink *out)
{
	describe_symbols(g, ts, root, out);
	sink_flag(out, "contested", sw_is_contested(g, root));
}

void sw_describe_seat(const struct game *g, const struct tileset *ts, int seat, struct sink *out)
{
	(void)ts;
	sink_text(out, "faction", star_wars_words.marks[sw_faction(g, sw_side(g, seat))]);
	if (g->options[SW_TEAMS])
		sink_text(out, "team", sw_team_name(sw_side(g, seat)));
	sink_object(out, "supply");
	sink_number(out, "small", sw_supply(g, seat, SW_SIZE_SMALL));
	sink_number(out, "large", sw_supply(g, seat, SW_SIZE_LARGE));
	sink_end(out);
}

/* The battles that the seat on turn may put into order. */
static void describe_candidates(const struct game *g, const struct tileset *ts, struct sink *out)
{
	struct feature_order battles;

	sw_battles(g, ts, &battles);
	sink_array(out, "candidates");
	for (int i = 0; i < battles.count; i++) {
		sink_object(out, NULL);
		sw_describe_place(g, ts, feature_order_root(&battles, i), out);
		sink_end(out);
	}
	sink_end(out);
}

void sw_describe_pending(const struct game *g, const struct tileset *ts, struct sink *out)
{
	if (g->now.phase != PHASE_BATTLE)
		return;
	sink_object(out, NULL);
	sink_number(out, "seat", g->now.seat);
	sink_text(out, "type", action_type_name(ACTION_BATTLE));
	describe_candidates(g, ts, out);
	sink_end(out);
}

static void describe_fighters(const struct game *g, const struct event *e, struct sink *out)
{
	int small[SW_SIDES] = {0}, large[SW_SIDES] = {0};

	for (int seat = 0; seat < g->seat_count; seat++) {
		small[sw_side(g, seat)] += e->amounts[seat] & 0xff;
		large[sw_side(g, seat)] += e->amounts[seat] >> 8;
	}
	sink_array(out, "sides");
	for (int side = 0; side < SW_SIDES; side++) {
		if (!e->small[side])
			continue;
		sink_object(out, NULL);
		sw_describe_side(g, side, out);
		sink_number(out, "dice", e->small[side]);
		sink_object(out, "pieces");
		sink_number(out, "small", small[side]);
		sink_number(out, "large", large[side]);
		sink_end(out);
		sink_end(out);
	}
	sink_end(out);
}

static void describe_throw(const struct game *g, const struct sw_throw *t, struct sink *out)
{
	sink_object(out, NULL);
	sink_array(out, "rolls");
	for (int side = 0; side < SW_SIDES; side++) {
		if (!t->rolls[side][0])
			continue;
		sink_object(out, NULL);
		sw_describe_side(g, side, out);
		sink_array(out, "dice");
		for (int i = 0; i < SW_DICE && t->rolls[side][i]; i++)
			sink_number(out, NULL, t->rolls[side][i]);
		sink_end(out);
		sink_end(out);
	}
	sink_end(out);
	list_sides(g, t->tied, "tied", out);
	list_sides(g, t->lost, "lost", out);
	sink_end(out);
}

/* What the battle brought each side that it brought anything (SW-3.4, SW-3.5). */
static void describe_gains(const struct game *g, const int ties[SW_SIDES], const int losses[SW_SIDES],
	struct sink *out)
{
	sink_array(out, "points");
	for (int side = 0; side < SW_SIDES; side++) {
		if (!ties[side] && !losses[side])
			continue;
		sink_object(out, NULL);
		sw_describe_side(g, side, out);
		sink_number(out, "ties", ties[side]);
		sink_number(out, "loss", losses[side]);
		sink_number(out, "points", ties[side] + losses[side]);
		sink_end(out);
	}
	sink_end(out);
}

/* The throws once more: nothing but where they begin was kept. */
static void describe_battle(const struct game *g, const struct tileset *ts, const struct event *e, struct sink *out)
{
	struct rng rng = g->rng;
	struct sw_throw t = {.winner = -1};
	int ties[SW_SIDES] = {0}, losses[SW_SIDES] = {0};
	unsigned sides = 0;

	rng.used[RNG_DICE] = sw_battle_position(e);
	for (int side = 0; side < SW_SIDES; side++)
		sides |= e->small[side] ? 1u << side : 0;
	sw_describe_place(g, ts, e->a, out);
	describe_fighters(g, e, out);
	sink_array(out, "throws");
	while (t.winner < 0) {
		sw_throw(&rng, e->small, sides, &t);
		describe_throw(g, &t, out);
		for (int side = 0; side < SW_SIDES; side++) {
			ties[side] += t.tied >> side & 1;
			losses[side] += t.lost >> side & 1 ? e->small[side] : 0;
		}
		sides = t.tied;
	}
	sink_end(out);
	sink_object(out, "winner");
	sw_describe_side(g, t.winner, out);
	sink_end(out);
	describe_gains(g, ties, losses, out);
}

static void describe_scored(const struct game *g, const struct tileset *ts, const struct event *e, struct sink *out)
{
	sink_number(out, "feature", e->a);
	sink_text(out, "feature_type", star_wars_words.segments[feature_shape(&g->board, ts, e->a)]);
	sink_text(out, "trigger", e->small[0] ? "final" : "complete");
	sink_flag(out, "final", e->small[0]);
	describe_tiles(g, e->a, out);
	describe_symbols(g, ts, e->a, out);
	sink_object(out, "pieces");
	for (int seat = 0; seat < g->seat_count; seat++)
		if (e->amounts[seat])
			sink_number(out, seat_key(seat), e->amounts[seat]);
	sink_end(out);
	sink_array(out, "awards");
	sink_object(out, NULL);
	sw_describe_side(g, e->small[1], out);
	sink_number(out, "points", e->b);
	sink_end(out);
	sink_end(out);
}

void sw_describe_event(const struct game *g, const struct tileset *ts, const struct event *e, struct sink *out)
{
	switch ((enum event_type)e->type) {
	case EVENT_TILE_SET_ASIDE:
		sink_text(out, "then", e->small[0] == SW_RETURN ? "stack" : "box");
		if (e->b)
			sink_number(out, "more", e->b);
		break;
	case EVENT_DECISION_NEEDED:
		sink_text(out, "decision", action_type_name(ACTION_BATTLE));
		describe_candidates(g, ts, out);
		break;
	case EVENT_BATTLE_FOUGHT:
		describe_battle(g, ts, e, out);
		break;
	case EVENT_FEATURE_SCORED:
		describe_scored(g, ts, e, out);
		break;
	case EVENT_GAME_STARTED:
	case EVENT_TURN_STARTED:
	case EVENT_TILE_DRAWN:
	case EVENT_TILE_PLACED:
	case EVENT_PIECE_PLACED:
	case EVENT_PIECE_RETRIEVED:
	case EVENT_STEP_SKIPPED:
	case EVENT_FEATURE_EVALUATED:
	case EVENT_FISH_COVERED:
	case EVENT_SHIP_TAKEN:
	case EVENT_SHIPS_REFILLED:
	case EVENT_SHIP_DELIVERED:
	case EVENT_TURN_ENDED:
	case EVENT_UNDONE:
	case EVENT_SEAT_RESIGNED:
	case EVENT_SEAT_TIMED_OUT:
	case EVENT_FINAL_EVALUATION:
	case EVENT_GAME_FINISHED:
		break;
	}
}

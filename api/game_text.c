/* game_text.c - a game, its moves and its events, in words for a terminal. */
#include "api/board_text.h"

#include <string.h>

#include "api/json.h"
#include "api/words.h"

/* --- the game --------------------------------------------------------------------- */

static void put_title(struct buf *out, const struct table *t)
{
	buf_format(out, "%s  game %s  %s  version %lld%s%s%s\n", t->ruleset->title, t->meta.id, table_status(t),
		(long long)t->meta.version, *t->meta.name ? "  \"" : "", t->meta.name, *t->meta.name ? "\"" : "");
}

static void put_lobby_seats(struct buf *out, const struct table *t)
{
	int place = 0;

	for (int seat = 0; seat < table_seats(t); seat++) {
		if (place < t->seat_count && t->seats[place].seat == seat) {
			buf_format(out, "  seat %d  %-8s %s\n", seat, t->seats[place].colour, t->seats[place].name);
			place++;
		} else {
			int fixed = ruleset_seat_colour(t->ruleset, t->options, seat);

			if (fixed < 0)
				buf_format(out, "  seat %d  free\n", seat);
			else
				buf_format(out, "  seat %d  %-8s free\n", seat, t->ruleset->colours[fixed]);
		}
	}
}

/* Characters, for aligning. */
static int text_width(const char *text)
{
	int width = 0;

	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80;
	return width;
}

static void put_seats(struct buf *out, const struct table *t)
{
	unsigned waiting = table_waiting_for(t);
	int widest = 0;

	if (!t->game) {
		put_lobby_seats(out, t);
		return;
	}
	for (int seat = 0; seat < t->seat_count; seat++)
		if (text_width(t->seats[seat].name) > widest)
			widest = text_width(t->seats[seat].name);
	for (int seat = 0; seat < t->seat_count; seat++) {
		struct words w;

		buf_format(out, "%c seat %d  %-8s %s%*s  ", waiting >> seat & 1 ? '>' : ' ', seat,
			t->seats[seat].colour, t->seats[seat].name, widest - text_width(t->seats[seat].name), "");
		words_init(&w, out, 0, "; ");
		game_describe_seat(t->game, t->tileset, seat, &w.sink);
		buf_char(out, '\n');
	}
}

static void put_turn(struct buf *out, const struct table *t)
{
	const struct turn *now = &t->game->now;
	unsigned waiting = table_waiting_for(t);
	struct words w;

	if (now->phase == PHASE_OVER) {
		buf_text(out, "The game is over: ");
		words_init(&w, out, 0, "; ");
		game_describe_result(t->game, t->tileset, &w.sink);
		buf_char(out, '\n');
		return;
	}
	buf_format(out, "Turn %d of seat %d, phase %s; the game waits for seat", now->number, now->seat,
		phase_name((enum phase)now->phase));
	for (int seat = 0; seat < t->seat_count; seat++)
		if (waiting >> seat & 1)
			buf_format(out, " %d", seat);
	buf_format(out, "; %d tiles are left in the bag.\n\n", game_bag_left(t->game));
}

/* Open decisions, and what the ruleset keeps beside the board. */
static void put_rest(struct buf *out, const struct table *t)
{
	struct words w;
	size_t before = out->size;

	words_init(&w, out, 1, ", ");
	t->ruleset->describe_pending(t->game, t->tileset, &w.sink);
	buf_char(out, '\n');
	if (out->size > before + 1)
		buf_char(out, '\n');
	words_init(&w, out, 3, ", ");
	t->ruleset->describe_view(t->game, t->tileset, &w.sink);
	buf_char(out, '\n');
}

void text_game(struct buf *out, const struct table *t)
{
	put_title(out, t);
	if (t->game)
		put_turn(out, t);
	put_seats(out, t);
	if (!t->game)
		return;
	put_rest(out, t);
	buf_char(out, '\n');
	text_board(out, t);
}

void text_summary(struct buf *out, const struct table *t)
{
	buf_format(out, "%s  %-8s  %s  %d of %d seats taken:", t->meta.id, table_status(t), t->meta.ruleset,
		t->seat_count, table_seats(t));
	for (int i = 0; i < t->seat_count; i++)
		buf_format(out, "%s %s", i ? "," : "", t->seats[i].name);
	if (*t->meta.name)
		buf_format(out, "  \"%s\"", t->meta.name);
	buf_char(out, '\n');
}

/* --- moves --------------------------------------------------------------------------- */

/* What kind of segment an action is about, for those who do not know the tile by heart. */
static const char *segment_type(const struct table *t, const struct action *a)
{
	const struct action_row *row = ruleset_action(t->ruleset, (enum action_type)a->type);
	int kind = action_kind(t->game, t->tileset, a);

	for (int i = 0; row && kind >= 0 && i < row->field_count; i++)
		if (row->fields[i] == FIELD_SEGMENT && a->segment < t->tileset->kinds[kind].segment_count)
			return t->ruleset->words->segments[t->tileset->kinds[kind].segments[a->segment].shape];
	return NULL;
}

static void put_move(struct buf *out, const struct table *t, const struct move *m)
{
	const char *type = segment_type(t, &m->action);
	struct words w;

	buf_format(out, "  %-6s ", m->id);
	words_init(&w, out, 0, ", ");
	game_describe_action(t->game, t->tileset, &m->action, &w.sink);
	if (type)
		buf_format(out, " (%s)", type);
	buf_char(out, '\n');
}

void text_legal(struct buf *out, const struct table *t, int seat, const struct moves *moves)
{
	unsigned waiting = table_waiting_for(t);

	buf_format(out, "Game %s, version %lld, phase %s: seat %d may\n", t->meta.id, (long long)t->meta.version,
		phase_name((enum phase)t->game->now.phase), seat);
	for (int i = 0; i < moves->count; i++)
		put_move(out, t, &moves->at[i]);
	if (game_may_undo(t->game, seat))
		buf_text(out, "         undo\n");
	if (game_may_resign(t->game, seat))
		buf_text(out, "         resign\n");
	if (moves->count > 0)
		return;
	buf_text(out, waiting ? "The game waits for seat" : "The game is over.");
	for (int i = 0; i < t->seat_count; i++)
		if (waiting >> i & 1)
			buf_format(out, " %d", i);
	buf_text(out, waiting ? ".\n" : "\n");
}

/* --- events --------------------------------------------------------------------------- */

/* Tell a JSON value to a sink. */
static void tell(struct sink *out, const char *key, const struct json *v)
{
	int64_t number = 0;

	switch (json_type(v)) {
	case JSON_NULL:
		sink_null(out, key);
		break;
	case JSON_BOOL:
		sink_flag(out, key, json_true(v));
		break;
	case JSON_NUMBER:
		json_integer(v, INT32_MIN, INT32_MAX, &number);
		sink_number(out, key, (long)number);
		break;
	case JSON_STRING:
		sink_text(out, key, json_string(v));
		break;
	case JSON_ARRAY:
		sink_array(out, key);
		for (v = json_first(v); v; v = json_next(v))
			tell(out, NULL, v);
		sink_end(out);
		break;
	case JSON_OBJECT:
		sink_object(out, key);
		for (v = json_first(v); v; v = json_next(v))
			tell(out, json_name(v), v);
		sink_end(out);
		break;
	}
}

static void put_event(struct buf *out, const char *line, size_t size)
{
	char why[160];
	struct json *event = json_parse(line, size, why);
	int64_t seq = 0;
	struct words w;

	if (!event)
		return;
	json_integer(json_member(event, "seq"), 0, INT32_MAX, &seq);
	buf_format(out, "%5d  ", (int)seq);
	words_init(&w, out, 0, ", ");
	for (const struct json *v = json_first(event); v; v = json_next(v)) {
		const char *name = json_name(v);

		if (strcmp(name, "game") != 0 && strcmp(name, "seq") != 0 && strcmp(name, "at") != 0)
			tell(&w.sink, name, v);
	}
	buf_char(out, '\n');
	json_free(event);
}

void text_events(struct buf *out, const struct buf *lines)
{
	const char *at = lines->data, *end = lines->size ? at + lines->size : at;

	while (at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));

		put_event(out, at, (size_t)(stop - at));
		at = stop + 1;
	}
}

void text_outcome(struct buf *out, const struct table *t, const struct buf *lines, int minimal)
{
	text_events(out, lines);
	if (minimal)
		return;
	buf_char(out, '\n');
	text_game(out, t);
}

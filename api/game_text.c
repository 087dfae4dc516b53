/* game_text.c - a game, its moves and its events, in words for a terminal. */
#include "api/board_text.h"

#include <string.h>

#include "api/absence.h"
#include "api/clock_json.h"
#include "api/clock_log.h"
#include "api/json.h"
#include "api/tell.h"
#include "api/words.h"

enum { MOVE_COLUMN = 9, EVENT_COLUMN = 7, SEAT_INDENT = 10, LINE_MAX = 64 * 1024, REQUESTS_MAX = 12 };

/* --- lines ---------------------------------------------------------------------- */

/* Append what was written into `line` as lines of the usual width, and be done with it. */
static void put_line(struct buf *out, struct buf *line, int column, int indent)
{
	if (line->size > 0)
		tell_wrapped(out, line->data, line->size, column, indent);
	buf_char(out, '\n');
	if (buf_failed(line))
		out->failed = 1;
	buf_free(line);
}

/* JSON that the engine wrote, to be told; NULL: no memory. */
static struct json *read_back(struct buf *out, struct buf *text)
{
	char why[160];
	struct json *v = buf_failed(text) ? NULL : json_parse(text->data, text->size, why);

	if (!v)
		out->failed = 1;
	buf_free(text);
	return v;
}

/* --- the game --------------------------------------------------------------------- */

static void put_title(struct buf *out, const struct table *t)
{
	buf_format(out, "%s  game %s  %s  version %lld%s%s%s\n", t->ruleset->title, t->meta.id, table_status(t),
		(long long)t->meta.version, *t->meta.name ? "  \"" : "", t->meta.name, *t->meta.name ? "\"" : "");
}

static void put_delay(struct buf *out, const struct table *t)
{
	if (t->series.spectator_delay)
		buf_format(out, "Spectators see it %d %s late until it is over.\n", t->series.spectator_delay,
			t->series.spectator_delay == 1 ? "move" : "moves");
}

static void put_clock(struct buf *out, const struct table *t)
{
	if (t->clock)
		clock_tell(t->clock, clock_on_timeout(t), out);
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

/* That its player is away, or wants to go. */
static void put_hands(struct buf *line, const struct table *t, int seat)
{
	if (absence_held(t, seat))
		buf_text(line, "(away, the built-in player holds the seat) ");
	if (t->meta.status == STORE_ACTIVE && t->seats[seat].offered_at)
		buf_text(line, "(offered to others) ");
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
		struct buf line;

		buf_format(out, "%c seat %d  %-8s %s%*s  ", waiting >> seat & 1 ? '>' : ' ', seat,
			t->seats[seat].colour, t->seats[seat].name, widest - text_width(t->seats[seat].name), "");
		buf_init(&line, LINE_MAX);
		put_hands(&line, t, seat);
		words_init(&w, &line, 0, "; ");
		game_describe_seat(t->game, t->tileset, seat, &w.sink);
		put_line(out, &line, SEAT_INDENT + 11 + widest, SEAT_INDENT);
	}
}

static void put_result(struct buf *out, const struct table *t)
{
	struct words w;
	struct buf line;

	buf_init(&line, LINE_MAX);
	buf_text(&line, "The game is over: ");
	words_init(&w, &line, 0, "; ");
	game_describe_result(t->game, t->tileset, &w.sink);
	put_line(out, &line, 0, 2);
}

static void put_turn(struct buf *out, const struct table *t)
{
	const struct turn *now = &t->game->now;
	unsigned waiting = table_waiting_for(t);
	struct buf line;

	if (now->phase == PHASE_OVER) {
		put_result(out, t);
		return;
	}
	buf_init(&line, LINE_MAX);
	buf_format(&line, "Turn %d of seat %d, phase %s; the game waits for seat", now->number, now->seat,
		phase_name((enum phase)now->phase));
	for (int seat = 0; seat < t->seat_count; seat++)
		if (waiting >> seat & 1)
			buf_format(&line, " %d", seat);
	buf_format(&line, "; %d tiles are left in the bag.", game_bag_left(t->game));
	put_line(out, &line, 0, 2);
	buf_char(out, '\n');
}

struct requests {
	struct buf *out;
	const struct table *t;
	int count;
};

static int put_request(void *arg, const struct action *a)
{
	struct requests *r = arg;
	struct json_out out;

	if (r->count++ == REQUESTS_MAX) {
		buf_text(r->out, "  ...\n");
		return 1;
	}
	buf_text(r->out, "  ");
	json_out_init(&out, r->out);
	sink_object(&out.sink, NULL);
	game_describe_action(r->t->game, r->t->tileset, a, &out.sink);
	sink_end(&out.sink);
	buf_char(r->out, '\n');
	return 0;
}

/* What is open to be decided, and the requests that decide it. */
static void put_pending(struct buf *out, const struct table *t)
{
	struct requests r = {out, t, 0};
	unsigned waiting = table_waiting_for(t);
	struct json_out written;
	struct json *list;
	struct buf text;

	buf_init(&text, LINE_MAX);
	json_out_init(&written, &text);
	sink_array(&written.sink, NULL);
	game_describe_pending(t->game, t->tileset, &written.sink);
	sink_end(&written.sink);
	list = read_back(out, &text);
	if (!list || !json_first(list)) {
		json_free(list);
		return;
	}
	buf_text(out, "To be decided:\n");
	for (const struct json *v = json_first(list); v; v = json_next(v)) {
		buf_text(out, "  ");
		tell_object(out, v, NULL, 2);
	}
	json_free(list);
	buf_format(out, "by one of these, sent to POST /v1/games/%s/actions:\n", t->meta.id);
	for (int seat = 0; seat < t->seat_count; seat++)
		if (waiting >> seat & 1)
			game_legal(t->game, t->tileset, seat, put_request, &r);
	buf_char(out, '\n');
}

/* What the ruleset keeps beside the board. */
static void put_rest(struct buf *out, const struct table *t)
{
	struct words w;
	size_t before = out->size;

	words_init(&w, out, 3, ", ");
	game_describe_added_view(t->game, t->tileset, &w.sink);
	if (out->size > before)
		buf_text(out, "\n\n");
}

void text_game(struct buf *out, const struct table *t)
{
	put_title(out, t);
	put_delay(out, t);
	put_clock(out, t);
	if (t->game)
		put_turn(out, t);
	put_seats(out, t);
	if (!t->game)
		return;
	buf_char(out, '\n');
	put_pending(out, t);
	put_rest(out, t);
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
	if (t->series.spectator_delay)
		buf_format(out, "  spectators %d late", t->series.spectator_delay);
	buf_char(out, '\n');
}

/* --- moves --------------------------------------------------------------------------- */

/* What kind of segment an action is about, for those who do not know the tile by heart. */
static const char *segment_type(const struct table *t, const struct action *a)
{
	const struct action_row *row = ruleset_action(t->ruleset, (enum action_type)a->type);
	int kind = action_kind(t->game, t->tileset, a);

	if (a->planet)
		return t->ruleset->words->segments[SHAPE_CENTRE];
	for (int i = 0; row && kind >= 0 && i < row->field_count; i++)
		if (row->fields[i] == FIELD_SEGMENT && a->segment < t->tileset->kinds[kind].segment_count)
			return t->ruleset->words->segments[t->tileset->kinds[kind].segments[a->segment].shape];
	return NULL;
}

/* Chances of the battles that a move would cause. */
static void put_odds(struct buf *out, const struct table *t, const struct action *a)
{
	struct json_out written;
	struct json *odds;
	struct buf text;

	if (!game_describe_odds(t->game, t->tileset, a, NULL))
		return;
	buf_init(&text, LINE_MAX);
	json_out_init(&written, &text);
	sink_object(&written.sink, NULL);
	game_describe_odds(t->game, t->tileset, a, &written.sink);
	sink_end(&written.sink);
	odds = read_back(out, &text);
	if (odds)
		tell_object(out, odds, NULL, MOVE_COLUMN);
	json_free(odds);
}

static void put_move(struct buf *out, const struct table *t, const struct move *m)
{
	const char *type = segment_type(t, &m->action);
	struct buf line;
	struct words w;

	buf_format(out, "  %-6s ", m->id);
	buf_init(&line, LINE_MAX);
	words_init(&w, &line, 0, ", ");
	game_describe_action(t->game, t->tileset, &m->action, &w.sink);
	if (type)
		buf_format(&line, " (%s)", type);
	put_line(out, &line, MOVE_COLUMN, MOVE_COLUMN + 2);
	put_odds(out, t, &m->action);
}

void text_legal(struct buf *out, const struct table *t, int seat, const struct moves *moves)
{
	unsigned waiting = table_waiting_for(t);

	buf_format(out, "Game %s, version %lld, phase %s: seat %d may\n", t->meta.id, (long long)t->meta.version,
		phase_name((enum phase)t->game->now.phase), seat);
	for (int i = 0; i < moves->count; i++)
		put_move(out, t, &moves->at[i]);
	if (absence_held(t, seat))
		buf_format(out, "         return: the built-in player holds the seat until its owner acts\n");
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

static void put_event(struct buf *out, const char *line, size_t size)
{
	static const char *const known[] = {"game", "seq", "at", NULL};
	char why[160];
	struct json *event = json_parse(line, size, why);
	int64_t seq = 0;

	if (!event)
		return;
	json_integer(json_member(event, "seq"), 0, INT32_MAX, &seq);
	buf_format(out, "%5d  ", (int)seq);
	tell_object(out, event, known, EVENT_COLUMN);
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

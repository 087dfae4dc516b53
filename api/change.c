/* change.c - a change of a game on its way into the store. */
#include "api/change.h"
#include "api/clock_log.h"

#include <string.h>

#include "api/absence.h"
#include "api/notice.h"
#include "api/standing.h"

static void clear(struct change *ch, struct call *c)
{
	memset(ch, 0, sizeof(*ch));
	ch->c = c;
	ch->at = c->now;
	ch->dry = c->dry_run;
	buf_init(&ch->lines, CHANGE_EVENTS_MAX);
}

static void set_base(struct change *ch)
{
	const struct table *t = ch->table;

	ch->before.status = t->meta.status;
	ch->before.turn = t->game ? t->game->now.number : 0;
	ch->before.waiting = absence_awaited(t);
	ch->before.seat_count = t->seat_count;
	for (int i = 0; i < t->seat_count; i++)
		memcpy(ch->before.players[i], t->seats[i].player, sizeof(ch->before.players[i]));
	ch->base = ch->table->meta.version;
	ch->entry_first = ch->base + 1;
}

int change_begin(struct change *ch, struct call *c, const char *game)
{
	struct table *newest;

	clear(ch, c);
	newest = ch->dry ? live_peek(c, game) : live_edit(c, game);
	if (!newest)
		return -1;
	ch->table = table_copy(newest);
	table_unref(newest);
	if (!ch->table)
		return fail(c, ERR_UNAVAILABLE, "no memory");
	set_base(ch);
	return 0;
}

void change_begin_new(struct change *ch, struct call *c, struct table *t)
{
	clear(ch, c);
	ch->table = t;
	set_base(ch);
}

struct sink *change_event(struct change *ch, const char *type, int seat)
{
	struct sink *out = &ch->out.sink;
	char at[TIME_TEXT];

	time_text(at, ch->at);
	json_out_init(&ch->out, &ch->lines);
	sink_object(out, NULL);
	sink_text(out, "game", ch->table->meta.id);
	sink_number(out, "seq", (long)++ch->table->meta.version);
	sink_text(out, "at", at);
	if (type)
		sink_text(out, "type", type);
	if (seat >= 0)
		sink_number(out, "seat", seat);
	return out;
}

void change_event_close(struct change *ch)
{
	sink_end(&ch->out.sink);
	buf_char(&ch->lines, '\n');
}

void change_engine_events(struct change *ch, const struct events *events, int count)
{
	const struct table *t = ch->table;

	for (int i = 0; i < count; i++) {
		struct sink *out = change_event(ch, NULL, -1);

		game_describe_event(t->game, t->tileset, &events->at[i], out);
		change_event_close(ch);
	}
}

int change_action(struct change *ch, const struct action *a, const struct events *events, int count)
{
	struct table *t = ch->table;

	change_engine_events(ch, events, count);
	if (t->game->now.phase == PHASE_OVER) {
		t->meta.status = STORE_FINISHED;
		t->meta.finished_at = ch->at;
	}
	return change_entry(ch, a->seat, a);
}

/*
 * A guard of the store said no: its game is not the one that was changed here.
 * There is one writer, so this is a row that somebody else has touched.
 */
static int check_kept(struct change *ch, enum store_result r)
{
	const char *id = ch->table->meta.id;

	if (r != STORE_CONFLICT)
		return store_ok(ch->c, r);
	api_log(ch->c->api, API_ERROR, "game=%s what=\"changed from outside\" why=\"%s\"", id,
		store_why(ch->c->conn));
	live_forget(api_live(ch->c->api), id);
	return fail(ch->c, ERR_UNAVAILABLE, "the game was changed from outside: try again");
}

int change_entry(struct change *ch, int seat, const struct action *a)
{
	struct store_entry entry = {
		.first = ch->entry_first,
		.last = ch->table->meta.version,
		.seat = (int16_t)seat,
		.has_action = a != NULL,
		.at = ch->at,
	};

	if (buf_failed(&ch->lines))
		return fail(ch->c, ERR_UNAVAILABLE, "no memory");
	if (a)
		action_encode(a, entry.action);
	for (int i = 0; a && i < GAME_SEATS_MAX; i++)
		if (i != seat)
			ch->table->since[i] = ch->at;
	/* A dry run that would reveal something at once has written no events. */
	if (ch->dry)
		return 0;
	entry.events = ch->lines.data + ch->entry_at;
	entry.events_size = ch->lines.size - ch->entry_at;
	ch->entry_at = ch->lines.size;
	ch->entry_first = entry.last + 1;
	return check_kept(ch, store_log_append(ch->c->conn, ch->table->meta.id, &entry));
}

int change_finish(struct change *ch)
{
	unsigned char snapshot[GAME_SNAPSHOT_MAX];
	struct table *t = ch->table;
	enum store_result r;

	t->meta.updated_at = ch->at;
	if (clock_keep(ch) < 0)
		return -1;
	if (t->game) {
		t->meta.snapshot_size = game_encode(t->game, t->tileset, snapshot);
		t->meta.snapshot = snapshot;
	}
	r = store_game_update(ch->c->conn, &t->meta, ch->base);
	t->meta.snapshot = NULL;
	t->meta.snapshot_size = 0;
	if (r != STORE_OK)
		return check_kept(ch, r);
	if (t->meta.status == STORE_FINISHED && ch->before.status == STORE_ACTIVE && !t->meta.imported &&
		standing_note(ch) < 0)
		return -1;
	if (notice_change(ch) < 0)
		return -1;
	/* Without it whoever follows reads the store. */
	if (ch->lines.size <= TABLE_RECENT_MAX)
		t->recent = blob_new(ch->lines.data, ch->lines.size);
	t->recent_after = ch->base;
	live_put(api_live(ch->c->api), table_ref(t));
	return 0;
}

void change_drop(struct change *ch)
{
	table_unref(ch->table);
	ch->table = NULL;
	buf_free(&ch->lines);
}

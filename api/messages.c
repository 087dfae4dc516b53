/*
 * messages.c - POST and GET of a game's messages.
 *
 * Who sits says something, before, during and after the game; whoever may see
 * the game reads what was said to the table.  What was said to a team is read
 * by the team's seats alone, also after the end.
 */
#include "api/messages.h"

#include <stdio.h>
#include <string.h>

#include "api/change.h"
#include "api/handlers.h"
#include "api/limit.h"
#include "api/name.h"
#include "api/refusal.h"
#include "api/show.h"
#include "storage/talk.h"

enum { PAGE = 50, PAGE_MAX = 200 };

/* The team of a place at the table; "": none. */
static const char *team_of(const struct table *t, int place)
{
	const char *team = place < 0 ? NULL : ruleset_seat_team(t->ruleset, t->options, t->seats[place].seat);

	return team ? team : "";
}

/* --- saying ------------------------------------------------------------------ */

static int read_message(struct change *ch, int place, struct store_talk *m)
{
	struct json_faults faults = {0};
	struct members members;
	int64_t expected;
	int team = 0;

	members_begin(&members, ch->c->body, "", &faults);
	members_line(&members, "text", REQUIRED, MESSAGE_CHARS, m->text, STORE_TALK);
	if (members_bool(&members, "team", OPTIONAL, &team) && team) {
		snprintf(m->team, sizeof(m->team), "%s", team_of(ch->table, place));
		if (!*m->team)
			json_fault(&faults, "/team", "cannot be: nobody plays in teams here");
	}
	if (call_expected_version(ch->c, &members, &expected) < 0)
		return -1;
	members_done(&members);
	if (fail_on_faults(ch->c, &faults) < 0)
		return -1;
	return check_version(ch->c, ch->table, expected);
}

/* So many in a minute, and so many in all. */
static int check_rate(struct call *c, const char *game)
{
	int64_t at, left;
	enum store_result r = store_talk_time(c->conn, game, c->player, MESSAGES_BURST, &at);

	if (r == STORE_NOT_FOUND)
		return 0;
	if (r != STORE_OK)
		return store_ok(c, r);
	left = at + MESSAGES_WINDOW * 1000 - c->now;
	if (left <= 0)
		return 0;
	c->retry_after = (int)((left + 999) / 1000);
	return fail(c, ERR_TOO_MANY, "%d messages in %d seconds are enough: wait %d seconds", MESSAGES_BURST,
		MESSAGES_WINDOW, c->retry_after);
}

/* What everybody may know of it. */
static void put_event(struct sink *out, const struct store_talk *m)
{
	sink_text(out, "player", m->player);
	sink_number(out, "message", (long)m->number);
	if (*m->team)
		sink_text(out, "team", m->team);
	else
		sink_text(out, "text", m->text);
	if (m->removed_at)
		sink_flag(out, "removed", 1);
}

static void put_message(struct sink *out, const struct store_talk *m)
{
	sink_number(out, "message", (long)m->number);
	sink_number(out, "seq", (long)m->seq);
	show_time(out, "at", m->at);
	sink_number(out, "seat", m->seat);
	sink_text(out, "player", m->player);
	if (*m->team)
		sink_text(out, "team", m->team);
	else
		sink_null(out, "team");
	sink_text(out, "text", m->text);
	if (m->removed_at)
		sink_flag(out, "removed", 1);
}

static int add_message(struct change *ch, int place, struct store_talk *m)
{
	struct call *c = ch->c;
	struct table *t = ch->table;
	enum store_result r;

	m->seq = t->meta.version + 1;
	m->seat = t->seats[place].seat;
	m->at = ch->at;
	memcpy(m->player, c->player, sizeof(m->player));
	r = store_talk_add(c->conn, t->meta.id, m);
	if (r != STORE_OK)
		return store_ok(c, r);
	if (m->number > MESSAGES_MAX)
		return fail(c, ERR_LIMIT_REACHED, "%d messages were said at this table: that is all it keeps", MESSAGES_MAX);
	put_event(change_event(ch, "message-posted", m->seat), m);
	change_event_close(ch);
	if (change_entry(ch, m->seat, NULL) < 0)
		return -1;
	return change_finish(ch);
}

static int say(struct change *ch)
{
	struct call *c = ch->c;
	struct table *t = ch->table;
	struct store_talk m = {0};
	struct json_out out;
	int place = table_seat_of(t, c->player);

	if (live_may_see(c, t) < 0)
		return -1;
	if (place < 0)
		return fail(c, ERR_NOT_SEATED, "only who sits at the table may say something there");
	if (read_message(ch, place, &m) < 0 || check_rate(c, t->meta.id) < 0
	    || limit_store(c, (int64_t)strlen(m.text)) < 0 || add_message(ch, place, &m) < 0)
		return -1;
	json_out_init(&out, &c->out);
	sink_object(&out.sink, NULL);
	put_message(&out.sink, &m);
	sink_end(&out.sink);
	table_etag(c, t);
	c->status = 201;
	return 0;
}

int h_message_post(struct call *c)
{
	struct change ch;
	int r = change_begin(&ch, c, c->params[0]);

	if (r == 0)
		r = say(&ch);
	change_drop(&ch);
	return r;
}

/* --- reading ----------------------------------------------------------------- */

struct page {
	struct json_out out;
	int left, more;
	int64_t last;
};

static int put_next(void *arg, const struct store_talk *m)
{
	struct page *p = arg;

	if (p->left-- == 0) {
		p->more = 1;
		return 1;
	}
	sink_object(&p->out.sink, NULL);
	put_message(&p->out.sink, m);
	sink_end(&p->out.sink);
	p->last = m->number;
	return 0;
}

static int answer_page(struct call *c, const struct table *t, int64_t after, int limit)
{
	struct page p = {.left = limit, .last = after};
	struct sink *out = &p.out.sink;
	enum store_result r;

	json_out_init(&p.out, &c->out);
	sink_object(out, NULL);
	sink_text(out, "game", t->meta.id);
	sink_array(out, "messages");
	/* Who sees the past has no seat now. */
	r = store_talk_list(c->conn, t->meta.id, team_of(t, t->past ? -1 : table_seat_of(t, c->player)), after,
		t->meta.version, limit + 1, put_next, &p);
	if (r != STORE_OK)
		return store_ok(c, r);
	sink_end(out);
	sink_number(out, "next", (long)p.last);
	sink_end(out);
	if (p.more)
		snprintf(c->link, sizeof(c->link), "</v1/games/%s/messages?after=%lld&limit=%d>; rel=\"next\"",
			t->meta.id, (long long)p.last, limit);
	return 0;
}

int h_messages_list(struct call *c)
{
	int64_t after, limit;
	struct table *t;
	int r;

	if (call_query_integer(c, "after", 0, STORE_SEQUENCE_MAX, 0, &after) < 0 ||
		call_query_integer(c, "limit", 1, PAGE_MAX, PAGE, &limit) < 0)
		return -1;
	t = live_get(c, c->params[0]);
	if (!t)
		return -1;
	r = answer_page(c, t, after, (int)limit);
	table_unref(t);
	return r;
}

/* --- removing ---------------------------------------------------------------- */

/* The event's line as it will be in the log. */
static void write_line(struct buf *line, const char *game, const struct store_talk *m)
{
	char at[TIME_TEXT];
	struct json_out out;

	time_text(at, m->at);
	json_out_init(&out, line);
	sink_object(&out.sink, NULL);
	sink_text(&out.sink, "game", game);
	sink_number(&out.sink, "seq", (long)m->seq);
	sink_text(&out.sink, "at", at);
	sink_text(&out.sink, "type", "message-posted");
	sink_number(&out.sink, "seat", m->seat);
	put_event(&out.sink, m);
	sink_end(&out.sink);
	buf_char(line, '\n');
}

int message_remove(struct call *c, const char *game, int64_t number)
{
	struct store_talk m;
	struct buf line;
	enum store_result r = store_talk_get(c->conn, game, number, &m);

	if (r == STORE_NOT_FOUND)
		return fail(c, ERR_NOT_FOUND, "there is no message %lld in game %s", (long long)number, game);
	if (r != STORE_OK)
		return store_ok(c, r);
	if (m.removed_at)
		return fail(c, ERR_NOT_FOUND, "message %lld was removed before", (long long)number);
	m.text[0] = '\0';
	m.removed_at = c->now;
	buf_init(&line, 2 * STORE_TALK);
	write_line(&line, game, &m);
	r = buf_failed(&line) ? STORE_UNAVAILABLE
		: store_talk_remove(c->conn, game, number, c->now, line.data, line.size);
	buf_free(&line);
	return r == STORE_OK ? 0 : store_ok(c, r);
}

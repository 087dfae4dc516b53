/*
 * chat.c - a notice in words, as the services where people talk take it.
 *
 * Names and messages are somebody else's words: they may call nobody ("@everyone"),
 * mark nothing up, link to nothing and break no line.  So every text goes through one
 * writer, which knows what is whose, what the format escapes, and how much it takes.
 *
 * What each service takes:
 *	Discord		execute webhook: content up to 2,000 characters, allowed_mentions
 *	Slack		incoming webhook: text, where & < > are escaped
 *	Telegram	sendMessage: chat_id, text up to 4,096 characters
 *	Matrix		PUT .../send/m.room.message/{txnId}: the message's id is the txnId
 *	ntfy		publish as JSON to the server's root: topic, title, message, click
 */
#include "api/webhook.h"

#include <stdio.h>
#include <string.h>

#include "api/clock.h"

enum {
	QUOTE_MAX = 300,		/* bytes of a message of the table that are told */
	TITLE_MAX = 200,
	BODY_MAX = 64 * 1024
};

/* Characters (of UTF-16) that a text may have, and the characters that mean something there. */
static const struct { int most; const char *escaped; } formats[FORMAT_COUNT] = {
	[FORMAT_RAW] = {4000, ""},
	[FORMAT_DISCORD] = {2000, "\\*_~`|>#[]()<-:"},
	[FORMAT_SLACK] = {4000, "&<>"},
	[FORMAT_TELEGRAM] = {4096, ""},
	[FORMAT_MATRIX] = {4000, ""},
	[FORMAT_NTFY] = {1300, ""},	/* 4,096 bytes */
};

/* --- the writer ---------------------------------------------------------------------- */

struct pen {
	struct buf *out;
	enum webhook_format format;
	int left;			/* characters; below 0: something was left out */
};

/* `size` bytes that count as so many characters; all of them or none, and then none any more. */
static void put_piece(struct pen *p, const char *text, size_t size, int units)
{
	if (p->left < units) {
		p->left = -1;
		return;
	}
	p->left -= units;
	buf_bytes(p->out, text, size);
}

/* Bytes of the character at `text`, of valid UTF-8. */
static size_t char_size(const char *text)
{
	unsigned char c = (unsigned char)*text;

	return c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

/* Our own words: plain ASCII that means nothing special anywhere. */
static void own(struct pen *p, const char *text)
{
	put_piece(p, text, strlen(text), (int)strlen(text));
}

/* Characters that steer instead of being seen: controls, directions of writing, no width. */
static int is_control(const char *text, size_t size)
{
	unsigned char a = (unsigned char)text[0], b = (unsigned char)text[1];
	unsigned char d = size > 2 ? (unsigned char)text[2] : 0;

	if (size == 1)
		return a < 0x20 || a == 0x7f;
	if (size == 2)
		return a == 0xc2 && b < 0xa0;
	if (size == 3 && a == 0xe2)
		return (b == 0x80 && ((d >= 0x8b && d <= 0x8f) || (d >= 0xa8 && d <= 0xae)))
			|| (b == 0x81 && d >= 0xa0 && d <= 0xaf);
	return size == 3 ? a == 0xef && b == 0xbb && d == 0xbf : a == 0xf3 && b == 0xa0;
}

/* An escaped character of the format; 0: it is none. */
static int put_escaped(struct pen *p, char c)
{
	char text[8] = {'\\', c};

	if (!strchr(formats[p->format].escaped, c))
		return 0;
	if (p->format == FORMAT_SLACK)
		snprintf(text, sizeof(text), "%s", c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&gt;");
	put_piece(p, text, strlen(text), (int)strlen(text));
	return 1;
}

/* Somebody else's words, at most `most` bytes of them. */
static void foreign(struct pen *p, const char *text, size_t most)
{
	const char *end = text + strlen(text);

	for (size_t size; text < end; text += size) {
		size = char_size(text);
		if (size > (size_t)(end - text))
			break;
		if (size > most) {
			own(p, "...");
			break;
		}
		most -= size;
		if (is_control(text, size))
			continue;
		if (*text == '@')
			put_piece(p, "\xef\xbc\xa0", 3, 1);		/* the same, but full width: calls nobody */
		else if (*text == '/' && text[1] == '/')
			put_piece(p, "/ ", 2, 2);			/* no link of its own accord */
		else if (!put_escaped(p, *text))
			put_piece(p, text, size, size == 4 ? 2 : 1);
	}
}

static void number(struct pen *p, long value)
{
	char text[24];

	snprintf(text, sizeof(text), "%ld", value);
	own(p, text);
}

/* An address of ours: nothing in it has to be escaped, and it must come out whole. */
static void address(struct pen *p, const struct chat *chat, const char *path, const char *tail)
{
	char url[400];

	snprintf(url, sizeof(url), "%s%s%s%s", chat->public_url, path, chat->table->meta.id, tail);
	own(p, url);
}

/* --- who -------------------------------------------------------------------------------- */

static void put_seat(struct pen *p, const struct table *t, int seat)
{
	for (int i = 0; i < t->seat_count; i++)
		if (t->seats[i].seat == seat) {
			foreign(p, t->seats[i].name, STORE_NAME);
			return;
		}
	own(p, "seat ");
	number(p, seat);
}

/* "Ada, Bob and Cid" */
static void put_seats(struct pen *p, const struct table *t, unsigned seats)
{
	for (int seat = 0; seats; seat++) {
		unsigned bit = 1u << seat;

		if (!(seats & bit))
			continue;
		seats &= ~bit;
		put_seat(p, t, seat);
		if (seats)
			own(p, seats & (seats - 1) ? ", " : " and ");
	}
}

/* --- what happened --------------------------------------------------------------------------- */

/* Of a seat; what the engine computes from it is not told. */
static const struct { const char *type, *words; } deeds[] = {
	{"seat-taken", "sat down"}, {"seat-left", "left the table"}, {"tile-placed", "placed a tile"},
	{"piece-placed", "placed a piece"}, {"piece-retrieved", "took a piece back"},
	{"battle-fought", "fought a battle"}, {"undone", "took something back"},
	{"seat-resigned", "resigned"}, {"seat-timed-out", "ran out of time"},
	{"turn-reminder", "is reminded of the turn"},
	{"stand-in-began", "is away: the built-in player plays on"}, {"stand-in-ended", "is back"},
	{"seat-offered", "offers the seat"}, {"seat-handed-over", "took the seat over"},
	{"pause-asked", "asks for a pause"}, {"pause-declined", "wants no pause"},
	{"rematch-offered", "offers another game"},
};
static const struct { const char *type, *words; } happenings[] = {
	{"game-started", "The game has begun."}, {"game-aborted", "The game was called off."},
	{"game-finished", "The game is over."}, {"clock-paused", "The clock is paused."},
	{"clock-resumed", "The clock runs again."}, {"seat-offered", "A seat is free to be taken over."},
};

struct story {
	struct pen *pen;
	const struct table *table;
	int seat;				/* of the sentence under way; -1: there is none */
	const char *last;			/* what was said of it */
};

static void end_sentence(struct story *s)
{
	if (s->seat >= 0)
		own(s->pen, ".\n");
	s->seat = -1;
	s->last = NULL;
}

static void tell_deed(struct story *s, int seat, const char *words)
{
	if (seat == s->seat && s->last == words)
		return;
	if (seat == s->seat) {
		own(s->pen, ", ");
	} else {
		end_sentence(s);
		put_seat(s->pen, s->table, seat);
		own(s->pen, " ");
	}
	own(s->pen, words);
	s->seat = seat;
	s->last = words;
}

/* Somebody says something to the whole table. */
static void tell_message(struct story *s, int seat, const struct json *event)
{
	const char *text = json_string(json_member(event, "text"));

	end_sentence(s);
	put_seat(s->pen, s->table, seat);
	own(s->pen, text && *text ? ": " : " has written something");
	if (text && *text)
		foreign(s->pen, text, QUOTE_MAX);
	own(s->pen, "\n");
}

static void tell_event(struct story *s, const struct json *event)
{
	const char *type = json_string(json_member(event, "type"));
	int64_t seat = -1;

	if (!type)
		return;
	if (json_integer(json_member(event, "seat"), 0, GAME_SEATS_MAX - 1, &seat) == 0) {
		if (strcmp(type, "message-posted") == 0) {
			tell_message(s, (int)seat, event);
			return;
		}
		for (size_t i = 0; i < sizeof(deeds) / sizeof(deeds[0]); i++)
			if (strcmp(deeds[i].type, type) == 0) {
				tell_deed(s, (int)seat, deeds[i].words);
				return;
			}
	}
	for (size_t i = 0; i < sizeof(happenings) / sizeof(happenings[0]); i++)
		if (strcmp(happenings[i].type, type) == 0) {
			end_sentence(s);
			own(s->pen, happenings[i].words);
			own(s->pen, "\n");
			return;
		}
}

static void tell_events(struct pen *p, const struct chat *chat)
{
	struct story s = {p, chat->table, -1, NULL};
	const char *at = chat->events->data, *end = chat->events->size ? at + chat->events->size : at;
	char why[160];

	while (at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		struct json *event = json_parse(at, (size_t)(stop - at), why);

		if (event)
			tell_event(&s, event);
		json_free(event);
		at = stop + 1;
	}
	end_sentence(&s);
}

/* --- what now ------------------------------------------------------------------------------------ */

static const char *const phase_words[PHASES] = {
	[PHASE_DRAW] = "to draw a tile", [PHASE_PLACE] = "to place the tile",
	[PHASE_PIECE] = "to place a piece or not", [PHASE_DECIDE] = "to decide",
	[PHASE_BATTLE] = "to fight a battle", [PHASE_DELIVER] = "to deliver or to end the turn", [PHASE_OVER] = "",
};

static void tell_scores(struct pen *p, const struct table *t)
{
	own(p, t->game->now.phase == PHASE_OVER ? "Result: " : "Points: ");
	for (int i = 0; i < t->seat_count; i++) {
		own(p, i ? ", " : "");
		put_seat(p, t, i);
		own(p, " ");
		number(p, game_score(t->game, t->tileset, i));
	}
	own(p, ".\n");
}

/* "until 2030-01-31 10:00 UTC" */
static void tell_deadline(struct pen *p, const struct table *t)
{
	char at[TIME_TEXT];

	if (!t->clock || !t->clock->deadline)
		return;
	time_text(at, t->clock->deadline);
	at[10] = at[16] = '\0';
	own(p, " until ");
	own(p, at);
	own(p, " ");
	own(p, at + 11);
	own(p, " UTC");
}

static void tell_now(struct pen *p, const struct chat *chat)
{
	const struct table *t = chat->table;
	unsigned waiting = table_waiting_for(t);

	/* Who sees the game late learns nothing of how it stands. */
	if (chat->version < t->meta.version)
		return;
	if (t->meta.status == STORE_LOBBY) {
		number(p, t->seat_count);
		own(p, " of ");
		number(p, table_seats(t));
		own(p, " seats are taken.\n");
	}
	if (!t->game)
		return;
	tell_scores(p, t);
	if (!waiting)
		return;
	own(p, "Turn ");
	number(p, t->game->now.number);
	own(p, ": ");
	put_seats(p, t, waiting);
	own(p, waiting & (waiting - 1) ? " have " : " has ");
	own(p, phase_words[t->game->now.phase]);
	tell_deadline(p, t);
	own(p, ".\n");
}

static void tell_links(struct pen *p, const struct chat *chat)
{
	if (!*chat->public_url)
		return;
	address(p, chat, "/games/", "");
	own(p, "\n");
	address(p, chat, "/v1/games/", "/board.png");
	own(p, "\n");
}

/* "It is your turn" where the receiver is one person; with the names where it may be many. */
static void tell_title(struct pen *p, const struct chat *chat)
{
	const struct table *t = chat->table;

	if (chat->seats && chat->webhook->target == STORE_OWN_GAMES) {
		own(p, "Your turn: ");
	} else if (chat->seats) {
		put_seats(p, t, chat->seats);
		own(p, chat->seats & (chat->seats - 1) ? " are to act: " : " is to act: ");
	}
	own(p, t->ruleset->title);
	own(p, " ");
	own(p, t->meta.id);
	if (*t->meta.name) {
		own(p, " ");
		foreign(p, t->meta.name, STORE_NAME);
	}
}

/* --- the text ---------------------------------------------------------------------------------------- */

/*
 * The end is written first: what now and the links are worth more than all that
 * happened, which gets the room that is left.
 */
static void write_text(const struct chat *chat, enum webhook_format format, int title, struct buf *out)
{
	struct pen p = {.format = format, .left = formats[format].most - 4};
	struct buf tail;

	if (!chat->table) {
		p.out = out;
		own(&p, "This is a test from meepled: notices will come here.");
		return;
	}
	buf_init(&tail, BODY_MAX);
	p.out = &tail;
	tell_now(&p, chat);
	tell_links(&p, chat);
	p.out = out;
	if (title) {
		tell_title(&p, chat);
		own(&p, "\n");
	}
	tell_events(&p, chat);
	if (p.left < 0)
		buf_text(out, "...\n");
	buf_bytes(out, tail.data ? tail.data : "", tail.size);
	if (buf_failed(&tail))
		out->failed = 1;
	buf_free(&tail);
	/* No empty line at the end. */
	if (out->size > 0 && out->data[out->size - 1] == '\n')
		out->data[--out->size] = '\0';
}

/* --- requests ------------------------------------------------------------------------------------------- */

static void put_discord(const struct chat *chat, const char *text, struct json_out *o, struct chat_request *out)
{
	(void)chat;
	(void)out;
	sink_text(&o->sink, "content", text);
	sink_object(&o->sink, "allowed_mentions");
	sink_array(&o->sink, "parse");
	sink_end(&o->sink);
	sink_end(&o->sink);
	sink_number(&o->sink, "flags", 4);	/* no previews of the links */
}

static void put_slack(const struct chat *chat, const char *text, struct json_out *o, struct chat_request *out)
{
	(void)chat;
	(void)out;
	sink_text(&o->sink, "text", text);
	sink_flag(&o->sink, "mrkdwn", 0);
	sink_flag(&o->sink, "unfurl_links", 0);
	sink_flag(&o->sink, "unfurl_media", 0);
}

static void put_telegram(const struct chat *chat, const char *text, struct json_out *o, struct chat_request *out)
{
	char chat_id[WEBHOOK_SETTING + 1];

	(void)out;
	webhook_setting(chat->webhook, "chat_id", chat_id);
	sink_text(&o->sink, "chat_id", chat_id);
	sink_text(&o->sink, "text", text);
	sink_object(&o->sink, "link_preview_options");
	sink_flag(&o->sink, "is_disabled", 1);
	sink_end(&o->sink);
}

/* Everything but what is unreserved as %XX. */
static void put_encoded(char *url, size_t room, const char *text)
{
	size_t at = strlen(url);

	for (; *text && at + 4 < room; text++) {
		char c = *text;

		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("-._~", c)) {
			url[at++] = c;
			url[at] = '\0';
		} else {
			at += (size_t)snprintf(url + at, room - at, "%%%02X", (unsigned char)c);
		}
	}
}

static void put_matrix(const struct chat *chat, const char *text, struct json_out *o, struct chat_request *out)
{
	char room[WEBHOOK_SETTING + 1];
	const char *path = webhook_url_path(chat->webhook->url);
	size_t at;

	webhook_setting(chat->webhook, "room", room);
	out->method = "PUT";
	snprintf(out->url, sizeof(out->url), "%.*s/_matrix/client/v3/rooms/", (int)(path - chat->webhook->url),
		chat->webhook->url);
	put_encoded(out->url, sizeof(out->url), room);
	at = strlen(out->url);
	snprintf(out->url + at, sizeof(out->url) - at, "/send/m.room.message/%s", chat->message->id);
	sink_text(&o->sink, "msgtype", "m.text");
	sink_text(&o->sink, "body", text);
	sink_object(&o->sink, "m.mentions");
	sink_end(&o->sink);
}

static void put_ntfy(const struct chat *chat, const char *text, struct json_out *o, struct chat_request *out)
{
	const char *topic = strrchr(out->url, '/') + 1;
	struct pen p = {.format = FORMAT_NTFY, .left = TITLE_MAX};
	char link[400];
	struct buf title;

	sink_text(&o->sink, "topic", topic);
	buf_init(&title, BODY_MAX);
	p.out = &title;
	if (chat->table)
		tell_title(&p, chat);
	else
		own(&p, "meepled");
	if (buf_failed(&title))
		o->buf->failed = 1;
	else
		sink_text(&o->sink, "title", title.data);
	buf_free(&title);
	sink_text(&o->sink, "message", text);
	if (chat->table && *chat->public_url) {
		snprintf(link, sizeof(link), "%s/games/%s", chat->public_url, chat->table->meta.id);
		sink_text(&o->sink, "click", link);
	}
	sink_array(&o->sink, "tags");
	sink_text(&o->sink, NULL, "game_die");
	sink_end(&o->sink);
	out->url[topic - out->url] = '\0';
}

static void (*const put_formats[FORMAT_COUNT])(const struct chat *chat, const char *text, struct json_out *o,
	struct chat_request *out) = {
	[FORMAT_DISCORD] = put_discord, [FORMAT_SLACK] = put_slack, [FORMAT_TELEGRAM] = put_telegram,
	[FORMAT_MATRIX] = put_matrix, [FORMAT_NTFY] = put_ntfy,
};

int chat_write(const struct chat *chat, struct chat_request *out)
{
	enum webhook_format format = (enum webhook_format)chat->webhook->format;
	struct json_out o;
	struct buf text;

	out->method = "POST";
	snprintf(out->url, sizeof(out->url), "%s", chat->webhook->url);
	buf_init(&out->body, BODY_MAX);
	buf_init(&text, BODY_MAX);
	write_text(chat, format, format != FORMAT_NTFY, &text);
	if (!buf_failed(&text)) {
		json_out_init(&o, &out->body);
		sink_object(&o.sink, NULL);
		put_formats[format](chat, text.data ? text.data : "", &o, out);
		sink_end(&o.sink);
	}
	if (buf_failed(&text))
		out->body.failed = 1;
	buf_free(&text);
	return buf_failed(&out->body) ? -1 : 0;
}

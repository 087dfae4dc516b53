/*
 * notice.c - who must be told of a change.
 *
 * Which players and games have webhooks at all is kept in memory as a few bits by
 * hash: a bit too many costs a look into the store, and that is all it costs.
 * Bits are never taken away; the next start does.
 */
#include "api/notice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/absence.h"
#include "api/hash.h"
#include "api/inside.h"
#include "storage/managed.h"

enum {
	KEY_BITS = 1 << 16,
	PERSONS_MAX = 2 * GAME_SEATS_MAX + 1,	/* who sit, who sat, who made it */
	LISTENERS_MAX = 4 * PERSONS_MAX		/* and their managers */
};

/* The writer's alone. */
struct notices {
	int some;				/* there is a webhook */
	int managed;				/* one for managed players */
	int grew;
	unsigned char keys[KEY_BITS / 8];	/* by hash of player or game */
};

/* --- events ---------------------------------------------------------------------- */

/* Whom news of a type is for, besides those who want everything. */
enum audience {
	NOBODY,			/* it is part of playing: what the turn's notice tells */
	ALL,			/* everybody whose game it is */
	OTHERS,			/* all but who did it */
	THE_SEAT,		/* whose seat it is */
	THE_OTHER_SEATS,	/* whose seat it is not */
	THE_MAKER		/* who made the game, unless he did it */
};

/* Engine's events are NOBODY's unless they are here, too. */
static const struct { const char *type; enum audience audience; } audiences[] = {
	{"game-started", OTHERS}, {"game-finished", ALL}, {"seat-resigned", THE_OTHER_SEATS},
	{"seat-timed-out", ALL},
	{"game-created", NOBODY}, {"seat-taken", THE_MAKER}, {"seat-left", THE_MAKER}, {"game-aborted", OTHERS},
	{"clock-started", NOBODY}, {"turn-reminder", THE_SEAT}, {"hours-set", NOBODY}, {"vacation-set", NOBODY},
	{"pause-asked", THE_OTHER_SEATS}, {"pause-agreed", NOBODY}, {"pause-declined", THE_OTHER_SEATS},
	{"clock-paused", OTHERS}, {"clock-resumed", OTHERS}, {"clock-credited", NOBODY},
	{"message-posted", THE_OTHER_SEATS}, {"rematch-offered", THE_OTHER_SEATS}, {"stand-in-began", THE_SEAT},
	{"stand-in-ended", NOBODY}, {"seat-offered", THE_OTHER_SEATS}, {"seat-offer-ended", NOBODY},
	{"seat-handed-over", OTHERS},
};

enum { AUDIENCES = sizeof(audiences) / sizeof(audiences[0]) };

static int find_audience(const char *type)
{
	for (int i = 0; i < AUDIENCES; i++)
		if (strcmp(audiences[i].type, type) == 0)
			return i;
	return -1;
}

/* First the engine's, then those that only stand in the table. */
const char *notice_event_name(int i)
{
	int seen = EVENT_TYPES;

	if (i < EVENT_TYPES)
		return event_type_name((enum event_type)i);
	for (int k = 0; k < AUDIENCES; k++) {
		int engine = 0;

		for (int e = 0; e < EVENT_TYPES && !engine; e++)
			engine = strcmp(event_type_name((enum event_type)e), audiences[k].type) == 0;
		if (!engine && seen++ == i)
			return audiences[k].type;
	}
	return NULL;
}

static uint64_t bit_of(const char *type, size_t size)
{
	const char *name;

	for (int i = 0; (name = notice_event_name(i)); i++)
		if (strncmp(name, type, size) == 0 && !name[size])
			return 1ull << i;
	return 0;
}

uint64_t notice_mask(const char *names)
{
	uint64_t mask = 0;

	while (*names) {
		size_t size = strcspn(names, " ");

		mask |= bit_of(names, size);
		names += size + (names[size] == ' ');
	}
	return mask ? mask : UINT64_MAX;
}

int notice_passes(uint64_t mask, const char *type)
{
	return mask == UINT64_MAX || (bit_of(type, strlen(type)) & mask) != 0;
}

/* --- what is there ------------------------------------------------------------------ */

static int has_key(const struct notices *n, const char *id)
{
	uint32_t bit = hash_id(id) % KEY_BITS;

	return n->keys[bit / 8] >> bit % 8 & 1;
}

static void set_key(struct notices *n, const char *id)
{
	uint32_t bit = hash_id(id) % KEY_BITS;

	n->keys[bit / 8] |= (unsigned char)(1u << bit % 8);
}

static int add(void *arg, const struct store_webhook *w)
{
	struct notices *n = arg;

	n->some = 1;
	n->managed |= w->target == STORE_MANAGED_GAMES;
	set_key(n, w->target == STORE_ONE_GAME ? w->game : w->owner);
	return 0;
}

struct notices *notices_open(struct api *api, struct store_conn *reader, char why[240])
{
	struct notices *n = calloc(1, sizeof(*n));

	(void)api;
	if (!n) {
		snprintf(why, 240, "out of memory");
		return NULL;
	}
	if (store_webhook_list(reader, NULL, add, n) == STORE_OK)
		return n;
	snprintf(why, 240, "%s", store_why(reader));
	free(n);
	return NULL;
}

void notices_close(struct notices *n)
{
	free(n);
}

void notices_add(struct api *api, const struct store_webhook *w)
{
	add(api->notices, w);
}

void notices_grew(struct api *api)
{
	api->notices->grew = 1;
}

void notices_batch_end(struct api *api, int committed)
{
	struct notices *n = api->notices;
	int grew = n->grew;

	n->grew = 0;
	if (grew && committed && api->config.outbox_grew)
		api->config.outbox_grew(api->config.arg);
}

/* --- a change, as the choice sees it --------------------------------------------------- */

struct happened {
	char type[40];
	int seat;				/* -1: of none */
	unsigned team;				/* seats that it is meant for; 0: for all */
};

struct notice {
	struct change *ch;
	int read;				/* the events were */
	struct happened *events;
	int event_count;
	unsigned handed;			/* seats that the game newly waits for */
	int actor;				/* the seat of who has done it, or -1 */
	int maker_acts;
	struct store_webhook **matches;		/* of one listener; owned */
	int match_count, match_room;
	int failed;
};

/* A seat as JSON has it, or -1. */
static int seat_of(const struct json *event)
{
	int64_t seat;

	return json_integer(json_member(event, "seat"), 0, GAME_SEATS_MAX - 1, &seat) == 0 ? (int)seat : -1;
}

static int read_event(struct happened *out, const char *line, size_t size)
{
	char why[160];
	struct json *event = json_parse(line, size, why);
	const char *type = event ? json_string(json_member(event, "type")) : NULL;
	const struct json *team = event ? json_member(event, "team") : NULL;
	int64_t seat;

	*out = (struct happened){.seat = -1};
	if (type) {
		snprintf(out->type, sizeof(out->type), "%s", type);
		out->seat = seat_of(event);
	}
	for (team = team && json_type(team) == JSON_ARRAY ? json_first(team) : NULL; team; team = json_next(team))
		if (json_integer(team, 0, GAME_SEATS_MAX - 1, &seat) == 0)
			out->team |= 1u << seat;
	json_free(event);
	return type ? 0 : -1;
}

/* On first use: most changes are about nobody who has a webhook. */
static int read_events(struct notice *n)
{
	const struct buf *lines = &n->ch->lines;
	const char *at = lines->data, *end = at + lines->size;
	int64_t room = n->ch->table->meta.version - n->ch->base;

	if (n->read)
		return n->failed ? -1 : 0;
	n->read = 1;
	n->events = calloc((size_t)room, sizeof(*n->events));
	if (!n->events) {
		n->failed = 1;
		return fail(n->ch->c, ERR_UNAVAILABLE, "no memory");
	}
	while (at < end && n->event_count < room) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));

		if (!stop)
			stop = end;
		if (read_event(&n->events[n->event_count], at, (size_t)(stop - at)) == 0)
			n->event_count++;
		at = stop + 1;
	}
	return 0;
}

/* Seats that wait now and did not before, or did in another turn. */
static unsigned handed_over(const struct change *ch)
{
	const struct table *t = ch->table;
	unsigned waiting = absence_awaited(t);

	if (!t->game)
		return 0;
	return t->game->now.number == ch->before.turn ? waiting & ~ch->before.waiting : waiting;
}

static int is_news(const struct notice *n, const struct happened *e, unsigned seats, int is_maker)
{
	int i = find_audience(e->type);
	unsigned own = e->seat >= 0 ? 1u << e->seat & seats : 0;
	unsigned others = seats & ~(n->actor >= 0 ? 1u << n->actor : 0);

	switch (i < 0 ? NOBODY : audiences[i].audience) {
	case NOBODY:
		return 0;
	case ALL:
		return 1;
	case OTHERS:
		return others != 0 || (is_maker && !n->maker_acts);
	case THE_SEAT:
		return own != 0;
	case THE_OTHER_SEATS:
		return (e->team ? seats & e->team & ~own : seats & ~own) != 0;
	case THE_MAKER:
		return is_maker && !n->maker_acts;
	}
	return 0;
}

/* What a webhook is told; -1: nothing. */
static int choose_kind(const struct notice *n, const struct store_webhook *w, unsigned seats, int is_maker,
	unsigned *turns)
{
	uint64_t mask = notice_mask(w->events);
	int news = 0, any = 0;

	*turns = seats & n->handed & ~(n->actor >= 0 ? 1u << n->actor : 0);
	for (int i = 0; i < n->event_count; i++) {
		if (!notice_passes(mask, n->events[i].type))
			continue;
		any = 1;
		news |= is_news(n, &n->events[i], seats, is_maker);
	}
	if (w->when == WHEN_ALL)
		return any ? NOTICE_EVENTS : -1;
	if (news)
		return NOTICE_NEWS;
	return *turns ? NOTICE_TURN : -1;
}

/* --- writing ------------------------------------------------------------------------------ */

/* What is beyond the limit is not kept, and nothing after it either: else there would be a gap. */
static int overflow(struct notice *n, struct store_webhook *w, const struct store_message *m, int64_t most)
{
	struct store_delivery d = {.message = *m, .at = n->ch->at, .outcome = STORE_DROPPED};
	struct call *c = n->ch->c;

	snprintf(w->reason, sizeof(w->reason), "%lld messages wait for this endpoint, more are not kept: what is "
		"newer can be read from the games' events", (long long)most);
	memcpy(d.reason, w->reason, sizeof(d.reason));
	w->state = STORE_WEBHOOK_DISABLED;
	w->updated_at = n->ch->at;
	if (store_ok(c, store_webhook_update(c->conn, w)) < 0)
		return -1;
	return store_ok(c, store_delivery_add(c->conn, &d));
}

static int tell(struct notice *n, struct store_webhook *w, unsigned seats, int is_maker)
{
	const struct table *t = n->ch->table;
	struct call *c = n->ch->c;
	int64_t most = c->api->config.outbox_max > 0 ? c->api->config.outbox_max : OUTBOX_MAX;
	struct store_message m = {.first = n->ch->base + 1, .last = t->meta.version, .created_at = n->ch->at,
		.due_at = n->ch->at > 0 ? n->ch->at : 1, .turn = t->game ? t->game->now.number : 0};
	unsigned turns;
	int kind;

	if (w->state != STORE_WEBHOOK_ACTIVE)
		return 0;
	if (read_events(n) < 0)
		return -1;
	kind = choose_kind(n, w, seats, is_maker, &turns);
	if (kind < 0)
		return 0;
	m.kind = (uint8_t)kind;
	m.seats = turns;
	memcpy(m.webhook, w->id, sizeof(m.webhook));
	memcpy(m.game, t->meta.id, sizeof(m.game));
	snprintf(m.id, sizeof(m.id), "msg_%s_%lld_%s", t->meta.id, (long long)m.last, w->id);
	notices_grew(c->api);
	if (w->queued >= most)
		return overflow(n, w, &m, most);
	return store_ok(c, store_outbox_add(c->conn, &m));
}

static void forget_matches(struct notice *n)
{
	while (n->match_count > 0)
		free(n->matches[--n->match_count]);
}

/* Kept for later: a callback of the store may not change anything. */
static int keep_match(void *arg, const struct store_webhook *w)
{
	struct notice *n = arg;
	struct store_webhook *copy = malloc(sizeof(*copy));

	if (n->match_count == n->match_room && copy) {
		int room = n->match_room ? 2 * n->match_room : 16;
		struct store_webhook **larger = realloc(n->matches, (size_t)room * sizeof(*larger));

		if (larger) {
			n->matches = larger;
			n->match_room = room;
		}
	}
	if (!copy || n->match_count == n->match_room) {
		free(copy);
		n->failed = 1;
		return 1;
	}
	*copy = *w;
	n->matches[n->match_count++] = copy;
	return 0;
}

/* --- who listens ---------------------------------------------------------------------------- */

struct listener {
	char player[STORE_PLAYER_ID + 1];
	unsigned own, managed;			/* seats */
	int is_person;				/* sits, sat, or made the game */
	int is_manager;				/* of one of those */
	int is_maker, manages_maker;
};

struct listeners {
	int count;
	const struct listener *managed;		/* whose managers are being added */
	struct listener at[LISTENERS_MAX];
};

static struct listener *listener(struct listeners *l, const char *player)
{
	for (int i = 0; i < l->count; i++)
		if (strcmp(l->at[i].player, player) == 0)
			return &l->at[i];
	if (!*player || l->count == LISTENERS_MAX)
		return NULL;
	memcpy(l->at[l->count].player, player, strlen(player) + 1);
	return &l->at[l->count++];
}

static void add_person(struct listeners *l, const char *player, unsigned seats, int is_maker)
{
	struct listener *p = listener(l, player);

	if (!p)
		return;
	p->is_person = 1;
	p->own |= seats;
	p->is_maker |= is_maker;
}

/* Whoever made the game counts as one of it until it has begun. */
static void add_persons(struct listeners *l, const struct change *ch)
{
	const struct table *t = ch->table;

	for (int i = 0; i < t->seat_count; i++)
		add_person(l, t->seats[i].player, 1u << t->seats[i].seat, 0);
	for (int i = 0; i < ch->before.seat_count; i++)
		add_person(l, ch->before.players[i], 0, 0);
	if (ch->before.status == STORE_LOBBY)
		add_person(l, t->meta.creator, 0, 1);
}

static int add_manager(void *arg, const struct store_managed *row)
{
	struct listeners *l = arg;
	const struct listener of = *l->managed;
	struct listener *p = listener(l, row->manager);

	if (!p)
		return 1;
	p->is_manager = 1;
	p->managed |= of.own;
	p->manages_maker |= of.is_maker;
	return 0;
}

static int add_managers(struct listeners *l, struct call *c)
{
	int persons = l->count, r = 0;

	for (int i = 0; r == 0 && i < persons && c->api->notices->managed; i++) {
		l->managed = &l->at[i];
		r = store_ok(c, store_managers(c->conn, l->at[i].player, add_manager, l));
	}
	return r;
}

static int tell_matches(struct notice *n, const struct listener *p)
{
	for (int i = 0; i < n->match_count; i++) {
		struct store_webhook *w = n->matches[i];
		int r = 0;

		if (w->target == STORE_OWN_GAMES && p->is_person)
			r = tell(n, w, p->own, p->is_maker);
		else if (w->target == STORE_MANAGED_GAMES && p->is_manager)
			r = tell(n, w, p->managed, p->manages_maker);
		if (r < 0)
			return -1;
	}
	return 0;
}

static int tell_listener(struct notice *n, const struct listener *p)
{
	struct call *c = n->ch->c;
	int r;

	if (!has_key(c->api->notices, p->player))
		return 0;
	r = store_ok(c, store_webhook_list(c->conn, p->player, keep_match, n));
	if (r == 0 && n->failed)
		r = fail(c, ERR_UNAVAILABLE, "no memory");
	if (r == 0)
		r = tell_matches(n, p);
	forget_matches(n);
	return r;
}

/* Webhooks about this game alone: of anybody who may see it. */
static int tell_game(struct notice *n)
{
	const struct table *t = n->ch->table;
	struct call *c = n->ch->c;
	int r;

	if (!has_key(c->api->notices, t->meta.id))
		return 0;
	r = store_ok(c, store_webhook_of_game(c->conn, t->meta.id, keep_match, n));
	if (r == 0 && n->failed)
		r = fail(c, ERR_UNAVAILABLE, "no memory");
	for (int i = 0; r == 0 && i < n->match_count; i++) {
		struct store_webhook *w = n->matches[i];

		if (table_visible(t, w->owner))
			r = tell(n, w, (1u << GAME_SEATS_MAX) - 1, 1);
	}
	forget_matches(n);
	return r;
}

/* Whether the webhook is about that player: 1, 0, or -1 after fail(). */
static int is_about(struct call *c, const struct store_webhook *w, const char *player)
{
	struct store_managed row;
	enum store_result r;

	if (w->target != STORE_MANAGED_GAMES)
		return strcmp(player, w->owner) == 0;
	r = store_managed_get(c->conn, w->owner, player, &row);
	return r == STORE_NOT_FOUND ? 0 : store_ok(c, r) < 0 ? -1 : 1;
}

int webhook_seats(struct call *c, const struct store_webhook *w, const struct table *t, unsigned *seats)
{
	unsigned found = 0;

	if (w->target == STORE_ONE_GAME)
		found = (1u << GAME_SEATS_MAX) - 1;
	for (int i = 0; i < t->seat_count; i++) {
		int about = *t->seats[i].player ? is_about(c, w, t->seats[i].player) : 0;

		if (about < 0)
			return -1;
		if (about)
			found |= 1u << t->seats[i].seat;
	}
	*seats = found;
	return 0;
}

static void note_actor(struct notice *n)
{
	const struct change *ch = n->ch;
	int place = table_seat_of(ch->table, ch->c->player);

	n->actor = place >= 0 ? ch->table->seats[place].seat : -1;
	n->maker_acts = *ch->c->player && strcmp(ch->c->player, ch->table->meta.creator) == 0;
}

int notice_change(struct change *ch)
{
	struct notice n = {.ch = ch};
	struct listeners l = {0};
	int r;

	if (!ch->c->api->notices->some || ch->table->meta.imported || ch->table->meta.version == ch->base)
		return 0;
	note_actor(&n);
	n.handed = handed_over(ch);
	add_persons(&l, ch);
	r = add_managers(&l, ch->c);
	if (r == 0)
		r = tell_game(&n);
	for (int i = 0; r == 0 && i < l.count; i++)
		r = tell_listener(&n, &l.at[i]);
	free(n.events);
	free(n.matches);
	return r;
}

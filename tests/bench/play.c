/* play.c - real games as load. */
#include "tests/bench/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/south_seas/south_seas.h"
#include "tests/bench/bench.h"

enum { LIST_MAX = 2048, PATH = 48, BODY = 256, MIDDLE_TURN = 37 };

struct list {
	int count;
	struct action at[LIST_MAX];
};

static size_t write_request(char out[LOAD_REQUEST_MAX], const char *method, const char *path, const char *token,
	const char *body, int minimal)
{
	char own[PLAY_TOKEN + 32] = "", length[80] = "";

	if (*token)
		snprintf(own, sizeof(own), "Authorization: Bearer %s\r\n", token);
	if (*body)
		snprintf(length, sizeof(length), "Content-Type: application/json\r\nContent-Length: %zu\r\n", strlen(body));
	return (size_t)snprintf(out, LOAD_REQUEST_MAX, "%s %s HTTP/1.1\r\nHost: bench\r\n%s%s%s\r\n%s", method, path, own,
		minimal ? "Prefer: return=minimal\r\n" : "", length, body);
}

/* Must be answered with that status. */
static char *ask(struct play *p, const char *method, const char *path, const char *token, const char *body, int status)
{
	char request[LOAD_REQUEST_MAX];
	struct answer a;

	load_once(p->port, request, write_request(request, method, path, token, body, 0), &a);
	if (a.status != status)
		die("%s %s %s: %d %.300s", method, path, body, a.status, a.body);
	return a.body;
}

/* The text of the first member of that name after `from`. */
static const char *text_after(const char *from, const char *name, char *out, size_t room)
{
	char wanted[40];
	const char *at;
	size_t size;

	snprintf(wanted, sizeof(wanted), "\"%s\":\"", name);
	at = strstr(from, wanted);
	if (!at)
		die("no %s in %.200s", name, from);
	at += strlen(wanted);
	size = strcspn(at, "\"");
	if (size >= room)
		die("%s is too long in %.200s", name, from);
	memcpy(out, at, size);
	out[size] = '\0';
	return at + size;
}

static long number_after(const char *from, const char *name)
{
	char wanted[40];
	const char *at;

	snprintf(wanted, sizeof(wanted), "\"%s\":", name);
	at = strstr(from, wanted);
	if (!at)
		die("no %s in %.200s", name, from);
	return strtol(at + strlen(wanted), NULL, 10);
}

static int face_after(const struct play *p, const char *from)
{
	char id[40];
	const char *rest = text_after(from, "kind", id, sizeof(id));
	int kind = tileset_find_kind(p->ts, id);
	long variant = number_after(rest, "variant");

	for (int face = 0; face < p->ts->face_count; face++)
		if (p->ts->faces[face].kind == kind && p->ts->faces[face].variant == variant)
			return face;
	die("there is no tile %s, %ld", id, variant);
}

/* --- making games -------------------------------------------------------- */

void play_begin(struct play *p, int port)
{
	memset(p, 0, sizeof(*p));
	p->port = port;
	p->random = 0x243f6a8885a308d3u;
	p->ts = bench_tileset("south-seas", &p->ruleset);
	for (int pair = 0; pair < PLAY_SIDE_BY_SIDE; pair++)
		for (int seat = 0; seat < 2; seat++)
			text_after(ask(p, "POST", "/v1/players", "", "{\"name\":\"Bench\"}", 201), "token",
				p->tokens[pair][seat], PLAY_TOKEN);
	for (int i = 0; i < PLAY_SIDE_BY_SIDE; i++)
		p->tables[i].at = -1;
}

static void make_one(struct play *p, struct play_game *g)
{
	char path[PATH];
	const char *view;

	view = ask(p, "POST", "/v1/games", p->tokens[g->pair][0],
		"{\"ruleset\":\"south-seas\",\"seats\":2,\"options\":{\"auto_draw\":true,\"first_seat\":0}}", 201);
	text_after(view, "id", g->id, sizeof(g->id));
	snprintf(path, sizeof(path), "/v1/games/%s/seats", g->id);
	ask(p, "POST", path, p->tokens[g->pair][1], "{}", 201);
	snprintf(path, sizeof(path), "/v1/games/%s", g->id);
	view = ask(p, "GET", path, "", "", 200);
	g->face = face_after(p, strstr(view, "\"turn\":"));
	view = strstr(view, "\"face_up\":");
	for (int i = 0; i < 4; i++) {
		char id[40];

		view = text_after(view, "id", id, sizeof(id));
		g->ships[i] = tileset_find_ship(p->ts, id);
	}
}

void play_make(struct play *p, int count)
{
	p->games = realloc(p->games, (size_t)(p->count + count) * sizeof(*p->games));
	if (!p->games)
		die("no memory for games");
	for (int i = 0; i < count; i++) {
		p->games[p->count].pair = p->count % PLAY_SIDE_BY_SIDE;
		make_one(p, &p->games[p->count++]);
	}
}

void play_end(struct play *p)
{
	free(p->games);
	p->games = NULL;
}

/* --- the games beside ------------------------------------------------------- */

static int add(void *arg, const struct action *a)
{
	struct list *l = arg;

	if (l->count < LIST_MAX)
		l->at[l->count++] = *a;
	return 0;
}

static void list(const struct play *p, const struct game *g, struct list *l)
{
	int seat = 0;

	while (!(game_waiting_for(g) >> seat & 1))
		seat++;
	l->count = 0;
	game_legal(g, p->ts, seat, add, l);
}

static void apply(const struct play *p, struct game *g, const struct action *a)
{
	static struct events events;
	struct game_error err;

	if (game_apply(g, p->ts, a, &events, &err) < 0)
		die("the engine refuses a move: %s", err.text);
}

/* The tile that the daemon has drawn. */
static void take_tile(struct game *g, int face, int left)
{
	g->now.hand = (uint8_t)face;
	g->now.phase = PHASE_PLACE;
	g->now.drawn = (uint8_t)(g->bag_count - left);
}

static int begin_table(struct play *p, struct table *t)
{
	static struct events events;
	struct game_setup setup = {.ruleset = p->ruleset, .seat_count = 2, .colours = {0, 1}};
	struct game_error err;

	if (p->next == p->count)
		return 0;
	t->at = p->next++;
	ruleset_default_options(p->ruleset, setup.options);
	setup.options[OPTION_FIRST_SEAT] = 1;
	if (game_start(&t->game, p->ts, &setup, &events, &err) < 0)
		die("a game does not start: %s", err.text);
	for (int i = 0; i < 4; i++)
		ss_state(&t->game.now)->row[i] = (uint8_t)p->games[t->at].ships[i];
	take_tile(&t->game, p->games[t->at].face, t->game.bag_count - 1);
	return 1;
}

/* An islander, or nothing.  None on markets: their ships would have to be followed too. */
static const char *take_islander(struct play *p, struct game *g)
{
	static struct list l;
	const struct kind *kind = board_kind(&g->board, p->ts, g->now.placed);
	int islanders = 0;
	const struct action *a;

	if (g->now.phase != PHASE_PIECE || bench_random(&p->random) % 2)
		return NULL;
	list(p, g, &l);
	for (int i = 0; i < l.count; i++)
		if (l.at[i].type == ACTION_ISLANDER && kind->segments[l.at[i].segment].shape != SHAPE_CENTRE)
			l.at[islanders++] = l.at[i];
	if (!islanders)
		return NULL;
	a = &l.at[bench_random(&p->random) % (uint32_t)islanders];
	apply(p, g, a);
	return kind->segments[a->segment].id;
}

/* What the daemon does for end_turn. */
static void end_turn(struct play *p, struct game *g, int seat, int number)
{
	while (g->now.number == number && (g->now.phase == PHASE_PIECE || g->now.phase == PHASE_DELIVER)) {
		struct action a = {.seat = (uint8_t)seat, .type = g->now.phase == PHASE_PIECE ? ACTION_SKIP : ACTION_END_TURN};

		apply(p, g, &a);
	}
}

static const char *turn(struct play *p, struct game *g, char body[BODY])
{
	static struct list l;
	int seat = g->now.seat, number = g->now.number;
	const struct action *a;
	const char *segment;
	size_t used;

	list(p, g, &l);
	a = &l.at[bench_random(&p->random) % (uint32_t)l.count];
	used = (size_t)snprintf(body, BODY, "{\"x\":%d,\"y\":%d,\"rotation\":%d,", a->x, a->y, 90 * a->rotation);
	apply(p, g, a);
	segment = take_islander(p, g);
	if (segment)
		used += (size_t)snprintf(body + used, BODY - used, "\"islander\":\"%s\",", segment);
	snprintf(body + used, BODY - used, "\"end_turn\":true}");
	end_turn(p, g, seat, number);
	return "place";
}

static const char *choice(struct play *p, struct game *g, char body[BODY])
{
	static struct list l;
	const struct action *a;

	list(p, g, &l);
	a = &l.at[bench_random(&p->random) % (uint32_t)l.count];
	snprintf(body, BODY, "{\"type\":\"cover-fish\",\"x\":%d,\"y\":%d,\"segment\":\"%s\",\"group\":%d}", a->x, a->y,
		p->ts->kinds[action_kind(g, p->ts, a)].segments[a->segment].id, a->group);
	apply(p, g, a);
	return "actions";
}

/* --- as load ------------------------------------------------------------------- */

static size_t next_move(void *arg, int i, char out[LOAD_REQUEST_MAX])
{
	struct play *p = arg;
	struct table *t = &p->tables[i];
	char path[PATH], body[BODY];
	const struct play_game *g;
	const char *verb = "";
	int seat;

	if ((t->at < 0 || t->game.now.phase == PHASE_OVER ||
		(p->stop_turn && t->game.now.number >= p->stop_turn)) && !begin_table(p, t)) {
		t->at = -1;
		return 0;
	}
	g = &p->games[t->at];
	seat = t->game.now.seat;
	switch ((enum phase)t->game.now.phase) {
	case PHASE_PLACE:
		verb = turn(p, &t->game, body);
		break;
	case PHASE_DECIDE:
		verb = choice(p, &t->game, body);
		break;
	case PHASE_DELIVER:
		verb = "end-turn";
		strcpy(body, "{}");
		end_turn(p, &t->game, seat, t->game.now.number);
		break;
	case PHASE_DRAW:
	case PHASE_PIECE:
	case PHASE_BATTLE:
	case PHASE_OVER:
		die("game %s is in phase %s", g->id, phase_name((enum phase)t->game.now.phase));
	}
	snprintf(path, sizeof(path), "/v1/games/%s/%s", g->id, verb);
	return write_request(out, "POST", path, p->tokens[g->pair][seat], body, p->minimal);
}

static void moved(void *arg, int i, const struct answer *answer)
{
	struct play *p = arg;
	struct table *t = &p->tables[i];
	const char *at, *drawn = NULL;

	if (answer->status != 200)
		die("game %s: %d %.600s", p->games[t->at].id, answer->status, answer->body);
	if (strstr(answer->body, "\"game-finished\"")) {
		t->game.now.phase = PHASE_OVER;
		return;
	}
	for (at = answer->body; (at = strstr(at, "\"tile-drawn\"")); at++)
		drawn = at;
	if (!drawn != (t->game.now.phase != PHASE_DRAW))
		die("game %s went another way: %.600s", p->games[t->at].id, answer->body);
	if (drawn)
		take_tile(&t->game, face_after(p, drawn), (int)number_after(drawn, "left"));
}

void play_moves(struct play *p, double seconds, double rate, struct load_result *result)
{
	struct load load = {.port = p->port, .from = p->from, .stop = p->stop, .connections = PLAY_SIDE_BY_SIDE, .seconds = seconds, .rate = rate,
		.next = next_move, .done = moved, .arg = p};

	load_run(&load, result);
}

struct reading {
	struct play *play;
	int count, next;
};

static size_t next_read(void *arg, int i, char out[LOAD_REQUEST_MAX])
{
	struct reading *r = arg;
	char path[PATH];

	(void)i;
	snprintf(path, sizeof(path), "/v1/games/%s", r->play->games[r->next++ % r->count].id);
	return write_request(out, "GET", path, "", "", 0);
}

static void was_read(void *arg, int i, const struct answer *answer)
{
	(void)arg, (void)i;
	if (answer->status != 200)
		die("a read: %d %.300s", answer->status, answer->body);
}

void play_reads(struct play *p, int count, double seconds, struct load_result *result)
{
	struct reading r = {.play = p, .count = count};
	struct load load = {.port = p->port, .from = p->from, .stop = p->stop, .connections = PLAY_SIDE_BY_SIDE, .seconds = seconds,
		.next = next_read, .done = was_read, .arg = &r};

	load_run(&load, result);
}

void play_middle(struct play *p, int count)
{
	struct load_result unused;
	int first = p->count;

	play_make(p, count);
	p->stop_turn = MIDDLE_TURN;
	p->next = first;
	play_moves(p, 600, 0, &unused);
	p->stop_turn = 0;
	for (int i = first; i < p->count; i++) {
		char path[PATH];

		snprintf(path, sizeof(path), "/v1/games/%s", p->games[i].id);
		ask(p, "GET", path, "", "", 200);
	}
}

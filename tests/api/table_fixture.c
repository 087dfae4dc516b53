/* table_fixture.c - see table_fixture.h. */
#include "tests/api/table_fixture.h"

#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/tileset_json.h"

static const char *const names[] = {"Ada", "Bob", "Cleo", "Dan", "Eve", "Mallory"};

/* The same in every run, from any number of threads. */
static void fixed_random(void *out, size_t size)
{
	static atomic_uint calls;
	unsigned char seed[randombytes_SEEDBYTES] = {0};
	unsigned call = atomic_fetch_add(&calls, 1);

	memcpy(seed, &call, sizeof(call));
	randombytes_buf_deterministic(out, size, seed);
}

void around_open(struct around *a, struct api_config config)
{
	memset(a, 0, sizeof(*a));
	a->dice = 1;
	config.registration_open = 1;
	config.random = fixed_random;
	a->f = fake_open_with(config);
	for (int i = 0; i <= GAME_SEATS_MAX; i++)
		fake_player(a->f, names[i], a->token[i], a->player[i]);
}

void around_close(struct around *a)
{
	if (a->talking)
		talk_end(&a->t);
	fake_close(a->f);
}

int ask(struct around *a, int who, const char *method, const char *target, const char *body)
{
	char path[300];

	snprintf(path, sizeof(path), *target == '/' ? "%s%s%s" : "/v1/games/%s%s%s",
		*target == '/' ? "" : a->game, *target == '/' || !*target ? "" : "/", target);
	if (a->talking)
		talk_end(&a->t);
	a->talking = 1;
	talk_begin(&a->t, a->f, method, path, body);
	if (who != NOBODY)
		talk_token(&a->t, a->token[who]);
	if (a->accept)
		talk_header(&a->t, "Accept", a->accept);
	if (a->prefer)
		talk_header(&a->t, "Prefer", a->prefer);
	if (a->if_match)
		talk_header(&a->t, "If-Match", a->if_match);
	a->accept = a->prefer = a->if_match = NULL;
	talk_go(&a->t);
	if (a->t.later)
		talk_resume(&a->t);
	return a->t.x.reply.status;
}

const char *got(struct around *a, const char *path)
{
	return talk_get(&a->t, path);
}

long got_number(struct around *a, const char *path)
{
	const char *text = got(a, path);

	ck_assert_msg(text != NULL, "no %s in %s", path, got_body(a));
	return strtol(text, NULL, 10);
}

int got_count(struct around *a, const char *path)
{
	char element[120];
	int count = 0;

	for (;; count++) {
		snprintf(element, sizeof(element), "%s/%d", path, count);
		if (!got(a, element))
			return count;
	}
}

const char *got_body(struct around *a)
{
	const char *body = talk_body(&a->t);

	return body ? body : "";
}

void around_create(struct around *a, int seats, const char *members)
{
	char body[600];

	snprintf(body, sizeof(body), "{\"ruleset\":\"%s\",\"seats\":%d%s}", a->ruleset ? a->ruleset : "south-seas",
		seats, members);
	ASK(201, a, 0, "POST", "/v1/games", body);
	snprintf(a->game, sizeof(a->game), "%s", got(a, "id"));
	a->seats = seats;
}

void around_start(struct around *a, int seats, const char *members)
{
	around_create(a, seats, members);
	for (int i = 1; i < seats; i++)
		ASK(201, a, i, "POST", "seats", "{}");
	GOT(a, "status", "active");
}

void stored_row(struct around *a, struct store_game *row)
{
	struct store_error err;
	struct store_conn *c = store_reader(a->f->store, &err);

	ck_assert_int_eq(store_game_get(c, a->game, row), STORE_OK);
	store_game_dispose(row);
	store_disconnect(c);
}

void stored_game(struct around *a, struct game *g, struct tileset *ts)
{
	struct store_error err;
	struct store_conn *c = store_reader(a->f->store, &err);
	const struct ruleset *r;
	struct store_game row;
	const char *text;
	char why[120] = "";
	size_t size;

	ck_assert_int_eq(store_game_get(c, a->game, &row), STORE_OK);
	text = tileset_bundled(ruleset_find(row.ruleset, 0), &size);
	ck_assert_int_eq(tileset_read(ts, &r, text, size, NULL), 0);
	ck_assert_msg(game_decode(g, ts, row.snapshot, row.snapshot_size, why) == 0, "%s", why);
	store_game_dispose(&row);
	store_disconnect(c);
}

int roll(struct around *a, int n)
{
	a->dice = a->dice * 1103515245u + 12345u;
	return (int)((a->dice >> 8) % (unsigned)n);
}

int random_move(struct around *a)
{
	char path[40], body[60];
	int count, seat;

	ASK(200, a, NOBODY, "GET", "legal", NULL);
	count = got_count(a, "moves");
	if (count == 0) {
		GOT(a, "phase", "over");
		return 0;
	}
	seat = (int)got_number(a, "seat");
	snprintf(path, sizeof(path), "moves/%d/move_id", roll(a, count));
	snprintf(body, sizeof(body), "{\"move_id\":\"%s\"}", got(a, path));
	ASK(200, a, seat, "POST", "actions", body);
	return 1;
}

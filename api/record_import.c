/*
 * record_import.c - POST /v1/records: a verified record becomes a finished game.
 *
 * The game is kept while it is verified, step by step, as if it had been
 * played here; at the first difference the whole call is rolled back.  What is
 * kept is what was computed.  Its seats belong to nobody.  The lobby that a
 * record does not tell of is made up: everybody sat down at once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/catalogue.h"
#include "api/handlers.h"
#include "api/limit.h"
#include "api/lobby.h"
#include "api/outcome.h"
#include "api/record.h"

struct import {
	struct call *c;
	struct change ch;		/* ch.table is NULL until the first step */
	const struct offer *offer;	/* the record's tile set */
	int refused;			/* fail() was called */
};

static const struct tileset *find(void *arg, const struct ruleset *ruleset, const unsigned char sha256[32])
{
	struct import *im = arg;

	im->offer = catalogue_by_hash(api_catalogue(im->c->api), im->c->conn, sha256);
	return im->offer && strcmp(im->offer->ruleset->id, ruleset->id) == 0 ? im->offer->tileset : NULL;
}

/* People will see them. */
static int check_names(struct call *c, const struct record_head *head)
{
	struct json_faults faults = {0};

	for (int i = 0; i < head->seat_count; i++) {
		char pointer[32];

		snprintf(pointer, sizeof(pointer), "/seats/%d/name", i);
		check_plain(&faults, pointer, head->seats[i].name);
	}
	return fail_on_faults(c, &faults);
}

static int fill_in(struct call *c, const struct record_head *head, struct table *t)
{
	struct store_game *g = &t->meta;

	g->imported = 1;
	g->status = STORE_ACTIVE;
	g->visibility = STORE_PUBLIC;
	memcpy(g->server_seed, head->server_seed, sizeof(g->server_seed));
	g->created_at = g->started_at = g->updated_at = head->started_at;
	return lobby_fill(c, t, head->ruleset, head->tileset, head->options, head->seat_count);
}

static int keep_seats(struct import *im, const struct record_head *head)
{
	struct table *t = im->ch.table;

	for (int i = 0; i < head->seat_count; i++) {
		struct store_seat seat = head->seats[i];
		enum store_result r;

		seat.taken_at = head->started_at;
		r = store_seat_claim(im->c->conn, t->meta.id, &seat);
		if (r != STORE_OK)
			return store_ok(im->c, r);
		lobby_note_taken(&im->ch, table_add_seat(t, &seat, 0));
		if (change_entry(&im->ch, i, NULL) < 0)
			return -1;
	}
	return 0;
}

/* Row, seats and lobby of the new game. */
static int begin(struct import *im, const struct record_head *head)
{
	struct call *c = im->c;
	const struct offer *offer = im->offer;
	struct table *t = table_new();
	enum store_result r;

	if (!t)
		return fail(c, ERR_UNAVAILABLE, "no memory");
	change_begin_new(&im->ch, c, t);
	im->ch.at = head->started_at;
	t->game = malloc(sizeof(*t->game));
	if (!t->game)
		return fail(c, ERR_UNAVAILABLE, "no memory");
	if (check_names(c, head) < 0 || fill_in(c, head, t) < 0 || lobby_add(c, t) < 0)
		return -1;
	r = store_tileset_put(c->conn, offer->tileset->sha256, offer->tileset->id, offer->text, offer->size);
	if (r != STORE_OK)
		return store_ok(c, r);
	lobby_note_created(&im->ch);
	return change_entry(&im->ch, -1, NULL) < 0 ? -1 : keep_seats(im, head);
}

static int keep_step(void *arg, const struct record_step *step)
{
	struct import *im = arg;
	struct table *t;
	int r = step->action ? 0 : begin(im, step->head);

	if (r == 0) {
		t = im->ch.table;
		im->ch.at = step->at;
		memcpy(t->game, step->game, sizeof(*t->game));
		change_engine_events(&im->ch, step->events, step->events->count);
		r = change_entry(&im->ch, step->action ? step->action->seat : -1, step->action);
		if (r == 0 && t->meta.version > TABLE_VERSION_MAX)
			r = fail(im->c, ERR_INVALID_RECORD, "a game has at most %d events", TABLE_VERSION_MAX);
	}
	im->refused = r < 0;
	return r;
}

static int refuse_record(struct call *c, const char *place)
{
	struct json_out out;

	problem_members(c, &out);
	sink_text(&out.sink, "difference", place);
	return fail(c, ERR_INVALID_RECORD, "%s", place);
}

static int finish(struct import *im)
{
	struct table *t = im->ch.table;

	if (t->game->now.phase != PHASE_OVER)
		return refuse_record(im->c, "/result: null: the game was called off");
	t->meta.status = STORE_FINISHED;
	t->meta.finished_at = im->ch.at;
	if (change_finish(&im->ch) < 0)
		return -1;
	snprintf(im->c->location, sizeof(im->c->location), "/v1/games/%s", t->meta.id);
	return outcome_game(im->c, t, 201);
}

int h_records_import(struct call *c)
{
	struct import im = {.c = c};
	char place[400], why[160];
	struct json *root = json_parse(c->x->body, c->x->body_size, why);
	enum record_verdict verdict;
	int r;

	if (!root)
		return fail(c, ERR_BAD_JSON, "%s", why);
	if (limit_store(c, (int64_t)c->x->body_size) < 0) {
		json_free(root);
		return -1;
	}
	verdict = record_verify_root(root, find, &im, keep_step, &im, place);
	json_free(root);
	if (im.refused)
		r = -1;
	else if (verdict == RECORD_GOOD)
		r = finish(&im);
	else
		r = refuse_record(c, place);
	change_drop(&im.ch);
	return r;
}

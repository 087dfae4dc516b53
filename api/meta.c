/*
 * meta.c - what the service says about itself and its games: index,
 * rulesets, tile sets.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "api/action_json.h"
#include "api/catalogue.h"
#include "api/handlers.h"
#include "api/inside.h"
#include "api/pages.h"
#include "api/show.h"

int h_index(struct call *c)
{
	static const char *const links[][2] = {
		{"documentation", "/docs"}, {"openapi", "/openapi.json"}, {"problems", "/problems"},
		{"rulesets", "/v1/rulesets"}, {"games", "/v1/games"}, {"register", "/v1/players"}, {"me", "/v1/me"},
	};
	struct json_out o;
	char url[64];

	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	sink_text(&o.sink, "name", "meepled");
	sink_text(&o.sink, "version", MEEPLED_VERSION);
	sink_text(&o.sink, "registration", api_registration_open(c->api) ? "open" : "closed");
	sink_array(&o.sink, "rulesets");
	for (int i = 0; i < ruleset_count; i++) {
		if (rulesets[i] != ruleset_find(rulesets[i]->id, 0))
			continue;
		sink_object(&o.sink, NULL);
		sink_text(&o.sink, "id", rulesets[i]->id);
		sink_text(&o.sink, "title", rulesets[i]->title);
		snprintf(url, sizeof(url), "/v1/rulesets/%s", rulesets[i]->id);
		sink_text(&o.sink, "url", url);
		sink_end(&o.sink);
	}
	sink_end(&o.sink);
	sink_object(&o.sink, "links");
	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++)
		sink_text(&o.sink, links[i][0], links[i][1]);
	sink_end(&o.sink);
	sink_end(&o.sink);
	snprintf(c->link, sizeof(c->link), "</openapi.json>; rel=\"service-desc\", </docs>; rel=\"service-doc\"");
	return 0;
}

/* --- rulesets -------------------------------------------------------------------- */

static void describe_words(struct sink *out, const char *key, const char *const *words)
{
	sink_array(out, key);
	for (; *words; words++)
		sink_text(out, NULL, *words);
	sink_end(out);
}

static void describe_option(const struct option_row *o, struct sink *out)
{
	static const char *const booleans[] = {"false", "true", NULL};

	sink_object(out, NULL);
	sink_text(out, "name", o->name);
	sink_text(out, "help", o->help);
	sink_text(out, "type", o->choices ? "choice" : "boolean");
	describe_words(out, "choices", o->choices ? o->choices : booleans);
	if (o->choices)
		sink_text(out, "default", o->choices[o->value]);
	else
		sink_flag(out, "default", o->value);
	sink_end(out);
}

/* How a request writes the members of actions. */
static const char *const field_types[] = {
	[FIELD_X] = "integer", [FIELD_Y] = "integer",
	[FIELD_ROTATION] = "0, 90, 180 or 270 degrees clockwise",
	[FIELD_SEGMENT] = "id of a segment of the tile",
	[FIELD_GROUP] = "number of a group of symbols in the segment, from 0",
	[FIELD_SHIP] = "id of a ship", [FIELD_SIZE] = "small or large",
	[FIELD_PLANET] = "object with x and y of a tile",
	[FIELD_WARES] = "object of counts by ware",
};

/* The verb of a game that takes the action. */
static void describe_path(enum action_type type, unsigned phases, struct sink *out)
{
	for (const struct route *r = routes; r->path; r++) {
		if (r->handler == h_game_action && (r->extra == (int)type
			|| (r->extra == ACTION_ANY_DECISION && phases & 1u << PHASE_DECIDE))) {
			sink_text(out, "path", r->path);
			return;
		}
	}
}

/* Of fields that stand for each other one is needed; "instead_of" names the other. */
static void describe_field(const struct action_row *a, int i, struct sink *out)
{
	sink_object(out, NULL);
	sink_text(out, "name", field_name(a->fields[i]));
	sink_text(out, "type", field_types[a->fields[i]]);
	sink_flag(out, "required", row_needs_field(a, i));
	if (a->fields[i] == FIELD_PLANET)
		sink_text(out, "instead_of", field_name(FIELD_SEGMENT));
	sink_end(out);
}

static void describe_action(const struct action_row *a, struct sink *out)
{
	sink_object(out, NULL);
	sink_text(out, "type", action_type_name(a->type));
	sink_text(out, "help", a->help);
	sink_text(out, "rule", a->rule);
	describe_path(a->type, a->phases, out);
	sink_array(out, "phases");
	for (int phase = 0; phase < PHASES; phase++) {
		if (a->phases >> phase & 1)
			sink_text(out, NULL, phase_name((enum phase)phase));
	}
	sink_end(out);
	sink_array(out, "fields");
	for (int i = 0; i < a->field_count; i++)
		describe_field(a, i, out);
	sink_end(out);
	if (row_may_be_bare(a))
		sink_text(out, "without_fields", "the first one of the legal list");
	sink_end(out);
}

static void describe_offers(struct call *c, const struct ruleset *r, struct sink *out)
{
	const struct offer *o;
	char url[64];

	sink_array(out, "tilesets");
	for (int i = 0; (o = catalogue_at(api_catalogue(c->api), i)); i++) {
		if (strcmp(o->ruleset->id, r->id))
			continue;
		sink_object(out, NULL);
		sink_text(out, "id", o->tileset->id);
		snprintf(url, sizeof(url), "/v1/tilesets/%s", o->tileset->id);
		sink_text(out, "url", url);
		sink_flag(out, "default", !strcmp(o->tileset->id, r->tileset));
		sink_end(out);
	}
	sink_end(out);
}

static void describe_ruleset(struct call *c, const struct ruleset *r, struct sink *out)
{
	char url[64];

	sink_object(out, NULL);
	sink_text(out, "id", r->id);
	snprintf(url, sizeof(url), "/v1/rulesets/%s", r->id);
	sink_text(out, "url", url);
	sink_text(out, "title", r->title);
	sink_number(out, "version", r->version);
	sink_object(out, "seats");
	sink_number(out, "min", r->seats_min);
	sink_number(out, "max", r->seats_max);
	sink_end(out);
	describe_words(out, "colours", r->colours);
	sink_text(out, "piece", r->piece_name);
	sink_array(out, "piece_sizes");
	for (const char *const *size = r->piece_sizes; size && *size; size++)
		sink_text(out, NULL, *size);
	sink_end(out);
	sink_array(out, "wares");
	for (int i = 0; r->wares && i < WARES; i++)
		sink_text(out, NULL, r->wares[i]);
	sink_end(out);
	describe_offers(c, r, out);
	sink_array(out, "options");
	for (const struct option_row *o = r->options; o->name; o++)
		describe_option(o, out);
	sink_end(out);
	sink_array(out, "actions");
	for (const struct action_row *a = r->actions; a->type != ACTION_NONE; a++) {
		if (a->type != ACTION_TIMEOUT)	/* the clock's own */
			describe_action(a, out);
	}
	sink_end(out);
	sink_end(out);
}

int h_rulesets(struct call *c)
{
	struct json_out o;

	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	sink_array(&o.sink, "rulesets");
	for (int i = 0; i < ruleset_count; i++) {
		if (rulesets[i] == ruleset_find(rulesets[i]->id, 0))
			describe_ruleset(c, rulesets[i], &o.sink);
	}
	sink_end(&o.sink);
	sink_end(&o.sink);
	return 0;
}

int h_ruleset(struct call *c)
{
	const struct ruleset *r = ruleset_find(c->params[0], 0);
	struct json_out o;

	if (!r)
		return fail(c, ERR_NOT_FOUND, "there is no ruleset %s; GET /v1/rulesets lists them", c->params[0]);
	json_out_init(&o, &c->out);
	describe_ruleset(c, r, &o.sink);
	return 0;
}

/* --- tile sets --------------------------------------------------------------------- */

/* By id, or for sets of running games that are on offer no more by hash. */
static const struct offer *find_offer(struct call *c, const char *name)
{
	unsigned char hash[STORE_HASH];
	size_t size;

	if (strlen(name) == 2 * STORE_HASH && !sodium_hex2bin(hash, sizeof(hash), name, 2 * STORE_HASH, NULL, &size, NULL)
	    && size == STORE_HASH)
		return catalogue_by_hash(api_catalogue(c->api), c->conn, hash);
	return catalogue_by_id(api_catalogue(c->api), name);
}

/* A member of the file as it stands there. */
static void copy_member(struct json_out *o, const struct json *file, const char *name, struct buf *scratch)
{
	const struct json *v = json_member(file, name);

	if (!v)
		return;
	buf_reset(scratch);
	json_print(scratch, v);
	if (buf_failed(scratch))
		o->buf->failed = 1;
	else
		json_out_raw(o, name, scratch->data, scratch->size);
}

int h_tileset(struct call *c)
{
	const struct offer *offer = find_offer(c, c->params[0]);
	char why[160];
	struct json *file;
	struct json_out o;
	struct buf scratch;

	if (!offer)
		return fail(c, ERR_NOT_FOUND, "there is no tile set %s; GET /v1/rulesets lists them", c->params[0]);
	file = json_parse(offer->text, offer->size, why);
	if (!file)
		return fail(c, ERR_UNAVAILABLE, "there is not enough memory");
	buf_init(&scratch, CALL_BODY_MAX);
	json_out_init(&o, &c->out);
	sink_object(&o.sink, NULL);
	sink_text(&o.sink, "id", offer->tileset->id);
	sink_text(&o.sink, "ruleset", offer->ruleset->id);
	show_hex(&o.sink, "sha256", offer->tileset->sha256);
	copy_member(&o, file, "provenance", &scratch);
	sink_number(&o.sink, "tile_count", offer->tileset->tile_count);
	copy_member(&o, file, "kinds", &scratch);
	copy_member(&o, file, "ships", &scratch);
	sink_end(&o.sink);
	buf_free(&scratch);
	json_free(file);
	return 0;
}

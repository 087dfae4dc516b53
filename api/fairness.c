/* fairness.c - GET of a game's fairness and of its record. */
#include "api/handlers.h"
#include "api/json.h"
#include "api/live.h"
#include "api/record.h"
#include "api/refusal.h"
#include "api/show.h"

static const char how[] =
	"Before the start note 'commitment'. Afterwards SHA-256 of the bytes of 'server_seed' must be it. "
	"'game_seed' is SHA-256 of the lines 'meepled-fairness/1', server_seed in hex and the client seed of each "
	"seat, each with a line feed. Save the record and run 'meepled verify FILE': it deals everything again "
	"from the seeds and compares every event.";

static int is_over(const struct table *t)
{
	return t->meta.status == STORE_FINISHED || t->meta.status == STORE_ABORTED;
}

/* Those who sit down later must not choose theirs by the others'. */
static void put_client_seeds(const struct table *t, struct sink *out)
{
	if (t->meta.status == STORE_LOBBY) {
		sink_null(out, "client_seeds");
		return;
	}
	sink_array(out, "client_seeds");
	for (int i = 0; i < t->seat_count; i++)
		sink_text(out, NULL, t->seats[i].client_seed);
	sink_end(out);
}

static void put_seeds(const struct table *t, struct sink *out)
{
	/* A game that was called off has dealt nothing: its seed may be shown as well. */
	if (is_over(t))
		show_hex(out, "server_seed", t->meta.server_seed);
	else
		sink_null(out, "server_seed");
	if (t->meta.status == STORE_FINISHED)
		show_hex(out, "game_seed", t->game->rng.seed);
	else
		sink_null(out, "game_seed");
}

int h_game_fairness(struct call *c)
{
	struct table *t = live_get(c, c->params[0]);
	char commitment[65];
	struct json_out out;

	if (!t)
		return -1;
	rng_commitment(commitment, t->meta.server_seed);
	json_out_init(&out, &c->out);
	sink_object(&out.sink, NULL);
	sink_text(&out.sink, "game", t->meta.id);
	sink_text(&out.sink, "algorithm", "meepled-fairness/1");
	sink_text(&out.sink, "status", table_status(t));
	sink_text(&out.sink, "commitment", commitment);
	put_client_seeds(t, &out.sink);
	put_seeds(t, &out.sink);
	sink_text(&out.sink, "verify", how);
	sink_end(&out.sink);
	table_etag(c, t);
	table_unref(t);
	return 0;
}

int h_game_record(struct call *c)
{
	struct table *t = live_get(c, c->params[0]);
	int r = 0;

	if (!t)
		return -1;
	if (!t->game)
		r = refuse_idle(c, t);
	else if (record_write(&c->out, c->conn, &t->meta, t->seats, t->seat_count, t->game, t->tileset) < 0)
		r = fail(c, ERR_UNAVAILABLE, "the record cannot be written now");
	if (r == 0)
		table_etag(c, t);
	table_unref(t);
	return r;
}

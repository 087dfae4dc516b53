/*
 * health.c - for whoever watches the service: is it alive, is it ready, and what does it
 * measure.  What is asked of the store is found by an index: the cost follows from what is
 * due, not from what is kept.
 */
#include "api/counts.h"
#include "api/handlers.h"
#include "api/inside.h"
#include "api/live.h"
#include "api/metrics.h"
#include "storage/clocks.h"
#include "storage/webhooks.h"

/* --- health (draft-inadarei-api-health-check) --------------------------------------- */

static int healthy(struct call *c)
{
	buf_text(&c->out, "{\"status\":\"pass\"}");
	c->content_type = "application/health+json";
	c->no_store = 1;
	return 0;
}

int h_livez(struct call *c)
{
	return healthy(c);
}

/* Ready: not stopping, and the store answers. */
int h_readyz(struct call *c)
{
	struct store_player nobody;

	if (atomic_load(&c->api->draining))
		return fail(c, ERR_UNAVAILABLE, "the service is stopping");
	if (store_player_get(c->conn, "", &nobody) > STORE_CONFLICT)
		return fail(c, ERR_UNAVAILABLE, "the store does not answer");
	return healthy(c);
}

/* --- metrics -------------------------------------------------------------------------- */

static void write_cache(struct call *c)
{
	struct live_counts n;

	live_counts(c->api->live, &n);
	metrics_one(&c->out, METRIC_GAUGE, "meepled_cache_games", "", "Games kept in memory.", (int64_t)n.games, 1);
	metrics_family(&c->out, METRIC_COUNTER, "meepled_cache_lookups", "", "Games looked up in memory.");
	metrics_sample(&c->out, METRIC_COUNTER, "meepled_cache_lookups", "result=\"hit\"", (int64_t)n.hits, 1);
	metrics_sample(&c->out, METRIC_COUNTER, "meepled_cache_lookups", "result=\"miss\"", (int64_t)n.misses, 1);
}

static void write_waits(struct call *c)
{
	metrics_one(&c->out, METRIC_GAUGE, "meepled_long_polls", "", "Long polls that wait for news.",
		waiters_polls(c->api->waiters), 1);
	metrics_one(&c->out, METRIC_GAUGE, "meepled_streams", "", "Streams of events that are open.",
		atomic_load(&c->api->streams), 1);
}

/* A time in the past as seconds until now; 0: there is none, or it is to come. */
static void write_lateness(struct call *c, const char *name, const char *help, int64_t due_at)
{
	metrics_one(&c->out, METRIC_GAUGE, name, "seconds", help, due_at && due_at < c->now ? c->now - due_at : 0, 1000);
}

static int write_due(struct call *c)
{
	int64_t messages, message_due, games, game_due;

	if (store_ok(c, store_outbox_sum(c->conn, &messages, &message_due)) < 0 ||
	    store_ok(c, store_due_sum(c->conn, c->now, &games, &game_due)) < 0)
		return -1;
	metrics_one(&c->out, METRIC_GAUGE, "meepled_outbox_messages", "",
		"Messages to webhooks that wait, those of webhooks that are disabled left out.", messages, 1);
	write_lateness(c, "meepled_outbox_late_seconds", "For how long the message has been due that is due longest.",
		message_due);
	metrics_one(&c->out, METRIC_GAUGE, "meepled_clocks_overdue", "",
		"Games in which a time-out, a reminder or the end of a pause is due and has not been seen to.", games, 1);
	write_lateness(c, "meepled_clocks_late_seconds", "For how long the game has been due that is due longest.", game_due);
	return 0;
}

/* How busy the service is concerns its host: a player's token is not enough. */
int h_metrics(struct call *c)
{
	const struct api_config *config = api_config(c->api);

	if (!config->metrics_open && !c->token.id[0])
		return fail(c, ERR_UNAUTHORIZED, "metrics are for whoever runs this host: "
			"meepled token create --name metrics --scope read");
	if (!config->metrics_open && c->token.player[0])
		return fail(c, ERR_FORBIDDEN, "metrics are for an administrator's token, not for a player's");
	metrics_family(&c->out, METRIC_INFO, "meepled_build", "", "Which meepled this is.");
	metrics_sample(&c->out, METRIC_INFO, "meepled_build", "version=\"" MEEPLED_VERSION "\"", 1, 1);
	counts_write(c->api->counts, &c->out);
	write_cache(c);
	write_waits(c);
	if (write_due(c) < 0)
		return -1;
	if (config->measure)
		config->measure(config->arg, &c->out);
	buf_text(&c->out, "# EOF\n");
	c->no_store = 1;
	return 0;
}

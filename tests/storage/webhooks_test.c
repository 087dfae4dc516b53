/*
 * The contract of webhooks, outbox and deliveries, the same for every store.
 */
#include "tests/storage/store_fixture.h"
#include "storage/webhooks.h"

#include <stdio.h>
#include <string.h>

static void begin_with_players(struct st *s, int kind)
{
	st_open(s, kind);
	OK(store_begin(s->w));
	st_player(s, "ada");
	st_player(s, "bob");
	st_add(s, st_game("g0000001"));
}

static struct store_webhook webhook(const char *id, const char *owner)
{
	struct store_webhook w = { .url = "https://example.org/hook", .created_at = 10, .updated_at = 10,
		.format = 3, .when = 1, .events = "game-finished", .settings = "{}", .authorization = "Bearer x",
		.secret = { 7 }, .old_secret = { 8 }, .old_until = 99 };

	snprintf(w.id, sizeof w.id, "%s", id);
	snprintf(w.owner, sizeof w.owner, "%s", owner);
	return w;
}

static void add(struct st *s, const char *id, const char *owner)
{
	struct store_webhook w = webhook(id, owner);

	OK(store_webhook_add(s->w, &w));
}

static struct store_message message(const char *webhook_id, const char *id, int64_t due_at)
{
	struct store_message m = { .kind = 2, .game = "g0000001", .first = 3, .last = 5, .turn = 4, .seats = 6,
		.created_at = 50, .due_at = due_at };

	snprintf(m.webhook, sizeof m.webhook, "%s", webhook_id);
	snprintf(m.id, sizeof m.id, "%s", id);
	return m;
}

static struct store_message put(struct st *s, const char *webhook_id, const char *id, int64_t due_at)
{
	struct store_message m = message(webhook_id, id, due_at);

	OK(store_outbox_add(s->w, &m));
	ck_assert_int_gt(m.number, 0);
	return m;
}

static struct store_webhook get(struct store_conn *c, const char *id)
{
	struct store_webhook w;

	OK(store_webhook_get(c, id, &w));
	return w;
}

static int same_webhook(const struct store_webhook *a, const struct store_webhook *b)
{
	return strcmp(a->id, b->id) == 0 && strcmp(a->owner, b->owner) == 0 && a->target == b->target
		&& strcmp(a->game, b->game) == 0 && strcmp(a->url, b->url) == 0 && a->format == b->format
		&& a->when == b->when && strcmp(a->events, b->events) == 0 && strcmp(a->settings, b->settings) == 0
		&& strcmp(a->authorization, b->authorization) == 0 && memcmp(a->secret, b->secret, STORE_SECRET) == 0
		&& memcmp(a->old_secret, b->old_secret, STORE_SECRET) == 0 && a->old_until == b->old_until
		&& a->state == b->state && strcmp(a->reason, b->reason) == 0 && a->created_at == b->created_at
		&& a->updated_at == b->updated_at && a->due_at == b->due_at && a->queued == b->queued;
}

struct names { char text[200]; int count, most; };

static int note_webhook(void *arg, const struct store_webhook *w)
{
	struct names *n = arg;

	strcat(strcat(n->text, w->id), " ");
	return ++n->count == n->most;
}

static int note_message(void *arg, const struct store_message *m)
{
	struct names *n = arg;

	strcat(strcat(n->text, m->id), " ");
	return ++n->count == n->most;
}

static int note_due(void *arg, const char *id, int64_t due_at)
{
	struct names *n = arg;

	sprintf(n->text + strlen(n->text), "%s@%lld ", id, (long long)due_at);
	return ++n->count == n->most;
}

static int note_delivery(void *arg, const struct store_delivery *d)
{
	struct names *n = arg;

	sprintf(n->text + strlen(n->text), "%lld ", (long long)d->n);
	return ++n->count == n->most;
}

#define LISTED(n, call, expected) do { struct names n = { .count = 0 }; OK(call); ck_assert_str_eq(n.text, expected); } while (0)
#define LISTED_SOME(n, some, call, expected) \
	do { struct names n = { .most = some }; OK(call); ck_assert_str_eq(n.text, expected); } while (0)

START_TEST(webhooks_come_back)
{
	struct st s;
	struct store_webhook w = webhook("w1", "ada"), out;

	begin_with_players(&s, _i);
	OK(store_webhook_add(s.w, &w));
	IS(store_webhook_add(s.w, &w), STORE_CONFLICT);
	w = webhook("w2", "nobody");
	IS(store_webhook_add(s.w, &w), STORE_NOT_FOUND);
	w = webhook("w2", "bob");
	w.target = STORE_ONE_GAME;
	IS(store_webhook_add(s.w, &w), STORE_BROKEN);
	strcpy(w.game, "g9999999");
	IS(store_webhook_add(s.w, &w), STORE_NOT_FOUND);
	strcpy(w.game, "g0000001");
	OK(store_webhook_add(s.w, &w));
	OK(store_commit(s.w));
	out = get(s.r, "w2");
	ck_assert(same_webhook(&w, &out));
	w = webhook("w1", "ada");
	out = get(s.r, "w1");
	ck_assert(same_webhook(&w, &out));
	ck_assert_int_eq(out.last_delivery + out.delivered_at + out.queued, 0);
	IS(store_webhook_get(s.r, "w3", &out), STORE_NOT_FOUND);
	IS(store_webhook_add(s.r, &w), STORE_BROKEN);
	st_close(&s);
}
END_TEST

START_TEST(webhooks_change)
{
	struct st s;
	struct store_webhook w, out;

	begin_with_players(&s, _i);
	add(&s, "w1", "ada");
	put(&s, "w1", "m1", 70);
	w = get(s.w, "w1");
	strcpy(w.url, "https://example.org/other");
	strcpy(w.events, "");
	strcpy(w.reason, "gone");
	w.state = STORE_WEBHOOK_DISABLED;
	w.updated_at = 11;
	w.secret[31] = 9;
	OK(store_webhook_update(s.w, &w));
	OK(store_commit(s.w));
	out = get(s.r, "w1");
	w.due_at = 0;			/* disabled: nothing is due */
	ck_assert(same_webhook(&w, &out));
	ck_assert_int_eq(out.queued, 1);
	OK(store_begin(s.w));
	w.state = STORE_WEBHOOK_ACTIVE;
	OK(store_webhook_update(s.w, &w));
	ck_assert_int_eq(get(s.w, "w1").due_at, 70);
	strcpy(w.id, "w9");
	IS(store_webhook_update(s.w, &w), STORE_NOT_FOUND);
	store_rollback(s.w);
	ck_assert_int_eq(get(s.w, "w1").due_at, 0);
	st_close(&s);
}
END_TEST

START_TEST(webhooks_are_listed)
{
	struct st s;
	struct store_webhook w;

	begin_with_players(&s, _i);
	add(&s, "w3", "ada");
	add(&s, "w1", "bob");
	add(&s, "w2", "ada");
	w = webhook("w4", "bob");
	w.target = STORE_ONE_GAME;
	strcpy(w.game, "g0000001");
	OK(store_webhook_add(s.w, &w));
	LISTED(n, store_webhook_list(s.w, "ada", note_webhook, &n), "w3 w2 ");
	LISTED(n, store_webhook_list(s.w, NULL, note_webhook, &n), "w3 w1 w2 w4 ");
	LISTED(n, store_webhook_list(s.w, "", note_webhook, &n), "");
	LISTED(n, store_webhook_list(s.r, NULL, note_webhook, &n), "");
	LISTED_SOME(n, 1, store_webhook_list(s.w, "ada", note_webhook, &n), "w3 ");
	LISTED(n, store_webhook_of_game(s.w, "g0000001", note_webhook, &n), "w4 ");
	LISTED(n, store_webhook_of_game(s.w, "g7777777", note_webhook, &n), "");
	store_rollback(s.w);
	LISTED(n, store_webhook_list(s.w, NULL, note_webhook, &n), "");
	st_close(&s);
}
END_TEST

START_TEST(outbox_keeps_the_order)
{
	struct st s;
	struct store_message m, head;

	begin_with_players(&s, _i);
	add(&s, "w1", "ada");
	add(&s, "w2", "ada");
	IS(store_outbox_head(s.w, "w1", &head), STORE_NOT_FOUND);
	m = put(&s, "w1", "m1", 100);
	put(&s, "w2", "m1", 90);
	put(&s, "w1", "m2", 60);
	IS(store_outbox_add(s.w, &m), STORE_CONFLICT);
	ck_assert_int_eq(get(s.w, "w1").queued, 2);
	ck_assert_int_eq(get(s.w, "w1").due_at, 100);		/* the first in order, not the earliest */
	OK(store_outbox_head(s.w, "w1", &head));
	ck_assert_str_eq(head.id, "m1");
	ck_assert_str_eq(head.webhook, "w1");
	ck_assert_str_eq(head.game, "g0000001");
	ck_assert(head.kind == 2 && head.first == 3 && head.last == 5 && head.turn == 4 && head.seats == 6
		&& head.created_at == 50 && head.due_at == 100 && head.attempts == 0 && !head.urgent);
	LISTED(n, store_outbox_after(s.w, "w1", "g0000001", 0, note_message, &n), "m1 m2 ");
	LISTED(n, store_outbox_after(s.w, "w1", "g0000001", head.number, note_message, &n), "m2 ");
	LISTED(n, store_outbox_after(s.w, "w1", "g0000002", 0, note_message, &n), "");
	LISTED_SOME(n, 1, store_outbox_after(s.w, "w1", "g0000001", 0, note_message, &n), "m1 ");
	LISTED(n, store_outbox_due(s.w, note_due, &n), "w2@90 w1@100 ");
	LISTED_SOME(n, 1, store_outbox_due(s.w, note_due, &n), "w2@90 ");
	head.attempts = 3;
	head.due_at = 500;
	OK(store_outbox_update(s.w, &head));
	OK(store_outbox_find(s.w, "w1", "m1", &m));
	ck_assert(m.attempts == 3 && m.due_at == 500 && m.number == head.number);
	LISTED(n, store_outbox_due(s.w, note_due, &n), "w2@90 w1@500 ");
	OK(store_outbox_remove(s.w, &head));
	IS(store_outbox_remove(s.w, &head), STORE_NOT_FOUND);
	IS(store_outbox_update(s.w, &head), STORE_NOT_FOUND);
	IS(store_outbox_find(s.w, "w1", "m1", &m), STORE_NOT_FOUND);
	LISTED(n, store_outbox_due(s.w, note_due, &n), "w1@60 w2@90 ");
	OK(store_outbox_head(s.w, "w1", &head));
	OK(store_outbox_remove(s.w, &head));
	LISTED(n, store_outbox_due(s.w, note_due, &n), "w2@90 ");
	ck_assert_int_eq(get(s.w, "w1").queued, 0);
	m = message("w7", "m1", 100);
	IS(store_outbox_add(s.w, &m), STORE_NOT_FOUND);
	m = message("w1", "m1", 0);
	IS(store_outbox_add(s.w, &m), STORE_BROKEN);
	m.due_at = 1;
	m.last = 2;
	IS(store_outbox_add(s.w, &m), STORE_BROKEN);
	st_close(&s);
}
END_TEST

START_TEST(what_waits_is_summed)
{
	struct st s;
	struct store_webhook w;
	int64_t messages = -1, at = -1;

	begin_with_players(&s, _i);
	OK(store_outbox_sum(s.w, &messages, &at));
	ck_assert(messages == 0 && at == 0);
	add(&s, "w1", "ada");
	add(&s, "w2", "bob");
	put(&s, "w1", "m1", 100);
	put(&s, "w1", "m2", 60);	/* due first, but behind the other */
	put(&s, "w2", "m1", 90);
	OK(store_commit(s.w));
	OK(store_outbox_sum(s.r, &messages, &at));
	ck_assert(messages == 3 && at == 90);
	OK(store_begin(s.w));
	w = get(s.w, "w2");
	w.state = STORE_WEBHOOK_DISABLED;
	OK(store_webhook_update(s.w, &w));
	OK(store_outbox_sum(s.w, &messages, &at));
	ck_assert(messages == 2 && at == 100);
	st_close(&s);
}
END_TEST

START_TEST(urgent_ones_come_first)
{
	struct st s;
	struct store_message m, head;
	struct store_webhook w;

	begin_with_players(&s, _i);
	add(&s, "w1", "ada");
	put(&s, "w1", "m1", 100);
	m = message("w1", "test1", 20);
	m.urgent = 1;
	OK(store_outbox_add(s.w, &m));
	OK(store_outbox_head(s.w, "w1", &head));
	ck_assert_str_eq(head.id, "test1");
	LISTED(n, store_outbox_due(s.w, note_due, &n), "w1@20 ");
	w = get(s.w, "w1");
	w.state = STORE_WEBHOOK_DISABLED;
	OK(store_webhook_update(s.w, &w));
	OK(store_outbox_head(s.w, "w1", &head));
	LISTED(n, store_outbox_due(s.w, note_due, &n), "w1@20 ");
	OK(store_outbox_remove(s.w, &head));
	LISTED(n, store_outbox_due(s.w, note_due, &n), "");
	IS(store_outbox_head(s.w, "w1", &head), STORE_NOT_FOUND);
	OK(store_outbox_find(s.w, "w1", "m1", &head));
	head.urgent = 1;
	OK(store_outbox_update(s.w, &head));
	LISTED(n, store_outbox_due(s.w, note_due, &n), "w1@100 ");
	st_close(&s);
}
END_TEST

START_TEST(savepoints_take_the_outbox_along)
{
	struct st s;
	struct store_message m;

	begin_with_players(&s, _i);
	add(&s, "w1", "ada");
	OK(store_savepoint(s.w));
	put(&s, "w1", "m1", 100);
	store_rollback_to(s.w);
	IS(store_outbox_find(s.w, "w1", "m1", &m), STORE_NOT_FOUND);
	ck_assert_int_eq(get(s.w, "w1").queued, 0);
	LISTED(n, store_outbox_due(s.w, note_due, &n), "");
	OK(store_savepoint(s.w));
	put(&s, "w1", "m1", 100);
	OK(store_release(s.w));
	LISTED(n, store_outbox_due(s.r, note_due, &n), "");
	OK(store_commit(s.w));
	LISTED(n, store_outbox_due(s.r, note_due, &n), "w1@100 ");
	st_close(&s);
}
END_TEST

static int64_t deliver(struct st *s, const char *id, int outcome, int64_t at)
{
	struct store_delivery d = { .message = message(id, "m1", 70), .at = at, .outcome = (uint8_t)outcome,
		.status = 500, .ms = 12, .next_at = 80, .reason = "it said no" };

	d.message.attempts = 2;
	OK(store_delivery_add(s->w, &d));
	return d.n;
}

START_TEST(deliveries_are_logged)
{
	struct st s;
	struct store_delivery d = { .message = message("w9", "m", 1) };
	struct store_webhook w;

	begin_with_players(&s, _i);
	add(&s, "w1", "ada");
	add(&s, "w2", "ada");
	ck_assert_int_eq(deliver(&s, "w1", STORE_FAILED, 100), 1);
	ck_assert_int_eq(deliver(&s, "w2", STORE_DELIVERED, 101), 1);
	ck_assert_int_eq(deliver(&s, "w1", STORE_DELIVERED, 102), 2);
	ck_assert_int_eq(deliver(&s, "w1", STORE_DROPPED, 103), 3);
	IS(store_delivery_add(s.w, &d), STORE_NOT_FOUND);
	d.outcome = STORE_OUTCOMES;
	IS(store_delivery_add(s.w, &d), STORE_BROKEN);
	OK(store_delivery_get(s.w, "w1", 1, &d));
	ck_assert(d.n == 1 && d.at == 100 && d.outcome == STORE_FAILED && d.status == 500 && d.ms == 12
		&& d.next_at == 80 && d.message.attempts == 2 && d.message.last == 5 && d.message.number == 0);
	ck_assert_str_eq(d.reason, "it said no");
	ck_assert_str_eq(d.message.id, "m1");
	ck_assert_str_eq(d.message.webhook, "w1");
	IS(store_delivery_get(s.w, "w1", 4, &d), STORE_NOT_FOUND);
	IS(store_delivery_get(s.w, "w1", 0, &d), STORE_NOT_FOUND);
	LISTED(n, store_delivery_list(s.w, "w1", 0, 0, note_delivery, &n), "3 2 1 ");
	LISTED(n, store_delivery_list(s.w, "w1", 3, 0, note_delivery, &n), "2 1 ");
	LISTED(n, store_delivery_list(s.w, "w1", 0, 2, note_delivery, &n), "3 2 ");
	LISTED(n, store_delivery_list(s.w, "w9", 0, 2, note_delivery, &n), "");
	w = get(s.w, "w1");
	ck_assert(w.outcomes[STORE_DELIVERED] == 1 && w.outcomes[STORE_FAILED] == 1 && w.outcomes[STORE_DROPPED] == 1
		&& w.last_delivery == 3 && w.delivered_at == 102);
	OK(store_delivery_purge(s.w, 102, 1));
	LISTED(n, store_delivery_list(s.w, "w1", 0, 0, note_delivery, &n), "3 2 ");
	LISTED(n, store_delivery_list(s.w, "w2", 0, 0, note_delivery, &n), "1 ");
	OK(store_delivery_purge(s.w, 103, 0));
	LISTED(n, store_delivery_list(s.w, "w1", 0, 0, note_delivery, &n), "3 ");
	LISTED(n, store_delivery_list(s.w, "w2", 0, 0, note_delivery, &n), "");
	ck_assert_int_eq(deliver(&s, "w2", STORE_DELIVERED, 104), 2);
	st_close(&s);
}
END_TEST

START_TEST(the_log_is_bounded)
{
	struct st s;
	struct store_delivery d;

	begin_with_players(&s, _i);
	add(&s, "w1", "ada");
	for (int i = 1; i <= STORE_DELIVERIES_KEPT + 3; i++)
		deliver(&s, "w1", STORE_FAILED, 100 + i);
	IS(store_delivery_get(s.w, "w1", 3, &d), STORE_NOT_FOUND);
	OK(store_delivery_get(s.w, "w1", 4, &d));
	ck_assert_int_eq(get(s.w, "w1").outcomes[STORE_FAILED], STORE_DELIVERIES_KEPT + 3);
	st_close(&s);
}
END_TEST

START_TEST(told_versions)
{
	struct st s;
	int64_t version = -1;

	begin_with_players(&s, _i);
	add(&s, "w1", "ada");
	add(&s, "w2", "ada");
	OK(store_told_get(s.w, "w1", "g0000001", &version));
	ck_assert_int_eq(version, 0);
	OK(store_told_put(s.w, "w1", "g0000001", 7));
	OK(store_told_put(s.w, "w1", "g0000002", 8));
	OK(store_told_put(s.w, "w1", "g0000001", 9));
	OK(store_told_get(s.w, "w1", "g0000001", &version));
	ck_assert_int_eq(version, 9);
	OK(store_told_get(s.w, "w2", "g0000001", &version));
	ck_assert_int_eq(version, 0);
	IS(store_told_put(s.w, "w9", "g0000001", 7), STORE_NOT_FOUND);
	st_close(&s);
}
END_TEST

static void fill(struct st *s, const char *id, const char *owner)
{
	add(s, id, owner);
	put(s, id, "m1", 100);
	deliver(s, id, STORE_FAILED, 100);
	OK(store_told_put(s->w, id, "g0000001", 7));
}

START_TEST(all_goes_together)
{
	struct st s;
	struct store_webhook w;
	struct store_message m;
	int64_t version = -1;

	begin_with_players(&s, _i);
	fill(&s, "w1", "ada");
	fill(&s, "w2", "bob");
	fill(&s, "w3", "ada");
	OK(store_webhook_delete(s.w, "w1"));
	IS(store_webhook_delete(s.w, "w1"), STORE_NOT_FOUND);
	IS(store_webhook_get(s.w, "w1", &w), STORE_NOT_FOUND);
	OK(store_player_delete(s.w, "ada", "Former player", 9));
	OK(store_commit(s.w));
	LISTED(n, store_webhook_list(s.r, NULL, note_webhook, &n), "w2 ");
	LISTED(n, store_outbox_due(s.r, note_due, &n), "w2@100 ");
	LISTED(n, store_delivery_list(s.r, "w3", 0, 0, note_delivery, &n), "");
	IS(store_outbox_find(s.r, "w3", "m1", &m), STORE_NOT_FOUND);
	OK(store_outbox_find(s.r, "w2", "m1", &m));
	OK(store_told_get(s.r, "w3", "g0000001", &version));
	ck_assert_int_eq(version, 0);
	st_close(&s);
}
END_TEST

START_TEST(it_lasts)
{
	struct st s;
	struct store_message m;
	struct store_delivery d;

	begin_with_players(&s, ST_SQLITE);
	fill(&s, "w1", "ada");
	OK(store_commit(s.w));
	st_reopen(&s);
	OK(store_outbox_head(s.r, "w1", &m));
	OK(store_delivery_get(s.r, "w1", 1, &d));
	LISTED(n, store_outbox_due(s.r, note_due, &n), "w1@100 ");
	st_close(&s);
}
END_TEST

static const struct st_test tests[] = {
	{ "webhooks come back", &webhooks_come_back, ST_KINDS },
	{ "webhooks change", &webhooks_change, ST_KINDS },
	{ "webhooks are listed", &webhooks_are_listed, ST_KINDS },
	{ "outbox order", &outbox_keeps_the_order, ST_KINDS },
	{ "sum", &what_waits_is_summed, ST_KINDS },
	{ "urgent", &urgent_ones_come_first, ST_KINDS },
	{ "savepoints", &savepoints_take_the_outbox_along, ST_KINDS },
	{ "deliveries", &deliveries_are_logged, ST_KINDS },
	{ "log is bounded", &the_log_is_bounded, ST_KINDS },
	{ "told versions", &told_versions, ST_KINDS },
	{ "all goes together", &all_goes_together, ST_KINDS },
	{ "it lasts", &it_lasts, 1 },
};

int main(void)
{
	return st_main("webhooks", tests, sizeof tests / sizeof *tests);
}

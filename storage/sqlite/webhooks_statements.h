/*
 * webhooks_statements.h - statements of webhooks, outbox and deliveries; see
 * statements.h.
 */
#ifndef MEEPLED_STORAGE_SQLITE_WEBHOOKS_STATEMENTS_H
#define MEEPLED_STORAGE_SQLITE_WEBHOOKS_STATEMENTS_H

struct store_webhook;	/* whose columns these are */

#define SQ_WEBHOOK_KEPT \
	"url, format, occasion, events, settings, authorization, secret, old_secret, old_until," \
	" state, reason, updated_at"
#define SQ_WEBHOOK_SELECT \
	"SELECT id, owner, target, (SELECT g.id FROM games g WHERE g.number = webhooks.game), " SQ_WEBHOOK_KEPT \
	", created_at, due_at, queued, delivered, failed, dropped, log_last, delivered_at FROM webhooks"
#define SQ_WEBHOOK_NUMBER(id) "(SELECT number FROM webhooks WHERE id = " id ")"
#define SQ_MESSAGE_COLUMNS "id, urgent, kind, game, first, last, turn, seats, created_at, due_at, attempts"
#define SQ_MESSAGE_SELECT \
	"SELECT o.number, w.id, o.id, o.urgent, o.kind, o.game, o.first, o.last, o.turn, o.seats, o.created_at," \
	" o.due_at, o.attempts FROM webhooks w CROSS JOIN outbox o ON o.webhook = w.number WHERE w.id = ?1"
#define SQ_DELIVERY_SELECT \
	"SELECT 0, w.id, d.id, d.urgent, d.kind, d.game, d.first, d.last, d.turn, d.seats, d.created_at, d.due_at," \
	" d.attempts, d.n, d.at, d.outcome, d.status, d.ms, d.next_at, d.reason" \
	" FROM webhooks w CROSS JOIN deliveries d ON d.webhook = w.number WHERE w.id = ?1"
/* Disabled, an endpoint gets only what is asked for by hand. */
#define SQ_DUE \
	"coalesce((SELECT CASE WHEN webhooks.state = 0 OR o.urgent THEN o.due_at ELSE 0 END FROM outbox o" \
	" WHERE o.webhook = webhooks.number ORDER BY o.urgent DESC, o.number LIMIT 1), 0)"

#define SQ_WEBHOOKS_STATEMENTS(X) \
	X(WEBHOOK_ADD, W, \
		"INSERT INTO webhooks (id, owner, target, game, created_at, " SQ_WEBHOOK_KEPT ") VALUES" \
		" (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)") \
	X(WEBHOOK_GET, R, \
		SQ_WEBHOOK_SELECT " WHERE id = ?1") \
	X(WEBHOOK_UPDATE, W, \
		"UPDATE webhooks SET (" SQ_WEBHOOK_KEPT ") = (?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)" \
		" WHERE id = ?1") \
	X(WEBHOOK_DELETE, W, \
		"DELETE FROM webhooks WHERE id = ?1") \
	X(WEBHOOK_DELETE_OWNER, W, \
		"DELETE FROM webhooks WHERE owner = ?1") \
	X(WEBHOOK_ALL, R, \
		SQ_WEBHOOK_SELECT " WHERE number > 0 ORDER BY number") \
	X(WEBHOOK_LIST, R, \
		SQ_WEBHOOK_SELECT " INDEXED BY webhooks_owner WHERE owner = ?1 ORDER BY number") \
	X(WEBHOOK_OF_GAME, R, \
		SQ_WEBHOOK_SELECT " INDEXED BY webhooks_game WHERE game = ?1 ORDER BY number") \
	X(WEBHOOK_QUEUE, W, \
		"UPDATE webhooks SET queued = queued + ?2, due_at = " SQ_DUE " WHERE id = ?1") \
	\
	X(OUTBOX_ADD, W, \
		"INSERT INTO outbox (webhook, " SQ_MESSAGE_COLUMNS ") VALUES" \
		" (" SQ_WEBHOOK_NUMBER("?1") ", ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)") \
	X(OUTBOX_HEAD, R, \
		SQ_MESSAGE_SELECT " AND (w.state = 0 OR o.urgent) ORDER BY o.urgent DESC, o.number LIMIT 1") \
	X(OUTBOX_FIND, R, \
		SQ_MESSAGE_SELECT " AND o.id = ?2") \
	X(OUTBOX_AFTER, R, \
		SQ_MESSAGE_SELECT " AND o.game = ?2 AND o.number > ?3 ORDER BY o.number") \
	X(OUTBOX_DUE, R, \
		"SELECT id, due_at FROM webhooks INDEXED BY webhooks_due WHERE due_at > 0 ORDER BY due_at") \
	X(OUTBOX_SUM, R, \
		"SELECT coalesce(sum(queued), 0), coalesce(min(due_at), 0) FROM webhooks INDEXED BY webhooks_due WHERE due_at > 0") \
	X(OUTBOX_UPDATE, W, \
		"UPDATE outbox SET urgent = ?2, due_at = ?3, attempts = ?4 WHERE number = ?1 AND id = ?5") \
	X(OUTBOX_REMOVE, W, \
		"DELETE FROM outbox WHERE number = ?1 AND id = ?2") \
	\
	X(DELIVERY_COUNT, W, \
		"UPDATE webhooks SET log_last = log_last + 1, delivered = delivered + (?2 = 0), failed = failed + (?2 = 1)," \
		" dropped = dropped + (?2 = 2), delivered_at = CASE ?2 WHEN 0 THEN ?3 ELSE delivered_at END" \
		" WHERE id = ?1 RETURNING log_last") \
	X(DELIVERY_ADD, W, \
		"INSERT INTO deliveries (webhook, " SQ_MESSAGE_COLUMNS ", n, at, outcome, status, ms, next_at, reason)" \
		" VALUES (" SQ_WEBHOOK_NUMBER("?1") ", ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16," \
		" ?17, ?18, ?19)") \
	X(DELIVERY_TRIM, W, \
		"DELETE FROM deliveries WHERE webhook = " SQ_WEBHOOK_NUMBER("?1") " AND n <= ?2") \
	X(DELIVERY_GET, R, \
		SQ_DELIVERY_SELECT " AND d.n = ?2") \
	X(DELIVERY_LIST, R, \
		SQ_DELIVERY_SELECT " AND d.n < ?2 ORDER BY d.n DESC LIMIT ?3") \
	X(DELIVERY_PURGE, W, \
		"DELETE FROM deliveries WHERE (webhook, n) IN" \
		" (SELECT webhook, n FROM deliveries WHERE at < ?1 ORDER BY at LIMIT ?2)") \
	X(TOLD_GET, R, \
		"SELECT version FROM told WHERE webhook = " SQ_WEBHOOK_NUMBER("?1") " AND game = ?2") \
	X(TOLD_PUT, W, \
		"INSERT INTO told (webhook, game, version) VALUES (" SQ_WEBHOOK_NUMBER("?1") ", ?2, ?3)" \
		" ON CONFLICT (webhook, game) DO UPDATE SET version = ?3")

#endif

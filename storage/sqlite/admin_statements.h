/*
 * admin_statements.h - statements of the audit log and of accounts; see
 * statements.h.
 */
#ifndef MEEPLED_STORAGE_SQLITE_ADMIN_STATEMENTS_H
#define MEEPLED_STORAGE_SQLITE_ADMIN_STATEMENTS_H

struct store_audit;	/* whose columns these are */

#define SQ_AUDIT_COLUMNS "at, token, name, act, target, detail, reason, request"

#define SQ_ADMIN_STATEMENTS(X) \
	X(AUDIT_ADD, W, \
		"INSERT INTO audit (" SQ_AUDIT_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)") \
	X(AUDIT_LIST, R, \
		"SELECT number, " SQ_AUDIT_COLUMNS " FROM audit WHERE number < ?1 ORDER BY number DESC LIMIT ?2") \
	X(ACCOUNT_CLOSE, W, \
		"INSERT INTO accounts (player, closed_at) VALUES (?1, ?2)" \
		" ON CONFLICT (player) DO UPDATE SET closed_at = ?2") \
	X(ACCOUNT_STOP_TOKENS, W, \
		"UPDATE tokens SET stopped_at = ?2 WHERE player = ?1") \
	X(ACCOUNT_GET, R, \
		"SELECT coalesce(a.closed_at, 0), coalesce(a.stored_bytes, 0)" \
		" FROM players p LEFT JOIN accounts a ON a.player = p.id WHERE p.id = ?1") \
	X(ACCOUNT_LIST, R, \
		"SELECT p.id, coalesce(a.closed_at, 0), coalesce(a.stored_bytes, 0)" \
		" FROM players p LEFT JOIN accounts a ON a.player = p.id" \
		" WHERE p.id > ?1 AND (?2 = '' OR instr(lower(p.name), lower(?2)))" \
		" AND (?3 = 0 OR ?3 = CASE WHEN p.deleted_at THEN 3 WHEN a.closed_at THEN 2 ELSE 1 END)" \
		" ORDER BY p.id LIMIT ?4") \
	X(ACCOUNT_STORED, W, \
		"INSERT INTO accounts (player, stored_bytes) VALUES (?1, max(?2, 0))" \
		" ON CONFLICT (player) DO UPDATE SET stored_bytes = max(stored_bytes + ?2, 0)") \
	X(ACCOUNT_GAMES, R, \
		"SELECT min(?2, (SELECT count(*) FROM seats INDEXED BY seats_list_status" \
		" WHERE player = ?1 AND hidden IN (0, 1) AND status IN (0, 1))" \
		" + (SELECT count(*) FROM games g INDEXED BY games_unfinished WHERE g.creator = ?1 AND g.status < 2" \
		" AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.player = ?1 AND s.game = g.number)))") \
	X(LIST_NOT_PUBLIC, R, \
		"SELECT g.number FROM games g INDEXED BY games_not_public" \
		" WHERE g.visibility <> 0 AND g.number < ?1" SQ_RULESET SQ_FREE_SEAT " ORDER BY g.number DESC") \
	X(LIST_NOT_PUBLIC_STATUS, R, \
		"SELECT g.number FROM games g INDEXED BY games_not_public_status" \
		" WHERE g.visibility <> 0 AND g.status = ?2 AND g.number < ?1" SQ_RULESET SQ_FREE_SEAT " ORDER BY g.number DESC")

#endif

/* managed_statements.h - statements about managers and their players; see statements.h. */
#ifndef MEEPLED_STORAGE_SQLITE_MANAGED_STATEMENTS_H
#define MEEPLED_STORAGE_SQLITE_MANAGED_STATEMENTS_H

struct store_managed;	/* whose columns these are */

#define SQ_MANAGED_COLUMNS "manager, player, own, external, since"

#define SQ_MANAGED_STATEMENTS(X) \
	X(MANAGED_ADD, W, \
		"INSERT INTO managed (" SQ_MANAGED_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5)") \
	X(MANAGED_GET, R, \
		"SELECT " SQ_MANAGED_COLUMNS " FROM managed WHERE manager = ?1 AND player = ?2") \
	X(MANAGED_RENAME, W, \
		"UPDATE managed SET external = ?3 WHERE manager = ?1 AND player = ?2") \
	X(MANAGED_DELETE, W, \
		"DELETE FROM managed WHERE manager = ?1 AND player = ?2") \
	X(MANAGED_LIST, R, \
		"SELECT " SQ_MANAGED_COLUMNS " FROM managed WHERE manager = ?1 AND player > ?2 ORDER BY player LIMIT ?3") \
	X(MANAGED_LIST_EXTERNAL, R, \
		"SELECT " SQ_MANAGED_COLUMNS " FROM managed INDEXED BY managed_external" \
		" WHERE manager = ?1 AND external = ?4 AND player > ?2 ORDER BY player LIMIT ?3") \
	X(MANAGERS, R, \
		"SELECT " SQ_MANAGED_COLUMNS " FROM managed INDEXED BY managed_player WHERE player = ?1 ORDER BY manager") \
	X(MANAGED_COUNT, R, \
		"SELECT count(*), coalesce(sum(own), 0) FROM managed WHERE manager = ?1") \
	X(MANAGED_FORGET, W, \
		"DELETE FROM managed WHERE manager = ?1 OR player = ?1") \
	X(PAIRING_PUT, W, \
		"INSERT INTO pairings (player, hash, expires_at) VALUES (?1, ?2, ?3)" \
		" ON CONFLICT (player) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at") \
	X(PAIRING_FIND, R, \
		"SELECT player, expires_at FROM pairings WHERE hash = ?1") \
	X(PAIRING_DELETE, W, \
		"DELETE FROM pairings WHERE player = ?1") \
	X(PAIRING_PURGE, W, \
		"DELETE FROM pairings WHERE expires_at < ?1")

#endif

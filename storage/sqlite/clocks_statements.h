/*
 * clocks_statements.h - statements of clocks; see statements.h.
 */
#ifndef MEEPLED_STORAGE_SQLITE_CLOCKS_STATEMENTS_H
#define MEEPLED_STORAGE_SQLITE_CLOCKS_STATEMENTS_H

struct store_times;	/* whose columns these are */

#define SQ_TIMES_COLUMNS \
	"player, zone, quiet_from, quiet_to, vacation_from, vacation_until, bank, bank_at, changes, changes_at"

#define SQ_CLOCKS_STATEMENTS(X) \
	X(DUE_GAMES, R, \
		"SELECT id, due_at FROM games INDEXED BY games_due WHERE due_at > 0 AND due_at <= ?1" \
		" ORDER BY due_at LIMIT ?2") \
	X(DUE_SUM, R, \
		"SELECT count(*), coalesce(min(due_at), 0) FROM games INDEXED BY games_due WHERE due_at > 0 AND due_at <= ?1") \
	X(TIMES_GET, R, \
		"SELECT " SQ_TIMES_COLUMNS " FROM player_times WHERE player = ?1") \
	X(TIMES_PUT, W, \
		"INSERT OR REPLACE INTO player_times (" SQ_TIMES_COLUMNS ")" \
		" SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM players WHERE id = ?1") \
	X(TIMES_DELETE, W, \
		"DELETE FROM player_times WHERE player = ?1") \
	X(NUMBER_GET, R, \
		"SELECT value FROM service WHERE name = ?1") \
	X(NUMBER_PUT, W, \
		"INSERT INTO service (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2")

#endif

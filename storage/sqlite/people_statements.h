/* people_statements.h - the statements of talk.c, invites.c and others; see statements.h. */
#ifndef MEEPLED_STORAGE_SQLITE_PEOPLE_STATEMENTS_H
#define MEEPLED_STORAGE_SQLITE_PEOPLE_STATEMENTS_H

struct store_talk;	/* whose columns these are */

#define SQ_TALK_COLUMNS "number, seq, seat, player, team, text, at, removed_at"

#define SQ_TALK_STATEMENTS(X) \
	X(TALK_LAST, W, \
		"SELECT coalesce(max(number), 0) FROM talk WHERE game = ?1") \
	X(TALK_ADD, W, \
		"INSERT INTO talk (game, " SQ_TALK_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)") \
	X(TALK_GET, R, \
		"SELECT " SQ_TALK_COLUMNS " FROM talk WHERE game = ?1 AND number = ?2") \
	X(TALK_LIST, R, \
		"SELECT " SQ_TALK_COLUMNS " FROM talk WHERE game = ?1 AND number > ?2 AND seq <= ?3" \
		" AND team IN ('', ?4) ORDER BY number LIMIT ?5") \
	X(TALK_TIME, R, \
		"SELECT at FROM talk WHERE game = ?1 AND player = ?2 ORDER BY number DESC LIMIT 1 OFFSET ?3") \
	X(TALK_REMOVE, W, \
		"UPDATE talk SET text = '', removed_at = ?3 WHERE game = ?1 AND number = ?2 AND removed_at = 0") \
	X(TALK_REMOVE_EVENT, W, \
		"UPDATE log SET events = ?3 WHERE game = ?1 AND last = ?2 AND first = ?2 AND action IS NULL")

#define SQ_INVITE_COLUMNS \
	"id, hash, seat, colour, player, created_at, expires_at, used_at, revoked_at, used_by"

#define SQ_INVITES_STATEMENTS(X) \
	X(INVITE_ADD, W, \
		"INSERT INTO invites (game, " SQ_INVITE_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)") \
	X(INVITE_LIST, R, \
		"SELECT " SQ_INVITE_COLUMNS " FROM invites INDEXED BY invites_game WHERE game = ?1 ORDER BY number") \
	X(INVITE_FIND, R, \
		"SELECT " SQ_INVITE_COLUMNS " FROM invites WHERE hash = ?1 AND game = ?2") \
	X(INVITE_GET, R, \
		"SELECT number FROM invites WHERE game = ?1 AND id = ?2") \
	X(INVITE_USE, W, \
		"UPDATE invites SET used_at = ?3, used_by = ?4 WHERE game = ?1 AND id = ?2" \
		" AND used_at = 0 AND revoked_at = 0 AND expires_at > ?3") \
	X(INVITE_REVOKE, W, \
		"UPDATE invites SET revoked_at = ?3 WHERE game = ?1 AND id = ?2 AND used_at = 0 AND revoked_at = 0")

#define SQ_SERIES_STATEMENTS(X) \
	X(SERIES_GET, R, \
		"SELECT coalesce(s.spectator_delay, 0), p.id, n.id FROM games g" \
		" LEFT JOIN series s ON s.game = g.number LEFT JOIN games p ON p.number = s.previous" \
		" LEFT JOIN games n ON n.number = s.next WHERE g.id = ?1") \
	X(SERIES_DELAY, W, \
		"INSERT INTO series (game, spectator_delay) VALUES (?1, ?2)") \
	X(SERIES_NEXT, W, \
		"INSERT INTO series (game, next) VALUES (?1, ?2)" \
		" ON CONFLICT (game) DO UPDATE SET next = excluded.next WHERE next IS NULL") \
	X(SERIES_PREVIOUS, W, \
		"INSERT INTO series (game, previous) VALUES (?1, ?2)" \
		" ON CONFLICT (game) DO UPDATE SET previous = excluded.previous WHERE previous IS NULL")

#define SQ_STANDING_COLUMNS \
	"ruleset, player, mu, sigma, ordinal, board, games, wins, shared, place1, place2, place3, place4, place5," \
	" updated_at"

#define SQ_STANDINGS_STATEMENTS(X) \
	X(FINAL_ADD, W, \
		"INSERT INTO finals (game, ruleset, at) VALUES (?1, ?2, ?3)") \
	X(FINAL_ADD_SEAT, W, \
		"INSERT INTO final_seats (final, seat, player, place, team, ending, score)" \
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)") \
	X(FINAL_LIST, R, \
		"SELECT o.number, g.id, o.ruleset, o.at FROM finals o CROSS JOIN games g ON g.number = o.game" \
		" WHERE o.number > ?1 ORDER BY o.number LIMIT ?2") \
	X(FINAL_SEATS, R, \
		"SELECT seat, player, place, team, ending, score FROM final_seats WHERE final = ?1 ORDER BY seat") \
	X(STANDING_GET, R, \
		"SELECT " SQ_STANDING_COLUMNS " FROM standings WHERE ruleset = ?1 AND player = ?2") \
	X(STANDING_PUT, W, \
		"INSERT OR REPLACE INTO standings (" SQ_STANDING_COLUMNS ")" \
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)") \
	X(STANDING_LIST, R, \
		"SELECT " SQ_STANDING_COLUMNS " FROM standings WHERE player = ?1 ORDER BY ruleset") \
	X(STANDING_BOARD, R, \
		"SELECT " SQ_STANDING_COLUMNS " FROM standings INDEXED BY standings_board WHERE ruleset = ?1 AND board = ?2" \
		" AND ordinal <= ?3 AND (ordinal < ?3 OR player > ?4) ORDER BY ordinal DESC, player LIMIT ?5") \
	X(STANDING_CLEAR, W, \
		"DELETE FROM standings WHERE player >= ''") \
	X(UNFINISHED, R, \
		"SELECT g.ruleset, s.status FROM seats s INDEXED BY seats_list_status CROSS JOIN games g ON g.number = s.game" \
		" WHERE s.player = ?1 AND s.hidden IN (0, 1) AND s.status IN (0, 1)") \
	X(RELIABILITY_GET, R, \
		"SELECT player, games, turns, timed_out, resigned, times FROM reliability WHERE player = ?1") \
	X(RELIABILITY_PUT, W, \
		"INSERT OR REPLACE INTO reliability (player, games, turns, timed_out, resigned, times)" \
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6)")

#define SQ_PEOPLE_STATEMENTS(X) \
	SQ_STANDINGS_STATEMENTS(X) \
	SQ_TALK_STATEMENTS(X) \
	SQ_INVITES_STATEMENTS(X) \
	SQ_SERIES_STATEMENTS(X)

#endif

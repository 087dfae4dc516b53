/* people_statements.h - the statements of talk.c; see statements.h. */
#ifndef MEEPLED_STORAGE_SQLITE_PEOPLE_STATEMENTS_H
#define MEEPLED_STORAGE_SQLITE_PEOPLE_STATEMENTS_H

struct store_talk;	/* whose columns these are */

#define SQ_TALK_COLUMNS "number, seq, seat, player, team, text, at, removed_at"

#define SQ_PEOPLE_STATEMENTS(X) \
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

#endif

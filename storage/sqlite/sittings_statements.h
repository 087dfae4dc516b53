/* sittings_statements.h - the statements of sittings.c; see statements.h. */
#ifndef MEEPLED_STORAGE_SQLITE_SITTINGS_STATEMENTS_H
#define MEEPLED_STORAGE_SQLITE_SITTINGS_STATEMENTS_H

struct store_entry;	/* whose rows these are */

/* The rows of a game's log rise with their events, so (game, last) finds a row by its number, too. */
#define SQ_SITTINGS_STATEMENTS(X) \
	X(SITTINGS_WITH_NEWS, R, \
		"SELECT game, first, until FROM sittings INDEXED BY sittings_until WHERE player = ?1 AND until = 0" \
		" UNION ALL SELECT game, first, until FROM sittings INDEXED BY sittings_until" \
		" WHERE player = ?1 AND until > ?2") \
	X(SITTINGS_EXTEND, W, \
		"UPDATE sittings SET until = ?2 WHERE game = ?1 AND until > 0" \
		" AND player IN (SELECT player FROM seats WHERE game = ?1)" \
		" AND first = (SELECT max(first) FROM sittings s WHERE s.player = sittings.player AND s.game = ?1)") \
	X(LOG_BACKWARD, R, \
		"SELECT number, last FROM log WHERE game = ?1 ORDER BY last DESC") \
	X(LOG_FROM, R, \
		"SELECT number, last FROM log WHERE game = ?1 AND last >= ?2 ORDER BY last") \
	X(LOG_ROW, R, \
		"SELECT log.number, first, last, seat, action, events, at, id FROM log JOIN games ON games.number = game" \
		" WHERE log.number = ?1") \
	X(LOG_READ_BACKWARD, R, \
		"SELECT number, first, last, seat, action, events, at FROM log WHERE game = ?1 ORDER BY last DESC") \
	X(OPEN_GAMES, R, \
		"SELECT id FROM sittings INDEXED BY sittings_until CROSS JOIN games ON number = game" \
		" WHERE player = ?1 AND until = 0") \
	X(LOG_NEWEST, R, \
		"SELECT coalesce(max(number), 0) FROM log")

#endif

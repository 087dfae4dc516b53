/*
 * statements.h - every statement of the SQLite store, prepared once for each
 * connection: X(name, side, SQL), side R for all connections, W for the
 * writer's only.  Parameters are numbered as the functions bind them.
 *
 * Lists of games name their index: should it be missing or useless, preparing
 * fails instead of a list becoming slow one day.  CROSS JOIN keeps the order of
 * loops as written; there are no statistics that could decide better.
 */
#ifndef MEEPLED_STORAGE_SQLITE_STATEMENTS_H
#define MEEPLED_STORAGE_SQLITE_STATEMENTS_H

#include "storage/sqlite/clocks_statements.h"
#include "storage/sqlite/admin_statements.h"
#include "storage/sqlite/people_statements.h"
#include "storage/sqlite/sittings_statements.h"
#include "storage/sqlite/webhooks_statements.h"
#include "storage/sqlite/managed_statements.h"

#define SQ_PLAYER_COLUMNS "id, name, bot, created_at, deleted_at"
#define SQ_TOKEN_COLUMNS "id, player, name, hash, scopes, created_at, expires_at, last_used_at, stopped_at"
#define SQ_GAME_COLUMNS \
	"number, id, status, visibility, seat_count, ruleset_version, imported, ruleset, tileset," \
	" tileset_hash, name, creator, options, server_seed, version, created_at, started_at," \
	" finished_at, updated_at"

/*
 * All lists of games: ?1 number below, ?2 status, ?3 ruleset or NULL, ?4 only
 * with a free seat, ?5 viewer, ?6 player or NULL.
 */
#define SQ_FREE_SEAT " AND (?4 = 0 OR g.seats_taken < g.seat_count)"
#define SQ_RULESET " AND (?3 IS NULL OR g.ruleset = ?3)"
#define SQ_WITH_PLAYER \
	" AND (?6 IS NULL OR EXISTS (SELECT 1 FROM seats p WHERE p.player = ?6 AND p.game = g.number))"
#define SQ_PUBLIC(index, where) \
	"SELECT g.number FROM games g INDEXED BY " index \
	" WHERE g.visibility = 0 AND g.number < ?1" where SQ_FREE_SEAT " ORDER BY g.number DESC"
#define SQ_SEATED(index, where) \
	"SELECT s.game FROM seats s INDEXED BY " index " CROSS JOIN games g ON g.number = s.game" \
	" WHERE s.game < ?1" where SQ_RULESET SQ_FREE_SEAT " ORDER BY s.game DESC"
#define SQ_CREATED(index, where) \
	"SELECT g.number FROM games g INDEXED BY " index \
	" WHERE g.visibility <> 0 AND g.creator = ?5 AND g.number < ?1" where SQ_RULESET SQ_FREE_SEAT \
	SQ_WITH_PLAYER " ORDER BY g.number DESC"

/* SQLite rewrites every index with a column that is set, even to what it was. */
#define SQ_UPDATE_GAME(more) \
	"UPDATE games SET " more "name = ?4, options = ?5, version = ?6, started_at = ?7," \
	" finished_at = ?8, updated_at = ?9, snapshot = ?10 WHERE number = ?1 AND version = ?2"

#define SQ_STATEMENTS(X) \
	SQ_MANAGED_STATEMENTS(X) \
	X(BEGIN, W, "BEGIN IMMEDIATE") \
	X(COMMIT, R, "COMMIT") \
	X(ROLLBACK, R, "ROLLBACK") \
	X(BEGIN_READ, R, "BEGIN") \
	X(SAVEPOINT, W, "SAVEPOINT job") \
	X(RELEASE, W, "RELEASE job") \
	X(ROLLBACK_TO, W, "ROLLBACK TO job") \
	\
	X(PLAYER_ADD, W, \
		"INSERT INTO players (" SQ_PLAYER_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5)") \
	X(PLAYER_GET, R, \
		"SELECT " SQ_PLAYER_COLUMNS " FROM players WHERE id = ?1") \
	X(PLAYER_UPDATE, W, \
		"UPDATE players SET name = ?2, bot = ?3 WHERE id = ?1 AND deleted_at = 0") \
	X(PLAYER_DELETE, W, \
		"UPDATE players SET name = ?2, deleted_at = ?3 WHERE id = ?1 AND deleted_at = 0") \
	X(PLAYER_RENAME_SEATS, W, \
		"UPDATE seats SET name = ?2 WHERE player = ?1") \
	X(PLAYER_DELETE_TOKENS, W, \
		"DELETE FROM tokens WHERE player = ?1") \
	X(TOKEN_ADD, W, \
		"INSERT INTO tokens (" SQ_TOKEN_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8," \
		" coalesce((SELECT closed_at FROM accounts WHERE player = ?2), 0))") \
	X(TOKEN_FIND, R, \
		"SELECT " SQ_TOKEN_COLUMNS " FROM tokens WHERE hash = ?1") \
	X(TOKEN_LIST, R, \
		"SELECT " SQ_TOKEN_COLUMNS " FROM tokens WHERE player IS ?1 ORDER BY created_at, id") \
	X(TOKEN_DELETE, W, \
		"DELETE FROM tokens WHERE id = ?2 AND player IS ?1") \
	X(TOKEN_USED, W, \
		"UPDATE tokens SET last_used_at = ?2 WHERE id = ?1") \
	\
	X(GAME_ADD, W, \
		"INSERT INTO games (" SQ_GAME_COLUMNS ", snapshot, clock, due_at) VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6," \
		" ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)") \
	X(GAME_GET, R, \
		"SELECT " SQ_GAME_COLUMNS ", clock, due_at, snapshot FROM games WHERE id = ?1") \
	X(GAME_ROW, R, \
		"SELECT " SQ_GAME_COLUMNS ", clock, due_at FROM games WHERE number = ?1") \
	X(GAME_NUMBER, R, \
		"SELECT number FROM games WHERE id = ?1") \
	X(GAME_UPDATE, W, \
		SQ_UPDATE_GAME("") " AND status = ?3") \
	X(GAME_UPDATE_STATUS, W, \
		SQ_UPDATE_GAME("status = ?3, ")) \
	X(GAME_UPDATE_TIMED, W, \
		SQ_UPDATE_GAME("clock = ?11, due_at = ?12, ") " AND status = ?3") \
	X(GAME_UPDATE_TIMED_STATUS, W, \
		SQ_UPDATE_GAME("status = ?3, clock = ?11, due_at = ?12, ")) \
	X(LIST_PUBLIC, R, \
		SQ_PUBLIC("games_public", "")) \
	X(LIST_PUBLIC_STATUS, R, \
		SQ_PUBLIC("games_public_status", " AND g.status = ?2")) \
	X(LIST_PUBLIC_RULESET, R, \
		SQ_PUBLIC("games_public_ruleset", " AND g.ruleset = ?3")) \
	X(LIST_PUBLIC_BOTH, R, \
		SQ_PUBLIC("games_public_both", " AND g.ruleset = ?3 AND g.status = ?2")) \
	X(LIST_PLAYER, R, \
		SQ_SEATED("seats_list", " AND s.player = ?6 AND s.hidden = 0")) \
	X(LIST_PLAYER_STATUS, R, \
		SQ_SEATED("seats_list_status", " AND s.player = ?6 AND s.hidden = 0 AND s.status = ?2")) \
	X(LIST_SEATED, R, \
		SQ_SEATED("seats_list", " AND s.player = ?5 AND s.hidden = 1" SQ_WITH_PLAYER)) \
	X(LIST_SEATED_STATUS, R, \
		SQ_SEATED("seats_list_status", " AND s.player = ?5 AND s.hidden = 1 AND s.status = ?2" \
			SQ_WITH_PLAYER)) \
	X(LIST_OFFERED, R, \
		"SELECT DISTINCT s.game FROM seats s INDEXED BY seats_offered CROSS JOIN games g ON g.number = s.game" \
		" WHERE s.offered_at > 0 AND s.hidden = 0 AND s.status = 1 AND s.game < ?1 AND (?2 < 0 OR g.status = ?2)" \
		SQ_RULESET SQ_FREE_SEAT SQ_WITH_PLAYER " ORDER BY s.game DESC") \
	X(LIST_CREATED, R, \
		SQ_CREATED("games_hidden", "")) \
	X(LIST_CREATED_STATUS, R, \
		SQ_CREATED("games_hidden_status", " AND g.status = ?2")) \
	\
	X(SEAT_CLAIM, W, \
		"INSERT INTO seats (game, seat, colour, player, name, client_seed, taken_at, status, hidden)" \
		" SELECT number, ?2, ?3, ?4, ?5, ?6, ?7, status, visibility <> 0 FROM games" \
		" WHERE number = ?1 AND seat_count > ?2") \
	X(SEAT_LEAVE, W, \
		"DELETE FROM seats WHERE game = ?1 AND seat = ?2") \
	X(SEAT_CHANGE, W, \
		"UPDATE seats SET player = ?3, name = ?4, taken_at = ?5, stand_in = ?6, offered_at = ?7," \
		" missed = ?8, hands = ?9 WHERE game = ?1 AND seat = ?2") \
	X(SEATS, R, \
		"SELECT seat, colour, player, name, client_seed, taken_at, stand_in, offered_at, missed, hands" \
		" FROM seats WHERE game = ?1" \
		" ORDER BY seat LIMIT ?2") \
	X(LOG_LAST, W, \
		"SELECT number, coalesce((SELECT last FROM log WHERE game = games.number ORDER BY last DESC LIMIT 1), 0)," \
		" status" \
		" FROM games WHERE id = ?1") \
	X(LOG_APPEND, W, \
		"INSERT INTO log (game, first, last, seat, action, events, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)") \
	X(LOG_READ, R, \
		"SELECT number, first, last, seat, action, events, at FROM log" \
		" WHERE game = ?1 AND last > ?2 ORDER BY last LIMIT ?3") \
	\
	X(ANSWER_FIND, R, \
		"SELECT request, bytes, at FROM answers WHERE key = ?1") \
	X(ANSWER_PUT, W, \
		"INSERT INTO answers (key, request, bytes, at) VALUES (?1, ?2, ?3, ?4)") \
	X(ANSWER_PURGE, W, \
		"DELETE FROM answers WHERE number IN" \
		" (SELECT number FROM answers WHERE at < ?1 ORDER BY at LIMIT ?2)") \
	X(TILESET_PUT, W, \
		"INSERT INTO tilesets (hash, id, text) VALUES (?1, ?2, ?3) ON CONFLICT (hash) DO NOTHING") \
	X(TILESET_GET, R, \
		"SELECT text FROM tilesets WHERE hash = ?1") \
	SQ_WEBHOOKS_STATEMENTS(X) \
	SQ_CLOCKS_STATEMENTS(X) \
	SQ_PEOPLE_STATEMENTS(X) \
	SQ_SITTINGS_STATEMENTS(X) \
	SQ_ADMIN_STATEMENTS(X)

enum sq_statement {
#define SQ_NAME(name, side, sql) SQ_##name,
	SQ_STATEMENTS(SQ_NAME)
#undef SQ_NAME
	SQ_STATEMENT_COUNT
};

#endif

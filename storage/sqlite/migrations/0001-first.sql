-- The first schema.  Times are milliseconds since 1970, 0 is never.  Numbers of
-- status and visibility are those of storage/store.h.

PRAGMA application_id = 0x4d65706c;	-- "Mepl"

CREATE TABLE players (
	id		TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
	name		TEXT NOT NULL,
	bot		INTEGER NOT NULL,
	created_at	INTEGER NOT NULL,
	deleted_at	INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Found by the hash at every request.  player is NULL for an administrator's.
CREATE TABLE tokens (
	hash		BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32),
	id		TEXT NOT NULL UNIQUE CHECK (id <> ''),
	player		TEXT REFERENCES players (id),
	name		TEXT NOT NULL,
	scopes		INTEGER NOT NULL,
	created_at	INTEGER NOT NULL,
	expires_at	INTEGER NOT NULL,
	last_used_at	INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_player ON tokens (player, created_at, id);

-- creator is NULL when nobody made it.  seats_taken follows the table seats.  The
-- snapshot is in the row, at its end: a move then changes one page, not two, and
-- lists find their rows by an index and stop reading before it.
CREATE TABLE games (
	number		INTEGER PRIMARY KEY,
	id		TEXT NOT NULL UNIQUE CHECK (id <> ''),
	status		INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3),
	visibility	INTEGER NOT NULL CHECK (visibility BETWEEN 0 AND 2),
	seat_count	INTEGER NOT NULL,
	seats_taken	INTEGER NOT NULL DEFAULT 0,
	ruleset		TEXT NOT NULL,
	ruleset_version	INTEGER NOT NULL,
	imported	INTEGER NOT NULL,
	tileset		TEXT NOT NULL,
	tileset_hash	BLOB NOT NULL CHECK (length(tileset_hash) = 32),
	name		TEXT NOT NULL,
	creator		TEXT REFERENCES players (id),
	options		TEXT NOT NULL,
	server_seed	BLOB NOT NULL CHECK (length(server_seed) = 32),
	version		INTEGER NOT NULL CHECK (version >= 0),
	created_at	INTEGER NOT NULL,
	started_at	INTEGER NOT NULL,
	finished_at	INTEGER NOT NULL,
	updated_at	INTEGER NOT NULL,
	snapshot	BLOB
) STRICT;

-- One index for each way to list public games, newest first: each ends with the
-- number by itself.  Columns that change with every move are in none of them.
CREATE INDEX games_public ON games (number) WHERE visibility = 0;
CREATE INDEX games_public_status ON games (status) WHERE visibility = 0;
CREATE INDEX games_public_ruleset ON games (ruleset) WHERE visibility = 0;
CREATE INDEX games_public_both ON games (ruleset, status) WHERE visibility = 0;
CREATE INDEX games_hidden ON games (creator) WHERE visibility <> 0;
CREATE INDEX games_hidden_status ON games (creator, status) WHERE visibility <> 0;

-- player is NULL in imported games.  status and hidden (not public, which never
-- changes) are the game's, kept here so that the few games that wait for a player
-- are found among the many that ended, and the few hidden ones among the public.
CREATE TABLE seats (
	game		INTEGER NOT NULL REFERENCES games (number),
	seat		INTEGER NOT NULL CHECK (seat >= 0),
	colour		TEXT NOT NULL,
	player		TEXT REFERENCES players (id),
	name		TEXT NOT NULL,
	client_seed	TEXT NOT NULL,
	taken_at	INTEGER NOT NULL,
	status		INTEGER NOT NULL,
	hidden		INTEGER NOT NULL,
	PRIMARY KEY (game, seat),
	UNIQUE (game, colour)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX seats_player ON seats (player, game) WHERE player IS NOT NULL;
CREATE INDEX seats_list ON seats (player, hidden, game) WHERE player IS NOT NULL;
CREATE INDEX seats_list_status ON seats (player, hidden, status, game) WHERE player IS NOT NULL;

CREATE TRIGGER seat_taken AFTER INSERT ON seats BEGIN
	UPDATE games SET seats_taken = seats_taken + 1 WHERE number = new.game;
END;

CREATE TRIGGER seat_left AFTER DELETE ON seats BEGIN
	UPDATE games SET seats_taken = seats_taken - 1 WHERE number = old.game;
END;

CREATE TRIGGER game_status AFTER UPDATE OF status ON games WHEN new.status <> old.status BEGIN
	UPDATE seats SET status = new.status WHERE game = new.number;
END;

-- The log of all games, one row for each action with its events.  Rows lie in the
-- order in which they came: the moves of a batch share pages at the end, and only
-- the small index is touched at random.  (Kept together by game, each row would go
-- into the middle of full pages and move its neighbours about.)
CREATE TABLE log (
	number		INTEGER PRIMARY KEY,
	game		INTEGER NOT NULL REFERENCES games (number),
	first		INTEGER NOT NULL CHECK (first >= 1),
	last		INTEGER NOT NULL CHECK (last >= first),
	seat		INTEGER NOT NULL,
	action		BLOB,
	events		BLOB NOT NULL,
	at		INTEGER NOT NULL,
	UNIQUE (game, last)
) STRICT;

-- Answers given to requests with an Idempotency-Key.  Numbered, so that new ones
-- go to the end and only the small index is touched at random.
CREATE TABLE answers (
	number		INTEGER PRIMARY KEY,
	key		BLOB NOT NULL UNIQUE CHECK (length(key) = 32),
	request		BLOB NOT NULL CHECK (length(request) = 32),
	bytes		BLOB NOT NULL,
	at		INTEGER NOT NULL
) STRICT;

CREATE INDEX answers_at ON answers (at);

CREATE TABLE tilesets (
	hash		BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32),
	id		TEXT NOT NULL,
	text		BLOB NOT NULL
) STRICT;

-- Invitations to games that have not begun.  Of a code only the hash is kept.
-- player is NULL when it is for whoever has the code; seat is -1 and colour '' for any.
CREATE TABLE invites (
	number		INTEGER PRIMARY KEY,
	game		INTEGER NOT NULL REFERENCES games (number),
	id		TEXT NOT NULL CHECK (id <> ''),
	hash		BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
	seat		INTEGER NOT NULL CHECK (seat >= -1),
	colour		TEXT NOT NULL,
	player		TEXT REFERENCES players (id),
	created_at	INTEGER NOT NULL,
	expires_at	INTEGER NOT NULL,
	used_at		INTEGER NOT NULL,
	revoked_at	INTEGER NOT NULL,
	used_by		TEXT REFERENCES players (id),
	UNIQUE (game, id)
) STRICT;

CREATE INDEX invites_game ON invites (game);

-- What few games have: how many moves late spectators see them, and the games
-- before and after in a series of rematches.
CREATE TABLE series (
	game		INTEGER PRIMARY KEY REFERENCES games (number),
	spectator_delay	INTEGER NOT NULL DEFAULT 0,
	previous	INTEGER REFERENCES games (number),
	next		INTEGER REFERENCES games (number)
) STRICT;

-- How games ended, in the order in which they did: facts from which standings can
-- be computed again.  Those of a team have the same team, those of a tie the same place.
CREATE TABLE finals (
	number		INTEGER PRIMARY KEY,
	game		INTEGER NOT NULL UNIQUE REFERENCES games (number),
	ruleset		TEXT NOT NULL,
	at		INTEGER NOT NULL
) STRICT;

CREATE TABLE final_seats (
	final		INTEGER NOT NULL REFERENCES finals (number),
	seat		INTEGER NOT NULL,
	player		TEXT NOT NULL REFERENCES players (id),
	place		INTEGER NOT NULL CHECK (place >= 1),
	team		INTEGER NOT NULL,
	ending		INTEGER NOT NULL,
	score		INTEGER NOT NULL,
	PRIMARY KEY (final, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE standings (
	ruleset		TEXT NOT NULL,
	player		TEXT NOT NULL REFERENCES players (id),
	mu		REAL NOT NULL,
	sigma		REAL NOT NULL,
	ordinal		REAL NOT NULL,
	board		INTEGER NOT NULL,
	games		INTEGER NOT NULL,
	wins		INTEGER NOT NULL,
	shared		INTEGER NOT NULL,
	place1		INTEGER NOT NULL,
	place2		INTEGER NOT NULL,
	place3		INTEGER NOT NULL,
	place4		INTEGER NOT NULL,
	place5		INTEGER NOT NULL,
	updated_at	INTEGER NOT NULL,
	PRIMARY KEY (player, ruleset)
) STRICT, WITHOUT ROWID;

CREATE INDEX standings_board ON standings (ruleset, board, ordinal DESC, player);

-- times: counts of turns by how long they took, four bytes each.
CREATE TABLE reliability (
	player		TEXT PRIMARY KEY NOT NULL REFERENCES players (id),
	games		INTEGER NOT NULL,
	turns		INTEGER NOT NULL,
	timed_out	INTEGER NOT NULL,
	resigned	INTEGER NOT NULL,
	times		BLOB NOT NULL
) STRICT, WITHOUT ROWID;

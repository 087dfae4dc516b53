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

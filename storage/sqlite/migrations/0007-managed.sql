-- Players that act for others: for those that they made (own = 1), and for those whose
-- people let them.  external is the manager's own word for the player, "" is none.
CREATE TABLE managed (
	manager		TEXT NOT NULL REFERENCES players (id),
	player		TEXT NOT NULL REFERENCES players (id),
	own		INTEGER NOT NULL CHECK (own BETWEEN 0 AND 1),
	external	TEXT NOT NULL,
	since		INTEGER NOT NULL,
	PRIMARY KEY (manager, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX managed_player ON managed (player, manager);
CREATE INDEX managed_external ON managed (manager, external, player);

-- The code by which a player lets a manager act, until it is used or ends.
CREATE TABLE pairings (
	player		TEXT PRIMARY KEY NOT NULL REFERENCES players (id),
	hash		BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
	expires_at	INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX pairings_end ON pairings (expires_at);

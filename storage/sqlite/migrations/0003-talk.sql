-- What players say, one game's together.  team is '' for the whole table.  The text
-- of a message to the table stands in the log, too.
CREATE TABLE talk (
	game		INTEGER NOT NULL REFERENCES games (number),
	number		INTEGER NOT NULL CHECK (number >= 1),
	seq		INTEGER NOT NULL CHECK (seq >= 1),
	seat		INTEGER NOT NULL CHECK (seat >= 0),
	player		TEXT NOT NULL REFERENCES players (id),
	team		TEXT NOT NULL,
	text		TEXT NOT NULL,
	at		INTEGER NOT NULL,
	removed_at	INTEGER NOT NULL,
	PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

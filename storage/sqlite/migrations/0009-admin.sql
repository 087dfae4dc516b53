-- What administrators did: it only grows.  Token and name say who it was even when
-- the token is gone, so they refer to nothing.
CREATE TABLE audit (
	number		INTEGER PRIMARY KEY,
	at		INTEGER NOT NULL,
	token		TEXT NOT NULL,
	name		TEXT NOT NULL,
	act		TEXT NOT NULL CHECK (act <> ''),
	target		TEXT NOT NULL,
	detail		TEXT NOT NULL,
	reason		TEXT NOT NULL CHECK (reason <> ''),
	request		TEXT NOT NULL
) STRICT;

CREATE TRIGGER audit_stays_as_it_is BEFORE UPDATE ON audit BEGIN
	SELECT raise(ABORT, 'the audit log is not changed');
END;

CREATE TRIGGER audit_stays BEFORE DELETE ON audit BEGIN
	SELECT raise(ABORT, 'the audit log is not shortened');
END;

-- Of players of whom there is something to say: closed by an administrator, or
-- with messages and records stored.
CREATE TABLE accounts (
	player		TEXT PRIMARY KEY NOT NULL REFERENCES players (id),
	closed_at	INTEGER NOT NULL DEFAULT 0,
	stored_bytes	INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- The account's closed_at, kept here because tokens are looked up with every request.
ALTER TABLE tokens ADD COLUMN stopped_at INTEGER NOT NULL DEFAULT 0;

-- Games that are not over of whoever made them; and, for administrators, the hidden ones.
CREATE INDEX games_unfinished ON games (creator) WHERE status < 2;
CREATE INDEX games_not_public ON games (number) WHERE visibility <> 0;
CREATE INDEX games_not_public_status ON games (status) WHERE visibility <> 0;

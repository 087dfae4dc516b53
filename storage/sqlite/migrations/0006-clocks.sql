-- Clocks of games, and what players have set about their time.

-- clock is NULL in games without one; due_at is when something is to be done about the
-- game by itself, 0 for never.
ALTER TABLE games ADD COLUMN clock BLOB;
ALTER TABLE games ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;

CREATE INDEX games_due ON games (due_at) WHERE due_at > 0;

-- Daily quiet hours (minutes of the day in the zone, "" for none) and vacation; the
-- bank is milliseconds of vacation that were left at bank_at.
CREATE TABLE player_times (
	player		TEXT PRIMARY KEY NOT NULL REFERENCES players (id),
	zone		TEXT NOT NULL,
	quiet_from	INTEGER NOT NULL,
	quiet_to	INTEGER NOT NULL,
	vacation_from	INTEGER NOT NULL,
	vacation_until	INTEGER NOT NULL,
	bank		INTEGER NOT NULL,
	bank_at		INTEGER NOT NULL,
	changes		INTEGER NOT NULL,
	changes_at	INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Numbers that the service keeps about itself, by name.
CREATE TABLE service (
	name		TEXT PRIMARY KEY NOT NULL CHECK (name <> ''),
	value		INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Seats whose players are away: since when the built-in player holds the seat, since
-- when it is offered to others, how often its time ran out in a row, and (bits of
-- enum store_hands) who else has played it.

ALTER TABLE seats ADD COLUMN stand_in INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN offered_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN hands INTEGER NOT NULL DEFAULT 0;

-- The few public games that look for somebody.
CREATE INDEX seats_offered ON seats (game) WHERE offered_at > 0 AND hidden = 0 AND status = 1;
